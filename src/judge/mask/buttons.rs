//! Buttons: a block that is the label of a button, or of several side by side, such as "Add to cart", is template. What opens a part of the page is not:
//! its label is the heading of that part. A link that only jumps over the text below is a button, too, and in a thread a
//! label that the template prints in several posts, such as "Click to expand".

use super::BlockLabel;
use super::features::Features;
use super::questions::{MOST_OF_SHORT_QUESTION, ends_as_question, is_short_question};
use crate::read::html::attributes::Name;
use crate::read::html::scan::contains_name;
use crate::read::html::{Attribute, Node, Tag, Tree, node_flag};
use crate::read::page::{Block, Page, is_button_by_class};

/// The maximum number of tokens of a label, and of its characters where each is a token.
const MOST_OF_LABEL: u32 = 6;
const MOST_CHARACTERS: u32 = 24;
/// The maximum number of links to parts of the page whose targets are looked for.
const MOST_JUMPS: usize = 2;
/// The maximum number of buttons that answer a question.
const MOST_ANSWERS: usize = 5;
/// From this probability on a link is content.
const SURE: f32 = 0.8;
/// Elements between the text of a button and the button.
const MOST_LEVELS: usize = 4;
/// The minimum number of tokens of a label with buttons.
const LEAST_OF_CONTROL: u32 = 3;
/// The minimum number of links without an address that are buttons, unless one is repeated.
const LEAST_LINKS: usize = 2;
/// The minimum number of labels that a template prints in a thread.
const LEAST_PRINTED: u32 = 3;
const BUTTON: &[&[u8]] = &[b"button"];
/// Parts of the names of buttons that open something.
const OPENERS: [&[u8]; 8] = [b"accordion", b"collaps", b"dropdown", b"expand", b"faq", b"question", b"tab", b"toggle"];

/// Makes the labels of buttons template.
pub(super) fn leave_out(page: &Page<'_>, features: &Features<'_>, is_thread: bool, labels: &mut [BlockLabel]) {
    let mut left = MOST_JUMPS;
    for (i, label) in labels.iter_mut().enumerate() {
        let block = &page.blocks[i];
        if label.is_template {
            continue;
        }
        if is_short_question(page, block) {
            label.is_template = has_answers(page, i);
        }
        if block.heading != 0 || !is_short(block) {
            continue;
        }
        let is_printed = || is_thread && features.is_printed(i, LEAST_PRINTED);
        if is_button(page, block) || is_repeated_link(page, block, || features.is_repeated(i)) || is_printed() {
            label.is_template = true;
        } else if block.linked_tokens == block.tokens && label.probability < SURE && left > 0 {
            label.is_template = is_jump(page, block, &mut left);
        }
    }
}

/// Whether all of a short block is in buttons, or in a link that is one by its class.
pub(super) fn is_button(page: &Page<'_>, block: &Block) -> bool {
    let tree = &page.tree;
    is_short(block)
        && match block.linked_tokens {
            0 => are_labels(page, block),
            _ => tree.nodes[block.container as usize].tag == Tag::A && is_button_by_class(tree, block.container),
        }
}

/// Whether a block is a link without an address that stands elsewhere on the page, too, such as "Reply".
fn is_repeated_link(page: &Page<'_>, block: &Block, is_repeated: impl Fn() -> bool) -> bool {
    let is_link = || {
        let around = page.tree.ancestors(block.first_text).skip(1).take(MOST_LEVELS);
        around.into_iter().any(|at| page.tree.nodes[at as usize].tag == Tag::A)
    };
    block.linked_tokens == 0 && is_repeated() && is_link() && buttons_in(page, block, 1).is_some()
}

fn is_short(block: &Block) -> bool {
    block.tokens <= MOST_OF_LABEL || block.characters <= MOST_CHARACTERS
}

/// Whether two or more buttons answer a question, and stand with nothing else right below it, such as "Was it clear?".
fn has_answers(page: &Page<'_>, question: usize) -> bool {
    let tree = &page.tree;
    let container = page.blocks[question].container;
    let around = tree.subtree(tree.nodes[container as usize].parent.min(container));
    let after = page.blocks[question + 1..].iter();
    let answers = after.take_while(|block| around.contains(&(block.container as usize)));
    let counts =
        answers.take(MOST_ANSWERS + 1).map(|block| buttons_in(page, block, LEAST_LINKS).filter(|_| is_short(block)));
    let buttons: Option<usize> = counts.sum();
    buttons.is_some_and(|buttons| (2..=MOST_ANSWERS).contains(&buttons))
}

