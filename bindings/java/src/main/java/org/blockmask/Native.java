package org.blockmask;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;

/**
 * The functions of the headers that the binding calls, without the prefix. Those with a status return it; the sizes of
 * structs come from {@link Layouts}.
 */
final class Native {
    static final int ABI_VERSION = 2;
    static final int TABLE_BLOCKS = 1;
    static final int TABLE_LINKS = 4;
    static final int TABLE_COMMENTS = 9;
    static final int TABLE_STRUCTURE = 10;
    static final int TABLE_IMAGES = 11;
    static final int TABLE_RECORDS = 12;
    static final int TABLE_KIND_PROBABILITIES = 14;
    static final int TABLE_ANNOTATIONS = 15;
    static final int TABLE_GROUPS = 16;
    static final int TABLE_CELLS = 21;
    static final int TABLE_CELL_HEADERS = 22;
    static final int TABLE_QUALITY = 23;
    static final int TABLE_COUNTS = 24;
    static final int TABLE_BLOCK_COUNTS = 25;
    static final int TABLE_PAGE_LANGUAGE = 26;
    static final int TABLE_BLOCK_LANGUAGES = 27;
    static final int TABLE_GROUP_ITEMS = 17;
    static final int TABLE_NODES = 18;
    static final int TABLE_ATTRIBUTES = 19;
    static final int TABLE_BLOCK_NODES = 20;
    static final int STRING_NODE_TEXT = 9;
    static final int STRING_ATTRIBUTE_VALUE = 12;
    static final int STRING_LINK_TARGET = 3;
    static final int STRING_LINK_ADDRESS = 4;
    static final int STRING_LINK_REL = 5;
    static final int STRING_IMAGE_ALT = 6;
    static final int STRING_IMAGE_TARGET = 7;
    static final int STRING_ANNOTATION = 8;
    static final int FORMAT_JOINED = 0;
    static final int FORMAT_PLAIN = 1;
    static final int FORMAT_MARKDOWN = 2;
    static final int FORMAT_HTML = 3;
    static final int PASSAGES_MAIN_ONLY = 1;
    static final int RENDER_LINKS = 1;
    static final int RENDER_IMAGES = 2;

    private static final Linker LINKER = Linker.nativeLinker();
    private static final SymbolLookup LIBRARY = checked(Library.load());

