//! What field weights do to search results: `make ranking`.
//!
//! Documentation sites with judged queries and labeled web pages are indexed; every method of [`methods`] ranks the
//! pages of each query; [`report`] prints what changes against full text. [`fit`] finds weights on some sites and tests
//! them on others, [`searcher`] measures what people see besides ranks.

mod candidates;
mod collection;
mod fit;
mod headers;
mod html;
mod measures;
mod methods;
mod passages;
mod queries;
mod report;
mod score;
mod searcher;
mod sites;

use clap::Parser;
use collection::Collection;
use report::Measured;
use score::Method;
use sites::{CORPORA, DEVELOPMENT_CORPORA, RawSite};
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

pub type Error = Box<dyn std::error::Error + Send + Sync>;

/// Measures search quality with and without the weights of blocks.
#[derive(Parser)]
struct Arguments {
    /// The folder with `ranking` and `corpus`
    #[arg(long, default_value = "../shared")]
    shared: PathBuf,
    /// The folder with the unpacked packages
    #[arg(long, default_value = "target/ranking/packages")]
    packages: PathBuf,
    /// The most queries of each kind of a site
    #[arg(long, default_value_t = 1000)]
    queries: usize,
    /// Fit weights by class, on some generators for the others, instead of measuring methods
    #[arg(long)]
    fit: bool,
    /// Measure passages instead of pages
    #[arg(long)]
    passages: bool,
    /// Measure candidates of weights on the sites of develop.json, which are in no table
    #[arg(long)]
    develop: bool,
    /// Measure what is no text of a page, such as the words of its address, as fields beside it
    #[arg(long)]
    beside: bool,
    /// Print every view
    #[arg(long)]
    detail: bool,
    /// Write the pages and queries of the documentation sites to a folder, for benches/lab/ranking/engine.py, instead
    #[arg(long)]
    export: Option<PathBuf>,
}

fn main() -> Result<(), Error> {
    let arguments = Arguments::parse();
    let raw = read(&arguments)?;
    if let Some(folder) = &arguments.export {
        let mut documentation = raw.iter().filter(|site| !site.is_web);
        return documentation.try_for_each(|site| sites::export(site, folder, arguments.queries));
    }
    if arguments.passages {
        passages::print(&raw, arguments.queries);
        headers::print(&raw);
        return Ok(());
    }
    if arguments.fit {
        let collections =
            in_parallel(raw.into_iter().map(|site| move || collection::build(site, arguments.queries)).collect());
        fit_weights(&collections);
        return Ok(());
    }
    if arguments.develop || arguments.beside {
        let methods: Methods<'_> = if arguments.beside { &candidates::each_beside } else { &candidates::each };
        let collections =
            in_parallel(raw.into_iter().map(|site| move || collection::build(site, arguments.queries)).collect());
        print_sites(&collections);
        let measured = measure(&collections, methods);
        report::print("Mean reciprocal rank", &measured, |view| &view.reciprocal);
        return Ok(());
    }
    let documentation: Vec<RawSite> = raw.iter().filter(|site| !site.is_web).cloned().collect();
    let merged = collection::build(sites::merge(&documentation, arguments.queries / 5), usize::MAX);
    drop(documentation);
    searcher::print(&raw);
    let collections =
        in_parallel(raw.into_iter().map(|site| move || collection::build(site, arguments.queries)).collect());
    print_sites(&collections);
    let measured = measure(&collections, &methods::each);
    report::print("Mean reciprocal rank", &measured, |view| &view.reciprocal);
    report::print("Success at 1", &measured, |view| &view.success);
    report::print("nDCG at 10", &measured, |view| &view.ndcg);
    let all = measure(std::slice::from_ref(&merged), &methods::each);
    report::print(
        &format!("All sites in one index ({} pages), mean reciprocal rank", merged.pages.len()),
        &all,
        |view| &view.reciprocal,
    );
    print_sizes(&collections);
    if arguments.detail {
        let weight = measured.iter().find(|method| method.name == "**weight**").ok_or("no method of weights")?;
        report::print_views(&measured[0], weight);
    }
    Ok(())
}

