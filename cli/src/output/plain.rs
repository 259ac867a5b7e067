//! Plain output: the main text, and the pruned page.

use blockmask::{Block, Document};

/// The blocks that are not template.
pub fn main_blocks<'d, 'a>(document: &'d Document<'a>) -> impl Iterator<Item = Block<'d, 'a>> {
    document.blocks().filter(|block| !block.is_template())
}

/// The main text, one block per line.
pub fn main_text(document: &Document<'_>, _file: &str) -> Vec<u8> {
    let mut out = String::new();
    for block in main_blocks(document) {
        out.push_str(block.text());
        out.push('\n');
    }
    out.into_bytes()
}

/// The page pruned by its tag paths.
pub fn pruned(document: &Document<'_>, _file: &str) -> Vec<u8> {
    let mut html = document.pruned_html();
    html.push('\n');
    html.into_bytes()
}
