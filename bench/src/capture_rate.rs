// SPDX-License-Identifier: Apache-2.0
//! Capture in real time: the native card by the wall's clock, our driver in the guest, a program that checks every sample of a ramp, in place or by read.

use std::error::Error;
use std::time::Duration;

use forebay_guest::{Dma, Step};
use serde::Serialize;

use crate::guest::{Contents, Guest, Machine};
use crate::remarks::{Remark, remarks};

/// The card if none is said: by the wall's clock.
const CARD: &str = "paced:radio";
/// Samples of a rate in so many cycles: a rate is that part of the card's clock.
const CYCLES: f64 = 4_294_967_296.0;
const CLOCK_HZ: f64 = 250e6;
const SAMPLE_BYTES: f64 = 4.0;
/// Beside what the runs take.
const SPARE: Duration = Duration::from_secs(900);

#[derive(Debug, clap::Args)]
#[command(mut_arg("card", |card| card.required(false).default_value(CARD)))]
pub(crate) struct Args {
    /// Rates in MS/s; of each way the highest without a loss is told
    #[arg(long, value_delimiter = ',', default_value = "20,40,60,80,100")]
    rates: Vec<f64>,
    /// Length of each run
    #[arg(long, default_value_t = 60)]
    seconds: u64,
    /// Ways to take the samples: map, read
    #[arg(long, value_delimiter = ',', default_value = "map,read")]
    ways: Vec<String>,
    #[command(flatten)]
    machine: Machine,
    /// Buffers, and bytes of each
    #[arg(long, default_value_t = 40)]
    buffers: u32,
    /// See --buffers
    #[arg(long, default_value_t = 4 << 20)]
    bytes: u32,
}

#[derive(Debug, Serialize)]
pub(crate) struct Record {
    what: &'static str,
    card: String,
    kernel: String,
    seconds: u64,
    buffers: u32,
    bytes: u32,
    rows: Vec<Row>,
    highest: Vec<Highest>,
}

/// One run.
#[derive(Debug, Serialize)]
struct Row {
    way: String,
    megasamples_per_second: f64,
    samples: u64,
    kept: u64,
    lost: u64,
    /// Of these, the ones that buffers told.
    told: u64,
    gaps: u64,
    /// How much of the wall's time has passed for the card: below 1 the machine was too slow for the card itself.
    card_time_per_wall_time: f64,
    /// Processor time of the program in the guest for a gigabyte that came, in seconds; the card's own is another process's.
    program_seconds_per_gigabyte: f64,
    /// Of it, in the kernel.
    system_seconds_per_gigabyte: f64,
}

/// What a way keeps up with.
#[derive(Debug, Serialize)]
struct Highest {
    way: String,
    /// None of those that were tried, where there is none.
    megasamples_per_second: Option<f64>,
}

pub(crate) fn run(args: &Args) -> Result<Record, Box<dyn Error>> {
    let mut steps = Vec::new();
    for way in &args.ways {
        for rate in &args.rates {
            steps.push(step(args, way, *rate)?);
        }
    }
    let ended = Guest {
        name: "bench-capture-rate",
        machine: &args.machine,
        record: None,
        dma: Dma::Direct,
        counts_instructions: false,
        contents: Contents::DriverTests,
        files: &[],
        steps,
    }
    .run()?;
    let said = remarks(&ended.outputs.concat(), "rate");
    let rows = said.iter().map(Row::of).collect::<Result<Vec<_>, _>>()?;
    let highest = args.ways.iter().map(|way| Highest::of(way, &rows)).collect();
    Ok(Record {
        what: "samples a second that a program in the guest takes from the native card by the wall's clock, each of a ramp checked",
        card: args.machine.card.clone(),
        kernel: ended.release,
        seconds: args.seconds,
        buffers: args.buffers,
        bytes: args.bytes,
        rows,
        highest,
    })
}

fn step(args: &Args, way: &str, rate: f64) -> Result<Step, Box<dyn Error>> {
    let count = (rate * 1e6 / CLOCK_HZ * CYCLES).round();
    if !(1.0..=CYCLES / 2.0).contains(&count) {
        return Err(format!("--rates {rate}: the card makes up to {} MS/s", CLOCK_HZ / 2e6).into());
    }
    let mut words = vec![
        "/tests/cap_rate".to_owned(),
        format!("rate={count}"),
        format!("ms={}", args.seconds * 1000),
        format!("buffers={}", args.buffers),
        format!("bytes={}", args.bytes),
    ];
    match way {
        "map" => {}
        "read" => words.push("read".into()),
        other => return Err(format!("--ways {other}: there are map and read").into()),
    }
    let module = ["timeout_scale=10".to_owned(), "cap_mib=200".to_owned()];
    let mut step = Step::command(Some(&module), &words);
    step.limit = Some(Duration::from_secs(args.seconds) + SPARE);
    Ok(step)
}

impl Row {
    fn of(remark: &Remark) -> Result<Self, Box<dyn Error>> {
        let number = |name| remark.number(name);
        let float = |name| number(name).map(|number| number as f64);
        let gigabytes = float("kept")? * SAMPLE_BYTES / 1e9;
        let card_seconds = float("cycles")? / CLOCK_HZ;
        let used = float("user_us")? + float("system_us")?;
        Ok(Self {
            way: remark.text("way")?.to_owned(),
            megasamples_per_second: float("rate")? / CYCLES * CLOCK_HZ / 1e6,
            samples: number("samples")?,
            kept: number("kept")?,
            lost: number("lost")?,
            told: number("told")?,
            gaps: number("gaps")?,
            card_time_per_wall_time: card_seconds / (float("wall_us")? / 1e6),
            program_seconds_per_gigabyte: used / 1e6 / gigabytes,
            system_seconds_per_gigabyte: float("system_us")? / 1e6 / gigabytes,
        })
    }
}

impl Highest {
    /// A rate counts if no sample was lost and the card kept up with the wall.
    fn of(way: &str, rows: &[Row]) -> Self {
        let good = rows
            .iter()
            .filter(|row| row.way == way && row.lost == 0 && row.card_time_per_wall_time > 0.999);
        let highest = good.map(|row| row.megasamples_per_second).max_by(f64::total_cmp);
        Self { way: way.to_owned(), megasamples_per_second: highest }
    }
}
