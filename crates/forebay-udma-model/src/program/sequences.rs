// SPDX-License-Identifier: Apache-2.0
//! The listings of the report as data.

use super::{Check, Program, Step};
use crate::scheme::{Descriptor, Name, PIECE_BYTES, Role, key_word};
use crate::{Access, OK1, OK2, OK3, Space};

/// What a process wants moved, and as whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Call {
    /// From where, a slot and an offset.
    pub src: u64,
    /// Where to; SHRIMP-1 has the partner of the source instead.
    pub dst: u64,
    /// Bytes.
    pub size: u32,
    /// The context under which its pages are mapped.
    pub context: u8,
    /// Its key, where it has one.
    pub key: u64,
    /// The number of the process.
    pub actor: u8,
    /// The bus has an exchange.
    pub exchange: bool,
}

impl Call {
    /// Of process and context 0, on a bus without an exchange.
    #[must_use]
    pub const fn new(src: u64, dst: u64, size: u32) -> Self {
        Self { src, dst, size, context: 0, key: 0, actor: 0, exchange: false }
    }

    fn store(&self, addr: u64) -> Step {
        plain(Access::store(addr, self.size.into()))
    }

    fn keyed(&self, addr: u64, role: Role) -> Step {
        plain(Access::store(addr, key_word(self.context, role, self.key)).wide())
    }
}

const fn plain(access: Access) -> Step {
    Step { access, expect: None, barrier: false }
}

const fn load(addr: u64, expect: u64) -> Step {
    Step { access: Access::load(addr), expect: Some(expect), barrier: false }
}

const fn behind_barrier(step: Step) -> Step {
    Step { barrier: true, ..step }
}

/// Figure 2, and figure 4 with other addresses.
fn pair(call: &Call) -> Vec<Step> {
    vec![call.store(call.dst), load(call.src, OK1)]
}

/// Figure 10, with its three barriers.
fn five(call: &Call) -> Vec<Step> {
    vec![
        behind_barrier(call.store(call.dst)),
        behind_barrier(load(call.src, OK1)),
        call.store(call.dst),
        behind_barrier(load(call.src, OK2)),
        load(call.dst, OK3),
    ]
}

/// Figure 3. The report gives no barriers for it; these are the two that it needs: the size may not overtake the addresses, and
/// the load may not overtake the size.
fn keyed(call: &Call) -> Vec<Step> {
    let page = |access: Access| access.space(Space::Context);
    vec![
        call.keyed(call.dst, Role::Destination),
        call.keyed(call.src, Role::Source),
        behind_barrier(plain(page(Access::store(0, call.size.into())))),
        Step { access: page(Access::load(0)), expect: Some(call.size.into()), barrier: true },
    ]
}

/// A line in pieces of 8 bytes, as most buses deliver a store of 64.
fn line(call: &Call) -> Vec<Step> {
    let (record_addr, cookie, record) = (0, 0, false);
    let descriptor =
        Descriptor { src: call.src, dst: call.dst, record_addr, size: call.size, cookie, record };
    let words = (0..).zip(descriptor.words());
    let piece = |(number, word)| Access::store(number * PIECE_BYTES, word);
    words.map(|word| plain(piece(word).space(Space::Portal).wide())).collect()
}

fn single(call: &Call) -> Vec<Step> {
    if call.exchange {
        let access = Access::exchange(call.src, call.size.into());
        return vec![Step { access, expect: Some(OK1), barrier: false }];
    }
    vec![call.store(call.src), load(call.src, OK1)]
}

/// Figure 1: what a kernel does after it has looked the addresses up. Its registers are in no window of a program; here only the kind of
/// each access has a meaning.
#[must_use]
pub fn kernel_level() -> Program {
    const REGISTER_BYTES: u64 = 4;
    let stores = (0..3).map(|number| plain(Access::store(number * REGISTER_BYTES, 0)));
    Program::new(stores.chain([plain(Access::load(3 * REGISTER_BYTES))]).collect())
}

/// What a process executes for this call. The key scheme expects its size as the answer, for the transfer has just begun.
#[must_use]
pub fn program(scheme: Name, call: &Call, check: Check) -> Program {
    let mut steps = match scheme {
        Name::Shrimp1 => single(call),
        Name::Shrimp2 | Name::Flash | Name::ShadowCheck | Name::Shadow => pair(call),
        Name::Repeat3 => vec![load(call.src, OK1), call.store(call.dst), load(call.src, OK2)],
        Name::Repeat4 => five(call)[..4].to_vec(),
        Name::Repeat5 => five(call),
        Name::Key => keyed(call),
        Name::Portal => line(call),
    };
    let last = steps.len() - 1;
    for (at, step) in steps.iter_mut().enumerate() {
        step.access = step.access.context(call.context).by(call.actor);
        if check == Check::Last && at != last {
            step.expect = None;
        }
    }
    Program::new(steps)
}
