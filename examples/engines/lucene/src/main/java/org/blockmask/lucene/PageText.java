package org.blockmask.lucene;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.store.ByteArrayDataInput;
import org.apache.lucene.store.ByteBuffersDataOutput;
import org.apache.lucene.util.BytesRef;

/** The text of a page as it is stored for snippets: its searchable blocks, with their places in the source. */
final class PageText {
    private static final int TITLE = 1;
    private static final int TEMPLATE = 2;

    /**
     * A block.
     *
     * @param text its normalized text
     * @param start its first byte in the source
     * @param end one past its last byte
     * @param isTitle whether it is the title, which hits show anyway
     * @param isTemplate whether the mask says that it is not content
     */
    record Block(String text, int start, int end, boolean isTitle, boolean isTemplate) {}

    private PageText() {}

    static BytesRef encode(List<Block> blocks) {
        ByteBuffersDataOutput output = new ByteBuffersDataOutput();
        try {
            output.writeVInt(blocks.size());
            int last = 0;
            for (Block block : blocks) {
                output.writeByte((byte) ((block.isTitle() ? TITLE : 0) | (block.isTemplate() ? TEMPLATE : 0)));
                output.writeVInt(block.start() - last);
                output.writeVInt(block.end() - block.start());
                output.writeString(block.text());
                last = block.end();
            }
        } catch (IOException e) {
            throw new AssertionError("memory is no device", e);
        }
        return new BytesRef(output.toArrayCopy());
    }

    static List<Block> decode(BytesRef bytes) {
        ByteArrayDataInput input = new ByteArrayDataInput(bytes.bytes, bytes.offset, bytes.length);
        int count = input.readVInt();
        List<Block> blocks = new ArrayList<>(count);
        int last = 0;
        try {
            for (int i = 0; i < count; i++) {
                int flags = input.readByte();
                int start = last + input.readVInt();
                last = start + input.readVInt();
                String text = input.readString();
                blocks.add(new Block(text, start, last, (flags & TITLE) != 0, (flags & TEMPLATE) != 0));
            }
        } catch (IOException e) {
            throw new AssertionError("memory is no device", e);
        }
        return blocks;
    }
}
