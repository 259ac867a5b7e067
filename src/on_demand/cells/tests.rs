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

/// The cells that are data, each with its headers.
fn data(rows: &str) -> Vec<String> {
    let data = |cell: &String| !cell.contains('*') && !cell.ends_with(": ");
    cells(&format!("<table>{rows}</table>")).into_iter().filter(data).collect()
}

/// A row of cells.
fn row(cells: &[&str]) -> String {
    format!("<tr><td>{}", cells.join("<td>"))
}

fn rows(all: &[&[&str]]) -> String {
    all.iter().map(|cells| row(cells)).collect()
}

/// Short names above longer texts and texts with digits head columns; texts above ones of their kind do not.
#[test]
fn names_above_texts() {
    let below: [&[&str]; 3] = [
        &["Linde", "Früher Sommer", "bis 30 m hoch"],
        &["Ahorn", "Später Frühling", "bis 25 m hoch"],
        &["Hasel", "Ende des Winters", "bis 6 m hoch"],
    ];
    let first_value = |head: &[&str], below: &[&[&str]]| {
        let all = cells(&format!("<table>{}{}</table>", row(head), rows(below)));
        all.into_iter().find(|cell| cell.starts_with("Früher")).unwrap_or_default()
    };
    let has_header = |head: &[&str], below: &[&[&str]]| first_value(head, below).contains(head[1]);
    assert!(has_header(&["Baum", "Blüte", "Höhe"], &below));
    // Too few rows, a name twice, one that stands in its column again, one that is missing, and a long one.
    assert!(!has_header(&["Baum", "Blüte", "Höhe"], &below[..2]));
    assert!(!has_header(&["Baum", "Blüte", "Blüte"], &below));
    assert!(!has_header(&["Ahorn", "Blüte", "Höhe"], &below));
    assert!(!has_header(&["Baum", "Blüte", ""], &below));
    assert!(!has_header(&["Baum", "wann sie bei uns blüht", "Höhe"], &below));
    // A row like the others, and pairs of a key and a value.
    assert!(!has_header(&["Birke", "Mitte des Frühlings", "bis 20 m hoch"], &below));
    let pairs: [&[&str]; 3] = [&["Blüte", "Früher Sommer"], &["Frucht", "kleine Nüsse"], &["Holz", "weich und hell"]];
    assert!(!has_header(&["Name", "Linde"], &pairs));
}

/// Years, dates, ranges and ascending numbers name rows; those that count them do not, but names beside them.
#[test]
fn rows_named_by_numbers() {
    for names in [
        ["1990", "2000", "2010"],
        ["2010年", "2005年", "2000年"],
        ["05.03.2024", "04.03.2024", "01.03.2024"],
        ["8:00–8:45", "8:50–9:35", "9:50–10:35"],
        ["0–14", "15–64", "65+"],
        ["200", "404", "503"],
        ["0114", "0203", "0117"],
    ] {
        let table = rows(&[&["Rok", "A", "B"], &[names[0], "5,1", "7"], &[names[1], "6", "8"], &[names[2], "4", "9"]]);
        let expected = [("5,1", "A", 0), ("7", "B", 0), ("6", "A", 1), ("8", "B", 1), ("4", "A", 2), ("9", "B", 2)];
        assert_eq!(data(&table), expected.map(|(value, header, row)| format!("{value}: {header} {}", names[row])));
    }
    let league = rows(&[&["Pos", "Klub", "G"], &["1", "Bari", "38"], &["2", "Pisa", "37"], &["3", "Como", "35"]]);
    assert_eq!(data(&league)[1], "38: G Bari");
    let levels = rows(&[&["Level", "Gold", "G"], &["1", "10", "5"], &["2", "20", "5"], &["3", "50", "4"]]);
    assert_eq!(data(&levels)[..2], ["10: Gold 1", "5: G 1"]);
    let schools = rows(&[&["School", "A", "B"], &["№ 4", "88", "91"], &["№ 7", "84", "79"]]);
    assert_eq!(data(&schools)[0], "88: A № 4");
    // Quantities, sorted or not, and years in no order.
    for first in [["12 mm", "9 mm", "14 mm"], ["8849", "8611", "8586"], ["1999", "2020", "2004"], ["3,5", "4,5", "5,5"]]
    {
        let table = rows(&[&["A", "B"], &[first[0], "x"], &[first[1], "y"], &[first[2], "z"]]);
        assert!(data(&table).contains(&"x: B".to_owned()), "{:?}", data(&table));
    }
}

/// Rows of `td` in a `thead` are headers, but not if the table has no others.
#[test]
fn headers_in_a_thead() {
    let head = "<thead><tr><th rowspan=2>Kraj<th colspan=2>Lidé<tr><td>muži<td>ženy</thead><tbody>";
    let table = format!("{head}{}", rows(&[&["Zlín", "44", "43"], &["Brno", "67", "66"]]));
    let found = cells(&format!("<table>{table}</table>"));
    assert_eq!(found[2..7], ["muži*: Lidé", "ženy*: Lidé", "Zlín*: Kraj", "44: Lidé muži Zlín", "43: Lidé ženy Zlín"]);
    let all = format!("<thead>{}", rows(&[&["Zlín", "mnoho"], &["Brno", "málo"], &["Aš", "nic"]]));
    assert_eq!(cells(&format!("<table>{all}</table>"))[1], "mnoho: ");
}

