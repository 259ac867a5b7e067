use crate::Analyzer;

const STORY: &str = "<p>Rain fell on the city for the third day, and the river rose by two metres over night.</p>\
    <p>Nobody was hurt, the mayor said, but the old bridge is closed until the water has gone.</p>\
    <p>Trains stop at the eastern station, from where buses leave for the center every ten minutes.</p>\
    <p>The schools stay open, and the market moves to the square behind the town hall for a week.</p>";

/// Whether the text `wanted` is in the main text of a page with this article.
fn is_content(article: &str, wanted: &str) -> bool {
    let page = format!(
        "<title>Rain</title><nav><ul><li><a href=/>Home</a><li><a href=/news>News</a></ul></nav>\
         <main><article><h1>Rain again</h1>{article}</article></main>\
         <footer><p>Copyright 2026 <a href=/legal>Legal notice</a></p></footer>"
    );
    let mut analyzer = Analyzer::default();
    let document = analyzer.analyze(page.as_bytes()).unwrap();
    let block = document.blocks().find(|block| block.text() == wanted).expect("a block");
    !block.is_template()
}

#[test]
fn short_cells_and_items_in_an_article_belong_to_it() {
    for unit in [
        "<table><tr><th>Gauge<th>Level<tr><td>North<td>Wanted<tr><td>South<td>3 m</table>",
        "<ul><li>rope<li>Wanted<li>oil</ul>",
        "<ol><li>Coil it.<li>Wanted<li>Wait.</ol>",
        "<dl><dt>Seams<dd>Taped<dt>Weight<dd>Wanted</dl>",
        "<pre>06:12 2.9 m</pre><pre>Wanted</pre>",
        "<div><div><table><tr><td>Pegel<td>Nord<tr><td>Wanted<td>3,1</table></div></div>",
        "<details><summary>Where?</summary><p>Wanted</p></details>",
        "<figure><table><tr><td>1<td>Wanted</table><figcaption>Levels</figcaption></figure>",
        "<h2>Levels</h2><table><tr><td>1<td>2<tr><td>Wanted<td>4</table>",
        "<figure><table><tr><td>1<td>2<tr><td>Wanted<td>4</table><figcaption>Source: gauge</figcaption></figure>",
        "<aside epub:type=footnote id=n1><p>Wanted</aside>",
        "<aside role=doc-endnote><p>1. <p>Wanted</aside>",
        "<dl class='py function'><dt class='sig sig-object'>Wanted<dd>The ratio of two gears.</dl>",
        "<dl class=field-list><dt class=field-odd>Wanted<dd>Teeth of the first gear.</dl>",
        "<div class='elementor-element elementor-widget'><div class=elementor-widget-container><ul><li>rope<li>Wanted</ul></div></div>",
        "<div class='wp-block-columns'><div class=wp-block-column><ul><li>rope<li>Wanted<li>oil</ul></div></div>",
        "<div class='overflow-hidden' id=c1><table><tr><td>1<td>2<tr><td>Wanted<td>4</table></div>",
        "<div class='rounded lg:overflow-x-hidden'><ul><li>rope<li>Wanted<li>oil</ul></div>",
        "<div class='recipe has-image'><ul><li>rope<li>Wanted<li>oil</ul></div>",
        "<div class=with-author><ul><li>rope<li>Wanted<li>oil</ul></div>",
        "<ul><li>See <a href=/a>below</a>.<li>Wanted<li>And <a href=/b>others</a>, too</ul>",
    ] {
        assert!(is_content(&format!("{STORY}{unit}"), "Wanted"), "at the end: {unit}");
        assert!(is_content(&format!("{STORY}{unit}{STORY}"), "Wanted"), "in the middle: {unit}");
    }
}

#[test]
fn lists_below_lines_that_name_them_belong_to_the_text() {
    for [one, other, tag] in [
        ["For the dough:", "For the icing:", "p"],
        ["Teig:", "Guss:", "div"],
        ["生地\u{ff1a}", "飾り\u{ff1a}", "p"],
        ["Pâte", "Glaçage", "h4"],
    ] {
        let lists = format!(
            "<h3>Zutaten</h3><{tag}>{one}</{tag}><ul><li>250 g<li>Wanted<li>2</ul><{tag}>{other}</{tag}><ul><li>1 l<li>3 g</ul>"
        );
        for wanted in ["Wanted", one, other, "3 g", "Zutaten"] {
            let steps = format!("<h3>Anleitung</h3>{}", STORY.replace("the ", "this "));
            assert!(is_content(&format!("{STORY}<div>{lists}</div><div>{steps}</div>"), wanted), "{one} {wanted}");
        }
    }
}

