//! Author and date of a comment. Both may be in one block, which tags divide: `<b>Ann</b> on Sunday`, or words:
//! "Posted by Ann on Sunday".

use super::clues::Clue;
use super::{Part, Unit};
use super::{lines, phrases};
use crate::base::arena::Bump;
use crate::base::months::month_of;
use crate::read::page::sentences::ends_sentence;
use crate::read::page::unicode::{is_letter, is_letter_or_number};
use crate::read::page::{Block, Fragment, Page, gap};

/// Bytes of the text of the page.
type Range = (u32, u32);

/// Reads a block of a unit, if it is an author or a date.
pub(super) fn read(page: &Page<'_>, block: &Block, clue: Clue, unit: &mut Unit) {
    let line = match clue {
        Clue::Author | Clue::Date => block.text,
        Clue::Letter => signature(page, block).unwrap_or_default(),
        Clue::Signed => {
            let name = lone_name(page, block).filter(|_| is_empty(unit.author));
            unit.author = name.unwrap_or(unit.author);
            return;
        }
        _ => return,
    };
    for range in fragments_in(page, block, line) {
        let separators = [',', '|', '-', '\u{2013}', '\u{b7}', '\u{2022}', ' '];
        let text = text_of(page, range).trim_start_matches(separators);
        let range = (range.1 - text.len() as u32, range.1);
        if is_empty(unit.author)
            && is_empty(unit.date)
            && let Some(found) = name_and_date(page, range).or_else(|| name_below_date(page, range))
        {
            [unit.author, unit.date] = found;
            continue;
        }
        if lines::is_number(text) {
            continue;
        }
        let name = lines::without_verb(text);
        let target = match lines::is_date(text) {
            true => &mut unit.date,
            // Without letters it is a rating or a mark.
            false if lines::is_button(name) || !name.contains(is_letter) => continue,
            false => &mut unit.author,
        };
        if is_empty(*target) {
            *target = (range.0, range.0 + name.len() as u32);
        }
    }
    if clue == Clue::Letter && is_empty(unit.author) {
        unit.author = closing_name(page, block).or_else(|| leading_name(page, block)).unwrap_or_default();
    }
}

/// Names that are links, in front of the text: they are the authors of comments that name no other.
pub(super) fn read_linked_names(scratch: &Bump, page: &Page<'_>, parts: &mut [(Part, u32)], units: &mut [Unit]) {
    // For each unit one plus its name; `END` from its text on.
    const END: u32 = u32::MAX;
    let names = scratch.alloc_slice_fill_copy(units.len(), 0u32);
    for (i, &(part, number)) in parts.iter().enumerate() {
        let Some(unit) = number.checked_sub(1).map(|at| at as usize).filter(|&at| names[at] == 0) else { continue };
        let block = &page.blocks[i];
        match part {
            Part::Text => names[unit] = END,
            Part::Control if block.linked_tokens > 0 && lines::is_name(page.text_of(block)) => {
                names[unit] = i as u32 + 1
            }
            _ => {}
        }
    }
    for (unit, &name) in units.iter_mut().zip(&*names).filter(|(unit, name)| is_empty(unit.author) && **name != END) {
        if let Some(block) = name.checked_sub(1) {
            unit.author = page.blocks[block as usize].text;
            parts[block as usize].0 = Part::Byline;
        }
    }
}

/// Whether a date has a name beside it: `<b>Ann</b>, 2 April 2024`. A number of comments beside it belongs to an
/// article.
pub(super) fn has_name(page: &Page<'_>, block: &Block) -> bool {
    let text = page.text_of(block);
    (fragments(page, block).any(|range| is_signed(page, range))
        || lines::begins_with_name(text)
        || lines::name_at_end(text).is_some())
        && (!lines::names_comments(text) || lines::is_posted_by(text))
}

/// Whether a block is a name and a date, which tags divide: `Ann <small>2 May 2024</small>`.
pub(super) fn is_name_beside_date(page: &Page<'_>, block: &Block) -> bool {
    let mut parts = fragments(page, block).map(|range| text_of(page, range));
    let (Some(name), Some(date)) = (parts.next(), parts.next()) else { return false };
    lines::is_date(date) && lines::is_name(name)
}

