//! The `.test` format of html5lib-tests' tokenizer tests (its README gives the format).

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::Value;

/// A token as the tests write it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum JsonToken {
    /// A document type declaration.
    Doctype {
        /// The name, lower-case.
        name: Option<String>,
        /// The public identifier.
        public_id: Option<String>,
        /// The system identifier.
        system_id: Option<String>,
        /// Whether the force-quirks flag is off.
        correct: bool,
    },
    /// A start tag. Duplicate attributes are dropped.
    StartTag {
        /// The name, lower-case.
        name: String,
        /// Decoded values by name.
        attributes: BTreeMap<String, String>,
        /// Whether it ended in `/>`.
        self_closing: bool,
    },
    /// An end tag.
    EndTag(String),
    /// A comment, bogus ones included.
    Comment(String),
    /// Characters with references decoded. Adjacent ones are one token in a test: see [`push_text`].
    Character(String),
}

/// Appends characters to the last token if that is text, else adds a token.
pub fn push_text(tokens: &mut Vec<JsonToken>, text: &str) {
    if text.is_empty() {
        return;
    }
    match tokens.last_mut() {
        Some(JsonToken::Character(before)) => before.push_str(text),
        _ => tokens.push(JsonToken::Character(text.to_owned())),
    }
}

/// The states in which a test may begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InitialState {
    /// Data.
    Data,
    /// PLAINTEXT.
    PlainText,
    /// RCDATA: `title` and `textarea`.
    Rcdata,
    /// RAWTEXT: `style` and others.
    RawText,
    /// Script data.
    ScriptData,
    /// CDATA section, after `<![CDATA[`.
    CdataSection,
}

/// One test.
pub struct TokenizerTest {
    /// `file: description`.
    pub name: String,
    /// The input; `None` if it contains a lone surrogate, which UTF-8 cannot express.
    pub input: Option<String>,
    /// The expected tokens; `None` as for `input`.
    pub output: Option<Vec<JsonToken>>,
    /// The initial states in which it runs.
    pub states: Vec<InitialState>,
    /// The name of the last start tag before the input.
    pub last_start_tag: Option<String>,
}

/// The tests of one file. Repeated names get the suffixes ` (2)`, ` (3)` and so on, so that names are unique.
pub fn read(path: &Path) -> Vec<TokenizerTest> {
    let file = path.file_name().expect("a file").to_string_lossy().into_owned();
    let text = std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{file}: {e}"));
    let json: Value = serde_json::from_str(&text).unwrap_or_else(|e| panic!("{file}: {e}"));
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let list = json["tests"].as_array().or_else(|| json["xmlViolationTests"].as_array()).expect("a list of tests");
    let mut tests = Vec::new();
    for test in list {
        let mut name = format!("{file}: {}", test["description"].as_str().expect("a description"));
        let count = seen.entry(name.clone()).or_default();
        *count += 1;
        if *count > 1 {
            name.push_str(&format!(" ({count})"));
        }
        tests.push(read_test(name, test));
    }
    tests
}

fn read_test(name: String, test: &Value) -> TokenizerTest {
    let escaped = test["doubleEscaped"].as_bool().unwrap_or(false);
    let states = match test["initialStates"].as_array() {
        Some(states) => states.iter().map(|state| state_named(state.as_str().expect("a state"))).collect(),
        None => vec![InitialState::Data],
    };
    TokenizerTest {
        input: string(&test["input"], escaped),
        output: test["output"].as_array().expect("a list").iter().map(|token| read_token(token, escaped)).collect(),
        states,
        last_start_tag: test["lastStartTag"].as_str().map(str::to_owned),
        name,
    }
}

fn state_named(name: &str) -> InitialState {
    match name {
        "Data state" => InitialState::Data,
        "PLAINTEXT state" => InitialState::PlainText,
        "RCDATA state" => InitialState::Rcdata,
        "RAWTEXT state" => InitialState::RawText,
        "Script data state" => InitialState::ScriptData,
        "CDATA section state" => InitialState::CdataSection,
        other => panic!("unknown state {other}"),
    }
}

fn read_token(token: &Value, escaped: bool) -> Option<JsonToken> {
    let optional = |value: &Value| if value.is_null() { Some(None) } else { string(value, escaped).map(Some) };
    Some(match token[0].as_str().expect("a kind") {
        "DOCTYPE" => JsonToken::Doctype {
            name: optional(&token[1])?,
            public_id: optional(&token[2])?,
            system_id: optional(&token[3])?,
            correct: token[4].as_bool().expect("correctness"),
        },
        "StartTag" => JsonToken::StartTag {
            name: string(&token[1], escaped)?,
            attributes: token[2]
                .as_object()
                .expect("attributes")
                .iter()
                .map(|(name, value)| Some((unescape(name, escaped)?, string(value, escaped)?)))
                .collect::<Option<_>>()?,
            self_closing: token[3].as_bool().unwrap_or(false),
        },
        "EndTag" => JsonToken::EndTag(string(&token[1], escaped)?),
        "Comment" => JsonToken::Comment(string(&token[1], escaped)?),
        "Character" => JsonToken::Character(string(&token[1], escaped)?),
        other => panic!("unknown token {other}"),
    })
}

fn string(value: &Value, escaped: bool) -> Option<String> {
    unescape(value.as_str().expect("a string"), escaped)
}

/// Unescapes `\uHHHH` a second time for `doubleEscaped` tests; `None` if the result has a lone surrogate.
fn unescape(text: &str, escaped: bool) -> Option<String> {
    if !escaped {
        return Some(text.to_owned());
    }
    let mut parts = text.split("\\u");
    let mut units: Vec<u16> = parts.next().unwrap_or("").encode_utf16().collect();
    for part in parts {
        let (digits, rest) = part.split_at(4);
        units.push(u16::from_str_radix(digits, 16).expect("four hexadecimal digits"));
        units.extend(rest.encode_utf16());
    }
    String::from_utf16(&units).ok()
}
