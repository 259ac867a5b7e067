//! Data that pages declare: JSON-LD, microdata and RDFa Lite as one table, and the authors and headline that follow.

use blockmask::{Analyzer, EntityProperty, Fact, FactOptions, FactOrigin, Input, Options, PageFacts};
use std::fmt::Write;

fn facts(html: &str) -> PageFacts {
    let mut analyzer = Analyzer::new(Options::default());
    let mut options = FactOptions::default();
    options.properties = true;
    let input = Input::new(html.as_bytes()).address("https://example.org/a/b.html");
    analyzer.analyze_input(input).expect("a small page").facts(&options)
}

/// The table as lines, after a check of the ranges.
fn table(html: &str) -> Vec<String> {
    let properties = facts(html).properties;
    assert!(properties.iter().all(|property| property.source.end <= html.len()));
    properties.iter().map(row).collect()
}

fn row(property: &EntityProperty) -> String {
    let EntityProperty { entity, object_type, path, value, origin, .. } = property;
    format!("{entity} {object_type} {path}: {value} ({origin})")
}

#[test]
fn json_ld_as_a_table() {
    let html = r#"<script type="application/ld+json">{"@context": {"name": "x"}, "@type": ["Product", "Thing"],
        "name": "Fish &amp; \u0043hips", "sizes": ["S", "M"], "inStock": true, "gone": null,
        "offers": {"@type": "Offer", "price": 12.50, "seller": {"@type": "Person", "name": "Ann"}}}</script><p>x"#;
    assert_eq!(
        table(html),
        [
            "0 Product Thing name: Fish & Chips (json-ld)",
            "0 Product Thing sizes: S (json-ld)",
            "0 Product Thing sizes: M (json-ld)",
            "0 Product Thing inStock: true (json-ld)",
            "0 Offer offers.price: 12.50 (json-ld)",
            "0 Person offers.seller.name: Ann (json-ld)",
        ]
    );
    let price = &facts(html).properties[4];
    assert_eq!(&html[price.source.clone()], "12.50");
}

#[test]
fn graphs_and_arrays_are_entities_of_their_own() {
    let html = r#"<script type="application/ld+json">{"@graph": [{"@type": "A", "name": "one"},
        {"@type": "B", "name": {"@value": "two", "@language": "en"}}]}</script>
        <script type="application/ld+json">[{"name": "three"}, {"list": {"@list": [4, 5]}}]</script><p>x"#;
    assert_eq!(
        table(html),
        [
            "0 A name: one (json-ld)",
            "1 B name: two (json-ld)",
            "1  name.@language: en (json-ld)",
            "2  name: three (json-ld)",
            "3  list: 4 (json-ld)",
            "3  list: 5 (json-ld)",
        ]
    );
}

#[test]
fn microdata_as_a_table() {
    let html = r##"<div itemscope itemtype="https://schema.org/Recipe" itemref="more none">
        <h2 itemprop="name">Bread &amp; butter</h2><meta itemprop="yield" content="2"><img itemprop="image" src="b.jpg">
        <a itemprop="url sameAs" href="/r?a=1&amp;b=2">link</a><time itemprop="cookTime" datetime="PT1H">an hour</time>
        <div itemprop="author" itemscope itemtype="https://schema.org/Person"><div itemprop="name"><p>Ann</p><p>Sm<i>ith</i></div></div>
        <span itemprop="price" content="1.5">1,50</span></div>
        <p id="more">Serves <data itemprop="serves" value="4">four</data></p>
        <p itemprop="lost">outside</p>"##;
    assert_eq!(
        table(html),
        [
            "0 https://schema.org/Recipe name: Bread & butter (microdata)",
            "0 https://schema.org/Recipe yield: 2 (microdata)",
            "0 https://schema.org/Recipe image: https://example.org/a/b.jpg (microdata)",
            "0 https://schema.org/Recipe url: https://example.org/r?a=1&b=2 (microdata)",
            "0 https://schema.org/Recipe sameAs: https://example.org/r?a=1&b=2 (microdata)",
            "0 https://schema.org/Recipe cookTime: PT1H (microdata)",
            "0 https://schema.org/Person author.name: Ann Smith (microdata)",
            "0 https://schema.org/Recipe price: 1.5 (microdata)",
            "0 https://schema.org/Recipe serves: 4 (microdata)",
        ]
    );
    let serves = facts(html).properties.pop().unwrap();
    assert_eq!(&html[serves.source], "4");
}

