//! The learned mask: boosted trees over the features of each block, trained on pages whose main text is known.

use super::features::{Containers, Features, LANES};
use super::model::{Model, STEPS, step_of};
use super::{KindProbabilities, NOT_CONTENT, UNSCORED, Verdict, repeats};
use crate::arena::Bump;
use crate::page::{Block, Page};
use crate::tag_path::TagPath;

/// Room that [`judge`] and the features take in the scratch arena, in bytes.
pub(super) fn room(page: &Page<'_>, tag_path: &TagPath<'_>, containers: &Containers<'_>) -> usize {
    let blocks = page.blocks.len();
    Features::room(page, tag_path, containers) + blocks + repeats::room(blocks)
}

pub(super) fn judge<'a>(
    arena: &'a Bump,
    scratch: &Bump,
    page: &Page<'_>,
    tag_path: &TagPath<'_>,
    mut features: Features<'_>,
    model: &Model,
) -> (&'a mut [Verdict], KindProbabilities) {
    let blocks = page.blocks;
    let kinds = model.kinds(&features.of_page());
    features.set_kinds(kinds.bytes());
    let steps = scratch.alloc_slice_fill_copy(blocks.len(), 0u8);
    for (at, steps) in steps.chunks_mut(LANES).enumerate() {
        let scores = model.scores_of_first(features.group(at * LANES), steps.len());
        steps.iter_mut().zip(scores).for_each(|(step, score)| *step = step_of(score));
    }
    let repeated = repeats::repeated(scratch, page, tag_path, &mut *features.first_with_text, steps, is_seen);
    let cut = model.cut(&tokens_of_steps(blocks, steps, repeated));
    let verdicts =
        arena.alloc_slice_fill_iter(blocks.iter().zip(&*steps).zip(repeated).map(|((block, &step), &repeated)| {
            let probability = model.probability(step);
            Verdict {
                probability: f32::from(probability) / 255.0,
                weight: weight(if repeated { 0 } else { probability }, block),
                template: step < cut || repeated || !is_seen(block),
                in_region: tag_path.holds(block.first_text, block.container),
                repeated,
                ..Verdict::default()
            }
        }));
    (verdicts, kinds)
}

/// The tokens that could be content, by their steps.
fn tokens_of_steps(blocks: &[Block], steps: &[u8], repeated: &[bool]) -> [u64; STEPS] {
    let mut tokens = [0; STEPS];
    for ((block, &step), &repeated) in blocks.iter().zip(steps).zip(repeated) {
        tokens[usize::from(step)] += if is_seen(block) && !repeated { u64::from(block.tokens) } else { 0 };
    }
    tokens
}

fn is_seen(block: &Block) -> bool {
    block.flags & NOT_CONTENT == 0
}

/// The probability in sixteenths. What is shown stays searchable with the least weight, but not if it was not to be
/// indexed.
fn weight(probability: u8, block: &Block) -> u8 {
    let rounded = ((u32::from(probability) * 16 + 127) / 255) as u8;
    if block.flags & UNSCORED != 0 { 0 } else { rounded.max(1) }
}

#[cfg(test)]
mod tests {
    use crate::mask::MaskMethod;
    use crate::{Analyzer, Options};

    fn judged(html: &str) -> Vec<(String, bool, f32, u8)> {
        let options = Options { mask: MaskMethod::Learned, ..Options::default() };
        let mut analyzer = Analyzer::new(options);
        let page = analyzer.analyze(html.as_bytes()).unwrap();
        page.blocks().map(|b| (b.text().to_owned(), b.is_template(), b.probability(), b.weight())).collect()
    }

    const STORY: &str = "Rain fell on the city for the third day, and the river rose by two metres over night. \
        Nobody was hurt, the mayor said, but the old bridge is closed until the water has gone.";

    fn article() -> String {
        let menu: String =
            ["Home", "News", "Sport", "Contact"].map(|name| format!("<li><a href=/{name}>{name}</a></li>")).concat();
        let story = format!("<p>{STORY}</p>").repeat(6);
        format!(
            "<title>Rain</title><nav class=menu><ul>{menu}</ul></nav><main><article><h1>Rain again</h1>{story}</article>\
             </main><footer class=footer><p><a href=/legal>Legal notice</a> Copyright 2026</p></footer>\
             <p hidden>{STORY}</p>"
        )
    }

    #[test]
    fn the_story_is_content_and_the_menu_is_not() {
        for (text, template, probability, weight) in judged(&article()) {
            assert!((0.0..=1.0).contains(&probability));
            match text.as_str() {
                STORY if weight > 0 => assert!(!template && probability > 0.5 && weight > 8, "{probability}"),
                STORY => assert!(template, "the hidden copy"),
                "Rain again" => {}
                _ => assert!(template && weight >= 1, "{text}: {probability}"),
            }
        }
    }

    #[test]
    fn the_same_page_gets_the_same_verdicts() {
        assert_eq!(judged(&article()), judged(&article()));
    }

    #[test]
    fn pages_at_the_edge_get_one_verdict_a_block() {
        let links = "<a href=/>x</a><p>".repeat(1000);
        let cells = format!("<table>{}</table>", "<tr><td>1<td>two".repeat(500));
        let nested = "<div>".repeat(3000) + "deep";
        let pages = [
            "",
            "x",
            "<p>one block",
            &links,
            &cells,
            &nested,
            "<p dir=rtl>مرحبا بالعالم، كيف حالك؟ <p>你好",
            "<img alt=text>",
        ];
        for html in pages {
            for (text, _, probability, weight) in judged(html) {
                assert!((0.0..=1.0).contains(&probability) && (1..=16).contains(&weight), "{text}");
            }
        }
    }
}
