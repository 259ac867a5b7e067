//! How a command prints pages.

use crate::output::Renderer;
use crate::output::bounded::Rendered;
use crate::output::fields::Fields;
use blockmask::{Document, Parts};
use blockmask_cli::origin::Origin;

/// The output of pages.
pub struct Printing {
    pub render: Box<Renderer>,
    /// Whether empty lines separate the pages.
    pub is_spaced: bool,
    /// Whether the output of several pages has their names on a terminal, because nothing else tells them apart.
    pub is_named: bool,
    /// Printed once, before the first page.
    pub header: &'static str,
    /// The parts of a page that it shows.
    pub parts: Parts,
}

impl Printing {
    pub fn of<R: Into<Rendered>>(render: impl Fn(&Document<'_>, &Origin) -> R + Sync + 'static) -> Printing {
        let render = move |document: &Document<'_>, origin: &Origin| render(document, origin).into();
        Printing { render: Box::new(render), is_spaced: false, is_named: false, header: "", parts: Parts::ALL }
    }

    pub fn asking(self, parts: Parts) -> Printing {
        Printing { parts, ..self }
    }

    /// Prints JSON lines with these keys only.
    pub fn selecting(self, fields: Option<&Fields>) -> Printing {
        let Some(fields) = fields.cloned() else { return self };
        let select = move |document: &Document<'_>, origin: &Origin| {
            let rendered = (self.render)(document, origin);
            Rendered { bytes: fields.select(&rendered.bytes), ..rendered }
        };
        Printing { render: Box::new(select), ..self }
    }

    /// Text without anything besides.
    pub fn texts<R: Into<Rendered>>(render: impl Fn(&Document<'_>, &Origin) -> R + Sync + 'static) -> Printing {
        Printing { is_named: true, ..Printing::spaced(render) }
    }

    pub fn spaced<R: Into<Rendered>>(render: impl Fn(&Document<'_>, &Origin) -> R + Sync + 'static) -> Printing {
        Printing { is_spaced: true, ..Printing::of(render) }
    }
}
