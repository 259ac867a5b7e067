//! A crate outside of this repository, with the default features, gets what is public and nothing else.
//!
//! A test of this crate could not tell: it is built with the feature `unstable`. So cargo checks a crate in a folder of
//! its own. `make api` compares the whole listing.

use std::fs;
use std::path::Path;
use std::process::Command;

/// The crate may use these.
const PUBLIC: &str = "
    use blockmask::{Analyzer, Document, Options, PageKind};
    fn main() -> Result<(), blockmask::Error> {
        let mut analyzer = Analyzer::new(Options::default());
        let page: Document<'_> = analyzer.analyze(b\"<p>Rain fell.</p>\")?;
        for block in page.blocks() {
            println!(\"{:?} {}\", block.source(), block.text());
        }
        for &kind in PageKind::VALUES {
            println!(\"{kind} {}\", page.kind_probability(kind));
        }
        Ok(())
    }
";

/// Paths that the crate cannot import, by the name that the compiler must complain about.
const PATHS: &[(&str, &str)] = &[
    ("use blockmask::internals;", "internals"),
    ("use blockmask::ExperimentalOptions;", "ExperimentalOptions"),
    ("use blockmask::analyzer::pipeline;", "analyzer"),
    ("use blockmask::base::arena;", "base"),
    ("use blockmask::document::Document;", "document"),
    ("use blockmask::judge::mask;", "judge"),
    ("use blockmask::on_demand::facts;", "on_demand"),
    ("use blockmask::options::ExperimentalOptions;", "options"),
    ("use blockmask::published::tag_path;", "published"),
    ("use blockmask::read::html;", "read"),
    ("use blockmask::arrow;", "arrow"),
    ("use blockmask::capi;", "capi"),
];

/// Expressions that the crate cannot use, by the name that the compiler must complain about. `Document` and `Block` lead
/// to every table of a page.
const EXPRESSIONS: &[(&str, &str)] = &[
    ("page.page().tree.nodes", "page"),
    ("page.segmentation()", "segmentation"),
    ("page.sequence()", "sequence"),
    ("page.tag_path()", "tag_path"),
    ("page.path_of(0)", "path_of"),
    ("page.comment_tables()", "comment_tables"),
    ("page.kind_probabilities()", "kind_probabilities"),
    ("page.output_limit()", "output_limit"),
    ("page.source_range((0, 1))", "source_range"),
    ("page.style_density()", "style_density"),
    ("page.visual()", "visual"),
    ("block.table_entry()", "table_entry"),
    ("options.experimental", "experimental"),
    ("blockmask::Model::built_in()", "built_in"),
    ("blockmask::Model::evaluate", "evaluate"),
    ("blockmask::Fingerprint::of_text", "of_text"),
    ("blockmask::Density::from_line_sums", "from_line_sums"),
    ("blockmask::PageKind::from_number(0)", "from_number"),
    ("blockmask::BlockFlags::VALUES", "VALUES"),
];

#[test]
fn an_outside_crate_gets_what_is_public_and_nothing_else() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("outside");
    let sources = folder.join("src/bin");
    fs::create_dir_all(&sources).unwrap();
    let write = |path: &Path, text: &str| fs::write(path, text).unwrap();
    let manifest = format!(
        "[package]\nname = \"outside\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n\
         [dependencies]\nblockmask = {{ path = {:?} }}\n",
        env!("CARGO_MANIFEST_DIR")
    );
    write(&folder.join("Cargo.toml"), &manifest);
    // The versions that are in the registry's cache.
    fs::copy(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.lock"), folder.join("Cargo.lock")).unwrap();
    write(&sources.join("public.rs"), PUBLIC);
    let paths = |code: &&(&str, &str)| format!("{}\n", code.0);
    write(&sources.join("paths.rs"), &(PATHS.iter().map(|code| paths(&code)).collect::<String>() + "fn main() {}\n"));
    let head =
        "fn uses(page: &blockmask::Document<'_>, block: blockmask::Block<'_, '_>, options: blockmask::Options) {\n";
    let lines: String = EXPRESSIONS.iter().map(|(code, _)| format!("let _ = {code};\n")).collect();
    write(&sources.join("expressions.rs"), &format!("{head}{lines}}}\nfn main() {{}}\n"));

    let check = |program: &str| {
        let output = Command::new(env!("CARGO"))
            .args(["check", "--quiet", "--offline", "--message-format", "short", "--bin", program])
            .current_dir(&folder)
            .env("CARGO_TARGET_DIR", folder.join("target"))
            .env_remove("RUSTFLAGS")
            .output()
            .unwrap();
        (output.status.success(), String::from_utf8(output.stderr).unwrap())
    };
    assert_eq!(check("public"), (true, String::new()));
    for (program, codes, first_line) in [("paths", PATHS, 1), ("expressions", EXPRESSIONS, 2)] {
        let (is_good, errors) = check(program);
        assert!(!is_good, "{program}");
        for (index, (code, name)) in codes.iter().enumerate() {
            let place = format!("src/bin/{program}.rs:{}:", index + first_line);
            let message = errors.lines().find(|line| line.starts_with(&place) && line.contains("error"));
            let message = message.unwrap_or_else(|| panic!("an outside crate can write {code}\n{errors}"));
            assert!(message.contains(name), "{code}: {message}");
        }
    }
}
