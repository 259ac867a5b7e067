package org.blockmask.lucene;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.CombinedFieldQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.similarities.BM25Similarity;
import org.apache.lucene.search.similarities.Similarity;

/**
 * The fields of the index, and how they are ranked.
 *
 * <p>The words of a block are in a field named for the weight of the block, such as words24; the weights are few.
 * CombinedFieldQuery then gives each word exactly this weight, and treats all fields as one text.
 */
final class Schema {
    /** The address, unique: what is replaced and deleted. */
    static final String ADDRESS = "address";
    /** What hits call the page; ties are in its order. */
    static final String PATH = "path";
    /** The hash of its bytes. */
    static final String HASH = "hash";
    static final String TITLE = "title";
    static final String KIND = "kind";
    static final String FINGERPRINT = "fingerprint";
    /** The blocks, for snippets. */
    static final String TEXT = "text";
    /** The words of a page that was indexed without blockmask. */
    static final String PLAIN = "plain";

    private static final String WORDS = "words";
    /** Weights are in quarters, so term frequencies are four times as large as BM25's k1 expects. */
    private static final int UNIT = 4;
    private static final float K1 = 1.2f;
    private static final float B = 0.75f;

    /** Words with positions, and offsets into the source. */
    static final FieldType WORDS_TYPE = new FieldType();

    static {
        WORDS_TYPE.setTokenized(true);
        WORDS_TYPE.setIndexOptions(IndexOptions.DOCS_AND_FREQS_AND_POSITIONS_AND_OFFSETS);
        WORDS_TYPE.freeze();
    }

    private Schema() {}

    static String words(int weight) {
        return WORDS + weight;
    }

    /** The fields with words that an index has, with their weights. */
    static Map<String, Integer> wordFields(IndexReader reader) {
        Map<String, Integer> fields = new TreeMap<>();
        for (String name : FieldInfos.getIndexedFields(reader)) {
            if (name.startsWith(WORDS)) {
                fields.put(name, Integer.parseInt(name.substring(WORDS.length())));
            }
        }
        return fields;
    }

    static Similarity similarity(boolean isPlain) {
        return new BM25Similarity(isPlain ? K1 : K1 * UNIT, B);
    }

    /** Pages with any of the terms, of a kind if it is not null. The kind does not change the scores. */
    static Query query(Set<String> terms, Map<String, Integer> wordFields, String kind) {
        BooleanQuery.Builder words = new BooleanQuery.Builder();
        for (String term : terms) {
            words.add(wordFields.isEmpty() ? new TermQuery(new Term(PLAIN, term)) : combined(term, wordFields),
                    BooleanClause.Occur.SHOULD);
        }
        if (kind == null) {
            return words.build();
        }
        return new BooleanQuery.Builder().add(words.build(), BooleanClause.Occur.MUST)
                .add(new TermQuery(new Term(KIND, kind)), BooleanClause.Occur.FILTER).build();
    }

    private static Query combined(String term, Map<String, Integer> wordFields) {
        CombinedFieldQuery.Builder query = new CombinedFieldQuery.Builder(term);
        wordFields.forEach(query::addField);
        return query.build();
    }
}
