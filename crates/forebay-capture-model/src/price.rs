// SPDX-License-Identifier: Apache-2.0
//! What the parts of the way cost on the radio of the source, each with its unit, where it comes from and what others have seen.
//!
//! Three are fitted, to one published rate each. All others are somebody's figure, derived from such, or assumed.

use forebay_host_model::{Cost, Time};
use serde::Serialize;

use crate::CaptureModelError;

/// What a price is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Unit {
    /// Bytes.
    #[serde(rename = "B")]
    Bytes,
    /// Bytes a second.
    #[serde(rename = "B/s")]
    BytesPerSecond,
    /// Samples a second.
    #[serde(rename = "samples/s")]
    SamplesPerSecond,
    /// Microseconds.
    #[serde(rename = "us")]
    Microseconds,
    /// Nanoseconds for each byte.
    #[serde(rename = "ns/B")]
    NanosecondsPerByte,
    /// A part of something else.
    #[serde(rename = "share")]
    Share,
}

impl Unit {
    /// As it stands behind a number.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::Bytes => "B",
            Self::BytesPerSecond => "B/s",
            Self::SamplesPerSecond => "samples/s",
            Self::Microseconds => "us",
            Self::NanosecondsPerByte => "ns/B",
            Self::Share => "share",
        }
    }
}

/// Where a price is from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Basis {
    /// The source of the experiment.
    Published,
    /// Somebody else, who is named.
    Cited,
    /// Computed from figures that are named.
    Derived,
    /// Nobody has a figure.
    Assumed,
    /// Chosen so that a published rate comes out.
    Fitted,
}

impl Basis {
    /// In a word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Published => "published",
            Self::Cited => "cited",
            Self::Derived => "derived",
            Self::Assumed => "assumed",
            Self::Fitted => "fitted",
        }
    }
}

/// A price as it is known.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Spec {
    /// Which one.
    #[serde(skip)]
    pub price: Price,
    /// Its name in text.
    pub name: &'static str,
    /// What it is in.
    pub unit: Unit,
    /// Its default.
    pub default: f64,
    /// The least that is plausible.
    pub low: f64,
    /// The most.
    pub high: f64,
    /// What kind of figure it is.
    pub basis: Basis,
    /// Where it is from.
    pub source: &'static str,
}

