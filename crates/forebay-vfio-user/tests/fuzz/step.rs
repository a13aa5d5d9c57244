// SPDX-License-Identifier: Apache-2.0
//! The grammar: what a hostile client may do, and a seeded source of such clients.

use serde::{Deserialize, Serialize};

/// Pages of guest addresses that clients play with, from [`crate::common::RAM`] on.
pub(crate) const PAGES: u64 = 32;
/// Files that a client owns: those in front keep their length, the others can be shortened.
pub(crate) const FILES: usize = 4;
pub(crate) const SEALED_FILES: usize = 2;

/// Where in the aperture no transfer leads, whatever becomes of its descriptors.
pub(crate) const UNTOUCHED: std::ops::Range<u64> = 0x4_0000..0x4_2000;
/// Kinds of descriptors for vectors; those in front are eventfds.
pub(crate) const IRQ_KINDS: usize = 7;
pub(crate) const EVENTFD_KINDS: usize = 2;

/// One thing a client does. Addresses and sizes are as sent, so that any of them can be nonsense.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum Step {
    Version {
        major: u16,
        caps: String,
    },
    Map {
        addr: u64,
        size: u64,
        offset: u64,
        flags: u32,
        file: usize,
        fds: usize,
    },
    Unmap {
        addr: u64,
        size: u64,
        flags: u32,
    },
    Read {
        region: u32,
        offset: u64,
        count: u32,
    },
    Write {
        region: u32,
        offset: u64,
        data: Vec<u8>,
        posted: bool,
    },
    Multi {
        promised: u64,
        writes: Vec<(u32, u64, u32)>,
    },
    Irqs {
        flags: u32,
        index: u32,
        start: u32,
        count: u32,
        fds: usize,
        kind: usize,
    },
    Info {
        command: u16,
        argsz: u32,
        index: u32,
    },
    /// A transfer by the descriptor that a driver would write.
    Run {
        to_host: bool,
        host: u64,
        card: u64,
        bytes: u32,
    },
    BusMaster {
        on: bool,
    },
    Reset {
        function: bool,
    },
    /// The client makes one of its files shorter, or long again.
    Resize {
        file: usize,
        pages: u64,
    },
    /// Any message, in so many pieces.
    Raw {
        command: u16,
        flags: u32,
        payload: Vec<u8>,
        pieces: usize,
    },
    /// The last of its session: a message of which only so many bytes come.
    Cut {
        command: u16,
        size: u32,
        bytes: usize,
    },
}

impl Step {
    /// What it is counted as.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Self::Version { .. } => "version",
            Self::Map { .. } => "dma map",
            Self::Unmap { flags: 2, .. } => "dma unmap all",
            Self::Unmap { .. } => "dma unmap",
            Self::Read { .. } => "region read",
            Self::Write { posted: true, .. } => "posted region write",
            Self::Write { .. } => "region write",
            Self::Multi { .. } => "region write multi",
            Self::Irqs { .. } => "set irqs",
            Self::Info { .. } => "info",
            Self::Run { .. } => "transfer",
            Self::BusMaster { .. } => "bus master",
            Self::Reset { .. } => "reset",
            Self::Resize { .. } => "file resized",
            Self::Raw { .. } => "raw message",
            Self::Cut { .. } => "cut message",
        }
    }
}

/// Numbers from a seed (splitmix64).
pub(crate) struct Source(pub(crate) u64);

