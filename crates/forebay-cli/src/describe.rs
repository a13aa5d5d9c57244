// SPDX-License-Identifier: Apache-2.0
//! `forebay describe`.

use comfy_table::{CellAlignment, Table, presets};
use forebay::{Description, Device, Kernel};
use forebay_msm_client::Msm;
use serde::Serialize;

use crate::args::DescribeArgs;
use crate::error::CliError;
use crate::{card_name, output};

/// What the command prints.
#[derive(Debug, Serialize)]
struct DescribeOutput {
    card: String,
    /// Widths of the MSM kernel's windows in bits, lowest first.
    window_bits: Option<Vec<u32>>,
    /// Buckets of all windows.
    buckets: Option<usize>,
    #[serde(flatten)]
    description: Description,
}

pub(crate) fn run(args: &DescribeArgs) -> Result<(), CliError> {
    let spec = card_name::spec(&args.card, "msm");
    let device = Device::open(&spec)?;
    let plan = match device.identity().kernel {
        Kernel::Msm => Some(Msm::new(&device)?.plan().clone()),
        Kernel::Loopback => None,
    };
    let output = DescribeOutput {
        card: spec,
        window_bits: plan.as_ref().map(|plan| plan.bits().to_vec()),
        buckets: plan.as_ref().map(forebay_msm::WindowPlan::bucket_count),
        description: device.describe(args.clear)?,
    };
    if args.json { output::json(&output) } else { output::text(&output.text()) }
}

impl DescribeOutput {
    fn text(&self) -> String {
        let Description { identity, cycles, counters, streams, last_bad } = &self.description;
        let mut table = Table::new();
        table.load_preset(presets::NOTHING);
        let mut row = |name: &str, value: String| {
            table.add_row([name, &value]);
        };
        row("card", self.card.clone());
        row("kernel", format!("{:?}", identity.kernel));
        let (major, minor, patch) = identity.version;
        row("register map", format!("{major}.{minor}.{patch}"));
        row(
            "h2c channels",
            format!("{} ({})", identity.h2c, kinds(identity.h2c, identity.h2c_streams)),
        );
        row(
            "c2h channels",
            format!("{} ({})", identity.c2h, kinds(identity.c2h, identity.c2h_streams)),
        );
        row("clock", format!("{} MHz", identity.clock_khz / 1000));
        row("card memory", format!("{} KiB", identity.mem_bytes / 1024));
        if let (Some(bits), Some(buckets)) = (&self.window_bits, self.buckets) {
            row("windows", format!("{} of {bits:?} bits, {buckets} buckets", bits.len()));
        }
        for stream in streams {
            let text = format!(
                "{} of {} entries, high water {}",
                stream.occupancy, stream.depth, stream.high_water
            );
            row(&format!("stream window {}", stream.window), text);
        }
        row("last bad host address", format!("{:#x}", last_bad.host));
        row("last bad card address", format!("{:#x}", last_bad.card));
        row("last bad register", format!("{:#x}", last_bad.mmio));
        row("cycles", cycles.to_string());
        let mut counts = Table::new();
        counts.load_preset(presets::NOTHING);
        for counter in counters {
            counts.add_row([counter.name.to_owned(), counter.value.to_string()]);
        }
        if let Some(column) = counts.column_mut(1) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        format!("{table}\n\n{counts}")
    }
}

/// What each channel of a direction is.
fn kinds(count: u32, streams: u32) -> String {
    let kind = |n: u32| if streams >> n & 1 == 1 { "stream" } else { "memory" };
    (0..count).map(kind).collect::<Vec<_>>().join(", ")
}
