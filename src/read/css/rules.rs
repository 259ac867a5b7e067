//! The rules of a page's own style sheets that decide about the text of an element: hide it, leave it to screen readers,
//! or make it a block.
//!
//! A rule hides an element if its selector is one class, id or element name, alone or with a second one, or a class or id
//! inside an element with one of these, and if no rule of more weight shows the element. What a rule shows under a
//! condition (another element, a state such as `:checked`, an attribute), readers may get to see: such an element is not
//! hidden. So without the full cascade, which [`crate::published::visual`] has, text is hidden by mistake only rarely.

use super::media::{at_rule, media_matches};
use super::selector::{Bits, Combinator, Lexer, NameTest, Piece, Specificity, Spent, Word, Wrong};
use super::syntax::{find, find_brace, for_each_part, skip_between_rules, skip_block, stop};
use super::text_style::{self, TextStyle};
use crate::base::arena::{Bump, Vec as ArenaVec};
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
/// Names of an element that are looked up.
const MAX_NAMES: usize = 34;

/// A selector with the effect of its rule.
#[derive(Clone, Copy, Debug)]
struct Selector {
    /// The index of its key in the names of all selectors, which `other` and `above` follow if it has them.
    key: u32,
    has_other: bool,
    has_above: bool,
    is_conditional: bool,
    is_pointed: bool,
    specificity: Specificity,
    style: TextStyle,
    /// The next selector in the bucket, or [`NONE`].
    next: u32,
}

/// What a selector asks for.
#[derive(Clone, Copy, Debug)]
struct Names<'a> {
    /// What the element has, by which the selector is found.
    key: NameTest<'a>,
    /// What it has, too.
    other: Option<NameTest<'a>>,
    /// What an element around it has.
    above: Option<NameTest<'a>>,
    /// The selector asks for more than these.
    is_conditional: bool,
    /// It asks for nothing more but that the pointer, or the focus, is on an element.
    is_pointed: bool,
    specificity: Specificity,
}

/// The rules of the style sheets so far.
pub(crate) struct Rules<'a> {
    arena: &'a Bump,
    selectors: ArenaVec<'a, Selector>,
    /// In the page, or in the arena if they have escapes.
    names: ArenaVec<'a, NameTest<'a>>,
    /// The first selector of each bucket, in the order of the source from the last to the first.
    buckets: &'a mut [u32],
    /// The names by which selectors are found, as [`NameTest::short`].
    keys: Bits<16>,
    /// What the elements have that a rule hides, clips or makes a block.
    required: Required,
    bytes_left: usize,
    /// The steps that are left for tests of selectors, so that crafted names cannot make them many.
    steps: u64,
}

