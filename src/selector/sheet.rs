//! Selectors of a style sheet: of some, only what they ask for is read, and they are matched against one element at a time.

use super::compiled::{Compiled, Simple};
use super::matching::Matcher;
use super::set::SelectorSet;
use crate::read::css::selector::{Combinator, Specificity};
use crate::read::html::Tree;

/// The lengths of the tables at some time.
pub(crate) type Mark = [usize; 4];

impl SelectorSet {
    /// The number of selectors, and the lengths of the tables.
    pub fn mark(&self) -> (u32, Mark) {
        (self.len, self.compiled.mark())
    }

    /// Removes what was added since.
    pub fn reset(&mut self, (len, mark): (u32, Mark)) {
        while self.entries.last().is_some_and(|entry| entry.selector >= len) {
            self.entries.pop();
        }
        self.len = len;
        self.compiled.reset(mark);
    }

    /// The specificity of the selector that was added last.
    pub fn specificity(&self) -> Specificity {
        self.compiled.lists.last().map_or(Specificity::default(), |list| list.specificity)
    }

    /// What the selector that was added last requires of its subject and of the elements around it.
    pub fn required(&self) -> impl Iterator<Item = &Simple> {
        let complexes = self.compiled.lists.last().map_or((0, 0), |list| list.complexes);
        let compounds = (complexes.0..complexes.1).flat_map(|complex| {
            let (first, end) = self.compiled.complexes[complex as usize].compounds;
            first..end
        });
        compounds.flat_map(|compound| self.compiled.simples_of(compound))
    }

    /// The simple selectors and the combinators that were added since.
    pub fn added(&self, (_, mark): (u32, Mark)) -> (&[Simple], impl Iterator<Item = Combinator>) {
        let [.., compounds, simples] = mark;
        let combinators = self.compiled.compounds[compounds..].iter().map(|compound| compound.left);
        (&self.compiled.simples[simples..], combinators)
    }

    /// All simple selectors.
    pub fn simples(&self) -> &[Simple] {
        &self.compiled.simples
    }

    /// A matcher of its selectors, which has this many steps.
    pub fn matcher<'s, 't>(&'s self, tree: &'s Tree<'t>, steps: u64) -> Matcher<'s, 't> {
        let mut matcher = Matcher::new(&self.compiled, tree, tree.html, false);
        *matcher.steps() = steps;
        matcher
    }
}

impl Compiled {
    /// The lengths of the tables.
    fn mark(&self) -> Mark {
        [self.lists.len(), self.complexes.len(), self.compounds.len(), self.simples.len()]
    }

    /// Removes what was added since.
    fn reset(&mut self, [lists, complexes, compounds, simples]: Mark) {
        self.lists.truncate(lists);
        self.complexes.truncate(complexes);
        self.compounds.truncate(compounds);
        self.simples.truncate(simples);
    }
}

impl Matcher<'_, '_> {
    /// The steps that are left.
    pub fn steps(&mut self) -> &mut u64 {
        &mut self.steps
    }
}
