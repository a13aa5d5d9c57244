// SPDX-License-Identifier: Apache-2.0
//! Buffers of host memory into a stream and out of it again, by both channels of the AXI DMA map and a card that sends back what comes.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail their test")]

mod common;

use common::channel::{Channel, PAIRS, Record, advance};
use common::{card, on_every_card, pattern};
use forebay_bus::{Bar, CardExt};
use forebay_faults::FaultCard;
use forebay_regs::user::s2mm::{self, armed, dmacr, dmasr, lost_hi};
use forebay_regs::user::{self, counter};
use forebay_regs::{cards, fault};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

const BUILD: &str = "loopback-dma";
const MEMORY: usize = 512 << 10;
const MOST: usize = 8192;

/// What is told of a buffer that was sent, and of one that a packet came into.
fn sent(bytes: usize, stopped: bool) -> Record {
    Record { bytes, stopped, ..Record::default() }
}

fn came(bytes: usize) -> Record {
    Record { bytes, eop: true, ..Record::default() }
}

/// Each buffer is a packet, which comes back byte for byte, in order, whatever the lengths; each is told once on both ways.
fn every_buffer_comes_back_as_a_packet(body: &str) {
    const BUFFERS: usize = 120;
    let mut card = card(body, BUILD);
    let card = &mut *card;
    let mut random = ChaCha8Rng::seed_from_u64(11);
    let (mut to, mut from) = (Channel::to_card(card, MEMORY), Channel::to_host(card, MEMORY));
    to.run(card, 0);
    from.run(card, 0);
    let packets: Vec<_> = (0..BUFFERS)
        .map(|number| {
            let len = [1, 64, 65, random.random_range(1..MOST)][random.random_range(0..4)];
            pattern(len, number as u64)
        })
        .collect();
    let (mut begun, mut told) = (0, 0);
    for packet in &packets {
        while begun < BUFFERS && to.armed.len() < PAIRS {
            to.arm(card, &packets[begun]);
            begun += 1;
        }
        while from.armed.len() < PAIRS {
            from.arm(card, &[0; MOST]);
        }
        let (record, bytes) = from.wait(card);
        assert_eq!(record, came(packet.len()));
        assert!(bytes == *packet, "a packet of {} bytes", packet.len());
        while let Some((record, _)) = to.take() {
            assert_eq!(record, sent(packets[told].len(), false));
            told += 1;
        }
    }
    while told < BUFFERS {
        assert_eq!(to.wait(card).0, sent(packets[told].len(), false));
        told += 1;
    }
    assert_eq!((to.get(card, s2mm::SEQUENCE), to.get(card, s2mm::ARMED)), (120, 0));
    assert_eq!(to.get(card, s2mm::LENGTH), u32::try_from(packets[119].len()).unwrap());
    assert_eq!(to.get(card, s2mm::DMASR), dmasr::IDLE.mask() | dmasr::IOC_IRQ.mask());
    to.stop(card);
    from.stop(card);
}

/// What a stop cuts is told, and that is what comes back; the packet is closed, and the next run begins one of its own.
fn what_a_stop_cuts_is_a_packet_of_what_was_told(body: &str) {
    let mut card = card(body, BUILD);
    let card = &mut *card;
    let mut random = ChaCha8Rng::seed_from_u64(12);
    let (mut to, mut from) = (Channel::to_card(card, MEMORY), Channel::to_host(card, MEMORY));
    from.run(card, 0);
    let (mut cuts, mut cut) = (0, false);
    for turn in 0..40 {
        to.run(card, 0);
        let packets: Vec<_> = (0..4).map(|place| pattern(MOST, turn * 4 + place)).collect();
        for packet in &packets {
            to.arm(card, packet);
            from.arm(card, &[0; 2 * MOST]);
        }
        advance(card, random.random_range(0..900));
        to.stop(card);
        let mut told = 0;
        while let Some((record, _)) = to.take() {
            let whole = &packets[told];
            assert_eq!(record, sent(record.bytes, record.bytes != whole.len()));
            let (back, bytes) = from.wait(card);
            assert_eq!(back, came(record.bytes), "turn {turn}");
            assert!(bytes == whole[..record.bytes], "turn {turn}");
            cut = record.stopped;
            cuts += u32::from(cut);
            told += 1;
        }
        assert_eq!(lost_hi::STOPPED.is_set(to.get(card, s2mm::LOST_HI)), cut, "turn {turn}");
        to.armed.clear();
        from.stop(card);
        assert_eq!(from.take(), None, "nothing but what was told came, turn {turn}");
        from.armed.clear();
        from.run(card, 0);
    }
    assert!(cuts > 4, "{cuts} buffers were cut");
}

