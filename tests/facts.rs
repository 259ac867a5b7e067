//! What pages say about themselves: one small page for each rule. docs/facts.md says who documents each.

use blockmask::{
    Analyzer, ExclusionRule, ExclusionScope, FactOptions, FactOrigin, ImagePreview, Input, Options, PageFacts, Purpose,
    RobotsRules, Rules,
};

/// The facts of a page from `https://example.org/a/b.html`.
fn facts_with(html: &str, options: &FactOptions<'_>) -> PageFacts {
    let mut analyzer = Analyzer::new(Options::default());
    let input = Input::new(html.as_bytes()).address("https://example.org/a/b.html");
    analyzer.analyze_input(input).expect("a small page").facts(options)
}

fn facts(html: &str) -> PageFacts {
    facts_with(html, &FactOptions::default())
}

/// The names of the rules of a page, which may name the directives of one crawler.
fn rules(html: &str, agents: &[&str]) -> Vec<&'static str> {
    let mut options = FactOptions::default();
    options.agents = agents;
    facts_with(html, &options).robots.rules.names().collect()
}

fn header_rules(header: &str, agents: &[&str]) -> Vec<&'static str> {
    let mut options = FactOptions::default();
    (options.x_robots_tag, options.agents) = (header, agents);
    facts_with("<p>x", &options).robots.rules.names().collect()
}

#[test]
fn robots_directives_of_all_names() {
    for (content, expected) in [
        ("noindex", &["noindex"][..]),
        ("nofollow", &["nofollow"]),
        ("NoIndex , NOFOLLOW", &["noindex", "nofollow"]),
        ("none", &["noindex", "nofollow"]),
        ("all", &[]),
        ("index, follow", &[]),
        ("nosnippet", &["nosnippet"]),
        ("noarchive", &["noarchive"]),
        ("nocache", &["noarchive"]),
        ("noimageindex", &["noimageindex"]),
        ("notranslate", &["notranslate"]),
        ("noindex, indexifembedded", &["noindex", "indexifembedded"]),
        ("no index, noindexing", &[]),
    ] {
        assert_eq!(rules(&format!("<meta name=Robots content='{content}'><p>x"), &[]), expected, "{content}");
    }
}

#[test]
fn the_most_restrictive_directive_counts() {
    assert_eq!(rules("<meta name=robots content='index,follow'><meta name=robots content=noindex>", &[]), ["noindex"]);
    assert_eq!(rules("<meta name=robots content='all, noindex'>", &[]), ["noindex"]);
    let both = facts("<meta name=robots content='max-snippet:50, nosnippet'>").robots;
    assert_eq!((both.max_snippet, both.rules.names().collect()), (Some(0), vec!["nosnippet"]));
    let sizes = "<meta name=robots content='max-snippet:50,max-image-preview:large,max-video-preview:9'>
        <meta name=robots content='max-snippet:20,max-image-preview:standard,max-video-preview:-1'>";
    let robots = facts(sizes).robots;
    assert_eq!(robots.max_snippet, Some(20));
    assert_eq!(robots.max_image_preview, Some(ImagePreview::Standard));
    assert_eq!(robots.max_video_preview, Some(9));
}

#[test]
fn limits_of_snippets() {
    let max = |content: &str| facts(&format!("<meta name=robots content='{content}'>")).robots.max_snippet;
    assert_eq!(max("max-snippet:50"), Some(50));
    assert_eq!(max("max-snippet: 50"), Some(50));
    assert_eq!(max("max-snippet:-1"), None);
    for wrong in ["max-snippet", "max-snippet:", "max-snippet:x", "max-snippet:99999999999"] {
        assert_eq!(max(wrong), None, "{wrong}");
    }
    let zero = facts("<meta name=robots content='max-snippet:0'>").robots;
    assert_eq!(zero.rules.names().collect::<Vec<_>>(), ["nosnippet"]);
}

#[test]
fn directives_for_one_crawler() {
    let page =
        "<meta name=robots content=nofollow><meta name=googlebot content=noindex><meta name=bingbot content=noarchive>";
    assert_eq!(rules(page, &[]), ["nofollow"]);
    assert_eq!(rules(page, &["Googlebot"]), ["noindex", "nofollow"]);
    assert_eq!(rules(page, &["googlebot", "bingbot"]), ["noindex", "nofollow", "noarchive"]);
    assert_eq!(rules("<meta name=ourbot content=noindex>", &["ourbot"]), ["noindex"]);
    let all = facts(page).robots.directives;
    let agents: Vec<_> = all.iter().map(|directive| (directive.agent.as_str(), directive.applies)).collect();
    assert_eq!(agents, [("robots", true), ("googlebot", false), ("bingbot", false)]);
    assert_eq!(&page[all[1].source.clone().unwrap()], "noindex");
}

