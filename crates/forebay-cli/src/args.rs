// SPDX-License-Identifier: Apache-2.0
//! Arguments, each defined once.

mod capture;
mod plan;
mod transmit;
mod udma;

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};
use forebay_msm::formats::PointFormat;
use forebay_msm::vectors::Distribution;
use forebay_msm_client::ScalarMode;

pub(crate) use capture::{CaptureArgs, OverrunArg, WaveArg};
pub(crate) use plan::PlanArgs;
pub(crate) use transmit::{SentWave, TransmitArgs};
pub(crate) use udma::{AttackArgs, BenchArgs, ExperimentArgs, UdmaArgs, UdmaVerb};

const EXIT_CODES: &str = "Exit codes:
  0  done, and verified where that was asked for
  1  the output could not be written
  2  wrong arguments
  3  a file, point or scalar is not usable; the message names its place
  4  the card or the host library failed
  5  the result is wrong: it differs from the witness or the vector
  6  what `plan` was asked about deadlocks, or does in some orders of its threads; what `wc-perf --hazards` or `udma attack` was asked about can break
  130  stopped by Ctrl-C; what was done is kept";

/// Multi-scalar multiplication and DMA on a card that needs no hardware.
#[derive(Debug, Parser)]
#[command(name = "forebay", version, after_help = EXIT_CODES)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub verb: Verb,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    /// Multiply points by scalars and add it all up, on a card
    #[command(after_help = EXIT_CODES)]
    Msm(MsmArgs),
    /// Show what a card is and every counter it has
    #[command(after_help = EXIT_CODES)]
    Describe(DescribeArgs),
    /// Make a test vector: points, scalars, expected buckets and result
    #[command(after_help = EXIT_CODES)]
    Vectors(VectorsArgs),
    /// Run a test vector through a card and name the first bucket that differs
    #[command(after_help = EXIT_CODES)]
    Replay(ReplayArgs),
    /// Say whether sending two streams to a card in some order can deadlock, why, and what the largest safe chunk is
    #[command(after_help = EXIT_CODES)]
    Plan(PlanArgs),
    /// Say how to send two streams to a card: what each way would take on a host, which one to choose, and why (modelled)
    #[command(after_help = EXIT_CODES)]
    Tune(TuneArgs),
    /// Measure stores into a BAR, with and without write combining, as the AWS application note's program does, and set them beside its table (modelled)
    #[command(after_help = EXIT_CODES, after_long_help = format!("{WC_PERF_HELP}\n\n{EXIT_CODES}"))]
    WcPerf(WcPerfArgs),
    /// User-level DMA, transfers that a process starts without a system call: attack its schemes, play what a context switch costs, count what a start costs (modelled)
    #[command(after_help = EXIT_CODES)]
    Udma(UdmaArgs),
    /// Record samples of a card's signal source, with the truth about those that were lost; or check a recorded ramp
    #[command(after_help = EXIT_CODES, after_long_help = format!("{}\n\n{EXIT_CODES}", capture::HELP))]
    Capture(CaptureArgs),
    /// Send samples at their times, with the truth about those that came too late; and receive them meanwhile
    #[command(after_help = EXIT_CODES, after_long_help = format!("{}\n\n{EXIT_CODES}", transmit::HELP))]
    Transmit(TransmitArgs),
    /// Model many settings of host and card, many runs of each, and report what came of them: tables, a page with charts, traces (modelled)
    #[cfg(feature = "sweep")]
    #[command(after_help = EXIT_CODES, after_long_help = format!("{SWEEP_HELP}\n\n{EXIT_CODES}"))]
    Sweep(SweepArgs),
    /// Offer a card to a virtual machine as a PCIe device (vfio-user)
    #[cfg(feature = "sim")]
    #[command(after_help = EXIT_CODES)]
    Serve(ServeArgs),
    /// Run what `forebay serve --record` recorded again, and name the first transaction that differs
    #[cfg(feature = "sim")]
    #[command(after_help = EXIT_CODES)]
    ReplayTrace(ReplayTraceArgs),
    /// Run a command, a shell or the test suite in a virtual machine that has the card
    #[cfg(feature = "sim")]
    #[command(after_help = EXIT_CODES, after_long_help = format!("{GUEST_HELP}\n\n{EXIT_CODES}"))]
    Guest(GuestArgs),
}

