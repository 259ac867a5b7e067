//! What stands above the headline of an article: sentences there speak of the site, such as a question of a plugin or a
//! disclosure, and are template. Short lines, which may name the section, stay as the model judged them.

use super::{BlockLabel, tokens_of_content};
use crate::read::page::{Block, Page};

/// The minimum number of tokens of such a sentence, and the probability from which on it is content all the same.
const LEAST_TOKENS: u32 = 8;
const SURE: f32 = 0.9;
/// Below the headline there must be more tokens of content for each one above.
const LEAST_BELOW: u64 = 2;

/// Makes sentences above the headline template.
pub(super) fn leave_out(page: &Page<'_>, headline: Option<usize>, labels: &mut [BlockLabel]) {
    let Some(headline) = headline.filter(|&at| page.blocks[at].heading == 1) else { return };
    let is_sentence = |block: &Block, label: &BlockLabel| {
        let is_unsure = !label.is_template && label.probability < SURE;
        is_unsure && block.heading == 0 && block.linked_tokens == 0 && block.tokens >= LEAST_TOKENS
    };
    if !(0..headline).any(|i| is_sentence(&page.blocks[i], &labels[i])) {
        return;
    }
    let [above, below] =
        [0..headline, headline..labels.len()].map(|part| tokens_of_content(&page.blocks[part.clone()], &labels[part]));
    if below < LEAST_BELOW * above {
        return;
    }
    for (block, label) in page.blocks[..headline].iter().zip(labels) {
        label.is_template |= is_sentence(block, label);
    }
}

#[cfg(test)]
mod tests {
    use super::super::articles::{ONE, TWO};
    use crate::Analyzer;

    fn main_text(html: &str) -> String {
        Analyzer::default().analyze(html.as_bytes()).unwrap().main_text().text().to_owned()
    }

    #[test]
    fn sentences_above_the_headline_are_template() {
        for line in [
            "<p>You seem to be in another country. Would you like to go to our shop there?</p><a href=/at>Yes</a> <a href=#>No</a>",
            "<p>Um Ihnen die Seite so zu zeigen, wie Sie sie mögen, setzen wir Cookies ein.</p><button>Weiter</button>",
            "<p>Certains liens de cette page nous rapportent un peu d’argent quand vous achetez.</p>",
        ] {
            let text = main_text(&format!(
                "<title>The pier</title><div class=x>{line}</div><main><h1>The pier</h1>{ONE}{TWO}</main>"
            ));
            assert!(text.contains("stone pier") && !text.contains(&line[3..20]), "{text}");
        }
        // The headline of the last of several parts is none of the page.
        let text =
            main_text(&format!("<title>The pier</title><div>{ONE}{TWO}</div><h1>The pier</h1><p>Rain fell on it.</p>"));
        assert!(text.contains("stone pier"), "{text}");
    }
}
