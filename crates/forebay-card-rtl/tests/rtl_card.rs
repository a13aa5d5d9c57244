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
    card.mmio_write(Bar::Aperture, 0x1_0000, &pattern).expect("write");
    card.mmio_write(Bar::Aperture, 0x1_0005, &[0xa0, 0xa1, 0xa2]).expect("write");
    let mut back = [0; 64];
    card.mmio_read(Bar::Aperture, 0x1_0000, &mut back).expect("read");
    assert_eq!(back[..5], pattern[..5]);
    assert_eq!(back[5..8], [0xa0, 0xa1, 0xa2]);
    assert_eq!(back[8..], pattern[8..]);
    // The last line of the memory, and the first beyond it.
    card.mmio_write(Bar::Aperture, u64::from(MEM_BYTES) - 4, &[9; 4]).expect("write");
    assert_eq!(card.read32(Bar::Aperture, MEM_BYTES - 4).expect("read"), 0x0909_0909);
    assert_eq!(card.read32(Bar::Aperture, MEM_BYTES).expect("read"), u32::MAX);
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
                Bar::Aperture,
                last_line.into(),
                &[u8::try_from(bank).expect("small"); 64],
            )
            .expect("write");
        }
        assert_eq!(card.read32(Bar::Aperture, last_line).expect("read"), bank * 0x0101_0101);
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
fn a_page_is_read_in_one_request() {
    let mut card = loopback();
    let (at, lines) = (0x2_0000_u64, 64);
    let page: Vec<u8> = (0..64 * lines).map(|n| u8::try_from(n % 251).expect("small")).collect();
    for (place, line) in (at..).step_by(64).zip(page.chunks(64)) {
        card.mmio_write(Bar::Aperture, place, line).expect("write");
    }
    let mut line = [0; 64];
    card.mmio_read(Bar::Aperture, at, &mut line).expect("read");
    let begin = card.now();
    card.mmio_read(Bar::Aperture, at, &mut line).expect("read");
    let of_line = card.now() - begin;
    let reads = count(&mut card, counter::index::MMIO_READS);
    let begin = card.now();
    let mut back = vec![0; page.len()];
    card.mmio_read(Bar::Aperture, at, &mut back).expect("read");
    let of_page = card.now() - begin;
    assert_eq!(back, page);
    // A beat in each cycle to the card's edge, and from there 16 completions of 256 + 20 bytes, 63 a cycle, in place of one.
    assert!((of_line + 63 + 68..of_line + 63 + 72).contains(&of_page), "{of_line}, {of_page}");
    // The counter counts its own reading when it is read the next time.
    assert_eq!(count(&mut card, counter::index::MMIO_READS), reads + 2);
    // Any bytes of it, and across pages by as many requests as it takes.
    let mut part = vec![0; 4000];
    card.mmio_read(Bar::Aperture, at + 33, &mut part).expect("read");
    assert_eq!(part, page[33..4033]);
    let mut across = vec![1; 3 * 4096];
    card.read_aperture(at - 4000, &mut across).expect("read");
    assert_eq!(across[..4000], [0; 4000]);
    assert_eq!(across[4000..4000 + page.len()], page);
    // Beyond the end of memory it is all ones to the last byte, and counts as refused.
    card.mmio_read(Bar::Aperture, MEM_BYTES.into(), &mut back).expect("read");
    assert!(back.iter().all(|byte| *byte == 0xff));
    let misshapen = card.mmio_read(Bar::Aperture, at + 1, &mut back).expect_err("crosses a page");
    assert!(misshapen.to_string().contains("0x20001"), "{misshapen}");
    card.mmio_read(Bar::Aperture, at, &mut line).expect("goes on");
    assert_eq!(line, page[..64]);
}

#[test]
fn a_store_leaves_at_once_and_arrives_half_a_round_trip_later() {
    let mut card = loopback();
    assert_eq!(card.advance(10_000).expect("alive"), Stop::Idle);
    let left = card.now();
    card.write32(Bar::User, STREAM.base() + stream::CONTROL, 1).expect("leaves");
    card.mmio_write(Bar::Aperture, 0x1_0000, &[5; 64]).expect("leaves");
    assert_eq!(card.now(), left, "nobody waits for a store");
    // Time passes while it is on its way, as much as it is asked to.
    let way = card.link().store_cycles(4);
    assert_eq!(card.advance(way - 1).expect("alive"), Stop::Budget);
    assert_eq!(card.now(), left + way - 1);
    assert_eq!(card.advance(10_000).expect("alive"), Stop::Idle);
    let took = card.now() - left;
    assert!((way..way + 64).contains(&took), "{took}");
}

