// SPDX-License-Identifier: Apache-2.0
//! The kernel's page: what each register takes and gives, and what the line says.

use forebay_regs::user::udma::{REFUSED, caps, context_status, hook};

use super::*;

/// Every register that is there.
fn registers() -> Vec<u32> {
    let first = [
        udma::CAPS,
        udma::SCHEME,
        udma::HOOK,
        udma::WHO,
        udma::PENDING,
        udma::ENABLE,
        udma::DIRECT,
        udma::SLOT,
        udma::SLOT_ADDR_LO,
        udma::SLOT_ADDR_HI,
        udma::SLOT_RIGHTS,
        udma::SLOT_BYTES,
        udma::CONTEXT,
        udma::CONTEXT_CONTROL,
        udma::KEY_LO,
        udma::KEY_HI,
        udma::CONTEXT_STATUS,
        udma::BAD_LO,
        udma::BAD_HI,
        udma::STARTS,
        udma::DONE,
        udma::FAILED,
        udma::STRAYS,
        udma::SKIPPED,
        udma::BATCH,
    ];
    first.into_iter().chain((0..REFUSED.count()).map(|n| REFUSED.at(n))).collect()
}

const READ_ONLY: [u32; 11] = [
    udma::CAPS,
    udma::BATCH,
    udma::DIRECT,
    udma::CONTEXT_STATUS,
    udma::BAD_LO,
    udma::BAD_HI,
    udma::STARTS,
    udma::DONE,
    udma::FAILED,
    udma::STRAYS,
    udma::SKIPPED,
];

#[test]
fn what_is_no_register_reads_nothing_and_takes_nothing() {
    let mut bench = Bench::new(1, 0);
    let there = registers();
    for at in (0..UDMA.page_bytes).step_by(4) {
        let place = UDMA.page + at;
        assert_eq!(bench.udma.read(Bar::User, place).is_some(), there.contains(&at), "{at:#x}");
        let fixed = READ_ONLY.contains(&at) || REFUSED.find(at).is_some();
        let takes = there.contains(&at) && !fixed;
        assert_eq!(bench.udma.write(Bar::User, place, 0), takes, "{at:#x}");
    }
    assert_eq!(bench.udma.read(Bar::Dma, UDMA.page), None, "another BAR");
    assert!(!bench.udma.write(Bar::Dma, UDMA.page + udma::WHO, 0));
    assert_eq!(bench.udma.read(Bar::User, UDMA.page + UDMA.page_bytes), None);
    assert_eq!(bench.udma.read(Bar::User, UDMA.page - 4), None);
}

#[test]
fn registers_keep_what_they_are_told_and_only_their_own_bits() {
    let mut bench = Bench::new(1, 0);
    let at_first: Vec<_> = registers().iter().map(|at| bench.read(*at)).collect();
    let caps = caps::CONTEXTS.put(8) | caps::SLOTS.put(256) | caps::DEPTH.put(8);
    for (register, value) in registers().iter().zip(at_first) {
        let first = match *register {
            udma::CAPS => caps,
            udma::BATCH => udma::batch::MOST.put(128),
            _ => 0,
        };
        assert_eq!(value, first, "{register:#x}");
    }
    for (register, kept) in [
        (udma::HOOK, 0),
        (udma::WHO, u32::MAX),
        (udma::PENDING, 0),
        (udma::ENABLE, 0xFF),
        (udma::SLOT, 0xFFFF),
        (udma::SLOT_ADDR_LO, 0xFFFF_F000),
        (udma::SLOT_ADDR_HI, u32::MAX),
        (udma::SLOT_RIGHTS, 0x00FF_0707),
        (udma::SLOT_BYTES, u32::MAX),
        (udma::CONTEXT, 7),
        (udma::CONTEXT_CONTROL, 1),
        (udma::KEY_LO, 0),
        (udma::KEY_HI, 0),
    ] {
        bench.write(register, u32::MAX);
        assert_eq!(bench.read(register), kept, "{register:#x}");
    }
    for context in 0..8 {
        assert_eq!(bench.of(context, udma::CONTEXT_CONTROL), u32::from(context == 7));
    }
    for (number, _) in number::ALL {
        bench.write(udma::SCHEME, *number | 0xFFFF_FF00);
        assert_eq!(bench.read(udma::SCHEME), *number);
    }
    for number in [11, 255] {
        bench.write(udma::SCHEME, number);
        assert_eq!(bench.read(udma::SCHEME), number::NONE, "there is none of that number");
    }
}

/// A context that may move a page to another one.
fn bench(context: u32, number: u32) -> Bench {
    let mut bench = Bench::new(4, 7);
    bench.write(udma::SCHEME, number);
    bench.slot(1, 0, 0x1000, READ, context);
    bench.slot(2, 1, 0x1000, WRITE, context);
    bench.turn(context, true);
    bench
}

