/** What can be said beside a page. */
export interface Options {
  /** The name of the page in the results. */
  name?: string;
  /** The declared encoding of bytes, such as that of HTTP's Content-Type; a string has none. */
  charset?: string;
  /** The address of the page, which tells links within it from links to other pages. */
  address?: string;
  /** How blocks are classified as content or template. */
  mask?: 'learned' | 'density' | (string & {});
  /** What becomes of comments of readers. */
  comments?: 'exclude' | 'include' | 'only';
  /** The longest page in bytes. */
  maxInput?: number;
}

/** How the main text is cut into passages. */
export interface PassageOptions extends Options {
  /** Tokens of a passage at most, 1 or more; 256 by default. */
  maxTokens?: number;
  /** Tokens at most that a passage repeats of the one before, in whole sentences; 0 by default. */
  overlapTokens?: number;
  /**
   * The tokens of another tokenizer, which are counted then: the offsets in the text of the page at which they begin,
   * as strings of JavaScript have them, ascending, each once. Called once, with that text. Tokens outside of the main
   * text do not count.
   */
  tokenStarts?: (text: string) => Iterable<number>;
}

/** A block of text. Offsets are in bytes of the page; those of a string are in bytes of UTF-8. */
export interface Block {
  source_start: number;
  source_end: number;
  text: string;
  tokens: number;
  linked_tokens: number;
  lines: number;
  characters: number;
  text_density: number;
  link_density: number;
  segment: number | null;
  comment: number | null;
  is_in_region: boolean;
  tag_path: string;
  /** 16 hexadecimal digits. */
  path_hash: string;
  /** 16 hexadecimal digits. */
  text_hash: string;
  depth: number;
  heading_level: number;
  flags: string[];
  is_template: boolean;
  /** That it is content, 0 to 1. */
  probability: number;
  field: string;
  /** What its terms count in a ranking, in quarters. */
  weight: number;
  link_targets: number;
  role: string;
  type: string;
  /** The headings above it, by block, from the nearest to that of the highest rank. */
  heading_path: number[];
  /** The list, the item of it and the number that it shows, in a list. */
  list?: number;
  item?: number;
  number?: number;
  list_depth?: number;
  /** The table, and the cell of it, in a table. */
  table?: number;
  row?: number;
  column?: number;
  row_span?: number;
  column_span?: number;
  is_header?: boolean;
  quote_depth?: number;
  lang?: string;
  direction?: string;
  /** Its text with line breaks, if it has some. */
  formatted_text?: string;
  /** Absent if there are none. */
  links?: Link[];
}

/** A link, or the part of one that is in a block. */
export interface Link {
  start: number;
  end: number;
  target: string;
  /** The target as an absolute address. */
  address: string | null;
  rel: string;
}

/** An image with an alternative text. */
export interface Image {
  source_start: number;
  source_end: number;
  alt: string;
  target: string;
  /** The last block before it. */
  block: number | null;
  weight: number;
}

export interface Segment {
  source_start: number;
  source_end: number;
  tokens: number;
  linked_tokens: number;
  lines: number;
  text_density: number;
}

/** A main region. */
export interface Region {
  source_start: number;
  source_end: number;
}

/** An item of the main list: a result, an offer or a post. */
export interface ListRecord {
  start: number;
  end: number;
  /** Its first block and its last one. */
  blocks: [number, number];
}

/** A comment of a reader. */
export interface Comment {
  start: number;
  end: number;
  author: string | null;
  date: string | null;
  parent: number | null;
}

/** The hashes of a page, to find its duplicates, in hexadecimal. */
export interface Fingerprint {
  version: number;
  is_valid: boolean;
  tokens: number;
  min_hashes: string[];
  sim_hash: string;
  content_hash: string;
  structure_hash: string;
}

