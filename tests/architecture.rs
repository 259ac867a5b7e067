//! The modules of the library import each other in the order of the table in ARCHITECTURE.md, section "The source of the
//! library": a module imports from the lines above its line and from its own. Tests may import anything.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Folders that only hold other modules.
const ROOMS: [&str; 5] = ["base", "read", "judge", "published", "on_demand"];

/// By module, such as `read/html`: its line in the table.
fn lines() -> BTreeMap<String, usize> {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("ARCHITECTURE.md")).unwrap();
    let section = text.split("\n## The source of the library\n").nth(1).expect("a section");
    let table = section.split("\n| module | what |\n|---|---|\n").nth(1).expect("a table");
    let rows = table.lines().take_while(|row| row.starts_with('|')).enumerate();
    let modules = rows.flat_map(|(line, row)| {
        let names = row.split('|').nth(1).unwrap_or_default();
        names.split('`').skip(1).step_by(2).map(move |name| (name.trim_end_matches('/').to_owned(), line))
    });
    modules.collect()
}

/// The source files, by module.
fn sources() -> BTreeMap<String, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut folders = vec![root.clone()];
    let mut files = BTreeMap::new();
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        let (inner, other): (Vec<PathBuf>, Vec<PathBuf>) = entries.partition(|path| path.is_dir());
        folders.extend(inner);
        for path in other.into_iter().filter(|path| path.extension().is_some_and(|extension| extension == "rs")) {
            let name = path.strip_prefix(&root).unwrap().with_extension("").to_string_lossy().replace('\\', "/");
            let name = name.strip_suffix("/mod").unwrap_or(&name).to_owned();
            files.insert(name, without_tests(&fs::read_to_string(path).unwrap()));
        }
    }
    files
}

/// The code without comments and without the tests at its end.
fn without_tests(code: &str) -> String {
    let lines: Vec<&str> = code.lines().map(|line| line.split("//").next().unwrap_or_default()).collect();
    let is_test = |pair: &[&str]| pair[0] == "#[cfg(test)]" && pair[1].starts_with("mod ") && pair[1].ends_with('{');
    let end = lines.windows(2).position(is_test).unwrap_or(lines.len());
    lines[..end].join("\n")
}

/// The modules that `#[cfg(test)]` declares as files.
fn test_modules(sources: &BTreeMap<String, String>) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for (module, code) in sources {
        let mut is_test = false;
        for line in code.lines() {
            let declared = line.trim_start_matches("pub ").strip_prefix("mod ").and_then(|rest| rest.strip_suffix(';'));
            if let (Some(name), true) = (declared, is_test) {
                found.insert(if module == "lib" { name.to_owned() } else { format!("{module}/{name}") });
            }
            is_test = line == "#[cfg(test)]" || is_test && line.starts_with("#[");
        }
    }
    found
}

/// All paths that a path or a tree of imports names, such as `a::{b, c::{self, d}}`, as lists of names.
fn paths(tree: &str) -> Vec<Vec<String>> {
    let (mut found, mut outer) = (Vec::new(), Vec::<Vec<String>>::new());
    let (mut path, mut name) = (Vec::<String>::new(), String::new());
    let mut rest = tree.char_indices().peekable();
    while let Some((at, c)) = rest.next() {
        match c {
            _ if c.is_ascii_alphanumeric() || c == '_' => name.push(c),
            ':' if tree[at..].starts_with("::") => {
                rest.next();
                path.push(std::mem::take(&mut name));
            }
            '{' if name.is_empty() && (at == 0 || tree[..at].ends_with("::")) => outer.push(path.clone()),
            ',' | '}' if !outer.is_empty() => {
                // The name that follows `as` is not of the path.
                path.extend(Some(std::mem::take(&mut name)).filter(|name| !name.is_empty() && name != "self"));
                found.push(std::mem::take(&mut path));
                path = if c == ',' { outer.last().cloned() } else { outer.pop() }.unwrap_or_default();
                if c == '}' && outer.is_empty() {
                    return found;
                }
            }
            _ if outer.is_empty() => break,
            _ => {}
        }
    }
    path.extend(Some(name).filter(|name| !name.is_empty()));
    found.push(path);
    found
}

