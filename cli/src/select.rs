//! `blockmask select`: the elements of a page that a selector matches.

use crate::analysis::Analysis;
use crate::files::{Files, Jobs};
use crate::options::ReadingArgs;
use crate::output::bounded::{Lines, Rendered};
use crate::output::screen;
use crate::printing::Printing;
use blockmask::{Document, Node, Selector};
use blockmask_cli::json::lists;
use blockmask_cli::memory::Text;
use blockmask_cli::origin::Origin;
use clap::{Args, ValueEnum};
use std::sync::Arc;

#[derive(Args)]
pub struct SelectArgs {
    /// The selector, such as 'main > article h2'
    #[arg(value_name = "SELECTOR", value_parser = parse)]
    selector: Arc<Selector>,
    #[command(flatten)]
    pub files: Files,
    /// The output format
    #[arg(long, value_enum, default_value_t = SelectFormat::Text)]
    format: SelectFormat,
    #[command(flatten)]
    pub jobs: Jobs,
    #[command(flatten)]
    reading: ReadingArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum SelectFormat {
    /// The text of each element on a line
    Text,
    /// The bytes of the page from the start tag of each element to its end tag
    Html,
    /// JSON lines: one object per page, with byte ranges
    Jsonl,
}

fn parse(selector: &str) -> Result<Arc<Selector>, String> {
    Selector::parse(selector).map(Arc::new).map_err(|error| error.to_string())
}

impl SelectArgs {
    pub fn analysis(&self) -> Analysis<'_> {
        Analysis::of_tree(&self.reading)
    }

    pub fn printing(&self) -> Printing {
        let (selector, format) = (Arc::clone(&self.selector), self.format);
        let printing = Printing::of(move |document, origin| render(document, origin, &selector, format));
        Printing { parts: self.analysis().options.parts, ..printing }
    }
}

fn render(document: &Document<'_>, origin: &Origin, selector: &Selector, format: SelectFormat) -> Rendered {
    let tree = document.tree();
    let found = match tree.select(selector) {
        Ok(found) => found,
        Err(error) => return Rendered { failure: Some(error.to_string()), ..Rendered::from(Vec::new()) },
    };
    match format {
        SelectFormat::Text => lines(document, &found, |node| Text::collapsed(&node.text())),
        SelectFormat::Html => lines(document, &found, |node| Text::from(&*written(document, node))),
        SelectFormat::Jsonl => lists::elements(document, origin, &found).into(),
    }
}

/// A line, or several, for each element.
fn lines(document: &Document<'_>, found: &[Node<'_, '_>], text: impl Fn(&Node<'_, '_>) -> Text) -> Rendered {
    let mut lines = Lines::of(document);
    for node in found {
        if !lines.add(format_args!("{}", &*text(node))) {
            break;
        }
    }
    lines.finish(screen::printable)
}

/// An element as it is written.
fn written<'a>(document: &Document<'a>, node: &Node<'_, '_>) -> std::borrow::Cow<'a, str> {
    let tree = &document.page().tree;
    let entry = &tree.nodes[node.index()];
    String::from_utf8_lossy(&tree.source[entry.start as usize..entry.end as usize])
}
