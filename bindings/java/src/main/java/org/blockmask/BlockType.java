package org.blockmask;

/** What a block is in its document. */
public enum BlockType {
    /** A type that this binding does not know, from a newer library. */
    UNKNOWN,
    /** The title in the head. */
    TITLE,
    /** All other text. */
    PARAGRAPH,
    /** In {@code h1} to {@code h6}. */
    HEADING,
    /** In an {@code li}. */
    LIST_ITEM,
    /** In a {@code dt}. */
    DEFINITION_TERM,
    /** In a {@code dd}. */
    DEFINITION,
    /** In a {@code td} of a table that does not only lay out the page. */
    TABLE_CELL,
    /** In a {@code th} of such a table. */
    TABLE_HEADER,
    /** Preformatted: {@code pre}, {@code listing}, {@code xmp}, {@code plaintext}, lines of code, and what a style makes so. */
    CODE,
    /** In a {@code blockquote}. */
    QUOTATION,
    /** In a {@code caption} or a {@code figcaption}. */
    CAPTION,
    /** Labels and buttons of forms. */
    FORM_TEXT;

    static BlockType of(int number) {
        return Numbers.constant(BlockType.class, number, UNKNOWN);
    }

    /**
     * The name of the type in the JSON of the command line, such as {@code list-item}.
     *
     * @return the name
     */
    @Override
    public String toString() {
        return Numbers.name(this);
    }
}
