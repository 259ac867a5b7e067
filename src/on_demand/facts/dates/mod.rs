//! The publication and modification dates of a page, from its metadata, its text and its address.
//!
//! Each date that a page states is a candidate with [evidence](evidence): who states it, where it stands, which words are
//! beside it. The model: the evidence gives each candidate odds, the candidates of different sources are independent, and
//! at most one day is right. So the odds of a day are the product of the odds of the sources that state it, and its
//! probability is its odds divided by the sum of the odds of all days plus 1, for "none of them". The weights of the
//! evidence are fitted on one half of the domains, and the probability is calibrated on the other; `make measure-dates`
//! measures the result.
//!
//! | module | |
//! |---|---|
//! | `visible` | dates that readers see |
//! | `stamps` | dates in the attributes of elements |
//! | `wording` | the words beside them |
//! | `address` | the date in the address |
//! | `data`, `description` | the day in the data of scripts or in the description, if nothing else states one |
//! | `evidence`, `weights` | the model |

mod address;
mod data;
mod description;
pub mod evidence;
mod stamps;
mod visible;
mod weights;
mod wording;

use super::date::{Date, Locale};
use super::declared::{Declarations, Property};
use super::entities::{Entity, Rank};
use super::read::Reader;
use super::robots::written;
use super::{DateFact, FactOrigin};
use crate::base::fallible::{List, Text};
use crate::read::html::Attribute;
use crate::read::html::scan::same_name;
use address::Dated;
use evidence::Evidence;
use smallvec::SmallVec;
use weights::CALIBRATION;
pub(super) use wording::Label;

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
    /// Bytes of the page in UTF-8. Empty if the caller states it: such a date is evidence for others, and no fact.
    source: (u32, u32),
    /// What speaks for it.
    pub evidence: Evidence,
}

/// Two dates a day apart agree: sources differ in their time zones.
const TOLERANCE: u32 = 1;
/// Earlier dates in visible text date something else.
const FIRST_YEAR: u32 = 1994;

/// All dates that the sources state, for measurements.
#[cfg(feature = "unstable")]
pub fn all(document: &crate::document::Document<'_>) -> Vec<Candidate> {
    super::with_sources(document, candidates).into_vec()
}

/// The days of a kind with the logarithm of their odds, for measurements.
#[cfg(feature = "unstable")]
pub fn day_odds(candidates: &[Candidate], kind: Kind) -> Vec<(Date, f32)> {
    days_of(candidates, kind).iter().map(|&(candidate, odds)| (candidate.date, odds)).collect()
}

/// All dates that the sources state.
pub(super) fn candidates(
    reader: Reader<'_, '_>,
    declared: &Declarations<'_>,
    main: Option<&Entity>,
) -> List<Candidate> {
    let mut found = List::default();
    let tag = language(reader, declared);
    let locale = Locale::of(&tag);
    add_entity(reader, &locale, main, &mut found);
    for &(property, content, is_item) in declared.dates.iter() {
        let Some(date) = reader.text(content).and_then(|text| Date::parse_in(&text, &locale)) else { continue };
        let (origin, evidence) = match (is_item, property) {
            (true, _) => (FactOrigin::Microdata, Evidence::MICRODATA),
            (false, Property::Dated) => (FactOrigin::Meta, Evidence::VAGUE_META),
            (false, _) => (FactOrigin::Meta, Evidence::META),
        };
        let kind = if property == Property::Modified { Kind::Modified } else { Kind::Published };
        let source = (content.value_start, content.value_end);
        found.push(Candidate { kind, date, origin, source, evidence });
    }
    visible::add(reader, &locale, &mut found);
    let address = add_address(reader, declared, &locale, &mut found);
    data::add(reader, &mut found);
    description::add(reader, declared, &locale, &mut found);
    let mut found: List<Candidate> = found.iter().filter(|candidate| !candidate.date.is_epoch()).copied().collect();
    compare(&mut found, address);
    found
}

/// The date that a rule names.
pub(super) fn ruled(reader: Reader<'_, '_>, declared: &Declarations<'_>) -> Option<DateFact> {
    reader.ruled_date(&Locale::of(&language(reader, declared)))
}

