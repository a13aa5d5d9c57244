// SPDX-License-Identifier: Apache-2.0
//! What stores are measured on.

use std::time::Instant;

use forebay::{Aperture, Bar, Counter, Device, ForebayError, PciBar};
use forebay_regs::card;
use forebay_regs::user::counter::index::{
    BANK0_BEATS_WRITTEN, BANK1_BEATS_WRITTEN, BANK2_BEATS_WRITTEN, BANK3_BEATS_WRITTEN,
};
use forebay_write_combining::{Column, Processor, Routine, Run};

use super::pace::{Pace, RowPace};
use crate::args::WcPerfArgs;
use crate::card_name;
use crate::error::CliError;

/// The model of the published card, or a card.
pub(super) enum Subject {
    /// The processor of the published table and its way to its card.
    Published,
    /// A card that says what is in it.
    Card { name: String, device: Box<Device> },
    /// A BAR of which nothing is known but that it may be written.
    Bar { name: String, bar: PciBar },
}

impl Subject {
    pub(super) fn of(args: &WcPerfArgs) -> Result<Self, CliError> {
        Ok(match (&args.card, &args.pci) {
            (Some(card), _) => {
                let name = card_name::spec(card, "loopback-mm");
                let device = Box::new(Device::open(&name)?);
                Self::Card { name, device }
            }
            (None, Some(folder)) => {
                let name = format!("BAR {} of {}", args.bar, folder.display());
                Self::Bar { name, bar: PciBar::new(folder, args.bar) }
            }
            (None, None) => Self::Published,
        })
    }

    /// The card's name; none of the published one.
    pub(super) fn name(&self) -> Option<String> {
        match self {
            Self::Published => None,
            Self::Card { name, .. } | Self::Bar { name, .. } => Some(name.clone()),
        }
    }

    /// What rates are in.
    pub(super) fn unit(&self) -> &'static str {
        if self.is_modelled() { "GB/s, modelled" } else { "GB/s" }
    }

    /// Behind a title: on what.
    pub(super) fn on(&self) -> String {
        self.name().map_or_else(String::new, |name| format!(" on {name}"))
    }

    /// Times are those of a model of a processor.
    pub(super) fn is_modelled(&self) -> bool {
        match self {
            Self::Published => true,
            Self::Card { name, .. } => !card_name::is_node(name),
            Self::Bar { .. } => false,
        }
    }

    /// Figures of the published table may stand beside it.
    pub(super) const fn is_published(&self) -> bool {
        matches!(self, Self::Published)
    }

    /// So many passes of a size.
    pub(super) fn run(
        &self,
        column: Column,
        bytes: u64,
        passes: u64,
        pace: &Pace,
    ) -> Result<Run, CliError> {
        let mut row = pace.row(column, bytes, passes)?;
        let run = match self {
            Self::Published => Run::of(Processor::F1, column, bytes, passes)?,
            Self::Card { device, .. } => on_card(device, &mut row)?,
            Self::Bar { bar, .. } => {
                let mut aperture = bar.map(column.caching()).map_err(ForebayError::from)?;
                copy(&mut aperture, &pattern(bytes), &mut row)?
            }
        };
        row.end();
        Ok(run)
    }
}

/// Copies to the beginning of card memory, counts its beats and compares what is there.
fn on_card(device: &Device, row: &mut RowPace<'_>) -> Result<Run, CliError> {
    let bytes = row.bytes();
    let memory = u64::from(device.identity().mem_bytes);
    if bytes > memory {
        return Err(CliError::CardMemory { bytes, memory, integers: memory / 4 });
    }
    let data = pattern(bytes);
    let mut aperture = device.bar(Bar::Aperture).map(row.column().caching())?;
    let before = beats(device)?;
    let run = copy(&mut aperture, &data, row)?;
    let writes = Some(beats(device)?.wrapping_sub(before));
    let mut back = vec![0; data.len()];
    aperture
        .reader()
        .and_then(|mut reader| reader.read(0, &mut back))
        .map_err(ForebayError::from)?;
    match back.iter().zip(&data).position(|(is, was)| is != was) {
        None => Ok(Run { writes, ..run }),
        Some(at) => Err(CliError::NotStored { bytes, at, is: back[at], was: data[at] }),
    }
}

/// Beats written to each bank of card memory.
const BANKS: [u32; card::MEMORY_BANKS as usize] =
    [BANK0_BEATS_WRITTEN, BANK1_BEATS_WRITTEN, BANK2_BEATS_WRITTEN, BANK3_BEATS_WRITTEN];

/// Beats written to card memory.
fn beats(device: &Device) -> Result<u64, CliError> {
    let banks = BANKS.into_iter().map(|index| device.counter(Counter::numbered(index)));
    Ok(banks.sum::<Result<_, _>>()?)
}

/// Data that tell places apart.
fn pattern(bytes: u64) -> Vec<u8> {
    (0..bytes).map(|at| (at ^ at >> 8 ^ at >> 16).to_le_bytes()[0]).collect()
}

/// By the clock of the model where there is one, else by a monotonic one.
fn copy(aperture: &mut Aperture, data: &[u8], row: &mut RowPace<'_>) -> Result<Run, CliError> {
    let modelled = aperture.modelled_ps();
    let start = Instant::now();
    let now = |aperture: Option<u64>| match (aperture, modelled) {
        (Some(now), Some(start)) => now - start,
        _ => u64::try_from(start.elapsed().as_nanos() * 1000).unwrap_or(u64::MAX),
    };
    let mut writer = aperture.writer();
    let (passes, routine) = (row.passes(), row.column().routine());
    for _ in 0..passes {
        match routine {
            Routine::Burst => writer.burst(0, data),
            Routine::Libc => writer.libc(0, data),
            Routine::Lines => writer.write_lines(0, data),
        }
        .map_err(ForebayError::from)?;
        row.pass()?;
    }
    let program_ps = now(writer.modelled_ps());
    writer.barrier().map_err(ForebayError::from)?;
    let arrived_ps = now(writer.modelled_ps());
    Ok(Run { bytes: data.len() as u64, passes, program_ps, arrived_ps, writes: None })
}