/// Whether the first fragment of a block with a date is a sentence without one, and the byline follows; or a later one, in
/// a line below the byline.
pub(super) fn is_beside_sentence(page: &Page<'_>, block: &Block) -> bool {
    let mut all = fragments(page, block).map(|range| text_of(page, range));
    let first = all.next().unwrap_or_default().trim_end();
    if is_sentence(first) && all.any(lines::is_date) {
        return true;
    }
    if labelled(page, block).is_some() {
        return true;
    }
    let fragments = page.fragments_of(block);
    // To read dates takes longer than to see that no such line is below them.
    let may_be_sentence = |fragment: &Fragment| {
        fragment.gap & gap::SPACE != 0 && fragment.tokens.1 - fragment.tokens.0 >= SENTENCE_TOKENS
    };
    let Some(last) = fragments.iter().rposition(may_be_sentence) else { return false };
    let date = fragments[..last].iter().position(|fragment| lines::is_date(text_of(page, fragment.text)));
    date.is_some_and(|date| {
        let mut below = fragments[date + 1..=last].iter().filter(|below| may_be_sentence(below));
        below.any(|below| is_sentence(text_of(page, below.text).trim_end()))
    })
}

/// A sentence below a byline has at least this many tokens.
const SENTENCE_TOKENS: u32 = 3;

fn is_sentence(text: &str) -> bool {
    let has_words = text.contains(' ') || !text.is_ascii();
    has_words && is_sentence_without_initial(text) && !lines::is_date(text)
}

/// Whether a text ends as a sentence does, and not as "Ann B."
pub(super) fn is_sentence_without_initial(text: &str) -> bool {
    ends_sentence(text) && !ends_in_initial(text)
}

/// Whether the last word is a letter with a full stop, as in "Ann B.".
fn ends_in_initial(text: &str) -> bool {
    let last = text.rsplit(' ').next().and_then(|word| word.strip_suffix('.'));
    last.is_some_and(|word| word.chars().count() == 1 && word.chars().all(is_letter))
}

/// Whether a block has a line with a date, or is a line such as "Ann says:", which may begin with a name.
pub(super) fn may_open(page: &Page<'_>, block: &Block, clue: Clue) -> bool {
    let is_short = || clue == Clue::Text && block.tokens <= lines::NAME_TOKENS;
    matches!(clue, Clue::Author | Clue::Date | Clue::Letter | Clue::Signed)
        || is_short() && lines::introduces(page.text_of(block))
}

/// The word that such a line begins with. Where it changes from unit to unit, it is a name in any language; a label stays.
pub(super) fn opening<'p>(page: &'p Page<'_>, block: &Block, clue: Clue) -> Option<&'p str> {
    let line = match clue {
        Clue::Letter => signature(page, block)?,
        Clue::Signed => lone_name(page, block)?,
        _ => posted_line(page, block).unwrap_or(block.text),
    };
    let closing = || closing_name(page, block).filter(|_| clue == Clue::Letter);
    let signed = || lines::name_at_end(text_of(page, line)).and_then(|name| name.split(' ').next());
    signed()
        .or_else(|| first_word(text_of(page, line), clue))
        .or_else(|| first_word(text_of(page, closing()?), Clue::Text))
}

/// The first line below another that begins as "Posted by Ann" does.
fn posted_line(page: &Page<'_>, block: &Block) -> Option<Range> {
    let below = page.fragments_of(block).iter().skip(1).filter(|fragment| fragment.gap & gap::SPACE != 0);
    let mut lines = below.map(|fragment| (fragment.text.0, block.text.1));
    lines.find(|&line| lines::is_posted_by(text_of(page, line)))
}

/// The word that a line of a block begins with, if that is no number, known word, or all of a date.
fn first_word(line: &str, clue: Clue) -> Option<&str> {
    let line = lines::without_number(line.trim_start_matches(|c| !is_letter_or_number(c)));
    let line = phrases::after_phrase(line).unwrap_or(line);
    let word = line.split([' ', ',', ':']).next()?;
    let is_all = word.len() == line.len() && matches!(clue, Clue::Date | Clue::Letter);
    let is_month = || month_of(word.trim_end_matches('.'), "").is_some();
    let is_name = word.starts_with(is_letter) && !is_all && lines::words_in(word) == 0 && !is_month();
    is_name.then_some(word)
}

