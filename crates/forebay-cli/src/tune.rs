// SPDX-License-Identifier: Apache-2.0
//! `forebay tune`.

use comfy_table::{CellAlignment, Table, presets};
use forebay_host_model::crossover::Crossover;
use forebay_host_model::tune::{Advice, Cost, Question, tune};
use forebay_host_model::{Completion, FlowParams, Pattern, Profile, Scenario};
use forebay_write_combining::Processor;
use serde::Serialize;

use crate::args::TuneArgs;
use crate::card_model::CardModel;
use crate::error::CliError;
use crate::{card_model, card_name, output};

/// What the command prints.
#[derive(Debug, Serialize)]
struct TuneOutput {
    card: String,
    assumes: Option<String>,
    host: &'static str,
    tasks: u32,
    pairs: u64,
    /// Every time is that of a model.
    modelled: bool,
    model: FlowParams,
    #[serde(flatten)]
    advice: Advice,
    /// From which size on a call is sooner than stores into the aperture, and both by size.
    crossover: Crossover,
    plots: Vec<String>,
}

pub(crate) fn run(args: &TuneArgs) -> Result<(), CliError> {
    let CardModel { name: card, params: model, assumes } = card_model::open(&args.card, args.pair)?;
    let profile = match &args.host {
        Some(host) => Profile::find(host)?,
        None if card_name::is_node(&args.card) => Profile::forebay(),
        None => Profile::in_process(),
    };
    let profile = profile.with_tasks(args.tasks);
    let host = profile.name;
    let scenario = Scenario {
        pairs: args.pairs,
        profile,
        card: model.clone(),
        // A program calls when it has worked out what to send.
        worked: true,
        seed: args.seed,
        ..Scenario::published(Pattern::OneList, Completion::Interrupt, 1, 1)
    };
    let crossover = Crossover::of(Processor::F1, &scenario.profile, &model)?;
    let advice = tune(&Question { scenario, runs: args.runs })?;
    let plots = draw(args, &format!("{host} to {card}"), &crossover)?;
    let (tasks, pairs, modelled) = (args.tasks, args.pairs, true);
    let output =
        TuneOutput { card, assumes, host, tasks, pairs, modelled, model, advice, crossover, plots };
    if args.json { output::json(&output) } else { output::text(&output.text()) }
}

impl TuneOutput {
    fn text(&self) -> String {
        let Self { card, host, tasks, pairs, model, advice, .. } = self;
        let mut table = Table::new();
        table.load_preset(presets::NOTHING);
        table.set_header(["", "way", "ms", "worst", "of the core", "processor ms", "starts"]);
        let mut reasons = Vec::new();
        for one in &advice.alternatives {
            let mark = if one.way == advice.choice { "*" } else { "" };
            let way = one.way.to_string();
            match &one.cost {
                Cost::Takes(times) => {
                    table.add_row([
                        mark,
                        &way,
                        &format!("{:.2}", times.mean_ms),
                        &format!("{:.2}", times.most_ms),
                        &format!("{:.4}", times.over_core),
                        &format!("{:.2}", times.host_ms),
                        &format!("{:.0}", times.starts),
                    ]);
                }
                // The same asleep and polling.
                Cost::NotFree(why) => {
                    reasons
                        .push(format!("  {}, chunks of {}: {why}", one.way.pattern, one.way.chunk));
                }
                Cost::NotPossible(why) => reasons.push(format!("  {}: {why}.", one.way.pattern)),
            }
        }
        reasons.dedup();
        for column in 2..7 {
            if let Some(column) = table.column_mut(column) {
                column.set_cell_alignment(CellAlignment::Right);
            }
        }
        let [scalars, points] = model.depth;
        let (bytes, pair) = (model.element_bytes, model.pair);
        let assumes =
            self.assumes.as_ref().map_or_else(String::new, |assumes| format!("{assumes}\n"));
        let mut text = format!(
            "{pairs} pairs to {card} from {host}, {tasks} other tasks; modelled\n\
             FIFOs of {scalars} elements of {} bytes and {points} of {}, a pair each {pair}\n{assumes}\n{table}\n",
            bytes[0], bytes[1]
        );
        if !reasons.is_empty() {
            text += &format!("\nNot safe, or not possible:\n{}\n", reasons.join("\n"));
        }
        for plot in &self.plots {
            text += &format!("\ndrawn in {plot}\n");
        }
        format!("{text}\n{}\n* {}", small(&self.crossover), advice.why)
    }
}

/// What to do with what is small.
fn small(crossover: &Crossover) -> String {
    let less = |from: Option<u64>| {
        from.map_or_else(|| "any size".into(), |bytes| format!("less than {bytes} bytes"))
    };
    let [known, unread] = [crossover.from_bytes, crossover.unread_from_bytes].map(less);
    format!(
        "A single buffer of {known} is sooner on the card by write-combined stores into the aperture, and known to be there by a read behind them, with the \
         processor of the published table; of {unread} where the program does not ask."
    )
}

#[cfg(feature = "sweep")]
fn draw(args: &TuneArgs, who: &str, crossover: &Crossover) -> Result<Vec<String>, CliError> {
    use forebay_host_model::Time;
    use forebay_host_model::crossover::Size;
    use forebay_report::{LogLine, LogRates};
    let Some(folder) = &args.plot else { return Ok(Vec::new()) };
    let line = |name: &str, time: fn(&Size) -> Time| LogLine {
        name: name.into(),
        line: crossover
            .sizes
            .iter()
            .map(|size| (size.bytes, size.bytes as f64 * 1e3 / time(size).ps() as f64))
            .collect(),
        crosses: Vec::new(),
    };
    let chart = LogRates {
        title: format!("One buffer, {who} (modelled)"),
        unit: "GB/s until the program knows that it is there, modelled".into(),
        meaning: String::new(),
        crosses: String::new(),
        lines: vec![
            line("write-combined stores, if nobody asks", |size| size.stores),
            line("stores and a read behind them", |size| size.stores_known),
            line("a DMA call", |size| size.dma),
        ],
    };
    Ok(output::paths(chart.write(folder, "crossover")?))
}

#[cfg(not(feature = "sweep"))]
const fn draw(_: &TuneArgs, _: &str, _: &Crossover) -> Result<Vec<String>, CliError> {
    Ok(Vec::new())
}
