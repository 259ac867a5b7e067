#![allow(unsafe_code)]

use super::column::MAX_ITEMS;
use super::*;
use crate::base::random::Random;
use crate::{
    Alternate, Analyzer, Counts, DateFact, Document, EntityProperty, Error, Exclusion, Fact, FactOptions, ImagePreview,
    Input, License, MarkdownOptions, Options, PageFacts, PageKind, Parts, Passage, PassageOptions, RobotsDirective,
    TextLanguage, UsageRule,
};
use serde_json::{Map, Value, json};
use std::ffi::CStr;

/// Reads batches as the specification of the C data interface says, and checks what it demands on the way.
mod reader {
    use super::*;

    unsafe fn buffer<T: Copy>(array: &ArrowArray, buffer: usize, index: usize) -> T {
        assert!((buffer as i64) < array.n_buffers);
        // SAFETY: as many buffers as `n_buffers` says, aligned for their type, with a value at `index`.
        unsafe {
            let start = (*array.buffers.add(buffer)).cast::<T>();
            assert!(!start.is_null() && start.is_aligned());
            *start.add(index)
        }
    }

    pub unsafe fn child_of_schema(schema: &ArrowSchema, index: i64) -> &ArrowSchema {
        assert!(index < schema.n_children);
        // SAFETY: `n_children` is their number, by the specification.
        unsafe { &**schema.children.add(index as usize) }
    }

    pub unsafe fn child_of_array(array: &ArrowArray, index: i64) -> &ArrowArray {
        assert!(index < array.n_children);
        // SAFETY: as above.
        unsafe { &**array.children.add(index as usize) }
    }

    pub unsafe fn string<'a>(text: *const std::ffi::c_char) -> &'a str {
        // SAFETY: a C string, by the specification.
        unsafe { CStr::from_ptr(text) }.to_str().unwrap()
    }

    unsafe fn bit(array: &ArrowArray, number: usize, index: usize) -> bool {
        // SAFETY: a bitmap has a bit for each value.
        unsafe { buffer::<u8>(array, number, index / 8) >> (index % 8) & 1 == 1 }
    }

    unsafe fn is_null(schema: &ArrowSchema, array: &ArrowArray, index: usize) -> bool {
        // SAFETY: the first buffer is the validity bitmap, NULL if nothing is null.
        unsafe {
            let is_null = !(*array.buffers).is_null() && !bit(array, 0, index);
            assert!(!is_null || schema.flags & 2 != 0, "{} is not nullable", string(schema.name));
            is_null
        }
    }

    /// A value of an array.
    ///
    /// SAFETY, for callers: the schema belongs to the array, and neither is released.
    pub unsafe fn value(schema: &ArrowSchema, array: &ArrowArray, index: usize) -> Value {
        assert!(array.release.is_some() && schema.release.is_some() && array.offset == 0);
        assert!((index as i64) < array.length && array.dictionary.is_null() && schema.dictionary.is_null());
        assert_eq!(array.n_children, schema.n_children);
        // SAFETY: the caller's promise, and the layouts of the specification.
        unsafe {
            if is_null(schema, array, index) {
                return Value::Null;
            }
            match string(schema.format) {
                "b" => bit(array, 1, index).into(),
                "c" => buffer::<i8>(array, 1, index).into(),
                "s" => buffer::<i16>(array, 1, index).into(),
                "i" => buffer::<i32>(array, 1, index).into(),
                "l" => buffer::<i64>(array, 1, index).into(),
                "f" => buffer::<f32>(array, 1, index).into(),
                "g" => buffer::<f64>(array, 1, index).into(),
                "U" => {
                    let bytes = buffer::<i64>(array, 1, index)..buffer::<i64>(array, 1, index + 1);
                    let bytes = bytes.map(|at| buffer::<u8>(array, 2, at as usize)).collect();
                    String::from_utf8(bytes).unwrap().into()
                }
                "+l" => {
                    let (item, items) = (child_of_schema(schema, 0), child_of_array(array, 0));
                    let range = buffer::<i32>(array, 1, index)..buffer::<i32>(array, 1, index + 1);
                    range.map(|at| value(item, items, at as usize)).collect()
                }
                "+s" => (0..array.n_children)
                    .map(|at| {
                        let (field, column) = (child_of_schema(schema, at), child_of_array(array, at));
                        assert_eq!(column.length, array.length);
                        (string(field.name).to_owned(), value(field, column, index))
                    })
                    .collect::<Map<_, _>>()
                    .into(),
                format => panic!("{format}"),
            }
        }
    }