impl Source {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub(crate) fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit
    }

    fn small(&mut self, limit: u32) -> u32 {
        u32::try_from(self.below(limit.into())).unwrap()
    }

    fn index(&mut self, limit: usize) -> usize {
        usize::try_from(self.below(limit as u64)).unwrap()
    }

    fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }

    fn pick<T: Clone>(&mut self, of: &[T]) -> T {
        of[self.index(of.len())].clone()
    }

    fn bytes(&mut self, most: usize) -> Vec<u8> {
        let len = self.index(most + 1);
        (0..len).map(|_| self.next().to_le_bytes()[0]).collect()
    }

    /// A page range; now and then one that is none.
    fn range(&mut self) -> (u64, u64) {
        let at = self.below(PAGES);
        let most = if self.one_in(3) { PAGES } else { 4 };
        let pages = 1 + self.below(most);
        let (addr, size) = (crate::common::RAM + at * 0x1000, pages * 0x1000);
        match self.below(24) {
            0 => (addr + 1 + self.below(0xfff), size),
            1 => (addr, size + 1 + self.below(0xfff)),
            2 => (addr, 0),
            3 => (u64::MAX - 0xfff - self.below(2) * 0x1000, size),
            4 => (0, 1 << 63),
            5 => (addr, self.pick(&[u64::MAX, u64::MAX - 0xfff, 1 << 63])),
            _ => (addr, size),
        }
    }

    fn offset(&mut self, region: u32) -> u64 {
        match (region, self.below(6)) {
            (_, 0) => {
                let ends = [u64::MAX, u64::MAX - 3, 1 << 30, (64 << 20) - 2, (64 << 10) - 4];
                self.pick(&[&ends[..], &[0, 0x1_0000]].concat())
            }
            (7, _) => self.below(0x110),
            (4, 1..4) => UNTOUCHED.start + self.below(0x1000),
            (4, _) => self.below(0x1_0000),
            _ => 4 * self.below(0x4000),
        }
    }

    /// A whole session of a client.
    pub(crate) fn session(&mut self) -> Vec<Step> {
        let mut steps = Vec::new();
        if !self.one_in(12) {
            steps.push(Step::Version { major: 0, caps: r#"{"capabilities":{}}"#.into() });
            steps.push(Step::BusMaster { on: true });
        }
        for _ in 0..self.below(72) {
            let step = self.step();
            let ends = matches!(step, Step::Cut { .. });
            steps.push(step);
            if ends {
                break;
            }
        }
        steps
    }

    fn step(&mut self) -> Step {
        match self.below(40) {
            0..10 => {
                let (addr, size) = self.range();
                let flags = self.pick(&[3, 3, 3, 3, 1, 2, 0, 4]);
                let offset = self.below(4) * 0x1000 + u64::from(self.one_in(30));
                let fds = self.pick(&[1, 1, 1, 1, 1, 1, 0, 2, 17]);
                Step::Map { addr, size, offset, flags, file: self.index(FILES + 1), fds }
            }
            10..17 => {
                let (addr, size) = self.range();
                match self.below(12) {
                    0 => Step::Unmap { addr: 0, size: 0, flags: 2 },
                    1 => Step::Unmap { addr, size, flags: self.pick(&[1, 2, 4, 6]) },
                    _ => Step::Unmap { addr, size, flags: 0 },
                }
            }
            17..25 => {
                let most = if self.one_in(4) { 0x8000 } else { 0x1800 };
                Step::Run {
                    to_host: !self.one_in(3),
                    host: crate::common::RAM + self.below(PAGES * 0x1000),
                    card: self.below(0x1000),
                    bytes: 1 + self.small(most),
                }
            }
            25 | 26 => {
                let region = self.pick(&[0, 2, 4, 7, 1, 9]);
                let long = self.pick(&[256, 4095, 4096, 4097]);
                let count = if self.one_in(12) { long } else { self.small(70) };
                Step::Read { region, offset: self.offset(region), count }
            }
            27 | 28 => {
                let region = self.pick(&[0, 2, 2, 4, 7, 7, 1, 9]);
                let most = self.pick(&[8, 8, 8, 8, 8, 8, 8, 100, 4100]);
                let data = self.bytes(most);
                let posted = self.one_in(2);
                Step::Write { region, offset: self.offset(region), data, posted }
            }
            29 => {
                let count = self.pick(&[0, 1, 2, 3, 3, 7, 256, 257]);
                let place = self.below(4);
                let writes: Vec<_> = (0..count)
                    .map(|n| match place {
                        0 => (self.pick(&[2, 4]), self.below(0x9000), self.small(10)),
                        _ => (4, UNTOUCHED.start + 6 * n, 1 + self.small(8)),
                    })
                    .collect();
                let promised = writes.len() as u64 + self.pick(&[0, 0, 0, 1, u64::MAX / 2]);
                Step::Multi { promised, writes }
            }
            30 | 31 => Step::Irqs {
                flags: self.pick(&[0x24, 0x24, 0x24, 0x21, 0x22, 0x27, 0x14]),
                index: self.pick(&[2, 2, 2, 3, 0, 9]),
                start: self.small(26),
                count: self.pick(&[0, 1, 1, 1, 2, 3]),
                fds: self.pick(&[0, 1, 1, 1, 2, 3]),
                kind: self.pick(&[0, 0, 0, 1, 2, 3, 4, 5, 6]),
            },
            32 => Step::Info {
                command: self.pick(&[4, 5, 7]),
                argsz: self.pick(&[16, 32, 0, 15]),
                index: self.small(11),
            },
            33 => Step::BusMaster { on: !self.one_in(3) },
            34 | 35 => Step::Reset { function: self.one_in(2) },
            36 | 37 => Step::Resize {
                file: SEALED_FILES + self.index(FILES - SEALED_FILES),
                pages: self.pick(&[0, 1, 7, PAGES, PAGES]),
            },
            38 => Step::Raw {
                command: self.pick(&[0, 1, 2, 3, 5, 6, 8, 9, 10, 14, 15, 16, 99]),
                flags: self.pick(&[0, 0, 0, 0x10, 1, 0x21]),
                payload: self.bytes(64),
                pieces: 1 + self.index(4),
            },
            _ if self.one_in(3) => Step::Cut {
                command: self.small(17).try_into().unwrap(),
                size: self.pick(&[0, 15, 16, 17, 48, 2 << 20, u32::MAX]),
                bytes: self.index(64),
            },
            _ => Step::Version {
                major: self.pick(&[0, 0, 1]),
                caps: self.pick(&["", "{", "{}"]).into(),
            },
        }
    }
}
