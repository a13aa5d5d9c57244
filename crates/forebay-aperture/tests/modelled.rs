// SPDX-License-Identifier: Apache-2.0
//! An aperture behind a modelled processor: what is behind it sees just what a processor would have sent.

#![allow(clippy::unwrap_used, clippy::panic, reason = "helpers of tests fail their test")]

use std::panic::{AssertUnwindSafe, Location, catch_unwind};
use std::sync::{Arc, Mutex};

use forebay_aperture::{
    Aperture, ApertureError, Caching, Endpoint, FifoWriter, Instructions, Listener, Processor,
    Refusal, Writer,
};
use forebay_write_combining::{Eviction, PartialFlush};
use proptest::prelude::*;

const BYTES: usize = 4096;
const WC: Caching = Caching::WriteCombining;

/// What is behind the processor, as the test sees it.
#[derive(Clone, Debug, Default)]
struct Card(Arc<Mutex<Seen>>);

#[derive(Debug, Default)]
struct Seen {
    memory: Vec<u8>,
    /// Offset and bytes of each access.
    writes: Vec<(u64, usize)>,
    reads: Vec<(u64, usize)>,
    /// Accesses of this line are refused.
    broken: Option<u64>,
}

impl Seen {
    fn check(&self, offset: u64, bytes: usize) -> Result<(), Refusal> {
        assert!(offset % 64 + bytes as u64 <= 64, "{bytes} at {offset:#x} are not of one line");
        match self.broken {
            Some(line) if line == offset / 64 => Err(format!("line {line} is broken").into()),
            _ => Ok(()),
        }
    }
}

impl Endpoint for Card {
    fn write(&mut self, offset: u64, data: &[u8]) -> Result<(), Refusal> {
        let mut seen = self.0.lock().unwrap();
        seen.writes.push((offset, data.len()));
        seen.check(offset, data.len())?;
        let at = usize::try_from(offset).unwrap();
        seen.memory[at..][..data.len()].copy_from_slice(data);
        Ok(())
    }

    fn read(&mut self, offset: u64, into: &mut [u8]) -> Result<(), Refusal> {
        let mut seen = self.0.lock().unwrap();
        seen.reads.push((offset, into.len()));
        seen.check(offset, into.len())?;
        let at = usize::try_from(offset).unwrap();
        into.copy_from_slice(&seen.memory[at..][..into.len()]);
        Ok(())
    }
}

impl Card {
    fn new() -> Self {
        let card = Self::default();
        card.0.lock().unwrap().memory = vec![0; BYTES];
        card
    }

    fn map(&self, caching: Caching, processor: Processor) -> Aperture {
        Aperture::modelled(Box::new(self.clone()), BYTES as u64, caching, processor).unwrap()
    }

    fn writes(&self) -> Vec<(u64, usize)> {
        std::mem::take(&mut self.0.lock().unwrap().writes)
    }
}

/// Bytes that tell places apart.
fn data(bytes: usize) -> Vec<u8> {
    (0..bytes).map(|at| (at * 7 + at / 256 + 1).to_le_bytes()[0]).collect()
}

/// A card with a fault of its own.
struct Panics;

impl Endpoint for Panics {
    fn write(&mut self, _: u64, _: &[u8]) -> Result<(), Refusal> {
        panic!("the card")
    }

    fn read(&mut self, _: u64, _: &mut [u8]) -> Result<(), Refusal> {
        panic!("the card")
    }
}

