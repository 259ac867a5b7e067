//! End-to-end tests of WARC files and of compressed pages.

mod common;

use common::archive::{
    HTML, brotli, chunked, dictionary_frame, gzip, html, page, raw_response, record, record_of_length, response, zstd,
};
use common::{Folder, objects, out, run, run_with_input, text};
use serde_json::{Value, json};
use std::process::Output;

/// The sentence of the `i`-th page.
fn sentence(i: usize) -> String {
    format!("This is the sentence that page number {i} has, and it is long enough to be content.")
}

fn uri(i: usize) -> String {
    format!("https://example.org/{i}")
}

/// A crawl of five records: a description, then a request and a page twice.
fn crawl() -> Vec<Vec<u8>> {
    let request = |i| record("request", &format!("WARC-Target-URI: {}\r\n", uri(i)), b"GET / HTTP/1.1\r\n\r\n");
    let info = record("warcinfo", "Content-Type: application/warc-fields\r\n", b"software: none\r\n");
    vec![info, request(0), page(&uri(0), &sentence(0)), request(1), page(&uri(1), &sentence(1))]
}

/// The main text of each page by its address.
fn texts(output: &Output) -> Vec<(String, String)> {
    let text = |page: &Value, key: &str| page[key].as_str().unwrap().to_owned();
    objects(output).iter().map(|page| (text(page, "file"), text(page, "text"))).collect()
}

/// What the pages of these numbers give.
fn expected(numbers: &[usize]) -> Vec<(String, String)> {
    numbers.iter().map(|&i| (uri(i), format!("A heading\n{}", sentence(i)))).collect()
}

fn read(file: &str) -> Output {
    run(&["text", "--format", "jsonl", file])
}

fn stderr_lines(output: &Output) -> Vec<&str> {
    text(&output.stderr).lines().collect()
}

#[test]
fn pages_of_plain_and_compressed_files() {
    let folder = Folder::new("warc-forms");
    let records = crawl();
    let dictionary: Vec<u8> = records.concat();
    let plain = records.concat();
    let members = |pack: &dyn Fn(&[u8]) -> Vec<u8>| records.iter().flat_map(|record| pack(record)).collect::<Vec<u8>>();
    let with_dictionary = members(&|record| zstd(record, &dictionary));
    let forms = [
        ("plain.warc", plain.clone()),
        ("members.warc.gz", members(&gzip)),
        ("whole.warc.gz", gzip(&plain)),
        ("frames.warc.zst", members(&|record| zstd(record, b""))),
        ("dictionary.warc.zst", [dictionary_frame(&dictionary), with_dictionary.clone()].concat()),
        ("packed-dictionary.warc.zst", [dictionary_frame(&zstd(&dictionary, b"")), with_dictionary].concat()),
        ("padded.warc.gz", [members(&gzip), vec![0; 1000]].concat()),
        (
            "skippable.warc.zst",
            [members(&|record| zstd(record, b"")), b"\x50\x2a\x4d\x18\x02\0\0\0ab".to_vec()].concat(),
        ),
        ("line-feeds.warc", text(&plain).replace("\r\n", "\n").replace("Length: 18", "Length: 16").into_bytes()),
    ];
    for (name, bytes) in forms {
        // The forms are told by the bytes, or by the name, or by the option.
        let named = folder.file(name, &bytes);
        let unnamed = folder.file("page", &bytes);
        for output in [read(&named), read(&unnamed), run_with_input(&["text", "--format", "jsonl"], &bytes)] {
            if name == "line-feeds.warc" {
                // Lengths are wrong where line ends within the content were changed.
                assert!(texts(&output).len() < 2);
                continue;
            }
            out(&output);
            assert_eq!(texts(&output), expected(&[0, 1]), "{name}");
        }
    }
}

