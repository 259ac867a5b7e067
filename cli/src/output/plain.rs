//! Plain output: the main text, and the pruned page. On a terminal without the control characters of the page.

use super::{Origin, screen};
use blockmask::Document;

/// The main text, one block per line.
pub fn main_text(document: &Document<'_>, _origin: &Origin) -> Vec<u8> {
    let mut out = screen::printable(document.main_text().into_text());
    if !out.is_empty() {
        out.push('\n');
    }
    out.into_bytes()
}

/// The page pruned by its tag paths.
pub fn pruned(document: &Document<'_>, _origin: &Origin) -> Vec<u8> {
    let mut html = screen::printable(document.pruned_html());
    html.push('\n');
    html.into_bytes()
}
