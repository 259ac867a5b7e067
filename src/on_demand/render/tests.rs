use crate::{Analyzer, MarkdownOptions, Options};

const LONG: &str = "Rain fell on the city for the third day, and the river rose over its banks in the night.";

/// The Markdown of the blocks between two long paragraphs, which make them main text.
#[track_caller]
fn markdown_with(html: &str, options: &MarkdownOptions) -> String {
    let page = format!("<article><p>{LONG}</p>{html}<p>{LONG}</p></article>");
    let mut analyzer = Analyzer::new(Options::default());
    let document = analyzer.analyze(page.as_bytes()).unwrap();
    let markdown = document.markdown(options);
    for (block, range) in markdown.blocks() {
        assert!(!markdown.text()[range].is_empty(), "block {block}");
    }
    let text = markdown.into_text();
    let inner = text.strip_prefix(LONG).and_then(|text| text.strip_suffix(&format!("{LONG}\n")));
    inner.unwrap_or_else(|| panic!("{text}")).trim_matches('\n').to_owned()
}

#[track_caller]
fn markdown(html: &str) -> String {
    markdown_with(html, &MarkdownOptions::default())
}

#[test]
fn lists() {
    let html = "<ul><li>One word<li>Two words<ul><li>Inner item<ol start=7><li>Seventh</ol></ul><li><p>First paragraph\
        <p>Second paragraph</ul><ul><li>Other list</ul>";
    let expected = "- One word\n- Two words\n  - Inner item\n\n    7. Seventh\n- First paragraph\n\n  Second paragraph\n\n\
        * Other list";
    assert_eq!(markdown(html), expected);
    assert_eq!(markdown("<ul><li><ul><li>Deep</ul></ul>"), "- - Deep");
}

#[test]
fn items_with_a_checkbox_are_tasks() {
    let html = "<ul><li class=task-list-item><input type=checkbox checked disabled> Lift the lid, and wait\
        <li><label><input type=checkbox> Weigh the frames</label><ul><li><input type=Checkbox checked>Wax</ul>\
        <li>Note <input type=checkbox> all<li><p><input type=checkbox> One<p>Two<li>[x] Text</ul>";
    let expected = "- [x] Lift the lid, and wait\n- [ ] Weigh the frames\n  - [x] Wax\n- Note all\n- [ ] One\n\n  Two\n\
        - \\[x\\] Text";
    assert_eq!(markdown(html), expected);
    // Code and the next item are no text of a task.
    assert_eq!(markdown("<ul><li><input type=checkbox><pre>lift 3</pre></ul>"), "- ```\n  lift 3\n  ```");
    assert_eq!(markdown("<ul><li><input type=checkbox><ul><li>Deep</ul></ul>"), "- - Deep");
}

/// CommonMark shows the numbers that the page shows.
#[test]
fn numbers_of_items() {
    let html = "<ol><li>One word<li>Two words<li value=9>Nine words<li>Ten words</ol>";
    assert_eq!(markdown(html), "1. One word\n2. Two words\n\n9) Nine words\n10) Ten words");
    let html = "<ol reversed><li>Three words<p>More words<li>Two words</ol>";
    assert_eq!(markdown(html), "2. Three words\n\n   More words\n\n1) Two words");
    assert_eq!(markdown("<ol start=0><li>No words<li>One word</ol>"), "0. No words\n1. One word");
}

#[test]
fn quotations_and_code() {
    let html = "<blockquote><p>Said one<p>Said two<pre>a\n\n  b</pre></blockquote><blockquote>Another</blockquote>";
    let expected = "> Said one\n>\n> Said two\n>\n> ```\n> a\n>\n>   b\n> ```\n\n> Another";
    assert_eq!(markdown(html), expected);
    assert_eq!(markdown("<pre>\n x\n```\n</pre>"), "````\n x\n```\n````");
    assert_eq!(markdown("<pre><div>one</div><div>  two</div></pre>"), "```\none\n  two\n```");
}

