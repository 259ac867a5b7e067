//! Pages whose authors try to write markup into the Markdown of their pages.

use super::random::Random;

/// Text around the pieces that makes all of them main content.
pub const LONG: &str = "Rain fell on the city for the third day, and the river rose over its banks in the night.";

/// Markup that a renderer would show if it came through, as text of a page.
const TEXTS: &[&str] = &[
    "&lt;script>alert(1)&lt;/script>",
    "&lt;img src=x onerror=alert(1)>",
    "&lt;!-- x",
    "&lt;?php x ?>",
    "&amp;lt;b&amp;gt;",
    "&amp;colon;",
    "&amp;",
    "lt;",
    "# heading",
    "### x ##",
    "- item",
    "+ item",
    "* * *",
    "___",
    "---",
    "===",
    "> said",
    "1. one",
    "2) two",
    "1",
    "23",
    ".",
    ") x",
    ". x",
    "```",
    "~~~",
    "`a`",
    "``b`",
    "*a*",
    "__b__",
    "[x](javascript:alert(1))",
    "![x](data:text/html,y)",
    "[x]: javascript:alert(1)",
    "[^1]: note",
    "[x]",
    "&lt;javascript:alert(1)>",
    "|",
    "a|b",
    "| a | b |",
    "| --- | --- |",
    ":-- | --:",
    "--- | ---",
    "\\",
    "\\\\",
    "\\|",
    "a\\",
    "!",
    ":",
    "x",
    "word and word",
    "&#13;",
    "&#13;&#10;",
    "&#10;",
    "\u{85}",
    "&#x2028;",
    "&#x2029;",
    "&#11;",
    "&#12;",
    "&#28;",
    "&#30;",
    "&nbsp;",
    "&#9;",
    "\u{200b}",
    "\u{ad}",
    "\n",
    " ",
    "    ",
    "\n    ",
    "<br>",
    "<br> ",
    "<img src=x>",
    "<img src=x alt='[a](b) &#13; &lt;i>'>",
    "<img src='javascript:alert(1)' alt=y>",
    "<img src='\u{85}data:text/html,x' alt=y>",
];

/// Elements in a block.
const INLINE: &[(&str, &str)] = &[
    ("<b>", "</b>"),
    ("<i>", "</i>"),
    ("<code>", "</code>"),
    ("<kbd>", "</kbd>"),
    ("<del>", "</del>"),
    ("<span>", "</span>"),
    ("<a href=/x>", "</a>"),
    ("<a href='javascript:alert(1)'>", "</a>"),
    ("<a href='&#xa0;javascript:alert(1)'>", "</a>"),
    ("<a href='&#1;data:text/html,x'>", "</a>"),
    ("<a href='java&#9;script:alert(1)'>", "</a>"),
    ("<a href='javascript&amp;colon;alert(1)'>", "</a>"),
    ("<a href='vbscript:x'>", "</a>"),
    ("<a href='x)&lt;img src=y onerror=z>(`|\\'>", "</a>"),
    ("<a href='x \"t\" &#13; y'>", "</a>"),
    ("<pre>", "</pre>"),
    ("<pre><code>", "</code></pre>"),
];

/// Blocks.
const BLOCKS: &[(&str, &str)] = &[
    ("<p>", "</p>"),
    ("<p style='white-space: pre-line'>", "</p>"),
    ("<p style='white-space: pre'>", "</p>"),
    ("<h2>", "</h2>"),
    ("<h5><code>", "</code></h5>"),
    ("<pre>", "</pre>"),
    ("<pre><code>", "</code></pre>"),
    ("<ul><li>", "</ul>"),
    ("<ol start=3><li>", "</ol>"),
    ("<ul><li><pre>", "</pre></ul>"),
    ("<blockquote>", "</blockquote>"),
    ("<blockquote><pre><code>", "</code></pre></blockquote>"),
    ("<ol><li><blockquote><pre>", "</pre></blockquote></ol>"),
    ("<table><tr><th>a<th>b<tr><td>", "<td>c</table>"),
    ("<table><tr><th>a<th>b<tr><td><pre><code>", "</code></pre><td>c</table>"),
    ("<table><caption>t</caption><tr><td>", "<td><code>d|e</code></table>"),
    ("<ul><li><table><tr><th>a<th>b<tr><td>", "<td>c</table></ul>"),
    ("<dl><dt>", "<dd>d</dl>"),
    ("<div>", "</div>"),
    ("<div><h3><a href=/x>t</a></h3><p>", "</div>"),
    ("<ul><li><h3>", "</h3><p>d</ul>"),
    ("<table><tr><td>a:<td>", "<tr><td>b:<td>c</table>"),
    ("<table><tr><td>", ":<td>c<tr><td>b:<td>d</table>"),
    ("<details><summary>s</summary>", "</details>"),
    ("<div class=spoiler><b>s</b><div class=spoiler-body>", "</div></div>"),
    ("<figure><img src=x alt=y><figcaption>", "</figcaption></figure>"),
    ("<dl><dt>d<dd>", "</dl>"),
    ("<ul><li><input type=checkbox checked>", "</ul>"),
    ("<dl><div><dt>", "<dt>e<dd>f</div></dl>"),
];

