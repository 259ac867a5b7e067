//! Plain output: the main text, and the pruned page. On a terminal without the control characters of the page.

use super::bounded::Rendered;
use super::screen;
use blockmask::{Document, MarkdownOptions, Passage};
use blockmask_cli::origin::Origin;

/// The main text, one block per line.
pub fn main_text(document: &Document<'_>, _origin: &Origin) -> Vec<u8> {
    let mut out = screen::printable(document.main_text().into_text());
    if !out.is_empty() {
        out.push('\n');
    }
    out.into_bytes()
}

/// The main text with its paragraphs and lines.
pub fn formatted(document: &Document<'_>, _origin: &Origin) -> Vec<u8> {
    let mut out = screen::printable(document.plain_text());
    if !out.is_empty() {
        out.push('\n');
    }
    out.into_bytes()
}

/// The main text as Markdown.
pub fn markdown(document: &Document<'_>, options: &MarkdownOptions) -> Rendered {
    let markdown = document.markdown(options);
    let is_cut = !markdown.truncation().is_empty();
    Rendered { bytes: screen::printable(markdown.into_text()).into_bytes(), is_cut }
}

/// The texts of passages, each followed by an empty line except the last one.
pub fn passages(passages: &[Passage]) -> Vec<u8> {
    let texts: Vec<String> = passages.iter().map(|passage| format!("{}\n", passage.text().trim_end())).collect();
    screen::printable(texts.join("\n")).into_bytes()
}

/// The main content as normalized HTML.
pub fn main_html(document: &Document<'_>, _origin: &Origin) -> Vec<u8> {
    let mut html = screen::printable(document.main_html());
    html.push('\n');
    html.into_bytes()
}

/// The page pruned by its tag paths.
pub fn pruned(document: &Document<'_>, _origin: &Origin) -> Vec<u8> {
    let mut html = screen::printable(document.pruned_html());
    html.push('\n');
    html.into_bytes()
}
