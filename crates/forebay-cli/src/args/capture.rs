// SPDX-License-Identifier: Apache-2.0
//! Arguments of `forebay capture`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

pub(super) const HELP: &str = "A recording is SigMF: NAME.sigmf-data and NAME.sigmf-meta, ci16_le, valid wherever it ends: by --samples, Ctrl-C, a full disk or an error. Behind each gap a capture segment begins:
core:global_index is the number of its first sample among all that were made, so what is missing between two segments is what was lost. With --packets and several channels
each has a recording of its own, NAME-0, NAME-1 and so on; without, the samples of one time follow each other.

Examples:
  forebay capture --card fast --rate 40M --samples 1000000 --out ramp.sigmf
  forebay capture --check ramp.sigmf
  forebay capture --card /dev/forebay0 --rate 10M --seconds 2 --wave tone --burst --out tone.sigmf
  forebay capture --card fast --rate 1M --samples 5000 --packets --channels 3 --out three.sigmf";

/// What the samples are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum WaveArg {
    /// The number of each sample, and its channel's
    Ramp,
    /// A complex tone of 1/64 of the rate
    Tone,
    /// White noise
    Noise,
    /// What is on the air: what `forebay transmit` sends meanwhile, else silence
    Air,
}

/// What happens when every buffer is full.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum OverrunArg {
    /// Samples are lost until there is room, and the recording goes on
    Gap,
    /// The oldest full buffer is used again
    Overwrite,
    /// The recording ends
    Stop,
}

#[derive(Debug, Args)]
pub(crate) struct CaptureArgs {
    /// Card: rtl or fast, BODY:BUILD such as fast:radio, or a device such as /dev/forebay0
    #[arg(long, value_name = "CARD", default_value = "fast")]
    pub card: String,
    /// Check a recording of a ramp: every sample, and gaps where they are told and nowhere else
    #[arg(long, value_name = "NAME", conflicts_with_all = ["rate", "seconds", "samples", "out"])]
    pub check: Option<PathBuf>,
    /// Samples of each channel per second, such as 40M, 61.44M or 200k: up to half of the card's clock, to within one in a million
    #[arg(long, value_name = "RATE", value_parser = rate, required_unless_present = "check")]
    pub rate: Option<f64>,
    /// Record samples of so much time
    #[arg(long, value_name = "S", value_parser = length, conflicts_with = "samples", required_unless_present_any = ["check", "samples"])]
    pub seconds: Option<f64>,
    /// Record so many samples of each channel
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=forebay::Burst::MOST_SAMPLES))]
    pub samples: Option<u64>,
    /// Begin at that hardware time of the card, in seconds; without, as soon as all is ready
    #[arg(long, value_name = "S", value_parser = moment)]
    pub at: Option<f64>,
    /// The card ends the burst by itself: so many samples are made, those that are lost with them; without, so many are recorded
    #[arg(long)]
    pub burst: bool,
    /// Capture packets with CHDR headers, and take them apart
    #[arg(long)]
    pub packets: bool,
    /// Channels: 1, 2 or 4, with --packets 1 to 4
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub channels: u32,
    /// What the samples are
    #[arg(long, value_enum, default_value = "ramp")]
    pub wave: WaveArg,
    /// What happens when every buffer is full
    #[arg(long, value_enum, default_value = "gap")]
    pub overrun: OverrunArg,
    /// How many buffers
    #[arg(long, value_name = "N", default_value_t = forebay::CaptureOptions::default().buffers)]
    pub buffers: u32,
    /// Bytes of each, a multiple of 64
    #[arg(long, value_name = "BYTES", default_value_t = forebay::CaptureOptions::default().bytes)]
    pub buffer_bytes: u32,
    /// The recording, NAME.sigmf
    #[arg(long, value_name = "NAME", required_unless_present = "check")]
    pub out: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// A rate with k, M or G behind it.
pub(super) fn rate(text: &str) -> Result<f64, String> {
    let scales = [("k", 1e3), ("M", 1e6), ("G", 1e9)];
    let scaled = scales.into_iter().find_map(|(end, by)| Some((text.strip_suffix(end)?, by)));
    let (number, by) = scaled.unwrap_or((text, 1.0));
    let number: f64 = number.parse().map_err(|_| "not a number, such as 40M".to_owned())?;
    if number.is_finite() && number > 0.0 { Ok(number * by) } else { Err("not a rate".into()) }
}

/// A time that the clock can show.
pub(super) fn moment(text: &str) -> Result<f64, String> {
    let seconds: f64 =
        text.parse().map_err(|_| "not a number of seconds, such as 0.5".to_owned())?;
    if seconds.is_finite() && seconds >= 0.0 { Ok(seconds) } else { Err("not a time".into()) }
}

/// A time that is not over at once.
fn length(text: &str) -> Result<f64, String> {
    moment(text).and_then(|seconds| if seconds > 0.0 { Ok(seconds) } else { Err("no time".into()) })
}
