//! The main content as Markdown: CommonMark, with the tables of GitHub Flavored Markdown.

use super::container::{Container, containers};
use super::escape::{is_line_end, on_one_line, without_separators};
use super::images::{containers_of_image, images_between};
use super::inline::{Piece, pieces};
use super::language;
use super::span::{Links, Place, image, inlines};
use crate::base::budget::OutputBudget;
use crate::base::fallible::{List, Text, or_end};
use crate::base::flags::Truncation;
use crate::document::{Block, Document, TableCell};
use crate::judge::structure::BlockType;
use crate::read::html::Tag;
use crate::read::page::unicode::is_letter_or_number;
use std::ops::Range;

/// Options of Markdown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MarkdownOptions {
    /// Whether links are written with their targets, absolute if the address of the page is known; otherwise only their
    /// text is written. Default: yes.
    pub links: bool,
    /// Whether images with an alternative text are written that are inside a block of main content, or between two such
    /// blocks with no template in between except the caption of the image. Default: no, because alternative texts are
    /// not text of the page.
    pub images: bool,
}

impl Default for MarkdownOptions {
    fn default() -> MarkdownOptions {
        MarkdownOptions { links: true, images: false }
    }
}

/// The main content as Markdown, with a map to its blocks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Markdown {
    text: String,
    blocks: Vec<(usize, Range<usize>)>,
    truncation: Truncation,
}

impl Markdown {
    /// The Markdown. It ends with a line feed unless it is empty.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The Markdown, without its map.
    pub fn into_text(self) -> String {
        self.text
    }

    /// The index of each block and the range of its Markdown, in order: all lines of the block, with the markers of a
    /// heading or of code, without the prefix of the first line. All blocks of a table have the range of the table.
    pub fn blocks(&self) -> impl ExactSizeIterator<Item = (usize, Range<usize>)> + '_ {
        self.blocks.iter().cloned()
    }

    /// [`Truncation::OUTPUT`] if targets of links, lists, quotations or tables were left out, all of whose text is there:
    /// they would have exceeded [`Limits::max_output`](crate::Limits::max_output).
    pub fn truncation(&self) -> Truncation {
        self.truncation
    }
}

impl Document<'_> {
    /// The main text as Markdown: the blocks that are not template, in source order, as headings, lists, tables, code,
    /// quotations and paragraphs, with line breaks, links and emphasis. A CommonMark parser reads the same words.
    ///
    /// Layout tables, forms and definition lists become paragraphs; the terms of definition lists are in bold. Items that begin
    /// with a checkbox are tasks, as in GitHub Flavored Markdown: `- [x]`.
    ///
    /// ```
    /// use blockmask::{Analyzer, MarkdownOptions, Options};
    ///
    /// let html = b"<h1>How to bake bread</h1><p>Flour, <b>water</b> and salt, and time enough for the dough to rise \
    ///     twice, once in the bowl and once in its form.<br>Then <a href=https://example.org/oven>bake</a> it for an hour.</p>";
    /// let mut analyzer = Analyzer::new(Options::default());
    /// let page = analyzer.analyze(html)?;
    /// let expected = "# How to bake bread\n\n\
    ///     Flour, **water** and salt, and time enough for the dough to rise twice, once in the bowl and once in its form.\\\n\
    ///     Then [bake](https://example.org/oven) it for an hour.\n";
    /// assert_eq!(page.markdown(&MarkdownOptions::default()).text(), expected);
    /// # Ok::<(), blockmask::Error>(())
    /// ```
    pub fn markdown(&self, options: &MarkdownOptions) -> Markdown {
        or_end(|| self.markdown_of_length(options, self.output_limit()))
    }

    /// [`Document::markdown`] of at most this many bytes, for outputs that contain more than Markdown.
    #[cfg(feature = "unstable")]
    pub fn markdown_within(&self, options: &MarkdownOptions, length: u64) -> Markdown {
        or_end(|| self.markdown_of_length(options, length))
    }

    fn markdown_of_length(&self, options: &MarkdownOptions, length: u64) -> Markdown {
        let mut writer = Writer {
            options,
            text: Text::default(),
            blocks: List::default(),
            open: List::default(),
            is_paragraph: true,
            prefix: Text::default(),
            links: Links::new(self, self.markup_budget(length)),
            end_of_paragraphs: 0,
        };
        let blocks: List<Block<'_, '_>> = self.main_blocks().collect();
        let mut rest = &blocks[..];
        while let Some(first) = rest.first() {
            self.end_if_cancelled();
            let count = writer.unit(first, rest, blocks.len() - rest.len());
            if let (true, Some(last), Some(next)) = (options.images, rest.get(count - 1), rest.get(count)) {
                writer.images(last, next);
            }
            rest = &rest[count..];
        }
        let is_exceeded = writer.links.budget.is_exceeded();
        let truncation = if is_exceeded { Truncation::OUTPUT } else { Truncation::default() };
        Markdown { text: writer.text.into_string(), blocks: writer.blocks.into_vec(), truncation }
    }

    /// The budget of all that Markdown of this length adds to the text: prefixes, tables and targets.
    fn markup_budget(&self, length: u64) -> OutputBudget {
        // Texts, whitespace in code and alternative texts are written once, with at most a backslash before each byte,
        // and blocks with marks of their own.
        let once = 2 * self.text().len() + 3 * self.page().tree.source.len() + MAX_MARKS * self.page().blocks.len();
        OutputBudget::new(length.saturating_sub(once as u64))
    }
}

