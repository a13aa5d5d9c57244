// SPDX-License-Identifier: Apache-2.0
//! PCI configuration space of the card: what it is, which BARs it has, MSI-X, power management, PCI Express.
//!
//! Section numbers are those of the PCI Express Base Specification 4.0.

use forebay_bus::Layout;
use forebay_regs::card::PCI_CLASS;
use forebay_regs::xdma::{MSIX_PBA, MSIX_TABLE};

use crate::bars::bars;
use crate::identity::Identity;

/// Size of the space.
pub(crate) const CONFIG_BYTES: usize = 4096;

const COMMAND: usize = 0x04;
const STATUS: usize = 0x06;
const REVISION_AND_CLASS: usize = 0x08;
const CACHE_LINE: usize = 0x0c;
const BAR0: usize = 0x10;
const SUBSYSTEM_VENDOR: usize = 0x2c;
const CAPABILITIES: usize = 0x34;
const INTERRUPT_LINE: usize = 0x3c;

/// Memory space, bus master, parity response, SERR, interrupt disable.
const COMMAND_WRITABLE: u16 = 0x0546;
const COMMAND_BUS_MASTER: u8 = 1 << 2;
const STATUS_CAPABILITIES: u16 = 1 << 4;

const PM: usize = 0x40;
/// Control register: its low byte holds the power state, of which the card has D0 and D3hot.
const POWER_CONTROL: usize = PM + 4;
const POWER_STATE: u8 = 0x3;
const D0: u8 = 0;
const D3_HOT: u8 = 3;
const MSIX: usize = 0x50;
const EXPRESS: usize = 0x60;
/// Byte of the device control register that holds the bit which starts a function level reset.
const DEVICE_CONTROL_HIGH: usize = EXPRESS + 9;
const START_RESET: u8 = 1 << 7;

/// What a write of configuration space asks of the device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    None,
    /// Function level reset.
    Reset,
}

/// The space: values, and which bits software may change.
pub(crate) struct Config {
    bytes: Box<[u8; CONFIG_BYTES]>,
    writable: Box<[u8; CONFIG_BYTES]>,
    power_on: Box<[u8; CONFIG_BYTES]>,
}

impl Config {
    /// The space of a card.
    pub(crate) fn new(identity: &Identity) -> Self {
        let mut config = Self {
            bytes: Box::new([0; CONFIG_BYTES]),
            writable: Box::new([0; CONFIG_BYTES]),
            power_on: Box::new([0; CONFIG_BYTES]),
        };
        config.header(identity.layout);
        config.power_management();
        config.msix(identity.layout, identity.vectors);
        config.express();
        config.power_on = config.bytes.clone();
        config
    }

    fn put16(&mut self, at: usize, value: u16, writable: u16) {
        self.bytes[at..at + 2].copy_from_slice(&value.to_le_bytes());
        self.writable[at..at + 2].copy_from_slice(&writable.to_le_bytes());
    }

    fn put32(&mut self, at: usize, value: u32, writable: u32) {
        self.bytes[at..at + 4].copy_from_slice(&value.to_le_bytes());
        self.writable[at..at + 4].copy_from_slice(&writable.to_le_bytes());
    }

    fn header(&mut self, layout: &Layout) {
        self.put32(0, layout.pci_device << 16 | layout.pci_vendor, 0);
        self.put16(COMMAND, 0, COMMAND_WRITABLE);
        self.put16(STATUS, STATUS_CAPABILITIES, 0);
        self.put32(REVISION_AND_CLASS, PCI_CLASS << 8, 0);
        self.writable[CACHE_LINE] = 0xff;
        for bar in bars(layout) {
            let at = BAR0 + 4 * bar.number as usize;
            // Address bits below the size stay 0, which is how software finds the size.
            let mask = !(bar.size - 1);
            let [low, high] = halves(mask);
            self.put32(at, bar.flags, low);
            if bar.is_64_bit() {
                self.put32(at + 4, 0, high);
            }
        }
        let subsystem = layout.pci_subsystem << 16 | layout.pci_subsystem_vendor;
        self.put32(SUBSYSTEM_VENDOR, subsystem, 0);
        self.bytes[CAPABILITIES] = capability(PM);
        self.writable[INTERRUPT_LINE] = 0xff;
    }

    fn capability(&mut self, at: usize, id: u8, next: usize) {
        self.bytes[at] = id;
        self.bytes[at + 1] = capability(next);
    }

