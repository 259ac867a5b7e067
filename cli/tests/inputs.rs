//! End-to-end tests of what is read: files, lists of them, folders, standard input, and what is no page.

mod common;

use common::archive::{brotli, gzip, zstd};
use common::{Folder, objects, out, page, run, run_with_input, text};
use serde_json::Value;
use std::fs;
use std::process::Output;

#[test]
fn what_is_no_page_is_named() {
    let folder = Folder::new("kinds");
    let report = folder.file("report.html", b"%PDF-1.7\n...");
    for (name, reason) in [
        (report.as_str(), "this is a PDF document, not a page"),
        ("https://example.org/", "this program reads files; fetch the page by another: curl -sL ADDRESS"),
        ("no/such/file.html", "No such file"),
    ] {
        let output = run(&["text", name]);
        assert_eq!((output.status.code(), text(&output.stdout)), (Some(1), ""));
        assert!(text(&output.stderr).contains(reason), "{}", text(&output.stderr));
    }
}

#[test]
fn errors_say_what_to_type_instead() {
    let folder = Folder::new("hints");
    let (report, name) = (folder.file("report.html", b"<p>Rain"), folder.0.to_str().unwrap());
    for (args, code, hint) in [
        (&[report.as_str()][..], 2, "such as 'blockmask text "),
        (&["markdown", &report], 2, "use 'text --format markdown'"),
        (&["blocks", "--json", &report], 2, "use '--format jsonl'"),
        (&["blok", &report], 2, "a similar subcommand exists: 'blocks'"),
        (&["text", "--address", "example", &report], 2, "not an absolute address, such as https://example.org/page"),
        (&["text", "--output", name, &report], 1, "this is a folder; --output writes one file"),
    ] {
        let output = run(args);
        assert_eq!((output.status.code(), text(&output.stdout)), (Some(code), ""));
        assert!(text(&output.stderr).contains(hint), "{}", text(&output.stderr));
    }
}

#[test]
#[cfg(not(feature = "parquet"))]
fn a_format_that_this_build_lacks_says_how_to_build_it() {
    let output = run(&["blocks", "--format", "parquet", "page.html"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("cargo install --path cli --features parquet"), "{}", text(&output.stderr));
}

#[test]
fn folders_are_read_if_asked_for() {
    let folder = Folder::new("recursive");
    fs::create_dir_all(folder.0.join("b/c")).unwrap();
    folder.file("e.html.br", &brotli(b"<p>e.html.br"));
    for name in ["z.html", "a.htm", "b/c/d.HTML", "b/style.css", "notes.txt"] {
        folder.file(name, format!("<p>{name}").as_bytes());
    }
    let name = folder.0.to_str().unwrap();
    let output = run(&["blocks", "--format", "tsv", "--recursive", name]);
    let texts: Vec<&str> = out(&output).lines().skip(1).filter_map(|line| line.rsplit('\t').next()).collect();
    assert_eq!(texts, ["a.htm", "b/c/d.HTML", "e.html.br", "z.html"]);
    let output = run(&["text", name]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).ends_with("this is a folder; -r reads the pages in it\n"), "{}", text(&output.stderr));
}

#[test]
fn compressed_pages_are_read() {
    let folder = Folder::new("compressed");
    let page = format!("<p>{}", "Fähre ".repeat(5000)).into_bytes();
    let files = [
        folder.file("page.html", &page),
        folder.file("page.html.gz", &gzip(&page)),
        folder.file("any name", &zstd(&page, b"")),
        folder.file("page.html.br", &brotli(&page)),
        folder.file("plain.html.br", &page),
    ];
    for file in &files {
        assert_eq!(out(&run(&["text", file])).matches("Fähre").count(), 5000, "{file}");
    }
    for damaged in [&brotli(&page)[..1000], b"no Brotli"] {
        let output = run(&["text", &folder.file("damaged.html.br", damaged), &files[0]]);
        assert_eq!((output.status.code(), text(&output.stdout).matches("Fähre").count()), (Some(1), 5000));
        assert!(text(&output.stderr).contains("damaged.html.br: "), "{}", text(&output.stderr));
    }
    let small = ["text", "--max-input", "1000", &files[3]];
    assert!(text(&run(&small).stderr).contains("than the limit of 1000; raise --max-input or skip the page"));
}

#[test]
#[cfg(unix)]
fn pipes_in_folders_are_skipped() {
    let folder = Folder::new("pipe");
    folder.file("a.html", b"<p>a.html");
    let made = std::process::Command::new("mkfifo").arg(folder.0.join("b.html")).status();
    if !made.is_ok_and(|status| status.success()) {
        return println!("skipped: no mkfifo");
    }
    let output = run(&["text", "--recursive", folder.0.to_str().unwrap()]);
    assert_eq!((output.status.code(), text(&output.stdout)), (Some(0), "a.html\n"));
}

