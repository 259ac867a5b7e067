//! The public tree: what each node is, where it is in the bytes, and how nodes and blocks find each other.
//! `tests/conformance.rs` runs html5lib-tests through it.

#[path = "common/hostile_pages.rs"]
#[allow(dead_code)]
mod hostile_pages;
#[path = "common/hostile_trees.rs"]
mod hostile_trees;
mod support;

use blockmask::{
    Analyzer, Error, Input, Limits, Namespace, Node, NodeKind, OnLimit, Options, Parser, Tree, Truncation,
};
use support::invariants::public_tree;

fn parser() -> Parser {
    Parser::new(Limits::default())
}

/// The only element with this name.
fn named<'t, 'a>(tree: &'t Tree<'a>, name: &str) -> Node<'t, 'a> {
    let mut found = tree.nodes().filter(|node| node.name() == name);
    let node = found.next().unwrap_or_else(|| panic!("no {name}"));
    assert!(found.next().is_none(), "two {name}");
    node
}

fn written<'a>(tree: &Tree<'a>, range: Option<std::ops::Range<usize>>) -> Option<&'a str> {
    range.map(|range| std::str::from_utf8(&tree.bytes()[range]).unwrap())
}

/// Start tag, content and end tag of an element.
fn parts<'a>(tree: &Tree<'a>, node: &Node<'_, 'a>) -> (Option<&'a str>, &'a str, Option<&'a str>) {
    let content = written(tree, Some(node.content())).unwrap();
    (written(tree, node.start_tag()), content, written(tree, node.end_tag()))
}

#[test]
fn links_are_in_document_order() {
    let mut parser = parser();
    let tree = parser.parse(b"<!doctype html><!--a--><title>T</title><ul><li>1<li>2</ul><p>x").unwrap();
    let names: Vec<String> = tree.nodes().map(|node| format!("{}{}", node.depth(), node.name())).collect();
    assert_eq!(names.join(" "), "0 1html 1 1html 2head 3title 4 2body 3ul 4li 5 4li 5 3p 4");
    let ul = named(&tree, "ul");
    assert_eq!(ul.children().map(|li| li.text()).collect::<Vec<_>>(), ["1", "2"]);
    assert_eq!(ul.first_child().unwrap().next_sibling().unwrap().text(), "2");
    assert!(ul.first_child().unwrap().next_sibling().unwrap().next_sibling().is_none());
    assert_eq!(ul.next_sibling().unwrap().name(), "p");
    let above: Vec<_> = ul.ancestors().map(|node| node.name().into_owned()).collect();
    assert_eq!(above, ["body", "html", ""]);
    assert_eq!(ul.descendants().next_back().unwrap().text(), "2");
    assert_eq!(tree.root().text(), "T12x");
    assert!(tree.node(tree.nodes().len()).is_none() && tree.root().next_sibling().is_none());
}

#[test]
fn kinds_have_names() {
    let names = NodeKind::VALUES.iter().map(|kind| kind.name()).collect::<Vec<_>>();
    assert_eq!(names, ["document", "doctype", "element", "text", "comment", "processing-instruction"]);
    assert_eq!(
        Namespace::VALUES.iter().map(|namespace| namespace.name()).collect::<Vec<_>>(),
        ["html", "svg", "mathml"]
    );
}

