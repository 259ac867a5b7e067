//! The rules of a page's own style sheets that decide about the text of an element: hide it, leave it to screen readers,
//! or make it a block.
//!
//! A rule hides an element if its selector is one class, id or element name, alone or with a second one, or a class or id
//! inside an element with one of these, and if no rule of more weight shows the element. What a rule shows under a
//! condition (another element, a state such as `:checked`, an attribute), readers may get to see: such an element is not
//! hidden. So without the full cascade, which [`crate::published::visual`] has, text is hidden by mistake only rarely.

use super::media::{at_rule, media_matches};
use super::syntax::{
    find, find_brace, identifier_end, is_identifier_byte, is_whitespace, skip_between_rules, skip_block, stop, trim,
    unescape,
};
use super::text_style::{self, TextStyle};
use crate::base::arena::{Bump, Vec as ArenaVec};
use crate::base::hash::hash_bytes;
use crate::read::html::attributes::Name;
use crate::read::html::scan::{self, same_name};
use crate::read::html::{NONE, Node, Tag, Tree};
use std::ops::Range;

/// Bytes of style sheets that are read; real pages have less.
const MAX_BYTES: usize = 1 << 20;
/// Selectors that are kept.
const MAX_SELECTORS: usize = 1 << 12;
/// Buckets of selectors, a power of two.
const BUCKETS: usize = 1 << 9;
/// Classes of an element that are looked up.
const MAX_CLASSES: usize = 32;

/// What a name in a selector is of; starts its hash.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Class = 1,
    Id = 2,
    Element = 3,
}

/// A selector with the effect of its rule.
#[derive(Clone, Copy, Debug)]
struct Selector {
    /// The hash of the id, class or element name that it requires.
    key: u64,
    /// Another one, or 0.
    other: u64,
    /// The hash of what an element around it has, or 0.
    above: u64,
    /// It requires more than these.
    is_conditional: bool,
    style: TextStyle,
    /// Ids, classes and element names, as in specificity.
    weight: u32,
    /// The next selector in the bucket, or [`NONE`].
    next: u32,
}

/// The rules of the style sheets so far.
pub(crate) struct Rules<'a> {
    selectors: ArenaVec<'a, Selector>,
    /// The first selector of each bucket, in the order of the source from the last to the first.
    buckets: &'a mut [u32],
    /// What the elements have that a rule hides, clips or makes a block.
    required: Required,
    bytes_left: usize,
    /// Tests of selectors that are left, so that crafted names cannot make them many.
    steps: usize,
}

