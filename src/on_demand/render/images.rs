//! Images between blocks, which are main content if the surrounding blocks are.

use super::container::Container;
use super::picture::is_twin;
use crate::base::fallible::List;
use crate::document::{Block, Document};
use crate::read::html::Tag;
use crate::read::page::flag;
use std::ops::Range;

/// The maximum number of blocks of a caption.
const MAX_CAPTION: usize = 8;
/// The maximum number of ancestors between an image and its `figure`.
const MAX_DEPTH: usize = 8;

/// The node indices of the images with an alternative text between two consecutive blocks of main content.
pub(super) fn images_between<'d>(last: &Block<'d, '_>, next: &Block<'_, '_>) -> impl Iterator<Item = u32> + use<'d> {
    let document = last.document();
    let nodes = document.page().tree.nodes;
    let start_of = move |node: u32| nodes[node as usize].start;
    let (start, end) = (last.table_entry().source.1, next.table_entry().source.0);
    let template = last.index() + 1..next.index();
    let images = document.structure().images;
    let first = images.partition_point(|image| start_of(image.node) < start);
    let before = move |at: usize| at.checked_sub(1).map(|before| images[before].node);
    let found = (first..images.len()).take_while(move |&at| start_of(images[at].node) < end);
    let single = found.filter(move |&at| !is_twin(document, before(at), images[at].node));
    single.map(move |at| images[at].node).filter(move |&node| is_content(document, node, template.clone()))
}

/// Whether there is no template between an image and the content around it, except the caption of its figure.
fn is_content(document: &Document<'_>, image: u32, mut template: Range<usize>) -> bool {
    let page = document.page();
    if page.contexts[image as usize].flags & (flag::DROPPED | flag::HIDDEN) != 0 || template.len() > MAX_CAPTION {
        return false;
    }
    let figure = if template.is_empty() { None } else { figure_around(document, image) };
    template
        .all(|block| figure.as_ref().is_some_and(|figure| figure.contains(&(page.blocks[block].first_text as usize))))
}

/// The nodes of the `figure` around an image.
fn figure_around(document: &Document<'_>, image: u32) -> Option<Range<usize>> {
    let tree = &document.page().tree;
    let mut around = tree.ancestors(image).skip(1).take(MAX_DEPTH);
    let figure = around.find(|&node| tree.nodes[node as usize].tag == Tag::FIGURE)?;
    Some(tree.subtree(figure))
}

/// The containers around an image that also contain one of the adjacent blocks, whose containers are `chains`.
pub(super) fn containers_of_image(
    document: &Document<'_>,
    chains: &[List<Container>; 2],
    image: u32,
) -> List<Container> {
    let scopes = document.structure().scopes;
    let is_around = |container: &&Container| {
        document.page().tree.subtree(scopes[container.scope as usize].node).contains(&(image as usize))
    };
    let [of_last, of_next] =
        chains.each_ref().map(|chain| chain.iter().take_while(is_around).copied().collect::<List<Container>>());
    if of_next.len() > of_last.len() { of_next } else { of_last }
}