    private static final MethodHandle VERSION = text("version");
    private static final MethodHandle STATUS_TEXT = text("status_text", JAVA_INT);
    private static final MethodHandle LAST_ERROR = text("last_error");
    private static final MethodHandle CREATE_ANALYZER =
            status("create_experimental_analyzer", ADDRESS, ADDRESS, ADDRESS);
    private static final MethodHandle FREE_ANALYZER = none("free_analyzer");
    private static final MethodHandle ANALYZE_OWNED =
            status("analyze_owned", ADDRESS, ADDRESS, JAVA_LONG, ADDRESS, ADDRESS);
    private static final MethodHandle FREE_DOCUMENT = none("free_document");
    private static final MethodHandle PARSE_OWNED =
            status("parse_owned", ADDRESS, ADDRESS, JAVA_LONG, ADDRESS, ADDRESS, JAVA_LONG, ADDRESS);
    private static final MethodHandle COMPILE_SELECTOR = status("compile_selector", ADDRESS, JAVA_LONG, ADDRESS);
    private static final MethodHandle FREE_SELECTOR = none("free_selector");
    private static final MethodHandle READ_RULES = status("read_rules", ADDRESS, JAVA_LONG, ADDRESS);
    private static final MethodHandle FREE_RULES = none("free_rules");
    private static final MethodHandle SET_RULES = status("set_rules", ADDRESS, ADDRESS);
    private static final MethodHandle GET_BLOCK_RULES = status("get_block_rules", ADDRESS, ADDRESS);
    private static final MethodHandle SELECT = status("select", ADDRESS, ADDRESS, JAVA_INT, ADDRESS);
    private static final MethodHandle CLOSEST = status("closest", ADDRESS, ADDRESS, JAVA_INT, ADDRESS);
    private static final MethodHandle RESET_ANALYZER = status("reset_analyzer", ADDRESS);
    private static final MethodHandle CANCEL_ANALYZER = status("cancel_analyzer", ADDRESS);
    private static final MethodHandle CANCEL_DOCUMENT = status("cancel_document", ADDRESS);
    private static final MethodHandle GET_MEMORY_IN_USE = status("get_memory_in_use", ADDRESS, ADDRESS);
    private static final MethodHandle GET_PAGE = status("get_page", ADDRESS, ADDRESS);
    private static final MethodHandle GET_FINGERPRINT = status("get_fingerprint", ADDRESS, ADDRESS);
    private static final MethodHandle GET_TEXT = status("get_text", ADDRESS, ADDRESS, ADDRESS);
    private static final MethodHandle GET_TABLE = status("get_table", ADDRESS, JAVA_INT, ADDRESS);
    private static final MethodHandle MAP_RANGE =
            status("map_range", ADDRESS, ADDRESS, JAVA_INT, JAVA_INT, ADDRESS, ADDRESS);
    private static final MethodHandle WRITE_STRING =
            status("write_string", ADDRESS, JAVA_INT, JAVA_LONG, ADDRESS, JAVA_LONG, ADDRESS);
    private static final MethodHandle WRITE_TEXT_FRAGMENT =
            status("write_text_fragment", ADDRESS, JAVA_INT, JAVA_INT, ADDRESS, JAVA_LONG, ADDRESS);
    private static final MethodHandle RENDER = status("render", ADDRESS, JAVA_INT, JAVA_INT, ADDRESS);
    private static final MethodHandle JOIN_FIELDS = status("join_fields", ADDRESS, JAVA_INT, ADDRESS);
    private static final MethodHandle CUT_PASSAGES =
            status("cut_passages", ADDRESS, JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS, JAVA_LONG, ADDRESS);
    private static final MethodHandle DIFF_PASSAGES =
            status("diff_passages", ADDRESS, JAVA_LONG, ADDRESS, JAVA_LONG, ADDRESS);
    private static final MethodHandle FIND_FACTS = status("find_facts", ADDRESS, ADDRESS, ADDRESS);
    private static final MethodHandle FREE = none("free");
    // These take no more than a moment, so they may use arrays of the heap in place.
    private static final MethodHandle INIT_OPTIONS = handle("init_options",
            FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG), Linker.Option.critical(true));
    private static final MethodHandle INIT_EXPERIMENTAL_OPTIONS = handle("init_experimental_options",
            FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG), Linker.Option.critical(true));
    private static final MethodHandle MATCH_FINGERPRINTS = handle("match_fingerprints",
            FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, ADDRESS, ADDRESS, ADDRESS),
            Linker.Option.critical(true));
    private static final MethodHandle WRITE_BAND_KEYS = handle("write_band_keys",
            FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT, ADDRESS, ADDRESS), Linker.Option.critical(true));
    private static final MethodHandle GET_FIELD_DEFAULTS = handle("get_field_defaults",
            FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, ADDRESS), Linker.Option.critical(true));

    private Native() {}

    /** The library, if it has the binary interface of the header that the binding was written from. */
    private static SymbolLookup checked(SymbolLookup library) {
        MethodHandle version = LINKER.downcallHandle(find(library, "abi_version"), FunctionDescriptor.of(JAVA_INT));
        int found = call(() -> (int) version.invokeExact());
        if (found != ABI_VERSION) {
            throw new UnsatisfiedLinkError("the blockmask library that was found has binary interface " + found
                    + ", not " + ABI_VERSION + ": set the system property blockmask.library to one that has");
        }
        return library;
    }

    private static MemorySegment find(SymbolLookup library, String name) {
        return library.find("blockmask_" + name).orElseThrow(() -> new UnsatisfiedLinkError(
                "the blockmask library that was found has no function blockmask_" + name + ": install a newer one"));
    }

    private static MethodHandle handle(String name, FunctionDescriptor type, Linker.Option... options) {
        return LINKER.downcallHandle(find(LIBRARY, name), type, options);
    }

    private static MethodHandle status(String name, MemoryLayout... arguments) {
        return handle(name, FunctionDescriptor.of(JAVA_INT, arguments));
    }

    private static MethodHandle none(String name) {
        return handle(name, FunctionDescriptor.ofVoid(ADDRESS));
    }

    /** A function that returns a static string. */
    private static MethodHandle text(String name, MemoryLayout... arguments) {
        return handle(name, FunctionDescriptor.of(ADDRESS, arguments));
    }

    /** A call by invokeExact, which declares everything: C throws nothing, but Java does, such as when memory was closed. */
    private interface Call<T> {
        T call() throws Throwable;
    }

    private static <T> T call(Call<T> call) {
        try {
            return call.call();
        } catch (RuntimeException | Error thrown) {
            throw thrown;
        } catch (Throwable thrown) {
            throw new AssertionError(thrown);
        }
    }

    private static String string(MemorySegment text) {
        return text.reinterpret(Long.MAX_VALUE).getString(0);
    }

    static String version() {
        return call(() -> string((MemorySegment) VERSION.invokeExact()));
    }

    static String statusText(int status) {
        return call(() -> string((MemorySegment) STATUS_TEXT.invokeExact(status)));
    }

    /** What the library says about the last call of this thread that failed. */
    static String lastError() {
        return call(() -> string((MemorySegment) LAST_ERROR.invokeExact()));
    }

    static int initOptions(MemorySegment options) {
        return call(() -> (int) INIT_OPTIONS.invokeExact(options, Layouts.OPTIONS.byteSize()));
    }

    static int initExperimentalOptions(MemorySegment options) {
        return call(() -> (int) INIT_EXPERIMENTAL_OPTIONS.invokeExact(options, Layouts.EXPERIMENTAL_OPTIONS.byteSize()));
    }

    static int createAnalyzer(MemorySegment options, MemorySegment experimental, MemorySegment analyzer) {
        return call(() -> (int) CREATE_ANALYZER.invokeExact(options, experimental, analyzer));
    }

    static void freeAnalyzer(MemorySegment analyzer) {
        callNone(FREE_ANALYZER, analyzer);
    }

    static void freeDocument(MemorySegment document) {
        callNone(FREE_DOCUMENT, document);
    }

    static int resetAnalyzer(MemorySegment analyzer) {
        return call(() -> (int) RESET_ANALYZER.invokeExact(analyzer));
    }

    static int cancelAnalyzer(MemorySegment analyzer) {
        return call(() -> (int) CANCEL_ANALYZER.invokeExact(analyzer));
    }

    static int cancelDocument(MemorySegment document) {
        return call(() -> (int) CANCEL_DOCUMENT.invokeExact(document));
    }

    static int getMemoryInUse(MemorySegment analyzer, MemorySegment bytes) {
        return call(() -> (int) GET_MEMORY_IN_USE.invokeExact(analyzer, bytes));
    }

    static int getPage(MemorySegment document, MemorySegment page) {
        return call(() -> (int) GET_PAGE.invokeExact(document, page));
    }

    static int getFingerprint(MemorySegment document, MemorySegment fingerprint) {
        return call(() -> (int) GET_FINGERPRINT.invokeExact(document, fingerprint));
    }

    static int getText(MemorySegment document, MemorySegment text, MemorySegment length) {
        return call(() -> (int) GET_TEXT.invokeExact(document, text, length));
    }

    static int findFacts(MemorySegment document, MemorySegment options, MemorySegment facts) {
        return call(() -> (int) FIND_FACTS.invokeExact(document, options, facts));
    }

    static void free(MemorySegment memory) {
        callNone(FREE, memory);
    }

    static int analyzeOwned(MemorySegment analyzer, MemorySegment html, long length, MemorySegment hints, MemorySegment document) {
        return call(() -> (int) ANALYZE_OWNED.invokeExact(analyzer, html, length, hints, document));
    }

    static int parseOwned(MemorySegment analyzer, MemorySegment html, long length, MemorySegment hints,
            MemorySegment context, long contextLength, MemorySegment document) {
        return call(() -> (int) PARSE_OWNED.invokeExact(analyzer, html, length, hints, context, contextLength, document));
    }

    static int compileSelector(MemorySegment selector, long length, MemorySegment compiled) {
        return call(() -> (int) COMPILE_SELECTOR.invokeExact(selector, length, compiled));
    }

    static void freeSelector(MemorySegment selector) {
        callNone(FREE_SELECTOR, selector);
    }

    static int readRules(MemorySegment file, long length, MemorySegment rules) {
        return call(() -> (int) READ_RULES.invokeExact(file, length, rules));
    }

    static void freeRules(MemorySegment rules) {
        callNone(FREE_RULES, rules);
    }

    static int setRules(MemorySegment analyzer, MemorySegment rules) {
        return call(() -> (int) SET_RULES.invokeExact(analyzer, rules));
    }

    static int getBlockRules(MemorySegment document, MemorySegment rules) {
        return call(() -> (int) GET_BLOCK_RULES.invokeExact(document, rules));
    }

    static int select(MemorySegment document, MemorySegment selector, int node, MemorySegment nodes) {
        return call(() -> (int) SELECT.invokeExact(document, selector, node, nodes));
    }

    static int closest(MemorySegment document, MemorySegment selector, int node, MemorySegment closest) {
        return call(() -> (int) CLOSEST.invokeExact(document, selector, node, closest));
    }

    static int getTable(MemorySegment document, int table, MemorySegment rows) {
        return call(() -> (int) GET_TABLE.invokeExact(document, table, rows));
    }

    static int mapRange(MemorySegment document, int start, int end, MemorySegment sourceStart, MemorySegment sourceEnd) {
        return call(() -> (int) MAP_RANGE.invokeExact(document, MemorySegment.NULL, start, end, sourceStart, sourceEnd));
    }

    static int writeTextFragment(MemorySegment document, int start, int end, MemorySegment buffer, MemorySegment length) {
        return call(() -> (int) WRITE_TEXT_FRAGMENT.invokeExact(document, start, end, buffer, buffer.byteSize(), length));
    }

    static int writeString(MemorySegment document, int string, long index, MemorySegment buffer, MemorySegment length) {
        return call(() -> (int) WRITE_STRING.invokeExact(document, string, index, buffer, buffer.byteSize(), length));
    }

    static int render(MemorySegment document, int format, int flags, MemorySegment rendered) {
        return call(() -> (int) RENDER.invokeExact(document, format, flags, rendered));
    }

    static int joinFields(MemorySegment document, int fields, MemorySegment rendered) {
        return call(() -> (int) JOIN_FIELDS.invokeExact(document, fields, rendered));
    }

    static int cutPassages(MemorySegment document, int maxTokens, int overlapTokens, int flags, MemorySegment tokenStarts, long tokenCount, MemorySegment passages) {
        return call(() -> (int) CUT_PASSAGES.invokeExact(document, maxTokens, overlapTokens, flags, tokenStarts, tokenCount, passages));
    }

    static int matchFingerprints(MemorySegment left, MemorySegment right, MemorySegment isNearDuplicate, MemorySegment similarity, MemorySegment distance) {
        return call(() -> (int) MATCH_FINGERPRINTS.invokeExact(left, right, isNearDuplicate, similarity, distance));
    }

    static int diffPassages(MemorySegment oldIds, long oldCount, MemorySegment newIds, long newCount,
            MemorySegment changes) {
        return call(() -> (int) DIFF_PASSAGES.invokeExact(oldIds, oldCount, newIds, newCount, changes));
    }

    static int writeBandKeys(MemorySegment fingerprint, int rows, MemorySegment keys, MemorySegment count) {
        return call(() -> (int) WRITE_BAND_KEYS.invokeExact(fingerprint, rows, keys, count));
    }

    static int getFieldDefaults(int field, MemorySegment weight, MemorySegment lengthNormalization) {
        return call(() -> (int) GET_FIELD_DEFAULTS.invokeExact(field, weight, lengthNormalization));
    }

    private static void callNone(MethodHandle function, MemorySegment memory) {
        call(() -> {
            function.invokeExact(memory);
            return null;
        });
    }
}
