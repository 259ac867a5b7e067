package org.blockmask.lucene;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.util.BytesRef;
import org.blockmask.Fingerprint;

/** Finds the best pages for a query. */
final class Searcher implements AutoCloseable {
    /** By score, and by path where scores are equal, so that the order does not depend on how the index was made. */
    private static final Sort ORDER =
            new Sort(SortField.FIELD_SCORE, new SortField(Schema.PATH, SortField.Type.STRING));

    private final FSDirectory directory;
    private final DirectoryReader reader;
    private final IndexSearcher searcher;
    private final Map<String, Integer> wordFields;
    private final int limit;
    private final String kind;
    private final boolean isCollapsing;

    Searcher(Path index, int limit, String kind, boolean isCollapsing) throws IOException {
        // Opening a directory that does not exist would create it.
        if (!Files.isDirectory(index)) {
            throw new IOException(index + ": there is no index");
        }
        directory = FSDirectory.open(index);
        if (!DirectoryReader.indexExists(directory)) {
            throw new IOException(index + ": there is no index");
        }
        reader = DirectoryReader.open(directory);
        searcher = new IndexSearcher(reader);
        searcher.setSimilarity(Schema.similarity(Indexer.isPlain(reader)));
        wordFields = Schema.wordFields(reader);
        this.limit = limit;
        this.kind = kind;
        this.isCollapsing = isCollapsing;
    }

    /** What the program prints of a page. */
    record Hit(int rank, float score, String path, String title, String kind, String snippet, int[][] highlights) {}

    /** The best pages, best first; of near-duplicates the best one. */
    List<ScoreDoc> best(String text) throws IOException {
        Query query = Schema.query(Words.ofQuery(text), wordFields, kind);
        List<ScoreDoc> best = new ArrayList<>();
        List<Fingerprint> fingerprints = new ArrayList<>();
        ScoreDoc last = null;
        ScoreDoc[] next;
        // Asks for more where duplicates left too few.
        do {
            next = searcher.searchAfter(last, query, limit, ORDER, true).scoreDocs;
            for (ScoreDoc hit : next) {
                if (best.size() < limit && isNew(hit.doc, fingerprints)) {
                    best.add(hit);
                }
                last = hit;
            }
        } while (next.length == limit && best.size() < limit);
        return best;
    }

    /** Whether a page is like none of the earlier ones, whose fingerprints it joins. */
    private boolean isNew(int doc, List<Fingerprint> earlier) throws IOException {
        Fingerprint fingerprint = isCollapsing ? fingerprint(doc) : null;
        if (fingerprint == null) {
            return true;
        }
        if (earlier.stream().anyMatch(fingerprint::isNearDuplicate)) {
            return false;
        }
        return earlier.add(fingerprint);
    }

    private Fingerprint fingerprint(int doc) throws IOException {
        LeafReaderContext leaf = leaf(doc);
        BinaryDocValues values = leaf.reader().getBinaryDocValues(Schema.FINGERPRINT);
        if (values == null || !values.advanceExact(doc - leaf.docBase)) {
            return null;
        }
        return Fingerprint.fromBytes(BytesRef.deepCopyOf(values.binaryValue()).bytes);
    }

    private LeafReaderContext leaf(int doc) {
        return reader.leaves().get(ReaderUtil.subIndex(doc, reader.leaves()));
    }

    String path(ScoreDoc hit) throws IOException {
        return searcher.storedFields().document(hit.doc, Set.of(Schema.PATH)).get(Schema.PATH);
    }

    /** The best pages, with snippets. */
    List<Hit> search(String text) throws IOException {
        Set<String> terms = Words.ofQuery(text);
        List<Hit> hits = new ArrayList<>();
        for (ScoreDoc found : best(text)) {
            var document = searcher.storedFields().document(found.doc);
            LeafReaderContext leaf = leaf(found.doc);
            List<Match> matches = Match.find(leaf.reader(), found.doc - leaf.docBase, terms, wordFields.keySet());
            Snippet snippet = Snippet.of(PageText.decode(document.getBinaryValue(Schema.TEXT)), matches, terms);
            hits.add(new Hit(hits.size() + 1, found.score, document.get(Schema.PATH), document.get(Schema.TITLE),
                    document.get(Schema.KIND), snippet.text(), snippet.highlights()));
        }
        return hits;
    }

    int pages() {
        return reader.numDocs();
    }

    long size() throws IOException {
        return Indexer.size(directory);
    }

    @Override
    public void close() throws IOException {
        reader.close();
        directory.close();
    }
}
