package org.blockmask.lucene;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.SortedDocValuesField;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.util.BytesRef;
import org.blockmask.Analyzer;
import org.blockmask.Block;
import org.blockmask.BlockFlag;
import org.blockmask.Page;
import org.blockmask.Range;

/** Makes Lucene's documents of pages. For one thread. */
final class Documents implements AutoCloseable {
    private final Analyzer analyzer;
    private final CpuTime cpuTime;

    /** With an analyzer, or null for documents without blockmask. */
    Documents(Analyzer analyzer, CpuTime cpuTime) {
        this.analyzer = analyzer;
        this.cpuTime = cpuTime;
    }

    Document make(PageFile file, byte[] html, long hash) {
        Document document = new Document();
        document.add(new StringField(Schema.ADDRESS, file.address(), Field.Store.NO));
        document.add(new SortedDocValuesField(Schema.ADDRESS, new BytesRef(file.address())));
        document.add(new SortedDocValuesField(Schema.PATH, new BytesRef(file.path())));
        document.add(new StoredField(Schema.PATH, file.path()));
        document.add(new NumericDocValuesField(Schema.HASH, hash));
        if (analyzer == null) {
            addPlain(document, html);
        } else {
            addBlocks(document, cpuTime.measure(() -> analyzer.analyze(html, file.charset(), file.address())));
        }
        return document;
    }

    private void addBlocks(Document document, Page page) {
        document.add(new StoredField(Schema.TITLE, page.title()));
        document.add(new StringField(Schema.KIND, page.kind().toString(), Field.Store.YES));
        document.add(new BinaryDocValuesField(Schema.FINGERPRINT, new BytesRef(page.fingerprint().toBytes())));
        Map<Integer, List<WordStream.Token>> words = new TreeMap<>();
        List<PageText.Block> texts = new ArrayList<>();
        for (Block block : page.blocks()) {
            if (block.weight() == 0) {
                continue;
            }
            String text = block.text();
            words.computeIfAbsent(block.weight(), weight -> new ArrayList<>()).addAll(tokens(page, block, text));
            Range source = block.source();
            boolean isTitle = block.has(BlockFlag.IN_HEAD);
            if (!block.has(BlockFlag.NO_SNIPPET)) {
                texts.add(new PageText.Block(text, source.start(), source.end(), isTitle, block.isTemplate()));
            }
        }
        words.forEach((weight, tokens) ->
                document.add(new Field(Schema.words(weight), new WordStream(tokens), Schema.WORDS_TYPE)));
        document.add(new StoredField(Schema.TEXT, PageText.encode(texts)));
    }

    /** The words of a block with their places in the source. */
    private List<WordStream.Token> tokens(Page page, Block block, String text) {
        List<Words.Word> words = Words.of(text);
        int textStart = block.textRange().start();
        return cpuTime.measure(() -> {
            List<WordStream.Token> tokens = new ArrayList<>(words.size());
            for (Words.Word word : words) {
                Range source = page.mapTextRange(textStart + word.bytesStart(), textStart + word.bytesEnd());
                tokens.add(new WordStream.Token(word.term(), block.index(), source.start(), source.end()));
            }
            return tokens;
        });
    }

    private static void addPlain(Document document, byte[] html) {
        PlainText page = PlainText.of(html);
        List<WordStream.Token> tokens = new ArrayList<>();
        for (Words.Word word : Words.of(page.text())) {
            tokens.add(new WordStream.Token(word.term(), 0, word.start(), word.end()));
        }
        document.add(new StoredField(Schema.TITLE, page.title()));
        document.add(new Field(Schema.PLAIN, new WordStream(tokens), Schema.WORDS_TYPE));
        document.add(new StoredField(Schema.TEXT,
                PageText.encode(List.of(new PageText.Block(page.text(), 0, page.text().length(), false, false)))));
    }

    @Override
    public void close() {
        if (analyzer != null) {
            analyzer.close();
        }
    }
}
