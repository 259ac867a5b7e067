//! `blockmask view`: what the library saw on a page.

use crate::analysis::Analysis;
use crate::files::{Files, PageArgs};
use crate::output::screen;
use crate::pages;
use crate::report::Report;
use blockmask::internals::mask::MaskMethod;
use blockmask::{Document, Model};
use blockmask_cli::origin::Origin;
use blockmask_cli::view::comparison::Comparison;
use blockmask_cli::view::data::View;
use blockmask_cli::view::page;
use clap::Args;
use std::path::Path;
use std::process::ExitCode;

/// More blocks than this are not shown: the browser would need gigabytes.
const MAX_BLOCKS: usize = 200_000;
/// A larger page is not shown, as its source is part of the view.
const MAX_SOURCE: usize = 64 << 20;

#[derive(Args)]
pub struct ViewArgs {
    #[command(flatten)]
    pub page: PageArgs,
    /// Open the file in the browser
    #[arg(long, requires = "output")]
    open: bool,
}

/// The model of the mask `learned`, the only one whose decisions can be explained.
pub fn model<'a>(analysis: &'a Analysis<'_>) -> Option<&'a Model> {
    let is_learned = analysis.options.mask == MaskMethod::Learned;
    is_learned.then(|| analysis.model.as_deref().unwrap_or_else(|| Model::built_in()))
}

/// Writes the view of a page.
pub fn view(args: &ViewArgs) -> ExitCode {
    let analysis = Analysis::of(&args.page.analysis);
    let model = model(&analysis);
    let make = |document: &Document<'_>, origin: &Origin| view_of(document, origin, model, None);
    let output = args.page.output.as_deref();
    let report = pages::each(&args.page.as_files(), 1, &analysis, make, |report, origin, html| {
        let written = html.and_then(|html| write(report, output, &html));
        let opened = written.and_then(|()| if args.open { open(output) } else { Ok(()) });
        if let Err(error) = opened {
            report.failure(origin, &error);
        }
    });
    report.finish()
}

/// Writes the view of a page with how another side judges its blocks; `true` if that failed, which was reported.
pub fn compared(page: &Path, analysis: &Analysis<'_>, comparison: &Comparison, output: &Path) -> bool {
    let model = model(analysis);
    let make = |document: &Document<'_>, origin: &Origin| view_of(document, origin, model, Some(comparison));
    let report = pages::each(&Files::of(vec![page.to_owned()]), 1, analysis, make, |report, origin, html| {
        if let Err(error) = html.and_then(|html| write(report, Some(output), &html)) {
            report.failure(origin, &error);
        }
    });
    report.has_failed()
}

fn view_of(
    document: &Document<'_>,
    origin: &Origin,
    model: Option<&Model>,
    comparison: Option<&Comparison>,
) -> Result<String, String> {
    let (blocks, source) = (document.blocks().len(), document.page().tree.source.len());
    if blocks > MAX_BLOCKS {
        return Err(format!("the page has {blocks} blocks; a view shows at most {MAX_BLOCKS}: use `blockmask blocks`"));
    }
    if source > MAX_SOURCE {
        return Err(format!("the page has {source} bytes; a view shows at most {MAX_SOURCE}: use `blockmask blocks`"));
    }
    Ok(screen::printable(page::html(&View::of(document, origin, model).compared(comparison))))
}

fn write(report: &mut Report, output: Option<&Path>, html: &str) -> Result<(), String> {
    match output {
        Some(path) => std::fs::write(path, html).map_err(|error| format!("{}: {error}", path.display())),
        None => {
            let _ = report.write(html.as_bytes());
            Ok(())
        }
    }
}

/// Opens a file with the program that the system has for HTML.
fn open(path: Option<&Path>) -> Result<(), String> {
    let path = path.unwrap_or(Path::new("-"));
    open::that_detached(path).map_err(|error| format!("{} cannot be opened: {error}", path.display()))
}
