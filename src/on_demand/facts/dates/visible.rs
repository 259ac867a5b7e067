//! Dates that readers see: in `time` elements and other elements that mark them, and in the text of blocks.
//!
//! A date says when the page was published by its place (near the headline or at the end of the text), by the words
//! beside it, and by the names of the elements around it. Teasers have dates, too, but before the headline or many of
//! them in blocks of the same kind.

use super::evidence::Evidence;
use super::stamps::{self, Stamp};
use super::wording::Label;
use super::{Candidate, FIRST_YEAR, Kind, agree, start_of};
use crate::base::fallible::List;
use crate::on_demand::facts::FactOrigin;
use crate::on_demand::facts::date::{Date, Found, Locale, digit};
use crate::on_demand::facts::places::Places;
use crate::on_demand::facts::read::Reader;
use crate::read::html::attributes::Name;
use crate::read::html::{Node, Tag};
use crate::read::page::sentences::ends_sentence;
use crate::read::page::{Block, flag, hashes};

/// The maximum number of blocks with dates, and of elements with dates, that are read.
const MAX_DATED: usize = 64;
/// Nodes beside an element with the day of a change among which the day of publication is looked for.
const MAX_BESIDE: usize = 24;
/// Bytes of a block in which dates are looked for.
const MAX_TEXT: usize = 240;
/// A longer block is a paragraph: only dates at its beginning count.
const LINE: usize = 120;
const BEGINNING: usize = 60;
/// A piece of a date in a block is not longer.
const PIECE: usize = 16;
/// A label in a block of its own is not longer.
const MAX_LABEL: usize = 40;
/// Blocks above the headline, below it, and further below.
pub(super) const HEADLINE_ABOVE: usize = 3;
const HEADLINE_BELOW: usize = 6;
const FURTHER_BELOW: usize = 16;
/// Elements around a date whose names are read, unless they have more nodes than that.
const MAX_ANCESTORS: usize = 5;
const SMALL: u32 = 40;
/// The minimum number of blocks with the same path and a date that make a list.
const LIST: usize = 3;
/// Text with these flags is no date for readers.
const IGNORED: u16 = flag::IN_HEAD | flag::HIDDEN | flag::NO_INDEX | flag::METADATA_SOURCE;

/// Adds the dates that readers see.
pub(super) fn add(reader: Reader<'_, '_>, locale: &Locale<'_>, found: &mut List<Candidate>) {
    let places = Places::of(reader);
    let mut dated = Dated { reader, locale, places, paths: List::default() };
    let first = found.len();
    dated.add_elements(found);
    let texts = found.len();
    dated.add_blocks(found, first);
    dated.mark_lists(&mut found[first..]);
    let blocks = reader.document.page().blocks;
    let headline = blocks.get(dated.places.start).map_or(0, |block| block.source.0);
    for source in [first..texts, texts..found.len()] {
        mark_first(&mut found[source], headline);
    }
}

/// Marks the first date of publication below the headline, else above it, and other days of the same source as further
/// ones. Above it stand the day on which the page was fetched, and teasers.
fn mark_first(candidates: &mut [Candidate], headline: u32) {
    let is_good = |candidate: &&Candidate| {
        candidate.kind == Kind::Published
            && candidate.evidence.has(Evidence::AT_HEADLINE | Evidence::BELOW_HEADLINE)
            && !candidate.evidence.has(Evidence::LINKED | Evidence::SENTENCE | Evidence::LONG)
    };
    let near = candidates.iter().filter(is_good).min_by_key(|found| (found.source.0 < headline, found.source));
    let Some(first) = near.or_else(|| only_day(candidates, headline)).copied() else { return };
    for candidate in candidates.iter_mut().filter(|candidate| candidate.kind == Kind::Published) {
        candidate.evidence.add(Evidence::FIRST, candidate.source == first.source && candidate.date == first.date);
        candidate.evidence.add(Evidence::AFTER_FIRST, !agree(&candidate.date, &first.date));
    }
}