#[test]
fn a_read_takes_a_round_trip_and_comes_behind_every_store() {
    let mut card = loopback();
    let round_trip = u64::from(card.link().round_trip_cycles);
    let begin = card.now();
    status_register(&mut card, status::MAGIC);
    let alone = card.now() - begin;
    assert!((round_trip..round_trip + 16).contains(&alone), "{alone}");
    // Each store takes its port a few cycles, whichever it is, and the read sees them all.
    let begin = card.now();
    for word in 0..8 {
        card.write32(Bar::Aperture, 4 * word, 0x100 + word).expect("leaves");
    }
    card.write32(Bar::User, STREAM.base() + stream::CONTROL, 1).expect("leaves");
    assert_eq!(count(&mut card, counter::index::MMIO_WRITES), 9);
    let behind = card.now() - begin;
    assert!((alone + 9..alone + 200).contains(&behind), "{behind}");
    for word in 0..8 {
        assert_eq!(card.read32(Bar::Aperture, 4 * word).expect("read"), 0x100 + word);
    }
}

#[test]
fn the_cards_own_clock_stands_still_while_it_has_nothing_to_do() {
    let mut card = loopback();
    let cycles = STATUS.base() + status::CYCLES_LO;
    let first = card.read32(Bar::User, cycles).expect("register");
    let begin = card.now();
    for _ in 0..10 {
        card.read32(Bar::User, cycles).expect("register");
    }
    let (passed, own) = (card.now() - begin, card.read32(Bar::User, cycles).expect("register"));
    assert!(passed >= 10 * u64::from(card.link().round_trip_cycles), "{passed}");
    assert!((11..11 * 32).contains(&(own - first)), "{}", own - first);
}

#[test]
fn a_store_waits_where_the_card_has_no_room_for_it() {
    let mut card = loopback();
    let lines = u64::from(card.link().store_credit_bytes / 64);
    let begin = card.now();
    for line in 0..lines {
        card.mmio_write(Bar::Aperture, 64 * line, &[1; 64]).expect("leaves");
    }
    assert_eq!(card.now(), begin, "there is room for so many");
    card.mmio_write(Bar::Aperture, 64 * lines, &[1; 64]).expect("leaves");
    let waited = card.now() - begin;
    let round_trip = u64::from(card.link().round_trip_cycles);
    assert!((round_trip..round_trip + 16).contains(&waited), "{waited}");
    for line in 0..=lines {
        assert_eq!(card.read32(Bar::Aperture, 64 * line).expect("memory"), 0x0101_0101);
    }
}

#[test]
fn what_is_on_its_way_to_a_card_that_is_reset_is_lost() {
    let mut card = loopback();
    let control = STREAM.base() + stream::CONTROL;
    card.write32(Bar::User, control, 1).expect("leaves");
    card.mmio_write(Bar::Aperture, 0x2_0000, &[1; 64]).expect("leaves");
    card.reset().expect("alive");
    let begin = card.now();
    card.advance(10_000).expect("alive");
    assert!(card.now() - begin < 100, "nothing more comes: {}", card.now() - begin);
    assert_eq!(card.read32(Bar::User, control).expect("register"), 0);
    assert_eq!(count(&mut card, counter::index::MMIO_WRITES), 0);
    // What is sent from then on arrives.
    card.write32(Bar::User, control, 1).expect("leaves");
    assert_eq!(card.read32(Bar::User, control).expect("register"), 1);
}

#[test]
fn a_read_waits_for_a_store_as_long_as_a_bar_may_take_over_it_and_no_longer() {
    let mut card = loopback();
    for _ in 0..1024 {
        card.mmio_write(Bar::Aperture, 0x1000_0000, &[1; 64]).expect("room");
    }
    status_register(&mut card, status::MAGIC);
    // One too many is refused after the aperture's patience, which is half of what the layout allows.
    let begin = card.now();
    card.mmio_write(Bar::Aperture, 0x1000_0000, &[2; 64]).expect("leaves");
    assert_eq!(card.now(), begin);
    status_register(&mut card, status::MAGIC);
    let half = u64::from(card.layout().answer_cycles / 2);
    let bound = half + u64::from(card.link().round_trip_cycles);
    let took = card.now() - begin;
    assert!((bound - 16..bound + 32).contains(&took), "{took}");
}

#[test]
fn holes_read_zero_and_are_counted_with_their_address() {
    let mut card = loopback();
    let before = count(&mut card, counter::index::MMIO_ERRORS);
    assert_eq!(card.read32(Bar::User, 0x3ff0_u32).expect("answered"), 0);
    assert_eq!(card.read32(Bar::Aperture, 0x7_0000_0000_u64).expect("answered"), u32::MAX);
    let lo = card.read32(Bar::User, LAST_BAD.base() + last_bad::MMIO_LO).expect("register");
    let hi = card.read32(Bar::User, LAST_BAD.base() + last_bad::MMIO_HI).expect("register");
    // BAR number in bits 6:4, offset bits 35:32 in 3:0.
    assert_eq!((lo, hi), (0, 4 << 4 | 7));
    assert_eq!(count(&mut card, counter::index::MMIO_ERRORS), before + 2);
}

