// SPDX-License-Identifier: Apache-2.0
//! Replaying: the recorded calls on a fresh card, whose DMA meets the recorded answers.

use std::collections::VecDeque;
use std::fmt;
use std::io::Read;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use forebay_bus::host::{Bus, Interposer, Refusal};
use forebay_bus::{Bar, Card, CardError, DmaFault};

use crate::event::{Call, Hex, Outcome, Place, Stopped};
use crate::{Event, TraceError, TraceReader};

/// Most cycles of a call: far above what any program lets pass at once, little enough to simulate.
const MOST_CYCLES: u64 = 1 << 20;
/// Most cycles by which data come late: the longest fault and the longest link have a thousandth of it.
const MOST_LATE_CYCLES: u64 = 1 << 20;
/// Most bytes of DMA in one call, since they are held until it is made: a beat in each cycle.
const MOST_DMA_BYTES: usize = 64 << 20;

/// More than this is refused for its length alone, whatever the length is.
const LONGER_THAN_ANY_ACCESS: u64 = 1 << 16;

/// What DMA without data counts as, which is held as well.
const EMPTY_BYTES: usize = 64;

/// The first thing that went otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Number of the transaction, from 1.
    pub transaction: u64,
    /// Card cycle at which it was recorded.
    pub cycle: u64,
    /// What it was, as recorded.
    pub what: String,
    /// What happened instead.
    pub now: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { transaction, cycle, what, now } = self;
        write!(f, "transaction {transaction}, card cycle {cycle}: {what}; now {now}")
    }
}

/// What a replay without a difference amounts to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Replayed {
    /// Transactions compared.
    pub transactions: u64,
    /// Card cycle at the end.
    pub cycles: u64,
}

/// Runs a trace on a fresh card and compares card cycles, values read, DMA data and messages. The time it takes is bounded by
/// the length of the trace, whatever the trace says.
///
/// # Errors
/// [`TraceError::Differs`] with the first difference, [`TraceError::Senseless`] for what no recording says, and what reading
/// the trace says.
pub fn replay<R: Read>(
    reader: &mut TraceReader<R>,
    card: &mut dyn Card,
) -> Result<Replayed, TraceError> {
    let script = Script::default();
    let mut held = 0;
    card.host().interpose(Box::new(Stage(script.clone())));
    while let Some(event) = reader.next_event()? {
        let index = reader.index();
        if let Some(what) = senseless(&event) {
            return Err(TraceError::Senseless { index, what });
        }
        match &event {
            Event::DmaRead { data, .. } | Event::DmaWrite { data, .. } => {
                held += data.len().max(EMPTY_BYTES);
                if held > MOST_DMA_BYTES {
                    let what = "more DMA than any call does".into();
                    return Err(TraceError::Senseless { index, what });
                }
                script.lock().expected.push_back((index, event));
            }
            call => {
                step(&script, index, call, card)?;
                if is_call(call) {
                    held = 0;
                }
            }
        }
    }
    if let Some((index, event)) = script.lock().expected.pop_front() {
        return Err(TraceError::Senseless { index, what: format!("{event} belongs to no call") });
    }
    let left = card.take_messages();
    if left != 0 {
        return Err(TraceError::Differs(Difference {
            transaction: reader.index(),
            cycle: card.now(),
            what: "end of the trace".into(),
            now: format!("messages of vectors {left:#x} are left over"),
        }));
    }
    Ok(Replayed { transactions: reader.index(), cycles: card.now() })
}

/// What no recording says, if the event says it: such a call is not even tried, since it would not end.
fn senseless(event: &Event) -> Option<String> {
    match event {
        Event::DmaRead { late, .. } if *late > MOST_LATE_CYCLES => {
            Some(format!("data that come {late} cycles late"))
        }
        Event::Advance { cycles, .. } if *cycles > MOST_CYCLES => {
            Some(format!("{cycles} cycles in one call"))
        }
        _ => None,
    }
}

