//! What the hashes of a page depend on, and what not.

use blockmask::{Analyzer, Fingerprint, FingerprintText, Input, Options, Parts};

const STORY: [&str; 5] = [
    "The river rose by two metres in a single night, and by the morning the old bridge was closed to all traffic.",
    "Families who live beside the water carried their furniture upstairs, while the café at the corner stayed open.",
    "The mayor said that the wall, which was built after the last flood, had held as the engineers had promised.",
    "Nobody was hurt, but the school will remain closed until Thursday, and the trains run only as far as the mill.",
    "Forecasters expect that the rain will end tomorrow; the water should then fall by ten centimetres an hour.",
];

/// Templates around the paragraphs of a story: an `x` and a number stand for what differs between two crawls.
const TEMPLATES: [(&str, &str); 3] = [
    ("<nav><a href=/1>Home</a> <a href=/2>News</a> <a href=/3>Sports</a></nav><article>", "</article>"),
    (
        "<div class=top><ul><li><a href=/a>Start</a><li><a href=/b>Weather x7</a></ul></div><div id=c><div class=story>",
        "</div></div><div class=foot><a href=/i>Imprint</a> | <a href=/p>Privacy</a> | Copyright 2026</div>",
    ),
    (
        "<table><tr><td width=20%><a href=/x1>Archive</a><br><a href=/x2>Search</a><td><!-- x93 -->",
        "<tr><td colspan=2><a href=/t>Terms of use</a></table>",
    ),
];

fn fingerprint_with(options: Options, html: &[u8], charset: Option<&str>) -> Fingerprint {
    let mut analyzer = Analyzer::new(options);
    let input = Input::new(html);
    let input = charset.into_iter().fold(input, Input::charset);
    *analyzer.analyze_input(input).unwrap().fingerprint().unwrap()
}

fn fingerprint(html: &str) -> Fingerprint {
    fingerprint_with(Options::with_parts(Parts::ALL), html.as_bytes(), None)
}

fn page(template: usize, paragraphs: &[String]) -> String {
    let (before, after) = TEMPLATES[template];
    let paragraphs: String = paragraphs.iter().map(|text| format!("<p>{text}</p>\n")).collect();
    format!("<!DOCTYPE html><title>Rain</title><body>{before}{paragraphs}{after}")
}

fn story() -> Vec<String> {
    STORY.map(str::to_owned).to_vec()
}

#[test]
fn the_template_does_not_change_the_content_hash() {
    let first = fingerprint(&page(0, &story()));
    assert!(first.is_valid && first.content_hash != 0);
    for template in 1..TEMPLATES.len() {
        let other = fingerprint(&page(template, &story()));
        assert_eq!(Fingerprint { structure_hash: first.structure_hash, ..other }, first, "template {template}");
        assert_ne!(other.structure_hash, first.structure_hash, "template {template}");
    }
}

#[test]
fn whitespace_markup_and_references_do_not_change_the_content_hash() {
    let first = fingerprint(&page(0, &story()));
    let rewrite = |change: fn(&str) -> String| {
        let paragraphs: Vec<String> = STORY.iter().map(|text| change(text)).collect();
        fingerprint(&page(0, &paragraphs)).content_hash
    };
    assert_eq!(rewrite(|text| text.replace(' ', "\n\t  ")), first.content_hash);
    assert_eq!(rewrite(|text| text.replace("the ", "<b>the</b> ")), first.content_hash);
    assert_eq!(rewrite(|text| text.replace("water", "wa<b>ter</b>")), first.content_hash);
    assert_eq!(rewrite(|text| text.replace("water", "wa&shy;ter")), first.content_hash);
    assert_eq!(rewrite(|text| text.replace('é', "&eacute;").replace('r', "&#114;")), first.content_hash);
    assert_eq!(rewrite(|text| text.replace(", ", " – ")), first.content_hash);
    assert_eq!(rewrite(|text| text.replacen(' ', "<!-- cut --> ", 2)), first.content_hash);
}