#[derive(Debug, Args)]
pub(crate) struct MsmArgs {
    /// Points: an arkworks vector (.usrs files are one), a gnark slice, or a packed card file
    #[arg(long, value_name = "FILE")]
    pub points: PathBuf,
    /// Format of the points file; found out from its content if not given
    #[arg(long, value_name = "FORMAT", value_parser = point_format)]
    pub points_format: Option<PointFormat>,
    /// Scalars: a file of 32-byte little-endian values below r, or random:SEED
    #[arg(long, value_name = "FILE|random:SEED", value_parser = Scalars::parse)]
    pub scalars: Scalars,
    /// The scalars file starts with a 64-bit count, as arkworks writes vectors
    #[arg(long)]
    pub scalars_ark: bool,
    /// The scalars file holds values in Montgomery form
    #[arg(long)]
    pub scalars_montgomery: bool,
    /// Accept scalars of r or more and reduce them
    #[arg(long)]
    pub reduce: bool,
    /// Card: rtl, fast or paced (fast by the wall's clock), BODY:BUILD such as fast:loopback, or a device such as /dev/forebay0
    #[arg(long, value_name = "CARD", default_value = "rtl")]
    pub card: String,
    /// What is done to scalars: plain; uniform, the default (any are as quick, time tells nothing of them); or sieve (zeros are
    /// dropped and ones summed apart where that is sooner, others uniform; time and traffic tell how many there are)
    #[arg(long, value_name = "MODE", value_parser = scalar_mode)]
    pub scalar_mode: Option<ScalarMode>,
    /// Windows of at most so many bits; those that are quickest for the number of points if not given
    #[arg(long, value_name = "N")]
    pub window_bits: Option<u32>,
    /// Use only the first N points and as many scalars for each multiplication
    #[arg(long, value_name = "N")]
    pub count: Option<usize>,
    /// Multiplications one after the other, each queued behind the one before; random:SEED stands for SEED, SEED + 1 and so
    /// on, a file holds their scalars back to back
    #[arg(long, value_name = "N", default_value = "1")]
    pub batch: NonZeroUsize,
    /// Do all of that so often, and show the least, the median and the most
    #[arg(long, value_name = "N", default_value = "1")]
    pub repeat: NonZeroUsize,
    /// Do not check that points are on the curve and in the subgroup (wrong points then give wrong results)
    #[arg(long)]
    pub trust_points: bool,
    /// Compare the result with arkworks
    #[arg(long)]
    pub verify: bool,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    /// Write a waveform of the RTL card
    #[arg(long, value_name = "FILE.fst")]
    pub wave: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct DescribeArgs {
    /// Card: rtl, fast or paced (fast by the wall's clock), BODY:BUILD such as fast:loopback, or a device such as /dev/forebay0
    #[arg(long, value_name = "CARD", default_value = "rtl")]
    pub card: String,
    /// Clear counters, high-water marks and last bad addresses while reading them
    #[arg(long)]
    pub clear: bool,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct VectorsArgs {
    /// Seed of the generator
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Number of points
    #[arg(long, default_value_t = 64, value_parser = vector_count)]
    pub count: usize,
    // From the list that the parser takes, so that the two name the same.
    #[arg(long, help = format!("Scalars: {}", distributions()), default_value = "uniform", value_parser = distribution)]
    pub distribution: Distribution,
    /// Window widths in bits, lowest window first: standard, toy, or a list such as 3,3,3,3
    #[arg(long, default_value = "standard", value_parser = Windows::parse)]
    pub windows: Windows,
    /// File to write
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ReplayArgs {
    /// A file that `forebay vectors` wrote
    pub file: PathBuf,
    /// Card: rtl or fast (with the windows of the vector), BODY:BUILD, or a device such as /dev/forebay0
    #[arg(long, value_name = "CARD", default_value = "rtl")]
    pub card: String,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    /// Write a waveform of the RTL card
    #[arg(long, value_name = "FILE.fst")]
    pub wave: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct TuneArgs {
    /// Card: rtl, fast or paced (fast by the wall's clock), BODY:BUILD such as fast:loopback, or a device such as /dev/forebay0, which is asked for its FIFOs; or f1-shell, a model of that of the published runs
    #[arg(long, value_name = "CARD", default_value = "rtl")]
    pub card: String,
    /// Software of the host: stock-xdma, forebay, forebay-list-call (which nobody has), forebay-in-process or user-doorbell; if not given, what this library does with
    /// the card: forebay for a device, else forebay-in-process
    #[arg(long, value_name = "HOST")]
    pub host: Option<String>,
    /// Other tasks on the host's eight processors that never sleep
    #[arg(long, value_name = "TASKS", default_value_t = 0)]
    pub tasks: u32,
    /// Pairs to send
    #[arg(long, value_name = "N", default_value_t = 1 << 20)]
    pub pairs: u64,
    /// What the core takes for a pair, as `114 ns`; an MSM card's own rate, else 20 cycles, if not given
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub pair: Option<forebay_host_model::Time>,
    /// Runs of each way on a host with other tasks
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub runs: u64,
    /// All that is drawn depends on it
    #[arg(long, default_value_t = 0)]
    pub seed: u64,
    /// Draw what one buffer takes by stores and by DMA, by size, as crossover.svg and crossover.png in this directory, which is made if need be
    #[cfg(feature = "sweep")]
    #[arg(long, value_name = "DIR")]
    pub plot: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

const WC_PERF_HELP: &str = "Rows are of 16 integers of four bytes, then of twice as many each, up to what -i says. The options -i, -p, -w, -c and -v are those
of the source's wc_perf. Its clock loses whole seconds; rates here are of all of the time, by a monotonic clock on a card, and the table has both.

Examples:
  forebay wc-perf -i 1024 -w -v
  forebay wc-perf --table --plot build/wc-perf
  forebay wc-perf --table -p 1
  forebay wc-perf --card /dev/forebay0 -i 1024 -w -l -v
  forebay wc-perf --hazards
  forebay wc-perf --hazards my-program.toml

What a program file may say is in the README of forebay-hazards.";

/// Nobody waits for longer: ten days.
const MOST_SECONDS: u64 = 864_000;

#[derive(Debug, Args)]
pub(crate) struct WcPerfArgs {
    /// Maximum number of integers to move, 16 to 4194304
    #[arg(
        short = 'i',
        long = "integers",
        value_name = "NUM",
        allow_negative_numbers = true,
        default_value_t = 16,
        default_value_if("table", "true", "1048576")
    )]
    pub integers: i64,
    /// Passes of each row
    #[arg(
        short = 'p',
        long = "passes",
        value_name = "NUM",
        allow_negative_numbers = true,
        default_value_t = 100
    )]
    pub passes: i64,
    /// Use the write-combining region
    #[arg(short = 'w', long = "write-combining", conflicts_with = "table")]
    pub write_combining: bool,
    /// Use the custom memory move: memcpy
    #[arg(short = 'c', long = "custom", conflicts_with = "table")]
    pub custom: bool,
    /// Use our own copy of whole lines, into the write-combining region
    #[arg(short = 'l', long = "lines", requires = "write_combining", conflicts_with_all = ["table", "custom"])]
    pub lines: bool,
    /// Measure on this card instead of the model of the published one: a device such as /dev/forebay0; or rtl or fast, BODY:VARIANT, behind
    /// that model's processor. Its memory is written from the beginning, and compared
    #[arg(long, value_name = "CARD")]
    pub card: Option<String>,
    /// Measure on a BAR of a device without a driver: its folder, such as /sys/bus/pci/devices/0000:00:1d.0. The BAR is written from
    /// the beginning
    #[arg(long, value_name = "DIR", conflicts_with = "card")]
    pub pci: Option<PathBuf>,
    /// Number of that BAR
    #[arg(long, value_name = "N", requires = "pci", default_value_t = 4)]
    pub bar: usize,
    /// End with an error if all rows take longer, also in the middle of a pass
    #[arg(
        long,
        value_name = "SECONDS",
        default_value_t = 600,
        value_parser = clap::value_parser!(u64).range(1..=MOST_SECONDS)
    )]
    pub timeout: u64,
    /// Say how long each row took, and what is odd about it
    #[arg(short = 'v', long = "verbose")]
    pub verbose: bool,
    /// All four columns, what was published of them, and our own copy
    #[arg(long)]
    pub table: bool,
    /// With --table: draw them as wc-perf.svg and wc-perf.png in this directory, which is made if need be
    #[cfg(feature = "sweep")]
    #[arg(long, value_name = "DIR", requires = "table", conflicts_with = "hazards")]
    pub plot: Option<PathBuf>,
    /// What breaks in a program's accesses when a processor combines its stores; without a file, the side effects that the source
    /// tells of, each with its corrected form
    #[arg(
        long,
        value_name = "FILE",
        num_args = 0..=1,
        conflicts_with_all = ["table", "write_combining", "custom", "lines", "card", "pci", "bar", "verbose", "integers", "passes", "timeout"]
    )]
    pub hazards: Option<Option<PathBuf>>,
    /// Random orders to try, behind the fixed ones
    #[arg(long, value_name = "NUM", requires = "hazards", default_value_t = forebay_hazards::DEFAULT_SEEDS)]
    pub orders: u64,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[cfg(feature = "sweep")]
