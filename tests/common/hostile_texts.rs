//! Adversarial pages for text normalization, segmentation, tag paths, metadata and style sheets.

use super::hostile_pages::{Hostile, after, hostile, numbered, times};

const SENTENCE: &str = "Rain fell on the city for the third day, and the river rose by two metres over night. ";

/// A deterministic pseudo-random number (Fibonacci hashing).
fn scrambled(i: usize) -> usize {
    (i as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23) as usize
}

/// Texts, blocks and links.
pub const TEXTS: &[Hostile] = &[
    hostile("one-character blocks", 200_000, |n| times("<p>x", n)),
    hostile("closed one-character blocks", 200_000, |n| times("<div>x</div>", n)),
    hostile("empty blocks", 200_000, |n| times("<p></p>", n)),
    hostile("characters in inline elements", 200_000, |n| times("<i>x</i>", n)),
    hostile("links in one paragraph", 100_000, |n| after("<p>", "<a href=x>one</a> ", n)),
    hostile("links of links", 100_000, |n| times("<a href=x><b>x</b><a>", n)),
    hostile("one keyword", 300_000, |n| times("rain ", n)),
    hostile("one sentence", 20_000, |n| times(&format!("<p>{SENTENCE}"), n)),
    hostile("one-character headings", 100_000, |n| times("<h2>x</h2>y", n)),
    hostile("deep hidden", 100_000, |n| times("<div hidden>x", n)),
    hostile("alternating hidden and visible style", 50_000, |n| {
        times("<p style='display:none'>x<p style='display : block'>y", n)
    }),
    hostile("alternating aria-hidden", 50_000, |n| times("<p aria-hidden=true>x</p>y", n)),
    hostile("googleoff without end", 100_000, |n| times("<!--googleoff: all--><p>x", n)),
    hostile("classes of words", 50_000, |n| numbered(n, |i| format!("<p class='nav-{} menu sidebar ad'>x", i % 64))),
    hostile("ids of words", 50_000, |n| numbered(n, |i| format!("<div id=comment-{i}>x</div>"))),
    hostile("styles without a semicolon", 100_000, |n| times("<p style=color:red>x", n)),
    hostile("a declaration list", 200_000, |n| [after("<p style='", "a:b;", n), b"'>x".to_vec()].concat()),
    hostile("Unicode spaces in words", 100_000, |n| times("\u{2003}x\u{200b}y\u{2028}", n)),
    hostile("astral characters", 200_000, |n| times("\u{1d4b3}", n)),
    hostile("right to left", 200_000, |n| times("\u{5e9}\u{5c1} \u{202e}", n)),
    hostile("decoded references", 100_000, |n| times("&eacute;&#x4e2d;&NotEqualTilde;", n)),
    hostile("characters that lengthen in lower case", 200_000, |n| times("\u{130}\u{df}", n)),
    hostile("digits", 1_000_000, |n| times("1", n)),
];

