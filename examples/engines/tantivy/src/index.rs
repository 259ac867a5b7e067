//! Indexing: only what changed, on all cores, committed every so many pages.

use crate::document::{self, Converter};
use crate::schema::{self, Fields};
use crate::source::{self, Page, Pages};
use anyhow::Context;
use cpu_time::ProcessTime;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tantivy::indexer::LogMergePolicy;
use tantivy::{Index, IndexWriter, Term};

/// Pages written between two commits. A run that is killed loses no more than these; the next run indexes them.
const COMMIT_PAGES: usize = 500;
/// Bytes of memory for the postings of one thread of Tantivy's.
const THREAD_MEMORY: usize = 64 << 20;
/// Segments with more deleted documents than this share are merged: their words still count in Tantivy's statistics.
const MAX_DELETED: f32 = 0.1;

/// Pages, by what happened to them.
#[derive(Default)]
struct Counts {
    indexed: usize,
    unchanged: usize,
    deleted: usize,
    failed: usize,
}

/// The pages to be indexed, from which all threads take.
struct Queue {
    pages: Pages,
    /// Addresses of the pages taken so far. Of two pages with one address the first counts.
    seen: BTreeSet<String>,
    /// Pages that may be written before the next commit.
    until_commit: usize,
    has_ended: bool,
    /// Whether a folder or a WARC file could not be read to its end.
    is_incomplete: bool,
    counts: Counts,
}

impl Queue {
    fn new(paths: Vec<PathBuf>) -> Queue {
        Queue {
            pages: Box::new(paths.into_iter().flat_map(|path| source::pages(&path))),
            seen: BTreeSet::new(),
            until_commit: COMMIT_PAGES,
            has_ended: false,
            is_incomplete: false,
            counts: Counts::default(),
        }
    }

    /// The next page; `None` at the end, and when it is time to commit.
    fn next(&mut self) -> Option<Page> {
        while self.until_commit > 0 {
            match self.pages.next() {
                Some(Ok(page)) if !self.seen.insert(page.address.clone()) => {}
                Some(Ok(page)) => return Some(page),
                Some(Err(error)) => {
                    self.is_incomplete = true;
                    self.fail(&error);
                }
                None => {
                    self.has_ended = true;
                    return None;
                }
            }
        }
        None
    }

    fn fail(&mut self, error: &anyhow::Error) {
        eprintln!("{error:#}");
        self.counts.failed += 1;
    }

    fn record(&mut self, result: anyhow::Result<bool>) {
        match result {
            Ok(true) => {
                self.counts.indexed += 1;
                self.until_commit = self.until_commit.saturating_sub(1);
            }
            Ok(false) => self.counts.unchanged += 1,
            Err(error) => self.fail(&error),
        }
    }
}

/// What threads need to index pages.
struct Indexer<'i> {
    fields: &'i Fields,
    writer: &'i IndexWriter,
    /// The hashes of the pages that the index had before this run, by address.
    known: &'i BTreeMap<String, u64>,
    queue: &'i Mutex<Queue>,
}

impl Indexer<'_> {
    /// Indexes pages until the next commit.
    fn run(&self, converter: &mut Converter) {
        while let Some(page) = self.next() {
            let path = page.path.clone();
            let result = self.index(converter, page).context(path);
            lock(self.queue).record(result);
        }
    }

    /// Not inlined into the loop, where the lock would be held during the work.
    fn next(&self) -> Option<Page> {
        lock(self.queue).next()
    }

    /// Returns whether the page is new or changed.
    fn index(&self, converter: &mut Converter, mut page: Page) -> anyhow::Result<bool> {
        let html = page.read()?;
        let known = self.known.get(&page.address);
        if known == Some(&document::content_hash(&html)) {
            return Ok(false);
        }
        let document = if self.fields.is_plain() {
            document::convert_plain(self.fields, &page, &html)
        } else {
            converter.convert(self.fields, &page, &html)?
        };
        if known.is_some() {
            self.writer.delete_term(Term::from_field_text(self.fields.address, &page.address));
        }
        self.writer.add_document(document)?;
        Ok(true)
    }
}

