//! Runs the program, and makes its inputs.
#![allow(dead_code, reason = "no test program uses all of it")]

#[path = "../../src/archive/samples.rs"]
pub mod archive;
pub mod formats;

use serde_json::Value;
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

const PAGES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/fixtures/pages");

pub fn page(name: &str) -> String {
    format!("{PAGES}/{name}")
}

/// Whether a block of a page in JSON is part of the main text.
pub fn is_main(block: &Value) -> bool {
    block["is_template"] == false || is_headline(block)
}

pub fn is_headline(block: &Value) -> bool {
    block["flags"].as_array().unwrap().contains(&Value::from("headline"))
}

pub fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_blockmask"));
    command.args(args).env_remove("COLUMNS").env("NO_COLOR", "1").stdin(Stdio::null());
    command
}

pub fn run(args: &[&str]) -> Output {
    command(args).output().unwrap()
}

pub fn run_with_input(args: &[&str], input: &[u8]) -> Output {
    let mut command = command(args);
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // The program may close standard input early on errors.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

pub fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

/// The standard output of a run, which must succeed without messages.
pub fn out(output: &Output) -> &str {
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert_eq!(text(&output.stderr), "");
    text(&output.stdout)
}

/// The objects in JSON lines output.
pub fn objects(output: &Output) -> Vec<Value> {
    text(&output.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

pub fn object(args: &[&str]) -> Value {
    let output = run(args);
    out(&output);
    let [object] = <[Value; 1]>::try_from(objects(&output)).unwrap();
    object
}

/// A temporary folder, removed on drop.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> Folder {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let unique = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("blockmask-{}-{unique}-{name}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    pub fn file(&self, name: &str, bytes: &[u8]) -> String {
        let path = self.0.join(name);
        fs::write(&path, bytes).unwrap();
        path.into_os_string().into_string().unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
