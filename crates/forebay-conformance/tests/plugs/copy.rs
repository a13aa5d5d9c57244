// SPDX-License-Identifier: Apache-2.0
//! The front end `copy` at its work: every length and alignment, beside busy channels, and cut in the middle.

use std::sync::Arc;

use forebay::{Buffer, Device, Piece};
use forebay_bus::{Bar, Card, CardExt, HostMemory, LinkParams, Stop};
use forebay_regs::user::{copy, feature};
use forebay_regs::xdma::{self, chan, irq, msix_entry};
use forebay_regs::{cards, user};

use crate::common::wrong::check_memory;
use crate::common::{STALL_CYCLES, on_every_card, pattern};
use crate::copies::{BUILD, Bench, End, GUARD, Job, WAYS, Way, begin};

const MIB: usize = 1 << 20;
/// Bytes of a copy that is far from its end when it has begun.
const LONG: usize = 1 << 20;
/// Card cycles in which a message comes that is to come.
const PATIENCE: u64 = 200_000;

fn every_length_between_any_two_alignments(body: &str) {
    let bench = Bench::open(body);
    for bytes in [1, 63, 64, 65, 4096] {
        for skew in [(0, 0), (1, 0), (0, 1), (63, 2), (5, 5)] {
            bench.check(bytes, skew, body);
        }
    }
    bench.check(MIB - 51, (61, 3), body);
    check_memory(&bench.device, "copies");
}

/// Card memory from here on is the channels'.
const CHANNELS_AT: u64 = 0x100_0000;
const PIECE: usize = 4096;
/// Bytes that the channel towards the host moves in front of a copy, which waits for the descriptor.
const IN_FRONT: usize = 16 * PIECE;

/// Transfers of many descriptors on the channel that shares each mover with the copies; so the copies' turns come.
fn copies_and_channels_take_turns_and_both_end_with_their_data(body: &str) {
    let bench = Bench::open(body);
    let device = &bench.device;
    let mut sent = Buffer::new(LONG).unwrap();
    sent.copy_from_slice(&pattern(LONG, 20));
    let sent = Arc::new(sent);
    let pieces: Vec<_> = (0..LONG / PIECE)
        .map(|n| Piece {
            buffer: 0,
            range: PIECE * n..PIECE * (n + 1),
            card_addr: CHANNELS_AT + (PIECE * n) as u64,
        })
        .collect();
    let back_at = CHANNELS_AT + 2 * LONG as u64;
    let kept = pattern(LONG, 21);
    device.h2c(1).unwrap().write_all_at(&kept, back_at).unwrap();
    for (way, seed) in WAYS.into_iter().zip(30..) {
        let data = bench.prepare(way, 5000, seed);
        let there = device.h2c(0).unwrap().submit(&[Arc::clone(&sent)], &pieces).unwrap();
        let back = device
            .c2h(0)
            .unwrap()
            .submit(Buffer::new(IN_FRONT).unwrap(), 0..IN_FRONT, back_at)
            .unwrap();
        let job = bench.job(way, (3, 9), 5000);
        let end = bench.copy(job);
        assert_eq!(end, End::whole(5000), "{body}: {way:?}");
        assert!(busy(device, xdma::H2C.at(0)), "{body}: {way:?} has waited for all of a transfer");
        there.wait().unwrap();
        let (buffer, moved) = back.wait().unwrap();
        assert_eq!(moved.bytes, IN_FRONT as u64, "{body}: {way:?}");
        assert!(buffer[..] == kept[..IN_FRONT], "{body}: {way:?}: what was read beside it");
        let mut arrived = vec![0; LONG];
        device.c2h(1).unwrap().read_exact_at(&mut arrived, CHANNELS_AT).unwrap();
        assert!(arrived == sent[..], "{body}: {way:?}: what was written beside it");
        bench.compare(way, (3, 9), 5000, &data, body);
        device.h2c(0).unwrap().write_all_at(&vec![0; LONG], CHANNELS_AT).unwrap();
    }
}

fn busy(device: &Device, channel: u32) -> bool {
    let status = device.read32(Bar::Dma, channel + chan::STATUS).unwrap();
    chan::status::BUSY.is_set(status)
}