/// Tag sequences that are hard for searches for repeats, periods and balanced splits.
pub const ORDERS: &[Hostile] = &[
    hostile("Thue-Morse order", 100_000, |n| {
        numbered(n, |i| if i.count_ones() % 2 == 0 { "<p>x</p>".into() } else { "<div>x</div>".into() })
    }),
    hostile("Fibonacci order", 100_000, |n| {
        let golden = |i: usize| (i as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        numbered(n, |i| if golden(i) > golden(i + 1) { "<p>x</p>".into() } else { "<div>x</div>".into() })
    }),
    hostile("ruler order", 100_000, |n| numbered(n, |i| format!("<x{0}>x</x{0}>", (i + 1).trailing_zeros()))),
    hostile("every name twice, far apart", 50_000, |n| {
        [numbered(n, |i| format!("<p class=c{i}>x")), numbered(n, |i| format!("<p class=c{i}>x"))].concat()
    }),
    hostile("every name twice, mirrored", 50_000, |n| {
        [numbered(n, |i| format!("<p class=c{i}>x")), numbered(n, |i| format!("<p class=c{}>x", n - 1 - i))].concat()
    }),
    hostile("names of every frequency", 100_000, |n| {
        numbered(n, |i| format!("<p class=c{}>x", (scrambled(i) % (n + 1)).isqrt()))
    }),
    hostile("scrambled names", 100_000, |n| numbered(n, |i| format!("<p class=c{}>x", scrambled(i) % 1000))),
    hostile("records that grow", 20_000, |n| numbered(n, |i| format!("<ul>{}</ul>", "<li>x".repeat(i % 60)))),
    hostile("records that differ at the end", 20_000, |n| {
        numbered(n, |i| format!("<div><p>x</p><p>x</p><p>x</p><x{}></div>", i % 300))
    }),
    hostile("comb", 100_000, |n| times("<div><p>x</p>", n)),
    hostile("adjacent deep chains", 2_000, |n| times(&format!("{}x{}", "<div>".repeat(50), "</div>".repeat(50)), n)),
    hostile("many children of many", 100_000, |n| {
        numbered(n, |i| if i % 300 == 0 { "</ul><ul>".into() } else { "<li>x".into() })
    }),
];

/// Pages with large metadata.
pub const METADATA: &[Hostile] = &[
    hostile("JSON-LD of brackets", 300_000, |n| after("<script type=application/ld+json>", "[", n)),
    hostile("JSON-LD of objects", 100_000, |n| after("<script type=application/ld+json>", "{\"a\":", n)),
    hostile("JSON-LD of quotes", 300_000, |n| after("<script type=application/ld+json>", "\"\\\"", n)),
    hostile("JSON-LD of spaces", 300_000, |n| after("<script type=application/ld+json>", "\"\"  \n", n)),
    hostile("JSON-LD scripts", 50_000, |n| {
        times("<script type=application/ld+json>{\"articleBody\":\"x\"}</script>", n)
    }),
    hostile("JSON-LD of texts", 5_000, |n| {
        let item = format!("{{\"articleBody\":\"{SENTENCE}\"}},");
        [after("<script type=application/ld+json>[", &item, n), b"</script>".to_vec()].concat()
    }),
    hostile("JSON-LD of visible texts", 5_000, |n| {
        let item = format!("{{\"articleBody\":\"{SENTENCE}\"}},");
        let head = after("<script type=application/ld+json>[", &item, n);
        [head, b"</script>".to_vec(), times("<p>some other text that is long enough", n), SENTENCE.into()].concat()
    }),
    hostile("data in attributes", 20_000, |n| {
        numbered(n, |i| format!("<div data-page='{{&quot;body&quot;:&quot;{SENTENCE} {i}&quot;}}'></div>"))
    }),
    hostile("data of brackets in an attribute", 100_000, |n| {
        format!("<div data-page='{}'></div>", "{&quot;a&quot;:[".repeat(n)).into_bytes()
    }),
    hostile("descriptions", 10_000, |n| times(&format!("<meta name=description content='{SENTENCE}'>"), n)),
];

/// Style sheets, some with elements that their selectors match.
pub const STYLES: &[Hostile] = &[
    hostile("rules that match nothing", 50_000, |n| {
        [b"<style>".to_vec(), numbered(n, |i| format!(".c{i}{{color:red}}"))].concat()
    }),
    hostile("rules and elements", 20_000, |n| {
        let rules = numbered(n, |i| format!(".c{i} p{{color:red}}"));
        let elements = numbered(n, |i| format!("<p class=c{i}>x"));
        [b"<style>".to_vec(), rules, b"</style>".to_vec(), elements].concat()
    }),
    hostile("one class, many rules", 20_000, |n| {
        [after("<style>", ".a .b{margin:1px}", n), b"</style>".to_vec(), times("<p class='a b'>x", n)].concat()
    }),
    hostile("rules for every element", 20_000, |n| {
        [after("<style>", "*{margin:1px}", n), b"</style>".to_vec(), times("<p>x", n)].concat()
    }),
    hostile("descendants of descendants", 2_000, |n| {
        let rule = format!("{}p{{color:red}}", "div ".repeat(60));
        [after("<style>", &rule, n), b"</style>".to_vec(), times("<div>", 300), times("<p>x</p>", n)].concat()
    }),
    hostile("siblings of siblings", 20_000, |n| {
        let rule = format!("{}p{{color:red}}", "p ~ ".repeat(10));
        [after("<style>", &rule, n.div_ceil(20)), b"</style>".to_vec(), times("<p>x</p>", n)].concat()
    }),
    hostile("one long selector", 100_000, |n| {
        [after("<style>", "a>b+c~d ", n), b"{color:red}</style><p>x".to_vec()].concat()
    }),
    hostile("one long list of selectors", 100_000, |n| {
        [b"<style>".to_vec(), numbered(n, |i| format!("#i{i},")), b"p{color:red}</style><p>x".to_vec()].concat()
    }),
    hostile("selectors in :not", 100_000, |n| after("<style>", ":not(", n)),
    hostile("selectors of attributes", 50_000, |n| after("<style>", "[a^='b' i],", n)),
    hostile("media in media", 100_000, |n| after("<style>", "@media all{", n)),
    hostile("unterminated blocks", 200_000, |n| after("<style>", "a{b:c", n)),
    hostile("brackets in a value", 300_000, |n| after("<style>p{margin:", "([", n)),
    hostile("comments in styles", 200_000, |n| after("<style>", "/*x*/", n)),
    hostile("an unterminated comment", 500_000, |n| after("<style>/*", "* /", n)),
    hostile("escapes in styles", 200_000, |n| after("<style>.", "\\41 \\", n)),
    hostile("chained variables", 30_000, |n| {
        [b"<style>p{".to_vec(), numbered(n, |i| format!("--a{}:var(--a{i});", i + 1)), b"}</style><p>x".to_vec()]
            .concat()
    }),
    hostile("style sheets", 50_000, |n| times("<style>p{color:red}</style>", n)),
    hostile("important declarations", 100_000, |n| after("<style>p{", "color:red !important;", n)),
    hostile("imports", 100_000, |n| after("<style>", "@import url(x);", n)),
];
