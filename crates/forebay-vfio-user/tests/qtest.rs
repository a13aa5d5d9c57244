// SPDX-License-Identifier: Apache-2.0
//! The card in a stock QEMU, without a guest: what a driver's loads and stores meet.

#![expect(clippy::unwrap_used, reason = "tests")]

mod common;

use std::os::fd::AsFd;
use std::os::unix::net::UnixStream;
use std::thread::JoinHandle;
use std::time::Instant;

use common::qemu::{APERTURE, DMA, Qemu, USER};
use common::stuck::{STUCK, stuck};
use common::{PATIENCE, fast, rtl, trace};
use forebay_bus::Card;
use forebay_trace::{Recorder, Stats, TraceReader, replay};
use forebay_vfio_user::{Ending, Listener, Server, Summary};
use tempfile::TempDir;

/// Guest memory of the tests.
const DESCRIPTOR: u64 = 0x10_0000;
const DATA: u64 = 0x20_0003;
const BACK: u64 = 0x30_0001;
const MESSAGE: u64 = 0x40_0000;

/// Channel registers: H2C 0 and C2H 0 with their descriptor registers.
const H2C: (u64, u64) = (DMA, DMA + 0x4000);
const C2H: (u64, u64) = (DMA + 0x1000, DMA + 0x5000);
const MAGIC: u64 = 0x5941_4246;

/// A QEMU with a card.
struct Machine {
    qemu: Qemu,
    server: JoinHandle<(Summary, Ending)>,
    _dir: TempDir,
    _stop: UnixStream,
}

impl Machine {
    fn new(card: Box<dyn Card>) -> Self {
        Self::recorded(card, Recorder::default())
    }

    fn recorded(card: Box<dyn Card>, recorder: Recorder) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let socket = dir.path().join("card");
        let listener = Listener::bind(&socket).unwrap();
        let mut server = Server::new(card, recorder).unwrap();
        let (stop, wake) = UnixStream::pair().unwrap();
        let server = std::thread::spawn(move || {
            let client = listener.accept(wake.as_fd()).unwrap().unwrap();
            let ending = server.serve(client, wake.as_fd()).unwrap();
            (server.summary(), ending)
        });
        let mut qemu = Qemu::start(dir.path(), &socket);
        qemu.set_bars();
        Self { qemu, server, _dir: dir, _stop: stop }
    }

    /// Ends QEMU; the server must end by itself.
    fn finish(self) -> Summary {
        self.qemu.kill();
        let (summary, ending) = self.server.join().unwrap();
        assert_eq!(ending, Ending::ClientGone);
        summary
    }
}

/// Programs and unmasks MSI-X entry `vector` so that its message is a word in memory, and turns MSI-X on.
fn enable_message(qemu: &mut Qemu, vector: u64) {
    let entry = DMA + 0x8000 + 16 * vector;
    qemu.write32(entry, u32::try_from(MESSAGE + 4 * vector).unwrap());
    qemu.write32(entry + 4, 0);
    qemu.write32(entry + 8, 0xabc0 + u32::try_from(vector).unwrap());
    qemu.write32(entry + 12, 0);
    let control = qemu.config(0x50);
    qemu.set_config(0x50, control | 0x8000_0000);
}

fn start(qemu: &mut Qemu, channel: (u64, u64), src: u64, dst: u64, bytes: u32) {
    let mut descriptor = 0xad4b_0013_u32.to_le_bytes().to_vec();
    descriptor.extend_from_slice(&bytes.to_le_bytes());
    for address in [src, dst, 0] {
        descriptor.extend_from_slice(&address.to_le_bytes());
    }
    program(qemu, channel, &descriptor);
}

fn program(qemu: &mut Qemu, channel: (u64, u64), descriptor: &[u8]) {
    qemu.write(DESCRIPTOR, descriptor);
    qemu.write32(channel.1 + 0x80, u32::try_from(DESCRIPTOR).unwrap());
    qemu.write32(channel.1 + 0x84, 0);
    qemu.write32(DMA + 0x2010, 0xff);
    qemu.write32(channel.0 + 0x90, 0x00ff_fffe);
    qemu.write32(channel.0 + 0x0c, 1);
    qemu.write32(channel.0 + 0x04, 0x00ff_ffff);
}

