// SPDX-License-Identifier: Apache-2.0
//! The card's registers through a driver's `user` node.

use std::fs::File;
use std::os::unix::fs::FileExt;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use forebay_regs::user::{self, status};

use super::failure::{self, Call};
use crate::ForebayError;
use crate::registers::Registers;

/// What a bus answers for a card that is not there.
const ALL_ONES: u32 = u32::MAX;

/// The open node, shared by everybody who looks at registers.
#[derive(Debug)]
pub(super) struct User {
    node: Mutex<Node>,
    /// The card's time as of the last look.
    pub cycles: Arc<AtomicU64>,
}

#[derive(Debug)]
struct Node {
    file: File,
    path: PathBuf,
}

impl User {
    pub(super) fn new(file: File, path: PathBuf) -> Self {
        Self { node: Mutex::new(Node { file, path }), cycles: Arc::default() }
    }

    /// The registers, for the caller alone.
    pub(super) fn lock(&self) -> impl Registers + '_ {
        Locked(self.node.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Card clock cycles since the card's reset.
    pub(super) fn now(&self) -> Result<u64, ForebayError> {
        let cycles = self.lock().read_pair(user::STATUS.base() + status::CYCLES_LO)?;
        self.cycles.store(cycles, Ordering::Relaxed);
        Ok(cycles)
    }
}

struct Locked<'a>(MutexGuard<'a, Node>);

impl Node {
    fn read(&self, offset: u32) -> Result<u32, ForebayError> {
        let mut word = [0; 4];
        let call = Call { what: "register read", at: offset.into(), bytes: 4, done: 0 };
        self.file
            .read_exact_at(&mut word, offset.into())
            .map_err(|source| failure::call(&self.path, call, source))?;
        Ok(u32::from_le_bytes(word))
    }
}

impl Registers for Locked<'_> {
    fn read(&mut self, offset: u32) -> Result<u32, ForebayError> {
        let value = self.0.read(offset)?;
        // A register may hold all ones; the magic number never does, unless nobody answers.
        let magic = user::STATUS.base() + status::MAGIC;
        if value == ALL_ONES && self.0.read(magic)? == ALL_ONES {
            return Err(ForebayError::CardGone { path: self.0.path.clone() });
        }
        Ok(value)
    }

    fn write(&mut self, offset: u32, value: u32) -> Result<(), ForebayError> {
        let call = Call { what: "register write", at: offset.into(), bytes: 4, done: 0 };
        let Node { file, path } = &*self.0;
        file.write_all_at(&value.to_le_bytes(), offset.into())
            .map_err(|source| failure::call(path, call, source))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A regular file answers reads and writes at offsets as the node of a card whose registers are plain memory.
    fn memory(words: &[u32]) -> (User, tempfile::NamedTempFile) {
        let file = tempfile::NamedTempFile::new().unwrap();
        let bytes: Vec<_> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        file.as_file().write_all_at(&bytes, 0).unwrap();
        (User::new(file.reopen().unwrap(), file.path().into()), file)
    }

    #[test]
    fn words_are_read_and_written_at_their_offset() {
        let (user, _file) = memory(&[status::magic::RESET, 1, 2, 3]);
        let mut registers = user.lock();
        assert_eq!(registers.read(8).unwrap(), 2);
        registers.write(8, 0xFFFF_FFFF).unwrap();
        assert_eq!(registers.read(8).unwrap(), 0xFFFF_FFFF, "the card answers, the value counts");
        assert_eq!(registers.read_pair(4).unwrap(), 0xFFFF_FFFF << 32 | 1);
        let error = registers.read(16).unwrap_err();
        assert!(error.to_string().contains("0x10"), "{error}");
    }

    #[test]
    fn a_card_that_answers_all_ones_is_gone() {
        let (user, file) = memory(&[ALL_ONES; 4]);
        let error = user.lock().read(12).unwrap_err();
        assert!(
            matches!(&error, ForebayError::CardGone { path } if path == file.path()),
            "{error:?}"
        );
    }

    #[test]
    fn time_is_kept_for_watchers() {
        let mut words = vec![0; 16];
        words[usize::try_from(status::CYCLES_LO).unwrap() / 4] = 77;
        let (user, _file) = memory(&words);
        assert_eq!(user.now().unwrap(), 77);
        assert_eq!(user.cycles.load(Ordering::Relaxed), 77);
    }
}
