// SPDX-License-Identifier: Apache-2.0
//! The character-device driver for the XDMA core, from its description: what it reads and writes, in that order.

use forebay_bus::{Bar, CardExt};

use crate::bench::{
    ALIGNMENTS, BUSY, COMPLETED, COMPLETED_COUNT, CONTROL, CONTROL_W1C, D_LAST, Host, ID, IEM,
    IEM_W1C, IEM_W1S, MAGIC_STOPPED, PARTIAL_BYTES, POLL_HI, POLL_LO, Piece, SG_ADJACENT, SG_HI,
    SG_LO, STATUS, STATUS_RC, STOPPED, c2h, h2c,
};

/// Control of a run by interrupt and by polling, and what the run bit is cleared with.
const BY_INTERRUPT: u32 = 0x00F8_3E1F;
const BY_POLLING: u32 = 0x04F8_3E19;
const CAUSES: u32 = 0x00F8_3E1E;
/// Places in host memory: chain, poll-mode word, data.
const CHAIN: usize = 0;
const WORD: usize = 0xF000;
const DATA: usize = 0x1_0000;
/// Channel and user vectors of a card with 4 + 4 channels.
const FIRST_USER_VECTOR: u32 = 8;

/// What its probe does, with its findings checked.
pub(crate) fn probe(host: &mut Host, polling: bool) {
    // Which BAR is the configuration BAR: every candidate is read at two places.
    for bar in [Bar::User, Bar::Aperture] {
        let found = [0x2000_u32, 0x3000].map(|at| host.card.read32(bar, at).unwrap() >> 16);
        assert_ne!(found, [0x1FC2, 0x1FC3], "{bar:?} is none");
    }
    assert_eq!([host.read(0x2000) >> 16, host.read(0x3000) >> 16], [0x1FC2, 0x1FC3]);
    // Nothing requested, everything off.
    for register in [0x2040, 0x2044, 0x2048, 0x204C] {
        assert_eq!(host.read(register), 0, "{register:#06x}");
    }
    host.write(0x2018, !0);
    host.write(0x200C, !0);
    for register in [0x2040, 0x2044] {
        assert_eq!(host.read(register), 0, "{register:#06x}");
    }
    // Channels, upwards until the first that is none; four is the most there may be.
    let mut found = 0;
    for (base, identifier) in [(0x0000, 0x1FC0), (0x1000, 0x1FC1)] {
        for channel in 0..4 {
            let id = host.read(base + 0x100 * channel + ID);
            assert_eq!((id >> 16, id >> 8 & 0xF), (identifier, channel));
            assert_eq!(id >> 15 & 1, u32::from(channel >= 2), "streams are 2 and 3 here");
            found += 1;
            start_engine(host, base + 0x100 * channel, polling);
        }
    }
    assert_eq!(found + 16, 24, "vectors it asks for, exactly");
    host.unmask_vectors();
    for (register, value) in (0..).zip([0x0302_0100, 0x0706_0504]) {
        host.write(0x20A0 + 4 * register, value);
    }
    for register in 0..4 {
        let first = FIRST_USER_VECTOR + 4 * register;
        let value = (0..4).fold(0, |word, n| word | (first + n) << (8 * n));
        host.write(0x2080 + 4 * register, value);
    }
    if !polling {
        host.write(0x2014, !0);
    }
    // One bit too wide for 16 lines.
    host.write(0x2008, 0x1_FFFF);
    assert_eq!(host.read(0x2004), 0xFFFF);
    assert_eq!(host.read(0x2010), if polling { 0 } else { 0xFF });
}

fn start_engine(host: &mut Host, channel: u32, polling: bool) {
    host.write(channel + CONTROL_W1C, 1 << 25);
    // It assumes 1, 1 and 64 bits where it reads 0.
    assert_eq!(host.read(channel + ALIGNMENTS), 0x0001_0140);
    let mut causes = 0x00F8_3E18;
    if polling {
        host.write_pair(channel + POLL_LO, channel + POLL_HI, host.bus(WORD));
    } else {
        causes |= STOPPED | COMPLETED;
    }
    host.write(channel + IEM, causes);
    assert_eq!(host.read(channel + IEM), causes);
}

