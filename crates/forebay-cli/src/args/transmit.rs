// SPDX-License-Identifier: Apache-2.0
//! Arguments of `forebay transmit`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::capture::{moment, rate};

pub(super) const HELP: &str = "What is sent is a SigMF recording (ci16_le) or a wave. A gap of the recording is one on the air: its moments are silent, and told as gaps. A packet that comes when its time is over is
late, and dropped whole; a moment that has no sample is missed. With --loop the card receives meanwhile what is on the air: the recording has the same samples in the same segments, with their times.

Examples:
  forebay transmit --card fast --wave ramp --samples 100000 --rate 10M --loop back.sigmf
  forebay capture --check back.sigmf
  forebay transmit --card fast --in back.sigmf --loop again.sigmf
  forebay transmit --card /dev/forebay0 --wave tone --samples 5000000 --rate 1M --channels 2";

/// What the samples are, where they come from no file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SentWave {
    /// The number of each sample, and its channel's
    Ramp,
    /// A complex tone of 1/64 of the rate
    Tone,
}

#[derive(Debug, Args)]
pub(crate) struct TransmitArgs {
    /// Card: rtl or fast, BODY:BUILD such as fast:radio, or a device such as /dev/forebay0
    #[arg(long, value_name = "CARD", default_value = "fast")]
    pub card: String,
    /// Send this recording, NAME.sigmf
    #[arg(long = "in", value_name = "NAME", conflicts_with_all = ["wave", "samples", "channels"])]
    pub recording: Option<PathBuf>,
    /// Send a wave
    #[arg(long, value_enum, required_unless_present = "recording", requires = "samples")]
    pub wave: Option<SentWave>,
    /// Of it so many samples of each channel
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=forebay::Burst::MOST_SAMPLES))]
    pub samples: Option<u64>,
    /// To so many channels, 1 to 4
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=i64::from(forebay::Air::CHANNELS)))]
    pub channels: u32,
    /// Samples of each channel per second, such as 40M, 61.44M or 200k: up to half of the card's clock, to within one in a million; without, that of the recording
    #[arg(long, value_name = "RATE", value_parser = rate, required_unless_present = "recording")]
    pub rate: Option<f64>,
    /// Begin at that hardware time of the card, in seconds; without, as soon as all is ready
    #[arg(long, value_name = "S", value_parser = moment)]
    pub at: Option<f64>,
    /// Samples of a packet, 1 to 4096
    #[arg(long, value_name = "N", default_value_t = 1024, value_parser = clap::value_parser!(u32).range(1..=i64::try_from(forebay::capture::chdr::MOST_SAMPLES).unwrap_or(i64::MAX)))]
    pub packet: u32,
    /// How many buffers; each has a packet of every channel
    #[arg(long, value_name = "N", default_value_t = forebay::TransmitOptions::default().buffers)]
    pub buffers: u32,
    /// Record what is on the air meanwhile, NAME.sigmf
    #[arg(long = "loop", value_name = "NAME")]
    pub loop_to: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}
