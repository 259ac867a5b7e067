//! Text that its author excludes from indexes or snippets: between comments such as `googleoff: all` and
//! `googleon: all`, or in `noindex` elements.
//!
//! Without an end, an excluded part ends with the element that it begins in. If such parts hold most of the text, their
//! ends were forgotten: then they are not obeyed.

use super::context::flag;
use crate::base::arena::{Bump, Vec as ArenaVec};
use crate::base::sort::{sort, sort_by_key};
use crate::read::html::scan::same_name;
use crate::read::html::{NONE, Node, Tag, Tree, node_flag};

/// What a pair of comments excludes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scope {
    /// `noindex`: the index.
    Noindex = 0,
    /// `googleoff: all`, or with a word that is not known: everything.
    All = 1,
    /// `googleoff: index`: the index.
    Index = 2,
    /// `googleoff: snippet`: snippets in search results.
    Snippet = 3,
    /// `googleoff: anchor`: the texts that describe the targets of links.
    Anchor = 4,
}

const SCOPES: usize = 5;

impl Scope {
    /// The flag of the text.
    fn flag(self) -> u16 {
        match self {
            Scope::Noindex | Scope::All | Scope::Index => flag::NO_INDEX,
            Scope::Snippet => flag::NO_SNIPPET,
            Scope::Anchor => 0,
        }
    }
}

/// A comment that begins or ends an excluded part.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark {
    start: u32,
    end: u32,
    begins: bool,
    scope: Scope,
    /// Where the element ends in which the comment stands.
    element_end: u32,
}

impl Mark {
    /// Reads a comment.
    pub(crate) fn of(tree: &Tree<'_>, node: &Node) -> Option<Mark> {
        let text = tree.source[node.content as usize..node.attributes as usize].trim_ascii();
        let (begins, scope) = read(text)?;
        let parent = &tree.nodes[node.parent as usize];
        let is_whole = matches!(parent.tag, Tag::BODY | Tag::HTML) || node.parent == 0;
        let element_end = if is_whole { tree.source.len() as u32 } else { contents_end(tree, parent).max(node.end) };
        Some(Mark { start: node.start, end: node.end, begins, scope, element_end })
    }
}

/// Where the contents of an element end: before its end tag, if it has one.
fn contents_end(tree: &Tree<'_>, element: &Node) -> u32 {
    let end = element.end;
    if element.flags & node_flag::CLOSED == 0 {
        return end;
    }
    memchr::memrchr(b'<', &tree.source[..end as usize]).map_or(end, |tag| tag as u32)
}

/// Whether a comment begins an excluded part, and what from; `None` if it is another comment.
fn read(text: &[u8]) -> Option<(bool, Scope)> {
    if same_name(text, b"noindex") || same_name(text, b"/noindex") {
        return Some((text[0] != b'/', Scope::Noindex));
    }
    let after =
        |word: &[u8]| text.get(..word.len()).filter(|start| same_name(start, word)).map(|_| &text[word.len()..]);
    let (begins, scope) = match after(b"googleoff") {
        Some(scope) => (true, scope),
        None => (false, after(b"googleon")?),
    };
    let scope = scope.trim_ascii();
    let scope = scope.strip_prefix(b":").unwrap_or(scope).trim_ascii();
    let names = [(Scope::Index, &b"index"[..]), (Scope::Snippet, b"snippet"), (Scope::Anchor, b"anchor")];
    let named = names.into_iter().find(|(_, name)| same_name(scope, name));
    Some((begins, named.map_or(Scope::All, |(scope, _)| scope)))
}

/// A part of the page between two comments, or after a comment that has no end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part {
    pub source: (u32, u32),
    pub scope: Scope,
    /// Whether a comment ends it.
    pub is_closed: bool,
}