/// The first date below the headline that an element marks, if those that are no links are of one day: a carousel or a
/// list of contents stands between.
fn only_day(candidates: &[Candidate], headline: u32) -> Option<&Candidate> {
    let is_of_page = |candidate: &&Candidate| {
        let other = Evidence::LINKED | Evidence::ASIDE | Evidence::SENTENCE | Evidence::LONG | Evidence::OTHER_CLASS;
        let is_marked = candidate.evidence.has(Evidence::CLASS) && !candidate.evidence.has(other);
        candidate.kind == Kind::Published && candidate.source.0 > headline && is_marked
    };
    let mut all = candidates.iter().filter(is_of_page);
    let first = all.next()?;
    all.all(|other| agree(&other.date, &first.date)).then_some(first)
}

impl Places {
    /// What a place says about a date.
    fn evidence(&self, block: usize) -> Evidence {
        let mut evidence = match block {
            _ if block + HEADLINE_ABOVE < self.start => Evidence::ABOVE_HEADLINE,
            _ if block <= self.start + HEADLINE_BELOW => Evidence::AT_HEADLINE,
            _ if block <= self.start + FURTHER_BELOW => Evidence::BELOW_HEADLINE,
            _ if block + 2 < self.end => Evidence::IN_MAIN,
            _ if block <= self.end + HEADLINE_BELOW => Evidence::AT_END,
            _ => Evidence::default(),
        };
        evidence.add(Evidence::NO_HEADLINE, self.headline.is_none());
        evidence
    }
}

/// Reads dates.
struct Dated<'d, 'a, 'l> {
    reader: Reader<'d, 'a>,
    locale: &'l Locale<'l>,
    places: Places,
    /// By candidate, its block and the hash of the tag path of the block.
    paths: List<(u32, u64)>,
}

impl<'a> Dated<'_, 'a, '_> {
    /// Adds the dates of elements that mark them for programs, except in comments and hidden text.
    fn add_elements(&mut self, found: &mut List<Candidate>) {
        let page = self.reader.document.page();
        let mut count = 0;
        for (index, node) in page.tree.nodes.iter().enumerate() {
            self.reader.document.end_if_cancelled();
            if !stamps::may_have(node) || node.tag == Tag::META || count >= MAX_DATED {
                continue;
            }
            let flags = page.contexts[index].flags;
            if flags & (flag::DROPPED | flag::HIDDEN | flag::NO_INDEX) != 0 || self.reader.is_in_comment(node.start) {
                continue;
            }
            if let Some((block, candidate, is_both)) = self.element(index, node) {
                self.add(found, block, candidate, is_both);
                count += 1;
            }
        }
    }

    /// Adds a date. With the class `updated` and no words beside it, it may be the date of publication as well.
    fn add(&mut self, found: &mut List<Candidate>, block: usize, candidate: Candidate, is_both: bool) {
        let page = self.reader.document.page();
        let path = page.blocks.get(block).map_or(0, |entry| hashes::path_hash(&page.tree, entry.container));
        found.push(candidate);
        self.paths.push((block as u32, path));
        if is_both {
            found.push(Candidate { kind: Kind::Published, ..candidate });
            self.paths.push((block as u32, path));
        }
    }

    /// The date of an element, with its block, and whether it may be of both kinds.
    fn element(&self, index: usize, node: &Node) -> Option<(usize, Candidate, bool)> {
        let Stamp { date, source, hints, is_whole } = stamps::of(self.reader, self.locale, node)?;
        let hints = Hints(hints.0 | Hints::of_element(self.reader, node).0);
        if !hints.is_date() && !is_whole {
            return None;
        }
        let blocks = self.reader.document.page().blocks;
        let block = blocks.partition_point(|block| block.source.1 <= node.start);
        let (label, mut evidence) = match blocks.get(block) {
            Some(entry) => (self.label_of_day(block, &date, self.own_text(index)), self.evidence(block, entry)),
            None => (None, Evidence::default()),
        };
        if label == Some(Label::Other) {
            return None;
        }
        let is_item = node.known & Name::ITEMPROP.bit() != 0 && hints.is_kind();
        evidence = evidence | if is_item { Evidence::MICRODATA } else { Evidence::TIME };
        let (kind, evidence) = Self::kind_of(label, hints, evidence);
        let origin = if is_item { FactOrigin::Microdata } else { FactOrigin::Time };
        let is_both = hints.is_both(label) && !self.is_beside_published(index, node);
        Some((block, Candidate { kind, date, origin, source, evidence }, is_both))
    }

