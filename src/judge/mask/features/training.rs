//! The names of the features, and the features of a page: for training, and for tools that explain a score.

use super::elements::NEAR_NAMES;
use super::{Features, PAGE_COUNT, position, repetition, rule_scores, signals, text, whole_page};
use crate::base::arena::Bump;
use crate::base::limits::Watch;
use crate::judge::containers::Containers;
use crate::judge::mask::PageKind;
use crate::published::tag_path::Sequence;
use crate::read::class_words::GROUPS;
use crate::read::page::Page;

/// The names of all features, as `group.name`.
pub fn names() -> Vec<String> {
    let kinds: Vec<&str> = PageKind::VALUES.iter().map(|kind| kind.name()).collect();
    let groups: [(&str, &[&str]); 6] = [
        ("text", &text::NAMES),
        ("near", &NEAR_NAMES),
        ("repetition", &repetition::NAMES),
        ("place", &position::NAMES),
        ("rules", &rule_scores::NAMES),
        ("kind", &kinds),
    ];
    groups.iter().flat_map(|(group, names)| names.iter().map(move |name| format!("{group}.{name}"))).collect()
}

/// The names of the features of a page.
pub fn page_names() -> Vec<String> {
    let totals = whole_page::NAMES.iter().map(|name| format!("page.{name}"));
    totals.chain(signal_names().into_iter().map(|name| format!("signal.{name}"))).collect()
}

/// The names of [`signals::values`]: single ones, types, generators, word groups of the URL, word groups of `body`.
pub(super) fn signal_names() -> Vec<String> {
    let own = signals::OWN.iter().map(|name| (*name).to_owned());
    let types = signals::TYPES.iter().map(|(name, _)| format!("type_{name}"));
    let generators = signals::GENERATORS.iter().map(|(name, _)| format!("generator_{name}"));
    let groups = |of: &'static str| GROUPS.iter().map(move |name| format!("{of}_{name}"));
    own.chain(types).chain(generators).chain(groups("url")).chain(groups("body")).collect()
}

impl Features<'_> {
    /// [`Features::of_page`] alone, for training.
    pub fn page_features(page: &Page<'_>, sequence: &Sequence<'_>, containers: &Containers<'_>) -> [u8; PAGE_COUNT] {
        let arena = Bump::new();
        let scores = rule_scores(&arena, &Bump::new(), page, sequence);
        Features::new(&arena, page, sequence, scores, containers, &Watch::default()).of_page()
    }
}
