//! A decoder of Brotli whose memory, up to 16 MiB for the window, the system may refuse: that ends the file.

use crate::memory::List;
use brotli_decompressor::reader::DecompressorCustomAlloc;
use brotli_decompressor::{Allocator, SliceWrapper, SliceWrapperMut};
use std::io::Read;

const BUFFER: usize = 4096;

pub type Brotli<R> = DecompressorCustomAlloc<R, Memory<u8>, Refusing, Refusing, Refusing>;

pub fn decoder<R: Read>(bytes: R) -> Brotli<R> {
    let buffer = Refusing.alloc_cell(BUFFER);
    Brotli::new(bytes, buffer, Refusing, Refusing, Refusing)
}

pub struct Refusing;

#[derive(Default)]
pub struct Memory<T>(List<T>);

impl<T> SliceWrapper<T> for Memory<T> {
    fn slice(&self) -> &[T] {
        &self.0
    }
}

impl<T> SliceWrapperMut<T> for Memory<T> {
    fn slice_mut(&mut self) -> &mut [T] {
        &mut self.0
    }
}

impl<T: Clone + Default> Allocator<T> for Refusing {
    type AllocatedMemory = Memory<T>;

    fn alloc_cell(&mut self, count: usize) -> Memory<T> {
        Memory(List::repeat(T::default(), count))
    }

    fn free_cell(&mut self, _memory: Memory<T>) {}
}
