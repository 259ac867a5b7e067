//! Formulas that a script draws from the text of the page: TeX between delimiters, as MathJax and the auto-render extension
//! of KaTeX read it. They count on pages that load such a script, so that neither prices nor patterns become formulas.

use super::super::Page;
use crate::read::html::attributes::Name;
use crate::read::html::{Node, Tag, Tree};
use memchr::{memchr2, memmem};
use std::ops::Range;

/// A longer text is no formula.
const MAX_BYTES: usize = 4096;

/// The beginning and the end of TeX, and whether it stands in a line of its own.
pub(super) type Pair = (&'static [u8], &'static [u8], bool);
pub(super) const PAIRS: [Pair; 4] =
    [(b"$$", b"$$", true), (b"\\[", b"\\]", true), (b"\\(", b"\\)", false), (b"$", b"$", false)];
/// The place of `$`, whose ends are looked for by other rules.
const DOLLAR: usize = 3;
const ASCII_MATH: Pair = (b"\\$", b"\\$", false);

/// Which delimiters the scripts of a page read, besides `\(`, `\[`, `$$` and environments.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Delimiters {
    /// `$x$`
    dollar: bool,
    /// `\$x\$`
    ascii_math: bool,
}

/// A formula with its delimiters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Delimited {
    /// With its delimiters.
    pub range: Range<usize>,
    /// Without them.
    pub inside: Range<usize>,
    /// Whether it stands in a line of its own.
    pub is_display: bool,
}

impl Delimiters {
    /// The delimiters that count on a page; `None` if none do, or if its text has none.
    pub fn of(page: &Page<'_>) -> Option<Delimiters> {
        memchr2(b'\\', b'$', page.text.as_bytes())?;
        let mut found = None;
        for &index in page.metadata_elements {
            let node = &page.tree.nodes[index as usize];
            match node.tag {
                Tag::SCRIPT => of_script(&page.tree, index, node, &mut found),
                Tag::LINK if names_program(address(&page.tree, node, Name::HREF)) => {
                    found.get_or_insert_default();
                }
                _ => {}
            }
        }
        found
    }

    /// The formulas in the text of one text node, in order.
    pub fn formulas(self, text: &str) -> Formulas<'_> {
        Formulas { delimiters: self, text, at: 0, unclosed: 0, commands: text.len() }
    }
}

fn address<'t>(tree: &Tree<'t>, node: &Node, name: Name) -> &'t [u8] {
    tree.attribute(node, name).map(|address| tree.raw_value(address)).unwrap_or_default()
}

/// Whether the address of a script or style sheet is one of a program that draws formulas.
fn names_program(address: &[u8]) -> bool {
    let is_named = |part: &[u8]| part.eq_ignore_ascii_case(b"mathjax") || part[..5].eq_ignore_ascii_case(b"katex");
    address.windows(7).any(is_named)
}

/// Notes what a script says about formulas.
fn of_script(tree: &Tree<'_>, index: u32, node: &Node, found: &mut Option<Delimiters>) {
    if names_program(address(tree, node, Name::SRC)) {
        found.get_or_insert_default();
    }
    let Some(text) = tree.nodes.get(index as usize + 1).filter(|text| text.tag == Tag::TEXT && text.parent == index)
    else {
        return;
    };
    let code = &tree.source[text.start as usize..text.end as usize];
    let has = |words: &[u8]| memmem::find(code, words).is_some();
    if has(b"MathJax") || has(b"renderMathInElement") {
        let delimiters = found.get_or_insert_default();
        delimiters.dollar |= has(b"'$'") || has(b"\"$\"");
        delimiters.ascii_math |= has(b"asciimath");
    }
}

/// The formulas of a text. Each delimiter is looked for as long as it has been found.
pub(crate) struct Formulas<'t> {
    delimiters: Delimiters,
    text: &'t str,
    at: usize,
    /// Bits of the closing delimiters that the rest of the text does not have.
    unclosed: u8,
    /// The commands that the search for the ends of environments may still read.
    commands: usize,
}

impl Iterator for Formulas<'_> {
    type Item = Delimited;

    fn next(&mut self) -> Option<Delimited> {
        let text = self.text.as_bytes();
        loop {
            let start = self.at + memchr2(b'\\', b'$', text.get(self.at..)?)?;
            let rest = &text[start..];
            let (found, passed) = match (PAIRS.iter().position(|(open, ..)| rest.starts_with(open)), rest) {
                (Some(DOLLAR), _) => (self.dollars(start), 1),
                (Some(pair), _) => (self.between(start, PAIRS[pair], 1 << pair), 2),
                (None, [b'\\', b'$', ..]) if self.delimiters.ascii_math => (self.between(start, ASCII_MATH, 8), 2),
                (None, [b'\\', b'b', b'e', b'g', b'i', b'n', b'{', ..]) => (self.environment(start), 7),
                // A backslash escapes what follows.
                (None, [b'\\', b'\\' | b'$', ..]) => (None, 2),
                _ => (None, 1),
            };
            self.at = found.as_ref().map_or(start + passed, |found| found.range.end);
            if found.is_some() {
                return found;
            }
        }
    }
}

