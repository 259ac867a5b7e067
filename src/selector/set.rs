//! Many selectors that are matched together: an element is asked only for those whose subject has one of its classes, its
//! id, its name, or one of its attributes, with the value if the selector names it; and of these only for those that want
//! nothing above them, or something that is there.

use super::above::Above;
use super::compiled::Compiled;
use super::error::SelectorError;
use super::keys::{Wanted, key_above, keys_of};
use super::matching::Matcher;
use super::parse::parse;
use crate::base::fallible::List;
use crate::read::css::selector::Spent;
use crate::read::html::Tree;

/// Selectors by number.
#[derive(Debug, Default)]
pub(crate) struct SelectorSet {
    pub(super) compiled: Compiled,
    pub(super) len: u32,
    /// By group, and in a group by what must be above.
    pub(super) entries: List<Entry>,
    /// By key.
    groups: List<Group>,
    /// By the first bits of a key: where its groups begin.
    starts: List<u32>,
    wanted: Wanted,
}

/// A complex selector of one of the selectors.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    key: u64,
    complex: u32,
    pub selector: u32,
    /// The key of what an element above the subject must have, 0 for none; when the set is finished one plus its group.
    above: u64,
}

/// What has one key.
#[derive(Clone, Copy, Debug)]
struct Group {
    key: u64,
    /// The selectors whose subjects must have it, first those that want nothing above.
    first: u32,
    nested: u32,
    end: u32,
    /// Some selectors want it above their subjects.
    is_above: bool,
}

/// What is known of the elements above one: by group, one plus its number.
pub(crate) trait Around {
    /// Whether some element has the key of a group.
    fn may_have(&self, group: u32) -> bool;

    /// All groups whose keys there are, if that is known.
    fn all(&self) -> Option<&[u32]>;
}

impl SelectorSet {
    /// Adds a selector, with the next number. [`SelectorSet::finish`] must follow the last one.
    pub fn add(&mut self, selector: &str) -> Result<(), SelectorError> {
        parse(selector, &mut self.compiled)?;
        let (first, end) = self.compiled.lists[self.compiled.whole() as usize].complexes;
        for complex in first..end {
            let above = key_above(&self.compiled, complex, &mut self.wanted);
            for key in keys_of(&self.compiled, complex, &mut self.wanted).into_iter().flatten() {
                self.entries.push(Entry { key, complex, selector: self.len, above });
            }
        }
        self.len += 1;
        Ok(())
    }

    /// Groups the selectors by their keys.
    pub fn finish(&mut self) {
        let mut keys = List::default();
        self.entries.iter().for_each(|entry| keys.extend([entry.key, entry.above].into_iter().filter(|&key| key != 0)));
        keys.sort_unstable();
        self.groups = List::default();
        for &key in &*keys {
            if self.groups.last().is_none_or(|last| last.key != key) {
                self.groups.push(Group { key, first: 0, nested: 0, end: 0, is_above: false });
            }
        }
        // By their first bits, which are as good as any of a hash.
        self.starts = List::repeat(0, self.groups.len().next_power_of_two() + 1);
        for at in 0..self.groups.len() {
            let slot = self.slot(self.groups[at].key);
            self.starts[slot + 1] += 1;
        }
        for at in 1..self.starts.len() {
            self.starts[at] += self.starts[at - 1];
        }
        for at in 0..self.entries.len() {
            let above = self.entries[at].above;
            if let Some(group) = self.group(above).filter(|_| above != 0) {
                self.groups[group].is_above = true;
                self.entries[at].above = group as u64 + 1;
            }
        }
        let above = |entry: &Entry| entry.above as usize;
        self.entries = sorted(&self.entries, self.groups.len() + 1, above);
        let mut groups = List::default();
        self.entries.iter().for_each(|entry| groups.push(self.group(entry.key).unwrap_or(0)));
        let mut order: List<(usize, Entry)> = groups.iter().copied().zip(self.entries.iter().copied()).collect();
        order = sorted(&order, self.groups.len(), |&(group, _)| group);
        for (at, (group, entry)) in (0u32..).zip(&*order) {
            let group = &mut self.groups[*group];
            if group.end == 0 {
                (group.first, group.nested) = (at, at);
            }
            group.nested += u32::from(entry.above == 0);
            group.end = at + 1;
        }
        self.entries = order.iter().map(|&(_, entry)| entry).collect();
    }

