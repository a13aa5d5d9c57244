// SPDX-License-Identifier: Apache-2.0
//! What there is to say about a plan.

use std::fmt;

use serde::Serialize;

/// Whether it ends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "verdict", rename_all = "snake_case")]
pub enum Verdict {
    /// Every transfer ends, however threads are scheduled.
    Free,
    /// It never ends, however threads are scheduled.
    Deadlock {
        /// How far it gets, at best.
        stand: Stand,
        /// What would have helped, if something does.
        remedy: Option<Remedy>,
    },
    /// Whether it ends is up to the scheduling of the threads.
    Possible {
        /// Where it ends in that interleaving.
        stand: Stand,
        /// One in which it does not end.
        interleaving: Interleaving,
        /// What would have helped, if something does.
        remedy: Option<Remedy>,
    },
}

/// Why nothing goes on. Threads, transfers and streams count from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Stand {
    /// The stream whose FIFO is full.
    pub full: usize,
    /// Entries of it on the card: those of the FIFO, and those ahead.
    pub holds: u64,
    /// The stream that the datapath waits for.
    pub starving: usize,
    /// What it wants of it.
    pub want: Want,
    /// The thread that cannot go on.
    pub thread: usize,
    /// Which of its transfers.
    pub transfer: u64,
    /// The byte of that transfer that finds no room.
    pub offset: u64,
}

/// What the datapath waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Want {
    /// More entries than have come.
    Entries {
        /// Those that have come for its next step.
        has: u64,
        /// What the step takes.
        takes: u64,
    },
    /// More entries than there is ever room for.
    Room {
        /// Those that there is room for.
        holds: u64,
        /// What the step takes.
        takes: u64,
    },
}

/// An order of the threads' data in which it does not end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Interleaving {
    /// So many chunks of each thread arrive.
    pub rounds: u64,
    /// Then this stream's thread goes on before any other.
    pub alone: usize,
}

/// What would have helped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Remedy {
    /// The same in other chunks.
    Chunk {
        /// Largest safe one, in elements.
        chunk: u64,
    },
    /// A chunk of each stream in turn.
    Alternate {
        /// Largest safe one, in elements.
        chunk: u64,
    },
    /// A barrier behind each chunk.
    Barrier {
        /// Largest safe one, in elements.
        chunk: u64,
    },
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (stand, remedy) = match self {
            Self::Free => {
                return f.write_str(
                    "free: every transfer ends, since no stream gets further ahead of the others than its FIFO has room for.",
                );
            }
            Self::Deadlock { stand, remedy } => {
                write!(f, "deadlock: {stand}")?;
                (stand, remedy)
            }
            Self::Possible { stand, interleaving, remedy } => {
                write!(f, "deadlock in some orders: when {interleaving}, {stand}")?;
                (stand, remedy)
            }
        };
        match (remedy, stand.want) {
            (Some(remedy), _) => write!(f, "; {remedy}."),
            (None, Want::Room { takes, .. }) => {
                write!(f, "; give stream {} a FIFO of {takes} entries or more.", stand.starving)
            }
            (None, Want::Entries { .. }) => {
                write!(
                    f,
                    "; send stream {} earlier, or give stream {} a deeper FIFO.",
                    stand.starving, stand.full
                )
            }
        }
    }
}

impl fmt::Display for Stand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { full, holds, starving, want, thread, transfer, offset } = self;
        write!(
            f,
            "transfer {transfer} of thread {thread} stops at its byte {offset}, because the FIFO of stream {full} is full ({holds} entries \
             with what is taken ahead). "
        )?;
        match want {
            Want::Entries { has, takes } => write!(
                f,
                "The datapath takes no more before it has {takes} entries of stream {starving}, of which {has} have come"
            ),
            Want::Room { holds, takes } => write!(
                f,
                "The datapath takes nothing before it has {takes} entries of stream {starving}, for which there is never more room than \
                 {holds}"
            ),
        }
    }
}

impl fmt::Display for Interleaving {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rounds, alone } = self;
        match rounds {
            0 => write!(f, "thread {alone} sends before any other has begun"),
            _ => write!(
                f,
                "{rounds} chunks of each have arrived and thread {alone} sends on before any other"
            ),
        }
    }
}

impl fmt::Display for Remedy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Chunk { chunk } => write!(f, "the largest safe chunk is {chunk} elements"),
            Self::Alternate { chunk } => {
                write!(f, "send a chunk of each stream in turn, of at most {chunk} elements")
            }
            Self::Barrier { chunk } => {
                write!(f, "put a barrier behind each chunk, of at most {chunk} elements")
            }
        }
    }
}
