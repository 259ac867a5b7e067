//! Evaluates the two classifiers and the word scores of each method, on held-out domains.

use crate::corpus::{CORPORA, CorpusPage, FOLDS};
use crate::labels::labels;
use crate::learning::{KindModel, PageExamples};
use crate::on_two_threads;
use blockmask::internals::arena::Bump;
use blockmask::internals::mask::MaskMethod;
use blockmask::internals::page::unicode::{TOKEN, class};
use blockmask::internals::seeker::segments::candidates;
use blockmask::internals::seeker::{
    Heuristic, Learner, Model, ModelKind, SeekerModel, SeekerOptions, SegmentText, Strings, analyze, analyze_with,
    block_shares, by_heuristic,
};
use blockmask::{Analyzer, Document, Options};
use blockmask_lab::forest;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::hint::black_box;
use std::time::Instant;

/// A table of the accuracy of the two classifiers.
pub fn decisions(examples: &[PageExamples], held_out: &[[KindModel; 3]]) -> String {
    let mut text = String::from("## The two decisions, held out\n\n");
    text += "| kind | decision | examples | yes | learner \
             | precision | recall | F1 | accuracy |\n|---|---|---:|---:|---|---:|---:|---:|---:|\n";
    for kind in crate::KINDS {
        for (stage, name) in ["good segment", "main content"].iter().enumerate() {
            for (learner, learner_name) in ["tree", "forest"].iter().enumerate() {
                let [mut hits, mut found, mut wanted, mut right, mut all] = [0usize; 5];
                for page in examples.iter().filter(|page| page.kind == kind) {
                    let trees = &held_out[page.fold as usize][kind as usize][learner][stage];
                    for (features, class) in &page.stages[stage] {
                        let answer = forest::probability(trees, features) > 0.5;
                        hits += usize::from(answer && *class);
                        found += usize::from(answer);
                        wanted += usize::from(*class);
                        right += usize::from(answer == *class);
                        all += 1;
                    }
                }
                let share = |part: usize, whole: usize| part as f64 / whole.max(1) as f64;
                let (precision, recall) = (share(hits, found), share(hits, wanted));
                let f1 = share(2 * hits, found + wanted);
                let _ = writeln!(
                    text,
                    "| {kind:?} | {name} | {all} | {:.0} % \
                     | {learner_name} | {precision:.3} | {recall:.3} | {f1:.3} | {:.3} |",
                    100.0 * share(wanted, all),
                    share(right, all)
                );
            }
        }
    }
    text + "\n"
}

/// The columns of the table.
const METHODS: [&str; 12] = [
    "best choice",
    "seeker, tree",
    "seeker, forest",
    "tree + heuristic",
    "forest + heuristic",
    "forest, kind known",
    "lbs",
    "sls",
    "tp",
    "tag-path",
    "density",
    "learned (not held out)",
];

/// The words of each block and the counts of the gold words, by word number.
struct Words {
    blocks: Vec<Vec<u32>>,
    gold: Vec<u32>,
}

impl Words {
    fn new(document: &Document<'_>, gold: &str) -> Words {
        let mut numbers = BTreeMap::new();
        let blocks = document.blocks().map(|block| words(block.text(), &mut numbers)).collect();
        let gold = words(gold, &mut numbers);
        let mut counts = vec![0; numbers.len()];
        gold.iter().for_each(|&word| counts[word as usize] += 1);
        Words { blocks, gold: counts }
    }

    /// F1 of the words of the kept blocks, as multisets.
    fn f1(&self, keeps: impl Fn(usize) -> bool) -> f64 {
        let mut left = self.gold.clone();
        let (mut hits, mut found) = (0u32, 0usize);
        for (_, words) in self.blocks.iter().enumerate().filter(|(i, _)| keeps(*i)) {
            found += words.len();
            for &word in words {
                hits += u32::from(left[word as usize] > 0);
                left[word as usize] = left[word as usize].saturating_sub(1);
            }
        }
        let wanted: u32 = self.gold.iter().sum();
        2.0 * f64::from(hits) / (f64::from(wanted) + found as f64).max(1.0)
    }
}

