// SPDX-License-Identifier: Apache-2.0
//! The side effects that the application note tells of ("A Few Words about Side Effects"), each as a program that is wrong and
//! one that is right.

use forebay_write_combining::Caching::{Uncached, WriteCombining};
use forebay_write_combining::{Caching, LINE_BYTES, PIECE_BYTES};

use crate::{HazardError, Kind, Map, Meaning, Program, Range, Recorder};

/// One of them.
#[derive(Clone, Debug)]
pub struct Demonstration {
    /// What it is about.
    pub name: &'static str,
    /// What goes wrong.
    pub breaks: Kind,
    /// What programs do.
    pub wrong: Program,
    /// What they must do.
    pub right: Program,
}

/// Bytes of each range here.
const SPAN: u64 = 4096;

/// Ranges one behind the other.
fn map(ranges: &[(&str, Caching, Meaning)]) -> Result<Map, HazardError> {
    let all = (0..).step_by(4096).zip(ranges).map(|(base, (name, caching, meaning))| Range {
        name: (*name).to_owned(),
        base,
        bytes: SPAN,
        caching: *caching,
        meaning: *meaning,
    });
    Map::new(all.collect())
}

/// All of them, in the order of the note.
///
/// # Errors
/// None that can happen: their accesses lie in their ranges.
pub fn all() -> Result<Vec<Demonstration>, HazardError> {
    Ok(vec![
        count()?,
        order()?,
        fifo()?,
        fifo_lines()?,
        fifo_pieces()?,
        doorbell()?,
        hand_over()?,
        read_back()?,
        read_back_behind_stores()?,
        end()?,
    ])
}

/// "The hardware would only see a single access with WC enabled instead of 16 individual writes."
fn count() -> Result<Demonstration, HazardError> {
    let program = |io: &mut Recorder| {
        (0..16_u8)
            .try_for_each(|word| io.store("control", 4 * u64::from(word), &[word, 0, 0, 0]))?;
        io.fence()
    };
    let mapped = |caching| map(&[("control", caching, Meaning::Registers)]);
    Ok(Demonstration {
        name: "16 stores to control registers",
        breaks: Kind::Count,
        wrong: Program::record(mapped(WriteCombining)?, program)?,
        right: Program::record(mapped(Uncached)?, program)?,
    })
}

/// "The order or number of writes does not match the application writes."
fn order() -> Result<Demonstration, HazardError> {
    let program = |between: bool| {
        move |io: &mut Recorder| {
            io.store("control", 0, &[1; 4])?;
            if between {
                io.fence()?;
            }
            io.store("control", LINE_BYTES as u64, &[2; 4])?;
            io.fence()
        }
    };
    let mapped = || map(&[("control", WriteCombining, Meaning::Registers)]);
    Ok(Demonstration {
        name: "set up, then start, in two lines",
        breaks: Kind::Order,
        wrong: Program::record(mapped()?, program(false))?,
        right: Program::record(mapped()?, program(true))?,
    })
}

fn port() -> Result<Map, HazardError> {
    map(&[("port", WriteCombining, Meaning::Fifo)])
}

/// "Six byte writes to address 0 of BAR4 will result in a single byte write to address 0."
fn fifo() -> Result<Demonstration, HazardError> {
    let program = |step: u64| {
        move |io: &mut Recorder| {
            (0..6_u8).try_for_each(|byte| io.store("port", step * u64::from(byte), &[byte + 1]))?;
            io.fence()
        }
    };
    Ok(Demonstration {
        name: "six bytes to one address of a FIFO",
        breaks: Kind::Eaten,
        wrong: Program::record(port()?, program(0))?,
        right: Program::record(port()?, program(1))?,
    })
}

/// Full lines leave in any order too.
fn fifo_lines() -> Result<Demonstration, HazardError> {
    let program = |between: bool| {
        move |io: &mut Recorder| {
            for line in 0..4_u8 {
                io.store("port", LINE_BYTES as u64 * u64::from(line), &[line; LINE_BYTES])?;
                if between {
                    io.fence()?;
                }
            }
            io.fence()
        }
    };
    Ok(Demonstration {
        name: "four lines to a FIFO",
        breaks: Kind::Order,
        wrong: Program::record(port()?, program(false))?,
        right: Program::record(port()?, program(true))?,
    })
}

