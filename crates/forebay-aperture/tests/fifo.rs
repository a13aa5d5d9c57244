// SPDX-License-Identifier: Apache-2.0
//! What enters a FIFO behind a range is the stream, in order, whatever the order in which a processor empties its buffers.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail their test")]

use std::sync::{Arc, Mutex};

use forebay_aperture::{
    Aperture, ApertureError, Caching, Endpoint, FifoWriter, Processor, Refusal,
};
use forebay_write_combining::{Eviction, PartialFlush};
use proptest::prelude::*;

const BYTES: u64 = 1 << 16;
const WC: Caching = Caching::WriteCombining;

/// What has entered a FIFO.
#[derive(Debug, Default)]
struct Entered {
    bytes: Vec<u8>,
    /// Offset and bytes of each write.
    writes: Vec<(u64, usize)>,
}

/// A FIFO that takes every write to a range, and nothing else.
#[derive(Clone, Debug)]
struct Fifo {
    range: std::ops::Range<u64>,
    entered: Arc<Mutex<Entered>>,
    /// How many bytes it takes.
    room: usize,
}

impl Endpoint for Fifo {
    fn write(&mut self, offset: u64, data: &[u8]) -> Result<(), Refusal> {
        let end = offset + data.len() as u64;
        assert!(offset >= self.range.start && end <= self.range.end, "{offset:#x}");
        let Entered { bytes, writes } = &mut *self.entered.lock().unwrap();
        if bytes.len() + data.len() > self.room {
            return Err("the FIFO is full".into());
        }
        bytes.extend(data);
        writes.push((offset, data.len()));
        Ok(())
    }

    fn read(&mut self, _: u64, _: &mut [u8]) -> Result<(), Refusal> {
        Err("a FIFO is not read".into())
    }
}

impl Fifo {
    fn at(range: std::ops::Range<u64>) -> Self {
        Self { range, entered: Arc::default(), room: usize::MAX }
    }

    fn map(&self, caching: Caching, processor: Processor) -> Aperture {
        Aperture::modelled(Box::new(self.clone()), BYTES, caching, processor).unwrap()
    }

    fn bytes(&self) -> Vec<u8> {
        self.entered.lock().unwrap().bytes.clone()
    }

    fn writes(&self) -> Vec<(u64, usize)> {
        self.entered.lock().unwrap().writes.clone()
    }
}

/// Bytes that tell places apart.
fn stream(bytes: usize) -> Vec<u8> {
    (0..bytes).map(|at| (at * 7 + at / 256 + 1).to_le_bytes()[0]).collect()
}

#[test]
fn each_line_of_the_stream_goes_to_the_next_line_of_the_range() {
    let fifo = Fifo::at(0x1000..0x1080);
    let mut aperture = fifo.map(WC, Processor::F1);
    let mut writer = FifoWriter::new(aperture.writer(), fifo.range.clone()).unwrap();
    writer.write(&stream(200)).unwrap();
    let expected = [(0x1000, 64), (0x1040, 64), (0x1000, 64), (0x1040, 8)];
    assert_eq!(fifo.writes(), expected);
    writer.write(&stream(3)).unwrap();
    let in_two = vec![(0x1000, 2), (0x1002, 1)];
    assert_eq!((fifo.writes()[4..].to_vec(), writer.accepted()), (in_two, 203));
    writer.fill_entry().unwrap();
    writer.fill_entry().unwrap();
    let pieces: Vec<_> = (0x1040..0x1070).step_by(8).map(|at| (at, 8)).collect();
    assert_eq!(fifo.writes()[6..], [pieces, vec![(0x1070, 4), (0x1074, 1)]].concat());
    assert_eq!(fifo.bytes(), [stream(200), stream(3), vec![0; 53]].concat());
    drop(writer.into_writer().fence().unwrap());
    assert_eq!((fifo.writes().len(), aperture.writer().bytes()), (14, BYTES));
}

