// Looks at message queues as a person would: the list, one queue, a new one, a change, a refusal, a deletion.
// Usage: node queues.mjs <address> <user> <password> <folder for pictures> <state>
import assert from 'node:assert/strict';
import {address, browser, look, page, picture, troubles} from './browser.mjs';

/** A refusal of the service is no trouble of the page, though browsers note it. */
const forget = text => {
  for (let i = troubles.length - 1; i >= 0; i--) {
    if (troubles[i].includes(text)) {
      troubles.splice(i, 1);
    }
  }
};

const row = name => page.locator('a.row', {hasText: name});

try {
  await page.goto(`${address}/ui/`);
  await page.getByRole('link', {name: 'Queues'}).click();
  await row('orders').waitFor();
  assert.match(await row('orders').innerText(), /1,200/);
  assert.match(await row('broken').innerText(), /no space left/);
  await look('list');

  await row('orders').click();
  await page.getByRole('heading', {name: 'orders'}).waitFor();
  await page.getByText('$queue/orders').waitFor();
  await look('queue');

  await page.getByRole('link', {name: 'Queues'}).first().click();
  await page.getByRole('button', {name: 'New queue …'}).click();
  await page.getByLabel('name', {exact: true}).fill('fresh');
  await page.getByLabel('topic_filter').fill('fresh/#/wrong');
  await page.getByRole('button', {name: 'Make the queue'}).click();
  await page.getByRole('alert').filter({hasText: 'topic_filter'}).waitFor();
  await picture('refused');
  forget('400');
  await page.getByLabel('topic_filter').fill('fresh/#');
  await page.getByLabel('is_lastvalue').uncheck();
  await page.getByRole('button', {name: 'Make the queue'}).click();
  await page.getByRole('heading', {name: 'fresh', exact: true}).waitFor();

  await page.getByRole('button', {name: 'Edit …'}).click();
  await page.getByLabel('limits.max_message_count').fill('50');
  await page.getByRole('button', {name: 'Save'}).click();
  await page.getByRole('definition').filter({hasText: /^50$/}).waitFor();

  await page.getByRole('button', {name: 'Delete …'}).click();
  await picture('delete');
  await page.getByRole('button', {name: 'Delete for good'}).click();
  await row('orders').waitFor();
  await row('fresh').waitFor({state: 'detached'});

  await row('declared').click();
  await page.getByText('declared in the configuration').waitFor();
  assert.equal(await page.getByRole('button', {name: 'Delete …'}).count(), 0);
  assert.deepEqual(troubles, []);
} finally {
  await browser.close();
}