/// Whether all of a block is a link to a part of the page far below, such as "Jump to recipe": an element that begins
/// after the text that follows. Entries of lists, such as tables of contents, are none. Looks for at most `left` elements.
fn is_jump(page: &Page<'_>, block: &Block, left: &mut usize) -> bool {
    let tree = &page.tree;
    if matches!(block.tag, Tag::LI | Tag::DT | Tag::DD | Tag::TD | Tag::TH) {
        return false;
    }
    let first = tree.nodes[block.first_text as usize].parent;
    let mut around = tree.ancestors(first).take(MOST_LEVELS);
    let Some(link) = around.find(|&at| tree.nodes[at as usize].tag == Tag::A) else { return false };
    let link = &tree.nodes[link as usize];
    let target = tree.attribute(link, Name::HREF).map(|href| tree.raw_value(href)).unwrap_or_default();
    let Some(id) = target.strip_prefix(b"#").filter(|id| !id.is_empty() && !opens(tree, link)) else { return false };
    *left -= 1;
    let next = page.blocks.partition_point(|other| other.first_text <= block.first_text);
    let Some(next) = page.blocks.get(next) else { return false };
    let has_id = |node: &Node| tree.attribute(node, Name::ID).is_some_and(|name| tree.raw_value(name) == id);
    tree.nodes[next.first_text as usize..].iter().any(has_id)
}

/// Whether all of a block is in buttons that send or buy something, side by side.
fn are_labels(page: &Page<'_>, block: &Block) -> bool {
    (buttons_in(page, block, LEAST_LINKS).is_some() || are_controls(page, block))
        && !ends_as_question(page.bytes_of(block))
}

/// Whether a block is a label and the buttons of a control, such as "Quantity - +".
fn are_controls(page: &Page<'_>, block: &Block) -> bool {
    if matches!(block.tag, Tag::P | Tag::LI) || block.tokens < LEAST_OF_CONTROL {
        return false;
    }
    let tree = &page.tree;
    let nodes = &tree.nodes[block.first_text as usize..];
    let count = nodes.iter().take_while(|node| node.start < block.source.1).count();
    let Some(first) = nodes[..count].iter().position(|node| node.tag == Tag::BUTTON) else { return false };
    let is_text = |node: &&Node| node.tag == Tag::TEXT && node.flags & node_flag::WHITESPACE == 0;
    let labels = nodes[..first].iter().filter(is_text).count();
    let buttons = Block { first_text: block.first_text + first as u32, ..*block };
    labels == 1 && buttons_in(page, &buttons, LEAST_LINKS).is_some_and(|count| count > 1)
}

/// The number of such buttons, if a block is nothing else. Fewer links without an address than `least` alone are none: one
/// may be a title.
fn buttons_in(page: &Page<'_>, block: &Block, least: usize) -> Option<usize> {
    let tree = &page.tree;
    let (mut at, mut count, mut links) = (block.first_text, 0, 0);
    while let Some(node) = tree.nodes.get(at as usize).filter(|node| node.start < block.source.1) {
        at = match node.tag {
            Tag::TEXT if node.flags & node_flag::WHITESPACE == 0 => {
                let button = &tree.nodes[button_around(page, at)? as usize];
                if opens(tree, button) {
                    return None;
                }
                count += 1;
                links += usize::from(button.tag == Tag::A && !tree.has_role(button, BUTTON));
                button.subtree_end
            }
            _ => at + 1,
        };
    }
    (count > links || links >= least).then_some(count)
}

/// The button that a text is in. Elements that are buttons by their role or for scripts may be whole cards.
fn button_around(page: &Page<'_>, text: u32) -> Option<u32> {
    let tree = &page.tree;
    let is_button = |&at: &u32| match &tree.nodes[at as usize] {
        Node { tag: Tag::BUTTON, .. } => true,
        node => is_control(tree, node) && page.blocks_in(tree.subtree(at)).len() < 2,
    };
    tree.ancestors(text).skip(1).take(MOST_LEVELS).find(is_button)
}

