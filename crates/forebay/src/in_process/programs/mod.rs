// SPDX-License-Identifier: Apache-2.0
//! User-level DMA of a card in this process: the library does what a kernel would (contexts, keys, slots), and then what a program does.

mod backend;
mod context;
mod copy;
mod memory;
mod registers;
mod table;
mod word;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use forebay_bus::HostMemory;
use forebay_regs::user::{self, udma};

use self::backend::CardBackend;
use self::context::Context;
use self::table::Table;
use super::core::Core;
use crate::identity::Identity;
use crate::registers::Registers;
use crate::user_queue::backend::Backend;
use crate::user_queue::{Scheme, UserQueueError};
use crate::{Class, ForebayError};

/// What a kernel keeps of a card whose programs start transfers.
pub(super) struct Programs {
    core: Arc<Mutex<Core>>,
    host: HostMemory,
    /// Where the front end's registers are.
    page: u32,
    /// Where those of the front end `copy` are, which the kernel's own way uses.
    copy: Option<u32>,
    contexts: u32,
    slots: u32,
    depth: u32,
    /// Descriptors of a list at most.
    batch: u32,
    /// Taken before the core's lock.
    table: Mutex<Table>,
}

/// Where the registers of a front end are.
fn page_of(identity: &Identity, kind: u32) -> Option<u32> {
    identity.feature(Class::FrontEnd, kind).and_then(|plug| identity.user_offset(plug))
}

impl Programs {
    /// Of a card that has the front end.
    pub(super) fn find(
        core: &Arc<Mutex<Core>>,
        host: &HostMemory,
        identity: &Identity,
    ) -> Result<Arc<Self>, ForebayError> {
        let missing = ForebayError::NoFeature { what: "front end for user-level DMA" };
        let page = page_of(identity, user::FRONT_END_UDMA).ok_or(missing)?;
        let [caps, batch] = {
            let mut core = core.lock().unwrap_or_else(PoisonError::into_inner);
            let mut read = |register| Registers::read(&mut core, page + register);
            [read(udma::CAPS)?, read(udma::BATCH)?]
        };
        let slots = udma::caps::SLOTS.get(caps);
        Ok(Arc::new(Self {
            core: Arc::clone(core),
            host: host.clone(),
            page,
            copy: copy::page(identity),
            contexts: udma::caps::CONTEXTS.get(caps),
            slots,
            depth: udma::caps::DEPTH.get(caps),
            batch: udma::batch::MOST.get(batch),
            table: Mutex::new(Table::new(slots as usize)),
        }))
    }

    fn core(&self) -> MutexGuard<'_, Core> {
        self.core.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn table(&self) -> MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets a program in: with a context, or without one for the kernel's own way.
    pub(super) fn open(self: &Arc<Self>, scheme: Scheme) -> Result<Box<dyn Backend>, ForebayError> {
        let Some(number) = scheme.number() else {
            let missing = ForebayError::NoFeature { what: "front end for transfers by the kernel" };
            self.copy.ok_or(missing)?;
            return Ok(Box::new(CardBackend::without_context(Arc::clone(self))));
        };
        let mut table = self.table();
        if let Some(in_force) = table.scheme().filter(|in_force| *in_force != scheme) {
            let in_force = in_force.name();
            return Err(UserQueueError::OtherScheme { asked: scheme, in_force }.into());
        }
        let (index, is_new) = table
            .free_context(scheme, self.contexts)
            .ok_or(UserQueueError::NoContext { asked: scheme, contexts: self.contexts })?;
        if table.scheme().is_none() {
            self.write(udma::SCHEME, number)?;
        }
        let key = if is_new { self.turn_on(index)? } else { 0 };
        let stats = self.stats(index)?;
        let grant = table.enter(scheme, index);
        drop(table);
        let context = Context { scheme, index, grant, key, since: stats };
        Ok(Box::new(CardBackend::with_context(Arc::clone(self), context)))
    }
}
