// SPDX-License-Identifier: Apache-2.0
//! Who waits for whom on a device that gets nowhere.

use std::fmt;

use forebay_plan::{Path, Remedy};
use serde::Serialize;

use crate::ChannelId;

/// Who waits for whom on a device that gets nowhere, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Stall {
    /// Card cycles without any progress.
    pub waited: u64,
    /// Every stream port's FIFO.
    pub fifos: Vec<FifoState>,
    /// The descriptor at which each channel stands that has something to do, as far as the library knows it: behind a kernel driver
    /// it is the driver's.
    pub blocked: Vec<BlockedDescriptor>,
    /// What each datapath waits for.
    pub waits: Vec<DatapathWait>,
    /// Whether it can still end by itself.
    pub outlook: Outlook,
    /// The largest chunk that would have been safe, where there is one.
    pub safe: Option<SafeChunk>,
}

/// The FIFO of a stream port.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct FifoState {
    /// Stream port number.
    pub port: u32,
    /// Entries of 64 bytes in it.
    pub held: u32,
    /// Entries that it has room for.
    pub depth: u32,
    /// A burst waits for room in it. It goes in whole, so that a few entries may be free.
    pub full: bool,
    /// The datapath waits for an entry of it.
    pub starving: bool,
}

/// The descriptor at which a channel stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct BlockedDescriptor {
    /// The channel.
    pub channel: ChannelId,
    /// Its number in the transfer, from 0.
    pub descriptor: u64,
    /// Descriptors of the transfer, where the library made them.
    pub total: Option<u64>,
    /// Host address of its data, where the library chose it.
    pub host_addr: Option<u64>,
    /// Card address; without meaning on streams.
    pub card_addr: u64,
    /// Bytes that it is to move, where the library made it.
    pub bytes: Option<u64>,
    /// The stream port in whose FIFO it waits for room.
    pub port: Option<u32>,
    /// On a card whose channels share one path to the card: another stream port, in whose FIFO the one in front of that path waits for
    /// room. Until it has some, nothing of this one gets further.
    pub held_up_by: Option<u32>,
}

/// What a datapath waits for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DatapathWait {
    /// Its name, or its class and number.
    pub datapath: String,
    /// It has something under way.
    pub busy: bool,
    /// Stream ports that it would take from and that have nothing for it.
    pub ports: Vec<u32>,
    /// H2C channels of which the same is true.
    pub h2c: Vec<u32>,
    /// C2H channels that do not take what it has for them.
    pub c2h: Vec<u32>,
}

/// Whether a device that gets nowhere can get on by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Outlook {
    /// It cannot: what the datapath lacks of that stream is queued, and all of it behind a descriptor that waits for the datapath.
    Deadlock(Lacking),
    /// It can, when somebody sends what is missing or takes what is there.
    Open,
}

/// A stream that a datapath lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Lacking {
    /// That of a stream port.
    Port(u32),
    /// That of an H2C channel.
    H2c(u32),
}

/// A chunk that would have been safe.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SafeChunk {
    /// What to do with chunks, and how many elements are the most: those that were told with
    /// [`Device::declare_streams`](crate::Device::declare_streams), else the smallest whole entries in the proportion of what was queued.
    pub remedy: Remedy,
    /// Bytes of such a chunk for each stream port, in the order in which they were told or queued.
    pub bytes: Vec<(u32, u64)>,
}

impl Stall {
    /// The first FIFO that a burst waits for.
    #[must_use]
    pub fn full(&self) -> Option<&FifoState> {
        self.fifos.iter().find(|fifo| fifo.full)
    }

    /// The first FIFO that a datapath waits for.
    #[must_use]
    pub fn starving(&self) -> Option<&FifoState> {
        self.fifos.iter().find(|fifo| fifo.starving)
    }

    /// Whether it is certain that the device does not get on by itself.
    #[must_use]
    pub const fn is_deadlock(&self) -> bool {
        matches!(self.outlook, Outlook::Deadlock(_))
    }

