package org.blockmask;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.RandomAccess;
import java.util.Set;
import java.util.StringJoiner;
import java.util.stream.IntStream;

/**
 * The result for one page. Positions are ranges of offsets, [start, end): those called source count bytes of the page
 * as it was passed in, whatever its encoding; those called text count UTF-8 bytes of the normalized text. To come from
 * positions in a {@link String} to these, see {@link Utf8Offsets}.
 *
 * <p>Text, title, blocks, kind, encoding and fingerprint are copies: they stay valid, and several threads may read
 * them. The other methods need the page in its {@link Analyzer}, and fail with an {@link IllegalStateException} after
 * this has taken the next page, or is closed; each says so.
 */
public final class Page {
    private static final int NONE = -1;

    private static final long LINK_SOURCE_START = Layouts.offset(Layouts.LINK, "source_start");
    private static final long LINK_SOURCE_END = Layouts.offset(Layouts.LINK, "source_end");
    private static final long LINK_TEXT_START = Layouts.offset(Layouts.LINK, "text_start");
    private static final long LINK_TEXT_END = Layouts.offset(Layouts.LINK, "text_end");

    private static final long COMMENT_SOURCE_START = Layouts.offset(Layouts.COMMENT, "source_start");
    private static final long COMMENT_SOURCE_END = Layouts.offset(Layouts.COMMENT, "source_end");
    private static final long AUTHOR_START = Layouts.offset(Layouts.COMMENT, "author_start");
    private static final long AUTHOR_END = Layouts.offset(Layouts.COMMENT, "author_end");
    private static final long DATE_START = Layouts.offset(Layouts.COMMENT, "date_start");
    private static final long DATE_END = Layouts.offset(Layouts.COMMENT, "date_end");
    private static final long PARENT = Layouts.offset(Layouts.COMMENT, "parent");

    private static final long IMAGE_SOURCE_START = Layouts.offset(Layouts.IMAGE, "source_start");
    private static final long IMAGE_SOURCE_END = Layouts.offset(Layouts.IMAGE, "source_end");
    private static final long IMAGE_BLOCK = Layouts.offset(Layouts.IMAGE, "block");
    private static final long IMAGE_WEIGHT = Layouts.offset(Layouts.IMAGE, "weight");

    private final Analyzer analyzer;
    /** Its number for the analyzer. */
    private final long number;
    private final byte[] text;
    private final float[] kindProbabilities;
    private final Fingerprint fingerprint;
    private final List<Block> blocks;
    private final String encoding;
    private final int encodingSource;
    private final int sourceLength;
    private final int titleBlock;
    private final int kind;
    private final int truncation;
    private final boolean isRecovered;
    /** Made when it is asked for. Several threads may make the same string. */
    private String textString;

    Page(Analyzer analyzer, long number, MemorySegment struct, Fingerprint fingerprint, byte[] text,
            float[] kindProbabilities, Table blocks) {
        this.analyzer = analyzer;
        this.number = number;
        this.fingerprint = fingerprint;
        this.text = text;
        this.kindProbabilities = kindProbabilities;
        this.blocks = new Blocks(this, blocks);
        byte[] name = struct.asSlice(0, 32).toArray(JAVA_BYTE);
        encoding = new String(name, StandardCharsets.US_ASCII).replace("\0", "");
        encodingSource = member(struct, "encoding_source");
        sourceLength = member(struct, "source_length");
        titleBlock = member(struct, "title_block");
        kind = member(struct, "kind");
        truncation = member(struct, "truncation");
        isRecovered = member(struct, "is_recovered") != 0;
    }

    private static int member(MemorySegment struct, String name) {
        return struct.get(JAVA_INT, Layouts.offset(Layouts.PAGE, name));
    }

    /** Views of the records of a table. */
    private static final class Blocks extends AbstractList<Block> implements RandomAccess {
        private final Page page;
        private final Table table;

        Blocks(Page page, Table table) {
            this.page = page;
            this.table = table;
        }

        @Override
        public Block get(int index) {
            return new Block(page, table, Objects.checkIndex(index, table.count()));
        }

        @Override
        public int size() {
            return table.count();
        }
    }

    /**
     * The normalized text of the page: whitespace is collapsed, character references are decoded, blocks are separated
     * by line feeds.
     *
     * @return the text
     */
    public String text() {
        if (textString == null) {
            textString = new String(text, StandardCharsets.UTF_8);
        }
        return textString;
    }

    /**
     * The normalized text in UTF-8, which offsets called text refer to.
     *
     * @return a read-only buffer over the whole text
     */
    public ByteBuffer textBytes() {
        return ByteBuffer.wrap(text).asReadOnlyBuffer();
    }

