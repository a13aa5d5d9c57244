// SPDX-License-Identifier: Apache-2.0
//! DMA loopback on the RTL card: packets go out on a streaming channel and come back on its twin.
//!
//! Two figures a size. Back to back: a chain of packets of that size, 4 MiB or 1,024 packets, as one transfer each
//! way. Single: one packet, from when the first store of its submission leaves the host until it is back, and from when that
//! store is at the card, which is how it was measured when a store took no time. All are card cycles, exact and
//! repeatable; the link is modelled.

use std::error::Error;
use std::sync::Arc;

use forebay::{Buffer, Device, LinkParams, OpenOptions};
use serde::Serialize;

/// Streaming channels of the loopback card.
const CHANNEL: u32 = 2;
/// Bytes of a store into a register.
const REGISTER_BYTES: u32 = 4;
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
}

/// One packet size.
#[derive(Debug, Serialize)]
struct Row {
    bytes: usize,
    packets: usize,
    /// Back to back, both directions at once.
    bytes_per_cycle: f64,
    /// Share of the limit.
    share_of_limit: f64,
    /// Cycles of one packet alone, from when the first store of its submission leaves the host until it is back.
    single_cycles: u64,
    /// The same from when that store is at the card.
    single_cycles_at_card: u64,
    single_bytes_per_cycle: f64,
}

pub(crate) fn run(args: &Args) -> Result<Record, Box<dyn Error>> {
    let link = if args.ideal_link { LinkParams::ideal() } else { LinkParams::default() };
    let device = Device::open_with(
        &args.card,
        &OpenOptions { link: link.clone(), ..OpenOptions::default() },
    )?;
    let limit = [forebay::Direction::HostToCard, forebay::Direction::CardToHost]
        .map(|direction| link.limit_bytes_per_cycle(direction))
        .into_iter()
        .fold(f64::INFINITY, f64::min);
    let mut sizes = Vec::new();
    for bytes in SIZES {
        let packets = (CHAIN_BYTES / bytes).clamp(1, CHAIN_PACKETS);
        let chain = loopback(&device, bytes, packets)?;
        let single = loopback(&device, bytes, 1)?;
        let rate = per_cycle(bytes * packets, chain);
        sizes.push(Row {
            bytes,
            packets,
            bytes_per_cycle: rate,
            share_of_limit: rate / limit,
            single_cycles: single,
            single_cycles_at_card: single - link.store_cycles(REGISTER_BYTES),
            single_bytes_per_cycle: per_cycle(bytes, single),
        });
    }
    Ok(Record {
        what: "DMA loopback through the RTL, card cycles, link modelled",
        card: args.card.clone(),
        link: format!("{link:?}"),
        limit_bytes_per_cycle: limit,
        sizes,
    })
}

/// Cycles that `packets` packets of `bytes` bytes take there and back; the data is compared.
fn loopback(device: &Device, bytes: usize, packets: usize) -> Result<u64, Box<dyn Error>> {
    let total = bytes * packets;
    let ranges: Vec<_> = (0..packets).map(|n| n * bytes..(n + 1) * bytes).collect();
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
    if back[..] != sent[..] {
        return Err(format!("{packets} packets of {bytes} bytes came back changed").into());
    }
    Ok(moved.finished_at - began)
}

#[expect(clippy::cast_precision_loss, reason = "a rate for people")]
fn per_cycle(bytes: usize, cycles: u64) -> f64 {
    bytes as f64 / cycles as f64
}
