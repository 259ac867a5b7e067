//! Closing requests: lines right below a text that ask to report mistakes, say how to comment, take and count ratings, or
//! are a button, such as "Apply now".

use super::lists::beginning_of;
use super::words::any_word;
use crate::base::words::{Words, words};
use crate::judge::comments::rating;
use crate::read::html::Tag;
use crate::read::page::sentences::ends_sentence;
use crate::read::page::{Block, Page};
use std::ops::Range;

/// The maximum number of tokens of each.
const MOST_OF_REPORT: u32 = 32;
const MOST_OF_RULES: u32 = 60;
const MOST_OF_RATING: u32 = 16;
const MOST_OF_BUTTON: u32 = 5;
/// How many elements around the rules for comments, and nodes after them, are looked at for a field to write in.
const MOST_LEVELS: usize = 3;
const MOST_TO_FIELD: usize = 256;
/// The highest number of a row to click on.
const STARS: u32 = 5;

/// Beginnings of words for mistakes, and for the people who correct them. Sorted.
#[rustfmt::skip]
const MISTAKES: Words = words![
    "błąd", "błęd", "chyb", "desk", "eroare", "erori", "erreur", "erro", "fehler", "feil", "fejl", "fout", "greš",
    "hata", "hiba", "hibát", "klaid", "kļūd", "mistake", "pogreš", "rechtschreibfehler", "redac", "redakt",
    "schreibfehler", "tippfehler", "typo", "viga", "virhe", "λάθος", "грешк", "опечатк", "ошибк", "помилк",
    "редакц",
];

/// Beginnings of words for comments. Sorted.
#[rustfmt::skip]
const COMMENTS: Words = words![
    "comentari", "comentár", "commenta", "commenti", "comments", "hozzászól", "koment", "komment", "reacties",
    "yorum", "σχόλι", "комент", "коммент", "תגוב", "التعليقات", "تعليق",
];

/// The words of scripts without spaces.
const MISTAKES_OF_SCRIPTS: [&str; 7] = ["誤り", "間違い", "错误", "錯誤", "오류", "오타", "ผิดพลาด"];
const COMMENTS_OF_SCRIPTS: [&str; 7] = ["コメント", "评论", "評論", "留言", "댓글", "ความคิดเห็น", "टिप्पण"];

/// Whether a block is such a line, where it is the last one of the content.
pub(in crate::judge::mask) fn is_closing_request(page: &Page<'_>, block: &Block) -> bool {
    if block.heading != 0 || block.tokens > MOST_OF_RULES || matches!(block.tag, Tag::TD | Tag::DD) {
        return false;
    }
    let text = page.text_of(block);
    block.tokens <= MOST_OF_RATING && is_of_ratings(text)
        || block.tokens <= MOST_OF_REPORT && asks_for_report(block, text)
        || is_above_field(page, block) && has(text, COMMENTS, &COMMENTS_OF_SCRIPTS)
}

/// Whether a block is a button, where it is the last one of the content: one short link whose text is no sentence and no
/// address.
pub(in crate::judge::mask) fn is_closing_button(page: &Page<'_>, block: &Block) -> bool {
    let is_link = block.linked_tokens == block.tokens && (1..=MOST_OF_BUTTON).contains(&block.tokens);
    let is_item = matches!(block.tag, Tag::DD | Tag::DT | Tag::LI | Tag::TD | Tag::TH);
    is_link && block.heading == 0 && !is_item && {
        let text = page.text_of(block);
        !text.starts_with("http") && !text.starts_with("www.") && !ends_sentence(text)
    }
}

/// Whether a text asks for mistakes, with a link or the keys that report one.
fn asks_for_report(block: &Block, text: &str) -> bool {
    let is_question = || text.contains(['?', '？', ';']) && (block.linked_tokens > 0 || text.contains('@'));
    (has_keys(text) || is_question()) && has(text, MISTAKES, &MISTAKES_OF_SCRIPTS)
}

/// Whether "Ctrl" stands before "Enter".
fn has_keys(text: &str) -> bool {
    memchr::memchr2_iter(b'C', b'c', text.as_bytes()).any(|at| {
        let key = text[at + 1..].strip_prefix("trl").map(|rest| rest.trim_start_matches([' ', '+', '\u{a0}']));
        key.and_then(|key| key.get(..5)).is_some_and(|key| key.eq_ignore_ascii_case("enter"))
    })
}

/// Whether a text is a row of numbers to click on, or a rating and how many gave one.
fn is_of_ratings(text: &str) -> bool {
    let numbers = |from: usize| {
        let mut next = from;
        std::iter::from_fn(move || {
            let (first, end) = rating::number(text, next)?;
            next = end;
            Some(text[first..end].parse::<u32>())
        })
    };
    let is_row = || numbers(0).eq((1..=STARS).map(Ok));
    is_row() || rating::rating(text).is_some_and(|(_, end)| numbers(end).any(|votes| votes.is_ok()))
}

