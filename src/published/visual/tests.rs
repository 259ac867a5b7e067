//! Examples worked by hand, from HTML to areas, and invariants on generated markup and style sheets.

use super::computed_style::style_flag;
use super::{BlockVisibility, VisualArea, VisualClass, cascade, features, hidden};
use crate::base::arena::Bump;
use crate::base::limits::Watch;
use crate::base::random::Random;
use crate::base::simd::rounds;
use crate::{Analyzer, CancelToken, Error, HiddenReasons, Options};
use std::collections::BTreeMap;

fn options() -> Options {
    Options { visual: true, ..Options::default() }
}

#[test]
fn the_bits_are_those_of_the_public_flags() {
    let public: Vec<u32> = HiddenReasons::VALUES.iter().map(|(reason, _)| reason.bits()).collect();
    let table = [
        hidden::DISPLAY,
        hidden::VISIBILITY,
        hidden::OPACITY,
        hidden::SIZE,
        hidden::COLOR,
        hidden::OFFSCREEN,
        hidden::CLIPPED,
    ];
    assert_eq!(public, table.map(u32::from));
}

/// The text of each area, with the area.
fn areas(html: &str) -> Vec<(String, VisualArea)> {
    let mut analyzer = Analyzer::new(options());
    let page = analyzer.analyze(html.as_bytes()).unwrap();
    let visual = page.visual.unwrap();
    visual.areas.iter().map(|a| (page.text()[a.text.0 as usize..a.text.1 as usize].to_owned(), *a)).collect()
}

fn area(html: &str, text: &str) -> VisualArea {
    areas(html).into_iter().find(|(found, _)| found == text).unwrap_or_else(|| panic!("no {text} in {html}")).1
}

fn hidden_blocks(html: &str) -> Vec<BlockVisibility> {
    let mut analyzer = Analyzer::new(options());
    analyzer.analyze(html.as_bytes()).unwrap().visual.unwrap().blocks.to_vec()
}

/// The features of each area, by its text.
fn rows(html: &str) -> BTreeMap<String, BTreeMap<&'static str, u8>> {
    let mut analyzer = Analyzer::new(options());
    let page = analyzer.analyze(html.as_bytes()).unwrap();
    let arena = Bump::new();
    let all = page.visual.unwrap().areas;
    super::feature_rows(&arena, page.page())
        .iter()
        .map(|(index, row)| {
            let (start, end) = all[*index as usize].text;
            let text = page.text()[start as usize..end as usize].to_owned();
            (text, features::NAMES.into_iter().zip(row.iter().copied()).collect())
        })
        .collect()
}

/// The computed style of the text `x` of a page.
fn style_of_x(html: &str) -> super::computed_style::ComputedStyle {
    let mut analyzer = Analyzer::new(Options::default());
    let page = analyzer.analyze(html.as_bytes()).unwrap();
    let arena = Bump::new();
    let tree = &page.page().tree;
    let styles = cascade::styles(&arena, tree, &Watch::default()).unwrap();
    let node = tree.nodes.iter().position(|node| tree.source[node.start as usize..node.end as usize] == *b"x");
    *styles.of(node.expect("a text x") as u32)
}

fn px(html: &str) -> u32 {
    style_of_x(html).font_size
}

#[test]
fn user_agent_style_sheet() {
    assert_eq!(px("<p>x"), 16_000);
    assert_eq!(px("<h1>x"), 32_000);
    assert_eq!(px("<h3>x"), 18_720);
    assert_eq!(px("<small>x"), 13_280);
    assert!(style_of_x("<th>x").weight == 400, "a cell outside of a table is no element");
    assert!(style_of_x("<table><th>x").is_bold() && style_of_x("<b>x").is_bold());
    assert!(style_of_x("<cite>x").has(style_flag::ITALIC));
    assert_eq!(style_of_x("<a href=/>x").color.channels(), [0, 0, 0xee]);
    assert_eq!(style_of_x("<a>x").color.channels(), [0; 3]);
}