/// Indexes the pages of folders and WARC files, and prints what was done. Returns whether no page failed.
pub fn run(folder: &Path, paths: &[PathBuf], is_plain: bool) -> anyhow::Result<bool> {
    let (index, fields) = schema::open_or_create(folder, is_plain)?;
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let mut writer = index.writer_with_num_threads(threads, threads * THREAD_MEMORY)?;
    let mut merge_policy = LogMergePolicy::default();
    merge_policy.set_del_docs_ratio_before_merge(MAX_DELETED);
    writer.set_merge_policy(Box::new(merge_policy));

    let known = known_pages(&index)?;
    let queue = Mutex::new(Queue::new(paths.to_vec()));
    let mut converters: Vec<Converter> = (0..threads).map(|_| Converter::new()).collect();
    while !lock(&queue).has_ended {
        lock(&queue).until_commit = COMMIT_PAGES;
        let indexer = Indexer { fields: &fields, writer: &writer, known: &known, queue: &queue };
        std::thread::scope(|scope| {
            for converter in &mut converters {
                scope.spawn(|| indexer.run(converter));
            }
        });
        writer.commit()?;
    }
    let mut queue = queue.into_inner().unwrap_or_else(PoisonError::into_inner);
    for address in gone_pages(&known, &queue, paths) {
        writer.delete_term(Term::from_field_text(fields.address, address));
        queue.counts.deleted += 1;
    }
    writer.commit()?;
    writer.wait_merging_threads()?;
    report(&queue.counts, &converters, folder)?;
    Ok(queue.counts.failed == 0)
}

/// A thread that panics ends the program anyway.
fn lock(queue: &Mutex<Queue>) -> MutexGuard<'_, Queue> {
    queue.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The hash of each page of the index, by address.
fn known_pages(index: &Index) -> tantivy::Result<BTreeMap<String, u64>> {
    let mut known = BTreeMap::new();
    for segment in index.reader()?.searcher().segment_readers() {
        let Some(addresses) = segment.fast_fields().str(schema::ADDRESS)? else { continue };
        let hashes = segment.fast_fields().u64(schema::HASH)?;
        for doc in segment.doc_ids_alive() {
            let mut address = String::new();
            if let (Some(ordinal), Some(hash)) = (addresses.term_ords(doc).next(), hashes.first(doc)) {
                addresses.ord_to_str(ordinal, &mut address)?;
                known.insert(address, hash);
            }
        }
    }
    Ok(known)
}

/// The addresses of pages of these folders that are no longer there. If anything could not be read, nothing is gone.
fn gone_pages<'k>(known: &'k BTreeMap<String, u64>, queue: &Queue, paths: &[PathBuf]) -> BTreeSet<&'k String> {
    let folders = paths.iter().filter(|_| !queue.is_incomplete).filter_map(|path| source::address_prefix(path));
    folders
        .flat_map(|prefix| {
            let rest = known.range(prefix.clone()..).map(|(address, _)| address);
            rest.take_while(move |address| address.starts_with(&prefix))
        })
        .filter(|address| !queue.seen.contains(*address))
        .collect()
}

fn report(counts: &Counts, converters: &[Converter], folder: &Path) -> anyhow::Result<()> {
    let Counts { indexed, unchanged, deleted, failed } = counts;
    let total = ProcessTime::now().as_duration().as_secs_f64();
    let analysis = converters.iter().map(|converter| converter.analysis_time).sum::<Duration>().as_secs_f64();
    let bytes = size(folder)?;
    println!(
        "indexed {indexed}, unchanged {unchanged}, deleted {deleted}, failed {failed} pages; \
         {total:.2} s CPU, of it {analysis:.2} s blockmask; index {bytes} bytes"
    );
    Ok(())
}

/// Bytes of the files of an index.
pub fn size(folder: &Path) -> std::io::Result<u64> {
    std::fs::read_dir(folder)?.try_fold(0, |size, file| Ok(size + file?.metadata()?.len()))
}