    /**
     * A part of the normalized text.
     *
     * @param range its range in the text, at the ends of characters
     * @return the part
     * @throws IndexOutOfBoundsException if the range is not in the text
     */
    public String text(Range range) {
        Objects.checkFromToIndex(range.start(), range.end(), text.length);
        return new String(text, range.start(), range.end() - range.start(), StandardCharsets.UTF_8);
    }

    /**
     * The title in the head.
     *
     * @return its normalized text, or an empty string
     */
    public String title() {
        return titleBlock == NONE ? "" : blocks.get(titleBlock).text();
    }

    /**
     * The blocks, in source order.
     *
     * @return a list that cannot be changed and whose elements are made anew at each access
     */
    public List<Block> blocks() {
        return blocks;
    }

    /**
     * The blocks inside {@code h1} to {@code h6}, in source order; see {@link Block#headingLevel}.
     *
     * @return a new list
     */
    public List<Block> headings() {
        return blocks.stream().filter(block -> block.headingLevel() > 0).toList();
    }

    /**
     * The most probable kind of the page.
     *
     * @return the kind; {@link PageKind#NONE} if the mask does not classify pages
     */
    public PageKind kind() {
        return PageKind.of(kind);
    }

    /**
     * The number of the kind, also where {@link #kind} is {@link PageKind#UNKNOWN}.
     *
     * @return the number that the library gives
     */
    public int kindNumber() {
        return kind;
    }

    /**
     * The probability of a kind.
     *
     * @param kind the kind
     * @return 0 to 1; 0 if the mask does not classify pages, or for a kind that the library does not know
     */
    public float kindProbability(PageKind kind) {
        int index = kind.number();
        return index >= 0 && index < kindProbabilities.length ? kindProbabilities[index] : 0;
    }

    /**
     * The encoding of the page.
     *
     * @return its name in the WHATWG Encoding Standard, such as {@code UTF-8} or {@code windows-1252}
     */
    public String encoding() {
        return encoding;
    }

    /**
     * What decided on the encoding.
     *
     * @return the source
     */
    public EncodingSource encodingSource() {
        return EncodingSource.of(encodingSource);
    }

    /**
     * Bytes of the page.
     *
     * @return their number
     */
    public int sourceLength() {
        return sourceLength;
    }

    /**
     * The limits that cut the analysis short; those that only a newer library knows are left out.
     *
     * @return a new set, empty if there are none
     */
    public Set<Truncation> truncation() {
        return Truncation.of(truncation);
    }

    /**
     * Whether an unclosed element hid text, so that the page was parsed again by more forgiving rules.
     *
     * @return whether it was
     */
    public boolean isRecovered() {
        return isRecovered;
    }

    /**
     * The hashes of the main text and of the structure, to find duplicates and near-duplicates.
     *
     * @return the fingerprint
     * @throws BlockmaskException with {@link Status#NOT_COMPUTED} without {@link Options.Part#FINGERPRINT}
     */
    public Fingerprint fingerprint() {
        if (fingerprint == null) {
            throw new BlockmaskException(Status.NOT_COMPUTED,
                    "the fingerprint was not computed: add Part.FINGERPRINT to Options.setParts");
        }
        return fingerprint;
    }

    /**
     * The texts inside links with their targets, in source order. Needs the page in its analyzer.
     *
     * @return a new list
     * @throws IllegalStateException if the analyzer has taken another page since, or is closed
     */
    public List<Link> links() {
        Table table = analyzer.links(number);
        List<Link> links = new ArrayList<>(table.count());
        for (int i = 0; i < table.count(); i++) {
            Range source = new Range(table.getInt(i, LINK_SOURCE_START), table.getInt(i, LINK_SOURCE_END));
            Range range = new Range(table.getInt(i, LINK_TEXT_START), table.getInt(i, LINK_TEXT_END));
            links.add(new Link(source, range, text(range), analyzer.written(number, i, Native::writeLinkTarget),
                    analyzer.written(number, i, Native::writeLinkAddress),
                    analyzer.written(number, i, Native::writeLinkRel)));
        }
        return Collections.unmodifiableList(links);
    }

    /**
     * What readers wrote under the article, in source order, whatever {@link Options#setComments} says; a thread has
     * none. Needs the page in its analyzer.
     *
     * @return a new list
     * @throws IllegalStateException if the analyzer has taken another page since, or is closed
     */
    public List<Comment> comments() {
        Table table = analyzer.comments(number);
        List<StringJoiner> texts = new ArrayList<>(table.count());
        for (int i = 0; i < table.count(); i++) {
            texts.add(new StringJoiner("\n"));
        }
        for (Block block : blocks) {
            if (block.role() == Role.COMMENT && block.comment().isPresent()) {
                texts.get(block.comment().getAsInt()).add(block.text());
            }
        }
        List<Comment> comments = new ArrayList<>(table.count());
        for (int i = 0; i < table.count(); i++) {
            Range source = new Range(table.getInt(i, COMMENT_SOURCE_START), table.getInt(i, COMMENT_SOURCE_END));
            String author = text(new Range(table.getInt(i, AUTHOR_START), table.getInt(i, AUTHOR_END)));
            String date = text(new Range(table.getInt(i, DATE_START), table.getInt(i, DATE_END)));
            comments.add(new Comment(source, author, date, texts.get(i).toString(),
                    optional(table.getInt(i, PARENT))));
        }
        return Collections.unmodifiableList(comments);
    }

