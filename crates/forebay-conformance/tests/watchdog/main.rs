// SPDX-License-Identifier: Apache-2.0
//! What the library tells of a device that gets nowhere, on every body: who waits for whom, to the last number; that a transfer is given
//! up where it is certain never to end, or where the caller has set a limit, and not otherwise; and that the card works on.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail their test")]

mod bench;
#[path = "../common/mod.rs"]
mod common;
mod moving;
mod shared_path;

use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use bench::{Bench, DEPTH, ENTRY_BYTES};
use common::on_every_card;
use forebay::{
    BlockedDescriptor, ChannelId, DatapathWait, FifoState, ForebayError, Lacking, Limit, Outlook,
    Patience, Remedy, SafeChunk, Stall,
};
use forebay_regs::card::STREAM_PORT;

const LOOK_CYCLES: u64 = 20_000;
/// Looks that take more than their time: registers are read, and a slice is over before the next one.
const SLACK_CYCLES: u64 = 10_000;
/// What is told comes by then, or never.
const SOON: Duration = Duration::from_secs(60);
/// More than find room.
const PAIRS: usize = 4096;

/// What is not found at the first look ends at the limit, and fails its test.
const CERTAIN_ONLY: Patience =
    Patience { look_cycles: LOOK_CYCLES, limit: Limit::CardCycles(20 * LOOK_CYCLES) };
/// For who has another thread go on.
const ENDLESS: Patience = Patience { look_cycles: LOOK_CYCLES, limit: Limit::Never };

/// The stalls that the device tells of.
fn listen(bench: &Bench) -> Receiver<Stall> {
    let (tell, told) = channel();
    bench.device.on_stall(move |stall| drop(tell.send(stall.clone())));
    told
}

/// Bytes that are told to have arrived: what has entered the FIFO, with what the recovery had it throw away.
#[track_caller]
fn arrived(bench: &Bench, bytes: u64) {
    let entered = common::wrong::count_of(&bench.device, "port0_beats_in") * ENTRY_BYTES as u64;
    // A burst of sixteen goes in whole, so the entry that the step has taken ahead is room for none.
    let room = u64::from(DEPTH) * ENTRY_BYTES as u64;
    assert!(bytes == entered && bytes >= room, "{}: {bytes} of {entered}", bench.body);
}

fn fifos(held: u32) -> Vec<FifoState> {
    vec![
        FifoState { port: 0, held, depth: DEPTH, full: true, starving: false },
        FifoState { port: 1, held: 0, depth: DEPTH, full: false, starving: true },
    ]
}

fn sink_waits(busy: bool, ports: &[u32]) -> Vec<DatapathWait> {
    let (h2c, c2h) = (vec![], vec![]);
    vec![DatapathWait { datapath: "sink".into(), busy, ports: ports.into(), h2c, c2h }]
}

/// A descriptor of all scalars, whose data `stall` gives the right address of.
fn scalars(stall: &Stall, descriptor: u64, total: u64) -> BlockedDescriptor {
    BlockedDescriptor {
        channel: ChannelId::H2c(0),
        descriptor,
        total: Some(total),
        host_addr: stall.blocked[0].host_addr,
        card_addr: STREAM_PORT.at(0).into(),
        bytes: Some(32 * PAIRS as u64),
        port: Some(0),
        held_up_by: None,
    }
}

/// In elements of 32 and 64 bytes.
fn of_elements() -> Option<SafeChunk> {
    let (remedy, bytes) = (Remedy::Alternate { chunk: 2050 }, vec![(0, 32 * 2050), (1, 64 * 2050)]);
    Some(SafeChunk { remedy, bytes })
}

/// In whole entries, of a datapath of which nobody has told that it takes one ahead.
fn of_entries() -> Option<SafeChunk> {
    let (remedy, bytes) =
        (Remedy::Alternate { chunk: 1024 }, vec![(0, 64 * 1024), (1, 128 * 1024)]);
    Some(SafeChunk { remedy, bytes })
}

#[track_caller]
fn is_in_time(waited: u64, after: u64) {
    assert!((after..after + SLACK_CYCLES).contains(&waited), "{waited} cycles");
}