impl<'a> Rules<'a> {
    /// None yet.
    pub(crate) fn new(arena: &'a Bump, tree: &Tree<'_>) -> Rules<'a> {
        Rules {
            arena,
            selectors: ArenaVec::new_in(arena),
            names: ArenaVec::new_in(arena),
            buckets: arena.alloc_slice_fill_copy(BUCKETS, NONE),
            keys: Bits::default(),
            required: Required::default(),
            bytes_left: MAX_BYTES,
            steps: tree.source.len() as u64 + (1 << 12),
        }
    }

    /// Whether no rule has an effect on any element: one that only shows has none without another that hides.
    pub(crate) fn is_empty(&self) -> bool {
        self.required.attributes == 0 && self.required.tags.is_empty()
    }

    /// Whether a rule may have an effect on an element.
    #[inline]
    pub(crate) fn may_style(&self, node: &Node) -> bool {
        node.known & self.required.attributes != 0 || self.required.tags.has(usize::from(node.tag.0))
    }

    /// Adds the rules of a style sheet.
    pub(crate) fn add(&mut self, sheet: &'a [u8]) {
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
    fn rule(&mut self, sheet: &'a [u8], at: usize) -> usize {
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
        if style.hides || style.shows || style.clips || style.parts_words() {
            let mut lexer = Lexer::new(&sheet[..open]);
            lexer.at = at;
            while lexer.at < open {
                match read_names(&mut lexer, style) {
                    Ok(Some(names)) => self.add_selector(&names, style),
                    Ok(None) => {}
                    Err(_) => lexer.at = find(&sheet[..open], lexer.at, stop::COMMA) + 1,
                }
            }
        }
        end
    }

    fn add_selector(&mut self, names: &Names<'a>, style: TextStyle) {
        // A rule under a condition can only show.
        if self.selectors.len() >= MAX_SELECTORS || names.is_conditional && !style.shows {
            return;
        }
        let key = names.key.map(|written| resolved(self.arena, written));
        if !names.is_conditional && (style.hides || style.clips || style.parts_words()) {
            self.required.add(key);
        }
        self.keys.add(key.short());
        let bucket = &mut self.buckets[key.key() as usize % BUCKETS];
        let next = std::mem::replace(bucket, self.selectors.len() as u32);
        self.selectors.push(Selector {
            key: self.names.len() as u32,
            has_other: names.other.is_some(),
            has_above: names.above.is_some(),
            is_conditional: names.is_conditional,
            is_pointed: names.is_pointed,
            specificity: names.specificity,
            style,
            next,
        });
        self.names.push(key);
        for name in [names.other, names.above].into_iter().flatten() {
            self.names.push(name.map(|written| resolved(self.arena, written)));
        }
    }

    /// The effect of all rules on an element.
    pub(crate) fn of(&mut self, tree: &Tree<'_>, node: &Node) -> TextStyle {
        let may_have = || own_names_of(tree, node).any(|name| self.required.names.has(name.short()));
        if !self.required.tags.has(usize::from(node.tag.0)) && !may_have() {
            return TextStyle::default();
        }
        self.cascaded(tree, node).unwrap_or_else(|Spent| {
            // What costs more than is left costs nothing again.
            self.steps = 0;
            TextStyle::default()
        })
    }

    /// The cascaded style of an element.
    fn cascaded(&mut self, tree: &Tree<'_>, node: &Node) -> Result<TextStyle, Spent> {
        let mut style = TextStyle::default();
        let mut best = (false, Specificity::default(), 0);
        let (mut may_be_shown, mut is_tooltip) = (false, false);
        for name in names_of(tree, node).take(MAX_NAMES) {
            if !self.keys.has(name.short()) {
                continue;
            }
            let mut index = self.buckets[name.key() as usize % BUCKETS];
            while let Some(selector) = self.selectors.get(index as usize) {
                let at = std::mem::replace(&mut index, selector.next);
                self.steps = self.steps.checked_sub(1).ok_or(Spent)?;
                let names = &self.names[selector.key as usize..];
                if !names[0].is_same(name, tree) {
                    continue;
                }
                let other = selector.has_other.then(|| names[1]);
                let above = selector.has_above.then(|| names[1 + usize::from(selector.has_other)]);
                let steps = &mut self.steps;
                if !has(tree, node, other, steps)? || !is_inside(tree, node, above, steps)? {
                    // A second class that the element, or one around it, may get.
                    may_be_shown |= selector.style.shows;
                    continue;
                }
                if selector.is_pointed && node.tag == Tag::SPAN {
                    is_tooltip = true;
                    continue;
                }
                may_be_shown |= selector.is_conditional;
                if selector.is_conditional {
                    continue;
                }
                style.is_block |= selector.style.is_block;
                style.lays_out |= selector.style.lays_out;
                style.is_spaced |= selector.style.is_spaced;
                style.clips |= selector.style.clips;
                let precedence = (selector.style.is_important, selector.specificity, at + 1);
                if (selector.style.hides || selector.style.shows) && precedence > best {
                    best = precedence;
                    style.hides = selector.style.hides;
                    style.is_important = selector.style.is_important;
                }
            }
        }
        style.hides &= !may_be_shown;
        // The text of a tooltip is no part of the sentence that it stands in.
        style.clips |= style.hides && is_tooltip;
        Ok(style)
    }
}

