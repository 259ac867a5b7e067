//! `evaluate encodings`: how often pages are read right whose label names the encoding that they are in, or another one.
//!
//! The texts of the corpora are encoded again, in every encoding of the Encoding Standard that has their characters, and
//! labelled with each of them. Short pages are the first words of the long ones. A false alarm is a page that would be
//! read right if its label were obeyed, and is not.

use super::corpus;
use blockmask::internals::arena::Bump;
use blockmask::internals::encoding::{EncodingSource, Labels, decode};
use blockmask::{Analyzer, Options};
use clap::Args;
use encoding_rs::{BIG5, EUC_JP, EUC_KR, Encoding, GB18030, GBK, SHIFT_JIS, UTF_8, WINDOWS_1252};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::io;
use std::path::PathBuf;

const CORPORA: [&str; 6] = ["wcxb", "aeb", "magic-html-article", "magic-html-forum", "trafilatura-eval", "htmldate"];
/// Every encoding of the Encoding Standard in which a page can be written, besides UTF-16.
const LABELS: [&str; 35] = [
    "UTF-8",
    "IBM866",
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
    "ISO-8859-16",
    "KOI8-R",
    "KOI8-U",
    "macintosh",
    "windows-874",
    "windows-1250",
    "windows-1251",
    "windows-1252",
    "windows-1253",
    "windows-1254",
    "windows-1255",
    "windows-1256",
    "windows-1257",
    "windows-1258",
    "x-mac-cyrillic",
    "GBK",
    "GB18030",
    "Big5",
    "EUC-JP",
    "ISO-2022-JP",
    "Shift_JIS",
    "EUC-KR",
];
/// Texts for each encoding and length.
const MAX_TEXTS: usize = 60;
/// Characters of a short page, and of a long one.
const LENGTHS: [(&str, usize); 2] = [("short", 120), ("long", 4000)];
/// Non-ASCII characters that a text needs, so that its encoding matters.
const MIN_NON_ASCII: usize = 4;

/// What a label says, and so which rule may overrule it.
const KINDS: [&str; 4] = ["UTF-8", "an East Asian encoding", "windows-1252", "another encoding"];

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
    overruled: usize,
    false_alarms: usize,
}

pub fn report(args: &EncodingArgs) -> io::Result<String> {
    let texts = texts(args)?;
    let mut out = String::new();
    for (name, length) in LENGTHS {
        let (mut by_encoding, mut by_label) = (String::new(), BTreeMap::new());
        for encoding in LABELS.map(labelled) {
            tally(encoding, &texts, length, &mut by_encoding, &mut by_label);
        }
        let _ = writeln!(out, "\n{name} pages, by label:\n");
        let _ = writeln!(
            out,
            "| label | true | pages | overruled | right if obeyed | right | false alarms |\n|---|---|---:|---:|---:|---:|---:|"
        );
        for ((kind, is_true), tally) in by_label {
            let Tally { pages, obeyed, read, overruled, false_alarms } = tally;
            let truth = if is_true { "yes" } else { "no" };
            let label = KINDS[kind];
            let _ = writeln!(out, "| {label} | {truth} | {pages} | {overruled} | {obeyed} | {read} | {false_alarms} |");
        }
        let _ = writeln!(
            out,
            "\n{name} pages, by encoding: texts; right under their own label, and of all other labels if obeyed and as read\n"
        );
        let _ = writeln!(out, "| encoding | texts | own label | obeyed | right |\n|---|---:|---:|---:|---:|");
        out.push_str(&by_encoding);
    }
    Ok(out)
}

impl Tally {
    fn add(&mut self, other: Tally) {
        self.pages += other.pages;
        self.obeyed += other.obeyed;
        self.read += other.read;
        self.overruled += other.overruled;
        self.false_alarms += other.false_alarms;
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
    Encoding::for_label(label.as_bytes()).unwrap_or(UTF_8)
}

/// The index in [`KINDS`].
fn kind_of(label: &'static Encoding) -> usize {
    match label {
        _ if label == UTF_8 => 0,
        _ if [GBK, GB18030, BIG5, EUC_JP, SHIFT_JIS, EUC_KR].contains(&label) => 1,
        _ if label == WINDOWS_1252 => 2,
        _ => 3,
    }
}

/// Adds the pages in an encoding, by label.
fn tally(
    encoding: &'static Encoding,
    texts: &[String],
    length: usize,
    by_encoding: &mut String,
    by_label: &mut BTreeMap<(usize, bool), Tally>,
) {
    let (mut own, mut others) = (Tally::default(), Tally::default());
    let cut = texts.iter().map(|text| text.chars().take(length).collect::<String>());
    let matters = |text: &String| text.chars().filter(|c| !c.is_ascii()).count() >= MIN_NON_ASCII;
    for text in cut.filter(matters).filter(|text| !encoding.encode(text).2).take(MAX_TEXTS) {
        for label in LABELS.map(labelled) {
            let page = tally_of(encoding, label, &text);
            if label == encoding {
                own.add(page)
            } else {
                others.add(page)
            }
            by_label.entry((kind_of(label), label == encoding)).or_default().add(page);
        }
    }
    let Tally { obeyed, read, .. } = others;
    if own.pages > 0 {
        let _ = writeln!(by_encoding, "| {} | {} | {} | {obeyed} | {read} |", encoding.name(), own.pages, own.read);
    }
}

/// How one page is read.
fn tally_of(encoding: &'static Encoding, label: &'static Encoding, text: &str) -> Tally {
    let markup = format!("<meta charset={}><p>", label.name());
    let page = [markup.as_bytes(), &encoding.encode(text).0].concat();
    let is_obeyed_right = label.decode_without_bom_handling(&page[markup.len()..]).0 == text;
    let arena = Bump::new();
    let Ok(decoded) = decode(&arena, &page, None, Labels::Checked) else { return Tally::default() };
    let is_right = decoded.view.ends_with(text.as_bytes());
    Tally {
        pages: 1,
        obeyed: is_obeyed_right.into(),
        read: is_right.into(),
        overruled: (decoded.source != EncodingSource::Meta).into(),
        false_alarms: (is_obeyed_right && !is_right).into(),
    }
}
