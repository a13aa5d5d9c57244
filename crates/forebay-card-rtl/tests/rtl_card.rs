// SPDX-License-Identifier: Apache-2.0
//! The RTL card through its BARs: what answers, what is refused, and that it goes on after that.
//!
//! Needs the libraries of `make rtl`.

#![expect(clippy::expect_used, reason = "tests")]

use forebay_bus::{Bar, Card, CardExt, LinkParams, Stop};
use forebay_card_rtl::RtlCard;
use forebay_regs::user::{COUNTER, LAST_BAD, STATUS, STREAM, counter, last_bad, status, stream};

/// Card memory of a build that does not say otherwise.
const MEM_BYTES: u32 = 1 << 26;

fn loopback() -> RtlCard {
    RtlCard::open("loopback", LinkParams::gen3_x16(), None).expect("run `make rtl` first")
}

fn status_register(card: &mut RtlCard, offset: u32) -> u32 {
    card.read32(Bar::User, STATUS.base() + offset).expect("register")
}

fn count(card: &mut RtlCard, index: u32) -> u32 {
    card.read32(Bar::User, u64::from(COUNTER.base() + index * COUNTER.stride() + counter::LO))
        .expect("counter")
}

#[test]
fn identity_is_that_of_the_build() {
    let mut card = loopback();
    assert_eq!(status_register(&mut card, status::MAGIC), status::magic::RESET);
    assert_eq!(status_register(&mut card, status::CARD_KIND), status::card_kind::kind::LOOPBACK);
    assert_eq!(status_register(&mut card, status::CHANNELS), 0x00cc_0044);
    assert_eq!(status_register(&mut card, status::CLOCK_KHZ), 250_000);
    assert_eq!(status_register(&mut card, status::MEM_BYTES), MEM_BYTES);
    assert_eq!(card.read32(Bar::Dma, 0_u32).expect("register"), 0x1fc0_0006);
    assert_eq!(card.read32(Bar::Dma, 0x200_u32).expect("register"), 0x1fc0_8206);
}

#[test]
fn card_memory_keeps_every_byte_at_any_alignment() {
    let mut card = loopback();
    let pattern: Vec<u8> = (1..=64).collect();
    card.mmio_write(Bar::Window, 0x1_0000, &pattern).expect("write");
    card.mmio_write(Bar::Window, 0x1_0005, &[0xa0, 0xa1, 0xa2]).expect("write");
    let mut back = [0; 64];
    card.mmio_read(Bar::Window, 0x1_0000, &mut back).expect("read");
    assert_eq!(back[..5], pattern[..5]);
    assert_eq!(back[5..8], [0xa0, 0xa1, 0xa2]);
    assert_eq!(back[8..], pattern[8..]);
    // The last line of the memory, and the first beyond it.
    card.mmio_write(Bar::Window, u64::from(MEM_BYTES) - 4, &[9; 4]).expect("write");
    assert_eq!(card.read32(Bar::Window, MEM_BYTES - 4).expect("read"), 0x0909_0909);
    assert_eq!(card.read32(Bar::Window, MEM_BYTES).expect("read"), u32::MAX);
}

#[test]
fn banks_lie_one_behind_the_other_and_count_for_themselves() {
    use counter::index::{
        BANK0_BEATS_READ, BANK0_BEATS_WRITTEN, BANK1_BEATS_READ, BANK1_BEATS_WRITTEN,
        BANK2_BEATS_READ, BANK2_BEATS_WRITTEN, BANK3_BEATS_READ, BANK3_BEATS_WRITTEN,
    };
    let mut card = loopback();
    let banks = [
        (BANK0_BEATS_READ, BANK0_BEATS_WRITTEN),
        (BANK1_BEATS_READ, BANK1_BEATS_WRITTEN),
        (BANK2_BEATS_READ, BANK2_BEATS_WRITTEN),
        (BANK3_BEATS_READ, BANK3_BEATS_WRITTEN),
    ];
    for (bank, writes) in (0..4_u32).zip(1..) {
        let last_line = (bank + 1) * (MEM_BYTES / 4) - 64;
        for _ in 0..writes {
            card.mmio_write(
                Bar::Window,
                last_line.into(),
                &[u8::try_from(bank).expect("small"); 64],
            )
            .expect("write");
        }
        assert_eq!(card.read32(Bar::Window, last_line).expect("read"), bank * 0x0101_0101);
    }
    for ((read, written), writes) in banks.into_iter().zip(1..) {
        assert_eq!((count(&mut card, read), count(&mut card, written)), (1, writes));
    }
}

#[test]
fn registers_take_eight_bytes_as_two_words() {
    let mut card = loopback();
    let control = STREAM.base() + stream::CONTROL;
    let mut eight = [0; 8];
    card.mmio_read(Bar::User, STATUS.base().into(), &mut eight).expect("registers");
    assert_eq!(eight[..4], status::magic::RESET.to_le_bytes());
    assert_eq!(eight[4..], status_register(&mut card, status::VERSION).to_le_bytes());
    let before = count(&mut card, counter::index::MMIO_WRITES);
    card.mmio_write(Bar::User, control.into(), &[1, 0, 0, 0, 0, 0, 0, 0]).expect("registers");
    assert_eq!(card.read32(Bar::User, control).expect("register"), 1);
    assert_eq!(count(&mut card, counter::index::MMIO_WRITES), before + 1, "one access");
}

#[test]
fn a_bar_that_waits_holds_up_no_other() {
    let mut card = loopback();
    for _ in 0..1024 {
        card.mmio_write(Bar::Window, 0x1000_0000, &[1; 64]).expect("room");
    }
    // One too many is refused after a while; a register is read in a few, whatever the aperture does.
    card.mmio_write(Bar::Window, 0x1000_0000, &[2; 64]).expect("answered");
    let begin = card.now();
    status_register(&mut card, status::MAGIC);
    assert!(card.now() - begin < 16, "{}", card.now() - begin);
}

