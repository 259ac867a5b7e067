//! The memory of one page: bump arenas that are emptied, not freed, between pages.
//!
//! A bump arena that is full opens a chunk of twice the size, so the capacity is reserved beforehand, from an estimate
//! by the page's tags, then by its nodes and texts. After the largest page of a crawl the allocator is not called
//! again.
//!
//! An arena that gets no memory, from the system or by [`Limits::max_memory`](crate::Limits::max_memory), unwinds with
//! [`OutOfMemory`], which the analyzer turns into an error. Callers that pass their own arena with a limit to an
//! algorithm use [`catch_full_arena`].

mod bump;
mod owning;
#[cfg(feature = "unstable")]
pub mod reserve;
mod scratch;
mod vec;

#[cfg(any(test, feature = "unstable"))]
pub use bump::catch_out_of_memory;
pub(crate) use bump::is_caught;
pub use bump::{Bump, OutOfMemory, catch_full_arena, refuse};
pub(crate) use bump::{Ended, cancel, catch_ended};
pub(crate) use owning::{Borrower, Owning, try_box};
pub use scratch::Scratch;
pub use vec::Vec;

/// The arenas of an analyzer.
#[derive(Default)]
pub(crate) struct Arenas {
    /// The page as UTF-8, if it is in another encoding, and the working memory of the tree builder.
    pub spare: Arena,
    /// Nodes, attributes, contexts.
    pub tree: Arena,
    /// Nodes, attributes, contexts of a page that is parsed a second time.
    pub second_tree: Arena,
    /// Text, blocks, and the results of the algorithms.
    pub tables: Arena,
    /// Temporary tables of one algorithm at a time.
    pub scratch: Arena,
}

impl Arenas {
    /// Bytes allocated from the system, used or not.
    pub fn allocated_bytes(&self) -> usize {
        [&self.spare, &self.tree, &self.second_tree, &self.tables, &self.scratch]
            .iter()
            .map(|arena| arena.allocated_bytes())
            .sum()
    }

    /// Resets the high-water marks for a new page.
    pub fn begin_page(&mut self) {
        for arena in [&mut self.spare, &mut self.tree, &mut self.second_tree, &mut self.tables, &mut self.scratch] {
            arena.bump.clear_request();
        }
    }

    /// Runs an attempt, and again as long as it fails and [`Attempt::should_retry`] says so.
    ///
    /// # Errors
    /// The error of the last run.
    pub fn retry_with<'a, 'i: 'a, A: Attempt<'i>>(&'a mut self, mut attempt: A) -> Result<A::Output<'a>, A::Error> {
        let arenas: *mut Arenas = self;
        loop {
            // SAFETY: the pointer comes from a unique reference that is not used while this loop runs. Nothing that an
            // earlier run borrowed is left: `run` is generic over the lifetime of its borrow, so neither the attempt
            // nor its error can hold it, and there was no output. Today's borrow checker does not see that the borrow
            // of a failed run ends ("problem case 3" of RFC 2094, non-lexical lifetimes).
            #[allow(unsafe_code)]
            let borrowed: &'a mut Arenas = unsafe { &mut *arenas };
            let error = match attempt.run(borrowed) {
                Ok(output) => return Ok(output),
                Err(error) => error,
            };
            // SAFETY: as above.
            #[allow(unsafe_code)]
            let idle = unsafe { &mut *arenas };
            if !attempt.should_retry(&error, idle) {
                return Err(error);
            }
        }
    }
}

/// Work that may run out of memory, for [`Arenas::retry_with`], over input of the lifetime `'i`.
pub(crate) trait Attempt<'i> {
    /// The result, which may borrow from the arenas and from the input.
    type Output<'a>
    where
        'i: 'a;
    /// Why a run failed.
    type Error;

    /// Runs once.
    fn run<'a>(&self, arenas: &'a mut Arenas) -> Result<Self::Output<'a>, Self::Error>
    where
        'i: 'a;

    /// After a failed run: whether to run again. May change what the next run does and replace the arenas.
    fn should_retry(&mut self, error: &Self::Error, arenas: &mut Arenas) -> bool;
}

/// One arena, emptied for each page.
#[derive(Default)]
pub struct Arena {
    bump: Bump,
}

/// Capacity added to every request, for the smallest pages.
const EXTRA_CAPACITY: usize = 4 << 10;

impl Arena {
    /// Bytes allocated from the system, used or not.
    pub fn allocated_bytes(&self) -> usize {
        self.bump.allocated_bytes()
    }

    /// See [`Bump::high_water_mark`].
    pub fn high_water_mark(&self) -> usize {
        self.bump.high_water_mark()
    }

    /// Empties the arena, limits it to `limit` bytes, and reserves `bytes` as far as the limit allows.
    ///
    /// # Errors
    /// If the system has no memory left.
    pub fn begin(&mut self, bytes: usize, limit: Option<usize>) -> Result<&Bump, OutOfMemory> {
        self.bump.ensure_reserve()?;
        self.bump.reset();
        self.bump.note_request(bytes);
        let capacity = if bytes == 0 { 0 } else { bytes + EXTRA_CAPACITY };
        let max_bytes = limit.unwrap_or(usize::MAX);
        if self.bump.chunk_capacity() < capacity || self.allocated_bytes() > max_bytes {
            self.bump.reallocate(capacity.min(max_bytes));
            // bumpalo rounds the size of a chunk up.
            if self.allocated_bytes() > max_bytes {
                self.bump.reallocate(0);
            }
        }
        self.bump.set_allocation_limit(limit);
        Ok(&self.bump)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Fills memory with `count` zeros; after a failure with half as many, at most `retries` times.
    struct Fill {
        count: usize,
        retries: usize,
    }

    impl Attempt<'static> for Fill {
        type Output<'a> = &'a [u8];
        type Error = OutOfMemory;

        fn run<'a>(&self, arenas: &'a mut Arenas) -> Result<&'a [u8], OutOfMemory>
        where
            'static: 'a,
        {
            assert_eq!(arenas.allocated_bytes(), 0);
            let bump = arenas.tables.begin(100, Some(100_000))?;
            catch_out_of_memory(|| &*bump.alloc_slice_fill_copy(self.count, 0u8))
        }

        fn should_retry(&mut self, _: &OutOfMemory, arenas: &mut Arenas) -> bool {
            *arenas = Arenas::default();
            self.count /= 2;
            self.retries = self.retries.saturating_sub(1);
            self.retries > 0
        }
    }

    #[test]
    fn a_failed_attempt_is_retried_in_new_memory() {
        let len = |retries| Arenas::default().retry_with(Fill { count: 1_000_000, retries }).map(<[u8]>::len);
        assert_eq!(len(100), Ok(62_500));
        assert_eq!(len(3), Err(OutOfMemory::Limit));
    }
}
