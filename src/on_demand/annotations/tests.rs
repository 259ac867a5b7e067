use crate::{Analyzer, AnnotationType, MarkdownOptions, Options};

/// For each annotation its type, what it is of in the text, and its own text.
fn annotations(html: &str) -> Vec<String> {
    let mut analyzer = Analyzer::new(Options::default());
    let page = analyzer.analyze(html.as_bytes()).unwrap();
    let described = page.annotations().into_iter().map(|found| {
        let block = page.block(found.block()).unwrap();
        let (range, source) = (found.text_range(), found.source());
        assert!(block.text_range().start <= range.start && range.end <= block.text_range().end, "{html}");
        assert!(source.start < source.end && source.end <= html.len(), "{html}");
        format!("{} {}|{}", found.annotation_type(), &page.text()[range], found.text())
    });
    described.collect()
}

#[test]
fn readings_stand_beside_their_bases() {
    for (html, expected) in [
        ("<p>その<ruby>地震<rp>(</rp><rt>じしん</rt><rp>)</rp></ruby>が", &["reading 地震|じしん"][..]),
        // Without end tags and rp, character by character.
        ("<p><ruby>漢<rt>かん<rt hidden></rt>字<rt>じ</ruby>だ", &["reading 漢|かん", "reading 字|じ"]),
        ("<p><ruby>北<rt>ㄅㄟˇ</rt>京<rt>ㄐㄧㄥ</rt></ruby>", &["reading 北|ㄅㄟˇ", "reading 京|ㄐㄧㄥ"]),
        // Pairs of rb and rt, one rt for both, and rtc.
        ("<ruby><rb>東</rb><rb>京</rb><rt>とう</rt><rt>きょう</rt></ruby>", &["reading 東|とう", "reading 京|きょう"]),
        ("<ruby><rb>今</rb><rb>日</rb><rt>きょう</rt></ruby>", &["reading 今日|きょう"]),
        (
            "<ruby>東京<rt>とうきょう</rt><rtc>capital <i>city</i></rtc></ruby>に",
            &["reading 東京|とうきょう", "reading 東京|capital city"],
        ),
        (
            "<ruby><rb>東</rb><rb>京</rb><rtc><rt>とう</rt><rt>きょう</rt></rtc><rtc>Tokyo</rtc></ruby>",
            &["reading 東京|Tokyo", "reading 東|とう", "reading 京|きょう"],
        ),
        (
            "<ruby><ruby>攻<rt>こう</rt>殻<rt>かく</rt></ruby><rt>Ghost in the Shell</rt></ruby>",
            &["reading 攻殻|Ghost in the Shell", "reading 攻|こう", "reading 殻|かく"],
        ),
        ("<p><ruby><a href=/x>大<b>阪</b></a> <rt>&#12362;おさか\n</rt></ruby>", &["reading 大阪|おおさか"]),
        ("<p>Zo&euml; &amp; <ruby>caf&eacute;<rt>ka&#102;e</rt></ruby> open", &["reading café|kafe"]),
        // No base, no reading, no ruby.
        ("<ruby><rt>じしん</rt></ruby><p>text", &[]),
        ("<ruby>地震<rt> </rt><rp>x</rp></ruby>", &[]),
        ("<p>a<rt>b</rt>c<rtc>d", &[]),
        ("<ruby hidden>地震<rt>じしん</rt></ruby>", &["reading 地震|じしん"]),
    ] {
        assert_eq!(annotations(html), expected, "{html}");
    }
}

#[test]
fn formulas_lead_to_their_elements() {
    let html = "<p>is <math display=block><mi>x</mi><mo>=</mo><mn>2</mn></math> or <img alt='$y^3$'>.";
    let mut analyzer = Analyzer::new(Options::default());
    let page = analyzer.analyze(html.as_bytes()).unwrap();
    let [first, second] = &page.annotations()[..] else { panic!() };
    assert_eq!((first.annotation_type(), first.text()), (AnnotationType::DisplayFormula, "x=2"));
    assert!(html[first.source()].starts_with("<math ") && html[first.source()].ends_with("</math>"));
    assert_eq!((second.annotation_type(), second.text()), (AnnotationType::Formula, "y^3"));
    assert_eq!(&html[second.source()], "<img alt='$y^3$'>");
}

const MATHJAX: &str = "<script src='https://cdn.example.org/mathjax@3/es5/tex-mml-chtml.js'></script>";
const DOLLARS: &str = "<script>MathJax = {tex: {inlineMath: [['$', '$'], ['\\\\(', '\\\\)']]}}</script>";

#[test]
fn formulas_that_a_script_draws_stay_as_they_stand() {
    let html = format!(
        "{DOLLARS}<p>Let \\(a &lt; b\\) and $c_1$, so\n\\[ x\n = 2. \\]<p><code>\\(no\\)</code> is $5&nbsp;or $6.<pre>$$no$$</pre>"
    );
    let expected = [r"formula \(a < b\)|a < b", "formula $c_1$|c_1", r"display-formula \[ x = 2. \]|x = 2."];
    assert_eq!(annotations(&html), expected);
    // No script draws them.
    assert!(annotations(r"<p>Let \(a\) and $c$").is_empty());
    assert!(annotations(&format!("{MATHJAX}<p>from $5 to $6, $x$")).is_empty());
}

#[test]
fn markdown_has_them_between_dollar_signs() {
    let rest = "and so the sentence goes on for a while, until it has words enough to be main text of this page.";
    for (html, expected) in [
        (r"Let \(a_1 * b_1 * c\) be, ", r"Let $a_1 * b_1 * c$ be, "),
        (r"Let\[x^2\]be, ", r"Let$$x^2$$be, "),
        (r"Let $$x_1 [y](z)$$ be ", r"Let $$x_1 [y] (z)$$ be "),
        (r"\begin{align}a&amp;=b\\ c&amp;=d\end{align}", r"$$\begin{align}a&=b\\ c&=d\end{align}$$"),
        (r"A \(b\), a \\(c\\), ", r"A b, a \\\\(c\\\\), "),
    ] {
        let html = format!("{MATHJAX}<p>{html}{rest}");
        let mut analyzer = Analyzer::new(Options::default());
        let page = analyzer.analyze(html.as_bytes()).unwrap();
        assert_eq!(page.markdown(&MarkdownOptions::default()).text(), format!("{expected}{rest}\n"), "{html}");
        assert!(page.plain_text() == page.main_text().text(), "{html}");
    }
}

#[test]
fn hostile_ruby_takes_linear_time() {
    let long = "<rt>x".repeat(20_000);
    for part in ["<ruby>", "<ruby>x", "<ruby>x<rt>", "<ruby><rt>x", "<rtc><rt>x", "<ruby>x<rtc>", "<rb>x<rt>y"] {
        annotations(&part.repeat(5_000));
        annotations(&format!("{}<ruby>{long}", part.repeat(2_000)));
    }
    annotations(&format!("<ruby>{}{long}", "<rb>x".repeat(20_000)));
}