/// Whether a block is in a box with a field to write in and hardly any text before the block. What an author says of comments
/// below a text of one element with it is a part of the text.
fn is_above_field(page: &Page<'_>, block: &Block) -> bool {
    let tree = &page.tree;
    let has_field = |nodes: Range<usize>| tree.nodes[nodes].iter().any(|node| node.tag == Tag::TEXTAREA);
    let is_box = |at: u32| {
        let (nodes, text) = (tree.subtree(at), block.first_text as usize);
        let before = page.blocks[page.blocks_in(nodes.start..text)].iter().map(|before| before.tokens);
        before.sum::<u32>() <= MOST_OF_RULES && has_field(text..nodes.end.min(text + MOST_TO_FIELD))
    };
    tree.ancestors(block.container).skip(1).take(MOST_LEVELS).any(is_box)
}

fn has(text: &str, list: Words, of_scripts: &[&str]) -> bool {
    any_word(text, &[], 3, |word| beginning_of(list, word).is_some())
        || !text.is_ascii() && of_scripts.iter().any(|word| text.contains(word))
}

#[cfg(test)]
mod tests {
    use super::super::super::articles::{ONE, TWO, main_text};
    use super::*;

    const FORM: &str = "<form><label>Name <input></label><textarea></textarea><button>Send</button></form>";

    #[test]
    fn requests_below_a_text_are_template() {
        for lines in [
            "<p>Нашли опечатку в тексте? Выделите её и нажмите Ctrl + Enter</p>",
            "<p>Zauważyłeś błąd? Zaznacz go i naciśnij Ctrl+Enter.</p>",
            "<p>Schreibfehler? <a href='mailto:a@b.example'>Bitte melden</a></p><p>4,5 von 5 bei 12 Stimmen</p>",
            "<p>誤りを見つけましたか？ <a href=/report>お知らせください</a></p>",
            "<div><p>Rate it:</p> <p>1 2 3 4 5</p><p>3.8 out of 5 (21 votes)</p></div>",
        ] {
            let text = main_text(&format!("{ONE}{TWO}{lines}"));
            assert!(text.contains("fish market"), "{text}");
            for unwanted in ["Ctrl", "melden", "お知らせ", "votes", "1 2 3"] {
                assert!(!text.contains(unwanted), "{lines}: {text}");
            }
        }
    }

    #[test]
    fn rules_for_comments_above_their_form_are_template() {
        for rules in [
            "<p>Comments are read before they appear.</p><p>Opinions in comments are not ours.</p>",
            "<p>Die Redaktion behält sich vor, Kommentare zu kürzen.</p>",
            "<p>Redakcja nie odpowiada za treść komentarzy.</p>",
            "<p>コメントは承認後に表示されます。</p>",
        ] {
            let text = main_text(&format!("{ONE}{TWO}<div>{rules}{FORM}</div>"));
            assert!(text.contains("fish market") && !text.contains(rules.split(['<', '>']).nth(2).unwrap()), "{text}");
            // Without a form, or right below the text, it is what the text says.
            for end in ["", FORM] {
                let text = main_text(&format!("{ONE}{TWO}{TWO}{TWO}{TWO}{rules}{end}"));
                assert!(text.contains(rules.split(['<', '>']).nth(2).unwrap()), "{rules}: {text}");
            }
        }
    }

    #[test]
    fn a_last_short_link_is_a_button() {
        for button in ["<a href=/apply>Apply now</a>", "<p><a href=/bewerben class=x>Jetzt bewerben</a></p>"] {
            let text = main_text(&format!("{ONE}{TWO}{button}"));
            assert!(text.contains("fish market") && !text.contains("now") && !text.contains("Jetzt"), "{text}");
        }
        let last = "<p><a href=/b>Ah, Bartleby! Ah, humanity!</a>";
        assert!(main_text(&format!("{ONE}{TWO}{last}")).contains("humanity"));
        let source = "<p><a href=https://quay.example/plan>https://quay.example/plan</a></p>";
        assert!(main_text(&format!("{ONE}{TWO}<p>The plan is here:</p>{source}")).contains("quay.example/plan"));
    }

    #[test]
    fn other_last_lines_stay() {
        for line in [
            "Press Ctrl+Enter to save the row and begin the next one.",
            "The harbour master counted one mistake in four years.",
            "Our verdict: 4 out of 5.",
        ] {
            assert!(main_text(&format!("{ONE}{TWO}<p>{line}</p>{FORM}")).contains(line), "{line}");
        }
    }

    #[test]
    fn the_lists_are_sorted() {
        for list in [MISTAKES, COMMENTS] {
            assert!(list.iter().is_sorted() && list.has_no_beginnings());
            assert!(list.iter().all(|word| word == word.to_lowercase()));
        }
    }
}
