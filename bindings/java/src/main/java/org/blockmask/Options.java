package org.blockmask;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Set;
import java.util.StringJoiner;

/**
 * How pages are analyzed. New options are the defaults of the library that is loaded; the setters change them and
 * return the options, so that calls can be chained. Values are checked when an analyzer is created. Options may be used
 * for several analyzers, and changed between them; they are not safe for several threads.
 *
 * <p>Limits are unsigned numbers: -1 stands for the largest.
 */
public final class Options {
    static {
        JavaVersion.check();
    }

    /** A blockmask_options on the heap. */
    final MemorySegment struct = MemorySegment.ofArray(new long[(int) (Layouts.OPTIONS.byteSize() / 8)]);

    /** A blockmask_experimental_options on the heap. */
    final MemorySegment experimental = MemorySegment.ofArray(new int[(int) (Layouts.EXPERIMENTAL_OPTIONS.byteSize() / 4)]);

    /** Creates options with the defaults. */
    public Options() {
        Native.initOptions(struct);
        Native.initExperimentalOptions(experimental);
    }

    /**
     * Bytes of a page; longer ones are refused. The library takes at most 4 GiB - 2, this binding less than 2 GiB. The
     * default is 256 MiB.
     *
     * @param bytes the limit
     * @return these options
     */
    public Options setMaxInput(long bytes) {
        return setLong("max_input", bytes);
    }

    /**
     * Bytes of memory for the tables of a page. Where they do not suffice, the first half of the page is analyzed, or
     * the first quarter, and so on. At least 64 KiB, default 4 GiB.
     *
     * @param bytes the limit
     * @return these options
     */
    public Options setMaxMemory(long bytes) {
        return setLong("max_memory", bytes);
    }

    /**
     * Steps: tags, texts and comments that are read, and steps of repair, search and style sheets; what follows is not
     * read. At least 1, no limit by default.
     *
     * @param steps the limit
     * @return these options
     */
    public Options setMaxSteps(long steps) {
        return setLong("max_steps", steps);
    }

    /**
     * Bytes of all tag paths together, and of the targets of all links together, for each byte of the page, besides
     * 1 MiB. Longer paths begin with an ellipsis, further links have an empty target. Default 64.
     *
     * @param bytes the limit
     * @return these options
     */
    public Options setMaxOutput(long bytes) {
        return setLong("max_output", bytes);
    }

    /**
     * Depth of the tree; deeper elements become children of the deepest ones. 4 to 65535, default 512.
     *
     * @param depth the limit
     * @return these options
     */
    public Options setMaxDepth(int depth) {
        return setInt("max_depth", depth);
    }

    /**
     * Nodes of the tree; what follows is not read. At most 2^31 - 1, the default.
     *
     * @param nodes the limit
     * @return these options
     */
    public Options setMaxNodes(int nodes) {
        return setInt("max_nodes", nodes);
    }

    /**
     * Attributes of all elements together; further ones are dropped. At most 2^31 - 1, the default. An element keeps at
     * most 2,048.
     *
     * @param attributes the limit
     * @return these options
     */
    public Options setMaxAttributes(int attributes) {
        return setInt("max_attributes", attributes);
    }

    /**
     * Blocks; further text is dropped. At least 1, at most 2^31 - 1, the default.
     *
     * @param blocks the limit
     * @return these options
     */
    public Options setMaxBlocks(int blocks) {
        return setInt("max_blocks", blocks);
    }

    /**
     * Columns of a line, at least 1. Default 80.
     *
     * @param columns the width
     * @return these options
     */
    public Options setWrapWidth(int columns) {
        return setInt("wrap_width", columns);
    }

    /**
     * What happens at a limit. Default {@link OnLimit#TRUNCATE}.
     *
     * @param action one of the constants
     * @return these options
     */
    public Options setOnLimit(OnLimit action) {
        return setInt("on_limit", action.ordinal());
    }

    /**
     * How blocks are classified as content or template. Default {@link Mask#LEARNED}.
     *
     * @param method one of the constants
     * @return these options
     */
    public Options setMask(Mask method) {
        return setInt("mask", method.ordinal());
    }