#[test]
fn directives_for_several_crawlers_in_one_element() {
    let page = "<meta name='googlebot, OtherBot , examplebot' content='noindex, nofollow'>";
    assert_eq!(rules(page, &[]), [""; 0]);
    assert_eq!(rules(page, &["examplebot"]), ["noindex", "nofollow"]);
    assert_eq!(rules("<meta name='robots,googlebot' content=noarchive>", &[]), ["noarchive"]);
    assert_eq!(rules("<meta name='keywords, author' content=noindex>", &["googlebot"]), [""; 0]);
    let directives = facts(page).robots.directives;
    let agents: Vec<_> = directives.iter().map(|directive| directive.agent.as_str()).collect();
    assert_eq!(agents, ["googlebot", "googlebot"]);
    assert_eq!(&page[directives[1].source.clone().unwrap()], "noindex, nofollow");
}

#[test]
fn a_crawler_is_known_by_its_name_without_the_version() {
    let page = "<meta name=examplebot content=noindex>";
    for agent in ["ExampleBot/2.1", "examplebot/2.1 (+https://example.org/bot)", "examplebot"] {
        assert_eq!(rules(page, &[agent]), ["noindex"], "{agent}");
    }
    assert_eq!(rules(page, &["example/2.1"]), [""; 0]);
    assert_eq!(header_rules("examplebot: noindex", &["ExampleBot/2.1"]), ["noindex"]);
}

#[test]
fn directives_in_headers() {
    assert_eq!(header_rules("noindex", &[]), ["noindex"]);
    assert_eq!(header_rules("noindex, nofollow\nnoarchive", &[]), ["noindex", "nofollow", "noarchive"]);
    let agents = "googlebot: nofollow\notherbot: noindex, nofollow";
    assert_eq!(header_rules(agents, &[]), [""; 0]);
    assert_eq!(header_rules(agents, &["googlebot"]), ["nofollow"]);
    assert_eq!(header_rules("googlebot: nofollow, otherbot: noindex", &["otherbot"]), ["noindex"]);
    let mut among_others = FactOptions::default();
    among_others.headers = "Server: a\nX-Robots-Tag: noindex";
    assert!(facts_with("<p>x", &among_others).robots.rules.contains(RobotsRules::NOINDEX));
    assert_eq!(
        rules("<meta name=robots content='noindex nofollow; noarchive'>", &[]),
        ["noindex", "nofollow", "noarchive"]
    );
    let mut options = FactOptions::default();
    options.x_robots_tag = "max-snippet:20, unavailable_after: Tue, 25 May 2010 21:42:43 GMT, noarchive";
    let robots = facts_with("<meta name=robots content='max-snippet:50'>", &options).robots;
    assert_eq!(robots.max_snippet, Some(20));
    assert_eq!(robots.unavailable_after.as_deref(), Some("2010-05-25T21:42:43Z"));
    assert_eq!(robots.rules.names().collect::<Vec<_>>(), ["noarchive"]);
    assert!(
        robots.directives.iter().all(|directive| directive.source.is_some() == (directive.origin.name() == "meta"))
    );
}

#[test]
fn directives_without_commas() {
    for content in [
        "noindex max-snippet:20 noarchive",
        "noindex; max-snippet: 20; noarchive",
        "noindex\nmax-snippet :20\tnoarchive",
        "noindex,&nbsp;max-snippet:20;noarchive",
        "NOINDEX ;; , max-snippet:20 max-image-preview:large noarchive ;",
        "max-snippet:50 noindex max-snippet:20 noarchive",
    ] {
        let robots = facts(&format!("<meta name=robots content='{content}'><p>x")).robots;
        assert_eq!(robots.rules.names().collect::<Vec<_>>(), ["noindex", "noarchive"], "{content}");
        assert_eq!(robots.max_snippet, Some(20), "{content}");
        let mut options = FactOptions::default();
        let header = content.replace('\n', " ").replace("&nbsp;", "\u{a0}");
        options.x_robots_tag = &header;
        let robots = facts_with("<p>x", &options).robots;
        assert_eq!(robots.max_snippet, Some(20), "{content}");
        assert!(robots.directives.iter().all(|directive| directive.agent == "robots"), "{content}");
    }
    let robots =
        facts("<meta name=robots content='nofollow; unavailable_after: Friday, 25-Jun-10 15:00:00 GMT; noindex'>")
            .robots;
    assert_eq!(robots.unavailable_after.as_deref(), Some("2010-06-25T15:00:00Z"));
    assert_eq!(robots.rules.names().collect::<Vec<_>>(), ["noindex", "nofollow"]);
    assert_eq!(header_rules("googlebot: noindex max-snippet:0", &["googlebot"]), ["noindex", "nosnippet"]);
    assert_eq!(header_rules("googlebot: noindex max-snippet:0", &["otherbot"]), [""; 0]);
}

#[test]
fn pages_that_become_unavailable() {
    for (content, expected) in [
        ("unavailable_after: 2020-09-21", Some("2020-09-21")),
        ("unavailable_after: 25 Jun 2010 15:00:00 PST", Some("2010-06-25T15:00:00-08:00")),
        ("unavailable_after: Sunday, 06-Nov-94 08:49:37 GMT, noindex", Some("1994-11-06T08:49:37Z")),
        ("unavailable_after: 2020-09-21, unavailable_after: 2019-09-21T10:00Z", Some("2019-09-21T10:00Z")),
        ("unavailable_after: Aug 3, 2022, noindex", Some("2022-08-03")),
        ("unavailable_after: Wednesday, August 3, 2022 12:30 PM", Some("2022-08-03T12:30")),
        ("unavailable_after: 2020-02-30", None),
        ("unavailable_after: +275760-09-13T00:00:00Z", None),
        ("unavailable_after", None),
    ] {
        let robots = facts(&format!("<meta name=robots content='{content}'>")).robots;
        assert_eq!(robots.unavailable_after.as_deref(), expected, "{content}");
    }
}

