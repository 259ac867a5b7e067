//! html5lib-tests, and `docs/conformance.md`, which is written from their outcome: `BLOCKMASK_BLESS=1` writes it, otherwise
//! it is compared.

mod support;

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use support::html5lib::{LONE_SURROGATES, SELECTED_CONTENT, run_tokenizer, run_tree_construction};
use support::suite::{FileCounts, Summary};
use support::{encoding_tests, files_in, ours, public, shared, tree_construction_files};

/// When the figures were last written.
const DATE: &str = "23 November 2026";

/// The folders of html5lib-tests and their Git trees, which `git rev-parse REVISION:FOLDER` prints in a clone.
const TREES: [(&str, &str); 3] = [
    ("tokenizer", "e9170cb30863bed5b79ea10947557f44bf7dc9d1"),
    ("tree-construction", "4a71ed9783dbbc9ddc20e959c12141cbfe016b94"),
    ("encoding", "6ca6029b952cd27c049b9a958db41fc1f2ccb0f9"),
];

#[test]
fn html5lib_tests_are_documented() {
    let Some(folder) = shared("html5lib-tests") else { return };
    let part = |name: &str| files_in(&folder.join(name), ".test");
    let tokenizer = run_tokenizer("html5lib tokenizer", &part("tokenizer"), LONE_SURROGATES, ours::tokenize);
    let trees = tree_construction_files(&folder);
    run_tree_construction("html5lib trees", &trees, SELECTED_CONTENT, |markup, context| {
        context.is_none().then(|| ours::dump(markup))
    });
    let trees = run_tree_construction("html5lib trees, public interface", &trees, SELECTED_CONTENT, public::dump);
    let encoding = encoding_tests::run("html5lib encodings", &files_in(&folder.join("encoding"), ".dat"));
    let written = document(&tokenizer, &trees, &encoding);

    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/conformance.md");
    if std::env::var_os("BLOCKMASK_BLESS").is_some() {
        std::fs::write(&path, written).expect("docs/ can be written");
        return;
    }
    let current = std::fs::read_to_string(&path).expect("docs/conformance.md");
    assert!(current == written, "docs/conformance.md is out of date: BLOCKMASK_BLESS=1 cargo test --test conformance");
}

/// The figures belong to the tests that the document names.
#[test]
fn html5lib_tests_are_those_named() {
    let Some(folder) = shared("html5lib-tests") else { return };
    for (name, expected) in TREES {
        match git_tree(&folder.join(name), name) {
            Some(found) => assert_eq!(found, expected, "html5lib-tests/{name} has changed: update TREES and DATE"),
            None => println!("skipped: the revision of html5lib-tests/{name}, because there is no git"),
        }
    }
}

/// The Git tree of a folder that need not be in a repository.
fn git_tree(folder: &Path, name: &str) -> Option<String> {
    let repository = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("conformance-{name}.git"));
    let git = |arguments: &[&str]| {
        let mut command = Command::new("git");
        command.env("GIT_DIR", &repository).args(["-c", "core.autocrlf=false", "-c", "core.bare=false"]);
        let output = command.arg("--work-tree").arg(folder).args(arguments).current_dir(folder).output().ok()?;
        assert!(output.status.success(), "git {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        Some(String::from_utf8(output.stdout).expect("text").trim().to_owned())
    };
    git(&["init", "--quiet"])?;
    git(&["add", "--all", "--force", "."])?;
    git(&["write-tree"])
}

fn document(tokenizer: &Summary, trees: &Summary, encoding: &Summary) -> String {
    let mut out = format!("{INTRODUCTION}\n{}, html5lib-tests at these Git trees:\n\n", DATE);
    for (name, tree) in TREES {
        let _ = writeln!(out, "- `{name}`: `{tree}`");
    }
    out.push_str(AFTER_REVISIONS);
    for (title, note, summary) in [
        ("Tokenizer", TOKENIZER, tokenizer),
        ("Tree construction", TREE_CONSTRUCTION, trees),
        ("Encodings", ENCODINGS, encoding),
    ] {
        let _ = write!(out, "\n## {title}\n\n{note}\n");
        table(&mut out, summary);
        reasons(&mut out, "Different", &summary.different);
        reasons(&mut out, "Not run", &summary.skipped);
    }
    out.push_str(NEWER_PARTS);
    out
}

fn table(out: &mut String, summary: &Summary) {
    out.push_str("| file | tests | passed | different | not run |\n|---|---:|---:|---:|---:|\n");
    let mut all = FileCounts { name: "all".to_owned(), ..FileCounts::default() };
    for file in &summary.files {
        row(out, file);
        all.passed += file.passed;
        all.different += file.different;
        all.skipped += file.skipped;
    }
    row(out, &all);
}

fn row(out: &mut String, file: &FileCounts) {
    let tests = file.passed + file.different + file.skipped;
    let _ = writeln!(out, "| {} | {tests} | {} | {} | {} |", file.name, file.passed, file.different, file.skipped);
}

fn reasons(out: &mut String, title: &str, reasons: &[(String, usize)]) {
    if reasons.is_empty() {
        return;
    }
    let _ = write!(out, "\n{title}:\n\n");
    for (reason, count) in reasons {
        let _ = writeln!(out, "- {count}: {reason}");
    }
}

const INTRODUCTION: &str = "\
# Conformance

<!-- written by tests/conformance.rs -->

Which tests of the HTML standard the parser passes, where it differs and why. Written by

```sh
BLOCKMASK_BLESS=1 cargo test --test conformance
```
";

const AFTER_REVISIONS: &str = "
The tests are not in this repository: they are read from `../shared/html5lib-tests`, or from the folder that
`BLOCKMASK_SHARED` names, and the test prints `skipped: ...` if there are none. `tests/fixtures` has cases of our own for
the same code. `tests/oracle_html5ever.rs` compares trees with html5ever on real pages and on random broken markup.
";

const TOKENIZER: &str = "\
A test is counted once for each of its initial states. Parse errors are not compared: the library reports none.
";

const TREE_CONSTRUCTION: &str = "\
The trees of whole pages and of fragments, with scripting disabled, as [`Parser`](guides/tree.md) gives them: the test
reads nodes, names, attributes and texts by the public interface. Parse errors are not compared. The same tests pass
through C (`tests/capi_tree.rs`) and Python (`bindings/python/tests/test_tree.py`).
";

const ENCODINGS: &str = "\
Pages without a charset from HTTP. The library reads more pages as UTF-8 than the standard does, because most undeclared
pages are. `scripted` and `chardet` are not run: the former needs scripts, the latter is a text without a test.
";

const NEWER_PARTS: &str = "
## Newer parts of the standard

The tests of tree construction moved from html5lib-tests to web-platform-tests (`html/syntax/parsing/resources`) in 2026.
What was added since, with tests of our own in `tests/tree_construction.rs`:

| what | the standard | here | effect |
|---|---|---|---|
| processing instructions, `<?name data?>` (25 June 2026, whatwg/html 320c05f) | a separate node if the name is valid, \
except `xml` and `xml-stylesheet`; an unfinished one at the end of the page is dropped | a comment, as before; with the \
same bounds | none on text, blocks and offsets: neither has text |
| `selectedcontent` | a copy of the nodes of the chosen option | an empty element | the text of an option appears \
once, where it is in the source: a block has one range |
";
