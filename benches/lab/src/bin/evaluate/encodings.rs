//! `evaluate encodings`: how often pages are read right whose label names the encoding that they are in, or another one.
//!
//! The texts of the corpora are encoded again, in every encoding of the Encoding Standard that has their characters, and
//! labelled with each of them. Short pages are the first sentence or so of the long ones.

use super::corpus;
use blockmask::internals::arena::Bump;
use blockmask::internals::encoding::{Labels, decode};
use blockmask::{Analyzer, Options};
use clap::Args;
use encoding_rs::Encoding;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::io;
use std::path::PathBuf;

const CORPORA: [&str; 5] = ["wcxb", "aeb", "magic-html-article", "magic-html-forum", "trafilatura-eval"];
const LABELS: [&str; 30] = [
    "UTF-8",
    "windows-1252",
    "windows-1250",
    "windows-1251",
    "windows-1253",
    "windows-1254",
    "windows-1255",
    "windows-1256",
    "windows-1257",
    "windows-1258",
    "windows-874",
    "ISO-8859-2",
    "ISO-8859-3",
    "ISO-8859-4",
    "ISO-8859-5",
    "ISO-8859-6",
    "ISO-8859-7",
    "ISO-8859-8",
    "ISO-8859-10",
    "ISO-8859-13",
    "ISO-8859-14",
    "ISO-8859-15",
    "KOI8-R",
    "macintosh",
    "GBK",
    "GB18030",
    "Big5",
    "EUC-JP",
    "Shift_JIS",
    "EUC-KR",
];
/// Texts for each encoding and length.
const MAX_TEXTS: usize = 60;
/// Characters of a short page, and of a long one.
const LENGTHS: [(&str, usize); 2] = [("short", 120), ("long", 4000)];
/// Non-ASCII characters that a text needs, so that its encoding matters.
const MIN_NON_ASCII: usize = 4;

#[derive(Args)]
pub struct EncodingArgs {
    /// The folder with the labeled pages
    #[arg(long, value_name = "DIR", default_value = "../shared")]
    shared: PathBuf,
}

/// Pages under some kind of label, and how many are read right, obeying the label and by the library.
#[derive(Clone, Copy, Default)]
struct Tally {
    pages: usize,
    obeyed: usize,
    read: usize,
}

pub fn report(args: &EncodingArgs) -> io::Result<String> {
    let texts = texts(args)?;
    let mut out = String::new();
    for (name, length) in LENGTHS {
        let _ = writeln!(out, "\n{name} pages: of all, right if labels are obeyed, right as read\n");
        let _ = writeln!(
            out,
            "| encoding | true label | label UTF-8 | label windows-1252 | other labels |\n|---|---|---|---|---|"
        );
        let mut sums: BTreeMap<usize, Tally> = BTreeMap::new();
        for encoding in LABELS.map(labelled) {
            let tallies = tallies(encoding, &texts, length);
            let cells = tallies.iter().map(|tally| format!(" {} |", tally.cell())).collect::<String>();
            let _ = writeln!(out, "| {} |{cells}", encoding.name());
            for (column, tally) in tallies.iter().enumerate() {
                sums.entry(column).or_default().add(*tally);
            }
        }
        let cells = sums.values().map(|tally| format!(" {} |", tally.cell())).collect::<String>();
        let _ = writeln!(out, "| all |{cells}");
    }
    Ok(out)
}

impl Tally {
    fn add(&mut self, other: Tally) {
        self.pages += other.pages;
        self.obeyed += other.obeyed;
        self.read += other.read;
    }

    fn cell(self) -> String {
        format!("{} {} {}", self.pages, self.obeyed, self.read)
    }
}

/// The texts of the corpora, one for each domain.
fn texts(args: &EncodingArgs) -> io::Result<Vec<String>> {
    let mut analyzer = Analyzer::new(Options::default());
    let mut texts = BTreeMap::new();
    for name in CORPORA {
        for page in corpus::pages(&args.shared, name)? {
            let bytes = page.bytes()?;
            if std::str::from_utf8(&bytes).is_ok() {
                let document = analyzer.analyze(&bytes).map_err(io::Error::other)?;
                texts.entry(page.domain).or_insert_with(|| document.main_text().text().to_owned());
            }
        }
    }
    Ok(texts.into_values().collect())
}

fn labelled(label: &str) -> &'static Encoding {
    Encoding::for_label(label.as_bytes()).unwrap_or(encoding_rs::UTF_8)
}

/// The pages in an encoding, by label: the true one, UTF-8, `windows-1252`, others.
fn tallies(encoding: &'static Encoding, texts: &[String], length: usize) -> [Tally; 4] {
    let mut tallies = [Tally::default(); 4];
    let cut = texts.iter().map(|text| text.chars().take(length).collect::<String>());
    let matters = |text: &String| text.chars().filter(|c| !c.is_ascii()).count() >= MIN_NON_ASCII;
    for text in cut.filter(matters).filter(|text| !encoding.encode(text).2).take(MAX_TEXTS) {
        for label in LABELS.map(labelled) {
            let column = match label.name() {
                _ if label == encoding => 0,
                "UTF-8" => 1,
                "windows-1252" => 2,
                _ => 3,
            };
            let markup = format!("<meta charset={}><p>", label.name());
            let page = [markup.as_bytes(), &encoding.encode(&text).0].concat();
            let obeyed = label.decode_without_bom_handling(&page[markup.len()..]).0 == text;
            let arena = Bump::new();
            let read = decode(&arena, &page, None, Labels::Checked)
                .is_ok_and(|decoded| decoded.view.ends_with(text.as_bytes()));
            tallies[column].add(Tally { pages: 1, obeyed: obeyed.into(), read: read.into() });
        }
    }
    tallies
}
