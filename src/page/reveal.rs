//! Text that is hidden in the source, but shown to readers as soon as the page's scripts have run.
//!
//! Two habits are known by the page itself, and need no script to be run:
//! - Pages that are streamed (React) send their late parts as `<div hidden id="S:0">`, which an inline script moves into
//!   place at once.
//! - Pages that would flicker while they load hide all of their content until a script has set it up. Nobody publishes
//!   an empty page: if next to nothing is visible and much is hidden, the hidden text is what readers get.

use super::context::flag;
use crate::html::attributes::Name;
use crate::html::{Node, Tree};

/// Whether an element with `hidden` is a part of a streamed page that waits for its place: its id is `S:` and a number.
pub(super) fn is_streamed(tree: &Tree<'_>, node: &Node) -> bool {
    let id = if node.known & Name::ID.bit() == 0 { None } else { tree.attribute(node, Name::ID) };
    id.and_then(|id| tree.raw_value(id).strip_prefix(b"S:"))
        .is_some_and(|number| !number.is_empty() && number.iter().all(u8::is_ascii_hexdigit))
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
    /// Counts a text of so many bytes.
    pub(super) fn add(&mut self, flags: u16, bytes: usize) {
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
        let visible = "<p>The mayor spoke for an hour, and nobody could remember afterwards what he had said at all.";
        for (opening, hidden) in [
            ("<div hidden id=S:0>", false),
            ("<div hidden='' id='S:1f'>", false),
            ("<div hidden>", true),
            ("<div hidden id=S:>", true),
            ("<div hidden id=S:x>", true),
            ("<div hidden id=story>", true),
            ("<div hidden id=S:0 style=display:none>", true),
        ] {
            assert_eq!(is_hidden(visible, opening, ""), hidden, "{opening}");
        }
    }

    #[test]
    fn a_page_that_hides_everything_is_shown() {
        let opening = "<div style='visibility:hidden'>";
        assert!(!is_hidden("", opening, ""));
        assert!(!is_hidden("<p>Loading ...", opening, "<noscript><p>Please switch on scripts.</noscript>"));
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
