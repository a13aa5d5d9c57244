// SPDX-License-Identifier: Apache-2.0
//! Streams that are submitted as lists: one start, whatever their length; the next list linked while one is under way, in whichever
//! moment it comes; and what is told, and left, when one ends early.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail their test")]

mod common;

use std::sync::{Arc, Mutex};

use common::handle::Handle;
use common::on_every_card;
use common::wrong::check_memory;
use forebay::{Bar, Buffer, Class, Device, EngineCause, Feed, ForebayError, StreamWriter};
use forebay_bus::host::{Bus, DmaFault, Interposer, Purpose, Refusal};
use forebay_bus::{Card, CardError, CardExt, LinkParams};
use forebay_faults::{Hook, HookedCard};
use forebay_regs::cards;
use forebay_regs::user::sink;
use forebay_regs::xdma::chan;

/// Long against every list here.
const STALL_CYCLES: u64 = 200_000;
const ENTRY_BYTES: usize = 64;
/// Elements of both streams are an entry; half a FIFO of 1024 is a chunk.
const CHUNK: usize = 512;
/// Descriptors of a list that are in memory when the engine is started.
const LEAD: usize = 256;

/// What the host has done to the engine's registers, and how often it was started.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Accesses {
    reads: u32,
    writes: u32,
    /// Writes of the card's own registers.
    others: u32,
}

/// An entry that the card has read: its stream, and its number.
type Entry = (u32, u32);

/// Counts what goes by on the bus. `pause`: cycles for which the card goes on behind each store that starts the engine of channel 0.
struct Counting {
    seen: Arc<Mutex<Accesses>>,
    pause: u64,
}

impl Hook for Counting {
    fn read(
        &mut self,
        card: &mut dyn Card,
        bar: Bar,
        offset: u64,
        data: &mut [u8],
    ) -> Result<(), CardError> {
        if bar == Bar::Dma {
            self.seen.lock().unwrap().reads += 1;
        }
        card.mmio_read(bar, offset, data)
    }

    fn write(
        &mut self,
        card: &mut dyn Card,
        bar: Bar,
        offset: u64,
        data: &[u8],
    ) -> Result<(), CardError> {
        let mut seen = self.seen.lock().unwrap();
        match bar {
            Bar::Dma => seen.writes += 1,
            _ => seen.others += 1,
        }
        drop(seen);
        card.mmio_write(bar, offset, data)?;
        if bar == Bar::Dma && offset == u64::from(chan::CONTROL) && self.pause > 0 {
            card.advance(self.pause)?;
        }
        Ok(())
    }
}

/// Keeps which entries the card reads, and refuses one.
#[derive(Clone, Default)]
struct Entries {
    read: Arc<Mutex<Vec<Entry>>>,
    refused: Arc<Mutex<Option<Entry>>>,
    /// Reads of memory that is not there, or not there any more.
    astray: Arc<Mutex<Vec<(Purpose, u64)>>>,
}

impl Interposer for Entries {
    fn read(&mut self, addr: u64, out: &mut [u8], next: &mut Bus<'_>) -> Result<(), DmaFault> {
        if let Err(fault) = next.read(addr, out) {
            self.astray.lock().unwrap().push((next.purpose(), addr));
            return Err(fault);
        }
        if next.purpose() != Purpose::Data {
            return Ok(());
        }
        let refused = *self.refused.lock().unwrap();
        for entry in out.chunks_exact(ENTRY_BYTES) {
            let word = |at: usize| u32::from_le_bytes(entry[at..at + 4].try_into().unwrap());
            let entry = (word(0), word(4));
            if refused == Some(entry) {
                let (bytes, write) = (out.len(), false);
                return Err(next.refuse(DmaFault { addr, bytes, write, refusal: Refusal::Abort }));
            }
            self.read.lock().unwrap().push(entry);
        }
        Ok(())
    }
}

