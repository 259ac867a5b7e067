//! `docs/dependencies.md` has a review of every dependency of the library, in the version of `Cargo.lock`; and all files
//! that state the version of this project state the same one.

use std::collections::BTreeMap;
use std::path::Path;

fn read(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The names in the section `[dependencies]` of `Cargo.toml`.
fn dependencies() -> Vec<String> {
    let manifest = read("Cargo.toml");
    let section =
        manifest.split("\n[dependencies]\n").nth(1).and_then(|rest| rest.split("\n[").next()).expect("a section");
    let lines = section.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| line.split_once(" = ")).map(|(name, _)| name.to_owned()).collect()
}

/// The versions of all packages in `Cargo.lock`.
fn locked() -> BTreeMap<String, Vec<String>> {
    let mut versions: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for package in read("Cargo.lock").split("[[package]]\n").skip(1) {
        let value =
            |key: &str| package.lines().find_map(|line| line.strip_prefix(key)).map(|text| text.trim_matches('"'));
        if let (Some(name), Some(version)) = (value("name = "), value("version = ")) {
            versions.entry(name.to_owned()).or_default().push(version.to_owned());
        }
    }
    versions
}

#[test]
fn every_dependency_is_reviewed() {
    let review = read("docs/dependencies.md");
    let rows: BTreeMap<&str, &str> = review
        .lines()
        .filter_map(|line| line.strip_prefix("| "))
        .filter_map(|line| line.split_once(" | "))
        .map(|(name, rest)| (name, rest.split(" |").next().unwrap_or(rest)))
        .collect();
    let (names, locked) = (dependencies(), locked());
    assert!(names.len() >= 5, "{names:?}");
    for name in &names {
        let reviewed = rows.get(name.as_str()).unwrap_or_else(|| panic!("docs/dependencies.md lacks {name}"));
        assert!(locked[name].iter().any(|version| version == reviewed), "{name} {reviewed}: now {:?}", locked[name]);
        assert!(review.contains(&format!("\n## {name}\n")), "docs/dependencies.md has no section on {name}");
    }
    assert_eq!(rows.len(), names.len() + 1, "docs/dependencies.md reviews what the library does not link: {rows:?}");
}

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The places that state the version, as text with `VERSION` in its place. `packaging/RELEASING.md` lists them, too.
const VERSIONS: [(&str, &str); 10] = [
    ("Cargo.toml", "[workspace.package]\nversion = \"VERSION\""),
    ("Cargo.toml", "[package.metadata.capi.library]\nname = \"blockmask\"\nversion = \"VERSION\""),
    ("cli/Cargo.toml", "blockmask = { path = \"..\", version = \"=VERSION\""),
    ("bindings/python/Cargo.toml", "\nversion = \"VERSION\"\n"),
    ("bindings/wasm/Cargo.toml", "\nversion = \"VERSION\"\n"),
    ("bindings/wasm/js/package.json", "\"version\": \"VERSION\""),
    ("bindings/java/pom.xml", "<artifactId>blockmask</artifactId>\n  <version>VERSION</version>"),
    ("bindings/java/README.md", "`org.blockmask:blockmask:VERSION`"),
    ("examples/engines/lucene/pom.xml", "<artifactId>blockmask</artifactId>\n      <version>VERSION</version>"),
    ("examples/engines/lucene/blockmask-lucene", "/target/blockmask-lucene-VERSION.jar"),
];

/// The lock files of all workspaces.
const LOCKS: [&str; 8] = [
    "Cargo.lock",
    "benches/Cargo.lock",
    "benches/lab/ranking/Cargo.lock",
    "benches/layout/Cargo.lock",
    "bindings/python/Cargo.lock",
    "bindings/wasm/Cargo.lock",
    "examples/engines/tantivy/Cargo.lock",
    "fuzz/Cargo.lock",
];

#[test]
fn every_package_has_the_same_version() {
    for (file, text) in VERSIONS {
        let text = text.replace("VERSION", VERSION);
        assert!(read(file).contains(&text), "{file} does not have {text:?}");
    }
    let locked = format!("name = \"blockmask\"\nversion = \"{VERSION}\"\n");
    for file in LOCKS {
        assert!(read(file).contains(&locked), "{file} locks another version of blockmask than {VERSION}");
    }
    let changes = read("CHANGELOG.md");
    let newest = changes.lines().find_map(|line| line.strip_prefix("## ")).expect("a section");
    assert!(newest.starts_with(VERSION), "the newest section of CHANGELOG.md is {newest}");
}
