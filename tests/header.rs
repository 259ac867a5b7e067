//! `include/blockmask.h`, `blockmask_search.h`, `blockmask_tree.h` and `blockmask_experimental.h` are what cbindgen makes
//! of `src/capi`, section by section, in the frames `include/*.h.in`; `include/symbols.txt` lists the functions in them.
//! `BLOCKMASK_BLESS=1 cargo test --test header` writes all five.
#![cfg(feature = "capi")]

use std::path::{Path, PathBuf};

/// The headers, with the list of their sections in `src/capi/mod.rs`.
const HEADERS: [(&str, &str); 4] = [
    ("blockmask.h", "SECTIONS"),
    ("blockmask_search.h", "SEARCH_SECTIONS"),
    ("blockmask_tree.h", "TREE_SECTIONS"),
    ("blockmask_experimental.h", "EXPERIMENTAL_SECTIONS"),
];

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The names of the sections in a list.
fn sections(list: &str) -> Vec<String> {
    let source = read(&root().join("src/capi/mod.rs"));
    let (_, rest) = source.split_once(&format!("const {list}: [")).expect("a list of sections");
    let (_, rest) = rest.split_once('[').expect("a list of sections");
    let (names, _) = rest.split_once(']').expect("the end of the list");
    names.split(',').map(|name| name.trim().trim_matches('"').to_owned()).filter(|name| !name.is_empty()).collect()
}

/// The banner of a section: the documentation of its file, the first line as the title. Fences tell Rust that an indented
/// table is no program.
fn banner(source: &str) -> String {
    let lines: Vec<&str> = source.lines().map_while(|line| line.strip_prefix("//!")).collect();
    let (title, prose) = lines.split_first().expect("documentation");
    let title = title.trim().trim_end_matches('.');
    let rule = "-".repeat(title.len());
    let mut banner = format!("/*\n * {title}\n * {rule}\n");
    for line in prose.iter().filter(|line| !line.starts_with(" ```")) {
        banner.push_str(format!(" *{line}").trim_end());
        banner.push('\n');
    }
    banner + " */\n"
}

fn generate(header: &str) -> String {
    let (_, list) = HEADERS.into_iter().find(|(name, _)| *name == header).expect("a header");
    let frame = read(&root().join(format!("include/{header}.in")));
    let mut body = String::new();
    for section in sections(list) {
        let path = root().join(format!("src/capi/{section}.rs"));
        let config = cbindgen::Config::from_file(root().join("include/cbindgen.toml")).expect("include/cbindgen.toml");
        let mut items = Vec::new();
        let mut builder = cbindgen::Builder::new().with_src(&path).with_config(config);
        // Rows that are structs of Rust as they stand.
        let rows = root().join(format!("src/on_demand/{section}/values.rs"));
        if rows.exists() {
            builder = builder.with_src(rows);
        }
        let bindings = builder.generate();
        bindings.expect("a file that cbindgen reads").write(&mut items);
        let items = String::from_utf8(items).expect("UTF-8");
        body.push_str(&banner(&read(&path)));
        body.push('\n');
        body.push_str(&tidy(items.trim()));
        body.push_str("\n\n");
    }
    frame.replace("@sections@", declared(&frame, &body).trim_end())
}

/// Writes `struct` before the names of structs that the frame declares until they are defined, and nowhere else.
fn declared(frame: &str, body: &str) -> String {
    let mut body = body.replace("(struct blockmask_", "(blockmask_").replace(" struct blockmask_", " blockmask_");
    body = body.replace("typedef blockmask_", "typedef struct blockmask_");
    let names = frame.lines().filter_map(|line| line.strip_prefix("struct ")?.strip_suffix(';'));
    for name in names {
        let Some(end) = body.find(&format!("typedef struct {name} {{")) else { continue };
        let before = body[..end].replace(&format!("const {name} *"), &format!("const struct {name} *"));
        body = before + &body[end..];
    }
    body
}

