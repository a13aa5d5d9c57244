// SPDX-License-Identifier: Apache-2.0
//! What can go wrong with a recording.

use std::io;
use std::path::PathBuf;

/// Errors of recordings. Each names the place, the value seen and the next step.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SigmfError {
    /// A file could not be made or written.
    #[error("{path}: {what}: {source}{}", next(source), path = path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What was tried.
        what: &'static str,
        /// The system's reason.
        source: io::Error,
    },
    /// A name that no file can have.
    #[error("`{path}` is no name of a recording; give one such as ramp.sigmf", path = path.display())]
    Name {
        /// What was given.
        path: PathBuf,
    },
    /// A file could not be read.
    #[error("{path}: {source}; give the name of a SigMF recording", path = path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// The metadata are not those of a recording.
    #[error("{path}: {source}; give the name of a SigMF recording", path = path.display())]
    Syntax {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        source: serde_json::Error,
    },
    /// A recording that is not what is read here.
    #[error("{path}: {what}; take a recording that `forebay capture` has made, or one like it", path = path.display())]
    Kind {
        /// The file.
        path: PathBuf,
        /// What is not as it should be.
        what: String,
    },
    /// A sample is not what a ramp has there.
    #[error(
        "{path}: sample {sample} (segment {segment}) is {seen:#010x}, and a ramp has {wanted:#010x} there: a sample is wrong, or a gap is not told",
        path = path.display()
    )]
    Sample {
        /// The file.
        path: PathBuf,
        /// Number of the sample in the file.
        sample: u64,
        /// Number of its segment, from 0.
        segment: usize,
        /// What it is.
        seen: u32,
        /// What it should be.
        wanted: u32,
    },
    /// A file that ends sooner than its recording.
    #[error(
        "{path}: it ends ahead of sample {sample} ({bytes} bytes), and {what}: it was cut, copy it again",
        path = path.display()
    )]
    Cut {
        /// The file.
        path: PathBuf,
        /// Number of the first sample that is not there as a whole.
        sample: u64,
        /// Bytes of the file.
        bytes: u64,
        /// What says that there is more.
        what: String,
    },
    /// A segment that is told where there is no gap, or does not lie in the file.
    #[error("{path}: segment {segment}: {what}", path = path.display())]
    Segment {
        /// The file.
        path: PathBuf,
        /// Its number, from 0.
        segment: usize,
        /// What is wrong with it.
        what: String,
    },
}

impl SigmfError {
    /// The recording could not go on, but what there is of it is valid.
    #[must_use]
    pub fn is_full_disk(&self) -> bool {
        let Self::File { source, .. } = self else { return false };
        matches!(
            source.kind(),
            io::ErrorKind::StorageFull | io::ErrorKind::FileTooLarge | io::ErrorKind::QuotaExceeded
        )
    }
}

fn next(source: &io::Error) -> &'static str {
    match source.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
            "; make room, or record less: what is recorded so far is valid"
        }
        io::ErrorKind::FileTooLarge => {
            "; raise the limit of file sizes (`ulimit -f`): what is recorded so far is valid"
        }
        io::ErrorKind::AlreadyExists => "; choose another name, or remove it",
        io::ErrorKind::NotFound => "; make the folder first",
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
            "; choose a folder that can be written"
        }
        _ => "",
    }
}
