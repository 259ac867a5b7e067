package org.blockmask;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;

/**
 * The main text as Markdown, and where its blocks are in it.
 *
 * @param text the Markdown; it ends with a line feed unless it is empty
 * @param blocks where the blocks of the main text are, in order
 * @param truncation {@link Truncation#OUTPUT} if targets of links, lists, quotations or tables are missing, but none of
 *     the text, because of the option max_output; else empty
 */
public record Markdown(String text, List<BlockRange> blocks, Set<Truncation> truncation) {
    /**
     * Where a block is in Markdown, in chars: {@code text.substring(renderedStart, renderedEnd)}. Its lines from the first one, after
     * the markers of quotations and lists, to the last one, without the line feed; markers of headings and code are
     * part of them. A table is one range, which all of its blocks have, and so is code.
     *
     * @param block the index of the block
     * @param renderedStart the first char
     * @param renderedEnd one past the last char
     */
    public record BlockRange(int block, int renderedStart, int renderedEnd) {}

    /** Copies the list and the set. */
    public Markdown {
        blocks = List.copyOf(blocks);
        truncation = Set.copyOf(truncation);
    }

    /** Copies a blockmask_rendered. */
    static Markdown of(MemorySegment struct) {
        byte[] text = NativeDocument.bytes(struct, Layouts.RENDERED, "text", "length").toArray(JAVA_BYTE);
        Table pieces = Table.of(struct.asSlice(Layouts.offset(Layouts.RENDERED, "pieces"), Layouts.TABLE), Layouts.PIECE);
        // Starts ascend, and so do ends.
        CharCounter starts = new CharCounter(text);
        CharCounter ends = new CharCounter(text);
        List<BlockRange> blocks = pieces.map(i -> new BlockRange(pieces.getInt(i, "block"),
                starts.before(pieces.getInt(i, "rendered_start")),
                ends.before(pieces.getInt(i, "rendered_end"))));
        int truncation = struct.get(JAVA_INT, Layouts.offset(Layouts.RENDERED, "truncation"));
        return new Markdown(new String(text, StandardCharsets.UTF_8), blocks, Truncation.of(truncation));
    }

    /** Counts the chars before ascending offsets of a text in UTF-8. */
    private static final class CharCounter {
        private final byte[] text;
        private int offset;
        private int chars;

        CharCounter(byte[] text) {
            this.text = text;
        }

        int before(int end) {
            for (; offset < end; offset++) {
                boolean continues = (text[offset] & 0xC0) == 0x80;
                boolean isPair = (text[offset] & 0xF8) == 0xF0;
                chars += continues ? 0 : isPair ? 2 : 1;
            }
            return chars;
        }
    }
}