#[test]
fn font_sizes() {
    let sized = |css: &str| px(&format!("<div style='font-size:20px'><p style='font-size:{css}'>x"));
    let cases = [
        ("12px", 12_000),
        ("12pt", 16_000),
        ("1.5em", 30_000),
        ("2rem", 32_000),
        ("150%", 30_000),
        ("small", 13_000),
        ("larger", 24_000),
        ("inherit", 20_000),
        ("initial", 16_000),
        ("1e99em", 1_000_000),
        ("-1px", 20_000),
        ("nonsense", 20_000),
    ];
    for (css, expected) in cases {
        assert_eq!(sized(css), expected, "{css}");
    }
    assert_eq!(px("<style>html{font-size:62.5%}p{font-size:1.4rem}</style><p>x"), 14_000);
    assert_eq!(px("<font size=5>x"), 24_000);
    assert_eq!(px("<font size=+1>x"), 18_000);
}

#[test]
fn the_cascade() {
    let red = [255, 0, 0];
    let color = |sheet: &str, body: &str| style_of_x(&format!("<style>{sheet}</style>{body}")).color.channels();
    // Specificity before source order; `!important` before both, and before the attribute.
    assert_eq!(color("#i{color:red}.c{color:lime}p{color:blue}", "<p id=i class=c>x"), red);
    assert_eq!(color(".c{color:lime}.d{color:red}", "<p class='d c'>x"), red);
    assert_eq!(color("p{color:red!important}#i{color:lime}", "<p id=i style='color:blue'>x"), red);
    assert_eq!(color("p{color:lime}", "<p style='color:red'>x"), red);
    assert_eq!(color("p{color:lime!important}", "<p style='color:red!important'>x"), red);
    assert_eq!(color("div{color:red}", "<div><span><b>x"), red);
    assert_eq!(color("p{color:lime}p{color:red;color:nonsense}", "<p>x"), red);
    assert_eq!(color("@media print{p{color:lime}}@media screen{p{color:red}}", "<p>x"), red);
    assert_eq!(color("@font-face{color:lime}@import 'x';p{color:red}", "<p>x"), red);
    assert_eq!(color("p{color:red}p{span{color:lime}}", "<p><span>x"), red);
    assert_eq!(color(":root{--a:red}p{color:var(--a)}", "<p>x"), red);
    assert_eq!(style_of_x("<font color=ff0000>x").color.channels(), red);
    assert_eq!(style_of_x("<noscript><style>p{color:red}</style></noscript><p>x").color.channels(), [0; 3]);
    assert_eq!(style_of_x("<style media=print>p{color:red}</style><p>x").color.channels(), [0; 3]);
}

#[test]
fn selectors() {
    let matches = |selector: &str, body: &str| {
        style_of_x(&format!("<!doctype html><style>{selector}{{color:red}}</style>{body}")).color.channels()
            == [255, 0, 0]
    };
    let page = "<div class='a b'><section id=s><p lang=en title='t u'>x";
    for selector in
        "p|P|.a p|.a.b p|#s>p|div #s > p|body .b>section p|*|* > p|[lang]|p[lang=en]|[title='t u']|h1, p|p:not(.q)|\
        div:not(.q) p|p:first-child|html p|:root p|.a p:not([dir])|h9,\np\n,h1|div > section > p|div section > p|\
        body>div p"
            .split('|')
    {
        assert!(matches(selector, page), "{selector}");
    }
    for selector in ".A p|#S>p|div > p|.b .a p|p p|[lang=de]|[dir]|p:not([lang])|.a .q p|p::before|p:hover|p + p|p ~ p|\
        section > div p||>p|p>|p..a|p:not(|[lang|h1|p,{|a:link"
        .split('|')
    {
        assert!(!matches(selector, page), "{selector}");
    }
    // In quirks mode classes are case-insensitive.
    assert_eq!(style_of_x("<style>.A{color:red}</style><p class=a>x").color.channels(), [255, 0, 0]);
    assert!(matches(r".md\:x\/2", "<p class='md:x/2'>x"));
    // Only the upper `.b` is a child of `.a`, so the chain has to move up.
    assert!(matches(".a > .b .c", "<i class=a><i class=b><i class=b><i class=c>x"));
    assert!(matches(".a > .b .b .c", "<i class=a><i class=b><i class=b><i><i class=c>x"));
    assert!(!matches(".a > .b > .c", "<i class=a><i class=b><i class=b><i class=c>x"));
}

