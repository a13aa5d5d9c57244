// SPDX-License-Identifier: Apache-2.0
//! Every interleaving of those who use a scheme: which property breaks, and the shortest run that breaks it.

mod attacker;
mod judge;
mod progress;
mod rights;
mod search;
mod settings;
mod shown;
mod world;

pub use attacker::{FOREIGN_BYTES, KEYS, accesses, accesses_at, knows_contexts};
pub use judge::{Property, broken_by, is_own};
pub use progress::{Livelock, livelock};
pub use rights::{A, B, C, Class, D, Door, OTHER, Rights, VICTIM};
pub use search::{Attack, Findings, explore, replay};
pub use settings::{Case, VICTIM_BYTES};
pub use shown::{place, text, what};
pub use world::{Came, Event, Move, Process, Revocation, Setting, Switch, World};
