//! Prose in the data from which scripts make a page, of a page that shows nothing else: inline JSON, and what scripts of
//! frameworks assign to a global (`__NEXT_DATA__`, `__NUXT__`, `__INITIAL_STATE__`, `__APOLLO_STATE__`, the data of
//! SvelteKit, Angular and Remix) or push to it, piece by piece (`self.__next_f.push` of Next.js), or find in an attribute
//! (`data-page` of Inertia, properties of components); the page of a frame in `srcdoc`, and the templates of slides.
//!
//! Strings are found by their quotes; nothing is parsed, and nothing is run. A string may hold JSON itself, as that of
//! `JSON.parse` does, whose strings have escaped quotes: it is cut at all of them, so that pieces which begin inside a
//! string are read as well. JSON-LD is read in the same way, where nothing else was found in it. In any script markup that
//! it passes to `decodeURIComponent` as a string is read, too.

use super::context::Contexts;
use super::json_ld::{self, Event};
use super::metadata::{MIN_BYTES, MetadataText, Spelling};
use super::normalize::{decode_escape, starts_tag};
use crate::base::arena::Vec as ArenaVec;
use crate::base::hash::hash_bytes;
use crate::base::sort::sort_by_key;
use crate::read::html::attributes::Name;
use crate::read::html::scan::same_name;
use crate::read::html::{Node, Tag, Tree};
use memchr::{memchr2, memmem};
use std::ops::Range;

/// Limits of the texts.
const MAX_TEXTS: usize = 256;
const MAX_BYTES: usize = 1 << 20;

/// Adds the prose of a page's inline data. Texts that are there twice are taken once.
pub(super) fn find(tree: &Tree<'_>, contexts: &Contexts, found: &mut ArenaVec<'_, MetadataText>) {
    let mut finder = Finder { source: tree.source, text: 0, hashes: [0; MAX_TEXTS], found };
    for &index in contexts.metadata_elements {
        let (node, text) = (&tree.nodes[index as usize], index + 1);
        let Some(data) = tree.nodes.get(text as usize).filter(|text| text.tag == Tag::TEXT) else { continue };
        let range = data.start as usize..data.end as usize;
        if node.tag != Tag::SCRIPT {
            continue;
        }
        finder.text = text;
        let (first, code) = (finder.found.len(), &tree.source[range.clone()]);
        if holds_data(tree, node, code) {
            match code.trim_ascii_start().starts_with(b"{&q;") {
                true => finder.add_inside(range.clone(), Spelling::AngularJson),
                false => finder.add_code(range.clone()),
            }
        } else if is_template(tree, node) {
            finder.add(range.clone(), Spelling::Json);
        }
        if is_code(tree, node) && finder.add_encoded(range) {
            sort_by_key(&mut finder.found[first..], |text| text.source);
        }
    }
    if finder.found.is_empty() {
        finder.add_attributes(tree);
    }
}

/// What JavaScript calls with a string of JSON.
const JSON_PARSE: &[u8] = b"JSON.parse(";

/// What JavaScript calls with a percent-encoded string.
const DECODE: &[u8] = b"decodeURIComponent(";

fn kind_of<'t>(tree: &Tree<'t>, script: &Node) -> &'t [u8] {
    tree.attribute(script, Name::TYPE).map(|kind| tree.raw_value(kind).trim_ascii()).unwrap_or_default()
}

/// Whether a script is run.
fn is_code(tree: &Tree<'_>, script: &Node) -> bool {
    let kind = kind_of(tree, script);
    let names: [&[u8]; 3] = [b"text/javascript", b"module", b"application/javascript"];
    kind.is_empty() || names.iter().any(|name| same_name(kind, name))
}

