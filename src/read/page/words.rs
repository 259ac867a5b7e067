//! Where words end that no whitespace separates, and where whitespace separates none.
//!
//! - Two elements side by side, of which one is a link, a time or a custom element, has the role of a cell or an item, or
//!   fills a slot, are two words, as in `<a>pier</a><a>council</a>`; so are those whose parent a style lays out as `flex`
//!   or `grid`, and the words on both sides of a drawing.
//! - Two elements with a class, a link and what follows it, and bold text and the `span` after it, are two words where a
//!   lower-case letter meets a capital one or a digit, as in a byline, or where they are all of an item of a list; two
//!   `span`s, where they are all of a line, or of each line of several. So are two elements of two kinds that are all of a
//!   line, `span`s that are tags by their class, and the number of a note that leads back to its mark.
//! - Two `span`s of the same class are two words in a heading, and in another line where the second begins with a capital
//!   letter or a digit. In headings, `small` text and `span`s of several words are separate words; so are dots between
//!   fields, keys and pieces of code side by side, and, after text that is no paragraph, an element that begins a new
//!   field, such as the credit of a picture.
//! - Punctuation stays with its word, and an initial that floats with its own; in a script without spaces a link after bold
//!   text goes on with the line that the bold text goes on with.
//! - A line feed between two characters of Chinese or Japanese is no space (CSS Text Module Level 3, 4.1.3, "segment
//!   break transformation rules"): authors wrap lines there, where the language has no spaces. Korean has spaces.

use super::beside::leads_to_own_page;
use super::boundaries::{class, element_class};
use super::context::Context;
use super::fragment::gap;
use super::normalize::decode_utf8;
use super::unicode;
use crate::read::class_words::{item, items_in};
use crate::read::html::attributes::Name;
use crate::read::html::entities;
use crate::read::html::scan::same_name;
use crate::read::html::text::{Decoding, EachCharacter, decode};
use crate::read::html::{NONE, Node, Tag, Tree};

/// Elements around a text that may be a box that the text around it is not in.
const MAX_BOXES: usize = 4;

/// Whether the text node `index` and the one before it, which it touches, are words of their own: a drawing stands between
/// them, or one of them is in an element whose style makes it a block, or one ends with its element, and the other begins
/// with another element that itself holds words.
pub(crate) fn are_parted(tree: &Tree<'_>, contexts: &[Context], previous: u32, index: u32) -> bool {
    let (before, after) = (&tree.nodes[previous as usize], &tree.nodes[index as usize]);
    let bytes = |node: &Node| &tree.source[node.content as usize..node.end as usize];
    let (left, right) = (&tree.nodes[before.parent as usize], &tree.nodes[after.parent as usize]);
    // In preorder: the left element ended before the right one began, which began after the left text.
    let are_siblings = left.subtree_end <= after.parent && after.parent > previous;
    let parts = |at: u32| contexts[at as usize].display.parts_words();
    // Of the elements that hold only one of the two.
    let ends_box = || {
        let mut ended = tree.ancestors(before.parent).take(MAX_BOXES);
        let mut begun = tree.ancestors(after.parent).take(MAX_BOXES);
        ended.by_ref().take_while(|&at| tree.nodes[at as usize].subtree_end <= index).any(parts)
            || begun.by_ref().take_while(|&at| at > previous).any(parts)
    };
    let is_in_listing = || tree.nodes[contexts[after.parent as usize].container as usize].tag == Tag::PRE;
    let is_element_pair = || {
        begins_word(tree, right) && !is_in_unspaced_line(tree, before.parent, [bytes(before), bytes(after)])
            || ends_word(left) && !is_raised(right)
            || contexts[right.parent as usize].display.lays_out()
            || (contexts[after.parent as usize].heading != 0 || begins_field(tree, right, bytes(after)))
                && is_row_of_words(tree, [before, after])
            || is_part_of_time(tree, [left, right], bytes(after))
            || (left.known & right.known & Name::CLASS.bit() != 0
                || left.tag == Tag::A && !is_raised(right)
                || is_label(left) && right.tag == Tag::SPAN)
                && is_new_field(bytes(before), bytes(after))
                && !is_in_listing()
            || is_label(left) && right.tag == Tag::SPAN && are_all_of_item(tree, [before.parent, after.parent])
            || (left.tag == Tag::SPAN || is_label(left))
                && right.tag == Tag::SPAN
                && are_all_of_line(tree, [before.parent, after.parent], [bytes(before), bytes(after)])
            || are_kinds_of_line(tree, [before.parent, after.parent], [bytes(before), bytes(after)])
            || left.tag == Tag::SPAN && !is_in_listing() && are_tags(tree, [left, right])
            || is_separator(bytes(before))
            || is_separator(bytes(after))
            || is_key(left) && left.tag == right.tag && !is_in_listing()
            || is_note_after_mark(tree, [left, right], bytes(after))
    };
    let is_gap = || {
        after.gap & gap::WORD != 0
            || before.parent != after.parent
                && (are_siblings && is_element_pair()
                    || ends_box()
                    || is_after_number_of_note(tree, contexts, [previous, index], [bytes(before), bytes(after)])
                    || is_beside_text(tree, contexts, [before, after], [bytes(before), bytes(after)]))
    };
    may_part(bytes(before), bytes(after)) && !is_initial(bytes(before), bytes(after)) && is_gap()
}