/// A name with its escapes resolved, in the arena if it has any.
fn resolved<'a>(arena: &'a Bump, written: &'a [u8]) -> &'a [u8] {
    if memchr::memchr(b'\\', written).is_none() {
        return written;
    }
    let mut name = ArenaVec::with_capacity_in(written.len(), arena);
    for_each_part(written, |part| name.extend_from_slice_copy(part));
    name.into_bump_slice()
}

/// The names of an element by which selectors are found.
fn names_of<'t>(tree: &Tree<'t>, node: &Node) -> impl Iterator<Item = NameTest<'t>> {
    let element = (node.tag != Tag::UNKNOWN).then(|| NameTest::Type(node.tag.name().as_bytes(), node.tag));
    element.into_iter().chain(own_names_of(tree, node))
}

/// Its id and its classes.
fn own_names_of<'t>(tree: &Tree<'t>, node: &Node) -> impl Iterator<Item = NameTest<'t>> {
    let id = tree.attribute(node, Name::ID).map(|id| NameTest::Id(tree.raw_value(id)));
    id.into_iter().chain(tree.class_names(node).map(NameTest::Class))
}

fn has(tree: &Tree<'_>, node: &Node, name: Option<NameTest<'_>>, steps: &mut u64) -> Result<bool, Spent> {
    name.map_or(Ok(true), |name| name.is_of(tree, node, steps))
}