#[test]
fn pending_and_line_say_of_which_contexts_a_transfer_has_ended() {
    let mut bench = bench(3, number::SHADOW);
    bench.slot(4, 2, 0x1000, READ | WRITE, 5);
    bench.turn(5, true);
    for (context, src, dst) in [(3, at(1, 0), at(2, 0)), (5, at(4, 0), at(4, 0x800))] {
        bench.store(shadow(context, dst), 64);
        assert_eq!(bench.load(shadow(context, src)), access::OK1);
    }
    let busy = context_status::BUSY.mask() | context_status::COUNT.put(1);
    assert_eq!(bench.of(3, udma::CONTEXT_STATUS), busy, "none has ended");
    bench.write(udma::ENABLE, 1 << 5);
    assert_eq!((bench.read(udma::PENDING), bench.udma.user_lines()), (0, 0));
    while bench.read(udma::PENDING) == 0 {
        assert!(bench.step());
    }
    assert_eq!((bench.read(udma::PENDING), bench.udma.user_lines()), (1 << 3, 0), "not enabled");
    bench.rest();
    assert_eq!((bench.read(udma::PENDING), bench.udma.user_lines()), (1 << 3 | 1 << 5, 1));
    assert_eq!(bench.of(3, udma::CONTEXT_STATUS), 0);
    bench.write(udma::PENDING, 1 << 3);
    assert_eq!((bench.read(udma::PENDING), bench.udma.user_lines()), (1 << 5, 1));
    bench.write(udma::ENABLE, 1 << 3);
    assert_eq!(bench.udma.user_lines(), 0);
    bench.write(udma::ENABLE, u32::MAX);
    bench.write(udma::PENDING, 1 << 5);
    assert_eq!((bench.read(udma::PENDING), bench.udma.user_lines()), (0, 0));
}

#[test]
fn a_scheme_that_is_chosen_has_heard_nothing_and_transfers_go_on() {
    let mut bench = bench(0, number::SHADOW);
    bench.store(shadow(0, at(2, 0)), 64);
    assert_eq!(bench.load(shadow(0, at(1, 0))), access::OK1);
    bench.store(shadow(0, at(2, 0)), 64);
    bench.write(udma::SCHEME, number::SHADOW);
    assert_eq!(bench.load(shadow(0, at(1, 0))), access::FAIL);
    assert_eq!(bench.counts(0), [1, 0, 0]);
    // A word that waits for its other half is forgotten too, and no stray.
    bench.write(udma::SCHEME, number::KEY);
    bench.store(shadow(0, at(1, 0)), 1);
    bench.write(udma::SCHEME, number::KEY);
    assert_eq!(bench.of(0, udma::STRAYS), 0);
    bench.store(shadow(0, at(1, 4)), 1);
    assert_eq!(bench.of(0, udma::STRAYS), 1, "it is alone");
    bench.rest();
    assert_eq!(bench.counts(0), [1, 1, 0]);
}

#[test]
fn a_context_that_is_turned_off_has_said_nothing_and_starts_nothing() {
    let mut bench = bench(3, number::SHADOW);
    bench.store(shadow(3, at(2, 0)), 64);
    bench.turn(3, false);
    bench.turn(3, true);
    assert_eq!(bench.load(shadow(3, at(1, 0))), access::FAIL);
    assert_eq!((bench.refused(3), bench.bad(3)), (0, (0, 0)));
    bench.turn(3, false);
    bench.store(shadow(3, at(2, 0)), 64);
    assert_eq!(bench.load(shadow(3, at(1, 8))), access::FAIL);
    assert_eq!(bench.bad(3), (udma::bad_hi::reason::OFF, at(1, 8)));
    bench.rest();
    assert_eq!((bench.counts(3), bench.refused(3)), ([0; 3], 1));
    assert_eq!(bench.bytes(0, 0x4000), vec![7; 0x4000]);
    // Half of a key's word goes with it, uncounted.
    bench.write(udma::SCHEME, number::KEY);
    bench.store(shadow(3, at(1, 0)), 1);
    bench.turn(3, false);
    bench.store(shadow(3, at(2, 0)), 1);
    assert_eq!(bench.of(3, udma::STRAYS), 0);
}

