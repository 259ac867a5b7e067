//! The stack of open elements (HTML 13.2.4.2), with a count for each name.
//!
//! Most questions ("is there a `p` in button scope?") are answered by the count alone; a walk down the stack is charged
//! to the builder's [`Work`], so that no page can make the sum of all walks more than linear.

use super::super::node::{NONE, Namespace};
use super::super::tags::{Tag, class};
use super::super::tokenizer::TagToken;

/// An open element.
#[derive(Clone, Copy, Debug)]
pub struct Open {
    /// The node.
    pub node: u32,
    /// Its name.
    pub tag: Tag,
    /// Its namespace.
    pub namespace: Namespace,
    /// Its depth.
    pub depth: u16,
    /// Its name as a number.
    pub key: u64,
}

impl Open {
    /// Whether this is an HTML element with the name of the end tag.
    #[inline]
    pub fn is_closed_by(&self, end: &TagToken) -> bool {
        self.is_html(end.tag) && self.key == end.key
    }

    #[inline]
    pub fn is_html(&self, tag: Tag) -> bool {
        self.tag == tag && self.namespace == Namespace::Html
    }

    /// In the "special" category.
    pub fn is_special(&self) -> bool {
        match self.namespace {
            Namespace::Html => self.tag.is(class::SPECIAL),
            _ => self.is_foreign_boundary(),
        }
    }

    fn is_foreign_boundary(&self) -> bool {
        match self.namespace {
            Namespace::Html => false,
            Namespace::MathMl => {
                matches!(self.tag, Tag::MI | Tag::MO | Tag::MN | Tag::MS | Tag::MTEXT | Tag::ANNOTATION_XML)
            }
            Namespace::Svg => matches!(self.tag, Tag::FOREIGN_OBJECT | Tag::DESC | Tag::TITLE),
        }
    }

    fn slot(&self) -> usize {
        slot(self.tag, self.key)
    }
}

/// Which count a name belongs to: known names have their own, unknown ones share 64.
#[inline]
fn slot(tag: Tag, key: u64) -> usize {
    const { assert!(Tag::COUNT <= 192) };
    if tag == Tag::UNKNOWN { 192 + (key ^ key >> 32) as usize % 64 } else { tag.0 as usize }
}

/// The kinds of scope of "has an element in scope".
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    Default,
    ListItem,
    Button,
    Table,
}

/// A bound on the walks and clones that misnested markup asks for.
pub struct Work {
    left: u64,
    /// What was left when [`Work::settle`] was last called.
    settled: u64,
    /// Whether the bound was reached.
    pub exhausted: bool,
}

impl Work {
    /// A bound linear in the page, far above what any page that people wrote needs.
    /// Not above `most`.
    pub fn new(len: usize, most: u64) -> Work {
        let left = most.min((1 << 18) + 4 * len as u64);
        Work { left, settled: left, exhausted: false }
    }

    /// What was spent since this was last asked. From now on `most` less that may be spent.
    pub fn settle(&mut self, most: u64) -> u64 {
        let spent = self.settled - self.left;
        self.left = self.left.min(most.saturating_sub(spent));
        self.settled = self.left;
        spent
    }

    /// Whether so many steps are left; if not, the bound counts as used up.
    #[inline]
    pub fn has(&mut self, steps: usize) -> bool {
        if self.left < steps as u64 {
            (self.exhausted, self.left) = (true, 0);
        }
        !self.exhausted
    }

    /// Takes `steps` of the bound; false once it is used up.
    #[inline]
    pub fn spend(&mut self, steps: usize) -> bool {
        let has = self.has(steps);
        self.left = self.left.saturating_sub(steps as u64);
        has
    }
}

/// The stack, the root element first.
pub struct Stack {
    elements: Vec<Open>,
    counts: [u16; 256],
    /// The bound on walks.
    pub work: Work,
}

impl Stack {
    pub fn new(elements: Vec<Open>, work: Work) -> Stack {
        Stack { elements, counts: [0; 256], work }
    }

    pub fn into_storage(mut self) -> Vec<Open> {
        self.elements.clear();
        self.elements
    }

