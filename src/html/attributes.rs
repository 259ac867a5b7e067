//! Attribute names that something in the library asks for, as one byte.

use super::tags::name_key;

macro_rules! names {
    ($($id:ident $name:literal;)*) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        #[derive(Clone, Copy)]
        enum Id { OTHER, $($id,)* Count }
        /// The name of an attribute, if it is one of the known ones; else [`Name::OTHER`].
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
        pub struct Name(pub u8);
        #[allow(missing_docs)]
        impl Name {
            pub const OTHER: Name = Name(Id::OTHER as u8);
            $(pub const $id: Name = Name(Id::$id as u8);)*
            /// The known names, in the order of their numbers; the first stands for all others.
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
    DATETIME "datetime";
    PROPERTY "property";
    ALIGN "align";
    BGCOLOR "bgcolor";
    CHARSET "charset";
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
}

const SLOTS: usize = 128;

const TABLE: ([u64; SLOTS], [u8; SLOTS]) = {
    let mut keys = [0u64; SLOTS];
    let mut ids = [0u8; SLOTS];
    let mut i = 1;
    while i < Name::ALL.len() {
        let key = name_key(Name::ALL[i].as_bytes());
        let mut slot = slot_of(key);
        while keys[slot] != 0 {
            slot = (slot + 1) % SLOTS;
        }
        keys[slot] = key;
        ids[slot] = i as u8;
        i += 1;
    }
    (keys, ids)
};
static KEYS: [u64; SLOTS] = TABLE.0;
static IDS: [u8; SLOTS] = TABLE.1;

#[inline(always)]
const fn slot_of(key: u64) -> usize {
    (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 57) as usize
}

impl Name {
    /// The name's bit in [`super::node::Node::known`]: one of its own for the first fifteen names, bit 0 for the rest.
    #[inline]
    pub const fn bit(self) -> u16 {
        if self.0 < 16 { 1 << self.0 } else { 1 }
    }

    /// The name with this key ([`name_key`]).
    #[inline]
    pub(crate) fn from_key(key: u64) -> Name {
        let mut slot = slot_of(key);
        loop {
            if KEYS[slot] == key {
                return Name(IDS[slot]);
            }
            if KEYS[slot] == 0 {
                return Name::OTHER;
            }
            slot = (slot + 1) % SLOTS;
        }
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
        for name in ["clas", "classs", "x", "data-x", "hre", "data-nosnippets"] {
            assert_eq!(Name::from_key(name_key(name.as_bytes())), Name::OTHER, "{name}");
        }
    }
}