#[test]
fn tags_and_what_is_between_them() {
    for (html, name, expected) in [
        ("<p>a<b>c</b>d", "b", (Some("<b>"), "c", Some("</b>"))),
        ("<p>a<b>c</b>d", "p", (Some("<p>"), "a<b>c</b>d", None)),
        ("<DIV id=a>x</DiV\n>y", "div", (Some("<DIV id=a>"), "x", Some("</DiV\n>"))),
        // Implied elements have the range of what they contain.
        ("<table><tr><td>x</table>", "tbody", (None, "<tr><td>x", None)),
        ("<table><tr><td>x</tbody></table>", "tbody", (None, "<tr><td>x", Some("</tbody>"))),
        ("a</p>b", "p", (None, "", Some("</p>"))),
        ("a</br>b", "br", (None, "", None)),
        ("a<br/>b", "br", (Some("<br/>"), "", None)),
        ("<image src=x>", "img", (Some("<image src=x>"), "", None)),
        // Markup between the last child and the end tag.
        ("<ul><li>1</li></b> \n</ul>", "ul", (Some("<ul>"), "<li>1</li></b> \n", Some("</ul>"))),
        ("<i>x</i a='</i>' b=</i>y", "i", (Some("<i>"), "x", Some("</i a='</i>' b=</i>"))),
        ("<body>x</body>\n", "body", (Some("<body>"), "x", Some("</body>"))),
        ("<html><body>x</html>", "html", (Some("<html>"), "<body>x", Some("</html>"))),
        ("<html><body>x</body></html> ", "html", (Some("<html>"), "<body>x</body>", Some("</html>"))),
        // Content after the end of the body makes that end no end.
        ("<body>x</body>y", "body", (Some("<body>"), "x</body>y", None)),
        ("<script>a</scrip></script>b", "script", (Some("<script>"), "a</scrip>", Some("</script>"))),
        ("<textarea>a", "textarea", (Some("<textarea>"), "a", None)),
        ("<svg><Title>a</title></svg>", "title", (Some("<Title>"), "a", Some("</title>"))),
        ("<svg><g/></svg>", "g", (Some("<g/>"), "", None)),
        ("<x-y>a</x-y>", "x-y", (Some("<x-y>"), "a", Some("</x-y>"))),
        // Misnested: closed by its end tag, though what it contains is open.
        ("<form><div>a</form>b</div>", "form", (Some("<form>"), "<div>a", Some("</form>"))),
        ("<i>1<p>2</i>3", "p", (Some("<p>"), "2</i>3", None)),
        ("<h1>a</h2>", "h1", (Some("<h1>"), "a", Some("</h2>"))),
    ] {
        let mut parser = parser();
        let tree = parser.parse(html.as_bytes()).unwrap();
        let found = parts(&tree, &named(&tree, name));
        assert_eq!(found, expected, "{name} of {html}");
        public_tree::check(&tree);
    }
}

#[test]
fn a_long_end_tag_is_found() {
    for length in [240, 246, 247, 248, 249, 250, 251, 252, 253, 300, 5_000] {
        let end_tag = format!("</div a='</div>{}'>", "x".repeat(length));
        let html = format!("<div>text</b>{end_tag}<p>y");
        let mut parser = parser();
        let tree = parser.parse(html.as_bytes()).unwrap();
        let (start, content, end) = parts(&tree, &named(&tree, "div"));
        assert_eq!(start, Some("<div>"));
        // The place of a longer one is searched, and the search may be misled by its attributes.
        if end_tag.len() < 255 {
            assert_eq!((content, end), ("text</b>", Some(end_tag.as_str())), "{length}");
        } else {
            assert!(end.is_some_and(|end| end.starts_with("</div") && end_tag.ends_with(end)), "{length}: {end:?}");
        }
    }
}

#[test]
fn an_anchor_ends_before_the_next_one() {
    let mut parser = parser();
    let tree = parser.parse(b"<a href=1>one <a href=2>two</a><p><nobr>three<nobr>four</nobr>").unwrap();
    let all: Vec<_> = tree.nodes().filter(|node| matches!(node.name().as_ref(), "a" | "nobr")).collect();
    let all: Vec<_> = all.iter().map(|node| parts(&tree, node)).collect();
    let expected = [
        (Some("<a href=1>"), "one ", None),
        (Some("<a href=2>"), "two", Some("</a>")),
        (Some("<nobr>"), "three", None),
        (Some("<nobr>"), "four", Some("</nobr>")),
    ];
    assert_eq!(all, expected);
}

#[test]
fn misnested_elements_are_where_the_standard_moves_them() {
    let mut parser = parser();
    let html = b"<b>1<p>2</b>3</p><table>4<tr><td>5";
    let tree = parser.parse(html).unwrap();
    public_tree::check(&tree);
    let body: Vec<_> = named(&tree, "body").children().map(|node| format!("{}:{}", node.name(), node.text())).collect();
    assert_eq!(body, ["b:1", "p:23", ":4", "table:5"]);
    let bold: Vec<_> = tree.nodes().filter(|node| node.name() == "b").collect();
    assert_eq!(parts(&tree, &bold[0]), (Some("<b>"), "1<p>2", Some("</b>")));
    // The clone has no tag.
    assert_eq!(parts(&tree, &bold[1]), (None, "2", None));
}

