// SPDX-License-Identifier: Apache-2.0
//! Two front ends on one mover: whichever of them is stopped, at whatever moment, ends for itself, and the other whole.
//!
//! The channel moves three short descriptors, the front end `copy` some bytes more between the same spaces, begun together.

use crate::bench::{
    BUSY, COMPLETED, COMPLETED_COUNT, CONTROL, D_LAST, Host, IDLE_STOPPED, LOG_ALL, PARTIAL_BYTES,
    Piece, READ_ERROR, RUN, STATUS, STOPPED, WRITE_ERROR, c2h, h2c,
};
use crate::faults::{
    self, ARM, COUNT, DATA_ACCESS, HITS, KIND, NEVER_ANSWERED, POISONED, READS, SELECT, SKIP,
    UNSUPPORTED, WRITES,
};
use crate::stops::clear_run;

// The page of `copy`, typed by hand.
const PAGE: u32 = 0x3000;
const SRC: u32 = PAGE;
const DST: u32 = PAGE + 0x08;
const LENGTH: u32 = PAGE + 0x10;
const SPACES: u32 = PAGE + 0x14;
const COPY_CONTROL: u32 = PAGE + 0x18;
const COPY_STATUS: u32 = PAGE + 0x1C;
const BAD: u32 = PAGE + 0x20;
const MOVED: u32 = PAGE + 0x28;
const GO: u32 = 1;
const ABORT: u32 = 2;
const COPY_BUSY: u32 = 1;
const COPY_DONE: u32 = 2;
const ABORTED: u32 = 13;
/// QUIESCE of its header, its interrupt line, and where lines are enabled and given their vectors.
const COPY_HOLD: u32 = 0x0500 + 0x30;
const LINE: u32 = 4;
const USER_ENABLE: u32 = 0x2004;
const USER_VECTORS: u32 = 0x2080;
/// Counter of register accesses that went wrong.
const MMIO_ERRORS: u32 = 0x0100 + 8 * 11;

const DONE: u32 = STOPPED | COMPLETED;
const RING: usize = 0x4000;
const LEN: u32 = 300;
const DESCRIPTORS: u32 = 3;
const RUN_BYTES: usize = (LEN * DESCRIPTORS) as usize;
const COPY_BYTES: usize = 700;
/// Bytes around each destination that are looked at with it.
const ROOM: usize = 1024;

/// Bytes of the longest burst.
const MOST_BURST: u64 = 1024;

/// Where the channel and the copy go from and to: host memory, and the card's.
const HOST: [usize; 2] = [0x1_0000, 0x2_0000];
const CARD: [u64; 2] = [0x4_0000, 0x5_0000];
/// Bytes in front of the first, so that nothing is aligned.
const SKEW: [usize; 2] = [3, 61];

/// A direction, with what is there before.
struct Beside {
    to_card: bool,
    sent: [Vec<u8>; 2],
    before: [Vec<u8>; 2],
}

impl Beside {
    fn prepare(host: &mut Host, to_card: bool) -> Self {
        let mut sent = [const { Vec::new() }; 2];
        let mut before = [const { Vec::new() }; 2];
        for n in 0..2 {
            (sent[n], before[n]) = if to_card {
                (host.fill(HOST[n], ROOM), host.fill_card(CARD[n], ROOM))
            } else {
                (host.fill_card(CARD[n], ROOM), host.fill(HOST[n], ROOM))
            };
        }
        Self { to_card, sent, before }
    }

    const fn channel(&self) -> u32 {
        if self.to_card { h2c(0) } else { c2h(0) }
    }

    fn ends(&self, host: &Host, n: usize) -> (u64, u64) {
        let (memory, card) = (host.bus(HOST[n] + SKEW[n]), CARD[n] + SKEW[1 - n] as u64);
        if self.to_card { (memory, card) } else { (card, memory) }
    }

    fn run(&self, host: &mut Host) {
        let (src, dst) = self.ends(host, 0);
        let pieces: Vec<_> = (0..DESCRIPTORS)
            .map(|n| Piece {
                flags: if n + 1 == DESCRIPTORS { D_LAST } else { 0 },
                len: LEN,
                src: src + u64::from(n * LEN),
                dst: dst + u64::from(n * LEN),
            })
            .collect();
        host.start(self.channel(), RING, &pieces, LOG_ALL | RUN);
    }