/// A long copy has one mover; other channels go on beside it, and the streams.
fn a_long_copy_holds_up_no_other_channel(body: &str) {
    let bench = Bench::open(body);
    for (way, seed) in WAYS.into_iter().zip(40..) {
        let data = bench.prepare(way, LONG, seed);
        let job = bench.job(way, (0, 0), LONG);
        bench.go(job);
        let sent = pattern(3000, seed);
        bench.device.h2c(1).unwrap().write_all_at(&sent, CHANNELS_AT).unwrap();
        let mut back = vec![0; 3000];
        bench.device.c2h(1).unwrap().read_exact_at(&mut back, CHANNELS_AT).unwrap();
        assert!(back == sent, "{body}: {way:?}");
        assert_eq!(bench.header(feature::STATUS), 1, "{body}: {way:?} is still under way");
        assert_eq!(bench.end(), End::whole(job.bytes), "{body}: {way:?}");
        bench.compare(way, (0, 0), job.bytes, &data, body);
    }
}

/// Lets a copy get on so far that some of it has moved.
fn let_it_begin(bench: &Bench, job: Job) {
    let before = bench.header(feature::PROGRESS);
    bench.go(job);
    let begun = |now: u32| now.wrapping_sub(before) > 4;
    let progress = bench.plug.header + feature::PROGRESS;
    bench.device.wait_register("PROGRESS", progress, &begun).unwrap();
}

fn cut(bench: &Bench, way: Way, seed: u64, stop: impl FnOnce()) {
    let data = bench.prepare(way, LONG, seed);
    let job = bench.job(way, (7, 2), LONG);
    let_it_begin(bench, job);
    stop();
    let End { cause, moved, bad } = bench.end();
    assert_eq!((cause, bad), (copy::status::cause::ABORTED, 0), "{way:?}");
    assert!(moved < job.bytes, "{way:?}: {moved} bytes of it have moved");
    bench.compare(way, (7, 2), moved, &data, "cut");
}

fn an_abort_in_the_middle_leaves_a_beginning_and_the_next_copy_works(body: &str) {
    let bench = Bench::open(body);
    for (way, seed) in WAYS.into_iter().zip(50..) {
        cut(&bench, way, seed, || bench.write(copy::CONTROL, copy::control::ABORT.mask()));
        bench.check(4097, (1, 2), body);
    }
    check_memory(&bench.device, "aborts");
}

fn a_rest_in_the_middle_leaves_a_beginning_and_begins_no_copy_before_it_is_over(body: &str) {
    let bench = Bench::open(body);
    let hold = |held| {
        let control = bench.plug.header + feature::CONTROL;
        bench.device.write32(Bar::User, control, u32::from(held)).unwrap();
    };
    for (way, seed) in WAYS.into_iter().zip(60..) {
        cut(&bench, way, seed, || hold(true));
        let (before, errors) = (bench.memory.counts(), bench.counts()[5]);
        bench.go(bench.job(way, (0, 0), 64));
        assert_eq!(bench.counts()[5], errors + 1, "{body}: GO is refused");
        assert_eq!(bench.header(feature::STATUS), 0, "{body}: {way:?} has begun");
        assert_eq!(bench.memory.counts(), before, "{body}: {way:?} has moved something");
        hold(false);
        bench.check(4097, (1, 2), body);
    }
    check_memory(&bench.device, "rests");
}

/// A card that was just made, for what the library does not let happen.
fn bare(body: &str) -> (Box<dyn Card>, HostMemory) {
    let card = forebay_sim::open(&format!("{body}:{BUILD}"), LinkParams::default(), None).unwrap();
    let memory = card.host().clone();
    (card, memory)
}

fn start(card: &mut dyn Card, job: Job) {
    for (register, value) in begin(job) {
        card.write32(Bar::User, cards::COPY.page + register, value).unwrap();
    }
}

