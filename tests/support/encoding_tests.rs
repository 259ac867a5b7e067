//! Runs the encoding tests of html5lib-tests, in the format of the tree construction tests with a section `#encoding`.

use std::path::PathBuf;

use blockmask::internals::arena::Bump;
use blockmask::internals::encoding::{EncodingSource, Labels, decode};
use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};

use super::suite::{Suite, Summary};

/// Why the encoding of a page differs on purpose.
const EVIDENT: &str =
    "converted to UTF-8 after its encoding was declared: text that is evidently UTF-8 is read as UTF-8";
const LATE: &str = "declared after the first 1,024 bytes: read as UTF-8, unless the page is malformed in it";
const FALLBACK: &str = "not declared: well-formed UTF-8 is read as UTF-8, not as windows-1252";

/// Runs every test of the files.
pub fn run(title: &str, files: &[PathBuf]) -> Summary {
    let mut suite = Suite::new(title, &[]);
    for path in files {
        let file = path.file_name().expect("a file").to_string_lossy().into_owned();
        suite.begin_file(&file);
        let bytes = std::fs::read(path).unwrap_or_else(|e| panic!("{file}: {e}"));
        for (number, (data, label)) in cases(&bytes).into_iter().enumerate() {
            let expected = Encoding::for_label(label.as_bytes()).expect("an encoding");
            match outcome(data, expected) {
                Outcome::Passed => suite.record(&format!("{file}: {number}"), None),
                Outcome::Different(reason) => suite.differ(reason),
                Outcome::Failed(what) => suite.record(&format!("{file}: {number}"), Some(format!("  {what}"))),
            }
        }
    }
    suite.finish()
}

enum Outcome {
    Passed,
    Different(&'static str),
    Failed(String),
}

/// Compares the decision for a page. A byte is appended that is malformed in UTF-8 to see what the library decides if
/// the page cannot be UTF-8.
fn outcome(data: &[u8], expected: &'static Encoding) -> Outcome {
    let arena = Bump::new();
    let decoded = decode(&arena, data, None, Labels::Checked).expect("a page");
    let broken = [data, b"\n\xFF"].concat();
    let late = decode(&arena, &broken, None, Labels::Checked).expect("a page");
    let is_declared = matches!(decoded.source, EncodingSource::Bom | EncodingSource::Meta);
    let is_utf8 = std::str::from_utf8(data).is_ok_and(|text| text.chars().filter(|c| !c.is_ascii()).count() >= 4);
    let (reason, as_documented) = if is_utf8 && expected != UTF_8 {
        (EVIDENT, (decoded.encoding, decoded.source) == (UTF_8, EncodingSource::Utf8Validity))
    } else if is_declared {
        return match decoded.encoding == expected {
            true => Outcome::Passed,
            false => Outcome::Failed(format!("{} instead of {}", decoded.encoding.name(), expected.name())),
        };
    } else if late.source == EncodingSource::LateMeta {
        (LATE, late.encoding == expected && data.len() > 1024)
    } else {
        (FALLBACK, expected == WINDOWS_1252 && late.source == EncodingSource::Detector)
    };
    match as_documented {
        true => Outcome::Different(reason),
        false => Outcome::Failed(format!("{:?}: {decoded:?}, {late:?}", String::from_utf8_lossy(data))),
    }
}

/// The `#data` and `#encoding` sections of a test file.
fn cases(file: &[u8]) -> Vec<(&[u8], String)> {
    let mut cases = Vec::new();
    let mut data = None;
    let mut start = 0;
    let mut expect_name = false;
    let mut position = 0;
    for line in file.split_inclusive(|&byte| byte == b'\n') {
        let end = position + line.len();
        match line.trim_ascii_end() {
            b"#data" => start = end,
            b"#encoding" => {
                data = Some(&file[start..position]);
                expect_name = true;
            }
            name if expect_name => {
                cases.extend(data.take().map(|data| (data, String::from_utf8_lossy(name).into_owned())));
                expect_name = false;
            }
            _ => {}
        }
        position = end;
    }
    cases
}