    /**
     * Maps a range of the text to a range of the bytes of the page: from the first byte of its first character to one
     * past the last byte of its last character, so that character references are included as a whole. Offsets beyond
     * the text are treated as its end; an empty range maps to an empty range. Takes logarithmic time. Needs the page in
     * its analyzer.
     *
     * @param start the first UTF-8 byte
     * @param end one past the last UTF-8 byte
     * @return the range in the source
     * @throws IllegalStateException if the analyzer has taken another page since, or is closed
     */
    public Range mapTextRange(int start, int end) {
        return analyzer.mapTextRange(number, start, end);
    }

    /**
     * Joins the texts of the blocks in some fields, in source order and separated by line feeds. Needs the page in its
     * analyzer.
     *
     * @param fields the fields, such as {@link Field#VISIBLE}; {@link Field#UNKNOWN} has no text
     * @return a copy of the text, with its map to the source
     * @throws IllegalStateException if the analyzer has taken another page since, or is closed
     */
    public JoinedText joinFields(Set<Field> fields) {
        int bits = 0;
        for (Field field : fields) {
            bits |= field == Field.UNKNOWN ? 0 : 1 << field.number();
        }
        return analyzer.joinFields(this, number, bits);
    }

    /**
     * Joins the texts of the blocks in some fields, as {@link #joinFields(Set)} does.
     *
     * @param first a field
     * @param rest further fields
     * @return a copy of the text, with its map to the source
     */
    public JoinedText joinFields(Field first, Field... rest) {
        return joinFields(EnumSet.of(first, rest));
    }

    /**
     * The main text: the texts of the blocks that are not template, in source order and separated by line feeds. Needs
     * the page in its analyzer.
     *
     * @return a copy of the text, with its map to the source
     * @throws IllegalStateException if the analyzer has taken another page since, or is closed
     */
    public JoinedText mainText() {
        return analyzer.joinMainText(this, number);
    }

    /**
     * What each block is in its document, in the order of {@link #blocks}. Needs the page in its analyzer.
     *
     * @return a new list with a record for each block
     * @throws IllegalStateException if the analyzer has taken another page since, or is closed
     */
    public List<BlockStructure> structure() {
        Table table = analyzer.structure(number);
        return IntStream.range(0, table.count()).mapToObj(index -> BlockStructure.of(table, index)).toList();
    }

    /**
     * The images with an alternative text, in source order. Needs the page in its analyzer.
     *
     * @return a new list
     * @throws IllegalStateException if the analyzer has taken another page since, or is closed
     */
    public List<Image> images() {
        Table table = analyzer.images(number);
        List<Image> images = new ArrayList<>(table.count());
        for (int i = 0; i < table.count(); i++) {
            Range source = new Range(table.getInt(i, IMAGE_SOURCE_START), table.getInt(i, IMAGE_SOURCE_END));
            images.add(new Image(source, analyzer.written(number, i, Native::writeImageAlt),
                    analyzer.written(number, i, Native::writeImageTarget), optional(table.getInt(i, IMAGE_BLOCK)),
                    table.getInt(i, IMAGE_WEIGHT)));
        }
        return Collections.unmodifiableList(images);
    }

    /**
     * The main text as Markdown: CommonMark, with tables. Needs the page in its analyzer.
     *
     * @param links whether to write the targets of links
     * @param images whether to write images with an alternative text
     * @return a new string
     * @throws IllegalStateException if the analyzer has taken another page since, or is closed
     */
    public String toMarkdown(boolean links, boolean images) {
        return analyzer.rendered(number, Native.FORMAT_MARKDOWN, renderOptions(links, images));
    }

    /**
     * The main text as Markdown, as {@link #toMarkdown} gives it, and where its blocks are in it. Needs the page in its
     * analyzer.
     *
     * @param links whether to write the targets of links
     * @param images whether to write images with an alternative text
     * @return a copy
     * @throws IllegalStateException if the analyzer has taken another page since, or is closed
     */
    public Markdown markdown(boolean links, boolean images) {
        return analyzer.markdown(number, renderOptions(links, images));
    }

    private static int renderOptions(boolean links, boolean images) {
        return (links ? Native.RENDER_LINKS : 0) | (images ? Native.RENDER_IMAGES : 0);
    }

