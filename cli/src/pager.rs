//! Where output goes: a file, or standard output, on a terminal through a pager, as git does: `$PAGER`, or else `less`.

use std::env;
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, IsTerminal, StdoutLock, Write};
use std::process::{Child, Command, Stdio};

/// The options of `less` unless `LESS` is set: end at once if the text fits the screen, pass colors, leave the text on
/// the screen, and end on Ctrl-C, which ends this program.
const LESS: &str = "FRXK";

/// What only a shell understands.
const SHELL: &[char] =
    &['|', '&', ';', '<', '>', '(', ')', '$', '`', '\\', '"', '\'', '*', '?', '[', '#', '~', '=', '%', '\n'];

pub enum Sink {
    Stdout(StdoutLock<'static>),
    Pager(Child),
    File(File),
}

impl Sink {
    pub fn stdout() -> Sink {
        Sink::Stdout(io::stdout().lock())
    }

    pub fn is_terminal(&self) -> bool {
        matches!(self, Sink::Stdout(out) if out.is_terminal())
    }

    /// Starts the pager if the output is a terminal; returns whether it did.
    pub fn page(&mut self) -> bool {
        let pager = if self.is_terminal() { pager(|name| env::var_os(name)) } else { None };
        match pager.and_then(|pager| command(&pager)?.stdin(Stdio::piped()).spawn().ok()) {
            Some(child) => *self = Sink::Pager(child),
            None => return false,
        }
        true
    }
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Sink::Stdout(out) => out.write(bytes),
            Sink::Pager(child) => child.stdin.as_mut().map_or(Ok(0), |pipe| pipe.write(bytes)),
            Sink::File(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Sink::Stdout(out) => out.flush(),
            Sink::Pager(_) | Sink::File(_) => Ok(()),
        }
    }
}

/// Waits until the reader leaves the pager.
impl Drop for Sink {
    fn drop(&mut self) {
        if let Sink::Pager(child) = self {
            drop(child.stdin.take());
            let _ = child.wait();
        }
    }
}

/// The pager that the environment asks for, if any.
fn pager(variable: impl Fn(&str) -> Option<OsString>) -> Option<String> {
    let is_off = variable("NO_PAGER").is_some_and(|value| !value.is_empty());
    if is_off || variable("TERM").is_some_and(|terminal| terminal == "dumb") {
        return None;
    }
    let pager = variable("PAGER").map_or_else(|| Some("less".to_owned()), |pager| pager.into_string().ok())?;
    let pager = pager.trim();
    (!pager.is_empty() && pager != "cat").then(|| pager.to_owned())
}

/// Without a shell if there is no need of one, because only then a missing program is an error here.
fn command(pager: &str) -> Option<Command> {
    let mut command = if pager.contains(SHELL) {
        let mut command = Command::new("sh");
        command.args(["-c", pager]);
        command
    } else {
        let mut words = pager.split_whitespace();
        let mut command = Command::new(words.next()?);
        command.args(words);
        command
    };
    if env::var_os("LESS").is_none() {
        command.env("LESS", LESS);
    }
    Some(command)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pager_of(variables: &[(&str, &str)]) -> Option<String> {
        pager(|name| variables.iter().find(|(key, _)| *key == name).map(|(_, value)| OsString::from(value)))
    }

    #[test]
    fn the_environment_chooses_the_pager() {
        assert_eq!(pager_of(&[]).as_deref(), Some("less"));
        assert_eq!(pager_of(&[("PAGER", " most -w "), ("NO_PAGER", "")]).as_deref(), Some("most -w"));
        for off in [("NO_PAGER", "1"), ("PAGER", "cat"), ("PAGER", ""), ("PAGER", " "), ("TERM", "dumb")] {
            assert_eq!(pager_of(&[off]), None, "{off:?}");
        }
    }

    #[test]
    fn only_what_needs_a_shell_gets_one() {
        let program = |pager| command(pager).map(|command| command.get_program().to_owned());
        assert_eq!(program("less -S"), Some("less".into()));
        assert_eq!(program("LESS=-S less"), Some("sh".into()));
        assert_eq!(program("col -b | less"), Some("sh".into()));
        assert_eq!(program(""), None);
    }
}