#[test]
fn tables() {
    let html = "<table><tr><th>Name<th>Size<tr><td>a|b<td><b>12</b><br>kg<tr><td colspan=2>Sum</table>";
    assert_eq!(markdown(html), "| Name | Size |\n| --- | --- |\n| a\\|b | **12** kg |\n| Sum | |");
}

#[test]
fn inlines() {
    for (html, expected) in [
        ("<p>a <b>bold</b> <i>word</i>, <code>x*y</code> end", "a **bold** *word*, `x*y` end"),
        ("<p>half<b>way</b> and <b>(no)</b> and <b><i>both</i></b>.", "halfway and (no) and ***both***."),
        ("<p>see <a href=/x_(y)>the page</a>.", "see [the page](/x_\\(y\\))."),
        ("<p>see <a href='/?a[]=1&b=*&amp;lt;c'>it</a>.", "see [it](/?a[]=1&b=*\\&lt;c)."),
        ("<p>see <a href=' /\u{e9}\u{a0}x<y>z|`(\\ '>it</a>.", "see [it](/\u{e9}%C2%A0x%3Cy%3Ez\\|\\`\\(\\\\)."),
        ("<p>see <a href='javascript:x()'>nothing</a>.", "see nothing."),
        ("<p>one<br>two <br/> three", "one\\\ntwo\\\nthree"),
        ("<p style='white-space: pre-line'>one\n  two\n\nthree", "one\\\ntwo\\\nthree"),
        ("<p><img src=x alt=y><br>one <img src=x><br><img src=x><br>two", "one\\\ntwo"),
        ("<h2>C#<br>and F#</h2>", "## C# and F\\#"),
        ("<p>cat<img src=c.png alt='A cat'> purrs", "cat purrs"),
    ] {
        assert_eq!(markdown(html), expected, "{html}");
    }
    let options = MarkdownOptions { links: false, images: true };
    let html = "<p>cat <img src='a b.png' alt='A [big] cat'> <a href=/x>purrs</a>";
    assert_eq!(markdown_with(html, &options), "cat ![A \\[big\\] cat](a%20b.png) purrs");
    let html =
        "<base href='https://e.org/d/'><p>cat <img src=a.png alt=Cat> <img src='data:image/gif;x' alt=Dog> purrs";
    assert_eq!(markdown_with(html, &options), "cat ![Cat](https://e.org/d/a.png) purrs");
}

#[test]
fn images_between_blocks() {
    let some = "The old bridge was closed at noon, and the trains to the coast stopped at the station before it.";
    let more =
        "Boats were carried into the streets, and the post came by water for the first time since the great flood.";
    let options = MarkdownOptions { links: true, images: true };
    let image = "<img src=r.png alt='The river'>";
    let shown = "![The river](r.png)";
    for (between, expected) in [
        (image.to_owned(), format!("{some}\n\n{shown}\n\n{more}")),
        (format!("<figure><div>{image}</div></figure>"), format!("{some}\n\n{shown}\n\n{more}")),
        // Without a text, hidden, or beside a template that is no caption.
        ("<img src=r.png><img src=r.png alt=' '>".to_owned(), format!("{some}\n\n{more}")),
        (format!("<div hidden>{image}</div>"), format!("{some}\n\n{more}")),
        (format!("<nav><a href=/>Home</a> <a href=/>News</a>{image}</nav>"), format!("{some}\n\n{more}")),
        (format!("<nav>{image}<a href=/>Home</a> <a href=/>News</a></nav>"), format!("{some}\n\n{more}")),
        (
            format!("<figure>{image}<figcaption><a href=/>Photo</a></figcaption></figure>"),
            format!("{some}\n\n{shown}\n\n{more}"),
        ),
    ] {
        let html = format!("<p>{some}</p>{between}<p>{more}</p>");
        assert_eq!(markdown_with(&html, &options), expected, "{between}");
        assert!(!markdown(&html).contains("r.png"));
    }
    let html = format!("<ul><li>{some}{image}<li>{image}{more}</ul>");
    let expected = format!("- {some}\n\n  {shown}\n- {shown}\n\n  {more}");
    assert_eq!(markdown_with(&html, &options), expected);
    let html = format!("<blockquote><p>{some}</p>{image}</blockquote><p>{more}</p>");
    assert_eq!(markdown_with(&html, &options), format!("> {some}\n>\n> {shown}\n\n{more}"));
}

