//! Closing calls: the last paragraph of a page that asks to subscribe, such as "Thanks for reading! Subscribe for new posts."

use super::starts::{FewStarts, Starts};
use super::words::{asks_to_follow, begins_with};
use crate::base::words::{Words, words};
use crate::read::html::Tag;
use crate::read::page::{Block, Page};

static CALL_STARTS: FewStarts = Starts::of([CLOSING_CALLS]);

/// The beginnings of sentences that ask to subscribe. Sorted.
#[rustfmt::skip]
const CLOSING_CALLS: Words = words![
    "abonează-te", "abonne-toi", "abonneer je", "abonneert u", "abonnez-vous", "abonnier uns", "abonniere ",
    "abonnieren sie", "abonniert ", "assine a ", "assine nossa", "assine o ", "bültenimize abone",
    "inscreva-se", "inscrivez-vous", "inscríbete", "iratkozz fel", "iratkozzon fel", "iscriviti ",
    "meld je aan", "meld u aan", "odebírejte", "prenumerera på", "přihlaste se k", "schrijf je in",
    "sign up below", "sign up for", "sign up here", "sign up to our", "sign up to receive", "subscreva",
    "subscribe for", "subscribe here", "subscribe now", "subscribe to", "subskrybuj", "suscribite",
    "suscríbase", "suscríbete", "tilaa uutis", "tilmeld dig", "zapisz się na", "zasubskrybuj", "подписывайтесь",
    "подпишитесь", "підписуйтесь", "підписуйтеся", "підпишіться", "اشترك في", "اشتركوا في", "ニュースレターに登録",
    "メルマガに登録", "訂閱我們", "订阅我们", "구독하",
];

/// The maximum number of tokens of such a paragraph.
const MOST_TOKENS: u32 = 40;

/// Whether a block is such a paragraph, where it is the last one.
pub(in crate::judge::mask) fn is_closing_call(page: &Page<'_>, block: &Block) -> bool {
    let may_be = block.heading == 0 && block.tokens <= MOST_TOKENS && !matches!(block.tag, Tag::LI | Tag::TD | Tag::DD);
    let sentences = page.text_of(block).split(['.', '!', '?', '。', '！', '？', '…']);
    let calls = |sentence: &str| begins_with(sentence, &CALL_STARTS, CLOSING_CALLS) || asks_to_follow(sentence);
    may_be && sentences.into_iter().any(calls)
}

#[cfg(test)]
mod tests {
    use super::super::super::articles::{ONE, TWO, main_text};
    use super::*;

    #[test]
    fn the_last_paragraph_may_call() {
        for call in [
            "Thanks for reading Quay Letters! Subscribe for free to receive new posts and support my work.",
            "Like this article? Subscribe to our blog and have the next one delivered.",
            "Hat es Ihnen gefallen? Abonnieren Sie unsere Briefe vom Hafen.",
            "Vous avez aimé ? Abonnez-vous pour recevoir la suite.",
            "Понравилось? Подпишитесь, чтобы получать новые письма.",
            "Sie möchten weiterlesen? Dieser Artikel ist nur für Abonnenten.",
        ] {
            let text = main_text(&format!("{ONE}{TWO}<p>{call}</p>"));
            assert!(text.contains("fish market") && !text.contains(call), "{text}");
            // Between paragraphs it may be what the text is about.
            assert!(main_text(&format!("{ONE}<p>{call}</p>{TWO}{TWO}")).contains("stone pier"));
        }
        let line = "He would not subscribe to the plan, and nobody asked him twice.";
        assert!(main_text(&format!("{ONE}{TWO}<p>{line}</p>")).contains(line));
    }

    #[test]
    fn the_list_is_sorted() {
        assert!(CLOSING_CALLS.iter().is_sorted() && CLOSING_CALLS.has_no_beginnings());
        assert!(CLOSING_CALLS.iter().all(|word| word == word.to_lowercase()));
    }
}
