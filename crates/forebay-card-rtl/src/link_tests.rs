// SPDX-License-Identifier: Apache-2.0
//! The link model against a hand-driven AXI4 master: what every burst costs, to the cycle.

use forebay_builds::Build;
use forebay_bus::host::{Bus, Interposer, Refusal};
use forebay_bus::{Buffer, Direction, DmaFault, HostMemory, LinkParams};
use forebay_link::{RESP_DECERR, RESP_OKAY};

use crate::link::HostLink;
use crate::structs::{BEAT_BYTES, SimIn, SimOut};

/// A master that asks for what it is told to and takes everything that comes, one step per cycle.
pub(crate) struct Master {
    pub(crate) link: HostLink,
    pub(crate) cycle: u64,
    pub(crate) input: SimIn,
    /// (cycle, id, first byte, resp, last) of every beat taken.
    pub(crate) beats: Vec<(u64, u8, u8, u8, bool)>,
    /// (cycle, id, resp) of every write response.
    pub(crate) responses: Vec<(u64, u8, u8)>,
}

impl Master {
    pub(crate) fn new(params: LinkParams, host: &HostMemory) -> Self {
        let layout = Build::find("loopback").expect("a build").layout;
        let link = HostLink::new(params, host.clone(), layout);
        Self { link, cycle: 0, input: SimIn::default(), beats: Vec::new(), responses: Vec::new() }
    }

    /// One cycle; returns the inputs as the card saw them.
    pub(crate) fn step(&mut self, mut output: SimOut) -> Result<(), String> {
        self.link.drive(self.cycle, &mut self.input);
        (output.host_r_ready, output.host_b_ready) = (1, 1);
        let input = &self.input;
        if input.host_r_valid != 0 {
            let beat = (
                self.cycle,
                input.host_r_id,
                input.host_r_data[0],
                input.host_r_resp,
                input.host_r_last != 0,
            );
            self.beats.push(beat);
        }
        if input.host_b_valid != 0 {
            self.responses.push((self.cycle, input.host_b_id, input.host_b_resp));
        }
        self.cycle += 1;
        self.link.react(&self.input, &output)
    }

    fn read(&mut self, id: u8, addr: u64, bytes: u16) {
        let beats = (addr % 64 + u64::from(bytes)).div_ceil(64);
        let output = SimOut {
            host_ar_valid: 1,
            host_ar_id: id,
            host_ar_addr: addr,
            host_ar_len: u8::try_from(beats - 1).expect("legal"),
            host_ar_bytes: bytes,
            ..SimOut::default()
        };
        self.step(output).expect("legal");
    }

    /// A whole-line write burst; returns the cycles its data took.
    fn write(&mut self, id: u8, addr: u64, beats: u8, fill: u8) -> u64 {
        let begin = self.cycle;
        let address = SimOut {
            host_aw_valid: 1,
            host_aw_id: id,
            host_aw_addr: addr,
            host_aw_len: beats - 1,
            host_aw_bytes: u16::from(beats) * 64,
            ..SimOut::default()
        };
        self.step(address).expect("legal");
        let mut sent = 0;
        while sent < beats {
            let output = SimOut {
                host_w_valid: 1,
                host_w_data: [fill; BEAT_BYTES],
                host_w_strb: u64::MAX,
                host_w_last: u8::from(sent + 1 == beats),
                ..SimOut::default()
            };
            self.step(output).expect("legal");
            sent += self.input.host_w_ready;
        }
        self.cycle - begin
    }

    fn idle_until(&mut self, done: impl Fn(&Self) -> bool) {
        let bound = self.cycle + 100_000;
        while !done(self) {
            assert!(self.cycle < bound, "nothing came within 100000 cycles");
            self.step(SimOut::default()).expect("idle");
        }
    }
}

/// One page, at a page boundary, full of one byte.
pub(crate) fn page(fill: u8) -> Buffer {
    let mut buffer = Buffer::new(4096).expect("a page");
    buffer.fill(fill);
    buffer
}

/// 64 wire bytes per cycle exactly, 100 cycles round trip: figures that can be checked by hand.
pub(crate) fn round_numbers() -> LinkParams {
    LinkParams {
        generation: forebay_bus::PcieGen::Gen2,
        lanes: 16,
        max_payload: 256,
        max_read_request: 512,
        round_trip_cycles: 100,
        request_overhead: 64,
        completion_overhead: 64,
        read_credits: 4,
        posted_credit_bytes: 1024,
        store_credit_bytes: 1024,
        shuffle_seed: 0,
        clock_hz: 125_000_000,
    }
}

