//! The libraries that `make lib` builds, as programs in C and C++ use them: through the headers only.
//!
//! The programs are in `tests/capi`, `examples/c` and `examples/cpp`. Tests whose tools are missing print that they are
//! skipped, and so are programs that are linked with the libraries unless `make test-c` runs these tests.
#![cfg(feature = "capi")]

#[path = "common/c_programs.rs"]
mod c_programs;

use c_programs::{Library, NATIVE, STRICT, can_link, compile, has, lib_profile, libraries, root, run, scratch};
use flate2::read::MultiGzDecoder;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::Command;

const PROGRAMS: [&str; 18] = [
    "tests/capi/tree.c",
    "tests/capi/tree.cpp",
    "tests/capi/comments.c",
    "tests/capi/layout.c",
    "tests/capi/result.c",
    "tests/capi/structure.c",
    "tests/capi/facts.c",
    "tests/capi/groups.c",
    "tests/capi/visual.c",
    "tests/capi/errors.c",
    "tests/capi/limits.c",
    "tests/capi/shapes.c",
    "tests/capi/site.c",
    "tests/capi/fields.c",
    "tests/capi/arrow.c",
    "tests/capi/threads.c",
    "tests/capi/handles.cpp",
    "tests/capi/no_exceptions.cpp",
];

const C_STANDARDS: [&str; 6] = ["c89", "gnu89", "c99", "c11", "c17", "c2x"];
const CPP_STANDARDS: [&str; 5] = ["c++11", "c++14", "c++17", "c++20", "c++2b"];
const STRICTER: [&str; 3] = ["-Wconversion", "-Wshadow", "-fsyntax-only"];

#[test]
fn the_header_is_clean_in_c_and_cpp() {
    ["blockmask_search.h", "blockmask_tree.h", "blockmask_experimental.h"]
        .iter()
        .for_each(|header| header_is_clean(&root().join("include").join(header)));
}

#[track_caller]
fn header_is_clean(header: &Path) {
    for compiler in ["gcc", "clang", "g++", "clang++"].into_iter().filter(|compiler| has(compiler)) {
        let is_cpp = compiler.ends_with('+');
        let language = if is_cpp { ["-Wold-style-cast", "-x", "c++"] } else { ["-Wstrict-prototypes", "-x", "c"] };
        for standard in if is_cpp { &CPP_STANDARDS[..] } else { &C_STANDARDS } {
            let mut command = Command::new(compiler);
            command.args(STRICT).args(STRICTER).args(language).arg(format!("-std={standard}"));
            run(command.arg(header));
        }
    }
}

/// The constants of a header with their numbers, except versions.
fn constants(header: &str) -> BTreeMap<String, String> {
    let lines = header.lines().filter(|line| line.starts_with("#define BLOCKMASK_") && !line.contains("_VERSION_"));
    let pair = |line: &str| {
        let mut words = line.split_whitespace().skip(1).map(str::to_owned);
        Some((words.next()?, words.next()?))
    };
    lines.filter_map(pair).collect()
}

#[test]
fn constants_keep_their_numbers() {
    let (frozen, today) = (constants(&frozen_header()), constants(&header_of_today()));
    let kept = frozen.keys().filter(|name| today.contains_key(*name)).count();
    assert!(kept > 100, "{kept} of {}", frozen.len());
    let macros = ["BLOCKMASK_API", "BLOCKMASK_H", "BLOCKMASK_ABI_VERSION"];
    for (name, number) in
        frozen.iter().filter(|(name, _)| !macros.contains(&name.as_str()) && !name.starts_with("BLOCKMASK_VERSION_"))
    {
        // A macro, which is refused; and the union of all columns, which grows.
        let may_change = name.starts_with("BLOCKMASK_RECORD") || name == "BLOCKMASK_COLUMNS_ALL";
        assert!(today.get(name).is_none_or(|today| today == number || may_change), "{name} was {number}");
    }
}

