//! Reading WARC files: properties over files that were changed at random, and FastWARC as an oracle.

use super::*;
use cpu_time::ThreadTime;
use samples::{dictionary_frame, gzip, page, zstd};
use std::fs::{self, File};
use std::io::{Cursor, Read};
use std::path::PathBuf;

const LIMIT: u64 = 1 << 20;

/// A generator of numbers (xorshift64).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }
}

/// Addresses of the records, `None` for damage.
fn read(codec: Codec, bytes: Vec<u8>) -> Vec<Option<String>> {
    let len = bytes.len() as u64;
    let Ok(stream) = Members::new(Box::new(Cursor::new(bytes)), codec) else { return vec![None] };
    let mut last = 0;
    let records = Records::new(Buffer::new(stream), LIMIT).map(|record| match record {
        Ok(record) => {
            assert!(record.offset >= last && record.offset < len, "{} of {len}", record.offset);
            last = record.offset;
            let target = record.target.clone().unwrap_or_default();
            // Any payload is a page or not, without a panic.
            let _ = payload(record, LIMIT);
            Some(target)
        }
        Err(damage) => {
            assert!(damage.offset <= len && !damage.reason.is_empty());
            None
        }
    });
    records.collect()
}

fn uri(i: usize) -> String {
    format!("http://a/{i}")
}

/// Pages of about a kilobyte, in each form: the codec, what the file begins with, and the records.
fn forms(random: &mut Random, count: usize) -> [(Codec, Vec<u8>, Vec<Vec<u8>>); 4] {
    let word = |random: &mut Random| ["bread ", "water ", "WARC/1.0 ", "\r\n\r\n", "1f8b08 "][random.below(5)];
    let text = |random: &mut Random| (0..150).map(|_| word(random)).collect::<String>();
    let records: Vec<Vec<u8>> = (0..count).map(|i| page(&uri(i), &text(random))).collect();
    let pack = |pack: &dyn Fn(&[u8]) -> Vec<u8>| records.iter().map(|record| pack(record)).collect();
    let dictionary = records[0].clone();
    let with_dictionary = pack(&|record| zstd(record, &dictionary));
    let frames = pack(&|record| zstd(record, b""));
    let members = pack(&gzip);
    [
        (Codec::None, Vec::new(), records),
        (Codec::Gzip, Vec::new(), members),
        (Codec::Zstd, Vec::new(), frames),
        (Codec::Zstd, dictionary_frame(&dictionary), with_dictionary),
    ]
}

#[test]
fn a_changed_member_costs_no_other_record() {
    let mut random = Random(7);
    for round in 0..300 {
        for (codec, head, mut members) in forms(&mut random, 5).into_iter().skip(1) {
            let wrong = random.below(5);
            let member = &mut members[wrong];
            match round % 3 {
                0 => member.truncate(member.len() - 1 - random.below(member.len() - 1)),
                1 => {
                    let at = random.below(member.len());
                    member[at] ^= 1 + random.below(255) as u8;
                }
                _ => member.extend(std::iter::repeat_with(|| random.below(256) as u8).take(50)),
            }
            let found = read(codec, [head, members.concat()].concat());
            for i in (0..5).filter(|&i| i != wrong) {
                assert!(found.contains(&Some(uri(i))), "round {round}: {i} but not {wrong} of {found:?}");
            }
            // A change can hide in a field that does not matter, such as the time of a gzip header.
            assert!(found.contains(&None) || found.contains(&Some(uri(wrong))), "round {round}: {found:?}");
        }
    }
}

#[test]
fn any_bytes_are_read_to_the_end() {
    let mut random = Random(11);
    for _ in 0..2000 {
        for (codec, head, members) in forms(&mut random, 3) {
            let mut bytes = [head, members.concat()].concat();
            for _ in 0..random.below(20) {
                let at = random.below(bytes.len());
                let end = bytes.len().min(at + random.below(100));
                match random.below(4) {
                    0 => bytes[at] = random.below(256) as u8,
                    1 => drop(bytes.drain(at..end)),
                    2 => bytes.extend_from_within(at..end),
                    _ => bytes[at..end].fill(b"\0\r\n9 W"[random.below(6)]),
                }
            }
            read(codec, bytes);
        }
    }
}

#[test]
fn regressions_of_fuzzing_stay_fixed() {
    let folder = format!("{}/../fuzz/regressions/archive", env!("CARGO_MANIFEST_DIR"));
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        fuzzed::run(&fs::read(entry.path()).unwrap());
    }
}