/// The language tag of the page. `en` alone says less about dates than the locale for previews.
fn language(reader: Reader<'_, '_>, declared: &Declarations<'_>) -> Text {
    let text = |attribute: Option<&Attribute>| attribute.and_then(|attribute| reader.text(attribute));
    let tree = reader.tree();
    let xml = || {
        let root = tree.nodes.get(tree.html as usize)?;
        tree.each_attribute(root).find(|attribute| same_name(tree.raw_attribute_name(attribute), b"xml:lang"))
    };
    let root = text(reader.document.root_language().or_else(xml)).or_else(|| text(declared.get(Property::Language)));
    let locale = || text(declared.get(Property::Locale));
    match root {
        Some(root) if Locale::of(&root).is_certain() => root,
        root => locale().filter(|locale| Locale::of(locale).is_certain()).or(root).unwrap_or_default(),
    }
}

fn add_entity(reader: Reader<'_, '_>, locale: &Locale<'_>, main: Option<&Entity>, found: &mut List<Candidate>) {
    let Some(main) = main else { return };
    let evidence = if main.rank == Rank::Article { Evidence::ARTICLE } else { Evidence::ENTITY };
    for (kind, span) in [(Kind::Published, main.published), (Kind::Modified, main.modified)] {
        let text = span.and_then(|span| Some((span, reader.json_text(span)?)));
        if let Some((source, date)) = text.and_then(|(span, text)| Some((span, Date::parse_in(&text, locale)?))) {
            found.push(Candidate { kind, date, origin: FactOrigin::JsonLd, source, evidence });
        }
    }
}

/// Adds the day in the address, and returns what the address says.
fn add_address(
    reader: Reader<'_, '_>,
    declared: &Declarations<'_>,
    locale: &Locale<'_>,
    found: &mut List<Candidate>,
) -> Option<Dated> {
    let given =
        reader.document.address.and_then(|given| Some((address::dated(given, locale)?, FactOrigin::Link, (0, 0))));
    let linked = |address: Option<&Attribute>, origin| {
        let address = address?;
        Some((address::dated(&reader.text(address)?, locale)?, origin, (address.value_start, address.value_end)))
    };
    // Declared addresses have a range.
    let (dated, origin, source) = linked(declared.canonical.first().copied(), FactOrigin::Link)
        .or_else(|| linked(declared.get(Property::Address), FactOrigin::Meta))
        .or(given)?;
    if let Dated::Day(date) = dated {
        let (kind, evidence) = (Kind::Published, Evidence::ADDRESS);
        found.push(Candidate { kind, date, origin, source, evidence });
    }
    Some(dated)
}

/// Adds what the dates say about one another.
fn compare(found: &mut List<Candidate>, address: Option<Dated>) {
    let declared = Evidence::ARTICLE | Evidence::ENTITY | Evidence::META;
    let is_end = |candidate: &&Candidate| candidate.kind == Kind::Modified && candidate.evidence.has(declared);
    let end = found.iter().filter(is_end).map(|candidate| candidate.date.day_number()).max();
    for at in 0..found.len() {
        let (before, rest) = found.split_at_mut(at);
        let Candidate { kind, date, origin, ref mut evidence, .. } = rest[0];
        // Of several days of one source, the first is most likely right: further days often belong to other articles.
        let first = before.iter().find(|other| (other.kind, other.origin) == (kind, origin));
        let is_further = origin != FactOrigin::Visual && first.is_some_and(|first| !agree(&first.date, &date));
        evidence.add(Evidence::FURTHER, is_further);
        let (year, month) = date.year_and_month();
        if kind == Kind::Published && !evidence.has(Evidence::ADDRESS) {
            let (is_same, is_other) = match address {
                Some(Dated::Day(day)) => (false, !agree(&day, &date)),
                Some(Dated::Month(of, in_year)) => ((of, in_year) == (year, month), (of, in_year) != (year, month)),
                None => (false, false),
            };
            evidence.add(Evidence::SAME_MONTH, is_same);
            evidence.add(Evidence::OTHER_MONTH, is_other);
            evidence.add(Evidence::AFTER_MODIFICATION, end.is_some_and(|end| date.day_number() > end + TOLERANCE));
        }
        evidence.add(Evidence::OLD, year < FIRST_YEAR && evidence.has(Evidence::TEXT | Evidence::TIME));
    }
}

fn agree(one: &Date, other: &Date) -> bool {
    match one.is_day() && other.is_day() {
        true => one.day_number().abs_diff(other.day_number()) <= TOLERANCE,
        false => one == other,
    }
}

