package org.blockmask;

/**
 * Text inside a link. A link that spans several blocks is one of these in each.
 *
 * @param source its range in the bytes of the page
 * @param textRange its range in the text of the page, in UTF-8 bytes
 * @param text its normalized text
 * @param target the target as it is in the {@code href} attribute: character references decoded, neither trimmed nor
 *     resolved
 * @param address the target as an absolute address; empty if it is relative and the address of the page is not known
 * @param rel the {@code rel} attribute, such as {@code nofollow}; empty if there is none
 */
public record Link(Range source, Range textRange, String text, String target, String address, String rel) {}
