// SPDX-License-Identifier: Apache-2.0
//! Where a run leaves what a person may want to read afterwards.

use std::fs::File;
use std::path::{Path, PathBuf};

use rustix::fs::{FlockOperation, flock};

use crate::GuestError;

/// The folder of one run's logs. Held until dropped, so that two runs at once have one each.
#[derive(Debug)]
pub struct Logs {
    dir: PathBuf,
    lock: File,
}

impl Logs {
    /// Takes `name` under `parent`, or `name-2` and so on while others hold them, and empties it.
    ///
    /// # Errors
    /// [`GuestError::Io`].
    pub fn take(parent: &Path, name: &str) -> Result<Self, GuestError> {
        let mut number = 1;
        loop {
            let dir = match number {
                1 => parent.join(name),
                number => parent.join(format!("{name}-{number}")),
            };
            std::fs::create_dir_all(&dir).map_err(GuestError::at(&dir))?;
            let path = dir.join(".lock");
            let lock = File::create(&path).map_err(GuestError::at(&path))?;
            if flock(&lock, FlockOperation::NonBlockingLockExclusive).is_ok() {
                let logs = Self { dir, lock };
                logs.clear()?;
                return Ok(logs);
            }
            number += 1;
        }
    }

    /// The folder.
    #[must_use]
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// The folder's name.
    #[must_use]
    pub fn name(&self) -> String {
        self.dir.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// The kernel's console.
    #[must_use]
    pub fn console(&self) -> PathBuf {
        self.dir.join("console.log")
    }

    /// What steps printed.
    #[must_use]
    pub fn output(&self) -> PathBuf {
        self.dir.join("output.log")
    }

    /// QEMU's own messages.
    #[must_use]
    pub fn qemu(&self) -> PathBuf {
        self.dir.join("qemu.log")
    }

    /// The card server's messages.
    #[must_use]
    pub fn server(&self) -> PathBuf {
        self.dir.join("server.log")
    }

    /// What the card server counted.
    #[must_use]
    pub fn summary(&self) -> PathBuf {
        self.dir.join("card.json")
    }

    /// An old log read as this run's would mislead.
    fn clear(&self) -> Result<(), GuestError> {
        for path in [self.console(), self.output(), self.qemu(), self.server(), self.summary()] {
            match std::fs::remove_file(&path) {
                Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                    return Err(GuestError::at(&path)(error));
                }
                _ => {}
            }
        }
        Ok(())
    }
}

impl Drop for Logs {
    /// A child that another thread is just starting has the file open as well, and would hold the lock until it is started.
    fn drop(&mut self) {
        // What cannot be unlocked is, when the last one closes it.
        let _ = flock(&self.lock, FlockOperation::Unlock);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_runs_at_once_have_a_folder_each_and_old_logs_go() {
        let dir = tempfile::tempdir().expect("a folder");
        let first = Logs::take(dir.path(), "run").expect("taken");
        std::fs::write(first.console(), "old").expect("a log");
        let second = Logs::take(dir.path(), "run").expect("taken");
        assert_eq!(second.dir(), dir.path().join("run-2"));
        drop(first);
        let again = Logs::take(dir.path(), "run").expect("taken");
        assert_eq!(again.dir(), dir.path().join("run"));
        assert!(!again.console().exists());
    }

    #[test]
    fn a_folder_is_free_when_its_run_is_over_whoever_has_its_file_open() {
        let dir = tempfile::tempdir().expect("a folder");
        let first = Logs::take(dir.path(), "run").expect("taken");
        let inherited = first.lock.try_clone().expect("a descriptor");
        drop(first);
        let again = Logs::take(dir.path(), "run").expect("taken");
        assert_eq!(again.dir(), dir.path().join("run"));
        drop(inherited);
    }
}