    /// All null counts are exact.
    pub unsafe fn check_null_counts(array: &ArrowArray) {
        // SAFETY: as for `value`.
        unsafe {
            let bitmap = *array.buffers;
            let nulls = match bitmap.is_null() {
                true => 0,
                false => (0..array.length as usize).filter(|&index| !bit(array, 0, index)).count(),
            };
            assert_eq!(array.null_count, nulls as i64);
            assert!(bitmap.is_null() || nulls > 0);
            (0..array.n_children).for_each(|at| check_null_counts(child_of_array(array, at)));
        }
    }
}

/// The rows of a batch.
pub(super) fn read((schema, array): &(ArrowSchema, ArrowArray)) -> Vec<Value> {
    // SAFETY: schema and array come from one batch.
    unsafe {
        reader::check_null_counts(array);
        (0..array.length as usize).map(|row| reader::value(schema, array, row)).collect()
    }
}

/// Under Miri without the trees of the learned mask, which take it half a minute.
fn analyzer() -> Analyzer {
    let options = Options::with_parts(Parts::ALL);
    let mask = if cfg!(miri) { crate::MaskMethod::Density } else { options.mask };
    Analyzer::new(Options { mask, ..options })
}

/// What a row should be, from the public interface alone.
fn expected(page: &Document<'_>) -> Value {
    let main: Vec<&str> = page.main_blocks().map(|block| block.text()).collect();
    let range = |range: std::ops::Range<usize>| (range.start, range.end);
    let block = |block: crate::Block<'_, '_>| {
        let ((source_start, source_end), (text_start, text_end)) = (range(block.source()), range(block.text_range()));
        let (item, cell) = (block.list_item(), block.table_cell());
        json!({
            "text": block.text(), "source_start": source_start, "source_end": source_end, "text_start": text_start,
            "text_end": text_end, "role": block.role().name(), "field": block.field().name(),
            "weight": block.weight(), "is_template": block.is_template(), "probability": block.probability(),
            "heading_level": block.heading_level(), "tag_path": block.tag_path().to_string(),
            "tokens": block.tokens(), "linked_tokens": block.linked_tokens(),
            "link_targets": block.link_targets(), "segment": block.segment(), "comment": block.comment(),
            "flags": block.flags().names().collect::<Vec<_>>(), "block_type": block.block_type().name(),
            "heading_path": block.heading_path().map(|heading| heading.index()).collect::<Vec<_>>(),
            "list": item.map(|item| item.list), "item": item.map(|item| item.item),
            "number": item.and_then(|item| item.number), "list_depth": block.list_depth(),
            "table": cell.map(|cell| cell.table), "row": cell.map(|cell| cell.row),
            "column": cell.map(|cell| cell.column), "row_span": cell.map(|cell| cell.row_span),
            "column_span": cell.map(|cell| cell.column_span), "is_header": cell.map(|cell| cell.is_header),
            "quote_depth": block.quote_depth(), "language": block.language(),
            "direction": block.direction().map(crate::Direction::name),
            "formatted_text": Some(block.formatted_text()).filter(|text| text != block.text()), "rule": block.rule(),
        })
    };
    let segment = |segment: crate::Segment<'_, '_>| {
        let ((source_start, source_end), (text_start, text_end)) =
            (range(segment.source()), range(segment.text_range()));
        json!({
            "source_start": source_start, "source_end": source_end, "text_start": text_start, "text_end": text_end,
            "tokens": segment.tokens(), "linked_tokens": segment.linked_tokens(), "lines": segment.lines(),
            "text_density": segment.text_density().value(),
        })
    };
    let link = |link: crate::Link<'_, '_>| {
        let ((source_start, source_end), (text_start, text_end)) = (range(link.source()), range(link.text_range()));
        json!({
            "source_start": source_start, "source_end": source_end, "text_start": text_start, "text_end": text_end,
            "target": link.target(), "address": link.address(), "rel": link.rel(),
            "block": page.blocks().position(|block| block.links().any(|one| one.source() == link.source())),
        })
    };
    let image = |image: crate::Image<'_, '_>| {
        let (source_start, source_end) = range(image.source());
        json!({
            "source_start": source_start, "source_end": source_end, "alt": image.alt(), "target": image.target(),
            "block": image.block(), "weight": image.weight(),
        })
    };
    let record = |record: &crate::Record| {
        let ((source_start, source_end), (first_block, end_block)) = (range(record.source()), range(record.blocks()));
        json!({
            "source_start": source_start, "source_end": source_end, "first_block": first_block, "end_block": end_block,
        })
    };
    let item = |item: &crate::GroupItem<'_>| {
        let ((source_start, source_end), (first_block, end_block)) = (range(item.source()), range(item.blocks()));
        json!({
            "source_start": source_start, "source_end": source_end, "first_block": first_block, "end_block": end_block,
            "parent": item.parent(), "author": item.author(), "date": item.date(), "rating": item.rating(),
            "price": item.price(),
        })
    };
    let group = |group: &crate::Group<'_>| {
        let (source_start, source_end) = range(group.source());
        json!({
            "source_start": source_start, "source_end": source_end, "group_kind": group.group_kind().name(),
            "probability": group.probability(), "is_main_list": group.is_main_list(),
            "items": group.items().iter().map(item).collect::<Vec<_>>(),
        })
    };
    let table_cell = |cell: &crate::HeadedCell| {
        let ((source_start, source_end), (first_block, end_block)) = (range(cell.source()), range(cell.blocks()));
        let place = cell.cell();
        json!({
            "source_start": source_start, "source_end": source_end, "table": place.table, "row": place.row,
            "column": place.column, "row_span": place.row_span, "column_span": place.column_span,
            "is_header": place.is_header, "is_guessed_header": cell.is_guessed_header(),
            "first_block": first_block, "end_block": end_block, "headers": cell.headers(),
        })
    };
    let annotation = |annotation: &crate::Annotation| {
        let (source_start, source_end) = range(annotation.source());
        let (text_start, text_end) = range(annotation.text_range());
        json!({
            "source_start": source_start, "source_end": source_end, "text_start": text_start, "text_end": text_end,
            "annotation_type": annotation.annotation_type().name(), "block": annotation.block(),
            "text": annotation.text(),
        })
    };
    let comment = |comment: crate::Comment<'_, '_>| {
        let (source_start, source_end) = range(comment.source());
        json!({
            "source_start": source_start, "source_end": source_end, "author": comment.author(), "date": comment.date(),
            "text": comment.text(), "parent": comment.parent(),
        })
    };
    let passage = |passage: &Passage| {
        let (source_start, source_end) = range(passage.source());
        json!({
            "id": passage.id() as i64, "context": passage.context().text(), "context_tokens": passage.context_tokens(),
            "text": passage.text(), "source_start": source_start, "source_end": source_end,
            "first_block": passage.blocks().start, "end_block": passage.blocks().end, "tokens": passage.tokens(),
            "overlap_tokens": passage.overlap_tokens(),
        })
    };
    let fingerprint = page.fingerprint().unwrap();
    let kinds: Vec<Value> = PageKind::VALUES
        .iter()
        .map(|&kind| json!({"kind": kind.name(), "probability": page.kind_probability(kind)}))
        .collect();
    json!({
        "status": "ok", "error": null, "main_text": main.join("\n"), "text": page.text(), "title": page.title(),
        "kind": page.kind().map(PageKind::name), "encoding": page.encoding(), "is_recovered": page.is_recovered(),
        "truncation": page.truncation().names().collect::<Vec<_>>(),
        "blocks": page.blocks().map(block).collect::<Vec<_>>(),
        "segments": page.segments().map(segment).collect::<Vec<_>>(),
        "main_regions": page.main_regions().map(|range| json!({"source_start": range.start, "source_end": range.end}))
            .collect::<Vec<_>>(),
        "links": page.links().map(link).collect::<Vec<_>>(),
        "fingerprint": {
            "version": fingerprint.version, "is_valid": fingerprint.is_valid, "tokens": fingerprint.tokens,
            "sim_hash": fingerprint.sim_hash as i64,
            "min_hashes": fingerprint.min_hashes.iter().map(|&hash| hash as i64).collect::<Vec<_>>(),
            "content_hash": fingerprint.content_hash as i64, "structure_hash": fingerprint.structure_hash as i64,
        },
        "kind_probabilities": page.kind().map(|_| kinds),
        "main_html": page.main_html(),
        "comments": page.comments().map(comment).collect::<Vec<_>>(),
        "images": page.images().map(image).collect::<Vec<_>>(),
        "annotations": page.annotations().iter().map(annotation).collect::<Vec<_>>(),
        "fallbacks": page.fallbacks().names().collect::<Vec<_>>(),
        "groups": page.groups().iter().map(group).collect::<Vec<_>>(),
        "quality": page.quality().map(|quality| json!({
            "score": quality.score, "reason": quality.reason.map(|reason| reason.name()),
        })),
        "table_cells": page.table_cells().iter().map(table_cell).collect::<Vec<_>>(),
        "markdown": page.markdown(&MarkdownOptions::default()).text(),
        "passages": page.passages(&PassageOptions::default()).iter().map(passage).collect::<Vec<_>>(),
        "records": page.records().iter().map(record).collect::<Vec<_>>(),
        "facts": facts(&page.facts(&FactOptions::default())),
        "counts": counts(&page.counts()),
        "block_counts": page.block_counts().iter().map(counts).collect::<Vec<_>>(),
        "page_language": language(&page.page_language()),
        "block_languages": page.block_languages().iter().map(language).collect::<Vec<_>>(),
        "headline": page.headline().map(|block| block.text()),
        "properties": page.facts(&with_properties()).properties.iter().map(property).collect::<Vec<_>>(),
    })
}

