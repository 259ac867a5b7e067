//! The columns of a batch: which there are, of what type, and what they hold of a page. This is the schema.
//!
//! Arrow has unsigned integers, but Spark, for one, has not: all are signed.

use super::Columns;
use super::array::{Array, DataType, Layout};
use super::column::{
    Bits, Column, Lines, List, Nullable, Numbers, Push, Result, Text, append, column_name, layout, record,
};
use super::facts::FactsColumns;
use super::selection::{Kept, Selection};
use super::texts::{LinkRow, Texts};
use crate::{Block, Comment, Direction, Document, FactOptions, Fingerprint, Image, PageKind, Parts, Record, Segment};
use std::ops::Range;

record! {
    BlockColumns((block, tag_path) => (Block<'_, '_>, Option<&str>)) {
        text: Text = block.text();
        source_start: Numbers<i64> = block.source().start as i64;
        source_end: Numbers<i64> = block.source().end as i64;
        text_start: Numbers<i64> = block.text_range().start as i64;
        text_end: Numbers<i64> = block.text_range().end as i64;
        role: Text = block.role().name();
        field: Text = block.field().name();
        weight: Numbers<i16> = block.weight().into();
        is_template: Bits = block.is_template();
        probability: Numbers<f32> = block.probability();
        heading_level: Numbers<i8> = block.heading_level() as i8;
        tag_path: Nullable<Text> = tag_path;
        tokens: Numbers<i32> = signed(block.tokens());
        linked_tokens: Numbers<i32> = signed(block.linked_tokens());
        link_targets: Numbers<i32> = block.link_targets().into();
        segment: Nullable<Numbers<i32>> = block.segment().map(|segment| segment as i32);
        comment: Nullable<Numbers<i32>> = block.comment().map(|comment| comment as i32);
        flags: List<Text> = block.flags().names();
        r#type: Text = block.block_type().name();
        heading_path: List<Numbers<i32>> = block.heading_path().map(|heading| heading.index() as i32);
        list: Nullable<Numbers<i32>> = block.list_item().map(|item| signed(item.list));
        item: Nullable<Numbers<i32>> = block.list_item().map(|item| signed(item.item));
        number: Nullable<Numbers<i32>> = block.list_item().and_then(|item| item.number);
        list_depth: Numbers<i32> = block.list_depth().into();
        table: Nullable<Numbers<i32>> = block.table_cell().map(|cell| signed(cell.table));
        row: Nullable<Numbers<i32>> = block.table_cell().map(|cell| signed(cell.row));
        column: Nullable<Numbers<i32>> = block.table_cell().map(|cell| cell.column.into());
        row_span: Nullable<Numbers<i32>> = block.table_cell().map(|cell| cell.row_span.into());
        column_span: Nullable<Numbers<i32>> = block.table_cell().map(|cell| cell.column_span.into());
        is_header: Nullable<Bits> = block.table_cell().map(|cell| cell.is_header);
        quote_depth: Numbers<i32> = block.quote_depth().into();
        lang: Nullable<Text> = block.language();
        direction: Nullable<Text> = block.direction().map(Direction::name);
        formatted_text: Nullable<Text> = block.unwinding_lines().as_deref().filter(|&lines| lines != block.text());
    }
}

record! {
    SegmentColumns(segment => Segment<'_, '_>) {
        source_start: Numbers<i64> = segment.source().start as i64;
        source_end: Numbers<i64> = segment.source().end as i64;
        text_start: Numbers<i64> = segment.text_range().start as i64;
        text_end: Numbers<i64> = segment.text_range().end as i64;
        tokens: Numbers<i32> = signed(segment.tokens());
        linked_tokens: Numbers<i32> = signed(segment.linked_tokens());
        lines: Numbers<i32> = signed(segment.lines());
        text_density: Numbers<f64> = segment.text_density().value();
    }
}

record! {
    RegionColumns(source => Range<usize>) {
        source_start: Numbers<i64> = source.start as i64;
        source_end: Numbers<i64> = source.end as i64;
    }
}

record! {
    LinkColumns(LinkRow { link, block, target, address, rel } => LinkRow<'_>) {
        source_start: Numbers<i64> = link.source().start as i64;
        source_end: Numbers<i64> = link.source().end as i64;
        text_start: Numbers<i64> = link.text_range().start as i64;
        text_end: Numbers<i64> = link.text_range().end as i64;
        target: Nullable<Text> = target;
        block: Nullable<Numbers<i32>> = block.map(|block| block as i32);
        address: Nullable<Text> = address.as_deref();
        rel: Nullable<Text> = rel.as_deref();
    }
}

record! {
    ImageColumns(image => Image<'_, '_>) {
        source_start: Numbers<i64> = image.source().start as i64;
        source_end: Numbers<i64> = image.source().end as i64;
        alt: Text = &*image.unwinding_alt();
        target: Text = &*image.unwinding_target();
        block: Nullable<Numbers<i32>> = image.block().map(|block| block as i32);
        weight: Numbers<i16> = image.weight().into();
    }
}

