// SPDX-License-Identifier: Apache-2.0
//! Commands in a virtual machine that has the card, for the measurements that need one.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::time::Duration;

use forebay_guest::{Boot, Card, Dma, Images, Logs, Mark, Signals, Step, Watcher, tree};

/// Which card a bench serves to which kernel. Each bench has a card of its own that it takes if none is said: `#[command(mut_arg("card", ...))]`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Machine {
    /// Card
    #[arg(long)]
    pub card: String,
    /// Kernel series
    #[arg(long, default_value = "6.12")]
    pub kernel: String,
}

/// One boot to be.
pub(crate) struct Guest<'a> {
    /// Name of its logs.
    pub name: &'a str,
    /// What it is of.
    pub machine: &'a Machine,
    /// Where to record every bus transaction.
    pub record: Option<PathBuf>,
    /// What lies between the card and memory.
    pub dma: Dma,
    /// Whether its clocks count instructions in place of time.
    pub counts_instructions: bool,
    pub contents: Contents,
    /// Files of the host and their paths in the guest.
    pub files: &'a [(&'a Path, &'a str)],
    pub steps: Vec<Step>,
}

/// What the machine has beside its kernel.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Contents {
    /// Our driver and the `forebay` program.
    Driver,
    /// The test programs, which bring their own modules.
    Tests,
    /// Our driver and the test programs that use it.
    DriverTests,
}

/// What came of a boot.
pub(crate) struct Ended {
    /// Output of each step.
    pub outputs: Vec<String>,
    /// How long each took, by the host's clock: the guest's is as good as its kernel could tell on a busy machine.
    pub seconds: Vec<f64>,
    /// Full release of the kernel.
    pub release: String,
}

impl Guest<'_> {
    /// Runs it to its end; every step has succeeded when this does.
    pub(crate) fn run(self) -> Result<Ended, Box<dyn Error>> {
        let images = Images::find()?;
        let kernel = images.kernel(&self.machine.kernel)?;
        let logs = Logs::take(&images.logs(), self.name)?;
        let mut files = tree::base(&images, &kernel)?;
        match self.contents {
            Contents::Driver => {
                tree::driver(&mut files, &kernel)?;
                tree::program(&mut files, &images)?;
            }
            Contents::Tests => tree::tests(&mut files, &images)?,
            Contents::DriverTests => {
                tree::driver(&mut files, &kernel)?;
                tree::tests(&mut files, &images)?;
            }
        }
        for (host, inside) in self.files {
            files.file(inside, host)?;
        }
        let mut boot = Boot::new(&images, &kernel, &logs, files, self.steps);
        boot.card = Some(Card {
            program: program()?,
            spec: self.machine.card.clone(),
            faults: false,
            record: self.record,
        });
        boot.dma = self.dma;
        boot.counts_instructions = self.counts_instructions;
        let mut heard = Heard::default();
        let report = boot.run(&Signals::catch()?, &mut heard)?;
        if let Some(complaint) = report.complaints.first() {
            return Err(format!("the guest's kernel complained: {complaint:?}").into());
        }
        if let Some((step, status)) = heard.failed {
            let errors = String::from_utf8_lossy(&heard.errors);
            let output = heard.outputs.get(step - 1).map_or("", String::as_str);
            return Err(format!("step {step} ended with {status}: {errors}\n{output}").into());
        }
        let seconds = heard.times.iter().map(Duration::as_secs_f64).collect();
        Ok(Ended { outputs: heard.outputs, seconds, release: kernel.release.clone() })
    }
}

/// Keeps the output of each step.
#[derive(Default)]
struct Heard {
    outputs: Vec<String>,
    begun: Duration,
    times: Vec<Duration>,
    errors: Vec<u8>,
    failed: Option<(usize, String)>,
}

impl Watcher for Heard {
    fn output(&mut self, bytes: &[u8]) {
        if let Some(output) = self.outputs.last_mut() {
            output.push_str(&String::from_utf8_lossy(bytes));
        }
    }

    fn errors(&mut self, bytes: &[u8]) {
        self.errors.extend_from_slice(bytes);
    }

    fn mark(&mut self, mark: &Mark, at: Duration) {
        if matches!(mark, Mark::End { .. }) {
            self.times.push(at.saturating_sub(self.begun));
        }
        match mark {
            Mark::Begin(_) => {
                self.outputs.push(String::new());
                self.begun = at;
            }
            Mark::End { status, .. } if status != "0" && self.failed.is_none() => {
                self.failed = Some((self.outputs.len(), status.clone()));
            }
            Mark::Garbled(text) => self.failed = Some((self.outputs.len(), text.clone())),
            Mark::End { .. } | Mark::Done => {}
        }
    }
}

/// The `forebay` program of the same build as this one.
pub(crate) fn program() -> Result<PathBuf, Box<dyn Error>> {
    let own = std::env::current_exe()?;
    let program = own.with_file_name("forebay");
    if program.is_file() {
        Ok(program)
    } else {
        Err(format!("{}: not built; run `cargo build --release`", program.display()).into())
    }
}
