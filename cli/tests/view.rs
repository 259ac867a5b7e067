//! End-to-end tests of `blockmask view` and `blockmask explain`. `make test-view` opens views in a browser.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

const PAGE: &str = "<title>Rain</title><script>var secret = 'of a script';</script><nav><a href=/>Home</a></nav>\
    <main><h1>Rain again</h1><p>Rain fell on the city for the third day, and the river rose by two metres.\
    <p>Nobody was hurt, the mayor said, but the old bridge is closed until the water has gone.</main>\
    <p hidden>Hidden words</p><footer>Copyright</footer>";

fn run(args: &[&str], input: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_blockmask"));
    command.args(args).env("COLUMNS", "100");
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // The program may end before it reads.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

/// Standard output, standard error and the exit code.
fn results(args: &[&str], input: &str) -> (String, String, i32) {
    let output = run(args, input);
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (text(output.stdout), text(output.stderr), output.status.code().unwrap())
}

#[test]
fn a_block_is_explained_by_its_number_or_its_words() {
    let (by_words, errors, code) = results(&["explain", "-", "nobody  WAS hurt"], PAGE);
    assert_eq!((errors.as_str(), code), ("", 0));
    assert!(by_words.contains("Kept: its probability "), "{by_words}");
    assert!(by_words.contains("html/body/main/p") && by_words.contains("role main, field text, weight 4"));
    let number = by_words.split_once("block ").unwrap().1.split_once(' ').unwrap().0.to_owned();
    assert_eq!(results(&["explain", "-", &number], PAGE).0, by_words);
    // The effects add up.
    let effects = by_words.split_once("in log odds:\n").unwrap().1.lines().take_while(|line| !line.is_empty());
    let effects: Vec<f64> = effects.map(|line| line.split_whitespace().next().unwrap().parse().unwrap()).collect();
    let (together, parts) = effects.split_last().unwrap();
    assert!((parts.iter().sum::<f64>() - together).abs() < 0.08, "{by_words}");
}

#[test]
fn the_headline_is_kept_unless_an_option_leaves_it_out() {
    for (args, verdict) in
        [(&[][..], "Kept: it is the headline"), (&["--omit-headline"], "Left out: it is the headline")]
    {
        let out = results(&[&["explain", "-", "rain again"], args].concat(), PAGE).0;
        assert!(out.contains(verdict), "{out}");
    }
}

#[test]
fn text_that_is_not_kept_is_found_out() {
    for (words, reason) in
        [("Home", "Left out: its probability 0."), ("hidden words", "Left out: it is hidden from readers.")]
    {
        let (out, errors, code) = results(&["explain", "-", words], PAGE);
        assert_eq!((errors.as_str(), code), ("", 0));
        assert!(out.contains(reason), "{out}");
    }
    for (words, reason) in [
        ("of a script", "no block has the text \"of a script\"; the source has it"),
        ("nowhere", "neither a block nor the source has the text \"nowhere\""),
        ("77", "there is no block 77: the page has 7, from 0"),
    ] {
        let (out, errors, code) = results(&["explain", "-", words], PAGE);
        assert_eq!((out.as_str(), code), ("", 1));
        assert!(errors.contains(reason), "{errors}");
    }
    let (_, errors, _) = results(&["explain", "-", "\u{e9}t\u{e9}"], "<meta charset=utf-8><p>\u{fffd}t\u{fffd}");
    assert!(errors.contains("it was read as UTF-8, in which bytes of it are malformed: --charset"), "{errors}");
    let (out, ..) = results(&["explain", "--mask", "density", "-", "Home"], PAGE);
    assert!(out.contains("Only the mask `learned` can say"));
}

#[test]
fn a_view_is_one_file() {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("view.html");
    let name = path.to_str().unwrap();
    let (printed, errors, code) = results(&["view"], PAGE);
    assert_eq!((errors.as_str(), code), ("", 0));
    assert_eq!(results(&["view", "--output", name], PAGE), (String::new(), String::new(), 0));
    assert_eq!(fs::read_to_string(&path).unwrap(), printed);
    assert!(printed.contains("Content-Security-Policy") && printed.contains("Nobody was hurt"));
    for address in ["http:", "https:", "src=", "@import", "url("] {
        assert!(!printed.contains(address), "{address}");
    }
}

#[test]
fn what_cannot_be_shown_is_said() {
    assert_eq!(results(&["view", "--open"], PAGE).2, 2);
    let (_, errors, code) = results(&["view", "--output", "no/such/folder/view.html"], PAGE);
    assert!(code == 1 && errors.contains("no/such/folder/view.html"), "{errors}");
    let (_, errors, code) = results(&["view"], &"<p>a".repeat(200_001));
    assert!(code == 1 && errors.contains("200001 blocks; a view shows at most 200000"), "{errors}");
}