fn with_properties() -> FactOptions<'static> {
    FactOptions { properties: true, ..FactOptions::default() }
}

fn property(property: &EntityProperty) -> Value {
    json!({
        "entity": property.entity, "object_type": property.object_type, "path": property.path, "value": property.value,
        "origin": property.origin.name(), "source_start": property.source.start, "source_end": property.source.end,
    })
}

fn language(found: &TextLanguage) -> Value {
    json!({"language": found.language, "confidence": found.confidence})
}

fn counts(counts: &Counts) -> Value {
    let mut object = Map::new();
    object.insert("characters".to_owned(), counts.characters.into());
    object.insert("words".to_owned(), counts.words.into());
    object.insert("word_characters".to_owned(), counts.word_characters.into());
    object.insert("symbol_words".to_owned(), counts.symbol_words.into());
    object.insert("alphabetic_words".to_owned(), counts.alphabetic_words.into());
    object.insert("stop_words".to_owned(), counts.stop_words.into());
    object.insert("gopher_stop_words".to_owned(), counts.gopher_stop_words.into());
    object.insert("sentences".to_owned(), counts.sentences.into());
    object.insert("lines".to_owned(), counts.lines.into());
    object.insert("digits".to_owned(), counts.digits.into());
    object.insert("hashes".to_owned(), counts.hashes.into());
    object.insert("ellipses".to_owned(), counts.ellipses.into());
    object.insert("braces".to_owned(), counts.braces.into());
    object.insert("lorem_ipsum".to_owned(), counts.lorem_ipsum.into());
    object.insert("bullet_lines".to_owned(), counts.bullet_lines.into());
    object.insert("ellipsis_lines".to_owned(), counts.ellipsis_lines.into());
    object.insert("punctuated_lines".to_owned(), counts.punctuated_lines.into());
    object.insert("short_lines".to_owned(), counts.short_lines.into());
    object.insert("c4_lines".to_owned(), counts.c4_lines.into());
    object.insert("c4_sentences".to_owned(), counts.c4_sentences.into());
    object.insert("repeated_lines".to_owned(), counts.repeated_lines.into());
    object.insert("repeated_line_characters".to_owned(), counts.repeated_line_characters.into());
    object.insert("top_two_gram_characters".to_owned(), counts.top_two_gram_characters.into());
    object.insert("top_three_gram_characters".to_owned(), counts.top_three_gram_characters.into());
    object.insert("top_four_gram_characters".to_owned(), counts.top_four_gram_characters.into());
    object.insert("repeated_five_gram_characters".to_owned(), counts.repeated_five_gram_characters.into());
    object.insert("repeated_six_gram_characters".to_owned(), counts.repeated_six_gram_characters.into());
    object.insert("repeated_seven_gram_characters".to_owned(), counts.repeated_seven_gram_characters.into());
    object.insert("repeated_eight_gram_characters".to_owned(), counts.repeated_eight_gram_characters.into());
    object.insert("repeated_nine_gram_characters".to_owned(), counts.repeated_nine_gram_characters.into());
    object.insert("repeated_ten_gram_characters".to_owned(), counts.repeated_ten_gram_characters.into());
    object.into()
}

