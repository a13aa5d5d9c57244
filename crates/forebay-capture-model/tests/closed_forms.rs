// SPDX-License-Identifier: Apache-2.0
//! The model against what can be worked out by hand.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail their test")]

use forebay_capture_model::{
    Binding, Copying, Engine, Extent, Notice, Price, Prices, Run, SAMPLE_BYTES, Setup, Sink,
    largest_rate,
};
use forebay_host_model::Time;

const SECONDS: u64 = 30;

fn with(prices: &[(Price, f64)]) -> Prices {
    let all =
        prices.iter().try_fold(Prices::default(), |all, (price, value)| all.with(*price, *value));
    all.unwrap()
}

/// Nothing takes any time but what is named.
fn only(prices: &[(Price, f64)]) -> Prices {
    let nothing = [
        Price::Delivery,
        Price::Handler,
        Price::Masked,
        Price::WakeUp,
        Price::PollStep,
        Price::Program,
        Price::Write,
        Price::Commit,
        Price::DiskHandler,
        Price::Descriptor,
    ];
    let mut all: Vec<_> = nothing.map(|price| (price, 0.0)).to_vec();
    all.extend([(Price::Disk, 1e12), (Price::Cached, 1e12)]);
    all.extend(prices);
    with(&all)
}

fn near(value: u64, expected: f64, share: f64) {
    let error = value as f64 / expected - 1.0;
    assert!(error.abs() < share, "{value} where {expected:.0} is expected: {error:+.4}");
}

/// A ring of n buffers and a reader that is held up for t: what fits into ring and FIFO may come meanwhile, a buffer more or less.
#[test]
fn a_ring_bears_a_stall_that_it_can_hold() {
    for (count, bytes, stall_us) in
        [(32, 4_096, 31_000.0), (8, 16_384, 10_000.0), (128, 4_096, 100_000.0)]
    {
        let prices = only(&[(Price::Commit, stall_us)]);
        let small = Setup::small_buffers(Sink::File);
        let setup = Setup { count, bytes, copying: Copying::Cached, ..small };
        let limit = largest_rate(&setup, &prices, 0..4).unwrap();
        let fifo = prices.get(Price::Fifo);
        let holds = |buffers: u64| {
            ((buffers * bytes) as f64 + fifo) / SAMPLE_BYTES as f64 / (stall_us / 1e6)
        };
        let rate = limit.rate as f64;
        assert!(
            rate >= holds(count - 1) * 0.997 && rate <= holds(count + 1),
            "{rate} {}",
            holds(count)
        );
        assert_eq!(limit.binding, Binding::Commit);
        // At twice that rate half of the stall is lost, each time.
        let outcome = Run::new(&setup, &prices, limit.rate * 2, 1).unwrap().finish();
        let stalls = outcome.gaps.len() as u64;
        assert_eq!(stalls, SECONDS / 5);
        let each = 2.0 * rate * stall_us / 1e6 - holds(count) * stall_us / 1e6;
        for gap in &outcome.gaps {
            assert!(
                (gap.lost as f64 - each).abs() <= 2.0 * setup.samples() as f64,
                "{gap:?} for {each}"
            );
        }
    }
}

/// A reader that is too slow fills the ring by the difference of rates.
#[test]
fn a_slow_reader_is_outrun_by_no_more_than_the_ring() {
    for (count, bytes) in [(32_u64, 4_096_u64), (1_280, 131_072)] {
        let prices = only(&[(Price::Program, 40.0), (Price::Uncached, 64e6)]);
        let setup = Setup { count, bytes, ..Setup::small_buffers(Sink::Nothing) };
        let each = 40e-6 + bytes as f64 / 64e6;
        let ring = (bytes * count) as f64 + prices.get(Price::Fifo);
        let rate = setup.samples() as f64 / each + ring / SAMPLE_BYTES as f64 / SECONDS as f64;
        let limit = largest_rate(&setup, &prices, 0..1).unwrap();
        near(limit.rate, rate, 0.005);
        assert_eq!(limit.binding, Binding::Copy);
    }
}

