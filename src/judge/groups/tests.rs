use super::{Arrangement, EQUAL, Groups, Least, Shape, find, shapes, similarity};
use crate::base::arena::Bump;
use crate::read::html::NONE;
use crate::{Analyzer, Options};

/// Calls `test` with the groups of a page and the texts of the items of each.
fn with_groups<T>(html: &str, test: impl FnOnce(&Groups<'_>, &[(Arrangement, Vec<String>)]) -> T) -> T {
    let mut analyzer = Analyzer::new(Options::default());
    let document = analyzer.analyze(html.as_bytes()).unwrap();
    let (arena, scratch) = (Bump::new(), Bump::new());
    let groups = find(&arena, &scratch, &document.page, &document.sequence, true, Least::NOTHING);
    let text = |block: u32| document.block(block as usize).map(|block| block.text().to_owned()).unwrap_or_default();
    let texts = |group| groups.items_of(group).iter().map(|item| (item.blocks.0..item.blocks.1).map(text));
    let texts = |group| texts(group).map(|texts| texts.collect::<Vec<_>>().join("/")).collect();
    let all: Vec<_> = groups.list.iter().map(|group| (group.arrangement, texts(group))).collect();
    test(&groups, &all)
}

/// Whether a page has a group of these items.
fn has(html: &str, arrangement: Arrangement, items: &[&str]) {
    with_groups(html, |_, all| assert!(all.iter().any(|(a, texts)| *a == arrangement && texts == items), "{all:#?}"));
}

#[test]
fn children_of_one_tag() {
    let html = "<h2>Maps</h2><div><h3>A</h3><p>Rain</p></div><div><h3>B</h3><p>Snow</p></div><p>Closed</p>";
    has(html, Arrangement::Siblings, &["A/Rain", "B/Snow"]);
}

#[test]
fn children_unlike_the_others_are_left_out() {
    let item = |name: &str| format!("<li><h3>{name}</h3><p>Rain<span>5</span></li>");
    let html = format!("<ul>{}<li><a href=/>Ad</a></li>{}{}</ul>", item("A"), item("B"), item("C"));
    has(&html, Arrangement::Siblings, &["A/Rain5", "B/Rain5", "C/Rain5"]);
}

#[test]
fn runs_of_siblings() {
    let html = "<dl><dt>A<dd>Rain<dd>5<dt>B<dd>Snow<dt>C<dd>Hail<dd>7</dl>";
    has(html, Arrangement::Runs, &["A/Rain/5", "B/Snow", "C/Hail/7"]);
    let html = "<h1>Maps</h1><h3>A</h3><p>Rain<h3>B</h3><p>Snow<h3>C</h3><p>Hail<address>End</address>";
    has(html, Arrangement::Runs, &["A/Rain", "B/Snow", "C/Hail"]);
}

#[test]
fn runs_between_lines() {
    let html = "<h1>Maps</h1><p><a href=/>A</a><p>Rain<hr><p><a href=/>B</a><p>Snow<hr><p><a href=/>C</a><p>Hail<hr>";
    has(html, Arrangement::Runs, &["A/Rain", "B/Snow", "C/Hail"]);
    let rows = |name: &str| format!("<tr><td>{name}<tr><td>Rain<tr><td><img src=dot.gif>");
    has(
        &format!("<table>{}{}{}</table>", rows("A"), rows("B"), rows("C")),
        Arrangement::Runs,
        &["A/Rain", "B/Rain", "C/Rain"],
    );
}

#[test]
fn what_few_runs_have_is_cut_off_from_their_ends() {
    let rows = |name: &str| format!("<tr><th><a href=/>{name}</a><tr><td>Rain");
    let html = format!("<table>{}{}<tr><td><b><a>Ad</a></b><i><a>!</a></i>{}</table>", rows("A"), rows("B"), rows("C"));
    has(&html, Arrangement::Runs, &["A/Rain", "B/Rain", "C/Rain"]);
}

#[test]
fn the_same_tag_path_in_several_elements() {
    let cell = |name: &str| format!("<td><b>{name}</b><p>Rain</td>");
    let html = format!("<table><tr>{}{}<tr>{}</table>", cell("A"), cell("B"), cell("C"));
    has(&html, Arrangement::Cousins, &["A/Rain", "B/Rain", "C/Rain"]);
}

#[test]
fn items_inside_items() {
    let post = |text: &str, answers: &str| format!("<div class=post><b>Ann</b><p>{text}</p>{answers}</div>");
    let html = post("Rain?", &format!("{}{}", post("No", &post("Really", "")), post("Snow", "")));
    with_groups(&html, |groups, _| {
        let group = groups.list.iter().find(|group| group.arrangement == Arrangement::Namesakes).unwrap();
        let (first, items) = (group.items.0, groups.items_of(group));
        let parents: Vec<u32> = items.iter().map(|item| item.parent).collect();
        assert_eq!(parents, [NONE, first, first + 1, first]);
    });
    let answers = "<ul><li><p>Yes<li><p>No</ul>";
    let html = format!("<div><h2>A</h2><p>Rain{answers}</div><div><h2>B</h2><p>Snow{answers}</div>");
    with_groups(&html, |groups, all| {
        let is_answers = |texts: &[String]| texts == ["Yes", "No"];
        let (arena, scratch) = (Bump::new(), Bump::new());
        let outer = groups.outer(&arena, &scratch).iter().zip(groups.list).zip(all);
        let outer: Vec<u32> = outer
            .filter(|((_, group), (_, texts))| group.arrangement == Arrangement::Siblings && is_answers(texts))
            .map(|((&item, _), _)| item)
            .collect();
        let blocks = outer.iter().map(|&item| groups.items[item as usize].blocks);
        assert_eq!(blocks.collect::<Vec<_>>(), [(0, 4), (4, 8)]);
    });
}

#[test]
fn names_do_not_decide() {
    let item = |class: &str, name: &str| format!("<div class={class}><h3>{name}</h3><p>Rain</p></div>");
    let html = format!("{}{}{}", item("x1y", "A"), item("q", "B"), item("zz-top", "C"));
    has(&html, Arrangement::Siblings, &["A/Rain", "B/Rain", "C/Rain"]);
}

#[test]
fn pages_without_groups() {
    for html in ["", "<p>Rain", "<frameset><frame></frameset>", "<body></body>"] {
        with_groups(html, |groups, _| assert!(groups.list.is_empty() && groups.items.is_empty(), "{html}"));
    }
}

#[test]
fn similarity_of_shapes() {
    let tags = |tags| Shape { tags, names: 0 };
    assert_eq!((similarity(tags(0), tags(0)), similarity(tags(1), tags(0))), (EQUAL, 0));
    assert_eq!(similarity(tags(0b110), tags(0b011)), EQUAL / 2);
    // Names count half as much as tags, if there are any.
    let named = |names| Shape { tags: 0b11, names };
    assert_eq!(similarity(named(1), named(2)), 2 * EQUAL / 3);
    assert_eq!(similarity(named(1), named(0)), EQUAL);
    let common = |all: &[u64]| shapes::common(all.iter().map(|&all| tags(all))).tags;
    assert_eq!((common(&[0b111, 0b011, 0b110, 0b010]), common(&[0b111, 0b011, 0b001])), (0b111, 0b011));
    assert_eq!(common(&[]), 0);
}

#[test]
fn names_of_classes_without_positions() {
    let names = |value: &str| shapes::hash_of_names(value.as_bytes());
    assert_eq!(names("post-12 Thread odd"), names(" thread\tPOST row_1"));
    assert_ne!(names("post thread"), names("post"));
    assert_eq!([names(""), names("- 7"), names("first odd-2")], [0; 3]);
}

#[test]
fn parts_without_enough_text_are_not_searched() {
    let entry = |name: &str| format!("<li><b>{name}</b>");
    let post = |text: &str| format!("<div><h3>{text}</h3><p>{}</div>", "It rained all day. ".repeat(20));
    let html = format!("<ul>{}{}{}</ul>{}{}", entry("A"), entry("B"), entry("C"), post("Rhine"), post("Main"));
    let mut analyzer = Analyzer::new(Options::default());
    let document = analyzer.analyze(html.as_bytes()).unwrap();
    let tokens_of = |blocks: std::ops::Range<u32>| {
        let blocks = (blocks.start..blocks.end).filter_map(|block| document.block(block as usize));
        blocks.map(|block| u64::from(block.table_entry().tokens)).sum()
    };
    let found = |tokens: u64| {
        let (arena, scratch) = (Bump::new(), Bump::new());
        let least = Least { tokens_of: &tokens_of, tokens };
        let groups = find(&arena, &scratch, &document.page, &document.sequence, true, least);
        let firsts = groups.list.iter().map(|group| groups.items_of(group)[0].blocks.0);
        firsts.map(|block| document.block(block as usize).unwrap().text().to_owned()).collect::<Vec<_>>()
    };
    assert!(found(0).contains(&"A".to_owned()) && found(0).contains(&"Rhine".to_owned()));
    assert_eq!(found(100), ["Rhine"]);
    assert!(found(1_000).is_empty());
}
