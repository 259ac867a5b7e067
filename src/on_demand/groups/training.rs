//! The groups of a page with their features, from which the scores of the judge are fitted.

use super::evidence::{Evidence, NAMES};
use super::judge::GroupKind;
use crate::base::fallible::{List, or_end};
use crate::document::Document;
use std::ops::Range;

/// The names of the features.
pub const FEATURES: &[&str] = &NAMES;

/// A group that was judged, whether it is among [`Document::groups`] or, inside of another group, too doubtful for it.
#[derive(Clone, Debug)]
pub struct JudgedGroup {
    /// The blocks of each item.
    pub items: Vec<Range<usize>>,
    /// Whether it has each of the features.
    pub features: Evidence,
    /// The kind, and its probability.
    pub judgment: (GroupKind, f32),
}

/// All groups of a page that were judged; the main list, if there is one, is the first.
pub fn judged_groups(document: &Document<'_>) -> Vec<JudgedGroup> {
    let found = || {
        let mut found = List::default();
        document.found_groups(|items, features, judgment| {
            let items: List<_> = items.iter().map(|item| item.blocks.0 as usize..item.blocks.1 as usize).collect();
            found.push(JudgedGroup { items: items.into_vec(), features: *features, judgment });
        });
        found
    };
    or_end(found).into_vec()
}
