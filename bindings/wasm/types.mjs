// Tests the types of the package against its results: `make test-wasm`.
//
//     node types.mjs PACKAGE SCHEMAS TSC FOLDER
//     node types.mjs PACKAGE SCHEMAS
//
// The second form writes the types of the results into the package. SCHEMAS has the JSON Schemas of the command line, TSC
// is the TypeScript compiler, FOLDER gets what it reads. A literal of a declared type must have all of its keys and no
// others, so that results written as literals are checked against the declarations in both directions.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [npm, schemas, tsc, folder] = process.argv.slice(2);
const schemaOf = name => JSON.parse(readFileSync(join(schemas, name), 'utf8'));
const [schema, passagesSchema] = [schemaOf('blocks.json'), schemaOf('passages.json')];

// Has what the pages among the fixtures have not.
const RICH = `<!doctype html><html lang=en dir=rtl><title>Rain</title>
<meta name=robots content="noarchive, max-snippet:50, max-image-preview:large, max-video-preview:9">
<meta name=robots content="unavailable_after: 2030-01-02, noai"><meta name=tdm-policy content=/policy.json>
<link rel=license type=application/rsl+xml href=/license.xml>
<meta property=og:title content=Rain><meta property=og:type content=article><meta property=og:site_name content=Daily>
<meta property=og:image content=/rain.png><meta name=description content="Rain fell for three days.">
<meta name=keywords content="rain, river">
<meta name=author content='Ann Smith'><meta property=article:published_time content=2026-05-02><meta property=article:modified_time content=2026-05-03>
<link rel=canonical href=https://example.org/rain><link rel=alternate hreflang=de href=https://example.org/regen>
<h1>Rain</h1><p>Rain, <ruby>雨<rt>ame</ruby>, fell on the city,<br>for the third day, and <a href=/river rel=nofollow>the river</a> rose.
<img src=rain.png alt="Rain over the city"><p data-nosnippet>Not for snippets.
<blockquote><p dir=ltr>We had never seen so much of it.</blockquote><ol><li>First it was loud<li>Then it was still</ol>
<table><tr><th>Day<th>Rain<tr><td>Monday<td>30 mm</table>
<p itemscope itemtype=https://schema.org/Person><span itemprop=name>Ann Smith</span> wrote this.`;

// What is there only if it is asked for, and what else every page has by default.
const EVERYTHING = { parts: ['mask', 'fields', 'structure', 'segments', 'region', 'fingerprint', 'annotations', 'counts',
  'facts', 'groups', 'languages', 'quality', 'records'] };

function results(blockmask, method) {
  const root = resolve(import.meta.dirname, '../..');
  const fixtures = join(root, 'tests/fixtures/pages');
  const files = readdirSync(fixtures).map(name => join(fixtures, name)).concat(join(root, 'examples/demo.html'));
  const fragments = method === 'passages' ? { textFragments: true } : {};
  const rules = 'blockmask rules 1\ncontent blockquote\nauthor li';
  const options = { address: 'https://example.org/page', comments: 'include', rules, ...fragments };
  return [RICH, ...files.map(file => readFileSync(file))].map(page => blockmask[method](page, options))
    .concat(blockmask[method](''), method === 'analyze' ? blockmask.analyze(RICH, EVERYTHING) : []);
}

/** The schemas of results by the name of the type, and of what is in them, but for WARC files, which only the command
 *  line reads. */
const objects = Object.entries({ Page: schema, Passages: passagesSchema, ...passagesSchema.$defs, ...schema.$defs })
  .filter(([name]) => name !== 'Warc')
  .map(([name, { properties, required, description }]) =>
    // What is always there comes first, in the order in which it is printed.
    [name, description, [...new Set([...required, ...Object.keys(properties)])].filter(key => key !== 'warc')
      .map(key => ({ key, isOptional: !required.includes(key), ...properties[key] }))]);

/** The type that a schema describes. */
function typeOf({ type, items, anyOf, $ref, additionalProperties }) {
  if ($ref) return $ref.split('/').at(-1);
  if (anyOf) return anyOf.map(typeOf).join(' | ');
  if (Array.isArray(type)) {
    return type.map(one => typeOf({ type: one, items, additionalProperties })).join(' | ');
  }
  if (type === 'array') return `${typeOf(items)}[]`;
  if (type === 'object') return `{ [name: string]: ${typeOf(additionalProperties)} }`;
  return type === 'integer' ? 'number' : type;
}

/** The declarations of the results, from the schemas. */
function declarations() {
  const comment = (text, indent) => text ? `${indent}/** ${text.replace(/\s+/g, ' ')} */\n` : '';
  const member = ({ key, isOptional, description, ...value }) =>
    `${comment(description, '  ')}  ${key}${isOptional ? '?' : ''}: ${typeOf(value)};\n`;
  const declared = objects.map(([name, description, keys]) =>
    `${comment(description, '')}export interface ${name} {\n${keys.map(member).join('')}}\n`);
  return '// The results, from the JSON Schemas in cli/src/schema: `make wasm` writes this file. Offsets are in bytes\n' +
    '// of the page, and in code units of a string.\n\n' + declared.join('\n');
}

/** Without a value that is neither null nor empty, nothing is known of the type of a key. */
function showsEveryKey(pages) {
  const shown = new Set();
  const walk = value => {
    for (const [key, inner] of Object.entries(value ?? {})) {
      if (typeof inner === 'object') walk(inner);
      const isEmpty = inner === null || Array.isArray(inner) && inner.length === 0;
      if (!isEmpty) shown.add(key);
    }
  };
  pages.forEach(walk);
  const keys = new Set(objects.flatMap(([, , keys]) => keys.map(({ key }) => key)));
  assert.deepEqual([...keys].filter(key => !shown.has(key)), UNSEEN);
}

// They need a page over a limit, a page without content, and a comment that answers another.
const UNSEEN = ['truncation', 'fallbacks', 'parent'];

function compiles(pages, passages) {
  mkdirSync(folder, { recursive: true });
  copyFileSync(join(import.meta.dirname, 'types.ts'), join(folder, 'types.ts'));
  const literals = results => results.map(result => JSON.stringify(result, null, 1)).join(',\n');
  writeFileSync(join(folder, 'results.ts'),
    `import type { Page, Passages } from 'blockmask';\n\nexport const pages: Page[] = [\n${literals(pages)}\n];\n` +
    `\nexport const passages: Passages[] = [\n${literals(passages)}\n];\n`);
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({
    compilerOptions: {
      noEmit: true, strict: true, exactOptionalPropertyTypes: true, target: 'es2022', module: 'nodenext',
      lib: ['es2022', 'dom'], types: [], paths: { blockmask: [resolve(npm, 'index.d.ts')] },
    },
    files: ['types.ts', 'results.ts'],
  }));
  const { status, stdout, error } = spawnSync(tsc, ['--project', folder], { encoding: 'utf8' });
  assert.equal(status, 0, `TypeScript refuses the types or the results:\n${stdout ?? error}`);
}

if (!tsc) {
  writeFileSync(join(npm, 'results.d.ts'), declarations());
  process.exit();
}
const { load } = await import(pathToFileURL(resolve(npm, 'index.js')));
const blockmask = await load();
const [pages, passages] = [results(blockmask, 'analyze'), results(blockmask, 'passages')];
// What is declared about entities is found if it is asked for.
pages[0].facts = blockmask.facts(RICH, { address: 'https://example.org/page', properties: true });
showsEveryKey([...pages, ...passages]);
compiles(pages, passages);
console.log('types of the package: all checks passed');
