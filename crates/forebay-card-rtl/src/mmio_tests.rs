// SPDX-License-Identifier: Apache-2.0
//! The host's accesses over the link model, against ports that take everything at once: when they are there, in which order,
//! and what they cost the card's own traffic and are cost by it.

use forebay_bus::{Bar, CardError, HostMemory, LinkParams};

use crate::link_tests::{Master, page, round_numbers};
use crate::structs::{BARS, BEAT_BYTES, BarOut, SimOut};

/// Cycles after which an access is overdue: 32 times those within which a card of the builds' layout answers.
const BUDGET_CYCLES: u64 = 32 * 2048;

/// What a port has seen: in which cycle, its number, whether it is a store, where, and the first byte of a store.
type Seen = (u64, usize, bool, u64, u8);

/// A card that does with its bus what it is told to, and answers accesses.
struct Card {
    master: Master,
    seen: Vec<Seen>,
    /// Cycles that a port takes from an access to its answer, and what it has to answer: port, and cycles left.
    takes: u64,
    owed: Option<(usize, bool, u64)>,
}

impl Card {
    fn new(params: LinkParams, host: &HostMemory) -> Self {
        Self { master: Master::new(params, host), seen: Vec::new(), takes: 1, owed: None }
    }

    fn cycle(&mut self, mut output: SimOut) {
        for port in &mut output.bar {
            *port = BarOut { ar_ready: 1, aw_ready: 1, w_ready: 1, ..BarOut::default() };
        }
        if let Some((port, write, left)) = &mut self.owed {
            *left -= 1;
            if *left == 0 {
                let out = &mut output.bar[*port];
                (out.b_valid, out.r_valid) = (u8::from(*write), u8::from(!*write));
                out.r_data = [u8::try_from(self.seen.len()).expect("few"); BEAT_BYTES];
                self.owed = None;
            }
        }
        let cycle = self.master.cycle;
        self.master.step(output).expect("legal");
        for (port, bar) in self.master.input.bar.iter().enumerate() {
            if bar.aw_valid | bar.ar_valid != 0 {
                let write = bar.aw_valid != 0;
                let addr = if write { bar.aw_addr } else { bar.ar_addr };
                let first = bar.w_data[usize::try_from(addr % 64).expect("lane")];
                self.seen.push((cycle, port, write, addr, if write { first } else { 0 }));
                assert_eq!(self.owed, None, "one access at a time");
                self.owed = Some((port, write, self.takes));
            }
        }
    }

    fn run_to(&mut self, cycle: u64) {
        while self.master.cycle < cycle {
            self.cycle(SimOut::default());
        }
    }

    fn write(&mut self, bar: Bar, offset: u64, data: &[u8]) {
        self.master.link.write(self.master.cycle, bar, offset, data);
    }

    fn read(&mut self, bar: Bar, offset: u64) {
        self.master.link.read(self.master.cycle, bar, offset, 4);
    }

    /// The cycle in which the answer is there, and its first byte.
    fn answer(&mut self) -> (u64, u8) {
        let bound = self.master.cycle + 10_000;
        loop {
            let cycle = self.master.cycle;
            if let Some(answer) = self.master.link.take_answer(cycle) {
                assert_eq!(answer.len(), 4);
                return (cycle, answer[0]);
            }
            assert!(cycle < bound, "no answer");
            self.cycle(SimOut::default());
        }
    }
}

/// As [`round_numbers`], but a store of 4 bytes takes a cycle of the wire, one of 64 bytes nearly two.
fn whole_stores() -> LinkParams {
    LinkParams { request_overhead: 60, completion_overhead: 60, ..round_numbers() }
}

#[test]
fn stores_arrive_half_a_round_trip_later_in_the_order_in_which_they_left() {
    let mut card = Card::new(whole_stores(), &HostMemory::new());
    card.write(Bar::User, 0x10, &[1; 4]);
    card.write(Bar::Aperture, 0x40, &[2; 64]);
    card.write(Bar::Dma, 0x24, &[3; 4]);
    assert!(card.master.link.is_accessed());
    assert_eq!(card.master.link.next_access(), Some(51));
    card.run_to(200);
    // One cycle of the wire and 50 of the way; 1.9 more cycles; and the third when the second has been answered.
    let seen = [(51, 0, true, 0x10, 1), (53, 2, true, 0x40, 2), (55, 1, true, 0x24, 3)];
    assert_eq!(card.seen, seen);
    assert!(!card.master.link.is_accessed());
    assert_eq!(card.master.link.next_access(), None);
}