impl<'a> Rules<'a> {
    /// None yet.
    pub(crate) fn new(arena: &'a Bump, tree: &Tree<'_>) -> Rules<'a> {
        Rules {
            selectors: ArenaVec::new_in(arena),
            buckets: arena.alloc_slice_fill_copy(BUCKETS, NONE),
            required: Required::default(),
            bytes_left: MAX_BYTES,
            steps: tree.source.len() + (1 << 12),
        }
    }

    /// Whether no rule has an effect on any element: one that only shows has none without another that hides.
    pub(crate) fn is_empty(&self) -> bool {
        self.required.attributes == 0 && self.required.tags == [0; 4]
    }

    /// Whether a rule may have an effect on an element.
    #[inline]
    pub(crate) fn may_style(&self, node: &Node) -> bool {
        node.known & self.required.attributes != 0 || self.required.has_tag(node.tag)
    }

    /// Adds the rules of a style sheet.
    pub(crate) fn add(&mut self, sheet: &[u8]) {
        let sheet = &sheet[..sheet.len().min(self.bytes_left)];
        self.bytes_left -= sheet.len();
        let mut at = 0;
        loop {
            at = skip_between_rules(sheet, at);
            match sheet.get(at) {
                None => return,
                Some(b'}' | b';') => at += 1,
                Some(b'@') => at = at_rule(sheet, at),
                Some(_) => at = self.rule(sheet, at),
            }
        }
    }

    /// Reads a rule; returns the position after it.
    fn rule(&mut self, sheet: &[u8], at: usize) -> usize {
        let open = find_brace(sheet, at);
        if sheet.get(open) != Some(&b'{') {
            return (open + 1).min(sheet.len());
        }
        let end = skip_block(sheet, open + 1);
        if !may_decide(sheet, open + 1, end) {
            return end;
        }
        let close = if sheet[..end].ends_with(b"}") { end - 1 } else { end };
        let style = text_style::read(sheet, open + 1, close.max(open + 1));
        if style.hides || style.shows || style.clips || style.is_block || style.lays_out {
            let mut start = at;
            while start < open {
                let comma = find(&sheet[..open], start, stop::COMMA);
                self.add_selector(trim(&sheet[start..comma]), style);
                start = comma + 1;
            }
        }
        end
    }

    fn add_selector(&mut self, source: &[u8], style: TextStyle) {
        let Some(selector) = compile(source, style) else { return };
        // A rule under a condition can only show.
        if self.selectors.len() >= MAX_SELECTORS || selector.is_conditional && !style.shows {
            return;
        }
        let Compiled { key, name, other, above, is_conditional, weight } = selector;
        if !is_conditional && (style.hides || style.clips || style.is_block || style.lays_out) {
            self.required.add(name);
        }
        let bucket = &mut self.buckets[key as usize % BUCKETS];
        let next = std::mem::replace(bucket, self.selectors.len() as u32);
        self.selectors.push(Selector { key, other, above, is_conditional, style, weight, next });
    }

    /// The effect of all rules on an element.
    pub(crate) fn of(&mut self, tree: &Tree<'_>, node: &Node) -> TextStyle {
        let has_name = || own_names_of(tree, node).any(|(kind, name)| self.required.has(ShortName::of(kind, name)));
        if !self.required.has_tag(node.tag) && !has_name() {
            return TextStyle::default();
        }
        let mut keys = [0u64; MAX_CLASSES + 2];
        let mut len = 0;
        for (key, (kind, name)) in keys.iter_mut().zip(names_of(tree, node)) {
            *key = key_of(kind, name);
            len += 1;
        }
        self.cascaded(&keys[..len], |key, steps| is_inside(tree, node, key, steps))
    }

    /// The cascaded style of an element with these names. `is_inside` says whether an element around it has a name.
    fn cascaded(&mut self, keys: &[u64], is_inside: impl Fn(u64, &mut usize) -> bool) -> TextStyle {
        let mut style = TextStyle::default();
        let mut best = (false, 0, 0);
        let mut may_be_shown = false;
        for &key in keys {
            let mut index = self.buckets[key as usize % BUCKETS];
            while let Some(selector) = self.selectors.get(index as usize) {
                let at = std::mem::replace(&mut index, selector.next);
                if self.steps == 0 {
                    return TextStyle::default();
                }
                self.steps -= 1;
                let holds = selector.key == key
                    && (selector.other == 0 || keys.contains(&selector.other))
                    && (selector.above == 0 || is_inside(selector.above, &mut self.steps));
                if !holds {
                    // A second class that the element, or one around it, may get.
                    may_be_shown |= selector.key == key && selector.style.shows;
                    continue;
                }
                may_be_shown |= selector.is_conditional;
                if selector.is_conditional {
                    continue;
                }
                style.is_block |= selector.style.is_block;
                style.lays_out |= selector.style.lays_out;
                style.clips |= selector.style.clips;
                let precedence = (selector.style.is_important, selector.weight, at + 1);
                if (selector.style.hides || selector.style.shows) && precedence > best {
                    best = precedence;
                    style.hides = selector.style.hides;
                    style.is_important = selector.style.is_important;
                }
            }
        }
        style.hides &= !may_be_shown;
        style
    }
}

/// The names of an element that selectors can require.
fn names_of<'t>(tree: &Tree<'t>, node: &Node) -> impl Iterator<Item = (Kind, &'t [u8])> {
    let element = (node.tag != Tag::UNKNOWN).then(|| (Kind::Element, node.tag.name().as_bytes()));
    element.into_iter().chain(own_names_of(tree, node))
}

/// Whether an element around another one has a name. The state of the page as a whole, in the classes of `html` and `body`,
/// is for scripts to change. `steps` limits the elements that are looked at.
fn is_inside(tree: &Tree<'_>, node: &Node, key: u64, steps: &mut usize) -> bool {
    let around = tree.ancestors(node.parent).filter_map(|at| tree.nodes.get(at as usize)).take(*steps);
    let mut inner = around.take_while(|around| !matches!(around.tag, Tag::HTML | Tag::BODY));
    inner.any(|around| {
        *steps -= 1;
        names_of(tree, around).take(MAX_CLASSES).any(|(kind, name)| key_of(kind, name) == key)
    })
}

