// SPDX-License-Identifier: Apache-2.0
//! A card behind a kernel driver: transfers are reads and writes of its device nodes.
//!
//! The driver owns descriptors and interrupts; every call here blocks until it has moved its bytes or failed, and the
//! driver's time-out bounds it. So that a program can read a result while it still writes the input, each channel has
//! one thread for queued transfers; it serves them in order, which [`crate::StreamWriter`] depends on. A transfer of
//! borrowed memory is made in its caller's thread when its turn has come.

mod abi;
mod aperture;
mod calls;
mod capture;
mod channel;
mod failure;
mod family;
mod port;
mod programs;
mod stalls;
mod stream;
mod transmit;
mod user;
mod wakeup;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use forebay_aperture::{Aperture, Caching};
use forebay_bus::Bar;
use forebay_regs::user::{FRONT_END_MM2S, FRONT_END_S2MM, FRONT_END_UDMA};

use self::channel::{Channel, Mover};
use self::family::Nodes;
use self::port::{Port, Pulled};
use self::stalls::Declared;
use self::user::User;
use self::wakeup::Wakeup;
use crate::capture::CaptureOptions;
use crate::capture::backend::Backend as CaptureBackend;
use crate::counters::fingerprint;
use crate::identity::Identity;
use crate::registers::Registers;
use crate::transmit::TransmitOptions;
use crate::transmit::backend::Backend as TransmitBackend;
use crate::transport::{Moved, OnStall, Outcome, Request, Transport};
use crate::user_queue::backend::Backend;
use crate::{ChannelId, Class, Consumed, ForebayError, Scheme, Stall, quiesce};

/// How long a register is waited for while no counter of the card moves. Longer than anything a card does without
/// moving data, also of a simulated card, whose second of work may take a minute.
const PATIENCE: Duration = Duration::from_secs(30);
/// First and longest pause between two looks at a register; the end of a transfer or an interrupt cuts it short.
const FIRST_PAUSE: Duration = Duration::from_micros(100);
const LONGEST_PAUSE: Duration = Duration::from_millis(10);

/// The nodes of one card.
pub(crate) struct NodeTransport {
    nodes: Nodes,
    user: Arc<User>,
    identity: Identity,
    wakeup: Arc<Wakeup>,
    completion: Option<Completion>,
    declared: Arc<Declared>,
    /// Opened when first used: a stream takes one program at a time.
    channels: Mutex<BTreeMap<ChannelId, Arc<Channel>>>,
}

impl NodeTransport {
    /// Opens the card whose nodes begin with `path`.
    pub(crate) fn open(
        path: &Path,
        completion: Option<Completion>,
    ) -> Result<(Self, Identity), ForebayError> {
        let unknown = || ForebayError::UnknownDevice {
            spec: path.display().to_string(),
            why: "the name is not forebayN or xdmaN".into(),
        };
        let nodes = Nodes::find(path).ok_or_else(unknown)?;
        if completion.is_some() && !nodes.takes_completion() {
            return Err(ForebayError::UnknownDevice {
                spec: path.display().to_string(),
                why: "how its driver waits is set by the driver's module parameters".into(),
            });
        }
        let (file, path) = nodes.open_user()?;
        let user = Arc::new(User::new(file, path));
        let identity = Identity::read(&mut user.lock())?;
        // Whoever watches the time counts from here.
        user.now()?;
        let wakeup = Arc::new(Wakeup::new(nodes.open_events())?);
        let (channels, declared) = (Mutex::default(), Arc::default());
        let own = identity.clone();
        Ok((Self { nodes, user, identity: own, wakeup, completion, declared, channels }, identity))
    }

    /// The channel, opened if it is not yet.
    fn channel(&self, channel: ChannelId) -> Result<Arc<Channel>, ForebayError> {
        let mut channels = self.channels.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(open) = channels.get(&channel) {
            return Ok(Arc::clone(open));
        }
        let found = self.identity.channels().into_iter().find(|(id, _)| *id == channel);
        let present = self.identity.channel_count(channel);
        let (_, stream) = found.ok_or(ForebayError::NoSuchChannel { channel, present })?;
        let port = Port::open(
            &self.nodes,
            channel,
            stream,
            Arc::clone(&self.user),
            (self.identity.clone(), self.completion.as_ref().map(Into::into)),
            Arc::clone(&self.declared),
        )?;
        let opened = Arc::new(Channel::start(Box::new(port), Arc::clone(&self.wakeup))?);
        channels.insert(channel, Arc::clone(&opened));
        Ok(opened)
    }

