package org.blockmask;

/** What became of a passage. */
public enum ChangeKind {
    /** It is in both versions. */
    STAYED,
    /** Likewise, but before or behind other passages than in the old version. */
    MOVED,
    /** It has another text in the new version. */
    CHANGED,
    /** It is in the new version alone. */
    CAME,
    /** It is in the old version alone. */
    WENT;

    static ChangeKind of(int number) {
        return Numbers.constant(ChangeKind.class, number, CHANGED);
    }

    /**
     * The name of the kind in the output of the command line, such as {@code moved}.
     *
     * @return the name
     */
    @Override
    public String toString() {
        return Numbers.name(this);
    }
}
