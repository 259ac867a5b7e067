package org.blockmask.lucene;

import java.util.Iterator;
import java.util.List;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;

/** Words that were found already, with their places in the source of the page, as Lucene takes them. */
final class WordStream extends TokenStream {
    /** Between blocks, so that no phrase is found across them. */
    private static final int GAP = 100;

    /**
     * A word of a page.
     *
     * @param term the word in lower case
     * @param block the index of its block
     * @param start its first byte in the source
     * @param end one past its last byte
     */
    record Token(String term, int block, int start, int end) {}

    private final List<Token> tokens;
    private final CharTermAttribute term = addAttribute(CharTermAttribute.class);
    private final OffsetAttribute offset = addAttribute(OffsetAttribute.class);
    private final PositionIncrementAttribute increment = addAttribute(PositionIncrementAttribute.class);
    private Iterator<Token> rest;
    private int block;

    WordStream(List<Token> tokens) {
        this.tokens = tokens;
    }

    @Override
    public void reset() {
        rest = tokens.iterator();
        block = tokens.isEmpty() ? 0 : tokens.get(0).block();
    }

    @Override
    public boolean incrementToken() {
        clearAttributes();
        if (!rest.hasNext()) {
            return false;
        }
        Token token = rest.next();
        term.append(token.term());
        offset.setOffset(token.start(), token.end());
        increment.setPositionIncrement(token.block() == block ? 1 : GAP);
        block = token.block();
        return true;
    }
}