/// Whether a script holds data, by its type or by the name of what it sets.
fn holds_data(tree: &Tree<'_>, script: &Node, code: &[u8]) -> bool {
    const GLOBALS: [&[u8]; 9] = [
        b"window.__",
        b"window[\"__",
        b"self.__",
        b"globalThis.__",
        b"__sveltekit",
        b"_STATE__",
        b"_DATA__",
        b"initialState",
        JSON_PARSE,
    ];
    if is_code(tree, script) {
        return GLOBALS.iter().any(|name| memmem::find(code, name).is_some());
    }
    let kind = kind_of(tree, script);
    // Without parameters.
    let kind = kind.split(|&byte| byte == b';').next().unwrap_or_default().trim_ascii();
    let ends = |end: &[u8]| kind.len().checked_sub(end.len()).is_some_and(|at| same_name(&kind[at..], end));
    ends(b"/json") || ends(b"+json") || same_name(kind, b"fastboot/shoebox")
}

/// Whether a script holds Markdown of which other scripts make HTML, by its type or, as slides do, by its parent.
fn is_template(tree: &Tree<'_>, script: &Node) -> bool {
    let kind = kind_of(tree, script);
    let is = |name: &[u8]| same_name(kind, name);
    let is_markdown = |section: &Node| {
        tree.each_attribute(section).any(|attribute| same_name(tree.raw_attribute_name(attribute), b"data-markdown"))
    };
    is(b"text/markdown")
        || is(b"text/x-markdown")
        || is(b"text/template") && tree.nodes.get(script.parent as usize).is_some_and(is_markdown)
}

struct Finder<'f, 'a> {
    source: &'f [u8],
    /// The node that the strings are in.
    text: u32,
    /// Of the texts that were found.
    hashes: [u64; MAX_TEXTS],
    found: &'f mut ArenaVec<'a, MetadataText>,
}

impl Finder<'_, '_> {
    /// Adds the strings of a script.
    fn add_code(&mut self, code: Range<usize>) {
        let mut start = code.start;
        while let Some(call) = memmem::find(&self.source[start..code.end], JSON_PARSE) {
            let call = start + call;
            self.add_strings(start..call);
            start = call + JSON_PARSE.len();
            if let Some(string) = quoted(&self.source[..code.end], start) {
                self.add_nested(string.clone());
                start = string.end + 1;
            }
        }
        self.add_strings(start..code.end);
    }

    /// Adds the strings of a script that it decodes; returns whether there are any.
    fn add_encoded(&mut self, code: Range<usize>) -> bool {
        let (mut start, count) = (code.start, self.found.len());
        while let Some(call) = memmem::find(&self.source[start..code.end], DECODE) {
            start += call + DECODE.len();
            if let Some(string) = quoted(&self.source[..code.end], start) {
                if holds_json(&self.source[string.clone()], Spelling::PercentJson) {
                    self.add_inside(string.clone(), Spelling::PercentJson);
                } else {
                    self.add(string.clone(), Spelling::Percent);
                }
                start = string.end + 1;
            }
        }
        self.found.len() > count
    }

    fn add_strings(&mut self, code: Range<usize>) {
        json_ld::scan(&self.source[code.clone()], |event| {
            if let Event::Text(string) = event {
                self.add_string(code.start + string.start..code.start + string.end);
            }
        });
    }

    fn add_string(&mut self, string: Range<usize>) {
        if string.len() < MIN_BYTES {
            return;
        }
        let bytes = &self.source[string.clone()];
        let is_json = [&b"\\\":\\\""[..], b"\\\",\\\"", b"\\\":{", b"\\\":["];
        if is_json.iter().any(|punctuation| memmem::find(bytes, punctuation).is_some()) {
            self.add_nested(string);
        } else if !is_argument(&self.source[..string.start - 1]) {
            let text = string.start + row_header(bytes)..string.end;
            self.add(text, Spelling::Json);
        }
    }

    /// Adds the strings of JSON that is a string itself.
    fn add_nested(&mut self, json: Range<usize>) {
        let mut start = json.start;
        for quote in (InnerQuotes { bytes: &self.source[json.clone()], at: 0 }) {
            self.add(start..json.start + quote.start, Spelling::NestedJson);
            start = json.start + quote.end;
        }
        self.add(start..json.end, Spelling::NestedJson);
    }

