//! Attribute names: one byte for every name that the library uses, looked up by [its key](super::names) in a perfect
//! hash table that is built at compile time.

use super::names::{is_hashed, name_key};
use super::scan::same_name;

macro_rules! names {
    ($($id:ident $name:literal;)*) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        #[derive(Clone, Copy)]
        enum Id { OTHER, $($id,)* Count }
        /// A known attribute name, or [`Name::OTHER`].
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
        pub struct Name(pub u8);
        #[allow(missing_docs)]
        impl Name {
            pub const OTHER: Name = Name(Id::OTHER as u8);
            $(pub const $id: Name = Name(Id::$id as u8);)*
            /// The known names, by number; the empty one stands for all others.
            pub const ALL: [&'static str; Id::Count as usize] = ["", $($name,)*];
        }
    };
}

names! {
    CLASS "class";
    STYLE "style";
    ID "id";
    HREF "href";
    HIDDEN "hidden";
    ARIA_HIDDEN "aria-hidden";
    DATA_NOSNIPPET "data-nosnippet";
    ROLE "role";
    REL "rel";
    ITEMPROP "itemprop";
    ITEMTYPE "itemtype";
    TYPE "type";
    SRC "src";
    LANG "lang";
    DIR "dir";
    ALIGN "align";
    BGCOLOR "bgcolor";
    COLOR "color";
    COLSPAN "colspan";
    CONTENT "content";
    ENCODING "encoding";
    FACE "face";
    HALIGN "halign";
    HEIGHT "height";
    NAME "name";
    ROWSPAN "rowspan";
    SIZE "size";
    VALIGN "valign";
    WIDTH "width";
    ALT "alt";
    DATETIME "datetime";
    PROPERTY "property";
    START "start";
    REVERSED "reversed";
    VALUE "value";
    ARIA_MODAL "aria-modal";
    DATA_PAGEFIND_IGNORE "data-pagefind-ignore";
    DATA_PAGEFIND_BODY "data-pagefind-body";
    DATA_PAGEFIND_WEIGHT "data-pagefind-weight";
}

/// Names that mean the same as a known one for text. A `popover` is hidden until it is opened.
const ALIASES: [(&str, Name); 1] = [("popover", Name::HIDDEN)];

const SLOTS: usize = 256;

/// A perfect hash table of the known names: no two share a slot, so a lookup takes one comparison.
struct Table {
    shift: u32,
    keys: [u64; SLOTS],
    ids: [u8; SLOTS],
}

static TABLE: Table = {
    let mut shift = 56;
    loop {
        // One of the first shifts has no collision; if none had, this would not compile.
        if let Some(table) = Table::with_shift(shift) {
            break table;
        }
        shift -= 1;
    }
};

impl Table {
    const fn with_shift(shift: u32) -> Option<Table> {
        let mut table = Table { shift, keys: [0; SLOTS], ids: [0; SLOTS] };
        let mut i = 1;
        while i < Name::ALL.len() {
            if !table.add(Name::ALL[i], i as u8) {
                return None;
            }
            i += 1;
        }
        let mut i = 0;
        while i < ALIASES.len() {
            if !table.add(ALIASES[i].0, ALIASES[i].1.0) {
                return None;
            }
            i += 1;
        }
        Some(table)
    }

    /// Adds a name; returns whether its slot was free.
    const fn add(&mut self, name: &str, id: u8) -> bool {
        let key = name_key(name.as_bytes());
        let slot = self.slot_of(key);
        let is_free = self.keys[slot] == 0;
        self.keys[slot] = key;
        self.ids[slot] = id;
        is_free
    }

    #[inline(always)]
    const fn slot_of(&self, key: u64) -> usize {
        (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> self.shift) as usize % SLOTS
    }
}

impl Name {
    /// The name's bit in [`super::node::Node::known`]: the first fifteen names have their own, the rest share bit 0. The
    /// names of Pagefind share the bit of `data-nosnippet`, which is read with them.
    #[inline]
    pub const fn bit(self) -> u16 {
        match self {
            Name(0..16) => 1 << self.0,
            Name::DATA_PAGEFIND_IGNORE | Name::DATA_PAGEFIND_BODY | Name::DATA_PAGEFIND_WEIGHT => {
                1 << Name::DATA_NOSNIPPET.0
            }
            _ => 1,
        }
    }

    /// The name with this key ([`name_key`]); a long one, whose key is a hash, is compared.
    #[inline]
    pub(crate) fn from_name(key: u64, name: &[u8]) -> Name {
        let found = Name::from_key(key);
        let is_it =
            found == Name::OTHER || !is_hashed(key) || same_name(name, Name::ALL[usize::from(found.0)].as_bytes());
        if is_it { found } else { Name::OTHER }
    }

    /// The name with this key, for names of at most eight bytes and for hashes.
    #[inline]
    pub(crate) fn from_key(key: u64) -> Name {
        let slot = TABLE.slot_of(key);
        Name(TABLE.ids[slot] & 0u8.wrapping_sub(u8::from(TABLE.keys[slot] == key)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_names_are_found_in_any_case() {
        for (i, name) in Name::ALL.iter().enumerate().skip(1) {
            assert_eq!(Name::from_key(name_key(name.as_bytes())), Name(i as u8));
            assert_eq!(Name::from_key(name_key(name.to_uppercase().as_bytes())), Name(i as u8));
        }
        assert_eq!(Name::from_key(name_key(b"popover")), Name::HIDDEN);
        for name in ["clas", "classs", "x", "data-x", "hre", "data-nosnippets"] {
            assert_eq!(Name::from_key(name_key(name.as_bytes())), Name::OTHER, "{name}");
        }
    }
}