    /// Whether an element beside this one says by its name that it has the day of publication.
    fn is_beside_published(&self, index: usize, node: &Node) -> bool {
        let tree = self.reader.tree();
        tree.subtree(node.parent).take(MAX_BESIDE).any(|at| {
            let other = &tree.nodes[at];
            at != index && other.tag == Tag::TIME && Hints::of_element(self.reader, other).has(Hints::PUBLISHED)
        })
    }

    /// The label of the date of an element in the text of its block: of the same day there, or of all of the text.
    fn label_of_day(&self, block: usize, date: &Date, own: &str) -> Option<Label> {
        let text = self.text(block)?;
        let dates = Found::all(text, self.locale);
        match dates.iter().position(|found| agree(&found.date, date)) {
            Some(at) => self.label(block, text, &dates, at),
            // Such as a day without a year, which the element states in full.
            None if dates.is_empty() && text.len() < LINE => {
                let (before, after) = text.split_once(own).filter(|_| !own.is_empty()).unwrap_or((text, ""));
                Label::of(before, after).or_else(|| self.label_before(block))
            }
            None => None,
        }
    }

    /// The text that an element begins with, if it is plain.
    fn own_text(&self, index: usize) -> &'a str {
        let tree = self.reader.tree();
        let text = tree.nodes.get(index + 1).filter(|text| text.tag == Tag::TEXT);
        let bytes = text.map(|text| tree.source[text.content as usize..text.end as usize].trim_ascii());
        bytes.and_then(|bytes| std::str::from_utf8(bytes).ok()).unwrap_or_default()
    }

    /// Adds the dates of the text of blocks; those from the headline on first, as they are limited in number.
    fn add_blocks(&mut self, found: &mut List<Candidate>, marked: usize) {
        let count = self.reader.document.page().blocks.len();
        let start = self.places.start.saturating_sub(FURTHER_BELOW).min(count);
        let limit = found.len() + MAX_DATED;
        let mut read = 0;
        for block in (start..count).chain(0..start) {
            self.reader.document.end_if_cancelled();
            if found.len() >= limit || read >= 4 * MAX_DATED {
                return;
            }
            let entry = &self.reader.document.page().blocks[block];
            let Some(text) = self.joined(block).filter(|text| may_have_date(text)) else { continue };
            if entry.flags & IGNORED != 0 || self.reader.is_in_comment(entry.source.0) {
                continue;
            }
            read += 1;
            let dates = Found::all(text, self.locale);
            let is_line = (entry.text.1 - entry.text.0) as usize <= LINE;
            for (at, &Found { date, start, .. }) in dates.iter().enumerate().take(4) {
                if !is_line && start > BEGINNING {
                    break;
                }
                let label = self.label(block, text, &dates, at);
                let is_old = date.year_and_month().0 < FIRST_YEAR;
                if label == Some(Label::Other) || is_old && label.is_none() {
                    continue;
                }
                let dated: usize = dates.iter().map(|found| found.end - found.start).sum();
                let rest = text.len() - dated;
                let mut evidence = Evidence::TEXT
                    | self.evidence(block, entry)
                    | match is_line {
                        true if rest <= 24 => Evidence::ALONE,
                        true if rest > MAX_LABEL && label.is_none() && ends_sentence(text) => Evidence::SENTENCE,
                        true => Evidence::SHORT,
                        false => Evidence::LONG,
                    };
                let hints = Hints::around(self.reader, entry);
                // It is the day of what the sentence tells.
                if evidence.has(Evidence::SENTENCE) && !hints.is_date() {
                    continue;
                }
                let is_repeated = |candidate: &Candidate| {
                    let (from, to) = (candidate.source.0, entry.source);
                    agree(&candidate.date, &date) && from + 200 > to.0 && from < to.1
                };
                evidence.add(Evidence::REPEATS, found[marked..].iter().any(is_repeated));
                let (kind, evidence) = Self::kind_of(label, hints, evidence);
                let candidate = Candidate { kind, date, origin: FactOrigin::Visual, source: entry.source, evidence };
                self.add(found, block, candidate, hints.is_both(label));
            }
        }
    }

    /// What is said about a date by its block.
    fn evidence(&self, block: usize, entry: &Block) -> Evidence {
        let mut evidence = self.places.evidence(block);
        evidence.add(Evidence::LINKED, entry.linked_tokens * 2 > entry.tokens);
        evidence.add(Evidence::ASIDE, self.reader.is_aside(entry.container));
        evidence
    }

    fn kind_of(label: Option<Label>, hints: Hints, mut evidence: Evidence) -> (Kind, Evidence) {
        let kind = match label {
            Some(Label::Modified) => Kind::Modified,
            Some(Label::Published) => Kind::Published,
            _ if hints.has(Hints::MODIFIED | Hints::UPDATED) && !hints.has(Hints::PUBLISHED) => Kind::Modified,
            _ => Kind::Published,
        };
        evidence.add(Evidence::LABELED, matches!(label, Some(Label::Published | Label::Modified)));
        evidence.add(Evidence::CLASS, hints.is_date());
        evidence.add(Evidence::OTHER_CLASS, hints.has(Hints::OTHER));
        (kind, evidence)
    }

    /// The beginning of the text of a block.
    fn text(&self, block: usize) -> Option<&'a str> {
        let page = self.reader.document.page();
        let entry = page.blocks.get(block)?;
        Some(start_of(page.text_of(entry), MAX_TEXT))
    }

    /// The beginning of the text of a block, or of three blocks if they are the pieces of a date: "MAR", "15", "2026".
    fn joined(&self, block: usize) -> Option<&'a str> {
        let page = self.reader.document.page();
        let text = self.text(block)?;
        let is_piece =
            |at: usize| page.blocks.get(at).is_some_and(|next| (next.text.1 - next.text.0) as usize <= PIECE);
        let last = (block + 1..block + 3).take_while(|&at| is_piece(at)).last();
        let is_of_one_kind = || {
            let digits = text.bytes().filter(u8::is_ascii_digit).count();
            digits == 0 || digits == text.len() && digits <= 2
        };
        let (Some(last), true) = (last, is_piece(block) && is_of_one_kind()) else { return Some(text) };
        let joined = &page.text[page.blocks[block].text.0 as usize..page.blocks[last].text.1 as usize];
        let is_date =
            may_have_date(joined) && Found::all(joined, self.locale).first().is_some_and(|date| date.start == 0);
        Some(if is_date { joined } else { text })
    }

    /// What a date of a block is called. Words stand before the dates of a text or after them.
    fn label(&self, block: usize, text: &str, dates: &[Found], at: usize) -> Option<Label> {
        if is_end_of_days(&text[..dates[at].start]) {
            return Some(Label::Other);
        }
        let before = |at: usize| &text[at.checked_sub(1).map_or(0, |before| dates[before].end)..dates[at].start];
        let after = |at: usize| &text[dates[at].end..dates.get(at + 1).map_or(text.len(), |next| next.start)];
        let is_after =
            dates.len() > 1 && Label::of(before(0), "").is_none() && Label::of("", after(dates.len() - 1)).is_some();
        if is_after {
            return Label::of("", after(at));
        }
        let is_last = at + 1 == dates.len();
        Label::of(before(at), if is_last { after(at) } else { "" })
            .or_else(|| self.label_before(block).filter(|_| at == 0))
    }

    /// A label in a separate block before the block of the date.
    fn label_before(&self, block: usize) -> Option<Label> {
        let text = self.text(block.checked_sub(1)?)?;
        let is_label = text.len() <= MAX_LABEL && !text.bytes().any(|byte| byte.is_ascii_digit());
        if is_label { Label::of(text, "").filter(|&label| label != Label::Other) } else { None }
    }

    /// Marks dates that stand in several blocks of the same tag path.
    fn mark_lists(&self, candidates: &mut [Candidate]) {
        for (candidate, &(_, path)) in candidates.iter_mut().zip(self.paths.iter()) {
            let same = || self.paths.iter().filter(|(_, other)| *other == path).map(|&(block, _)| block);
            let changes = same().zip(same().skip(1)).filter(|(one, next)| one != next).count();
            candidate.evidence.add(Evidence::REPEATED, changes + 1 >= LIST);
        }
    }
}

