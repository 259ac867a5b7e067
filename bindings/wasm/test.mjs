// Tests the package in Node, and the playground in Chromium: `make test-wasm`.
//
//     node test.mjs PACKAGE PLAYGROUND BLOCKMASK [CHROMIUM FOLDER]
//
// BLOCKMASK is the command line, whose results the package has to give; FOLDER has playwright-core in node_modules.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [npm, playground, program, executablePath, folder] = process.argv.slice(2);
const { load } = await import(pathToFileURL(resolve(npm, 'index.js')));
const demo = resolve(import.meta.dirname, '../../examples/demo.html');
const blockmask = await load();

function givesWhatTheCommandLineGives() {
  const address = pathToFileURL(demo).href;
  for (const options of [{}, { mask: 'density' }, { comments: 'include' }]) {
    const args = Object.entries(options).map(([name, value]) => `--${name}=${value}`);
    const line = execFileSync(program, ['blocks', '--format', 'jsonl', ...args, demo], { encoding: 'utf8' });
    const page = blockmask.analyze(readFileSync(demo), { name: demo, address, ...options });
    assert.deepEqual(page, JSON.parse(line));
  }
  const line = execFileSync(program,
    ['passages', '--format', 'jsonl', '--max-tokens=60', '--overlap-tokens=20', demo], { encoding: 'utf8' });
  const options = { name: demo, address, maxTokens: 60, overlapTokens: 20 };
  assert.deepEqual(blockmask.passages(readFileSync(demo), options), JSON.parse(line));
  assert.equal(blockmask.view(readFileSync(demo), { name: demo, address }),
    execFileSync(program, ['view', demo], { encoding: 'utf8', maxBuffer: 1 << 26 }));
}

function rendersTheMainText() {
  const address = pathToFileURL(demo).href;
  const page = readFileSync(demo);
  const printed = (...args) => execFileSync(program, [...args, demo], { encoding: 'utf8' });
  assert.equal(blockmask.text(page, { address }) + '\n', printed('text', '--format=plain'));
  assert.equal(blockmask.markdown(page, { address }), printed('text', '--format=markdown'));
  assert.equal(blockmask.markdown(page, { address, links: true, images: true, comments: 'include' }),
    printed('text', '--format=markdown', '--images', '--comments=include'));
  assert.equal(blockmask.html(page, { address }) + '\n', printed('text', '--format=html'));
  assert.equal(blockmask.markdown('<p>See <a href=/a>this <b>page</b></a>.', { links: false }), 'See this **page**.\n');
  assert.equal(blockmask.text(''), '');
  assert.deepEqual(blockmask.facts(page, { address }), JSON.parse(printed('facts', '--format=jsonl')).facts);
  const { robots } = blockmask.facts('<p>x', { xRobotsTag: 'otherbot: noindex', agents: new Set(['OtherBot']) });
  const [property] = blockmask.facts('<p itemscope><b itemprop=name>Ann</b>', { properties: true }).properties;
  assert.deepEqual([property.path, property.value, property.origin], ['name', 'Ann', 'microdata']);
  assert.deepEqual(robots.directives.map(({ name, agent }) => [name, agent]), [['noindex', 'otherbot']]);
}

function givesThePartsThatAreAskedFor() {
  const html = '<nav><a href=/>Home</a></nav><h1>Rain</h1><p>It fell for three days.<img src=a.png alt="Rain">';
  const always = ['file', 'schema', 'encoding', 'encoding_source', 'truncation', 'fallbacks', 'is_recovered', 'title',
    'headline', 'kind', 'kind_probabilities', 'blocks'];
  const lists = parts => Object.keys(blockmask.analyze(html, { parts })).filter(key => !always.includes(key));
  assert.deepEqual(lists([]), []);
  assert.deepEqual(lists(['mask', 'structure']), ['comments', 'images']);
  assert.deepEqual(lists(new Set(['region', 'fingerprint'])), ['main_regions', 'fingerprint']);
  assert.deepEqual(lists(['segments', 'annotations', 'records', 'groups', 'facts', 'quality']),
    ['quality', 'annotations', 'segments', 'records', 'groups', 'facts']);
  const whole = blockmask.analyze(html);
  const parts = ['mask', 'fields', 'structure', 'segments', 'region', 'fingerprint', 'annotations', 'facts', 'groups',
    'quality', 'records'];
  assert.deepEqual(blockmask.analyze(html, { parts }), whole);
  const { counts, block_counts: blockCounts } = blockmask.analyze(html, { parts: ['counts'] });
  assert.deepEqual([counts.words, blockCounts.length], [6, 3]);
  const { facts, groups } = blockmask.analyze(html, { parts: ['facts', 'groups'] });
  assert.deepEqual([facts, groups], [whole.facts, whole.groups]);
  assert.throws(() => blockmask.analyze(html, { parts: ['masks'] }), /unknown part "masks": .*fingerprint, annotations/);
}

