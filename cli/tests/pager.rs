//! The pager, on a terminal that `script` of util-linux makes.
#![cfg(target_os = "linux")]

mod common;

use common::{Folder, command, page, run, text};
use std::process::{Command, Stdio};

/// What the arguments print on a terminal with these variables, and the exit code; `None` without `script`.
fn on_terminal(args: &str, variables: &[(&str, &str)]) -> Option<(String, Option<i32>)> {
    let line = format!("{} {args}", env!("CARGO_BIN_EXE_blockmask"));
    let mut script = Command::new("script");
    script.args(["--quiet", "--return", "--command", &line, "/dev/null"]).stdin(Stdio::null());
    for name in ["PAGER", "NO_PAGER", "LESS", "COLUMNS"] {
        script.env_remove(name);
    }
    let output = script.env("TERM", "xterm").envs(variables.iter().copied()).output();
    let Ok(output) = output else {
        eprintln!("skipped: the pager on a terminal, because there is no `script` (Debian: apt install bsdutils)");
        return None;
    };
    Some((text(&output.stdout).replace("\r\n", "\n"), output.status.code()))
}

#[test]
fn the_output_on_a_terminal_goes_through_the_pager() {
    let article = page("article.html");
    let plain = text(&run(&["text", &article]).stdout).to_owned();
    let paged: String = plain.lines().map(|line| format!("paged:{line}\n")).collect();
    for pager in ["sed s/^/paged:/", "sed 's/^/paged:/' | cat"] {
        for args in [format!("text {article}"), format!("text - < {article}")] {
            let Some(printed) = on_terminal(&args, &[("PAGER", pager)]) else { return };
            assert_eq!(printed, (paged.clone(), Some(0)), "{pager}, {args}");
        }
    }
    let off = [("PAGER", "cat"), ("PAGER", ""), ("NO_PAGER", "1"), ("TERM", "dumb"), ("PAGER", "/no/such/pager")];
    for variable in off {
        let variables = [("PAGER", "sed s/^/paged:/"), variable];
        assert_eq!(on_terminal(&format!("text {article}"), &variables), Some((plain.clone(), Some(0))), "{variable:?}");
    }
    let pager = [("PAGER", "sed s/^/paged:/")];
    assert_eq!(on_terminal(&format!("text --no-pager {article}"), &pager), Some((plain, Some(0))));
}

#[test]
fn several_pages_have_their_names_on_a_terminal() {
    let folder = Folder::new("names");
    let [a, b] = ["a", "b"].map(|name| folder.file(&format!("{name}.html"), format!("<p>Text of {name}.").as_bytes()));
    let off = [("NO_PAGER", "1")];
    let Some((printed, _)) = on_terminal(&format!("text {a} {b}"), &off) else { return };
    assert_eq!(printed, format!("==> {a} <==\nText of a.\n\n==> {b} <==\nText of b.\n"));
    for alone in [format!("text {a}"), format!("text --format jsonl --fields text {a} {b}")] {
        assert!(!on_terminal(&alone, &off).unwrap().0.contains("==>"), "{alone}");
    }
    let printed = on_terminal(&format!("passages --format text {a} {b}"), &[("PAGER", "sed s/^/paged:/")]).unwrap().0;
    assert!(printed.starts_with(&format!("paged:==> {a} <==\npaged:Text of a.\n")), "{printed}");
}

#[test]
fn output_that_is_not_for_a_terminal_is_not_paged() {
    let plain = run(&["text", &page("article.html")]).stdout;
    let piped = command(&["text", &page("article.html")]).env("PAGER", "sed s/^/paged:/").output().unwrap();
    assert_eq!(piped.stdout, plain);
}

#[test]
fn leaving_the_pager_ends_quietly() {
    let folder = Folder::new("pager");
    let large = folder.file("large.html", "<p>Rain fell on the city.".repeat(20_000).as_bytes());
    let Some(printed) = on_terminal(&format!("tree {large}"), &[("PAGER", "sh -c exit")]) else { return };
    assert_eq!(printed, (String::new(), Some(0)));
}

#[test]
fn messages_follow_the_pager() {
    let args = format!("text {} /no/such/file.html", page("article.html"));
    let pager = "sh -c 'cat >/dev/null; sleep 0.3; echo end of the pager'";
    let Some((printed, code)) = on_terminal(&args, &[("PAGER", pager)]) else { return };
    let (before, after) = printed.split_once("end of the pager\n").unwrap();
    assert_eq!((before, code), ("", Some(1)));
    assert!(after.starts_with("blockmask: /no/such/file.html: "), "{after}");
}

#[test]
fn without_a_pager_named_it_is_less() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new("less");
    let less = folder.file("less", b"#!/bin/sh\necho \"less -$LESS\"; exec cat >/dev/null\n");
    std::fs::set_permissions(less, PermissionsExt::from_mode(0o755)).unwrap();
    let path = format!("{}:{}", folder.0.display(), std::env::var("PATH").unwrap());
    let args = format!("blocks {}", page("article.html"));
    let Some(printed) = on_terminal(&args, &[("PATH", &path)]) else { return };
    assert_eq!(printed, ("less -FRXK\n".to_owned(), Some(0)));
    let Some(printed) = on_terminal(&args, &[("PATH", &path), ("LESS", "S")]) else { return };
    assert_eq!(printed, ("less -S\n".to_owned(), Some(0)));
}
