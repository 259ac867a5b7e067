//! What an indexer does without blockmask: strips the tags.

/// The text of a page: no tags, no comments, no scripts and style sheets, the commonest character references decoded.
pub fn strip_tags(html: &str) -> String {
    let mut text = String::with_capacity(html.len() / 2);
    let mut rest = html;
    while let Some(start) = rest.find('<') {
        text.push_str(&rest[..start]);
        text.push(' ');
        rest = &rest[start..];
        let end = match rest.get(1..).unwrap_or_default() {
            tag if tag.starts_with("!--") => "-->",
            tag if starts_with_name(tag, "script") => "</script>",
            tag if starts_with_name(tag, "style") => "</style>",
            _ => ">",
        };
        rest = after(rest, end);
    }
    text.push_str(rest);
    decode_references(&text)
}

fn starts_with_name(tag: &str, name: &str) -> bool {
    tag.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name))
}

/// What follows `end`, in upper or lower case.
fn after<'t>(text: &'t str, end: &str) -> &'t str {
    let found = text.as_bytes().windows(end.len()).position(|window| window.eq_ignore_ascii_case(end.as_bytes()));
    found.map_or("", |start| &text[start + end.len()..])
}

fn decode_references(text: &str) -> String {
    let references = [("&nbsp;", " "), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")];
    references.iter().fold(text.to_owned(), |text, (reference, character)| text.replace(reference, character))
}

#[cfg(test)]
mod tests {
    use super::strip_tags;

    #[test]
    fn tags_comments_and_scripts_are_stripped() {
        let html = "<title>A &amp; B</title><SCRIPT>if (a < b) c()</Script><!-- <p>no --><p class=x>Caf\u{e9}<br>noir";
        assert_eq!(strip_tags(html).split_whitespace().collect::<Vec<_>>(), ["A", "&", "B", "Caf\u{e9}", "noir"]);
        assert_eq!(strip_tags("a < b <!-- open").trim(), "a");
        assert_eq!(strip_tags("<"), " ");
    }
}
