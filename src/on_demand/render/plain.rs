//! The main text as plain text: empty lines between paragraphs, one line per list item and table row.

use super::inline::{Piece, has_line_breaks, pieces};
use super::markdown::code_of;
use crate::base::fallible::{Text, or_end};
use crate::document::{Block, Document};
use crate::judge::structure::BlockType;

impl Block<'_, '_> {
    /// The text with line breaks: a line feed for each `br`, and the lines of preformatted text, in code with their
    /// indentation. Otherwise the same as [`Block::text`], which is one line.
    ///
    /// ```
    /// let mut analyzer = blockmask::Analyzer::new(blockmask::Options::default());
    /// let page = analyzer.analyze(b"<pre>if x:\n    y()</pre><p>12 Main St<br>Springfield")?;
    /// let texts: Vec<String> = page.blocks().map(|block| block.formatted_text()).collect();
    /// assert_eq!(texts, ["if x:\n    y()", "12 Main St\nSpringfield"]);
    /// # Ok::<(), blockmask::Error>(())
    /// ```
    pub fn formatted_text(&self) -> String {
        or_end(|| self.formatted_lines().unwrap_or_else(|| Text::from(self.text()))).into_string()
    }

    /// [`Block::formatted_text`], or `None` if it is known to be the same as [`Block::text`]. Unwinds if memory runs out.
    pub(crate) fn formatted_lines(&self) -> Option<Text> {
        if self.block_type() == BlockType::Code && self.scope().is_preformatted {
            return Some(code_of(self));
        }
        if !self.scope().is_preformatted && !has_line_breaks(self) {
            return None;
        }
        let mut text = Text::default();
        pieces(self, |piece| match piece {
            Piece::Text(piece, _) => text.push_str(piece),
            Piece::Formula(formula, _) => text.push_str(formula.standing),
            Piece::LineBreak => text.push('\n'),
            Piece::Image(..) => {}
        });
        Some(text)
    }
}

impl Document<'_> {
    /// The main text as plain text: [`Document::main_text`] with line breaks ([`Block::formatted_text`]), empty lines
    /// between paragraphs, one line per list item, and one line per table row, with tabs between the cells.
    pub fn plain_text(&self) -> String {
        or_end(|| self.joined_as_plain_text()).into_string()
    }

    fn joined_as_plain_text(&self) -> Text {
        let mut out = Text::default();
        let mut last: Option<Block<'_, '_>> = None;
        for block in self.main_blocks() {
            if let Some(last) = last {
                out.push_str(separator(&last, &block));
            }
            out.push_str(&block.formatted_text());
            last = Some(block);
        }
        out
    }
}

fn separator(last: &Block<'_, '_>, next: &Block<'_, '_>) -> &'static str {
    if let (Some(last), Some(next)) = (last.table_cell(), next.table_cell())
        && last.table == next.table
    {
        return match last.row == next.row {
            true if last.column == next.column => " ",
            true => "\t",
            false => "\n",
        };
    }
    let (items, both) = ((last.list_item(), next.list_item()), BlockType::ListItem);
    match items {
        (Some(one), Some(other)) if last.block_type() == both && next.block_type() == both => {
            let is_same_item = (one.list, one.item) == (other.list, other.item);
            if is_same_item { "\n\n" } else { "\n" }
        }
        _ => "\n\n",
    }
}