/// Whether a text ends with the first of some days and a dash, which an event has: "27.–" of "27.–28. August 2023".
fn is_end_of_days(before: &str) -> bool {
    let Some(before) = before.strip_suffix(['-', '\u{2013}', '\u{2014}']) else { return false };
    let before = before.strip_suffix('.').unwrap_or(before);
    let rest = before.trim_end_matches(|c: char| c.is_ascii_digit());
    let is_free = rest.is_empty() || rest.ends_with(|c: char| c.is_whitespace() || c == '(');
    is_free && before[rest.len()..].parse().is_ok_and(|day: u32| (1..=31).contains(&day))
}

/// Whether a text may have a date: three digits, or digits that are not ASCII, or a year in Chinese numerals.
fn may_have_date(text: &str) -> bool {
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    digits >= 3 || !text.is_ascii() && text.chars().any(|c| c == '年' || !c.is_ascii() && digit(c).is_some())
}

/// What the names of elements say about a date, as a bitmask.
#[derive(Clone, Copy, Default)]
pub(super) struct Hints(u8);

impl Hints {
    const DATE: u8 = 1;
    const PUBLISHED: u8 = 2;
    const MODIFIED: u8 = 4;
    const OTHER: u8 = 8;
    /// hAtom uses this class for any date, even on pages that show only the date of publication.
    const UPDATED: u8 = 16;

