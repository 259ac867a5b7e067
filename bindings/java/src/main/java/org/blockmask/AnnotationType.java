package org.blockmask;

/** What an annotation says about its text. */
public enum AnnotationType {
    /** A type that this binding does not know, from a newer library. */
    UNKNOWN,
    /** A formula in a line of text. */
    FORMULA,
    /** A formula on a line by itself. */
    DISPLAY_FORMULA,
    /** How the text is read, by the {@code rt} of a {@code ruby} element, which is not in the text. */
    READING;

    static AnnotationType of(int number) {
        return Numbers.constant(AnnotationType.class, number, UNKNOWN);
    }

    /**
     * The name of the type in the JSON of the command line, such as {@code reading}.
     *
     * @return the name
     */
    @Override
    public String toString() {
        return Numbers.name(this);
    }
}
