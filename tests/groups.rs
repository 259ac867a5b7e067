//! The kinds of the groups of pages whose groups are known.

#[path = "common/group_pages.rs"]
mod group_pages;

use blockmask::{Analyzer, GroupKind};
use group_pages::{GroupPage, PAGES};

/// The kind of the group with the most of the items of a page, and how many items it has.
fn found(analyzer: &mut Analyzer, html: &str, page: &GroupPage) -> Option<(GroupKind, usize)> {
    let document = analyzer.analyze(html.as_bytes()).unwrap();
    let groups = document.groups();
    let near = |items: usize| usize::MAX - items.abs_diff(page.len());
    groups
        .iter()
        .map(|group| (group.group_kind(), group.items().len()))
        .max_by_key(|&(kind, items)| (near(items), kind == page.kind))
}

/// The pages whose group is found with its kind, and the others.
fn right(change: impl Fn(String) -> String) -> (usize, Vec<String>) {
    let mut analyzer = Analyzer::default();
    let mut wrong = Vec::new();
    for page in PAGES {
        match found(&mut analyzer, &change(page.html()), page) {
            Some((kind, _)) if kind == page.kind => {}
            other => wrong.push(format!("{}: {other:?} for {} of {}", page.name, page.kind, page.len())),
        }
    }
    (PAGES.len() - wrong.len(), wrong)
}

#[test]
fn kinds_of_groups() {
    let (right, wrong) = right(|html| html);
    assert!(10 * right >= 9 * PAGES.len(), "{right} of {}: {wrong:#?}", PAGES.len());
}

#[test]
fn kinds_without_names() {
    let (right, wrong) = right(|html| html.replace(" class=", " data-x=").replace(" id=", " data-y="));
    assert!(10 * right >= 9 * PAGES.len(), "{right} of {}: {wrong:#?}", PAGES.len());
}

/// Names and types that say otherwise than the items do not decide.
#[test]
fn forged_names() {
    let names = "class=review itemprop=review itemscope itemtype=https://schema.org/Review";
    let entries: String = (0..9).map(|i| format!("<li {names}><a href=/{i}>River</a></li>")).collect();
    let story = "<p>Rain fell on the city for the third day, and the river rose by two metres.".repeat(6);
    let html = format!("<nav><ul>{entries}</ul></nav><article><h1>Rain</h1>{story}</article>");
    let mut analyzer = Analyzer::default();
    let groups = analyzer.analyze(html.as_bytes()).unwrap().groups();
    assert_eq!(groups.iter().map(|group| group.group_kind()).collect::<Vec<_>>(), [GroupKind::Menu]);
}

#[test]
fn rated_texts_below_a_line_about_reviews_are_reviews() {
    let texts = [
        ["★★★★★", "Ann", "Cuts old bread as if it were cake."],
        ["★★★★☆", "Ben", "A good blade, though the box was crushed when it came."],
        ["★★☆☆☆", "Cleo", "Too heavy for me, the old one had half of its weight."],
    ];
    let item = |[stars, name, text]: [&str; 3]| {
        format!("<div class=b><div>{stars}</div><div><b>{name}</b></div><div>{text}</div></div>")
    };
    let kinds = |line: &str| {
        let html = format!(
            "<title>Bread knife</title><main><h1>Bread knife</h1><b>$48.00</b><p>The teeth are long and rounded, so that they do not \
             tear the crumb.</p><button>Add to cart</button>{line}{}</main>",
            texts.map(item).concat()
        );
        let mut analyzer = Analyzer::default();
        let groups = analyzer.analyze(html.as_bytes()).unwrap().groups();
        groups.iter().map(|group| group.group_kind()).collect::<Vec<_>>()
    };
    for line in ["<div>Customer reviews (3)</div>", "<h2>Customer reviews</h2>", "<h3>Kundenbewertungen</h3>"] {
        assert_eq!(kinds(line), [GroupKind::Reviews], "{line}");
    }
    assert!(!kinds("<h2>Knives of the week</h2>").contains(&GroupKind::Reviews));
}

/// A rating may begin a long text; such comments are reviews.
#[test]
fn ratings_at_the_start_of_texts() {
    const TEXTS: [&str; 3] = [
        "Hält seit dem Frühjahr dicht, obwohl sie jeden Tag zehn Meter hoch pumpt und im Sommer in der prallen Sonne steht, neben \
         dem Brunnen und ohne Dach.",
        "Leise und stark, nur der Schlauch war kürzer als versprochen; der Händler hat nach einem Anruf einen neuen geschickt, \
         ohne dass ich ihn bezahlen musste.",
        "Nach vier Wochen kaputt, und bis heute hat niemand auf meine Fragen geantwortet, weder der Händler noch die Werkstatt, \
         die auf der Karte steht.",
    ];
    let kinds = |rating: fn(usize) -> &'static str, date: fn(usize) -> String| {
        let item =
            |i: usize| format!("<li><b>{}</b> {}<p>{} {}</li>", ["Ute", "Jan", "Eva"][i], date(i), rating(i), TEXTS[i]);
        let html = format!(
            "<title>Pumpe</title><h1>Pumpe</h1><p>{}</p><h3>Bewertungen</h3><ul>{}</ul>",
            "Eine Pumpe aus Guss für Brunnen und Zisternen, mit zwei Ventilen und einem Rad von Hand. ".repeat(5),
            [0, 1, 2].map(item).concat()
        );
        let mut analyzer = Analyzer::default();
        let groups = analyzer.analyze(html.as_bytes()).unwrap().groups();
        groups
            .iter()
            .map(|group| (group.group_kind(), group.items()[0].rating().map(str::to_owned)))
            .collect::<Vec<_>>()
    };
    let points = |i: usize| ["5/5", "4/5", "1/5"][i];
    let date = |i: usize| format!("am {}. Mai 2014 um 12:3{i} Uhr", i + 3);
    let rated = [(GroupKind::Reviews, Some("5/5".to_owned()))];
    assert_eq!(kinds(points, date), rated);
    assert_eq!(kinds(points, |_| String::new()), rated);
    assert_eq!(kinds(|_| "", date), [(GroupKind::Comments, None)]);
}

#[test]
fn what_items_say() {
    let review = |name: &str, stars: &str| {
        format!(
            "<div class=review><b>{stars}</b> <b class=author>{name}</b> <time>3 May 2024</time><p>Quiet, and strong enough for the cellar of an old house.</div>"
        )
    };
    let reviews = ["Ann", "Ben", "Cleo"].map(|name| review(name, "4/5")).concat();
    let html = format!(
        "<h1>Pump</h1><p>A pump for cellars and ponds, with ten metres of hose.<b>$129.00</b><button>Add to cart</button><h2>3 customer reviews</h2><div class=reviews>{reviews}</div>"
    );
    let mut analyzer = Analyzer::default();
    let page = analyzer.analyze(html.as_bytes()).unwrap();
    let groups = page.groups();
    let reviews = groups.iter().find(|group| group.group_kind() == GroupKind::Reviews).expect("reviews");
    let said: Vec<_> =
        reviews.items().iter().map(|item| (item.author(), item.date(), item.rating(), item.price())).collect();
    let date = Some("3 May 2024");
    let expected = ["Ann", "Ben", "Cleo"].map(|name| (Some(name), date, Some("4/5"), None));
    assert_eq!(said, expected);
}