#[test]
fn without_its_fences_data_are_eaten_and_swapped() {
    // The same stores; so it is the fences and the addresses on which the others rely.
    let data = stream(512);
    let sent = |spray: bool, seed| {
        let fifo = Fifo::at(0..1024);
        let eviction = Eviction::Random { seed, unasked: 0 };
        let mut aperture = fifo.map(WC, Processor { eviction, ..Processor::F1 });
        let mut writer = aperture.writer();
        for (at, words) in (0..).step_by(64).zip(data.chunks(60)) {
            writer.write_lines(if spray { at } else { 0 }, words).unwrap();
        }
        writer.fence().unwrap();
        fifo.bytes()
    };
    assert_eq!(sent(false, 1).len(), 60, "the last of those to one address");
    let mut sprayed = sent(true, 1);
    assert_ne!(sprayed, data, "in another order");
    let mut sorted = data.clone();
    sprayed.sort_unstable();
    sorted.sort_unstable();
    assert_eq!(sprayed, sorted, "and nothing is lost");
}

#[test]
fn what_the_fifo_did_not_take_is_told_with_what_it_took() {
    let fifo = Fifo { room: 150, ..Fifo::at(0..64) };
    let mut aperture = fifo.map(WC, Processor::F1);
    let mut writer = FifoWriter::new(aperture.writer(), 0..64).unwrap();
    let error = writer.write(&stream(300)).unwrap_err();
    assert!(matches!(error, ApertureError::Bus { offset: 0, bytes: 64, .. }), "{error}");
    assert!(error.to_string().contains("the FIFO is full"), "{error}");
    assert_eq!((writer.accepted(), fifo.bytes()), (128, stream(128)), "and nothing behind it");
}

#[test]
fn behind_a_line_that_was_refused_nothing_is_sent_or_counted() {
    let fifo = Fifo { room: 150, ..Fifo::at(0..128) };
    let mut aperture = fifo.map(WC, Processor::F1);
    let mut writer = FifoWriter::new(aperture.writer(), 0..128).unwrap();
    writer.write(&stream(300)).unwrap_err();
    // There is room for so little, but it is not what comes next.
    for error in [writer.write(&stream(3)), writer.write(&[]), writer.fill_entry()] {
        let error = error.unwrap_err();
        assert!(matches!(error, ApertureError::FifoStopped { accepted: 128 }), "{error}");
        assert!(error.to_string().contains("byte 128 of the stream"), "{error}");
    }
    assert_eq!((writer.accepted(), fifo.writes()), (128, vec![(0, 64), (64, 64)]));
    let mut next = FifoWriter::new(writer.into_writer(), 0..128).unwrap();
    next.write(&stream(20)).unwrap();
    assert_eq!((next.accepted(), fifo.bytes()), (20, [stream(128), stream(20)].concat()));
}

#[test]
fn of_a_line_that_left_in_pieces_those_before_the_refused_one_count() {
    let eights = Processor { partial: PartialFlush::Eights, ..Processor::F1 };
    for (caching, room, taken) in
        [(WC, 64 + 20, 64 + 16), (WC, 64 + 7, 64), (Caching::Uncached, 64 + 33, 64 + 32)]
    {
        let fifo = Fifo { room, ..Fifo::at(0..128) };
        let mut aperture = fifo.map(caching, eights);
        let mut writer = FifoWriter::new(aperture.writer(), 0..128).unwrap();
        let error = writer.write(&stream(64 + 40)).unwrap_err();
        let refused = taken as u64;
        assert!(matches!(error, ApertureError::Bus { offset, bytes: 8, .. } if offset == refused));
        assert_eq!((writer.accepted(), fifo.bytes()), (refused, stream(taken)), "{caching:?}");
    }
}

