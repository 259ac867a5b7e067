//! The main text of short pages in the frames of many generators and years, in several languages: tables, steps,
//! ingredients, definitions, code and questions in and after articles stay; menus, notices and boxes between them go.

use blockmask::Analyzer;
use std::collections::BTreeMap;

const PAGES: &str = include_str!("fixtures/main_text.txt");

/// A page of the fixture: its lines by their first word.
type Page<'a> = BTreeMap<&'a str, &'a str>;

/// What the fixture names: frames and stories, by kind and name.
fn named(kind: &str) -> BTreeMap<&'static str, &'static str> {
    let lines = PAGES.lines().filter_map(|line| line.strip_prefix(kind)?.strip_prefix(' ')?.split_once(' '));
    lines.collect()
}

fn pages() -> impl Iterator<Item = Page<'static>> {
    let parts = PAGES.split("\n\n").filter(|part| part.starts_with("page "));
    parts.map(|part| part.lines().filter_map(|line| line.split_once(' ')).collect())
}

/// A text with the stories set in.
fn with_stories(text: &str, stories: &BTreeMap<&str, &str>) -> String {
    let mut text = text.to_owned();
    for (language, story) in stories {
        let (start, end) = story.split_at(story.rfind("<p>").expect("paragraphs"));
        let lines = |story: &str| story.replace("<p>", "").replace("</p>", "<br><br>");
        for (name, part) in [("story", *story), ("start", start), ("end", end)] {
            text = text.replace(&format!("{{{name} {language}}}"), part);
            let name = if name == "story" { "lines".to_owned() } else { format!("{name}-lines") };
            text = text.replace(&format!("{{{name} {language}}}"), &lines(part));
        }
    }
    text
}

#[test]
fn pages_of_many_frames_keep_what_belongs_to_them() {
    let (frames, stories) = (named("frame"), named("story"));
    let mut analyzer = Analyzer::default();
    let mut wrong = Vec::new();
    for page in pages() {
        let part = |name: &str| page.get(name).copied().unwrap_or_default();
        let (name, frame) = part("page").split_once(' ').expect("a name and a frame");
        let mut html = frames[frame].to_owned();
        for slot in ["title", "body", "after", "menu"] {
            html = html.replace(&format!("{{{slot}}}"), &with_stories(part(slot), &stories));
        }
        assert!(!html.contains('{'), "{html}");
        let document = analyzer.analyze(html.as_bytes()).expect("a small page");
        let kept: Vec<&str> =
            document.blocks().filter(|block| !block.is_template()).map(|block| block.text()).collect();
        let kept = kept.join("\n");
        for (list, is_wanted) in [("keep", true), ("drop", false)] {
            let texts = part(list).split(" | ").filter(|text| !text.is_empty());
            wrong.extend(
                texts.filter(|text| kept.contains(text) != is_wanted).map(|text| format!("{name}: {list} {text}")),
            );
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