const SWEEP_HELP: &str = "What is done is kept: Ctrl-C leaves it, and the same command goes on from there. A setting that was modelled
before with the same runs and the same model is not modelled again. What a sweep file may say is in the README of
forebay-sweep.

Examples:
  forebay sweep --preset f1 --out build/f1
  forebay sweep --preset dma --out build/dma
  forebay sweep fifo-depth.toml --out build/fifo-depth";

#[cfg(feature = "sweep")]
#[derive(Debug, Args)]
#[command(group = clap::ArgGroup::new("what").required(true).args(["file", "preset"]))]
pub(crate) struct SweepArgs {
    /// A sweep file (TOML)
    pub file: Option<PathBuf>,
    // From the list that there is, so that the two name the same.
    #[arg(long, value_name = "NAME", help = format!("A sweep that has a name: {}", crate::sweep::presets()))]
    pub preset: Option<String>,
    /// Directory for results; made if need be
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// Runs of each setting; what the preset or the file says if not given
    #[arg(long, value_name = "N")]
    pub runs: Option<u64>,
    /// All that is drawn depends on it; what the file says, or 0, if not given
    #[arg(long, value_name = "SEED")]
    pub seed: Option<u64>,
    /// Settings that are modelled at once; as many as there are processors if not given
    #[arg(long, value_name = "N")]
    pub jobs: Option<NonZeroUsize>,
    /// Record this run too, with a time-line in the report and a trace for Perfetto: a setting by the first column of the table, and which of its runs, from 0
    #[arg(long, value_name = "CELL[:RUN]", value_parser = OneRun::parse)]
    pub time_line: Vec<OneRun>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// A run of a setting.
#[cfg(feature = "sweep")]
#[derive(Clone, Debug)]
pub(crate) struct OneRun {
    pub cell: String,
    pub run: u64,
}

#[cfg(feature = "sweep")]
impl OneRun {
    fn parse(text: &str) -> Result<Self, String> {
        let (cell, run) = text.split_once(':').unwrap_or((text, "0"));
        match run.parse() {
            Ok(run) => Ok(Self { cell: cell.into(), run }),
            Err(_) => Err(format!("`{run}` is no run: a number from 0 on")),
        }
    }
}

fn time(text: &str) -> Result<forebay_host_model::Time, String> {
    text.parse().map_err(|error: forebay_host_model::HostModelError| error.to_string())
}

#[cfg(feature = "sim")]
#[derive(Debug, Args)]
pub(crate) struct ServeArgs {
    /// Card: rtl, fast or paced (fast by the wall's clock), or BODY:BUILD
    #[arg(long, value_name = "CARD", default_value = "rtl")]
    pub card: String,
    /// Unix socket to listen on
    #[arg(long, value_name = "PATH")]
    pub socket: PathBuf,
    /// Write every transaction there, for `forebay replay-trace`
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Add the page of registers by which tests provoke faults
    #[arg(long)]
    pub faults: bool,
    /// Write one byte to this file descriptor when clients can connect, and close it
    #[arg(long, value_name = "FD")]
    pub ready_fd: Option<i32>,
    /// Wait for the next client when one has gone; the card is reset in between
    #[arg(long)]
    pub keep: bool,
    /// Write the summary there, not to standard error
    #[arg(long, value_name = "FILE")]
    pub summary: Option<PathBuf>,
}

#[cfg(feature = "sim")]
const GUEST_HELP: &str = "A command's exit code becomes ours. Logs are in build/guest/logs.

Examples:
  forebay guest -- ls -l /dev/forebay0_user
  forebay guest --card rtl:msm --file vectors/aleo-powers-of-beta-15.usrs -- \\
      forebay msm --card /dev/forebay0 --points aleo-powers-of-beta-15.usrs --scalars random:1 --count 1000
  forebay guest --shell
  forebay guest --suite full --kernel 6.1";

#[cfg(feature = "sim")]
#[derive(Debug, Args)]
#[command(group = clap::ArgGroup::new("what").required(true).multiple(true).args(["command", "shell", "suite"]))]
pub(crate) struct GuestArgs {
    /// Kernel: 6.1, 6.12, or debug; the suite takes several and runs on both stock kernels if none is given
    #[arg(long, value_name = "SERIES", value_parser = kernel)]
    pub kernel: Vec<String>,
    /// Card: rtl, fast or paced (fast by the wall's clock), or BODY:BUILD, or none for a machine without; for the suite, its only card
    #[arg(long, value_name = "CARD")]
    pub card: Option<String>,
    /// Run the test suite, smoke, races or full, or those of its programs that are named
    #[arg(long, value_name = "SCOPE", value_parser = scope, conflicts_with_all = ["shell", "record", "file"])]
    pub suite: Option<forebay_guest::suite::Scope>,
    /// Give the console to a person; `exit` or Ctrl-A X ends the machine
    #[arg(long, conflicts_with = "command")]
    pub shell: bool,
    /// Record every bus transaction, for `forebay replay-trace`
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Let programs in the guest inject faults into the card
    #[arg(long)]
    pub faults: bool,
    /// Do not load the driver
    #[arg(long)]
    pub no_driver: bool,
    /// Parameter of the driver
    #[arg(long, value_name = "NAME=VALUE")]
    pub module: Vec<String>,
    /// Put a file into the guest; without GUEST, where commands start
    #[arg(long, value_name = "HOST[:GUEST]", value_parser = HostFile::parse)]
    pub file: Vec<HostFile>,
    /// How the card reaches the guest's memory: direct, iommu or bounce; without it the full suite goes all three, and where no card is named either, beside the direct one each kernel with one body of a card
    #[arg(long, value_name = "WAY", value_parser = dma)]
    pub dma: Option<forebay_guest::Dma>,
    /// Memory of the guest
    #[arg(long, value_name = "MIB", default_value_t = 512)]
    pub memory: u32,
    /// How long the command may take; half an hour if not given
    #[arg(long, value_name = "SECONDS")]
    pub timeout: Option<u64>,
    /// Boots of the suite at once; as many as there are processors if not given
    #[arg(long, value_name = "NUMBER", requires = "suite")]
    pub jobs: Option<NonZeroUsize>,
    /// Write the suite's result there as JSON
    #[arg(long, value_name = "FILE", requires = "suite")]
    pub summary: Option<PathBuf>,
    /// The command and its arguments
    #[arg(last = true, value_name = "COMMAND")]
    pub command: Vec<String>,
}

/// A file of this machine and its path in the guest.
#[cfg(feature = "sim")]
#[derive(Clone, Debug)]
pub(crate) struct HostFile {
    pub host: PathBuf,
    pub guest: String,
}

/// Another would be missing for ever: no verb makes it.
#[cfg(feature = "sim")]
fn kernel(text: &str) -> Result<String, String> {
    let mut known = forebay_guest::KERNELS.iter().chain([&forebay_guest::DEBUG_KERNEL]);
    if known.any(|series| *series == text) {
        Ok(text.into())
    } else {
        let stock = forebay_guest::KERNELS.join(", ");
        Err(format!("expected {stock} or {}", forebay_guest::DEBUG_KERNEL))
    }
}

#[cfg(feature = "sim")]
fn scope(text: &str) -> Result<forebay_guest::suite::Scope, String> {
    match text {
        "smoke" => Ok(forebay_guest::suite::Scope::Smoke),
        "races" => Ok(forebay_guest::suite::Scope::Races),
        "full" => Ok(forebay_guest::suite::Scope::Full),
        _ => Err("expected smoke, races or full".into()),
    }
}

#[cfg(feature = "sim")]
fn dma(text: &str) -> Result<forebay_guest::Dma, String> {
    forebay_guest::Dma::by_name(text).ok_or_else(|| "expected direct, iommu or bounce".into())
}

#[cfg(feature = "sim")]
#[derive(Debug, Args)]
pub(crate) struct ReplayTraceArgs {
    /// A file that `forebay serve --record` wrote
    pub file: PathBuf,
    /// Card: BODY:BUILD; the one that was recorded if not given
    #[arg(long, value_name = "CARD")]
    pub card: Option<String>,
    /// Only count what the file holds
    #[arg(long, conflicts_with_all = ["list", "wave"])]
    pub stats: bool,
    /// Only print each transaction on a line: number, card cycle, what
    #[arg(long, conflicts_with_all = ["json", "wave"])]
    pub list: bool,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    /// Write a waveform of the RTL card
    #[arg(long, value_name = "FILE.fst")]
    pub wave: Option<PathBuf>,
}

/// Where scalars come from.
#[derive(Clone, Debug)]
pub(crate) enum Scalars {
    File(PathBuf),
    Random(u64),
}

impl Scalars {
    fn parse(text: &str) -> Result<Self, String> {
        match text.strip_prefix("random:") {
            Some(seed) => seed
                .parse()
                .map(Self::Random)
                .map_err(|_| format!("`{seed}` is not a seed: a number from 0 to 2^64 - 1")),
            None => Ok(Self::File(text.into())),
        }
    }
}

/// Window widths.
#[derive(Clone, Debug)]
pub(crate) struct Windows(pub Vec<u32>);

impl Windows {
    fn parse(text: &str) -> Result<Self, String> {
        use forebay_msm::WindowPlan;
        match text {
            "standard" => Ok(Self(WindowPlan::standard().bits().to_vec())),
            "toy" => Ok(Self(WindowPlan::toy().bits().to_vec())),
            list => {
                let widths = list.split(',').map(|width| width.trim().parse::<u32>());
                widths
                    .collect::<Result<_, _>>()
                    .map(Self)
                    .map_err(|_| format!("`{list}` is not standard, toy or a list of widths"))
            }
        }
    }
}

fn point_format(text: &str) -> Result<PointFormat, String> {
    PointFormat::from_name(text).ok_or_else(|| {
        format!("expected one of {}", PointFormat::ALL.map(PointFormat::name).join(", "))
    })
}

fn scalar_mode(text: &str) -> Result<ScalarMode, String> {
    let names = ScalarMode::ALL.map(ScalarMode::name).join(", ");
    ScalarMode::from_name(text).ok_or_else(|| format!("expected one of {names}"))
}

/// Most points of a test vector, which is made in memory: some ten gigabytes.
const MOST_VECTOR_POINTS: usize = 1 << 26;

fn vector_count(text: &str) -> Result<usize, String> {
    let count = text.parse().ok().filter(|count| *count <= MOST_VECTOR_POINTS);
    count.ok_or_else(|| format!("expected a number of points from 0 to {MOST_VECTOR_POINTS}"))
}

fn distribution(text: &str) -> Result<Distribution, String> {
    Distribution::from_name(text).ok_or_else(|| format!("expected one of {}", distributions()))
}

fn distributions() -> String {
    Distribution::ALL.map(Distribution::name).join(", ")
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn the_arguments_are_consistent() {
        super::Cli::command().debug_assert();
    }
}
