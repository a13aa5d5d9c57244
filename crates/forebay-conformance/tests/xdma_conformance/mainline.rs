// SPDX-License-Identifier: Apache-2.0
//! The kernel's own driver (`drivers/dma/xilinx/xdma.c` of Linux 6.12): what it writes and how it judges.

use crate::bench::{
    BUSY, COMPLETED, COMPLETED_COUNT, CONTROL, CONTROL_W1C, D_COMPLETED, D_STOP, Host, ID, IEM,
    Piece, RUN, STATUS, STATUS_RC, STOPPED, c2h, h2c,
};

/// `CHAN_CTRL_START` and `CHAN_IM_ALL`.
const START: u32 = 0x00FF_FE1F;
const CAUSES: u32 = 0x0008_0256;
/// Descriptors per block, and blocks that it chains at most before a stop.
const BLOCK: usize = 32;
const BLOCKS_PER_RUN: usize = 128;
/// Places: descriptor blocks, each a piece of its own, and data.
const BLOCKS: usize = 0x4_0000;
const DATA: usize = 0x1_0000;

fn probe(host: &mut Host) {
    let mut channels = 0;
    for (base, identifier) in [(0x0000, 0x1FC0), (0x1000, 0x1FC1)] {
        for channel in 0..4 {
            let base = base + 0x100 * channel;
            if host.read(base + ID) >> 16 == identifier {
                channels += 1;
                host.write(base + CONTROL_W1C, 1 << 25);
                host.write(base + IEM, CAUSES);
                assert_eq!(host.read(base + IEM), CAUSES);
            }
        }
    }
    assert_eq!(channels, 8);
    host.unmask_vectors();
    // Four vectors to a word, one per channel from 0 on.
    host.write(0x20A0, 0x0302_0100);
    host.write(0x20A4, 0x0706_0504);
    host.write(0x2014, !0);
}

/// Where block `n` is: descending, so that nobody can take them for one piece.
fn block_place(n: usize) -> usize {
    BLOCKS + 0x4_0000 - (n + 1) * BLOCK * 32
}

/// Writes a transfer in blocks: within a block the `next` fields are left as they were.
fn lay_out(host: &Host, pieces: &[Piece]) {
    let blocks = pieces.len().div_ceil(BLOCK);
    for (n, piece) in pieces.iter().enumerate() {
        let (block, place) = (n / BLOCK, n % BLOCK);
        let mut control = 0xAD4B_0000;
        let mut next = 0xDEAD_BEEF_DEAD_BEE0;
        if n + 1 == pieces.len() {
            control |= D_STOP | D_COMPLETED;
        } else if place + 1 == BLOCK {
            if (block + 1).is_multiple_of(BLOCKS_PER_RUN) {
                control |= D_STOP | D_COMPLETED;
            } else {
                let follow =
                    if block + 2 == blocks { (pieces.len() - 1) % BLOCK } else { BLOCK - 1 };
                control |= u32::try_from(follow).unwrap() << 8;
                next = host.bus(block_place(block + 1));
            }
        }
        host.descriptor(block_place(block) + 32 * place, control, *piece, next);
    }
}

fn start(host: &mut Host, channel: u32, block: usize, adjacent: usize) {
    host.write(channel + CONTROL_W1C, RUN);
    host.point(channel, block_place(block), u32::try_from(adjacent).unwrap());
    host.write(channel + CONTROL, START);
}

/// Its interrupt routine: status by the clearing read, then the count; an error is what it takes for one.
fn isr(host: &mut Host, channel: u32) -> u32 {
    let status = host.read(channel + STATUS_RC) & START;
    assert_eq!(status & (START & !(RUN | STOPPED | COMPLETED)), 0, "channel error {status:#x}");
    assert_ne!(status & (STOPPED | COMPLETED), 0, "channel error {status:#x}");
    host.read(channel + COMPLETED_COUNT)
}

fn scatter_gather_both_ways(host: &mut Host) {
    probe(host);
    for count in [1_usize, 31, 32, 33, 64, 100] {
        let piece = |n: usize, to_card| {
            let (memory, card) = (host.bus(DATA) + 640 * n as u64, 0x2000 + 600 * n as u64);
            let (src, dst) = if to_card { (memory, card) } else { (card, memory) };
            Piece { flags: 0, len: 600, src, dst }
        };
        let adjacent = |count: usize| if count > BLOCK { BLOCK - 1 } else { (count - 1) % BLOCK };
        let there: Vec<_> = (0..count).map(|n| piece(n, true)).collect();
        let back: Vec<_> = (0..count).map(|n| piece(n, false)).collect();
        let sent = host.fill(DATA, 640 * count);
        lay_out(host, &there);
        start(host, h2c(1), 0, adjacent(count));
        host.wait_message(1);
        assert_eq!(isr(host, h2c(1)) as usize, count);
        host.put(DATA, &vec![0; 640 * count]);
        lay_out(host, &back);
        start(host, c2h(1), 0, adjacent(count));
        host.wait_message(5);
        assert_eq!(isr(host, c2h(1)) as usize, count);
        let got = host.get(DATA, 640 * count);
        for (n, (got, sent)) in got.chunks(640).zip(sent.chunks(640)).enumerate() {
            assert!(got[..600] == sent[..600], "{count} descriptors, piece {n}");
            assert!(got[600..].iter().all(|byte| *byte == 0), "nothing beside it");
        }
        host.assert_no_messages();
    }
}