/// The types of the parameters in a header, by the name of the function.
fn prototypes(header: &str) -> BTreeMap<String, String> {
    let declarations = header.split("BLOCKMASK_API").filter_map(|rest| rest.split_once(';'));
    let prototype = |(declaration, _): (&str, &str)| {
        let (before, parameters) = declaration.split_once('(')?;
        let name = before.split(|c: char| c.is_whitespace() || c == '*').next_back()?.to_owned();
        let type_of = |parameter: &str| {
            let words: Vec<&str> = parameter.split_whitespace().filter(|word| *word != "struct").collect();
            words.join(" ").trim_end_matches(|c: char| c.is_ascii_alphanumeric() || c == '_').to_owned()
        };
        let types: Vec<String> = parameters.trim_end_matches(')').split(',').map(type_of).collect();
        name.starts_with("blockmask_").then(|| (name, types.join(", ")))
    };
    declarations.filter_map(prototype).collect()
}

/// A program of 0.2.0 that is linked with the library of today finds the function by which it analyzes pages missing, or
/// does not need one: what it then calls has the parameters that it had.
#[test]
fn functions_of_old_programs_have_their_parameters_or_are_gone() {
    let (frozen, today) = (prototypes(&frozen_header()), prototypes(&header_of_today()));
    let analyzing = ["analyze_page", "analyze_input", "analyze_batch", "begin_page", "export_batch", "create_config"];
    for name in analyzing.map(|name| format!("blockmask_{name}")) {
        assert!(frozen.contains_key(&name) && !today.contains_key(&name), "{name}");
    }
    let mut kept = 0;
    for (name, parameters) in &frozen {
        let Some(now) = today.get(name) else { continue };
        // It needs a page, as statistics do; or a configuration, and NULL means the same.
        let needs_page = parameters.contains("blockmask_analyzer *") || parameters.contains("const blockmask_config");
        let is_free = name == "blockmask_free";
        assert!(now == parameters || needs_page || is_free, "{name}: {parameters}, now {now}");
        kept += usize::from(now == parameters);
    }
    assert!(kept >= 12, "{kept}");
}

/// It describes programs that were compiled, so it never changes.
#[test]
fn the_frozen_header_is_not_edited() {
    let hash = frozen_header()
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    assert_eq!(hash, FROZEN_HASH, "{hash:#x}");
}

/// The header of version 0.2.0, with binary interface 1.
fn frozen_header() -> String {
    std::fs::read_to_string(root().join("tests/capi/abi/blockmask-0.2.0.h")).expect("the frozen header")
}

fn header_of_today() -> String {
    std::fs::read_to_string(root().join("include/blockmask.h")).expect("the header")
}

/// FNV-1a of that header.
const FROZEN_HASH: u64 = 0x2201_e9e5_d789_3498;

