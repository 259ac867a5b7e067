//! Every command in a `console` block of docs/ prints what the page shows.
//!
//! A command follows `$ `, and its continuation lines follow `> `. In the output, `...` at the end of a line stands for
//! the rest of the line, and `...` alone for any number of lines. Numbers are compared, too: a new model needs new
//! pages. Output that begins with `blockmask: ` is an error message, and the command must fail. The commands of a page
//! run in order in one folder, which has links to the example pages of the repository.

#![cfg(unix)]

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the root of the repository")
}

/// The Markdown files of a folder and those below it.
fn pages(folder: &Path) -> Vec<PathBuf> {
    let (mut folders, mut pages) = (vec![folder.to_owned()], Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "md") {
                pages.push(path);
            }
        }
    }
    pages.sort();
    pages
}

/// Each command of a page, and what it is said to print.
fn commands(page: &str) -> Vec<(String, Vec<&str>)> {
    let mut commands: Vec<(String, Vec<&str>)> = Vec::new();
    let mut is_console = false;
    for line in page.lines() {
        match (line, is_console) {
            ("```console", _) => is_console = true,
            ("```", _) => is_console = false,
            (line, true) => match (line.strip_prefix("$ "), line.strip_prefix("> "), commands.last_mut()) {
                (Some(command), ..) => commands.push((command.to_owned(), Vec::new())),
                (None, Some(more), Some((command, output))) if output.is_empty() => {
                    command.push('\n');
                    command.push_str(more);
                }
                (_, _, Some((_, output))) => output.push(line),
                (_, _, None) => panic!("output before the first command: {line}"),
            },
            _ => {}
        }
    }
    commands
}

/// Whether a printed line is what the page says, up to the page's `...` and to white space at the end.
fn is_line(said: &str, printed: &str) -> bool {
    match said.strip_suffix("...") {
        Some(start) => printed.starts_with(start.trim_end()),
        None => printed.trim_end() == said.trim_end(),
    }
}

/// Whether `printed` is what `said` says.
fn is_output(said: &[&str], printed: &[&str]) -> bool {
    // Which beginnings of `printed` the lines of `said` so far may stand for.
    let mut ends = vec![false; printed.len() + 1];
    ends[0] = true;
    for line in said {
        let first = ends.iter().position(|&end| end).unwrap_or(ends.len());
        ends = (0..ends.len())
            .map(|end| match line.trim() {
                "..." => end >= first,
                _ => end > 0 && ends[end - 1] && is_line(line, printed[end - 1]),
            })
            .collect();
    }
    ends[printed.len()]
}

fn has(program: &str) -> bool {
    Command::new("sh").args(["-c", &format!("command -v {program}")]).output().is_ok_and(|run| run.status.success())
}

#[test]
fn the_commands_print_what_the_pages_say() {
    let programs = Path::new(env!("CARGO_BIN_EXE_blockmask")).parent().expect("a folder");
    let path = format!("{}:{}", programs.display(), std::env::var("PATH").expect("PATH"));
    let missing: Vec<&str> = ["jq", "sqlite3"].into_iter().filter(|program| !has(program)).collect();
    let (mut run, mut wrong) = (0, String::new());
    for page in pages(&root().join("docs")) {
        let text = fs::read_to_string(&page).expect("a page");
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("docs").join(page.file_stem().expect("a name"));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a folder");
        for linked in ["examples", "tests", "docs"] {
            symlink(root().join(linked), folder.join(linked)).expect("a link");
        }
        // What a command defines is there for the next ones.
        let mut definitions = String::new();
        for (command, said) in commands(&text) {
            let lacks = missing.iter().find(|program| command.contains(&format!("{program} ")));
            if let Some(program) = lacks {
                println!("skipped: {command}, because there is no {program}");
                continue;
            }
            if command.contains("parquet") && !cfg!(feature = "parquet") {
                println!("skipped: {command}, which needs the feature parquet");
                continue;
            }
            if command.contains("() {") || command.split(' ').next().is_some_and(|word| word.contains('=')) {
                definitions = format!("{definitions}{command}\n");
                continue;
            }
            let mut shell = Command::new("sh");
            shell.args(["-c", &format!("{definitions}{command}")]).current_dir(&folder).env("PATH", &path);
            let output = shell.env("NO_PAGER", "1").env("COLUMNS", "120").output().expect("a shell");
            let printed = String::from_utf8_lossy(&output.stdout).into_owned();
            let errors = String::from_utf8_lossy(&output.stderr);
            run += 1;
            // A message of the program follows a command that fails.
            let fails = said.first().is_some_and(|line| line.starts_with("blockmask: "));
            let lines: Vec<&str> = if fails { errors.lines().collect() } else { printed.lines().collect() };
            if output.status.success() == fails || !is_output(&said, &lines) {
                let said = said.join("\n");
                wrong += &format!("{}\n$ {command}\n{printed}{errors}instead of\n{said}\n\n", page.display());
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    println!("{run} commands");
}

#[test]
fn output_is_compared_but_for_dots() {
    assert!(is_output(&["a", "...", "c 0.5"], &["a", "b", "b", "c 0.5"]));
    assert!(is_output(&["...", "end of ..."], &["end of", "the end", "end of a line"]));
    assert!(!is_output(&["0.31 is below 0.67"], &["0.37 is below 0.50"]));
    assert!(!is_output(&["a", "c"], &["a", "b", "c"]) && !is_output(&["a"], &[]) && is_output(&[], &[]));
}
