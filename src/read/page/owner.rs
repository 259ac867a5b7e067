//! What the owner of a site says in its pages about what is to be searched: the attributes of Pagefind
//! (`data-pagefind-body`, `-ignore`, `-weight`) and the classes of DocSearch (`DocSearch-content`, `DocSearch-lvl0` to
//! `DocSearch-lvl6`).
//!
//! Where a page says what is to be indexed, the rest of its body is not. Code that `-ignore` leaves out is text all the same. [`super::exclusion`] reads what its comments say,
//! and [`super::context`] the attribute of snippets.

use super::context::{Context, flag};
use crate::read::html::attributes::Name;
use crate::read::html::{Node, Tag, Tree};

/// The class of the element with the text to be indexed, and the beginning of those of headings outside of it.
const CONTENT: &[u8] = b"DocSearch-content";
const LEVEL: &[u8] = b"DocSearch-lvl";

/// Whether some element of a page may have the class.
pub(super) fn may_have_content_class(tree: &Tree<'_>) -> bool {
    // Preparing a search for all of it takes longer than a small page.
    memchr::memchr_iter(CONTENT[0], tree.source).any(|at| tree.source[at..].starts_with(CONTENT))
}

/// Whether the class of an element says that it is to be indexed.
fn has_content_class(tree: &Tree<'_>, node: &Node) -> bool {
    let class = tree.attribute(node, Name::CLASS).map(|class| tree.raw_value(class)).unwrap_or_default();
    let is_level = |word: &[u8]| matches!(word.strip_prefix(LEVEL), Some([b'0'..=b'6']));
    class.split(u8::is_ascii_whitespace).any(|word| word == CONTENT || is_level(word))
}

/// Excludes from the index all of the body but these elements, and those of the class if there are any. If they have no
/// text, nothing is excluded.
pub(super) fn exclude_outside(tree: &Tree<'_>, contexts: &mut [Context], bodies: &[u32], has_class: bool) {
    let is_shown = |node: &Node, contexts: &[Context]| {
        node.tag == Tag::TEXT
            && contexts[node.parent as usize].flags & (flag::DROPPED | flag::IN_HEAD | flag::HIDDEN) == 0
            && !tree.source[node.content as usize..node.end as usize].trim_ascii().is_empty()
    };
    let mut listed = bodies.iter().copied().peekable();
    let mut end = 0;
    let mut has_text = false;
    // The first pass looks for text, the second one excludes.
    for excludes in [false, true] {
        for (index, node) in tree.nodes.iter().enumerate() {
            let is_listed = listed.next_if_eq(&(index as u32)).is_some();
            let is_named = || has_class && node.known & Name::CLASS.bit() != 0 && has_content_class(tree, node);
            if node.tag.is_element() && (is_listed || is_named()) {
                end = end.max(node.subtree_end);
            }
            let is_inside = (index as u32) < end;
            has_text |= is_inside && is_shown(node, contexts);
            if excludes && !is_inside && node.tag.is_element() && contexts[index].flags & flag::IN_HEAD == 0 {
                contexts[index].flags |= flag::NO_INDEX;
            }
        }
        if !has_text {
            return;
        }
        (listed, end) = (bodies.iter().copied().peekable(), 0);
    }
}

/// Nodes of an excluded element before its code.
const MAX_BEFORE_CODE: usize = 64;

/// Whether an element with `data-pagefind-ignore` is code that a site leaves out of its search, but that readers need as a
/// part of the text: most of it is preformatted.
pub(super) fn is_code(tree: &Tree<'_>, element: u32) -> bool {
    let node = &tree.nodes[element as usize];
    let mut nodes = tree.nodes[tree.subtree(element)].iter().take(MAX_BEFORE_CODE);
    let code = nodes.find(|node| node.tag == Tag::PRE);
    code.is_some_and(|code| 2 * (code.end - code.start) >= node.end - node.start)
}

