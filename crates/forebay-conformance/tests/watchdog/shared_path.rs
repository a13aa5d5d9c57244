// SPDX-License-Identifier: Apache-2.0
//! A thread and a channel for each stream, on a card whose channels share one path to the card and on one whose do not. What the planner
//! calls possible on the first comes about in the interleaving that it names, and is told; on the second the same ends.

use std::sync::Barrier;

use forebay::{
    BlockedDescriptor, ChannelId, ForebayError, Lacking, Outlook, Remedy, SafeChunk, Transfer,
};
use forebay_plan::{ENTRY_BYTES, Interleaving, Order, Path, Plan, Stream, Verdict};
use forebay_regs::card::STREAM_PORT;

use super::bench::{Bench, DEPTH, ELEMENT_BYTES, TAKE};
use super::{CERTAIN_ONLY, ENDLESS, LOOK_CYCLES, PAIRS, is_in_time, sink_waits};

/// The card with the path, and the same without.
const BUILDS: [&str; 2] = ["sink-shared", "sink"];
const CHUNK: usize = 512;
/// How many a thread sends.
const CHUNKS: u64 = (PAIRS / CHUNK) as u64;
/// More reads of memory than fill a FIFO while they last.
const LOOKS: usize = 100;

fn plan(path: Path, order: Order) -> Verdict {
    let streams = ELEMENT_BYTES.iter().zip(TAKE).map(|(bytes, take)| Stream {
        element_bytes: *bytes as u64,
        entry_bytes: ENTRY_BYTES,
        depth: DEPTH.into(),
        ahead: take.into(),
        take: take.into(),
    });
    Plan { streams: streams.collect(), order, path }.check().unwrap()
}

const fn threads(chunk: usize, barrier: bool) -> Order {
    Order::Threads { elements: PAIRS as u64, chunk: chunk as u64, barrier }
}

/// The largest safe chunk of threads with a barrier.
fn safe_chunk() -> usize {
    let Verdict::Possible { remedy: Some(Remedy::Barrier { chunk }), .. } =
        plan(Path::Shared, threads(CHUNK, false))
    else {
        unreachable!()
    };
    usize::try_from(chunk).unwrap()
}

/// All elements of a stream from `from` to `to`, in chunks.
fn chunks(
    stream: usize,
    range: std::ops::Range<usize>,
    chunk: usize,
) -> Vec<(usize, usize, usize)> {
    let end = range.end;
    range.step_by(chunk).map(|from| (stream, from, end.min(from + chunk))).collect()
}

/// Lets time pass until a burst waits for room in the FIFO of that stream port.
fn until_full(bench: &Bench, port: usize) {
    let mut back = vec![0; 1 << 16];
    for _ in 0..LOOKS {
        bench.device.c2h(0).unwrap().read_exact_at(&mut back, 0).unwrap();
        if bench.device.stall().unwrap().fifos[port].full {
            return;
        }
    }
    unreachable!("{}: stream port {port} does not fill", bench.body);
}

/// Stream, its stream port and its thread's channel have the same number.
fn number(stream: usize) -> u32 {
    u32::try_from(stream).unwrap()
}

fn channel(stream: usize) -> ChannelId {
    ChannelId::H2c(number(stream))
}

/// What is seen of a run of so many pairs that is over.
fn over(pairs: usize) -> (bool, u32) {
    (false, number(pairs / 2))
}

/// The chunk at which the thread of a stream stands that has sent all that finds room.
fn stands(stream: usize) -> u64 {
    let entries = CHUNK * ELEMENT_BYTES[stream] / super::ENTRY_BYTES;
    u64::from(DEPTH + TAKE[stream]) / entries as u64
}

