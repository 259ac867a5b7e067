import type { Page, PageFacts, Passages } from './results.js';

export type * from './results.js';

/** A page: bytes in any encoding, or a string. Offsets count bytes, or the code units of the string, as `slice` does. */
export type Html = string | ArrayBuffer | ArrayBufferView;

/** What can be said beside a page. */
export interface Options {
  /** The name of the page in the results. */
  name?: string;
  /** The declared encoding of bytes, such as the charset of HTTP's Content-Type; a string has none. */
  charset?: string;
  /**
   * Whether the declared encoding is obeyed, as browsers do, even if the bytes contradict it, such as text in GBK that is
   * declared as UTF-8; false by default. Means nothing for a string.
   */
  obeyCharset?: boolean;
  /** The address of the page, which tells links within it from links to other pages. */
  address?: string;
  /** How blocks are classified as content or template. */
  mask?: 'learned' | 'density' | (string & {});
  /** What becomes of comments of readers. */
  comments?: 'exclude' | 'include' | 'only';
  /** Whether the main text, and so passages, leave out the headline, with which it begins otherwise; false by default. */
  omitHeadline?: boolean;
  /** Whether text that occurs only in metadata is left out, also where the page shows hardly anything else; false by default. */
  omitMetadata?: boolean;
  /**
   * Whether what pages say about what is to be searched, by noindex, googleoff, data-nosnippet, Pagefind or DocSearch, is
   * ignored; false by default.
   */
  ignorePageRules?: boolean;
  /** The text of a file of rules of the site's owner, which docs/guides/rules.md explains. */
  rules?: string;
  /** The longest page in bytes. */
  maxInput?: number;
}

/** A part of an analysis, or a result that is computed when asked for. */
export type Part =
  'mask' | 'fields' | 'structure' | 'segments' | 'region' | 'fingerprint' | 'annotations' | 'counts' | 'facts' |
  'groups' | 'languages' | 'quality' | 'records';

/** What is known of the blocks. */
export interface BlockOptions extends Options {
  /**
   * The parts that are needed; all but `counts` and `languages` by default. The result has no other lists. Without `mask` no block is template, without
   * `fields` none has a field, and without `structure` all are paragraphs.
   */
  parts?: Iterable<Part>;
}

/** The lists of a page, which are there if the part is asked for: `mask`, `structure`, `region`, or the one of that name. */
type Lists =
  'comments' | 'images' | 'main_regions' | 'segments' | 'fingerprint' | 'annotations' | 'facts' | 'groups' | 'quality' |
  'records';

/** A page of which parts were asked for. */
export type PartialPage = Omit<Page, Lists> & Partial<Pick<Page, Lists>>;

/** How a tree is made. */
export interface TreeOptions extends Options {
  /** The name of the element that the page is a fragment in, such as `tr`. */
  context?: string;
}

/** How Markdown is written. */
export interface MarkdownOptions extends Options {
  /** Whether links keep their addresses; true by default. */
  links?: boolean;
  /** Whether images are kept; false by default. */
  images?: boolean;
}

/** What facts depend on besides the page. */
export interface FactOptions extends Options {
  /** The values of all `X-Robots-Tag` headers, one per line. */
  xRobotsTag?: string;
  /** Other headers that came with the page, one per line as `name: value`. */
  headers?: string;
  /** The names of crawlers whose directives apply in addition to the general ones. */
  agents?: Iterable<string>;
  /** The names of attributes that exclude an element from the index; at most 32 are read. */
  exclusionAttributes?: Iterable<string>;
  /** Whether to find all values that the page declares in JSON-LD, microdata and RDFa Lite, too. */
  properties?: boolean;
}

/** How the text is cut into passages. */
export interface PassageOptions extends Options {
  /** Tokens of a passage at most, 1 or more; 256 by default. */
  maxTokens?: number;
  /** Tokens at most that a passage repeats of the one before, in whole sentences; 0 by default. */
  overlapTokens?: number;
  /**
   * Whether passages have only the main text; false by default: then they also have what else a query may ask for, such
   * as links in the page, but no menus, legal text and comments that are left out.
   */
  mainOnly?: boolean;
  /** Whether each passage has `text_fragment`, which leads to it when it is appended to the address of the page. */
  textFragments?: boolean;
  /**
   * The tokens of another tokenizer, which are counted then: the offsets in the text of the page at which they begin,
   * as strings of JavaScript have them, ascending, each once. Called once, with that text. Tokens outside of the
   * passages do not count.
   */
  tokenStarts?: (text: string) => Iterable<number>;
}

/** A cell of a data table. */
export interface TableCell {
  /** Its element in the page. */
  source_start: number;
  source_end: number;
  /** The number of its table on the page, from 0; layout tables are counted, too. */
  table: number;
  /** Its first row and column, from 0. */
  row: number;
  column: number;
  /** How many rows it spans, 65534 if all following ones, and how many columns. */
  row_span: number;
  column_span: number;
  /** Whether it is a header. */
  is_header: boolean;
  /** Whether it is a header by its looks alone, and no `th`. */
  is_guessed_header: boolean;
  /** Its first block, and one past its last one; both are equal if it has none. */
  first_block: number;
  end_block: number;
  /** Its headers: at most 16 indices of cells. */
  headers: number[];
}

/** What became of one passage from one version of a page to another. */
export interface PassageChange {
  change_kind: 'stayed' | 'moved' | 'changed' | 'came' | 'went';
  /** Its index in the old version; null if it came. */
  old_passage: number | null;
  /** Its index in the new version; null if it went. */
  new_passage: number | null;
}

