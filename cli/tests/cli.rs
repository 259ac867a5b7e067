//! End-to-end tests of the command line program.

mod common;

use common::{Folder, command, is_main, object, objects, out, page, run, run_with_input, text};
use serde_json::Value;
use std::fs;
use std::path::Path;

/// The file of the built-in model.
const MODEL: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../src/judge/mask/model.bin");

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().unwrap().keys().map(String::as_str).collect()
}

#[test]
fn jsonl_has_the_documented_shape() {
    let file = page("article.html");
    let record = object(&["blocks", "--format", "jsonl", &file]);
    assert_has(&record, &["file", "encoding", "blocks", "segments", "main_regions", "fingerprint", "facts"]);
    assert_has(&record, &["encoding_source", "is_recovered", "truncation", "title"]);
    let block = &record["blocks"][3];
    assert_has(block, &["source_start", "source_end", "text", "tokens", "linked_tokens", "text_density"]);
    assert_has(
        block,
        &["link_density", "segment", "is_in_main_region", "tag_path", "is_template", "probability", "weight"],
    );
    assert_has(block, &["role", "heading_level", "flags", "lines", "characters", "depth"]);
    assert_has(&record["segments"][0], &["source_start", "source_end", "tokens", "linked_tokens", "text_density"]);
    assert_has(&record["main_regions"][0], &["source_start", "source_end"]);
    assert_has(
        &record["fingerprint"],
        &["version", "is_valid", "tokens", "min_hashes", "sim_hash", "content_hash", "structure_hash"],
    );
    assert_eq!(record["file"], file.as_str());
    assert_eq!((&record["encoding"], &record["truncation"]), (&"UTF-8".into(), &serde_json::json!([])));
    assert_eq!(record["title"], "The bakers of Quay Street rise at two | Harbour Gazette");
    assert_eq!(record["kind"], "article");
    let probabilities = record["kind_probabilities"].as_object().unwrap();
    let names = ["article", "service", "product", "collection", "forum", "listing", "documentation"];
    let values = names.map(|name| probabilities[name].as_f64().unwrap());
    assert_eq!(probabilities.len(), names.len());
    assert!((values.iter().sum::<f64>() - 1.0).abs() < 1e-6, "{values:?}");
    assert!(values[1..].iter().all(|value| *value < values[0]), "{values:?}");
    let without_kinds = object(&["blocks", "--mask", "density", "--format", "jsonl", &file]);
    assert_eq!((&without_kinds["kind"], &without_kinds["kind_probabilities"]), (&Value::Null, &Value::Null));
    assert_eq!(record["blocks"][0]["segment"], Value::Null, "the title is in no segment");
    assert_eq!(record["blocks"][0]["flags"], serde_json::json!(["in-head"]));
    let heading = find_block(&record, "The bakers of Quay Street rise at two");
    assert_eq!(
        (&heading["heading_level"], &heading["tag_path"]),
        (&1.into(), &"html/body.article/main/article/h1".into())
    );
}

#[test]
fn visual_prints_the_areas_of_a_page() {
    let file = page("article.html");
    let record = object(&["visual", "--format", "jsonl", &file]);
    assert_has(&record, &["file", "visual_areas", "font_size", "height", "truncation"]);
    let areas = record["visual_areas"].as_array().unwrap();
    assert_has(
        &areas[0],
        &[
            "visual_class",
            "source_start",
            "source_end",
            "text",
            "probability",
            "block",
            "x",
            "y",
            "width",
            "height",
            "lines",
        ],
    );
    assert_has(&areas[0], &["characters", "font_size", "bold", "italic", "linked", "color", "background", "hidden"]);
    let bytes = fs::read_to_string(&file).unwrap();
    let heading = areas.iter().find(|area| area["visual_class"] == "h1").unwrap();
    assert_eq!(heading["text"], "The bakers of Quay Street rise at two");
    let range = heading["source_start"].as_u64().unwrap() as usize..heading["source_end"].as_u64().unwrap() as usize;
    assert_eq!(&bytes[range], "The bakers of Quay Street rise at two");
    let table = run(&["visual", &file]);
    assert!(out(&table).contains("\nh1 ") && table.status.success());
    let missing = run(&["visual", "--format", "jsonl", "no-such-file.html", &file]);
    assert_eq!((missing.status.code(), objects(&missing).len()), (Some(1), 1));
}