    /// Channels in use now.
    fn open_channels(&self) -> Vec<Arc<Channel>> {
        let channels = self.channels.lock().unwrap_or_else(PoisonError::into_inner);
        channels.values().cloned().collect()
    }

    /// Waits until no datapath has anything under way, however much else moves.
    fn wait_datapath_idle(&self) -> Result<(), ForebayError> {
        let began = self.user.now()?;
        let limit = Instant::now() + PATIENCE;
        let mut pause = FIRST_PAUSE;
        loop {
            let over = Instant::now() > limit;
            let Some(busy) = quiesce::busy_datapath(&mut self.user.lock(), &self.identity)? else {
                return Ok(());
            };
            if over {
                let waited = self.user.now()?.saturating_sub(began);
                return Err(busy.error(waited, "reset the card"));
            }
            self.wakeup.wait(pause)?;
            pause = LONGEST_PAUSE.min(2 * pause);
        }
    }

    /// While held, stream ports and datapaths throw away what they have and what comes.
    fn hold(&self, hold: bool) -> Result<(), ForebayError> {
        quiesce::hold_stream_ports(&mut self.user.lock(), &self.identity, hold)?;
        quiesce::hold_datapaths(&mut self.user.lock(), &self.identity, hold)
    }

    fn user_only(&self, bar: Bar) -> Result<(), ForebayError> {
        match bar {
            Bar::User => Ok(()),
            Bar::Dma | Bar::Aperture => Err(ForebayError::NoSuchBar { bar, path: self.base() }),
        }
    }

    fn base(&self) -> PathBuf {
        self.nodes.path("user")
    }
}

impl Transport for NodeTransport {
    fn registers(&self) -> Box<dyn Registers + '_> {
        Box::new(self.user.lock())
    }

    fn read32(&self, bar: Bar, offset: u64) -> Result<u32, ForebayError> {
        self.user_only(bar)?;
        self.user.lock().read(offset_of(bar, offset)?)
    }

    fn write32(&self, bar: Bar, offset: u64, value: u32) -> Result<(), ForebayError> {
        self.user_only(bar)?;
        self.user.lock().write(offset_of(bar, offset)?, value)
    }

    fn map_aperture(&self, caching: Caching) -> Result<Aperture, ForebayError> {
        aperture::map(&self.nodes, caching)
    }

    fn user_queue(&self, scheme: Scheme) -> Result<Box<dyn Backend>, ForebayError> {
        let front_end = self.identity.feature(Class::FrontEnd, FRONT_END_UDMA);
        front_end.ok_or(ForebayError::NoFeature { what: "front end for user-level DMA" })?;
        programs::open(&self.nodes, scheme)
    }

    fn capture(&self, options: &CaptureOptions) -> Result<Arc<dyn CaptureBackend>, ForebayError> {
        let front_end = self.identity.feature(Class::FrontEnd, FRONT_END_S2MM);
        front_end.ok_or(ForebayError::NoFeature { what: "capture engine" })?;
        capture::open(&self.nodes, options)
    }

    fn transmit(
        &self,
        options: &TransmitOptions,
    ) -> Result<Arc<dyn TransmitBackend>, ForebayError> {
        let front_end = self.identity.feature(Class::FrontEnd, FRONT_END_MM2S);
        front_end.ok_or(ForebayError::NoFeature { what: "transmit engine" })?;
        transmit::open(&self.nodes, options)
    }

    fn now(&self) -> Result<u64, ForebayError> {
        self.user.now()
    }

    fn cycles(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.user.cycles)
    }

    fn prepare(&self, channel: ChannelId) -> Result<(), ForebayError> {
        self.channel(channel).map(drop)
    }

    fn submit(&self, request: Request) -> Result<u64, ForebayError> {
        let Request { channel, memory, parts, chain } = request;
        Ok(self.channel(channel)?.submit_in(chain, memory, parts))
    }

    fn wait(&self, channel: ChannelId, id: u64) -> Result<Outcome, ForebayError> {
        self.channel(channel)?.wait(id)
    }

    fn has_ended(&self, channel: ChannelId, id: u64) -> Result<bool, ForebayError> {
        Ok(self.channel(channel)?.has_ended(id))
    }

    fn forget(&self, channel: ChannelId, id: u64) {
        // A channel that was never opened has nothing to forget.
        if let Ok(channel) = self.channel(channel) {
            channel.forget(id);
        }
    }

    fn push(
        &self,
        channel: ChannelId,
        bytes: &[u8],
        card: u64,
        _: bool,
    ) -> Result<Moved, ForebayError> {
        self.channel(channel)?.push(bytes, card)
    }

    fn pull(&self, channel: ChannelId, bytes: &mut [u8], card: u64) -> Result<Moved, ForebayError> {
        self.channel(channel)?.pull(bytes, card)
    }

    fn wait_register(
        &self,
        what: &'static str,
        offset: u32,
        done: &dyn Fn(u32) -> bool,
    ) -> Result<u32, ForebayError> {
        let began = self.user.now()?;
        let mut moved_at = Instant::now();
        let mut seen = fingerprint(&mut self.user.lock(), &self.identity)?;
        let mut pause = FIRST_PAUSE;
        loop {
            let value = self.user.lock().read(offset)?;
            if done(value) {
                return Ok(value);
            }
            if moved_at.elapsed() > PATIENCE {
                let now = fingerprint(&mut self.user.lock(), &self.identity)?;
                if now == seen {
                    let waited = self.user.now()?.saturating_sub(began);
                    return Err(ForebayError::RegisterWait { what, value, waited });
                }
                (moved_at, seen) = (Instant::now(), now);
            }
            self.wakeup.wait(pause)?;
            pause = LONGEST_PAUSE.min(2 * pause);
            // For who watches the time.
            self.user.now()?;
        }
    }

    /// While the datapath is held, writes under way find room and end; a read that nothing comes for any more ends with
    /// the driver's time-out.
    fn recover(&self) -> Result<(), ForebayError> {
        let channels = self.open_channels();
        for channel in &channels {
            channel.cancel_waiting();
        }
        self.hold(true)?;
        for channel in &channels {
            channel.wait_served();
        }
        let empty = quiesce::wait_stream_ports_empty(&mut self.user.lock(), &self.identity);
        let rested = empty.and_then(|()| self.wait_datapath_idle());
        // However that went: what comes from now on is no business of this recovery.
        let released = self.hold(false);
        rested.and(released)?;
        // It may still have to clear away what was cut.
        self.wait_datapath_idle()
    }

    fn stall(&self) -> Result<Stall, ForebayError> {
        self.declared.stall(&self.user, &self.identity, None)
    }

    /// The driver waits, and tells when it has given a transfer up.
    fn on_stall(&self, _: OnStall) {}

    fn declare(&self, consumed: &[Consumed]) {
        self.declared.set(consumed);
    }
}

