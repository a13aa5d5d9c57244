// SPDX-License-Identifier: Apache-2.0
//! DMA loopback on the RTL card: packets go out on a streaming channel and come back on its twin.
//!
//! Two figures a size. Back to back: a chain of packets of that size, 4 MiB or 1,024 packets, as one transfer each
//! way; their buffers are neighbours, which one read asks for together, and small ones are measured scattered as well. A chain
//! begins with round trips in which nothing moves, so each row also has the rate of its second half: the steady rate, which is
//! held against the ceiling of the row's traffic for a chain without end, and what sets that. Single: one packet, from
//! when the first store of its submission leaves the host until it is back, and from when that store is at the card, which is how
//! it was measured when a store took no time; with its descriptors in memory and, where each way takes only one, in the doorbells.
//! Last, one way: a chain of 64 KiB on one memory-mapped channel, against the payload limit of its direction. All are card cycles,
//! exact and repeatable; the link is modelled.

use std::error::Error;
use std::sync::Arc;

use forebay::{Buffer, Device, Direction, LinkParams, OpenOptions, Piece};
use forebay_regs::card;
use serde::Serialize;

/// Streaming channels of the loopback card.
const CHANNEL: u32 = 2;
/// Memory-mapped channel.
const MEMORY: u32 = 0;
/// What the card may have under way, as it is built: reads, bytes of the longest of them, and descriptors.
const READS: u32 = card::DMA_READS;
const READ_BYTES: u32 = card::DMA_READ_BYTES;
const DESCRIPTORS: u32 = card::DMA_REQUESTS;
const DESCRIPTOR_BYTES: u32 = 32;
const RESULT_BYTES: u32 = 8;
const BEAT_BYTES: u32 = 64;
/// Scattered buffers of more than this are as good as neighbours.
const SCATTERED_MOST: usize = 1 << 10;
/// Packets of the measurement one way.
const ONE_WAY_BYTES: usize = 64 << 10;
/// Bytes of a store into a register, and of one into a doorbell.
const REGISTER_BYTES: u32 = 4;
const LINE_BYTES: u32 = 64;
/// Packets of more than this take more descriptors than one.
const RUNG_MOST: usize = 1 << 20;
const CHAIN_BYTES: usize = 4 << 20;
const CHAIN_PACKETS: usize = 1024;
const SIZES: [usize; 9] =
    [64, 256, 1 << 10, 4 << 10, 16 << 10, 64 << 10, 256 << 10, 1 << 20, 4 << 20];

/// What to measure.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Card
    #[arg(long, default_value = "rtl:loopback")]
    card: String,
    /// Leave out the link: what the engine itself can do
    #[arg(long)]
    ideal_link: bool,
}

/// The outcome.
#[derive(Debug, Serialize)]
pub(crate) struct Record {
    what: &'static str,
    card: String,
    link: String,
    /// What the link model allows at best, the slower direction: payload bytes per card cycle.
    limit_bytes_per_cycle: f64,
    sizes: Vec<Row>,
    one_way: OneWay,
}

/// One memory-mapped channel, host to card, nothing beside it.
#[derive(Debug, Serialize)]
struct OneWay {
    bytes: usize,
    packets: usize,
    bytes_per_cycle: f64,
    limit_bytes_per_cycle: f64,
    share_of_limit: f64,
}

/// One packet size.
#[derive(Debug, Serialize)]
struct Row {
    bytes: usize,
    /// How the buffers of the packets lie.
    buffers: &'static str,
    packets: usize,
    /// Back to back, both directions at once.
    bytes_per_cycle: f64,
    /// Share of the limit.
    share_of_limit: f64,
    /// The same without the chain's start and end: of what a whole chain takes longer than half of one.
    steady_bytes_per_cycle: f64,
    /// What this traffic allows at best for a chain without end, what sets it, and the steady rate's share of it.
    ceiling_bytes_per_cycle: f64,
    ceiling: &'static str,
    share_of_ceiling: f64,
    /// Cycles of one packet alone, from when the first store of its submission leaves the host until it is back.
    single_cycles: u64,
    /// The same from when that store is at the card.
    single_cycles_at_card: u64,
    single_bytes_per_cycle: f64,
    /// Both again with the descriptors in the doorbells; none of packets that take more than one.
    doorbell_cycles: Option<u64>,
    doorbell_cycles_at_card: Option<u64>,
}

