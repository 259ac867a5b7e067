//! Results of many pages as Arrow columns, one row per page, for pyarrow, Polars, DuckDB, Spark and others.
//!
//! A [`BatchBuilder`] collects pages and failures. A batch is exported through the [Arrow C data interface], as
//! [`ArrowSchema`] and [`ArrowArray`], which libraries in all languages import without copying. `docs/arrow.md` has the
//! schema, with types and units.
//!
//! ```
//! use blockmask::arrow::{BatchBuilder, Columns};
//! use blockmask::{Analyzer, Options};
//!
//! let pages: [&[u8]; 2] = [b"<title>Rain</title><p>Rain fell on the city.", b"<p>The river rose."];
//! let mut analyzer = Analyzer::new(Options::default());
//! let mut batch = BatchBuilder::new(Columns::MAIN_TEXT | Columns::TITLE);
//! for page in pages {
//!     match analyzer.analyze(page) {
//!         Ok(page) => batch.push(&page),
//!         Err(error) => batch.push_error(&error),
//!     }
//! }
//! assert_eq!(batch.len(), 2);
//! let (schema, array) = batch.finish();
//! // To be moved to where the importer wants them, such as in capsules of Python.
//! let given = (Box::new(schema), Box::new(array));
//! # drop(given);
//! ```
//!
//! [Arrow C data interface]: https://arrow.apache.org/docs/format/CDataInterface.html
//!
//! | file | contents |
//! |---|---|
//! | `array` | finished columns |
//! | `column` | columns that grow, by type |
//! | `texts` | tag paths, targets and addresses of a page |
//! | `selection` | the selected columns and fields |
//! | `rows` | the schema, and what each column holds |
//! | `builder` | one row per page |
//! | `c_data` | the C structs and their release |

mod array;
mod builder;
mod c_data;
mod column;
mod rows;
mod selection;
mod texts;

#[cfg(test)]
mod tests;

#[cfg(feature = "unstable")]
pub use array::{Array, DataType, Field, Values};
pub use builder::BatchBuilder;
pub use c_data::{ArrowArray, ArrowSchema};
#[cfg(feature = "capi")]
pub(crate) use column::Refused;
pub use selection::{Selection, UnknownColumn};

use crate::base::flags::Parts;
use crate::base::flags::flag_set;