fn begins_word(tree: &Tree<'_>, node: &Node) -> bool {
    let is_in_link = || tree.nodes[node.parent as usize].tag == Tag::A;
    matches!(node.tag, Tag::A | Tag::TIME | Tag::UNKNOWN)
        || is_in_link() && !is_raised(node)
        || has_role_of_unit(tree, node)
        || node.known & Name::OTHER.bit() != 0
            && tree.each_attribute(node).any(|attribute| same_name(tree.raw_attribute_name(attribute), b"slot"))
}

/// Whether two texts that touch are parts of a line without spaces, as in Chinese and Thai: so is the text right before
/// the element of the first, or that is a particle of Japanese in a paragraph.
fn is_in_unspaced_line(tree: &Tree<'_>, element: u32, [before, after]: [&[u8]; 2]) -> bool {
    let Some(text) = element.checked_sub(1).map(|text| &tree.nodes[text as usize]) else { return false };
    let node = &tree.nodes[element as usize];
    let touches = text.tag == Tag::TEXT && (text.parent, text.end) == (node.parent, node.start);
    let is_particle = || {
        let is_hiragana = |c: char| matches!(c, '\u{3041}'..='\u{309f}');
        tree.nodes[node.parent as usize].tag == Tag::P && last_character(before).is_some_and(is_hiragana)
    };
    node.tag != Tag::A
        && (touches || is_particle())
        && has_spaceless_script(before)
        && first_character(after).is_some_and(unicode::is_unspaced)
}

/// Whether two texts that touch, of which one is in an element beside the other, are words of their own: a heading and what
/// stands small in it, or a line that is no paragraph and a new field in it, such as the credit below a picture.
fn is_beside_text(tree: &Tree<'_>, contexts: &[Context], nodes: [&Node; 2], [before, after]: [&[u8]; 2]) -> bool {
    let [left, right] = nodes.map(|text| &tree.nodes[text.parent as usize]);
    let is_inside = right.parent == nodes[0].parent && matches!(right.tag, Tag::SPAN | Tag::SMALL | Tag::CITE);
    let is_around = left.parent == nodes[1].parent && left.tag == Tag::SMALL;
    if !is_inside && !is_around {
        return false;
    }
    let context = &contexts[nodes[1].parent as usize];
    let is_small = is_around || right.tag == Tag::SMALL;
    let is_line = || !matches!(tree.nodes[context.container as usize].tag, Tag::P | Tag::PRE);
    is_small && context.heading != 0 && before.len() > 1 && after.len() > 2
        || is_inside && begins_name(after) && is_new_field(before, after) && is_line()
}

/// Whether a text is nothing but a dot that stands between fields.
fn is_separator(text: &[u8]) -> bool {
    text.len() < 4 && ["·", "•", "‧", "∙"].iter().any(|dot| text == dot.as_bytes())
}

/// A key, or a piece of code.
fn is_key(node: &Node) -> bool {
    matches!(node.tag, Tag::KBD | Tag::CODE)
}

/// Whether a text is a note in the sentence, after the mark of it.
fn is_note_after_mark(tree: &Tree<'_>, [left, right]: [&Node; 2], text: &[u8]) -> bool {
    left.tag == Tag::A && is_raised(&tree.nodes[left.parent as usize]) && right.tag == Tag::SPAN && begins_name(text)
}

