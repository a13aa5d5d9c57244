// SPDX-License-Identifier: Apache-2.0
//! Cards as the model of the host side has them.

use forebay::{Device, LinkParams};
use forebay_host_model::{FlowParams, Time, WritePath};
use forebay_msm::{CARD_POINT_BYTES, SCALAR_BYTES};
use forebay_msm_client::Msm;
use forebay_plan::ENTRY_BYTES;

use crate::card_name;
use crate::error::CliError;

/// The card of the published runs, which nobody has to open.
const F1_SHELL: &str = "f1-shell";
/// Cycles in which a core of whose rate nothing is known is taken to want a pair.
const PAIR_CYCLES: u64 = 20;

/// A card as flows.
pub(crate) struct CardModel {
    /// Its whole name.
    pub name: String,
    /// What it says of its FIFOs and its core, and the rest as modelled.
    pub params: FlowParams,
    /// What is taken for granted of its datapath, where that is not known to take pairs.
    pub assumes: Option<String>,
}

/// Opens a card, and models it.
pub(crate) fn open(card: &str, pair: Option<Time>) -> Result<CardModel, CliError> {
    let with_pair = |params: FlowParams| match pair {
        Some(pair) => FlowParams { pair, ..params },
        None => params,
    };
    if card == F1_SHELL {
        let params = with_pair(FlowParams::f1_shell());
        return Ok(CardModel { name: F1_SHELL.into(), params, assumes: None });
    }
    let name = card_name::spec(card, "msm");
    let device = Device::open(&name)?;
    let streams = device.describe(false)?.streams;
    let [scalars, points] = &streams[..] else {
        return Err(CliError::NotTwoStreams { card: name, streams: streams.len() });
    };
    let msm = Msm::new(&device).ok();
    let assumes = msm.is_none().then(|| {
        format!(
            "assumed: datapath `{}` takes an element of each stream at a time, and gives nothing back",
            device.identity().datapath
        )
    });
    // Points as the card takes them.
    let (cycles, sizes) = msm.map_or((PAIR_CYCLES, [32, 64]), |msm| {
        (msm.pair_cycles(), [SCALAR_BYTES as u64, CARD_POINT_BYTES as u64])
    });
    let like = if name.starts_with("fast:") {
        FlowParams::native()
    } else {
        FlowParams::forebay(&LinkParams::default(), cycles)
    };
    let write_path =
        if device.identity().shared_path { WritePath::Shared } else { like.write_path };
    let depth = [scalars, points].map(|stream| u64::from(stream.depth) * ENTRY_BYTES);
    let cycle_ps = 1_000_000_000_000 / device.identity().clock_hz().max(1);
    let params = FlowParams {
        depth: [depth[0] / sizes[0], depth[1] / sizes[1]],
        element_bytes: sizes,
        pair: Time::from_ps(cycle_ps.saturating_mul(cycles)),
        write_path,
        ..like
    };
    Ok(CardModel { name, params: with_pair(params), assumes })
}
