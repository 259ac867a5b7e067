//! From a text to the tables of a selector, with a stack of the functions that are open.

use super::compiled::{
    AttributeTest, Compiled, Complex, Compound, ExactName, Of, Position, SelectorList, Simple, TypeName,
};
use super::error::SelectorError;
use crate::base::fallible::{List, Text};
use crate::read::css::selector::{Combinator, Lexer, Piece, Specificity, Wrong};
use crate::read::html::Tag;
use crate::read::html::attributes::Name;
use crate::read::html::scan::same_name;

/// The maximum length of a selector in bytes.
pub(super) const MAX_LENGTH: usize = 1 << 20;

/// What the list that is being read is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    Whole,
    Is,
    Where,
    Not,
    Has,
    /// The list after `of`.
    Position(Position),
}

impl Use {
    fn simple(self, list: u32) -> Option<Simple> {
        match self {
            Use::Whole => None,
            Use::Is | Use::Where => Some(Simple::Is(list)),
            Use::Not => Some(Simple::Not(list)),
            Use::Has => Some(Simple::Has(list)),
            Use::Position(position) => Some(Simple::Position(Position { of: Of::List(list), ..position })),
        }
    }
}

/// A list that is being read.
struct Open {
    purpose: Use,
    /// Inside of `:has()`, in which another one is not allowed.
    is_in_has: bool,
    complexes: List<Complex>,
    /// The compounds of the last complex selector, from left to right.
    compounds: List<Compound>,
    /// The last compound selector, if one has begun.
    simples: List<Simple>,
    has_compound: bool,
    /// The combinator before it.
    combinator: Option<Combinator>,
}

impl Open {
    fn new(purpose: Use, is_in_has: bool) -> Open {
        Open {
            purpose,
            is_in_has,
            complexes: List::default(),
            compounds: List::default(),
            simples: List::default(),
            has_compound: false,
            combinator: None,
        }
    }
}

struct Parser<'s, 'c> {
    lexer: Lexer<'s>,
    compiled: &'c mut Compiled,
    open: Open,
    /// The lists around it.
    outer: List<Open>,
}

const SELECTOR: &str = "a selector";
const PSEUDO_CLASS: &str = "a pseudo-class that a document without scripts has";
const DIRECTION: &str = "`ltr` or `rtl`";

/// Adds a selector to the tables. Its list is the last one, which is none of them in case of an error.
pub(super) fn parse(source: &str, compiled: &mut Compiled) -> Result<(), SelectorError> {
    if source.len() > MAX_LENGTH {
        return Err(SelectorError::too_long());
    }
    let (lexer, open) = (Lexer::new(source.as_bytes()), Open::new(Use::Whole, false));
    let read = Parser { lexer, compiled, open, outer: List::default() }.run();
    read.map_err(|Wrong { at, expected }| SelectorError::new(source, at, expected))
}

impl Parser<'_, '_> {
    fn run(&mut self) -> Result<(), Wrong> {
        while let Some(piece) = self.lexer.piece(self.open.has_compound)? {
            match piece {
                Piece::Comma => self.end_complex()?,
                Piece::Close if self.outer.is_empty() => {
                    return Wrong::at(self.lexer.start, "a selector, as no parenthesis is open,");
                }
                Piece::Close => self.end_list()?,
                Piece::Combinator(combinator) => self.combinator(combinator)?,
                Piece::Universal => self.open.has_compound = true,
                Piece::Type(name) => {
                    let name = ExactName::new(name.text());
                    self.add(Simple::Type(TypeName { tag: Tag::from_name(name.lower.as_bytes()), name }));
                }
                Piece::Class(name) => self.add(Simple::Class(name.text())),
                Piece::Id(name) => self.add(Simple::Id(name.text())),
                Piece::Attribute(piece) => self.add(Simple::Attribute(AttributeTest {
                    name: ExactName::new(piece.name.text()),
                    operator: piece.operator,
                    value: piece.value.text(),
                    case: piece.case,
                })),
                Piece::PseudoClass(name) => self.pseudo_class(&ExactName::new(name.text()).lower)?,
                Piece::Function(name) => self.function(&ExactName::new(name.text()).lower)?,
            }
        }
        if !self.outer.is_empty() {
            return self.lexer.error("`)`");
        }
        self.end_complex()?;
        self.add_list();
        Ok(())
    }