    /// Adds the strings of JSON that is the value of an attribute, the page of a frame that is one, and what stands in a
    /// `textarea` that is a template.
    fn add_attributes(&mut self, tree: &Tree<'_>) {
        for (index, node) in tree.nodes.iter().enumerate().filter(|(_, node)| node.known & Name::OTHER.bit() != 0) {
            for attribute in tree.each_attribute(node).filter(|attribute| attribute.name == Name::OTHER) {
                let value = attribute.value_start as usize..attribute.value_end as usize;
                let name = tree.raw_attribute_name(attribute);
                self.text = index as u32;
                match node.tag {
                    Tag::IFRAME if same_name(name, b"srcdoc") => self.add(value, Spelling::AttributeJson),
                    Tag::TEXTAREA if same_name(name, b"data-template") => self.add_text(tree, index + 1),
                    _ if value.len() < MIN_BYTES => {}
                    _ if holds_json(&self.source[value.clone()], Spelling::AttributeJson) => {
                        self.add_inside(value, Spelling::AttributeJson);
                    }
                    _ => {}
                }
            }
        }
    }

    fn add_text(&mut self, tree: &Tree<'_>, index: usize) {
        if let Some(text) = tree.nodes.get(index).filter(|text| text.tag == Tag::TEXT) {
            self.text = index as u32;
            self.add(text.start as usize..text.end as usize, Spelling::Json);
        }
    }

    /// Adds the strings of JSON in a string or a value, cut at all quotes.
    fn add_inside(&mut self, json: Range<usize>, spelling: Spelling) {
        let source = &self.source[..json.end];
        let (mut start, mut at) = (json.start, json.start);
        while at < json.end {
            let (c, length) = spelling.decode_outer(source, at);
            if c == '"' {
                self.add(start..at, spelling);
                start = at + length;
            }
            at += length;
            // What follows a backslash does not end the string.
            if c == '\\' && at < json.end {
                at += spelling.decode_outer(source, at).1;
            }
        }
        self.add(start..json.end, spelling);
    }

    fn add(&mut self, text: Range<usize>, spelling: Spelling) {
        let bytes = &self.source[text.clone()];
        if !(MIN_BYTES..=MAX_BYTES).contains(&bytes.len()) || self.found.len() >= MAX_TEXTS {
            return;
        }
        let hash = hash_bytes(0, bytes);
        if is_prose(bytes, spelling) && !self.hashes[..self.found.len()].contains(&hash) {
            self.hashes[self.found.len()] = hash;
            let source = (text.start as u32, text.end as u32);
            self.found.push(MetadataText { node: self.text, source, spelling });
        }
    }
}

/// Whether a string or a value begins as JSON does that has strings.
fn holds_json(text: &[u8], spelling: Spelling) -> bool {
    let start = text.len() - text.trim_ascii_start().len();
    start < text.len() && matches!(spelling.decode_outer(text, start).0, '{' | '[')
}

/// Whether a string is what a function is called with, by what stands before it: messages of errors and of logs are.
/// Data that a script is given stands behind a key, a comma or a bracket, or in the call of a function without a name.
fn is_argument(before: &[u8]) -> bool {
    let name = before.trim_ascii_end().strip_suffix(b"(").unwrap_or_default().trim_ascii_end();
    name.last().is_some_and(|byte| byte.is_ascii_alphanumeric() || b"_$".contains(byte))
}

/// The length of what a text row of Next.js begins with, such as `1a:T4f2,`.
fn row_header(text: &[u8]) -> usize {
    let digits = |from: usize| text[from..].iter().take(8).take_while(|byte| byte.is_ascii_hexdigit()).count();
    let id = digits(0);
    if text.get(id..id + 2) != Some(b":T") {
        return 0;
    }
    let end = id + 2 + digits(id + 2);
    if text.get(end) == Some(&b',') { end + 1 } else { 0 }
}

