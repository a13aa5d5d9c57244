// SPDX-License-Identifier: Apache-2.0
//! Names of DMA channels.

use std::fmt;

use forebay_bus::Direction;
use serde::{Serialize, Serializer};

/// One DMA channel of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ChannelId {
    /// Host to card, by number.
    H2c(u32),
    /// Card to host, by number.
    C2h(u32),
}

impl ChannelId {
    /// Number within its direction.
    #[must_use]
    pub const fn index(self) -> u32 {
        match self {
            Self::H2c(index) | Self::C2h(index) => index,
        }
    }

    /// Which way the channel moves data, as people write it.
    #[must_use]
    pub const fn direction(self) -> &'static str {
        match self {
            Self::H2c(_) => "h2c",
            Self::C2h(_) => "c2h",
        }
    }

    /// The link's word for the direction.
    #[must_use]
    pub const fn link_direction(self) -> Direction {
        match self {
            Self::H2c(_) => Direction::HostToCard,
            Self::C2h(_) => Direction::CardToHost,
        }
    }
}

impl Serialize for ChannelId {
    /// As people write it.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl fmt::Display for ChannelId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}_{}", self.direction(), self.index())
    }
}
