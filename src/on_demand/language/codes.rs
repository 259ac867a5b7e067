//! The languages of ISO 639-1, by number. The list is frozen: its numbers are those of the C interface.

/// One on each line, sorted, each of two letters.
const CODES: &str = include_str!("codes.txt");

/// The codes, in the order of their numbers, which begin at 1.
#[cfg(any(test, feature = "capi"))]
pub(crate) fn codes() -> impl ExactSizeIterator<Item = &'static str> {
    (0..CODES.len() / 3).map(|index| CODES.get(3 * index..3 * index + 2).unwrap_or_default())
}

/// The number of a code; 0 if there is none.
#[cfg(feature = "capi")]
pub(crate) fn number(code: &str) -> u32 {
    codes().position(|known| known == code).map_or(0, |index| index as u32 + 1)
}

/// The code of a number, as a C string.
#[cfg(feature = "capi")]
pub(crate) fn c_name(number: u32) -> Option<&'static std::ffi::CStr> {
    let start = 3 * (number as usize).checked_sub(1)?;
    std::ffi::CStr::from_bytes_with_nul(C_CODES.get(start..start + 3)?).ok()
}

/// The codes, each with a zero.
#[cfg(feature = "capi")]
static C_CODES: [u8; CODES.len()] = {
    let (mut codes, mut at) = ([0; CODES.len()], 0);
    while at < codes.len() {
        codes[at] = if CODES.as_bytes()[at] == b'\n' { 0 } else { CODES.as_bytes()[at] };
        at += 1;
    }
    codes
};

/// The code that a language tag begins with, such as `en-GB`, in any case.
pub(super) fn of_tag(tag: &str) -> Option<&'static str> {
    let &[first, second] = tag.split(['-', '_']).next()?.as_bytes() else { return None };
    let wanted = [first.to_ascii_lowercase(), second.to_ascii_lowercase()];
    let (lines, _) = CODES.as_bytes().as_chunks::<3>();
    let index = lines.binary_search_by_key(&wanted, |&[first, second, _]| [first, second]).ok()?;
    CODES.get(3 * index..3 * index + 2)
}