/// More than 128 blocks: the run stops there, and the interrupt routine starts the rest.
fn a_long_list_is_two_runs(host: &mut Host) {
    probe(host);
    let first = BLOCK * BLOCKS_PER_RUN;
    let pieces: Vec<_> = (0..first + 40)
        .map(|n| Piece {
            flags: 0,
            len: 16,
            src: host.bus(DATA) + 16 * n as u64,
            dst: 0x8000 + 16 * n as u64,
        })
        .collect();
    let sent = host.fill(DATA, 16 * pieces.len());
    lay_out(host, &pieces);
    start(host, h2c(0), 0, BLOCK - 1);
    host.wait_message(0);
    assert_eq!(isr(host, h2c(0)) as usize, first);
    start(host, h2c(0), BLOCKS_PER_RUN, BLOCK - 1);
    host.wait_message(0);
    assert_eq!(isr(host, h2c(0)), 40);
    assert!(host.get_card(0x8000, sent.len()) == sent);
    host.assert_no_messages();
}

/// A ring of periods: every descriptor has COMPLETED and none STOP; all say that nothing is adjacent.
fn lay_out_cyclic(host: &Host, periods: usize, len: u32) {
    for n in 0..periods {
        let piece =
            Piece { flags: 0, len, src: host.bus(DATA) + u64::from(len) * n as u64, dst: 0x4000 };
        let next = host.bus(block_place(0) + 32 * ((n + 1) % periods));
        host.descriptor(block_place(0) + 32 * n, 0xAD4B_0000 | D_COMPLETED, piece, next);
    }
}

fn cyclic_runs_over_itself_until_terminated(host: &mut Host) {
    probe(host);
    for round in 0..2 {
        lay_out_cyclic(host, 7, 2048);
        start(host, h2c(0), 0, 6);
        let mut seen = 0;
        // Several times around.
        while seen < 40 {
            host.wait_message(0);
            let count = isr(host, h2c(0));
            // What has been done while the routine before read its two registers is in its count, and has a message.
            assert!(count >= seen, "round {round}: count {count} after {seen}");
            seen = count;
        }
        // Terminate: no log bit for it is set, so nothing tells of the end but busy.
        host.write(CONTROL_W1C, RUN);
        host.settle();
        assert_eq!(host.read(STATUS) & BUSY, 0);
        let end = host.read(COMPLETED_COUNT);
        assert!(end >= seen);
        host.advance(5000);
        assert_eq!(host.read(COMPLETED_COUNT), end, "it stands still");
        host.got = [0; 32];
        // A late interrupt routine would read the status; a new transfer clears it as well.
        let data = host.fill(DATA, 64);
        lay_out(host, &[Piece { flags: 0, len: 64, src: host.bus(DATA), dst: 0x1000 }]);
        start(host, h2c(0), 0, 0);
        host.wait_message(0);
        assert_eq!(isr(host, h2c(0)), 1);
        assert!(host.get_card(0x1000, 64) == data);
        host.assert_no_messages();
    }
}

/// The end of a list that is terminated in its middle: no further byte moves, and the channel works.
fn a_list_is_terminated_in_its_middle(host: &mut Host) {
    probe(host);
    let pieces: Vec<_> = (0..96)
        .map(|n| Piece { flags: 0, len: 4096, src: 0x1000 * (n % 64), dst: host.bus(DATA) })
        .collect();
    lay_out(host, &pieces);
    start(host, c2h(0), 0, BLOCK - 1);
    host.advance(1500);
    host.write(c2h(0) + CONTROL_W1C, RUN);
    host.settle();
    assert_eq!(host.read(c2h(0) + STATUS), 0, "at rest, and nothing logged");
    let count = host.read(c2h(0) + COMPLETED_COUNT);
    assert!((1..96).contains(&count), "{count}");
    host.put(DATA, &[0xEE; 4096]);
    host.advance(5000);
    assert!(host.get(DATA, 4096) == [0xEE; 4096], "buffers may be freed");
    host.assert_no_messages();
    lay_out(host, &pieces[..3]);
    start(host, c2h(0), 0, 2);
    host.wait_message(4);
    assert_eq!(isr(host, c2h(0)), 3);
}

on_cards!(
    mixed = "loopback", all_memory = "loopback-mm", shell = "loopback-shell":
    scatter_gather_both_ways,
    a_long_list_is_two_runs,
    cyclic_runs_over_itself_until_terminated,
    a_list_is_terminated_in_its_middle,
);
