//! The programs of the guides in README.md. The Rust and the C program of a task print the same, on all kinds of pages,
//! and on the demo page what its content calls for.
//!
//! `cargo test` builds the Rust examples, `cargo test --test examples` alone does not. The C programs need the feature
//! `capi` and `make test-c`. Programs that cannot be had are skipped, which is printed.

#[path = "common/c_programs.rs"]
#[allow(dead_code)]
mod c_programs;

use c_programs::{Library, can_link, compile, libraries, root, run, scratch};
use std::path::{Path, PathBuf};
use std::process::Command;

const DEMO: &str = "examples/demo.html";
const STORY: [&str; 4] =
    ["When the October flood", "most of them at weekends", "Timber: 61 larches", "so\n    last time"];
const TEMPLATE: [&str; 4] = ["We use cookies", "Hand-knitted socks", "Lambs of the week", "Upland Press Cooperative"];
/// The Rust and the C program of each task.
const TASKS: [&str; 8] = ["rank_by_block", "split_fields", "blank", "zones", "runs", "many_pages", "cancel", "limits"];

/// An example in Rust that is not older than its source.
fn rust_program(name: &str) -> Option<PathBuf> {
    let tests = std::env::current_exe().expect("a path");
    let folder = tests.parent().and_then(Path::parent).expect("target/debug").join("examples");
    let program = folder.join(name).with_extension(std::env::consts::EXE_EXTENSION);
    let time = |path: &Path| std::fs::metadata(path).and_then(|file| file.modified()).ok();
    if time(&program) >= time(&root().join("examples").join(name).with_extension("rs")) {
        return Some(program);
    }
    println!("skipped: examples/{name}.rs, which is missing or older than its source: cargo build --examples");
    None
}

fn c_program(name: &str) -> Option<PathBuf> {
    if !cfg!(feature = "capi") {
        println!("skipped: examples/c/{name}.c, which needs the feature capi");
        return None;
    }
    let source = format!("examples/c/{name}.c");
    // Tests run side by side: each has a separate folder.
    let test = std::thread::current().name().unwrap_or("main").to_owned();
    let folder = scratch(&format!("tasks/{test}/{name}"));
    can_link(&["cc"]).then(|| compile(&source, Library::Shared, &["-O1", "-Wconversion", "-Wshadow"], &folder))
}

/// The programs of a task, as far as they can be had.
fn programs(task: &str) -> Vec<PathBuf> {
    rust_program(task).into_iter().chain(c_program(task)).collect()
}

/// What the programs of a task print; nothing if there are none.
#[track_caller]
fn output_of(programs: &[PathBuf], arguments: &[&str]) -> Option<Vec<u8>> {
    let print = |program| run(Command::new(program).args(arguments).current_dir(root())).stdout;
    let outputs: Vec<Vec<u8>> = programs.iter().map(print).collect();
    assert!(outputs.windows(2).all(|pair| pair[0] == pair[1]), "{programs:?} {arguments:?} print different things");
    outputs.into_iter().next()
}

#[track_caller]
fn text_of(programs: &[PathBuf], arguments: &[&str]) -> Option<String> {
    output_of(programs, arguments).map(|output| String::from_utf8(output).expect("UTF-8"))
}

fn demo() -> String {
    std::fs::read_to_string(root().join(DEMO)).expect("the demo page")
}

fn write(folder: &Path, name: &str, bytes: &[u8]) -> String {
    let path = folder.join(name);
    std::fs::write(&path, bytes).expect("a file");
    path.to_str().expect("a path in UTF-8").to_owned()
}

#[test]
fn rank_by_block_counts_the_story_more_than_the_menu() {
    let programs = programs("rank_by_block");
    let Some(text) = text_of(&programs, &[]) else { return };
    let numbers = |line: &str, term: &str| -> (u32, u32) {
        let (count, weight) = line.strip_prefix(term).expect(term).split_once(", weight ").expect("a weight");
        let count = count.strip_prefix(": count ").expect("a count");
        (count.parse().expect("a number"), weight.parse().expect("a number"))
    };
    let lines: Vec<&str> = text.lines().collect();
    let ((bridges, bridge_weight), (weathers, weather_weight)) =
        (numbers(lines[0], "bridge"), numbers(lines[1], "weather"));
    assert_eq!((lines.len(), bridges, weathers), (2, 3, 1), "{text}");
    assert!(bridge_weight >= 3 * 4 && weather_weight == 2, "{text}");
    assert_eq!(
        text_of(&programs, &[DEMO, "NOWHERE", "", "zo\u{eb}"]).as_deref().map(|text| text.matches("count 0").count()),
        Some(2)
    );
}