/// Whether a text is another part of a time, or the time for narrow screens: "3 May 2024", "1 yr".
fn is_part_of_time(tree: &Tree<'_>, [left, right]: [&Node; 2], text: &[u8]) -> bool {
    left.parent == right.parent
        && tree.nodes[right.parent as usize].tag == Tag::TIME
        && left.known & right.known & Name::CLASS.bit() != 0
        && matches!(text.first(), Some(b'0'..=b'9' | b'A'..=b'Z'))
}

/// Whether a text begins as a field of a line does that is no paragraph, such as "2024", "1h 30m" and "PG" of a film.
fn begins_field(tree: &Tree<'_>, element: &Node, text: &[u8]) -> bool {
    let is_line = || {
        let tag = tree.nodes[element.parent as usize].tag;
        element_class(tag) & class::CONTAINER != 0 && !matches!(tag, Tag::P | Tag::PRE)
    };
    element.tag == Tag::SPAN && matches!(text.first(), Some(b'0'..=b'9' | b'A'..=b'Z')) && is_line()
}

/// Whether two adjacent texts are separate words although only the style sheet puts space between them: they are in sibling
/// `span` elements with the same class, or with several words each, and at least one text is longer than a letter. Scripts
/// without spaces between words, such as Chinese, are not split.
fn is_row_of_words(tree: &Tree<'_>, texts: [&Node; 2]) -> bool {
    let [left, right] = texts.map(|text| &tree.nodes[text.parent as usize]);
    let class = |node: &Node| tree.attribute(node, Name::CLASS).map(|class| tree.raw_value(class).trim_ascii());
    let is_word = |text: &Node| {
        let word = tree.source[text.content as usize..text.end as usize].trim_ascii();
        last_character(word).is_some_and(|last| last.len_utf8() < word.len() && !unicode::is_unspaced(last))
    };
    let has_words = |text: &Node| {
        let words = tree.source[text.content as usize..text.end as usize].trim_ascii();
        words.contains(&b' ')
    };
    let is_class_shared = || class(left).is_some_and(|name| !name.is_empty() && class(right) == Some(name));
    [left, right].iter().all(|node| node.tag == Tag::SPAN)
        && left.parent == right.parent
        && (is_class_shared() || texts.iter().all(|text| has_words(text)))
        && texts.iter().any(|text| is_word(text))
}

/// Such as the name of a value.
fn is_label(node: &Node) -> bool {
    matches!(node.tag, Tag::STRONG | Tag::B | Tag::LABEL)
}

/// Whether two elements are all that an item of a list holds, such as a name and what is said of it.
fn are_all_of_item(tree: &Tree<'_>, [left, right]: [u32; 2]) -> bool {
    let item = tree.nodes[right as usize].parent;
    let element = &tree.nodes[item as usize];
    element.tag == Tag::LI && left == item + 1 && tree.nodes[right as usize].subtree_end == element.subtree_end
}

/// Whether two elements are all of a line that is no paragraph, and are fields of it, such as "Weight" and "9 kg": the second
/// begins as one does, or the line before or after has two such elements, too.
fn are_all_of_line(tree: &Tree<'_>, [left, right]: [u32; 2], [before, after]: [&[u8]; 2]) -> bool {
    let line = tree.nodes[right as usize].parent;
    let element = &tree.nodes[line as usize];
    let is_line = matches!(element.tag, Tag::DIV | Tag::LI | Tag::DD | Tag::TD) && left == line + 1;
    let is_pair = |line: u32| {
        let node = |at: u32| tree.nodes.get(at as usize);
        let second = node(line + 1).map_or(NONE, |first| first.subtree_end);
        node(line + 1).is_some_and(|first| first.tag == Tag::SPAN || is_label(first))
            && node(second).is_some_and(|second| second.tag == Tag::SPAN)
            && tree.nodes[second as usize].subtree_end == tree.nodes[line as usize].subtree_end
    };
    if !is_line || !is_pair(line) {
        return false;
    }
    let is_sibling = |at: &u32| {
        let node = &tree.nodes[*at as usize];
        node.tag == element.tag && node.parent == element.parent
    };
    let next = || Some(element.subtree_end).filter(|at| (*at as usize) < tree.nodes.len());
    let previous = || line.checked_sub(1).and_then(|at| tree.ancestors(at).take(MAX_BOXES).find(is_sibling));
    is_new_field(before, after)
        || is_number_before_word(before, after)
        || !has_spaceless_script(before)
            && (next().filter(is_sibling).is_some_and(is_pair) || previous().is_some_and(is_pair))
}

