package org.blockmask;

import java.util.OptionalInt;
import java.util.Set;

/**
 * A block: text between two tags that are not inline (such as {@code b} and {@code span} are). It is a view of a row of
 * its page, which stays valid, and may be read by several threads.
 */
public final class Block {
    private final Page page;
    private final Table table;
    private final int index;

    Block(Page page, Table table, int index) {
        this.page = page;
        this.table = table;
        this.index = index;
    }

    /**
     * Its index among the blocks of the page.
     *
     * @return 0 or more
     */
    public int index() {
        return index;
    }

    /**
     * Its range in the bytes of the page: from the first byte of its first character to one past its last character.
     *
     * @return the range
     */
    public Range source() {
        return table.source(index);
    }

    /**
     * Its range in the normalized text of the page.
     *
     * @return the range, in UTF-8 bytes
     */
    public Range textRange() {
        return table.range(index, "text");
    }

    /**
     * Its normalized text.
     *
     * @return a new string
     */
    public String text() {
        return page.text(textRange());
    }

    /**
     * Tokens.
     *
     * @return their number
     */
    public int tokens() {
        return table.getInt(index, "tokens");
    }

    /**
     * Tokens that begin inside a link.
     *
     * @return their number
     */
    public int linkedTokens() {
        return table.getInt(index, "linked_tokens");
    }

    /**
     * Lines when wrapped.
     *
     * @return their number
     */
    public int lines() {
        return table.getInt(index, "lines");
    }

    /**
     * Characters of its text: Unicode scalar values.
     *
     * @return their number
     */
    public int characters() {
        return table.getInt(index, "characters");
    }

    /**
     * Its text density.
     *
     * @return tokens per line, without the last line if there are several
     */
    public double textDensity() {
        return (double) table.getInt(index, "density_tokens") / table.getInt(index, "density_lines");
    }

    /**
     * The segment that it begins in.
     *
     * @return its number, or empty for a block without tokens and for the title
     */
    public OptionalInt segment() {
        return table.getIndex(index, "segment");
    }

    /**
     * The comment that it belongs to, as its text, its author and date, or a button.
     *
     * @return its index in {@link Page#comments}
     */
    public OptionalInt comment() {
        return table.getIndex(index, "comment");
    }

    /**
     * The probability that it is content.
     *
     * @return 0 to 1
     */
    public float probability() {
        return table.getFloat(index, "probability");
    }

    /**
     * Whether the template mask covers it: navigation, advertising and the like, not content.
     *
     * @return whether it does
     */
    public boolean isTemplate() {
        return table.getByte(index, "is_template") != 0;
    }

    /**
     * What its terms count in a ranking, in quarters: 4 stands for 1.0, 0 is not to be searched.
     *
     * @return 0 to 255
     */
    public int weight() {
        return table.getByte(index, "weight");
    }

    /**
     * What it is for a search engine.
     *
     * @return the field, or {@link BlockField#UNKNOWN} for one of a newer library
     */
    public BlockField field() {
        return BlockField.of(fieldNumber());
    }

    /**
     * The number of the field, also where {@link #field} is {@link BlockField#UNKNOWN}.
     *
     * @return the number that the library gives
     */
    public int fieldNumber() {
        return table.getByte(index, "field");
    }

    /**
     * What it is for a reader.
     *
     * @return the role, or {@link Role#UNKNOWN} for one of a newer library
     */
    public Role role() {
        return Role.of(roleNumber());
    }

    /**
     * The number of the role, also where {@link #role} is {@link Role#UNKNOWN}.
     *
     * @return the number that the library gives
     */
    public int roleNumber() {
        return table.getByte(index, "role");
    }

    /**
     * Its level inside {@code h1} to {@code h6}.
     *
     * @return 1 to 6, or 0 if it is in none of them
     */
    public int headingLevel() {
        return table.getByte(index, "heading_level");
    }

    /**
     * How many other pages it links to, if it is mostly links.
     *
     * @return at most 65535
     */
    public int linkTargets() {
        return table.getShort(index, "link_targets");
    }

    /**
     * Its flags; those that only a newer library knows are left out, {@link #flagBits} has them.
     *
     * @return a new set
     */
    public Set<BlockFlag> flags() {
        return BlockFlag.of(flagBits());
    }

    /**
     * Its flags as the bits of the library.
     *
     * @return a union of bits
     */
    public int flagBits() {
        return table.getInt(index, "flags");
    }

    /**
     * Whether a flag is set.
     *
     * @param flag the flag
     * @return whether it is
     */
    public boolean has(BlockFlag flag) {
        return (flagBits() & flag.bit()) != 0;
    }

    /**
     * Depth of its container in the tree.
     *
     * @return 0 to 65535
     */
    public int depth() {
        return table.getShort(index, "depth");
    }

    /**
     * Whether its text is in the main region by tag paths.
     *
     * @return whether it is
     */
    public boolean isInMainRegion() {
        return table.getByte(index, "is_in_main_region") != 0;
    }

    /** Field, weight and text, for logs. */
    @Override
    public String toString() {
        return field() + " " + weight() + " " + text();
    }
}
