package org.blockmask;

import java.util.Objects;

/**
 * Maps offsets in a {@link String}, in chars, to offsets in its UTF-8 form: what lies between Java's tokenizers and
 * {@link Page#mapTextRange}. Takes constant time for text in ASCII, else a short search. Immutable.
 */
public final class Utf8Offsets {
    private static final int STEP = 64;

    private final String text;
    /** The offset of every 64th char; null if all are ASCII. */
    private final int[] steps;

    /**
     * Prepares the map of a text.
     *
     * @param text the text
     */
    public Utf8Offsets(String text) {
        this.text = text;
        int[] found = new int[text.length() / STEP + 1];
        int bytes = 0;
        for (int i = 0; i < text.length(); i++) {
            if (i % STEP == 0) {
                found[i / STEP] = bytes;
            }
            bytes += bytesOf(text.charAt(i));
        }
        if (text.length() % STEP == 0) {
            found[text.length() / STEP] = bytes;
        }
        steps = bytes == text.length() ? null : found;
    }

    /** Bytes that a char adds: a pair of surrogates has four together. */
    private static int bytesOf(char c) {
        if (c < 0x80) {
            return 1;
        }
        return c < 0x800 || Character.isSurrogate(c) ? 2 : 3;
    }

    /**
     * The offset in UTF-8.
     *
     * @param charOffset an offset in the string, 0 to its length, not between two surrogates
     * @return bytes from the start
     * @throws IndexOutOfBoundsException if it is not in the string
     */
    public int of(int charOffset) {
        Objects.checkIndex(charOffset, text.length() + 1);
        if (steps == null) {
            return charOffset;
        }
        int bytes = steps[charOffset / STEP];
        for (int i = charOffset - charOffset % STEP; i < charOffset; i++) {
            bytes += bytesOf(text.charAt(i));
        }
        return bytes;
    }
}