/// Whether two elements of two kinds are all of a line that is no paragraph, and fields of it, such as a year and who has the
/// picture.
fn are_kinds_of_line(tree: &Tree<'_>, [left, right]: [u32; 2], [before, after]: [&[u8]; 2]) -> bool {
    let [first, second] = [left, right].map(|at| &tree.nodes[at as usize]);
    let is_kind =
        |node: &Node| matches!(node.tag, Tag::SPAN | Tag::B | Tag::STRONG | Tag::I | Tag::EM | Tag::SMALL | Tag::CITE);
    let line = &tree.nodes[second.parent as usize];
    first.tag != second.tag
        && [first, second].into_iter().all(is_kind)
        && matches!(line.tag, Tag::DIV | Tag::LI | Tag::DD | Tag::TD | Tag::FIGCAPTION)
        && left == second.parent + 1
        && second.subtree_end == line.subtree_end
        && (is_new_field(before, after) || is_number_before_word(before, after))
}

/// Whether two `span`s are tags of a page by their class.
fn are_tags(tree: &Tree<'_>, [left, right]: [&Node; 2]) -> bool {
    let is_tag = |node: &Node| {
        let class = tree.attribute(node, Name::CLASS).filter(|_| node.tag == Tag::SPAN);
        class.is_some_and(|class| items_in(tree.raw_value(class)) & 1 << item::TAG != 0)
    };
    left.parent == right.parent && is_tag(left) && is_tag(right)
}

/// Whether a text follows the number of the note that it is, which begins its block and leads back to the mark of it.
fn is_after_number_of_note(
    tree: &Tree<'_>,
    contexts: &[Context],
    [previous, index]: [u32; 2],
    [before, after]: [&[u8]; 2],
) -> bool {
    let [number, note] = [previous, index].map(|at| &tree.nodes[at as usize]);
    let is_number = |text: &[u8]| {
        text.len() <= MAX_NUMBER && text.iter().all(|byte| byte.is_ascii_digit() || b"[]().".contains(byte))
    };
    let is_letter = |c: char| unicode::is_letter_or_number(c) && !c.is_ascii_digit();
    if !is_number(before) || !first_character(after).is_some_and(is_letter) {
        return false;
    }
    let is_link = |at: u32| {
        let node = &tree.nodes[at as usize];
        node.tag == Tag::A && leads_to_own_page(tree, node) && node.subtree_end <= index
    };
    let container = contexts[note.parent as usize].container;
    let between = tree.nodes.get(container as usize + 1..previous as usize).unwrap_or_default();
    between.len() <= MAX_NUMBER
        && between.iter().all(|node| node.tag != Tag::TEXT)
        && tree.ancestors(number.parent).take(MAX_BOXES).any(is_link)
}

/// The length of the number of a note, and nodes before it.
const MAX_NUMBER: usize = 6;

/// Whether a text ends with a number, such as a price, and the other begins with a word of several letters.
fn is_number_before_word(before: &[u8], after: &[u8]) -> bool {
    before.last().is_some_and(u8::is_ascii_digit)
        && after.iter().take(3).all(u8::is_ascii_alphabetic)
        && after.len() > 2
}

/// Whether a text ends in a script that is written without spaces between words.
fn has_spaceless_script(text: &[u8]) -> bool {
    last_character(text).is_some_and(unicode::is_unspaced)
}

/// Whether two texts that touch are fields of a record, such as a name and a date: a lower-case letter ends one, and a
/// capital letter or a digit begins the other; or a Chinese, Japanese or Korean word ends one, and a digit begins the other.
fn is_new_field(before: &[u8], after: &[u8]) -> bool {
    let ends = || before.len() > 1 && last_character(before).is_some_and(char::is_lowercase);
    let begins_number = after.first().is_some_and(u8::is_ascii_digit);
    (begins_number || begins_name(after)) && ends() || begins_number && ends_in_east_asian_letter(before)
}

/// Whether a text begins with a capital letter before a small one.
fn begins_name(text: &[u8]) -> bool {
    let first = first_character(text).filter(|first| first.is_uppercase());
    first.is_some_and(|first| first_character(&text[first.len_utf8()..]).is_some_and(char::is_lowercase))
}

fn ends_in_east_asian_letter(text: &[u8]) -> bool {
    let lead = text.iter().rev().find(|byte| **byte & 0xc0 != 0x80);
    lead.is_some_and(|lead| (0xe3..=0xed).contains(lead)) && last_character(text).is_some_and(is_east_asian_letter)
}

fn is_east_asian_letter(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}')
}

