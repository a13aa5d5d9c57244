// SPDX-License-Identifier: Apache-2.0
//! Everything that can move at once: a channel each way between memories, a stream there and back, and a copy, of each of its three
//! kinds and of many bursts. At any moment one of them is stopped, or all are told to rest, or the card is reset.
//!
//! Whoever is stopped has moved what it says, the others are whole.

use crate::bench::{
    BUSY, COMPLETED, COMPLETED_COUNT, D_LAST, Host, IDLE_STOPPED, LOG_ALL, PARTIAL_BYTES, Piece,
    RUN, STATUS, STOPPED, c2h, h2c,
};
use crate::stops::{RESULTS, clear_run, packet_goes_through, receive_packet};

// The page of `copy`, and the headers of all plugs, typed by hand.
const PAGE: u32 = 0x3000;
const LENGTH: u32 = PAGE + 0x10;
const SPACES: u32 = PAGE + 0x14;
const COPY_CONTROL: u32 = PAGE + 0x18;
const COPY_STATUS: u32 = PAGE + 0x1C;
const MOVED: u32 = PAGE + 0x28;
const COPY_BUSY: u32 = 1;
const COPY_DONE: u32 = 2;
const ABORTED: u32 = 13;
const XDMA: u32 = 0x04C0;
const COPY: u32 = 0x0500;
const LOOPBACK: u32 = 0x0540;
const HOLD: u32 = 0x30;
const RESTS: u32 = 0x34;
/// Counters of refusals: by the host, by the card, of register accesses.
const COUNTED: [u32; 3] = [5, 6, 11];

const DONE: u32 = STOPPED | COMPLETED;
const LEN: u32 = 1100;
const DESCRIPTORS: u32 = 4;
const BYTES: usize = (LEN * DESCRIPTORS) as usize;
const COPY_BYTES: usize = 6001;
/// Bytes of each place that are looked at.
const ROOM: usize = 6400;
const SKEW: usize = 3;
/// Places in host memory and in card memory, by who uses them as source and as destination.
const HOST: [usize; 6] = [0x2_0000, 0x2_4000, 0x2_8000, 0x2_C000, 0x3_0000, 0x3_4000];
const CARD: [u64; 6] = [0x2_0000, 0x2_4000, 0x2_8000, 0x2_C000, 0x3_0000, 0x3_4000];
const RINGS: [usize; 4] = [0x4000, 0x4400, 0x4800, 0x4C00];

/// A place.
#[derive(Clone, Copy)]
enum At {
    Host(usize),
    Card(u64),
}

impl At {
    fn fill(self, host: &mut Host) -> Vec<u8> {
        match self {
            Self::Host(at) => host.fill(at, ROOM),
            Self::Card(at) => host.fill_card(at, ROOM),
        }
    }

    fn get(self, host: &mut Host) -> Vec<u8> {
        match self {
            Self::Host(at) => host.get(at, ROOM),
            Self::Card(at) => host.get_card(at, ROOM),
        }
    }

    fn addr(self, host: &Host) -> u64 {
        match self {
            Self::Host(at) => host.bus(at),
            Self::Card(at) => at,
        }
    }

    const fn of_card(self) -> bool {
        matches!(self, Self::Card(_))
    }
}

/// Somebody who moves bytes from place to place.
struct Way {
    from: At,
    to: At,
    sent: Vec<u8>,
    before: Vec<u8>,
}

impl Way {
    fn new(host: &mut Host, from: At, to: At) -> Self {
        let (sent, before) = (from.fill(host), to.fill(host));
        Self { from, to, sent, before }
    }

    /// From the third byte of its place on the first so many have arrived in the other, from its sixth on.
    fn compare(&self, host: &mut Host, arrived: usize, what: &str) {
        let mut wanted = self.before.clone();
        wanted[2 * SKEW..][..arrived].copy_from_slice(&self.sent[SKEW..][..arrived]);
        let got = self.to.get(host);
        let wrong = got.iter().zip(&wanted).position(|(got, wanted)| got != wanted);
        assert_eq!(wrong, None, "{what}, {arrived} bytes: first that differs");
        assert!(self.from.get(host) == self.sent, "{what}: the source has changed");
    }

