// SPDX-License-Identifier: Apache-2.0
//! User-level DMA through the kernel module's node `forebayN_udma`: its calls give a context, pages of the window and registered memory; what is
//! done to the pages is no call.

mod abi;
mod backend;
mod failure;
mod home;
mod memory;
mod pages;

use std::fs::File;
use std::path::PathBuf;
use std::sync::Arc;

use forebay_regs::udma_window::CONTEXT_PAGE;
use forebay_regs::user::udma::scheme::number;
use rustix::io::Errno;

use self::backend::{NodeBackend, Window};
use self::home::Home;
use super::family::Nodes;
use crate::ForebayError;
use crate::user_queue::backend::{Backend, Grant};
use crate::user_queue::{Scheme, UserQueueError};

/// The open node.
#[derive(Debug)]
struct Node {
    file: File,
    path: PathBuf,
    /// The process whose it is.
    home: Arc<Home>,
    /// Addresses are those of memory.
    direct: bool,
}

impl Node {
    /// In a child there is nothing where the pages were, and the kernel would say so by a signal.
    fn check_home(&self) -> Result<(), ForebayError> {
        if self.home.is_here() {
            return Ok(());
        }
        Err(failure::call(
            &self.path,
            "a start in a child of the process that opened the queue",
            Errno::PERM,
        ))
    }
}

/// Lets a program in: with a context, or without one for the kernel's own way.
pub(super) fn open(nodes: &Nodes, scheme: Scheme) -> Result<Box<dyn Backend>, ForebayError> {
    let (file, path) = nodes.open_udma()?;
    let home = Home::new().map_err(|errno| failure::call(&path, "getting a page", errno))?;
    let mut node = Node { file, path, home: Arc::new(home), direct: false };
    let Some(asked) = scheme.number() else {
        let grant = Grant { scheme, context: 0, depth: 1, batch: 0 };
        return Ok(Box::new(NodeBackend::new(Arc::new(node), grant, 0, Window::default())));
    };
    let granted = abi::get(&node.file).map_err(|errno| match errno {
        Errno::BUSY => {
            UserQueueError::NoContext { asked: scheme, contexts: CONTEXT_PAGE.count() }.into()
        }
        errno => failure::call(&node.path, "getting a context", errno),
    })?;
    if granted.scheme != asked {
        let named = number::ALL.iter().find(|(number, _)| *number == granted.scheme);
        let in_force = named.map_or("one that this library does not know", |(_, name)| name);
        return Err(UserQueueError::OtherScheme { asked: scheme, in_force }.into());
    }
    node.direct = granted.flags & abi::DIRECT != 0;
    match abi::blank(&node.file) {
        // A driver that does not know it ends a program whose card is reset by a signal.
        Ok(()) | Err(Errno::NOTTY) => {}
        Err(errno) => return Err(failure::call(&node.path, "getting a blank page", errno)),
    }
    let window = Window::map(&node, scheme)?;
    let abi::Context { context, depth, batch, .. } = granted;
    let grant = Grant { scheme, context, depth, batch };
    Ok(Box::new(NodeBackend::new(Arc::new(node), grant, granted.key, window)))
}
