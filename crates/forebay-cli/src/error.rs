// SPDX-License-Identifier: Apache-2.0
//! Errors of the command and the exit codes they end in.

mod codes;

use forebay::ForebayError;
use forebay_host_model::HostModelError;
use forebay_msm::MsmError;
use forebay_msm_client::MsmClientError;

/// What ends a command early.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CliError {
    /// Something about the files or values given.
    #[error(transparent)]
    Input(#[from] MsmError),
    /// The card or the library.
    #[error(transparent)]
    Card(#[from] ForebayError),
    /// A multiplication on the card.
    #[error(transparent)]
    Msm(#[from] MsmClientError),
    /// Numbers of points and scalars differ.
    #[error(
        "{points} points in the points file but {scalars} scalars; give as many of one as of the other, or use --count"
    )]
    Unequal { points: usize, scalars: usize },
    /// A scalars file does not hold what the multiplications of a batch want.
    #[error(
        "{points} points in the points file and --batch {batch} want {batch} times as many scalars, but there are {scalars}; \
         give as many, or use --count"
    )]
    UnequalBatch { points: usize, batch: usize, scalars: usize },
    /// The scalars of a batch do not fit memory.
    #[error(
        "no memory for the scalars of --batch {batch}, {points} points each; ask for fewer multiplications or points (--count)"
    )]
    NoRoom { points: usize, batch: usize },
    /// The result is not what the witness says.
    #[error("the card's result{of} {card} differs from arkworks' {witness}; {next}")]
    Wrong {
        /// Which of several, behind a space.
        of: String,
        card: String,
        witness: String,
        next: &'static str,
    },
    /// The same multiplication gave another point.
    #[error(
        "repetition {repeat} gives {card} for multiplication {index}, and the first gave {first}; use --verify to see which is \
         wrong"
    )]
    Unsteady { repeat: usize, index: usize, card: String, first: String },
    /// An option about a scalars file where there is none.
    #[error("{option} is about a scalars file, and random scalars have none; leave it out")]
    NoScalarsFile { option: &'static str },
    /// A vector could not be kept.
    #[error("{path}: {source}; give --out a file in a writable directory with room for it", path = path.display())]
    VectorFile { path: std::path::PathBuf, source: std::io::Error },
    /// A question about sending that has no answer.
    #[error(transparent)]
    Model(#[from] HostModelError),
    /// A card that does not take two streams.
    #[error(
        "card {card} has {streams} stream ports, and two streams want two; choose another with --card"
    )]
    NotTwoStreams { card: String, streams: usize },
    /// Stores that cannot be measured.
    #[error(transparent)]
    WriteCombining(#[from] forebay_write_combining::WriteCombiningError),
    /// More than card memory holds.
    #[error(
        "a row of {bytes} bytes does not fit the card's memory of {memory}; give -i up to {integers}"
    )]
    CardMemory { bytes: u64, memory: u64, integers: u64 },
    /// Rows that take too long.
    #[error(
        "{column}, a row of {bytes} bytes: {done} of {passes} passes in {seconds} s since the first row; make fewer passes (-p), move fewer \
         integers (-i), or wait longer (--timeout)"
    )]
    TimeOut { column: &'static str, bytes: u64, done: u64, passes: u64, seconds: u64 },
    /// A card that does not have what was stored in it.
    #[error(
        "a row of {bytes} bytes: byte {at} of the card's memory is {is:#04x}, {was:#04x} was stored; see whether something else writes there, \
         and `forebay describe` for refused accesses"
    )]
    NotStored { bytes: u64, at: usize, is: u8, was: u8 },
    /// A program whose accesses cannot be judged.
    #[error(transparent)]
    Hazards(#[from] forebay_hazards::HazardError),
    /// A demonstration does not show what it is to show.
    #[error(
        "demonstration `{name}`: {what}; ask for more orders with --orders, and report this where it stays so"
    )]
    Demonstration { name: &'static str, what: String },
    /// Constants that the published lines do not determine.
    #[error(
        "the lines of the published table of user-level DMA do not determine its constants; report this, with `forebay --version`"
    )]
    Table1Unfitted,
    /// The pages of processes that are played.
    #[cfg(feature = "sim")]
    #[error("memory of the simulated host: {0}; report this, with `forebay --version`")]
    HostMemory(#[from] forebay_bus::DmaFault),
    /// A card that has no front end for user-level DMA.
    #[cfg(feature = "sim")]
    #[error(
        "card {card} has no user-level DMA; choose a build that has it, such as fast:loopback-udma"
    )]
    NoUdma { card: String },
    /// A recording.
    #[error(transparent)]
    Recording(#[from] forebay_sigmf::SigmfError),
    /// Signals of the system.
    #[error("{what}: {source}; the system is short of what a program needs")]
    System { what: &'static str, source: std::io::Error },
    /// Packets that do not come apart.
    #[error(transparent)]
    Packets(#[from] forebay::capture::chdr::ChdrError),
    /// Samples whose number is not what was told to be lost.
    #[error(
        "a buffer has time {time}: {what}; the card or its driver tells losses wrong, and what is recorded so far is valid"
    )]
    Account { time: u64, what: String },
    /// Options of a capture that do not go together.
    #[error("{what}; leave one of them out")]
    CaptureOptions { what: &'static str },
    /// A recording that cannot be sent.
    #[error("{what}; {next}")]
    Missing { what: &'static str, next: &'static str },
    /// A transmission that is to begin when that time is over.
    #[error(
        "what is to be sent was to begin at {at}, and it is {now} already (cycles of the card's clock): nothing was sent; begin it later"
    )]
    Late { at: u64, now: u64 },
    /// A card that does not get silent.
    #[error(
        "{what} for {seconds} s of the card: the card does not get on; `forebay describe` says what it has"
    )]
    Stuck { what: &'static str, seconds: u64 },
    /// A sweep.
    #[cfg(feature = "sweep")]
    #[error(transparent)]
    Sweep(#[from] forebay_sweep::SweepError),
    /// The report of a sweep.
    #[cfg(feature = "sweep")]
    #[error(transparent)]
    Report(#[from] forebay_report::ReportError),
    /// A run that a setting does not have.
    #[cfg(feature = "sweep")]
    #[error("{cell} has runs 0 to {last}, and --time-line asks for {run}; take one of them")]
    NoSuchRun { cell: String, run: u64, last: u64 },
    /// A sweep of another name.
    #[cfg(feature = "sweep")]
    #[error("no preset is called `{name}`; known are {known}")]
    NoPreset { name: String, known: String },
    /// A capture that cannot be modelled.
    #[cfg(feature = "sweep")]
    #[error(transparent)]
    Capture(#[from] forebay_capture_model::CaptureModelError),
    /// A table of a sweep that cannot be written.
    #[cfg(feature = "sweep")]
    #[error("{path}: {source}; give --out a directory that can be written, or make room", path = path.display())]
    SweepTable { path: std::path::PathBuf, source: csv::Error },
    /// A time-line of a sweep that has none.
    #[cfg(feature = "sweep")]
    #[error("--time-line is for sweeps of transfers, and {preset} has none; leave it out")]
    NoTimeLine { preset: &'static str },
    /// More at once than there can be.
    #[cfg(feature = "sweep")]
    #[error("--jobs {jobs}: {source}; give a smaller number")]
    Jobs { jobs: usize, source: rayon::ThreadPoolBuildError },
    /// Serving a card to a virtual machine.
    #[cfg(feature = "sim")]
    #[error(transparent)]
    Serve(#[from] forebay_vfio_user::ServeError),
    /// Recording, or replaying what was recorded.
    #[cfg(feature = "sim")]
    #[error("{path}: {source}", path = path.display())]
    Trace { path: std::path::PathBuf, source: forebay_trace::TraceError },
    /// A trace that cannot be opened.
    #[cfg(feature = "sim")]
    #[error("{path}: {source}; give a trace that `forebay serve --record FILE` has written", path = path.display())]
    NoTrace { path: std::path::PathBuf, source: std::io::Error },
    /// The counts of a server could not be kept.
    #[cfg(feature = "sim")]
    #[error("{place}: the summary cannot be written: {source}; give --summary a file in a writable directory", place = place.display())]
    Summary { place: std::path::PathBuf, source: std::io::Error },
    /// A file descriptor that is none.
    #[cfg(feature = "sim")]
    #[error("--ready-fd {fd}: {source}; give a descriptor that is open for writing")]
    ReadyFd { fd: i32, source: std::io::Error },
    /// A recording that could not be run again.
    #[cfg(feature = "sim")]
    #[error(
        "what `{card}` does hangs on the wall's clock, and cannot be run again from a recording; leave --record out, or take --card fast:BUILD"
    )]
    Unrepeatable { card: String },
    /// Running a machine around the card.
    #[cfg(feature = "sim")]
    #[error(transparent)]
    Guest(#[from] forebay_guest::GuestError),
    /// A command in the guest did not end well; its status becomes ours.
    #[cfg(feature = "sim")]
    #[error("the command ended with status {status}; the guest's console is {}", console.display())]
    Command { status: String, code: u8, console: std::path::PathBuf },
    /// The suite found something, or ran nothing.
    #[cfg(feature = "sim")]
    #[error("{failed} of the suite failed and {passed} passed; the logs are in build/guest/logs")]
    Suite { passed: usize, failed: usize },
    /// Several kernels for one command.
    #[cfg(feature = "sim")]
    #[error("a command runs on one kernel; leave out --kernel {more}")]
    OneKernel { more: String },
    /// Nobody at the shell's console could end the machine.
    #[cfg(feature = "sim")]
    #[error(
        "--shell is for a person at a terminal, and standard input is none; run commands with `forebay guest -- sh -c 'COMMANDS'`"
    )]
    NoTerminal,
    /// The output could not be written.
    #[error("standard output: {0}; check where it leads")]
    Output(#[from] std::io::Error),
}

impl CliError {
    /// Who waits for whom, where nothing moved.
    pub(crate) fn stall(&self) -> Option<&forebay::Stall> {
        match self {
            Self::Card(error) | Self::Msm(MsmClientError::Device(error)) => error.stall(),
            _ => None,
        }
    }

    /// The exit code, as `--help` lists them.
    pub(crate) const fn exit_code(&self) -> u8 {
        match self {
            Self::Output(_) | Self::VectorFile { .. } => 1,
            #[cfg(feature = "sim")]
            Self::Summary { .. } => 1,
            Self::Input(_)
            | Self::Unequal { .. }
            | Self::UnequalBatch { .. }
            | Self::NoRoom { .. }
            | Self::Msm(MsmClientError::Input(_) | MsmClientError::LengthMismatch { .. }) => 3,
            Self::Card(error) => codes::card_code(error),
            Self::Recording(error) => codes::recording_code(error),
            Self::Packets(_)
            | Self::Account { .. }
            | Self::Late { .. }
            | Self::Stuck { .. }
            | Self::System { .. } => 4,
            Self::Msm(MsmClientError::WindowBits { .. })
            | Self::CaptureOptions { .. }
            | Self::Missing { .. }
            | Self::NoScalarsFile { .. }
            | Self::Model(_)
            | Self::NotTwoStreams { .. }
            | Self::CardMemory { .. }
            | Self::WriteCombining(_) => 2,
            #[cfg(feature = "sim")]
            Self::ReadyFd { .. }
            | Self::Unrepeatable { .. }
            | Self::OneKernel { .. }
            | Self::NoTerminal
            | Self::NoUdma { .. } => 2,
            #[cfg(feature = "sweep")]
            Self::NoSuchRun { .. }
            | Self::NoPreset { .. }
            | Self::Capture(_)
            | Self::NoTimeLine { .. } => 2,
            #[cfg(feature = "sweep")]
            Self::Report(_) | Self::SweepTable { .. } | Self::Jobs { .. } => 1,
            #[cfg(feature = "sweep")]
            Self::Sweep(error) => codes::sweep_code(error),
            Self::Hazards(error) => codes::hazards_code(error),
            #[cfg(feature = "sim")]
            Self::Serve(_) | Self::HostMemory(_) => 4,
            #[cfg(feature = "sim")]
            Self::NoTrace { .. } => 3,
            #[cfg(feature = "sim")]
            Self::Trace { source, .. } => match source {
                forebay_trace::TraceError::Differs(_) => 5,
                forebay_trace::TraceError::Card(_) => 4,
                forebay_trace::TraceError::Encode { .. } => 1,
                _ => 3,
            },
            Self::Msm(_) | Self::TimeOut { .. } => 4,
            Self::Wrong { .. }
            | Self::Unsteady { .. }
            | Self::NotStored { .. }
            | Self::Table1Unfitted
            | Self::Demonstration { .. } => 5,
            #[cfg(feature = "sim")]
            Self::Suite { .. } => 5,
            #[cfg(feature = "sim")]
            Self::Guest(_) => 4,
            #[cfg(feature = "sim")]
            Self::Command { code, .. } => *code,
        }
    }
}
