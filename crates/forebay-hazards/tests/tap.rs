// SPDX-License-Identifier: Apache-2.0
//! A program that runs on an aperture is written down as it goes.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail their test")]

mod common;

use common::*;
use forebay_aperture::{
    Aperture, ApertureError, Caching, Endpoint, FifoWriter, Processor, Refusal,
};
use forebay_hazards::{DEFAULT_SEEDS, Kind, Tap};

/// Takes everything.
struct Anything;

impl Endpoint for Anything {
    fn write(&mut self, _: u64, _: &[u8]) -> Result<(), Refusal> {
        Ok(())
    }

    fn read(&mut self, _: u64, into: &mut [u8]) -> Result<(), Refusal> {
        into.fill(0);
        Ok(())
    }
}

fn aperture(tap: &Tap) -> Aperture {
    let (card, caching) = (Box::new(Anything), Caching::WriteCombining);
    let mut aperture = Aperture::modelled(card, 1 << 20, caching, Processor::F1).unwrap();
    aperture.listen(tap.listener()).unwrap();
    aperture
}

/// Kind and line of what breaks in a program.
fn judged(
    program: impl Fn(&mut Aperture, &Tap) -> Result<(), ApertureError>,
) -> Vec<(Kind, String)> {
    let tap = Tap::new(map());
    program(&mut aperture(&tap), &tap).unwrap();
    let report = tap.program().unwrap().judge(DEFAULT_SEEDS).unwrap();
    report.hazards.into_iter().map(|hazard| (hazard.kind, hazard.place)).collect()
}

#[test]
fn a_doorbell_without_a_fence_is_found_at_the_call_that_rings_it() {
    let ring = line!() + 4;
    let found = judged(|aperture, _| {
        let mut writer = aperture.writer();
        writer.write_lines(0, &[7; 100])?;
        writer.write_lines(3 * 4096, &[1; 4])
    });
    assert_eq!(found, [(Kind::Unready, format!("{}:{ring}", file!()))]);
    let found = judged(|aperture, _| {
        let mut writer = aperture.writer();
        writer.write_lines(0, &[7; 100])?;
        writer.barrier()?;
        writer.write_lines(3 * 4096, &[1; 4])
    });
    assert_eq!(found, []);
}

#[test]
fn who_is_told_before_the_writer_is_dropped_is_told_too_early() {
    let kinds = |found: Vec<(Kind, String)>| found.iter().map(|one| one.0).collect::<Vec<_>>();
    let found = judged(|aperture, tap| {
        let mut writer = aperture.writer();
        writer.burst(64, &[7; 32])?;
        tap.signal();
        Ok(())
    });
    assert_eq!(kinds(found), [Kind::Unready]);
    let found = judged(|aperture, tap| {
        aperture.writer().burst(64, &[7; 32])?;
        tap.signal();
        Ok(())
    });
    assert_eq!(found, []);
}

#[test]
fn lines_into_a_fifo_are_out_of_order_but_for_a_fifo_writer() {
    let data: Vec<_> = (0..=255).collect();
    let found = judged(|aperture, _| aperture.writer().write_lines(4096, &data));
    assert_eq!(found.iter().map(|one| one.0).collect::<Vec<_>>(), [Kind::Order]);
    let found = judged(|aperture, _| {
        let mut fifo = FifoWriter::new(aperture.writer(), 4096..8192)?;
        fifo.write(&data[..100])?;
        fifo.write(&data)?;
        fifo.fill_entry()
    });
    assert_eq!(found, []);
}

#[test]
fn what_is_read_through_a_reader_is_read_behind_a_full_fence() {
    let found = judged(|aperture, _| {
        let mut writer = aperture.writer();
        writer.write_lines(64, &[7; 32])?;
        let mut reader = writer.fence()?;
        reader.read(64, &mut [0; 32])?;
        reader.writer().write_lines(64, &[8; 8])?;
        aperture.reader()?.read(64, &mut [0; 8])
    });
    assert_eq!(found, []);
}

#[test]
fn an_access_that_is_in_no_range_is_told_at_the_end() {
    let tap = Tap::new(map());
    let mut aperture = aperture(&tap);
    aperture.writer().burst(0x80, &[1; 4]).unwrap();
    aperture.writer().burst(0x9000, &[1; 4]).unwrap();
    let error = tap.program().unwrap_err().to_string();
    assert!(error.contains("tap.rs:") && error.contains("no range `0x9000`"), "{error}");
    let before = tap.program().unwrap();
    assert_eq!(before.accesses().len(), 2, "a store and its fence: {before:?}");
    assert!(tap.program().unwrap_err().to_string().contains("make another tap"));
}
