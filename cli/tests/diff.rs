//! What became of the passages of a page in another version, on the command line.

mod common;

use common::{Folder, out, run, text};

fn part(name: &str) -> String {
    format!("<h2>About {name}</h2><p>{}", format!("There is much to say about {name}, and here it is said. ").repeat(4))
}

fn page(names: &[&str]) -> Vec<u8> {
    let parts: String = names.iter().map(|name| part(name)).collect();
    format!("<title>Things</title><h1>Things</h1><p>All of the things that are on this page.{parts}").into_bytes()
}

/// What became of each passage, with the numbers of both versions.
fn changes(table: &str) -> Vec<String> {
    let fields = table.lines().map(|line| line.split('\t').take(3).collect::<Vec<_>>().join(" "));
    fields.collect()
}

#[test]
fn passages_of_two_versions() {
    let folder = Folder::new("diff");
    let old = folder.file("old.html", &page(&["boats", "bridges", "rivers", "stones"]));
    let new = folder.file("new.html", &page(&["boats", "tunnels", "rivers", "roads"]));
    let diff = |old: &str, new: &str| changes(out(&run(&["diff", "--max-tokens", "60", old, new])));
    let stored = run(&["passages", "--max-tokens", "60", "--format", "jsonl", &old]);
    let expected = ["stayed 0 0", "changed 1 1", "stayed 2 2", "changed 3 3"];
    assert_eq!(diff(&old, &new), expected);
    // Without the old page.
    assert_eq!(diff(&folder.file("old.jsonl", &stored.stdout), &new), expected);
    assert!(diff(&old, &old).iter().all(|line| line.starts_with("stayed ")));
    let shorter = folder.file("shorter.html", &page(&["rivers", "boats"]));
    let table = diff(&old, &shorter);
    assert!(table.contains(&"went 3 -".to_owned()), "{table:?}");
}

#[test]
fn what_cannot_be_read_is_named() {
    let folder = Folder::new("diff errors");
    let page = folder.file("page.html", &page(&["boats"]));
    for (name, content) in
        [("none.html", None), ("bad.jsonl", Some("{}")), ("bad.json", Some(r#"{"passages":[{"id":"x"}]}"#))]
    {
        let path = content.map(|content| folder.file(name, content.as_bytes()));
        let path = path.unwrap_or_else(|| folder.0.join(name).into_os_string().into_string().unwrap());
        let output = run(&["diff", &path, &page]);
        assert_eq!(output.status.code(), Some(1));
        assert!(text(&output.stderr).contains(name), "{output:?}");
    }
}

/// The smallest passages take a line each, bounded like the page.
#[test]
fn the_table_is_bounded_like_the_page() {
    let folder = Folder::new("diff bounded");
    let content = format!("<article><p>{}", "x y ".repeat(20_000));
    let path = folder.file("page.html", content.as_bytes());
    let output = run(&["diff", "--max-tokens", "1", &path, &path]);
    assert!(output.status.success() && !output.stdout.is_empty());
    assert!(output.stdout.len() <= 64 * content.len() + (1 << 20), "{} bytes", output.stdout.len());
}
