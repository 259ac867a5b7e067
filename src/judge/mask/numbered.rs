//! Numbered headings: "1. The pier", "2. The market", or "Step 3", in order or counted down. If half of a run of them are
//! content, all are, and so are the texts between them which the model rather took for content: a list in an article has
//! one judgement.

use super::{BlockLabel, NOT_CONTENT};
use crate::read::page::{Block, Page};
use std::ops::Range;

/// The minimum number of headings of a run, and of blocks from one to the next.
const LEAST_OF_RUN: usize = 3;
const MOST_BETWEEN: usize = 60;
/// The maximum number of bytes before a number, as in "Step 3", and of its digits.
const MOST_BEFORE: usize = 24;
const MOST_DIGITS: usize = 3;
/// The minimum number of tokens of a text between numbered headings, and its minimum probability.
const LEAST_TEXT: u32 = 4;
const RATHER: f32 = 0.5;

/// Makes runs of numbered headings content. `may_be_content` says whether a block that the model took for template may
/// become content.
pub(super) fn complete(page: &Page<'_>, labels: &mut [BlockLabel], may_be_content: impl Fn(usize) -> bool) {
    let mut run: Option<Run> = None;
    for (i, block) in page.blocks.iter().enumerate() {
        let Some(number) = number_of(page, block) else { continue };
        if let Some(open) = run.as_mut().filter(|open| open.goes_on(i, block.heading, number)) {
            open.add(i, number);
            continue;
        }
        if let Some(ended) = run.replace(Run::of(i, block.heading, number)) {
            ended.complete(page, labels, &may_be_content);
        }
    }
    if let Some(ended) = run {
        ended.complete(page, labels, &may_be_content);
    }
}

/// Headings of one rank with numbers in order.
struct Run {
    blocks: Range<usize>,
    rank: u8,
    last: i32,
    /// 1 or -1, 0 for a run of one heading.
    step: i32,
    len: usize,
}

impl Run {
    fn of(block: usize, rank: u8, number: i32) -> Run {
        Run { blocks: block..block + 1, rank, last: number, step: 0, len: 1 }
    }

    fn goes_on(&self, block: usize, rank: u8, number: i32) -> bool {
        let step = number - self.last;
        let is_next = if self.step == 0 { step.abs() == 1 } else { step == self.step };
        is_next && rank == self.rank && block - self.blocks.end <= MOST_BETWEEN
    }

    fn add(&mut self, block: usize, number: i32) {
        (self.step, self.last) = (number - self.last, number);
        self.blocks.end = block + 1;
        self.len += 1;
    }

    fn complete(self, page: &Page<'_>, labels: &mut [BlockLabel], may_be_content: &impl Fn(usize) -> bool) {
        let is_one = |i: &usize| page.blocks[*i].heading == self.rank && number_of(page, &page.blocks[*i]).is_some();
        let kept = self.blocks.clone().filter(is_one).filter(|&i| !labels[i].is_template).count();
        if self.len < LEAST_OF_RUN || 2 * kept < self.len {
            return;
        }
        for i in self.blocks.clone() {
            let block = &page.blocks[i];
            let is_text = || {
                let is_short = block.tokens < LEAST_TEXT || block.linked_tokens > 0 || block.heading > 0;
                !is_short && labels[i].probability >= RATHER
            };
            if labels[i].is_template && (is_one(&i) || is_text()) && may_be_content(i) {
                labels[i].is_template = labels[i].is_notice || labels[i].is_duplicate;
            }
        }
    }
}

/// The number that a heading begins with, perhaps after a word.
fn number_of(page: &Page<'_>, block: &Block) -> Option<i32> {
    if block.heading == 0 || block.is_linked() || block.flags & NOT_CONTENT != 0 {
        return None;
    }
    let text = page.bytes_of(block);
    let start = text.iter().take(MOST_BEFORE).position(u8::is_ascii_digit)?;
    let digits = text[start..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let is_second_word = |before: &[u8]| match before {
        [] | b"#" => true,
        [word @ .., b' ' | b'#'] => !word.contains(&b' '),
        _ => false,
    };
    let ends =
        !text.get(start + digits).is_some_and(|&next| next.is_ascii_alphanumeric() || matches!(next, b'%' | b'-'));
    let is_number = digits <= MOST_DIGITS && ends && is_second_word(&text[..start]);
    is_number.then(|| text[start..start + digits].iter().fold(0, |sum, digit| 10 * sum + i32::from(digit - b'0')))
}

#[cfg(test)]
mod tests {
    use super::super::articles::{ONE, TWO, main_text};

    const TEXT: [&str; 6] = [
        "The ferry leaves from the fish market at nine, and comes back when the captain has had his soup.",
        "",
        "Two swans nest on the pond behind the brewery; they bite whoever comes too close to their eggs.",
        "",
        "<i>Photo: Mill Post</i>",
        "",
    ];

    fn list(heading: impl Fn(usize, usize) -> String) -> String {
        let items = TEXT.iter().enumerate().map(|(i, text)| format!("<h2>{}</h2><p>{text}</p>", heading(i + 1, 6 - i)));
        main_text(&format!("{ONE}{TWO}{}", items.collect::<String>()))
    }

    #[test]
    fn numbered_headings_have_one_judgement() {
        for form in ["@. Place", "@) Platz", "Step @: pier", "Schritt @", "#@ Place"] {
            let up = list(|number, _| form.replace('@', &number.to_string()));
            let down = list(|_, number| form.replace('@', &number.to_string()));
            for (text, number) in [(&up, "6"), (&up, "2"), (&down, "1"), (&down, "5")] {
                assert!(text.contains(&form.replace('@', number)), "{form}, {number}: {text}");
            }
        }
    }

    #[test]
    fn numbers_in_what_surrounds_a_text_stay_outside() {
        let more =
            (1..7).map(|i| format!("<h3>{i}. Most read</h3><a href=/{i}>The other page</a>")).collect::<String>();
        let story =
            (1..9).map(|i| ONE.replace("pier", &format!("pier {i}")) + &TWO.replace("March", &format!("week {i}")));
        let text = main_text(&format!("{}<footer>{more}</footer>", story.collect::<String>()));
        assert!(text.contains("pier 8") && !text.contains("Most read"), "{text}");
    }
}
