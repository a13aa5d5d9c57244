// SPDX-License-Identifier: Apache-2.0
//! What holds for any accesses.

use forebay_udma_model::explore::{A, B, C, Door, Rights};
use forebay_udma_model::scheme::{Name, PAGE_BYTES, Reading, Repeated};
use forebay_udma_model::{Access, Actors, Arg, Space, Start, step};
use proptest::prelude::*;

fn any_access() -> impl Strategy<Value = Access> {
    let address = prop::sample::select(vec![A, B, C, A + 4, B | 1 << 30]);
    let context = 0..3_u8;
    (0..9, address, 0..200_u64, context, 0..3_u8).prop_map(|(kind, address, data, context, by)| {
        let access = match kind {
            0..=2 => Access::load(address),
            3..=5 => Access::store(address, data),
            6 => Access::exchange(address, data),
            7 => Access::store(address, data).wide(),
            _ => Access::load(0).space(Space::Context),
        };
        access.context(context).by(by)
    })
}

fn accesses() -> impl Strategy<Value = Vec<(Access, bool)>> {
    prop::collection::vec((any_access(), any::<bool>()), 1..60)
}

proptest! {
    /// A machine by states and a sequence that is looked for are the same, whatever comes.
    #[test]
    fn the_states_are_the_sequence(accesses in accesses()) {
        for (count, name) in [(3, Name::Repeat3), (4, Name::Repeat4), (5, Name::Repeat5)] {
            let (mut states, mut sequence) = (name.engine(), Repeated::new(count, Reading::Reset));
            for (access, accept) in &accesses {
                let wanted = step(&mut states, access, *accept);
                prop_assert_eq!(step(&mut sequence, access, *accept), wanted, "{}", name.text());
            }
        }
    }

    /// S7: what one context sees does not depend on what others do, in the schemes that promise it.
    #[test]
    fn contexts_do_not_disturb_each_other(accesses in accesses()) {
        for name in [Name::Shadow, Name::Key, Name::Portal] {
            let (mut all, mut alone) = (name.engine(), name.engine());
            for (access, accept) in &accesses {
                // A keyed store names its context in the data; nobody has a key here.
                let outcome = step(&mut all, access, *accept);
                if access.context == 1 {
                    prop_assert_eq!(step(&mut alone, access, *accept), outcome, "{}", name.text());
                }
            }
        }
    }

    /// Nothing starts without an access, and what starts was said.
    #[test]
    fn what_starts_was_said(accesses in accesses()) {
        for name in Name::ALL {
            let (mut engine, mut said) = (name.engine(), Vec::new());
            for (access, accept) in &accesses {
                said.push(*access);
                if let Some((start, _)) = step(&mut engine, access, *accept).start {
                    let names = |arg: Arg| said.iter().any(|access| access.addr == arg.value);
                    prop_assert!(names(start.src) && names(start.dst), "{} {start:?}", name.text());
                    prop_assert!(said.iter().any(|access| access.data == start.size.value));
                }
            }
        }
    }

    /// A refused start leaves the same state as one that is taken, but for what tells of it.
    #[test]
    fn a_verdict_changes_no_latch(accesses in accesses()) {
        for name in Name::ALL {
            if matches!(name, Name::Shrimp1 | Name::Key) {
                continue;
            }
            let (mut taken, mut refused) = (name.engine(), name.engine());
            for (access, _) in &accesses {
                step(&mut taken, access, true);
                step(&mut refused, access, false);
                prop_assert_eq!(&taken, &refused);
            }
        }
    }

    /// S5: what a door takes stays in both pages and moves something.
    #[test]
    fn what_a_door_takes_stays_in_its_pages(src in 0..3 * PAGE_BYTES, dst in 0..3 * PAGE_BYTES, size in 0..2 * PAGE_BYTES) {
        let by = Actors::only(0);
        let arg = |value| Arg { value, by };
        let start = Start::plain(0, arg(src), arg(dst), arg(size), by);
        let stays = |address: u64| (address..address + size).all(|it| it / PAGE_BYTES == address / PAGE_BYTES);
        let wanted = size > 0 && stays(src) && stays(dst);
        prop_assert_eq!(Door::Extent.takes(&start, Rights::Apart), wanted);
        let has = |address: u64| (PAGE_BYTES..3 * PAGE_BYTES).contains(&address);
        prop_assert_eq!(Door::Rights.takes(&start, Rights::Apart), wanted && has(src) && has(dst));
    }
}
