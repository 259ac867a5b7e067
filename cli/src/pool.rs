//! An ordered parallel map over a list.

use std::ops::ControlFlow;
use std::sync::mpsc;

/// The capacity of each thread's result queue, which bounds memory when one page takes long.
const QUEUE_CAPACITY: usize = 4;

/// Calls `work` for every item on `jobs` threads, each with its own state, and `take` on the calling thread with the
/// results in the order of the items. Stops early when `take` breaks.
pub fn map_in_order<I: Sync, R: Send, S>(
    items: &[I],
    jobs: usize,
    new_state: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, &I) -> R + Sync,
    mut take: impl FnMut(&I, R) -> ControlFlow<()>,
) {
    let jobs = jobs.min(items.len());
    if jobs <= 1 {
        let mut state = new_state();
        let _ = items.iter().try_for_each(|item| take(item, work(&mut state, item)));
        return;
    }
    let (new_state, work) = (&new_state, &work);
    std::thread::scope(|scope| {
        // Thread `t` has the items `t`, `t + jobs` and so on, so results are taken from the threads round-robin.
        let start = |thread: usize| {
            let (sender, receiver) = mpsc::sync_channel(QUEUE_CAPACITY);
            scope.spawn(move || {
                let mut state = new_state();
                let mut own = items.iter().skip(thread).step_by(jobs);
                // Sending fails after `take` broke.
                own.try_for_each(|item| sender.send(work(&mut state, item)))
            });
            receiver
        };
        let receivers: Vec<_> = (0..jobs).map(start).collect();
        for (item, receiver) in items.iter().zip(receivers.iter().cycle()) {
            // A closed channel means that the thread panicked, which the scope propagates.
            let Ok(result) = receiver.recv() else { break };
            if take(item, result).is_break() {
                break;
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_keep_the_order_of_the_items() {
        let items: Vec<u64> = (0..100).collect();
        for jobs in [0, 1, 2, 3, 7, 200] {
            let mut seen = Vec::new();
            let slow = |_: &mut (), &item: &u64| {
                std::thread::sleep(std::time::Duration::from_micros(item * 37 % 100));
                2 * item
            };
            map_in_order(
                &items,
                jobs,
                || (),
                slow,
                |&item, result| {
                    seen.push((item, result));
                    ControlFlow::Continue(())
                },
            );
            assert_eq!(seen, items.iter().map(|&item| (item, 2 * item)).collect::<Vec<_>>(), "{jobs}");
        }
    }

    #[test]
    fn break_stops_all_threads() {
        let items: Vec<u32> = (0..10_000).collect();
        for jobs in [1, 3] {
            let mut taken = 0;
            map_in_order(
                &items,
                jobs,
                || (),
                |(), &item| item,
                |_, item| {
                    taken += 1;
                    if item == 5 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                },
            );
            assert_eq!(taken, 6);
        }
    }
}
