//! The languages that blockmask, whichlang and whatlang detect, on texts of known languages: `make compare-languages`.
//!
//! ```text
//! languages FOLDER
//! ```
//! `FOLDER/CORPUS/LANGUAGE.txt` has a paragraph on each line, as `lab/training/languages.py` writes them. The answers of
//! all languages that a detector knows count.

#[allow(dead_code, reason = "other programs use the rest")]
mod clock;

use blockmask::{Analyzer, Options};
use clock::nanoseconds;
use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::path::Path;

/// The texts of each language and length.
const TEXTS: usize = 200;
/// Languages with fewer texts are left out.
const LEAST: usize = 20;
const LENGTHS: [usize; 3] = [5, 10, 20];
/// The words of a page, and of each of its paragraphs.
const PAGE: usize = 300;
const PARAGRAPH: usize = 30;
/// Upper ends of the classes of confidence.
const CLASSES: [f32; 5] = [0.7, 0.8, 0.9, 0.99, 1.01];

/// The languages that each of the three detectors knows.
const COMMON: [&str; 16] =
    ["ar", "nl", "en", "fr", "de", "hi", "it", "ja", "ko", "pt", "ru", "es", "sv", "tr", "vi", "zh"];

/// By language: its paragraphs.
type Corpus = BTreeMap<String, Vec<String>>;
type Detector = fn(&mut Analyzer, &str) -> String;

const DETECTORS: [(&str, Detector); 3] = [
    ("blockmask", |analyzer, text| of_block(analyzer, text).0),
    ("whichlang 0.1", |_, text| two_letters(whichlang::detect_language(text).three_letter_code())),
    ("whatlang 0.18", |_, text| two_letters(whatlang::detect_lang(text).map_or("", |found| found.code()))),
];

/// A page with a paragraph, which has no letters that markup could be.
fn page(paragraphs: &[String]) -> String {
    let escaped = |text: &String| format!("<p>{}</p>\n", text.replace('&', "&amp;").replace('<', "&lt;"));
    paragraphs.iter().map(escaped).collect()
}

/// The language of a paragraph, and how sure it is.
fn of_block(analyzer: &mut Analyzer, text: &str) -> (String, f32) {
    let page = page(&[text.to_owned()]);
    let Ok(document) = analyzer.analyze(page.as_bytes()) else { return Default::default() };
    let found = document.block_languages();
    found.first().map(|found| (found.language.unwrap_or_default().to_owned(), found.confidence)).unwrap_or_default()
}

/// Codes of ISO 639-3 as codes of ISO 639-1.
fn two_letters(code: &str) -> String {
    const CODES: &str = "ara ar ben bn bul bg cat ca ces cs cmn zh dan da deu de ell el eng en epo eo est et fin fi fra fr \
        heb he hin hi hrv hr hun hu ind id ita it jpn ja kat ka kor ko lav lv lit lt mkd mk mar mr nld nl nob nb pes fa \
        pol pl por pt ron ro rus ru slk sk slv sl spa es srp sr swe sv tam ta tha th tur tr ukr uk urd ur vie vi";
    let mut codes = CODES.split_whitespace();
    while let (Some(three), Some(two)) = (codes.next(), codes.next()) {
        if three == code {
            return two.to_owned();
        }
    }
    code.to_owned()
}

fn corpora(folder: &Path) -> Result<Vec<(String, Corpus)>, Box<dyn Error>> {
    let mut corpora = Vec::new();
    for corpus in fs::read_dir(folder)? {
        let path = corpus?.path();
        let mut languages = Corpus::new();
        for file in fs::read_dir(&path)? {
            let file = file?.path();
            let language = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            languages.insert(language, fs::read_to_string(&file)?.lines().map(str::to_owned).collect());
        }
        corpora.push((path.file_name().unwrap_or_default().to_string_lossy().into_owned(), languages));
    }
    corpora.sort();
    Ok(corpora)
}

/// Some texts of a length, spread over the paragraphs.
fn texts(paragraphs: &[String], words: usize) -> Vec<String> {
    let long: Vec<Vec<&str>> = paragraphs.iter().map(|text| text.split_whitespace().collect()).collect();
    let long: Vec<&Vec<&str>> = long.iter().filter(|text| text.len() >= words).collect();
    let step = long.len().div_ceil(TEXTS).max(1);
    long.into_iter().step_by(step).map(|text| text[..words].join(" ")).collect()
}

fn share(right: usize, all: usize) -> f64 {
    right as f64 / all.max(1) as f64
}

/// The mean share of right answers over the languages.
fn print_accuracy(corpora: &[(String, Corpus)], only: Option<&[&str]>) {
    println!("| corpus | languages | words | {} |", DETECTORS.map(|(name, _)| name).join(" | "));
    println!("|---|--:|--:|{}", "--:|".repeat(DETECTORS.len()));
    let mut analyzer = Analyzer::new(Options::default());
    for (name, corpus) in corpora {
        for words in LENGTHS {
            let asked = corpus.iter().filter(|(language, _)| only.is_none_or(|only| only.contains(&language.as_str())));
            let asked = asked.map(|(language, paragraphs)| (language, texts(paragraphs, words)));
            let asked: Vec<_> = asked.filter(|(_, texts)| texts.len() >= LEAST).collect();
            let means = DETECTORS.map(|(_, detect)| {
                let shares = asked.iter().map(|(language, texts)| {
                    share(texts.iter().filter(|text| detect(&mut analyzer, text) == **language).count(), texts.len())
                });
                format!("{:.3}", shares.sum::<f64>() / asked.len().max(1) as f64)
            });
            println!("| {name} | {} | {words} | {} |", asked.len(), means.join(" | "));
        }
    }
}

