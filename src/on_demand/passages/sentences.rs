//! Sentences (Unicode Standard Annex 29, "Sentence Boundaries"), in the text of a block, which has no line feeds.
//!
//! The standard library classifies small and capital letters, so its Unicode version depends on the compiler;
//! [`super::sentence_table`] and the frozen classes of [`crate::read::page::unicode`] classify the rest.

use super::sentence_table::{A_TERM, CLOSE, CONTINUE, NUMERIC, S_TERM};
use crate::base::fallible::List;
use crate::read::page::unicode::{SPACE, TOKEN, ZERO_WIDTH, class};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Break {
    Extend,
    Space,
    Lower,
    Upper,
    OtherLetter,
    Numeric,
    FullStop,
    Terminal,
    Close,
    Continue,
    Other,
}

fn is_in(c: char, ranges: &[(u32, u32)]) -> bool {
    let code = u32::from(c);
    let at = ranges.partition_point(|&(_, last)| last < code);
    ranges.get(at).is_some_and(|&(first, _)| first <= code)
}

/// Whether a character may end a sentence.
pub(in crate::on_demand) fn ends_sentence(c: char) -> bool {
    is_in(c, A_TERM) || is_in(c, S_TERM)
}

fn break_class(c: char) -> Break {
    let is_in = |ranges| is_in(c, ranges);
    match c {
        'a'..='z' => Break::Lower,
        'A'..='Z' => Break::Upper,
        '0'..='9' => Break::Numeric,
        _ if is_in(A_TERM) => Break::FullStop,
        _ if is_in(S_TERM) => Break::Terminal,
        _ if is_in(CLOSE) => Break::Close,
        _ if is_in(CONTINUE) => Break::Continue,
        '\u{200b}' => Break::Extend,
        _ if class(c) & SPACE != 0 => Break::Space,
        _ if class(c) & ZERO_WIDTH != 0 => Break::Extend,
        _ if c.is_ascii() => Break::Other,
        _ if is_in(NUMERIC) => Break::Numeric,
        _ if c.is_lowercase() => Break::Lower,
        _ if c.is_uppercase() => Break::Upper,
        _ if class(c) & TOKEN != 0 => Break::OtherLetter,
        _ => Break::Other,
    }
}

/// The part of a sentence end that was read (the left sides of rules SB8 to SB11).
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    None,
    /// `SATerm Close*`; whether the term is a full stop, and what stands before it.
    Closed {
        is_full_stop: bool,
        after_letter: bool,
        is_bare: bool,
    },
    /// `SATerm Close* Sp+`.
    Spaced {
        is_full_stop: bool,
    },
}

/// The starts of the sentences of a text after its first one, in bytes.
pub(in crate::on_demand) fn sentence_starts(text: &str) -> List<usize> {
    let mut starts = List::default();
    let mut end = End::None;
    let mut before = Break::Other;
    for (at, c) in text.char_indices() {
        let class = break_class(c);
        // SB5: marks belong to the character before them.
        if class == Break::Extend && at > 0 {
            continue;
        }
        let is_term = matches!(class, Break::FullStop | Break::Terminal);
        let goes_on = match end {
            End::None => true,
            End::Closed { is_full_stop, after_letter, is_bare } => {
                let is_number = is_full_stop && is_bare && class == Break::Numeric;
                let is_initial = is_full_stop && is_bare && after_letter && class == Break::Upper;
                is_number
                    || is_initial
                    || is_term
                    || matches!(class, Break::Continue | Break::Close | Break::Space)
                    || is_full_stop && continues_in_lower_case(&text[at..])
            }
            End::Spaced { is_full_stop } => {
                is_term
                    || matches!(class, Break::Continue | Break::Space)
                    || is_full_stop && continues_in_lower_case(&text[at..])
            }
        };
        if !goes_on {
            starts.push(at);
        }
        end = match (class, end) {
            (Break::FullStop | Break::Terminal, _) => {
                let after_letter = matches!(before, Break::Upper | Break::Lower);
                End::Closed { is_full_stop: class == Break::FullStop, after_letter, is_bare: true }
            }
            (Break::Close, End::Closed { is_full_stop, .. }) => {
                End::Closed { is_full_stop, after_letter: false, is_bare: false }
            }
            (Break::Space, End::Closed { is_full_stop, .. } | End::Spaced { is_full_stop }) => {
                End::Spaced { is_full_stop }
            }
            _ => End::None,
        };
        before = class;
    }
    starts
}

/// The maximum lookahead for a small letter, in characters: the standard has no bound, which would take quadratic time.
const MAX_LOOK_AHEAD: usize = 64;

/// SB8: a small letter is the next letter, with no end of a sentence before it.
fn continues_in_lower_case(text: &str) -> bool {
    for c in text.chars().take(MAX_LOOK_AHEAD) {
        match break_class(c) {
            Break::Lower => return true,
            Break::OtherLetter | Break::Upper | Break::FullStop | Break::Terminal => return false,
            _ => {}
        }
    }
    false
}