/// 60 characters at 10 px and 20 at 20 px have a mean of 12.5 px.
#[test]
fn mean_font_size() {
    let html = format!(
        "<body style='font-size:10px'><p style='font-size:20px'>{}<p>{}",
        "heading of 20 charsX", "sixty characters of text, in a line that is rather long, yes"
    );
    let mut analyzer = Analyzer::new(options());
    assert_eq!(analyzer.analyze(html.as_bytes()).unwrap().visual.unwrap().font_size, 12_500);
    let rows = rows(&html);
    // Features are halved: 160 and 80.
    assert_eq!(rows["heading of 20 charsX"]["fontsize"], 80);
    assert_eq!(rows["sixty characters of text, in a line that is rather long, yes"]["fontsize"], 40);
}

#[test]
fn color_and_character_features() {
    let rows = rows("<p style='color:#333;background:#eee'>Hello, World 2024<p><b>bold</b> not");
    let row = &rows["Hello, World 2024"];
    assert_eq!([row["pdigits"], row["plower"], row["pupper"], row["pspaces"], row["ppunct"]], [60, 120, 30, 30, 15]);
    assert_eq!((row["contrast"], row["tlum"], row["bglum"]), ((10.8898f32 * 12.0) as u8, 8, 218));
    // 15 of 22 characters without spaces have this color.
    assert_eq!(row["cperc"], (15 * 255 / 22) as u8);
    // 4 of 7 characters, without the space between the runs.
    assert_eq!(rows["bold not"]["weight"], (4 * 255 / 7) as u8);
}

#[test]
fn lines_of_similar_style_form_areas() {
    let texts = |html: &str| areas(html).into_iter().map(|(text, _)| text).collect::<Vec<_>>();
    assert_eq!(texts("<div>one <i>and</i> two<br>three<p>four</div>"), ["one and two three", "four"]);
    assert_eq!(texts("<div><b style='font-size:30px'>Big</b><br>small<br>small</div>"), ["Big", "small small"]);
    assert_eq!(texts("<div>a<span style='display:block'>b</span>c</div>"), ["a", "b", "c"]);
    assert_eq!(texts("<p>a <span hidden>b</span> c"), ["a c"]);
    assert_eq!(texts("<ul><li>a<li>b</ul>"), ["a", "b"]);
    assert!(texts("").is_empty() && texts("<title>t</title><script>x</script>").is_empty());
}

#[test]
fn areas_map_to_the_source() {
    let html = "<p>caf\u{e9} &amp; <b>bar</b>  <p>\u{65e5}\u{672c}<br>x";
    let mut analyzer = Analyzer::new(options());
    let page = analyzer.analyze(html.as_bytes()).unwrap();
    let sources: Vec<&str> =
        page.visual.unwrap().areas.iter().map(|area| &html[page.source_range(area.source)]).collect();
    assert_eq!(sources, ["caf\u{e9} &amp; <b>bar", "\u{65e5}\u{672c}<br>x"]);
}

#[test]
fn layout() {
    // The body is 984 pixels wide; 200 characters at 16 px need 1600: two lines of 19 pixels.
    let long = "x".repeat(200);
    let one = area(&format!("<div>{long}</div>"), &long);
    assert_eq!((one.rect.x, one.rect.y, one.rect.width, one.rect.height, one.lines), (8, 8, 984, 38, 2));
    let html = "<div style='width:300px;padding:10px'>a</div><div>b</div>";
    assert_eq!((area(html, "a").rect.x, area(html, "a").rect.y), (18, 18));
    assert_eq!(area(html, "b").rect.y, 8 + 10 + 19 + 10);
    // Cells are side by side, with widths by the length of their text.
    let table = format!("<table><tr><td>a<td>{}<tr><td>c</table>", "b ".repeat(40).trim());
    let (a, c) = (area(&table, "a").rect, area(&table, "c").rect);
    let b = areas(&table)[1].1.rect;
    assert!(a.y == b.y && b.x > a.x && c.y > a.y && c.x == a.x, "{a:?} {b:?} {c:?}");
    // Floats are side by side while they fit.
    let float = "<style>p{float:left;width:400px;margin:0}</style><p>a<p>b<p>c";
    let [a, b, c] = ["a", "b", "c"].map(|text| area(float, text).rect);
    assert!(a.y == b.y && b.x == a.x + 400 && c.y > a.y && c.x == a.x);
    let flex = "<div style='display:flex'><p>a</p><p>b</p></div>";
    assert_eq!(area(flex, "a").rect.y, area(flex, "b").rect.y);
    let column = "<div style='display:flex;flex-direction:column'><p>a</p><p>b</p></div>";
    assert!(area(column, "a").rect.y < area(column, "b").rect.y);
    let below = "<p>a<br><br>b";
    assert_eq!(areas(below)[0].1.rect.height, 3 * 19);
}