#[test]
fn holes_read_zero_and_are_counted_with_their_address() {
    let mut card = loopback();
    let before = count(&mut card, counter::index::MMIO_ERRORS);
    assert_eq!(card.read32(Bar::User, 0x3ff0_u32).expect("answered"), 0);
    assert_eq!(card.read32(Bar::Window, 0x7_0000_0000_u64).expect("answered"), u32::MAX);
    let lo = card.read32(Bar::User, LAST_BAD.base() + last_bad::MMIO_LO).expect("register");
    let hi = card.read32(Bar::User, LAST_BAD.base() + last_bad::MMIO_HI).expect("register");
    // BAR number in bits 6:4, offset bits 35:32 in 3:0.
    assert_eq!((lo, hi), (0, 4 << 4 | 7));
    assert_eq!(count(&mut card, counter::index::MMIO_ERRORS), before + 2);
}

#[test]
fn a_full_window_holds_nobody_up_for_ever() {
    let mut card = loopback();
    // Nobody takes what is written into a window of the loopback card.
    let depth = 1024;
    for _ in 0..depth {
        card.mmio_write(Bar::Window, 0x1000_0000, &[1; 64]).expect("room");
    }
    let occupancy = STREAM.base() + stream::OCCUPANCY;
    assert_eq!(card.read32(Bar::User, occupancy).expect("register"), depth);
    assert_eq!(count(&mut card, counter::index::MMIO_ERRORS), 0);
    // One too many: refused after the aperture's patience, which is half of what the layout allows.
    let begin = card.now();
    card.mmio_write(Bar::Window, 0x1000_0000, &[2; 64]).expect("answered");
    let waited = card.now() - begin;
    let half = u64::from(card.layout().answer_cycles / 2);
    assert!((half - 16..=half).contains(&waited), "{waited}");
    assert_eq!(count(&mut card, counter::index::MMIO_ERRORS), 1);
    // It is forgotten, and memory behind the same bridge answers.
    assert_eq!(card.read32(Bar::User, occupancy).expect("register"), depth);
    card.mmio_write(Bar::Window, 0x400, &[4; 64]).expect("memory");
    assert_eq!(card.read32(Bar::Window, 0x400_u32).expect("memory"), 0x0404_0404);
    // A flush empties the window, and the window works again.
    let control = STREAM.base() + stream::CONTROL;
    card.write32(Bar::User, control, 1).expect("register");
    card.advance(4096).expect("alive");
    card.write32(Bar::User, control, 0).expect("register");
    for _ in 0..depth {
        // The flush throws one entry away per cycle, one register access takes a few.
        if card.read32(Bar::User, occupancy).expect("register") == 0 {
            break;
        }
    }
    assert_eq!(card.read32(Bar::User, occupancy).expect("register"), 0);
    card.mmio_write(Bar::Window, 0x1000_0000, &[3; 64]).expect("room");
    assert_eq!(card.read32(Bar::User, occupancy).expect("register"), 1);
    assert_eq!(count(&mut card, counter::index::MMIO_ERRORS), 1);
}

#[test]
fn an_idle_card_lets_no_time_pass() {
    let mut card = loopback();
    assert_eq!(card.advance(1_000_000).expect("alive"), Stop::Idle);
    let settled = card.now();
    assert!(settled < 10_000, "{settled}");
    assert_eq!(card.advance(1_000_000).expect("alive"), Stop::Idle);
    assert_eq!(card.now(), settled);
}

#[test]
fn reset_brings_registers_back_and_time_goes_on() {
    let mut card = loopback();
    let control = STREAM.base() + stream::CONTROL;
    card.write32(Bar::User, control, 1).expect("register");
    assert_eq!(card.read32(Bar::User, control).expect("register"), 1);
    let before = card.now();
    card.reset().expect("alive");
    assert!(card.now() > before);
    assert_eq!(card.read32(Bar::User, control).expect("register"), 0);
    assert_eq!(count(&mut card, counter::index::MMIO_WRITES), 0);
}

#[test]
fn two_cards_share_nothing() {
    let (mut one, mut other) = (loopback(), loopback());
    one.mmio_write(Bar::Window, 0, &[0x11; 4]).expect("write");
    other.mmio_write(Bar::Window, 0, &[0x22; 4]).expect("write");
    assert_eq!(one.read32(Bar::Window, 0_u32).expect("read"), 0x1111_1111);
    assert_eq!(other.read32(Bar::Window, 0_u32).expect("read"), 0x2222_2222);
}

#[test]
fn the_same_calls_give_the_same_cycles() {
    let run = || {
        let mut card = loopback();
        for offset in 0..64 {
            card.mmio_write(Bar::Window, offset * 8, &[7; 8]).expect("write");
        }
        card.now()
    };
    assert_eq!(run(), run());
}

#[test]
fn a_waveform_is_written_when_asked_for_and_refused_by_name_when_it_cannot_be() {
    let dir = tempfile::tempdir().expect("temporary directory");
    let file = dir.path().join("card.fst");
    let mut card = RtlCard::open("loopback", LinkParams::ideal(), Some(&file)).expect("card");
    status_register(&mut card, status::MAGIC);
    drop(card);
    assert!(std::fs::metadata(&file).expect("file").len() > 1000);

    let nowhere = dir.path().join("missing/card.fst");
    let error = RtlCard::open("loopback", LinkParams::ideal(), Some(&nowhere))
        .expect_err("no such directory");
    assert!(error.to_string().contains("missing/card.fst"), "{error}");
}
