//! Sets of flags: small types that grow without breaking callers.
//!
//! The numbers of the bits are the same in every language and are never reused. More flags may come in any release, so
//! a caller should keep and pass on bits that it does not know.

/// Defines a set of flags over a `u32`, with a name for each flag.
macro_rules! flag_set {
    ($(#[$doc:meta])* $set:ident { $($(#[$flag_doc:meta])* $flag:ident = $bit:literal, $name:literal;)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
        pub struct $set(u32);

        impl $set {
            $($(#[$flag_doc])* pub const $flag: $set = $set(1 << $bit);)*

            /// All known flags, by number.
            #[doc(hidden)]
            pub const VALUES: &'static [($set, &'static str)] = &[$(($set::$flag, $name)),*];

            /// The name of a set of one known flag, as a C string.
            #[cfg(feature = "capi")]
            pub(crate) const fn c_name(self) -> Option<&'static std::ffi::CStr> {
                match self {
                    $($set::$flag => Some($crate::named::c_string(concat!($name, "\0"))),)*
                    _ => None,
                }
            }

            /// The set of these bits. Bits without a meaning in this version are kept.
            #[inline]
            pub const fn from_bits(bits: u32) -> $set {
                $set(bits)
            }

            /// The bits of the flags, equal in every language.
            #[inline]
            pub const fn bits(self) -> u32 {
                self.0
            }

            /// Whether no flag is set.
            #[inline]
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// Whether all flags of `other` are set.
            #[inline]
            pub const fn contains(self, other: $set) -> bool {
                self.0 & other.0 == other.0
            }

            /// The names of the flags that are set, by number; of flags without a name `"unknown"`.
            pub fn names(self) -> impl Iterator<Item = &'static str> {
                let bits = (0..u32::BITS).map(|bit| 1 << bit).filter(move |bit| self.0 & bit != 0);
                bits.map(|bit| Self::VALUES.iter().find(|(flag, _)| flag.0 == bit).map_or("unknown", |(_, name)| name))
            }
        }

        impl std::ops::BitOr for $set {
            type Output = $set;

            #[inline]
            fn bitor(self, other: $set) -> $set {
                $set(self.0 | other.0)
            }
        }

        impl std::ops::BitOrAssign for $set {
            #[inline]
            fn bitor_assign(&mut self, other: $set) {
                self.0 |= other.0;
            }
        }

        impl std::fmt::Debug for $set {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(stringify!($set))?;
                f.debug_list().entries(self.names()).finish()
            }
        }
    };
}

flag_set! {
    /// Which limits cut an analysis short; see [`Limits`](crate::Limits).
    Truncation {
        /// Elements nested deeper than [`Limits::max_depth`](crate::Limits::max_depth) were attached higher up.
        DEPTH = 0, "depth";
        /// The page has more nodes than [`Limits::max_nodes`](crate::Limits::max_nodes); the rest was not read.
        NODES = 1, "nodes";
        /// A step whose cost would not have been linear was cut short: repair of misnested markup, or a search.
        WORK = 2, "work";
        /// The text after [`Limits::max_blocks`](crate::Limits::max_blocks) blocks was left out.
        BLOCKS = 3, "blocks";
        /// Attributes after the first [`Limits::max_attributes`](crate::Limits::max_attributes) were left out.
        ATTRIBUTES = 4, "attributes";
        /// The whole page needs more than [`Limits::max_memory`](crate::Limits::max_memory); only its beginning was
        /// read.
        MEMORY = 5, "memory";
        /// The page takes more than [`Limits::max_steps`](crate::Limits::max_steps) steps.
        STEPS = 6, "steps";
        /// What comes after [`Limits::max_input`](crate::Limits::max_input) bytes was not read.
        INPUT = 7, "input";
    }
}

flag_set! {
    /// Facts about the text of a block.
    BlockFlags {
        /// Hidden by the `hidden` attribute or an inline style (`display: none`, `visibility: hidden`), except for what
        /// a script of the page shows at once (parts of streamed pages, or a page that hides all of its text) and for
        /// what is [`COLLAPSED`](BlockFlags::COLLAPSED).
        HIDDEN = 0, "hidden";
        /// Hidden from assistive technology only: `aria-hidden="true"`.
        ARIA_HIDDEN = 1, "aria-hidden";
        /// In the head: the title.
        IN_HEAD = 2, "in-head";
        /// Inside `noscript`.
        NOSCRIPT = 3, "noscript";
        /// Marked by the page's author as not to be indexed: `noindex` elements and comments, `googleoff` comments.
        NO_INDEX = 4, "no-index";
        /// Only in the metadata of the page, JSON-LD or a `meta` element; such a block is also
        /// [`HIDDEN`](BlockFlags::HIDDEN).
        METADATA_SOURCE = 5, "metadata-source";
        /// Hidden until readers open it in place, as panels of tabs and accordions are. Not also
        /// [`HIDDEN`](BlockFlags::HIDDEN), unless an element around it is hidden for good.
        COLLAPSED = 6, "collapsed";
        /// A duplicate: the learned mask took another block with the same text instead, as for a quote of an earlier
        /// post.
        REPEATED = 7, "repeated";
        /// Not to be shown in search results (`data-nosnippet`), though it may be found.
        NO_SNIPPET = 8, "no-snippet";
    }
}

flag_set! {
    /// Why text is not visible, as far as style sheets inside the page tell.
    HiddenReasons {
        /// `display: none`, or the `hidden` attribute.
        DISPLAY = 0, "display";
        /// `visibility: hidden` or `collapse`.
        VISIBILITY = 1, "visibility";
        /// `opacity: 0`.
        OPACITY = 2, "opacity";
        /// A font or a box of next to no size.
        SIZE = 3, "size";
        /// The color of its background, or nearly.
        COLOR = 4, "color";
        /// Moved out of the window.
        OFFSCREEN = 5, "offscreen";
        /// Cut off by `clip` or `clip-path`.
        CLIPPED = 6, "clipped";
    }
}

#[cfg(test)]
mod tests {
    use super::{BlockFlags, Truncation};
    use crate::page::flag;

    #[test]
    fn sets_name_their_flags_and_keep_unknown_ones() {
        let set = Truncation::DEPTH | Truncation::from_bits(1 << 30) | Truncation::INPUT;
        assert_eq!(set.names().collect::<Vec<_>>(), ["depth", "input", "unknown"]);
        assert_eq!(format!("{set:?}"), r#"Truncation["depth", "input", "unknown"]"#);
        assert!(set.contains(Truncation::INPUT) && !set.contains(Truncation::INPUT | Truncation::WORK));
        assert!(Truncation::default().is_empty() && Truncation::default().names().next().is_none());
    }

    #[test]
    fn the_bits_are_those_of_the_tables() {
        let block: Vec<u32> = BlockFlags::VALUES.iter().map(|(flag, _)| flag.bits()).collect();
        let table = [
            flag::HIDDEN,
            flag::ARIA_HIDDEN,
            flag::IN_HEAD,
            flag::NOSCRIPT,
            flag::NO_INDEX,
            flag::METADATA_SOURCE,
            flag::COLLAPSED,
            flag::REPEATED,
            flag::NO_SNIPPET,
        ];
        assert_eq!(block, table.map(u32::from));
    }
}