/// The column of facts.
fn facts(facts: &PageFacts) -> Value {
    let range = |range: &std::ops::Range<usize>| (range.start, range.end);
    let plain = |fact: &Fact| {
        let (source_start, source_end) = range(&fact.source);
        json!({
            "value": fact.value, "origin": fact.origin.name(), "source_start": source_start, "source_end": source_end,
        })
    };
    let fact = |fact: &Fact| {
        let mut value = plain(fact);
        value["confidence"] = fact.confidence.into();
        value
    };
    let one = |one: &Option<Fact>| one.as_ref().map(fact);
    let date = |date: &Option<DateFact>| {
        date.as_ref().map(|date| {
            let (source_start, source_end) = range(&date.source);
            json!({
                "date": date.date, "confidence": date.confidence, "origin": date.origin.name(),
                "source_start": source_start, "source_end": source_end,
            })
        })
    };
    let directive = |directive: &RobotsDirective| {
        let source = directive.source.as_ref().map(range);
        json!({
            "agent": directive.agent, "name": directive.name, "value": directive.value, "applies": directive.applies,
            "origin": directive.origin.name(), "source_start": source.map(|source| source.0),
            "source_end": source.map(|source| source.1),
        })
    };
    let usage = |usage: &UsageRule| {
        let source = usage.source.as_ref().map(range);
        json!({
            "purpose": usage.purpose.name(), "is_allowed": usage.is_allowed, "rule": usage.rule, "agent": usage.agent,
            "applies": usage.applies, "decides": usage.decides, "origin": usage.origin.name(),
            "source_start": source.map(|source| source.0), "source_end": source.map(|source| source.1),
        })
    };
    let license = |license: &License| {
        let mut value = plain(&license.address);
        value["media_type"] = license.media_type.clone().into();
        value
    };
    let alternate = |alternate: &Alternate| {
        let mut value = plain(&alternate.address);
        value["language"] = alternate.language.clone().into();
        value
    };
    let exclusion = |exclusion: &Exclusion| {
        let (source_start, source_end) = range(&exclusion.source);
        json!({
            "rule": exclusion.rule.name(), "scope": exclusion.scope.name(), "source_start": source_start,
            "source_end": source_end,
        })
    };
    let robots = &facts.robots;
    json!({
        "robots": {
            "rules": robots.rules.names().collect::<Vec<_>>(), "max_snippet": robots.max_snippet,
            "max_image_preview": robots.max_image_preview.map(ImagePreview::name),
            "max_video_preview": robots.max_video_preview, "unavailable_after": robots.unavailable_after,
            "directives": robots.directives.iter().map(directive).collect::<Vec<_>>(),
        },
        "usage": facts.usage.iter().map(usage).collect::<Vec<_>>(), "tdm_policy": one(&facts.tdm_policy),
        "licenses": facts.licenses.iter().map(license).collect::<Vec<_>>(),
        "canonical": one(&facts.canonical), "language": one(&facts.language), "title": one(&facts.title),
        "alternates": facts.alternates.iter().map(alternate).collect::<Vec<_>>(),
        "page_type": one(&facts.page_type), "image": one(&facts.image), "site_name": one(&facts.site_name),
        "description": one(&facts.description), "keywords": one(&facts.keywords),
        "types": facts.types.iter().map(fact).collect::<Vec<_>>(),
        "headline": one(&facts.headline), "authors": facts.authors.iter().map(fact).collect::<Vec<_>>(),
        "published": date(&facts.published), "modified": date(&facts.modified),
        "exclusions": facts.exclusions.iter().map(exclusion).collect::<Vec<_>>(), "properties": [],
    })
}