fn assert_has(value: &Value, expected: &[&str]) {
    let found = keys(value);
    assert!(expected.iter().all(|key| found.contains(key)), "{expected:?} in {found:?}");
}

fn find_block<'v>(record: &'v Value, text: &str) -> &'v Value {
    record["blocks"].as_array().unwrap().iter().find(|block| block["text"] == text).unwrap()
}

#[test]
fn jsonl_writes_keys_in_the_documented_order() {
    let output = run(&["blocks", "--format", "jsonl", &page("article.html")]);
    let line = out(&output);
    let order = [
        "{\"file\":",
        "\"encoding\":",
        "\"truncation\":",
        "\"blocks\":[{\"text\":",
        "\"tag_path\":",
        "\"segments\":",
        "\"main_regions\":",
        "\"fingerprint\":",
    ];
    let positions: Vec<usize> = order.iter().map(|key| line.find(key).unwrap()).collect();
    assert!(positions.is_sorted(), "{positions:?}");
}

#[test]
fn values_of_jsonl_are_consistent() {
    for name in ["article.html", "forum.html", "list.html", "chinese.gbk.html"] {
        let record = object(&["blocks", "--format", "jsonl", &page(name)]);
        let blocks = record["blocks"].as_array().unwrap();
        let segments = record["segments"].as_array().unwrap();
        let number = |value: &Value| value.as_u64().unwrap();
        assert!(
            blocks.windows(2).all(|pair| number(&pair[0]["source_end"]) <= number(&pair[1]["source_start"])),
            "{name}"
        );
        for block in blocks {
            let (tokens, linked) = (number(&block["tokens"]), number(&block["linked_tokens"]));
            assert_eq!(block["link_density"].as_f64().unwrap(), linked as f64 / tokens.max(1) as f64);
            assert!(block["segment"].is_null() || number(&block["segment"]) < segments.len() as u64);
            assert!((0.0..=1.0).contains(&block["probability"].as_f64().unwrap()) && block["is_template"].is_boolean());
        }
        let body_tokens: u64 = blocks.iter().filter(|b| !b["segment"].is_null()).map(|b| number(&b["tokens"])).sum();
        assert_eq!(segments.iter().map(|s| number(&s["tokens"])).sum::<u64>(), body_tokens, "{name}");
        assert!(!record["main_regions"].as_array().unwrap().is_empty());
        for item in record["records"].as_array().unwrap() {
            let [first, end] = ["first_block", "end_block"].map(|key| number(&item[key]) as usize);
            assert_eq!(item["source_start"], blocks[first]["source_start"]);
            assert_eq!(item["source_end"], blocks[end - 1]["source_end"]);
        }
        assert_eq!(record["records"].as_array().unwrap().is_empty(), record["kind"] == "article", "{name}");
        let hashes = record["fingerprint"]["min_hashes"].as_array().unwrap();
        assert_eq!(hashes.len(), 8);
        for hash in hashes.iter().chain([&record["fingerprint"]["sim_hash"]]) {
            let hash = hash.as_str().unwrap();
            assert!(hash.len() == 16 && u64::from_str_radix(hash, 16).is_ok(), "{hash}");
        }
    }
}

#[test]
fn offsets_are_byte_offsets_into_the_file() {
    let file = page("article.html");
    let bytes = fs::read(&file).unwrap();
    let record = object(&["blocks", "--format", "jsonl", &file]);
    let slice = |block: &Value| {
        let at = |key: &str| block[key].as_u64().unwrap() as usize;
        text(&bytes[at("source_start")..at("source_end")])
    };
    let heading = find_block(&record, "Flour, water and a very long wait");
    assert_eq!(slice(heading), "Flour, water and a very long wait");
    let linked = find_block(&record, "By Odile Marchetti · 9 March 2024");
    assert_eq!(
        slice(linked),
        "By <a rel=\"author\" href=\"/staff/odile-marchetti\">Odile Marchetti</a> &middot; <time datetime=\"2024-03-09\">9 March 2024"
    );
}

