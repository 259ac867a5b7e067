package org.blockmask;

/**
 * A call of the library failed. The message is what the library says about it, such as {@code the page has 300 bytes,
 * max_input is 200}. After a page that failed, the analyzer takes the next one, except after {@link Status#PANIC}.
 */
public class BlockmaskException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** The number of the status. */
    private final int status;

    BlockmaskException(int status, String message) {
        super(message.isEmpty() ? Native.statusText(status) : message);
        this.status = status;
    }

    BlockmaskException(Status status, String message) {
        this(status.number(), message);
    }

    /** Throws what the library says about the last call of this thread if it failed. */
    static void check(int status) {
        if (status != Status.OK) {
            throw new BlockmaskException(status, Native.lastError());
        }
    }

    /**
     * Why the call failed.
     *
     * @return the status, or {@link Status#UNKNOWN} for one of a newer library
     */
    public Status status() {
        return Status.of(status);
    }

    /**
     * The number of the status, also where {@link #status} is {@link Status#UNKNOWN}.
     *
     * @return the number that the library returned
     */
    public int statusNumber() {
        return status;
    }
}