    /**
     * What to do with comments and reviews. Default {@link Comments#EXCLUDE}. The posts of a thread
     * are content whatever it says.
     *
     * @param mode one of the constants
     * @return these options
     */
    public Options setComments(Comments mode) {
        return setInt("comments", mode.ordinal());
    }

    /**
     * How text becomes segments. Default {@link Fusion#RULE_BASED}.
     *
     * @param method one of the constants
     * @return these options
     */
    public Options setFusion(Fusion method) {
        experimental.set(ValueLayout.JAVA_INT, Layouts.offset(Layouts.EXPERIMENTAL_OPTIONS, "fusion"), method.ordinal());
        return this;
    }

    /**
     * What a token is. Default {@link TokenMode#UNICODE}.
     *
     * @param mode one of the constants
     * @return these options
     */
    public Options setTokenMode(TokenMode mode) {
        return setInt("token_mode", mode.ordinal());
    }

    /**
     * Whether text that only the metadata of the page holds is content. Default false.
     *
     * @param enabled whether it is on
     * @return these options
     */
    public Options setUseMetadata(boolean enabled) {
        return setInt("use_metadata", enabled ? 1 : 0);
    }

    /**
     * Whether the label of an encoding is obeyed, as browsers do, even if the bytes contradict it. Default false.
     *
     * @param enabled whether it is on
     * @return these options
     */
    public Options setObeyCharset(boolean enabled) {
        return setInt("obey_charset", enabled ? 1 : 0);
    }

    /**
     * Whether the main text leaves out the headline of the page, with which it begins otherwise. Default false.
     *
     * @param enabled whether it is on
     * @return these options
     */
    public Options setOmitHeadline(boolean enabled) {
        return setInt("omit_headline", enabled ? 1 : 0);
    }

    /**
     * Whether text that occurs only in metadata is left out, also where the page shows hardly anything else. Default false.
     *
     * @param enabled whether it is on
     * @return these options
     */
    public Options setOmitMetadata(boolean enabled) {
        return setInt("omit_metadata", enabled ? 1 : 0);
    }

    /**
     * Whether what pages say about what is to be searched, by noindex, googleoff, data-nosnippet, Pagefind or DocSearch, is
     * ignored. Default false.
     *
     * @param enabled whether it is on
     * @return these options
     */
    public Options setIgnorePageRules(boolean enabled) {
        return setInt("ignore_page_rules", enabled ? 1 : 0);
    }

    /**
     * Whether fingerprints ignore case. Default false.
     *
     * @param enabled whether it is on
     * @return these options
     */
    public Options setFoldCase(boolean enabled) {
        return setInt("fold_case", enabled ? 1 : 0);
    }

    /**
     * Which text fingerprints are of. Default {@link FingerprintText#MAIN}.
     *
     * @param text one of the constants
     * @return these options
     */
    public Options setFingerprintText(FingerprintText text) {
        return setInt("fingerprint_text", text.ordinal());
    }

    /**
     * What is computed, besides text, links and the blocks with their ranges. What is not asked for is not computed,
     * unless another part needs it. Default {@link Part#DEFAULT}.
     *
     * @param parts any of the constants
     * @return these options
     */
    public Options setParts(Set<Part> parts) {
        return setInt("parts", parts.stream().mapToInt(part -> 1 << part.ordinal()).sum());
    }

    private Options setLong(String member, long value) {
        struct.set(ValueLayout.JAVA_LONG, Layouts.offset(Layouts.OPTIONS, member), value);
        return this;
    }

    private Options setInt(String member, int value) {
        struct.set(ValueLayout.JAVA_INT, Layouts.offset(Layouts.OPTIONS, member), value);
        return this;
    }

