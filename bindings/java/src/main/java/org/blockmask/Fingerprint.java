package org.blockmask;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;

/**
 * The hashes of a page, to find its duplicates. They are equal on every machine, and may be stored. They depend on the
 * main text, and so on the options and on the model: compare pages that were analyzed alike. They are not cryptographic.
 * Fingerprints are immutable, independent of the analyzer, and safe to share.
 */
public final class Fingerprint {
    /** How many min-hashes a fingerprint has. */
    public static final int MIN_HASHES = 8;

    /** Bytes of {@link #toBytes}. */
    public static final int BYTES = 8 * MIN_HASHES + 8 + 4 + 2 + 8 + 8;

    private static final long HASHES = Layouts.offset(Layouts.FINGERPRINT, "min_hashes");
    private static final long SIM_HASH = Layouts.offset(Layouts.FINGERPRINT, "sim_hash");
    private static final long CONTENT_HASH = Layouts.offset(Layouts.FINGERPRINT, "content_hash");
    private static final long STRUCTURE_HASH = Layouts.offset(Layouts.FINGERPRINT, "structure_hash");
    private static final long TOKENS = Layouts.offset(Layouts.FINGERPRINT, "tokens");
    private static final long VERSION = Layouts.offset(Layouts.FINGERPRINT, "version");
    private static final long IS_VALID = Layouts.offset(Layouts.FINGERPRINT, "is_valid");

    /** A blockmask_fingerprint on the heap. */
    private final MemorySegment struct;

    private Fingerprint() {
        struct = MemorySegment.ofArray(new long[(int) (Layouts.FINGERPRINT.byteSize() / 8)]);
        struct.set(ValueLayout.JAVA_INT, 0, (int) Layouts.FINGERPRINT.byteSize());
    }

    /** Copies a struct of the library. */
    Fingerprint(MemorySegment from) {
        this();
        struct.copyFrom(from.asSlice(0, struct.byteSize()));
        struct.set(ValueLayout.JAVA_INT, 0, (int) Layouts.FINGERPRINT.byteSize());
    }

    /**
     * One of the minima of eight hash functions over all 6-grams of tokens. Equal pages have all of them in common,
     * similar pages many, so they serve as keys of an index of near-duplicates.
     *
     * @param index 0 to 7
     * @return the minimum, as an unsigned number
     */
    public long minHash(int index) {
        return struct.get(ValueLayout.JAVA_LONG, HASHES + 8L * Objects.checkIndex(index, MIN_HASHES));
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
     * Equal for pages of equal main text, word by word. Whitespace, punctuation, markup, encoding and the template around
     * it do not matter.
     *
     * @return 64 bits; 0 if there is no main text
     */
    public long contentHash() {
        return struct.get(ValueLayout.JAVA_LONG, CONTENT_HASH);
    }

    /**
     * The majority of each bit over the hashes of the distinct tag paths of all text. Pages of equal tag paths have equal
     * ones, pages of one template differ in few bits.
     *
     * @return 64 bits; 0 if there is no text
     */
    public long structureHash() {
        return struct.get(ValueLayout.JAVA_LONG, STRUCTURE_HASH);
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
        return struct.get(ValueLayout.JAVA_INT, VERSION);
    }

    /**
     * Whether the text has at least 13 tokens; otherwise the page is never a duplicate.
     *
     * @return whether it has
     */
    public boolean isValid() {
        return struct.get(ValueLayout.JAVA_INT, IS_VALID) != 0;
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
        match(other, MemorySegment.ofArray(result), MemorySegment.NULL, MemorySegment.NULL);
        return result[0] != 0;
    }

    /**
     * The share of equal min-hashes, 0 to 1 in steps of 1/8: an estimate of the Jaccard similarity of the sets of
     * 6-grams. It is 0 if one of the fingerprints is not valid or if their versions differ.
     *
     * @param other the fingerprint of the other page
     * @return the share
     */
    public float similarity(Fingerprint other) {
        float[] result = new float[1];
        match(other, MemorySegment.NULL, MemorySegment.ofArray(result), MemorySegment.NULL);
        return result[0];
    }

    /**
     * How many bits of the sim-hashes differ, 0 to 64, about 32 for texts that have nothing in common. It is 64 if one of
     * the fingerprints is not valid or if their versions differ.
     *
     * @param other the fingerprint of the other page
     * @return the number of bits
     */
    public int distance(Fingerprint other) {
        int[] result = new int[1];
        match(other, MemorySegment.NULL, MemorySegment.NULL, MemorySegment.ofArray(result));
        return result[0];
    }

    private void match(Fingerprint other, MemorySegment isNear, MemorySegment similarity, MemorySegment distance) {
        BlockmaskException.check(Native.matchFingerprints(struct, other.struct, isNear, similarity, distance));
    }

    /**
     * The keys of locality-sensitive hashing by bands, to find near-duplicates among many pages: those with a common key
     * agree on this number of consecutive min-hashes. With 1 row all near-duplicates have a common key;
     * with 2 fewer pages have to be compared and some are missed.
     *
     * @param rows min-hashes of a key, 1 to 8
     * @return 8 / rows keys, rounded down; none if the fingerprint is not valid
     * @throws BlockmaskException if there are more rows or fewer
     */
    public long[] bandKeys(int rows) {
        long[] keys = new long[MIN_HASHES];
        long[] count = new long[1];
        BlockmaskException.check(
                Native.writeBandKeys(struct, rows, MemorySegment.ofArray(keys), MemorySegment.ofArray(count)));
        return Arrays.copyOf(keys, (int) count[0]);
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
        bytes.putLong(contentHash()).putLong(structureHash());
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
            struct.set(ValueLayout.JAVA_LONG, HASHES + 8L * i, buffer.getLong());
        }
        struct.set(ValueLayout.JAVA_LONG, SIM_HASH, buffer.getLong());
        struct.set(ValueLayout.JAVA_INT, TOKENS, buffer.getInt());
        struct.set(ValueLayout.JAVA_INT, VERSION, Byte.toUnsignedInt(buffer.get()));
        struct.set(ValueLayout.JAVA_INT, IS_VALID, buffer.get());
        struct.set(ValueLayout.JAVA_LONG, CONTENT_HASH, buffer.getLong());
        struct.set(ValueLayout.JAVA_LONG, STRUCTURE_HASH, buffer.getLong());
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