/// A title over all columns, years and numbered names above numbers.
#[test]
fn first_rows_with_titles_and_digits() {
    let numbers = rows(&[&["Bonn", "8,1", "9"], &["Ulm", "8,4", "10"], &["Hof", "7", "11"]]);
    for (first, header) in [
        (row(&["", "2019", "2020"]), "2019"),
        (row(&["Ort", "2021", "2011"]), "2021"),
        (row(&["Ort", "RE 4501", "RE 4503"]), "RE 4501"),
        (format!("<tr><td colspan=3>Züge{}", row(&["Ort", "früh", "spät"])), "Züge früh"),
        (format!("<tr><th colspan=3>Züge{}", row(&["Ort", "früh", "spät"])), "Züge früh"),
    ] {
        assert_eq!(data(&format!("{first}{numbers}"))[0], format!("8,1: {header} Bonn"), "{first}");
    }
    // Data: numbers with years among them, and a name with a digit above texts.
    let first = row(&["Aš", "2019", "12"]);
    assert!(cells(&format!("<table>{first}{numbers}</table>")).contains(&"8,1: Bonn".to_owned()));
    let texts = rows(&[&["Halle 2", "rot", "5"], &["Halle 3", "blau", "6"], &["Halle 4", "gelb", "7"]]);
    assert_eq!(cells(&format!("<table>{texts}</table>"))[0], "Halle 2: ");
}

/// Units below a header belong to it; values that are missing do not.
#[test]
fn rows_of_units() {
    let header = "<tr><th>Fluss<th>Länge<th>Abfluss";
    let rivers = rows(&[&["Elbe", "1094", "861"], &["Ems", "371", "80"]]);
    for units in [["", "km", "m³/s"], ["", "（km）", "（%）"], ["(Name)", "(km)", "(1000 t)"]] {
        let found = data(&format!("{header}{}{rivers}", row(&units)));
        assert!(found.contains(&format!("1094: Länge {} Elbe", units[1])), "{found:?}");
    }
    for missing in [["Oder", "k. A.", "k. A."], ["", "–", "–"], ["", "-", "(12)"]] {
        let found = data(&format!("{header}{}{rivers}", row(&missing)));
        assert!(found.iter().any(|cell| cell.starts_with("1094: Länge") && !cell.contains(missing[1])), "{found:?}");
    }
}

/// A row of one cell heads the rows below it, up to the next one; notes do not.
#[test]
fn rows_that_head_those_below_them() {
    let header = "<tr><th>Wiek<th>2021<th>2022";
    let ages = rows(&[&["15–24", "412", "398"], &["25–54", "59", "58"]]);
    for [before, after] in [["<tr><td colspan=3>", ""], ["<tr><td><b>", "</b><td><td>"]] {
        let [men, women] = ["Mężczyźni", "Kobiety"].map(|name| format!("{before}{name}{after}{ages}"));
        let found = data(&format!("{header}{men}{women}"));
        let first = found.iter().filter(|cell| cell.starts_with("412")).collect::<Vec<_>>();
        assert_eq!(first, ["412: 2021 Mężczyźni 15–24", "412: 2021 Kobiety 15–24"]);
    }
    let pairs = rows(&[&["Width", "210 mm"], &["Battery", "two cells"]]);
    let specification = format!("<tr><td colspan=2>Body{pairs}<tr><td colspan=2>Box{pairs}");
    assert_eq!(data(&specification)[2..], ["210 mm: Box Width", "two cells: Box Battery"]);
    // A note between rows or at the end, and a cell over some of the columns.
    for note in ["colspan=3>Nobody was counted in the second year.", "colspan=2>Kobiety<td>"] {
        let found = data(&format!("{header}<tr><td {note}{ages}"));
        assert!(found.contains(&"412: 2021 15–24".to_owned()), "{found:?}");
    }
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

/// An outer row heads the rows below all of its inner rows, up to the next outer one.
#[test]
fn outer_rows_head_the_rows_of_inner_ones() {
    let html = "<table><tr><th>City<th>People<tr><td colspan=2><b>North</b><tr><td colspan=2>Coast<tr><td>Kiel<td>246<tr><td \
        colspan=2>Inland<tr><td>Hagen<td>188<tr><td colspan=2><b>South</b><tr><td colspan=2>Danube<tr><td>Ulm<td>126</table>";
    let found: Vec<String> = cells(html).into_iter().filter(|cell| !cell.ends_with(": ")).collect();
    let expected = [
        "Kiel*: City North Coast",
        "246: People North Coast Kiel",
        "Hagen*: City North Inland",
        "188: People North Inland Hagen",
        "Ulm*: City South Danube",
        "126: People South Danube Ulm",
    ];
    assert_eq!(found, expected);
}

#[test]
fn first_rows_that_classes_call_headers() {
    let html = "<table><tr class=head><td>Built of<td>Named for<tr><td>oak<td>a saint<tr><td>pine<td>a king</table>";
    assert_eq!(cells(html)[..3], ["Built of*: ", "Named for*: ", "oak*: Built of"]);
    assert!(cells(&html.replace("<tr>", "<tr class=head>")).iter().all(|cell| cell.ends_with(": ")));
}
