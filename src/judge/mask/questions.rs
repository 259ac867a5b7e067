//! Questions with their answers: three or more in a row are content, wherever they stand.
//!
//! Pages of products and services set them below the text, each in a box of its own that opens, and the model takes
//! short lines outside of the text's element for template. But no menu and no teaser asks and answers.

use super::sides::is_text_field;
use super::{BlockLabel, NOT_CONTENT};
use crate::judge::comments::lines::is_date;
use crate::read::html::Tag;
use crate::read::page::{Block, Page};
use std::ops::Range;

/// The minimum number of questions in a row.
const LEAST: usize = 3;
/// The maximum number of tokens of a question, and the minimum number of tokens of the block after it.
const MOST_OF_QUESTION: u32 = 30;
const LEAST_OF_ANSWER: u32 = 3;
/// The maximum number of tokens of a question that buttons answer, or that asks whether the page was of use.
pub(super) const MOST_OF_SHORT_QUESTION: u32 = 20;
/// The maximum number of tokens of a line with a date.
const MOST_OF_DATE: u32 = 10;
/// The maximum number of blocks of an answer.
const MOST_OF_BLOCKS: usize = 8;
/// The maximum number of nodes beside a question that are looked at for a field.
const MOST_BESIDE: usize = 256;

/// Makes questions with their answers content, and the heading before them. `may_be_content` says whether a block that
/// the model took for template may become content.
pub(super) fn complete(page: &Page<'_>, labels: &mut [BlockLabel], may_be_content: impl Fn(usize) -> bool) {
    let blocks = page.blocks;
    let is_question = |block: &Block| is_line(block) && ends_as_question(page.bytes_of(block));
    let mut rest = 0..blocks.len();
    while let Some(first) = rest.find(|&i| is_question(&blocks[i])) {
        let run = Run::from(page, first, is_question);
        rest.start = run.blocks.end.max(first + 1);
        let is_content = || labels[run.blocks.clone()].iter().all(|label| !label.is_template);
        if run.questions < LEAST || is_content() || asks_for_account(page, &blocks[first]) || run.is_dated(page) {
            continue;
        }
        let heading = first.checked_sub(1).filter(|&i| blocks[i].heading != 0 && blocks[i].linked_tokens == 0);
        for i in (heading.unwrap_or(first)..run.blocks.end).filter(|&i| may_be_content(i)) {
            labels[i].is_template = false;
        }
    }
}

/// Whether a field to write in stands beside a question, as below "Forgot your password?".
fn asks_for_account(page: &Page<'_>, question: &Block) -> bool {
    let tree = &page.tree;
    let beside = tree.subtree(tree.nodes[question.container as usize].parent);
    tree.nodes[beside].iter().take(MOST_BESIDE).any(|node| is_text_field(tree, node))
}

/// Questions in a row.
struct Run {
    questions: usize,
    blocks: Range<usize>,
}

impl Run {
    /// Whether there are as many lines with a date as questions: these are titles of other pages.
    fn is_dated(&self, page: &Page<'_>) -> bool {
        let is_date = |block: &&Block| block.tokens <= MOST_OF_DATE && is_date(page.text_of(block));
        page.blocks[self.blocks.clone()].iter().filter(is_date).nth(self.questions - 1).is_some()
    }

    /// The run that begins with a question. All its questions are in elements of one name and depth.
    fn from(page: &Page<'_>, first: usize, is_question: impl Fn(&Block) -> bool) -> Run {
        let blocks = page.blocks;
        let place = |block: &Block| (block.tag, page.tree.nodes[block.container as usize].depth);
        let (mut run, mut at, mut longest) = (Run { questions: 0, blocks: first..first }, first, 1);
        while let Some(question) = blocks.get(at)
            && place(question) == place(&blocks[first])
            && is_question(question)
        {
            let is_part = |block: &&Block| !block.is_linked() && block.flags & NOT_CONTENT == 0 && !is_question(block);
            let count = blocks[at + 1..].iter().take(MOST_OF_BLOCKS).take_while(is_part).count();
            if count == 0 || blocks[at + 1].tokens < LEAST_OF_ANSWER || blocks[at + 1].heading != 0 {
                break;
            }
            run.questions += 1;
            // What follows the last answer may be something else: it is as long as those before at most.
            run.blocks.end = at + 1 + count.min(longest);
            longest = longest.max(count);
            at += 1 + count;
        }
        run
    }
}

