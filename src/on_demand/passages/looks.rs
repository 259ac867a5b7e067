//! What the elements of a cell say about its looks: that it is in bold, in a `thead`, or called a header by its class.

use super::headers::MAX_TOKENS;
use super::sentences::ends_sentence;
use crate::base::hash::{hash_bytes, mix};
use crate::document::Block;
use crate::read::class_words::vocabulary::Vocabulary;
use crate::read::html::attributes::Name;
use crate::read::html::{Node, Tag};

/// Words of classes of header cells and header rows, also in German, French, Spanish, Portuguese, Italian and Polish.
static CLASSES: Vocabulary<64> = Vocabulary::of(&[(
    "header",
    "head header headers heading headings headcell headrow headerrow hdr th thead colhead colheader columnheader \
     rowheader tablehead tableheader tableheading tblhead tblheader tblheading kopf kopfzeile tabkopf tabellenkopf entete \
     cabecera encabezado cabecalho intestazione naglowek",
)]);

/// The elements between the text of a block and its container.
fn around<'d>(block: &Block<'_, 'd>) -> impl Iterator<Item = &'d Node> {
    let (nodes, table) = (block.document().page.tree.nodes, block.table_entry());
    let parent = |node: &&'d Node| nodes.get(node.parent as usize);
    let first = nodes.get(table.first_text as usize).and_then(|text| nodes.get(text.parent as usize));
    std::iter::successors(first, parent).take(16)
}

/// Whether all of a block is in bold.
pub(super) fn is_bold(block: &Block<'_, '_>) -> bool {
    let end = block.table_entry().source.1;
    let inside = around(block).take_while(|node| !matches!(node.tag, Tag::TD | Tag::TH));
    inside.filter(|node| node.end >= end).any(|node| matches!(node.tag, Tag::B | Tag::STRONG))
}

pub(super) fn is_in_head(block: &Block<'_, '_>) -> bool {
    around(block).take_while(|node| node.tag != Tag::TABLE).any(|node| node.tag == Tag::THEAD)
}

/// The elements of a cell and its row that hold all of a block.
fn whole<'d>(block: &Block<'_, 'd>) -> impl Iterator<Item = &'d Node> {
    const OUTER: [Tag; 5] = [Tag::TABLE, Tag::THEAD, Tag::TBODY, Tag::TFOOT, Tag::HTML];
    let end = block.table_entry().source.1;
    around(block).take_while(|node| !OUTER.contains(&node.tag)).filter(move |node| node.end >= end)
}

/// Whether a class of a cell, of its row or of an element around all of its text calls it a header.
pub(super) fn is_named_header(block: &Block<'_, '_>) -> bool {
    let tree = &block.document().page.tree;
    let class = |node| tree.attribute(node, Name::CLASS).map(|class| tree.raw_value(class));
    whole(block).filter_map(class).any(|class| CLASSES.groups_in(class) != 0)
}

/// The elements of a cell and its row, and the attributes that style them, as a number.
pub(super) fn look(block: &Block<'_, '_>) -> u64 {
    let tree = &block.document().page.tree;
    let is_style = |name: &[u8]| {
        let is = |known: &&[u8]| name.eq_ignore_ascii_case(known);
        [&b"class"[..], b"style", b"bgcolor", b"align"].iter().any(is)
    };
    whole(block).fold(0, |look, node| {
        let styles = tree.each_attribute(node).filter(|attribute| is_style(tree.raw_attribute_name(attribute)));
        styles.fold(mix(look, node.tag.0.into()), |look, style| mix(look, hash_bytes(0, tree.raw_value(style))))
    })
}

/// Whether a block is the title of the table that a cell begins: alone in bold or in a `th` of the table around it.
pub(super) fn is_title_of(block: &Block<'_, '_>, cell: &Block<'_, '_>) -> bool {
    let is_short = block.table_entry().words() <= MAX_TOKENS && !block.text().ends_with(ends_sentence);
    let table = |block: &Block<'_, '_>| around(block).find(|node| node.tag == Tag::TABLE).copied();
    let is_around = || {
        let tables = table(block).zip(table(cell));
        tables.is_some_and(|(outer, inner)| outer.start < inner.start && inner.end <= outer.end)
    };
    is_short && is_around() && (is_bold(block) || whole(block).any(|node| node.tag == Tag::TH))
}
