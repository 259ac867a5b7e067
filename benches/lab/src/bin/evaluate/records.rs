//! `evaluate records`: how well the records of result lists and the posts of threads are found.
//!
//! The labels give the texts of records, not their places. A record is located by what is unique on the page among the
//! first and last words of its fields, or else by the next place of the longest of these. A found record is right if
//! exactly one labeled record is located in it, and if it has nine tenths of the words of that, as far as they are on
//! the page at all. It is exact if also at most a tenth of its words are
//! foreign: before or after the words of the label, and not printed by the template in half of the found records. A labeled record of which fewer than
//! half of the words are on the page is left out.

use super::corpus::{self, LabeledPage};
use super::words::words;
use blockmask::{Analyzer, BlockFlags, Document, Options, Parts};
use clap::Args;
use cpu_time::ThreadTime;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::io;
use std::ops::Range;
use std::path::PathBuf;

/// Corpora with labeled records.
const CORPORA: [&str; 2] = ["records-testbed2017", "harvest-forum"];
/// Corpora of articles, which have no records.
const ARTICLES: [&str; 2] = ["aeb", "magic-html-article"];
/// Halves of each corpus by domain: thresholds were chosen on the first.
const HALVES: [(u64, &str); 2] = [(1, "development"), (0, "held out")];
/// Words at the beginning and the end of a field that locate it.
const PROBE: usize = 6;
/// The minimum share of the words in a correct record, and of its own words in an exact one, in percent.
const MIN_WORDS: usize = 90;

#[derive(Args)]
pub struct RecordArgs {
    /// The folder with the labeled pages
    #[arg(long, value_name = "DIR", default_value = "../shared")]
    shared: PathBuf,
    /// Print the scores of each page
    #[arg(long)]
    detail: bool,
}

/// Numbers of records.
#[derive(Clone, Copy, Default)]
struct Counts {
    pages: usize,
    labeled: usize,
    found: usize,
    right: usize,
    exact: usize,
    in_region: usize,
    /// CPU seconds of the analysis, and of finding the records.
    seconds: (f64, f64),
}

impl Counts {
    fn add(&mut self, other: &Counts) {
        self.pages += other.pages;
        self.labeled += other.labeled;
        self.found += other.found;
        self.right += other.right;
        self.exact += other.exact;
        self.in_region += other.in_region;
        self.seconds.0 += other.seconds.0;
        self.seconds.1 += other.seconds.1;
    }

    /// F1, if this many of the records are right.
    fn f1(&self, right: usize) -> f64 {
        2.0 * right as f64 / (self.labeled + self.found).max(1) as f64
    }
}

pub fn report(args: &RecordArgs) -> io::Result<String> {
    let mut analyzer = Analyzer::new(Options::with_parts(Parts::ALL));
    let mut out = String::new();
    let _ = writeln!(
        out,
        "| corpus | domains | pages | records | found | correct, of these in the main region | F1 | exact | precision | recall | F1 |"
    );
    let _ = writeln!(out, "|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|");
    let (mut pages_measured, mut seconds) = (0, (0.0, 0.0));
    for name in CORPORA {
        let mut halves = [Counts::default(); HALVES.len()];
        for page in corpus::pages(&args.shared, name)? {
            let counts = measure(&mut analyzer, &page)?;
            pages_measured += 1;
            let half = HALVES.iter().position(|&(fold, _)| fold == page.fold(2)).unwrap_or(0);
            halves[half].add(&counts);
            if args.detail {
                eprintln!(
                    "{:.2} {:.2} {} of {} in {}, {} found",
                    counts.f1(counts.exact),
                    counts.f1(counts.right),
                    counts.exact,
                    counts.labeled,
                    page.id,
                    counts.found
                );
            }
        }
        let mut all = Counts::default();
        for (half, (_, title)) in halves.iter().zip(HALVES) {
            all.add(half);
            let _ = writeln!(out, "{}", row(name, title, half));
        }
        let _ = writeln!(out, "{}", row(name, "all", &all));
        seconds = (seconds.0 + all.seconds.0, seconds.1 + all.seconds.1);
    }
    if pages_measured == 0 {
        return Ok(format!("skipped: there are no labeled pages in {}\n", args.shared.display()));
    }
    for name in ARTICLES {
        let (mut pages, mut with_records) = (0, 0);
        for page in corpus::pages(&args.shared, name)? {
            pages += 1;
            let bytes = page.bytes()?;
            let document = analyzer.analyze(&bytes).map_err(io::Error::other)?;
            with_records += usize::from(!document.records().is_empty());
        }
        let _ = writeln!(out, "\n{name}: records are found on {with_records} of {pages} pages with an article.");
    }
    let share = 100.0 * seconds.1 / seconds.0;
    let _ = writeln!(out, "\nFinding the records takes {share:.1} % of the CPU time of an analysis.");
    Ok(out)
}

