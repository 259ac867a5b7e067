//! Mutates pages by their structure: tokens, nesting, attributes and charset, where libFuzzer changes bytes.
//!
//! A page is cut into tokens, simpler than the standard does: a tag or comment from `<` to `>`, and the text between. The
//! bytes before the first `<` stay as they are, because targets read options from them. A result is no longer than
//! allowed; what does not fit is left out token by token, so tags stay whole. Equal seeds give equal results.

use crate::support::rng::Rng;

/// Elements with rules of their own in tree construction, or for what their text means, separated by spaces.
const NAMES: &str = "\
    p div span a b i nobr font table tbody tr td th caption col colgroup ul li dl dt dd h1 h2 form button select \
    option optgroup template svg desc foreignObject math mi annotation-xml title textarea script style noscript pre \
    br hr img input ruby rt body html head frameset iframe plaintext nav main article aside footer blockquote meta \
    link time x-y";
const ATTRIBUTES: &[&str] = &[
    "hidden",
    "class=\"a b\"",
    "class=comment",
    "id=x",
    "style='display:none'",
    "style=\"color:red\"",
    "href=/x",
    "href='http://a/?b&amp;c'",
    "rel=nofollow",
    "role=navigation",
    "aria-hidden=true",
    "lang=de",
    "data-nosnippet",
    "colspan=1000",
    "rowspan=0",
    "name=description",
    "content=\"a b\"",
    "itemprop=datePublished",
    "datetime=2026-05-02",
    "property=og:title",
    "encoding=text/html",
    "alt=\"a &lt; b\"",
    "type=hidden",
    "x",
    "=",
    "a=\"",
    "style=",
];
const CHARSETS: &[&str] =
    &["utf-8", "windows-1252", "gbk", "shift_jis", "iso-2022-jp", "euc-kr", "big5", "utf-16le", "x-user-defined"];
const MARKS: &[&[u8]] = &[b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff"];
/// Text: words, references, and bytes that mean something in some encoding or in none.
const TEXTS: &[&[u8]] = &[
    b"Rain fell on the city. ",
    b"one two three four five six seven eight nine ten ",
    b"&amp;",
    b"&notit;",
    b"&#x80;",
    b"&#xD800;",
    b"\0",
    b"\r\n",
    b"\xc0\x80",
    b"\xed\xa0\x80",
    b"\xf0\x9f\x98\x80",
    b"\xcc\x81",
    b"\xe2\x80\x8b",
    b"\x1b$B",
    b"\x81",
    b" ",
    b"\n",
    b"]]>",
    b"2026-05-02",
];
const COMMENTS: &[&str] = &[
    "<!--x-->",
    "<!-->",
    "<!doctype html>",
    "<?xml encoding=gbk?>",
    "<![CDATA[x]]>",
    "</>",
    "</ >",
    "<!--googleoff: all-->",
    "<!--googleon: all-->",
];

/// How many copies a repeated token has at most.
const COPIES: usize = 40;

/// The kinds of changes.
#[derive(Clone, Copy)]
enum Change {
    Remove,
    Repeat,
    Swap,
    MoveRange,
    CopyRange,
    Wrap,
    InsertTag,
    InsertText,
    InsertComment,
    Rename,
    Attribute,
    DropAttribute,
    Charset,
    Mark,
}

const CHANGES: [Change; 14] = [
    Change::Remove,
    Change::Repeat,
    Change::Swap,
    Change::MoveRange,
    Change::CopyRange,
    Change::Wrap,
    Change::InsertTag,
    Change::InsertText,
    Change::InsertComment,
    Change::Rename,
    Change::Attribute,
    Change::DropAttribute,
    Change::Charset,
    Change::Mark,
];

fn name(rng: &mut Rng) -> &'static str {
    rng.pick(&NAMES.split(' ').collect::<Vec<_>>())
}

/// The page after one to four changes, at most `max_len` bytes.
pub fn mutate(page: &[u8], max_len: usize, seed: u32) -> Vec<u8> {
    let mut rng = Rng::new(seed.into());
    let start = page.iter().position(|&byte| byte == b'<').unwrap_or(page.len());
    let mut tokens = split(&page[start..]);
    for _ in 0..=rng.below(4) {
        let change = rng.one_of(&CHANGES);
        apply(change, &mut tokens, &mut rng);
    }
    let mut out = page[..start.min(max_len)].to_vec();
    for token in &tokens {
        if out.len() + token.len() <= max_len {
            out.extend_from_slice(token);
        }
    }
    out
}

