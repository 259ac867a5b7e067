//! The decision procedure: which regions are the article and its comments, or items of a list (Pappas et al. 2012).
//! Where the paper leaves a choice open, the authors' published program served as a guide.

use super::own_text::TextSpan;
use super::region::{Region, Regions};
use super::{LayoutAreaRole, PageLayout, StyleDensityOptions, names};
use crate::base::arena::{Bump, Vec as ArenaVec};
use crate::read::html::{NONE, Node};
use crate::read::page::Page;

/// The layout of a page, and by region its role, if it belongs to the result.
pub(super) struct Decision<'a> {
    pub layout: PageLayout,
    pub roles: &'a [Option<LayoutAreaRole>],
}

/// Decides by the rules of the paper.
pub(super) fn decide<'a>(
    arena: &'a Bump,
    page: &Page<'_>,
    regions: &Regions<'_>,
    spans: &[TextSpan],
    options: &StyleDensityOptions,
) -> Decision<'a> {
    let all = regions.all;
    let roles = arena.alloc_slice_fill_copy(all.len(), None);
    let mut candidates = ArenaVec::new_in(arena);
    candidates.extend((0..all.len()).filter(|&i| all[i].is_candidate(regions.largest, options.t1)));
    let Some(article) = article(page, all, &candidates, options.strict_article) else {
        candidates.iter().for_each(|&i| roles[i] = Some(LayoutAreaRole::Item));
        return Decision { layout: PageLayout::Multiple, roles };
    };
    if let Some(group) = nearest_group(arena, page, all, article)
        && group.is_comments(page, regions, spans, article)
    {
        for i in (0..all.len()).filter(|&i| i != article && group_of(page, &all[i]) == Some(group.key)) {
            roles[i] = Some(LayoutAreaRole::Comment);
        }
        roles[article] = Some(LayoutAreaRole::Article);
        return Decision { layout: PageLayout::ArticleWithComments, roles };
    }
    let is_alike = |&i: &usize| all[i].level == all[article].level && all[i].class == all[article].class;
    if candidates.len() > 1 && candidates.iter().all(is_alike) {
        candidates.iter().for_each(|&i| roles[i] = Some(LayoutAreaRole::Item));
        return Decision { layout: PageLayout::Multiple, roles };
    }
    roles[article] = Some(LayoutAreaRole::Article);
    Decision { layout: PageLayout::Article, roles }
}

/// The region of the article, if one candidate stands out.
fn article(page: &Page<'_>, all: &[Region], candidates: &[usize], strict: bool) -> Option<usize> {
    if let [only] = *candidates {
        return Some(only);
    }
    let is_titled = |&&i: &&usize| {
        let region = &all[i];
        // Comments have titles too, but are not articles.
        region.title != NONE
            && 2 * region.title_level > region.level
            && !names::mentions_comments(&page.tree, &page.tree.nodes[region.root as usize])
    };
    let titled = || candidates.iter().filter(is_titled);
    let least = titled().map(|&i| all[i].level).min()?;
    // Rivals on the same level: a list, not an article.
    if titled().filter(|&&i| all[i].level == least).count() > 1 {
        return None;
    }
    let nearest = titled().min_by_key(|&&i| (all[i].level, all[i].title_diff(), i)).copied()?;
    let rivals = titled().filter(|&&i| i != nearest && all[i].title_diff() <= all[nearest].title_diff());
    (!strict || rivals.count() == 0).then_some(nearest)
}

/// Regions with the same class, except for the article.
struct Group {
    key: u32,
    /// The first and the last region.
    first: usize,
    last: usize,
    least_level: u32,
    characters: u64,
}

/// The group of a region: its class. Regions without a class are one group if their parent's class mentions comments.
fn group_of(page: &Page<'_>, region: &Region) -> Option<u32> {
    if region.class != 0 {
        return Some(region.class);
    }
    let nodes = page.tree.nodes;
    let parent = nodes.get(nodes[region.root as usize].parent as usize)?;
    names::class_mentions_comments(&page.tree, parent).then_some(0)
}

/// The group that shares the deepest ancestor with the article; of several, the one with the most characters.
fn nearest_group(arena: &Bump, page: &Page<'_>, all: &[Region], article: usize) -> Option<Group> {
    let classes = all.iter().map(|region| region.class).max().unwrap_or(0) as usize;
    let slots: &mut [Option<Group>] = arena.alloc_slice_fill_with(classes + 1, |_| None);
    for (i, region) in all.iter().enumerate().filter(|&(i, _)| i != article) {
        let Some(key) = group_of(page, region) else { continue };
        let group = slots[key as usize].get_or_insert(Group {
            key,
            first: i,
            last: i,
            least_level: region.level,
            characters: 0,
        });
        group.last = i;
        group.least_level = group.least_level.min(region.level);
        group.characters += u64::from(region.density);
    }
    let meets = meeting_depths(arena, all, article);
    // The parents of two nodes meet where the nodes do, unless one of these is above the other.
    let shared =
        |group: &Group| meets[group.first].min(meets[group.last]).min(all[article].level).min(group.least_level);
    let key = |group: &Group| (shared(group), group.characters, std::cmp::Reverse(group.first));
    slots.iter_mut().filter_map(Option::take).max_by_key(key)
}

/// The depth of the deepest node that holds both a region's root and the article's, for each region.
fn meeting_depths<'a>(arena: &'a Bump, all: &[Region], article: usize) -> &'a [u32] {
    let meets = arena.alloc_slice_fill_copy(all.len(), u32::MAX);
    for i in article + 1..all.len() {
        meets[i] = meets[i - 1].min(all[i].meets_last);
    }
    for i in (0..article).rev() {
        meets[i] = meets[i + 1].min(all[i + 1].meets_last);
    }
    meets
}

impl Group {
    fn is_comments(&self, page: &Page<'_>, regions: &Regions<'_>, spans: &[TextSpan], article: usize) -> bool {
        let (all, nodes) = (regions.all, page.tree.nodes);
        let (first, main) = (&all[self.first], &all[article]);
        let parent = |region: &Region| nodes[region.root as usize].parent;
        let same = first.level == main.level && parent(first) == parent(main) && first.class == main.class;
        if same || self.first < article {
            return false;
        }
        let mentions =
            |node: u32| nodes.get(node as usize).is_some_and(|node| names::mentions_comments(&page.tree, node));
        let is_member = |i: usize| i != article && group_of(page, &all[i]) == Some(self.key);
        mentions(common_ancestor(nodes, parent(first), parent(&all[self.last])))
            || (self.first..=self.last).any(|i| is_member(i) && mentions(all[i].root))
            || spans.iter().any(|span| {
                regions.of_owner(span.owner).is_some_and(|i| is_member(i as usize))
                    && names::has_attribution(&page.text[span.text.0 as usize..span.text.1 as usize])
            })
    }
}

/// The deepest node that holds both. A parent comes before its children, so the later node climbs.
pub(super) fn common_ancestor(nodes: &[Node], mut a: u32, mut b: u32) -> u32 {
    while a != b {
        let later = if a == NONE || (b != NONE && b > a) { &mut b } else { &mut a };
        let Some(node) = nodes.get(*later as usize) else { return NONE };
        *later = node.parent;
    }
    a
}
