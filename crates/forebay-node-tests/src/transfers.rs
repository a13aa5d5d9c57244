// SPDX-License-Identifier: Apache-2.0
//! Memory-mapped channels of the loopback card.

use std::sync::Arc;
use std::thread;

use forebay::{Buffer, Device, Piece};

use crate::tap::Tap;
use crate::{Plan, pattern};

pub(crate) fn run(plan: &Plan, tap: &mut Tap) {
    tap.check("memory keeps what was written at any alignment", || any_alignment(&plan.open()));
    tap.check("also when the caller spins for the end", || any_alignment(&plan.open_spinning()));
    tap.check("queued transfers go in order, on several channels", || in_order(&plan.open()));
    let rounds = if plan.quick { 5 } else { 50 };
    tap.check("threads share a device", || from_threads(&plan.open(), rounds));
    tap.check("time goes on, and counters count", || time(&plan.open()));
}

/// The device moves data to the card's memory and back.
pub(crate) fn memory_works(device: &Device) {
    let sent = pattern(5000, 42);
    device.h2c(0).unwrap().write_all_at(&sent, 0x4567).unwrap();
    let mut back = vec![0; 5000];
    device.c2h(0).unwrap().read_exact_at(&mut back, 0x4567).unwrap();
    assert!(back == sent, "data differs");
}

fn any_alignment(device: &Device) {
    let (h2c, c2h) = (device.h2c(0).unwrap(), device.c2h(1).unwrap());
    for (seed, (len, addr)) in
        (0..).zip([(1, 0), (64, 64), (63, 1), (65, 0xFC0), (4096, 0x1001), (100_000, 0x2_0FFF)])
    {
        let sent = pattern(len, seed);
        let mut around = vec![0xA5; len + 2];
        h2c.write_all_at(&around, addr).unwrap();
        h2c.write_all_at(&sent, addr + 1).unwrap();
        c2h.read_exact_at(&mut around, addr).unwrap();
        assert!(around[1..=len] == sent, "{len} bytes at {addr:#x}");
        assert_eq!((around[0], around[len + 1]), (0xA5, 0xA5), "around {len} bytes at {addr:#x}");
    }
    memory_works(device);
}

/// Each piece overwrites half of the one before it, so that only the right order leaves the right bytes.
fn in_order(device: &Device) {
    const PIECE: usize = 1000;
    let count = 40;
    let buffers: Vec<_> = (0..2)
        .map(|channel| {
            let mut buffer = Buffer::new(PIECE * count).unwrap();
            buffer.copy_from_slice(&pattern(PIECE * count, channel));
            Arc::new(buffer)
        })
        .collect();
    let base = |channel: usize| channel as u64 * 0x4_0000;
    let mut transfers = Vec::new();
    for start in (0..count).step_by(8) {
        for (channel, buffer) in (0..).zip(&buffers) {
            let piece = |n: usize| Piece {
                buffer: 0,
                range: PIECE * n..PIECE * (n + 1),
                card_addr: base(channel) + (PIECE / 2 * n) as u64,
            };
            let pieces: Vec<_> = (start..start + 8).map(piece).collect();
            let h2c = device.h2c(u32::try_from(channel).unwrap()).unwrap();
            transfers.push(h2c.submit(&[Arc::clone(buffer)], &pieces).unwrap());
        }
    }
    for transfer in transfers {
        assert_eq!(transfer.wait().unwrap().bytes, 8 * PIECE as u64);
    }
    for (channel, buffer) in buffers.iter().enumerate() {
        let len = PIECE / 2 * (count + 1);
        let room = Buffer::new(len).unwrap();
        let read = device.c2h(0).unwrap().submit(room, 0..len, base(channel)).unwrap();
        let (back, moved) = read.wait().unwrap();
        assert_eq!(moved.bytes, len as u64);
        for n in 0..count {
            let (card, host) = (PIECE / 2 * n, PIECE * n);
            let same = back[card..card + PIECE / 2] == buffer[host..host + PIECE / 2];
            assert!(same, "piece {n} on channel {channel}");
        }
    }
}

fn from_threads(device: &Device, rounds: u64) {
    thread::scope(|scope| {
        for worker in 0..4_u32 {
            scope.spawn(move || {
                let (h2c, c2h) = (device.h2c(worker % 2).unwrap(), device.c2h(worker % 2).unwrap());
                let addr = u64::from(worker) * 0x2_0000;
                for round in 0..rounds {
                    let sent = pattern(3000, round * 4 + u64::from(worker));
                    h2c.write_all_at(&sent, addr).unwrap();
                    let mut back = vec![0; 3000];
                    c2h.read_exact_at(&mut back, addr).unwrap();
                    assert!(back == sent, "round {round} of {worker}");
                }
            });
        }
    });
}

fn time(device: &Device) {
    let beats = |device: &Device| {
        let description = device.describe(false).unwrap();
        description.counters.iter().find(|c| c.name == "h2c_beats").unwrap().value
    };
    let (began, before) = (device.now().unwrap(), beats(device));
    memory_works(device);
    assert!(device.now().unwrap() > began);
    assert!(beats(device) >= before + 5000 / 64);
}
