// The results, from the JSON Schemas in cli/src/schema: `make wasm-types` writes this file. Offsets are in bytes
// of the page; for a string they count bytes of UTF-8.

/** A page, as `blockmask blocks --format jsonl` prints it. */
export interface Page {
  file: string;
  /** The version of this schema. */
  schema: number;
  /** The encoding of the page, by its name in the Encoding Standard. */
  encoding: string;
  /** How the encoding was determined: a byte order mark, a hint, a `meta` element or the bytes. */
  encoding_source: string;
  /** The limits that truncated the analysis. */
  truncation: string[];
  /** Whether the page was parsed again because an element without an end tag swallowed its text. */
  is_recovered: boolean;
  title: string | null;
  /** The most probable page kind. */
  kind: string | null;
  /** The probability of each kind; null if the page has no kind. */
  kind_probabilities: { [name: string]: number } | null;
  /** In source order. */
  blocks: Block[];
  /** The reader comments on the article. */
  comments: Comment[];
  /** The images with an alternative text. */
  images: Image[];
  /** Neighboring blocks of similar text density. */
  segments: Segment[];
  /** The source ranges of the main region. */
  main_regions: MainRegion[];
  /** The items of the main list: results, offers, posts. */
  records: Record[];
  fingerprint: Fingerprint;
  /** The facts of the page. */
  facts: PageFacts;
}

/** A page, as `blockmask passages --format jsonl` prints it. */
export interface Passages {
  file: string;
  /** The version of this schema. */
  schema: number;
  title: string | null;
  passages: Passage[];
}

/** A passage: a piece of the main text. */
export interface Passage {
  /** Its blocks, separated by line feeds. */
  text: string;
  /** Its first byte in the page. */
  source_start: number;
  /** One past its last byte in the page. */
  source_end: number;
  /** The index of its first block. */
  first_block: number;
  /** One past the index of its last block. */
  end_block: number;
  /** The headings above it, from the highest to the nearest. */
  headings: string[];
  /** Words, those included that it repeats. */
  tokens: number;
  /** How many of its first tokens are also in the passage before. */
  overlap_tokens: number;
  /** Tokens by role. */
  roles: { [name: string]: number };
}

/** A version in another language. */
export interface Alternate {
  /** As `hreflang` has it. */
  language: string;
  /** Its address. */
  value: string;
  /** Where it is from. */
  origin: string;
  /** The first byte of the address in the page. */
  source_start: number;
  /** One past the last byte of the address in the page. */
  source_end: number;
}

/** A block of text. */
export interface Block {
  /** Decoded, with single spaces. */
  text: string;
  /** Its first byte in the page. */
  source_start: number;
  /** One past its last byte in the page. */
  source_end: number;
  /** Its first byte in the text of the page. */
  text_start: number;
  /** One past its last byte in the text of the page. */
  text_end: number;
  /** What it is for a reader. */
  role: string;
  /** What it is for a search engine. */
  field: string;
  /** What its terms count in a ranking, in quarters. */
  weight: number;
  /** Whether it is not main text. */
  is_template: boolean;
  /** That it is main text, 0 to 1. */
  probability: number;
  /** 1 to 6, or 0. */
  heading_level: number;
  /** The elements around it, from the root. */
  tag_path: string;
  /** Words. */
  tokens: number;
  /** Tokens in links. */
  linked_tokens: number;
  /** How many different pages its links lead to. */
  link_targets: number;
  /** The index of its segment; null for the title. */
  segment: number | null;
  /** The index of the comment that it belongs to. */
  comment: number | null;
  /** Properties of its text. */
  flags: string[];
  /** What it is in its document. */
  block_type: string;
  /** The headings above it, as indexes of blocks, from the nearest to the highest. */
  heading_path: number[];
  /** Lines of `wrap_width` columns. */
  lines: number;
  /** Unicode scalar values of its text. */
  characters: number;
  /** Tokens for each full line. */
  text_density: number;
  /** The share of tokens in links. */
  link_density: number;
  /** Whether it is in one of the main regions. */
  is_in_main_region: boolean;
  /** Of the tag path, 64 bits in hexadecimal digits. */
  path_hash: string;
  /** Of the text, 64 bits in hexadecimal digits. */
  text_hash: string;
  /** The depth in the tree of the element around it. */
  depth: number;
  /** The first column of its cell. */
  column?: number;
  /** How many columns its cell spans. */
  column_span?: number;
  /** The direction of its text, as declared. */
  direction?: string;
  /** Its text with line breaks, if it has some. */
  formatted_text?: string;
  /** Whether its cell is a header. */
  is_header?: boolean;
  /** The position of its item in the list. */
  item?: number;
  /** Its language, as declared. */
  language?: string;
  /** The links in it. */
  links?: Link[];
  /** The number of the list that it is in. */
  list?: number;
  /** How many lists there are around it. */
  list_depth?: number;
  /** The number that the item shows. */
  number?: number;
  /** How many quotations there are around it. */
  quote_depth?: number;
  /** The first row of its cell. */
  row?: number;
  /** How many rows its cell spans. */
  row_span?: number;
  /** The number of the table that it is in. */
  table?: number;
}