/// Whether a name is in the byline of a letter.
pub(super) fn signs(page: &Page<'_>, block: &Block) -> bool {
    let Some(line) = signature(page, block) else { return false };
    let text = text_of(page, line);
    fragments_in(page, block, line).any(|range| is_signed(page, range))
        || lines::is_posted_by(text)
        || lines::begins_with_name(text.trim_start_matches(|c| !is_letter_or_number(c)))
        || text.ends_with(':')
        || leading_name(page, block).is_some()
        || closing_name(page, block).is_some()
}

/// The name that a letter begins with, a colon ends and tags divide from the rest: `<b>Ann:</b> I will miss it.`
fn leading_name(page: &Page<'_>, block: &Block) -> Option<Range> {
    let [name, _, ..] = page.fragments_of(block) else { return None };
    let text = text_of(page, name.text).trim_end();
    let is_name = name.tokens.1 - name.tokens.0 <= lines::NAME_TOKENS && lines::is_name(text);
    text.strip_suffix(':').filter(|_| is_name).map(|text| (name.text.0, name.text.0 + text.len() as u32))
}

/// The name that begins or ends a text in a line of its own, or before a colon that tags divide from it.
pub(super) fn lone_name(page: &Page<'_>, block: &Block) -> Option<Range> {
    let fragments = page.fragments_of(block);
    let [first, second, ..] = fragments else { return None };
    let breaks = |fragment: &Fragment| fragment.gap & gap::SPACE != 0;
    let is_before_colon = || text_of(page, second.text).starts_with([':', '\u{ff1a}']);
    let is_name = |name: Range, tokens: u32| {
        let text = text_of(page, name).trim_end();
        tokens <= lines::NAME_TOKENS && lines::is_name(text) && !is_sentence_without_initial(text)
    };
    let head = fragments.iter().skip(1).position(breaks).map_or(0, |head| head);
    let (line, tokens) = ((first.text.0, fragments[head].text.1), fragments[head].tokens.1 - first.tokens.0);
    let is_line = fragments.get(head + 1).is_some_and(breaks) || is_before_colon();
    let opening = || (is_line && is_name(line, tokens)).then(|| without_verb(page, line));
    leading_name(page, block).or_else(opening).or_else(|| last_line_if_name(page, block, 1))
}

/// The name in a range such as "Ann says:".
fn without_verb(page: &Page<'_>, range: Range) -> Range {
    (range.0, range.0 + lines::without_verb(text_of(page, range)).len() as u32)
}

/// The line of a letter that has its name and its date.
pub(super) fn line_of_letter<'p>(page: &'p Page<'_>, block: &Block) -> Option<&'p str> {
    signature(page, block).map(|line| text_of(page, line))
}

/// The name that is the last line of a letter, below its date and its text.
fn closing_name(page: &Page<'_>, block: &Block) -> Option<Range> {
    last_line_if_name(page, block, 2)
}

/// The last line of a block, if it is a name and at least so many fragments are above it.
fn last_line_if_name(page: &Page<'_>, block: &Block, least: usize) -> Option<Range> {
    let fragments = page.fragments_of(block);
    let tail = fragments.iter().rposition(|fragment| fragment.gap & gap::SPACE != 0).filter(|&tail| tail >= least)?;
    let name = (fragments[tail].text.0, block.text.1);
    let tokens = fragments[tail..].iter().map(|fragment| fragment.tokens.1 - fragment.tokens.0).sum::<u32>();
    let is_name = |text: &str| lines::is_name(text) && !is_sentence_without_initial(text);
    (tokens <= lines::NAME_TOKENS && is_name(text_of(page, name).trim_end())).then_some(name)
}

/// The name that is the last line of a block, below its text.
pub(super) fn closing_name_of<'p>(page: &'p Page<'_>, block: &Block) -> Option<&'p str> {
    last_line_if_name(page, block, 1).map(|range| text_of(page, range).trim_end())
}