#[test]
fn a_table_that_is_the_page_keeps_its_caption_and_head() {
    let row = |i: usize| {
        format!(
            "<tr><th><a href=/l{i}>Light {i}</a><td>19{i}<td>A lamp on the coast whose keeper rowed out every evening in all weathers,              until the {i}th winter took his boat.</tr>"
        )
    };
    let rows = (10..40).map(row).collect::<String>();
    for head in [
        "<caption>Wanted</caption>",
        "<thead><tr><th>Name<th>Year<th>Wanted</thead>",
        "<colgroup><col></colgroup><thead><tr><th>Name<th>Wanted<th>What</thead>",
    ] {
        assert!(
            is_content(&format!("<p>All lamps of the coast.</p><table>{head}<tbody>{rows}</table>"), "Wanted"),
            "{head}"
        );
    }
}

#[test]
fn a_wrapper_with_other_template_is_not_all_that_counts() {
    let cell = "<div><i>In [3]:</i><pre>rope = 5 lock(rope)</pre><i>Out[3]:</i><div><pre>Wanted</pre></div></div>";
    assert!(is_content(&format!("{STORY}{cell}<p>Every rope has a lock of its own.</p>"), "Wanted"));
}

#[test]
fn names_with_values_belong_to_the_text_of_a_short_page() {
    let text = "<p>The house was built of brick in 1912 and renovated in 2018. From the living room you look at the \
        harbor.</p><p>The station is ten minutes away on foot, and the school five.</p>";
    let facts = [["Price", "480,000"], ["Living area", "142 m²"], ["Year built", "1912"], ["Heating", "Wanted"]];
    for [open, row, between, end, close] in [
        ["<div>", "<div><span>", "</span><span>", "</span></div>", "</div>"],
        ["<div class=key-facts>", "<div><small>", "</small> <b>", "</b></div>", "</div>"],
        ["<section>", "<p>", ": <b>", "</b></p>", "</section>"],
        ["<div>", "<div><div>", "</div><div>", "</div></div>", "</div>"],
    ] {
        let rows = facts.map(|[name, value]| [row, name, between, value, end].concat()).concat();
        let rows = [open, &rows, close].concat();
        for main in [
            format!("<main><h1>House at the harbor</h1>{rows}{text}</main>"),
            format!("<main><div><h1>House at the harbor</h1>{text}</div>{rows}</main>"),
        ] {
            let html = format!(
                "<title>House</title><nav><a href=/>Home</a> <a href=/b>Buy</a></nav>{main}<footer><p>2026 <a href=/i>Imprint</a>"
            );
            let found = Analyzer::default().analyze(html.as_bytes()).unwrap().main_text().text().to_owned();
            assert!(["Price", "142 m²", "Wanted"].iter().all(|fact| found.contains(fact)), "{main}: {found}");
        }
    }
}

#[test]
fn what_surrounds_an_article_stays_outside() {
    for unit in [
        "<ul><li><a href=/1>Ferry</a><li><a href=/2>Wanted</a><li><a href=/3>Library</a></ul>",
        "<ul class=share-buttons><li>Print<li>Wanted<li>Mail</ul>",
        "<div class=related><ul><li>Ferry<li>Wanted</ul></div>",
        "<form><ul><li>Name<li>Wanted<li>Mail</ul></form>",
        "<ul><li>Name<li>Wanted<li><form>Send</form></ul>",
        "<aside><table><tr><td>Ferry<td>Wanted</table></aside>",
        "<div class='overflow-hidden print-only'><ul><li>Ferry<li>Wanted</ul></div>",
    ] {
        assert!(!is_content(&format!("{STORY}{unit}"), "Wanted"), "{unit}");
    }
    // The text around it is template, and too short.
    assert!(!is_content(&format!("<div>{STORY}</div><div>Ads<ul><li>Wanted<li>b</ul></div>"), "Wanted"));
}