#[test]
fn meta_elements_that_are_not_part_of_the_page() {
    assert_eq!(rules("<template><meta name=robots content=noindex></template><p>x", &[]), [""; 0]);
    assert_eq!(rules("<!-- <meta name=robots content=noindex> --><p>x", &[]), [""; 0]);
    assert_eq!(rules("<body><p>x<meta name=robots content=noindex>", &[]), ["noindex"], "in the body");
}

/// The excluded texts with rule and scope.
fn excluded<'h>(html: &'h str, attributes: &[&str]) -> Vec<(&'h str, ExclusionRule, ExclusionScope)> {
    let mut options = FactOptions::default();
    options.exclusion_attributes = attributes;
    let found = facts_with(html, &options).exclusions;
    found.into_iter().map(|part| (&html[part.source], part.rule, part.scope)).collect()
}

#[test]
fn excluded_elements() {
    use ExclusionRule::*;
    use ExclusionScope::{Index, Snippet};
    for (part, rule, scope) in [
        ("<span data-nosnippet>b</span>", DataNosnippet, Snippet),
        ("<div data-nosnippet=false>b<span data-nosnippet>c</span></div>", DataNosnippet, Snippet),
        ("<noindex>b</noindex>", Noindex, Index),
        ("<!--noindex-->b<!--/noindex-->", Noindex, Index),
        ("<div class='x Robots-NoContent'>b</div>", RobotsNocontent, Index),
        ("<div data-pagefind-ignore>b</div>", PagefindIgnore, Index),
        ("<div data-pagefind-ignore=all>b</div>", PagefindIgnore, Index),
        ("<div data-search-ignore>b</div>", Attribute, Index),
    ] {
        let html = format!("<p>a{part}<p>d");
        assert_eq!(excluded(&html, &["DATA-search-ignore"]), [(part, rule, scope)], "{part}");
    }
    assert_eq!(excluded("<div data-search-ignore>b</div>", &[]), []);
}

#[test]
fn excluded_parts_between_comments() {
    use ExclusionRule::{Googleoff, Noindex};
    for scope in [ExclusionScope::All, ExclusionScope::Index, ExclusionScope::Snippet, ExclusionScope::Anchor] {
        let part = format!("<!--googleoff: {scope}--><p>b<!-- GoogleOn: {scope} -->");
        let html = format!("<p>a{part}<p>c");
        assert_eq!(excluded(&html, &[]), [(part.as_str(), Googleoff, scope)]);
    }
    let open = "<!--googleoff: index--><p>b";
    let html = format!("<div>a</div>{open}");
    assert_eq!(excluded(&html, &[]), [(open, Googleoff, ExclusionScope::Index)], "to the end of the body");
    let html = format!("<div>a{open}</div>c");
    assert_eq!(excluded(&html, &[]), [(open, Googleoff, ExclusionScope::Index)], "to the end of its element");
    let all = "<!--googleoff: index-->b<!--googleon: all-->";
    assert_eq!(excluded(&format!("<p>a{all}c"), &[]), [(all, Googleoff, ExclusionScope::Index)]);
    assert_eq!(excluded("<p>a<!--googleon: all-->b<!--/noindex-->", &[]), []);
    let twice = excluded("<p>a<!--noindex-->b<!--/noindex-->c<!--noindex-->d<!--/noindex-->", &[]);
    assert_eq!(twice.iter().map(|part| part.1).collect::<Vec<_>>(), [Noindex, Noindex]);
}

#[test]
fn canonical_addresses() {
    let canonical = |html: &str| facts(html).canonical.map(|fact| fact.value);
    assert_eq!(canonical("<link rel=canonical href=../c>").as_deref(), Some("https://example.org/c"));
    assert_eq!(canonical("<base href=/d/><link rel='CANONICAL x' href=e>").as_deref(), Some("https://example.org/d/e"));
    let same = "<link rel=canonical href=/c><link rel=canonical href=https://example.org/c>";
    assert_eq!(canonical(same).as_deref(), Some("https://example.org/c"));
    assert_eq!(canonical("<link rel=canonical href=/c><link rel=canonical href=/d>"), None, "contradictory");
    assert_eq!(canonical("<body><p>x<link rel=canonical href=/c>"), None, "in the body");
    assert_eq!(canonical("<link rel=canonical href=' '>"), None);
    let html = "<link rel=canonical href='https://example.org/?a=1&amp;b=2'>";
    let fact = facts(html).canonical.unwrap();
    assert_eq!((fact.value.as_str(), fact.origin.name()), ("https://example.org/?a=1&b=2", "link"));
    assert_eq!(&html[fact.source], "https://example.org/?a=1&amp;b=2");
}

