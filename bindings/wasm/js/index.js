// blockmask for JavaScript: Node, and browsers.

const encoder = new TextEncoder();
// A text may begin with U+FEFF.
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

// The options of each call, by their names in the module.
const READING = { name: 'name', charset: 'charset', obeyCharset: 'obey_charset', address: 'address', maxInput: 'max_input' };
const ANALYSIS = {
  ...READING, mask: 'mask', comments: 'comments', omitHeadline: 'omit_headline', omitMetadata: 'omit_metadata',
  ignorePageRules: 'ignore_page_rules', rules: 'rules',
};
const TREE = { ...ANALYSIS, context: 'context' };
const BLOCKS = { ...ANALYSIS, parts: 'parts' };
const MARKDOWN = { ...ANALYSIS, links: 'links', images: 'images' };
const FACTS = {
  ...ANALYSIS, xRobotsTag: 'x_robots_tag', headers: 'headers', agents: 'agents',
  exclusionAttributes: 'exclusion_attributes', properties: 'properties',
};
const PASSAGES = {
  ...ANALYSIS, maxTokens: 'max_tokens', overlapTokens: 'overlap_tokens', mainOnly: 'main_only',
  textFragments: 'text_fragments', tokenStarts: 'token_starts',
};

/** A request to the module for `output`, of options that are `known`. */
function requestOf(output, options, known) {
  const request = { output };
  for (const [option, value] of Object.entries(options)) {
    if (!Object.hasOwn(known, option)) {
      throw new TypeError(`unknown option ${JSON.stringify(option)}; the options are ${Object.keys(known).join(', ')}`);
    }
    // JSON has no iterables but arrays.
    const isList = typeof value === 'object' && value?.[Symbol.iterator] !== undefined;
    request[known[option]] = isList ? Array.from(value) : value ?? undefined;
  }
  return request;
}

/** The compiled module: of `source`, or of the file beside this one. */
async function compile(source) {
  if (source instanceof WebAssembly.Module) return source;
  if (source instanceof Uint8Array || source instanceof ArrayBuffer) return WebAssembly.compile(source);
  const url = new URL(source ?? 'blockmask.wasm', import.meta.url);
  if (url.protocol !== 'file:') return WebAssembly.compileStreaming(fetch(url));
  const { readFile } = await import('node:fs/promises');
  return WebAssembly.compile(await readFile(url));
}

class Blockmask {
  #module;
  #exports;

  constructor(module) {
    this.#module = module;
  }

  /** What is on a page. */
  analyze(html, options = {}) {
    return this.#json(html, requestOf('blocks', options, BLOCKS));
  }

  /** The main text. */
  text(html, options = {}) {
    return this.#run(html, requestOf('text', options, ANALYSIS));
  }

  /** The main text as Markdown. */
  markdown(html, options = {}) {
    return this.#run(html, requestOf('markdown', options, MARKDOWN));
  }

  /** The main content as normalized HTML. */
  html(html, options = {}) {
    return this.#run(html, requestOf('html', options, ANALYSIS));
  }

  /** What a page says about itself. */
  facts(html, options = {}) {
    return this.#json(html, requestOf('facts', options, FACTS)).facts;
  }

  /** The text in passages. */
  passages(html, options = {}) {
    const { tokenStarts, ...others } = options;
    const request = requestOf('passages', others, PASSAGES);
    if (tokenStarts) {
      const text = this.#run(html, { ...request, output: 'normalized_text' });
      request.token_starts = Array.from(tokenStarts(text));
    }
    return this.#json(html, request);
  }

  /** The cells of data tables, each with its headers. */
  tableCells(html, options = {}) {
    return this.#json(html, requestOf('table_cells', options, ANALYSIS));
  }

  /** What became of passages in a newer version. */
  diffPassages(oldIds, newIds) {
    return this.#json('', { output: 'changes', old_ids: Array.from(oldIds), new_ids: Array.from(newIds) });
  }

