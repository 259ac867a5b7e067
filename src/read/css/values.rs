//! Numbers, lengths and keywords of CSS (CSS Values and Units Level 4), as fixed-point integers, so that results do
//! not depend on the processor.

use crate::read::html::scan::same_name;

/// A number with its unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Number {
    /// In thousandths, clamped to plus or minus a million units.
    pub milli: i32,
    /// The unit.
    pub unit: Unit,
}

/// The unit of a number, as far as it matters here.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Unit {
    /// A plain number.
    #[default]
    None,
    /// Pixels; other absolute units and viewport units are converted.
    Px,
    /// The element's font size.
    Em,
    /// The root's font size.
    Rem,
    /// `%`.
    Percent,
    /// Any other.
    Other,
}

impl Number {
    /// Whether it is a percentage.
    pub fn is_percent(self) -> bool {
        self.unit == Unit::Percent
    }
}

/// The maximum of [`Number::milli`].
const MAX_MILLI: i64 = 1_000_000_000;

/// The viewport in pixels, as in Burget and Burgetová 2011.
const VIEWPORT: (i64, i64) = (1000, 800);

/// Parses a number with its unit; nothing may follow it.
pub fn parse_number(text: &[u8]) -> Option<Number> {
    let (negative, digits) = match text {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, text),
    };
    let mut at = digits.iter().take_while(|b| b.is_ascii_digit()).count();
    let mut milli = digits[..at].iter().fold(0, |sum, &b| (sum * 10 + i64::from(b - b'0') * 1000).min(MAX_MILLI));
    let mut has_digits = at > 0;
    if digits.get(at) == Some(&b'.') {
        at += 1;
        let mut step = 100;
        while let Some(digit) = digits.get(at).filter(|b| b.is_ascii_digit()) {
            milli += i64::from(digit - b'0') * step;
            step /= 10;
            at += 1;
            has_digits = true;
        }
    }
    if !has_digits {
        return None;
    }
    if let Some((exponent, len)) = exponent(&digits[at..]) {
        at += len;
        for _ in 0..exponent.unsigned_abs().min(20) {
            milli = if exponent < 0 { milli / 10 } else { (milli * 10).min(MAX_MILLI) };
        }
    }
    milli = milli.min(MAX_MILLI);
    let (unit, multiplier, divisor) = unit(&digits[at..])?;
    let milli = (milli * multiplier / divisor).min(MAX_MILLI) as i32;
    Some(Number { milli: if negative { -milli } else { milli }, unit })
}

/// An exponent such as `e10` or `E-3`, and its length. `1em` has none.
fn exponent(text: &[u8]) -> Option<(i32, usize)> {
    let rest = text.strip_prefix(b"e").or_else(|| text.strip_prefix(b"E"))?;
    let (negative, digits, signs) = match rest {
        [b'-', digits @ ..] => (true, digits, 1),
        [b'+', digits @ ..] => (false, digits, 1),
        _ => (false, rest, 0),
    };
    let len = digits.iter().take_while(|b| b.is_ascii_digit()).count();
    if len == 0 {
        return None;
    }
    let value = digits[..len].iter().fold(0i32, |sum, &b| sum.saturating_mul(10).saturating_add(i32::from(b - b'0')));
    Some((if negative { -value } else { value }, 1 + signs + len))
}

/// The unit, with multiplier and divisor of the conversion to it.
fn unit(text: &[u8]) -> Option<(Unit, i64, i64)> {
    let mut lower = [0; 4];
    let name = lower.get_mut(..text.len())?;
    name.copy_from_slice(text);
    name.make_ascii_lowercase();
    Some(match &*name {
        b"" => (Unit::None, 1, 1),
        b"px" => (Unit::Px, 1, 1),
        b"em" => (Unit::Em, 1, 1),
        b"rem" => (Unit::Rem, 1, 1),
        b"%" => (Unit::Percent, 1, 1),
        b"pt" => (Unit::Px, 4, 3),
        b"pc" => (Unit::Px, 16, 1),
        b"in" => (Unit::Px, 96, 1),
        b"cm" => (Unit::Px, 9600, 254),
        b"mm" => (Unit::Px, 960, 254),
        b"q" => (Unit::Px, 240, 254),
        b"ex" | b"ch" => (Unit::Em, 1, 2),
        b"vw" | b"vmax" => (Unit::Px, VIEWPORT.0, 100),
        b"vh" | b"vmin" => (Unit::Px, VIEWPORT.1, 100),
        _ => (Unit::Other, 1, 1),
    })
}

/// Parses a length or percentage. A number without unit is a length only if it is 0. `clamp()` gives its maximum, as
/// the viewport is wide; other functions are not supported.
pub fn parse_length(text: &[u8]) -> Option<Number> {
    if let Some(arguments) = function(text, b"clamp") {
        return simple_length(arguments.rsplit(|&b| b == b',').next()?.trim_ascii());
    }
    simple_length(text)
}

fn simple_length(text: &[u8]) -> Option<Number> {
    let number = parse_number(text)?;
    match number.unit {
        Unit::Other => None,
        Unit::None if number.milli == 0 => Some(Number { unit: Unit::Px, ..number }),
        Unit::None => None,
        _ => Some(number),
    }
}

/// The arguments, if the text is one call of the function `name`.
pub fn function<'s>(text: &'s [u8], name: &[u8]) -> Option<&'s [u8]> {
    let (start, rest) = text.split_at_checked(name.len())?;
    let arguments = rest.strip_prefix(b"(")?.strip_suffix(b")")?;
    same_name(start, name).then_some(arguments)
}

/// The index of a keyword in a list, ignoring case.
#[inline(never)]
pub fn keyword(text: &[u8], known: &[&str]) -> Option<u8> {
    known.iter().position(|word| same_name(text, word.as_bytes())).map(|index| index as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<(i32, Unit)> {
        parse_length(text.as_bytes()).map(|number| (number.milli, number.unit))
    }

    #[test]
    fn lengths() {
        let cases = [
            ("12px", 12_000, Unit::Px),
            ("1.5em", 1500, Unit::Em),
            (".875REM", 875, Unit::Rem),
            ("12pt", 16_000, Unit::Px),
            ("150%", 150_000, Unit::Percent),
            ("-9999px", -9_999_000, Unit::Px),
            ("0", 0, Unit::Px),
            ("1e2px", 100_000, Unit::Px),
            ("1e-1em", 100, Unit::Em),
            ("2vw", 20_000, Unit::Px),
            ("1in", 96_000, Unit::Px),
            ("1e99em", 1_000_000_000, Unit::Em),
            ("99999999999999999999px", 1_000_000_000, Unit::Px),
            ("1e-99px", 0, Unit::Px),
            ("1e99999999999999px", 1_000_000_000, Unit::Px),
            ("clamp(1rem, 2vw + 1px, 3rem)", 3000, Unit::Rem),
            ("1.99999999px", 1999, Unit::Px),
        ];
        for (text, milli, unit) in cases {
            assert_eq!(read(text), Some((milli, unit)), "{text}");
        }
        for text in ["", "px", "12", "1.5", "-", ".", "1px2", "calc(1px)", "12parsecs", "clamp()", "clamp(clamp("] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
