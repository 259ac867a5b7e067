package org.blockmask;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** From the numbers of the library to the constants of enums, and their names. */
final class Numbers {
    private static final Map<Class<?>, Enum<?>[]> CONSTANTS = new ConcurrentHashMap<>();

    private Numbers() {}

    private static Enum<?>[] constants(Class<?> type) {
        return CONSTANTS.computeIfAbsent(type, of -> (Enum<?>[]) of.getEnumConstants());
    }

    /** The constant at an ordinal, or the one for numbers of newer libraries. */
    static <E extends Enum<E>> E constant(Class<E> type, int ordinal, E unknown) {
        Enum<?>[] constants = constants(type);
        return ordinal >= 0 && ordinal < constants.length ? type.cast(constants[ordinal]) : unknown;
    }

    /** The constants whose ordinals are bits of a set; bits of newer libraries are left out. */
    static <E extends Enum<E>> Set<E> constants(Class<E> type, int bits) {
        Set<E> set = EnumSet.allOf(type);
        set.removeIf(constant -> (bits & 1 << constant.ordinal()) == 0);
        return set;
    }

    /** The name of a constant in the JSON of the command line, such as {@code in-page-link}. */
    static String name(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
