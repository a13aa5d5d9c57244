// SPDX-License-Identifier: Apache-2.0
//! The XDMA channels: their registers, what they share, and a step of each in turn. Interrupt block and MSI-X table, which are in
//! the same BAR, are the card's.

mod channel;

use forebay_builds::Build;
use forebay_bus::Bar;
use forebay_regs::xdma::doorbell::LINE;
use forebay_regs::xdma::{self, config, sgdma_common};
use forebay_regs::{Blocks, cards};

use super::{FrontEnd, Step};
use crate::dma::earlier;
use crate::fabric::Fabric;
use crate::words::{identifier, twin};
use channel::{Channel, Dir};

/// Maximum payload 256 and read request 512 bytes, coded as 128 << n; what `fby_xdma_config_regs` says by default.
const MAX_PAYLOAD_CODE: u32 = 1;
const MAX_READ_CODE: u32 = 2;
/// Size of the block; holes in it are no errors.
const BLOCK_BYTES: u32 = cards::XDMA.page_bytes;
/// Registers of a channel's page repeat every so many bytes.
const CHANNEL_STRIDE: u32 = xdma::H2C.stride();

/// All channels and what they share.
pub(super) struct Xdma {
    h2c: Vec<Channel>,
    c2h: Vec<Channel>,
    halt: u32,
    credit_mode: u32,
    common_mask: u32,
    relaxed: u32,
    payload: u32,
    read: u32,
    flush: u32,
}

impl Xdma {
    pub(super) fn new(build: &Build) -> Self {
        let channels = |dir, count, streams: u32, first: u32| {
            let channel =
                move |n| Channel::new(dir, n, streams >> n & 1 == 1, (first + n) as usize);
            (0..count).map(channel).collect()
        };
        let bits = |count: u32| (1 << count) - 1;
        Self {
            h2c: channels(Dir::H2c, build.num_h2c, build.h2c_stream, 0),
            c2h: channels(Dir::C2h, build.num_c2h, build.c2h_stream, build.num_h2c),
            halt: 0,
            credit_mode: 0,
            common_mask: sgdma_common::desc_halt::H2C.put(bits(build.num_h2c))
                | sgdma_common::desc_halt::C2H.put(bits(build.num_c2h)),
            relaxed: config::pcie_control::RESET,
            payload: config::user_max_payload::PROGRAMMED.get(config::user_max_payload::RESET),
            read: config::user_max_read_request::PROGRAMMED
                .get(config::user_max_read_request::RESET),
            flush: 0,
        }
    }

    /// The channel of that number among all, H2C first.
    fn numbered(&mut self, number: usize) -> &mut Channel {
        match number.checked_sub(self.h2c.len()) {
            None => &mut self.h2c[number],
            Some(number) => &mut self.c2h[number],
        }
    }

    /// Whether descriptors of that channel are halted, and are read against credits.
    fn modes(&mut self, number: usize) -> (bool, bool) {
        let bit = self.numbered(number).bit();
        (self.halt >> bit & 1 == 1, self.credit_mode >> bit & 1 == 1)
    }

    /// Tells channels what has come of their reads; whether anything has.
    fn arrive(&mut self, fabric: &mut Fabric) -> bool {
        let count = self.h2c.len() + self.c2h.len();
        let arrived = fabric.arrivals(|channel| channel < count);
        for arrival in &arrived {
            self.numbered(arrival.asker.channel).arrive(arrival);
        }
        !arrived.is_empty()
    }

    fn read_block(&mut self, offset: u32) -> u32 {
        let page = offset & 0xF000;
        if page == xdma::H2C.base() || page == xdma::C2H.base() {
            return self.channel(page, offset).map_or(0, |(channel, at)| channel.read(at));
        }
        if page == xdma::H2C_SGDMA.base() || page == xdma::C2H_SGDMA.base() {
            return self.channel(page, offset).map_or(0, |(channel, at)| channel.read_sgdma(at));
        }
        if is_doorbells(page) {
            return self.channel(page, offset).map_or(0, |(channel, at)| channel.read_doorbell(at));
        }
        match page {
            _ if page == xdma::CONFIG.base() => self.read_config(offset - page),
            _ if page == xdma::SGDMA_COMMON.base() => self.read_common(offset - page),
            _ => 0,
        }
    }

