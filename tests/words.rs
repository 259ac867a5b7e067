//! One noun for one thing in every language: the keys of the JSON schemas against the fields that the Arrow columns,
//! Rust, C, Python, Go and Java have.
#![cfg(feature = "arrow")]

use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// A language, and where its fields are declared.
struct Language {
    name: &'static str,
    /// Files and folders.
    sources: &'static [&'static str],
    /// Of the files in folders.
    extension: &'static str,
    /// The names of fields that a line declares.
    declared: fn(&str) -> Vec<&str>,
    /// Whether ranges are one value each: `source` and `text_range`.
    has_ranges: bool,
    /// Whether a word may be part of a longer name in any case, such as `BLOCKMASK_STRING_LINK_TARGET` and
    /// `Page.LinkTarget`.
    in_longer_names: bool,
    /// Keys that it has by another name or not at all; each is explained.
    without: &'static [&'static [&'static str]],
}

/// Keys of the command line alone: where a page is from, and the version of the schema.
const OF_LINES: [&str; 7] = ["file", "schema", "warc", "offset", "record_id", "font_size", "height"];

/// Words that stood for several things, or stand for one of them no longer.
const FORBIDDEN: [&str; 10] = [
    "start",
    "end",
    "lang",
    "region",
    "regions",
    "is_in_region",
    "area",
    "areas",
    "layout",
    // Of the layout or of a visual area, before.
    "area_text",
];

const TYPICAL: Language = Language {
    name: "",
    sources: &[],
    extension: "",
    declared: |_| Vec::new(),
    has_ranges: false,
    in_longer_names: false,
    without: &[],
};

const LANGUAGES: [Language; 6] = [
    Language {
        name: "Arrow",
        sources: &["docs/arrow.md"],
        extension: "md",
        declared: |line| line.strip_prefix("| `").and_then(name_at).into_iter().collect(),
        without: &[&[
            // What an index does not store.
            "encoding_source",
            "link_density",
            "is_in_main_region",
            "path_hash",
            "text_hash",
            "depth",
            // What passages repeat, and how they are asked for.
            "headings",
            "roles",
            "text_fragment",
            // Areas with what they have are no columns.
            "page_layout",
            "layout_areas",
            "visual_areas",
            "visual_class",
            "x",
            "y",
            "width",
            "bold",
            "italic",
            "linked",
            "color",
            "background",
            "hidden",
        ]],
        ..TYPICAL
    },
    Language {
        name: "Rust",
        sources: &["tests/public-api.txt"],
        extension: "txt",
        declared: |line| {
            let path = line.split('(').next().and_then(|line| line.split(": ").next());
            path.and_then(|path| name_at(path.rsplit("::").next()?)).into_iter().collect()
        },
        has_ranges: true,
        without: &[&[
            // `kind_probability` gives the probability of one kind.
            "kind_probabilities",
            // Ranges of blocks.
            "first_block",
            "end_block",
            // `list_item().depth`, and `class` of a visual area.
            "visual_class",
            // The texts of `heading_path`.
            "headings",
        ]],
        ..TYPICAL
    },
    Language {
        name: "C",
        sources: &["include"],
        extension: "h",
        declared: declared_in_c,
        in_longer_names: true,
        without: &[&OF_FACTS, &WITHOUT_IN_C],
        ..TYPICAL
    },
    Language {
        name: "Python",
        // Facts are dicts, whose keys are types.
        sources: &["bindings/python/python/blockmask/_native.pyi", "bindings/python/python/blockmask/_types.py"],
        declared: |line| {
            let line = line.trim_start();
            let name = line.strip_prefix("def ").or_else(|| line.contains(": ").then_some(line));
            name.and_then(name_at).into_iter().collect()
        },
        ..TYPICAL
    },
    Language {
        name: "Go",
        sources: &["bindings/go/blockmask"],
        extension: "go",
        declared: declared_in_go,
        in_longer_names: true,
        // `FactTDMPolicy`, as Go writes initials.
        without: &[&OF_FACTS, &WITHOUT_IN_C, &["tdm_policy"]],
        ..TYPICAL
    },
    Language {
        name: "Java",
        sources: &["bindings/java/src/main/java"],
        extension: "java",
        declared: declared_in_java,
        has_ranges: true,
        in_longer_names: true,
        without: &[
            &OF_FACTS,
            &[
                // A fraction of two members.
                "link_density",
                // `heading` is the nearest one, whose structure has the next.
                "heading_path",
                // `kindProbability` and `minHash` give one.
                "kind_probabilities",
                "min_hashes",
                // What is not bound.
                "formatted_text",
                "segments",
                "main_regions",
                "path_hash",
                // The name of a property.
                "path",
                "tag_path",
                "text_hash",
                "page_layout",
                "layout_areas",
                "visual_areas",
                "visual_class",
                "y",
                "bold",
                "italic",
                "color",
                "background",
            ],
        ],
    },
];

