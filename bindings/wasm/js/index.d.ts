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
  comment: number | null;
}

export interface Segment {
  source_start: number;
  source_end: number;
  tokens: number;
  linked_tokens: number;
  lines: number;
  text_density: number;
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

/** What is on a page: an object of `blockmask blocks --format jsonl`. */
export interface Page {
  file: string;
  encoding: string;
  encoding_source: string;
  /** The limits that cut the analysis short. */
  truncation: string[];
  is_recovered: boolean;
  title: string | null;
  kind: string | null;
  kind_probabilities: Record<string, number> | null;
  blocks: Block[];
  segments: Segment[];
  regions: { source_start: number; source_end: number }[];
  comments: Comment[];
  fingerprint: Fingerprint;
}

/** The loaded module. Its calls are synchronous; use one in each worker. */
export interface Blockmask {
  /**
   * What is on a page. Any bytes are a page.
   * @throws Error if an option is wrong or the page is longer than `maxInput`; RangeError if memory runs out.
   */
  analyze(html: string | ArrayBuffer | ArrayBufferView, options?: Options): Page;
  /** An HTML file that shows what is on a page, and why: that of `blockmask view`. */
  view(html: string | ArrayBuffer | ArrayBufferView, options?: Options): string;
}

/** Loads the WebAssembly module: the file beside this one, or another, given as its URL, bytes or compiled module. */
export function load(source?: string | URL | ArrayBuffer | Uint8Array | WebAssembly.Module): Promise<Blockmask>;