/// The most bytes around the text of a block: number signs, emphasis, a fence, the box of a task and line feeds.
const MAX_MARKS: usize = 32;

/// Tables with more columns are written as paragraphs.
const MAX_COLUMNS: u16 = 64;

struct Writer<'o, 'a> {
    options: &'o MarkdownOptions,
    text: Text,
    blocks: List<(usize, Range<usize>)>,
    /// The containers around the last block.
    open: List<Container>,
    /// The last block is a paragraph.
    is_paragraph: bool,
    /// The prefix of the lines after the first one of the current block.
    prefix: Text,
    /// With the budget of all markup.
    links: Links<'o, 'a>,
    /// The main block before which tables are written as paragraphs, because one of them cannot be written otherwise.
    end_of_paragraphs: usize,
}

impl Writer<'_, '_> {
    /// Writes the first block, which has this number among the main blocks, or the table or code block that it begins;
    /// returns the number of written blocks.
    fn unit(&mut self, first: &Block<'_, '_>, rest: &[Block<'_, '_>], number: usize) -> usize {
        if number >= self.end_of_paragraphs
            && !first.is_headline()
            && let Some(table) = Table::of(rest)
        {
            if is_listing(&rest[..table.cells.len()], &table.cells) {
                self.code(first, &rest[..table.cells.len()]);
                return table.cells.len();
            }
            let chain = containers(first);
            if table.is_regular() && self.links.budget.take(table.markup(width(&chain))) {
                self.begin(chain, false);
                self.table(rest, &table.cells);
                return table.cells.len();
            }
            self.end_of_paragraphs = number + table.cells.len();
        }
        if is_code(first) {
            let is_same =
                |next: &&Block<'_, '_>| is_code(next) && (next.scope() == first.scope() || are_lines(first, next));
            let count = rest.iter().take_while(is_same).count();
            self.code(first, &rest[..count]);
            return count;
        }
        let level = first.level();
        let place = if level > 0 { Place::Heading } else { Place::Paragraph };
        let text = inlines(first, place, self.options, &mut self.links);
        let is_bold = first.block_type() == BlockType::DefinitionTerm
            && text.chars().all(|c| is_letter_or_number(c) || c == ' ')
            && text.trim().len() == text.len()
            && !text.is_empty();
        // A headline may stand in the list of a breadcrumb trail.
        let around = if first.is_headline() { List::default() } else { containers(first) };
        self.begin_lines(around, level == 0, lines_of(&text));
        let start = self.text.len();
        self.text.push_repeated("#", level.into());
        self.text.push_str(if level > 0 { " " } else { "" });
        self.text.push_str(if is_bold { "**" } else { "" });
        self.lines(&text);
        self.text.push_str(if is_bold { "**" } else { "" });
        self.text.push('\n');
        self.blocks.push((first.index(), start..self.text.len() - 1));
        1
    }

    /// Writes the images between two blocks, each as a paragraph.
    fn images(&mut self, last: &Block<'_, '_>, next: &Block<'_, '_>) {
        let mut chains = None;
        for node in images_between(last, next) {
            let mut text = Text::default();
            image(&mut text, node, Place::Paragraph, &mut self.links);
            if !text.is_empty() {
                let chains = chains.get_or_insert_with(|| [containers(last), containers(next)]);
                self.begin_lines(containers_of_image(last.document(), chains, node), true, 1);
                self.text.push_str(&text);
                self.text.push('\n');
            }
        }
    }

    /// Begins a block of this number of lines; outside of all containers if their prefixes would exceed the budget.
    fn begin_lines(&mut self, chain: List<Container>, is_paragraph: bool, lines: usize) {
        let prefix = width(&chain);
        let is_within = prefix == 0 || self.links.budget.take(prefix * (lines + LINES_BEFORE));
        self.begin(if is_within { chain } else { List::default() }, is_paragraph);
    }