/** What a page says about itself. */
export interface Facts {
  robots: Robots;
  canonical: Fact | null;
  alternates: Alternate[];
  language: Fact | null;
  title: Fact | null;
  page_type: Fact | null;
  image: Fact | null;
  site_name: Fact | null;
  description: Fact | null;
  types: Fact[];
  published: DateRecord | null;
  modified: DateRecord | null;
  exclusions: Exclusion[];
}

/** What robots may do with a page. */
export interface Robots {
  rules: string[];
  max_snippet: number | null;
  max_image_preview: string | null;
  max_video_preview: number | null;
  unavailable_after: string | null;
  directives: Directive[];
}

export interface Directive {
  agent: string;
  name: string;
  value: string | null;
  applies: boolean;
  origin: string;
  /** Absent for headers. */
  source_start?: number;
  source_end?: number;
}

/** A value, and what it is from. */
export interface Fact {
  value: string;
  origin: string;
  source_start: number;
  source_end: number;
}

/** The page in another language; the value is its address. */
export interface Alternate {
  language: string;
  value: string;
  origin: string;
  source_start: number;
  source_end: number;
}

export interface DateRecord {
  date: string;
  /** 0 to 1. */
  confidence: number;
  origin: string;
  source_start: number;
  source_end: number;
}

/** An element that is not to be indexed, or not to be shown in snippets. */
export interface Exclusion {
  rule: string;
  scope: string;
  source_start: number;
  source_end: number;
}

/** What is on a page: an object of `blockmask blocks --format jsonl`. */
export interface Page {
  file: string;
  /** The version of `blocks.json`, the JSON Schema of the command line. Keys may be added within a version. */
  schema: number;
  encoding: string;
  encoding_source: string;
  /** The limits that cut the analysis short. */
  truncation: string[];
  is_recovered: boolean;
  title: string | null;
  kind: string | null;
  kind_probabilities: Record<string, number> | null;
  blocks: Block[];
  comments: Comment[];
  images: Image[];
  segments: Segment[];
  regions: Region[];
  records: ListRecord[];
  fingerprint: Fingerprint;
  facts: Facts;
}

/** The main text of a page in passages: an object of `blockmask passages --format jsonl`. */
export interface Passages {
  file: string;
  /** The version of `passages.json`, the JSON Schema of the command line. Keys may be added within a version. */
  schema: number;
  title: string | null;
  passages: Passage[];
}

/** A piece of the main text. Offsets are in bytes of the page; those of a string are in bytes of UTF-8. */
export interface Passage {
  /** The texts of its blocks with their line breaks, separated by line feeds. */
  text: string;
  start: number;
  end: number;
  /** Its first block and its last one. */
  blocks: [number, number];
  /** The headings above it, from that of the highest rank to the nearest. */
  headings: string[];
  tokens: number;
  /** How many of its first tokens are also in the passage before. */
  overlap_tokens: number;
  /** How many of its tokens are in blocks of each role. */
  roles: Record<string, number>;
}

/** The loaded module. Its calls are synchronous; use one in each worker. */
export interface Blockmask {
  /**
   * What is on a page. Any bytes are a page.
   * @throws Error if an option is wrong or the page is longer than `maxInput`; RangeError if memory runs out.
   */
  analyze(html: string | ArrayBuffer | ArrayBufferView, options?: Options): Page;
  /**
   * The main text in passages, which respect sentences, headings, lists, tables and code, for vector stores.
   * @throws Error if an option is wrong, such as offsets that do not ascend, or the page is longer than `maxInput`;
   * RangeError if memory runs out.
   */
  passages(html: string | ArrayBuffer | ArrayBufferView, options?: PassageOptions): Passages;
  /** An HTML file that shows what is on a page, and why: that of `blockmask view`. */
  view(html: string | ArrayBuffer | ArrayBufferView, options?: Options): string;
}

/** Loads the WebAssembly module: the file beside this one, or another, given as its URL, bytes or compiled module. */
export function load(source?: string | URL | ArrayBuffer | Uint8Array | WebAssembly.Module): Promise<Blockmask>;
