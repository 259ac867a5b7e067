package org.blockmask;

import java.util.Locale;

/** The kind of a page. */
public enum PageKind {
    /** One text, such as news or a blog entry. */
    ARTICLE(0),
    /** An organization, a service, a landing page. */
    SERVICE(1),
    /** One thing for sale. */
    PRODUCT(2),
    /** Several things for sale. */
    COLLECTION(3),
    /** Posts of several people. */
    FORUM(4),
    /** A list of other things. */
    LISTING(5),
    /** Documentation. */
    DOCUMENTATION(6),
    /** Not classified: only {@link Options.Mask#LEARNED} classifies pages. */
    NONE(-1),
    /** A kind that this binding does not know, from a newer library: {@link Page#kindNumber} has its number. */
    UNKNOWN(-2);

    private static final PageKind[] KINDS = values();

    private final int number;

    PageKind(int number) {
        this.number = number;
    }

    /**
     * The number of the kind in the library and in its other languages, -1 for {@link #NONE}, which is the largest
     * unsigned number there, and -2 for {@link #UNKNOWN}.
     *
     * @return the number
     */
    public int number() {
        return number;
    }

    /**
     * The kind of a number; it never fails.
     *
     * @param number any number
     * @return the kind, {@link #NONE} or {@link #UNKNOWN}
     */
    public static PageKind of(int number) {
        if (number == NONE.number) {
            return NONE;
        }
        return number >= 0 && number <= DOCUMENTATION.number ? KINDS[number] : UNKNOWN;
    }

    /**
     * The name of the kind in the JSON of the command line, such as {@code article}; {@code unknown} for {@link #NONE}
     * too.
     *
     * @return the name
     */
    @Override
    public String toString() {
        return this == NONE ? UNKNOWN.toString() : name().toLowerCase(Locale.ROOT);
    }
}