#[test]
fn offsets_are_byte_offsets_in_every_encoding() {
    let folder = Folder::new("encodings");
    let html =
        "<title>T\u{ef}tle</title><p>Der Zug f\u{e4}hrt heute \u{fc}ber die gro\u{df}e Br\u{fc}cke am Flu\u{df}.</p>";
    let sentence = "Der Zug f\u{e4}hrt heute \u{fc}ber die gro\u{df}e Br\u{fc}cke am Flu\u{df}.";
    let utf16 = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
    let file = folder.file("utf16.html", &[b"\xff\xfe".to_vec(), utf16(html)].concat());
    let record = object(&["blocks", "--format", "jsonl", &file]);
    assert_eq!((&record["encoding"], &record["encoding_source"]), (&"UTF-16LE".into(), &"bom".into()));
    let block = find_block(&record, sentence);
    let range = block["source_start"].as_u64().unwrap() as usize..block["source_end"].as_u64().unwrap() as usize;
    assert_eq!(fs::read(&file).unwrap()[range], utf16(sentence));

    let file = page("chinese.gbk.html");
    let record = object(&["blocks", "--format", "jsonl", &file]);
    assert_eq!((&record["encoding"], &record["encoding_source"]), (&"GBK".into(), &"meta".into()));
    let block = find_block(&record, "山城老街的最后一家钟表铺");
    let range = block["source_start"].as_u64().unwrap() as usize..block["source_end"].as_u64().unwrap() as usize;
    let bytes = fs::read(&file).unwrap();
    assert_eq!(encoding_rs::GBK.decode_without_bom_handling(&bytes[range]).0, "山城老街的最后一家钟表铺");
}

#[test]
fn main_text_is_all_blocks_that_are_not_template() {
    let file = page("article.html");
    let output = run(&["text", &file]);
    let main = out(&output);
    assert!(main.contains("It has gone on at the same hour") && main.contains("Flour, water and a very long wait\n"));
    assert!(!main.contains("Town hall") && !main.contains("dataLayer"), "{main}");
    let record = object(&["text", "--format", "jsonl", &file]);
    assert_eq!(keys(&record), ["file", "kind", "quality", "schema", "text", "title"]);
    assert_eq!(record["text"], main.trim_end_matches('\n'));
    let blocks = object(&["blocks", "--format", "jsonl", &file]);
    let kept = blocks["blocks"].as_array().unwrap().iter().filter(|block| is_main(block));
    let kept: Vec<&str> = kept.map(|block| block["text"].as_str().unwrap()).collect();
    assert_eq!(main.lines().collect::<Vec<_>>(), kept);
}

#[test]
fn comments_are_left_out_kept_or_kept_alone() {
    let file = page("article.html");
    let (story, comment) = ("The bakers of Quay Street rise at two", "My mother queued there every Saturday.");
    for (mode, main, comments) in [("exclude", true, false), ("include", true, true), ("only", false, true)] {
        let output = run(&["text", "--comments", mode, &file]);
        let text = out(&output);
        assert_eq!((text.contains(story), text.contains(comment)), (main, comments), "{mode}");
        let record = object(&["blocks", "--comments", mode, "--format", "jsonl", &file]);
        assert_eq!(record["comments"].as_array().unwrap().len(), 2, "{mode}");
        let first = &record["comments"][0];
        let mut keys_of_first = keys(first);
        keys_of_first.sort_unstable();
        assert_eq!(keys_of_first, ["author", "date", "parent", "source_end", "source_start", "text"]);
        let of_first: Vec<&str> = record["blocks"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|block| block["comment"] == 0)
            .map(|block| block["role"].as_str().unwrap())
            .collect();
        assert_eq!(of_first, ["metadata", "comment", "navigation"], "{mode}");
        assert_eq!((&first["author"], &first["date"]), (&"maren_k".into(), &"3 hours ago".into()));
        assert_eq!(first["parent"], Value::Null);
    }
}

#[test]
fn table_marks_content() {
    let file = page("article.html");
    let output = run(&["blocks", &file]);
    let table = out(&output);
    let line_of = |text: &str| table.lines().find(|line| line.ends_with(text)).unwrap();
    assert!(line_of("Flour, water and a very long wait").trim_start().starts_with('#'), "{table}");
    assert!(!line_of("  Town hall").trim_start().starts_with('#'), "{table}");
    assert!(table.starts_with(&format!("{file}: UTF-8 (meta), ")) && !table.contains('\u{1b}'));
    let narrow = command(&["blocks", &page("chinese.gbk.html")]).env("COLUMNS", "100").output().unwrap();
    for line in out(&narrow).lines().skip(1) {
        let columns: usize = line.chars().map(|c| if c.is_ascii() || "…“”".contains(c) { 1 } else { 2 }).sum();
        assert!(columns <= 100, "{columns} in {line}");
    }
    assert!(out(&narrow).contains('…'));
}

