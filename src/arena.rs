//! The memory of one page: bump arenas that are emptied, not freed, between pages.
//!
//! A bump arena that runs out of room opens a chunk of twice the size, so room is made beforehand, from what is known of
//! the page: its tags, then its nodes and texts. After the largest page of a crawl nothing is asked of the system any more.

use bumpalo::Bump;

/// The arenas of an analyzer.
#[derive(Default)]
pub struct Arenas {
    /// The page as UTF-8, if it is in another encoding; and the work space of the tree builder.
    pub spare: Arena,
    /// Nodes, attributes, contexts.
    pub tree: Arena,
    /// The same for a page that is parsed a second time.
    pub second_tree: Arena,
    /// Text, blocks, and what the algorithms make of them.
    pub tables: Arena,
}

impl Arenas {
    /// Bytes held, used or not.
    pub fn allocated_bytes(&self) -> usize {
        [&self.spare, &self.tree, &self.second_tree, &self.tables]
            .iter()
            .map(|arena| arena.bump.allocated_bytes())
            .sum()
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
    /// Empties the arena, keeping the largest chunk of its memory.
    pub fn begin(&mut self) -> &Bump {
        self.bump.reset();
        &self.bump
    }

    /// Empties the arena and makes room for this many bytes.
    pub fn begin_with(&mut self, bytes: usize) -> &Bump {
        self.bump.reset();
        let room = bytes + MINIMUM;
        if self.bump.chunk_capacity() < room {
            // The old chunk is given back first, so that never both are held.
            self.bump = Bump::new();
            if let Ok(bump) = Bump::try_with_capacity(room) {
                self.bump = bump;
            }
        }
        &self.bump
    }
}