    /// False where a doorbell refuses it.
    fn write_block(&mut self, offset: u32, value: u32) -> bool {
        let page = offset & 0xF000;
        if page == xdma::H2C.base() || page == xdma::C2H.base() {
            if let Some((channel, at)) = self.channel(page, offset) {
                channel.write(at, value);
            }
        } else if page == xdma::H2C_SGDMA.base() || page == xdma::C2H_SGDMA.base() {
            let credit_modes = self.credit_mode;
            let shift = if page == xdma::C2H_SGDMA.base() {
                sgdma_common::credit_enable::C2H.lsb()
            } else {
                0
            };
            let number = (offset - page) / CHANNEL_STRIDE;
            if let Some((channel, at)) = self.channel(page, offset) {
                channel.write_sgdma(at, value, credit_modes >> (shift + number) & 1 == 1);
            }
        } else if is_doorbells(page) {
            let channel = self.channel(page, offset);
            return channel.is_none_or(|(channel, at)| channel.write_doorbell(at, value));
        } else if page == xdma::CONFIG.base() {
            self.write_config(offset - page, value);
        } else if page == xdma::SGDMA_COMMON.base() {
            self.write_common(offset - page, value);
        }
        true
    }

    fn channel(&mut self, page: u32, offset: u32) -> Option<(&mut Channel, u32)> {
        let c2h =
            [xdma::C2H, xdma::C2H_SGDMA, xdma::C2H_DOORBELL].map(Blocks::base).contains(&page);
        let channels = if c2h { &mut self.c2h } else { &mut self.h2c };
        let number = (offset - page) / CHANNEL_STRIDE;
        channels.get_mut(number as usize).map(|channel| (channel, offset % CHANNEL_STRIDE))
    }

    fn read_config(&self, offset: u32) -> u32 {
        let limit = |programmed: u32, pcie: u32| {
            config::user_max_payload::PROGRAMMED.put(programmed)
                | config::user_max_payload::EFFECTIVE.put(programmed.min(pcie))
        };
        match offset {
            config::IDENTIFIER => identifier(3, 0, false),
            config::MAX_PAYLOAD => MAX_PAYLOAD_CODE,
            config::MAX_READ_REQUEST => MAX_READ_CODE,
            config::MSI_ENABLE => config::msi_enable::MSIX.mask(),
            config::DATA_WIDTH => config::data_width::RESET,
            config::PCIE_CONTROL => self.relaxed,
            config::USER_MAX_PAYLOAD => limit(self.payload, MAX_PAYLOAD_CODE),
            config::USER_MAX_READ_REQUEST => limit(self.read, MAX_READ_CODE),
            config::WRITE_FLUSH_TIMEOUT => self.flush,
            _ => 0,
        }
    }

    fn write_config(&mut self, offset: u32, value: u32) {
        match offset {
            config::PCIE_CONTROL => {
                self.relaxed = config::pcie_control::RELAXED_ORDERING.get(value);
            }
            config::USER_MAX_PAYLOAD => {
                self.payload = config::user_max_payload::PROGRAMMED.get(value);
            }
            config::USER_MAX_READ_REQUEST => {
                self.read = config::user_max_read_request::PROGRAMMED.get(value);
            }
            config::WRITE_FLUSH_TIMEOUT => {
                self.flush = config::write_flush_timeout::TIMEOUT.get(value);
            }
            _ => {}
        }
    }

    const fn read_common(&self, offset: u32) -> u32 {
        match offset {
            sgdma_common::IDENTIFIER => identifier(6, 0, false),
            sgdma_common::DESC_HALT => self.halt,
            sgdma_common::CREDIT_ENABLE => self.credit_mode,
            _ => 0,
        }
    }

