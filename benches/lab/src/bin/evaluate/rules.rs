//! `evaluate rules`: what each number of the rules of the mask is worth.
//!
//! Each number alone is moved a small and a large step down and up, and to 0; the score is the word F1 of the main text,
//! as a mean over the corpora, so that large ones do not decide alone.

use super::corpus;
use super::words::words;
use blockmask::internals::arena::Bump;
use blockmask::internals::mask::{Points, is_content_by};
use blockmask::{Analyzer, Options, Parts};
use clap::Args;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::io;
use std::path::PathBuf;

/// The corpora with gold main texts.
const CORPORA: [&str; 5] = ["wcxb", "aeb", "magic-html-article", "magic-html-forum", "harvest-forum"];

/// A small and a large step, in percent of a number.
const STEPS: [i32; 2] = [10, 30];

#[derive(Args)]
pub struct RuleArgs {
    /// The folder with the labeled pages
    #[arg(long, value_name = "DIR", default_value = "../shared")]
    shared: PathBuf,
    /// Use only every nth page
    #[arg(long, value_name = "COUNT", default_value = "1", value_parser = clap::value_parser!(u32).range(1..))]
    every: u32,
}

/// A number of the rules, and other values for it.
struct Variants {
    name: &'static str,
    chosen: i32,
    /// A large step down, a small one down, a small one up, a large one up, and 0.
    values: [i32; 5],
}

/// The words of a page by block, as numbers, and how often each is in the gold text.
struct Labels {
    blocks: Vec<Vec<usize>>,
    wanted: Vec<u32>,
}

pub fn report(args: &RuleArgs) -> io::Result<String> {
    let variants = variants();
    let cards: Vec<Points> = std::iter::once(Points::CHOSEN).chain(variants.iter().flat_map(Variants::cards)).collect();
    let mut means = vec![0.0; cards.len()];
    let (mut corpora, mut count) = (0, 0);
    for name in CORPORA {
        let labeled = corpus::pages(&args.shared, name)?.into_iter().filter(|page| !page.text().is_empty());
        let mut sums = vec![0.0; cards.len()];
        let mut pages = 0;
        for page in labeled.step_by(args.every as usize) {
            let scores = scores(&page.bytes()?, &page.text(), &cards)?;
            sums.iter_mut().zip(scores).for_each(|(sum, score)| *sum += score);
            pages += 1;
        }
        if pages > 0 {
            means.iter_mut().zip(sums).for_each(|(mean, sum)| *mean += sum / f64::from(pages));
            (corpora, count) = (corpora + 1, count + pages);
        }
    }
    if corpora == 0 {
        return Err(io::Error::other(format!("no labeled pages in {}", args.shared.display())));
    }
    means.iter_mut().for_each(|mean| *mean /= f64::from(corpora));
    Ok(table(&variants, &means, count))
}

fn variants() -> Vec<Variants> {
    let mut chosen = Points::CHOSEN;
    let of = |(index, name): (usize, &&'static str)| {
        let chosen = chosen.number(index).map_or(0, |number| *number);
        let step = |percent: i32| (chosen.abs() * percent / 100).max(1);
        let [small, large] = STEPS.map(step);
        Variants { name, chosen, values: [chosen - large, chosen - small, chosen + small, chosen + large, 0] }
    };
    Points::NAMES.iter().enumerate().map(of).collect()
}

impl Variants {
    fn cards(&self) -> impl Iterator<Item = Points> + '_ {
        let index = Points::NAMES.iter().position(|name| *name == self.name).unwrap_or_default();
        self.values.into_iter().map(move |value| {
            let mut card = Points::CHOSEN;
            if let Some(number) = card.number(index) {
                *number = value;
            }
            card
        })
    }
}

