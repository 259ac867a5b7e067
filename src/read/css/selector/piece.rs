//! The grammar of selectors, piece by piece: who reads them decides what a piece means.

use super::lexer::{Lexer, Word, Wrong};

/// A simple selector, a combinator, or what structures lists.
#[derive(Clone, Copy)]
pub(crate) enum Piece<'s> {
    Comma,
    /// `)`, after a function.
    Close,
    Combinator(Combinator),
    Universal,
    Type(Word<'s>),
    Class(Word<'s>),
    Id(Word<'s>),
    Attribute(AttributePiece<'s>),
    PseudoClass(Word<'s>),
    /// A pseudo-class with arguments, which follow.
    Function(Word<'s>),
}

/// How an element relates to the one to the left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Combinator {
    /// A descendant of it.
    Descendant,
    /// A child of it.
    Child,
    /// Its next sibling.
    Next,
    /// A later sibling of it.
    Later,
}

/// An attribute selector.
#[derive(Clone, Copy)]
pub(crate) struct AttributePiece<'s> {
    pub name: Word<'s>,
    pub operator: Operator,
    pub value: Word<'s>,
    pub case: Case,
}

/// How an attribute's value relates to the selector's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operator {
    Present,
    Equal,
    Word,
    Dash,
    Prefix,
    Suffix,
    Substring,
}

/// Whether the case of a value matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Case {
    Sensitive,
    Insensitive,
    /// Insensitive in the attributes for which HTML says so, on HTML elements.
    ByName,
}

const SELECTOR: &str = "a selector";

impl<'s> Lexer<'s> {
    /// The next piece. `in_compound` says that the last one was a simple selector, which whitespace may end and after which
    /// no type can follow.
    pub fn piece(&mut self, in_compound: bool) -> Result<Option<Piece<'s>>, Wrong> {
        let has_space = self.skip_space();
        self.start = self.at;
        let Some(byte) = self.peek() else { return Ok(None) };
        let single = match byte {
            b',' => Piece::Comma,
            b')' => Piece::Close,
            b'>' => Piece::Combinator(Combinator::Child),
            b'+' => Piece::Combinator(Combinator::Next),
            b'~' => Piece::Combinator(Combinator::Later),
            _ if has_space && in_compound => return Ok(Some(Piece::Combinator(Combinator::Descendant))),
            _ => return self.simple(byte, in_compound).map(Some),
        };
        self.at += 1;
        Ok(Some(single))
    }

    fn simple(&mut self, byte: u8, in_compound: bool) -> Result<Piece<'s>, Wrong> {
        match byte {
            b'.' => {
                self.at += 1;
                Ok(Piece::Class(self.identifier("the name of a class")?))
            }
            b'#' => {
                self.at += 1;
                Ok(Piece::Id(self.identifier("an id")?))
            }
            b'[' => self.attribute(),
            b':' => self.pseudo_class(),
            _ if in_compound => self.error("`.`, `#`, `[`, `:` or a combinator"),
            _ => {
                let is_universal = self.eat(b'*') || byte == b'|';
                let name = if is_universal { Piece::Universal } else { Piece::Type(self.identifier(SELECTOR)?) };
                if self.peek() == Some(b'|') { self.error("no namespace") } else { Ok(name) }
            }
        }
    }

    fn attribute(&mut self) -> Result<Piece<'s>, Wrong> {
        const EXPECTED: &str = "`]`";
        self.at += 1;
        self.skip_space();
        let name = self.identifier("the name of an attribute")?;
        self.skip_space();
        let operator = match self.peek() {
            Some(b']') => Operator::Present,
            Some(b'=') => Operator::Equal,
            Some(b'~') => Operator::Word,
            Some(b'|') => Operator::Dash,
            Some(b'^') => Operator::Prefix,
            Some(b'$') => Operator::Suffix,
            Some(b'*') => Operator::Substring,
            _ => return self.error("`]`, `=`, `~=`, `|=`, `^=`, `$=` or `*=`"),
        };
        let (mut value, mut case) = (Word(b""), Case::ByName);
        if operator != Operator::Present {
            self.at += usize::from(operator != Operator::Equal);
            if !self.eat(b'=') {
                return self.error("`=`");
            }
            self.skip_space();
            value = self.value("a value: an identifier or a quoted string")?;
            self.skip_space();
            if self.is_at_identifier() {
                let start = self.at;
                case = match self.identifier(EXPECTED)? {
                    Word(b"i" | b"I") => Case::Insensitive,
                    Word(b"s" | b"S") => Case::Sensitive,
                    _ => return Wrong::at(start, "`i`, `s` or `]`"),
                };
                self.skip_space();
            }
        }
        if !self.eat(b']') {
            return self.error(EXPECTED);
        }
        Ok(Piece::Attribute(AttributePiece { name, operator, value, case }))
    }

    fn pseudo_class(&mut self) -> Result<Piece<'s>, Wrong> {
        self.at += 1;
        if self.peek() == Some(b':') {
            return Wrong::at(self.start, "no pseudo-element, which is no node of a document,");
        }
        let name = self.identifier("the name of a pseudo-class")?;
        Ok(if self.eat(b'(') { Piece::Function(name) } else { Piece::PseudoClass(name) })
    }
}