/// The numbers of the words `\w+` in lower case.
fn words(text: &str, numbers: &mut BTreeMap<String, u32>) -> Vec<u32> {
    let text = text.to_lowercase();
    let words = text.split(|c: char| class(c) & TOKEN == 0 && c != '_').filter(|word| !word.is_empty());
    let number = |word: &str| {
        let next = numbers.len() as u32;
        *numbers.entry(word.to_owned()).or_insert(next)
    };
    words.map(number).collect()
}

/// Word F1 of all methods on one page.
fn scores(page: &CorpusPage, model: &Model<'_>) -> Vec<f64> {
    let mut analyzer = Analyzer::new(Options::default());
    let Ok(document) = analyzer.analyze(&page.html) else { return vec![0.0; METHODS.len()] };
    let words = Words::new(&document, &page.gold);
    let arena = Bump::new();
    let tables = document.page();
    let strings = Strings::new(&arena, tables);
    let score_kept = |kept: &[bool]| {
        let shares = block_shares(&arena, tables, &strings, kept);
        words.f1(|i| shares[i] > 0.5)
    };
    let known = match page.page_type.as_str() {
        "forum" => SeekerModel::Forum,
        _ if page.trains == Some(ModelKind::Blog) => SeekerModel::Blog,
        _ => SeekerModel::News,
    };
    let seekers = [
        (Learner::Tree, SegmentText::Whole, SeekerModel::Auto),
        (Learner::Forest, SegmentText::Whole, SeekerModel::Auto),
        (Learner::Tree, SegmentText::Heuristic, SeekerModel::Auto),
        (Learner::Forest, SegmentText::Heuristic, SeekerModel::Auto),
        (Learner::Forest, SegmentText::Whole, known),
    ];
    let candidates = candidates(&arena, tables, &strings);
    let labels = labels(tables, &strings, &candidates, &page.gold);
    let mut kept = vec![false; strings.list.len()];
    for (candidate, label) in candidates.iter().zip(labels) {
        if label.is_visited && label.is_good && label.is_content {
            kept[strings.of(&tables.tree, candidate.node)].fill(true);
        }
    }
    let mut scores: Vec<f64> = vec![score_kept(&kept)];
    for (learner, text, choice) in seekers {
        let mut options = SeekerOptions::default();
        (options.learner, options.text, options.model) = (learner, text, choice);
        scores.push(score_kept(analyze_with(&arena, tables, &options, model).kept));
    }
    for method in [Heuristic::Lbs, Heuristic::Sls, Heuristic::Tp] {
        scores.push(score_kept(by_heuristic(&arena, tables, &strings, method, &SeekerOptions::default())));
    }
    for method in [MaskMethod::TagPath, MaskMethod::Density, MaskMethod::Learned] {
        let mut options = Options::default();
        options.mask = method;
        let mut analyzer = Analyzer::new(options);
        let document = analyzer.analyze(&page.html);
        let keeps = |i: usize| document.as_ref().is_ok_and(|d| d.block(i).is_some_and(|block| !block.is_template()));
        scores.push(words.f1(keeps));
    }
    scores
}

