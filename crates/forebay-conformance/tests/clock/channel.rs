// SPDX-License-Identifier: Apache-2.0
//! A list of descriptors for a channel, and the memory that it moves.

use forebay_bus::host::Shared;
use forebay_bus::{Bar, Card, CardExt, HostMemory};
use forebay_regs::desc;
use forebay_regs::xdma::{self, chan, sgdma};

/// Bytes of a descriptor.
const DESCRIPTOR: usize = 32;
/// A block has so many descriptors at most behind its first one.
const MOST_ADJACENT: usize = 63;

/// Which way data moves; the number of the channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    ToCard(u32),
    ToHost(u32),
}

/// Where the other end of a list is.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Place {
    /// Card memory from there on.
    Memory(u64),
    /// Each descriptor goes there.
    Port(u64),
    /// The stream of the channel; each descriptor is a packet.
    Packets,
}

/// What a channel is to do: descriptors of so many bytes each.
#[derive(Clone, Debug)]
pub(crate) struct Job {
    pub(crate) way: Way,
    pub(crate) place: Place,
    pub(crate) sizes: Vec<usize>,
    /// From the end of one descriptor's bytes in host memory to the next one's.
    pub(crate) gap: usize,
    /// Where the first byte is in its page.
    pub(crate) offset: usize,
    /// Descriptors say how many follow them in memory.
    pub(crate) blocks: bool,
}

impl Job {
    /// Descriptors whose bytes follow each other, in blocks.
    pub(crate) fn new(way: Way, place: Place, sizes: Vec<usize>) -> Self {
        Self { way, place, sizes, gap: 0, offset: 0, blocks: true }
    }

    fn span(&self) -> usize {
        self.offset + self.sizes.iter().map(|size| size + self.gap).sum::<usize>()
    }
}

/// A job in the memory of a host.
pub(crate) struct Channel {
    job: Job,
    data: Shared,
    list: Shared,
}

impl Channel {
    /// Makes the list.
    pub(crate) fn new(host: &HostMemory, job: Job) -> Self {
        let data = host.share(job.span().next_multiple_of(4096)).unwrap();
        // Results of a stream lie behind the descriptors.
        let bytes = 2 * job.sizes.len() * DESCRIPTOR;
        let list = host.share(bytes.next_multiple_of(4096)).unwrap();
        let channel = Self { job, data, list };
        channel.write_list();
        channel
    }

    /// Gives the bytes to be sent.
    pub(crate) fn fill(&self, bytes: &[u8]) {
        self.data.write(self.job.offset, bytes).unwrap();
    }

    /// What is there now.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let mut bytes = vec![0; self.job.span()];
        self.data.read(0, &mut bytes).unwrap();
        bytes
    }

    fn addr(&self, index: usize) -> u64 {
        self.list.addr() + (index * DESCRIPTOR) as u64
    }

    /// Descriptors that directly follow the one at `index`.
    fn adjacent(&self, index: usize) -> u32 {
        let behind = self.job.sizes.len().saturating_sub(index + 1);
        let count = if self.job.blocks { behind.min(MOST_ADJACENT) } else { 0 };
        u32::try_from(count).unwrap()
    }

    fn write_list(&self) {
        let job = &self.job;
        let count = job.sizes.len();
        let (mut host, mut moved) = (self.data.addr() + job.offset as u64, 0);
        for (index, size) in job.sizes.iter().enumerate() {
            let last = index + 1 == count;
            let ends = matches!(job.place, Place::Packets) || last;
            let flags = [
                (last, desc::control::STOP.mask()),
                (ends && job.is_stream_to_card(), desc::control::EOP.mask()),
            ];
            let flags = flags.iter().filter(|(set, _)| *set).fold(0, |all, (_, flag)| all | flag);
            let next = self.adjacent(index + 1);
            let control = desc::control::RESET | flags | desc::control::NEXT_ADJACENT.put(next);
            let card = match job.place {
                Place::Memory(base) => base + moved,
                Place::Port(port) => port,
                // Of a stream to the host it is where the result goes.
                Place::Packets => self.addr(count) + (8 * index) as u64,
            };
            let (source, destination) = match job.way {
                Way::ToCard(_) => (host, card),
                Way::ToHost(_) => (card, host),
            };
            let mut bytes = Vec::new();
            bytes.extend(control.to_le_bytes());
            bytes.extend(u32::try_from(*size).unwrap().to_le_bytes());
            let next = if last { 0 } else { self.addr(index + 1) };
            for address in [source, destination, next] {
                bytes.extend(address.to_le_bytes());
            }
            self.list.write(index * DESCRIPTOR, &bytes).unwrap();
            host += (size + job.gap) as u64;
            moved += *size as u64;
        }
    }

    /// Number of its source of interrupts, with so many channels to the card.
    pub(crate) fn source(&self, to_card: u32) -> u32 {
        match self.job.way {
            Way::ToCard(n) => n,
            Way::ToHost(n) => to_card + n,
        }
    }

    /// Offset of its registers, and of those of its descriptors.
    fn pages(&self) -> (u32, u32) {
        match self.job.way {
            Way::ToCard(n) => (xdma::H2C.at(n), xdma::H2C_SGDMA.at(n)),
            Way::ToHost(n) => (xdma::C2H.at(n), xdma::C2H_SGDMA.at(n)),
        }
    }

    /// Tells the channel where its list is, and to send a message at its end.
    pub(crate) fn prepare(&self, card: &mut dyn Card) {
        let (base, page) = self.pages();
        let first = self.addr(0);
        let mut write = |offset, value| card.write32(Bar::Dma, offset, value).unwrap();
        write(page + sgdma::FIRST_DESC_LO, u32::try_from(first & 0xFFFF_FFFF).unwrap());
        write(page + sgdma::FIRST_DESC_HI, u32::try_from(first >> 32).unwrap());
        write(page + sgdma::FIRST_DESC_ADJACENT, self.adjacent(0));
        write(base + chan::INTERRUPT_ENABLE, chan::control::DESC_STOPPED.mask());
    }

    /// Starts it.
    pub(crate) fn start(&self, card: &mut dyn Card) {
        let run = chan::control::RUN.mask() | chan::control::DESC_STOPPED.mask();
        card.write32(Bar::Dma, self.pages().0 + chan::CONTROL, run).unwrap();
    }

    /// Descriptors that it has finished.
    pub(crate) fn completed(&self, card: &mut dyn Card) -> u32 {
        card.read32(Bar::Dma, self.pages().0 + chan::COMPLETED_COUNT).unwrap()
    }
}

impl Job {
    fn is_stream_to_card(&self) -> bool {
        matches!((self.way, self.place), (Way::ToCard(_), Place::Packets))
    }
}