/// Calls `found` for the excluded parts between comments, which it sorts: misnested markup moves nodes.
pub(crate) fn for_each_part(marks: &mut [Mark], mut found: impl FnMut(Part)) {
    sort_by_key(marks, |mark| mark.start);
    let mut open: [Option<Mark>; SCOPES] = [None; SCOPES];
    let mut close = |begin: Option<Mark>, end: Option<u32>| {
        if let Some(Mark { start, scope, element_end, .. }) = begin {
            found(Part { source: (start, end.unwrap_or(element_end)), scope, is_closed: end.is_some() });
        }
    };
    for mark in &*marks {
        let slot = &mut open[mark.scope as usize];
        match (mark.begins, mark.scope) {
            // In the same element it repeats the first one, which else has no end.
            (true, _) if slot.is_some_and(|begin| mark.start < begin.element_end) => {}
            (true, _) => close(slot.replace(*mark), None),
            (false, Scope::All) => open[1..].iter_mut().for_each(|slot| close(slot.take(), Some(mark.end))),
            // The index is on again, whatever word turned it off.
            (false, Scope::Index) => {
                [Scope::All, Scope::Index]
                    .into_iter()
                    .for_each(|scope| close(open[scope as usize].take(), Some(mark.end)));
            }
            (false, _) => close(slot.take(), Some(mark.end)),
        }
    }
    open.into_iter().for_each(|begin| close(begin, None));
}

/// Where the flags of text change that comments exclude: from this offset of the source on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Change {
    pub start: u32,
    pub flags: u16,
}

/// What is excluded of a page.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Exclusions<'a> {
    /// In source order.
    pub changes: &'a [Change],
    /// Parts without an end would hold most of the text, and are not obeyed.
    pub are_ignored: bool,
}

/// The excluded parts of a page with these visible `texts` and comments, and with these `noindex` elements, which have no
/// end tags.
pub(super) fn find<'a, 't>(
    arena: &'a Bump,
    tree: &Tree<'_>,
    texts: impl Iterator<Item = &'t Node>,
    marks: &mut [Mark],
    unclosed_elements: &[u32],
) -> Exclusions<'a> {
    let mut parts = ArenaVec::new_in(arena);
    for_each_part(marks, |part| parts.push(part));
    parts.extend(unclosed_elements.iter().map(|&index| {
        let node = &tree.nodes[index as usize];
        Part { source: (node.start, node.end), scope: Scope::Noindex, is_closed: false }
    }));
    let unclosed = changes(arena, parts.iter().filter(|part| !part.is_closed));
    if hold_most_text(texts, unclosed) {
        return Exclusions { changes: changes(arena, parts.iter().filter(|part| part.is_closed)), are_ignored: true };
    }
    Exclusions { changes: changes(arena, parts.iter()), are_ignored: false }
}

/// The flags of the text of these parts, which may overlap.
fn changes<'a, 'p>(arena: &'a Bump, parts: impl Iterator<Item = &'p Part>) -> &'a [Change] {
    let mut edges: ArenaVec<'_, (u32, u16, i32)> = ArenaVec::new_in(arena);
    for Part { source: (start, end), scope, .. } in parts {
        edges.extend([(*start, scope.flag(), 1), (*end, scope.flag(), -1)]);
    }
    sort(&mut edges);
    let (mut no_index, mut no_snippet) = (0, 0);
    let changes = edges.iter().map(|&(start, flag, step)| {
        no_index += if flag == flag::NO_INDEX { step } else { 0 };
        no_snippet += if flag == flag::NO_SNIPPET { step } else { 0 };
        let flag_if = |is_on: bool, flag: u16| if is_on { flag } else { 0 };
        Change { start, flags: flag_if(no_index > 0, flag::NO_INDEX) | flag_if(no_snippet > 0, flag::NO_SNIPPET) }
    });
    let mut found = ArenaVec::with_capacity_in(edges.len(), arena);
    found.extend(changes);
    found.into_bump_slice()
}

/// Whether more than half of the text is excluded from the index.
fn hold_most_text<'t>(texts: impl Iterator<Item = &'t Node>, changes: &[Change]) -> bool {
    if changes.is_empty() {
        return false;
    }
    let (mut inside, mut all) = (0, 0);
    for node in texts {
        let bytes = u64::from(node.end - node.start);
        all += bytes;
        inside += if flags_at(changes, node.start) & flag::NO_INDEX != 0 { bytes } else { 0 };
    }
    2 * inside > all
}

