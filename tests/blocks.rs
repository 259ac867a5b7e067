//! Blocks, their text, flags and source ranges, on pages small enough to verify by hand.

use blockmask::internals::page::{TokenMode, flag};
use blockmask::{Analyzer, Options, Parts};

fn analyzer(tokens: TokenMode) -> Analyzer {
    let mut options = Options::with_parts(Parts::ALL);
    options.token_mode = tokens;
    Analyzer::new(options)
}

/// The texts of all blocks.
fn texts(html: &str) -> Vec<String> {
    let mut analyzer = analyzer(TokenMode::Unicode);
    let document = analyzer.analyze(html.as_bytes()).expect("a small page");
    document.blocks().map(|block| block.text().to_owned()).collect()
}

#[test]
fn phrasing_elements_do_not_split_blocks() {
    let html = "<p>One <b>two</b>-<span>three</span> <em>fo<i>ur</i></em>.<p>Five<div>six</div>seven";
    assert_eq!(texts(html), ["One two-three four.", "Five", "six", "seven"]);
}

#[test]
fn line_breaks_and_images_separate_words() {
    assert_eq!(texts("<p>a<br>b<img src=x>c<wbr>d<button>e</button>f</p>"), ["a b cd e f"]);
    assert_eq!(texts("<table><tr><td>a</td><td>b</td></tr></table>"), ["a", "b"]);
}

#[test]
fn whitespace_and_character_references() {
    assert_eq!(texts("<p>\n a&nbsp;&nbsp;b \u{3000}c\u{200b}d\t<b> e</b>  </p>"), ["a b c d e"]);
    assert_eq!(
        texts("<p>&lt;b&gt; &amp;amp; &eacute;&#x20AC; &copy2 &unknown; AT&T"),
        ["<b> &amp; \u{e9}\u{20ac} \u{a9}2 &unknown; AT&T"]
    );
    assert_eq!(texts("<pre>\n  two\n  lines</pre>"), ["two lines"]);
}

#[test]
fn invisible_content_is_excluded() {
    let html = "<head><title>T</title><style>s</style></head><body><script>x</script><!--c--><select><option>o</select>\
        <textarea>t</textarea><svg><text>v</text></svg><template>w</template><iframe>i</iframe><p>text";
    assert_eq!(texts(html), ["T", "text"]);
}

#[test]
fn ranges_map_to_the_source() {
    let html = "<p>Caf&eacute;  <b>au</b>\nlait</p><div>\u{fc}ber &amp; unter</div>";
    let mut analyzer = analyzer(TokenMode::Unicode);
    let document = analyzer.analyze(html.as_bytes()).expect("a small page");
    let ranges: Vec<&str> = document.blocks().map(|block| &html[block.source()]).collect();
    assert_eq!(ranges, ["Caf&eacute;  <b>au</b>\nlait", "\u{fc}ber &amp; unter"]);
    for (word, source) in
        [("Caf", "Caf&"), ("\u{e9}", "&eacute;"), ("au", "au</b>"), ("lait", "lait</p>"), ("&", "&amp;")]
    {
        let at = document.text().find(word).expect(word);
        assert!(html[document.map_text_offset(at)..].starts_with(source), "{word}");
    }
    for (words, source) in
        [("Caf\u{e9}", "Caf&eacute;"), ("\u{e9} au", "&eacute;  <b>au"), ("lait", "lait"), ("&", "&amp;")]
    {
        let at = document.text().find(words).expect(words);
        assert_eq!(&html[document.map_text_range(at..at + words.len())], source);
    }
    assert!(document.map_text_range(3..3).is_empty() && document.map_text_range(900..1000).is_empty());
}

