// SPDX-License-Identifier: Apache-2.0
//! How long a channel of the RTL card takes to come to rest after a stop, in every cycle of a transfer.
//!
//! A transfer is started on a card that was just reset, left alone for some cycles, and stopped; the time is counted
//! from when the write that clears RUN is at the card until the message is at the host that says that the channel is at rest,
//! so it holds what these two take at the card. Card cycles, exact and repeatable; the link is modelled.
//!
//! Every phase counts once: of a transfer that comes to stand still, the places from which on the time stays the same are one.

use std::error::Error;

use forebay_bus::host::Shared;
use forebay_bus::{Bar, Card, CardExt, Direction, LinkParams, Stop};
use forebay_card_rtl::RtlCard;
use forebay_regs::xdma::{self, chan, irq, msix_entry, sgdma};
use forebay_regs::{card, desc};
use serde::Serialize;

/// Channels of the loopback card; the two streams are the ends of one loop.
const MEMORY: u32 = 0;
const STREAM: u32 = 2;
/// Bytes of a transfer: more than the engine holds, so that all of its buffers are full in the middle. The loop of the two
/// streams holds as many before it stands still.
const BYTES: usize = 64 << 10;
/// The sizes of its descriptors: one large one, or many.
const CHUNKS: [usize; 2] = [BYTES, 1 << 10];
const DATA: usize = 0x2_0000;
const RESULTS: usize = 0x1_0000;
const WORD: usize = 0x1_8000;
const ARENA_BYTES: usize = DATA + 2 * BYTES;
/// What one channel may have under way when it is cancelled.
const H2C_BYTES: u64 = card::DMA_H2C_BEATS as u64 * 64;
const C2H_BYTES: u64 = card::DMA_C2H_BEATS as u64 * 64;
/// By then every transfer has ended or stands still, and so does what a reset has left.
const END: u64 = 3000;
/// The engine's own part: from the last answer to rest, and the register access and the message that this measure holds; see
/// "Time to rest" in `rtl/dma/README.md`.
const H2C_OWN_CYCLES: u64 = 112;
const C2H_OWN_CYCLES: u64 = 466;

/// What to measure.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Cycles between two places in a transfer
    #[arg(long, default_value_t = 1)]
    every: u64,
}

/// The outcome.
#[derive(Debug, Serialize)]
pub(crate) struct Record {
    what: &'static str,
    link: String,
    /// How far apart the stops are, in cycles.
    every: u64,
    shapes: Vec<Row>,
}

impl Record {
    /// A stop took longer than what bounds it.
    pub(crate) fn failed(&self) -> bool {
        self.shapes.iter().any(|row| row.worst_cycles > row.bound_cycles)
    }
}

/// One kind of transfer.
#[derive(Debug, Serialize)]
struct Row {
    channel: &'static str,
    descriptor_bytes: usize,
    /// Stops before the transfer ended by itself, or came to stand still, and one where it does.
    stops: u64,
    /// Cycles to rest.
    median_cycles: u64,
    worst_cycles: u64,
    /// Where in the transfer the worst stop was, in cycles from its start.
    worst_at: u64,
    /// All that was on the bus is answered and all that must be written is written.
    bound_cycles: u64,
}

/// A transfer to stop, and who is at the other end of its stream.
struct Shape {
    name: &'static str,
    to_card: bool,
    channel: u32,
    /// The other end moves data.
    flows: bool,
}

impl Shape {
    /// It comes to stand still for want of another end.
    const fn sticks(&self) -> bool {
        self.channel == STREAM && !self.flows
    }

    /// What is to stick must have more than the loop takes.
    const fn bytes(&self) -> usize {
        if self.sticks() { 2 * BYTES } else { BYTES }
    }
}

const SHAPES: [Shape; 6] = [
    Shape { name: "h2c memory", to_card: true, channel: MEMORY, flows: false },
    Shape { name: "c2h memory", to_card: false, channel: MEMORY, flows: false },
    Shape { name: "h2c stream, read", to_card: true, channel: STREAM, flows: true },
    Shape { name: "h2c stream, stuck", to_card: true, channel: STREAM, flows: false },
    Shape { name: "c2h stream, fed", to_card: false, channel: STREAM, flows: true },
    Shape { name: "c2h stream, starved", to_card: false, channel: STREAM, flows: false },
];

pub(crate) fn run(args: &Args) -> Result<Record, Box<dyn Error>> {
    let link = LinkParams::default();
    let mut shapes = Vec::new();
    for shape in &SHAPES {
        for chunk in CHUNKS {
            shapes.push(sweep(shape, chunk, args.every.max(1), &link)?);
        }
    }
    Ok(Record {
        what: "cycles from the write that clears RUN, at the card, to the message of its end, RTL card, link modelled",
        link: format!("{link:?}"),
        every: args.every.max(1),
        shapes,
    })
}

