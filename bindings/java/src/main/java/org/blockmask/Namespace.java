package org.blockmask;

/** The namespace of an element. */
public enum Namespace {
    /** HTML, and all nodes that are no elements. */
    HTML,
    /** SVG. */
    SVG,
    /** MathML. */
    MATHML,
    /** A namespace that this binding does not know, from a newer library. */
    UNKNOWN;

    static Namespace of(int number) {
        return Numbers.constant(Namespace.class, number, UNKNOWN);
    }
}
