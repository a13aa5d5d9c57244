// SPDX-License-Identifier: Apache-2.0
//! What a trace consists of.

use std::fmt;

use forebay_bus::host::{Purpose, Refusal};
use forebay_bus::{Access, Bar, CardError, Layout, LinkParams, PcieGen, Stop};
use serde::{Deserialize, Serialize};

/// What a trace was recorded on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// Card, as `BODY:VARIANT`.
    pub card: String,
    /// Version of the program that recorded.
    pub program: String,
    /// The modelled link.
    pub link: Link,
}

/// [`LinkParams`] as a trace keeps them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Link {
    generation: u8,
    lanes: u32,
    max_payload: u32,
    max_read_request: u32,
    round_trip_cycles: u32,
    request_overhead: u32,
    completion_overhead: u32,
    read_credits: u32,
    posted_credit_bytes: u32,
    store_credit_bytes: u32,
    shuffle_seed: u64,
    clock_hz: u64,
}

const GENERATIONS: [PcieGen; 5] =
    [PcieGen::Gen1, PcieGen::Gen2, PcieGen::Gen3, PcieGen::Gen4, PcieGen::Gen5];

impl From<&LinkParams> for Link {
    fn from(link: &LinkParams) -> Self {
        let place = (1..).zip(GENERATIONS).find(|(_, generation)| *generation == link.generation);
        Self {
            generation: place.map_or(0, |(number, _)| number),
            lanes: link.lanes,
            max_payload: link.max_payload,
            max_read_request: link.max_read_request,
            round_trip_cycles: link.round_trip_cycles,
            request_overhead: link.request_overhead,
            completion_overhead: link.completion_overhead,
            read_credits: link.read_credits,
            posted_credit_bytes: link.posted_credit_bytes,
            store_credit_bytes: link.store_credit_bytes,
            shuffle_seed: link.shuffle_seed,
            clock_hz: link.clock_hz,
        }
    }
}

impl Link {
    /// The parameters, not yet checked; `None` for a generation that this program does not know.
    #[must_use]
    pub fn params(&self) -> Option<LinkParams> {
        Some(LinkParams {
            generation: *GENERATIONS.get(usize::from(self.generation).checked_sub(1)?)?,
            lanes: self.lanes,
            max_payload: self.max_payload,
            max_read_request: self.max_read_request,
            round_trip_cycles: self.round_trip_cycles,
            request_overhead: self.request_overhead,
            completion_overhead: self.completion_overhead,
            read_credits: self.read_credits,
            posted_credit_bytes: self.posted_credit_bytes,
            store_credit_bytes: self.store_credit_bytes,
            shuffle_seed: self.shuffle_seed,
            clock_hz: self.clock_hz,
        })
    }
}

/// One transaction. Those with `begin` and `end` are calls of the card; DMA that the card did during a call stands in
/// front of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Event {
    /// The card read host memory.
    DmaRead {
        /// Card cycle.
        cycle: u64,
        /// What for.
        purpose: Wanted,
        /// Bus address.
        addr: u64,
        /// Bytes asked for.
        bytes: u32,
        /// What came back: all bytes, or none with the refusal.
        #[serde(with = "serde_bytes")]
        data: Vec<u8>,
        /// Why not.
        refused: Option<Refused>,
        /// Card cycles by which it came later than usual.
        late: u64,
    },
    /// The card wrote host memory.
    DmaWrite {
        /// Card cycle.
        cycle: u64,
        /// What for.
        purpose: Wanted,
        /// Bus address.
        addr: u64,
        /// What it wrote.
        #[serde(with = "serde_bytes")]
        data: Vec<u8>,
        /// Why it was not done.
        refused: Option<Refused>,
    },
    /// A BAR was read.
    Read {
        /// By whom.
        origin: Origin,
        /// Where.
        at: Place,
        /// What came back.
        #[serde(with = "serde_bytes")]
        data: Vec<u8>,
        /// When, and how it ended.
        call: Call,
    },
    /// A BAR was written.
    Write {
        /// By whom.
        origin: Origin,
        /// Where.
        at: Place,
        /// What was written.
        #[serde(with = "serde_bytes")]
        data: Vec<u8>,
        /// When, and how it ended.
        call: Call,
    },
    /// An access that the card does not take was tried: nothing was accessed, and a read gave all ones.
    NotTaken {
        /// By whom.
        origin: Origin,
        /// Whether it was a write.
        write: bool,
        /// What was to be accessed. PCI may have nothing there, or something else.
        part: Part,
        /// Byte offset in it.
        offset: u64,
        /// Bytes.
        bytes: u64,
        /// When, and how it ended.
        call: Call,
    },
    /// Card time passed.
    Advance {
        /// Cycles asked for.
        cycles: u64,
        /// Why it came back; meaningless if it failed.
        stop: Stopped,
        /// When, and how it ended.
        call: Call,
    },
    /// The card was reset.
    Reset {
        /// When, and how it ended.
        call: Call,
    },
    /// Messages were taken from the card.
    Messages {
        /// Card cycle.
        cycle: u64,
        /// Bit mask of vectors.
        vectors: u32,
    },
    /// Host memory was mapped.
    Map {
        /// Card cycle.
        cycle: u64,
        /// First bus address.
        addr: u64,
        /// Bytes.
        size: u64,
        /// What the card may do; nothing where there is no file behind the range.
        access: Option<Allowed>,
    },
    /// Host memory was unmapped.
    Unmap {
        /// Card cycle.
        cycle: u64,
        /// First bus address.
        addr: u64,
        /// Bytes.
        size: u64,
    },
    /// A client came or went.
    Client {
        /// Card cycle.
        cycle: u64,
        /// It came.
        here: bool,
    },
}

