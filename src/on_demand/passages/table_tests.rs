//! Contexts of tables: headers that only classes tell, titles in the table around a table, and rows that head others.

use super::tests::later_contexts;

const PORTS: [&str; 4] = ["Kiel quay", "Bremen quay", "Emden quay", "Husum quay"];

/// Rows of ships, each with where it is moored and who sails with it: texts alone.
fn rows(name: &str, count: usize) -> String {
    let crew = ["sailors of the north", "pilots of the west", "cooks of the south"];
    (0..count).map(|i| format!("<tr><td>{name} {}<td>{}<td>{}", LETTERS[i], PORTS[i % 4], crew[i % 3])).collect()
}

const LETTERS: [&str; 12] = ["A", "B", "C", "D", "E", "F", "G", "H", "I", "K", "L", "M"];
const HEADER: &str = "Name as painted on the bow | Moored in the year 2020 | Crew";

/// The context of the last passage of a table below a heading.
fn last_context(table: &str) -> String {
    let html = format!("<h1>Fleet</h1><p>The harbor lists its ships.<table>{table}</table>");
    later_contexts(&html, 24).pop().unwrap_or_default()
}

/// The cells of a first row, with the attributes of the row and of the cells.
fn header(row: &str, cell: &str) -> String {
    let cells: String = HEADER.split(" | ").map(|text| format!("<td{cell}>{text}")).collect();
    format!("<tr{row}>{cells}")
}

#[test]
fn first_rows_that_classes_call_headers() {
    for (row, cell) in [
        (" class=head", ""),
        (" class='row1 table-heading'", ""),
        ("", " class=tblHeader"),
        ("", " class=col-head"),
        (" class=kopfzeile", ""),
        (" class=encabezado", ""),
        ("", "><span class=tablehead"),
    ] {
        let table = format!("{}{}", header(row, cell), rows("Anna", 9));
        assert_eq!(last_context(&table), format!("Fleet\n{HEADER}"), "{row} {cell}");
    }
    for (row, cell) in [("", ""), (" class='first odd'", ""), (" class=headline", ""), (" class=ahead", "")] {
        let table = format!("{}{}", header(row, cell), rows("Anna", 9));
        assert_eq!(last_context(&table), "Fleet", "{row} {cell}");
    }
    // A class of all rows, or of one cell.
    let all = format!("{}{}", header(" class=head", ""), rows("Anna", 9).replace("<tr>", "<tr class=head>"));
    assert_eq!(last_context(&all), "Fleet");
    let one = format!("{}{}", header("", "").replacen("<td>", "<td class=head>", 1), rows("Anna", 9));
    assert_eq!(last_context(&one), "Fleet");
    let below_title = format!("<tr class=head><td colspan=3>Ships{}{}", header(" class=head", ""), rows("Anna", 9));
    assert_eq!(last_context(&below_title), format!("Fleet\nShips\n{HEADER}"));
}

#[test]
fn titles_in_the_table_around_a_table() {
    let inner = format!("<table><tr><th>Ship<th>Port<th>Crew{}</table>", rows("Anna", 9));
    for (outer, expected) in [
        ("<tr><th>Tugs<tr><td>", "Fleet\nTugs\nShip | Port | Crew"),
        ("<tr><td><b>Tugs</b><br>", "Fleet\nTugs\nShip | Port | Crew"),
        ("<tr><td><h2>Tugs</h2>", "Fleet > Tugs\nShip | Port | Crew"),
        ("<tr><td><h2>Tugs</h2><tr><td>", "Fleet > Tugs\nShip | Port | Crew"),
        ("<tr><td>Tugs<tr><td>", "Fleet\nShip | Port | Crew"),
        ("<tr><td><b>All of them come from the yard on the island.</b><br>", "Fleet\nShip | Port | Crew"),
    ] {
        assert_eq!(last_context(&format!("{outer}{inner}")), expected, "{outer}");
    }
}

#[test]
fn outer_rows_stay_above_inner_ones() {
    let table = |[outer, inner]: [&str; 2], last: &str| {
        let row = |cell: &str, text: &str| format!("<tr{}</td>", cell.replace("..", text));
        let half = |name: &str| {
            let (first, second) = (row(inner, "Steam"), row(inner, "Sails"));
            format!("{}{first}{}{second}{}", row(outer, name), rows("Anna", 3), rows("Berta", 3))
        };
        last_context(&format!("<tr><th>Ship<th>Port<th>Crew{}{}{last}", half("North"), half("South")))
    };
    let (bold, plain) = ("><td colspan=3><b>..</b>", "><td colspan=3>..");
    let (red, marked) = (" bgcolor=red><td colspan=3>..", "><td colspan=3 class=part>..");
    let head = "><th colspan=3>..</th>";
    for looks in [
        [bold, plain],
        [red, plain],
        [marked, plain],
        [plain, marked],
        [head, plain],
        [head, bold],
        [plain, plain],
        [head, head],
    ] {
        assert_eq!(table(looks, ""), "Fleet\nShip | Port | Crew\nSouth\nSails", "{looks:?}");
    }
    // An outer row without inner ones.
    let east = format!("<tr bgcolor=red><td colspan=3>East{}", rows("Clara", 6));
    assert_eq!(table([red, plain], &east), "Fleet\nShip | Port | Crew\nEast");
    // The caption of a picture, and a row without rows below it.
    assert_eq!(table([plain, bold], ""), "Fleet\nShip | Port | Crew\nSails");
    let once = format!(
        "<tr><th>Ship<th>Port<th>Crew<tr bgcolor=red><td colspan=3>Picture<tr><td colspan=3>Steam{0}<tr><th colspan=3>Sails{0}",
        rows("Anna", 4)
    );
    assert_eq!(last_context(&once), "Fleet\nShip | Port | Crew\nSails");
    let empty = format!(
        "<tr><th>Ship<th>Port<th>Crew<tr><td colspan=3>Steam{0}<tr><td colspan=3>Oars<tr><td colspan=3>Sails{0}<tr><td \
         colspan=3>Tugs{0}",
        rows("Anna", 4)
    );
    assert_eq!(last_context(&empty), "Fleet\nShip | Port | Crew\nTugs");
}
