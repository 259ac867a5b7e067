//! What people see besides ranks: snippets, pages that only their template matches, near-duplicates.

use crate::collection::{self, Block, repeated_texts};
use crate::html::{hash, with_document, words};
use crate::measures::mean;
use crate::queries::Query;
use crate::score::{Method, Scorer};
use crate::sites::{RawPage, RawSite};
use blockmask::{Field, Fingerprint};
use std::collections::{BTreeMap, HashMap, HashSet};

/// Prints all three.
pub fn print(sites: &[RawSite]) {
    let labeled: Vec<&RawSite> =
        sites.iter().filter(|site| site.pages.iter().any(|page| page.gold.is_some())).collect();
    print_snippets(&labeled);
    print_lost(sites);
    print_template_matches(&labeled);
    print_duplicates(sites);
}

/// The most queries of a site for which words are looked up.
const MOST_SNIPPETS: usize = 200;
/// Words of a snippet.
const SNIPPET: usize = 30;

/// The words of a page that snippets are made of: all words, the words of the content, and all but the words of template
/// that is repeated on the site.
fn texts(bytes: &[u8], repeated: &HashSet<u64>) -> Option<[Vec<String>; 3]> {
    with_document(bytes, |document| {
        let of = |is_left_out: &dyn Fn(&blockmask::Block<'_, '_>) -> bool| {
            let blocks = document.blocks().filter(|block| block.field() != Field::Hidden && !is_left_out(block));
            blocks.flat_map(|block| words(block.text()).collect::<Vec<_>>()).collect()
        };
        let is_repeated =
            |block: &blockmask::Block<'_, '_>| block.is_template() && repeated.contains(&hash(block.text()));
        [of(&|_| false), of(&|block| block.is_template()), of(&is_repeated)]
    })
}

/// The first window with the most different words of the query.
fn snippet<'t>(text: &'t [String], query: &HashSet<String>) -> (usize, &'t [String]) {
    let size = SNIPPET.min(text.len());
    let found = |window: &[String]| window.iter().filter(|word| query.contains(*word)).collect::<HashSet<_>>().len();
    let windows = text.windows(size.max(1)).map(|window| (found(window), window));
    windows.rev().max_by_key(|(count, _)| *count).unwrap_or((0, &[]))
}

fn trigrams(text: &[String]) -> impl Iterator<Item = [&str; 3]> {
    text.windows(3).map(|window| [window[0].as_str(), &window[1], &window[2]])
}

/// The share of a snippet's word trigrams that are in the main text, as people marked it.
fn print_snippets(sites: &[&RawSite]) {
    let mut shares = [Vec::new(), Vec::new(), Vec::new()];
    for site in sites {
        let repeated = repeated_texts(&site.pages);
        let texts = |page: &RawPage| texts(&page.bytes, &repeated);
        let labeled = site.pages.iter().filter_map(|page| Some((page, page.gold.as_ref()?, texts(page)?)));
        let pages: HashMap<&str, _> =
            labeled.map(|(page, gold, texts)| (page.name.as_str(), (words(gold).collect::<Vec<_>>(), texts))).collect();
        for query in site.queries.iter().filter(|query| query.relevant.len() == 1) {
            let Some((gold, [all, main, kept])) = pages.get(query.relevant[0].as_str()) else { continue };
            let gold: HashSet<[&str; 3]> = trigrams(gold).collect();
            let asked: HashSet<String> = words(&query.text).collect();
            let (of_all, of_main, of_kept) = (snippet(all, &asked), snippet(main, &asked), snippet(kept, &asked));
            // A page is found by its template if nothing else has the words.
            let chosen = if of_main.0 > 0 { of_main } else { of_all };
            for (shares, (_, snippet)) in shares.iter_mut().zip([of_all, of_kept, chosen]) {
                let inside: Vec<f32> = trigrams(snippet).map(|trigram| f32::from(gold.contains(&trigram))).collect();
                shares.push(mean(&inside));
            }
        }
    }
    println!("\nSnippets of {SNIPPET} words: the share of their word trigrams that are in the main text\n");
    println!("| snippets of | share | of {} queries |\n|---|--:|---|", shares[0].len());
    println!(
        "| full text | {:.3} | |\n| all but template that the site repeats | {:.3} | |\n| main blocks, where one matches | {:.3} | |",
        mean(&shares[0]),
        mean(&shares[1]),
        mean(&shares[2])
    );
}

/// How many queries have no word in what snippets are made of, though their page has one.
fn print_lost(sites: &[RawSite]) {
    let (mut lost, mut count) = ([0, 0], 0);
    for site in sites {
        let repeated = repeated_texts(&site.pages);
        let wanted = site.queries.iter().filter(|query| query.relevant.len() == 1).take(MOST_SNIPPETS);
        for query in wanted {
            let page = site.pages.iter().find(|page| page.name == query.relevant[0]);
            let Some([all, main, kept]) = page.and_then(|page| texts(&page.bytes, &repeated)) else { continue };
            let asked: HashSet<String> = words(&query.text).collect();
            let has = |text: &[String]| text.iter().any(|word| asked.contains(word));
            if has(&all) {
                count += 1;
                [main, kept].iter().zip(&mut lost).for_each(|(text, lost)| *lost += usize::from(!has(text)));
            }
        }
    }
    let share = |i: usize| lost[i] as f32 / count.max(1) as f32;
    println!(
        "\nOf {count} queries {:.4} have no word in the content, {:.4} none in all but template that the site repeats",
        share(0),
        share(1)
    );
}

