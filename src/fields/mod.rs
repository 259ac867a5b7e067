//! The fields of results, with their types, how they are read and what they are: the one list from which the objects of
//! JSON, the JSON Schemas and the columns of Arrow are made.
//!
//! A face calls `fields!(row)` with its own macro, which takes one row. The types stand for what the face makes of a
//! value, and are declared by it:
//!
//! | type | value |
//! |---|---|
//! | `Large`, `Count`, `Small`, `Level` | a number of 64, 32, 16 or 8 bits |
//! | `Share`, `Decimal` | a number with a fraction, of 32 or 64 bits |
//! | `Certainty` | a probability that is known to hundredths |
//! | `Hash` | 64 bits |
//! | `Truth`, `Text` | |
//! | `Bounded` | a text that may be missing for lack of room |
//! | `Nullable<T>` | may be null |
//! | `Optional<T>`, `Depth`, `NonEmpty<T>` | left out of JSON if it is missing, zero or empty |
//! | `List<T>`, and the names of rows | |
//!
//! A row that is marked `json`, and the fields in a block of that name, are in JSON alone: Arrow has what an index
//! stores.
#![allow(missing_docs)]

#[cfg(feature = "serde")]
mod areas;
mod facts;

#[cfg(feature = "serde")]
pub(crate) use areas::area_fields;
pub(crate) use facts::fact_fields;

use crate::Passage;
#[cfg(feature = "serde")]
use crate::document::Document;
use crate::document::{Block, Link};
use std::borrow::Cow;
use std::ops::{Deref, Range};

/// A block with what is worked out for many blocks at once.
#[derive(Clone, Debug)]
pub struct BlockRow<'t> {
    pub block: Block<'t, 't>,
    pub tag_path: Option<Cow<'t, str>>,
    /// Only JSON has it.
    #[cfg(feature = "serde")]
    pub path_hash: u64,
}

/// A link with its block and its texts, some of which may be missing for lack of room.
#[derive(Clone, Debug)]
pub struct LinkRow<'t> {
    pub(crate) link: Link<'t, 't>,
    pub(crate) block: Option<usize>,
    pub(crate) target: Option<Cow<'t, str>>,
    pub(crate) address: Option<String>,
    pub(crate) rel: Option<String>,
}

/// Texts that are one value, separated by line feeds.
pub(crate) struct Lines<I>(pub I);

/// A passage of a page.
#[derive(Clone, Debug)]
pub struct PassageRow<'t> {
    #[cfg(feature = "serde")]
    pub document: &'t Document<'t>,
    pub passage: &'t Passage,
    /// The link to it, if it was asked for.
    #[cfg(feature = "serde")]
    pub text_fragment: Option<String>,
}

/// A main region.
#[derive(Clone, Debug)]
pub struct MainRegion(pub Range<usize>);

impl<'t> Deref for BlockRow<'t> {
    type Target = Block<'t, 't>;

    fn deref(&self) -> &Block<'t, 't> {
        &self.block
    }
}

