//! Generates random malformed markup from a weighted grammar that nests and misnests the elements with special rules in
//! tree construction.
//!
//! Each document draws most of its names from a small palette, because interactions need repetition of few
//! elements more than variety.
//!
//! The generator omits constructs for which html5ever 0.40.1 is no oracle:
//! - `selectedcontent`: a DOM parser copies the nodes of the selected option into it; our table of source ranges cannot
//!   represent copied nodes.
//! - `isindex` and `search`: html5ever treats the first as special and the second as not special (HTML standard,
//!   section 13.2.4.2).
//! - `thead` as a child of `template`: html5ever does not close it at the next table section. And whitespace in a
//!   `template` with rows, for which html5ever reconstructs formatting elements. Hence [`Templates`].
//! - A line feed after `<pre></>`: html5ever does not drop it. Hence text follows every `</>`.
//! - A document type right after text in a table: html5ever does not flush that text. Hence a comment precedes it.
//! - Tags that search the stack for a special element while an integration point of SVG or MathML is open: html5ever
//!   does not treat integration points as special. Hence the three [`Flavor`]s. It also ignores that `annotation-xml`
//!   bounds scopes, so that element is omitted. The cases of `standard.dat` cover these rules.

use super::rng::Rng;

const FORMATTING: &[&str] = &["a", "b", "i", "em", "font", "code", "nobr", "strong", "u", "big"];

const TABLE: &[&str] = &["table", "tbody", "thead", "tfoot", "tr", "td", "th", "caption", "colgroup", "col"];

/// Groups of names with their weights.
const GROUPS: &[(usize, &[&str])] = &[
    (22, FORMATTING),
    (20, TABLE),
    (18, &["p", "div", "li", "ul", "ol", "dd", "dt", "dl", "address", "pre", "listing", "center", "section", "span"]),
    (8, &["select", "option", "optgroup", "hr", "input", "button"]),
    (6, &["h1", "h2", "h3"]),
    (6, &["form", "fieldset", "label", "button", "input", "keygen", "object", "marquee", "applet"]),
    (5, &["template"]),
    (4, &["ruby", "rb", "rt", "rp", "rtc"]),
    (5, &["html", "head", "body", "frameset", "frame", "noframes"]),
    (5, &["meta", "link", "base", "title", "style", "script", "noscript"]),
    (4, &["textarea", "xmp", "iframe", "noembed", "plaintext"]),
    (5, &["br", "img", "image", "wbr", "area", "embed", "param", "source", "menuitem"]),
    (4, &["x", "my-tag", "averyveryverylongname", "g", "t\u{e9}", "abbr", "del"]),
];

/// Names in foreign content that are not integration points, some of which are also HTML elements.
const FOREIGN: &[&str] = &[
    "svg",
    "svg",
    "math",
    "math",
    "g",
    "path",
    "use",
    "clipPath",
    "linearGradient",
    "mglyph",
    "malignmark",
    "font",
    "style",
];

/// Integration points, each inside its root so that it is not an HTML element.
const INTEGRATION_POINTS: &[&str] = &[
    "<svg><foreignObject>",
    "<svg><desc>",
    "<svg><title>",
    "<math><mi>",
    "<math><mtext>",
    "<math><mo>",
    "<math><ms><mglyph>",
    "<math><mn><malignmark>",
];

/// Elements whose end tags (or start tags: `li`, `dd`, `dt`) search for a special element, and elements that push a
/// marker, which makes the end tags of formatting elements do so.
const SEARCHES_FOR_SPECIAL: &str = "\
    li dd dt span option optgroup label title noframes iframe noembed xmp ruby rb rt rp rtc x my-tag \
    averyveryverylongname t\u{e9} abbr del g path use clipPath linearGradient mglyph malignmark style menuitem \
    image textarea script noscript html body head applet marquee object";

/// What SVG and MathML a document contains.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Flavor {
    /// None.
    Html,
    /// Elements, but no integration points.
    Foreign,
    /// Integration points, and no end tags of [`SEARCHES_FOR_SPECIAL`].
    Integration,
}

