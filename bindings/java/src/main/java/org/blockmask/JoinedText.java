package org.blockmask;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * The texts of the blocks in some fields of a page, in source order and separated by line feeds. The text is a copy and
 * stays valid; {@link #mapRange} needs the page, which must not be closed.
 */
public final class JoinedText {
    private final Page page;
    private final byte[] text;
    private final Table pieces;

    /** Copies a blockmask_rendered. */
    JoinedText(Page page, MemorySegment struct) {
        this.page = page;
        text = NativeDocument.bytes(struct, Layouts.RENDERED, "text", "length").toArray(JAVA_BYTE);
        pieces = Table.copy(struct.asSlice(Layouts.offset(Layouts.RENDERED, "pieces"), Layouts.TABLE), Layouts.PIECE);
    }

    /**
     * The text.
     *
     * @return a new string
     */
    public String text() {
        return new String(text, StandardCharsets.UTF_8);
    }

    /**
     * The text in UTF-8, which {@link #mapRange} refers to.
     *
     * @return a read-only buffer over the whole text
     */
    public ByteBuffer textBytes() {
        return ByteBuffer.wrap(text).asReadOnlyBuffer();
    }

    /**
     * The number of blocks that the text is made of.
     *
     * @return 0 or more
     */
    public int blockCount() {
        return pieces.count();
    }

    /**
     * One of the blocks that the text is made of.
     *
     * @param index its place among them
     * @return the block
     */
    public Block block(int index) {
        return page.blocks().get(pieces.getInt(index, "block"));
    }

    /**
     * Where the text of one of the blocks is in this text.
     *
     * @param index its place among them
     * @return the range, in UTF-8 bytes
     */
    public Range blockRange(int index) {
        return pieces.range(index, "rendered");
    }

    /**
     * Maps a range of this text to a range of the bytes of the page, as {@link Page#mapTextRange} does. A range across
     * blocks also covers what stands between them on the page.
     *
     * @param joinedStart the first UTF-8 byte
     * @param joinedEnd one past the last UTF-8 byte
     * @return the range in the source
     * @throws IllegalStateException if the page is closed
     */
    public Range mapRange(int joinedStart, int joinedEnd) {
        int textStart = textOffset(pieceAt(joinedStart), joinedStart);
        return page.mapTextRange(textStart,
                joinedEnd <= joinedStart ? textStart : textOffset(pieceAt(joinedEnd - 1), joinedEnd));
    }

    /** The last piece that begins at an offset or before it, or the first. */
    private int pieceAt(int offset) {
        int low = 0;
        int high = blockCount();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (pieces.getInt(middle, "rendered_start") <= offset) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return Math.max(low - 1, 0);
    }

    /** An offset in the text of the page. The line feed after a piece is treated as the end of the piece. */
    private int textOffset(int piece, int offset) {
        if (blockCount() == 0) {
            return 0;
        }
        int start = pieces.getInt(piece, "rendered_start");
        return pieces.getInt(piece, "text_start") + Math.clamp(offset - start, 0, pieces.getInt(piece, "rendered_end") - start);
    }
}
