package org.blockmask;

import java.util.Set;

/** A limit that cut an analysis short. */
public enum Truncation {
    /** Elements deeper than max_depth were attached higher up. */
    DEPTH,
    /** What follows max_nodes nodes was not read. */
    NODES,
    /** Repair or search ran out of its budget. */
    WORK,
    /** The text after max_blocks blocks was dropped. */
    BLOCKS,
    /** The attributes after the first max_attributes were dropped. */
    ATTRIBUTES,
    /** The tables of the whole page need more than max_memory; only its beginning was read. */
    MEMORY,
    /** The page needs more than max_steps steps. */
    STEPS,
    /** What follows max_input bytes was not read. */
    INPUT,
    /** Tag paths were shortened, or targets of links left out, because of max_output. */
    OUTPUT;

    /** Its bit in the library. */
    int bit() {
        return 1 << ordinal();
    }

    static Set<Truncation> of(int bits) {
        return Numbers.constants(Truncation.class, bits);
    }
}