/// An address that stands still is that of what begins with it: what is under way goes on, what follows ends the run.
fn what_is_under_way_does_not_stand_still(body: &str) {
    let mut card = card(body, BUILD);
    let card = &mut *card;
    let (mut to, mut from) = (Channel::to_card(card, MEMORY), Channel::to_host(card, MEMORY));
    // Each way waits for the other one in its turn.
    for way in [false, true] {
        to.run(card, 0);
        from.run(card, 0);
        let packet = pattern(MOST, way.into());
        from.arm(card, &[0; MOST]);
        let (waits, other) = if way { (&mut from, &mut to) } else { (&mut to, &mut from) };
        if !way {
            other.stop(card);
            other.armed.clear();
            waits.arm(card, &packet);
            let long = vec![3; 19 * MOST];
            waits.arm(card, &long);
        }
        advance(card, 3000);
        let control = dmacr::RS.mask() | dmacr::KEYHOLE.mask();
        waits.put(card, s2mm::DMACR, control);
        advance(card, 3000);
        assert_eq!(waits.get(card, s2mm::DMASR) & dmasr::HALTED.mask(), 0);
        if way {
            other.arm(card, &packet);
            assert_eq!(other.wait(card).0, sent(MOST, false));
            let (record, bytes) = waits.wait(card);
            assert!(record == came(MOST) && bytes == packet);
        } else {
            other.run(card, 0);
            other.arm(card, &[0; MOST]);
            other.arm(card, &[0; 19 * MOST]);
            let (record, bytes) = other.wait(card);
            assert!(record == came(MOST) && bytes == packet);
            assert_eq!(other.wait(card).0, came(19 * MOST));
            assert_eq!(waits.wait(card).0, sent(MOST, false));
            assert_eq!(waits.wait(card).0, sent(19 * MOST, false));
        }
        waits.arm(card, &[0; 64]);
        advance(card, 3000);
        let status = waits.get(card, s2mm::DMASR);
        let ended = dmasr::HALTED.mask() | dmasr::INT_ERR.mask() | dmasr::ERR_IRQ.mask();
        assert_eq!(status & (ended | dmasr::IDLE.mask()), ended, "{status:#x}");
        waits.armed.clear();
        waits.reset(card);
        other.reset(card);
    }
}

/// A reset waits for a host that does not answer; meanwhile what would begin or describe something is refused, and the rest is forgotten.
fn a_reset_that_waits_refuses_what_begins(body: &str) {
    let mut card = FaultCard::new(card(body, BUILD));
    let card = &mut card;
    let mut to = Channel::to_card(card, MEMORY);
    to.run(card, 0);
    let select = fault::select::READ.mask() | fault::select::DATA.mask();
    for (register, value) in [
        (fault::KIND, fault::kind::what::NEVER_ANSWERED),
        (fault::SELECT, select),
        (fault::COUNT, 1),
        (fault::ARM, 1),
    ] {
        card.write32(Bar::User, cards::FAULTS.page + register, value).unwrap();
    }
    to.arm(card, &[1; 64]);
    advance(card, 3000);
    to.put(card, s2mm::DMACR, dmacr::SOFT_RESET.mask());
    let errors = |card: &mut FaultCard| {
        let counter = user::COUNTER.at(counter::index::MMIO_ERRORS);
        card.read32(Bar::User, counter).unwrap()
    };
    let before = errors(card);
    for register in [s2mm::DMACR, s2mm::DMASR, s2mm::DA, s2mm::NEXT_DA, s2mm::LENGTH] {
        to.put(card, register, u32::MAX);
    }
    assert_eq!(errors(card), before, "the core says nothing");
    let refused = [s2mm::NEXT_LENGTH, s2mm::MODE, s2mm::RING_LO, s2mm::CAPS, s2mm::STAMP_LO];
    for (register, after) in refused.into_iter().zip(before + 1..) {
        to.put(card, register, 64);
        assert_eq!(errors(card), after, "{register:#x}");
    }
    advance(card, 3000);
    assert!(dmacr::SOFT_RESET.is_set(to.get(card, s2mm::DMACR)), "it waits");
    assert_eq!(armed::PAIRS.get(to.get(card, s2mm::ARMED)), 1);
}

on_every_card!(
    a_reset_that_waits_refuses_what_begins,
    every_buffer_comes_back_as_a_packet,
    what_a_stop_cuts_is_a_packet_of_what_was_told,
    what_is_under_way_does_not_stand_still,
);