#[test]
fn terms_belong_to_their_definitions() {
    let terms = "<dl><dt>Port<dd>Where the program listens for what others ask.<dt>Wanted<dd>Calls a function when a while has \
        passed.<dt>Root<dd>The folder with all of the pages of the site.</dl>";
    assert!(is_content(&format!("<p>Words that the other pages use without explaining them.</p>{terms}"), "Wanted"));
}

/// Alike elements without a name of their own, and a part of the last.
const ROWS: [(&str, &str); 4] = [
    (
        "<div><div><div>North</div><div>2 m</div><div>low</div></div><div><div>South</div><div>3 m</div><div>high</div></div>\
      <div><div>East</div><div>1 m</div><div>Wanted</div></div></div>",
        "Wanted",
    ),
    (
        "<h2>Tools</h2><div><div><span>rope</span></div><div><span>oil</span></div><div><span>Wanted</span></div></div>",
        "Tools",
    ),
    (
        "<div><h3>Steps</h3><div><div>1</div><div>Coil it.</div></div><div><div>2</div><div>Wait.</div></div>\
      <div><div>3</div><div>Wanted</div></div></div>",
        "Wanted",
    ),
    ("<h2>Tools</h2><ul><li>rope<li>Wanted<li>oil</ul>", "Tools"),
];

#[test]
fn alike_elements_below_content_are_a_table() {
    for (rows, wanted) in ROWS {
        for story in [STORY.to_owned(), STORY.repeat(4)] {
            assert!(is_content(&format!("{story}{rows}"), wanted), "{rows}");
        }
    }
}

#[test]
fn alike_elements_above_content_are_none() {
    let byline = "<div><div>Jo Brook</div><div>12 May 2024</div><div>Wanted</div></div>";
    assert!(!is_content(&format!("{byline}{STORY}"), "Wanted"));
}

#[test]
fn what_follows_the_last_unit_does_not_matter() {
    let share =
        "<div><span>Share</span> <a href=#f>Facebook</a> <a href=#m>Mail</a></div><div><a href=/x>More</a></div>";
    for unit in ["<ol><li>Coil it.<li>Wanted<li>Wait.</ol>", "<table><tr><td>1<td>2<tr><td>Wanted<td>4</table>"] {
        assert!(is_content(&format!("{STORY}{unit}{share}"), "Wanted"), "{unit}");
        // Builders of pages set each part into elements of its own.
        let parts =
            [STORY, unit, share].map(|part| format!("<section><div><div><div>{part}</div></div></div></section>"));
        assert!(is_content(&parts.concat(), "Wanted"), "in sections: {unit}");
    }
}

#[test]
fn a_figure_is_one_with_its_caption() {
    let table = "<table><tr><td>Gauge<td>Level<tr><td>North<td>2 m<tr><td>South<td>3 m</table>";
    let figure = format!(
        "<figure class=wp-block-table>{table}<figcaption class=wp-element-caption>Wanted</figcaption></figure>"
    );
    assert!(is_content(&format!("{STORY}{figure}{STORY}"), "Wanted"));
}

#[test]
fn a_page_may_be_one_table_or_in_one() {
    let text_of = |html: &str| Analyzer::default().analyze(html.as_bytes()).unwrap().main_text().text().to_owned();
    let rows = "<tr><td>North<td>2 m<td>low<tr><td>South<td>3 m<td>high".repeat(4);
    assert!(text_of(&format!("<title>Levels</title><table>{rows}</table>")).contains("South"));
    let around =
        format!("<table>{}<tr><td>{STORY}{}</table>", "<tr><td>x<td>y".repeat(1000), "<tr><td>x".repeat(98_000));
    assert!(text_of(&around).contains("Nobody was hurt"));
}

#[test]
fn many_units_and_wrappers_cost_linear_time() {
    let units = format!("{STORY}{}", "<div><div><table><tr><td hidden>a<td>b</table></div></div>".repeat(3000));
    let nested = format!("{STORY}{}x", "<table><tr><td>".repeat(3000));
    for article in [units, nested, "<ul><li>x".repeat(3000)] {
        Analyzer::default().analyze(article.as_bytes()).unwrap();
    }
}