#[test]
fn a_page_is_a_row_with_the_selected_columns() {
    let html = b"<title>Rain</title><nav><a href='/?a&amp;b'>Home</a></nav>\
        <p>Rain fell on the city for the third day, and the river rose.";
    let mut analyzer = analyzer();
    let columns = Columns::MAIN_TEXT | Columns::TITLE | Columns::ENCODING | Columns::LINKS | Columns::MAIN_REGIONS;
    let mut batch = BatchBuilder::new(columns);
    let input = Input::new(html).charset("utf-8");
    batch.push(&analyzer.analyze_input(input).unwrap());
    let row = json!({
        "status": "ok",
        "error": null,
        "main_text": "Rain fell on the city for the third day, and the river rose.",
        "title": "Rain",
        "encoding": "UTF-8",
        "main_regions": [{"source_start": 19, "source_end": 121}],
        "links": [{
            "source_start": 44, "source_end": 48, "text_start": 5, "text_end": 9, "target": "/?a&b", "block": 1,
            "address": null, "rel": "",
        }],
    });
    assert_eq!(read(&batch.finish()), [row]);
}

const PIECES: &str = "\
    <p>|</p>|<div class='a b'>|</div>|<a href='x?a&amp;b'>|</a>|<h2>|</h2>|<nav>|</nav>|<table><tr><td>|</table>|\
    <b>|</b>|<span hidden>|</span>|&eacute; |Zo\u{eb} |rain fell |\
    on the city for the third day, and the river rose |<UL CLASS='\0x'><li>|</ul>|<!-- x -->|<i><div>|\
    <ol start=3><li value=7>|</ol>|<li lang=de dir=rtl>|<tr><th rowspan=2 colspan=3>|<td>|<blockquote lang=''>|\
    <pre>a\n  b</pre>|one<br>two|<img src=a.jpg alt='A plan &amp; a map'>|<a rel='nofollow ugc' href=/y>|\
    <base href=https://example.org/x/>|<link rel=canonical href=/z>|<link rel=alternate hreflang=de href=/de>|\
    <meta name=robots content='noindex, max-snippet:4000000000'><meta property=og:title content=T>|\
    <time datetime=2026-05-02 itemprop=datePublished>2 May</time>|\
    <script type=application/ld+json>{\"@type\": \"NewsArticle\", \"name\": \"x\"}</script><p data-nosnippet>";

