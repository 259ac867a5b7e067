//! A vector in an arena: that of bumpalo, but one that unwinds with [`OutOfMemory`](super::OutOfMemory) where that
//! would end the process.

use super::Bump;
use bumpalo::collections::{CollectionAllocErr, Vec as Inner};
use std::ops::{Deref, DerefMut};

/// A growing table in an arena.
///
/// Its items are never dropped: tables hold plain data.
pub struct Vec<'a, T> {
    inner: Inner<'a, T>,
    bump: &'a Bump,
}

impl<'a, T> Vec<'a, T> {
    /// An empty table, without room.
    pub fn new_in(bump: &'a Bump) -> Self {
        Vec { inner: Inner::new_in(bump.inner()), bump }
    }

    /// An empty table with room for `capacity` items.
    pub fn with_capacity_in(capacity: usize, bump: &'a Bump) -> Self {
        let mut table = Vec::new_in(bump);
        table.reserve_exact(capacity);
        table
    }

    /// A table of these items.
    pub fn from_iter_in(items: impl IntoIterator<Item = T>, bump: &'a Bump) -> Self {
        let mut table = Vec::new_in(bump);
        table.extend(items);
        table
    }

    /// The arena.
    pub fn bump(&self) -> &'a Bump {
        self.bump
    }

    /// Items that there is room for.
    #[inline]
    pub fn capacity(&self) -> usize {
        self.inner.capacity()
    }

    /// Adds an item.
    #[inline(always)]
    pub fn push(&mut self, item: T) {
        let len = self.inner.len();
        if len == self.inner.capacity() {
            self.grow();
        }
        // SAFETY: there is room for an item behind the last one, for `grow` has made it or has not returned. The other
        // `push` would ask for that once more, several times for each byte of a page.
        #[allow(unsafe_code)]
        unsafe {
            self.inner.as_mut_ptr().add(len).write(item);
            self.inner.set_len(len + 1);
        }
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self) {
        self.reserve(1);
    }

    /// Takes the last item.
    #[inline]
    pub fn pop(&mut self) -> Option<T> {
        self.inner.pop()
    }

    /// Room for so many more items, and perhaps for further ones.
    #[inline]
    pub fn reserve(&mut self, more: usize) {
        if more > self.inner.capacity() - self.inner.len() && self.inner.try_reserve(more).is_err() {
            self.refused(more.max(self.inner.len()));
        }
    }

    /// Room for so many more items.
    pub fn reserve_exact(&mut self, more: usize) {
        if self.inner.try_reserve_exact(more).is_err() {
            self.refused(more);
        }
    }

    #[cold]
    fn refused(&self, more: usize) -> ! {
        self.bump.out_of_memory((self.inner.len() + more).saturating_mul(size_of::<T>()))
    }

    /// The same, or an error.
    ///
    /// # Errors
    /// If the system, or the arena's limit, refuses the memory.
    pub fn try_reserve_exact(&mut self, more: usize) -> Result<(), CollectionAllocErr> {
        self.inner.try_reserve_exact(more)
    }

    /// Keeps the first `len` items.
    pub fn truncate(&mut self, len: usize) {
        self.inner.truncate(len);
    }

    /// Keeps no item.
    pub fn clear(&mut self) {
        self.inner.clear();
    }

    /// Keeps the items that `keep` says.
    pub fn retain(&mut self, keep: impl FnMut(&T) -> bool) {
        let mut keep = keep;
        self.inner.retain(|item| keep(item));
    }

    /// The table as it is, for as long as the arena keeps it.
    pub fn into_bump_slice(self) -> &'a [T] {
        self.inner.into_bump_slice()
    }

    /// The same, to be changed.
    pub fn into_bump_slice_mut(self) -> &'a mut [T] {
        self.inner.into_bump_slice_mut()
    }
}

impl<T: Clone> Vec<'_, T> {
    /// Adds or takes items at the end until there are `len`.
    pub fn resize(&mut self, len: usize, value: T) {
        self.reserve(len.saturating_sub(self.inner.len()));
        self.inner.resize(len, value);
    }
}

