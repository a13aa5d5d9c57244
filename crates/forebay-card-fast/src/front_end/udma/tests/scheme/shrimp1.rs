// SPDX-License-Identifier: Apache-2.0
//! SHRIMP-1: all arguments in one access.

use forebay_regs::user::udma::slot_rights;

use super::*;
use crate::front_end::udma::slots::Slot;

#[test]
fn a_store_starts_to_the_partner_and_a_load_tells_how_the_contexts_last_start_went() {
    let mut bench = Bench::new(number::SHRIMP1);
    let rights = slot_rights::PARTNER.put(0x45);
    bench.slots.set(0x12, Slot { rights, ..Slot::default() });
    assert_eq!(bench.load(3, A), Say::told(FAIL), "before the first");
    assert_eq!(bench.store(3, 0x1_2ABC, SIZE), starts(3, 0x1_2ABC, 0x4_5ABC, SIZE, OK1));
    bench.scheme.verdict(3, true);
    for address in [A, B] {
        assert_eq!(bench.load(3, address), Say::told(OK1), "at any address");
        assert_eq!(bench.load(2, address), Say::told(FAIL), "of another context");
    }
    // A page that is in no slot has the partner 0; the door refuses its source.
    assert_eq!(bench.store(3, A | 0xFF8, 0), starts(3, A | 0xFF8, 0xFF8, 0, OK1));
    bench.scheme.verdict(3, false);
    assert_eq!(bench.load(3, A), Say::told(FAIL));
    for context in [3, 4] {
        bench.scheme.verdict(context, true);
    }
    bench.scheme.forget(1 << 3);
    assert_eq!([3, 4].map(|context| bench.load(context, A).answer), [FAIL, OK1]);
    assert_eq!(bench.shadow(4, Op::Wide(1), A), Say::stray());
    for (space, op) in NOT_SHADOW {
        assert_eq!(bench.does(Access { op, space, context: 4, address: 0 }), Say::stray());
    }
    assert_eq!(bench.load(4, A), Say::told(OK1));
}