fn random_page(random: &mut Random) -> String {
    let title = if random.below(2) == 0 { "<title>A page</title>" } else { "" };
    let all: Vec<&str> = PIECES.split('|').collect();
    let pieces = (0..random.below(80)).map(|_| *random.pick(&all));
    std::iter::once(title).chain(pieces).collect()
}

/// Every column of random pages, by every mask, is what the document says.
#[test]
#[cfg_attr(miri, ignore = "many pages")]
fn rows_of_random_pages_are_what_the_documents_say() {
    let mut random = Random(5);
    for &mask in crate::MaskMethod::VALUES {
        for _ in 0..40 {
            let mut analyzer = Analyzer::new(Options { mask, ..Options::with_parts(Parts::ALL) });
            let (mut batch, mut rows) = (BatchBuilder::new(Columns::ALL), Vec::new());
            for _ in 0..random.below(7) {
                let html = random_page(&mut random);
                let page = analyzer.analyze(html.as_bytes()).unwrap();
                rows.push(expected(&page));
                batch.push(&page);
            }
            assert_eq!(batch.len(), rows.len());
            assert_eq!(read(&batch.finish()), rows);
        }
    }
}

#[test]
fn pages_that_failed_are_null_rows() {
    let mut analyzer = analyzer();
    let mut batch = BatchBuilder::new(Columns::TEXT | Columns::FINGERPRINT | Columns::TRUNCATION);
    batch.push_failure("missing", "there is no page");
    batch.push(&analyzer.analyze(b"<p>One").unwrap());
    batch.push_error(&Error::TooLarge { len: 9, limit: 4 });
    let given = batch.finish();
    // SAFETY: the fields of a batch.
    let null_counts: Vec<i64> = (0..5).map(|at| unsafe { reader::child_of_array(&given.1, at) }.null_count).collect();
    assert_eq!(null_counts, [0, 1, 2, 2, 2]);
    let rows = read(&given);
    let nulls = |status: &str, error: &str| {
        let message = error.to_owned();
        json!({"status": status, "error": message, "text": null, "truncation": null, "fingerprint": null})
    };
    assert_eq!(rows[0], nulls("missing", "there is no page"));
    let message = "the page has 9 bytes, more than the limit of 4; raise max_input or skip the page";
    assert_eq!(rows[2], nulls("too-large", message));
    assert_eq!((&rows[1]["text"], &rows[1]["error"]), (&json!("One\n"), &Value::Null));
    assert_eq!(rows[1]["fingerprint"]["min_hashes"].as_array().unwrap().len(), 8);
}

#[test]
fn errors_have_names() {
    let limits = crate::Truncation::NODES;
    let errors = [Error::OutOfMemory, Error::LimitReached { limits }, Error::Cancelled];
    let mut batch = BatchBuilder::new(Columns::from_bits(0));
    errors.iter().for_each(|error| batch.push_error(error));
    let names: Vec<Value> = read(&batch.finish()).into_iter().map(|row| row["status"].clone()).collect();
    assert_eq!(names, ["out-of-memory", "limit-reached", "cancelled"]);
}

/// Lists have 32-bit offsets (16-bit ones in this test); a page that does not fit leaves no trace in any column.
#[test]
#[cfg_attr(miri, ignore = "a large page")]
fn a_page_beyond_the_offsets_of_lists_is_a_null_row() {
    let mut analyzer = Analyzer::new(Options { mask: crate::MaskMethod::TagPath, ..Options::with_parts(Parts::ALL) });
    let mut batch = BatchBuilder::new(Columns::TEXT | Columns::BLOCKS);
    let many = "<p>x".repeat(MAX_ITEMS / 2 + 1);
    for html in ["<p>one", &many, &many, "<p>two"] {
        batch.push(&analyzer.analyze(html.as_bytes()).unwrap());
    }
    let rows = read(&batch.finish());
    let statuses: Vec<&Value> = rows.iter().map(|row| &row["status"]).collect();
    assert_eq!(statuses, ["ok", "ok", "too-large", "ok"]);
    assert_eq!((&rows[2]["text"], &rows[2]["blocks"]), (&Value::Null, &Value::Null));
    let message = "a list of the batch would have more than 65536 items; make smaller batches";
    assert_eq!(rows[2]["error"], message);
    assert_eq!((&rows[3]["text"], &rows[3]["blocks"][0]["text"]), (&json!("two\n"), &json!("two")));
    assert_eq!(rows[1]["blocks"].as_array().unwrap().len(), MAX_ITEMS / 2 + 1);
}

