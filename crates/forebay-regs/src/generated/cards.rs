// SPDX-License-Identifier: Apache-2.0
// Generated from the SystemRDL in regs/ by `python regs/generate.py`; edit the description instead.
//! The card table: parts of cards, and how a card may lie on its bus.

use crate::{Class, Feature, PageIn};

/// Identity, counters of the platform, last bad addresses, and the chain of features.
pub const IDENTITY: Feature = Feature {
    name: "identity",
    class: Class::Platform,
    kind: 1,
    page_in: PageIn::UserPages,
    page: 0x0000,
    page_bytes: 0x1000,
    first_line: 0,
    lines: 0,
    ports: 0,
    events: 0,
    event_names: &[],
};
/// Registers of the stream ports.
pub const STREAM_PORTS: Feature = Feature {
    name: "stream_ports",
    class: Class::Platform,
    kind: 2,
    page_in: PageIn::UserPages,
    page: 0x2000,
    page_bytes: 0x1000,
    first_line: 0,
    lines: 0,
    ports: 0,
    events: 0,
    event_names: &[],
};
/// Enables and vectors of the interrupt lines; the table of messages is where PCI says.
pub const INTERRUPTS: Feature = Feature {
    name: "interrupts",
    class: Class::Platform,
    kind: 3,
    page_in: PageIn::DmaBlock,
    page: 0x2000,
    page_bytes: 0x1000,
    first_line: 0,
    lines: 0,
    ports: 0,
    events: 0,
    event_names: &[],
};
/// DMA channels with the XDMA register map.
pub const XDMA: Feature = Feature {
    name: "xdma",
    class: Class::FrontEnd,
    kind: 1,
    page_in: PageIn::DmaBlock,
    page: 0x0000,
    page_bytes: 0x0001_0000,
    first_line: 0,
    lines: 0,
    ports: 0,
    events: 0,
    event_names: &[],
};
/// One copy at a time, by physical address.
pub const COPY: Feature = Feature {
    name: "copy",
    class: Class::FrontEnd,
    kind: 2,
    page_in: PageIn::UserPages,
    page: 0x3000,
    page_bytes: 0x1000,
    first_line: 4,
    lines: 1,
    ports: 0,
    events: 0,
    event_names: &[],
};
/// Transfers that programs start without the kernel, by one of ten schemes.
pub const UDMA: Feature = Feature {
    name: "udma",
    class: Class::FrontEnd,
    kind: 3,
    page_in: PageIn::UserPages,
    page: 0x4000,
    page_bytes: 0x1000,
    first_line: 5,
    lines: 1,
    ports: 0,
    events: 0,
    event_names: &[],
};
/// A stream into buffers of host memory, with the S2MM registers of an AXI DMA.
pub const S2MM: Feature = Feature {
    name: "s2mm",
    class: Class::FrontEnd,
    kind: 4,
    page_in: PageIn::UserPages,
    page: 0x5000,
    page_bytes: 0x1000,
    first_line: 6,
    lines: 1,
    ports: 0,
    events: 0,
    event_names: &[],
};
/// Buffers of host memory into a stream, with the MM2S registers of an AXI DMA.
pub const MM2S: Feature = Feature {
    name: "mm2s",
    class: Class::FrontEnd,
    kind: 5,
    page_in: PageIn::UserPages,
    page: 0x6000,
    page_bytes: 0x1000,
    first_line: 7,
    lines: 1,
    ports: 0,
    events: 0,
    event_names: &[],
};
/// Each H2C stream comes back on the C2H stream of the same number.
pub const LOOPBACK: Feature = Feature {
    name: "loopback",
    class: Class::Datapath,
    kind: 1,
    page_in: PageIn::UserPages,
    page: 0x1000,
    page_bytes: 0x1000,
    first_line: 0,
    lines: 0,
    ports: 0,
    events: 0,
    event_names: &[],
};
/// Takes streams at a programmable rate and counts what they lack.
pub const SINK: Feature = Feature {
    name: "sink",
    class: Class::Datapath,
    kind: 3,
    page_in: PageIn::UserPages,
    page: 0x1000,
    page_bytes: 0x1000,
    first_line: 0,
    lines: 1,
    ports: 3,
    events: 15,
    event_names: crate::user::sink::event::ALL,
};
/// Samples at a rate, each with its time, where a radio has its converters.
pub const SOURCE: Feature = Feature {
    name: "source",
    class: Class::Datapath,
    kind: 4,
    page_in: PageIn::UserPages,
    page: 0x1000,
    page_bytes: 0x1000,
    first_line: 0,
    lines: 1,
    ports: 0,
    events: 10,
    event_names: crate::user::source::event::ALL,
};
/// Multi-scalar multiplication on BLS12-377 G1 by one to three adders, a sum for each window.
pub const MSM: Feature = Feature {
    name: "msm",
    class: Class::Datapath,
    kind: 5,
    page_in: PageIn::UserPages,
    page: 0x1000,
    page_bytes: 0x1000,
    first_line: 0,
    lines: 1,
    ports: 3,
    events: 12,
    event_names: crate::user::msm::event::ALL,
};
/// Fault injection, on simulated cards only.
pub const FAULTS: Feature = Feature {
    name: "faults",
    class: Class::Platform,
    kind: 4,
    page_in: PageIn::UserPages,
    page: 0x03FE_F000,
    page_bytes: 0x1000,
    first_line: 0,
    lines: 0,
    ports: 0,
    events: 0,
    event_names: &[],
};
/// Every part there is, in the order of the chain.
pub const FEATURES: &[Feature] = &[
    IDENTITY,
    STREAM_PORTS,
    INTERRUPTS,
    XDMA,
    COPY,
    UDMA,
    S2MM,
    MM2S,
    LOOPBACK,
    SINK,
    SOURCE,
    MSM,
    FAULTS,
];