/** The comment of a reader. Its range holds its text, author, date and buttons. */
export interface Comment {
  /** Its first byte in the page. */
  source_start: number;
  /** One past its last byte in the page. */
  source_end: number;
  /** As written. */
  author: string | null;
  /** As written. */
  date: string | null;
  /** Its blocks, separated by line feeds, without author, date and buttons. */
  text: string;
  /** The index of the comment that it answers. */
  parent: number | null;
}

/** A date. */
export interface DateFact {
  /** In ISO 8601, as precise as the page has it. */
  date: string;
  /** The probability that it is right, 0 to 1. */
  confidence: number;
  /** Where it is from. */
  origin: string;
  /** Its first byte in the page. */
  source_start: number;
  /** One past its last byte in the page. */
  source_end: number;
}

/** A directive to robots. */
export interface Directive {
  /** For whom it is: `robots`, or the name of a robot. */
  agent: string;
  /** In lower case. */
  name: string;
  /** What follows the name. */
  value: string | null;
  /** Whether it is for one of the robots that were asked for. */
  applies: boolean;
  /** Where it is from. */
  origin: string;
  /** One past its last byte in the page; absent for headers. */
  source_end?: number;
  /** Its first byte in the page; absent for headers. */
  source_start?: number;
}

/** A part that is not for the index or for results. */
export interface Exclusion {
  /** Who says so. */
  rule: string;
  /** What it is excluded from. */
  scope: string;
  /** Its first byte in the page. */
  source_start: number;
  /** One past its last byte in the page. */
  source_end: number;
}

/** A fact. */
export interface Fact {
  /** Decoded. */
  value: string;
  /** Where it is from. */
  origin: string;
  /** Its first byte in the page. */
  source_start: number;
  /** One past its last byte in the page. */
  source_end: number;
}

/** The hashes of a page, to find duplicates and near-duplicates. */
export interface Fingerprint {
  /** Fingerprints of other versions cannot be compared. */
  version: number;
  /** Whether the page has text enough. */
  is_valid: boolean;
  /** Words of the text that it is of. */
  tokens: number;
  /** Of the text, by its locality. */
  sim_hash: string;
  /** Of the shingles of the text. */
  min_hashes: string[];
  /** Of the whole text. */
  content_hash: string;
  /** Of the elements. */
  structure_hash: string;
}

/** An image with an alternative text. */
export interface Image {
  /** The first byte of its tag in the page. */
  source_start: number;
  /** One past the last byte of its tag in the page. */
  source_end: number;
  /** The alternative text. */
  alt: string;
  /** Its address, as the page has it. */
  target: string;
  /** The last block before it. */
  block: number | null;
  /** What the terms of its alternative text count in a ranking, in quarters. */
  weight: number;
}

/** A link, or the part of one that is in a block. */
export interface Link {
  /** Its first byte in the page. */
  source_start: number;
  /** One past its last byte in the page. */
  source_end: number;
  /** Its first byte in the text of the page. */
  text_start: number;
  /** One past its last byte in the text of the page. */
  text_end: number;
  /** As the page has it. */
  target: string;
  /** The index of its block. */
  block: number | null;
  /** The target as an absolute address. */
  address: string | null;
  /** As the page has it. */
  rel: string;
}

/** A main region by tag paths. */
export interface MainRegion {
  /** Its first byte in the page. */
  source_start: number;
  /** One past its last byte in the page. */
  source_end: number;
}

/** What a page says about itself. */
export interface PageFacts {
  /** What it says to robots. */
  robots: Robots;
  /** Its canonical address. */
  canonical: Fact | null;
  /** Its versions in other languages. */
  alternates: Alternate[];
  /** Its language. */
  language: Fact | null;
  /** `og:title`. */
  title: Fact | null;
  /** `og:type`. */
  page_type: Fact | null;
  /** `og:image`. */
  image: Fact | null;
  /** The name of its site. */
  site_name: Fact | null;
  /** What it is about, in a sentence or two. */
  description: Fact | null;
  /** The types of the things that JSON-LD describes. */
  types: Fact[];
  /** When it was published. */
  published: DateFact | null;
  /** When it was last modified. */
  modified: DateFact | null;
  /** The parts that are not for the index or for results. */
  exclusions: Exclusion[];
}

/** An item of the main list: a result, an offer or a post. */
export interface Record {
  /** Its first byte in the page. */
  source_start: number;
  /** One past its last byte in the page. */
  source_end: number;
  /** The index of its first block. */
  first_block: number;
  /** One past the index of its last block. */
  end_block: number;
}

/** What a page says to robots, all directives together. */
export interface Robots {
  /** What is forbidden. */
  rules: string[];
  /** The most characters of a snippet. */
  max_snippet: number | null;
  /** The largest preview of an image. */
  max_image_preview: string | null;
  /** The most seconds of a preview of a video. */
  max_video_preview: number | null;
  /** The date after which it is not to be found, as written. */
  unavailable_after: string | null;
  /** One by one. */
  directives: Directive[];
}

/** A segment: fused fragments of similar text density. */
export interface Segment {
  /** Its first byte in the page. */
  source_start: number;
  /** One past its last byte in the page. */
  source_end: number;
  /** Its first byte in the text of the page. */
  text_start: number;
  /** One past its last byte in the text of the page. */
  text_end: number;
  /** Words. */
  tokens: number;
  /** Tokens in links. */
  linked_tokens: number;
  /** Lines of `wrap_width` columns. */
  lines: number;
  /** Tokens for each full line. */
  text_density: number;
}
