// SPDX-License-Identifier: Apache-2.0
//! Addresses of host memory as shadow addresses: what moves, what is refused, and what is a hole.

use forebay_bus::DmaFault;
use forebay_bus::host::{Bus, Interposer};
use forebay_regs::card::UPPER_WINDOW_BITS;
use forebay_regs::user::udma::bad_hi::reason;
use forebay_regs::user::udma::scheme::DIRECT;

use super::*;

/// Bits of an address, below those of the context.
const BITS: u32 = 32;
/// Where this host's memory is: at the end of what has a shadow.
const LOW: u64 = (1 << BITS) - PAGES as u64 * PAGE;
const PAGES: usize = 4;
const CONTEXT: u32 = 5;
const KEY: u64 = 0x0ABC_DEF0_1234_5678;

/// Memory where its machine has it: simulated hosts have theirs above 4 GiB.
struct Moved(u64);

impl Interposer for Moved {
    fn read(&mut self, addr: u64, out: &mut [u8], next: &mut Bus<'_>) -> Result<(), DmaFault> {
        next.read(addr.wrapping_add(self.0), out)
    }

    fn write(&mut self, addr: u64, data: &[u8], next: &mut Bus<'_>) -> Result<(), DmaFault> {
        next.write(addr.wrapping_add(self.0), data)
    }
}

/// A card with an upper window, whose contexts 0 and [`CONTEXT`] are on.
fn bench(scheme: u32) -> Bench {
    let mut bench = Bench::of_build("loopback-udma-direct", PAGES, 7);
    let moved = Moved(bench.memory.addr().wrapping_sub(LOW));
    bench.fabric.host.interpose(Box::new(moved));
    for context in [0, CONTEXT] {
        bench.key(context, KEY);
        bench.turn(context, true);
    }
    bench.write(udma::SCHEME, scheme | DIRECT.mask());
    bench
}

/// Where in the upper window the shadow of an address is.
const fn upper(context: u32, address: u64) -> u64 {
    (context as u64) << BITS | address
}

/// Address of a place in the memory.
const fn host(page: u64, offset: u64) -> u64 {
    LOW + page * PAGE + offset
}

impl Bench {
    fn load_upper(&mut self, context: u32, address: u64) -> u32 {
        self.udma.upper_read(upper(context, address)).unwrap()
    }

    fn store_upper(&mut self, context: u32, address: u64, value: u32) {
        assert!(self.udma.upper_store(upper(context, address), &value.to_le_bytes()));
    }

    /// The accesses of a scheme; what the last load is answered.
    fn start(&mut self, scheme: u32, context: u32, [src, dst]: [u64; 2], size: u32) -> u32 {
        match scheme {
            number::REPEAT3 => {
                assert_eq!(self.load_upper(context, src), access::OK1);
                self.store_upper(context, dst, size);
                self.load_upper(context, src)
            }
            number::REPEAT4 | number::REPEAT5 => {
                self.store_upper(context, dst, size);
                assert_eq!(self.load_upper(context, src), access::OK1);
                self.store_upper(context, dst, size);
                let answer = self.load_upper(context, src);
                if scheme == number::REPEAT4 { answer } else { self.load_upper(context, dst) }
            }
            number::KEY => {
                for (address, role) in [(dst, 0), (src, 8)] {
                    let word = KEY << 4 | role | u64::from(context);
                    assert!(self.udma.upper_store(upper(context, address), &word.to_le_bytes()));
                }
                let page = CONTEXT_PAGE.at(context);
                self.store(page, size);
                self.load(page)
            }
            _ => {
                self.store_upper(context, dst, size);
                self.load_upper(context, src)
            }
        }
    }
}

#[test]
fn every_scheme_of_shadow_addresses_moves_bytes_between_addresses() {
    for (scheme, context, told) in [
        (number::SHRIMP2, 0, access::OK1),
        (number::FLASH, 0, access::OK1),
        (number::SHADOW_CHECK, CONTEXT, access::OK1),
        (number::SHADOW, CONTEXT, access::OK1),
        (number::REPEAT3, 0, access::OK2),
        (number::REPEAT4, 0, access::OK2),
        (number::REPEAT5, 0, access::OK3),
        (number::KEY, CONTEXT, 100),
    ] {
        let mut bench = bench(scheme);
        assert_eq!(bench.read(udma::SCHEME), scheme | DIRECT.mask());
        bench.memory.write(0x1010, &[9; 100]).unwrap();
        let ends = [host(1, 0x10), host(3, 0xF00)];
        assert_eq!(bench.start(scheme, context, ends, 100), told, "scheme {scheme}");
        bench.rest();
        let mut wanted = vec![7; PAGES * PAGE_BYTES];
        wanted[0x1010..][..100].fill(9);
        wanted[0x3F00..][..100].fill(9);
        assert!(bench.bytes(0, PAGES * PAGE_BYTES) == wanted, "scheme {scheme}");
        assert_eq!((bench.counts(context), bench.refused(context)), ([1, 1, 0], 0));
        assert_eq!(bench.of(context, udma::STRAYS), 0);
    }
}

