// SPDX-License-Identifier: Apache-2.0
//! Capture in real time: the native card by the wall's clock, our driver in the guest or the library in this process, a program that checks every sample of a
//! ramp, in place or by read.

mod in_process;

use std::error::Error;
use std::time::Duration;

use forebay::Rate;
use forebay_guest::{Dma, Step};
use serde::Serialize;

use crate::guest::{Contents, Guest, Machine};
use crate::remarks::{Remark, remarks};

/// The card if none is said: by the wall's clock.
const CARD: &str = "paced:radio";
/// Samples of a rate in so many cycles: a rate is that part of the card's clock.
const CYCLES: f64 = 4_294_967_296.0;
const CLOCK_HZ: u32 = 250_000_000;
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
    /// Ways to take the samples
    #[arg(long, value_enum, value_delimiter = ',', default_value = "map,read,process")]
    ways: Vec<Way>,
    #[command(flatten)]
    machine: Machine,
    /// Buffers, and bytes of each
    #[arg(long, default_value_t = 40)]
    buffers: u32,
    /// See --buffers
    #[arg(long, default_value_t = 4 << 20)]
    bytes: u32,
}

/// How a program takes samples.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum, Serialize)]
#[serde(rename_all = "snake_case")]
enum Way {
    /// In place, behind the driver in the guest
    Map,
    /// By read, behind the driver in the guest
    Read,
    /// As map, without interrupts
    Poll,
    /// By reads of a stream of the XDMA channels, on a card that has the samples there (radio-sg)
    Sg,
    /// In place, the card and the library in one process
    Process,
}

/// What a run is to be.
struct Run {
    way: Way,
    /// Samples in 2^32 cycles.
    rate: u32,
    seconds: u64,
    buffers: u32,
    bytes: u32,
}

/// What it has counted.
struct Counted {
    samples: u64,
    kept: u64,
    lost: u64,
    told: u64,
    gaps: u64,
    card_seconds: f64,
    wall_seconds: f64,
    processor_seconds: f64,
    system_seconds: Option<f64>,
}

#[derive(Debug, Serialize)]
pub(crate) struct Record {
    what: &'static str,
    card: String,
    /// Of the guest, if there was one.
    kernel: Option<String>,
    seconds: u64,
    buffers: u32,
    bytes: u32,
    rows: Vec<Row>,
    highest: Vec<Highest>,
}

/// One run.
#[derive(Debug, Serialize)]
struct Row {
    way: Way,
    megasamples_per_second: f64,
    samples: u64,
    kept: u64,
    lost: u64,
    /// Of these, the ones that buffers told.
    told: u64,
    gaps: u64,
    /// How much of the wall's time has passed for the card: below 1 the machine was too slow for the card itself.
    card_time_per_wall_time: f64,
    /// Processor time for a gigabyte that came, in seconds: of the program in the guest, without the card, or of this process, which is the card, too.
    program_seconds_per_gigabyte: f64,
    /// Of it, in the guest's kernel.
    system_seconds_per_gigabyte: Option<f64>,
}

/// What a way keeps up with.
#[derive(Debug, Serialize)]
struct Highest {
    way: Way,
    /// None of those that were tried, where there is none.
    megasamples_per_second: Option<f64>,
}

pub(crate) fn run(args: &Args) -> Result<Record, Box<dyn Error>> {
    let mut runs = Vec::new();
    for way in &args.ways {
        for rate in &args.rates {
            runs.push(Run::of(args, *way, *rate)?);
        }
    }
    let (own, guests): (Vec<Run>, Vec<Run>) =
        runs.into_iter().partition(|run| run.way == Way::Process);
    let (mut rows, kernel) =
        if guests.is_empty() { (Vec::new(), None) } else { in_guest(args, &guests)? };
    for run in &own {
        rows.push(Row::of(run, &in_process::run(&args.machine.card, run)?));
    }
    let highest = args.ways.iter().map(|way| Highest::of(*way, &rows)).collect();
    Ok(Record {
        what: "samples a second that a program takes from the native card by the wall's clock, each of a ramp checked",
        card: args.machine.card.clone(),
        kernel,
        seconds: args.seconds,
        buffers: args.buffers,
        bytes: args.bytes,
        rows,
        highest,
    })
}

