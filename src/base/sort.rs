//! A small sort, for lists that are short, or sorted on call: each type for which the standard library's is compiled takes
//! six kilobytes. In place, and in time `n log n` on any input.

/// Items that are fewer are inserted one after the other, which is stable.
const FEW: usize = 20;

/// Sorts items. Equal ones of a long list have no certain order.
pub(crate) fn sort<T: Ord>(items: &mut [T]) {
    sort_by(items, |a, b| a < b);
}

/// Sorts items by a key.
pub(crate) fn sort_by_key<T, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    sort_by(items, |a, b| key(a) < key(b));
}

fn sort_by<T>(items: &mut [T], is_less: impl Fn(&T, &T) -> bool) {
    if items.len() <= FEW {
        for end in 1..items.len() {
            let mut at = end;
            while at > 0 && is_less(&items[at], &items[at - 1]) {
                items.swap(at, at - 1);
                at -= 1;
            }
        }
        return;
    }
    // A heap, whose greatest item goes to its end until it is empty.
    for turn in (0..items.len() + items.len() / 2).rev() {
        let (mut at, end) = match turn.checked_sub(items.len()) {
            Some(root) => (root, items.len()),
            None => {
                items.swap(0, turn);
                (0, turn)
            }
        };
        loop {
            let mut child = 2 * at + 1;
            if child >= end {
                break;
            }
            child += usize::from(child + 1 < end && is_less(&items[child], &items[child + 1]));
            if !is_less(&items[at], &items[child]) {
                break;
            }
            items.swap(at, child);
            at = child;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::random::Random;

    #[test]
    fn sorts_as_the_standard_library_does() {
        let mut random = Random(3);
        for len in (0..70).chain([1000]) {
            for limit in [2u32, 10, 1_000_000] {
                let items: Vec<u32> = (0..len).map(|_| random.below(limit)).collect();
                let (mut sorted, mut expected, mut falling) = (items.clone(), items.clone(), items);
                expected.sort_unstable();
                sort(&mut sorted);
                assert_eq!(sorted, expected);
                sort(&mut sorted);
                assert_eq!(sorted, expected);
                sort_by_key(&mut falling, |&item| u32::MAX - item);
                expected.reverse();
                assert_eq!(falling, expected);
            }
        }
    }

    #[test]
    fn few_items_keep_their_order() {
        let mut items = [(1, 'a'), (0, 'b'), (1, 'c'), (0, 'd'), (0, 'e')];
        sort_by_key(&mut items, |item| item.0);
        assert_eq!(items.map(|item| item.1), ['b', 'd', 'e', 'a', 'c']);
    }
}