/// Keys of facts that C, Go and Java do not have: there a fact has a kind, a name and a value, which may be what JSON has
/// as a key.
const OF_FACTS: [&str; 16] = [
    "agent",
    "alternates",
    "authors",
    "decides",
    "directives",
    "exclusions",
    "is_allowed",
    "licenses",
    "max_image_preview",
    "max_snippet",
    "max_video_preview",
    "media_type",
    "purpose",
    "scope",
    "types",
    "unavailable_after",
];

/// Other keys that C and Go do not have.
const WITHOUT_IN_C: [&str; 4] = [
    // Fractions of two members.
    "link_density",
    "text_density",
    // `heading` is the nearest one, whose row has the next.
    "heading_path",
    "headings",
];

/// Members of structs, and what begins with the prefix of the library.
fn declared_in_c(line: &str) -> Vec<&str> {
    if line.trim_start().starts_with(['/', '*']) {
        return Vec::new();
    }
    let member = line.strip_prefix("    ").and_then(|line| line.strip_suffix(';')).filter(|line| !line.contains('('));
    let member = member.and_then(|line| line.split('[').next()?.rsplit([' ', '*']).next());
    let names = line.split(|c: char| c != '_' && !c.is_ascii_alphanumeric());
    names.filter(|name| name.to_ascii_lowercase().starts_with("blockmask_")).chain(member).collect()
}

/// Methods, constants and fields that are exported.
fn declared_in_go(line: &str) -> Vec<&str> {
    let method = line.strip_prefix("func (").and_then(|line| line.split_once(") ")).map(|(_, rest)| rest);
    let mut rest = method.or_else(|| line.strip_prefix('\t')).unwrap_or_default();
    let mut names = Vec::new();
    while let Some(name) = name_at(rest).filter(|name| name.starts_with(|c: char| c.is_ascii_uppercase())) {
        names.push(name);
        rest = rest[name.len()..].strip_prefix(", ").unwrap_or_default();
    }
    names
}

/// Public methods with their parameters, components of records, and constants of enums. A `Range` is one value.
fn declared_in_java(line: &str) -> Vec<&str> {
    let (indent, code) = (line.len() - line.trim_start().len(), line.trim_start());
    let is_constant = indent == 4
        && name_at(code).is_some_and(|name| !name.contains(|c: char| c.is_ascii_lowercase()))
        && code.ends_with([',', ';']);
    let continues =
        indent == 8 && code.contains(' ') && code.ends_with([',', '{', '}']) && !code.contains(['=', '"', '(']);
    if code.contains("record Range(") || !(code.starts_with("public ") || is_constant || continues) {
        return Vec::new();
    }
    let is_name = |c: char| c == '_' || c.is_ascii_alphanumeric();
    let ends = code.match_indices(['(', ',', ')', ';']).map(|(at, _)| &code[..at]);
    ends.filter_map(|before| before.rsplit(|c| !is_name(c)).next()).filter(|name| !name.is_empty()).collect()
}