#[test]
fn the_table_fits_80_columns_and_has_all_measures_if_asked() {
    let file = page("article.html");
    let narrow = command(&["blocks", &file]).env("COLUMNS", "80").output().unwrap();
    assert!(out(&narrow).lines().all(|line| line.chars().count() <= 80), "{}", out(&narrow));
    assert!(out(&narrow).lines().any(|line| line.contains("  role  text")), "{}", out(&narrow));
    let wide = run(&["blocks", "--wide", &file]);
    let titles: Vec<&str> = out(&wide).lines().nth(1).unwrap().split_whitespace().collect();
    for title in ["main", "region", "start", "end", "tokens", "linked", "density", "segment", "prob", "field", "text"] {
        assert!(titles.contains(&title), "{title}: {titles:?}");
    }
}

#[test]
fn fields_choose_the_keys_of_jsonl() {
    let file = page("article.html");
    let output = run(&["blocks", "--format", "jsonl", "--fields", "title,blocks.text,blocks.weight", &file]);
    let line: Value = serde_json::from_str(out(&output)).unwrap();
    let whole = object(&["blocks", "--format", "jsonl", &file]);
    assert_eq!(line.as_object().unwrap().len(), 2);
    assert_eq!((&line["title"], whole["schema"].as_u64()), (&whole["title"], Some(2)));
    let (some, all) = (line["blocks"].as_array().unwrap(), whole["blocks"].as_array().unwrap());
    assert_eq!(some.len(), all.len());
    for (some, all) in some.iter().zip(all) {
        assert_eq!(some, &serde_json::json!({"text": all["text"], "weight": all["weight"]}));
    }
    for command in ["blocks", "text", "passages", "facts"] {
        let output = run(&[command, "--format", "jsonl", "--fields", "file", &file]);
        assert_eq!(out(&output), format!("{{\"file\":\"{file}\"}}\n"));
        assert_eq!(run(&[command, "--fields", "file", &file]).status.code(), Some(2), "another format");
        assert_eq!(
            run(&[command, "--format", "jsonl", "--fields", "fil", &file]).status.code(),
            Some(2),
            "no such key"
        );
    }
}

#[test]
fn comparisons_list_what_is_judged_differently() {
    let file = page("article.html");
    let same = run(&["compare", &file, &file]);
    assert!(out(&same).ends_with("0 judged differently\n"), "{}", out(&same));
    let masks = run(&["compare", "--with-mask", "tag-path", &file]);
    let table = out(&masks);
    assert!(table.starts_with("learned: ") && table.contains("\ntag-path: "), "{table}");
    let differing: usize = table.lines().nth(2).unwrap().split(' ').next().unwrap().parse().unwrap();
    assert_eq!(table.lines().count(), 3 + differing, "{table}");
    assert!(differing > 0 && table.lines().skip(3).all(|line| line.contains(" main ") && line.contains(" left ")));
    let view = format!("{}/compared.html", env!("CARGO_TARGET_TMPDIR"));
    assert_eq!(out(&run(&["compare", "--with-mask", "tag-path", &file, "--view", &view])), table);
    let marked = fs::read_to_string(&view).unwrap().matches("\"differs\":true").count();
    assert_eq!(marked, differing);
    let failed = run(&["compare", &file, &file, "--view", "no/such/folder/view.html"]);
    assert!(failed.status.code() == Some(1) && String::from_utf8_lossy(&failed.stderr).contains("no/such/folder"));
    assert_eq!(run(&["compare", &file]).status.code(), Some(2));
    assert_eq!(run(&["compare", &file, "-"]).status.code(), Some(2));
    assert_eq!(run(&["compare", &file, "no such file"]).status.code(), Some(1));
}

#[test]
fn verbose_runs_end_with_a_summary() {
    let summary = String::from_utf8(run(&["text", "-v", &page("article.html"), "no such file"]).stderr).unwrap();
    assert!(summary.contains("1 analyzed, 0 of them cut short, 1 failed; 0.0 MB in "), "{summary}");
}

#[test]
fn control_characters_do_not_reach_the_terminal() {
    let html = b"<p>a&#27;[2Jb \x1b]0;title\x07 c</p><p title='\x1b'>d";
    for args in [&["blocks"][..], &["tree"]] {
        let output = run_with_input(args, html);
        assert!(!out(&output).contains(['\u{1b}', '\u{7}']), "{args:?}");
    }
}