#[test]
fn a_read_comes_back_after_the_round_trip_in_completions() {
    let host = HostMemory::new();
    host.scope(&page(7), |addr| {
        let mut master = Master::new(round_numbers(), &host);
        master.read(5, addr, 512);
        master.idle_until(|master| master.beats.len() == 8);
        // Asked in cycle 0, request on the wire in cycle 1, 100 cycles, then 256 + 64 bytes are 5 cycles.
        let cycles: Vec<u64> = master.beats.iter().map(|beat| beat.0).collect();
        assert_eq!(cycles, [107, 108, 109, 110, 112, 113, 114, 115]);
        assert!(master.beats.iter().all(|beat| (beat.1, beat.2, beat.3) == (5, 7, RESP_OKAY)));
        assert_eq!(master.beats.iter().filter(|beat| beat.4).count(), 1);
        assert!(master.beats[7].4, "last is the last");
        assert!(master.link.is_idle());
    });
}

#[test]
fn long_reads_reach_the_limit_that_the_parameters_state() {
    let host = HostMemory::new();
    let params = LinkParams::gen3_x16();
    let limit = params.limit_bytes_per_cycle(Direction::HostToCard);
    host.scope(&page(1), |addr| {
        let mut master = Master::new(params, &host);
        let bursts = 256;
        for _ in 0..bursts {
            master.read(0, addr, 4096);
        }
        master.idle_until(|master| master.beats.len() == bursts * 64);
        let (first, last) = (master.beats[0].0, master.beats[bursts * 64 - 1].0);
        let rate = (bursts * 4096) as f64 / (last - first) as f64;
        assert!(rate > 0.995 * limit && rate <= 1.005 * limit, "{rate} against {limit}");
    });
}

#[test]
fn read_credits_bound_what_a_long_round_trip_can_carry() {
    let host = HostMemory::new();
    host.scope(&page(1), |addr| {
        let mut master = Master::new(round_numbers(), &host);
        for _ in 0..16 {
            master.read(0, addr, 4096);
        }
        master.idle_until(|master| master.beats.len() == 16 * 64);
        // 4 requests of 512 bytes per round trip of 100 cycles and a little: about 20 bytes per cycle.
        let rate = 65536.0 / master.cycle as f64;
        assert!((15.0..20.5).contains(&rate), "{rate}");
    });
}

#[test]
fn unaligned_reads_return_exactly_their_bytes() {
    let host = HostMemory::new();
    let bytes: Vec<u8> = (0..=255).collect();
    host.scope(&bytes, |addr| {
        let mut master = Master::new(LinkParams::ideal(), &host);
        let at = addr + 10;
        master.read(1, at, 3);
        master.idle_until(|master| !master.beats.is_empty());
        let lane = usize::try_from(at % 64).expect("lane");
        let mut expected = [0; 64];
        expected[lane..lane + 3].copy_from_slice(&[10, 11, 12]);
        assert_eq!(master.input.host_r_data, expected);
    });
    assert_eq!(host.faults().0, 0);
}

#[test]
fn a_read_of_unmapped_memory_is_refused_and_the_next_one_works() {
    let host = HostMemory::new();
    host.scope(&page(9), |addr| {
        let mut master = Master::new(LinkParams::gen3_x16(), &host);
        master.read(1, 0x4000, 128);
        master.read(2, addr + 4096, 1);
        master.read(3, addr + 4095, 1);
        master.idle_until(|master| master.beats.len() == 4);
        let seen: Vec<(u8, u8)> = master.beats.iter().map(|beat| (beat.1, beat.3)).collect();
        assert_eq!(seen, [(1, RESP_DECERR), (1, RESP_DECERR), (2, RESP_DECERR), (3, RESP_OKAY)]);
        let (faults, last) = host.faults();
        assert_eq!(faults, 2);
        assert!(
            last.is_some_and(
                |fault| (fault.addr, fault.bytes, fault.write) == (addr + 4096, 1, false)
            )
        );
    });
}

#[test]
fn a_write_is_answered_when_it_has_left_and_is_then_in_memory() {
    let host = HostMemory::new();
    let mut memory = vec![0; 8192];
    host.scope_mut(&mut memory, |addr| {
        let mut master = Master::new(round_numbers(), &host);
        let line = addr.next_multiple_of(4096);
        // Address in cycle 0, data in 1 to 4, so the packet leaves from cycle 4 on and takes 5 cycles.
        master.write(3, line, 4, 0xab);
        master.idle_until(|master| !master.responses.is_empty());
        assert_eq!(master.responses, [(9, 3, RESP_OKAY)]);
    });
    assert_eq!(memory.iter().filter(|byte| **byte == 0xab).count(), 256);
}

