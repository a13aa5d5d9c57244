// SPDX-License-Identifier: Apache-2.0
//! Opening a card and what belongs to the card as a whole.

use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use forebay_bus::{Bar, Card};
use forebay_regs::user::{self, feature, last_bad, last_bad_clear, stream};
use serde::Serialize;

use crate::counters::{Counter, CounterValue, events_of, read_counter, read_event, read_events};
use crate::device_bar::DeviceBar;
use crate::features::Feature;
use crate::identity::Identity;
use crate::in_process::InProcessTransport;
use crate::open::{self, OpenOptions};
use crate::registers::Registers;
use crate::transport::Transport;
use crate::{C2h, ChannelId, Consumed, ForebayError, H2c, Patience, Stall, quiesce};

/// An open card. Clones are handles on the same card and may be used from several threads.
#[derive(Clone)]
pub struct Device {
    transport: Arc<dyn Transport>,
    identity: Identity,
    datapath: Arc<Mutex<()>>,
}

/// State of one stream port.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct StreamState {
    /// Stream port number.
    pub port: u32,
    /// Size of its FIFO in 64-byte entries.
    pub depth: u32,
    /// Entries in it now.
    pub occupancy: u32,
    /// Bytes stored through the aperture that make no whole entry yet.
    pub begun: u32,
    /// Most entries since the mark was last cleared.
    pub high_water: u32,
}

/// Last refused addresses; 0 where none was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct BadAddresses {
    /// On the host side of the DMA engine.
    pub host: u64,
    /// On its card side.
    pub card: u64,
    /// Register access: offset, BAR number in bits 38:36.
    pub mmio: u64,
}

/// What a front end or a datapath tells at this moment, known or not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlugState {
    /// Its name, or its class and number.
    pub name: String,
    /// It was told to come to rest.
    pub quiesced: bool,
    /// It has something under way.
    pub busy: bool,
    /// Pieces of work since reset, modulo 2^32.
    pub progress: u32,
    /// Its registers answer, as far as is known: those of its events do. If not, it is described without them.
    pub answers: bool,
}

/// Everything the card tells of itself.
#[derive(Clone, Debug, Serialize)]
pub struct Description {
    /// Identity and parameters.
    pub identity: Identity,
    /// Card cycles since reset.
    pub cycles: u64,
    /// Every counter of the platform, and every event of a feature that is known.
    pub counters: Vec<CounterValue>,
    /// Every front end and datapath.
    pub plugs: Vec<PlugState>,
    /// Every stream port.
    pub streams: Vec<StreamState>,
    /// Last refused addresses.
    pub last_bad: BadAddresses,
}

impl Device {
    /// Opens a card behind a kernel driver, `/dev/forebayN`, or `/dev/xdmaN` where the card vendor's XDMA driver is loaded;
    /// or, with the feature `sim`, a simulated one, `rtl:VARIANT` or `fast:VARIANT` with the variants of `sim/variants.mk`.
    ///
    /// # Errors
    /// [`ForebayError::UnknownDevice`], [`ForebayError::NodeOpen`] and whatever the card says while it is looked at.
    pub fn open(spec: &str) -> Result<Self, ForebayError> {
        Self::open_with(spec, &OpenOptions::default())
    }

    /// Opens a card with options.
    ///
    /// # Errors
    /// See [`Device::open`].
    pub fn open_with(spec: &str, options: &OpenOptions) -> Result<Self, ForebayError> {
        open::open(spec, options)
    }

    /// Takes a card that was made elsewhere. A number is one of card cycles: a transfer that sees no progress for so many is given up.
    ///
    /// # Errors
    /// [`ForebayError::NotACard`] if its status block is not one this library knows, [`ForebayError::Features`] if its list of
    /// features is broken, or it has none.
    pub fn from_card(
        card: Box<dyn Card>,
        patience: impl Into<Patience>,
    ) -> Result<Self, ForebayError> {
        let patience = patience.into();
        Self::from_card_with(card, &OpenOptions { patience, ..OpenOptions::default() })
    }

    /// The same with options, of which those of a card in this process count: `patience`, `doorbells` and `processor`.
    ///
    /// # Errors
    /// See [`Device::from_card`].
    pub fn from_card_with(
        card: Box<dyn Card>,
        options: &OpenOptions,
    ) -> Result<Self, ForebayError> {
        let mut card = card;
        let identity = Identity::read(&mut card)?;
        let transport = InProcessTransport::open(card, identity.clone(), options)?;
        Ok(Self::new(Arc::new(transport), identity))
    }

    pub(crate) fn new(transport: Arc<dyn Transport>, identity: Identity) -> Self {
        Self { transport, identity, datapath: Arc::default() }
    }

    /// What the card is.
    #[must_use]
    pub const fn identity(&self) -> &Identity {
        &self.identity
    }

