package org.blockmask;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.RandomAccess;
import java.util.Set;
import java.util.StringJoiner;
import java.util.function.BiFunction;

/**
 * The result for one page. Positions are ranges of offsets, [start, end): those called source count bytes of the page
 * as it was passed in, whatever its encoding; those called text count UTF-8 bytes of the normalized text. To come from
 * positions in a {@link String} to these, see {@link Utf8Offsets}.
 *
 * <p>A page owns its results: they outlive the {@link PageAnalyzer}, and any number of threads may read them. It holds native
 * memory, a few bytes for each byte of the page and a copy of it, until it is closed or found to be unreachable; a crawl
 * closes each page. Text, title, blocks, kind, encoding and fingerprint are copies that stay valid after that; the other
 * methods then fail with an {@link IllegalStateException}.
 */
public final class Page implements AutoCloseable {
    private static final int NONE = -1;

    private final NativeDocument document;
    private final byte[] text;
    private final float[] kindProbabilities;
    private final Fingerprint fingerprint;
    private final List<Block> blocks;
    private final String encoding;
    private final int encodingSource;
    private final int sourceLength;
    private final int titleBlock;
    private final int headlineBlock;
    private final int kind;
    private final int truncation;
    private final int fallbacks;
    private final boolean isRecovered;
    /** Made when it is asked for. Several threads may make the same string. */
    private String textString;

    private Page(NativeDocument document, MemorySegment struct, Fingerprint fingerprint, byte[] text,
            float[] kindProbabilities, Table blocks) {
        this.document = document;
        this.fingerprint = fingerprint;
        this.text = text;
        this.kindProbabilities = kindProbabilities;
        this.blocks = new Blocks(this, blocks);
        byte[] name = struct.asSlice(0, 32).toArray(JAVA_BYTE);
        encoding = new String(name, StandardCharsets.US_ASCII).replace("\0", "");
        encodingSource = member(struct, "encoding_source");
        sourceLength = member(struct, "source_length");
        titleBlock = member(struct, "title_block");
        headlineBlock = member(struct, "headline_block");
        kind = member(struct, "kind");
        truncation = member(struct, "truncation");
        fallbacks = member(struct, "fallbacks");
        isRecovered = member(struct, "is_recovered") != 0;
    }

    /** The page of a document, which is closed if it cannot be read. */
    static Page of(NativeDocument document) {
        try {
            Table kinds = document.table(Native.TABLE_KIND_PROBABILITIES, Layouts.KIND_PROBABILITY);
            float[] probabilities = new float[kinds.count()];
            for (int i = 0; i < probabilities.length; i++) {
                probabilities[i] = kinds.getFloat(i, "probability");
            }
            Table blocks = document.table(Native.TABLE_BLOCKS, Layouts.BLOCK);
            return document.read((address, memory) -> {
                MemorySegment output = memory.allocate(ADDRESS);
                int computed = Native.getFingerprint(address, output);
                if (computed != Status.NOT_COMPUTED.number()) {
                    BlockmaskException.check(computed);
                }
                Fingerprint fingerprint = computed == Status.OK
                        ? new Fingerprint(output.get(ADDRESS, 0).reinterpret(Layouts.FINGERPRINT.byteSize())) : null;
                BlockmaskException.check(Native.getPage(address, output));
                MemorySegment struct = output.get(ADDRESS, 0).reinterpret(Layouts.PAGE.byteSize());
                return new Page(document, struct, fingerprint, text(address, memory), probabilities, blocks);
            });
        } catch (RuntimeException | Error e) {
            document.close();
            throw e;
        }
    }

    private static byte[] text(MemorySegment document, Arena memory) {
        MemorySegment first = memory.allocate(ADDRESS);
        MemorySegment length = memory.allocate(JAVA_LONG);
        BlockmaskException.check(Native.getText(document, first, length));
        long bytes = length.get(JAVA_LONG, 0);
        if (bytes > Integer.MAX_VALUE - 8) {
            throw new BlockmaskException(Status.TOO_LARGE, "the text has " + bytes + " bytes, the most are 2 GiB - 9");
        }
        return first.get(ADDRESS, 0).reinterpret(bytes).toArray(JAVA_BYTE);
    }