#[test]
fn a_context_that_is_turned_off_loses_what_waits_and_goes_quiet() {
    let mut bench = bench(3, number::SHADOW);
    for _ in 0..3 {
        bench.store(shadow(3, at(2, 0)), 0x1000);
        assert_eq!(bench.load(shadow(3, at(1, 0))), access::OK1);
    }
    while !bench.udma.engine.any_with_mover() {
        assert!(bench.step(), "the first one comes to a mover");
    }
    bench.turn(3, false);
    let failed = context_status::FAILED.mask();
    let busy = context_status::BUSY.mask() | context_status::COUNT.put(3);
    assert_eq!(bench.of(3, udma::CONTEXT_STATUS), busy);
    // Turned on again, it begins when all of that is over.
    bench.turn(3, true);
    let says = |bench: &mut Bench| {
        bench.store(shadow(3, at(2, 0)), 64);
        bench.load(shadow(3, at(1, 8)))
    };
    assert_eq!(says(&mut bench), access::FAIL);
    assert_eq!(bench.bad(3), (udma::bad_hi::reason::OFF, at(1, 8)));
    assert_eq!(bench.of(3, udma::CONTEXT_CONTROL), 1);
    bench.rest();
    assert_eq!(bench.of(3, udma::CONTEXT_STATUS), failed);
    assert_eq!(bench.counts(3), [3, 1, 2]);
    assert_eq!(bench.bad(3), (udma::bad_hi::reason::ABORTED, at(1, 0)));
    assert_eq!(says(&mut bench), access::OK1);
    bench.rest();
    assert_eq!((bench.counts(3), bench.refused(3)), ([4, 2, 2], 1));
}

#[test]
fn the_hook_and_who_reach_their_schemes() {
    let mut bench = bench(0, number::SHRIMP2);
    for (value, answer) in [(0, access::OK1), (hook::SWITCH.mask(), access::FAIL)] {
        bench.store(shadow(0, at(2, 0)), 64);
        bench.write(udma::HOOK, value);
        assert_eq!(bench.load(shadow(0, at(1, 0))), answer);
    }
    bench.write(udma::SCHEME, number::FLASH);
    for (who, answer) in [(0, access::OK1), (5, access::FAIL)] {
        bench.store(shadow(0, at(2, 0)), 64);
        bench.write(udma::WHO, who);
        assert_eq!(bench.load(shadow(0, at(1, 0))), answer);
    }
}

#[test]
fn a_slot_behind_the_table_is_none_and_an_emptied_one_is_empty() {
    let mut bench = bench(0, number::SHADOW);
    bench.slot(256 + 1, 3, 0, 0, 0);
    bench.store(shadow(0, at(2, 0)), 64);
    assert_eq!(bench.load(shadow(0, at(1, 0))), access::OK1, "slot 1 is what it was");
    bench.slot(1, 0, 0, READ, 0);
    bench.store(shadow(0, at(2, 0)), 64);
    assert_eq!(bench.load(shadow(0, at(1, 0))), access::FAIL);
    assert_eq!(bench.bad(0), (udma::bad_hi::reason::SLOT, at(1, 0)));
}

#[test]
fn a_ninth_transfer_of_a_context_is_refused_and_others_are_not_held_up() {
    let mut bench = bench(3, number::SHADOW);
    bench.slot(4, 2, 0x1000, READ | WRITE, 5);
    bench.turn(5, true);
    for nth in 0..9 {
        bench.store(shadow(3, at(2, 0)), 64);
        let taken = if nth < 8 { access::OK1 } else { access::FAIL };
        assert_eq!(bench.load(shadow(3, at(1, 0))), taken, "{nth}");
    }
    assert_eq!(bench.bad(3), (udma::bad_hi::reason::FULL, at(1, 0)));
    bench.store(shadow(5, at(4, 0x800)), 64);
    assert_eq!(bench.load(shadow(5, at(4, 0))), access::OK1);
    bench.rest();
    assert_eq!((bench.counts(3), bench.counts(5)), ([8, 8, 0], [1, 1, 0]));
    let full = udma::bad_hi::reason::FULL - udma::bad_hi::reason::EMPTY;
    assert_eq!((bench.of(3, REFUSED.at(full)), bench.refused(3)), (1, 1));
}

#[test]
fn quiesced_it_starts_nothing_and_comes_to_rest() {
    let mut bench = bench(3, number::SHADOW);
    let says = |bench: &mut Bench| {
        bench.store(shadow(3, at(2, 0)), 0x1000);
        bench.load(shadow(3, at(1, 0)))
    };
    assert_eq!([says(&mut bench), says(&mut bench)], [access::OK1; 2]);
    assert!(bench.step() && bench.udma.busy());
    bench.udma.quiesce(true);
    assert_eq!(says(&mut bench), access::FAIL);
    assert_eq!(bench.bad(3), (udma::bad_hi::reason::OFF, at(1, 0)));
    bench.rest();
    assert_eq!((bench.counts(3), bench.refused(3)), ([2, 0, 2], 1));
    assert_eq!(bench.bad(3), (udma::bad_hi::reason::ABORTED, at(1, 0)));
    bench.udma.quiesce(false);
    assert_eq!(says(&mut bench), access::OK1);
    bench.rest();
    assert_eq!((bench.counts(3), bench.refused(3)), ([3, 1, 2], 1));
}