/// Which templates a document contains.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Templates {
    /// None.
    None,
    /// Templates, some around parts of tables, but no `thead` and no formatting elements.
    WithTables,
    /// Templates and formatting elements, but no tables.
    WithFormatting,
}

impl Templates {
    /// Whether a name or a construct is allowed in the document.
    fn allow(self, markup: &str) -> bool {
        let mut names = markup.split(|c: char| !c.is_ascii_alphanumeric());
        !match self {
            Templates::None => names.any(|name| name == "template"),
            Templates::WithTables => names.any(|name| name == "thead" || FORMATTING.contains(&name)),
            Templates::WithFormatting => names.any(|name| TABLE.contains(&name)),
        }
    }
}

/// Constructs that a random walk over single tags would rarely produce.
const IDIOMS: &[&str] = &[
    "<table><tr><td>",
    "<table><tbody><tr>",
    "</td></tr></table>",
    "<select><option>",
    "<frameset><frame>",
    "</head><body>",
    "</body></html>",
    "<p><b><p>",
    "<a><div></a>",
    "<b><table><i>",
    "<pre>\n",
    "<textarea>\r\n",
    "<center><address>",
    "<button><p></button>",
    "<table><input type=hidden>",
    "<table><form>",
    "<html lang=x>",
    "<body class=y>",
    "</br>",
    "</p>",
];

const TEXTS: &[&str] = &[
    "x",
    "Some words ",
    " ",
    "\n",
    "\t",
    "  y",
    "a<1",
    "1 & 2",
    "caf\u{e9}",
    "\u{4f60}\u{597d}",
    "]]>",
    "--",
    "\u{feff}",
    "\u{c}",
];

const REFERENCES: &[&str] = &[
    "&amp;",
    "&amp",
    "&lt",
    "&notit;",
    "&notin;",
    "&copy",
    "&copy=",
    "&nbsp;",
    "&#65;",
    "&#x41",
    "&#0;",
    "&#x80;",
    "&#xD800;",
    "&#x110000;",
    "&#;",
    "&#x;",
    "&",
    "&unknown;",
    "&NotEqualTilde;",
    "&apos",
    "&#99999999999999;",
    "&a",
    "&acE;",
    "&Aacute",
    "&#13;",
];

const ATTRIBUTES: &[&str] = &[
    " id=a",
    " ID='b'",
    " class=\"c d\"",
    " href=x/y",
    " a=1 a=2",
    " checked",
    " type=hidden",
    " type=HIDDEN",
    " type=text",
    " color=red",
    " size",
    " face=\"x\"",
    " definitionurl=u",
    " viewbox=v",
    " xlink:href=h",
    " xml:lang=l",
    " xmlns=n",
    " xmlns:xlink=k",
    " title=\"a&amp;b&copyc\"",
    " alt='&lt'",
    " v=&ampx",
    " encoding=text/html",
    " x=\"a\rb\r\nc\"",
    " q=a\"b",
    " =y",
    " a\"b",
    " z= ",
    " B=\"<p>\"",
    " n=\"\0\"",
    " m\0=1",
    "/",
    " /",
    " w='\n'",
    " shadowrootmode=open",
];

const DOCTYPES: &[&str] = &[
    "<!DOCTYPE html>",
    "<!doctype html>",
    "<!DOCTYPE>",
    "<!DOCTYPE html SYSTEM \"about:legacy-compat\">",
    "<!DOCTYPE HTML PUBLIC \"-//W3C//DTD HTML 4.01 Transitional//EN\">",
    "<!DOCTYPE html PUBLIC '-//W3C//DTD XHTML 1.0 Transitional//EN' 'http://www.w3.org/TR/xhtml1/DTD/x.dtd'>",
    "<!DOCTYPE svg x>",
    "<!DOCTYPE html PUBLIC>",
    "<!DOCTYPE html SYSTEM x",
    "<!DOCTYPE h\0\r>",
];

