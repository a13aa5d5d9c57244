// SPDX-License-Identifier: Apache-2.0
//! The host library's use of doorbells: a transfer of one descriptor is one store that starts it and one that ends it, whatever the
//! channel; longer ones and chains are lists in memory, and so is everything where a card has no doorbell.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail their test")]

mod common;

use std::sync::{Arc, Mutex};

use common::wrong::{check_memory, count_of};
use common::{STALL_CYCLES, on_every_card, pattern};
use forebay::{Bar, Buffer, Device, DoorbellRefusal, EngineCause, ForebayError, Piece};
use forebay_bus::{Card, CardError, LinkParams};
use forebay_faults::{Hook, HookedCard};

/// Doorbells of the first channel of each direction, and what of them is a line; typed by hand.
const H2C: u64 = 0x9000;
const C2H: u64 = 0xA000;
const LINE: u64 = 0x40;
/// A line that the hook changes before it goes on.
type Spoil = fn(&mut Vec<u8>);

/// What is on the bus.
#[derive(Default)]
struct Seen {
    /// Stores to the block of DMA registers: offset and size.
    writes: Vec<(u64, usize)>,
    reads: u32,
    /// What becomes of the next line.
    spoil: Option<Spoil>,
    /// Lines go on in pieces of that size.
    cut: Option<usize>,
    /// The piece of the next line that is lost.
    lost: Option<usize>,
    /// The card says of no channel that it has a doorbell.
    hidden: bool,
}

struct Watching(Arc<Mutex<Seen>>);

fn is_doorbell(offset: u64) -> bool {
    (H2C..C2H + 0x1000).contains(&offset)
}

impl Hook for Watching {
    fn read(
        &mut self,
        card: &mut dyn Card,
        bar: Bar,
        offset: u64,
        data: &mut [u8],
    ) -> Result<(), CardError> {
        let mut seen = self.0.lock().unwrap();
        seen.reads += u32::from(bar == Bar::Dma);
        if seen.hidden && bar == Bar::Dma && is_doorbell(offset) {
            data.fill(0);
            return Ok(());
        }
        card.mmio_read(bar, offset, data)
    }

    fn write(
        &mut self,
        card: &mut dyn Card,
        bar: Bar,
        offset: u64,
        data: &[u8],
    ) -> Result<(), CardError> {
        let mut seen = self.0.lock().unwrap();
        if bar != Bar::Dma {
            return card.mmio_write(bar, offset, data);
        }
        seen.writes.push((offset, data.len()));
        let mut data = data.to_vec();
        if data.len() == 64
            && let Some(spoil) = seen.spoil.take()
        {
            spoil(&mut data);
        }
        let size = if data.len() == 64 { seen.cut.unwrap_or(64) } else { data.len() };
        let lost = if data.len() == 64 { seen.lost.take() } else { None };
        for (n, piece) in data.chunks(size).enumerate() {
            if lost != Some(n) {
                card.mmio_write(bar, offset + (size * n) as u64, piece)?;
            }
        }
        Ok(())
    }
}

fn open(body: &str, hidden: bool) -> (Device, Arc<Mutex<Seen>>) {
    let card = forebay_sim::open(&format!("{body}:loopback"), LinkParams::default(), None).unwrap();
    let seen = Arc::new(Mutex::new(Seen { hidden, ..Seen::default() }));
    let card = HookedCard::new(card, Watching(Arc::clone(&seen)));
    let device = Device::from_card(Box::new(card), STALL_CYCLES).unwrap();
    *seen.lock().unwrap() = Seen { hidden, ..Seen::default() };
    (device, seen)
}

/// What has been on the bus since the last look.
fn taken(seen: &Arc<Mutex<Seen>>) -> (Vec<(u64, usize)>, u32) {
    let mut seen = seen.lock().unwrap();
    (std::mem::take(&mut seen.writes), std::mem::take(&mut seen.reads))
}

