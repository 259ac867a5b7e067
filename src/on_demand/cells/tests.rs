use crate::{Analyzer, MaskMethod, Options};

/// The first block of each cell, with those of its headers, and a star for guessed headers.
fn cells(html: &str) -> Vec<String> {
    let mut analyzer = Analyzer::new(Options { mask: MaskMethod::Density, ..Options::default() });
    let page = analyzer.analyze(html.as_bytes()).unwrap();
    let cells = page.table_cells();
    let text = |index: usize| match cells[index].blocks() {
        blocks if blocks.is_empty() => "-",
        blocks => page.block(blocks.start).unwrap().text(),
    };
    let line = |index: usize| {
        let headers: Vec<&str> = cells[index].headers().iter().map(|&header| text(header)).collect();
        let star = if cells[index].is_guessed_header() { "*" } else { "" };
        format!("{}{star}: {}", text(index), headers.join(" "))
    };
    (0..cells.len()).map(line).collect()
}

#[test]
fn headers_of_columns_and_rows() {
    let html = "<table><tr><td><th>Rain<th>Wind<tr><th>Mo<td>30 mm<td>west<tr><th>Tu<td>0 mm<td>east</table>";
    let expected = ["-: ", "Rain: ", "Wind: ", "Mo: ", "30 mm: Rain Mo", "west: Wind Mo"];
    assert_eq!(cells(html)[..6], expected);
    assert_eq!(cells(html)[6..], ["Tu: ", "0 mm: Rain Tu", "east: Wind Tu"]);
    // Headers all over: those of the first column head rows only by their scope, as columns come first.
    let scoped = "<table><tr><th>Day<th>Rain<tr><th scope=row>Mo<td>30 mm</table>";
    assert_eq!(cells(scoped), ["Day: ", "Rain: ", "Mo: Day", "30 mm: Rain Mo"]);
    let pairs = "<table><tr><th>Name<td>Ann<tr><th>Age<td>36</table>";
    assert_eq!(cells(pairs), ["Name: ", "Ann: Name", "Age: ", "36: Age"]);
}

/// The example of the standard for headers that are replaced: later ones of the same place and size.
#[test]
fn later_headers_replace_earlier_ones() {
    let html = "<table><tr><th scope=col>A<th scope=col>B<tr><td>1<td>2<tr><th scope=col>C<td>3<tr><td>4<td>5</table>";
    let expected = ["A: ", "B: ", "1: A", "2: B", "C: ", "3: B", "4: C", "5: B"];
    assert_eq!(cells(html), expected);
}

#[test]
fn headers_that_span() {
    let html = "<table><tr><th rowspan=2>Day<th colspan=2>Rain<tr><th>mm<th>h<tr><td>Mo<td>30<td>4</table>";
    let expected = ["Day: ", "Rain: ", "mm: Rain", "h: Rain", "Mo: Day", "30: Rain mm", "4: Rain h"];
    assert_eq!(cells(html), expected);
    // A header of two rows heads both.
    let rows = "<table><tr><th rowspan=2>Mo<td>am<td>1<tr><td>pm<td>2</table>";
    assert_eq!(cells(rows), ["Mo: ", "am: Mo", "1: Mo", "pm: Mo", "2: Mo"]);
}

#[test]
fn headers_of_groups_of_rows() {
    let html = "<table><tr><th>City<th>People<tbody><tr><th scope=rowgroup colspan=2>North<tr><td>Kiel<td>246\
        <tbody><tr><th scope=rowgroup colspan=2>South<tr><td>Ulm<td>126</table>";
    let found = cells(html);
    assert_eq!(found[3..5], ["Kiel*: City North", "246: People North Kiel"]);
    assert_eq!(found[6..], ["Ulm*: City South", "126: People South Ulm"]);
}

/// Listed headers take the place of others; those of other tables, unknown ones and the cell itself do not count.
#[test]
fn listed_headers() {
    let html = "<table><tr><th id=x>Other<td>1</table>\
        <table><tr><th id=a>A<th id=b>B<tr><td headers='b a b none x'>1<td id=c headers='c'>2</table>";
    assert_eq!(cells(html)[4..], ["1: A B", "2: "]);
    // Circles, which nobody follows.
    let circle = "<table><tr><th id=a headers=b>A<th id=b headers=a>B<tr><td headers=a>1<td>2</table>";
    assert_eq!(cells(circle), ["A: B", "B: A", "1: A", "2: B"]);
}

#[test]
fn guessed_headers() {
    let html = "<table><tr><td><b>Jour</b><td><b>Pluie</b><tr><td>lundi<td>30<tr><td>mardi<td>0</table>";
    let expected = ["Jour*: ", "Pluie*: ", "lundi*: Jour", "30: Pluie lundi", "mardi*: Jour", "0: Pluie mardi"];
    assert_eq!(cells(html), expected);
    // A first column without header.
    let trains = "<table><tr><td>Bonn<td>8:00<td>9:00<tr><td>Ulm<td>8:30<td>9:30</table>";
    assert_eq!(cells(trains)[3..], ["Ulm*: ", "8:30: Ulm", "9:30: Ulm"]);
}

#[test]
fn layout_tables_have_no_cells() {
    assert_eq!(cells("<table role=presentation><tr><td>Menu<td>Text</table>"), Vec::<String>::new());
    assert_eq!(cells("<table><tr><td>Menu<td><table><tr><th>a<td>1</table></table>"), ["a: ", "1: a"]);
    assert_eq!(cells("<p>None"), Vec::<String>::new());
}

/// Large spans and many headers take time and memory that are linear in the page.
#[test]
fn hostile_tables_are_bounded() {
    let spans = "<td rowspan=10000 colspan=10000>1<th rowspan=10000 colspan=10000>2".repeat(2000);
    let many = "<tr><th scope=row>1<td>2".repeat(3000) + &"<th>3".repeat(5000);
    let deep = "<tr><td rowspan=0><th rowspan=9999 scope=col colspan=7>1<td>2".repeat(2000);
    let listed = "<tr><td id=a headers='a a a a a a a b c d'>1<th id=b headers='b a'>2".repeat(2000);
    for table in [spans, many, deep, listed] {
        let begin = std::time::Instant::now();
        let found = cells(&format!("<table><tr><th>0{table}</table>"));
        assert!(found.len() > 2000);
        assert!(found.iter().all(|cell| cell.len() < 200));
        assert!(begin.elapsed().as_secs() < 20, "{:?}", begin.elapsed());
    }
}
