//! `include/blockmask.h` is what cbindgen makes of `src/capi`, section by section, in the frame
//! `include/blockmask.h.in`; `include/symbols.txt` lists the functions in it. `BLOCKMASK_BLESS=1 cargo test --test
//! header` writes both.
#![cfg(feature = "capi")]

use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The names of the sections, as `src/capi/mod.rs` lists them.
fn sections() -> Vec<String> {
    let source = read(&root().join("src/capi/mod.rs"));
    let (_, list) = source.split_once("SECTIONS: [").expect("a list of sections");
    let (_, list) = list.split_once('[').expect("a list of sections");
    let (list, _) = list.split_once(']').expect("the end of the list");
    list.split(',').map(|name| name.trim().trim_matches('"').to_owned()).filter(|name| !name.is_empty()).collect()
}

/// The banner of a section: the documentation of its file, the first line as the title.
fn banner(source: &str) -> String {
    let lines: Vec<&str> = source.lines().map_while(|line| line.strip_prefix("//!")).map(str::trim).collect();
    let (title, prose) = lines.split_first().expect("documentation");
    let title = title.trim_end_matches('.');
    let rule = "-".repeat(title.len());
    let mut banner = format!("/*\n * {title}\n * {rule}\n");
    for line in prose {
        banner.push_str(format!(" * {line}").trim_end());
        banner.push('\n');
    }
    banner + " */\n"
}

fn generate() -> String {
    let mut body = String::new();
    for section in sections() {
        let path = root().join(format!("src/capi/{section}.rs"));
        let config = cbindgen::Config::from_file(root().join("include/cbindgen.toml")).expect("include/cbindgen.toml");
        let mut items = Vec::new();
        let bindings = cbindgen::Builder::new().with_src(&path).with_config(config).generate();
        bindings.expect("a file that cbindgen reads").write(&mut items);
        let items = String::from_utf8(items).expect("UTF-8");
        body.push_str(&banner(&read(&path)));
        body.push('\n');
        body.push_str(&tidy(items.trim()));
        body.push_str("\n\n");
    }
    read(&root().join("include/blockmask.h.in")).replace("@sections@", body.trim_end())
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
    let joins = |index: usize| lines[index].is_empty() && index > 0 && is_define(index - 1) && is_define(index + 2);
    let kept: Vec<&str> = (0..lines.len()).filter(|&index| !joins(index)).map(|index| lines[index].as_str()).collect();
    // Too large for an int: in C89 and C++ its type would vary.
    kept.join("\n").replace("4294967295", "UINT32_C(4294967295)")
}

/// The functions of a header: the names that stand before a parenthesis outside of comments.
fn functions(header: &str) -> String {
    let mut names: Vec<&str> = Vec::new();
    let code = header.lines().filter(|line| !line.starts_with([' ', '/', '#', '}']));
    for line in code {
        let Some((before, _)) = line.split_once('(') else { continue };
        let name = before.rsplit([' ', '*']).next().expect("a last word");
        if name.starts_with("blockmask_") {
            names.push(name);
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
fn the_header_is_generated_from_the_source() {
    check("include/blockmask.h", &generate());
}

#[test]
fn the_exports_are_the_functions_of_the_header() {
    let names = functions(&generate());
    assert!(names.lines().count() > 20, "{names}");
    check("include/symbols.txt", &names);
}

#[test]
fn every_exported_function_is_in_a_section() {
    let mut exported = 0;
    for entry in std::fs::read_dir(root().join("src/capi")).expect("a folder") {
        exported += read(&entry.expect("an entry").path()).matches("#[unsafe(no_mangle)]").count();
    }
    assert_eq!(exported, functions(&generate()).lines().count());
}

#[test]
fn the_versions_are_those_of_the_package() {
    let number = |name: &str| {
        let header = generate();
        let line = header.lines().find(|line| line.starts_with(&format!("#define {name} "))).expect(name).to_owned();
        line.rsplit(' ').next().expect("a number").to_owned()
    };
    let [major, minor, patch] = ["MAJOR", "MINOR", "PATCH"].map(|part| number(&format!("BLOCKMASK_VERSION_{part}")));
    // The header has no room for what follows the numbers, such as `-dev`.
    let version = env!("CARGO_PKG_VERSION").split('-').next().expect("numbers");
    assert_eq!(format!("{major}.{minor}.{patch}"), version);
}
