// SPDX-License-Identifier: Apache-2.0
//! A reset of the card while the bus lives on: what was under way ends nowhere but on the bus.

use std::sync::{Arc, Mutex};

use forebay_bus::host::{Bus, Interposer};
use forebay_bus::{DmaFault, LinkParams, PcieGen};

use crate::bench::{COMPLETED, D_LAST, Host, LOG_ALL, Piece, RUN, STATUS, STOPPED, c2h, h2c};

// The fault page, typed by hand.
const PAGE: u32 = 0x03FE_F000;
const ARM: u32 = PAGE + 0x04;
const KIND: u32 = PAGE + 0x08;
const COUNT: u32 = PAGE + 0x14;
const PARAM: u32 = PAGE + 0x18;
const LATE_READ: u32 = 9;

const DONE: u32 = STOPPED | COMPLETED;
/// Places in host memory: what is sent, what is received, results of streams; descriptors lie in front of them.
const OUT: usize = 0x1_0000;
const BACK: usize = 0x3_0000;
const RESULTS: usize = 0x5_0000;
const PIECES: u64 = 16;
const BYTES: usize = 65_536;
const PIECE: u64 = BYTES as u64 / PIECES;

/// Sixteen pieces between a place in host memory and a place that goes up with them.
fn pieces(channel: u32, memory: u64, other: u64) -> Vec<Piece> {
    let mut pieces: Vec<_> = (0..PIECES)
        .map(|n| {
            let (memory, other) = (memory + PIECE * n, other + PIECE * n);
            let (src, dst) = if channel < 0x1000 { (memory, other) } else { (other, memory) };
            Piece { flags: 0, len: 4096, src, dst }
        })
        .collect();
    pieces[15].flags = D_LAST;
    pieces
}

/// Starts memory-mapped channels and streams of both directions.
fn start_all(host: &mut Host) {
    let (out, back, results) = (host.bus(OUT), host.bus(BACK), host.bus(RESULTS));
    for (channel, at, memory, other) in [
        (h2c(0), 0, out, 0),
        (c2h(1), 0x1000, back, 0),
        (h2c(2), 0x2000, out, 0),
        (c2h(2), 0x3000, back, results),
    ] {
        host.start(channel, at, &pieces(channel, memory, other), LOG_ALL | RUN);
    }
}

/// Everything moves every byte as if nothing had been: to card memory and back, and around as a packet.
fn assert_fresh(host: &mut Host, what: &str) {
    let sent = host.fill(OUT, BYTES);
    let (out, back) = (host.bus(OUT), host.bus(BACK));
    host.put(BACK, &[0; BYTES]);
    assert_eq!(host.run(h2c(0), &pieces(h2c(0), out, 0), LOG_ALL), (DONE, 16), "{what}");
    assert_eq!(host.run(c2h(1), &pieces(c2h(1), back, 0), LOG_ALL), (DONE, 16), "{what}");
    assert!(host.get(BACK, BYTES) == sent, "{what}: bytes differ by way of memory");

    let sent = host.fill(OUT, BYTES);
    host.put(BACK, &[0; BYTES]);
    let packet = Piece { flags: D_LAST, len: 65_536, src: out, dst: 0 };
    host.start(h2c(2), 0x2000, &[packet], LOG_ALL | RUN);
    let room = Piece { flags: D_LAST, len: 65_536, src: host.bus(RESULTS), dst: back };
    assert_eq!(host.run(c2h(2), &[room], LOG_ALL), (DONE, 1), "{what}");
    assert_eq!(host.read(h2c(2) + STATUS), DONE, "{what}");
    assert_eq!(host.word(RESULTS + 4), 65_536, "{what}: length of the packet");
    assert!(host.get(BACK, BYTES) == sent, "{what}: bytes differ by way of a stream");
    host.assert_no_messages();
}