    fn copy(&self, host: &mut Host) {
        let (src, dst) = self.ends(host, 1);
        let words = [src, dst].map(|address| [address & 0xFFFF_FFFF, address >> 32]);
        for (at, word) in (SRC..).step_by(4).zip(words.as_flattened()) {
            host.write_user(at, u32::try_from(*word).unwrap());
        }
        assert_eq!(DST, SRC + 8);
        host.write_user(LENGTH, u32::try_from(COPY_BYTES).unwrap());
        host.write_user(SPACES, if self.to_card { 2 } else { 1 });
        host.write_user(COPY_CONTROL, GO);
    }

    /// Of each the first so many bytes have arrived, and nothing else.
    fn compare(&self, host: &mut Host, arrived: [usize; 2], what: &str) {
        for (n, bytes) in arrived.into_iter().enumerate() {
            self.compare_one(host, n, bytes, what);
        }
    }

    /// The same of one of them.
    fn compare_one(&self, host: &mut Host, n: usize, arrived: usize, what: &str) {
        let got = self.look(host, n);
        let wanted = self.with(n, arrived);
        let wrong = got.iter().zip(&wanted).position(|(got, wanted)| got != wanted);
        let who = ["channel", "copy"][n];
        assert_eq!(wrong, None, "{what}: {who}, {arrived} bytes: first that differs");
    }

    /// The first so many bytes of one that has failed have arrived; behind them others may have, each where it belongs.
    fn begins(&self, host: &mut Host, n: usize, arrived: usize, what: &str) {
        let (got, least) = (self.look(host, n), self.with(n, arrived));
        let most = self.with(n, [RUN_BYTES, COPY_BYTES][n]);
        let wrong = (0..ROOM).find(|at| ![least[*at], most[*at]].contains(&got[*at]));
        assert_eq!(wrong, None, "{what}: {arrived} bytes at least: first that differs");
    }

    fn look(&self, host: &mut Host, n: usize) -> Vec<u8> {
        if self.to_card { host.get_card(CARD[n], ROOM) } else { host.get(HOST[n], ROOM) }
    }

    /// What is there when so many bytes have arrived.
    fn with(&self, n: usize, arrived: usize) -> Vec<u8> {
        let mut there = self.before[n].clone();
        let (from, to) = (SKEW[n], SKEW[1 - n]);
        let (from, to) = if self.to_card { (from, to) } else { (to, from) };
        there[to..][..arrived].copy_from_slice(&self.sent[n][from..][..arrived]);
        there
    }
}

/// Bytes of the run that have arrived.
fn of_run(host: &mut Host, channel: u32) -> usize {
    let count = host.read(channel + COMPLETED_COUNT);
    let partial = host.read(channel + PARTIAL_BYTES);
    assert!(partial < LEN);
    (count * LEN + partial) as usize
}

/// Cause of the copy's end, and bytes of it that have arrived.
fn of_copy(host: &mut Host) -> (u32, usize) {
    let status = host.read_user(COPY_STATUS);
    assert_eq!(status & (COPY_BUSY | COPY_DONE), COPY_DONE, "{status:#x}");
    (status >> 8, host.read_user(MOVED) as usize)
}

/// Both whole, as if nothing had been.
fn assert_fresh(host: &mut Host, to_card: bool, what: &str) {
    let beside = Beside::prepare(host, to_card);
    clear_run(host, beside.channel());
    beside.run(host);
    beside.copy(host);
    host.settle();
    assert_eq!(host.read(beside.channel() + STATUS), DONE, "{what}: afterwards");
    assert_eq!(of_copy(host), (0, COPY_BYTES), "{what}: afterwards");
    beside.compare(host, [RUN_BYTES, COPY_BYTES], what);
}

