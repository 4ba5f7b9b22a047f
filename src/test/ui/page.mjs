// Opens the page in Chromium, looks at it as a person would, and keeps pictures of what it saw.
// Usage: node page.mjs <address> <user> <password> <folder for pictures> <state>
import {chromium} from 'playwright-core';
import assert from 'node:assert/strict';
import {mkdirSync} from 'node:fs';

const [address, username, password, folder, state] = process.argv.slice(2);
const DESKTOP = {width: 1280, height: 900};
const PHONE = {width: 390, height: 844};
const ANSWERS = state === 'many' ? 8 : 100;

mkdirSync(folder, {recursive: true});
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
    '--disable-component-update', '--disable-sync'],
});

const context = await browser.newContext({viewport: DESKTOP, colorScheme: 'light', httpCredentials: {username, password}});
const page = await context.newPage();
const troubles = [];
page.on('pageerror', error => troubles.push(error.message));
page.on('console', message => message.type() === 'error' && troubles.push(message.text()));
page.on('request', request => {
  if (!request.url().startsWith(address)) {
    troubles.push(`asked elsewhere: ${request.url()}`);
  }
});

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

async function picture(name) {
  await page.screenshot({path: `${folder}/${state}-${name}.png`, fullPage: true});
}

/** Pictures in every size and colour; nothing may be wider than the screen. */
async function look(name) {
  for (const [size, viewport] of [['desktop', DESKTOP], ['phone', PHONE]]) {
    await page.setViewportSize(viewport);
    for (const colorScheme of ['light', 'dark']) {
      await page.emulateMedia({colorScheme});
      await page.clock.runFor(500);
      await picture(`${name}-${size}-${colorScheme}`);
    }
    const overflow =
      await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.ok(overflow <= 0, `${name} on ${size}: ${overflow} pixels too wide`);
  }
  await page.setViewportSize(DESKTOP);
  await page.emulateMedia({colorScheme: 'light'});
}

async function lookAtBridge(name) {
  await page.locator('a.row', {hasText: name}).click();
  await page.getByRole('heading', {name}).waitFor();
  await page.waitForSelector('.settings');
  await page.clock.runFor(500);
  await look('bridge');
}

const checks = {
  async empty() {
    await page.getByText('No bridge yet').waitFor();
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
  await look('overview');
  await checks[state]();
  assert.deepEqual(troubles, []);
} finally {
  await browser.close();
}