#[test]
fn tables_by_role_and_with_named_headers_are_tables() {
    for unit in [
        "<div role=table><div role=rowgroup><div role=row><span role=columnheader>Guest</span><span role=columnheader>Fare\
         </span></div></div><div role=rowgroup><div role=row><span role=cell>Sheep</span></div><div role=row>Wanted</div>\
         </div></div>",
        "<table class=header_cell><tr><th class=header_cell>Year<td class=table-header>Wanted</table>",
        "<dl class=accordion><dt><a href=#>May I bring a dog?</a><dd>Wanted<dt><a href=#>Is there tea?</a><dd>Yes.</dl>",
    ] {
        assert!(is_content(&format!("{STORY}{unit}{STORY}"), "Wanted"), "{unit}");
    }
}

#[test]
fn code_belongs_to_the_text_before_it() {
    for code in [
        "<div class=language-js><button class=copy></button><span>js</span><pre><code>Wanted</code></pre></div>",
        "<div><div>ferry.yml</div><div><pre><code>Wanted</code></pre></div></div>",
    ] {
        assert!(is_content(&format!("{STORY}{code}{STORY}"), "Wanted"), "{code}");
    }
}

#[test]
fn fields_of_a_description_are_content() {
    for [name, value] in [["Parameters", "seconds to wait"], ["Parameter", "Sekunden"], ["引数", "待つ秒数"]] {
        let html = format!(
            "<title>timers</title><div><a href=/>Home</a></div><div><h1>timers</h1><p>Timers run on the thread that created them. \
             A timer that is dropped is cancelled, and will not be called again.</p><dl class=function><dt>stop(wait)<dd><p>Stop a \
             timer.</p><dl class=field-list><dt class=field-odd>{name}<dd class=field-odd><ul><li><p>{value}</ul></dl></dl></div>\
             <div><h3>Related</h3><ul><li><a href=/1>threads</a></ul></div><div>2024</div>"
        );
        let text = Analyzer::default().analyze(html.as_bytes()).unwrap().main_text().text().to_owned();
        assert!(text.contains(value), "{text}");
    }
}

/// The main text of a short page.
fn short(text: &str) -> String {
    let html = format!(
        "<title>Reset</title><div><a href=/>Home</a> <a href=/n>News</a></div><div><h1>Reset</h1>{text}</div><div><h3>More</h3><ul><li>\
         <a href=/1>Snow closes the road</a></ul></div><div>2024</div>"
    );
    Analyzer::default().analyze(html.as_bytes()).unwrap().main_text().text().to_owned()
}

#[test]
fn the_second_part_of_a_list_is_content_as_the_first() {
    for (text, steps) in [
        (
            "If the display stays dark after the update, reset it as follows. You need a small screwdriver and ten minutes.",
            ["1. Unplug it.", "2. Wait ten seconds.", "3. Press Reset.", "4. Plug it in.", "5. Hold both keys."],
        ),
        (
            "Bleibt die Anzeige nach dem Update dunkel, hilft ein Neustart. Dafür brauchen Sie etwa zehn Minuten Zeit und Ruhe.",
            [
                "1. Stecker ziehen.",
                "2. Kurz warten.",
                "3. Taste drücken.",
                "4. Stecker rein.",
                "5. Beide Tasten halten.",
            ],
        ),
    ] {
        let list = |steps: &[&str]| {
            let rows: String = steps.iter().map(|step| format!("<div>{step}</div>")).collect();
            format!("<div class=x1>{rows}</div>")
        };
        let found = short(&format!("<div><div><p>{text}</p>{}{}</div></div>", list(&steps[..3]), list(&steps[3..])));
        assert!(steps.iter().all(|step| found.contains(step)), "{found}");
    }
}

#[test]
fn rows_below_a_line_alone_with_them_are_content() {
    for (text, title, rows) in [
        (
            "Kentin en eski hamamı, iki yıl süren onarımın ardından gelecek ay müze olarak kapılarını ziyaretçilere açıyor.",
            "Malzemeler",
            ["2 su bardağı un", "1 yumurta", "Tuz"],
        ),
        (
            "The oldest bakery of the town opens its doors to guests next month, and here is what they bake there first.",
            "Ingredients",
            ["2 cups of flour", "1 egg", "Salt"],
        ),
    ] {
        let list: String = rows.iter().map(|row| format!("<div>{row}</div>")).collect();
        let found = short(&format!("<p>{text}</p><div><div>{title}</div><div>{list}</div></div>"));
        assert!(rows.iter().all(|row| found.contains(row)) && found.contains(title), "{found}");
    }
}

