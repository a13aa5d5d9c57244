// SPDX-License-Identifier: Apache-2.0
//! Multi-scalar multiplication: a run that was begun waits for its input until it is aborted.

use forebay_regs::user::{self, msm};

use super::{Busy, Datapath};
use crate::ForebayError;
use crate::counters::Counter;
use crate::registers::Registers;

pub(super) struct Msm;

impl Datapath for Msm {
    fn quiesce(&self, registers: &mut dyn Registers, hold: bool) -> Result<(), ForebayError> {
        let abort = if hold { msm::control::ABORT.mask() } else { 0 };
        registers.write(user::MSM.base() + msm::CONTROL, abort)
    }

    fn busy(&self) -> Option<Busy> {
        let is_idle = |status| !msm::status::BUSY.is_set(status);
        Some(Busy { offset: user::MSM.base() + msm::STATUS, is_idle })
    }

    fn progress(&self) -> &'static [Counter] {
        const {
            &[
                Counter::event(user::MSM.base(), msm::event::ADDS),
                Counter::event(user::MSM.base(), msm::event::PAIRS),
            ]
        }
    }
}
