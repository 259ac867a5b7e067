//! Compound selectors and combinators, from right to left, with a stack of the functions that are open.

use super::compiled::{Compiled, Complex, Part, Simple};
use super::count::{Count, Counts};
use super::later::LaterSiblings;
use crate::base::fallible::List;
use crate::read::css::selector::{Combinator, Spent};
use crate::read::html::{NONE, Node, Tag, Tree};

/// Matches a selector against nodes of a tree.
pub(crate) struct Matcher<'s, 't> {
    pub(super) compiled: &'s Compiled,
    pub(super) tree: &'s Tree<'t>,
    /// The node of `:scope`.
    pub(super) scope: u32,
    /// The steps that are left.
    pub(super) steps: u64,
    stack: List<Frame>,
    /// Whether many nodes are asked for, so that answers are worth keeping.
    pub(super) keeps: bool,
    /// By list, an answer for each node; empty if there is none.
    answers: List<List<u8>>,
    pub(super) counts: Counts,
    pub(super) later: LaterSiblings,
    /// The bytes of answers and counts that may still be kept.
    room: usize,
}

/// The steps that a match may take besides those in proportion to the tree.
const STEPS: u64 = 1 << 22;
/// The steps that it may take for each node.
const STEPS_PER_NODE: u64 = 512;
/// The bytes of answers that are kept.
const ROOM: usize = 32 << 20;

/// A list or a function that is being matched.
enum Frame {
    Any(Any),
    Has(Has),
    Count(Count),
}

/// Whether one of several complex selectors matches an element.
struct Any {
    complexes: Part,
    /// The list whose answer this is, or [`NONE`].
    list: u32,
    element: u32,
    anchor: u32,
    /// The compound that is tested, one past the last one of its complex selector, and the next simple selector.
    compound: u32,
    end: u32,
    simple: u32,
    /// The element that it is tested on.
    at: u32,
    /// The compound that is some ancestor, and the nearest one that is not ruled out; so for earlier siblings.
    ancestor: (u32, u32),
    sibling: (u32, u32),
}

/// Whether an element has others that match relative selectors.
struct Has {
    complexes: Part,
    list: u32,
    anchor: u32,
    /// The next element to ask, and one past the last; none yet for a selector if both are 0.
    candidate: u32,
    end: u32,
    /// The element that was asked last.
    asked: u32,
}

/// What is next.
pub(super) enum Step {
    /// The answer of another frame is needed.
    Ask(Question),
    Answer(bool),
}

/// What one simple selector needs to know.
pub(super) enum Question {
    /// Whether a list matches an element.
    List(u32, u32),
    /// Whether a list of relative selectors matches from an element.
    Has(u32, u32),
    /// Where an element is among its siblings.
    Position(Count),
    /// Whether a complex selector matches an element from an anchor.
    Relative { complex: u32, element: u32, anchor: u32 },
}

impl<'s, 't> Matcher<'s, 't> {
    pub fn new(compiled: &'s Compiled, tree: &'s Tree<'t>, scope: u32, keeps: bool) -> Matcher<'s, 't> {
        Matcher {
            compiled,
            tree,
            scope,
            steps: STEPS + STEPS_PER_NODE * tree.nodes.len() as u64,
            stack: List::default(),
            keeps,
            answers: List::default(),
            counts: Counts::default(),
            later: LaterSiblings::default(),
            room: ROOM,
        }
    }

    /// Whether the selector matches a node.
    pub fn matches(&mut self, node: u32) -> Result<bool, Spent> {
        let list = self.compiled.whole();
        let entry = &self.tree.nodes[node as usize];
        if !entry.tag.is_element() {
            return Ok(false);
        }
        let (mut first, end) = self.compiled.lists[list as usize].complexes;
        while let Some(next) = self.first_that_may((first, end), entry)? {
            match self.subject_matches(next, node)? {
                Some(true) => return Ok(true),
                Some(false) => first = next + 1,
                None => return self.run(Frame::Any(self.any((next, end), NONE, node, NONE))),
            }
        }
        Ok(false)
    }

