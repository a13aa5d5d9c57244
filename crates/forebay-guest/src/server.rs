// SPDX-License-Identifier: Apache-2.0
//! The card: `forebay serve` as a process beside QEMU.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use rustix::event::{PollFd, PollFlags, poll};

use crate::child::Child;
use crate::clock;
use crate::logs::Logs;
use crate::{GuestError, READY_LIMIT};

/// Which card the machine has.
#[derive(Clone, Debug)]
pub struct Card {
    /// The program that serves it.
    pub program: PathBuf,
    /// Its name: `rtl:loopback` and so on.
    pub spec: String,
    /// Whether faults can be injected into it.
    pub faults: bool,
    /// File to record every bus transaction in.
    pub record: Option<PathBuf>,
}

impl Card {
    /// Starts the server; on return it listens.
    pub(crate) fn serve(&self, socket: &Path, logs: &Logs) -> Result<Child, GuestError> {
        let log = logs.server();
        let errors = File::create(&log).map_err(GuestError::at(&log))?;
        let mut command = Command::new(&self.program);
        command.args(self.arguments(socket, &logs.summary()));
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(errors);
        let mut child = Child::start("the card server", &mut command)?;
        wait_ready(&mut child, &log)?;
        Ok(child)
    }

    fn arguments(&self, socket: &Path, summary: &Path) -> Vec<PathBuf> {
        let mut arguments: Vec<PathBuf> = ["serve", "--card", &self.spec].map(PathBuf::from).into();
        arguments.extend(["--socket".into(), socket.into(), "--summary".into(), summary.into()]);
        if self.faults {
            arguments.push("--faults".into());
        }
        if let Some(record) = &self.record {
            arguments.extend(["--record".into(), record.clone()]);
        }
        arguments
    }
}

/// The server prints one line when it listens.
fn wait_ready(child: &mut Child, log: &Path) -> Result<(), GuestError> {
    let failed = |status: String| {
        let status = with_last_words(status, log);
        GuestError::Server { when: "before it listened", status, log: log.to_owned() }
    };
    let output = child.take_output().ok_or_else(|| failed("it has no output".into()))?;
    let mut watched = [PollFd::new(&output, PollFlags::IN)];
    clock::interrupted_is_fine(poll(&mut watched, Some(&clock::timespec(READY_LIMIT))))
        .map_err(GuestError::doing("waiting for the card server"))?;
    if watched[0].revents().is_empty() {
        return Err(failed(format!("it said nothing for {} s", READY_LIMIT.as_secs())));
    }
    let mut line = String::new();
    BufReader::new(output)
        .read_line(&mut line)
        .map_err(GuestError::doing("the card server's output"))?;
    if line.ends_with('\n') {
        return Ok(());
    }
    match child.wait(READY_LIMIT)? {
        Some(status) => Err(failed(status.to_string())),
        None => Err(failed("it closed its output".into())),
    }
}

/// How a process ended, with what it said last: mostly that is why.
fn with_last_words(status: String, log: &Path) -> String {
    // A log that cannot be read is named all the same.
    let said = std::fs::read(log).unwrap_or_default();
    match String::from_utf8_lossy(&said).lines().rfind(|line| !line.trim().is_empty()) {
        Some(line) => format!("{status}: {}", line.trim()),
        None => status,
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    fn card(program: &str) -> Card {
        Card { program: program.into(), spec: "fast:loopback".into(), faults: true, record: None }
    }

    #[test]
    fn options_are_passed_on() {
        let record = Some("r.bin".into());
        let arguments = Card { record, ..card("x") }.arguments(Path::new("s"), Path::new("j"));
        let text: Vec<_> = arguments.iter().map(|argument| argument.to_string_lossy()).collect();
        assert_eq!(
            text.join(" "),
            "serve --card fast:loopback --socket s --summary j --faults --record r.bin"
        );
    }

    #[test]
    fn a_server_that_ends_at_once_is_an_error_with_its_log() {
        let dir = tempfile::tempdir().expect("a folder");
        let logs = Logs::take(dir.path(), "run").expect("logs");
        let error = card("/bin/false").serve(Path::new("s"), &logs).expect_err("ended");
        let text = error.to_string();
        assert!(text.contains("before it listened") && text.contains("server.log"), "{text}");
    }

    #[test]
    fn why_a_server_ended_is_in_the_message_itself() {
        let dir = tempfile::tempdir().expect("a folder");
        let logs = Logs::take(dir.path(), "run").expect("logs");
        let program = dir.path().join("server");
        let text =
            "#!/bin/sh\necho warning >&2\necho 'no card there; run `make rtl`' >&2\nexit 4\n";
        std::fs::write(&program, text).expect("written");
        std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).expect("made");
        let card = card(&program.to_string_lossy());
        let text = card.serve(Path::new("s"), &logs).expect_err("ended").to_string();
        assert!(text.contains("4: no card there; run `make rtl`"), "{text}");
    }
}