/// What is told when the thread of stream `alone` has sent all that finds room, and that of the other waits behind it.
fn is_told(bench: &Bench, alone: usize, error: ForebayError, waiter: usize) {
    let (body, other) = (bench.body, 1 - alone);
    let text = error.to_string();
    let ForebayError::Deadlock { channel: at, total, bytes, stall, .. } = error else {
        unreachable!("{body}: {error:?}")
    };
    assert_eq!((at, total), (channel(waiter), CHUNKS), "{body}");
    let ports = [alone, other].map(number);
    assert_eq!((stall.full().unwrap().port, stall.starving().unwrap().port), ports.into());
    assert_eq!(stall.fifos[other].held, 0, "{body}");
    assert_eq!(stall.outlook, Outlook::Deadlock(Lacking::Port(ports[1])), "{body}");
    assert_eq!(stall.waits, sink_waits(true, &[ports[1]]), "{body}");
    is_in_time(stall.waited, LOOK_CYCLES);
    assert_eq!(stall.blocked.len(), 2, "{body}: {stall:?}");
    for blocked in &stall.blocked {
        let front = blocked.channel == channel(alone);
        let of = if front { alone } else { other };
        let expected = BlockedDescriptor {
            channel: channel(of),
            descriptor: if front { stands(alone) } else { 0 },
            total: Some(CHUNKS),
            card_addr: STREAM_PORT.at(number(of)).into(),
            port: front.then_some(ports[0]),
            held_up_by: (!front).then_some(ports[0]),
            ..*blocked
        };
        assert_eq!(*blocked, expected, "{body}");
    }
    let chunk = safe_chunk();
    let bytes_of = |stream: usize| (number(stream), (ELEMENT_BYTES[stream] * chunk) as u64);
    let safe = SafeChunk {
        remedy: Remedy::Barrier { chunk: chunk as u64 },
        bytes: vec![bytes_of(0), bytes_of(1)],
    };
    assert_eq!(stall.safe, Some(safe), "{body}");
    let entered = super::common::wrong::count_of(&bench.device, &format!("port{waiter}_beats_in"));
    assert_eq!(bytes, entered * ENTRY_BYTES, "{body}");
    for part in [
        &format!("{}: deadlock: descriptor", channel(waiter)),
        &format!("waits for room in stream port {alone} ("),
        &format!("waits on the path that all channels share, where stream port {alone} ("),
        &format!("sink waits for data of stream port {other} (0 of 1024 entries)"),
        &format!("what there is for stream port {other} is queued behind that"),
        &format!("put a barrier behind each chunk, of at most {chunk} elements: "),
    ] {
        assert!(text.contains(part), "{body}: `{part}` is not in: {text}");
    }
}

/// Without a barrier; then what one thread had not yet sent when the other began is behind it for ever.
fn a_thread_that_goes_first_deadlocks_on_a_shared_path_only(body: &'static str) {
    let possible = plan(Path::Shared, threads(CHUNK, false));
    let Verdict::Possible { stand, interleaving, .. } = possible else {
        unreachable!("{possible}")
    };
    assert_eq!((stand.full, stand.starving, stand.transfer), (0, 1, stands(0)));
    assert_eq!(interleaving, Interleaving { rounds: 0, alone: 0 });
    assert_eq!(plan(Path::Reserved, threads(CHUNK, false)), Verdict::Free);
    for build in BUILDS {
        // Either stream may be the first; whoever of the two threads is waited for has the report.
        for (alone, waiter) in [(0, 0), (0, 1), (1, 0)] {
            let bench = Bench::new(body, build, CERTAIN_ONLY, PAIRS);
            let path = bench.device.identity().write_path();
            assert_eq!(path == Path::Shared, build == "sink-shared", "{body}");
            bench.declare();
            bench.start(PAIRS / 2);
            let send = |stream: usize| {
                let pieces = chunks(stream, 0..PAIRS, CHUNK);
                bench.submit(number(stream), &pieces)
            };
            let first = send(alone);
            until_full(&bench, alone);
            let second = send(1 - alone);
            let (waited_for, rest) =
                if waiter == alone { (first, second) } else { (second, first) };
            if path == Path::Shared {
                let error = waited_for.wait().unwrap_err();
                is_told(&bench, alone, error, waiter);
                let error = rest.wait().unwrap_err();
                assert!(matches!(error, ForebayError::Cancelled { .. }), "{body}: {error:?}");
            } else {
                let bytes = [waited_for, rest].map(|sent| sent.wait().unwrap().bytes);
                assert_eq!(bytes.iter().sum::<u64>(), 96 * PAIRS as u64, "{body}");
                assert_eq!(bench.settled(), over(PAIRS), "{body}");
            }
            bench.works(body);
        }
    }
}

