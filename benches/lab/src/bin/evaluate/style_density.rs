//! Evaluates page layouts by accuracy and areas by RA (Pappas et al. 2012, equation 4).
//!
//! The three classes follow from the page types of the corpora: an article or a product page has one main text, a forum
//! page is a thread, a listing or a collection has several areas. A page type does not tell whether an article has
//! comments, so `article-with-comments` is accepted for it. The paper regards threads as several areas, and the learned
//! method as a post with comments; the report has the macro accuracy for either reading and for accepting both.

use super::corpus::{self, LabeledPage};
use blockmask::internals::arena::Bump;
use blockmask::internals::page::unicode::{TOKEN, class};
use blockmask::internals::style_density::{
    PageLayout, StyleDensity, StyleDensityMethod, StyleDensityOptions, TagSet, analyze,
};
use blockmask::{Analyzer, Options, UnknownName};
use clap::Args;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::io;
use std::path::PathBuf;

#[derive(Args)]
pub struct StyleDensityArgs {
    /// The folder that contains `corpus`
    #[arg(long, value_name = "DIR", default_value = "../shared")]
    shared: PathBuf,
    /// The method: `paper` or `learned`
    #[arg(long, value_name = "NAME", default_value = "learned", value_parser = method)]
    method: StyleDensityMethod,
    /// T1 of `paper`, in percent
    #[arg(long, default_value_t = StyleDensityOptions::default().t1,
          value_parser = clap::value_parser!(u8).range(..=100))]
    t1: u8,
    /// T2 of `paper`, in characters
    #[arg(long, default_value_t = StyleDensityOptions::default().t2)]
    t2: u32,
    /// Use the strong tags of the paper authors' program, for `paper`
    #[arg(long)]
    program: bool,
    /// Keep nested regions separate, for `paper`
    #[arg(long)]
    keep_nested: bool,
    /// Require that the article is the candidate nearest both to the root and to its title, for `paper`
    #[arg(long)]
    strict: bool,
    /// Grid search over T1 and T2 on a fifth of the domains, evaluated on the others
    #[arg(long)]
    grid: bool,
    /// Also list the misclassified pages and the missed posts
    #[arg(long)]
    list: bool,
}

fn method(name: &str) -> Result<StyleDensityMethod, UnknownName> {
    name.parse()
}

const CORPORA: [&str; 3] = ["wcxb", "magic-html-forum", "harvest-forum"];
const CLASSES: [&str; 3] = ["one text", "thread", "several areas"];

/// The class of a page type; `None` if it has none.
fn class_of(page_type: &str) -> Option<usize> {
    match page_type {
        "article" | "product" => Some(0),
        "forum" => Some(1),
        "listing" | "collection" | "list" => Some(2),
        _ => None,
    }
}

/// Runs the evaluation and formats the report.
pub fn report(args: &StyleDensityArgs) -> io::Result<String> {
    let mut pages = Vec::new();
    for corpus in CORPORA {
        pages.extend(
            corpus::pages(&args.shared, corpus)?.into_iter().filter(|page| class_of(&page.page_type).is_some()),
        );
    }
    if pages.is_empty() {
        return Err(io::Error::other(format!("no labeled pages in {}", args.shared.display())));
    }
    let strong = if args.program { TagSet::PROGRAM } else { TagSet::PAPER };
    let (method, t1, t2, merge_nested) = (args.method, args.t1, args.t2, !args.keep_nested);
    let strict_article = args.strict;
    let options = StyleDensityOptions { method, t1, t2, strong, merge_nested, strict_article };
    if args.grid {
        return grid(&pages, &options);
    }
    let mut sums = Sums::default();
    let mut list = String::new();
    each_page(&pages, |page, document| {
        let arena = Bump::new();
        let found = analyze(&arena, document.page(), document.comment_tables(), &options);
        let scored = Scored::new(page, &found, args.t1);
        if args.list && !scored.is_correct(ACCEPTED) {
            let _ = writeln!(list, "{}/{}: {} as {}", page.corpus, page.id, page.page_type, found.layout.name());
        }
        if args.list {
            for (post, term) in page.posts.iter().zip(&scored.post_terms).filter(|(_, term)| **term < FOUND) {
                let post: String = post.chars().take(60).collect();
                let _ = writeln!(list, "{}/{}: {term:.2} {post}", page.corpus, page.id);
            }
        }
        sums.add(page, &scored);
    })?;
    Ok(sums.to_table() + &list)
}

