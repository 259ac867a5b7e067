//! Pages with one group of a known kind each, in the markup of several kinds of templates.

use blockmask::GroupKind;
use blockmask::GroupKind::*;

/// A page around a group.
pub struct GroupPage {
    pub name: &'static str,
    pub kind: GroupKind,
    /// What comes before the items, and after them.
    around: (&'static str, &'static str),
    /// The markup of an item; `#` is replaced by a word, `%` by a number, `$` by the item's, `@` by a sentence.
    item: &'static str,
    items: usize,
}

const fn page(
    name: &'static str,
    kind: GroupKind,
    around: (&'static str, &'static str),
    item: &'static str,
    items: usize,
) -> GroupPage {
    GroupPage { name, kind, around, item, items }
}

const WORDS: [&str; 12] = [
    "River", "Harbor", "Bridge", "Market", "Garden", "Tower", "Valley", "Meadow", "Castle", "Forest", "Island",
    "Lantern",
];
const SENTENCES: [&str; 6] = [
    "The old mill by the river was restored last summer by a group of volunteers from the village.",
    "Visitors reach it on foot in twenty minutes, along a path that is lit in the evening.",
    "Nobody expected that the water would rise so fast, and the cellar was full within an hour.",
    "It took us a while to find the right screws, but since then it has worked without a fault.",
    "The new schedule comes into force in autumn, and two lines will run until midnight.",
    "A second edition with corrected maps is planned, though the printer has not named a date.",
];
/// The text of an article.
const STORY: &str = "<article><h1>Rain over the valley</h1><p>Rain fell on the city for the third day, and the river rose \
    by two metres over night at the bridge near the old town hall.</p><p>The mayor asked people to stay at home, and the \
    fire brigade filled sandbags until the early morning hours.</p><p>Trains were late, and two schools stayed closed \
    while the water slowly fell again in the afternoon.</p></article>";

impl GroupPage {
    pub fn html(&self) -> String {
        let items: String = (0..self.items).map(|index| self.item(index)).collect();
        let (before, after) = self.around;
        let before = before.replace("STORY", STORY);
        format!("<!DOCTYPE html><title>Rain over the valley</title><body>{before}{items}{after}</body>")
    }

    fn item(&self, index: usize) -> String {
        let mut at = index;
        let mut html = String::new();
        for c in self.item.chars() {
            at += 1;
            match c {
                '#' => html.push_str(WORDS[at % WORDS.len()]),
                '%' => html.push_str(&(3 + index * 7 % 20).to_string()),
                '$' => html.push_str(&(index + 1).to_string()),
                '@' => html.push_str(SENTENCES[(index + at) % SENTENCES.len()]),
                _ => html.push(c),
            }
        }
        html
    }

    /// The number of items.
    pub fn len(&self) -> usize {
        self.items
    }
}

