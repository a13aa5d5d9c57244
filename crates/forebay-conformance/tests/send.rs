// SPDX-License-Identifier: Apache-2.0
//! Buffers of host memory into a stream and out of it again, by both channels of the AXI DMA map and a card that sends back what comes.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail their test")]

mod common;

use common::channel::{Channel, PAIRS, Record, advance};
use common::{card, on_every_card, pattern};
use forebay_regs::user::s2mm::{self, dmasr, lost_hi};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

const BUILD: &str = "loopback-dma";
const MEMORY: usize = 256 << 10;
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

on_every_card!(every_buffer_comes_back_as_a_packet, what_a_stop_cuts_is_a_packet_of_what_was_told);
