//! Parquet output, read again, against JSON lines.
#![cfg(feature = "parquet")]

mod common;

use arrow_array::cast::AsArray;
use arrow_array::types::{Float32Type, Int16Type, Int32Type, Int64Type};
use arrow_array::{Array, RecordBatch, StructArray};
use common::archive::{HTML, gzip, page as page_record, response};
use common::{Folder, objects, out, page, run, text};
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use serde_json::Value;
use std::fs::File;

/// The rows of a file, as one batch for each row.
fn rows(file: &str) -> Vec<RecordBatch> {
    let reader = ParquetRecordBatchReaderBuilder::try_new(File::open(file).unwrap()).unwrap();
    reader.with_batch_size(1).build().unwrap().map(Result::unwrap).collect()
}

fn string<'a>(row: &'a RecordBatch, name: &str) -> Option<&'a str> {
    let column = row.column_by_name(name).unwrap().as_string::<i64>();
    column.is_valid(0).then(|| column.value(0))
}

fn offset(row: &RecordBatch) -> Option<i64> {
    let column = row.column_by_name("warc_offset").unwrap().as_primitive::<Int64Type>();
    column.is_valid(0).then(|| column.value(0))
}

/// The items of a list of structs.
fn items(row: &RecordBatch, name: &str) -> StructArray {
    row.column_by_name(name).unwrap().as_list::<i32>().value(0).as_struct().clone()
}

fn assert_same_blocks(row: &RecordBatch, page: &Value) {
    let blocks = items(row, "blocks");
    let expected = page["blocks"].as_array().unwrap();
    assert_eq!(blocks.len(), expected.len());
    let column = |name: &str| blocks.column_by_name(name).unwrap();
    for (i, block) in expected.iter().enumerate() {
        for name in ["text", "role", "field", "tag_path", "block_type"] {
            assert_eq!(column(name).as_string::<i64>().value(i), block[name], "{name}");
        }
        for name in ["source_start", "source_end"] {
            assert_eq!(column(name).as_primitive::<Int64Type>().value(i), block[name], "{name}");
        }
        for name in ["tokens", "linked_tokens", "link_targets"] {
            assert_eq!(column(name).as_primitive::<Int32Type>().value(i), block[name], "{name}");
        }
        assert_eq!(column("weight").as_primitive::<Int16Type>().value(i), block["weight"]);
        assert_eq!(column("is_template").as_boolean().value(i), block["is_template"]);
        let probability = column("probability").as_primitive::<Float32Type>().value(i);
        assert!((f64::from(probability) - block["probability"].as_f64().unwrap()).abs() < 1e-6);
        for name in ["segment", "comment"] {
            let index = column(name).as_primitive::<Int32Type>();
            assert_eq!(index.is_valid(i).then(|| i64::from(index.value(i))), block[name].as_i64(), "{name}");
        }
        for name in ["list", "item", "number", "table", "row", "column", "row_span", "column_span"] {
            let number = column(name).as_primitive::<Int32Type>();
            assert_eq!(number.is_valid(i).then(|| i64::from(number.value(i))), block[name].as_i64(), "{name}");
        }
        for name in ["language", "direction", "formatted_text"] {
            let text = column(name).as_string::<i64>();
            assert_eq!(text.is_valid(i).then(|| text.value(i)), block[name].as_str(), "{name}");
        }
        let quote_depth = column("quote_depth").as_primitive::<Int32Type>().value(i);
        assert_eq!(i64::from(quote_depth), block["quote_depth"].as_i64().unwrap_or_default());
        let headings = column("heading_path").as_list::<i32>().value(i);
        assert_eq!(serde_json::json!(headings.as_primitive::<Int32Type>().values().to_vec()), block["heading_path"]);
        let flags = column("flags").as_list::<i32>().value(i);
        let flags: Vec<&str> = flags.as_string::<i64>().iter().map(Option::unwrap).collect();
        assert_eq!(serde_json::json!(flags), block["flags"]);
    }
}

