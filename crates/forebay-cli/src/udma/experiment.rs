// SPDX-License-Identifier: Apache-2.0
//! `forebay udma experiment`: section 4.4 of the report, predicted and played.

use comfy_table::{CellAlignment, Table, presets};
use forebay_udma_model::cost::{Terms, minimax, rows, turbochannel};
use forebay_udma_model::experiment::{
    BATCHES, Counts, Measured, PUBLISHED, Pace, Published, Rates, Users, dwell, simulate, table,
};
use serde::Serialize;

use super::Subject;
use crate::args::ExperimentArgs;
use crate::error::CliError;
use crate::output;
use crate::progress::during;

const PROCESSES: [u8; 3] = [2, 3, 4];
/// Every access takes as long as any other, and nothing is between two attempts.
const EVEN: Pace = Pace { store: 1, load: 1, gap: 0 };
/// Phases do not depend on how many processes there are.
const PREDICTED_OF: u8 = 2;

/// What happens for each context switch.
#[derive(Clone, Copy, Debug, Serialize)]
struct PerSwitch {
    /// Attempts that were told no.
    errors: f64,
    /// Answers FAIL.
    fails: f64,
    /// Transfers that nobody wants.
    wrong: f64,
    /// Transfers of an attempt that was told no.
    untold: f64,
}

/// Played with so many processes.
#[derive(Clone, Debug, Serialize)]
struct Played {
    processes: u8,
    switches: u32,
    #[serde(flatten)]
    per_switch: PerSwitch,
    /// Half of a 95 % interval.
    errors_95: f64,
    fails_95: f64,
}

/// One scheme.
#[derive(Clone, Debug, Serialize)]
struct Row {
    scheme: &'static str,
    /// A process is interrupted anywhere with the same chance: exact.
    predicted: PerSwitch,
    /// It is found before an access for as long as table 1, fitted, says that this takes: exact.
    predicted_dwell: PerSwitch,
    /// Standard deviation of the errors of one switch.
    spread: f64,
    /// Errors and answers FAIL of all pairs of phases: gone on after so many accesses (rows), left after so many by the one before.
    phases: Vec<Vec<[u32; 2]>>,
    played: Vec<Played>,
}

/// What the command prints.
#[derive(Debug, Serialize)]
struct ExperimentOutput {
    modelled: bool,
    published: Published,
    seed: u64,
    schemes: Vec<Row>,
}

pub(super) fn run(args: &ExperimentArgs) -> Result<(), CliError> {
    let subjects = args.scheme.map_or_else(Subject::all, |one| vec![one]);
    let schemes =
        during("playing", None, || subjects.iter().map(|subject| Row::of(subject, args)).collect());
    let output =
        ExperimentOutput { modelled: true, published: PUBLISHED, seed: args.seed, schemes };
    if args.json { output::json(&output) } else { output::text(&output.text()) }
}

impl From<Rates> for PerSwitch {
    fn from(Rates { errors, fails, wrong, untold }: Rates) -> Self {
        Self { errors, fails, wrong, untold }
    }
}

impl Row {
    fn of(subject: &Subject, args: &ExperimentArgs) -> Self {
        let users = Users::new(subject.case, PREDICTED_OF);
        let phases = table(&users);
        let steps = users.processes[0].program.steps();
        let terms = Terms::AccessAndBarrier;
        // Of the published lines, whose constants can be told apart.
        let bus = minimax(&rows(terms)).map(|fit| turbochannel(terms, &fit));
        let mut weights = bus.map_or_else(Vec::new, |bus| dwell(steps, &bus, 0.0));
        // An attempt that nothing interrupts has one phase.
        weights.truncate(phases.cells.len());
        let several = args.processes.map_or_else(|| PROCESSES.to_vec(), |one| vec![one]);
        let cells = |row: &Vec<_>| row.iter().map(counted).collect();
        Self {
            scheme: subject.name,
            predicted: phases.uniform().into(),
            predicted_dwell: phases.mean(&weights).into(),
            spread: phases.spread(),
            phases: phases.cells.iter().map(cells).collect(),
            played: several.into_iter().map(|count| Played::of(subject, count, args)).collect(),
        }
    }
}

