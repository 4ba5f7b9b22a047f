// Opens the page in Chromium, looks at it as a person would, and keeps pictures of what it saw.
// Usage: node page.mjs <address> <user> <password> <folder for pictures> <state>
import assert from 'node:assert/strict';
import {address, browser, look, page, picture, state, troubles} from './browser.mjs';

const ANSWERS = state === 'many' ? 8 : 70;

/** Opens the page and lets it see a few minutes of traffic, though they take no time. */
async function open(path, answers = ANSWERS) {
  await page.goto(address + path);
  await page.waitForSelector('.tiles, .crumbs');
  for (let i = 0; i < answers; i++) {
    const answer = page.waitForResponse(response => response.url().endsWith('/bridges'));
    await page.clock.runFor(2_000);
    await (await answer).finished();
  }
  await page.clock.runFor(500);
}

/** The page's clock stands still: it is told when to draw. */
function lookOn(name) {
  return look(name, () => page.clock.runFor(500));
}

async function lookAtBridge(name) {
  await page.locator('a.row', {hasText: name}).click();
  await page.getByRole('heading', {name}).waitFor();
  await page.waitForSelector('.settings');
  await page.clock.runFor(500);
  await lookOn('bridge');
}

const checks = {
  async empty() {
    await page.getByText('No bridge yet').waitFor();
    await page.getByRole('link', {name: /^Configuration/}).click();
    await page.getByText('Only to look at.').waitFor();
    assert.equal(await page.getByRole('button', {name: /Add|Review/}).count(), 0);
  },

  async healthy() {
    await lookAtBridge('to-cloud');
    await page.getByText('Settings in force').click();
    assert.match(await page.locator('.settings').innerText(), /\*{6}/);

    await page.getByRole('button', {name: 'Pause'}).click();
    await picture('pause');
    await page.keyboard.press('Escape');
    assert.equal(await page.locator('dialog[open]').count(), 0);
    await page.getByRole('button', {name: 'Pause'}).click();
    const paused = page.waitForResponse(response => response.url().endsWith('/pause') && response.status() === 204);
    await page.locator('dialog[open] button.primary').click();
    await paused;
    await page.getByText('to-cloud is paused.').waitFor();

    await page.keyboard.press('Escape');
    await page.locator('.tiles').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('cloud');
    assert.equal(await page.locator('a.row').count(), 1);
    await page.keyboard.press('Escape');
    await page.locator('a.row').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', {name: 'to-cloud'}).waitFor();

    await open('/api/v5/plugin_api/emqx_bridge_mqtt_dq/ui/', 2);
    assert.ok(await page.locator('a.row').count() > 1);
  },

  async outage() {
    await page.getByRole('button', {name: /^disconnected/}).click();
    for (const row of await page.locator('a.row').all()) {
      assert.match(await row.innerText(), /All connector slots are disconnected/);
    }
    await lookAtBridge('plant-south');
    assert.deepEqual(troubles, []);
    await page.route('**/bridges', route => route.abort());
    await page.clock.runFor(2_500);
    await page.getByText('No answer from the service.').waitFor();
    await picture('no-answer');
    troubles.length = 0;
  },

  async error() {
    await page.getByText('cannot store messages: no space left').first().waitFor();
    await page.getByText('must be a whole number').waitFor();
    await page.getByRole('button', {name: 'Delete …'}).click();
    await picture('purge');
    const purged = page.waitForResponse(response => response.request().method() === 'DELETE' && response.ok());
    await page.getByRole('button', {name: 'Delete for good'}).click();
    await purged;
    await lookAtBridge('archive');
  },

  async many() {
    assert.equal(await page.locator('a.row').count(), 200);
  },
};

try {
  await page.clock.install({time: new Date('2026-01-15T10:00:00')});
  await open('/ui/');
  await lookOn('overview');
  await checks[state]();
  assert.deepEqual(troubles, []);
} finally {
  await browser.close();
}