#[test]
fn a_list_of_documents_with_what_they_are_is_no_menu() {
    let list = |items: [[&str; 2]; 2]| {
        let items = items.map(|[name, line]| format!("<li><a href=/d.pdf>{name}</a> \u{2013} {line}"));
        format!("<h2>Documents</h2><ul>{}</ul>", items.concat())
    };
    for items in [
        [["Map", "the first drawing of 1911"], ["Report on repairs", "forty pages in all"]],
        [["Karte", "die erste Zeichnung von 1911"], ["Bericht", "vierzig Seiten"]],
        [["पुल का नक्शा", "1911 का मूल चित्र"], ["मरम्मत की रिपोर्ट", "चालीस पन्ने"]],
    ] {
        let html = format!("<title>Rain</title><main><h1>Rain again</h1>{STORY}{}</main>", list(items));
        let text = Analyzer::default().analyze(html.as_bytes()).unwrap().main_text().text().to_owned();
        assert!(items.iter().all(|[name, line]| text.contains(name) && text.contains(line)), "{text}");
    }
}

fn main_text(body: &str) -> String {
    let html = format!("<title>Test</title><div><ul><li><a href=/>Home</a><li><a href=/t>Tests</a></ul></div>{body}");
    Analyzer::default().analyze(html.as_bytes()).unwrap().main_text().text().to_owned()
}

#[test]
fn two_lists_below_their_labels_belong_to_a_review() {
    for [[pros, one], [cons, two]] in [
        [["Pros", "light"], ["Cons", "short cord"]],
        [["Zalety", "mała waga"], ["Wady", "wysoka cena"]],
        [["Plussaa", "kevyt"], ["Miinusta", "lyhyt johto"]],
    ] {
        let list = |label: &str, item: &str| format!("<div><div>{label}</div><ul><li>{item}<li>{item} 2</ul></div>");
        let text = main_text(&format!(
            "<div><div><h1>Test</h1><p>I pitched it in the hills for two weeks, in rain and in wind, and it never failed me once.</p>\
             <div>{}{}</div></div></div><div>2024</div>",
            list(pros, one),
            list(cons, two)
        ));
        assert!([pros, one, cons, two].iter().all(|part| text.contains(part)), "{text}");
    }
}

#[test]
fn a_table_in_one_for_layout_is_a_unit() {
    for [name, text] in [
        ["Linde", "Alle Preise gelten mit Pfand für das Glas."],
        ["Tilleul", "Tous les prix comprennent la consigne du pot."],
        ["Lime", "All prices include the deposit for the jar."],
    ] {
        let body = main_text(&format!(
            "<table><tr><td colspan=2>Sommer</td></tr><tr><td><a href=a.htm>Start</a><br><a href=b.htm>B</a></td><td><h1>Honig</h1>\
             <table border=1><tr><td>{name}<td>500 g<td>6,50</tr><tr><td>{name} 2<td>250 g<td>5,00</tr></table><p>{text}</p></td></tr>\
             <tr><td colspan=2><a href=i.htm>Impressum</a></td></tr></table>"
        ));
        assert!(["250 g", "6,50", text].iter().all(|part| body.contains(part)), "{body}");
        assert!(!body.contains("Impressum") && !body.contains("Start"), "{body}");
    }
}

#[test]
fn a_table_of_titles_of_other_pages_is_no_data() {
    let cell = |i: usize| {
        let summary = "<p>The town gives a name to the last street without one.</p>".repeat(usize::from(i == 3));
        format!(
            "<td><h6><a href=/s{i}>Part {i} »</a></h6><h5><a href=/n{i}>What happened in street {i}</a></h5>{summary}</td>"
        )
    };
    let wards = |i: usize| STORY.replace("the", &format!("ward {i}, the"));
    let story: String = (1..4).map(wards).collect();
    let teasers = format!("<table><tr>{}</tr></table>", (0..6).map(cell).collect::<String>());
    assert!(!is_content(&format!("{story}{teasers}"), "What happened in street 4"));
}
