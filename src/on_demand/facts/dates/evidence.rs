//! What speaks for and against a date: one bit for each observation, with its weight in the model of [`super`].

use super::weights::WEIGHTS;

/// Observations about a date, as a bitmask.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Evidence(pub u32);

macro_rules! evidence {
    ($($(#[$doc:meta])* $name:ident = $bit:literal;)*) => {
        impl Evidence {
            $($(#[$doc])* pub const $name: Evidence = Evidence(1 << $bit);)*
            /// The names of the observations, by bit.
            #[cfg(feature = "unstable")]
            pub const NAMES: &[&str] = &[$(stringify!($name),)*];
        }
    };
}

evidence! {
    /// The article of JSON-LD declares it.
    ARTICLE = 0;
    /// Another entity of JSON-LD.
    ENTITY = 1;
    /// A `meta` element whose name says that it is this date.
    META = 2;
    /// A `meta` element for dates of any kind, such as `date` and `dc.date`.
    VAGUE_META = 3;
    /// An element with `itemprop` or `property`.
    MICRODATA = 4;
    /// A `time` element.
    TIME = 5;
    /// Visible text.
    TEXT = 6;
    /// The address of the page.
    ADDRESS = 7;
    /// Another day was stated by the same source before.
    FURTHER = 8;
    /// Words beside it say so.
    LABELED = 9;
    /// Another date is the first one below the headline.
    AFTER_FIRST = 10;
    /// Nothing else is in its block.
    ALONE = 11;
    /// Its block is short.
    SHORT = 12;
    /// It begins or ends a long block.
    LONG = 13;
    /// Beside the headline.
    AT_HEADLINE = 14;
    /// In the next few blocks.
    BELOW_HEADLINE = 15;
    /// Above them.
    ABOVE_HEADLINE = 16;
    /// In the main text.
    IN_MAIN = 17;
    /// At the end of the main text.
    AT_END = 18;
    /// Class names say that it is a date.
    CLASS = 19;
    /// Class names say that it is of something else.
    OTHER_CLASS = 20;
    /// In a link.
    LINKED = 21;
    /// Blocks of the same tag path have other dates.
    REPEATED = 22;
    /// In `nav`, `aside` or `footer`.
    ASIDE = 23;
    /// In the month of the address.
    SAME_MONTH = 24;
    /// Not in the month or on the day of the address.
    OTHER_MONTH = 25;
    /// Before the Web.
    OLD = 26;
    /// The text of a `time` element or of microdata with the same day.
    REPEATS = 27;
    /// After a declared day of modification.
    AFTER_MODIFICATION = 28;
    /// The first date in visible text below the headline.
    FIRST = 29;
    /// The page has no headline.
    NO_HEADLINE = 30;
    /// In a sentence.
    SENTENCE = 31;
}

impl Evidence {
    /// Adds observations if a condition holds.
    pub fn add(&mut self, other: Evidence, condition: bool) {
        self.0 |= if condition { other.0 } else { 0 };
    }

    /// Whether one of the observations was made.
    pub fn has(self, other: Evidence) -> bool {
        self.0 & other.0 != 0
    }

    /// The logarithm of the odds that the date is right, by this evidence alone.
    pub fn log_odds(self) -> f32 {
        WEIGHTS.iter().enumerate().filter(|(bit, _)| self.0 >> bit & 1 == 1).map(|(_, weight)| weight).sum()
    }
}

impl std::ops::BitOr for Evidence {
    type Output = Evidence;

    fn bitor(self, other: Evidence) -> Evidence {
        Evidence(self.0 | other.0)
    }
}
