//! The address of a picture: not of its placeholder, where scripts load pictures late, and in sets the first one.

use crate::base::fallible::Text;
use crate::document::Document;
use crate::read::html::attributes::Name;
use crate::read::html::scan::same_name;
use crate::read::html::{Node, Tag, Tree};
use crate::read::page::flag;

/// Attributes with the address that a script moves into `src`: of lazysizes and lozad, jQuery, the plugins of WordPress,
/// Slick, Zhihu, Slider Revolution, JD, Taobao, Cloudflare, Ezoic, Avada, WP Fastest Cache, Flickity, Splide, Echo and Sina.
const LATE: [&[u8]; 18] = [
    b"data-src",
    b"data-original",
    b"data-lazy-src",
    b"data-original-src",
    b"data-lazy",
    b"data-actualsrc",
    b"data-lazyload",
    b"data-lazy-img",
    b"data-ks-lazyload",
    b"data-cfsrc",
    b"data-ezsrc",
    b"data-orig-src",
    b"data-wpfc-original-src",
    b"data-flickity-lazyload",
    b"data-splide-lazy",
    b"data-echo",
    b"data-real-src",
    b"real_src",
];
/// Attributes with the set of addresses that a script moves into `srcset`.
const LATE_SETS: [&[u8]; 5] =
    [b"data-srcset", b"data-lazy-srcset", b"data-ezsrcset", b"data-wpfc-original-srcset", b"data-splide-lazy-srcset"];
/// The maximum number of `source` elements of a `picture` that are looked at.
const MAX_SOURCES: usize = 8;

/// The address of an `img`, as it is written.
pub(super) fn address(tree: &Tree<'_>, node: u32) -> Option<Text> {
    let image = &tree.nodes[node as usize];
    let is_picture = |address: &Text| !is_data(address);
    let late = LATE.iter().find_map(|name| value(tree, image, name).filter(is_address));
    let late = late.or_else(|| in_set(tree, image, &LATE_SETS));
    let shown = || tree.attribute(image, Name::SRC).map(|src| tree.decoded_value(src));
    let in_set = || in_set(tree, image, &[b"srcset"]);
    let found = late.filter(is_picture).or_else(|| shown().filter(is_picture)).or_else(in_set);
    found.or_else(|| of_picture(tree, node)).filter(is_picture)
}

fn is_data(address: &Text) -> bool {
    let address = address.trim();
    address.is_empty() || address.get(..5).is_some_and(|scheme| scheme.eq_ignore_ascii_case("data:"))
}

/// Whether the value of an attribute is an address: `data-lazy` may also be `true`, or the options of a script.
fn is_address(value: &Text) -> bool {
    value.contains(['/', '.']) && !value.trim_start().starts_with(['{', '['])
}

fn value(tree: &Tree<'_>, node: &Node, name: &[u8]) -> Option<Text> {
    let attribute = tree.each_attribute(node).find(|attribute| same_name(tree.raw_attribute_name(attribute), name))?;
    Some(tree.decoded_value(attribute)).filter(|value| !value.trim().is_empty())
}

/// The first address in the sets of these attributes.
fn in_set(tree: &Tree<'_>, node: &Node, names: &[&[u8]]) -> Option<Text> {
    names.iter().find_map(|name| first_of_set(value(tree, node, name)?))
}

/// The first address of a `srcset`, without its width or density. A comma ends it, unless it is inside the address.
fn first_of_set(set: Text) -> Option<Text> {
    let address = set.split_ascii_whitespace().next()?.trim_matches(',');
    (!address.is_empty()).then(|| Text::from(address))
}

/// The first address of the `source` elements before an image.
fn of_picture(tree: &Tree<'_>, node: u32) -> Option<Text> {
    let parent = tree.nodes[node as usize].parent;
    if tree.nodes.get(parent as usize)?.tag != Tag::PICTURE {
        return None;
    }
    let inside = (parent + 1..node).take(2 * MAX_SOURCES).map(|at| &tree.nodes[at as usize]);
    let mut sources = inside.filter(|node| node.tag == Tag::SOURCE);
    sources.find_map(|source| in_set(tree, source, &[b"srcset"]).or_else(|| in_set(tree, source, &LATE_SETS)))
}

/// Whether an image in `noscript` is the same as the one right before it, which a script loads late.
pub(super) fn is_twin(document: &Document<'_>, before: Option<u32>, image: u32) -> bool {
    let page = document.page();
    let tree = &page.tree;
    let alt = |node: u32| tree.attribute(&tree.nodes[node as usize], Name::ALT).map(|alt| tree.raw_value(alt));
    page.contexts[image as usize].flags & flag::NOSCRIPT != 0
        && before.is_some_and(|before| alt(before) == alt(image) && address(tree, before).is_some())
}