    /** Frees the native memory, once no thread is inside a method that needs it. Closing twice is allowed. */
    @Override
    public void close() {
        document.close();
    }

    /**
     * Stops methods that derive something from the page in other threads, such as {@link #markdown}: they soon fail with
     * {@link Status#CANCELLED}. If none runs, the next one is stopped; the one after it is not.
     */
    public void cancel() {
        document.cancel();
    }

    private static int member(MemorySegment struct, String name) {
        return struct.get(JAVA_INT, Layouts.offset(Layouts.PAGE, name));
    }

    /** Views of the rows of a table. */
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
     * The headline that the page shows. Its block has {@link BlockFlag#HEADLINE}.
     *
     * @return its normalized text, or an empty string
     */
    public String headline() {
        return headlineBlock == NONE ? "" : blocks.get(headlineBlock).text();
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
     * What was made content because hardly any text of the page would have been content otherwise; what only a newer
     * library knows is left out.
     *
     * @return a new set, empty if there is nothing
     */
    public Set<Fallback> fallbacks() {
        return Fallback.of(fallbacks);
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
     * The texts inside links with their targets, in source order.
     *
     * @return a new list
     * @throws IllegalStateException if the page is closed
     */
    public List<Link> links() {
        Table table = document.table(Native.TABLE_LINKS, Layouts.LINK);
        return table.map(i -> {
            Range range = table.range(i, "text");
            return new Link(table.source(i), range, text(range),
                    document.string(Native.STRING_LINK_TARGET, i), document.string(Native.STRING_LINK_ADDRESS, i),
                    document.string(Native.STRING_LINK_REL, i));
        });
    }

    /**
     * What readers wrote under the article, in source order, whatever {@link Options#setComments} says; a thread has
     * none.
     *
     * @return a new list
     * @throws IllegalStateException if the page is closed
     */
    public List<Comment> comments() {
        Table table = document.table(Native.TABLE_COMMENTS, Layouts.COMMENT);
        List<StringJoiner> texts = new ArrayList<>(table.count());
        for (int i = 0; i < table.count(); i++) {
            texts.add(new StringJoiner("\n"));
        }
        for (Block block : blocks) {
            if (block.role() == Role.COMMENT && block.comment().isPresent()) {
                texts.get(block.comment().getAsInt()).add(block.text());
            }
        }
        return table.map(i -> new Comment(table.source(i),
                text(table.range(i, "author_text")),
                text(table.range(i, "date_text")), texts.get(i).toString(),
                table.getIndex(i, "parent")));
    }

    /**
     * Maps a range of the text to a range of the bytes of the page: from the first byte of its first character to one
     * past the last byte of its last character, so that character references are included as a whole. Offsets beyond
     * the text are treated as its end; an empty range maps to an empty range. Takes logarithmic time.
     *
     * @param textStart the first UTF-8 byte
     * @param textEnd one past the last UTF-8 byte
     * @return the range in the source
     * @throws IllegalStateException if the page is closed
     */
    public Range mapTextRange(int textStart, int textEnd) {
        return document.mapRange(textStart, textEnd);
    }

    /**
     * The fragment of an address that leads to a range of the text, to be appended to the address of the page: on
     * {@code #:~:text=} and percent-encoded words a browser scrolls to the range and marks it. If words do not tell where
     * the range is, {@code #} and the nearest id before it, or nothing. Takes time in proportion to the text of the page.
     *
     * @param textStart the first UTF-8 byte
     * @param textEnd one past the last UTF-8 byte
     * @return the fragment
     * @throws IllegalStateException if the page is closed
     */
    public String textFragment(int textStart, int textEnd) {
        return document.textFragment(textStart, textEnd);
    }

    /**
     * Joins the texts of the blocks in some fields, in source order and separated by line feeds.
     *
     * @param fields the fields, such as {@link BlockField#VISIBLE}; {@link BlockField#UNKNOWN} has no text
     * @return a copy of the text, with its map to the source
     * @throws IllegalStateException if the page is closed
     */
    public JoinedText joinFields(Set<BlockField> fields) {
        int bits = 0;
        for (BlockField field : fields) {
            bits |= field == BlockField.UNKNOWN ? 0 : 1 << field.number();
        }
        return document.joined(bits, rendered -> new JoinedText(this, rendered));
    }

    /**
     * Joins the texts of the blocks in some fields, as {@link #joinFields(Set)} does.
     *
     * @param first a field
     * @param rest further fields
     * @return a copy of the text, with its map to the source
     */
    public JoinedText joinFields(BlockField first, BlockField... rest) {
        return joinFields(EnumSet.of(first, rest));
    }

    /**
     * The main text: the texts of the blocks that are not template, in source order and separated by line feeds.
     *
     * @return a copy of the text, with its map to the source
     * @throws IllegalStateException if the page is closed
     */
    public JoinedText mainText() {
        return document.rendered(Native.FORMAT_JOINED, 0, rendered -> new JoinedText(this, rendered));
    }

    /**
     * What each block is in its document, in the order of {@link #blocks}.
     *
     * @return a new list with an element for each block
     * @throws IllegalStateException if the page is closed
     */
    public List<BlockStructure> structure() {
        Table table = document.table(Native.TABLE_STRUCTURE, Layouts.BLOCK_STRUCTURE);
        return table.map(index -> BlockStructure.of(table, index));
    }

    /**
     * The images with an alternative text, in source order.
     *
     * @return a new list
     * @throws IllegalStateException if the page is closed
     */
    public List<Image> images() {
        Table table = document.table(Native.TABLE_IMAGES, Layouts.IMAGE);
        return table.map(i -> new Image(table.source(i), document.string(Native.STRING_IMAGE_ALT, i),
                document.string(Native.STRING_IMAGE_TARGET, i), table.getIndex(i, "block"),
                table.getInt(i, "weight")));
    }

    /**
     * The formulas and the readings of text, by the place of that text.
     *
     * @return a new list
     * @throws IllegalStateException if the page is closed
     */
    public List<Annotation> annotations() {
        Table table = document.table(Native.TABLE_ANNOTATIONS, Layouts.ANNOTATION);
        return table.map(i -> new Annotation(AnnotationType.of(table.getInt(i, "annotation_type")), table.source(i),
                table.range(i, "text"), table.getInt(i, "block"), document.string(Native.STRING_ANNOTATION, i)));
    }

    /**
     * The main text as Markdown: CommonMark, with tables.
     *
     * @param links whether to write the targets of links
     * @param images whether to write images with an alternative text
     * @return a new string
     * @throws IllegalStateException if the page is closed
     */
    public String toMarkdown(boolean links, boolean images) {
        return rendered(Native.FORMAT_MARKDOWN, renderFlags(links, images));
    }

    /**
     * The main text as Markdown, as {@link #toMarkdown} gives it, and where its blocks are in it.
     *
     * @param links whether to write the targets of links
     * @param images whether to write images with an alternative text
     * @return a copy
     * @throws IllegalStateException if the page is closed
     */
    public Markdown markdown(boolean links, boolean images) {
        return document.rendered(Native.FORMAT_MARKDOWN, renderFlags(links, images), Markdown::of);
    }

    /**
     * The nodes of the tree in document order; the first is the document.
     *
     * @return the nodes
     */
    public List<Node> nodes() {
        return rows(Native.TABLE_NODES, Layouts.NODE, Node::of);
    }

    /**
     * The attributes of all elements, to which {@link Node#firstAttribute} refers.
     *
     * @return the attributes
     */
    public List<Attribute> attributes() {
        return rows(Native.TABLE_ATTRIBUTES, Layouts.ATTRIBUTE, (table, i) -> new Attribute(Node.name(table, i),
                document.string(Native.STRING_ATTRIBUTE_VALUE, i), table.getInt(i, "is_last") != 0,
                table.range(i, "name_source"), table.range(i, "value_source")));
    }

    /**
     * For each block the index of the element that contains it.
     *
     * @return indices of nodes
     */
    public List<Integer> blockNodes() {
        return rows(Native.TABLE_BLOCK_NODES, Layouts.INDEX, (table, i) -> table.getInt(i, "index"));
    }

    /**
     * The text of a text or a comment, decoded, or the data of a processing instruction; empty for other nodes.
     *
     * @param node the index of the node
     * @return the text
     */
    public String nodeText(int node) {
        return document.string(Native.STRING_NODE_TEXT, node);
    }

    /** What is made of the rows of a table that may refer to memory of the document. */
    private <T> List<T> rows(int number, StructLayout row, BiFunction<Table, Integer, T> reader) {
        return document.read((address, memory) -> {
            MemorySegment found = memory.allocate(Layouts.TABLE);
            BlockmaskException.check(Native.getTable(address, number, found));
            Table table = Table.of(found, row);
            return table.map(i -> reader.apply(table, i));
        });
    }

    /**
     * The nodes of the page that a selector matches, in document order.
     *
     * @param selector the selector
     * @return the indices of the nodes
     * @throws BlockmaskException with {@link Status#LIMIT_REACHED} if a crafted selector takes too many steps
     */
    public List<Integer> select(Selector selector) {
        return select(selector, 0);
    }

    /**
     * For each block the index of the rule of {@link PageAnalyzer#setRules} that decided whether it is content, or else of the last
     * one that decided its role, field or weight; -1 if no rule did.
     *
     * @return the indices
     */
    public List<Integer> blockRules() {
        return document.read((address, memory) -> {
            MemorySegment found = memory.allocate(Layouts.TABLE);
            BlockmaskException.check(Native.getBlockRules(address, found));
            return Table.take(found, Layouts.INDEX, (table, i) -> table.getInt(i, "index"));
        });
    }

    /**
     * The nodes below a node that a selector matches, in document order; {@code :scope} is the node.
     *
     * @param selector the selector
     * @param node the index of the node
     * @return the indices of the nodes
     * @throws BlockmaskException with {@link Status#LIMIT_REACHED} if a crafted selector takes too many steps
     */
    public List<Integer> select(Selector selector, int node) {
        return document.read((address, memory) -> {
            MemorySegment found = memory.allocate(Layouts.TABLE);
            try {
                BlockmaskException.check(Native.select(address, selector.handle(), node, found));
            } finally {
                Reference.reachabilityFence(selector);
            }
            return Table.take(found, Layouts.INDEX, (table, i) -> table.getInt(i, "index"));
        });
    }

    /**
     * Whether a selector matches a node.
     *
     * @param selector the selector
     * @param node the index of the node
     * @return whether it does
     * @throws BlockmaskException with {@link Status#LIMIT_REACHED} if a crafted selector takes too many steps
     */
    public boolean matches(Selector selector, int node) {
        OptionalInt closest = closest(selector, node);
        return closest.isPresent() && closest.getAsInt() == node;
    }

    /**
     * The node itself, or the innermost one around it, that a selector matches.
     *
     * @param selector the selector
     * @param node the index of the node
     * @return the index of the node; empty if there is none
     */
    public OptionalInt closest(Selector selector, int node) {
        return document.read((address, memory) -> {
            MemorySegment found = memory.allocate(JAVA_INT);
            try {
                BlockmaskException.check(Native.closest(address, selector.handle(), node, found));
            } finally {
                Reference.reachabilityFence(selector);
            }
            int index = found.get(JAVA_INT, 0);
            return index == NONE ? OptionalInt.empty() : OptionalInt.of(index);
        });
    }

    private String rendered(int format, int flags) {
        return document.rendered(format, flags,
                struct -> NativeDocument.text(NativeDocument.bytes(struct, Layouts.RENDERED, "text", "length")));
    }

    private static int renderFlags(boolean links, boolean images) {
        return (links ? Native.RENDER_LINKS : 0) | (images ? Native.RENDER_IMAGES : 0);
    }

    /**
     * The main text with an empty line between paragraphs, and with its line breaks.
     *
     * @return a new string
     * @throws IllegalStateException if the page is closed
     */
    public String toText() {
        return rendered(Native.FORMAT_PLAIN, 0);
    }

    /**
     * The main content as normalized HTML.
     *
     * @return a new string
     * @throws IllegalStateException if the page is closed
     */
    public String toHtml() {
        return rendered(Native.FORMAT_HTML, 0);
    }

    /**
     * The text in passages, which respect sentences, headings, lists, tables and code. Besides the main text they have
     * what else a query may ask for, such as links in the page, but no menus, legal text and comments that are left out.
     *
     * @param maxTokens how many tokens a passage has at most, 1 or more; 256 is a good start
     * @param overlapTokens how many tokens at most a passage repeats of the one before it
     * @return a new list
     * @throws BlockmaskException with {@link Status#BAD_ARGUMENT} if maxTokens is 0
     * @throws IllegalStateException if the page is closed
     */
    public List<Passage> passages(int maxTokens, int overlapTokens) {
        return cutPassages(maxTokens, overlapTokens, 0, null);
    }

    /**
     * The main text in passages.
     *
     * @param maxTokens how many tokens a passage has at most, 1 or more; 256 is a good start
     * @param overlapTokens how many tokens at most a passage repeats of the one before it
     * @return a new list
     * @throws BlockmaskException with {@link Status#BAD_ARGUMENT} if maxTokens is 0
     * @throws IllegalStateException if the page is closed
     */
    public List<Passage> mainPassages(int maxTokens, int overlapTokens) {
        return cutPassages(maxTokens, overlapTokens, Native.PASSAGES_MAIN_ONLY, null);
    }

    /**
     * The text in passages, by the tokens of another tokenizer.
     *
     * @param maxTokens how many tokens a passage has at most, 1 or more
     * @param overlapTokens how many tokens at most a passage repeats of the one before it
     * @param tokenStarts where the tokens begin in {@link #textBytes()}, ascending, each once
     * @return a new list
     * @throws BlockmaskException with {@link Status#BAD_ARGUMENT} if maxTokens is 0
     * @throws IllegalStateException if the page is closed
     */
    public List<Passage> passages(int maxTokens, int overlapTokens, int[] tokenStarts) {
        return cutPassages(maxTokens, overlapTokens, 0, Objects.requireNonNull(tokenStarts));
    }

    private List<Passage> cutPassages(int maxTokens, int overlapTokens, int flags, int[] tokenStarts) {
        return document.read((address, memory) -> {
            MemorySegment starts = MemorySegment.NULL;
            if (tokenStarts != null) {
                starts = memory.allocate(JAVA_INT, Math.max(tokenStarts.length, 1));
                MemorySegment.copy(tokenStarts, 0, starts, JAVA_INT, 0, tokenStarts.length);
            }
            MemorySegment rows = memory.allocate(Layouts.TABLE);
            BlockmaskException.check(Native.cutPassages(address, maxTokens, overlapTokens, flags, starts,
                    tokenStarts == null ? 0 : tokenStarts.length, rows));
            return Table.take(rows, Layouts.PASSAGE, Passage::of);
        });
    }

    /**
     * The items of the main list, such as search results, offers or posts, disjoint and in source order; empty if the
     * page has none.
     *
     * @return a new list
     * @throws IllegalStateException if the page is closed
     */
    public List<PageRecord> records() {
        Table table = document.table(Native.TABLE_RECORDS, Layouts.RECORD);
        return table.map(i -> new PageRecord(table.source(i),
                table.getInt(i, "first_block"), table.getInt(i, "end_block")));
    }

    /**
     * The cells of the data tables of the page, each with its headers: by {@code headers}, {@code scope} and {@code th}
     * as HTML says, and guessed where a table has none of them.
     *
     * @return a new list in the order of the page
     * @throws BlockmaskException if the structure was not computed
     * @throws IllegalStateException if the page is closed
     */
    public List<TableCell> tableCells() {
        Table headers = document.table(Native.TABLE_CELL_HEADERS, Layouts.INDEX);
        Table cells = document.table(Native.TABLE_CELLS, Layouts.TABLE_CELL);
        List<Integer> all = headers.map(i -> headers.getInt(i, "index"));
        return cells.map(i -> TableCell.of(cells, i, all));
    }

    /**
     * The quality of the main text: whether a crawler should keep it or hand the page to a slower tool.
     *
     * @return the quality
     * @throws IllegalStateException if the page is closed
     */
    public Quality quality() {
        return Quality.of(document.table(Native.TABLE_QUALITY, Layouts.QUALITY));
    }

    /**
     * The language of the main text, by its letters, or else as declared.
     *
     * @return the language
     * @throws IllegalStateException if the page is closed
     */
    public TextLanguage pageLanguage() {
        return TextLanguage.of(document.table(Native.TABLE_PAGE_LANGUAGE, Layouts.TEXT_LANGUAGE), 0);
    }

    /**
     * The language of each block, template or not.
     *
     * @return a new list, by the index of the block
     * @throws IllegalStateException if the page is closed
     */
    public List<TextLanguage> blockLanguages() {
        Table languages = document.table(Native.TABLE_BLOCK_LANGUAGES, Layouts.TEXT_LANGUAGE);
        return languages.map(i -> TextLanguage.of(languages, i));
    }

    /**
     * The counts of the main text, by which corpora are filtered.
     *
     * @return the counts
     * @throws IllegalStateException if the page is closed
     */
    public Counts counts() {
        return Counts.of(document.table(Native.TABLE_COUNTS, Layouts.COUNTS), 0);
    }

    /**
     * The counts of each block, template or not.
     *
     * @return a new list, by the index of the block
     * @throws IllegalStateException if the page is closed
     */
    public List<Counts> blockCounts() {
        Table counts = document.table(Native.TABLE_BLOCK_COUNTS, Layouts.COUNTS);
        return counts.map(i -> Counts.of(counts, i));
    }

    /**
     * The repeated parts of the page, and what they are: comments, posts, results, offers, teasers, menus. The
     * first call takes about half as long as the analysis.
     *
     * @return a new list by place, outer groups first; groups beside comments and records do not cross each other
     * @throws IllegalStateException if the page is closed
     */
    public List<Group> groups() {
        Table items = document.table(Native.TABLE_GROUP_ITEMS, Layouts.GROUP_ITEM);
        Table groups = document.table(Native.TABLE_GROUPS, Layouts.GROUP);
        return groups.map(i -> Group.of(groups, i, items, this::text));
    }

    /**
     * What the page says about itself to search engines: the directives of its author, its canonical address, dates and
     * other metadata, ordered by kind.
     *
     * @param options what is known of the page besides its bytes, and for whom its directives are read
     * @return a new list
     * @throws IllegalStateException if the page is closed
     */
    public List<Fact> facts(FactOptions options) {
        return document.read((address, memory) -> {
            MemorySegment rows = memory.allocate(Layouts.TABLE);
            BlockmaskException.check(Native.findFacts(address, options.struct(memory), rows));
            return Table.take(rows, Layouts.FACT, Fact::of);
        });
    }
}
