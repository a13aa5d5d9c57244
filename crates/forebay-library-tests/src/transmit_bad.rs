// SPDX-License-Identifier: Apache-2.0
//! What a transmission and the air refuse, and what becomes of them when something goes wrong, or somebody stops them.

use std::time::Duration;

use forebay::{
    AirAccount, Bar, Class, Device, EngineFault, ForebayError, TransmitBuffer, TransmitError,
    TransmitOptions,
};
use forebay_regs::cards;
use forebay_regs::user::mm2s::{self, dmacr};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::capture_bench::LONG;
use crate::transmit_bench::{Bench, FASTEST, Packet, options, words};
use crate::{Fixture, Way};

/// What it says of itself is wrong with it.
#[track_caller]
fn refused<T>(outcome: Result<T, ForebayError>) -> TransmitError {
    match outcome.err().unwrap() {
        ForebayError::Transmit(error) => error,
        other => unreachable!("{other}"),
    }
}

pub(crate) fn buffers_to_send_from_that_cannot_be_had(fixture: &Fixture) {
    let device = fixture.open();
    let most = (1 << 26) - TransmitOptions::MULTIPLE;
    for bytes in [0, 1, 63, 100, 1 << 26, u32::MAX] {
        let error = refused(device.transmit(&options(2, bytes)));
        let TransmitError::Length { bytes: seen, most: told } = error else {
            unreachable!("{error}")
        };
        assert_eq!((seen, told), (bytes, most));
    }
    let error = refused(device.transmit(&options(0, 4096)));
    assert!(matches!(error, TransmitError::Buffers { buffers: 0 }), "{error}");
    let many = 4096;
    let error = refused(device.transmit(&options(many, most)));
    let TransmitError::NoMemory { buffers, bytes, fits, .. } = error else {
        unreachable!("{error}")
    };
    assert_eq!((buffers, bytes), (many, most));
    assert!(fits < many.into());
    // None of it stands in the way of what can be had.
    drop(device.transmit(&options(2, 4096)).unwrap());
}

pub(crate) fn a_card_has_one_transmission_until_its_last_buffer_is_gone(fixture: &Fixture) {
    let Bench { device, transmit, .. } = Bench::open(fixture, &options(4, 4096), FASTEST);
    let busy = |outcome| match outcome {
        Err(ForebayError::Transmit(TransmitError::Busy) | ForebayError::Busy { .. }) => true,
        Err(other) => unreachable!("{other}"),
        Ok(_) => false,
    };
    assert!(busy(device.transmit(&options(4, 4096))));
    transmit.start().unwrap();
    let mut buffer = transmit.acquire(LONG).unwrap().unwrap();
    drop(transmit);
    assert!(busy(device.transmit(&options(4, 4096))));
    buffer.fill(7);
    assert!(buffer.len() == 4096 && buffer.iter().all(|byte| *byte == 7));
    drop(buffer);
    assert!(!busy(device.transmit(&options(4, 4096))));
}

/// No bytes, and more than there are: told, not sent, and the buffer is free again; as one that is dropped is.
pub(crate) fn a_buffer_that_is_not_sent_is_free_and_nothing_of_it_goes(fixture: &Fixture) {
    let mut bench = Bench::open(fixture, &options(3, 4096), FASTEST);
    bench.transmit.start().unwrap();
    let fill = |bench: &mut Bench| {
        let mut buffer = bench.acquire();
        let samples = vec![1; 100];
        bench.fill(&mut buffer, &[Packet { channel: 0, time: None, end_of_burst: true, samples }]);
        buffer
    };
    for bytes in [0, 4097, usize::MAX] {
        let error = refused(fill(&mut bench).send(bytes));
        let TransmitError::Bytes { bytes: seen, most } = error else { unreachable!("{error}") };
        assert_eq!((seen, most), (bytes, 4096));
    }
    drop(fill(&mut bench));
    fill(&mut bench).release().unwrap();
    let held: Vec<_> = (0..3).map(|_| bench.acquire()).collect();
    let mut numbers: Vec<_> = held.iter().map(TransmitBuffer::index).collect();
    numbers.sort_unstable();
    assert_eq!(numbers, [0, 1, 2]);
    drop(held);
    bench.silence();
    assert_eq!(bench.account(0), AirAccount::default());
    let stats = bench.transmit.stats().unwrap();
    assert_eq!((stats.buffers, stats.bytes, stats.cut, stats.free), (0, 0, 0, 3));
    // The largest number of bytes is one.
    let mut buffer = bench.acquire();
    bench.clear_numbers();
    let samples = vec![1; 4096 / 4 - 16];
    let whole = Packet { channel: 0, time: None, end_of_burst: true, samples };
    assert_eq!(bench.fill(&mut buffer, &[whole]), 4096);
    buffer.send(4096).unwrap();
    bench.silence();
    assert_eq!(bench.account(0).sent, 4096 / 4 - 16);
}

