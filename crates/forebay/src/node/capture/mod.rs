// SPDX-License-Identifier: Apache-2.0
//! Capture through the kernel module's node `forebayN_cap0`: its calls give buffers and take them back, what is in them is read where the card has put it.

mod abi;
mod backend;
mod calls;
mod failure;

use std::sync::Arc;

use self::backend::NodeCapture;
use super::family::Nodes;
use crate::ForebayError;
use crate::capture::CaptureOptions;
use crate::capture::backend::Backend;

/// Takes the engine of a card, with buffers.
pub(super) fn open(
    nodes: &Nodes,
    options: &CaptureOptions,
) -> Result<Arc<dyn Backend>, ForebayError> {
    let (file, path) = nodes.open_capture()?;
    Ok(Arc::new(NodeCapture::new(file, path, options)?))
}
