//! What a page may be used for: what its directives and headers, and those of the vocabularies for AI, say about search,
//! snippets, and the input and training of models.
//!
//! Sources: robots directives as Google and Bing document them; `noai` and `noimageai` of DeviantArt (2022); `noml` of
//! noml.info (2023); TDMRep, the
//! final report of the W3C community group (2024-05-10); `Content-Usage` of draft-ietf-aipref-attach with the vocabulary
//! draft-ietf-aipref-vocab-06 (2026-04-28), and the wider categories of its first versions; `Content-Signal` of
//! contentsignals.org (2025). What they leave open stays open: where no rule speaks of a purpose, none decides.

use super::declared::Declarations;
use super::read::Reader;
use super::robots::{ALL, Robots, RobotsDirective, number, product_of};
use super::{FactOptions, FactOrigin, headers};
use crate::base::fallible::{List, Text};
use crate::base::named::named;
use std::ops::Range;

/// What a page may be used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
#[non_exhaustive]
pub enum Purpose {
    /// To be found by a search.
    Search = 1,
    /// Parts of its text in search results.
    Snippet = 2,
    /// Input of a model that answers a question.
    AiInput = 3,
    /// Training of a model.
    AiTraining = 4,
    /// Training of a model on its images.
    ImageTraining = 5,
}

named! {
    Purpose {
        Search = "search",
        Snippet = "snippet",
        AiInput = "ai-input",
        AiTraining = "ai-training",
        ImageTraining = "image-training",
    }
}

/// What a page, or its headers, say about one purpose.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UsageRule {
    /// The purpose.
    pub purpose: Purpose,
    /// Whether the page may be used for it.
    pub is_allowed: bool,
    /// What says so: `noindex`, `nosnippet`, `max-snippet`, `noarchive`, `noai`, `noimageai`, `noml`,
    /// `tdm-reservation`,
    /// `content-usage` or `content-signal`.
    pub rule: &'static str,
    /// The crawler in lower case, or `robots` for all.
    pub agent: String,
    /// Whether it is for all robots or for one of [`FactOptions::agents`].
    pub applies: bool,
    /// Whether it decides: the first rule that applies and forbids the purpose, or, if none forbids it, that allows it.
    pub decides: bool,
    /// [`FactOrigin::Meta`] or [`FactOrigin::Header`].
    pub origin: FactOrigin,
    /// The source range of the `content` attribute; `None` for a header.
    pub source: Option<Range<usize>>,
}

/// The name of TDMRep, in `meta` elements and headers.
const RESERVATION: &str = "tdm-reservation";
/// The name of the address of a policy.
const POLICY: &str = "tdm-policy";
/// The preferences of AIPREF, and the signals of contentsignals.org.
const USAGE: &str = "content-usage";
const SIGNAL: &str = "content-signal";
/// The headers that are read here.
#[cfg(feature = "unstable")]
pub(super) const HEADERS: [&str; 4] = [USAGE, SIGNAL, RESERVATION, POLICY];
/// Crawlers whose operator documents that `noarchive` keeps a page from the answers and the training of models.
const OF_BING: [&str; 3] = ["bingbot", "msnbot", "bingpreview"];
/// Rules of a page.
const MAX_RULES: usize = 1_024;
/// Headers that are read.
pub(super) const MAX_HEADERS: usize = 256;

/// What a directive to robots forbids.
fn forbidden_by(name: &str, value: Option<&str>, is_of_bing: bool) -> (&'static str, &'static [Purpose]) {
    use Purpose::{AiInput, AiTraining, ImageTraining, Search, Snippet};
    match name {
        "noindex" | "none" => ("noindex", &[Search, Snippet]),
        "nosnippet" => ("nosnippet", &[Snippet, AiInput]),
        "max-snippet" if number(value) == Some(0) => ("max-snippet", &[Snippet, AiInput]),
        "noarchive" if is_of_bing => ("noarchive", &[AiInput, AiTraining]),
        // An image that is sent by itself has it, too.
        "noai" => ("noai", &[AiTraining, ImageTraining]),
        "noml" => ("noml", &[AiTraining, ImageTraining]),
        "noimageai" => ("noimageai", &[ImageTraining]),
        _ => ("", &[]),
    }
}

/// Where a rule is from, and its source range.
type Origin = (FactOrigin, Option<Range<usize>>);

/// The rules on the uses of a page, and the address of its policy on text and data mining.
pub(super) struct Usage {
    pub rules: List<UsageRule>,
    pub policy: Option<(Text, FactOrigin, Range<usize>)>,
}

pub(super) fn usage(
    reader: Reader<'_, '_>,
    declared: &Declarations<'_>,
    robots: &Robots,
    options: &FactOptions<'_>,
) -> Usage {
    let mut usage = Usage { rules: List::default(), policy: None };
    for RobotsDirective { agent, name, value, applies, origin, source } in &robots.directives {
        // A directive for all is read by the crawlers of the caller.
        let mut readers = options.agents.iter().filter(|_| agent == ALL).copied().chain([agent.as_str()]);
        let of_bing = readers.any(|reader| OF_BING.iter().any(|bing| bing.eq_ignore_ascii_case(product_of(reader))));
        let (rule, purposes) = forbidden_by(name, value.as_deref(), of_bing);
        for &purpose in purposes {
            usage.add(rule, purpose, false, (agent, *applies), (*origin, source.clone()));
        }
    }
    usage.add_declared(reader, declared);
    options.headers.lines().take(MAX_HEADERS).for_each(|line| usage.add_header(line));
    usage.decide();
    usage
}