/// Begins both, in the one order or in the other.
fn begin(host: &mut Host, beside: &Beside, copy_first: bool) {
    clear_run(host, beside.channel());
    if copy_first {
        beside.copy(host);
        beside.run(host);
    } else {
        beside.run(host);
        beside.copy(host);
    }
}

/// Moments, in cycles: the bodies differ in how many matter.
const MOMENTS: u64 = 700;
const APART: usize = 31;

fn at_every_moment(host: &mut Host, mut body: impl FnMut(&mut Host, bool, bool, u64, &str)) {
    for to_card in [true, false] {
        for copy_first in [true, false] {
            for moment in (0..MOMENTS).step_by(APART) {
                let what = format!("to card: {to_card}, copy first: {copy_first}, cycle {moment}");
                body(host, to_card, copy_first, moment, &what);
            }
        }
    }
}

/// Aborted, or told to rest and released again at once: it ends once, with one message.
fn a_copy_that_is_cut_leaves_the_channel_alone(host: &mut Host) {
    const VECTOR: u32 = 9;
    host.unmask_vectors();
    host.write(USER_VECTORS + LINE / 4 * 4, VECTOR << (8 * (LINE % 4)));
    host.write(USER_ENABLE, 1 << LINE);
    let mut held = false;
    at_every_moment(host, |host, to_card, copy_first, moment, what| {
        held = !held;
        let beside = Beside::prepare(host, to_card);
        begin(host, &beside, copy_first);
        host.advance(moment);
        if held {
            host.write_user(COPY_HOLD, 1);
            host.write_user(COPY_HOLD, 0);
        } else {
            host.write_user(COPY_CONTROL, ABORT);
        }
        host.settle();
        let (cause, moved) = of_copy(host);
        assert!(cause == if moved == COPY_BYTES { 0 } else { ABORTED }, "{what}: cause {cause}");
        host.wait_message(VECTOR as usize);
        host.assert_no_messages();
        assert_eq!(host.read(beside.channel() + STATUS), DONE, "{what}");
        assert_eq!(of_run(host, beside.channel()), RUN_BYTES, "{what}");
        beside.compare(host, [RUN_BYTES, moved], what);
        assert_fresh(host, to_card, what);
        host.wait_message(VECTOR as usize);
        host.assert_no_messages();
    });
}

fn a_channel_that_is_stopped_leaves_the_copy_alone(host: &mut Host) {
    at_every_moment(host, |host, to_card, copy_first, moment, what| {
        let beside = Beside::prepare(host, to_card);
        begin(host, &beside, copy_first);
        host.advance(moment);
        clear_run(host, beside.channel());
        host.settle();
        assert_eq!(of_copy(host), (0, COPY_BYTES), "{what}");
        let arrived = of_run(host, beside.channel());
        let wanted = if arrived == RUN_BYTES { DONE } else { IDLE_STOPPED };
        assert_eq!(host.read(beside.channel() + STATUS), wanted, "{what}: {arrived} bytes");
        beside.compare(host, [arrived, COPY_BYTES], what);
        assert_fresh(host, to_card, what);
    });
}

/// Stopped, and started again in the next store.
fn a_channel_that_is_restarted_at_once_moves_all_of_its_new_run(host: &mut Host) {
    at_every_moment(host, |host, to_card, copy_first, moment, what| {
        let beside = Beside::prepare(host, to_card);
        begin(host, &beside, copy_first);
        host.advance(moment);
        let channel = beside.channel();
        clear_run(host, channel);
        host.write(channel + CONTROL, LOG_ALL | RUN);
        host.settle();
        assert_eq!(host.read(channel + STATUS), DONE, "{what}");
        assert_eq!(of_run(host, channel), RUN_BYTES, "{what}");
        assert_eq!(of_copy(host), (0, COPY_BYTES), "{what}");
        beside.compare(host, [RUN_BYTES, COPY_BYTES], what);
    });
}