fn transfer_pieces(host: &Host, to_card: bool, sizes: &[u32]) -> Vec<Piece> {
    let (mut memory, mut card) = (host.bus(DATA), 0x1000);
    let mut pieces = Vec::new();
    for len in sizes {
        let (src, dst) = if to_card { (memory, card) } else { (card, memory) };
        pieces.push(Piece { flags: 0, len: *len, src, dst });
        memory += u64::from(*len);
        card += u64::from(*len);
    }
    pieces.last_mut().unwrap().flags = D_LAST;
    pieces
}

/// Pages of a buffer that begins and ends within one.
const SIZES: [u32; 6] = [4096 - 100, 4096, 4096, 4096, 4096, 777];

fn start(host: &mut Host, channel: u32, pieces: &[Piece], control: u32) {
    let adjacent = host.chain(CHAIN, pieces);
    host.point(channel, CHAIN, adjacent);
    host.write(channel + CONTROL, control);
    // A read to push the writes.
    host.read(channel + STATUS);
}

/// Service routine and work item; status and count as they find them.
fn serve(host: &mut Host, channel: u32, bit: u32) -> (u32, u32) {
    host.write(channel + IEM_W1C, CAUSES);
    assert_eq!(host.read(0x204C), 0, "masked, the request is gone");
    assert_eq!(host.read(0x2044) & bit, 0);
    let status = host.read(channel + STATUS_RC);
    assert_eq!(status & BUSY, 0, "busy at its message");
    host.write(channel + CONTROL, CAUSES);
    host.read(channel + STATUS);
    let count = host.read(channel + COMPLETED_COUNT);
    host.write(channel + IEM_W1S, CAUSES);
    (status, count)
}

fn transfer_by_interrupt(host: &mut Host) {
    probe(host, false);
    let bytes = SIZES.iter().sum::<u32>() as usize;
    for round in 0..3 {
        let sent = host.fill(DATA, bytes);
        start(host, h2c(0), &transfer_pieces(host, true, &SIZES), BY_INTERRUPT);
        host.wait_message(0);
        assert_eq!(host.read(0x204C), 1, "H2C 0 is bit 0");
        assert_eq!(serve(host, h2c(0), 1), (STOPPED | COMPLETED, 6), "round {round}");
        assert!(host.get_card(0x1000, bytes) == sent);

        host.put(DATA, &vec![0; bytes]);
        start(host, c2h(1), &transfer_pieces(host, false, &SIZES), BY_INTERRUPT);
        host.wait_message(5);
        // No time may pass between the message and the data's being there.
        assert!(host.get(DATA, bytes) == sent);
        assert_eq!(host.read(0x204C), 1 << 5, "C2H 1 is bit 5: H2C channels come first");
        assert_eq!(serve(host, c2h(1), 1 << 5), (STOPPED | COMPLETED, 6));
        host.settle();
        host.assert_no_messages();
    }
}

fn error_by_interrupt(host: &mut Host) {
    probe(host, false);
    let mut pieces = transfer_pieces(host, true, &SIZES);
    let adjacent = host.chain(CHAIN, &pieces);
    // Another word than 0xAD4B in the third descriptor.
    host.put(CHAIN + 64 + 2, &[0x4A, 0xAD]);
    host.point(h2c(0), CHAIN, adjacent);
    host.write(CONTROL, BY_INTERRUPT);
    host.wait_message(0);
    assert_eq!(serve(host, h2c(0), 1), (MAGIC_STOPPED, 2));
    // A card address that nobody has: decode error on the write side, which its IEM has no bit for.
    pieces[1].dst = 0x9000_0000;
    start(host, h2c(0), &pieces, BY_INTERRUPT);
    host.settle();
    assert_eq!(host.read(0x2044), 0);
    // A host address that nobody has: unsupported request on the read side.
    pieces[1].src = 0x10;
    start(host, h2c(1), &pieces, BY_INTERRUPT);
    host.wait_message(1);
    assert_eq!(serve(host, h2c(1), 2), (1 << 9, 1));
    // And it goes on.
    host.write(CONTROL, CAUSES);
    start(host, h2c(0), &transfer_pieces(host, true, &SIZES), BY_INTERRUPT);
    host.wait_message(0);
    assert_eq!(serve(host, h2c(0), 1), (STOPPED | COMPLETED, 6));
    host.assert_no_messages();
}

