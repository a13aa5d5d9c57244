// SPDX-License-Identifier: Apache-2.0
//! Transmission through the kernel module's node `forebayN_tx0`: its calls give buffers and send them, and they are filled where the card reads them.

mod abi;
mod backend;
mod calls;
mod failure;

use std::sync::Arc;

use self::backend::NodeTransmit;
use super::family::Nodes;
use crate::ForebayError;
use crate::transmit::TransmitOptions;
use crate::transmit::backend::Backend;

/// Takes the engine of a card, with buffers.
pub(super) fn open(
    nodes: &Nodes,
    options: &TransmitOptions,
) -> Result<Arc<dyn Backend>, ForebayError> {
    let (file, path) = nodes.open_transmit()?;
    Ok(Arc::new(NodeTransmit::new(file, path, options)?))
}