#[test]
fn neighbors_are_counted_among_siblings() {
    let rows = rows("<h1>top</h1><div style='display:flex'><p>left<p>right</div><p>bottom");
    let neighbors = |text: &str| ["aabove", "abelow", "aleft", "aright"].map(|name| rows[text][name]);
    // The scale is logarithmic: 16 is one, 25 two, 32 three.
    assert_eq!(neighbors("left"), [16, 16, 0, 16]);
    assert_eq!(neighbors("right"), [16, 16, 16, 0]);
    assert_eq!(neighbors("top")[0], 0);
}

#[test]
fn hidden_text() {
    let cases = [
        ("<p hidden>x", hidden::DISPLAY),
        ("<style>.n{display:none}</style><p class=n>x", hidden::DISPLAY),
        ("<div style='display:none'><p style='display:block'>x</div>", hidden::DISPLAY),
        ("<p style='visibility:hidden'>x", hidden::VISIBILITY),
        ("<p style='opacity:0'>x", hidden::OPACITY),
        ("<p style='font-size:0'>x", hidden::SIZE),
        ("<p style='width:1px;height:1px;overflow:hidden'>x", hidden::SIZE),
        ("<p style='color:#fff'>x", hidden::COLOR),
        ("<body bgcolor=#123456><font color=#123457>x", hidden::COLOR),
        ("<p style='position:absolute;left:-9999px'>x", hidden::OFFSCREEN),
        ("<p style='text-indent:-9999px'>x", hidden::OFFSCREEN),
        ("<p style='position:absolute;clip:rect(0,0,0,0)'>x", hidden::CLIPPED),
    ];
    for (html, reason) in cases {
        let found = area(html, "x");
        assert_eq!((found.hidden, found.class, found.lines), (reason, VisualClass::None, 0), "{html}");
        let blocks = hidden_blocks(html);
        assert_eq!(blocks, [BlockVisibility { hidden_characters: 1, hidden: reason }], "{html}");
    }
    for html in [
        "<p>x",
        "<div style='visibility:hidden'><p style='visibility:visible'>x",
        "<div style='background:#000'><p style='color:#fff'>x",
        "<div style='background:url(dark.png)'><p style='color:#fff'>x",
        "<p style='left:-9999px'>x",
        "<p style='overflow:hidden'>x",
        "<style>@media print{p{display:none}}</style><p>x",
    ] {
        assert_eq!(area(html, "x").hidden, 0, "{html}");
    }
    let blocks = hidden_blocks("<style>.n{display:none}</style><p>seen <span class=n>not</span></p>");
    let seen = BlockVisibility { hidden_characters: 0, hidden: 0 };
    assert_eq!(blocks, [seen, BlockVisibility { hidden_characters: 3, hidden: hidden::DISPLAY }]);
}

#[test]
fn off_by_default() {
    let mut analyzer = Analyzer::new(Options::default());
    assert!(analyzer.analyze(b"<p>x").unwrap().visual.is_none());
}

