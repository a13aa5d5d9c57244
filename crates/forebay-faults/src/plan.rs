// SPDX-License-Identifier: Apache-2.0
//! The registers of the page, and the account of what matched and what was hit.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use forebay_bus::host::{Purpose, Refusal};
use forebay_bus::lateness;
use forebay_regs::fault::kind::what;
use forebay_regs::fault::{self, arm, kind, select};

/// The plan, shared between the card and its way to host memory.
pub(crate) type SharedPlan = Arc<Mutex<Plan>>;

pub(crate) fn lock(plan: &SharedPlan) -> MutexGuard<'_, Plan> {
    plan.lock().unwrap_or_else(PoisonError::into_inner)
}

/// `COUNT` that never runs out.
const ALWAYS: u32 = u32::MAX;

/// What was asked for, and how far it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Plan {
    kind: u32,
    select: u32,
    skip: u32,
    count: u32,
    param: u32,
    place: u32,
    armed: Option<Armed>,
    seen: u32,
    hits: u32,
}

/// The settings as they were when ARM was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Armed {
    kind: u32,
    select: u32,
    skip: u32,
    count: u32,
    param: u32,
    place: u32,
}

impl Armed {
    /// The access is of a direction and a purpose that were asked for.
    fn selects(&self, write: bool, purpose: Purpose) -> bool {
        let direction = if write { select::WRITE } else { select::READ };
        direction.is_set(self.select) && self.select & purpose_bit(purpose) != 0
    }
}

/// The bit of SELECT that marks a purpose: they stand there in the order of their numbers.
const fn purpose_bit(purpose: Purpose) -> u32 {
    1 << (select::DATA.lsb() + purpose.number())
}

impl Default for Plan {
    fn default() -> Self {
        Self {
            kind: kind::RESET,
            select: select::RESET,
            skip: fault::skip::RESET,
            count: fault::count::RESET,
            param: fault::param::RESET,
            place: fault::place::RESET,
            armed: None,
            seen: 0,
            hits: 0,
        }
    }
}

/// What becomes of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Delivery {
    /// It arrives.
    Now,
    /// It arrives that many cycles later.
    Late(u32),
    /// It does not arrive.
    Never,
}

impl Plan {
    /// Reads a register of the page; what is none reads 0.
    pub(crate) fn read(&self, offset: u32) -> u32 {
        match offset {
            fault::MAGIC => fault::magic::RESET,
            fault::ARM => arm::ARMED.put(u32::from(self.is_armed())),
            fault::KIND => self.kind,
            fault::SELECT => self.select,
            fault::SKIP => self.skip,
            fault::COUNT => self.count,
            fault::PARAM => self.param,
            fault::PLACE => self.place,
            fault::SEEN => self.seen,
            fault::HITS => self.hits,
            _ => 0,
        }
    }

    /// Writes a register of the page.
    pub(crate) fn write(&mut self, offset: u32, value: u32) {
        match offset {
            fault::ARM => self.arm(arm::ARMED.is_set(value)),
            fault::KIND => self.kind = value & kind::WHAT.mask(),
            fault::SELECT => self.select = value & SELECT_MASK,
            fault::SKIP => self.skip = value,
            fault::COUNT => self.count = value,
            fault::PARAM => self.param = value,
            fault::PLACE => self.place = value,
            _ => {}
        }
    }

    fn arm(&mut self, on: bool) {
        let known = what::ALL.iter().any(|(number, _)| *number == self.kind);
        let real = known && self.kind != what::NONE;
        self.armed = (on && real).then_some(Armed {
            kind: self.kind,
            select: self.select,
            skip: self.skip,
            count: self.count,
            param: self.param,
            place: self.place,
        });
        if on {
            self.seen = 0;
            self.hits = 0;
        }
    }

    /// Something is still to be hit, or events are only counted.
    fn is_armed(&self) -> bool {
        self.armed.is_some_and(|armed| armed.count == 0 || self.hits_left(armed))
    }

    const fn hits_left(&self, armed: Armed) -> bool {
        armed.count == ALWAYS || self.hits < armed.count
    }

    /// Counts an event of one of the kinds; true if it is to be hit.
    fn event(&mut self, armed: Armed) -> bool {
        let hit = self.seen >= armed.skip && self.hits_left(armed);
        self.seen = self.seen.saturating_add(1);
        if hit {
            self.hits = self.hits.saturating_add(1);
        }
        hit
    }

