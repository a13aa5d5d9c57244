# SPDX-License-Identifier: Apache-2.0
"""A literal that repeats the card's description is found in every language, and a mere number is left alone."""

import check_facts
import pytest

FACTS = check_facts.facts()


def of(path, line):
    return list(check_facts.complaints({path: f"one line\n{line}\n"}, *FACTS))


@pytest.mark.parametrize(
    ("path", "line", "what"),
    [
        ("driver/pci.c", "\t{ PCI_DEVICE(0x10ee, FOREBAY_CARD_PCI_DEVICE) },", "pci_"),
        ("driver/pci.c", "\t{ PCI_DEVICE(FOREBAY_CARD_PCI_VENDOR, 0xf0fb) },", "pci_device of layout shell"),
        ("crates/forebay-vfio-user/src/config.rs", "const DEVICE: u16 = 0x903f_u16;", "pci_device of layout xdma"),
        ("rtl/card/fby_card.sv", "  parameter logic [15:0] Vendor = 16'h10ee,", "pci_"),
        ("rtl/status/fby_status.sv", "  parameter int unsigned ClockKhz = 250_000,", "the clock in kHz"),
        ("crates/forebay-bus/src/link.rs", "    clock_hz: 250_000_000,", "the clock in Hz"),
        ("crates/forebay-faults/src/card.rs", "const PAGE: u32 = 0x03fe_f000;", "the fault page"),
        ("rtl/card/fby_card_bar.sv", "  localparam logic [2:0] BarDma = 3'd2;", "dma_bar"),
        ("driver/pci.c", "#define DMA_BAR 2", "dma_bar"),
        ("crates/forebay-bus/src/card.rs", "const USER_BAR_BYTES: u64 = 64 << 20;", "user_bar_bytes"),
        (
            "crates/forebay-vfio-user/src/bars.rs",
            "    BarInfo { bar: Bar::Aperture, size: 1 << 30 },",
            "aperture_bar_bytes",
        ),
        ("crates/forebay-card-fast/src/card.rs", "const STREAM_PAGE: u32 = 0x2000;", "the page of stream_ports"),
        ("driver/layout.h", "#define STREAM_OFFSET 0x2000u", "the page of stream_ports"),
        ("rtl/card/fby_card.sv", "  parameter int unsigned MemBytes    = 1 << 26,", "mem_bytes of build loopback"),
        ("crates/forebay-card-fast/src/memory.rs", "const MEM_BYTES: u64 = 64 << 20;", "mem_bytes of build loopback"),
        ("crates/forebay/src/open.rs", "const STALL_CYCLES: u64 = 1_000_000;", "4 ms of the card clock"),
        ("rtl/card/fby_card.sv", "  parameter int unsigned StallCycles = 500000,", "2 ms of the card clock"),
        (
            "crates/forebay-card-fast/src/job.rs",
            "const MOST_BYTES: u32 = (1 << 28) - 1;",
            "the longest piece that moves",
        ),
        ("driver/chan.c", "#define MAX_COPY_BYTES 0x0fffffff", "the longest piece that moves"),
        ("rtl/dma/back/fby_dma_pkg.sv", "  localparam int unsigned LEN_BITS = 28;", "the bits of a length"),
        ("rtl/card/fby_card.sv", "  parameter int unsigned AnswerCycles = 2048,", "answer_cycles of layout xdma"),
        ("driver/irq.h", "#define NUM_VECTORS 24", "vectors of layout xdma"),
    ],
)
def test_a_planted_literal_is_found(path, line, what):
    found = of(path, line)
    assert len(found) == 1 and found[0].startswith(f"{path}:2: ") and what in found[0], found


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("driver/pci.c", "\t/* 0x10ee */"),
        ("driver/test/kmod/vendor_pci.c", "PCI_DEVICE(0x10ee, 0x903f)"),
        ("crates/forebay-vfio-user/tests/hostile.rs", "const VENDOR: u16 = 0x10ee;"),
        ("crates/forebay-regs/src/generated/card.rs", "pub const PCI_VENDOR: u32 = 0x10EE;"),
        ("driver/map.c", "#define CHUNK_BYTES 0x1000"),
        ("crates/forebay-bus/src/host.rs", "const PAGE_BYTES: usize = 4096;"),
        ("crates/forebay-vfio-user/src/config.rs", "const EXPRESS: usize = 0x2000;"),
        ("rtl/card/fby_card.sv", "  parameter int unsigned MemBytes = 1 << 20;"),
        ("crates/forebay-bus/src/link.rs", "    posted: 64 << 20,"),
        ("crates/forebay-bus/src/card.rs", "const PORT_BYTES: u64 = 1 << 28;"),
        ("rtl/reg/fby_reg_bridge.sv", "  parameter int unsigned TimeoutCycles = 2048"),
    ],
)
def test_what_is_none(path, line):
    assert of(path, line) == []


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0x10EE", 0x10EE), ("0x903f_u16", 0x903F), ("16'h10ee", 0x10EE), ("32'd250000", 250_000), ("250_000", 250_000),
        ("250000UL", 250_000), ("64 << 20", 64 << 20), ("0x2000u", 0x2000), ("3'd2", 2), ("7", 7),
    ],
)  # fmt: skip
def test_values_of_all_languages(text, value):
    assert check_facts.value_of(text) == value


def test_the_repository_has_none():
    files = check_facts.tracked()
    assert len(files) > 200
    assert list(check_facts.complaints(files, *FACTS)) == []