#[test]
fn versions_in_other_languages() {
    let html = "<link rel=alternate hreflang=de-AT href=/at><link rel=alternate hreflang=x-default href=/>
        <link rel=alternate type=application/rss+xml href=/feed><link rel=alternate hreflang='a b' href=/c>
        <body><p>x<link rel=alternate hreflang=fr href=/fr>";
    let found = facts(html).alternates;
    let found: Vec<_> = found.iter().map(|found| (found.language.as_str(), found.address.value.as_str())).collect();
    assert_eq!(found, [("de-AT", "https://example.org/at"), ("x-default", "https://example.org/")]);
}

#[test]
fn metadata_for_results() {
    let html = "<html lang=en-GB><meta property=og:title content=' Rain &amp;\n flood '>
        <meta property=og:type content=article>
        <meta property=og:image content=/i.jpg><meta property=og:site_name content='The News'>
        <meta name=Description content='It rained.'><meta property=og:description content='Other'>
        <meta name=keywords content=' rain, flood &amp;\n river '><meta name=keywords content=other>";
    let facts = facts(html);
    let value = |fact: &Option<blockmask::Fact>| fact.as_ref().map(|fact| fact.value.clone()).unwrap_or_default();
    assert_eq!(value(&facts.title), "Rain & flood");
    assert_eq!(value(&facts.page_type), "article");
    assert_eq!(value(&facts.image), "https://example.org/i.jpg");
    assert_eq!(value(&facts.site_name), "The News");
    assert_eq!(value(&facts.description), "It rained.");
    assert_eq!(value(&facts.keywords), "rain, flood & river");
    assert_eq!(value(&facts.language), "en-GB");
    assert_eq!(&html[facts.title.unwrap().source], " Rain &amp;\n flood ");
}

#[test]
fn languages() {
    let language = |html: &str| facts(html).language.map(|fact| (fact.value, fact.origin.name()));
    assert_eq!(language("<html lang=de><meta property=og:locale content=en_US>"), Some(("de".into(), "attribute")));
    assert_eq!(language("<meta http-equiv=content-language content=fr>"), Some(("fr".into(), "meta")));
    assert_eq!(language("<meta property=og:locale content=en_US>"), Some(("en_US".into(), "meta")));
    assert_eq!(language("<p lang=de>x"), None);
}

fn with_json_ld(json: &str) -> PageFacts {
    facts(&format!("<script type=application/ld+json>{json}</script><p>x"))
}

#[test]
fn json_ld() {
    let facts = with_json_ld(
        r#"{"@context":"https://schema.org","@graph":[
        {"@type":"WebSite","name":"The \u201cNews\u201d","publisher":{"@type":"Organization","name":"P"}},
        {"@type":["https:\/\/schema.org\/NewsArticle","Thing"],"headline":"h","description":"d","inLanguage":"en",
         "author":{"@type":"Person","name":"Ann","description":"not this"},
         "datePublished":"2026-05-02T10:11:12Z","dateModified":"2026-05-03"},
        {"@type":"WebPage","datePublished":"2020-01-01"}]}"#,
    );
    let types: Vec<_> = facts.types.iter().map(|fact| fact.value.as_str()).collect();
    assert_eq!(types, ["WebSite", "https://schema.org/NewsArticle", "WebPage"]);
    assert_eq!(facts.site_name.unwrap().value, "The \u{201c}News\u{201d}");
    assert_eq!(facts.description.unwrap().value, "d");
    assert_eq!(facts.language.unwrap().value, "en");
    assert_eq!(facts.published.unwrap().date, "2026-05-02T10:11:12Z");
    assert_eq!(facts.modified.unwrap().date, "2026-05-03");
    let publisher = with_json_ld(r#"{"@type":"Article","publisher":{"@type":"Organization","name":"P"}}"#);
    assert_eq!(publisher.site_name.unwrap().value, "P");
}

