//! Style sheets: rules with their declarations, filed by what the rightmost element of a selector must have.

use super::declarations::{self, Declaration};
use super::selectors::{Bucket, Selector, Test, compile, each_in_list};
use super::syntax::{find, name_end, skip_between_rules, skip_block, skip_space, stop, trim};
use super::values::{Unit, length};
use super::variables::Variables;
use crate::arena::Bump;
use crate::arena::Vec as ArenaVec;
use crate::html::NONE;
use crate::html::scan::same_name;
use crate::visual::elements::Names;

/// More selectors than that, among those that name what the page has, are not kept.
pub const MAX_SELECTORS: usize = 1 << 16;
/// Nor are more declarations.
pub const MAX_DECLARATIONS: usize = 1 << 18;

/// The rules of all sheets of a page.
pub struct Sheets<'a> {
    /// By number; a rule that is further down in the page has a higher one.
    pub rules: ArenaVec<'a, (u32, u32)>,
    /// The declarations of all rules: a rule is a range of them.
    pub declarations: ArenaVec<'a, Declaration>,
    /// Compiled selectors.
    pub selectors: ArenaVec<'a, Selector>,
    /// Their tests.
    pub tests: ArenaVec<'a, Test>,
    /// The first selector for each name, class or id of the page, [`NONE`] for none.
    pub heads: ArenaVec<'a, u32>,
    /// The first selector that any element may match.
    pub any: u32,
    /// Whether a limit was reached.
    pub truncated: bool,
    /// The same as a table, once all sheets are read: where the entries of a name, class or id begin; those that any
    /// element may match come last.
    starts: ArenaVec<'a, u32>,
    entries: ArenaVec<'a, Entry>,
}

/// A selector in its bucket.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Bits that the element's ancestors must have.
    pub ancestors: u128,
    /// Bits of the attributes and values that it must have itself.
    pub attributes: u128,
    /// The selector.
    pub selector: u32,
}

impl<'a> Sheets<'a> {
    /// No rules yet, for a page with these names.
    pub fn new(arena: &'a Bump, names: &Names<'_>) -> Sheets<'a> {
        let mut heads = ArenaVec::with_capacity_in(names.len(), arena);
        heads.resize(names.len(), NONE);
        Sheets {
            rules: ArenaVec::new_in(arena),
            declarations: ArenaVec::new_in(arena),
            selectors: ArenaVec::new_in(arena),
            tests: ArenaVec::new_in(arena),
            heads,
            any: NONE,
            truncated: false,
            starts: ArenaVec::new_in(arena),
            entries: ArenaVec::new_in(arena),
        }
    }

    /// Files all selectors by their buckets, side by side, so that a bucket is read in one go.
    pub fn finish(&mut self) {
        self.starts.reserve_exact(self.heads.len() + 2);
        self.entries.reserve_exact(self.selectors.len());
        for bucket in 0..=self.heads.len() {
            self.starts.push(self.entries.len() as u32);
            let mut next = self.heads.get(bucket).copied().unwrap_or(self.any);
            while let Some(selector) = self.selectors.get(next as usize) {
                self.entries.push(Entry {
                    ancestors: selector.ancestors,
                    attributes: selector.attributes,
                    selector: next,
                });
                next = selector.next;
            }
        }
        self.starts.push(self.entries.len() as u32);
    }

    /// The selectors that ask for a name, class or id.
    #[inline]
    pub fn bucket(&self, number: u32) -> &[Entry] {
        let at = number as usize;
        match (self.starts.get(at), self.starts.get(at.wrapping_add(1))) {
            (Some(&start), Some(&end)) => &self.entries[start as usize..end as usize],
            _ => &[],
        }
    }

    /// The selectors that any element may match.
    pub fn any_bucket(&self) -> &[Entry] {
        self.bucket(self.heads.len() as u32)
    }

    /// Reads the sheet that stands in `source` from `at` on, `source` being the page up to the end of the sheet.
    pub fn read(&mut self, source: &[u8], mut at: usize, names: &Names<'_>, variables: &mut Variables<'_>) {
        // Blocks of `@media` and the like whose rules count are entered; their closing braces are skipped one by one.
        while !self.truncated {
            at = skip_between_rules(source, at);
            match source.get(at) {
                None => return,
                Some(b'}' | b';') => at += 1,
                Some(b'@') => at = at_rule(source, at),
                Some(_) => at = self.rule(source, at, names, variables),
            }
        }
    }

    /// A style rule; gives the position after it.
    fn rule(&mut self, source: &[u8], at: usize, names: &Names<'_>, variables: &mut Variables<'_>) -> usize {
        let (rule, first) = (self.rules.len() as u32, self.selectors.len());
        let mut is_of_root = false;
        let open = each_in_list(source, at, |list, start| {
            is_of_root |= is_root(trim(&list[start..]));
            self.selector(list, start, names, rule);
        });
        if source.get(open) != Some(&b'{') {
            self.forget(first);
            return (open + 1).min(source.len());
        }
        if self.selectors.len() == first && !is_of_root {
            return skip_block(source, open + 1);
        }
        variables.is_open = is_of_root;
        let declared = self.declarations.len();
        let declarations = &mut self.declarations;
        let end = declarations::read(source, open + 1, variables, &mut |declaration| declarations.push(declaration));
        self.truncated |= self.declarations.len() > MAX_DECLARATIONS;
        if self.declarations.len() == declared {
            self.forget(first);
        } else {
            self.rules.push((declared as u32, self.declarations.len() as u32));
        }
        (end + 1).min(source.len())
    }

    fn selector(&mut self, source: &[u8], start: usize, names: &Names<'_>, rule: u32) {
        if self.selectors.len() >= MAX_SELECTORS {
            self.truncated = true;
            return;
        }
        let Some((mut selector, bucket)) = compile(source, start, names, &mut self.tests) else { return };
        let head = match bucket {
            Bucket::Of(number) => &mut self.heads[number as usize],
            Bucket::Any => &mut self.any,
        };
        (selector.rule, selector.next) = (rule, *head);
        selector.bucket = bucket;
        *head = self.selectors.len() as u32;
        self.selectors.push(selector);
    }

    /// Takes back the selectors from `first` on, whose rule says nothing of interest.
    fn forget(&mut self, first: usize) {
        while self.selectors.len() > first
            && let Some(selector) = self.selectors.pop()
        {
            let head = match selector.bucket {
                Bucket::Of(number) => &mut self.heads[number as usize],
                Bucket::Any => &mut self.any,
            };
            *head = selector.next;
            self.tests.truncate((selector.tests.0 - selector.bucket.tests()) as usize);
        }
    }
}

