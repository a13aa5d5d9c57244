// SPDX-License-Identifier: Apache-2.0
//! `forebay replay-trace`.

use std::fs::File;
use std::io::BufReader;

use forebay_bus::LinkParams;
use forebay_trace::{Stats, TraceError, TraceReader, replay};
use serde::Serialize;

use crate::args::ReplayTraceArgs;
use crate::error::CliError;
use crate::output;

type Reader = TraceReader<BufReader<File>>;

/// What the command prints after a replay.
#[derive(Debug, Serialize)]
struct ReplayTraceOutput {
    card: String,
    /// Transactions, all of them as recorded.
    transactions: u64,
    /// Card cycle at the end.
    cycles: u64,
}

/// What the command prints with `--stats`.
#[derive(Debug, Serialize)]
struct StatsOutput {
    card: String,
    #[serde(flatten)]
    stats: Stats,
}

pub(crate) fn run(args: &ReplayTraceArgs) -> Result<(), CliError> {
    let failed = |source| CliError::Trace { path: args.file.clone(), source };
    let no_trace = |source| CliError::NoTrace { path: args.file.clone(), source };
    let file = File::open(&args.file).map_err(no_trace)?;
    let mut reader = TraceReader::new(BufReader::new(file)).map_err(failed)?;
    if args.list {
        return list(args, &mut reader);
    }
    let card = args.card.clone().unwrap_or_else(|| reader.header().card.clone());
    if args.stats {
        let stats = Stats::of(&mut reader).map_err(failed)?;
        let output = StatsOutput { card, stats };
        return if args.json { output::json(&output) } else { output::text(&output.text()) };
    }
    let link = link(&reader).map_err(failed)?;
    let mut fresh = forebay_sim::open(&card, link, args.wave.as_deref())
        .map_err(|error| failed(TraceError::Card(error)))?;
    let replayed = replay(&mut reader, &mut *fresh).map_err(failed)?;
    let output =
        ReplayTraceOutput { card, transactions: replayed.transactions, cycles: replayed.cycles };
    if args.json {
        return output::json(&output);
    }
    let ReplayTraceOutput { card, transactions, cycles } = &output;
    output::text(&format!(
        "{card}: {transactions} transactions, {cycles} card cycles, all as recorded"
    ))
}

/// The link of the recording.
fn link(reader: &Reader) -> Result<LinkParams, TraceError> {
    reader.header().link.params().ok_or_else(|| TraceError::Senseless {
        index: 0,
        what: "a link of a generation that does not exist".into(),
    })
}

fn list(args: &ReplayTraceArgs, reader: &mut Reader) -> Result<(), CliError> {
    let failed = |source| CliError::Trace { path: args.file.clone(), source };
    while let Some(event) = reader.next_event().map_err(failed)? {
        output::text(&format!("{} {} {event}", reader.index(), event.cycle()))?;
    }
    Ok(())
}

impl StatsOutput {
    fn text(&self) -> String {
        use std::fmt::Write as _;
        let Self { card, stats } = self;
        let mut text = format!("{card}: {} card cycles\n", stats.cycles);
        let mut line = |name: &str, count: u64, bytes: Option<u64>| {
            let bytes = bytes.map_or_else(String::new, |bytes| format!("  {bytes} bytes"));
            // Writing to a string does not fail.
            let _ = writeln!(text, "{name:<24}{count:>12}{bytes}");
        };
        for (bar, accesses) in &stats.bars {
            for (kind, count) in [("reads", accesses.reads), ("writes", accesses.writes)] {
                line(&format!("{bar} {kind}"), count.count, Some(count.bytes));
            }
        }
        for (name, count) in [
            ("DMA reads, descriptors", stats.dma_descriptor_reads),
            ("DMA reads, data", stats.dma_data_reads),
            ("DMA writes, data", stats.dma_data_writes),
            ("DMA writes, write-back", stats.dma_write_backs),
        ] {
            line(name, count.count, Some(count.bytes));
        }
        for (name, count) in [
            ("DMA refused", stats.dma_refused),
            ("messages", stats.messages),
            ("maps", stats.maps),
            ("unmaps", stats.unmaps),
            ("resets", stats.resets),
            ("clients", stats.clients),
            ("server's own accesses", stats.server_accesses),
            ("accesses not taken", stats.not_taken),
            ("transactions", stats.transactions),
        ] {
            line(name, count, None);
        }
        text.truncate(text.trim_end().len());
        text
    }
}
