// SPDX-License-Identifier: Apache-2.0
//! What the threads of a host did when: the time-line of a run.

use serde::Serialize;

use crate::Time;

/// What a thread, or the channel that it has, is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Activity {
    /// Enters a call, pins, builds descriptors, writes registers.
    Prepares,
    /// Sleeps until a message says that the card has ended.
    Sleeps,
    /// Looks at a word in memory again and again, until it says so.
    Polls,
    /// A message has come: until the thread that sleeps has the processor.
    WakesUp,
    /// Gives pages back and leaves the call.
    Finishes,
    /// Comes to the barrier, or waits there for the other thread.
    Barrier,
    /// Somebody else has the processor. Lies within another one, or beside it where a thread that polls was not missed.
    Preempted,
    /// The channel has a transfer, from the write that starts it until the host can see its end.
    Transfers,
}

impl Activity {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::Prepares,
        Self::Sleeps,
        Self::Polls,
        Self::WakesUp,
        Self::Finishes,
        Self::Barrier,
        Self::Preempted,
        Self::Transfers,
    ];

    /// In words, for a legend.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Prepares => "prepares and starts",
            Self::Sleeps => "sleeps until a message",
            Self::Polls => "polls",
            Self::WakesUp => "message and wake-up",
            Self::Finishes => "gives back",
            Self::Barrier => "barrier",
            Self::Preempted => "others have the processor",
            Self::Transfers => "transfer",
        }
    }
}

/// Something that went on from one time to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Span {
    /// What.
    pub what: Activity,
    /// From when.
    pub from: Time,
    /// Until when.
    pub to: Time,
}

/// What one thread did, and its channel. Spans of a list follow one another; those of somebody else's having the processor lie within
/// others.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Timeline {
    /// What the thread did.
    pub host: Vec<Span>,
    /// When others had its processor.
    pub preempted: Vec<Span>,
    /// When its channel had a transfer.
    pub channel: Vec<Span>,
}

impl Timeline {
    /// Adds what took any time.
    pub(crate) fn note(spans: &mut Vec<Span>, what: Activity, from: Time, to: Time) {
        if from < to {
            spans.push(Span { what, from, to });
        }
    }
}
