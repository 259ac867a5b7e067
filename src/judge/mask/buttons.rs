//! Buttons: a block that is the label of a button, such as "Add to cart", is template. What opens a part of the page is not:
//! its label is the heading of that part.

use super::BlockLabel;
use crate::read::html::attributes::Name;
use crate::read::html::scan::contains_name;
use crate::read::html::{NONE, Node, Tag, Tree};
use crate::read::page::{Block, Page};

/// The maximum number of tokens of a label, and of its characters where each is a token.
const MOST_OF_LABEL: u32 = 6;
const MOST_CHARACTERS: u32 = 24;
/// Elements between the text of a button and the button.
const MOST_LEVELS: usize = 4;
/// Parts of the names of buttons that open something.
const OPENERS: [&[u8]; 8] = [b"accordion", b"collaps", b"dropdown", b"expand", b"faq", b"question", b"tab", b"toggle"];

/// Makes the labels of buttons template.
pub(super) fn leave_out(page: &Page<'_>, labels: &mut [BlockLabel]) {
    for (block, label) in page.blocks.iter().zip(labels) {
        let is_short = || block.tokens <= MOST_OF_LABEL || block.characters <= MOST_CHARACTERS;
        if !label.is_template && block.heading == 0 && block.linked_tokens == 0 && is_short() {
            label.is_template = is_label(page, block);
        }
    }
}

/// Whether all of a block is in a button that sends or buys something.
fn is_label(page: &Page<'_>, block: &Block) -> bool {
    let tree = &page.tree;
    let mut at = tree.nodes[block.first_text as usize].parent;
    for _ in 0..MOST_LEVELS {
        if at == NONE {
            return false;
        }
        let node = &tree.nodes[at as usize];
        if node.tag == Tag::BUTTON {
            return node.end >= block.source.1
                && !opens(tree, node)
                && !page.text_of(block).ends_with(['?', '？', '؟']);
        }
        at = node.parent;
    }
    false
}

/// Whether a button opens a part of the page, as far as its attributes and where it stands tell.
fn opens(tree: &Tree<'_>, button: &Node) -> bool {
    let is_named = |class: &[u8]| OPENERS.iter().any(|name| contains_name(class, name));
    let above = tree.nodes[button.parent as usize].tag;
    matches!(above, Tag::SUMMARY | Tag::DT)
        || tree.each_attribute(button).any(|attribute| match attribute.name {
            Name::CLASS | Name::ID | Name::ROLE => is_named(tree.raw_value(attribute)),
            // `aria-expanded`, `data-bs-target` and the like.
            Name::OTHER => {
                let name = tree.raw_attribute_name(attribute);
                [&b"expanded"[..], b"controls", b"target", b"toggle"].iter().any(|part| contains_name(name, part))
            }
            _ => false,
        })
}

#[cfg(test)]
mod tests {
    use crate::Analyzer;

    const PRODUCT: &str = "<h1>Linen sack</h1><p>A sack of linen for five kilos of flour, which is sewn by hand in our valley, \
        and can be washed at sixty degrees.</p><ul><li>Washed linen<li>180 g<li>Cord of cotton</ul>";

    fn main_text(part: &str) -> String {
        let html = format!("<title>Linen sack</title><body><div>{PRODUCT}{part}</div>");
        Analyzer::default().analyze(html.as_bytes()).unwrap().main_text().text().to_owned()
    }

    #[test]
    fn labels_of_buttons_are_template() {
        for label in ["Add to cart", "In den Warenkorb", "Ajouter au panier", "カートに入れる", "В корзину"]
        {
            let text = main_text(&format!("<button class=buy><span>{label}</span></button>"));
            assert!(!text.contains(label) && text.contains("Cord of cotton"), "{text}");
        }
    }

    #[test]
    fn what_opens_a_part_stays() {
        for button in [
            "<button aria-expanded=true>Pflege</button>",
            "<button class=accordion__head>Pflege</button>",
            "<button data-bs-target=#a>Pflege</button>",
            "<h2><button>Pflege</button></h2>",
        ] {
            let care = "<p>Wash the sack by hand or in the machine at sixty degrees, and dry it in the sun, because a damp \
                sack gives the flour a taste of cellar. It shrinks a little with the first washing.";
            let html = format!("{button}<div id=a>{care}</div>");
            let other = html.replace("button>", "span>").replace("<button", "<span");
            assert_eq!(main_text(&html), main_text(&other), "{button}");
        }
    }
}
