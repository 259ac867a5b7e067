//! Exceptions to hidden text: text that the source hides, but that the page's scripts reveal on load or when readers
//! ask.
//!
//! Three patterns are recognized from markup alone, without running scripts:
//! - Streaming server-side rendering (React) sends late parts as `<div hidden id="S:0">`, which an inline script moves
//!   into place at once.
//! - Pages that avoid a flash of unstyled content hide everything until a script has set them up. Nobody publishes an
//!   empty page: if next to nothing is visible and much is hidden, the hidden text is what readers get.
//! - Disclosure widgets (tabs, accordions, FAQs) hide all panels but one until readers open them. Their elements tell
//!   by `role`, or by the words of their class or id.

use super::context::flag;
use super::reveal::MIN_PROSE_BYTES;
use crate::read::class_words::dictionary::{Meaning, Panel, count, with_meaning};
use crate::read::html::attributes::Name;
use crate::read::html::scan::{may_begin, same_name};
use crate::read::html::{Node, Tree};

/// Whether an element with `hidden` is a streamed part of a page: its id is `S:` and a hexadecimal number.
pub(super) fn is_streamed(tree: &Tree<'_>, node: &Node) -> bool {
    tree.attribute(node, Name::ID)
        .and_then(|id| tree.raw_value(id).strip_prefix(b"S:"))
        .is_some_and(|number| !number.is_empty() && number.iter().all(u8::is_ascii_hexdigit))
}

/// Words that say whether a hidden part expands.
const PANEL_WORDS: [(&str, u8); count(Meaning::Panel)] = with_meaning(Meaning::Panel);

/// Whether a hidden element is the panel of a disclosure widget, which expands in place.
pub(super) fn is_panel(tree: &Tree<'_>, node: &Node) -> bool {
    let mut is_panel = false;
    for name in [Name::ROLE, Name::CLASS, Name::ID] {
        for word in tree.attribute(node, name).into_iter().flat_map(|value| words(tree.raw_value(value))) {
            if begins(word, Panel::Stays) {
                return false;
            }
            is_panel |= begins(word, Panel::Opens) && !begins(word, Panel::Exception);
        }
    }
    is_panel
}

/// Whether an element is a menu, a dialog or an overlay, by the words of its role, class and id.
pub(super) fn stays(tree: &Tree<'_>, node: &Node) -> bool {
    let names = [Name::ROLE, Name::CLASS, Name::ID].into_iter().filter_map(|name| tree.attribute(node, name));
    names.flat_map(|value| words(tree.raw_value(value))).any(|word| begins(word, Panel::Stays))
}

/// Splits names such as `tab-content`, `tabContent` and `TAB_CONTENT` into words.
pub(super) fn words(names: &[u8]) -> impl Iterator<Item = &[u8]> {
    names
        .chunk_by(|a, b| {
            a.is_ascii_alphabetic() == b.is_ascii_alphabetic() && !(a.is_ascii_lowercase() && b.is_ascii_uppercase())
        })
        .filter(|word| word[0].is_ascii_alphabetic())
}

/// Whether a word begins with one of this meaning; an exception is the whole word.
fn begins(word: &[u8], meaning: Panel) -> bool {
    let of_meaning = PANEL_WORDS.iter().filter(|(_, number)| *number == meaning as u8);
    of_meaning.filter(|(known, _)| may_begin(word, known.as_bytes())).any(|(known, _)| match meaning {
        Panel::Exception => same_name(word, known.as_bytes()),
        _ => word.get(..known.len()).is_some_and(|start| same_name(start, known.as_bytes())),
    })
}

/// Bytes of text of a page that are visible, and that attributes or inline styles hide.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Visibility {
    visible: usize,
    /// Length of the longest visible text.
    longest_visible: usize,
    hidden: usize,
    /// Visible prose.
    prose: usize,
    /// Other visible text outside of links.
    other: usize,
}

/// The minimum length of hidden text that is revealed.
const MIN_HIDDEN_BYTES: usize = 600;
/// The maximum length of visible text on a page whose hidden text is revealed.
const MAX_VISIBLE_BYTES: usize = 512;
/// The minimum length of a visible sentence. With one, no hidden text is revealed, because before its scripts have run
/// a page shows single words only.
const MIN_SENTENCE_BYTES: usize = 80;
/// The minimum ratio of hidden to visible bytes.
const MIN_HIDDEN_RATIO: usize = 16;

impl Visibility {
    /// Counts a text with these [`flag`]s.
    #[inline]
    pub(super) fn add(&mut self, flags: u16, is_linked: bool, source: &[u8], text: &Node) {
        let is_shown = flags & (flag::HIDDEN | flag::IN_HEAD | flag::NOSCRIPT) == 0;
        let is_long = (text.end - text.start) as usize >= MIN_PROSE_BYTES;
        let is_weighed = !is_linked && is_shown && (is_long || self.other < MAX_VISIBLE_BYTES);
        if is_weighed || self.visible < MAX_VISIBLE_BYTES {
            // Most of a short text can be indentation.
            let bytes = source[text.content as usize..text.end as usize].trim_ascii().len();
            self.count(flags, is_weighed, bytes);
        }
    }

    /// Counts that many bytes.
    #[inline(always)]
    fn count(&mut self, flags: u16, is_weighed: bool, bytes: usize) {
        if is_weighed {
            *if bytes >= MIN_PROSE_BYTES { &mut self.prose } else { &mut self.other } += bytes;
        }
        if self.visible >= MAX_VISIBLE_BYTES {
            return;
        }
        if flags & flag::HIDDEN != 0 {
            self.hidden += bytes;
        } else if flags & (flag::IN_HEAD | flag::NOSCRIPT) == 0 {
            self.visible += bytes;
            self.longest_visible = self.longest_visible.max(bytes);
        }
    }

