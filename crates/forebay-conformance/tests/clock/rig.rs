// SPDX-License-Identifier: Apache-2.0
//! A host program on a card: what it moves, and in how many cycles.

use forebay_bus::{Bar, Card, CardExt, LinkParams, Stop};
use forebay_regs::user::{self, status};
use forebay_regs::xdma::{IRQ, MSIX_TABLE, irq, msix_entry};

use crate::channel::{Channel, Job, Way};

/// Cycles in which whatever has been stored has come to the card.
const STORES_CYCLES: u64 = 1000;
/// No program of these tests takes so many.
const MOST_CYCLES: u64 = 20_000_000;

/// A store to a register of the user BAR.
pub(crate) type Store = (u32, u32);

/// What a host does: stores, then a list for each of several channels, each started at once, then more stores.
#[derive(Clone)]
pub(crate) struct Program {
    pub(crate) build: &'static str,
    pub(crate) before: Vec<Store>,
    pub(crate) jobs: Vec<(Job, Vec<u8>)>,
    pub(crate) after: Vec<Store>,
    /// The bytes that come to the host are the same on each body.
    pub(crate) is_exact: bool,
}

/// What came of it.
#[derive(PartialEq, Eq)]
pub(crate) struct Outcome {
    /// Cycles from the first start until the host has been told of the last end.
    pub(crate) cycles: u64,
    /// What each channel to the host has brought.
    pub(crate) data: Vec<Vec<u8>>,
    /// Descriptors finished.
    pub(crate) completed: Vec<u32>,
}

/// Runs a program on a card of that body, behind the link of a real computer.
pub(crate) fn run(body: &str, program: &Program) -> Outcome {
    let name = format!("{body}:{}", program.build);
    let mut card = forebay_sim::open(&name, LinkParams::default(), None).unwrap();
    let card = &mut *card;
    let host = card.host().clone();
    let channels: Vec<_> = program
        .jobs
        .iter()
        .map(|(job, bytes)| {
            let channel = Channel::new(&host, job.clone());
            channel.fill(bytes);
            channel
        })
        .collect();
    let to_card = status::channels::NUM_H2C
        .get(card.read32(Bar::User, user::STATUS.base() + status::CHANNELS).unwrap());
    open_messages(card);
    for channel in &channels {
        channel.prepare(card);
    }
    for (register, value) in &program.before {
        card.write32(Bar::User, *register, *value).unwrap();
    }
    settle(card);
    let mut awaited = channels.iter().fold(0, |all, channel| all | 1 << channel.source(to_card));
    let began = card.now();
    for channel in &channels {
        channel.start(card);
    }
    for (register, value) in &program.after {
        card.write32(Bar::User, *register, *value).unwrap();
    }
    while awaited != 0 {
        let stop = card.advance(began + MOST_CYCLES - card.now()).unwrap();
        assert_eq!(stop, Stop::Message, "{body}: no message of {awaited:#x}");
        awaited &= !card.take_messages();
    }
    let cycles = card.now() - began;
    let to_host = channels.iter().zip(&program.jobs);
    let to_host = to_host.filter(|(_, (job, _))| matches!(job.way, Way::ToHost(_)));
    let data = to_host.map(|(channel, _)| channel.bytes()).collect();
    Outcome {
        cycles,
        data,
        completed: channels.iter().map(|channel| channel.completed(card)).collect(),
    }
}

/// Gives each channel the vector of its number.
fn open_messages(card: &mut dyn Card) {
    let mut write = |offset, value| card.write32(Bar::Dma, offset, value).unwrap();
    for source in 0..8 {
        write(MSIX_TABLE.at(source) + msix_entry::VECTOR_CONTROL, 0);
    }
    for (word, vectors) in [(0, 0x0302_0100), (1, 0x0706_0504)] {
        write(IRQ.base() + irq::CHANNEL_VECTOR.at(word), vectors);
    }
    write(IRQ.base() + irq::CHANNEL_ENABLE, irq::channel_enable::ENABLE.mask());
}

/// Lets everything come to rest.
fn settle(card: &mut dyn Card) {
    let end = card.now() + STORES_CYCLES;
    while card.now() < end && card.advance(end - card.now()).unwrap() != Stop::Idle {}
}
