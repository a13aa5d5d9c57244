// SPDX-License-Identifier: Apache-2.0
//! Who answers: identity and build parameters, read from the card itself.

use forebay_plan::Path;
use forebay_regs::card;
use forebay_regs::user::{self, status};
use serde::Serialize;

use crate::features::{self, Class, Datapath, Feature};
use crate::registers::Registers;
use crate::{ChannelId, ForebayError};

/// What the status block says about the card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Identity {
    /// The datapath inside.
    pub datapath: Datapath,
    /// Cycles come from a model rather than from the RTL or a card.
    pub modelled: bool,
    /// Register map version: major, minor, patch.
    pub version: (u32, u32, u32),
    /// Host-to-card channels that this library can use: as many as the register map has, whatever the card says.
    pub h2c: u32,
    /// Card-to-host channels that this library can use.
    pub c2h: u32,
    /// Bit n: H2C channel n is a stream.
    pub h2c_streams: u32,
    /// Bit n: C2H channel n is a stream.
    pub c2h_streams: u32,
    /// What its H2C channels write to the card goes over one path, in order: one that finds no room in a stream port holds up the others.
    pub shared_path: bool,
    /// Card clock in kilohertz.
    pub clock_khz: u32,
    /// Card memory at card address 0, bytes.
    pub mem_bytes: u32,
    /// Stream ports that this library can use.
    pub stream_ports: u32,
    /// What is in the card, known or not, in the order in which it says so.
    pub features: Vec<Feature>,
}

impl Identity {
    /// Reads it; fails on anything that is not a card this library knows.
    pub(crate) fn read(registers: &mut dyn Registers) -> Result<Self, ForebayError> {
        let mut reg = |offset: u32| registers.read(user::STATUS.base() + offset);
        let magic = reg(status::MAGIC)?;
        if magic != status::magic::RESET {
            let expected = format!("{:#010x}", status::magic::RESET);
            return Err(ForebayError::NotACard { register: "MAGIC", value: magic, expected });
        }
        let version = reg(status::VERSION)?;
        let own = status::version::MAJOR.get(status::version::RESET);
        if status::version::MAJOR.get(version) != own {
            let expected = format!("major version {own}");
            return Err(ForebayError::NotACard { register: "VERSION", value: version, expected });
        }
        let kind = reg(status::CARD_KIND)?;
        let channels = reg(status::CHANNELS)?;
        let mut identity = Self {
            datapath: Datapath::numbered(status::card_kind::KIND.get(kind)),
            modelled: status::card_kind::MODELLED.is_set(kind),
            version: (
                status::version::MAJOR.get(version),
                status::version::MINOR.get(version),
                status::version::PATCH.get(version),
            ),
            // There are no more than it has bits for.
            h2c: status::channels::NUM_H2C.get(channels).min(status::channels::H2C_STREAM.width()),
            c2h: status::channels::NUM_C2H.get(channels).min(status::channels::C2H_STREAM.width()),
            h2c_streams: status::channels::H2C_STREAM.get(channels),
            c2h_streams: status::channels::C2H_STREAM.get(channels),
            shared_path: status::channels::SHARED_PATH.is_set(channels),
            clock_khz: reg(status::CLOCK_KHZ)?,
            mem_bytes: reg(status::MEM_BYTES)?,
            stream_ports: reg(status::NUM_STREAM_PORTS)?,
            features: features::walk(registers)?,
        };
        identity.stream_ports = identity.stream_ports.min(identity.stream_ports_described());
        Ok(identity)
    }

    /// Stream ports whose registers are where the list of features says.
    fn stream_ports_described(&self) -> u32 {
        let ports = self.platform(user::PLATFORM_STREAM_PORTS);
        let ports = ports.filter(|feature| self.user_offset(feature).is_some());
        let room = ports.map_or(0, |feature| feature.page.bytes / user::STREAM.stride());
        // Of one more nobody knows a card address.
        room.min(card::STREAM_PORT.count())
    }

    /// Channels in the order of their interrupt bits, each with whether it is a stream.
    #[must_use]
    pub fn channels(&self) -> Vec<(ChannelId, bool)> {
        let h2c = (0..self.h2c).map(|n| (ChannelId::H2c(n), self.h2c_streams >> n & 1 == 1));
        let c2h = (0..self.c2h).map(|n| (ChannelId::C2h(n), self.c2h_streams >> n & 1 == 1));
        h2c.chain(c2h).collect()
    }

    /// How the data of several channels get to the stream ports.
    #[must_use]
    pub const fn write_path(&self) -> Path {
        if self.shared_path { Path::Shared } else { Path::Reserved }
    }

    /// How many channels there are in the direction of `channel`.
    #[must_use]
    pub const fn channel_count(&self, channel: ChannelId) -> u32 {
        match channel {
            ChannelId::H2c(_) => self.h2c,
            ChannelId::C2h(_) => self.c2h,
        }
    }

    /// Card clock in hertz.
    #[must_use]
    pub const fn clock_hz(&self) -> u64 {
        self.clock_khz as u64 * 1000
    }

    /// The feature of that class and kind, if the card has it in a version that this library knows.
    #[must_use]
    pub fn feature(&self, class: Class, kind: u32) -> Option<&Feature> {
        features::known(&self.features, class, kind)
    }

    /// The part of every card with that number, if it is there in a version that this library knows.
    pub(crate) fn platform(&self, kind: u32) -> Option<&Feature> {
        self.feature(Class::Platform, kind)
    }

    /// Where the registers of a feature are from the beginning of the card's own registers on, which is where offsets of
    /// [`Device::read32`](crate::Device::read32) count from in [`Bar::User`](crate::Bar::User). None of registers in another BAR, or
    /// in front of those.
    #[must_use]
    pub fn user_offset(&self, feature: &Feature) -> Option<u32> {
        let own = self.platform(user::PLATFORM_IDENTITY)?.page;
        let page = feature.page;
        (page.bar == own.bar && page.bytes > 0)
            .then(|| page.offset.checked_sub(own.offset))
            .flatten()
    }

    /// Where the registers of a stream port are, from the beginning of the card's own registers on.
    #[must_use]
    pub fn stream_port(&self, port: u32) -> Option<u32> {
        let page = self.user_offset(self.platform(user::PLATFORM_STREAM_PORTS)?)?;
        (port < self.stream_ports).then(|| page + user::STREAM.stride() * port)
    }

    /// Front ends and datapaths, known or not.
    pub(crate) fn plugs(&self) -> impl Iterator<Item = &Feature> {
        self.features.iter().filter(|feature| feature.is_plug())
    }

    /// Datapaths, known or not.
    pub(crate) fn datapaths(&self) -> impl Iterator<Item = &Feature> {
        self.features.iter().filter(|feature| feature.class == Class::Datapath)
    }
}
