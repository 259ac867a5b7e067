//! The text of posts: in a thread it is content, however short it is. The model judges each block alone, and "Welcome!"
//! may be a label. That it is a post tells the place where it stands: the one of the text of other posts.

use super::{BlockLabel, NOT_CONTENT};
use crate::judge::comments::{Comments, Part};
use crate::read::html::attributes::Name;
use crate::read::html::{Node, Tag, Tree};
use crate::read::page::{Block, Page};

/// The minimum number of tokens of content that tells where posts have their text.
const PROSE_TOKENS: u32 = 8;
/// The minimum number of blocks that tell it, where the posts are known by other signs.
const LEAST_POSTS: u32 = 2;
/// The minimum probability of a text in that place of less tokens than the second number, and of a longer one: that is
/// doubted for other reasons than its length.
const LEAST_OF_SHORT: f32 = 0.05;
const SHORT: u32 = 12;
const LEAST_OF_LONG: f32 = 0.4;
/// The maximum number of blocks that are asked: they are alike in most threads.
const MOST_ASKED: usize = 32;
/// The maximum number of cells before one that are counted.
const MOST_CELLS: usize = 8;

/// Where a text stands.
#[derive(Clone, Copy)]
struct Place<'t> {
    tag: Tag,
    /// Elements between it and the post, or the page.
    levels: u16,
    /// Of a cell the number of those before it.
    column: usize,
    /// The classes of its element and of the element around it, which may have numbers of posts.
    classes: [&'t [u8]; 2],
}

/// Makes the text of posts content that stands where most of the text of posts stands. Where no posts were found, as all are
/// short but one, names tell the place.
#[inline(never)]
pub(super) fn complete(page: &Page<'_>, posts: &Comments<'_>, labels: &mut [BlockLabel]) {
    let are_found = !posts.found.is_empty();
    let blocks = || page.blocks.iter().enumerate().filter(|&(i, _)| !are_found || posts.part(i) == Part::Text);
    let place_of = |i: usize, block: &Block| {
        let post = posts.unit_of(i).map(|unit| &posts.found[unit as usize]).filter(|post| !post.is_note());
        let depth = post.map_or(0, |post| page.tree.nodes[post.node as usize].depth);
        let place = (post.is_some() || !are_found).then(|| Place::of(&page.tree, block, depth));
        place.filter(|place| are_found || place.is_named())
    };
    // The place of more than half of the blocks, if one is.
    let (mut most, mut count): (Option<Place<'_>>, u32) = (None, 0);
    let asked = blocks().filter(|&(i, block)| !labels[i].is_template && block.tokens >= PROSE_TOKENS);
    for (i, block) in asked.take(MOST_ASKED) {
        let Some(place) = place_of(i, block) else { continue };
        (most, count) = match most.filter(|_| count > 0) {
            None => (Some(place), 1),
            Some(most) if most.is_like(&place) => (Some(most), count + 1),
            most => (most, count - 1),
        };
    }
    let Some(most) = most.filter(|_| count >= if are_found { LEAST_POSTS } else { 1 }) else { return };
    for (i, block) in blocks() {
        let label = labels[i];
        let may_be = label.is_template
            && block.tag == most.tag
            && !label.is_duplicate
            && !label.is_notice
            && label.probability >= if block.tokens < SHORT { LEAST_OF_SHORT } else { LEAST_OF_LONG }
            && block.heading == 0
            && block.flags & NOT_CONTENT == 0
            && !block.is_linked();
        if may_be && place_of(i, block).is_some_and(|place| place.is_like(&most)) {
            labels[i].is_template = false;
        }
    }
}

impl<'t> Place<'t> {
    /// The place of a block in an element of this depth.
    fn of(tree: &Tree<'t>, block: &Block, depth: u16) -> Place<'t> {
        let nodes = tree.nodes;
        let element = &nodes[block.container as usize];
        let class_of = |node: &Node| tree.attribute(node, Name::CLASS).map_or(&b""[..], |class| tree.raw_value(class));
        let above = nodes.get(element.parent as usize).map_or(&b""[..], class_of);
        let column = match block.tag {
            Tag::TD | Tag::TH => {
                let cells = tree.children(element.parent).take_while(|&cell| cell < block.container);
                cells.filter(|&cell| matches!(nodes[cell as usize].tag, Tag::TD | Tag::TH)).take(MOST_CELLS).count()
            }
            _ => 0,
        };
        Place { tag: block.tag, levels: block.depth.saturating_sub(depth), column, classes: [class_of(element), above] }
    }

    fn is_named(&self) -> bool {
        self.classes.iter().any(|class| !class.is_empty())
    }

    fn is_like(&self, other: &Place<'_>) -> bool {
        (self.tag, self.levels, self.column) == (other.tag, other.levels, other.column)
            && self.classes.iter().zip(&other.classes).all(|(own, other)| own == other || have_same_letters(own, other))
    }
}

/// Whether two texts are the same without their digits.
#[inline(never)]
fn have_same_letters(one: &[u8], other: &[u8]) -> bool {
    let is_letter = |byte: &&u8| !byte.is_ascii_digit();
    one.iter().filter(is_letter).eq(other.iter().filter(is_letter))
}

#[cfg(test)]
mod tests {
    use crate::Analyzer;

    const LONG: [&str; 3] = [
        "The pump is loud and stops after ten minutes, though the hose is new and the tank is full of water.",
        "Look at the filter first, since leaves that are pressed together let the pump run dry, and it is switched off.",
        "Had that with mine two summers ago, and it was the seal at the inlet, which drew air until the flow broke off.",
    ];

    fn text_of(html: &str) -> String {
        Analyzer::default().analyze(html.as_bytes()).unwrap().main_text().text().to_owned()
    }

    fn thread(post: impl Fn(usize, &str) -> String, texts: &[&str]) -> String {
        let posts: String = texts.iter().enumerate().map(|(i, text)| post(i, text)).collect();
        text_of(&format!(
            "<title>Loud pump - Forum</title><body class=forum><ul><li><a href=/>Home</a></ul><h1>Loud pump</h1>{posts}"
        ))
    }

    #[test]
    fn short_posts_are_content() {
        let cells = |i: usize, text: &str| {
            format!(
                "<table class=tborder><tr><td class=thead>4 May 2024, 10:1{i}</td></tr><tr><td class=alt2><a href=/m{i}>Ann {i}</a>\
                 <div class=smallfont>Senior member</div></td><td class=alt1><div class=body>{text}</div></td></tr></table>"
            )
        };
        let elements = |i: usize, text: &str| {
            format!(
                "<div class=post id=p{i}><div class=user><a href=/m{i}>Ann {i}</a><p class=rank>Senior member</p></div><div class=date>\
                 4 May 2024, 10:1{i}</div><div class='body body-{i}'>{text}</div></div>"
            )
        };
        let [first, second, third] = LONG;
        for post in [&cells as &dyn Fn(usize, &str) -> String, &elements] {
            for texts in [
                [first, "Welcome aboard!", "Try another socket.", "That was it, thanks."],
                [first, second, "Welcome aboard!", third],
            ] {
                let text = thread(post, &texts);
                assert!(texts.iter().all(|post| text.contains(post)), "{text}");
            }
        }
    }
}
