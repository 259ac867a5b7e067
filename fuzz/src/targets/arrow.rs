//! Target `arrow`: a batch of pages, separated by the byte 255, with any columns.
//!
//! Every column has a value for each page, offsets increase and end where the items do, texts are UTF-8 and nulls are
//! counted.

use blockmask::arrow::{Array, BatchBuilder, Columns, Values};
use blockmask::{Analyzer, Options};

/// The maximum number of pages of a batch.
const PAGES: usize = 8;

/// Makes a batch of the pages; those that are empty stand for pages that failed.
pub fn run(data: &[u8]) -> bool {
    let Some((bits, pages)) = data.split_first_chunk::<4>() else { return false };
    let columns = Columns::from_bits(u32::from_le_bytes(*bits));
    let mut options = Options::default();
    options.visual = columns.bits() & 1 == 0;
    let mut analyzer = Analyzer::new(options);
    let (mut checked, mut given) = (BatchBuilder::new(columns), BatchBuilder::new(columns));
    for page in pages.split(|&byte| byte == 255).take(PAGES) {
        for batch in [&mut checked, &mut given] {
            match analyzer.analyze(page) {
                Ok(document) if !page.is_empty() => batch.push(&document),
                Ok(_) => batch.push_failure("failed", "an empty page"),
                Err(error) => batch.push_error(&error),
            }
        }
    }
    let rows = checked.len();
    for (field, array) in checked.finish_columns() {
        assert_eq!(array.len, rows, "{field:?}");
        assert!(field.is_nullable || array.null_count == 0, "{field:?}");
        check(array);
    }
    // As an importer releases it.
    drop(given.finish());
    true
}

/// Checks an array and those within it.
fn check(array: Array) {
    let mut open = vec![array];
    while let Some(array) = open.pop() {
        if let Some(bits) = &array.validity {
            let valid = (0..array.len).filter(|index| bits[index / 8] >> (index % 8) & 1 == 1).count();
            assert_eq!(array.null_count, array.len - valid);
        }
        assert!(array.validity.is_some() || array.null_count == 0);
        match &array.values {
            Values::LargeUtf8 { offsets, bytes } => {
                let ends: Vec<usize> = offsets.iter().map(|&end| end as usize).collect();
                check_offsets(&ends, array.len, bytes.len());
                let text = std::str::from_utf8(bytes).expect("UTF-8");
                assert!(ends.iter().all(|&end| text.is_char_boundary(end)));
            }
            Values::List { offsets } => {
                let ends: Vec<usize> = offsets.iter().map(|&end| end as usize).collect();
                check_offsets(&ends, array.len, array.children[0].len);
            }
            Values::Struct => assert!(array.children.iter().all(|child| child.len == array.len)),
            Values::Boolean(bits) => assert!(bits.len() * 8 >= array.len),
            Values::Int8(values) => assert_eq!(values.len(), array.len),
            Values::Int16(values) => assert_eq!(values.len(), array.len),
            Values::Int32(values) => assert_eq!(values.len(), array.len),
            Values::Int64(values) => assert_eq!(values.len(), array.len),
            Values::Float32(values) => assert_eq!(values.len(), array.len),
            Values::Float64(values) => assert_eq!(values.len(), array.len),
        }
        open.extend(array.children);
    }
}

fn check_offsets(ends: &[usize], values: usize, items: usize) {
    assert_eq!(ends.len(), values + 1);
    assert!(ends[0] == 0 && ends.is_sorted() && ends[values] == items, "{ends:?} of {items}");
}