/// Its id and its classes.
fn own_names_of<'t>(tree: &Tree<'t>, node: &Node) -> impl Iterator<Item = (Kind, &'t [u8])> {
    let id = tree.attribute(node, Name::ID).map(|id| (Kind::Id, tree.raw_value(id)));
    id.into_iter().chain(tree.class_names(node).map(|name| (Kind::Class, name)))
}

/// The style sheet in a `style` element, if it applies to a screen.
pub(crate) fn style_sheet(tree: &Tree<'_>, element: u32) -> Option<Range<usize>> {
    let node = &tree.nodes[element as usize];
    let media = tree.each_attribute(node).find(|a| same_name(tree.raw_attribute_name(a), b"media"));
    if media.is_some_and(|media| !media_matches(tree.raw_value(media))) {
        return None;
    }
    let texts = &tree.nodes[element as usize + 1..(node.subtree_end as usize).max(element as usize + 1)];
    let (first, last) = (texts.first()?, texts.last()?);
    Some(first.start as usize..(last.end as usize).max(first.start as usize))
}

/// Whether the block `sheet[at..end]` may have a declaration in question. Property names are known by their last letters: `display`,
/// `visibility`, `content-visibility`, `clip`, `clip-path`.
fn may_decide(sheet: &[u8], mut at: usize, end: usize) -> bool {
    const ENDS: [&[u8; 4]; 4] = [b"play", b"lity", b"clip", b"path"];
    loop {
        at = scan::find_byte_before(sheet, at, end, b':');
        if at >= end {
            return false;
        }
        let is_decisive = match &sheet[..at] {
            [.., b' ' | b'\t' | b'\n' | b'\r' | b'\x0c' | b'/'] => true,
            [.., a, b, c, d] => ENDS.contains(&&[a | 0x20, b | 0x20, c | 0x20, d | 0x20]),
            _ => false,
        };
        if is_decisive {
            return true;
        }
        at += 1;
    }
}

/// What elements have that rules have an effect on.
#[derive(Default)]
struct Required {
    /// A bit for each tag.
    tags: [u64; 4],
    /// `class` and `id`, as a bitmask of [`Node::known`].
    attributes: u16,
    /// Bits of classes and ids.
    names: [u64; 16],
}

/// An element name by its tag, a class or an id by its first and last byte and its length: some share a number.
#[derive(Clone, Copy)]
struct ShortName {
    kind: Kind,
    number: u32,
}

impl ShortName {
    #[inline]
    fn of(kind: Kind, name: &[u8]) -> ShortName {
        let edge = |byte: Option<&u8>| u32::from(byte.copied().unwrap_or_default());
        let number = match kind {
            Kind::Element => u32::from(Tag::from_name(name).0),
            _ => edge(name.first()) * 5 + edge(name.last()) * 67 + name.len() as u32 * 37 + kind as u32 * 11,
        };
        ShortName { kind, number }
    }
}

impl Required {
    fn add(&mut self, ShortName { kind, number }: ShortName) {
        let bit = 1 << (number % 64);
        match kind {
            // The names of such elements are not looked up.
            Kind::Element if number == u32::from(Tag::UNKNOWN.0) => {}
            Kind::Element => self.tags[number as usize / 64 % 4] |= bit,
            Kind::Class | Kind::Id => {
                self.names[number as usize / 64 % 16] |= bit;
                self.attributes |= if kind == Kind::Class { Name::CLASS.bit() } else { Name::ID.bit() };
            }
        }
    }

    /// Whether a class or an id may be among them.
    #[inline]
    fn has(&self, ShortName { number, .. }: ShortName) -> bool {
        self.names[number as usize / 64 % 16] & 1 << (number % 64) != 0
    }

    #[inline]
    fn has_tag(&self, tag: Tag) -> bool {
        self.tags[usize::from(tag.0) / 64] & 1 << (tag.0 % 64) != 0
    }
}

/// A selector that was read.
struct Compiled {
    key: u64,
    name: ShortName,
    other: u64,
    above: u64,
    is_conditional: bool,
    weight: u32,
}

