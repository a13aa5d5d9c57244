// SPDX-License-Identifier: Apache-2.0
//! `forebay udma bench --small`: transfers of 64 bytes that are started one by one or by lists, on a simulated card behind the modelled link.

use comfy_table::{CellAlignment, Table, presets};
use forebay::{Device, Move, OpenOptions, Rights, Scheme, UserQueueOptions};
use forebay_bus::LinkParams;
use forebay_udma_model::cost::{Extent, Way, batch_microseconds, pcie};
use serde::Serialize;

use super::stage;
use crate::card_name;
use crate::error::CliError;
use crate::output;

/// Bytes of a transfer.
const BYTES: u32 = 64;
/// Starts of each row, a multiple of all batches.
const STARTS: u32 = 512;
/// Starts that are made before the first end is asked for: up to what a context may have under way, and more, of which each waits for a place.
const BATCHES: [u32; 5] = [1, 2, 4, 8, 64];
/// Transfers of a list.
const LISTS: [u32; 5] = [2, 4, 8, 64, 128];
const PAGE: u32 = 4096;

/// How transfers are started.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
enum By {
    Kernel,
    /// A line of the portal for each.
    Portal,
    /// A line of the portal for all of a batch.
    PortalList,
}

impl By {
    const fn scheme(self) -> Scheme {
        match self {
            Self::Kernel => Scheme::Kernel,
            Self::Portal | Self::PortalList => Scheme::Portal,
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Kernel => "kernel",
            Self::Portal => "portal",
            Self::PortalList => "portal, list",
        }
    }
}

/// One way to start them.
#[derive(Clone, Debug, Serialize)]
struct Row {
    way: By,
    batch: u32,
    /// Of the card, behind the link.
    card_us: f64,
    /// Of the processor, by the host model: the system call, its stores, its descriptor in a list.
    processor_us: f64,
    starts_per_second: f64,
    /// To the kernel's.
    ratio: f64,
}

/// What the command prints.
#[derive(Debug, Serialize)]
struct SmallOutput {
    modelled: bool,
    card: String,
    bytes: u32,
    starts: u32,
    rows: Vec<Row>,
}

pub(super) fn run(card: &str, json: bool) -> Result<(), CliError> {
    let card = stage::name(card);
    let options = OpenOptions {
        link: LinkParams::gen3_x16(),
        patience: card_name::patience(),
        ..OpenOptions::default()
    };
    let device = Device::open_with(&card, &options)?;
    stage::page_of(&device, &card)?;
    let today = pcie(Extent::Default, Extent::Default, Extent::Default);
    // A load waits for the card, and is in its time.
    let by_kernel = today.trap + f64::from(Way::Kernel.count().stores) * today.store;
    let by_portal = today.microseconds(Way::PortalWhole);
    let mut rows = vec![row(&device, By::Kernel, 1, by_kernel)?];
    for batch in BATCHES {
        rows.push(row(&device, By::Portal, batch, by_portal)?);
    }
    for batch in LISTS {
        let by_list = batch_microseconds(&today, Way::PortalWhole, batch);
        rows.push(row(&device, By::PortalList, batch, by_list)?);
    }
    let kernel = rows.first().map_or(1.0, |row| row.starts_per_second);
    rows.iter_mut().for_each(|row| row.ratio = row.starts_per_second / kernel);
    let output = SmallOutput { modelled: true, card, bytes: BYTES, starts: STARTS, rows };
    if json { output::json(&output) } else { output::text(&output.text()) }
}

/// Makes all starts in batches, and waits for their ends.
fn row(device: &Device, way: By, batch: u32, processor_us: f64) -> Result<Row, CliError> {
    let options = UserQueueOptions { fallback: false, ..UserQueueOptions::default() };
    let mut queue = device.user_queue_with(way.scheme(), &options)?;
    let (from, to) = (
        queue.register(PAGE as usize, Rights::READ)?,
        queue.register(PAGE as usize, Rights::WRITE)?,
    );
    let moves: Vec<_> = (0..STARTS)
        .map(|nth| u64::from(nth * BYTES % PAGE))
        .map(|at| Move { from: from.at(at), to: to.at(at), bytes: BYTES })
        .collect();
    let begin = device.now()?;
    for batch in moves.chunks(batch as usize) {
        match way {
            By::PortalList => drop(queue.submit_batch(batch)?),
            By::Kernel | By::Portal => {
                for one in batch {
                    queue.submit(*one)?;
                }
            }
        }
        while let Some(ended) = queue.next()? {
            ended.outcome?;
        }
    }
    let cycles = device.now()? - begin;
    #[expect(clippy::cast_precision_loss, reason = "cycles and clocks are far below 2^52")]
    let card_us = cycles as f64 / device.identity().clock_hz() as f64 * 1e6 / f64::from(STARTS);
    let starts_per_second = 1e6 / (card_us + processor_us);
    Ok(Row { way, batch, card_us, processor_us, starts_per_second, ratio: 1.0 })
}

impl SmallOutput {
    fn text(&self) -> String {
        let mut table = Table::new();
        table.load_preset(presets::NOTHING);
        table.set_header([
            "way",
            "batch",
            "card us",
            "processor us",
            "starts a second",
            "to the kernel's",
        ]);
        for row in &self.rows {
            table.add_row([
                row.way.name().to_owned(),
                row.batch.to_string(),
                format!("{:.2}", row.card_us),
                format!("{:.2}", row.processor_us),
                format!("{:.0}", row.starts_per_second),
                format!("{:.1}", row.ratio),
            ]);
        }
        for column in 1..6 {
            if let Some(column) = table.column_mut(column) {
                column.set_cell_alignment(CellAlignment::Right);
            }
        }
        format!(
            "{} transfers of {} bytes on {}, each started by itself or by a list with its batch; modelled: the card behind a link of PCI Express Gen3 x16, the processor's system call, \
             stores and descriptors by the host model, added as if nothing of them overlapped. A batch is started before its ends are asked for.\n\n{table}\n",
            self.starts, self.bytes, self.card
        )
    }
}