/// Aborted, and begun again in the next store: refused and counted, or whole.
fn a_copy_that_is_begun_at_once_after_an_abort_is_refused_or_whole(host: &mut Host) {
    let mut seen = [0; 2];
    at_every_moment(host, |host, to_card, copy_first, moment, what| {
        let beside = Beside::prepare(host, to_card);
        begin(host, &beside, copy_first);
        host.advance(moment);
        let errors = host.read_user(MMIO_ERRORS);
        host.write_user(COPY_CONTROL, ABORT);
        host.write_user(COPY_CONTROL, GO);
        host.settle();
        let refused = host.read_user(MMIO_ERRORS) - errors;
        let (cause, moved) = of_copy(host);
        let wanted = if refused == 0 || moved == COPY_BYTES { 0 } else { ABORTED };
        assert_eq!(cause, wanted, "{what}: {refused} refused, {moved} bytes");
        assert!(refused == 1 || moved == COPY_BYTES, "{what}: {refused} refused, {moved} bytes");
        seen[refused as usize] += 1;
        assert_eq!(host.read(beside.channel() + STATUS), DONE, "{what}");
        beside.compare(host, [RUN_BYTES, moved], what);
    });
    assert!(seen[0] > 0, "{seen:?}");
}

/// A GO that is refused is no reason to overlook the ABORT beside it.
fn an_abort_that_comes_with_a_refused_go_ends_the_copy(host: &mut Host) {
    for to_card in [true, false] {
        let beside = Beside::prepare(host, to_card);
        let errors = host.read_user(MMIO_ERRORS);
        beside.copy(host);
        host.write_user(COPY_CONTROL, GO | ABORT);
        host.settle();
        assert_eq!(host.read_user(MMIO_ERRORS), errors + 1, "GO is refused");
        let (cause, moved) = of_copy(host);
        assert_eq!(cause, ABORTED, "to card: {to_card}, {moved} bytes");
        assert!(moved < COPY_BYTES);
        beside.compare(host, [0, moved], "abort");
    }
}

/// Every data access of the two is refused once: whose it was says so, and the other one is whole.
fn a_refused_access_is_told_to_whose_it_was(host: &mut Host) {
    for to_card in [true, false] {
        for (kind, bit, cause) in [(UNSUPPORTED, 0, 1), (faults::ABORT, 1, 2), (POISONED, 3, 5)] {
            let select = DATA_ACCESS | if to_card { READS } else { WRITES };
            if kind == POISONED && !to_card {
                continue;
            }
            let group = if to_card { READ_ERROR } else { WRITE_ERROR };
            let mut hit = [0; 2];
            for (place, copy_first) in (0..20).flat_map(|place| [(place, true), (place, false)]) {
                let what =
                    format!("kind {kind}, to card: {to_card}, copy first: {copy_first}, {place}");
                let beside = Beside::prepare(host, to_card);
                let channel = beside.channel();
                clear_run(host, channel);
                for (register, value) in
                    [(KIND, kind), (SELECT, select), (SKIP, place), (COUNT, 1), (ARM, 1)]
                {
                    host.write_user(register, value);
                }
                begin(host, &beside, copy_first);
                host.settle();
                if host.read_user(HITS) == 0 {
                    host.write_user(ARM, 0);
                    continue;
                }
                let status = host.read(channel + STATUS);
                let (ended, moved) = of_copy(host);
                let bad = u64::from(host.read_user(BAD + 4)) << 32 | u64::from(host.read_user(BAD));
                let arrived = of_run(host, channel);
                assert_eq!(status & BUSY, 0, "{what}");
                if status == DONE {
                    hit[1] += 1;
                    assert_eq!((arrived, ended), (RUN_BYTES, cause), "{what}");
                    let memory = host.bus(HOST[1] + SKEW[1]);
                    // The burst may have brought something before it failed.
                    let burst = bad..=bad + MOST_BURST;
                    assert!(bad >= memory && burst.contains(&(memory + moved as u64)), "{what}");
                    beside.compare_one(host, 0, RUN_BYTES, &what);
                    beside.begins(host, 1, moved, &what);
                } else {
                    hit[0] += 1;
                    assert_eq!(status, 1 << (group + bit), "{what}");
                    assert_eq!((ended, moved), (0, COPY_BYTES), "{what}");
                    beside.compare_one(host, 1, COPY_BYTES, &what);
                    beside.begins(host, 0, arrived, &what);
                }
                assert_fresh(host, to_card, &what);
            }
            assert!(hit[0] > 0 && hit[1] > 0, "kind {kind}, to card: {to_card}: {hit:?}");
        }
    }
}