function countsTheUnitsOfStrings() {
  const html = '<title>Übung 😀</title><!-- é -->' +
    '<p>Ein 😀 <a href="/übung?😀">Wort&uuml; 😀</a>, und "text_start":7, ' + 'ä'.repeat(300) + ' <a href=/>Ende</a>.' +
    '<table><tr><th>é<td>1</table><p><math alttext="ü^2"><mi>x</mi></math> é';
  const page = blockmask.analyze(html);
  const text = page.blocks.map(block => block.text).join('\n');
  assert.deepEqual(page.blocks.slice(0, 1).map(block => html.slice(block.source_start, block.source_end)), ['Übung 😀']);
  const [first, last] = page.blocks[1].links;
  assert.equal(html.slice(first.source_start, first.source_end), 'Wort&uuml; 😀');
  assert.equal(text.slice(first.text_start, first.text_end), 'Wortü 😀');
  assert.equal(html.slice(last.source_start, last.source_end), 'Ende');
  assert.equal(text.slice(last.text_start, last.text_end), 'Ende');
  for (const block of page.blocks) assert.equal(text.slice(block.text_start, block.text_end), block.text);
  assert.match(page.blocks[1].text, /"text_start":7, ä/);
  const [formula] = page.annotations;
  assert.match(html.slice(formula.source_start, formula.source_end), /^<math[^]*<\/math>$/);
  const [header] = blockmask.tableCells(html);
  assert.match(html.slice(header.source_start, header.source_end), /^<th>é/);
  const [link] = blockmask.select(html, 'a[href="/"]').elements;
  assert.equal(html.slice(link.content_start, link.content_end), 'Ende');
  const { passages } = blockmask.passages(html);
  const ends = passages.map(({ source_start, source_end }) => html.slice(source_start, source_end));
  assert.deepEqual([ends[0].slice(0, 6), ends.at(-1).slice(-3)], ['Ein 😀', '> é']);
  // Bytes are counted where the page is bytes, and half of a pair is one unit.
  assert.equal(blockmask.analyze(new TextEncoder().encode('é<p>b')).blocks[1].source_start, 5);
  assert.equal(blockmask.analyze('é<p>b').blocks[1].source_start, 4);
  assert.equal(blockmask.analyze('\ud83d<p>b').blocks[1].source_start, 4);
}

function readsTables() {
  const cells = blockmask.tableCells('<table><tr><td><th>Rain<tr><th>Monday<td>30 mm</table>');
  assert.deepEqual(cells.map(cell => cell.headers), [[], [], [], [1, 2]]);
  assert.deepEqual(cells[3], {
    source_start: 37, source_end: 46, table: 0, row: 1, column: 1, row_span: 1, column_span: 1, is_header: false,
    is_guessed_header: false, first_block: 2, end_block: 3, headers: [1, 2],
  });
}

function comparesVersions() {
  const ids = html => blockmask.passages(html, { maxTokens: 12 }).passages.map(passage => passage.id);
  const html = '<p>Rain fell on the city for the third day in a row.<p>The river rose, and the old bridge was closed.';
  const [old, updated] = [ids(html), ids(html.replace('rose', 'fell'))];
  assert.deepEqual(blockmask.diffPassages(old, updated), [
    { change_kind: 'stayed', old_passage: 0, new_passage: 0 },
    { change_kind: 'changed', old_passage: 1, new_passage: 1 },
  ]);
  assert.deepEqual(blockmask.diffPassages(old.slice(1), []),
    [{ change_kind: 'went', old_passage: 0, new_passage: null }]);
  assert.throws(() => blockmask.diffPassages(['x'], []), /no id of a passage/);
}

