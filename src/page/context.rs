//! What an element passes on to the text inside it, worked out once for each element.

use super::boundaries::{class, class_of};
use super::reveal::{Visibility, is_panel, is_streamed};
use super::shown::{Counter, Shown};
use crate::arena::Bump;
use crate::arena::Vec as ArenaVec;
use crate::html::attributes::Name;
use crate::html::scan::{self, same_name};
use crate::html::{NONE, Namespace, Node, Tag, Tree, node_flag};
use memchr::memmem;

/// Bits of [`Context::flags`] and of [`super::Block::flags`].
pub mod flag {
    /// Hidden by the `hidden` attribute or by an inline style (`display:none`, `visibility:hidden`), but for what a
    /// script of the page shows at once: parts of streamed pages, and the text of a page that hides all of it; and
    /// but for what is [`COLLAPSED`].
    pub const HIDDEN: u16 = 1;
    /// Hidden from assistive technology only (`aria-hidden="true"`).
    pub const ARIA_HIDDEN: u16 = 2;
    /// In the head: the title.
    pub const IN_HEAD: u16 = 4;
    /// Inside `noscript`.
    pub const NOSCRIPT: u16 = 8;
    /// Marked as not to be indexed: `noindex` elements and comments, `googleoff` comments.
    pub const NO_INDEX: u16 = 16;
    /// Stated for machines only, in JSON-LD or a `meta`, on a page that does not show it; such a block is also
    /// [`HIDDEN`].
    pub const METADATA_SOURCE: u16 = 32;
    /// Hidden until readers open it in its place: panels of tabs, accordions, answers to frequent questions. Such a
    /// block is not [`HIDDEN`], unless an element around it or in it is hidden for good.
    pub const COLLAPSED: u16 = 64;
    /// The learned mask took another block with the same text instead, as in a quote of an earlier post. In the page's
    /// own table no block has it; what the mask said is added by [`crate::Block::flags`].
    pub const REPEATED: u16 = 128;
    /// Not to be shown in search results (`data-nosnippet`), though it may be found: mostly notices, sometimes the
    /// whole of a paid article.
    pub const NO_SNIPPET: u16 = 256;
    /// Text that no unit takes: scripts, styles, options, templates that scripts fill in, drawings. Never on a block.
    pub const DROPPED: u16 = 1 << 15;
    /// The flags that blocks have; a block has no text with other ones.
    pub const OF_BLOCKS: u16 = !DROPPED;
}

/// What holds for the text directly inside an element.
#[derive(Clone, Copy, Debug)]
pub struct Context {
    /// The nearest element that is not phrasing content: the container of a block.
    pub container: u32,
    /// The nearest `a` with an `href`, [`NONE`] outside of links.
    pub link: u32,
    /// See [`flag`].
    pub flags: u16,
    /// 1 to 6 inside `h1` to `h6`, else 0.
    pub heading: u8,
}

impl Default for Context {
    fn default() -> Context {
        Context { container: 0, link: NONE, flags: 0, heading: 0 }
    }
}

/// The contexts of a page, and how much text they show.
#[derive(Clone, Copy, Debug)]
pub struct Contexts<'a> {
    /// One entry a node; entries of nodes that are no elements are empty.
    pub of_nodes: &'a [Context],
    /// What text there is.
    pub shown: Shown,
    /// Scripts with a type, which may hold data.
    pub scripts: usize,
    /// All texts and comments.
    pub(super) leaves: &'a [u32],
    /// Elements that may state something for machines: `meta`, `link`, `script`, items of microdata.
    pub(super) statements: &'a [u32],
}

impl Contexts<'_> {
    /// The texts that are not blank and have none of these [`flag`]s.
    pub(super) fn texts<'t>(&self, tree: &'t Tree, without: u16) -> impl Iterator<Item = &'t Node> {
        self.leaves.iter().map(|&index| &tree.nodes[index as usize]).filter(move |node| {
            node.tag == Tag::TEXT
                && node.flags & node_flag::WHITESPACE == 0
                && self.of_nodes[node.parent as usize].flags & without == 0
        })
    }
}

