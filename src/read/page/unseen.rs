//! Phrasing elements whose text nobody sees, or that is none, by the conventional names of their classes: remarks for
//! screen readers, the names of icons that an icon font draws instead, and the numbers of lines.

use super::hidden::words;
use super::unicode;
use crate::read::html::attributes::Name;
use crate::read::html::scan::{self, same_name};
use crate::read::html::text::Decoding;
use crate::read::html::{Node, Tag, Tree, entities};

/// Classes of text for screen readers, of the common frameworks, without hyphens, by their last letter; prefixes such as
/// `u-` and `govuk-` may precede.
fn for_screen_readers(last_letter: u8) -> &'static [&'static [u8]] {
    match last_letter {
        b'e' => &[b"elementinvisible", b"hiddenaccessible"],
        b'n' => &[b"visuallyhidden", b"offscreen", b"accessiblyhidden", b"a11yhidden"],
        b'r' => &[b"screenreader", b"showforsr"],
        b't' => &[b"screenreadertext", b"assistivetext", b"srtext"],
        b'v' => &[b"wbinv"],
        b'y' => &[b"sronly", b"screenreaderonly", b"hiddenvisually", b"hidevisually", b"elementorscreenonly"],
        _ => &[],
    }
}

/// Classes of icon fonts that draw words (ligatures). They begin with an `i` or an `m`.
const LIGATURES: [&[u8]; 3] = [b"material-icons", b"material-symbols", b"icon"];

/// What an element shows, by its class.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Look {
    /// Its text.
    Text,
    /// Nothing, or something else than its text.
    Unseen,
    /// A formula.
    Formula,
}

/// Looks at the class of an element, the node `index`.
#[inline(never)]
pub(super) fn look_at_class(tree: &Tree<'_>, node: &Node, index: u32) -> Look {
    for name in tree.class_names(node).filter(|name| name.len() >= 4) {
        // Most names end in other letters.
        let is_unseen = match name[name.len() - 1] | 0x20 {
            b'e' | b'n' | b'r' | b't' | b'v' | b'y' if is_for_screen_readers(name) => true,
            b'o' | b's' | b'r' | b'm' if names_line(name) => is_number(tree, node, index),
            b'x' if same_name(name, b"katex") => return Look::Formula,
            _ => is_for_screen_readers(without_hash(name)) || names_font(name) && is_icon(tree, node, index),
        };
        if is_unseen {
            return Look::Unseen;
        }
    }
    if is_icon_character(tree, node, index) { Look::Unseen } else { Look::Text }
}

/// A class without what makes it the one of a module: `VisuallyHidden_x1`, `note_srOnly__a1B2c`.
fn without_hash(name: &[u8]) -> &[u8] {
    let tail = name.iter().rev().take(MAX_HASH + 1).position(|&byte| byte == b'_');
    let Some((name, hash)) = tail.map(|length| name.split_at(name.len() - length)) else { return &[] };
    let is_hash = name.ends_with(b"__") || hash.iter().any(u8::is_ascii_digit);
    if is_hash {
        name.trim_ascii_end().strip_suffix(b"_").map_or(name, |name| name.strip_suffix(b"_").unwrap_or(name))
    } else {
        &[]
    }
}

/// The longest of these.
const MAX_HASH: usize = 8;

/// Whether a class says that only screen readers read its text.
fn is_for_screen_readers(name: &[u8]) -> bool {
    let last = name.last().map_or(0, u8::to_ascii_lowercase);
    for_screen_readers(last).iter().any(|known| ends_in(name, known))
}

/// Whether a class ends in some words, which hyphens or capital letters may part, and is not their negation.
fn ends_in(name: &[u8], known: &[u8]) -> bool {
    let (mut at, mut rest) = (name.len(), known.len());
    while rest > 0 {
        let Some(before) = at.checked_sub(1) else { return false };
        at = before;
        if !matches!(name[at], b'-' | b'_') {
            rest -= 1;
            if name[at].to_ascii_lowercase() != known[rest] {
                return false;
            }
        }
    }
    let begins = at == 0 || !name[at - 1].is_ascii_alphanumeric() || name[at].is_ascii_uppercase();
    begins && !name[..at].eq_ignore_ascii_case(b"not-")
}

