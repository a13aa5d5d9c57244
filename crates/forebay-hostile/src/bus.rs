// SPDX-License-Identifier: Apache-2.0
//! Stands between card and host memory, and knows what the card may still touch.

use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use forebay_bus::DmaFault;
use forebay_bus::host::{Bus, Interposer, Purpose, Refusal};
use forebay_regs::desc;

use crate::traffic::{Fault, Traffic, Write};

const DESCRIPTOR_BYTES: usize = 32;
/// Bytes of a poll-mode word, and of no other memory of a run.
pub(crate) const WORD_BYTES: u64 = 4;

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
    traffic: Traffic,
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
        let (seen, traffic) = (Seen::default(), Traffic::default());
        self.lock().live.push(Live { run, range, seen, traffic });
    }

    pub(crate) fn over(&self, run: u64) {
        self.lock().live.retain(|live| live.run != run);
    }

    pub(crate) fn seen(&self, run: u64) -> Seen {
        let state = self.lock();
        let of_run = state.live.iter().filter(|live| live.run == run).map(|live| live.seen);
        of_run.fold(Seen::default(), |all, seen| Seen {
            fetched: all.fetched | seen.fetched,
            data: all.data + seen.data,
            last_cycle: all.last_cycle.max(seen.last_cycle),
            spoilt: all.spoilt | seen.spoilt,
            unanswered: all.unanswered | seen.unanswered,
        })
    }

    /// What the card has written for a run and what was failed of it, from now on forgotten.
    pub(crate) fn take_traffic(&self, run: u64) -> Traffic {
        let mut all = Traffic::default();
        for live in self.lock().live.iter_mut().filter(|live| live.run == run) {
            let Traffic { writes, faults, words } = std::mem::take(&mut live.traffic);
            all.writes.extend(writes);
            all.faults.extend(faults);
            all.words.extend(words);
        }
        all
    }

    /// The first access to memory that was no longer, or never, the card's.
    pub(crate) fn stray(&self) -> Option<String> {
        self.lock().stray.clone()
    }

    /// Books an access, and what has become of it.
    fn access(&self, access: &Access<'_>, bus: &Bus<'_>, answer: &Result<(), DmaFault>) {
        let State { live, stray } = &mut *self.lock();
        let end = access.addr + access.bytes.len() as u64;
        let hit =
            live.iter_mut().find(|live| live.range.start <= access.addr && end <= live.range.end);
        match hit {
            Some(live) => live.book(access, bus, answer),
            None if stray.is_none() => {
                *stray = Some(format!(
                    "{} of {} bytes at {:#x} for {:?} in cycle {}",
                    if access.write { "write" } else { "read" },
                    access.bytes.len(),
                    access.addr,
                    bus.purpose(),
                    bus.cycle()
                ));
            }
            None => {}
        }
    }
}

/// An access with what the card has written, or was given to read.
struct Access<'a> {
    addr: u64,
    bytes: &'a [u8],
    write: bool,
}

impl Live {
    fn book(&mut self, access: &Access<'_>, bus: &Bus<'_>, answer: &Result<(), DmaFault>) {
        let (seen, purpose) = (&mut self.seen, bus.purpose());
        let is_word = self.range.end - self.range.start == WORD_BYTES;
        seen.fetched |= purpose == Purpose::Descriptor;
        seen.data += if purpose == Purpose::Data { access.bytes.len() as u64 } else { 0 };
        seen.last_cycle = bus.cycle();
        let faults = &mut self.traffic.faults;
        match answer {
            Err(fault) if fault.refusal == Refusal::Unanswered => seen.unanswered = true,
            // The run itself goes well without its word.
            Err(_) if is_word => {}
            Err(fault) => faults.push(Fault::refused(fault, purpose)),
            Ok(()) if purpose == Purpose::Descriptor => {
                faults.extend(without_magic(access.bytes).map(|at| Fault::magic(access.addr + at)));
            }
            Ok(()) => {}
        }
        seen.spoilt = !faults.is_empty();
        match (access.write, <[u8; 4]>::try_from(access.bytes)) {
            (true, Ok(word)) if is_word => {
                self.traffic.words.push((u32::from_le_bytes(word), answer.is_ok()));
            }
            (true, _) => self.traffic.writes.push(Write {
                addr: access.addr,
                bytes: access.bytes.len(),
                purpose,
                refused: answer.is_err().then(|| access.bytes.to_vec()),
            }),
            (false, _) => {}
        }
    }
}

/// Where the bytes of descriptors do not begin as one.
fn without_magic(bytes: &[u8]) -> impl Iterator<Item = u64> {
    let bad = |descriptor: &[u8]| {
        let word = u32::from_le_bytes([descriptor[0], descriptor[1], descriptor[2], descriptor[3]]);
        word & desc::control::MAGIC.mask() != desc::control::RESET
    };
    let places = (0..).step_by(DESCRIPTOR_BYTES).zip(bytes.chunks_exact(DESCRIPTOR_BYTES));
    places.filter(move |(_, descriptor)| bad(descriptor)).map(|(at, _)| at)
}

impl Interposer for Watch {
    fn read(&mut self, addr: u64, out: &mut [u8], next: &mut Bus<'_>) -> Result<(), DmaFault> {
        let answer = next.read(addr, out);
        self.access(&Access { addr, bytes: out, write: false }, next, &answer);
        answer
    }

    fn write(&mut self, addr: u64, data: &[u8], next: &mut Bus<'_>) -> Result<(), DmaFault> {
        let answer = next.write(addr, data);
        self.access(&Access { addr, bytes: data, write: true }, next, &answer);
        answer
    }
}