fn what_can_never_end_is_explained_and_ended(body: &'static str) {
    for told in [false, true] {
        let bench = Bench::new(body, "sink", CERTAIN_ONLY, PAIRS);
        let news = listen(&bench);
        if told {
            bench.declare();
        }
        bench.start(PAIRS / 2);
        let error = bench.submit(0, &[(0, 0, PAIRS), (1, 0, PAIRS)]).wait().unwrap_err();
        let text = error.to_string();
        let ForebayError::Deadlock { channel, done, total, bytes, stall } = error else {
            unreachable!("{body}: {error:?}")
        };
        assert_eq!((channel, done, total), (ChannelId::H2c(0), 0, 2), "{body}");
        arrived(&bench, bytes);
        is_in_time(stall.waited, LOOK_CYCLES);
        let expected = Stall {
            waited: stall.waited,
            fifos: fifos(DEPTH - 1),
            blocked: vec![scalars(&stall, 0, 2)],
            waits: sink_waits(true, &[1]),
            outlook: Outlook::Deadlock(Lacking::Port(1)),
            safe: if told { of_elements() } else { of_entries() },
        };
        assert_eq!(*stall, expected, "{body}");
        assert_eq!((stall.full().unwrap().port, stall.starving().unwrap().port), (0, 1));
        assert!(news.try_recv().is_err(), "{body}: the error tells it");
        let chunk = if told { 2050 } else { 1024 };
        for part in [
            "h2c_0: deadlock: descriptor 0 of 2",
            "the channel was aborted, with 0 of 2 descriptors done, ",
            "descriptor 0 of 2 of h2c_0 (131072 bytes, host 0x",
            "card 0x10000000) waits for room in stream port 0 (102",
            "sink waits for data of stream port 1 (0 of 1024 entries)",
            "what there is for stream port 1 is queued behind that",
            &format!(
                "of at most {chunk} elements: {} bytes to stream port 0",
                if told { 65_600 } else { 65_536 }
            ),
        ] {
            assert!(text.contains(part), "{body}: `{part}` is not in: {text}");
        }
        bench.works(body);
    }
}

/// The data may be of another transfer of the same channel, which waits behind it; the one that is waited for has the report.
fn transfers_behind_one_another_deadlock_alike(body: &'static str) {
    for first in [true, false] {
        let bench = Bench::new(body, "sink", CERTAIN_ONLY, PAIRS);
        bench.declare();
        bench.start(PAIRS / 2);
        let scalars_sent = bench.submit(0, &[(0, 0, PAIRS)]);
        let points_sent = bench.submit(0, &[(1, 0, PAIRS)]);
        let (waited_for, other) =
            if first { (scalars_sent, points_sent) } else { (points_sent, scalars_sent) };
        let error = waited_for.wait().unwrap_err();
        let ForebayError::Deadlock { done, total, bytes, stall, .. } = error else {
            unreachable!("{body}: {error:?}")
        };
        assert_eq!((done, total), (0, 1), "{body}");
        let of_first = bytes;
        assert_eq!(stall.blocked, [scalars(&stall, 0, 1)], "{body}");
        assert_eq!(stall.outlook, Outlook::Deadlock(Lacking::Port(1)), "{body}");
        assert_eq!(stall.safe, of_elements(), "{body}");
        let error = other.wait().unwrap_err();
        let ForebayError::Cancelled { bytes, .. } = error else { unreachable!("{error:?}") };
        let (of_scalars, of_points) = if first { (of_first, bytes) } else { (bytes, of_first) };
        arrived(&bench, of_scalars);
        assert_eq!(of_points, 0, "{body}");
        bench.works(body);
    }
}

/// Half of the points are in front of the scalars: the descriptor that waits is not the first one.
fn the_descriptor_that_waits_is_named_by_its_number_and_its_data(body: &'static str) {
    let bench = Bench::new(body, "sink", CERTAIN_ONLY, PAIRS);
    bench.start(PAIRS / 2);
    let pieces = [(1, 0, 100), (0, 0, 100), (1, 100, 200), (0, 100, PAIRS), (1, 200, PAIRS)];
    let error = bench.submit(1, &pieces).wait().unwrap_err();
    let ForebayError::Deadlock { channel, done, total, stall, .. } = error else {
        unreachable!("{body}: {error:?}")
    };
    assert_eq!((channel, done, total), (ChannelId::H2c(1), 3, 5), "{body}");
    let [at] = stall.blocked[..] else { unreachable!("{body}: {stall:?}") };
    let bytes = Some(32 * (PAIRS as u64 - 100));
    assert_eq!((at.channel, at.descriptor, at.total, at.bytes), (channel, 3, Some(5), bytes));
    assert_eq!((at.card_addr, at.port), (STREAM_PORT.at(0).into(), Some(0)), "{body}");
    assert_eq!(stall.fifos[1].held, 0, "{body}");
    bench.works(body);
}