/// Whether an element that HTML does not know is for icons by its name, as `mat-icon`, and holds the name of one.
pub(super) fn is_icon_element(tree: &Tree<'_>, node: &Node, index: u32) -> bool {
    names_font(tree.raw_name(node)) && is_icon(tree, node, index)
}

/// Classes that hide, of the common frameworks.
const HIDING: [&[u8]; 3] = [b"d-none", b"display-none", b"displaynone"];
/// Words for hiding, before which a short prefix may stand: `uk-hidden`, `ng-hide`, `is-invisible`. Those in `o` are about
/// `overflow`.
const HIDING_WORDS: [&[u8]; 3] = [b"hidden", b"hide", b"invisible"];
const MAX_PREFIX: usize = 4;

/// Values of `display` that end the names of classes which show an element on wider screens: `d-md-block`, `md:flex`.
const SHOWING: [&[u8]; 6] = [b"block", b"flex", b"grid", b"inline", b"table", b"table-cell"];

const PRINT: &[u8] = b"print";

/// Whether a class shows an element on paper alone, as `print-only`, `visible-print-block` and `show-for-print` do.
fn is_for_paper(name: &[u8]) -> bool {
    let has = |known: &[u8]| words(name).any(|word| same_name(word, known));
    memchr::memchr2(b'p', b'P', name).is_some() && has(PRINT) && (has(b"only") || has(b"visible") || has(b"show"))
}

/// Whether an element has a class that hides it by convention, and none that shows it on wider screens. It counts only on
/// a page without any style sheet: others say themselves what their classes do.
pub(super) fn has_hiding_class(tree: &Tree<'_>, node: &Node) -> bool {
    let Some(class) = tree.attribute(node, Name::CLASS) else { return false };
    let value = tree.raw_value(class);
    let is_prefix = |prefix: &[u8]| match prefix {
        [] => true,
        [first, word @ .., b'-'] => {
            first | 0x20 != b'o' && word.len() < MAX_PREFIX && word.iter().all(u8::is_ascii_alphanumeric)
        }
        _ => false,
    };
    let has_word = |name: &[u8], known: &[u8]| {
        let at = name.len().checked_sub(known.len());
        at.is_some_and(|at| same_name(&name[at..], known) && is_prefix(&name[..at]))
    };
    let is = |name: &[u8]| {
        HIDING.iter().any(|known| same_name(name, known))
            || HIDING_WORDS.iter().any(|known| has_word(name, known))
            || is_for_screen_readers(name)
            || is_for_paper(name)
    };
    may_end_so(tree.source, class.value_start as usize, value.len())
        && tree.class_names(node).any(is)
        && !tree.class_names(node).any(shows_on_wide_screens)
}

fn shows_on_wide_screens(name: &[u8]) -> bool {
    let ends = |known: &&[u8]| {
        let before = name.len().checked_sub(known.len()).filter(|&at| same_name(&name[at..], known));
        before.is_some_and(|at| name[..at].ends_with(b":") || at > 2 && name.starts_with(b"d-") && name[at - 1] == b'-')
    };
    // Paper is no screen: `d-print-block`, `print:block`.
    SHOWING.iter().any(ends) && !name.windows(PRINT.len()).any(|word| same_name(word, PRINT))
}

/// Whether a name among `source[at..at + len]` may end as those do that hide: most end in other letters.
fn may_end_so(source: &[u8], at: usize, len: usize) -> bool {
    let Some(masks) = scan::text_masks_of_16(source, at).filter(|_| len <= 16) else { return true };
    let letters = masks.alphanumeric & ((1 << len) - 1);
    let mut ends = letters & !(letters >> 1);
    while ends != 0 {
        let name = &source[..at + ends.trailing_zeros() as usize + 1];
        let ends_in = |word: &[u8]| same_name(&name[name.len().saturating_sub(word.len())..], word);
        match name[name.len() - 1] | 0x20 {
            b'n' | b'e' => return true,
            b't' if ends_in(PRINT) => return true,
            b'y' if ends_in(b"only") => return true,
            _ => {}
        }
        ends &= ends - 1;
    }
    false
}

