//! The stack of open elements (HTML, "The stack of open elements"), with a count of the open elements of each name.
//!
//! Most queries ("has a `p` element in button scope") are answered by the count alone. A walk down the stack is charged
//! to a [`StepBudget`], so that the sum of all walks is linear in the page.

use super::super::node::{NONE, Namespace};
use super::super::tags::{Tag, class};

/// An open element.
#[derive(Clone, Copy, Debug)]
pub struct OpenElement {
    /// The node.
    pub node: u32,
    /// Its name.
    pub tag: Tag,
    /// Its namespace.
    pub namespace: Namespace,
    /// Its depth.
    pub depth: u16,
    /// The key of its name.
    pub key: u64,
}

impl OpenElement {
    #[inline]
    pub fn is_html(&self, tag: Tag) -> bool {
        self.tag == tag && self.namespace == Namespace::Html
    }

    /// Whether the element is in the "special" category.
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

    fn count_index(&self) -> usize {
        count_index(self.tag, self.key)
    }
}

/// Index of the count of a name: known names have their own, unknown ones share 64.
#[inline]
fn count_index(tag: Tag, key: u64) -> usize {
    const { assert!(Tag::COUNT <= 192) };
    if tag == Tag::UNKNOWN { 192 + (key ^ key >> 32) as usize % 64 } else { tag.0 as usize }
}

/// The scopes of "has an element in the specific scope".
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    Default,
    ListItem,
    Button,
    Table,
}

/// A step budget for the walks and clones that misnested markup causes.
pub struct StepBudget {
    remaining: u64,
    /// What remained at the last call of [`StepBudget::take_consumed`].
    reported: u64,
    /// Whether more steps were requested than remained.
    pub exhausted: bool,
}

impl StepBudget {
    /// A budget linear in the page, far above the needs of real pages, and at most `max_steps`.
    pub fn new(page_len: usize, max_steps: u64) -> StepBudget {
        let remaining = max_steps.min((1 << 18) + 4 * page_len as u64);
        StepBudget { remaining, reported: remaining, exhausted: false }
    }

    /// The steps consumed since the last call; they are also deducted from `max_steps`, the limit from now on.
    pub fn take_consumed(&mut self, max_steps: u64) -> u64 {
        let consumed = self.reported - self.remaining;
        self.remaining = self.remaining.min(max_steps.saturating_sub(consumed));
        self.reported = self.remaining;
        consumed
    }

    /// Whether `steps` remain; if not, the budget is exhausted.
    #[inline]
    pub fn can_afford(&mut self, steps: usize) -> bool {
        if self.remaining < steps as u64 {
            (self.exhausted, self.remaining) = (true, 0);
        }
        !self.exhausted
    }

    /// Consumes `steps`; false if the budget is exhausted.
    #[inline]
    pub fn consume(&mut self, steps: usize) -> bool {
        let can_afford = self.can_afford(steps);
        self.remaining = self.remaining.saturating_sub(steps as u64);
        can_afford
    }
}

/// The stack, the root element first.
pub struct Stack {
    elements: Vec<OpenElement>,
    open_counts: [u16; 256],
    /// The budget of walks.
    pub budget: StepBudget,
}

impl Stack {
    pub fn new(elements: Vec<OpenElement>, budget: StepBudget) -> Stack {
        Stack { elements, open_counts: [0; 256], budget }
    }

    pub fn into_storage(mut self) -> Vec<OpenElement> {
        self.elements.clear();
        self.elements
    }

    /// Whether the next push has to allocate.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.elements.len() == self.elements.capacity()
    }

    /// Reserves capacity for more elements; false if the system has no memory left.
    pub fn grow(&mut self) -> bool {
        self.elements.try_reserve(16).is_ok()
    }

    #[inline]
    pub fn push(&mut self, open: OpenElement) {
        if open.namespace == Namespace::Html {
            self.open_counts[open.count_index()] += 1;
        }
        self.elements.push(open);
    }

    #[inline]
    pub fn pop(&mut self) -> Option<OpenElement> {
        let open = self.elements.pop()?;
        if open.namespace == Namespace::Html {
            self.open_counts[open.count_index()] -= 1;
        }
        Some(open)
    }

    pub fn insert(&mut self, at: usize, open: OpenElement) {
        if open.namespace == Namespace::Html {
            self.open_counts[open.count_index()] += 1;
        }
        self.elements.insert(at, open);
    }

    pub fn remove(&mut self, at: usize) -> OpenElement {
        let open = self.elements.remove(at);
        if open.namespace == Namespace::Html {
            self.open_counts[open.count_index()] -= 1;
        }
        open
    }

    /// Replaces the node at `at` by another one of its name.
    pub fn replace_node(&mut self, at: usize, node: u32) {
        self.elements[at].node = node;
    }

    #[inline]
    pub fn len(&self) -> usize {
        self.elements.len()
    }

    #[inline]
    pub fn last(&self) -> Option<&OpenElement> {
        self.elements.last()
    }

    #[inline]
    pub fn get(&self, at: usize) -> Option<&OpenElement> {
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
        self.open_counts[tag.0 as usize] != 0
    }

    /// Whether an HTML element of this name may be open. False positives are possible, as unknown names share counts.
    #[inline]
    pub fn may_have(&self, tag: Tag, key: u64) -> bool {
        self.open_counts[count_index(tag, key)] != 0
    }

    /// Position of a node, searched from the top.
    pub fn position(&mut self, node: u32) -> Option<usize> {
        let at = self.elements.iter().rposition(|open| open.node == node);
        self.budget.consume(self.elements.len() - at.unwrap_or(0));
        at
    }

    /// Position of the topmost HTML element of this name.
    pub fn position_of_tag(&mut self, tag: Tag) -> Option<usize> {
        if !self.has(tag) {
            return None;
        }
        let at = self.elements.iter().rposition(|open| open.is_html(tag));
        self.budget.consume(self.elements.len() - at.unwrap_or(0));
        at
    }

    /// "Has an element in the specific scope", for HTML elements of this name.
    #[inline]
    pub fn in_scope(&mut self, tag: Tag, scope: Scope) -> bool {
        self.has(tag) && self.any_in_scope(scope, |open| open.is_html(tag))
    }

    /// "Has an element in the specific scope", for elements that `target` accepts.
    pub fn any_in_scope(&mut self, scope: Scope, target: impl Fn(&OpenElement) -> bool) -> bool {
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
        self.budget.consume(steps) && found
    }
}

#[inline]
fn is_boundary(open: &OpenElement, scope: Scope) -> bool {
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
