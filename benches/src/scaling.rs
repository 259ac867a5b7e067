//! Scaling with the page size: the content of real pages, repeated to 10 kB, 1 MB and 20 MB. Linear time means a
//! constant time per byte. And what the smallest pages take.

use crate::clock::{median, nanoseconds, turns};
use crate::contestants::{Contestant, DEFAULT, TL};
use crate::pages::Page;
use std::fmt::Write;

/// Sizes of the generated pages in bytes.
const SIZES: [usize; 3] = [10_000, 1_000_000, 20_000_000];
/// Approximate sizes of the real pages whose content is repeated, in bytes.
const ORIGINALS: [usize; 3] = [8_000, 40_000, 150_000];

/// A page of 1 kB, and nearly nothing.
const SMALL: [&str; 2] = [include_str!("../pages/small.html"), "<p>x"];

/// Microseconds for the smallest pages, as a table.
pub fn small_pages(contestants: &mut [Contestant], rounds: usize) -> String {
    let mut out = String::from("| bytes | blockmask, microseconds | `tl`, microseconds |\n|---:|---:|---:|\n");
    for text in SMALL {
        let page = Page { corpus: "small".into(), bytes: text.into(), text: text.into() };
        let [ours, peer] = per_byte(&page, contestants, rounds).map(|time| time * text.len() as f64 / 1e3);
        let _ = writeln!(out, "| {} | {ours:.2} | {peer:.2} |", text.len());
    }
    out
}

/// Nanoseconds per byte by size, as a table.
pub fn table(pages: &[Page], contestants: &mut [Contestant], rounds: usize) -> String {
    let mut out = String::from("| bytes of the page | repeated to | blockmask, ns/byte | `tl`, ns/byte | ratio |\n");
    out.push_str("|---:|---:|---:|---:|---:|\n");
    for original in ORIGINALS {
        let Some(page) = pages.iter().min_by_key(|page| page.text.len().abs_diff(original)) else { continue };
        for size in SIZES {
            let long = repeated(&page.text, size);
            let [ours, peer] = per_byte(&long, contestants, rounds);
            let _ = writeln!(
                out,
                "| {} | {} | {ours:.3} | {peer:.3} | {:.2} |",
                page.text.len(),
                long.text.len(),
                peer / ours
            );
        }
    }
    out
}

/// Median times per byte of blockmask and tl, interleaved. Short pages are repeated within one measurement.
fn per_byte(page: &Page, contestants: &mut [Contestant], rounds: usize) -> [f64; 2] {
    let times = (4_000_000 / page.text.len().max(200)).max(1);
    let mut samples = [Vec::new(), Vec::new()];
    for (at, counts) in turns(samples.len(), rounds) {
        let name = [DEFAULT, TL][at];
        let Some(contestant) = contestants.iter_mut().find(|contestant| contestant.name == name) else { continue };
        let time = nanoseconds(|| (0..times).for_each(|_| (contestant.run)(page)));
        if counts {
            samples[at].push(time / (times * page.text.len()) as f64);
        }
    }
    samples.map(|list| median(&list))
}

/// A page that repeats the content of `html`'s body up to `size` bytes.
fn repeated(html: &str, size: usize) -> Page {
    let lower = html.to_ascii_lowercase();
    let start = lower.find("<body").and_then(|at| lower[at..].find('>').map(|end| at + end + 1)).unwrap_or(0);
    let end = lower.rfind("</body").filter(|&end| end > start).unwrap_or(html.len());
    let content = &html[start..end];
    let mut text = String::from("<!DOCTYPE html><html><head><title>Repeated</title></head><body>");
    while text.len() < size {
        let remaining = size - text.len();
        if content.len() <= remaining {
            text.push_str(content);
            continue;
        }
        // Truncate before a tag, so that no partial tag swallows the rest.
        let cut = content.as_bytes()[..remaining].iter().rposition(|&byte| byte == b'<').unwrap_or(0);
        text.push_str(&content[..cut]);
        break;
    }
    text.push_str("</body></html>");
    Page { corpus: "repeated".into(), bytes: text.clone().into_bytes(), text }
}
