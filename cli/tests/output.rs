//! The length of the output is bounded like the page.

use serde_json::Value;
use std::path::PathBuf;
use std::process::Command;

/// What the program prints for a page.
fn printed(name: &str, page: &str, args: &[&str]) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, page).expect("a file");
    let mut command = Command::new(env!("CARGO_BIN_EXE_blockmask"));
    let output = command.args(args).arg(path).output().expect("the program starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

fn limit(page: &str) -> usize {
    64 * page.len() + (1 << 20)
}

/// The pages whose output was thousands of times as long, and one of very many blocks.
#[test]
fn no_format_multiplies_a_page() {
    let deep = (0..200).map(|i| format!("<div class='level-{i} {}'>", "wide ".repeat(48))).collect::<String>();
    let link = format!("<a href='{}'>x", "y".repeat(50_000));
    let pages = [
        ("deep.html", deep + &"<p>x".repeat(20_000)),
        ("clones.html", "<p>".to_owned() + &link + &"<p>x".repeat(10_000)),
        ("cells.html", "<table>".to_owned() + &"<td>x".repeat(60_000)),
    ];
    let formats: [&[&str]; 8] = [
        &["blocks", "--format", "jsonl"],
        &["blocks", "--format", "tsv"],
        &["blocks", "--format", "table"],
        &["text", "--format", "jsonl"],
        &["visual", "--format", "jsonl"],
        &["layout", "--format", "jsonl"],
        &["tree"],
        &["prune"],
    ];
    for (name, page) in &pages {
        for args in formats {
            let printed = printed(&format!("{}-{name}", args.join("")), page, args);
            assert!(printed.len() <= limit(page), "{args:?} of {name}: {} of {}", printed.len(), limit(page));
            if args.last() == Some(&"jsonl") {
                assert!(serde_json::from_str::<Value>(&printed).is_ok(), "{args:?} of {name}");
            }
        }
    }
}

#[test]
fn what_is_left_out_of_a_line_is_reported() {
    let page = "<table>".to_owned() + &"<td>x".repeat(60_000);
    let blocks = |args: &[&str]| {
        let line = printed(&format!("cells-{}.html", args.len()), &page, args);
        let record: Value = serde_json::from_str(&line).expect("an object");
        (record["blocks"].as_array().expect("a list").len(), record["truncation"].clone())
    };
    let (few, truncation) = blocks(&["blocks", "--format", "jsonl"]);
    assert!(few > 30_000 && few < 60_000, "{few}");
    assert_eq!(truncation, serde_json::json!(["output"]));
    let all = blocks(&["blocks", "--format", "jsonl", "--max-output", "1K"]);
    assert_eq!(all, (60_000, serde_json::json!([])));
}