#[test]
fn tree_lists_every_node() {
    let output = run_with_input(&["tree"], b"<!doctype html><p class=x>Hello <b>you</b><!-- c -->");
    let lines: Vec<&str> = out(&output).lines().collect();
    assert_eq!(lines.len(), 1 + 10, "a header and one line per node: {lines:?}");
    assert!(lines[6].ends_with("#        <p class=\"x\">"), "{:?}", lines[6]);
    assert!(lines[7].ends_with("\"Hello \"") && lines[10].ends_with("<!-- c -->"), "{lines:?}");
    let numbers: Vec<&str> = lines[6].split_whitespace().take(5).collect();
    assert_eq!(numbers, ["5", "4", "10", "15", "52"], "node, parent, end of subtree, bytes");
}

#[test]
fn prune_writes_the_main_region() {
    let list = page("list.html");
    let output = run(&["prune", &list]);
    let html = out(&output);
    assert!(
        html.starts_with("<!DOCTYPE html><html lang=\"en\"><body>") && html.ends_with("</body></html>\n"),
        "{html}"
    );
    assert!(html.contains("Mortar and pestle") && !html.contains("<title>"));
    let tree = run(&["tree", &list]);
    let kept = out(&tree).lines().filter(|line| line.contains("  #  ")).count();
    let names = html.split('<').skip(3).filter(|tag| !tag.starts_with('/')).count();
    assert!(names < kept, "{names} elements among {kept} nodes, of which some are text");
    let none = run(&["prune", "--tag-path-style", "none", &list]);
    out(&none);
}

#[test]
fn options_change_the_result() {
    let file = page("article.html");
    let with = |options: &[&str]| object(&[&["blocks", "--format", "jsonl", &file], options].concat());
    let segments = |record: &Value| record["segments"].as_array().unwrap().len();
    let plain = with(&[]);
    let counts: Vec<usize> = ["word-wrap", "tag-gap", "plain", "smoothed", "rule-based", "just-rules"]
        .map(|method| segments(&with(&["--fusion", method])))
        .to_vec();
    assert_eq!(counts[4], segments(&plain), "rule-based is the default");
    assert!(counts[1] > counts[4] && counts[1] > counts[2], "{counts:?}");
    assert!(counts.iter().collect::<std::collections::BTreeSet<_>>().len() >= 4, "{counts:?}");
    assert_eq!(segments(&with(&["--fusion", "plain", "--fusion-threshold", "1"])), 1);
    assert!(segments(&with(&["--fusion", "plain", "--fusion-threshold", "0"])) > counts[2]);
    assert!(segments(&with(&["--fusion", "word-wrap", "--wrap-width", "40"])) > counts[0]);

    let lines =
        |record: &Value| record["blocks"].as_array().unwrap().iter().map(|b| b["lines"].as_u64().unwrap()).sum();
    let (wide, narrow): (u64, u64) = (lines(&plain), lines(&with(&["--wrap-width", "30"])));
    assert!(narrow > wide);

    let chinese = page("chinese.gbk.html");
    let tokens = |mode: &str| -> u64 {
        let record = object(&["blocks", "--format", "jsonl", "--token-mode", mode, &chinese]);
        record["blocks"].as_array().unwrap().iter().map(|block| block["tokens"].as_u64().unwrap()).sum()
    };
    assert!(tokens("unicode") > 5 * tokens("paper"));

    assert_ne!(with(&["--tag-path-filter", "literal"])["main_regions"], plain["main_regions"]);
    assert_ne!(with(&["--tag-path-style", "none"])["main_regions"], plain["main_regions"]);
    assert_eq!(with(&["--mask", "learned", "--tag-path-style", "raw", "--tag-path-filter", "strict"]), plain);
    assert_ne!(with(&["--mask", "density"])["blocks"], plain["blocks"]);
    let cyrillic = run_with_input(&["text", "--format", "jsonl", "--charset", "koi8-r"], b"<p>\xf4\xd5\xd4");
    out(&cyrillic);
    let blocks = run_with_input(&["blocks", "--format", "jsonl", "--charset", "koi8-r"], b"<p>\xf4\xd5\xd4");
    assert_eq!(objects(&blocks)[0]["blocks"][0]["text"], "Тут");
    assert_eq!(objects(&blocks)[0]["encoding_source"], "hint");
}

