//! The publication and modification dates of a page, from its metadata and its text.
//!
//! The model: each source is correct with a measured probability, sources are independent, and at most one day is
//! correct. So the odds of a day are the product of the odds of the sources that state it. Its probability is its odds
//! divided by the sum of the odds of all days plus 1, for "none of them". `make measure-dates` measures the sources and
//! the result.

use super::date::Date;
use super::declared::{Declarations, Property};
use super::entities::Entity;
use super::read::Reader;
use super::robots::written;
use super::{DateFact, FactOrigin};
use crate::base::fallible::List;
use crate::read::html::attributes::Name;
use crate::read::html::scan::same_name;
use crate::read::html::{Node, Tag};
use crate::read::page::flag;

/// The kind of a date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// First publication.
    Published,
    /// Last modification.
    Modified,
}

/// A date stated by a source.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    /// The kind of the date.
    pub kind: Kind,
    /// The date.
    pub date: Date,
    /// The source.
    pub origin: FactOrigin,
    /// Bytes of the page in UTF-8.
    source: (u32, u32),
    /// The probability that the date is correct, by this source alone.
    pub prior: f32,
}

/// The maximum number of `time` elements that are read.
const MAX_TIMES: usize = 64;
/// Two dates a day apart agree: sources differ in their time zones.
const TOLERANCE: u32 = 1;

/// The probability that the first day in JSON-LD is correct, estimated by `make measure-dates` on one half of the
/// domains with add-one smoothing. The other sources follow.
const JSON_LD: f32 = 0.97;
const META: f32 = 0.97;
const MICRODATA: f32 = 0.93;
const TIME: f32 = 0.93;
/// By the square root of the score of a line.
#[cfg(feature = "visual")]
const VISUAL: f32 = 0.9;
/// For any further day of a source.
const FURTHER: f32 = 0.06;

/// All dates that the sources state, for measurements.
#[cfg(feature = "unstable")]
pub fn all(document: &crate::document::Document<'_>) -> Vec<Candidate> {
    let reader = Reader { document };
    let things = super::entities::entities(reader);
    candidates(reader, &Declarations::read(reader), super::main_entity(&things)).into_vec()
}

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
                found.push(Candidate { kind, date, origin: FactOrigin::JsonLd, source, prior: JSON_LD });
            }
        }
    }
    for &(property, content, is_microdata) in declared.dates.iter() {
        let Some(date) = reader.text(content).and_then(|text| Date::parse(&text)) else { continue };
        let kind = if property == Property::Published { Kind::Published } else { Kind::Modified };
        let (origin, prior) = if is_microdata { (FactOrigin::Microdata, MICRODATA) } else { (FactOrigin::Meta, META) };
        found.push(Candidate { kind, date, origin, source: (content.value_start, content.value_end), prior });
    }
    add_times(reader, &mut found);
    #[cfg(feature = "visual")]
    add_visual(reader, &mut found);
    let mut found: List<Candidate> = found.into_iter().filter(|candidate| !candidate.date.is_epoch()).collect();
    doubt_further_days(&mut found);
    found
}

/// Of several days of one source, the first is most likely correct: further days often belong to other articles.
fn doubt_further_days(found: &mut [Candidate]) {
    for at in 1..found.len() {
        let (before, rest) = found.split_at_mut(at);
        let candidate = &mut rest[0];
        let first = before.iter().find(|other| (other.kind, other.origin) == (candidate.kind, candidate.origin));
        if first.is_some_and(|first| !agree(&first.date, &candidate.date)) {
            candidate.prior = candidate.prior.min(FURTHER);
        }
    }
}