#[test]
fn a_write_to_unmapped_memory_is_refused_and_changes_nothing() {
    let host = HostMemory::new();
    let mut memory = vec![0; 4096];
    host.scope(&page(5), |read_only| {
        host.scope_mut(&mut memory, |addr| {
            let mut master = Master::new(round_numbers(), &host);
            master.write(1, read_only, 64, 0xab);
            master.write(2, addr.next_multiple_of(4096) + 4096, 1, 0xab);
            master.idle_until(|master| master.responses.len() == 2);
            assert_eq!(
                master.responses.iter().map(|r| (r.1, r.2)).collect::<Vec<_>>(),
                [(1, RESP_DECERR), (2, RESP_DECERR)]
            );
        });
    });
    assert!(memory.iter().all(|byte| *byte == 0));
    assert!(host.faults().0 >= 2);
}

#[test]
fn long_writes_reach_the_limit_that_the_parameters_state() {
    let host = HostMemory::new();
    let mut memory = vec![0; 8192];
    let params = LinkParams::gen3_x16();
    let limit = params.limit_bytes_per_cycle(Direction::CardToHost);
    host.scope_mut(&mut memory, |addr| {
        let mut master = Master::new(params, &host);
        let line = addr.next_multiple_of(4096);
        for _ in 0..64 {
            master.write(0, line, 64, 1);
        }
        master.idle_until(|master| master.responses.len() == 64);
        let (first, last) = (master.responses[0].0, master.responses[63].0);
        let rate = (63 * 4096) as f64 / (last - first) as f64;
        assert!(rate > 0.985 * limit && rate <= 1.005 * limit, "{rate} against {limit}");
    });
}

#[test]
fn posted_credit_holds_the_card_off() {
    let host = HostMemory::new();
    let mut memory = vec![0; 8192];
    host.scope_mut(&mut memory, |addr| {
        // A sixteenth of the wire: 4 bytes per cycle.
        let params = LinkParams { lanes: 1, ..round_numbers() };
        let mut master = Master::new(params, &host);
        let cycles = master.write(0, addr.next_multiple_of(4096), 64, 1);
        // 4 KiB with headers are 1280 cycles at 4 bytes; the last 1024 bytes may still be waiting.
        assert!((900..1280).contains(&cycles), "{cycles}");
    });
}

#[test]
fn a_message_does_not_overtake_data_and_a_read_waits_for_writes() {
    let host = HostMemory::new();
    let mut memory = vec![0; 8192];
    host.scope(&[1; 64], |source| {
        host.scope_mut(&mut memory, |addr| {
            let mut master = Master::new(round_numbers(), &host);
            master.write(0, addr.next_multiple_of(4096), 16, 1);
            let message = SimOut { msix_valid: 1, msix_vector: 17, ..SimOut::default() };
            master.step(message).expect("legal");
            assert_eq!(master.link.take_messages(), 0);
            master.read(0, source, 1);
            master.idle_until(|master| !master.responses.is_empty());
            assert_eq!(master.link.take_messages(), 0, "response and message in one cycle");
            let written = master.cycle;
            master.step(SimOut::default()).expect("idle");
            master.step(SimOut::default()).expect("idle");
            assert_eq!(master.link.take_messages(), 1 << 17);
            master.idle_until(|master| !master.beats.is_empty());
            assert!(master.cycle > written + 100, "the read left after the write");
        });
    });
}

/// Pages of which each is full of one byte, that of its number.
fn pages(count: u8) -> Buffer {
    let mut buffer = Buffer::new(usize::from(count) * 4096).expect("pages");
    for (page, number) in buffer.chunks_mut(4096).zip(0..) {
        page.fill(number);
    }
    buffer
}