/// Calls a macro with each row: its name, the value that it is of, and its fields.
macro_rules! fields {
    ($row:ident) => {
        $row! {
            /// A block of text.
            BlockFields(block => BlockRow<'_>) {
                /// Decoded, with single spaces.
                text: Text = block.text();
                /// Its first byte in the page.
                source_start: Large = block.source().start;
                /// One past its last byte in the page.
                source_end: Large = block.source().end;
                /// Its first byte in the text of the page.
                text_start: Large = block.text_range().start;
                /// One past its last byte in the text of the page.
                text_end: Large = block.text_range().end;
                /// What it is for a reader.
                role: Text = block.role().name();
                /// What it is for a search engine.
                field: Text = block.field().name();
                /// Its term weight in a ranking, in quarters.
                weight: Small = block.weight();
                /// Whether it is not main text.
                is_template: Truth = block.is_template();
                /// That it is main text, 0 to 1.
                probability: Share = block.probability();
                /// 1 to 6, or 0.
                heading_level: Level = block.heading_level();
                /// The elements around it, from the root.
                tag_path: Bounded = block.tag_path.as_deref();
                /// Words.
                tokens: Count = block.tokens();
                /// Tokens in links.
                linked_tokens: Count = block.linked_tokens();
                /// How many different pages its links lead to.
                link_targets: Count = block.link_targets();
                /// The index of its segment; null for the title.
                segment: Nullable<Count> = block.segment();
                /// The index of the comment that it belongs to.
                comment: Nullable<Count> = block.comment();
                /// Properties of its text.
                flags: List<Text> = block.flags().names();
                /// What it is in its document.
                block_type: Text = block.block_type().name();
                /// The headings above it, as indexes of blocks, from the nearest to the highest.
                heading_path: List<Count> = block.heading_path().map(|heading| heading.index());
                /// The number of the list that it is in.
                list: Optional<Count> = block.list_item().map(|item| item.list);
                /// The position of its item in the list.
                item: Optional<Count> = block.list_item().map(|item| item.item);
                /// The number that the item shows.
                number: Optional<Count> = block.list_item().and_then(|item| item.number);
                /// How many lists there are around it.
                list_depth: Depth = block.list_depth();
                /// The number of the table that it is in.
                table: Optional<Count> = block.table_cell().map(|cell| cell.table);
                /// The first row of its cell.
                row: Optional<Count> = block.table_cell().map(|cell| cell.row);
                /// The first column of its cell.
                column: Optional<Count> = block.table_cell().map(|cell| cell.column);
                /// How many rows its cell spans.
                row_span: Optional<Count> = block.table_cell().map(|cell| cell.row_span);
                /// How many columns its cell spans.
                column_span: Optional<Count> = block.table_cell().map(|cell| cell.column_span);
                /// Whether its cell is a header.
                is_header: Optional<Truth> = block.table_cell().map(|cell| cell.is_header);
                /// How many quotations there are around it.
                quote_depth: Depth = block.quote_depth();
                /// Its language, as declared.
                language: Optional<Text> = block.language();
                /// The direction of its text, as declared.
                direction: Optional<Text> = block.direction().map($crate::Direction::name);
                /// Its text with line breaks, if it has some.
                formatted_text: Optional<Text> =
                    block.formatted_lines().as_deref().filter(|&lines| lines != block.text());
                /// The index of the rule of the site's owner that decided something about it.
                rule: Optional<Count> = block.rule();
            }
            json {
                /// Lines of `wrap_width` columns.
                lines: Count = block.lines();
                /// Unicode scalar values of its text.
                characters: Count = block.characters();
                /// Tokens for each full line.
                text_density: Decimal = block.text_density().value();
                /// The share of tokens in links.
                link_density: Decimal = block.link_density();
                /// Whether it is in one of the main regions.
                is_in_main_region: Truth = block.is_in_main_region();
                /// Of the tag path, 64 bits in hexadecimal digits.
                path_hash: Hash = block.path_hash;
                /// Of the text, 64 bits in hexadecimal digits.
                text_hash: Hash = block.text_hash();
                /// The depth in the tree of the element around it.
                depth: Count = block.depth();
                /// The links in it.
                links: NonEmpty<LinkFields> = block.links().map(|link| LinkRow::of(link, block.index()));
            }
        }

        $row! {
            /// A segment: fused fragments of similar text density.
            SegmentFields(segment => Segment<'_, '_>) {
                /// Its first byte in the page.
                source_start: Large = segment.source().start;
                /// One past its last byte in the page.
                source_end: Large = segment.source().end;
                /// Its first byte in the text of the page.
                text_start: Large = segment.text_range().start;
                /// One past its last byte in the text of the page.
                text_end: Large = segment.text_range().end;
                /// Words.
                tokens: Count = segment.tokens();
                /// Tokens in links.
                linked_tokens: Count = segment.linked_tokens();
                /// Lines of `wrap_width` columns.
                lines: Count = segment.lines();
                /// Tokens for each full line.
                text_density: Decimal = segment.text_density().value();
            }
        }

        $row! {
            /// A main region by tag paths.
            MainRegionFields(MainRegion(source) => MainRegion) {
                /// Its first byte in the page.
                source_start: Large = source.start;
                /// One past its last byte in the page.
                source_end: Large = source.end;
            }
        }

        $row! {
            /// A link, or the part of one that is in a block.
            LinkFields(LinkRow { link, block, target, address, rel } => LinkRow<'_>) {
                /// Its first byte in the page.
                source_start: Large = link.source().start;
                /// One past its last byte in the page.
                source_end: Large = link.source().end;
                /// Its first byte in the text of the page.
                text_start: Large = link.text_range().start;
                /// One past its last byte in the text of the page.
                text_end: Large = link.text_range().end;
                /// As written in the page.
                target: Bounded = target.as_deref();
                /// The index of its block.
                block: Nullable<Count> = *block;
                /// The target as an absolute address.
                address: Nullable<Text> = address.as_deref();
                /// As written in the page.
                rel: Bounded = rel.as_deref();
            }
        }

        $row! {
            /// An image with an alternative text.
            ImageFields(image => Image<'_, '_>) {
                /// The first byte of its tag in the page.
                source_start: Large = image.source().start;
                /// One past the last byte of its tag in the page.
                source_end: Large = image.source().end;
                /// The alternative text.
                alt: Text = &*image.alt();
                /// Its address, as written in the page.
                target: Text = &*image.target();
                /// The last block before it.
                block: Nullable<Count> = image.block();
                /// The term weight of its alternative text in a ranking, in quarters.
                weight: Small = image.weight();
            }
        }

        $row! {
            /// A part of a block that is a formula or has a reading.
            AnnotationFields(annotation => Annotation) {
                /// The first byte of its element in the page.
                source_start: Large = annotation.source().start;
                /// One past the last byte of its element in the page.
                source_end: Large = annotation.source().end;
                /// The first byte of what it is of in the text of the page.
                text_start: Large = annotation.text_range().start;
                /// One past the last byte of what it is of in the text of the page.
                text_end: Large = annotation.text_range().end;
                /// What it says: "formula", "display-formula" or "reading".
                annotation_type: Text = annotation.annotation_type().name();
                /// The index of its block.
                block: Count = annotation.block();
                /// The formula without delimiters, or the reading.
                text: Text = annotation.text();
            }
        }

        $row! {
            /// An item of the main list: a result, an offer or a post.
            RecordFields(record => Record) {
                /// Its first byte in the page.
                source_start: Large = record.source().start;
                /// One past its last byte in the page.
                source_end: Large = record.source().end;
                /// The index of its first block.
                first_block: Count = record.blocks().start;
                /// One past the index of its last block.
                end_block: Count = record.blocks().end;
            }
        }

        $row! {
            /// How well the main text was probably extracted.
            QualityFields(quality => Quality) {
                /// The expected word F1 of the main text, 0 to 1.
                score: Certainty = quality.score;
                /// Why there is little or doubtful text: "no-text", "script-shell", "only-data", "consent-wall",
                /// "login-wall", "error-page", "parked-domain", "link-list", "too-short" or "wrong-encoding".
                reason: Nullable<Text> = quality.reason.map($crate::QualityReason::name);
            }
        }

        $row! {
            /// Counts of a text, by which corpora are filtered.
            CountsFields(counts => Counts) {
                /// Characters, with the line feeds between lines.
                characters: Count = counts.characters;
                /// Words; each character of Chinese and Japanese is one.
                words: Count = counts.words;
                /// Characters of words: of each, from its first to its last letter or number.
                word_characters: Count = counts.word_characters;
                /// What stands between spaces without a letter or a number.
                symbol_words: Count = counts.symbol_words;
                /// Words with a letter.
                alphabetic_words: Count = counts.alphabetic_words;
                /// Words that are frequent words of the language of which the text has most.
                stop_words: Count = counts.stop_words;
                /// Which of the eight words of Gopher occur, in small letters: `the`, `be`, `to`, `of`, `and`, `that`,
                /// `have`, `with`.
                gopher_stop_words: Count = counts.gopher_stop_words;
                /// Sentences, by the rules of Unicode.
                sentences: Count = counts.sentences;
                /// Lines.
                lines: Count = counts.lines;
                /// Decimal digits of ASCII.
                digits: Count = counts.digits;
                /// The character `#`.
                hashes: Count = counts.hashes;
                /// The character `…`, and three full stops.
                ellipses: Count = counts.ellipses;
                /// The characters `{` and `}`.
                braces: Count = counts.braces;
                /// The phrase "lorem ipsum".
                lorem_ipsum: Count = counts.lorem_ipsum;
                /// Lines that begin with `•` or `-`.
                bullet_lines: Count = counts.bullet_lines;
                /// Lines that end with an ellipsis.
                ellipsis_lines: Count = counts.ellipsis_lines;
                /// Lines that end with what ends a sentence.
                punctuated_lines: Count = counts.punctuated_lines;
                /// Lines of at most 30 characters.
                short_lines: Count = counts.short_lines;
                /// Lines that C4 keeps.
                c4_lines: Count = counts.c4_lines;
                /// Sentences in lines that C4 keeps.
                c4_sentences: Count = counts.c4_sentences;
                /// Lines that occurred before.
                repeated_lines: Count = counts.repeated_lines;
                /// Characters of lines that occurred before.
                repeated_line_characters: Count = counts.repeated_line_characters;
                /// Characters of all occurrences of the most frequent two words in a row.
                top_two_gram_characters: Count = counts.top_two_gram_characters;
                /// Characters of all occurrences of the most frequent three words in a row.
                top_three_gram_characters: Count = counts.top_three_gram_characters;
                /// Characters of all occurrences of the most frequent four words in a row.
                top_four_gram_characters: Count = counts.top_four_gram_characters;
                /// Characters of five words in a row that occurred before, without the spaces between them.
                repeated_five_gram_characters: Count = counts.repeated_five_gram_characters;
                /// Of six words.
                repeated_six_gram_characters: Count = counts.repeated_six_gram_characters;
                /// Of seven words.
                repeated_seven_gram_characters: Count = counts.repeated_seven_gram_characters;
                /// Of eight words.
                repeated_eight_gram_characters: Count = counts.repeated_eight_gram_characters;
                /// Of nine words.
                repeated_nine_gram_characters: Count = counts.repeated_nine_gram_characters;
                /// Of ten words.
                repeated_ten_gram_characters: Count = counts.repeated_ten_gram_characters;
            }
        }

        $row! {
            /// The language of a text.
            TextLanguageFields(found => TextLanguage) {
                /// Its code in ISO 639-1, such as "en": the language that its letters are of, or else the declared one.
                language: Nullable<Text> = found.language;
                /// That the letters are of this language, 0 to 1; 0 if it is only declared.
                confidence: Certainty = found.confidence;
            }
        }

        $row! {
            /// A cell of a data table, with its headers.
            TableCellFields(row => HeadedCell) {
                /// The first byte of its element in the page.
                source_start: Large = row.source().start;
                /// One past the last byte of its element in the page.
                source_end: Large = row.source().end;
                /// The index of its table on the page.
                table: Count = row.cell().table;
                /// Its first row.
                row: Count = row.cell().row;
                /// Its first column.
                column: Count = row.cell().column;
                /// The number of rows that it spans; 65534 if it spans all following rows.
                row_span: Count = row.cell().row_span;
                /// The number of columns that it spans.
                column_span: Count = row.cell().column_span;
                /// Whether it is a header, also if that is guessed.
                is_header: Truth = row.cell().is_header;
                /// Whether it is a header by its looks alone.
                is_guessed_header: Truth = row.is_guessed_header();
                /// The index of its first block.
                first_block: Count = row.blocks().start;
                /// One past the index of its last block.
                end_block: Count = row.blocks().end;
                /// Its headers: indices of cells of the page.
                headers: List<Count> = row.headers().iter().copied();
            }
        }

        $row! {
            /// Repeated parts of the page, and what they are.
            GroupFields(group => Group<'_>) {
                /// The first byte of its first item in the page.
                source_start: Large = group.source().start;
                /// One past the last byte of its last item in the page.
                source_end: Large = group.source().end;
                /// What the items are: "comments", "posts", "results", "offers", "teasers", "menu" and others, or "unknown".
                group_kind: Text = group.group_kind().name();
                /// The probability of the kind; coarse.
                probability: Certainty = group.probability();
                /// Whether the items are the records of the page.
                is_main_list: Truth = group.is_main_list();
                /// The items, in the order of the page.
                items: List<GroupItemFields> = group.items().iter();
            }
        }

        $row! {
            /// One of repeated parts of the page.
            GroupItemFields(item => GroupItem<'_>) {
                /// Its first byte in the page.
                source_start: Large = item.source().start;
                /// One past its last byte in the page.
                source_end: Large = item.source().end;
                /// The index of its first block.
                first_block: Count = item.blocks().start;
                /// One past the index of its last block.
                end_block: Count = item.blocks().end;
                /// The index of the item of the group that it answers.
                parent: Optional<Count> = item.parent();
                /// As written.
                author: Optional<Text> = item.author();
                /// As written.
                date: Optional<Text> = item.date();
                /// As written: stars, or points with their maximum.
                rating: Optional<Text> = item.rating();
                /// As written, with its currency.
                price: Optional<Text> = item.price();
            }
        }

        $row! {
            /// The comment of a reader. Its range holds its text, author, date and buttons.
            CommentFields(comment => Comment<'_, '_>) {
                /// Its first byte in the page.
                source_start: Large = comment.source().start;
                /// One past its last byte in the page.
                source_end: Large = comment.source().end;
                /// As written.
                author: Nullable<Text> = comment.author();
                /// As written.
                date: Nullable<Text> = comment.date();
                /// Its blocks, separated by line feeds, without author, date and buttons.
                text: Text = Lines(comment.blocks().map(|block| block.text()));
                /// The index of the comment that it answers.
                parent: Nullable<Count> = comment.parent();
            }
        }

        $row! {
            /// The hashes of a page, to find duplicates and near-duplicates.
            FingerprintFields(fingerprint => Fingerprint) {
                /// Fingerprints of other versions cannot be compared.
                version: Small = fingerprint.version;
                /// Whether the page has text enough.
                is_valid: Truth = fingerprint.is_valid;
                /// Words of the text that it is of.
                tokens: Count = fingerprint.tokens;
                /// Of the text, by its locality.
                sim_hash: Hash = fingerprint.sim_hash;
                /// Of the shingles of the text.
                min_hashes: List<Hash> = fingerprint.min_hashes;
                /// Of the whole text.
                content_hash: Hash = fingerprint.content_hash;
                /// Of the elements.
                structure_hash: Hash = fingerprint.structure_hash;
            }
        }

        $row! {
            /// A passage: a piece of the text.
            PassageFields(row => PassageRow<'_>) {
                /// A hash of its text and of the headings above it.
                id: Hash = row.passage.id();
                /// What it is about: the title and the headings above it, the caption and the header of its table.
                context: Text = row.passage.context().text();
                /// Words of the context.
                context_tokens: Count = row.passage.context_tokens();
                /// Its blocks, separated by line feeds.
                text: Text = row.passage.text();
                /// Its first byte in the page.
                source_start: Large = row.passage.source().start;
                /// One past its last byte in the page.
                source_end: Large = row.passage.source().end;
                /// The index of its first block.
                first_block: Count = row.passage.blocks().start;
                /// One past the index of its last block.
                end_block: Count = row.passage.blocks().end;
                /// Words, including the repeated ones.
                tokens: Count = row.passage.tokens();
                /// How many of its first tokens are also in the passage before.
                overlap_tokens: Count = row.passage.overlap_tokens();
            }
            json {
                /// The headings above it, from the highest to the nearest.
                headings: List<Text> = row.headings();
                /// Tokens by role.
                roles: Tally = row.passage.roles();
                /// What leads to it when it is appended to the address of the page, if it is asked for.
                text_fragment: Optional<Text> = row.text_fragment.as_deref();
            }
        }
    };
}

pub(crate) use fields;