/// Checks invariants that hold for every page; returns whether rules were ignored.
fn check(html: &[u8]) -> bool {
    let mut analyzer = Analyzer::new(options());
    let page = analyzer.analyze(html).unwrap();
    let visual = page.visual.unwrap();
    assert_eq!(visual.blocks.len(), page.blocks().len());
    for area in visual.areas {
        let text = &page.text()[area.text.0 as usize..area.text.1 as usize];
        assert!(!text.is_empty() && !text.contains('\n') && text.trim() == text, "{text:?}");
        let block = page.block(area.block as usize).unwrap();
        assert!(block.text_range().start <= area.text.0 as usize && area.text.1 as usize <= block.text_range().end);
        let (outer, inner) = (block.source(), page.source_range(area.source));
        assert!(outer.start <= inner.start && inner.start < inner.end && inner.end <= outer.end, "{text:?}");
        assert!(area.rect.width >= 0 && area.rect.height >= 0 && (area.lines == 0) == (area.hidden != 0));
    }
    assert!(visual.areas.iter().filter(|area| area.class == VisualClass::H1).count() <= 1);
    visual.truncated
}

#[test]
fn absurd_style_sheets_and_pages_are_bounded() {
    let style = |css: &str| format!("<style>{css}</style><p class=a id=i>x<i>y<b>z").into_bytes();
    let nested = format!("{}p{{color:red}}", "p{color:red;".repeat(10_000));
    let media = "@media all{".repeat(10_000);
    let unclosed = "p{color:rgb(".repeat(10_000);
    for css in [&nested, &media, &unclosed, "/*", "\\", "@", "p{--a:var(--a);color:var(--a)}", "p{font-size:1e99em}"] {
        assert!(!check(&style(css)), "{}", &css[..css.len().min(40)]);
    }
    assert!(check(&style(&("p,".repeat(100_000) + "p{color:red}"))), "more selectors than are kept");
    assert!(check(&style(&("i p.a i b,".repeat(120_000) + "p{color:red}"))));
    let big = format!("{}{}", "font-size:200%;", "x");
    check("<div style='font-size:200%;width:99999999px'>".repeat(400).as_bytes());
    check(big.as_bytes());
    check("<table><tr><td>x".repeat(200).as_bytes());
    check("<p style=float:left>x<br>".repeat(3000).as_bytes());
    check("<a><table><b>x<td>y</a>z".repeat(300).as_bytes());
    for html in ["", "<frameset>", "<p>\u{a0}", "<svg><style>p{}</style><text>x", "<template><p>x</template>y"] {
        check(html.as_bytes());
    }
}

#[test]
fn random_markup_and_style_sheets() {
    let parts =
        "<p>|</p>|<div class=a>|</div>|<b>|</b>|<table>|<tr>|<td>|</table>|text |x|<br>|<style>|</style>|.a{|}|\
        color:red;|display:none|font-size:0;|display:flex;|/*|*/|'|<span style='display:block;float:left'>|\
        </span>|@media print{|<img width=9 height=9>|&amp;|<a href=/>|</a>|<li hidden>|#i>.a b,|<h1>|\u{e9}|\
        <p style='width:50%;background:#000'>"
            .split('|')
            .collect::<Vec<_>>();
    let mut state = 1u64;
    for _ in 0..600 {
        let mut html = String::new();
        for _ in 0..60 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            html.push_str(parts[(state >> 40) as usize % parts.len()]);
        }
        check(html.as_bytes());
    }
}

