//! The roles of blocks, from their labels and from the tags, ARIA roles, classes and ids of their ancestors.
//! [`crate::read::class_words`] defines the word groups.
//!
//! The innermost element with a known word or tag decides: a list of links in a footer is navigation. The parts of
//! comments have separate roles; class names alone do not make a comment.

use super::BlockLabel;
use super::inherited::{Inherited, half_of_page};
use crate::base::arena::Bump;
use crate::base::named::named;
use crate::judge::comments::{Comments, Part};
use crate::judge::containers::{self, Containers};
use crate::read::class_words::{GroupCache, group};
use crate::read::html::attributes::Name;
use crate::read::html::{Tag, Tree};
use crate::read::page::{Block, Page, flag};

/// The role of a block on its page; the numbers are stable. The role is independent of the mask: a byline has the role
/// [`Role::Metadata`] whether it is content or not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
#[non_exhaustive]
pub enum Role {
    /// Content.
    #[default]
    Main = 1,
    /// A heading, `h1` to `h6`, outside of menus, sidebars and footers; of content or of template text.
    Heading = 2,
    /// The text of a reader comment on an article. Author and date have the role metadata, reply buttons navigation.
    /// The posts of a thread have the role main.
    Comment = 3,
    /// Author, date, tags.
    Metadata = 4,
    /// Menus, pagination, breadcrumbs, and other navigation.
    Navigation = 5,
    /// Sidebars, advertising, pointers to other pages, calls to share or subscribe.
    Aside = 6,
    /// Footers: imprint, copyright, terms.
    Legal = 7,
    /// The title in the head.
    Title = 8,
    /// Not visible: the `hidden` attribute, an inline style, or text from metadata.
    Hidden = 9,
}

named! {
    Role {
        Main = "main",
        Heading = "heading",
        Comment = "comment",
        Metadata = "metadata",
        Navigation = "navigation",
        Aside = "aside",
        Legal = "legal",
        Title = "title",
        Hidden = "hidden",
    }
}

/// The function of a part of a page, by the names of its element.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Zone {
    #[default]
    Unknown,
    Plain,
    Navigation,
    Aside,
    Legal,
    Metadata,
}

/// Sets the role of every block.
pub(crate) fn assign(
    arena: &Bump,
    page: &Page<'_>,
    containers: &Containers<'_>,
    groups: &mut GroupCache<'_>,
    comments: &Comments<'_>,
    labels: &mut [BlockLabel],
) {
    let tree = &page.tree;
    let mut zones = ZoneFinder { tree, containers, groups, half: half_of_page(tree) };
    let mut inherited = Inherited::new(arena, tree);
    for (i, (block, label)) in page.blocks.iter().zip(labels).enumerate() {
        label.role = if block.flags & flag::IN_HEAD != 0 {
            Role::Title
        } else if block.flags & flag::HIDDEN != 0 && label.is_template {
            Role::Hidden
        } else if let Some(role) = of_part(comments.part(i)) {
            role
        } else {
            let enter = |outer, element| zones.enter(outer, element);
            role(block, label.is_template, inherited.of(tree, innermost(tree, block), Zone::Plain, enter))
        };
    }
}

/// The role of a block of a comment.
fn of_part(part: Part) -> Option<Role> {
    match part {
        Part::Outside => None,
        Part::Text => Some(Role::Comment),
        Part::Byline => Some(Role::Metadata),
        Part::Control => Some(Role::Navigation),
    }
}

/// Maximum of tokens of a byline or date.
const METADATA_TOKENS: u32 = 25;

fn role(block: &Block, template: bool, zone: Zone) -> Role {
    match zone {
        Zone::Metadata if block.tokens <= METADATA_TOKENS => Role::Metadata,
        Zone::Plain if block.heading != 0 => Role::Heading,
        _ if !template && block.heading != 0 => Role::Heading,
        _ if !template => Role::Main,
        Zone::Navigation => Role::Navigation,
        Zone::Legal => Role::Legal,
        Zone::Aside => Role::Aside,
        _ if block.is_linked() => Role::Navigation,
        _ => Role::Aside,
    }
}

/// The parent of the first text of a block, which may be phrasing: `<span class=author>`.
fn innermost(tree: &Tree<'_>, block: &Block) -> u32 {
    match tree.nodes.get(block.first_text as usize) {
        Some(node) if node.tag == Tag::TEXT => node.parent,
        _ => block.container,
    }
}

/// Finds the zones of elements.
struct ZoneFinder<'t, 's> {
    tree: &'t Tree<'t>,
    containers: &'t Containers<'t>,
    groups: &'t mut GroupCache<'s>,
    /// Names of elements with more nodes than this (half of the page) are ignored.
    half: u32,
}

impl ZoneFinder<'_, '_> {
    fn enter(&mut self, outer: Zone, index: u32) -> Zone {
        let node = &self.tree.nodes[index as usize];
        if node.subtree_end - index > self.half || matches!(node.tag, Tag::HTML | Tag::BODY) {
            return outer;
        }
        let of_names = || of_groups(self.words_of(index));
        of_tag(node.tag, outer).or_else(of_names).unwrap_or(outer)
    }

