// SPDX-License-Identifier: Apache-2.0
//! What takes both streams on the card: the sink, at the rate of the core that it stands for.

use forebay::{Class, Consumed, Device, Feature};
use forebay_bus::Bar;
use forebay_host_model::{STREAMS, Time};
use forebay_plan::Stream;
use forebay_regs::user::sink;
use forebay_regs::xdma::{self, irq, msix_entry};
use forebay_regs::{card, cards};

use crate::{Refused, TimedCardError};

/// Bytes of an entry of a stream port.
pub(crate) const ENTRY_BYTES: u64 = 64;
/// Picoseconds of a cycle of the card.
pub(crate) const CYCLE_PS: u64 = 1_000_000_000 / card::CLOCK_KHZ as u64;
/// Cycles in which the sink counts steps, and the most steps in them.
const RATE_CYCLES: u64 = sink::rate::RESET as u64;
/// A rate that is further from the one asked for than one in so many is another one.
const RATE_ERROR: u64 = 1000;
/// The message of the sink's line: one that no channel has.
pub(crate) const VECTOR: u32 = 15;

/// A core that takes an element of each stream at a time, as steps of the sink.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Consumer {
    /// Pairs of a step, so that it takes whole entries.
    pairs: u64,
    /// Entries that a step takes of each stream.
    take: [u64; STREAMS],
    /// Bytes of an element of each stream.
    element_bytes: [u64; STREAMS],
    /// What it takes for one.
    pair: Time,
    rate: u64,
    steps: u64,
}

impl Consumer {
    /// A core that takes `pairs` pairs of elements of such sizes, each in `pair`.
    ///
    /// # Errors
    /// [`Refused`] for sizes that are no powers of two, a time that is no rate of the sink within 0.1 %, and pairs that are no whole steps.
    pub fn of(element_bytes: [u64; STREAMS], pair: Time, pairs: u64) -> Result<Self, Refused> {
        let refuse = |parameter, value: String, wanted| Err(Refused { parameter, value, wanted });
        if !element_bytes.iter().all(|bytes| bytes.is_power_of_two()) {
            let wanted = "two powers of two: elements that fill entries of 64 bytes".into();
            return refuse("element_bytes", format!("{element_bytes:?}"), wanted);
        }
        let each = element_bytes.into_iter().fold(1, |most, bytes| most.max(ENTRY_BYTES / bytes));
        let take = element_bytes.map(|bytes| each * bytes / ENTRY_BYTES);
        let (asked, unit) = (each * pair.ps(), RATE_CYCLES * CYCLE_PS);
        let rate = ((unit + asked / 2) / asked).max(1);
        let least = take.into_iter().fold(1, u64::max) * CYCLE_PS;
        if asked < least || (rate * asked).abs_diff(unit) * RATE_ERROR > unit {
            // The next one that is faster.
            let near = unit / unit.div_ceil(asked).min(RATE_CYCLES);
            let near = Time::from_ps(near.max(least).div_ceil(each));
            let wanted = format!("a time that is a rate of the card's sink, such as {near}");
            return refuse("pair", pair.to_string(), wanted);
        }
        let steps = pairs / each;
        if !pairs.is_multiple_of(each) || steps > u64::from(u32::MAX) {
            let wanted = format!("a multiple of {each}, {} at most", u64::from(u32::MAX) * each);
            return refuse("pairs", pairs.to_string(), wanted);
        }
        Ok(Self { pairs: each, take, element_bytes, pair, rate, steps })
    }

    /// Pairs of a step.
    pub(crate) const fn step_pairs(&self) -> u64 {
        self.pairs
    }

    /// What it takes for a pair.
    pub(crate) const fn pair(&self) -> Time {
        self.pair
    }

    /// Cycles between two steps.
    pub(crate) const fn step_cycles(&self) -> u64 {
        RATE_CYCLES.div_ceil(self.rate)
    }

    /// What it takes, in the library's words.
    pub(crate) fn consumed(&self) -> Vec<Consumed> {
        let each = (0..).zip(self.take).zip(self.element_bytes);
        // A step takes what it can of a stream before the other one has come.
        let consumed = each.map(|((port, take), bytes)| Consumed {
            port,
            element_bytes: bytes,
            take,
            ahead: take,
        });
        consumed.collect()
    }