/// A line that several stores fill leaves in pieces, and those in any order.
fn fifo_pieces() -> Result<Demonstration, HazardError> {
    let program = |between: bool| {
        move |io: &mut Recorder| {
            for (piece, at) in (0_u8..).zip((0..LINE_BYTES as u64).step_by(PIECE_BYTES)) {
                io.store("port", at, &[piece; PIECE_BYTES])?;
                if between {
                    io.fence()?;
                }
            }
            io.fence()
        }
    };
    Ok(Demonstration {
        name: "a line to a FIFO by several stores",
        breaks: Kind::Order,
        wrong: Program::record(port()?, program(false))?,
        right: Program::record(port()?, program(true))?,
    })
}

/// A doorbell that is not behind its data.
fn doorbell() -> Result<Demonstration, HazardError> {
    let program = |fenced: bool| {
        move |io: &mut Recorder| {
            io.store("memory", 0, &[7; 32])?;
            if fenced {
                io.fence()?;
            }
            io.store("doorbell", 0, &[1; 4])?;
            io.fence()
        }
    };
    let mapped = || {
        map(&[
            ("memory", WriteCombining, Meaning::Memory),
            ("doorbell", WriteCombining, Meaning::Doorbell),
        ])
    };
    Ok(Demonstration {
        name: "data and doorbell in one aperture",
        breaks: Kind::Unready,
        wrong: Program::record(mapped()?, program(false))?,
        right: Program::record(mapped()?, program(true))?,
    })
}

fn memory() -> Result<Map, HazardError> {
    map(&[("memory", WriteCombining, Meaning::Memory)])
}

/// Another thread that rings, or a flag in ordinary memory, does not empty this processor's buffers.
fn hand_over() -> Result<Demonstration, HazardError> {
    let program = |fenced: bool| {
        move |io: &mut Recorder| {
            io.store("memory", 0, &[7; 32])?;
            if fenced {
                io.fence()?;
            }
            io.signal()?;
            io.fence()
        }
    };
    Ok(Demonstration {
        name: "another thread is told that data are there",
        breaks: Kind::Unready,
        wrong: Program::record(memory()?, program(false))?,
        right: Program::record(memory()?, program(true))?,
    })
}

/// How a program waits for its stores.
type Wait = fn(&mut Recorder) -> Result<(), HazardError>;

/// A program that reads what it has stored.
fn reads_back(wait: Wait) -> Result<Program, HazardError> {
    Program::record(memory()?, |io| {
        io.store("memory", 8, &[7; 8])?;
        wait(io)?;
        io.load("memory", 8, &mut [0; 8])?;
        io.fence()
    })
}

/// "If a read is performed before the WC buffer is flushed, it may contain stale data."
fn read_back() -> Result<Demonstration, HazardError> {
    Ok(Demonstration {
        name: "read what was just stored",
        breaks: Kind::Stale,
        wrong: reads_back(|_| Ok(()))?,
        right: reads_back(Recorder::full_fence)?,
    })
}

/// SFENCE, which the note names, orders stores only.
fn read_back_behind_stores() -> Result<Demonstration, HazardError> {
    Ok(Demonstration {
        name: "read it behind a fence that orders stores only",
        breaks: Kind::Stale,
        wrong: reads_back(Recorder::fence)?,
        right: reads_back(Recorder::full_fence)?,
    })
}

/// "It is then the software's responsibility to use a x86 SFENCE instruction."
fn end() -> Result<Demonstration, HazardError> {
    let program = |fenced: bool| {
        move |io: &mut Recorder| {
            io.store("memory", 0, &[7; 8])?;
            if fenced { io.fence() } else { Ok(()) }
        }
    };
    Ok(Demonstration {
        name: "a store, and then nothing",
        breaks: Kind::Pending,
        wrong: Program::record(memory()?, program(false))?,
        right: Program::record(memory()?, program(true))?,
    })
}