/// Starts a run that does not end by itself: its descriptor is its own successor, and neither stops nor completes. Comes back
/// when it has moved all its data at least once; it is under way then.
fn start_endless(qemu: &mut Qemu, channel: (u64, u64), src: u64, dst: u64, bytes: u32) {
    let mut descriptor = 0xad4b_0000_u32.to_le_bytes().to_vec();
    descriptor.extend_from_slice(&bytes.to_le_bytes());
    for address in [src, dst, DESCRIPTOR] {
        descriptor.extend_from_slice(&address.to_le_bytes());
    }
    program(qemu, channel, &descriptor);
    let patience = Instant::now() + PATIENCE;
    while qemu.read32(channel.0 + 0x48) == 0 {
        assert!(Instant::now() < patience, "nothing is moved");
    }
    assert_eq!(qemu.read32(channel.0 + 0x40) & 1, 1, "busy");
}

/// Waits until the channel is idle, and gives its status. Every read lets the card work.
fn status(qemu: &mut Qemu, channel: (u64, u64)) -> u64 {
    let patience = Instant::now() + PATIENCE;
    loop {
        let status = qemu.read32(channel.0 + 0x40);
        if status & 1 == 0 {
            return status;
        }
        assert!(Instant::now() < patience, "status {status:#x} stays");
    }
}

/// Waits for a message's word. Reads of memory do not reach the card: it works by itself.
fn message(qemu: &mut Qemu, vector: u64) {
    let word = MESSAGE + 4 * vector;
    let patience = Instant::now() + PATIENCE;
    while qemu.read32(word) != 0xabc0 + vector {
        assert!(Instant::now() < patience, "message {vector} does not come");
    }
}

fn round_trip(qemu: &mut Qemu, bytes: usize) {
    let data: Vec<u8> = (0..bytes).map(|n| u8::try_from(n * 7 % 251).unwrap()).collect();
    let length = u32::try_from(bytes).unwrap();
    qemu.write(DATA, &data);
    qemu.write(BACK, &vec![0; bytes]);
    // H2C 0 has vector 1, C2H 0, the fifth channel, has vector 2.
    qemu.write32(DMA + 0x20a0, 1);
    qemu.write32(DMA + 0x20a4, 2);
    for vector in [1, 2] {
        enable_message(qemu, vector);
        qemu.write32(MESSAGE + 4 * vector, 0);
    }
    start(qemu, H2C, DATA, 0x40, length);
    message(qemu, 1);
    assert_eq!(status(qemu, H2C), 6);
    start(qemu, C2H, 0x40, BACK, length);
    message(qemu, 2);
    assert!(qemu.read(BACK, bytes) == data, "data after the message");
    assert_eq!(status(qemu, C2H), 6);
}

#[test]
fn firmware_finds_sizes_and_maps_the_card() {
    let mut machine = Machine::new(rtl());
    let qemu = &mut machine.qemu;
    assert_eq!(qemu.config(0), 0x903f_10ee);
    assert_eq!(qemu.config(8) >> 8, 0x12_0000);
    let capabilities: Vec<u32> = {
        let mut at = qemu.config(0x34) & 0xff;
        std::iter::from_fn(|| {
            let head = (at != 0).then(|| qemu.config(at))?;
            at = head >> 8 & 0xff;
            Some(head & 0xff)
        })
        .collect()
    };
    assert!([0x01, 0x10, 0x11].iter().all(|id| capabilities.contains(id)), "{capabilities:x?}");
    let sizes = [0x10, 0x14, 0x18, 0x1c, 0x20, 0x24].map(|register| {
        qemu.set_config(4, 0);
        qemu.set_config(register, 0xffff_ffff);
        qemu.config(register)
    });
    assert_eq!(sizes, [0xfc00_0000, 0, 0xffff_0000, 0, 0xc000_000c, 0xffff_ffff]);
    qemu.set_bars();
    assert_eq!(qemu.read32(USER), MAGIC);
    assert_eq!(qemu.read32(DMA), 0x1fc0_0006);
    assert_eq!(qemu.read32(DMA + 0x2000), 0x1fc2_0006);
    machine.finish();
}

#[test]
fn accesses_of_every_size_meet_the_card() {
    let mut machine = Machine::new(rtl());
    let qemu = &mut machine.qemu;
    qemu.write64(APERTURE + 0x80, 0x1122_3344_5566_7788);
    qemu.write32(APERTURE + 0x88, 0x99aa_bbcc);
    assert_eq!(qemu.read64(APERTURE + 0x84), 0x99aa_bbcc_1122_3344);
    assert_eq!(qemu.read8(APERTURE + 0x81), 0x77);
    assert_eq!(qemu.read64(USER) & 0xffff_ffff, MAGIC, "two registers at once");
    assert_eq!((qemu.read8(USER), qemu.read8(USER + 1)), (0x46, 0x42), "bytes of a register");
    assert_eq!(machine.finish().mmio_misshapen, 0);
}

