// SPDX-License-Identifier: Apache-2.0
//! Wrong use of the multiplication ends in an error that says what, where and what next, and the device multiplies afterwards.

use forebay::{Bar, ChannelId, Description, Device, ForebayError};
use forebay_msm::BUCKET_BYTES;
use forebay_msm::vectors::Distribution;
use forebay_msm_client::MsmClientError;
use forebay_regs::user::{self, msm};

use crate::msm::{prepare, works};
use crate::shared::{NOWHERE, STREAM_PORTS, count_of, given_up};
use crate::{Fixture, Way};

/// Entries of a stream port of the toy card.
const PORT_ENTRIES: u32 = 64;
/// Entries of the longest burst.
const MOST_BEATS: u32 = 16;

/// Windows of a run that is started past the library, of a bit each.
const WINDOWS: u32 = 8;

/// Where a register of the datapath is.
const fn at(offset: u32) -> u32 {
    user::MSM.base() + offset
}

/// Starts a run past the library: its windows in one pass of one adder.
fn start_run(device: &Device, points: u32) {
    let write = |offset, value| device.write32(Bar::User, at(offset), value).unwrap();
    let (kind, bits, offset) = (msm::window::KIND, msm::window::BITS, msm::window::OFFSET);
    let window = |row| (msm::WINDOW.at(row), kind.put(1) | bits.put(1) | offset.put(row));
    let pass = (msm::PASS.at(0), msm::pass::ADDERS.put(1) | msm::pass::LAST.put(WINDOWS - 1));
    let modes = [(msm::COVER, 253), (msm::MODE, 0), (msm::PASSES, 1)];
    for (offset, value) in (0..WINDOWS).map(window).chain([pass]).chain(modes) {
        // Refused while a run is under way, which then has it.
        if device.read32(Bar::User, at(offset)).unwrap() != value {
            write(offset, value);
        }
    }
    write(msm::POINTS, points);
    write(msm::CONTROL, msm::control::START.mask());
}

// ---- refused by the library ----

pub(crate) fn more_scalars_than_bases(fixture: &Fixture) {
    let device = fixture.open();
    let (msm, bases, v) = prepare(&device, Distribution::Uniform, 5);
    let mut scalars = v.scalars.clone();
    scalars.push([0; 32]);
    let error = fixture.fails(&device, || msm.run(&bases, &scalars));
    assert!(matches!(error, MsmClientError::LengthMismatch { points: 5, scalars: 6 }), "{error:?}");
    assert!(error.to_string().contains("5 points but 6 scalars"), "{error}");
    works(&device);
}

// ---- stream ports that nobody empties ----

pub(crate) fn only_scalars(fixture: &Fixture) {
    port_fills(fixture, 1000, 0, 32 * 1000);
}

pub(crate) fn only_points(fixture: &Fixture) {
    port_fills(fixture, 1000, 1, 144 * 1000);
}

pub(crate) fn more_than_a_run_asked_for(fixture: &Fixture) {
    port_fills(fixture, 2, 0, 32 * 1000);
}

/// A run of so many points gets `bytes` through one stream port and nothing through the other.
fn port_fills(fixture: &Fixture, points: u32, port: u32, bytes: usize) {
    let device = fixture.open_impatient();
    start_run(&device, points);
    let (h2c, bytes) = (device.h2c(0).unwrap(), vec![0; bytes]);
    let error = fixture.fails(&device, || h2c.write_all_at(&bytes, STREAM_PORTS[port as usize]));
    let (_, text) = given_up(&error, ChannelId::H2c(0));
    // There is no room for what waits: an entry where the native card writes in one go, else a burst, which goes in whole.
    let entry_by_entry = fixture.way() == Way::InProcess && device.identity().modelled;
    let waits = if entry_by_entry { 1 } else { MOST_BEATS };
    let full = PORT_ENTRIES + 1 - waits..=PORT_ENTRIES;
    let said =
        |held| text.contains(&format!("stream port {port} ({held} of {PORT_ENTRIES} entries)"));
    assert!(full.into_iter().any(said), "{text}");
    fixture.after_giving_up(&device);
    works(&device);
}

pub(crate) fn leftovers_of_other_writers(fixture: &Fixture) {
    let device = fixture.open();
    let (msm, bases, v) = prepare(&device, Distribution::Uniform, 9);
    device.h2c(0).unwrap().write_all_at(&[0xFF; 128], STREAM_PORTS[0]).unwrap();
    let error = fixture.fails(&device, || msm.run(&bases, &v.scalars));
    assert!(matches!(error, MsmClientError::Leftover { port: 0, entries: 2 }), "{error:?}");
    assert!(error.to_string().contains("stream port 0"), "{error}");
    assert_eq!(msm.run(&bases, &v.scalars).unwrap().0, v.result);
}

// ---- runs of others ----

/// Starts a run without points and takes the first 1000 bytes of its sums.
fn begin_read_out(device: &Device) -> Vec<u8> {
    start_run(device, 0);
    let mut part = vec![1; 1000];
    let moved = device.c2h(1).unwrap().receive(&mut part).unwrap();
    assert_eq!((moved.bytes, moved.eop), (1000, false));
    part
}