#[test]
fn reading_again_stays_linear() {
    // Each record claims the rest of the file, so that each is searched for the next one.
    let record = "WARC/1.0\r\nWARC-Type: response\r\nContent-Length: 99999999\r\n\r\n";
    let count = 20_000;
    let bytes = record.repeat(count).into_bytes();
    let start = ThreadTime::now();
    let found = read(Codec::None, bytes);
    assert!(found.iter().all(Option::is_none) && (1..=count).contains(&found.len()));
    assert!(start.elapsed().as_secs() < 20);
}

const MAX_REAL_PAGES: usize = 300;

/// Some pages of the corpora, and of the tests.
fn real_pages() -> Vec<Vec<u8>> {
    let root = env!("CARGO_MANIFEST_DIR");
    let shared = std::env::var("BLOCKMASK_SHARED").unwrap_or_else(|_| format!("{root}/../../shared"));
    let corpora = fs::read_dir(format!("{shared}/corpus")).into_iter().flatten().flatten();
    let mut folders: Vec<PathBuf> = corpora.map(|entry| entry.path().join("html")).collect();
    folders.push(format!("{root}/../tests/fixtures/pages").into());
    let files = folders.iter().filter_map(|folder| fs::read_dir(folder).ok()).flatten().flatten();
    let mut paths: Vec<PathBuf> = files.map(|file| file.path()).collect();
    paths.sort();
    let step = paths.len().div_ceil(MAX_REAL_PAGES).max(1);
    let read = |path: &PathBuf| {
        let mut bytes = Vec::new();
        let members = Members::new(Box::new(File::open(path).ok()?), Codec::None).ok()?;
        Buffer::new(members).read_to_end(&mut bytes).ok()?;
        Some(bytes)
    };
    paths.iter().step_by(step).filter_map(read).collect()
}

/// Responses with each HTTP encoding in turn. FastWARC 2.0.1 ends after one with gzip in chunks, so there is none.
fn real_responses() -> Vec<Vec<u8>> {
    let field = |name: &str| format!("{}Content-Encoding: {name}\r\n", samples::HTML);
    let chunks = format!("{}Transfer-Encoding: chunked\r\n", samples::HTML);
    let encode = |(i, html): (usize, Vec<u8>)| match i % 4 {
        0 => samples::response(&uri(i), samples::HTML, &html),
        1 => samples::response(&uri(i), &field("gzip"), &gzip(&html)),
        2 => samples::response(&uri(i), &chunks, &samples::chunked(&html)),
        _ if html.is_empty() || html.len() > 1 << 16 => samples::response(&uri(i), samples::HTML, &html),
        _ => samples::response(&uri(i), &field("br"), &samples::brotli(&html)),
    };
    real_pages().into_iter().enumerate().map(encode).collect()
}

