//! The memory of one page: a bump arena that is emptied, not freed, between pages.

use bumpalo::Bump;

/// One arena, kept from page to page. After the largest page of a crawl it asks the system for no more memory.
#[derive(Default)]
pub struct Arena {
    bump: Bump,
}

/// Room that the tables of a usual page need, for each byte of the page, in tenths of a byte.
const TENTHS_PER_BYTE: usize = 13;
/// Room that even the smallest page gets.
const MINIMUM: usize = 16 << 10;

impl Arena {
    /// Empties the arena and makes room for a page of `len` bytes.
    pub fn begin(&mut self, len: usize) -> &Bump {
        self.bump.reset();
        let room = MINIMUM + len / 10 * TENTHS_PER_BYTE;
        if self.bump.chunk_capacity() < room {
            // The old chunk is given back first, so that never both are held.
            self.bump = Bump::new();
            if let Ok(bump) = Bump::try_with_capacity(room) {
                self.bump = bump;
            }
        }
        &self.bump
    }

    /// Gives all memory back to the system.
    pub fn shrink(&mut self) {
        self.bump = Bump::new();
    }

    /// Bytes held, used or not.
    pub fn allocated_bytes(&self) -> usize {
        self.bump.allocated_bytes()
    }
}