/// Whether a text is the initial of the word that goes on with the next one.
fn is_initial(before: &[u8], after: &[u8]) -> bool {
    match (before, after) {
        ([letter], [next, ..]) => letter.is_ascii_uppercase() && next.is_ascii_lowercase(),
        // Letters of two bytes: accented, Greek and Cyrillic ones.
        (&[lead, _], [next, ..]) if lead >= 0xc3 => {
            let is_small = next.is_ascii_lowercase() || (0xc3..=0xd4).contains(next);
            is_small && last_character(before).is_some_and(char::is_uppercase)
        }
        _ => false,
    }
}

/// Whether an element is a cell, an item or the like by its role.
fn has_role_of_unit(tree: &Tree<'_>, node: &Node) -> bool {
    const ROLES: [&[u8]; 9] =
        [b"cell", b"columnheader", b"gridcell", b"listitem", b"menuitem", b"option", b"row", b"rowheader", b"tab"];
    tree.has_role(node, &ROLES)
}

fn ends_word(node: &Node) -> bool {
    matches!(node.tag, Tag::TIME | Tag::UNKNOWN)
}

/// Such as the number of a footnote.
fn is_raised(node: &Node) -> bool {
    matches!(node.tag, Tag::SUP | Tag::SUB)
}

/// Whether a word may end between two texts that touch: not before closing punctuation, nor after an opening bracket.
fn may_part(before: &[u8], after: &[u8]) -> bool {
    let ends = before
        .last()
        .is_some_and(|&byte| byte.is_ascii_alphanumeric() || !byte.is_ascii() || b".,;:!?)]%\"".contains(&byte));
    let begins =
        after.first().is_some_and(|&byte| byte.is_ascii_alphanumeric() || !byte.is_ascii() || b"([".contains(&byte));
    ends && begins && !b"\xe2\x80\x99".starts_with(after.get(..3).unwrap_or(after))
}

/// Whether a text that is hidden from assistive technology is a word of its sentence, not an icon: neither a character of
/// an icon font nor in an element for icons.
pub(super) fn is_shown_word(tree: &Tree<'_>, node: &Node) -> bool {
    let element = &tree.nodes[node.parent as usize];
    let class = tree.attribute(element, Name::CLASS).map(|class| tree.raw_value(class)).unwrap_or_default();
    let is_for_icons = element.tag == Tag::I || class.windows(4).any(|word| word.eq_ignore_ascii_case(b"icon"));
    let mut is_private = false;
    let mut sink = EachCharacter(|c| is_private |= unicode::is_private(c));
    decode(tree.source, node.content as usize, node.end as usize, Decoding::of(node), &mut sink);
    !is_for_icons && !is_private
}

/// Whether a text begins with an opening bracket and ends with a closing one, as an addition to a sentence does.
pub(super) fn is_in_brackets(tree: &Tree<'_>, node: &Node) -> bool {
    let text = tree.source[node.content as usize..node.end as usize].trim_ascii();
    let pairs: [(&[u8], &[u8]); 3] = [(b"(", b")"), ("（".as_bytes(), "）".as_bytes()), (b"[", b"]")];
    pairs.iter().any(|(open, close)| text.starts_with(open) && text.ends_with(close))
}

/// Whether whitespace between two characters is no space: both are Chinese or Japanese, and it has a line feed.
pub(crate) fn joins_lines(before: char, has_line_feed: bool, after: char) -> bool {
    has_line_feed && is_han_or_kana(before) && is_han_or_kana(after)
}

/// Whether zero-width spaces between two characters are no space: both are of a script such as Thai, Khmer or Japanese, which
/// has no spaces between words, and authors say where a line may be broken.
pub(super) fn joins_syllables(before: char, gap: &[u8], after: char) -> bool {
    const SPACE: &str = "\u{200b}";
    let is_of_script = |c| unicode::class(c) & unicode::COMPLEX_CONTEXT != 0 || is_han_or_kana(c);
    // Elements side by side have none between them.
    if gap.is_empty() || !is_of_script(before) || !is_of_script(after) {
        return false;
    }
    let mut rest = gap;
    while !rest.is_empty() {
        rest = match entities::decode(rest, false) {
            Some((value, len)) if value.as_str(&mut [0; 4]) == SPACE => &rest[len..],
            // Tags inside the line.
            _ if rest[0] == b'<' => memchr::memchr(b'>', rest).map_or(&[], |end| &rest[end + 1..]),
            _ => match rest.strip_prefix(SPACE.as_bytes()) {
                Some(rest) => rest,
                None => return false,
            },
        };
    }
    true
}

