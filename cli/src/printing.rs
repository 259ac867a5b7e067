//! How a command prints pages.

use crate::output::Renderer;
use crate::output::fields::Fields;
use blockmask::{Document, Parts};
use blockmask_cli::origin::Origin;

/// The output of pages.
pub struct Printing {
    pub render: Box<Renderer>,
    /// Whether empty lines separate the pages.
    pub is_spaced: bool,
    /// Printed once, before the first page.
    pub header: &'static str,
    /// The parts of a page that it shows.
    pub parts: Parts,
}

impl Printing {
    pub fn of(render: impl Fn(&Document<'_>, &Origin) -> Vec<u8> + Sync + 'static) -> Printing {
        Printing { render: Box::new(render), is_spaced: false, header: "", parts: Parts::ALL }
    }

    pub fn asking(self, parts: Parts) -> Printing {
        Printing { parts, ..self }
    }

    /// Prints JSON lines with these keys only.
    pub fn selecting(self, fields: Option<&Fields>) -> Printing {
        let Some(fields) = fields.cloned() else { return self };
        Printing { render: Box::new(move |document, origin| fields.select(&(self.render)(document, origin))), ..self }
    }

    pub fn spaced(render: impl Fn(&Document<'_>, &Origin) -> Vec<u8> + Sync + 'static) -> Printing {
        Printing { is_spaced: true, ..Printing::of(render) }
    }
}
