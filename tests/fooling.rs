//! Cloaking: pages that show a crawler other text than a reader. Hidden text is flagged and does not affect the rest.

use blockmask::{Analyzer, BlockFlags, Document, Field, Options, TokenMode};

const STORY: &str = "<p>Rain fell on the city for the third day, and the river rose above its banks near the old bridge.</p>\
    <p>The mayor said that the schools would stay closed until the water had gone down, which may take a week or more.</p>\
    <p>Farmers in the valley moved their cattle to the hills, as they had done in the flood of twenty years ago.</p>";

/// The flags of the block that begins with `start`; `None` if there is no such block.
fn flags_of(html: &str, start: &str) -> Option<BlockFlags> {
    let mut analyzer = Analyzer::default();
    let document = analyzer.analyze(html.as_bytes()).expect("a document");
    let block = document.blocks().find(|block| block.text().starts_with(start))?;
    assert!(
        block.weight() == 0
            || [BlockFlags::HIDDEN, BlockFlags::NO_INDEX].iter().all(|&flag| !block.flags().contains(flag)),
        "{html}: weight"
    );
    Some(block.flags())
}

fn blocks(document: &Document) -> Vec<(String, u8, bool)> {
    document.blocks().map(|block| (block.text().to_owned(), block.weight(), block.is_template())).collect()
}

#[test]
fn hidden_text_is_flagged() {
    for (pages, expected) in [
        (
            &[
                "<p hidden>pills",
                "<p HIDDEN=''>pills",
                "<div hidden><section><p>pills</section></div>",
                "<p style=display:none>pills",
                "<p style='color: red; DISPLAY : NONE !important'>pills",
                "<div style=\"visibility:hidden\"><p>pills</div>",
                "<p style='visibility: collapse;'>pills",
                "<span hidden>pills</span>",
                "<a href=x style='display:none'>pills</a>",
                "<table hidden><tr><td>pills</table>",
                // Where no style sheet could say otherwise.
                "<p class=hidden>pills",
            ][..],
            BlockFlags::HIDDEN,
        ),
        (&["<div hidden=until-found><section><p>pills</section></div>"], BlockFlags::COLLAPSED),
        (&["<p aria-hidden=true>pills", "<div ARIA-HIDDEN='TRUE'><p>pills</div>"], BlockFlags::ARIA_HIDDEN),
        (&["<noscript><p>pills</noscript>", "<noscript>pills</noscript>"], BlockFlags::NOSCRIPT),
        (
            &[
                "<noindex>pills</noindex>",
                "<!--noindex--><p>pills</p><!--/noindex-->",
                "<!--googleoff: index--><p>pills</p><!--googleon: index-->",
            ],
            BlockFlags::NO_INDEX,
        ),
        (&["<p data-nosnippet>pills", "<div data-nosnippet=''><p>pills</div>"], BlockFlags::NO_SNIPPET),
        (
            &[
                "<p>pills",
                "<p aria-hidden=false>pills",
                "<p style='display:block'>pills",
                "<p title='display:none'>pills",
                "<link rel=stylesheet href=/a.css><p class=hidden>pills",
                "<p class=hidden-gems>pills",
                "<p data-hidden>pills",
            ],
            BlockFlags::default(),
        ),
    ] {
        for hidden in pages {
            let html = format!("<body>{STORY}{hidden}");
            assert_eq!(flags_of(&html, "pills"), Some(expected), "{hidden}");
            assert_eq!(flags_of(&html, "Rain"), Some(BlockFlags::default()), "{hidden}: the story");
        }
    }
}

/// Hidden text ends with its element, and unmatched end tags do not end it earlier.
#[test]
fn hiding_is_scoped_to_the_element() {
    let html =
        "<div hidden><p>one</b></span></p><p>two</div><p>three<div hidden><table><tr><td>four</table>five</div>six";
    let expected = [("one", true), ("two", true), ("three", false), ("four", true), ("five", true), ("six", false)];
    for (text, is_hidden) in expected {
        let flags = if is_hidden { BlockFlags::HIDDEN } else { BlockFlags::default() };
        assert_eq!(flags_of(html, text), Some(flags), "{text}");
    }
    // A block never mixes hidden and visible text.
    assert_eq!(flags_of("<p>shown <b hidden>pills</b>", "pills"), Some(BlockFlags::HIDDEN));
    assert_eq!(flags_of("<p>shown <b hidden>pills</b> again", "pills"), None);
    assert_eq!(flags_of("<p>shown <b hidden>pills</b> again", "shown again"), Some(BlockFlags::default()));
}

#[test]
fn unrendered_content_is_in_no_block() {
    for markup in [
        "<template><p>pills</template>",
        "<script>pills</script>",
        "<style>pills</style>",
        "<select><option>pills</select>",
        "<textarea>pills</textarea>",
        "<iframe>pills</iframe>",
        "<svg><text>pills</text></svg>",
        "<object>pills</object>",
        "<noembed>pills</noembed>",
        "<meta name=keywords content=pills>",
        "<img alt=pills src=x>",
        "<input value=pills>",
    ] {
        assert_eq!(flags_of(&format!("<body>{STORY}{markup}"), "pills"), None, "{markup}");
    }
    let mut options = Options::default();
    options.token_mode = TokenMode::Paper;
    let html = format!("<body>{STORY}<noscript>pills</noscript>");
    let mut paper = Analyzer::new(options);
    assert!(!paper.analyze(html.as_bytes()).expect("a document").text().contains("pills"));
}

