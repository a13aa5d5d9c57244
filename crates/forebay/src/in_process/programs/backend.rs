// SPDX-License-Identifier: Apache-2.0
//! A program's part of a card in this process.

use std::any::Any;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use forebay_regs::udma_window::{CONTEXT_PAGE, PORTAL_PAGE, SHADOW_PAGE};
use forebay_regs::user::udma::slot_rights;

use super::super::core::{Core, RegisterWatch};
use super::Programs;
use super::context::Context;
use super::memory::{CardMemory, Listed};
use super::registers::low;
use super::word::{CardWord, Window};
use crate::ForebayError;
use crate::user_queue::backend::{Backend, Copied, End, Grant, Memory, Wait};
use crate::user_queue::sequence::{self, Answer, Line, Places, Word, key_word};
use crate::user_queue::{Place, Rights, SLOT_BYTES, Scheme, UserQueueError, UserQueueStats};

pub(super) struct CardBackend {
    programs: Arc<Programs>,
    /// None: the kernel's own way.
    context: Option<Context>,
}

impl CardBackend {
    pub(super) const fn with_context(programs: Arc<Programs>, context: Context) -> Self {
        Self { programs, context: Some(context) }
    }

    pub(super) const fn without_context(programs: Arc<Programs>) -> Self {
        Self { programs, context: None }
    }

    fn context(&self) -> Result<&Context, ForebayError> {
        self.context.as_ref().ok_or(ForebayError::NoFeature { what: "context of this queue" })
    }

    /// The shadow of a byte.
    fn shadow<'a>(&self, window: &'a Window<'a>, index: u32, address: u64) -> CardWord<'a> {
        let page = low(address / SLOT_BYTES);
        window.word(SHADOW_PAGE.at(index * self.programs.slots + page) + low(address % SLOT_BYTES))
    }
}

/// Memory of this kind, which that of a queue's own regions is.
fn own(memory: &dyn Memory) -> Result<&CardMemory, ForebayError> {
    let known = (memory as &dyn Any).downcast_ref::<CardMemory>();
    known.ok_or(UserQueueError::ForeignRegion { what: "memory", offset: 0 }.into())
}

impl Backend for CardBackend {
    fn grant(&self) -> Grant {
        let Programs { depth, batch, .. } = *self.programs;
        match &self.context {
            Some(Context { scheme, index, .. }) => {
                Grant { scheme: *scheme, context: *index, depth, batch }
            }
            None => Grant { scheme: Scheme::Kernel, context: 0, depth, batch: 0 },
        }
    }

    fn register(&self, bytes: usize, rights: Rights) -> Result<Box<dyn Memory>, ForebayError> {
        let programs = &self.programs;
        let Some(context) = &self.context else {
            let memory = programs.host.share(bytes)?;
            return Ok(Box::new(CardMemory::new(
                Arc::clone(programs),
                memory,
                (bytes as u64, rights),
                None,
            )));
        };
        let mut table = programs.table();
        let wanted = (bytes as u64).div_ceil(SLOT_BYTES);
        let wanted = usize::try_from(wanted).unwrap_or(usize::MAX);
        let taken = table.take(context.grant, wanted);
        let (region, slots) =
            taken.map_err(|free| UserQueueError::NoSlots { bytes, wanted, free })?;
        let filled = programs.host.share(bytes).map_err(ForebayError::from).and_then(|memory| {
            let owner = (rights, context.index);
            programs.fill(slots.clone(), memory.addr(), bytes as u64, owner)?;
            Ok(memory)
        });
        match filled {
            Ok(memory) => {
                let listed = Some(Listed { region, slots, context: context.index });
                Ok(Box::new(CardMemory::new(
                    Arc::clone(programs),
                    memory,
                    (bytes as u64, rights),
                    listed,
                )))
            }
            Err(error) => {
                table.give_back(region);
                Err(error)
            }
        }
    }

    fn attempt(&self, from: End<'_>, to: End<'_>, size: u32) -> Result<Answer, ForebayError> {
        let Context { scheme, index, key, .. } = self.context()?;
        let window = Window::new(&self.programs.core);
        let shadow =
            |(memory, at): End<'_>| self.shadow(&window, *index, memory.slot_address() + at);
        let page = window.word(CONTEXT_PAGE.at(*index));
        let places = Places { src: shadow(from), dst: shadow(to), page };
        let answer = sequence::attempt(*scheme, places, size, key_word(*key, *index));
        window.told(answer)
    }

    fn line(&self, line: &Line) -> Result<(), ForebayError> {
        let window = Window::new(&self.programs.core);
        sequence::line(window.word(PORTAL_PAGE.at(self.context()?.index)), line);
        window.told(())
    }

    fn left(&self) -> Result<u32, ForebayError> {
        let window = Window::new(&self.programs.core);
        let left = window.word(CONTEXT_PAGE.at(self.context()?.index)).load();
        window.told(left)
    }

    /// There is one process here, and no switch from it to another.
    fn enter(&self) -> Result<(), ForebayError> {
        Ok(())
    }

    fn pair(&self, from: &dyn Memory, slot: u64, partner: u64) -> Result<(), ForebayError> {
        let (context, memory) = (self.context()?, own(from)?);
        let before = slot * SLOT_BYTES - memory.slot_address();
        let rights = memory.rights().bits() | slot_rights::OWNER.put(context.index);
        let rights = rights | slot_rights::PARTNER.put(low(partner));
        let slot = usize::try_from(slot).unwrap_or(usize::MAX);
        self.programs.slot(slot, memory.bus() + before, rights, memory.bytes() - before)
    }

    fn copy(&self, from: Place<'_>, to: Place<'_>, bytes: u32) -> Result<Copied, ForebayError> {
        let bus = |place: &Place<'_>| -> Result<u64, ForebayError> {
            Ok(own(&*place.region.memory)?.bus() + place.offset)
        };
        self.programs.copy(bus(&from)?, bus(&to)?, bytes)
    }

    fn stats(&self) -> Result<UserQueueStats, ForebayError> {
        let context = self.context()?;
        Ok(context.own(self.programs.stats(context.index)?))
    }

    /// The card's own patience ends it.
    fn wait(&self, _: Duration) -> Result<Box<dyn Wait>, ForebayError> {
        let watch = self.programs.core().begin_close_wait();
        Ok(Box::new(CardWait { core: Arc::clone(&self.programs.core), watch }))
    }

    fn has_own_time(&self) -> bool {
        false
    }
}

impl Drop for CardBackend {
    /// The context ends, what it has under way first, and with it all of its slots.
    fn drop(&mut self) {
        let Some(context) = &self.context else { return };
        let mut table = self.programs.table();
        let slots = table.leave(context.grant);
        // A card that does not come to rest shows at its next use; there is nobody to tell.
        if !table.is_used(context.index) {
            let _ = self.programs.turn_off(context.index);
        }
        for slots in slots {
            let _ = self.programs.clear(slots);
        }
        let _ = self.programs.rest(context.index);
    }
}

/// A wait in which the card's time passes.
struct CardWait {
    core: Arc<Mutex<Core>>,
    watch: RegisterWatch,
}

impl Wait for CardWait {
    fn sleep(&mut self) -> Result<bool, ForebayError> {
        let mut core = self.core.lock().unwrap_or_else(PoisonError::into_inner);
        match core.go_on_waiting(&mut self.watch, "the end of a transfer of user-level DMA", 0) {
            Ok(()) => Ok(true),
            Err(ForebayError::RegisterWait { .. }) => Ok(false),
            Err(other) => Err(other),
        }
    }
}