#[test]
fn attributes_as_written_and_decoded() {
    let html = "<p CLASS='a  b' id=x&amp;y&#33; Data-A hidden = \"\" x:y=1 id=second>t";
    let mut parser = parser();
    let tree = parser.parse(html.as_bytes()).unwrap();
    let p = named(&tree, "p");
    let attributes: Vec<_> = p.attributes().map(|a| (a.name().into_owned(), a.value())).collect();
    let expected = [("class", "a  b"), ("id", "x&y!"), ("data-a", ""), ("hidden", ""), ("x:y", "1")];
    assert_eq!(attributes, expected.map(|(name, value)| (name.to_owned(), value.to_owned())));
    let raw: Vec<_> =
        p.attributes().map(|a| [a.raw_name(), a.raw_value()].map(|b| std::str::from_utf8(b).unwrap())).collect();
    assert_eq!(raw, [["CLASS", "a  b"], ["id", "x&amp;y&#33;"], ["Data-A", ""], ["hidden", ""], ["x:y", "1"]]);
    let id = p.attribute("id").unwrap();
    assert_eq!((&html[id.name_source()], &html[id.value_source()]), ("id", "x&amp;y&#33;"));
    assert!(p.attribute("ID").is_none() && p.attribute("none").is_none());
    assert!(tree.root().attributes().next().is_none());
    // The name of a known one is not taken for another that means the same.
    let mut parser = Parser::default();
    let tree = parser.parse(b"<p popover>").unwrap();
    assert_eq!(named(&tree, "p").attributes().next().unwrap().name(), "popover");
}

#[test]
fn foreign_names_have_their_case() {
    let mut parser = parser();
    let html = b"<svg VIEWBOX='0 0 1 1'><foreignobject><p></p></foreignobject><a xlink:href=#x></a></svg><math definitionurl=x>";
    let tree = parser.parse(html).unwrap();
    let svg = named(&tree, "svg");
    assert_eq!((svg.namespace(), svg.attributes().next().unwrap().name().as_ref()), (Namespace::Svg, "viewBox"));
    assert_eq!(named(&tree, "foreignObject").children().next().unwrap().namespace(), Namespace::Html);
    assert_eq!(named(&tree, "a").attribute("xlink:href").unwrap().value(), "#x");
    let math = named(&tree, "math");
    assert_eq!(
        (math.namespace(), math.attributes().next().unwrap().name().as_ref()),
        (Namespace::MathMl, "definitionURL")
    );
}

#[test]
fn texts_comments_and_declarations() {
    let mut parser = parser();
    let html =
        b"<!DOCTYPE HTML PUBLIC \"-//W3C//DTD HTML 4.01//EN\" 'x.dtd'><p>a &lt; b\r\nc<!--d&amp;--><?php echo 1 ?>\
        <?xml-stylesheet a?><![CDATA[x]]></p>";
    let tree = parser.parse(html).unwrap();
    let doctype = tree.node(1).unwrap();
    assert_eq!((doctype.kind(), doctype.name().as_ref()), (NodeKind::Doctype, "html"));
    assert_eq!(doctype.public_id().as_deref(), Some("-//W3C//DTD HTML 4.01//EN"));
    assert_eq!(doctype.system_id().as_deref(), Some("x.dtd"));
    let p = named(&tree, "p");
    assert!(p.public_id().is_none());
    let children: Vec<_> = p.children().map(|node| (node.kind(), node.name().into_owned(), node.text())).collect();
    let expected = [
        (NodeKind::Text, "", "a < b\nc"),
        (NodeKind::Comment, "", "d&amp;"),
        (NodeKind::ProcessingInstruction, "php", "echo 1 "),
        (NodeKind::Comment, "", "?xml-stylesheet a?"),
        (NodeKind::Comment, "", "[CDATA[x]]"),
    ];
    assert_eq!(children, expected.map(|(kind, name, text)| (kind, name.to_owned(), text.to_owned())));
    let comment = p.children().nth(1).unwrap();
    assert_eq!(written(&tree, Some(comment.source())), Some("<!--d&amp;-->"));
    assert_eq!(written(&tree, Some(comment.content())), Some("d&amp;"));
}