/// A deep tree around many blocks, and a long link around them, would make a batch of many times the page.
#[test]
#[cfg_attr(miri, ignore = "a large page")]
fn texts_that_markup_multiplies_are_bounded() {
    let class = "x".repeat(250);
    let deep = format!("<div class={class}>").repeat(200) + &"<p>some text".repeat(20_000);
    let link = format!("<a href='{}'>", "y".repeat(50_000)) + &"<div>some text</div>".repeat(20_000);
    for (html, column, list, text) in
        [(deep, Columns::BLOCKS, "blocks", "tag_path"), (link, Columns::LINKS, "links", "target")]
    {
        let mut analyzer =
            Analyzer::new(Options { mask: crate::MaskMethod::TagPath, ..Options::with_parts(Parts::ALL) });
        let page = analyzer.analyze(html.as_bytes()).unwrap();
        let mut batch = BatchBuilder::new(column);
        batch.push(&page);
        let rows = read(&batch.finish());
        let texts: Vec<Option<&str>> = rows[0][list].as_array().unwrap().iter().map(|row| row[text].as_str()).collect();
        let first = match list {
            "blocks" => page.block(0).unwrap().tag_path().to_string(),
            _ => page.links().next().unwrap().target(),
        };
        assert_eq!(texts.len(), 20_000);
        assert_eq!(texts[0], Some(first.as_str()));
        let bytes: usize = texts.iter().flatten().map(|text| text.len()).sum();
        let budget = 64 * html.len() + (1 << 20);
        assert!(bytes <= budget && bytes > budget / 4, "{bytes} of {budget}");
        assert_eq!(page.truncation(), crate::Truncation::OUTPUT);
    }
}

/// The columns of one page have one limit together.
#[test]
#[cfg_attr(miri, ignore = "a large page")]
fn paths_and_targets_share_a_limit() {
    let class = "x".repeat(250);
    let link = format!("<a href='{}'>", "y".repeat(5_000));
    let html = format!("<div class={class}>").repeat(200) + &link + &"<p>some text".repeat(20_000);
    let mut analyzer = Analyzer::new(Options { mask: crate::MaskMethod::TagPath, ..Options::with_parts(Parts::ALL) });
    let base = format!("https://example.org/{}/", "z".repeat(8_000));
    let page = analyzer.analyze_input(Input::new(html.as_bytes()).address(&base)).unwrap();
    let mut batch = BatchBuilder::new(Columns::BLOCKS | Columns::LINKS);
    batch.push(&page);
    let rows = read(&batch.finish());
    let texts = |list: &str, text: &str| -> usize {
        rows[0][list].as_array().unwrap().iter().filter_map(|row| row[text].as_str()).map(str::len).sum()
    };
    let bytes = texts("blocks", "tag_path") + texts("links", "target") + texts("links", "address");
    let budget = 64 * html.len() + (1 << 20);
    assert!(bytes <= budget && bytes > budget / 2, "{bytes} of {budget}");
}

/// The address of the page, and what an element says around many blocks, are repeated for each link.
#[test]
#[cfg_attr(miri, ignore = "a large page")]
fn addresses_and_relations_of_links_are_bounded() {
    let base = format!("https://example.org/{}/", "z".repeat(8_000));
    let rel = format!("<a href=x rel='{}'>", "y".repeat(1_000)) + &"<div>some text</div>".repeat(20_000);
    for html in ["<a href=x>y</a> ".repeat(20_000), rel] {
        let mut analyzer =
            Analyzer::new(Options { mask: crate::MaskMethod::TagPath, ..Options::with_parts(Parts::ALL) });
        let page = analyzer.analyze_input(Input::new(html.as_bytes()).address(&base)).unwrap();
        let mut batch = BatchBuilder::new(Columns::LINKS);
        batch.push(&page);
        let rows = read(&batch.finish());
        let links = rows[0]["links"].as_array().unwrap();
        assert_eq!(links[0]["address"], format!("{base}x"));
        let texts = links.iter().flat_map(|link| [link["address"].as_str(), link["rel"].as_str()]);
        let bytes: usize = texts.flatten().map(str::len).sum();
        let budget = 64 * html.len() + (1 << 20);
        assert!(bytes <= budget && bytes > budget / 4, "{bytes} of {budget}");
        assert!(links[19_999]["address"].is_null() && links[19_999]["rel"].is_null());
    }
}

