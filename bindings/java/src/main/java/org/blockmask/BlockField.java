package org.blockmask;

import java.lang.foreign.MemorySegment;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/** What a block is for a search engine: the field in which to index its text. */
public enum BlockField {
    /** The title in the head. */
    TITLE(1),
    /** The headline: {@code h1}, or a short block that repeats the title or a part of it. */
    H1(2),
    /** {@code h2} to {@code h6}. */
    HEADING(3),
    /** A heading that links to another page. */
    LINKED_HEADING(4),
    /**
     * Names what follows: {@code dt}, {@code th}, a caption, a signature, a line in bold, a short block before a longer
     * one.
     */
    LABEL(5),
    /** All other text, content or template. */
    TEXT(6),
    /** Preformatted text. */
    CODE(7),
    /** Mostly links to places in the page itself. */
    IN_PAGE_LINK(8),
    /** Mostly links to other pages. */
    LINK(9),
    /** Author, date, tags. */
    BYLINE(10),
    /** A comment under an article, or a post of a thread. */
    COMMENT(11),
    /** Not to be searched: hidden, excluded by the author of the page, or from metadata only. */
    HIDDEN(12),
    /** A field that this binding does not know, from a newer library: {@link Block#fieldNumber} has its number. */
    UNKNOWN(0);

    /** All fields but {@link #HIDDEN} and {@link #UNKNOWN}: what is to be searched. */
    public static final Set<BlockField> VISIBLE = Collections.unmodifiableSet(EnumSet.range(TITLE, COMMENT));

    private final int number;

    BlockField(int number) {
        this.number = number;
    }

    /**
     * The number of the field in the library and in its other languages, 0 for {@link #UNKNOWN}.
     *
     * @return the number
     */
    public int number() {
        return number;
    }

    /**
     * The field of a number; it never fails.
     *
     * @param number any number
     * @return the field, or {@link #UNKNOWN}
     */
    public static BlockField of(int number) {
        return Numbers.constant(BlockField.class, number - 1, UNKNOWN);
    }

    /**
     * The default weight of the terms of this field, in quarters: 4 stands for 1.0. {@link Block#weight} starts from
     * it.
     *
     * @return the weight; 0 for what is not to be searched
     */
    public int defaultWeight() {
        int[] weight = new int[1];
        defaults(weight, new float[1]);
        return weight[0];
    }

    /**
     * The default length normalization of this field for BM25F, its parameter b.
     *
     * @return 0 to 1
     */
    public float defaultLengthNormalization() {
        float[] normalization = new float[1];
        defaults(new int[1], normalization);
        return normalization[0];
    }

    private void defaults(int[] weight, float[] normalization) {
        if (this != UNKNOWN) {
            BlockmaskException.check(Native.getFieldDefaults(number, MemorySegment.ofArray(weight),
                    MemorySegment.ofArray(normalization)));
        }
    }

    /**
     * The name of the field in the JSON of the command line, such as {@code in-page-link}.
     *
     * @return the name
     */
    @Override
    public String toString() {
        return Numbers.name(this);
    }
}