/// Queries of one word that is in the main text of one to three pages, and only in the template of at least two others.
fn template_queries(site: &RawSite) -> Vec<Query> {
    let (mut main, mut template) = (BTreeMap::<String, Vec<String>>::new(), HashMap::<String, usize>::new());
    for page in &site.pages {
        let (Some(gold), Some([all, ..])) = (&page.gold, texts(&page.bytes, &HashSet::new())) else { continue };
        let gold: HashSet<String> = words(gold).collect();
        for word in all.into_iter().collect::<HashSet<_>>() {
            match gold.contains(&word) {
                true => main.entry(word).or_default().push(page.name.clone()),
                false => *template.entry(word).or_default() += 1,
            }
        }
    }
    let is_wanted = |(word, pages): &(String, Vec<String>)| {
        pages.len() <= 3 && word.chars().all(char::is_alphabetic) && template.get(word).is_some_and(|&count| count >= 2)
    };
    let queries = main.into_iter().filter(is_wanted);
    queries.map(|(text, relevant)| Query { text, relevant, kind: "template".to_owned() }).collect()
}

/// The share of the first five pages whose main text has the word.
fn print_template_matches(sites: &[&RawSite]) {
    let weight = |block: &Block| f32::from(block.weight) / 4.0;
    let main = |block: &Block| if block.is_template && block.field != Field::Title { 0.0 } else { weight(block) };
    type Weight<'w> = &'w dyn Fn(&Block) -> f32;
    let methods: [(&str, Weight<'_>); 3] =
        [("full text", &|_| 1.0), ("weight", &weight), ("weight, content and titles only", &main)];
    let mut precisions = [Vec::new(), Vec::new(), Vec::new()];
    for site in sites {
        let queries = template_queries(site);
        let collection = collection::build(RawSite { queries, ..(*site).clone() }, 1000);
        for ((_, weight), precisions) in methods.iter().zip(&mut precisions) {
            let method = Method::Weighted(weight);
            let scorer = Scorer::new(&collection, &method);
            precisions.extend(collection.queries.iter().map(|query| {
                let first: Vec<f32> = scorer
                    .rank(query)
                    .pages
                    .iter()
                    .take(5)
                    .map(|page| f32::from(query.relevant.contains(&page.0)))
                    .collect();
                mean(&first)
            }));
        }
    }
    println!(
        "\nWords that stand in the main text of at most three pages and in the template of others: precision at 5\n"
    );
    println!("| method | precision | of {} queries |\n|---|--:|---|", precisions[0].len());
    for ((name, _), precisions) in methods.iter().zip(&precisions) {
        println!("| {name} | {:.3} | |", mean(precisions));
    }
}

/// How many of the first ten pages are near-duplicates of one above, and what leaving them out does.
fn print_duplicates(sites: &[RawSite]) {
    let weight = |block: &Block| f32::from(block.weight) / 4.0;
    let method = Method::Weighted(&weight);
    println!("\nNear-duplicates among the first ten pages, found by the fingerprint, and MRR with and without them\n");
    println!("| sites | share of near-duplicates | MRR | collapsed |\n|---|--:|--:|--:|");
    for (name, is_web) in [("documentation", false), ("web", true)] {
        let (mut shares, mut ranks, mut collapsed) = (Vec::new(), Vec::new(), Vec::new());
        for site in sites.iter().filter(|site| site.is_web == is_web) {
            let prints: Vec<Fingerprint> = site
                .pages
                .iter()
                .filter_map(|page| with_document(&page.bytes, |document| document.fingerprint().copied()).flatten())
                .collect();
            let collection = collection::build(site.clone(), 100);
            let scorer = Scorer::new(&collection, &method);
            for query in &collection.queries {
                let pages: Vec<u32> = scorer.rank(query).pages.iter().take(10).map(|page| page.0).collect();
                let kept = collapse(&pages, &prints);
                shares.push(1.0 - kept.len() as f32 / pages.len().max(1) as f32);
                ranks.push(reciprocal(&pages, &query.relevant));
                collapsed.push(reciprocal(&kept, &query.relevant));
            }
        }
        println!("| {name} | {:.3} | {:.3} | {:.3} |", mean(&shares), mean(&ranks), mean(&collapsed));
    }
}

/// The pages without near-duplicates of one above.
fn collapse(pages: &[u32], prints: &[Fingerprint]) -> Vec<u32> {
    let mut kept: Vec<u32> = Vec::new();
    for &page in pages {
        let is_new = |print: &Fingerprint| !kept.iter().any(|&other| print.is_near_duplicate(&prints[other as usize]));
        if prints.get(page as usize).is_none_or(is_new) {
            kept.push(page);
        }
    }
    kept
}

fn reciprocal(pages: &[u32], relevant: &[u32]) -> f32 {
    let rank = pages.iter().position(|page| relevant.contains(page));
    rank.map_or(0.0, |rank| 1.0 / (rank + 1) as f32)
}
