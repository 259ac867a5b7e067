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

const FLOOD = 'ارتفع النهر مترين في الليل، وأغلق الجسر القديم حتى ينخفض الماء.';
const RIGHT_TO_LEFT = `<!doctype html><html lang=ar dir=rtl><title>فيضان النهر - جريدة الوادي</title>
<meta name=description content="ما حدث في الليل عند الجسر القديم."><nav><a href=/>الرئيسية</a> <a href=/w>الطقس</a></nav>
<main><h1>فيضان النهر</h1><p>${FLOOD} ${FLOOD} قال العمدة: 3 أيام، ثم "Sallow Ford" مفتوح.
<p dir=ltr>The bridge of Sallow Ford is closed until the water has gone, said the mayor on Monday.
<p lang=fa>می\u200cخواهیم که پل دوباره باز شود، و منتظر می\u200cمانیم تا آب پایین برود.
<p lang=he>הנהר עלה בלילה, והגשר הישן סגור עד שהמים ירדו.</p></main><footer>جريدة الوادي 2024</footer>`;

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

async function showsSegments(url) {
  const { page, surprises } = await open(url);
  const details = page.locator('#details'), current = page.locator('#list [aria-current=true]');
  const numbers = await page.evaluate(() =>
    [...new Set(view.blocks.map(block => block.segment))].filter(Number.isInteger));
  assert.ok(numbers.length > 10);
  // Each segment with blocks has a band as high as they are, and a label that names the first and the last of them.
  await page.locator('#list .segment').first().waitFor();
  const groups = await page.locator('#list .segment[role=group]').all();
  assert.equal(groups.length, numbers.length);
  for (const group of groups) {
    const [, number, first, last] = (await group.getAttribute('aria-label'))
      .match(/^Segment (\d+): blocks? (\d+)(?: to (\d+))?, \d+ tokens?, text density \d+\.\d\d$/);
    const shown = await group.locator('.block').evaluateAll(blocks => blocks.map(block => block.dataset.index));
    assert.deepEqual([shown[0], shown.at(-1)], [first, last ?? first]);
    const band = group.locator('.band');
    assert.equal(await band.innerText(), number);
    assert.equal(await band.evaluate(band => band.title), await group.getAttribute('aria-label'));
    assert.ok((await band.boundingBox()).height >= (await group.boundingBox()).height - 4);
    assert.ok(await band.evaluate(({ classList }) => classList.contains('begins') && classList.contains('ends')));
  }
  // With Shift and the arrow keys from segment to segment.
  await page.locator('#list').focus();
  const at = [];
  for (let i = 0; i < numbers.length + 2; i++) {
    await page.keyboard.press('Shift+ArrowDown');
    at.push(Number((await details.innerText()).match(/Segment\s+(\d+):/)[1]));
  }
  assert.deepEqual(at, [...numbers, numbers.at(-1), numbers.at(-1)]);
  await page.keyboard.press('Shift+ArrowUp');
  assert.match(await details.innerText(), new RegExp(`Segment\\s+${numbers.at(-2)}:`));
  assert.equal(await current.count(), 1);
  assert.deepEqual(surprises, []);
  await page.close();
}

async function showsFacts(url) {
  const { page, surprises } = await open(url);
  const facts = page.locator('#facts'), marked = page.locator('#source .marked');
  assert.match(await facts.innerText(), /page_type\s+article\s+meta/);
  const published = facts.getByRole('button', { name: '2024-04-02, confidence' });
  await published.click();
  assert.deepEqual(await marked.allInnerTexts(), ['2024-04-02']);
  assert.equal(await published.getAttribute('aria-pressed'), 'true');
  // With the keyboard, and off again.
  await facts.getByRole('button', { name: 'article' }).focus();
  await page.keyboard.press('Enter');
  assert.deepEqual(await marked.allInnerTexts(), ['article']);
  assert.equal(await published.getAttribute('aria-pressed'), 'false');
  await page.keyboard.press('Enter');
  assert.equal(await marked.count(), 0);
  // A block takes the mark away.
  await published.click();
  await page.locator('#list .block').nth(3).click();
  assert.equal(await marked.count(), 0);
  assert.equal(await facts.locator('[aria-pressed=true]').count(), 0);
  assert.deepEqual(surprises, []);
  await page.close();
}

/** Where the characters of a block's text from one place to another are, as if they were one. */
const boxOf = (block, from, to) => block.evaluate((block, [from, to]) => {
  const range = document.createRange();
  range.setStart(block.lastChild, from < 0 ? block.lastChild.length + from : from);
  range.setEnd(block.lastChild, to <= 0 ? block.lastChild.length + to : to);
  const { left, right } = range.getBoundingClientRect();
  return { left, right };
}, [from, to]);