/// Style sharing does not change any style.
#[test]
fn style_sharing_is_exact() {
    let attributes =
        ["", "", "", " class=a", " class='b a'", " class=B", " id=i", " lang=en", " data-x", " data-x=y", " hidden"];
    let more =
        [" style='color:red'", " style='font-size:80%'", " bgcolor=#eee", " width=50", " type=hidden", " class=''"];
    let tags =
        ["div", "p", "span", "a", "a href=/", "b", "td", "table", "input", "font color=red", "svg", "li", "h1", "x-y"];
    let selectors =
        ".a|.b|#i|p|div > p|.a .b|:first-child|span:first-child|[lang]|[data-x]|[data-x=y]|p:not([data-x])|\
        :not(.a)|.a > :first-child|a:link|[class]|[class=a]|[type]|div:not(:first-child) b|[style]|table [width]|*"
            .split('|')
            .collect::<Vec<_>>();
    let declarations = "color:red|font-size:120%|display:none|background:#123|margin:1em|font-weight:bolder|width:50%"
        .split('|')
        .collect::<Vec<_>>();
    let mut random = Random(11);
    let mut shared = 0;
    for round in 0..rounds(400) {
        let mut html = String::from(if round % 2 == 0 { "<!doctype html>" } else { "" });
        for _ in 0..random.below(6) {
            let rule = format!("<style>{}{{{}}}</style>", random.pick(&selectors), random.pick(&declarations));
            html.push_str(&rule);
        }
        for _ in 0..80 {
            let end = format!("</{}>", random.pick(&tags));
            let list = if random.below(4) == 0 { &more[..] } else { &attributes };
            let start = format!("<{}{}{}>", random.pick(&tags), random.pick::<&str>(list), random.pick(&attributes));
            html.push_str(if random.below(3) == 0 { &end } else { &start });
            html.push_str(if random.below(3) == 0 { "text" } else { "" });
        }
        let mut analyzer = Analyzer::new(Options::default());
        let page = analyzer.analyze(html.as_bytes()).unwrap();
        let (arena, tree) = (Bump::new(), &page.page().tree);
        let styles = cascade::styles(&arena, tree, &Watch::default()).unwrap();
        let unshared = cascade::styles_without_sharing(&arena, tree);
        for node in 0..tree.nodes.len() as u32 {
            assert_eq!(format!("{:?}", styles.of(node)), format!("{:?}", unshared.of(node)), "{node} of {html}");
        }
        shared += unshared.list.len() - styles.list.len();
    }
    assert!(shared > 0);
}

#[test]
fn the_built_in_model_classifies_an_article() {
    assert!(super::BUILT_IN.len() <= 60_000);
    assert!(super::Model::read(super::BUILT_IN).is_some());
    let story = "Rain fell on the city for the third day, and the river rose by two metres over night. Nobody was hurt, \
        the mayor said, but the old bridge is closed until the water has gone.";
    let menu = ["Home", "News", "Sport", "Contact"].map(|name| format!("<li><a href=/>{name}</a></li>")).concat();
    let html = format!(
        "<title>River rises after three days of rain - Daily News</title><ul>{menu}</ul>\
         <div style='font-size:32px'>River rises after three days of rain</div>\
         <p>By Jane Doe</p><p>May 5, 2020</p>{}<ul>{menu}</ul><p>Copyright 2020 Daily News",
        format!("<p>{story}</p>").repeat(6)
    );
    let areas = areas(&html);
    let class_of = |text: &str| areas.iter().find(|(found, _)| found == text).unwrap().1.class;
    assert_eq!(class_of("River rises after three days of rain"), VisualClass::H1);
    assert_eq!(class_of("May 5, 2020"), VisualClass::Date);
    assert_eq!(class_of("By Jane Doe"), VisualClass::Author);
    // The first paragraph may be a perex, the last part of the footer.
    let paragraphs =
        areas.iter().filter(|(found, area)| found == story && area.class == VisualClass::Paragraph).count();
    assert!(paragraphs >= 4, "{paragraphs} of 6");
    assert_eq!(class_of("Contact"), VisualClass::None);
}

/// Cancellation ends the analysis; without steps, style rules are ignored.
#[test]
fn cancellation_and_step_budget() {
    let mut analyzer = Analyzer::new(Options::default());
    let page = analyzer.analyze(b"<style>p{color:red}</style><p>x").unwrap();
    let arena = Bump::new();
    let color = |steps| {
        let watch = Watch::new(steps, None);
        let visual = super::analyze_within(&arena, page.page(), &watch).unwrap();
        (visual.areas[0].color.channels(), visual.truncated)
    };
    assert_eq!([color(0), color(u64::MAX)], [([0, 0, 0], true), ([255, 0, 0], false)]);
    let watch = Watch::new(u64::MAX, Some(CancelToken::default()));
    watch.cancel.iter().for_each(CancelToken::cancel);
    assert_eq!(super::analyze_within(&arena, page.page(), &watch).err(), Some(Error::Cancelled));
}