#[test]
fn ranges_map_to_the_source_in_any_encoding() {
    let html =
        "<meta charset=windows-1251><p>\u{41f}\u{440}\u{438}\u{432}\u{435}\u{442}, <b>\u{43c}\u{438}\u{440}</b>!</p>";
    let (bytes, _, _) = encoding_rs::WINDOWS_1251.encode(html);
    let mut analyzer = analyzer(TokenMode::Unicode);
    let document = analyzer.analyze(&bytes).expect("a small page");
    let block = document.blocks().next().expect("a block");
    assert_eq!(block.text(), "\u{41f}\u{440}\u{438}\u{432}\u{435}\u{442}, \u{43c}\u{438}\u{440}!");
    let (source, _, _) = encoding_rs::WINDOWS_1251.decode(&bytes[block.source()]);
    assert_eq!(source, "\u{41f}\u{440}\u{438}\u{432}\u{435}\u{442}, <b>\u{43c}\u{438}\u{440}</b>!");

    let utf_16: Vec<u8> =
        [0xff, 0xfe].into_iter().chain("<p>a\u{1f600}b".encode_utf16().flat_map(u16::to_le_bytes)).collect();
    let document = analyzer.analyze(&utf_16).expect("a small page");
    assert_eq!(document.encoding(), "UTF-16LE");
    let block = document.blocks().next().expect("a block");
    assert_eq!((block.text(), block.source()), ("a\u{1f600}b", 8..16));
}

#[test]
fn counts_and_densities() {
    let words = vec!["word"; 40].join(" ");
    let html = format!("<h2>A <a href=x>linked title</a></h2><p>{words}</p>");
    let mut analyzer = analyzer(TokenMode::Unicode);
    let document = analyzer.analyze(html.as_bytes()).expect("a small page");
    let blocks: Vec<_> = document.blocks().collect();
    assert_eq!((blocks[0].tokens(), blocks[0].linked_tokens(), blocks[0].heading_level()), (3, 2, 2));
    assert_eq!((blocks[1].tokens(), blocks[1].lines(), blocks[1].characters()), (40, 3, 199));
    assert_eq!((blocks[1].text_density().tokens, blocks[1].text_density().lines), (32, 2));
    assert_eq!(blocks[1].tag_path().to_string(), "html/body/p");
    assert_eq!(document.page().links.len(), 1);
}

#[test]
fn scripts_without_spaces_have_densities() {
    let chinese = "\u{4f60}\u{597d}\u{4e16}\u{754c}\u{3002}".repeat(20);
    let thai = "\u{0e20}\u{0e32}\u{0e29}\u{0e32}\u{0e44}\u{0e17}\u{0e22}".repeat(12);
    let html = format!("<p>{chinese}</p><p>{thai}</p>");
    let counts = |tokens| {
        let mut analyzer = analyzer(tokens);
        let document = analyzer.analyze(html.as_bytes()).expect("a small page");
        document.blocks().map(|b| (b.tokens(), b.lines())).collect::<Vec<_>>()
    };
    assert_eq!(counts(TokenMode::Paper), [(1, 1), (1, 1)]);
    let unicode = counts(TokenMode::Unicode);
    assert_eq!(unicode[0], (80, 3));
    assert_eq!(unicode[1], (21, 2));
}

/// Flags of all blocks.
fn flags(html: &str) -> Vec<u16> {
    let mut analyzer = analyzer(TokenMode::Unicode);
    let document = analyzer.analyze(html.as_bytes()).expect("a small page");
    document.blocks().map(|block| block.flags().bits() as u16).collect()
}