#[test]
fn rdfa_lite_as_a_table() {
    let html = r##"<meta property="og:title" content="no entity"><div vocab="https://schema.org/" typeof="Event">
        <span property="name">Fair</span> in <span property="location" typeof="Place"><b property="name">Bonn</b></span>
        </div>"##;
    assert_eq!(table(html), ["0 Event name: Fair (rdfa)", "0 Place location.name: Bonn (rdfa)"]);
}

#[test]
fn properties_are_found_only_if_asked_for() {
    let html = "<p itemscope><b itemprop=name>Ann</b>";
    let mut analyzer = Analyzer::new(Options::default());
    let facts = analyzer.analyze(html.as_bytes()).unwrap().facts(&FactOptions::default());
    assert_eq!((facts.properties.len(), table(html).len()), (0, 1));
}

/// An item that others refer to is the value of the first of them, and nothing else; what has no name stays an entity.
#[test]
fn items_that_others_refer_to_are_listed_once() {
    let html = "<div itemscope itemtype=A itemref='x x y'><b itemprop=n>1</b></div>
        <div itemscope itemtype=B itemref='y x'><b itemprop=n>2</b></div>
        <div id=x itemprop=author itemscope itemtype=P><b itemprop=name>Pat</b></div>
        <div id=y><i itemprop=k>v</i><div itemscope itemtype=Q><b itemprop=name>Quinn</b></div></div>";
    let expected = [
        "0 A n: 1 (microdata)",
        "1 B n: 2 (microdata)",
        "0 P author.name: Pat (microdata)",
        "2 Q name: Quinn (microdata)",
        "0 A k: v (microdata)",
        "1 B k: v (microdata)",
    ];
    assert_eq!(table(html), expected);
    // A chain of items, the last of them first: no path is longer than the limit.
    let mut chain = String::from("<p id=i0 itemscope itemprop=x><b itemprop=v>0</b></p>");
    (1..100).for_each(|i| _ = write!(chain, "<p id=i{i} itemscope itemprop=x itemref=i{}></p>", i - 1));
    let properties = facts(&chain).properties;
    assert_eq!(properties.len(), 1);
    assert!((3..=17).contains(&properties[0].path.split('.').count()), "{}", properties[0].path);
}

#[test]
fn references_in_circles_end() {
    for html in [
        "<div itemscope itemref=a id=a itemprop=x><b itemprop=n>1</b></div>",
        "<div id=a itemscope itemref=b itemprop=x><b itemprop=n>1</b></div><div id=b itemscope itemref=a itemprop=y></div>",
        "<div itemscope itemref='a b'></div><p id=a itemscope itemprop=x itemref=b></p><p id=b itemscope itemprop=y itemref=a>",
    ] {
        assert!(table(html).len() <= 4, "{html}");
    }
    let mut many = String::from("<p itemscope itemref='");
    (0..3_000).for_each(|i| _ = write!(many, "i{} ", i % 7));
    many.push_str("'></p>");
    (0..3_000).for_each(|i| _ = write!(many, "<p id=i{i} itemscope itemprop=x itemref=i{}>{i}</p>", (i + 1) % 3_000));
    assert!(table(&many).len() < 100);
}