    fn has(self, hint: u8) -> bool {
        self.0 & hint != 0
    }

    fn is_kind(self) -> bool {
        self.has(Hints::PUBLISHED | Hints::MODIFIED)
    }

    fn is_date(self) -> bool {
        self.has(Hints::DATE | Hints::PUBLISHED | Hints::MODIFIED | Hints::UPDATED)
    }

    /// Whether a date without a label may be of both kinds.
    fn is_both(self, label: Option<Label>) -> bool {
        label.is_none() && self.has(Hints::UPDATED) && !self.has(Hints::PUBLISHED | Hints::MODIFIED)
    }

    /// Of a class, an id, or a property of microdata.
    pub(super) fn of_name(value: &[u8]) -> Hints {
        /// Parts of names in lower case.
        const PARTS: [(&[u8], u8); 16] = [
            (b"publish", Hints::PUBLISHED),
            (b"pubdate", Hints::PUBLISHED),
            (b"created", Hints::PUBLISHED),
            (b"posted", Hints::PUBLISHED),
            (b"updated", Hints::UPDATED),
            (b"modified", Hints::MODIFIED),
            (b"lastmod", Hints::MODIFIED),
            (b"date", Hints::DATE),
            (b"datum", Hints::DATE),
            (b"fecha", Hints::DATE),
            (b"byline", Hints::DATE),
            (b"timestamp", Hints::DATE),
            (b"event", Hints::OTHER),
            (b"related", Hints::OTHER),
            (b"teaser", Hints::OTHER),
            (b"copyright", Hints::OTHER),
        ];
        let mut lower = [0; 160];
        let len = value.len().min(lower.len());
        for (to, from) in lower.iter_mut().zip(value) {
            *to = from.to_ascii_lowercase();
        }
        let found = PARTS.iter().filter(|(part, _)| lower[..len].windows(part.len()).any(|window| window == *part));
        Hints(found.fold(0, |all, (_, hint)| all | hint))
    }

    fn of_element(reader: Reader<'_, '_>, node: &Node) -> Hints {
        let tree = reader.tree();
        let is_named = |name: Name| matches!(name, Name::CLASS | Name::ID | Name::ITEMPROP | Name::PROPERTY);
        let named = tree.each_attribute(node).filter(|attribute| is_named(attribute.name));
        let hints = named.fold(0, |all, attribute| all | Hints::of_name(tree.raw_value(attribute)).0);
        Hints(hints | if stamps::is_time(node) { Hints::DATE } else { 0 })
    }

    /// Of the elements around and in a block.
    fn around(reader: Reader<'_, '_>, block: &Block) -> Hints {
        let (tree, nodes) = (reader.tree(), reader.tree().nodes);
        let around = tree.ancestors(block.first_text).skip(1).take(MAX_ANCESTORS);
        let small = around.take_while(|&at| tree.subtree(at).len() <= SMALL as usize);
        let hints = small.fold(0, |all, at| all | Hints::of_element(reader, &nodes[at as usize]).0);
        let inside = nodes[block.first_text as usize..].iter().take(SMALL as usize);
        let inside = inside.take_while(|node| node.start < block.source.1).filter(|node| node.known != 0);
        Hints(inside.fold(hints, |all, node| all | Hints::of_element(reader, node).0))
    }
}