    /**
     * The value of each option, for logs.
     *
     * @return such as {@code max_input=268435456, max_memory=4294967296, ...}
     */
    @Override
    public String toString() {
        StringJoiner text = new StringJoiner(", ");
        // Neither the first member, the size, nor the last, which is reserved.
        for (MemoryLayout member : Layouts.OPTIONS.memberLayouts().subList(1, Layouts.OPTIONS.memberLayouts().size() - 1)) {
            String name = member.name().orElseThrow();
            long offset = Layouts.offset(Layouts.OPTIONS, name);
            text.add(name + "=" + (member.byteSize() == Long.BYTES
                    ? Long.toUnsignedString(struct.get(ValueLayout.JAVA_LONG, offset))
                    : Integer.toUnsignedString(struct.get(ValueLayout.JAVA_INT, offset))));
        }
        return text.toString();
    }

    /** A part of an analysis. */
    public enum Part {
        /**
         * Which blocks are template, their probabilities and roles, the kind of the page, and comments. Without it no
         * block is template, and the kind is {@link PageKind#NONE}.
         */
        MASK,
        /** Field, weight and link targets of blocks. Without it the field is {@link BlockField#TEXT} and the weight 4. */
        FIELDS,
        /** The structure of blocks, and the images. Without it Markdown and passages are of paragraphs only. */
        STRUCTURE,
        /** The segments. Passages then rather end where a segment ends. */
        SEGMENTS,
        /** Which blocks are in the main region. */
        REGION,
        /** {@link Page#fingerprint}. */
        FINGERPRINT;

        /** What an indexer needs: {@link #MASK}, {@link #FIELDS} and {@link #STRUCTURE}. */
        public static final Set<Part> DEFAULT = Set.of(MASK, FIELDS, STRUCTURE);
        /** All parts. */
        public static final Set<Part> ALL = Set.of(values());
    }

    /** Which text of a page fingerprints are of. */
    public enum FingerprintText {
        /** All blocks that are not template. The default. */
        MAIN,
        /** The segment with the most tokens among those that are not mostly links. */
        LARGEST_SEGMENT
    }

    /** What to do with comments and reviews. */
    public enum Comments {
        /** They are not content. */
        EXCLUDE,
        /** They are content, beside the main text. */
        INCLUDE,
        /** Only they are content. */
        ONLY
    }

    /** What happens at a limit. */
    public enum OnLimit {
        /**
         * The result covers what was read before the limit; {@link Page#truncation} says which it was. Pages longer
         * than max_input are refused.
         */
        TRUNCATE,
        /** The page is refused. */
        FAIL,
        /** As {@link #TRUNCATE}, but of a page longer than max_input the beginning is analyzed. */
        TRUNCATE_INPUT
    }

    /** How blocks are classified as content or template. */
    public enum Mask {
        /** Text density, link density and neighborhood, by rules. */
        DENSITY,
        /** Boosted trees over many features of a block. The most accurate; also classifies the page. */
        LEARNED,
        /** The areas found by style density are content. */
        STYLE_DENSITY,
        /** Content Seeker, with learned segments and learned content. */
        SEEKER,
        /** Content Seeker, the largest block string. */
        SEEKER_LBS,
        /** Content Seeker, string length smoothing. */
        SEEKER_SLS,
        /** Content Seeker, the repeated records, for forums. */
        SEEKER_TP,
        /** The main region by tag paths is content. */
        TAG_PATH
    }

    /** How text becomes segments. */
    public enum Fusion {
        /** The text of the page is wrapped into lines, each of which is a segment. */
        WORD_WRAP,
        /** The text between any two tags is a segment. */
        TAG_GAP,
        /** Neighbors of similar text density are fused. */
        PLAIN,
        /** As {@link #PLAIN}; a dip between two equal densities is filled. */
        SMOOTHED,
        /** As {@link #SMOOTHED}, but some tags always separate and others never do. */
        RULE_BASED,
        /** Only the tags that always separate. */
        JUST_RULES
    }

    /** What a token is. */
    public enum TokenMode {
        /** A run of characters other than whitespace that has a letter or a digit. */
        PAPER,
        /** Likewise, but text in scripts without spaces is split into words or characters. */
        UNICODE
    }
}
