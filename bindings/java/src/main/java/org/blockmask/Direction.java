package org.blockmask;

import java.util.Locale;

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

    private static final Direction[] DIRECTIONS = values();

    static Direction of(int number) {
        return number >= 0 && number < DIRECTIONS.length ? DIRECTIONS[number] : UNKNOWN;
    }

    /**
     * The name of the direction in the JSON of the command line, such as {@code rtl}.
     *
     * @return the name
     */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