#[test]
fn records_can_be_found_again() {
    let folder = Folder::new("warc-origin");
    let records = crawl();
    let packed: Vec<Vec<u8>> = records.iter().map(|record| gzip(record)).collect();
    for (name, members) in [("a.warc", &records), ("a.warc.gz", &packed)] {
        let file = folder.file(name, &members.concat());
        let offset = |i: usize| members[..i].iter().map(Vec::len).sum::<usize>();
        for command in ["text", "blocks", "layout", "visual"] {
            let output = run(&[command, "--format", "jsonl", &file]);
            out(&output);
            for (page, i) in objects(&output).iter().zip([2, 4]) {
                let origin = json!({
                    "file": file,
                    "offset": offset(i),
                    "record_id": "<urn:uuid:00000000-0000-4000-8000-000000000001>",
                    "date": "2026-11-23T08:00:00Z",
                });
                assert_eq!(page["warc"], origin, "{command} {name}");
            }
            assert_eq!(objects(&output).len(), 2);
        }
    }
}

#[test]
fn other_formats_name_pages_by_their_addresses() {
    let folder = Folder::new("warc-formats");
    let file = folder.file("a.warc", &crawl().concat());
    let output = run(&["blocks", "--format", "tsv", &file]);
    let rows: Vec<&str> = out(&output).lines().skip(1).map(|row| row.split('\t').next().unwrap()).collect();
    assert_eq!(rows, [uri(0), uri(0), uri(0), uri(1), uri(1), uri(1)]);
    let table = run(&["blocks", &file]);
    assert!(out(&table).contains("https://example.org/1: UTF-8 (hint), "), "{}", out(&table));
    assert!(out(&run(&["text", &file])).contains(&sentence(1)));
    assert!(out(&run(&["layout", &file])).starts_with("https://example.org/0: "));
}

#[test]
fn addresses_have_no_control_characters() {
    let folder = Folder::new("warc-address");
    let file = folder.file("a.warc", &page("<http://a/\u{85}b\t>", &sentence(0)));
    let output = run(&["blocks", "--format", "tsv", &file]);
    assert!(out(&output).contains("\nhttp://a/%C2%85b%09\t"), "{}", out(&output));
}

#[test]
fn charset_and_address_come_from_the_record() {
    let folder = Folder::new("warc-charset");
    let body = b"<p>Der Zug f\xe4hrt \xfcber die gro\xdfe <a href='https://example.org/0/bridge'>Br\xfccke</a>.";
    let declared = response(&uri(0), "content-type:text/html;Charset=\"ISO-8859-2\"\r\n", body);
    let undeclared = response(&uri(1), "Content-Type: text/html\r\n", body);
    let file = folder.file("a.warc", &[declared, undeclared].concat());
    let output = run(&["blocks", "--format", "jsonl", "--charset", "iso-8859-15", &file]);
    out(&output);
    let encodings: Vec<Value> = objects(&output).iter().map(|page| page["encoding"].clone()).collect();
    assert_eq!(encodings, ["ISO-8859-2", "ISO-8859-15"], "the option is for pages that declare nothing");
}