#[test]
fn hostile_json_ld() {
    let article = r#"{"@type":"Article","datePublished":"2026-05-02"}"#;
    assert_eq!(with_json_ld(article).published.unwrap().date, "2026-05-02");
    let deep = format!("{}{article}{}", r#"{"a":["#.repeat(50_000), "]}".repeat(50_000));
    assert_eq!(with_json_ld(&deep).published, None);
    let after = with_json_ld(&format!("{deep},{article}"));
    assert_eq!(after.published.unwrap().date, "2026-05-02", "what follows is read");
    let many = format!("[{}]", vec![article; 100_000].join(","));
    assert_eq!(with_json_ld(&many).types.len(), 256);
    let long = format!(r#"{{"@type":"Article","description":"{}"}}"#, "x".repeat(100_000));
    assert_eq!(with_json_ld(&long).description, None);
    for cut in 0..article.len() {
        with_json_ld(&article[..cut]);
        with_json_ld(&article[cut..]);
    }
    assert_eq!(with_json_ld(&article[..article.len() - 1]).published.unwrap().date, "2026-05-02", "cut off");
}

/// Things that refer to one another in a circle: only authors are looked up by their `@id`, so that nothing is read
/// twice.
#[test]
fn cyclic_json_ld() {
    let facts = with_json_ld(
        r##"{"@graph":[
        {"@id":"#a","@type":"Article","datePublished":"2026-05-02","mainEntityOfPage":{"@id":"#b"},"isPartOf":{"@id":"#a"}},
        {"@id":"#b","@type":"WebPage","mainEntity":{"@id":"#a"},"@graph":[{"@id":"#b"},{"@id":"#a"}]},
        {"@id":"#c","@type":"WebSite","name":"N","publisher":{"@id":"#c"}}]}"##,
    );
    let types: Vec<_> = facts.types.iter().map(|fact| fact.value.as_str()).collect();
    assert_eq!(types, ["Article", "WebPage", "WebSite"]);
    assert_eq!(facts.published.unwrap().date, "2026-05-02");
    assert_eq!(facts.site_name.unwrap().value, "N");
    // Mutual references that a reader who follows them would expand to 2^64 things.
    let graph: Vec<_> = (0..64)
        .map(|i| {
            format!(r##"{{"@id":"#{i}","@type":"T{i}","mainEntity":[{{"@id":"#{}"}},{{"@id":"#{}"}}]}}"##, i + 1, i / 2)
        })
        .collect();
    let facts = with_json_ld(&format!(r#"{{"@graph":[{}]}}"#, graph.join(",")));
    assert_eq!(facts.types.len(), 64);
}

#[test]
fn authors_and_dates_by_reference_and_with_prefixes() {
    let read = |json: &str| {
        let facts = with_json_ld(json);
        (facts.authors.into_iter().map(|author| author.value).collect::<Vec<_>>().join(", "), facts.published)
    };
    let graph = r##"{"@graph":[
        {"@type":"Article","author":[{"@id":"#a"},{"@id":"#b"},{"@id":"#none"}],"publisher":{"@id":"#o"}},
        {"@id":"#o","@type":"Organization","name":"The News"},
        {"@id":"#a","@type":"Person","name":"Ann Smith"},{"@id":"#b","@type":"Person","name":"Bo Chen"}]}"##;
    assert_eq!(read(graph).0, "Ann Smith, Bo Chen");
    let of_itself = r##"{"@id":"#a","@type":"Article","author":{"@id":"#a"}}"##;
    assert_eq!(read(of_itself).0, "");
    for json in [
        r#"{"@type":"schema:Article","schema:author":{"schema:name":"Ann Smith"},"schema:datePublished":"2026-05-02"}"#,
        r#"{"@type":"Article","author":"Ann Smith","datePublished":{"@type":"Date","@value":"2026-05-02"}}"#,
    ] {
        let (authors, published) = read(json);
        assert_eq!((authors.as_str(), published.unwrap().date.as_str()), ("Ann Smith", "2026-05-02"), "{json}");
    }
}

/// Date, origin and confidence.
fn published(html: &str) -> Option<(String, &'static str, f32)> {
    let date = facts(html).published?;
    Some((date.date, date.origin.name(), date.confidence))
}

#[test]
fn dates_and_their_sources() {
    let meta = "<meta property=article:published_time content=2026-05-02>";
    let story = "<p>Rain fell on the city for the third day, and the river rose by two metres over night.".repeat(6);
    let time = "<h1>Rain</h1><time datetime=2026-05-02T10:11:12Z>2 May</time>";
    let item = "<h1>Rain</h1><time itemprop=datePublished datetime=2026-05-02>2 May</time>";
    let meta_item = "<meta itemprop=datePublished content=2026-05-02>";
    let json = r#"<script type=application/ld+json>{"@type":"Article","datePublished":"2026-05-03"}</script>"#;
    let other = "<meta property=article:published_time content=2001-01-01>";
    let times = "<h1>Rain</h1><time datetime=2026-05-02>2 May</time> <time datetime=2025-01-01>1 January</time>";
    let expect = |html: &str, date: &str, origin: &str| {
        let (found, source, confidence) = published(&format!("{html}{story}")).expect("a date");
        assert_eq!((found.as_str(), source), (date, origin), "{html}");
        assert!((0.3..=0.99).contains(&confidence), "{html}: {confidence}");
        confidence
    };
    let by_meta = expect(meta, "2026-05-02", "meta");
    expect(time, "2026-05-02T10:11:12Z", "time");
    expect(item, "2026-05-02", "microdata");
    expect(meta_item, "2026-05-02", "microdata");
    let by_json = expect(json, "2026-05-03", "json-ld");
    let agreeing = expect(&format!("{json}{meta}"), "2026-05-03", "json-ld");
    assert!(agreeing >= by_json.max(by_meta) && by_json > 0.75);
    let (_, _, contradictory) = published(&format!("{json}{other}{story}")).expect("a date");
    assert!(contradictory < by_json.min(by_meta), "{contradictory}");
    expect(times, "2026-05-02", "time");
    assert_eq!(published(&story), None);
}

#[test]
fn dates_that_readers_see() {
    let story = "<p>Rain fell on the city for the third day, and the river rose by two metres over night.".repeat(9);
    let html = format!("<title>Rain</title><h1>Rain in the city</h1><p><i>Published 2 May 2026</i></p>{story}");
    let (date, origin, confidence) = published(&html).expect("a date");
    assert_eq!((date.as_str(), origin), ("2026-05-02", "visual"));
    assert!((0.5..=0.99).contains(&confidence), "{confidence}");
}

#[test]
fn modification_dates() {
    let modified = |html: &str| facts(html).modified.map(|date| date.date);
    assert_eq!(modified("<meta property=article:modified_time content=2026-05-02>").as_deref(), Some("2026-05-02"));
    assert_eq!(modified("<p>x <time class=updated datetime=2026-05-02>2 May</time>").as_deref(), Some("2026-05-02"));
    assert_eq!(modified("<meta name=date content=2026-05-02>"), None);
}

#[test]
fn dates_that_are_none() {
    for content in [
        "+275760-09-13T00:00:00Z",
        "0001-01-01",
        "2026-02-30",
        "2/3/2026",
        "1970-01-01T01:00:00+01:00",
        "soon",
        "1700000000000",
        "",
    ] {
        let html = format!("<meta property=article:published_time content='{content}'><p>x");
        assert_eq!(facts(&html).published, None, "{content}");
    }
}

#[test]
fn facts_in_any_encoding_and_with_any_base() {
    let html =
        "<meta charset=windows-1251><meta name=description content='\u{41f}\u{440}\u{438}\u{432}\u{435}\u{442}'>";
    let (bytes, _, _) = encoding_rs::WINDOWS_1251.encode(html);
    let mut analyzer = Analyzer::default();
    let facts = analyzer.analyze(&bytes).expect("a small page").facts(&FactOptions::default());
    let fact = facts.description.unwrap();
    assert_eq!(fact.value, "\u{41f}\u{440}\u{438}\u{432}\u{435}\u{442}");
    assert_eq!(encoding_rs::WINDOWS_1251.decode(&bytes[fact.source]).0, fact.value);
    let html = b"<base href=':: no address'><link rel=canonical href=c>";
    let facts = analyzer.analyze(html).expect("a small page").facts(&FactOptions::default());
    assert_eq!(facts.canonical.unwrap().value, "c", "it cannot be resolved");
}

/// What decides on each purpose on a page with some headers, for some crawlers: `search denied by noindex`.
fn decisions(html: &str, headers: &str, agents: &[&str]) -> Vec<String> {
    let mut options = FactOptions::default();
    (options.headers, options.agents) = (headers, agents);
    let facts = facts_with(html, &options);
    let decision = |&purpose: &Purpose| {
        let rule = facts.may_use(purpose)?;
        Some(format!("{purpose} {} by {}", if rule.is_allowed { "allowed" } else { "denied" }, rule.rule))
    };
    Purpose::VALUES.iter().filter_map(decision).collect()
}

#[test]
fn robots_directives_decide_on_uses() {
    for (content, expected) in [
        ("noindex", &["search denied by noindex", "snippet denied by noindex"][..]),
        ("none", &["search denied by noindex", "snippet denied by noindex"]),
        ("nosnippet", &["snippet denied by nosnippet", "ai-input denied by nosnippet"]),
        ("max-snippet:0", &["snippet denied by max-snippet", "ai-input denied by max-snippet"]),
        ("max-snippet:50", &[]),
        ("NOAI, noimageai", &["ai-training denied by noai", "image-training denied by noai"]),
        ("noimageai", &["image-training denied by noimageai"]),
        ("noml", &["ai-training denied by noml", "image-training denied by noml"]),
        ("noarchive", &[]),
        ("index, follow, all", &[]),
    ] {
        assert_eq!(decisions(&format!("<meta name=robots content='{content}'><p>x"), "", &[]), expected, "{content}");
    }
}

#[test]
fn uses_by_one_crawler() {
    let html = "<meta name=GPTBot content=noai><meta name=bingbot content=noarchive><p>x";
    assert_eq!(decisions(html, "", &[]), [""; 0]);
    assert_eq!(decisions(html, "", &["gptbot"]), ["ai-training denied by noai", "image-training denied by noai"]);
    let of_bing = ["ai-input denied by noarchive", "ai-training denied by noarchive"];
    assert_eq!(decisions(html, "", &["Bingbot"]), of_bing);
    // What is said to all is said to the crawler of Bing.
    let to_all = "<meta name=robots content=noarchive><p>x";
    assert_eq!(decisions(to_all, "", &["bingbot"]), of_bing);
    assert_eq!(decisions(to_all, "", &["gptbot"]), [""; 0]);
    let mut options = FactOptions::default();
    (options.x_robots_tag, options.agents) = ("examplebot: noai", &["examplebot"]);
    let facts = facts_with("<p>x", &options);
    let rule = facts.may_use(Purpose::AiTraining).unwrap();
    assert_eq!((rule.agent.as_str(), rule.origin, rule.source.clone()), ("examplebot", FactOrigin::Header, None));
}

#[test]
fn reservation_of_text_and_data_mining() {
    let html = "<meta name=TDM-Reservation content=1><meta name=tdm-policy content=/policy.json><p>x";
    let facts = facts(html);
    let rule = facts.may_use(Purpose::AiTraining).unwrap();
    assert_eq!((rule.rule, &html[rule.source.clone().unwrap()]), ("tdm-reservation", "1"));
    let policy = facts.tdm_policy.unwrap();
    assert_eq!((policy.value.as_str(), &html[policy.source]), ("https://example.org/policy.json", "/policy.json"));
    assert_eq!(decisions("<p>x", "tdm-reservation: 1", &[]), ["ai-training denied by tdm-reservation"]);
    assert_eq!(decisions("<p>x", "tdm-reservation: 0", &[]), ["ai-training allowed by tdm-reservation"]);
    assert_eq!(decisions("<p>x", "tdm-reservation: yes", &[]), [""; 0]);
    // What the page says replaces what its headers say.
    let both = decisions(html, "TDM-Reservation: 0\ntdm-policy: https://example.org/p", &[]);
    assert_eq!(both, ["ai-training denied by tdm-reservation"]);
    let open = "<meta name=tdm-reservation content=' 0 '><p>x";
    assert_eq!(decisions(open, "tdm-reservation: 1", &[]), ["ai-training allowed by tdm-reservation"]);
    let unknown = "<meta name=tdm-reservation content=2><p>x";
    assert_eq!(decisions(unknown, "tdm-reservation: 1", &[]), ["ai-training denied by tdm-reservation"]);
}

#[test]
fn preferences_of_content_usage() {
    let decided = |value: &str| decisions("<p>x", &format!("content-usage: {value}"), &[]);
    let training = ["ai-training denied by content-usage", "image-training denied by content-usage"];
    assert_eq!(decided("train-ai=n"), training);
    assert_eq!(
        decided("train-ai=n;exception=x, search=y"),
        [&["search allowed by content-usage"][..], &training].concat()
    );
    // The narrower category overrules the wider one, and the last member of a name counts.
    let narrow = decided("bots=n, train-ai=y, train-ai=y, train-genai=n, search=y");
    let input = "ai-input denied by content-usage";
    assert_eq!(narrow, ["search allowed by content-usage", input, training[0], training[1]]);
    assert_eq!(decided("train-ai=maybe, search"), [""; 0]);
    assert_eq!(decided("train-ai=n;comment=\"a, search=n, b\""), training);
    for other in ["train-ai=?0", "train-ai=\"n\"", "Train-AI=n", "foo=(train-ai=n)", "\"train-ai=n, search=n"] {
        assert_eq!(decided(other), [""; 0], "{other}");
    }
}

#[test]
fn content_signals() {
    let decided = |value: &str| decisions("<p>x", &format!("Content-Signal: {value}"), &[]);
    let all = decided("search=yes, ai-input=no, ai-train=no");
    let expected = [
        "search allowed by content-signal",
        "ai-input denied by content-signal",
        "ai-training denied by content-signal",
        "image-training denied by content-signal",
    ];
    assert_eq!(all, expected);
    assert_eq!(decided("Search=Yes, AI-Input=no, ai-train=NO"), expected);
    assert_eq!(decided("use=reference, search=maybe"), [""; 0]);
    let html = "<meta name=robots content=noindex><p>x";
    let both = decisions(html, "Content-Signal: search=yes", &[]);
    assert_eq!(both, ["search denied by noindex", "snippet denied by noindex"]);
}

#[test]
fn licenses_of_link_elements_and_of_visible_links() {
    let html = "<link rel='license alternate' type=Application/RSL+XML href=/license.xml>
        <p>Rain fell on the city. <a rel=License href=https://creativecommons.org/licenses/by/4.0/>CC BY</a>
        <a rel=nofollow href=/x>x</a>";
    let facts = facts(html);
    let found: Vec<_> = facts
        .licenses
        .iter()
        .map(|license| {
            let address = &license.address;
            assert!(address.value.ends_with(&html[address.source.clone()]));
            (license.media_type.as_str(), address.value.as_str(), address.origin)
        })
        .collect();
    let rsl = ("application/rsl+xml", "https://example.org/license.xml", FactOrigin::Link);
    let cc = ("", "https://creativecommons.org/licenses/by/4.0/", FactOrigin::Visual);
    assert_eq!(found, [rsl, cc]);
    let in_body = "<p>x<link rel=license href=/l><template><a rel=license href=/t>t</a></template>";
    assert!(self::facts(in_body).licenses.is_empty());
}

#[test]
fn links_in_headers() {
    let mut options = FactOptions::default();
    options.headers = "Link: </style.css>; rel=preload; as=style, </license.xml>; rel=\"license\"; type=\"application/RSL+xml\"\n\
        link: <https://example.org/c>; rel=\"alternate CANONICAL\", <>; rel=license, <x; rel=license";
    let facts = facts_with("<p>x", &options);
    let licenses: Vec<_> = facts.licenses.iter().map(|found| (&*found.media_type, &*found.address.value)).collect();
    assert_eq!(licenses, [("application/rsl+xml", "https://example.org/license.xml")]);
    let canonical = facts.canonical.unwrap();
    assert_eq!((canonical.value.as_str(), canonical.origin), ("https://example.org/c", FactOrigin::Header));
    assert_eq!(canonical.source, 0..0);
    let other = facts_with("<link rel=canonical href=/d><p>x", &options);
    assert_eq!(other.canonical, None, "contradictory");
    // What headers name is relative to the address of the page, whatever its base is.
    options.headers = "Link: <l>; rel=license, <c>; rel=canonical\ntdm-policy: p";
    let facts = facts_with("<base href=/base/><link rel=license href=l><p>x", &options);
    let licenses: Vec<_> = facts.licenses.iter().map(|found| found.address.value.as_str()).collect();
    assert_eq!(licenses, ["https://example.org/base/l", "https://example.org/a/l"]);
    assert_eq!(facts.canonical.unwrap().value, "https://example.org/a/c");
    assert_eq!(facts.tdm_policy.unwrap().value, "https://example.org/a/p");
}

#[test]
fn rules_on_uses_are_bounded() {
    let html = "<meta name=robots content='noindex,noai,nosnippet'>".repeat(2_000);
    let headers = "Content-Usage: bots=n\n".repeat(2_000) + &"Content-Signal: ".repeat(9) + &"search=no,".repeat(9_999);
    let mut options = FactOptions::default();
    options.headers = &headers;
    let facts = facts_with(&html, &options);
    assert!(facts.usage.len() <= 1_024 && facts.may_use(Purpose::Search).is_some_and(|rule| !rule.is_allowed));
}

/// What rules name, as kind, value and source.
fn ruled(html: &str, rules: &str) -> Vec<(&'static str, String, String)> {
    let mut analyzer = Analyzer::new(Options::default());
    let rules: Rules = format!("blockmask rules 1\n{rules}").parse().expect("rules");
    analyzer.set_rules(Some(rules.into()));
    let facts = analyzer.analyze(html.as_bytes()).expect("a small page").facts(&FactOptions::default());
    let title = facts.title.iter().map(|title| ("title", title.value.clone(), title.origin, title.source.clone()));
    let authors =
        facts.authors.iter().map(|author| ("author", author.value.clone(), author.origin, author.source.clone()));
    let date = facts.published.iter().map(|date| ("date", date.date.clone(), date.origin, date.source.clone()));
    let found = title.chain(authors).chain(date).filter(|(_, _, origin, _)| *origin == FactOrigin::Rule);
    found.map(|(kind, value, _, source)| (kind, value, html[source].to_owned())).collect()
}

#[test]
fn facts_that_rules_name() {
    let html = "<!doctype html><html lang=de><meta property=og:title content=Wetter><meta name=dc.creator content='R. Roth'>\
        <meta property=article:published_time content=2026-01-01>\
        <h2 class=t>Regen  &amp; Wind</h2><p class=by>Von <b>Anna Kahn</b> und <b>Jo Lind</b>, am <i class=d>3. Mai 2026</i></p>\
        <p>Es regnete drei Tage lang, und der Fluss trat in der Nacht \u{fc}ber die Ufer, wie der B\u{fc}rgermeister sagte.</p>\
        <ul><li class=c><b>Eva</b> <i class=d>4. Mai 2026</i> Bei uns auch, die ganze Nacht lang.</li></ul>";
    let found = ruled(html, "title .t\nauthor b\ndate .d\ncomment .c");
    let expected = [
        ("title", "Regen & Wind", "Regen  &amp; Wind"),
        ("author", "Anna Kahn", "Anna Kahn"),
        ("author", "Jo Lind", "Jo Lind"),
        ("date", "2026-05-03", "3. Mai 2026"),
    ];
    let given: Vec<_> = found.iter().map(|(kind, value, source)| (*kind, value.as_str(), source.as_str())).collect();
    assert_eq!(given, expected);
    // The last rule about something decides; `meta` and `time` state what readers may not see.
    let found = ruled(html, "author b\nauthor meta[name='dc.creator']\ndate .none");
    assert_eq!(found, [("author", "R. Roth".to_owned(), "R. Roth".to_owned())]);
    let found = ruled("<p class=d>Three days ago <time datetime=2026-05-02T10:11Z>then</time>", "date .d");
    assert_eq!(found, [("date", "2026-05-02T10:11Z".to_owned(), "2026-05-02T10:11Z".to_owned())]);
    // What is no date is none.
    assert_eq!(ruled("<p class=d>Three days ago", "date p\nauthor .x"), []);
    assert_eq!(facts("<b>Anna</b>").authors, []);
}

#[test]
fn the_language_in_a_header_counts_after_the_one_in_the_page() {
    let language = |html: &str, headers: &str| {
        let mut options = FactOptions::default();
        options.headers = headers;
        facts_with(html, &options).language.map(|fact| (fact.value, fact.origin))
    };
    let header = "Content-Type: text/html\ncontent-language: de-CH";
    assert_eq!(language("<p>x", header), Some(("de-CH".to_owned(), FactOrigin::Header)));
    assert_eq!(language("<html lang=fr><p>x", header), Some(("fr".to_owned(), FactOrigin::Attribute)));
    assert_eq!(language("<meta http-equiv=content-language content=it><p>x", header).unwrap().0, "it");
    // For readers of both; nothing; too long.
    for value in ["de, en", "", &"x".repeat(65)] {
        assert_eq!(language("<p>x", &format!("Content-Language: {value}")), None);
    }
}
