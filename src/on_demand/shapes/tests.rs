use super::*;
use crate::{Analyzer, Fallbacks, Input, Options};

const PAGE: &str = "<!doctype html><title>Rain &amp; river</title>\n<nav><a href=/>Home</a></nav>\n<p>Rain fell on the city \
    for the <b>third</b> day,<script>alert('never text of the page')</script> &amp; the <!-- not this -->river rose.\n\
    <p hidden>Nobody sees this text, however long and however dense it may be in its lines.";

/// Encodes [`PAGE`] with `units` bytes per character after a byte order mark.
fn encoded(units: usize, high_first: bool, mark: &[u8]) -> Vec<u8> {
    let mut bytes = mark.to_vec();
    for byte in PAGE.bytes() {
        match (units, high_first) {
            (1, _) => bytes.push(byte),
            (_, true) => bytes.extend([0, byte]),
            (_, false) => bytes.extend([byte, 0]),
        }
    }
    bytes
}

fn blanked(bytes: &[u8]) -> Vec<u8> {
    let mut analyzer = Analyzer::new(Options::default());
    let mut copy = bytes.to_vec();
    analyzer.analyze(bytes).unwrap().blank_page(&mut copy).unwrap();
    copy
}

#[test]
fn blanking_keeps_content_at_its_offsets() {
    let copy = String::from_utf8(blanked(PAGE.as_bytes())).unwrap();
    let words: Vec<&str> = copy.split_ascii_whitespace().collect();
    let expected = "Rain fell on the city for the third day, &amp; the river rose.";
    assert_eq!(words, expected.split(' ').collect::<Vec<_>>());
    for word in words {
        assert_eq!(PAGE.find(word).is_some(), copy.find(word).is_some());
    }
    assert_eq!(copy.find("river"), PAGE.rfind("river"));
    assert_eq!(copy.len(), PAGE.len());
    let line_feeds = |text: &str| text.match_indices('\n').map(|(at, _)| at).collect::<Vec<_>>();
    assert_eq!(line_feeds(&copy), line_feeds(PAGE));
}

#[test]
fn blanking_does_not_depend_on_the_encoding() {
    let plain = blanked(PAGE.as_bytes());
    for (units, high_first, mark) in [(1, false, &b"\xef\xbb\xbf"[..]), (2, false, b"\xff\xfe"), (2, true, b"\xfe\xff")]
    {
        let page = encoded(units, high_first, mark);
        let copy = blanked(&page);
        assert_eq!(copy.len(), page.len());
        assert_eq!(&copy[..mark.len()], mark);
        let ascii: Vec<u8> = copy[mark.len()..].iter().copied().filter(|&byte| byte != 0).collect();
        assert_eq!(String::from_utf8_lossy(&ascii), String::from_utf8_lossy(&plain));
    }
}

#[test]
fn trailing_odd_byte_in_utf_16_is_blanked() {
    let mut page = encoded(2, false, b"\xff\xfe");
    page.push(b'<');
    assert_eq!(blanked(&page).last(), Some(&b' '));
}

#[test]
fn zones_are_only_inserted() {
    for page in [encoded(1, false, b""), encoded(2, true, b"\xfe\xff")] {
        let mut analyzer = Analyzer::new(Options::default());
        let zoned = analyzer.analyze(&page).unwrap().zone_page().unwrap();
        let wide = page.starts_with(b"\xfe\xff");
        let text: Vec<u8> = zoned.iter().copied().filter(|&byte| !wide || byte != 0).collect();
        let mut text = String::from_utf8_lossy(&text).into_owned();
        assert!(text.contains("<p><blk-main>Rain fell"), "{text}");
        assert!(text.contains("river rose.</blk-main>\n"), "{text}");
        assert!(text.contains("<p hidden><blk-hidden>Nobody"), "{text}");
        assert!(text.contains("<title>Rain &amp; river</title>"), "{text}");
        for zone in Role::VALUES.iter().filter_map(|&role| zone_name(role)) {
            assert_eq!(text.matches(&format!("<{zone}>")).count(), text.matches(&format!("</{zone}>")).count());
            text = text.replace(&format!("<{zone}>"), "").replace(&format!("</{zone}>"), "");
        }
        let plain: Vec<u8> = page.iter().copied().filter(|&byte| !wide || byte != 0).collect();
        assert_eq!(text, String::from_utf8_lossy(&plain));
    }
}

