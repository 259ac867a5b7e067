//! Rules of a site's owner, on the command line.

mod common;

use common::{Folder, out, run, text};

const PAGE: &str = "<!doctype html><title>Rain</title><link rel=canonical href=https://docs.example.org/guide/rain>\
    <nav class=toc><a href=/a>A</a> <a href=/b>B</a></nav><main><h1>Rain</h1>\
    <p class=summary>Rain fell on the city for the third day, and the river rose above its banks.</p>\
    <p>Nobody was hurt, the mayor said, but the old bridge is closed until the water has gone <b class=ref>[1]</b>.</p>\
    <aside class=note>The water may rise again.</aside></main>";
const RULES: &str = "blockmask rules 1\n# Docs\ntemplate nav\ndrop .ref\nweight 2 .summary\ncontent .note\n\
    on docs.example.org/guide/*\ntemplate aside\non other.example.org\ntemplate main\n";

#[test]
fn check() {
    let folder = Folder::new("rules check");
    let page = folder.file("page.html", PAGE.as_bytes());
    let rules = folder.file("site.rules", RULES.as_bytes());
    let output = run(&["rules", "check", &rules, &page, &page]);
    let expected = "6 rules on 2 pages
 line   pages  elements   blocks  changed  rule
    3       2         2        2        0  template nav
    4       2         2        2        2  drop .ref
    5       2         2        2        2  weight 2 .summary
    6       2         2        0        0  content .note
    8       2         2        2        2  template aside
   10       0         0        0        0  template main
line 6: decides nothing: later rules do, or what it matches is less than a block, which only `drop` can take apart
line 10: matches nothing
line 8 overrules line 6 on 2 blocks of 2 pages
";
    assert_eq!(out(&output), expected);
    let output = run(&["rules", "check", "--format", "json", &rules, &page, &page]);
    let json: serde_json::Value = serde_json::from_str(out(&output)).unwrap();
    assert_eq!((&json["schema"], &json["pages"]), (&2.into(), &2.into()));
    let weight = serde_json::json!({
        "line": 5, "action": "weight", "value": "2", "selector": ".summary", "addresses": "", "pages": 2, "elements": 2,
        "blocks": 2, "changed": 2,
    });
    assert_eq!(json["rules"][2], weight);
    assert_eq!((&json["rules"][3]["warning"], &json["rules"][0]["warning"]), (&"decides_nothing".into(), &().into()));
    let overruled = serde_json::json!([{"rule": 4, "overruled": 3, "pages": 2, "blocks": 2}]);
    assert_eq!(json["contradictions"], overruled);
    let all = folder.file("all.rules", b"blockmask rules 1\ntemplate html\n");
    let output = run(&["rules", "check", &all, &page]);
    assert!(
        out(&output).contains("page.html: the rules leave no text, and are not obeyed in that"),
        "{}",
        out(&output)
    );
}

#[test]
fn pages_by_rules() {
    let folder = Folder::new("rules of pages");
    let page = folder.file("page.html", PAGE.as_bytes());
    let rules = folder.file("site.rules", RULES.as_bytes());
    let main = out(&run(&["text", "--rules", &rules, &page])).to_owned();
    assert!(main.contains("has gone .") && !main.contains("rise again"), "{main}");
    let main = out(&run(&["text", "--rules", &rules, "--address", "https://other.example.org/", &page])).to_owned();
    assert!(main.contains("rise again") || main.contains("Rain fell"), "{main}");
}

#[test]
fn errors() {
    let folder = Folder::new("rules errors");
    let page = folder.file("page.html", PAGE.as_bytes());
    let rules = folder.file("site.rules", b"blockmask rules 1\nhide .ad\n");
    for args in [["rules", "check", &rules, &page].as_slice(), &["text", "--rules", &rules, &page]] {
        let output = run(args);
        assert_eq!(output.status.code(), Some(2));
        assert!(text(&output.stderr).contains("line 2, column 1: expected an action"), "{}", text(&output.stderr));
    }
}