impl Usage {
    /// Adds a rule for an agent, and whether it applies.
    fn add(
        &mut self,
        rule: &'static str,
        purpose: Purpose,
        is_allowed: bool,
        (agent, applies): (&str, bool),
        (origin, source): Origin,
    ) {
        if self.rules.len() < MAX_RULES {
            let agent = Text::from(agent).into_string();
            self.rules.push(UsageRule { purpose, is_allowed, rule, agent, applies, decides: false, origin, source });
        }
    }

    fn add_for_all(&mut self, rule: &'static str, purpose: Purpose, is_allowed: bool, origin: Origin) {
        self.add(rule, purpose, is_allowed, (ALL, true), origin);
    }

    /// `meta` elements of TDMRep.
    fn add_declared(&mut self, reader: Reader<'_, '_>, declared: &Declarations<'_>) {
        for &(name, content) in declared.named.iter() {
            let name = reader.tree().raw_value(name).trim_ascii();
            let is = |other: &str| name.eq_ignore_ascii_case(other.as_bytes());
            if !is(RESERVATION) && !is(POLICY) {
                continue;
            }
            let Some(value) = reader.text(content) else { continue };
            let source = reader.source(content);
            if is(RESERVATION) {
                self.add_reservation(&value, (FactOrigin::Meta, Some(source)));
            } else if self.policy.is_none() {
                self.policy = Some((value, FactOrigin::Meta, source));
            }
        }
    }

    /// 1: the rights for text and data mining are reserved; 0: they are not.
    fn add_reservation(&mut self, value: &str, origin: Origin) {
        let is_allowed = match value.trim() {
            "0" => true,
            "1" => false,
            _ => return,
        };
        self.add_for_all(RESERVATION, Purpose::AiTraining, is_allowed, origin);
    }

    /// A header, `name: value`.
    fn add_header(&mut self, line: &str) {
        let Some((name, value)) = headers::parts(line) else { return };
        let is = |other: &str| name.eq_ignore_ascii_case(other);
        if is(RESERVATION) {
            // TDMRep: what the page says replaces what its headers say.
            let is_said = self.rules.iter().any(|rule| rule.rule == RESERVATION && rule.origin == FactOrigin::Meta);
            if !is_said {
                self.add_reservation(value, (FactOrigin::Header, None));
            }
        } else if is(POLICY) && self.policy.is_none() && !value.is_empty() {
            self.policy = Some((Text::from(value), FactOrigin::Header, 0..0));
        } else if is(USAGE) {
            self.add_usage(value);
        } else if is(SIGNAL) {
            self.add_signals(value);
        }
    }

    /// Preferences of AIPREF: `train-ai=n, search=y`. A category without a preference has the preference of the wider one.
    fn add_usage(&mut self, value: &str) {
        let stated = |category: &str| {
            members(value).filter(|(name, _)| *name == category).last().and_then(|(_, value)| match value {
                "y" => Some(true),
                "n" => Some(false),
                _ => None,
            })
        };
        let any = stated("bots");
        let training = stated("train-genai").or(stated("train-ai")).or(any);
        for (purpose, preference) in [
            (Purpose::Search, stated("search").or(any)),
            (Purpose::AiInput, any),
            (Purpose::AiTraining, training),
            (Purpose::ImageTraining, training),
        ] {
            if let Some(is_allowed) = preference {
                self.add_for_all(USAGE, purpose, is_allowed, (FactOrigin::Header, None));
            }
        }
    }

    /// Signals: `search=yes, ai-input=no, ai-train=no`.
    fn add_signals(&mut self, value: &str) {
        for (name, value) in members(value).take(MAX_HEADERS) {
            let is = |text: &str, known: &[&str]| known.iter().position(|known| text.eq_ignore_ascii_case(known));
            let purposes: &[Purpose] = match is(name, &["search", "ai-input", "ai-train"]) {
                Some(0) => &[Purpose::Search],
                Some(1) => &[Purpose::AiInput],
                Some(2) => &[Purpose::AiTraining, Purpose::ImageTraining],
                _ => continue,
            };
            let Some(is_allowed) = is(value, &["no", "yes"]) else { continue };
            for &purpose in purposes {
                self.add_for_all(SIGNAL, purpose, is_allowed == 1, (FactOrigin::Header, None));
            }
        }
    }

    /// Marks the rule that decides on each purpose.
    fn decide(&mut self) {
        for &purpose in Purpose::VALUES {
            let first = |is_allowed: bool| {
                let is_one =
                    |rule: &UsageRule| rule.applies && rule.purpose == purpose && rule.is_allowed == is_allowed;
                self.rules.iter().position(is_one)
            };
            if let Some(rule) = first(false).or_else(|| first(true)) {
                self.rules[rule].decides = true;
            }
        }
    }
}

/// The members of a list `name=value, name=value`; parameters after a semicolon are ignored.
fn members(list: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut is_quoted = false;
    let parts = list.split(move |c: char| {
        is_quoted ^= c == '"';
        c == ',' && !is_quoted
    });
    parts.filter_map(|member| {
        let member = member.split(';').next().unwrap_or_default();
        let (name, value) = member.split_once('=')?;
        Some((name.trim(), value.trim()))
    })
}