#[test]
fn ranges_are_of_the_bytes_of_any_encoding() {
    let mut parser = parser();
    let html = b"<p>caf\xe9 <b t=\xe4>x</b>";
    let tree = parser.parse_input(Input::new(html).charset("windows-1252")).unwrap();
    let b = named(&tree, "b");
    assert_eq!(&html[b.start_tag().unwrap()], b"<b t=\xe4>");
    let attribute = b.attribute("t").unwrap();
    assert_eq!((attribute.value().as_str(), attribute.raw_value()), ("\u{e4}", &b"\xe4"[..]));
    let wide: Vec<u8> = "\u{feff}<p>a<i>b</i>".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let tree = parser.parse(&wide).unwrap();
    let i = named(&tree, "i");
    assert_eq!((i.start_tag(), i.end_tag(), i.text().as_str()), (Some(10..16), Some(18..26), "b"));
}

#[test]
fn nodes_and_blocks_find_each_other() {
    let html = b"<title>T</title><h1>Rain</h1>\n<div>before <p>It <b>fell</b> on the city.</p> after</div>";
    let mut analyzer = Analyzer::new(Options::default());
    let page = analyzer.analyze(html).unwrap();
    let tree = page.tree();
    public_tree::check(&tree);
    assert_eq!(
        (named(&tree, "p").blocks(), named(&tree, "b").blocks(), named(&tree, "div").blocks()),
        (3..4, 3..4, 2..5)
    );
    assert_eq!(tree.root().blocks(), 0..page.blocks().len());
    let names: Vec<_> = page.blocks().map(|block| tree.node(block.node()).unwrap().name().into_owned()).collect();
    assert_eq!(names, ["title", "h1", "div", "p", "div"]);
    for block in page.blocks() {
        assert!(tree.node(block.node()).unwrap().blocks().contains(&block.index()));
    }
    // The line feed between the headline and the division is no node of an analyzed page.
    let texts = |tree: &Tree<'_>| tree.nodes().filter(|node| node.kind() == NodeKind::Text).count();
    let mut parser = parser();
    let whole = parser.parse(html).unwrap();
    assert_eq!((texts(&tree), texts(&whole)), (7, 8));
    assert!(whole.nodes().all(|node| node.blocks().is_empty()));
}

#[test]
fn fragments_have_a_context() {
    for (html, context, expected) in [
        ("<td>1<td>2", "tr", "td:1 td:2"),
        ("<td>1<td>2", "div", ":1 :2"),
        ("<tr><td>1", "table", "tbody:1"),
        ("<b>x</b></title>", "title", ":<b>x</b></title>"),
        ("<p>x</p></body></html>", "body", "p:x"),
        ("<!--c--><title>t</title>a", "html", "head:t body:a"),
        ("<circle/><p>x", "svg g", "circle: p:x"),
        ("<li>1<li>2", "UL", "li:1 li:2"),
        ("x<y-z>1</y-z>", "y-z", ":x y-z:1"),
        ("", "div", ""),
        ("x", "", ":x"),
    ] {
        let mut parser = parser();
        let tree = parser.parse_fragment(Input::new(html), context).unwrap();
        public_tree::check(&tree);
        let children: Vec<_> = tree.root().children().filter(|node| node.kind() != NodeKind::Comment).collect();
        let children: Vec<_> = children.iter().map(|node| format!("{}:{}", node.name(), node.text())).collect();
        assert_eq!(children.join(" "), expected, "{html} in {context}");
    }
    let mut parser = parser();
    let tree = parser.parse_fragment(Input::new("<circle/>"), "svg g").unwrap();
    assert_eq!(named(&tree, "circle").namespace(), Namespace::Svg);
}

