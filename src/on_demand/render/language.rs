//! The language of code, which highlighters write into a class or a `data-` attribute of the code or of an element around it.

use crate::base::fallible::Text;
use crate::base::words::{Words, words};
use crate::document::Block;
use crate::read::html::attributes::Name;
use crate::read::html::scan::same_name;
use crate::read::html::{Node, Tag, Tree};

/// The maximum number of elements around code that may say its language, besides `pre`, `code` and those of tables, and
/// of all.
const MAX_CLIMB: usize = 5;
const MAX_DEPTH: usize = 24;
/// Class names that begin so, and then name a language. The longest come first.
const PREFIXES: [&str; 7] =
    ["mw-highlight-lang-", "highlight-source-", "language-", "highlight-", "brush:", "lang-", "src-"];
/// Classes of elements whose other class is a language: pandoc, highlight.js, Hexo, GeSHi.
const HOLDERS: [&str; 4] = ["sourceCode", "hljs", "highlight", "geshi"];
/// Languages that are a class of their own of `pre` or `code`: GeSHi, rustdoc, older versions of pandoc and highlight.js.
const NAMES: Words = words![
    "ada",
    "awk",
    "bash",
    "basic",
    "c",
    "clojure",
    "cmake",
    "cpp",
    "csharp",
    "css",
    "cython",
    "dart",
    "delphi",
    "diff",
    "dockerfile",
    "elixir",
    "erlang",
    "fortran",
    "fsharp",
    "go",
    "groovy",
    "haskell",
    "html",
    "ini",
    "java",
    "javascript",
    "json",
    "julia",
    "kotlin",
    "latex",
    "lisp",
    "lua",
    "makefile",
    "matlab",
    "nginx",
    "objc",
    "ocaml",
    "pascal",
    "perl",
    "php",
    "powershell",
    "prolog",
    "python",
    "ruby",
    "rust",
    "scala",
    "scheme",
    "sh",
    "sql",
    "swift",
    "typescript",
    "xml",
    "yaml",
];
/// Short names that are no languages that people speak.
const SHORT_NAMES: [&str; 9] = ["js", "jsx", "md", "py", "rb", "rs", "tsx", "txt", "yml"];
/// Names for the lack of a language, and other classes of such elements.
const NO_LANGUAGE: [&str; 12] = [
    "none",
    "default",
    "undefined",
    "auto",
    "notranslate",
    "nohighlight",
    "highlight",
    "code",
    "copyable",
    "block",
    "wrap",
    "figure",
];

/// The language of a block of code, for the info string of its fence.
pub(in crate::on_demand) fn of_code(block: &Block<'_, '_>) -> Option<Text> {
    let tree = &block.document().page().tree;
    let (container, first) = (block.table_entry().container, block.table_entry().first_text);
    let (mut climbed, mut is_in_list) = (0, true);
    for at in tree.ancestors(first).skip(1).take(MAX_DEPTH).take_while(|&at| at != tree.body) {
        let node = &tree.nodes[at as usize];
        match node.tag {
            // A list in code, whose items are its lines; not a list around it.
            Tag::LI if is_in_list => {}
            Tag::OL if !is_in_list => return None,
            Tag::PRE | Tag::CODE | Tag::DIV | Tag::FIGURE | Tag::TD | Tag::TABLE | Tag::OL => {
                is_in_list &= !matches!(node.tag, Tag::PRE | Tag::CODE);
                climbed += usize::from(matches!(node.tag, Tag::DIV | Tag::FIGURE));
                if climbed > MAX_CLIMB {
                    return None;
                }
                if let Some(language) = of_element(tree, at) {
                    return Some(language);
                }
            }
            Tag::SPAN | Tag::TR | Tag::TBODY => {}
            _ if at < container => return None,
            _ => {}
        }
    }
    None
}

fn of_element(tree: &Tree<'_>, element: u32) -> Option<Text> {
    let node = &tree.nodes[element as usize];
    let data = tree.each_attribute(node).find(|attribute| {
        let name = tree.raw_attribute_name(attribute);
        // `data-lang`, `data-enlighter-language`
        let ends = |end: &[u8]| name.len().checked_sub(end.len()).is_some_and(|at| same_name(&name[at..], end));
        name.get(..5).is_some_and(|start| same_name(start, b"data-")) && (ends(b"lang") || ends(b"language"))
    });
    if let Some(language) = data.and_then(|attribute| language(&tree.decoded_value(attribute))) {
        return Some(language);
    }
    if let Some(language) = of_lang(tree, node) {
        return Some(language);
    }
    let parameters = tree
        .each_attribute(node)
        .find(|attribute| same_name(tree.raw_attribute_name(attribute), b"data-syntaxhighlighter-params"));
    let class = match parameters {
        Some(parameters) => tree.decoded_value(parameters),
        None => tree.decoded_value(tree.attribute(node, Name::CLASS)?),
    };
    let prefixed = |word: &str| PREFIXES.iter().find_map(|prefix| language(word.strip_prefix(prefix)?));
    if let Some(found) = class.split_ascii_whitespace().find_map(prefixed) {
        return Some(found);
    }
    // `brush: js; toolbar: false`
    let brush = class.split("brush:").nth(1).and_then(|rest| language(rest.trim_start().split([';', ' ']).next()?));
    let has_holder = || class.split_ascii_whitespace().any(|word| HOLDERS.contains(&word));
    let is_language = |word: &&str| {
        !HOLDERS.contains(word) && !word.contains(['-', '_']) && !word.chars().any(|c| c.is_ascii_uppercase())
    };
    // A plain `pre` may have any class; the `pre` of a highlighter has elements inside.
    let is_code = matches!(node.tag, Tag::CODE | Tag::OL) || node.tag == Tag::PRE && holds_elements(tree, element);
    let named = || class.split_ascii_whitespace().find(|word| is_code && NAMES.contains(word)).and_then(language);
    brush.or_else(named).or_else(|| {
        has_holder().then(|| class.split_ascii_whitespace().filter(is_language).find_map(language)).flatten()
    })
}

/// The language in `lang` of `pre` or `code`, as GitHub and its readers of Markdown write it; no language that people speak.
fn of_lang(tree: &Tree<'_>, node: &Node) -> Option<Text> {
    let lang = tree.attribute(node, Name::LANG).filter(|_| matches!(node.tag, Tag::PRE | Tag::CODE))?;
    let name = tree.decoded_value(lang);
    let is_spoken = name.contains('-') || name.trim().len() <= 3 && name.bytes().all(|byte| byte.is_ascii_alphabetic());
    let is_known = NAMES.contains(name.trim()) || SHORT_NAMES.contains(&name.trim());
    if is_known || !is_spoken { language(&name) } else { None }
}

fn holds_elements(tree: &Tree<'_>, element: u32) -> bool {
    tree.nodes[tree.subtree(element)].iter().skip(1).take(4).any(|node| node.tag.is_element())
}

/// A name of a language as an info string, which has no spaces and backticks.
fn language(name: &str) -> Option<Text> {
    let name = name.trim();
    let is_name = (1..=20).contains(&name.len())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+#._-".contains(&byte))
        && name.bytes().any(|byte| byte.is_ascii_alphabetic());
    (is_name && !NO_LANGUAGE.contains(&name)).then(|| Text::from(name))
}
