package org.blockmask;

import java.util.Locale;

/** What a {@link Fact} is about. */
public enum FactKind {
    /** A kind that this binding does not know, from a newer library. */
    UNKNOWN,
    /**
     * A directive to robots that applies, the sum of all: its name, and its value if it has one, such as
     * {@code noindex}, or {@code max-snippet} with {@code 50}. It has no source.
     */
    ROBOTS,
    /**
     * A directive as written, whether it applies or not. The name is the name of a crawler, or {@code robots} for
     * all.
     */
    DIRECTIVE,
    /** The canonical address, absolute if the base is known. */
    CANONICAL,
    /** The address of a version in another language, whose name is the language. */
    ALTERNATE,
    /** The language of the page. */
    LANGUAGE,
    /** The title for links to the page, of Open Graph. */
    TITLE,
    /** What the page is, in Open Graph. */
    PAGE_TYPE,
    /** The address of an image for links to the page. */
    IMAGE,
    /** The name of the site. */
    SITE_NAME,
    /** What the page is about, in a sentence or two. */
    DESCRIPTION,
    /** The type of a thing that JSON-LD describes, such as {@code NewsArticle}. */
    TYPE,
    /** When the page was published, in ISO 8601. */
    PUBLISHED,
    /** When the page was last modified, in ISO 8601. */
    MODIFIED,
    /**
     * A part of the page that is excluded. The name is the rule, such as {@code data-nosnippet}; the value is what it
     * is excluded from: {@code all}, {@code index}, {@code snippet} or {@code anchor}.
     */
    EXCLUSION,
    /**
     * What a directive or a header says about a use of the page. The name is the use: {@code search}, {@code snippet},
     * {@code ai-input}, {@code ai-training} or {@code image-training}; the value is {@code allowed} or {@code denied}, a
     * space, and the rule, such as {@code noai}. It applies if it decides, for the crawlers of the options.
     */
    USAGE,
    /** The address of the policy on text and data mining. */
    TDM_POLICY,
    /** The address of a license. The name is the media type of the link, which is often empty. */
    LICENSE,
    /** An author of the page. */
    AUTHOR,
    /** The headline of the page. */
    HEADLINE,
    /**
     * A value that the page declares about an entity, if {@link FactOptions#properties} asks for it. The name is its
     * path: the names of the properties from the entity to the value, separated by {@code .}.
     */
    PROPERTY,
    /** The keywords of the page, as it lists them. */
    KEYWORDS;

    static FactKind of(int number) {
        return Numbers.constant(FactKind.class, number, UNKNOWN);
    }

    /**
     * The name of the kind, such as {@code page_type}.
     *
     * @return the name
     */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