#[test]
fn data_and_messages_go_both_ways() {
    for card in [fast, rtl] {
        let (card, recorder, shelf) = trace::recorded(card());
        let mut machine = Machine::recorded(card, recorder.clone());
        round_trip(&mut machine.qemu, 6000);
        round_trip(&mut machine.qemu, 1);
        let summary = machine.finish();
        assert_eq!((summary.messages, summary.messages_lost, summary.dma_refused), (4, 0, 0));
        recorder.finish().unwrap();
        let stats = Stats::of(&mut TraceReader::new(&shelf.content()[..]).unwrap()).unwrap();
        assert_eq!((stats.dma_data_reads.bytes, stats.dma_data_writes.bytes), (6001, 6001));
    }
}

#[test]
fn a_session_replays_without_qemu() {
    for card in [fast, rtl] {
        let (recorded, recorder, shelf) = trace::recorded(card());
        let mut machine = Machine::recorded(recorded, recorder.clone());
        round_trip(&mut machine.qemu, 3000);
        let summary = machine.finish();
        recorder.finish().unwrap();
        let content = shelf.content();
        let replayed = replay(&mut TraceReader::new(&content[..]).unwrap(), &mut *card()).unwrap();
        assert_eq!(replayed.cycles, summary.cycles);
    }
}

#[test]
fn memory_that_is_not_there_is_refused() {
    let mut machine = Machine::new(rtl());
    let qemu = &mut machine.qemu;
    start(qemu, H2C, 0x20_0000_0000, 0, 64);
    assert_ne!(status(qemu, H2C) & 0x3e00, 0);
    round_trip(qemu, 100);
    assert!(machine.finish().dma_refused > 0);
}

#[test]
fn resets_in_the_middle_leave_a_card_that_works() {
    let mut machine = Machine::new(rtl());
    let qemu = &mut machine.qemu;
    start_endless(qemu, H2C, DATA, 0, 200_000);
    // Function level reset: device control is at 8 in the capability.
    let control = qemu.config(0x68);
    qemu.set_config(0x68, control | 0x8000);
    qemu.set_bars();
    assert_eq!(qemu.read32(DMA + 0x40), 0);
    round_trip(qemu, 2000);
    start_endless(qemu, C2H, 0, BACK, 200_000);
    qemu.reset();
    assert_eq!(qemu.config(4) & 0xffff, 0);
    qemu.set_bars();
    assert_eq!(qemu.read32(DMA + 0x1040), 0);
    round_trip(qemu, 2000);
    assert!(machine.finish().resets >= 3);
}

#[test]
fn a_full_stream_port_refuses_writes_and_holds_up_nothing_else() {
    let mut machine = Machine::new(rtl());
    let qemu = &mut machine.qemu;
    qemu.write32(APERTURE + 0x100, 0x1234);
    let depth = qemu.read32(USER + 0x2004);
    // Nobody takes from the stream ports of this card. Eight such stores are an entry, and one is too many.
    for _ in 0..=8 * depth {
        qemu.write64(APERTURE + 0x1000_0000, 1);
    }
    assert_eq!(qemu.read32(USER + 0x2008), depth);
    assert_eq!(qemu.read32(USER + 0x2010), 0, "nothing of the refused write has begun an entry");
    assert_eq!(qemu.read32(APERTURE + 0x100), 0x1234, "memory answers");
    assert_eq!(qemu.read32(USER), MAGIC, "registers answer");
    qemu.write32(USER + 0x2000, 1);
    qemu.write32(USER + 0x2000, 0);
    // An entry goes per cycle; what comes meanwhile stays.
    for _ in 0..8 {
        qemu.write64(APERTURE + 0x1000_0000, 1);
    }
    let left = (0..depth).map(|_| qemu.read32(USER + 0x2008)).find(|left| *left == 1);
    assert_eq!(left, Some(1), "the refused write is forgotten");
    machine.finish();
}

#[test]
fn a_read_that_is_never_answered_ends_and_the_machine_goes_on() {
    let mut machine = Machine::new(stuck(rtl()));
    let qemu = &mut machine.qemu;
    assert_eq!(qemu.read32(APERTURE + STUCK), 0xffff_ffff);
    round_trip(qemu, 64);
    assert_eq!(machine.finish().mmio_timeouts, 1);
}

#[test]
fn a_qemu_that_is_killed_in_a_transfer_ends_the_server() {
    let mut machine = Machine::new(rtl());
    start_endless(&mut machine.qemu, H2C, DATA, 0, 200_000);
    machine.finish();
}
