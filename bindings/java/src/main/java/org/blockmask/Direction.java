package org.blockmask;

/** The direction of a text, as the nearest {@code dir} attribute says. */
public enum Direction {
    /** No attribute says it. */
    NONE,
    /** Left to right. */
    LTR,
    /** Right to left. */
    RTL,
    /** As the first letter with a direction says. */
    AUTO,
    /** A direction that this binding does not know, from a newer library. */
    UNKNOWN;

    static Direction of(int number) {
        return Numbers.constant(Direction.class, number, UNKNOWN);
    }

    /**
     * The name of the direction in the JSON of the command line, such as {@code rtl}.
     *
     * @return the name
     */
    @Override
    public String toString() {
        return Numbers.name(this);
    }
}
