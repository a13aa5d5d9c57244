// SPDX-License-Identifier: Apache-2.0
//! Copies by physical address: a card, host memory on both sides of a copy, and what is looked at afterwards.

use forebay::{Bar, Class, Device, Feature};
use forebay_bus::HostMemory;
use forebay_bus::host::Shared;
use forebay_regs::user::{copy, counter, feature};
use forebay_regs::{cards, user, xdma};

use crate::common::{open_with_memory, pattern};

/// A build that has the front end `copy`, and a memory-mapped channel of each direction.
pub(crate) const BUILD: &str = "loopback";
/// Bytes of host memory on each side of a copy.
pub(crate) const ROOM: usize = (1 << 20) + AROUND;
/// Bytes around a copy that are looked at with it: a line before it, wherever in a line it begins, and some behind it.
const AROUND: usize = 512;
/// What is there where nothing was copied to.
pub(crate) const GUARD: u8 = 0xA5;
/// Where on the card copies go to and come from.
pub(crate) const CARD_AT: u64 = 0x20_0000;
/// Bytes of a beat of the host bus.
const LINE: u64 = 64;

/// Between which spaces a copy goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    ToCard,
    ToHost,
    InHost,
}

pub(crate) const WAYS: [Way; 3] = [Way::ToCard, Way::ToHost, Way::InHost];

impl Way {
    pub(crate) const fn spaces(self) -> u32 {
        match self {
            Self::ToCard => copy::spaces::DST_CARD.mask(),
            Self::ToHost => copy::spaces::SRC_CARD.mask(),
            Self::InHost => 0,
        }
    }
}

/// What is asked for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Job {
    pub(crate) src: u64,
    pub(crate) dst: u64,
    pub(crate) bytes: u32,
    pub(crate) spaces: u32,
}

/// How a copy ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct End {
    pub(crate) cause: u32,
    pub(crate) moved: u32,
    pub(crate) bad: u64,
}

impl End {
    pub(crate) const fn whole(bytes: u32) -> Self {
        Self { cause: copy::status::cause::DONE_WHOLE, moved: bytes, bad: 0 }
    }

    pub(crate) const fn refused(cause: u32) -> Self {
        Self { cause, moved: 0, bad: 0 }
    }
}

/// The register writes that set a copy up and begin it: offset in the page, value.
pub(crate) fn begin(job: Job) -> [(u32, u32); 7] {
    let low = |value: u64| u32::try_from(value & 0xFFFF_FFFF).unwrap();
    let high = |value: u64| u32::try_from(value >> 32).unwrap();
    [
        (copy::SRC_LO, low(job.src)),
        (copy::SRC_HI, high(job.src)),
        (copy::DST_LO, low(job.dst)),
        (copy::DST_HI, high(job.dst)),
        (copy::LENGTH, job.bytes),
        (copy::SPACES, job.spaces),
        (copy::CONTROL, copy::control::GO.mask()),
    ]
}

/// What a copy counts: beats from and to the host, descriptors, refusals by host and card, register accesses that went wrong.
pub(crate) const COUNTED: [u32; 6] = [
    counter::index::H2C_BEATS,
    counter::index::C2H_BEATS,
    counter::index::DESC_DONE,
    counter::index::HOST_ERRORS,
    counter::index::CARD_ERRORS,
    counter::index::MMIO_ERRORS,
];

/// A card with host memory on both sides of a copy.
pub(crate) struct Bench {
    pub(crate) device: Device,
    pub(crate) memory: HostMemory,
    pub(crate) from: Shared,
    pub(crate) to: Shared,
    pub(crate) plug: Feature,
    page: u32,
}

impl Bench {
    pub(crate) fn open(body: &str) -> Self {
        let (device, memory) = open_with_memory(body, BUILD);
        Self::around(device, memory)
    }

    /// The front end of a device whose card sees that memory.
    pub(crate) fn around(device: Device, memory: HostMemory) -> Self {
        let identity = device.identity();
        let plug = identity.feature(Class::FrontEnd, user::FRONT_END_COPY).unwrap().clone();
        let page = identity.user_offset(&plug).unwrap();
        let (from, to) = (memory.share(ROOM).unwrap(), memory.share(ROOM).unwrap());
        Self { device, memory, from, to, plug, page }
    }

    pub(crate) fn read(&self, register: u32) -> u32 {
        self.device.read32(Bar::User, self.page + register).unwrap()
    }

    pub(crate) fn write(&self, register: u32, value: u32) {
        self.device.write32(Bar::User, self.page + register, value).unwrap();
    }

    pub(crate) fn header(&self, word: u32) -> u32 {
        self.device.read32(Bar::User, self.plug.header + word).unwrap()
    }

    /// Whether its interrupt line is high.
    pub(crate) fn line(&self) -> bool {
        let requests = xdma::IRQ.base() + xdma::irq::USER_REQUEST;
        let lines = self.device.read32(Bar::Dma, requests).unwrap();
        lines >> cards::COPY.first_line & 1 == 1
    }

    pub(crate) fn counts(&self) -> [u64; COUNTED.len()] {
        COUNTED.map(|index| self.device.counter(forebay::Counter::numbered(index)).unwrap())
    }

    pub(crate) fn go(&self, job: Job) {
        for (register, value) in begin(job) {
            self.write(register, value);
        }
    }

