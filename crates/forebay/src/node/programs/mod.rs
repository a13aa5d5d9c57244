// SPDX-License-Identifier: Apache-2.0
//! User-level DMA through the kernel module's node `forebayN_udma`: its calls give a context, pages of the window and registered memory; what is
//! done to the pages is no call.

mod abi;
mod backend;
mod failure;
mod memory;
mod pages;

use std::fs::File;
use std::path::PathBuf;
use std::sync::Arc;

use forebay_regs::udma_window::CONTEXT_PAGE;
use forebay_regs::user::udma::scheme::number;
use rustix::io::Errno;

use self::backend::{NodeBackend, Window};
use super::family::Nodes;
use crate::ForebayError;
use crate::user_queue::backend::{Backend, Grant};
use crate::user_queue::{Scheme, UserQueueError};

/// The open node.
#[derive(Debug)]
struct Node {
    file: File,
    path: PathBuf,
}

/// Lets a program in: with a context, or without one for the kernel's own way.
pub(super) fn open(nodes: &Nodes, scheme: Scheme) -> Result<Box<dyn Backend>, ForebayError> {
    let (file, path) = nodes.open_udma()?;
    let node = Node { file, path };
    let Some(asked) = scheme.number() else {
        let grant = Grant { scheme, context: 0, depth: 1 };
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
    let window = Window::map(&node, scheme)?;
    let grant = Grant { scheme, context: granted.context, depth: granted.depth };
    Ok(Box::new(NodeBackend::new(Arc::new(node), grant, granted.key, window)))
}
