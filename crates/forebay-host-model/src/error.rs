// SPDX-License-Identifier: Apache-2.0
//! What can be wrong with a model's parameters, and what can go wrong with a run.

use forebay_plan::{PlanError, Verdict};

use crate::Time;

/// Errors of the model. Each names the place, the value seen and the next step.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum HostModelError {
    /// A time without unit.
    #[error("`{text}` has no unit; write ps, ns, us, ms or s behind the number")]
    MissingUnit {
        /// As given.
        text: String,
    },
    /// A unit that there is not.
    #[error("`{text}` has a unit that is not known; write a number and ps, ns, us, ms or s")]
    UnknownUnit {
        /// As given.
        text: String,
    },
    /// Not a number, or one that no time has.
    #[error("`{text}` is no time; write a number and ps, ns, us, ms or s, 200 days at most")]
    NotATime {
        /// As given.
        text: String,
    },
    /// Nothing takes less than no time.
    #[error("`{text}` is negative; give 0 or more")]
    Negative {
        /// As given.
        text: String,
    },
    /// Text that is no distribution.
    #[error(
        "`{text}` is no cost; write a time, or uniform(LOW, HIGH), exponential(MEAN), lognormal(MEDIAN, SIGMA)"
    )]
    NotACost {
        /// As given.
        text: String,
    },
    /// No cost of that name.
    #[error("no cost is called `{name}`; known are {known}")]
    UnknownCost {
        /// The name asked for.
        name: String,
        /// Names that exist.
        known: String,
    },
    /// No host profile of that name.
    #[error("no host profile is called `{name}`; known are {known}")]
    UnknownProfile {
        /// The name asked for.
        name: String,
        /// Names that exist.
        known: String,
    },
    /// One of a few that there are is asked for by another name.
    #[error("no {what} is called `{name}`; known are {known}")]
    UnknownName {
        /// What is asked for.
        what: &'static str,
        /// The name asked for.
        name: String,
        /// Names that exist.
        known: String,
    },
    /// A parameter with which nothing can be modelled.
    #[error("{parameter} is {value}; give {wanted}")]
    Parameter {
        /// Its name.
        parameter: &'static str,
        /// What it is.
        value: String,
        /// What it may be.
        wanted: &'static str,
    },
    /// It can deadlock, or does.
    #[error("{0}")]
    NotFree(Box<Verdict>),
    /// More than can be looked through for a deadlock.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// The run never ended.
    #[error("deadlock after {at}: {why}")]
    Deadlock {
        /// When nothing moved any more.
        at: Time,
        /// What waits for what.
        why: String,
    },
    /// Two transfers at once into one stream have no order.
    #[error(
        "channel {channel} sends into stream {stream} while channel {other} does; send each stream over one channel"
    )]
    StreamBusy {
        /// The stream.
        stream: usize,
        /// Who came second.
        channel: usize,
        /// Who was there.
        other: usize,
    },
    /// The body of a card on which a run was to be played has failed.
    #[error("the card cannot go on: {why}")]
    Body {
        /// What it says, with what to do.
        why: String,
    },
    /// A channel takes one transfer at a time.
    #[error("channel {channel} was given a transfer before it had ended another; wait for that")]
    ChannelBusy {
        /// The channel.
        channel: usize,
    },
}

impl HostModelError {
    /// The one of that name, or the names that there are.
    pub(crate) fn find<T: Copy>(
        what: &'static str,
        name: &str,
        all: &[(&str, T)],
    ) -> Result<T, Self> {
        let found = all.iter().find(|(known, _)| *known == name).map(|(_, one)| *one);
        found.ok_or_else(|| Self::UnknownName {
            what,
            name: name.into(),
            known: all.iter().map(|(known, _)| *known).collect::<Vec<_>>().join(", "),
        })
    }
}
