//! What stands beside the main part of a page that lists or offers things: `nav`, `footer` and `aside`. Such a page has a
//! low threshold, as the model is hardly sure of anything on it, and menus and boxes pass it, too.

use super::{BlockLabel, tokens_of_content};
use crate::judge::containers::Containers;
use crate::read::html::Tag;
use crate::read::page::Page;
use std::ops::Range;

/// From this probability on a block is content wherever it stands.
const SURE: f32 = 0.6;

/// Labels the blocks in these elements as template, unless the model is sure of them or a first heading is among them, or if
/// most of the content is there, as in a map of a site. `own` is the container of the text of a short page, of which they are a
/// part if they stand in it.
pub(super) fn leave_out(page: &Page<'_>, containers: &Containers<'_>, own: Option<usize>, labels: &mut [BlockLabel]) {
    let own = own.map_or(0..0, |own| page.tree.subtree(containers.list[own].node));
    let beside = || outermost(page, containers, &own);
    let is_unsure = |&i: &usize| !labels[i].is_template && labels[i].probability < SURE;
    let inside: u64 = beside().flatten().filter(is_unsure).map(|i| u64::from(page.blocks[i].tokens)).sum();
    if inside == 0 || 2 * inside > tokens_of_content(page.blocks, labels) {
        return;
    }
    for blocks in beside() {
        labels[blocks].iter_mut().for_each(|label| label.is_template |= label.probability < SURE);
    }
}

/// The blocks of each such element that is in no other one.
fn outermost<'p>(
    page: &'p Page<'_>,
    containers: &'p Containers<'_>,
    own: &'p Range<usize>,
) -> impl Iterator<Item = Range<usize>> {
    let mut end = 0;
    containers.list.iter().filter_map(move |container| {
        let is_beside = matches!(container.tag(&page.tree), Tag::NAV | Tag::FOOTER | Tag::ASIDE);
        if !is_beside || container.node < end || own.contains(&(container.node as usize)) {
            return None;
        }
        let nodes = page.tree.subtree(container.node);
        end = nodes.end as u32;
        let blocks = page.blocks_in(nodes);
        page.blocks[blocks.clone()].iter().all(|block| block.heading != 1).then_some(blocks)
    })
}

#[cfg(test)]
mod tests {
    use crate::Analyzer;

    /// The main text of a page that lists machines, with a part below the list.
    fn main_text(part: &str) -> String {
        const NAMES: [&str; 8] = ["pump", "lathe", "crane", "winch", "anvil", "press", "forge", "kiln"];
        let items = (0..200).map(|i| {
            let name = NAMES[i % 8];
            format!("<div><a href=/{name}{i}><img src={i}.jpg>The {name} of hall {i}</a> <span>{i}9 euro</span></div>")
        });
        let html = format!(
            "<title>Machines | Shipyard museum</title><header><a href=/>Museum</a></header><div><h1>Machines</h1>{}</div>\
             {part}<p>Shipyard museum 2024</p>",
            items.collect::<String>()
        );
        Analyzer::default().analyze(html.as_bytes()).unwrap().main_text().text().to_owned()
    }

    #[test]
    fn what_stands_beside_a_list_is_template() {
        for hours in [
            "<h4>Hours</h4><p>Open on all days but Monday.</p><p>The last tour is at four.</p>",
            "<h4>Zeiten</h4><p>Geöffnet an allen Tagen außer Montag.</p><p>Die letzte Führung ist um vier.</p>",
        ] {
            let last = &hours[hours.rfind("<p>").unwrap() + 3..hours.len() - 4];
            for [open, close] in [["<aside>", "</aside>"], ["<footer><div>", "</div></footer>"], ["<nav>", "</nav>"]] {
                let text = main_text(&format!("{open}{hours}{close}"));
                assert!(text.contains("The kiln of hall 199") && !text.contains(last), "{open}: {text}");
            }
            assert!(main_text(&format!("<div>{hours}</div>")).contains(last));
        }
    }

    #[test]
    fn most_of_a_page_is_not_beside_it() {
        let part = |name: &str| {
            let lines = (0..12).map(|i| {
                format!("<div><a href=/{name}/{i}>{name} of hall {i} and its machines</a> <span>rebuilt in 19{i}0</span></div>")
            });
            format!("<aside><h2>{name}</h2>{}</aside>", lines.collect::<String>())
        };
        let html = format!(
            "<title>Map of the site</title><header><a href=/>Museum</a></header><main><h1>Map of the site</h1><p>All pages of \
             the museum by their subject.</p>{}{}{}</main><footer>2024</footer>",
            part("Tours"),
            part("Plans"),
            part("Films")
        );
        let mut analyzer = Analyzer::default();
        let text = analyzer.analyze(html.as_bytes()).unwrap().main_text().text().to_owned();
        assert!(text.contains("Plans of hall 11"), "{text}");
    }
}