    /// The same in the planner's words, from FIFOs of so many entries.
    pub(crate) fn streams(&self, depth: u64) -> Vec<Stream> {
        let each = self.consumed().into_iter().map(|of| Stream {
            element_bytes: of.element_bytes,
            entry_bytes: ENTRY_BYTES,
            depth,
            ahead: of.ahead,
            take: of.take,
        });
        each.collect()
    }

    /// The sink of a card.
    pub(crate) fn plug(device: &Device) -> Result<(Feature, u32), TimedCardError> {
        let plug = device.identity().feature(Class::Datapath, cards::SINK.kind);
        let found =
            plug.and_then(|plug| Some((plug.clone(), device.identity().user_offset(plug)?)));
        found.ok_or(TimedCardError::Sink { what: "is not there" })
    }

    /// Has the sink of a card begin, and tell by a message when it has taken everything.
    ///
    /// # Errors
    /// [`TimedCardError::Sink`], and what accesses of registers can end in.
    pub fn start(&self, device: &Device) -> Result<(), TimedCardError> {
        let (_, page) = Self::plug(device)?;
        let line = cards::SINK.first_line;
        let of_line = [
            (xdma::IRQ.base() + irq::USER_VECTOR.at(line / 4), VECTOR << (8 * (line % 4))),
            (xdma::IRQ.base() + irq::USER_ENABLE_W1S, 1 << line),
            (xdma::MSIX_TABLE.at(VECTOR) + msix_entry::VECTOR_CONTROL, 0),
        ];
        for (register, value) in of_line {
            device.write32(Bar::Dma, register, value)?;
        }
        let words = [
            (sink::PAIRING.at(0), self.take[0]),
            (sink::PAIRING.at(1), self.take[1]),
            (sink::RATE, self.rate),
            (sink::STEPS, self.steps),
            (sink::CONTROL, sink::control::START.mask().into()),
        ];
        for (register, value) in words {
            let value = u32::try_from(value).unwrap_or(u32::MAX);
            device.write32(Bar::User, page + register, value)?;
        }
        // It has begun when this is answered.
        let status = device.read32(Bar::User, page + sink::STATUS)?;
        let begun = sink::status::BUSY.is_set(status);
        begun.then_some(()).ok_or(TimedCardError::Sink { what: "does not begin" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_takes_whole_entries_and_the_rate_is_that_of_the_pairs() {
        let consumer = Consumer::of([32, 64], Time::from_ns(64), 4096).unwrap();
        // Two pairs, which are an entry of scalars and two of points, in 32 cycles.
        assert_eq!((consumer.pairs, consumer.take, consumer.steps), (2, [1, 2], 2048));
        assert_eq!((consumer.rate, consumer.step_cycles()), (2048, 32));
        let consumer = Consumer::of([64, 256], Time::from_ns(80), 9).unwrap();
        assert_eq!((consumer.pairs, consumer.take, consumer.rate), (1, [1, 4], 3277));
    }

    #[test]
    fn what_is_no_rate_and_no_entry_is_refused_with_one_that_is() {
        let of = |bytes, pair, pairs| Consumer::of(bytes, pair, pairs).unwrap_err().to_string();
        let text = of([32, 144], Time::from_ns(80), 2);
        assert!(text.starts_with("element_bytes is [32, 144]; give two powers of two"), "{text}");
        let text = of([32, 64], Time::from_ns(3), 2);
        assert_eq!(
            text,
            "pair is 3 ns; give a time that is a rate of the card's sink, such as 4 ns"
        );
        let text = of([32, 64], Time::from_us(90), 2);
        assert!(text.contains("pair is 90 us") && text.contains("such as 65536 ns"), "{text}");
        assert!(Consumer::of([32, 64], Time::from_ns(65_536), 2).is_ok());
        let text = of([32, 64], Time::from_ns(80), 3);
        assert!(text.starts_with("pairs is 3; give a multiple of 2, "), "{text}");
    }
}
