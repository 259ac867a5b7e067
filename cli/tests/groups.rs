//! End-to-end tests of `blockmask groups`.

mod common;

use common::{Folder, objects, out, page, run};

const OFFERS: &str = "<h1>Maps</h1><ul>\
    <li><h3><a href=/rhine>Rhine</a></h3><p>The river guide in its third edition.</p><b>\u{20ac}12.50</b>\
    <li><h3><a href=/main>Main</a></h3><p>The river guide in its first edition.</p><b>\u{20ac}9.50</b>\
    <li><h3><a href=/neckar>Neckar</a></h3><p>The river guide in its second edition.</p><b>\u{20ac}8.50</b></ul>";

#[test]
fn items_are_printed_with_what_is_known_of_them() {
    let folder = Folder::new("groups");
    let file = folder.file("maps.html", OFFERS.as_bytes());
    let output = run(&["groups", &file]);
    let lines: Vec<&str> = out(&output).lines().collect();
    assert_eq!(lines[0], format!("{file}: 1 groups"));
    assert!(lines[1].starts_with("offers, the main list: 3 items, bytes 40 to "), "{}", lines[1]);
    assert!(
        lines[3].ends_with("  [\u{20ac}9.50] Main The river guide in its first edition. \u{20ac}9.50"),
        "{}",
        lines[3]
    );
    assert_eq!(lines.len(), 5);
}

#[test]
fn lines_of_json_have_the_groups_of_blocks() {
    let pages = ["article.html", "list.html", "forum.html"].map(page);
    for page in pages.iter().filter(|page| std::path::Path::new(page).exists()) {
        let groups = objects(&run(&["groups", "--format", "jsonl", page])).remove(0);
        let blocks = objects(&run(&["blocks", "--format", "jsonl", page])).remove(0);
        assert_eq!(groups["groups"], blocks["groups"], "{page}");
        assert_eq!((&groups["file"], &groups["schema"]), (&blocks["file"], &blocks["schema"]));
    }
    let folder = Folder::new("groups-jsonl");
    let file = folder.file("maps.html", OFFERS.as_bytes());
    let line =
        objects(&run(&["groups", "--format", "jsonl", "--fields", "groups.group_kind,groups.items", &file])).remove(0);
    let prices: Vec<_> = (0..3).map(|item| &line["groups"][0]["items"][item]["price"]).collect();
    assert_eq!(prices, ["\u{20ac}12.50", "\u{20ac}9.50", "\u{20ac}8.50"]);
    assert_eq!((&line["groups"][0]["probability"], line.get("file")), (&serde_json::Value::Null, None));
    assert_eq!(run(&["groups", "--fields", "groups", &file]).status.code(), Some(2));
}
