//! Plain output: the main text, and the pruned page. On a terminal without the control characters of the page.

use super::bounded::Rendered;
use super::screen;
use blockmask::{Document, MarkdownOptions, Passage};
use blockmask_cli::memory::Text;
use blockmask_cli::origin::Origin;

/// A text with a line feed at its end unless it is empty.
fn line(text: String) -> Vec<u8> {
    let mut line = Text::continued(screen::printable(text));
    if !line.is_empty() {
        line.push('\n');
    }
    line.into_string().into_bytes()
}

/// The main text, one block per line.
pub fn main_text(document: &Document<'_>, _origin: &Origin) -> Vec<u8> {
    line(document.main_text().into_text())
}

/// The main text with its paragraphs and lines.
pub fn formatted(document: &Document<'_>, _origin: &Origin) -> Vec<u8> {
    line(document.plain_text())
}

/// The main text as Markdown.
pub fn markdown(document: &Document<'_>, options: &MarkdownOptions) -> Rendered {
    let markdown = document.markdown(options);
    let is_cut = !markdown.truncation().is_empty();
    Rendered { bytes: screen::printable(markdown.into_text()).into_bytes(), is_cut, failure: None }
}

/// The texts of passages, each followed by an empty line except the last one.
pub fn passages(passages: &[Passage]) -> Vec<u8> {
    let mut out = Text::default();
    for passage in passages {
        out.push_str(if out.is_empty() { "" } else { "\n" });
        out.push_str(passage.text().trim_end());
        out.push('\n');
    }
    screen::printable(out.into_string()).into_bytes()
}

/// The main content as normalized HTML.
pub fn main_html(document: &Document<'_>, _origin: &Origin) -> Vec<u8> {
    line(document.main_html())
}

/// The page pruned by its tag paths.
pub fn pruned(document: &Document<'_>, _origin: &Origin) -> Vec<u8> {
    line(document.pruned_html())
}