#[test]
fn split_fields_puts_each_block_into_a_field() {
    let Some(text) = text_of(&programs("split_fields"), &[]) else { return };
    let field = |name: &str| -> Vec<&str> {
        let lines = text.lines().skip_while(|line| *line != format!("[{name}]")).skip(1);
        lines.take_while(|line| !line.starts_with('[')).collect()
    };
    let headline = "Village rebuilds its footbridge in a single winter";
    assert_eq!(field("title"), [&format!("{headline} | The Upland Post"), headline]);
    assert_eq!(field("heading")[0], "Paid for in flour and firewood");
    assert!(field("label")[0].starts_with("The first crossing on Saturday morning."), "{text}");
    let body = field("text");
    assert!(body[1].starts_with("When the October flood") && body.iter().all(|line| !line.is_empty()), "{body:?}");
    let other = field("other");
    assert!(other.contains(&"Weather") && other.contains(&"Contact Imprint Privacy Subscribe"), "{other:?}");
    assert!(!text.contains("cookies"), "hidden text is in a field");
}

#[test]
fn blank_keeps_the_story_where_it_is() {
    let Some(blanked) = output_of(&programs("blank"), &[]) else { return };
    let page = demo();
    assert_eq!(blanked.len(), page.len());
    let may_differ = |(blanked, page): (&u8, u8)| *blanked == page || (*blanked == b' ' && page != b'\n');
    assert!(blanked.iter().zip(page.bytes()).all(may_differ));
    for words in STORY {
        let start = page.find(words).expect(words);
        assert_eq!(&blanked[start..start + words.len()], words.as_bytes());
    }
    for words in TEMPLATE {
        let start = page.find(words).expect(words);
        assert!(blanked[start..start + words.len()].iter().all(|byte| *byte == b' '), "{words}");
    }
}

#[test]
fn zones_are_the_page_except_for_their_tags() {
    let Some(zoned) = text_of(&programs("zones"), &[]) else { return };
    for zone in ["<blk-main>When the October", "<blk-heading>Paid for", "<blk-nav>Weather</blk-nav>", "<blk-legal>"] {
        assert!(zoned.contains(zone), "{zone}");
    }
    assert_eq!(zoned.matches("<blk-").count(), zoned.matches("</blk-").count());
    let mut page = String::new();
    let mut rest = zoned.replace("</blk-", "<blk-");
    while let Some((before, zone)) = rest.split_once("<blk-") {
        page.push_str(before);
        rest = zone.split_once('>').expect("a tag").1.to_owned();
    }
    assert!(page + &rest == demo(), "the page without zones is another one");
}

#[test]
fn runs_have_weights_and_fields() {
    let Some(text) = text_of(&programs("runs"), &[]) else { return };
    let fields = |words: &str| -> (u32, &str) {
        let line = text.lines().find(|line| line.contains(words)).expect(words);
        let mut fields = line.split_whitespace();
        (fields.next().expect("a weight").parse().expect("a number"), fields.next().expect("a field"))
    };
    let (weight, field) = fields("When the October flood");
    assert_eq!((weight, field), (4, "text"), "{text}");
    assert_eq!(fields("Weather"), (2, "link"), "{text}");
    assert_eq!(fields("We use cookies"), (0, "hidden"));
    let position = |words| text.find(words).expect("a run");
    assert!(TEMPLATE.windows(2).all(|pair| position(pair[0]) < position(pair[1])), "{text}");
    // Comments of readers are left out.
    let mut analyzer = blockmask::Analyzer::default();
    let page = demo();
    let page = analyzer.analyze(page.as_bytes()).expect("a page that can be analyzed");
    assert_eq!(text.lines().count(), page.blocks().filter(|block| block.comment().is_none()).count());
}

fn blocks(html: &[u8]) -> usize {
    let mut analyzer = blockmask::Analyzer::new(blockmask::Options::default());
    analyzer.analyze(html).expect("a page that can be analyzed").blocks().len()
}

#[test]
fn many_pages_are_summarized_in_order() {
    let programs = programs("many_pages");
    let Some(text) = text_of(&programs, &[]) else { return };
    let pages = ["tests/fixtures/pages/list.html", DEMO, "tests/fixtures/pages/forum.html"];
    let many = text_of(&programs, &pages).expect("a program");
    let lines: Vec<&str> = many.lines().collect();
    assert!(lines.len() == 3 && format!("{}\n", lines[1]) == text, "{many}");
    assert_eq!(text, format!("{DEMO}: article, {} blocks, 12 of them content\n", blocks(demo().as_bytes())));
    assert!(lines[0].starts_with(&format!("{}: listing", pages[0])), "{many}");
    assert!(lines[2].starts_with(&format!("{}: forum", pages[2])), "{many}");
}