/// How a card may lie on its bus.
pub mod layout {
    use crate::Layout;

    /// Ids of the XDMA core, so that drivers written for it bind; a BAR each for registers, DMA block and aperture.
    pub const XDMA: Layout = Layout {
        name: "xdma",
        pci_vendor: 0x10EE,
        pci_device: 0x903F,
        pci_subsystem_vendor: 0x10EE,
        pci_subsystem: 0xFB0E,
        user_bar: 0x0000,
        user_bar_bytes: 0x0400_0000,
        user_offset: 0x0000,
        dma_bar: 0x0002,
        dma_bar_bytes: 0x0001_0000,
        dma_offset: 0x0000,
        aperture_bar: 0x0004,
        aperture_bar_bytes: 0x4000_0000,
        vectors: 0x0018,
        answer_cycles: 0x0800,
    };
    /// What a cloud card's shell allows: the DMA block at the start of BAR0, the card's own registers behind it, BAR2 not ours.
    pub const SHELL: Layout = Layout {
        name: "shell",
        pci_vendor: 0x1D0F,
        pci_device: 0xF0FB,
        pci_subsystem_vendor: 0x10EE,
        pci_subsystem: 0xFB0E,
        user_bar: 0x0000,
        user_bar_bytes: 0x0400_0000,
        user_offset: 0x0001_0000,
        dma_bar: 0x0000,
        dma_bar_bytes: 0x0400_0000,
        dma_offset: 0x0000,
        aperture_bar: 0x0004,
        aperture_bar_bytes: 0x4000_0000,
        vectors: 0x0010,
        answer_cycles: 0x07D0,
    };
    /// An aperture of 64 GiB, whose upper half is a window for programs with room for addresses of host memory.
    pub const WIDE: Layout = Layout {
        name: "wide",
        pci_vendor: 0x10EE,
        pci_device: 0x9038,
        pci_subsystem_vendor: 0x10EE,
        pci_subsystem: 0xFB0E,
        user_bar: 0x0002,
        user_bar_bytes: 0x0400_0000,
        user_offset: 0x0000,
        dma_bar: 0x0000,
        dma_bar_bytes: 0x0001_0000,
        dma_offset: 0x0000,
        aperture_bar: 0x0004,
        aperture_bar_bytes: 0x0010_0000_0000,
        vectors: 0x0018,
        answer_cycles: 0x0800,
    };
    /// Every layout there is.
    pub const ALL: &[Layout] = &[XDMA, SHELL, WIDE];
}
