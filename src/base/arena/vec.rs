//! A vector in an arena: a wrapper of bumpalo's that unwinds with [`OutOfMemory`](super::OutOfMemory) where bumpalo's
//! would abort the process.

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
    /// An empty table without capacity.
    pub fn new_in(bump: &'a Bump) -> Self {
        Vec { inner: Inner::new_in(bump.inner()), bump }
    }

    /// An empty table with capacity for `capacity` items.
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

    /// Number of items that fit without another allocation.
    #[inline]
    pub fn capacity(&self) -> usize {
        self.inner.capacity()
    }

    /// Appends an item.
    #[inline(always)]
    pub fn push(&mut self, item: T) {
        let len = self.inner.len();
        if len == self.inner.capacity() {
            self.grow();
        }
        // SAFETY: the capacity exceeds the length, or `grow` has made it so, or has not returned. The inner `push`
        // would check the capacity a second time, in loops that run several times for each byte of a page.
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

    /// Removes and returns the last item.
    #[inline]
    pub fn pop(&mut self) -> Option<T> {
        self.inner.pop()
    }

    /// Reserves capacity for `additional` more items, and perhaps for further ones.
    #[inline]
    pub fn reserve(&mut self, additional: usize) {
        if additional > self.inner.capacity() - self.inner.len() && self.inner.try_reserve(additional).is_err() {
            self.allocation_failed(additional.max(self.inner.len()));
        }
    }

    /// Reserves capacity for exactly `additional` more items.
    pub fn reserve_exact(&mut self, additional: usize) {
        if self.inner.try_reserve_exact(additional).is_err() {
            self.allocation_failed(additional);
        }
    }

    #[cold]
    fn allocation_failed(&self, additional: usize) -> ! {
        self.bump.out_of_memory((self.inner.len() + additional).saturating_mul(size_of::<T>()))
    }

    /// Reserves capacity for exactly `additional` more items.
    ///
    /// # Errors
    /// If the allocation fails.
    pub fn try_reserve_exact(&mut self, additional: usize) -> Result<(), CollectionAllocErr> {
        self.inner.try_reserve_exact(additional)
    }

    /// Keeps the first `len` items.
    pub fn truncate(&mut self, len: usize) {
        self.inner.truncate(len);
    }

    /// Removes all items.
    pub fn clear(&mut self) {
        self.inner.clear();
    }

    /// Keeps the items for which `keep` returns true.
    pub fn retain(&mut self, keep: impl FnMut(&T) -> bool) {
        let mut keep = keep;
        self.inner.retain(|item| keep(item));
    }

    /// The items as a slice that lives as long as the arena is not reset.
    pub fn into_bump_slice(self) -> &'a [T] {
        self.inner.into_bump_slice()
    }

    /// The items as a mutable slice that lives as long as the arena is not reset.
    pub fn into_bump_slice_mut(self) -> &'a mut [T] {
        self.inner.into_bump_slice_mut()
    }
}

impl<T: Clone> Vec<'_, T> {
    /// Appends copies of `value`, or removes items, until there are `len`.
    pub fn resize(&mut self, len: usize, value: T) {
        self.reserve(len.saturating_sub(self.inner.len()));
        self.inner.resize(len, value);
    }
}

impl<T: Copy> Vec<'_, T> {
    /// Appends copies of items.
    #[inline]
    pub fn extend_from_slice_copy(&mut self, items: &[T]) {
        self.reserve(items.len());
        self.inner.extend_from_slice_copy(items);
    }

    /// Appends copies of items, under the name that `std` has for it.
    #[inline]
    pub fn extend_from_slice(&mut self, items: &[T]) {
        self.extend_from_slice_copy(items);
    }
}

/// Bytes of a fixed-size copy.
const COPY_SIZE: usize = 64;

impl Vec<'_, u8> {
    /// Appends `source[start..end]`.
    ///
    /// A short range is copied by a copy of constant size that also takes bytes after it, and then truncated: no call
    /// of `memcpy`, and no branch that depends on the length.
    #[inline]
    pub fn extend_from_range(&mut self, source: &[u8], start: usize, end: usize) {
        let len = end - start;
        match source.get(start..).and_then(<[u8]>::first_chunk::<COPY_SIZE>) {
            Some(chunk) if len <= COPY_SIZE && self.inner.capacity() - self.inner.len() >= COPY_SIZE => {
                let new_len = self.inner.len() + len;
                self.inner.extend_from_slice_copy(chunk);
                self.inner.truncate(new_len);
            }
            _ => self.extend_from_slice_copy(&source[start..end]),
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
    use super::super::{OutOfMemory, catch_out_of_memory};
    use super::*;

    #[test]
    fn a_table_grows_until_the_arena_is_full() {
        let bump = Bump::new();
        bump.set_allocation_limit(Some(64 << 10));
        let mut table = Vec::new_in(&bump);
        let filled = catch_out_of_memory(|| {
            for i in 0..1_000_000u32 {
                table.push(i);
            }
        });
        assert_eq!(filled, Err(OutOfMemory::Limit));
        assert!(table.len() > 1000 && table.iter().copied().eq(0..table.len() as u32));
        assert_eq!(catch_out_of_memory(|| table.extend_from_slice(&[0; 1 << 20])), Err(OutOfMemory::Limit));
        assert_eq!(catch_out_of_memory(|| Vec::<u64>::with_capacity_in(1 << 20, &bump).len()), Err(OutOfMemory::Limit));
        assert!(table.try_reserve_exact(1 << 20).is_err());
    }

    #[test]
    fn ranges_of_every_length_are_appended() {
        let source: std::vec::Vec<u8> = (0..200).collect();
        let bump = Bump::new();
        let (mut table, mut expected) = (Vec::with_capacity_in(4000, &bump), std::vec::Vec::new());
        for len in 0..100 {
            for start in [0, 60, 200 - len] {
                table.extend_from_range(&source, start, start + len);
                expected.extend_from_slice(&source[start..start + len]);
            }
        }
        assert_eq!(*table, *expected);
    }

    #[test]
    fn operations_match_those_of_std() {
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