const OTHER_MARKUP: &[&str] = &[
    "<!-- c -->",
    "<!---->",
    "<!-->",
    "<!--->",
    "<!-- a -- b --!>",
    "<!--<!-->",
    "<!-- \0 \r -->",
    "<!x>",
    "<?php ?>",
    "</>x",
    "</ x>",
    "<![CDATA[x<y&amp;]]>",
    "<![CDATA[]]]]>",
    "<![CDATA[ \0\r]]>",
    "<!--",
    "<![CDATA[",
    "<!-- --",
];

const STRAY_CHARACTERS: &[&str] =
    &["<", "</", "<!", "<?", "\0", "\r", "\r\n", "\r\r", ">", "<3", "</3>", "\"", "\u{1}", "\u{fffe}"];

/// Bodies of raw text elements.
const RAW_BODIES: &[&str] = &[
    "x",
    "<div>&amp;</div>",
    "<!-- ",
    "<!--<script>",
    "</scrip",
    "</",
    "\0",
    "\r\n",
    "\n",
    "<!--<script></script>",
    "-->",
    "&lt",
];

const RAW_NAMES: &[&str] =
    &["script", "style", "title", "textarea", "xmp", "iframe", "noembed", "noframes", "noscript"];

/// A document of about `length` bytes.
pub fn document(seed: u64, length: usize) -> String {
    let mut rng = Rng::new(seed);
    let flavor = rng.one_of(&[Flavor::Html, Flavor::Foreign, Flavor::Integration]);
    let templates = match flavor {
        Flavor::Integration => Templates::None,
        _ => rng.one_of(&[Templates::None, Templates::None, Templates::WithTables, Templates::WithFormatting]),
    };
    let palette: Vec<&str> = (0..3 + rng.below(10)).map(|_| any_name(&mut rng, flavor, templates)).collect();
    let mut markup = Markup { rng, flavor, templates, palette, open: Vec::new(), out: String::new() };
    if markup.rng.chance(30) {
        markup.one_of(DOCTYPES);
    }
    while markup.out.len() < length {
        markup.construct();
    }
    if markup.rng.chance(20) {
        markup.truncate();
    }
    markup.out
}

/// Characters that trigger tokenizer transitions, and a few words.
const CHARACTERS: &[&str] = &[
    "<",
    "<",
    "</",
    ">",
    ">",
    "/",
    "!",
    "?",
    "-",
    "--",
    "<!--",
    "-->",
    "=",
    "\"",
    "'",
    "&",
    "#",
    "x",
    ";",
    "[",
    "]",
    "]]>",
    "<![CDATA[",
    " ",
    "\t",
    "\n",
    "\r",
    "\u{c}",
    "\u{b}",
    "\0",
    "a",
    "B",
    "1",
    "\u{e9}",
    "amp",
    "not",
    "in",
    "script",
    "<script",
    "</script",
    "title",
    "</title",
    "</style",
    "DOCTYPE",
    "<!doctype",
    "html",
    "PUBLIC",
    "SYSTEM",
];

/// `length` draws from [`CHARACTERS`]: markup that is malformed within tags, comments and declarations.
pub fn characters(seed: u64, length: usize) -> String {
    let mut rng = Rng::new(seed);
    (0..length).map(|_| rng.pick(CHARACTERS)).collect()
}

fn any_name(rng: &mut Rng, flavor: Flavor, templates: Templates) -> &'static str {
    loop {
        let name = name_of_any_group(rng, flavor);
        // `title` in SVG is an integration point.
        let excluded = match flavor {
            Flavor::Html => false,
            Flavor::Foreign => name == "title",
            Flavor::Integration => SEARCHES_FOR_SPECIAL.split(' ').any(|other| other == name),
        };
        if !excluded && templates.allow(name) {
            return name;
        }
    }
}

fn name_of_any_group(rng: &mut Rng, flavor: Flavor) -> &'static str {
    if flavor != Flavor::Html && rng.chance(20) {
        return rng.pick(FOREIGN);
    }
    let total = GROUPS.iter().map(|(weight, _)| weight).sum();
    let mut at = rng.below(total);
    for (weight, names) in GROUPS {
        if at < *weight {
            return rng.pick(names);
        }
        at -= weight;
    }
    "div"
}

