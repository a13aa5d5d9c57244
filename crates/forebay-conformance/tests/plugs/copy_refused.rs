// SPDX-License-Identifier: Apache-2.0
//! Copies that cannot be: each ends with its cause, what it counts is exact, and the next one works.

use forebay_bus::host::Shared;
use forebay_regs::card;
use forebay_regs::user::copy::status::cause;
use forebay_regs::user::{copy, feature};

use crate::common::on_every_card;
use crate::common::wrong::check_memory;
use crate::copies::{Bench, End, GUARD, Job, WAYS, Way};

/// A card address where nothing is.
const NOWHERE: u64 = 0x9000_0000;

/// A host address that nothing is mapped at, nor around it.
const UNMAPPED: u64 = 1 << 45;
const MOST_BYTES: u32 = (1 << 28) - 1;
/// Bytes of a copy that is under way for some time.
const LONG: usize = 1 << 18;

/// Nothing but registers has happened.
fn refused(bench: &Bench, job: Job, cause: u32, what: &str) {
    let (before, accesses) = (bench.counts(), bench.memory.counts());
    assert_eq!(bench.copy(job), End::refused(cause), "{what}: {job:x?}");
    assert_eq!(bench.counts(), before, "{what}: {job:x?} has counted something");
    assert_eq!(bench.memory.counts(), accesses, "{what}: {job:x?} has touched host memory");
}

fn ranges_that_cannot_be_are_refused_before_anything_moves(body: &str) {
    let bench = Bench::open(body);
    let (from, to) = (bench.from.addr(), bench.to.addr());
    let last = u64::MAX;
    let (host, to_card, to_host) =
        (Way::InHost.spaces(), Way::ToCard.spaces(), Way::ToHost.spaces());
    let card = to_card | to_host;
    for (src, dst, bytes, spaces, cause) in [
        (from, to, 0, host, cause::ZERO_LENGTH),
        (last, last, 0, card, cause::ZERO_LENGTH),
        (from, to, MOST_BYTES + 1, host, cause::TOO_LONG),
        (from, to, u32::MAX, to_card, cause::TOO_LONG),
        (last, 0, 2, to_card, cause::WRAPS),
        (from, last - 9, 11, to_card, cause::WRAPS),
        (last - 62, to, 64, to_host, cause::WRAPS),
        (from, last - 4094, 4096, host, cause::WRAPS),
        (from, last, MOST_BYTES, host, cause::WRAPS),
        (from, from, 1, host, cause::OVERLAPS),
        (from, from + 4095, 4096, host, cause::OVERLAPS),
        (from + 63, from, 64, host, cause::OVERLAPS),
        (0, 0x100, 0x101, card, cause::OVERLAPS),
        (0, 0x100, 0x100, card, cause::NO_PATH),
    ] {
        refused(&bench, Job { src, dst, bytes, spaces }, cause, body);
    }
    bench.check(65, (3, 1), body);
    check_memory(&bench.device, "copies that cannot be");
}

/// Ranges that touch, and the same number in two spaces, are no overlap.
fn neighbours_are_copied(body: &str) {
    let bench = Bench::open(body);
    let data = crate::common::pattern(8192, 1);
    for distance in [4096_u64, 1, 64] {
        let bytes = u32::try_from(distance).unwrap();
        for (from, to) in [(0, distance), (distance, 0)] {
            bench.from.write(0, &data).unwrap();
            let at = bench.from.addr();
            let job = Job { src: at + from, dst: at + to, bytes, spaces: 0 };
            assert_eq!(bench.copy(job), End::whole(bytes), "{body}: {from} to {to}");
            let mut wanted = data.clone();
            let (from, to) = (usize::try_from(from).unwrap(), usize::try_from(to).unwrap());
            wanted.copy_within(from..from + bytes as usize, to);
            let mut got = vec![0; 8192];
            bench.from.read(0, &mut got).unwrap();
            assert!(got == wanted, "{body}: {bytes} bytes from {from} to {to}");
        }
    }
}

/// The end of a mapping: `pages` of it are there, behind them nothing.
fn short(bench: &Bench, pages: usize) -> Shared {
    bench.memory.share(4096 * pages).unwrap()
}

/// A copy that a bus refuses; counted once, and kept as the last bad address. How it ended.
fn refused_by_bus(bench: &Bench, job: Job, of_card: bool, what: &str) -> End {
    let before = bench.counts();
    let end = bench.copy(job);
    let after = bench.counts();
    let told = [3, 4, 5].map(|n| after[n] - before[n]);
    assert_eq!(told, [u64::from(!of_card), u64::from(of_card), 0], "{what}: {job:x?}");
    assert_eq!(after[2], before[2], "{what}: no descriptor");
    let bad = bench.device.describe(false).unwrap().last_bad;
    assert_eq!(if of_card { bad.card } else { bad.host }, end.bad, "{what}: {job:x?}");
    end
}

/// The same, with how it ends.
fn fails(bench: &Bench, job: Job, wanted: End, of_card: bool, what: &str) {
    assert_eq!(refused_by_bus(bench, job, of_card, what), wanted, "{what}: {job:x?}");
}

fn end(cause: u32, moved: u32, bad: u64) -> End {
    End { cause, moved, bad }
}

