package org.blockmask;

/**
 * Text inside a link. A link that spans several blocks is one of these in each.
 *
 * @param source its range in the bytes of the page
 * @param textRange its range in the text of the page, in UTF-8 bytes
 * @param text its normalized text
 * @param target the target as it is in the {@code href} attribute: character references decoded, neither trimmed nor
 *     resolved
 */
public record Link(Range source, Range textRange, String text, String target) {}
