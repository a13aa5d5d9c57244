// SPDX-License-Identifier: Apache-2.0
//! `forebay plan`.

use forebay_host_model::{Completion, FlowParams, HostModelError, Pattern, Scenario};
use forebay_plan::{Plan, Verdict};
use serde::Serialize;

use crate::args::PlanArgs;
use crate::card_model::CardModel;
use crate::error::CliError;
use crate::{card_model, output};

/// What the command prints.
#[derive(Debug, Serialize)]
struct PlanOutput {
    card: String,
    assumes: Option<String>,
    plan: Plan,
    #[serde(flatten)]
    verdict: Verdict,
    /// The same in a sentence.
    says: String,
}

/// Exit code of a plan that does not always end.
const CAN_DEADLOCK: u8 = 6;

/// The exit code.
pub(crate) fn run(args: &PlanArgs) -> Result<u8, CliError> {
    let CardModel { name: card, params: model, assumes } = card_model::open(&args.card, None)?;
    let depth = args.fifo.map_or(model.depth, |elements| [elements; 2]);
    let scenario = Scenario {
        pairs: args.pairs,
        card: FlowParams { depth, ..model },
        ..Scenario::published(args.order, Completion::Poll, args.chunk, 1)
    };
    scenario.check().map_err(|error| match error {
        // By the option that it came by.
        HostModelError::Parameter { parameter: "depth", value, wanted } => {
            HostModelError::Parameter { parameter: "fifo", value, wanted }
        }
        other => other,
    })?;
    // Every order that has a name here sends streams.
    let Some(plan) = scenario.plan() else { return Ok(0) };
    let verdict = plan.check().map_err(HostModelError::from)?;
    let code = if verdict == Verdict::Free { 0 } else { CAN_DEADLOCK };
    if !args.json {
        let [scalars, points] = depth;
        let order = match args.order {
            // All of a stream is one piece.
            Pattern::ScalarsThenPoints => args.order.to_string(),
            order => format!("{order}, chunks of {}", args.chunk),
        };
        let assumes = assumes.map_or_else(String::new, |assumes| format!("{assumes}\n"));
        output::text(&format!(
            "{} pairs to {card}, {order}; FIFOs of {scalars} and {points} elements\n{assumes}{verdict}",
            args.pairs
        ))?;
        return Ok(code);
    }
    let says = verdict.to_string();
    output::json(&PlanOutput { card, assumes, plan, verdict, says })?;
    Ok(code)
}