record! {
    RecordColumns(record => &Record) {
        source_start: Numbers<i64> = record.source().start as i64;
        source_end: Numbers<i64> = record.source().end as i64;
        first_block: Numbers<i32> = record.blocks().start as i32;
        end_block: Numbers<i32> = record.blocks().end as i32;
    }
}

record! {
    CommentColumns(comment => Comment<'_, '_>) {
        source_start: Numbers<i64> = comment.source().start as i64;
        source_end: Numbers<i64> = comment.source().end as i64;
        author: Nullable<Text> = comment.author();
        date: Nullable<Text> = comment.date();
        text: Text = Lines(comment.blocks().map(|block| block.text()));
        parent: Nullable<Numbers<i32>> = comment.parent().map(|parent| parent as i32);
    }
}

record! {
    FingerprintColumns(fingerprint => &Fingerprint) {
        version: Numbers<i16> = fingerprint.version.into();
        is_valid: Bits = fingerprint.is_valid;
        tokens: Numbers<i32> = signed(fingerprint.tokens);
        sim_hash: Numbers<i64> = fingerprint.sim_hash.cast_signed();
        min_hashes: List<Numbers<i64>> = fingerprint.min_hashes.map(u64::cast_signed);
        content_hash: Numbers<i64> = fingerprint.content_hash.cast_signed();
        structure_hash: Numbers<i64> = fingerprint.structure_hash.cast_signed();
    }
}

record! {
    KindColumns((kind, probability) => (PageKind, f32)) {
        kind: Text = kind.name();
        probability: Numbers<f32> = probability;
    }
}

/// A page of less than 4 GiB has hardly more tokens than that.
fn signed(count: u32) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX)
}

/// The columns that every batch begins with.
pub(super) const ALWAYS: [Layout; 2] = [layout::<Text>(c"status"), layout::<Nullable<Text>>(c"error")];

/// Defines the columns that can be selected, null in the rows of pages that failed.
macro_rules! columns {
    ($page:ident, $texts:ident, $options:ident { $($flag:ident $name:ident: $column:ty = $value:expr;)+ }) => {
        /// The columns that can be selected, in their order.
        pub(super) const LAYOUTS: &[(Columns, Layout)] =
            &[$((Columns::$flag, layout::<Nullable<$column>>(column_name!($name)))),+];

        /// The columns of a batch that were selected.
        #[derive(Default)]
        pub(super) struct Rows {
            $($name: Option<Nullable<$column>>,)+
        }

        impl Rows {
            pub fn new(selection: &Selection) -> Rows {
                let mut rows = Rows::default();
                $(if let Some(kept) = selection.kept(Columns::$flag, column_name!($name)) {
                    let column = rows.$name.insert(Default::default());
                    if !<$column>::CHILDREN.is_empty() {
                        column.select(kept);
                    }
                })+
                rows
            }

            pub fn push(&mut self, $page: &Document<'_>, $texts: &mut Texts, $options: &FactOptions<'_>) -> Result {
                $(if let Some(column) = &mut self.$name {
                    column.push($value)?;
                })+
                Ok(())
            }

            pub fn push_nulls(&mut self) -> Result {
                $(if let Some(column) = &mut self.$name {
                    column.push_null()?;
                })+
                Ok(())
            }

            pub fn truncate(&mut self, len: usize) {
                $(if let Some(column) = &mut self.$name {
                    column.truncate(len);
                })+
            }

            /// Gives the columns away, after others.
            pub fn finish(self, arrays: &mut Vec<Array>) -> Result {
                $(if let Some(column) = self.$name {
                    append(arrays, column.finish()?)?;
                })+
                Ok(())
            }
        }
    };
}

columns! {
    page, texts, options {
        MAIN_TEXT main_text: Text = Some(Lines(page.main_blocks().map(|block| block.text())));
        TEXT text: Text = Some(page.text());
        TITLE title: Text = page.title();
        KIND kind: Text = page.kind().map(PageKind::name);
        ENCODING encoding: Text = Some(page.encoding());
        IS_RECOVERED is_recovered: Bits = Some(page.is_recovered());
        TRUNCATION truncation: List<Text> = Some(page.truncation().names());
        BLOCKS blocks: List<BlockColumns> = Some(page.blocks().zip(texts.tag_paths(page)?.iter()));
        SEGMENTS segments: List<SegmentColumns> = page.parts().contains(Parts::SEGMENTS).then(|| page.segments());
        REGIONS regions: List<RegionColumns> = page.parts().contains(Parts::REGION).then(|| page.main_regions());
        LINKS links: List<LinkColumns> = Some(texts.link_targets(page)?.links(page));
        FINGERPRINT fingerprint: FingerprintColumns = page.fingerprint();
        KIND_PROBABILITIES kind_probabilities: List<KindColumns> = page.kind().map(|_| {
            PageKind::VALUES.iter().map(|&kind| (kind, page.kind_probability(kind)))
        });
        MAIN_HTML main_html: Text = Some(page.try_main_html()?.as_str());
        COMMENTS comments: List<CommentColumns> = Some(page.comments());
        IMAGES images: List<ImageColumns> = Some(page.images());
        RECORDS records: List<RecordColumns> = Some(page.unwinding_records().iter());
        FACTS facts: FactsColumns = Some(&page.unwinding_facts(options));
    }
}