#[test]
fn facts_of_headers_are_passed_with_the_page() {
    let mut analyzer = analyzer();
    let mut batch = BatchBuilder::new(Columns::FACTS);
    let options = FactOptions { x_robots_tag: "noindex", ..FactOptions::default() };
    batch.push_with(&analyzer.analyze(b"<p>x").unwrap(), &options);
    let robots = &read(&batch.finish())[0]["facts"]["robots"];
    assert_eq!(robots["rules"], json!(["noindex"]));
    let directive = &robots["directives"][0];
    assert_eq!((&directive["origin"], &directive["source_start"]), (&json!("header"), &Value::Null));
}

#[test]
fn the_schema_alone_is_that_of_a_batch() {
    let describe = |schema: &ArrowSchema| {
        let (mut out, mut open) = (Vec::new(), vec![std::ptr::from_ref(schema)]);
        while let Some(schema) = open.pop() {
            // SAFETY: from a schema that is not released.
            unsafe {
                let schema = &*schema;
                out.push((reader::string(schema.name).to_owned(), reader::string(schema.format), schema.flags));
                open.extend(
                    (0..schema.n_children).rev().map(|at| std::ptr::from_ref(reader::child_of_schema(schema, at))),
                );
            }
        }
        out
    };
    let (of_batch, array) = BatchBuilder::new(Columns::ALL).finish();
    assert_eq!((array.length, array.n_children), (0, 33));
    let alone = describe(&ArrowSchema::of(Columns::ALL));
    assert_eq!(describe(&of_batch), alone);
    let columns: Vec<&str> = alone.iter().map(|(name, ..)| name.as_str()).collect();
    assert_eq!(columns[..4], ["", "status", "error", "main_text"]);
    assert_eq!(alone[1], ("status".to_owned(), "U", 0));
    let some = describe(&ArrowSchema::of(Columns::TITLE | Columns::from_bits(1 << 31)));
    let fields = [("", "+s", 0), ("status", "U", 0), ("error", "U", 2), ("title", "U", 2)];
    assert_eq!(some, fields.map(|(name, format, flags)| (name.to_owned(), format, flags)));
    assert!(read(&(of_batch, array)).is_empty());
}

/// What a consumer does that moves a struct, or a child out of it.
#[test]
fn structs_and_children_can_be_moved_out() {
    let mut analyzer = analyzer();
    let mut batch = BatchBuilder::new(Columns::BLOCKS);
    batch.push(&analyzer.analyze(b"<p>Rain fell on the city.").unwrap());
    let (mut schema, mut array) = batch.finish();
    // SAFETY: as the specification says: the bytes of a struct are copied and the original is marked as released.
    unsafe {
        let child = *array.children.add(2);
        let moved = child.read();
        (*child).release = None;
        let child = *schema.children.add(2);
        let moved_schema = child.read();
        (*child).release = None;
        let again = std::ptr::from_mut(&mut array).read();
        array.release = None;
        drop((schema, array));
        schema = moved_schema;
        assert_eq!(reader::value(&schema, &moved, 0)[0]["text"], "Rain fell on the city.");
        drop(again);
        assert_eq!(reader::value(&schema, &moved, 0)[0]["text"], "Rain fell on the city.");
        let mut moved = moved;
        moved.release.unwrap()(&mut moved);
        assert!(moved.release.is_none());
    }
}

#[test]
fn columns_have_names() {
    assert_eq!(Columns::ALL.names().count(), Columns::VALUES.len());
    for (column, name) in Columns::VALUES {
        assert_eq!(name.parse(), Ok(*column));
    }
    assert_eq!(Columns::default(), Columns::DEFAULT);
    let names: Vec<&str> = Columns::DEFAULT.names().collect();
    assert_eq!(names, ["main_text", "title", "kind", "blocks", "fingerprint"]);
    let error = "tite".parse::<Columns>().unwrap_err().to_string();
    assert!(error.starts_with("no such name; the names are main_text, text, title, "), "{error}");
}

#[test]
fn batches_move_between_threads() {
    let mut analyzer = analyzer();
    let mut batch = BatchBuilder::new(Columns::TITLE);
    batch.push(&analyzer.analyze(b"<title>T</title>").unwrap());
    let given = batch.finish();
    let rows = std::thread::spawn(move || read(&given)).join().unwrap();
    assert_eq!(rows, [json!({"status": "ok", "error": null, "title": "T"})]);
}