#[test]
fn links_of_headings_to_themselves_are_none() {
    let prose = "It rained on the old stone pier for three days, until the river had risen by a metre.";
    for (heading, expected) in [
        ("<h2 id=a><a class=header href=#a>Rain</a></h2>", "## Rain"),
        ("<h2><a class=toc-backref href=#id4>Rain</a><a class=headerlink href=#rain>¶</a></h2>", "## Rain"),
        ("<h2><a href=/rain>Rain</a></h2>", "## [Rain](/rain)"),
        ("<h2>Rain and <a href=#wind>wind</a></h2>", "## Rain and [wind](#wind)"),
    ] {
        assert_eq!(markdown(&format!("{heading}<p>{prose}")), format!("{expected}\n\n{prose}"), "{heading}");
    }
}

#[test]
fn definitions() {
    let definition = "Water that falls from the clouds in drops, for hours or days, until the river has risen.";
    let html = format!("<dl><dt>Rain in the city<dd>{definition}</dl>");
    assert_eq!(markdown(&html), format!("**Rain in the city**\n\n{definition}"));
}

#[test]
fn escapes() {
    for (html, expected) in [
        ("<p># no heading", "\\# no heading"),
        ("<p>1. no item", "1\\. no item"),
        ("<p>2024) no item", "2024\\) no item"),
        ("<p>- no item", "\\- no item"),
        ("<p>AT&T, a&b; &amp;#60; &amp;am<b>p;</b>", "AT&T, a\\&b; \\&#60; \\&amp;"),
        ("<p>a<br>=== b", "a\\\n\\=== b"),
        (
            "<p>&amp;amp; &lt;b> *x* `y` [z] snake_case _x_ ~~s~~",
            "\\&amp; \\<b> \\*x\\* \\`y\\` \\[z\\] snake_case \\_x\\_ \\~\\~s\\~\\~",
        ),
    ] {
        assert_eq!(markdown(html), expected, "{html}");
    }
}

#[test]
fn ranges_of_blocks() {
    let html = format!("<h2>Rain</h2><p>{LONG}</p>");
    let mut analyzer = Analyzer::default();
    let document = analyzer.analyze(html.as_bytes()).unwrap();
    let markdown = document.markdown(&MarkdownOptions::default());
    let found: Vec<(usize, &str)> = markdown.blocks().map(|(block, range)| (block, &markdown.text()[range])).collect();
    assert_eq!(found, [(0, "# Rain"), (1, LONG)]);
}

#[test]
fn plain_text() {
    let html = format!(
        "<article><p>{LONG}<br>Yes</p><ul><li>One word<li>Two words<p>More words</ul><table><tr><th>a<th>b<tr><td>c\
        <td>d</table><pre>if x:\n\n    y\n</pre><p>{LONG}</article>"
    );
    let mut analyzer = Analyzer::default();
    let document = analyzer.analyze(html.as_bytes()).unwrap();
    let expected =
        format!("{LONG}\nYes\n\nOne word\nTwo words\n\nMore words\n\na\tb\nc\td\n\nif x:\n\n    y\n\n{LONG}");
    assert_eq!(document.plain_text(), expected);
}

/// Except for whitespace, a laid out text is the text of the block.
#[test]
fn formatted_text_is_the_text() {
    let mut analyzer = Analyzer::default();
    let pages = [
        "<p>a <b> b</b>c<br><br> d<img src=x>e<input>f<script>x</script>g",
        "<pre>\n  a\tb\r\n\r\nc &amp; <b>d</b><br>e</pre>",
        "<p>a<p>b<b>c<p>d</b>e<table>f<tr><td>g</table>",
        "<pre>a<iframe><b></iframe>b <iframe></iframe> c</pre>",
        "<p style=white-space:pre>a\n b<span style=white-space:normal>c\nd</span>",
    ];
    for html in pages {
        let document = analyzer.analyze(html.as_bytes()).unwrap();
        for block in document.blocks() {
            let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
            assert_eq!(words(&block.formatted_text()), words(block.text()), "{html}");
        }
    }
}

