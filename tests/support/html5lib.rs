//! Runs the tests of html5lib-tests against any tokenizer and any tree builder.

use std::path::{Path, PathBuf};

use super::dat::{self, Scripting};
use super::dump::difference;
use super::json_tokens::{self, InitialState, JsonToken};
use super::suite::{Exception, Suite, Summary};

/// A tokenizer under test, called with input, initial state and last start tag. Adjacent characters are one token.
pub type Tokenize = fn(&str, InitialState, Option<&str>) -> Vec<JsonToken>;

/// A parser under test, called with markup and, for a fragment, its context element; `None` if it parses no fragments.
pub type Parse = fn(&str, Option<&str>) -> Option<String>;

/// The tokenizer tests whose input cannot be expressed in UTF-8.
pub const LONE_SURROGATES: &[Exception] = &[
    lone_surrogate("unicodeCharsProblematic.test: Invalid Unicode character U+DFFF"),
    lone_surrogate("unicodeCharsProblematic.test: Invalid Unicode character U+D800"),
    lone_surrogate("unicodeCharsProblematic.test: Invalid Unicode character U+DFFF with valid preceding character"),
    lone_surrogate("unicodeCharsProblematic.test: Invalid Unicode character U+D800 with valid following character"),
];

const fn lone_surrogate(name: &'static str) -> Exception {
    Exception { name, reason: "the input is a lone UTF-16 surrogate, which UTF-8 cannot express" }
}

/// The tree-construction tests of `<selectedcontent>`.
pub const SELECTED_CONTENT: &[Exception] = &[
    selected_content("webkit02.dat:692"),
    selected_content("webkit02.dat:706"),
    selected_content("webkit02.dat:732"),
    selected_content("webkit02.dat:748"),
];

const fn selected_content(name: &'static str) -> Exception {
    Exception { name, reason: "copies the chosen option into `<selectedcontent>`: nodes that are not in the source" }
}

/// Runs every test in each of its initial states. A test in a state other than the data state is named `name [state]`.
pub fn run_tokenizer(title: &str, files: &[PathBuf], exceptions: &[Exception], tokenize: Tokenize) -> Summary {
    let mut suite = Suite::new(title, exceptions);
    for file in files {
        suite.begin_file(&with_folder(file));
        let coerced = file.ends_with("xmlViolation.test");
        for test in json_tokens::read(file) {
            let (Some(input), Some(expected)) = (&test.input, &test.output) else {
                suite.record(&test.name, Some("  contains a lone surrogate, which UTF-8 cannot express".to_owned()));
                continue;
            };
            if coerced {
                suite.skip("xmlViolation: expects text coerced to XML, which an HTML parser does not do");
                continue;
            }
            for &state in &test.states {
                let name = match state {
                    InitialState::Data => test.name.clone(),
                    other => format!("{} [{other:?}]", test.name),
                };
                let tokens = tokenize(input, state, test.last_start_tag.as_deref());
                let wrong = (tokens != *expected)
                    .then(|| format!("  input    {input:?}\n  expected {expected:?}\n  got      {tokens:?}"));
                suite.record(&name, wrong);
            }
        }
    }
    suite.finish()
}

/// Runs every test that applies without scripting. A test is named `file:line` after the line of its `#data`.
pub fn run_tree_construction(title: &str, files: &[PathBuf], exceptions: &[Exception], parse: Parse) -> Summary {
    let mut suite = Suite::new(title, exceptions);
    for path in files {
        let file = file_name(path);
        suite.begin_file(&with_folder(path));
        let text = std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{file}: {e}"));
        for test in dat::parse(&text) {
            if test.scripting == Scripting::On {
                suite.skip("#script-on: the library runs no scripts");
            } else if let Some(got) = parse(&test.data, test.fragment.as_deref()) {
                let wrong = difference(&got, &test.document, "expected")
                    .map(|lines| format!("  data {:?}\n  {lines}", test.data));
                suite.record(&format!("{file}:{}", test.line), wrong);
            }
        }
    }
    suite.finish()
}

fn file_name(path: &Path) -> String {
    path.file_name().expect("a file").to_string_lossy().into_owned()
}

/// The name of a file; in the folder `scripted`, which repeats the names of other files, with the folder.
fn with_folder(path: &Path) -> String {
    let scripted = path.parent().is_some_and(|folder| folder.ends_with("scripted"));
    format!("{}{}", if scripted { "scripted/" } else { "" }, file_name(path))
}