/// Stops the transfer at one place after another, until it ends before the stop or has come to stand still.
fn sweep(
    shape: &Shape,
    chunk: usize,
    every: u64,
    link: &LinkParams,
) -> Result<Row, Box<dyn Error>> {
    let mut scene = Scene::new(link)?;
    let mut took = Vec::new();
    let mut at = 0;
    let mut over = false;
    while at < END && !over {
        match scene.trial(shape, chunk, at)? {
            Some(cycles) => took.push((cycles, at)),
            None => over = true,
        }
        at += every;
    }
    if over == shape.sticks() {
        return Err(format!("{}: that all of it went through is {over}", shape.name).into());
    }
    if shape.sticks() {
        // Where it stands still every place is the same one.
        while let [.., (before, _), (last, _)] = took[..]
            && before == last
        {
            took.pop();
        }
    }
    let (worst_cycles, worst_at) =
        took.iter().max().copied().ok_or("a transfer that was over at once")?;
    took.sort_unstable();
    Ok(Row {
        channel: shape.name,
        descriptor_bytes: chunk,
        stops: took.len() as u64,
        median_cycles: took[took.len() / 2].0,
        worst_cycles,
        worst_at,
        bound_cycles: bound(shape, link),
    })
}

/// One round trip for what is asked for last, the transfer of all that may be under way, at the other end of the stream
/// too, for it shares the link; the way of the result and the word; the engine's own cycles.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a small positive number"
)]
#[expect(clippy::cast_precision_loss, reason = "exact below 2^53")]
fn bound(shape: &Shape, link: &LinkParams) -> u64 {
    let cycles = |bytes: u64, direction| {
        (bytes as f64 / link.limit_bytes_per_cycle(direction)).ceil() as u64
    };
    let mut bound = u64::from(link.round_trip_cycles);
    bound += if shape.to_card { H2C_OWN_CYCLES } else { C2H_OWN_CYCLES };
    bound += cycles(u64::from(link.posted_credit_bytes), Direction::CardToHost);
    if shape.to_card || shape.flows {
        bound += cycles(H2C_BYTES, Direction::HostToCard);
    }
    if !shape.to_card || shape.flows {
        bound += cycles(C2H_BYTES, Direction::CardToHost);
    }
    bound
}

/// The card and its host memory.
struct Scene {
    card: RtlCard,
    subject: Shared,
    partner: Shared,
}

impl Scene {
    fn new(link: &LinkParams) -> Result<Self, Box<dyn Error>> {
        let card = RtlCard::open("loopback", link.clone(), None)?;
        let (subject, partner) = (card.host().share(ARENA_BYTES)?, card.host().share(ARENA_BYTES)?);
        Ok(Self { card, subject, partner })
    }

    /// Cycles to rest of a transfer stopped after `at` cycles; none if it had ended before.
    fn trial(
        &mut self,
        shape: &Shape,
        chunk: usize,
        at: u64,
    ) -> Result<Option<u64>, Box<dyn Error>> {
        self.card.reset()?;
        // Until what the other end of the stream had asked for before the reset has come, the fresh card is kept off the bus:
        // the rest of a reset, not of a stop.
        if self.card.advance(END)? != Stop::Idle {
            return Err(format!("{}: not at rest after a reset", shape.name).into());
        }
        self.listen(shape)?;
        if shape.flows {
            start(&mut self.card, &self.partner, !shape.to_card, shape.channel, (BYTES, BYTES))?;
        }
        let sizes = (shape.bytes(), chunk);
        start(&mut self.card, &self.subject, shape.to_card, shape.channel, sizes)?;
        let stop_at = self.card.now() + at;
        while self.card.now() < stop_at {
            if self.card.advance(stop_at - self.card.now())? == Stop::Idle {
                // Nothing moves until something is written.
                break;
            }
            self.card.take_messages();
        }
        let base = base(shape.to_card, shape.channel);
        self.card.write32(Bar::Dma, base + chan::CONTROL_W1C, chan::control::RUN.mask())?;
        // It shares the wire with the data that the card has asked for, and takes its place behind what is there.
        let mut told = false;
        while self.card.is_store_on_its_way() {
            told |= self.card.advance(1)? == Stop::Message;
        }
        let there = self.card.now();
        told = told || self.card.advance(100_000)? == Stop::Message;
        let took = self.card.now() - there;
        self.card.take_messages();
        let status = self.card.read32(Bar::Dma, base + chan::STATUS)?;
        let ended = chan::status::DESC_STOPPED.is_set(status);
        if chan::status::BUSY.is_set(status) || ended == told {
            return Err(format!("{}: status {status:#x} after a stop at {at}", shape.name).into());
        }
        Ok(told.then_some(took))
    }

