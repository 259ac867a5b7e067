//! The length of the output is bounded like the page, for each command and format that there is, and on a terminal
//! nothing in it controls the terminal.

mod common;

use common::formats::FORMATS;
use common::{Folder, command, page, run, text};
use serde_json::Value;
use std::collections::BTreeSet;
use std::io::Read;
use std::process::{Command, Stdio};

fn limit(page: &str) -> usize {
    64 * page.len() + (1 << 20)
}

/// Commands whose output is about no page or about two, or a few lines long, and formats that are written to a file, with
/// a test of their own.
const OTHERS: &[&str] = &["site", "rules", "explain", "compare", "diff", "completions", "help"];
const OTHER_FORMATS: &[&str] = &["parquet"];

/// Pages that were multiplied, each by one of the formats.
fn pages() -> Vec<(&'static str, String)> {
    let deep = (0..200).map(|i| format!("<div class='level-{i} {}'>", "wide ".repeat(48))).collect::<String>();
    let link = format!("<a href='{}'>x", "y".repeat(20_000));
    let base = format!("<base href='https://e.org/{}/'>", "y".repeat(8_000));
    let words = "word ".repeat(1_000);
    let headings = (1..=6).map(|level| format!("<h{level}>{words}</h{level}>")).collect::<String>();
    let lists = "<ol start=999999999><li>".repeat(16);
    vec![
        ("deep", deep + &"<p>x".repeat(5_000)),
        ("clones", "<p>".to_owned() + &link + &"<p>x".repeat(5_000)),
        ("cells", "<table>".to_owned() + &"<td>x".repeat(20_000)),
        ("headings", format!("<article>{headings}{}", "<p>Rain fell on the city".repeat(1_000))),
        ("code", format!("<article><h1>{words}</h1>{lists}<pre><code>{}", "x\n".repeat(20_000))),
        ("targets", format!("{base}{}", "<a href='\u{1}\u{2}\u{3}'>y</a> ".repeat(3_000))),
        ("excluded", "<b x>y</b>".repeat(8_000)),
    ]
}

#[test]
#[cfg_attr(not(feature = "parquet"), ignore = "takes long: make test-parquet runs it")]
fn no_format_multiplies_a_page() {
    let folder = Folder::new("bounded");
    let mut worst = vec![(0.0, ""); FORMATS.len()];
    let mut failures = Vec::new();
    for (name, page) in pages() {
        // The name of the file is in each row of some formats.
        let path = folder.file(&format!("{}.html", name.repeat(20)), page.as_bytes());
        for (args, worst) in FORMATS.iter().zip(&mut worst) {
            let output = run(&[args, &[path.as_str()][..]].concat());
            assert!(output.status.success(), "{}", text(&output.stderr));
            let factor = output.stdout.len() as f64 / page.len() as f64;
            if factor > worst.0 {
                *worst = (factor, name);
            }
            if output.stdout.len() > limit(&page) {
                failures.push(format!("{args:?}: {factor:.1} bytes a byte of {name}"));
            }
            if args.contains(&"jsonl") {
                assert!(serde_json::from_slice::<Value>(&output.stdout).is_ok(), "{args:?} of {name}");
            }
        }
    }
    for (args, (factor, name)) in FORMATS.iter().zip(&worst) {
        println!("{:<60}{factor:>8.1}  {name}", args.join(" "));
    }
    assert!(failures.is_empty(), "{failures:#?}");
}

