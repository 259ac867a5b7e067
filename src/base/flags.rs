//! Extensible flag sets.
//!
//! The bit numbers are equal in every language and are never reused. Any release may add flags, so callers should
//! preserve unknown bits.

/// Defines a set of flags over a `u32`, with a name for each flag.
macro_rules! flag_set {
    ($(#[$doc:meta])* $set:ident { $($(#[$flag_doc:meta])* $flag:ident = $bit:literal, $name:literal;)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash)]
        pub struct $set(u32);

        impl $set {
            $($(#[$flag_doc])* pub const $flag: $set = $set(1 << $bit);)*

            $crate::base::internal::internal! {
                /// All known flags, by number.
                const VALUES: &'static [($set, &'static str)] = &[$(($set::$flag, $name)),*];
            }

            /// The name of a set of one known flag, as a C string.
            // Not all sets are part of the C interface.
            #[cfg(feature = "capi")]
            #[allow(dead_code)]
            pub(crate) const fn c_name(self) -> Option<&'static std::ffi::CStr> {
                match self {
                    $($set::$flag => Some($crate::base::named::c_string(concat!($name, "\0"))),)*
                    _ => None,
                }
            }

            /// The set with these bits. Bits unknown to this version are kept.
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

            /// The names of the flags that are set, in order of their numbers; `"unknown"` for unknown flags.
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

        /// The set of one flag, by its name.
        impl std::str::FromStr for $set {
            type Err = $crate::base::named::UnknownName;

            fn from_str(name: &str) -> Result<$set, $crate::base::named::UnknownName> {
                const NAMES: &[&str] = &[$($name),*];
                let known = NAMES.iter().position(|known| *known == name).and_then(|index| $set::VALUES.get(index));
                known.map(|&(flag, _)| flag).ok_or($crate::base::named::UnknownName(NAMES))
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

pub(crate) use flag_set;

flag_set! {
    /// The limits that truncated an analysis; see [`Limits`](crate::Limits).
    #[derive(Default)]
    Truncation {
        /// Elements nested deeper than [`Limits::max_depth`](crate::Limits::max_depth) were attached higher up.
        DEPTH = 0, "depth";
        /// The page has more nodes than [`Limits::max_nodes`](crate::Limits::max_nodes); the rest was not read.
        NODES = 1, "nodes";
        /// The budget for repairing misnested markup or for a search was exhausted: the work would not have been
        /// linear.
        WORK = 2, "work";
        /// The text after [`Limits::max_blocks`](crate::Limits::max_blocks) blocks was dropped.
        BLOCKS = 3, "blocks";
        /// Attributes were dropped: after the first [`Limits::max_attributes`](crate::Limits::max_attributes) of the
        /// page or 2,048 of an element, or with a name longer than 65,535 bytes.
        ATTRIBUTES = 4, "attributes";
        /// The page needs more than [`Limits::max_memory`](crate::Limits::max_memory); only its beginning was analyzed.
        MEMORY = 5, "memory";
        /// The page takes more than [`Limits::max_steps`](crate::Limits::max_steps) steps.
        STEPS = 6, "steps";
        /// The input after [`Limits::max_input`](crate::Limits::max_input) bytes was not read.
        INPUT = 7, "input";
        /// Tag paths were shortened, or targets of links left out: together they are longer than
        /// [`Limits::max_output`](crate::Limits::max_output).
        OUTPUT = 8, "output";
    }
}

flag_set! {
    /// What was made content because hardly any text of the page would have been content otherwise; see
    /// [`Document::fallbacks`](crate::Document::fallbacks).
    #[derive(Default)]
    Fallbacks {
        /// The visible prose, of which the mask took everything for template.
        TEMPLATE = 0, "template";
        /// Comments, though [`Options::comments`](crate::Options::comments) leaves them out.
        COMMENTS = 1, "comments";
        /// Text that its author excludes from indexes: all of it, or the parts without an end, if they hold most of the
        /// text. [`PageFacts::exclusions`](crate::PageFacts::exclusions) lists them.
        NO_INDEX = 2, "no-index";
        /// Hidden text. Without a block that is flagged [`HIDDEN`](BlockFlags::HIDDEN): the page hides all of its text
        /// until its scripts have run.
        HIDDEN = 3, "hidden";
        /// Text of its data, such as JSON-LD, beside a shell that its scripts fill; see
        /// [`METADATA_SOURCE`](BlockFlags::METADATA_SOURCE).
        METADATA = 4, "metadata";
        /// What [`Rules`](crate::Rules) of the owner leave out: they left nothing, and are not obeyed in that.
        RULES = 5, "rules";
    }
}

flag_set! {
    /// The parts of an analysis. Only requested parts and their dependencies are computed: fields, structure, and
    /// fingerprints of the main text need the mask.
    ///
    /// The tree, the text and the blocks with their ranges, tokens, links and flags are always computed. Results on
    /// demand, such as passages, records, facts or Markdown, are not parts.
    Parts {
        /// The mask: [`Block::is_template`](crate::Block::is_template), probability and role, the page kind, and
        /// [comments](crate::Document::comments). Without it no block is template.
        MASK = 0, "mask";
        /// [`Block::field`](crate::Block::field), [`Block::weight`](crate::Block::weight) and
        /// [`Block::link_targets`](crate::Block::link_targets). Without them passages do not tell titles, menus and legal
        /// text from other text.
        FIELDS = 1, "fields";
        /// [`Block::block_type`](crate::Block::block_type), lists, tables, heading paths and languages of blocks, and
        /// [images](crate::Document::images). Without it Markdown and passages consist of paragraphs only.
        STRUCTURE = 2, "structure";
        /// [`Document::segments`](crate::Document::segments). With them, [passages](crate::Document::passages) end at
        /// segment boundaries where possible.
        SEGMENTS = 3, "segments";
        /// [`Document::main_regions`](crate::Document::main_regions) and
        /// [`Block::is_in_main_region`](crate::Block::is_in_main_region).
        REGION = 4, "region";
        /// [`Document::fingerprint`](crate::Document::fingerprint).
        FINGERPRINT = 5, "fingerprint";
    }
}

impl Parts {
    /// All parts that this version knows.
    pub const ALL: Parts = Parts((1 << Parts::VALUES.len()) - 1);
}

/// The parts that an indexer needs: mask, fields and structure.
impl Default for Parts {
    fn default() -> Parts {
        Parts::MASK | Parts::FIELDS | Parts::STRUCTURE
    }
}

flag_set! {
    /// Flags of a block.
    #[derive(Default)]
    BlockFlags {
        /// Hidden by the `hidden` attribute or an inline style (`display: none`, `visibility: hidden`), except for text
        /// that a script reveals immediately (parts of streamed pages, or all text of a page) and for
        /// [`COLLAPSED`](BlockFlags::COLLAPSED) text.
        HIDDEN = 0, "hidden";
        /// Hidden from assistive technology only: `aria-hidden="true"`.
        ARIA_HIDDEN = 1, "aria-hidden";
        /// In the head: the title.
        IN_HEAD = 2, "in-head";
        /// Inside `noscript`.
        NOSCRIPT = 3, "noscript";
        /// Excluded from indexing by the page's author: `noindex` elements and comments, `googleoff` comments.
        NO_INDEX = 4, "no-index";
        /// Text that occurs only in metadata, JSON-LD or a `meta` element; such a block is also
        /// [`HIDDEN`](BlockFlags::HIDDEN).
        METADATA_SOURCE = 5, "metadata-source";
        /// Hidden until the reader expands it, like panels of tabs and accordions. Not also
        /// [`HIDDEN`](BlockFlags::HIDDEN), unless an ancestor is hidden permanently.
        COLLAPSED = 6, "collapsed";
        /// A duplicate: the learned mask kept another block with equal text instead, as for a quotation of an earlier
        /// post.
        REPEATED = 7, "repeated";
        /// Searchable, but not to be shown in search results (`data-nosnippet`, `googleoff: snippet` comments).
        NO_SNIPPET = 8, "no-snippet";
        /// Left out by [`Options::comments`](crate::Options::comments): not content, and without run and zone.
        LEFT_OUT = 9, "left-out";
        /// The headline of the page: [`Document::headline`](crate::Document::headline).
        HEADLINE = 10, "headline";
    }
}

flag_set! {
    /// Why text is not visible, as far as internal style sheets determine it.
    #[derive(Default)]
    HiddenReasons {
        /// `display: none`, or the `hidden` attribute.
        DISPLAY = 0, "display";
        /// `visibility: hidden` or `collapse`.
        VISIBILITY = 1, "visibility";
        /// `opacity: 0`.
        OPACITY = 2, "opacity";
        /// A font or box of almost zero size.
        SIZE = 3, "size";
        /// A color that hardly differs from the background.
        COLOR = 4, "color";
        /// Positioned outside the viewport.
        OFFSCREEN = 5, "offscreen";
        /// Clipped by `clip` or `clip-path`.
        CLIPPED = 6, "clipped";
    }
}

#[cfg(test)]
mod tests {
    use super::{BlockFlags, Truncation};
    use crate::read::page::flag;

    #[test]
    fn sets_name_known_flags_and_keep_unknown_ones() {
        let set = Truncation::DEPTH | Truncation::from_bits(1 << 30) | Truncation::INPUT;
        assert_eq!(set.names().collect::<Vec<_>>(), ["depth", "input", "unknown"]);
        assert_eq!(format!("{set:?}"), r#"Truncation["depth", "input", "unknown"]"#);
        assert!(set.contains(Truncation::INPUT) && !set.contains(Truncation::INPUT | Truncation::WORK));
        assert!(Truncation::default().is_empty() && Truncation::default().names().next().is_none());
    }

    #[test]
    fn bits_equal_those_of_the_tables() {
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
            flag::LEFT_OUT,
            flag::HEADLINE,
        ];
        assert_eq!(block, table.map(u32::from));
    }
}