    fn run(&self, host: &mut Host, channel: u32, ring: usize) {
        let (src, dst) = (self.from.addr(host) + SKEW as u64, self.to.addr(host));
        let dst = dst + 2 * SKEW as u64;
        let pieces = pieces(src, dst, u64::from(LEN));
        host.start(channel, ring, &pieces, LOG_ALL | RUN);
    }

    fn copy(&self, host: &mut Host) {
        let (src, dst) = (self.from.addr(host) + SKEW as u64, self.to.addr(host));
        let addresses = [src, dst + 2 * SKEW as u64].map(|at| [at & 0xFFFF_FFFF, at >> 32]);
        for (at, word) in (PAGE..).step_by(4).zip(addresses.as_flattened()) {
            host.write_user(at, u32::try_from(*word).unwrap());
        }
        host.write_user(LENGTH, u32::try_from(COPY_BYTES).unwrap());
        let spaces = u32::from(self.from.of_card()) | u32::from(self.to.of_card()) << 1;
        host.write_user(SPACES, spaces);
        host.write_user(COPY_CONTROL, 1);
    }
}

fn pieces(src: u64, dst: u64, apart: u64) -> Vec<Piece> {
    let piece = |n: u32| {
        let at = apart * u64::from(n);
        let flags = if n + 1 == DESCRIPTORS { D_LAST } else { 0 };
        Piece { flags, len: LEN, src: src + at, dst: dst + at }
    };
    (0..DESCRIPTORS).map(piece).collect()
}

/// All of them, begun.
struct All {
    /// H2C, C2H, copy.
    ways: [Way; 3],
    packet: Vec<u8>,
}

const KINDS: [(At, At); 3] = [
    (At::Host(HOST[4]), At::Card(CARD[4])),
    (At::Card(CARD[5]), At::Host(HOST[5])),
    (At::Host(HOST[4]), At::Host(HOST[5])),
];
/// Channels by the order in which this file has them: H2C, C2H, and the stream there and back.
const CHANNELS: [u32; 4] = [h2c(0), c2h(0), h2c(2), c2h(2)];

impl All {
    fn begin(host: &mut Host, kind: usize) -> Self {
        let h2c = Way::new(host, At::Host(HOST[0]), At::Card(CARD[0]));
        let c2h = Way::new(host, At::Card(CARD[1]), At::Host(HOST[1]));
        let copy = Way::new(host, KINDS[kind].0, KINDS[kind].1);
        let packet = host.fill(HOST[2], BYTES);
        host.fill(HOST[3], ROOM);
        host.put(RESULTS, &[0; 32 * DESCRIPTORS as usize]);
        for channel in CHANNELS {
            clear_run(host, channel);
        }
        // Each buffer of the stream has its result in a place of its own.
        let mut back = pieces(0, host.bus(HOST[3]), u64::from(LEN));
        for (piece, at) in back.iter_mut().zip((RESULTS..).step_by(32)) {
            piece.src = host.bus(at);
        }
        host.start(CHANNELS[3], RINGS[3], &back, LOG_ALL | RUN);
        let there = pieces(host.bus(HOST[2]), 0, u64::from(LEN));
        h2c.run(host, CHANNELS[0], RINGS[0]);
        copy.copy(host);
        c2h.run(host, CHANNELS[1], RINGS[1]);
        host.start(CHANNELS[2], RINGS[2], &there, LOG_ALL | RUN);
        Self { ways: [h2c, c2h, copy], packet }
    }

    /// What has arrived of each is what it says, and it says what it should.
    fn check(&self, host: &mut Host, stopped: [bool; 5], what: &str) -> [usize; 5] {
        let mut arrived = [0; 5];
        for n in 0..4 {
            let who = format!("{what}: channel {:#x}", CHANNELS[n]);
            arrived[n] = of_run(host, CHANNELS[n]);
            let whole = arrived[n] == BYTES;
            assert!(whole || stopped[n], "{who}: {} bytes", arrived[n]);
            let status = host.read(CHANNELS[n] + STATUS);
            // A stream that ends with its packet, cut somewhere else, has filled what it has filled.
            let wanted = if whole { DONE } else { IDLE_STOPPED };
            assert_eq!(status & !BUSY, status, "{who}: busy");
            assert_eq!(status, wanted, "{who}: {} bytes", arrived[n]);
        }
        let status = host.read_user(COPY_STATUS);
        assert_eq!(status & (COPY_BUSY | COPY_DONE), COPY_DONE, "{what}: copy {status:#x}");
        arrived[4] = host.read_user(MOVED) as usize;
        let whole = arrived[4] == COPY_BYTES;
        assert!(whole || stopped[4], "{what}: copy of {} bytes", arrived[4]);
        assert_eq!(status >> 8, if whole { 0 } else { ABORTED }, "{what}: {} bytes", arrived[4]);
        for (way, n) in self.ways.iter().zip([0, 1, 4]) {
            way.compare(host, arrived[n], &format!("{what}: who {n}"));
        }
        assert!(host.get(HOST[2], BYTES) == self.packet, "{what}: what was sent");
        arrived
    }