#[test]
fn standard_input_is_read_without_files_or_for_a_dash() {
    let bytes = fs::read(page("article.html")).unwrap();
    let from_file = run(&["text", &page("article.html")]);
    for args in [&["text"][..], &["text", "-"]] {
        assert_eq!(out(&run_with_input(args, &bytes)), out(&from_file));
    }
    let record = &objects(&run_with_input(&["text", "--format", "jsonl"], &bytes))[0];
    assert_eq!(record["file"], "-");
    let both = run_with_input(&["text", "--format", "jsonl", &page("list.html"), "-", &page("forum.html")], b"<p>x");
    let files: Vec<Value> = objects(&both).iter().map(|object| object["file"].clone()).collect();
    assert_eq!(files, [page("list.html").as_str(), "-", page("forum.html").as_str()]);
}

#[test]
fn list_names_one_file_per_line() {
    let folder = Folder::new("list");
    let spaced = folder.file("a page.html", b"<p>A page whose name has a space in it.");
    let list =
        folder.file("list.txt", format!("{}\r\n\n{spaced}\n{}", page("list.html"), page("forum.html")).as_bytes());
    let expected = [page("article.html"), page("list.html"), spaced, page("forum.html")];
    let named = |output: &Output| -> Vec<String> {
        objects(output).iter().map(|object| object["file"].as_str().unwrap().to_owned()).collect()
    };
    let output = run(&["text", "--format", "jsonl", "--files", &list, &expected[0]]);
    out(&output);
    assert_eq!(named(&output), expected);
    let piped = run_with_input(&["text", "--format", "jsonl", "--files", "-"], &fs::read(&list).unwrap());
    assert_eq!(named(&piped), expected[1..]);
    let empty = run(&["text", "--files", &folder.file("empty.txt", b"")]);
    assert_eq!(out(&empty), "");
    let missing = run(&["text", "--files", "/no/such/list", &expected[1]]);
    assert_eq!(missing.status.code(), Some(1));
    assert!(text(&missing.stderr).contains("/no/such/list") && !missing.stdout.is_empty());
}

#[test]
fn jobs_do_not_change_the_output() {
    let folder = Folder::new("jobs");
    let names = ["article.html", "missing.html", "forum.html", "list.html", "chinese.gbk.html"];
    let list: String = (0..60).map(|i| page(names[i * 7 % 5]) + "\n").collect();
    let list = folder.file("list.txt", list.as_bytes());
    let sequential = run(&["blocks", "--format", "jsonl", "--files", &list]);
    assert_eq!(objects(&sequential).len(), 48);
    for jobs in ["2", "5", "0"] {
        let parallel = run(&["blocks", "--format", "jsonl", "--jobs", jobs, "--files", &list]);
        assert!(parallel.stdout == sequential.stdout && parallel.stderr == sequential.stderr, "{jobs} jobs");
        assert_eq!(parallel.status.code(), Some(1));
    }
}

#[test]
fn unreadable_files_are_reported_and_others_processed() {
    let folder = Folder::new("bad");
    let large = folder.file("large.html", &b"<p>word ".repeat(1000));
    let directory = folder.0.to_str().unwrap();
    let good = page("list.html");
    let args = ["text", "--format", "jsonl", "--max-input", "7K", "/no/such.html", &large, directory, &good];
    let output = run(&args);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(objects(&output).iter().map(|object| &object["file"]).collect::<Vec<_>>(), [good.as_str()]);
    let errors: Vec<&str> = text(&output.stderr).lines().collect();
    assert_eq!(errors.len(), 3, "{errors:?}");
    assert!(errors[0].starts_with("blockmask: /no/such.html: No such file"), "{}", errors[0]);
    assert!(errors[1].contains("large.html: ") && errors[1].contains("8000 bytes"), "{}", errors[1]);
    assert!(errors[1].contains("7168"), "{}", errors[1]);
    assert!(errors[2].contains(directory), "{}", errors[2]);
    let piped = run_with_input(&["text", "--max-input", "100"], &[b'x'; 101]);
    assert_eq!(piped.status.code(), Some(1));
    assert!(text(&piped.stderr).starts_with("blockmask: -: ") && text(&piped.stderr).contains("limit of 100"));
    out(&run_with_input(&["text", "--max-input", "100"], &[b'x'; 100]));
}

#[test]
fn arbitrary_bytes_are_a_page() {
    let every: Vec<u8> = (0..=255).cycle().take(70_000).collect();
    let pages: [&[u8]; 6] = [b"", b"\0", b"\xff\xfe", b"\xef\xbb\xbf", b"<", &every];
    for bytes in pages {
        for args in [&["blocks"][..], &["blocks", "--format", "jsonl"], &["text"], &["tree"], &["prune"]] {
            let output = run_with_input(args, bytes);
            assert_eq!(output.status.code(), Some(0), "{args:?} {}", text(&output.stderr));
            assert!(std::str::from_utf8(&output.stdout).is_ok());
        }
    }
    let record = &objects(&run_with_input(&["blocks", "--format", "jsonl"], b""))[0];
    assert_eq!(record["blocks"], serde_json::json!([]));
    assert_eq!(record["title"], Value::Null);
    assert_eq!(record["fingerprint"]["is_valid"], false);
}
