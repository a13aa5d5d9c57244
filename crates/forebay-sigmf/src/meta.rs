// SPDX-License-Identifier: Apache-2.0
//! What a recording says of its samples: the fields of `SigMF` 1.2.5 that are used here, and others as they are.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

/// The version of the format.
const VERSION: &str = "1.2.5";
/// Little-endian pairs of 16 bits.
pub(crate) const DATATYPE: &str = "ci16_le";
/// The namespace of what no other has a field for.
const EXTENSION: &str = "forebay";

/// Fields by which the samples are elsewhere, or have something behind them.
const FOREIGN: [&str; 3] = ["core:dataset", "core:metadata_only", "core:trailing_bytes"];

/// All of it.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Meta {
    /// Of the whole recording.
    pub global: Global,
    /// From which sample on the samples follow each other, and until when: the next one.
    pub captures: Vec<Segment>,
    /// Remarks; none are made here.
    #[serde(default)]
    pub annotations: Vec<Value>,
}

/// What is said of the whole recording.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Global {
    /// Format of the samples.
    #[serde(rename = "core:datatype")]
    pub datatype: String,
    /// Samples of a channel per second.
    #[serde(rename = "core:sample_rate", skip_serializing_if = "Option::is_none")]
    pub sample_rate: Option<f64>,
    /// Version of the format.
    #[serde(rename = "core:version")]
    pub version: String,
    /// Channels whose samples follow each other.
    #[serde(rename = "core:num_channels", default = "one")]
    pub num_channels: u32,
    /// Who has written it.
    #[serde(rename = "core:recorder", skip_serializing_if = "Option::is_none")]
    pub recorder: Option<String>,
    /// What made the samples.
    #[serde(rename = "core:hw", skip_serializing_if = "Option::is_none")]
    pub hw: Option<String>,
    /// What they are.
    #[serde(rename = "core:description", skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Number of the channel, from 0, which a recording of one of several has.
    #[serde(rename = "forebay:channel", skip_serializing_if = "Option::is_none")]
    pub channel: Option<u32>,
    /// Samples of each channel, which nothing else says of a file that ends within a segment.
    #[serde(rename = "forebay:samples", skip_serializing_if = "Option::is_none")]
    pub samples: Option<u64>,
    /// All else.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

/// Samples that follow each other without a gap.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Segment {
    /// Number of its first sample in the file, of each channel.
    #[serde(rename = "core:sample_start")]
    pub sample_start: u64,
    /// Number of that sample among all that were made.
    #[serde(rename = "core:global_index", skip_serializing_if = "Option::is_none")]
    pub global_index: Option<u64>,
    /// When it was made, RFC 3339.
    #[serde(rename = "core:datetime", skip_serializing_if = "Option::is_none")]
    pub datetime: Option<String>,
    /// Bytes ahead of it that are no samples.
    #[serde(rename = "core:header_bytes", skip_serializing_if = "Option::is_none")]
    pub header_bytes: Option<u64>,
    /// The same in cycles of the card's clock.
    #[serde(rename = "forebay:time", skip_serializing_if = "Option::is_none")]
    pub time: Option<u64>,
}

impl Meta {
    /// What says that the file is not just the samples, one behind the other.
    pub(crate) fn foreign(&self) -> Option<String> {
        let said = |field: &str| {
            let other = self.global.other.get(field);
            other.filter(|value| !matches!(value, Value::Null | Value::Bool(false)))
        };
        let global =
            FOREIGN.iter().find_map(|field| said(field).map(|value| (*field, value.to_string())));
        let header = self
            .captures
            .iter()
            .find_map(|segment| segment.header_bytes.filter(|bytes| *bytes > 0));
        let header = header.map(|bytes| ("core:header_bytes", bytes.to_string()));
        global.or(header).map(|(field, value)| {
            format!("{field} is {value}, and only a file of nothing but samples is read")
        })
    }
}

impl Global {
    /// Of so many channels at that rate.
    #[must_use]
    pub fn new(sample_rate: f64, num_channels: u32) -> Self {
        let extension = json!([{ "name": EXTENSION, "version": "0.1.0", "optional": true }]);
        Self {
            datatype: DATATYPE.into(),
            sample_rate: Some(sample_rate),
            version: VERSION.into(),
            num_channels,
            recorder: None,
            hw: None,
            description: None,
            channel: None,
            samples: None,
            other: Map::from_iter([("core:extensions".to_owned(), extension)]),
        }
    }
}

const fn one() -> u32 {
    1
}
