//! Formulas as the common generators write them: each once, in its sentence, as an annotation and in Markdown.

use blockmask::{Analyzer, AnnotationType, MarkdownOptions};

const REST: &str = "as everybody knows who has read the first chapter of this book, and the second one as well.";

/// A page with "Its energy is", what a generator makes of a formula, and the rest of the sentence.
struct Generator {
    name: &'static str,
    head: &'static str,
    formula: &'static str,
    /// Its text.
    text: &'static str,
    is_display: bool,
}

const fn generator(name: &'static str, head: &'static str, formula: &'static str, text: &'static str) -> Generator {
    Generator { name, head, formula, text, is_display: false }
}

const fn display(name: &'static str, head: &'static str, formula: &'static str, text: &'static str) -> Generator {
    Generator { name, head, formula, text, is_display: true }
}

const MATHJAX: &str =
    "<script id=MathJax-script async src=https://cdn.example.org/npm/mathjax@3/es5/tex-mml-chtml.js></script>";
const KATEX: &str = "<link rel=stylesheet href=/katex/katex.min.css>";

const GENERATORS: &[Generator] = &[
    generator(
        "Sphinx, MathJax",
        MATHJAX,
        r#"<span class="math notranslate nohighlight">\(E = m c^2\)</span>"#,
        "E = m c^2",
    ),
    display(
        "Sphinx, MathJax, display",
        MATHJAX,
        r#"<span class="math notranslate nohighlight">\[E = m c^2\]</span>"#,
        "E = m c^2",
    ),
    generator("Sphinx, imgmath", "", r#"<img class="math" src="_images/math/1f.png" alt="E = m c^2"/>"#, "E = m c^2"),
    generator("Pandoc, MathJax", MATHJAX, r#"<span class="math inline">\(E = m c^2\)</span>"#, "E = m c^2"),
    generator(
        "Pandoc, MathML",
        "",
        r#"<math display="inline" xmlns="http://www.w3.org/1998/Math/MathML"><semantics><mrow><mi>E</mi><mo>=</mo><mi>m</mi><msup><mi>c</mi><mn>2</mn></msup></mrow><annotation encoding="application/x-tex">E = m c^2</annotation></semantics></math>"#,
        "E = m c^2",
    ),
    generator(
        "LaTeXML",
        "",
        r#"<math id="p1.m1" class="ltx_Math" alttext="E=mc^{2}" display="inline"><semantics><mrow><mi>E</mi><mo>=</mo><mrow><mi>m</mi><mo>⁢</mo><msup><mi>c</mi><mn>2</mn></msup></mrow></mrow><annotation-xml encoding="MathML-Content"><apply><eq></eq><ci>E</ci></apply></annotation-xml><annotation encoding="application/x-tex">E=mc^{2}</annotation><annotation encoding="application/x-llamapun">italic_E = italic_m</annotation></semantics></math>"#,
        "E=mc^{2}",
    ),
    generator(
        "KaTeX of Docusaurus and GitBook",
        KATEX,
        r#"<span class="katex"><span class="katex-mathml"><math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><mrow><mi>E</mi><mo>=</mo><mi>m</mi></mrow><annotation encoding="application/x-tex">E = m</annotation></semantics></math></span><span class="katex-html" aria-hidden="true"><span class="base"><span class="strut" style="height:0.6833em;"></span><span class="mord mathnormal">E</span><span class="mrel">=</span></span><span class="base"><span class="mord mathnormal">m</span></span></span></span>"#,
        "E = m",
    ),
    display(
        "KaTeX, display",
        KATEX,
        r#"<span class="katex-display"><span class="katex"><span class="katex-mathml"><math display="block"><semantics><mrow><mi>E</mi></mrow><annotation encoding="application/x-tex">E = mc^2</annotation></semantics></math></span><span class="katex-html" aria-hidden="true"><span class="base">E=mc2</span></span></span></span>"#,
        "E = mc^2",
    ),
    generator(
        "KaTeX, auto-render",
        r#"<script src=/katex.min.js></script><script>renderMathInElement(document.body, {delimiters: [{left: "$", right: "$", display: false}]})</script>"#,
        "$E = mc^2$",
        "E = mc^2",
    ),
    generator(
        "MathJax 2, rendered",
        "",
        r#"<span class="MathJax_Preview" style="color: inherit;"></span><span class="MathJax" id="MathJax-Element-1-Frame" tabindex="0"><nobr aria-hidden="true"><span class="math" id="MathJax-Span-1"><span class="mi">E</span><span class="mo">=</span></span></nobr><span class="MJX_Assistive_MathML" role="presentation"><math><mi>E</mi><mo>=</mo><mi>m</mi></math></span></span><script type="math/tex" id="MathJax-Element-1">E = m c^2</script>"#,
        "E = m c^2",
    ),
    generator("kramdown", MATHJAX, r#"<script type="math/tex">E = m c^2</script>"#, "E = m c^2"),
    generator(
        "MathJax 3, rendered",
        "",
        r#"<mjx-container class="MathJax" jax="CHTML" tabindex="0"><mjx-math class="MJX-TEX" aria-hidden="true"><mjx-mi class="mjx-i"><mjx-c class="mjx-c1D438 TEX-I"></mjx-c></mjx-mi></mjx-math><mjx-assistive-mml unselectable="on" display="inline"><math><mi>E</mi><mo>=</mo><mi>m</mi><msup><mi>c</mi><mn>2</mn></msup></math></mjx-assistive-mml></mjx-container>"#,
        "E=mc^2",
    ),
    generator(
        "MathJax 4, rendered",
        "",
        r#"<mjx-container class="MathJax" jax="SVG" overflow="overflow"><svg xmlns="http://www.w3.org/2000/svg"><g data-mml-node="math" data-latex="E = m c^2"><text>E</text></g></svg><mjx-assistive-mml><math data-latex="E = m c^2"><mi data-latex="E">E</mi><mo>=</mo><mi>m</mi><msup><mi>c</mi><mn>2</mn></msup></math></mjx-assistive-mml></mjx-container>"#,
        "E=mc^2",
    ),
    generator(
        "MediaWiki, MathML",
        "",
        r#"<span class="mwe-math-element"><span class="mwe-math-mathml-inline mwe-math-mathml-a11y" style="display: none;"><math alttext="{\displaystyle E=mc^{2}}"><semantics><mrow class="MJX-TeXAtom-ORD"><mi>E</mi></mrow><annotation encoding="application/x-tex">{\displaystyle E=mc^{2}}</annotation></semantics></math></span><img src="/svg/9f73" class="mwe-math-fallback-image-inline" aria-hidden="true" style="vertical-align: -0.3ex;" alt="{\displaystyle E=mc^{2}}"></span>"#,
        "E=mc^{2}",
    ),
    generator(
        "MediaWiki, texvc",
        "",
        r#"<img class="mwe-math-fallback-image-inline tex" alt="E=mc^2" src="/math/a/b/c.png">"#,
        "E=mc^2",
    ),
    generator(
        "Asciidoctor",
        "<script>MathJax = {tex: {inlineMath: [['\\\\(', '\\\\)']]}}</script>",
        r"\(E = mc^2\)",
        "E = mc^2",
    ),
    generator(
        "Asciidoctor, AsciiMath",
        "<script>MathJax = {loader: {load: ['input/asciimath']}, asciimath: {delimiters: [['\\\\$', '\\\\$']]}}</script>",
        r"\$E = mc^2\$",
        "E = mc^2",
    ),
    generator(
        "nbconvert",
        "<script src=https://cdn.example.org/mathjax/2.7.7/latest.js?config=TeX-AMS_CHTML-full></script><script type=text/x-mathjax-config>MathJax.Hub.Config({tex2jax: {inlineMath: [ ['$','$'] ]}})</script>",
        "$E = mc^2$",
        "E = mc^2",
    ),
    display(
        "nbconvert, environment",
        MATHJAX,
        r"\begin{align}E &amp;= mc^2\end{align}",
        r"\begin{align}E &= mc^2\end{align}",
    ),
    generator(
        "Doxygen",
        "",
        r#"<img class="formulaInl" alt="$E = mc^2$" src="form_0.png" width="9" height="8"/>"#,
        "E = mc^2",
    ),
    generator("arithmatex", MATHJAX, r#"<span class="arithmatex">\(E = mc^2\)</span>"#, "E = mc^2"),
    generator("LaTeX2HTML", "", r#"<img width="59" height="18" src="img1.png" alt="$E=mc^2$">"#, "E=mc^2"),
    generator(
        "Temml",
        "",
        r#"<math class="tml-inline"><semantics><mrow><mi>E</mi><mo>=</mo><mi>m</mi></mrow><annotation encoding="application/x-tex">E=m</annotation></semantics></math>"#,
        "E=m",
    ),
    generator(
        "jsMath of Zhihu",
        "",
        r#"<span class="ztext-math" data-eeimg="1" data-tex="E=mc^2"><span></span><span>E=mc2</span></span>"#,
        "E=mc^2",
    ),
];

#[test]
fn formulas_of_generators_are_found_once() {
    let mut analyzer = Analyzer::default();
    for Generator { name, head, formula, text, is_display } in GENERATORS {
        let html = format!("<head>{head}</head><p>Its energy is {formula}, {REST}</p><p>And so on.</p>");
        let page = analyzer.analyze(html.as_bytes()).unwrap();
        let block = page.block(0).unwrap();
        assert_eq!(block.text().matches(text).count(), 1, "{name}: {}", block.text());
        assert!(block.text().starts_with("Its energy is ") && block.text().ends_with(REST), "{name}: {}", block.text());
        let annotations = page.annotations();
        let [annotation] = &annotations[..] else { panic!("{name}: {annotations:?}") };
        let expected = if *is_display { AnnotationType::DisplayFormula } else { AnnotationType::Formula };
        assert_eq!((annotation.text(), annotation.annotation_type()), (*text, expected), "{name}");
        let around = &html[..annotation.source().start];
        assert!(around.contains("Its energy is ") && !around.contains("everybody"), "{name}");
        let mark = if *is_display { "$$" } else { "$" };
        let markdown = page.markdown(&MarkdownOptions::default()).into_text();
        assert!(markdown.starts_with(&format!("Its energy is {mark}{text}{mark}, {REST}")), "{name}: {markdown}");
    }
}
