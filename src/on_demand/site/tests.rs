//! The sample of a site: an algebra that can be checked, any bytes, and pages that mislead.

use super::page::{MAX_PATHS, MAX_TEXTS};
use super::{SampledPage, SiteError, SiteStats};
use crate::base::random::Random;
use crate::{Analyzer, Model, Options};
use std::sync::Arc;

/// Statistics over pages with the numbers of their addresses.
fn stats_of(capacity: usize, pages: impl IntoIterator<Item = (usize, String)>) -> SiteStats {
    let mut analyzer = Analyzer::default();
    let mut stats = SiteStats::with_capacity(capacity);
    for (number, html) in pages {
        let page = analyzer.analyze(html.as_bytes()).unwrap();
        stats.add(&page, &address(number)).unwrap();
    }
    stats
}

/// Most pages are in one folder.
fn address(number: usize) -> String {
    let folder = ["", "", "", "", "news/", "about/us/"][number % 7 % 6];
    format!("https://site.example/{folder}{number}#top")
}

/// A sentence of words that no other page has.
fn sentence(random: &mut Random, words: usize) -> String {
    (0..words).map(|_| format!("w{} ", random.below(1 << 30))).collect()
}

const ABOUT: &str = "The newspaper was founded when the railway came to our town, and has told its people what happens \
    in the streets, in the town hall and on the fields ever since, in the morning and by now at every hour.";
const ABOUT_PAPER: &str = "We print on recycled paper in the old mill, where visitors are welcome on the first Sunday \
    of each month, when the presses are shown and the printers tell how the paper comes to the kiosks before dawn.";

/// A page of a site: a menu and a footer that all pages have, and a different story.
fn article(number: usize) -> String {
    let mut random = Random(number as u64 + 1);
    let story = [60, 40].map(|words| format!("<p>{}</p>", sentence(&mut random, words))).concat();
    format!(
        "<title>Story {number}</title><div class=top><p>Our town's newspaper since 1897</p><p>Call us: 555 1234</p>\
         </div><div class=story>{story}</div><div class=end><p>{ABOUT}</p><p>{ABOUT_PAPER}</p></div>"
    )
}

fn merged(a: &SiteStats, b: &SiteStats) -> SiteStats {
    let mut merged = a.clone();
    merged.merge(b).unwrap();
    merged
}

#[test]
fn merging_is_associative_commutative_and_idempotent_and_equals_one_pass() {
    let mut random = Random(11);
    // A third of the pages are copies under other addresses, some come twice, some change.
    let pages: Vec<(usize, String)> = (0..60).map(|number| (number % 50, article(random.below(40) as usize))).collect();
    for capacity in [1, 3, 8, 32] {
        let whole = stats_of(capacity, pages.clone());
        assert!(whole.pages() == capacity || capacity == 32 && whole.pages() <= 32);
        for _ in 0..10 {
            let mut parts = vec![Vec::new(); 3];
            pages.iter().for_each(|page| parts[random.below(3) as usize].push(page.clone()));
            parts.iter_mut().for_each(|part| part.reverse());
            let [a, b, c] = [0, 1, 2].map(|i| stats_of(capacity, parts[i].clone()));
            assert_eq!(merged(&merged(&a, &b), &c), whole);
            assert_eq!(merged(&a, &merged(&b, &c)), whole);
            assert_eq!(merged(&c, &merged(&b, &a)).write(), whole.write());
            assert_eq!(merged(&whole, &a), whole);
            assert_eq!(merged(&a, &a), a);
        }
    }
    let (small, large) = (stats_of(2, pages.clone()), stats_of(20, pages));
    assert_eq!(merged(&small, &large), merged(&large, &small));
    assert_eq!((merged(&large, &small).capacity(), merged(&large, &small)), (2, small));
}

#[test]
fn near_duplicates_count_once() {
    let equal = stats_of(32, (0..500).map(|number| (number, article(7))));
    assert_eq!(equal.pages(), 3, "one in each folder");
    let short = stats_of(32, (0..50).map(|number| (number, "<p>Not found".to_owned())));
    assert_eq!(short.pages(), 3);
    assert_eq!(stats_of(32, (0..500).map(|number| (number, article(number)))).pages(), 32);
}