pub(crate) fn what_waits_for_a_start_cannot_be_drained(fixture: &Fixture) {
    let mut bench = Bench::open(fixture, &options(4, 4096), FASTEST);
    assert!(bench.transmit.drain(LONG).unwrap(), "nothing is there");
    let packet = |samples| Packet { channel: 1, time: None, end_of_burst: true, samples };
    bench.send(&[packet(vec![5; 10])]);
    bench.send(&[packet(vec![6; 20])]);
    let error = refused(bench.transmit.drain(LONG));
    assert!(matches!(error, TransmitError::NotStarted { queued: 2 }), "{error}");
    // A stop of what does not run changes nothing.
    bench.transmit.stop().unwrap();
    let stats = bench.transmit.stats().unwrap();
    assert_eq!((stats.free, stats.queued), (2, 2));
    bench.transmit.start().unwrap();
    bench.silence();
    assert_eq!(bench.account(1), AirAccount { sent: 30, packets: 2, ..AirAccount::default() });
}

/// Whenever a stop comes: every buffer is free again, and on the air is what the card has taken whole.
pub(crate) fn a_stop_frees_every_buffer_and_sends_whole_packets_only(fixture: &Fixture) {
    // Whole beats, so that each byte that is missing is one of a sample; and more of them than the card holds.
    const SAMPLES: usize = 896;
    const BUFFERS: u32 = 32;
    const SENT: u32 = 30;
    let mut bench = Bench::open(fixture, &options(BUFFERS, 4096), FASTEST);
    let mut random = ChaCha8Rng::seed_from_u64(51);
    let mut cuts = 0;
    // As long as it takes until the card is full.
    let within = match fixture.way() {
        Way::InProcess => 2000,
        Way::Nodes => 1 << 20,
    };
    let mut before = bench.transmit.stats().unwrap();
    for turn in 0..fixture.rounds(60, 12) {
        bench.clear(FASTEST >> 2);
        bench.transmit.start().unwrap();
        let samples = words(&mut random, SAMPLES);
        let packet = Packet { channel: 0, time: None, end_of_burst: true, samples };
        for _ in 0..SENT {
            bench.send(std::slice::from_ref(&packet));
        }
        let held = bench.acquire();
        let soon = bench.source.time().unwrap() + random.random_range(0..within);
        let look = Duration::from_nanos(200);
        while bench.source.time().unwrap() < soon && !bench.transmit.drain(look).unwrap() {}
        bench.transmit.stop().unwrap();
        bench.transmit.stop().unwrap();
        assert!(!bench.transmit.is_running());
        let stats = bench.transmit.stats().unwrap();
        assert_eq!((stats.free, stats.held, stats.queued, stats.armed), (BUFFERS - 1, 1, 0, 0));
        let (whole, cut) = (stats.buffers - before.buffers, stats.cut - before.cut);
        assert!(cut <= 1 && whole + cut <= SENT.into(), "turn {turn}: {stats:?}");
        drop(held);
        bench.silence();
        let account = bench.account(0);
        assert_eq!(u64::from(account.packets), whole, "turn {turn}: {stats:?}");
        assert_eq!(account.sent, whole * SAMPLES as u64);
        // What was cut short is no packet.
        assert_eq!(u64::from(bench.air.malformed().unwrap().packets), cut, "turn {turn}");
        cuts += cut;
        before = stats;
    }
    // Behind nodes it is a matter of the machine.
    assert!(cuts > 2 || fixture.way() == Way::Nodes, "{cuts} stops cut a buffer short");
}