/// Who made an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Origin {
    /// The guest, or whoever uses the card.
    Guest,
    /// The server in between, for its own purposes.
    Server,
}

/// Place of a BAR access.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// Number of the PCI BAR.
    pub bar: u8,
    /// Byte offset in it.
    pub offset: u64,
    /// Bytes.
    pub bytes: u32,
}

impl Place {
    /// That of an access to a card of that layout.
    #[must_use]
    pub fn of(layout: &Layout, bar: Bar, offset: u64, bytes: usize) -> Self {
        let (number, offset) = bar.place(layout, offset);
        Self {
            bar: u8::try_from(number).unwrap_or(u8::MAX),
            offset,
            bytes: u32::try_from(bytes).unwrap_or(u32::MAX),
        }
    }

    /// What a card of that layout has there; `None` where it has nothing.
    #[must_use]
    pub fn find(&self, layout: &Layout) -> Option<(Bar, u64)> {
        Bar::find(layout, self.bar.into(), self.offset)
    }
}

/// [`Bar`] as a trace keeps it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Part {
    /// The card's own registers.
    User,
    /// The block of DMA registers.
    Dma,
    /// The aperture.
    Aperture,
}

impl From<Bar> for Part {
    fn from(bar: Bar) -> Self {
        match bar {
            Bar::User => Self::User,
            Bar::Dma => Self::Dma,
            Bar::Aperture => Self::Aperture,
        }
    }
}

impl From<Part> for Bar {
    fn from(part: Part) -> Self {
        match part {
            Part::User => Self::User,
            Part::Dma => Self::Dma,
            Part::Aperture => Self::Aperture,
        }
    }
}

/// Card cycles of a call, and how it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Call {
    /// Cycle when it was made.
    pub begin: u64,
    /// Cycle when it came back.
    pub end: u64,
    /// How.
    pub outcome: Outcome,
}

/// How a call ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Outcome {
    /// As asked.
    Done,
    /// The card takes no access of that shape.
    Misshapen,
    /// The card did not answer within its budget.
    Timeout,
    /// The card itself broke.
    Broken,
}

impl Outcome {
    /// The outcome of a call.
    pub(crate) fn of<T>(result: &Result<T, CardError>) -> Self {
        match result {
            Ok(_) => Self::Done,
            Err(CardError::MmioSize { .. }) => Self::Misshapen,
            Err(CardError::MmioTimeout { .. }) => Self::Timeout,
            Err(_) => Self::Broken,
        }
    }
}

/// [`Stop`] as a trace keeps it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stopped {
    /// Nothing left to do.
    Idle,
    /// A message came.
    Message,
    /// All cycles have passed.
    Budget,
}

impl From<Stop> for Stopped {
    fn from(stop: Stop) -> Self {
        match stop {
            Stop::Idle => Self::Idle,
            Stop::Message => Self::Message,
            Stop::Budget => Self::Budget,
        }
    }
}

/// [`Refusal`] as a trace keeps it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Refused {
    /// Unsupported request.
    Unsupported,
    /// Completer abort.
    Abort,
    /// Poisoned completion.
    Poisoned,
    /// No completion.
    Unanswered,
}

impl From<Refusal> for Refused {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Unsupported => Self::Unsupported,
            Refusal::Abort => Self::Abort,
            Refusal::Poisoned => Self::Poisoned,
            Refusal::Unanswered => Self::Unanswered,
        }
    }
}

impl From<Refused> for Refusal {
    fn from(refused: Refused) -> Self {
        match refused {
            Refused::Unsupported => Self::Unsupported,
            Refused::Abort => Self::Abort,
            Refused::Poisoned => Self::Poisoned,
            Refused::Unanswered => Self::Unanswered,
        }
    }
}