/// Reads all sites that are there, and says which are not.
fn read(arguments: &Arguments) -> Result<Vec<RawSite>, Error> {
    let (shared, folder) = (&arguments.shared, &arguments.packages);
    let packages = sites::packages(shared, arguments.develop)?;
    let corpora = if arguments.develop { &DEVELOPMENT_CORPORA[..] } else { &CORPORA[..] };
    type Job<'j> = Box<dyn FnOnce() -> Result<RawSite, Error> + Send + 'j>;
    let package_jobs =
        packages.iter().map(|package| -> Job<'_> { Box::new(|| sites::read_package(package, folder, shared)) });
    let corpus_jobs = corpora.iter().map(|name| -> Job<'_> { Box::new(|| sites::read_corpus(name, shared)) });
    let mut found = Vec::new();
    for site in in_parallel(package_jobs.chain(corpus_jobs).collect()) {
        match site {
            Ok(site) => found.push(site),
            Err(error) => println!("skipped: {error}"),
        }
    }
    if found.is_empty() { Err("there is nothing to measure".into()) } else { Ok(found) }
}

/// Runs jobs on two threads; the results are in order.
fn in_parallel<T: Send, F: FnOnce() -> T + Send>(jobs: Vec<F>) -> Vec<T> {
    let jobs: Vec<Mutex<Option<F>>> = jobs.into_iter().map(|job| Mutex::new(Some(job))).collect();
    let results: Vec<Mutex<Option<T>>> = jobs.iter().map(|_| Mutex::new(None)).collect();
    let next = AtomicUsize::new(0);
    let work = || {
        while let Some((job, result)) = {
            let at = next.fetch_add(1, Ordering::Relaxed);
            jobs.get(at).zip(results.get(at))
        } {
            let job = job.lock().ok().and_then(|mut job| job.take());
            if let (Some(job), Ok(mut result)) = (job, result.lock()) {
                *result = Some(job());
            }
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(work);
        work();
    });
    results.into_iter().filter_map(|result| result.into_inner().ok().flatten()).collect()
}

/// Calls its argument with the name of each method and the method.
type Methods<'m> = &'m dyn Fn(&mut dyn FnMut(&str, &Method<'_>));

fn measure(collections: &[Collection], methods: Methods<'_>) -> Vec<Measured> {
    let mut measured = Vec::new();
    methods(&mut |name, method| {
        let views = collections.iter().flat_map(|collection| measures::views(collection, method)).collect();
        measured.push(Measured { name: name.to_owned(), views });
    });
    measured
}

fn fit_weights(collections: &[Collection]) {
    let (mut base, mut fitted) = (Vec::new(), Vec::new());
    fit::cross_validate(collections, 3, |old, new| {
        base.extend_from_slice(old);
        fitted.extend_from_slice(new);
    });
    let measured = [("full text", base), ("fitted on other generators", fitted)];
    let measured = measured.map(|(name, views)| Measured { name: name.to_owned(), views });
    report::print("Mean reciprocal rank", &measured, |view| &view.reciprocal);
    report::print_views(&measured[0], &measured[1]);
}

fn print_sites(collections: &[Collection]) {
    println!("\n| site | generator | pages | queries |\n|---|---|--:|--:|");
    for Collection { name, generator, pages, queries, .. } in collections {
        println!("| {name} | {generator} | {} | {} |", pages.len(), queries.len());
    }
}

/// Pairs of word and page: what an inverted index without positions holds.
fn print_sizes(collections: &[Collection]) {
    println!("\nPostings of an index of everything, and of what remains:\n");
    println!("| | full text | without template | without template that the site repeats |\n|---|--:|--:|--:|");
    for (name, is_web) in [("documentation", false), ("web", true)] {
        let sum = |of: fn(&Collection) -> u64| collections.iter().filter(|c| c.is_web == is_web).map(of).sum::<u64>();
        let (full, main, own) = (sum(|c| c.sizes.full), sum(|c| c.sizes.main), sum(|c| c.sizes.not_repeated));
        let share = |part: u64| 100.0 * part as f64 / full.max(1) as f64;
        println!("| {name} | {full} | {:.0} % | {:.0} % |", share(main), share(own));
    }
}
