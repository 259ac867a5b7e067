package org.blockmask;

/** What the items of a group are. */
public enum GroupKind {
    /** Something else, or a kind that this binding does not know, from a newer library. */
    UNKNOWN,
    /** Comments of readers, as in {@link Page#comments}. */
    COMMENTS,
    /** Posts of a thread. */
    POSTS,
    /** Answers to a question. */
    ANSWERS,
    /** Reviews of customers. */
    REVIEWS,
    /** Results of a search, entries of a list. */
    RESULTS,
    /** Things for sale. */
    OFFERS,
    /** Pointers to other pages, with a title or more. */
    TEASERS,
    /** Links of a menu or of a list of links. */
    MENU,
    /** Rows of a table. */
    TABLE_ROWS,
    /** Questions with their answers. */
    FAQ,
    /** Steps of instructions, or ingredients. */
    STEPS,
    /** Images with captions. */
    GALLERY,
    /** Keywords. */
    TAGS;

    static GroupKind of(int number) {
        return Numbers.constant(GroupKind.class, number, UNKNOWN);
    }

    /**
     * The name of the kind in the JSON of the command line, such as {@code table-rows}.
     *
     * @return the name
     */
    @Override
    public String toString() {
        return Numbers.name(this);
    }
}
