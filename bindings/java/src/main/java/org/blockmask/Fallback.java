package org.blockmask;

import java.util.EnumSet;
import java.util.Set;

/** What was made content because hardly any text of the page would have been content otherwise. */
public enum Fallback {
    /** Visible prose, all of which was template by the mask. */
    TEMPLATE,
    /** Comments, though the option leaves them out. */
    COMMENTS,
    /** Text that its author excludes from indexes: all of it, or parts without an end that hold most of the text. */
    NO_INDEX,
    /** Hidden text. */
    HIDDEN,
    /** Text of the data of a page that shows hardly anything else. */
    METADATA,
    /** What rules of the owner leave out: they left nothing. */
    RULES;

    /** Its bit in the library. */
    int bit() {
        return 1 << ordinal();
    }

    static Set<Fallback> of(int bits) {
        Set<Fallback> set = EnumSet.noneOf(Fallback.class);
        for (Fallback fallback : values()) {
            if ((bits & fallback.bit()) != 0) {
                set.add(fallback);
            }
        }
        return set;
    }
}