#[test]
fn bytes_are_frozen_and_read_again() {
    let stats = stats_of(32, (0..40).map(|number| (number, article(number))));
    let bytes = stats.write();
    assert_eq!(SiteStats::read(&bytes), Ok(stats.clone()));
    assert_eq!(SiteStats::read(&SiteStats::new().write()), Ok(SiteStats::new()));
    let empty = SiteStats::new().write();
    assert_eq!(empty[..12], *b"BMSITE\x02\0\x01\0\0\0");
    // A page that is full.
    let mut random = Random(3);
    let class = |i: u8| format!("{}{}", char::from(b'a' + i % 26), char::from(b'a' + i / 26));
    let blocks: String =
        (0..=255).map(|i| format!("<div class={}><p>{}</div>", class(i), sentence(&mut random, 3))).collect();
    let blocks = blocks + &(0..300).map(|_| format!("<p>{}", sentence(&mut random, 3))).collect::<String>();
    let full = stats_of(32, [(0, blocks)]);
    assert_eq!((full.pages[0].paths().len(), full.pages[0].texts().len()), (MAX_PATHS, MAX_TEXTS));
    assert!(full.write().len() < 3000, "{}", full.write().len());
}

#[test]
fn what_is_damaged_or_foreign_is_refused() {
    let bytes = stats_of(8, (0..9).map(|number| (number, article(number)))).write();
    let end = bytes.len() - 8;
    let changed = |at: usize, byte: u8| {
        let mut bytes = bytes[..end].to_vec();
        bytes[at] = byte;
        bytes.extend(crate::base::fnv::hash(bytes.iter().copied()).to_le_bytes());
        SiteStats::read(&bytes).err()
    };
    assert_eq!(changed(0, b'x'), Some(SiteError::NotStats));
    assert_eq!(changed(6, 9), Some(SiteError::OtherVersion { found: 9 }));
    assert!(matches!(changed(8, 9), Some(SiteError::OtherFeatures { .. })));
    assert_eq!(changed(12, 99), Some(SiteError::OtherFeatures { found: 99 }));
    assert_eq!(changed(32, 0), Some(SiteError::Damaged), "no capacity");
    assert_eq!(changed(34, 7), Some(SiteError::Damaged), "fewer pages");
    assert_eq!(changed(35, 255), Some(SiteError::Damaged), "too many pages");
    for at in 36..bytes.len() {
        let mut bytes = bytes.clone();
        bytes[at] ^= 1 << (at % 8);
        assert_eq!(SiteStats::read(&bytes), Err(SiteError::Damaged), "byte {at}");
        assert!(SiteStats::read(&bytes[..at]).is_err());
    }
    // Bytes with a right checksum that no statistics have: refused, or read and written as they are.
    let mut random = Random(9);
    for _ in 0..20_000 {
        let mut bytes = bytes[..end].to_vec();
        for _ in 0..=random.below(4) {
            let at = 24 + random.below(end as i32 - 24) as usize;
            bytes[at] = random.below(256) as u8;
        }
        bytes.extend(crate::base::fnv::hash(bytes.iter().copied()).to_le_bytes());
        if let Ok(stats) = SiteStats::read(&bytes) {
            assert_eq!(stats.write(), bytes);
            stats.prior();
        }
    }
}

/// A model with another bias.
fn other_model() -> Arc<Model> {
    let mut bytes = include_bytes!("../../judge/mask/model.bin").to_vec();
    let end = bytes.len() - 8;
    bytes[28] ^= 1;
    let sum = crate::base::fnv::hash(bytes[..end].iter().copied());
    bytes[end..].copy_from_slice(&sum.to_le_bytes());
    Model::read(&bytes).unwrap().into()
}

