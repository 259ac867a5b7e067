//! The memory of one page: bump arenas that are emptied, not freed, between pages.
//!
//! A bump arena that runs out of room opens a chunk of twice the size, so room is made beforehand, from what is known
//! of the page: its tags, then its nodes and texts. After the largest page of a crawl nothing is asked of the system
//! any more.
//!
//! An arena that gets no memory, from the system or by [`Limits::max_memory`](crate::Limits::max_memory), unwinds with
//! [`OutOfMemory`]; the analyzer makes an error of it. Those who call the algorithms with an arena of their own, with a
//! limit, use [`catching`].

mod bump;
mod vec;

pub use bump::{Bump, OutOfMemory, catching};
pub use vec::Vec;

/// The arenas of an analyzer.
#[derive(Default)]
pub(crate) struct Arenas {
    /// The page as UTF-8, if it is in another encoding; and the work space of the tree builder.
    pub spare: Arena,
    /// Nodes, attributes, contexts.
    pub tree: Arena,
    /// The same for a page that is parsed a second time.
    pub second_tree: Arena,
    /// Text, blocks, and what the algorithms make of them.
    pub tables: Arena,
    /// What an algorithm needs until it is done.
    pub scratch: Arena,
}

impl Arenas {
    /// Bytes held, used or not.
    pub fn allocated_bytes(&self) -> usize {
        [&self.spare, &self.tree, &self.second_tree, &self.tables, &self.scratch].iter().map(|arena| arena.held()).sum()
    }

    /// Forgets what the last page needed.
    pub fn begin_page(&mut self) {
        for arena in [&mut self.spare, &mut self.tree, &mut self.second_tree, &mut self.tables, &mut self.scratch] {
            arena.bump.forget_room();
        }
    }

    /// Runs `work` on the arenas. If it fails and `again` agrees, it is run again; `again` may change what it is given,
    /// and may touch the arenas.
    pub fn until_it_works<'a, W, T, E: 'static>(
        &'a mut self,
        mut way: W,
        work: impl Fn(&W, &'a mut Arenas) -> Result<T, E>,
        again: impl Fn(&mut W, &E, &mut Arenas) -> bool,
    ) -> Result<T, E> {
        let arenas: *mut Arenas = self;
        loop {
            // SAFETY: the pointer is that of a reference that is not used as long as this loop runs. Nothing that an
            // earlier run borrowed of it is left: the run failed, its error is 'static, and the one caller's `work`
            // keeps nothing elsewhere. The compiler cannot see that the borrow of a failed run ends.
            #[allow(unsafe_code)]
            let borrowed: &'a mut Arenas = unsafe { &mut *arenas };
            let error = match work(&way, borrowed) {
                Ok(result) => return Ok(result),
                Err(error) => error,
            };
            // SAFETY: the same.
            #[allow(unsafe_code)]
            let idle = unsafe { &mut *arenas };
            if !again(&mut way, &error, idle) {
                return Err(error);
            }
        }
    }
}

/// One arena.
#[derive(Default)]
pub struct Arena {
    bump: Bump,
}

/// Room that even the smallest page gets.
const MINIMUM: usize = 4 << 10;

impl Arena {
    /// Bytes held, used or not.
    pub fn held(&self) -> usize {
        self.bump.allocated_bytes()
    }

    /// See [`Bump::need`].
    pub fn need(&self) -> usize {
        self.bump.need()
    }

    /// Empties the arena and makes room for this many bytes, if it may hold so many: at most `most`.
    ///
    /// # Errors
    /// If the system has no memory left.
    pub fn begin(&mut self, bytes: usize, most: Option<usize>) -> Result<&Bump, OutOfMemory> {
        self.bump.keep_reserve()?;
        self.bump.reset();
        self.bump.note_room(bytes);
        let room = if bytes == 0 { 0 } else { bytes + MINIMUM };
        let most_bytes = most.unwrap_or(usize::MAX);
        if self.bump.chunk_capacity() < room || self.held() > most_bytes {
            self.bump.renew(room.min(most_bytes));
            // Chunks are made a little larger than is asked for.
            if self.held() > most_bytes {
                self.bump.renew(0);
            }
        }
        self.bump.set_allocation_limit(most);
        Ok(&self.bump)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_that_fails_is_run_again_in_new_memory() {
        let mut arenas = Arenas::default();
        let work = |count: &usize, arenas: &mut Arenas| -> Result<usize, OutOfMemory> {
            assert_eq!(arenas.allocated_bytes(), 0);
            let bump = arenas.tables.begin(100, Some(100_000))?;
            catching(|| bump.alloc_slice_fill_copy(*count, 0u8).len())
        };
        let halve = |count: &mut usize, _: &OutOfMemory, arenas: &mut Arenas| {
            *arenas = Arenas::default();
            *count /= 2;
            *count > 0
        };
        assert_eq!(arenas.until_it_works(1_000_000, work, halve), Ok(62_500));
        arenas = Arenas::default();
        assert_eq!(arenas.until_it_works(1_000_000, work, |_, _, _| false), Err(OutOfMemory::Limit));
    }
}
