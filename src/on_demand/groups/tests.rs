use super::{Sums, choice, disjoint};
use crate::base::arena::Bump;
use crate::judge::groups::{self, Least};
use crate::published::tag_path::StyleMode;
use crate::{Analyzer, Options};

/// The texts of the records of a page whose text is all main text.
fn records(html: &str, is_forum: bool) -> Vec<String> {
    records_with(Options::default(), html, is_forum)
}

fn records_with(options: Options, html: &str, is_forum: bool) -> Vec<String> {
    let mut analyzer = Analyzer::new(options);
    let document = analyzer.analyze(html.as_bytes()).unwrap();
    let (arena, scratch) = (Bump::new(), Bump::new());
    let groups = groups::find(&arena, &scratch, &document.page, &document.sequence, is_forum, Least::NOTHING);
    let sums = Sums::before_blocks(&document.page, |_| true);
    let chosen = choice::main_list(&document.page, &groups, &sums, is_forum).map(|list| &groups.list[list]);
    let texts = |blocks: std::ops::Range<usize>| blocks.filter_map(|index| document.block(index)).map(|b| b.text());
    let items = chosen.into_iter().flat_map(|group| disjoint(group, groups.items_of(group)));
    items.map(|(blocks, _)| texts(blocks).collect::<Vec<_>>().join("/")).collect()
}

#[test]
fn children_of_one_tag_are_records() {
    let html = "<div><h2>Three maps</h2>\
        <div><h3>Rhine</h3><p>From Basel</p></div><div><h3>Main</h3><p>From Bamberg</p></div>\
        <div><h3>Neckar</h3><p>From Ulm</p></div></div><p>Closed on Monday</p>";
    assert_eq!(records(html, false), ["Rhine/From Basel", "Main/From Bamberg", "Neckar/From Ulm"]);
}

#[test]
fn unlike_members_are_dropped() {
    let item = |name: &str| format!("<li><h3>{name}</h3><p>From <b>Basel</b><i>to Mainz</i><p>By ship");
    let html = format!("<ul><li><select><option>Sort by name</select>{}{}{}</ul>", item("A"), item("B"), item("C"));
    let expected = ["A", "B", "C"].map(|name| format!("{name}/From Baselto Mainz/By ship"));
    assert_eq!(records(&html, false), expected);
}

#[test]
fn a_record_may_be_several_siblings() {
    let rows = |name: &str| format!("<tr><th><b>{name}</b></th></tr><tr><td><p>From Basel</p><p>By ship</p></td></tr>");
    let html = format!("<table>{}{}{}{}</table>", rows("A"), rows("B"), rows("C"), rows("D"));
    assert_eq!(records(&html, false), ["A", "B", "C", "D"].map(|name| format!("{name}/From Basel/By ship")));
    let pairs = ["A", "B", "C"].map(|name| format!("<dt>{name}<dd><p>From Basel<p>By ship"));
    let expected = ["A", "B", "C"].map(|name| format!("{name}/From Basel/By ship"));
    assert_eq!(records(&format!("<dl>{}</dl>", pairs.concat()), false), expected);
}

#[test]
fn paragraphs_and_few_items_are_no_records() {
    assert!(records("<p>Rain fell</p><p>The river rose</p><p>The bridge was closed</p>", false).is_empty());
    assert!(records("<li><p>Rain fell</li><li><p>The river rose</li>", false).is_empty());
    assert!(records("", false).is_empty());
    assert!(records("<frameset><frame></frameset>", false).is_empty());
    let footer = "<li>About<li>Terms<li>Help";
    assert!(records(&format!("<p>{}</p><ul>{footer}</ul>", "Rain fell on the city. ".repeat(9)), false).is_empty());
}

/// Answers inside what they answer end it.
#[test]
fn posts_at_any_depth() {
    let post =
        |text: &str, answers: &str| format!("<div class='post n{}'><b>Ann</b><p>{text}</p>{answers}</div>", text.len());
    let html = post("Rain?", &format!("{}{}", post("No", &post("Really", "")), post("Snow", "")));
    assert_eq!(records(&html, true), ["Ann/Rain?", "Ann/No", "Ann/Really", "Ann/Snow"]);
    assert!(records(&html, false).is_empty());
}

/// Classes are read once for each symbol, but symbols of other styles do not tell the classes.
#[test]
fn records_do_not_depend_on_the_style_of_symbols() {
    let post =
        |class: &str| format!("<div class='{class}'><b class='{class}'>Ann</b><p class='{class}'>Rain</p></div>");
    let html = [post("post"), post("odd post-2"), post("advert"), post("POST 3"), post("advert")].concat();
    for style in [StyleMode::Raw, StyleMode::Reduced, StyleMode::None] {
        let mut options = Options::default();
        options.experimental.tag_path.style = style;
        assert_eq!(records_with(options, &html, true), ["Ann/Rain"; 3], "{style:?}");
    }
}

/// Records of an article are its paragraphs or lists, which nobody asks for.
#[test]
fn articles_have_no_records() {
    let story = "Rain fell on the city for the third day, and the river rose by two metres over night at the bridge. ";
    let part = format!("<div><p>{}</p><p>{}</p></div>", story.repeat(3), story.repeat(2));
    let html = format!("<title>Rain</title><article><h1>Rain</h1>{}</article>", part.repeat(6));
    let mut analyzer = Analyzer::new(Options::default());
    let document = analyzer.analyze(html.as_bytes()).unwrap();
    assert_eq!(document.kind(), Some(crate::PageKind::Article));
    assert_eq!((document.records(), records(&html, false).len()), (Vec::new(), 6));
}

#[test]
fn cells_with_lines_are_records_and_not_their_rows() {
    let cell = |name: &str| {
        format!(
            "<td><b><a href=/{name}>{name}</a></b><br>From Basel to Mainz by ship<br><font color=red>$12.50</font></td>"
        )
    };
    let row = |names: [&str; 2]| format!("<tr>{}</tr>", names.map(cell).concat());
    let names = [["Rhine", "Main"], ["Neckar", "Lahn"], ["Mosel", "Nahe"], ["Saar", "Ill"]];
    let html = format!("<table>{}</table>", names.map(row).concat());
    let found = records(&html, false);
    assert!(found.len() == 8 && found[1].starts_with("Main"), "{found:?}");
    // Without lines they are cells of data.
    let row = |names: [&str; 2]| {
        format!("<tr>{}</tr>", names.map(|name| format!("<td><a href=/{name}>{name}</a> by ship</td>")).concat())
    };
    assert_eq!(records(&format!("<table>{}</table>", names.map(row).concat()), false).len(), 4);
}

#[test]
fn a_menu_in_front_is_no_record() {
    let table = |name: &str| {
        format!(
            "<table><tr><td><img src=a.gif></td><td><a href=/{name}>{name}</a> <b>$12.50</b></td></tr><tr><td><table><tr><td>A map \
             of the river from its source to the sea, with all bridges and locks.</td></tr></table></td></tr></table>"
        )
    };
    let found = |front: &str| {
        let maps = ["Rhine", "Main", "Neckar", "Lahn", "Mosel"].map(table).concat();
        let html = format!("<title>Maps</title><body>{front}<p>Five maps for walkers</p>{maps}<p>Closed on Monday</p>");
        Analyzer::default().analyze(html.as_bytes()).unwrap().records().len()
    };
    assert_eq!(
        found("<table><tr><td><a href=/>Home</a> | <a href=/h>Help</a> | <a href=/c>Cart</a></td></tr></table>"),
        5
    );
    assert_eq!(found(&table("Saar")), 6);
}