    /// Where the groups of a key begin in `starts`.
    fn slot(&self, key: u64) -> usize {
        let slots = self.starts.len() as u64 - 1;
        ((u128::from(key) * u128::from(slots)) >> 64) as usize
    }

    /// The groups among which the one of a key is.
    fn range(&self, key: u64) -> (u32, u32) {
        let slot = self.slot(key);
        (self.starts[slot], self.starts[slot + 1])
    }

    fn group(&self, key: u64) -> Option<usize> {
        let (first, end) = self.range(key);
        (first as usize..end as usize).find(|&group| self.groups[group].key == key)
    }

    /// Calls `found` with each element and the number of each selector that matches it, of those that are asked for. The
    /// elements are in document order.
    ///
    /// # Errors
    /// If the budget of steps, which is one for all selectors, is spent.
    pub fn for_each_match(
        &self,
        tree: &Tree<'_>,
        is_asked: impl Fn(u32) -> bool,
        mut found: impl FnMut(u32, u32),
    ) -> Result<(), Spent> {
        if self.entries.is_empty() {
            return Ok(());
        }
        let mut matcher = Matcher::new(&self.compiled, tree, tree.html, true);
        let (mut open, mut entered) = (Above::new(self.groups.len()), List::default());
        for (index, node) in tree.nodes.iter().enumerate().filter(|(_, node)| node.tag.is_element()) {
            let element = index as u32;
            open.leave_before(element);
            let mut found = |selector| found(element, selector);
            self.for_each_match_of(&mut matcher, element, &open, &is_asked, &mut found, &mut |group| {
                entered.push(group)
            })?;
            if !entered.is_empty() {
                if element + 1 < node.subtree_end {
                    open.enter(node.subtree_end, &entered);
                }
                entered.truncate(0);
            }
        }
        Ok(())
    }

    /// Calls `found` with the number of each selector that matches an element, and `has` with each group that it belongs to
    /// and that selectors want above their subjects.
    ///
    /// # Errors
    /// If the budget of steps is spent.
    pub fn for_each_match_of(
        &self,
        matcher: &mut Matcher<'_, '_>,
        element: u32,
        around: &impl Around,
        is_asked: &impl Fn(u32) -> bool,
        found: &mut impl FnMut(u32),
        has: &mut impl FnMut(u32),
    ) -> Result<(), Spent> {
        let (tree, mut result) = (matcher.tree, Ok(()));
        let mut match_key = |key: u64| {
            let (first, end) = self.range(key);
            matcher.spend(u64::from(end - first) / 8)?;
            let Some(group) = self.group(key) else { return Ok(()) };
            let Group { first, nested, end, is_above, .. } = self.groups[group];
            if is_above {
                has(group as u32 + 1);
            }
            let mut match_entries = |first: u32, end: u32, steps: u64| {
                matcher.spend(steps + u64::from(end - first) / 8)?;
                for entry in &self.entries[first as usize..end as usize] {
                    let may_match = entry.above == 0 || around.may_have(entry.above as u32);
                    if may_match && is_asked(entry.selector) && matcher.matches_one(entry.complex, element)? {
                        found(entry.selector);
                    }
                }
                Ok(())
            };
            match_entries(first, nested, 0)?;
            let entries = &self.entries[nested as usize..end as usize];
            // A search for each is worth it if they are few.
            match around.all().filter(|all| 8 * all.len() < entries.len()) {
                None => match_entries(nested, end, 0),
                Some(all) => all.iter().try_for_each(|&above| {
                    let bound = |above: u64| nested + entries.partition_point(|entry| entry.above < above) as u32;
                    match_entries(bound(u64::from(above)), bound(u64::from(above) + 1), 1)
                }),
            }
        };
        self.wanted.for_each_key(tree, &tree.nodes[element as usize], &mut |key| {
            if result.is_ok() {
                result = match_key(key);
            }
        });
        result
    }
}

/// Items by numbers below `count`; of one number in their order.
fn sorted<T: Copy>(items: &[T], count: usize, number: impl Fn(&T) -> usize) -> List<T> {
    let mut starts = List::repeat(0usize, count + 1);
    items.iter().for_each(|item| starts[number(item) + 1] += 1);
    for at in 1..starts.len() {
        starts[at] += starts[at - 1];
    }
    let mut places = List::repeat(0usize, items.len());
    for (at, item) in items.iter().enumerate() {
        let place = &mut starts[number(item)];
        places[*place] = at;
        *place += 1;
    }
    places.iter().map(|&at| items[at]).collect()
}
