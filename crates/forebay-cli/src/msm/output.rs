// SPDX-License-Identifier: Apache-2.0
//! What `forebay msm` prints.

use std::fmt::Write;

use comfy_table::{CellAlignment, Table, presets};
use forebay_msm::{G1Affine, affine_hex};
use forebay_msm_client::{MsmReport, Repeats, SieveReport, Spread};
use serde::Serialize;

/// What was done; there is at least one repetition.
pub(crate) struct Done {
    pub card: String,
    pub modelled: bool,
    pub link_modelled: bool,
    pub wall_seconds: f64,
    /// Wall time while the card worked.
    pub card_seconds: f64,
    pub verified: Option<bool>,
    /// The point of each multiplication.
    pub results: Vec<G1Affine>,
    /// Of each repetition.
    pub reports: Vec<MsmReport>,
}

/// What the command prints.
#[derive(Debug, Serialize)]
pub(crate) struct MsmOutput {
    /// Of the first multiplication.
    #[serde(flatten)]
    result: Point,
    card: String,
    /// Cycles come from a model rather than from the RTL.
    modelled: bool,
    /// The cycles of transfers rest on the model of a PCIe link. Who opens a card by its nodes cannot know.
    link_modelled: bool,
    cycles_per_point: f64,
    adder_utilisation: f64,
    /// From opening the files to the last result, without the witness.
    wall_seconds: f64,
    /// Card cycles simulated per second of wall time while the card worked.
    simulated_cycles_per_second: f64,
    /// Whether arkworks agrees with every result; null if not asked.
    verified: Option<bool>,
    /// Multiplications back to back.
    batch: usize,
    /// The result of each.
    results: Vec<Point>,
    /// Each repetition of the batch, and how they differ.
    #[serde(flatten)]
    repeats: Repeats,
    /// Of the repetition whose elapsed cycles are the median.
    #[serde(flatten)]
    report: MsmReport,
}

/// A result.
#[derive(Debug, Serialize)]
struct Point {
    /// Affine x, hexadecimal and big-endian; null at infinity.
    x: Option<String>,
    y: Option<String>,
}

impl Point {
    fn new(point: &G1Affine) -> Self {
        let (x, y) = affine_hex(point).unzip();
        Self { x, y }
    }

    /// As lines, the first of which has `first` in front.
    fn text(&self, first: &str) -> String {
        match (&self.x, &self.y) {
            (Some(x), Some(y)) => format!("{first}x = {x}\n{:1$}y = {y}\n", "", first.len()),
            _ => format!("{first}infinity\n"),
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "a rate for people")]
fn per_second(cycles: u64, seconds: f64) -> f64 {
    if seconds > 0.0 { cycles as f64 / seconds } else { 0.0 }
}

fn percent(ratio: f64) -> String {
    format!("{:.1} %", 100.0 * ratio)
}

impl MsmOutput {
    pub(crate) fn new(mut done: Done) -> Self {
        let repeats = Repeats::of(&done.reports);
        let card_cycles = repeats.repeats.iter().map(|repeat| repeat.card_cycles).sum();
        let report = done.reports.swap_remove(repeats.median().unwrap_or(0));
        let results: Vec<_> = done.results.iter().map(Point::new).collect();
        Self {
            result: Point::new(&done.results.first().copied().unwrap_or_default()),
            card: done.card,
            modelled: done.modelled,
            link_modelled: done.link_modelled,
            cycles_per_point: report.adder.cycles_per_point,
            adder_utilisation: report.adder.utilisation,
            wall_seconds: done.wall_seconds,
            simulated_cycles_per_second: per_second(card_cycles, done.card_seconds),
            verified: done.verified,
            batch: results.len(),
            results,
            repeats,
            report,
        }
    }

    pub(crate) fn text(&self) -> String {
        let mut text = match &self.results[..] {
            [result] => result.text(""),
            results => (0..)
                .zip(results)
                .map(|(index, result)| result.text(&format!("{index}: ")))
                .collect(),
        };
        let modelled = match (self.modelled, self.link_modelled) {
            (true, _) => ", card cycles modelled",
            (false, true) => ", PCIe link modelled",
            (false, false) => "",
        };
        let batch = match self.batch {
            1 => String::new(),
            batch => format!(" in {batch} multiplications"),
        };
        let (points, card) = (self.report.points, &self.card);
        // Writing to a String cannot fail.
        let _ = writeln!(text, "\n{points} points{batch} on {card}{modelled}\n{}", self.phases());
        if self.batch > 1 {
            let _ = writeln!(text, "{}\n\n{}", self.runs(), self.masking());
        }
        if self.repeats.repeats.len() > 1 {
            let _ = writeln!(text, "{}\n", self.spread());
        }
        let _ = write!(
            text,
            "{}\
             card cycles        {} ({:.0} per second while the card worked)\n\
             wall time          {:.2} s\n\
             verified           {}",
            self.adder(),
            self.report.card_cycles,
            self.simulated_cycles_per_second,
            self.wall_seconds,
            if self.verified == Some(true) { "yes, arkworks agrees" } else { "not asked for" },
        );
        text
    }

