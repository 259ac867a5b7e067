//! The authors of a page: as scripts and elements declare them, and as a byline shows them.
//!
//! Each source is a list of names. The most reliable source that has one is the answer; other sources that have the same
//! names raise the confidence. A name of the site is no author if the byline shows another.
//!
//! | module | |
//! |---|---|
//! | `byline` | names that readers see |
//! | `names` | what may be a name, and lists of them |

mod byline;
mod names;

use super::declared::Declarations;
use super::entities::{Entity, Span};
use super::places::Places;
use super::read::Reader;
use super::{Fact, FactOrigin};
use crate::base::fallible::{List, Text};
pub(super) use names::is_same;

/// The maximum number of authors of a page.
const MAX_AUTHORS: usize = 16;

/// Where a name is from, the most reliable source first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Source {
    /// `author` or `creator` of the main entity in JSON-LD.
    Entity,
    /// `itemprop=author`.
    Microdata,
    /// A link with `rel=author` near the headline.
    Link,
    /// A line near the headline that begins like "By Ann Smith".
    Line,
    /// A link near the headline whose address is in a directory of people.
    Address,
    /// A `meta` element.
    Meta,
    /// An element near the headline whose class or id says author.
    Class,
    /// A name beside a date below the headline.
    Dated,
    /// A line after the main text.
    End,
}

impl Source {
    /// The names, by number, for measurements.
    #[cfg(feature = "unstable")]
    pub const NAMES: [&str; 9] =
        ["JSON-LD", "microdata", "rel=author", "line", "address", "meta", "class", "dated", "at the end"];

    /// How often the names of a source are those that the page declares elsewhere; `evaluate authors` measures it.
    fn precision(self) -> f32 {
        match self {
            Source::Entity => 0.9,
            Source::Link => 0.85,
            Source::Line => 0.8,
            Source::Microdata | Source::Address | Source::Meta => 0.75,
            Source::Class => 0.7,
            Source::Dated | Source::End => 0.5,
        }
    }

    fn origin(self) -> FactOrigin {
        match self {
            Source::Entity => FactOrigin::JsonLd,
            Source::Microdata => FactOrigin::Microdata,
            Source::Meta => FactOrigin::Meta,
            Source::Link | Source::Line | Source::Address | Source::Class | Source::Dated | Source::End => {
                FactOrigin::Visual
            }
        }
    }
}

/// A name that a source states.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The name.
    pub name: Text,
    /// The source.
    pub source: Source,
    span: Span,
}

/// What a source that agrees leaves of the doubt: one of another origin, and one that may be the same text.
const OF_OTHER_ORIGIN: f32 = 0.4;
const OF_SAME_ORIGIN: f32 = 0.9;
/// For a name of the site.
const OF_SITE: f32 = 0.5;

/// All names that sources state, by source.
pub(super) fn candidates(
    reader: Reader<'_, '_>,
    declared: &Declarations<'_>,
    main: Option<&Entity>,
) -> List<Candidate> {
    let mut found = List::default();
    for &span in main.iter().flat_map(|main| main.authors.iter()) {
        let text = reader.json_text(span);
        add_declared(&mut found, text, Source::Entity, span);
    }
    for &content in declared.authors.iter() {
        let span = (content.value_start, content.value_end);
        add_declared(&mut found, reader.text(content), Source::Meta, span);
    }
    byline::add(reader, Places::of(reader), &mut found);
    found
}

/// Adds a name that a program wrote: of lists only the obvious ones are divided.
fn add_declared(found: &mut List<Candidate>, text: Option<Text>, source: Source, span: Span) {
    let Some(text) = text else { return };
    for name in names::declared(&text) {
        push(found, name, source, span);
    }
}

fn push(found: &mut List<Candidate>, name: &str, source: Source, span: Span) {
    let of_source = found.iter().filter(|other| other.source == source);
    let is_new = !of_source.clone().any(|other| is_same(&other.name, name));
    if is_new && of_source.count() < MAX_AUTHORS {
        // Ordered by source.
        let at = found.partition_point(|other| other.source <= source);
        found.push(Candidate { name: Text::from(name), source, span });
        found[at..].rotate_right(1);
    }
}

/// The authors, in the order of the best source.
pub(super) fn choose(reader: Reader<'_, '_>, candidates: &[Candidate], site: Option<&Fact>) -> Vec<Fact> {
    let is_site = |name: &str| site.is_some_and(|site| is_same(&site.value, name));
    let sources = || candidates.iter().map(|candidate| candidate.source);
    let of = |source: Source| candidates.iter().filter(move |candidate| candidate.source == source);
    let names_others = |&source: &Source| of(source).any(|candidate| !is_site(&candidate.name));
    let Some(best) = sources().find(names_others).or_else(|| sources().next()) else { return Vec::new() };
    let mut authors = List::default();
    // "By Ann Smith, Daily News": the site is no second author.
    let has_others = names_others(&best);
    for candidate in of(best).filter(|candidate| !has_others || !is_site(&candidate.name)) {
        let agrees = |source: Source| of(source).any(|other| is_same(&other.name, &candidate.name));
        let mut doubt = 1.0 - best.precision();
        let mut last = best;
        for source in sources().filter(|&source| source != best) {
            if source != last && agrees(source) {
                doubt *= if source.origin() == best.origin() { OF_SAME_ORIGIN } else { OF_OTHER_ORIGIN };
            }
            last = source;
        }
        let of_site = if is_site(&candidate.name) { OF_SITE } else { 1.0 };
        authors.push(Fact {
            value: Text::from(&*candidate.name).into_string(),
            origin: best.origin(),
            source: reader.document.source_range(candidate.span),
            confidence: Some(((1.0 - doubt) * of_site).min(0.99)),
        });
    }
    authors.into_vec()
}

/// The authors by some of the candidates, for measurements.
#[cfg(feature = "unstable")]
pub fn chosen(document: &crate::document::Document<'_>, candidates: &[Candidate]) -> Vec<Fact> {
    let site = document.facts(&super::FactOptions::default()).site_name;
    choose(Reader { document }, candidates, site.as_ref())
}

/// All names that sources state, for measurements.
#[cfg(feature = "unstable")]
pub fn all(document: &crate::document::Document<'_>) -> Vec<Candidate> {
    super::with_sources(document, candidates).into_vec()
}
