// SPDX-License-Identifier: Apache-2.0
//! What lies between a program and a card: a simulation in the same process, or the nodes of a kernel driver.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use forebay_aperture::{Aperture, Caching};
use forebay_bus::{Bar, Buffer};

use crate::capture::CaptureOptions;
use crate::capture::backend::Backend as CaptureBackend;
use crate::registers::Registers;
use crate::transmit::TransmitOptions;
use crate::transmit::backend::Backend as TransmitBackend;
use crate::user_queue::backend::Backend;
use crate::{ChannelId, Consumed, ForebayError, Scheme, Stall};

/// Who is told of a device that gets nowhere.
pub(crate) type OnStall = Arc<dyn Fn(&Stall) + Send + Sync>;

/// Carries register accesses and transfers. Every wait in here is bounded, unless the caller wants none.
pub(crate) trait Transport: Send + Sync {
    /// The card's registers, for the caller alone until it lets go.
    fn registers(&self) -> Box<dyn Registers + '_>;

    /// Reads a 32-bit register of any BAR that the transport reaches.
    fn read32(&self, bar: Bar, offset: u64) -> Result<u32, ForebayError>;

    /// Writes a 32-bit register of any BAR that the transport reaches.
    fn write32(&self, bar: Bar, offset: u64, value: u32) -> Result<(), ForebayError>;

    /// Maps the card's aperture.
    fn map_aperture(&self, caching: Caching) -> Result<Aperture, ForebayError>;

    /// Lets the program start transfers itself.
    fn user_queue(&self, scheme: Scheme) -> Result<Box<dyn Backend>, ForebayError>;

    /// Takes the card's capture engine, with buffers.
    fn capture(&self, options: &CaptureOptions) -> Result<Arc<dyn CaptureBackend>, ForebayError>;

    /// Takes the card's transmit engine, with buffers.
    fn transmit(&self, options: &TransmitOptions)
    -> Result<Arc<dyn TransmitBackend>, ForebayError>;

    /// Card clock cycles so far.
    fn now(&self) -> Result<u64, ForebayError>;

    /// The card's time as of the last look, for who wants to watch without disturbing.
    fn cycles(&self) -> Arc<AtomicU64>;

    /// Makes a channel of the card ready for use; harmless when it is.
    fn prepare(&self, channel: ChannelId) -> Result<(), ForebayError>;

    /// Queues a transfer behind the earlier ones of its channel; gives its number.
    fn submit(&self, request: Request) -> Result<u64, ForebayError>;

    /// Waits for the end of a transfer. Asked once for each.
    fn wait(&self, channel: ChannelId, id: u64) -> Result<Outcome, ForebayError>;

    /// Whether a transfer that nobody has waited for has ended.
    fn has_ended(&self, channel: ChannelId, id: u64) -> Result<bool, ForebayError>;

    /// Gives up a transfer that nobody will wait for.
    fn forget(&self, channel: ChannelId, id: u64);

    /// Moves `bytes` to `card`, behind the earlier transfers of the channel, and waits for it.
    fn push(
        &self,
        channel: ChannelId,
        bytes: &[u8],
        card: u64,
        eop: bool,
    ) -> Result<Moved, ForebayError>;

    /// Fills `bytes` from `card`, behind the earlier transfers of the channel, and waits for it.
    fn pull(&self, channel: ChannelId, bytes: &mut [u8], card: u64) -> Result<Moved, ForebayError>;

    /// Lets the card work until a register of the card's own satisfies `done`, and gives its value then. Gives up when nothing moves
    /// any more.
    fn wait_register(
        &self,
        what: &'static str,
        offset: u32,
        done: &dyn Fn(u32) -> bool,
    ) -> Result<u32, ForebayError>;

    /// Brings the card back to idle; every transfer under way ends as cancelled.
    fn recover(&self) -> Result<(), ForebayError>;

    /// Who waits for whom at this moment.
    fn stall(&self) -> Result<Stall, ForebayError>;

    /// Has somebody told of a device that gets nowhere while a transfer is waited for, once each time.
    fn on_stall(&self, on_stall: OnStall);

    /// Notes what the datapath takes.
    fn declare(&self, consumed: &[Consumed]);
}

/// A transfer to be queued.
#[derive(Debug)]
pub(crate) struct Request {
    pub channel: ChannelId,
    pub memory: Memory,
    /// Moved in this order.
    pub parts: Vec<Part>,
    /// Transfers of one chain that are queued one behind the other are one stream of data: each goes on where the one before ends,
    /// and when that fails it is cancelled.
    pub chain: Option<u64>,
}

/// Host memory of a queued transfer; the transfer keeps it until it has ended.
#[derive(Debug)]
pub(crate) enum Memory {
    /// Buffers that the card reads.
    Shared(Vec<Arc<Buffer>>),
    /// The buffer that the card writes.
    Owned(Buffer),
}

/// One contiguous piece of a queued transfer. Its range lies inside its buffer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    /// Which of the shared buffers; 0 for the owned one.
    pub buffer: usize,
    pub range: Range<usize>,
    /// Card address; without meaning on streams.
    pub card: u64,
    /// The piece ends a packet, or the room for one.
    pub eop: bool,
}

/// What a finished transfer moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moved {
    /// Bytes written to their destination.
    pub bytes: u64,
    /// A packet ended in this transfer (streams to the host). The nodes of the card vendor's driver do not tell it of a
    /// packet that ends exactly with the buffer.
    pub eop: bool,
    /// Card cycle at which the end was seen.
    pub finished_at: u64,
}

/// How a queued transfer ended.
#[derive(Debug)]
pub(crate) struct Outcome {
    pub result: Result<Moved, ForebayError>,
    /// The buffer that the card wrote, where there was one.
    pub buffer: Option<Buffer>,
}
