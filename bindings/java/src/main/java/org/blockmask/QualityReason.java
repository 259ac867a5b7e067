package org.blockmask;

/** Why a page has little or doubtful text. */
public enum QualityReason {
    /** There is enough text, or a reason that this binding does not know, from a newer library. */
    NONE,
    /** The page shows no text. */
    NO_TEXT,
    /** Scripts make the text, which are not run. */
    SCRIPT_SHELL,
    /** The text is only in the data of the page, such as JSON-LD. */
    ONLY_DATA,
    /** A request for consent stands before the text. */
    CONSENT_WALL,
    /** The text is for readers who sign in or pay. */
    LOGIN_WALL,
    /** The page reports an error, such as 404. */
    ERROR_PAGE,
    /** The page stands in for a site that does not exist, such as one whose domain is for sale. */
    PARKED_DOMAIN,
    /** The text is a list of links. */
    LINK_LIST,
    /** The text has a few words. */
    TOO_SHORT,
    /** The text was decoded by another encoding than it was written in. */
    WRONG_ENCODING;

    static QualityReason of(int number) {
        return Numbers.constant(QualityReason.class, number, NONE);
    }

    /**
     * The name of the reason in the JSON of the command line, such as {@code error-page}.
     *
     * @return the name
     */
    @Override
    public String toString() {
        return Numbers.name(this);
    }
}
