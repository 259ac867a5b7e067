// What TypeScript has to accept and to refuse; `make test-wasm` checks it, and never runs it.

import { load, type Block, type Blockmask, type BlockOptions, type Elements, type Fact, type FactOptions, type MarkdownOptions, type Options, type Page, type PageFacts, type PartialPage, type PassageChange, type PassageOptions, type Passages, type Tree, type TreeNode, type TreeOptions } from 'blockmask';

export async function everySource(module: WebAssembly.Module): Promise<Blockmask[]> {
  const url = new URL('https://example.org/blockmask.wasm');
  const sources = [undefined, url, url.href, new Uint8Array(), new ArrayBuffer(0), module];
  return Promise.all(sources.map(source => load(source)));
}

export function everyPage(blockmask: Blockmask): Page[] {
  const bytes = new Uint8Array();
  return ['<p>', bytes, bytes.buffer, new DataView(bytes.buffer)].map(html => blockmask.analyze(html));
}

export const options: Required<Options> = {
  name: 'a', charset: 'gbk', obeyCharset: true, address: 'https://example.org/', mask: 'seeker', comments: 'only',
  omitHeadline: true, omitMetadata: true, ignorePageRules: true, rules: 'blockmask rules 1', maxInput: 1000,
};

export const blockOptions: Required<BlockOptions> = { ...options, parts: new Set(['mask', 'facts'] as const) };

export const treeOptions: Required<TreeOptions> = { ...options, context: 'tr' };

export const markdownOptions: Required<MarkdownOptions> = { ...options, links: true, images: false };

export const factOptions: Required<FactOptions> = {
  ...options, xRobotsTag: 'noai', headers: 'Content-Signal: ai-train=no', agents: ['bot'], exclusionAttributes: ['data-x'], properties: true,
};

export function texts(blockmask: Blockmask): string[] {
  return [blockmask.text('<p>', options), blockmask.markdown('<p>', { links: false }), blockmask.html('<p>')];
}

export function parts(blockmask: Blockmask): [number, PageFacts | undefined] {
  const page: PartialPage = blockmask.analyze('<p>', { parts: ['facts'] });
  const facts: PageFacts = blockmask.facts('<p>', factOptions);
  return [page.blocks.length + facts.exclusions.length, page.facts];
}

export const passageOptions: Required<PassageOptions> = {
  ...options, maxTokens: 100, overlapTokens: 10, mainOnly: true, textFragments: true, tokenStarts: text => Uint32Array.of(0, text.length - 1),
};

export function passages(blockmask: Blockmask): [string, number][] {
  const found: Passages = blockmask.passages('<p>', { tokenStarts: () => [0] });
  return found.passages.map(passage => [passage.text, passage.roles['main'] ?? 0]);
}

export function headers(blockmask: Blockmask): (string | number)[][] {
  return blockmask.tableCells('<table>', { omitHeadline: true }).map(cell => [...cell.headers, cell.row]);
}

export function changes(blockmask: Blockmask, { passages }: Passages): PassageChange[] {
  return blockmask.diffPassages(passages.map(passage => passage.id), new Set(['1']));
}

export function elements(blockmask: Blockmask): [string, number, string | undefined][] {
  const found: Elements = blockmask.select('<p>', 'p > a', { charset: 'gbk' });
  return found.elements.map(element => [element.name, element.source_start, element.attributes[0]?.value]);
}

export function tree(blockmask: Blockmask): (string | number | undefined)[] {
  const found: Tree = blockmask.tree('<p id=a>', { charset: 'gbk' });
  const [p] = found.select('p'), [cell] = blockmask.select('<td>', 'td', treeOptions).elements;
  const { block_nodes } = blockmask.tree('<p>', { analyzed: true, context: 'td' }), last = p?.blocks?.[1] ?? block_nodes.length;
  const body: TreeNode | null = p ? found.closest(p, 'body') : null;
  return [body?.name, cell?.name, last, p?.first_child ?? undefined, p?.attributes?.[0]?.value, found.nodes[0]?.namespace];
}

export function view(blockmask: Blockmask): string {
  return blockmask.view('<p>', { mask: 'density' });
}

export function uses(page: Page): (string | number)[] {
  const main: Block[] = page.blocks.filter(block => !block.is_template);
  const canonical: Fact | null = page.facts.canonical;
  const targets = main.flatMap(block => block.links ?? []).map(link => link.address ?? link.target);
  return [page.title ?? '', canonical?.value ?? '', page.kind_probabilities?.['article'] ?? 0, ...targets];
}

export function refused(blockmask: Blockmask, page: Page): void {
  // @ts-expect-error: a number is no page.
  blockmask.analyze(7);
  // @ts-expect-error: groups were not asked for.
  blockmask.analyze('<p>', { parts: ['mask'] }).groups.length;
  // @ts-expect-error: no part has this name.
  blockmask.analyze('<p>', { parts: ['masks'] });
  // @ts-expect-error: plain text has no links.
  blockmask.text('<p>', { links: true });
  // @ts-expect-error: a selector is a string.
  blockmask.select('<p>', 7);
  // @ts-expect-error: a node is no index.
  blockmask.tree('<p>').matches(3, 'p');
  // @ts-expect-error: the options are in camel case, as is usual in JavaScript.
  blockmask.analyze('<p>', { max_input: 10 });
  // @ts-expect-error: the values of `comments` are closed.
  blockmask.analyze('<p>', { comments: 'some' });
  // @ts-expect-error: tokens are asked for by a function, as the text is not known before.
  blockmask.passages('<p>', { tokenStarts: [0] });
  // @ts-expect-error: pages need not have a title.
  page.title.length;
  // @ts-expect-error: blocks need not have links.
  page.blocks[0].links.length;
}
