//! Formulas in the address of an image, whose query tells a program what to draw: `latex.php?latex=x^2`,
//! `equation?tex=x^2`, `mimetex.cgi?x^2`, `chart?cht=tx&chl=x^2`.

use super::super::normalize::decode_query_char;
use super::super::unicode;
use crate::read::html::attributes::Name;
use crate::read::html::scan::same_name;
use crate::read::html::{Node, Tree};
use memchr::memmem;

/// The maximum length of what says how a formula is to look, in characters.
const MAX_DIRECTIVE: usize = 24;

/// The part of an address that is TeX.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Query {
    /// A range of the source, percent-encoded.
    pub range: (u32, u32),
    /// Whether it is the value of a parameter, whose spaces are written as plus signs.
    is_parameter: bool,
}

impl Query {
    /// Its characters, with their places in the source and the lengths of their spelling.
    pub fn characters(self, source: &[u8]) -> impl Iterator<Item = (char, usize, usize)> {
        let query = source.get(..self.range.1 as usize).unwrap_or_default();
        let mut at = self.range.0 as usize;
        std::iter::from_fn(move || {
            let (c, length) = (at < query.len()).then(|| decode_query_char(query, at, self.is_parameter))?;
            at += length;
            Some((c, at - length, length))
        })
    }

    /// Whether it has one of these signs.
    pub fn has_sign(self, source: &[u8], signs: &[u8]) -> bool {
        self.characters(source).any(|(c, ..)| u8::try_from(c).is_ok_and(|c| signs.contains(&c)))
    }

    fn is_visible(self, source: &[u8]) -> bool {
        self.characters(source).any(|(c, ..)| !is_space(c) && c != unicode::SOFT_HYPHEN)
    }
}

/// The TeX in the address of an image, if a program draws it.
pub(super) fn of_image(tree: &Tree<'_>, node: &Node) -> Option<Query> {
    let src = tree.attribute(node, Name::SRC)?;
    let (start, end) = (src.value_start as usize, src.value_end as usize);
    let address = &tree.source[start..end];
    let mark = memchr::memchr(b'?', address)?;
    let (path, from) = (&address[..mark], start + mark + 1);
    let holds = |text: &[u8], word: &[u8]| memmem::find(text, word).is_some();
    let name = path.rsplit(|&byte| byte == b'/').next().unwrap_or_default();
    // `latex.codecogs.com/svg.image`
    let is_program = [&b"latex"[..], b"mathtex", b"mimetex"].iter().any(|program| holds(name, program))
        || name.ends_with(b".image") && holds(path, b"latex");
    let named = |name: &[u8]| parameter(tree.source, (from, end), name);
    let is_chart =
        || same_name(name, b"chart") && named(b"cht").is_some_and(|(from, to)| &tree.source[from..to] == b"tx");
    let starts = |name: &[u8]| tree.source[from..end].starts_with(name);
    let value = match is_program || starts(b"tex=") || starts(b"latex=") {
        true => named(b"latex").or_else(|| named(b"tex")),
        false => is_chart().then(|| named(b"chl")).flatten(),
    };
    let (from, to) = match value {
        Some(value) => value,
        None if is_program => (after_directives(tree.source, from, end), end),
        None => return None,
    };
    let query = Query { range: (from as u32, to as u32), is_parameter: value.is_some() };
    query.is_visible(tree.source).then_some(query)
}

/// Where the value of a parameter of the query `source[from..end]` is.
fn parameter(source: &[u8], (from, end): (usize, usize), name: &[u8]) -> Option<(usize, usize)> {
    let mut start = from;
    for part in source[from..end].split(|&byte| byte == b'&').take(16) {
        let after = start + part.len();
        let value =
            part.strip_prefix(b"amp;").unwrap_or(part).strip_prefix(name).and_then(|rest| rest.strip_prefix(b"="));
        if let Some(value) = value {
            return Some((after - value.len(), after));
        }
        start = after + 1;
    }
    None
}

/// Where TeX begins after what only says how it is to look: `\dpi{150}`, `\bg_white`, `\fn_cm`, `\inline`, `\large`.
fn after_directives(source: &[u8], from: usize, end: usize) -> usize {
    const DIRECTIVES: [&[u8]; 8] = [b"dpi{", b"bg_", b"bg{", b"fn_", b"inline", b"small", b"large", b"huge"];
    let mut start = from;
    loop {
        let all = Query { range: (start as u32, end as u32), is_parameter: false };
        let mut rest = all.characters(source).skip_while(|(c, ..)| is_space(*c));
        let Some((sign, at, _)) = rest.next() else { return start };
        start = at;
        let (mut word, mut length) = ([0; 8], 0);
        // Up to what ends it: a space, or the bracket after its argument.
        let end = rest.take(MAX_DIRECTIVE).find_map(|(c, at, spelled)| {
            if let Some(slot) = word.get_mut(length) {
                (*slot, length) = (u8::try_from(c).unwrap_or(0).to_ascii_lowercase(), length + 1);
            }
            (c == '}' || is_space(c)).then_some(at + spelled)
        });
        match end {
            Some(end) if sign == '\\' && DIRECTIVES.iter().any(|directive| word.starts_with(directive)) => start = end,
            _ => return start,
        }
    }
}

fn is_space(c: char) -> bool {
    unicode::class(c) & unicode::SPACE != 0
}