/// A table of the mean word F1 by corpus, and by page type of the first corpus.
pub fn table(pages: &[CorpusPage], models: &[Model<'_>]) -> String {
    let jobs: Vec<usize> = (0..pages.len()).collect();
    let scores = on_two_threads(jobs, |i| scores(&pages[i], &models[(pages[i].fold % FOLDS) as usize]));
    let mut groups: Vec<(String, Vec<usize>)> = Vec::new();
    let mut add = |name: String, i: usize| match groups.iter_mut().find(|(known, _)| *known == name) {
        Some((_, members)) => members.push(i),
        None => groups.push((name, vec![i])),
    };
    for (i, page) in pages.iter().enumerate() {
        add(page.corpus.to_owned(), i);
        if page.corpus == CORPORA[0] {
            add(format!("{}, {}", page.corpus, page.page_type), i);
        }
    }
    groups.sort();
    let mut text = format!("## Word F1, held out by domain\n\n| pages | count | {} |\n", METHODS.join(" | "));
    text += &format!("|---|---:|{}\n", "---:|".repeat(METHODS.len()));
    for (name, members) in &groups {
        let _ = write!(text, "| {name} | {} |", members.len());
        let sum = |method: usize| members.iter().map(|&i| scores[i][method]).sum::<f64>();
        let means = (0..METHODS.len()).map(|method| sum(method) / members.len() as f64);
        means.for_each(|mean| text += &format!(" {mean:.3} |"));
        text.push('\n');
    }
    text + &kinds(pages)
}

/// A table of the time of the heuristics and of a complete analysis: the fastest of several runs, summed over all
/// pages.
pub fn times(pages: &[CorpusPage]) -> String {
    let mut sums = [0.0; 6];
    let (mut analyzer, mut arena) = (Analyzer::new(Options::default()), Bump::new());
    for page in pages {
        let mut best = [f64::INFINITY; 6];
        for _ in 0..5 {
            arena.reset();
            let start = Instant::now();
            let Ok(document) = analyzer.analyze(&page.html) else { continue };
            let mut times = [0.0; 6];
            times[0] = start.elapsed().as_secs_f64();
            let tables = document.page();
            let mut measure = |at: usize, work: &mut dyn FnMut()| {
                let start = Instant::now();
                work();
                times[at] = start.elapsed().as_secs_f64();
            };
            let mut strings = None;
            measure(1, &mut || strings = Some(Strings::new(&arena, tables)));
            let Some(strings) = strings else { continue };
            let methods = [Heuristic::Lbs, Heuristic::Sls, Heuristic::Tp];
            for (i, method) in methods.into_iter().enumerate() {
                measure(2 + i, &mut || {
                    black_box(by_heuristic(&arena, tables, &strings, method, &SeekerOptions::default()));
                });
            }
            measure(5, &mut || {
                black_box(analyze(&arena, tables, &SeekerOptions::default()).segments.len());
            });
            best.iter_mut().zip(times).for_each(|(best, time)| *best = best.min(time));
        }
        sums.iter_mut().zip(best).for_each(|(sum, time)| *sum += if time.is_finite() { time } else { 0.0 });
    }
    let mut text = String::from("\n## Time\n\n| what | microseconds per page | of an analysis |\n|---|---:|---:|\n");
    let heuristics = sums[1] + sums[2] + sums[3] + sums[4];
    let names = ["analysis", "strings", "lbs", "sls", "tp", "seeker, forest", "strings, lbs, sls and tp together"];
    for (name, sum) in names.iter().zip(sums.into_iter().chain([heuristics])) {
        let per_page = sum * 1e6 / pages.len() as f64;
        let _ = writeln!(text, "| {name} | {per_page:.1} | {:.1} % |", 100.0 * sum / sums[0]);
    }
    text
}

/// A confusion table of the rule that selects the model.
fn kinds(pages: &[CorpusPage]) -> String {
    let guesses = on_two_threads((0..pages.len()).collect(), |i| crate::corpus::kind_of(&pages[i].html));
    let mut text =
        String::from("\n## The rule for page kinds\n\n| pages | news | blog | forum |\n|---|---:|---:|---:|\n");
    let mut rows: Vec<(String, [usize; 3])> = Vec::new();
    for (page, guess) in pages.iter().zip(guesses) {
        let name = page.trains.map_or(page.page_type.clone(), |kind| format!("{kind:?}, by address or corpus"));
        let at = rows.iter().position(|row| row.0 == name).unwrap_or_else(|| {
            rows.push((name, [0; 3]));
            rows.len() - 1
        });
        rows[at].1[guess as usize] += 1;
    }
    rows.sort();
    for (name, [news, blog, forum]) in rows {
        let _ = writeln!(text, "| {name} | {news} | {blog} | {forum} |");
    }
    text
}