function selectsElements() {
  const html = '<ul><li class=a>1<li>2 <a href="/?a&amp;b">ü</a></ul>';
  const { elements, truncation } = blockmask.select(html, 'ul > li:has(a), a[href]');
  assert.deepEqual([elements.map(element => [element.name, element.text]), truncation], [[['li', '2 ü'], ['a', 'ü']], []]);
  assert.equal(html.slice(elements[1].source_start, elements[1].source_end), '<a href="/?a&amp;b">ü</a>');
  assert.deepEqual(elements[1].attributes, [{ name: 'href', value: '/?a&b' }]);
  const line = execFileSync(program, ['select', '--format', 'jsonl', 'h2, p', demo], { encoding: 'utf8' });
  assert.deepEqual(blockmask.select(readFileSync(demo), 'h2, p', { name: demo }), JSON.parse(line));
  assert.deepEqual(blockmask.select('<b>', '*').elements.map(element => element.name), ['html', 'head', 'body', 'b']);
  assert.throws(() => blockmask.select(html, 'li:hover'), /at byte 2 of the selector, found `:hover`/);
  assert.throws(() => blockmask.select('<p>'.repeat(20000), 'b ~ p'), /the page reaches a limit/);
}

function showsTheTree() {
  const html = '<!doctype html><!--ü--><ul><li class="a&amp;b">1<li>2 <a href=/x>ü</a></ul><svg viewBox="0 0"/>';
  const tree = blockmask.tree(html);
  const named = name => tree.nodes.find(node => node.name === name);
  const [ul, a, svg] = ['ul', 'a', 'svg'].map(named);
  assert.deepEqual(tree.nodes.slice(0, 3).map(({ kind, name, parent, text }) => [kind, name, parent, text]), [
    ['document', '', null, undefined], ['doctype', 'html', 0, undefined], ['comment', '', 0, 'ü'],
  ]);
  assert.deepEqual([svg.namespace, svg.attributes[0].name, tree.truncation], ['svg', 'viewBox', []]);
  const [li] = tree.select('li'), [{ value, source_start, source_end }] = li.attributes;
  assert.deepEqual([value, html.slice(source_start, source_end)], ['a&b', 'a&amp;b']);
  assert.equal(html.slice(a.content_start, a.content_end), tree.nodes[a.first_child].text);
  assert.ok(tree.matches(a, 'li + li > a') && !tree.matches(ul, 'li') && !tree.matches(tree.nodes[0], '*'));
  assert.equal(tree.closest(tree.nodes[a.first_child], 'ul, ol'), ul);
  assert.equal(tree.closest(a, 'ol'), null);
  // Head and body have no tags, and siblings follow each other.
  const body = named('body');
  assert.equal(body.source_start, body.content_start);
  const children = [];
  for (let at = body.first_child; at !== null; at = tree.nodes[at].next_sibling) children.push(tree.nodes[at].name);
  assert.deepEqual(children, ['ul', 'svg']);
  for (const node of tree.nodes.slice(1)) assert.ok(tree.nodes[node.parent].subtree_end >= node.subtree_end);
  assert.throws(() => tree.select('li['), /at byte 3 of the selector/);
  const row = blockmask.tree('<td>1<td>2', { context: 'tr' });
  assert.deepEqual(row.nodes.map(node => node.name || node.kind), ['document', 'td', 'text', 'td', 'text']);
  assert.deepEqual(blockmask.select('<td>1<td>2', 'td', { context: 'tr' }).elements.length, 2);
  const story = '<h1>Rain</h1><p>It fell on <time>Saturday</time>, and the river rose.';
  const analyzed = blockmask.tree(story, { analyzed: true }), [time] = analyzed.select('time');
  assert.deepEqual(analyzed.block_nodes.map(node => analyzed.nodes[node].name), ['h1', 'p']);
  assert.deepEqual([time.blocks, analyzed.nodes[0].blocks, row.nodes[0].blocks], [[1, 2], [0, 2], undefined]);
  assert.throws(() => blockmask.select(story, 'p', { analyzed: true }), /unknown option "analyzed"/);
  assert.deepEqual(blockmask.tree('').nodes.map(node => node.kind), ['document', 'element', 'element', 'element']);
}

