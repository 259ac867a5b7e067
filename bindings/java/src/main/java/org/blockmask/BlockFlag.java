package org.blockmask;

import java.util.Set;

/** A property of a block that follows from its markup or its text. */
public enum BlockFlag {
    /** Hidden by the {@code hidden} attribute or by an inline style. */
    HIDDEN,
    /** Hidden from assistive technology only. */
    ARIA_HIDDEN,
    /** In the head: the title. */
    IN_HEAD,
    /** Inside {@code noscript}. */
    NOSCRIPT,
    /** Marked by the author of the page as not to be indexed. */
    NO_INDEX,
    /** Text that only JSON-LD or a {@code meta} element of the page holds; {@link #HIDDEN} is set too. */
    METADATA_SOURCE,
    /** Hidden until readers open it, such as the panels of tabs and accordions; {@link #HIDDEN} is not set. */
    COLLAPSED,
    /** The learned mask chose another block with the same text instead, such as the post that this one quotes. */
    REPEATED,
    /** May be indexed, but not shown in search results ({@code data-nosnippet}, {@code googleoff: snippet}). */
    NO_SNIPPET,
    /** Left out by {@link Options#setComments}: not content, and without zone. */
    LEFT_OUT,
    /** The headline of the page: {@link Page#headline}. */
    HEADLINE;

    /** Its bit in the library. */
    int bit() {
        return 1 << ordinal();
    }

    static Set<BlockFlag> of(int bits) {
        return Numbers.constants(BlockFlag.class, bits);
    }
}
