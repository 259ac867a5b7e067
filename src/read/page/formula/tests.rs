//! Golden examples: the linear text of MathML, and the formulas of generators.

use crate::{Analyzer, MarkdownOptions};

/// The texts of the blocks of a page, with a bar between two.
fn texts(html: &str) -> String {
    let mut analyzer = Analyzer::default();
    let document = analyzer.analyze(html.as_bytes()).unwrap();
    document.blocks().map(|block| block.text()).collect::<Vec<_>>().join("|")
}

fn linear(math: &str) -> String {
    texts(&format!("<p><math>{math}</math>"))
}

#[test]
fn linear_text_of_mathml() {
    for (math, expected) in [
        ("<mi>x</mi><mo>=</mo><mfrac><mn>7</mn><mn>12</mn></mfrac>", "x=7/12"),
        ("<mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mrow><mn>2</mn></mrow></mfrac>", "(a+b)/2"),
        ("<msqrt><mi>x</mi><mo>+</mo><mn>1</mn></msqrt>", "sqrt(x+1)"),
        ("<mroot><mi>x</mi><mn>3</mn></mroot>", "root(x,3)"),
        ("<msup><mi>x</mi><mn>2</mn></msup>", "x^2"),
        ("<msup><mi>x</mi><mrow><mi>n</mi><mo>+</mo><mn>1</mn></mrow></msup>", "x^(n+1)"),
        ("<msup><mrow><mo>(</mo><mi>a</mi><mo>+</mo><mi>b</mi><mo>)</mo></mrow><mn>2</mn></msup>", "(a+b)^2"),
        ("<msup><msup><mi>a</mi><mi>b</mi></msup><mi>c</mi></msup>", "(a^b)^c"),
        ("<msup><msub><mi>a</mi><mi>i</mi></msub><mn>2</mn></msup>", "a_i^2"),
        ("<msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup>", "x_i^2"),
        (
            "<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover><mi>i</mi>",
            "∑_(i=1)^ni",
        ),
        ("<munder><mi>lim</mi><mi>x</mi></munder><mi>f</mi>", "lim_xf"),
        ("<mover><mi>x</mi><mo>¯</mo></mover>", "x^¯"),
        ("<mmultiscripts><mi>C</mi><mprescripts/><mn>6</mn><mn>14</mn></mmultiscripts>", "C_6^14"),
        ("<mmultiscripts><mi>T</mi><none/><mi>a</mi></mmultiscripts>", "T^a"),
        (
            "<mo>[</mo><mtable><mtr><mtd><mi>a</mi></mtd><mtd><mi>b</mi></mtd></mtr><mtr><mtd><mi>c</mi></mtd></mtr></mtable>",
            "[[a, b; c]",
        ),
        ("<mfenced><mi>a</mi><mi>b</mi></mfenced>", "(a,b)"),
        ("<mfenced open='[' close=''><mi>a</mi><mi>b</mi></mfenced>", "[a,b"),
        ("<mi>sin</mi><mo>&#8289;</mo><mi>x</mi>", "sin x"),
        ("<mi>sin</mi><mo>&ApplyFunction;</mo><mo>(</mo><mi>x</mi><mo>)</mo>", "sin(x)"),
        ("<mn>2</mn><mo>&InvisibleTimes;</mo><mi>x</mi>", "2x"),
        ("<mn>2</mn><mo>&it;</mo><mn>3</mn>", "2 3"),
        ("<msub><mi>a</mi><mrow><mi>i</mi><mo>&#x2063;</mo><mi>j</mi></mrow></msub>", "a_(i,j)"),
        ("<mi>x</mi><mtext>&nbsp;if&nbsp;</mtext><mi>y</mi>", "x if y"),
        ("<mi> x </mi> <mo> &lt; </mo>\n<mi>y</mi>", "x<y"),
        ("<mi>x</mi><mspace width=1em></mspace><mi>y</mi>", "x y"),
        ("<mi>x</mi><mphantom><mi>y</mi></mphantom>", "x"),
        ("<semantics><mi>x</mi><annotation encoding=MathType>blob</annotation></semantics>", "x"),
        ("<maction><mi>x</mi><mi>y</mi></maction>", "x"),
        ("<mtext>for <b>all</b> x<script>bad()</script></mtext>", "for all x"),
        ("<mi>&shy;</mi><mo>&#x2062;</mo>", ""),
        ("<mrow></mrow>", ""),
        ("", ""),
    ] {
        assert_eq!(linear(math), expected, "{math}");
    }
}

