package org.blockmask.lucene;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.SortedDocValuesField;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.FieldInfos;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.SortedDocValues;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.CombinedFieldQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.similarities.BM25Similarity;
import org.apache.lucene.search.similarities.Similarity;
import org.apache.lucene.store.Directory;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.BytesRef;
import org.blockmask.PageAnalyzer;

/** What is in an index, and how it is searched. */
final class Index {
    static final String PATH = "path";
    static final String HTML = "html";
    private static final String HASH = "hash";
    /** Words of weight 24 are in the field words24, and so on; the weights are few. */
    private static final String WORDS = "words";
    /** Pages between two commits. A run that is killed loses no more than these, and the next one adds them. */
    private static final int BATCH = 500;

    /** By score, and by path where scores are equal, so that the order does not depend on how the index was made. */
    private static final Sort ORDER = new Sort(SortField.FIELD_SCORE, new SortField(PATH, SortField.Type.STRING));
    /** Weights are in quarters, so term frequencies are four times as large as BM25's k1 expects. */
    private static final Similarity SIMILARITY = new BM25Similarity(1.2f * PageText.TEXT_WEIGHT, 0.75f);
    private static final FieldType WORDS_TYPE = new FieldType();

    static {
        WORDS_TYPE.setTokenized(true);
        WORDS_TYPE.setIndexOptions(IndexOptions.DOCS_AND_FREQS);
        WORDS_TYPE.freeze();
    }

    private Index() {}

    /** Words that were found already, as Lucene takes them. */
    private static final class Words extends TokenStream {
        private final CharTermAttribute term = addAttribute(CharTermAttribute.class);
        private final Iterator<String> words;

        Words(List<String> words) {
            this.words = words.iterator();
        }

        @Override
        public boolean incrementToken() {
            clearAttributes();
            if (!words.hasNext()) {
                return false;
            }
            term.append(words.next());
            return true;
        }
    }

    /** From a page to a document: the words of each weight go into the field for that weight. */
    private static Document document(String path, long hash, byte[] html, PageText page) {
        Document document = new Document();
        document.add(new StringField(PATH, path, Field.Store.YES));
        document.add(new SortedDocValuesField(PATH, new BytesRef(path)));
        document.add(new NumericDocValuesField(HASH, hash));
        document.add(new StoredField(HTML, html));
        Map<Integer, List<String>> byWeight = new TreeMap<>();
        for (PageText.Word word : page.words()) {
            byWeight.computeIfAbsent(word.weight(), weight -> new ArrayList<>()).add(word.term());
        }
        byWeight.forEach((weight, words) -> document.add(new Field(WORDS + weight, new Words(words), WORDS_TYPE)));
        return document;
    }

    /** Any of the words. CombinedFieldQuery gives each occurrence the weight of its field, and treats all as one text. */
    private static Query query(IndexReader reader, Set<String> terms) {
        BooleanQuery.Builder query = new BooleanQuery.Builder();
        for (String term : terms) {
            CombinedFieldQuery.Builder combined = new CombinedFieldQuery.Builder(term);
            for (String field : FieldInfos.getIndexedFields(reader)) {
                if (field.startsWith(WORDS)) {
                    combined.addField(field, Integer.parseInt(field.substring(WORDS.length())));
                }
            }
            query.add(combined.build(), BooleanClause.Occur.SHOULD);
        }
        return query.build();
    }

    /** The best pages, best first. */
    static ScoreDoc[] find(IndexSearcher searcher, Set<String> terms, int limit) throws IOException {
        searcher.setSimilarity(SIMILARITY);
        return searcher.search(query(searcher.getIndexReader(), terms), limit, ORDER, true).scoreDocs;
    }

    /** Brings an index up to date with a folder: what changed is read again. Returns whether no page failed. */
    static boolean update(Directory directory, Path folder, boolean isPlain) throws IOException {
        Path root = folder.toRealPath();
        Map<String, Long> known = known(directory);
        int[] counts = new int[3];
        try (PageAnalyzer analyzer = new PageAnalyzer();
                IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig().setSimilarity(SIMILARITY));
                Stream<Path> files = Files.walk(root)) {
            for (Path file : (Iterable<Path>) files.filter(Index::isPage).sorted()::iterator) {
                String path = root.relativize(file).toString();
                Long before = known.remove(path);
                try {
                    byte[] html = Files.readAllBytes(file);
                    long hash = hash(html, isPlain);
                    if (before != null && before == hash) {
                        counts[1]++;
                        continue;
                    }
                    PageText page = isPlain ? PageText.readPlain(html)
                            : PageText.read(analyzer, html, file.toUri().toString());
                    writer.updateDocument(new Term(PATH, path), document(path, hash, html, page));
                    if (++counts[0] % BATCH == 0) {
                        writer.commit();
                    }
                } catch (IOException | RuntimeException e) {
                    System.err.println(path + ": " + e.getMessage());
                    counts[2]++;
                }
            }
            for (String path : known.keySet()) {
                writer.deleteDocuments(new Term(PATH, path));
            }
        }
        System.out.printf(Locale.ROOT, "indexed %d, unchanged %d, deleted %d, failed %d%n", counts[0], counts[1],
                known.size(), counts[2]);
        return counts[2] == 0;
    }

    private static boolean isPage(Path file) {
        return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                && file.toString().toLowerCase(Locale.ROOT).matches(".*\\.html?");
    }

    /** FNV-1a of the bytes, and of how they are read. */
    private static long hash(byte[] html, boolean isPlain) {
        long hash = 0xcbf29ce484222325L ^ (isPlain ? 1 : 0);
        for (byte value : html) {
            hash = (hash ^ (value & 0xff)) * 0x100000001b3L;
        }
        return hash;
    }

    /** The hash of each page of an index, by path. */
    private static Map<String, Long> known(Directory directory) throws IOException {
        Map<String, Long> known = new HashMap<>();
        if (!DirectoryReader.indexExists(directory)) {
            return known;
        }
        try (DirectoryReader reader = DirectoryReader.open(directory)) {
            for (LeafReaderContext leaf : reader.leaves()) {
                SortedDocValues paths = DocValues.getSorted(leaf.reader(), PATH);
                NumericDocValues hashes = DocValues.getNumeric(leaf.reader(), HASH);
                Bits live = leaf.reader().getLiveDocs();
                while (paths.nextDoc() != SortedDocValues.NO_MORE_DOCS) {
                    if ((live == null || live.get(paths.docID())) && hashes.advanceExact(paths.docID())) {
                        known.put(paths.lookupOrd(paths.ordValue()).utf8ToString(), hashes.longValue());
                    }
                }
            }
        }
        return known;
    }
}
