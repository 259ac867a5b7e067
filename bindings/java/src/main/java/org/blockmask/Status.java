package org.blockmask;

/** Why a call failed. The numbers are the same as in the library; see {@link BlockmaskException#statusNumber}. */
public enum Status {
    /** A pointer is null that must not be: an error of the binding. */
    BAD_POINTER(10),
    /** The size of a struct that no version of it has: an error of the binding. */
    BAD_STRUCT_SIZE(11),
    /** An option has a value that it cannot have; the message names it. */
    BAD_OPTION(12),
    /** Another argument has a value that it cannot have. */
    BAD_ARGUMENT(13),
    /** Another thread is inside a method of the same analyzer. Nothing was done, and that thread is not affected. */
    BUSY(14),
    /** The analyzer holds no page. */
    NO_PAGE(15),
    /** A buffer is too small: an error of the binding. */
    BUFFER_TOO_SMALL(16),
    /** The library was built without what an option asks for. */
    NOT_BUILT(17),
    /** {@link Options#setParts} lacks what the method gives. */
    NOT_COMPUTED(18),
    /** The page is longer than {@link Options#setMaxInput} allows, or it or its text than 2 GiB. */
    TOO_LARGE(30),
    /** The system refused memory. */
    OUT_OF_MEMORY(31),
    /** The page is in an encoding that nothing can be written into. */
    UNSUPPORTED_ENCODING(32),
    /** The page reaches a limit, and {@link Options#setOnLimit} says that this is an error. */
    LIMIT_REACHED(33),
    /** The analysis was stopped by {@link PageAnalyzer#cancel}. */
    CANCELLED(34),
    /** A bug in the library was caught. The analyzer refuses further work until {@link PageAnalyzer#reset}. */
    PANIC(50),
    /** The analyzer failed with {@link #PANIC} before and was not reset. */
    POISONED(51),
    /** A status that this binding does not know, from a newer library. */
    UNKNOWN(-1);

    static final int OK = 0;

    private static final Status[] STATUSES = values();

    private final int number;

    Status(int number) {
        this.number = number;
    }

    /**
     * The number of the status in the library, -1 for {@link #UNKNOWN}.
     *
     * @return the number
     */
    public int number() {
        return number;
    }

    /**
     * The status of a number; it never fails.
     *
     * @param number any number
     * @return the status, or {@link #UNKNOWN}
     */
    public static Status of(int number) {
        for (Status status : STATUSES) {
            if (status.number == number) {
                return status;
            }
        }
        return UNKNOWN;
    }
}