/// The program of the README of 0.2.0 does not compile with the header of today, and the error says what to use. One
/// that was compiled with the header of its time does not link.
#[test]
fn programs_of_0_2_0_are_refused_readably() {
    if !can_link(&["cc"]) {
        return;
    }
    let (folder, source) = (scratch("old"), root().join("tests/capi/abi/program.c"));
    let refused = |command: &mut Command| {
        let output = command.output().expect("a compiler");
        assert!(!output.status.success());
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let today = |standard: &str| {
        let mut command = Command::new("cc");
        command
            .args([standard, "-Wall", "-I"])
            .arg(root().join("include"))
            .arg("-o")
            .arg(folder.join("new"))
            .arg(&source);
        refused(command.arg("-L").arg(libraries()).arg("-lblockmask"))
    };
    for standard in ["-std=c89", "-std=c99", "-std=c17"] {
        let errors = today(standard);
        assert!(errors.contains("blockmask_analyze_page_is_now_blockmask_analyze"), "{errors}");
        assert!(errors.contains("BLOCKMASK_RECORD_is_now_BLOCKMASK_AT"), "{errors}");
    }
    let mut command = Command::new("cc");
    std::fs::write(folder.join("blockmask.h"), frozen_header()).expect("a copy");
    command.args(["-std=c99", "-I"]).arg(&folder).arg("-o").arg(folder.join("old")).arg(&source);
    let errors = refused(command.arg("-L").arg(libraries()).arg("-lblockmask"));
    assert!(errors.contains("blockmask_analyze_page"), "{errors}");
}

/// A C++ program of 0.2.0, whose classes were renamed, does not compile, and the errors say the new names.
#[test]
fn programs_in_cpp_of_0_2_0_are_refused_readably() {
    for compiler in ["g++", "clang++"].into_iter().filter(|compiler| has(compiler)) {
        let mut command = Command::new(compiler);
        command.args(["-std=c++17", "-fsyntax-only", "-I"]).arg(root().join("include"));
        let output = command.arg(root().join("tests/capi/abi/program.cpp")).output().expect("a compiler");
        let errors = String::from_utf8_lossy(&output.stderr);
        for hint in ["it is now document", "it is now rendered", "it is now blockmask_block", "it is now options"] {
            assert!(!output.status.success() && errors.contains(hint), "{hint}: {errors}");
        }
    }
}

/// The C++ header, with and without exceptions. The only macro that it leaves behind is its include guard.
#[test]
fn the_header_for_cpp_is_clean() {
    let include = root().join("include");
    let source = scratch("clean").join("clean.cpp");
    std::fs::write(&source, "#include <blockmask.hpp>\n").expect("a file");
    let read = |name| std::fs::read_to_string(include.join(name)).expect("a header");
    let known = read("blockmask.h") + &read("blockmask_search.h") + &read("blockmask_tree.h");
    let compilers: Vec<&str> = ["g++", "clang++"].into_iter().filter(|compiler| has(compiler)).collect();
    for (compiler, standard) in compilers.iter().flat_map(|compiler| CPP_STANDARDS.map(|name| (*compiler, name))) {
        let is_too_old = ["c++11", "c++14"].contains(&standard);
        for exceptions in ["-fexceptions", "-fno-exceptions"] {
            let base = || {
                let mut command = Command::new(compiler);
                command.args([exceptions, &format!("-std={standard}"), "-I"]).arg(&include).arg(&source);
                command
            };
            let mut check = base();
            check.args(STRICT).args(STRICTER).arg("-Wold-style-cast");
            if is_too_old {
                let errors = check.output().expect("a compiler").stderr;
                assert!(String::from_utf8_lossy(&errors).contains("blockmask.hpp needs C++17"));
                continue;
            }
            run(&mut check);
            let macros = String::from_utf8(run(base().args(["-dM", "-E"])).stdout).expect("UTF-8");
            let names = macros.lines().filter_map(|line| line.strip_prefix("#define ")?.split([' ', '(']).next());
            let left = names.filter(|name| name.to_lowercase().contains("blockmask"));
            let left: Vec<&str> = left.filter(|name| !known.contains(&format!("#define {name}"))).collect();
            assert_eq!(left, ["BLOCKMASK_HPP"]);
        }
    }
}

/// The program at the top of the header compiles with the command below it, and runs, in a prefix that was moved.
fn check_example(prefix: &Path) {
    let header = header_of_today();
    let mut lines = header.lines().skip_while(|line| !line.contains("#include <blockmask.h>"));
    let mut program = String::new();
    let command = loop {
        let line = lines.next().expect("a command").trim_start_matches(" *");
        if line.contains("cc program.c") {
            break line;
        }
        let _ = writeln!(program, "{line}");
    };
    let text = compile_and_run(prefix, &program, &format!("{command} && ./a.out"));
    assert_eq!(text, "15-19 template Home\n32-92 main Rain fell on the city for the third day, and the river rose.\n");
}

/// The program in `docs/arrow.md` prints what stands there.
fn check_arrow_example(prefix: &Path) {
    let text = std::fs::read_to_string(root().join("docs/arrow.md")).expect("the documentation");
    let block = |start| text.split_once(start).and_then(|(_, rest)| rest.split_once("```")).expect("a block").0;
    let program = block("```c\n");
    let command = program.lines().next().expect("a command").trim_matches(['/', '*', ' ']);
    let output = compile_and_run(prefix, program, &format!("{command} && ./program"));
    assert_eq!(output, block("```text\n"));
}

/// What a program in C prints, compiled and run by a command in a prefix.
fn compile_and_run(prefix: &Path, program: &str, command: &str) -> String {
    std::fs::write(prefix.join("program.c"), program).expect("a file");
    let mut shell = Command::new("sh");
    shell.current_dir(prefix).env("PKG_CONFIG_PATH", prefix.join("lib/pkgconfig")).env_remove("LD_LIBRARY_PATH");
    String::from_utf8_lossy(&run(shell.arg("-c").arg(command)).stdout).into_owned()
}

#[test]
fn programs_run_with_either_library() {
    if !can_link(&["cc", "c++"]) {
        return;
    }
    let folder = scratch("programs");
    for source in PROGRAMS {
        run(&mut Command::new(compile(source, Library::Static, &[], &folder)));
        run(&mut Command::new(compile(source, Library::Shared, &[], &folder)));
    }
}

/// Fully static programs, as in small containers.
#[test]
fn programs_run_with_musl() {
    const TARGET: &str = "x86_64-unknown-linux-musl";
    let installed = Command::new("rustc").args(["--print", "target-libdir", "--target", TARGET]).output();
    let folder = installed.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned()).unwrap_or_default();
    if folder.is_empty() || !Path::new(&folder).exists() {
        println!("skipped: rustup target add {TARGET}");
        return;
    }
    if !can_link(&["musl-gcc", "pkg-config"]) {
        return;
    }
    let prefix = scratch("musl");
    install(&[format!("CARGO_TARGET={TARGET}"), format!("PREFIX={}", prefix.display())]);
    assert!(!prefix.join("lib/libblockmask.so").exists());
    for source in PROGRAMS.into_iter().filter(|source| source.ends_with(".c")) {
        run(&mut Command::new(compile_installed(&prefix, &["musl-gcc", "-static"], &["blockmask-static"], source)));
    }
    run(&mut Command::new(compile_installed(&prefix, &["musl-gcc", "-static"], &["blockmask"], PROGRAMS[0])));
    if has("cmake") {
        cmake(&prefix, &prefix, &["-DCMAKE_C_COMPILER=musl-gcc", "-DCMAKE_EXE_LINKER_FLAGS=-static"]);
    }
}