  /** The elements that a CSS selector matches. */
  select(html, selector, options = {}) {
    return this.#json(html, { ...requestOf('elements', options, TREE), selector: String(selector) });
  }

  /** The tree of a page. */
  tree(html, options = {}) {
    const run = more => this.#json(html, { ...requestOf('nodes', options, { ...TREE, analyzed: 'analyzed' }), ...more });
    return new Tree(run({}), selector => run({ output: 'matches', selector }));
  }

  /** An HTML file that shows what is on a page. */
  view(html, options = {}) {
    return this.#run(html, requestOf('view', options, ANALYSIS));
  }

  #json(html, request) {
    return JSON.parse(this.#run(html, request));
  }

  #run(html, request) {
    const isString = typeof html === 'string';
    const page = isString ? encoder.encode(html) : bytesOf(html);
    // A string has no other encoding than the one it was encoded in here, and its offsets count its units.
    const passed = isString ? { ...request, charset: 'utf-8', in_utf16: true } : request;
    const exports = this.#exports ??= new WebAssembly.Instance(this.#module).exports;
    try {
      return call(exports, page, encoder.encode(JSON.stringify(passed)));
    } catch (error) {
      // What ran out of memory cannot go on; the next page gets new memory.
      if (!(error instanceof WebAssembly.RuntimeError)) throw error;
      this.#exports = undefined;
      throw new RangeError('the page needs more memory than WebAssembly has', { cause: error });
    }
  }
}

class Tree {
  #find;
  /** What selectors match, as sets of indices. */
  #found = new Map();

  constructor({ nodes, block_nodes: blockNodes = [], truncation }, find) {
    this.#find = find;
    this.nodes = nodes;
    this.block_nodes = blockNodes;
    this.truncation = truncation;
    for (const node of nodes) {
      const { node: index, parent, subtree_end: end } = node;
      node.first_child = end > index + 1 ? index + 1 : null;
      node.next_sibling = parent !== null && end < nodes[parent].subtree_end ? end : null;
    }
  }

  /** The elements that a selector matches, in document order. */
  select(selector) {
    return Array.from(this.#matched(selector), index => this.nodes[index]).filter(Boolean);
  }

  /** Whether a selector matches a node. */
  matches(node, selector) {
    return this.#matched(selector).has(node.node);
  }

  /** The nearest of a node and the ones around it that a selector matches; null if there is none. */
  closest(node, selector) {
    const matched = this.#matched(selector);
    while (node && !matched.has(node.node)) node = this.nodes[node.parent];
    return node ?? null;
  }

  #matched(selector) {
    const text = String(selector);
    if (!this.#found.has(text)) this.#found.set(text, new Set(this.#find(text)));
    return this.#found.get(text);
  }
}

function bytesOf(html) {
  if (html instanceof ArrayBuffer) return new Uint8Array(html);
  if (ArrayBuffer.isView(html)) return new Uint8Array(html.buffer, html.byteOffset, html.byteLength);
  throw new TypeError('html must be a string, an ArrayBuffer or a view of one');
}

function call(exports, page, request) {
  const put = bytes => {
    const at = exports.allocate(bytes.length) >>> 0;
    new Uint8Array(exports.memory.buffer, at, bytes.length).set(bytes);
    return at;
  };
  const pageAt = put(page), requestAt = put(request);
  const result = BigInt.asUintN(64, exports.analyze(pageAt, page.length, requestAt, request.length));
  const [at, length] = [Number(result & 0xffffffffn), Number(result >> 32n)];
  const bytes = new Uint8Array(exports.memory.buffer, at, length);
  const [status, text] = [bytes[0], decoder.decode(bytes.subarray(1))];
  exports.free(pageAt, page.length);
  exports.free(requestAt, request.length);
  exports.free(at, length);
  if (status !== 0) throw new Error(text);
  return text;
}

/** Loads the WebAssembly module: from `source`, or from the file beside this one. */
export async function load(source) {
  return new Blockmask(await compile(source));
}
