// SPDX-License-Identifier: Apache-2.0
//! User-level DMA: what a kernel and a program do for one transfer by each scheme, and what is looked at afterwards.

use forebay::{Bar, Device, Feature};
use forebay_bus::HostMemory;
use forebay_bus::host::Shared;
use forebay_regs::udma_window::{CONTEXT_PAGE, PORTAL_PAGE, SHADOW_PAGE, portal_page};
use forebay_regs::user::udma::scheme::number;
use forebay_regs::user::udma::{self, bad_hi, caps, context_status, slot_rights};
use forebay_regs::{card, cards, xdma};

use crate::common::pattern;

/// Bytes of a page of registered memory.
const PAGE_BYTES: usize = SHADOW_PAGE.stride() as usize;
const PAGE: u64 = PAGE_BYTES as u64;
/// Slots of the page that is read and of the one that is written.
const FROM: u32 = 3;
const TO: u32 = 200;
/// Where in them a transfer begins; where in the second one its record goes.
const SRC: u64 = FROM as u64 * PAGE + 0x40;
const DST: u64 = TO as u64 * PAGE + 0x218;
const RECORD: u64 = TO as u64 * PAGE + 0xFF0;
const SIZE: u32 = 1001;
const KEY: u64 = 0x0123_4567_89AB_CDEF;
const COOKIE: u32 = 0xC00C_1E00;
/// What is there where nothing was moved to.
const GUARD: u8 = 0xA5;

/// What a load tells when it starts something (`fby_udma_pkg`); what it is told else.
const FAIL: u32 = 0;
const OK1: u32 = 1;
const OK2: u32 = 2;
const OK3: u32 = 3;

/// An access to shadow space: a store of the size, or a load with its answer.
type Step = (u64, Option<u32>);

/// Schemes by shadow addresses: whether they look at the context, and all that a program does.
const SHADOWED: [(u32, bool, &[Step]); 7] = [
    (number::SHRIMP2, false, &[(DST, None), (SRC, Some(OK1))]),
    (number::FLASH, false, &[(DST, None), (SRC, Some(OK1))]),
    (number::SHADOW_CHECK, true, &[(DST, None), (SRC, Some(OK1))]),
    (number::SHADOW, true, &[(DST, None), (SRC, Some(OK1))]),
    (number::REPEAT3, false, &[(SRC, Some(OK1)), (DST, None), (SRC, Some(OK2))]),
    (number::REPEAT4, false, &[(DST, None), (SRC, Some(OK1)), (DST, None), (SRC, Some(OK2))]),
    (
        number::REPEAT5,
        false,
        &[(DST, None), (SRC, Some(OK1)), (DST, None), (SRC, Some(OK2)), (DST, Some(OK3))],
    ),
];

/// A card with two pages of registered memory, one behind the other in `memory`.
struct Bench<'a> {
    device: &'a Device,
    memory: Shared,
    /// The first whole page in it.
    first: usize,
    /// The kernel's page.
    page: u32,
    context: u32,
}