#[test]
fn programs_are_clean_under_valgrind() {
    if !can_link(&["cc", "c++", "valgrind"]) {
        return;
    }
    let folder = scratch("valgrind");
    // Optimized code may read what an absent option would hold before it tests whether there is one, which is no error,
    // so undefined values count with the unoptimized library only, for which `make test-c` runs this test again.
    let undefined = if lib_profile() == "dev" { "--undef-value-errors=yes" } else { "--undef-value-errors=no" };
    for source in PROGRAMS {
        let program = compile(source, Library::Static, &["-O1"], &folder);
        let leaks = ["--leak-check=full", "--show-leak-kinds=definite,indirect,possible"];
        let mut command = Command::new("valgrind");
        run(command.args(["--quiet", "--error-exitcode=9", undefined]).args(leaks).arg(program));
    }
}

#[test]
fn threads_are_clean_under_helgrind() {
    if !can_link(&["cc", "valgrind"]) {
        return;
    }
    let program = compile("tests/capi/threads.c", Library::Static, &["-O1"], &scratch("helgrind"));
    let flags = ["--tool=helgrind", "--quiet", "--error-exitcode=9"];
    run(Command::new("valgrind").args(flags).arg(program).arg("apart"));
}

#[test]
fn programs_are_clean_with_sanitizers() {
    if !can_link(&["cc", "c++"]) {
        return;
    }
    let folder = scratch("sanitizers");
    let flags = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-fno-omit-frame-pointer"];
    for source in PROGRAMS {
        run(Command::new(compile(source, Library::Shared, &flags, &folder)).env("ASAN_OPTIONS", "detect_leaks=1"));
    }
    let stale = compile("tests/capi/stale_view.c", Library::Shared, &flags, &folder);
    let output = Command::new(stale).output().expect("a program");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && errors.contains("heap-use-after-free"), "{errors}");
}

/// The names that a library exports.
fn exports(command: &mut Command) -> Vec<String> {
    let output = run(command);
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let mut names: Vec<String> =
        text.lines().filter_map(|line| line.split_whitespace().nth(2)).map(str::to_owned).collect();
    names.sort_unstable();
    names
}

#[test]
fn the_libraries_export_the_functions_of_the_header_and_nothing_else() {
    if !can_link(&["nm"]) {
        return;
    }
    let golden = std::fs::read_to_string(root().join("include/symbols.txt")).expect("the list");
    let golden: Vec<&str> = golden.lines().collect();
    let shared = libraries().join("libblockmask.so");
    assert_eq!(exports(Command::new("nm").args(["-D", "--defined-only"]).arg(shared)), golden);
    let archive = libraries().join("libblockmask.a");
    assert_eq!(exports(Command::new("nm").args(["-g", "--defined-only"]).arg(archive)), golden);
}