#[test]
fn flags_of_hidden_and_excluded_text() {
    assert_eq!(flags("<title>t</title><p>a"), [flag::IN_HEAD, 0]);
    assert_eq!(
        flags("<p hidden>a<p style='DISPLAY: none !important'>b<p style='display:block'>c"),
        [flag::HIDDEN, flag::HIDDEN, 0]
    );
    assert_eq!(flags("<p>a<span hidden>b</span><b>c</b>"), [0, flag::HIDDEN, 0]);
    // Inside of a sentence it is in no block.
    assert_eq!(flags("<p>a<span hidden>b</span>c"), [0]);
    assert_eq!(flags("<p aria-hidden=true>a<p data-nosnippet>b"), [flag::ARIA_HIDDEN, flag::NO_SNIPPET]);
    assert_eq!(flags("<!--googleoff: index--><p>a</p><!--googleon: index--><p>b</p>"), [flag::NO_INDEX, 0]);
    assert_eq!(flags("<!--googleoff: all--><p>a</p><!--googleon: index--><p>b</p>"), [flag::NO_INDEX, 0]);
    assert_eq!(flags("<!-- googleoff:SNIPPET --><p>a</p><!--googleon: snippet--><p>b</p>"), [flag::NO_SNIPPET, 0]);
    assert_eq!(flags("<!--googleoff: anchor--><p>a</p><!--googleon: anchor--><p>b</p>"), [0, 0]);
    let both = "<!--googleoff: index--><!--googleoff: snippet--><p>a</p>";
    let (index, snippet) = (flag::NO_INDEX, flag::NO_SNIPPET);
    assert_eq!(
        flags(&format!("{both}<!--googleon: snippet--><p>b</p><!--googleon: index-->")),
        [index | snippet, index]
    );
    assert_eq!(flags(&format!("{both}<!--googleon: all--><p>b</p>")), [index | snippet, 0]);
    assert_eq!(flags("<body><noscript><p>a</p></noscript><p>b"), [flag::NOSCRIPT, 0]);
}

