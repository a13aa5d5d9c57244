// SPDX-License-Identifier: Apache-2.0
//! What a process executes to start a transfer, scheme by scheme, and the loop that it goes round when it is told something else.
//!
//! The loop is that of figure 10: any answer but the one expected is an error, and the process begins again at 1.

mod sequences;

pub use sequences::{Call, kernel_level, program};

use crate::Access;

/// One access of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// The access.
    pub access: Access,
    /// The answer with which it goes on, where it looks at one.
    pub expect: Option<u64>,
    /// A memory barrier stands before it (figure 10).
    pub barrier: bool,
}

/// Which answers a process looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Check {
    /// All of them, as figures 7 and 10 have it for five accesses.
    Each,
    /// The last one, as the listings of three and four accesses in section 3.3 have it.
    Last,
}

/// The accesses of an attempt, in order.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Program {
    steps: Vec<Step>,
    /// Nothing comes between its accesses on the processor that it runs on (PAL code, section 2.7).
    pub is_atomic: bool,
}

/// What an answer makes of an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum After {
    /// It goes on with this access.
    Next(usize),
    /// It has been told that nothing has started, and begins again.
    Again,
    /// It has been told that a transfer has started.
    Done,
}

impl Program {
    /// These accesses; empty programs there are none.
    #[must_use]
    pub const fn new(steps: Vec<Step>) -> Self {
        Self { steps, is_atomic: false }
    }

    /// Its accesses.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// What comes after access number `at`, which was answered so.
    #[must_use]
    pub fn after(&self, at: usize, answer: Option<u64>) -> After {
        match self.steps.get(at) {
            Some(step) if step.expect.is_some() && step.expect != answer => After::Again,
            Some(_) if at + 1 < self.steps.len() => After::Next(at + 1),
            _ => After::Done,
        }
    }
}
