//! Text fragments of ranges, as the specification of text fragments reads them.

use crate::base::fallible::Text;
use crate::{Analyzer, Options, PassageOptions};

/// The fragment of the last occurrence of a text.
fn fragment(html: &str, text: &str) -> String {
    let mut analyzer = Analyzer::new(Options::default());
    let page = analyzer.analyze(html.as_bytes()).unwrap();
    let start = page.text().rfind(text).unwrap_or_else(|| panic!("no {text} in {}", page.text()));
    page.text_fragment(start..start + text.len())
}

#[test]
fn a_text_that_occurs_once_is_named_as_it_is() {
    for (html, text, expected) in [
        ("<p>The bridge was closed.", "bridge", "#:~:text=bridge"),
        ("<p>The bridge was closed.", "bridge was closed.", "#:~:text=bridge%20was%20closed."),
        // Whole words.
        ("<p>The bridge was closed.", "ridge w", "#:~:text=bridge%20was"),
        // Delimiters of directives, and what an address cannot have.
        (
            "<p>one - two, three &amp; 5 % #x",
            "one - two, three & 5 % #x",
            "#:~:text=one%20%2D%20two%2C%20three%20%26%205%20%25%20%23x",
        ),
        ("<p>Vor der Brücke", "Brücke", "#:~:text=Br%C3%BCcke"),
        (
            "<p>橋は閉鎖された。川は増水した。",
            "川は増水した。",
            "#:~:text=%E5%B7%9D%E3%81%AF%E5%A2%97%E6%B0%B4%E3%81%97%E3%81%9F%E3%80%82",
        ),
        // The title is not part of what a browser shows, nor is hidden text.
        ("<title>Bridges</title><p hidden>Bridges</p><h1>Bridges</h1>", "Bridges", "#:~:text=Bridges"),
    ] {
        assert_eq!(fragment(html, text), expected, "{html}");
    }
}

#[test]
fn a_text_that_occurs_earlier_has_words_around_it() {
    let html = "<p>Anna left the old town early. <p>Rain FELL. Ben left the old town late.";
    assert_eq!(fragment(html, "left the old town"), "#:~:text=Rain%20FELL.%20Ben-,left%20the%20old%20town");
    assert_eq!(fragment(html, "Rain FELL"), "#:~:text=Rain%20FELL");
    // The case of letters does not matter, the middle of a word does.
    assert_eq!(fragment("<p>Fell and <p>it fell", "fell"), "#:~:text=it-,fell");
    assert_eq!(fragment("<p>Befell and fellow <p>it fell", "fell"), "#:~:text=fell");
    // Words of the block before.
    let rows = "<table><tr><td>Ayr<td>open<tr><td>Bonn<td>open</table>";
    assert_eq!(fragment(rows, "open"), "#:~:text=Bonn-,open");
    // Words behind it.
    let rows = "<ul><li>a b c d e f g h open Ayr<li>a b c d e f g h open Bonn</ul>";
    assert_eq!(fragment(rows, "open"), "#:~:text=a%20b%20c%20d%20e%20f%20g%20h-,open,-Bonn");
}

#[test]
fn a_long_text_is_named_by_its_ends() {
    let long = (0..80).map(|i| format!("word{i}")).collect::<Vec<_>>().join(" ");
    assert_eq!(
        fragment(&format!("<p>{long}"), &long),
        "#:~:text=word0%20word1%20word2%20word3,word76%20word77%20word78%20word79"
    );
    // Several blocks, and lines of a block.
    let html = "<p>Rain fell on Monday.<p>It was cold.<p>The sun came back on Friday.";
    let whole = "Rain fell on Monday.\nIt was cold.\nThe sun came back on Friday.";
    assert_eq!(fragment(html, whole), "#:~:text=Rain%20fell%20on%20Monday,came%20back%20on%20Friday.");
    assert_eq!(fragment("<p>one two<br>three four", "one two three four"), "#:~:text=one%20two,three%20four");
    // All words of its last block occur in it.
    let rows = "<p>Above<table><tr><td>Ayr<td>open<tr><td>Bonn<td>open</table>";
    assert_eq!(fragment(rows, "Ayr\nopen\nBonn\nopen"), "#:~:text=Ayr");
    // Its end occurs in it, so more words name the end.
    let html = "<p>Start here now please. one two three four, then<br>five one two three four";
    let text = "Start here now please. one two three four, then five one two three four";
    assert_eq!(fragment(html, text), "#:~:text=Start%20here%20now%20please,five%20one%20two%20three%20four");
}

#[test]
fn a_place_that_words_do_not_tell_is_the_nearest_id() {
    let rows = format!("<div id='a b'>{}</div>", "<p>same words</p>".repeat(40));
    assert_eq!(fragment(&rows, "same words"), "#a%20b");
    assert_eq!(fragment(&"<p>same words</p>".repeat(40), "same words"), "");
    // A word that is too long for an address.
    assert_eq!(fragment(&format!("<p id=x>{}</p>", "w".repeat(5000)), "www"), "#x");
    let mut analyzer = Analyzer::new(Options::default());
    let page = analyzer.analyze(b"<p>One.<p>Two.").unwrap();
    let ends = [(0, 0), (3, 3), (4, 4), (9, 2), (100, 200), (0, usize::MAX), (usize::MAX, usize::MAX)];
    for (start, end) in ends {
        assert!(page.text_fragment(start..end).is_ascii(), "{start}, {end}");
    }
    assert_eq!(page.text_fragment(0..usize::MAX), "#:~:text=One,Two.");
    assert_eq!(analyzer.analyze(b"").unwrap().text_fragment(0..9), "");
}

#[test]
fn passages_have_their_place() {
    let story = "Rain fell on the city. ".repeat(12);
    let html = format!("<h1>Rain</h1><p>{story}<h2>After</h2><p>Then the river rose and all were afraid.");
    let mut analyzer = Analyzer::new(Options::default());
    let page = analyzer.analyze(html.as_bytes()).unwrap();
    let options = PassageOptions { max_tokens: 20, ..PassageOptions::default() };
    let last = page.passages(&options).pop().unwrap();
    assert_eq!(&page.text()[last.text_range()], "After\nThen the river rose and all were afraid.");
    assert_eq!(page.text_fragment(last.text_range()), "#:~:text=After,and%20all%20were%20afraid.");
}

/// A word is not cut at the marks of its letters: vowels of Thai and Hindi, points of Hebrew, accents.
#[test]
fn words_have_the_marks_of_their_letters() {
    for (first, last) in [
        (
            "\u{0e1d}\u{0e19}",
            "\u{0e41}\u{0e21}\u{0e48}\u{0e19}\u{0e49}\u{0e33}\u{0e2a}\u{0e39}\u{0e07}\u{0e02}\u{0e36}\u{0e49}\u{0e19}",
        ),
        ("\u{092c}\u{093e}\u{0930}\u{093f}\u{0936}", "\u{0928}\u{0926}\u{0940}"),
        ("\u{05d2}\u{05b6}\u{05e9}\u{05b6}\u{05c1}\u{05dd}", "\u{05e2}\u{05b4}\u{05d9}\u{05e8}"),
        ("e\u{301}te\u{301}", "noe\u{308}l"),
    ] {
        let html = format!("<p>{first}<p>{last}");
        let mut expected = Text::default();
        [first, last].iter().enumerate().for_each(|(i, word)| {
            expected.push_str(if i == 0 { "#:~:text=" } else { "," });
            super::directive::encode(word, &mut expected);
        });
        assert_eq!(fragment(&html, &format!("{first}\n{last}")), expected.into_string());
    }
}
