// SPDX-License-Identifier: Apache-2.0
//! Stands between card and host memory, and knows what the card may still touch.

use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use forebay_card::DmaFault;
use forebay_card::host::{Bus, Interposer, Purpose, Refusal};
use forebay_regs::desc;

const DESCRIPTOR_BYTES: usize = 32;

/// What the bus has seen of a run.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Seen {
    /// Descriptors were read.
    pub(crate) fetched: bool,
    /// Bytes of data that were asked for or written.
    pub(crate) data: u64,
    /// When something was last asked for or written.
    pub(crate) last_cycle: u64,
    /// An access was refused, or a descriptor came back without its magic.
    pub(crate) spoilt: bool,
    /// An access gets no answer before the card is reset.
    pub(crate) unanswered: bool,
}

/// Memory of a run that is not known to be over.
#[derive(Debug)]
struct Live {
    run: u64,
    range: Range<u64>,
    seen: Seen,
}

#[derive(Debug, Default)]
struct State {
    live: Vec<Live>,
    stray: Option<String>,
}

/// The watch, shared between the player and the card's way to memory. It stands nearest to the card and sees what the card
/// sees.
#[derive(Clone, Debug, Default)]
pub(crate) struct Watch(Arc<Mutex<State>>);

impl Watch {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The card may use this range until the run is [over](Watch::over).
    pub(crate) fn live(&self, run: u64, range: Range<u64>) {
        self.lock().live.push(Live { run, range, seen: Seen::default() });
    }

    pub(crate) fn over(&self, run: u64) {
        self.lock().live.retain(|live| live.run != run);
    }

    pub(crate) fn seen(&self, run: u64) -> Seen {
        let state = self.lock();
        state.live.iter().find(|live| live.run == run).map(|live| live.seen).unwrap_or_default()
    }

    /// The first access to memory that was no longer, or never, the card's.
    pub(crate) fn stray(&self) -> Option<String> {
        self.lock().stray.clone()
    }

    /// Books an access, and what has become of it.
    fn access(
        &self,
        (what, addr, bytes): (&str, u64, usize),
        bus: &Bus<'_>,
        answer: Result<(), DmaFault>,
        sound: bool,
    ) -> Result<(), DmaFault> {
        let State { live, stray } = &mut *self.lock();
        let end = addr + bytes as u64;
        let hit = live.iter_mut().find(|live| live.range.start <= addr && end <= live.range.end);
        match hit {
            Some(live) => {
                live.seen.fetched |= bus.purpose() == Purpose::Descriptor;
                live.seen.data += if bus.purpose() == Purpose::Data { bytes as u64 } else { 0 };
                live.seen.last_cycle = bus.cycle();
                match &answer {
                    Err(fault) if fault.refusal == Refusal::Unanswered => {
                        live.seen.unanswered = true;
                    }
                    Err(_) => live.seen.spoilt = true,
                    Ok(()) => live.seen.spoilt |= !sound,
                }
            }
            None if stray.is_none() => {
                *stray = Some(format!(
                    "{what} of {bytes} bytes at {addr:#x} for {:?} in cycle {}",
                    bus.purpose(),
                    bus.cycle()
                ));
            }
            None => {}
        }
        answer
    }
}

/// Every descriptor among the bytes begins as one.
fn are_descriptors(bytes: &[u8]) -> bool {
    bytes.chunks_exact(DESCRIPTOR_BYTES).all(|descriptor| {
        let word = u32::from_le_bytes([descriptor[0], descriptor[1], descriptor[2], descriptor[3]]);
        word & desc::control::MAGIC.mask() == desc::control::RESET
    })
}

impl Interposer for Watch {
    fn read(&mut self, addr: u64, out: &mut [u8], next: &mut Bus<'_>) -> Result<(), DmaFault> {
        let answer = next.read(addr, out);
        let sound = next.purpose() != Purpose::Descriptor || are_descriptors(out);
        self.access(("read", addr, out.len()), next, answer, sound)
    }

    fn write(&mut self, addr: u64, data: &[u8], next: &mut Bus<'_>) -> Result<(), DmaFault> {
        let answer = next.write(addr, data);
        self.access(("write", addr, data.len()), next, answer, true)
    }
}
