package org.blockmask;

import java.util.OptionalInt;

/**
 * What a reader wrote under an article.
 *
 * @param source its range in the bytes of the page, from the first to the last character of its text, author, date and
 *     buttons; if answers stand inside it, they are within the range
 * @param author its author, as written, or an empty string
 * @param date its date, as written, or an empty string
 * @param text its text without author, date and answers: blocks separated by line feeds
 * @param parent the index of the comment that it answers
 */
public record Comment(Range source, String author, String date, String text, OptionalInt parent) {}