    /// What came out of the stream by then, by its results.
    fn received(&self, host: &mut Host, what: &str) -> (Vec<u8>, bool) {
        let mut bytes = Vec::new();
        let mut ended = false;
        for n in 0..DESCRIPTORS as usize {
            let (word, len) = (host.word(RESULTS + 32 * n), host.word(RESULTS + 32 * n + 4));
            if word == 0 {
                break;
            }
            assert!(!ended && word >> 16 == 0x52B4 && len <= LEN, "{what}: {word:#x}, {len}");
            bytes.extend(host.get(HOST[3] + n * LEN as usize, len as usize));
            ended = word & 1 == 1;
        }
        assert!(self.packet.starts_with(&bytes), "{what}: what came back");
        (bytes, ended)
    }
}

fn of_run(host: &mut Host, channel: u32) -> usize {
    let count = host.read(channel + COMPLETED_COUNT);
    let partial = host.read(channel + PARTIAL_BYTES);
    assert!(partial < LEN);
    (count * LEN + partial) as usize
}

/// Everything moves as if nothing had been.
fn assert_fresh(host: &mut Host, kind: usize, what: &str) {
    let what = format!("{what}: afterwards");
    let all = All::begin(host, kind);
    host.settle();
    all.check(host, [false; 5], &what);
    let (bytes, ended) = all.received(host, &what);
    assert!(bytes == all.packet && ended, "{what}: {} bytes", bytes.len());
    for header in [XDMA, COPY, LOOPBACK] {
        assert_eq!(host.read_user(header + RESTS), 0, "{what}");
    }
}

fn errors(host: &mut Host) -> [u32; COUNTED.len()] {
    COUNTED.map(|index| host.read_user(0x0100 + 8 * index))
}

fn hold(host: &mut Host, headers: &[u32], held: bool) {
    for header in headers {
        host.write_user(header + HOLD, u32::from(held));
    }
}

fn moments(step: usize, mut body: impl FnMut(usize, u64, &str)) {
    for kind in 0..3 {
        for moment in (0..1500).step_by(step) {
            body(kind, moment, &format!("kind {kind}, cycle {moment}"));
        }
    }
}

/// Who has not moved everything.
fn cut_short(cut: &mut [bool; 5], arrived: [usize; 5]) {
    for (n, (cut, arrived)) in cut.iter_mut().zip(arrived).enumerate() {
        *cut |= arrived < if n == 4 { COPY_BYTES } else { BYTES };
    }
}

/// An abort, or QUIESCE of its header alone: nobody else notices.
fn a_copy_that_is_cut_is_cut_alone(host: &mut Host) {
    let (before, mut cut) = (errors(host), false);
    moments(193, |kind, moment, what| {
        let all = All::begin(host, kind);
        host.advance(moment);
        if moment % 2 == 0 {
            host.write_user(COPY_CONTROL, 2);
        } else {
            hold(host, &[COPY], true);
            hold(host, &[COPY], false);
        }
        host.settle();
        cut |= all.check(host, [false, false, false, false, true], what)[4] < COPY_BYTES;
        let (bytes, ended) = all.received(host, what);
        assert!(bytes == all.packet && ended, "{what}: {} bytes", bytes.len());
        assert_fresh(host, kind, what);
    });
    assert!(cut, "each copy was over");
    assert_eq!(errors(host), before, "refusals that nobody has made");
    host.assert_no_messages();
}