/// The number of lines of a block above others that have a name and a date, or a name that a verb follows: each begins a
/// comment, where nothing but line breaks divides them.
pub(super) fn bylines_in(page: &Page<'_>, block: &Block) -> u32 {
    let fragments = page.fragments_of(block);
    let (mut count, mut start) = (0, 0);
    for (i, _) in fragments.iter().enumerate().skip(1).filter(|(_, fragment)| fragment.gap & gap::SPACE != 0) {
        let line = &fragments[start..i];
        start = i;
        let (Some(first), Some(last)) = (line.first(), line.last()) else { continue };
        let (tokens, range) = (last.tokens.1 - first.tokens.0, (first.text.0, last.text.1));
        let is_short = tokens <= lines::LINE_TOKENS && range.1 - range.0 <= lines::LINE_BYTES;
        let is_signed = || line.iter().any(|fragment| is_signed(page, fragment.text));
        let text = text_of(page, range);
        let is_byline = is_short && lines::is_byline(text, true) && (lines::begins_with_name(text) || is_signed());
        count += u32::from(is_byline);
    }
    count
}

/// The first and the last line of a block of several.
pub(super) fn lines_at_ends<'p>(page: &'p Page<'_>, block: &Block) -> impl Iterator<Item = &'p str> {
    let fragments = page.fragments_of(block);
    let breaks = |fragment: &Fragment| fragment.gap & gap::SPACE != 0;
    let head = fragments.iter().skip(1).position(breaks).map(|head| (fragments[0].text.0, fragments[head].text.1));
    // The text of a block may end before its last fragment.
    let tail = |_: &Range| fragments.iter().rposition(breaks).map(|tail| (fragments[tail].text.0, block.text.1));
    let lines = [head, head.as_ref().and_then(tail)].into_iter().flatten();
    lines.filter(|line| line.1 - line.0 <= lines::LINE_BYTES).map(|line| text_of(page, line))
}

/// Whether a fragment is a name, or has one before a date.
fn is_signed(page: &Page<'_>, range: Range) -> bool {
    lines::is_name(text_of(page, range)) || name_and_date(page, range).is_some()
}

/// The byline of a letter: its first or last line, or the first or last part that tags divide from the rest.
pub(super) fn signature(page: &Page<'_>, block: &Block) -> Option<Range> {
    let fragments = page.fragments_of(block);
    if fragments.len() < 2 {
        return linked_signature(page, block);
    }
    if let Some(line) = labelled(page, block) {
        return Some(line);
    }
    let breaks = |fragment: &Fragment| fragment.gap & gap::SPACE != 0;
    let head_end = fragments.iter().skip(1).position(breaks).unwrap_or(0);
    let tail = fragments.iter().rposition(breaks).unwrap_or(fragments.len() - 1).max(1);
    let lines = [(&fragments[..=head_end], true), (&fragments[tail..], false)];
    lines.into_iter().find_map(|(line, is_first)| {
        let (first, last) = (line.first()?, line.last()?);
        let (tokens, text) = (last.tokens.1 - first.tokens.0, (first.text.0, last.text.1));
        let is_short = tokens <= lines::LINE_TOKENS && text.1 - text.0 <= lines::LINE_BYTES && tokens < block.tokens;
        (is_short && lines::is_byline(text_of(page, text), is_first)).then_some(text)
    })
}

/// The bytes of the longest dash with its spaces.
const DASH_BYTES: usize = 5;

