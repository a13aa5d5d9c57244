// SPDX-License-Identifier: Apache-2.0
//! One boot: both processes, from start to common end.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, poll};
use rustix::fs::{CWD, FileType, Mode, OFlags, mknodat, open};

use crate::child::Child;
use crate::console::{Complaint, complaints};
use crate::marks::{Mark, Marks, Piece};
use crate::qemu::{self, Console, Machine};
use crate::{
    Card, Dma, GuestError, Images, Initramfs, Kernel, Logs, READY_LIMIT, Signals, Step, clock, tree,
};

/// Longest time between the steps, which is when the kernel starts or ends. A kernel with checkers on
/// a loaded machine takes a minute.
const BETWEEN_STEPS: Duration = Duration::from_secs(240);

/// How long QEMU may live on after its card has gone, before the card is to blame.
const AFTER_CARD: Duration = Duration::from_secs(2);

/// Told what happens while the guest runs.
pub trait Watcher {
    /// A step printed this.
    fn output(&mut self, _bytes: &[u8]) {}
    /// A command wrote this to its standard error.
    fn errors(&mut self, _bytes: &[u8]) {}
    /// A step began or ended, this long after the start.
    fn mark(&mut self, _mark: &Mark, _at: Duration) {}
}

/// How a boot went that came to its end.
#[derive(Clone, Debug)]
pub struct Report {
    /// From the start to the first step.
    pub first_step: Duration,
    /// From the start to the end of both processes.
    pub total: Duration,
    /// What the kernel complained about.
    pub complaints: Vec<Complaint>,
}

/// One boot to be.
#[derive(Debug)]
pub struct Boot<'a> {
    images: &'a Images,
    kernel: &'a Kernel,
    logs: &'a Logs,
    tree: Initramfs,
    steps: Vec<Step>,
    /// The card in the machine, if there is one.
    pub card: Option<Card>,
    /// What lies between the card and memory.
    pub dma: Dma,
    /// Memory in MiB.
    pub memory_mib: u32,
    /// Whether a nanosecond of the machine's clocks, and a tick of its processors, is an instruction and not time.
    pub counts_instructions: bool,
    /// Where the console goes.
    pub console: Console,
}

impl<'a> Boot<'a> {
    /// A machine without a card, and with its console in the log.
    #[must_use]
    pub fn new(
        images: &'a Images,
        kernel: &'a Kernel,
        logs: &'a Logs,
        tree: Initramfs,
        steps: Vec<Step>,
    ) -> Self {
        Self {
            images,
            kernel,
            logs,
            tree,
            steps,
            card: None,
            dma: Dma::Direct,
            memory_mib: 512,
            counts_instructions: false,
            console: Console::Log,
        }
    }

    /// Runs it to its end. Both processes have ended when this returns, whatever it returns.
    ///
    /// # Errors
    /// When something is missing, when a process does not do its part, or on a time-out or signal.
    pub fn run(
        mut self,
        signals: &Signals,
        watcher: &mut dyn Watcher,
    ) -> Result<Report, GuestError> {
        let program = self.images.qemu()?;
        // A short path: a socket's may have no more than 107 bytes.
        let dir = tempfile::Builder::new()
            .prefix("forebay-")
            .tempdir()
            .map_err(GuestError::doing("making a temporary folder"))?;
        let start = Instant::now();
        let marks = Marks::new();
        tree::steps(&mut self.tree, marks.token(), &self.steps);
        let machine = self.machine(dir.path());
        self.tree.write(&machine.initramfs)?;
        let output = pipe(&machine.output)?;
        let errors = pipe(&machine.errors)?;
        let card = match (&self.card, &machine.card) {
            (Some(card), Some(socket)) => {
                qemu::probe(&program)?;
                Some(card.serve(socket, self.logs)?)
            }
            _ => None,
        };
        let qemu = self.start_qemu(&program, &machine)?;
        let mut running = Running {
            qemu,
            card,
            output: Some(output),
            errors: Some(errors),
            marks,
            left: self.steps.iter().map(|step| (step.name.clone(), step.limit)).collect(),
            begun: None,
            any_ended: false,
            done: false,
            first_step: None,
            start,
            logs: self.logs,
        };
        running.follow(signals, watcher)?;
        running.end_card()?;
        let first_step = running.first_step.unwrap_or_else(|| start.elapsed());
        let console = read_lossy(&self.logs.console())?;
        Ok(Report { first_step, total: start.elapsed(), complaints: complaints(&console) })
    }