/// The string that begins at `at`, without its quotes.
fn quoted(code: &[u8], at: usize) -> Option<Range<usize>> {
    let start = at + code.get(at..)?.iter().position(|byte| !byte.is_ascii_whitespace())? + 1;
    let quote = code[start - 1];
    let mut end = start;
    while b"'\"`".contains(&quote) {
        end += memchr2(quote, b'\\', code.get(end..)?)?;
        if code[end] == quote {
            return Some(start..end);
        }
        end += 2;
    }
    None
}

/// The quotes in JSON that is a string itself, where they are bare or escaped.
struct InnerQuotes<'t> {
    bytes: &'t [u8],
    at: usize,
}

impl Iterator for InnerQuotes<'_> {
    type Item = Range<usize>;

    fn next(&mut self) -> Option<Range<usize>> {
        loop {
            self.at += memchr2(b'\\', b'"', self.bytes.get(self.at..)?)?;
            let start = self.at;
            let (found, length) = decode_escape(&self.bytes[start..]);
            self.at += length;
            match found {
                '"' => return Some(start..self.at),
                // An escape of the inner JSON; what it escapes may be escaped itself.
                '\\' => {
                    self.at += self
                        .bytes
                        .get(self.at..)
                        .filter(|rest| !rest.is_empty())
                        .map_or(0, |rest| decode_escape(rest).1)
                }
                _ => {}
            }
        }
    }
}

/// Whether a string is a text for readers, not code, an address or a list: it has words of usual length, ends of
/// sentences, and few signs.
fn is_prose(text: &[u8], spelling: Spelling) -> bool {
    let (mut letters, mut wide, mut spaces, mut signs, mut all) = (0, 0, 0, 0, 0);
    let (mut has_end, mut is_tag, mut at) = (false, false, 0);
    while at < text.len() {
        let (c, length) = spelling.decode(text, at);
        match c {
            '<' if starts_tag(text, at + length, spelling) => is_tag = true,
            '>' if is_tag => is_tag = false,
            _ if is_tag => {}
            _ => {
                all += 1;
                letters += usize::from(c.is_ascii_alphabetic() || !c.is_ascii());
                wide += usize::from(!c.is_ascii());
                spaces += usize::from(c == ' ' || c == '\n');
                signs += usize::from("{}[]=;|$@_#%".contains(c));
                has_end |= ".!?。！？।".contains(c);
            }
        }
        at += length;
    }
    let has_words = 5 * letters >= 3 * all && (15 * spaces >= all || 2 * wide > all);
    all > 0 && has_words && has_end && 40 * signs <= all
}

#[cfg(test)]
mod tests {
    use crate::{Analyzer, Fallbacks, Options};

    const ONE: &str =
        "The council voted on Tuesday to rebuild the old stone pier, which two storms had damaged last winter.";
    const TWO: &str =
        "The work will begin in March and last eleven months, and the small ferry leaves from the market.";

    /// The main text of a page that shows nothing but what scripts make.
    fn text_of(script: &str) -> String {
        let mut analyzer = Analyzer::new(Options::default());
        let html = format!("<title>Pier</title><div id=app>Loading…</div>{script}<script src=/app.js></script>");
        let page = analyzer.analyze(html.as_bytes()).unwrap();
        if page.fallbacks() != Fallbacks::METADATA {
            return String::new();
        }
        for block in page.blocks().filter(|block| !block.is_template()) {
            let source = &html[block.source()];
            let first: String = block.text().chars().take_while(|c| c.is_ascii_alphabetic()).collect();
            assert!(source.starts_with(&first) && source.len() >= block.characters() as usize, "{source}");
        }
        page.main_text().text().trim_end().to_owned()
    }

