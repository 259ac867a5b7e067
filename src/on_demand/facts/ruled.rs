//! What rules of a site's owner name: the title, the authors and the date of a page.

use super::date::{Date, Locale};
use super::read::{MAX_VALUE, Reader};
use super::robots::written;
use super::{DateFact, Fact, FactOrigin};
use crate::base::fallible::{List, Text};
use crate::judge::rules::{Mark, MarkKind, text_of};
use crate::read::html::attributes::Name;
use crate::read::html::{Node, Tag};

/// Authors of a page, at most.
const MAX_AUTHORS: usize = 256;
/// How certain the date of a rule is.
const CONFIDENCE: f32 = 0.99;

impl Reader<'_, '_> {
    /// The title that a rule names.
    pub fn ruled_title(self) -> Option<Fact> {
        self.named(MarkKind::Title).iter().find_map(|node| self.ruled(node))
    }

    /// The authors that rules name.
    pub fn ruled_authors(self) -> List<Fact> {
        let mut budget = self.document.output_budget();
        let nodes = self.named(MarkKind::Author);
        let found = nodes.iter().filter_map(|node| self.ruled(node)).take(MAX_AUTHORS);
        found.take_while(|author| budget.take(size_of::<Fact>() + author.value.len())).collect()
    }

    /// The date that a rule names.
    pub fn ruled_date(self, locale: &Locale<'_>) -> Option<DateFact> {
        self.named(MarkKind::Date).iter().take(1).find_map(|&node| {
            let within = self.tree().nodes[node as usize..].iter();
            let end = self.tree().nodes[node as usize].subtree_end;
            let machine = within.take((end - node) as usize).find_map(|node| self.attribute_of(node, Name::DATETIME));
            let fact = machine.or_else(|| self.ruled(&node))?;
            let date = Date::parse_in(&fact.value, locale)?;
            Some(DateFact { date: written(date), origin: fact.origin, source: fact.source, confidence: CONFIDENCE })
        })
    }

    /// The elements that the last rule about something names, without those in comments and in records.
    fn named(self, kind: MarkKind) -> List<u32> {
        let rules = &self.document.rules;
        let mut end = 0;
        let mut is_of_page = |mark: &Mark| {
            if mark.node >= end && matches!(mark.kind, MarkKind::Record | MarkKind::Comment) {
                end = self.tree().nodes[mark.node as usize].subtree_end;
            }
            mark.kind == kind && mark.node >= end
        };
        let marks: List<&Mark> = rules.marks.iter().filter(|mark| is_of_page(mark)).collect();
        let last = marks.iter().map(|mark| mark.rule).max();
        let mut nodes: List<u32> = List::default();
        for mark in marks.iter().filter(|mark| Some(mark.rule) == last) {
            if nodes.last() != Some(&mark.node) {
                nodes.push(mark.node);
            }
        }
        nodes
    }

    /// The text of an element, or what a `meta` element declares.
    fn ruled(self, &node: &u32) -> Option<Fact> {
        let element = &self.tree().nodes[node as usize];
        if element.tag == Tag::META {
            return self.attribute_of(element, Name::CONTENT);
        }
        let page = self.document.page();
        let (start, end) = text_of(page, node)?;
        let block = page.blocks.partition_point(|block| block.text.1 <= start);
        let value = &page.text[start as usize..end as usize];
        if self.document.comment_of(block).is_some() || value.len() > MAX_VALUE {
            return None;
        }
        let source = self.document.map_text_range(start as usize..end as usize);
        let value = Text::collapsed(value).into_string();
        Some(Fact { value, origin: FactOrigin::Rule, source, confidence: None })
    }

    fn attribute_of(self, node: &Node, name: Name) -> Option<Fact> {
        self.fact(self.tree().attribute(node, name)?, FactOrigin::Rule)
    }
}
