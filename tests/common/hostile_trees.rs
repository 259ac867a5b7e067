//! Adversarial pages for the tokenizer and for tree construction: repeated scans, reconstructed elements and long
//! searches of the stack.

use super::hostile_pages::{Hostile, after, hostile, numbered, times};

/// Adversarial tags, comments, declarations and raw text.
pub const TOKENS: &[Hostile] = &[
    hostile("equals signs in a tag", 500_000, |n| after("<p ", "=", n)),
    hostile("slashes in a tag", 500_000, |n| after("<p ", "/", n)),
    hostile("quotes in a tag", 500_000, |n| after("<p ", "\"'", n)),
    hostile("quotes without spaces in a tag", 200_000, |n| after("<p ", "a='b'", n)),
    hostile("spaces in a tag", 1_000_000, |n| [after("<p", " \n", n), b">x".to_vec()].concat()),
    hostile("spaces in end tags", 50_000, |n| times("</p               \n>", n)),
    hostile("attributes of end tags", 100_000, |n| times("</p a=b c='d'>", n)),
    hostile("attribute names in either case", 100_000, |n| {
        [b"<p".to_vec(), numbered(n, |i| format!(" A{}=x a{}=y", i / 2, i / 2)), b">x".to_vec()].concat()
    }),
    hostile("many tags of many attributes", 2_000, |n| {
        let attributes: String = (0..50).map(|i| format!(" a{i}=b")).collect();
        times(&format!("<p{attributes}>x"), n)
    }),
    hostile("references in attributes", 100_000, |n| [b"<p title='".to_vec(), times("&ampx&notit;&", n)].concat()),
    hostile("references in class names", 50_000, |n| times("<p class='&amp;a &#98;'>x", n)),
    hostile("dashes in a comment", 1_000_000, |n| after("<!--", "-", n)),
    hostile("comment in comment", 200_000, |n| after("<!--", "<!--!>", n)),
    hostile("false ends of CDATA", 300_000, |n| after("<svg><![CDATA[", "]] ]>", n)),
    hostile("false ends of a title", 200_000, |n| after("<title>", "</titl</title", n)),
    hostile("false ends of an escaped script", 200_000, |n| after("<script><!--<script>", "</script-->x", n)),
    hostile("consecutive escaped scripts", 100_000, |n| times("<script><!--<script></script>--></script>", n)),
    hostile("less-than signs and spaces", 500_000, |n| times("< ", n)),
    hostile("doctypes with identifiers", 100_000, |n| times("<!DOCTYPE a PUBLIC \"b\" 'c' [>", n)),
    hostile("processing instructions", 200_000, |n| times("<?xml encoding=x?>", n)),
    hostile("charset in charset", 200_000, |n| after("<meta http-equiv=content-type content=\"", "charset ", n)),
    hostile("meta of many attributes", 100_000, |n| [b"<meta".to_vec(), numbered(n, |i| format!(" a{i}"))].concat()),
];

