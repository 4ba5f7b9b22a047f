// Edits the configuration in Chromium as a person would. Arguments as in browser.mjs.
import assert from 'node:assert/strict';
import {address, browser, look, page, picture, troubles} from './browser.mjs';

const field = key => page.locator(`[id="${key}"]`);
const button = name => page.getByRole('button', {name, exact: true});
const dialog = page.locator('dialog[open]');
const item = name => page.locator('.items a', {hasText: name}).first();

async function name(text) {
  await dialog.locator('input').fill(text);
  await page.keyboard.press('Enter');
}

async function save() {
  await page.keyboard.press('Control+s');
  await dialog.locator('button').last().click();
  await page.getByText(/^Saved: configuration/).waitFor();
  await page.getByText('No changes').waitFor();
}

async function refusesAtTheField() {
  await item('to-cloud').click();
  await look('form');
  await field('bridges.to-cloud.max_inflight').fill('lots');
  await page.locator('.field.bad .problem').waitFor();
  assert.equal(await field('bridges.to-cloud.max_inflight').getAttribute('aria-invalid'), 'true');
  assert.ok(await button('Review …').isDisabled());
  await look('problem');
  await field('bridges.to-cloud.max_inflight').fill('64');
  await page.locator('.field.bad').waitFor({state: 'detached'});
}

async function showsWhatSavingDoes() {
  await field('bridges.to-cloud.proto_ver').selectOption('v5');
  await item('plant-north').click();
  await field('bridges.plant-north.enable').uncheck();
  await item('plant-south').click();
  await field('bridges.plant-south.max_publish_retries').fill('7');
  await item('lab').click();
  await button('Rename …').click();
  await name('laboratory');
  await button('Add a remote').click();
  await name('backup');
  await page.locator('.field.bad').waitFor();
  await field('remotes.backup.server').fill('backup.example:1883');
  await page.locator('.field.bad').waitFor({state: 'detached'});
  await button('Review …').click();
  const plan = await dialog.innerText();
  for (const step of [/Add laboratory/, /Rebuild to-cloud/, /Reconfigure plant-south/, /Remove lab\b/, /Purge the queue of plant-north/]) {
    assert.match(plan, step);
  }
  await look('review');
  await page.keyboard.press('Escape');
}

async function replacesASecret() {
  await item('cloud').click();
  await item('site').click();
  await button('Replace the secret').click();
  await page.locator('input[type=password]:focus').waitFor();
  await page.keyboard.type('typed-over');
  await picture('secret');
}

async function editsAsText() {
  await page.getByRole('link', {name: 'Text'}).click();
  const text = page.getByRole('textbox', {name: 'The configuration as JSON'});
  const before = await text.inputValue();
  assert.ok(!before.includes('typed-secret') && before.includes('******'));
  await look('text');
  await text.fill(before.replace('{', '{,'));
  await page.locator('.text.bad').waitFor();
  assert.ok(await button('Review …').isDisabled());
  await text.fill(before.replace('"max_inflight": 64', '"max_inflight": 48'));
  await page.getByRole('link', {name: 'Forms'}).click();
  await item('to-cloud').click();
  assert.equal(await field('bridges.to-cloud.max_inflight').inputValue(), '48');
}

async function noticesTheChangesOfOthers() {
  const api = `${address}/api/v5/plugin_api/emqx_bridge_mqtt_dq/config`;
  await field('bridges.to-cloud.max_inflight').fill('16');
  const shown = await (await page.request.get(api)).json();
  delete shown.bridges.laboratory;
  assert.ok((await page.request.put(api, {data: shown})).ok());
  await page.getByText('Somebody else changed it.').waitFor();
  await picture('conflict');
  await field('bridges.to-cloud.max_inflight').fill('17');
  await page.getByText(/generation/).first().waitFor();
  await page.getByRole('button', {name: /drop my changes/}).click();
  await page.getByText('No changes').waitFor();
  assert.equal(await item('laboratory').count(), 0);
  assert.equal(await field('bridges.to-cloud.max_inflight').inputValue(), '48');
}

try {
  await page.goto(`${address}/ui/`);
  await page.getByRole('link', {name: /^Configuration/}).click();
  await item('to-cloud').waitFor();
  assert.ok(await page.locator('.items a').count() > 200);
  await look('list');
  await refusesAtTheField();
  await showsWhatSavingDoes();
  await replacesASecret();
  await editsAsText();
  await save();
  assert.deepEqual(troubles.filter(trouble => !trouble.includes('400')), []);
  await noticesTheChangesOfOthers();
} finally {
  await browser.close();
}