#[test]
fn http_encodings_are_undone() {
    let folder = Folder::new("warc-encodings");
    let html = html(&sentence(0)).into_bytes();
    let deflated = |is_zlib: bool| {
        let mut out = Vec::new();
        let mut encoder = flate2::Compress::new(flate2::Compression::default(), is_zlib);
        out.reserve(1000);
        encoder.compress_vec(&html, &mut out, flate2::FlushCompress::Finish).unwrap();
        out
    };
    let encoding = |name: &str| format!("{HTML}Content-Encoding: {name}\r\n");
    let both = |name: &str| format!("{HTML}Content-Encoding: {name}\r\nTransfer-Encoding: chunked\r\n");
    let cases = [
        ("gzip", encoding("gzip"), gzip(&html)),
        ("two members", encoding("x-gzip"), [gzip(&html[..20]), gzip(&html[20..])].concat()),
        ("gzip and garbage", encoding("gzip"), [gzip(&html), b"garbage".to_vec()].concat()),
        ("deflate with zlib", encoding("deflate"), deflated(true)),
        ("deflate without", encoding("Deflate"), deflated(false)),
        ("brotli", encoding("br"), brotli(&html)),
        ("zstd", encoding("zstd"), zstd(&html, b"")),
        ("two encodings", encoding("gzip, br"), brotli(&gzip(&html))),
        ("chunks", format!("{HTML}Transfer-Encoding: chunked\r\n"), chunked(&html)),
        ("chunks of gzip", both("gzip"), chunked(&gzip(&html))),
        ("stored decoded", both("gzip"), html.clone()),
        ("stored decoded, brotli", both("br"), html.clone()),
        ("unchunked gzip", both("gzip"), gzip(&html)),
        ("no such encoding", encoding("utf-8"), html.clone()),
        ("no encoding", encoding("identity"), html.clone()),
    ];
    for (name, fields, body) in cases {
        let file = folder.file("a.warc", &response(&uri(0), &fields, &body));
        let output = read(&file);
        out(&output);
        assert_eq!(texts(&output), expected(&[0]), "{name}");
    }
}

#[test]
fn what_is_not_a_page_is_counted() {
    let folder = Folder::new("warc-skipped");
    let html = html(&sentence(0));
    let http = |status: &str, body: &str| format!("HTTP/1.1 {status}\r\n{HTML}\r\n{body}").into_bytes();
    let records = [
        response(&uri(1), "Content-Type: image/png\r\n", b"\x89PNG"),
        response(&uri(1), "", b"\x89PNG"),
        raw_response("dns:example.org", "", b"20261123080000\nexample.org. 300 IN A 192.0.2.1\n"),
        record("resource", "Content-Type: text/plain\r\n", b"text"),
        record("conversion", "Content-Type: text/plain\r\n", b"text"),
        raw_response(&uri(1), "", &http("301 Moved", "<a href=x>here</a>")),
        raw_response(&uri(1), "", &http("404 Not Found", &html)),
        record("revisit", "Content-Type: application/http\r\n", &http("200 OK", "")),
        record("metadata", "", b"fetchTimeMs: 1\r\n"),
        // Pages without a type of HTTP, or without HTTP.
        raw_response(&uri(0), "", format!("HTTP/2 200\r\n\r\n\u{feff}\n{html}").as_bytes()),
        raw_response(
            &uri(0),
            "WARC-Identified-Payload-Type: text/html\r\n",
            format!("HTTP/1.0 200\r\nbroken field\r\n\r\n{html}").as_bytes(),
        ),
        record("resource", &format!("WARC-Target-URI: {}\r\nContent-Type: text/html\r\n", uri(0)), html.as_bytes()),
    ];
    let file = folder.file("a.warc", &records.concat());
    let output = read(&file);
    assert_eq!(output.status.code(), Some(0), "nothing is damaged");
    let summary = "blockmask: 3 pages in WARC records; not analyzed: 5 of other types than HTML, \
                   2 with an HTTP status other than success, 1 revisits";
    assert_eq!(stderr_lines(&output), [summary]);
    assert_eq!(texts(&output), expected(&[0, 0, 0]));
    out(&run(&["text", "--quiet", &file]));
}

/// Runs on a file between whose first and last page something is wrong, and returns the messages.
fn between_pages(name: &str, pack: &dyn Fn(&[u8]) -> Vec<u8>, wrong: &[u8]) -> Vec<String> {
    let folder = Folder::new("warc-between");
    let (first, last) = (page(&uri(0), &sentence(0)), page(&uri(1), &sentence(1)));
    let file = folder.file(name, &[pack(&first), wrong.to_vec(), pack(&last)].concat());
    let output = read(&file);
    assert_eq!(output.status.code(), Some(1), "{name}");
    assert_eq!(texts(&output), expected(&[0, 1]), "{name} {}", text(&output.stderr));
    let strip = |line: &&str| line.replace(&format!("{file}, "), "").replace("blockmask: ", "");
    stderr_lines(&output).iter().map(strip).collect()
}

