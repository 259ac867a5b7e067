//! Quality.
//!
//! How well the main text of a page was probably extracted, and why there is little of it: by these a crawler decides
//! whether to keep the text or to hand the page to a slower tool, such as a browser.

use super::document::View;
use super::start::blockmask_table;
use super::status::Failure;
use super::tables::Tables;
use crate::{Document, Parts};

/// table: the quality of the main text; one row, blockmask_quality. Needs BLOCKMASK_PART_MASK.
pub const BLOCKMASK_TABLE_QUALITY: u32 = 23;

/// columns: quality, struct.
pub const BLOCKMASK_COLUMN_QUALITY: u32 = 8388608;

/// names: BLOCKMASK_REASON_, such as "error-page".
pub const BLOCKMASK_NAMES_REASON: u32 = 16;

/// reason: none; there is enough text.
pub const BLOCKMASK_REASON_NONE: u32 = 0;
/// reason: the page shows no text.
pub const BLOCKMASK_REASON_NO_TEXT: u32 = 1;
/// reason: scripts make the text, which are not run.
pub const BLOCKMASK_REASON_SCRIPT_SHELL: u32 = 2;
/// reason: the text is only in the data of the page, such as JSON-LD.
pub const BLOCKMASK_REASON_ONLY_DATA: u32 = 3;
/// reason: a request for consent stands before the text.
pub const BLOCKMASK_REASON_CONSENT_WALL: u32 = 4;
/// reason: the text is for readers who sign in or pay.
pub const BLOCKMASK_REASON_LOGIN_WALL: u32 = 5;
/// reason: the page reports an error, such as 404.
pub const BLOCKMASK_REASON_ERROR_PAGE: u32 = 6;
/// reason: the page stands in for a site that does not exist, such as one whose domain is for sale.
pub const BLOCKMASK_REASON_PARKED_DOMAIN: u32 = 7;
/// reason: the text is a list of links.
pub const BLOCKMASK_REASON_LINK_LIST: u32 = 8;
/// reason: the text has a few words.
pub const BLOCKMASK_REASON_TOO_SHORT: u32 = 9;
/// reason: the text was decoded by another encoding than it was written in.
pub const BLOCKMASK_REASON_WRONG_ENCODING: u32 = 10;

/// The quality of the main text of a page.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct blockmask_quality {
    /// The expected word F1 of the main text, 0 to 1, calibrated for BLOCKMASK_MASK_LEARNED; at most 0.1 if the reason
    /// says that the page has no content.
    pub score: f32,
    /// Why there is little or doubtful text: one of BLOCKMASK_REASON_.
    pub reason: u32,
}

impl Tables {
    pub fn quality(&mut self, view: &View<'_>) -> Result<blockmask_table, Failure> {
        view.computed(Parts::MASK, "the mask was", "MASK")?;
        self.quality.fill_of(
            || view.derive(Document::quality),
            |quality| blockmask_quality {
                score: quality.score,
                reason: quality.reason.map_or(BLOCKMASK_REASON_NONE, |reason| reason as u32),
            },
        )
    }
}