/// A page with the blocks of one author, none of which may become markup.
pub fn page(seed: u64) -> String {
    let mut random = Random(seed);
    let mut html = format!("<article><p>{LONG}</p>");
    for _ in 0..random.below(4) + 1 {
        let (start, end) = *random.pick(BLOCKS);
        html += start;
        for _ in 0..random.below(8) + 1 {
            let (before, after) = if random.below(3) == 0 { *random.pick(INLINE) } else { ("", "") };
            html += before;
            for _ in 0..random.below(3) + 1 {
                html += *random.pick(TEXTS);
                html += if random.below(3) == 0 { " " } else { "" };
            }
            html += after;
        }
        html += end;
        html += if random.below(2) == 0 { LONG } else { "" };
    }
    html + "<p>" + LONG + "</article>"
}

/// What authors write into formulas, to end them early or to be read as markup by renderers without formulas.
const TEX: &[&str] = &[
    "$",
    "$$",
    "\\$",
    "\\\\$",
    "\\",
    "\\\\",
    "\\(",
    "\\)",
    "\\[",
    "\\]",
    "\\begin{a}",
    "\\text{if $x$}",
    "{",
    "}",
    "\\{",
    "\\}",
    "`",
    "``",
    "\\`",
    "|",
    "\\|",
    "\\\\|",
    "**EVIL**",
    "$ **EVIL** $",
    "&lt;/script>",
    "&lt;img src=x onerror=alert(1)>",
    "&lt;!-- ",
    "&amp;lt;b&amp;gt;",
    "[x](javascript:alert(1))",
    "![x](data:text/html,y)",
    "]",
    "(",
    "[x]: y",
    "&lt;http://x>",
    "&#10;&#10;# x",
    "&#13;",
    "&#x2028;",
    "x^2",
    "a_1*b*c",
    "2",
    " ",
    "~~",
];

/// A page whose blocks have formulas, in one of the ways that TeX stands on pages, between words and prices. Dollar signs
/// are delimiters or part of words.
pub fn page_of_formulas(seed: u64) -> String {
    let mut random = Random(seed);
    let has_dollars = random.below(2) == 0;
    let mut html = String::from("<script src=/mathjax.js></script>");
    html += if has_dollars { "<script>MathJax = {inlineMath: [['$', '$']]}</script>" } else { "" };
    html += &format!("<article><p>{LONG}</p>");
    for _ in 0..random.below(4) + 1 {
        let blocks = [("<p>", "</p>"), ("<h2>", "</h2>"), ("<ul><li>", "</ul>"), BLOCKS[13], BLOCKS[18]];
        let (start, end) = *random.pick(&blocks);
        html += start;
        for _ in 0..random.below(5) + 1 {
            let text = *random.pick(&["WORD", " WORD ", "$5 WORD", "$", " ", "{WORD", "}", "\\", "WORD$", "<br>"]);
            html += &if has_dollars { text.replace(['$', '\\'], " ") } else { text.to_owned() };
            let tex: String = (0..random.below(5) + 1).map(|_| *random.pick(TEX)).collect();
            let in_text = || tex.replace(['\\', '$'], "");
            html += &match random.below(6) {
                0 => format!("<math><mi>x</mi><annotation encoding='application/x-tex'>{tex}</annotation></math>"),
                1 => format!("<math display=block alttext='{tex}'><mi>x</mi></math>"),
                2 => format!("<script type=math/tex>{}</script>", tex.replace("&lt;/", "&lt; /").replace("&lt;", "<")),
                3 => format!("\\({}\\)", in_text()),
                4 if has_dollars => format!("$x{}x$", in_text()),
                _ => format!("<img class=math alt='{tex}' src=x>"),
            };
        }
        html += end;
    }
    html + "<p>" + LONG + "</article>"
}
