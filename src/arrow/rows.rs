//! The schema: the columns of a batch, their types, and their values for a page.

use super::Columns;
use super::array::{Array, DataType, Layout};
use super::column::{
    Bits, Column, List, Nullable, Numbers, Push, Result, Text, add_array, column_name, columns, layout,
};
use super::selection::{Kept, Selection};
use super::texts::Texts;
use crate::fields::{BlockRow, Lines, LinkRow, MainRegion, PassageRow, fact_fields, fields};
use crate::on_demand::records;
use crate::{
    Alternate, Annotation, Comment, Counts, DateFact, Document, EntityProperty, Exclusion, Fact, FactOptions,
    Fingerprint, Group, GroupItem, HeadedCell, Image, MarkdownOptions, PageFacts, PassageOptions,
};
use crate::{License, PageKind, Parts, Quality, Record, Robots, RobotsDirective, Segment, TextLanguage, UsageRule};

/// The types of `fields!` as columns. All integers are signed, because Spark has no unsigned types.
type Large = Numbers<i64>;
type Count = Numbers<i32>;
type Small = Numbers<i16>;
type Level = Numbers<i8>;
type Share = Numbers<f32>;
type Decimal = Numbers<f64>;
type Certainty = Numbers<f32>;
type Hash = Numbers<i64>;
type Truth = Bits;
type Bounded = Nullable<Text>;
type Optional<C> = Nullable<C>;
type Depth = Numbers<i32>;

fields!(columns);
fact_fields!(columns);

columns! {
    KindFields((kind, probability) => (PageKind, f32)) {
        kind: Text = kind.name();
        probability: Share = *probability;
    }
}

/// The first columns of every batch.
pub(super) const ALWAYS: [Layout; 2] = [layout::<Text>(c"status"), layout::<Nullable<Text>>(c"error")];

/// Defines the columns that can be selected, null in the rows of pages that failed.
macro_rules! page_columns {
    ($page:ident, $texts:ident, $options:ident, $found:ident { $($flag:ident $name:ident: $column:ty = $value:expr;)+ }) => {
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
                // Records are items of groups, and finding these takes most of the time of both.
                let $found = self.groups.is_some().then(|| $page.groups());
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

            /// Appends the finished columns to `arrays`.
            pub fn finish(&mut self, arrays: &mut Vec<Array>) -> Result {
                $(if let Some(column) = &mut self.$name {
                    column.finish(add_array(arrays)?)?;
                })+
                Ok(())
            }
        }
    };
}

page_columns! {
    page, texts, options, found {
        MAIN_TEXT main_text: Text = Some(Lines(page.main_blocks().map(|block| block.text())));
        TEXT text: Text = Some(page.text());
        TITLE title: Text = page.title();
        KIND kind: Text = page.kind().map(PageKind::name);
        ENCODING encoding: Text = Some(page.encoding());
        IS_RECOVERED is_recovered: Bits = Some(page.is_recovered());
        TRUNCATION truncation: List<Text> = Some(page.truncation().names());
        BLOCKS blocks: List<BlockFields> = Some(texts.tag_paths(page)?.blocks(page));
        SEGMENTS segments: List<SegmentFields> = page.parts().contains(Parts::SEGMENTS).then(|| page.segments());
        MAIN_REGIONS main_regions: List<MainRegionFields> = page.parts().contains(Parts::REGION).then(|| page.main_regions().map(MainRegion));
        LINKS links: List<LinkFields> = Some(texts.link_targets(page)?.links(page));
        FINGERPRINT fingerprint: FingerprintFields = page.fingerprint();
        KIND_PROBABILITIES kind_probabilities: List<KindFields> = page.kind().map(|_| {
            PageKind::VALUES.iter().map(|&kind| (kind, page.kind_probability(kind)))
        });
        MAIN_HTML main_html: Text = Some(page.main_html().as_str());
        COMMENTS comments: List<CommentFields> = Some(page.comments());
        IMAGES images: List<ImageFields> = Some(page.images());
        RECORDS records: List<RecordFields> = Some(found.as_deref().map_or_else(|| page.records(), records::of_groups).iter());
        FACTS facts: PageFactsFields = Some(&page.facts(options));
        HEADLINE headline: Text = page.headline().map(|block| block.text());
        ANNOTATIONS annotations: List<AnnotationFields> = Some(page.annotations().iter());
        FALLBACKS fallbacks: List<Text> = Some(page.fallbacks().names());
        GROUPS groups: List<GroupFields> = found.as_ref().map(|groups| groups.iter());
        TABLE_CELLS table_cells: List<TableCellFields> = Some(page.table_cells().iter());
        QUALITY quality: QualityFields = page.quality().as_ref();
        MARKDOWN markdown: Text = Some(page.markdown(&MarkdownOptions::default()).text());
        PASSAGES passages: List<PassageFields> = Some(page.passages(&PassageOptions::default()).iter().map(|passage| PassageRow {
            #[cfg(feature = "serde")]
            document: page,
            passage,
            #[cfg(feature = "serde")]
            text_fragment: None,
        }));
        COUNTS counts: CountsFields = Some(&page.counts());
        BLOCK_COUNTS block_counts: List<CountsFields> = Some(page.block_counts().iter());
        PAGE_LANGUAGE page_language: TextLanguageFields = Some(&page.page_language());
        BLOCK_LANGUAGES block_languages: List<TextLanguageFields> = Some(page.block_languages().iter());
        PROPERTIES properties: List<EntityPropertyFields> = Some(page.properties().iter());
    }
}
