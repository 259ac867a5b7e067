package org.blockmask;

/**
 * A range of bytes, [start, end).
 *
 * @param start the first byte
 * @param end one past the last byte
 */
public record Range(int start, int end) {}
