//! Invariants of groups: their order and their items, and that comments and records are the items of one each.

use blockmask::{Document, Group, GroupItem, GroupKind};

pub fn violation(document: &Document) -> Result<(), String> {
    let groups = document.groups();
    for group in &groups {
        items(document, group)?;
        require!((0.0..=1.0).contains(&group.probability()), "a probability of {}", group.probability());
    }
    let first = |group: &Group| group.items().iter().map(|item| item.blocks().start).min();
    require!(groups.is_sorted_by_key(first), "groups out of order");
    let lists: Vec<_> = groups.iter().filter(|group| group.is_main_list()).collect();
    let list: Vec<_> = lists.iter().flat_map(|list| list.items()).map(|item| (item.source(), item.blocks())).collect();
    let records: Vec<_> = document.records().iter().map(|record| (record.source(), record.blocks())).collect();
    require!(lists.len() <= 1 && list == records, "records {records:?}, main list {list:?}");
    let comments = comments(document, &groups)?;
    apart(groups.iter().enumerate().filter(|&(at, group)| Some(at) != comments && !group.is_main_list()))
}

/// Items are in the order of their blocks, with ranges in the page, and answer items before them.
fn items(document: &Document, group: &Group) -> Result<(), String> {
    let items = group.items();
    require!(!items.is_empty(), "a group without items");
    for (index, item) in items.iter().enumerate() {
        let (blocks, source) = (item.blocks(), item.source());
        require!(blocks.start < blocks.end && blocks.end <= document.blocks().len(), "an item of blocks {blocks:?}");
        let around = group.source();
        require!(source.start <= source.end && source.end <= document.bytes().len(), "an item at {source:?}");
        require!(around.start <= source.start && source.end <= around.end, "an item at {source:?} in {around:?}");
        require!(item.parent().is_none_or(|parent| parent < index), "item {index} answers {:?}", item.parent());
        for text in [item.author(), item.date(), item.rating(), item.price()].into_iter().flatten() {
            let inside = document.text().as_bytes().as_ptr_range();
            require!(!text.is_empty() && inside.contains(&text.as_ptr()), "a text of an item: {text:?}");
        }
    }
    Ok(())
}

/// The comments are the items of one group, if there are any, whose index is returned; no other is of that kind.
fn comments(document: &Document, groups: &[Group]) -> Result<Option<usize>, String> {
    let comments: Vec<_> = document.comments().map(|comment| (comment.source(), comment.parent())).collect();
    let of_item = |item: &GroupItem| (item.source(), item.parent());
    let found = groups.iter().position(|group| group.items().iter().map(of_item).eq(comments.iter().cloned()));
    require!(comments.is_empty() || found.is_some(), "comments {comments:?} without a group");
    let others = groups.iter().enumerate().filter(|&(at, _)| Some(at) != found);
    require!(others.into_iter().all(|(_, group)| group.group_kind() != GroupKind::Comments), "comments that are none");
    Ok(found)
}

/// Items of the groups that are neither comments nor the main list lie beside each other, or in each other.
fn apart<'g>(groups: impl Iterator<Item = (usize, &'g Group<'g>)>) -> Result<(), String> {
    let mut ranges: Vec<_> = groups.flat_map(|(_, group)| group.items()).map(|item| item.blocks()).collect();
    ranges.sort_by_key(|range| (range.start, usize::MAX - range.end));
    let mut open: Vec<usize> = Vec::new();
    for range in ranges {
        while open.last().is_some_and(|&end| end <= range.start) {
            open.pop();
        }
        require!(open.last().is_none_or(|&end| range.end <= end), "items cross at block {}", range.start);
        open.push(range.end);
    }
    Ok(())
}
