// SPDX-License-Identifier: Apache-2.0
//! The guest's file system: an archive that the kernel unpacks into memory.
//!
//! Written anew for each boot, uncompressed: it takes some milliseconds, so there is no stale copy to
//! find. Entries are sorted and carry no times, so the same parts give the same bytes.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use cpio::newc;

use crate::GuestError;

const DIRECTORY: u32 = 0o040_000;
const REGULAR: u32 = 0o100_000;
const LINK: u32 = 0o120_000;

/// One entry of the archive.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Entry {
    Directory,
    /// A file of the host and its permissions.
    File(PathBuf, u32),
    Text(Vec<u8>, u32),
    Link(PathBuf),
}

/// The file system to be; later entries replace earlier ones of the same path.
#[derive(Clone, Debug, Default)]
pub struct Initramfs {
    // Sorted by path, so a folder comes before what is in it.
    entries: BTreeMap<String, Entry>,
}

impl Initramfs {
    /// Adds an empty folder, with those above it.
    pub fn directory(&mut self, path: &str) {
        let path = path.trim_matches('/');
        for (at, _) in path.match_indices('/') {
            self.entries.entry(path[..at].to_owned()).or_insert(Entry::Directory);
        }
        self.entries.entry(path.to_owned()).or_insert(Entry::Directory);
    }

    /// Adds a file with this content.
    pub fn text(&mut self, path: &str, text: &str, mode: u32) {
        self.insert(path, Entry::Text(text.as_bytes().to_vec(), mode));
    }

    /// Adds a file of the host. Its owner's right to run it is kept.
    ///
    /// # Errors
    /// [`GuestError::Io`] when it cannot be read.
    pub fn file(&mut self, path: &str, host: &Path) -> Result<(), GuestError> {
        let metadata = host.metadata().map_err(GuestError::at(host))?;
        let mode = if metadata.permissions().mode() & 0o100 == 0 { 0o644 } else { 0o755 };
        self.insert(path, Entry::File(host.to_owned(), mode));
        Ok(())
    }

    /// Adds what a folder of the host holds: its files and links whose names `wanted` accepts.
    ///
    /// # Errors
    /// [`GuestError::Io`] when it cannot be read.
    pub fn folder(
        &mut self,
        path: &str,
        host: &Path,
        wanted: impl Fn(&str) -> bool,
    ) -> Result<(), GuestError> {
        for entry in host.read_dir().map_err(GuestError::at(host))? {
            let entry = entry.map_err(GuestError::at(host))?;
            let name = entry.file_name().to_string_lossy().into_owned();
            let kind = entry.file_type().map_err(GuestError::at(host))?;
            let inside = format!("{}/{name}", path.trim_end_matches('/'));
            if !wanted(&name) {
                continue;
            }
            if kind.is_symlink() {
                let target = entry.path().read_link().map_err(GuestError::at(&entry.path()))?;
                self.insert(&inside, Entry::Link(target));
            } else if kind.is_file() {
                self.file(&inside, &entry.path())?;
            }
        }
        Ok(())
    }

    /// Writes the archive.
    ///
    /// # Errors
    /// [`GuestError::Io`] when a file cannot be read or the archive cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), GuestError> {
        let file = File::create(path).map_err(GuestError::at(path))?;
        let mut out = BufWriter::new(file);
        for (inode, (name, entry)) in (1..).zip(&self.entries) {
            let place = match entry {
                Entry::File(host, _) => host.as_path(),
                _ => path,
            };
            out = entry.write(name, inode, out).map_err(GuestError::at(place))?;
        }
        newc::trailer(out).and_then(|mut out| out.flush()).map_err(GuestError::at(path))
    }

    fn insert(&mut self, path: &str, entry: Entry) {
        let path = path.trim_matches('/');
        if let Some((above, _)) = path.rsplit_once('/') {
            self.directory(above);
        }
        self.entries.insert(path.to_owned(), entry);
    }
}

impl Entry {
    fn write(&self, name: &str, inode: u32, out: BufWriter<File>) -> io::Result<BufWriter<File>> {
        let header = |mode| newc::Builder::new(name).ino(inode).nlink(1).mode(mode);
        let (mode, bytes) = match self {
            Self::Directory => return header(DIRECTORY | 0o755).nlink(2).write(out, 0).finish(),
            Self::File(host, mode) => (REGULAR | mode, std::fs::read(host)?),
            Self::Text(text, mode) => (REGULAR | mode, text.clone()),
            Self::Link(to) => (LINK | 0o777, to.as_os_str().as_encoded_bytes().to_vec()),
        };
        let size = u32::try_from(bytes.len()).map_err(|_| {
            io::Error::other("too large for the guest's file system: 4 GiB or more")
        })?;
        let mut writer = header(mode).write(out, size);
        writer.write_all(&bytes)?;
        writer.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(path: &Path) -> Vec<(String, u32)> {
        let mut file = File::open(path).expect("the archive");
        let mut names = Vec::new();
        loop {
            let reader = newc::Reader::new(file).expect("an entry");
            if reader.entry().is_trailer() {
                return names;
            }
            names.push((reader.entry().name().to_owned(), reader.entry().mode()));
            file = reader.finish().expect("the next entry");
        }
    }

    #[test]
    fn folders_come_before_what_is_in_them_and_modes_are_kept() {
        let dir = tempfile::tempdir().expect("a folder");
        let tool = dir.path().join("tool");
        std::fs::write(&tool, "x").expect("a file");
        std::fs::set_permissions(&tool, PermissionsExt::from_mode(0o700)).expect("its mode");
        std::os::unix::fs::symlink("tool", dir.path().join("alias")).expect("a link");
        let mut tree = Initramfs::default();
        tree.text("/init", "hello", 0o755);
        tree.folder("/a/b", dir.path(), |name| name != "out").expect("a folder added");
        tree.directory("dev");
        let out = dir.path().join("out");
        tree.write(&out).expect("written");
        let expected = [
            ("a", 0o040_755),
            ("a/b", 0o040_755),
            ("a/b/alias", 0o120_777),
            ("a/b/tool", 0o100_755),
            ("dev", 0o040_755),
            ("init", 0o100_755),
        ];
        let expected: Vec<_> = expected.map(|(name, mode)| (name.to_owned(), mode)).into();
        assert_eq!(names(&out), expected);
    }

    #[test]
    fn the_same_parts_give_the_same_bytes() {
        let dir = tempfile::tempdir().expect("a folder");
        let mut tree = Initramfs::default();
        tree.text("/etc/x", "1", 0o644);
        let (one, two) = (dir.path().join("1"), dir.path().join("2"));
        tree.write(&one).expect("written");
        tree.write(&two).expect("written");
        assert_eq!(std::fs::read(one).expect("read"), std::fs::read(two).expect("read"));
    }

    #[test]
    fn a_file_that_is_not_there_is_named() {
        let error =
            Initramfs::default().file("/x", Path::new("/nowhere/x")).expect_err("not there");
        assert!(error.to_string().contains("/nowhere/x"), "{error}");
    }
}