/// Whether an element is a button by its role, or a link without an address and no target: scripts handle it.
fn is_control(tree: &Tree<'_>, node: &Node) -> bool {
    let is_place = |attribute: &Attribute| matches!(attribute.name, Name::HREF | Name::NAME | Name::ID);
    tree.has_role(node, BUTTON) || node.tag == Tag::A && !tree.each_attribute(node).any(is_place)
}

/// Whether a short block is in a button that opens a part of the page, such as the title of a part of an accordion.
pub(super) fn opens_a_part(page: &Page<'_>, block: &Block) -> bool {
    let tree = &page.tree;
    let mut around = tree.ancestors(block.first_text).skip(1).take(MOST_LEVELS).map(|at| &tree.nodes[at as usize]);
    let is_button = |node: &Node| node.tag == Tag::BUTTON || tree.has_role(node, BUTTON);
    block.tokens <= MOST_OF_SHORT_QUESTION
        && block.linked_tokens == 0
        && around.find(|node| is_button(node)).is_some_and(|button| opens(tree, button))
}

/// Whether a link opens a part of the page, as far as it or the element around it tells.
pub(super) fn opens_near(tree: &Tree<'_>, link: u32) -> bool {
    let link = &tree.nodes[link as usize];
    opens(tree, link) || opens(tree, &tree.nodes[link.parent as usize])
}

