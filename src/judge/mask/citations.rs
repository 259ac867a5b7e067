//! Lines that name who is quoted, such as "Ann wrote:", in a thread: they are content if their quotation is. Without it
//! they say nothing, and a quotation without its line looks like a part of the post.

use super::BlockLabel;
use super::duplicates::is_quotation;
use crate::judge::containers::Containers;
use crate::read::page::{Block, Page};

/// The maximum number of tokens of such a line.
const MOST_TOKENS: u32 = 16;

/// Makes the lines what their quotations are.
#[inline(never)]
pub(super) fn follow_quotations(page: &Page<'_>, containers: &Containers<'_>, labels: &mut [BlockLabel]) {
    let tree = &page.tree;
    // Quotations in quotations first.
    for container in containers.list.iter().rev().filter(|container| is_quotation(tree, container)) {
        let all = page.blocks_in(tree.subtree(container.node));
        let Some(last) = all.end.checked_sub(1).filter(|last| all.contains(last)) else { continue };
        let is_first = last > all.start && is_line(page, &page.blocks[all.start]);
        let is_before = |&at: &usize| {
            let block = &page.blocks[at];
            tree.nodes[block.container as usize].parent == tree.nodes[container.node as usize].parent
                && is_line(page, block)
                && page.text_of(block).ends_with(COLONS)
        };
        let before = || all.start.checked_sub(1).filter(is_before);
        let Some(line) = is_first.then_some(all.start).or_else(before) else { continue };
        let is_kept = labels[line + 1..all.end].iter().any(|label| !label.is_template);
        labels[line].is_template = !is_kept || labels[line].is_notice;
    }
}

const COLONS: [char; 2] = [':', '\u{ff1a}'];

/// Whether a block is short and no sentence.
fn is_line(page: &Page<'_>, block: &Block) -> bool {
    block.tokens <= MOST_TOKENS
        && block.heading == 0
        && block.flags & super::NOT_CONTENT == 0
        && !page.text_of(block).ends_with(['.', '?', '!', '\u{3002}', '\u{ff1f}', '\u{ff01}'])
}

#[cfg(test)]
mod tests {
    use crate::Analyzer;

    const FIRST: &str = "The pump is loud and stops after ten minutes, though the hose is new and the tank is full of water. I \
        looked at the filter first, since leaves that are pressed together let it run dry, and cleaned it with the brush that came \
        with it. The seal at the inlet is new as well, and the cable is not warm at all, neither at the plug nor at the motor, even \
        after an hour in the sun of the afternoon.";

    fn text_with(quotation: &str) -> String {
        let post = |name: &str, text: &str| {
            format!(
                "<div class=post><div class=author><a href=/{name}>{name}</a> <span class=date>4 May 2024, 10:12</span></div><div \
                 class=content>{text}</div></div>"
            )
        };
        let posts = [
            post("Ann", &format!("<p>{FIRST}</p>")),
            post(
                "Ben",
                &format!("{quotation}<p>Had that with mine two summers ago, and it was the switch in the float.</p>"),
            ),
            post(
                "Cleo",
                "<p>Or the condenser of the motor, which costs four euros and is changed within ten minutes.</p>",
            ),
        ];
        let html = format!("<title>Loud pump - Forum</title><body class=forum><h1>Loud pump</h1>{}", posts.concat());
        Analyzer::default().analyze(html.as_bytes()).unwrap().main_text().text().to_owned()
    }

    #[test]
    fn lines_above_quotations_go_with_them() {
        for [open, close] in [
            ["<blockquote><div class=title>Zoe wrote:</div><p>", "</p></blockquote>"],
            ["<div class=quote><div>Originally posted by Zoe</div><div>", "</div></div>"],
            ["<p>@Zoe schrieb:</p><blockquote><p>", "</p></blockquote>"],
        ] {
            let text = text_with(&format!("{open}{FIRST}{close}"));
            assert!(text.matches("cleaned it").count() == 1 && !text.contains("Zoe"), "{open} {text}");
            let text = text_with(&format!("{open}A pump without a filter is soon full of sand.{close}"));
            assert!(text.contains("full of sand") && text.contains("Zoe"), "{open} {text}");
        }
    }
}