/** An element that a selector matches. */
export interface SelectedElement {
  /** Its index in the tree of the page. */
  node: number;
  /** Its name as in the DOM. */
  name: string;
  /** Its first byte in the page, and one past its last byte. */
  source_start: number;
  source_end: number;
  /** The first byte after its start tag, and the first byte of its end tag. */
  content_start: number;
  content_end: number;
  /** Its attributes, decoded. */
  attributes: { name: string; value: string }[];
  /** All text in it. */
  text: string;
}

/** The elements of a page that a selector matches. */
export interface Elements {
  file: string;
  schema: number;
  /** In document order. */
  elements: SelectedElement[];
  /** The limits that truncated the page or the list. */
  truncation: string[];
}

/** A node of a tree. */
export interface TreeNode {
  /** Its index in `Tree.nodes`. */
  node: number;
  kind: 'document' | 'doctype' | 'element' | 'text' | 'comment' | 'processing-instruction';
  /** The name of an element as in the DOM, of a document type, or the target of a processing instruction; else empty. */
  name: string;
  /** Of an element. */
  namespace?: 'html' | 'svg' | 'mathml';
  /** Indices of other nodes. The nodes in it are the ones from its first child up to `subtree_end`. */
  parent: number | null;
  first_child: number | null;
  next_sibling: number | null;
  subtree_end: number;
  /** Its first byte in the page, and one past its last byte. */
  source_start: number;
  source_end: number;
  /** The first byte after its start tag, and the first byte of its end tag. A tag that is implied has no bytes. */
  content_start: number;
  content_end: number;
  /** Of an element: its attributes, decoded, with the ranges of their values. */
  attributes?: { name: string; value: string; source_start: number; source_end: number }[];
  /** Of a text, a comment or a processing instruction: its text, decoded. */
  text?: string;
  /** Of a page that was analyzed: the first of the blocks that have characters of the node, and one past the last. */
  blocks?: [number, number];
}

/** The tree of a page, as the HTML standard says. */
export interface Tree {
  /** In document order; the first one is the document. */
  readonly nodes: TreeNode[];
  /** Of a page that was analyzed: for each block the index of the element that contains it. */
  readonly block_nodes: number[];
  /** The limits that truncated the page or the nodes. */
  readonly truncation: string[];
  /**
   * The elements that a CSS selector matches, in document order. What a selector matches is kept for further calls; `:scope`
   * is the root element.
   * @throws Error if the selector is none, or needs too many steps as only crafted ones do. So do the other calls.
   */
  select(selector: string): TreeNode[];
  /** Whether a CSS selector matches a node. */
  matches(node: TreeNode, selector: string): boolean;
  /** The nearest of a node and the elements around it that a CSS selector matches; null if there is none. */
  closest(node: TreeNode, selector: string): TreeNode | null;
}

/** The loaded module. Its calls are synchronous; use one in each worker. */
export interface Blockmask {
  /**
   * What is on a page. Any bytes are a page.
   * @throws TypeError if an option is unknown, Error if its value is wrong or the page is longer than `maxInput`;
   * RangeError if memory runs out. So do all calls.
   */
  analyze(html: Html, options?: Options & { parts?: undefined }): Page;
  analyze(html: Html, options: BlockOptions): PartialPage;
  /** The main text with its paragraphs, lists and rows of tables as lines. */
  text(html: Html, options?: Options): string;
  /** The main text as Markdown. */
  markdown(html: Html, options?: MarkdownOptions): string;
  /** The main content as normalized HTML, without scripts and styles. */
  html(html: Html, options?: Options): string;
  /** What a page says about itself: directives to robots, addresses, description, dates, uses. */
  facts(html: Html, options?: FactOptions): PageFacts;
  /**
   * The main text in passages, which respect sentences, headings, lists, tables and code, for vector stores.
   * @throws Error also if token starts do not ascend.
   */
  passages(html: Html, options?: PassageOptions): Passages;
  /**
   * The cells of the data tables of a page, in its order, each with its headers: by `headers`, `scope` and `th` as HTML
   * says, and guessed where a table has none of them.
   */
  tableCells(html: Html, options?: Options): TableCell[];
  /**
   * Compares the passages of two versions of a page by their ids: what became of each passage of the new version, in
   * order, and then the passages that went. The texts are not needed, so that an index of passages is brought up to date
   * by the ids that it stores.
   * @throws Error if an id is not the `id` of a passage.
   */
  diffPassages(oldIds: Iterable<string>, newIds: Iterable<string>): PassageChange[];
  /**
   * The elements that a CSS selector matches, with their ranges in the page; '*' gives all. The page is parsed and not
   * analyzed: of the options only `name`, `charset`, `obeyCharset` and `maxInput` matter.
   * @throws Error also if the selector is none, or needs too many steps as only crafted ones do.
   */
  select(html: Html, selector: string, options?: TreeOptions): Elements;
  /**
   * The tree of a page, which is parsed and, unless `analyzed` is true, not analyzed: then of the options only `name`,
   * `charset`, `obeyCharset`, `maxInput` and `context` matter.
   */
  tree(html: Html, options?: TreeOptions & { analyzed?: boolean }): Tree;
  /** The HTML file of `blockmask view`, which shows what is on a page, and why. */
  view(html: Html, options?: Options): string;
}

/** Loads the WebAssembly module: the file beside this one, or another, given as its URL, bytes or compiled module. */
export function load(source?: string | URL | ArrayBuffer | Uint8Array | WebAssembly.Module): Promise<Blockmask>;