#[test]
fn with_a_seed_reads_come_back_out_of_order_but_those_of_one_identifier_in_order() {
    let host = HostMemory::new();
    let mut orders = Vec::new();
    for seed in [0, 1, 2, 1] {
        host.scope(&pages(32), |addr| {
            let params = LinkParams { shuffle_seed: seed, ..LinkParams::gen3_x16() };
            let mut master = Master::new(params, &host);
            // Identifier n reads pages n and n + 16.
            for number in 0..32 {
                master.read(number % 16, addr + 4096 * u64::from(number), 1024);
            }
            master.idle_until(|master| master.beats.len() == 32 * 16);
            assert!(master.link.is_idle());
            for id in 0..16 {
                let of_id = master.beats.iter().filter(|beat| beat.1 == id);
                let seen: Vec<(u8, u8, bool)> =
                    of_id.map(|beat| (beat.2, beat.3, beat.4)).collect();
                let wanted: Vec<(u8, u8, bool)> = [id, id + 16]
                    .iter()
                    .flat_map(|page| (0..16).map(move |beat| (*page, RESP_OKAY, beat == 15)))
                    .collect();
                assert_eq!(seen, wanted, "seed {seed}, identifier {id}");
            }
            orders.push(master.beats.iter().map(|beat| beat.2).collect::<Vec<u8>>());
        });
    }
    assert!(orders[0].is_sorted(), "in order without a seed");
    assert!(!orders[1].is_sorted() && !orders[2].is_sorted());
    assert_ne!(orders[1], orders[2]);
    assert_eq!(orders[1], orders[3], "the seed alone decides");
}

/// Does not answer accesses to one page.
struct Silent(u64);

impl Interposer for Silent {
    fn read(&mut self, addr: u64, out: &mut [u8], next: &mut Bus<'_>) -> Result<(), DmaFault> {
        if addr / 4096 != self.0 / 4096 {
            return next.read(addr, out);
        }
        let refusal = Refusal::Unanswered;
        Err(DmaFault { addr, bytes: out.len(), write: false, refusal })
    }

    fn write(&mut self, addr: u64, data: &[u8], next: &mut Bus<'_>) -> Result<(), DmaFault> {
        if addr / 4096 != self.0 / 4096 {
            return next.write(addr, data);
        }
        let refusal = Refusal::Unanswered;
        Err(DmaFault { addr, bytes: data.len(), write: true, refusal })
    }
}

#[test]
fn what_is_never_answered_holds_up_its_own_identifier_alone() {
    let host = HostMemory::new();
    let mut memory = vec![0; 3 * 4096];
    host.scope(&pages(2), |source| {
        host.interpose(Box::new(Silent(source)));
        host.scope_mut(&mut memory, |addr| {
            let silent = addr.next_multiple_of(4096);
            host.interpose(Box::new(Silent(silent)));
            let mut master = Master::new(round_numbers(), &host);
            master.read(1, source, 512);
            master.read(1, source + 4096, 512);
            master.read(2, source + 4096, 512);
            master.write(1, silent, 4, 9);
            master.write(1, silent + 4096, 4, 9);
            master.write(2, silent + 4096, 4, 9);
            for _ in 0..10_000 {
                master.step(SimOut::default()).expect("idle");
            }
            let read: Vec<(u8, u8)> = master.beats.iter().map(|beat| (beat.1, beat.2)).collect();
            assert_eq!(read, [(2, 1); 8]);
            let written: Vec<u8> = master.responses.iter().map(|response| response.1).collect();
            assert_eq!(written, [2]);
            assert!(!master.link.is_idle(), "the card is owed answers");
        });
    });
}

#[test]
fn a_burst_that_breaks_a_rule_ends_the_simulation_with_its_name() {
    let host = HostMemory::new();
    let mut master = Master::new(LinkParams::gen3_x16(), &host);
    let crossing = SimOut {
        host_ar_valid: 1,
        host_ar_addr: 0xfff,
        host_ar_len: 1,
        host_ar_bytes: 2,
        ..SimOut::default()
    };
    assert!(master.step(crossing).expect_err("crosses").contains("4 KiB"));

    let mut master = Master::new(LinkParams::gen3_x16(), &host);
    let one_byte =
        SimOut { host_aw_valid: 1, host_aw_addr: 0x1001, host_aw_bytes: 1, ..SimOut::default() };
    master.step(one_byte).expect("legal");
    let wrong_lane =
        SimOut { host_w_valid: 1, host_w_strb: 1, host_w_last: 1, ..SimOut::default() };
    match master.step(wrong_lane) {
        Err(what) => assert!(what.contains("strobes 0x1"), "{what}"),
        Ok(()) => panic!("a wrong strobe passed"),
    }
}

#[test]
fn a_write_to_the_very_last_line_of_the_address_space_is_refused_like_any_other() {
    let host = HostMemory::new();
    let mut master = Master::new(round_numbers(), &host);
    master.write(1, u64::MAX - 63, 1, 7);
    master.idle_until(|master| !master.responses.is_empty());
    assert_eq!(master.responses[0].2, RESP_DECERR);
}
