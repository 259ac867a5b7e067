//! Golden examples by generator: what stands beside text is dropped, and nothing else.

use crate::{Analyzer, MarkdownOptions};

/// The texts of the blocks of a page, with a bar between two.
fn texts(html: &str) -> String {
    let mut analyzer = Analyzer::default();
    let document = analyzer.analyze(html.as_bytes()).unwrap();
    document.blocks().map(|block| block.text()).collect::<Vec<_>>().join("|")
}

#[test]
fn links_of_headings_are_not_their_text() {
    for (html, expected) in [
        // Sphinx, MkDocs, VuePress, Docusaurus, Rustdoc, GitHub.
        ("<h2>Usage<a class=headerlink href=#usage title='Permalink'>¶</a></h2>", "Usage"),
        ("<h2 id=u>Nutzung <a class='header-anchor' href=#u aria-hidden=true>#</a></h2>", "Nutzung"),
        ("<h2><a class=anchor href=#u>Link zu diesem Abschnitt</a>Nutzung</h2>", "Nutzung"),
        ("<h2>用法<a class=hash-link href=#x title='直接链接'>\u{200b}</a></h2>", "用法"),
        ("<h2><a href=#x>§</a>Structs</h2>", "Structs"),
        ("<h3>Usage <button>Copy link</button></h3>", "Usage"),
        ("<h2 id=z>用法 <a href=#z>链接</a></h2>", "用法"),
        ("<section id=z><h2>Zähler <a href=#z>Link hierher</a></h2></section>", "Zähler"),
        ("<h2><a name=z></a>Zähler <a href=#top>Nach oben</a></h2>", "Zähler"),
        ("<h2>Zähler <a href='https://e.org/p#z'>#</a></h2>", "Zähler"),
        ("<h2>Siehe <a href=#andere>Zähler</a></h2>", "Siehe Zähler"),
        // MediaWiki, old and new.
        ("<h2><span>Leben</span><span class=mw-editsection>[<a href=/e>Bearbeiten</a>]</span></h2>", "Leben"),
        ("<div><h2>Vie</h2><span class=mw-editsection>[<a href=/e>modifier</a>]</span></div><p>x", "Vie|x"),
        // Sphinx.
        (
            "<dl><dt>tick(<em>n</em>)<a class='reference internal' href=m.html><span class=viewcode-link>[source]</span></a>\
             <a class=headerlink href=#t>¶</a></dt><dd>Counts.</dd></dl>",
            "tick(n)|Counts.",
        ),
        ("<h2>Usage <a class=src href=/src/x.rs>[source]</a></h2>", "Usage"),
        ("<h2>用法<a href=/x>[修改]</a></h2>", "用法"),
        ("<h2>Bericht <a href=/x.pdf>[PDF]</a></h2>", "Bericht [PDF]"),
        ("<h2>Histoire<span>[<a href=/e>modifier</a>]</span></h2>", "Histoire"),
        ("<h2>Historia <small>[<a href=/e>edytuj</a> | <a href=/k>edytuj kod</a>]</small></h2>", "Historia"),
        ("<h2>Bericht <span>[<a href=/x.pdf>PDF</a>]</span></h2>", "Bericht [PDF]"),
        ("<h2>Bericht <sup>[<a href=#n1>1</a>]</sup></h2>", "Bericht [1]"),
        ("<h2>Bericht <span>[ohne Karte]</span></h2>", "Bericht [ohne Karte]"),
        // Rustdoc: the name of a method leads to itself.
        (
            "<section id=m><h4>pub fn <a href=#m class=fn>stop</a>(&amp;mut self)</h4></section>",
            "pub fn stop(&mut self)",
        ),
        ("<h3 id=m>void <a href=#m>наполнить</a>(int n)</h3>", "void наполнить(int n)"),
        // The link is the heading.
        ("<h2><a class=anchor href=#u>Usage</a></h2>", "Usage"),
        ("<h2>1. <a class=permalink href=#u>Usage</a></h2>", "1. Usage"),
        ("<h2><a href=/edit>Edit</a> images</h2>", "Edit images"),
        ("<h2>C<a href=/sharp>#</a></h2>", "C#"),
    ] {
        assert_eq!(texts(html), expected, "{html}");
    }
}

#[test]
fn links_back_from_footnotes_are_no_text() {
    for (html, expected) in [
        ("<ol><li><p>See there. <a href=#fnref1 class=footnote-backref>↩</a></p></ol>", "See there."),
        ("<h2><a class=toc-backref href=#id2>Wind</a><a class=headerlink href=#wind>¶</a></h2>", "Wind"),
        ("<ol><li>Siehe dort. <a href='#fnref:1'>&#8617;&#xFE0E;</a></ol>", "Siehe dort."),
        ("<ol><li><a href=#cite_ref-1>^</a> Quill 1920.</ol>", "Quill 1920."),
        ("<p>So it is.<a href=#fn1>*</a>", "So it is.*"),
        ("<p>So it is.<a href=#fn1>[1]</a>", "So it is.[1]"),
        ("<p><a href=/up>↑</a> is an arrow", "↑ is an arrow"),
    ] {
        assert_eq!(texts(html), expected, "{html}");
    }
}

