//! An article for tests: paragraphs, and the main text of a page with them.

use crate::Analyzer;

pub(super) const ONE: &str =
    "<p>The council voted on Tuesday to rebuild the old stone pier, which two storms had damaged last winter.</p>";
pub(super) const TWO: &str =
    "<p>The work will begin in March and last eleven months, and the small ferry leaves from the fish market.</p>";

/// The main text of a page whose article has this content below its heading.
pub(super) fn main_text(body: &str) -> String {
    let html = format!("<nav><a href=/>Home</a></nav><article><h1>The pier</h1>{body}</article><footer>2024</footer>");
    Analyzer::default().analyze(html.as_bytes()).unwrap().main_text().text().to_owned()
}