#[test]
fn mathml_with_the_prefix_of_its_namespace() {
    let of = |prefix: &str| {
        let math = "<math><mfrac><mi>a</mi><mn>2</mn></mfrac><mo>+</mo><msup><mi>x</mi><mn>3</mn></msup></math>";
        let math = math.replace("</", &format!("</{prefix}")).replace("<m", &format!("<{prefix}m"));
        texts(&format!("<p>Die Summe {math} ist klein.<p>Ende"))
    };
    for prefix in ["mml:", "m:", "MML:", "mathml:", ""] {
        assert_eq!(of(prefix), "Die Summe a/2+x^3 ist klein.|Ende", "{prefix}");
    }
    for (html, expected) in [
        // The source of the author, and a formula on a line by itself.
        (
            "<p>Soit <mml:math><mml:semantics><mml:mi>E</mml:mi><mml:annotation encoding=application/x-tex>E=mc^2\
             </mml:annotation></mml:semantics></mml:math> ici.",
            "Soit E=mc^2 ici.",
        ),
        ("<p>Soit <m:math alttext='x_1'><m:mi>x</m:mi></m:math>.", "Soit x_1."),
        // Spaces without an end tag hold what follows.
        ("<p><m:math><m:mi>x</m:mi><m:mspace width=1em /><m:mi>y</m:mi></m:math> z", "x y z"),
        // Without an end tag it is no formula.
        ("<p>Soit <m:math><m:mi>x</m:mi><p>La suite", "Soit x|La suite"),
        ("<p>Eine <x:mathe>Aufgabe</x:mathe>", "Eine Aufgabe"),
    ] {
        assert_eq!(texts(html), expected, "{html}");
    }
}

#[test]
fn an_image_that_is_all_of_a_block_of_formulas_is_one() {
    let image = "<img src=a.png alt='E=mc^2'>";
    assert_eq!(texts(&format!("<p>So<div class=math><p>{image}</p></div><p>holds")), "So|E=mc^2|holds");
    assert_eq!(texts(&format!("<p>So<div class=equation>{image}</div><p>holds")), "So|E=mc^2|holds");
    assert_eq!(texts(&format!("<p>So<div class=math>See {image}</div><p>holds")), "So|See|holds");
    assert_eq!(texts(&format!("<p>So<div class=photo><p>{image}</p></div><p>holds")), "So|holds");
}

#[test]
fn formulas_of_generators_stand_once_in_their_sentence() {
    let math =
        "<math><semantics><mi>E</mi><annotation encoding='application/x-tex'>E=mc^2</annotation></semantics></math>";
    for formula in [
        // KaTeX with both copies, in a line of its own, and with MathML only.
        format!("<span class=katex><span class=katex-mathml>{math}</span><span class=katex-html aria-hidden=true><span>E</span>=mc2</span></span>"),
        format!("<span class=katex-display><span class=katex><span class=katex-mathml>{math}</span><span class=katex-html aria-hidden=true>E=mc2</span></span></span>"),
        format!("<span class=katex>{math}</span>"),
        // MediaWiki.
        format!("<span class=mwe-math-element><span class='mwe-math-mathml-inline' style='display: none;'>{math}</span><img src=e.svg class=mwe-math-fallback-image-inline aria-hidden=true alt='{{\\displaystyle E=mc^2}}'></span>"),
        "<math alttext='{\\displaystyle E=mc^2}'><mi>E</mi></math>".into(),
        // MathJax 2: preview, result and script; 3 with assistive MathML; 4 with its source.
        format!("<span class=MathJax_Preview>E=mc2</span><span class=MathJax id=E-1><nobr>E=mc2</nobr><span class=MJX_Assistive_MathML>{math}</span></span><script type=math/tex>E=mc^2</script>"),
        "<span class=MathJax_Preview></span><span class=MathJax_Display>E=mc2</span><script type='math/tex; mode=display'>E=mc^2</script>".into(),
        format!("<mjx-container class=MathJax jax=SVG><svg><text>E</text></svg><mjx-assistive-mml>{math}</mjx-assistive-mml></mjx-container>"),
        "<math-renderer class=js-inline-math>$E=mc^2$</math-renderer>".into(),
        "<code class='code math js-render-math' data-math-style=inline>E=mc^2</code>".into(),
        "<code class='language-math is-loading'>E=mc^2</code>".into(),
        "<span class=math-inline data-math='E=mc^2'><span class=katex><span class=katex-html aria-hidden=true>E=mc2</span></span></span>".into(),
        "<mjx-container class=MathJax jax=CHTML><mjx-math data-latex='E=mc^2' aria-hidden=true><mjx-mi>E</mjx-mi></mjx-math></mjx-container>".into(),
        "<span class=ztext-math data-tex='E=mc^2'><img alt=E></span>".into(),
        "<span class=ztext-math data-tex='E=mc^2'><span class=MathJax_SVG><svg></svg></span><script type=math/tex>E=mc^2</script></span>".into(),
        "<script type=math/tex>% <![CDATA[\nE=mc^2 %]]></script>".into(),
        // LaTeX2HTML, Doxygen, WordPress, Sphinx, Zhihu.
        "<img src=img1.png alt='$E=mc^2$'>".into(),
        "<img class=formulaInl alt='\\[E=mc^2\\]' src=form_0.png>".into(),
        "<img src='https://example.org/latex.php?latex=E' alt='E=mc^2' class=latex>".into(),
        "<img class=math src=x.png alt='E=mc^2'>".into(),
        "<img src='https://example.org/svg.latex?E' title='E=mc^2' alt=''>".into(),
        // KaTeX whose MathML is gone, with what is left of its lines, and without.
        "<span class=katex--inline><span class=katex><span class=katex-mathml>\n  E\n  =\n  m\n  c\n  2\n  E=mc^2\n </span><span class=katex-html><span class=mord>E=mc2</span></span></span></span>".into(),
        "<span class=katex><span class=katex-html aria-hidden=true><span>E=m</span><span>c^2</span></span></span>".into(),
        "<img src='https://example.org/equation?tex=E%3Dmc' alt='E=mc^2'>".into(),
    ] {
        let html = format!("<p>Its energy is {formula}, as everybody knows.");
        assert_eq!(texts(&html), "Its energy is E=mc^2, as everybody knows.", "{formula}");
        let html = format!("<p>能量是{formula}，众所周知。<p>Next.");
        assert_eq!(texts(&html), "能量是E=mc^2，众所周知。|Next.", "{formula}");
    }
}