#[test]
fn damage_is_named_and_the_rest_is_read() {
    let offset = page(&uri(0), &sentence(0)).len();
    let packed_offset = gzip(&page(&uri(0), &sentence(0))).len();
    let head = format!("WARC-Target-URI: {}\r\n", uri(7));
    let message = [b"HTTP/1.1 200 OK\r\n", HTML.as_bytes(), b"\r\n", html(&sentence(7)).as_bytes()].concat();
    let of_length = |length: &str| record_of_length("response", &head, &message, length);
    let n = message.len();
    let cases = [
        (
            of_length(&(n - 20).to_string()),
            format!("{}: the WARC record has a wrong Content-Length: {} bytes", uri(7), n - 20),
        ),
        (
            of_length(&(n + 20).to_string()),
            format!("{}: the WARC record has a wrong Content-Length: {} bytes", uri(7), n + 20),
        ),
        (of_length("99999999"), format!("{}: the WARC record ends after", uri(7))),
        (of_length("18446744073709551615"), format!("{}: the WARC record ends after", uri(7))),
        (of_length("99999999999999999999"), "the Content-Length of the record is not a number".to_owned()),
        (of_length("+5"), "the Content-Length of the record is not a number".to_owned()),
        (b"WARC/1.0\r\nWARC-Type: response\r\n\r\n".to_vec(), "the record has no Content-Length".to_owned()),
        (b"WARC/1.0\r\nContent-Length: 0\r\n\r\n".to_vec(), "the record has no WARC-Type".to_owned()),
        (b"WARC/1.0\r\n: :\0\r\n\r\n\r\n".to_vec(), "the header of the WARC record is not valid".to_owned()),
    ];
    for (wrong, reason) in &cases {
        for (name, pack, at) in [
            ("a.warc", &(|bytes: &[u8]| bytes.to_vec()) as &dyn Fn(&[u8]) -> _, offset),
            ("a.warc.gz", &gzip, packed_offset),
        ] {
            let messages = between_pages(name, pack, &pack(wrong));
            assert_eq!(messages.len(), 2, "{name} {messages:?}");
            let separator = if reason.starts_with("https") { ", " } else { ": " };
            assert!(messages[0].starts_with(&format!("byte {at}{separator}{reason}")), "{name} {messages:?}");
            assert_eq!(messages[1], "2 pages in WARC records; not analyzed: 1 damaged");
        }
    }
    let garbage = between_pages("a.warc", &<[u8]>::to_vec, b"garbage\r\nthat mentions WARC/1.0\r\n\r\n");
    assert_eq!(garbage[0], format!("byte {offset}: no WARC record begins here"));
}

#[test]
fn broken_members_cost_one_record() {
    let offset = |pack: &dyn Fn(&[u8]) -> Vec<u8>| pack(&page(&uri(0), &sentence(0))).len();
    let wrong = page(&uri(7), &sentence(7));
    let pack_zstd = |bytes: &[u8]| zstd(bytes, b"");
    for (name, pack) in [("a.warc.gz", &gzip as &dyn Fn(&[u8]) -> Vec<u8>), ("a.warc.zst", &pack_zstd)] {
        let packed = pack(&wrong);
        let middle = packed.len() / 2;
        let mut changed = packed.clone();
        changed[middle] ^= 0x55;
        let mut checksum = packed.clone();
        *checksum.last_mut().unwrap() ^= 1;
        if name.ends_with("gz") {
            checksum[packed.len() - 6] ^= 1;
        }
        let mut magic = packed.clone();
        magic[0] ^= 1;
        for wrong in [&packed[..middle], &changed, &checksum, &magic, b"garbage"] {
            let messages = between_pages(name, pack, wrong);
            let damaged = format!("byte {}", offset(pack));
            assert!(messages[0].starts_with(&damaged), "{name} {messages:?}");
            assert_eq!(messages.len(), 2, "{name} {messages:?}");
            assert_eq!(messages[1], "2 pages in WARC records; not analyzed: 1 damaged");
        }
    }
}