    fn combinator(&mut self, combinator: Combinator) -> Result<(), Wrong> {
        let is_relative = self.open.purpose == Use::Has && self.open.compounds.is_empty();
        if self.open.has_compound {
            self.end_compound();
        } else if !is_relative || self.open.combinator.is_some() {
            return Wrong::at(self.lexer.start, SELECTOR);
        }
        self.open.combinator = Some(combinator);
        Ok(())
    }

    fn pseudo_class(&mut self, name: &str) -> Result<(), Wrong> {
        let position = |is_from_end, of| Simple::Position(Position { step: 0, offset: 1, is_from_end, of });
        let simple = match name {
            "root" => Simple::Root,
            "scope" => Simple::Scope,
            "empty" => Simple::Empty,
            "link" | "any-link" => Simple::Link,
            "checked" => Simple::Checked,
            "disabled" => Simple::Disabled,
            "enabled" => Simple::Enabled,
            "required" | "optional" => Simple::Required(name == "required"),
            "first-child" => position(false, Of::All),
            "last-child" => position(true, Of::All),
            "first-of-type" => position(false, Of::SameType),
            "last-of-type" => position(true, Of::SameType),
            "only-child" | "only-of-type" => {
                let of = if name == "only-child" { Of::All } else { Of::SameType };
                self.add(position(false, of));
                position(true, of)
            }
            "is" | "where" | "not" | "has" | "lang" | "dir" | "nth-child" | "nth-last-child" | "nth-of-type"
            | "nth-last-of-type" => {
                return self.lexer.error("`(`");
            }
            _ => return Wrong::at(self.lexer.start, PSEUDO_CLASS),
        };
        self.add(simple);
        Ok(())
    }

    /// A pseudo-class with arguments, after its parenthesis.
    fn function(&mut self, name: &str) -> Result<(), Wrong> {
        let purpose = match name {
            "is" => Use::Is,
            "where" => Use::Where,
            "not" => Use::Not,
            "has" if self.open.is_in_has => return Wrong::at(self.lexer.start, "no `:has()` in another one"),
            "has" => Use::Has,
            "lang" => {
                let ranges = self.languages()?;
                self.add(Simple::Lang(ranges));
                return Ok(());
            }
            "dir" => {
                self.lexer.skip_space();
                let at = self.lexer.at;
                let direction = self.lexer.identifier(DIRECTION)?.text();
                let is_rtl = same_name(direction.as_bytes(), b"rtl");
                if !is_rtl && !same_name(direction.as_bytes(), b"ltr") {
                    return Wrong::at(at, DIRECTION);
                }
                self.lexer.skip_space();
                if !self.lexer.eat(b')') {
                    return self.lexer.error("`)`");
                }
                self.add(Simple::Dir(is_rtl));
                return Ok(());
            }
            "nth-child" | "nth-last-child" | "nth-of-type" | "nth-last-of-type" => {
                return self.position(name.contains("last"), name.ends_with("type"));
            }
            _ => return Wrong::at(self.lexer.start, PSEUDO_CLASS),
        };
        self.begin_list(purpose);
        Ok(())
    }

    fn languages(&mut self) -> Result<List<Text>, Wrong> {
        let mut ranges = List::default();
        loop {
            self.lexer.skip_space();
            ranges.push(self.lexer.value("a language, such as `en` or `\"*-CH\"`")?.text());
            self.lexer.skip_space();
            if self.lexer.eat(b')') {
                return Ok(ranges);
            }
            if !self.lexer.eat(b',') {
                return self.lexer.error("`,` or `)`");
            }
        }
    }

    fn position(&mut self, is_from_end: bool, is_of_type: bool) -> Result<(), Wrong> {
        let (step, offset) = self.lexer.position()?;
        let of = if is_of_type { Of::SameType } else { Of::All };
        let position = Position { step, offset, is_from_end, of };
        self.lexer.skip_space();
        let start = self.lexer.at;
        if !is_of_type && self.lexer.is_at_identifier() {
            let word = self.lexer.identifier("`of`")?.text();
            if !same_name(word.as_bytes(), b"of") {
                return Wrong::at(start, "`of` or `)`");
            }
            self.begin_list(Use::Position(position));
        } else if self.lexer.eat(b')') {
            self.add(Simple::Position(position));
        } else {
            return self.lexer.error(if is_of_type { "`)`" } else { "`of` or `)`" });
        }
        Ok(())
    }