pub const PAGES: &[GroupPage] = &[
    page(
        "comments in a list",
        Comments,
        ("STORY<section class=comments><h2>4 comments</h2><ol class=comment-list>", "</ol></section>"),
        "<li class=comment><b class=author>#</b> <time>% May 2024</time><p>@</p><a class=reply href=#>Reply</a></li>",
        4,
    ),
    page(
        "Kommentare",
        Comments,
        ("STORY<div id=kommentare><h3>5 Kommentare</h3>", "</div>"),
        "<div class=comment-body><span class=author>#</span> <span class=date>%. Mai 2024, 10:15</span><p>@ @</p>\
         <a href=#>Antworten</a></div>",
        5,
    ),
    page(
        "related articles",
        Teasers,
        ("STORY<aside class=related><h2>Related articles</h2>", "</aside>"),
        "<div class=teaser><img src=%.jpg><h3><a href=/%>The # near the #</a></h3><p>@</p></div>",
        4,
    ),
    page(
        "weitere Artikel",
        Teasers,
        ("STORY<section><h2>Mehr zum Thema</h2><ul>", "</ul></section>"),
        "<li><a href=/%><img src=%.jpg><h4>Der # und das # im #</h4></a><p>@</p></li>",
        5,
    ),
    page("menu", Menu, ("<nav><ul>", "</ul></nav>STORY"), "<li><a href=/%>#</a></li>", 7),
    page("menu of divs", Menu, ("<div class=menu>", "</div>STORY"), "<div class=menu-item><a href=/%>#</a></div>", 6),
    page(
        "list of links in the footer",
        Menu,
        ("STORY<footer><ul>", "</ul></footer>"),
        "<li><a href=/%>About #</a></li>",
        6,
    ),
    page(
        "shop",
        Offers,
        ("<h1>Maps and guides</h1><div class=products>", "</div>"),
        "<div class=product><img src=%.jpg><h3><a href=/p/%>The # guide</a></h3><p>With maps of the #.</p>\
         <span class=price>£%.50</span></div>",
        9,
    ),
    page(
        "Laden",
        Offers,
        ("<h1>Karten</h1><ul>", "</ul>"),
        "<li><a href=/p/%><img src=%.jpg></a><h2><a href=/p/%>Karte # und #</a></h2><div>%,90 €</div><button>Kaufen</button></li>",
        8,
    ),
    page(
        "search results",
        Results,
        ("<h1>Results for river</h1><ol class=results>", "</ol>"),
        "<li><h3><a href=https://example.org/%>The # of the #</a></h3><p>@</p><cite>example.org/%</cite></li>",
        8,
    ),
    page(
        "entries of a catalog",
        Results,
        ("<h1>Harbors of the coast</h1>", ""),
        "<div class=entry><h2><a href=/h/%># harbor</a></h2><p>@ @</p></div>",
        7,
    ),
    page(
        "data",
        TableRows,
        (
            "<h1>Gauges</h1><p>The water levels of the week, as measured each morning at the bridge.<table><tr><th>Day<th>Place<th>Level",
            "</table>",
        ),
        "<tr><td>% May<td>#<td>%2 cm",
        9,
    ),
    page(
        "questions in details",
        Faq,
        ("STORY<section><h2>FAQ</h2>", "</section>"),
        "<details><summary>How does the # reach the #?</summary><p>@</p></details>",
        5,
    ),
    page(
        "Fragen",
        Faq,
        ("<h1>Häufige Fragen</h1>", ""),
        "<div class=accordion-item><h3>Wo steht der #?</h3><div>@ @</div></div>",
        6,
    ),
    page("ingredients", Steps, ("STORY<h2>Ingredients</h2><ul class=ingredients>", "</ul>"), "<li>%0 g of #</li>", 7),
    page("directions", Steps, ("STORY<h2>Directions</h2><ol>", "</ol>"), "<li>@</li>", 5),
    page(
        "gallery",
        Gallery,
        ("STORY<div class=gallery>", "</div>"),
        "<figure><img src=%.jpg alt=''><figcaption>The # in the #</figcaption></figure>",
        6,
    ),
    page("tags", Tags, ("STORY<ul class=tags>", "</ul>"), "<li><a rel=tag href=/tag/%>#</a></li>", 6),
    page(
        "posts",
        Posts,
        ("<h1>Pump does not start</h1><div class=thread>", "</div>"),
        "<div class=post><div class=user><a href=/u/%>#</a> <span>Joined 201%</span></div><div class=date>% May 2024, 10:15</div>\
         <div class=message>@ @</div><a href=#>Quote</a> <a href=#>Reply</a></div>",
        8,
    ),
    page(
        "answers",
        Answers,
        (
            "<h1>How do I start the pump?</h1><div class=question><p>It worked in spring, but since the rain it only hums when I switch it on.</p></div><h2>4 Answers</h2>",
            "",
        ),
        "<div class=answer><div class=text>@ @</div><div>answered % May 2024 by <a href=/u/%>#</a></div><a href=#>Reply</a></div>",
        4,
    ),
    page(
        "reviews",
        Reviews,
        (
            "<h1>River pump</h1><p>A quiet pump for cellars and ponds, with ten metres of hose.</p><b>$129.00</b><button>Add to cart</button><h2>Customer reviews</h2><div class=reviews>",
            "</div>",
        ),
        "<div class=review><span>★★★★☆</span> <b class=author>#</b> <time>% May 2024</time><p>@</p></div>",
        5,
    ),
    page(
        "answers with votes, without names",
        Answers,
        (
            "<h1>Wie starte ich die Pumpe?</h1><div><p>It worked in spring, but since the rain it only hums when I switch it on.</p><p>Cleo, 2 May 2024</p></div><h2>5 Antworten</h2><ul>",
            "</ul>",
        ),
        "<li><span>%</span><div><p>@ @</p></div><p><a href=/u/%>#</a>, % May 2024</p></li>",
        5,
    ),
    page(
        "keywords below a term",
        Tags,
        ("STORY<dl><dt>Schlagwörter</dt>", "</dl>"),
        "<dd><a href=/tag/%>#</a></dd>",
        5,
    ),
    page("hashtags", Tags, ("STORY<ul>", "</ul>"), "<li><a href=/%>&num;#</a></li>", 4),
    page(
        "images in cells",
        Gallery,
        ("STORY<table><tr>", "</table>"),
        "<td><a href=/p/%.jpg><img src=/t/%.jpg></a><br>Die # und der #</td>",
        4,
    ),
    page(
        "images in a list",
        Gallery,
        ("STORY<ul>", "</ul>"),
        "<li><img src=/t/%.jpg><span>The # in the #</span></li>",
        5,
    ),
    page("numbered terms", Steps, ("STORY<h2>Zubereitung</h2><dl>", "</dl>"), "<dt>$.</dt><dd>@</dd>", 5),
    page("amounts", Steps, ("STORY<h2>Ingredients</h2><div>", "</div>"), "<div>%0 g #</div>", 6),
];