    /// Has the end of a stop of the subject's channel told by a message, and of nothing else.
    fn listen(&mut self, shape: &Shape) -> Result<(), Box<dyn Error>> {
        let base = base(shape.to_card, shape.channel);
        let stopped = chan::interrupt_enable::IDLE_STOPPED.mask();
        self.card.write32(Bar::Dma, base + chan::INTERRUPT_ENABLE, stopped)?;
        for word in 0..2 {
            self.card.write32(Bar::Dma, xdma::IRQ.base() + irq::CHANNEL_VECTOR.at(word), 0)?;
        }
        let mask = xdma::MSIX_TABLE.at(0) + msix_entry::VECTOR_CONTROL;
        self.card.write32(Bar::Dma, mask, 0)?;
        Ok(self.card.write32(Bar::Dma, xdma::IRQ.base() + irq::CHANNEL_ENABLE_W1S, 0xFF)?)
    }
}

const fn base(to_card: bool, channel: u32) -> u32 {
    if to_card { xdma::H2C.at(channel) } else { xdma::C2H.at(channel) }
}

/// Starts a transfer of `bytes` bytes in descriptors of `chunk` bytes; one packet on a stream.
fn start(
    card: &mut RtlCard,
    memory: &Shared,
    to_card: bool,
    channel: u32,
    (bytes, chunk): (usize, usize),
) -> Result<(), Box<dyn Error>> {
    let count = bytes / chunk;
    for index in 0..count {
        let last = index + 1 == count;
        let host = memory.addr() + (DATA + index * chunk) as u64;
        let (src, dst) = match (to_card, channel == STREAM) {
            (true, _) => (host, (index * chunk) as u64),
            (false, false) => ((index * chunk) as u64, host),
            (false, true) => (memory.addr() + (RESULTS + 8 * index) as u64, host),
        };
        let next = if last { 0 } else { memory.addr() + 32 * (index as u64 + 1) };
        let mut control =
            desc::control::RESET | desc::control::NEXT_ADJACENT.put(adjacent(index + 1, count));
        if last {
            control |= desc::control::STOP.mask()
                | desc::control::COMPLETED.mask()
                | desc::control::EOP.mask();
        }
        let mut bytes = Vec::with_capacity(32);
        bytes.extend(control.to_le_bytes());
        bytes.extend(u32::try_from(chunk)?.to_le_bytes());
        for address in [src, dst, next] {
            bytes.extend(address.to_le_bytes());
        }
        memory.write(32 * index, &bytes)?;
    }
    let pages = if to_card { xdma::H2C_SGDMA } else { xdma::C2H_SGDMA };
    let base = base(to_card, channel);
    let pair = |card: &mut RtlCard, register: u32, value: u64| -> Result<(), Box<dyn Error>> {
        card.write32(Bar::Dma, register, u32::try_from(value & 0xFFFF_FFFF)?)?;
        Ok(card.write32(Bar::Dma, register + 4, u32::try_from(value >> 32)?)?)
    };
    pair(card, base + chan::POLL_WB_ADDR_LO, memory.addr() + WORD as u64)?;
    pair(card, pages.at(channel) + sgdma::FIRST_DESC_LO, memory.addr())?;
    card.write32(Bar::Dma, pages.at(channel) + sgdma::FIRST_DESC_ADJACENT, adjacent(0, count))?;
    let control = chan::control::DESC_STOPPED.mask()
        | chan::control::IDLE_STOPPED.mask()
        | chan::control::POLL_WRITEBACK.mask()
        | chan::control::RUN.mask();
    Ok(card.write32(Bar::Dma, base + chan::CONTROL, control)?)
}

/// Descriptors behind descriptor `index` that follow it in memory: 64 make up a block.
fn adjacent(index: usize, count: usize) -> u32 {
    u32::try_from(count.saturating_sub(index + 1).min(63 - index % 64)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_transfer_without_another_end_stands_still_and_that_counts_once() {
        let link = LinkParams::default();
        for shape in &SHAPES {
            for chunk in CHUNKS {
                let mut scene = Scene::new(&link).unwrap();
                let rest = scene.trial(shape, chunk, END).unwrap();
                assert_eq!(rest.is_some(), shape.sticks(), "{}: {rest:?}", shape.name);
                assert_eq!(rest, scene.trial(shape, chunk, 2 * END).unwrap(), "{}", shape.name);
                let row = sweep(shape, chunk, END / 10, &link).unwrap();
                assert!(row.stops < 10, "{}: the same state again and again", shape.name);
            }
        }
    }
}