#[test]
fn truncated_files() {
    let folder = Folder::new("warc-truncated");
    let records = crawl();
    let packed: Vec<Vec<u8>> = records.iter().map(|record| gzip(record)).collect();
    let frames: Vec<Vec<u8>> = records.iter().map(|record| zstd(record, b"")).collect();
    for (name, members) in [("a.warc", records), ("a.warc.gz", packed), ("a.warc.zst", frames)] {
        let bytes = members.concat();
        let file = folder.file(name, &bytes[..bytes.len() - 30]);
        let output = read(&file);
        assert_eq!(output.status.code(), Some(1), "{name}");
        assert_eq!(texts(&output), expected(&[0]), "{name}");
        let lines = stderr_lines(&output);
        assert_eq!(lines.len(), 2, "{name} {lines:?}");
        let last = members[..4].iter().map(Vec::len).sum::<usize>();
        // A short frame of zstd has no part that can be decoded alone.
        let target = if name.ends_with("zst") { "" } else { ", https://example.org/1" };
        assert!(lines[0].contains(&format!("{name}, byte {last}{target}: ")), "{lines:?}");
        assert!(lines[0].contains("ends"), "{lines:?}");
        // The damage is the same for every number of threads.
        let parallel = run(&["text", "--format", "jsonl", "--jobs", "3", &file]);
        assert!(parallel.stdout == output.stdout && parallel.stderr == output.stderr, "{name}");
    }
}

#[test]
fn broken_payloads_are_damage() {
    let html = html(&sentence(7)).into_bytes();
    let packed = gzip(&html);
    let encoding = |name: &str| format!("{HTML}Content-Encoding: {name}\r\n");
    let chunks = format!("{HTML}Transfer-Encoding: chunked\r\n");
    let mut changed = packed.clone();
    changed[20] ^= 0xff;
    let cases = [
        (response(&uri(7), &encoding("gzip"), &packed[..40]), "the content of the HTTP response: "),
        (response(&uri(7), &encoding("gzip"), &changed), "the content of the HTTP response: "),
        (response(&uri(7), &encoding("br"), b"\x00\xff\xff\xff\xff\xff"), "the content of the HTTP response: "),
        (response(&uri(7), &encoding("zstd"), &zstd(&html, b"")[..40]), "the content of the HTTP response: "),
        (response(&uri(7), &chunks, &chunked(&html)[..60]), "the content of the HTTP response: a chunk ends early"),
        (response(&uri(7), &chunks, b"3\r\n<p>\r\nxyz"), "the content of the HTTP response: a chunk has no valid size"),
        (raw_response(&uri(7), "", b"HTTP/1.1 200 OK\r\nContent-Type: te"), "the HTTP header does not end"),
        (raw_response(&uri(7), "", b"HTTP/1.1 fine\r\n\r\n<p>"), "the HTTP status is not a number"),
    ];
    for (wrong, reason) in cases {
        let messages = between_pages("a.warc", &<[u8]>::to_vec, &wrong);
        assert!(messages[0].contains(&format!(", {}: {reason}", uri(7))), "{messages:?}");
        assert_eq!(messages[1], "2 pages in WARC records; not analyzed: 1 damaged");
    }
}