/// Both at once are no better: bursts in turn are as many bytes of each, and a scalar is half as many as a point.
fn threads_that_begin_together_deadlock_on_a_shared_path_only(body: &'static str) {
    // So many that the scalars get further ahead than their FIFO has room for.
    const PAIRS: usize = 2 * super::PAIRS;
    for build in BUILDS {
        let bench = Bench::new(body, build, CERTAIN_ONLY, PAIRS);
        bench.declare();
        bench.start(PAIRS / 2);
        let sent =
            [0, 1].map(|stream| bench.submit(number(stream), &chunks(stream, 0..PAIRS, CHUNK)));
        let [scalars, points] = sent.map(Transfer::wait);
        if build == "sink" {
            let bytes = [scalars, points].map(|sent| sent.unwrap().bytes);
            assert_eq!(bytes, [32 * PAIRS as u64, 64 * PAIRS as u64], "{body}");
            assert_eq!(bench.settled(), over(PAIRS), "{body}");
        } else {
            let error = scalars.unwrap_err();
            let ForebayError::Deadlock { channel: ChannelId::H2c(0), stall, .. } = error else {
                unreachable!("{body}: {error:?}")
            };
            assert_eq!((stall.full().unwrap().port, stall.starving().unwrap().port), (0, 1));
            assert_eq!(stall.outlook, Outlook::Deadlock(Lacking::Port(1)), "{body}");
            let error = points.unwrap_err();
            let ForebayError::Cancelled { bytes, .. } = error else { unreachable!("{error:?}") };
            assert!(bytes > 0, "{body}: of points something had come");
        }
        bench.works(body);
    }
}

/// The largest safe chunk, from two threads of the host, each of which waits for the other behind every chunk.
fn with_a_barrier_behind_each_chunk_they_end(body: &'static str) {
    let chunk = safe_chunk();
    assert_eq!(plan(Path::Shared, threads(chunk, true)), Verdict::Free);
    for build in BUILDS {
        let bench = Bench::new(body, build, ENDLESS, PAIRS);
        bench.declare();
        bench.start(PAIRS / 2);
        let barrier = Barrier::new(2);
        let thread = |stream: usize| {
            let (bench, barrier) = (&bench, &barrier);
            move || {
                let mut sent = Ok(0);
                for piece in chunks(stream, 0..PAIRS, chunk) {
                    // One that has failed comes to the barrier all the same.
                    sent = sent.and_then(|bytes| {
                        let moved = bench.submit(number(stream), &[piece]).wait()?;
                        Ok::<_, ForebayError>(bytes + moved.bytes)
                    });
                    barrier.wait();
                }
                sent
            }
        };
        let bytes = std::thread::scope(|scope| {
            let threads = [0, 1].map(|stream| scope.spawn(thread(stream)));
            threads.map(|thread| thread.join().unwrap().unwrap())
        });
        assert_eq!(bytes, [32 * PAIRS as u64, 64 * PAIRS as u64], "{body} {build}");
        assert_eq!(bench.settled(), over(PAIRS), "{body} {build}");
        bench.works(body);
    }
}

/// With a barrier, but an element more than fits while the other thread has not begun: the planner names the interleaving.
fn one_element_more_than_the_largest_safe_chunk_deadlocks(body: &'static str) {
    let chunk = safe_chunk() + 1;
    let possible = plan(Path::Shared, threads(chunk, true));
    let Verdict::Possible { interleaving: Interleaving { rounds: 0, alone }, .. } = possible else {
        unreachable!("{possible}")
    };
    assert_eq!(plan(Path::Reserved, threads(chunk, true)), Verdict::Free);
    for build in BUILDS {
        let bench = Bench::new(body, build, CERTAIN_ONLY, PAIRS);
        bench.declare();
        bench.start(chunk / 2);
        let send = |stream: usize| bench.submit(number(stream), &[(stream, 0, chunk)]);
        let first = send(alone);
        until_full(&bench, alone);
        let second = send(1 - alone);
        match [first, second].map(Transfer::wait) {
            [Err(ForebayError::Deadlock { stall, .. }), Err(ForebayError::Cancelled { .. })]
                if build == "sink-shared" =>
            {
                assert_eq!(stall.full().unwrap().port as usize, alone, "{body}");
            }
            [Ok(_), Ok(_)] if build == "sink" => {}
            other => unreachable!("{body} {build}: {other:?}"),
        }
        // What fills no step is left.
        bench.device.recover().unwrap();
        bench.works(body);
    }
}

super::on_every_card!(
    a_thread_that_goes_first_deadlocks_on_a_shared_path_only,
    threads_that_begin_together_deadlock_on_a_shared_path_only,
    with_a_barrier_behind_each_chunk_they_end,
    one_element_more_than_the_largest_safe_chunk_deadlocks,
);