/// Declarative shadow roots are visible; other templates are inert until a script clones them.
#[test]
fn declarative_shadow_roots_are_text() {
    let texts = |html: &str| {
        let mut analyzer = analyzer(TokenMode::Unicode);
        let document = analyzer.analyze(html.as_bytes()).expect("a small page");
        document.blocks().map(|block| block.text().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(texts("<x-y><template shadowrootmode=open><p>a<style>p{}</style></template></x-y><p>b"), ["a", "b"]);
    assert_eq!(texts("<x-y><template ShadowRootMode='CLOSED'>a</template></x-y><p>b"), ["a", "b"]);
    for other in ["<template>", "<template shadowrootmode>", "<template shadowrootmode=none>", "<template class=open>"]
    {
        assert_eq!(texts(&format!("<x-y>{other}<p>a</template></x-y><p>b")), ["b"], "{other}");
    }
}

#[test]
fn noscript_is_excluded_in_paper_mode() {
    let mut analyzer = analyzer(TokenMode::Paper);
    let document = analyzer.analyze(b"<body><noscript><p>a</p></noscript><p>b").expect("a small page");
    assert_eq!(document.blocks().map(|block| block.text()).collect::<Vec<_>>(), ["b"]);
}

/// NUL in the body is dropped; the block begins with the next character.
#[test]
fn dropped_characters_leave_no_space_behind() {
    assert_eq!(
        texts("\0 a<p>\0 b<p>\0\0  c \0 d<p>e<b>\0 f</b><p>&nbsp;\0 g<a href=x>\0 h</a>"),
        ["a", "b", "c d", "e f", "g h"]
    );
}

/// A soft hyphen is no part of the word that it may break: neither of the text, nor of what is rendered from it.
#[test]
fn soft_hyphens_are_left_out() {
    assert_eq!(
        texts("<p>Donau&shy;dampf\u{ad}schiff &#173; a<p>\u{ad}<p>b \u{ad} c<pre>d\u{ad}e\n&shy; f"),
        ["Donaudampfschiff a", "b c", "de f"]
    );
    let html = "<p>Ein <a href=x>Donau&shy;dampf\u{ad}schiff\u{ad}</a>\u{ad} f\u{e4}hrt</p><pre>d\u{ad}e\n&shy; f";
    let mut analyzer = analyzer(TokenMode::Unicode);
    let document = analyzer.analyze(html.as_bytes()).expect("a small page");
    let at = document.text().find("dampf").expect("a word");
    assert_eq!(&html[document.map_text_range(at..at + "dampfschiff".len())], "dampf\u{ad}schiff");
    let link = document.links().next().expect("a link");
    assert_eq!(
        (&document.text()[link.text_range()], &html[link.source()]),
        ("Donaudampfschiff", "Donau&shy;dampf\u{ad}schiff")
    );
    assert_eq!(document.block(0).expect("a block").tokens(), 3);
    assert_eq!(document.block(1).expect("the code").formatted_text(), "de\n f");
}

#[test]
fn pages_that_swallow_their_text_are_recovered() {
    let story = "<p>The river rose for the third day and the bridge was closed.</p>".repeat(3);
    for start in [
        "<html><body><iframe src='x'/>",
        "<title>Never closed <body>",
        "<body><textarea>",
        "<body><title/>",
        "<style> p { } ",
        "<body><noembed>",
    ] {
        let html = format!("{start}{story}");
        let mut analyzer = analyzer(TokenMode::Unicode);
        let document = analyzer.analyze(html.as_bytes()).expect("a small page");
        assert!(document.is_recovered(), "{start}");
        assert_eq!(document.blocks().filter(|b| b.text().starts_with("The river")).count(), 3, "{start}");
    }
    let mut analyzer = analyzer(TokenMode::Unicode);
    let html = format!("<p>Shown.</p><textarea>{story}");
    assert!(!analyzer.analyze(html.as_bytes()).expect("a small page").is_recovered());
    assert!(!analyzer.analyze(b"<script>only();").expect("a small page").is_recovered());
}

/// A self-closing XML tag such as `<iframe/>` swallows the page up to the next matching end tag, or to the end.
#[test]
fn pages_written_as_xml_are_recovered() {
    let story = "<p>The river rose for the third day and the bridge was closed.</p>".repeat(3);
    let count = |html: &str| {
        let mut analyzer = analyzer(TokenMode::Unicode);
        let document = analyzer.analyze(html.as_bytes()).expect("a small page");
        (document.is_recovered(), document.blocks().filter(|b| b.text().starts_with("The river")).count())
    };
    for tag in ["script src='x'", "iframe", "textarea", "title", "style", "noembed"] {
        let name = tag.split(' ').next().expect("a name");
        assert_eq!(count(&format!("<nav>Home</nav><{tag}/>{story}")), (true, 3), "{tag}");
        assert_eq!(count(&format!("<nav>Home</nav><{tag}/>{story}<{name}>x</{name}>")), (true, 3), "{tag}");
        // With an explicit end tag nothing is lost.
        assert_eq!(count(&format!("<nav>Home</nav><{tag}/></{name}>{story}")), (false, 3), "{tag}");
    }
    // Little is swallowed compared to the visible text, or what is swallowed is not text.
    assert_eq!(count(&format!("{}<iframe/>{story}", story.repeat(5))), (false, 15));
    let code = format!("<nav>Home</nav><script/>{}</script>", "let x = 1;".repeat(99));
    assert_eq!(count(&code), (false, 0));
}

/// A browser with scripting enabled parses no elements in `noscript`, so an unclosed element there swallows nothing.
#[test]
fn unclosed_elements_in_noscript_swallow_nothing() {
    let story = "<p>The river rose for the third day and the bridge was closed.</p>".repeat(3);
    for (start, recovered) in [
        ("<p>Menu</p><noscript><iframe src=x /></noscript>", true),
        ("<head><noscript><iframe src=x /></noscript></head><p>Menu</p>", true),
        ("<p>Menu</p><noscript><iframe src=x></noscript>", true),
        ("<p>Menu</p><noscript><iframe src=x></iframe></noscript>", false),
        ("<p>Menu</p><iframe src=x><noscript>", false),
    ] {
        let html = format!("{start}{story}<noscript>No scripts.</noscript>");
        let mut analyzer = analyzer(TokenMode::Unicode);
        let document = analyzer.analyze(html.as_bytes()).expect("a small page");
        assert_eq!(document.is_recovered(), recovered, "{start}");
        let visible = document.blocks().filter(|b| b.text().starts_with("The river")).count();
        assert_eq!(visible, if start.ends_with("<noscript>") { 0 } else { 3 }, "{start}");
    }
}

#[test]
fn every_block_with_tokens_has_a_segment() {
    let html = "<title>T</title><p>a</p><p>|</p><p>b c</p>";
    let mut analyzer = analyzer(TokenMode::Unicode);
    let document = analyzer.analyze(html.as_bytes()).expect("a small page");
    let segments: Vec<bool> = document.blocks().map(|block| block.segment().is_some()).collect();
    assert_eq!(segments, [false, true, false, true]);
}
