// SPDX-License-Identifier: Apache-2.0
//! [`FastCard`]: its accesses, and one round after the other over everything behind the BARs.

mod accesses;
mod present;

use forebay_builds::Build;
use forebay_bus::{Bar, Body, Card, CardError, HostMemory, Layout, LinkParams, Stop};

use crate::datapath::{self, Plug};
use crate::dma::earlier;
use crate::error::FastError;
use crate::fabric::Fabric;
use crate::features::{self, Header};
use crate::front_end;
use crate::interrupts::Interrupts;
use present::Present;

/// A native card.
pub struct FastCard {
    build: Build,
    plug: &'static Plug,
    fabric: Fabric,
    front_ends: Vec<front_end::Socket>,
    datapath: datapath::Socket,
    /// The headers of platform, front ends and datapath, in this order.
    chain: Vec<Header>,
    /// Bit n: the header of that number is of the platform, and was told to come to rest. It takes no notice.
    ignored: u32,
    interrupts: Interrupts,
    /// The access at a port of the card.
    present: Option<Present>,
    /// What the last read has found.
    answer: Vec<u8>,
    /// The cycle of the last reset.
    reset_at: u64,
}

impl FastCard {
    /// Makes the native twin of an RTL build, behind the given link.
    ///
    /// # Errors
    /// [`CardError::Link`]; [`CardError::UnknownCard`]; [`FastError::NoDatapath`] for a build whose datapath this program was built without.
    pub fn open(variant: &str, link: LinkParams) -> Result<Self, CardError> {
        link.check()?;
        let build = Build::find(variant)?;
        let plug = Plug::of(build.kind)
            .ok_or_else(|| FastError::NoDatapath { build: build.name.clone(), kind: build.kind })?;
        Ok(Self::new(build, plug, HostMemory::new(), link))
    }

    fn new(build: Build, plug: &'static Plug, host: HostMemory, link: LinkParams) -> Self {
        let front_ends = front_end::all(&build);
        let datapath = datapath::Socket::new(plug, &build);
        let mut chain = features::platform(build.layout);
        chain.extend(front_ends.iter().map(|socket| Header::of(socket.feature(), build.layout)));
        chain.push(datapath.header(&build));
        Self {
            plug,
            fabric: Fabric::new(&build, plug.to_host_beats, host, link),
            front_ends,
            datapath,
            chain,
            ignored: 0,
            interrupts: Interrupts::new(build.num_h2c + build.num_c2h, build.layout.vectors),
            build,
            present: None,
            answer: Vec::new(),
            reset_at: 0,
        }
    }

    /// Lets the clock of a card that has nothing to do go on to there.
    pub(crate) fn rest_until(&mut self, cycle: u64) {
        self.fabric.now = self.fabric.now.max(cycle);
    }

    /// One round over everything; cycles until something is due again, `most` at most, or none if nothing goes on.
    fn step(&mut self, most: u64) -> Result<Option<u64>, CardError> {
        self.fabric.host.set_cycle(self.fabric.now);
        let mut next = self.access();
        self.fabric.stream_ports.iter_mut().for_each(|port| port.set_waits(false));
        self.tell_port();
        let mut moved = false;
        for front_end in &mut self.front_ends {
            let step = front_end.step(&mut self.fabric);
            moved |= step.moved;
            next = earlier(next, step.next);
        }
        if self.fabric.path.settle() {
            next = earlier(next, Some(self.fabric.now + 1));
        }
        let due = next.map(|next| next.saturating_sub(self.fabric.now).clamp(1, most));
        // What the front ends wait for passes for the datapath too.
        let computed = self.datapath.step(due.unwrap_or(most), &mut self.fabric)?;
        self.update_interrupts();
        Ok(match (due, computed) {
            (None, None) => moved.then_some(1),
            (due, computed) => earlier(due, computed.map(|cycles| cycles.max(1))),
        })
    }