fn a_reset_in_the_middle_ends_it_and_a_fresh_card_copies(body: &str) {
    for way in WAYS {
        let (mut card, memory) = bare(body);
        let (from, to) = (memory.share(LONG).unwrap(), memory.share(LONG).unwrap());
        let data = pattern(LONG, 70);
        from.write(0, &data).unwrap();
        to.write(0, &vec![GUARD; LONG]).unwrap();
        let (src, dst) = match way {
            Way::ToCard => (from.addr(), 0),
            Way::ToHost => (0, to.addr()),
            Way::InHost => (from.addr(), to.addr()),
        };
        start(&mut *card, Job { src, dst, bytes: 1 << 18, spaces: way.spaces() });
        card.advance(2000).unwrap();
        card.reset().unwrap();
        let mut left = vec![0; LONG];
        to.read(0, &mut left).unwrap();
        let counts = memory.counts();
        card.advance(PATIENCE).unwrap();
        assert_eq!(memory.counts(), counts, "{body}: {way:?} goes on after a reset");
        let mut later = vec![0; LONG];
        to.read(0, &mut later).unwrap();
        assert!(left == later, "{body}: {way:?} has written after a reset");
        let moved = left.iter().rposition(|byte| *byte != GUARD).map_or(0, |last| last + 1);
        assert!(moved < LONG, "{body}: {way:?} was over");
        if way == Way::InHost {
            assert!(left[..moved] == data[..moved], "{body}: what has arrived is right");
        }
        for register in (copy::SRC_LO..=copy::MOVED).step_by(4) {
            let value = card.read32(Bar::User, cards::COPY.page + register).unwrap();
            assert_eq!(value, 0, "{body}: {way:?}: register {register:#x}");
        }
        drop((from, to));
        let bench = Bench::around(Device::from_card(card, STALL_CYCLES).unwrap(), memory);
        bench.check(4097, (1, 2), body);
        check_memory(&bench.device, "a reset");
    }
}

/// Data, cause, line and BUSY are there when the message is, and there is one for each copy.
fn whoever_sees_the_message_sees_the_data(body: &str) {
    const VECTOR: u32 = 9;
    let (mut card, memory) = bare(body);
    let (from, to) = (memory.share(LONG).unwrap(), memory.share(LONG).unwrap());
    let line = cards::COPY.first_line;
    let vectors = xdma::IRQ.base() + irq::USER_VECTOR.at(line / 4);
    for (register, value) in [
        (vectors, VECTOR << (8 * (line % 4))),
        (xdma::IRQ.base() + irq::USER_ENABLE, 1 << line),
        (xdma::MSIX_TABLE.at(VECTOR) + msix_entry::VECTOR_CONTROL, 0),
    ] {
        card.write32(Bar::Dma, register, value).unwrap();
    }
    for (round, bytes) in [1, 4096, 100_001].into_iter().enumerate() {
        let data = pattern(LONG, 80 + round as u64);
        from.write(0, &data).unwrap();
        to.write(0, &vec![GUARD; LONG]).unwrap();
        let job = Job { src: from.addr() + 1, dst: to.addr() + 2, bytes, spaces: 0 };
        start(&mut *card, job);
        let end = card.now() + PATIENCE;
        while card.advance(PATIENCE).unwrap() != Stop::Message {
            assert!(card.now() < end, "{body}: no message");
        }
        let (mut got, mut wanted) = (vec![0; LONG], vec![GUARD; LONG]);
        to.read(0, &mut got).unwrap();
        let bytes = bytes as usize;
        wanted[2..][..bytes].copy_from_slice(&data[1..][..bytes]);
        assert!(got == wanted, "{body}: {bytes} bytes are not all there with the message");
        assert_eq!(card.take_messages(), 1 << VECTOR, "{body}");
        let status = cards::COPY.page + copy::STATUS;
        assert_eq!(card.read32(Bar::User, status).unwrap(), copy::status::DONE.mask());
        card.write32(Bar::User, status, copy::status::DONE.mask()).unwrap();
        assert_eq!(card.read32(Bar::User, status).unwrap(), 0, "{body}");
        card.advance(PATIENCE).unwrap();
        assert_eq!(card.take_messages(), 0, "{body}: one message for a copy");
    }
}

const _: () = assert!(user::COPY.base() == cards::COPY.page);

on_every_card!(
    every_length_between_any_two_alignments,
    copies_and_channels_take_turns_and_both_end_with_their_data,
    a_long_copy_holds_up_no_other_channel,
    an_abort_in_the_middle_leaves_a_beginning_and_the_next_copy_works,
    a_rest_in_the_middle_leaves_a_beginning_and_begins_no_copy_before_it_is_over,
    a_reset_in_the_middle_ends_it_and_a_fresh_card_copies,
    whoever_sees_the_message_sees_the_data,
);