pub(crate) fn a_reset_under_a_transmission_is_told_and_the_next_run_works(fixture: &Fixture) {
    let mut bench = Bench::open(fixture, &options(20, 4096), FASTEST);
    let mut random = ChaCha8Rng::seed_from_u64(52);
    bench.transmit.start().unwrap();
    let far = Packet {
        channel: 0,
        time: Some(u64::MAX),
        end_of_burst: true,
        samples: words(&mut random, 900),
    };
    // The card is full of what is to be sent at the end of all times.
    for _ in 0..18 {
        bench.send(std::slice::from_ref(&far));
    }
    let (sent, dropped) = (bench.acquire(), bench.acquire());
    match fixture.way() {
        // Somebody behind the library's back.
        Way::InProcess => put(&bench.device, dmacr::SOFT_RESET.mask()),
        Way::Nodes => fixture.reset(),
    }
    let error = refused(bench.transmit.drain(LONG));
    assert!(matches!(error, TransmitError::Reset), "{error}");
    assert!(!bench.transmit.is_running());
    assert!(matches!(refused(bench.transmit.acquire(LONG)), TransmitError::Reset));
    assert!(matches!(refused(sent.send(64)), TransmitError::Reset));
    drop(dropped);
    works_again(&mut bench, &mut random);
}

/// Nobody looks between the reset and the next start: records count from the beginning again, and what waits for that start is sent.
pub(crate) fn a_reset_between_two_runs_takes_nothing_of_what_waits(fixture: &Fixture) {
    let mut bench = Bench::open(fixture, &options(20, 4096), FASTEST);
    let mut random = ChaCha8Rng::seed_from_u64(55);
    let samples = words(&mut random, 10);
    let packet = Packet { channel: 0, time: None, end_of_burst: true, samples };
    bench.transmit.start().unwrap();
    for _ in 0..3 {
        bench.send(std::slice::from_ref(&packet));
    }
    bench.silence();
    bench.transmit.stop().unwrap();
    bench.send(std::slice::from_ref(&packet));
    put(&bench.device, dmacr::SOFT_RESET.mask());
    bench.send(std::slice::from_ref(&packet));
    bench.transmit.start().unwrap();
    bench.silence();
    assert_eq!(bench.account(0), AirAccount { sent: 50, packets: 5, ..AirAccount::default() });
    let stats = bench.transmit.stats().unwrap();
    assert_eq!((stats.free, stats.buffers, stats.cut, stats.errors), (20, 5, 0, 0));
    // The same of a reset under a run that is stopped before anybody has seen it.
    put(&bench.device, dmacr::SOFT_RESET.mask());
    bench.transmit.stop().unwrap();
    assert!(matches!(refused(bench.transmit.drain(LONG)), TransmitError::Reset));
    works_again(&mut bench, &mut random);
}

/// A recovery of the card brings its datapath to rest, which drops what it has: what is sent does not go on behind a hole.
pub(crate) fn a_recovery_under_a_transmission_is_told_and_the_next_run_works(fixture: &Fixture) {
    let mut bench = Bench::open(fixture, &options(20, 4096), FASTEST);
    let mut random = ChaCha8Rng::seed_from_u64(56);
    let samples = words(&mut random, 900);
    let far = Packet { channel: 0, time: Some(u64::MAX), end_of_burst: true, samples };
    for stops in [true, false] {
        bench.transmit.start().unwrap();
        for _ in 0..20 {
            bench.send(std::slice::from_ref(&far));
        }
        bench.device.recover().unwrap();
        assert!(!bench.transmit.is_running());
        if stops {
            bench.transmit.stop().unwrap();
        }
        assert!(matches!(refused(bench.transmit.drain(LONG)), TransmitError::Reset));
        bench.capture.start().unwrap();
        works_again(&mut bench, &mut random);
        bench.transmit.stop().unwrap();
    }
}

/// The engine is told what it cannot do; it makes no difference who sees first that it has ended.
pub(crate) fn an_error_of_the_transmit_engine_is_told_and_the_next_run_works(fixture: &Fixture) {
    let mut bench = Bench::open(fixture, &options(20, 4096), FASTEST);
    let mut random = ChaCha8Rng::seed_from_u64(53);
    for (errors, stops) in (1..).zip([false, true]) {
        let before = bench.transmit.stats().unwrap().buffers;
        bench.transmit.start().unwrap();
        put(&bench.device, dmacr::RS.mask() | dmacr::KEYHOLE.mask());
        let samples = words(&mut random, 10);
        let packet = Packet { channel: 0, time: None, end_of_burst: true, samples };
        for _ in 0..3 {
            bench.send(std::slice::from_ref(&packet));
        }
        if stops {
            let status = page(&bench.device) + mm2s::DMASR;
            let halted = |word: u32| mm2s::dmasr::HALTED.is_set(word);
            bench.device.wait_register("the end of the engine", status, &halted).unwrap();
            bench.transmit.stop().unwrap();
        }
        let error = refused(bench.transmit.drain(LONG));
        let TransmitError::Engine { cause: EngineFault::Internal, status } = error else {
            unreachable!("{error}")
        };
        assert!(mm2s::dmasr::INT_ERR.is_set(status) && mm2s::dmasr::HALTED.is_set(status));
        let stats = bench.transmit.stats().unwrap();
        assert_eq!((stats.free, stats.errors, stats.buffers), (20, errors, before));
        works_again(&mut bench, &mut random);
        bench.transmit.stop().unwrap();
    }
}