impl<T: Copy> Vec<'_, T> {
    /// Adds copies of items.
    #[inline]
    pub fn extend_from_slice_copy(&mut self, items: &[T]) {
        self.reserve(items.len());
        self.inner.extend_from_slice_copy(items);
    }

    /// The same.
    #[inline]
    pub fn extend_from_slice(&mut self, items: &[T]) {
        self.extend_from_slice_copy(items);
    }
}

/// Bytes that are copied at once.
const AT_ONCE: usize = 64;

impl Vec<'_, u8> {
    /// Adds `source[from..end]`. A short stretch is copied with what stands behind it, which is then cut off: that
    /// takes no call, and no branch that depends on its length.
    #[inline]
    pub fn extend_from_range(&mut self, source: &[u8], from: usize, end: usize) {
        let len = end - from;
        match source.get(from..).and_then(<[u8]>::first_chunk::<AT_ONCE>) {
            Some(wide) if len <= AT_ONCE && self.inner.capacity() - self.inner.len() >= AT_ONCE => {
                let all = self.inner.len() + len;
                self.inner.extend_from_slice_copy(wide);
                self.inner.truncate(all);
            }
            _ => self.extend_from_slice_copy(&source[from..end]),
        }
    }
}

impl<T> Extend<T> for Vec<'_, T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, items: I) {
        let items = items.into_iter();
        self.reserve(items.size_hint().0);
        items.for_each(|item| self.push(item));
    }
}

impl<T> Deref for Vec<'_, T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        &self.inner
    }
}

impl<T> DerefMut for Vec<'_, T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.inner
    }
}

impl<'a, T> IntoIterator for Vec<'a, T> {
    type Item = T;
    type IntoIter = <Inner<'a, T> as IntoIterator>::IntoIter;

    fn into_iter(self) -> Self::IntoIter {
        self.inner.into_iter()
    }
}

impl<'t, T> IntoIterator for &'t Vec<'_, T> {
    type Item = &'t T;
    type IntoIter = std::slice::Iter<'t, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<'t, T> IntoIterator for &'t mut Vec<'_, T> {
    type Item = &'t mut T;
    type IntoIter = std::slice::IterMut<'t, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}

impl<T: PartialEq> PartialEq for Vec<'_, T> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<T: std::fmt::Debug> std::fmt::Debug for Vec<'_, T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.inner.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{OutOfMemory, catching};
    use super::*;

    #[test]
    fn a_table_grows_until_the_arena_is_full() {
        let bump = Bump::new();
        bump.set_allocation_limit(Some(64 << 10));
        let mut table = Vec::new_in(&bump);
        let filled = catching(|| {
            for i in 0..1_000_000u32 {
                table.push(i);
            }
        });
        assert_eq!(filled, Err(OutOfMemory::Limit));
        assert!(table.len() > 1000 && table.iter().copied().eq(0..table.len() as u32));
        assert_eq!(catching(|| table.extend_from_slice(&[0; 1 << 20])), Err(OutOfMemory::Limit));
        assert_eq!(catching(|| Vec::<u64>::with_capacity_in(1 << 20, &bump).len()), Err(OutOfMemory::Limit));
        assert!(table.try_reserve_exact(1 << 20).is_err());
    }

    #[test]
    fn ranges_of_every_length_are_added() {
        let source: std::vec::Vec<u8> = (0..200).collect();
        let bump = Bump::new();
        let (mut table, mut expected) = (Vec::with_capacity_in(4000, &bump), std::vec::Vec::new());
        for len in 0..100 {
            for from in [0, 60, 200 - len] {
                table.extend_from_range(&source, from, from + len);
                expected.extend_from_slice(&source[from..from + len]);
            }
        }
        assert_eq!(*table, *expected);
    }

    #[test]
    fn the_usual_operations() {
        let bump = Bump::new();
        let mut table = Vec::with_capacity_in(2, &bump);
        table.extend([3, 1, 2, 5]);
        table.retain(|&item| item != 1);
        table.resize(5, 9);
        table.extend_from_slice(&[7]);
        assert_eq!((table.pop(), &*table), (Some(7), &[3, 2, 5, 9, 9][..]));
        table.truncate(2);
        table.iter_mut().for_each(|item| *item += 1);
        assert_eq!(table.into_bump_slice(), [4, 3]);
    }
}