#[test]
fn lines_of_code_may_be_items() {
    let html = "<pre class='prettyprint'><ol><li>for boat in boats:</li><li>    count(boat)</li></ol></pre>";
    let markdown = markdown_with(html, &MarkdownOptions::default());
    assert_eq!(markdown, "```\nfor boat in boats:\n    count(boat)\n```");
}

#[test]
fn code_has_its_language() {
    for (code, expected) in [
        ("<pre class=language-bash><code>ls</code></pre>", Some("bash")),
        ("<pre><code class='hljs lang-c++'>x</code></pre>", Some("c++")),
        ("<div class='highlight-python notranslate'><div class=highlight><pre>x</pre></div></div>", Some("python")),
        ("<div class='highlight highlight-source-shell'><pre>ls</pre></div>", Some("shell")),
        ("<div class=sourceCode><pre class='sourceCode haskell'><code>x</code></pre></div>", Some("haskell")),
        ("<figure class='highlight js'><table><tr><td class=code><pre>x</pre></table></figure>", Some("js")),
        ("<pre class='brush: js; toolbar: false'>x</pre>", Some("js")),
        ("<pre data-lang=rust>x</pre>", Some("rust")),
        ("<div class='highlight-default notranslate'><pre>x</pre></div>", None),
        ("<pre class=rust><b>x</b></pre>", Some("rust")),
        ("<pre><code class=python>x</code></pre>", Some("python")),
        (
            "<div class='language-py highlight'><table><tr><td class=code><div><pre><code>x</code></pre></div></table></div>",
            Some("py"),
        ),
        ("<div class='mw-highlight mw-highlight-lang-ada'><pre>x</pre></div>", Some("ada")),
        ("<pre data-syntaxhighlighter-params='brush: java; gutter: true'>x</pre>", Some("java")),
        ("<pre lang=python>x</pre>", Some("python")),
        ("<pre lang=c><code>x</code></pre>", Some("c")),
        ("<pre><code lang='js'>x</code></pre>", Some("js")),
        ("<pre lang=de>Ein Gedicht</pre>", None),
        ("<pre lang=pt-BR>Um poema</pre>", None),
        ("<div lang=python><pre>x</pre></div>", None),
        ("<pre class=php><ol><li class=li1><div class=de1>x;</div></li></ol></pre>", Some("php")),
        ("<div class='geshi ruby'><ol><li><div class=de1>x</div></li></ol></div>", Some("ruby")),
        ("<ol class=sql><li><div style='font-family: monospace'>select</div></li></ol>", Some("sql")),
        ("<div class=language-x><ol><li>y<pre>x</pre></li></ol></div>", None),
        ("<pre class=lisp>x</pre>", None),
        ("<pre class='language-`x'>x</pre>", None),
        ("<div class=language-x><p>y</p></div><pre>x</pre>", None),
    ] {
        let mut analyzer = Analyzer::default();
        let document = analyzer.analyze(code.as_bytes()).unwrap();
        let block = document.blocks().last().unwrap();
        assert_eq!(super::language::of_code(&block).as_deref(), expected, "{code}");
    }
}

