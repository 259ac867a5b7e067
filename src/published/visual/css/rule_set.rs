//! The author rules of a page: compiled selectors in buckets, with their declarations.
//!
//! As in browser engines, a selector is filed under an id, class or type that its subject requires, so that an element
//! is tested only against the rules of its atoms.

use super::declarations::{self, Declaration};
use super::media::at_rule;
use super::selectors::{Bucket, Selector, Test, compile, for_each_selector};
use super::syntax::{skip_between_rules, skip_block, trim};
use super::variables::Variables;
use crate::base::arena::Bump;
use crate::base::arena::Vec as ArenaVec;
use crate::published::visual::elements::Atoms;
use crate::read::html::NONE;

/// The maximum number of selectors, of those that can match the page.
const MAX_SELECTORS: usize = 1 << 16;
/// The maximum number of declarations.
const MAX_DECLARATIONS: usize = 1 << 18;

/// The rules of all style sheets of a page.
pub struct RuleSet<'a> {
    /// The range of declarations of each rule, in source order.
    pub rules: ArenaVec<'a, (u32, u32)>,
    /// The declarations of all rules.
    pub declarations: ArenaVec<'a, Declaration>,
    /// Compiled selectors.
    pub selectors: ArenaVec<'a, Selector>,
    /// The tests of all selectors.
    pub tests: ArenaVec<'a, Test>,
    /// For each atom the first selector of its bucket, or [`NONE`]: linked lists while style sheets are parsed.
    bucket_heads: ArenaVec<'a, u32>,
    /// The first selector of the universal bucket.
    universal_head: u32,
    /// Whether a limit was reached.
    pub truncated: bool,
    /// The buckets as one table, made by [`RuleSet::finish`]: for each atom where its entries start; the universal
    /// bucket comes last.
    starts: ArenaVec<'a, u32>,
    entries: ArenaVec<'a, BucketEntry>,
}

/// A selector in its bucket.
#[derive(Clone, Copy, Debug)]
pub struct BucketEntry {
    /// Bits of the Bloom filter that the ancestors of an element must have.
    pub ancestors: u128,
    /// Bits that the element itself must have for its attributes.
    pub attributes: u128,
    /// Index of the selector.
    pub selector: u32,
}

impl<'a> RuleSet<'a> {
    /// An empty rule set for a page with these atoms.
    pub fn new(arena: &'a Bump, atoms: &Atoms<'_>) -> RuleSet<'a> {
        let mut bucket_heads = ArenaVec::with_capacity_in(atoms.len(), arena);
        bucket_heads.resize(atoms.len(), NONE);
        RuleSet {
            rules: ArenaVec::new_in(arena),
            declarations: ArenaVec::new_in(arena),
            selectors: ArenaVec::new_in(arena),
            tests: ArenaVec::new_in(arena),
            bucket_heads,
            universal_head: NONE,
            truncated: false,
            starts: ArenaVec::new_in(arena),
            entries: ArenaVec::new_in(arena),
        }
    }

    /// Copies the linked lists into one table, so that a bucket is contiguous in memory.
    pub fn finish(&mut self) {
        self.starts.reserve_exact(self.bucket_heads.len() + 2);
        self.entries.reserve_exact(self.selectors.len());
        for bucket in 0..=self.bucket_heads.len() {
            self.starts.push(self.entries.len() as u32);
            let mut next = self.bucket_heads.get(bucket).copied().unwrap_or(self.universal_head);
            while let Some(selector) = self.selectors.get(next as usize) {
                self.entries.push(BucketEntry {
                    ancestors: selector.ancestors,
                    attributes: selector.attributes,
                    selector: next,
                });
                next = selector.next;
            }
        }
        self.starts.push(self.entries.len() as u32);
    }

    /// The selectors in the bucket of an atom.
    #[inline]
    pub fn bucket(&self, atom: u32) -> &[BucketEntry] {
        let at = atom as usize;
        match (self.starts.get(at), self.starts.get(at.wrapping_add(1))) {
            (Some(&start), Some(&end)) => &self.entries[start as usize..end as usize],
            _ => &[],
        }
    }

    /// The selectors that any element may match.
    pub fn universal_bucket(&self) -> &[BucketEntry] {
        self.bucket(self.bucket_heads.len() as u32)
    }

    /// Parses the style sheet in `source[at..]`, where `source` is the page up to its end.
    pub fn parse(&mut self, source: &[u8], mut at: usize, atoms: &Atoms<'_>, variables: &mut Variables<'_>) {
        // The rules in the block of an at-rule that applies are parsed in this loop, which skips the closing brace.
        while !self.truncated {
            at = skip_between_rules(source, at);
            match source.get(at) {
                None => return,
                Some(b'}' | b';') => at += 1,
                Some(b'@') => at = at_rule(source, at),
                Some(_) => at = self.rule(source, at, atoms, variables),
            }
        }
    }

    /// Parses a style rule; returns the position after it.
    fn rule(&mut self, source: &[u8], at: usize, atoms: &Atoms<'_>, variables: &mut Variables<'_>) -> usize {
        let (rule, first) = (self.rules.len() as u32, self.selectors.len());
        let mut is_root_rule = false;
        let open = for_each_selector(source, at, |source, start| {
            is_root_rule |= is_root(trim(&source[start..]));
            self.add_selector(source, start, atoms, rule);
        });
        if source.get(open) != Some(&b'{') {
            self.discard_selectors(first);
            return (open + 1).min(source.len());
        }
        if self.selectors.len() == first && !is_root_rule {
            return skip_block(source, open + 1);
        }
        variables.is_open = is_root_rule;
        let declared = self.declarations.len();
        let declarations = &mut self.declarations;
        let end = declarations::parse_declarations(source, open + 1, variables, &mut |declaration| {
            declarations.push(declaration)
        });
        self.truncated |= self.declarations.len() > MAX_DECLARATIONS;
        if self.declarations.len() == declared {
            self.discard_selectors(first);
        } else {
            self.rules.push((declared as u32, self.declarations.len() as u32));
        }
        (end + 1).min(source.len())
    }

    fn add_selector(&mut self, source: &[u8], start: usize, atoms: &Atoms<'_>, rule: u32) {
        if self.selectors.len() >= MAX_SELECTORS {
            self.truncated = true;
            return;
        }
        let Some(mut selector) = compile(source, start, atoms, &mut self.tests) else { return };
        let count = self.selectors.len() as u32;
        (selector.rule, selector.next) = (rule, std::mem::replace(self.head(selector.bucket), count));
        self.selectors.push(selector);
    }

    /// The first selector of a bucket.
    fn head(&mut self, bucket: Bucket) -> &mut u32 {
        match bucket {
            Bucket::Atom(atom) => &mut self.bucket_heads[atom as usize],
            Bucket::Universal => &mut self.universal_head,
        }
    }

    /// Removes the selectors from `first` on: their rule has no relevant declarations.
    fn discard_selectors(&mut self, first: usize) {
        while self.selectors.len() > first
            && let Some(selector) = self.selectors.pop()
        {
            *self.head(selector.bucket) = selector.next;
            self.tests.truncate((selector.tests.0 - selector.bucket.answered_tests()) as usize);
        }
    }
}

/// Whether the custom properties of a rule with this selector apply to the whole page.
fn is_root(selector: &[u8]) -> bool {
    matches!(selector, b":root" | b"html" | b"body" | b"*" | b":host")
}
