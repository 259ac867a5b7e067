package org.blockmask;

import java.lang.foreign.MemorySegment;

/**
 * What the owner of a site knows about its pages, compiled from lines with selectors; docs/guides/rules.md explains them. Any
 * number of threads may use them, for any analyzers. Their native memory is freed once they are unreachable.
 */
public final class Rules {
    private final MemorySegment handle;

    /**
     * Compiles rules.
     *
     * @param file the text of a file of rules
     * @throws BlockmaskException with {@link Status#BAD_ARGUMENT} if it is none; the message names line and column
     */
    public Rules(String file) {
        handle = Compiled.of(this, file, Native::readRules, Native::freeRules);
    }

    MemorySegment handle() {
        return handle;
    }
}