/// Performs one recorded call.
fn step(script: &Script, index: u64, event: &Event, card: &mut dyn Card) -> Result<(), TraceError> {
    let differs = |now: String| {
        let (cycle, what) = (event.cycle(), event.to_string());
        Err(TraceError::Differs(Difference { transaction: index, cycle, what, now }))
    };
    if is_call(event) && card.now() != event.cycle() {
        return differs(format!("the card is at cycle {}", card.now()));
    }
    let layout = card.layout();
    let place = |at: &Place| {
        at.find(layout).ok_or_else(|| TraceError::Senseless {
            index,
            what: format!("at {at} this card has nothing"),
        })
    };
    let outcome = match event {
        Event::Read { at, data, call, .. } => read(place(at)?, data, *call, card),
        Event::Write { at, data, call, .. } => {
            let (bar, offset) = place(at)?;
            let result = card.mmio_write(bar, offset, data);
            same_call(*call, &result, card)
        }
        Event::NotTaken { write, part, offset, bytes, call, .. } => {
            not_taken((*write, (*part).into(), *offset, *bytes), *call, card)
        }
        Event::Advance { cycles, stop, call } => {
            let result = card.advance(*cycles);
            same_call(*call, &result, card).or_else(|| {
                let now = Stopped::from(result.ok()?);
                (now != *stop).then(|| format!("they end with {now:?}"))
            })
        }
        Event::Reset { call } => {
            let result = card.reset();
            same_call(*call, &result, card)
        }
        Event::Messages { vectors, .. } => {
            let now = card.take_messages();
            (now != *vectors).then(|| format!("vectors {now:#x}"))
        }
        Event::DmaRead { .. }
        | Event::DmaWrite { .. }
        | Event::Map { .. }
        | Event::Unmap { .. }
        | Event::Client { .. } => None,
    };
    // DMA that went otherwise comes first: the call's own difference follows from it.
    if let Some(mut difference) = script.take_difference(is_call(event)) {
        // DMA that the trace knows nothing of belongs to the call that did it.
        if difference.transaction == 0 {
            difference.transaction = index;
            difference.what = format!("{event}, without DMA");
        }
        return Err(TraceError::Differs(difference));
    }
    outcome.map_or(Ok(()), differs)
}

/// Whether the event lets the card work, and so may have DMA in front of it.
fn is_call(event: &Event) -> bool {
    matches!(
        event,
        Event::Read { .. }
            | Event::Write { .. }
            | Event::NotTaken { .. }
            | Event::Advance { .. }
            | Event::Reset { .. }
    )
}

fn read(
    (bar, offset): (Bar, u64),
    recorded: &[u8],
    call: Call,
    card: &mut dyn Card,
) -> Option<String> {
    let mut data = vec![0; recorded.len()];
    let result = card.mmio_read(bar, offset, &mut data);
    same_call(call, &result, card).or_else(|| {
        (call.outcome == Outcome::Done && data != recorded).then(|| format!("{}", Hex(&data)))
    })
}

/// Tries again what the card did not take.
fn not_taken(
    (write, bar, offset, bytes): (bool, Bar, u64, u64),
    call: Call,
    card: &mut dyn Card,
) -> Option<String> {
    let bytes = usize::try_from(bytes.min(LONGER_THAN_ANY_ACCESS)).unwrap_or(0);
    let mut data = vec![0; bytes];
    let result = if write {
        card.mmio_write(bar, offset, &data)
    } else {
        card.mmio_read(bar, offset, &mut data)
    };
    same_call(call, &result, card)
}

fn same_call<T>(call: Call, result: &Result<T, CardError>, card: &dyn Card) -> Option<String> {
    let outcome = Outcome::of(result);
    if outcome != call.outcome {
        let why = result.as_ref().err().map_or_else(|| "done".into(), ToString::to_string);
        return Some(format!("it ends otherwise: {why}"));
    }
    (card.now() != call.end).then(|| format!("it ends at cycle {}, not {}", card.now(), call.end))
}

/// DMA that the next call must do, and the first that it did otherwise.
#[derive(Clone, Default)]
struct Script(Arc<Mutex<Lines>>);