    /// Lets the card work until the copy has ended; what is told of it agrees.
    pub(crate) fn end(&self) -> End {
        let over = |status| copy::status::DONE.is_set(status);
        let status = self.device.wait_register("DONE", self.page + copy::STATUS, &over).unwrap();
        assert!(!copy::status::BUSY.is_set(status), "{status:#x}");
        assert_eq!(self.header(feature::STATUS), 0, "at rest when it says that it is done");
        assert!(self.line(), "the line is high");
        let bad = u64::from(self.read(copy::BAD_HI)) << 32 | u64::from(self.read(copy::BAD_LO));
        End { cause: copy::status::CAUSE.get(status), moved: self.read(copy::MOVED), bad }
    }

    /// Clears DONE; the line falls, what the last copy came to stays.
    pub(crate) fn clear(&self, end: End) {
        self.write(copy::STATUS, copy::status::DONE.mask());
        assert_eq!(self.read(copy::STATUS), copy::status::CAUSE.put(end.cause));
        assert!(!self.line(), "the line is low");
    }

    /// One copy from GO to the clearing of DONE.
    pub(crate) fn copy(&self, job: Job) -> End {
        self.go(job);
        let end = self.end();
        self.clear(end);
        end
    }

    /// A copy of `bytes` from `skew.0` on to `skew.1` on, both counted from whole lines.
    pub(crate) fn job(&self, way: Way, skew: (u64, u64), bytes: usize) -> Job {
        let (host_from, host_to) = (self.from.addr() + LINE, self.to.addr() + LINE);
        let (src, dst) = match way {
            Way::ToCard => (host_from, CARD_AT + LINE),
            Way::ToHost => (CARD_AT + LINE, host_to),
            Way::InHost => (host_from, host_to),
        };
        let bytes = u32::try_from(bytes).unwrap();
        Job { src: src + skew.0, dst: dst + skew.1, bytes, spaces: way.spaces() }
    }

    /// Fills where a copy of so many bytes comes from with data, and where it goes to with guard bytes. What is there then.
    pub(crate) fn prepare(&self, way: Way, bytes: usize, seed: u64) -> Vec<u8> {
        let data = pattern(bytes + AROUND, seed);
        let guard = vec![GUARD; data.len()];
        let card = self.device.h2c(0).unwrap();
        match way {
            Way::ToCard => {
                self.from.write(0, &data).unwrap();
                card.write_all_at(&guard, CARD_AT).unwrap();
            }
            Way::ToHost => {
                card.write_all_at(&data, CARD_AT).unwrap();
                self.to.write(0, &guard).unwrap();
            }
            Way::InHost => {
                self.from.write(0, &data).unwrap();
                self.to.write(0, &guard).unwrap();
            }
        }
        data
    }

    fn host(memory: &Shared, room: usize) -> Vec<u8> {
        let mut bytes = vec![0; room];
        memory.read(0, &mut bytes).unwrap();
        bytes
    }

    fn card(&self, room: usize) -> Vec<u8> {
        let mut bytes = vec![0; room];
        self.device.c2h(0).unwrap().read_exact_at(&mut bytes, CARD_AT).unwrap();
        bytes
    }

    /// Where a copy has gone to are its first `moved` bytes, around them guard bytes; where it came from is what was.
    pub(crate) fn compare(&self, way: Way, skew: (u64, u64), moved: u32, data: &[u8], what: &str) {
        let (source, target) = match way {
            Way::ToCard => (Self::host(&self.from, data.len()), self.card(data.len())),
            Way::ToHost => (self.card(data.len()), Self::host(&self.to, data.len())),
            Way::InHost => (Self::host(&self.from, data.len()), Self::host(&self.to, data.len())),
        };
        assert_eq!(first_difference(&source, data), None, "{what}: the source has changed");
        let place = |skew| usize::try_from(LINE + skew).unwrap();
        let moved = usize::try_from(moved).unwrap();
        let mut wanted = vec![GUARD; data.len()];
        wanted[place(skew.1)..][..moved].copy_from_slice(&data[place(skew.0)..][..moved]);
        assert_eq!(first_difference(&target, &wanted), None, "{what}: first byte that differs");
    }

    /// A copy of `bytes` each way, with everything looked at.
    pub(crate) fn check(&self, bytes: usize, skew: (u64, u64), what: &str) {
        for (way, seed) in WAYS.into_iter().zip(7..) {
            let data = self.prepare(way, bytes, seed);
            let job = self.job(way, skew, bytes);
            let what = format!("{what}: {way:?}, {bytes} bytes, {skew:?}");
            let (before, progress) = (self.counts(), self.header(feature::PROGRESS));
            assert_eq!(self.copy(job), End::whole(job.bytes), "{what}");
            assert_ne!(self.header(feature::PROGRESS), progress, "{what}: nothing of it shows");
            let after = self.counts();
            let counted: Vec<_> = after.iter().zip(before).map(|(now, old)| now - old).collect();
            assert_eq!(counted, beats_of(way, job), "{what}: counters");
            self.compare(way, skew, job.bytes, &data, &what);
        }
    }
}

/// What [`COUNTED`] shows of a copy that went well: lines of host memory on its way to or from the card.
fn beats_of(way: Way, job: Job) -> [u64; COUNTED.len()] {
    let lines = |first: u64| (first % LINE + u64::from(job.bytes)).div_ceil(LINE);
    let (read, written) = match way {
        Way::ToHost => (0, lines(job.dst)),
        Way::ToCard => (lines(job.src), 0),
        Way::InHost => (0, 0),
    };
    [read, written, 0, 0, 0, 0]
}

fn first_difference(got: &[u8], wanted: &[u8]) -> Option<usize> {
    got.iter().zip(wanted).position(|(a, b)| a != b)
}