#[test]
fn limits_truncate_and_are_reported() {
    let deep = "<div>".repeat(50) + "x";
    let record = &objects(&run_with_input(&["blocks", "--format", "jsonl", "--max-depth", "20"], deep.as_bytes()))[0];
    assert_eq!(record["truncation"], serde_json::json!(["depth"]));
    let long = "<p>x".repeat(3000);
    let output = run_with_input(&["blocks", "--format", "jsonl", "--max-nodes", "1K"], long.as_bytes());
    assert_eq!(output.status.code(), Some(0), "truncation is not an error");
    assert_eq!(objects(&output)[0]["truncation"], serde_json::json!(["nodes"]));
    assert!(objects(&output)[0]["blocks"].as_array().unwrap().len() < 600);
    let table = run_with_input(&["blocks", "--max-depth", "20"], deep.as_bytes());
    assert!(out(&table).contains("cut short (depth)"));
    for depth in ["1", "2", "3"] {
        out(&run_with_input(&["blocks", "--max-depth", depth], b"<table><svg><b><p>x</table><script>y"));
    }
}

#[test]
fn usage_errors_exit_with_2() {
    for args in [
        &[][..],
        &["nonsense"],
        &["blocks", "--fusion", "magic"],
        &["blocks", "--fusion-threshold", "-1"],
        &["blocks", "--fusion-threshold", "nan"],
        &["blocks", "--wrap-width", "0"],
        &["blocks", "--charset", "klingon"],
        &["blocks", "--fusion-threshold", "1.5"],
        &["blocks", "--fusion-threshold", "1e300"],
        &["blocks", "--max-input", "5X"],
        &["blocks", "--max-input", "4G"],
        &["blocks", "--max-input", "5G"],
        &["blocks", "--mask", "density", "--model", MODEL],
        &["blocks", "--max-input", "99999999999G"],
        &["blocks", "--max-depth", "70000"],
        &["blocks", "--max-nodes", "0"],
        &["text", "--jobs", "-3"],
        &["text", "--format", "xml"],
        &["tree", "a.html", "b.html"],
        &["completions", "dosshell"],
    ] {
        let output = run(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(output.stdout.is_empty() && !output.stderr.is_empty(), "{args:?}");
    }
}

#[test]
fn model_file_replaces_the_built_in_model() {
    let file = page("article.html");
    let plain = out(&run(&["text", &file])).to_owned();
    assert_eq!(out(&run(&["text", "--model", MODEL, &file])), plain);
    assert_eq!(out(&run(&["text", "--mask", "learned", "--model", MODEL, &file])), plain);
    let output = run(&["text", "--mask", "density", "--model", MODEL, &file]);
    assert!(text(&output.stderr).contains("--model"), "{}", text(&output.stderr));
}

#[test]
fn help_has_examples() {
    let output = run(&["--help"]);
    let help = out(&output);
    assert!(help.contains("Examples:\n  blockmask blocks page.html") && help.contains("Exit codes:"), "{help}");
    for command in ["blocks", "text", "tree", "prune", "completions"] {
        let output = run(&[command, "--help"]);
        assert!(out(&output).contains("\n  blockmask "), "{command}");
    }
    let (short, all) = (run(&["blocks", "--help"]), run(&["blocks", "--help-all"]));
    for name in ["mask", "charset", "files"] {
        assert!(out(&short).contains(&format!("--{name}")), "{name}");
    }
    for name in ["fusion", "fusion-threshold", "wrap-width", "token-mode", "tag-path-style", "max-input"] {
        let option = format!("--{name} <");
        assert!(out(&all).contains(&option) && !out(&short).contains(&option), "{name}");
    }
    assert_eq!(out(&run(&["--version"])), format!("blockmask {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn examples_in_the_help_pass_jq_keys_of_the_json() {
    let mut checked = 0;
    for command in ["blocks", "text", "passages", "facts", "visual", "layout"] {
        let schema = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("src/schema/{command}.json"));
        let schema = fs::read_to_string(schema).unwrap();
        let output = run(&[command, "--help"]);
        for (_, program) in out(&output).lines().filter_map(|line| line.split_once("| jq ")) {
            for path in program.split('.').skip(1) {
                let key = path.split(|c: char| c != '_' && !c.is_ascii_alphanumeric()).next().unwrap();
                assert!(key.is_empty() || schema.contains(&format!("\"{key}\": {{")), "{command}: .{key}");
                checked += 1;
            }
        }
    }
    assert!(checked > 5);
}

#[test]
fn completions_for_every_shell() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let output = run(&["completions", shell]);
        assert!(out(&output).contains("max-input"), "{shell}");
    }
}

