//! The day of publication in the description of a page that states none elsewhere: "14 May 2026 – The pier is open again",
//! "The pier is open again (published on 14 May 2026)".

use super::evidence::Evidence;
use super::wording::Label;
use super::{Candidate, Kind, end_of, start_of};
use crate::base::fallible::List;
use crate::on_demand::facts::FactOrigin;
use crate::on_demand::facts::date::{Found, Locale};
use crate::on_demand::facts::declared::{Declarations, Property};
use crate::on_demand::facts::read::Reader;

/// Words further from the date are about something else.
const NEAR: usize = 24;

/// Adds the day, if there is no other candidate.
pub(super) fn add(
    reader: Reader<'_, '_>,
    declared: &Declarations<'_>,
    locale: &Locale<'_>,
    found: &mut List<Candidate>,
) {
    if found.iter().any(|candidate| candidate.kind == Kind::Published && candidate.date.is_day()) {
        return;
    }
    let described =
        [Property::Description, Property::PreviewDescription].into_iter().find_map(|name| declared.get(name));
    let Some((content, text)) = described.and_then(|content| Some((content, reader.text(content)?))) else { return };
    let dates = Found::all(&text, locale);
    let [Found { date, start, end }] = *dates else { return };
    let (before, after) = (&text[..start], &text[end..]);
    let is_of_page = match Label::of(end_of(before, NEAR), start_of(after, NEAR)) {
        Some(label) => label == Label::Published,
        None => start == 0 && is_separated(after),
    };
    if date.is_day() && is_of_page {
        let source = (content.value_start, content.value_end);
        let (kind, origin, evidence) = (Kind::Published, FactOrigin::Meta, Evidence::VAGUE_META);
        found.push(Candidate { kind, date, origin, source, evidence });
    }
}

/// Whether a text begins with a mark between two parts of a line, as "14 May 2026, the day of" does not.
fn is_separated(text: &str) -> bool {
    text.trim_start().starts_with(['-', '\u{2013}', '\u{2014}', '|', ':', '\u{b7}', '\u{2022}', '.'])
}