pub(crate) fn run(args: &Args) -> Result<Record, Box<dyn Error>> {
    let link = if args.ideal_link { LinkParams::ideal() } else { LinkParams::default() };
    let open = |doorbells| {
        let options = OpenOptions { link: link.clone(), doorbells, ..OpenOptions::default() };
        Device::open_with(&args.card, &options)
    };
    let devices = Devices { lists: open(false)?, doorbells: open(true)? };
    let limit = [Direction::HostToCard, Direction::CardToHost]
        .map(|direction| link.limit_bytes_per_cycle(direction))
        .into_iter()
        .fold(f64::INFINITY, f64::min);
    let mut sizes = Vec::new();
    for bytes in SIZES {
        let layouts = if bytes <= SCATTERED_MOST { &LAYOUTS[..] } else { &LAYOUTS[..1] };
        for layout in layouts {
            sizes.push(row(&devices, &link, limit, bytes, *layout)?);
        }
    }
    Ok(Record {
        what: "DMA loopback through the RTL, card cycles, link modelled",
        card: args.card.clone(),
        link: format!("{link:?}"),
        limit_bytes_per_cycle: limit,
        sizes,
        one_way: one_way(&devices.lists, &link)?,
    })
}

/// The same card twice: descriptors in memory always, and in the doorbells where one is enough.
struct Devices {
    lists: Device,
    doorbells: Device,
}

/// How the buffers of packets lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Layout {
    /// One behind the other.
    Neighbours,
    /// With a gap of their size between two.
    Scattered,
}

const LAYOUTS: [Layout; 2] = [Layout::Neighbours, Layout::Scattered];

impl Layout {
    const fn name(self) -> &'static str {
        match self {
            Self::Neighbours => "neighbours",
            Self::Scattered => "scattered",
        }
    }
}

fn row(
    devices: &Devices,
    link: &LinkParams,
    limit: f64,
    bytes: usize,
    layout: Layout,
) -> Result<Row, Box<dyn Error>> {
    let packets = (CHAIN_BYTES / bytes).clamp(1, CHAIN_PACKETS);
    let chain = loopback(&devices.lists, bytes, packets, layout)?;
    let half = (packets / 2).max(1);
    let second_half = loopback(&devices.lists, bytes, 2 * half, layout)?
        - loopback(&devices.lists, bytes, half, layout)?;
    let single = loopback(&devices.lists, bytes, 1, layout)?;
    let is_one = bytes <= RUNG_MOST;
    let rung = is_one.then(|| loopback(&devices.doorbells, bytes, 1, layout)).transpose()?;
    let rate = per_cycle(bytes * packets, chain);
    let steady = per_cycle(bytes * half, second_half);
    let (ceiling_bytes_per_cycle, ceiling) = ceiling(link, u32::try_from(bytes)?, layout);
    Ok(Row {
        bytes,
        buffers: layout.name(),
        packets,
        bytes_per_cycle: rate,
        share_of_limit: rate / limit,
        steady_bytes_per_cycle: steady,
        ceiling_bytes_per_cycle,
        ceiling,
        share_of_ceiling: steady / ceiling_bytes_per_cycle,
        single_cycles: single,
        single_cycles_at_card: single - link.store_cycles(REGISTER_BYTES),
        single_bytes_per_cycle: per_cycle(bytes, single),
        doorbell_cycles: rung,
        doorbell_cycles_at_card: rung.map(|cycles| cycles - link.store_cycles(LINE_BYTES)),
    })
}