#[test]
fn what_the_crawler_cut_off_is_used_as_far_as_it_goes() {
    let folder = Folder::new("warc-cut");
    let html = format!("{}{}", html(&sentence(0)), "<!-- a long comment that is left out -->".repeat(9)).into_bytes();
    let message = |fields: &str, body: &[u8]| [b"HTTP/1.1 200 OK\r\n", fields.as_bytes(), b"\r\n", body].concat();
    let chunks = format!("{HTML}Transfer-Encoding: chunked\r\n");
    let gzipped = format!("{HTML}Content-Encoding: gzip\r\n");
    let packed = gzip(&html);
    let bodies = [
        message(HTML, &html[..200]),
        message(&chunks, &chunked(&html)[..260]),
        message(&gzipped, &packed[..packed.len() - 8]),
    ];
    for body in bodies {
        let file = folder.file("a.warc", &raw_response(&uri(0), "WARC-Truncated: length\r\n", &body));
        let output = read(&file);
        out(&output);
        assert_eq!(texts(&output), expected(&[0]));
    }
}

#[test]
fn long_records_and_bombs_are_refused() {
    let long = vec![b' '; 200_000];
    let bomb = gzip(&vec![b' '; 10_000_000]);
    let packed = format!("{HTML}Content-Encoding: gzip\r\n");
    let cases = [
        (response(&uri(7), HTML, &long), true),
        (response(&uri(7), HTML, &vec![b' '; 20_000]), true),
        (response(&uri(7), &packed, &bomb), true),
        (record("resource", &format!("WARC-Target-URI: {}\r\nContent-Type: text/html\r\n", uri(7)), &long), true),
        (response(&uri(7), "Content-Type: image/png\r\n", &long), false),
    ];
    let folder = Folder::new("warc-limit");
    for (record, is_refused) in cases {
        for pack in [<[u8]>::to_vec as fn(&[u8]) -> Vec<u8>, gzip] {
            let bytes = [pack(&record), pack(&page(&uri(1), &sentence(1)))].concat();
            let file = folder.file("a.warc", &bytes);
            let output = run(&["text", "--format", "jsonl", "--max-input", "16K", &file]);
            assert_eq!(texts(&output), expected(&[1]));
            assert_eq!(output.status.code(), Some(i32::from(is_refused)), "{}", text(&output.stderr));
            let lines = stderr_lines(&output);
            if is_refused {
                assert!(lines[0].contains(&format!(
                    "{}: the page has more bytes than the limit of 16384; raise --max-input or skip the page",
                    uri(7)
                )));
                assert_eq!(lines[1], "blockmask: 1 pages in WARC records; not analyzed: 1 over a limit");
            } else {
                assert!(lines[0].ends_with("not analyzed: 1 of other types than HTML"), "{lines:?}");
            }
        }
    }
}

#[test]
fn compressed_pages() {
    let folder = Folder::new("warc-pages");
    let html = html(&sentence(0)).into_bytes();
    let plain = read(&folder.file("page.html", &html));
    for (name, bytes) in [("page.html.gz", gzip(&html)), ("page.html.zst", zstd(&html, b""))] {
        let file = folder.file(name, &bytes);
        let output = read(&file);
        out(&output);
        assert_eq!(texts(&output)[0].1, texts(&plain)[0].1);
        assert_eq!((&texts(&output)[0].0, objects(&output)[0].get("warc")), (&file, None));
        let truncated = read(&folder.file(name, &bytes[..bytes.len() / 2]));
        assert_eq!((truncated.status.code(), stderr_lines(&truncated).len()), (Some(1), 1), "{name}");
        assert!(stderr_lines(&truncated)[0].contains("the compressed data ends early"));
    }
    let bomb = folder.file("bomb.html.gz", &gzip(&vec![b' '; 10_000_000]));
    let output = run(&["text", "--max-input", "1M", &bomb]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        stderr_lines(&output)[0]
            .ends_with("the page has more bytes than the limit of 1048576; raise --max-input or skip the page")
    );
}

