//! The program as its users run it.

use serde_json::Value;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;
use tempfile::TempDir;

/// A folder of pages and an index of them.
struct Site {
    folder: TempDir,
}

impl Site {
    fn new(pages: &[(&str, &str)]) -> Site {
        let site = Site { folder: TempDir::new().unwrap() };
        pages.iter().for_each(|(path, html)| site.write(path, html.as_bytes()));
        site
    }

    fn pages(&self) -> PathBuf {
        self.folder.path().join("pages")
    }

    fn index_folder(&self) -> PathBuf {
        self.folder.path().join("index")
    }

    fn write(&self, path: &str, content: &[u8]) {
        let file = self.pages().join(path);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, content).unwrap();
    }

    /// Indexes a path and returns the counts that are printed.
    #[track_caller]
    fn index(&self, path: &Path) -> String {
        let output = program().arg("index").arg(self.index_folder()).arg(path).output().unwrap();
        let counts = text(&output.stdout);
        counts.split_once(" pages; ").unwrap_or_else(|| panic!("{output:?}")).0.to_owned()
    }

    /// Searches with some options and returns the objects that are printed.
    #[track_caller]
    fn search(&self, options: &[&str], query: &str) -> Vec<Value> {
        let output = program().arg("search").args(options).arg(self.index_folder()).arg(query).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        text(&output.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    #[track_caller]
    fn found(&self, options: &[&str], query: &str) -> Vec<String> {
        self.search(options, query).iter().map(|hit| hit["path"].as_str().unwrap().to_owned()).collect()
    }
}

fn program() -> Command {
    Command::new(env!("CARGO_BIN_EXE_blockmask-tantivy"))
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// A page with a title, a heading and a text of some length about a word.
fn page(title: &str, word: &str) -> String {
    let sentence = format!("The {word} was seen in many towns of the valley, where people told each other about it. ");
    format!("<title>{title}</title><nav><a href=/>Home</a></nav><h1>{title}</h1><p>{}</p>", sentence.repeat(3))
}

#[test]
fn the_best_page_is_printed_with_its_snippet() {
    let site = Site::new(&[
        (
            "rain.html",
            "<title>Rain</title><h1>Rain</h1><p>It fell on the Caf&eacute; de la <b>Ga</b>re for three days.",
        ),
        ("sub/sun.HTM", "<title>Sun</title><h1>Sun</h1><p>After the rain came the sun, and it dried the streets."),
        ("notes.txt", "rain"),
    ]);
    assert_eq!(site.index(&site.pages()), "indexed 2, unchanged 0, deleted 0, failed 0");
    assert_eq!(site.found(&[], "rain"), ["rain.html", "sub/sun.HTM"]);
    assert_eq!(site.found(&["--limit", "1"], "rain"), ["rain.html"]);
    assert_eq!(site.found(&["--method", "text"], "STREETS desert"), ["sub/sun.HTM"]);
    let hit = &site.search(&[], "caf\u{e9} GARE")[0];
    assert_eq!((&hit["rank"], &hit["title"]), (&Value::from(1), &Value::from("Rain")));
    assert_eq!(hit["snippet"], "It fell on the Caf\u{e9} de la Gare for three days.");
    let html = std::fs::read(site.pages().join("rain.html")).unwrap();
    let highlight = |i: usize| {
        let end = |j: usize| hit["highlights"][i][j].as_u64().unwrap() as usize;
        text(&html[end(0)..end(1)])
    };
    assert_eq!([highlight(0), highlight(1)], ["Caf&eacute;", "Ga</b>re"]);
    let stats = program().arg("stats").arg(site.index_folder()).output().unwrap();
    assert!(text(&stats.stdout).starts_with("2 pages, "), "{stats:?}");
}

#[test]
fn only_what_changed_is_indexed() {
    let site = Site::new(&[("a.html", &page("A", "storm")), ("b.html", &page("B", "storm")), ("c.html", "<p>storm")]);
    assert_eq!(site.index(&site.pages()), "indexed 3, unchanged 0, deleted 0, failed 0");
    assert_eq!(site.index(&site.pages()), "indexed 0, unchanged 3, deleted 0, failed 0");
    site.write("b.html", page("B", "flood").as_bytes());
    std::fs::remove_file(site.pages().join("c.html")).unwrap();
    assert_eq!(site.index(&site.pages()), "indexed 1, unchanged 1, deleted 1, failed 0");
    assert_eq!(site.found(&[], "storm"), ["a.html"]);
    assert_eq!(site.found(&[], "flood"), ["b.html"]);
}

#[test]
fn near_duplicates_are_collapsed() {
    let words = "morning harbor boats left early because wind had turned north and fishermen hoped to return before \
        dark with enough herring for market where buyers waited since dawn";
    let copy = |title: &str| format!("<title>{title}</title><p>{words}.");
    let site = Site::new(&[
        ("a.html", &copy("Herring")),
        ("b.html", &copy("B")),
        ("c.html", &page("C", "herring")),
        ("d.html", &copy("D")),
    ]);
    site.index(&site.pages());
    assert_eq!(site.found(&[], "herring").len(), 2);
    assert_eq!(site.found(&["--limit", "2"], "herring").len(), 2);
    assert_eq!(site.found(&["--duplicates"], "herring").len(), 4);
}

#[test]
fn pages_of_one_kind_are_found() {
    let site = Site::new(&[("a.html", &page("Storm", "storm")), ("b.html", &page("B", "storm"))]);
    site.index(&site.pages());
    let hits = site.search(&["--duplicates"], "storm");
    let kind = hits[0]["kind"].as_str().unwrap();
    let of_kind = hits.iter().filter(|hit| hit["kind"] == kind).count();
    assert_eq!(site.found(&["--duplicates", "--kind", kind], "storm").len(), of_kind);
    let other = if kind == "product" { "forum" } else { "product" };
    assert_eq!(site.found(&["--duplicates", "--kind", other], "storm").len(), hits.len() - of_kind);
}

#[test]
fn many_queries_give_a_table() {
    let site = Site::new(&[("a.html", &page("Storm", "storm")), ("b.html", &page("B", "storm"))]);
    site.index(&site.pages());
    let queries = site.folder.path().join("queries");
    std::fs::write(&queries, "storm\n\ndesert\nB towns\n").unwrap();
    let mut search = program();
    search.args(["search", "--duplicates", "--queries"]).arg(&queries).arg(site.index_folder());
    let table = text(&search.output().unwrap().stdout);
    let rows: Vec<Vec<&str>> = table.lines().map(|line| line.split('\t').collect()).collect();
    let places: Vec<&[&str]> = rows.iter().map(|row| &row[..3]).collect();
    let expected: [&[&str]; 4] = [
        &["storm", "1", "a.html"],
        &["storm", "2", "b.html"],
        &["B towns", "1", "b.html"],
        &["B towns", "2", "a.html"],
    ];
    assert_eq!(places, expected);
    assert!(rows.iter().all(|row| row[3].parse::<f32>().unwrap() > 0.0));
}

/// A record of a WARC file.
fn record(kind: &str, address: &str, content: &str) -> String {
    format!(
        "WARC/1.1\r\nWARC-Type: {kind}\r\nWARC-Target-URI: {address}\r\nWARC-Date: 2026-11-23T00:00:00Z\r\n\
         WARC-Record-ID: <urn:uuid:00000000-0000-0000-0000-000000000000>\r\n\
         Content-Length: {}\r\n\r\n{content}\r\n\r\n",
        content.len()
    )
}

fn response(content_type: &str, content: &str) -> String {
    format!("HTTP/1.1 200 OK\r\nContent-Type: {content_type}\r\n\r\n{content}")
}

#[test]
fn warc_files_are_indexed() {
    let address = "https://example.org/storm";
    let records = [
        record("request", address, "GET /storm HTTP/1.1\r\n\r\n"),
        record("response", address, &response("text/html; charset=utf-8", &page("Storm", "storm"))),
        record("response", "https://example.org/storm.txt", &response("text/plain", "storm")),
        record("response", "https://example.org/sun", &response("text/html", &page("Sun", "sun"))),
    ];
    let site = Site::new(&[]);
    let plain = site.folder.path().join("pages.warc");
    std::fs::write(&plain, records.concat()).unwrap();
    let packed = site.folder.path().join("pages.warc.gz");
    let mut file = std::fs::File::create(&packed).unwrap();
    for record in &records {
        let mut member = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        member.write_all(record.as_bytes()).unwrap();
        file.write_all(&member.finish().unwrap()).unwrap();
    }
    assert_eq!(site.index(&plain), "indexed 2, unchanged 0, deleted 0, failed 0");
    assert_eq!(site.index(&packed), "indexed 0, unchanged 2, deleted 0, failed 0");
    assert_eq!(site.found(&[], "storm"), [address]);
    // What follows damage is lost, what stood before is kept.
    let damaged = site.folder.path().join("damaged.warc");
    std::fs::write(&damaged, records.concat().replace("text/plain\r\n", "text/plain")).unwrap();
    assert_eq!(site.index(&damaged), "indexed 0, unchanged 1, deleted 0, failed 1");
}

#[test]
fn failures_do_not_stop_the_rest() {
    let site = Site::new(&[("a.html", &page("A", "storm")), ("b.html", "")]);
    let missing = site.pages().join("missing");
    let output = program().arg("index").arg(site.index_folder()).arg(&missing).arg(site.pages()).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stdout).starts_with("indexed 2, unchanged 0, deleted 0, failed 1 pages; "), "{output:?}");
    assert!(text(&output.stderr).starts_with(missing.to_str().unwrap()), "{output:?}");
    for wrong in [vec!["index"], vec!["search", "x"], vec!["search", "--limit", "0", "x", "y"], vec!["delete"]] {
        assert_eq!(program().args(wrong).output().unwrap().status.code(), Some(2));
    }
    assert_eq!(program().args(["search", "/nowhere", "x"]).output().unwrap().status.code(), Some(1));
}