/// Whether a block may be a question: a line, but none of running text.
fn is_line(block: &Block) -> bool {
    let is_short = block.tokens <= MOST_OF_QUESTION && block.linked_tokens == 0;
    is_short && block.tag != Tag::P && block.flags & NOT_CONTENT == 0
}

/// Whether a block is a short question without links.
pub(super) fn is_short_question(page: &Page<'_>, block: &Block) -> bool {
    block.tokens <= MOST_OF_SHORT_QUESTION && block.linked_tokens == 0 && ends_as_question(page.bytes_of(block))
}

/// Whether a text ends with a question mark of any script, or as a question of Japanese does.
pub(super) fn ends_as_question(text: &[u8]) -> bool {
    match text {
        [.., b'?'] => true,
        [.., _, 0x9f | 0x82] => ["？", "؟", "か。"].iter().any(|end| text.ends_with(end.as_bytes())),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use crate::Analyzer;

    const STORY: &str = "<p>The house was built of brick in 1912 and fully renovated in 2018. From the living room you look at the \
        harbor, and the pier belongs to it.</p><p>The station is ten minutes away on foot, and the school five.</p>";
    const QUESTIONS: [[&str; 3]; 4] = [
        ["When can I visit it?", "Is there a cellar?", "Are pets allowed?"],
        ["Wann kann ich es ansehen?", "Gibt es einen Keller?", "Sind Tiere erlaubt?"],
        ["متى يمكنني زيارته؟", "هل يوجد قبو؟", "هل الحيوانات مسموحة؟"],
        ["いつ見学できますか。", "地下室はありますか？", "ペットは飼えますか。"],
    ];

    fn main_text(tail: &str) -> String {
        let html = format!(
            "<title>House</title><nav><a href=/>Home</a> <a href=/b>Buy</a></nav><div><div><h1>House at the harbor</h1>{}</div>\
             </div>{tail}<footer><p>2026 <a href=/i>Imprint</a></p></footer>",
            STORY.repeat(2)
        );
        Analyzer::default().analyze(html.as_bytes()).unwrap().main_text().text().to_owned()
    }

    #[test]
    fn questions_beside_the_text_are_content() {
        for questions in QUESTIONS {
            for [open, between, close] in [
                ["<h3>", "</h3><p>", "</p>"],
                ["<div><button aria-expanded=false>", "</button><div>", "</div></div>"],
                ["<details><summary>", "</summary><p>", "</p></details>"],
                ["<dt>", "<dd>", ""],
            ] {
                // Equal answers would be copies.
                let number = |question: &str| questions.iter().position(|other| *other == question);
                let answer = |question: &str| format!("Yes, on Saturdays, as in case {:?}.", number(question));
                let pair = |question| format!("{open}{question}{between}{}{close}", answer(question));
                let found =
                    main_text(&format!("<div><section><h2>FAQ</h2>{}</section></div>", questions.map(pair).concat()));
                for question in questions {
                    assert!(found.contains(question), "{open}: {found}");
                }
                assert_eq!(found.matches("Yes, on").count(), 3, "{found}");
            }
        }
    }

    #[test]
    fn links_and_lone_questions_are_not() {
        let links: String =
            QUESTIONS[0].map(|question| format!("<h3><a href=/q>{question}</a></h3><p>12 answers</p>")).concat();
        assert!(!main_text(&format!("<div><h2>Others ask</h2>{links}</div>")).contains("cellar"));
        let account = ["Forgot your password?", "Forgot your name?", "No mail yet?"].map(|question| {
            format!(
                "<h3>{question}</h3><p>A letter for case {} comes in a minute.</p><form><input type=email></form>",
                question.len()
            )
        });
        let found = main_text(&format!("<div><div class=auth-modal>{}</div></div>", account.concat()));
        assert!(!found.contains("comes in a minute"), "{found}");
        let dated: String = QUESTIONS[0]
            .map(|title| {
                format!(
                    "<h3>{title}</h3><p>So ask many who move, case {}.</p><div>2024-03-0{} \
            12:04</div>",
                    title.len(),
                    title.len() % 7 + 1
                )
            })
            .concat();
        assert!(!main_text(&format!("<div class=more>{dated}</div>")).contains("cellar"));
        let call = "<div><h3>Need help?</h3><div>Call us on 555 1234</div></div>";
        assert!(!main_text(call).contains("Need help?"));
    }

    #[test]
    fn many_questions_cost_linear_time() {
        for html in ["<h3>Why?</h3><div>", "<div>Why?</div>", "<h3>Why?</h3><div>Because it is so</div>"] {
            Analyzer::default().analyze(html.repeat(5000).as_bytes()).unwrap();
        }
    }
}
