package org.blockmask;

/**
 * An attribute of an element.
 *
 * @param name its name as in the DOM, such as {@code class}, {@code viewBox} or {@code xlink:href}
 * @param value its value, character references decoded
 * @param isLast whether it is the last one of its element
 * @param nameSource where its name is in the bytes of the page
 * @param valueSource where its value is as written, without quotes
 */
public record Attribute(String name, String value, boolean isLast, Range nameSource, Range valueSource) {}
