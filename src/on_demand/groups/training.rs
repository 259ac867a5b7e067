//! The groups of a page with their features, from which the scores of the judge are fitted.

use super::evidence::{Evidence, NAMES};
use super::judge::{GroupKind, judge};
use crate::base::fallible::{List, or_end};
use crate::document::Document;
use std::ops::Range;

/// The names of the features.
pub const FEATURES: &[&str] = &NAMES;

/// A group that may be among [`Document::groups`].
#[derive(Clone, Debug)]
pub struct JudgedGroup {
    /// The blocks of each item.
    pub items: Vec<Range<usize>>,
    /// Whether it has each of the features.
    pub features: Evidence,
    /// The kind, and its probability.
    pub judgment: (GroupKind, f32),
}

/// The groups of a page that are judged; the main list, if there is one, is the first. Which they are does not depend on the
/// scores: no group inside an item of another one is taken to be known.
pub fn judged_groups(document: &Document<'_>) -> Vec<JudgedGroup> {
    let found = || {
        let mut found = List::default();
        document.found_groups(|items, features| {
            let items: List<_> = items.iter().map(|item| item.blocks.0 as usize..item.blocks.1 as usize).collect();
            found.push(JudgedGroup { items: items.into_vec(), features: *features, judgment: judge(features) });
            (GroupKind::Unknown, 0.0)
        });
        found
    };
    or_end(found).into_vec()
}
