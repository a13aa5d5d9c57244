// SPDX-License-Identifier: Apache-2.0
//! `forebay msm`.

use std::fmt::Write;
use std::time::Instant;

use comfy_table::{CellAlignment, Table, presets};
use forebay::{Device, OpenOptions};
use forebay_msm::formats::{PointOptions, ScalarOptions, read_points, read_scalars};
use forebay_msm::{G1Affine, Scalar, affine_hex, check, vectors, witness};
use forebay_msm_client::{Msm, MsmReport};
use serde::Serialize;

use crate::args::{MsmArgs, Scalars};
use crate::error::CliError;
use crate::{card_name, output, progress};

/// What the command prints.
#[derive(Debug, Serialize)]
struct MsmOutput {
    /// Affine x, hexadecimal and big-endian; null at infinity.
    x: Option<String>,
    y: Option<String>,
    card: String,
    /// Cycles come from a model rather than from the RTL.
    modelled: bool,
    /// The cycles of transfers rest on the model of a PCIe link. Who opens a card by its nodes cannot know.
    link_modelled: bool,
    cycles_per_point: f64,
    /// Null where the adder is modelled.
    adder_utilisation: Option<f64>,
    /// From opening the files to the result, without the witness.
    wall_seconds: f64,
    /// Card cycles simulated per second of wall time while the card worked.
    simulated_cycles_per_second: f64,
    /// Whether arkworks agrees; null if not asked.
    verified: Option<bool>,
    #[serde(flatten)]
    report: MsmReport,
}

pub(crate) fn run(args: &MsmArgs) -> Result<(), CliError> {
    refuse_idle_options(args)?;
    let began = Instant::now();
    let (points, scalars) = progress::during("reading and checking", None, || read(args))?;
    let spec = card_name::spec(&args.card, "msm");
    let device = Device::open_with(
        &spec,
        &OpenOptions { wave: args.wave.clone(), ..OpenOptions::default() },
    )?;
    let msm = Msm::new(&device)?;
    let bases = progress::during("preparing points", None, || msm.bases(&points))?;
    let plan = msm.plan();
    let expected = (scalars.len() * plan.window_count() + plan.bucket_count() * 3) as u64;
    let card_began = Instant::now();
    let cycles = device.cycles();
    let (result, report) =
        progress::during("computing", Some((&cycles, expected)), || msm.run(&bases, &scalars))?;
    let card_seconds = card_began.elapsed().as_secs_f64();
    let wall_seconds = began.elapsed().as_secs_f64();
    let verified = verify(args, &points, &scalars, &result)?;
    let (x, y) = affine_hex(&result).unzip();
    let modelled = device.identity().modelled;
    let output = MsmOutput {
        x,
        y,
        modelled,
        link_modelled: !modelled && !card_name::is_node(&spec),
        card: spec,
        cycles_per_point: report.adder.cycles_per_point,
        adder_utilisation: report.adder.utilisation,
        wall_seconds,
        simulated_cycles_per_second: per_second(report.card_cycles, card_seconds),
        verified,
        report,
    };
    if args.json { output::json(&output) } else { output::text(&output.text()) }
}

/// What says how to read a scalars file would be left out in silence where there is none.
fn refuse_idle_options(args: &MsmArgs) -> Result<(), CliError> {
    let about_file =
        [(args.scalars_ark, "--scalars-ark"), (args.scalars_montgomery, "--scalars-montgomery")];
    let given = about_file.into_iter().find_map(|(given, option)| given.then_some(option));
    match (&args.scalars, given) {
        (Scalars::Random(_), Some(option)) => Err(CliError::NoScalarsFile { option }),
        _ => Ok(()),
    }
}

fn read(args: &MsmArgs) -> Result<(Vec<G1Affine>, Vec<Scalar>), CliError> {
    let points =
        read_points(&args.points, &PointOptions { format: args.points_format, count: args.count })?
            .points;
    if !args.trust_points {
        check::check_points(&points)?;
    }
    let scalars = match &args.scalars {
        Scalars::Random(seed) => vectors::random_scalars(*seed, points.len()),
        Scalars::File(path) => {
            let options = ScalarOptions {
                ark_vector: args.scalars_ark,
                montgomery: args.scalars_montgomery,
                reduce: args.reduce,
                count: args.count,
            };
            read_scalars(path, &options)?
        }
    };
    if points.len() == scalars.len() {
        Ok((points, scalars))
    } else {
        Err(CliError::Unequal { points: points.len(), scalars: scalars.len() })
    }
}

fn verify(
    args: &MsmArgs,
    points: &[G1Affine],
    scalars: &[Scalar],
    result: &G1Affine,
) -> Result<Option<bool>, CliError> {
    if !args.verify {
        return Ok(None);
    }
    let witness =
        progress::during("verifying with arkworks", None, || witness::msm(points, scalars))?;
    if witness == *result {
        Ok(Some(true))
    } else {
        Err(CliError::Wrong { card: output::point(result), witness: output::point(&witness) })
    }
}

#[expect(clippy::cast_precision_loss, reason = "a rate for people")]
fn per_second(cycles: u64, seconds: f64) -> f64 {
    if seconds > 0.0 { cycles as f64 / seconds } else { 0.0 }
}

impl MsmOutput {
    fn text(&self) -> String {
        let mut text = match (&self.x, &self.y) {
            (Some(x), Some(y)) => format!("x = {x}\ny = {y}\n"),
            _ => "infinity\n".into(),
        };
        let modelled = match (self.modelled, self.link_modelled) {
            (true, _) => ", card cycles modelled",
            (false, true) => ", PCIe link modelled",
            (false, false) => "",
        };
        // Writing to a String cannot fail.
        let _ = writeln!(
            text,
            "\n{} points on {}{modelled}\n{}",
            self.report.points,
            self.card,
            self.phases()
        );
        let _ = write!(
            text,
            "{}\
             card cycles        {} ({:.0} per second of wall time)\n\
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

    /// What the adder did; of a modelled one only how much.
    fn adder(&self) -> String {
        let adder = &self.report.adder;
        let (additions, cycles) = (adder.additions, adder.active_cycles);
        let per_point = adder.cycles_per_point;
        match adder.utilisation {
            Some(utilisation) => format!(
                "adder utilisation  {:.2} %  ({additions} additions in {cycles} cycles)\n\
                 cycles per point   {per_point:.3}\n\
                 adder idle         {} cycles without input, {} cycles for buckets in flight\n",
                100.0 * utilisation,
                adder.starved_cycles,
                adder.hazard_cycles,
            ),
            None => format!(
                "additions          {additions}  (modelled as {cycles} cycles)\n\
                 cycles per point   {per_point:.3}  (modelled)\n"
            ),
        }
    }

    fn phases(&self) -> Table {
        let mut table = Table::new();
        let clock = self.report.clock_hz / 1_000_000;
        table.load_preset(presets::NOTHING);
        table.set_header(["phase", "card cycles", &format!("at {clock} MHz"), "wall time"]);
        for phase in &self.report.phases {
            table.add_row([
                phase.name.to_owned(),
                phase.card_cycles.map_or_else(String::new, |cycles| cycles.to_string()),
                phase
                    .card_seconds
                    .map_or_else(String::new, |seconds| format!("{:.3} ms", 1e3 * seconds)),
                format!("{:.3} s", phase.wall_seconds),
            ]);
        }
        for column in table.column_iter_mut().skip(1) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        table
    }
}
