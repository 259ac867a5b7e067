package org.blockmask;

import java.lang.foreign.MemorySegment;

/**
 * A compiled CSS selector: of Selectors Level 4 what a document without scripts and users has. Any number of threads may
 * use it, on any pages. Its native memory is freed once it is unreachable.
 */
public final class Selector {
    private final String text;
    private final MemorySegment handle;

    /**
     * Compiles a selector.
     *
     * @param selector such as {@code main > article h2}
     * @throws BlockmaskException with {@link Status#BAD_ARGUMENT} if it is none; the message names the byte
     */
    public Selector(String selector) {
        text = selector;
        handle = Compiled.of(this, selector, Native::compileSelector, Native::freeSelector);
    }

    MemorySegment handle() {
        return handle;
    }

    @Override
    public String toString() {
        return text;
    }
}
