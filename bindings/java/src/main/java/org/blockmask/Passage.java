package org.blockmask;

import java.util.List;
import java.util.OptionalInt;

/**
 * A piece of the main text.
 *
 * @param text the texts of its blocks with their line breaks, separated by line feeds
 * @param source from its first to its last character in the bytes of the page, with all that stands between
 * @param firstBlock its first block
 * @param endBlock one past its last block; template blocks among them are not part of it
 * @param heading the nearest heading above its text, a block that may be part of the passage
 * @param tokens its tokens, those that it repeats included
 * @param overlapTokens how many of its first tokens are also in the passage before
 * @param roles how many of its tokens are in blocks of each role, in the order in which the roles first occur; roles
 *     without any are left out
 */
public record Passage(String text, Range source, int firstBlock, int endBlock, OptionalInt heading, int tokens,
        int overlapTokens, List<RoleTokens> roles) {
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
}