#[test]
fn behind_a_refused_store_nothing_of_its_line_is_stored() {
    // A buffer goes before each store.
    let eviction = Eviction::Random { seed: 1, unasked: 1 };
    let fifo = Fifo { room: 20, ..Fifo::at(0..128) };
    let mut aperture = fifo.map(WC, Processor { eviction, ..Processor::F1 });
    let mut writer = FifoWriter::new(aperture.writer(), 0..128).unwrap();
    let error = writer.write(&stream(40)).unwrap_err();
    assert!(matches!(error, ApertureError::Bus { offset: 16, bytes: 8, .. }), "{error}");
    assert_eq!((writer.accepted(), fifo.writes()), (16, vec![(0, 8), (8, 8)]));
}

#[test]
fn what_was_refused_before_the_stream_is_none_of_it() {
    let fifo = Fifo { room: 64, ..Fifo::at(0..128) };
    let mut aperture = fifo.map(WC, Processor::F1);
    let mut writer = aperture.writer();
    writer.write_lines(64, &[1; 40]).unwrap();
    writer.write_lines(0, &[1; 40]).unwrap();
    let error = FifoWriter::new(writer, 0..128).unwrap_err();
    assert!(matches!(error, ApertureError::Bus { offset: 0, bytes: 40, .. }), "{error}");
    let mut stream_writer = FifoWriter::new(aperture.writer(), 0..128).unwrap();
    stream_writer.write(&stream(24)).unwrap();
    assert_eq!(
        (stream_writer.accepted(), fifo.writes()),
        (24, vec![(64, 40), (0, 8), (8, 8), (16, 8)])
    );
}

#[test]
fn ranges_that_no_fifo_can_be_behind_are_refused() {
    let fifo = Fifo::at(0..64);
    let mut aperture = fifo.map(WC, Processor::F1);
    for (start, end) in [(0, 0), (0, 63), (0, 96), (32, 96), (128, 64)] {
        let range = start..end;
        let error = FifoWriter::new(aperture.writer(), range.clone()).unwrap_err();
        let seen = matches!(error, ApertureError::FifoRange { start, .. } if start == range.start);
        assert!(seen && error.to_string().contains("whole aligned lines"), "{error}");
    }
    let past = FifoWriter::new(aperture.writer(), BYTES - 64..BYTES + 64).unwrap_err();
    assert!(matches!(past, ApertureError::PastEnd { room: 64, .. }), "{past}");
    let outside = FifoWriter::new(aperture.writer(), BYTES..BYTES + 64).unwrap_err();
    assert!(matches!(outside, ApertureError::Outside { .. }), "{outside}");
    assert_eq!(fifo.writes(), []);
}

proptest! {
    #[test]
    fn the_stream_enters_in_order_whatever_the_order_of_flushes(
        seed in any::<u64>(),
        buffers in 1_u64..8,
        unasked in 0_u32..4,
        partial in prop::sample::select(vec![
            PartialFlush::Whole, PartialFlush::Eights, PartialFlush::Backwards, PartialFlush::Either,
        ]),
        combining in any::<bool>(),
        (start, lines) in (0_u64..16, 1_u64..9),
        pieces in prop::collection::vec(0_usize..300, 1..20),
    ) {
        let eviction = Eviction::Random { seed, unasked };
        let processor = Processor { buffers, eviction, partial, ..Processor::F1 };
        let fifo = Fifo::at(64 * start..64 * (start + lines));
        let mut aperture = fifo.map(if combining { WC } else { Caching::Uncached }, processor);
        let mut writer = FifoWriter::new(aperture.writer(), fifo.range.clone()).unwrap();
        let expected = stream(pieces.iter().sum());
        let mut rest = &expected[..];
        for piece in pieces {
            let (now, later) = rest.split_at(piece);
            writer.write(now).unwrap();
            rest = later;
            let so_far = &expected[..expected.len() - rest.len()];
            prop_assert_eq!(&fifo.bytes()[..], so_far, "without a fence of the caller's");
            prop_assert_eq!(writer.accepted(), so_far.len() as u64);
        }
    }
}
