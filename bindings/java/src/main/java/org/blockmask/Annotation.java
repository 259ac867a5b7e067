package org.blockmask;

/**
 * A part of a block that is a formula, or that has a reading.
 *
 * @param annotationType what it says about its text
 * @param source the range of the element of the formula or reading in the bytes of the page; of a formula between
 *     delimiters in the text, of these
 * @param textRange the range of the formula, or of the text that has the reading, in the text of the page
 * @param block the index of its block
 * @param text the formula without delimiters, or the reading
 */
public record Annotation(AnnotationType annotationType, Range source, Range textRange, int block, String text) {}
