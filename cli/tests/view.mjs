// Opens views in Chromium and uses them as a person would: `make test-view`.
//
//     node view.mjs BLOCKMASK CHROMIUM FOLDER
//
// FOLDER has playwright-core and axe-core in node_modules, and gets the views.

import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [blockmask, executablePath, folder] = process.argv.slice(2);
const require = createRequire(resolve(folder, 'package.json'));
const { chromium } = require('playwright-core');
const demo = resolve(import.meta.dirname, '../../examples/demo.html');

const HOSTILE = `<title></script><script>window.hit = 1</script></title>
<p onclick="window.hit = 2">text &lt;script>window.hit = 3&lt;/script> of a page \u202e reversed \x1b[2J
<p><a href="javascript:window.hit = 4">a link</a> <img src="https://example.org/a.png" onerror="window.hit = 5">
<style>body { display: none }</style><link rel=stylesheet href="https://example.org/a.css">
<iframe srcdoc="<script>top.hit = 6</script>"></iframe><p>last block</p></html><!-- <script> -->`;

/** A page of about a megabyte. */
function largePage() {
  const paragraph = i => `<p class="p${i % 7}">Paragraph ${i} tells of rain on the city, and of the river that rose by two
metres over night. Nobody was hurt, the mayor said, but the old bridge is closed.</p><ul><li><a href="/${i}">next</a></ul>`;
  return '<title>Rain</title><main>' + Array.from({ length: 4600 }, (_, i) => paragraph(i)).join('\n') + '</main>';
}

function viewOf(name, html) {
  const [page, view] = [join(folder, `${name}.html`), join(folder, `${name}.view.html`)];
  writeFileSync(page, html);
  execFileSync(blockmask, ['view', page, '--output', view]);
  return pathToFileURL(view).href;
}

const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });

/** Opens a view; anything that it requests, prints or asks fails the test. */
async function open(url, options = {}) {
  const page = await browser.newPage({ viewport: { width: 1400, height: 900 }, ...options });
  const surprises = [];
  page.on('request', request => request.url() === url || surprises.push(request.url()));
  page.on('console', message => surprises.push(message.text()));
  page.on('pageerror', error => surprises.push(String(error)));
  page.on('dialog', dialog => surprises.push(dialog.message()));
  await page.goto(url);
  return { page, surprises };
}

async function clickAndFilter(url) {
  const { page, surprises } = await open(url);
  const story = page.locator('#list .block', { hasText: 'When the October flood' });
  await story.click();
  const details = page.locator('#details');
  assert.match(await details.innerText(), /Kept: its probability/);
  assert.match(await details.innerText(), /What moved its probability most/);
  assert.match(await page.locator('#source .selected').first().innerText(), /^When the October flood/);
  // From the source to the block.
  await page.evaluate(() => { document.getElementById('source').scrollTop = 0; });
  await page.locator('#source .of-block', { hasText: 'Weather' }).first().click();
  assert.match(await details.innerText(), /Left out: its probability/);
  assert.match(await page.locator('#list [aria-current=true]').innerText(), /Weather/);
  // With the keyboard.
  await page.locator('#list').focus();
  await page.keyboard.press('ArrowDown');
  assert.match(await page.locator('#list [aria-current=true]').innerText(), /Letters/);
  // By role.
  await page.getByLabel(/^\s*navigation/).uncheck();
  assert.equal(await page.locator('#list .block', { hasText: 'Weather' }).count(), 0);
  await page.getByLabel(/^\s*navigation/).check();
  // By probability.
  const kept = async () => Number((await page.locator('#cut-value').innerText()).match(/(\d+) of/)[1]);
  const before = await kept();
  await page.locator('#cut').fill('0');
  assert.ok(await kept() > before);
  await page.locator('#cut').fill('1');
  assert.ok(await kept() < before);
  await page.getByRole('button', { name: 'own cut' }).click();
  assert.equal(await kept(), before);
  // By words.
  await page.locator('#find').fill('the OCTOBER  flood');
  assert.match(await page.locator('#list [aria-current=true]').innerText(), /October flood/);
  await page.locator('#find').fill('ads.push');
  assert.match(await page.locator('#found').innerText(), /in no block, but in the source/);
  await page.locator('#find').fill('no such words');
  assert.equal(await page.locator('#found').innerText(), 'not on this page');
  // The plots have bars, points and the region.
  for (const id of ['density', 'tag-paths']) {
    const colors = await page.evaluate(id => {
      const canvas = document.getElementById(id);
      const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
      return new Set(new Uint32Array(data.buffer)).size;
    }, id);
    assert.ok(colors > 2, `${id} has ${colors} colors`);
  }
  assert.deepEqual(surprises, []);
  await page.close();
}

async function isAccessible(url, colorScheme) {
  const { page } = await open(url, { bypassCSP: true, colorScheme });
  await page.locator('#list .block').nth(3).click();
  await page.evaluate(readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8'));
  const { violations } = await page.evaluate(() => window.axe.run());
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`);
  assert.deepEqual(found, [], colorScheme);
  await page.close();
}

async function isHarmless() {
  const { page, surprises } = await open(viewOf('hostile', HOSTILE));
  for (const block of await page.locator('#list .block').all()) await block.click();
  assert.equal(await page.evaluate(() => window.hit), undefined);
  assert.equal(await page.locator('a, img, iframe, link').count(), 0);
  assert.ok(!/[\u202e\x1b]/.test(await page.locator('body').innerText()));
  assert.match(await page.locator('#list').innerText(), /last block/);
  assert.deepEqual(surprises, []);
  await page.close();
}

/** Milliseconds until a megabyte is shown, and the longest frame while it scrolls. */
async function isFast() {
  const url = viewOf('large', largePage());
  const { page, surprises } = await open(url);
  const opened = await page.evaluate(() => performance.getEntriesByType('navigation')[0].loadEventEnd);
  const frame = await page.evaluate(async () => {
    const source = document.getElementById('source'), list = document.getElementById('list');
    const times = [];
    for (let i = 0; i < 60; i++) {
      const start = performance.now();
      source.scrollTop += 400;
      list.scrollTop += 400;
      await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
      times.push((performance.now() - start) / 2);
    }
    return times.sort((a, b) => a - b)[30];
  });
  const last = page.locator('#source .row').last();
  await page.evaluate(() => { document.getElementById('source').scrollTop = 1e9; });
  await page.waitForFunction(() => document.querySelector('#source .row:last-child').textContent.includes('</main>'));
  assert.match(await last.innerText(), /<\/main>$/);
  assert.deepEqual(surprises, []);
  await page.close();
  console.log(`a page of 1 MB opens in ${opened.toFixed(0)} ms; the median frame of scrolling takes ${frame.toFixed(1)} ms`);
  assert.ok(opened < 5000);
}

function refusesTooManyBlocks() {
  const path = join(folder, 'many.html');
  writeFileSync(path, '<p>a'.repeat(500_000));
  const run = spawnSync(blockmask, ['view', path], { encoding: 'utf8' });
  assert.equal(run.status, 1);
  assert.match(run.stderr, /500000 blocks; a view shows at most 200000: use `blockmask blocks`/);
}

const url = viewOf('demo', readFileSync(demo));
await clickAndFilter(url);
await isAccessible(url, 'light');
await isAccessible(url, 'dark');
await isHarmless();
await isFast();
refusesTooManyBlocks();
await browser.close();
console.log('views: all checks passed');
