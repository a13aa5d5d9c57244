// SPDX-License-Identifier: Apache-2.0
//! What can go wrong between a program and the card.

use std::io;
use std::path::PathBuf;
use std::time::Duration;

use forebay_aperture::ApertureError;
use forebay_bus::{Bar, CardError};

use crate::{
    CaptureError, ChannelId, DoorbellRefusal, FeatureError, Stall, TransmitError, UserQueueError,
};

/// Names that a person may try.
#[cfg(feature = "sim")]
const KNOWN_DEVICES: &str = "`rtl:BUILD`, `fast:BUILD`, `paced:BUILD` or `/dev/forebay0`";
#[cfg(not(feature = "sim"))]
const KNOWN_DEVICES: &str = "`/dev/forebay0`";

/// Errors of the host library. Each names the place, the value seen and the next step.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ForebayError {
    /// The device name is not one that can be opened.
    #[error("device `{spec}` is not known: {why}; try {KNOWN_DEVICES}")]
    UnknownDevice {
        /// What was asked for.
        spec: String,
        /// Which part is wrong.
        why: String,
    },
    /// The card seam failed.
    #[error(transparent)]
    Card(#[from] CardError),
    /// An access of a mapped aperture, or mapping it.
    #[error(transparent)]
    Aperture(#[from] ApertureError),
    /// Stores into registers must not be combined.
    #[error(
        "{bar}: not prefetchable, so stores there may not be combined; of a card only the aperture is"
    )]
    NotPrefetchable {
        /// What was to be mapped.
        bar: Bar,
    },
    /// Registers are not mapped by this library.
    #[error("{bar}: not mapped; use `Device::read32` and `Device::write32`")]
    NotMapped {
        /// What was to be mapped.
        bar: Bar,
    },
    /// The driver gives programs no aperture.
    #[error(
        "{path}: this driver has no node for the aperture; map it through sysfs (`PciBar`), or load this project's kernel module",
        path = path.display()
    )]
    NoApertureNode {
        /// What leads to the card.
        path: PathBuf,
    },
    /// What answered is not a Forebay card this library knows.
    #[error(
        "status register {register} reads {value:#010x}, expected {expected}; wrong BAR or a card without power"
    )]
    NotACard {
        /// Register name.
        register: &'static str,
        /// Value read.
        value: u32,
        /// What it should have been.
        expected: String,
    },
    /// The card's list of features is broken, or it has none.
    #[error(transparent)]
    Features(#[from] FeatureError),
    /// A transfer that the program starts itself, or what it needs for that.
    #[error(transparent)]
    UserQueue(#[from] UserQueueError),
    /// A capture, or the signal source.
    #[error(transparent)]
    Capture(#[from] CaptureError),
    /// Transmission, or the air.
    #[error(transparent)]
    Transmit(#[from] TransmitError),
    /// The card has nothing of what is asked for, or only in a version that this library does not know.
    #[error("the card has no {what} that this library knows; `forebay describe` lists what it has")]
    NoFeature {
        /// What was asked for.
        what: &'static str,
    },
    /// A feature does not have so many events.
    #[error(
        "{feature}: event {index}: it has {present} in the user BAR; `forebay describe` lists them"
    )]
    NoSuchEvent {
        /// Name of the feature.
        feature: String,
        /// The event asked for.
        index: u32,
        /// How many there are.
        present: u32,
    },
    /// The card has no such channel.
    #[error("{channel}: the card has {present} {} channels; `forebay describe` lists them", channel.direction())]
    NoSuchChannel {
        /// The channel asked for.
        channel: ChannelId,
        /// How many there are in its direction.
        present: u32,
    },
    /// A memory-mapped call on a streaming channel, or the other way round.
    #[error("{channel} is {}; use {} instead", kind_name(*stream), kind_calls(*stream))]
    WrongKind {
        /// The channel.
        channel: ChannelId,
        /// Whether it is a streaming channel.
        stream: bool,
    },
    /// The engine stopped with an error.
    #[error(
        "{channel}: {cause} at descriptor {descriptor} ({}card {card_addr:#x}), status {status:#010x}, \
         last refused host address {bad_host_addr:#x}, card address {bad_card_addr:#x}; {next}",
        host_part(*host_addr)
    )]
    Engine {
        /// The channel.
        channel: ChannelId,
        /// What the status register says.
        cause: EngineCause,
        /// Number of the descriptor in the transfer, from 0.
        descriptor: u64,
        /// Its host address, where the library chose it: behind a kernel driver it is the driver's.
        host_addr: Option<u64>,
        /// Its card address.
        card_addr: u64,
        /// Status register as read.
        status: u32,
        /// Last host address that was refused, from the status block.
        bad_host_addr: u64,
        /// Last card address that did not exist, from the status block.
        bad_card_addr: u64,
        /// What to do.
        next: &'static str,
    },
    /// The card began no run of what its doorbell was rung with. The library has recovered the card, as
    /// [`Device::recover`](crate::Device::recover) says.
    #[error("{channel}: the doorbell refused a transfer: {why}; the channel works again")]
    Refused {
        /// The channel.
        channel: ChannelId,
        /// What register REFUSED said.
        why: DoorbellRefusal,
    },
    /// Nothing moves, and nothing ever will: what the datapath lacks is queued behind what waits for the datapath. The library has
    /// recovered the card, as [`Device::recover`](crate::Device::recover) says. Behind a kernel driver only the channel has been stopped:
    /// transfers behind it are cancelled, others go on, stream ports and datapaths keep what they have until then.
    #[error(
        "{channel}: deadlock: {stall}; the channel was aborted, with {done} of {total} descriptors done, {bytes} bytes, and works again"
    )]
    Deadlock {
        /// The channel.
        channel: ChannelId,
        /// Descriptors finished in the end: what waited for room may have been let in to be thrown away.
        done: u64,
        /// Descriptors of the transfer.
        total: u64,
        /// Bytes that have arrived in the end, from the beginning of the transfer.
        bytes: u64,
        /// Who waited for whom.
        stall: Box<Stall>,
    },
    /// Nothing moved for as long as the caller's limit says ([`Patience`](crate::Patience)). The library has recovered the card, as
    /// [`Device::recover`](crate::Device::recover) says.
    #[error(
        "{channel}: nothing moved for {} card cycles: {stall}; the channel was aborted, with {done} of {total} descriptors done, \
         {bytes} bytes, and works again",
        stall.waited
    )]
    Stalled {
        /// The channel.
        channel: ChannelId,
        /// Descriptors finished in the end: what waited for room may have been let in to be thrown away.
        done: u64,
        /// Descriptors of the transfer.
        total: u64,
        /// Bytes that have arrived in the end, from the beginning of the transfer.
        bytes: u64,
        /// Who waited for whom.
        stall: Box<Stall>,
    },
    /// Nothing moved for so long that the wait was ended, though what is missing might still have come and nobody had set a limit
    /// ([`Limit::Unset`](crate::Limit::Unset)). The library has recovered the card, as [`Device::recover`](crate::Device::recover) says.
    #[error(
        "{channel}: nothing moved for {} s, and nobody had set how long to wait: set `Patience::limit` when the device is opened \
         (`Limit::Never` waits for ever); {stall}; the channel was aborted, with {done} of {total} descriptors done, {bytes} bytes, \
         and works again",
        after.as_secs_f64()
    )]
    GivenUp {
        /// The channel.
        channel: ChannelId,
        /// Time of the host without progress.
        after: Duration,
        /// Descriptors finished in the end: what waited for room may have been let in to be thrown away.
        done: u64,
        /// Descriptors of the transfer.
        total: u64,
        /// Bytes that have arrived in the end, from the beginning of the transfer.
        bytes: u64,
        /// Who waited for whom.
        stall: Box<Stall>,
    },
    /// The transfer was cancelled because one in front of it was given up, another one on the device stalled, or the card was
    /// recovered or reset.
    #[error(
        "{channel}: cancelled after {bytes} bytes when the device was reset, or recovered from a stall, or a transfer in \
         front of it was given up; submit it again"
    )]
    Cancelled {
        /// The channel.
        channel: ChannelId,
        /// Bytes that had arrived, from the beginning of the transfer. A reset of the card takes them away with its memory.
        bytes: u64,
    },
    /// A device node could not be opened.
    #[error("{path}: {source}; {next}", path = path.display())]
    NodeOpen {
        /// The node.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
        /// What to do.
        next: &'static str,
    },
    /// A call on a device node failed.
    #[error(
        "{path}: {what} of {bytes} bytes at {at:#x} failed after {done}: {source}; {next}", path = path.display()
    )]
    NodeIo {
        /// The node.
        path: PathBuf,
        /// What was tried.
        what: &'static str,
        /// Card address or register offset.
        at: u64,
        /// Bytes asked for.
        bytes: u64,
        /// Bytes done before.
        done: u64,
        /// The system's reason.
        source: io::Error,
        /// What to do.
        next: &'static str,
    },
    /// A device node that takes one program at a time is taken, or its driver has taken it out of use.
    #[error("{path} is in use by another program, or offline; end that program or try again when it has", path = path.display())]
    Busy {
        /// The node.
        path: PathBuf,
    },
    /// The card has gone from its bus.
    #[error(
        "{path}: the card does not answer any more; see whether `lspci` still lists it and what the kernel log says",
        path = path.display()
    )]
    CardGone {
        /// The node it showed at.
        path: PathBuf,
    },
    /// Kernel module and library do not fit each other.
    #[error(
        "{path}: the kernel module has interface {seen}, this program was made for {known}; install both from one release",
        path = path.display()
    )]
    NodeAbi {
        /// The node.
        path: PathBuf,
        /// Number that the module gives.
        seen: u32,
        /// Number the library knows.
        known: u32,
    },
    /// The kernel driver gave a transfer up. Those behind it on its channel are cancelled; stream ports and datapaths keep
    /// what they have until [`Device::recover`](crate::Device::recover).
    #[error(
        "{channel}: the driver's time-out passed with {done} of {total} bytes done; {hint}; the channel was stopped and \
         works again"
    )]
    Timeout {
        /// The channel.
        channel: ChannelId,
        /// Bytes done.
        done: u64,
        /// Bytes of the transfer.
        total: u64,
        /// What the stream ports say, and the next step.
        hint: String,
    },
    /// A packet that one call of the driver does not take.
    #[error(
        "{channel}: a packet of {bytes} bytes is more than the driver's {max}; send smaller packets"
    )]
    PacketTooLong {
        /// The channel.
        channel: ChannelId,
        /// Bytes of the packet.
        bytes: usize,
        /// Most that one call takes.
        max: usize,
    },
    /// A part of the card that the device node does not lead to.
    #[error("{bar}: not behind {path}; only a simulated card lets a program reach them", path = path.display())]
    NoSuchBar {
        /// The part of the card.
        bar: Bar,
        /// What leads to the card.
        path: PathBuf,
    },
    /// The operating system refused what a transfer needs.
    #[error("{what}: {source}; the system is short of threads or open files")]
    System {
        /// What was tried.
        what: &'static str,
        /// Its reason.
        source: io::Error,
    },
    /// The engine did not become idle even after an abort.
    #[error("{channel}: still busy {waited} card cycles after an abort; reset the card")]
    Wedged {
        /// The channel.
        channel: ChannelId,
        /// Cycles waited.
        waited: u64,
    },
    /// A front end or datapath does not come to rest when it is told to.
    #[error(
        "{plug}, header at {header:#x} of the card's own registers: still busy {waited} card cycles after it was told to come \
         to rest, STATUS {status:#010x}; {next}"
    )]
    NeverIdle {
        /// Its name.
        plug: String,
        /// Where its header is.
        header: u32,
        /// STATUS of its header as last read.
        status: u32,
        /// Cycles waited.
        waited: u64,
        /// What was done about it, and the next step.
        next: &'static str,
    },
    /// The registers of a front end or datapath do not answer any more.
    #[error(
        "{plug}, header at {header:#x} of the card's own registers: its register page reads all ones, so it does not answer; \
         reset the card"
    )]
    NoAnswer {
        /// Its name.
        plug: String,
        /// Where its header is.
        header: u32,
    },
    /// A range outside the buffer that was handed over.
    #[error(
        "buffer of {len} bytes: range {start}..{end} is outside it; give one that ends within the buffer"
    )]
    Range {
        /// First byte asked for.
        start: usize,
        /// One past the last.
        end: usize,
        /// Size of the buffer.
        len: usize,
    },
    /// A piece of a buffer that was not handed over with it.
    #[error("piece {piece} is of buffer {buffer}, but only {given} were given; count them from 0")]
    NoSuchBuffer {
        /// Number of the piece, from 0.
        piece: usize,
        /// The buffer that it names.
        buffer: usize,
        /// Buffers that were given.
        given: usize,
    },
    /// A transfer that would go past the last card address.
    #[error(
        "card address {card_addr:#x}: {bytes} bytes from there go past the last address; check the address"
    )]
    CardRange {
        /// First card address.
        card_addr: u64,
        /// Bytes of the transfer.
        bytes: usize,
    },
    /// Elements of a stream that have no bytes.
    #[error("stream port {port}: an element has no bytes; give the size of one in memory")]
    EmptyElement {
        /// The stream port they were meant for.
        port: u32,
    },
    /// The card has no such stream port.
    #[error("stream port {port}: the card has {present}; `forebay describe` lists them")]
    NoSuchStreamPort {
        /// The stream port asked for.
        port: u32,
        /// How many there are.
        present: usize,
    },
    /// A FIFO that is too small for the shortest chunk of a stream: all of it must fit before the other streams have sent theirs.
    #[error(
        "stream port {port}: {elements} elements of each stream are the fewest that fill whole entries, {entries} entries here, and its FIFO has {depth}; send elements of a size that divides {bytes} bytes, give this stream last, or use a card with deeper FIFOs",
        bytes = crate::stream_writer::ENTRY_BYTES
    )]
    FifoTooSmall {
        /// The stream port.
        port: u32,
        /// Elements of a chunk.
        elements: usize,
        /// Entries that they fill.
        entries: usize,
        /// Entries of the FIFO.
        depth: usize,
    },
    /// A register did not take the value waited for.
    #[error(
        "{what} still reads {value:#010x} after {waited} card cycles; `forebay describe` shows what waits for what"
    )]
    RegisterWait {
        /// The register and what was waited for.
        what: &'static str,
        /// Value last read.
        value: u32,
        /// Cycles waited at most.
        waited: u64,
    },
}