/// In direct-register mode the FIFO has what comes until the handler has given the engine its next buffer.
#[test]
fn the_fifo_bears_the_time_until_the_engine_is_armed_again() {
    let prices = only(&[(Price::Delivery, 100.0), (Price::Handler, 50.0)]);
    let setup = Setup { copying: Copying::InPlace, ..Setup::large_buffers(Sink::Nothing) };
    let limit = largest_rate(&setup, &prices, 0..1).unwrap();
    near(limit.rate, 4_096.0 / 150e-6, 0.003);
    assert_eq!(limit.binding, Binding::Interrupt);
    // Above that each buffer costs what has no room, to a sample.
    let rate = 40_000_000;
    let outcome = Run::new(&setup, &prices, rate, 0).unwrap().finish();
    let each = rate * 150 / 1_000_000 - 4_096;
    let buffers = outcome.received / setup.samples();
    assert!(outcome.gaps.len() as u64 >= buffers - 1);
    for gap in &outcome.gaps {
        assert!(gap.lost.abs_diff(each) <= 1, "{gap:?}");
    }
    // With the next one armed the engine does not wait for the handler at all.
    let ahead = Setup { engine: Engine::Direct { armed: 2 }, ..setup };
    let limit = largest_rate(&ahead, &prices, 0..1).unwrap();
    assert_eq!((limit.rate, limit.binding), (50_000_000, Binding::SampleClock));
}

/// Interrupts that are off now and then add that to the worst case.
#[test]
fn interrupts_that_are_off_add_to_the_worst_case() {
    let prices = only(&[(Price::Delivery, 4.5), (Price::Handler, 6.0), (Price::Masked, 150.0)]);
    let limit = largest_rate(&Setup::large_buffers(Sink::Nothing), &prices, 0..3).unwrap();
    near(limit.rate, 4_096.0 / 160.5e-6, 0.02);
}

/// Into a file goes what the disk takes in the time, and what the kernel and the ring hold.
#[test]
fn a_file_takes_what_the_disk_the_kernel_and_the_ring_do() {
    for dirty in [0.0, 50e6] {
        let prices = only(&[(Price::Disk, 10e6), (Price::Dirty, dirty)]);
        let setup = Setup::large_buffers(Sink::File);
        let ring = (setup.bytes * setup.count) as f64;
        let limit = largest_rate(&setup, &prices, 0..1).unwrap();
        near(limit.rate, (10e6 + (dirty + ring) / SECONDS as f64) / SAMPLE_BYTES as f64, 0.005);
        assert_eq!(limit.binding, Binding::Disk);
    }
}

/// A reader that polls serves the engine only between two writes, so one buffer and the FIFO must bear a stall, however many there are.
#[test]
fn polling_has_no_use_for_a_deep_ring_while_its_thread_is_held_up() {
    let prices = only(&[(Price::Commit, 31_000.0)]);
    let setup = Setup { notice: Notice::Polling, ..Setup::large_buffers(Sink::File) };
    let limit = largest_rate(&setup, &prices, 0..4).unwrap();
    // The engine has just been given a buffer when a write is held up, but few writes begin just when a commit does.
    let holds = (setup.bytes as f64 + prices.get(Price::Fifo)) / SAMPLE_BYTES as f64 / 31e-3;
    let rate = limit.rate as f64;
    assert!(rate > holds * 0.997 && rate < holds * 1.15, "{rate} {holds}");
    assert_eq!(limit.binding, Binding::Commit);
    let told = Setup { notice: Notice::Interrupt, ..setup };
    assert!(largest_rate(&told, &prices, 0..4).unwrap().rate > 20 * limit.rate);
}

/// A burst fits the buffers that are there, at any rate at which the engine is armed in time, whatever the disk does.
#[test]
fn a_burst_does_not_know_the_disk() {
    let prices = with(&[(Price::Disk, 1e5)]).with(Price::Masked, 0.0).unwrap();
    let setup = Setup { count: 64, ..Setup::large_buffers(Sink::File) }.burst();
    let outcome = Run::new(&setup, &prices, 40_000_000, 0).unwrap().finish();
    assert_eq!((outcome.received, outcome.lost_in_all()), (64 * 32_768, 0));
    assert_eq!(outcome.time, Time::from_ps(64 * 32_768 * 25_000));
    assert_eq!(setup.extent, Extent::Burst(64 * 131_072));
}

/// A buffer is late by the time in which it fills and that until its reader has it.
#[test]
fn latency_is_the_buffer_s_time_and_the_way_to_the_reader() {
    let prices = with(&[(Price::Masked, 0.0)]);
    let setup = Setup::small_buffers(Sink::Nothing);
    let outcome = Run::new(&setup, &prices, 1_000_000, 0).unwrap().finish();
    // 1,023 intervals behind the first sample, interrupt, handler, wake-up, program, copy.
    let way = 4.5 + 6.0 + 22.0 + prices.get(Price::Program) + 64.0;
    let latency = outcome.latency.unwrap();
    assert!((latency.most.us() - (1_023.0 + way)).abs() < 1.0, "{latency:?}");
    assert!((latency.mean.us() - (1_023.0 + way)).abs() < 1.0, "{latency:?}");
}