/// A name in snake case.
fn snake(name: &str) -> String {
    let mut words = String::new();
    let mut was_lower = false;
    for c in name.chars() {
        if c.is_ascii_uppercase() && was_lower {
            words.push('_');
        }
        was_lower = c.is_ascii_lowercase() || c.is_ascii_digit();
        words.push(c.to_ascii_lowercase());
    }
    words
}

/// The name that a text begins with.
fn name_at(text: &str) -> Option<&str> {
    let end = text.find(|c: char| c != '_' && !c.is_ascii_alphanumeric()).unwrap_or(text.len());
    (end > 0).then(|| &text[..end])
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The files below a path that have an extension; the path, if it is a file.
fn files(path: PathBuf, extension: &str) -> Vec<PathBuf> {
    if path.is_file() {
        return vec![path];
    }
    let (mut open, mut found) = (vec![path], Vec::new());
    while let Some(path) = open.pop() {
        if path.is_dir() {
            open.extend(fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
        } else if path.extension().is_some_and(|of_file| of_file == extension) {
            found.push(path);
        }
    }
    found
}

/// The keys of all objects that a schema describes.
fn keys(schema: &Value) -> BTreeSet<String> {
    let objects = schema["$defs"].as_object().into_iter().flatten().map(|(_, object)| object);
    let keys = objects.chain([schema]).filter_map(|object| object["properties"].as_object());
    keys.flat_map(|keys| keys.keys().cloned()).collect()
}

fn keys_of_json() -> BTreeSet<String> {
    let mut schemas = files(root().join("cli/src/schema"), "json");
    assert_eq!(schemas.len(), 9);
    // Elements have the fields of the tree, and the check of rules is about many pages: neither is a column.
    schemas.retain(|path| !path.ends_with("select.json") && !path.ends_with("rules.json"));
    let read = |path: &PathBuf| serde_json::from_str::<Value>(&fs::read_to_string(path).unwrap()).unwrap();
    schemas.iter().flat_map(|path| keys(&read(path))).collect()
}

impl Language {
    fn fields(&self) -> BTreeSet<String> {
        let sources = self.sources.iter().flat_map(|source| files(root().join(source), self.extension));
        let spelled = |name: &str| if self.in_longer_names { snake(name) } else { name.to_owned() };
        let texts: Vec<String> = sources.map(|path| fs::read_to_string(path).unwrap()).collect();
        texts.iter().flat_map(|text| text.lines()).flat_map(self.declared).map(spelled).collect()
    }

    fn has(&self, fields: &BTreeSet<String>, key: &str) -> bool {
        let key = match key {
            "source_start" | "source_end" if self.has_ranges => "source",
            "text_start" | "text_end" if self.has_ranges => "text_range",
            key => key,
        };
        let is_in = |name: &String| format!("_{name}_").contains(&format!("_{key}_"));
        fields.contains(key) || (self.in_longer_names && fields.iter().any(is_in))
    }
}

#[test]
fn every_language_has_the_keys_of_json() {
    let keys = keys_of_json();
    for language in &LANGUAGES {
        let fields = language.fields();
        let known =
            |key: &&String| OF_LINES.contains(&key.as_str()) || language.without.concat().contains(&key.as_str());
        let missing: Vec<&String> =
            keys.iter().filter(|key| !known(key)).filter(|key| !language.has(&fields, key)).collect();
        assert!(missing.is_empty(), "{} has no {missing:?}", language.name);
        let superfluous: Vec<_> =
            language.without.iter().copied().flatten().filter(|key| language.has(&fields, key)).collect();
        assert!(superfluous.is_empty(), "{} has {superfluous:?}: take them off its list", language.name);
    }
}

#[test]
fn words_of_old_are_nowhere() {
    let keys = keys_of_json();
    assert_eq!(FORBIDDEN.iter().find(|word| keys.contains(**word)), None);
    for language in &LANGUAGES {
        let fields = language.fields();
        let found: Vec<_> = FORBIDDEN.iter().filter(|word| fields.contains(**word)).collect();
        assert!(found.is_empty(), "{} has {found:?}", language.name);
    }
}