/// Reads a selector: the last compound of it decides, what stands before is a condition, unless it is a single name.
/// `None` if it names no class, id or element there, or is about a pseudo-element.
fn compile(source: &[u8], style: TextStyle) -> Option<Compiled> {
    let mut names: [Option<(Kind, Range<usize>)>; 2] = [None, None];
    let mut above = None;
    let (mut is_conditional, mut weight, mut at) = (false, 0, 0);
    while let Some(&byte) = source.get(at) {
        let kind = match byte {
            b'.' => Some(Kind::Class),
            b'#' => Some(Kind::Id),
            _ if is_identifier_byte(byte) => Some(Kind::Element),
            _ => None,
        };
        if let Some(kind) = kind {
            let start = if kind == Kind::Element { at } else { at + 1 };
            at = identifier_end(source, start).max(start + 1).min(source.len());
            weight += match kind {
                Kind::Id => 1 << 16,
                Kind::Class => 1 << 8,
                Kind::Element => 1,
            };
            let found = Some((kind, start.min(at)..at));
            match &mut names {
                [slot @ None, _] | [_, slot @ None] => *slot = found,
                _ => is_conditional = true,
            }
            continue;
        }
        match byte {
            b':' if source.get(at + 1) == Some(&b':') => return None,
            b':' => {
                let end = identifier_end(source, at + 1);
                if [&b"before"[..], b"after", b"first-letter", b"first-line"].contains(&&source[at + 1..end]) {
                    return None;
                }
                (is_conditional, weight, at) = (true, weight + (1 << 8), end);
            }
            b'[' | b'(' => {
                is_conditional = true;
                at = find(source, at, stop::COMMA).min(after_bracket(source, at));
            }
            b'*' => at += 1,
            _ if is_whitespace(byte) || b">+~".contains(&byte) => {
                is_conditional |= b"+~".contains(&byte);
                match std::mem::take(&mut names) {
                    [None, None] => {}
                    [name @ Some(_), None] if above.is_none() => above = name,
                    _ => is_conditional = true,
                }
                at += 1;
            }
            _ => return None,
        }
    }
    let [first, second] = names.map(|name| name.map(|(kind, range)| (kind, &source[range])));
    let (first, second) = match (first?, second) {
        // An element name is the worse key.
        (first @ (Kind::Element, _), Some(second)) => (second, Some(first)),
        (first, second) => (first, second),
    };
    // Pages that hide all of themselves, or their main content, show it by scripts.
    let is_whole = second.is_none()
        && first.0 == Kind::Element
        && matches!(Tag::from_name(first.1), Tag::HTML | Tag::BODY | Tag::MAIN);
    if is_whole && style.hides {
        return None;
    }
    // Of rules for many elements, and of those that do not hide, what stands before is a condition.
    is_conditional |= above.is_some() && (first.0 == Kind::Element || !style.hides && !style.clips);
    let above = above.filter(|_| !is_conditional).map(|(kind, range)| (kind, &source[range]));
    let mut buffers = [[0; 64]; 3];
    let [one, two, three] = &mut buffers;
    let name = unescape(first.1, one);
    let other = second.map_or(0, |(kind, name)| key_of(kind, unescape(name, two)));
    let above = above.map_or(0, |(kind, name)| key_of(kind, unescape(name, three)));
    let (key, name) = (key_of(first.0, name), ShortName::of(first.0, name));
    Some(Compiled { key, name, other, above, is_conditional, weight })
}

/// The position after the bracket or parenthesis that is open.
fn after_bracket(source: &[u8], at: usize) -> usize {
    let mut depth = 0u32;
    for (i, byte) in source.iter().enumerate().skip(at) {
        match byte {
            b'(' | b'[' => depth += 1,
            b')' | b']' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return i + 1;
        }
    }
    source.len()
}

fn key_of(kind: Kind, name: &[u8]) -> u64 {
    hash_bytes(kind as u64, name)
}

#[cfg(test)]
mod tests {
    use crate::Analyzer;
    use crate::BlockFlags;

    /// The texts of a page with this style sheet that are not hidden.
    fn seen(css: &str, body: &str) -> String {
        let mut analyzer = Analyzer::default();
        let html = format!("<head><style>{css}</style></head><body>{body}<p>The last paragraph is seen by everybody.");
        let document = analyzer.analyze(html.as_bytes()).unwrap();
        let seen = document.blocks().filter(|block| !block.flags().contains(BlockFlags::HIDDEN));
        let texts: Vec<String> = seen.map(|block| block.text().to_owned()).collect();
        texts.join("|").trim_end_matches("The last paragraph is seen by everybody.").trim_end_matches('|').to_owned()
    }

    const BODY: &str = "<div class='note x'>a</div><div id=thanks>b</div><section>c</section><p class=note>d";