#[test]
fn every_format_is_listed() {
    let help = run(&["--help"]);
    let commands = text(&help.stdout).split("Commands:").nth(1).and_then(|rest| rest.split("\n\n").next());
    let commands: Vec<&str> = commands
        .expect("a list")
        .lines()
        .filter_map(|line| line.strip_prefix("  ")?.split_whitespace().next())
        .filter(|name| !OTHERS.contains(name))
        .collect();
    assert!(commands.len() > 5, "{commands:?}");
    let listed: BTreeSet<&str> = FORMATS.iter().map(|args| args[0]).collect();
    assert_eq!(commands.iter().copied().collect::<BTreeSet<_>>(), listed);
    for name in commands {
        let help = run(&[name, "--help"]);
        let after = text(&help.stdout).split("--format <FORMAT>").nth(1).unwrap_or_default();
        let option = after.split("\n\n      --").next().unwrap_or_default();
        let values = option.lines().filter_map(|line| line.trim().strip_prefix("- ")?.split(':').next());
        for format in values.filter(|format| !OTHER_FORMATS.contains(format)) {
            let is_listed = FORMATS.iter().any(|args| args[0] == name && args.contains(&format));
            assert!(is_listed, "FORMATS lacks {name} --format {format}");
        }
    }
}

#[test]
fn what_is_left_out_of_a_line_is_reported() {
    let folder = Folder::new("left out");
    let path = folder.file("cells.html", ("<table>".to_owned() + &"<td>x".repeat(60_000)).as_bytes());
    let blocks = |more: &[&str]| {
        let output = run(&[&["blocks", "--format", "jsonl", &path], more].concat());
        let record: Value = serde_json::from_slice(&output.stdout).expect("an object");
        (record["blocks"].as_array().expect("a list").len(), record["truncation"].clone())
    };
    let (few, truncation) = blocks(&[]);
    assert!(few > 30_000 && few < 60_000, "{few}");
    assert_eq!(truncation, serde_json::json!(["output"]));
    let all = blocks(&["--max-output", "1K"]);
    assert_eq!(all, (60_000, serde_json::json!([])));
    let output = run(&["blocks", "--format", "tsv", "--max-output", "16", &path]);
    assert!(text(&output.stderr).contains("the output is cut short"), "{}", text(&output.stderr));
    assert!(output.status.success() && output.stdout.ends_with(b"\tx\n"));
}

/// Control characters and bidirectional overrides of pages and of names of files. Styles of the program are off.
#[test]
fn nothing_of_a_page_controls_a_terminal() {
    let harmful = "\u{1b}[2J\u{1b}]0;x\u{7}\u{7f}\u{9b}31m\u{202e}\u{2066}";
    let escaped = harmful.chars().map(|c| format!("&#{};", u32::from(c))).collect::<String>();
    let words = "Rain fell on the city for the third day, and the river rose over its banks.";
    let offer =
        format!("<li><h3><a href=/a>Map {escaped}</a></h3><p>The guide to the river, {harmful}.</p><b>€12.50</b>");
    let html = format!(
        "<title>{harmful}{escaped}</title><meta name=description content='{escaped}'>\
        <article><h1 class='{harmful}'>{escaped}</h1><p>{words} {harmful} <a href='{harmful}'>{escaped}</a> {words}\
        <pre>{escaped}</pre><p>{words}</article><ul>{}</ul>",
        offer.repeat(3)
    );
    let folder = Folder::new("terminal");
    let path = folder.file("a\u{1b}[2Jb\u{202e}\u{9b}.html", html.as_bytes());
    let is_harmful = |c: &char| c.is_control() && *c != '\n' && *c != '\t' || "\u{202e}\u{2066}".contains(*c);
    for args in FORMATS {
        // Without `script` there is no terminal; JSON and messages are the same everywhere.
        let line = format!("{} {} '{path}'", env!("CARGO_BIN_EXE_blockmask"), args.join(" "));
        let mut script = Command::new("script");
        script.args(["--quiet", "--return", "--command", &line, "/dev/null"]).stdin(Stdio::null());
        let Ok(output) = script.env("NO_COLOR", "1").env("NO_PAGER", "1").output() else {
            eprintln!("skipped: a terminal, because there is no `script` (Debian: apt install bsdutils)");
            break;
        };
        let printed = String::from_utf8_lossy(&output.stdout).replace("\r\n", "\n");
        assert!(printed.len() > 100, "{args:?}: {printed}");
        assert_eq!(printed.chars().find(is_harmful), None, "{args:?}: {printed:?}");
    }
    for args in FORMATS.iter().filter(|args| args.contains(&"jsonl")) {
        let output = run(&[args, &[path.as_str()][..]].concat());
        assert_eq!(text(&output.stdout).chars().find(is_harmful), None, "{args:?}");
    }
    let missing = format!("{path}\u{1b}]0;x\u{7}");
    let output = command(&["text", &missing]).output().expect("the program starts");
    assert!(output.stderr.starts_with(b"blockmask: "));
    assert_eq!(text(&output.stderr).chars().find(is_harmful), None, "{:?}", text(&output.stderr));
}