    #[test]
    fn frameworks_leave_the_text_in_their_data() {
        let escaped = |text: &str| text.replace('\\', "\\\\").replace('"', "\\\"");
        let json =
            format!(r#"{{"title":"Pier","body":"\u003cp class=\"a\">{ONE}\u003c/p>\n{TWO}","path":"/a/b?c=d"}}"#);
        let nested = escaped(&json);
        let both = format!("{ONE}\n{TWO}");
        for script in [
            format!("<script id=__NEXT_DATA__ type=application/json>{{\"props\":{json}}}</script>"),
            format!(
                "<script>window.__NUXT__=(function(a,b){{return {{data:[{{article:{json}}}],serverRendered:a}}}}(true,null));</script>"
            ),
            format!("<script>window.__NUXT__=(function(a,b){{return {{text:a+b}}}}(\"{ONE}\",\"{TWO}\"));</script>"),
            format!("<script id=__NUXT_DATA__ type='application/json' data-ssr=true>[{{\"a\":1}},{json}]</script>"),
            format!(
                "<script>window.__INITIAL_STATE__={json};(function(){{var s;(s=document.currentScript).remove()}}())</script>"
            ),
            format!("<script>window.__INITIAL_STATE__ = JSON.parse(\"{nested}\")</script>"),
            format!("<script>window.__APOLLO_STATE__={{\"Article:1\":{json}}}</script>"),
            format!(
                "<script>window.__remixContext = {{\"state\":{{\"loaderData\":{{\"routes/a\":{json}}}}}}};</script>"
            ),
            format!(
                "<script type=application/json data-sveltekit-fetched data-url=/a>{{\"status\":200,\"body\":\"{nested}\"}}</script>"
            ),
            format!(
                "<script>{{__sveltekit_1a2b={{base:\"\"}};kit.start(app,{{data:[{{type:\"data\",data:{{a:{json}}}}}]}})}}</script>"
            ),
            format!("<script type='fastboot/shoebox' id=shoebox-a>{json}</script>"),
            format!("<script type='qwik/json'>{json}</script>"),
            format!(
                "<script id=serverApp-state type=application/json>{}</script>",
                json.replace('&', "&a;").replace('"', "&q;").replace("\\u003c", "&l;")
            ),
            format!(
                "<script>self.__next_f.push([1,\"2:[\\\"$\\\",\\\"p\\\",null,{{\\\"children\\\":\\\"{ONE}\\\"}}]\\n3:[\\\"$\\\",\\\"p\\\",null,{{\\\"children\\\":\\\"{TWO}\\\"}}]\\n\"])</script>"
            ),
        ] {
            assert_eq!(text_of(&script), both, "{script}");
        }
        // A row of text, and a string that goes on in the next piece.
        let rows = format!("<script>self.__next_f.push([1,\"1a:T4f2,{ONE}\"])</script>");
        assert_eq!(
            text_of(&format!(
                "{rows}<script>self.__next_f.push([1,\"{TWO}\\\",\\\"id\\\":\\\"a\\\"}}]\\n\"])</script>"
            )),
            both
        );
    }

    #[test]
    fn markup_that_a_script_decodes_is_read() {
        let encoded = |text: &str| {
            let escape = |byte: u8| match byte {
                byte if byte.is_ascii_alphanumeric() || b"-_.!~*'()".contains(&byte) => char::from(byte).to_string(),
                byte => format!("%{byte:02X}"),
            };
            text.bytes().map(escape).collect::<String>()
        };
        let accented = ONE.replace("council", "conseil général — 市議会");
        let both = format!("{accented}\n{TWO}");
        let html = encoded(&format!("<div class=\"a\"><p>{accented}</p>\n<p>{TWO}</p></div>"));
        for script in [
            format!("<script>document.write(decodeURIComponent(\"{html}\"))</script>"),
            format!("<script type=text/javascript>var a = decodeURIComponent( '{html}' ); show(a)</script>"),
            format!("<script type=module>root.innerHTML=decodeURIComponent(`{html}`)</script>"),
            format!("<script>decodeURIComponent(document.cookie);w(decodeURIComponent(\"{html}\"))</script>"),
        ] {
            assert_eq!(text_of(&script), both, "{script}");
        }
        let json = format!("{{\"a\":{{\"b\":\"<p>{accented}</p>\\n{TWO}\",\"c\":\"\\\"\"}}}}");
        let state = format!("<script>var state = JSON.parse(decodeURIComponent('{}'))</script>", encoded(&json));
        assert_eq!(text_of(&state), both);
        for nothing in [
            format!("<script type=text/template>decodeURIComponent(\"{html}\")</script>"),
            "<script>decodeURIComponent(\"%E0%A4%A%00%\")</script>".into(),
            format!("<script>decodeURIComponent(\"{}\")</script>", "%7B%22a%22%3A1%2C".repeat(20)),
        ] {
            assert_eq!(text_of(&nothing), "", "{nothing}");
        }
    }

    #[test]
    fn json_in_attributes_is_read() {
        let json = format!(
            r#"{{"a":{{"body":"<p class=\"x\">{ONE}</p>\n{TWO} \"It\u0020is\" Bo&#39;s &nbsp;\ud83d\ude00."}},"b":"c"}}"#
        );
        let both = format!("{ONE}\n{TWO} \"It is\" Bo's \u{1f600}.");
        let escaped = json.replace('&', "&amp;").replace('"', "&quot;");
        for element in [
            format!("<div id=app data-page=\"{escaped}\"></div>"),
            format!("<x-page :article='{}'></x-page>", json.replace('&', "&amp;").replace('\'', "&#39;")),
            format!("<div data-react-props=\" {}\"></div>", escaped.replace('<', "&lt;").replace('>', "&gt;")),
        ] {
            assert_eq!(text_of(&element), both, "{element}");
        }
        let other = format!("<div data-a=\"x{escaped}\"></div>");
        assert_eq!(text_of(&other), "");
    }

    #[test]
    fn templates_and_pages_of_frames_are_read() {
        let text = format!("## Pier\n\n{ONE}\n");
        for element in [
            format!("<section data-markdown><textarea data-template>{text}</textarea></section>"),
            format!("<section data-markdown><script type=text/template>{text}</script></section>"),
        ] {
            assert!(text_of(&element).contains(ONE), "{element}");
        }
        let page = format!("<p class='a'>{ONE}</p>\n<p>{TWO}</p>").replace('<', "&lt;");
        assert_eq!(text_of(&format!("<iframe srcdoc=\"{page}\"></iframe>")), format!("{ONE}\n{TWO}"));
        for other in [
            format!("<textarea>{ONE}</textarea>"),
            format!("<script type=text/x-shader>{ONE}</script>"),
            "<script type=text/template><% for (a of b) { %><li>{{ a.name }} and {{ a.day }}.</li><% } %></script>"
                .into(),
        ] {
            assert_eq!(text_of(&other), "", "{other}");
        }
    }

    #[test]
    fn strings_of_json_are_read_however_they_are_quoted() {
        let json = format!(r#"{{"a":{{"body":"<p>{ONE}</p>\n{TWO} \"It is\" Bo's."}},"b":"c"}}"#);
        let both = format!("{ONE}\n{TWO} \"It is\" Bo's.");
        let backslashes = json.replace('\\', r"\\");
        let hex = |prefix: &str| {
            let digits =
                |c: char| if prefix == r"\x" { format!("{:02x}", c as u32) } else { format!("{:04X}", c as u32) };
            let escaped =
                |c: char| if "\"<>'\\/".contains(c) { format!("{prefix}{}", digits(c)) } else { c.to_string() };
            json.chars().map(escaped).collect::<String>()
        };
        for string in [
            format!("'{}'", backslashes.replace('\'', r"\'")),
            format!("`{backslashes}`"),
            format!("\"{}\"", backslashes.replace('"', r#"\""#)),
            format!(" '{}' ", hex(r"\u")),
            format!("\"{}\"", hex(r"\x")),
        ] {
            assert_eq!(text_of(&format!("<script>var data = JSON.parse({string});</script>")), both, "{string}");
        }
    }

    #[test]
    fn prose_under_any_key_of_json_ld_is_read() {
        let answer = format!(
            r#"{{"@type":"FAQPage","mainEntity":[{{"acceptedAnswer":{{"text":"{ONE}"}}}},{{"text":"{TWO}"}}]}}"#
        );
        let text = text_of(&format!("<script type=application/ld+json>{answer}</script>"));
        assert_eq!(text, format!("{ONE}\n{TWO}"));
    }

    #[test]
    fn escapes_of_both_levels_are_read() {
        let nested = r#"{\"b\":\"Caf\\u00e9 \\ud83d\\ude00 \\\"and\\\" \u0026 a\\/b\\tc \u003cb\u003ewent\u003c/b\u003e on \\\\ for\\u0000 long, until the river rose and the old bridge was closed to all.\\nThe mayor said that nobody was hurt, and that the water would go within a few days.\",\"c\":\"d\"}"#;
        let text = text_of(&format!("<script>window.__STATE__=\"{nested}\"</script>"));
        let first = "Café 😀 \"and\" & a/b c went on \\ for\u{fffd} long, until the river rose and the old bridge was closed to all.";
        assert_eq!(text.lines().next(), Some(first));
        // Escaped as PHP does it.
        let words = "Совет проголосовал во вторник за восстановление старого каменного причала. Работы начнутся в марте и займут одиннадцать месяцев; паром пойдет от рынка, пока пирс закрыт.";
        let escaped: String =
            words.chars().map(|c| if c.is_ascii() { c.to_string() } else { format!("\\u{:04x}", c as u32) }).collect();
        let mut analyzer = Analyzer::new(Options::default());
        let html = format!("<div id=app></div><script>window.__INITIAL_STATE__={{\"text\":\"{escaped}\"}}</script>");
        let page = analyzer.analyze(html.as_bytes()).unwrap();
        assert_eq!(page.main_text().text(), words);
        assert_eq!(&html[page.blocks().last().unwrap().source()], escaped);
    }

    #[test]
    fn other_scripts_and_other_strings_are_not_read() {
        for script in [
            format!("<script>var message = \"{ONE} {TWO}\"</script>"),
            format!("<script type=text/template>window.__a = \"{ONE} {TWO}\"</script>"),
            format!("<script>window.__a = function () {{ throw new Error(\"{ONE} {TWO}\") }}</script>"),
            format!("<script>if (!window.__a) console.warn( '{ONE}' || 0, log (\"{TWO}\"))</script>"),
            "<script>window.__CONFIG__={\"a\":\"https://example.org/a?b=c&d=e&f=g&h=i&j=k&l=m&n=o&p=q&r=s&t=u&v=w\"}</script>".into(),
            "<script>window.__CSS__=\".a{color:red;margin:0} .b{color:blue;margin:0} .c{color:green} .d{width:1.5em}\"</script>".into(),
        ] {
            assert_eq!(text_of(&script), "", "{script}");
        }
    }

    #[test]
    fn it_can_be_left_out() {
        let html = format!("<div id=app></div><script>window.__STATE__={{\"text\":\"{ONE} {TWO}\"}}</script>");
        let mut analyzer = Analyzer::new(Options { omit_metadata: true, ..Options::default() });
        let page = analyzer.analyze(html.as_bytes()).unwrap();
        assert!(page.text().is_empty() && page.fallbacks().is_empty());
    }

    #[test]
    fn broken_data_does_no_harm() {
        let whole =
            format!("window.__S__={{\"a\":\"{{\\\"b\\\":\\\"{ONE}\\\\u12\\\\\\\"{TWO}\\\",\\\"c\\\":[\\\\\"]\"}}");
        let mut analyzer = Analyzer::new(Options::default());
        for cut in 0..whole.len() {
            for part in [&whole[..cut], &whole[cut..]] {
                analyzer.analyze(format!("<script>window.__A=1;{part}").as_bytes()).unwrap();
            }
        }
        for part in [
            r"JSON.parse('",
            r"\x2",
            r"\u005c",
            r#"\""#,
            r#"\\"#,
            r#"\\\""#,
            r#"\":\""#,
            "\"",
            r#"a. b \"c\":\"d "#,
            r"\\ud800 ",
        ] {
            let html = format!("<script>window.__A=\"{}\"", part.repeat(100_000));
            analyzer.analyze(html.as_bytes()).unwrap();
        }
    }
}
