// SPDX-License-Identifier: Apache-2.0
//! Runs on a simulated card, through its window, with real bytes in the pages of two processes.

use forebay::{Bar, Device, ForebayError};
use forebay_bus::LinkParams;
use forebay_bus::host::Shared;
use forebay_regs::udma_window::{CONTEXT_PAGE, PORTAL_PAGE, SHADOW_PAGE};
use forebay_regs::user::udma::scheme::number;
use forebay_regs::user::udma::{self, caps, context_status, slot_rights};
use forebay_regs::{card, cards};
use forebay_udma_model::explore::{A, B, C, D, OTHER, VICTIM, knows_contexts, place};
use forebay_udma_model::scheme::{Name, PAGE_BYTES, Setup};
use forebay_udma_model::trace::{AccessStep, Step};
use forebay_udma_model::{Op, Space};

use super::on_card::{Moved, OnCard};
use crate::card_name;
use crate::error::CliError;

/// The build of a card that is named by its body alone.
const BUILD: &str = "loopback-udma";
/// The processes' pages, in the order of memory.
const PAGES: [u64; 4] = [A, B, C, D];
/// What tells where a word was: the name of its page and its offset.
const WORD_BYTES: usize = 8;
const PAGE: usize = SHADOW_PAGE.stride() as usize;

/// A card with the four pages in memory of its host.
pub(super) struct Stage {
    device: Device,
    memory: Shared,
    /// Where the first page is in it.
    first: usize,
    /// The kernel's page.
    page: u32,
    /// Slots of a context.
    slots: u32,
}

const fn scheme_number(scheme: Name) -> u32 {
    match scheme {
        Name::Shrimp1 => number::SHRIMP1,
        Name::Shrimp2 => number::SHRIMP2,
        Name::Flash => number::FLASH,
        Name::ShadowCheck => number::SHADOW_CHECK,
        Name::Shadow => number::SHADOW,
        Name::Repeat3 => number::REPEAT3,
        Name::Repeat4 => number::REPEAT4,
        Name::Repeat5 => number::REPEAT5,
        Name::Key => number::KEY,
        Name::Portal => number::PORTAL,
    }
}

/// Bits 31:0.
#[expect(clippy::cast_possible_truncation, reason = "the lower half is asked for")]
const fn low(value: u64) -> u32 {
    value as u32
}

/// The whole name of a card: of a body alone, its build.
pub(super) fn name(card: &str) -> String {
    card_name::spec(card, BUILD)
}

/// Where the front end has its registers.
pub(super) fn page_of(device: &Device, card: &str) -> Result<u32, CliError> {
    let plug = device.identity().features.iter().find(|it| it.name == Some(cards::UDMA.name));
    let page = plug.and_then(|plug| device.identity().user_offset(plug));
    page.ok_or(CliError::NoUdma { card: card.into() })
}

impl Stage {
    /// A simulated card by its whole name.
    pub(super) fn open(name: &str) -> Result<Self, CliError> {
        let card =
            forebay_sim::open(name, LinkParams::default(), None).map_err(ForebayError::from)?;
        // A page more, for where it begins.
        let memory = card.host().share((PAGES.len() + 1) * PAGE).map_err(ForebayError::from)?;
        let device = Device::from_card(card, card_name::patience())?;
        let page = page_of(&device, name)?;
        let behind = memory.addr().next_multiple_of(PAGE_BYTES) - memory.addr();
        let first = usize::try_from(behind).unwrap_or(0);
        let slots = caps::SLOTS.get(device.read32(Bar::User, page + udma::CAPS)?);
        Ok(Self { device, memory, first, page, slots })
    }

    /// Plays a run from fresh memory and latches on; the model's steps of ending are the card's own.
    pub(super) fn play(
        &self,
        scheme: Name,
        setup: Option<&Setup>,
        steps: &[Step],
    ) -> Result<Vec<OnCard>, CliError> {
        self.set_up(scheme, setup)?;
        let mut before = self.contents()?;
        let mut played = Vec::new();
        for step in steps {
            let answer = match step {
                Step::Access(step) => self.access(step)?,
                Step::Done(_) => None,
            };
            self.wait_for_ends()?;
            let after = self.contents()?;
            played.push(OnCard { answer, moved: differences(&before, &after) });
            before = after;
        }
        Ok(played)
    }

    fn write(&self, register: u32, value: u32) -> Result<(), ForebayError> {
        self.device.write32(Bar::User, self.page + register, value)
    }

