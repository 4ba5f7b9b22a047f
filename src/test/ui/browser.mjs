// A browser that is logged in, and takes pictures. Arguments: <address> <user> <password> <folder for pictures> <state>
import {chromium} from 'playwright-core';
import assert from 'node:assert/strict';
import {mkdirSync} from 'node:fs';

export const [address, username, password, folder, state] = process.argv.slice(2);

const DESKTOP = {width: 1280, height: 900};
const PHONE = {width: 390, height: 844};

mkdirSync(folder, {recursive: true});
export const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
    '--disable-component-update', '--disable-sync'],
});

const context = await browser.newContext({viewport: DESKTOP, colorScheme: 'light', httpCredentials: {username, password}});
export const page = await context.newPage();
/** What no visitor should see in the console, and no page of ours should ask for. */
export const troubles = [];
page.on('pageerror', error => troubles.push(error.message));
page.on('console', message => message.type() === 'error' && troubles.push(message.text()));
page.on('request', request => {
  if (!request.url().startsWith(address)) {
    troubles.push(`asked elsewhere: ${request.url()}`);
  }
});

export async function picture(name) {
  await page.screenshot({path: `${folder}/${state}-${name}.png`, fullPage: true});
}

/** Pictures in every size and colour, each when the page has settled; nothing may be wider than the screen. */
export async function look(name, settle = async () => {}) {
  for (const [size, viewport] of [['desktop', DESKTOP], ['phone', PHONE]]) {
    await page.setViewportSize(viewport);
    for (const colorScheme of ['light', 'dark']) {
      await page.emulateMedia({colorScheme});
      await settle();
      await picture(`${name}-${size}-${colorScheme}`);
    }
    const overflow =
      await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.ok(overflow <= 0, `${name} on ${size}: ${overflow} pixels too wide`);
  }
  await page.setViewportSize(DESKTOP);
  await page.emulateMedia({colorScheme: 'light'});
}
