//! The density mask on small pages with an obvious answer.

use super::MaskMethod;
use crate::base::random::Random;
use crate::{Analyzer, Options};

const TEXT: &str = "The river rose for the third day, and the people of the lower town carried what they had up the \
                    hill. Nobody could say when the water would go down again, or what it would leave behind.";

fn rules() -> Options {
    Options { mask: MaskMethod::Density, ..Options::default() }
}

/// The texts of all blocks that are classified content.
fn content(html: &str) -> Vec<String> {
    let mut analyzer = Analyzer::new(rules());
    let page = analyzer.analyze(html.as_bytes()).unwrap();
    page.blocks().filter(|block| !block.is_template()).map(|block| block.text().to_owned()).collect()
}

fn links(count: usize) -> String {
    (0..count).map(|i| format!("<li><a href=/{i}>Section {i}</a></li>")).collect()
}

#[test]
fn an_article_with_its_heading_but_not_the_frame_of_the_page() {
    let html = format!(
        "<title>Rain</title><nav><ul>{}</ul></nav><main><h1>The river</h1><p>{TEXT}</p><h2>Next</h2><p>{TEXT}</p></main>\
         <footer><p>All rights reserved by the owner.</p></footer>",
        links(8)
    );
    assert_eq!(content(&html), ["The river", TEXT, "Next", TEXT]);
}

#[test]
fn posts_of_a_forum() {
    let post = |i: usize| {
        format!("<div class=row><a href=/u>user{i}</a><i>2024-05-0{i} 12:3{i}</i><div class=say>{TEXT} {i}</div></div>")
    };
    let posts: String = (1..6).map(post).collect();
    let html = format!("<ul>{}</ul><div>{posts}</div><ul>{}</ul>", links(9), links(5));
    let found = content(&html);
    for i in 1..6 {
        assert!(found.contains(&format!("{TEXT} {i}")), "{i}: {found:?}");
    }
    assert!(!found.iter().any(|text| text.starts_with("Section")), "{found:?}");
}

#[test]
fn ideographs() {
    let text = "连日来的大雨使河水上涨，下城的居民把家里的东西搬到了山上。没有人知道水什么时候会退，也不知道会留下什么。\
                市政府在学校里设立了临时住所，志愿者送来了食物和毛毯。";
    let html = format!(
        "<nav><a href=/a>首页</a><p><a href=/b>新闻</a></nav><p>{text}</p><p>{text}</p><footer>版权所有</footer>"
    );
    assert_eq!(content(&html), [text, text]);
}

#[test]
fn nothing_and_nothing_but_links() {
    for html in ["", "<p>", "<frameset><frame></frameset>", "<title>T</title>"] {
        assert_eq!(content(html), [""; 0], "{html}");
    }
    assert_eq!(content(&format!("<nav><ul>{}</ul></nav>", links(40))), [""; 0]);
}

#[test]
fn noscript_counts_only_if_it_is_the_page() {
    let noscript = format!("<noscript><p>{TEXT}</p></noscript>");
    assert_eq!(content(&format!("<div>Loading</div>{noscript}")), [TEXT]);
    assert_eq!(content(&format!("<main><p>{TEXT} 1</p><p>{TEXT} 2</p></main>{noscript}")).len(), 2);
}

#[test]
fn the_region_by_tag_paths_as_a_mask() {
    let records = "<li><h3>t</h3><p>d</p><span>p</span></li>".repeat(8);
    let html = format!("<div class=nav><a>x</a><a>x</a><a>x</a></div><ul class=res>{records}</ul>");
    let mut analyzer = Analyzer::new(Options { mask: MaskMethod::TagPath, ..Options::default() });
    let document = analyzer.analyze(html.as_bytes()).unwrap();
    assert!(document.blocks().all(|block| block.is_template() != block.is_in_main_region()));
    assert!(document.blocks().any(|block| block.is_template()) && document.blocks().any(|block| !block.is_template()));
}

#[test]
fn any_soup_gives_the_same_verdicts_twice_and_in_range() {
    let pieces = [
        "<div class=nav>",
        "</div>",
        "<p>",
        TEXT,
        "<a href=x>",
        "word ",
        "<table><td>",
        "<noscript>",
        "<h2>",
        "<form>",
    ];
    let mut random = Random(1);
    for _ in 0..300 {
        let count = random.below(60);
        let html: String = (0..count).map(|_| *random.pick(&pieces)).collect();
        let (mut first, mut second) = (Analyzer::new(rules()), Analyzer::new(rules()));
        let first = first.analyze(html.as_bytes()).unwrap();
        let second = second.analyze(html.as_bytes()).unwrap();
        assert_eq!(first.mask.labels, second.mask.labels);
        for label in first.mask.labels {
            assert!((0.0..=1.0).contains(&label.probability), "{label:?} {html}");
            assert!(label.is_template == (label.probability <= 0.5) || !first.fallbacks().is_empty(), "{html}");
        }
    }
}