/// The name and the date that close a text in its last line: a link and a date, or both after a dash.
fn linked_signature(page: &Page<'_>, block: &Block) -> Option<Range> {
    if !block.may_have_digit() {
        return None;
    }
    let text = page.text_of(block);
    // As most texts do.
    if ends_sentence(text) {
        return None;
    }
    let mut near = text.len().saturating_sub(lines::LINE_BYTES as usize + DASH_BYTES)..text.len();
    let text = &text[near.find(|&at| text.is_char_boundary(at))?..];
    let start = |line: &str| block.text.1 - line.len() as u32;
    let is_short = |range: Range| range.1 - range.0 <= lines::LINE_BYTES && range.0 > block.text.0;
    let dashes = [" \u{2013} ", " \u{2014} ", " - "];
    let after_dash = dashes.iter().find_map(|dash| text.rsplit_once(dash)).map(|(_, line)| line);
    let by_dash = after_dash.map(|line| (start(line), block.text.1)).filter(|&range| is_short(range));
    let is_byline = |&range: &Range| {
        let line = text_of(page, range);
        lines::is_date(line) && !lines::is_date(line.split([' ', ',']).next().unwrap_or_default())
    };
    if let Some(range) = by_dash.filter(is_byline) {
        return Some(range);
    }
    let name = page.links_in(block).last().map(|link| link.text).filter(|name| name.0 > block.text.0)?;
    let range = (name.0, block.text.1);
    (is_short(range) && name_and_date(page, range).is_some()).then_some(range)
}

/// The byline that a colon ends, with its text in the same line: `<b>Ann</b> (2 May 2024): I will miss it.`
fn labelled(page: &Page<'_>, block: &Block) -> Option<Range> {
    let fragments = page.fragments_of(block);
    let [name, rest, ..] = fragments else { return None };
    // Most texts have no colon, which is found faster.
    let text = Some(text_of(page, rest.text)).filter(|text| text.contains(':'))?;
    let (date, said) = text.split_once(": ")?;
    let is_byline = date.len() as u32 <= lines::LINE_BYTES && lines::is_date(date) && !lines::is_date(said);
    (is_byline && said.len() > 1 && lines::is_name(text_of(page, name.text).trim_end()))
        .then(|| (name.text.0, rest.text.0 + date.len() as u32))
}

/// The fragments of a block inside a range, as far as they are.
fn fragments_in<'p>(page: &Page<'p>, block: &Block, inside: Range) -> impl Iterator<Item = Range> + use<'p> {
    let clipped = fragments(page, block).map(move |range| (range.0.max(inside.0), range.1.min(inside.1)));
    clipped.filter(|range| range.0 < range.1)
}

fn fragments<'p>(page: &Page<'p>, block: &Block) -> impl Iterator<Item = Range> + use<'p> {
    let text = block.text;
    let fragments = page.fragments_of(block);
    fragments.iter().map(move |fragment| (fragment.text.0.max(text.0), fragment.text.1.min(text.1)))
}

fn text_of<'p>(page: &Page<'p>, range: Range) -> &'p str {
    page.text.get(range.0 as usize..range.1 as usize).unwrap_or_default()
}

/// The name and the date in a fragment, separated by known words or by a link.
fn name_and_date(page: &Page<'_>, range: Range) -> Option<[Range; 2]> {
    let by_words = lines::name_and_date(text_of(page, range));
    by_words.map(|found| found.map(|at| (range.0 + at.start as u32, range.0 + at.end as u32))).or_else(|| {
        let links = &page.links[page.links.partition_point(|link| link.text.0 < range.0)..];
        let name = links.first().map(|link| link.text).filter(|name| name.1 <= range.1)?;
        let sides = [(name.1, range.1), (range.0, name.0)].map(|side| trimmed(page, side));
        let date = sides.into_iter().find(|&side| lines::is_date(text_of(page, side)))?;
        lines::is_name(text_of(page, name)).then_some([name, date])
    })
}

/// The name and the date in a fragment such as "2 May 2024 by Ann".
fn name_below_date(page: &Page<'_>, range: Range) -> Option<[Range; 2]> {
    let found = lines::name_below_date(text_of(page, range))?;
    Some(found.map(|at| (range.0 + at.start as u32, range.0 + at.end as u32)))
}

/// The range without whitespace and punctuation at its ends.
fn trimmed(page: &Page<'_>, range: Range) -> Range {
    let is_outside = |c| !is_letter_or_number(c);
    let text = text_of(page, range);
    let start = range.1 - text.trim_start_matches(is_outside).len() as u32;
    (start, start + text.trim_matches(is_outside).len() as u32)
}

fn is_empty((start, end): Range) -> bool {
    start == end
}
