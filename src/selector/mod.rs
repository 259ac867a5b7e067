//! Selectors (CSS Selectors Level 4) of elements of a tree, as far as a document without scripts, users and namespaces has
//! them. Their grammar, and the names of elements, are [`crate::read::css::selector`].
//!
//! | file | contents |
//! |---|---|
//! | `parse`, `error` | from text to tables; where a selector is not one |
//! | `compiled` | the tables |
//! | `matching` | compounds and combinators, from right to left |
//! | `set`, `keys` | many selectors, matched together; by what they are found |
//! | `above` | what is above an element |
//! | `sheet` | selectors of a style sheet |
//! | `count` | `:nth-child()` and its kin |
//! | `later` | what `:has()` found among later siblings |
//! | `direction` | `:dir()` |
//! | `simple`, `states` | simple selectors of one element; pseudo-classes of forms, links and languages |
//!
//! Functions such as `:is()` nest as deep as a selector says, so that both the parser and the matcher keep their own stacks.
//! A complex selector is matched like in browsers, greedily: of the elements that a combinator could stand for the nearest is
//! taken, and another one only where that can change the answer. The answers of functions are kept for each element while a
//! whole tree is searched. What is left, such as siblings of siblings, has a budget of steps in proportion to the tree.

mod above;
mod compiled;
mod count;
mod direction;
mod error;
mod keys;
mod later;
mod matching;
mod parse;
mod set;
#[cfg(feature = "visual")]
mod sheet;
mod simple;
mod states;
#[cfg(test)]
mod tests;

#[cfg(feature = "visual")]
pub(crate) use compiled::{Of, Position, Simple};
pub use error::SelectorError;
pub(crate) use matching::Matcher;
#[cfg(feature = "visual")]
pub(crate) use set::Around;
pub(crate) use set::SelectorSet;
#[cfg(feature = "visual")]
pub(crate) use simple::with_value;

use crate::base::fallible::or_end_with;
use compiled::Compiled;
use std::str::FromStr;

/// A selector of elements, compiled: [`Tree::select`](crate::Tree::select), [`Node::matches`](crate::Node::matches),
/// [`Node::closest`](crate::Node::closest).
///
/// CSS Selectors Level 4 as far as a document without scripts and users has them: selector lists; type, universal, class, id
/// and attribute selectors, these with `i` and `s`; `:is()`, `:where()`, `:not()`, `:has()`; `:nth-child()`, with `of`, and its
/// kin; `:root`, `:scope`, `:empty`, `:link`, `:any-link`, `:checked`, `:disabled`, `:enabled`, `:lang()`, `:dir()`; all combinators.
/// There are no namespaces, pseudo-elements, and states such as `:hover`, and a list in `:is()` must be valid in all its parts.
///
/// It can be shared by threads, and matched against any tree.
///
/// ```
/// use blockmask::{Limits, Parser, Selector};
///
/// let selector = Selector::parse("ul > li:not(.ad) a[href^='/']")?;
/// let mut parser = Parser::new(Limits::default());
/// let tree = parser.parse(b"<ul><li class=ad><a href=/1>1</a><li><a href=/2>2</a> <a href=x>3</a></ul>")?;
/// let links = tree.select(&selector)?;
/// assert_eq!(links.iter().map(|link| link.text()).collect::<Vec<_>>(), ["2"]);
/// assert!(links[0].matches(&Selector::parse("li :first-child")?)?);
/// assert_eq!(links[0].closest(&Selector::parse("ul, ol")?)?.unwrap().name(), "ul");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Selector {
    compiled: Compiled,
}

impl Selector {
    /// Compiles a selector list, of at most 1 MiB.
    ///
    /// # Errors
    /// If it is none: what is wrong, and where.
    ///
    /// ```
    /// let error = blockmask::Selector::parse("main > .").unwrap_err();
    /// assert_eq!(error.offset(), 8);
    /// assert_eq!(error.to_string(), "expected the name of a class at byte 8 of the selector, where it ends");
    /// ```
    pub fn parse(selector: &str) -> Result<Selector, SelectorError> {
        let mut compiled = Compiled::default();
        or_end_with(|| Err(SelectorError::too_long()), || parse::parse(selector, &mut compiled))?;
        Ok(Selector { compiled })
    }

    pub(crate) fn compiled(&self) -> &Compiled {
        &self.compiled
    }
}

impl FromStr for Selector {
    type Err = SelectorError;

    fn from_str(selector: &str) -> Result<Selector, SelectorError> {
        Selector::parse(selector)
    }
}