/// How often answers of a confidence are right.
fn print_reliability(corpora: &[(String, Corpus)]) {
    println!("\n| confidence | texts | right |\n|---|--:|--:|");
    let mut analyzer = Analyzer::new(Options::default());
    let mut classes = [(0, 0); CLASSES.len()];
    for (language, paragraphs) in corpora.iter().flat_map(|(_, corpus)| corpus) {
        for text in LENGTHS.into_iter().flat_map(|words| texts(paragraphs, words)) {
            let (found, confidence) = of_block(&mut analyzer, &text);
            let class = CLASSES.iter().position(|end| confidence < *end).unwrap_or_default();
            if confidence > 0.0 {
                classes[class].0 += 1;
                classes[class].1 += usize::from(found == *language);
            }
        }
    }
    let mut start = 0.6;
    for (end, (all, right)) in CLASSES.into_iter().zip(classes) {
        println!("| {start:.2} to {:.2} | {all} | {:.3} |", end.min(1.0), share(right, all));
        start = end;
    }
}

/// Paragraphs of a page in one language.
fn paragraphs_of_page(paragraphs: &[String], number: usize) -> Vec<String> {
    let words: Vec<&str> = paragraphs.iter().flat_map(|text| text.split_whitespace()).collect();
    let start = (number * PAGE) % words.len().saturating_sub(PAGE).max(1);
    words[start..].iter().take(PAGE).collect::<Vec<_>>().chunks(PARAGRAPH).map(join).collect()
}

fn join(words: &[&&str]) -> String {
    words.iter().map(|word| **word).collect::<Vec<_>>().join(" ")
}

/// Pages of one language, and pages of which every third paragraph is of another one.
fn print_pages(corpora: &[(String, Corpus)]) {
    println!("\n| corpus | pages | language of the page | of pages in two, the one of two thirds | their paragraphs |");
    println!("|---|--:|--:|--:|--:|");
    let mut analyzer = Analyzer::new(Options::default());
    for (name, corpus) in corpora {
        let long =
            |paragraphs: &Vec<String>| paragraphs.iter().map(|text| text.split(' ').count()).sum::<usize>() > PAGE;
        let languages: Vec<_> = corpus.iter().filter(|(_, paragraphs)| long(paragraphs)).collect();
        let (mut pages, mut right, mut pages_of_two, mut right_of_two, mut blocks, mut right_blocks) =
            (0, 0, 0, 0, 0, 0);
        for (i, (language, paragraphs)) in languages.iter().enumerate() {
            for number in 0..10 {
                let (other, others) = languages[(i + 1 + number) % languages.len()];
                let mut parts = paragraphs_of_page(paragraphs, number);
                let main = |analyzer: &mut Analyzer, parts: &[String]| {
                    let page = page(parts);
                    let Ok(document) = analyzer.analyze(page.as_bytes()) else { return Default::default() };
                    let blocks: Vec<_> = document.block_languages().iter().map(|found| found.language).collect();
                    (document.page_language().language, blocks)
                };
                pages += 1;
                right += usize::from(main(&mut analyzer, &parts).0 == Some(language.as_str()));
                if other == *language {
                    continue;
                }
                let foreign = paragraphs_of_page(others, number);
                parts.iter_mut().zip(foreign).skip(1).step_by(3).for_each(|(part, foreign)| *part = foreign);
                let (of_page, of_blocks) = main(&mut analyzer, &parts);
                pages_of_two += 1;
                right_of_two += usize::from(of_page == Some(language.as_str()));
                for (number, found) in of_blocks.iter().enumerate() {
                    let expected = if number % 3 == 1 { other } else { *language };
                    blocks += 1;
                    right_blocks += usize::from(*found == Some(expected.as_str()));
                }
            }
        }
        let [right, right_of_two] = [share(right, pages), share(right_of_two, pages_of_two)];
        println!("| {name} | {pages} | {right:.3} | {right_of_two:.3} | {:.3} |", share(right_blocks, blocks));
    }
}

/// Nanoseconds for each byte of texts of 20 words; of blockmask for the pages that have them, less the time of an analysis.
fn print_times(corpora: &[(String, Corpus)]) {
    let all = corpora.iter().flat_map(|(_, corpus)| corpus.values()).flat_map(|paragraphs| texts(paragraphs, 20));
    let all: Vec<String> = all.collect();
    let bytes: usize = all.iter().map(String::len).sum();
    let mut analyzer = Analyzer::new(Options::default());
    println!("\n| detector | ns per byte |\n|---|--:|");
    for (name, detect) in &DETECTORS[1..] {
        let time = nanoseconds(|| all.iter().for_each(|text| drop(detect(&mut analyzer, text))));
        println!("| {name} | {:.1} |", time / bytes as f64);
    }
    let page = page(&all);
    if let Ok(document) = analyzer.analyze(page.as_bytes()) {
        let time = nanoseconds(|| drop(document.block_languages()));
        println!("| {} | {:.1} |", DETECTORS[0].0, time / bytes as f64);
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).ok_or("usage: languages FOLDER")?;
    let corpora = corpora(Path::new(&folder))?;
    println!("All languages:\n");
    print_accuracy(&corpora, None);
    println!("\nThe languages that all of them know:\n");
    print_accuracy(&corpora, Some(&COMMON));
    print_reliability(&corpora);
    print_pages(&corpora);
    print_times(&corpora);
    Ok(())
}
