//! An ordered parallel map over an iterator.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError, mpsc};
use std::thread::Builder;

/// For each thread, the number of items that may be begun before an earlier one is done; this bounds memory when one
/// takes long.
const WINDOW: usize = 4;

/// Calls `work` for every item on `jobs` threads, each with its own state, and `take` on the calling thread with the
/// results in the order of the items. Stops early when `take` breaks.
///
/// No more than `jobs` items and four times as many results exist at a time.
pub fn map_in_order<T: Send, R: Send, S>(
    mut items: impl Iterator<Item = T> + Send,
    jobs: usize,
    new_state: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, T) -> R + Sync,
    mut take: impl FnMut(R) -> ControlFlow<()>,
) {
    if jobs <= 1 {
        let mut state = new_state();
        let _ = items.try_for_each(|item| take(work(&mut state, item)));
        return;
    }
    let gate = Gate::default();
    let items = Mutex::new(items.enumerate());
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        let mut threads = 0;
        // They begin together: a thread that starts takes memory, without which the process ends.
        let (ready, started) = mpsc::channel();
        let wait = items.lock();
        for _ in 0..jobs {
            let (sender, ready) = (sender.clone(), ready.clone());
            let (gate, items, new_state, work) = (&gate, &items, &new_state, &work);
            let run = move || {
                let _guard = StopOnPanic(gate);
                let mut state = new_state();
                let _ = ready.send(());
                drop(ready);
                while let Some((index, item)) = next(items, gate, WINDOW * jobs) {
                    // Sending fails after `take` broke.
                    if sender.send((index, work(&mut state, item))).is_err() {
                        break;
                    }
                }
            };
            // The system may have no memory for a thread.
            threads += usize::from(Builder::new().spawn_scoped(scope, run).is_ok());
        }
        drop(ready);
        // Fewer if one panicked.
        let _ = started.iter().take(threads).count();
        drop(wait);
        if threads == 0 {
            let mut state = new_state();
            let left = std::iter::from_fn(|| items.lock().ok()?.next());
            let _ = left.map(|(_, item)| item).try_for_each(|item| take(work(&mut state, item)));
            return;
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut done = 0;
        // The channel closes at the end, and if a thread panicked, which the scope propagates.
        while let Ok((index, result)) = receiver.recv() {
            waiting.insert(index, result);
            while let Some(result) = waiting.remove(&done) {
                done += 1;
                gate.set_done(done);
                if take(result).is_break() {
                    gate.stop();
                    return;
                }
            }
        }
    });
}

/// The next item and its index, as soon as it is less than `window` ahead of the last result.
fn next<T>(items: &Mutex<impl Iterator<Item = (usize, T)>>, gate: &Gate, window: usize) -> Option<(usize, T)> {
    // Poisoned if the iterator panicked.
    let mut items = items.lock().ok()?;
    if gate.enter(window) { items.next() } else { None }
}

/// Lets threads begin items until they are too far ahead.
#[derive(Default)]
struct Gate {
    state: Mutex<Progress>,
    changed: Condvar,
}

#[derive(Default)]
struct Progress {
    begun: usize,
    done: usize,
    is_stopped: bool,
}

impl Gate {
    fn lock(&self) -> MutexGuard<'_, Progress> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until another item may be begun; false if none may any more.
    fn enter(&self, window: usize) -> bool {
        let is_closed = |progress: &mut Progress| !progress.is_stopped && progress.begun >= progress.done + window;
        let mut progress = self.changed.wait_while(self.lock(), is_closed).unwrap_or_else(PoisonError::into_inner);
        progress.begun += 1;
        !progress.is_stopped
    }

    fn set_done(&self, done: usize) {
        self.lock().done = done;
        self.changed.notify_all();
    }

    fn stop(&self) {
        self.lock().is_stopped = true;
        self.changed.notify_all();
    }
}

/// Without it, the other threads would wait for a result that never comes.
struct StopOnPanic<'a>(&'a Gate);

impl Drop for StopOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.stop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    #[test]
    fn results_keep_the_order_of_the_items() {
        for jobs in [0, 1, 2, 3, 7, 200] {
            let mut seen = Vec::new();
            let slow = |_: &mut (), item: u64| {
                std::thread::sleep(Duration::from_micros(item * 37 % 100));
                2 * item
            };
            let take = |result| {
                seen.push(result);
                ControlFlow::Continue(())
            };
            map_in_order(0..100, jobs, || (), slow, take);
            assert_eq!(seen, (0..100).map(|item| 2 * item).collect::<Vec<_>>(), "{jobs}");
        }
    }

    #[test]
    fn break_stops_all_threads() {
        for jobs in [1, 3] {
            let begun = AtomicUsize::new(0);
            let mut taken = 0;
            let take = |item| {
                taken += 1;
                if item == 5 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            let work = |(): &mut (), item| {
                begun.fetch_add(1, Ordering::Relaxed);
                item
            };
            map_in_order(0..10_000, jobs, || (), work, take);
            assert_eq!(taken, 6);
            assert!(begun.into_inner() <= 6 + WINDOW * jobs);
        }
    }

    #[test]
    fn threads_do_not_run_far_ahead_of_a_slow_item() {
        let begun = AtomicUsize::new(0);
        let work = |(): &mut (), item| {
            begun.fetch_add(1, Ordering::Relaxed);
            if item == 0 {
                std::thread::sleep(Duration::from_millis(50));
            }
            (item, begun.load(Ordering::Relaxed))
        };
        let mut at_first = 0;
        let take = |(item, begun)| {
            if item == 0 {
                at_first = begun;
            }
            ControlFlow::Continue(())
        };
        map_in_order(0..1000, 2, || (), work, take);
        assert_eq!(at_first, 2 * WINDOW);
    }

    #[test]
    #[should_panic(expected = "a scoped thread panicked")]
    fn a_panic_ends_all_threads() {
        let work = |(): &mut (), item: u32| assert!(item != 50);
        map_in_order(0..10_000, 3, || (), work, |()| ControlFlow::Continue(()));
    }
}
