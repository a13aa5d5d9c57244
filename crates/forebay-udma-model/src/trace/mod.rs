// SPDX-License-Identifier: Apache-2.0
//! Accesses in order with what a scheme says to each, as a file that others replay.
//!
//! `vectors/udma-traces.json` is written by `cargo run -p forebay-udma-model --example traces`; [`write`] is all of it.

mod attacks;
mod good;
mod random;
mod record;

use serde::{Deserialize, Serialize};

use crate::explore::{OTHER, VICTIM};
use crate::scheme::{Name, Setup};
use crate::{Access, Actors, Op, Space};

pub use attacks::as_printed;
pub use record::Recorder;

/// All traces.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct File {
    /// In the order of the file.
    pub traces: Vec<Trace>,
}

/// One trace, from empty latches on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trace {
    /// What it shows.
    pub name: String,
    /// Which scheme sees it.
    pub scheme: Name,
    /// What the kernel has written before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub setup: Option<Setup>,
    /// What comes, in order.
    pub steps: Vec<Step>,
}

/// One thing that comes to a scheme.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Step {
    /// An access.
    Access(AccessStep),
    /// A transfer ends.
    Done(DoneStep),
}

/// An access, and what the scheme says to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AccessStep {
    /// Who makes it: a process, or K, the kernel.
    pub actor: String,
    /// What it is.
    pub op: Op,
    /// Where.
    pub space: Space,
    /// The context that the address names.
    pub context: u8,
    /// The argument, or the offset in the page.
    pub addr: u64,
    /// What it brings.
    pub data: u64,
    /// A store of 8 bytes.
    pub wide: bool,
    /// The verdict of the door, if the access starts something; else without meaning.
    pub accept: bool,
    /// Of a load or an exchange, as the program gets it.
    pub answer: Option<u64>,
    /// It is counted as one without use.
    pub stray: bool,
    /// What the scheme asks the door for, taken or not.
    pub start: Option<StartStep>,
}

/// What a scheme asks the door for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StartStep {
    /// Under which context.
    pub context: u8,
    /// From where.
    pub src: u64,
    /// Where to.
    pub dst: u64,
    /// Bytes.
    pub size: u64,
    /// A completion record is wanted.
    pub record: bool,
    /// Where it goes.
    pub record_addr: u64,
    /// What it begins with.
    pub cookie: u64,
}

impl AccessStep {
    /// The access, by the first process if the actor is V, else by the second.
    #[must_use]
    pub fn access(&self) -> Access {
        let Self { op, space, context, addr, data, wide, .. } = *self;
        let by = Actors::only(if self.actor == "V" { VICTIM } else { OTHER });
        Access { op, space, context, addr, data, wide, by }
    }
}

/// A transfer ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DoneStep {
    /// Says that this is one.
    pub op: Done,
    /// Whose transfer; it was under way.
    pub context: u8,
    /// Not all has moved.
    pub failed: bool,
}

/// The only value of its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Done {
    /// A transfer ends.
    Done,
}

/// All traces that the model writes.
#[must_use]
pub fn all() -> File {
    let parts = [good::all(), as_printed(), attacks::found(), attacks::defended(), random::all()];
    File { traces: parts.concat() }
}

/// The content of the file: a trace is a line for its name and one for each step.
///
/// # Errors
/// None that is known: every key is text.
pub fn write(file: &File) -> Result<String, serde_json::Error> {
    let mut text = String::from("{\"traces\":[\n");
    for (number, trace) in file.traces.iter().enumerate() {
        let separator = if number == 0 { "" } else { ",\n" };
        let (name, scheme) = (serde_json::to_string(&trace.name)?, trace.scheme.text());
        text += &format!("{separator}{{\"name\":{name},\"scheme\":\"{scheme}\",");
        if let Some(setup) = &trace.setup {
            text += &format!("\"setup\":{},", serde_json::to_string(setup)?);
        }
        text += "\"steps\":[\n";
        for (number, step) in trace.steps.iter().enumerate() {
            let separator = if number == 0 { "" } else { ",\n" };
            text += &format!("{separator}{}", serde_json::to_string(step)?);
        }
        text += "]}";
    }
    Ok(text + "\n]}\n")
}

/// Reads such a file.
///
/// # Errors
/// What is not as [`write`] has it.
pub fn read(text: &str) -> Result<File, serde_json::Error> {
    serde_json::from_str(text)
}