fn each_page(pages: &[LabeledPage], mut take: impl FnMut(&LabeledPage, &blockmask::Document<'_>)) -> io::Result<()> {
    let mut analyzer = Analyzer::new(Options::default());
    for page in pages {
        let bytes = page.bytes()?;
        take(page, &analyzer.analyze(&bytes).map_err(io::Error::other)?);
    }
    Ok(())
}

/// A post counts as found from this RA on.
const FOUND: f64 = 0.75;

/// The correct layouts of each class.
type Truth = [&'static [PageLayout]; 3];
const ONE_TEXT: &[PageLayout] = &[PageLayout::Article, PageLayout::ArticleWithComments];
/// Threads by either reading.
const ACCEPTED: Truth = [ONE_TEXT, &[PageLayout::ArticleWithComments, PageLayout::Multiple], &[PageLayout::Multiple]];
/// Threads as a post with its replies.
const AS_COMMENTS: Truth = [ONE_TEXT, &[PageLayout::ArticleWithComments], &[PageLayout::Multiple]];
/// Threads as several areas, as in the paper.
const AS_AREAS: Truth = [ONE_TEXT, &[PageLayout::Multiple], &[PageLayout::Multiple]];
/// Articles without comments.
const BARE: Truth = [&[PageLayout::Article], &[PageLayout::ArticleWithComments], &[PageLayout::Multiple]];

/// The scores of one page.
struct Scored {
    class: usize,
    kind: PageLayout,
    /// The number of candidates of `paper`, at most 2.
    candidates: usize,
    /// RA of each post and of the main text; NaN if the label is empty.
    post_terms: Vec<f64>,
    text_terms: Vec<f64>,
}

impl Scored {
    fn new(page: &LabeledPage, found: &StyleDensity<'_>, t1: u8) -> Scored {
        let regions = &found.regions;
        let candidates = regions.all.iter().filter(|region| region.dfm(regions.largest) <= t1.into());
        let main_text: &[String] = match class_of(&page.page_type) {
            Some(0) if !page.main_text.is_empty() => std::slice::from_ref(&page.main_text),
            _ => &[],
        };
        Scored {
            class: class_of(&page.page_type).unwrap_or(0),
            kind: found.layout,
            candidates: candidates.count().min(2),
            post_terms: terms(&page.posts, found),
            text_terms: terms(main_text, found),
        }
    }

    fn is_correct(&self, truth: Truth) -> bool {
        truth[self.class].contains(&self.kind)
    }

    /// Whether the layout is wrong because there are fewer than two candidates, so that no rule could choose better.
    fn is_lost(&self) -> bool {
        self.candidates < 2 && !self.is_correct(ACCEPTED)
    }

    /// The mean RA of the page, if it has labeled areas.
    fn ra(&self) -> Option<f64> {
        let terms = [&self.post_terms[..], &self.text_terms].concat();
        let terms: Vec<f64> = terms.into_iter().filter(|term| !term.is_nan()).collect();
        (!terms.is_empty()).then(|| terms.iter().sum::<f64>() / terms.len() as f64)
    }
}

/// RA of each labeled area. Labels and areas are matched greedily by the characters of their common words, largest
/// overlap first; at least half of the label must be in the area.
fn terms(labels: &[String], found: &StyleDensity<'_>) -> Vec<f64> {
    let areas: Vec<Words> = found.areas.iter().map(|area| Words::of(area.text)).collect();
    let labels: Vec<Words> = labels.iter().map(|label| Words::of(label)).collect();
    let mut pairs = Vec::new();
    for (i, label) in labels.iter().enumerate() {
        let overlap = areas.iter().enumerate().map(|(k, area)| (label.overlap(area), i, k));
        pairs.extend(overlap.filter(|(overlap, ..)| *overlap > 0 && 2 * overlap >= label.word_characters));
    }
    // Ties are broken by similar length.
    pairs.sort_by_key(|&(overlap, i, k)| {
        (std::cmp::Reverse(overlap), labels[i].characters.abs_diff(areas[k].characters), i, k)
    });
    let nothing = |label: &Words| if label.characters == 0 { f64::NAN } else { 0.0 };
    let mut terms: Vec<f64> = labels.iter().map(nothing).collect();
    let (mut used_labels, mut used_areas) = (vec![false; labels.len()], vec![false; areas.len()]);
    for (_, i, k) in pairs {
        if !used_labels[i] && !used_areas[k] {
            (used_labels[i], used_areas[k]) = (true, true);
            terms[i] = ra_term(areas[k].characters, labels[i].characters);
        }
    }
    terms
}

/// The accuracy of one region with `annotated` characters of which `detected` characters were found: from 0 (nothing
/// found) to 1.
fn ra_term(detected: u64, annotated: u64) -> f64 {
    if detected == 0 {
        return 0.0;
    }
    detected as f64 / (detected.abs_diff(annotated) + detected) as f64
}

/// The words of a text.
struct Words {
    counts: BTreeMap<String, u64>,
    /// Characters of the words.
    word_characters: u64,
    /// Characters of the text with collapsed whitespace.
    characters: u64,
}

impl Words {
    fn of(text: &str) -> Words {
        let mut words = Words { counts: BTreeMap::new(), word_characters: 0, characters: 0 };
        for word in text.split(|c| class(c) & TOKEN == 0).filter(|word| !word.is_empty()) {
            *words.counts.entry(word.to_lowercase()).or_default() += 1;
            words.word_characters += word.chars().count() as u64;
        }
        let runs = text.split_whitespace();
        words.characters = runs.map(|run| run.chars().count() as u64 + 1).sum::<u64>().saturating_sub(1);
        words
    }

    fn overlap(&self, other: &Words) -> u64 {
        let shared = |(word, count): (&String, &u64)| {
            word.chars().count() as u64 * other.counts.get(word).map_or(0, |in_other| *in_other.min(count))
        };
        self.counts.iter().map(shared).sum()
    }
}

/// Sums over pages.
#[derive(Default)]
struct Sums {
    /// The number of pages with each layout, by page type.
    kinds: Vec<(String, [u32; 3])>,
    scored: Vec<Scored>,
}

impl Sums {
    fn add(&mut self, page: &LabeledPage, scored: &Scored) {
        let name = format!("{} {}", page.corpus, page.page_type);
        let row = match self.kinds.iter().position(|(known, _)| *known == name) {
            Some(row) => row,
            None => {
                self.kinds.push((name, [0; 3]));
                self.kinds.len() - 1
            }
        };
        self.kinds[row].1[scored.kind as usize - 1] += 1;
        let (post_terms, text_terms) = (scored.post_terms.clone(), scored.text_terms.clone());
        self.scored.push(Scored { post_terms, text_terms, ..*scored });
    }

    fn accuracy(&self, truth: Truth) -> (f64, [f64; 3]) {
        let of_class = |class: usize| {
            let pages: Vec<_> = self.scored.iter().filter(|scored| scored.class == class).collect();
            let right = pages.iter().filter(|scored| scored.is_correct(truth)).count();
            right as f64 / pages.len().max(1) as f64
        };
        let classes: [f64; 3] = std::array::from_fn(of_class);
        (classes.iter().sum::<f64>() / 3.0, classes)
    }

    fn mean_ra(&self) -> f64 {
        let each: Vec<f64> = self.scored.iter().filter_map(Scored::ra).collect();
        each.iter().sum::<f64>() / each.len().max(1) as f64
    }

    /// The objective of the grid search.
    fn objective(&self) -> f64 {
        self.mean_ra() + self.accuracy(ACCEPTED).0
    }

    /// The number of candidates of each class, and the upper bound for any rule that chooses among candidates.
    fn candidates(&self) -> String {
        if self.scored.iter().all(|scored| scored.candidates == 0) {
            return String::new();
        }
        let mut out = String::from("candidates: none, one, several; correct among several\n");
        let mut bound = 0.0;
        for (class, name) in CLASSES.iter().enumerate() {
            let pages = || self.scored.iter().filter(|scored| scored.class == class);
            let [none, one, more] = [0, 1, 2].map(|count| pages().filter(|page| page.candidates == count).count());
            let right = pages().filter(|page| page.candidates == 2 && page.is_correct(ACCEPTED)).count();
            let _ = writeln!(out, "{name:32} {none:>8} {one:>14} {more:>9} {right:>9}");
            let lost = pages().filter(|page| page.is_lost()).count();
            bound += 1.0 - lost as f64 / (none + one + more).max(1) as f64;
        }
        let _ = writeln!(
            out,
            "macro accuracy, if all pages with several were correct: {:.3}",
            bound / CLASSES.len() as f64
        );
        out
    }

    fn to_table(&self) -> String {
        let mut out = format!("{:32} {:>8} {:>14} {:>9}\n", "pages", "article", "with-comments", "multiple");
        for (name, kinds) in &self.kinds {
            let _ = writeln!(out, "{name:32} {:>8} {:>14} {:>9}", kinds[0], kinds[1], kinds[2]);
        }
        let readings = [
            ("threads either way", ACCEPTED),
            ("threads have comments", AS_COMMENTS),
            ("threads have areas", AS_AREAS),
            ("articles have no comments", BARE),
        ];
        for (name, truth) in readings {
            let (macro_accuracy, classes) = self.accuracy(truth);
            let _ = write!(out, "macro accuracy, {name}: {macro_accuracy:.3} (");
            let each: Vec<String> =
                CLASSES.iter().zip(classes).map(|(name, share)| format!("{name} {share:.3}")).collect();
            let _ = writeln!(out, "{})", each.join(", "));
        }
        out.push_str(&self.candidates());
        let posts: Vec<f64> = self.scored.iter().flat_map(|s| &s.post_terms).copied().filter(|t| !t.is_nan()).collect();
        let found = posts.iter().filter(|&&term| term >= FOUND).count();
        let share = found as f64 / posts.len().max(1) as f64;
        let _ = writeln!(out, "posts found with RA >= {FOUND}: {share:.3} ({found} of {})", posts.len());
        let _ = writeln!(out, "mean RA: {:.3}", self.mean_ra());
        out
    }
}

/// Searches T1 and T2 on a fifth of the domains, and evaluates the best values and the paper's on the others.
fn grid(pages: &[LabeledPage], options: &StyleDensityOptions) -> io::Result<String> {
    let t1s: Vec<u8> = (0..=100).step_by(5).collect();
    let t2s: Vec<u32> = (0..=100).step_by(10).chain([150, 200, 300]).collect();
    let settings: Vec<StyleDensityOptions> = t2s
        .iter()
        .flat_map(|&t2| t1s.iter().map(move |&t1| (t1, t2)))
        .map(|(t1, t2)| StyleDensityOptions { t1, t2, method: StyleDensityMethod::Paper, ..*options })
        .collect();
    let mut sums: Vec<Sums> = settings.iter().map(|_| Sums::default()).collect();
    let mut arena = Bump::new();
    let (chosen, others): (Vec<_>, Vec<_>) = pages.iter().partition(|page| page.fold(5) == 0);
    let mut analyzer = Analyzer::new(Options::default());
    for page in &chosen {
        let bytes = page.bytes()?;
        let document = analyzer.analyze(&bytes).map_err(io::Error::other)?;
        for (options, sums) in settings.iter().zip(&mut sums) {
            arena.reset();
            sums.add(
                page,
                &Scored::new(page, &analyze(&arena, document.page(), document.comment_tables(), options), options.t1),
            );
        }
    }
    let mut out = format!("mean RA + macro accuracy on {} pages; rows T2, columns T1\n     ", chosen.len());
    t1s.iter().for_each(|t1| {
        let _ = write!(out, " {t1:>5}");
    });
    for (t2, row) in t2s.iter().zip(sums.chunks(t1s.len())) {
        let _ = write!(out, "\n{t2:>5}");
        row.iter().for_each(|sums| {
            let _ = write!(out, " {:.3}", sums.objective());
        });
    }
    let best = (0..sums.len()).max_by(|&a, &b| sums[a].objective().total_cmp(&sums[b].objective()).then(b.cmp(&a)));
    for options in [settings[best.unwrap_or(0)], StyleDensityOptions { t1: 50, t2: 20, ..settings[0] }] {
        let mut sums = Sums::default();
        for page in &others {
            let bytes = page.bytes()?;
            let document = analyzer.analyze(&bytes).map_err(io::Error::other)?;
            arena.reset();
            sums.add(
                page,
                &Scored::new(page, &analyze(&arena, document.page(), document.comment_tables(), &options), options.t1),
            );
        }
        let _ = write!(
            out,
            "\n\nT1 {} T2 {} on the other {} pages\n{}",
            options.t1,
            options.t2,
            others.len(),
            sums.to_table()
        );
    }
    Ok(out)
}