fn a_slow_host_is_told_of_and_not_ended(body: &'static str) {
    let bench = Bench::new(body, "sink", ENDLESS, PAIRS);
    bench.declare();
    let news = listen(&bench);
    bench.start(PAIRS / 2);
    let scalars_sent = bench.submit(0, &[(0, 0, PAIRS)]);
    let stall = std::thread::scope(|scope| {
        let sent = scope.spawn(|| scalars_sent.wait());
        let stall = news.recv_timeout(SOON).unwrap();
        let at = stall.blocked[0].host_addr.unwrap();
        let mut there = vec![0; 32 * PAIRS];
        bench.memory.dma_read(at, &mut there).unwrap();
        assert!(there == bench.data(0), "{body}: that is where the scalars are");
        // The host does something else for as long as the card takes for ten times what it was told after.
        let began = bench.device.now().unwrap();
        for _ in 0..10_000 {
            if bench.device.now().unwrap() - began > 10 * LOOK_CYCLES {
                break;
            }
            assert!(!sent.is_finished(), "{body}: it was given up");
            std::thread::yield_now();
        }
        assert!(!bench.device.stall().unwrap().is_deadlock(), "{body}");
        let points_sent = bench.submit(1, &[(1, 0, PAIRS)]).wait().unwrap();
        assert_eq!(points_sent.bytes, 64 * PAIRS as u64, "{body}");
        assert_eq!(sent.join().unwrap().unwrap().bytes, 32 * PAIRS as u64, "{body}");
        stall
    });
    is_in_time(stall.waited, LOOK_CYCLES);
    let expected = Stall {
        waited: stall.waited,
        fifos: fifos(DEPTH - 1),
        blocked: vec![scalars(&stall, 0, 1)],
        waits: sink_waits(true, &[1]),
        outlook: Outlook::Open,
        // Of points nothing is queued.
        safe: None,
    };
    assert_eq!(stall, expected, "{body}");
    assert!(news.try_recv().is_err(), "{body}: it was told once");
    bench.works(body);
}

fn a_limit_of_the_caller_ends_it(body: &'static str) {
    let limit = Limit::CardCycles(3 * LOOK_CYCLES);
    let patience = Patience { look_cycles: LOOK_CYCLES, limit };
    let bench = Bench::new(body, "sink", patience, PAIRS);
    let news = listen(&bench);
    bench.start(PAIRS / 2);
    let error = bench.submit(0, &[(0, 0, PAIRS)]).wait().unwrap_err();
    let ForebayError::Stalled { channel, done, total, bytes, stall } = error else {
        unreachable!("{body}: {error:?}")
    };
    assert_eq!((channel, done, total), (ChannelId::H2c(0), 0, 1), "{body}");
    arrived(&bench, bytes);
    is_in_time(stall.waited, 3 * LOOK_CYCLES);
    let told = news.try_recv().unwrap();
    is_in_time(told.waited, LOOK_CYCLES);
    assert_eq!(Stall { waited: told.waited, ..(*stall).clone() }, told, "{body}");
    assert_eq!(stall.outlook, Outlook::Open, "{body}");
    assert_eq!(stall.fifos, fifos(DEPTH - 1), "{body}");
    assert!(news.try_recv().is_err(), "{body}: it was told once");
    bench.works(body);
}

fn so_does_one_of_the_hosts_time(body: &'static str) {
    let limit = Limit::HostTime(Duration::from_millis(100));
    let patience = Patience { look_cycles: LOOK_CYCLES, limit };
    let bench = Bench::new(body, "sink", patience, PAIRS);
    bench.start(PAIRS / 2);
    let error = bench.submit(0, &[(0, 0, PAIRS)]).wait().unwrap_err();
    assert!(matches!(error, ForebayError::Stalled { .. }), "{body}: {error:?}");
    bench.works(body);
}