    /// 7.5.2: version 3, D0 and D3hot, no PME; no reset on the way back from D3hot.
    fn power_management(&mut self) {
        const NO_SOFT_RESET: u16 = 1 << 3;
        self.capability(PM, 0x01, MSIX);
        self.put16(PM + 2, 3, 0);
        self.put16(POWER_CONTROL, NO_SOFT_RESET, u16::from(POWER_STATE));
    }

    /// 7.7.2: the table and pending bits where the DMA block has them.
    fn msix(&mut self, layout: &Layout, vectors: u16) {
        const ENABLE_AND_MASK: u16 = 0xc000;
        let block = layout.dma_offset | layout.dma_bar;
        self.capability(MSIX, 0x11, EXPRESS);
        self.put16(MSIX + 2, vectors.saturating_sub(1), ENABLE_AND_MASK);
        self.put32(MSIX + 4, MSIX_TABLE.base() + block, 0);
        self.put32(MSIX + 8, MSIX_PBA.base() + block, 0);
    }

    /// 7.5.3: an endpoint of version 2 with function level reset, 256-byte payloads, 512-byte read requests, on a
    /// link of 8 GT/s with 16 lanes.
    fn express(&mut self) {
        const PAYLOAD_256: u32 = 1;
        const EXTENDED_TAG: u32 = 1 << 5;
        const ROLE_BASED_ERRORS: u32 = 1 << 15;
        const FUNCTION_RESET: u32 = 1 << 28;
        const READ_REQUEST_512: u16 = 2 << 12;
        const RELAXED_AND_NO_SNOOP: u16 = 1 << 4 | 1 << 11;
        const LINK: u16 = 3 | 16 << 4;
        self.capability(EXPRESS, 0x10, 0);
        self.put16(EXPRESS + 2, 2, 0);
        let device = PAYLOAD_256 | EXTENDED_TAG | ROLE_BASED_ERRORS | FUNCTION_RESET;
        self.put32(EXPRESS + 4, device, 0);
        self.put16(EXPRESS + 8, READ_REQUEST_512 | RELAXED_AND_NO_SNOOP, 0x7fff);
        self.put32(EXPRESS + 12, u32::from(LINK), 0);
        self.put16(EXPRESS + 16, 0, 0x0fc3);
        self.put16(EXPRESS + 18, LINK, 0);
        // Device control 2: completion time-out value and its disable.
        self.put16(EXPRESS + 40, 0, 0x001f);
        // Link capabilities 2: 2.5, 5 and 8 GT/s; link control 2: target speed.
        self.put32(EXPRESS + 44, 0b1110, 0);
        self.put16(EXPRESS + 48, 3, 0xf);
    }

    /// Whether the card may send requests: DMA and messages. Asleep, it may not.
    pub(crate) fn bus_master(&self) -> bool {
        self.bytes[COMMAND] & COMMAND_BUS_MASTER != 0 && self.awake()
    }

    /// Whether it is in D0. In D3hot it answers configuration requests and no others (5.3.1.4.1).
    pub(crate) fn awake(&self) -> bool {
        self.power_state() == D0
    }

    fn power_state(&self) -> u8 {
        self.bytes[POWER_CONTROL] & POWER_STATE
    }

    /// Reads; `None` when it is not wholly inside.
    pub(crate) fn read(&self, offset: u64, count: u32) -> Option<&[u8]> {
        let start = usize::try_from(offset).ok()?;
        self.bytes.get(start..start.checked_add(count as usize)?)
    }

    /// Writes; `None` when it is not wholly inside.
    pub(crate) fn write(&mut self, offset: u64, data: &[u8]) -> Option<Effect> {
        let start = usize::try_from(offset).ok()?;
        let end = start.checked_add(data.len()).filter(|end| *end <= CONFIG_BYTES)?;
        let power = self.bytes[POWER_CONTROL];
        for (at, byte) in (start..end).zip(data) {
            let mask = self.writable[at];
            self.bytes[at] = self.bytes[at] & !mask | byte & mask;
        }
        // A state that the card does not have is written to no effect (7.5.2.2).
        if !matches!(self.power_state(), D0 | D3_HOT) {
            self.bytes[POWER_CONTROL] = power;
        }
        let control = DEVICE_CONTROL_HIGH.checked_sub(start).and_then(|at| data.get(at));
        let reset = control.is_some_and(|byte| byte & START_RESET != 0);
        Some(if reset { Effect::Reset } else { Effect::None })
    }

