// SPDX-License-Identifier: Apache-2.0
//! Error numbers of the node for user-level DMA, as errors of this library.

use std::path::Path;

use rustix::io::Errno;

use super::Node;
use crate::ForebayError;
use crate::user_queue::UserQueueError;

/// A call that failed.
pub(super) fn call(path: &Path, what: &'static str, errno: Errno) -> ForebayError {
    let path = path.to_owned();
    let next = match errno {
        Errno::CANCELED => return UserQueueError::Reset.into(),
        Errno::NODEV => return ForebayError::CardGone { path },
        Errno::OPNOTSUPP => {
            "the kernel or the card lacks what this scheme needs (preempt notifiers, the front end `copy`); choose another scheme"
        }
        Errno::PERM => "a queue belongs to the process that opened it; open one in this process",
        Errno::NOSPC => {
            "64 threads of one queue are the most under this scheme; open another queue"
        }
        Errno::INVAL => "source and destination may not overlap",
        Errno::IO => {
            "the front end is out of service until the card is reset; the kernel log says why"
        }
        _ => "the kernel log says more",
    };
    ForebayError::NodeIo { path, what, at: 0, bytes: 0, done: 0, source: errno.into(), next }
}

/// Memory that was not registered.
pub(super) fn register(node: &Node, bytes: usize, errno: Errno) -> ForebayError {
    let next = match errno {
        Errno::NOSPC => "the card's slots are taken; register less, or give a region back",
        Errno::NOMEM => "raise the limit of locked memory (`ulimit -l`), or give a region back",
        Errno::OPNOTSUPP if node.direct => {
            "where addresses are those of memory what the card may write it may read, too: ask for `READ | WRITE`; the kernel log says more"
        }
        Errno::RANGE => {
            "the memory is beyond what the card has a shadow for; have the administrator choose addresses of slots"
        }
        Errno::OPNOTSUPP => "the kernel would copy the data of each transfer; boot with an IOMMU",
        errno => return call(&node.path, "registering memory", errno),
    };
    UserQueueError::NotRegistered { bytes, source: errno.into(), next }.into()
}