/// The flags of the text at an offset of the source.
fn flags_at(changes: &[Change], source: u32) -> u16 {
    let passed = changes.partition_point(|change| change.start <= source);
    changes[..passed].last().map_or(0, |change| change.flags)
}

/// The changes of a page, read in source order.
pub(super) struct Changes<'a> {
    rest: &'a [Change],
    /// Where the next one is.
    next: u32,
    flags: u16,
}

impl<'a> Changes<'a> {
    pub(super) fn new(changes: &'a [Change]) -> Changes<'a> {
        Changes { rest: changes, next: changes.first().map_or(NONE, |change| change.start), flags: 0 }
    }

    /// The flags of the text at an offset that is not before the last one.
    #[inline(always)]
    pub(super) fn flags_at(&mut self, source: u32) -> u16 {
        if source >= self.next {
            self.pass(source);
        }
        self.flags
    }

    #[cold]
    fn pass(&mut self, source: u32) {
        self.flags = flags_at(self.rest, source);
        let passed = self.rest.partition_point(|change| change.start <= source);
        self.rest = &self.rest[passed..];
        self.next = self.rest.first().map_or(NONE, |change| change.start);
    }
}

#[cfg(test)]
mod tests {
    use crate::{Analyzer, BlockFlags};

    /// The first words of the blocks of a page that are not to be indexed.
    fn excluded(html: &str) -> String {
        let mut analyzer = Analyzer::default();
        let document = analyzer.analyze(html.as_bytes()).unwrap();
        let blocks = document.blocks().filter(|block| block.flags().contains(BlockFlags::NO_INDEX));
        blocks.map(|block| block.text().to_owned()).collect::<Vec<_>>().join("|")
    }

    const STORY: &str = "<p>Rain fell on the city for the third day, and the river rose above its banks.</p>";

    #[test]
    fn a_part_ends_with_its_comment_wherever_it_stands() {
        for (html, expected) in [
            ("<p>a<!--googleoff: all--><p>b<!--googleon: all--><p>c", "b"),
            ("<div><!-- GoogleOff:index --><p>b</div><p>c<!--googleon: index--><p>d", "b|c"),
            ("<p>a<!--noindex-->b<!--/noindex-->c", "b"),
            ("<p>a<!--googleoff: snippet--><p>b<!--googleoff: anchor--><p>c", ""),
            ("<!--googleoff: all--><p>b<!--googleon: index--><p>c", "b"),
            ("<!--googleoff: all--><p>b<!--noindex--><p>c<!--googleon: all--><p>d<!--/noindex--><p>e", "b|c|d"),
        ] {
            assert_eq!(excluded(html), expected, "{html}");
        }
    }

    #[test]
    fn a_part_without_an_end_ends_with_its_element() {
        for (html, expected) in [
            ("<div><!--googleoff: all--><p>b</div>{}", "b"),
            ("<head><!--googleoff: all--><title>t</title></head><body>{}", "t"),
            ("<ul><li><!--noindex-->b<li>c</ul>{}<!--googleoff: index--><p>d<!--googleon: index-->", "b|d"),
            ("<div><noindex><p>b</div>{}", "b"),
            ("{}<!--noindex--><p>b", "b"),
        ] {
            assert_eq!(excluded(&html.replace("{}", STORY)), expected, "{html}");
        }
    }

    #[test]
    fn parts_without_ends_that_hold_most_text_are_not_obeyed() {
        for html in [
            "<!--googleoff: all--><p>menu{}",
            "<body><p>menu<noindex>{}",
            "<p>menu<noindex/>{}",
            "<body><!--noindex-->{}<!--googleoff: snippet--><p>b",
        ] {
            assert_eq!(excluded(&html.replace("{}", STORY)), "", "{html}");
        }
        // What has an end is meant.
        let html = "<!--googleoff: all-->{}<!--googleon: all--><p>a<!--noindex-->{}{}".replace("{}", STORY);
        assert_eq!(excluded(&html).matches("Rain").count(), 1);
    }

    #[test]
    fn many_marks_take_linear_time() {
        let html = "<p><!--googleoff: all-->a<!--noindex--><!--googleon: index-->b".repeat(20_000);
        assert!(!excluded(&html).is_empty());
    }
}
