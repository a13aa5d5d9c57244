// SPDX-License-Identifier: Apache-2.0
//! What is in a card, as it says itself: the chain of feature headers, which is walked when the card is opened.
//!
//! Who walks it knows neither front ends nor datapaths. A kind that this library has no name for, or a version from the future, is
//! listed and left alone; that it can be brought to rest, asked whether it is busy and watched for progress is in its header.

mod error;
mod names;
mod walk;

use std::fmt;

use serde::Serialize;

pub use error::FeatureError;
pub(crate) use names::event_name;
pub(crate) use walk::walk;

/// Which kind of numbers the kind of a feature is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Class {
    /// Part of every card.
    Platform,
    /// Asks for transfers.
    FrontEnd,
    /// Makes or takes data.
    Datapath,
    /// A class that this library does not know, by its number.
    Other(u32),
}

/// Whether this library knows a feature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Standing {
    /// Kind and version are known.
    Known,
    /// Nobody has told this library of the kind; the feature is left alone.
    UnknownKind,
    /// The kind has broken with the version that this library knows; the feature is left alone.
    UnknownVersion,
}

/// The registers of a feature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Page {
    /// Number of the BAR they are in.
    pub bar: u32,
    /// Where in that BAR they begin.
    pub offset: u32,
    /// How far they go; 0 of a feature without registers.
    pub bytes: u32,
}

/// User interrupt lines of a feature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Lines {
    /// Number of the first.
    pub first: u32,
    /// How many.
    pub count: u32,
}

/// Streams that a datapath uses, a bit each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Streams {
    /// H2C channels that it takes from.
    pub h2c: u32,
    /// C2H channels that it feeds.
    pub c2h: u32,
    /// Stream ports that it takes from.
    pub ports: u32,
}

/// One part of a card, as its header tells.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Feature {
    /// Which kind of numbers `kind` is.
    pub class: Class,
    /// What it is, within its class.
    pub kind: u32,
    /// Its name, where this library has one.
    pub name: Option<&'static str>,
    /// Major and minor number of its registers' version.
    pub version: (u32, u32),
    /// Whether this library knows it.
    pub standing: Standing,
    /// Where its registers are.
    pub page: Page,
    /// Its interrupt lines.
    pub lines: Lines,
    /// Its streams.
    pub streams: Streams,
    /// How many counters of its own it has.
    pub events: u32,
    /// Where its header is, from the beginning of the card's own registers on.
    pub header: u32,
}

impl Feature {
    /// Whether it is a front end or a datapath: something that can be brought to rest.
    pub(crate) const fn is_plug(&self) -> bool {
        matches!(self.class, Class::FrontEnd | Class::Datapath)
    }

    /// Where word `offset` of its header is.
    pub(crate) const fn word(&self, offset: u32) -> u32 {
        self.header + offset
    }

    /// Whether its registers may be used.
    #[must_use]
    pub fn is_known(&self) -> bool {
        self.standing == Standing::Known
    }
}

impl fmt::Display for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name {
            Some(name) => f.write_str(name),
            None => write!(f, "{} {}", self.class, self.kind),
        }
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Platform => f.write_str("platform"),
            Self::FrontEnd => f.write_str("front end"),
            Self::Datapath => f.write_str("datapath"),
            Self::Other(class) => write!(f, "class {class}"),
        }
    }
}

/// The datapath of a card, whatever it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Datapath {
    /// Its number.
    pub kind: u32,
    /// Its name, where this library has one.
    pub name: Option<&'static str>,
}

impl Datapath {
    pub(crate) fn numbered(kind: u32) -> Self {
        Self { kind, name: names::name(Class::Datapath, kind) }
    }
}

impl fmt::Display for Datapath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name {
            Some(name) => f.write_str(name),
            None => write!(f, "number {}", self.kind),
        }
    }
}

/// The one of that class and kind that this library knows; one from the future may stand beside it.
pub(crate) fn known(features: &[Feature], class: Class, kind: u32) -> Option<&Feature> {
    let mut of_it =
        features.iter().filter(|feature| (feature.class, feature.kind) == (class, kind));
    of_it.find(|feature| feature.is_known())
}
