// SPDX-License-Identifier: Apache-2.0
//! Opening a card, and all that is different between the ways to it.

use std::fmt::Display;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use forebay::{Completion, Device, OpenOptions, Scheme};

/// Stall limit of a card in this process: long against every pause of a card that works, short against a test.
const STALL_CYCLES: u64 = 20_000;
/// Card cycles in which every error of such a card must have come: stall limit, abort and some transfers.
const BOUND_CYCLES: u64 = 20 * STALL_CYCLES;
/// Time that a driver gives a transfer which cannot end.
const SOON: Duration = Duration::from_secs(1);
/// Time that a driver gives any other.
const LATE: Duration = Duration::from_secs(60);

/// What leads to a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// It is simulated in this process: each open makes a card of its own.
    InProcess,
    /// The nodes of a kernel driver: each open leads to the same card.
    Nodes,
}

/// A card to be opened, as often as a body likes.
#[derive(Clone, Debug)]
pub struct Fixture {
    name: String,
    way: Way,
    quick: bool,
}

impl Fixture {
    /// The card of that name, as [`Device::open`] takes it. `quick` asks for fewer rounds of the same checks.
    #[must_use]
    pub fn new(name: &str, quick: bool) -> Self {
        let way = if name.contains('/') { Way::Nodes } else { Way::InProcess };
        Self { name: name.into(), way, quick }
    }

    /// What leads to it.
    #[must_use]
    pub const fn way(&self) -> Way {
        self.way
    }

    /// Opens it as a program would.
    #[must_use]
    pub fn open(&self) -> Device {
        self.open_with(None)
    }

    /// Opens it so that transfers which cannot end are given up soon.
    pub(crate) fn open_impatient(&self) -> Device {
        self.open_with(Some(Completion { spin: None, timeout: SOON }))
    }

    /// Opens it so that a caller spins for the end of a transfer before it sleeps.
    pub(crate) fn open_spinning(&self) -> Device {
        let spin = Some(Duration::from_millis(50));
        self.open_with(Some(Completion { spin, timeout: LATE }))
    }

    fn open_with(&self, completion: Option<Completion>) -> Device {
        let options =
            OpenOptions { patience: STALL_CYCLES.into(), completion, ..OpenOptions::default() };
        Device::open_with(&self.name, &options).unwrap()
    }

    /// Has the administrator of the card choose a scheme of user-level DMA, when nobody has a context; a card in this process takes that of the first
    /// who asks.
    pub(crate) fn choose(&self, scheme: Scheme) {
        if let (Way::Nodes, Some(_)) = (self.way, scheme.number()) {
            std::fs::write(self.pci("card/udma_scheme"), scheme.name()).unwrap();
        }
    }

    /// A file of the PCI device behind a driver.
    fn pci(&self, file: &str) -> PathBuf {
        let node = self.name.rsplit('/').next().unwrap();
        let device = format!("/sys/class/forebay/{node}_user/device");
        std::fs::canonicalize(device).unwrap().join(file)
    }

    /// Has the administrator of a card behind a driver reset it.
    pub(crate) fn reset(&self) {
        std::fs::write(self.pci("reset"), "1").unwrap();
    }

    /// Has the driver let go of its card; what has it take the card again.
    pub(crate) fn unbind(&self) -> impl FnOnce() {
        let device = self.pci("");
        let address = device.file_name().unwrap().to_owned();
        let driver = std::fs::canonicalize(device.join("driver")).unwrap();
        std::fs::write(driver.join("unbind"), address.as_encoded_bytes()).unwrap();
        move || std::fs::write(driver.join("bind"), address.as_encoded_bytes()).unwrap()
    }

    /// So many rounds, or fewer.
    pub(crate) const fn rounds<T: Copy>(&self, all: T, quick: T) -> T {
        if self.quick { quick } else { all }
    }

    /// `then` fails within bounded time; its error.
    pub(crate) fn fails<T, E: Display>(
        &self,
        device: &Device,
        then: impl FnOnce() -> Result<T, E>,
    ) -> E {
        let began = device.now().unwrap();
        let error = self.in_time(|| then().err().unwrap());
        let took = device.now().unwrap() - began;
        assert!(self.way == Way::Nodes || took < BOUND_CYCLES, "took {took} cycles: {error}");
        error
    }

    /// `then` ends within bounded time.
    pub(crate) fn in_time<R>(&self, then: impl FnOnce() -> R) -> R {
        let began = Instant::now();
        let result = then();
        // A simulated card in this process takes its time by the work it has: cycles count there.
        assert!(self.way == Way::InProcess || began.elapsed() < LATE, "{:?}", began.elapsed());
        result
    }

    /// What is left to do after a transfer was given up, before others can use what it used: nothing for a card in this
    /// process, which the library has recovered by itself; a driver leaves the rest of the card to other programs.
    pub(crate) fn after_giving_up(&self, device: &Device) {
        if self.way == Way::Nodes {
            self.in_time(|| device.recover()).unwrap();
        }
    }
}