#[test]
fn deep_and_broken_data_is_bounded() {
    let script = |json: &str| format!("<script type=application/ld+json>{json}</script><p>x");
    let deep = script(&(r#"{"a":"#.repeat(100_000) + "1" + &"}".repeat(100_000)));
    assert!(table(&deep).is_empty());
    let nested = "<p itemscope itemprop=x><b itemprop=y>1</b>".replace("p ", "div ").repeat(5_000);
    assert!(table(&nested).len() <= 16, "deeper objects are left out");
    for json in
        ["{", "}{\"a\":1", r#"{"a":"b"#, r#"{"a":1e999,"a":2}"#, r#"{"a":-}"#, r#"{"a":tru}"#, r#"{"":3}"#, "[[[["]
    {
        table(&script(json));
    }
    assert_eq!(table(&script(r#"{"a":1e999,"a":2}"#)), ["0  a: 1e999 (json-ld)", "0  a: 2 (json-ld)"]);
    let wide = "<div itemprop=a>".repeat(3_000);
    let wide = format!("<div itemscope>{wide}{}", "word ".repeat(2_000));
    let bytes: usize = facts(&wide).properties.iter().map(|property| property.value.len()).sum();
    assert!(bytes < 400 * wide.len(), "the budget of an output");
}

fn names(facts: &PageFacts) -> Vec<(&str, FactOrigin)> {
    facts.authors.iter().map(|author| (author.value.as_str(), author.origin)).collect()
}

fn article(head: &str, byline: &str) -> String {
    let text =
        "Rain fell on the city all night, and in the morning the streets were full of water that no one expected. ";
    format!(
        "<title>Rain in the city</title>{head}<main><h1>Rain in the city</h1>{byline}<p>{0}</p><p>{0}</p><p>{0}</p></main>",
        text.repeat(2)
    )
}

#[test]
fn authors_by_what_the_page_declares() {
    let json = |author: &str| {
        let head = format!(
            r#"<script type="application/ld+json">{{"@type":"NewsArticle","author":{author}}}</script>
            <meta property="og:site_name" content="The Daily">"#
        );
        facts(&article(&head, "<p>By Bob Brown</p>"))
    };
    let ann = [("Ann Smith", FactOrigin::JsonLd)];
    assert_eq!(names(&json(r#""Ann Smith""#)), ann);
    assert_eq!(names(&json(r#"{"@type":"Person","name":"Ann Smith"}"#)), ann);
    let two = [ann[0], ("Eve Jones", FactOrigin::JsonLd)];
    assert_eq!(names(&json(r#"[{"name":"Ann Smith"},{"name":"Eve Jones"},{"name":"ANN SMITH"}]"#)), two);
    // The site is no author if the byline names one.
    assert_eq!(names(&json(r#"{"@type":"Organization","name":"The Daily"}"#)), [("Bob Brown", FactOrigin::Visual)]);
    let meta = article("<meta name=author content='Smith, Ann'>", "");
    assert_eq!(names(&facts(&meta)), [("Smith, Ann", FactOrigin::Meta)]);
}

#[test]
fn authors_by_what_readers_see() {
    let shown = |byline: &str| {
        let html = article("", byline);
        let facts = facts(&html);
        let is_range = |fact: &&Fact| !html[fact.source.clone()].is_empty();
        facts.authors.iter().filter(is_range).map(|fact| fact.value.clone()).collect::<Vec<_>>().join("; ")
    };
    for (byline, names) in [
        ("<p>By Ann Smith</p>", "Ann Smith"),
        ("<p>By <a href=/x>Ann Smith</a> and <a href=/y>Bob Brown</a> in Bonn</p>", "Ann Smith; Bob Brown"),
        ("<p>Von Anna Schmidt, Redakteurin</p>", "Anna Schmidt"),
        ("<p>Par Jean Dupont et Marie Curie | 3 mai 2024</p>", "Jean Dupont; Marie Curie"),
        ("<div class=byline>Ann Smith</div>", "Ann Smith"),
        ("<p><span class=autor>Jan Novák</span> <time>2024</time></p>", "Jan Novák"),
        ("<p><a rel=author href=/people/ann>annsmith</a></p>", "annsmith"),
        ("<p><a href=/author/ann-smith/>Ann Smith</a></p>", "Ann Smith"),
        ("<p itemprop=author itemscope><span itemprop=name>Ann Smith</span>, editor</p>", "Ann Smith"),
        ("<p>Автор: Анна Иванова</p>", "Анна Иванова"),
        ("<p>作者：王小明</p>", "王小明"),
        ("<span>By</span><div>Ann Smith</div>", "Ann Smith"),
        ("<p>di Anna Bianchi<br>3 maggio 2024</p>", "Anna Bianchi"),
        ("<p>3 May 2024 by Ann Smith | 5 min read</p>", "Ann Smith"),
        ("<p>03.05.2024 14:30 | Von Anna Schmidt</p>", "Anna Schmidt"),
        ("<p>来源：日报 作者：王小明</p>", "王小明"),
        ("<p>記者王小明／台北報導</p>", "王小明"),
        ("<p>记者 王小明 编辑 李芳</p>", "王小明"),
        ("<span class='author vcard'><a class='url fn n' href=/author/jo-b>jo.brook</a></span>", "jo.brook"),
        ("<p>2024年5月3日 记者 王小明</p>", "王小明"),
        ("<p>文／王小明 攝影／李大同</p>", "王小明"),
        ("<p>โดย สมชาย ใจดี</p>", "สมชาย ใจดี"),
        ("<p>김영희 기자 kim@example.kr</p>", "김영희"),
        ("<p>Της Μαρίας Νικολάου</p>", "Μαρίας Νικολάου"),
        ("<p>بقلم سارة حسن</p>", "سارة حسن"),
        ("<p>Text: Von Anna Schmidt</p>", "Anna Schmidt"),
        ("<p>Words by Ann Smith</p>", "Ann Smith"),
        ("<p>Text von Anna Schmidt Fotos: Max Berg</p>", "Anna Schmidt"),
        ("<p>Teksti: Anna Virtanen Kuvat: Matti Laine</p>", "Anna Virtanen"),
        ("<p>文・佐藤花子 写真・山田太郎</p>", "佐藤花子"),
        ("<p>Von unserer Korrespondentin Anna Schmidt</p>", "Anna Schmidt"),
        ("<p>By our roving correspondent Ann Smith</p>", "Ann Smith"),
        ("<p>Von unseren Lesern gewünscht</p>", ""),
        ("<p>記者会見の様子を伝える</p>", ""),
        ("<p>시민기자 모집 안내</p>", ""),
        ("<p>Tested by: Ann Smith Price: 20</p>", ""),
        ("<p>By the way, this is no byline at all</p>", ""),
        ("<p>By 2024 it was over</p>", ""),
        ("<aside><p>By Bob Brown</p></aside>", ""),
        ("<p>By Ann Smith Updated Sep 5, 2024</p>", "Ann Smith"),
        ("<p>Von Anna Schmidt am 3. Mai 2024</p>", "Anna Schmidt"),
        ("<p>Ann Smith - 3 May 2024</p>", "Ann Smith"),
        ("<p>3 May 2024 · Ann Smith · 4 min read</p>", "Ann Smith"),
        ("<p>Anna van Dijk</p><p>Bijgewerkt op 3 mei 2024</p>", "Anna van Dijk"),
        ("<p>3 May 2024</p><p>Ann Smith,Correspondent, Bonn</p>", "Ann Smith"),
        ("<p>3 May 2024 | Anne-Marie Smith | Bonn</p>", "Anne-Marie Smith"),
        ("<p>Bonn | Anne-Marie Smith - 3 May 2024</p>", "Anne-Marie Smith"),
        ("<p>Bonn, 3 May 2024</p>", ""),
        ("<p>City Life - 3 May 2024</p><p>Life in the city is loud.</p>", ""),
        ("<p><a href=/b>Boats</a></p><p>Boats Bonn | 3 May 2024</p>", ""),
        ("<p>PRESS RELEASE | 3 May 2024</p>", ""),
        ("<p>Ann Smith - 4 hours ago</p>", "Ann Smith"),
        ("<p>Anna Schmidt · vor 2 Tagen</p>", "Anna Schmidt"),
        ("<p>Rain Warning - 4 hours of it</p>", ""),
        // A date is no name.
        ("<p class=byline>December 3, 2024</p>", ""),
        ("<p class=byline-date>Dez 3rd 2024 1:01PM</p><p>By Ann Smith</p>", "Ann Smith"),
        ("<p class=byline>By SEPT. 3, 2024</p>", ""),
        ("<p class=byline>By May Brown Sept. 3, 2024</p>", "May Brown"),
        (
            "<p class=byline>By Ann Smith and <a href=/x>Bob Brown</a><time>SEPT. 3, 2024</time></p>",
            "Ann Smith; Bob Brown",
        ),
        // Buttons, notes and names of countries are no labels.
        ("<button>Text</button><div>Size</div>", ""),
        ("<p>Text Size</p>", ""),
        ("<p>Story Continued Below</p>", ""),
        ("<ul><li>DE</li></ul><p>Now Reading</p>", ""),
        // The element inside marks the name, the one around it a role, too.
        ("<div class=author><a href=/author/ann>Ann Smith</a> <b>Senior Editor</b></div>", "Ann Smith"),
        ("<div class=author><a href=/author/ann>Ann Smith</a> and Bob Brown</div>", "Ann Smith; Bob Brown"),
        (
            "<div class=byline><p itemprop=author itemscope><i itemprop=name>Ann Smith</i></p> Reporter</div>",
            "Ann Smith",
        ),
        // The authors of other articles.
        (
            "<p itemprop=author>Ann Smith</p><div itemscope><b>Snow</b> <i itemprop=author>Bob Brown</i></div>",
            "Ann Smith",
        ),
        ("<h5>11/28/2024 11:00 AM PST BY ANN SMITH</h5>", "ANN SMITH"),
        ("<aside><p>By Ann Smith</p><p>3 May 2024</p></aside>", "Ann Smith"),
        ("<footer><p>By Ann Smith</p><p>10/04/16 05:07 AM</p></footer>", "Ann Smith"),
    ] {
        assert_eq!(shown(byline), names, "{byline}");
    }
}

#[test]
fn sources_that_agree_are_more_certain() {
    let confidence = |html: &str| facts(html).authors[0].confidence.unwrap();
    let alone = confidence(&article("", "<p>By Ann Smith</p>"));
    let both = confidence(&article("<meta name=author content='Ann Smith'>", "<p>By Ann Smith</p>"));
    assert!(0.5 < alone && alone < both && both < 1.0);
}

#[test]
fn headlines() {
    let html = article("", "");
    let headline = facts(&html).headline.unwrap();
    assert_eq!((headline.value.as_str(), &html[headline.source]), ("Rain in the city", "Rain in the city"));
    assert!(headline.confidence.unwrap() > 0.9);
    assert_eq!(facts("<p>Rain fell.").headline, None);
}

#[test]
fn a_site_is_no_second_author() {
    let head = "<meta property=og:site_name content='Daily Rain'>";
    let html = article(head, "<p>By <a href=/x>Ann Smith</a> and <a href=/y>Daily Rain</a></p>");
    assert_eq!(names(&facts(&html)), [("Ann Smith", FactOrigin::Visual)]);
    assert_eq!(names(&facts(&article(head, "<p>By Daily Rain</p>"))), [("Daily Rain", FactOrigin::Visual)]);
}

#[test]
fn headlines_without_what_else_stands_in_the_heading() {
    let text = "Rain fell on the city all day, and nobody could say when it would stop or where the water should go.";
    let read = |title: &str, head: &str, h1: &str| {
        let html = format!(
            "<title>{title}</title>{head}<body><a href=/>Daily Rain</a><main>{h1}<p>{text}</p><p>{text} So they said.</p></main>"
        );
        let headline = facts(&html).headline.unwrap();
        (headline.value.clone(), html[headline.source].to_string())
    };
    let title = "Rain in the old city";
    for h1 in [
        "<h1><span class=k>Weather</span> Rain in the old city</h1>",
        "<h1>Weather<br>Rain in the old city</h1>",
        "<h1>Rain in the old city <small>It fell all day and night</small></h1>",
        "<h1>Rain in the old city - Daily Rain</h1>",
        "<h1>Daily Rain | Rain in the old city</h1>",
    ] {
        assert_eq!(read(&format!("{title} - Daily Rain"), "", h1), (title.into(), title.into()), "{h1}");
    }
    let preview = "<meta property=og:title content='Rain in the old city'>";
    assert_eq!(read("Daily Rain", preview, "<h1><em>Weather</em> <b>Rain in the old city</b></h1>").0, title);
    for whole in ["Rain: the old city", "Rain - the old city"] {
        assert_eq!(read(&format!("{whole} - Daily Rain"), "", &format!("<h1>{whole}</h1>")).0, whole);
    }
    let lines = "<h1>Rain in the old city<br>goes on</h1>";
    assert_eq!(read("Rain in the old city goes on | Daily Rain", "", lines).0, "Rain in the old city goes on");
}