#[test]
fn a_store_that_is_not_answered_holds_up_what_follows_at_every_port() {
    let mut card = Card::new(whole_stores(), &HostMemory::new());
    card.takes = 30;
    card.write(Bar::Aperture, 0, &[1; 4]);
    card.write(Bar::User, 4, &[2; 4]);
    card.read(Bar::Dma, 8);
    card.run_to(200);
    let seen = [(51, 2, true, 0, 1), (82, 0, true, 4, 2), (113, 1, false, 8, 0)];
    assert_eq!(card.seen, seen);
}

#[test]
fn a_read_takes_a_round_trip_and_its_time_on_both_wires() {
    let mut card = Card::new(whole_stores(), &HostMemory::new());
    card.read(Bar::User, 0x80);
    // There in cycle 51, answered in cycle 52, on the wire until 53, and 50 more.
    assert_eq!(card.answer(), (103, 1));
    assert_eq!(card.seen, [(51, 0, false, 0x80, 0)]);
    assert!(!card.master.link.is_accessed());
}

#[test]
fn an_answer_passes_neither_data_nor_a_message() {
    let host = HostMemory::new();
    let mut memory = vec![0; 8192];
    host.scope_mut(&mut memory, |addr| {
        // 4 bytes a cycle: a packet of 256 bytes takes 79, a message or an answer 16.
        let mut card = Card::new(LinkParams { lanes: 1, ..whole_stores() }, &host);
        card.read(Bar::User, 0);
        card.run_to(40);
        card.cycle(SimOut {
            host_aw_valid: 1,
            host_aw_addr: addr.next_multiple_of(4096),
            host_aw_len: 15,
            host_aw_bytes: 1024,
            ..SimOut::default()
        });
        for beat in 0..16 {
            card.cycle(SimOut {
                host_w_valid: 1,
                host_w_data: [9; BEAT_BYTES],
                host_w_strb: u64::MAX,
                host_w_last: u8::from(beat == 15),
                ..SimOut::default()
            });
        }
        assert_eq!(card.seen, [], "it is still on its way down");
        // A message in the very cycle of the answer, which is the one behind that in which the port sees the read.
        card.run_to(66);
        assert_eq!(card.seen, [(65, 0, false, 0, 0)]);
        card.cycle(SimOut { msix_valid: 1, msix_vector: 3, ..SimOut::default() });
        let (cycle, _) = card.answer();
        // The first packet leaves in cycle 44 and three follow it, then the message, then the answer and its way.
        let data = 44 + 4 * 79;
        assert_eq!(card.master.responses, [(data, 0, 0)]);
        assert_eq!(cycle, data + 16 + 16 + 50);
        assert_eq!(card.master.link.take_messages(), 1 << 3, "the message was there before");
    });
    assert_eq!(memory.iter().filter(|byte| **byte == 9).count(), 1024);
}

#[test]
fn stores_and_completions_share_the_way_down_byte_for_byte() {
    let host = HostMemory::new();
    host.scope(&page(7), |addr| {
        // A page in eight requests: the first is at the host in cycle 52, one more in each cycle after it.
        let run = |stores: u64| {
            let params = LinkParams { read_credits: 16, ..round_numbers() };
            let mut card = Card::new(params, &host);
            card.cycle(SimOut {
                host_ar_valid: 1,
                host_ar_addr: addr,
                host_ar_len: 63,
                host_ar_bytes: 4096,
                ..SimOut::default()
            });
            card.run_to(52);
            for line in 0..stores {
                card.write(Bar::Aperture, 64 * line, &[1; 64]);
            }
            card.run_to(1000);
            assert_eq!(card.master.beats.len(), 64);
            (card.master.beats[7].0, card.master.beats[63].0, card.seen)
        };
        let (first, last, _) = run(0);
        let (first_beside, last_beside, seen) = run(8);
        // What was there first goes first: two completions of 320 bytes, then stores of 128.
        assert_eq!(first_beside, first);
        assert_eq!(last_beside, last + 8 * 128 / 64);
        let there: Vec<(u64, u64)> = seen.iter().map(|seen| (seen.0, seen.3)).collect();
        let wanted: Vec<(u64, u64)> =
            (0..8).map(|n| (52 + 10 + 2 * (n + 1) + 50, 64 * n)).collect();
        assert_eq!(there, wanted);
    });
}

