// SPDX-License-Identifier: Apache-2.0
//! Results that stay: a line of JSON for each cell, or for some of its runs, that is done, so that whatever ends a sweep takes one line at
//! most.

use std::collections::{HashMap, HashSet};
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use rustix::fs::{FlockOperation, flock};
use rustix::io::Errno;
use serde::{Deserialize, Serialize};

use crate::part::whole_of;
use crate::{Measured, SweepError};

#[derive(Serialize, Deserialize)]
struct Line {
    /// The version of the model.
    model: String,
    /// The cell, by all that its result depends on; or some of its runs.
    key: String,
    result: Measured,
}

/// The results of a directory, which nobody else writes meanwhile.
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    model: String,
    file: File,
    found: HashMap<String, Measured>,
    _lock: File,
}

impl Store {
    /// Name of the file.
    pub const FILE: &str = "results.jsonl";

    /// Opens a directory, which is made if need be. What another version of the model has left, a line that was cut off, and runs of a cell
    /// that is there as a whole are dropped.
    ///
    /// # Errors
    /// [`SweepError::Output`], [`SweepError::Busy`].
    pub fn open(directory: &Path, model: &str) -> Result<Self, SweepError> {
        let at = |path: &Path| {
            let path = path.to_path_buf();
            move |source| SweepError::Output { path, source }
        };
        std::fs::create_dir_all(directory).map_err(at(directory))?;
        let lock_path = directory.join(".lock");
        let lock = File::create(&lock_path).map_err(at(&lock_path))?;
        match flock(&lock, FlockOperation::NonBlockingLockExclusive) {
            Ok(()) => {}
            Err(Errno::WOULDBLOCK) => {
                return Err(SweepError::Busy { path: directory.to_path_buf() });
            }
            Err(errno) => return Err(at(&lock_path)(errno.into())),
        }
        let path = directory.join(Self::FILE);
        let (file, found) = Self::reopen(&path, model).map_err(at(&path))?;
        Ok(Self { path, model: model.into(), file, found, _lock: lock })
    }

    /// Reads what is there and leaves what is of use.
    fn reopen(path: &Path, model: &str) -> io::Result<(File, HashMap<String, Measured>)> {
        let before = match std::fs::read(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            other => other?,
        };
        let read = before.split(|byte| *byte == b'\n').filter_map(|text| {
            let line = serde_json::from_slice::<Line>(text).ok()?;
            (line.model == model).then_some((text, line))
        });
        let lines: Vec<_> = read.collect();
        let keys: HashSet<String> = lines.iter().map(|(_, line)| line.key.clone()).collect();
        let (mut found, mut kept) = (HashMap::new(), Vec::new());
        for (text, line) in lines {
            if whole_of(&line.key).is_some_and(|whole| keys.contains(whole)) {
                continue;
            }
            kept.extend(text);
            kept.push(b'\n');
            found.insert(line.key, line.result);
        }
        if kept != before {
            let beside = path.with_extension("new");
            std::fs::write(&beside, &kept)?;
            std::fs::rename(beside, path)?;
        }
        Ok((OpenOptions::new().append(true).create(true).open(path)?, found))
    }

    /// What came of the cell, or of the runs, of that key.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Measured> {
        self.found.get(key)
    }

    /// Keeps what came of a cell or of some of its runs.
    ///
    /// # Errors
    /// [`SweepError::Output`].
    pub fn put(&mut self, key: String, result: Measured) -> Result<(), SweepError> {
        let line = Line { model: self.model.clone(), key, result };
        let written = serde_json::to_vec(&line).map_err(io::Error::from).and_then(|mut text| {
            text.push(b'\n');
            self.file.write_all(&text)
        });
        written.map_err(|source| SweepError::Output { path: self.path.clone(), source })?;
        self.found.insert(line.key, line.result);
        Ok(())
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }
}