fn transfer_by_polling(host: &mut Host) {
    probe(host, true);
    let bytes = SIZES.iter().sum::<u32>() as usize;
    for channel in [h2c(1), c2h(0)] {
        let to_card = channel == h2c(1);
        let data = if to_card { host.fill(DATA, bytes) } else { host.get_card(0x1000, bytes) };
        host.put(WORD, &[0; 4]);
        start(host, channel, &transfer_pieces(host, to_card, &SIZES), BY_POLLING);
        host.settle();
        // Bit 2 of control is not set, and the word comes all the same.
        assert_eq!(host.word(WORD), 6, "completed descriptors, no error");
        assert_eq!(host.read(channel + STATUS_RC), 0, "none of the two ends is logged");
        host.write(channel + CONTROL, 0x04F8_3E18);
        assert_eq!(host.read(channel + COMPLETED_COUNT), 6);
        let moved = if to_card { host.get_card(0x1000, bytes) } else { host.get(DATA, bytes) };
        assert!(moved == data);
    }
    // An error has its word as well: the top bit, and what was completed before it.
    let mut pieces = transfer_pieces(host, true, &SIZES);
    pieces[2].src = 0x10;
    host.put(WORD, &[0; 4]);
    start(host, h2c(0), &pieces, BY_POLLING);
    host.settle();
    assert_eq!(host.word(WORD), 0x8000_0002);
    assert_eq!(host.read(STATUS_RC), 1 << 9);
    host.assert_no_messages();
}

/// A transfer that never ends: into a stream port that nobody empties. Then what the driver reads for its log.
fn time_out_path(host: &mut Host) {
    probe(host, false);
    let into_port = Piece { flags: D_LAST, len: 1 << 17, src: host.bus(DATA), dst: 0x1000_0000 };
    start(host, h2c(0), &[into_port], BY_INTERRUPT);
    host.advance(50_000);
    host.assert_no_messages();
    let dump = [ID, STATUS, CONTROL, SG_LO, SG_HI, SG_ADJACENT, COMPLETED_COUNT, IEM];
    let chain = host.bus(CHAIN);
    let seen = dump.map(|register| host.read(register));
    let (low, high) = (chain & 0xFFFF_FFFF, chain >> 32);
    let wanted = [0x1FC0_0006, u64::from(BUSY), 0x00F8_3E1F, low, high, 0, 0, 0x00F8_3E1E];
    assert_eq!(seen.map(u64::from), wanted, "with the data path dead every register answers");
    for register in [0x2000, 0x204C, 0x3000, 0x6000] {
        assert_eq!(host.read(register) >> 20, if register == 0x204C { 0 } else { 0x1FC });
    }
    // It does not wait for it to come to rest, nor does it ask for that cause.
    host.write(CONTROL, CAUSES);
    // Other channels go on where they need nothing of the stuck path.
    let pieces = transfer_pieces(host, false, &SIZES);
    start(host, c2h(0), &pieces, BY_INTERRUPT);
    host.wait_message(4);
    assert_eq!(serve(host, c2h(0), 1 << 4), (STOPPED | COMPLETED, 6));
    // What waited for room has come to rest, and the stream port has all that was moved.
    assert_eq!(host.read(STATUS), 0, "at rest");
    assert_eq!(host.read(COMPLETED_COUNT), 0);
    assert_eq!(host.read(PARTIAL_BYTES), 1024 * 64);
    // The stream port is flushed, and it works again.
    host.write_user(0x2000, 1);
    host.settle();
    host.write_user(0x2000, 0);
    start(host, h2c(0), &transfer_pieces(host, true, &SIZES), BY_INTERRUPT);
    host.wait_message(0);
    assert_eq!(serve(host, h2c(0), 1), (STOPPED | COMPLETED, 6));
    host.assert_no_messages();
}

on_both!(
    "loopback":
    transfer_by_interrupt,
    error_by_interrupt,
    transfer_by_polling,
    time_out_path,
);
