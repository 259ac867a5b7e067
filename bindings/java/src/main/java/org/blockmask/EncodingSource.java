package org.blockmask;

/** What decided on the encoding of a page. */
public enum EncodingSource {
    /** A byte order mark. */
    BOM,
    /** The charset that was passed to {@link PageAnalyzer#analyze(byte[], String, String)}. */
    HINT,
    /** A {@code meta} element or an XML declaration at the start. */
    META,
    /** The bytes are UTF-8 though a {@code meta} says otherwise, or nearly UTF-8 and nothing is declared. */
    UTF8_VALIDITY,
    /** A {@code meta} element further down. */
    LATE_META,
    /** Statistics. */
    DETECTOR,
    /** A source that this binding does not know, from a newer library. */
    UNKNOWN;

    static EncodingSource of(int number) {
        return Numbers.constant(EncodingSource.class, number, UNKNOWN);
    }
}