#[test]
fn pictures_that_load_late_have_their_address() {
    for (image, expected) in [
        ("<img alt=Pier src='data:image/gif;base64,R0' data-src=/pier.jpg>", "/pier.jpg"),
        ("<img alt=Pier src=/blank.gif data-original=/pier.jpg>", "/pier.jpg"),
        ("<img alt=Pier src=data:image/gif;base64,R0 data-actualsrc=/pier.jpg>", "/pier.jpg"),
        ("<img alt=Pier src=/s.gif real_src=/pier.jpg>", "/pier.jpg"),
        ("<img alt=Pier src=//e.org/spaceball.gif data-ks-lazyload=//e.org/pier.jpg>", "//e.org/pier.jpg"),
        ("<img alt=Pier data-ezsrc=/pier.jpg data-ezsrcset='/pier2.jpg 2x'>", "/pier.jpg"),
        ("<img alt=Pier data-cfsrc=/pier.jpg style=display:block>", "/pier.jpg"),
        ("<img alt=Pier data-orig-src=/pier.jpg src='data:image/svg+xml,x'>", "/pier.jpg"),
        ("<img alt=Pier src=/w.gif data-splide-lazy-srcset='/pier.jpg 320w, /pier2.jpg 640w'>", "/pier.jpg"),
        ("<img alt=Pier src=/pier.jpg data-lazy=true>", "/pier.jpg"),
        ("<img alt=Pier src=/pier.jpg data-lazyload='{\"a\":\"/b.jpg\"}'>", "/pier.jpg"),
        ("<img alt=Pier data-srcset='/pier.jpg 1x, /pier2.jpg 2x'>", "/pier.jpg"),
        ("<img alt=Pier srcset='/pier.jpg 480w'>", "/pier.jpg"),
        ("<picture><source srcset='/pier.webp 1x'><img alt=Pier></picture>", "/pier.webp"),
        ("<picture><source data-lazy-srcset='/pier.webp 1x'><img alt=Pier></picture>", "/pier.webp"),
        ("<img alt=Pier><noscript><img alt=Pier src=/pier.jpg></noscript>", "/pier.jpg"),
        ("<img alt=Pier data-src=/pier.jpg><noscript><img alt=Pier src=/pier.jpg></noscript>", "/pier.jpg"),
    ] {
        let html = format!("<p>{SENTENCE}</p><div>{image}</div><p>{SENTENCE}</p>");
        let mut analyzer = Analyzer::default();
        let document = analyzer.analyze(html.as_bytes()).unwrap();
        let options = MarkdownOptions { images: true, ..MarkdownOptions::default() };
        let markdown = document.markdown(&options).into_text();
        assert_eq!(markdown, format!("{SENTENCE}\n\n![Pier]({expected})\n\n{SENTENCE}\n"), "{image}");
    }
}

const SENTENCE: &str =
    "Rain fell on the city for the third day, and the river rose by two metres over night, so that nobody crossed it.";

#[test]
fn a_list_right_in_a_list_is_of_the_item_before() {
    for (html, expected) in [
        ("<ul><li>Rope<ul><li>hemp</ul><li>Knot</ul>", "- Rope\n  - hemp\n- Knot"),
        ("<ul><li>Rope</li><ul><li>hemp</li></ul><li>Knot</li></ul>", "- Rope\n  - hemp\n- Knot"),
        ("<ol><li>Rope</li><ol><li>hemp</li></ol><li>Knot</li></ol>", "1. Rope\n   1. hemp\n2. Knot"),
        ("<ul><ul><li>hemp</li></ul><li>Knot</li></ul>", "- hemp\n\n* Knot"),
    ] {
        assert_eq!(markdown(html), expected, "{html}");
    }
}