/// A letter of Han, Hiragana, Katakana or Bopomofo, or the punctuation that goes with them.
fn is_han_or_kana(c: char) -> bool {
    let is_other = matches!(c, '\u{3001}'..='\u{303f}' | '\u{3105}'..='\u{312f}' | '\u{ff01}'..='\u{ff60}');
    unicode::class(c) & unicode::UNIGRAM != 0 || is_other
}

/// The first character of well-formed UTF-8.
fn first_character(text: &[u8]) -> Option<char> {
    match *text.first()? {
        byte @ 0..0x80 => Some(char::from(byte)),
        _ => decode_utf8(text, 0).map(|(first, _)| first),
    }
}

/// The last character of well-formed UTF-8.
pub(super) fn last_character(text: &[u8]) -> Option<char> {
    let start = text.iter().rposition(|byte| byte & 0xc0 != 0x80)?;
    std::str::from_utf8(&text[start..]).ok()?.chars().next()
}

/// Whether the whitespace at one of the ends of some bytes has a line feed; between them there may be tags.
pub(super) fn has_line_feed(gap: &[u8]) -> bool {
    let is_space = |byte: &&u8| byte.is_ascii_whitespace();
    let head = gap.iter().take_while(is_space);
    let tail = gap.iter().rev().take_while(is_space);
    head.chain(tail).any(|&byte| byte == b'\n')
}

#[cfg(test)]
mod tests {
    /// The text of the first block of a page.
    fn text_of(html: &str) -> String {
        let mut analyzer = crate::Analyzer::default();
        let document = analyzer.analyze(html.as_bytes()).unwrap();
        document.blocks().next().map(|block| block.text().to_owned()).unwrap_or_default()
    }

    #[test]
    fn zero_width_spaces_between_syllables_are_none() {
        for (html, expected) in [
            ("<p>ผึ้ง\u{200b}บิน&#8203;สูง", "ผึ้งบินสูง"),
            ("<p>ឃ្មុំ\u{200b}\u{200b}ហើរ&ZeroWidthSpace;ខ្ពស់", "ឃ្មុំហើរខ្ពស់"),
            ("<p>ຜູ້\u{200b} ບິນ\u{200b}12", "ຜູ້ ບິນ 12"),
            ("<p>ผึ้ง \u{200b}pier\u{200b}ferry", "ผึ้ง pier ferry"),
            ("<p>桟橋は&#8203;昨日、\u{200b}開いた。", "桟橋は昨日、開いた。"),
            ("<p>碼頭\u{200b}開放。 \u{200b}十年", "碼頭開放。 十年"),
            ("<p>부두\u{200b}개방", "부두 개방"),
            ("<p><b>桟橋は</b>&#8203;<i>昨日</i>\u{200b}開いた。", "桟橋は昨日開いた。"),
        ] {
            assert_eq!(text_of(html), expected, "{html}");
        }
    }