impl Mover for Port {
    fn channel(&self) -> ChannelId {
        self.channel
    }

    fn write(&self, bytes: &[u8], card: u64) -> Result<(), ForebayError> {
        self.write(bytes, card)
    }

    fn write_list(&self, pieces: &[(&[u8], u64)]) -> Result<bool, ForebayError> {
        self.write_list(pieces)
    }

    fn read(&self, bytes: &mut [u8], card: u64) -> Result<Pulled, ForebayError> {
        self.read(bytes, card)
    }

    fn now(&self) -> Result<u64, ForebayError> {
        self.now()
    }

    fn resets(&self) -> Option<u32> {
        self.resets()
    }
}

/// Registers have 32-bit offsets of whole words.
fn offset_of(bar: Bar, offset: u64) -> Result<u32, ForebayError> {
    u32::try_from(offset)
        .ok()
        .filter(|offset| offset % 4 == 0)
        .ok_or_else(|| forebay_bus::CardError::MmioSize { bar, offset, bytes: 4 }.into())
}

/// How a kernel driver waits for the transfers of an open file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// Spin that long before sleeping until the interrupt, at most a second; none to sleep at once.
    pub spin: Option<Duration>,
    /// Time that a transfer may take; the driver may multiply it for simulated cards.
    pub timeout: Duration,
}

impl From<&Completion> for abi::Completion {
    fn from(completion: &Completion) -> Self {
        let micros = |time: Duration| u32::try_from(time.as_micros()).unwrap_or(u32::MAX);
        let millis = |time: Duration| u32::try_from(time.as_millis()).unwrap_or(u32::MAX);
        let mode = if completion.spin.is_some() { abi::COMPLETE_POLL } else { abi::COMPLETE_IRQ };
        let spin_us = completion.spin.map_or(0, micros);
        Self { mode, spin_us, timeout_ms: millis(completion.timeout), reserved: 0 }
    }
}