#[derive(Default)]
struct Lines {
    expected: VecDeque<(u64, Event)>,
    difference: Option<Difference>,
}

impl Script {
    fn lock(&self) -> MutexGuard<'_, Lines> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The first difference, counting what should have been done by the end of a call and was not.
    fn take_difference(&self, call_ended: bool) -> Option<Difference> {
        let mut lines = self.lock();
        if let Some(difference) = lines.difference.take() {
            return Some(difference);
        }
        let (index, missing) = if call_ended { lines.expected.pop_front()? } else { return None };
        Some(difference(index, &missing, "the card does not do it".into()))
    }
}

fn difference(index: u64, event: &Event, now: String) -> Difference {
    Difference { transaction: index, cycle: event.cycle(), what: event.to_string(), now }
}

impl Lines {
    /// The next expected access, unless something was wrong already; `now` describes what the card does.
    fn next(&mut self, now: &Event) -> Option<(u64, Event)> {
        if self.difference.is_some() {
            return None;
        }
        let next = self.expected.pop_front();
        if next.is_none() {
            self.difference = Some(difference(0, now, now.to_string()));
        }
        next
    }
}

/// Host memory as the trace remembers it.
struct Stage(Script);

impl Interposer for Stage {
    fn read(&mut self, addr: u64, out: &mut [u8], next: &mut Bus<'_>) -> Result<(), DmaFault> {
        let (cycle, purpose) = (next.cycle(), next.purpose().into());
        let bytes = u32::try_from(out.len()).unwrap_or(u32::MAX);
        let (data, refused, late) = (Vec::new(), None, 0);
        let now = Event::DmaRead { cycle, purpose, addr, bytes, data, refused, late };
        let mut lines = self.0.lock();
        let fault = |refusal| DmaFault { addr, bytes: out.len(), write: false, refusal };
        let Some((index, recorded)) = lines.next(&now) else {
            return Err(fault(Refusal::Unsupported));
        };
        match &recorded {
            Event::DmaRead { cycle: c, purpose: p, addr: a, bytes: b, data, refused, late }
                if (*c, *p, *a, *b) == (cycle, purpose, addr, bytes) =>
            {
                match refused {
                    Some(refused) => Err(fault((*refused).into())),
                    None if data.len() == out.len() => {
                        out.copy_from_slice(data);
                        next.delay(*late);
                        Ok(())
                    }
                    None => {
                        let now = "the trace holds other bytes".into();
                        lines.difference = Some(difference(index, &recorded, now));
                        Err(fault(Refusal::Unsupported))
                    }
                }
            }
            _ => {
                let now = format!("{now} at cycle {cycle}");
                lines.difference = Some(difference(index, &recorded, now));
                Err(fault(Refusal::Unsupported))
            }
        }
    }

    fn write(&mut self, addr: u64, data: &[u8], next: &mut Bus<'_>) -> Result<(), DmaFault> {
        let (cycle, purpose) = (next.cycle(), next.purpose().into());
        let now = Event::DmaWrite { cycle, purpose, addr, data: data.to_vec(), refused: None };
        let mut lines = self.0.lock();
        let fault = |refusal| DmaFault { addr, bytes: data.len(), write: true, refusal };
        let Some((index, recorded)) = lines.next(&now) else {
            return Err(fault(Refusal::Unsupported));
        };
        let now = match &recorded {
            Event::DmaWrite { cycle: c, purpose: p, addr: a, data: d, refused } => {
                if (*c, *p, *a, d.len()) != (cycle, purpose, addr, data.len()) {
                    format!("{now} at cycle {cycle}")
                } else if let Some(at) = d.iter().zip(data).position(|(old, new)| old != new) {
                    format!("byte {at} is {:#04x}, not {:#04x}", data[at], d[at])
                } else {
                    return refused.map_or(Ok(()), |refused| Err(fault(refused.into())));
                }
            }
            _ => format!("{now} at cycle {cycle}"),
        };
        lines.difference = Some(difference(index, &recorded, now));
        Err(fault(Refusal::Unsupported))
    }
}