    /// What the adder did, or would have done by the model.
    fn adder(&self) -> String {
        let adder = &self.report.adder;
        let modelled = if adder.modelled { ", modelled" } else { "" };
        let of = if adder.adders == 1 { "" } else { ", on average of all adders" };
        format!(
            "{}adder utilisation  {:.2} %  ({} additions in {} cycles{of}{modelled})\n\
             cycles per point   {:.3}, {:.3} of them filling buckets{modelled}\n\
             adder idle         {} cycles without input, {} cycles for buckets in flight{modelled}\n",
            self.engine(),
            100.0 * adder.utilisation,
            adder.additions,
            adder.active_cycles,
            adder.cycles_per_point,
            adder.fill_cycles_per_point,
            adder.starved_cycles,
            adder.hazard_cycles,
        )
    }

    /// What the card was told.
    fn engine(&self) -> String {
        let engine = &self.report.engine;
        let (windows, widest) =
            (engine.window_bits.len(), engine.window_bits.iter().max().copied().unwrap_or(0));
        let folded = if engine.folded { ", folded" } else { "" };
        let mut runs = format!("{} on the card", engine.runs);
        for (count, what) in [
            (engine.resident_runs, "with points in its memory"),
            (engine.load_runs, "before to load points"),
            (engine.gathered_runs, "summing them by class as well"),
        ] {
            if count > 0 {
                // Writing to a String cannot fail.
                let _ = write!(runs, ", {count} {what}");
            }
        }
        let sieve =
            engine.sieve.as_ref().map_or_else(String::new, |sieve| sieved(sieve, self.batch));
        format!(
            "scalars            {}{folded}\n{sieve}\
             plan               {windows} windows of up to {widest} bits in {}, {}\n\
             runs               {runs}\n",
            engine.scalar_mode.name(),
            several(engine.passes, "pass", "passes"),
            several(self.report.adder.adders as usize, "adder", "adders"),
        )
    }

    fn phases(&self) -> Table {
        let clock = self.report.clock_hz / 1_000_000;
        let at = format!("at {clock} MHz");
        let rows = self.report.phases.iter().map(|phase| {
            [
                phase.name.to_owned(),
                phase.card_cycles.map_or_else(String::new, |cycles| cycles.to_string()),
                phase
                    .card_seconds
                    .map_or_else(String::new, |seconds| format!("{:.3} ms", 1e3 * seconds)),
                format!("{:.3} s", phase.wall_seconds),
            ]
        });
        table(["phase", "card cycles", &at, "wall time"], rows)
    }

    /// Each multiplication of the batch; what the host takes is in cycles too.
    fn runs(&self) -> Table {
        let rows = (0..).zip(&self.report.runs).map(|(index, run): (usize, _)| {
            [
                index.to_string(),
                run.card_cycles.to_string(),
                run.waited_cycles.to_string(),
                run.host_cycles.to_string(),
                run.masked_cycles.to_string(),
                run.masked_ratio.map_or_else(String::new, percent),
            ]
        });
        let header = [
            "multiplication",
            "card cycles",
            "card waits",
            "host cycles",
            "masked",
            "masked ratio",
        ];
        table(header, rows)
    }

    fn masking(&self) -> String {
        let masking = &self.report.masking;
        let ratio = masking.masked_ratio.map_or_else(|| "none".into(), percent);
        format!(
            "host work masked   {ratio}  ({} of {} cycles, wall time at the card clock)\n\
             batch              {} cycles, the card has work in {}\n",
            masking.masked_cycles, masking.host_cycles, masking.elapsed_cycles, masking.card_cycles,
        )
    }

    /// How the repetitions differ.
    fn spread(&self) -> Table {
        let cycles = |name: &str, of: Option<Spread<u64>>| {
            let text =
                |pick: fn(Spread<u64>) -> u64| of.map_or_else(String::new, |s| pick(s).to_string());
            [name.to_owned(), text(|s| s.min), text(|s| s.median), text(|s| s.max)]
        };
        let ratio = |pick: fn(Spread<f64>) -> f64| {
            self.repeats.spread.masked_ratio.map_or_else(String::new, |s| percent(pick(s)))
        };
        let rows = [
            cycles("card cycles", self.repeats.spread.card_cycles),
            cycles("host cycles", self.repeats.spread.host_cycles),
            cycles("batch", self.repeats.spread.elapsed_cycles),
            ["masked ratio".into(), ratio(|s| s.min), ratio(|s| s.median), ratio(|s| s.max)],
        ];
        let title = format!("{} times", self.repeats.repeats.len());
        table([&title, "least", "median", "most"], rows)
    }
}

/// What was found by a sieve, and what was made of it.
fn sieved(sieve: &SieveReport, batch: usize) -> String {
    let SieveReport { zeros, ones, others, sieved, dropped, ones_apart } = sieve;
    let made = match (*sieved, dropped, ones_apart) {
        (0, ..) => "left as they are, which is sooner".to_owned(),
        (_, dropped, ones_apart) => {
            let of = if *sieved == batch {
                String::new()
            } else {
                format!(", in {sieved} of {batch} multiplications")
            };
            format!("{dropped} points dropped, {ones_apart} summed apart{of}")
        }
    };
    format!("sieve              {zeros} zeros, {ones} ones, {others} others; {made}\n")
}

/// A table whose first column holds names and the others figures.
fn table<const N: usize>(header: [&str; N], rows: impl IntoIterator<Item = [String; N]>) -> Table {
    let mut table = Table::new();
    table.load_preset(presets::NOTHING);
    table.set_header(header);
    table.add_rows(rows);
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}

/// So many of something, in words of one or of more.
fn several(count: usize, one: &str, more: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { more })
}
