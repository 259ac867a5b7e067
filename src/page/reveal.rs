//! Text that is hidden in the source, but shown to readers as soon as the page's scripts have run.
//!
//! Three habits are known by the page itself, and need no script to be run:
//! - Pages that are streamed (React) send their late parts as `<div hidden id="S:0">`, which an inline script moves
//!   into place at once.
//! - Pages that would flicker while they load hide all of their content until a script has set it up. Nobody publishes
//!   an empty page: if next to nothing is visible and much is hidden, the hidden text is what readers get.
//! - Tabs, accordions and lists of questions hide all panels but one until readers open them. Their elements say what
//!   they are, by `role` or by the words of their class or id.

use super::context::flag;
use crate::html::attributes::Name;
use crate::html::scan::same_name;
use crate::html::{Node, Tree};

/// Whether an element with `hidden` is a part of a streamed page that waits for its place: its id is `S:` and a number.
pub(super) fn is_streamed(tree: &Tree<'_>, node: &Node) -> bool {
    tree.attribute(node, Name::ID)
        .and_then(|id| tree.raw_value(id).strip_prefix(b"S:"))
        .is_some_and(|number| !number.is_empty() && number.iter().all(u8::is_ascii_hexdigit))
}

/// Words of panels that readers open, by their beginnings.
const PANELS: [&[u8]; 9] =
    [b"tab", b"accordion", b"collaps", b"expand", b"faq", b"answer", b"spoiler", b"toggle", b"disclosure"];
/// Words that begin like those and mean something else.
const NO_PANELS: [&[u8]; 3] = [b"table", b"tablet", b"tableau"];
/// Words of what stands over or beside the page and holds no text of its own, by their beginnings.
const NEVER: [&[u8]; 13] = [
    b"nav", b"menu", b"submenu", b"drop", b"modal", b"dialog", b"popup", b"popover", b"overlay", b"filter", b"search",
    b"login", b"tooltip",
];

/// Whether a hidden element is a panel that readers open in its place.
pub(super) fn is_panel(tree: &Tree<'_>, node: &Node) -> bool {
    let mut opens = false;
    for name in [Name::ROLE, Name::CLASS, Name::ID] {
        for word in tree.attribute(node, name).into_iter().flat_map(|value| words(tree.raw_value(value))) {
            if begins(word, &NEVER) {
                return false;
            }
            opens |= begins(word, &PANELS) && !NO_PANELS.iter().any(|other| same_name(word, other));
        }
    }
    opens
}

/// The words of names such as `tab-content`, `tabContent` and `TAB_CONTENT`.
fn words(names: &[u8]) -> impl Iterator<Item = &[u8]> {
    names
        .chunk_by(|a, b| {
            a.is_ascii_alphabetic() == b.is_ascii_alphabetic() && !(a.is_ascii_lowercase() && b.is_ascii_uppercase())
        })
        .filter(|word| word[0].is_ascii_alphabetic())
}

fn begins(word: &[u8], with: &[&[u8]]) -> bool {
    with.iter().any(|start| word.get(..start.len()).is_some_and(|head| same_name(head, start)))
}

/// How much text of a page is visible, and how much is hidden by attributes and inline styles.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Visibility {
    visible: usize,
    /// Bytes of the longest visible text.
    longest: usize,
    hidden: usize,
}

/// Fewer bytes of hidden text are no content.
const LEAST_HIDDEN: usize = 600;
/// More visible bytes are a page of their own, though its text be hidden.
const MOST_VISIBLE: usize = 512;
/// So are sentences: a waiting page shows single words.
const SENTENCE: usize = 80;
/// A page that waits hides more than so many times what it shows.
const TIMES: usize = 16;

