// SPDX-License-Identifier: Apache-2.0
//! What has come of a run.

use std::error::Error;

use forebay_udma_model::experiment::{Rates, Table, Users, half_95, table};
use serde::Serialize;

use super::plan::Plan;
use crate::remarks::{Remark, remarks};

/// Phases do not depend on how many processes there are.
const PREDICTED_OF: u8 = 2;

/// For each context switch.
#[derive(Clone, Copy, Debug, Serialize)]
struct PerSwitch {
    errors: f64,
    fails: f64,
    /// Transfers that nobody wants.
    wrong: f64,
    /// Transfers of an attempt that was told no.
    untold: f64,
}

/// A process found with some accesses of an attempt made when it got the processor, and one left so.
#[derive(Clone, Copy, Debug, Serialize)]
struct Pair {
    resumed: u64,
    left: u64,
    switches: u64,
    errors: u64,
    fails: u64,
    /// Of the model, for each of these switches.
    model_errors: u32,
    model_fails: u32,
}

/// One run.
#[derive(Debug, Serialize)]
pub(super) struct Row {
    scheme: &'static str,
    processes: u8,
    pace_us: u64,
    /// By the host's clock, with what goes before and behind.
    seconds: f64,
    /// By the guest's.
    guest_seconds: f64,
    switches: u64,
    measured: PerSwitch,
    /// Half of a 95 % interval.
    errors_95: f64,
    fails_95: f64,
    /// By the model, where a process is interrupted anywhere with the same chance.
    predicted: PerSwitch,
    /// Where it is interrupted for as long as it was seen to be there, with the processor to itself.
    predicted_times: PerSwitch,
    /// Where it was seen to be interrupted.
    predicted_phases: PerSwitch,
    /// Nanoseconds before each access, with the processor to itself; the time between two attempts is in the first.
    times_ns: Vec<u64>,
    /// How often it was interrupted before each.
    phases: Vec<u64>,
    pairs: Vec<Pair>,
    /// Pairs in which a switch has cost something else than the model says.
    deviating_pairs: usize,
    attempts: u64,
    told_yes: u64,
    restarts: u64,
    /// Switches that the kernel has counted as involuntary, of these processes.
    involuntary: u64,
    /// By the card.
    card_starts: u64,
    card_ended: u64,
    card_refused: u64,
    card_strays: u64,
}

impl From<Rates> for PerSwitch {
    fn from(Rates { errors, fails, wrong, untold }: Rates) -> Self {
        Self { errors, fails, wrong, untold }
    }
}

impl Row {
    /// From the remarks of the guest's program.
    pub(super) fn read(plan: &Plan, output: &str, seconds: f64) -> Result<Self, Box<dyn Error>> {
        let said = remarks(output, "run");
        let [run] = &said[..] else {
            return Err(format!("the program has said {} times what it counted", said.len()).into());
        };
        let model = table(&Users::new(plan.case, PREDICTED_OF));
        let pairs = pairs(output, &model)?;
        let mut phases = vec![0; model.cells.len()];
        for pair in &pairs {
            phases[usize::try_from(pair.resumed)?] += pair.switches;
        }
        let dwell = remarks(output, "dwell");
        let times_ns: Vec<_> = dwell.iter().map(|it| it.number("ns")).collect::<Result<_, _>>()?;
        let switches = run.number("turns")?;
        let share = |name| Ok::<_, Box<dyn Error>>(ratio(run.number(name)?, switches));
        Ok(Self {
            scheme: plan.name,
            processes: plan.processes,
            pace_us: plan.pace_us(),
            seconds,
            guest_seconds: ratio(run.number("ms")?, 1000),
            switches,
            measured: PerSwitch {
                errors: share("errors")?,
                fails: share("fails")?,
                wrong: share("wrong")?,
                untold: share("untold")?,
            },
            errors_95: interval(output, "errors")?,
            fails_95: interval(output, "fails")?,
            predicted: model.uniform().into(),
            predicted_times: weighted(&model, &times_ns),
            predicted_phases: weighted(&model, &phases),
            times_ns,
            phases,
            deviating_pairs: pairs.iter().filter(|pair| pair.deviates()).count(),
            pairs,
            attempts: run.number("attempts")?,
            told_yes: run.number("done")?,
            restarts: run.number("aborts")?,
            involuntary: run.number("involuntary")?,
            card_starts: run.number("starts")?,
            card_ended: run.number("ended")?,
            card_refused: run.number("refused")?,
            card_strays: run.number("strays")?,
        })
    }

    /// For people.
    pub(super) fn text(&self) -> String {
        let PerSwitch { errors, fails, wrong, .. } = self.measured;
        let paced = if self.pace_us > 0 { ", equally far apart" } else { "" };
        format!(
            "{} by {}{paced}: {} switches in {:.0} s; errors {errors:.3} +- {:.3}, FAIL {fails:.3} +- {:.3}, wrong {wrong:.3}; {} pairs deviate",
            self.scheme,
            self.processes,
            self.switches,
            self.seconds,
            self.errors_95,
            self.fails_95,
            self.deviating_pairs
        )
    }
}