fn host_pages_that_are_not_there_end_it_where_they_begin(body: &str) {
    let bench = Bench::open(body);
    let (from, to) = (bench.from.addr(), bench.to.addr());
    for way in WAYS {
        let spaces = way.spaces();
        let (src, dst) = match way {
            Way::ToCard => (UNMAPPED, 0),
            Way::ToHost => (0, UNMAPPED),
            Way::InHost => (UNMAPPED, to),
        };
        let job = Job { src, dst, bytes: 200, spaces };
        fails(&bench, job, end(cause::HOST_DECODE, 0, UNMAPPED), false, body);
        bench.check(65, (3, 1), body);
    }
    let job = Job { src: from, dst: UNMAPPED, bytes: 200, spaces: 0 };
    fails(&bench, job, end(cause::HOST_DECODE, 0, UNMAPPED), false, body);
    // The last address there is: nothing wraps, and nobody is there.
    let job = Job { src: u64::MAX, dst: to, bytes: 1, spaces: 0 };
    fails(&bench, job, end(cause::HOST_DECODE, 0, u64::MAX), false, body);
    bench.check(65, (3, 1), body);
    check_memory(&bench.device, "host pages that are not there");
}

/// Two pages are there, the third is not. What is told as bad is the burst that touches it, what is told as moved are the bytes
/// before that burst, and those are what has arrived.
fn of_a_range_with_a_hole_the_beginning_arrives(body: &str) {
    let bench = Bench::open(body);
    for (way, seed) in WAYS.into_iter().zip(90..) {
        let data = bench.prepare(way, 3 * 4096, seed);
        let mut job = bench.job(way, (0, 0), 3 * 4096);
        let hole = short(&bench, 2);
        if way == Way::ToHost {
            hole.write(0, &[GUARD; 8192]).unwrap();
            job.dst = hole.addr();
        } else {
            hole.write(0, &data[64..][..8192]).unwrap();
            job.src = hole.addr();
        }
        let End { cause, moved, bad } = refused_by_bus(&bench, job, false, body);
        assert_eq!(cause, cause::HOST_DECODE, "{body}: {way:?}");
        assert_eq!(u64::from(moved), bad - hole.addr(), "{body}: {way:?}");
        assert!(moved > 4096 && moved <= 8192, "{body}: {way:?}: {moved} bytes have moved");
        if way == Way::ToHost {
            let (mut got, mut wanted) = (vec![0; 8192], vec![GUARD; 8192]);
            hole.read(0, &mut got).unwrap();
            let moved = moved as usize;
            wanted[..moved].copy_from_slice(&data[64..][..moved]);
            assert!(got == wanted, "{body}: what was there to arrive");
        } else {
            // As if it had come from the place that other copies come from.
            bench.compare(way, (0, 0), moved, &data, body);
        }
        drop(hole);
        bench.check(4097, (1, 2), body);
    }
    check_memory(&bench.device, "holes");
}

fn card_ranges_past_the_memory_end_where_it_ends(body: &str) {
    let bench = Bench::open(body);
    let end_of_memory = u64::from(bench.device.identity().mem_bytes);
    let (from, to) = (bench.from.addr(), bench.to.addr());
    bench.from.write(0, &crate::common::pattern(8192, 2)).unwrap();
    bench.to.write(0, &[GUARD; 8192]).unwrap();
    let at = end_of_memory - 4096;
    let (to_card, to_host) = (Way::ToCard.spaces(), Way::ToHost.spaces());
    let cut = end(cause::CARD_DECODE, 4096, end_of_memory);
    fails(&bench, Job { src: from, dst: at, bytes: 8192, spaces: to_card }, cut, true, body);
    fails(&bench, Job { src: at, dst: to, bytes: 8192, spaces: to_host }, cut, true, body);
    let (mut sent, mut back) = (vec![0; 8192], vec![0; 8192]);
    bench.from.read(0, &mut sent).unwrap();
    bench.to.read(0, &mut back).unwrap();
    assert!(back[..4096] == sent[..4096], "{body}: the page that there is");
    assert!(back[4096..] == [GUARD; 4096], "{body}: nothing of the one that there is not");
    for (job, wanted) in [
        (Job { src: from, dst: NOWHERE, bytes: 64, spaces: to_card }, cause::CARD_DECODE),
        (Job { src: NOWHERE, dst: to, bytes: 64, spaces: to_host }, cause::CARD_DECODE),
        (
            Job { src: card::STREAM_PORT.at(0).into(), dst: to, bytes: 64, spaces: to_host },
            cause::CARD_SLAVE,
        ),
    ] {
        let bad = if job.spaces == to_card { job.dst } else { job.src };
        fails(&bench, job, end(wanted, 0, bad), true, body);
    }
    bench.check(65, (3, 1), body);
    check_memory(&bench.device, "card ranges that are not there");
}

/// GO while a copy is under way is refused and counted, and the copy does not mind.
fn a_second_go_is_refused_and_the_first_copy_goes_on(body: &str) {
    let bench = Bench::open(body);
    for (way, seed) in WAYS.into_iter().zip(95..) {
        let data = bench.prepare(way, LONG, seed);
        let job = bench.job(way, (2, 5), LONG);
        let errors = bench.counts()[5];
        bench.go(job);
        bench.go(Job { src: 0, dst: 0, bytes: 1, spaces: 0 });
        assert_eq!(bench.header(feature::STATUS), 1, "{body}: {way:?} was under way");
        assert_eq!(bench.counts()[5], errors + 1, "{body}: {way:?}");
        assert_eq!(bench.end(), End::whole(job.bytes), "{body}: {way:?}");
        bench.compare(way, (2, 5), job.bytes, &data, body);
        assert_eq!(bench.read(copy::LENGTH), 1, "{body}: the registers are the next copy's");
    }
}

on_every_card!(
    ranges_that_cannot_be_are_refused_before_anything_moves,
    neighbours_are_copied,
    host_pages_that_are_not_there_end_it_where_they_begin,
    of_a_range_with_a_hole_the_beginning_arrives,
    card_ranges_past_the_memory_end_where_it_ends,
    a_second_go_is_refused_and_the_first_copy_goes_on,
);