/// A document being written.
struct Markup {
    rng: Rng,
    flavor: Flavor,
    templates: Templates,
    palette: Vec<&'static str>,
    /// Names of start tags not yet chosen for an end tag; this is not the parser's stack of open elements.
    open: Vec<&'static str>,
    out: String,
}

impl Markup {
    fn construct(&mut self) {
        match self.rng.below(100) {
            0..38 => self.start_tag(),
            38..62 => self.end_tag(),
            62..76 => self.one_of(TEXTS),
            76..81 => self.one_of(REFERENCES),
            81..84 if self.flavor == Flavor::Integration => self.one_of(INTEGRATION_POINTS),
            81..84 if self.templates == Templates::WithTables => {
                self.one_of(&["<template><tr>", "<template><col>", "<template><td>", "<template>"])
            }
            81..89 => {
                let idiom = self.rng.pick(IDIOMS);
                if self.templates.allow(idiom) {
                    self.out.push_str(idiom);
                }
            }
            89..92 => self.raw_element(),
            92..96 => self.one_of(OTHER_MARKUP),
            // Stray characters may form other names, which search for a special element.
            96..99 if self.flavor == Flavor::Integration => self.one_of(&["\0", "\r", "\r\n", ">", "<3", "\""]),
            96..99 => self.one_of(STRAY_CHARACTERS),
            _ => {
                self.out.push_str("<!---->");
                self.one_of(DOCTYPES);
            }
        }
    }

    fn one_of(&mut self, items: &[&'static str]) {
        self.out.push_str(self.rng.pick(items));
    }

    fn name(&mut self) -> &'static str {
        if self.rng.chance(75) {
            self.rng.pick(&self.palette)
        } else {
            any_name(&mut self.rng, self.flavor, self.templates)
        }
    }

    fn start_tag(&mut self) {
        let name = self.name();
        self.out.push('<');
        self.push_name(name);
        while self.rng.chance(25) {
            self.one_of(ATTRIBUTES);
        }
        self.close_tag();
        self.open.push(name);
    }

    fn end_tag(&mut self) {
        // Mostly one of the last few names, so that elements are misnested.
        let name = if self.open.is_empty() || self.rng.chance(30) {
            self.name()
        } else {
            let back = self.rng.below(self.open.len().min(4));
            self.open.remove(self.open.len() - 1 - back)
        };
        if self.flavor == Flavor::Integration && FORMATTING.contains(&name) {
            return;
        }
        self.out.push_str("</");
        self.push_name(name);
        if self.rng.chance(4) {
            self.one_of(ATTRIBUTES);
        }
        self.close_tag();
    }

    fn push_name(&mut self, name: &str) {
        match self.rng.below(20) {
            0 => self.out.push_str(&name.to_ascii_uppercase()),
            1 if self.flavor != Flavor::Integration && self.rng.chance(10) => {
                self.out.push_str(name);
                self.out.push('\0');
            }
            _ => self.out.push_str(name),
        }
    }

    fn close_tag(&mut self) {
        self.out.push_str(match self.rng.below(50) {
            0..3 => "/>",
            3..5 => " >",
            5 => "\n>",
            6 if self.flavor != Flavor::Integration => "",
            _ => ">",
        });
    }

    fn raw_element(&mut self) {
        let name = self.rng.pick(RAW_NAMES);
        if self.flavor != Flavor::Html && (name == "title" || self.flavor == Flavor::Integration) {
            return;
        }
        self.out.push_str(&format!("<{name}>"));
        for _ in 0..self.rng.below(4) {
            self.one_of(RAW_BODIES);
        }
        if self.rng.chance(85) {
            self.out.push_str(&format!("</{name}"));
            self.close_tag();
        }
    }

    /// Truncates the document within its last 12 bytes.
    fn truncate(&mut self) {
        let mut end = self.out.len() - self.rng.below(self.out.len().min(12) + 1);
        while !self.out.is_char_boundary(end) {
            end -= 1;
        }
        self.out.truncate(end);
    }
}
