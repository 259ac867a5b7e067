//! Indexing: incremental, on all cores, committed every so many pages.

use crate::document::Converter;
use crate::schema::{self, Fields};
use crate::source::{self, Page, Seen};
use anyhow::Context;
use blockmask::{Analyzer, Options};
use cpu_time::ProcessTime;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;
use tantivy::{Index, IndexWriter, TantivyDocument, Term};

/// Pages added between two commits: what a run that is killed may lose.
const COMMIT_PAGES: usize = 500;
const MEMORY_PER_THREAD: usize = 64 << 20;

#[derive(Default)]
pub struct Counts { indexed: AtomicUsize, unchanged: AtomicUsize, failed: AtomicUsize, deleted: AtomicUsize }

type Pages = Box<dyn Iterator<Item = anyhow::Result<Page>> + Send>;

struct Run<'r> {
    fields: &'r Fields,
    writer: &'r IndexWriter,
    known: &'r BTreeMap<String, u64>,
    pages: &'r Mutex<Pages>,
    seen: &'r Mutex<Seen>,
    counts: &'r Counts,
    plain: bool,
    ended: &'r AtomicBool,
    changed: AtomicUsize,
}

impl Run<'_> {
    fn next(&self) -> Option<anyhow::Result<Page>> {
        if self.changed.load(Ordering::Relaxed) >= COMMIT_PAGES { return None; }
        loop {
            let page = self.pages.lock().unwrap().next();
            match page {
                None => { self.ended.store(true, Ordering::Relaxed); return None; }
                Some(Ok(page)) if !self.seen.lock().unwrap().insert(page.address.clone()) => continue,
                page => return page,
            }
        }
    }

    fn work(&self, converter: &mut Converter) -> anyhow::Result<()> {
        while let Some(page) = self.next() {
            match page.and_then(|page| { let p = page.path.clone(); self.document(converter, page).context(p) }) {
                Ok(Some((document, address))) => {
                    if self.known.contains_key(&address) {
                        self.writer.delete_term(Term::from_field_text(self.fields.address, &address));
                    }
                    self.writer.add_document(document)?;
                    self.changed.fetch_add(1, Ordering::Relaxed);
                    self.counts.indexed.fetch_add(1, Ordering::Relaxed);
                }
                Ok(None) => { self.counts.unchanged.fetch_add(1, Ordering::Relaxed); }
                Err(e) => { eprintln!("{e:#}"); self.counts.failed.fetch_add(1, Ordering::Relaxed); }
            }
        }
        Ok(())
    }

    fn document(&self, converter: &mut Converter, mut page: Page) -> anyhow::Result<Option<(TantivyDocument, String)>> {
        let html = page.read()?;
        let hash = fnv1a(&html);
        if self.known.get(&page.address) == Some(&hash) { return Ok(None); }
        let document = if self.plain { Converter::plain(self.fields, &page, &html, hash) } else { converter.convert(self.fields, &page, &html, hash)? };
        Ok(Some((document, page.address)))
    }
}

pub fn run(directory: &Path, paths: &[PathBuf], plain: bool) -> anyhow::Result<bool> {
    let (index, fields) = schema::create_or_open(directory, plain)?;
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let mut writer: IndexWriter = index.writer_with_num_threads(threads, threads * MEMORY_PER_THREAD)?;
    let known = known(&index)?;
    let counts = Counts::default();
    let seen = Mutex::default();
    let pages: Pages = Box::new(paths.to_vec().into_iter().flat_map(|path| source::pages(&path)));
    let pages = Mutex::new(pages);
    let ended = AtomicBool::new(false);
    let mut converters: Vec<Converter> = (0..threads).map(|_| Converter { analyzer: Analyzer::new(Options::default()), analysis_time: Duration::ZERO }).collect();
    while !ended.load(Ordering::Relaxed) {
        let run = Run { fields: &fields, writer: &writer, known: &known, pages: &pages, seen: &seen, counts: &counts, plain, ended: &ended, changed: AtomicUsize::new(0) };
        std::thread::scope(|scope| {
            let t: Vec<_> = converters.iter_mut().map(|c| scope.spawn(|| run.work(c))).collect();
            t.into_iter().try_for_each(|t| t.join().unwrap())
        })?;
        writer.commit()?;
    }
    let seen = seen.into_inner().unwrap();
    for prefix in paths.iter().filter_map(|p| source::address_prefix(p)) {
        for address in known.range(prefix.clone()..).map(|e| e.0).take_while(|a| a.starts_with(&prefix)) {
            if !seen.contains(address) {
                writer.delete_term(Term::from_field_text(fields.address, address));
                counts.deleted.fetch_add(1, Ordering::Relaxed);
            }
        }
    }
    writer.commit()?;
    writer.wait_merging_threads()?;
    let analysis: Duration = converters.iter().map(|c| c.analysis_time).sum();
    let failed = counts.failed.into_inner();
    println!("indexed {}, unchanged {}, deleted {}, failed {} pages; {:.2} s CPU, of it {:.2} s blockmask; index {} bytes",
        counts.indexed.into_inner(), counts.unchanged.into_inner(), counts.deleted.into_inner(), failed,
        ProcessTime::now().as_duration().as_secs_f64(), analysis.as_secs_f64(), bytes(directory)?);
    Ok(failed == 0)
}

pub fn bytes(directory: &Path) -> anyhow::Result<u64> {
    let mut sum = 0;
    for entry in std::fs::read_dir(directory)? { sum += entry?.metadata()?.len(); }
    Ok(sum)
}

fn known(index: &Index) -> anyhow::Result<BTreeMap<String, u64>> {
    let mut known = BTreeMap::new();
    for segment in index.reader()?.searcher().segment_readers() {
        let columns = segment.fast_fields();
        let Some(addresses) = columns.str(schema::ADDRESS)? else { continue };
        let hashes = columns.u64(schema::HASH)?;
        for doc in segment.doc_ids_alive() {
            let Some((o, hash)) = addresses.term_ords(doc).next().zip(hashes.first(doc)) else { continue };
            let mut address = String::new();
            addresses.ord_to_str(o, &mut address)?;
            known.insert(address, hash);
        }
    }
    Ok(known)
}

fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}