    fn armed_for(&self, kinds: &[u32]) -> Option<Armed> {
        self.armed.filter(|armed| kinds.contains(&armed.kind))
    }

    /// The card is off the bus right now.
    pub(crate) fn is_off_bus(&self) -> bool {
        self.armed_for(&[what::ALL_ONES])
            .is_some_and(|armed| self.seen >= armed.skip && self.hits_left(armed))
    }

    /// A BAR is read; true if nobody answers.
    pub(crate) fn bar_read(&mut self) -> bool {
        self.armed_for(&[what::ALL_ONES]).is_some_and(|armed| self.event(armed))
    }

    /// The card's own register at that place is read; what it answers instead of its value, if it does.
    pub(crate) fn false_word(&mut self, offset: u64) -> Option<u32> {
        let armed = self.armed_for(&[what::FALSE_WORD])?;
        (offset == u64::from(armed.place) && self.event(armed)).then_some(armed.param)
    }

    /// Whether the card's own register at that place may answer something else.
    pub(crate) fn may_be_false(&self, offset: u64) -> bool {
        self.armed_for(&[what::FALSE_WORD]).is_some_and(|armed| offset == u64::from(armed.place))
    }

    /// The card stands still right now.
    pub(crate) fn stands_still(&self) -> bool {
        self.may_stand_still() && self.hits > 0
    }

    /// Some DMA access makes the card stand still.
    pub(crate) fn may_stand_still(&self) -> bool {
        self.armed_for(&[what::STANDSTILL]).is_some()
    }

    /// The card accesses host memory; how that is refused, if it is.
    pub(crate) fn access(&mut self, write: bool, purpose: Purpose) -> Option<Refusal> {
        if self.is_off_bus() {
            return Some(Refusal::Unsupported);
        }
        let armed = self.armed_for(&[
            what::UNSUPPORTED_REQUEST,
            what::COMPLETER_ABORT,
            what::POISONED,
            what::NEVER_ANSWERED,
            what::STANDSTILL,
        ])?;
        let possible = !(write && armed.kind == what::POISONED);
        if !possible || !armed.selects(write, purpose) || !self.event(armed) {
            return None;
        }
        Some(match armed.kind {
            // What it stands still after is done.
            what::STANDSTILL => return None,
            what::COMPLETER_ABORT => Refusal::Abort,
            what::POISONED => Refusal::Poisoned,
            what::NEVER_ANSWERED => Refusal::Unanswered,
            _ => Refusal::Unsupported,
        })
    }

    /// The card has read host memory; by how many card cycles the data come late.
    pub(crate) fn delay(&mut self, purpose: Purpose) -> u64 {
        match self.armed_for(&[what::LATE_READ]) {
            Some(armed) if armed.selects(false, purpose) && self.event(armed) => {
                lateness(u64::from(armed.param), u64::from(self.hits))
            }
            _ => 0,
        }
    }

    /// A descriptor has been read; true if its magic number is to be spoiled.
    pub(crate) fn descriptor(&mut self) -> bool {
        self.armed_for(&[what::BAD_MAGIC]).is_some_and(|armed| self.event(armed))
    }

    /// The card has sent a message.
    pub(crate) fn message(&mut self) -> Delivery {
        if self.is_off_bus() {
            return Delivery::Never;
        }
        match self.armed_for(&[what::LOST_MESSAGE, what::LATE_MESSAGE]) {
            Some(armed) if self.event(armed) => {
                if armed.kind == what::LATE_MESSAGE {
                    Delivery::Late(armed.param)
                } else {
                    Delivery::Never
                }
            }
            _ => Delivery::Now,
        }
    }
}

const SELECT_MASK: u32 = select::READ.mask()
    | select::WRITE.mask()
    | select::DATA.mask()
    | select::DESCRIPTOR.mask()
    | select::WRITE_BACK.mask();

#[cfg(test)]
mod tests {
    use super::*;

    fn armed(kind: u32, skip: u32, count: u32) -> Plan {
        let mut plan = Plan::default();
        plan.write(fault::KIND, kind);
        plan.write(fault::SKIP, skip);
        plan.write(fault::COUNT, count);
        plan.write(fault::ARM, 1);
        plan
    }