fn row(corpus: &str, half: &str, counts: &Counts) -> String {
    let &Counts { pages, labeled, found, right, exact, in_region, .. } = counts;
    let share = |of: usize| exact as f64 / of.max(1) as f64;
    let scores = format!("{exact} | {:.3} | {:.3} | {:.3}", share(found), share(labeled), counts.f1(exact));
    let f1 = counts.f1(right);
    format!("| {corpus} | {half} | {pages} | {labeled} | {found} | {right}, {in_region} | {f1:.3} | {scores} |")
}

fn measure(analyzer: &mut Analyzer, page: &LabeledPage) -> io::Result<Counts> {
    let bytes = page.bytes()?;
    let start = ThreadTime::now();
    let document = analyzer.analyze(&bytes).map_err(io::Error::other)?;
    let analysis = start.elapsed().as_secs_f64();
    let start = ThreadTime::now();
    let records = document.records();
    let seconds = (analysis, start.elapsed().as_secs_f64());
    let labels = Labels::of(&document, page);
    let mut counts = labels.compare(records.iter().map(|record| record.blocks()));
    counts.seconds = seconds;
    for record in records.iter().filter(|record| labels.matching(record.blocks(), &BTreeSet::new()).is_some()) {
        let mut blocks = record.blocks().filter_map(|index| document.block(index));
        counts.in_region += usize::from(blocks.any(|block| block.is_in_main_region()));
    }
    Ok(counts)
}

/// The labeled records of a page, and its words.
struct Labels {
    text: PageWords,
    labeled: Vec<Located>,
}

impl Labels {
    fn of(document: &Document<'_>, page: &LabeledPage) -> Labels {
        let text = PageWords::of(document);
        let posts = page.posts.iter().map(|post| vec![post.clone()]);
        let labeled = text.locate(&page.records.iter().cloned().chain(posts).collect::<Vec<_>>());
        Labels { text, labeled }
    }

    /// Compares found records, as ranges of blocks, with the labels.
    fn compare(&self, found: impl Iterator<Item = Range<usize>> + Clone) -> Counts {
        let mut counts = Counts { pages: 1, labeled: self.labeled.len(), ..Counts::default() };
        let mut right = BTreeSet::new();
        let template = self.template(found.clone());
        for blocks in found {
            counts.found += 1;
            if let Some((labeled, is_exact)) = self.matching(blocks, &template)
                && right.insert(labeled)
            {
                counts.right += 1;
                counts.exact += usize::from(is_exact);
            }
        }
        counts
    }

    /// The words that at least half of the found records have.
    fn template(&self, found: impl Iterator<Item = Range<usize>> + Clone) -> BTreeSet<String> {
        let words_of = |blocks| self.text.words[self.text.of_blocks(blocks)].iter().collect::<BTreeSet<_>>();
        let counts = count(found.clone().flat_map(words_of).map(String::as_str));
        let least = found.count().div_ceil(2).max(2);
        counts.into_iter().filter(|&(_, count)| count >= least).map(|(word, _)| word).collect()
    }

    /// The labeled record that a range of blocks is, and whether it is exactly that.
    fn matching(&self, blocks: Range<usize>, template: &BTreeSet<String>) -> Option<(usize, bool)> {
        let range = self.text.of_blocks(blocks);
        let is_inside = |located: &Located| located.places.iter().any(|place| range.contains(place));
        let mut inside = self.labeled.iter().enumerate().filter(|(_, located)| is_inside(located));
        let (index, located) = inside.next()?;
        let held = common(&located.words, &count(self.text.words[range.clone()].iter().map(String::as_str)));
        let is_right = inside.next().is_none() && 100 * held >= MIN_WORDS * located.words.values().sum::<usize>();
        // Labels are the values of some fields: what is between these, and what the template prints, is not foreign.
        let words = &self.text.words[range];
        let is_own = |word: &String| located.words.contains_key(word) || template.contains(word);
        let ends = words.iter().position(is_own).zip(words.iter().rposition(is_own));
        let own = ends.map_or(0, |(first, last)| last + 1 - first);
        is_right.then_some((index, 100 * own >= MIN_WORDS * words.len()))
    }
}

/// A labeled record on the page: its words with their numbers, and where it is.
struct Located {
    words: BTreeMap<String, usize>,
    places: Vec<usize>,
}

/// The words of the blocks of a page, in lower case.
struct PageWords {
    words: Vec<String>,
    /// By block: the number of its first word, and one past its last.
    blocks: Vec<Range<usize>>,
    /// By word: where it is.
    places: BTreeMap<String, Vec<usize>>,
}