/// Works out the contexts of all elements in one pass. `drop_noscript` drops the text of `noscript`.
pub fn contexts<'a>(arena: &'a Bump, tree: &Tree<'_>, drop_noscript: bool) -> Contexts<'a> {
    let mut contexts: ArenaVec<Context> = ArenaVec::with_capacity_in(tree.nodes.len(), arena);
    let mut leaves = ArenaVec::with_capacity_in(tree.nodes.len(), arena);
    let mut statements = ArenaVec::with_capacity_in(64, arena);
    let mut counter = Counter::default();
    let mut scripts = 0;
    let mut visibility = Visibility::default();
    for (i, node) in tree.nodes.iter().enumerate() {
        if !node.tag.is_element() || node.parent == NONE {
            leaves.push(i as u32);
            if node.tag == Tag::TEXT {
                let context = &contexts[node.parent as usize];
                if counter.shows(node, context) {
                    visibility.add(context.flags, &tree.source[node.start as usize..node.end as usize]);
                }
            }
            contexts.push(Context::default());
            continue;
        }
        let mut context: Context = contexts[node.parent as usize];
        let class = class_of(node.tag);
        if class & class::STATEMENT != 0 || node.known & ITEM != 0 {
            scripts += usize::from(node.tag == Tag::SCRIPT && node.known & Name::TYPE.bit() != 0);
            statements.push(i as u32);
        }
        match node.namespace {
            Namespace::Html if node.tag == Tag::TEMPLATE && is_shadow_root(tree, node) => {}
            Namespace::Html => enter_html(&mut context, node, class, i as u32, drop_noscript),
            _ => context.flags |= flag::DROPPED,
        }
        if node.tag == Tag::A && node.known & Name::HREF.bit() != 0 {
            context.link = i as u32;
        }
        if node.known & TELLING != 0 {
            read_attributes(&mut context, tree, node);
        }
        contexts.push(context);
    }
    if visibility.is_blank_without_scripts() {
        contexts.iter_mut().for_each(|context| context.flags &= !flag::HIDDEN);
    }
    let (of_nodes, leaves) = (contexts.into_bump_slice(), leaves.into_bump_slice());
    Contexts { of_nodes, shown: counter.shown, scripts, leaves, statements: statements.into_bump_slice() }
}

#[inline]
fn enter_html(context: &mut Context, node: &Node, class: u8, index: u32, drop_noscript: bool) {
    context.container = if class & class::CONTAINER != 0 { index } else { context.container };
    let level = node.tag.heading_level();
    if level != 0 {
        context.heading = level;
    }
    if class & !(class::CONTAINER | class::STATEMENT) != 0 {
        enter_special(context, class, drop_noscript);
    }
}

fn enter_special(context: &mut Context, class: u8, drop_noscript: bool) {
    if class & class::DROPPED != 0 {
        context.flags |= flag::DROPPED;
    }
    if class & class::NOSCRIPT != 0 {
        context.flags |= if drop_noscript { flag::DROPPED } else { flag::NOSCRIPT };
    }
    if class & class::HEAD != 0 {
        context.flags |= flag::IN_HEAD;
    }
    if class & class::NO_INDEX != 0 {
        context.flags |= flag::NO_INDEX;
    }
}

/// Attributes of microdata.
const ITEM: u16 = Name::ITEMTYPE.bit() | Name::ITEMPROP.bit();

/// Whether a `template` is the shadow tree of its parent, which is shown: `shadowrootmode` is `open` or `closed`.
fn is_shadow_root(tree: &Tree, node: &Node) -> bool {
    tree.attributes_of(node).iter().any(|attribute| {
        let value = tree.raw_value(attribute);
        same_name(tree.raw_attribute_name(attribute), b"shadowrootmode")
            && (same_name(value, b"open") || same_name(value, b"closed"))
    })
}

/// Attributes that change the context, but for `href`.
const TELLING: u16 = Name::HIDDEN.bit() | Name::DATA_NOSNIPPET.bit() | Name::ARIA_HIDDEN.bit() | Name::STYLE.bit();

fn read_attributes(context: &mut Context, tree: &Tree, node: &Node) {
    for attribute in tree.each_attribute(node) {
        match attribute.name {
            Name::HIDDEN if is_streamed(tree, node) => {}
            Name::HIDDEN => context.flags |= hidden(tree, node),
            Name::DATA_NOSNIPPET => context.flags |= flag::NO_SNIPPET,
            Name::ARIA_HIDDEN if same_name(tree.raw_value(attribute), b"true") => {
                context.flags |= flag::ARIA_HIDDEN;
            }
            Name::STYLE if hides(tree.source, attribute.value_start as usize, attribute.value_end as usize) => {
                context.flags |= hidden(tree, node);
            }
            _ => {}
        }
    }
}