#[test]
fn rows_are_the_pages_of_jsonl() {
    let folder = Folder::new("parquet");
    let names = ["article.html", "forum.html", "list.html", "chinese.gbk.html"];
    let files: Vec<String> = (0..100).map(|i| page(names[i % 4])).collect();
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    let file = folder.file("pages.parquet", b"");
    for jobs in ["1", "3"] {
        let args = ["blocks", "--format", "parquet", "--output", &file, "--jobs", jobs];
        assert_eq!(out(&run(&[&args[..], &files].concat())), "");
        let (rows, pages) = (rows(&file), objects(&run(&[&["blocks", "--format", "jsonl"], &files[..]].concat())));
        assert_eq!((rows.len(), pages.len()), (100, 100));
        for (row, page) in rows.iter().zip(&pages) {
            assert_eq!(string(row, "file"), page["file"].as_str());
            assert_eq!((string(row, "url"), offset(row)), (None, None));
            assert_eq!((string(row, "status"), string(row, "error")), (Some("ok"), None));
            for name in ["title", "kind", "encoding"] {
                assert_eq!(string(row, name), page[name].as_str(), "{name}");
            }
            assert_same_blocks(row, page);
            assert_eq!(items(row, "comments").len(), page["comments"].as_array().unwrap().len());
            assert_eq!(items(row, "segments").len(), page["segments"].as_array().unwrap().len());
            assert_eq!(items(row, "annotations").len(), page["annotations"].as_array().unwrap().len());
            assert_eq!(items(row, "images").len(), page["images"].as_array().unwrap().len());
        }
    }
}

#[test]
fn columns_are_in_the_documented_order() {
    let folder = Folder::new("parquet-columns");
    let file = folder.file("a.parquet", b"");
    let columns = |arguments: &[&str]| -> String {
        out(&run(&[arguments, &["--format", "parquet", "--output", &file, &page("list.html")]].concat()));
        let batch = rows(&file).remove(0);
        batch.schema().fields().iter().map(|field| field.name().as_str()).collect::<Vec<_>>().join(" ")
    };
    let origin = "url file warc_offset warc_record_id warc_date status error main_text";
    assert_eq!(columns(&["text"]), origin);
    let rest = "title kind encoding is_recovered truncation blocks segments main_regions fingerprint kind_probabilities \
        comments images headline annotations fallbacks quality";
    assert_eq!(columns(&["blocks"]), format!("{origin} {rest}"));
    let chosen = columns(&["blocks", "--columns", "facts, title,links"]);
    assert_eq!(chosen, "url file warc_offset warc_record_id warc_date status error title links facts");
}

#[test]
fn single_fields_of_columns_can_be_chosen() {
    let folder = Folder::new("parquet-fields");
    let file = folder.file("a.parquet", b"");
    let (format, columns) =
        (["--format", "parquet", "--output", &file], ["--columns", "title,blocks.weight,blocks.text"]);
    out(&run(&[&["blocks"], &format[..], &columns, &[&page("list.html")]].concat()));
    let row = rows(&file).remove(0);
    let blocks = row.column_by_name("blocks").unwrap().as_list::<i32>().value(0);
    assert_eq!(blocks.as_struct().column_names(), ["text", "weight"]);
    let all: Value = serde_json::from_str(out(&run(&["blocks", "--format", "jsonl", &page("list.html")]))).unwrap();
    let texts = blocks.as_struct().column(0).as_string::<i64>();
    let expected: Vec<&str> = all["blocks"].as_array().unwrap().iter().map(|b| b["text"].as_str().unwrap()).collect();
    assert_eq!(texts.iter().flatten().collect::<Vec<_>>(), expected);
    let refused = run(&[&["blocks"], &format[..], &["--columns", "blocks.colour", &page("list.html")]].concat());
    assert!(
        String::from_utf8_lossy(&refused.stderr)
            .contains("\"blocks.colour\": blocks has no such field; its fields are text, ")
    );
}