#[test]
fn line_numbers_are_no_code() {
    let code = "let a = 1\nlet b = 2";
    for html in [
        // Pygments and Jekyll, Rouge, Hexo, Hugo, SyntaxHighlighter, Crayon, cgit, rustdoc.
        format!("<table class=highlighttable><tr><td class=linenos><div class=linenodiv><pre><span class=normal>1</span>\n<span class=normal>2</span></pre></div></td><td class=code><div><pre>{code}</pre></div></td></tr></table>"),
        format!("<table class=rouge-table><tr><td class='gutter gl'><pre class=lineno>1\n2\n</pre></td><td class=code><pre>{code}\n</pre></td></tr></table>"),
        format!("<table><tr><td class=gutter><pre><span class=line>1</span><br><span class=line>2</span><br></pre></td><td class=code><pre>{code}</pre></td></tr></table>"),
        format!("<table class=lntable><tr><td class=lntd><pre><code><span class=lnt>1\n</span><span class=lnt>2\n</span></code></pre></td><td class=lntd><pre><code>{code}</code></pre></td></tr></table>"),
        format!("<table><tr><td class=crayon-nums><div class=crayon-num>1</div><div class=crayon-num>2</div></td><td class=crayon-code><pre>{code}</pre></td></tr></table>"),
        format!("<table><tr><td class=linenumbers><pre><a id=n1 href=#n1>1</a>\n<a id=n2 href=#n2>2</a>\n</pre></td><td class=lines><pre><code>{code}</code></pre></td></tr></table>"),
        format!("<div class=example-wrap><pre class=line-numbers><a href=#1>1</a>\n<a href=#2>2</a></pre><pre class=rust><code>{code}</code></pre></div>"),
        // Line by line: Pygments, Chroma, highlight.js with its plugin, Javadoc, docutils, Vim.
        "<pre><span class=linenos>1</span>let a = 1\n<span class=linenos>2</span>let b = 2</pre>".into(),
        "<pre><code><span class=line><span class=ln>1</span><span class=cl>let a = 1\n</span></span><span class=ln>2</span>let b = 2</code></pre>".into(),
        "<pre><span class='line-number' data-n=1> 1 </span>let a = 1\n<span class=lineNumber> 2 </span>let b = 2</pre>".into(),
        "<pre><span class=source-line-no>001</span><span>let a = 1</span>\n<span class=source-line-no>002</span>let b = 2</pre>".into(),
        "<pre class=code><small class=ln>1 </small><code>let a = 1\n</code><small class=ln>2 </small><code>let b = 2</code></pre>".into(),
        "<pre><a href=#L1>1</a> let a = 1\n<a href=#L2>2</a> let b = 2</pre>".into(),
        format!("<pre><button>Copy</button><code>{code}</code></pre>"),
        // Without names: numbers of each line, in a column beside the code or in it.
        "<pre><i>7</i> let a = 1\n<i>8</i> \n<i>9</i> let b = 2</pre>".into(),
        "<pre><span><b>1</b><b>let a = 1\n</b></span><span><b>2</b><b>let b = 2\n</b></span><b>3</b>\n</pre>".into(),
        format!("<table><tr><th>1<br>2<br>3</th><td><pre>{code}</pre></td></tr></table>"),
        format!("<div><div><p>1</p><p>2</p><p>3</p></div><div><pre>{code}</pre></div></div>"),
        format!("<pre><code><code>1\n2\n3\n</code><span>{code}</span></code></pre>"),
        format!("<pre><code>{code}</code><ul><li>1</li><li>2</li><li>3</li></ul></pre>"),
        format!("<div><span></span><button>Kopiëren</button></div><pre>{code}</pre>"),
        format!("<div class=code-box><pre>{code}</pre><div class=toolbar><span>Bash</span><button>Kopieren</button></div></div>"),
    ] {
        assert_eq!(texts(&format!("{html}<p>end of it")), "let a = 1 let b = 2|end of it", "{html}");
    }
}

#[test]
fn numbers_of_code_and_of_tables_stay() {
    for (html, expected) in [
        ("<pre>x = <span class=mi>41</span></pre>", "x = 41"),
        ("<pre>x = <span class='token number'>41</span></pre>", "x = 41"),
        ("<table><tr><td class=n>1<td><code>ls</code><tr><td class=n>2<td><code>cd</code></table>", "1|ls|2|cd"),
        ("<table><tr><td class=gutter>Gutter</td><td>12 cm</td></tr></table>", "Gutter|12 cm"),
        ("<pre>1\n2\n3</pre><p>are numbers", "1 2 3|are numbers"),
        ("<p>Press <button>Copy</button> to copy.", "Press Copy to copy."),
        ("<pre><b>1</b>\n<b>2</b>\n<b>3</b>\n</pre>", "1 2 3"),
        ("<pre><b>1</b> x\n<b>2</b> y\n<b>4</b> z</pre>", "1 x 2 y 4 z"),
        ("<pre>x\n<b>1</b> y\n<b>2</b> z\n<b>3</b> a\nb\nc</pre>", "x 1 y 2 z 3 a b c"),
        ("<ul><li>1<li>2<li>3</ul><p>x<pre>y</pre>", "1|2|3|x|y"),
    ] {
        assert_eq!(texts(html), expected, "{html}");
    }
}

#[test]
fn nested_candidates_take_linear_time() {
    for part in [
        "<pre><a href=#1>",
        "<h2><a href=#x>¶<div>",
        "<td class=gutter>1<table><td class=code>",
        "<dt><span class=edit>",
    ] {
        let html = part.repeat(3_000);
        let mut analyzer = Analyzer::default();
        let document = analyzer.analyze(html.as_bytes()).unwrap();
        assert!(document.markdown(&MarkdownOptions::default()).text().len() < html.len(), "{part}");
    }
}
