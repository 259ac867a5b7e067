//! The quality of the main text, on the command line.

mod common;

use common::{Folder, objects, out, run, text};

const ERROR: &str = "<title>404 Not Found</title><h1>Not Found</h1><p>The requested URL was not found on this server.";

fn story() -> String {
    let story = "<p>Rain fell on the city for the third day, and the river rose by two metres over night.".repeat(9);
    format!("<title>Rain</title><h1>Rain</h1>{story}")
}

/// Pages of low quality are skipped and counted, in one line for all of them; the others are printed as ever.
#[test]
fn pages_of_low_quality_are_skipped() {
    let folder = Folder::new("quality");
    let error = folder.file("error.html", ERROR.as_bytes());
    let rain = folder.file("rain.html", story().as_bytes());
    let other = folder.file("other.html", ERROR.as_bytes());
    for format in ["text", "plain", "markdown", "jsonl"] {
        let skip =
            |least: &str, files: &[&str]| run(&[&["text", "--format", format, "--min-quality", least], files].concat());
        let output = skip("0.5", &[&error, &rain, &other]);
        assert_eq!(output.status.code(), Some(0));
        assert_eq!(text(&output.stderr), "blockmask: 2 pages skipped: the quality is below --min-quality\n");
        let alone = run(&["text", "--format", format, &rain]);
        assert_eq!(text(&output.stdout), out(&alone), "{format}");
        assert_eq!(
            text(&skip("0.5", &[&error]).stderr),
            "blockmask: 1 page skipped: the quality is below --min-quality\n"
        );
        out(&skip("0", &[&error, &rain]));
        let quiet = run(&["text", "--format", format, "--min-quality", "0.5", "--quiet", &error]);
        assert_eq!((out(&quiet), quiet.status.code()), ("", Some(0)));
    }
}

#[test]
fn lines_have_the_quality() {
    let folder = Folder::new("quality lines");
    let pages = [folder.file("error.html", ERROR.as_bytes()), folder.file("rain.html", story().as_bytes())];
    for command in ["text", "blocks"] {
        let lines = objects(&run(&[command, "--format", "jsonl", &pages[0], &pages[1]]));
        assert_eq!(lines[0]["quality"], serde_json::json!({"score": 0.1, "reason": "error-page"}));
        assert!(lines[1]["quality"]["score"].as_f64().unwrap() > 0.8 && lines[1]["quality"]["reason"].is_null());
    }
    let only = run(&["text", "--format", "jsonl", "--fields", "quality.reason", &pages[0]]);
    assert_eq!(out(&only), "{\"quality\":{\"reason\":\"error-page\"}}\n");
}

#[test]
fn a_score_is_a_number_from_0_to_1() {
    for score in ["2", "-0.1", "NaN", "good", ""] {
        let output = run(&["text", &format!("--min-quality={score}")]);
        assert_eq!(output.status.code(), Some(2), "{score}");
        assert!(text(&output.stderr).contains("a number from 0 to 1"), "{}", text(&output.stderr));
    }
}