#[test]
fn cancel_ends_long_analyses_alone() {
    let programs = programs("cancel");
    let Some(text) = text_of(&programs, &[]) else { return };
    let one = blocks(demo().as_bytes());
    assert_eq!(text, format!("{one} blocks\n"));
    // Takes far longer than the deadline, a millisecond.
    let count = 200_000;
    let page = "<div><p>Rain fell on the city.</div>".repeat(count);
    let page = write(&scratch("tasks/long_page"), "long.html", page.as_bytes());
    assert_eq!(text_of(&programs, &[&page, "1"]), Some(format!("cancelled\n{count} blocks\n")));
}

#[test]
fn limits_are_named() {
    let programs = programs("limits");
    let Some(text) = text_of(&programs, &[]) else { return };
    let (first, second) = text.split_once('\n').expect("two lines");
    let (count, limits) = first.split_once(" blocks, limits reached: ").expect("limits");
    assert!(count.parse::<usize>().expect("a number") < blocks(demo().as_bytes()), "{text}");
    assert_eq!((limits, second), ("nodes", "refused: the page reaches a limit: max_nodes\n"));
    let small = write(&scratch("tasks/small_page"), "small.html", b"<p>Rain fell.");
    assert_eq!(text_of(&programs, &[&small]), Some("1 blocks, limits reached: none\n".repeat(2)));
}

#[test]
fn rust_and_c_agree_on_all_pages_and_refuse_what_is_no_file() {
    let folder = scratch("tasks/pages");
    let mut pages = vec![write(&folder, "empty.html", b"")];
    let binary: Vec<u8> = (0..20_000u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    pages.push(write(&folder, "binary.html", &binary));
    for name in ["article.html", "chinese.gbk.html", "forum.html", "list.html"] {
        pages.push(format!("tests/fixtures/pages/{name}"));
    }
    for task in TASKS {
        let programs = programs(task);
        for page in &pages {
            output_of(&programs, &[page]);
        }
        for program in &programs {
            let missing = Command::new(program).arg("no/such/page.html").output().expect("a program");
            let errors = String::from_utf8_lossy(&missing.stderr);
            assert_eq!(missing.status.code(), Some(1), "{program:?}: {errors}");
            assert!(errors.contains("No such file") && !errors.contains("panicked"), "{program:?}: {errors}");
        }
    }
}

/// All programs have tests, the README names them, and a guide's links lead somewhere.
#[test]
fn the_guides_name_all_programs() {
    let readme = std::fs::read_to_string(root().join("README.md")).expect("the README");
    let links = readme.split("](examples/").skip(1).map(|rest| rest.split(')').next().unwrap_or_default());
    let links: Vec<&str> = links.collect();
    for link in &links {
        assert!(root().join("examples").join(link).exists(), "README.md links to examples/{link}");
    }
    let tested = |name: &str| TASKS.contains(&name);
    for folder in ["", "c/"] {
        for entry in std::fs::read_dir(root().join("examples").join(folder)).expect("a folder") {
            let name = entry.expect("an entry").file_name().into_string().expect("a name in UTF-8");
            let Some((stem, "rs" | "c")) = name.rsplit_once('.') else { continue };
            let path = format!("{folder}{name}");
            assert!(links.contains(&path.as_str()), "README.md does not name examples/{path}");
            // It has a test in tests/capi.rs.
            assert!(tested(stem) || stem == "index_directory", "examples/{path} has no test");
        }
    }
}

/// The commands in the comments of the C programs compile and run them, given an installed library.
#[test]
fn the_commands_in_the_comments_work() {
    if !cfg!(feature = "capi") {
        println!("skipped: the commands of examples/c, which need the feature capi");
        return;
    }
    if !can_link(&["cc", "pkg-config"]) {
        return;
    }
    let folder = scratch("tasks/commands");
    std::fs::create_dir_all(folder.join("examples/c")).expect("a folder");
    for file in [DEMO, "examples/c/example.h"] {
        std::fs::copy(root().join(file), folder.join(file)).expect("a copy");
    }
    let (include, lib) = (root().join("include"), libraries());
    let package = format!(
        "libdir={1}\nName: blockmask\nDescription: blockmask\nVersion: 0\nCflags: -I{0}\nLibs: -L{1} -lblockmask\n",
        include.display(),
        lib.display()
    );
    write(&folder, "blockmask.pc", package.as_bytes());
    for name in TASKS {
        let path = format!("examples/c/{name}.c");
        let source = std::fs::read_to_string(root().join(&path)).expect("a program");
        write(&folder, &path, source.as_bytes());
        let comment = source.split_once("*/").expect("a comment").0;
        let command = comment.split_once("    cc ").expect("a command").1.replace("\n *", "\n");
        let mut shell = Command::new("sh");
        shell.current_dir(&folder).env("PKG_CONFIG_PATH", &folder).arg("-c").arg(format!("cc {command}"));
        assert!(!run(&mut shell).stdout.is_empty(), "{path}: its command prints nothing");
    }
}