/// The days of a kind, each with its first candidate and the logarithm of its odds.
fn days_of(candidates: &[Candidate], kind: Kind) -> List<(&Candidate, f32)> {
    let of_kind: List<&Candidate> = candidates.iter().filter(|candidate| candidate.kind == kind).collect();
    let mut days: List<(&Candidate, f32)> = List::default();
    for &candidate in of_kind.iter() {
        if !days.iter().any(|(day, _)| agree(&day.date, &candidate.date)) {
            days.push((candidate, log_odds(&candidate.date, &of_kind)));
        }
    }
    days
}

/// The sum of the log odds of the sources that state a date. Each source counts once, and does not count against itself
/// because others state the same.
fn log_odds(date: &Date, candidates: &[&Candidate]) -> f32 {
    let mut sources = [None; FactOrigin::VALUES.len() + 1];
    for candidate in candidates.iter().filter(|candidate| agree(date, &candidate.date)) {
        let source = &mut sources[candidate.origin as usize];
        let odds = candidate.evidence.log_odds();
        *source = Some(source.map_or(odds, |other: f32| other.max(odds)));
    }
    let stated = || sources.iter().flatten();
    let best = stated().fold(f32::NEG_INFINITY, |best, &odds| best.max(odds));
    stated().map(|odds| odds.max(0.0)).sum::<f32>() + best.min(0.0)
}

/// The most probable date of a kind, unless it is improbable.
pub(super) fn choose(reader: Reader<'_, '_>, candidates: &[Candidate], kind: Kind) -> Option<DateFact> {
    let days = days_of(candidates, kind);
    let (day, best) = days.iter().copied().reduce(|best, day| if day.1 > best.1 { day } else { best })?;
    let others = days.iter().map(|&(_, odds)| (odds - best).exp()).sum::<f32>() - 1.0 + (-best).exp();
    let (slope, intercept) = CALIBRATION;
    let confidence = 1.0 / (1.0 + (slope * others.max(1e-6).ln() - intercept).exp());
    let chosen = exact(candidates, kind, &day.date).filter(|_| confidence >= LEAST)?;
    let Candidate { date, origin, source, .. } = *chosen;
    Some(DateFact {
        date: written(date),
        origin,
        source: reader.document.source_range(source),
        confidence: confidence.min(0.99),
    })
}

/// Less probable dates are not returned.
const LEAST: f32 = 0.3;

/// Of the dates that agree with a day, the one whose day most sources state as readers see it: the address and the text
/// know the time zone of the author, a time in UTC does not. Each source has one vote.
fn exact<'c>(candidates: &'c [Candidate], kind: Kind, day: &Date) -> Option<&'c Candidate> {
    let agreeing = || candidates.iter().filter(|candidate| candidate.kind == kind && agree(&candidate.date, day));
    let votes = FactOrigin::VALUES.iter().filter_map(|&origin| {
        let of_source = agreeing().filter(|candidate| candidate.origin == origin);
        let best = of_source
            .reduce(|best, next| if next.evidence.log_odds() > best.evidence.log_odds() { next } else { best })?;
        let weight = match origin {
            _ if best.evidence.has(Evidence::ADDRESS) => 4.0,
            _ if best.date.is_universal() => 0.6,
            FactOrigin::Visual if best.evidence.log_odds() < 0.0 => 0.1,
            FactOrigin::Visual => 2.0,
            _ => 1.5,
        };
        Some((best, weight))
    });
    let votes: SmallVec<[(&Candidate, f32); FactOrigin::VALUES.len()]> = votes.collect();
    let votes_for = |date: &Date| -> f32 {
        let same = votes.iter().filter(|(other, _)| other.date.day_number() == date.day_number());
        same.map(|(_, weight)| weight).sum()
    };
    let mut best: Option<(&Candidate, f32)> = None;
    for candidate in agreeing().filter(|candidate| candidate.source.1 > 0) {
        let votes = votes_for(&candidate.date);
        if best.is_none_or(|(_, most)| votes > most) {
            best = Some((candidate, votes));
        }
    }
    best.map(|(candidate, _)| candidate)
}

/// The first bytes of a text, at most `max`.
fn start_of(text: &str, max: usize) -> &str {
    let mut end = max.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// The last bytes of a text, at most `max`.
fn end_of(text: &str, max: usize) -> &str {
    let mut start = text.len().saturating_sub(max);
    while !text.is_char_boundary(start) {
        start += 1;
    }
    &text[start..]
}