/// Adds the dates of `time` elements up to the end of the main text, except in comments and hidden text.
fn add_times(reader: Reader<'_, '_>, found: &mut List<Candidate>) {
    let page = reader.document.page();
    let main = reader.document.main_text_span();
    let mut count = 0;
    for (index, node) in page.tree.nodes.iter().enumerate().filter(|(_, node)| node.tag == Tag::TIME) {
        let is_left_out = page.contexts[index].flags & (flag::DROPPED | flag::HIDDEN | flag::NO_INDEX) != 0
            || main.is_some_and(|(_, end)| node.start > end)
            || is_in_comment(reader, node);
        if is_left_out || count >= MAX_TIMES {
            continue;
        }
        if let Some(time) = time_of(reader, node) {
            found.push(time);
            count += 1;
        }
    }
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
        true => (FactOrigin::Microdata, MICRODATA),
        false => (FactOrigin::Time, TIME),
    };
    let kind = if is_updated { Kind::Modified } else { Kind::Published };
    Some(Candidate { kind, date, origin, source: (value.value_start, value.value_end), prior })
}

fn is_in_comment(reader: Reader<'_, '_>, node: &Node) -> bool {
    let units = reader.document.comment_tables().units;
    let after = units.partition_point(|unit| unit.source.0 <= node.start);
    after > 0 && units[after - 1].source.1 > node.start
}

/// Adds the lines that look like the date of an article, by descending score.
#[cfg(feature = "visual")]
fn add_visual(reader: Reader<'_, '_>, found: &mut List<Candidate>) {
    use crate::published::visual::VisualClass;
    let Some(visual) = reader.document.visual() else { return };
    let is_date = |class| matches!(class, VisualClass::Date | VisualClass::AuthorDate);
    let first = found.len();
    for area in visual.areas.iter().filter(|area| is_date(area.class) && area.hidden == 0).take(MAX_TIMES) {
        let text = &reader.document.text()[area.text.0 as usize..area.text.1 as usize];
        if let Some(date) = Date::parse(text).filter(Date::is_day) {
            let prior = VISUAL * (f32::from(area.score) / 255.0).sqrt();
            let (kind, origin, source) = (Kind::Published, FactOrigin::Visual, area.source);
            found.push(Candidate { kind, date, origin, source, prior });
            let last = found.len() - 1;
            if prior > found[first].prior {
                found.swap(first, last);
            }
        }
    }
}

fn agree(one: &Date, other: &Date) -> bool {
    match one.is_day() && other.is_day() {
        true => one.day_number().abs_diff(other.day_number()) <= TOLERANCE,
        false => one == other,
    }
}

/// The most probable date of a kind: the first date of the most probable day.
pub(super) fn choose(reader: Reader<'_, '_>, candidates: &[Candidate], kind: Kind) -> Option<DateFact> {
    let of_kind: List<&Candidate> = candidates.iter().filter(|candidate| candidate.kind == kind).collect();
    let mut days: List<(&Candidate, f32)> = List::default();
    for &candidate in of_kind.iter() {
        if !days.iter().any(|(day, _)| agree(&day.date, &candidate.date)) {
            days.push((candidate, odds(&candidate.date, &of_kind)));
        }
    }
    let mut best = *days.first()?;
    for &day in days.iter() {
        if day.1 > best.1 {
            best = day;
        }
    }
    let confidence = (best.1 / (1.0 + days.iter().map(|day| day.1).sum::<f32>())).min(0.99);
    let (&Candidate { date, origin, source, .. }, _) = best;
    Some(DateFact { date: written(date), origin, source: reader.document.source_range(source), confidence })
}

/// The product of the odds of the sources that state a date. Each source counts once.
fn odds(date: &Date, candidates: &[&Candidate]) -> f32 {
    let mut priors = [None; FactOrigin::VALUES.len() + 1];
    for candidate in candidates.iter().filter(|candidate| agree(date, &candidate.date)) {
        let prior = &mut priors[candidate.origin as usize];
        *prior = Some(prior.map_or(candidate.prior, |other: f32| other.max(candidate.prior)));
    }
    let stated = || priors.iter().flatten().map(|prior| prior / (1.0 - prior));
    if stated().count() == 1 { stated().product() } else { stated().map(|odds| odds.max(1.0)).product() }
}
