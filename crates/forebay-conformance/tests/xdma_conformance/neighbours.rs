// SPDX-License-Identifier: Apache-2.0
//! Descriptors whose sources are neighbours in host memory, which the card asks for by one read: the host refuses some of it.

use std::sync::Arc;

use forebay_bus::Buffer;

use crate::bench::{COMPLETED, D_LAST, Host, LOG_ALL, Piece, READ_ERROR, STOPPED, h2c};
use crate::faults::{ABORT, DATA_ACCESS, HITS, POISONED, READS, SEEN, UNSUPPORTED, arm};

const DONE: u32 = STOPPED | COMPLETED;
const CARD: u64 = 0x4_0000;
const DATA: usize = 0x1_0000;
const UNTOUCHED: u8 = 0x66;
const PAGE: u64 = 4096;
/// What one read asks for at most; it crosses no multiple of that.
const JOINT: u32 = 1024;

/// So many neighbours of one length from a host address on, to neighbours on the card.
fn neighbours(from: u64, count: u32, len: u32) -> Vec<Piece> {
    let piece = |n: u32| {
        let at = u64::from(n * len);
        let flags = if n + 1 == count { D_LAST } else { 0 };
        Piece { flags, len, src: from + at, dst: CARD + at }
    };
    (0..count).map(piece).collect()
}

fn clear_card(host: &mut Host, bytes: usize) {
    for at in (0..bytes.next_multiple_of(64)).step_by(64) {
        let place = CARD + at as u64;
        host.card.mmio_write(forebay_bus::Bar::Aperture, place, &[UNTOUCHED; 64]).unwrap();
    }
}

/// Of the descriptor that failed some bytes may be there, each where it belongs, and none of what is behind the memory.
fn is_not_more(got: &[u8], data: &[u8], what: &str) {
    let right = |(at, byte): (usize, &u8)| *byte == UNTOUCHED || data.get(at) == Some(byte);
    assert!(got.iter().enumerate().all(right), "{what}: a wrong byte behind what is counted");
}

/// Memory ends among neighbours. Where it ends as pages do, those that lie in it are done and the first that does not fails; where it ends
/// in the middle of what one read asks for, the host refuses all of that, and the first of the read fails. Either way the channel
/// says so, has moved what it counted, and what was not counted may be sent again.
fn memory_that_ends_among_neighbours(host: &mut Host) {
    for (bytes, len, count) in [
        (4096, 64, 80),
        (4096, 192, 30),
        (8192, 1000, 12),
        (4096 + 192, 192, 30),
        (1000, 100, 16),
        (1000, 64, 20),
        (640, 64, 16),
        (50, 64, 4),
    ] {
        let what = format!("{bytes} bytes, neighbours of {len}");
        let mut buffer = Buffer::new(bytes as usize).unwrap();
        let data = host.fill(DATA, bytes as usize);
        buffer.copy_from_slice(&data);
        let memory = host.card.host().lend(Arc::new(buffer));
        assert_eq!(memory.addr() % PAGE, 0, "{what}");
        clear_card(host, (len * count) as usize);
        let pieces = neighbours(memory.addr(), count, len);
        let (status, done) = host.run(h2c(0), &pieces, LOG_ALL);
        let whole = bytes / len;
        let least = bytes / JOINT * JOINT / len;
        assert_eq!(status, 1 << READ_ERROR, "{what}");
        assert!((least..=whole).contains(&done), "{what}: {done}, not {least} to {whole}");
        let got = host.get_card(CARD, (len * count) as usize);
        let end = (done * len) as usize;
        assert!(got[..end] == data[..end], "{what}");
        is_not_more(&got[end..], &data[end..], &what);
        if done < whole {
            let mut rest = pieces[done as usize..whole as usize].to_vec();
            rest.last_mut().unwrap().flags = D_LAST;
            assert_eq!(host.run(h2c(0), &rest, LOG_ALL), (DONE, whole - done), "{what}");
        }
        let end = (whole * len) as usize;
        let got = host.get_card(CARD, (len * count) as usize);
        assert!(got[..end] == data[..end], "{what}");
        is_not_more(&got[end..], &data[end..], &what);
        drop(memory);
        // The channel works.
        let data = host.fill(DATA, 640);
        let pieces = neighbours(host.bus(DATA), 10, 64);
        assert_eq!(host.run(h2c(0), &pieces, LOG_ALL), (DONE, 10), "{what}");
        assert!(host.get_card(CARD, 640) == data, "{what}");
    }
}

/// Each of the reads is refused once, in each way: what is in front of it is done, and that alone is counted.
fn each_joint_read_may_be_refused(host: &mut Host) {
    let (count, len) = (64, 64);
    let bytes = (count * len) as usize;
    let data = host.fill(DATA, bytes);
    let pieces = neighbours(host.bus(DATA), count, len);
    arm(host, UNSUPPORTED, READS | DATA_ACCESS, 0, 0);
    assert_eq!(host.run(h2c(0), &pieces, LOG_ALL), (DONE, count));
    let reads = host.read_user(SEEN);
    for (kind, bit) in [(UNSUPPORTED, 0), (ABORT, 1), (POISONED, 3)] {
        let mut before = None;
        for read in 0..reads {
            let what = format!("kind {kind}, read {read} of {reads}");
            clear_card(host, bytes);
            arm(host, kind, READS | DATA_ACCESS, read, 1);
            let (status, done) = host.run(h2c(0), &pieces, LOG_ALL);
            assert_eq!((status, host.read_user(HITS)), (1 << (READ_ERROR + bit), 1), "{what}");
            // A later read has later descriptors.
            assert!(done < count && before.is_none_or(|before| before < done), "{what}: {done}");
            assert_eq!(read == 0, done == 0, "{what}: {done}");
            before = Some(done);
            let got = host.get_card(CARD, bytes);
            let end = (done * len) as usize;
            assert!(got[..end] == data[..end], "{what}");
            // Later descriptors may have been moved, the one that failed was not.
            assert!(got[end..end + 64].iter().all(|byte| *byte == UNTOUCHED), "{what}");
            assert_eq!(host.run(h2c(0), &pieces, LOG_ALL), (DONE, count), "{what}");
            assert!(host.get_card(CARD, bytes) == data, "{what}");
        }
    }
}

on_both!(
    "loopback":
    memory_that_ends_among_neighbours,
    each_joint_read_may_be_refused,
);