#[test]
fn main_text_of_the_demo_page() {
    let demo = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/demo.html");
    let output = run(&["text", demo.to_str().unwrap()]);
    let story = out(&output);
    assert!(story.starts_with("Village rebuilds its footbridge") && story.contains("says Zoë Garçon’s neighbour"));
    assert!(!story.contains("Advertisement") && !story.contains("Most read"), "{story}");
}

#[test]
fn tsv_has_one_header_and_the_blocks_of_jsonl() {
    let files = [page("article.html"), page("forum.html")];
    let output = run(&["blocks", "--format", "tsv", &files[0], &files[1]]);
    let rows: Vec<Vec<&str>> = out(&output).lines().map(|line| line.split('\t').collect()).collect();
    let titles = "file source_start source_end tokens linked_tokens text_density segment role weight heading_level \
                  tag_path text";
    assert_eq!(rows[0], titles.split(' ').collect::<Vec<_>>());
    let mut row = rows[1..].iter();
    for file in &files {
        let record = object(&["blocks", "--format", "jsonl", file]);
        for block in record["blocks"].as_array().unwrap() {
            let row = row.next().expect("a row for each block");
            assert_eq!((row[0], row[11]), (file.as_str(), block["text"].as_str().unwrap()));
            assert_eq!(row[1..3], [block["source_start"].to_string(), block["source_end"].to_string()]);
            assert_eq!(row[3..5], [block["tokens"].to_string(), block["linked_tokens"].to_string()]);
            assert_eq!(row[8], block["weight"].to_string());
        }
    }
    assert_eq!(row.next(), None);
}

#[test]
fn layouts_and_areas() {
    let output = run(&["layout", "--format", "jsonl", &page("article.html"), &page("list.html")]);
    out(&output);
    let pages = objects(&output);
    let layouts: Vec<&str> = pages.iter().map(|page| page["page_layout"].as_str().unwrap()).collect();
    assert_eq!(layouts, ["article-with-comments", "multiple"]);
    let keys: Vec<&String> = pages[0].as_object().unwrap().keys().collect();
    assert_eq!(keys, ["file", "layout_areas", "page_layout", "schema", "truncation"]);
    let bytes = fs::read(page("article.html")).unwrap();
    for area in pages[0]["layout_areas"].as_array().unwrap() {
        let (start, end) =
            (area["source_start"].as_u64().unwrap() as usize, area["source_end"].as_u64().unwrap() as usize);
        assert!(start < end && end <= bytes.len());
        assert!(matches!(area["role"].as_str(), Some("article" | "comment")));
        assert!(!area["text"].as_str().unwrap().is_empty());
    }
    assert_eq!(pages[1]["layout_areas"].as_array().unwrap().len(), 8);
    let by_rules = object(&[
        "layout",
        "--style-density",
        "paper",
        "--style-density-t1",
        "40",
        "--format",
        "jsonl",
        &page("article.html"),
    ]);
    assert_eq!(by_rules["page_layout"], "article-with-comments");
    let table = run(&["layout", &page("list.html")]);
    assert!(out(&table).contains("list.html: multiple, 8 areas"));
}

#[test]
fn layout_reports_errors_like_other_commands() {
    let output = run(&["layout", "--format", "jsonl", "/no/such/page.html", &page("list.html")]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(objects(&output).len(), 1);
    for wrong in [
        ["--style-density", "nothing"],
        ["--style-density-t1", "101"],
        ["--style-density-t2", "x"],
        ["--format", "tsv"],
    ] {
        assert_eq!(run(&["layout", wrong[0], wrong[1], &page("list.html")]).status.code(), Some(2), "{wrong:?}");
    }
    let empty = run_with_input(&["layout", "--format", "jsonl"], b"");
    assert_eq!(objects(&empty)[0]["page_layout"], "multiple");
}

#[test]
fn style_density_is_a_mask_of_the_other_commands() {
    let text = run(&["text", "--mask", "style-density", &page("article.html")]);
    assert!(out(&text).contains("When the last ferry has tied up"));
    assert!(!out(&text).contains("Legal"));
}
