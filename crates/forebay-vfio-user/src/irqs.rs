// SPDX-License-Identifier: Apache-2.0
//! Interrupts: which eventfd stands for which vector.
//!
//! The client keeps the guest's MSI-X table to itself and gives an eventfd for each vector that is to be
//! delivered. The card has a table of its own, all masked after reset. So a vector that has an eventfd is unmasked in
//! the card's table, and one without is masked there: then the card holds its message back as pending.

use std::os::fd::{AsFd, OwnedFd};

use forebay_bus::{Bar, Card, CardError, CardExt};
use forebay_regs::xdma::{MSIX_TABLE, msix_entry};
use rustix::io::Errno;

use crate::descriptors::ClientFd;
use crate::request::{IrqData, SetIrqs};
use crate::signaller::Signaller;

/// Number of interrupt kinds that VFIO has for PCI.
pub(crate) const KINDS: u32 = 5;
const MSIX: u32 = 2;
const ERROR: u32 = 3;

/// Vectors are told of by eventfds. The flag that vectors can only be set all at once is not there: a client that
/// saw it would take all of them away to add one.
const EVENTFD: u32 = 1;

/// The eventfds.
pub(crate) struct Irqs {
    vectors: Vec<Option<OwnedFd>>,
    /// Error reporting: accepted, so that the client does not warn; a card that breaks ends the connection.
    error: Option<OwnedFd>,
    signaller: &'static Signaller,
}

impl Irqs {
    /// No eventfd for any of `vectors` vectors.
    pub(crate) fn new(vectors: u16, signaller: &'static Signaller) -> Self {
        Self { vectors: (0..vectors).map(|_| None).collect(), error: None, signaller }
    }

    /// Flags and number of interrupts of a kind.
    pub(crate) fn info(&self, index: u32) -> Result<(u32, u32), Errno> {
        match index {
            MSIX => Ok((EVENTFD, u32::try_from(self.vectors.len()).unwrap_or(0))),
            ERROR => Ok((EVENTFD, 1)),
            0..KINDS => Ok((0, 0)),
            _ => Err(Errno::INVAL),
        }
    }

    /// Does what the client asks for.
    pub(crate) fn set(&mut self, request: &SetIrqs<'_>, fds: Vec<ClientFd>) -> Result<(), Errno> {
        let (_, count) = self.info(request.index)?;
        let end = request.start.checked_add(request.count).ok_or(Errno::INVAL)?;
        let signal = |event: &OwnedFd| self.signaller.signal(event.as_fd());
        if end > count {
            return Err(Errno::INVAL);
        }
        let slots = match request.index {
            MSIX => &mut self.vectors[request.start as usize..end as usize],
            ERROR => {
                &mut std::slice::from_mut(&mut self.error)[request.start as usize..end as usize]
            }
            // There are none of it to set.
            _ => return Ok(()),
        };
        match request.data {
            // No vector at all: the client turns the whole kind off.
            IrqData::None if request.count == 0 => {
                if request.index == MSIX {
                    self.vectors.fill_with(|| None);
                } else {
                    self.error = None;
                }
                Ok(())
            }
            IrqData::None => slots.iter().flatten().try_for_each(signal),
            IrqData::Bools(wanted) => {
                let asked = slots.iter().zip(wanted).filter(|(_, wanted)| **wanted != 0);
                asked.filter_map(|(slot, _)| slot.as_ref()).try_for_each(signal)
            }
            IrqData::EventFds if fds.is_empty() => {
                slots.fill_with(|| None);
                Ok(())
            }
            IrqData::EventFds if fds.len() == slots.len() => {
                let events: Vec<_> =
                    fds.into_iter().map(ClientFd::eventfd).collect::<Result<_, _>>()?;
                for (slot, event) in slots.iter_mut().zip(events) {
                    *slot = Some(event);
                }
                Ok(())
            }
            IrqData::EventFds => Err(Errno::INVAL),
        }
    }

    /// Forgets every eventfd.
    pub(crate) fn clear(&mut self) {
        self.vectors.fill_with(|| None);
        self.error = None;
    }

    /// Makes the masks in the card's table say which vectors have an eventfd; `known` is what they say now.
    pub(crate) fn mirror(&self, card: &mut dyn Card, known: &mut u32) -> Result<(), CardError> {
        for (vector, slot) in (0_u32..).zip(&self.vectors) {
            let open = u32::from(slot.is_some());
            if *known >> vector & 1 != open {
                let offset = MSIX_TABLE.at(vector) + msix_entry::VECTOR_CONTROL;
                let masked = msix_entry::vector_control::MASK.put(1 - open);
                card.write32(Bar::Dma, offset, masked)?;
                *known ^= 1 << vector;
            }
        }
        Ok(())
    }

    /// Delivers a message; `false` if nobody takes it.
    pub(crate) fn deliver(&self, vector: u32) -> bool {
        let slot = self.vectors.get(vector as usize).and_then(Option::as_ref);
        slot.is_some_and(|event| self.signaller.signal(event.as_fd()).is_ok())
    }
}