    fn machine(&self, dir: &Path) -> Machine {
        Machine {
            kernel: self.kernel.image.clone(),
            initramfs: dir.join("initramfs"),
            memory_mib: self.memory_mib,
            processors: 2,
            console: self.console.clone(),
            console_log: self.logs.console(),
            output: dir.join("output"),
            errors: dir.join("errors"),
            card: self.card.as_ref().map(|_| dir.join("card")),
            dma: self.dma,
            counts_instructions: self.counts_instructions,
        }
    }

    fn start_qemu(&self, program: &Path, machine: &Machine) -> Result<Child, GuestError> {
        let log = self.logs.qemu();
        let messages = File::create(&log).map_err(GuestError::at(&log))?;
        let mut command = Command::new(program);
        command.args(machine.arguments()).stderr(messages);
        if machine.console == Console::Log {
            command.stdin(Stdio::null()).stdout(Stdio::null());
        }
        Child::start("QEMU", &mut command)
    }
}

/// A named pipe that QEMU writes to. Opened for reading first: QEMU's opening waits for that.
fn pipe(path: &Path) -> Result<File, GuestError> {
    let failed = |error: rustix::io::Errno| GuestError::at(path)(error.into());
    mknodat(CWD, path, FileType::Fifo, Mode::RUSR | Mode::WUSR, 0).map_err(failed)?;
    let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::CLOEXEC;
    Ok(open(path, flags, Mode::empty()).map_err(failed)?.into())
}

fn read_lossy(path: &PathBuf) -> Result<String, GuestError> {
    let bytes = std::fs::read(path).map_err(GuestError::at(path))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Both processes while they run.
struct Running<'a> {
    qemu: Child,
    card: Option<Child>,
    /// None once QEMU has closed it.
    output: Option<File>,
    errors: Option<File>,
    marks: Marks,
    /// Steps that have not ended yet, with their limits.
    left: Vec<(String, Option<Duration>)>,
    begun: Option<String>,
    any_ended: bool,
    done: bool,
    first_step: Option<Duration>,
    start: Instant,
    logs: &'a Logs,
}