    /// Back to power-on values.
    pub(crate) fn reset(&mut self) {
        self.bytes.clone_from(&self.power_on);
    }
}

fn halves(value: u64) -> [u32; 2] {
    let [a, b, c, d, e, f, g, h] = value.to_le_bytes();
    [u32::from_le_bytes([a, b, c, d]), u32::from_le_bytes([e, f, g, h])]
}

/// Offset of a capability as a pointer holds it.
fn capability(at: usize) -> u8 {
    u8::try_from(at).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use forebay_regs::cards::layout;

    use super::*;

    fn config() -> Config {
        Config::new(&Identity { layout: &layout::XDMA, vectors: 24 })
    }

    fn read32(config: &Config, at: u64) -> u32 {
        u32::from_le_bytes(config.read(at, 4).unwrap().try_into().unwrap())
    }

    #[test]
    fn the_header_says_what_the_card_is() {
        let config = config();
        assert_eq!(read32(&config, 0), 0x903f_10ee);
        assert_eq!(read32(&config, 8), 0x1200_0000);
        assert_eq!(read32(&config, 0x2c), 0xfb0e_10ee);
    }

    #[test]
    fn capabilities_are_linked_and_end() {
        let config = config();
        let mut at = config.bytes[CAPABILITIES];
        let mut found = Vec::new();
        while at != 0 {
            found.push(config.bytes[usize::from(at)]);
            at = config.bytes[usize::from(at) + 1];
        }
        assert_eq!(found, [0x01, 0x11, 0x10]);
        assert_eq!(read32(&config, 0x50) >> 16, 23);
        assert_eq!((read32(&config, 0x54), read32(&config, 0x58)), (0x8002, 0x8fe2));
    }

    #[test]
    fn sizing_a_bar_returns_its_size_and_kind() {
        let mut config = config();
        config.write(0x10, &[0xff; 24]).unwrap();
        assert_eq!(read32(&config, 0x10), 0xfc00_0000);
        assert_eq!(read32(&config, 0x14), 0);
        assert_eq!(read32(&config, 0x18), 0xffff_0000);
        assert_eq!(read32(&config, 0x20), 0xc000_000c);
        assert_eq!(read32(&config, 0x24), 0xffff_ffff);
    }

    #[test]
    fn another_layout_is_another_device_with_its_parts_elsewhere() {
        let mut config = Config::new(&Identity { layout: &layout::SHELL, vectors: 16 });
        assert_eq!((read32(&config, 0), read32(&config, 0x2c)), (0xf0fb_1d0f, 0xfb0e_10ee));
        assert_eq!(read32(&config, 0x50) >> 16, 15);
        assert_eq!((read32(&config, 0x54), read32(&config, 0x58)), (0x8000, 0x8fe0));
        config.write(0x10, &[0xff; 24]).unwrap();
        let bars = [0x10, 0x14, 0x18, 0x1c, 0x20, 0x24].map(|at| read32(&config, at));
        assert_eq!(bars, [0xfc00_0000, 0, 0, 0, 0xc000_000c, 0xffff_ffff]);
    }

    #[test]
    fn only_the_reset_bit_resets() {
        let mut config = config();
        let control = EXPRESS as u64 + 8;
        assert_eq!(config.write(control, &[0x10, 0x28]), Some(Effect::None));
        assert_eq!(config.write(control, &[0x10, 0xa8]), Some(Effect::Reset));
        assert_eq!(config.write(control + 1, &[0x80]), Some(Effect::Reset));
        assert_eq!(config.write(control - 4, &[0xff; 4]), Some(Effect::None));
        assert_eq!(config.read(control, 2).unwrap()[1] & 0x80, 0, "the bit reads 0");
    }

    #[test]
    fn a_power_state_that_the_card_does_not_have_is_not_entered() {
        let mut config = config();
        for (written, state) in [(1, 0), (2, 0), (3, 3), (2, 3), (1, 3), (0, 0)] {
            config.write(POWER_CONTROL as u64, &[written]).unwrap();
            assert_eq!(read32(&config, POWER_CONTROL as u64), 8 | state, "state {written} written");
        }
    }

    #[test]
    fn outside_is_refused_and_reset_restores() {
        let mut config = config();
        assert!(config.read(4094, 4).is_none() && config.write(u64::MAX, &[0]).is_none());
        config.write(4, &[0xff, 0xff]).unwrap();
        assert_eq!(read32(&config, 4), 0x0010_0546);
        assert!(config.bus_master());
        config.reset();
        assert!(!config.bus_master());
    }
}
