package org.blockmask;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * The texts of the blocks in some fields of a page, in source order and separated by line feeds. The text is a copy and
 * stays valid; {@link #mapRange} needs the page in its analyzer.
 */
public final class JoinedText {
    private static final int PIECE_INTS = (int) (Layouts.PIECE.byteSize() / Integer.BYTES);
    private static final int JOINED_START = index("joined_start");
    private static final int TEXT_START = index("text_start");
    private static final int LENGTH = index("length");
    private static final int BLOCK = index("block");

    private final Page page;
    private final byte[] text;
    /** The members of each piece, in order. */
    private final int[] pieces;

    /** Copies a blockmask_joined_text. */
    JoinedText(Page page, MemorySegment struct) {
        this.page = page;
        text = array(struct, "text", "length", 1).toArray(JAVA_BYTE);
        pieces = array(struct, "pieces", "count", Layouts.PIECE.byteSize()).toArray(JAVA_INT);
    }

    private static MemorySegment array(MemorySegment struct, String first, String count, long size) {
        long length = struct.get(JAVA_LONG, Layouts.offset(Layouts.JOINED_TEXT, count)) * size;
        return struct.get(ADDRESS, Layouts.offset(Layouts.JOINED_TEXT, first)).reinterpret(length);
    }

    private static int index(String member) {
        return (int) (Layouts.offset(Layouts.PIECE, member) / Integer.BYTES);
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
        return pieces.length / PIECE_INTS;
    }

    /**
     * One of the blocks that the text is made of.
     *
     * @param index its place among them
     * @return the block
     */
    public Block block(int index) {
        return page.blocks().get(piece(index, BLOCK));
    }

    /**
     * Where the text of one of the blocks is in this text.
     *
     * @param index its place among them
     * @return the range, in UTF-8 bytes
     */
    public Range blockRange(int index) {
        int start = piece(index, JOINED_START);
        return new Range(start, start + piece(index, LENGTH));
    }

    /**
     * Maps a range of this text to a range of the bytes of the page, as {@link Page#mapTextRange} does. A range across
     * blocks also covers what stands between them on the page.
     *
     * @param start the first UTF-8 byte
     * @param end one past the last UTF-8 byte
     * @return the range in the source
     * @throws IllegalStateException if the analyzer has taken another page since, or is closed
     */
    public Range mapRange(int start, int end) {
        int textStart = textOffset(pieceAt(start), start);
        return page.mapTextRange(textStart, end <= start ? textStart : textOffset(pieceAt(end - 1), end));
    }

    private int piece(int index, int member) {
        return pieces[PIECE_INTS * index + member];
    }

    /** The last piece that begins at an offset or before it, or the first. */
    private int pieceAt(int offset) {
        int low = 0;
        int high = blockCount();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (piece(middle, JOINED_START) <= offset) {
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
        return piece(piece, TEXT_START) + Math.clamp(offset - piece(piece, JOINED_START), 0, piece(piece, LENGTH));
    }
}