    /// Writes the separator before a block, and the prefix of its first line.
    fn begin(&mut self, mut chain: List<Container>, is_paragraph: bool) {
        let same = self.open.iter().zip(chain.iter()).take_while(|(old, new)| old.scope == new.scope).count();
        for (i, container) in chain.iter_mut().enumerate() {
            match self.open.get(i) {
                Some(old) if i <= same && old.is_item() && container.is_item() => {
                    // CommonMark numbers the items of a list itself, so a number that is not consecutive begins another
                    // list.
                    let goes_on = old.list == container.list && (i < same || old.precedes(container));
                    container.is_alternate = old.is_alternate == goes_on;
                }
                _ => {}
            }
        }
        if !(self.text.is_empty() || self.is_paragraph && is_tight(&self.open, &chain, same)) {
            self.prefix.clear();
            self.open[..same].iter().for_each(|container| container.write_indent(&mut self.prefix));
            self.text.push_str(self.prefix.trim_end_matches(' '));
            self.text.push('\n');
        }
        self.prefix.clear();
        for (i, container) in chain.iter().enumerate() {
            if i < same {
                container.write_indent(&mut self.text)
            } else {
                container.write_marker(&mut self.text)
            }
            container.write_indent(&mut self.prefix);
        }
        if let Some(item) = chain.last().filter(|_| is_paragraph && same < chain.len()) {
            item.write_box(&mut self.text);
        }
        self.open = chain;
        self.is_paragraph = is_paragraph;
    }

    /// Writes lines without the final line feed. The prefix of the first line is already written.
    fn lines(&mut self, text: &str) {
        let mut rest = text;
        while let Some(end) = memchr::memchr(b'\n', rest.as_bytes()) {
            self.text.push_str(&rest[..end]);
            rest = &rest[end + 1..];
            self.next_line(rest.is_empty() || rest.starts_with('\n'));
        }
        self.text.push_str(rest);
    }

    /// Ends a line, and writes the prefix of the next line.
    fn next_line(&mut self, is_empty: bool) {
        self.text.push('\n');
        self.text.push_str(if is_empty { self.prefix.trim_end_matches(' ') } else { &self.prefix });
    }

    fn code(&mut self, first: &Block<'_, '_>, blocks: &[Block<'_, '_>]) {
        let mut code = Text::default();
        for block in blocks {
            code.push_str(if code.is_empty() { "" } else { "\n" });
            code.push_str(&code_of(block));
        }
        let code = without_separators(&code).unwrap_or(code);
        self.begin_lines(containers(first), false, lines_of(&code) + FENCES);
        let longest = code.split(|c| c != '`').map(str::len).max().unwrap_or(0);
        let fence = longest.max(2) + 1;
        let start = self.text.len();
        self.text.push_repeated("`", fence);
        self.text.push_str(&language::of_code(first).unwrap_or_default());
        self.next_line(code.starts_with('\n') || code.is_empty());
        self.lines(&code);
        self.next_line(false);
        self.text.push_repeated("`", fence);
        self.text.push('\n');
        let range = start..self.text.len() - 1;
        self.blocks.extend(blocks.iter().map(|block| (block.index(), range.clone())));
    }

    fn table(&mut self, blocks: &[Block<'_, '_>], cells: &[TableCell]) {
        let columns = usize::from(cells.iter().map(|cell| cell.column + 1).max().unwrap_or(1));
        let start = self.text.len();
        let mut at = 0;
        while let Some(first) = cells.get(at) {
            let count = cells[at..].iter().take_while(|cell| cell.row == first.row).count();
            if at > 0 {
                self.next_line(false);
            }
            self.row(&blocks[at..at + count], &cells[at..at + count], columns);
            if at == 0 {
                self.next_line(false);
                self.text.push('|');
                self.text.push_repeated(" --- |", columns);
            }
            at += count;
        }
        self.text.push('\n');
        let range = start..self.text.len() - 1;
        self.blocks.extend(blocks.iter().take(cells.len()).map(|block| (block.index(), range.clone())));
    }

    /// Writes a row, with the blocks of each cell separated by spaces.
    fn row(&mut self, blocks: &[Block<'_, '_>], cells: &[TableCell], columns: usize) {
        self.text.push('|');
        let mut written = 0;
        for column in 0..columns {
            self.text.push(' ');
            // Cells come in the order of their columns.
            while cells.get(written).is_some_and(|cell| usize::from(cell.column) <= column) {
                if is_code(&blocks[written]) {
                    code_in_cell(&mut self.text, &code_of(&blocks[written]));
                } else {
                    self.text.push_str(&inlines(&blocks[written], Place::Cell, self.options, &mut self.links));
                }
                self.text.push(' ');
                written += 1;
            }
            self.text.push('|');
        }
    }
}