#[test]
fn the_libraries_stay_small() {
    if !cfg!(all(target_arch = "x86_64", target_os = "linux")) || std::env::var_os("BLOCKMASK_LIB").is_some() {
        return;
    }
    if lib_profile() != "release" {
        println!("skipped: the sizes of the libraries, which make test-c checks");
        return;
    }
    let size = |file: &str| std::fs::metadata(libraries().join(file)).expect("a library").len();
    let (shared, archive) = (size("libblockmask.so"), size("libblockmask.a"));
    assert!(shared <= 3_480_000 && archive <= 4_575_000, "{shared} {archive}");
    let makefile = std::fs::read_to_string(root().join("packaging/capi.mk")).expect("capi.mk");
    for (before, size) in [("the shared library has ", shared), ("; the archive ", archive)] {
        let told = makefile.split_once(before).and_then(|(_, told)| told.split_once(" MB")).expect("a size").0;
        let told: f64 = told.parse().expect("a number");
        assert!(
            (told * 1e6 / size as f64 - 1.0).abs() < 0.02,
            "{before}{told} MB, says capi.mk, but it has {size} bytes"
        );
    }
}

#[test]
fn a_second_rust_library_links_next_to_the_archive_in_both_orders() {
    if !can_link(&["cc"]) {
        return;
    }
    let folder = scratch("second");
    let second = folder.join("libsecond.a");
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let mut command = Command::new(rustc);
    command.args(["--edition", "2024", "--crate-type", "staticlib", "-O", "--print", "native-static-libs", "-o"]);
    let notes = run(command.arg(&second).arg(root().join("tests/capi/second_library.rs"))).stderr;
    let makefile = std::fs::read_to_string(root().join("packaging/capi.mk")).expect("capi.mk");
    let native = makefile.lines().find_map(|line| line.strip_prefix("NATIVE_LIBS := ")).expect("a list");
    let notes = String::from_utf8_lossy(&notes);
    assert!(notes.contains(&format!("native-static-libs: {native}\n")), "{notes}, but capi.mk says {native}");
    let first = libraries().join("libblockmask.a");
    for libraries in [[&first, &second], [&second, &first]] {
        let program = folder.join("program");
        let mut command = Command::new("cc");
        command.arg("-std=c99").args(STRICT).arg("-I").arg(root().join("include"));
        command.arg(root().join("tests/capi/two_libraries.c")).args(libraries).args(NATIVE);
        run(command.arg("-o").arg(&program));
        run(&mut Command::new(program));
    }
}

/// As docs/guides/embedding.md says: two plugins with the library inside, whose names are visible to all.
#[test]
fn plugins_with_the_library_inside_do_not_meet() {
    if !can_link(&["cc"]) {
        return;
    }
    let folder = scratch("plugins");
    let build = |source: &str, flags: &[&str], libraries: &[PathBuf], name: &str| {
        let built = folder.join(name);
        let mut command = Command::new("cc");
        command.arg("-std=c99").args(STRICT).args(flags).arg("-I").arg(root().join("include"));
        command.arg(root().join(source)).args(libraries).args(NATIVE).arg("-o").arg(&built);
        run(&mut command);
        built
    };
    let flags = ["-O1", "-g", "-fPIC", "-shared", "-fvisibility=hidden", "-Wl,--exclude-libs,ALL"];
    let archive = [libraries().join("libblockmask.a")];
    let plugins = ["one.so", "two.so"].map(|name| build("tests/capi/plugin.c", &flags, &archive, name));
    let host = build("tests/capi/plugin_host.c", &["-O1", "-g"], &[], "host");
    run(Command::new(&host).args(&plugins));
    if has("valgrind") {
        let mut command = Command::new("valgrind");
        command.args(["-q", "--leak-check=full", "--errors-for-leak-kinds=definite", "--error-exitcode=9"]);
        run(command.arg(&host).args(&plugins));
    }
}