/// A card with a sink, its writer, and what was seen.
struct Bench {
    card: Handle,
    device: Device,
    writer: StreamWriter,
    seen: Arc<Mutex<Accesses>>,
    entries: Entries,
}

impl Bench {
    fn new(body: &str, pause: u64) -> Self {
        let card = forebay_sim::open(&format!("{body}:sink"), LinkParams::default(), None).unwrap();
        let (seen, entries) = (Arc::default(), Entries::default());
        card.host().interpose(Box::new(entries.clone()));
        let card = HookedCard::new(card, Counting { seen: Arc::clone(&seen), pause });
        Self::on(Handle::new(Box::new(card)), seen, entries)
    }

    fn on(card: Handle, seen: Arc<Mutex<Accesses>>, entries: Entries) -> Self {
        let device = Device::from_card(Box::new(card.clone()), STALL_CYCLES).unwrap();
        let writer = StreamWriter::new(&device, 0).unwrap();
        let bench = Self { card, device, writer, seen, entries };
        bench.forget();
        bench
    }

    /// The same card, opened anew.
    fn again(&self) -> Self {
        Self::on(self.card.clone(), Arc::clone(&self.seen), self.entries.clone())
    }

    fn forget(&self) {
        *self.seen.lock().unwrap() = Accesses::default();
        self.entries.read.lock().unwrap().clear();
    }

    fn seen(&self) -> Accesses {
        *self.seen.lock().unwrap()
    }

    fn read(&self) -> Vec<Entry> {
        std::mem::take(&mut self.entries.read.lock().unwrap())
    }

    fn sink(&self, register: u32) -> u32 {
        let plug = self.device.identity().feature(Class::Datapath, cards::SINK.kind).unwrap();
        self.device.identity().user_offset(plug).unwrap() + register
    }

    /// The sink takes so many pairs of entries, one each `1 / rate` of 2^16 cycles.
    fn takes(&self, pairs: usize, rate: u32) {
        let words = [
            (sink::PAIRING.at(0), 1),
            (sink::PAIRING.at(1), 1),
            (sink::RATE, rate),
            (sink::STEPS, u32::try_from(pairs).unwrap()),
            (sink::CONTROL, sink::control::START.mask()),
        ];
        for (register, value) in words {
            self.device.write32(Bar::User, self.sink(register), value).unwrap();
        }
        assert!(self.is_busy());
        self.forget();
    }

    fn is_busy(&self) -> bool {
        let status = self.device.read32(Bar::User, self.sink(sink::STATUS)).unwrap();
        sink::status::BUSY.is_set(status)
    }

    /// Its run is over, and nothing is left in the stream ports.
    fn has_taken_all(&self, what: &str) {
        let idle = |status| !sink::status::BUSY.is_set(status);
        let over = self.device.wait_register("STATUS.BUSY", self.sink(sink::STATUS), &idle);
        over.unwrap_or_else(|error| unreachable!("{what}: {error}"));
        self.is_empty(what);
    }

    fn is_empty(&self, what: &str) {
        let streams = self.device.describe(false).unwrap().streams;
        assert!(streams.iter().all(|stream| stream.occupancy == 0), "{what}: {streams:?}");
    }

    fn submit(&self, first: usize, pairs: usize) -> forebay::Transfer {
        let feeds = [0, 1].map(|port| Feed {
            port,
            buffer: numbered(port, first, pairs),
            element_bytes: ENTRY_BYTES,
        });
        self.writer.submit(&feeds, pairs).unwrap()
    }

    /// Everything works after whatever has happened.
    fn works(&self, what: &str) {
        assert_eq!(*self.entries.astray.lock().unwrap(), [], "{what}");
        check_memory(&self.device, what);
        self.is_empty(what);
        self.takes(3 * CHUNK, 1 << 16);
        let moved = self.submit(0, 3 * CHUNK).wait().unwrap();
        assert_eq!(moved.bytes, (6 * CHUNK * ENTRY_BYTES) as u64, "{what}");
        assert_eq!(self.read(), in_turn(&[(0, 3 * CHUNK)]), "{what}");
        self.has_taken_all(what);
    }
}

