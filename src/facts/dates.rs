//! When a page was published and modified, as its metadata and its text say.
//!
//! Each source is taken to be right with a certain probability, and independent of the others: sources that agree on a
//! day confirm each other, and one that contradicts makes a date less certain.

use super::date::Date;
use super::declared::{Declarations, Property};
use super::entities::Entity;
use super::read::Reader;
use super::robots::written;
use super::{DateFact, FactOrigin};
use crate::fallible::List;
use crate::html::attributes::Name;
use crate::html::scan::same_name;
use crate::html::{Node, Tag};
use crate::page::flag;

/// What a date is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Published,
    Modified,
}

/// A date that a source states.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    kind: Kind,
    date: Date,
    origin: FactOrigin,
    /// Bytes of the page in UTF-8.
    source: (u32, u32),
    /// The probability that it is right, by itself.
    prior: f32,
}

/// `time` elements of one page that are read.
const MAX_TIMES: usize = 64;
/// Two dates a day apart agree: sources differ in their time zones.
const TOLERANCE: u32 = 1;

/// All dates that the sources state.
pub(super) fn candidates(
    reader: Reader<'_, '_>,
    declared: &Declarations<'_>,
    main: Option<&Entity>,
) -> List<Candidate> {
    let mut found = List::default();
    if let Some(main) = main {
        for (kind, span) in [(Kind::Published, main.published), (Kind::Modified, main.modified)] {
            let text = span.and_then(|span| Some((span, reader.json_text(span)?)));
            if let Some((source, date)) = text.and_then(|(span, text)| Some((span, Date::parse(&text)?))) {
                found.push(Candidate { kind, date, origin: FactOrigin::JsonLd, source, prior: 0.9 });
            }
        }
    }
    for &(property, content, is_microdata) in declared.dates.iter() {
        let Some(date) = reader.text(content).and_then(|text| Date::parse(&text)) else { continue };
        let kind = if property == Property::Published { Kind::Published } else { Kind::Modified };
        let (origin, prior) = if is_microdata { (FactOrigin::Microdata, 0.8) } else { (FactOrigin::Meta, 0.85) };
        found.push(Candidate { kind, date, origin, source: (content.value_start, content.value_end), prior });
    }
    add_times(reader, &mut found);
    #[cfg(feature = "visual")]
    add_visual(reader, &mut found);
    found.into_iter().filter(|candidate| !candidate.date.is_epoch()).collect()
}

/// Adds the dates of `time` elements up to the end of the main text, but for those in comments and hidden ones.
fn add_times(reader: Reader<'_, '_>, found: &mut List<Candidate>) {
    let page = reader.document.page();
    let main = reader.document.main_text_span();
    let mut times: List<Candidate> = List::default();
    for (index, node) in page.tree.nodes.iter().enumerate().filter(|(_, node)| node.tag == Tag::TIME) {
        let is_left_out = page.contexts[index].flags & (flag::DROPPED | flag::HIDDEN | flag::NO_INDEX) != 0
            || main.is_some_and(|(_, end)| node.start > end)
            || is_in_comment(reader, node);
        if is_left_out || times.len() >= MAX_TIMES {
            continue;
        }
        times.extend(time_of(reader, node));
    }
    // The only day near the main text is a better guess than the first of several.
    let is_only = times.iter().all(|time| agree(&time.date, &times[0].date));
    times.iter_mut().for_each(|time| {
        if time.origin == FactOrigin::Time && !is_only {
            time.prior = 0.4;
        }
    });
    found.extend(times);
}