#[test]
fn facts_are_those_of_the_header_too() {
    let folder = Folder::new("parquet-facts");
    let page = response("https://example.org/", &format!("{HTML}X-Robots-Tag: noarchive\r\n"), b"<p>Text");
    let (warc, file) = (folder.file("a.warc", &page), folder.file("a.parquet", b""));
    out(&run(&[
        "blocks",
        "--format",
        "parquet",
        "--columns",
        "facts,records,groups.items.price",
        "--output",
        &file,
        &warc,
    ]));
    let row = rows(&file).remove(0);
    let robots = row.column_by_name("facts").unwrap().as_struct().column_by_name("robots").unwrap();
    let rules = robots.as_struct().column_by_name("rules").unwrap().as_list::<i32>().value(0);
    assert_eq!(rules.as_string::<i64>().value(0), "noarchive");
    assert_eq!((items(&row, "records").len(), items(&row, "groups").len()), (0, 0));
}

#[test]
fn records_and_failures_are_rows() {
    let folder = Folder::new("parquet-warc");
    let members = [
        gzip(&page_record("https://example.org/0", "A sentence that is long enough to be content.")),
        gzip(&page_record("https://example.org/1", "This is cut off."))[..150].to_vec(),
        gzip(&response("https://example.org/2", "Content-Type: image/png\r\n", b"png")),
        gzip(&response("https://example.org/3", HTML, &vec![b' '; 20_000])),
        gzip(&page_record("https://example.org/4", "Another sentence that is long enough.")),
    ];
    let warc = folder.file("a.warc.gz", &members.concat());
    let file = folder.file("a.parquet", b"");
    let output =
        run(&["text", "--format", "parquet", "--output", &file, "--max-input", "16K", &warc, "/no/such/page.html"]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(text(&output.stderr).lines().count(), 4, "{}", text(&output.stderr));
    let at = |i: usize| members[..i].iter().map(Vec::len).sum::<usize>() as i64;
    let rows = rows(&file);
    let found: Vec<_> = rows.iter().map(|row| (string(row, "status").unwrap(), offset(row))).collect();
    let expected = [
        ("ok", Some(at(0))),
        ("damaged", Some(at(1))),
        ("too-large", Some(at(3))),
        ("ok", Some(at(4))),
        ("unreadable", None),
    ];
    assert_eq!(found, expected);
    assert_eq!(string(&rows[0], "main_text"), Some("A heading\nA sentence that is long enough to be content."));
    assert_eq!((string(&rows[0], "url"), string(&rows[0], "file")), (Some("https://example.org/0"), Some(&*warc)));
    assert_eq!(string(&rows[0], "warc_date"), Some("2026-11-23T08:00:00Z"));
    assert_eq!(
        string(&rows[2], "error"),
        Some("the page has more bytes than the limit of 16384; raise --max-input or skip the page")
    );
    assert_eq!((string(&rows[1], "main_text"), string(&rows[4], "file")), (None, Some("/no/such/page.html")));
}

#[test]
fn no_pages_make_a_file_without_rows() {
    let folder = Folder::new("parquet-empty");
    let (file, warc) = (folder.file("a.parquet", b""), folder.file("a.warc", b""));
    out(&run(&["text", "--format", "parquet", "--output", &file, &warc]));
    assert!(rows(&file).is_empty());
}

#[test]
fn usage_and_output_errors() {
    let page = page("list.html");
    for args in [
        &["text", "--format", "parquet", &page][..],
        &["blocks", "--format", "parquet", &page],
        &["text", "--format", "parquet", "--output-dir", "a", &page],
        &["text", "--columns", "title", &page],
        &["text", "--format", "parquet", "--output", "a", "--columns", "titel", &page],
        &["layout", "--format", "parquet", &page],
    ] {
        let output = run(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        let is_named = ["output", "columns"].iter().any(|name| text(&output.stderr).contains(name));
        assert!(is_named || args[0] == "layout", "{}", text(&output.stderr));
    }
    let output = run(&["text", "--format", "parquet", "--output", "/no/such/folder/a.parquet", &page]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).starts_with("blockmask: /no/such/folder/a.parquet: "));
}
