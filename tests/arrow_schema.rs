//! The columns that `docs/arrow.md` lists against the columns of a batch.
#![cfg(feature = "arrow")]

use blockmask::arrow::{BatchBuilder, Columns, DataType, Field};

/// A row of a table: its section, the name of the column or field, its type, and whether it may be null.
type Row = (String, String, String, bool);

fn type_name(field: &Field) -> String {
    match field.data_type {
        DataType::Boolean => "bool".to_owned(),
        DataType::LargeUtf8 => "large_string".to_owned(),
        DataType::List => format!("list<{}>", type_name(&field.children[0])),
        DataType::Struct => "struct".to_owned(),
        number => format!("{number:?}").to_lowercase(),
    }
}

fn rows_of(section: &str, fields: &[Field]) -> Vec<Row> {
    let row = |field: &Field| {
        (section.to_owned(), field.name.to_string_lossy().into_owned(), type_name(field), field.is_nullable)
    };
    fields.iter().map(row).collect()
}

/// The fields of a struct, or of the structs in a list.
fn parts(field: &Field) -> &[Field] {
    match field.data_type {
        DataType::List => parts(&field.children[0]),
        _ => &field.children,
    }
}

/// A section for the columns, and one for each struct in them: `facts.robots`. Of equal structs the first has one.
fn expected() -> Vec<Row> {
    let columns = BatchBuilder::new(Columns::ALL).finish_columns();
    let fields: Vec<Field> = columns.into_iter().map(|(field, _)| field).collect();
    let mut rows = rows_of("", &fields);
    let mut open: Vec<(String, &Field)> = fields.iter().rev().map(|field| (String::new(), field)).collect();
    let mut seen = Vec::new();
    while let Some((path, field)) = open.pop() {
        let (path, fields) = (path + &field.name.to_string_lossy(), parts(field));
        let is_inner = path.contains('.');
        if !(is_inner && seen.contains(&fields)) {
            rows.extend(rows_of(&path, fields));
            open.extend(fields.iter().rev().map(|field| (format!("{path}."), field)));
        }
        if is_inner {
            seen.push(fields);
        }
    }
    rows
}

/// The rows of the tables below "The columns" and below the headings with the name of a column.
fn documented(text: &str) -> Vec<Row> {
    let mut section = None;
    let mut rows = Vec::new();
    for line in text.lines() {
        if let Some(heading) = line.strip_prefix("## ") {
            section = (heading == "The columns").then_some("");
        } else if let Some(heading) = line.strip_prefix("### ") {
            section = Some(heading.trim_matches('`'));
        }
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(|cell| cell.trim().trim_matches('`')).collect();
        if let (Some(section), true, [name, data_type, _, null]) = (section, line.starts_with("| `"), &cells[..]) {
            rows.push((section.to_owned(), (*name).to_owned(), (*data_type).to_owned(), *null != "never"));
        }
    }
    rows
}

#[test]
fn every_column_is_documented() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/arrow.md");
    assert_eq!(documented(&std::fs::read_to_string(path).expect("the documentation")), expected());
}
