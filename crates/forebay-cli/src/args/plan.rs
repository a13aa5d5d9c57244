// SPDX-License-Identifier: Apache-2.0
//! Arguments of `forebay plan`.

use clap::Args;
use forebay_host_model::Pattern;

#[derive(Debug, Args)]
pub(crate) struct PlanArgs {
    /// Card: rtl or fast, BODY:BUILD such as fast:loopback, or a device such as /dev/forebay0, which is asked for its FIFOs and taken to take nothing of a pair before all of it has come; or f1-shell, a model of that of the published runs
    #[arg(long, value_name = "CARD", default_value = "rtl")]
    pub card: String,
    // From the list that the parser takes, so that the two name the same.
    #[arg(long, help = format!("In which order it is sent: {}", orders()), value_name = "ORDER", default_value = "alternate", value_parser = order)]
    pub order: Pattern,
    /// Elements of each chunk
    #[arg(long, value_name = "N", default_value_t = 1024)]
    pub chunk: u64,
    /// Elements of each stream
    #[arg(long, value_name = "N", default_value_t = 1 << 20)]
    pub pairs: u64,
    /// Elements in the FIFO of each stream; the card's if not given
    #[arg(long, value_name = "N")]
    pub fifo: Option<u64>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

fn order(text: &str) -> Result<Pattern, String> {
    Pattern::find(text).map_err(|error| error.to_string())
}

fn orders() -> String {
    Pattern::STREAMS.map(|(name, _)| name).join(", ")
}