#[test]
fn the_host_hears_of_room_when_a_store_was_taken_and_the_way_back_is_over() {
    let params = LinkParams { store_credit_bytes: 64, ..whole_stores() };
    let mut card = Card::new(params, &HostMemory::new());
    assert!(card.master.link.has_room(0, 64));
    card.write(Bar::User, 0, &[1; 4]);
    // Any store takes a unit of 16 bytes at least.
    assert!(card.master.link.has_room(0, 48) && !card.master.link.has_room(0, 49));
    card.write(Bar::Aperture, 0, &[2; 48]);
    assert!(!card.master.link.has_room(0, 1));
    card.run_to(60);
    // Taken in cycles 52 and 54.
    assert_eq!(card.seen.len(), 2);
    assert_eq!(card.master.link.next_room(), Some(102));
    assert!(!card.master.link.has_room(101, 1));
    assert!(card.master.link.has_room(102, 16) && !card.master.link.has_room(102, 17));
    assert!(!card.master.link.has_room(103, 17) && card.master.link.has_room(104, 64));
    assert_eq!(card.master.link.next_room(), None);
}

#[test]
fn a_port_that_never_answers_is_named_and_a_reset_forgets_what_waits() {
    let mut card = Card::new(whole_stores(), &HostMemory::new());
    card.takes = u64::MAX;
    card.write(Bar::Aperture, 0x1c0, &[1; 4]);
    card.read(Bar::User, 0x10);
    card.run_to(51 + BUDGET_CYCLES - 1);
    let overdue = |card: &mut Card| match card.master.link.take_overdue() {
        Some(CardError::MmioTimeout { bar, offset, cycles }) => Some((bar, offset, cycles)),
        other => other.map(|other| panic!("{other}")),
    };
    assert_eq!(overdue(&mut card), None);
    card.cycle(SimOut::default());
    assert_eq!(overdue(&mut card), Some((Bar::Aperture, 0x1c0, BUDGET_CYCLES)));
    card.run_to(51 + 2 * BUDGET_CYCLES - 1);
    assert_eq!(overdue(&mut card), None, "once each time");
    card.cycle(SimOut::default());
    assert_eq!(overdue(&mut card), Some((Bar::Aperture, 0x1c0, BUDGET_CYCLES)));
    assert_eq!(card.seen.len(), 1, "the read is behind it");
    assert!(!card.master.link.is_idle());

    card.master.link.card_reset();
    (card.owed, card.takes) = (None, 1);
    assert!(card.master.link.is_idle() && !card.master.link.is_accessed());
    let cycle = card.master.cycle;
    assert!(card.master.link.has_room(cycle, 1024));
    card.run_to(cycle + 1000);
    assert_eq!(card.seen.len(), 1);
    let quiet: [bool; BARS] = std::array::from_fn(|port| {
        let bar = &card.master.input.bar[port];
        bar.aw_valid | bar.w_valid | bar.b_ready | bar.ar_valid | bar.r_ready == 0
    });
    assert_eq!(quiet, [true; BARS]);
    card.read(Bar::Dma, 4);
    card.answer();
    assert_eq!(card.seen[1].1, 1);
}

#[test]
fn the_answer_to_a_read_that_was_given_up_is_nobodys() {
    let mut card = Card::new(whole_stores(), &HostMemory::new());
    card.read(Bar::User, 0x10);
    card.run_to(40);
    card.master.link.give_up_read();
    card.read(Bar::User, 0x20);
    // The port says how many accesses it has seen.
    assert_eq!(card.answer(), (143, 2));
    assert_eq!(card.seen, [(51, 0, false, 0x10, 0), (91, 0, false, 0x20, 0)]);
}