/// [`Purpose`] as a trace keeps it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Wanted {
    /// Bytes of a transfer.
    Data,
    /// Descriptors.
    Descriptors,
    /// Results and poll-mode words.
    WriteBack,
}

impl From<Purpose> for Wanted {
    fn from(purpose: Purpose) -> Self {
        match purpose {
            Purpose::Data => Self::Data,
            Purpose::Descriptor => Self::Descriptors,
            Purpose::WriteBack => Self::WriteBack,
        }
    }
}

impl fmt::Display for Wanted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Data => "data",
            Self::Descriptors => "descriptors",
            Self::WriteBack => "write-back",
        })
    }
}

/// [`Access`] as a trace keeps it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Allowed {
    /// The card may read.
    pub read: bool,
    /// The card may write.
    pub write: bool,
}

impl From<Access> for Allowed {
    fn from(access: Access) -> Self {
        Self { read: access != Access::Write, write: access != Access::Read }
    }
}

impl Event {
    /// The card cycle at which it was over.
    #[must_use]
    pub fn end(&self) -> u64 {
        match self {
            Self::Read { call, .. }
            | Self::Write { call, .. }
            | Self::NotTaken { call, .. }
            | Self::Advance { call, .. }
            | Self::Reset { call } => call.end,
            _ => self.cycle(),
        }
    }

    /// The card cycle at which it was applied.
    #[must_use]
    pub fn cycle(&self) -> u64 {
        match self {
            Self::Read { call, .. }
            | Self::Write { call, .. }
            | Self::NotTaken { call, .. }
            | Self::Advance { call, .. }
            | Self::Reset { call } => call.begin,
            Self::DmaRead { cycle, .. }
            | Self::DmaWrite { cycle, .. }
            | Self::Messages { cycle, .. }
            | Self::Map { cycle, .. }
            | Self::Unmap { cycle, .. }
            | Self::Client { cycle, .. } => *cycle,
        }
    }
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::DmaRead { purpose, addr, bytes, refused, .. } => {
                write!(f, "DMA read of {bytes} bytes ({purpose}) at {addr:#x}{}", Suffix(*refused))
            }
            Self::DmaWrite { purpose, addr, data, refused, .. } => {
                let bytes = data.len();
                write!(f, "DMA write of {bytes} bytes ({purpose}) at {addr:#x}{}", Suffix(*refused))
            }
            Self::Read { at, data, call, .. } => {
                write!(f, "read of {at} = {}{}", Hex(data), call.outcome)
            }
            Self::Write { at, data, call, .. } => {
                write!(f, "write of {at} = {}{}", Hex(data), call.outcome)
            }
            Self::NotTaken { write, part, offset, bytes, call, .. } => {
                let (kind, bar) = (if *write { "write" } else { "read" }, Bar::from(*part));
                write!(f, "{kind} of {bytes} bytes of {bar} at {offset:#x}{}", call.outcome)
            }
            Self::Advance { cycles, stop, call } => {
                let passed = call.end.saturating_sub(call.begin);
                write!(f, "{passed} of {cycles} cycles pass, {stop:?}{}", call.outcome)
            }
            Self::Reset { call } => write!(f, "reset{}", call.outcome),
            Self::Messages { vectors, .. } => write!(f, "messages of vectors {vectors:#x}"),
            Self::Map { addr, size, access, .. } => {
                let without = if access.is_some() { "" } else { ", without a file" };
                write!(f, "map of {size:#x} bytes at {addr:#x}{without}")
            }
            Self::Unmap { addr, size, .. } => write!(f, "unmap of {size:#x} bytes at {addr:#x}"),
            Self::Client { here, .. } => {
                write!(f, "client {}", if *here { "came" } else { "went" })
            }
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "BAR{} {:#x}", self.bar, self.offset)
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Done => "",
            Self::Misshapen => " (not taken)",
            Self::Timeout => " (no answer)",
            Self::Broken => " (card broke)",
        })
    }
}

/// A refusal behind a sentence.
struct Suffix(Option<Refused>);

impl fmt::Display for Suffix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.map_or(Ok(()), |refused| write!(f, " ({refused:?})"))
    }
}

/// Bytes as people read them: little-endian words as a number, more as bytes, the rest left out.
pub(crate) struct Hex<'a>(pub(crate) &'a [u8]);

impl fmt::Display for Hex<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.len() <= 8 {
            let value = self.0.iter().rev().fold(0, |value, byte| value << 8 | u64::from(*byte));
            return write!(f, "{value:#x}");
        }
        for byte in self.0.iter().take(16) {
            write!(f, "{byte:02x}")?;
        }
        if self.0.len() > 16 {
            write!(f, "..({} bytes)", self.0.len())?;
        }
        Ok(())
    }
}