/// Whether the next block follows the last one on the next line: as another item of its list, or as the first item of a
/// list inside its item.
fn is_tight(open: &[Container], chain: &[Container], same: usize) -> bool {
    let Some(new) = chain.get(same).filter(|new| new.is_item()) else { return false };
    match open.get(same) {
        Some(old) => old.list == new.list && old.is_alternate == new.is_alternate,
        // A list that does not begin with 1 would be text of the paragraph before.
        None => same > 0 && open[same - 1].is_item() && new.number.is_none_or(|number| number == 1),
    }
}

/// The maximum number of elements between a line of code and its table.
const MAX_BETWEEN: usize = 6;

/// Whether two blocks of code are in rows of one layout table, as highlighters write lines.
fn are_lines(first: &Block<'_, '_>, next: &Block<'_, '_>) -> bool {
    let tree = &first.document().page().tree;
    let table = |block: &Block<'_, '_>| {
        let mut around = tree.ancestors(block.table_entry().container).take(MAX_BETWEEN);
        around.find(|&at| tree.nodes[at as usize].tag == Tag::TABLE)
    };
    table(first).is_some_and(|found| table(next) == Some(found))
}

/// Whether a table is code with a row for each line.
fn is_listing(blocks: &[Block<'_, '_>], cells: &[TableCell]) -> bool {
    let is_column = cells.windows(2).all(|pair| pair[0].row < pair[1].row && pair[0].column == pair[1].column);
    cells.len() > 1 && is_column && blocks.iter().all(is_code)
}

/// Writes the lines of code in a cell, each as a code span.
fn code_in_cell(out: &mut Text, code: &str) {
    for (i, line) in code.split(is_line_end).map(str::trim_ascii).filter(|line| !line.is_empty()).enumerate() {
        let longest = line.split(|c| c != '`').map(str::len).max().unwrap_or(0);
        let pad = if line.starts_with('`') || line.ends_with('`') { " " } else { "" };
        out.push_str(if i > 0 { " " } else { "" });
        out.push_repeated("`", longest + 1);
        out.push_str(pad);
        for (i, part) in line.split('|').enumerate() {
            out.push_str(if i > 0 { "\\|" } else { "" });
            out.push_str(part);
        }
        out.push_str(pad);
        out.push_repeated("`", longest + 1);
    }
}

fn is_code(block: &Block<'_, '_>) -> bool {
    block.block_type() == BlockType::Code && block.scope().is_preformatted
}

/// The lines of a block of code, with their indentation.
pub(super) fn code_of(block: &Block<'_, '_>) -> Text {
    let mut code = Text::default();
    pieces(block, |piece| match piece {
        Piece::Text(text, _) => code.push_str(text),
        Piece::Formula(formula, _) => {
            code.push_str(on_one_line(formula.standing).as_deref().unwrap_or(formula.standing));
        }
        Piece::LineBreak => code.push('\n'),
        Piece::Image(..) => {}
    });
    code.truncate(code.trim_end().len());
    match code.trim_start_matches('\n') {
        all if all.len() == code.len() => code,
        rest => Text::from(rest),
    }
}

/// The empty line before a block.
const LINES_BEFORE: usize = 1;
/// The lines of the fences around code, and the line below the head of a table.
const FENCES: usize = 2;
const BELOW_HEAD: usize = 1;

fn lines_of(text: &str) -> usize {
    memchr::memchr_iter(b'\n', text.as_bytes()).count() + 1
}

/// The length of the prefix of a line in these containers.
fn width(chain: &[Container]) -> usize {
    chain.iter().map(Container::width).sum()
}

/// The cells of successive blocks in one table.
struct Table {
    cells: List<TableCell>,
}

impl Table {
    /// The table that begins with the first block.
    fn of(blocks: &[Block<'_, '_>]) -> Option<Table> {
        let first = blocks.first()?.table_cell()?;
        let cells = blocks.iter().map_while(|block| block.table_cell().filter(|cell| cell.table == first.table));
        Some(Table { cells: cells.collect() })
    }

    /// Whether Markdown has such tables: not too wide, and in order, which moved nodes may have disturbed.
    fn is_regular(&self) -> bool {
        let is_sorted = self.cells.is_sorted_by_key(|cell| (cell.row, cell.column));
        is_sorted && self.cells.iter().all(|cell| cell.column < MAX_COLUMNS)
    }

    /// The bytes of its bars and prefixes.
    fn markup(&self, prefix: usize) -> usize {
        let columns = self.cells.iter().map(|cell| usize::from(cell.column) + 1).max().unwrap_or(1);
        let rows = self.cells.chunk_by(|one, next| one.row == next.row).count();
        // Two bytes of a cell are its bars, six of its column those below the head.
        (rows + BELOW_HEAD + LINES_BEFORE) * (prefix + 2 * columns + 2) + 6 * columns
    }
}
