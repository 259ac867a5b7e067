package org.blockmask;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * The fingerprint of the longest text of a page, which finds pages with nearly the same text. Its definition is frozen:
 * it may be stored and compared. Fingerprints are immutable, independent of the analyzer, and safe to share.
 */
public final class Fingerprint {
    /** How many min-hashes a fingerprint has. */
    public static final int MIN_HASHES = 8;

    /** Bytes of {@link #toBytes}. */
    public static final int BYTES = 8 * MIN_HASHES + 8 + 4 + 2;

    private static final long SIM_HASH = Layouts.offset(Layouts.FINGERPRINT, "sim_hash");
    private static final long TOKENS = Layouts.offset(Layouts.FINGERPRINT, "tokens");
    private static final long VERSION = Layouts.offset(Layouts.FINGERPRINT, "version");
    private static final long IS_VALID = Layouts.offset(Layouts.FINGERPRINT, "is_valid");

    /** A blockmask_fingerprint on the heap. */
    private final MemorySegment struct;

    private Fingerprint() {
        struct = MemorySegment.ofArray(new long[(int) (Layouts.FINGERPRINT.byteSize() / 8)]);
    }

    /** Copies a struct of the library. */
    Fingerprint(MemorySegment from) {
        this();
        struct.copyFrom(from.asSlice(0, struct.byteSize()));
    }

    /**
     * One of the minima of eight hash functions over all 6-grams of tokens. Equal pages have all of them in common,
     * similar pages many, so they serve as keys of an index of near-duplicates.
     *
     * @param index 0 to 7
     * @return the minimum, as an unsigned number
     */
    public long minHash(int index) {
        return struct.getAtIndex(ValueLayout.JAVA_LONG, Objects.checkIndex(index, MIN_HASHES));
    }

    /**
     * The majority of each bit over the hashes of all tokens.
     *
     * @return 64 bits
     */
    public long simHash() {
        return struct.get(ValueLayout.JAVA_LONG, SIM_HASH);
    }

    /**
     * Tokens of the text.
     *
     * @return their number
     */
    public int tokens() {
        return struct.get(ValueLayout.JAVA_INT, TOKENS);
    }

    /**
     * Definition and options; fingerprints of different versions are never near-duplicates.
     *
     * @return a number
     */
    public int version() {
        return Byte.toUnsignedInt(struct.get(ValueLayout.JAVA_BYTE, VERSION));
    }

    /**
     * Whether the text has at least 13 tokens; otherwise the page is never a duplicate.
     *
     * @return whether it has
     */
    public boolean isValid() {
        return struct.get(ValueLayout.JAVA_BYTE, IS_VALID) != 0;
    }

    /**
     * Whether two pages have nearly the same text: both fingerprints are valid and of one version, and at least 4 of
     * their 8 min-hashes are equal.
     *
     * @param other the fingerprint of the other page
     * @return whether they have
     */
    public boolean isNearDuplicate(Fingerprint other) {
        int[] result = new int[1];
        BlockmaskException.check(Native.compareFingerprints(struct, other.struct, MemorySegment.ofArray(result)));
        return result[0] != 0;
    }

    /**
     * The fingerprint as {@value #BYTES} bytes, the same on every machine, to be stored.
     *
     * @return a new array
     */
    public byte[] toBytes() {
        ByteBuffer bytes = ByteBuffer.allocate(BYTES);
        for (int i = 0; i < MIN_HASHES; i++) {
            bytes.putLong(minHash(i));
        }
        bytes.putLong(simHash()).putInt(tokens()).put((byte) version()).put((byte) (isValid() ? 1 : 0));
        return bytes.array();
    }

    /**
     * The fingerprint that {@link #toBytes} made these bytes of.
     *
     * @param bytes {@value #BYTES} bytes
     * @return an equal fingerprint
     * @throws IllegalArgumentException if there are more bytes or fewer
     */
    public static Fingerprint fromBytes(byte[] bytes) {
        if (bytes.length != BYTES) {
            throw new IllegalArgumentException("a fingerprint has " + BYTES + " bytes, not " + bytes.length);
        }
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        MemorySegment struct = new Fingerprint().struct;
        for (int i = 0; i < MIN_HASHES; i++) {
            struct.setAtIndex(ValueLayout.JAVA_LONG, i, buffer.getLong());
        }
        struct.set(ValueLayout.JAVA_LONG, SIM_HASH, buffer.getLong());
        struct.set(ValueLayout.JAVA_INT, TOKENS, buffer.getInt());
        struct.set(ValueLayout.JAVA_BYTE, VERSION, buffer.get());
        struct.set(ValueLayout.JAVA_BYTE, IS_VALID, buffer.get());
        return new Fingerprint(struct);
    }

    /** Whether the other object is a fingerprint with the same hashes. */
    @Override
    public boolean equals(Object other) {
        return other instanceof Fingerprint fingerprint && struct.mismatch(fingerprint.struct) < 0;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(simHash() ^ minHash(0));
    }

    @Override
    public String toString() {
        return String.format("%016x %d tokens", simHash(), tokens());
    }
}