/// Markup that tree construction has to repair.
pub const REPAIRS: &[Hostile] = &[
    hostile("anchors", 100_000, |n| times("<a>", n)),
    hostile("anchors in paragraphs", 100_000, |n| times("<a><p>", n)),
    hostile("anchors in cells", 50_000, |n| times("<table><tr><td><a>x</table>", n)),
    hostile("marquee and formatting", 50_000, |n| times("<marquee><b>x", n)),
    hostile("objects, closed", 50_000, |n| [times("<object><i>x", n), times("</object>", n)].concat()),
    hostile("buttons and formatting", 50_000, |n| times("<b><button>x", n)),
    hostile("seven bold elements in paragraphs", 50_000, |n| {
        numbered(n, |i| format!("<p><b a={} b={}>x", i % 7, i % 5))
    }),
    hostile("100 formatting elements, then paragraphs", 20_000, |n| {
        [numbered(100, |i| format!("<b a={i}>")), times("<p>x</p>", n)].concat()
    }),
    hostile("unmatched formatting ends", 100_000, |n| [times("<div>", 400), times("</b></i></a>", n)].concat()),
    hostile("formatting ends over blocks", 50_000, |n| times("<b><div><p><i><ul><li>x</b></i>", n)),
    hostile("alternating formatting elements", 50_000, |n| times("<b><i></b><u></i><b></u>x", n)),
    hostile("adoption agency under a deep stack", 20_000, |n| {
        [times("<div>", 400), times("<b><p>x</b></p>", n)].concat()
    }),
    hostile("adoption agency through a deep stack", 20_000, |n| {
        times(&format!("<b>{}x</b>{}", "<div>".repeat(60), "</div>".repeat(60)), n.div_ceil(60))
    }),
    hostile("cells without tables", 100_000, |n| times("<tr><td>x", n)),
    hostile("table in cell, closed", 50_000, |n| [times("<table><tr><td>x", n), times("</table>", n)].concat()),
    hostile("selects in cells", 50_000, |n| times("<table><tr><td><select><option>x", n)),
    hostile("columns", 100_000, |n| times("<table><colgroup><col></table>", n)),
    hostile("row ends in cells", 100_000, |n| after("<table><tr><td>", "</tr></tbody><td>x", n)),
    hostile("rows under deep inline", 50_000, |n| {
        [b"<table><tr><td>".to_vec(), times("<span>", 400), times("<tr><td>x", n)].concat()
    }),
    hostile("fostered blocks before a deep table", 50_000, |n| {
        [times("<div>", 400), after("<table>", "<p>x</p><tr>", n)].concat()
    }),
    hostile("fostered tables", 30_000, |n| times("<table><div><table><p>x", n)),
    hostile("fostered text, one character at a time", 100_000, |n| after("<table>", "x<!---->", n)),
    hostile("blank text in rows", 200_000, |n| after("<table><tr>", " <!---->", n)),
    hostile("templates in tables", 50_000, |n| times("<table><template><tr><template><td>x", n)),
    hostile("templates, closed", 50_000, |n| [times("<template><div>", n), times("</template>", n)].concat()),
    hostile("template ends under a deep stack", 50_000, |n| [times("<div>", 400), times("</template>", n)].concat()),
    hostile("paragraphs in svg titles", 50_000, |n| times("<p><svg><title><p>x", n)),
    hostile("annotations that hold HTML", 50_000, |n| times("<math><annotation-xml encoding=text/html><p>x", n)),
    hostile("paragraph ends in svg", 100_000, |n| after("<svg>", "<g></p>", n)),
    hostile("svg, unmatched HTML end tags", 100_000, |n| [times("<svg><g>", 200), times("</div></span>", n)].concat()),
    hostile("alternating svg and math", 50_000, |n| times("<svg><desc><math><mtext>x", n)),
    hostile("svg closed by font", 50_000, |n| times("<svg><g><font color=x>x", n)),
    hostile("noscript in the head", 50_000, |n| times("<noscript><style>x</style></noscript>", n)),
    hostile("noscript in the body", 100_000, |n| after("<body>", "<noscript><p>x", n)),
    hostile("framesets and bodies", 100_000, |n| times("<frameset><body></frameset>", n)),
    hostile("titles", 100_000, |n| times("<title>x</title>", n)),
    hostile("repeated heads", 100_000, |n| times("<head></head><meta name=x>", n)),
    hostile("deep ruby", 50_000, |n| times("<ruby><rtc><rt>x", n)),
    hostile("options under a deep stack", 50_000, |n| {
        [b"<select>".to_vec(), times("<div>", 400), times("<option>x", n)].concat()
    }),
    hostile("fieldsets and legends", 100_000, |n| times("<fieldset><legend>x", n)),
    hostile("details", 100_000, |n| times("<details><summary>x", n)),
    hostile("line feeds of pre", 100_000, |n| times("<pre>\n\n</pre>", n)),
];
