//! Dates in the attributes of elements: `datetime` and `content`, a `title` beside "2 years ago", and `data-timestamp`
//! and the like, from which scripts write such texts.

use super::visible::Hints;
use crate::base::fallible::Text;
use crate::on_demand::facts::date::{Date, Found, Locale};
use crate::on_demand::facts::read::Reader;
use crate::read::html::attributes::Name;
use crate::read::html::scan::same_name;
use crate::read::html::{Attribute, Node, Tag};

/// A date in an attribute.
pub(super) struct Stamp {
    pub date: Date,
    /// Bytes of its value in UTF-8.
    pub source: (u32, u32),
    /// What the name of the attribute says.
    pub hints: Hints,
    /// Whether the attribute states nothing else.
    pub is_whole: bool,
}

/// Parts of the names of `data-` attributes with dates.
const STEMS: [&[u8]; 6] = [b"time", b"date", b"epoch", b"stamp", b"publish", b"created"];
/// Parts of the names of attributes with dates of something else.
const OTHERS: [&[u8]; 6] = [b"start", b"-end", b"expir", b"event", b"until", b"birth"];
/// A `title` with more bytes beside its date says something else, too.
const MAX_BESIDE: usize = 24;

/// Whether an element may have a date in an attribute.
pub(super) fn may_have(node: &Node) -> bool {
    let has_other = node.known & Name::OTHER.bit() != 0;
    let is_short = matches!(node.tag, Tag::ABBR | Tag::SPAN | Tag::SMALL | Tag::DIV | Tag::P | Tag::A);
    is_time(node) || node.known & Name::ITEMPROP.bit() != 0 || has_other && is_short
}

/// Whether an element is a time: `time`, or `relative-time` and other elements of scripts with a time in their attribute.
pub(super) fn is_time(node: &Node) -> bool {
    node.tag == Tag::TIME || node.tag == Tag::UNKNOWN && node.known & Name::DATETIME.bit() != 0
}

/// The date in the attributes of an element.
pub(super) fn of(reader: Reader<'_, '_>, locale: &Locale<'_>, node: &Node) -> Option<Stamp> {
    let tree = reader.tree();
    if let Some(value) = [Name::DATETIME, Name::CONTENT].into_iter().find_map(|name| tree.attribute(node, name)) {
        let date = Date::parse_in(&reader.text(value)?, locale).filter(Date::is_day)?;
        return Some(stamp(value, date, Hints::default(), false));
    }
    tree.each_attribute(node).filter(|attribute| attribute.name == Name::OTHER).find_map(|attribute| {
        let name = tree.raw_attribute_name(attribute);
        match () {
            () if same_name(name, b"title") => titled(reader, locale, node, attribute),
            () if is_stamp_name(name) => {
                let text = reader.text(attribute)?;
                let date = Date::of_timestamp(&text).or_else(|| machine_date(&text))?;
                Some(stamp(attribute, date, Hints::of_name(name), true))
            }
            () => None,
        }
    })
}

fn stamp(attribute: &Attribute, date: Date, hints: Hints, is_whole: bool) -> Stamp {
    Stamp { date, source: (attribute.value_start, attribute.value_end), hints, is_whole }
}

/// hAtom: `<abbr class="published" title="2026-05-02">`; without a class, a title that is a date and nothing else.
fn titled(reader: Reader<'_, '_>, locale: &Locale<'_>, node: &Node, title: &Attribute) -> Option<Stamp> {
    if !matches!(node.tag, Tag::ABBR | Tag::SPAN | Tag::TIME | Tag::SMALL) {
        return None;
    }
    let text: Text = reader.text(title)?;
    let date = Date::parse_in(&text, locale).filter(Date::is_day)?;
    let found = Found::all(&text, locale);
    let is_whole = found.len() == 1 && text.len() - (found[0].end - found[0].start) <= MAX_BESIDE;
    Some(stamp(title, date, Hints::default(), is_whole))
}

fn is_stamp_name(name: &[u8]) -> bool {
    let has = |part: &&[u8]| name.windows(part.len()).any(|window| same_name(window, part));
    let is_data = name.get(..5).is_some_and(|start| same_name(start, b"data-"));
    is_data && STEMS.iter().any(has) && !OTHERS.iter().any(has)
}

/// A date as machines write it.
fn machine_date(text: &str) -> Option<Date> {
    let is_iso =
        text.len() >= 10 && text.bytes().take(4).all(|byte| byte.is_ascii_digit()) && text.as_bytes()[4] == b'-';
    if is_iso { Date::parse(text).filter(Date::is_day) } else { None }
}

#[cfg(test)]
mod tests {
    use crate::{Analyzer, FactOptions};

    fn published(element: &str) -> Option<String> {
        let page = format!(
            "<html lang=en><title>The pier</title><main><h1>The pier opens</h1>{element}\
             <p>The pier that the storm of last winter had damaged is open again, and the ferry lands there.</main>"
        );
        let mut analyzer = Analyzer::default();
        let document = analyzer.analyze(page.as_bytes()).unwrap();
        document.facts(&FactOptions::default()).published.map(|fact| fact.date)
    }

    #[test]
    fn times_since_1970_are_dates_of_their_elements() {
        for element in [
            "<p class=meta>Ann Lee <span class=when data-timestamp=1777723200>2 years ago</span></p>",
            "<p><time data-epoch=1777723200000>2y</time></p>",
            "<div><abbr data-utime=1777723200>2 May</abbr></div>",
            "<p>Ann Lee <relative-time datetime=2026-05-02T12:00:00Z>2 years ago</relative-time></p>",
            "<div data-post-date=\"2026-05-02T12:00:00Z\">2 May</div>",
        ] {
            assert_eq!(published(element).as_deref(), Some("2026-05-02T12:00:00Z"), "{element}");
        }
        for element in [
            "<p><span data-time=177772320>3 minutes</span></p>",
            "<p><span data-id=1777723200>a</span></p>",
            "<p><span data-start-date=2026-05-02>the second</span></p>",
            "<p><span data-date=spring>2 years ago</span></p>",
            "<p><span data-timestamp=99999999999999999999999999999999999999999>2 years ago</span></p>",
        ] {
            assert_eq!(published(element), None, "{element}");
        }
    }

    #[test]
    fn a_title_that_is_a_date_needs_no_class() {
        assert_eq!(published("<span title=\"Sat May 2 2026\">2 years ago</span>").as_deref(), Some("2026-05-02"));
        assert_eq!(published("<span title=\"See how the pier was in 2 May 2026, and later\">pier</span>"), None);
    }
}