/// The factor of an element with `data-pagefind-weight`: its square, as Pagefind ranks; `None` if it is not from 0 to 10.
pub(crate) fn weight(tree: &Tree<'_>, node: &Node) -> Option<f32> {
    let attribute = tree.each_attribute(node).find(|attribute| attribute.name == Name::DATA_PAGEFIND_WEIGHT)?;
    let value = str::from_utf8(tree.raw_value(attribute)).ok()?.trim().parse::<f32>().ok()?;
    (0.0..=10.0).contains(&value).then_some(value * value)
}

#[cfg(test)]
mod tests {
    use crate::{Analyzer, BlockFlags, Options};

    const STORY: &str = "<p>Rain fell on the city for the third day, and the river rose above its banks.</p>";

    /// The texts of a page that are not to be indexed, and whether the page's rules are ignored.
    fn excluded(html: &str, ignores: bool) -> String {
        let options = Options { ignore_page_rules: ignores, ..Options::default() };
        let mut analyzer = Analyzer::new(options);
        let document = analyzer.analyze(html.as_bytes()).unwrap();
        let blocks = document.blocks().filter(|block| block.flags().contains(BlockFlags::NO_INDEX));
        blocks.map(|block| block.text().to_owned()).collect::<Vec<_>>().join("|")
    }

    #[test]
    fn pagefind_and_docsearch_say_what_is_indexed() {
        for (html, expected) in [
            ("<title>t</title><nav>a</nav><main data-pagefind-body>{}</main><p>b", "a|b"),
            (
                "<main>{}<p data-pagefind-ignore>a<p data-pagefind-ignore=all>b<p data-pagefind-ignore=index>c</main>",
                "a|b|c",
            ),
            ("<main data-pagefind-body>{}<p data-pagefind-ignore>a</main>", "a"),
            (
                "<main>{}<div data-pagefind-ignore><b>sh</b><pre>mkdir demo; cd demo; git init --bare</pre></div></main>",
                "",
            ),
            (
                "<main>{}<nav data-pagefind-ignore>Read more about it below<pre>x</pre></nav></main>",
                "Read more about it below|x",
            ),
            ("<p>a<article data-pagefind-body>{}</article><p>b<div data-pagefind-body>c</div>", "a|b"),
            ("<p>a<h1 class='x DocSearch-lvl1'>t</h1><div class=DocSearch-content>{}</div><p>b", "a|b"),
            ("<p>a<h1 class=DocSearch-lvl7>t</h1><div class=docsearch-content>{}</div><p>b", ""),
            // Without text in it, it is a mistake.
            ("<p>a<main data-pagefind-body> <i hidden>c</i></main>{}", ""),
        ] {
            let html = html.replace("{}", STORY);
            assert_eq!(excluded(&html, false), expected, "{html}");
            assert_eq!(excluded(&html, true), "", "{html}");
        }
    }

    #[test]
    fn all_rules_of_a_page_can_be_ignored() {
        let html = format!(
            "{STORY}<!--googleoff: all--><p>a</p><!--googleon: all--><noindex><p>b</p></noindex><p data-nosnippet>c"
        );
        assert_eq!(excluded(&html, false), "a|b");
        assert_eq!(excluded(&html, true), "");
        let has_snippet = |ignores| {
            let mut analyzer = Analyzer::new(Options { ignore_page_rules: ignores, ..Options::default() });
            let document = analyzer.analyze(html.as_bytes()).unwrap();
            document.blocks().all(|block| !block.flags().contains(BlockFlags::NO_SNIPPET))
        };
        assert_eq!([false, true].map(has_snippet), [false, true]);
    }

    #[test]
    fn weights_are_squared_factors() {
        let weight = |value: &str, ignores: bool| {
            let html = format!(
                "{STORY}<div data-pagefind-weight={value}><p>The bridge is closed until the water has gone.</div>"
            );
            let mut analyzer = Analyzer::new(Options { ignore_page_rules: ignores, ..Options::default() });
            let document = analyzer.analyze(html.as_bytes()).unwrap();
            document.block(1).unwrap().weight()
        };
        for (value, expected) in
            [("2", 16), ("0.5", 1), ("0", 1), ("10", 64), ("11", 4), ("x", 4), ("''", 4), ("NaN", 4)]
        {
            assert_eq!(weight(value, false), expected, "{value}");
        }
        assert_eq!(weight("2", true), 4);
    }
}