    /// What a kernel does before the first access: each process has its pages under its own context, where a scheme looks at one. Who may
    /// name a page is for the page tables, so the card is told that all may be read and written.
    fn set_up(&self, scheme: Name, setup: Option<&Setup>) -> Result<(), CliError> {
        for (at, page) in PAGES.into_iter().enumerate() {
            let bytes: Vec<u8> =
                (0..PAGE / WORD_BYTES).flat_map(|word| label(page, word)).collect();
            self.memory.write(self.first + at * PAGE, &bytes)?;
        }
        self.write(udma::WHO, 0)?;
        self.write(udma::SCHEME, scheme_number(scheme))?;
        for (at, page) in (0..).zip(PAGES) {
            let number = page / PAGE_BYTES;
            let others = knows_contexts(scheme) && matches!(page, C | D);
            let owner = u32::from(if others { OTHER } else { VICTIM });
            let partner = match setup {
                Some(Setup::Partner { partner, .. }) => partner.get(&number).copied().unwrap_or(0),
                _ => 0,
            };
            let address = self.memory.addr() + self.first as u64 + at * PAGE_BYTES;
            let rights = slot_rights::READ.mask() | slot_rights::WRITE.mask();
            self.write(udma::SLOT, low(number))?;
            self.write(udma::SLOT_ADDR_LO, low(address))?;
            self.write(udma::SLOT_ADDR_HI, low(address >> 32))?;
            let rights =
                rights | slot_rights::OWNER.put(owner) | slot_rights::PARTNER.put(low(partner));
            self.write(udma::SLOT_RIGHTS, rights)?;
            self.write(udma::SLOT_BYTES, SHADOW_PAGE.stride())?;
        }
        for context in [VICTIM, OTHER] {
            self.write(udma::CONTEXT, context.into())?;
            self.write(udma::CONTEXT_CONTROL, 1)?;
            let key = match setup {
                Some(Setup::Keys(keys)) => keys.iter().find(|key| key.context == context),
                _ => None,
            };
            let key = key.map_or(0, |key| key.key);
            self.write(udma::KEY_LO, low(key))?;
            self.write(udma::KEY_HI, low(key >> 32))?;
        }
        Ok(())
    }

    fn contents(&self) -> Result<Vec<u8>, CliError> {
        let mut bytes = vec![0; PAGES.len() * PAGE];
        self.memory.read(self.first, &mut bytes)?;
        Ok(bytes)
    }

    /// Every transfer that has begun.
    fn wait_for_ends(&self) -> Result<(), ForebayError> {
        let over = |status| !context_status::BUSY.is_set(status);
        for context in [VICTIM, OTHER] {
            self.write(udma::CONTEXT, context.into())?;
            let status = self.page + udma::CONTEXT_STATUS;
            self.device.wait_register("BUSY of a context", status, &over)?;
        }
        Ok(())
    }

    /// What a processor makes of it. A store of 8 bytes comes in two words.
    fn access(&self, step: &AccessStep) -> Result<Option<u32>, ForebayError> {
        let context = u32::from(step.context);
        let page = match step.space {
            Space::Shadow => SHADOW_PAGE.at(context * self.slots),
            Space::Context => CONTEXT_PAGE.at(context),
            Space::Portal => PORTAL_PAGE.at(context),
        };
        let at = card::PROGRAM_WINDOW_BASE + page + low(step.addr);
        match step.op {
            Op::Load => return self.device.read32(Bar::User, at).map(Some),
            Op::Store => {
                self.device.write32(Bar::User, at, low(step.data))?;
                if step.wide {
                    self.device.write32(Bar::User, at + 4, low(step.data >> 32))?;
                }
            }
            Op::Hook => self.write(udma::HOOK, 1)?,
            Op::Who => self.write(udma::WHO, low(step.data))?,
            // No processor sends one to a PCIe card; who asks for one is refused before.
            Op::Exchange => {}
        }
        Ok(None)
    }
}

fn label(page: u64, word: usize) -> Vec<u8> {
    format!("{}{:<7}", place(page), word * WORD_BYTES).into_bytes()
}

/// Words that differ, neighbours together.
fn differences(before: &[u8], after: &[u8]) -> Vec<Moved> {
    let words = before.chunks(WORD_BYTES).zip(after.chunks(WORD_BYTES)).enumerate();
    let mut moved: Vec<(usize, usize)> = Vec::new();
    for (word, _) in words.filter(|(_, (old, new))| old != new) {
        match moved.last_mut() {
            Some((first, count)) if *first + *count == word => *count += 1,
            _ => moved.push((word, 1)),
        }
    }
    let shown = |(first, count): (usize, usize)| {
        let at = first * WORD_BYTES;
        let holds = String::from_utf8_lossy(&after[at..at + WORD_BYTES]).trim_end().to_owned();
        let to = place(PAGES[at / PAGE] + (at % PAGE) as u64);
        Moved { to, bytes: count * WORD_BYTES, holds }
    };
    moved.into_iter().map(shown).collect()
}
