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
 * The functions of blockmask.h that the binding calls, without the prefix. Those with a status return it; the sizes of
 * structs are those of {@link Layouts}.
 */
final class Native {
    static final int ABI_VERSION = 1;
    static final int FORMAT_PLAIN = 1;
    static final int FORMAT_MARKDOWN = 2;
    static final int FORMAT_HTML = 3;
    static final int RENDER_LINKS = 1;
    static final int RENDER_IMAGES = 2;

    private static final Linker LINKER = Linker.nativeLinker();
    private static final SymbolLookup LIBRARY = checked(Library.load());

    private static final MethodHandle VERSION = text("version");
    private static final MethodHandle STATUS_TEXT = text("status_text", JAVA_INT);
    private static final MethodHandle CREATE_CONFIG =
            status("create_config", ADDRESS, JAVA_LONG, ADDRESS, ADDRESS, JAVA_LONG);
    private static final MethodHandle FREE_CONFIG = none("free_config");
    private static final MethodHandle CREATE_ANALYZER = status("create_analyzer", ADDRESS, ADDRESS);
    private static final MethodHandle FREE_ANALYZER = none("free_analyzer");
    private static final MethodHandle ANALYZE_INPUT = status("analyze_input", ADDRESS, ADDRESS, JAVA_LONG);
    private static final MethodHandle SHRINK_ANALYZER = status("shrink_analyzer", ADDRESS);
    private static final MethodHandle RESET_ANALYZER = status("reset_analyzer", ADDRESS);
    private static final MethodHandle CANCEL_ANALYZER = status("cancel_analyzer", ADDRESS);
    private static final MethodHandle GET_MEMORY_IN_USE = status("get_memory_in_use", ADDRESS, ADDRESS);
    private static final MethodHandle GET_LAST_ERROR = status("get_last_error", ADDRESS, ADDRESS, ADDRESS);
    private static final MethodHandle GET_PAGE = status("get_page", ADDRESS, ADDRESS, JAVA_LONG);
    private static final MethodHandle GET_FINGERPRINT = status("get_fingerprint", ADDRESS, ADDRESS, JAVA_LONG);
    private static final MethodHandle GET_KIND_PROBABILITIES =
            status("get_kind_probabilities", ADDRESS, ADDRESS, ADDRESS);
    private static final MethodHandle GET_BLOCKS = status("get_blocks", ADDRESS, ADDRESS, ADDRESS, ADDRESS);
    private static final MethodHandle GET_COMMENTS = status("get_comments", ADDRESS, ADDRESS, ADDRESS, ADDRESS);
    private static final MethodHandle GET_LINKS = status("get_links", ADDRESS, ADDRESS, ADDRESS, ADDRESS);
    private static final MethodHandle GET_TEXT = status("get_text", ADDRESS, ADDRESS, ADDRESS);
    private static final MethodHandle MAP_TEXT_RANGE =
            status("map_text_range", ADDRESS, JAVA_INT, JAVA_INT, ADDRESS, ADDRESS);
    private static final MethodHandle WRITE_LINK_TARGET =
            status("write_link_target", ADDRESS, JAVA_LONG, ADDRESS, JAVA_LONG, ADDRESS);
    private static final MethodHandle WRITE_LINK_ADDRESS =
            status("write_link_address", ADDRESS, JAVA_LONG, ADDRESS, JAVA_LONG, ADDRESS);
    private static final MethodHandle WRITE_LINK_REL =
            status("write_link_rel", ADDRESS, JAVA_LONG, ADDRESS, JAVA_LONG, ADDRESS);
    private static final MethodHandle GET_STRUCTURE = status("get_structure", ADDRESS, ADDRESS, ADDRESS, ADDRESS);
    private static final MethodHandle GET_IMAGES = status("get_images", ADDRESS, ADDRESS, ADDRESS, ADDRESS);
    private static final MethodHandle WRITE_IMAGE_ALT =
            status("write_image_alt", ADDRESS, JAVA_LONG, ADDRESS, JAVA_LONG, ADDRESS);
    private static final MethodHandle WRITE_IMAGE_TARGET =
            status("write_image_target", ADDRESS, JAVA_LONG, ADDRESS, JAVA_LONG, ADDRESS);
    private static final MethodHandle RENDER = status("render", ADDRESS, JAVA_INT, JAVA_INT, ADDRESS, ADDRESS);
    private static final MethodHandle RENDER_MARKDOWN = status("render_markdown", ADDRESS, JAVA_INT, ADDRESS);
    private static final MethodHandle CUT_PASSAGES =
            status("cut_passages", ADDRESS, JAVA_INT, JAVA_INT, ADDRESS, JAVA_LONG, ADDRESS, ADDRESS);
    private static final MethodHandle FIND_RECORDS = status("find_records", ADDRESS, ADDRESS, ADDRESS);
    private static final MethodHandle FIND_FACTS =
            status("find_facts", ADDRESS, ADDRESS, JAVA_LONG, ADDRESS, ADDRESS);
    private static final MethodHandle JOIN_FIELDS = status("join_fields", ADDRESS, JAVA_INT, ADDRESS);
    private static final MethodHandle JOIN_MAIN_TEXT = status("join_main_text", ADDRESS, ADDRESS);
    private static final MethodHandle FREE = none("free");
    // These take no more than a moment, so they may use arrays of the heap in place.
    private static final MethodHandle INIT_OPTIONS = handle("init_options",
            FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG), Linker.Option.critical(true));
    private static final MethodHandle COMPARE_FINGERPRINTS = handle("compare_fingerprints",
            FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, JAVA_LONG, ADDRESS), Linker.Option.critical(true));
    private static final MethodHandle MEASURE_FINGERPRINTS = handle("measure_fingerprints",
            FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, JAVA_LONG, ADDRESS, ADDRESS),
            Linker.Option.critical(true));
    private static final MethodHandle GET_BAND_KEYS = handle("get_band_keys",
            FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT, ADDRESS, ADDRESS),
            Linker.Option.critical(true));
    private static final MethodHandle GET_PASSAGE_ROLES = handle("get_passage_roles",
            FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, ADDRESS), Linker.Option.critical(true));
    private static final MethodHandle GET_FIELD_DEFAULTS = handle("get_field_defaults",
            FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, ADDRESS), Linker.Option.critical(true));

    private Native() {}

    /** The library, if it has the binary interface of the header that the binding was written from. */
    private static SymbolLookup checked(SymbolLookup library) {
        MethodHandle version = LINKER.downcallHandle(find(library, "abi_version"), FunctionDescriptor.of(JAVA_INT));
        int found;
        try {
            found = (int) version.invokeExact();
        } catch (Throwable thrown) {
            throw rethrow(thrown);
        }
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

    /** What invokeExact declares: C throws nothing, but Java does, for example when memory was closed. */
    private static RuntimeException rethrow(Throwable thrown) {
        switch (thrown) {
            case RuntimeException e -> throw e;
            case Error e -> throw e;
            default -> throw new AssertionError(thrown);
        }
    }

    private static String string(MemorySegment text) {
        return text.reinterpret(Long.MAX_VALUE).getString(0);
    }

    static String version() {
        try {
            return string((MemorySegment) VERSION.invokeExact());
        } catch (Throwable thrown) {
            throw rethrow(thrown);
        }
    }

    static String statusText(int status) {
        try {
            return string((MemorySegment) STATUS_TEXT.invokeExact(status));
        } catch (Throwable thrown) {
            throw rethrow(thrown);
        }
    }

    static int initOptions(MemorySegment options) {
        try {
            return (int) INIT_OPTIONS.invokeExact(options, Layouts.OPTIONS.byteSize());
        } catch (Throwable thrown) {
            throw rethrow(thrown);
        }
    }

    static int createConfig(MemorySegment options, MemorySegment config, MemorySegment message) {
        try {
            return (int) CREATE_CONFIG.invokeExact(options, Layouts.OPTIONS.byteSize(), config, message,
                    message.byteSize());
        } catch (Throwable thrown) {
            throw rethrow(thrown);
        }
    }

    static void freeConfig(MemorySegment config) {
        callNone(FREE_CONFIG, config);
    }

    static int createAnalyzer(MemorySegment config, MemorySegment analyzer) {
        return call(CREATE_ANALYZER, config, analyzer);
    }

    static void freeAnalyzer(MemorySegment analyzer) {
        callNone(FREE_ANALYZER, analyzer);
    }

    static int analyzeInput(MemorySegment analyzer, MemorySegment input) {
        try {
            return (int) ANALYZE_INPUT.invokeExact(analyzer, input, Layouts.INPUT.byteSize());
        } catch (Throwable thrown) {
            throw rethrow(thrown);
        }
    }

    static int shrinkAnalyzer(MemorySegment analyzer) {
        return call(SHRINK_ANALYZER, analyzer);
    }

    static int resetAnalyzer(MemorySegment analyzer) {
        return call(RESET_ANALYZER, analyzer);
    }

    static int cancelAnalyzer(MemorySegment analyzer) {
        return call(CANCEL_ANALYZER, analyzer);
    }

    static int getMemoryInUse(MemorySegment analyzer, MemorySegment bytes) {
        return call(GET_MEMORY_IN_USE, analyzer, bytes);
    }

    static int getLastError(MemorySegment analyzer, MemorySegment message, MemorySegment length) {
        return call(GET_LAST_ERROR, analyzer, message, length);
    }

    static int getPage(MemorySegment analyzer, MemorySegment page) {
        try {
            return (int) GET_PAGE.invokeExact(analyzer, page, Layouts.PAGE.byteSize());
        } catch (Throwable thrown) {
            throw rethrow(thrown);
        }
    }

    static int getFingerprint(MemorySegment analyzer, MemorySegment fingerprint) {
        try {
            return (int) GET_FINGERPRINT.invokeExact(analyzer, fingerprint, Layouts.FINGERPRINT.byteSize());
        } catch (Throwable thrown) {
            throw rethrow(thrown);
        }
    }

    static int getKindProbabilities(MemorySegment analyzer, MemorySegment probabilities, MemorySegment count) {
        return call(GET_KIND_PROBABILITIES, analyzer, probabilities, count);
    }

    static int getBlocks(MemorySegment analyzer, MemorySegment first, MemorySegment count, MemorySegment stride) {
        return call(GET_BLOCKS, analyzer, first, count, stride);
    }

    static int getComments(MemorySegment analyzer, MemorySegment first, MemorySegment count, MemorySegment stride) {
        return call(GET_COMMENTS, analyzer, first, count, stride);
    }

    static int getLinks(MemorySegment analyzer, MemorySegment first, MemorySegment count, MemorySegment stride) {
        return call(GET_LINKS, analyzer, first, count, stride);
    }

    static int getText(MemorySegment analyzer, MemorySegment text, MemorySegment length) {
        return call(GET_TEXT, analyzer, text, length);
    }

    static int mapTextRange(MemorySegment analyzer, int start, int end, MemorySegment outStart, MemorySegment outEnd) {
        try {
            return (int) MAP_TEXT_RANGE.invokeExact(analyzer, start, end, outStart, outEnd);
        } catch (Throwable thrown) {
            throw rethrow(thrown);
        }
    }

    static int writeLinkTarget(MemorySegment analyzer, long link, MemorySegment buffer, MemorySegment length) {
        return write(WRITE_LINK_TARGET, analyzer, link, buffer, length);
    }

    static int writeLinkAddress(MemorySegment analyzer, long link, MemorySegment buffer, MemorySegment length) {
        return write(WRITE_LINK_ADDRESS, analyzer, link, buffer, length);
    }

    static int writeLinkRel(MemorySegment analyzer, long link, MemorySegment buffer, MemorySegment length) {
        return write(WRITE_LINK_REL, analyzer, link, buffer, length);
    }

    static int writeImageAlt(MemorySegment analyzer, long image, MemorySegment buffer, MemorySegment length) {
        return write(WRITE_IMAGE_ALT, analyzer, image, buffer, length);
    }

    static int writeImageTarget(MemorySegment analyzer, long image, MemorySegment buffer, MemorySegment length) {
        return write(WRITE_IMAGE_TARGET, analyzer, image, buffer, length);
    }

    private static int write(MethodHandle function, MemorySegment analyzer, long index, MemorySegment buffer,
            MemorySegment length) {
        try {
            return (int) function.invokeExact(analyzer, index, buffer, buffer.byteSize(), length);
        } catch (Throwable thrown) {
            throw rethrow(thrown);
        }
    }

    static int getStructure(MemorySegment analyzer, MemorySegment first, MemorySegment count, MemorySegment stride) {
        return call(GET_STRUCTURE, analyzer, first, count, stride);
    }

    static int getImages(MemorySegment analyzer, MemorySegment first, MemorySegment count, MemorySegment stride) {
        return call(GET_IMAGES, analyzer, first, count, stride);
    }

    static int render(MemorySegment analyzer, int format, int options, MemorySegment text, MemorySegment length) {
        try {
            return (int) RENDER.invokeExact(analyzer, format, options, text, length);
        } catch (Throwable thrown) {
            throw rethrow(thrown);
        }
    }

    static int renderMarkdown(MemorySegment analyzer, int options, MemorySegment markdown) {
        try {
            return (int) RENDER_MARKDOWN.invokeExact(analyzer, options, markdown);
        } catch (Throwable thrown) {
            throw rethrow(thrown);
        }
    }

    static int cutPassages(MemorySegment analyzer, int maxTokens, int overlapTokens, MemorySegment tokenStarts,
            long tokenCount, MemorySegment passages, MemorySegment count) {
        try {
            return (int) CUT_PASSAGES.invokeExact(analyzer, maxTokens, overlapTokens, tokenStarts, tokenCount, passages,
                    count);
        } catch (Throwable thrown) {
            throw rethrow(thrown);
        }
    }

    static int getPassageRoles(MemorySegment passage, MemorySegment roles, MemorySegment count) {
        return call(GET_PASSAGE_ROLES, passage, roles, count);
    }

    static int findRecords(MemorySegment analyzer, MemorySegment records, MemorySegment count) {
        try {
            return (int) FIND_RECORDS.invokeExact(analyzer, records, count);
        } catch (Throwable thrown) {
            throw rethrow(thrown);
        }
    }

    static int findFacts(MemorySegment analyzer, MemorySegment options, MemorySegment facts, MemorySegment count) {
        try {
            return (int) FIND_FACTS.invokeExact(analyzer, options, Layouts.FACT_OPTIONS.byteSize(), facts, count);
        } catch (Throwable thrown) {
            throw rethrow(thrown);
        }
    }

    static int joinFields(MemorySegment analyzer, int fields, MemorySegment joined) {
        try {
            return (int) JOIN_FIELDS.invokeExact(analyzer, fields, joined);
        } catch (Throwable thrown) {
            throw rethrow(thrown);
        }
    }

    static int joinMainText(MemorySegment analyzer, MemorySegment joined) {
        try {
            return (int) JOIN_MAIN_TEXT.invokeExact(analyzer, joined);
        } catch (Throwable thrown) {
            throw rethrow(thrown);
        }
    }

    static void free(MemorySegment memory) {
        callNone(FREE, memory);
    }

    static int compareFingerprints(MemorySegment left, MemorySegment right, MemorySegment isNearDuplicate) {
        try {
            return (int) COMPARE_FINGERPRINTS.invokeExact(left, right, Layouts.FINGERPRINT.byteSize(), isNearDuplicate);
        } catch (Throwable thrown) {
            throw rethrow(thrown);
        }
    }

    static int measureFingerprints(MemorySegment left, MemorySegment right, MemorySegment similarity,
            MemorySegment distance) {
        try {
            return (int) MEASURE_FINGERPRINTS.invokeExact(left, right, Layouts.FINGERPRINT.byteSize(), similarity,
                    distance);
        } catch (Throwable thrown) {
            throw rethrow(thrown);
        }
    }

    static int getBandKeys(MemorySegment fingerprint, int rows, MemorySegment keys, MemorySegment count) {
        try {
            return (int) GET_BAND_KEYS.invokeExact(fingerprint, Layouts.FINGERPRINT.byteSize(), rows, keys, count);
        } catch (Throwable thrown) {
            throw rethrow(thrown);
        }
    }

    static int getFieldDefaults(int field, MemorySegment weight, MemorySegment lengthNormalization) {
        try {
            return (int) GET_FIELD_DEFAULTS.invokeExact(field, weight, lengthNormalization);
        } catch (Throwable thrown) {
            throw rethrow(thrown);
        }
    }

    private static void callNone(MethodHandle function, MemorySegment memory) {
        try {
            function.invokeExact(memory);
        } catch (Throwable thrown) {
            throw rethrow(thrown);
        }
    }

    private static int call(MethodHandle function, MemorySegment analyzer) {
        try {
            return (int) function.invokeExact(analyzer);
        } catch (Throwable thrown) {
            throw rethrow(thrown);
        }
    }

    private static int call(MethodHandle function, MemorySegment first, MemorySegment output) {
        try {
            return (int) function.invokeExact(first, output);
        } catch (Throwable thrown) {
            throw rethrow(thrown);
        }
    }

    private static int call(MethodHandle function, MemorySegment first, MemorySegment output, MemorySegment length) {
        try {
            return (int) function.invokeExact(first, output, length);
        } catch (Throwable thrown) {
            throw rethrow(thrown);
        }
    }

    private static int call(MethodHandle function, MemorySegment analyzer, MemorySegment table, MemorySegment count,
            MemorySegment stride) {
        try {
            return (int) function.invokeExact(analyzer, table, count, stride);
        } catch (Throwable thrown) {
            throw rethrow(thrown);
        }
    }
}