/// Where the engine's registers are.
fn page(device: &Device) -> u32 {
    let identity = device.identity();
    let plug = identity.feature(Class::FrontEnd, cards::MM2S.kind).unwrap();
    identity.user_offset(plug).unwrap()
}

/// Writes the engine's control register behind the library's back.
fn put(device: &Device, control: u32) {
    device.write32(Bar::User, page(device) + mm2s::DMACR, control).unwrap();
}

/// What is sent behind an error is received.
fn works_again(bench: &mut Bench, random: &mut ChaCha8Rng) {
    let rate = FASTEST >> 6;
    bench.clear(rate);
    // A reset of the whole card has ended this, too.
    bench.capture.start().unwrap();
    bench.transmit.start().unwrap();
    assert_eq!(bench.transmit.stats().unwrap().free, 20);
    let first = bench.soon();
    bench.listen(1, first, 300, rate);
    let samples = words(random, 300);
    let time = Some(first);
    bench.send(&[Packet { channel: 0, time, end_of_burst: true, samples: samples.clone() }]);
    assert!(bench.heard(1, first, 300)[0] == samples);
    bench.silence();
    assert_eq!(bench.account(0), AirAccount { sent: 300, packets: 1, ..AirAccount::default() });
}

pub(crate) fn the_air_is_set_at_rest_and_has_four_channels(fixture: &Fixture) {
    let mut bench = Bench::open(fixture, &options(4, 4096), FASTEST);
    bench.transmit.start().unwrap();
    let samples = vec![9; 10];
    bench.send(&[Packet { channel: 2, time: Some(u64::MAX), end_of_burst: true, samples }]);
    assert!(bench.transmit.drain(LONG).unwrap());
    let soon = Duration::from_micros(50);
    assert!(!bench.air.wait(soon).unwrap());
    let status = bench.air.status().unwrap();
    assert_eq!((status.on_air, status.held), (0, 1 << 2));
    let error = refused(bench.air.configure(bench.rate(1000), 0));
    let TransmitError::OnAir { status } = error else { unreachable!("{error}") };
    assert_ne!(status, 0);
    bench.air.clear().unwrap();
    bench.air.configure(bench.rate(1000), 0).unwrap();
    assert!(bench.air.wait(LONG).unwrap());
    let error = refused(bench.air.account(4));
    assert!(matches!(error, TransmitError::Channel { channel: 4, last: 3 }), "{error}");
}

/// Whatever is in the card and on its way into it is forgotten, and the next packets are the first ones.
pub(crate) fn a_cleared_air_forgets_all_that_was_sent(fixture: &Fixture) {
    let mut bench = Bench::open(fixture, &options(20, 8 << 10), FASTEST);
    let mut random = ChaCha8Rng::seed_from_u64(54);
    let rate = FASTEST >> 6;
    for turn in 0..fixture.rounds(20, 6) {
        bench.clear(rate);
        bench.transmit.start().unwrap();
        let far = Packet {
            channel: random.random_range(0..4),
            time: random.random::<bool>().then_some(u64::MAX),
            end_of_burst: random.random(),
            samples: words(&mut random, 700),
        };
        for _ in 0..20 {
            let packets = vec![far.clone(); random.random_range(1..=2)];
            bench.send(&packets);
        }
        bench.until(bench.source.time().unwrap() + random.random_range(0..20_000));
        bench.transmit.stop().unwrap();
        bench.clear(rate);
        for channel in 0..4 {
            assert_eq!(bench.account(channel), AirAccount::default(), "turn {turn}");
        }
        bench.transmit.start().unwrap();
        let first = bench.soon();
        bench.listen(1, first, 100, rate);
        let samples = words(&mut random, 100);
        let packet = Packet { channel: 0, time: Some(first), end_of_burst: true, samples };
        bench.send(std::slice::from_ref(&packet));
        assert!(bench.heard(1, first, 100)[0] == packet.samples, "turn {turn}");
        bench.silence();
        let wanted = AirAccount { sent: 100, packets: 1, ..AirAccount::default() };
        assert_eq!(bench.account(0), wanted, "turn {turn}");
    }
}
