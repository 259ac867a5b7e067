//! Memory that the system refuses while a page is read, analyzed, printed or written ends the work on that page, with a
//! message, and not the run: in each command and format, whichever allocation is refused.
#![cfg(all(target_os = "linux", target_env = "gnu"))]

mod common;

use common::archive::{brotli, gzip, page, zstd};
use common::formats::FORMATS;
use common::{Folder, command, text};
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::{Command, Output};

const OTHER: &str =
    "<title>Snow</title><article><h1>Snow</h1><p>Snow fell on the hills for a whole week, and no train ran.";

/// Commands that write files, and commands that take one page.
const WRITING: &[&[&str]] = &[
    &["site", "--jobs", "1", "--output", "OUT"],
    &["view", "--output", "OUT"],
    &["explain"],
    &["compare", "--with-mask", "density"],
    &["compare", "--with-mask", "density", "--view", "OUT"],
    &["rules", "check", "RULES"],
    &["rules", "check", "RULES", "--format", "json"],
    &["diff", "OLD"],
];

/// Many rules, each of which may hold.
fn rules() -> String {
    let rules = (0..8_000).map(|i| format!("template p:nth-child({i})\ncontent p\n"));
    "blockmask rules 1\n".to_owned() + &rules.collect::<String>()
}

/// Which allocations are refused from the nth on.
const MODES: [(&str, &str); 3] = [("0", "one"), ("1", "all but what is freed"), ("2", "all")];

fn hostile() -> String {
    let part = "<h2>Part &amp; part</h2><p>Rain fell on the city for the third day, and the <a href='x?y'>river</a> rose.\
        <ul><li>one<li>two</ul><pre><code class=language-rust>fn main() {}</code></pre><table><tr><th>a<td>b</table>\
        <p>It is $E = mc^2$ <math><mi>x</mi></math> <img src=a.png alt='A bridge'><b x>left out</b>";
    format!("<title>Rain</title><meta name=robots content=noindex><article><h1>Rain</h1>{}</article>", part.repeat(12))
}

struct Refusing {
    folder: Folder,
    library: PathBuf,
}

impl Refusing {
    /// `None` without a compiler of C.
    fn new() -> Option<Refusing> {
        let folder = Folder::new("refusing");
        let library = folder.0.join("refusing.so");
        let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/common/refusing.c");
        let mut compiler = Command::new("cc");
        compiler.args(["-O1", "-shared", "-fPIC", "-o"]).arg(&library).args([source, "-ldl"]);
        match compiler.status() {
            Ok(status) => assert!(status.success()),
            Err(error) => {
                eprintln!("skipped: cc: {error}");
                return None;
            }
        }
        Some(Refusing { folder, library })
    }

    fn run(&self, args: &[&str], mode: &str, nth: u64) -> (Output, u64) {
        let count = self.folder.0.join("count");
        let mut command = command(args);
        command.env("LD_PRELOAD", &self.library).env_remove("RUST_BACKTRACE");
        command.env("REFUSE_FROM", "victim").env("REFUSE_UNTIL", "last.html").env("REFUSE_COUNT", &count);
        command.env("REFUSE_MODE", mode).env("REFUSE_NTH", nth.to_string());
        let output = command.output().expect("the program starts");
        let count = std::fs::read_to_string(count).ok().and_then(|count| count.parse().ok()).unwrap_or_default();
        (output, count)
    }

