// SPDX-License-Identifier: Apache-2.0
//! What can go wrong around the guest. Every message names the place to look at.

use std::path::{Path, PathBuf};
use std::time::Duration;

/// Why a run in the guest is not a success.
#[derive(Debug, thiserror::Error)]
pub enum GuestError {
    /// A file that a verb of the Makefile makes is not there.
    #[error("{path}: {what} is not there; run `{verb}`", path = path.display())]
    Missing {
        /// What the file is.
        what: &'static str,
        /// Where it should be.
        path: PathBuf,
        /// What makes it.
        verb: &'static str,
    },
    /// QEMU cannot do what the card needs.
    #[error("{qemu}: has no {needs}; run `make setup`, which brings a QEMU that has it: {said}", qemu = qemu.display())]
    Qemu {
        /// The program asked.
        qemu: PathBuf,
        /// What it lacks.
        needs: &'static str,
        /// What it answered.
        said: String,
    },
    /// A file or process could not be used.
    #[error("{place}: {source}")]
    Io {
        /// The file or what was being done.
        place: String,
        /// What the system said.
        source: std::io::Error,
    },
    /// The card server ended before it listened or while the guest ran.
    #[error("the card server ended {when} ({status}); its log is {log}", log = log.display())]
    Server {
        /// At which point.
        when: &'static str,
        /// How it ended.
        status: String,
        /// Its standard error.
        log: PathBuf,
    },
    /// The guest ended before its steps did.
    #[error("the guest ended {during} ({status}); its console is {console}, QEMU's messages are {log}",
        console = console.display(), log = log.display())]
    Ended {
        /// Which step ran.
        during: String,
        /// How QEMU ended.
        status: String,
        /// The kernel's console.
        console: PathBuf,
        /// QEMU's own messages.
        log: PathBuf,
    },
    /// Something took too long; both processes were ended.
    #[error("nothing came {during} for {} s; the guest's console is {console}", limit.as_secs(), console = console.display())]
    Timeout {
        /// Which step ran.
        during: String,
        /// How long it was waited for.
        limit: Duration,
        /// The kernel's console.
        console: PathBuf,
    },
    /// A signal told the launcher to end.
    #[error("ended by signal {signal}; the guest's console is {console}", console = console.display())]
    Signal {
        /// Its number.
        signal: i32,
        /// The kernel's console.
        console: PathBuf,
    },
    /// The kernel complained although the steps went well.
    #[error("the guest's kernel complained {count} times, first: {first}; its console is {console}", console = console.display())]
    Complaints {
        /// Number of complaints.
        count: usize,
        /// The first line of the first one.
        first: String,
        /// The kernel's console.
        console: PathBuf,
    },
    /// A line of the suite is not in its format.
    #[error("{path}:{line}: {reason}", path = path.display())]
    Suite {
        /// The file.
        path: PathBuf,
        /// Line number, from 1.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// Programs that were asked for by name would not be run.
    #[error("{path}: asked for by name, and not to be run on kernel {kernel} with this selection: {names}; \
             spell them as there, or change the selection", path = path.display())]
    NotRun {
        /// The suite's file.
        path: PathBuf,
        /// The names.
        names: String,
        /// The kernel.
        kernel: String,
    },
    /// Nothing in the suite is to be run.
    #[error("{path}: no line is for kernel {kernel} and this selection, and an empty run proves nothing", path = path.display())]
    Empty {
        /// The suite's file.
        path: PathBuf,
        /// The kernel.
        kernel: String,
    },
}

impl GuestError {
    /// Wraps an error of the system with the file it is about.
    pub(crate) fn at(path: &Path) -> impl FnOnce(std::io::Error) -> Self + use<> {
        let place = path.display().to_string();
        move |source| Self::Io { place, source }
    }

    /// Wraps an error of the system with what was being done.
    pub(crate) fn doing(what: &str) -> impl FnOnce(std::io::Error) -> Self + use<> {
        let place = what.to_owned();
        move |source| Self::Io { place, source }
    }
}