impl Visibility {
    /// Counts a text.
    pub(super) fn add(&mut self, flags: u16, text: &[u8]) {
        if self.visible >= MOST_VISIBLE {
            return;
        }
        // Between tags, most of a short text can be the indentation of the source.
        let bytes = text.trim_ascii().len();
        if flags & flag::HIDDEN != 0 {
            self.hidden += bytes;
        } else if flags & (flag::IN_HEAD | flag::NOSCRIPT) == 0 {
            self.visible += bytes;
            self.longest = self.longest.max(bytes);
        }
    }

    /// Whether readers would see next to nothing, if no script showed what is hidden.
    pub(super) fn is_blank_without_scripts(self) -> bool {
        self.hidden >= LEAST_HIDDEN
            && self.visible < MOST_VISIBLE
            && self.longest < SENTENCE
            && self.hidden > TIMES * self.visible
    }
}

#[cfg(test)]
mod tests {
    use crate::Analyzer;
    use crate::page::flag;

    const STORY: &str =
        "<p>Rain fell on the city for the third day, and the river rose above its banks near the bridge.";

    const VISIBLE: &str =
        "<p>The mayor spoke for an hour, and nobody could remember afterwards what he had said at all.";

    /// Whether the story is hidden; a page has it nine times.
    fn is_hidden(before: &str, opening: &str, after: &str) -> bool {
        let html = format!("<body>{before}{opening}{}</div>{after}", STORY.repeat(9));
        let mut analyzer = Analyzer::default();
        let document = analyzer.analyze(html.as_bytes()).unwrap();
        let flags = document.blocks().filter(|block| block.text().starts_with("Rain fell")).map(|block| block.flags());
        flags.fold(false, |hidden, flags| hidden | (flags & flag::HIDDEN != 0))
    }

    #[test]
    fn streamed_parts_are_shown() {
        for (opening, hidden) in [
            ("<div hidden id=S:0>", false),
            ("<div hidden='' id='S:1f'>", false),
            ("<div hidden>", true),
            ("<div hidden id=S:>", true),
            ("<div hidden id=S:x>", true),
            ("<div hidden id=story>", true),
            ("<div hidden id=S:0 style=display:none>", true),
        ] {
            assert_eq!(is_hidden(VISIBLE, opening, ""), hidden, "{opening}");
        }
    }

    #[test]
    fn panels_that_readers_open_are_not_hidden() {
        for (opening, hidden) in [
            ("<div hidden role=tabpanel>", false),
            ("<div style=display:none class='c-faq__answer'>", false),
            ("<div style='visibility:hidden;height:0' class=productAccordionBody>", false),
            ("<div hidden id=chakra-collapse-3>", false),
            ("<div hidden class=table>", true),
            ("<div hidden class=portable>", true),
            ("<div hidden class='collapse navbar-collapse'>", true),
            ("<div hidden role=dialog class=expanded>", true),
            ("<div hidden class=tab-content><div style=display:none>", true),
            ("<div hidden><div hidden class=tab-content>", true),
        ] {
            assert_eq!(is_hidden(VISIBLE, opening, ""), hidden, "{opening}");
        }
    }

    #[test]
    fn a_page_that_hides_everything_is_shown() {
        let opening = "<div style='visibility:hidden'>";
        assert!(!is_hidden("", opening, ""));
        assert!(!is_hidden("<p>Loading ...", opening, "<noscript><p>Please switch on scripts.</noscript>"));
        // Whitespace between tags is not shown.
        let indented = format!("<p>\n{}Search<p>\n{}Sign in", " ".repeat(300), " ".repeat(300));
        assert!(!is_hidden(&indented, opening, ""));
        // A line that could be all there is.
        assert!(is_hidden(
            "<p>Our shop is closed until the end of the month; we wish all of our customers a good summer!",
            opening,
            ""
        ));
        // Many short lines.
        assert!(is_hidden(&"<p>A line of text.".repeat(40), opening, ""));
        // Too little to be a page.
        let mut analyzer = Analyzer::default();
        let document = analyzer.analyze(b"<p hidden>Rain fell on the city.").unwrap();
        assert!(document.blocks().all(|block| block.flags() & flag::HIDDEN != 0));
    }
}