    #[test]
    fn skip_events_pass_then_count_are_hit_then_none() {
        let mut plan = armed(what::COMPLETER_ABORT, 2, 3);
        let hits: Vec<bool> = (0..8).map(|_| plan.access(false, Purpose::Data).is_some()).collect();
        assert_eq!(hits, [false, false, true, true, true, false, false, false]);
        assert_eq!((plan.read(fault::SEEN), plan.read(fault::HITS)), (8, 3));
        assert_eq!(plan.read(fault::ARM), 0, "used up");
    }

    #[test]
    fn the_bits_of_purposes_are_in_the_order_of_their_numbers() {
        assert_eq!(purpose_bit(Purpose::Data), select::DATA.mask());
        assert_eq!(purpose_bit(Purpose::Descriptor), select::DESCRIPTOR.mask());
        assert_eq!(purpose_bit(Purpose::WriteBack), select::WRITE_BACK.mask());
    }

    #[test]
    fn with_count_0_events_are_only_counted() {
        let mut plan = armed(what::UNSUPPORTED_REQUEST, 0, 0);
        assert_eq!(plan.access(true, Purpose::WriteBack), None);
        assert_eq!((plan.read(fault::SEEN), plan.read(fault::ARM)), (1, 1));
    }

    #[test]
    fn only_selected_accesses_are_events() {
        let mut plan = armed(what::POISONED, 0, 1);
        plan.write(fault::SELECT, select::READ.mask() | select::DESCRIPTOR.mask());
        plan.write(fault::ARM, 1);
        assert_eq!(plan.access(false, Purpose::Data), None);
        assert_eq!(plan.access(true, Purpose::Descriptor), None);
        assert_eq!(plan.read(fault::SEEN), 0);
        assert_eq!(plan.access(false, Purpose::Descriptor), Some(Refusal::Poisoned));
    }

    #[test]
    fn settings_written_after_arming_wait_for_the_next_arming() {
        let mut plan = armed(what::LOST_MESSAGE, 0, 1);
        plan.write(fault::KIND, what::LATE_MESSAGE);
        plan.write(fault::PARAM, 9);
        assert_eq!(plan.message(), Delivery::Never);
        plan.write(fault::ARM, 1);
        assert_eq!((plan.message(), plan.message()), (Delivery::Late(9), Delivery::Now));
    }

    #[test]
    fn a_kind_without_a_name_arms_nothing() {
        for kind in [what::NONE, 200] {
            let mut plan = armed(kind, 0, ALWAYS);
            assert_eq!(plan.read(fault::ARM), 0);
            assert_eq!(plan.access(false, Purpose::Data), None);
            assert_eq!(plan.message(), Delivery::Now);
        }
    }

    #[test]
    fn only_the_register_at_its_place_answers_something_else() {
        let mut plan = Plan::default();
        for (register, value) in [
            (fault::KIND, what::FALSE_WORD),
            (fault::PLACE, 0x414),
            (fault::PARAM, 0xABCD),
            (fault::SKIP, 1),
            (fault::COUNT, 2),
            (fault::ARM, 1),
        ] {
            plan.write(register, value);
        }
        let answers: Vec<_> = (0..4).map(|_| plan.false_word(0x414)).collect();
        assert_eq!(answers, [None, Some(0xABCD), Some(0xABCD), None]);
        assert_eq!((plan.false_word(0x410), plan.read(fault::SEEN)), (None, 4));
        assert_eq!((plan.read(fault::PLACE), plan.read(fault::ARM)), (0x414, 0));
    }

    #[test]
    fn off_the_bus_nothing_gets_through_in_either_direction() {
        let mut plan = armed(what::ALL_ONES, 1, 2);
        assert_eq!(plan.message(), Delivery::Now);
        assert!(!plan.bar_read(), "the skipped one");
        assert!(plan.is_off_bus());
        assert_eq!(plan.access(false, Purpose::Data), Some(Refusal::Unsupported));
        assert_eq!(plan.message(), Delivery::Never);
        assert!(plan.bar_read() && plan.bar_read());
        assert!(!plan.is_off_bus() && !plan.bar_read(), "back again");
        assert_eq!(plan.message(), Delivery::Now);
    }
}
