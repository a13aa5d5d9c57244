// SPDX-License-Identifier: Apache-2.0
//! What the planner says, of the source's own example and of plans that there is nothing to say about.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail their test")]

use forebay_plan::{
    ENTRY_BYTES, Order, Path, Piece, Plan, PlanError, Remedy, Stand, Stream, Verdict, Want,
};

/// Scalars of 32 bytes with points of 64, FIFOs of 1024 entries, a core that waits for both.
fn streams() -> Vec<Stream> {
    [(32, 1), (64, 2)]
        .map(|(element_bytes, take)| Stream {
            element_bytes,
            entry_bytes: ENTRY_BYTES,
            depth: 1024,
            ahead: 0,
            take,
        })
        .to_vec()
}

fn plan(order: Order) -> Plan {
    Plan { streams: streams(), order, path: Path::Shared }
}

#[test]
fn all_scalars_first_deadlock_where_the_fifo_of_scalars_is_full() {
    let elements = 1 << 20;
    let verdict = plan(Order::OneByOne { elements }).check().unwrap();
    let stand = Stand {
        full: 0,
        holds: 1024,
        starving: 1,
        want: Want::Entries { has: 0, takes: 2 },
        thread: 0,
        transfer: 0,
        offset: 65536,
    };
    let remedy = Some(Remedy::Alternate { chunk: 2048 });
    assert_eq!(verdict, Verdict::Deadlock { stand, remedy });
    assert_eq!(
        verdict.to_string(),
        "deadlock: transfer 0 of thread 0 stops at its byte 65536, because the FIFO of stream 0 is full (1024 entries with what is \
         taken ahead). The datapath takes no more before it has 2 entries of stream 1, of which 0 have come; send a chunk of each \
         stream in turn, of at most 2048 elements."
    );
}

/// An entry is two scalars, so a chunk of 2048 fills the FIFO of 1024 entries; the depth of the other matters to nobody.
#[test]
fn chunks_in_turn_are_free_up_to_the_fifo_of_the_stream_that_goes_first() {
    let elements = 1 << 20;
    for depth in [2, 1024] {
        for (chunk, free) in [(1, false), (2, true), (2048, true), (2049, false)] {
            let mut plan = plan(Order::Alternate { elements, chunk });
            plan.streams[1].depth = depth;
            let verdict = plan.check().unwrap();
            // A single scalar leaves half of an entry empty: entries of scalars pile up for want of points.
            assert_eq!(verdict == Verdict::Free, free, "{chunk} {depth}: {verdict}");
        }
    }
}

#[test]
fn threads_without_a_barrier_are_told_the_order_that_deadlocks() {
    let order = |barrier| Order::Threads { elements: 1 << 20, chunk: 512, barrier };
    let verdict = plan(order(false)).check().unwrap();
    assert!(
        verdict.to_string().starts_with(
            "deadlock in some orders: when thread 0 sends before any other has begun, transfer 4 of thread 0 stops at its byte 0"
        ),
        "{verdict}"
    );
    assert!(
        verdict
            .to_string()
            .ends_with("; put a barrier behind each chunk, of at most 1024 elements."),
        "{verdict}"
    );
    assert_eq!(plan(order(true)).check().unwrap(), Verdict::Free);
    let reserved = Plan { path: Path::Reserved, ..plan(order(false)) };
    assert_eq!(reserved.check().unwrap(), Verdict::Free);
}

#[test]
fn a_step_that_never_finds_room_is_told_as_such() {
    let mut plan = plan(Order::Alternate { elements: 100, chunk: 2 });
    plan.streams[1].depth = 1;
    let told = plan.check().unwrap().to_string();
    assert!(
        told.contains("2 entries of stream 1, for which there is never more room than 1"),
        "{told}"
    );
    assert!(told.ends_with("give stream 1 a FIFO of 2 entries or more."), "{told}");
}

#[test]
fn a_bad_plan_is_refused_with_the_value_and_the_next_step() {
    let alternate = |elements, chunk| Order::Alternate { elements, chunk };
    let good = plan(alternate(100, 10));
    let with = |change: fn(&mut Stream)| {
        let mut plan = good.clone();
        change(&mut plan.streams[1]);
        plan
    };
    let list = |stream, elements| plan(Order::List(vec![Piece { stream, elements }]));
    for (bad, said) in [
        (plan(alternate(0, 10)), "the number of elements is 0; give 1 or more"),
        (plan(alternate(100, 0)), "the chunk is 0; give 1 or more"),
        (with(|of| of.element_bytes = 0), "stream 1: the size of an element in bytes is 0; give"),
        (with(|of| of.entry_bytes = 0), "stream 1: the size of a FIFO entry in bytes is 0; give"),
        (with(|of| of.depth = 0), "stream 1: the depth of the FIFO in entries is 0; give"),
        (
            with(|of| of.take = 0),
            "stream 1: what a step takes (the pairing, in entries) is 0; give",
        ),
        (
            with(|of| of.depth = u64::MAX),
            "stream 1: 18446744073709551615 entries and 0 ahead are more",
        ),
        (
            with(|of| of.element_bytes = u64::MAX),
            "stream 1: 100 elements of 18446744073709551615 bytes",
        ),
        (
            plan(alternate(u64::MAX, u64::MAX)),
            "stream 0: 18446744073709551615 elements of 32 bytes",
        ),
        (plan(alternate(1 << 40, 1)), "2199023255552 pieces are more than the 67108864 that"),
        (Plan { streams: streams()[..1].to_vec(), ..good.clone() }, "1 streams; give two or more"),
        (list(2, 1), "piece 0 is of stream 2, but there are 2; count them from 0"),
        (list(1, 0), "a piece of the list is 0; give 1 or more"),
    ] {
        let told = bad.check().unwrap_err().to_string();
        assert!(told.starts_with(said), "{told}");
    }
    assert_eq!(plan(alternate(1, 0)).check(), Err(PlanError::Zero { what: "the chunk" }));
}