/// Sets comments as people write them, and constants of a list without empty lines between them.
fn tidy(items: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    let mut source = items.lines();
    while let Some(line) = source.next() {
        if line.trim() != "/*" {
            lines.push(line.to_owned());
            continue;
        }
        let indent = &line[..line.len() - 2];
        let text: Vec<&str> = source.by_ref().map(str::trim).take_while(|line| *line != "*/").collect();
        if let [only] = text[..] {
            lines.push(format!("{indent}/* {only} */"));
        } else {
            lines.push(line.to_owned());
            lines.extend(text.iter().map(|text| format!("{indent} * {text}").trim_end().to_owned()));
            lines.push(format!("{indent} */"));
        }
    }
    let is_define = |index: usize| lines.get(index).is_some_and(|line: &String| line.starts_with("#define"));
    // What a constant is a value of: the word before the colon of its comment.
    let list = |index: usize| {
        let comment = lines[..index].iter().rev().take_while(|line| !line.is_empty()).last();
        comment.and_then(|line| line.trim_start_matches(['/', '*', ' ']).split_once(": ")).map(|(list, _)| list)
    };
    let is_same_list = |index: usize| {
        list(index) == list((index + 1..lines.len()).find(|&at| lines[at].is_empty()).unwrap_or(lines.len()))
    };
    let joins = |index: usize| {
        lines[index].is_empty() && index > 0 && is_define(index - 1) && is_define(index + 2) && is_same_list(index)
    };
    let kept: Vec<&str> = (0..lines.len()).filter(|&index| !joins(index)).map(|index| lines[index].as_str()).collect();
    // Too large for an int: in C89 and C++ its type would vary.
    beside(&kept).join("\n").replace("4294967295", "UINT32_C(4294967295)")
}

/// Sets the comments of constants beside them, in columns, where they fit.
fn beside(lines: &[&str]) -> Vec<String> {
    const WIDTH: usize = 120;
    let pair = |index: usize| match lines.get(index..index + 2) {
        Some([comment, define]) if comment.starts_with("/*") && define.starts_with("#define") => {
            Some((*comment, *define))
        }
        _ => None,
    };
    let (mut set, mut index) = (Vec::new(), 0);
    while index < lines.len() {
        let mut run: Vec<(&str, &str)> = Vec::new();
        for (comment, define) in (index..).step_by(2).map_while(pair) {
            run.push((comment, define));
            let column = run.iter().map(|(_, define)| define.len()).max().unwrap_or(0);
            if run.iter().any(|(comment, _)| column + 1 + comment.len() > WIDTH) {
                run.pop();
                break;
            }
        }
        let column = run.iter().map(|(_, define)| define.len()).max().unwrap_or(0);
        set.extend(run.iter().map(|(comment, define)| format!("{define:column$} {comment}")));
        index += 2 * run.len();
        if run.is_empty() {
            set.push(lines[index].to_owned());
            index += 1;
        }
    }
    set
}

/// The functions of the headers: the names that stand before a parenthesis outside of comments.
fn functions() -> String {
    let mut names: Vec<String> = Vec::new();
    for (header, _) in HEADERS {
        let header = generate(header);
        for line in header.lines().filter(|line| !line.starts_with([' ', '/', '#', '}'])) {
            let Some((before, _)) = line.split_once('(') else { continue };
            let name = before.rsplit([' ', '*']).next().expect("a last word");
            if name.starts_with("blockmask_") {
                names.push(name.to_owned());
            }
        }
    }
    names.sort_unstable();
    names.join("\n") + "\n"
}

