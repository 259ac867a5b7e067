//! The numbers of the rules in [`super::density`], in one table.
//!
//! A search for the best word F1 on real articles, forums, products and lists chose them together, one after the other,
//! until no step made it better; its program is lost. `make measure-rules` moves each of them alone, up and down, and
//! prints what that changes on the labeled pages of today: `benches/lab/training/README.md` has the result.

/// Declares [`Points`] and [`POINTS`] with a name and a meaning for each number.
macro_rules! points {
    ($($(#[doc = $meaning:literal])+ $name:ident: $value:literal,)*) => {
        /// The numbers of the rules. Scores are in points, above 0 for content; shares are in 64ths.
        #[derive(Clone, Copy, Debug)]
        pub struct Points {
            $($(#[doc = $meaning])+ pub $name: i32,)*
        }

        /// The chosen numbers.
        pub(super) const POINTS: Points = Points { $($name: $value,)* };

        #[cfg(feature = "unstable")]
        impl Points {
            /// The numbers that were chosen.
            pub const CHOSEN: Points = POINTS;
            /// The names of the numbers.
            pub const NAMES: &[&str] = &[$(stringify!($name),)*];

            /// The number with this index in [`Points::NAMES`].
            pub fn number(&mut self, index: usize) -> Option<&mut i32> {
                [$(&mut self.$name,)*].into_iter().nth(index)
            }
        }
    };
}

points! {
    /// For every block.
    bias: -5,
    /// For a block of fewer words in a line than `middling_from`.
    sparse: -40,
    /// For one of fewer than `dense_from`.
    middling: -20,
    /// For one of fewer than `full_from`.
    dense: 40,
    /// For all others: most of them are long, for which there are separate points.
    full: 0,
    /// Words in a line.
    middling_from: 5,
    /// Words in a line.
    dense_from: 8,
    /// Words in a line.
    full_from: 11,
    /// For a block of at least `long_from` words.
    long: 45,
    /// Words.
    long_from: 20,
    /// For a block with a third of its tokens in links.
    some_links: -40,
    /// For a block with two thirds of its tokens in links, but not all.
    many_links: -120,
    /// For a block that ends as a sentence does.
    sentence: 15,
    /// For a short block of which a sixth of the bytes are digits, as in dates, counts and prices.
    digits: -110,
    /// For a block in the last tenth of the tokens.
    at_the_end: -70,
    /// For a block with `data-nosnippet`: most are about cookies, but a paid article may have it, too.
    no_snippet: -80,
    /// For a `p`.
    paragraph: 45,
    /// For a `td`.
    cell: 25,
    /// For an `h1` or `h2`.
    headline: 80,
    /// For an `h3` to `h6`.
    heading: 15,
    /// For a `dt` or `dd`.
    definition: -35,

    /// In a `nav`, or what has this role. This and the next ones count once for each block.
    nav: -45,
    /// In a `footer`.
    footer: -55,
    /// In a `header`.
    header: -40,
    /// In an `aside`.
    aside: -85,
    /// In a control, such as a button, or in a dialog.
    control: -70,
    /// In a form.
    form: -30,
    /// In a `main` or an `article`.
    main: 40,
    /// In a `blockquote`.
    quotation: 80,
    /// Under a class or id word for the frame of a page.
    frame_word: -47,
    /// Under a word for sidebars and advertising.
    side_word: -33,
    /// Under a word for calls to action.
    call_word: -22,
    /// From here down the names of elements are not read any more, which is faster.
    settled: -45,

    /// Scores are clamped to this magnitude for the mean of a tag path.
    path_limit: 16,
    /// The factor of the mean of the tag path.
    path_share: 267,
    /// A block weighs as much as its tokens in the mean of its tag path, but no more than this, and 1.
    path_tokens: 60,

    /// The share of the good tokens that the inner core has.
    inner_share: 36,
    /// The share of the good tokens that the outer core has.
    outer_share: 47,
    /// For a block in the inner core.
    inner: 55,
    /// For a block in the outer core only.
    outer: -140,
    /// For a block outside of the core.
    outside: -215,
    /// Also for a block before the core, where the title of the page is.
    before_core: 39,

    /// Scores are clamped to this magnitude for the running means.
    neighbor_limit: 55,
    /// For a heading, the factor of the mean after it.
    after_heading: 164,
    /// For a block of fewer tokens than `short_below`, the factor of the mean before it.
    before_short: 30,
    /// For such a block, the factor of the mean after it.
    after_short: 30,
    /// Tokens.
    short_below: 12,
    /// For all others, the factor of the mean after it.
    after_others: 30,
    /// How much of a running mean a block of up to 4 tokens replaces.
    mean_of_line: 55,
    /// How much one of up to 16 tokens replaces.
    mean_of_phrase: 50,
    /// How much a longer one replaces.
    mean_of_text: 24,
}

/// The numbers that were chosen, as constants to the compiler.
#[derive(Clone, Copy)]
pub(super) struct Chosen;

impl std::ops::Deref for Chosen {
    type Target = Points;

    #[inline(always)]
    fn deref(&self) -> &Points {
        &POINTS
    }
}

/// The chosen numbers, or others for measurements.
pub(super) trait Numbers: Copy + std::ops::Deref<Target = Points> {}
impl<N: Copy + std::ops::Deref<Target = Points>> Numbers for N {}