/// Whether a class has the words of an icon font, whole: `google-material-icons`, `material-symbols-rounded`, `icons`.
fn names_font(name: &[u8]) -> bool {
    let begins = |at: usize| at == 0 || !name[at - 1].is_ascii_alphanumeric();
    let ends = |end: &[u8]| {
        let rest = end.strip_prefix(b"s").or(end.strip_prefix(b"S")).unwrap_or(end);
        rest.first().is_none_or(|byte| !byte.is_ascii_alphanumeric())
    };
    let is_at = |at: usize, known: &[u8]| {
        name.get(at..at + known.len()).is_some_and(|part| same_name(part, known)) && ends(&name[at + known.len()..])
    };
    let may_begin = |byte: u8| matches!(byte | 0x20, b'i' | b'm');
    let starts = name.iter().enumerate().filter(|&(at, &byte)| may_begin(byte) && begins(at));
    starts.into_iter().any(|(at, _)| LIGATURES.iter().any(|known| is_at(at, known)))
}

/// Whether a class is of the number of a line: `lineno`, `linenos`, `line_num`, `linenr`. In code other names are, too; see
/// [`super::beside`].
fn names_line(name: &[u8]) -> bool {
    let rest = name.get(..4).filter(|start| same_name(start, b"line")).map(|_| &name[4..]);
    let rest = rest.map(|rest| rest.strip_prefix(b"-").or(rest.strip_prefix(b"_")).unwrap_or(rest));
    rest.is_some_and(|rest| [&b"no"[..], b"nos", b"nr", b"num", b"nums"].iter().any(|known| same_name(rest, known)))
}

/// Whether all the text of an element, or of a link that is all of it, is a number.
fn is_number(tree: &Tree<'_>, node: &Node, index: u32) -> bool {
    let inner = tree.nodes.get(index as usize + 1).filter(|inner| inner.tag == Tag::A);
    let (node, index) = inner.map_or((node, index), |link| (link, index + 1));
    only_text(tree, node, index).is_some_and(|(text, _)| !text.is_empty() && text.iter().all(u8::is_ascii_digit))
}

/// Whether all the text of an element is the name of an icon, such as `arrow_forward`, or a character for private use.
fn is_icon(tree: &Tree<'_>, node: &Node, index: u32) -> bool {
    let Some((name, references)) = only_text(tree, node, index) else { return false };
    let is_word = |byte: &u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || matches!(byte, b'_' | b'-');
    name.len() <= 40 && name.first().is_some_and(u8::is_ascii_lowercase) && name.iter().all(is_word)
        || is_glyph(name, references)
}

/// Whether all the text of an element is a character for private use.
pub(super) fn is_icon_character(tree: &Tree<'_>, node: &Node, index: u32) -> bool {
    only_text(tree, node, index).is_some_and(|(text, references)| is_glyph(text, references))
}

/// The text of an element that has nothing else, and whether it may have character references.
fn only_text<'t>(tree: &Tree<'t>, node: &Node, index: u32) -> Option<(&'t [u8], bool)> {
    let text = tree.nodes.get(index as usize + 1).filter(|text| text.tag == Tag::TEXT)?;
    let name = tree.source[text.start as usize..text.end as usize].trim_ascii();
    (node.subtree_end == index + 2).then_some((name, Decoding::of(text).references))
}

/// Whether some bytes are one or two characters for private use.
fn is_glyph(name: &[u8], has_references: bool) -> bool {
    if has_references && name.first() == Some(&b'&') {
        let decoded = entities::decode(name, false);
        return decoded.is_some_and(|(value, len)| {
            len == name.len() && value.as_str(&mut [0; 4]).chars().all(unicode::is_private)
        });
    }
    let text = std::str::from_utf8(name.get(..name.len().min(8)).unwrap_or_default()).unwrap_or_default();
    !text.is_empty() && text.len() == name.len() && text.chars().all(unicode::is_private)
}