    fn write_common(&mut self, offset: u32, value: u32) {
        use sgdma_common as common;
        let halt = [common::DESC_HALT, common::DESC_HALT_W1S, common::DESC_HALT_W1C];
        self.halt = twin(self.halt, offset, halt, value) & self.common_mask;
        let credit = [common::CREDIT_ENABLE, common::CREDIT_ENABLE_W1S, common::CREDIT_ENABLE_W1C];
        self.credit_mode = twin(self.credit_mode, offset, credit, value) & self.common_mask;
        let h2c = self.h2c.iter_mut().zip(0..);
        let c2h = self.c2h.iter_mut().zip(common::credit_enable::C2H.lsb()..);
        for (channel, bit) in h2c.chain(c2h) {
            if self.credit_mode >> bit & 1 == 0 {
                channel.drop_credits();
            }
        }
    }
}

impl FrontEnd for Xdma {
    /// Holes inside the block read 0.
    fn read(&mut self, bar: Bar, offset: u32) -> Option<u32> {
        is_ours(bar, offset).then(|| self.read_block(offset))
    }

    /// Holes inside the block ignore it.
    fn write(&mut self, bar: Bar, offset: u32, value: u32) -> bool {
        is_ours(bar, offset) && self.write_block(offset, value)
    }

    /// A line of a doorbell; there is nothing else that takes one.
    fn store(&mut self, bar: Bar, offset: u32, data: &[u8]) -> bool {
        let page = offset & 0xF000;
        if !is_ours(bar, offset) || !is_doorbells(page) {
            return false;
        }
        let (words, rest) = data.as_chunks();
        let mut line = [0; LINE.count() as usize];
        if words.len() != line.len() || !rest.is_empty() {
            return false;
        }
        for (word, bytes) in line.iter_mut().zip(words) {
            *word = u32::from_le_bytes(*bytes);
        }
        self.channel(page, offset)
            .is_some_and(|(channel, at)| at == LINE.base() && channel.store_doorbell(line))
    }

    /// Gives every channel its turn, until nothing is due in this cycle any more.
    fn step(&mut self, fabric: &mut Fabric) -> Step {
        let count = self.h2c.len() + self.c2h.len();
        let mut moved = false;
        loop {
            let mut any = self.arrive(fabric);
            // Who has asked last for a read is the last one to ask. Behind all channels comes what they ask for of descriptors.
            let first = fabric.wires.asked_last.map_or(0, |last| last + 1);
            for turn in 0..=count {
                let number = (first + turn) % (count + 1);
                if number == count {
                    any |= fabric.wires.front(fabric.now);
                    continue;
                }
                let (halted, credit_mode) = self.modes(number);
                any |= self.numbered(number).step(fabric, halted, credit_mode);
            }
            moved |= any;
            if !any {
                break;
            }
        }
        let mut next = fabric.wires.next(fabric.now);
        for number in 0..count {
            let (halted, credit_mode) = self.modes(number);
            next = earlier(next, self.numbered(number).next(fabric, halted, credit_mode));
        }
        Step { moved, next }
    }

    /// H2C first.
    fn channel_lines(&self) -> u32 {
        let channels = self.h2c.iter().chain(&self.c2h);
        (0..).zip(channels).fold(0, |lines, (bit, channel)| lines | u32::from(channel.irq()) << bit)
    }

    fn busy(&self) -> bool {
        self.h2c.iter().chain(&self.c2h).any(Channel::busy)
    }

    fn quiesce(&mut self, held: bool) {
        self.h2c.iter_mut().chain(&mut self.c2h).for_each(|channel| channel.quiesce(held));
    }
}

const fn is_doorbells(page: u32) -> bool {
    page == xdma::H2C_DOORBELL.base() || page == xdma::C2H_DOORBELL.base()
}

fn is_ours(bar: Bar, offset: u32) -> bool {
    bar == Bar::Dma && offset < BLOCK_BYTES
}