    /// Host-to-card channel `index`.
    ///
    /// # Errors
    /// [`ForebayError::NoSuchChannel`].
    pub fn h2c(&self, index: u32) -> Result<H2c, ForebayError> {
        let channel = ChannelId::H2c(index);
        let stream = self.prepare(channel)?;
        Ok(H2c::new(self.clone(), channel, stream))
    }

    /// Card-to-host channel `index`.
    ///
    /// # Errors
    /// [`ForebayError::NoSuchChannel`].
    pub fn c2h(&self, index: u32) -> Result<C2h, ForebayError> {
        let channel = ChannelId::C2h(index);
        let stream = self.prepare(channel)?;
        Ok(C2h::new(self.clone(), channel, stream))
    }

    /// Makes a channel ready; whether it is a stream.
    fn prepare(&self, channel: ChannelId) -> Result<bool, ForebayError> {
        let found = self.identity.channels().into_iter().find(|(id, _)| *id == channel);
        let present = self.identity.channel_count(channel);
        let (_, stream) = found.ok_or(ForebayError::NoSuchChannel { channel, present })?;
        self.transport.prepare(channel)?;
        Ok(stream)
    }

    /// Reads a 32-bit register.
    ///
    /// # Errors
    /// See [`Card::mmio_read`].
    pub fn read32(&self, bar: Bar, offset: impl Into<u64>) -> Result<u32, ForebayError> {
        self.transport.read32(bar, offset.into())
    }

    /// Writes a 32-bit register.
    ///
    /// # Errors
    /// See [`Card::mmio_write`].
    pub fn write32(
        &self,
        bar: Bar,
        offset: impl Into<u64>,
        value: u32,
    ) -> Result<(), ForebayError> {
        self.transport.write32(bar, offset.into(), value)
    }

