package org.blockmask;

import java.util.OptionalInt;

/**
 * An image with an alternative text, which is not part of the text of the page. An index may search it as a field of
 * its own.
 *
 * @param source the range of its tag in the bytes of the page
 * @param alt its alternative text: character references decoded, whitespace collapsed
 * @param target its address as it is in the {@code src} attribute: character references decoded, neither trimmed nor
 *     resolved
 * @param block the last block that begins before it
 * @param weight what the terms of its alternative text count in a ranking, in quarters; 0 if it is hidden
 */
public record Image(Range source, String alt, String target, OptionalInt block, int weight) {}