impl Running<'_> {
    /// Follows the guest to the end of QEMU.
    fn follow(&mut self, signals: &Signals, watcher: &mut dyn Watcher) -> Result<(), GuestError> {
        let mut limit = Some(BETWEEN_STEPS);
        let mut since = Instant::now();
        loop {
            let left = limit.map(|limit| limit.saturating_sub(since.elapsed()));
            if let (Some(limit), Some(Duration::ZERO)) = (limit, left) {
                let console = self.logs.console();
                return Err(GuestError::Timeout { during: self.during(), limit, console });
            }
            self.wait(signals, left)?;
            if let Some(signal) = signals.came() {
                return Err(GuestError::Signal { signal, console: self.logs.console() });
            }
            // Asked before reading, so that what a process wrote before its end is read after it.
            let qemu = self.qemu.ended()?;
            if self.read(watcher)? {
                since = Instant::now();
                limit = self.limit();
            }
            if let Some(status) = qemu {
                return self.judge(status);
            }
            self.check_card()?;
        }
    }

    /// Sleeps until there is something to do.
    fn wait(&self, signals: &Signals, limit: Option<Duration>) -> Result<(), GuestError> {
        let mut watched =
            vec![PollFd::new(&self.qemu, PollFlags::IN), PollFd::new(signals, PollFlags::IN)];
        watched.extend(self.card.iter().map(|card| PollFd::new(card, PollFlags::IN)));
        let pipes = [&self.output, &self.errors].into_iter().flatten();
        watched.extend(pipes.map(|pipe| PollFd::new(pipe, PollFlags::IN)));
        let limit = limit.map(clock::timespec);
        clock::interrupted_is_fine(poll(&mut watched, limit.as_ref()))
            .map_err(GuestError::doing("waiting for the guest"))
    }

    /// Reads what has come; true when a step began or ended.
    fn read(&mut self, watcher: &mut dyn Watcher) -> Result<bool, GuestError> {
        // The processes' readiness is level-triggered, so each call may leave the rest to the next.
        let errors = take(&mut self.errors)?;
        if !errors.is_empty() {
            watcher.errors(&errors);
        }
        let bytes = take(&mut self.output)?;
        let mut pieces = self.marks.take(&bytes);
        if self.output.is_none() {
            pieces.push(Piece::Output(self.marks.finish()));
        }
        let mut moved = false;
        for piece in pieces {
            match piece {
                Piece::Output(bytes) => watcher.output(&bytes),
                Piece::Mark(mark) => {
                    moved = true;
                    self.take_mark(&mark);
                    watcher.mark(&mark, self.start.elapsed());
                }
            }
        }
        Ok(moved)
    }

    /// Longest time until the next mark; none for a person.
    fn limit(&self) -> Option<Duration> {
        let begun = self.begun.as_ref();
        let step = begun.and_then(|begun| self.left.iter().find(|(name, _)| name == begun));
        step.map_or(Some(BETWEEN_STEPS), |(_, limit)| *limit)
    }

    fn take_mark(&mut self, mark: &Mark) {
        match mark {
            Mark::Begin(name) => {
                self.first_step.get_or_insert_with(|| self.start.elapsed());
                self.begun = Some(name.clone());
            }
            Mark::End { name, .. } => {
                self.begun = None;
                self.any_ended = true;
                if let Some(at) = self.left.iter().position(|(left, _)| left == name) {
                    self.left.remove(at);
                }
            }
            Mark::Garbled(_) => {}
            Mark::Done => self.done = true,
        }
    }

    /// A card that went away while the guest runs has crashed, unless QEMU is on its way out too.
    fn check_card(&mut self) -> Result<(), GuestError> {
        let Some(card) = &mut self.card else { return Ok(()) };
        let Some(status) = card.ended()? else { return Ok(()) };
        self.card = None;
        if !status.success() || (!self.done && self.qemu.wait(AFTER_CARD)?.is_none()) {
            return Err(self.card_failed("while the guest ran", status.to_string()));
        }
        Ok(())
    }

    /// QEMU has ended: as it should?
    fn judge(&mut self, status: ExitStatus) -> Result<(), GuestError> {
        if self.done && status.success() {
            return Ok(());
        }
        Err(GuestError::Ended {
            during: self.during(),
            status: status.to_string(),
            console: self.logs.console(),
            log: self.logs.qemu(),
        })
    }

    /// The card's client has gone; it writes its summary and ends.
    fn end_card(&mut self) -> Result<(), GuestError> {
        let Some(mut card) = self.card.take() else { return Ok(()) };
        match card.wait(READY_LIMIT)? {
            Some(status) if status.success() => Ok(()),
            Some(status) => Err(self.card_failed("after the guest", status.to_string())),
            None => Err(self.card_failed("not at all after the guest", "it was forced to".into())),
        }
    }

    fn card_failed(&self, when: &'static str, status: String) -> GuestError {
        GuestError::Server { when, status, log: self.logs.server() }
    }

    fn during(&self) -> String {
        match &self.begun {
            Some(name) => format!("during {name}"),
            None if self.done => "after its last step".into(),
            None if !self.any_ended => "while it started".into(),
            None => "between its steps".into(),
        }
    }
}

/// Reads what a pipe has without waiting; closes it at its end.
fn take(pipe: &mut Option<File>) -> Result<Vec<u8>, GuestError> {
    let mut all = Vec::new();
    let mut chunk = [0; 65536];
    while let Some(file) = pipe {
        match file.read(&mut chunk) {
            // No writer: QEMU has gone, or has not come yet. In both cases `poll` says nothing more
            // of a pipe that nobody wrote to, and of one that was closed it would not stop saying it.
            Ok(0) => {
                if !hung_up(file)? {
                    break;
                }
                *pipe = None;
            }
            Ok(count) => all.extend_from_slice(&chunk[..count]),
            Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => break,
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            Err(error) => return Err(GuestError::doing("reading from the guest")(error)),
        }
    }
    Ok(all)
}

/// Whether a pipe had a writer and has none any more.
fn hung_up(pipe: &File) -> Result<bool, GuestError> {
    let mut watched = [PollFd::new(pipe, PollFlags::empty())];
    clock::interrupted_is_fine(poll(&mut watched, Some(&clock::timespec(Duration::ZERO))))
        .map_err(GuestError::doing("reading from the guest"))?;
    Ok(watched[0].revents().contains(PollFlags::HUP))
}
