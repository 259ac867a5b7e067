//! Document type declarations: their tokens (HTML, "DOCTYPE state" and the states after it) and the quirks mode that
//! they select ("The 'initial' insertion mode").

use super::scan::{self, same_name};
use super::token::{DoctypeToken, Span};
use crate::base::words::{Words, words};

/// The document's mode. The parser needs it only to decide whether `table` closes `p`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(u8)]
pub enum QuirksMode {
    /// No quirks.
    #[default]
    NoQuirks = 0,
    /// Limited quirks.
    Limited = 1,
    /// Quirks.
    Quirks = 2,
}

/// Reads the declaration whose `<` is at `start`; returns the token and the position after it.
pub(super) fn scan(input: &[u8], start: usize) -> (DoctypeToken, usize) {
    let mut scanner = Scanner { input, at: start + 2 + b"doctype".len() };
    let span = Span { start: start as u32, end: 0 };
    let mut token = DoctypeToken { span, name: None, public_id: None, system_id: None, force_quirks: false };
    if !scanner.declaration(&mut token) {
        token.force_quirks = true;
    }
    // What is left before the `>` is skipped, as in the bogus DOCTYPE state.
    let end = (scan::find_byte(input, scanner.at, b'>') + 1).min(input.len());
    token.span.end = end as u32;
    (token, end)
}

struct Scanner<'i> {
    input: &'i [u8],
    at: usize,
}

impl Scanner<'_> {
    /// Reads up to the `>` or the first error; false sets the force-quirks flag.
    fn declaration(&mut self, token: &mut DoctypeToken) -> bool {
        let Some(byte) = self.next_byte() else { return false };
        if byte == b'>' {
            return false;
        }
        let start = self.at;
        while self.at < self.input.len() && !scan::is_space(self.input[self.at]) && self.input[self.at] != b'>' {
            self.at += 1;
        }
        token.name = Some(Span { start: start as u32, end: self.at as u32 });
        match self.next_byte() {
            None => false,
            Some(b'>') => true,
            Some(_) if self.keyword(b"public") => self.public_identifier(token),
            Some(_) if self.keyword(b"system") => match self.next_byte() {
                Some(b'"' | b'\'') => self.system_identifier(token),
                _ => false,
            },
            Some(_) => false,
        }
    }

    fn public_identifier(&mut self, token: &mut DoctypeToken) -> bool {
        if !matches!(self.next_byte(), Some(b'"' | b'\'')) {
            return false;
        }
        let (id, closed) = self.quoted();
        token.public_id = Some(id);
        closed
            && match self.next_byte() {
                Some(b'>') => true,
                Some(b'"' | b'\'') => self.system_identifier(token),
                _ => false,
            }
    }

    fn system_identifier(&mut self, token: &mut DoctypeToken) -> bool {
        let (id, closed) = self.quoted();
        token.system_id = Some(id);
        // Anything but the end of input may follow.
        closed && self.next_byte().is_some()
    }

    /// The next byte that is not whitespace, not consumed.
    fn next_byte(&mut self) -> Option<u8> {
        self.at = scan::skip_space(self.input, self.at);
        self.input.get(self.at).copied()
    }

    fn keyword(&mut self, word: &[u8]) -> bool {
        let found = self.input[self.at..].get(..word.len()).is_some_and(|w| same_name(w, word));
        if found {
            self.at += word.len();
        }
        found
    }

    /// The quoted identifier at the current position, and whether its quote is closed; a `>` ends it as well.
    fn quoted(&mut self) -> (Span, bool) {
        let quote = self.input[self.at];
        let start = self.at + 1;
        let end = scan::find_either(self.input, start, quote, b'>');
        let closed = self.input.get(end) == Some(&quote);
        self.at = if closed { end + 1 } else { end };
        (Span { start: start as u32, end: end as u32 }, closed)
    }
}

/// The mode of a page with this declaration.
pub(super) fn quirks_mode(input: &[u8], token: &DoctypeToken) -> QuirksMode {
    let text = |span: Option<Span>| span.map(|s| &input[s.start as usize..s.end as usize]);
    let (public_id, system_id) = (text(token.public_id), text(token.system_id));
    let starts_with_any = |id: Option<&[u8]>, prefixes: Words| {
        id.is_some_and(|id| {
            let is_start = |prefix: &[u8]| id.get(..prefix.len()).is_some_and(|start| same_name(start, prefix));
            prefixes.iter_bytes().any(is_start)
        })
    };
    let equals = |id: Option<&[u8]>, other: &str| id.is_some_and(|id| same_name(id, other.as_bytes()));
    let is_html = text(token.name).is_some_and(|name| same_name(name, b"html"));
    let html_4 = words!["-//W3C//DTD HTML 4.01 Frameset//", "-//W3C//DTD HTML 4.01 Transitional//"];
    if token.force_quirks
        || !is_html
        || QUIRKS_PUBLIC_IDS.iter().any(|id| equals(public_id, id))
        || starts_with_any(public_id, QUIRKS_PUBLIC_PREFIXES)
        || equals(system_id, "http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd")
        || (system_id.is_none() && starts_with_any(public_id, html_4))
    {
        return QuirksMode::Quirks;
    }
    let xhtml = words!["-//W3C//DTD XHTML 1.0 Frameset//", "-//W3C//DTD XHTML 1.0 Transitional//"];
    if starts_with_any(public_id, xhtml) || starts_with_any(public_id, html_4) {
        return QuirksMode::Limited;
    }
    QuirksMode::NoQuirks
}

