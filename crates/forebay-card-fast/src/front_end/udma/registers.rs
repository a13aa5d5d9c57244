// SPDX-License-Identifier: Apache-2.0
//! The kernel's page: scheme, table, contexts.

use forebay_regs::Field;
use forebay_regs::user::udma::{self, bad_hi, caps, context_status, scheme, slot_rights};

use super::access::{CONTEXTS, DIRECT_BITS, PAGE_BITS, SLOTS};
use super::contexts::{Context, DEPTH};
use super::lists::MOST_ITEMS;
use super::slots::Slot;
use super::{Udma, scheme as schemes};

/// What the page keeps for itself.
#[derive(Debug, Default)]
pub(super) struct Page {
    pub(super) scheme: u32,
    /// Shadow addresses are those of host memory.
    pub(super) direct: bool,
    pub(super) who: u32,
    slot_index: u32,
    slot: Slot,
    context: usize,
    key_low: u32,
}

/// All bits of `SLOT_RIGHTS` that mean something.
const RIGHTS: u32 = slot_rights::READ.mask()
    | slot_rights::WRITE.mask()
    | slot_rights::CARD.mask()
    | slot_rights::OWNER.mask()
    | slot_rights::PARTNER.mask();
const _: () = assert!(slot_rights::PARTNER.max() as usize == SLOTS - 1);

/// As the registers for sizes have it.
#[expect(clippy::cast_possible_truncation, reason = "at most 256")]
const CAPS: u32 =
    caps::CONTEXTS.put(CONTEXTS as u32) | caps::SLOTS.put(SLOTS as u32) | caps::DEPTH.put(DEPTH);

impl Udma {
    /// Reads a register of the page; none where there is no such.
    pub(super) fn read_page(&self, at: u32) -> Option<u32> {
        let page = &self.page;
        Some(match at {
            udma::CAPS => CAPS,
            udma::SCHEME => page.scheme | scheme::DIRECT.put(page.direct.into()),
            udma::DIRECT => udma::direct::BITS.put(if self.upper { DIRECT_BITS } else { 0 }),
            udma::HOOK | udma::KEY_LO | udma::KEY_HI => 0,
            udma::WHO => page.who,
            udma::PENDING => self.contexts.pending,
            udma::ENABLE => self.contexts.enable,
            udma::BATCH => udma::batch::MOST.put(MOST_ITEMS),
            udma::SLOT => page.slot_index,
            udma::SLOT_ADDR_LO => low(page.slot.address),
            udma::SLOT_ADDR_HI => high(page.slot.address),
            udma::SLOT_RIGHTS => page.slot.rights,
            udma::SLOT_BYTES => page.slot.bytes,
            udma::CONTEXT => udma::context::INDEX.put(u32::try_from(page.context).ok()?),
            _ => return read_context(&self.contexts.all[page.context], at),
        })
    }

    /// Writes one; false where nothing there takes it.
    pub(super) fn write_page(&mut self, at: u32, value: u32) -> bool {
        let page = &mut self.page;
        let context = page.context;
        let of_contexts = |field: Field| field.get(value);
        match at {
            udma::SCHEME => {
                page.direct = self.upper && scheme::DIRECT.is_set(value);
                self.choose(scheme::NUMBER.get(value));
            }
            udma::HOOK => {
                if udma::hook::SWITCH.is_set(value) {
                    self.scheme.hook();
                }
            }
            udma::WHO => page.who = value,
            udma::PENDING => self.contexts.pending &= !of_contexts(udma::pending::CONTEXTS),
            udma::ENABLE => self.contexts.enable = of_contexts(udma::enable::CONTEXTS),
            udma::SLOT => page.slot_index = udma::slot::INDEX.get(value),
            udma::SLOT_ADDR_LO => {
                let low = u64::from(value) >> PAGE_BITS << PAGE_BITS;
                page.slot.address = page.slot.address >> 32 << 32 | low;
            }
            udma::SLOT_ADDR_HI => {
                page.slot.address =
                    page.slot.address & u64::from(u32::MAX) | u64::from(value) << 32;
            }
            udma::SLOT_RIGHTS => page.slot.rights = value & RIGHTS,
            udma::SLOT_BYTES => {
                page.slot.bytes = value;
                self.slots.set(page.slot_index, page.slot);
            }
            udma::CONTEXT => page.context = udma::context::INDEX.get(value) as usize,
            udma::CONTEXT_CONTROL => self.turn(context, udma::context_control::ON.is_set(value)),
            udma::KEY_LO => page.key_low = value,
            udma::KEY_HI => {
                let high = u64::from(udma::key_hi::KEY.get(value)) << 32;
                self.contexts.all[context].key = high | u64::from(page.key_low);
            }
            _ => return false,
        }
        true
    }

    /// Puts a scheme in force.
    fn choose(&mut self, number: u32) {
        self.page.scheme = schemes::known(number, self.page.direct);
        self.scheme = schemes::of(self.page.scheme);
        self.window.forget();
    }

    /// Turns a context on or off.
    fn turn(&mut self, index: usize, on: bool) {
        let context = &mut self.contexts.all[index];
        context.turn(on);
        self.scheme.forget(1 << index);
        self.window.forget();
        if !on {
            self.engine.drop_waiting(index);
            self.lists.call_off(index);
        }
    }
}

fn read_context(context: &Context, at: u32) -> Option<u32> {
    if let Some((index, 0)) = udma::REFUSED.find(at) {
        return Some(context.refused[index as usize].get());
    }
    Some(match at {
        udma::CONTEXT_CONTROL => udma::context_control::ON.put(context.on.into()),
        udma::CONTEXT_STATUS => {
            context_status::BUSY.put((context.count > 0).into())
                | context_status::FAILED.put((context.last == Some(false)).into())
                | context_status::COUNT.put(context.count)
        }
        udma::BAD_LO => low(context.bad),
        udma::BAD_HI => bad_hi::ADDR.put(high(context.bad)) | bad_hi::REASON.put(context.reason),
        udma::STARTS => context.starts.get(),
        udma::DONE => context.done.get(),
        udma::FAILED => context.failures.get(),
        udma::STRAYS => context.strays.get(),
        udma::SKIPPED => context.skipped.get(),
        _ => return None,
    })
}

#[expect(clippy::cast_possible_truncation, reason = "the lower half")]
const fn low(value: u64) -> u32 {
    value as u32
}

const fn high(value: u64) -> u32 {
    (value >> 32) as u32
}