/// What hidden text of an element is flagged with.
fn hidden(tree: &Tree, node: &Node) -> u16 {
    if is_panel(tree, node) { flag::COLLAPSED } else { flag::HIDDEN }
}

/// Whether an inline style, `source[at..end]`, hides the element. Of several declarations of a property the last one
/// holds, or the last that is `!important`.
fn hides(source: &[u8], mut at: usize, end: usize) -> bool {
    let has_comments = scan::find_byte_before(source, at, end, b'*') < end;
    let (mut display, mut visibility) = (Declared::default(), Declared::default());
    while at < end {
        let end_of_this = match has_comments {
            true => end_of_declaration(source, at, end),
            false => scan::find_byte_before(source, at, end, b';'),
        };
        let declaration = trim(&source[at..end_of_this]);
        // Few styles have a property of that first letter.
        if let [b'd' | b'D' | b'v' | b'V', ..] = declaration {
            let mut parts = declaration.splitn(2, |&b| b == b':');
            let (property, value) = (trim(parts.next().unwrap_or_default()), parts.next().unwrap_or_default());
            if same_name(property, b"display") {
                display.take(value, &[b"none"]);
            } else if same_name(property, b"visibility") {
                visibility.take(value, &[b"hidden", b"collapse"]);
            }
        }
        at = end_of_this + 1;
    }
    display.hides || visibility.hides
}

/// What a style says of one property.
#[derive(Clone, Copy, Debug, Default)]
struct Declared {
    hides: bool,
    is_important: bool,
}

impl Declared {
    /// Takes in a later declaration. What is no name or function, such as the hacks for old browsers, is not valid and
    /// changes nothing.
    fn take(&mut self, value: &[u8], hiding: &[&[u8]]) {
        let mut parts = value.splitn(2, |&b| b == b'!');
        let value = trim(parts.next().unwrap_or_default());
        let is_important = parts.next().is_some_and(|mark| same_name(trim(mark), b"important"));
        let is_valid = value.first().is_some_and(|b| b.is_ascii_alphabetic() || *b == b'-') && !value.contains(&b'\\');
        if is_valid && (is_important || !self.is_important) {
            *self = Declared { hides: hiding.iter().any(|name| same_name(value, name)), is_important };
        }
    }
}

/// The end of the declaration at `at`: the first semicolon outside of comments.
fn end_of_declaration(source: &[u8], at: usize, end: usize) -> usize {
    let mut from = at;
    let mut semicolon = scan::find_byte_before(source, from, end, b';');
    loop {
        let Some(open) = memmem::find(&source[from..semicolon], b"/*") else { return semicolon };
        let inside = from + open + 2;
        let Some(close) = memmem::find(&source[inside..end], b"*/") else { return end };
        from = inside + close + 2;
        if from > semicolon {
            semicolon = scan::find_byte_before(source, from, end, b';');
        }
    }
}

/// Without whitespace and comments at both ends.
fn trim(mut css: &[u8]) -> &[u8] {
    loop {
        css = css.trim_ascii();
        let end = css.len();
        if css.starts_with(b"/*") {
            let close = css.get(2..).and_then(|inside| memmem::find(inside, b"*/"));
            css = &css[close.map_or(end, |close| close + 4)..];
        } else if css.ends_with(b"*/")
            && let Some(open) = memmem::rfind(&css[..end - 2], b"/*")
        {
            css = &css[..open];
        } else {
            return css;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn styles_that_hide() {
        for style in [
            "display:none",
            "color:red; DISPLAY : NONE !important;",
            "visibility:hidden",
            "a:b;visibility:collapse",
            "display:block;display:none",
            "display:none!important;display:block",
            "display:none;display:;display:0;display:block\\9",
            "display:none;visibility:visible",
            "display:/**/none",
            "/* a;b */display/*c*/:none/*d*/!/*e*/important",
            "a:b/*;*/;display:none/**/",
            "width:calc(2px * 3);/*x*//*y*/ display:none",
        ] {
            assert!(hides(style.as_bytes(), 0, style.len()), "{style}");
        }
        for style in [
            "",
            "display:block",
            "display-x:none",
            "background:url(display:none)",
            "display none",
            "display:none;display:block",
            "display:none;display:var(--x)",
            "display:block!important;display:none",
            "visibility:hidden;VISIBILITY:visible",
            "display:none!important;display:block!important",
            "/*display:none;*/color:red",
            "/*;display:none",
            "a:b;/*/display:none",
            "display:*/none",
        ] {
            assert!(!hides(style.as_bytes(), 0, style.len()), "{style}");
        }
    }
}