#[test]
fn statistics_belong_to_a_model() {
    let mut stats = stats_of(8, [(0, article(0))]);
    let mut analyzer = Analyzer::default();
    analyzer.set_model(Some(other_model()));
    assert_eq!(analyzer.set_site(Some(stats.prior().into())), Err(SiteError::OtherModel));
    let before = stats.clone();
    assert_eq!(stats.add(&analyzer.analyze(b"<p>x").unwrap(), ""), Err(SiteError::OtherModel));
    let mut others = SiteStats::new();
    others.add(&analyzer.analyze(b"<p>x").unwrap(), "").unwrap();
    assert_eq!(others.merge(&stats), Err(SiteError::OtherModel));
    assert_eq!(analyzer.set_site(Some(others.prior().into())), Ok(()));
    let options = Options { mask: crate::MaskMethod::Density, ..Options::default() };
    assert_eq!(stats.add(&Analyzer::new(options).analyze(b"<p>x").unwrap(), ""), Err(SiteError::NotLearned));
    assert_eq!(stats, before);
    assert_eq!((SiteStats::new().merge(&stats), stats.merge(&SiteStats::new())), (Ok(()), Ok(())));
    assert_eq!(stats.pages(), 1);
}

/// The blocks of a page: text and whether it is template.
fn judged(analyzer: &mut Analyzer, html: &str) -> Vec<(String, bool, f32)> {
    let page = analyzer.analyze(html.as_bytes()).unwrap();
    page.blocks().map(|block| (block.text().to_owned(), block.is_template(), block.probability())).collect()
}

/// How many blocks of a page are judged wrongly; a story has words with a `w`.
fn errors(analyzer: &mut Analyzer, html: &str) -> usize {
    let is_story = |text: &str| text.split(' ').all(|word| word.starts_with('w'));
    judged(analyzer, html).iter().filter(|(text, is_template, _)| is_story(text) == *is_template).count()
}

#[test]
fn a_repeated_template_is_found_and_statistics_are_no_worse_than_none() {
    let mut plain = Analyzer::default();
    let without: usize = (100..110).map(|number| errors(&mut plain, &article(number))).sum();
    let by_pages = [1, 4, 30, 300].map(|count| {
        let mut analyzer = Analyzer::default();
        let stats = stats_of(32, (0..count).map(|number| (number, article(number))));
        analyzer.set_site(Some(stats.prior().into())).unwrap();
        (100..110).map(|number| errors(&mut analyzer, &article(number))).sum::<usize>()
    });
    assert!(without > 0, "the template is not hard enough");
    assert!(by_pages.iter().all(|&errors| errors <= without), "{without} {by_pages:?}");
    assert!(by_pages[3] < without, "{without} {by_pages:?}");
}

#[test]
fn statistics_that_know_nothing_of_a_page_change_nothing() {
    let mut random = Random(5);
    let mut other = |number: usize| {
        format!(
            "<section class=a{number}a><h2>{}</h2><div>{}</div></section>",
            sentence(&mut random, 4),
            sentence(&mut random, 80)
        )
    };
    let stats = stats_of(32, (0..60).map(|number| (number, other(number))));
    // What stands on one page only can be its own, and a near-duplicate tells nothing more.
    let of_one_page = stats_of(32, [(0, article(0)), (1, article(0) + "<p>Seen twice")]);
    assert_eq!(of_one_page.pages(), 1);
    let mut with = Analyzer::default();
    with.set_site(Some(stats.prior().into())).unwrap();
    for prior in [stats.prior(), of_one_page.prior(), SiteStats::new().prior()] {
        with.set_site(Some(prior.into())).unwrap();
        assert_eq!(judged(&mut with, &article(3)), judged(&mut Analyzer::default(), &article(3)));
    }
}

#[test]
fn a_page_cannot_mislead_its_site() {
    // Very much text where the others have their end, and the menu in the story.
    let poison = |number: usize| {
        let mut random = Random(number as u64 + 1000);
        let filler = format!("<p>{}</p>", sentence(&mut random, 200)).repeat(60);
        format!("<div class=end>{filler}</div><div class=story>{}</div>", "<p>Our town's newspaper</p>".repeat(50))
    };
    let honest = (0..31).map(|number| (number, article(number)));
    let stats = stats_of(32, honest.chain([(999, poison(0)), (999, poison(1))]));
    let mut analyzer = Analyzer::default();
    analyzer.set_site(Some(stats.prior().into())).unwrap();
    let mut plain = Analyzer::default();
    for number in 100..110 {
        assert!(errors(&mut analyzer, &article(number)) <= errors(&mut plain, &article(number)));
    }
}

