//! What every reader of selectors shares (CSS Selectors Level 4, sections 3, 5, 6 and 15 to 17): their grammar piece by piece,
//! and whether an element has the name, the class or the id that a selector asks for. Nothing here allocates, so that the
//! style sheets of every page can be read by it.
//!
//! [`crate::selector`] makes tables of whole selectors, [`super::rules`] keeps the selectors that hide or show text.
//!
//! | file | contents |
//! |---|---|
//! | `lexer` | identifiers, strings, `An+B` |
//! | `piece` | simple selectors, combinators, the commas and parentheses of lists |
//! | `name` | names of elements, classes and ids, and what hashes them |

mod lexer;
mod name;
mod piece;

pub(crate) use lexer::{Lexer, Word, Wrong};
pub(crate) use name::{Bits, NameTest, find, key, short, words};
pub(crate) use piece::{Case, Combinator, Operator, Piece};

/// A selector could not be matched within its budget of steps, which grows with the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Spent;

/// How many ids, classes and types a selector has; what is not counted in a byte is as the most that is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Specificity(pub [u8; 3]);

impl Specificity {
    pub const ID: Specificity = Specificity([1, 0, 0]);
    /// Of a class, an attribute or a pseudo-class.
    pub const CLASS: Specificity = Specificity([0, 1, 0]);
    pub const TYPE: Specificity = Specificity([0, 0, 1]);

    pub fn add(&mut self, other: Specificity) {
        self.0.iter_mut().zip(other.0).for_each(|(sum, more)| *sum = sum.saturating_add(more));
    }
}