#[test]
fn the_option_reads_files_that_do_not_look_like_warc() {
    let folder = Folder::new("warc-option");
    let mut bytes = crawl().concat();
    bytes[0] = b'w';
    let file = folder.file("a", &bytes);
    let output = run(&["text", "--format", "jsonl", "--warc", &file]);
    assert_eq!((output.status.code(), texts(&output)), (Some(1), expected(&[0, 1])));
    assert!(stderr_lines(&output)[0].ends_with("a, byte 0: no WARC record begins here"), "{}", text(&output.stderr));
    assert_eq!(objects(&read(&file)).len(), 1, "without it, this is a page");
    let empty = run(&["text", "--format", "jsonl", &folder.file("empty.warc.gz", b"")]);
    assert_eq!(out(&empty), "");
}

#[test]
fn jobs_do_not_change_the_output_of_warc_files() {
    let folder = Folder::new("warc-jobs");
    let mut records: Vec<Vec<u8>> = (0..300).map(|i| gzip(&page(&uri(i), &sentence(i)))).collect();
    records[100] = gzip(&response(&uri(100), "Content-Type: text/css\r\n", b"a{}"));
    records[200].truncate(60);
    let file = folder.file("a.warc.gz", &records.concat());
    let plain = folder.file("b.html", html(&sentence(0)).as_bytes());
    let args = ["blocks", "--format", "jsonl", &plain, &file, "/no/such/file", &plain];
    let sequential = run(&args);
    assert_eq!(objects(&sequential).len(), 300);
    for jobs in ["2", "5"] {
        let parallel = run(&[&args[..], &["--jobs", jobs]].concat());
        assert!(parallel.stdout == sequential.stdout && parallel.stderr == sequential.stderr, "{jobs} jobs");
        assert_eq!(parallel.status.code(), Some(1));
    }
}

#[test]
fn repeated_damage_is_counted() {
    let folder = Folder::new("warc-repeated");
    let bytes = ["WARC/1.0\n".repeat(5000).into_bytes(), page(&uri(0), &sentence(0))].concat();
    let file = folder.file("a.warc", &bytes);
    let output = read(&file);
    assert_eq!(texts(&output), expected(&[0]));
    let lines = stderr_lines(&output);
    assert_eq!(lines.len(), 34, "{lines:?}");
    assert_eq!(lines[32], format!("blockmask: {file}: 4968 more records cannot be read"));
    assert_eq!(lines[33], "blockmask: 1 pages in WARC records; not analyzed: 5000 damaged");
}

#[test]
fn what_expands_too_much_is_damage() {
    let zeros = vec![b' '; 20 << 20];
    let bomb = |encoding: &str, body: &[u8]| {
        let fields = format!("{HTML}Content-Encoding: {encoding}\r\n");
        response(&uri(7), &fields, body)
    };
    let (gzipped, framed) = (gzip(&zeros), zstd(&zeros, b""));
    // The first step gives a bomb.
    let nested = gzip(&gzipped);
    for (bytes, reason) in [
        (bomb("gzip", &gzipped), "the compressed data expands too much"),
        (bomb("zstd", &framed), "the compressed data expands too much"),
        (bomb("gzip, gzip", &nested), "the compressed data expands too much"),
        (bomb("gzip, gzip, gzip, gzip, gzip", &nested), "too many content encodings"),
    ] {
        let messages = between_pages("a.warc", &<[u8]>::to_vec, &bytes);
        assert!(messages[0].ends_with(reason), "{messages:?}");
    }
    let image = zstd(&response(&uri(7), "Content-Type: image/png\r\n", &zeros), b"");
    let messages = between_pages("a.warc.zst", &|bytes| zstd(bytes, b""), &image);
    assert!(messages[0].ends_with("the compressed data expands too much"), "{messages:?}");
    let folder = Folder::new("warc-bombs");
    let output = read(&folder.file("a.html.gz", &gzipped));
    assert!(text(&output.stderr).ends_with("the compressed data expands too much\n"), "{}", text(&output.stderr));
}