#[test]
fn pages_are_added_by_what_the_model_says_alone() {
    let pages = || (0..20).map(|number| (number, article(number)));
    let stats = stats_of(32, pages());
    let mut analyzer = Analyzer::default();
    analyzer.set_site(Some(stats.prior().into())).unwrap();
    let mut again = SiteStats::new();
    for (number, html) in pages() {
        again.add(&analyzer.analyze(html.as_bytes()).unwrap(), &address(number)).unwrap();
    }
    assert_eq!(again, stats);
}

#[test]
fn versions_of_a_page_are_alike() {
    let page = |address, class| SampledPage::new(0, (address, 0), class, [0; 8], Default::default());
    assert!(page(1, 2).is_like(&page(1, 3)) && !page(1, 2).is_like(&page(2, 2)));
    let nowhere = SampledPage::of(&Analyzer::default().analyze(b"<p>x").unwrap(), b"", 0).unwrap().address();
    assert!(!page(nowhere, 2).is_like(&page(nowhere, 3)));
}

/// Statistics over an honest site, and over pages of one author that repeat the story of page 100.
fn attacked(secret: u64, tries: usize) -> SiteStats {
    let mut analyzer = Analyzer::default();
    let mut stats = SiteStats::with_secret(32, secret);
    for number in 0..300 {
        stats.add(&analyzer.analyze(article(number).as_bytes()).unwrap(), &address(number)).unwrap();
    }
    let story = article(100);
    let story = &story[story.find("<div class=story>").unwrap()..story.find("<div class=end>").unwrap()];
    for page in 0..32 {
        let mut random = Random(5000 + page);
        let html = format!("{story}<div class=more><p>{}</p></div>", sentence(&mut random, 90));
        let document = analyzer.analyze(html.as_bytes()).unwrap();
        // The author takes the address with the smallest key that a page without a secret would have.
        let tried = (0..tries).map(|i| format!("https://site.example/~author/{page}-{i}"));
        let key = |address: &String| SampledPage::of(&document, address.as_bytes(), 0).unwrap();
        let best = tried.min_by_key(key).unwrap();
        stats.add(&document, &best).unwrap();
    }
    stats
}

#[test]
fn an_author_cannot_remove_the_text_of_others() {
    let by_author = |stats: &SiteStats| {
        let prefix = SampledPage::of(&Analyzer::default().analyze(b"").unwrap(), b"https://site.example/~author/1", 0);
        let prefix = prefix.unwrap().prefix();
        stats.pages.iter().filter(|page| page.prefix() == prefix).count()
    };
    // Whoever does not know the secret gets no more than by chance; whoever does, no more than a folder may have.
    let (by_chance, keyed, known) = (attacked(0x5eed, 1), attacked(0x5eed, 100), attacked(0, 100));
    assert!(by_author(&keyed) <= by_author(&by_chance) + 4, "{} {}", by_author(&keyed), by_author(&by_chance));
    assert_eq!(by_author(&known), 24);
    for stats in [keyed, known] {
        let mut analyzer = Analyzer::default();
        analyzer.set_site(Some(stats.prior().into())).unwrap();
        let mut plain = Analyzer::default();
        let (with, without) = (judged(&mut analyzer, &article(100)), judged(&mut plain, &article(100)));
        assert!(errors(&mut analyzer, &article(100)) <= errors(&mut plain, &article(100)), "{with:#?} {without:#?}");
    }
}

#[test]
fn statistics_with_other_secrets_are_not_merged() {
    let mut analyzer = Analyzer::default();
    let mut of_secret = |secret| {
        let mut stats = SiteStats::with_secret(32, secret);
        stats.add(&analyzer.analyze(b"<p>x").unwrap(), "https://site.example/").unwrap();
        stats
    };
    let (mut one, other) = (of_secret(1), of_secret(2));
    assert_eq!(one.merge(&other), Err(SiteError::OtherSecret));
    assert_eq!(merged(&SiteStats::new(), &other), other);
    assert_eq!(merged(&other, &SiteStats::new()), other);
    assert_eq!((SiteStats::read(&other.write()).unwrap().secret(), other.secret()), (2, 2));
}