macro_rules! prices {
    ($($(#[$doc:meta])* $price:ident $name:literal: $unit:ident = $default:expr, $low:literal to $high:literal, $basis:ident: $source:literal;)*) => {
        /// Something that takes time or room on the way of a sample.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Price {
            $($(#[$doc])* $price,)*
        }

        impl Price {
            /// All of them.
            pub const ALL: [Self; [$(stringify!($price)),*].len()] = [$(Self::$price),*];
            /// What is known of each, in the order of [`Price::ALL`].
            pub const SPECS: [Spec; Self::ALL.len()] = [$(Spec {
                price: Self::$price,
                name: $name,
                unit: Unit::$unit,
                default: $default,
                low: $low,
                high: $high,
                basis: Basis::$basis,
                source: $source,
            }),*];
        }
    };
}

/// A price that the model of other hosts has, too, in microseconds.
const fn host(cost: Cost) -> f64 {
    Cost::SPECS[cost as usize].default.us()
}

prices! {
    /// What the card holds while its engine has no buffer.
    Fifo "fifo": Bytes = 16_384.0, 8_192.0 to 32_768.0, Cited: "RFNoC blocks of UHD 3: STR_SINK_FIFOSIZE = 11, 2^11 words of 64 bits";
    /// What the port into memory takes.
    Port "port": BytesPerSecond = 1.2e9, 0.6e9 to 1.2e9, Published: "AXI_HP, 64 bits at 150 MHz, writes";
    /// What an engine gets of that.
    EngineShare "engine_share": Share = 0.746, 0.7 to 0.98, Cited: "PG021, performance: S2MM moves 74.6 % of its port's width, its data mover alone 97.75 %";
    /// From the end of one buffer to the first data of the next, where the engine has it already.
    Descriptor "descriptor": Microseconds = 0.26, 0.13 to 0.52, Cited: "PG021, performance: 39 clocks from the first data to the first address; at 150 MHz";
    /// The fastest sample clock.
    SampleClock "sample_clock": SamplesPerSecond = 50e6, 40e6 to 61.44e6, Cited: "UHD e300_defaults.hpp: MAX_TICK_RATE";
    /// From the interrupt until its handler runs, if nothing is in the way.
    Delivery "delivery": Microseconds = host(Cost::InterruptDelivery), 2.0 to 10.0, Cited: "msperl/spi-bcm2835 issue 11 (an ARM of that time), as the model of other hosts has it";
    /// The handler: asks the engine, gives it the next buffer, wakes the reader.
    Handler "handler": Microseconds = 6.0, 3.0 to 12.0, Cited: "msperl/spi-bcm2835 issue 11: service of an interrupt";
    /// How often the processor of the handlers has interrupts off for long.
    MaskedEvery "masked_every": Microseconds = 5_000.0, 1_000.0 to 10_000.0, Assumed: "two processors with a tick of 100 Hz each";
    /// For how long.
    Masked "masked": Microseconds = 88.0, 40.0 to 200.0, Fitted: "40 MS/s of the large buffers without load; kernels without PREEMPT_RT have tens to hundreds of microseconds";
    /// From a wake-up until the reader runs.
    WakeUp "wake_up": Microseconds = host(Cost::WakeUpIdle), 7.0 to 25.0, Cited: "msperl/spi-bcm2835 issue 11, as the model of other hosts has it";
    /// One look of a reader that polls.
    PollStep "poll_step": Microseconds = 0.3, 0.15 to 1.0, Assumed: "a load from the fabric through the general-purpose port";
    /// What the program does for each buffer, whatever its size: calls, header, the framework's scheduler.
    Program "program": Microseconds = 37.0, 4.0 to 60.0, Fitted: "10 MS/s of the small buffers without load; UHD's reader does not sleep while buffers are full, so no wake-up is in it";
    /// Copying out of memory that is not cached.
    Uncached "uncached_copy": BytesPerSecond = 64e6, 55e6 to 130e6, Cited: "zynq-xdma issue 10; u-dma-buf issues 34 and 97 have 55 and 130 MB/s";
    /// Copying out of cached memory.
    Cached "cached_copy": BytesPerSecond = 256e6, 183e6 to 400e6, Cited: "zynq-xdma issue 10; u-dma-buf issue 34 has 183 MB/s to /dev/null";
    /// What the processor does to write into a file, disk aside.
    Write "write": NanosecondsPerByte = 12.7, 5.0 to 20.0, Derived: "u-dma-buf issue 34: 55 MB/s to a file, 183 MB/s to /dev/null";
    /// What the disk takes.
    Disk "disk": BytesPerSecond = 10e6, 6e6 to 20e6, Cited: "SD class 10, which promises 10 MB/s; class 6 promises 6";
    /// What the kernel takes for a file before its writer waits for the disk.
    Dirty "dirty": Bytes = 79e6, 0.0 to 119e6, Derived: "mm/page-writeback.c lets writers run to 15 % of what may be dirty, which high memory is not: 500 MiB of E310's 1 GiB, beside 160 MiB of buffers";
    /// How often the file system commits.
    CommitEvery "commit_every": Microseconds = 5e6, 1e6 to 10e6, Cited: "ext4 (E310's root): commit=5";
    /// How long a writer is held up by that.
    Commit "commit": Microseconds = 36_500.0, 10_000.0 to 100_000.0, Fitted: "1 MS/s of the small buffers into a file; an SD card may be busy for 250 ms";
    /// What the disk is given at once, with an interrupt behind each.
    Request "disk_request": Bytes = 65_536.0, 4_096.0 to 524_288.0, Assumed: "a block of the controller";
    /// That interrupt's handler, behind which the engine's waits.
    DiskHandler "disk_handler": Microseconds = 20.0, 5.0 to 60.0, Assumed: "as dear as three of the engine's";
}

impl Price {
    /// What is known of it.
    #[must_use]
    pub const fn spec(self) -> Spec {
        Self::SPECS[self as usize]
    }
}

/// A figure for each price.
#[derive(Clone, Debug, PartialEq)]
pub struct Prices([f64; Price::ALL.len()]);

impl Prices {
    /// What it is.
    #[must_use]
    pub const fn get(&self, price: Price) -> f64 {
        self.0[price as usize]
    }

    /// The same, but for this one.
    ///
    /// # Errors
    /// [`CaptureModelError::Price`] for what is no number, or negative, or nothing where there must be something.
    pub fn with(mut self, price: Price, value: f64) -> Result<Self, CaptureModelError> {
        let spec = price.spec();
        let none_will_do = matches!(spec.unit, Unit::Microseconds | Unit::NanosecondsPerByte)
            && !matches!(price, Price::MaskedEvery | Price::CommitEvery);
        let good = value.is_finite()
            && (value > 0.0 || value == 0.0 && (none_will_do || price == Price::Dirty));
        if !good {
            return Err(CaptureModelError::Price {
                name: spec.name,
                value,
                unit: spec.unit.text(),
            });
        }
        self.0[price as usize] = value;
        Ok(self)
    }

    /// One that is a time.
    pub(crate) fn time(&self, price: Price) -> Time {
        Time::round_ps(self.get(price) * 1e6)
    }

    /// So many bytes at one that is a rate, or nanoseconds for each.
    pub(crate) fn bytes(&self, price: Price, bytes: u64) -> Time {
        let (value, bytes) = (self.get(price), bytes as f64);
        match price.spec().unit {
            Unit::NanosecondsPerByte => Time::round_ps(value * bytes * 1e3),
            _ => Time::round_ps(bytes / value * 1e12),
        }
    }

    /// One that counts bytes or samples.
    pub(crate) fn count(&self, price: Price) -> u64 {
        Time::round_ps(self.get(price)).ps()
    }

    /// Whether what takes so long leaves anything of the time within which it comes again.
    pub(crate) fn rarer(
        &self,
        price: Price,
        takes: Time,
        every: Time,
    ) -> Result<(), CaptureModelError> {
        let name = price.spec().name;
        if takes < every { Ok(()) } else { Err(CaptureModelError::Always { name, takes, every }) }
    }

    /// Bytes a second that the engine moves.
    pub(crate) fn engine(&self) -> f64 {
        self.get(Price::Port) * self.get(Price::EngineShare)
    }
}

/// The defaults.
impl Default for Prices {
    fn default() -> Self {
        Self(Price::SPECS.map(|spec| spec.default))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_default_is_within_what_others_have_seen() {
        for (price, spec) in Price::ALL.into_iter().zip(Price::SPECS) {
            assert_eq!(spec.price, price);
            assert!(spec.low <= spec.default && spec.default <= spec.high, "{}", spec.name);
            assert!(!spec.source.is_empty());
        }
        let fitted = Price::SPECS.iter().filter(|spec| spec.basis == Basis::Fitted);
        assert_eq!(fitted.count(), 3);
    }

    #[test]
    fn what_no_price_can_be_is_refused_by_its_name() {
        for (price, value) in [
            (Price::Disk, 0.0),
            (Price::Disk, f64::NAN),
            (Price::Handler, -1.0),
            (Price::Fifo, f64::INFINITY),
            (Price::CommitEvery, 0.0),
        ] {
            let refused = Prices::default().with(price, value).unwrap_err();
            assert!(refused.to_string().starts_with(price.spec().name), "{refused}");
        }
        let none =
            Prices::default().with(Price::Dirty, 0.0).unwrap().with(Price::Commit, 0.0).unwrap();
        assert!(none.get(Price::Dirty) == 0.0 && none.get(Price::Commit) == 0.0);
    }
}
