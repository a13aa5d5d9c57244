// SPDX-License-Identifier: Apache-2.0
//! `forebay tune`.

use comfy_table::{CellAlignment, Table, presets};
use forebay_host_model::tune::{Advice, Cost, Question, tune};
use forebay_host_model::{Completion, FlowParams, Pattern, Profile, Scenario};
use serde::Serialize;

use crate::args::TuneArgs;
use crate::error::CliError;
use crate::{card_model, card_name, output};

/// What the command prints.
#[derive(Debug, Serialize)]
struct TuneOutput {
    card: String,
    host: &'static str,
    tasks: u32,
    pairs: u64,
    /// Every time is that of a model.
    modelled: bool,
    model: FlowParams,
    #[serde(flatten)]
    advice: Advice,
}

pub(crate) fn run(args: &TuneArgs) -> Result<(), CliError> {
    let (card, model) = card_model::open(&args.card, args.pair)?;
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
    let advice = tune(&Question { scenario, runs: args.runs })?;
    let (tasks, pairs, modelled) = (args.tasks, args.pairs, true);
    let output = TuneOutput { card, host, tasks, pairs, modelled, model, advice };
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
        let mut text = format!(
            "{pairs} pairs to {card} from {host}, {tasks} other tasks; modelled\n\
             FIFOs of {scalars} elements of {} bytes and {points} of {}, a pair each {pair}\n\n{table}\n",
            bytes[0], bytes[1]
        );
        if !reasons.is_empty() {
            text += &format!("\nNot safe, or not possible:\n{}\n", reasons.join("\n"));
        }
        format!("{text}\n* {}", advice.why)
    }
}
