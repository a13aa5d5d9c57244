// SPDX-License-Identifier: Apache-2.0
//! The bus between host and card: stores arrive though nobody waits for them, and time passes between two of them.

use crate::bench::{
    CONTROL_W1C, D_LAST, Host, LOG_ALL, PARTIAL_BYTES, POLL_HI, POLL_LO, Piece, RUN, c2h, h2c,
};

const SEND: usize = 0x1_0000;
const RECEIVE: usize = 0x4_0000;
const WORD: usize = 0xF000;
const POLL: u32 = 1 << 26;

/// There and back by stores and memory alone: the doorbell is rung, time passes, and the word says that it is done.
fn a_doorbell_moves_data_though_nobody_reads(host: &mut Host) {
    let data = host.fill(SEND, 20_000);
    let (send, receive) = (host.bus(SEND), host.bus(RECEIVE));
    for (channel, src, dst) in [(h2c(0), send, 0x3000), (c2h(0), 0x3000, receive)] {
        host.put(WORD, &[0; 4]);
        host.write_pair(channel + POLL_LO, channel + POLL_HI, host.bus(WORD));
        let piece = Piece { flags: D_LAST, len: 20_000, src, dst };
        host.start(channel, 0, &[piece], LOG_ALL | RUN | POLL);
        host.settle();
        assert_eq!(host.word(WORD), 1, "descriptors done, channel {channel:#x}");
    }
    assert!(host.get(RECEIVE, 20_000) == data);
    assert_eq!(host.get(RECEIVE + 20_000, 64), [0; 64]);
    host.assert_no_messages();
}

on_both!("loopback": a_doorbell_moves_data_though_nobody_reads);

/// No cycle passes from the first store to the last one; those that the caller lets pass are there.
#[test]
fn a_stop_that_leaves_later_finds_more_done() {
    let mut host = Host::rtl("loopback");
    let piece = Piece { flags: D_LAST, len: 0x8_0000, src: host.bus(SEND), dst: 0 };
    let done = [0, 600, 1000, 1001, 1400].map(|cycles| {
        host.settle();
        let begin = host.card.now();
        host.start(h2c(0), 0, &[piece], LOG_ALL | RUN);
        assert_eq!(host.card.now(), begin, "nobody waits for stores");
        host.advance(cycles);
        assert_eq!(host.card.now(), begin + cycles);
        host.write(h2c(0) + CONTROL_W1C, RUN);
        host.settle();
        host.read(h2c(0) + PARTIAL_BYTES)
    });
    assert_eq!(done[0], 0, "stopped as soon as it was started");
    assert!(done.is_sorted() && done[1] < done[2] && done[3] < done[4], "{done:?}");
    // A byte cannot move faster than a line a cycle.
    assert!(done[4] <= 64 * 1400, "{done:?}");
}