/// Entries that say what they are.
fn numbered(stream: u32, first: usize, entries: usize) -> Arc<Buffer> {
    let mut buffer = Buffer::new(entries * ENTRY_BYTES).unwrap();
    for (number, entry) in (first..).zip(buffer.chunks_exact_mut(ENTRY_BYTES)) {
        entry[..4].copy_from_slice(&stream.to_le_bytes());
        entry[4..8].copy_from_slice(&u32::try_from(number).unwrap().to_le_bytes());
    }
    Arc::new(buffer)
}

/// The entries of lists of (first, pairs), in the order in which they are to be sent.
fn in_turn(lists: &[(usize, usize)]) -> Vec<Entry> {
    let mut entries = Vec::new();
    for (first, pairs) in lists {
        for start in (*first..first + pairs).step_by(CHUNK) {
            let end = (start + CHUNK).min(first + pairs);
            for stream in 0..2 {
                entries.extend((start..end).map(|entry| (stream, u32::try_from(entry).unwrap())));
            }
        }
    }
    entries
}

/// Four stores start an engine, and one ends the run.
const ONE_RUN: Accesses = Accesses { reads: 0, writes: 5, others: 0 };

fn a_list_of_any_length_is_one_start_and_no_further_access(body: &str) {
    let bench = Bench::new(body, 0);
    // 1, 20, 602 descriptors and 2,400: more than are written before the start, and more than a run had once.
    for pairs in [100, 10 * CHUNK, 301 * CHUNK - 7, 1200 * CHUNK] {
        bench.takes(pairs, 1 << 16);
        let moved = bench.submit(0, pairs).wait().unwrap();
        assert_eq!(bench.seen(), ONE_RUN, "{body}: {pairs} pairs");
        assert_eq!(moved.bytes, (2 * pairs * ENTRY_BYTES) as u64);
        assert!(bench.read() == in_turn(&[(0, pairs)]), "{body}: order of {pairs} pairs");
        bench.has_taken_all(body);
    }
}

/// The host does nothing at all once it has submitted: the card works through the list, and keeps a core busy that is slower than the
/// link, with FIFOs of 1024 entries. From before the submission on to the end of the core's work.
fn the_card_works_through_a_list_alone_and_the_core_hardly_waits(body: &str) {
    const PAIRS: usize = 40 * CHUNK;
    const PAIR_CYCLES: u64 = 16;
    let bench = Bench::new(body, 0);
    bench.takes(PAIRS, (1 << 16) / 16);
    let began = bench.device.now().unwrap();
    let transfer = bench.submit(0, PAIRS);
    let core = PAIRS as u64 * PAIR_CYCLES;
    let start = bench.seen();
    let mut card = bench.card.clone();
    let (mut done, mut looks) = (false, 0);
    while !done && looks < 2 * core / 500 {
        bench.card.card().advance(500).unwrap();
        let status = card.read32(Bar::User, bench.sink(sink::STATUS)).unwrap();
        done = !sink::status::BUSY.is_set(status);
        looks += 1;
    }
    let took = bench.device.now().unwrap() - began;
    println!("{body}: {took} cycles for {core} of the core, {:.5}", took as f64 / core as f64);
    assert!(done && took * 100 <= core * 101, "{body}: {took} cycles for {core} of the core");
    assert_eq!(start, Accesses { writes: ONE_RUN.writes - 1, ..ONE_RUN }, "{body}");
    assert_eq!(bench.seen(), start, "{body}: the host has touched the engine");
    assert_eq!(transfer.wait().unwrap().bytes, (2 * PAIRS * ENTRY_BYTES) as u64);
    assert!(bench.read() == in_turn(&[(0, PAIRS)]), "{body}: order");
}