    /// How much hidden text outweighs what the page shows: a sentence may be its content, some words hardly.
    pub(super) fn weight(self) -> usize {
        MIN_HIDDEN_RATIO * self.prose + 2 * self.other
    }

    /// Whether the page has no text outside of its head.
    pub(super) fn is_empty(self) -> bool {
        self.visible == 0 && self.hidden == 0
    }

    /// Whether the page hides its content until scripts have run: readers would else see next to nothing.
    pub(super) fn is_hidden_until_load(self) -> bool {
        self.hidden >= MIN_HIDDEN_BYTES
            && self.visible < MAX_VISIBLE_BYTES
            && self.longest_visible < MIN_SENTENCE_BYTES
            && self.hidden > MIN_HIDDEN_RATIO * self.visible
    }
}

#[cfg(test)]
mod tests {
    use crate::Analyzer;
    use crate::BlockFlags;

    const STORY: &str =
        "<p>Rain fell on the city for the third day, and the river rose above its banks near the bridge.";

    const VISIBLE: &str =
        "<p>The mayor spoke for an hour, and nobody could remember afterwards what he had said at all.";

    /// Whether the story, nine times inside the element that `opening` begins, is hidden.
    fn is_hidden(before: &str, opening: &str, after: &str) -> bool {
        let html = format!("<body>{before}{opening}{}</div>{after}", STORY.repeat(9));
        let mut analyzer = Analyzer::default();
        let document = analyzer.analyze(html.as_bytes()).unwrap();
        let flags = document.blocks().filter(|block| block.text().starts_with("Rain fell")).map(|block| block.flags());
        flags.fold(false, |hidden, flags| hidden | flags.contains(BlockFlags::HIDDEN))
    }

    #[test]
    fn streamed_parts_are_visible() {
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
    fn panels_of_disclosure_widgets_are_not_hidden() {
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
    fn text_without_size_or_color_is_hidden() {
        for (inner, hidden) in [
            ("<span style='font-size:0'>Lagerräumung</span>", true),
            ("<b style=opacity:0;color:red>Lagerräumung</b>", true),
            ("<div style='font-size:0'><b style=font-size:1rem>Lagerräumung</b></div>", false),
            ("<b style=opacity:0>Lagerräumung</b><script>show()</script>", false),
            (
                "<div style=opacity:0>Lagerräumung, und am Sonntag kommen noch einmal alle, die hier wohnen.</div>",
                false,
            ),
            ("<p style=content-visibility:hidden>Lagerräumung", true),
            ("<div style='overflow:hidden;width:0;height:0'>Lagerräumung</div>", true),
        ] {
            let mut analyzer = Analyzer::default();
            let html = format!("{STORY}<p>It rained. {inner}<p>{VISIBLE}");
            let document = analyzer.analyze(html.as_bytes()).unwrap();
            let is_hidden = |block: crate::Block<'_, '_>| block.flags().contains(BlockFlags::HIDDEN);
            let found = document.blocks().find(|block| block.text().contains("Lager"));
            assert_eq!(found.is_none_or(is_hidden), hidden, "{inner}");
        }
    }

    #[test]
    fn html_in_drawings_is_text_if_it_is_prose() {
        let text_of = |inner: &str| {
            let html =
                format!("{VISIBLE}<svg><text>Label</text><foreignObject><div>{inner}</div></foreignObject></svg>");
            Analyzer::default().analyze(html.as_bytes()).unwrap().text().to_owned()
        };
        assert!(text_of(STORY).contains("Rain fell") && !text_of(STORY).contains("Label"));
        assert!(!text_of("<p>Start node").contains("Start"));
    }

    #[test]
    fn nested_elements_take_linear_time() {
        for (start, end) in [
            ("<div style=opacity:0>", STORY),
            ("<svg><foreignObject>", STORY),
            ("<span class=katex>", "x"),
            ("<span class=katex><span class=katex-html>", ""),
            ("<span class=katex><span class=katex-mathml>", "x\ny"),
            ("<b style=font-size:0>", "x"),
            ("<aside epub:type=footnote>", "x"),
        ] {
            Analyzer::default().analyze(format!("<p>x{}{end}", start.repeat(50_000)).as_bytes()).unwrap();
        }
    }

    #[test]
    fn a_page_that_hides_everything_is_visible() {
        let opening = "<div style='visibility:hidden'>";
        assert!(!is_hidden("", opening, ""));
        assert!(!is_hidden("<p>Loading ...", opening, "<noscript><p>Please switch on scripts.</noscript>"));
        // Whitespace between tags is not visible text.
        let indented = format!("<p>\n{}Search<p>\n{}Sign in", " ".repeat(300), " ".repeat(300));
        assert!(!is_hidden(&indented, opening, ""));
        // A sentence that could be the whole content.
        assert!(is_hidden(
            "<p>Our shop is closed until the end of the month; we wish all of our customers a good summer!",
            opening,
            ""
        ));
        // Many short lines.
        assert!(is_hidden(&"<p>A line of text.".repeat(40), opening, ""));
        // Too little hidden text.
        let mut analyzer = Analyzer::default();
        let document = analyzer.analyze(b"<p hidden>Rain fell on the city.").unwrap();
        assert!(document.blocks().all(|block| block.flags().contains(BlockFlags::HIDDEN)));
    }
}