/** Each text runs in its own direction and begins at its own side, on the page and in the tool around it. */
async function showsRightToLeft() {
  const url = viewOf('right-to-left', RIGHT_TO_LEFT);
  const { page, surprises } = await open(url);
  const blockOf = text => page.locator('#list .block', { hasText: text }).last();
  const direction = locator => locator.evaluate(element => getComputedStyle(element).direction);
  const texts = [[FLOOD, 'rtl'], ['می\u200cخواهیم', 'rtl'], ['הנהר', 'rtl'], ['The bridge of', 'ltr']];
  for (const [text, expected] of texts) {
    const block = blockOf(text), box = await block.boundingBox();
    assert.equal(await direction(block), expected, text);
    const tag = await block.locator('.tag').boundingBox(), [tagEnd, end] = [tag.x + tag.width, box.x + box.width];
    const [first, before, last] = [await boxOf(block, 0, 1), await boxOf(block, -2, -1), await boxOf(block, -1, 0)];
    // The number, then the text, whose last character is the full stop.
    const isOrdered = expected === 'rtl'
      ? [end - tagEnd < 12, first.right <= tag.x, last.right <= before.left + 1]
      : [tag.x - box.x < 12, first.left >= tagEnd, last.left >= before.right - 1];
    assert.deepEqual(isOrdered, [true, true, true], text);
  }
  // Joiners shape letters, and are not shown as symbols.
  assert.match(await page.locator('#list').innerText(), /می\u200cخواهیم/);
  assert.equal(await direction(page.locator('#title')), 'rtl');
  assert.equal(await direction(page.getByRole('button', { name: 'ما حدث' })), 'rtl');
  // The tool itself stays as it is, and nothing is wider than the window.
  await blockOf(FLOOD).click();
  for (const id of ['details', 'source', 'facts']) assert.equal(await direction(page.locator(`#${id}`)), 'ltr', id);
  assert.match(await page.locator('#source .selected').first().innerText(), /^ارتفع النهر/);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  await page.locator('#find').fill('הגשר הישן');
  assert.match(await page.locator('#list [aria-current=true]').innerText(), /הנהר/);
  assert.equal(await direction(page.locator('#find')), 'rtl');
  assert.deepEqual(surprises, []);
  await page.close();
  await isAccessible(url, 'light');
  await isAccessible(url, 'dark');
}

/** Two versions of a page: one paragraph is left out of the other, one is new, and one is a block of the menu in it. */
async function comparesVersions() {
  const words = 'was said by the mayor on Monday, when the river had risen by two metres over night and the bridge was closed.';
  const paragraph = (name, i) => `<p>The ${name} sentence ${i} ${words}</p>`;
  const page = (...paragraphs) => `<title>Rain</title><main><h1>Rain</h1>${paragraphs.join('')}</main>`;
  const common = [1, 2, 3, 4].map(i => paragraph('common', i));
  const [a, b, output] = ['a.html', 'b.html', 'compared.html'].map(name => join(folder, name));
  writeFileSync(a, page(...common, paragraph('old', 1)));
  writeFileSync(b, page(...common, paragraph('new', 1)) + '<script>/* \u202e */</script>');
  const table = execFileSync(blockmask, ['compare', a, b, '--view', output], { encoding: 'utf8' });
  assert.match(table, /2 judged differently/);
  const { page: opened, surprises } = await open(pathToFileURL(output).href);
  const blocks = opened.locator('#list .block');
  await blocks.first().waitFor();
  const all = await blocks.count();
  assert.match(await opened.locator('#summary').innerText(), /a\.html compared with .*b\.html/);
  await opened.getByLabel('Only differences (1)').check();
  await blocks.first().waitFor();
  assert.equal(await blocks.count(), 1);
  assert.match(await blocks.innerText(), /main [01]\.\d\d\s*other: absent\s*The old sentence 1/);
  await blocks.click();
  assert.match(await opened.locator('#details').innerText(), /a\.html\s+kept, [01]\.\d\d\s+.*b\.html\s+absent/);
  await opened.getByLabel('Only differences').uncheck();
  await blocks.first().waitFor();
  assert.equal(await blocks.count(), all);
  await blocks.filter({ hasText: 'common sentence 2' }).click();
  assert.match(await opened.locator('#details').innerText(), /a\.html\s+kept, [01]\.\d\d\s+.*b\.html\s+kept, [01]\.\d\d/);
  assert.match(await opened.locator('#added').innerText(), /Only in .*b\.html\s+\d+ kept, [01]\.\d\d\s*The new sentence 1/);
  assert.deepEqual(surprises, []);
  await opened.close();
  await isAccessible(pathToFileURL(output).href, 'light');
  await isAccessible(pathToFileURL(output).href, 'dark');
}

/** Two masks on the same page: what they judge differently is what the table has. */
async function comparesMasks() {
  const output = join(folder, 'masks.html');
  const table = execFileSync(blockmask, ['compare', demo, '--with-mask', 'tag-path', '--view', output], { encoding: 'utf8' });
  const rows = table.split('\n').slice(3, -1).map(row => Number(row.trim().split(' ')[0]));
  assert.ok(rows.length > 0);
  const { page, surprises } = await open(pathToFileURL(output).href);
  await page.locator('#only-different').check();
  await page.locator('#list .differs').first().waitFor();
  const shown = await page.locator('#list .block').evaluateAll(all => all.map(block => Number(block.dataset.index)));
  assert.deepEqual(shown, rows);
  assert.equal(await page.locator('#added').count(), 0);
  assert.deepEqual(surprises, []);
  await page.close();
}

async function isAccessible(url, colorScheme) {
  const { page } = await open(url, { bypassCSP: true, colorScheme });
  await page.locator('#list .block').nth(3).click();
  if (await page.locator('#facts .fact').count()) await page.locator('#facts .fact').first().click();
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
await showsSegments(url);
await showsFacts(url);
await isAccessible(url, 'light');
await isAccessible(url, 'dark');
await showsRightToLeft();
await comparesVersions();
await comparesMasks();
await isHarmless();
await isFast();
refusesTooManyBlocks();
await browser.close();
console.log('views: all checks passed');