fn lists_that_are_queued_are_linked_and_end_one_by_one(body: &str) {
    let bench = Bench::new(body, 0);
    let lists =
        [(0, 9 * CHUNK), (9 * CHUNK, 40), (9 * CHUNK + 40, 300 * CHUNK), (309 * CHUNK + 40, 8)];
    bench.takes(309 * CHUNK + 48, 1 << 16);
    let transfers = lists.map(|(first, pairs)| bench.submit(first, pairs));
    let mut before = 0;
    for (transfer, (_, pairs)) in transfers.into_iter().zip(lists) {
        let moved = transfer.wait().unwrap();
        assert_eq!(moved.bytes, (2 * pairs * ENTRY_BYTES) as u64, "{body}");
        assert!(moved.finished_at >= before, "{body}");
        before = moved.finished_at;
    }
    assert_eq!(bench.seen(), ONE_RUN, "{body}");
    assert!(bench.read() == in_turn(&lists), "{body}: order");
    bench.has_taken_all(body);
}

/// The second list comes in another moment of the first each time: in some the engine has fetched the stop at its end, and is started
/// anew; in others it goes on by itself.
fn a_list_may_come_in_any_moment_of_the_one_before(body: &str) {
    const FIRST: usize = 100 * CHUNK;
    let bench = Bench::new(body, 0);
    let (mut linked, mut restarted) = (0, 0);
    for moment in 0..16 {
        let what = format!("{body}: moment {moment}");
        bench.takes(FIRST + 2 * CHUNK, 1 << 16);
        let first = bench.submit(0, FIRST);
        bench.card.card().advance(moment * 9_000 + 1).unwrap();
        let second = bench.submit(FIRST, 2 * CHUNK);
        for (transfer, pairs) in [(first, FIRST), (second, 2 * CHUNK)] {
            assert_eq!(transfer.wait().unwrap().bytes, (2 * pairs * ENTRY_BYTES) as u64, "{what}");
        }
        assert!(bench.read() == in_turn(&[(0, FIRST), (FIRST, 2 * CHUNK)]), "{what}: order");
        match bench.seen() {
            ONE_RUN => linked += 1,
            Accesses { reads: 0..=1, writes: 10, others: 0 } => restarted += 1,
            other => unreachable!("{what}: {other:?}"),
        }
        bench.has_taken_all(&what);
    }
    assert!(linked > 2 && restarted > 2, "{body}: {linked} linked, {restarted} restarted");
}

/// The card comes to the end of what is in memory before the host has written on.
fn a_host_that_writes_too_late_starts_the_engine_anew(body: &str) {
    const PAIRS: usize = 400 * CHUNK;
    let bench = Bench::new(body, 200_000);
    bench.takes(PAIRS, 1 << 16);
    let moved = bench.submit(0, PAIRS).wait().unwrap();
    assert_eq!(moved.bytes, (2 * PAIRS * ENTRY_BYTES) as u64);
    assert!(bench.read() == in_turn(&[(0, PAIRS)]), "{body}: order");
    let Accesses { reads, writes, others } = bench.seen();
    // One run ends with the descriptors that were in memory first, and the next one with those of its own.
    let runs = (2 * 400_u32).div_ceil(u32::try_from(LEAD).unwrap());
    assert_eq!((writes, others), (5 * runs, 0), "{body}");
    assert!(reads < 2 * runs, "{body}: {reads} reads");
    bench.has_taken_all(body);
}

