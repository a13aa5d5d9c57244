// SPDX-License-Identifier: Apache-2.0
//! Cards whose channels are all memory-mapped, or all streams, with 4 MiB of card memory: what scripts that come with
//! drivers of the XDMA core take for granted.

use crate::bench::{
    COMPLETED, D_LAST, Host, ID, LOG_ALL, Piece, RUN, STATUS, STOPPED, WRITE_ERROR, c2h, h2c,
};

/// Places in host memory: what is sent, what is received, the result of a stream.
const OUT: usize = 0x1_0000;
const BACK: usize = 0x3_0000;
const RESULT: usize = 0xF000;
const DONE: u32 = STOPPED | COMPLETED;
const CHANNELS: u32 = 4;
const MEM_BYTES: u32 = 4 << 20;
const PIECE: usize = 0x8000;

/// Channel n writes and reads the last bytes of the n-th mebibyte.
fn every_channel_reaches_all_of_the_memory(host: &mut Host) {
    assert_eq!(host.read_user(0x14), MEM_BYTES);
    for n in 0..CHANNELS {
        for channel in [h2c(n), c2h(n)] {
            assert_eq!(host.read(channel + ID) >> 15 & 1, 0, "channel {channel:#x} is no stream");
        }
        let (memory, length) = (u64::from(n + 1) << 20, 0x8000);
        let (out, back) = (host.bus(OUT), host.bus(BACK));
        let sent = host.fill(OUT, PIECE);
        host.put(BACK, &[0; PIECE]);
        let at = memory - PIECE as u64;
        let to = Piece { flags: D_LAST, len: length, src: out, dst: at };
        assert_eq!(host.run(h2c(n), &[to], LOG_ALL), (DONE, 1), "h2c {n}");
        assert!(host.get_card(at, PIECE) == sent, "h2c {n}: bytes differ");
        let from = Piece { flags: D_LAST, len: length, src: at, dst: back };
        assert_eq!(host.run(c2h(n), &[from], LOG_ALL), (DONE, 1), "c2h {n}");
        assert!(host.get(BACK, PIECE) == sent, "c2h {n}: bytes differ");
        let beyond = Piece { flags: D_LAST, len: 64, src: out, dst: u64::from(MEM_BYTES) };
        assert_eq!(host.run(h2c(n), &[beyond], LOG_ALL), (1 << WRITE_ERROR, 0), "beyond it");
    }
}

/// A packet around by every pair of channels.
fn every_channel_is_a_stream(host: &mut Host) {
    for n in 0..CHANNELS {
        for channel in [h2c(n), c2h(n)] {
            assert_eq!(host.read(channel + ID) >> 15 & 1, 1, "channel {channel:#x} is a stream");
        }
        let (out, back) = (host.bus(OUT), host.bus(BACK));
        let sent = host.fill(OUT, 20_000);
        host.put(BACK, &[0; PIECE]);
        let packet = Piece { flags: D_LAST, len: 20_000, src: out, dst: 0 };
        host.start(h2c(n), 0x2000, &[packet], LOG_ALL | RUN);
        let room = Piece { flags: D_LAST, len: 0x8000, src: host.bus(RESULT), dst: back };
        assert_eq!(host.run(c2h(n), &[room], LOG_ALL), (DONE, 1), "c2h {n}");
        assert_eq!(host.read(h2c(n) + STATUS), DONE, "h2c {n}");
        assert_eq!(host.word(RESULT + 4), 20_000, "length of the packet");
        assert!(host.get(BACK, 20_000) == sent, "pair {n}: bytes differ");
    }
}

mod all_memory {
    use super::*;
    on_both!("loopback-mm": every_channel_reaches_all_of_the_memory);
}
mod all_streams {
    use super::*;
    on_both!("loopback-st": every_channel_is_a_stream);
}