const QUIRKS_PUBLIC_IDS: [&str; 3] =
    ["-//W3O//DTD W3 HTML Strict 3.0//EN//", "-/W3C/DTD HTML 4.0 Transitional/EN", "HTML"];

const QUIRKS_PUBLIC_PREFIXES: Words = words![
    "+//Silmaril//dtd html Pro v0r11 19970101//",
    "-//AS//DTD HTML 3.0 asWedit + extensions//",
    "-//AdvaSoft Ltd//DTD HTML 3.0 asWedit + extensions//",
    "-//IETF//DTD HTML 2.0 Level 1//",
    "-//IETF//DTD HTML 2.0 Level 2//",
    "-//IETF//DTD HTML 2.0 Strict Level 1//",
    "-//IETF//DTD HTML 2.0 Strict Level 2//",
    "-//IETF//DTD HTML 2.0 Strict//",
    "-//IETF//DTD HTML 2.0//",
    "-//IETF//DTD HTML 2.1E//",
    "-//IETF//DTD HTML 3.0//",
    "-//IETF//DTD HTML 3.2 Final//",
    "-//IETF//DTD HTML 3.2//",
    "-//IETF//DTD HTML 3//",
    "-//IETF//DTD HTML Level 0//",
    "-//IETF//DTD HTML Level 1//",
    "-//IETF//DTD HTML Level 2//",
    "-//IETF//DTD HTML Level 3//",
    "-//IETF//DTD HTML Strict Level 0//",
    "-//IETF//DTD HTML Strict Level 1//",
    "-//IETF//DTD HTML Strict Level 2//",
    "-//IETF//DTD HTML Strict Level 3//",
    "-//IETF//DTD HTML Strict//",
    "-//IETF//DTD HTML//",
    "-//Metrius//DTD Metrius Presentational//",
    "-//Microsoft//DTD Internet Explorer 2.0 HTML Strict//",
    "-//Microsoft//DTD Internet Explorer 2.0 HTML//",
    "-//Microsoft//DTD Internet Explorer 2.0 Tables//",
    "-//Microsoft//DTD Internet Explorer 3.0 HTML Strict//",
    "-//Microsoft//DTD Internet Explorer 3.0 HTML//",
    "-//Microsoft//DTD Internet Explorer 3.0 Tables//",
    "-//Netscape Comm. Corp.//DTD HTML//",
    "-//Netscape Comm. Corp.//DTD Strict HTML//",
    "-//O'Reilly and Associates//DTD HTML 2.0//",
    "-//O'Reilly and Associates//DTD HTML Extended 1.0//",
    "-//O'Reilly and Associates//DTD HTML Extended Relaxed 1.0//",
    "-//SQ//DTD HTML 2.0 HoTMetaL + extensions//",
    "-//SoftQuad Software//DTD HoTMetaL PRO 6.0::19990601::extensions to HTML 4.0//",
    "-//SoftQuad//DTD HoTMetaL PRO 4.0::19971010::extensions to HTML 4.0//",
    "-//Spyglass//DTD HTML 2.0 Extended//",
    "-//Sun Microsystems Corp.//DTD HotJava HTML//",
    "-//Sun Microsystems Corp.//DTD HotJava Strict HTML//",
    "-//W3C//DTD HTML 3 1995-03-24//",
    "-//W3C//DTD HTML 3.2 Draft//",
    "-//W3C//DTD HTML 3.2 Final//",
    "-//W3C//DTD HTML 3.2//",
    "-//W3C//DTD HTML 3.2S Draft//",
    "-//W3C//DTD HTML 4.0 Frameset//",
    "-//W3C//DTD HTML 4.0 Transitional//",
    "-//W3C//DTD HTML Experimental 19960712//",
    "-//W3C//DTD HTML Experimental 970421//",
    "-//W3C//DTD W3 HTML//",
    "-//W3O//DTD W3 HTML 3.0//",
    "-//WebTechs//DTD Mozilla HTML 2.0//",
    "-//WebTechs//DTD Mozilla HTML//",
];

#[cfg(test)]
mod tests {
    use super::*;

    fn mode(html: &str) -> QuirksMode {
        let (token, end) = scan(html.as_bytes(), 0);
        assert_eq!(end, html.len());
        quirks_mode(html.as_bytes(), &token)
    }

    #[test]
    fn modes() {
        assert_eq!(mode("<!DOCTYPE html>"), QuirksMode::NoQuirks);
        assert_eq!(mode("<!doctype HTML SYSTEM 'about:legacy-compat'>"), QuirksMode::NoQuirks);
        assert_eq!(mode("<!DOCTYPE>"), QuirksMode::Quirks);
        assert_eq!(mode("<!DOCTYPE html PUBLIC>"), QuirksMode::Quirks);
        assert_eq!(mode("<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 3.2 Final//EN\">"), QuirksMode::Quirks);
        assert_eq!(mode("<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 4.01 Transitional//EN\">"), QuirksMode::Quirks);
        let with_system = "<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 4.01 Transitional//EN\" \"http://www.w3.org/x\">";
        assert_eq!(mode(with_system), QuirksMode::Limited);
        assert_eq!(
            mode("<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Strict//EN\" \"x\" junk>"),
            QuirksMode::NoQuirks
        );
    }
}