/// Files of the corpus, decompressed into a folder; none if the shared data is missing.
fn pages(folder: &Path, count: usize) -> Vec<PathBuf> {
    let shared = std::env::var_os("BLOCKMASK_SHARED").map_or_else(|| root().join("../shared"), PathBuf::from);
    let mut packed = Vec::new();
    for corpus in ["aeb", "magic-html-forum", "trafilatura-eval"] {
        let entries = std::fs::read_dir(shared.join("corpus").join(corpus).join("html"));
        let paths = entries.into_iter().flatten().map(|entry| entry.expect("an entry").path());
        let mut paths: Vec<PathBuf> = paths.collect();
        paths.sort();
        paths.truncate(count.div_ceil(3));
        packed.append(&mut paths);
    }
    if packed.is_empty() {
        println!("skipped: there is no corpus in {}", shared.display());
    }
    let unpack = |path: &PathBuf| {
        let mut bytes = Vec::new();
        let file = std::fs::File::open(path).expect("a page");
        MultiGzDecoder::new(file).read_to_end(&mut bytes).expect("a page");
        let target = folder.join(path.file_stem().expect("a name"));
        std::fs::write(&target, bytes).expect("a file");
        target
    };
    packed.iter().map(unpack).collect()
}

#[test]
fn a_thousand_documents_more_make_no_call_to_the_allocator() {
    if !can_link(&["cc"]) {
        return;
    }
    let folder = scratch("many");
    let pages = pages(&folder, 48);
    if pages.is_empty() {
        return;
    }
    let program = compile("tests/capi/many.c", Library::Shared, &["-ldl"], &folder);
    let counter = folder.join("count_malloc.so");
    let source = root().join("tests/capi/count_malloc.c");
    run(Command::new("cc").args(["-O1", "-shared", "-fPIC", "-o"]).arg(&counter).arg(source));
    let calls = |documents: &str| -> u64 {
        let output = run(Command::new(&program).arg(documents).args(&pages).env("LD_PRELOAD", &counter));
        String::from_utf8_lossy(&output.stdout).trim().parse().expect("a number")
    };
    let (few, many) = (calls("1000"), calls("2000"));
    assert!(few > 0, "nothing was counted");
    assert_eq!(few, many);
}

/// The table that the examples write, from the Rust library.
fn expected_table(pages: &[PathBuf]) -> String {
    let mut analyzer = blockmask::Analyzer::new(blockmask::Options::default());
    let mut table = "file\tstart\tend\ttokens\tlinked\tdensity\trole\tweight\theading\tpath\ttext\n".to_owned();
    let mut pages = pages.to_vec();
    pages.sort_by_key(|path| path.file_name().map(|name| name.to_owned()));
    for path in pages {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let bytes = std::fs::read(&path).expect("a page");
        for block in analyzer.analyze(&bytes).expect("a page that can be analyzed").blocks() {
            let (source, density) = (block.source(), block.text_density());
            let role = block.role().name();
            let _ = write!(table, "{name}\t{}\t{}\t{}\t", source.start, source.end, block.tokens());
            let _ = write!(table, "{}\t{}/{}\t", block.linked_tokens(), density.tokens, density.lines);
            let _ = write!(table, "{role}\t{}\t{}\t", block.weight(), block.heading_level());
            let _ = writeln!(table, "{}\t{}", block.tag_path(), block.text());
        }
    }
    table
}

#[test]
fn the_examples_write_what_the_rust_library_says() {
    if !can_link(&["cc", "c++"]) {
        return;
    }
    let folder = scratch("examples");
    let data = folder.join("pages");
    std::fs::create_dir(&data).expect("a folder");
    let mut pages = pages(&data, 300);
    let own = data.join("own.html");
    std::fs::write(&own, "\u{feff}<p>Not from the <b>corpus</b>").expect("a file");
    pages.push(own);
    let expected = expected_table(&pages);
    let c = compile("examples/c/index_directory.c", Library::Static, &["-O2"], &folder);
    let c = run(Command::new(c).arg(&data)).stdout;
    assert!(c == expected.as_bytes(), "the example in C differs from the library");
    let cpp = compile("examples/cpp/index_directory.cpp", Library::Shared, &["-O2"], &folder);
    for threads in ["1", "2", "7"] {
        let cpp = run(Command::new(&cpp).arg(&data).arg(threads)).stdout;
        assert!(cpp == expected.as_bytes(), "the example in C++ with {threads} threads differs from the library");
    }
}

/// Installs the libraries.
fn install(arguments: &[String]) {
    let mut command = Command::new("make");
    run(command
        .current_dir(root())
        .args(["-f", "packaging/capi.mk", "install-lib"])
        .arg(format!("PROFILE={}", lib_profile()))
        .args(arguments)
        .env_remove("MAKEFLAGS"));
}