#[test]
fn plain_indexes_have_full_text_only() {
    let site = Site::new(&[("a.html", &page("A", "storm"))]);
    let index = |option: &str| program().args(["index", option]).arg(site.index_folder()).arg(site.pages()).output();
    assert!(index("--plain").unwrap().status.success());
    assert_eq!(site.found(&[], "storm"), ["a.html"]);
    let wrong = program().args(["search", "--method", "sum"]).arg(site.index_folder()).arg("storm").output().unwrap();
    assert!(text(&wrong.stderr).contains("--plain"), "{wrong:?}");
    let wrong = program().arg("index").arg(site.index_folder()).arg(site.pages()).output().unwrap();
    assert_eq!(wrong.status.code(), Some(1), "{wrong:?}");
}

#[test]
fn a_killed_run_is_completed_by_the_next() {
    let pages: Vec<(String, String)> =
        (0..1500).map(|i| (format!("{i}.html"), page(&format!("Storm {i}"), ["rain", "sun", "wind"][i % 3]))).collect();
    let pages: Vec<(&str, &str)> = pages.iter().map(|(path, html)| (path.as_str(), html.as_str())).collect();
    let (killed, undisturbed) = (Site::new(&pages), Site::new(&pages));
    let mut run = program();
    run.arg("index").arg(killed.index_folder()).arg(killed.pages()).stdout(Stdio::null());
    let mut run = run.spawn().unwrap();
    // After the first commit, if the machine is not much faster than it looks.
    let has_committed = || std::fs::read_dir(killed.index_folder()).is_ok_and(|files| files.count() > 8);
    while !has_committed() && run.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_millis(1));
    }
    run.kill().unwrap();
    run.wait().unwrap();
    let counts = killed.index(&killed.pages());
    assert!(counts.ends_with("deleted 0, failed 0"), "{counts}");
    undisturbed.index(&undisturbed.pages());
    for query in ["storm", "wind", "storm 77 sun"] {
        let options = ["--duplicates", "--limit", "2000"];
        assert_eq!(killed.search(&options, query), undisturbed.search(&options, query));
    }
}