/// Who panics while a program writes. A panic on top of another would end all tests.
fn who_panics(card: Box<dyn Endpoint>, program: fn(&mut Writer<'_>)) -> &'static str {
    let mut aperture = Aperture::modelled(card, 4096, WC, Processor::F1).unwrap();
    let run = catch_unwind(AssertUnwindSafe(|| program(&mut aperture.writer())));
    run.unwrap_err().downcast_ref::<&str>().unwrap()
}

#[test]
fn a_panic_of_the_card_or_of_the_program_is_one_panic() {
    let in_a_store = who_panics(Box::new(Panics), |writer| {
        writer.write_lines(64, &[1; 8]).unwrap();
        writer.write_lines(0, &[1; 64]).unwrap();
    });
    assert_eq!(in_a_store, "the card");
    let before_the_fence = |writer: &mut Writer<'_>| {
        writer.write_lines(64, &[1; 8]).unwrap();
        panic!("the program")
    };
    assert_eq!(who_panics(Box::new(Panics), before_the_fence), "the program");
    let card = Card::default();
    card.0.lock().unwrap().memory = vec![0; BYTES];
    assert_eq!(who_panics(Box::new(card.clone()), before_the_fence), "the program");
    assert_eq!(card.0.lock().unwrap().writes, [(64, 8)], "what was stored has left");
}

#[test]
fn sixteen_words_are_sixteen_writes_uncached_and_one_combined() {
    let words: Vec<_> = (0..16).map(|word| (4 * word, 4)).collect();
    for (caching, expected) in [(Caching::Uncached, words), (WC, vec![(0, 64)])] {
        let card = Card::new();
        card.map(caching, Processor::F1).writer().burst(0, &data(64)).unwrap();
        assert_eq!(card.writes(), expected, "{caching:?}");
        assert_eq!(card.0.lock().unwrap().memory[..64], data(64));
    }
}

#[test]
fn uncached_each_store_of_a_copy_is_a_write() {
    let card = Card::new();
    let mut aperture = card.map(Caching::Uncached, Processor::F1);
    let mut writer = aperture.writer();
    // Three bytes of a line, a line, and nine bytes of the next.
    for (by, line) in [
        (Instructions::Plain, 8),
        (Instructions::Sse2, 16),
        (Instructions::Avx, 32),
        (Instructions::Avx512, 64),
        (Instructions::Movdir64b, 64),
    ] {
        writer.write_lines_by(by, 61, &data(76)).unwrap();
        let lines = (64..128).step_by(line).map(|at| (at, line));
        let expected: Vec<_> =
            [(61, 1), (62, 2)].into_iter().chain(lines).chain([(128, 8), (136, 1)]).collect();
        assert_eq!(card.writes(), expected, "{by}");
    }
    writer.write_lines(0, &[0; 64]).unwrap();
    assert_eq!(card.writes(), [(0, 32), (32, 32)], "those of the processor that is modelled");
    writer.libc(0, &[0; 64]).unwrap();
    assert_eq!(card.writes().len(), 8, "the model's copy of 64 bytes, from both ends");
}

#[test]
fn combined_a_copy_is_a_write_a_line_and_parts_go_with_the_fence() {
    let card = Card::new();
    let mut aperture = card.map(WC, Processor::F1);
    for by in Instructions::ALL {
        let mut writer = aperture.writer();
        writer.write_lines_by(by, 61, &data(76)).unwrap();
        assert_eq!(card.writes(), [(64, 64)], "{by}");
        writer.barrier().unwrap();
        assert_eq!(card.writes(), [(61, 3), (128, 9)], "{by}");
    }
    aperture.writer().write_lines(0, &[1; 5]).unwrap();
    assert_eq!(card.writes(), [(0, 5)], "the end of a writer is a fence");
}

#[test]
fn a_line_with_gaps_leaves_as_its_pieces_in_address_order() {
    let card = Card::new();
    let mut aperture = card.map(WC, Processor::F1);
    let mut writer = aperture.writer();
    for (offset, bytes) in [(60, 4), (0, 1), (9, 3), (8, 1)] {
        writer.burst(offset, &data(bytes)).unwrap();
    }
    assert_eq!(card.writes(), []);
    writer.fence().unwrap();
    assert_eq!(card.writes(), [(0, 1), (8, 4), (60, 4)]);
}

#[test]
fn a_reader_reads_what_was_written_by_loads_of_eight_bytes() {
    let card = Card::new();
    let mut aperture = card.map(WC, Processor::F1);
    let mut writer = aperture.writer();
    writer.write_lines(100, &data(30)).unwrap();
    let mut back = vec![0; 30];
    writer.fence().unwrap().read(100, &mut back).unwrap();
    assert_eq!(back, data(30));
    let expected = [(100, 4), (104, 8), (112, 8), (120, 8), (128, 2)];
    assert_eq!(card.0.lock().unwrap().reads, expected);
    // One that is forgotten fences nothing, so whoever reads does.
    let mut writer = aperture.writer();
    writer.write_lines(100, &[9; 30]).unwrap();
    std::mem::forget(writer);
    aperture.reader().unwrap().read(100, &mut back).unwrap();
    assert_eq!(back, [9; 30]);
}

#[test]
fn accesses_take_the_models_time() {
    let time = |caching| {
        let mut aperture = Card::new().map(caching, Processor::F1);
        assert_eq!(aperture.modelled_ps(), Some(0));
        aperture.writer().burst(0, &[0; 64]).unwrap();
        aperture.modelled_ps().unwrap()
    };
    let uncached = time(Caching::Uncached);
    assert!(uncached >= 15 * Processor::F1.uncached_store_ps, "{uncached}");
    let combined = time(WC);
    assert!(combined < uncached / 10 && combined > 0, "{combined} of {uncached}");
    let mut aperture = Card::new().map(WC, Processor::F1);
    aperture.reader().unwrap().read(0, &mut [0; 16]).unwrap();
    assert_eq!(aperture.modelled_ps(), Some(2 * Processor::F1.read_ps));
}

#[test]
fn ranges_that_are_not_all_inside_send_nothing() {
    let card = Card::new();
    for caching in [WC, Caching::Uncached] {
        let mut aperture = card.map(caching, Processor::F1);
        for offset in [BYTES as u64 - 1, BYTES as u64, u64::MAX] {
            let mut writer = aperture.writer();
            let results = [
                writer.burst(offset, &[0; 2]),
                writer.libc(offset, &[0; 2]),
                writer.write_lines(offset, &[0; 2]),
                writer.write_lines_by(Instructions::Movdir64b, offset, &[0; 2]),
                writer.fence().unwrap().read(offset, &mut [0; 2]),
            ];
            for result in results {
                let error = result.unwrap_err();
                let past = matches!(error, ApertureError::PastEnd { .. });
                assert_eq!(past, offset == BYTES as u64 - 1, "{error}");
                assert_eq!(!past, matches!(error, ApertureError::Outside { .. }), "{error}");
            }
        }
    }
    assert_eq!((card.writes(), card.0.lock().unwrap().reads.len()), (vec![], 0));
}

#[test]
fn what_is_refused_behind_the_processor_is_told_once_and_the_rest_arrives() {
    let card = Card::new();
    card.0.lock().unwrap().broken = Some(1);
    let mut aperture = card.map(WC, Processor::F1);
    let mut writer = aperture.writer();
    let error = writer.write_lines(0, &data(192)).unwrap_err();
    let seen = matches!(error, ApertureError::Bus { what: "a write", offset: 64, bytes: 64, .. });
    assert!(seen && error.to_string().contains("line 1 is broken"), "{error}");
    writer.write_lines(200, &[1]).unwrap();
    writer.write_lines(64, &[1]).unwrap();
    let error = writer.barrier().unwrap_err();
    assert!(matches!(error, ApertureError::Bus { offset: 64, bytes: 1, .. }), "{error}");
    writer.write_lines(65, &[1]).unwrap();
    drop(writer);
    // Nobody asks when a writer ends: whoever comes next is told.
    let error = aperture.reader().unwrap_err();
    assert!(matches!(error, ApertureError::Bus { offset: 65, bytes: 1, .. }), "{error}");
    let error = aperture.reader().unwrap().read(64, &mut [0; 8]).unwrap_err();
    assert!(matches!(error, ApertureError::Bus { what: "a read", offset: 64, .. }), "{error}");
    let memory = card.0.lock().unwrap().memory.clone();
    let expected = data(192);
    assert_eq!((&memory[..64], &memory[128..192]), (&expected[..64], &expected[128..]));
    assert_eq!(memory[64..128], [0; 64]);
}

#[test]
fn a_processor_that_cannot_be_is_refused() {
    let processor = Processor { buffers: 0, ..Processor::F1 };
    let error = Aperture::modelled(Box::new(Card::new()), 64, WC, processor).unwrap_err();
    assert!(matches!(error, ApertureError::Processor(_)), "{error}");
}

/// One copy: which, where, how many bytes, and whether there is a barrier behind it.
type Copy = (usize, usize, usize, bool);

fn processors() -> impl Strategy<Value = Processor> {
    let partial = prop::sample::select(vec![
        PartialFlush::Whole,
        PartialFlush::Eights,
        PartialFlush::Backwards,
        PartialFlush::Either,
    ]);
    (1_u64..8, any::<u64>(), 0_u32..5, partial).prop_map(|(buffers, seed, unasked, partial)| {
        let eviction = Eviction::Random { seed, unasked };
        Processor { buffers, eviction, partial, ..Processor::F1 }
    })
}

proptest! {
    #[test]
    fn whatever_the_order_of_flushes_the_bytes_that_land_behind_a_fence_are_those_written(
        processor in processors(),
        combining in any::<bool>(),
        copies in prop::collection::vec((0_usize..7, 0..BYTES, 0_usize..700, any::<bool>()), 1..12),
    ) {
        let card = Card::new();
        let caching = if combining { WC } else { Caching::Uncached };
        let mut aperture = card.map(caching, processor);
        let mut expected = vec![0; BYTES];
        let mut writer = aperture.writer();
        for (index, (which, at, bytes, barrier)) in copies.into_iter().enumerate() {
            let (which, at, bytes, barrier): Copy = (which, at, bytes.min(BYTES - at), barrier);
            let data: Vec<_> = data(bytes + index)[index..].to_vec();
            match which {
                0 => writer.burst(at as u64, &data),
                1 => writer.libc(at as u64, &data),
                by => writer.write_lines_by(Instructions::ALL[by - 2], at as u64, &data),
            }.unwrap();
            expected[at..][..bytes].copy_from_slice(&data);
            if barrier {
                writer.barrier().unwrap();
                prop_assert_eq!(&card.0.lock().unwrap().memory, &expected);
            }
        }
        let mut back = vec![0; BYTES];
        writer.fence().unwrap().read(0, &mut back).unwrap();
        prop_assert_eq!(&back, &expected);
        prop_assert_eq!(&card.0.lock().unwrap().memory, &expected);
    }

    #[test]
    fn the_stores_of_a_copy_are_aligned_and_cover_each_byte_once_in_order(
        address in any::<u64>(), bytes in 0_usize..2000, by in prop::sample::select(Instructions::ALL.to_vec()),
    ) {
        let address = address.min(u64::MAX - 4096);
        let mut next = 0;
        for (offset, width) in by.stores(address, bytes) {
            prop_assert_eq!(offset, next);
            prop_assert!(width.is_power_of_two() && (address + offset as u64).is_multiple_of(width as u64));
            let line = (address + offset as u64) & !63;
            let whole = line >= address && line + 64 <= address + bytes as u64;
            let widest = if whole { by.line_store_bytes() } else { by.part_store_bytes() };
            let right = if whole { width == widest } else { width <= widest };
            prop_assert!(right, "{} at {}", width, offset);
            next += width;
        }
        prop_assert_eq!(next, bytes);
    }
}

/// What a listener hears, with the line of the call.
#[derive(Clone, Debug, Default)]
struct Heard(Arc<Mutex<Vec<(u32, String)>>>);

impl Heard {
    fn note(&self, place: &Location<'_>, what: String) {
        self.0.lock().unwrap().push((place.line(), what));
    }
}

impl Listener for Heard {
    fn store(&mut self, place: &'static Location<'static>, offset: u64, data: &[u8]) {
        self.note(place, format!("store {offset} {data:?}"));
    }

    fn load(&mut self, place: &'static Location<'static>, offset: u64, bytes: usize) {
        self.note(place, format!("load {offset} {bytes}"));
    }

    fn fence(&mut self, place: &'static Location<'static>) {
        self.note(place, "fence".into());
    }

    fn full_fence(&mut self, place: &'static Location<'static>) {
        self.note(place, "full fence".into());
    }
}

#[test]
fn a_listener_hears_of_each_instruction_and_where_the_call_is() {
    for caching in [Caching::Uncached, WC] {
        let mut aperture = Card::new().map(caching, Processor::F1);
        let heard = Heard::default();
        aperture.listen(Box::new(heard.clone())).unwrap();
        let first = line!();
        let mut writer = aperture.writer();
        writer.burst(6, &[1, 2, 3, 4]).unwrap();
        writer.write_lines_by(Instructions::Plain, 64, &[5; 9]).unwrap();
        writer.libc(128, &[6; 4]).unwrap();
        let mut reader = writer.fence().unwrap();
        reader.read(7, &mut [0; 2]).unwrap();
        let mut fifo = FifoWriter::new(reader.writer(), 192..320).unwrap();
        fifo.write(&[7; 2]).unwrap();
        drop(fifo);
        let expected = [
            (2, "store 6 [1, 2]"),
            (2, "store 8 [3, 4]"),
            (3, "store 64 [5, 5, 5, 5, 5, 5, 5, 5]"),
            (3, "store 72 [5]"),
            // `memcpy` copies from both ends, which are the same here.
            (4, "store 128 [6, 6, 6, 6]"),
            (4, "store 128 [6, 6, 6, 6]"),
            (5, "fence"),
            (6, "full fence"),
            (6, "load 7 1"),
            (6, "load 8 1"),
            (8, "store 192 [7, 7]"),
            (8, "fence"),
        ];
        let expected = expected.map(|(line, what)| (first + line, what.to_owned()));
        assert_eq!(*heard.0.lock().unwrap(), expected, "{caching:?}");
    }
}
