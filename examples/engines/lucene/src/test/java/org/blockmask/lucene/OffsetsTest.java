package org.blockmask.lucene;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.apache.lucene.index.IndexableField;
import org.blockmask.Analyzer;
import org.blockmask.Options;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * The offset of every word on real pages: its bytes, read as a page of their own, are this word, so no character and no
 * character reference is cut. The system property blockmask.pages may name a folder with more pages.
 */
class OffsetsTest {
    private static final Path FIXTURES = Path.of("../../../tests/fixtures/pages");

    private final Analyzer analyzer = new Analyzer(new Options().setParts(Options.Part.ALL));
    private final Analyzer ofWords = new Analyzer(new Options().setMask(Options.Mask.DENSITY));
    private int words;

    @AfterEach
    void close() {
        analyzer.close();
        ofWords.close();
    }

    @Test
    void wordsAreWhole() {
        Path pages = Path.of(System.getProperty("blockmask.pages", FIXTURES.toString()));
        assumeTrue(Files.isDirectory(pages), "skipped: there is no " + pages);
        new Crawl(this::check, (name, e) -> {
            throw new AssertionError(name, e);
        }).read(pages);
        System.out.println(words + " words checked");
    }

    private void check(PageFile file) {
        try {
            byte[] html = file.bytes().read();
            if (!analyzer.analyze(html).encoding().equals("UTF-8")) {
                return;
            }
            // Not closed, because its analyzer is closed by this test.
            @SuppressWarnings("resource")
            Documents documents = new Documents(analyzer, new CpuTime());
            for (IndexableField field : documents.make(file, html, 0)) {
                if (field.name().startsWith("words")) {
                    check(field.tokenStream(null, null), file.path(), html);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void check(TokenStream stream, String path, byte[] html) throws IOException {
        CharTermAttribute term = stream.getAttribute(CharTermAttribute.class);
        OffsetAttribute offset = stream.getAttribute(OffsetAttribute.class);
        stream.reset();
        while (stream.incrementToken()) {
            int length = offset.endOffset() - offset.startOffset();
            String source = new String(html, offset.startOffset(), length, UTF_8);
            List<Words.Word> found = Words.of(ofWords.analyze(source.getBytes(UTF_8)).text());
            // A part of the word may be a block of its own without what is around it.
            String word = found.stream().map(Words.Word::term).collect(Collectors.joining());
            assertEquals(term.toString(), word, path + " at " + offset.startOffset() + ": " + source);
            words++;
        }
    }
}
