//! The structure of blocks, the images between them, and the links inside them.

use super::{Block, Document, Link};
use crate::base::fallible::{Text, or_end};
use crate::judge::structure::{self, BlockType, Direction, Scope, Structure};
use crate::read::html::attributes::Name;
use crate::read::html::{Attribute, NONE};
use std::iter;
use std::ops::Range;

/// The list item that contains a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ListItem {
    /// The index of the list on the page, in source order: `ul`, `ol`, `dl`, `menu`, `dir`.
    pub list: u32,
    /// The position of the item in the list, from 0. All blocks of an item have the same position; terms and
    /// definitions of a `dl` are items.
    pub item: u32,
    /// The number that the item shows, if the list is ordered, by `start`, `value` and `reversed`.
    pub number: Option<i32>,
    /// The number of lists that contain the block: 1 if the list is not nested.
    pub depth: u16,
}

/// The table cell that contains a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TableCell {
    /// The index of the table on the page, in source order. Layout tables are counted, too.
    pub table: u32,
    /// The first row of the cell, from 0.
    pub row: u32,
    /// The first column of the cell, from 0; 65,535 also for all further columns.
    pub column: u16,
    /// The number of rows that the cell spans, at least 1; 65,534 if it spans all following rows.
    pub row_span: u16,
    /// The number of columns that the cell spans, 1 to 1,000.
    pub column_span: u16,
    /// Whether the cell is a header (`th`).
    pub is_header: bool,
}

impl TableCell {
    pub(crate) fn of(cell: &structure::Cell) -> TableCell {
        let structure::Cell { table, row, column, column_span, row_span, is_header } = *cell;
        TableCell { table, row, column, row_span, column_span, is_header }
    }
}

/// Longer values of `lang` are ignored.
const MAX_LANGUAGE: usize = 64;

impl<'d, 'a> Block<'d, 'a> {
    fn structure(&self) -> structure::BlockStructure {
        self.document.structure.blocks.get(self.index).copied().unwrap_or_default()
    }

    pub(crate) fn document(&self) -> &'d Document<'a> {
        self.document
    }

    pub(crate) fn scope_index(&self) -> u32 {
        self.structure().scope
    }

    pub(crate) fn scope(&self) -> &'a Scope {
        &self.document.structure.scopes[self.structure().scope as usize]
    }

    /// The structural type: paragraph, list item, table cell and so on.
    ///
    /// ```
    /// use blockmask::{Analyzer, BlockType, Options};
    ///
    /// let html = b"<h2>Bread</h2><ol><li>Knead.<li>Bake for <b>one</b> hour.</ol>";
    /// let mut analyzer = Analyzer::new(Options::default());
    /// let page = analyzer.analyze(html)?;
    /// let last = page.block(2).unwrap();
    /// assert_eq!(last.block_type(), BlockType::ListItem);
    /// assert_eq!(last.list_item().unwrap().number, Some(2));
    /// assert_eq!(last.heading_path().map(|heading| heading.text()).collect::<Vec<_>>(), ["Bread"]);
    /// # Ok::<(), blockmask::Error>(())
    /// ```
    pub fn block_type(&self) -> BlockType {
        self.structure().kind
    }

    /// The level of the block as a heading of the main text, or 0: the headline has level 1, whatever its element is.
    pub(crate) fn level(&self) -> u8 {
        match self.block_type() {
            _ if self.is_headline() => 1,
            BlockType::Heading => self.heading_level(),
            _ => 0,
        }
    }

    /// The index of the nearest heading above the block; for a heading, of the nearest one of a higher rank. The
    /// [headline](Document::headline) of the page has the highest rank. For main text, headings that are template (such
    /// as the heading of a sidebar) count only if main text directly follows them. The title and hidden text have no
    /// heading, and do not count as one.
    pub fn heading(&self) -> Option<usize> {
        let heading = self.structure().heading;
        (heading != NONE).then_some(heading as usize)
    }

    /// The headings above the block, from the nearest to the highest rank: at most one of each rank, and the headline.
    pub fn heading_path(&self) -> impl Iterator<Item = Block<'d, 'a>> + use<'d, 'a> {
        let document = self.document;
        let block = move |index: usize| Block::new(document, index);
        iter::successors(self.heading().map(block), move |heading| heading.heading().map(block))
    }

    /// The item of the innermost list that contains the block.
    pub fn list_item(&self) -> Option<ListItem> {
        let Scope { list, item, number, list_depth, is_ordered, .. } = *self.scope();
        let number = is_ordered.then_some(number);
        (list != NONE && item != NONE).then_some(ListItem { list, item, number, depth: list_depth })
    }

    /// The innermost cell of a data table that contains the block. A data table has a caption, a header, or several
    /// rows and columns without headings; it contains no table and is not marked as presentation by its `role`.
    pub fn table_cell(&self) -> Option<TableCell> {
        let cell = self.document.structure.cells.get(self.scope().cell as usize)?;
        Some(TableCell::of(cell))
    }

    /// The index of the outermost list that contains the block, or [`NONE`].
    pub(crate) fn outermost_list(&self) -> u32 {
        let scopes = self.document.structure.scopes;
        let mut scope = self.scope();
        while scope.list_depth > 1 {
            scope = &scopes[scope.parent as usize];
        }
        scope.list
    }

    /// The number of lists that contain the block.
    pub fn list_depth(&self) -> u16 {
        self.scope().list_depth
    }

    /// The number of `blockquote` elements that contain the block.
    pub fn quote_depth(&self) -> u16 {
        self.scope().quote_depth
    }

    /// The language by the nearest enclosing `lang` attribute, such as `en-GB`; `None` if there is no such attribute,
    /// or if its value is empty, longer than 64 bytes or not UTF-8.
    pub fn language(&self) -> Option<&'a str> {
        self.document.language_tag(self.language_attribute()?)
    }

    /// The source range of the value of the `lang` attribute that [`Block::language`] returns.
    pub fn language_source(&self) -> Option<Range<usize>> {
        Some(value_range(self.document, self.language_attribute()?))
    }

    pub(crate) fn language_attribute(&self) -> Option<&'a Attribute> {
        self.document.page.tree.attributes.get(self.scope().language as usize)
    }

    /// The text direction by the nearest enclosing `dir` attribute.
    pub fn direction(&self) -> Option<Direction> {
        Direction::from_number(self.scope().direction.into())
    }

    /// The links of the block, in source order.
    pub fn links(&self) -> impl ExactSizeIterator<Item = Link<'d, 'a>> + use<'d, 'a> {
        let (document, (start, end)) = (self.document, self.table_entry().text);
        let links = document.page.links;
        let first = links.partition_point(|link| link.text.0 < start);
        let count = links[first..].partition_point(|link| link.text.0 < end);
        (first..first + count).map(move |index| Link::new(document, index))
    }
}