#[test]
fn blocks_say_which_rule_decided() {
    let folder = Folder::new("rules of blocks");
    let page = folder.file("page.html", PAGE.as_bytes());
    let rules = folder.file("site.rules", RULES.as_bytes());
    let output = run(&["blocks", "--format", "jsonl", "--rules", &rules, &page]);
    let json: serde_json::Value = serde_json::from_str(out(&output)).unwrap();
    let rule = |text: &str| {
        let blocks = json["blocks"].as_array().unwrap();
        blocks.iter().find(|block| block["text"].as_str().unwrap().starts_with(text)).unwrap()["rule"].clone()
    };
    assert_eq!((rule("Rain fell"), rule("The water"), rule("Nobody")), (2.into(), 4.into(), ().into()));
    let explained = run(&["explain", "--rules", &rules, &page, "may rise"]);
    let explained = out(&explained).to_owned();
    assert!(
        explained.contains("  rule 4, line 8: template aside\nLeft out by rule 4 of the site's owner."),
        "{explained}"
    );
    let explained = run(&["explain", "--rules", &rules, &page, "third day"]);
    assert!(
        out(&explained).contains("  rule 2, line 5: weight 2 .summary\nKept: its probability"),
        "{}",
        out(&explained)
    );
    let view = run(&["view", "--rules", &rules, &page]);
    let view = out(&view);
    assert!(view.contains("\"rule\":4") && view.contains("Left out by rule 4 of the site's owner."));
}

/// What the guide makes of the configurations of two scrapers keeps what they index, and nothing else.
#[test]
fn configurations_of_scrapers_as_rules() {
    let guide = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/guides/rules.md")).unwrap();
    let files: Vec<&str> = guide.split("```text\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    let file = |part: &str| *files.iter().find(|file| file.contains(part)).unwrap();
    let folder = Folder::new("rules of scrapers");
    let page = folder.file(
        "page.html",
        "<title>Pumps</title><p class=docs-lvl0>Manual</p><nav class=breadcrumb>Home, water, pumps</nav><main class=docs-content>\
         <div id=toc>On this page: the seal, the valve</div><h1>Pumps</h1><h2>The seal</h2><p>Replace the seal once a year, and \
         keep the old one until the new one holds.</p><ul><li>Use only seals of rubber.</ul><ul class=deprecated><li>Seals of \
         leather are allowed.</ul><div>Was this page helpful to you?</div></main><p class=footer>Written by the works in 2019."
            .as_bytes(),
    );
    let text_by = |name: &str, rules: &str| {
        let rules = folder.file(name, rules.as_bytes());
        out(&run(&["text", "--rules", &rules, "--address", "https://www.example.com/doc/pumps", &page])).to_owned()
    };
    let indexed = ["Pumps", "The seal", "Replace the seal once a year", "Use only seals of rubber"];
    let others = ["leather", "helpful", "On this page", "Home, water", "2019"];
    let scraped = text_by("scraper.rules", file(".docs-lvl0"));
    assert!(indexed.iter().all(|part| scraped.contains(part)), "{scraped}");
    assert!(!others.iter().any(|part| scraped.contains(part)), "{scraped}");
    let found = text_by("pagefind.rules", file("#toc"));
    assert!(indexed.iter().chain(&others[..2]).all(|part| found.contains(part)), "{found}");
    assert!(!others[2..].iter().any(|part| found.contains(part)), "{found}");
}

/// As many rules as there are may hold for each of all blocks; they are counted as far as is linear in the page.
#[test]
fn rules_that_hold_everywhere() {
    let folder = Folder::new("rules everywhere");
    let page = folder.file("page.html", format!("<main>{}", "<p>x".repeat(4_000)).as_bytes());
    let nested = folder.file("nested.html", format!("<p>y{}", "<div>x".repeat(400)).as_bytes());
    for (rule, page) in [("template main", &page), ("content *", &page), ("drop div", &nested)] {
        let rules =
            folder.file("site.rules", format!("blockmask rules 1\n{}", format!("{rule}\n").repeat(30_000)).as_bytes());
        let output = run(&["rules", "check", "--format", "json", &rules, page]);
        let json: serde_json::Value = serde_json::from_str(out(&output)).unwrap();
        assert_eq!(json["cut_short"], 1, "{rule}");
    }
}
