// SPDX-License-Identifier: Apache-2.0
//! SHRIMP-1: a page has a partner, so one access holds everything (section 2.4).
//!
//! The report has a compare-and-exchange. No processor sends one to a PCIe card; there a store starts, and a load of the same
//! context tells how that went (decision 0020).

use std::collections::BTreeMap;

use super::{CONTEXTS, News, PAGE_BYTES, Scheme};
use crate::{Access, FAIL, OK1, Op, Say, Space, Start};

/// The scheme.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Shrimp1 {
    /// The bus has an exchange, and nothing else is an access.
    exchange: bool,
    partner: BTreeMap<u64, u64>,
    /// How the last start of each context went.
    taken: [bool; CONTEXTS],
}

impl Shrimp1 {
    /// With these pages mapped out to others, by number, on a bus with or without an exchange.
    #[must_use]
    pub fn new(exchange: bool, partner: BTreeMap<u64, u64>) -> Self {
        Self { exchange, partner, taken: [false; CONTEXTS] }
    }

    fn start(&mut self, access: &Access) -> Say {
        let (page, offset) = (access.addr / PAGE_BYTES, access.addr % PAGE_BYTES);
        let Some(partner) = self.partner.get(&page) else {
            self.taken[usize::from(access.context)] = false;
            return Say::stray();
        };
        let (src, dst) = (access.said(access.addr), access.said(partner * PAGE_BYTES + offset));
        let size = access.said(access.data);
        Say::start(Start::plain(access.context, src, dst, size, access.by), OK1, FAIL)
    }
}

impl Scheme for Shrimp1 {
    fn access(&mut self, access: &Access) -> Say {
        match (access.space, access.op, self.exchange) {
            (_, Op::Hook | Op::Who, _) => Say::answer(FAIL),
            (Space::Shadow, Op::Exchange, true) => self.start(access),
            (Space::Shadow, Op::Store, false) if !access.wide => self.start(access),
            (Space::Shadow, Op::Load, false) => {
                let taken = self.taken[usize::from(access.context)];
                Say::answer(if taken { OK1 } else { FAIL })
            }
            _ => Say::stray(),
        }
    }

    fn clear(&mut self, context: u8) {
        self.taken[usize::from(context)] = false;
    }

    fn news(&mut self, news: News) {
        match news {
            News::Taken { context, .. } => self.taken[usize::from(context)] = true,
            News::Refused { context } => self.taken[usize::from(context)] = false,
            News::Ended { .. } => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Outcome;
    use super::*;
    use crate::step;

    fn scheme(exchange: bool) -> Shrimp1 {
        Shrimp1::new(exchange, BTreeMap::from([(1, 2), (3, 4)]))
    }

    #[test]
    fn an_exchange_starts_to_the_partner_at_the_same_offset_and_is_answered() {
        let mut shrimp = scheme(true);
        let outcome = step(&mut shrimp, &Access::exchange(0x1234, 64), true);
        assert_eq!(outcome.answer, Some(OK1));
        let start = outcome.started().unwrap();
        assert_eq!((start.src.value, start.dst.value, start.size.value), (0x1234, 0x2234, 64));
        assert_eq!(step(&mut shrimp, &Access::exchange(0x1234, 64), false).answer, Some(FAIL));
    }

    #[test]
    fn a_store_starts_and_a_load_of_its_context_tells_how_that_went() {
        let mut shrimp = scheme(false);
        let tell = |shrimp: &mut Shrimp1, context| {
            step(shrimp, &Access::load(0x9000).context(context), true).answer
        };
        assert_eq!(tell(&mut shrimp, 0), Some(FAIL), "before the first");
        let store = Access::store(0x3008, 8).context(2);
        let outcome = step(&mut shrimp, &store, true);
        assert_eq!((outcome.answer, outcome.started().unwrap().dst.value), (None, 0x4008));
        assert_eq!((tell(&mut shrimp, 2), tell(&mut shrimp, 0)), (Some(OK1), Some(FAIL)));
        assert_eq!(step(&mut shrimp, &store, false).started(), None);
        assert_eq!(tell(&mut shrimp, 2), Some(FAIL));
    }

    #[test]
    fn a_page_without_a_partner_starts_nothing() {
        let mut shrimp = scheme(false);
        step(&mut shrimp, &Access::store(0x1000, 8), true);
        let outcome = step(&mut shrimp, &Access::store(0x2000, 8), true);
        assert_eq!(outcome, Outcome { answer: None, stray: true, start: None });
        assert_eq!(step(&mut shrimp, &Access::load(0x1000), true).answer, Some(FAIL));
    }

    #[test]
    fn what_the_other_bus_has_is_no_access() {
        for (exchange, access) in [
            (true, Access::store(0x1000, 8)),
            (true, Access::load(0x1000)),
            (false, Access::exchange(0x1000, 8)),
        ] {
            assert_eq!(scheme(exchange).access(&access), Say::stray());
        }
    }
}
