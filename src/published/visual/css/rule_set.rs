//! The author rules of a page: their selectors, which are matched together, with their declarations.
//!
//! A selector is left out if it names a class, id or element that the page lacks, or if it asks for more than elements that
//! share a style share: siblings, other than that there is none before, and what is below.

use super::declarations::{self, Declaration};
use super::media::at_rule;
use super::syntax::{find, skip_between_rules, skip_block, stop, trim};
use super::variables::Variables;
use crate::base::arena::Bump;
use crate::base::arena::Vec as ArenaVec;
use crate::published::visual::elements::{AtomKind, Atoms};
use crate::read::css::selector::Combinator;
use crate::read::html::names::name_key;
use crate::selector::{Of, Position, SelectorSet, Simple};

/// The maximum number of selectors, of those that can match the page.
const MAX_SELECTORS: usize = 1 << 16;
/// The maximum number of declarations.
const MAX_DECLARATIONS: usize = 1 << 18;

/// The rules of all style sheets of a page.
pub struct RuleSet<'a> {
    /// The range of declarations of each rule, in source order.
    rules: ArenaVec<'a, (u32, u32)>,
    /// The declarations of all rules.
    declarations: ArenaVec<'a, Declaration>,
    /// The selectors, by number.
    pub set: SelectorSet,
    /// For each selector its precedence: specificity before the number of its rule.
    precedence: ArenaVec<'a, u64>,
    /// Whether a limit was reached.
    pub truncated: bool,
}

impl<'a> RuleSet<'a> {
    /// An empty rule set.
    pub fn new(arena: &'a Bump) -> RuleSet<'a> {
        RuleSet {
            rules: ArenaVec::new_in(arena),
            declarations: ArenaVec::new_in(arena),
            set: SelectorSet::default(),
            precedence: ArenaVec::new_in(arena),
            truncated: false,
        }
    }

    /// Whether it has no selectors.
    pub fn is_empty(&self) -> bool {
        self.precedence.is_empty()
    }

    /// The declarations of the rule of a selector, and their precedence.
    pub fn rule_of(&self, selector: u32) -> (&[Declaration], u64) {
        let precedence = self.precedence[selector as usize];
        let (first, end) = self.rules[precedence as u32 as usize];
        (&self.declarations[first as usize..end as usize], precedence)
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
    fn rule(&mut self, source: &[u8], mut at: usize, atoms: &Atoms<'_>, variables: &mut Variables<'_>) -> usize {
        let (first, mark) = (self.precedence.len(), self.set.mark());
        let mut is_root_rule = false;
        let open = loop {
            let end = find(source, at, stop::COMMA | stop::OPEN | stop::CLOSE);
            let selector = trim(&source[at..end]);
            is_root_rule |= is_root(selector);
            self.add_selector(selector, atoms);
            if source.get(end) != Some(&b',') {
                break end;
            }
            at = end + 1;
        };
        let is_rule = source.get(open) == Some(&b'{');
        let declared = self.declarations.len();
        let mut end = open;
        if is_rule && self.precedence.len() == first && !is_root_rule {
            return skip_block(source, open + 1);
        }
        if is_rule {
            variables.is_open = is_root_rule;
            let declarations = &mut self.declarations;
            end = declarations::parse_declarations(source, open + 1, variables, &mut |declaration| {
                declarations.push(declaration)
            });
            self.truncated |= self.declarations.len() > MAX_DECLARATIONS;
        }
        if self.declarations.len() == declared {
            // A rule without relevant declarations.
            self.precedence.truncate(first);
            self.set.reset(mark);
        } else {
            self.rules.push((declared as u32, self.declarations.len() as u32));
        }
        (end + 1).min(source.len())
    }

    fn add_selector(&mut self, selector: &[u8], atoms: &Atoms<'_>) {
        if self.precedence.len() >= MAX_SELECTORS {
            self.truncated = true;
            return;
        }
        let mark = self.set.mark();
        let is_added = str::from_utf8(selector).is_ok_and(|selector| self.set.add(selector).is_ok());
        let (simples, mut combinators) = self.set.added(mark);
        let is_kept = is_added
            && combinators.all(|combinator| matches!(combinator, Combinator::Descendant | Combinator::Child))
            && simples.iter().all(is_shared)
            && self.set.required().all(|simple| atoms.may_have(simple));
        drop(combinators);
        if !is_kept {
            self.set.reset(mark);
            return;
        }
        let [ids, classes, types] = self.set.specificity().0.map(u64::from);
        let specificity = (ids << 16 | classes << 8 | types) + 1;
        self.precedence.push(specificity << 32 | self.rules.len() as u64);
    }

    /// The keys of the attributes that selectors test.
    pub fn tested_attributes(&self) -> impl Iterator<Item = u64> {
        self.set.simples().iter().filter_map(|simple| match simple {
            Simple::Attribute(test) => Some(name_key(test.name.lower.as_bytes())),
            _ => None,
        })
    }

    /// Whether a selector asks whether an element is the first child.
    pub fn uses_first_child(&self) -> bool {
        self.set.simples().iter().any(|simple| matches!(simple, Simple::Position(_)))
    }
}

/// Whether elements that share a style all answer a simple selector alike.
fn is_shared(simple: &Simple) -> bool {
    match simple {
        Simple::Type(_) | Simple::Class(_) | Simple::Id(_) | Simple::Attribute(_) => true,
        Simple::Root | Simple::Link | Simple::Is(_) | Simple::Not(_) => true,
        Simple::Position(position) => *position == Position { step: 0, offset: 1, is_from_end: false, of: Of::All },
        _ => false,
    }
}

impl Atoms<'_> {
    /// Whether an element of the page may be what a simple selector requires.
    fn may_have(&self, simple: &Simple) -> bool {
        match simple {
            Simple::Type(name) => self.has(AtomKind::Type, name.name.lower.as_bytes()),
            Simple::Class(class) => self.has(AtomKind::Class, class.as_bytes()),
            Simple::Id(id) => self.has(AtomKind::Id, id.as_bytes()),
            _ => true,
        }
    }
}

/// Whether the custom properties of a rule with this selector apply to the whole page.
fn is_root(selector: &[u8]) -> bool {
    matches!(selector, b":root" | b"html" | b"body" | b"*" | b":host")
}