#[cfg(test)]
mod tests {
    use crate::Analyzer;

    fn text_of(inner: &str) -> String {
        let mut analyzer = Analyzer::default();
        let html = format!("<p>See the map {inner} before you leave");
        let document = analyzer.analyze(html.as_bytes()).unwrap();
        document.text().trim_end().to_owned()
    }

    #[test]
    fn classes_hide_where_no_style_sheet_says_what_they_do() {
        let is_hidden = |head: &str, class: &str| {
            let mut analyzer = Analyzer::default();
            let html = format!("{head}<p>Rain fell<div class='{class}'><p>Thank you</div>");
            let document = analyzer.analyze(html.as_bytes()).unwrap();
            document.blocks().any(|block| block.flags().contains(crate::BlockFlags::HIDDEN))
        };
        for class in [
            "hidden",
            "box is-hidden",
            "d-none",
            "HIDE",
            "hidden block",
            "uk-hidden",
            "ng-hide",
            "invisible",
            "visually-hidden",
            "d-none d-print-block",
            "hidden print:flex",
            "print-only",
            "printOnly",
            "visible-print-block",
            "note visible-print-inline",
            "show-for-print",
        ] {
            assert!(is_hidden("", class), "{class}");
            assert!(!is_hidden("<link rel=stylesheet href=/a.css>", class), "{class}");
            assert!(!is_hidden("<style>p{margin:0}</style>", class), "{class}");
        }
        for class in
            ["hidden-note", "unhide", "d-none d-md-block", "hidden lg:flex", "label-hidden", "o-hidden", "md:hidden"]
        {
            assert!(!is_hidden("", class), "{class}");
        }
    }

    #[test]
    fn remarks_for_screen_readers_and_names_of_icons_are_not_seen() {
        for inner in [
            "<span class=sr-only>(PDF)</span>",
            "<span class='link__note u-visually-hidden'>öffnet neues Fenster</span>",
            "<span class=a-offscreen>opens <b>new</b> tab</span>",
            "<small class='Screen-Reader-Text'>nouvelle fenêtre</small>",
            "<span class=srOnly>(PDF)</span>",
            "<span class='Link_VisuallyHidden'>(PDF)</span>",
            "<span class='VisuallyHidden_x1'>(PDF)</span>",
            "<span class='Link_srOnly__aBcDe'>(PDF)</span>",
            "<span class=elementor-screen-only>(PDF)</span>",
            "<span class=wb-inv>(PDF)</span>",
            "<span class=ui-helper-hidden-accessible>(PDF)</span>",
            "<i class=material-icons>arrow_forward</i>",
            "<i class='material-icons md-18'> home </i>",
            "<span class='material-symbols-rounded'>east</span>",
            "<span class=google-material-icons aria-hidden=true>arrow_forward</span>",
            "<i class='icon icon-map'>&#xe012;</i>",
            "<span class=lineno> 12</span>",
            "<span class=line_nr><a href=b.html#l3>3</a></span>",
            "<mat-icon class='mat-icon material-icons'>shopping_cart</mat-icon>",
            "<mat-icon>home</mat-icon>",
            "<v-icon>mdi-anchor</v-icon>",
            "<i class=fa>&#xf015;</i>",
        ] {
            assert_eq!(text_of(inner), "See the map before you leave", "{inner}");
        }
        for inner in [
            "<span class=sr-only-focusable-not>here</span>",
            "<span class=not-sr-only>here</span>",
            "<span class=answersOnlyText>here</span>",
            "<x-lexicon>here</x-lexicon>",
            "<span class=users-only>here</span>",
            "<span class=sr_only_x>here</span>",
            "<span class=screen-only>here</span>",
            "<span class=lexicon>here</span>",
            "<span class=icon>Here</span>",
            "<i class=material-icons>not one word</i>",
            "<span class=note>here</span>",
            "<span class=lineno>here</span>",
            "<span class=line-name>12</span>",
        ] {
            assert_ne!(text_of(inner), "See the map before you leave", "{inner}");
        }
    }
}