#[test]
fn lines_of_code_without_pre_are_one_block() {
    let expected = "```\nlock(5);\n  pull(rope);\n```";
    for html in [
        "<div class=fragment><div class=line><span class=lineno>1</span>lock(5);</div>\n<div class=line><span class=lineno>2</span>  pull(rope);</div></div>",
        // SyntaxHighlighter, with numbers and without.
        "<div class='syntaxhighlighter js'><table><tr><td class=gutter><div class='line number1'>1</div><div class='line number2'>2</div></td><td class=code><div class=container><div class='line number1'><code class=plain>lock(5);</code></div><div class='line number2'><code class=spaces>&nbsp;&nbsp;</code><code class=plain>pull(rope);</code></div></div></td></tr></table></div>",
        "<div class='syntaxhighlighter nogutter'><table><tr><td class=code><div class=container><div class='line alt2'><code>lock(5);</code></div><div class='line alt1'><code class=spaces>&nbsp;&nbsp;</code><code>pull(rope);</code></div></div></td></tr></table></div>",
        "<div class=syntaxhighlighter><div class=lines><div class='line alt1'><table><tr><td class=number><code>1</code><td class=content><code>lock(5);</code></table></div><div class=line><table><tr><td class=number><code>2</code><td class=content><code>&nbsp;&nbsp;</code><code>pull(rope);</code></table></div></div></div>",
        // Gitea, ViewVC.
        "<table><tr><td class=lines-num><td class='lines-code chroma'><code>lock(5);\n</code><tr><td class=lines-num><td class=lines-code><code>  pull(rope);\n</code></table>",
        "<table><tr><td class=line_number>1<td class=file_line_text>lock(5);<tr><td class=line_number>2<td class=file_line_text>&nbsp; pull(rope);</table>",
        // CodeMirror 5 and 6, Monaco, Ace.
        "<div class=CodeMirror-code><div><div class=CodeMirror-gutter-wrapper><div class=CodeMirror-linenumber>1</div></div><pre class=CodeMirror-line><span>lock(5);</span></pre></div><div><div class=CodeMirror-gutter-wrapper><div class=CodeMirror-linenumber>2</div></div><pre class=CodeMirror-line><span>  pull(rope);</span></pre></div></div>",
        "<div class=cm-scroller><div class=cm-gutters><div class=cm-gutterElement>1</div><div class=cm-gutterElement>2</div></div><div class=cm-content><div class=cm-line>lock(5);</div><div class=cm-line>  pull(rope);</div></div></div>",
        "<div class=margin><div><div class='line-numbers x'>1</div></div></div><div class=view-lines><div class=view-line><span>lock(5);</span></div><div class=view-line><span>&nbsp;&nbsp;pull(rope);</span></div></div>",
        "<div class=ace_gutter-cell>1<span></span></div><div class='ace_layer ace_text-layer'><div class=ace_line_group><div class=ace_line>lock(5);</div></div><div class=ace_line_group><div class=ace_line>  pull(rope);</div></div></div>",
        "<code class=js><div>lock(5);</div><div>&nbsp; pull(rope);</div></code>",
        "<table><tr><td class=lines-num><td class=lines-escape><td class=lines-code><code>lock(5);\n</code><tr><td class=lines-num><td class=lines-escape><td class=lines-code><code>  pull(rope);\n</code></table>",
        "<table class=highlight><tr><td class=blob-num><td class=blob-code>lock(5);<tr><td class=blob-num><td class=blob-code>  <b>pull</b>(rope);</table>",
        "<div style='font-family:monospace;white-space:pre'>lock(5);\n  pull(rope);</div>",
        // GeSHi and CodeColorer, which number the lines as items.
        "<div class=geshi><ol>\n<li class=li1><div class=de1>lock(<b>5</b>);</div></li>\n<li class=li2><div class=de2>&nbsp; pull(rope);</div></li></ol></div>",
        "<ol><li style='font-weight: normal;'><div style='font: normal 1em monospace;'>lock(5);</div></li><li><div style='font: normal 1em monospace;'>&nbsp; pull(rope);</div></li></ol>",
        "<div style='font-family:Courier;white-space:pre'><div>lock(5);</div><div>&nbsp; pull(rope);</div></div>",
    ] {
        assert_eq!(markdown(html), expected, "{html}");
    }
    // A list of prose stays one.
    assert_eq!(markdown("<ol><li><div>Rope</div><li><div>Knot</div></ol>"), "1. Rope\n2. Knot");
    let titled = "<table class=highlighttable><tr><th colspan=2>a.py<tr><td class=linenos><pre>1\n2</pre><td><pre>lock(5)\npull()</pre></table>";
    assert_eq!(markdown(titled), "a.py\n\n```\nlock(5)\npull()\n```");
    assert_eq!(markdown("<pre data-enlighter-language=js>lock(5)</pre>"), "```js\nlock(5)\n```");
}