    #[test]
    fn elements_side_by_side_are_words() {
        for (html, expected) in [
            ("<p><a href=/1>pier</a><a href=/2>council</a>", "pier council"),
            (
                "<p><span>By</span><a href=/jo>Jo Brook</a><time>May 3</time><span>5 min</span>",
                "By Jo Brook May 3 5 min",
            ),
            ("<p>Walk from the pier<svg><path d='M0 0'/></svg>to the ferry", "Walk from the pier to the ferry"),
            ("<p>pier<x-icon></x-icon>ferry", "pier ferry"),
            ("<x-card><span slot=a>pier</span><span slot=b>ferry</span></x-card>", "pier ferry"),
            ("<p><span style=display:flex><i>pier</i><i>ferry</i></span>", "pier ferry"),
            (
                "<p><span class=by>Jo Brook</span><span class=on>3 May</span><span class=at>Harborton</span>",
                "Jo Brook 3 May Harborton",
            ),
            (
                "<div><span class=i>2026</span><span class=i>1h 54m</span><span class=i>R</span><span class=i>8.1</span></div>",
                "2026 1h 54m R 8.1",
            ),
            (
                "<p><time><span class=long>June 14, 2024</span><span class=short>1 yr</span></time>",
                "June 14, 2024 1 yr",
            ),
            ("<p><time><b class=d>15</b><b class=m>MAR</b></time>", "15 MAR"),
            ("<li><span class=i>DSL</span><span class=i>KABEL</span><span class=j>5G</span>", "DSL KABEL5G"),
            ("<p><span class=label>Zimmer</span><span class=value>5</span>", "Zimmer 5"),
            ("<p><b class=new>1,200円</b><s class=old>1,500円</s>", "1,200円 1,500円"),
            ("<p><b class=name>김민수</b><i class=on>2024.05.03</i>", "김민수 2024.05.03"),
            ("<p><a href=/1>Wohnung am Markt</a><b>210.000 €</b>", "Wohnung am Markt 210.000 €"),
            ("<p><a href=/1>Note</a><sup>1</sup>", "Note1"),
            ("<p><b>航程</b><a href=/x>更多</a>", "航程 更多"),
            ("<p>见<a href=/x>航程</a><a href=/y>更多</a>", "见航程 更多"),
            ("<ul><li><strong>Reichweite</strong><span>20 nm</span>", "Reichweite 20 nm"),
            ("<ul><li><b>Bug</b><span>vorn am Schiff</span></ul>", "Bug vorn am Schiff"),
            ("<div><span>Built by</span><span>Ann Berg</span></div>", "Built by Ann Berg"),
            ("<div><span>Вес</span><span>750 г</span></div>", "Вес 750 г"),
            ("<div><span>£89.00</span><span>FREE Returns</span></div>", "£89.00 FREE Returns"),
            (
                "<div><div><span>color</span><span>dark red</span></div><div><span>wood</span><span>oak</span></div></div>",
                "color dark red",
            ),
            ("<div>Größe</div><div><span>Größe</span><span>Älter</span></div>", "Größe"),
            ("<style>.r{display:flex}</style><div class=r><span>Höhe</span><span>12 m</span></div>", "Höhe 12 m"),
            ("<style>.r>i{display:inline-grid}</style><p>x <i class=q><b>a</b><b>b</b></i>", "x ab"),
            ("<p><span style=display:inline-flex><b>pier</b><b>ferry</b></span>", "pier ferry"),
            ("<p><span class=cap style=float:left;display:block>R</span>ain fell", "Rain fell"),
            ("<p><b class=a>O</b><b class=b>Brien</b> and <b>un</b><b>Known</b>", "OBrien and unKnown"),
            ("<p><span role=listitem>pier</span><span role=listitem>ferry</span>", "pier ferry"),
            ("<x-par>It ended.</x-par><x-par>The work begins.</x-par>", "It ended. The work begins."),
            (
                "<h1><span style=display:block>Pier</span><span style='display: block'>rebuilt</span></h1>",
                "Pier rebuilt",
            ),
            ("<p>Größe<span style='display:inline;display:flex'>Ä</span>", "Größe Ä"),
            ("<h1>Mole<small>Neubau am Hafen</small></h1>", "Mole Neubau am Hafen"),
            ("<h2><small>Kapitel 3</small>Die Mole</h2>", "Kapitel 3 Die Mole"),
            (
                "<h1><span class=a>Walk on the</span><span class=b>new stone pier</span></h1>",
                "Walk on the new stone pier",
            ),
            (
                "<figure><figcaption>The pier at dusk<cite>Photo: Ann Berg</cite></figcaption></figure>",
                "The pier at dusk Photo: Ann Berg",
            ),
            ("<div>Молл<span class=tag>Новинка</span></div>", "Молл Новинка"),
            ("<div><strong>12</strong><span>ferries</span></div>", "12 ferries"),
            ("<div><span>3 min</span><span>·</span><span>5 мая</span></div>", "3 min · 5 мая"),
            ("<p>Press <kbd>Alt</kbd><kbd>F4</kbd>", "Press Alt F4"),
            ("<p>Built of <code>oak</code><code>pine</code>", "Built of oak pine"),
            ("<p>It broke<sup><a href=#n>1</a></sup><span class=n>In a storm</span>.", "It broke1 In a storm."),
            ("<p><a href=#r1><span>[1]</span></a>Archiv der Post", "[1] Archiv der Post"),
            ("<li><a href=#r2>2</a>архив порта", "2 архив порта"),
            (
                "<figure><figcaption><span>1911</span><cite>City archive</cite></figcaption></figure>",
                "1911 City archive",
            ),
            ("<ul><li><em>Mole</em><small>Neubau</small></ul>", "Mole Neubau"),
            ("<div><span class=tag>pier</span><span class='tag is-new'>roof</span></div>", "pier roof"),
        ] {
            assert_eq!(text_of(html), expected, "{html}");
        }
    }