/// Both front ends told to rest: all of it stops where it is, and the rest of the packet is still there.
fn front_ends_that_are_told_to_rest_together_stop_with_what_they_say(host: &mut Host) {
    let (before, mut cut) = (errors(host), [false; 5]);
    moments(199, |kind, moment, what| {
        let all = All::begin(host, kind);
        host.advance(moment);
        let headers = if moment % 2 == 0 { [XDMA, COPY] } else { [COPY, XDMA] };
        hold(host, &headers, true);
        host.settle();
        for header in headers {
            assert_eq!(host.read_user(header + RESTS), 0, "{what}: {header:#x}");
        }
        let arrived = all.check(host, [true; 5], what);
        cut_short(&mut cut, arrived);
        hold(host, &headers, false);
        host.settle();
        assert_eq!(all.check(host, [true; 5], what), arrived, "{what}: released");
        // What went in comes out, in one packet.
        let (mut bytes, ended) = all.received(host, what);
        assert_eq!(bytes.len(), arrived[3], "{what}: results and counts");
        if !ended && arrived[2] > 0 {
            bytes.extend(receive_packet(host, 2));
        }
        assert_eq!(bytes.len(), arrived[2], "{what}: what went in");
        assert!(all.packet.starts_with(&bytes), "{what}: what came out");
        assert_fresh(host, kind, what);
    });
    assert_eq!(cut, [true; 5], "who was cut at some moment");
    assert_eq!(errors(host), before, "refusals that nobody has made");
    host.assert_no_messages();
}

/// All that there is told to rest, in any order: what is in the streams is dropped.
fn all_that_is_told_to_rest_rests_and_works_again(host: &mut Host) {
    let (before, mut cut) = (errors(host), [false; 5]);
    moments(211, |kind, moment, what| {
        let all = All::begin(host, kind);
        host.advance(moment);
        let mut headers = [XDMA, COPY, LOOPBACK];
        headers.rotate_left(usize::try_from(moment % 3).unwrap());
        hold(host, &headers, true);
        host.settle();
        for header in headers {
            assert_eq!(host.read_user(header + RESTS), 0, "{what}: {header:#x}");
        }
        let arrived = all.check(host, [true; 5], what);
        cut_short(&mut cut, arrived);
        assert_eq!(all.received(host, what).0.len(), arrived[3], "{what}: results and counts");
        host.settle();
        hold(host, &headers, false);
        host.settle();
        assert_eq!(all.check(host, [true; 5], what), arrived, "{what}: released");
        // A packet that was cut has its end still to come, where its channel has one.
        drain(host, what);
        packet_goes_through(host, 2, 700);
        assert_fresh(host, kind, what);
    });
    assert_eq!(cut, [true; 5], "who was cut at some moment");
    assert_eq!(errors(host), before, "refusals that nobody has made");
    host.assert_no_messages();
}

/// Takes what is left of a packet that was cut, less than a beat.
fn drain(host: &mut Host, what: &str) {
    let end = Piece { flags: D_LAST, len: 64, src: host.bus(HOST[2]), dst: 0 };
    clear_run(host, h2c(2));
    host.start(h2c(2), RINGS[2], &[end], LOG_ALL | RUN);
    let first = receive_packet(host, 2);
    if !first.ends_with(&host.get(HOST[2], 64)) {
        let second = receive_packet(host, 2);
        assert!(second == host.get(HOST[2], 64), "{what}: {} bytes behind a cut", second.len());
    }
    assert!(first.len() < 128, "{what}: {} bytes were not dropped", first.len());
}

/// A reset at any moment; nothing of before is in what comes after.
fn a_reset_in_the_middle_of_all_leaves_nothing(host: &mut Host) {
    moments(223, |kind, moment, what| {
        All::begin(host, kind);
        host.advance(moment);
        host.card.reset().unwrap();
        assert_fresh(host, kind, what);
        assert_eq!(errors(host), [0; COUNTED.len()], "{what}");
    });
    host.assert_no_messages();
}

on_cards!(
    own_bars = "loopback", one_bar = "loopback-shell":
    a_copy_that_is_cut_is_cut_alone,
    front_ends_that_are_told_to_rest_together_stop_with_what_they_say,
    all_that_is_told_to_rest_rests_and_works_again,
    a_reset_in_the_middle_of_all_leaves_nothing,
);
