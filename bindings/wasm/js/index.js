// blockmask for JavaScript: Node, and browsers.

const encoder = new TextEncoder();
// A text may begin with U+FEFF.
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

// What the module can give, by its numbers.
const [BLOCKS, VIEW, PASSAGES, TEXT, CHANGES, ELEMENTS, TABLE_CELLS] = [0, 1, 2, 3, 4, 5, 6];

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
    return JSON.parse(this.#run(html, options, BLOCKS));
  }

  /** The text in passages. */
  passages(html, options = {}) {
    const { maxTokens, overlapTokens, mainOnly, textFragments, tokenStarts } = options;
    const starts = tokenStarts && Array.from(tokenStarts(this.#run(html, options, TEXT)));
    const cut = {
      max_tokens: maxTokens, overlap_tokens: overlapTokens, main_only: mainOnly,
      text_fragments: textFragments, token_starts: starts,
    };
    return JSON.parse(this.#run(html, options, PASSAGES, cut));
  }

  /** The cells of data tables, each with its headers. */
  tableCells(html, options = {}) {
    return JSON.parse(this.#run(html, options, TABLE_CELLS));
  }

  /** What became of passages in a newer version. */
  diffPassages(oldIds, newIds) {
    return JSON.parse(this.#run('', {}, CHANGES, { old_ids: Array.from(oldIds), new_ids: Array.from(newIds) }));
  }

  /** The elements that a CSS selector matches. */
  select(html, selector, options = {}) {
    return JSON.parse(this.#run(html, options, ELEMENTS, { selector: String(selector) }));
  }

  /** An HTML file that shows what is on a page. */
  view(html, options = {}) {
    return this.#run(html, options, VIEW);
  }

  #run(html, options, format, further = {}) {
    const page = typeof html === 'string' ? encoder.encode(html) : bytesOf(html);
    const { name = '', charset, obeyCharset, address, mask, comments, omitHeadline, omitMetadata, maxInput } = options;
    const request = {
      name, charset, obey_charset: obeyCharset, address, mask, comments, omit_headline: omitHeadline,
      omit_metadata: omitMetadata, max_input: maxInput,
      ...further,
    };
    // A str has no other encoding than the one it was encoded in here.
    if (typeof html === 'string') request.charset = 'utf-8';
    const exports = this.#exports ??= new WebAssembly.Instance(this.#module).exports;
    try {
      return call(exports, page, encoder.encode(JSON.stringify(request)), format);
    } catch (error) {
      // What ran out of memory cannot go on; the next page gets new memory.
      if (!(error instanceof WebAssembly.RuntimeError)) throw error;
      this.#exports = undefined;
      throw new RangeError('the page needs more memory than WebAssembly has', { cause: error });
    }
  }
}

function bytesOf(html) {
  if (html instanceof ArrayBuffer) return new Uint8Array(html);
  if (ArrayBuffer.isView(html)) return new Uint8Array(html.buffer, html.byteOffset, html.byteLength);
  throw new TypeError('html must be a string, an ArrayBuffer or a view of one');
}

function call(exports, page, request, format) {
  const put = bytes => {
    const at = exports.allocate(bytes.length) >>> 0;
    new Uint8Array(exports.memory.buffer, at, bytes.length).set(bytes);
    return at;
  };
  const pageAt = put(page), requestAt = put(request);
  const result = BigInt.asUintN(64, exports.analyze(pageAt, page.length, requestAt, request.length, format));
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
