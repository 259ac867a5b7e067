//! Elements by selectors.

use super::{Node, Tree};
use crate::base::error::Error;
use crate::base::fallible::{List, or_end_with};
use crate::base::flags::Truncation;
use crate::read::css::selector::Spent;
use crate::selector::{Matcher, Selector};

/// The budget of steps of a selector is spent.
const SPENT: Error = Error::LimitReached { limits: Truncation::WORK };

impl<'a> Tree<'a> {
    /// The elements that a selector matches, in document order.
    ///
    /// # Errors
    /// [`Error::LimitReached`] with [`Truncation::WORK`] if the selector needs too many steps, as only crafted ones do;
    /// [`Error::Cancelled`].
    pub fn select(&self, selector: &Selector) -> Result<Vec<Node<'_, 'a>>, Error> {
        self.root().select(selector)
    }
}

impl<'t, 'a> Node<'t, 'a> {
    /// The descendants that a selector matches, in document order. The selector may name elements around this one; `:scope`
    /// is this one, or the root element if this is the document.
    ///
    /// # Errors
    /// As for [`Tree::select`].
    pub fn select(&self, selector: &Selector) -> Result<Vec<Node<'t, 'a>>, Error> {
        let (tree, first, end) = (self.tree, self.index + 1, self.subtree_end());
        or_end_with(
            || Err(Error::Cancelled),
            || {
                let mut matcher = self.matcher(selector, true);
                let mut found = List::default();
                for index in first..end {
                    if matcher.matches(index as u32).map_err(spent)? {
                        found.push(Node::new(tree, index));
                    }
                }
                Ok(found.into_vec())
            },
        )
    }

    /// Whether a selector matches this element; `:scope` is the element itself.
    ///
    /// # Errors
    /// As for [`Tree::select`].
    pub fn matches(&self, selector: &Selector) -> Result<bool, Error> {
        Ok(self.nearest(selector, 1)?.is_some())
    }

    /// The element itself, or the innermost one around it, that a selector matches; `:scope` is the element itself.
    ///
    /// # Errors
    /// As for [`Tree::select`].
    pub fn closest(&self, selector: &Selector) -> Result<Option<Node<'t, 'a>>, Error> {
        self.nearest(selector, usize::MAX)
    }

    /// The first of this many nodes, from this one up, that a selector matches.
    fn nearest(&self, selector: &Selector, count: usize) -> Result<Option<Node<'t, 'a>>, Error> {
        or_end_with(
            || Err(Error::Cancelled),
            || {
                let mut matcher = self.matcher(selector, false);
                for node in std::iter::once(*self).chain(self.ancestors()).take(count) {
                    if matcher.matches(node.index as u32).map_err(spent)? {
                        return Ok(Some(node));
                    }
                }
                Ok(None)
            },
        )
    }

    fn matcher<'s>(&self, selector: &'s Selector, keeps: bool) -> Matcher<'s, 'a>
    where
        't: 's,
    {
        let table = &self.tree.table;
        let scope = if self.index == 0 { table.html } else { self.index as u32 };
        Matcher::new(selector.compiled(), table, scope, keeps)
    }
}

fn spent(_: Spent) -> Error {
    SPENT
}