const fn counted(counts: &Counts) -> [u32; 2] {
    [counts.errors, counts.fails]
}

impl Played {
    fn of(subject: &Subject, processes: u8, args: &ExperimentArgs) -> Self {
        let switches = args.switches.next_multiple_of(BATCHES);
        let users = Users::new(subject.case, processes);
        let Measured { rates, errors_95, fails_95 } = simulate(&users, EVEN, switches, args.seed);
        Self { processes, switches, per_switch: rates.into(), errors_95, fails_95 }
    }
}

/// Of 100 switches, about a second of the published ones.
fn of_100(rate: f64) -> String {
    format!("{:.1}", 100.0 * rate)
}

impl ExperimentOutput {
    fn text(&self) -> String {
        let mut table = Table::new();
        table.load_preset(presets::NOTHING);
        table.set_header([
            "scheme",
            "processes",
            "errors",
            "FAIL",
            "errors played",
            "FAIL played",
            "wrong",
            "untold",
        ]);
        for row in &self.schemes {
            let PerSwitch { errors, fails, .. } = row.predicted;
            for played in &row.played {
                let PerSwitch { errors: seen, fails: told, wrong, untold } = played.per_switch;
                table.add_row([
                    row.scheme.to_owned(),
                    played.processes.to_string(),
                    of_100(errors),
                    of_100(fails),
                    format!("{} +- {}", of_100(seen), of_100(played.errors_95)),
                    format!("{} +- {}", of_100(told), of_100(played.fails_95)),
                    of_100(wrong),
                    of_100(untold),
                ]);
            }
        }
        for column in 1..8 {
            if let Some(column) = table.column_mut(column) {
                column.set_cell_alignment(CellAlignment::Right);
            }
        }
        let switches =
            self.schemes.first().and_then(|row| row.played.first()).map_or(0, |it| it.switches);
        let mut text = format!(
            "Processes that take turns on one processor and start transfers as fast as they can; of 100 context switches, modelled.\n\
             Errors: attempts told no. FAIL: answers. Predicted exactly, interrupted anywhere with the same chance; played, {switches} switches each by seed {}, \
             with 95 % intervals.\nWrong: transfers that nobody wants. Untold: transfers of an attempt that was told no.\n\n{table}\n",
            self.seed
        );
        let Published { scheme, errors_per_second, fails_per_second, .. } = self.published;
        if let Some(row) = self.schemes.iter().find(|row| row.scheme == scheme) {
            let [low, high] = errors_per_second;
            let [least, most] = fails_per_second;
            let PerSwitch { errors, fails, .. } = row.predicted_dwell;
            text += &format!(
                "\n{scheme}, published: {low} to {high} errors and {least} to {most} FAIL a second, at about {} switches a second.\n\
                 With the times of table 1 as fitted: {} and {}. One switch spreads by {:.2}.\n\n{}",
                self.published.switches_per_second,
                of_100(errors),
                of_100(fails),
                row.spread,
                row.pairs()
            );
        }
        text
    }
}

impl Row {
    /// All pairs of phases.
    fn pairs(&self) -> String {
        let mut table = Table::new();
        table.load_preset(presets::NOTHING);
        let left = (0..self.phases.len()).map(|k| format!("left after {k}"));
        table.set_header(std::iter::once("gone on after".to_owned()).chain(left));
        for (j, cells) in self.phases.iter().enumerate() {
            let cells = cells.iter().map(|[errors, fails]| format!("{errors}, {fails}"));
            table.add_row(std::iter::once(j.to_string()).chain(cells));
        }
        format!(
            "Errors and FAIL of each of the {} pairs of phases:\n{table}\n",
            self.phases.len().pow(2)
        )
    }
}
