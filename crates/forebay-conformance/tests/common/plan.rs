// SPDX-License-Identifier: Apache-2.0
//! A plan of the multiplier as its registers have it.

use forebay_msm::passes::{PassPlan, WindowKind};
use forebay_regs::user::msm;

/// The registers of a plan, from the beginning of the multiplier's page on, and what is written there.
pub(crate) fn registers(plan: &PassPlan) -> Vec<(u32, u32)> {
    let number = |count: usize| u32::try_from(count).unwrap();
    let window = plan.windows().iter().map(|window| {
        let kind = match window.kind {
            WindowKind::Signed => 0,
            WindowKind::Top => 1,
            WindowKind::Class => 2,
        };
        msm::window::KIND.put(kind)
            | msm::window::BITS.put(window.bits)
            | msm::window::OFFSET.put(window.offset)
    });
    let pass = plan.passes().iter().map(|pass| {
        msm::pass::FIRST.put(number(pass.first))
            | msm::pass::LAST.put(number(pass.windows - 1))
            | msm::pass::ADDERS.put(number(pass.adders))
            | msm::pass::SPLIT.put(pass.split.into())
            | msm::pass::BUCKET_BITS.put(pass.bucket_bits)
            | msm::pass::WEIGHT_BITS.put(pass.weight_bits)
    });
    let recode = plan.recode();
    let recode = recode.as_chunks().0.iter().map(|bytes| u32::from_le_bytes(*bytes));
    let mut registers = vec![(msm::COVER, plan.cover())];
    registers.extend((0..).zip(window).map(|(row, value)| (msm::WINDOW.at(row), value)));
    registers.extend((0..).zip(pass).map(|(row, value)| (msm::PASS.at(row), value)));
    registers.extend((0..).zip(recode).map(|(word, value)| (msm::RECODE.at(word), value)));
    registers
}
