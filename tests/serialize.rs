//! Round trips of the serializer: parsing serialized HTML yields an equal tree.

#[path = "../src/base/random.rs"]
mod random;
mod support;

use blockmask::internals::arena::Bump;
use blockmask::internals::html::serialize::{Profile, SerializeOptions, serialize};
use blockmask::internals::html::{ParseOptions, Tag, Tree, Workspace, parse};
use random::Random;
use std::path::Path;

fn with_tree<R>(page: &[u8], read: impl FnOnce(&Tree<'_>) -> R) -> R {
    let arena = Bump::new();
    read(&parse(&arena, page, &ParseOptions::default(), &mut Workspace::default()))
}

fn serialize_all(page: &[u8]) -> String {
    with_tree(page, |tree| serialize(tree, |_| true, SerializeOptions::default()).expect("memory"))
}

/// The tree as lines of depth and node, with adjacent texts merged, and `plaintext` as the `pre` that replaces it.
fn snapshot(tree: &Tree<'_>) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut last_text: Option<usize> = None;
    for (index, node) in tree.nodes.iter().enumerate().skip(1) {
        if node.tag == Tag::TEXT {
            let text = tree.text_of(node);
            match last_text {
                Some(last) if last + 1 == index && tree.nodes[last].parent == node.parent => {
                    lines.last_mut().unwrap().push_str(&text)
                }
                _ => lines.push(format!("{} text {text}", node.depth)),
            }
            last_text = Some(index);
            continue;
        }
        lines.push(match node.tag {
            Tag::COMMENT => format!("{} comment {}", node.depth, tree.text_of(node)),
            Tag::DOCTYPE => format!("doctype {:?}", tree.quirks),
            _ => format!("{} {}", node.depth, start_tag(tree, node)),
        });
    }
    // Texts that consist of dropped NULs are empty and do not survive a round trip.
    lines.retain(|line| !line.ends_with(" text "));
    lines
}

fn start_tag(tree: &Tree<'_>, node: &blockmask::internals::html::Node) -> String {
    let name = Tree::decoded_name(tree.raw_name(node)).replace("plaintext", "pre");
    let mut tag = format!("{:?} {name}", node.namespace);
    for attribute in tree.attributes_of(node) {
        let name = Tree::decoded_name(tree.raw_attribute_name(attribute));
        tag += &format!(" {name}={:?}", tree.value_of(attribute));
    }
    tag
}

/// The first difference between a page's tree and the tree of its serialization.
fn round_trip_difference(page: &[u8]) -> Option<String> {
    let written = serialize_all(page);
    let before = with_tree(page, snapshot);
    let after = with_tree(written.as_bytes(), snapshot);
    let at = (0..before.len().max(after.len())).find(|&at| before.get(at) != after.get(at))?;
    Some(format!(
        "node {at}: {:?} became {:?}\nof {}\nas {written}",
        before.get(at),
        after.get(at),
        page.escape_ascii()
    ))
}

#[test]
fn golden_serializations() {
    let cases = [
        ("<P Class=a ID='b'>x<p>y", "<p class=\"a\" id=\"b\">x</p><p>y</p>"),
        ("a&nbsp;b &lt;&amp;&gt; &copy; &quot;", "a&nbsp;b &lt;&amp;&gt; \u{a9} \""),
        ("<a href='?a=1&amp;b=\"<2>\"'>", "<a href=\"?a=1&amp;b=&quot;&lt;2&gt;&quot;\"></a>"),
        ("<br/><img src=x><hr></br>", "<br><img src=\"x\"><hr><br>"),
        ("<ul><li>1<li>2</ul>", "<ul><li>1</li><li>2</li></ul>"),
        ("<table><tr><td>1", "<table><tbody><tr><td>1</td></tr></tbody></table>"),
        ("<pre>\n\nx</pre><pre>\ny</pre>", "<pre>\n\nx</pre><pre>y</pre>"),
        ("<textarea>\n\n</textarea>", "<textarea>\n\n</textarea>"),
        ("<b><i>x</b>y</i>", "<b><i>x</i></b><i>y</i>"),
        ("<template><td>x</template>", "<template><td>x</td></template>"),
        (
            "<svg viewBox='0 0 1 1'><path d=M/><a><![CDATA[<x>]]></a></svg>",
            "<svg viewbox=\"0 0 1 1\"><path d=\"M/\"><a>&lt;x&gt;</a></path></svg>",
        ),
        ("<style>a>b{}</style><script>1<2&&'</p>'</script>", ""),
        ("<script><!-- <script> x", ""),
        ("x<plaintext>a<b>", "x<pre>a&lt;b&gt;</pre>"),
        ("a\rb&#13;c\0d", "a\nb&#13;cd"),
        ("<div hidden data-x=>", "<div hidden=\"\" data-x=\"\"></div>"),
        ("<!-- a --><p><!--b-->", "<p><!--b--></p>"),
    ];
    for (page, body) in cases.into_iter().filter(|(_, body)| !body.is_empty()) {
        let written = serialize_all(format!("<body>{page}").as_bytes());
        let body = if page.starts_with("<!--") { format!("<!-- a -->{body}") } else { body.to_owned() };
        assert_eq!(written, format!("<html><head></head><body>{body}</body></html>"), "{page}");
    }
    let raw = "<script>1<2&&'</p>'</script><style>a>b{}</style>";
    assert_eq!(serialize_all(raw.as_bytes()), format!("<html><head>{raw}</head><body></body></html>"));
    let cut = "<html><head><script><!-- <script> x--></script></head><body></body></html>";
    assert_eq!(serialize_all(b"<script><!-- <script> x"), cut);
}

#[test]
fn doctypes_keep_the_quirks_mode() {
    for page in [
        "<!doctype html><p><table>",
        "<!DOCTYPE HTML PUBLIC \"-//W3C//DTD HTML 4.01 Transitional//EN\" \"http://www.w3.org/TR/html4/loose.dtd\"><p><table>",
        "<!DOCTYPE html PUBLIC '-//W3C//DTD XHTML 1.0 \"Strict\"//EN' ''><p><table>",
        "<!DOCTYPE html SYSTEM 'about:legacy-compat'><p><table>",
        "<!DOCTYPE html PUBLIC \"cut><p><table>",
        "<!DOCTYPE><p><table>",
        "<!DOCTYPE svg><p><table>",
        "<p><table>",
    ] {
        assert_eq!(round_trip_difference(page.as_bytes()), None);
        let quirks = |page: &[u8]| with_tree(page, |tree| tree.quirks);
        assert_eq!(quirks(page.as_bytes()), quirks(serialize_all(page.as_bytes()).as_bytes()), "{page}");
    }
}

#[test]
fn unusual_names_comments_and_raw_text_round_trip() {
    for page in [
        "<a\"b c\"d='1' =e=2 <f>x</a\"b>",
        "<p a=1 A=2 b b>",
        "<o:p>x</o:p><x-y>z",
        "<?php echo '-->' ?>",
        "</-><!--x--!><!----!-->",
        "<!-- a > b -- c",
        "<!--->y<!-->z",
        "<script><!--<script></script>--></script>a",
        "<script><!-- x </script>a",
        "<style></sty</style>x",
        "<style></style",
        "<noscript><img></noscript><p>x<noscript><b>y</b></noscript>",
        "<iframe><p></iframe><noembed></p></noembed>",
        "<math><mi>x</mi><annotation-xml encoding='text/html'><p>y</annotation-xml></math>",
        "<svg><foreignObject><div>x</div></foreignObject><title><b>t</b></title></svg>",
        "<svg><link/><script>1<2</script></svg>",
        "<frameset><frame src=a><noframes><p></noframes></frameset><!-- x -->",
        "<p>x</body><!-- a --></html><!-- b --> ",
        "<select><option>a<option>b<optgroup label=c><option>d</select>",
        "<ruby>a<rt>b<rp>c</ruby>",
        "<textarea>&lt;/textarea></textarea><title>&lt;b></title>",
        "<html lang=a><body class=b><html lang=c dir=d><body class=e id=f>",
        "\u{feff}<p>\u{a0}x",
        "",
    ] {
        assert_eq!(round_trip_difference(page.as_bytes()), None);
    }
    assert_eq!(round_trip_difference(b"<p t\xff=\xfe>\xc3(\xf0\x9f<!--\xe9--><x\xff>"), None);
}

const TEXTS: &[&str] =
    &["word ", "a &amp; b", "&lt;", "\n", "\r\n", "&nbsp;", "x\0y", "\u{e9}\u{4e2d}", "&copy;z", "&#13;", "< 3", " "];
const ATTRIBUTES: &[&str] =
    &[" class=a", " id='b c'", " HREF=\"/x?a=1&amp;b\"", " hidden", " title='\"&lt;'", " data-x=", ""];
const LEAVES: &[&str] = &[
    "<br>",
    "<img src=x>",
    "<!-- c -->",
    "<input>",
    "<script>if (a<b) '</p>'</script>",
    "<svg><g><path d=''/></g></svg>",
    "<textarea>\n\nx</textarea>",
    "<wbr/>",
    "<style>p>a{}</style>",
    "<template><tr><td>x</template>",
    "<?pi?>",
];
const PHRASES: &[&str] = &["b", "i", "em", "span", "code", "small", "unknown", "q"];

/// A random page that is nested correctly and omits optional end tags.
fn well_nested_page(random: &mut Random) -> String {
    let mut page = String::new();
    if random.below(2) == 0 {
        page.push_str("<!doctype html>");
    }
    page.push_str("<body>");
    for _ in 0..1 + random.below(8) {
        block(random, &mut page);
    }
    page
}

fn block(random: &mut Random, page: &mut String) {
    let attribute = random.pick(ATTRIBUTES);
    match random.below(8) {
        0 => *page += &format!("<DIV{attribute}>{}<p>{}</div>", phrases(random), phrases(random)),
        1 => {
            *page +=
                &format!("<ul{attribute}><li>{}<LI>{}<p>{}</ul>", phrases(random), phrases(random), phrases(random))
        }
        2 => *page += &format!("<table{attribute}><tr><td>{}<th>{}<tr><td></table>", phrases(random), phrases(random)),
        3 => *page += &format!("<pre>\n\n{}</pre>", phrases(random)),
        4 => *page += &format!("<dl><dt>{}<dd>{}</dl>", phrases(random), phrases(random)),
        5 => *page += &format!("<h2>{}</h2><a{attribute}>{}</a>", phrases(random), random.pick(TEXTS)),
        6 => {
            *page += &format!(
                "<section><blockquote{attribute}>{}</blockquote>{}</section>",
                phrases(random),
                phrases(random)
            )
        }
        _ => *page += &format!("<p{attribute}>{}<p>{}", phrases(random), phrases(random)),
    }
}

fn phrases(random: &mut Random) -> String {
    let mut text = String::new();
    let mut open = Vec::new();
    for _ in 0..random.below(8) {
        match random.below(4) {
            0 => {
                let name = *random.pick(PHRASES);
                text += &format!("<{name}{}>", random.pick(ATTRIBUTES));
                open.push(name);
            }
            1 => text += *random.pick(LEAVES),
            2 if !open.is_empty() => text += &format!("</{}>", open.pop().unwrap_or_default()),
            _ => text += *random.pick(TEXTS),
        }
    }
    open.iter().rev().for_each(|name| text += &format!("</{name}>"));
    text
}

#[test]
fn well_nested_pages_round_trip() {
    let mut random = Random(2013);
    for _ in 0..4000 {
        let page = well_nested_page(&mut random);
        assert_eq!(round_trip_difference(page.as_bytes()), None);
    }
}

/// Random tags in any order. Most of the trees that tree construction makes of them can be serialized.
fn tag_soup(random: &mut Random) -> String {
    let names =
        ["p", "div", "b", "i", "a", "table", "tr", "td", "ul", "li", "h1", "form", "button", "svg", "span", "select"];
    let mut page = String::new();
    for _ in 0..random.below(30) {
        match random.below(5) {
            0 | 1 => page += &format!("<{}{}>", random.pick(&names), random.pick(ATTRIBUTES)),
            2 => page += &format!("</{}>", random.pick(&names)),
            3 => page += *random.pick(LEAVES),
            _ => page += *random.pick(TEXTS),
        }
    }
    page
}

#[test]
fn tag_soup_is_serialized_well_formed_and_mostly_round_trips() {
    let mut random = Random(77);
    let mut same = 0;
    for _ in 0..3000 {
        let page = tag_soup(&mut random);
        same += usize::from(round_trip_difference(page.as_bytes()).is_none());
        let options = SerializeOptions { profile: Profile::Portable, comments: false };
        assert_balanced(&with_tree(page.as_bytes(), |tree| serialize(tree, |_| true, options).expect("memory")));
    }
    println!("{same} of 3000 pages round-trip");
    assert!(same > 2700, "{same} of 3000");
}

/// Checks that end tags match start tags and that no element stays open.
fn assert_balanced(html: &str) {
    let void = ["br", "img", "input", "wbr", "link"];
    let mut open = Vec::new();
    for tag in html.split('<').skip(1).map(|rest| rest.split('>').next().unwrap_or_default()) {
        match tag.strip_prefix('/') {
            Some(name) => assert_eq!(open.pop(), Some(name), "{html}"),
            None => open.extend(tag.split(' ').next().filter(|name| !void.contains(name))),
        }
    }
    assert!(open.is_empty(), "{open:?} {html}");
}

#[test]
fn excluded_elements() {
    let page = b"<p>One<b>two</b>three<!--c--><i>four</i>five<script>s</script>six</p>";
    with_tree(page, |tree| {
        let without =
            |tag: Tag, options| serialize(tree, |node| tree.nodes[node as usize].tag != tag, options).expect("memory");
        let body = |html: &str| format!("<html><head></head><body><p>{html}</p></body></html>");
        let faithful = SerializeOptions::default();
        let expected = "One\nthree<!--c--><i>four</i>five<script>s</script>six";
        assert_eq!(without(Tag::B, faithful), body(expected), "words stay separate");
        let portable = SerializeOptions { profile: Profile::Portable, comments: true };
        assert_eq!(without(Tag::I, portable), body("One<b>two</b>three\nfivesix"));
    });
}

#[test]
fn portable_profile_has_plain_names_only() {
    let options = SerializeOptions { profile: Profile::Portable, comments: true };
    let write = |page: &str| with_tree(page.as_bytes(), |tree| serialize(tree, |_| true, options).expect("memory"));
    let body = |html: &str| format!("<html><head></head><body>{html}</body></html>");
    assert_eq!(write("<div @click=a b.c=d e=f><x.y>t</x.y></div>"), body("<div e=\"f\">t</div>"));
    assert_eq!(write("<p>x<iframe>y</iframe><xmp>\n\n<b></xmp>"), body("<p>x</p><pre>\n\n\n&lt;b&gt;</pre>"));
}

#[test]
fn deep_pages_do_not_recurse() {
    let page = "<div>".repeat(200_000) + "x";
    let thread = std::thread::Builder::new().stack_size(128 << 10);
    let length = thread.spawn(move || serialize_all(page.as_bytes()).len()).unwrap().join().unwrap();
    assert!(length > 2_000_000);
}

#[test]
fn cloned_elements_do_not_blow_up_the_output() {
    let page = format!("<p><b title='{}'>{}", "x".repeat(10_000), "<p>y".repeat(10_000));
    assert!(serialize_all(page.as_bytes()).len() < 20 * page.len());
    let usual = format!("<p><font size=2 face=Arial>{}", "<p>y".repeat(1000));
    assert_eq!(round_trip_difference(usual.as_bytes()), None);
}

#[test]
fn fixture_pages_round_trip() {
    for folder in ["tests/fixtures/pages", "examples"] {
        for entry in std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|extension| extension == "html") {
                assert_eq!(round_trip_difference(&std::fs::read(&path).unwrap()), None, "{}", path.display());
            }
        }
    }
}

#[test]
fn real_pages_round_trip() {
    let Some(root) = support::shared("corpus") else { return };
    let pages = support::corpus::pages(&root);
    assert!(!pages.is_empty(), "no pages in {}", root.display());
    let (mut same, mut all) = (0, 0);
    for page in pages.iter().step_by(9) {
        all += 1;
        match round_trip_difference(&page.bytes()) {
            None => same += 1,
            Some(difference) => println!("{}: {}", page.name, difference.lines().next().unwrap_or_default()),
        }
    }
    println!("{same} of {all} pages round-trip");
    assert!(100 * same >= 99 * all, "{same} of {all}");
}