function takesStringsAndBytes() {
  const html = '<title>Übung</title><p>naïve 😀 text';
  const texts = input => blockmask.analyze(input).blocks.map(block => block.text);
  assert.deepEqual(texts(html), ['Übung', 'naïve 😀 text']);
  const bytes = new TextEncoder().encode(html);
  assert.deepEqual(texts(bytes.buffer), texts(html));
  assert.deepEqual(texts(new DataView(bytes.buffer)), texts(html));
  const latin = Uint8Array.of(...[...'<p>na\xefve'].map(c => c.charCodeAt(0)));
  assert.equal(blockmask.analyze(latin, { charset: 'windows-1252' }).blocks[0].text, 'naïve');
  // A str is not in the encoding that it declares.
  assert.deepEqual(texts('<meta charset=gbk><p>naïve'), ['naïve']);
  assert.deepEqual(blockmask.analyze('').blocks, []);
}

function obeysTheDeclaredEncodingIfAsked() {
  // Text in windows-1251 that is declared as UTF-8.
  const html = Uint8Array.from('<p>Дождь шёл третий день, и река поднялась выше своих берегов, так что мост закрыли.', c =>
    c === 'ё' ? 0xb8 : c >= 'А' && c <= 'я' ? c.charCodeAt(0) - 0x350 : c.charCodeAt(0));
  const encoding = options => blockmask.analyze(html, { charset: 'utf-8', ...options }).encoding;
  assert.equal(encoding({}), 'windows-1251');
  assert.equal(encoding({ obeyCharset: false }), 'windows-1251');
  assert.equal(encoding({ obeyCharset: true }), 'UTF-8');
  assert.equal(blockmask.analyze('<p>Дождь', { charset: 'windows-1251', obeyCharset: true }).blocks[0].text, 'Дождь');
}

function cutsPassagesByOtherTokens() {
  const html = '<h1>Flüsse 🌊</h1><p>Rain fell on the city for the third day. The 🌊 rose and rose.';
  const texts = [];
  const letters = text => {
    texts.push(text);
    return Array.from(text.matchAll(/\p{L}|🌊/gu), match => match.index);
  };
  const { passages } = blockmask.passages(html, { maxTokens: 45, tokenStarts: letters });
  assert.deepEqual(texts, ['Flüsse 🌊\nRain fell on the city for the third day. The 🌊 rose and rose.\n']);
  assert.deepEqual(passages.map(({ text, tokens, roles }) => [text, tokens, roles]), [
    ['Flüsse 🌊\nRain fell on the city for the third day.', 38, { heading: 7, main: 31 }],
    ['The 🌊 rose and rose.', 15, { main: 15 }],
  ]);
  assert.deepEqual(passages[1].headings, ['Flüsse 🌊']);
  const tokensBy = tokenStarts => blockmask.passages(html, { tokenStarts }).passages.map(passage => passage.tokens);
  assert.deepEqual(tokensBy(() => []), [0]);
  assert.deepEqual(tokensBy(() => Uint32Array.of(0, 7)), [2]);
  // They descend, repeat, are inside of a pair of surrogates or behind the text, or are no offsets.
  for (const starts of [[3, 2], [1, 1], [8], [99], [-1], [0.5], ['0']])
    assert.throws(() => tokensBy(() => starts), Error, String(starts));
  assert.throws(() => blockmask.passages(html, { maxTokens: 0 }), /maxTokens is 0/);
  assert.throws(() => tokensBy(() => { throw new TypeError('no tokens'); }), /no tokens/);
  // A text may begin with U+FEFF.
  assert.deepEqual(blockmask.passages('<p>\u200d\ufeff&#xfeff;One', { tokenStarts: text => [text.indexOf('One')] })
    .passages.map(passage => passage.tokens), [1]);
  assert.deepEqual(blockmask.passages('').passages, []);
}

