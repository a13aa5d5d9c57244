// SPDX-License-Identifier: Apache-2.0
//! Copies at the edges of everything: ranges that end where something ends, both bits of CONTROL at once, registers in pairs.

use forebay_bus::{Bar, CardExt, LinkParams};
use forebay_regs::user::copy::status::cause;
use forebay_regs::user::{copy, stream};
use forebay_regs::{card, cards, user};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

use crate::common::wrong::check_memory;
use crate::common::{on_every_card, pattern};
use crate::copies::{BUILD, Bench, End, GUARD, Job, ROOM, WAYS, Way, begin};

/// Bytes of a copy that is under way for some time.
const LONG: usize = 1 << 18;
const GO: u32 = copy::control::GO.mask();
const ABORT: u32 = copy::control::ABORT.mask();

/// GO is refused while a copy is under way, whatever comes with it; ABORT is not, whatever it comes with.
fn an_abort_that_comes_with_go_is_not_lost(body: &str) {
    let bench = Bench::open(body);
    for (way, seed) in WAYS.into_iter().zip(110..) {
        let data = bench.prepare(way, LONG, seed);
        let job = bench.job(way, (3, 1), LONG);
        let errors = bench.counts()[5];
        bench.go(job);
        bench.write(copy::CONTROL, GO | ABORT);
        assert_eq!(bench.counts()[5], errors + 1, "{body}: {way:?}: GO is refused");
        let End { cause, moved, .. } = bench.end();
        assert_eq!(cause, cause::ABORTED, "{body}: {way:?}");
        assert!(moved < job.bytes, "{body}: {way:?}");
        bench.compare(way, (3, 1), moved, &data, body);
        // At rest it begins one that is called off.
        bench.write(copy::CONTROL, GO | ABORT);
        assert_eq!(bench.end(), End::refused(cause::ABORTED), "{body}: {way:?}");
        bench.check(65, (3, 1), body);
    }
}

/// Two registers at once are the low one, then the high one; so are GO and what clears the DONE of the copy before.
fn registers_in_pairs_are_one_after_the_other(body: &str) {
    let name = format!("{body}:{BUILD}");
    let mut card = forebay_sim::open(&name, LinkParams::default(), None).unwrap();
    let memory = card.host().clone();
    let (from, to) = (memory.share(4096).unwrap(), memory.share(4096).unwrap());
    let data = pattern(4096, 120);
    from.write(0, &data).unwrap();
    let page = u64::from(cards::COPY.page);
    let pairs = begin(Job { src: from.addr() + 1, dst: to.addr() + 2, bytes: 4000, spaces: 0 });
    let go = [pairs[6], (copy::STATUS, copy::status::DONE.mask())];
    for [low, high] in pairs[..6].as_chunks::<2>().0.iter().copied().chain([go]) {
        let both = u64::from(high.1) << 32 | u64::from(low.1);
        card.mmio_write(Bar::User, page + u64::from(low.0), &both.to_le_bytes()).unwrap();
    }
    let mut both = [0; 8];
    card.mmio_read(Bar::User, page + u64::from(copy::LENGTH), &mut both).unwrap();
    assert_eq!(u64::from_le_bytes(both), 4000, "{body}: length, and both in the host");
    card.advance(100_000).unwrap();
    let status = card.read32(Bar::User, cards::COPY.page + copy::STATUS).unwrap();
    assert_eq!(status, copy::status::DONE.mask(), "{body}");
    let mut got = vec![0; 4096];
    to.read(0, &mut got).unwrap();
    assert!(got[2..4002] == data[1..4001] && got[4002..].iter().all(|b| *b == 0), "{body}");
}

/// What may become of a copy, and at most how many of its bytes arrive.
struct Fate {
    causes: Vec<u32>,
    most: u64,
}

/// How many bytes from `at` on somebody takes or gives, and what refuses those behind.
fn reach(bench: &Bench, card_side: bool, write: bool, at: u64) -> (u64, u32) {
    let memory = u64::from(bench.device.identity().mem_bytes);
    let ports = u64::from(card::STREAM_PORT.base());
    let behind = u64::from(card::STREAM_PORT.at(card::STREAM_PORT.count()));
    if card_side {
        return match at {
            _ if at < memory => (memory - at, cause::CARD_DECODE),
            _ if (ports..behind).contains(&at) && write => (behind - at, cause::CARD_DECODE),
            _ if (ports..behind).contains(&at) => (0, cause::CARD_SLAVE),
            _ => (0, cause::CARD_DECODE),
        };
    }
    let shared = [&bench.from, &bench.to];
    let own = shared.iter().find(|own| (own.addr()..own.addr() + ROOM as u64).contains(&at));
    (own.map_or(0, |own| own.addr() + ROOM as u64 - at), cause::HOST_DECODE)
}