fn time_of(reader: Reader<'_, '_>, node: &Node) -> Option<Candidate> {
    let tree = reader.tree();
    let value = tree.attribute(node, Name::DATETIME).or_else(|| tree.attribute(node, Name::CONTENT))?;
    let date = Date::parse(&reader.text(value)?).filter(Date::is_day)?;
    let word_in = |name: Name, words: &[&str]| {
        let value = tree.attribute(node, name).map(|value| tree.raw_value(value)).unwrap_or_default();
        let mut parts = value.split(|byte| !byte.is_ascii_alphabetic());
        parts.any(|part| words.iter().any(|word| same_name(part, word.as_bytes())))
    };
    let (is_published, is_modified) =
        (word_in(Name::ITEMPROP, &["datePublished"]), word_in(Name::ITEMPROP, &["dateModified"]));
    let is_updated =
        is_modified || word_in(Name::CLASS, &["updated", "modified"]) && !word_in(Name::CLASS, &["published"]);
    let (origin, prior) = match is_published || is_modified {
        true => (FactOrigin::Microdata, 0.8),
        false => (FactOrigin::Time, 0.6),
    };
    let kind = if is_updated { Kind::Modified } else { Kind::Published };
    Some(Candidate { kind, date, origin, source: (value.value_start, value.value_end), prior })
}

fn is_in_comment(reader: Reader<'_, '_>, node: &Node) -> bool {
    let units = reader.document.comment_tables().units;
    let after = units.partition_point(|unit| unit.source.0 <= node.start);
    after > 0 && units[after - 1].source.1 > node.start
}

/// Adds the lines that look like the date of an article.
#[cfg(feature = "visual")]
fn add_visual(reader: Reader<'_, '_>, found: &mut List<Candidate>) {
    use crate::visual::VisualClass;
    let Some(visual) = reader.document.visual() else { return };
    let is_date = |class| matches!(class, VisualClass::Date | VisualClass::AuthorDate);
    for area in visual.areas.iter().filter(|area| is_date(area.class) && area.hidden == 0).take(MAX_TIMES) {
        let text = &reader.document.text()[area.text.0 as usize..area.text.1 as usize];
        if let Some(date) = Date::parse(text).filter(Date::is_day) {
            let prior = 0.7 * f32::from(area.score) / 255.0;
            found.push(Candidate {
                kind: Kind::Published,
                date,
                origin: FactOrigin::Visual,
                source: area.source,
                prior,
            });
        }
    }
}

fn agree(one: &Date, other: &Date) -> bool {
    match one.is_day() && other.is_day() {
        true => one.day_number().abs_diff(other.day_number()) <= TOLERANCE,
        false => one == other,
    }
}

/// The date of a kind that is most likely right.
pub(super) fn choose(reader: Reader<'_, '_>, candidates: &[Candidate], kind: Kind) -> Option<DateFact> {
    let of_kind = || candidates.iter().filter(|candidate| candidate.kind == kind);
    let mut best: Option<(&Candidate, f32)> = None;
    for candidate in of_kind() {
        let confidence = confidence(candidate, of_kind());
        if best.is_none_or(|(_, other)| confidence > other) {
            best = Some((candidate, confidence));
        }
    }
    let (&Candidate { date, origin, source, .. }, confidence) = best?;
    Some(DateFact { date: written(date), origin, source: reader.document.source_range(source), confidence })
}

/// The probability that a date is right, in view of the others. Of each origin one date counts for it and one against.
fn confidence<'c>(candidate: &Candidate, others: impl Iterator<Item = &'c Candidate>) -> f32 {
    const ORIGINS: usize = FactOrigin::VALUES.len() + 1;
    let (mut agreeing, mut contradicting) = ([0f32; ORIGINS], [0f32; ORIGINS]);
    for other in others {
        let side = if agree(&candidate.date, &other.date) { &mut agreeing } else { &mut contradicting };
        let slot = &mut side[other.origin as usize];
        *slot = slot.max(other.prior);
    }
    let wrong: f32 = agreeing.iter().map(|prior| 1.0 - prior).product();
    let doubt: f32 = (0..ORIGINS).filter(|&i| agreeing[i] == 0.0).map(|i| 1.0 - contradicting[i] / 2.0).product();
    ((1.0 - wrong) * doubt).min(0.99)
}
