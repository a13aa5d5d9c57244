// SPDX-License-Identifier: Apache-2.0
//! The settings that the report's claims are about.

use std::collections::BTreeMap;

use super::attacker::{KEYS, accesses, knows_contexts};
use super::rights::{A, B, C, Class, D, Door, OTHER, Rights, VICTIM};
use super::world::{Process, Revocation, Setting, Switch};
use crate::program::{Call, Check, program};
use crate::scheme::{Engine, KeyOf, Name, PAGE_BYTES, Setup};

/// Accesses of an attacker in an exploration, and in one that looks deeper.
const FOREIGN: u8 = 4;
const DEEPER: u8 = 7;

/// Bytes that a victim asks for.
pub const VICTIM_BYTES: u32 = 64;

/// A scheme and how it is used.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    /// Which scheme.
    pub scheme: Name,
    /// SHRIMP-1: the bus has an exchange.
    pub exchange: bool,
    /// Which answers a process looks at.
    pub check: Check,
    /// What the kernel does at a switch; on several processors nothing is switched.
    pub switch: Switch,
    /// The accesses of an attempt stay together (PAL code on one processor).
    pub atomic: bool,
}

impl Case {
    /// As its program is listed, with no help of the kernel, or on several processors.
    #[must_use]
    pub const fn bare(scheme: Name) -> Self {
        let (check, switch) = (Check::Each, Switch::Silent);
        Self { scheme, exchange: false, check, switch, atomic: false }
    }

    /// Accesses of an attacker within which everything that is known of a scheme breaks.
    #[must_use]
    pub const fn foreign(&self) -> u8 {
        match self.scheme {
            Name::Repeat4 | Name::Repeat5 => DEEPER,
            _ => FOREIGN,
        }
    }

    /// Keys and partners for both processes.
    #[must_use]
    pub fn setup(&self) -> Option<Setup> {
        match self.scheme {
            Name::Key => {
                let keys = [(VICTIM, KEYS[0]), (OTHER, KEYS[1])];
                Some(Setup::Keys(keys.map(|(context, key)| KeyOf { context, key }).to_vec()))
            }
            Name::Shrimp1 => {
                let pages = [(A, B), (C, D)].map(|(one, two)| (one / PAGE_BYTES, two / PAGE_BYTES));
                let partner = BTreeMap::from(pages);
                Some(Setup::Partner { exchange: self.exchange, partner })
            }
            _ => None,
        }
    }

    /// A process that wants one of its pages moved to the other, under this context.
    #[must_use]
    pub fn process(&self, actor: u8, context: u8) -> Process {
        let (src, dst) = if actor == VICTIM { (A, B) } else { (C, D) };
        let context = if knows_contexts(self.scheme) { context } else { 0 };
        let key = KEYS[usize::from(context)];
        let exchange = self.exchange;
        let call = Call { context, key, actor, exchange, ..Call::new(src, dst, VICTIM_BYTES) };
        let mut program = program(self.scheme, &call, self.check);
        program.is_atomic = self.atomic;
        Process { call, program }
    }

    /// What decides about authority: the mappings, but for the portal, where an address is only data.
    const fn door(&self) -> Door {
        if matches!(self.scheme, Name::Portal) { Door::Rights } else { Door::Extent }
    }

    /// One victim, and so many accesses of an attacker, or any number.
    #[must_use]
    pub fn attacked(&self, class: Class, foreign: Option<u8>) -> Setting<Engine> {
        Setting {
            engine: self.scheme.set_up(self.setup().as_ref()),
            processes: vec![self.process(VICTIM, VICTIM)],
            accesses: accesses(self.scheme, Rights::Attacked(class), self.exchange),
            foreign,
            rights: Rights::Attacked(class),
            door: self.door(),
            switch: self.switch,
            abandons: false,
            ends: false,
            revocation: None,
        }
    }

    /// Two processes with nothing in common.
    #[must_use]
    pub fn two_victims(&self) -> Setting<Engine> {
        let processes = vec![self.process(VICTIM, VICTIM), self.process(OTHER, OTHER)];
        Setting { processes, rights: Rights::Apart, ..self.attacked(Class::None, Some(0)) }
    }

    /// Two processes that share both pages and want the same moved (footnote 8).
    #[must_use]
    pub fn sharing(&self) -> Setting<Engine> {
        let same = self.process(VICTIM, OTHER).call;
        let call = Call { actor: OTHER, ..same };
        let mut program = program(self.scheme, &call, self.check);
        program.is_atomic = self.atomic;
        let processes = vec![self.process(VICTIM, VICTIM), Process { call, program }];
        Setting { processes, rights: Rights::Shared, ..self.attacked(Class::None, Some(0)) }
    }

    /// Two threads of one process, which has one context; transfers end.
    #[must_use]
    pub fn two_threads(&self) -> Setting<Engine> {
        let processes = vec![self.process(VICTIM, VICTIM), self.process(OTHER, VICTIM)];
        let ends = matches!(self.scheme, Name::Key);
        Setting { processes, ends, rights: Rights::Together, ..self.attacked(Class::None, Some(0)) }
    }

    /// The victim is killed anywhere in its sequence; its pages and its context are then the attacker's.
    #[must_use]
    pub fn revoked(&self, clears: bool) -> Setting<Engine> {
        let rights = Rights::Inherited;
        let own = accesses(self.scheme, rights, self.exchange);
        let mut all = own.clone();
        for access in own.into_iter().map(|access| access.context(VICTIM)) {
            if !all.contains(&access) {
                all.push(access);
            }
        }
        let revocation = Some(Revocation { clears, accesses: all, rights });
        Setting { revocation, ..self.attacked(Class::None, Some(7)) }
    }
}
