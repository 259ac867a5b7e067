use crate::{Analyzer, BlockFlags, Document, MarkdownOptions, Options, PassageOptions};

const STORY: &str = "<p>Rain fell on the city for the third day, and the river rose by two metres over night. Nobody was \
    hurt, the mayor said, but the old bridge is closed until the water has gone, which may take a week or more.</p>\
    <p>The last flood of this kind was in 1954, when the water stood in the streets of the old town for eleven days.</p>";

fn analyzed<T>(html: &str, read: impl Fn(&Document<'_>) -> T) -> T {
    let mut analyzer = Analyzer::new(Options::default());
    read(&analyzer.analyze(html.as_bytes()).unwrap())
}

fn headline(html: &str) -> Option<String> {
    analyzed(html, |page| page.headline().map(|block| block.text().to_owned()))
}

/// Pages as various generators write them, each with its headline between two marks.
#[test]
fn headlines_of_articles() {
    let pages = [
        // A blog whose name is the only h1.
        "<title>Harbor Notes: Why ropes fray</title><h1 class=blog-title><a href=/>Harbor Notes</a></h1>\
            <p class=tagline>Notes from the pier</p><div class=post><h3 class=post-title>¦Why ropes fray¦</h3>",
        // The title links to the page itself.
        "<title>Kleine Werkstatt » Ein Regal aus Obstkisten</title><h1><a href=/>Kleine Werkstatt</a></h1>\
            <h2 class=entry-title><a href=/2019/regal/>¦Ein Regal aus Obstkisten¦</a></h2>",
        // Site name, tagline and category are headings, too.
        "<title>Die Brücke von Lorn – Reiseblatt</title><h1>Reiseblatt</h1><h2>Magazin für Unterwegs</h2>\
            <nav><h2>Menü</h2><ul><li><a href=/a>Europa</a></ul></nav><h3><a href=/c>Schottland</a></h3>\
            <article><h2>¦Die Brücke von Lorn¦</h2>",
        // No heading at all.
        "<title>Lokalseite | Neue Brücke über die Aue eröffnet</title><div id=logo>Lokalseite</div>\
            <div class=kicker>Verkehr</div><div class=hl>¦Neue Brücke über die Aue eröffnet¦</div>",
        // A thread on a link, without any heading.
        "<title>Neue Brücke über die Aue | Linkliste</title><table><tr><td><a href=/>Linkliste</a><tr><td>\
            <a href=https://a.example/1>¦Neue Brücke über die Aue¦</a></table>",
        // The title is another one.
        "<title>Five quick soups | Kitchen Table</title><meta property=og:title content='Soups for a cold week'>\
            <header><a href=/>Kitchen Table</a></header><main><h1>¦Five soups for a cold week¦</h1>",
        // The title for other sites is the subtitle.
        "<title>Mooring lines: how to choose | Quay</title><meta property=og:title content='Safe at the pier in any storm'>\
            <h1>¦Mooring lines¦</h1><h2>Safe at the pier in any storm</h2>",
        // A site that names itself first.
        "<title>Quay: Safe at the pier</title><meta property=og:title content='Safe at the pier'>\
            <h1>Quay</h1><h2>¦Safe at the pier¦</h2>",
        // The trail repeats it.
        "<title>Garantie - Handbuch</title><ol class=breadcrumb><li><a href=/>Start</a><li>Garantie</ol>\
            <h1>¦Garantie¦</h1>",
        // Only JSON-LD knows it.
        "<title>News</title><script type=application/ld+json>{\"@type\":\"NewsArticle\",\"headline\":\"L\\u2019\\u00e9t\\u00e9 \
            sera sec\"}</script><h1><a href=/>News</a></h1><h3>Dossiers</h3><div class=t>¦L’été sera sec¦</div>",
        "<title>堤防の工事が始まる - 港新聞</title><h1><a href=/>港新聞</a></h1><h2>¦堤防の工事が始まる¦</h2>",
        "<title>بدء العمل في الجسر القديم | صحيفة الميناء</title><div class=logo>صحيفة الميناء</div>\
            <h1>¦بدء العمل في الجسر القديم¦</h1>",
        "<title>В порту начался ремонт моста</title><h2>Новости</h2><h1>¦В порту начался ремонт моста¦</h1>",
        // Capital letters: Turkish with dots of their own, Greek without accents.
        "<title>Limanda eski iskele yeniden yapılıyor | Kıyı</title><div class=logo>KIYI</div>\
            <div class=hl>¦LİMANDA ESKİ İSKELE YENİDEN YAPILIYOR¦</div>",
        "<title>Ξαναχτίζεται η παλιά προβλήτα | Ακτή</title><div>ΑΚΤΗ</div><div class=hl>¦ΞΑΝΑΧΤΙΖΕΤΑΙ Η ΠΑΛΙΑ ΠΡΟΒΛΗΤΑ¦</div>",
        // The section is the only h1, and the title has many names after a short headline.
        "<title>Frayed ropes - Notes - Harbor Notes</title><header><h1>Notes</h1></header>\
            <article><h2>¦Frayed ropes¦</h2>",
        // Teasers of other pages are headings of the same rank.
        "<title>The long pier | Coast</title><h1>¦The long pier¦</h1><aside><h1><a href=/b>The short pier</a></h1></aside>",
    ];
    for page in pages {
        let [before, wanted, after] = page.split('¦').collect::<Vec<_>>()[..] else { panic!("{page}") };
        let html = format!("{before}{wanted}{after}{STORY}<footer><h4>About us</h4><p>Imprint");
        assert_eq!(headline(&html).as_deref(), Some(wanted), "{html}");
    }
}

#[test]
fn the_only_h1_of_a_listing_is_its_headline() {
    let item = "<h3><a href=/a>Item</a></h3><p>Blue, 12 cm, in stock</p>".repeat(90);
    for (title, h1, wanted) in [
        ("Shop ropes | Lines, cords, yarns | Quay", "All ropes", "All ropes"),
        ("Ropes", "<a href=/>Quay</a>", "Which ropes are right for you"),
    ] {
        let html = format!(
            "<title>{title}</title><div class=banner><h1>{h1}</h1></div>{item}<h2>Which ropes are right for you</h2>{STORY}"
        );
        assert_eq!(headline(&html).as_deref(), Some(wanted));
    }
}

#[test]
fn what_is_no_headline() {
    for page in [
        "<title>Harbor Notes</title><h1><a href=/>Harbor Notes</a></h1>",
        "<title>A page</title><h2 class=widget-title>Related</h2><ul><li><a href=/a>One</a><li><a href=/b>Two</a></ul>",
        "",
    ] {
        let html = format!("{page}{STORY}");
        assert_eq!(headline(&html).filter(|text| text != "Harbor Notes"), None, "{html}");
    }
}

#[test]
fn the_trail_to_it_is_no_content() {
    for trail in [
        "<ul><li><a href=/>Samachar</a><li><a href=/dharm>Dharm</a><li>When the flood came</ul>",
        "<ol class=x><li><a href=/>Start</a><li><a href=/wetter>Wetter</a></ol>",
    ] {
        let html = format!("<title>Rain</title><article>{trail}<h1>Rain over the city</h1>{STORY}</article>");
        let text = analyzed(&html, |page| page.main_text().text().to_owned());
        assert!(text.starts_with("Rain over the city\nRain fell"), "{text}");
    }
    let points = "<ul><li>The river rose by two metres<li>The old bridge is closed<li>Nobody was hurt</ul>";
    let html = format!("<title>Rain</title><article>{points}<h1>Rain over the city</h1>{STORY}</article>");
    let is_content =
        |page: &Document<'_>| page.blocks().any(|block| block.text() == "Nobody was hurt" && !block.is_template());
    assert!(analyzed(&html, is_content));
}

/// A page whose headline no model needs to see as content.
fn page() -> String {
    format!(
        "<title>The long pier - Coast</title><div class=header><span class=kicker>Harbors</span><h2>The long pier</h2>\
         </div>{STORY}<h2>How it was built</h2>{STORY}<h3>The piles</h3>{STORY}\
         <div class=sidebar><h3>Related</h3><ul><li><a href=/x>The short pier</a></ul></div>"
    )
}

#[test]
fn the_main_text_begins_with_it() {
    let read = |options: Options| {
        let mut analyzer = Analyzer::new(options);
        let html = page();
        let page = analyzer.analyze(html.as_bytes()).unwrap();
        let markdown = page.markdown(&MarkdownOptions::default()).into_text();
        let texts = [page.main_text().into_text(), page.plain_text(), markdown.clone(), page.main_html()];
        assert_eq!(page.headline().unwrap().text(), "The long pier");
        assert!(page.headline().unwrap().flags().contains(BlockFlags::HEADLINE));
        assert_eq!(page.blocks().filter(|block| block.flags().contains(BlockFlags::HEADLINE)).count(), 1);
        (
            texts,
            markdown,
            page.passages(&PassageOptions { main_only: true, ..PassageOptions::default() })[0].text().to_owned(),
        )
    };
    let (texts, markdown, passage) = read(Options::default());
    assert!(texts.iter().all(|text| text.contains("The long pier")), "{texts:?}");
    assert!(texts[0].starts_with("The long pier\nRain") && texts[1].starts_with("The long pier\n\nRain"), "{texts:?}");
    assert!(markdown.starts_with("# The long pier\n\nRain"), "{markdown}");
    assert!(passage.starts_with("The long pier\n"), "{passage}");
    let (texts, _, passage) = read(Options { omit_headline: true, ..Options::default() });
    assert!(texts.iter().all(|text| !text.contains("The long pier")), "{texts:?}");
    assert!(passage.starts_with("Rain"), "{passage}");
}

#[test]
fn it_is_above_all_that_follows() {
    let mut analyzer = Analyzer::new(Options { omit_headline: true, ..Options::default() });
    let html = page();
    let page = analyzer.analyze(html.as_bytes()).unwrap();
    let paths: Vec<Vec<&str>> = page
        .blocks()
        .filter(|block| block.text().starts_with("Rain"))
        .map(|block| block.heading_path().map(|heading| heading.text()).collect())
        .collect();
    let expected: [&[&str]; 3] = [
        &["The long pier"],
        &["How it was built", "The long pier"],
        &["The piles", "How it was built", "The long pier"],
    ];
    assert_eq!(paths, expected);
    for passage in page.passages(&PassageOptions { main_only: true, ..PassageOptions::default() }) {
        let heading = page.block(passage.heading().unwrap()).unwrap();
        let top = heading.heading_path().last().unwrap_or(heading);
        assert_eq!(top.text(), "The long pier");
    }
}

#[test]
fn a_masked_heading_of_content_is_above_it() {
    let section = "<div class=share><h2>Notes</h2></div>";
    let html = format!("<title>The long pier</title><h1>The long pier</h1>{STORY}{section}{STORY}");
    let paths = analyzed(&html, |page| {
        let story = page.blocks().filter(|block| block.text().starts_with("Rain"));
        story.map(|block| block.heading_path().count()).collect::<Vec<_>>()
    });
    assert!(paths[0] == 1 && paths[1] >= 1, "{paths:?}");
}

#[test]
fn broken_titles_do_no_harm() {
    let long = "word ".repeat(100_000);
    for head in [
        format!("<title>{long}</title><meta property=og:title content='{long}'>"),
        "<script type=application/ld+json>{\"headline\":\"\\ud800".to_owned(),
        "<script type=application/ld+json>{\"headline\":\"</script>".to_owned(),
        "<meta property=og:title><meta name=twitter:title content='&#0;&amp'>".to_owned(),
    ] {
        headline(&format!("{head}</script><h1>The long pier</h1>{STORY}"));
        headline(&format!("{head}</script><h1>{long}</h1>{STORY}"));
    }
}

#[test]
fn a_line_before_a_long_site_name_is_the_headline() {
    for [title, site] in [
        ["The long pier", "Daily News of the Harbor Town"],
        ["图书馆屋顶上的蜜蜂", "运河街新闻"],
        ["屋根のミツバチ", "運河通りニュース"],
    ] {
        for separator in [" - ", " | ", "_", " \u{2013} ", " » ", " :: ", " • "] {
            let head = format!("<title>{title}{separator}{site}</title><div><a href=/>{site}</a></div>");
            let found = headline(&format!("{head}<div class=tit>{title}</div>{STORY}"));
            assert_eq!(found.as_deref(), Some(title), "{separator}");
        }
    }
}

#[test]
fn a_title_may_begin_with_the_name_of_the_site() {
    for [site, title] in [
        ["Posel z údolí", "Věžní hodiny zase jdou"],
        ["Garden Notes", "A path of slate"],
        ["Вестник долины", "Башенные часы снова идут"],
    ] {
        let head = format!("<title>{site}: {title}</title><table><tr><td><font size=5>{site}</font></table>");
        let found = headline(&format!("{head}<p><font size=4><b>{title}</b></font></p>{STORY}"));
        assert_eq!(found.as_deref(), Some(title));
    }
}

#[test]
fn a_bar_at_the_top_only_repeats_it() {
    let html = format!(
        "<title>The long pier | Coast</title><div class=fixed><b>Coast</b><h1>The long pier</h1><a href=#c>Comments</a></div>\
         <aside><a href=#a>Share</a></aside><div class=promo><p>By Ann Smith</p><h1 id=title>The long pier</h1></div>{STORY}"
    );
    let start = analyzed(&html, |page| page.headline().map(|block| block.source().start));
    assert_eq!(start, html.find("The long pier</h1></div>"));
}