/// Whether custom properties of a rule with this selector hold for the whole page.
fn is_root(selector: &[u8]) -> bool {
    matches!(selector, b":root" | b"html" | b"body" | b"*" | b":host")
}

/// An at-rule: gives the position after it, or, if the rules in its block count, the position in the block.
fn at_rule(source: &[u8], at: usize) -> usize {
    let name = &source[at + 1..name_end(source, at + 1)];
    let is = |known: &[u8]| same_name(name, known);
    let end = find(source, at + 1, stop::SEMICOLON | stop::OPEN | stop::CLOSE);
    if source.get(end) != Some(&b'{') {
        return (end + 1).min(source.len());
    }
    let prelude = trim(&source[at + 1 + name.len()..end]);
    let counts = match () {
        () if is(b"media") => applies(prelude),
        () if is(b"supports") => !prelude.get(..3).is_some_and(|word| same_name(word, b"not")),
        () => is(b"layer") || is(b"scope"),
    };
    if counts { end + 1 } else { skip_block(source, end + 1) }
}

/// Whether a list of media queries holds for a screen, 1000 by 800 pixels, light, without a finger on it.
pub fn applies(queries: &[u8]) -> bool {
    trim(queries).is_empty() || queries.split(|&b| b == b',').any(|query| holds(trim(query)))
}

fn holds(query: &[u8]) -> bool {
    let mut at = 0;
    let mut negated = false;
    let mut holds = true;
    while at < query.len() {
        at = skip_space(query, at);
        if query.get(at) == Some(&b'(') {
            let end = memchr::memchr(b')', &query[at..]).map_or(query.len(), |end| at + end);
            holds &= feature_holds(trim(&query[at + 1..end]));
            at = end + 1;
            continue;
        }
        let end = name_end(query, at);
        let word = &query[at..end];
        let is = |known: &[u8]| same_name(word, known);
        match () {
            () if is(b"not") => negated = true,
            () if is(b"all") || is(b"screen") || is(b"and") || is(b"only") => {}
            () => holds = false,
        }
        at = end.max(at + 1);
    }
    holds != negated
}

fn feature_holds(feature: &[u8]) -> bool {
    let Some(colon) = memchr::memchr(b':', feature) else { return false };
    let (name, value) = (trim(&feature[..colon]), trim(&feature[colon + 1..]));
    let is = |known: &[u8]| same_name(name, known);
    let says = |known: &[u8]| same_name(value, known);
    let px = length(value).and_then(|number| match number.unit {
        Unit::Px => Some(number.milli / 1000),
        Unit::Em | Unit::Rem => Some(number.milli.saturating_mul(16) / 1000),
        _ => None,
    });
    match px {
        Some(px) if is(b"min-width") || is(b"min-device-width") => px <= 1000,
        Some(px) if is(b"max-width") || is(b"max-device-width") => px >= 1000,
        Some(px) if is(b"min-height") => px <= 800,
        Some(px) if is(b"max-height") => px >= 800,
        _ if is(b"orientation") => says(b"landscape"),
        _ if is(b"prefers-color-scheme") => says(b"light"),
        _ if is(b"hover") || is(b"any-hover") => says(b"hover"),
        _ if is(b"pointer") || is(b"any-pointer") => says(b"fine"),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn media_queries() {
        for query in [
            "",
            "all",
            "screen",
            "only screen and (min-width: 768px)",
            "print, screen",
            "(max-width: 80em)",
            "not print",
            "(prefers-color-scheme:light)",
        ] {
            assert!(applies(query.as_bytes()), "{query}");
        }
        for query in
            ["print", "screen and (max-width: 600px)", "not all", "(min-width:1200px)", "speech", "(", "(a", ")("]
        {
            assert!(!applies(query.as_bytes()), "{query}");
        }
    }
}