/// However seldom the card is looked at.
fn the_hosts_time_is_looked_at_between_looks_at_the_card(body: &'static str) {
    let look_cycles = 10_000 * LOOK_CYCLES;
    let patience = Patience { look_cycles, limit: Limit::HostTime(Duration::from_millis(20)) };
    let bench = Bench::new(body, "sink", patience, PAIRS);
    let news = listen(&bench);
    bench.start(PAIRS / 2);
    let error = bench.submit(0, &[(0, 0, PAIRS)]).wait().unwrap_err();
    let ForebayError::Stalled { stall, bytes, .. } = error else {
        unreachable!("{body}: {error:?}")
    };
    assert!(stall.waited < look_cycles, "{body}: {} cycles", stall.waited);
    assert_eq!((stall.outlook, &stall.fifos), (Outlook::Open, &fifos(DEPTH - 1)), "{body}");
    arrived(&bench, bytes);
    assert!(news.try_recv().is_err(), "{body}: the error tells it");
    bench.works(body);
}

/// What is queued behind is not what the datapath waits for: it takes its time.
fn a_datapath_that_takes_its_time_is_not_ended(body: &'static str) {
    let bench = Bench::new(body, "sink", ENDLESS, PAIRS);
    let news = listen(&bench);
    bench.rate(0);
    bench.start(PAIRS / 2);
    // A round that would do in a FIFO of as many entries, if they were taken.
    let pieces: Vec<_> = (0..4)
        .flat_map(|n| [(0, 1024 * n, 1024 * (n + 1)), (1, 1024 * n, 1024 * (n + 1))])
        .collect();
    let sent = bench.submit(0, &pieces);
    let stall = std::thread::scope(|scope| {
        let sent = scope.spawn(|| sent.wait());
        let stall = news.recv_timeout(SOON).unwrap();
        bench.rate(1 << 16);
        assert_eq!(sent.join().unwrap().unwrap().bytes, 96 * PAIRS as u64, "{body}");
        stall
    });
    assert_eq!(stall.waits, sink_waits(true, &[]), "{body}");
    assert_eq!((stall.outlook, stall.starving()), (Outlook::Open, None), "{body}");
    let text = stall.to_string();
    assert!(text.contains("sink is busy and waits for no stream"), "{body}: {text}");
    bench.works(body);
}

/// A receiver waits for a packet, and nothing else is the matter.
fn a_channel_that_waits_for_the_card_is_told_too(body: &'static str) {
    let card =
        forebay_sim::open(&format!("{body}:loopback"), forebay_bus::LinkParams::default(), None);
    let device = forebay::Device::from_card(card.unwrap(), LOOK_CYCLES).unwrap();
    let mut room = vec![0; 256];
    let error = device.c2h(2).unwrap().receive(&mut room).unwrap_err();
    let ForebayError::Stalled { channel, stall, .. } = error else { unreachable!("{error:?}") };
    assert_eq!(channel, ChannelId::C2h(2));
    let [at] = stall.blocked[..] else { unreachable!("{body}: {stall:?}") };
    assert_eq!((at.channel, at.descriptor, at.total), (channel, 0, Some(1)), "{body}");
    assert_eq!((at.bytes, at.port, stall.full(), stall.starving()), (Some(256), None, None, None));
    // Now the other way round: a packet that nobody receives.
    let error = device.h2c(2).unwrap().send(&vec![7; 1 << 20]).unwrap_err();
    let ForebayError::Stalled { stall, .. } = error else { unreachable!("{error:?}") };
    assert_eq!(stall.waits[0].c2h, [2], "{body}");
    assert_eq!(stall.outlook, Outlook::Open, "{body}");
    let text = stall.to_string();
    assert!(text.contains("loopback has data that nobody takes from c2h_2"), "{body}: {text}");
    common::wrong::check_memory(&device, body);
}

on_every_card!(
    what_can_never_end_is_explained_and_ended,
    transfers_behind_one_another_deadlock_alike,
    the_descriptor_that_waits_is_named_by_its_number_and_its_data,
    a_slow_host_is_told_of_and_not_ended,
    a_limit_of_the_caller_ends_it,
    so_does_one_of_the_hosts_time,
    the_hosts_time_is_looked_at_between_looks_at_the_card,
    a_datapath_that_takes_its_time_is_not_ended,
    a_channel_that_waits_for_the_card_is_told_too,
);