    /// The word groups of an element. For most containers they are already computed.
    fn words_of(&mut self, index: u32) -> u32 {
        let container = self.containers.list.get(self.containers.index(index) as usize);
        let (known, names) = match container {
            Some(container) => (container.words, NAMING_ATTRIBUTES & !containers::NAMING_ATTRIBUTES),
            None => (0, NAMING_ATTRIBUTES),
        };
        known | self.groups.groups_of(self.tree, index, names)
    }
}

const NAMING_ATTRIBUTES: u16 = containers::NAMING_ATTRIBUTES | Name::REL.bit();

fn of_tag(tag: Tag, outer: Zone) -> Option<Zone> {
    match tag {
        Tag::NAV | Tag::MENU => Some(Zone::Navigation),
        Tag::ASIDE | Tag::DIALOG => Some(Zone::Aside),
        Tag::TIME | Tag::ADDRESS => Some(Zone::Metadata),
        // The footer of a comment is not a footer of the page.
        Tag::FOOTER if outer == Zone::Plain => Some(Zone::Legal),
        _ => None,
    }
}

/// Meanings of class and id words, by the zone that they name.
const METADATA: u32 = group("author") | group("date");
pub(super) const NAVIGATION: u32 = group("nav") | group("more");
pub(super) const LEGAL: u32 = group("footer");
pub(super) const ASIDE: u32 =
    group("sidebar") | group("ad") | group("social") | group("related") | group("popup") | group("banner");

/// The first match wins.
const ZONES: [(u32, Zone); 4] =
    [(METADATA, Zone::Metadata), (NAVIGATION, Zone::Navigation), (LEGAL, Zone::Legal), (ASIDE, Zone::Aside)];

fn of_groups(groups: u32) -> Option<Zone> {
    // Most names have no words.
    if groups == 0 {
        return None;
    }
    ZONES.into_iter().find(|(of_zone, _)| groups & of_zone != 0).map(|(_, zone)| zone)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Analyzer, Options};

    const STORY_TEXT: &str = "Rain fell on the city for the third day, and the river rose by two metres over night.";

    /// The roles of the blocks of a page, by their first word.
    fn roles(html: &str) -> Vec<(String, &'static str)> {
        let mut analyzer = Analyzer::new(Options::default());
        let page = analyzer.analyze(html.as_bytes()).unwrap();
        let first_word = |text: &str| text.split(' ').next().unwrap_or_default().to_owned();
        page.blocks().map(|block| (first_word(block.text()), block.role().name())).collect()
    }

    fn role_of(html: &str, word: &str) -> &'static str {
        let roles = roles(html);
        roles.iter().find(|(first, _)| first == word).unwrap_or_else(|| panic!("no {word} in {roles:?}")).1
    }

    #[test]
    fn each_part_of_an_article_has_its_role() {
        let story = format!("<p>{STORY_TEXT} {STORY_TEXT}</p>").repeat(6);
        let html = format!(
            "<title>Title</title><nav><a href=/>Home</a></nav><main><h1>Heading of the story</h1>\
             <p class=byline>By Ann</p><article>{story}</article></main>\
             <div class=sidebar><p>Popular now</p></div><footer><p>Copyright 2026</p></footer><p hidden>Secret"
        );
        for (word, role) in [
            ("Title", "title"),
            ("Home", "navigation"),
            ("Heading", "heading"),
            ("By", "metadata"),
            ("Rain", "main"),
            ("Popular", "aside"),
            ("Copyright", "legal"),
            ("Secret", "hidden"),
        ] {
            assert_eq!(role_of(&html, word), role, "{word}");
        }
    }

    #[test]
    fn the_innermost_name_decides() {
        let rest = format!("<p>{STORY_TEXT} {STORY_TEXT}").repeat(20);
        for (html, role) in [
            ("<footer><nav><p>Word</nav></footer>", "navigation"),
            ("<nav><div class=copyright><p>Word</div></nav>", "legal"),
            ("<div class=widget><time>Word</time></div>", "metadata"),
            ("<div class='share-buttons'><a href=/share>Word</a></div>", "aside"),
        ] {
            assert_eq!(role_of(&format!("{html}{rest}"), "Word"), role, "{html}");
        }
    }

    #[test]
    fn names_of_half_of_the_page_are_ignored() {
        let story = format!("<p>{STORY_TEXT} {STORY_TEXT}</p>").repeat(6);
        assert_eq!(role_of(&format!("<div class=comment-open>{story}</div>"), "Rain"), "main");
    }

    #[test]
    fn names_and_numbers_are_one_each() {
        for (i, role) in Role::VALUES.iter().copied().enumerate() {
            assert_eq!(role as usize, i + 1);
            assert!(Role::VALUES.iter().all(|other| *other == role || other.name() != role.name()));
        }
    }
}