    /// Lets time go on to where something is due, `most` cycles at most; all of them if nothing is.
    fn pass(&mut self, most: u64) -> Result<(), CardError> {
        let spent = self.step(most)?;
        self.fabric.now += spent.unwrap_or(most);
        Ok(())
    }

    fn update_interrupts(&mut self) {
        let front_ends = self.front_ends.iter();
        let channels = front_ends.fold(0, |lines, front_end| lines | front_end.channel_lines());
        let front_ends = self.front_ends.iter();
        let others = front_ends.fold(0, |lines, front_end| lines | front_end.user_lines());
        let (user, status) = (self.datapath.take_lines(), &mut self.fabric.status);
        if user.fell != 0 {
            self.interrupts.update(others | user.high & !user.fell, channels, status);
        }
        self.interrupts.update(others | user.high, channels, status);
    }
}

impl Card for FastCard {
    fn body(&self) -> Body {
        Body::Fast
    }

    fn layout(&self) -> &'static Layout {
        self.build.layout
    }

    fn host(&self) -> &HostMemory {
        &self.fabric.host
    }

    fn mmio_read(&mut self, bar: Bar, offset: u64, data: &mut [u8]) -> Result<(), CardError> {
        data.fill(0xff);
        bar.check_read(self.build.layout, offset, data.len())?;
        self.fabric.wires.load(self.fabric.now, bar, offset, data.len());
        while !self.fabric.wires.take_answer(self.fabric.now) {
            // An access is under way, so that something is due.
            if let Err(error) = self.pass(u64::MAX - self.fabric.now) {
                self.fabric.wires.give_up();
                return Err(error);
            }
        }
        data.copy_from_slice(&self.answer);
        Ok(())
    }

    fn mmio_write(&mut self, bar: Bar, offset: u64, data: &[u8]) -> Result<(), CardError> {
        bar.check_write(self.build.layout, offset, data.len())?;
        while !self.fabric.wires.has_room(self.fabric.now, data.len()) {
            let room = self.fabric.wires.next_room().unwrap_or(u64::MAX);
            self.pass(room.saturating_sub(self.fabric.now).max(1))?;
        }
        self.fabric.wires.store(self.fabric.now, bar, offset, data);
        Ok(())
    }

    fn advance(&mut self, cycles: u64) -> Result<Stop, CardError> {
        let deadline = self.fabric.now.saturating_add(cycles);
        loop {
            // An access may have sent one as well, such as the unmasking of its vector.
            if self.interrupts.take_news() {
                return Ok(Stop::Message);
            }
            if self.fabric.now >= deadline {
                return Ok(Stop::Budget);
            }
            match self.step(deadline - self.fabric.now)? {
                Some(spent) => self.fabric.now += spent,
                None if self.interrupts.take_news() => return Ok(Stop::Message),
                None => return Ok(Stop::Idle),
            }
        }
    }

    fn now(&self) -> u64 {
        self.fabric.now
    }

    fn take_messages(&mut self) -> u32 {
        self.interrupts.take_sent()
    }

    fn reset(&mut self) -> Result<(), CardError> {
        let (now, memory) = (self.fabric.now, std::mem::take(&mut self.fabric.memory));
        let link = self.fabric.wires.params().clone();
        let fresh = Self::new(self.build.clone(), self.plug, self.fabric.host.clone(), link);
        let before = std::mem::replace(self, fresh);
        self.datapath = before.datapath.after_reset(&self.build);
        (self.fabric.now, self.reset_at) = (now, now);
        self.fabric.memory = memory;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use forebay_bus::CardExt;
    use forebay_regs::user::feature::id::class;
    use forebay_regs::user::{self, counter, feature, s2mm, source};
    use forebay_regs::xdma::{self, chan, irq, msix_entry};

    use super::*;
    use crate::words::{high, low};

    #[test]
    fn a_message_that_an_access_sends_is_reported_once() {
        let mut card = FastCard::open("loopback", LinkParams::default()).unwrap();
        let write = |card: &mut FastCard, offset: u32, value: u32| {
            card.write32(Bar::Dma, offset, value).unwrap();
        };
        // A run without a descriptor fails, and its vector is masked.
        let causes = chan::control::DESC_ERROR.mask();
        write(&mut card, xdma::H2C.at(0) + chan::INTERRUPT_ENABLE, causes);
        write(&mut card, xdma::IRQ.base() + irq::CHANNEL_ENABLE, 1);
        write(&mut card, xdma::H2C.at(0) + chan::CONTROL, causes | chan::control::RUN.mask());
        assert_eq!(card.advance(1000).unwrap(), Stop::Idle);
        write(&mut card, xdma::MSIX_TABLE.at(0) + msix_entry::VECTOR_CONTROL, 0);
        assert_eq!(card.advance(1000).unwrap(), Stop::Message);
        assert_eq!(card.advance(1000).unwrap(), Stop::Idle);
        assert_eq!(card.take_messages(), 1);
        assert_eq!(card.take_messages(), 0);
    }

    /// Offset in the user BAR of a word of the header of that kind.
    fn header(card: &mut FastCard, class: u32, kind: u32, word: u32) -> u32 {
        let mut at = user::FEATURE.base();
        for _ in 0..user::FEATURE.count() {
            let id = card.read32(Bar::User, at + feature::ID).unwrap();
            if (feature::id::CLASS.get(id), feature::id::KIND.get(id)) == (class, kind) {
                return at + word;
            }
            at = card.read32(Bar::User, at + feature::NEXT).unwrap();
            assert_ne!(at, 0, "no header of class {class}, kind {kind}");
        }
        unreachable!("the chain does not end");
    }

    #[test]
    fn a_front_end_that_is_quiesced_stops_its_runs_and_begins_none() {
        let mut card = FastCard::open("loopback", LinkParams::default()).unwrap();
        let base = header(&mut card, class::FRONT_END, user::FRONT_END_XDMA, 0);
        let own = |word| base + word;
        let control = xdma::H2C.at(0) + chan::CONTROL;
        let stopped = chan::control::IDLE_STOPPED.mask();
        let run = stopped | chan::control::RUN.mask();
        // Nothing is fetched while descriptors are halted: the run stays where it is.
        card.write32(Bar::Dma, xdma::SGDMA_COMMON.base() + xdma::sgdma_common::DESC_HALT, 1)
            .unwrap();
        card.write32(Bar::Dma, control, run).unwrap();
        assert_eq!(card.advance(1000).unwrap(), Stop::Idle);
        assert_eq!(card.read32(Bar::User, own(feature::STATUS)).unwrap(), 1);
        let before = card.read32(Bar::User, own(feature::PROGRESS)).unwrap();
        card.write32(Bar::User, own(feature::CONTROL), 1).unwrap();
        assert_eq!(card.advance(1000).unwrap(), Stop::Idle);
        assert_eq!(card.read32(Bar::User, own(feature::STATUS)).unwrap(), 0);
        assert!(card.read32(Bar::User, own(feature::PROGRESS)).unwrap() > before);
        let status = card.read32(Bar::Dma, xdma::H2C.at(0) + chan::STATUS).unwrap();
        assert_eq!(status, stopped, "as a stopped run ends");
        card.write32(Bar::Dma, control, run).unwrap();
        assert_eq!(card.read32(Bar::Dma, control).unwrap(), stopped, "no run begins");
        card.write32(Bar::User, own(feature::CONTROL), 0).unwrap();
        card.write32(Bar::Dma, control, run).unwrap();
        assert_eq!(card.read32(Bar::User, own(feature::STATUS)).unwrap(), 1, "and then again");
    }

    #[test]
    fn parts_of_the_platform_take_no_notice_of_what_plugs_are_asked() {
        let mut card = FastCard::open("loopback", LinkParams::default()).unwrap();
        for kind in [user::PLATFORM_IDENTITY, user::PLATFORM_STREAM_PORTS] {
            let control = header(&mut card, class::PLATFORM, kind, feature::CONTROL);
            card.write32(Bar::User, control, 1).unwrap();
            assert_eq!(card.read32(Bar::User, control).unwrap(), 1, "kept");
            assert_eq!(card.read32(Bar::User, control + 4).unwrap(), 0, "and nothing else");
        }
        let errors = user::COUNTER.at(counter::index::MMIO_ERRORS);
        assert_eq!(card.read32(Bar::User, errors).unwrap(), 0);
        let headers = u32::try_from(card.chain.len()).unwrap();
        let behind = user::FEATURE.at(headers) + feature::CONTROL;
        card.write32(Bar::User, behind, 1).unwrap();
        assert_eq!(card.read32(Bar::User, behind).unwrap(), 0);
        assert_eq!(card.read32(Bar::User, errors).unwrap(), 2, "there is no such header");
    }

    #[test]
    fn the_end_of_a_burst_reaches_its_buffer_though_nobody_asks() {
        const LAST: u32 = 99;
        let mut card = FastCard::open("radio", LinkParams::default()).unwrap();
        let room = card.host().share(4096).unwrap();
        let mut set = |at: u32, value: u32| card.write32(Bar::User, at, value).unwrap();
        let (engine, samples) = (user::S2MM.base(), user::SOURCE.base());
        set(engine + s2mm::DMACR, s2mm::dmacr::RS.mask());
        set(engine + s2mm::NEXT_DA, low(room.addr()));
        set(engine + s2mm::NEXT_DA_MSB, high(room.addr()));
        set(engine + s2mm::NEXT_LENGTH, 4096);
        set(samples + source::SAMPLES_LO, LAST + 1);
        let counted = source::control::START.mask() | source::control::COUNTED.mask();
        set(samples + source::CONTROL, counted);
        while card.advance(1000).unwrap() != Stop::Idle {}
        let mut sample = [0; 4];
        room.read(LAST as usize * 4, &mut sample).unwrap();
        assert_eq!(u32::from_le_bytes(sample), LAST, "the ramp's last");
    }

    #[test]
    fn where_pci_has_registers_is_the_layouts_to_say() {
        let mut card = FastCard::open("loopback-shell", LinkParams::default()).unwrap();
        let layout = card.layout();
        assert_eq!((layout.name, layout.vectors), ("shell", 16));
        let mut page_of = |class, kind| {
            let bar = header(&mut card, class, kind, feature::PAGE_BAR);
            let offset = header(&mut card, class, kind, feature::PAGE_OFFSET);
            [bar, offset].map(|at| card.read32(Bar::User, at).unwrap())
        };
        assert_eq!(page_of(class::FRONT_END, user::FRONT_END_XDMA), [0, 0], "the block is first");
        assert_eq!(page_of(class::PLATFORM, user::PLATFORM_INTERRUPTS), [0, 0x2000]);
        assert_eq!(page_of(class::PLATFORM, user::PLATFORM_IDENTITY), [0, 0x1_0000]);
        assert_eq!(page_of(class::DATAPATH, 1), [0, 0x1_1000]);
        // Where the last bad access was is told as PCI has it.
        card.read32(Bar::Dma, 0xF000_u32).unwrap();
        card.read32(Bar::User, 0x8000_u32).unwrap();
        let last = user::LAST_BAD.base() + user::last_bad::MMIO_LO;
        assert_eq!(card.read32(Bar::User, last).unwrap(), 0x1_8000);
        assert_eq!(card.read32(Bar::User, last + 4).unwrap(), 0);
    }
}

#[cfg(test)]
#[path = "bad_plug_tests.rs"]
mod bad_plugs;

#[cfg(test)]
#[path = "window_tests.rs"]
mod window;