/// Whether an element around another one has a name. The state of the page as a whole, in the classes of `html` and `body`,
/// is for scripts to change.
fn is_inside(tree: &Tree<'_>, node: &Node, above: Option<NameTest<'_>>, steps: &mut u64) -> Result<bool, Spent> {
    let Some(name) = above else { return Ok(true) };
    let around = tree.ancestors(node.parent).filter_map(|at| tree.nodes.get(at as usize));
    for around in around.take_while(|around| !matches!(around.tag, Tag::HTML | Tag::BODY)) {
        *steps = steps.checked_sub(1).ok_or(Spent)?;
        if name.is_of(tree, around, steps)? {
            return Ok(true);
        }
    }
    Ok(false)
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

/// Whether the block `sheet[at..end]` may have a declaration in question. Property names are known by their last letters:
/// `display`, `visibility`, `content-visibility`, `clip`, `clip-path`; `left` and `text-indent` count with values below zero.
fn may_decide(sheet: &[u8], mut at: usize, end: usize) -> bool {
    const ENDS: [&[u8; 4]; 4] = [b"play", b"lity", b"clip", b"path"];
    loop {
        at = scan::find_byte_before(sheet, at, end, b':');
        if at >= end {
            return false;
        }
        let is_decisive = match &sheet[..at] {
            [.., b' ' | b'\t' | b'\n' | b'\r' | b'\x0c' | b'/'] => true,
            [.., before, a, b, c, d] => match &[a | 0x20, b | 0x20, c | 0x20, d | 0x20] {
                b"left" => *before != b'-' && is_negative(&sheet[at + 1..end]),
                b"dent" => is_negative(&sheet[at + 1..end]),
                name => ENDS.contains(&name),
            },
            _ => false,
        };
        if is_decisive {
            return true;
        }
        at += 1;
    }
}

fn is_negative(value: &[u8]) -> bool {
    value.trim_ascii_start().starts_with(b"-")
}

/// What elements have that rules have an effect on.
#[derive(Default)]
struct Required {
    tags: Bits<4>,
    /// `class` and `id`, as a bitmask of [`Node::known`].
    attributes: u16,
    /// Classes and ids, as [`NameTest::short`].
    names: Bits<16>,
}

impl Required {
    fn add(&mut self, name: NameTest<'_>) {
        match name {
            // The names of such elements are not looked up.
            NameTest::Type(_, Tag::UNKNOWN) => {}
            NameTest::Type(_, tag) => self.tags.add(usize::from(tag.0)),
            NameTest::Class(_) | NameTest::Id(_) => {
                self.names.add(name.short());
                self.attributes |= name.known();
            }
        }
    }
}

/// The pseudo-classes of an element that the pointer or the focus is on.
const POINTING: [&[u8]; 5] = [b"active", b"focus", b"focus-visible", b"focus-within", b"hover"];

/// Whether a function of these arguments asks for no more than that neither the pointer nor the focus is on an element.
fn excepts_pointing(function: &[u8], arguments: &[u8]) -> bool {
    let is_pointing = |name: &[u8]| name.trim_ascii().strip_prefix(b":").is_some_and(|name| POINTING.contains(&name));
    let arguments = arguments.strip_suffix(b")").unwrap_or_default();
    function == b"not" && arguments.split(|&byte| byte == b',').all(is_pointing)
}

/// Reads what a selector up to a comma asks for, as written: the last compound of it decides, what stands before is a
/// condition, unless it is a single name. `None` if it names no class, id or element there; an error if it is about a
/// pseudo-element, or is no selector.
fn read_names<'s>(lexer: &mut Lexer<'s>, style: TextStyle) -> Result<Option<Names<'s>>, Wrong> {
    let (mut names, mut above) = ([None; 2], None);
    let (mut is_conditional, mut is_pointed, mut in_compound) = (false, false, false);
    let mut specificity = Specificity::default();
    while let Some(piece) = lexer.piece(in_compound)? {
        let name = match piece {
            Piece::Class(Word(name)) => NameTest::Class(name),
            Piece::Id(Word(name)) => NameTest::Id(name),
            Piece::Type(Word(name)) => NameTest::of_type(name),
            Piece::Combinator(combinator) if in_compound => {
                in_compound = false;
                is_conditional |= matches!(combinator, Combinator::Next | Combinator::Later);
                match std::mem::take(&mut names) {
                    [None, None] => {}
                    [name @ Some(_), None] if above.is_none() => above = name,
                    _ => is_conditional = true,
                }
                continue;
            }
            Piece::Comma => break,
            Piece::PseudoClass(Word(b"before" | b"after" | b"first-letter" | b"first-line"))
            | Piece::Close
            | Piece::Combinator(_) => return lexer.error("an element"),
            Piece::Universal | Piece::Attribute(_) | Piece::PseudoClass(_) | Piece::Function(_) => {
                in_compound = true;
                let is_pointing = matches!(piece, Piece::PseudoClass(Word(name)) if POINTING.contains(&name));
                is_pointed |= is_pointing;
                is_conditional |= match piece {
                    // What only shrinks is for screen readers, and shown to who reaches it by keys.
                    Piece::Function(Word(name)) => {
                        let arguments = lexer.skip_arguments();
                        style.hides || !excepts_pointing(name, arguments)
                    }
                    _ => !is_pointing && !matches!(piece, Piece::Universal),
                };
                continue;
            }
        };
        in_compound = true;
        specificity.add(name.specificity());
        match &mut names {
            [slot @ None, _] | [_, slot @ None] => *slot = Some(name),
            _ => is_conditional = true,
        }
    }
    let (key, other) = match names {
        [None, _] => return Ok(None),
        // The name of an element is the worse key.
        [Some(first @ NameTest::Type(..)), Some(second)] => (second, Some(first)),
        [Some(first), second] => (first, second),
    };
    let is_of_type = matches!(key, NameTest::Type(..));
    // Pages that hide all of themselves, or their main content, show it by scripts.
    if style.hides && other.is_none() && matches!(key, NameTest::Type(_, Tag::HTML | Tag::BODY | Tag::MAIN)) {
        return Ok(None);
    }
    is_pointed &= !is_conditional;
    // Of rules for many elements, and of those that do not hide, what stands before is a condition.
    is_conditional |= above.is_some() && (is_of_type || !style.hides && !style.clips);
    is_conditional |= is_pointed;
    let above = above.filter(|_| !is_conditional);
    Ok(Some(Names { key, other, above, is_conditional, is_pointed, specificity }))
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
    fn rules_move_text_off_the_screen() {
        for (css, expected) in [
            (".note{position:absolute;left:-9999px}", "b|c"),
            (".note{position:absolute;LEFT : -999em}", "b|c"),
            ("#thanks{color:red;text-indent:-9999px}", "a|c|d"),
            (".note{margin-left:-9999px}", "a|b|c|d"),
            (".note{left:10px;text-indent:1em}", "a|b|c|d"),
            (".note:not(:focus):not(:active){clip:rect(0 0 0 0)}", "b|c"),
            (".note:not( :focus , :focus-within ){position:absolute;left:-9999px}", "b|c"),
            (".note:not(.open){clip:rect(0 0 0 0)} .note:not(:first-child){clip:rect(0 0 0 0)}", "a|b|c|d"),
        ] {
            assert_eq!(seen(css, BODY), expected, "{css}");
        }
    }

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
    fn tooltips_are_no_part_of_a_sentence() {
        let body = "<p>They use <span class=tip>smoke<span class=text>, a small device</span></span> first.";
        for css in [
            ".tip .text{visibility:hidden}.tip:hover .text,.tip:focus-within .text{visibility:visible}",
            ".text{display:none}.tip:hover>.text{display:block}",
        ] {
            assert_eq!(seen(css, body), "They use smoke first.", "{css}");
        }
        // What else shows it, or is more than a remark, may be seen.
        let open = ".text{display:none}.tip:hover .text{display:block}.open .text{display:block}";
        assert_eq!(seen(open, body), "They use smoke, a small device first.");
        let menu = "<div class=tip><p>a<div class=text>b</div></div>";
        assert_eq!(seen(".text{display:none}.tip:hover .text{display:block}", menu), "a|b");
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
    fn names_are_compared_as_in_selectors() {
        // Names of elements have no case, and elements that HTML does not know are found by a class or above one.
        assert_eq!(seen("SECTION,P.note{display:none}", BODY), "a|b");
        let body = "<my-card><p class=note>a</p></my-card><p class=note>b";
        assert_eq!(seen("my-card .note{display:none}", body), "b");
        assert_eq!(seen("My-Card>p.note{display:none}", body), "b");
        // Without a document type, classes and ids have none either.
        assert_eq!(seen(".NOTE,#Thanks{display:none}", BODY), "c");
        // What is no selector hides nothing.
        for css in
            [".5{display:none}", "#5,*p{display:none}", ">.note{display:none}", ".note>>p,.note[a=1]{display:none}"]
        {
            assert_eq!(seen(css, "<p class='note 5' id=5 a=1>a"), "a", "{css}");
        }
        assert_eq!(seen(".no/**/te,.x/**/.note{display:none}", BODY), "b|c|d");
        assert_eq!(seen(".note:not(')', .a){display:block}.note{display:none}", BODY), "a|b|c|d");
    }

    #[test]
    fn crafted_sheets_are_bounded() {
        let many: String = (0..50_000).map(|i| format!(".a,.b{i}{{display:none}}")).collect();
        let elements = "<i class='a b1 b2'>x</i>".repeat(20_000);
        seen(&many, &elements);
        // Each element asks the one around all of them, whose class comes after many attributes.
        let attributes: String = (0..20_000).map(|i| format!(" a{i}")).collect();
        let inside = "<i class=b>x</i>".repeat(20_000);
        seen(".none .b{display:none}", &format!("<div{attributes} class=c>{inside}</div>"));
        for css in ["{".repeat(100_000), ".a(".repeat(100_000), "@media{".repeat(50_000), ".a,".repeat(100_000)] {
            seen(&css, "<p class=a>x");
        }
    }
}
