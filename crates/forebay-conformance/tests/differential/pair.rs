// SPDX-License-Identifier: Apache-2.0
//! Two bodies of one card build, side by side.

use std::ops::Range;

use forebay_bus::host::Shared;
use forebay_bus::{Bar, Card, CardExt, LinkParams, Stop};
use forebay_regs::user::{self, counter, last_bad};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Host memory of a card.
pub(crate) const ARENA_BYTES: usize = 1 << 18;
/// Cycles in which every piece of traffic here comes to rest.
pub(crate) const REST_CYCLES: u64 = 20_000;

/// Beats of what moves: of a run that fails each body has its own.
const BEATS: [u32; 10] = [
    counter::index::H2C_BEATS,
    counter::index::C2H_BEATS,
    counter::index::BANK0_BEATS_READ,
    counter::index::BANK0_BEATS_WRITTEN,
    counter::index::BANK1_BEATS_READ,
    counter::index::BANK1_BEATS_WRITTEN,
    counter::index::BANK2_BEATS_READ,
    counter::index::BANK2_BEATS_WRITTEN,
    counter::index::BANK3_BEATS_READ,
    counter::index::BANK3_BEATS_WRITTEN,
];

/// One body with host memory that both bodies see at the same bus address.
pub(crate) struct Side {
    pub(crate) card: Box<dyn Card>,
    pub(crate) arena: Shared,
    pub(crate) messages: u32,
}

impl Side {
    pub(crate) fn new(card: Box<dyn Card>, seed: u64) -> Self {
        let arena = card.host().share(ARENA_BYTES).unwrap();
        let mut bytes = vec![0; ARENA_BYTES];
        ChaCha8Rng::seed_from_u64(seed).fill(&mut bytes[..]);
        arena.write(0, &bytes).unwrap();
        Self { card, arena, messages: 0 }
    }

    /// Lets the card work until nothing more happens, or for long enough: a body may call waiting work.
    pub(crate) fn rest(&mut self) {
        self.rest_for(REST_CYCLES);
    }

    /// The same for traffic that is known to be short.
    pub(crate) fn rest_for(&mut self, cycles: u64) {
        let end = self.card.now() + cycles;
        while self.card.now() < end && self.card.advance(cycles).unwrap() != Stop::Idle {
            self.messages |= self.card.take_messages();
        }
        self.messages |= self.card.take_messages();
    }

    pub(crate) fn read(&mut self, bar: Bar, offset: impl Into<u64>) -> u32 {
        self.card.read32(bar, offset).unwrap()
    }

    pub(crate) fn memory(&self) -> Vec<u8> {
        let mut bytes = vec![0; ARENA_BYTES];
        self.arena.read(0, &mut bytes).unwrap();
        bytes
    }
}

/// Both bodies of one card build.
pub(crate) struct Pair {
    pub(crate) fast: Side,
    pub(crate) rtl: Side,
    /// The last access, for messages.
    pub(crate) last: String,
    /// Beats of a run that fails are not compared.
    pub(crate) compare_beats: bool,
}

impl Pair {
    pub(crate) fn new(variant: &str, seed: u64) -> Self {
        let open = |body: &str, link| {
            let card = forebay_sim::open(&format!("{body}:{variant}"), link, None).unwrap();
            Side::new(card, seed)
        };
        let fast = open("fast", LinkParams::default());
        // With an odd seed reads of host memory come back out of order.
        let shuffle_seed = if seed % 2 == 1 { seed } else { 0 };
        let link = LinkParams { shuffle_seed, ..LinkParams::default() };
        let rtl = open("rtl", link);
        assert_eq!(fast.arena.addr(), rtl.arena.addr());
        Self { fast, rtl, last: String::new(), compare_beats: true }
    }

    pub(crate) fn arena(&self) -> u64 {
        self.fast.arena.addr()
    }

    /// Reads a register of both; they must agree.
    pub(crate) fn read(&mut self, bar: Bar, offset: impl Into<u64>) -> u32 {
        let offset = offset.into();
        let (fast, rtl) = (self.fast.read(bar, offset), self.rtl.read(bar, offset));
        assert_eq!(
            format!("{fast:#010x}"),
            format!("{rtl:#010x}"),
            "{bar:?} {offset:#06x} after {}: native (left) and RTL (right)",
            self.last
        );
        self.last = format!("read of {bar:?} {offset:#06x}");
        fast
    }