/// Errors in arguments repeat them: names of files that a shell puts there for `*`, and what is in files.
#[test]
fn no_argument_controls_a_terminal() {
    let harmful = "a\u{1b}[2J\u{1b}]0;x\u{7}\u{9b}31m\u{202e}.html";
    let folder = Folder::new("arguments");
    let rules = folder.file("rules.txt", format!("blockmask rules 1\n{harmful}").as_bytes());
    let option = format!("--{harmful}");
    let is_harmful = |c: &char| c.is_control() && *c != '\n' || "\u{202e}\u{2066}".contains(*c);
    for args in [
        &[harmful][..],
        &["help", harmful],
        &[&option],
        &["text", &option],
        &["text", "--format", harmful],
        &["text", "--address", harmful],
        &["text", "--site", harmful],
        &["text", "--rules", harmful],
        &["text", "--rules", &rules],
        &["rules", "check", &rules],
        &["select", harmful],
        &["blocks", "--format", "jsonl", "--fields", harmful],
        &["text", "--jobs", harmful],
        &["explain", &option, harmful],
    ] {
        let output = command(args).output().expect("the program starts");
        let message = text(&output.stderr);
        assert!(output.status.code() == Some(2) && message.starts_with("error: "), "{args:?}: {message}");
        assert_eq!(message.chars().find(is_harmful), None, "{args:?}: {message:?}");
        // On a terminal, too, where messages have styles, if they can.
        let quoted = args.iter().map(|arg| format!(" '{arg}'")).collect::<String>();
        let line = format!("{}{quoted}", env!("CARGO_BIN_EXE_blockmask"));
        let mut script = Command::new("script");
        script.args(["--quiet", "--return", "--command", &line, "/dev/null"]).stdin(Stdio::null());
        let Ok(output) = script.output() else { continue };
        let printed = String::from_utf8_lossy(&output.stdout).replace("\r\n", "\n");
        let plain = without_styles(&printed);
        assert_eq!(plain.chars().find(is_harmful), None, "{args:?}: {printed:?}");
        assert!(!printed.contains("\u{1b}[2J"), "{args:?}: {printed:?}");
    }
}

/// A text without `ESC [ digits m`.
fn without_styles(text: &str) -> String {
    let mut parts = text.split("\u{1b}[");
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let rest = part.trim_start_matches(|c: char| c.is_ascii_digit() || c == ';');
        match rest.strip_prefix('m') {
            Some(rest) => plain.push_str(rest),
            None => plain += &format!("\u{1b}[{part}"),
        }
    }
    plain
}

#[test]
fn closed_standard_output_is_not_an_error() {
    let list: String = (0..400).map(|_| page("list.html") + "\n").collect();
    let folder = Folder::new("pipe");
    let list = folder.file("list.txt", list.as_bytes());
    for jobs in ["1", "3"] {
        let mut child = command(&["blocks", "--format", "jsonl", "--jobs", jobs, "--files", &list])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut start = [0; 100];
        let mut stdout = child.stdout.take().unwrap();
        stdout.read_exact(&mut start).unwrap();
        drop(stdout);
        let output = child.wait_with_output().unwrap();
        assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), ""));
    }
}