    /// What a datapath waits for, in words.
    fn told(&self, wait: &DatapathWait) -> String {
        let ports = wait.ports.iter().map(|port| {
            self.fifo(*port).map_or_else(|| Lacking::Port(*port).to_string(), ToString::to_string)
        });
        let channels = wait.h2c.iter().map(|channel| Lacking::H2c(*channel).to_string());
        let lacks: Vec<_> = ports.chain(channels).collect();
        let given: Vec<_> = wait.c2h.iter().map(|n| ChannelId::C2h(*n).to_string()).collect();
        let mut parts = Vec::new();
        if !lacks.is_empty() {
            parts.push(format!("waits for data of {}", lacks.join(" and ")));
        }
        if !given.is_empty() {
            parts.push(format!("has data that nobody takes from {}", given.join(" and ")));
        }
        if parts.is_empty() {
            let rests = if wait.busy { "is busy and waits for no stream" } else { "is at rest" };
            parts.push(rests.into());
        }
        format!("{} {}", wait.datapath, parts.join(" and "))
    }

    fn fifo(&self, port: u32) -> Option<&FifoState> {
        self.fifos.iter().find(|fifo| fifo.port == port)
    }
}

/// The stream port in front of a path that channels share, as one of them sees it that writes into `into`, or elsewhere.
pub(crate) fn in_front(fifos: &[FifoState], path: Path, into: Option<u32>) -> Option<u32> {
    let front = fifos.iter().find(|fifo| fifo.full && path == Path::Shared)?;
    (Some(front.port) != into).then_some(front.port)
}

impl fmt::Display for Stall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        for at in &self.blocked {
            let fifo = |port: Option<u32>| port.and_then(|port| self.fifo(port));
            parts.push(match (fifo(at.port), fifo(at.held_up_by)) {
                (Some(fifo), _) => format!("{at} waits for room in {fifo}"),
                (None, Some(fifo)) => {
                    format!("{at} waits on the path that all channels share, where {fifo} takes no more of another")
                }
                (None, None) => format!("{at} is not done"),
            });
        }
        if !self.blocked.iter().any(|at| at.port.is_some()) {
            parts.extend(
                self.fifos.iter().filter(|fifo| fifo.full).map(|fifo| format!("{fifo} is full")),
            );
        }
        parts.extend(self.waits.iter().map(|wait| self.told(wait)));
        match self.outlook {
            Outlook::Deadlock(lacking) => parts.push(format!(
                "what there is for {lacking} is queued behind that, so that no time helps"
            )),
            Outlook::Open => {
                let lacks = |wait: &DatapathWait| !wait.ports.is_empty() || !wait.h2c.is_empty();
                let lacking = self.waits.iter().any(lacks);
                parts.extend(lacking.then(|| "what is missing may still come".into()));
            }
        }
        parts.push(match &self.safe {
            Some(safe) => safe.to_string(),
            None => "feed every stream the datapath reads, in chunks no larger than its FIFO, and take all of its output".into(),
        });
        f.write_str(&parts.join("; "))
    }
}

impl fmt::Display for FifoState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "stream port {} ({} of {} entries)", self.port, self.held, self.depth)
    }
}

impl fmt::Display for BlockedDescriptor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { channel, descriptor, total, host_addr, card_addr, bytes, .. } = self;
        write!(f, "descriptor {descriptor}")?;
        if let Some(total) = total {
            write!(f, " of {total}")?;
        }
        write!(f, " of {channel} (")?;
        if let Some(bytes) = bytes {
            write!(f, "{bytes} bytes, ")?;
        }
        if let Some(host_addr) = host_addr {
            write!(f, "host {host_addr:#x}, ")?;
        }
        write!(f, "card {card_addr:#x})")
    }
}

impl fmt::Display for Lacking {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Port(port) => write!(f, "stream port {port}"),
            Self::H2c(channel) => write!(f, "{}", ChannelId::H2c(*channel)),
        }
    }
}

impl fmt::Display for SafeChunk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bytes: Vec<_> = self
            .bytes
            .iter()
            .map(|(port, bytes)| format!("{bytes} bytes to stream port {port}"))
            .collect();
        write!(f, "{}: {}", self.remedy, bytes.join(" and "))
    }
}