/// The word F1 of a page by each card.
fn scores(bytes: &[u8], gold: &str, cards: &[Points]) -> io::Result<Vec<f64>> {
    let mut analyzer = Analyzer::new(Options::with_parts(Parts::MASK));
    let document = analyzer.analyze(bytes).map_err(io::Error::other)?;
    let labels = Labels::of(document.blocks().map(|block| block.text()), gold);
    let mut arena = Bump::new();
    let mut scores = Vec::with_capacity(cards.len());
    for card in cards {
        scores.push(labels.f1(is_content_by(&arena, document.page(), document.sequence(), card)));
        arena.reset();
    }
    Ok(scores)
}

impl Labels {
    fn of<'t>(blocks: impl Iterator<Item = &'t str>, gold: &str) -> Labels {
        let mut numbers = BTreeMap::new();
        let mut number_of = |word: &str| {
            let next = numbers.len();
            *numbers.entry(word.to_lowercase()).or_insert(next)
        };
        let gold: Vec<usize> = words(gold).map(&mut number_of).collect();
        let blocks = blocks.map(|text| words(text).map(&mut number_of).collect()).collect();
        let mut wanted = vec![0; numbers.len()];
        gold.iter().for_each(|&word| wanted[word] += 1);
        Labels { blocks, wanted }
    }

    /// As [`Score::of`](super::words::Score::of).
    fn f1(&self, is_content: &[bool]) -> f64 {
        let mut left = self.wanted.clone();
        let (mut common, mut found) = (0u32, 0u32);
        for (block, _) in self.blocks.iter().zip(is_content).filter(|(_, is_content)| **is_content) {
            found += block.len() as u32;
            for &word in block {
                common += u32::from(left[word] > 0);
                left[word] = left[word].saturating_sub(1);
            }
        }
        let all = self.wanted.iter().sum::<u32>() + found;
        if all == 0 { 1.0 } else { 2.0 * f64::from(common) / f64::from(all) }
    }
}

fn table(variants: &[Variants], means: &[f64], pages: i32) -> String {
    let chosen = means[0];
    let [small, large] = STEPS;
    let mut out = format!("F1 of the chosen numbers, mean of the corpora, {pages} pages: {chosen:.4}\n\n");
    let _ = writeln!(out, "| number | chosen | -{large} % | -{small} % | +{small} % | +{large} % | 0 |");
    out += "|---|---:|---:|---:|---:|---:|---:|\n";
    let mut better = Vec::new();
    let mut idle = Vec::new();
    for (i, Variants { name, chosen: value, values }) in variants.iter().enumerate() {
        let gains: Vec<f64> = (0..values.len()).map(|k| means[1 + i * values.len() + k] - chosen).collect();
        let _ = write!(out, "| {name} | {value} |");
        gains.iter().for_each(|gain| out += &format!(" {:+.4} |", gain));
        out += "\n";
        if gains.iter().any(|gain| *gain >= 0.0005) {
            better.push(*name);
        }
        if *value != 0 && gains[4] >= 0.0 {
            idle.push(*name);
        }
    }
    let list = |names: &[&str]| if names.is_empty() { "none".to_owned() } else { names.join(", ") };
    let _ = writeln!(out, "\nBetter by .0005 or more with another value: {}.", list(&better));
    let _ = writeln!(out, "No worse without: {}.", list(&idle));
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::{Score, Words};

    #[test]
    fn scores_are_those_of_texts() {
        let blocks = ["The cat, the mat", "a dog", "the end"];
        let gold = "The dog. The END";
        let labels = Labels::of(blocks.into_iter(), gold);
        for kept in 0..8 {
            let is_content: Vec<bool> = (0..3).map(|i| kept >> i & 1 == 1).collect();
            let text: String = (0..3).filter(|&i| is_content[i]).map(|i| blocks[i].to_owned() + "\n").collect();
            assert_eq!(labels.f1(&is_content), Score::of(&Words::of(gold), &Words::of(&text)).f1);
        }
    }

    #[test]
    fn each_variant_moves_one_number() {
        for (index, variants) in variants().iter().enumerate() {
            for (mut card, value) in variants.cards().zip(variants.values) {
                assert_eq!(card.number(index), Some(&mut { value }));
            }
        }
    }
}