/// A reset in the middle of both, with stores on their way and others right behind it.
fn a_reset_in_the_middle_of_both_leaves_nothing(host: &mut Host) {
    at_every_moment(host, |host, to_card, copy_first, moment, what| {
        let beside = Beside::prepare(host, to_card);
        begin(host, &beside, copy_first);
        host.advance(moment);
        // These are lost with it.
        clear_run(host, beside.channel());
        beside.run(host);
        beside.copy(host);
        host.card.reset().unwrap();
        let beside = Beside::prepare(host, to_card);
        beside.run(host);
        beside.copy(host);
        host.settle();
        assert_eq!(host.read(beside.channel() + STATUS), DONE, "{what}");
        assert_eq!(of_copy(host), (0, COPY_BYTES), "{what}");
        beside.compare(host, [RUN_BYTES, COPY_BYTES], what);
    });
}

/// One of the two waits for an answer that never comes, and keeps the mover where it is shared (the RTL): the other one comes to
/// rest all the same when it is told to, with nothing moved, and whoever uses another mover works on.
fn who_waits_for_the_mover_in_vain_comes_to_rest_when_told_to(host: &mut Host) {
    for to_card in [true, false] {
        for copy_is_stuck in [true, false] {
            let what = format!("to card: {to_card}, the copy is stuck: {copy_is_stuck}");
            host.card.reset().unwrap();
            let beside = Beside::prepare(host, to_card);
            let select = DATA_ACCESS | if to_card { READS } else { WRITES };
            for (register, value) in
                [(KIND, NEVER_ANSWERED), (SELECT, select), (SKIP, 0), (COUNT, 1), (ARM, 1)]
            {
                host.write_user(register, value);
            }
            if copy_is_stuck {
                beside.copy(host);
            } else {
                beside.run(host);
            }
            host.settle();
            assert_eq!(host.read_user(HITS), 1, "{what}");
            if copy_is_stuck {
                beside.run(host);
            } else {
                beside.copy(host);
            }
            host.settle();
            let channel = beside.channel();
            let arrived = if copy_is_stuck {
                clear_run(host, channel);
                host.settle();
                assert_eq!(host.read_user(COPY_STATUS) & COPY_BUSY, COPY_BUSY, "{what}");
                let arrived = of_run(host, channel);
                let wanted = if arrived == 0 { IDLE_STOPPED } else { DONE };
                assert_eq!(host.read(channel + STATUS), wanted, "{what}");
                arrived
            } else {
                host.write_user(COPY_CONTROL, ABORT);
                host.settle();
                assert_eq!(host.read(channel + STATUS), BUSY, "{what}");
                let (cause, moved) = of_copy(host);
                assert_eq!(cause, if moved == 0 { ABORTED } else { 0 }, "{what}");
                moved
            };
            let whole = if copy_is_stuck { RUN_BYTES } else { COPY_BYTES };
            assert!([0, whole].contains(&arrived), "{what}: {arrived}");
            beside.compare_one(host, usize::from(!copy_is_stuck), arrived, &what);
            // The other direction has movers of its own.
            if !copy_is_stuck {
                assert_fresh(host, !to_card, &what);
            }
            host.card.reset().unwrap();
            assert_fresh(host, to_card, &what);
        }
    }
}

on_both!(
    "loopback":
    a_copy_that_is_cut_leaves_the_channel_alone,
    a_channel_that_is_stopped_leaves_the_copy_alone,
    a_channel_that_is_restarted_at_once_moves_all_of_its_new_run,
    a_copy_that_is_begun_at_once_after_an_abort_is_refused_or_whole,
    an_abort_that_comes_with_a_refused_go_ends_the_copy,
    a_refused_access_is_told_to_whose_it_was,
    who_waits_for_the_mover_in_vain_comes_to_rest_when_told_to,
    a_reset_in_the_middle_of_both_leaves_nothing,
);
