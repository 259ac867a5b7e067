package org.blockmask;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.OptionalInt;

/**
 * A piece of the text.
 *
 * @param id a hash of the text and of the headings above it, equal on all machines; equal passages have equal ids
 * @param context what the passage is about, to be put in front of its text: the title and the headings above it, and
 *     for rows of a table below its first ones the caption and the header
 * @param contextTokens the tokens of the context
 * @param text the texts of its blocks with their line breaks, separated by line feeds
 * @param source from its first to its last character in the bytes of the page, with all that stands between
 * @param textRange from its first to its last character in {@link Page#text}, in UTF-8 bytes
 * @param firstBlock its first block
 * @param endBlock one past its last block; blocks among them that were left out are not part of it
 * @param heading the nearest heading above its text, a block that may be part of the passage
 * @param tokens its tokens, those that it repeats included
 * @param overlapTokens how many of its first tokens are also in the passage before
 * @param roles how many of its tokens are in blocks of each role, in the order in which the roles first occur; roles
 *     without any are left out
 */
public record Passage(long id, String context, int contextTokens, String text, Range source, Range textRange,
        int firstBlock, int endBlock, OptionalInt heading, int tokens, int overlapTokens, List<RoleTokens> roles) {
    /**
     * How many tokens of a passage are in blocks of one role.
     *
     * @param role the role
     * @param tokens 1 or more
     */
    public record RoleTokens(Role role, int tokens) {}

    /** Copies the list. */
    public Passage {
        roles = List.copyOf(roles);
    }

    static Passage of(Table table, int i) {
        MemorySegment first = table.getAddress(i, "roles");
        int count = table.getInt(i, "role_count");
        int size = (int) Layouts.ROLE_TOKENS.byteSize();
        Table roles = new Table(first.reinterpret((long) count * size), count, size,
                Layouts.offsets(Layouts.ROLE_TOKENS));
        return new Passage(table.getLong(i, "id"), table.string(i, "context", "context_length"),
                table.getInt(i, "context_tokens"), table.string(i, "text", "length"), table.source(i), table.range(i, "text"),
                table.getInt(i, "first_block"), table.getInt(i, "end_block"),
                table.getIndex(i, "heading"), table.getInt(i, "tokens"),
                table.getInt(i, "overlap_tokens"),
                roles.map(role -> new Passage.RoleTokens(Role.of(roles.getInt(role, "role")),
                        roles.getInt(role, "tokens"))));
    }
}