#[test]
fn limits_apply() {
    let html = "<div>".repeat(1_000) + &"<p a=b>x".repeat(1_000);
    let mut limits = Limits::default();
    (limits.max_depth, limits.max_nodes, limits.max_attributes) = (20, 500, 3);
    let mut parser = Parser::new(limits);
    let tree = parser.parse(html.as_bytes()).unwrap();
    public_tree::check(&tree);
    assert!(tree.nodes().len() <= 500 && tree.nodes().all(|node| node.depth() <= 21));
    assert!(tree.truncation().contains(Truncation::DEPTH | Truncation::NODES));
    limits.on_limit = OnLimit::Fail;
    assert!(matches!(Parser::new(limits).parse(html.as_bytes()).err(), Some(Error::LimitReached { .. })));
    limits = Limits::default();
    limits.max_input = 10;
    assert!(matches!(Parser::new(limits).parse(html.as_bytes()).err(), Some(Error::TooLarge { .. })));
    let mut parser = Parser::default();
    parser.cancel_token().cancel();
    assert_eq!(parser.parse(html.as_bytes()).err(), Some(Error::Cancelled));
    assert!(parser.parse(html.as_bytes()).is_ok());
}

/// A document of a parser has a tree, and everything else is empty.
#[test]
fn a_parsed_document_has_a_tree_only() {
    let mut parser = parser();
    let html = "<title>T</title><main><p>Rain fell on the city for the third day.</main>";
    let owned = parser.parse_owned(Input::new(html), None).unwrap();
    let document = owned.document();
    assert_eq!(named(&document.tree(), "p").text(), "Rain fell on the city for the third day.");
    assert_eq!((document.text(), document.blocks().len(), document.title()), ("", 0, None));
    assert!(document.parts().is_empty() && document.markdown(&Default::default()).text().is_empty());
    assert!(document.records().is_empty() && document.groups().is_empty() && document.links().len() == 0);
    assert_eq!(document.main_html(), "<html><head></head><body></body></html>");
    let _ = (document.facts(&Default::default()), document.passages(&Default::default()), document.annotations());
    assert_eq!(parser.reuse(owned), html);
}

/// An element of SVG may be named `html`; the end tag before it is not its own.
#[test]
fn an_element_of_svg_named_html_has_no_end_tag() {
    let mut parser = parser();
    let tree = parser.parse(b"<svg></html><html>").unwrap();
    public_tree::check(&tree);
    let names: Vec<_> = tree.nodes().filter(|node| node.name() == "html").map(|node| node.end_tag()).collect();
    assert_eq!(names.last(), Some(&None));
}

/// Pages that are hard on the parser have trees whose links and ranges agree, whole and as fragments in any context.
#[test]
fn hostile_pages_have_sound_trees() {
    let contexts =
        ["body", "table", "tr", "td", "select", "template", "colgroup", "svg g", "math annotation-xml", "html"];
    let mut parser = parser();
    for (index, kind) in hostile_trees::TOKENS.iter().chain(hostile_trees::REPAIRS).enumerate() {
        let page = (kind.make)(300);
        let check = |tree: &Tree<'_>, how: &str| {
            if let Err(violation) = public_tree::violation_alone(tree) {
                panic!("{}, {how}: {violation}", kind.name);
            }
        };
        check(&parser.parse(&page).unwrap(), "whole");
        for context in [contexts[index % contexts.len()], contexts[(index + 3) % contexts.len()]] {
            check(&parser.parse_fragment(Input::new(&page), context).unwrap(), context);
        }
    }
}

#[test]
fn random_pages_have_sound_trees() {
    let contexts = ["body", "table", "tbody", "tr", "td", "caption", "select", "template", "form", "frameset", "html"];
    let mut parser = parser();
    for seed in 0..support::env_number("BLOCKMASK_RANDOM_DOCS", 2_000) {
        let markup = support::random_markup::document(seed as u64, 20 + seed % 200);
        let context = (seed % 2 == 1).then(|| contexts[seed / 2 % contexts.len()]);
        let tree = match context {
            Some(context) => parser.parse_fragment(Input::new(&markup), context),
            None => parser.parse(markup.as_bytes()),
        };
        if let Err(violation) = public_tree::violation_alone(&tree.unwrap()) {
            panic!("{markup:?} in {context:?}: {violation}");
        }
    }
}

/// For every node of every page the bytes at its start tag's range are its tag: `support::invariants::public_tree`.
#[test]
fn every_page_has_its_tags_where_they_are() {
    let Some(root) = support::shared("corpus") else { return };
    let mut parser = parser();
    for page in support::corpus::sample(&root) {
        let bytes = page.bytes();
        let tree = parser.parse(&bytes).unwrap();
        if let Err(violation) = public_tree::violation_alone(&tree) {
            panic!("{}: {violation}", page.name);
        }
    }
}