    /// Runs a command with many plans; `others` says whether the pages before and after must be printed.
    fn check(&self, args: &[&str], others: bool) -> usize {
        let (_, calls) = self.run(args, "0", 0);
        assert!(calls > 3, "{args:?}: {calls} allocations");
        let step = (calls / 8).max(1) as usize;
        let (mut failures, plans) = (0, (1..4).chain((1..=calls).step_by(step)).chain(calls.saturating_sub(1)..=calls));
        for nth in plans {
            for (mode, name) in MODES {
                let (output, _) = self.run(args, mode, nth);
                let message = String::from_utf8_lossy(&output.stderr);
                let context = format!("{args:?}, {name} from {nth}: {}, {message}", output.status);
                // A thread that starts needs memory of the C library, which ends the process without: docs/SECURITY.md.
                if message.contains("TLS destructor") && args.contains(&"3") {
                    continue;
                }
                assert_eq!(output.status.signal(), None, "{context}");
                if !output.status.success() {
                    assert_eq!(output.status.code(), Some(1), "{context}");
                    assert!(message.contains("memory") || message.contains("allocate"), "{context}");
                    failures += 1;
                }
                let printed = String::from_utf8_lossy(&output.stdout).matches("train").count();
                // What follows is refused, too, if the victim was not.
                assert!(!others || printed >= 2 || !message.contains("victim"), "{context}");
            }
        }
        failures
    }
}

#[test]
#[cfg_attr(not(feature = "parquet"), ignore = "takes long: make test-parquet runs it")]
fn memory_that_is_refused_ends_one_page() {
    let Some(refusing) = Refusing::new() else { return };
    let victim = refusing.folder.file("victim.html", hostile().as_bytes());
    let [first, last] = ["first.html", "last.html"].map(|name| refusing.folder.file(name, OTHER.as_bytes()));
    let rules = refusing.folder.file("site.rules", rules().as_bytes());
    let out = refusing.folder.0.join("out").into_os_string().into_string().expect("a path");
    let mut failures = 0;
    for args in FORMATS {
        let is_single = ["prune", "tree", "view"].contains(&args[0]);
        let more = if is_single { vec![&*victim] } else { vec!["--jobs", "1", &first, &victim, &last] };
        // The others have no groups, and facts are their titles.
        let prints_text = !is_single && !["facts", "groups"].contains(&args[0]);
        failures += refusing.check(&[args, &more[..]].concat(), prints_text);
    }
    for args in WRITING {
        let place = |&arg: &&'static str| match arg {
            "OUT" => &*out,
            "RULES" => &*rules,
            "OLD" => &*first,
            arg => arg,
        };
        let mut args: Vec<&str> = args.iter().map(place).collect();
        args.extend(
            [&*victim].iter().chain(["Rain"].iter().filter(|_| args[0] == "explain")).copied().collect::<Vec<_>>(),
        );
        failures += refusing.check(&args, false);
    }
    // Threads are memory, too.
    failures += refusing.check(&["text", "--jobs", "3", &first, &victim, &last], false);
    assert!(failures > 100, "{failures}");
}

#[test]
fn memory_that_is_refused_ends_one_archive() {
    let Some(refusing) = Refusing::new() else { return };
    let html = hostile();
    let record = page("https://example.org/", &html);
    let mut failures = 0;
    for (name, bytes) in [
        ("victim.html.gz", gzip(html.as_bytes())),
        ("victim.html.zst", zstd(html.as_bytes(), b"")),
        ("victim.html.br", brotli(html.as_bytes())),
        ("victim.warc", record.clone()),
        ("victim.warc.gz", gzip(&record)),
        ("victim.warc.zst", zstd(&record, b"")),
    ] {
        let [first, last] = ["first.html", "last.html"].map(|name| refusing.folder.file(name, OTHER.as_bytes()));
        let victim = refusing.folder.file(name, &bytes);
        failures += refusing.check(&["text", "--jobs", "1", &first, &victim, &last], true);
    }
    assert!(failures > 20, "{failures}");
}

/// A refusal is told by the name of the page.
#[test]
fn the_page_is_named() {
    let Some(refusing) = Refusing::new() else { return };
    let victim = refusing.folder.file("victim.html", hostile().as_bytes());
    let (output, _) = refusing.run(&["text", &victim], "2", 12);
    let message = text(&output.stderr).strip_prefix(&format!("blockmask: {victim}: ")).expect("the name");
    assert!(message.contains("memory") && message.lines().count() == 1, "{message}");
}