#[test]
fn a_full_stream_port_holds_nobody_up_for_ever() {
    let mut card = loopback();
    // Nobody takes what is written into a stream port of the loopback card.
    let depth = 1024;
    for _ in 0..depth {
        card.mmio_write(Bar::Aperture, 0x1000_0000, &[1; 64]).expect("room");
    }
    let occupancy = STREAM.base() + stream::OCCUPANCY;
    assert_eq!(card.read32(Bar::User, occupancy).expect("register"), depth);
    assert_eq!(count(&mut card, counter::index::MMIO_ERRORS), 0);
    // One too many: refused after the aperture's patience.
    card.mmio_write(Bar::Aperture, 0x1000_0000, &[2; 64]).expect("leaves");
    assert_eq!(count(&mut card, counter::index::MMIO_ERRORS), 1);
    // It is forgotten, and memory behind the same bridge answers.
    assert_eq!(card.read32(Bar::User, occupancy).expect("register"), depth);
    card.mmio_write(Bar::Aperture, 0x400, &[4; 64]).expect("memory");
    assert_eq!(card.read32(Bar::Aperture, 0x400_u32).expect("memory"), 0x0404_0404);
    // A flush empties the stream port, and the stream port works again.
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
    card.mmio_write(Bar::Aperture, 0x1000_0000, &[3; 64]).expect("room");
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
    one.mmio_write(Bar::Aperture, 0, &[0x11; 4]).expect("write");
    other.mmio_write(Bar::Aperture, 0, &[0x22; 4]).expect("write");
    assert_eq!(one.read32(Bar::Aperture, 0_u32).expect("read"), 0x1111_1111);
    assert_eq!(other.read32(Bar::Aperture, 0_u32).expect("read"), 0x2222_2222);
}

#[test]
fn the_same_calls_give_the_same_cycles() {
    let run = || {
        let mut card = loopback();
        for offset in 0..64 {
            card.mmio_write(Bar::Aperture, offset * 8, &[7; 8]).expect("write");
        }
        assert_eq!(card.read32(Bar::Aperture, 504_u32).expect("read"), 0x0707_0707);
        card.now()
    };
    assert_eq!(run(), run());
}

#[test]
fn a_waveform_is_written_when_asked_for_and_refused_by_name_when_it_cannot_be() {
    let dir = tempfile::tempdir().expect("temporary directory");
    let file = dir.path().join("card.fst");
    let mut card = RtlCard::open("msm-toy", LinkParams::ideal(), Some(&file)).expect("card");
    status_register(&mut card, status::MAGIC);
    drop(card);
    assert!(std::fs::metadata(&file).expect("file").len() > 1000);

    let nowhere = dir.path().join("missing/card.fst");
    let error = RtlCard::open("msm-toy", LinkParams::ideal(), Some(&nowhere))
        .expect_err("no such directory");
    assert!(error.to_string().contains("missing/card.fst"), "{error}");
}

/// The names in an FST file: its section of scopes and signals, each name ended by a zero byte.
fn names(file: &std::path::Path) -> Vec<u8> {
    const NAMES_LZ4: u8 = 6;
    let bytes = std::fs::read(file).expect("file");
    let number = |at: usize| {
        let bytes = bytes[at..at + 8].try_into().expect("eight bytes");
        usize::try_from(u64::from_be_bytes(bytes)).expect("fits")
    };
    // A section: what it is, how long it is from there on, and here the length of the names.
    let mut at = 0;
    while bytes[at] != NAMES_LZ4 {
        at += 1 + number(at + 1);
    }
    let packed = &bytes[at + 17..at + 1 + number(at + 1)];
    lz4_flex::block::decompress(packed, number(at + 9)).expect("names")
}

#[test]
fn a_waveform_names_every_member_of_a_bundle() {
    let dir = tempfile::tempdir().expect("temporary directory");
    let file = dir.path().join("card.fst");
    drop(RtlCard::open("msm-toy", LinkParams::ideal(), Some(&file)).expect("card"));
    let names = names(&file);
    // Both ports of the top, a port in the card, and members of theirs.
    for name in [
        "in_i",
        "bar[2]",
        "w_strb [63:0]",
        "rst_card [7:0]",
        "out_o",
        "host_w_data [511:0]",
        "host_req_o",
        "aw_valid",
        "purpose [1:0]",
    ] {
        let found = names.split(|byte| *byte == 0).any(|text| text.ends_with(name.as_bytes()));
        assert!(found, "{name}");
    }
}

#[test]
fn a_build_without_waveforms_says_how_to_make_one_with_them_and_writes_nothing() {
    let dir = tempfile::tempdir().expect("temporary directory");
    let file = dir.path().join("card.fst");
    let error =
        RtlCard::open("loopback-mm", LinkParams::ideal(), Some(&file)).expect_err("built without");
    let text = error.to_string();
    assert!(text.contains("card.fst"), "{text}");
    assert!(text.contains("make -C sim loopback-mm WAVES=loopback-mm"), "{text}");
    assert!(!file.exists());
}