    /**
     * The main text with an empty line between paragraphs, and with its line breaks. Needs the page in its analyzer.
     *
     * @return a new string
     * @throws IllegalStateException if the analyzer has taken another page since, or is closed
     */
    public String toText() {
        return analyzer.rendered(number, Native.FORMAT_PLAIN, 0);
    }

    /**
     * The main content as normalized HTML. Needs the page in its analyzer.
     *
     * @return a new string
     * @throws IllegalStateException if the analyzer has taken another page since, or is closed
     */
    public String toHtml() {
        return analyzer.rendered(number, Native.FORMAT_HTML, 0);
    }

    /**
     * The main text in passages, which respect sentences, headings, lists, tables and code. Needs the page in its
     * analyzer.
     *
     * @param maxTokens how many tokens a passage has at most, 1 or more; 256 is a good start
     * @param overlapTokens how many tokens at most a passage repeats of the one before it
     * @return a new list
     * @throws BlockmaskException with {@link Status#BAD_ARGUMENT} if maxTokens is 0
     * @throws IllegalStateException if the analyzer has taken another page since, or is closed
     */
    public List<Passage> passages(int maxTokens, int overlapTokens) {
        return cutPassages(maxTokens, overlapTokens, null);
    }

    /**
     * The main text in passages, by the tokens of another tokenizer. Needs the page in its analyzer.
     *
     * @param maxTokens how many tokens a passage has at most, 1 or more
     * @param overlapTokens how many tokens at most a passage repeats of the one before it
     * @param tokenStarts where the tokens begin in {@link #textBytes()}, ascending, each once
     * @return a new list
     * @throws BlockmaskException with {@link Status#BAD_ARGUMENT} if maxTokens is 0
     * @throws IllegalStateException if the analyzer has taken another page since, or is closed
     */
    public List<Passage> passages(int maxTokens, int overlapTokens, int[] tokenStarts) {
        return cutPassages(maxTokens, overlapTokens, Objects.requireNonNull(tokenStarts));
    }

    private List<Passage> cutPassages(int maxTokens, int overlapTokens, int[] tokenStarts) {
        return analyzer.passages(number, maxTokens, overlapTokens, tokenStarts, memory -> {
            NativeRecords records = new NativeRecords(memory, Layouts.PASSAGE);
            return records.map(i -> new Passage(records.string(i, "text", "length"), records.source(i),
                    records.number(i, "first_block"), records.number(i, "end_block"),
                    optional(records.number(i, "heading")), records.number(i, "tokens"),
                    records.number(i, "overlap_tokens"), roles(records.struct(i))));
        });
    }

    private static List<Passage.RoleTokens> roles(MemorySegment passage) {
        long[] first = new long[1];
        long[] count = new long[1];
        BlockmaskException.check(
                Native.getPassageRoles(passage, MemorySegment.ofArray(first), MemorySegment.ofArray(count)));
        MemorySegment memory = MemorySegment.ofAddress(first[0]).reinterpret(count[0] * Layouts.ROLE_TOKENS.byteSize());
        NativeRecords roles = new NativeRecords(memory, Layouts.ROLE_TOKENS);
        return roles.map(i -> new Passage.RoleTokens(Role.of(roles.number(i, "role")), roles.number(i, "tokens")));
    }

    /**
     * The items of the main list, such as search results, offers or posts, disjoint and in source order; empty if the
     * page has none. Needs the page in its analyzer.
     *
     * @return a new list
     * @throws IllegalStateException if the analyzer has taken another page since, or is closed
     */
    public List<PageRecord> records() {
        return analyzer.records(number, memory -> {
            NativeRecords records = new NativeRecords(memory, Layouts.RECORD);
            return records.map(i -> new PageRecord(records.source(i), records.number(i, "first_block"),
                    records.number(i, "end_block")));
        });
    }

    /**
     * What the page says about itself to search engines: the directives of its author, its canonical address, dates and
     * other metadata, ordered by kind. Needs the page in its analyzer.
     *
     * @param options what is known of the page besides its bytes, and for whom its directives are read
     * @return a new list
     * @throws IllegalStateException if the analyzer has taken another page since, or is closed
     */
    public List<Fact> facts(FactOptions options) {
        return analyzer.facts(number, options, memory -> {
            NativeRecords records = new NativeRecords(memory, Layouts.FACT);
            return records.map(i -> new Fact(FactKind.of(records.number(i, "kind")),
                    records.string(i, "name", "name_length"), records.string(i, "value", "value_length"),
                    records.source(i), FactOrigin.of(records.number(i, "origin")), records.number(i, "confidence"),
                    records.number(i, "applies") != 0));
        });
    }

    private static OptionalInt optional(int number) {
        return number == NONE ? OptionalInt.empty() : OptionalInt.of(number);
    }
}