#[test]
fn fastwarc_reads_the_same() {
    let python = std::env::var("BLOCKMASK_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let script = include_str!("fastwarc_records.py");
    let responses = real_responses();
    if responses.is_empty() {
        return println!("skipped: FastWARC, because there are no pages: this is not a checkout");
    }
    let file = std::env::temp_dir().join(format!("blockmask-{}-fastwarc.warc", std::process::id()));
    for pack in [<[u8]>::to_vec as fn(&[u8]) -> Vec<u8>, gzip, |record| zstd(record, b"")] {
        let bytes: Vec<u8> = responses.iter().flat_map(|response| pack(response)).collect();
        fs::write(&file, &bytes).unwrap();
        let output = match std::process::Command::new(&python).args(["-c", script]).arg(&file).output() {
            Ok(output) if output.status.code() != Some(77) => output,
            _ => {
                fs::remove_file(&file).unwrap();
                return println!(
                    "skipped: FastWARC not found (pip install fastwarc); BLOCKMASK_PYTHON names the Python"
                );
            }
        };
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let stream = Members::new(Box::new(Cursor::new(bytes)), Codec::None).unwrap();
        let ours = Records::new(Buffer::new(stream), u64::from(u32::MAX)).map(|record| {
            let record = record.unwrap_or_else(|damage| panic!("{}", damage.reason));
            let (offset, target) = (record.offset, record.target.clone().unwrap());
            let bytes = payload(record, u64::from(u32::MAX)).unwrap().bytes;
            let mut crc = libdeflater::Crc::new();
            crc.update(&bytes);
            format!("{offset} {target} {} {}", bytes.len(), crc.sum())
        });
        let theirs = String::from_utf8(output.stdout).unwrap();
        assert_eq!(theirs.lines().count(), responses.len());
        for (i, (ours, theirs)) in ours.zip(theirs.lines()).enumerate() {
            assert_eq!(ours, theirs, "of page {i}");
        }
    }
    fs::remove_file(&file).unwrap();
}

/// Damaged and malicious files, by the codec, which are as long as asked for.
fn hostile(len: usize) -> Vec<(&'static str, Codec, Vec<u8>)> {
    let repeat = |piece: &[u8]| piece.repeat(len / piece.len());
    let gzip_of = |content: &[u8]| repeat(&gzip(content));
    let zstd_of = |content: &[u8]| repeat(&zstd(content, b""));
    let broken = |mut member: Vec<u8>| {
        let end = member.len() - 6;
        member[end] ^= 1;
        member
    };
    let of_false_length = |mut member: Vec<u8>| {
        let end = member.len() - 4;
        member[end..].copy_from_slice(&(4_u32 << 20).to_le_bytes());
        member
    };
    let dictionary: Vec<u8> = (0..len as u32 / 8).flat_map(|i| i.wrapping_mul(2_654_435_761).to_be_bytes()).collect();
    let with_dictionary = [dictionary_frame(&dictionary), vec![1], repeat(b"\x28\xb5\x2f\xfd")[..len / 2].to_vec()];
    let record = |target: &str| samples::record("response", &format!("WARC-Target-URI: {target}\r\n"), b"x");
    let long_head = [&b"WARC/1.0\r\n"[..], &b"A: WARC/1.0\n".repeat(100)].concat();
    vec![
        ("versions", Codec::None, repeat(b"WARC/1.0\n")),
        ("versions without lines", Codec::None, repeat(b"WARC/1.0")),
        ("versions and fields", Codec::None, repeat(b"WARC/1.0\r\nA: b\r\n")),
        ("heads that do not end", Codec::None, repeat(&long_head)),
        ("short lengths", Codec::None, repeat(record("http://a/").trim_ascii_end())),
        ("line ends", Codec::None, repeat(b"\r\n")),
        ("claims", Codec::None, repeat(b"WARC/1.0\r\nWARC-Type: response\r\nContent-Length: 99999999\r\n\r\n")),
        ("magics", Codec::Gzip, [vec![1], repeat(b"\x1f\x8b\x08")].concat()),
        ("plain magics", Codec::Gzip, [vec![1], repeat(b"\x1f\x8b\x08\0\0\0\0\0\0\0")].concat()),
        ("magics with names", Codec::Gzip, [vec![1], repeat(b"\x1f\x8b\x08\x08")].concat()),
        ("magics and blocks", Codec::Gzip, [vec![1], repeat(&gzip(b"x")[..18])].concat()),
        ("members of a byte", Codec::Gzip, gzip_of(b"W")),
        ("members of a version", Codec::Gzip, gzip_of(b"WARC/1.0")),
        ("members of a version and a field", Codec::Gzip, gzip_of(b"WARC/1.0\nA:")),
        ("empty members", Codec::Gzip, gzip_of(b"")),
        ("broken members", Codec::Gzip, repeat(&broken(gzip(&record("http://a/"))))),
        ("members of false lengths", Codec::Gzip, repeat(&of_false_length(gzip(&record("http://a/"))))),
        ("frame magics", Codec::Zstd, [vec![1], repeat(b"\x28\xb5\x2f\xfd")].concat()),
        ("frames of a version", Codec::Zstd, zstd_of(b"WARC/1.0")),
        ("frame magics with a dictionary", Codec::Zstd, with_dictionary.concat()),
        ("broken frames", Codec::Zstd, repeat(&broken(zstd(&record("http://a/"), b"")))),
        ("skippable frames", Codec::Zstd, repeat(b"\x50\x2a\x4d\x18\0\0\0\0")),
    ]
}

#[test]
fn work_per_byte_is_bounded() {
    let seconds = |codec, bytes: &Vec<u8>| {
        let measure = |_| {
            let start = ThreadTime::now();
            read(codec, bytes.clone());
            start.elapsed().as_secs_f64()
        };
        (0..3).map(measure).fold(f64::INFINITY, f64::min)
    };
    const LEN: usize = 50_000;
    let mut failed = Vec::new();
    for ((name, codec, short), (_, _, long)) in hostile(LEN).into_iter().zip(hostile(4 * LEN)) {
        let (first, second) = (seconds(codec, &short), seconds(codec, &long));
        let nanoseconds = second * 1e9 / long.len() as f64;
        println!("{name}: {nanoseconds:.0} ns a byte, {:.1} times for four times the length", second / first);
        // Optimized code takes at most a tenth.
        if nanoseconds > 3000.0 || second > 6.0 * first + 0.02 {
            failed.push(name);
        }
    }
    assert!(failed.is_empty(), "{failed:?}");
}