/// The tokens of a page; together they are the page.
pub fn split(page: &[u8]) -> Vec<Vec<u8>> {
    let mut tokens = Vec::new();
    let mut rest = page;
    while !rest.is_empty() {
        let end = match rest[0] {
            b'<' => rest.iter().position(|&byte| byte == b'>').map_or(rest.len(), |at| at + 1),
            _ => rest.iter().position(|&byte| byte == b'<').unwrap_or(rest.len()),
        };
        tokens.push(rest[..end].to_vec());
        rest = &rest[end..];
    }
    tokens
}

fn apply(change: Change, tokens: &mut Vec<Vec<u8>>, rng: &mut Rng) {
    let at = rng.below(tokens.len() + 1);
    match change {
        Change::Remove => drop(remove(tokens, at)),
        Change::Repeat => repeat(tokens, at, 1 + rng.below(COPIES)),
        Change::Swap if at < tokens.len() => {
            let other = rng.below(tokens.len());
            tokens.swap(at, other);
        }
        Change::MoveRange | Change::CopyRange => {
            let range = at..(at + 1 + rng.below(8)).min(tokens.len()).max(at);
            let part = tokens[range.clone()].to_vec();
            if let Change::MoveRange = change {
                tokens.drain(range);
            }
            insert(tokens, rng.below(tokens.len() + 1), part);
        }
        Change::Wrap => {
            let name = name(rng);
            let end = at + rng.below(tokens.len() - at + 1);
            insert(tokens, end, [format!("</{name}>").into_bytes()]);
            insert(tokens, at, [format!("<{name}>").into_bytes()]);
        }
        Change::InsertTag => {
            let slash = if rng.chance(30) { "/" } else { "" };
            insert(tokens, at, [format!("<{slash}{}>", name(rng)).into_bytes()]);
        }
        Change::InsertText => insert(tokens, at, [rng.one_of(TEXTS).to_vec()]),
        Change::InsertComment => insert(tokens, at, [rng.pick(COMMENTS).as_bytes().to_vec()]),
        Change::Rename | Change::Attribute | Change::DropAttribute => change_tag(change, tokens, at, rng),
        Change::Charset => {
            let meta = format!("<meta charset={}>", rng.pick(CHARSETS));
            insert(tokens, rng.below(at.min(4) + 1), [meta.into_bytes()]);
        }
        Change::Mark => insert(tokens, 0, [rng.one_of(MARKS).to_vec()]),
        Change::Swap => {}
    }
}

fn insert(tokens: &mut Vec<Vec<u8>>, at: usize, part: impl IntoIterator<Item = Vec<u8>>) {
    tokens.splice(at..at, part);
}

fn remove(tokens: &mut Vec<Vec<u8>>, at: usize) -> Option<Vec<u8>> {
    (at < tokens.len()).then(|| tokens.remove(at))
}

fn repeat(tokens: &mut Vec<Vec<u8>>, at: usize, copies: usize) {
    if let Some(token) = tokens.get(at).cloned() {
        insert(tokens, at, vec![token; copies]);
    }
}

/// Changes the first tag at or after `at`: its name, or an attribute of a start tag.
fn change_tag(change: Change, tokens: &mut [Vec<u8>], at: usize, rng: &mut Rng) {
    let Some(tag) = tokens[at..].iter_mut().find(|token| is_tag(token)) else { return };
    let name_start = if tag[1] == b'/' { 2 } else { 1 };
    let is_end = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'/' | b'>');
    let name_end = name_start + tag[name_start..].iter().position(is_end).unwrap_or(0);
    match change {
        Change::Rename => drop(tag.splice(name_start..name_end, name(rng).bytes())),
        Change::Attribute => {
            let attribute = format!(" {}", rng.pick(ATTRIBUTES));
            tag.splice(name_end..name_end, attribute.into_bytes());
        }
        _ => {
            let spaces: Vec<usize> = (name_end..tag.len()).filter(|&at| tag[at] == b' ').collect();
            if !spaces.is_empty() {
                let chosen = rng.below(spaces.len());
                let end = spaces.get(chosen + 1).copied().unwrap_or(tag.len() - 1);
                tag.drain(spaces[chosen]..end);
            }
        }
    }
}

/// Whether a token is a whole start or end tag.
pub fn is_tag(token: &[u8]) -> bool {
    let name = token.strip_prefix(b"</").or(token.strip_prefix(b"<"));
    name.is_some_and(|name| name.first().is_some_and(u8::is_ascii_alphabetic)) && token.ends_with(b">")
}