impl Bench<'_> {
    fn read(&self, register: u32) -> u32 {
        self.device.read32(Bar::User, self.page + register).unwrap()
    }

    fn write(&self, register: u32, value: u32) {
        self.device.write32(Bar::User, self.page + register, value).unwrap();
    }

    fn load(&self, offset: u32) -> u32 {
        self.device.read32(Bar::User, card::PROGRAM_WINDOW_BASE + offset).unwrap()
    }

    fn store(&self, offset: u32, value: u32) {
        self.device.write32(Bar::User, card::PROGRAM_WINDOW_BASE + offset, value).unwrap();
    }

    /// Where the program has the shadow of an address.
    fn shadow(&self, address: u64) -> u32 {
        let slots = caps::SLOTS.get(self.read(udma::CAPS));
        SHADOW_PAGE.at(self.context * slots) + low(address)
    }

    fn slot(&self, slot: u32, page: usize, rights: u32) {
        let address = self.memory.addr() + (self.first + page * PAGE_BYTES) as u64;
        self.write(udma::SLOT, slot);
        self.write(udma::SLOT_ADDR_LO, low(address));
        self.write(udma::SLOT_ADDR_HI, low(address >> 32));
        self.write(udma::SLOT_RIGHTS, rights | slot_rights::OWNER.put(self.context));
        self.write(udma::SLOT_BYTES, SHADOW_PAGE.stride());
    }

    /// Sets up a scheme, the pages and the context.
    fn set_up(&self, scheme: u32) {
        self.write(udma::SCHEME, scheme);
        self.slot(FROM, 0, slot_rights::READ.mask() | slot_rights::PARTNER.put(TO));
        self.slot(TO, 1, slot_rights::WRITE.mask());
        self.write(udma::CONTEXT, self.context);
        self.write(udma::CONTEXT_CONTROL, 1);
        self.write(udma::KEY_LO, low(KEY));
        self.write(udma::KEY_HI, low(KEY >> 32));
        self.write(udma::ENABLE, 1 << self.context);
    }

    fn counts(&self) -> [u32; 4] {
        [udma::STARTS, udma::DONE, udma::FAILED, udma::STRAYS].map(|register| self.read(register))
    }

    /// Whether its interrupt line is high.
    fn line(&self) -> bool {
        let requests = xdma::IRQ.base() + xdma::irq::USER_REQUEST;
        let lines = self.device.read32(Bar::Dma, requests).unwrap();
        lines >> cards::UDMA.first_line & 1 == 1
    }

    /// Has a program do that with fresh memory. It is one transfer from SRC to `dst`, which arrives, and nothing else is touched; what is where
    /// a record goes.
    fn transfers(&self, scheme: u32, dst: u64, program: impl FnOnce()) -> u64 {
        let what = format!("scheme {scheme}");
        self.set_up(scheme);
        let data = pattern(PAGE_BYTES, scheme.into());
        self.memory.write(self.first, &data).unwrap();
        self.memory.write(self.first + PAGE_BYTES, &[GUARD; PAGE_BYTES]).unwrap();
        let before = self.counts();
        program();
        let over = |status| !context_status::BUSY.is_set(status);
        let status = self.page + udma::CONTEXT_STATUS;
        let status = self.device.wait_register("BUSY of a context", status, &over).unwrap();
        assert_eq!(status, 0, "{what}: it ended well");
        let after = self.counts();
        let counted: Vec<_> = after.iter().zip(before).map(|(now, old)| now - old).collect();
        assert_eq!(counted, [1, 1, 0, 0], "{what}: starts, ends well, failures, strays");
        assert_eq!((self.read(udma::PENDING), self.line()), (1 << self.context, true), "{what}");
        self.write(udma::PENDING, 1 << self.context);
        assert_eq!((self.read(udma::PENDING), self.line()), (0, false), "{what}");
        let mut seen = vec![0; 2 * PAGE_BYTES];
        self.memory.read(self.first, &mut seen).unwrap();
        let (source, target) = seen.split_at_mut(PAGE_BYTES);
        assert!(source == data, "{what}: the source has changed");
        let record = usize::try_from(RECORD % PAGE).unwrap();
        let told = u64::from_le_bytes(target[record..record + 8].try_into().unwrap());
        target[record..record + 8].fill(GUARD);
        let mut wanted = [GUARD; PAGE_BYTES];
        let [from, to] = [SRC, dst].map(|address| usize::try_from(address % PAGE).unwrap());
        let size = SIZE as usize;
        wanted[to..to + size].copy_from_slice(&data[from..from + size]);
        assert!(target == wanted, "{what}: what has arrived differs");
        self.write(udma::CONTEXT_CONTROL, 0);
        self.write(udma::SCHEME, number::NONE);
        told
    }
}

fn low(value: u64) -> u32 {
    u32::try_from(value & 0xFFFF_FFFF).unwrap()
}

const NO_RECORD: u64 = u64::from_le_bytes([GUARD; 8]);

/// One transfer by each scheme, with everything looked at.
pub(crate) fn check(device: &Device, memory: &HostMemory, plug: &Feature) {
    let memory = memory.share(3 * PAGE_BYTES).unwrap();
    let first = usize::try_from(memory.addr().next_multiple_of(PAGE) - memory.addr()).unwrap();
    let page = device.identity().user_offset(plug).unwrap();
    let mut bench = Bench { device, memory, first, page, context: 0 };
    for (scheme, own_context, steps) in SHADOWED {
        bench.context = if own_context { 5 } else { 0 };
        let told = bench.transfers(scheme, DST, || {
            for (address, answer) in steps {
                match answer {
                    None => bench.store(bench.shadow(*address), SIZE),
                    Some(answer) => assert_eq!(bench.load(bench.shadow(*address)), *answer),
                }
            }
        });
        assert_eq!(told, NO_RECORD, "scheme {scheme}");
    }
    bench.context = 6;
    let partner = u64::from(TO) * PAGE + SRC % PAGE;
    let told = bench.transfers(number::SHRIMP1, partner, || {
        assert_eq!(bench.load(bench.shadow(SRC)), FAIL);
        bench.store(bench.shadow(SRC), SIZE);
        assert_eq!(bench.load(bench.shadow(DST)), OK1);
    });
    assert_eq!(told, NO_RECORD);
    let told = bench.transfers(number::KEY, DST, || {
        for (address, role) in [(SRC, 1 << 3), (DST, 0)] {
            let word = KEY << 4 | role | u64::from(bench.context);
            bench.store(bench.shadow(address), low(word));
            bench.store(bench.shadow(address) + 4, low(word >> 32));
        }
        bench.store(CONTEXT_PAGE.at(bench.context), SIZE);
        assert_eq!(bench.load(CONTEXT_PAGE.at(bench.context)), SIZE);
    });
    assert_eq!(told, NO_RECORD);
    let told = bench.transfers(number::PORTAL, DST, || {
        let mut line = [0; portal_page::END as usize / 4 + 1];
        let mut put = |register: u32, value: u32| line[register as usize / 4] = value;
        put(portal_page::SRC_LO, low(SRC));
        put(portal_page::DST_LO, low(DST));
        put(portal_page::RECORD_LO, low(RECORD));
        put(portal_page::SIZE, SIZE);
        put(portal_page::COOKIE, COOKIE);
        put(portal_page::CONTROL, portal_page::control::RECORD.mask());
        for (at, word) in (PORTAL_PAGE.at(bench.context)..).step_by(4).zip(line) {
            bench.store(at, word);
        }
    });
    assert_eq!(told, u64::from(COOKIE) << 32 | u64::from(bad_hi::reason::DONE));
}