impl ForebayError {
    /// Who waits for whom, of a transfer that was given up because nothing moved.
    #[must_use]
    pub fn stall(&self) -> Option<&Stall> {
        match self {
            Self::Deadlock { stall, .. }
            | Self::Stalled { stall, .. }
            | Self::GivenUp { stall, .. } => Some(stall),
            _ => None,
        }
    }
}

const fn kind_name(stream: bool) -> &'static str {
    if stream { "a streaming channel" } else { "memory-mapped" }
}

const fn kind_calls(stream: bool) -> &'static str {
    if stream { "send or receive" } else { "write_all_at or read_exact_at" }
}

fn host_part(host_addr: Option<u64>) -> String {
    host_addr.map(|addr| format!("host {addr:#x}, ")).unwrap_or_default()
}

/// Why an engine stopped, decoded from its status register.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EngineCause {
    /// The descriptor does not start with the magic word.
    #[error("bad descriptor magic")]
    BadMagic,
    /// A descriptor could not be fetched.
    #[error("descriptor fetch failed")]
    DescriptorFetch,
    /// The descriptor's length is not usable.
    #[error("invalid length")]
    InvalidLength,
    /// The source refused a read.
    #[error("source read refused")]
    Read,
    /// The destination refused a write.
    #[error("destination write refused")]
    Write,
    /// The engine stopped without saying why.
    #[error("stopped early")]
    Stopped,
}