impl<'t> Formulas<'t> {
    /// The formula up to the next end of a pair, whose bit in [`Formulas::unclosed`] is `bit`.
    fn between(&mut self, start: usize, (open, close, is_display): Pair, bit: u8) -> Option<Delimited> {
        if self.unclosed & bit != 0 {
            return None;
        }
        let open = open.len();
        let (rest, is_all) = self.within_reach(start + open);
        let Some(length) = memmem::find(rest, close) else {
            self.unclosed |= if is_all { bit } else { 0 };
            return None;
        };
        self.delimited(start, start + open..start + open + length, start + open + length + close.len(), is_display)
    }

    /// The text from `start` on that a formula may have, and whether it is all of the rest. Looking further for an end that
    /// would be too far away would take quadratic time.
    fn within_reach(&self, start: usize) -> (&'t [u8], bool) {
        let rest = &self.text.as_bytes()[start..];
        (&rest[..rest.len().min(MAX_BYTES)], rest.len() <= MAX_BYTES)
    }

    /// `$x$`, as Pandoc reads it: no space inside of the signs, no digit after.
    fn dollars(&self, start: usize) -> Option<Delimited> {
        if !self.delimiters.dollar {
            return None;
        }
        let text = self.text.as_bytes();
        let mut end = start + 1;
        loop {
            end += memchr2(b'\\', b'$', text.get(end..)?)?;
            if text[end] == b'$' {
                break;
            }
            end += 2;
        }
        let (inside, after) = (&text[start + 1..end], text.get(end + 1));
        let is_tight = !inside.first()?.is_ascii_whitespace() && !inside.last()?.is_ascii_whitespace();
        let is_closed = after.is_none_or(|byte| !byte.is_ascii_digit() && *byte != b'$');
        if is_tight && is_closed { self.delimited(start, start + 1..end, end + 1, false) } else { None }
    }

    /// `\begin{align}` to its `\end{align}`, both of which are of the formula.
    fn environment(&mut self, start: usize) -> Option<Delimited> {
        const BIT: u8 = 16;
        let (mut depth, mut end) = (0, 0);
        let (reach, is_all) = self.within_reach(start);
        while self.unclosed & BIT == 0 {
            let rest = &reach[end..];
            let Some(at) = memchr::memchr(b'\\', rest).filter(|_| self.commands > 0) else {
                self.unclosed |= if is_all || self.commands == 0 { BIT } else { 0 };
                break;
            };
            self.commands -= 1;
            let command = &rest[at..];
            end += at + command.len().min(2);
            depth += i32::from(command.starts_with(b"\\begin{")) - i32::from(command.starts_with(b"\\end{"));
            if depth == 0 && command.starts_with(b"\\end{") {
                let close = start + end + memchr::memchr(b'}', command.get(2..)?)? + 1;
                return self.delimited(start, start..close, close, true);
            }
        }
        None
    }

    fn delimited(&self, start: usize, inside: Range<usize>, end: usize, is_display: bool) -> Option<Delimited> {
        let text = &self.text[inside.clone()];
        let from = inside.end - text.trim_start().len();
        let inside = from..from + text.trim().len();
        let is_formula = !inside.is_empty() && end - start <= MAX_BYTES;
        is_formula.then_some(Delimited { range: start..end, inside, is_display })
    }
}

#[cfg(test)]
mod tests {
    use super::Delimiters;

    const ALL: Delimiters = Delimiters { dollar: true, ascii_math: true };

    fn found(delimiters: Delimiters, text: &str) -> Vec<&str> {
        delimiters.formulas(text).map(|formula| &text[formula.inside]).collect()
    }

    #[test]
    fn formulas_stand_between_their_delimiters() {
        assert_eq!(found(ALL, r"if \(x\) or \[ y \] or $$z$$ or $w$ or \$v\$."), ["x", "y", "z", "w", "v"]);
        assert_eq!(found(Delimiters::default(), r"\(x\), $w$ and \$v\$"), ["x"]);
        assert_eq!(found(ALL, r"$5 and $6, \\(x\\), $ x $, $a_1$, $b\$c$"), ["a_1", r"b\$c"]);
        let nested = r"\begin{align} a &= \begin{cases} b \\ c \end{cases} \end{align}";
        assert_eq!(found(ALL, &format!("so {nested} and")), [nested]);
        assert!(found(ALL, r"\(\) \[ \] $$$$; \begin{a} \end \( \[").is_empty());
        assert_eq!(found(ALL, r"\begin{a \(x\)"), ["x"]);
    }

    #[test]
    fn what_is_never_closed_takes_linear_time() {
        for part in [r"\(", r"\[", "$$ ", "$ ", r"\begin{a}", r"\$", r"\begin{a}\begin{", r"\end{a"] {
            assert!(found(ALL, &part.repeat(200_000)).iter().all(|found| found.len() < 5_000), "{part}");
        }
    }

    #[test]
    fn what_is_closed_far_away_takes_linear_time() {
        for (open, close) in [(r"\(", r"\)"), (r"\[", r"\]"), (r"\$ ", r"\$"), (r"\begin{a}", r"\end{b}")] {
            let text = open.repeat(10_000) + &close.repeat(10_000);
            assert!(found(ALL, &text).iter().all(|found| found.len() <= super::MAX_BYTES), "{open}");
        }
    }
}