/// An image with an alternative text. The alternative text is not part of the text of the page, of blocks, of the mask
/// or of the fingerprint; an index can search it as a separate field.
#[derive(Clone, Copy, Debug)]
pub struct Image<'d, 'a> {
    document: &'d Document<'a>,
    entry: &'a structure::Image,
}

impl Image<'_, '_> {
    /// The alternative text: decoded, whitespace collapsed. Empty only if it consists of character references to
    /// spaces.
    pub fn alt(&self) -> String {
        let tree = &self.document.page.tree;
        or_end(|| Text::collapsed(&tree.decoded_value(&tree.attributes[self.entry.alt as usize]))).into_string()
    }

    /// The source range of the value of the `alt` attribute.
    pub fn alt_source(&self) -> Range<usize> {
        value_range(self.document, &self.document.page.tree.attributes[self.entry.alt as usize])
    }

    /// The value of the `src` attribute: character references decoded, neither trimmed nor resolved. Empty if there is
    /// none.
    pub fn target(&self) -> String {
        let tree = &self.document.page.tree;
        let src = tree.attribute(&tree.nodes[self.entry.node as usize], Name::SRC);
        or_end(|| src.map(|src| tree.decoded_value(src)).unwrap_or_default()).into_string()
    }

    /// The source range of the tag.
    pub fn source(&self) -> Range<usize> {
        let node = &self.document.page.tree.nodes[self.entry.node as usize];
        self.document.source_range((node.start, node.content.max(node.start)))
    }

    /// The index of the last block that begins before the image.
    pub fn block(&self) -> Option<usize> {
        (self.entry.block != NONE).then_some(self.entry.block as usize)
    }

    /// The term weight of the alternative text in a ranking, in quarters, like [`Block::weight`]: 1, or 0 if the text
    /// is hidden, excluded from indexing by the author, a repetition of an earlier alternative text, or longer than 64
    /// words; and after the first 256 words of all alternative texts or a quarter of the tokens of the page, whichever
    /// is more.
    pub fn weight(&self) -> u8 {
        self.entry.weight
    }
}

impl<'a> Document<'a> {
    /// The value of a `lang` attribute; `None` if it is empty, too long or not UTF-8.
    pub(crate) fn language_tag(&self, attribute: &Attribute) -> Option<&'a str> {
        let value = std::str::from_utf8(self.page.tree.raw_value(attribute)).ok()?.trim_ascii();
        (!value.is_empty() && value.len() <= MAX_LANGUAGE).then_some(value)
    }

    pub(crate) fn structure(&self) -> &Structure<'a> {
        &self.structure
    }

    /// The image with this index.
    #[cfg(feature = "capi")]
    pub(crate) fn image(&self, index: usize) -> Option<Image<'_, 'a>> {
        self.structure.images.get(index).map(|entry| Image { document: self, entry })
    }

    /// The images with an alternative text, in source order.
    ///
    /// ```
    /// let html = b"<p>The keep</p><img src=a.jpg alt='Floor plan of the tower'>";
    /// let mut analyzer = blockmask::Analyzer::new(blockmask::Options::default());
    /// let page = analyzer.analyze(html)?;
    /// let image = page.images().next().unwrap();
    /// assert_eq!((image.alt().as_str(), image.weight(), image.block()), ("Floor plan of the tower", 1, Some(0)));
    /// assert!(!page.text().contains("plan"));
    /// # Ok::<(), blockmask::Error>(())
    /// ```
    pub fn images(&self) -> impl ExactSizeIterator<Item = Image<'_, 'a>> + '_ {
        self.structure.images.iter().map(|entry| Image { document: self, entry })
    }
}

/// The source range of the value of an attribute.
pub(super) fn value_range(document: &Document<'_>, attribute: &Attribute) -> Range<usize> {
    document.source_range((attribute.value_start, attribute.value_end))
}
