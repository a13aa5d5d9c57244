// SPDX-License-Identifier: Apache-2.0
//! Runs of the sink, its registers, and what it counts.

use forebay_bus::{HostMemory, LinkParams};
use forebay_regs::plug;

use super::*;
use crate::datapath::Socket;
use crate::fabric::Fabric;
use crate::status::Status;

/// The stream of H2C channel 2.
const CHANNEL: usize = 2;
const STREAM: u32 = 4;

struct Bench {
    sink: Socket,
    fabric: Fabric,
}

impl Bench {
    fn new() -> Self {
        let build = Build::find("sink").unwrap();
        let fabric =
            Fabric::new(&build, PLUG.to_host_beats, HostMemory::new(), LinkParams::default());
        Self { sink: Socket::new(&PLUG, &build), fabric }
    }

    #[track_caller]
    fn write(&mut self, offset: u32, value: u32) {
        assert!(
            self.sink.write(offset, value, &mut self.fabric),
            "{offset:#x} takes no {value:#x}"
        );
    }

    fn refuses(&mut self, offset: u32, value: u32) -> bool {
        !self.sink.write(offset, value, &mut self.fabric)
    }

    /// Entries of a stream in each step.
    fn pair(&mut self, stream: u32, entries: u32) {
        self.write(sink::PAIRING.at(stream), entries);
    }

    fn start(&mut self, steps: u32) {
        self.write(sink::STEPS, steps);
        self.write(sink::CONTROL, sink::control::START.mask());
    }

    fn fill_port(&mut self, port: usize, entries: usize) {
        let now = self.fabric.now;
        for _ in 0..entries {
            self.fabric.stream_ports[port].push(now, [1; BEAT_BYTES], &mut Status::new());
        }
    }

    fn send(&mut self, bytes: usize) {
        self.fabric.from_host[CHANNEL].push(&vec![2; bytes]);
        self.fabric.from_host[CHANNEL].end_packet();
    }

    fn rest(&mut self) {
        while let Some(cycles) = self.sink.step(u64::MAX, &mut self.fabric).unwrap() {
            self.fabric.now += cycles;
        }
    }

    fn read(&mut self, offset: u32) -> u32 {
        self.sink.read(offset, 0).unwrap()
    }

    fn event(&mut self, event: u32) -> u32 {
        self.read(plug::EVENT.at(event))
    }
}

#[test]
fn a_run_takes_of_each_stream_what_its_steps_are_paired_to() {
    let mut bench = Bench::new();
    bench.pair(0, 2);
    bench.pair(1, 9);
    bench.start(3);
    bench.fill_port(0, 10);
    bench.fill_port(1, 20);
    bench.rest();
    // The third step waits for entries of port 1.
    assert_eq!((bench.read(sink::STATUS), bench.read(sink::STEPS_DONE)), (1, 2));
    assert_eq!(bench.sink.take_lines(), Lines::default());
    bench.fill_port(1, 10);
    bench.rest();
    assert_eq!((bench.read(sink::STATUS), bench.read(sink::STEPS_DONE)), (0, 3));
    assert_eq!(bench.sink.take_lines().high, 1 << cards::SINK.first_line);
    assert_eq!((bench.event(event::PORT0_ENTRIES), bench.event(event::PORT1_ENTRIES)), (6, 27));
    assert_eq!((bench.event(event::STEPS), bench.event(event::MISMATCHED_ENDS)), (3, 0));
    let left = [0, 1].map(|port| bench.fabric.stream_ports[port].occupancy());
    assert_eq!(left, [4, 3], "and leaves the rest");
    bench.start(1);
    assert_eq!(bench.sink.take_lines(), Lines::default(), "until the next start");
}

#[test]
fn packets_that_do_not_end_with_their_step_are_counted() {
    for (sizes, steps, mismatched) in [
        (&[128, 128][..], 2, 0),
        // Neither step sees an end too early: one packet is two steps.
        (&[256], 2, 0),
        (&[64, 64, 128], 2, 1),
        (&[100, 65], 2, 0),
        (&[1, 300], 3, 1),
    ] {
        let mut bench = Bench::new();
        bench.pair(STREAM, 2);
        bench.start(steps);
        sizes.iter().for_each(|bytes| bench.send(*bytes));
        bench.rest();
        assert_eq!(bench.event(event::STEPS), steps, "{sizes:?}");
        assert_eq!(bench.event(event::MISMATCHED_ENDS), mismatched, "{sizes:?}");
    }
}

#[test]
fn a_start_without_steps_or_streams_or_in_a_run_is_refused() {
    let mut bench = Bench::new();
    let start = sink::control::START.mask();
    bench.write(sink::STEPS, 1);
    assert!(bench.refuses(sink::CONTROL, start), "no stream");
    bench.pair(0, 1);
    bench.write(sink::STEPS, 0);
    assert!(bench.refuses(sink::CONTROL, start), "no steps");
    bench.write(sink::CONTROL, 0);
    bench.start(1);
    assert!(bench.refuses(sink::CONTROL, start), "a run is on");
    assert!(bench.refuses(sink::PAIRING.at(0), 5), "a run is on");
    for offset in [sink::STATUS, sink::STEPS_DONE, sink::PAIRING.at(2), 0x14, 0x60] {
        assert!(bench.refuses(offset, 1), "{offset:#x}");
    }
    assert_eq!(bench.sink.read(sink::PAIRING.at(2), 0), None, "channel 0 is no stream");
    assert_eq!(bench.sink.read(sink::PAIRING.at(STREAM), 0), Some(0));
}

#[test]
fn a_rate_of_0_stops_a_run_where_it_is() {
    let mut bench = Bench::new();
    bench.write(sink::RATE, u32::MAX);
    assert_eq!(bench.read(sink::RATE), 0x1_0000);
    bench.write(sink::RATE, 0);
    bench.pair(0, 1);
    bench.fill_port(0, 5);
    bench.start(5);
    bench.rest();
    assert_eq!((bench.read(sink::STEPS_DONE), bench.read(sink::STATUS)), (1, 1), "the first");
    bench.write(sink::RATE, 1);
    bench.rest();
    assert_eq!((bench.read(sink::STEPS_DONE), bench.read(sink::STATUS)), (5, 0));
}

#[test]
fn a_sink_at_rest_drops_what_comes_and_counts_it() {
    let mut bench = Bench::new();
    bench.pair(0, 3);
    bench.start(2);
    bench.fill_port(0, 4);
    bench.rest();
    assert_eq!(bench.read(sink::STEPS_DONE), 1);
    bench.sink.quiesce(true, &mut bench.fabric);
    bench.fill_port(1, 7);
    bench.send(129);
    bench.rest();
    assert_eq!((bench.read(sink::STEPS_DONE), bench.event(event::DISCARDED)), (0, 10));
    assert!(bench.refuses(sink::CONTROL, sink::control::START.mask()));
    bench.sink.quiesce(false, &mut bench.fabric);
    bench.fill_port(0, 3);
    bench.start(1);
    bench.rest();
    assert_eq!(bench.read(sink::STEPS_DONE), 1, "and then works again");
}