impl PageWords {
    fn of(document: &Document<'_>) -> PageWords {
        let mut text = PageWords { words: Vec::new(), blocks: Vec::new(), places: BTreeMap::new() };
        for block in document.blocks() {
            let start = text.words.len();
            if !block.flags().contains(BlockFlags::IN_HEAD) {
                text.words.extend(words(block.text()).map(str::to_lowercase));
            }
            text.blocks.push(start..text.words.len());
        }
        for (place, word) in text.words.iter().enumerate() {
            text.places.entry(word.clone()).or_default().push(place);
        }
        text
    }

    fn of_blocks(&self, blocks: Range<usize>) -> Range<usize> {
        self.blocks[blocks.start].start..self.blocks[blocks.end - 1].end
    }

    /// Where a sequence of words begins.
    fn find(&self, sequence: &[String]) -> Vec<usize> {
        let starts = sequence.first().and_then(|first| self.places.get(first));
        let is_here = |&&place: &&usize| self.words[place..].starts_with(sequence);
        starts.into_iter().flatten().filter(is_here).copied().collect()
    }

    /// The records that are on the page.
    fn locate(&self, records: &[Vec<String>]) -> Vec<Located> {
        let available = count(self.words.iter().map(String::as_str));
        let mut after = 0;
        let mut all = Vec::new();
        for fields in records {
            let fields: Vec<Vec<String>> = fields.iter().map(|field| field_words(field)).collect();
            let total = fields.iter().map(Vec::len).sum::<usize>();
            let mut wanted = count(fields.iter().flatten().map(String::as_str));
            wanted.iter_mut().for_each(|(word, count)| *count = (*count).min(*available.get(word).unwrap_or(&0)));
            let found = wanted.values().sum::<usize>();
            if total == 0 || 2 * found < total {
                continue;
            }
            let places = self.places_of(&fields, after);
            let Some(&first) = places.iter().min() else { continue };
            after = first + 1;
            all.push(Located { words: wanted, places });
        }
        all
    }

    fn places_of(&self, fields: &[Vec<String>], after: usize) -> Vec<usize> {
        let ends = |field: &Vec<String>| {
            let len = field.len().min(PROBE);
            [field[..len].to_vec(), field[field.len() - len..].to_vec()]
        };
        let probes: BTreeSet<Vec<String>> = fields.iter().flat_map(ends).filter(|probe| !probe.is_empty()).collect();
        let found: Vec<(usize, Vec<usize>)> = probes
            .iter()
            .map(|probe| (probe.len(), self.find(probe)))
            .filter(|(_, places)| !places.is_empty())
            .collect();
        let unique: Vec<usize> =
            found.iter().filter(|(len, places)| *len > 1 && places.len() == 1).map(|(_, places)| places[0]).collect();
        if !unique.is_empty() {
            return unique;
        }
        let longest = found.iter().max_by_key(|(len, _)| *len);
        let next =
            |(_, places): &(usize, Vec<usize>)| places.iter().find(|&&place| place >= after).or(places.last()).copied();
        longest.and_then(next).into_iter().collect()
    }
}

/// The words of a label, in which some character references are left.
fn field_words(field: &str) -> Vec<String> {
    let decoded = field.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&");
    words(&decoded).map(str::to_lowercase).collect()
}

fn count<'w>(words: impl Iterator<Item = &'w str>) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    words.for_each(|word| *counts.entry(word.to_owned()).or_default() += 1);
    counts
}

fn common(a: &BTreeMap<String, usize>, b: &BTreeMap<String, usize>) -> usize {
    a.iter().map(|(word, &count)| count.min(b.get(word).copied().unwrap_or(0))).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn found_records_are_compared_with_labels() {
        let html = b"<p>Rain fell on the city</p><p>The river rose</p><p>Rain fell on the hills</p><p>New</p>";
        let mut analyzer = Analyzer::default();
        let document = analyzer.analyze(html).unwrap();
        let text = PageWords::of(&document);
        let record = |fields: &[&str]| fields.iter().map(|&field| field.to_owned()).collect::<Vec<_>>();
        let labels = [record(&["Rain fell on the city", "river rose"]), record(&["Rain fell on the hills", "absent"])];
        let absent = text.locate(&[record(&["not here at all"])]);
        let labeled = text.locate(&labels);
        let places: Vec<&[usize]> = labeled.iter().map(|located| &located.places[..]).collect();
        assert_eq!(places, [&[0, 6][..], &[8]]);
        let labels = Labels { text, labeled };
        let right = |blocks| labels.matching(blocks, &BTreeSet::new());
        assert_eq!((right(0..2), right(0..1), right(1..3), right(0..3)), (Some((0, true)), None, None, None));
        assert_eq!((right(2..3), right(2..4), right(3..4)), (Some((1, true)), Some((1, false)), None));
        assert!(absent.is_empty());
    }
}