pub(crate) fn a_read_out_larger_than_its_room(fixture: &Fixture) {
    let device = fixture.open();
    let whole = WINDOWS as usize * BUCKET_BYTES;
    let part = begin_read_out(&device);
    let mut rest = vec![1; whole];
    let moved = device.c2h(1).unwrap().receive(&mut rest).unwrap();
    assert_eq!((moved.bytes, moved.eop), (whole as u64 - 1000, true));
    assert!(part.iter().chain(&rest[..whole - 1000]).all(|byte| *byte == 0), "empty");
    works(&device);
}

pub(crate) fn a_read_out_that_somebody_has_left(fixture: &Fixture) {
    let device = fixture.open();
    begin_read_out(&device);
    let (msm, bases, v) = prepare(&device, Distribution::Uniform, 9);
    let error = fixture.fails(&device, || msm.run(&bases, &v.scalars));
    assert!(error.to_string().contains("STATUS.BUSY"), "{error}");
    assert_eq!(msm.run(&bases, &v.scalars).unwrap().0, v.result);
}

pub(crate) fn a_start_too_many(fixture: &Fixture) {
    let device = fixture.open();
    let before = count_of(&device, "mmio_errors");
    for points in 5..9 {
        start_run(&device, points);
    }
    let status = device.read32(Bar::User, at(msm::STATUS)).unwrap();
    assert!(msm::status::BUSY.is_set(status));
    let refused = count_of(&device, "mmio_errors") - before;
    // One computes, one is queued; a card that has not taken up the first yet may refuse one more.
    assert!((2..=3).contains(&refused), "{refused} refused");
    let last_bad = device.describe(false).unwrap().last_bad.mmio;
    assert_eq!(last_bad, u64::from(at(msm::CONTROL)));
    device.recover().unwrap();
    works(&device);
}

/// One run that somebody has started would take the input of the next.
pub(crate) fn a_run_that_somebody_has_started(fixture: &Fixture) {
    let device = fixture.open();
    let (msm, bases, v) = prepare(&device, Distribution::Uniform, 9);
    for starts in [1, 2] {
        for _ in 0..starts {
            start_run(&device, 5);
        }
        let error = fixture.fails(&device, || msm.run(&bases, &v.scalars));
        assert!(
            matches!(error, MsmClientError::Device(ForebayError::RegisterWait { .. })),
            "{error:?}"
        );
        assert!(error.to_string().contains("STATUS.BUSY before a batch still reads"), "{error}");
        works(&device);
    }
}

// ---- registers and counters ----

pub(crate) fn a_register_that_only_reports_keeps_what_it_is(fixture: &Fixture) {
    let device = fixture.open();
    let offset = at(msm::BUCKETS);
    let refused = count_of(&device, "mmio_errors");
    let value = device.read32(Bar::User, offset).unwrap();
    device.write32(Bar::User, offset, !value).unwrap();
    assert_eq!(device.read32(Bar::User, offset).unwrap(), value);
    assert_eq!(device.describe(false).unwrap().last_bad.mmio, u64::from(offset));
    assert_eq!(count_of(&device, "mmio_errors") - refused, 1);
    works(&device);
}

pub(crate) fn counters_clear_when_read_so(fixture: &Fixture) {
    let device = fixture.open();
    let (msm, bases, v) = prepare(&device, Distribution::Uniform, 20);
    device.describe(true).unwrap();
    let (result, report) = msm.run(&bases, &v.scalars).unwrap();
    assert_eq!(result, v.result);
    // Without a memory each pass is one, and all comes again.
    let runs = report.engine.runs as u64;
    let adds = count_of(&device, "msm_adds");
    assert!(adds > 0);
    let error = device.h2c(0).unwrap().write_all_at(&[0; 4], NOWHERE).unwrap_err();
    assert!(matches!(error, ForebayError::Engine { .. }), "{error:?}");
    let before = device.describe(true).unwrap();
    let value = |name: &str| before.counters.iter().find(|c| c.name == name).unwrap().value;
    assert_eq!(value("msm_adds"), adds);
    assert_eq!((value("msm_pairs"), value("msm_runs")), (20 * runs, runs));
    assert_eq!((value("port0_beats_in"), value("port1_beats_out")), (10 * runs, 45 * runs));
    assert_eq!(before.last_bad.card, NOWHERE);
    assert!(before.streams.iter().all(|stream| stream.high_water > 0));
    let after = device.describe(false).unwrap();
    for counter in &after.counters {
        assert!(counter.value == 0 || counter.name == "mmio_reads", "{counter:?}");
    }
    assert_eq!(after.last_bad.card, 0);
    assert!(after.streams.iter().all(|stream| stream.high_water == 0));
    assert_eq!(after.counters.len(), before.counters.len());
    let progress = |description: &Description| {
        description.plugs.iter().find(|plug| plug.name == "msm").unwrap().progress
    };
    assert!(progress(&before) > 0 && progress(&after) == progress(&before), "not a counter");
    assert_eq!(msm.run(&bases, &v.scalars).unwrap().0, v.result);
}