flag_set! {
    /// The columns of a batch. `status` and `error` are always included.
    Columns {
        /// [`Document::main_text`](crate::Document::main_text).
        MAIN_TEXT = 0, "main_text";
        /// [`Document::text`](crate::Document::text).
        TEXT = 1, "text";
        /// [`Document::title`](crate::Document::title).
        TITLE = 2, "title";
        /// The name of [`Document::kind`](crate::Document::kind).
        KIND = 3, "kind";
        /// [`Document::encoding`](crate::Document::encoding).
        ENCODING = 4, "encoding";
        /// [`Document::is_recovered`](crate::Document::is_recovered).
        IS_RECOVERED = 5, "is_recovered";
        /// The names of [`Document::truncation`](crate::Document::truncation).
        TRUNCATION = 6, "truncation";
        /// [`Document::blocks`](crate::Document::blocks).
        BLOCKS = 7, "blocks";
        /// [`Document::segments`](crate::Document::segments); null if they were not computed.
        SEGMENTS = 8, "segments";
        /// [`Document::main_regions`](crate::Document::main_regions); null if they were not computed.
        MAIN_REGIONS = 9, "main_regions";
        /// [`Document::links`](crate::Document::links).
        LINKS = 10, "links";
        /// [`Document::fingerprint`](crate::Document::fingerprint); null if it was not computed.
        FINGERPRINT = 11, "fingerprint";
        /// [`Document::kind_probability`](crate::Document::kind_probability) of each kind.
        KIND_PROBABILITIES = 12, "kind_probabilities";
        /// [`Document::main_html`](crate::Document::main_html).
        MAIN_HTML = 13, "main_html";
        /// [`Document::comments`](crate::Document::comments).
        COMMENTS = 14, "comments";
        /// [`Document::images`](crate::Document::images); none without [`Parts::STRUCTURE`].
        IMAGES = 15, "images";
        /// [`Document::records`](crate::Document::records).
        RECORDS = 16, "records";
        /// [`Document::facts`](crate::Document::facts).
        FACTS = 17, "facts";
        /// The text of [`Document::headline`](crate::Document::headline).
        HEADLINE = 18, "headline";
        /// [`Document::annotations`](crate::Document::annotations).
        ANNOTATIONS = 19, "annotations";
        /// The names of [`Document::fallbacks`](crate::Document::fallbacks).
        FALLBACKS = 20, "fallbacks";
        /// [`Document::groups`](crate::Document::groups).
        GROUPS = 21, "groups";
        /// [`Document::table_cells`](crate::Document::table_cells); none without [`Parts::STRUCTURE`].
        TABLE_CELLS = 22, "table_cells";
        /// [`Document::quality`](crate::Document::quality).
        QUALITY = 23, "quality";
        /// [`Document::markdown`](crate::Document::markdown) by default options; paragraphs without [`Parts::STRUCTURE`].
        MARKDOWN = 24, "markdown";
        /// [`Document::passages`](crate::Document::passages) by default options.
        PASSAGES = 25, "passages";
        /// [`Document::counts`](crate::Document::counts).
        COUNTS = 26, "counts";
        /// [`Document::block_counts`](crate::Document::block_counts).
        BLOCK_COUNTS = 27, "block_counts";
        /// [`Document::page_language`](crate::Document::page_language).
        PAGE_LANGUAGE = 28, "page_language";
        /// [`Document::block_languages`](crate::Document::block_languages).
        BLOCK_LANGUAGES = 29, "block_languages";
        /// [`PageFacts::properties`](crate::PageFacts::properties), whatever the options of facts are.
        PROPERTIES = 30, "properties";
    }
}

impl Columns {
    /// The parts that these columns need, for [`Options::parts`](crate::Options::parts).
    pub fn parts(self) -> Parts {
        let of_mask = Columns::MAIN_TEXT
            | Columns::KIND
            | Columns::KIND_PROBABILITIES
            | Columns::MAIN_HTML
            | Columns::COMMENTS
            | Columns::BLOCKS
            | Columns::RECORDS
            | Columns::GROUPS
            | Columns::FACTS
            | Columns::HEADLINE
            | Columns::MARKDOWN
            | Columns::PASSAGES
            | Columns::FALLBACKS
            | Columns::QUALITY
            | Columns::COUNTS
            | Columns::PAGE_LANGUAGE;
        let needs = [
            (of_mask, Parts::MASK),
            (Columns::BLOCKS, Parts::FIELDS | Parts::SEGMENTS | Parts::STRUCTURE),
            (Columns::IMAGES | Columns::TABLE_CELLS | Columns::MARKDOWN | Columns::PASSAGES, Parts::STRUCTURE),
            (Columns::SEGMENTS | Columns::PASSAGES, Parts::SEGMENTS),
            (Columns::PASSAGES, Parts::FIELDS),
            (Columns::PAGE_LANGUAGE | Columns::BLOCK_LANGUAGES, Parts::STRUCTURE),
            (Columns::MAIN_REGIONS, Parts::REGION),
            (Columns::FINGERPRINT, Parts::FINGERPRINT),
        ];
        let asked = needs.into_iter().filter(|(columns, _)| self.0 & columns.0 != 0);
        asked.fold(Parts::from_bits(0), |parts, (_, part)| parts | part)
    }

    /// `main_text`, `title`, `kind`, `blocks` and `fingerprint`.
    pub const DEFAULT: Columns =
        Columns(Columns::MAIN_TEXT.0 | Columns::TITLE.0 | Columns::KIND.0 | Columns::BLOCKS.0 | Columns::FINGERPRINT.0);

    /// All columns of this version.
    pub const ALL: Columns = Columns((1 << Columns::VALUES.len()) - 1);
}

impl Default for Columns {
    /// [`Columns::DEFAULT`].
    fn default() -> Columns {
        Columns::DEFAULT
    }
}