    /// Whether one of its complex selectors matches an element.
    pub(super) fn matches_one(&mut self, complex: u32, element: u32) -> Result<bool, Spent> {
        let one = (complex, complex + 1);
        self.spend(1)?;
        if self.first_that_may(one, self.node(element))?.is_none() {
            return Ok(false);
        }
        match self.subject_matches(complex, element)? {
            Some(answer) => Ok(answer),
            None => self.run(Frame::Any(self.any(one, NONE, element, NONE))),
        }
    }

    /// Whether a complex selector matches an element, as far as its names and attributes tell; `None` if more must be asked.
    fn subject_matches(&mut self, complex: u32, element: u32) -> Result<Option<bool>, Spent> {
        let compiled = self.compiled;
        let (subject, end) = compiled.complexes[complex as usize].compounds;
        for simple in compiled.simples_of(subject) {
            if !matches!(simple, Simple::Type(_) | Simple::Class(_) | Simple::Id(_) | Simple::Attribute(_)) {
                return Ok(None);
            }
            self.spend(1)?;
            if !self.has(simple, element)? {
                return Ok(Some(false));
            }
        }
        Ok((subject + 1 == end).then_some(true))
    }

    pub(super) fn node(&self, index: u32) -> &'s Node {
        &self.tree.nodes[index as usize]
    }

    /// Takes steps from the budget.
    #[inline]
    pub(super) fn spend(&mut self, steps: u64) -> Result<(), Spent> {
        self.steps = self.steps.checked_sub(steps).ok_or(Spent)?;
        Ok(())
    }

    /// Whether this many bytes may be kept, which takes them.
    pub(super) fn take_room(&mut self, bytes: usize) -> bool {
        let left = self.room.checked_sub(bytes).filter(|_| self.keeps);
        self.room = left.unwrap_or(self.room);
        left.is_some()
    }

    fn run(&mut self, mut frame: Frame) -> Result<bool, Spent> {
        let outermost = self.stack.len();
        let mut answer = None;
        loop {
            let step = match &mut frame {
                Frame::Any(any) => self.any_step(any, answer.take())?,
                Frame::Has(has) => self.has_step(has, answer.take())?,
                Frame::Count(count) => self.count_step(count, answer.take())?,
            };
            match step {
                Step::Answer(value) => {
                    self.keep(&frame, value);
                    if self.stack.len() == outermost {
                        return Ok(value);
                    }
                    match self.stack.pop() {
                        Some(outer) => (frame, answer) = (outer, Some(value)),
                        None => return Ok(value),
                    }
                }
                Step::Ask(question) => {
                    self.spend(1)?;
                    match self.known(&question) {
                        Some(value) => answer = Some(value),
                        None => {
                            let inner = self.frame(question);
                            self.stack.push(std::mem::replace(&mut frame, inner));
                        }
                    }
                }
            }
        }
    }

    fn frame(&self, question: Question) -> Frame {
        match question {
            Question::List(list, element) => {
                Frame::Any(self.any(self.compiled.lists[list as usize].complexes, list, element, NONE))
            }
            Question::Has(list, anchor) => {
                let complexes = self.compiled.lists[list as usize].complexes;
                Frame::Has(Has { complexes, list, anchor, candidate: 0, end: 0, asked: NONE })
            }
            Question::Relative { complex, element, anchor } => {
                Frame::Any(self.any((complex, complex + 1), NONE, element, anchor))
            }
            Question::Position(count) => Frame::Count(count),
        }
    }

    fn any(&self, complexes: Part, list: u32, element: u32, anchor: u32) -> Any {
        let none = (NONE, NONE);
        let mut any = Any {
            complexes,
            list,
            element,
            anchor,
            compound: 0,
            end: 0,
            simple: 0,
            at: element,
            ancestor: none,
            sibling: none,
        };
        if complexes.0 < complexes.1 {
            self.begin(&mut any);
        }
        any
    }

    /// Begins with the first of the complex selectors that are left.
    fn begin(&self, any: &mut Any) {
        let compounds = self.compiled.complexes[any.complexes.0 as usize].compounds;
        (any.end, any.at) = (compounds.1, any.element);
        (any.ancestor, any.sibling) = ((NONE, NONE), (NONE, NONE));
        self.enter(any, compounds.0);
    }

    fn enter(&self, any: &mut Any, compound: u32) {
        any.compound = compound;
        any.simple = self.compiled.compounds[compound as usize].simples.0;
    }

    fn any_step(&mut self, any: &mut Any, mut answer: Option<bool>) -> Result<Step, Spent> {
        if any.complexes.0 == any.complexes.1 {
            return Ok(Step::Answer(false));
        }
        loop {
            let compound = self.compiled.compounds[any.compound as usize];
            let mut holds = true;
            self.spend(1)?;
            while holds && any.simple < compound.simples.1 {
                self.spend(1)?;
                let simple = &self.compiled.simples[any.simple as usize];
                let value = match answer.take() {
                    Some(value) => value,
                    None => match self.test(simple, any.at, any.anchor, any.simple)? {
                        Step::Answer(value) => value,
                        Step::Ask(question) => return Ok(Step::Ask(question)),
                    },
                };
                holds = value != matches!(simple, Simple::Not(_));
                any.simple += 1;
            }
            if holds && any.compound + 1 == any.end {
                return Ok(Step::Answer(true));
            }
            let goes_on = if holds { self.go_left(any, compound.left)? } else { self.go_back(any)? };
            if goes_on {
                continue;
            }
            let rest = (any.complexes.0 + 1, any.complexes.1);
            match self.first_that_may(rest, self.node(any.element))? {
                Some(next) => any.complexes.0 = next,
                None => return Ok(Step::Answer(false)),
            }
            self.begin(any);
        }
    }

    /// The first of some complex selectors whose subject may be this element.
    fn first_that_may(&mut self, complexes: Part, node: &Node) -> Result<Option<u32>, Spent> {
        let may = |complex: &Complex| {
            (complex.tag == Tag::UNKNOWN || complex.tag == node.tag) && complex.known & !node.known == 0
        };
        let rest = &self.compiled.complexes[complexes.0 as usize..complexes.1 as usize];
        let found = rest.iter().position(may);
        // One is free: a page has many elements that a selector is not about.
        self.spend(found.unwrap_or(rest.len()).saturating_sub(1) as u64)?;
        Ok(found.map(|found| complexes.0 + found as u32))
    }

    /// After a compound that holds: the element that the next one is tested on.
    fn go_left(&mut self, any: &mut Any, combinator: Combinator) -> Result<bool, Spent> {
        let next = any.compound + 1;
        match combinator {
            Combinator::Child | Combinator::Descendant => {
                any.sibling = (NONE, NONE);
                let parent = self.parent(any.at);
                if combinator == Combinator::Descendant {
                    any.ancestor = (next, parent);
                }
                any.at = parent;
                if parent == NONE {
                    return Ok(false);
                }
            }
            Combinator::Next | Combinator::Later => {
                let before = self.previous(any.at)?;
                if before == NONE {
                    return Ok(self.go_up(any));
                }
                any.at = before;
                if combinator == Combinator::Later {
                    any.sibling = (next, before);
                }
            }
        }
        self.enter(any, next);
        Ok(true)
    }

    /// After a compound that does not hold: the nearest other element of a combinator that leaves a choice. An earlier
    /// sibling has the same parent, and what matches from a further ancestor is around the nearer one, too; so only the last
    /// choice among siblings since the last step up counts, and the last among ancestors.
    fn go_back(&mut self, any: &mut Any) -> Result<bool, Spent> {
        let (compound, sibling) = any.sibling;
        if compound != NONE {
            let before = self.previous(sibling)?;
            if before != NONE {
                (any.at, any.sibling) = (before, (compound, before));
                self.enter(any, compound);
                return Ok(true);
            }
        }
        Ok(self.go_up(any))
    }

    fn go_up(&self, any: &mut Any) -> bool {
        let (compound, ancestor) = any.ancestor;
        if compound == NONE {
            return false;
        }
        let parent = self.parent(ancestor);
        if parent == NONE {
            return false;
        }
        (any.at, any.ancestor, any.sibling) = (parent, (compound, parent), (NONE, NONE));
        self.enter(any, compound);
        true
    }

    fn has_step(&mut self, has: &mut Has, answer: Option<bool>) -> Result<Step, Spent> {
        if answer == Some(true) {
            self.keep_later(has.complexes.0, has.anchor, has.asked)?;
            return Ok(Step::Answer(true));
        }
        while has.complexes.0 < has.complexes.1 {
            let complex = self.compiled.complexes[has.complexes.0 as usize];
            let anchor = self.node(has.anchor);
            let is_below = matches!(complex.leading, Combinator::Descendant | Combinator::Child);
            if has.end == 0 {
                match self.known_later(has.complexes.0, has.anchor) {
                    Some(true) => return Ok(Step::Answer(true)),
                    Some(false) => {
                        has.complexes.0 += 1;
                        continue;
                    }
                    None => {}
                }
                (has.candidate, has.end) = match is_below {
                    true => (has.anchor + 1, anchor.subtree_end),
                    false if anchor.parent == NONE => (1, 1),
                    false if complex.leading == Combinator::Next && self.is_within_one(complex) => {
                        match self.sibling_after(has.anchor, false)? {
                            NONE => (1, 1),
                            next => (next, self.node(next).subtree_end),
                        }
                    }
                    false => (anchor.subtree_end, self.node(anchor.parent).subtree_end),
                };
            }
            // Of children and siblings only, subtrees are passed over.
            let is_flat = complex.compounds.1 - complex.compounds.0 == 2 && complex.leading != Combinator::Descendant;
            while has.candidate < has.end {
                self.spend(1)?;
                let element = has.candidate;
                let node = self.node(element);
                has.candidate = if is_flat { node.subtree_end } else { element + 1 };
                if !node.tag.is_element() {
                    continue;
                }
                if self.first_that_may((has.complexes.0, has.complexes.0 + 1), node)?.is_some() {
                    has.asked = element;
                    return Ok(Step::Ask(Question::Relative { complex: has.complexes.0, element, anchor: has.anchor }));
                }
            }
            self.keep_later(has.complexes.0, has.anchor, NONE)?;
            has.complexes.0 += 1;
            (has.candidate, has.end) = (0, 0);
        }
        Ok(Step::Answer(false))
    }

    /// The parent, if it is an element.
    pub(super) fn parent(&self, element: u32) -> u32 {
        match self.node(element).parent {
            NONE => NONE,
            parent if self.node(parent).tag.is_element() => parent,
            _ => NONE,
        }
    }

    /// The previous sibling that is an element: one of the ancestors of the node before.
    pub(super) fn previous(&mut self, element: u32) -> Result<u32, Spent> {
        let parent = self.node(element).parent;
        let mut at = element;
        loop {
            if at == 0 || at - 1 == parent || parent == NONE {
                return Ok(NONE);
            }
            at -= 1;
            while self.node(at).parent != parent {
                self.spend(1)?;
                at = self.node(at).parent;
            }
            self.spend(1)?;
            if self.node(at).tag.is_element() {
                return Ok(at);
            }
        }
    }

    /// The answer to a question that was asked before.
    fn known(&self, question: &Question) -> Option<bool> {
        let (Question::List(list, element) | Question::Has(list, element)) = *question else { return None };
        match self.answers.get(list as usize)?.get(element as usize)? {
            0 => None,
            answer => Some(*answer == 2),
        }
    }

    fn keep(&mut self, frame: &Frame, value: bool) {
        let (list, element) = match frame {
            Frame::Any(any) => (any.list, any.element),
            Frame::Has(has) => (has.list, has.anchor),
            Frame::Count(_) => return,
        };
        if !self.keeps || list == NONE {
            return;
        }
        if !self.compiled.lists[list as usize].is_kept && !matches!(frame, Frame::Has(_)) {
            return;
        }
        let nodes = self.tree.nodes.len();
        if self.answers.get(list as usize).is_none_or(|answers| answers.is_empty()) {
            let lists = self.compiled.lists.len();
            let needed = nodes + if self.answers.is_empty() { lists * size_of::<List<u8>>() } else { 0 };
            if !self.take_room(needed) {
                return;
            }
            if self.answers.is_empty() {
                self.answers.extend((0..lists).map(|_| List::default()));
            }
            self.answers[list as usize].extend(std::iter::repeat_n(0, nodes));
        }
        self.answers[list as usize][element as usize] = 1 + u8::from(value);
    }
}