#[test]
fn every_word_changes_the_content_hash() {
    let first = fingerprint(&page(1, &story()));
    let mut seen = vec![first.content_hash];
    for paragraph in 0..STORY.len() {
        for word in 0..STORY[paragraph].split(' ').count() {
            let mut paragraphs = story();
            let mut words: Vec<&str> = STORY[paragraph].split(' ').collect();
            words[word] = "puddle";
            paragraphs[paragraph] = words.join(" ");
            let changed = fingerprint(&page(1, &paragraphs));
            assert!(!seen.contains(&changed.content_hash), "paragraph {paragraph}, word {word}");
            seen.push(changed.content_hash);
            assert!(changed.distance(&first) < 20);
        }
    }
    let mut swapped = story();
    swapped.swap(1, 2);
    assert!(!seen.contains(&fingerprint(&page(1, &swapped)).content_hash));
    assert!(!seen.contains(&fingerprint(&page(1, &swapped[..4])).content_hash));
}

#[test]
fn the_encoding_changes_no_hash() {
    for template in 0..TEMPLATES.len() {
        let html = page(template, &story());
        let first = fingerprint(&html);
        let latin: Vec<u8> = html.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect();
        assert_eq!(fingerprint_with(Options::with_parts(Parts::ALL), &latin, Some("windows-1252")), first);
        let utf_16: Vec<u8> = format!("\u{FEFF}{html}").encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(fingerprint_with(Options::with_parts(Parts::ALL), &utf_16, None), first);
    }
}

#[test]
fn the_structure_hash_is_of_tag_paths_and_not_of_their_number_or_text() {
    let first = fingerprint(&page(1, &story()));
    let other: Vec<String> = story().into_iter().chain(story()).map(|text| text.replace("river", "sea")).collect();
    let more = fingerprint(&page(1, &other));
    assert_eq!(more.structure_hash, first.structure_hash);
    assert_ne!(more.content_hash, first.content_hash);
    // One path of many more or less changes few of the 64 bits.
    let list = |extra: &str| {
        let parts = ["h1", "h2", "blockquote", "pre", "dt", "dd", "li", "td", "th", "figcaption"];
        let parts: String =
            parts.iter().map(|part| format!("<section class={part}><p>{part} and more</section>")).collect();
        fingerprint(&format!("<body>{parts}{extra}")).structure_hash
    };
    let distance = (list("") ^ list("<footer><p>Further words</footer>")).count_ones();
    assert!((1..=20).contains(&distance), "{distance}");
}

#[test]
fn the_largest_segment_is_an_option() {
    let widget = "Sign in with your account to leave a remark, to vote on the remarks of others, and to be told by \
                  letter when someone answers you. "
        .repeat(6);
    let html = page(0, &story()) + "<div class=disqus style='display:none'><p>" + &widget + "</div>";
    let mut options = Options::with_parts(Parts::ALL);
    let of_main = fingerprint_with(options, html.as_bytes(), None);
    options.fingerprint_text = FingerprintText::LargestSegment;
    let of_segment = fingerprint_with(options, html.as_bytes(), None);
    assert_eq!((of_main.version & 63, of_segment.version & 63), (2, 1));
    assert_eq!(of_main.content_hash, of_segment.content_hash);
    assert_eq!(of_main.structure_hash, of_segment.structure_hash);
    assert_ne!(of_main.min_hashes, of_segment.min_hashes);
    assert!(!of_main.is_near_duplicate(&of_segment));
    assert_eq!(of_main.min_hashes, fingerprint(&page(0, &story())).min_hashes);
}

#[test]
fn a_page_without_text_has_no_hashes() {
    for html in ["", "<p>", "<script>x</script>"] {
        let empty = fingerprint(html);
        assert_eq!(
            (empty.is_valid, empty.tokens, empty.content_hash, empty.structure_hash),
            (false, 0, 0, 0),
            "{html}"
        );
    }
}
