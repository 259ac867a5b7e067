//! Rules of a site's owner: what the elements that a selector matches are. They decide before the mask, the fields and the
//! weights do.
//!
//! | file | contents |
//! |---|---|
//! | `file` | the format of a file of rules |
//! | `error` | why a file is none |
//! | `address` | the pages that rules are for, by their addresses |
//! | `nodes` | the rules that hold for each element of a page |
//! | `blocks` | the rules that decide about each block, and what they change |
//! | `units` | comments and records that rules name |
//!
//! A rule holds for an element that its selector matches, and for all that is in it. Of rules that answer one question
//! about a block, such as whether it is content, the last one decides.

mod address;
mod blocks;
mod error;
mod file;
mod nodes;
#[cfg(test)]
mod tests;
mod units;

use super::field::Field;
use super::mask::Role;
use crate::base::fallible::{List, Text, or_end_with};
use crate::selector::SelectorSet;
use address::{PageAddress, Pattern};
pub(crate) use blocks::{BlockRules, weighted};
pub use error::RulesError;
pub(crate) use nodes::NodeRules;
#[cfg(feature = "unstable")]
pub(crate) use nodes::most_held;
use std::str::FromStr;
pub(crate) use units::{Mark, MarkKind, text_of};

/// The maximum length of a file of rules in bytes.
pub(crate) const MAX_LENGTH: usize = 1 << 20;
/// The maximum number of rules in a file.
pub(crate) const MAX_RULES: usize = 1 << 16;
/// The highest factor of a weight.
const MAX_FACTOR: f32 = 64.0;

/// What a rule says about the elements that its selector matches.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum RuleAction {
    /// Their text is content.
    Content,
    /// Their text is template.
    Template,
    /// Their text is left out, as if the page did not have it.
    Drop,
    /// The role of their text.
    Role(Role),
    /// The field of their text.
    Field(Field),
    /// A factor, 0 to 64, by which the weight of their text is multiplied.
    Weight(f32),
    /// Each is a [record](crate::Document::records): the records of the page are these.
    Record,
    /// Each is a [comment](crate::Document::comments): the comments of the page are these.
    Comment,
    /// The first is the [headline](crate::Document::headline).
    Title,
    /// An author: of the page, or of the record or comment that it is in.
    Author,
    /// A date, in the same way.
    Date,
}

impl RuleAction {
    /// Its word in a file of rules.
    pub fn name(self) -> &'static str {
        match self {
            RuleAction::Content => "content",
            RuleAction::Template => "template",
            RuleAction::Drop => "drop",
            RuleAction::Role(_) => "role",
            RuleAction::Field(_) => "field",
            RuleAction::Weight(_) => "weight",
            RuleAction::Record => "record",
            RuleAction::Comment => "comment",
            RuleAction::Title => "title",
            RuleAction::Author => "author",
            RuleAction::Date => "date",
        }
    }

    /// The role that it gives to blocks.
    fn role(self) -> Option<Role> {
        match self {
            RuleAction::Role(role) => Some(role),
            RuleAction::Title => Some(Role::Heading),
            RuleAction::Author | RuleAction::Date => Some(Role::Metadata),
            _ => None,
        }
    }

    /// The field that it gives to blocks.
    fn field(self) -> Option<Field> {
        match self {
            RuleAction::Field(field) => Some(field),
            RuleAction::Title => Some(Field::H1),
            RuleAction::Author | RuleAction::Date => Some(Field::Byline),
            _ => None,
        }
    }

    fn is_verdict(self) -> bool {
        matches!(self, RuleAction::Content | RuleAction::Template | RuleAction::Drop)
    }
}

/// One of the [`Rules`] of a site.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Rule<'r> {
    /// What it says.
    pub action: RuleAction,
    /// About which elements: a [`Selector`](crate::Selector).
    pub selector: &'r str,
    /// On which pages: patterns of addresses with spaces between them, such as `docs.example.org/api/*`; empty for all.
    pub addresses: &'r str,
    /// Its line in the file, from 1; among rules that are in no file its number, from 1.
    pub line: usize,
}

