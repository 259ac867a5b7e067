package org.blockmask;

/** Where a {@link Fact} is from. */
public enum FactOrigin {
    /** Of {@link FactKind#ROBOTS} and {@link FactKind#EXCLUSION}. */
    NONE,
    /** A {@code meta} element. */
    META,
    /** A {@code link} element. */
    LINK,
    /** A script with JSON-LD. */
    JSON_LD,
    /** An element with {@code itemprop}. */
    MICRODATA,
    /** A {@code time} element. */
    TIME,
    /** The visible text of the page. */
    VISUAL,
    /** The {@code lang} attribute of the root element. */
    ATTRIBUTE,
    /** An HTTP header: {@link FactOptions#xRobotsTag}. */
    HEADER,
    /** A rule of the site's owner, which names the element. */
    RULE,
    /** An element with {@code property} inside one with {@code typeof}. */
    RDFA,
    /** An origin that this binding does not know, from a newer library. */
    UNKNOWN;

    static FactOrigin of(int number) {
        return Numbers.constant(FactOrigin.class, number, UNKNOWN);
    }

    /**
     * The name of the origin in the JSON of the command line, such as {@code json-ld}.
     *
     * @return the name
     */
    @Override
    public String toString() {
        return Numbers.name(this);
    }
}