    #[test]
    fn rules_hide_classes_ids_and_elements() {
        for (css, expected) in [
            (".note{display:none}", "b|c"),
            ("#thanks , .none { DISPLAY : none !important }", "a|c|d"),
            ("section{visibility:hidden}", "a|b|d"),
            (r".n\6f te{display:none}", "b|c"),
            ("p.note{display:none}", "a|b|c"),
            (".note.x{display:none}", "b|c|d"),
            ("/*{*/ .a,/*}*/.note{color:red;display:none} .b{}", "b|c"),
            ("@media screen{.note{display:none}}", "b|c"),
            ("@media print{.note{display:none}} .x{color:red}", "a|b|c|d"),
            ("[data-x='{']{color:red}.note{display:none", "b|c"),
        ] {
            assert_eq!(seen(css, BODY), expected, "{css}");
        }
    }

    #[test]
    fn rules_hide_what_is_inside_an_element() {
        let body =
            "<form class=send><p class=ok>Gesendet</p><b id=no>Leer</b></form><p class=ok>Bien</p><b id=no>x</b>";
        for (css, expected) in [
            (".send .ok{display:none}", "Leer|Bien|x"),
            ("form>#no, form  >  .ok{visibility:hidden}", "Bien|x"),
            ("form .x .ok,form+.ok,.send.on .ok{display:none}", "Gesendet|Leer|Bien|x"),
            (".send p{display:none}", "Gesendet|Leer|Bien|x"),
            (".send .ok{display:none}.send.done .ok{display:block}", "Gesendet|Leer|Bien|x"),
            (".send .ok{display:none}.done .ok{display:block}", "Gesendet|Leer|Bien|x"),
        ] {
            assert_eq!(seen(css, body), expected, "{css}");
        }
        // A state of the page.
        assert_eq!(seen(".nojs .ok{display:none}", "<body class=nojs><p class=ok>Bien"), "Bien");
    }

    #[test]
    fn what_may_be_shown_is_not_hidden() {
        for css in [
            ".note{display:none}.note{display:block}",
            ".note{display:none}#thanks,div.note,p.note{display:block}",
            ".note{display:none}.note.open{display:block}",
            ".note{display:none}.js .note{display:block}",
            ".note{display:none}#box:checked~.note{display:block}",
            ".js .note{display:none}",
            ".note:not(:hover){display:none}",
            ".note::before{display:none}",
            ".note:before{display:none}",
            "html,body{display:none}",
            ".note.open{display:none}",
            "@supports not (display:grid){.note{display:none}}",
        ] {
            assert_eq!(seen(css, BODY), "a|b|c|d", "{css}");
        }
        assert_eq!(seen(".note,main{visibility:hidden}", "<main><p>a<p class=note>b</main>"), "a");
        assert_eq!(seen(".note{display:none!important}.note{display:block}", BODY), "b|c");
        assert_eq!(seen(".note{display:none}", "<p class=note style=display:block>a<p class=note>b"), "a");
        assert_eq!(seen(".note{display:none!important}", "<p class=note style=display:block>a<p class=note>b"), "");
    }

    #[test]
    fn clipped_text_and_blocks() {
        let css = ".vh{position:absolute;clip:rect(0 0 0 0)} .line{display:block}";
        assert_eq!(
            seen(css, "<p>on its pages<span class=vh>, opens new tab</span>.<h2 class=vh>Menu</h2>"),
            "on its pages."
        );
        assert_eq!(seen(css, "<h1><span class=line>Pier</span><span class=line>rebuilt</span></h1>"), "Pier rebuilt");
        assert_eq!(seen(css, "<div><span class=line>Pier</span><span class=line>rebuilt</span></div>"), "Pier|rebuilt");
    }

    #[test]
    fn sheets_that_do_not_apply() {
        let mut analyzer = Analyzer::default();
        for head in [
            "<style media=print>p{display:none}</style>",
            "<noscript><style>p{display:none}</style></noscript>",
            "<template><style>p{display:none}</style></template>",
            "<svg><style>p{display:none}</style></svg>",
        ] {
            let html = format!("{head}<p>a");
            let document = analyzer.analyze(html.as_bytes()).unwrap();
            assert!(document.blocks().all(|block| !block.flags().contains(BlockFlags::HIDDEN)), "{head}");
        }
    }

    #[test]
    fn crafted_sheets_are_bounded() {
        let many: String = (0..50_000).map(|i| format!(".a,.b{i}{{display:none}}")).collect();
        let elements = "<i class='a b1 b2'>x</i>".repeat(20_000);
        seen(&many, &elements);
        for css in ["{".repeat(100_000), ".a(".repeat(100_000), "@media{".repeat(50_000), ".a,".repeat(100_000)] {
            seen(&css, "<p class=a>x");
        }
    }
}