#[test]
fn a_transfer_stays_within_the_pages_of_its_addresses() {
    let mut bench = bench(number::SHADOW);
    for (src, dst, size, why, bad) in [
        (host(0, 0), host(1, 0), 0, reason::EMPTY, host(0, 0)),
        (host(0, 0), host(1, 0), 0x1001, reason::EXTENT, host(0, 0)),
        (host(0, 4), host(1, 0), 0xFFD, reason::EXTENT, host(0, 4)),
        (host(0, 0), host(1, 0xFFC), 5, reason::EXTENT, host(1, 0xFFC)),
        (host(0, 0xFFC), host(1, 0xFFC), 5, reason::EXTENT, host(0, 0xFFC)),
        (host(0, 0), host(1, 0), u32::MAX, reason::EXTENT, host(0, 0)),
    ] {
        assert_eq!(bench.start(number::SHADOW, CONTEXT, [src, dst], size), access::FAIL);
        assert_eq!(bench.bad(CONTEXT), (why, bad), "{size:#x} from {src:#x} to {dst:#x}");
    }
    bench.rest();
    assert_eq!((bench.counts(CONTEXT), bench.refused(CONTEXT)), ([0; 3], 6));
    assert_eq!(bench.bytes(0, PAGES * PAGE_BYTES), vec![7; PAGES * PAGE_BYTES]);
    for (src, dst, size) in [
        (host(0, 0), host(1, 0), 0x1000),
        (host(0, 4), host(1, 4), 0xFFC),
        (host(0, 8), host(3, 0xFFC), 4),
    ] {
        assert_eq!(bench.start(number::SHADOW, CONTEXT, [src, dst], size), access::OK1);
        bench.rest();
    }
    bench.turn(CONTEXT, false);
    let ends = [host(0, 0), host(1, 0)];
    assert_eq!(bench.start(number::SHADOW, CONTEXT, ends, 8), access::FAIL);
    assert_eq!(bench.bad(CONTEXT), (reason::OFF, host(0, 0)));
    assert_eq!(bench.counts(CONTEXT), [3, 3, 0]);
    assert_eq!(bench.counts(0), [0; 3]);
}

#[test]
fn schemes_of_which_an_address_comes_otherwise_are_none() {
    let mut bench = bench(number::NONE);
    for scheme in [number::PORTAL, number::SHRIMP1, number::NONE, 11] {
        bench.write(udma::SCHEME, scheme | DIRECT.mask());
        assert_eq!(bench.read(udma::SCHEME), number::NONE | DIRECT.mask(), "{scheme}");
        let start = Start { src: host(0, 0), dst: host(1, 0), size: 8, ..Start::default() };
        bench.line(0, &start);
        assert_eq!(bench.start(scheme, 0, [host(0, 0); 2], 8), access::FAIL);
    }
    assert_eq!((bench.counts(0), bench.refused(0)), ([0; 3], 0));
    assert_eq!(bench.of(0, udma::STRAYS), 4 * (16 + 2));
}

#[test]
fn the_shadow_that_is_not_in_force_is_a_hole() {
    let mut bench = bench(number::SHADOW);
    assert_eq!(bench.udma.window_read(shadow(0, 0)), None);
    assert!(!bench.udma.window_write(shadow(0, 0), 8));
    assert!(!bench.udma.window_store(shadow(0, 0), &[0; 64]));
    assert!(bench.udma.upper_read(upper(0, 0)).is_some());
    bench.write(udma::SCHEME, number::SHADOW);
    for at in [0, (1 << UPPER_WINDOW_BITS) - 4] {
        assert_eq!(bench.udma.upper_read(at), None);
        assert!(!bench.udma.upper_store(at, &[0; 4]));
        assert!(!bench.udma.upper_store(at & !63, &[0; 64]));
    }
    assert!(bench.udma.window_read(shadow(0, 0)).is_some());
    assert_eq!(bench.of(0, udma::STRAYS), 0);
}

#[test]
fn what_was_said_before_addresses_change_their_meaning_is_forgotten() {
    let mut bench = bench(number::SHADOW);
    bench.store_upper(CONTEXT, at(2, 0), 8);
    bench.write(udma::SCHEME, number::SHADOW);
    assert_eq!(bench.load(shadow(CONTEXT, at(1, 0))), access::FAIL);
    bench.store(shadow(CONTEXT, at(2, 0)), 8);
    bench.write(udma::SCHEME, number::SHADOW | DIRECT.mask());
    assert_eq!(bench.load_upper(CONTEXT, at(1, 0)), access::FAIL);
    assert_eq!((bench.counts(CONTEXT), bench.refused(CONTEXT)), ([0; 3], 0));
}

#[test]
fn of_other_stores_whole_words_are_accesses_and_parts_are_strays() {
    let mut bench = bench(number::SHADOW);
    // Three bytes, a word, a byte; and nothing of the rest of the line.
    assert!(bench.udma.upper_store(upper(CONTEXT, host(1, 1)), &[8, 0, 0, 8, 0, 0, 0, 8]));
    assert_eq!(bench.of(CONTEXT, udma::STRAYS), 2);
    assert_eq!(bench.load_upper(CONTEXT, host(0, 0)), access::OK1);
    bench.rest();
    assert_eq!(bench.bytes(PAGE, PAGE_BYTES), vec![7; PAGE_BYTES]);
    assert_eq!(bench.counts(CONTEXT), [1, 1, 0]);
    // The low half of a key is dropped by a part that follows it.
    bench.write(udma::SCHEME, number::KEY | DIRECT.mask());
    bench.store_upper(CONTEXT, host(1, 0), 1);
    assert!(bench.udma.upper_store(upper(CONTEXT, host(1, 4)), &[1]));
    assert_eq!(bench.of(CONTEXT, udma::STRAYS), 4);
}

#[test]
fn a_card_without_an_upper_window_has_only_slots() {
    let mut bench = Bench::new(1, 0);
    assert_eq!((bench.read(udma::DIRECT), bench.udma.has_upper()), (0, false));
    bench.write(udma::SCHEME, number::SHADOW | DIRECT.mask());
    assert_eq!(bench.read(udma::SCHEME), number::SHADOW);
    let mut wide = self::bench(number::NONE);
    assert_eq!((wide.read(udma::DIRECT), wide.udma.has_upper()), (BITS, true));
}