    /// A part of the card, to map it.
    #[must_use]
    pub const fn bar(&self, bar: Bar) -> DeviceBar<'_> {
        DeviceBar::new(self, bar)
    }

    /// Card clock cycles so far: of a simulated card since it was made, behind a driver since the card's reset.
    ///
    /// # Errors
    /// What reading a register can end in.
    pub fn now(&self) -> Result<u64, ForebayError> {
        self.transport.now()
    }

    /// The card's time as of its last look at the outside, shared: a progress display may watch it while another
    /// thread waits for the card.
    #[must_use]
    pub fn cycles(&self) -> Arc<AtomicU64> {
        self.transport.cycles()
    }

    /// Reads one counter.
    ///
    /// # Errors
    /// See [`Card::mmio_read`].
    pub fn counter(&self, counter: Counter) -> Result<u64, ForebayError> {
        read_counter(&mut *self.transport.registers(), counter, false)
    }

    /// Reads one event of a feature of this card, as [`Identity::features`] has it, that has registers in the user BAR.
    ///
    /// # Errors
    /// [`ForebayError::NoSuchEvent`], [`ForebayError::NoAnswer`], else see [`Card::mmio_read`].
    pub fn event(&self, feature: &Feature, index: u32) -> Result<u64, ForebayError> {
        // Where it is was checked when the card was opened, of its own features only.
        let present = events_of(feature);
        let own = self.identity.features.contains(feature) && index < present;
        let page = self.identity.user_offset(feature).filter(|_| own);
        let no_such = || ForebayError::NoSuchEvent { feature: feature.to_string(), index, present };
        let page = page.ok_or_else(no_such)?;
        read_event(&mut *self.transport.registers(), (feature, page), index, false)
    }

    /// Reads everything the card tells of itself; with `clear` the counters, marks and last bad addresses start anew.
    ///
    /// # Errors
    /// See [`Card::mmio_read`].
    pub fn describe(&self, clear: bool) -> Result<Description, ForebayError> {
        let mut guard = self.transport.registers();
        let card = &mut *guard;
        let cycles = card.read_pair(user::STATUS.base() + user::status::CYCLES_LO)?;
        let mut counters = Counter::all()
            .map(|(counter, name)| {
                let value = read_counter(card, counter, clear)?;
                Ok(CounterValue { name: name.into(), value })
            })
            .collect::<Result<Vec<_>, ForebayError>>()?;
        let mut plugs = Vec::new();
        for plug in self.identity.plugs() {
            let mut state = plug_state(card, plug)?;
            match read_events(card, &self.identity, plug, clear) {
                Ok(events) => counters.extend(events),
                Err(ForebayError::NoAnswer { .. }) => state.answers = false,
                Err(other) => return Err(other),
            }
            plugs.push(state);
        }
        let ports = (0..).map_while(|port| Some((port, self.identity.stream_port(port)?)));
        let streams = ports
            .map(|(port, base)| stream_state(card, port, base, clear))
            .collect::<Result<_, ForebayError>>()?;
        let bad = if clear { user::LAST_BAD_CLEAR.base() } else { user::LAST_BAD.base() };
        debug_assert_eq!(
            (last_bad::HOST_LO, last_bad::MMIO_LO),
            (last_bad_clear::HOST_LO, last_bad_clear::MMIO_LO)
        );
        let last_bad = BadAddresses {
            host: card.read_pair(bad + last_bad::HOST_LO)?,
            card: card.read_pair(bad + last_bad::CARD_LO)?,
            mmio: card.read_pair(bad + last_bad::MMIO_LO)?,
        };
        let identity = self.identity.clone();
        Ok(Description { identity, cycles, counters, plugs, streams, last_bad })
    }

    /// Lets the card work until the 32-bit register at `offset` of the user BAR satisfies `done`, and gives its value then. Other
    /// threads get at the card meanwhile, and so does `done`.
    ///
    /// # Errors
    /// [`ForebayError::RegisterWait`], which says `what` was waited for, when nothing of the card moves any more.
    pub fn wait_register(
        &self,
        what: &'static str,
        offset: u32,
        done: &dyn Fn(u32) -> bool,
    ) -> Result<u32, ForebayError> {
        self.transport.wait_register(what, offset, done)
    }

    /// Whoever needs the datapath for several steps has it for itself among all who ask so, of clones of this device, until the guard is dropped. Nothing
    /// else heeds it, nor do other programs.
    pub fn lock_datapath(&self) -> MutexGuard<'_, ()> {
        self.datapath.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Brings the card back to idle after a failure: transfers that wait are cancelled, stream ports emptied, datapaths
    /// brought to rest, which drop what they have.
    ///
    /// What it does to the transfer under way on a channel, and when it is needed, depends on what leads to the card:
    ///
    /// * A card in this process has no other user. The transfer under way is cut and ends as
    ///   [`ForebayError::Cancelled`]. A transfer that stalls ([`ForebayError::Stalled`]) or is dropped has the library recover
    ///   the card at once: every transfer is cancelled, the stream ports are emptied, and a datapath that waits in vain is brought to
    ///   rest; one that does not wait keeps what it was given.
    /// * Behind a kernel driver other programs may use the rest of the card. A transfer that is given up
    ///   ([`ForebayError::Timeout`]) takes only those behind it on its channel along, and one that is dropped none: stream ports and
    ///   datapaths keep what they have, for a datapath that waits in vain too, until this is called. A write under way finds
    ///   room then and ends; a read that nothing comes for ends with the driver's time-out, which bounds this call.
    ///
    /// # Errors
    /// [`ForebayError::NeverIdle`], after which all that does not need that datapath works; else see [`Card::advance`].
    pub fn recover(&self) -> Result<(), ForebayError> {
        self.transport.recover()
    }

    /// Who waits for whom at this moment: FIFOs, channels, datapath. Of a device that gets on it is a snapshot of something that
    /// passes.
    ///
    /// # Errors
    /// See [`Card::mmio_read`].
    pub fn stall(&self) -> Result<Stall, ForebayError> {
        self.transport.stall()
    }

    /// Has `on_stall` called when a thread waits for a transfer and the device gets nowhere, once each time: in that thread, which may use
    /// the device meanwhile. A card in this process only: behind a kernel driver it is not called.
    pub fn on_stall(&self, on_stall: impl Fn(&Stall) + Send + Sync + 'static) {
        self.transport.on_stall(Arc::new(on_stall));
    }

    /// Tells what the datapath takes of its stream ports, so that a [`Stall`] says of elements which chunk is the largest safe one.
    /// Without it that is worked out from what is queued, and for a datapath that takes nothing ahead.
    pub fn declare_streams(&self, consumed: &[Consumed]) {
        self.transport.declare(consumed);
    }

    pub(crate) fn transport(&self) -> &dyn Transport {
        &*self.transport
    }
}

impl std::fmt::Debug for Device {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Device").field("identity", &self.identity).finish_non_exhaustive()
    }
}

fn plug_state(registers: &mut dyn Registers, plug: &Feature) -> Result<PlugState, ForebayError> {
    let control = registers.read(plug.word(feature::CONTROL))?;
    let status = registers.read(plug.word(feature::STATUS))?;
    Ok(PlugState {
        name: plug.to_string(),
        quiesced: feature::control::QUIESCE.is_set(control),
        busy: feature::status::BUSY.is_set(status),
        progress: registers.read(plug.word(feature::PROGRESS))?,
        answers: true,
    })
}

fn stream_state(
    registers: &mut dyn Registers,
    port: u32,
    base: u32,
    clear: bool,
) -> Result<StreamState, ForebayError> {
    let mark = if clear { stream::HIGH_WATER_CLEAR } else { stream::HIGH_WATER };
    Ok(StreamState {
        port,
        depth: quiesce::depth(registers, base)?,
        occupancy: quiesce::occupancy(registers, base)?,
        begun: stream::begun::BYTES.get(registers.read(base + stream::BEGUN)?),
        high_water: stream::high_water::ENTRIES.get(registers.read(base + mark)?),
    })
}