/// Compiles a C program with the flags that pkg-config reports for an installation.
#[track_caller]
fn compile_installed(prefix: &Path, compiler: &[&str], package: &[&str], source: &str) -> PathBuf {
    let mut command = Command::new("pkg-config");
    command.args(["--cflags", "--libs"]).args(package).env("PKG_CONFIG_PATH", prefix.join("lib/pkgconfig"));
    let flags = String::from_utf8(run(&mut command).stdout).expect("UTF-8");
    let program = prefix.join("program");
    let mut command = Command::new(compiler[0]);
    command.args(&compiler[1..]).arg("-std=c99").arg(root().join(source));
    run(command.args(flags.split_whitespace()).arg("-pthread").arg("-o").arg(&program));
    program
}

#[test]
fn an_installation_is_found_by_pkg_config_and_cmake() {
    if !can_link(&["cc", "pkg-config"]) || std::env::var_os("BLOCKMASK_LIB").is_some() {
        return;
    }
    let folder = scratch("install");
    libraries();
    let prefix = folder.join("usr");
    install(&[format!("PREFIX={}", prefix.display())]);
    install(&[format!("DESTDIR={}", folder.join("image").display()), "PREFIX=/opt/blockmask".to_owned()]);
    assert!(folder.join("image/opt/blockmask/lib/libblockmask.so.2").exists());
    let is_shared = |program: &Path| {
        // The loader does not search the prefix, so that the program runs only if it is linked statically.
        let alone = Command::new(program).output().expect("a program").status.success();
        run(Command::new(program).env("LD_LIBRARY_PATH", prefix.join("lib")));
        !alone
    };
    let source = "tests/capi/result.c";
    assert!(is_shared(&compile_installed(&prefix, &["cc"], &["blockmask"], source)));
    // The shared library is installed too, and not used.
    assert!(!is_shared(&compile_installed(&prefix, &["cc"], &["blockmask-static"], source)));
    assert!(!is_shared(&compile_installed(&prefix, &["cc"], &["--static", "blockmask-static"], source)));
    let unwinder = run(Command::new("cc").arg("-print-file-name=libgcc_eh.a")).stdout;
    let unwinder = PathBuf::from(String::from_utf8_lossy(&unwinder).trim());
    if unwinder.is_absolute() {
        for package in ["blockmask-static", "blockmask"] {
            let package = ["--static", package];
            // Limits on memory unwind.
            for source in [source, "tests/capi/limits.c", "tests/capi/threads.c"] {
                run(&mut Command::new(compile_installed(&prefix, &["cc", "-static"], &package, source)));
            }
        }
    } else {
        println!("skipped: programs without any shared library, for which there is no libgcc_eh.a here");
    }
    if has("cmake") {
        cmake(&folder, &prefix, &[]);
    }
    let moved = folder.join("moved");
    std::fs::rename(&prefix, &moved).expect("a folder that can be moved");
    check_example(&moved);
    check_arrow_example(&moved);
}

fn cmake(folder: &Path, prefix: &Path, options: &[&str]) {
    let project = folder.join("project");
    std::fs::create_dir(&project).expect("a folder");
    let source = root().join("tests/capi/result.c");
    let lists = format!(
        "cmake_minimum_required(VERSION 3.10)\nproject(test C)\nfind_package(blockmask {1} REQUIRED)\n\
         add_executable(shared {0})\ntarget_link_libraries(shared blockmask::blockmask)\n\
         add_executable(static {0})\ntarget_link_libraries(static blockmask::static)\n",
        source.display(),
        concat!(env!("CARGO_PKG_VERSION_MAJOR"), ".", env!("CARGO_PKG_VERSION_MINOR"))
    );
    std::fs::write(project.join("CMakeLists.txt"), lists).expect("a file");
    let build = project.join("build");
    let prefix = format!("-DCMAKE_PREFIX_PATH={}", prefix.display());
    run(Command::new("cmake").arg("-S").arg(&project).arg("-B").arg(&build).arg(prefix).args(options));
    run(Command::new("cmake").arg("--build").arg(&build));
    run(&mut Command::new(build.join("shared")));
    run(&mut Command::new(build.join("static")));
}
