package org.blockmask;

/**
 * An item of the main list of a page, such as a search result, an offer or a post. Other languages call it a record;
 * here that is the name of a class of Java.
 *
 * @param source from its first to its last character in the bytes of the page, with all that stands between
 * @param firstBlock its first block
 * @param endBlock one past its last block; some of its blocks may be template
 */
public record PageRecord(Range source, int firstBlock, int endBlock) {}