/// Runs behind the driver, in one boot, and the kernel's release.
fn in_guest(args: &Args, runs: &[Run]) -> Result<(Vec<Row>, Option<String>), Box<dyn Error>> {
    let ended = Guest {
        name: "bench-capture-rate",
        machine: &args.machine,
        record: None,
        dma: Dma::Direct,
        counts_instructions: false,
        contents: Contents::DriverTests,
        files: &[],
        steps: runs.iter().map(Run::step).collect(),
    }
    .run()?;
    let said = remarks(&ended.outputs.concat(), "rate");
    if said.len() != runs.len() {
        return Err(
            format!("{} of {} runs have told what they counted", said.len(), runs.len()).into()
        );
    }
    let row = |(run, said)| Ok(Row::of(run, &Counted::of(said)?));
    let rows = runs.iter().zip(&said).map(row).collect::<Result<_, Box<dyn Error>>>()?;
    Ok((rows, Some(ended.release)))
}

impl Run {
    fn of(args: &Args, way: Way, rate: f64) -> Result<Self, Box<dyn Error>> {
        let rate = Rate::per_second(rate * 1e6, CLOCK_HZ.into())?.count();
        let Args { seconds, buffers, bytes, .. } = *args;
        Ok(Self { way, rate, seconds, buffers, bytes })
    }

    /// Of each channel, in its time by a clock of that frequency.
    fn samples(&self, clock_hz: u64) -> u64 {
        let cycles = u128::from(self.seconds) * u128::from(clock_hz);
        u64::try_from((cycles * u128::from(self.rate)) >> 32).unwrap_or(u64::MAX)
    }

    fn step(&self) -> Step {
        let program = if self.way == Way::Sg { "sg_rate" } else { "cap_rate" };
        let mut words = vec![
            format!("/tests/{program}"),
            format!("rate={}", self.rate),
            format!("ms={}", self.seconds * 1000),
            format!("buffers={}", self.buffers),
            format!("bytes={}", self.bytes),
        ];
        match self.way {
            Way::Read => words.push("read".into()),
            Way::Poll => words.push("poll".into()),
            Way::Map | Way::Sg | Way::Process => {}
        }
        let module = ["timeout_scale=10".to_owned(), "cap_mib=200".to_owned()];
        let mut step = Step::command(Some(&module), &words);
        step.limit = Some(Duration::from_secs(self.seconds) + SPARE);
        step
    }
}

impl Counted {
    fn of(remark: &Remark) -> Result<Self, Box<dyn Error>> {
        let number = |name| remark.number(name);
        let micro = |name| number(name).map(|number| number as f64 / 1e6);
        let system_seconds = micro("system_us")?;
        Ok(Self {
            samples: number("samples")?,
            kept: number("kept")?,
            lost: number("lost")?,
            told: number("told")?,
            gaps: number("gaps")?,
            card_seconds: number("cycles")? as f64 / f64::from(CLOCK_HZ),
            wall_seconds: micro("wall_us")?,
            processor_seconds: micro("user_us")? + system_seconds,
            system_seconds: Some(system_seconds),
        })
    }
}

impl Row {
    fn of(run: &Run, counted: &Counted) -> Self {
        let Counted { samples, kept, lost, told, gaps, .. } = *counted;
        let gigabytes = kept as f64 * SAMPLE_BYTES / 1e9;
        Self {
            way: run.way,
            megasamples_per_second: f64::from(run.rate) / CYCLES * f64::from(CLOCK_HZ) / 1e6,
            samples,
            kept,
            lost,
            told,
            gaps,
            card_time_per_wall_time: counted.card_seconds / counted.wall_seconds,
            program_seconds_per_gigabyte: counted.processor_seconds / gigabytes,
            system_seconds_per_gigabyte: counted.system_seconds.map(|used| used / gigabytes),
        }
    }
}

impl Highest {
    /// A rate counts if no sample was lost and the card kept up with the wall.
    fn of(way: Way, rows: &[Row]) -> Self {
        let good = rows
            .iter()
            .filter(|row| row.way == way && row.lost == 0 && row.card_time_per_wall_time > 0.999);
        let highest = good.map(|row| row.megasamples_per_second).max_by(f64::total_cmp);
        Self { way, megasamples_per_second: highest }
    }
}