fn fate(bench: &Bench, job: Job) -> Fate {
    let spaces = |mask: u32| job.spaces & mask != 0;
    let (src_card, dst_card) =
        (spaces(copy::spaces::SRC_CARD.mask()), spaces(copy::spaces::DST_CARD.mask()));
    let bytes = u64::from(job.bytes);
    let ends = [job.src, job.dst].map(|at| u128::from(at) + u128::from(bytes));
    let refused = |cause| Fate { causes: vec![cause], most: 0 };
    if bytes == 0 {
        return refused(cause::ZERO_LENGTH);
    }
    if ends.iter().any(|end| *end > 1 << 64) {
        return refused(cause::WRAPS);
    }
    if src_card == dst_card && u128::from(job.src) < ends[1] && u128::from(job.dst) < ends[0] {
        return refused(cause::OVERLAPS);
    }
    if src_card && dst_card {
        return refused(cause::NO_PATH);
    }
    let halves = [reach(bench, src_card, false, job.src), reach(bench, dst_card, true, job.dst)];
    let causes: Vec<_> =
        halves.iter().filter(|(there, _)| *there < bytes).map(|(_, cause)| *cause).collect();
    let most = halves.iter().map(|(there, _)| *there).fold(bytes, u64::min);
    Fate { causes: if causes.is_empty() { vec![cause::DONE_WHOLE] } else { causes }, most }
}

fn ranges_at_every_edge_end_as_they_must_and_touch_nothing_else(body: &str) {
    let bench = Bench::open(body);
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(130);
    // Ports throw away what comes, so there is always room.
    for port in 0..card::STREAM_PORT.count() {
        let control = user::STREAM.at(port) + stream::CONTROL;
        bench.device.write32(Bar::User, control, stream::control::FLUSH.mask()).unwrap();
    }
    let room = ROOM;
    let end_of = |base: u64, bytes: u64| base.wrapping_add(bytes);
    let memory = u64::from(bench.device.identity().mem_bytes);
    let edges = [
        (bench.from.addr(), false),
        (end_of(bench.from.addr(), room as u64), false),
        (bench.to.addr(), false),
        (end_of(bench.to.addr(), room as u64), false),
        (0, false),
        (0, true),
        (memory, true),
        (card::STREAM_PORT.at(0).into(), true),
        (card::STREAM_PORT.at(1).into(), true),
        (card::STREAM_PORT.at(card::STREAM_PORT.count()).into(), true),
    ];
    let sent = pattern(room, 131);
    let guard = vec![GUARD; room];
    let cases = if body == "rtl" { 60 } else { 400 };
    for case in 0..cases {
        bench.from.write(0, &sent).unwrap();
        bench.to.write(0, &guard).unwrap();
        let mut place = || {
            let (edge, of_card) = *edges.choose(&mut rng).unwrap();
            let away = *[0, 1, 63, 64, 65, 4096, 8191].choose(&mut rng).unwrap();
            // In front of shared memory may be somebody else's; behind it is nobody's.
            let begins = !of_card && [bench.from.addr(), bench.to.addr()].contains(&edge);
            let behind = begins || rng.random();
            (if behind { edge.wrapping_add(away) } else { edge.wrapping_sub(away) }, of_card)
        };
        let ((src, src_card), (dst, dst_card)) = (place(), place());
        let bytes = *[0, 1, 2, 63, 64, 65, 128, 4095, 4097, 9000].choose(&mut rng).unwrap();
        let spaces = copy::spaces::SRC_CARD.put(src_card.into())
            | copy::spaces::DST_CARD.put(dst_card.into());
        let job = Job { src, dst, bytes, spaces };
        let fate = fate(&bench, job);
        let End { cause, moved, bad } = bench.copy(job);
        let what = format!("{body}: case {case}: {job:x?}: cause {cause}, {moved} moved, {bad:#x}");
        assert!(fate.causes.contains(&cause), "{what}; not {:?}", fate.causes);
        assert!(u64::from(moved) <= fate.most, "{what}; at most {}", fate.most);
        assert_eq!(cause == cause::DONE_WHOLE, moved == bytes && bytes > 0, "{what}");
        assert!(bad == 0 || (1..8).contains(&cause), "{what}");
        // Where it may have written in the host, and nowhere else.
        let mut held = [vec![0; room], vec![0; room]];
        for ((own, held), before) in
            [&bench.from, &bench.to].iter().zip(&mut held).zip([&sent, &guard])
        {
            own.read(0, held).unwrap();
            let written = if dst_card { None } else { dst.checked_sub(own.addr()) };
            let written = written.and_then(|at| usize::try_from(at).ok()).filter(|at| *at < room);
            let (begin, end) =
                written.map_or((0, 0), |at| (at, room.min(at + usize::try_from(moved).unwrap())));
            assert!(held[..begin] == before[..begin], "{what}: in front");
            assert!(held[end..] == before[end..], "{what}: behind");
            let source = src.checked_sub(bench.from.addr()).filter(|_| !src_card);
            let source = source.and_then(|at| usize::try_from(at).ok()).filter(|at| *at < room);
            if let Some(at) = source
                && end > begin
            {
                assert!(held[begin..end] == sent[at..at + (end - begin)], "{what}: what has come");
            }
        }
    }
    for port in 0..card::STREAM_PORT.count() {
        let control = user::STREAM.at(port) + stream::CONTROL;
        bench.device.write32(Bar::User, control, 0).unwrap();
    }
    bench.check(4097, (1, 2), body);
    for (way, seed) in [Way::ToCard, Way::ToHost].into_iter().zip(140..) {
        let data = bench.prepare(way, 65, seed);
        let job = bench.job(way, (0, 0), 65);
        assert_eq!(bench.copy(job), End::whole(65));
        bench.compare(way, (0, 0), 65, &data, body);
    }
    check_memory(&bench.device, "all edges");
}

on_every_card!(
    an_abort_that_comes_with_go_is_not_lost,
    registers_in_pairs_are_one_after_the_other,
    ranges_at_every_edge_end_as_they_must_and_touch_nothing_else,
);