/// Whether a button opens a part of the page, as far as its attributes and where it stands tell.
fn opens(tree: &Tree<'_>, button: &Node) -> bool {
    let is_named = |class: &[u8]| OPENERS.iter().any(|name| contains_name(class, name));
    let above = tree.nodes.get(button.parent as usize).map_or(Tag::UNKNOWN, |above| above.tag);
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
    fn a_button_after_the_price_in_a_card_is_another_line() {
        let card = |name: &str, text: &str, price: &str| {
            format!(
                "<div><a href=/{price}><h3>{name}</h3></a><p>{text}</p><span>{price}</span><button>In den Korb</button></div>"
            )
        };
        let cards = [
            card("Hanfseil 8 mm", "Hält den Knoten, riecht nach altem Schiff und nach Teer.", "1,20 €"),
            card("Nylonseil 10 mm", "Dehnt sich, bevor es bricht, und schwimmt nicht.", "1,80 €"),
            card("Sisalschnur", "Für den Garten und für alles, was nicht nass wird.", "4,00 €"),
        ];
        let html = format!("<title>Seile</title><h1>Seile</h1><p>Seile vom Meter.</p>{}", cards.concat());
        let text = Analyzer::default().analyze(html.as_bytes()).unwrap().main_text().text().to_owned();
        assert!(text.contains("1,80 €") && !text.contains("Korb"), "{text}");
    }

    #[test]
    fn links_without_an_address_and_elements_named_buttons_are_template() {
        for part in [
            "<div><span role=button tabindex=0>Show the sack</span></div>",
            "<div><a class=r>Reply</a><a class=l>3 Likes</a></div>",
            "<div><a class=r>Reply soon</a></div><p>A fine sack, which I have had for years.</p><div><a class=r>Reply soon</a></div>",
        ] {
            let text = main_text(part);
            assert!(!text.contains("Reply") && !text.contains("Show"), "{part}: {text}");
        }
        // A card is no button, and what is alone may be a title.
        for part in [
            "<div role=button><p>Linen and hemp sack</p><p>A sack of hemp for two kilos of flour, sewn by hand.</p></div>",
            "<div><a class=t>Linen and hemp sack</a><p>A sack of hemp for two kilos of flour, sewn by hand.</p></div>",
        ] {
            assert_eq!(buttons(part), 0, "{part}");
        }
    }

    /// The number of blocks of a page that are buttons.
    fn buttons(part: &str) -> usize {
        let mut analyzer = Analyzer::default();
        let document = analyzer.analyze(part.as_bytes()).unwrap();
        let page = document.page();
        page.blocks.iter().filter(|block| super::is_button(page, block)).count()
    }

    #[test]
    fn labels_side_by_side_are_template() {
        for [first, second] in [["Reply all", "Forward"], ["Antworten", "Weiterleiten"], ["返信", "転送"]] {
            let text = main_text(&format!("<div><button>{first}</button> <button><b>{second}</b></button></div>"));
            assert!(!text.contains(first) && !text.contains(second), "{text}");
        }
    }

    #[test]
    fn a_label_with_buttons_is_template() {
        for [label, less, more] in
            [["Quantity:", "Less", "More"], ["Menge", "Weniger", "Mehr"], ["数量", "減らす", "増やす"]]
        {
            let text = main_text(&format!(
                "<form><label>{label}</label><button>{less}</button><button>{more}</button></form>"
            ));
            assert!(!text.contains(more) && text.contains("Cord of cotton"), "{text}");
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
            let text = main_text(&format!("{button}<div id=a>{care}</div>"));
            assert!(text.contains("Pflege") && text.contains("Wash the sack"), "{button}: {text}");
        }
    }

    #[test]
    fn a_button_after_a_price_is_a_line() {
        let blocks = |part: &str| {
            let mut analyzer = Analyzer::default();
            let page = analyzer.analyze(part.as_bytes()).unwrap();
            page.blocks().map(|block| block.text().to_owned()).collect::<Vec<_>>()
        };
        for price in ["<span>39 €</span><button>Buy</button>", "39 € <button>Buy</button><p>Oiled"] {
            assert_eq!(blocks(&format!("<div>{price}</div>"))[..2], ["39 €", "Buy"], "{price}");
        }
        for link in ["<a class=button href=/b>", "<a class='btn btn-buy' href=/b>"] {
            assert_eq!(
                blocks(&format!("<div>Oiled oak <span>39 €</span> {link}Buy</a></div>")),
                ["Oiled oak 39 €", "Buy"]
            );
            assert_eq!(blocks(&format!("<p>Oiled, or {link}not</a></p>")), ["Oiled, or not"]);
        }
        assert_eq!(blocks("<div><button>Buy</button><button>Save</button></div>"), ["Buy Save"]);
        assert_eq!(blocks("<div><a href=/>Print</a> <button>Save</button></div>"), ["Print Save"]);
        for sentence in ["Press <button>Start</button> to row.", "Press <button>Start</button>"] {
            assert!(blocks(&format!("<p>{sentence}</p>"))[0].starts_with("Press Start"), "{sentence}");
        }
    }

    #[test]
    fn links_that_jump_over_the_text_are_buttons() {
        let recipe = |link: &str| {
            let story =
                "<p>My grandmother made this soup on every Friday of the winter, and none was like the other.</p>";
            let html = format!(
                "<article><h1>Soup</h1>{link}{story}{story}<div id=recipe><h2>Recipe</h2>{story}</div></article>"
            );
            Analyzer::default().analyze(html.as_bytes()).unwrap().main_text().text().to_owned()
        };
        for label in ["Jump to recipe", "Zum Rezept", "レシピへ"] {
            assert!(!recipe(&format!("<div><a href=#recipe>{label}</a></div>")).contains(label), "{label}");
        }
    }

    #[test]
    fn questions_that_buttons_answer_are_template() {
        let story =
            "<p>You must register a hive within two weeks, even if nobody has told you so, and the form is free.</p>";
        for [question, yes, no] in [
            ["Clear enough?", "Yes", "No"],
            ["Alles verstanden?", "Ja", "Nein"],
            ["分かりましたか。", "はい", "いいえ"],
        ] {
            for buttons in [
                format!("<button>{yes}</button><button>{no}</button>"),
                format!("<div><button>{yes}</button></div><div><button>{no}</button></div>"),
            ] {
                let text = main_text(&format!("{story}<div><h2>{question}</h2>{buttons}</div>"));
                assert!(!text.contains(question) && text.contains("register"), "{text}");
            }
        }
        assert!(main_text(&format!("<h2>Who must?</h2>{story}<button>Yes</button>")).contains("Who must?"));
    }

    #[test]
    fn titles_of_parts_that_open_are_content() {
        let answer = "<p>Buy one hive and two pairs of gloves, and ask a neighbor for the rest of what you need.</p>";
        for title in ["To begin with", "Jak zacząć", "はじめに"] {
            for open in
                ["<div class=accordion-title role=button aria-controls=c1><a>", "<div><button aria-expanded=false>"]
            {
                let text = main_text(&format!(
                    "<div class=acc><div>{open}{title}</a></button></div><div id=c1>{answer}</div></div></div>"
                ));
                assert!(text.contains(title) && text.contains("gloves"), "{text}");
            }
        }
    }
}
