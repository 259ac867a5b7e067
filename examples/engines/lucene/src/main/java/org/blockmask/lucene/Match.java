package org.blockmask.lucene;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.util.BytesRef;

/**
 * Where a page has a word of the query, from the index.
 *
 * @param start its first byte in the source
 * @param end one past its last byte
 */
record Match(String term, int start, int end) {
    /** The matches in a page, in the order of its source. */
    static List<Match> find(LeafReader reader, int doc, Set<String> terms, Collection<String> fields)
            throws IOException {
        List<Match> matches = new ArrayList<>();
        for (String field : fields) {
            Terms ofField = reader.terms(field);
            TermsEnum dictionary = ofField == null ? TermsEnum.EMPTY : ofField.iterator();
            for (String term : terms) {
                if (dictionary.seekExact(new BytesRef(term))) {
                    add(matches, term, dictionary.postings(null, PostingsEnum.OFFSETS), doc);
                }
            }
        }
        matches.sort(Comparator.comparingInt(Match::start));
        return matches;
    }

    private static void add(List<Match> matches, String term, PostingsEnum postings, int doc) throws IOException {
        if (postings.advance(doc) != doc) {
            return;
        }
        for (int i = 0; i < postings.freq(); i++) {
            postings.nextPosition();
            matches.add(new Match(term, postings.startOffset(), postings.endOffset()));
        }
    }
}