/// One descriptor: one store that starts it, one that clears RUN, no read; every byte, and none beside.
fn a_transfer_of_one_descriptor_is_one_store(body: &str) {
    let (device, seen) = open(body, false);
    let (h2c, c2h) = (device.h2c(0).unwrap(), device.c2h(0).unwrap());
    for (round, cut) in [None, Some(8), Some(4)].into_iter().enumerate() {
        seen.lock().unwrap().cut = cut;
        for (len, at) in [(64, 0x1000), (1, 0x2003), (4096, 0x3FFF), (1 << 20, 0x10_0001)] {
            let what = format!("{body}: {len} bytes by {cut:?}");
            let seed = round as u64;
            h2c.write_all_at(&vec![0xEE; len + 2], at - 1).unwrap();
            taken(&seen);
            let sent = pattern(len, seed);
            h2c.write_all_at(&sent, at).unwrap();
            assert_eq!(taken(&seen), (vec![(H2C + LINE, 64), (0x0C, 4)], 0), "{what}");
            let mut back = vec![0; len];
            c2h.read_exact_at(&mut back, at).unwrap();
            assert_eq!(taken(&seen), (vec![(C2H + LINE, 64), (0x100C, 4)], 0), "{what}");
            assert!(back == sent, "{what}");
            let mut around = vec![0; len + 2];
            c2h.read_exact_at(&mut around, at - 1).unwrap();
            assert!(around[1..=len] == sent, "{what}");
            assert_eq!((around[0], around[len + 1]), (0xEE, 0xEE), "{what}: neighbours");
        }
    }
    let packet = pattern(1500, 9);
    let (sender, receiver) = (device.h2c(2).unwrap(), device.c2h(2).unwrap());
    taken(&seen);
    sender.send(&packet).unwrap();
    assert_eq!(taken(&seen), (vec![(H2C + 0x200 + LINE, 64), (0x20C, 4)], 0));
    let mut room = vec![0; 4096];
    let moved = receiver.receive(&mut room).unwrap();
    assert_eq!(taken(&seen), (vec![(C2H + 0x200 + LINE, 64), (0x120C, 4)], 0));
    assert_eq!((moved.bytes, moved.eop), (1500, true));
    assert!(room[..1500] == packet && room[1500..].iter().all(|byte| *byte == 0));
    assert_eq!(count_of(&device, "mmio_errors"), 0, "{body}");
}

/// More than one descriptor, and a card without doorbells: lists, as ever.
fn what_is_no_single_descriptor_is_a_list(body: &str) {
    let list = |base: u64, page: u64| {
        [(page + 0x80, 4), (page + 0x84, 4), (page + 0x88, 4), (base + 4, 4), (base + 0xC, 4)]
    };
    for hidden in [false, true] {
        let (device, seen) = open(body, hidden);
        let (h2c, c2h) = (device.h2c(0).unwrap(), device.c2h(0).unwrap());
        let mut buffer = Buffer::new(4096).unwrap();
        buffer.copy_from_slice(&pattern(4096, 3));
        let buffer = Arc::new(buffer);
        let pieces: Vec<_> = (0..2)
            .map(|n| Piece {
                buffer: 0,
                range: 2048 * n..2048 * (n + 1),
                card_addr: 2048 * n as u64,
            })
            .collect();
        h2c.submit(&[Arc::clone(&buffer)], &pieces).unwrap().wait().unwrap();
        assert_eq!(taken(&seen).0, list(0, 0x4000), "{body}, hidden: {hidden}");
        let mut back = vec![0; 4096];
        c2h.read_exact_at(&mut back, 0).unwrap();
        let wanted = if hidden {
            list(0x1000, 0x5000).to_vec()
        } else {
            vec![(C2H + LINE, 64), (0x100C, 4)]
        };
        assert_eq!(taken(&seen).0, wanted, "{body}, hidden: {hidden}");
        assert!(back == buffer[..], "{body}, hidden: {hidden}");
    }
}