    pub(crate) fn write(&mut self, bar: Bar, offset: impl Into<u64>, value: u32) {
        let offset = offset.into();
        self.fast.card.write32(bar, offset, value).unwrap();
        self.rtl.card.write32(bar, offset, value).unwrap();
        self.last = format!("write of {value:#010x} to {bar:?} {offset:#06x}");
    }

    /// Reads two registers of both in one access.
    pub(crate) fn read_both(&mut self, bar: Bar, offset: u32) {
        let [fast, rtl] = [&mut self.fast, &mut self.rtl].map(|side| {
            let mut both = [0; 8];
            side.card.mmio_read(bar, offset.into(), &mut both).unwrap();
            format!("{:#018x}", u64::from_le_bytes(both))
        });
        assert_eq!(fast, rtl, "{bar:?} {offset:#06x} by 8 after {}", self.last);
        self.last = format!("read of {bar:?} {offset:#06x} by 8");
    }

    /// Writes two registers of both in one access.
    pub(crate) fn write_both(&mut self, bar: Bar, offset: impl Into<u64>, words: [u32; 2]) {
        let offset = offset.into();
        let bytes = words.map(u32::to_le_bytes);
        for side in [&mut self.fast, &mut self.rtl] {
            side.card.mmio_write(bar, offset, bytes.as_flattened()).unwrap();
        }
        self.last = format!("write of {words:x?} to {bar:?} {offset:#06x}");
    }

    pub(crate) fn write_pair(&mut self, bar: Bar, offset: u32, value: u64) {
        self.write(bar, offset, u32::try_from(value & 0xFFFF_FFFF).unwrap());
        self.write(bar, offset + 4, u32::try_from(value >> 32).unwrap());
    }

    /// Writes host memory of both.
    pub(crate) fn poke(&self, offset: usize, bytes: &[u8]) {
        self.fast.arena.write(offset, bytes).unwrap();
        self.rtl.arena.write(offset, bytes).unwrap();
    }

    pub(crate) fn rest(&mut self) {
        self.rest_for(REST_CYCLES);
    }

    pub(crate) fn rest_for(&mut self, cycles: u64) {
        self.fast.rest_for(cycles);
        self.rtl.rest_for(cycles);
        assert_eq!(self.fast.messages, self.rtl.messages, "messages after {}", self.last);
    }

    /// Compares host memory but for the place named.
    pub(crate) fn compare_memory(&self, but: Option<Range<usize>>, what: &str) {
        let (mut fast, mut rtl) = (self.fast.memory(), self.rtl.memory());
        if let Some(range) = but {
            fast[range.clone()].fill(0);
            rtl[range.clone()].fill(0);
        }
        let difference = fast.iter().zip(&rtl).position(|(a, b)| a != b);
        assert_eq!(difference, None, "{what}: first byte of host memory that differs");
    }

    /// Starts the count of beats anew.
    pub(crate) fn forget_beats(&mut self) {
        for index in BEATS {
            self.fast.read(Bar::User, user::COUNTER_CLEAR.at(index));
            self.rtl.read(Bar::User, user::COUNTER_CLEAR.at(index));
        }
        self.compare_beats = true;
    }

    /// Compares the counters that count what happened, not when.
    pub(crate) fn compare_counters(&mut self, what: &str) {
        for (index, name) in counter::index::ALL {
            let beats = BEATS.contains(index);
            if !depends_on_time(*index) && (self.compare_beats || !beats) {
                let value = |side: &mut Side| side.read(Bar::User, user::COUNTER.at(*index));
                let (fast, rtl) = (value(&mut self.fast), value(&mut self.rtl));
                assert_eq!(fast, rtl, "{what}: counter {name}, native (left) and RTL (right)");
            }
        }
        for offset in [last_bad::HOST_LO, last_bad::CARD_LO, last_bad::MMIO_LO] {
            self.read(Bar::User, user::LAST_BAD.base() + offset);
            self.read(Bar::User, user::LAST_BAD.base() + offset + 4);
        }
    }
}

/// Counters of time, and of how transfers are cut.
pub(crate) fn depends_on_time(index: u32) -> bool {
    use counter::index as ix;
    [
        ix::HOST_READS,
        ix::HOST_WRITES,
        ix::NO_ROOM_CYCLES,
        ix::PORT0_FULL_STALL,
        ix::PORT0_EMPTY_STARVE,
        ix::PORT1_FULL_STALL,
        ix::PORT1_EMPTY_STARVE,
    ]
    .contains(&index)
}
