//! The quality of the main text: how well it was probably extracted, and why there is little of it.
//!
//! | module | |
//! |---|---|
//! | `evidence` | what the tables of the page say about it, as numbers |
//! | `weights` | the fitted table that makes the expected F1 of them |
//! | `reason`, `words` | why there is little or doubtful text |
//! | `mojibake` | text in a wrong encoding |
//!
//! Quality is computed when [`Document::quality`] is called, in time linear in the blocks.

#[cfg(feature = "unstable")]
pub mod evidence;
#[cfg(not(feature = "unstable"))]
mod evidence;
mod mojibake;
mod reason;
mod weights;
mod words;

use crate::base::fallible::or_end;
use crate::base::flags::Parts;
use crate::base::named::named;
use crate::document::Document;
use evidence::{NAMES, Sums};
use weights::{KNOTS, MEAN, TABLE};

/// Why a page has little main text, or text that is doubtful.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
#[non_exhaustive]
pub enum QualityReason {
    /// The page shows no text.
    NoText = 1,
    /// Scripts make the text, which are not run: the page is a shell.
    ScriptShell = 2,
    /// The text is only in the data of the page, such as JSON-LD.
    OnlyData = 3,
    /// A request for consent stands before the text.
    ConsentWall = 4,
    /// The text is for readers who sign in or pay.
    LoginWall = 5,
    /// The page reports an error, such as 404.
    ErrorPage = 6,
    /// The page stands in for a site that does not exist: its domain is for sale, or registered only.
    ParkedDomain = 7,
    /// The text is a list of links.
    LinkList = 8,
    /// The text has a few words.
    TooShort = 9,
    /// The text was decoded by another encoding than it was written in.
    WrongEncoding = 10,
}

named! {
    QualityReason {
        NoText = "no-text",
        ScriptShell = "script-shell",
        OnlyData = "only-data",
        ConsentWall = "consent-wall",
        LoginWall = "login-wall",
        ErrorPage = "error-page",
        ParkedDomain = "parked-domain",
        LinkList = "link-list",
        TooShort = "too-short",
        WrongEncoding = "wrong-encoding",
    }
}

impl QualityReason {
    /// Whether the page has no content at all, however well its text was extracted.
    fn has_no_content(self) -> bool {
        use QualityReason::*;
        matches!(self, NoText | ScriptShell | ConsentWall | LoginWall | ErrorPage | ParkedDomain | WrongEncoding)
    }
}

/// The quality of the main text of a page.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Quality {
    /// The expected word F1 of the main text, 0 to 1, calibrated for the default mask; at most 0.1 if the
    /// [reason](Quality::reason) says that the page has no content.
    pub score: f32,
    /// Why there is little or doubtful text, if there is.
    pub reason: Option<QualityReason>,
}

/// The highest score of a page without content.
const NO_CONTENT: f32 = 0.1;

impl Document<'_> {
    /// The quality of the main text: whether a crawler should keep it or hand the page to a slower tool. `None` without
    /// [`Parts::MASK`]. Each call computes it again, in a twentieth of the time of an analysis.
    ///
    /// ```
    /// use blockmask::{Analyzer, Options, QualityReason};
    ///
    /// let story = "<p>Rain fell on the city for the third day, and the river rose by two metres over night.".repeat(9);
    /// let mut analyzer = Analyzer::new(Options::default());
    /// let quality = analyzer.analyze(format!("<h1>Rain</h1>{story}").as_bytes())?.quality().unwrap();
    /// assert!(quality.score > 0.8 && quality.reason.is_none());
    /// let page = b"<title>404 Not Found</title><h1>Not Found</h1><p>The requested URL was not found on this server.";
    /// let quality = analyzer.analyze(page)?.quality().unwrap();
    /// assert_eq!((quality.score, quality.reason), (0.1, Some(QualityReason::ErrorPage)));
    /// # Ok::<(), blockmask::Error>(())
    /// ```
    pub fn quality(&self) -> Option<Quality> {
        self.parts.contains(Parts::MASK).then(|| or_end(|| Some(self.found_quality()))).flatten()
    }

    fn found_quality(&self) -> Quality {
        let sums = Sums::of(self);
        let reason = reason::find(self, &sums);
        let expected = expected_f1(&sums.observations(self));
        let score = match reason {
            Some(QualityReason::NoText) => 0.0,
            Some(reason) if reason.has_no_content() => expected.min(NO_CONTENT),
            _ => expected,
        };
        Quality { score, reason }
    }
}

/// The value of the fitted table: for each observation a line through values at equal distances.
fn expected_f1(observations: &[f32; NAMES.len()]) -> f32 {
    let last = (KNOTS - 1) as f32;
    let values = observations.iter().zip(&TABLE).map(|(observation, values)| {
        let at = observation.clamp(0.0, 1.0) * last;
        let first = (at as usize).min(KNOTS - 2);
        let beyond = at - first as f32;
        values[first] * (1.0 - beyond) + values[first + 1] * beyond
    });
    (MEAN + values.sum::<f32>()).clamp(0.0, 1.0)
}