/// What comes wrong over the bus, or is wrong at the card: a typed error, and the channel works.
fn what_is_wrong_with_a_line_is_an_error_with_a_name(body: &str) {
    let (device, seen) = open(body, false);
    let refusals: [(Spoil, Option<usize>, DoorbellRefusal); 4] = [
        (|line| line[0] &= !1, None, DoorbellRefusal::Format),
        (|line| line[40] = 1, None, DoorbellRefusal::Format),
        (|_| {}, Some(0), DoorbellRefusal::Torn),
        (|_| {}, Some(6), DoorbellRefusal::Torn),
    ];
    let refuses = |what: &str, expected| {
        let error = device.h2c(0).unwrap().write_all_at(&[5; 64], 0).unwrap_err();
        let ForebayError::Refused { why, .. } = error else { unreachable!("{what}: {error:?}") };
        assert_eq!(why, expected, "{what}");
        check_memory(&device, what);
    };
    for (n, (spoil, lost, expected)) in refusals.into_iter().enumerate() {
        let cut = lost.map(|_| 8);
        *seen.lock().unwrap() = Seen { spoil: Some(spoil), lost, cut, ..Seen::default() };
        refuses(&format!("{body}, refusal {n}"), expected);
    }
    // Without its end it rings nothing, and there is nothing that could be refused.
    *seen.lock().unwrap() = Seen { lost: Some(7), cut: Some(8), ..Seen::default() };
    let error = device.h2c(0).unwrap().write_all_at(&[5; 64], 0).unwrap_err();
    assert!(matches!(error, ForebayError::Stalled { .. }), "{body}: {error:?}");
    check_memory(&device, "a line without its end");
    let failures: [(Spoil, EngineCause); 4] = [
        (|line| line[3] ^= 1, EngineCause::BadMagic),
        (|line| line[4..8].fill(0), EngineCause::InvalidLength),
        (|line| line[7] = 0x80, EngineCause::InvalidLength),
        (|line| line[8..16].copy_from_slice(&0x10_u64.to_le_bytes()), EngineCause::Read),
    ];
    for (n, (spoil, expected)) in failures.into_iter().enumerate() {
        let what = format!("{body}, failure {n}");
        seen.lock().unwrap().spoil = Some(spoil);
        let error = device.h2c(0).unwrap().write_all_at(&[5; 64], 0).unwrap_err();
        let ForebayError::Engine { cause, .. } = error else { unreachable!("{what}: {error:?}") };
        assert_eq!(cause, expected, "{what}");
        check_memory(&device, &what);
    }
}

/// Queued one behind the other, on several channels at once, with lists between them: each is done, in order.
fn lines_and_lists_queue_in_order(body: &str) {
    let (device, _) = open(body, false);
    let mut buffer = Buffer::new(64 * 64).unwrap();
    buffer.copy_from_slice(&pattern(64 * 64, 4));
    let buffer = Arc::new(buffer);
    let transfers: Vec<_> = (0..64_usize)
        .map(|n| {
            let piece = |part: std::ops::Range<usize>| Piece {
                buffer: 0,
                range: 64 * n + part.start..64 * n + part.end,
                card_addr: (0x1000 * (n % 2) + 40 * n + part.start) as u64,
            };
            let pieces =
                if n % 3 == 0 { vec![piece(0..20), piece(20..64)] } else { vec![piece(0..64)] };
            let channel = device.h2c(u32::try_from(n % 2).unwrap()).unwrap();
            channel.submit(&[Arc::clone(&buffer)], &pieces).unwrap()
        })
        .collect();
    for transfer in transfers {
        assert_eq!(transfer.wait().unwrap().bytes, 64, "{body}");
    }
    let mut wanted = vec![vec![0; 0x1000]; 2];
    for n in 0..64 {
        wanted[n % 2][40 * n..40 * n + 64].copy_from_slice(&buffer[64 * n..64 * (n + 1)]);
    }
    for (half, wanted) in wanted.iter().enumerate() {
        let mut back = vec![0; 64 * 40 + 24];
        device.c2h(0).unwrap().read_exact_at(&mut back, 0x1000 * half as u64).unwrap();
        let touched =
            |at: usize| (0..64).any(|n| n % 2 == half && (40 * n..40 * n + 64).contains(&at));
        let same = (0..back.len()).filter(|at| touched(*at)).all(|at| back[at] == wanted[at]);
        assert!(same, "{body}: half {half}");
    }
}

on_every_card!(
    a_transfer_of_one_descriptor_is_one_store,
    what_is_no_single_descriptor_is_a_list,
    what_is_wrong_with_a_line_is_an_error_with_a_name,
    lines_and_lists_queue_in_order,
);