/// Compares a file with what it should be, or writes it.
fn check(path: &str, expected: &str) {
    let path = root().join(path);
    if std::env::var_os("BLOCKMASK_BLESS").is_some() {
        std::fs::write(&path, expected).expect("a file that can be written");
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    let first = found.lines().zip(expected.lines()).position(|(left, right)| left != right);
    assert!(
        found == expected,
        "{} is out of date, at line {}; write it with BLOCKMASK_BLESS=1 cargo test --test header",
        path.display(),
        first.unwrap_or_else(|| found.lines().count().min(expected.lines().count())) + 1
    );
}

#[test]
fn the_headers_are_generated_from_the_source() {
    HEADERS.iter().for_each(|(header, _)| check(&format!("include/{header}"), &generate(header)));
}

#[test]
fn the_exports_are_the_functions_of_the_headers() {
    check("include/symbols.txt", &functions());
}

#[test]
fn every_exported_function_is_in_a_section() {
    let mut exported = 0;
    for entry in std::fs::read_dir(root().join("src/capi")).expect("a folder") {
        exported += read(&entry.expect("an entry").path()).matches("#[unsafe(no_mangle)]").count();
    }
    assert_eq!(exported, functions().lines().count());
}

#[test]
fn the_header_stays_short() {
    let (functions, lines) = (functions().lines().count(), generate("blockmask.h").lines().count());
    assert!((20..=60).contains(&functions), "{functions} functions");
    assert!(lines <= 1600, "{lines} lines");
}

/// The paragraphs of all comments of a header, as lines.
fn paragraphs(header: &str) -> Vec<Vec<String>> {
    let mut paragraphs = vec![Vec::new()];
    let mut is_comment = false;
    for line in header.lines() {
        let line = if line.starts_with("#define") { &line[line.find("/*").unwrap_or(0)..] } else { line };
        let starts = line.trim_start().starts_with("/*");
        is_comment |= starts;
        let text = line.trim_start().trim_start_matches("/*").trim_end_matches("*/");
        let text = if starts { text } else { text.trim_start_matches('*') };
        if !is_comment || text.trim().is_empty() || starts {
            paragraphs.push(Vec::new());
        }
        if is_comment && !text.trim().is_empty() {
            paragraphs.last_mut().expect("a paragraph").push(text.trim_end().to_owned());
        }
        is_comment &= !line.trim_end().ends_with("*/");
    }
    paragraphs.retain(|paragraph| !paragraph.is_empty());
    paragraphs
}

/// What is wrong with a paragraph: a comment that was broken in the source, where no formatter sees it.
fn fault(lines: &[String]) -> Option<&'static str> {
    let is_indented = |line: &String| line.starts_with("    ");
    let is_heading = lines.get(1).is_some_and(|rule| rule.trim().chars().all(|c| c == '-'));
    if is_heading || lines.iter().all(is_indented) {
        return None;
    }
    let is_mixed = lines.iter().any(is_indented);
    let lines: Vec<&str> = lines.iter().map(|line| line.trim()).collect();
    let text = lines.join(" ");
    let first_word = |line: &str| line.split_whitespace().next().map_or(0, str::len);
    let is_short = |pair: &[&str]| pair[0].len() + 1 + first_word(pair[1]) < 98;
    match () {
        () if is_mixed => Some("an indented line among others"),
        () if text.contains('|') => Some("a table"),
        () if text.contains("  ") => Some("two spaces"),
        () if !text.ends_with(['.', ':', ')']) => Some("no end of a sentence"),
        () if lines.windows(2).any(is_short) => Some("a line that ends early"),
        () => None,
    }
}

#[test]
fn paragraphs_are_whole() {
    for (header, _) in HEADERS {
        let header = generate(header);
        let (_, body) = header.split_once("#endif").expect("the include guard");
        let paragraphs = paragraphs(body);
        assert!(paragraphs.len() > 3);
        let faults: Vec<_> =
            paragraphs.iter().filter_map(|lines| fault(lines).map(|fault| (fault, lines.join("\n")))).collect();
        assert!(faults.is_empty(), "{faults:#?}");
    }
    let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    assert!(fault(&lines("A page is described by tables. Positions are ranges of\noffsets,\n[start, end).")).is_some());
    assert!(fault(&lines("max_output | bytes of all tag paths |\n| for each byte of the page | OUTPUT")).is_some());
    assert!(fault(&lines("One sentence\n    and a line that is indented.")).is_some());
    assert!(fault(&lines("A sentence without an end")).is_some());
    assert!(fault(&lines("A whole sentence.")).is_none());
}

#[test]
fn the_versions_are_those_of_the_package() {
    let number = |name: &str| {
        let header = generate("blockmask.h");
        let line = header.lines().find(|line| line.starts_with(&format!("#define {name} "))).expect(name).to_owned();
        line.split_whitespace().nth(2).expect("a number").to_owned()
    };
    let [major, minor, patch] = ["MAJOR", "MINOR", "PATCH"].map(|part| number(&format!("BLOCKMASK_VERSION_{part}")));
    let version = env!("CARGO_PKG_VERSION");
    assert_eq!(format!("{major}.{minor}.{patch}"), version.split('-').next().expect("a version"));
}