#[test]
fn code_of_formulas_is_no_code() {
    let markdown = |html: &str| {
        let mut analyzer = Analyzer::default();
        analyzer.analyze(html.as_bytes()).unwrap().markdown(&MarkdownOptions::default()).into_text()
    };
    let block = "<pre class='code language-math'><code class='code math js-render-math'>a_1 + a_2\n= b</code></pre>";
    let html = format!("<div><p>The sum is found when the bridge is open:</p>{block}<p>It is small.</div>");
    assert_eq!(markdown(&html), "The sum is found when the bridge is open:\n\n$$a_1 + a_2 = b$$\n\nIt is small.\n");
    for class in ["mathematica", "language-latex", "language-tex"] {
        let html = format!("<p>It is shown as it is written here.<pre><code class={class}>x_1</code></pre>");
        assert!(markdown(&html).ends_with("```\n"), "{class}");
    }
}

#[test]
fn addresses_of_images_hold_formulas() {
    for (address, expected) in [
        ("https://latex.codecogs.com/svg.image?%5Cfrac%7Ba%7D%7Bb%7D", r"\frac{a}{b}"),
        ("https://latex.codecogs.com/gif.latex?x^2&space;=&space;y", "x^2 = y"),
        ("//latex.codecogs.com/png.latex?x&amp;space;&amp;plus;y^2", "x +y^2"),
        ("https://latex.codecogs.com/png.image?\\dpi{110}&space;\\bg_white&space;x^2+1", "x^2+1"),
        ("https://latex.codecogs.com/gif.latex?%5Cdpi%7B150%7D%20%5Clarge%20%5Calpha_1", r"\alpha_1"),
        ("https://chart.googleapis.com/chart?cht=tx&chl=a^2+%3D%20b%2Bc", "a^2 = b+c"),
        ("https://chart.apis.google.com/chart?chf=bg,s,FFFF&amp;cht=tx&amp;chl=%5Cpi%20r^2&amp;chs=20", r"\pi r^2"),
        ("https://s0.wp.com/latex.php?latex=%5Csum+n&#038;bg=ffffff&fg=000&s=0", r"\sum n"),
        ("https://www.zhihu.com/equation?tex=%E5%8A%9B%3Dma", "力=ma"),
        ("/cgi-bin/mimetex.cgi?x_1%0A+x_2", "x_1 +x_2"),
    ] {
        assert_eq!(texts(&format!("<p>Is <img src='{address}'> so")), format!("Is {expected} so"), "{address}");
        // An alternative text that only names the picture does not count.
        assert_eq!(texts(&format!("<p>Is <img alt=Gleichung src='{address}'> so")), format!("Is {expected} so"));
        assert_eq!(texts(&format!("<p>Is <img alt='\\beta' src='{address}'> so")), r"Is \beta so");
    }
    for address in [
        "https://chart.googleapis.com/chart?cht=p&chl=a^2|b",
        "https://example.org/photo.image?x^2",
        "https://example.org/view?id=x^2",
        "https://latex.codecogs.com/gif.latex?",
        "https://latex.codecogs.com/gif.latex?%20&space;",
        "chart?cht=tx",
    ] {
        assert_eq!(texts(&format!("<p>Is <img src='{address}'> so")), "Is so", "{address}");
    }
    let html = "<p>is <img src='a.latex?%5Calpha%20x'>.";
    let mut analyzer = Analyzer::default();
    let document = analyzer.analyze(html.as_bytes()).unwrap();
    let start = document.text().find('\\').unwrap();
    assert_eq!(&html[document.map_text_range(start..start + 8)], "%5Calpha%20x");
}

