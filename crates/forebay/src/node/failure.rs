// SPDX-License-Identifier: Apache-2.0
//! Error numbers of the nodes, as errors of this library.

use std::io;
use std::path::{Path, PathBuf};

use rustix::io::Errno;

use crate::ForebayError;

/// A node that could not be opened.
pub(super) fn open(path: PathBuf, source: io::Error) -> ForebayError {
    let next = match Errno::from_io_error(&source) {
        Some(Errno::NODEV | Errno::NXIO) => return ForebayError::CardGone { path },
        Some(Errno::BUSY) => return ForebayError::Busy { path },
        Some(Errno::NOENT) => {
            "is the driver loaded? `ls /dev/forebay* /dev/xdma*` shows the cards that are there"
        }
        Some(Errno::ACCESS | Errno::PERM) => {
            "give your user access to the card's nodes with a udev rule"
        }
        _ => "the kernel log says more",
    };
    ForebayError::NodeOpen { path, source, next }
}

/// A call on an open node, for an error that needs no closer look.
pub(super) fn call(path: &Path, call: Call, source: io::Error) -> ForebayError {
    let path = path.to_owned();
    let next = match Errno::from_io_error(&source) {
        Some(Errno::NODEV) => return ForebayError::CardGone { path },
        Some(Errno::BUSY) => return ForebayError::Busy { path },
        Some(Errno::INVAL | Errno::NXIO | Errno::PROTO) => {
            "the driver does not take this address or length"
        }
        Some(Errno::NOTTY) => "this is not a channel of the forebay module",
        Some(Errno::FAULT) => "the driver could not use the memory",
        Some(Errno::NOMEM) => "the system has no memory to pin, move less at a time",
        _ => "the kernel log names the descriptor and its cause",
    };
    let Call { what, at, bytes, done } = call;
    ForebayError::NodeIo { path, what, at, bytes, done, source, next }
}

/// What was asked of a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Call {
    pub what: &'static str,
    /// Offset in the node: a card address, or that of a register.
    pub at: u64,
    pub bytes: u64,
    /// How many of the bytes were done before.
    pub done: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn errno(number: Errno) -> io::Error {
        number.into()
    }

    #[test]
    fn numbers_with_a_meaning_have_an_error_of_their_own() {
        let path = Path::new("/dev/forebay0_h2c_0");
        let plain = Call { what: "write", at: 0x40, bytes: 100, done: 7 };
        let error = call(path, plain, errno(Errno::NODEV));
        assert!(matches!(error, ForebayError::CardGone { .. }), "{error:?}");
        assert!(error.to_string().contains("forebay0_h2c_0"), "{error}");
        let error = call(path, plain, errno(Errno::BUSY));
        assert!(matches!(error, ForebayError::Busy { .. }), "{error:?}");
        let error = call(path, plain, errno(Errno::FAULT));
        assert!(matches!(error, ForebayError::NodeIo { at: 0x40, bytes: 100, done: 7, .. }));
        for part in ["/dev/forebay0_h2c_0", "write", "0x40", "100", "after 7", "memory"] {
            assert!(error.to_string().contains(part), "`{part}` is not in: {error}");
        }
    }

    #[test]
    fn what_to_do_about_a_node_that_does_not_open() {
        for (number, part) in [
            (Errno::NOENT, "is the driver loaded"),
            (Errno::ACCESS, "udev"),
            (Errno::BUSY, "in use"),
            (Errno::NODEV, "does not answer"),
            (Errno::MFILE, "kernel log"),
        ] {
            let error = open("/dev/forebay7_user".into(), errno(number)).to_string();
            assert!(error.contains(part) && error.contains("forebay7_user"), "{error}");
        }
    }
}
