//! Programs in C and C++ against the libraries that `make lib` builds: how tests compile and run them.
//!
//! `BLOCKMASK_LIB` names a folder with built libraries; without it they are built here, once, by the profile that
//! `BLOCKMASK_LIB_PROFILE` names, as `make test-c` does. Without either no programs are linked.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

pub const STRICT: [&str; 5] = ["-Wall", "-Wextra", "-Wpedantic", "-Werror", "-g"];
pub const NATIVE: [&str; 4] = ["-lgcc_s", "-lpthread", "-lm", "-ldl"];

pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// An empty folder for the files of a test.
pub fn scratch(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("capi").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// Runs a command that must succeed.
#[track_caller]
pub fn run(command: &mut Command) -> Output {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {}\n{errors}", output.status);
    output
}

pub fn has(tool: &str) -> bool {
    let found = Command::new(tool).arg("--version").output().is_ok_and(|output| output.status.success());
    if !found {
        println!("skipped: there is no {tool} here");
    }
    found
}

/// The profile of Cargo by which the libraries are built.
pub fn lib_profile() -> String {
    std::env::var("BLOCKMASK_LIB_PROFILE").unwrap_or_else(|_| "dev".to_owned())
}

/// Whether programs are linked with the libraries, and these tools are there. It takes minutes, so `cargo test` does not.
pub fn can_link(tools: &[&str]) -> bool {
    let is_wanted = ["BLOCKMASK_LIB", "BLOCKMASK_LIB_PROFILE"].iter().any(|name| std::env::var_os(name).is_some());
    if !is_wanted {
        println!("skipped: programs that are linked with the C libraries, which make test-c tests");
    }
    is_wanted && tools.iter().all(|tool| has(tool))
}

/// The folder of the libraries.
pub fn libraries() -> &'static Path {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    BUILT.get_or_init(|| {
        if let Some(folder) = std::env::var_os("BLOCKMASK_LIB") {
            return PathBuf::from(folder);
        }
        let profile = lib_profile();
        let mut make = Command::new("make");
        make.current_dir(root()).args(["-f", "packaging/capi.mk", "lib"]).arg(format!("PROFILE={profile}"));
        run(make.env_remove("MAKEFLAGS"));
        root().join(if profile == "release" { "target/capi/lib".into() } else { format!("target/capi/{profile}/lib") })
    })
}

/// The library that a program is linked with.
#[derive(Clone, Copy)]
pub enum Library {
    Shared,
    Static,
}

/// Compiles a program of this repository.
#[track_caller]
pub fn compile(source: &str, library: Library, flags: &[&str], folder: &Path) -> PathBuf {
    let path = root().join(source);
    let is_cpp = source.ends_with(".cpp");
    let model = format!("-DMODEL=\"{}\"", root().join("src/judge/mask/model.bin").display());
    let program = folder.join(path.file_stem().expect("a name"));
    let mut command = Command::new(if is_cpp { "c++" } else { "cc" });
    command.arg(if is_cpp { "-std=c++17" } else { "-std=c99" }).args(STRICT).args(flags).arg(model);
    if source.contains("no_exceptions") {
        command.args(["-fno-exceptions", "-fno-rtti"]);
    }
    command.arg("-I").arg(root().join("include")).arg(&path).arg("-o").arg(&program);
    match library {
        Library::Static => command.arg(libraries().join("libblockmask.a")).args(NATIVE),
        Library::Shared => {
            let path = format!("-Wl,-rpath,{}", libraries().display());
            command.arg(path).arg("-L").arg(libraries()).args(["-lblockmask", "-lpthread"])
        }
    };
    run(&mut command);
    program
}
