// SPDX-License-Identifier: Apache-2.0
//! A recorded session replays to the same cycles and data; one that was changed does not, and says where.

#![expect(clippy::unwrap_used, clippy::panic, reason = "tests")]

use std::io::Write;
use std::sync::{Arc, Mutex};

use forebay_bus::{Bar, Buffer, Card, CardExt, LinkParams, Stop};
use forebay_faults::FaultCard;
use forebay_regs::card::FAULT_PAGE;
use forebay_regs::fault;
use forebay_regs::xdma::{self, chan, irq, sgdma};
use forebay_trace::{
    Event, Header, Recorder, RecordingCard, Replayed, Stats, TraceError, TraceReader, TraceWriter,
    replay,
};

const BYTES: u32 = 3000;

fn fresh(body: &str) -> Box<dyn Card> {
    forebay_sim::open(&format!("{body}:loopback"), LinkParams::default(), None).unwrap()
}

/// A file in memory that the recorder and the test both hold.
#[derive(Clone, Default)]
struct Shelf(Arc<Mutex<Vec<u8>>>);

impl Write for Shelf {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// One descriptor.
fn descriptor(src: u64, dst: u64) -> Vec<u8> {
    let words = [0xad4b_0013, BYTES];
    let mut bytes: Vec<u8> = words.iter().flat_map(|word: &u32| word.to_le_bytes()).collect();
    for address in [src, dst, 0] {
        bytes.extend_from_slice(&address.to_le_bytes());
    }
    bytes
}

fn start(card: &mut dyn Card, channel: u32, registers: u32, descriptor: u64) {
    let [low, high] =
        [descriptor & 0xffff_ffff, descriptor >> 32].map(|w| u32::try_from(w).unwrap());
    card.write32(Bar::Dma, registers + sgdma::FIRST_DESC_LO, low).unwrap();
    card.write32(Bar::Dma, registers + sgdma::FIRST_DESC_HI, high).unwrap();
    card.write32(Bar::Dma, channel + chan::INTERRUPT_ENABLE, 0x00ff_fffe).unwrap();
    // Only a rising run bit starts the engine.
    card.write32(Bar::Dma, channel + chan::CONTROL, 0x00ff_fffe).unwrap();
    card.write32(Bar::Dma, channel + chan::CONTROL, 0x00ff_ffff).unwrap();
    let mut messages = 0;
    while card.advance(128).unwrap() != Stop::Idle {
        messages |= card.take_messages();
    }
    assert_eq!(messages | card.take_messages(), 1);
}

/// Data to the card and back, one refused access, one misshapen, one reset; gives the trace.
fn record(spec: &str) -> Vec<u8> {
    record_with(spec, &[])
}

/// A recorder, and where its trace will be.
fn recorder_of(spec: &str) -> (Shelf, Recorder) {
    let shelf = Shelf::default();
    let header = Header {
        card: format!("{spec}:loopback"),
        program: env!("CARGO_PKG_VERSION").into(),
        link: (&LinkParams::default()).into(),
    };
    let writer =
        TraceWriter::new(Box::new(shelf.clone()) as Box<dyn Write + Send>, &header).unwrap();
    (shelf, Recorder::new(writer))
}

/// The same with the fault that these registers describe.
fn record_with(spec: &str, fault: &[(u32, u32)]) -> Vec<u8> {
    let (shelf, recorder) = recorder_of(spec);
    let card = RecordingCard::new(fresh(spec), recorder.clone());
    let mut card = FaultCard::new(Box::new(card));
    for (register, value) in fault {
        card.write32(Bar::User, FAULT_PAGE + register, *value).unwrap();
    }
    recorder.client(card.now(), true);
    let host = card.host().clone();
    let data: Vec<u8> = (0..BYTES).map(|n| u8::try_from(n % 251).unwrap()).collect();
    let list = host.share(4096).unwrap();
    card.write32(Bar::Dma, xdma::IRQ.base() + irq::CHANNEL_ENABLE, 0xff).unwrap();
    card.write32(Bar::Dma, xdma::MSIX_TABLE.at(0) + 12, 0).unwrap();
    host.scope(&data, |addr| {
        list.write(0, &descriptor(addr, 0x100)).unwrap();
        start(&mut card, xdma::H2C.at(0), xdma::H2C_SGDMA.at(0), list.addr());
    });
    let back = host.lend_mut(Buffer::new(BYTES as usize).unwrap());
    list.write(0, &descriptor(0x100, back.addr())).unwrap();
    start(&mut card, xdma::C2H.at(0), xdma::C2H_SGDMA.at(0), list.addr());
    assert_eq!(back.into_buffer()[..], data);
    let mut line = [0; 64];
    card.mmio_read(Bar::Aperture, 0x100, &mut line).unwrap();
    assert_eq!(line, data[..64]);
    card.mmio_read(Bar::Dma, 1, &mut [0; 4]).unwrap_err();
    // The buffer is gone: refused.
    list.write(0, &descriptor(0x100, 0x10)).unwrap();
    start(&mut card, xdma::C2H.at(0), xdma::C2H_SGDMA.at(0), list.addr());
    assert!(host.counts().refused > 0);
    card.reset().unwrap();
    recorder.finish().unwrap();
    shelf.0.lock().unwrap().clone()
}

fn play(trace: &[u8], spec: &str) -> Result<Replayed, TraceError> {
    replay(&mut TraceReader::new(trace)?, &mut *fresh(spec))
}

/// The trace with one transaction changed.
fn changed(trace: &[u8], change: impl Fn(u64, &mut Event)) -> Vec<u8> {
    let mut reader = TraceReader::new(trace).unwrap();
    let mut writer = TraceWriter::new(Vec::new(), reader.header()).unwrap();
    while let Some(mut event) = reader.next_event().unwrap() {
        change(reader.index(), &mut event);
        writer.write(&event).unwrap();
    }
    writer.finish().unwrap()
}

fn numbers(trace: &[u8], wanted: impl Fn(&Event) -> bool) -> Vec<u64> {
    let mut reader = TraceReader::new(trace).unwrap();
    let mut found = Vec::new();
    while let Some(event) = reader.next_event().unwrap() {
        if wanted(&event) {
            found.push(reader.index());
        }
    }
    found
}

/// Where the replay of a changed trace says that it differs.
fn first_difference(trace: &[u8], spec: &str) -> u64 {
    match play(trace, spec) {
        Err(TraceError::Differs(difference)) => difference.transaction,
        other => panic!("a changed trace must differ: {other:?}"),
    }
}

fn same_again(spec: &str) {
    let trace = record(spec);
    let stats = Stats::of(&mut TraceReader::new(&trace[..]).unwrap()).unwrap();
    assert_eq!((stats.dma_data_reads.bytes, stats.dma_data_writes.bytes), (3000, 3000));
    assert_eq!((stats.messages, stats.resets, stats.clients), (3, 1, 1));
    assert!(stats.dma_refused > 0 && stats.dma_descriptor_reads.count >= 3);
    for _ in 0..2 {
        let replayed = play(&trace, spec).unwrap();
        assert_eq!(replayed.transactions, stats.transactions);
        assert_eq!(replayed.cycles, stats.cycles);
    }
}

/// Accesses that no card takes: places where PCI has something else or nothing, shapes, lengths.
const REFUSED: [(Bar, u64, usize); 16] = [
    (Bar::Dma, 0x1_0000, 4),
    (Bar::Dma, 0x1_0004, 8),
    (Bar::Dma, u64::MAX - 3, 4),
    (Bar::Dma, 2, 4),
    (Bar::Dma, 4, 8),
    (Bar::User, 1, 1),
    (Bar::User, 2, 2),
    (Bar::User, 0, 0),
    (Bar::User, 1 << 36, 4),
    (Bar::User, u64::MAX, 4),
    (Bar::User, u64::MAX - 7, 8),
    (Bar::Aperture, 0xffd, 4),
    (Bar::Aperture, 1 << 36, 64),
    (Bar::Aperture, u64::MAX, 1),
    (Bar::Aperture, 0, 4097),
    // More than the file holds in one piece.
    (Bar::Aperture, 0, 3 << 20),
];

fn what_is_refused_is_recorded_as_refused(spec: &str, variant: &str) {
    let open =
        || forebay_sim::open(&format!("{spec}:{variant}"), LinkParams::default(), None).unwrap();
    let (shelf, recorder) = recorder_of(spec);
    let mut card = RecordingCard::new(open(), recorder.clone());
    for (bar, offset, bytes) in REFUSED {
        card.mmio_read(bar, offset, &mut vec![0; bytes]).unwrap_err();
        card.read32(Bar::User, 0_u32).unwrap();
        card.mmio_write(bar, offset, &vec![0x5a; bytes]).unwrap_err();
    }
    // What the card takes and answers with an error is an access like any other.
    card.read32(Bar::User, 0x8000_u32).unwrap();
    card.write32(Bar::Aperture, 0x9000_0000_u32, 1).unwrap();
    recorder.finish().unwrap();
    let trace = shelf.0.lock().unwrap().clone();
    let replayed = replay(&mut TraceReader::new(&trace[..]).unwrap(), &mut *open()).unwrap();
    assert_eq!(replayed.transactions, 3 * REFUSED.len() as u64 + 2, "{spec}:{variant}");
    let stats = Stats::of(&mut TraceReader::new(&trace[..]).unwrap()).unwrap();
    assert_eq!(stats.not_taken, 2 * REFUSED.len() as u64);
    // One that a card takes after all is a difference, and is told with all that makes it up.
    for write in [false, true] {
        let place = numbers(
            &trace,
            |event| matches!(event, Event::NotTaken { write: w, bytes: 4097, .. } if *w == write),
        )[0];
        let tampered = changed(&trace, |index, event| match event {
            Event::NotTaken { bytes, .. } if index == place => *bytes = 64,
            _ => {}
        });
        let other = replay(&mut TraceReader::new(&tampered[..]).unwrap(), &mut *open());
        let Err(TraceError::Differs(difference)) = other else { panic!("{other:?}") };
        assert_eq!(difference.transaction, place);
        let kind = if write { "write" } else { "read" };
        let told = format!("{kind} of 64 bytes of aperture at 0x0 (not taken)");
        assert_eq!((difference.what, difference.now), (told, "it ends otherwise: done".into()));
    }
}

#[test]
fn what_a_card_refuses_it_refuses_again() {
    for spec in ["fast", "rtl"] {
        for variant in ["loopback", "loopback-shell"] {
            what_is_refused_is_recorded_as_refused(spec, variant);
        }
    }
}

fn every_change_shows(spec: &str) {
    let trace = record(spec);
    let at = |wanted: fn(&Event) -> bool| numbers(&trace, wanted)[0];

    let read = at(|event| matches!(event, Event::Read { at, .. } if at.bar == 4));
    let tampered = changed(&trace, |index, event| match event {
        Event::Read { data, .. } if index == read => data[3] ^= 1,
        _ => {}
    });
    assert_eq!(first_difference(&tampered, spec), read);

    // What the card was given differs: what it makes of it shows later, at the write back to the host.
    let data = at(|event| matches!(event, Event::DmaRead { data, .. } if data.len() > 100));
    let tampered = changed(&trace, |index, event| match event {
        Event::DmaRead { data: bytes, .. } if index == data => bytes[20] ^= 1,
        _ => {}
    });
    let write = at(|event| matches!(event, Event::DmaWrite { .. }));
    assert_eq!(first_difference(&tampered, spec), write);

    let tampered = changed(&trace, |index, event| match event {
        Event::DmaWrite { cycle, .. } if index == write => *cycle += 1,
        _ => {}
    });
    assert_eq!(first_difference(&tampered, spec), write);

    let messages = at(|event| matches!(event, Event::Messages { .. }));
    let tampered = changed(&trace, |index, event| match event {
        Event::Messages { vectors, .. } if index == messages => *vectors = 2,
        _ => {}
    });
    assert_eq!(first_difference(&tampered, spec), messages);

    let advance = at(|event| matches!(event, Event::Advance { .. }));
    let tampered = changed(&trace, |index, event| match event {
        Event::Advance { call, .. } if index == advance => call.end += 1,
        _ => {}
    });
    assert_eq!(first_difference(&tampered, spec), advance);
}

#[test]
fn the_rtl_card_does_the_same_again() {
    same_again("rtl");
}

#[test]
fn reads_that_came_late_come_late_again() {
    let late = [
        (fault::KIND, fault::kind::what::LATE_READ),
        (fault::COUNT, u32::MAX),
        (fault::PARAM, 7),
        (fault::ARM, 1),
    ];
    let trace = record_with("rtl", &late);
    let replayed = play(&trace, "rtl").unwrap();
    assert!(replayed.cycles > play(&record("rtl"), "rtl").unwrap().cycles);
    let reads = numbers(&trace, |event| matches!(event, Event::DmaRead { late, .. } if *late > 0));
    assert!(reads.len() >= 6, "{reads:?}");
    let tampered = changed(&trace, |index, event| match event {
        Event::DmaRead { late, .. } if index == reads[0] => *late += 1,
        _ => {}
    });
    assert!(first_difference(&tampered, "rtl") > reads[0]);
}

#[test]
fn the_native_card_does_the_same_again() {
    same_again("fast");
}

#[test]
fn every_change_shows_on_the_rtl_card() {
    every_change_shows("rtl");
}

#[test]
fn every_change_shows_on_the_native_card() {
    every_change_shows("fast");
}

/// Sets every number of a transaction that a replay depends on; `false` if it has none.
fn extreme(event: &mut Event, value: u64) -> bool {
    let small = u32::try_from(value).unwrap_or(u32::MAX);
    match event {
        Event::DmaRead { cycle, addr, bytes, late, .. } => {
            (*cycle, *addr, *bytes, *late) = (value, value, small, value);
        }
        Event::DmaWrite { cycle, addr, .. } => (*cycle, *addr) = (value, value),
        Event::Read { at, call, .. } | Event::Write { at, call, .. } => {
            (at.offset, at.bytes, call.begin, call.end) = (value, small, value, value);
        }
        Event::NotTaken { offset, bytes, call, .. } => {
            (*offset, *bytes, call.begin, call.end) = (value, value, value, value);
        }
        Event::Advance { cycles, call, .. } => {
            (*cycles, call.begin, call.end) = (value, value, value);
        }
        Event::Reset { call } => (call.begin, call.end) = (value, value),
        Event::Messages { vectors, .. } => *vectors = small,
        _ => return false,
    }
    true
}

#[test]
fn numbers_that_no_card_ever_had_end_in_an_error_at_once() {
    let trace = record("fast");
    let all = numbers(&trace, |_| true).len() as u64;
    let mut wrong = 0;
    for (at, value) in
        (1..=all).flat_map(|at| [u64::MAX, u64::MAX - 1, 1 << 40].map(|value| (at, value)))
    {
        let has_one = std::cell::Cell::new(false);
        let hostile = changed(&trace, |index, event| {
            if index == at {
                has_one.set(extreme(event, value));
            }
        });
        let outcome = play(&hostile, "fast");
        let refused = matches!(outcome, Err(TraceError::Differs(_) | TraceError::Senseless { .. }));
        assert_eq!(refused, has_one.get(), "transaction {at}, {value:#x}: {outcome:?}");
        wrong += u64::from(refused);
    }
    assert!(wrong > 100, "{wrong}");
}

#[test]
fn a_call_that_would_not_end_is_not_made() {
    for spec in ["fast", "rtl"] {
        let trace = record(spec);
        let advance = numbers(&trace, |event| matches!(event, Event::Advance { .. }))[0];
        let endless = changed(&trace, |index, event| match event {
            Event::Advance { cycles, .. } if index == advance => *cycles = u64::MAX,
            // With data that come at the end of all days the card would never come to rest.
            Event::DmaRead { late, .. } => *late = 1 << 20,
            _ => {}
        });
        assert!(
            matches!(play(&endless, spec), Err(TraceError::Senseless { index, .. }) if index == advance)
        );
        let read = numbers(&trace, |event| matches!(event, Event::DmaRead { .. }))[0];
        let late = changed(&trace, |index, event| match event {
            Event::DmaRead { late, .. } if index == read => *late = u64::MAX,
            _ => {}
        });
        assert!(
            matches!(play(&late, spec), Err(TraceError::Senseless { index, .. }) if index == read)
        );
    }
}

#[test]
fn more_dma_than_a_call_can_do_is_not_held() {
    let trace = record("fast");
    let mut reader = TraceReader::new(&trace[..]).unwrap();
    let mut writer = TraceWriter::new(Vec::new(), reader.header()).unwrap();
    let dma = std::iter::from_fn(|| reader.next_event().unwrap())
        .find(|event| matches!(event, Event::DmaWrite { .. }));
    let Some(Event::DmaWrite { cycle, purpose, addr, refused, .. }) = dma else { panic!("no DMA") };
    for _ in 0..300 {
        let data = vec![0; 1 << 20];
        writer.write(&Event::DmaWrite { cycle, purpose, addr, data, refused }).unwrap();
    }
    let bomb = writer.finish().unwrap();
    assert!(bomb.len() < 4 << 20, "{} bytes", bomb.len());
    assert!(matches!(play(&bomb, "fast"), Err(TraceError::Senseless { index: 65, .. })));
}

/// A disk with room for so many bytes.
struct Full(usize);

impl Write for Full {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let left = self.0.checked_sub(bytes.len());
        self.0 = left.ok_or(std::io::ErrorKind::StorageFull)?;
        Ok(bytes.len())
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_trace_that_is_not_whole_is_told_of_as_often_as_somebody_asks() {
    let header = Header {
        card: "fast:loopback".into(),
        program: "0".into(),
        link: (&LinkParams::default()).into(),
    };
    let writer = TraceWriter::new(Box::new(Full(100)) as Box<dyn Write + Send>, &header).unwrap();
    let recorder = Recorder::new(writer);
    let mut card = RecordingCard::new(fresh("fast"), recorder.clone());
    // More than there is room for, however well it can be packed.
    for offset in (0..4096_u32).step_by(4) {
        card.read32(Bar::User, offset).unwrap();
    }
    let first = recorder.finish().unwrap_err();
    assert!(matches!(first, TraceError::Io(_) | TraceError::Encode { .. }), "{first}");
    for _ in 0..2 {
        assert!(matches!(recorder.finish(), Err(TraceError::NotWhole)));
    }
    // Nothing more is noted of a trace that has ended well, and it stays whole.
    let (shelf, recorder) = recorder_of("fast");
    let mut card = RecordingCard::new(fresh("fast"), recorder.clone());
    card.read32(Bar::User, 0_u32).unwrap();
    for _ in 0..2 {
        recorder.finish().unwrap();
        card.read32(Bar::User, 0_u32).unwrap();
    }
    let trace = shelf.0.lock().unwrap().clone();
    assert_eq!(play(&trace, "fast").unwrap().transactions, 1);
}

#[test]
fn a_trace_of_one_card_differs_on_another() {
    assert!(matches!(play(&record("rtl"), "fast"), Err(TraceError::Differs(_))));
}