/// A reset in any phase of a transfer, with data late and in and out of order behind it.
fn a_reset_in_any_phase_leaves_nothing_behind(host: &mut Host) {
    for cycles in (0..2400).step_by(97) {
        let late = cycles % 2 == 1;
        if late {
            for (register, value) in
                [(KIND, LATE_READ), (COUNT, u32::MAX), (PARAM, cycles), (ARM, 1)]
            {
                host.write_user(register, value);
            }
        }
        start_all(host);
        host.advance(u64::from(cycles));
        host.card.reset().unwrap();
        assert_fresh(host, &format!("reset after {cycles} cycles, reads late: {late}"));
        host.card.reset().unwrap();
    }
}

/// Registers begin anew, the count of cycles among them; the memory of the card keeps what it has.
fn a_reset_begins_the_count_of_cycles_anew_and_keeps_the_memory(host: &mut Host) {
    const CYCLES: u32 = 0x20;
    let bytes = host.fill_card(0x1_0000, BYTES);
    start_all(host);
    host.settle();
    let before = host.read_user(CYCLES);
    assert!(before > 200, "{before} cycles of work");
    let kept = host.get_card(0, BYTES);
    host.card.reset().unwrap();
    let after = host.read_user(CYCLES);
    assert!(after < before, "{before} cycles, after a reset {after}");
    assert!(host.get_card(0, BYTES) == kept, "what was in memory");
    assert!(host.get_card(0x1_0000, BYTES) == bytes, "what was in memory");
}

on_both!(
    "loopback":
    a_reset_in_any_phase_leaves_nothing_behind,
    a_reset_begins_the_count_of_cycles_anew_and_keeps_the_memory,
);

/// Sees every access of the card to host memory.
#[derive(Clone, Default)]
struct Accesses(Arc<Mutex<Vec<String>>>);

impl Accesses {
    fn add(&self, what: &str, addr: u64, bytes: usize, bus: &Bus<'_>) {
        let seen = format!("{what} of {bytes} bytes at {addr:#x} in cycle {}", bus.cycle());
        self.0.lock().unwrap().push(seen);
    }

    /// Those since this was last asked.
    fn take(&self) -> Vec<String> {
        std::mem::take(&mut self.0.lock().unwrap())
    }
}

impl Interposer for Accesses {
    fn read(&mut self, addr: u64, out: &mut [u8], next: &mut Bus<'_>) -> Result<(), DmaFault> {
        self.add("read", addr, out.len(), next);
        next.read(addr, out)
    }

    fn write(&mut self, addr: u64, data: &[u8], next: &mut Bus<'_>) -> Result<(), DmaFault> {
        self.add("write", addr, data.len(), next);
        next.write(addr, data)
    }
}

/// A reset at any moment of transfers both ways: when it is over, host memory is the host's.
fn memory_is_the_hosts_when_a_reset_is_over(host: &mut Host) {
    let accesses = Accesses::default();
    host.card.host().interpose(Box::new(accesses.clone()));
    for cycles in (300..4000).step_by(53) {
        start_all(host);
        host.advance(cycles);
        host.card.reset().unwrap();
        assert_ne!(accesses.take(), [""; 0], "nothing was under way after {cycles} cycles");
        host.settle();
        assert_eq!(accesses.take(), [""; 0], "after a reset in cycle {cycles}");
    }
}

#[test]
fn memory_is_the_hosts_when_the_native_card_is_reset() {
    memory_is_the_hosts_when_a_reset_is_over(&mut Host::fast("loopback"));
}

#[test]
fn memory_is_the_hosts_when_a_reset_is_over_on_any_link() {
    let usual = LinkParams::default();
    let narrow = LinkParams {
        generation: PcieGen::Gen1,
        lanes: 1,
        read_credits: 8,
        posted_credit_bytes: 256,
        ..usual.clone()
    };
    let far = LinkParams {
        generation: PcieGen::Gen1,
        lanes: 8,
        round_trip_cycles: 400,
        read_credits: 8,
        posted_credit_bytes: 512,
        ..usual.clone()
    };
    let shuffled = LinkParams { shuffle_seed: 1, ..far.clone() };
    for link in [usual, narrow, far, shuffled] {
        memory_is_the_hosts_when_a_reset_is_over(&mut Host::rtl_behind("loopback", link));
    }
}