function refusesWhatIsWrong() {
  assert.throws(() => blockmask.analyze('x', { mask: 'none at all' }), /unknown mask "none at all": .*density/);
  assert.throws(() => blockmask.analyze('x', { max_input: 9 }),
    error => error instanceof TypeError && /unknown option "max_input"; the options are name, .*maxInput/.test(error.message));
  assert.throws(() => blockmask.text('x', { links: true }), /unknown option "links"/);
  assert.throws(() => blockmask.passages('x', { selector: 'p' }), /unknown option "selector"/);
  assert.equal(blockmask.analyze('<p>x', { charset: undefined, address: null }).blocks.length, 1);
  assert.throws(() => blockmask.analyze('x', { obeyCharset: 'yes' }), /expected a boolean/);
  assert.throws(() => blockmask.analyze('x'.repeat(99), { maxInput: 10 }), /limit/);
  assert.throws(() => blockmask.analyze(7), TypeError);
  assert.equal(blockmask.analyze('<p>still works').blocks.length, 1);
}

function keepsNoMemory() {
  const page = '<p>Rain fell on the city. '.repeat(4000);
  const before = process.memoryUsage().external;
  for (let i = 0; i < 50; i++) blockmask.analyze(page);
  assert.ok(process.memoryUsage().external - before < 100e6);
}

function runsTheExampleOfTheReadme() {
  const example = readFileSync(join(npm, 'README.md'), 'utf8').match(/```js\n([^]*?)```/)[1];
  const path = join(npm, 'example.mjs');
  writeFileSync(path, example.replace("'blockmask'", "'./index.js'"));
  assert.equal(execFileSync(process.execPath, [path], { encoding: 'utf8' }),
    'link 2 Home\ntext 4 Rain fell on the city for the third day.\n');
  rmSync(path);
}

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.wasm': 'application/wasm' };

async function playgroundShowsAPage() {
  const { chromium } = createRequire(resolve(folder, 'package.json'))('playwright-core');
  const server = createServer((request, response) => {
    try {
      const path = join(playground, request.url === '/' ? 'index.html' : new URL(request.url, 'http://a').pathname);
      const body = readFileSync(path);
      response.writeHead(200, { 'Content-Type': TYPES[extname(path)] }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise(done => server.listen(0, '127.0.0.1', done));
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
  const surprises = [];
  page.on('console', message => surprises.push(message.text()));
  page.on('pageerror', error => surprises.push(String(error)));
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  const view = page.frameLocator('#view');
  // A file, a click, another option.
  await page.locator('#file').setInputFiles(demo);
  await view.locator('#list .block', { hasText: 'When the October flood' }).click();
  assert.match(await view.locator('#details').innerText(), /Kept: its probability/);
  assert.match(await page.locator('#status').innerText(), /^demo\.html, \d+ ms$/);
  const kept = async () => Number((await view.locator('#cut-value').innerText()).match(/(\d+) of/)[1]);
  const before = await kept();
  await page.locator('#comments').selectOption('only');
  await view.locator('#list .block').first().waitFor();
  await page.waitForTimeout(300);
  assert.notEqual(await kept(), before);
  await view.getByLabel(/^\s*navigation/).uncheck();
  assert.equal(await view.locator('#list .block', { hasText: 'Weather' }).count(), 0);
  // Pasted, with a script that must not run.
  await page.locator('#html').fill('<p>pasted words</p><script>top.hit = 1; alert(1)</script>');
  await view.locator('#list .block', { hasText: 'pasted words' }).waitFor();
  assert.equal(await page.evaluate(() => window.hit), undefined);
  assert.deepEqual(surprises, []);
  await browser.close();
  server.close();
  console.log('playground: all checks passed');
}

givesWhatTheCommandLineGives();
takesStringsAndBytes();
obeysTheDeclaredEncodingIfAsked();
cutsPassagesByOtherTokens();
rendersTheMainText();
givesThePartsThatAreAskedFor();
countsTheUnitsOfStrings();
readsTables();
comparesVersions();
selectsElements();
showsTheTree();
refusesWhatIsWrong();
keepsNoMemory();
runsTheExampleOfTheReadme();
console.log('package for JavaScript: all checks passed');
if (executablePath && folder) {
  await playgroundShowsAPage();
} else {
  console.log('skipped: the playground in a browser, because Chromium or playwright-core is missing');
}