/// Comments end where the standard says, whatever they contain.
#[test]
fn comments_that_resemble_markup() {
    for (html, text) in [
        ("<p>a<!--[if IE]><p>pills</p><![endif]-->b", "ab"),
        ("<p>a<!--[if !IE]><!-->b<!--<![endif]-->c", "abc"),
        ("<p>a<![if !IE]>b<![endif]>c", "abc"),
        ("<p>a<!-->b-->c", "ab-->c"),
        ("<p>a<!--->b-->c", "ab-->c"),
        ("<p>a<!--x--!>b", "ab"),
        ("<p>a<!-- <!-- x -->b-->c", "ab-->c"),
        ("<p>a<!-- > pills > -->b", "ab"),
        ("<p>a<!-- <div hidden> -->b", "ab"),
        ("<p>a<?php pills ?>b", "ab"),
        ("<p>a</ pills>b", "ab"),
        ("<p>a<![CDATA[pills]]>b", "ab"),
    ] {
        let mut analyzer = Analyzer::default();
        let document = analyzer.analyze(html.as_bytes()).expect("a document");
        assert_eq!(document.text().trim_end(), text, "{html}");
        assert!(document.blocks().all(|block| block.flags().is_empty()), "{html}");
    }
    // An indexer directive counts only at the start of a comment.
    assert_eq!(flags_of("<!-- x googleoff: index --><p>pills", "pills"), Some(BlockFlags::default()));
    assert_eq!(flags_of("<p title='<!--googleoff: index-->'>pills", "pills"), Some(BlockFlags::default()));
    assert_eq!(flags_of("<script><!--googleoff: index--></script><p>pills", "pills"), Some(BlockFlags::default()));
}

#[test]
fn fake_article_in_a_footer_is_template() {
    let fake = "<article><h1>Cheap pills</h1><p>Buy cheap pills online now at the best price of the whole town.</p>\
        <p>Pills for all, cheap and good, order now and save a lot of money.</p></article>";
    for (before, after) in [("<main>", "</main>"), ("<div>", "</div>"), ("<article>", "</article>")] {
        let story = STORY.repeat(4);
        let html = format!("<nav><a href=/>Home</a></nav>{before}<h1>Rain</h1>{story}{after}<footer>{fake}</footer>");
        let mut analyzer = Analyzer::default();
        let document = analyzer.analyze(html.as_bytes()).expect("a document");
        for (text, weight, template) in blocks(&document) {
            let is_story = ["Rain", "The mayor", "Farmers"].iter().any(|start| text.starts_with(start));
            // Annotators disagree on whether the headline is content.
            assert!(template != is_story || text == "Rain", "{before}: {text}");
            assert!(weight > 0, "{before}: {text}: {weight}");
        }
    }
}

#[test]
fn keyword_stuffing() {
    let pills = "cheap pills online ".repeat(10_000);
    let links = "<a href=x>cheap pills</a> ".repeat(10_000);
    for (html, flags, template) in [
        (format!("<body>{STORY}<div hidden>{pills}</div>"), BlockFlags::HIDDEN, true),
        (format!("<body>{STORY}<div style='display:none'>{pills}</div>"), BlockFlags::HIDDEN, true),
        (format!("<title>{pills}</title><body>{STORY}"), BlockFlags::IN_HEAD, true),
        // Visible and dense, they are indistinguishable from content.
        (format!("<body>{STORY}<div>{links}</div>"), BlockFlags::default(), false),
        (format!("<body>{STORY}<div>{pills}</div>"), BlockFlags::default(), false),
    ] {
        let mut analyzer = Analyzer::default();
        let document = analyzer.analyze(html.as_bytes()).expect("a document");
        let spam = document.blocks().find(|block| block.text().starts_with("cheap")).expect("the keywords");
        assert_eq!((spam.flags(), spam.is_template()), (flags, template), "{}", &html[..60]);
        assert!(spam.tokens() >= 20_000);
        let story: Vec<_> = blocks(&document).into_iter().filter(|block| !block.0.starts_with("cheap")).collect();
        assert_eq!(story.len(), 3);
        // Hidden keywords do not affect the story; visible ones leave it searchable, and count no more than it.
        assert!(story.iter().all(|block| block.1 == 4 && !(template && block.2)), "{story:?}");
        assert!(spam.weight() <= 4, "{} in {}", spam.weight(), spam.field());
    }
}

/// The words of many headings, labels or links within the page count more than the words of its text only up to a
/// limit.
#[test]
fn many_short_blocks_of_keywords() {
    let headings = |count: usize| "<h2>cheap pills</h2>".repeat(count);
    let terms = |count: usize| format!("<dl>{}</dl>", "<dt>cheap pills<dd>ok".repeat(count));
    let links = |count: usize| "<p><a href=#x>cheap pills</a>".repeat(count);
    let page: &[&dyn Fn(usize) -> String] = &[&headings, &terms, &links];
    for keywords in page {
        for (count, may_be_raised) in [(3, 9), (10_000, 10_000)] {
            let html = format!("<body>{STORY}{}", keywords(count));
            let mut analyzer = Analyzer::default();
            let document = analyzer.analyze(html.as_bytes()).expect("a document");
            let raised = document.blocks().filter(|block| block.weight() > 4).map(|block| block.tokens()).sum::<u32>();
            // A quarter of the tokens of the page, and 256.
            let all: u32 = document.blocks().map(|block| block.tokens()).sum();
            assert!(
                raised > 0 && raised <= may_be_raised.min((all / 4).max(256)),
                "{raised} of {all}: {:.60}",
                keywords(1)
            );
        }
    }
    // A long heading counts as text.
    let html = format!("<h1>{}</h1>{STORY}", "cheap pills ".repeat(10_000));
    let mut analyzer = Analyzer::default();
    let document = analyzer.analyze(html.as_bytes()).expect("a document");
    assert_eq!(document.block(0).map(|block| (block.field(), block.weight())), Some((Field::H1, 4)));
}
