//! The `.dat` format of html5lib-tests' tree-construction tests (its README gives the grammar).

/// Whether a test applies with scripting, without, or both.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scripting {
    /// Unspecified: both modes yield equal trees.
    Either,
    /// `#script-on`.
    On,
    /// `#script-off`.
    Off,
}

/// One test.
#[derive(Debug)]
pub struct DatTest {
    /// The line of its `#data`, counted from 1.
    pub line: usize,
    /// The markup.
    pub data: String,
    /// The context element of a fragment test.
    pub fragment: Option<String>,
    /// See [`Scripting`].
    pub scripting: Scripting,
    /// The expected dump, every line with its newline, neighboring text lines joined.
    pub document: String,
}

/// Reads all tests of a file.
///
/// A section begins with a line `#name`. Markup may contain any line except `#errors`, and a dump any line except
/// `#data`. Both may contain blank lines; only the blank line before the next `#data` is not part of the dump.
pub fn parse(file: &str) -> Vec<DatTest> {
    let mut tests: Vec<DatTest> = Vec::new();
    let mut section = "";
    let mut lines: Vec<&str> = Vec::new();
    for (number, line) in file.split('\n').enumerate() {
        let opens = match section {
            "#data" => line == "#errors",
            "#document" => line == "#data",
            _ => line.starts_with('#'),
        };
        if !opens {
            lines.push(line);
            continue;
        }
        close_section(&mut tests, section, &lines);
        lines.clear();
        section = line;
        match line {
            "#data" => tests.push(DatTest {
                line: number + 1,
                data: String::new(),
                fragment: None,
                scripting: Scripting::Either,
                document: String::new(),
            }),
            "#errors" | "#new-errors" | "#document-fragment" | "#script-on" | "#script-off" | "#document" => {}
            other => panic!("line {}: unknown section {other}", number + 1),
        }
    }
    close_section(&mut tests, section, &lines);
    tests
}

fn close_section(tests: &mut [DatTest], section: &str, lines: &[&str]) {
    let Some(test) = tests.last_mut() else { return };
    match section {
        "#data" => test.data = lines.join("\n"),
        "#document-fragment" => test.fragment = Some(lines.concat()),
        "#script-on" => test.scripting = Scripting::On,
        "#script-off" => test.scripting = Scripting::Off,
        "#document" => test.document = join_text_lines(lines),
        _ => {}
    }
}

/// The dump in the lines after `#document`, without trailing blank lines (a dump ends in `>` or `"`) and with adjacent
/// text nodes merged, as [`super::dump`] writes them.
fn join_text_lines(lines: &[&str]) -> String {
    let end = lines.iter().rposition(|line| !line.is_empty()).map_or(0, |last| last + 1);
    let mut nodes: Vec<String> = Vec::new();
    for line in &lines[..end] {
        match nodes.last_mut() {
            Some(node) if !line.starts_with("| ") => {
                node.push('\n');
                node.push_str(line);
            }
            _ => nodes.push((*line).to_owned()),
        }
    }
    let mut joined: Vec<String> = Vec::new();
    for node in nodes {
        match (joined.last_mut(), text_indent(&node)) {
            (Some(before), Some(indent)) if text_indent(before) == Some(indent) => {
                before.pop();
                before.push_str(&node[indent + 1..]);
            }
            _ => joined.push(node),
        }
    }
    joined.iter().map(|node| format!("{node}\n")).collect()
}

/// The position of the quote in a text node's line; `None` for any other line.
fn text_indent(node: &str) -> Option<usize> {
    let indent = node.bytes().skip(2).take_while(|&b| b == b' ').count() + 2;
    (node.as_bytes().get(indent) == Some(&b'"')).then_some(indent)
}
