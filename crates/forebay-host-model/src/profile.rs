// SPDX-License-Identifier: Apache-2.0
//! What the software of a host does for a transfer.

use serde::Serialize;

use crate::params::PAGE_BYTES;
use crate::{Costs, HostModelError, Load};

/// What the host library has in memory of a list when it starts an engine.
const LEAD_DESCRIPTORS: u64 = 256;

/// Accesses of registers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Accesses {
    /// Posted writes.
    pub writes: u64,
    /// Reads, each a round trip.
    pub reads: u64,
}

impl Accesses {
    const fn new(writes: u64, reads: u64) -> Self {
        Self { writes, reads }
    }
}

/// How a host hears of the end of a transfer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Completion {
    /// It sleeps until a message.
    Interrupt,
    /// It looks at a word in memory again and again.
    Poll,
}

impl Completion {
    /// Both, by name.
    pub const ALL: [(&'static str, Self); 2] =
        [("interrupt", Self::Interrupt), ("poll", Self::Poll)];

    /// That of this name.
    ///
    /// # Errors
    /// [`HostModelError::UnknownName`].
    pub fn find(name: &str) -> Result<Self, HostModelError> {
        HostModelError::find("completion", name, &Self::ALL)
    }
}

/// The software of a host, with its prices.
#[derive(Clone, Debug, PartialEq)]
pub struct Profile {
    /// Its name.
    pub name: &'static str,
    /// A call is a system call, with what a driver does in each.
    pub in_kernel: bool,
    /// Pages are pinned and mapped in each call, and given back.
    pub pins: bool,
    /// Bytes of memory that one descriptor describes.
    pub descriptor_bytes: u64,
    /// Descriptors of one start at most.
    pub most_descriptors: u64,
    /// Why no submission is a list of pieces that go to several places on the card; none where one may be.
    pub no_lists: Option<&'static str>,
    /// A list is started with so many descriptors in memory, and as many more are added at a time while the card works on them; what is
    /// pinned is pinned with them. None: it is all there before, and what is more than a start can have waits for its end.
    pub lead: Option<u64>,
    /// To start the engine; the last write is the one that does.
    pub start: Accesses,
    /// Reads behind that, which flush the writes.
    pub flush_reads: u64,
    /// When a word in memory has told the end.
    pub polled_end: Accesses,
    /// In the handler of the message.
    pub handler: Accesses,
    /// In a worker that the handler wakes and that wakes the caller; without one the handler wakes the caller.
    pub worker: Option<Accesses>,
    /// Prices.
    pub costs: Costs,
    /// What else the machine does.
    pub load: Load,
}

impl Profile {
    /// The card vendor's character driver, of which the published runs are: a descriptor a page, one transfer a call, a worker between
    /// the handler and the caller. Its accesses are those that we counted on our card: 7 writes and 5 reads by interrupt, 5 and 2
    /// polled.
    #[must_use]
    pub fn stock_xdma() -> Self {
        Self {
            name: "stock-xdma",
            in_kernel: true,
            pins: true,
            descriptor_bytes: PAGE_BYTES,
            most_descriptors: 2048,
            no_lists: Some("no call of this host takes a list of places on the card"),
            lead: None,
            start: Accesses::new(4, 0),
            flush_reads: 1,
            polled_end: Accesses::new(1, 1),
            handler: Accesses::new(1, 1),
            worker: Some(Accesses::new(2, 3)),
            costs: Costs::default(),
            load: Load::idle(),
        }
    }

    /// The driver of this project: 2 writes and no read a transfer, the caller woken by the handler, pages that lie side by side in
    /// one descriptor (here: none do). A call is to one card address. The driver's call that takes a list of them, as [`crate::Pattern::OneList`]
    /// has it, pins and builds all of it before the card begins, and is not modelled; [`Profile::list_call`] would not wait for that.
    #[must_use]
    pub fn forebay() -> Self {
        Self {
            name: "forebay",
            start: Accesses::new(1, 0),
            flush_reads: 0,
            polled_end: Accesses::new(1, 0),
            handler: Accesses::new(1, 0),
            worker: None,
            most_descriptors: 1024,
            no_lists: Some(
                "the driver's call that takes one pins and builds all of it before the card begins, and is not modelled",
            ),
            ..Self::stock_xdma()
        }
    }

    /// What a driver call that takes a list would be that pins and builds while the card works, as the library does with a card of its own.
    /// Nobody has it: it is here to say what it would be worth.
    #[must_use]
    pub fn list_call() -> Self {
        Self {
            name: "forebay-list-call",
            no_lists: None,
            lead: Some(LEAD_DESCRIPTORS),
            ..Self::forebay()
        }
    }

    /// The host library of this project with a card in its own process: no kernel, and the engine programmed by its registers: 4 writes
    /// to start it, 1 behind, no read; a message ends it. A list is written on while the card works on it. Its buffers are taken to be
    /// mapped for the card from the start on.
    #[must_use]
    pub fn in_process() -> Self {
        Self {
            name: "forebay-in-process",
            start: Accesses::new(4, 0),
            polled_end: Accesses::new(1, 0),
            handler: Accesses::new(1, 0),
            most_descriptors: 1 << 20,
            lead: Some(LEAD_DESCRIPTORS),
            descriptor_bytes: 1 << 20,
            ..Self::user_doorbell()
        }
    }

    /// A program that rings the card's doorbell itself, its memory pinned beforehand in huge pages (Coyote).
    #[must_use]
    pub fn user_doorbell() -> Self {
        Self {
            name: "user-doorbell",
            in_kernel: false,
            no_lists: None,
            pins: false,
            descriptor_bytes: 2 << 20,
            start: Accesses::new(4, 0),
            polled_end: Accesses::default(),
            ..Self::forebay()
        }
    }

    /// Every profile.
    #[must_use]
    pub fn all() -> [Self; 5] {
        let ours = (Self::forebay(), Self::list_call(), Self::in_process());
        [Self::stock_xdma(), ours.0, ours.1, ours.2, Self::user_doorbell()]
    }

    /// The profile of that name.
    ///
    /// # Errors
    /// [`HostModelError::UnknownProfile`].
    pub fn find(name: &str) -> Result<Self, HostModelError> {
        let all = Self::all();
        let known = all.iter().map(|profile| profile.name).collect::<Vec<_>>().join(", ");
        let found = all.into_iter().find(|profile| profile.name == name);
        found.ok_or_else(|| HostModelError::UnknownProfile { name: name.into(), known })
    }

    /// Whether anything can be moved with it.
    ///
    /// # Errors
    /// [`HostModelError::Parameter`].
    pub fn check(&self) -> Result<(), HostModelError> {
        let sizes = [
            ("descriptor_bytes", self.descriptor_bytes),
            ("most_descriptors", self.most_descriptors),
            ("start.writes", self.start.writes),
        ];
        for (parameter, size) in sizes {
            if size == 0 {
                let (value, wanted) = ("0".into(), "1 or more");
                return Err(HostModelError::Parameter { parameter, value, wanted });
            }
        }
        if self.lead == Some(0) {
            let (value, wanted) = ("0".into(), "1 or more, or none");
            return Err(HostModelError::Parameter { parameter: "lead", value, wanted });
        }
        self.load.check()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Accesses of a transfer: writes and reads.
    fn accesses(profile: &Profile, completion: Completion) -> (u64, u64) {
        let mut all = vec![profile.start, Accesses::new(0, profile.flush_reads)];
        match completion {
            Completion::Poll => all.push(profile.polled_end),
            Completion::Interrupt => {
                all.extend([profile.handler, profile.worker.unwrap_or_default()]);
            }
        }
        all.iter().fold((0, 0), |sum, one| (sum.0 + one.writes, sum.1 + one.reads))
    }

    #[test]
    fn accesses_are_those_that_were_counted() {
        let stock = Profile::stock_xdma();
        assert_eq!(accesses(&stock, Completion::Interrupt), (7, 5));
        assert_eq!(accesses(&stock, Completion::Poll), (5, 2));
        for completion in [Completion::Interrupt, Completion::Poll] {
            assert_eq!(accesses(&Profile::forebay(), completion), (2, 0));
        }
    }

    #[test]
    fn profiles_are_found_by_name_and_others_refused_with_the_names() {
        for name in ["stock-xdma", "forebay", "user-doorbell"] {
            assert_eq!(Profile::find(name).unwrap().name, name);
        }
        let error = Profile::find("xdma").unwrap_err().to_string();
        assert!(error.contains("`xdma`") && error.contains("stock-xdma"), "{error}");
    }

    #[test]
    fn software_that_moves_nothing_is_refused() {
        let bad = Profile { most_descriptors: 0, ..Profile::forebay() };
        assert!(bad.check().unwrap_err().to_string().starts_with("most_descriptors is 0"));
        Profile::stock_xdma().check().unwrap();
    }
}