fn host_memory_that_fails_ends_its_list_and_cancels_what_goes_on_behind_it(body: &str) {
    const CHUNKS: usize = 80;
    const PAIRS: usize = CHUNKS * CHUNK;
    let bench = Bench::new(body, 0);
    // In the middle of the first list, and in the one that is linked to it.
    for bad in [0, 7, 79, 80, 133] {
        let what = format!("{body}: chunk {bad}");
        bench.takes(3 * PAIRS, 1 << 16);
        let place = u32::try_from(bad * CHUNK + 100).unwrap();
        *bench.entries.refused.lock().unwrap() = Some((1, place));
        let lists = [0, 1, 2].map(|list| bench.submit(list * PAIRS, PAIRS));
        let mut failed = false;
        for (number, transfer) in lists.into_iter().enumerate() {
            let outcome = transfer.wait();
            match outcome {
                Ok(moved) if number < bad / CHUNKS => {
                    assert_eq!(moved.bytes, (2 * PAIRS * ENTRY_BYTES) as u64, "{what}");
                }
                Err(ForebayError::Engine { cause: EngineCause::Read, descriptor, .. })
                    if number == bad / CHUNKS =>
                {
                    assert_eq!(descriptor, (bad % CHUNKS * 2 + 1) as u64, "{what}");
                    failed = true;
                }
                Err(ForebayError::Cancelled { bytes: 0, .. }) if failed => {}
                other => unreachable!("{what}: list {number}: {other:?}"),
            }
        }
        assert!(failed, "{what}");
        let last = bench.read().last().copied();
        let most = in_turn(&[(0, 3 * PAIRS)]);
        let at = most.iter().position(|entry| Some(*entry) == last).unwrap();
        assert!(at < (2 * bad + 66) * CHUNK, "{what}: {at} entries were read");
        *bench.entries.refused.lock().unwrap() = None;
        bench.device.recover().unwrap();
        bench.works(&what);
    }
}

/// A way in which lists end early.
#[derive(Clone, Copy, Debug)]
enum Way {
    Dropped,
    SecondDropped,
    Recovered,
    Reset,
}

fn lists_that_are_dropped_stopped_or_reset_leave_a_card_that_works(body: &str) {
    const PAIRS: usize = 20 * CHUNK;
    let mut bench = Bench::new(body, 0);
    for moment in [1, 300, 2_000, 9_000] {
        for way in [Way::Dropped, Way::SecondDropped, Way::Recovered, Way::Reset] {
            let what = format!("{body}: {way:?} at {moment}");
            // Slow enough to be in the middle of it.
            bench.takes(2 * PAIRS, 1 << 14);
            let (first, second) = (bench.submit(0, PAIRS), bench.submit(PAIRS, PAIRS));
            bench.card.card().advance(moment).unwrap();
            match way {
                Way::Dropped => drop((first, second)),
                Way::SecondDropped => {
                    drop(second);
                    ends_cancelled(first, PAIRS, &what);
                }
                Way::Recovered => {
                    bench.device.recover().unwrap();
                    ends_cancelled(first, PAIRS, &what);
                    ends_cancelled(second, 1, &what);
                }
                Way::Reset => {
                    bench.card.card().reset().unwrap();
                    let error = first.wait().unwrap_err();
                    assert!(matches!(error, ForebayError::Stalled { .. }), "{what}: {error:?}");
                    ends_cancelled(second, 1, &what);
                    // What the library has set up is gone with the reset.
                    bench = bench.again();
                }
            }
            bench.device.recover().unwrap();
            bench.works(&what);
        }
    }
}

/// It has been cancelled with less than so many pairs of entries sent.
fn ends_cancelled(transfer: forebay::Transfer, pairs: usize, what: &str) {
    let error = transfer.wait().unwrap_err();
    let ForebayError::Cancelled { bytes, .. } = error else { unreachable!("{what}: {error:?}") };
    assert!(bytes < (2 * pairs * ENTRY_BYTES) as u64, "{what}: {bytes}");
}

on_every_card!(
    a_list_of_any_length_is_one_start_and_no_further_access,
    the_card_works_through_a_list_alone_and_the_core_hardly_waits,
    lists_that_are_queued_are_linked_and_end_one_by_one,
    a_list_may_come_in_any_moment_of_the_one_before,
    a_host_that_writes_too_late_starts_the_engine_anew,
    host_memory_that_fails_ends_its_list_and_cancels_what_goes_on_behind_it,
    lists_that_are_dropped_stopped_or_reset_leave_a_card_that_works,
);