/// The most that packets of this kind allow, both ways at once, and what sets it. Wires: all that a packet takes there, with its
/// part of what is asked for by larger requests. Under way: so much per round trip of the link.
#[expect(clippy::cast_precision_loss, reason = "ratios for people")]
fn ceiling(link: &LinkParams, bytes: u32, layout: Layout) -> (f64, &'static str) {
    let (payload, round_trip) = (f64::from(bytes), f64::from(link.round_trip_cycles));
    let (num, den) = link.wire_bytes_per_cycle();
    let wire = num as f64 / den as f64;
    let requests = match layout {
        Layout::Neighbours => payload / f64::from(link.max_read_request),
        Layout::Scattered => f64::from(bytes.div_ceil(link.max_read_request)),
    };
    let descriptor = f64::from(DESCRIPTOR_BYTES);
    let asked = requests + 2.0 * descriptor / f64::from(link.max_read_request);
    let on = |direction, bytes: u32| link.wire_bytes(direction, bytes.into()) as f64;
    let completions = |bytes: f64| {
        bytes * (1.0 + f64::from(link.completion_overhead) / f64::from(link.max_payload))
    };
    let data_down = match layout {
        Layout::Neighbours => completions(payload),
        Layout::Scattered => on(Direction::HostToCard, bytes),
    };
    // At best the results of neighbouring descriptors fill a beat and go together.
    let together = f64::from(link.request_overhead) / f64::from(BEAT_BYTES / RESULT_BYTES);
    let results = f64::from(RESULT_BYTES) + together;
    let up = on(Direction::CardToHost, bytes) + asked * f64::from(link.request_overhead) + results;
    let down = data_down + completions(2.0 * descriptor);
    let read = match layout {
        Layout::Neighbours => f64::from(READ_BYTES),
        Layout::Scattered => f64::from(bytes.min(READ_BYTES)),
    };
    [
        (payload * wire / up, "wire to the host"),
        (payload * wire / down, "wire to the card"),
        (f64::from(READS) * read / round_trip, "reads under way"),
        (f64::from(DESCRIPTORS) * payload / round_trip, "descriptors under way"),
    ]
    .into_iter()
    .fold((f64::INFINITY, ""), |least, next| if next.0 < least.0 { next } else { least })
}

/// A chain of large descriptors on a memory-mapped channel.
fn one_way(device: &Device, link: &LinkParams) -> Result<OneWay, Box<dyn Error>> {
    let packets = CHAIN_BYTES / ONE_WAY_BYTES;
    let buffer = Arc::new(Buffer::new(ONE_WAY_BYTES)?);
    let pieces: Vec<_> =
        (0..packets).map(|_| Piece { buffer: 0, range: 0..ONE_WAY_BYTES, card_addr: 0 }).collect();
    let began = device.now()?;
    let moved = device.h2c(MEMORY)?.submit(&[buffer], &pieces)?.wait()?;
    let rate = per_cycle(packets * ONE_WAY_BYTES, moved.finished_at - began);
    let limit = link.limit_bytes_per_cycle(Direction::HostToCard);
    Ok(OneWay {
        bytes: ONE_WAY_BYTES,
        packets,
        bytes_per_cycle: rate,
        limit_bytes_per_cycle: limit,
        share_of_limit: rate / limit,
    })
}

/// Cycles that `packets` packets of `bytes` bytes take there and back; the data is compared.
fn loopback(
    device: &Device,
    bytes: usize,
    packets: usize,
    layout: Layout,
) -> Result<u64, Box<dyn Error>> {
    let apart = if layout == Layout::Scattered { 2 * bytes } else { bytes };
    let total = apart * packets;
    let ranges: Vec<_> = (0..packets).map(|n| n * apart..n * apart + bytes).collect();
    let mut buffer = Buffer::new(total)?;
    for (place, word) in buffer.chunks_exact_mut(8).enumerate() {
        word.copy_from_slice(&(place as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15).to_le_bytes());
    }
    let sent = Arc::new(buffer);
    let began = device.now()?;
    let read = device.c2h(CHANNEL)?.submit_packets(Buffer::new(total)?, &ranges)?;
    let write = device.h2c(CHANNEL)?.submit_packets(Arc::clone(&sent), &ranges)?;
    write.wait()?;
    let (back, moved) = read.wait()?;
    if ranges.iter().any(|range| back[range.clone()] != sent[range.clone()]) {
        return Err(format!("{packets} packets of {bytes} bytes came back changed").into());
    }
    Ok(moved.finished_at - began)
}

#[expect(clippy::cast_precision_loss, reason = "a rate for people")]
fn per_cycle(bytes: usize, cycles: u64) -> f64 {
    bytes as f64 / cycles as f64
}