/// No zone is inserted where a tag would be parsed as text; the text around it has zones.
#[test]
fn raw_text_has_no_zones() {
    let rain = "Rain fell on the city for the third day, and the river rose.";
    for (page, zones) in [
        (format!("<p>{rain}<xmp>{rain}</xmp><p>{rain}"), 2),
        (format!("<p>{rain}<plaintext>{rain}"), 1),
        (format!("<p><b>{rain}</p><plaintext>{rain}"), 1),
        (format!("<p>{rain}<pre>{rain}</pre>"), 2),
        (format!("<p>{rain}</p><title>{rain}</title>"), 1),
    ] {
        let mut analyzer = Analyzer::new(Options::default());
        let zoned = analyzer.analyze(page.as_bytes()).unwrap().zone_page().unwrap();
        let text = String::from_utf8(zoned).unwrap();
        assert_eq!(text.matches("<blk-").count(), zones, "{text}");
        assert!(!text.contains("<xmp><") && !text.contains("<plaintext><") && !text.contains("<title><"), "{text}");
    }
}

const BODY: &str = "Caf\\u00e9: rain fell on the city for the third day, and the river rose over night.\\n\\nNobody \
    was hurt, the mayor said, but the old bridge is closed until the water has gone, and so is the road.";

/// With `use_metadata`, content from metadata is kept at its offsets, with its escapes.
#[test]
fn blanking_keeps_content_from_metadata() {
    let script = format!(r#"<script type="application/ld+json">{{"articleBody":"{BODY}"}}</script>"#);
    let meta = format!("<meta name=description content='{BODY}'>");
    for page in [
        format!("<title>Rain</title>{script}<p>Subscribe to read on."),
        format!(
            "<title>Rain</title>{script}{}",
            "<p>Other text that the page shows, and that is not in its data.".repeat(3)
        ),
        format!("<title>Rain</title><p>Subscribe to read on.{script}"),
        format!("<title>Rain</title>{meta}<div id=root></div>"),
    ] {
        for use_metadata in [true, false] {
            let mut analyzer = Analyzer::new(Options { use_metadata, ..Options::default() });
            let document = analyzer.analyze(page.as_bytes()).unwrap();
            let mut copy = page.clone().into_bytes();
            document.blank_page(&mut copy).unwrap();
            let copy = String::from_utf8(copy).unwrap();
            for block in document.blocks() {
                let is_kept = copy[block.source()].trim() != "";
                assert_eq!(is_kept, !block.is_template() && block.role() != Role::Title, "{}: {copy}", block.text());
            }
            let is_content = use_metadata || document.fallbacks().contains(Fallbacks::METADATA);
            assert_eq!(copy.contains("rain fell on the city"), is_content, "{copy}");
            assert_eq!(copy.contains("the road."), is_content, "{copy}");
            assert!(!copy.contains(['<', '>', '{', '"']) && copy.len() == page.len(), "{copy}");
            assert!(!String::from_utf8(document.zone_page().unwrap()).unwrap().contains("\"<blk-"));
        }
    }
}

#[test]
fn stateful_encodings_are_rejected() {
    let mut analyzer = Analyzer::new(Options::default());
    let page = analyzer.analyze_input(Input::new(b"<p>One").charset("iso-2022-jp")).unwrap();
    assert_eq!(page.zone_page(), Err(UnsupportedEncoding));
    assert_eq!(page.blank_page(&mut [0; 6]), Err(UnsupportedEncoding));
}

#[test]
fn runs_are_the_blocks() {
    let mut analyzer = Analyzer::new(Options::default());
    let page = analyzer.analyze(PAGE.as_bytes()).unwrap();
    let roles: Vec<Role> = page.runs().map(|run| run.role).collect();
    assert_eq!(roles, [Role::Title, Role::Navigation, Role::Main, Role::Hidden]);
    for run in page.runs() {
        assert_eq!(&page.text()[run.text_start..run.text_end], run.text);
        assert_eq!(page.map_text_range(run.text_start..run.text_end), run.source_start..run.source_end);
    }
}