impl<'r> Rule<'r> {
    /// A rule for all pages.
    pub fn new(action: RuleAction, selector: &'r str) -> Rule<'r> {
        Rule { action, selector, addresses: "", line: 0 }
    }

    /// A rule for pages with certain addresses.
    #[must_use]
    pub fn on(self, addresses: &'r str) -> Rule<'r> {
        Rule { addresses, ..self }
    }
}

/// What the owner of a site knows about its pages: which elements are content, template, titles, comments and so on.
/// [`Analyzer::set_rules`](crate::Analyzer::set_rules) takes them for the next pages.
///
/// They are read from a text of lines, each with an action and a selector, which the guide to rules explains:
///
/// ```
/// use blockmask::{Analyzer, Options, Rules};
///
/// let rules = Rules::read(b"blockmask rules 1
///     template .related
///     drop .permalink
///     weight 2 .summary
///     on docs.example.org/api/*
///     field code .signature")?;
/// let mut analyzer = Analyzer::new(Options::default());
/// analyzer.set_rules(Some(rules.into()));
/// let page = analyzer.analyze(b"<h1>Rain<a class=permalink>#</a></h1><p class=related>It fell on the city for three days.")?;
/// let blocks: Vec<_> = page.blocks().map(|block| (block.text(), block.is_template(), block.rule())).collect();
/// assert_eq!(blocks[0].0, "Rain");
/// assert_eq!(blocks[1].2, Some(0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// They are compiled once and can be shared by threads. Of rules that contradict each other the last one decides.
#[derive(Debug, Default)]
pub struct Rules {
    /// The texts of selectors and patterns.
    source: Text,
    selectors: SelectorSet,
    entries: List<Entry>,
    /// The pages that rules are for; the first one has no patterns, for all pages.
    scopes: List<Scope>,
    patterns: List<Pattern>,
}

/// A part of the source.
type Span = (u32, u32);

#[derive(Clone, Copy, Debug)]
struct Entry {
    action: RuleAction,
    selector: Span,
    scope: u32,
    line: u32,
}

/// Patterns, one of which the address of a page must fit.
#[derive(Clone, Copy, Debug)]
struct Scope {
    text: Span,
    patterns: (u32, u32),
}

impl Rules {
    /// Reads a file of rules, of at most 1 MiB and 65,536 rules.
    ///
    /// # Errors
    /// If it is none: what is wrong, in which line and column.
    ///
    /// ```
    /// let error = blockmask::Rules::read(b"blockmask rules 1\nhide .ad").unwrap_err();
    /// assert_eq!((error.line(), error.column()), (2, 1));
    /// assert!(error.to_string().starts_with("line 2, column 1: expected an action"));
    /// ```
    pub fn read(file: &[u8]) -> Result<Rules, RulesError> {
        or_end_with(|| Err(RulesError::cancelled()), || file::read(file))
    }

    /// Compiles rules.
    ///
    /// # Errors
    /// As for [`Rules::read`]; the line of the error is the number of the rule, from 1.
    pub fn new(rules: &[Rule<'_>]) -> Result<Rules, RulesError> {
        or_end_with(|| Err(RulesError::cancelled()), || Rules::of(rules))
    }

    fn of(rules: &[Rule<'_>]) -> Result<Rules, RulesError> {
        let mut compiled = Rules::empty();
        let mut addresses = "";
        let mut scope = 0;
        for (number, rule) in rules.iter().enumerate() {
            let place = (number as u32 + 1, 1);
            if compiled.source.len() + rule.selector.len() + rule.addresses.len() > MAX_LENGTH {
                return Err(RulesError::too_long(place));
            }
            if let RuleAction::Weight(factor) = rule.action
                && !(0.0..=MAX_FACTOR).contains(&factor)
            {
                return Err(RulesError::new(place, "a factor from 0 to 64", ""));
            }
            if rule.addresses != addresses {
                addresses = rule.addresses;
                scope = if addresses.trim().is_empty() { 0 } else { compiled.add_scope(addresses, place)? };
            }
            compiled.add(rule.action, rule.selector, scope, place)?;
        }
        compiled.selectors.finish();
        Ok(compiled)
    }

    fn empty() -> Rules {
        let mut rules = Rules::default();
        rules.scopes.push(Scope { text: (0, 0), patterns: (0, 0) });
        rules
    }

    /// Adds patterns of addresses; returns their number. `place` is where they stand.
    fn add_scope(&mut self, addresses: &str, place: (u32, u32)) -> Result<u32, RulesError> {
        let text = self.add_text(addresses);
        let first = self.patterns.len() as u32;
        for pattern in addresses.split_ascii_whitespace() {
            self.patterns.push(Pattern::new(pattern, place)?);
        }
        self.scopes.push(Scope { text, patterns: (first, self.patterns.len() as u32) });
        Ok(self.scopes.len() as u32 - 1)
    }

    fn add(&mut self, action: RuleAction, selector: &str, scope: u32, place: (u32, u32)) -> Result<(), RulesError> {
        if self.entries.len() == MAX_RULES {
            return Err(RulesError::too_many(place));
        }
        self.selectors.add(selector).map_err(|error| RulesError::of_selector(selector, &error, place))?;
        let selector = self.add_text(selector);
        self.entries.push(Entry { action, selector, scope, line: place.0 });
        Ok(())
    }

    fn add_text(&mut self, text: &str) -> Span {
        let start = self.source.len() as u32;
        self.source.push_str(text);
        (start, self.source.len() as u32)
    }

    /// The number of rules.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The rule with this index.
    pub fn get(&self, index: usize) -> Option<Rule<'_>> {
        let Entry { action, selector, scope, line } = *self.entries.get(index)?;
        let text = |(start, end): Span| &self.source[start as usize..end as usize];
        let addresses = text(self.scopes[scope as usize].text);
        Some(Rule { action, selector: text(selector), addresses, line: line as usize })
    }

    /// The rules, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Rule<'_>> {
        (0..self.len()).map(|index| self.get(index).unwrap_or_else(|| Rule::new(RuleAction::Content, "")))
    }

    fn action(&self, index: u32) -> RuleAction {
        self.entries[index as usize].action
    }
}

impl FromStr for Rules {
    type Err = RulesError;

    fn from_str(file: &str) -> Result<Rules, RulesError> {
        Rules::read(file.as_bytes())
    }
}