    fn add(&mut self, simple: Simple) {
        self.open.has_compound = true;
        self.open.simples.push(simple);
    }

    fn begin_list(&mut self, purpose: Use) {
        let inner = Open::new(purpose, self.open.is_in_has || purpose == Use::Has);
        self.outer.push(std::mem::replace(&mut self.open, inner));
    }

    /// Ends the list of a function, after its parenthesis.
    fn end_list(&mut self) -> Result<(), Wrong> {
        let is_blank = self.open.complexes.is_empty() && self.open.compounds.is_empty() && !self.open.has_compound;
        // `:is()` matches nothing.
        if !(is_blank && matches!(self.open.purpose, Use::Is | Use::Where) && self.open.combinator.is_none()) {
            self.end_complex()?;
        }
        let purpose = self.open.purpose;
        let list = self.add_list();
        if let Some(outer) = self.outer.pop() {
            self.open = outer;
        }
        if let Some(simple) = purpose.simple(list) {
            self.add(simple);
        }
        Ok(())
    }

    fn end_compound(&mut self) {
        let open = &mut self.open;
        let start = self.compiled.simples.len() as u32;
        self.compiled.simples.extend(std::mem::take(&mut open.simples));
        let simples = (start, self.compiled.simples.len() as u32);
        let left = open.combinator.take().unwrap_or(Combinator::Descendant);
        open.compounds.push(Compound { simples, left });
        open.has_compound = false;
    }

    fn end_complex(&mut self) -> Result<(), Wrong> {
        if !self.open.has_compound {
            return Wrong::at(self.lexer.start, SELECTOR);
        }
        self.end_compound();
        let leading = self.open.compounds.first().map_or(Combinator::Descendant, |first| first.left);
        let start = self.compiled.compounds.len() as u32;
        let compounds = std::mem::take(&mut self.open.compounds);
        self.compiled.compounds.extend(compounds.iter().rev().copied());
        if self.open.purpose == Use::Has {
            let at = self.compiled.simples.len() as u32;
            self.compiled.simples.push(Simple::Anchor);
            self.compiled.compounds.push(Compound { simples: (at, at + 1), left: Combinator::Descendant });
        }
        let (tag, known) = self.required(start);
        let compounds = (start, self.compiled.compounds.len() as u32);
        let mut specificity = Specificity::default();
        for simple in (compounds.0..compounds.1).flat_map(|compound| self.compiled.simples_of(compound)) {
            specificity.add(self.compiled.specificity_of(simple));
        }
        self.open.complexes.push(Complex { compounds, tag, known, leading, specificity });
        Ok(())
    }

    /// The tag and the attributes that a compound selector requires.
    fn required(&self, compound: u32) -> (Tag, u16) {
        let (mut tag, mut known) = (Tag::UNKNOWN, 0);
        for simple in self.compiled.simples_of(compound) {
            match simple {
                Simple::Type(name) if *name.name.exact == *name.name.lower => tag = name.tag,
                Simple::Class(_) => known |= Name::CLASS.bit(),
                Simple::Id(_) => known |= Name::ID.bit(),
                Simple::Attribute(test) => known |= test.name.known.bit(),
                _ => {}
            }
        }
        (tag, known)
    }

    /// Adds the list that has been read to the tables; returns its index.
    fn add_list(&mut self) -> u32 {
        let start = self.compiled.complexes.len() as u32;
        let complexes = std::mem::take(&mut self.open.complexes);
        let is_long = complexes.iter().any(|complex| complex.compounds.1 - complex.compounds.0 > 1);
        let is_kept = is_long || matches!(self.open.purpose, Use::Position(_));
        let specificity = match self.open.purpose {
            Use::Where => Specificity::default(),
            _ => complexes.iter().map(|complex| complex.specificity).max().unwrap_or_default(),
        };
        self.compiled.complexes.extend(complexes);
        let complexes = (start, self.compiled.complexes.len() as u32);
        self.compiled.lists.push(SelectorList { complexes, is_kept, specificity });
        (self.compiled.lists.len() - 1) as u32
    }
}