/// The paths from the root of the crate that the code of a module names.
fn imports(module: &str, code: &str) -> Vec<Vec<String>> {
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut found = Vec::new();
    for root in ["crate::", "super::"] {
        for (at, _) in code.match_indices(root) {
            if code[..at].ends_with(is_name) || code[..at].ends_with("super::") {
                continue;
            }
            let mut start: Vec<String> = module.split('/').map(str::to_owned).collect();
            let mut tree = &code[at..];
            if let Some(rest) = tree.strip_prefix("crate::") {
                (start, tree) = (Vec::new(), rest);
            }
            while let Some(rest) = tree.strip_prefix("super::") {
                start.pop();
                tree = rest;
            }
            found.extend(paths(tree).into_iter().map(|path| start.iter().cloned().chain(path).collect()));
        }
    }
    found
}

/// The items that the crate re-exports at its root, and their paths.
fn exports(library: &str) -> BTreeMap<String, Vec<String>> {
    let trees = library.split("pub use ").skip(1).map(|rest| rest.split(';').next().unwrap_or_default());
    let all = trees.flat_map(|tree| paths(tree.trim_start_matches("crate::")));
    all.filter_map(|path| Some((path.last()?.clone(), path))).collect()
}

/// The longest of the prefixes of a path that is in a map.
fn longest<'m, V>(path: &[String], map: &'m BTreeMap<String, V>) -> Option<(&'m String, &'m V)> {
    (1..=path.len()).rev().find_map(|len| map.get_key_value(&path[..len].join("/")))
}

#[test]
fn modules_import_in_the_order_of_the_table() {
    let (lines, sources) = (lines(), sources());
    let (tests, exports) = (test_modules(&sources), exports(&sources["lib"]));
    let split = |module: &str| module.split('/').map(str::to_owned).collect::<Vec<_>>();
    let mut errors = Vec::new();
    for (module, code) in &sources {
        let is_test = (0..=module.len()).any(|end| tests.contains(&module[..end]));
        if is_test || module == "lib" || ROOMS.contains(&module.as_str()) {
            continue;
        }
        let Some((_, line)) = longest(&split(module), &lines) else {
            errors.push(format!("{module} has no line in ARCHITECTURE.md"));
            continue;
        };
        for path in imports(module, code) {
            let path = path.first().and_then(|name| exports.get(name)).filter(|_| path.len() < 3).unwrap_or(&path);
            // Other names are macros.
            let Some((_, of_import)) = longest(path, &lines) else { continue };
            let (imported, _) = longest(path, &sources).expect("a module of the table has a file");
            if of_import > line && !tests.contains(imported) {
                errors.push(format!("{module} imports {}, which is below it in ARCHITECTURE.md", path.join("::")));
            }
        }
    }
    for module in lines.keys() {
        if !sources.contains_key(module) {
            errors.push(format!("ARCHITECTURE.md names {module}, which is no module"));
        }
    }
    assert_eq!(errors, Vec::<String>::new());
}

/// `judge` and `published` read tables of each other; every other folder is one run of lines.
#[test]
fn folders_are_in_order() {
    let mut modules: Vec<(usize, String)> = lines().into_iter().map(|(module, line)| (line, module)).collect();
    modules.sort_unstable();
    let folder = |module: &str| module.split('/').next().unwrap_or_default().replace("published", "judge");
    let mut folders: Vec<String> = modules.iter().map(|(_, module)| folder(module)).collect();
    folders.dedup();
    let distinct: BTreeSet<&String> = folders.iter().collect();
    assert_eq!(folders.len(), distinct.len(), "{folders:?}");
}
