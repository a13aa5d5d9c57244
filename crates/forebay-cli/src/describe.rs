// SPDX-License-Identifier: Apache-2.0
//! `forebay describe`.

use comfy_table::{CellAlignment, Table, presets};
use forebay::{Class, Description, Device, Feature, ForebayError, Standing};
use forebay_msm_client::Msm;
use forebay_regs::user::feature;
use serde::Serialize;

use crate::args::DescribeArgs;
use crate::error::CliError;
use crate::{card_name, output};

/// What the command prints.
#[derive(Debug, Serialize)]
struct DescribeOutput {
    card: String,
    /// Adders of a multiplier, buckets of each, depth of one in cycles.
    adders: Option<usize>,
    buckets: Option<usize>,
    adder_latency: Option<u32>,
    /// Points that its memory has room for; 0 without one.
    records: Option<usize>,
    #[serde(flatten)]
    description: Description,
}

pub(crate) fn run(args: &DescribeArgs) -> Result<(), CliError> {
    let spec = card_name::spec(&args.card, "msm");
    let device = Device::open(&spec)?;
    if !card_name::is_node(&spec) {
        let_begin(&device)?;
    }
    // A datapath that does not answer is described without.
    let msm = Msm::new(&device).ok();
    let geometry = msm.as_ref().map(Msm::geometry);
    let output = DescribeOutput {
        card: spec,
        adders: geometry.map(|card| card.adders),
        buckets: geometry.map(|card| card.buckets),
        adder_latency: geometry.map(|card| card.adder_latency),
        records: geometry.map(|card| card.records),
        description: device.describe(args.clear)?,
    };
    if args.json { output::json(&output) } else { output::text(&output.text()) }
}

/// Lets datapaths end what they begin a reset with, such as emptying their memories: on a card that was opened for this, time passes for
/// nobody else. One that does not end is described as it is.
fn let_begin(device: &Device) -> Result<(), CliError> {
    let features = &device.identity().features;
    for datapath in features.iter().filter(|feature| feature.class == Class::Datapath) {
        let at_rest = |status| !feature::status::BUSY.is_set(status);
        let status = datapath.header + feature::STATUS;
        match device.wait_register("a datapath's STATUS after a reset", status, &at_rest) {
            Ok(_) | Err(ForebayError::RegisterWait { .. }) => {}
            Err(other) => return Err(other.into()),
        }
    }
    Ok(())
}

impl DescribeOutput {
    fn text(&self) -> String {
        let Description { identity, cycles, counters, plugs, streams, last_bad } =
            &self.description;
        let mut table = Table::new();
        table.load_preset(presets::NOTHING);
        let mut row = |name: &str, value: String| {
            table.add_row([name, &value]);
        };
        row("card", self.card.clone());
        row("datapath", identity.datapath.to_string());
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
        row("writes to the card", write_path(identity.shared_path).into());
        row("clock", format!("{} MHz", identity.clock_khz / 1000));
        row("card memory", format!("{} KiB", identity.mem_bytes / 1024));
        if let (Some(adders), Some(buckets), Some(records)) =
            (self.adders, self.buckets, self.records)
        {
            let of = if adders == 1 { "1 adder".into() } else { format!("{adders} adders") };
            row(
                "multiplication",
                format!("{of} of {buckets} buckets, memory for {records} points"),
            );
        }
        for stream in streams {
            let begun = match stream.begun {
                0 => String::new(),
                bytes => format!(" and {bytes} bytes of another"),
            };
            let text = format!(
                "{} of {} entries{begun}, high water {}",
                stream.occupancy, stream.depth, stream.high_water
            );
            row(&format!("stream port {}", stream.port), text);
        }
        for feature in &identity.features {
            row("feature", feature_text(feature));
        }
        for plug in plugs {
            let state = if plug.quiesced { ", quiesced" } else { "" };
            let busy = if plug.busy { "busy" } else { "idle" };
            let dead = if plug.answers { "" } else { ", its registers do not answer" };
            row(&plug.name, format!("{busy}{state}, progress {}{dead}", plug.progress));
        }
        row("last bad host address", format!("{:#x}", last_bad.host));
        row("last bad card address", format!("{:#x}", last_bad.card));
        row("last bad register", format!("{:#x}", last_bad.mmio));
        row("cycles", cycles.to_string());
        let mut counts = Table::new();
        counts.load_preset(presets::NOTHING);
        for counter in counters {
            counts.add_row([counter.name.clone(), counter.value.to_string()]);
        }
        if let Some(column) = counts.column_mut(1) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        format!("{table}\n\n{counts}")
    }
}

/// A feature with what this program makes of it.
fn feature_text(feature: &Feature) -> String {
    let (major, minor) = feature.version;
    let left_alone = match feature.standing {
        Standing::Known => "",
        Standing::UnknownKind => ", not known, left alone",
        Standing::UnknownVersion => ", version not known, left alone",
    };
    let page = feature.page;
    let place = match page.bytes {
        0 => "no registers".into(),
        bytes => format!("BAR{} {:#x}, {bytes:#x} bytes", page.bar, page.offset),
    };
    format!("{feature} {major}.{minor}, {place}{left_alone}")
}

/// What a channel's write that finds no room holds up.
const fn write_path(shared: bool) -> &'static str {
    if shared {
        "one path: who finds no room in a stream port holds up every channel"
    } else {
        "who finds no room in a stream port holds up nobody else"
    }
}

/// What each channel of a direction is.
fn kinds(count: u32, streams: u32) -> String {
    let kind = |n: u32| if streams >> n & 1 == 1 { "stream" } else { "memory" };
    (0..count).map(kind).collect::<Vec<_>>().join(", ")
}