impl Pair {
    fn deviates(&self) -> bool {
        self.errors != self.switches * u64::from(self.model_errors)
            || self.fails != self.switches * u64::from(self.model_fails)
    }
}

fn pairs(output: &str, model: &Table) -> Result<Vec<Pair>, Box<dyn Error>> {
    let phases = model.cells.len();
    let read = |remark: &Remark| {
        let (resumed, left) = (remark.number("resumed")?, remark.number("left")?);
        let row = model.cells.get(usize::try_from(resumed)?);
        let cell = row.and_then(|row| row.get(usize::try_from(left).ok()?));
        let cell = cell.ok_or_else(|| {
            format!("the guest tells of phases {resumed} and {left}; the model has {phases}")
        })?;
        Ok::<_, Box<dyn Error>>(Pair {
            resumed,
            left,
            switches: remark.number("turns")?,
            errors: remark.number("errors")?,
            fails: remark.number("fails")?,
            model_errors: cell.errors,
            model_fails: cell.fails,
        })
    };
    remarks(output, "pair").iter().map(read).collect()
}

/// Phases are independent of each other where a quantum is long. Without any weight nothing can be said but for all the same.
fn weighted(model: &Table, weights: &[u64]) -> PerSwitch {
    let weights: Vec<_> = weights.iter().map(|&it| ratio(it, 1)).collect();
    if weights.iter().sum::<f64>() > 0.0 {
        model.mean(&weights).into()
    } else {
        model.uniform().into()
    }
}

/// Half of a 95 % interval, by the parts of the run: a switch depends on those just before it.
fn interval(output: &str, what: &str) -> Result<f64, Box<dyn Error>> {
    let batches = remarks(output, "batch");
    let rate = |it: &Remark| Ok::<_, Box<dyn Error>>(ratio(it.number(what)?, it.number("turns")?));
    Ok(half_95(&batches.iter().map(rate).collect::<Result<Vec<_>, _>>()?))
}

#[expect(clippy::cast_precision_loss, reason = "counts are small")]
fn ratio(count: u64, of: u64) -> f64 {
    count as f64 / of as f64
}

#[cfg(test)]
mod tests {
    use super::super::plan::plans;
    use super::*;

    const SAID: &str = "\
# pair resumed=0 left=0 turns=3 errors=0 fails=0
# pair resumed=0 left=1 turns=1 errors=0 fails=0
# pair resumed=1 left=0 turns=2 errors=2 fails=2
# pair resumed=1 left=1 turns=2 errors=1 fails=0
# dwell phase=0 ns=100
# dwell phase=1 ns=300
# batch turns=4 errors=1 fails=1 wrong=0
# batch turns=4 errors=2 fails=1 wrong=1
# run scheme=shrimp2+bare processes=2 pace_us=0 ms=9 turns=8 errors=3 fails=2 wrong=1 untold=0 attempts=20 done=17 aborts=0 involuntary=8 starts=17 ended=17 refused=0 strays=0
";

    fn row(name: &str, said: &str) -> Result<Row, Box<dyn Error>> {
        let plan = plans().into_iter().find(|plan| plan.name == name).expect("a plan");
        Row::read(&plan, said, 1.5)
    }

    #[test]
    fn a_run_is_read_and_predicted() {
        let row = row("shrimp2", SAID).expect("a row");
        let found = serde_json::to_value(&row).expect("JSON");
        assert_eq!(
            found["measured"],
            serde_json::json!({"errors": 0.375, "fails": 0.25, "wrong": 0.125, "untold": 0.0})
        );
        // A switch after the store loses it where the other one has completed a pair, and moves wrong where it has not.
        assert_eq!(
            found["predicted"],
            serde_json::json!({"errors": 0.25, "fails": 0.25, "wrong": 0.25, "untold": 0.0})
        );
        assert_eq!(found["predicted_times"]["wrong"], 0.5625);
        assert_eq!(found["phases"], serde_json::json!([4, 4]));
        assert_eq!(found["predicted_phases"]["errors"], 0.25);
        assert_eq!(row.deviating_pairs, 1, "after the store and left after it, one error too many");
        assert_eq!(found["card_starts"], 17);
    }

    #[test]
    fn what_does_not_fit_is_refused_with_what_was_said() {
        let text = |name, said: &str| row(name, said).expect_err("refused").to_string();
        assert_eq!(text("shrimp2", ""), "the program has said 0 times what it counted");
        assert_eq!(text("pal", SAID), "the guest tells of phases 0 and 1; the model has 1");
        let cut = SAID.replace(" ms=9", "");
        assert_eq!(text("shrimp2", &cut), "the guest's remark `run` has no `ms`");
    }
}