#[test]
fn what_is_no_formula_stays() {
    for (html, expected) in [
        ("<p>An <img alt='old pier' src=x.png class=photo> here", "An here"),
        ("<div class=equation><math><mi>x</mi></math> <span>(1)</span></div>", "x (1)"),
        ("<div class=math>Let <math><mi>x</mi></math> be</div>", "Let x be"),
        ("<p>one</p><math><mi>x</mi></math><p>two", "one|x|two"),
        ("<div>one<hr><math><mi>x</mi></math></div>", "one|x"),
        ("<div>one<p></p><img alt=$x$><hr>two</div>", "one|x|two"),
        ("<p>one<p><img alt=$x$> two", "one|x two"),
        ("<p hidden><math><mi>x</mi></math>", "x"),
        ("<p>a<br><math><mi>x</mi></math><br>b", "a x b"),
    ] {
        assert_eq!(texts(html), expected, "{html}");
    }
}

#[test]
fn source_ranges_lead_to_the_element() {
    let html = "<p>is <math><msup><mi>x</mi><mn>2</mn></msup></math> or <img alt='$y^3$'>.";
    let mut analyzer = Analyzer::default();
    let document = analyzer.analyze(html.as_bytes()).unwrap();
    let text = document.text();
    for part in ["x", "2", "y^3", "."] {
        let start = text.find(part).unwrap();
        assert_eq!(&html[document.map_text_range(start..start + part.len())], part);
    }
    let power = document.map_text_range(text.find("x^2").unwrap()..text.find("x^2").unwrap() + 3);
    assert_eq!(&html[power], "x</mi><mn>2");
}

#[test]
fn markdown_has_dollar_signs() {
    let sentence = "and so the sentence goes on for a while, until it has words enough to be main text of this page.";
    for (html, expected) in [
        ("<p>It is <math><msup><mi>x</mi><mn>2</mn></msup></math>, ", "It is $x^2$, "),
        ("<p>It is <math display=block><msup><mi>x</mi><mn>2</mn></msup></math>, ", "It is $$x^2$$, "),
        ("<p>If <math><mi>m</mi></math> is <math><mn>12</mn></math>, ", "If m is 12, "),
        ("<p>It_is <img alt='$a_1*b_1$'>*, ", "It_is $a_1*b_1$\\*, "),
        ("<p>It<br><img alt='$a_1$'><br>is ", "It\\\n$a_1$\\\nis "),
    ] {
        let html = format!("{html}{sentence}");
        let mut analyzer = Analyzer::default();
        let document = analyzer.analyze(html.as_bytes()).unwrap();
        let markdown = document.markdown(&MarkdownOptions::default());
        assert_eq!(markdown.text(), format!("{expected}{sentence}\n"), "{html}");
    }
}

#[test]
fn deep_nesting_takes_linear_time() {
    for part in
        ["<mrow>", "<mfrac>", "<msup><mrow>", "<mi>x</mi><msqrt>", "<mtext><p><math>", "<span class=katex><math><mi>x"]
    {
        let html = format!("<p>a<math>{}<mi>y", part.repeat(10_000));
        let mut analyzer = Analyzer::default();
        let document = analyzer.analyze(html.as_bytes()).unwrap();
        assert!(document.text().len() < 8 * html.len(), "{part}");
    }
}