    /// Whether the next element needs more memory.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.elements.len() == self.elements.capacity()
    }

    /// Makes room for more elements; says if the system has the memory.
    pub fn grow(&mut self) -> bool {
        self.elements.try_reserve(16).is_ok()
    }

    #[inline]
    pub fn push(&mut self, open: Open) {
        if open.namespace == Namespace::Html {
            self.counts[open.slot()] += 1;
        }
        self.elements.push(open);
    }

    #[inline]
    pub fn pop(&mut self) -> Option<Open> {
        let open = self.elements.pop()?;
        if open.namespace == Namespace::Html {
            self.counts[open.slot()] -= 1;
        }
        Some(open)
    }

    pub fn insert(&mut self, at: usize, open: Open) {
        if open.namespace == Namespace::Html {
            self.counts[open.slot()] += 1;
        }
        self.elements.insert(at, open);
    }

    pub fn remove(&mut self, at: usize) -> Open {
        let open = self.elements.remove(at);
        if open.namespace == Namespace::Html {
            self.counts[open.slot()] -= 1;
        }
        open
    }

    /// Puts another node of the same name at `at`.
    pub fn replace_node(&mut self, at: usize, node: u32) {
        self.elements[at].node = node;
    }

    #[inline]
    pub fn len(&self) -> usize {
        self.elements.len()
    }

    #[inline]
    pub fn last(&self) -> Option<&Open> {
        self.elements.last()
    }

    #[inline]
    pub fn get(&self, at: usize) -> Option<&Open> {
        self.elements.get(at)
    }

    /// The current node's index.
    #[inline]
    pub fn current(&self) -> u32 {
        self.elements.last().map_or(NONE, |open| open.node)
    }

    /// Whether the current node is this HTML element.
    #[inline]
    pub fn current_is(&self, tag: Tag) -> bool {
        self.elements.last().is_some_and(|open| open.is_html(tag))
    }

    /// Whether an HTML element of this name is open.
    #[inline]
    pub fn has(&self, tag: Tag) -> bool {
        self.counts[tag.0 as usize] != 0
    }

    /// Whether an HTML element with this name may be open; unknown names share counts.
    #[inline]
    pub fn may_have(&self, tag: Tag, key: u64) -> bool {
        self.counts[slot(tag, key)] != 0
    }

    /// Position of a node, from the top.
    pub fn position(&mut self, node: u32) -> Option<usize> {
        let at = self.elements.iter().rposition(|open| open.node == node);
        self.work.spend(self.elements.len() - at.unwrap_or(0));
        at
    }

    /// Position of the topmost HTML element with this name.
    pub fn position_of(&mut self, tag: Tag) -> Option<usize> {
        if !self.has(tag) {
            return None;
        }
        let at = self.elements.iter().rposition(|open| open.is_html(tag));
        self.work.spend(self.elements.len() - at.unwrap_or(0));
        at
    }

    /// "Has an element in the specific scope", for an HTML element.
    #[inline]
    pub fn in_scope(&mut self, tag: Tag, scope: Scope) -> bool {
        self.has(tag) && self.walk_scope(scope, |open| open.is_html(tag))
    }

    /// The same for any of the elements that `target` accepts.
    pub fn walk_scope(&mut self, scope: Scope, target: impl Fn(&Open) -> bool) -> bool {
        let mut steps = 0;
        let mut found = false;
        for open in self.elements.iter().rev() {
            steps += 1;
            if target(open) {
                found = true;
                break;
            }
            if is_boundary(open, scope) {
                break;
            }
        }
        self.work.spend(steps) && found
    }
}

#[inline]
fn is_boundary(open: &Open, scope: Scope) -> bool {
    if open.namespace != Namespace::Html {
        return scope != Scope::Table && open.is_foreign_boundary();
    }
    match scope {
        Scope::Table => matches!(open.tag, Tag::HTML | Tag::TABLE | Tag::TEMPLATE),
        Scope::Default => open.tag.is(class::SCOPE),
        Scope::Button => open.tag.is(class::SCOPE) || open.tag == Tag::BUTTON,
        Scope::ListItem => open.tag.is(class::SCOPE) || matches!(open.tag, Tag::OL | Tag::UL),
    }
}