    #[test]
    fn nothing_separates_inside_a_word() {
        for (html, expected) in [
            ("<p><b>wor</b>ld", "world"),
            ("<p>第<b>3</b>章", "第3章"),
            ("<p><b>wor</b><i>ld</i>", "world"),
            ("<p><b>wor</b><span>ld</span>", "world"),
            ("<div><span>wor</span><span>ld</span></div><div><span>wide</span></div>", "world"),
            ("<div><span>wor</span><span>ld</span>s</div>", "worlds"),
            ("<div><span>12</span><span>th</span></div>", "12th"),
            ("<ul><li><b>wor</b><span>ld</span>, large", "world, large"),
            ("<p><span class=dropcap>R</span>ain", "Rain"),
            ("<p>un<wbr>breakable", "unbreakable"),
            ("<p><span class=c1>A4</span><span class=c1>39</span>", "A439"),
            ("<div><span class=c>2</span><span class=c>0</span><span class=c>R</span>", "20R"),
            ("<p><time>May <b class=d>3</b><sup class=s>rd</sup></time>", "May 3rd"),
            ("<div><span class=c>wor</span><span class=c>ld", "world"),
            ("<p><abbr>HTML</abbr>s", "HTMLs"),
            ("<p>See <a href=#n1>1</a>st, <a href=#n2>2</a>nd", "See 1st, 2nd"),
            ("<div><b>wor</b><i>ld</i></div>", "world"),
            ("<div><b>3</b><small>rd</small></div>", "3rd"),
            ("<p>冬天航程<b>将近</b><a href=/x>一个小时</a>", "冬天航程将近一个小时"),
            ("<p><span class=w>桟橋</span><span class=p>は</span><a href=/x>海</a>に", "桟橋は海に"),
            ("<p>Mac<span class=b>Book</span>", "MacBook"),
            ("<h2>10<small>th</small> pier</h2>", "10th pier"),
            ("<h1><span class=a>un</span><span class=b>der the pier</span></h1>", "under the pier"),
            ("<p><code>List</code><code>&lt;T&gt;</code>", "List<T>"),
            ("<p>เรือ<b>ข้าม</b><a href=/x>ฟาก</a>", "เรือข้ามฟาก"),
            ("<p><a href=/dog>dog</a>s", "dogs"),
            ("<p>see <a href=/x>this</a><sup>1</sup>", "see this1"),
            ("<p>see <a href=/x>this</a>, (<a href=/y>that</a>)", "see this, (that)"),
            ("<p>(<time>2024</time>)", "(2024)"),
            ("<p><a href=/x>this</a><time>’s</time>", "this’s"),
        ] {
            assert_eq!(text_of(html), expected, "{html}");
        }
    }

    #[test]
    fn readings_are_no_text() {
        for (html, expected) in [
            ("<p><ruby>地震<rp>(</rp><rt>じしん</rt><rp>)</rp></ruby>が起きた", "地震が起きた"),
            ("<p><ruby>市<rt>shì</rt>议<rt>yì</rt>会<rt>huì</rt></ruby>投票", "市议会投票"),
            ("<p><ruby><rb>東</rb><rb>京</rb><rtc><rt>とう</rt><rt>きょう</rt></rtc></ruby>で", "東京で"),
            ("<p><ruby><ruby>北<rt>ㄅㄟˇ</rt></ruby><rt>north</rt></ruby>京", "北京"),
            ("<p><rt>alone", ""),
        ] {
            assert_eq!(text_of(html), expected, "{html}");
        }
    }

    #[test]
    fn wrapped_lines_of_chinese_and_japanese_are_joined() {
        for (html, expected) in [
            ("<p>嵐で壊\nれた桟橋", "嵐で壊れた桟橋"),
            ("<p>嵐で壊\r\n   れた桟橋、\n古い", "嵐で壊れた桟橋、古い"),
            ("<p>嵐で壊\n<b>れた</b>\n桟橋", "嵐で壊れた桟橋"),
            ("<p>嵐 で", "嵐 で"),
            ("<p>壊れた。<br>\n古い", "壊れた。 古い"),
            ("<p>壊れた\n<img src=x>\n古い", "壊れた 古い"),
            ("<p>嵐\nHTML\n5", "嵐 HTML 5"),
            ("<p>폭풍으로\n무너진", "폭풍으로 무너진"),
            ("<p>Pier\nrebuilt", "Pier rebuilt"),
        ] {
            assert_eq!(text_of(html), expected, "{html}");
        }
    }
}
