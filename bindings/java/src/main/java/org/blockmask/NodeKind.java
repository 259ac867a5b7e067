package org.blockmask;

/** What a node of a tree is. */
public enum NodeKind {
    /** The document, the root of the tree. */
    DOCUMENT,
    /** A document type declaration. */
    DOCTYPE,
    /** An element. */
    ELEMENT,
    /** Text. Adjacent ones are one text node of the DOM. */
    TEXT,
    /** A comment. */
    COMMENT,
    /** A processing instruction. */
    PROCESSING_INSTRUCTION,
    /** A kind that this binding does not know, from a newer library. */
    UNKNOWN;

    static NodeKind of(int number) {
        return Numbers.constant(NodeKind.class, number, UNKNOWN);
    }

    /**
     * The name of the kind in the other languages, such as {@code processing-instruction}.
     *
     * @return the name
     */
    @Override
    public String toString() {
        return Numbers.name(this);
    }
}
