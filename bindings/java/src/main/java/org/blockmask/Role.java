package org.blockmask;

/** What a block is for a reader of the page. */
public enum Role {
    /** Content. */
    MAIN(1),
    /**
     * A heading, of content or of template text (see {@link Block#isTemplate}), but not one of a menu, a sidebar or a
     * footer.
     */
    HEADING(2),
    /** A comment under an article, or a post of a thread. */
    COMMENT(3),
    /** Author, date, tags; content or not (see {@link Block#isTemplate}). */
    METADATA(4),
    /** Menus, page numbers, and other links. */
    NAVIGATION(5),
    /** Sidebars, advertising, teasers of other pages. */
    ASIDE(6),
    /** Footers, such as imprint and copyright. */
    LEGAL(7),
    /** The title in the head. */
    TITLE(8),
    /** Not visible. */
    HIDDEN(9),
    /** A role that this binding does not know, from a newer library: {@link Block#roleNumber} has its number. */
    UNKNOWN(0);

    private final int number;

    Role(int number) {
        this.number = number;
    }

    /**
     * The number of the role in the library and in its other languages, 0 for {@link #UNKNOWN}.
     *
     * @return the number
     */
    public int number() {
        return number;
    }

    /**
     * The role of a number; it never fails.
     *
     * @param number any number
     * @return the role, or {@link #UNKNOWN}
     */
    public static Role of(int number) {
        return Numbers.constant(Role.class, number - 1, UNKNOWN);
    }

    /**
     * The name of the role in the JSON of the command line, such as {@code navigation}.
     *
     * @return the name
     */
    @Override
    public String toString() {
        return Numbers.name(this);
    }
}
