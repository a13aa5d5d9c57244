# SPDX-License-Identifier: Apache-2.0
"""What a card table must keep: each complaint names the line that breaks a rule."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cards import Build, Cards, Feature, Layout

PAGE_ALIGN = 4096
# Names become parts of names in C, Rust and SystemVerilog; those of builds, of files and of make targets.
FEATURE_NAME, BUILD_NAME = r"[a-z][a-z0-9_]*", r"[a-z][a-z0-9-]*"
# What a register bridge decodes, and what the socket of a plug has.
MIN_PAGE_BYTES, MAX_PAGE_BYTES, PLUG_LINES = 64, 0x10000, 4
# What the number of a front end has room for, beside each of its accesses on the bus.
MAX_FRONT_ENDS = 8
# Fields of headers: KIND; of CARD_KIND the same number in fewer bits.
MAX_KIND, MAX_DATAPATH = 0xFFFF, 0xFF
# Values of `movers` that give a front end the last stream of a direction.
STREAM_MOVERS = ("h2c_stream", "c2h_stream")
# PCI: BARs of a function, of which one of 64 bits is two; ids.
BARS, MAX_ID = 6, 0xFFFF
# What the table of messages has room for, and the channels of a direction.
MIN_VECTORS, MAX_VECTORS, MAX_CHANNELS = 2, 32, 4
# H2C channels that write to the card without which there is no path to share.
MIN_SHARERS = 2
# What two stacks of memory have; a burst of a port lies within a block of so many bytes.
MAX_MEMORY_PORTS, MEMORY_ALIGN = 32, 512
# Several times what a bridge and the way to it take of an answer's time for themselves.
MIN_ANSWER_CYCLES = 64


def complaints(cards: Cards):
    """What is wrong with a table."""
    for what, lines, form in (
        ("feature", cards.features, FEATURE_NAME),
        ("layout", cards.layouts, FEATURE_NAME),
        ("build", cards.builds, BUILD_NAME),
    ):
        names = [line.name for line in lines]
        yield from (f"two {what}s are called {name}" for name in sorted(set(names)) if names.count(name) > 1)
        yield from (f"{what} {line.name} has no description" for line in lines if not line.desc)
        yield from (f"{what} `{name}`: the name is not {form}" for name in names if not re.fullmatch(form, name))
    for f in cards.features:
        yield from _of_feature(cards, f)
    if (cards.features[0].class_name, cards.features[0].name) != ("platform", "identity"):
        yield f"feature {cards.features[0].name}: the first of the chain is not the identity"
    for number, f in enumerate(cards.of_class("front_end")):
        yield from _of_front_end(number, f)
    for way in STREAM_MOVERS:
        if len(owners := [f.name for f in cards.features if f.movers == way]) > 1:
            yield f"feature {owners[1]}: `movers: {way}` is that of {owners[0]}"
    if len(owners := [f.name for f in cards.features if f.window]) > 1:
        yield f"feature {owners[1]}: the window for programs is that of {owners[0]}"
    for one, other in combinations(cards.features, 2):
        yield from _of_two(one, other)
    for layout in cards.layouts:
        yield from _of_layout(cards, layout)
    yield from _of_places(cards)
    yield from _of_builds(cards)


def _of_feature(cards: Cards, f: Feature):
    """What is wrong with a feature alone."""
    kinds = [(other.class_name, other.kind) for other in cards.features]
    if kinds.count((f.class_name, f.kind)) > 1:
        yield f"feature {f.name}: another one of its class has kind {f.kind}"
    most = MAX_DATAPATH if f.class_name == "datapath" else MAX_KIND
    if not 1 <= f.kind <= most:
        yield f"feature {f.name}: kind {f.kind} is not 1 to {most}"
    if f.page % PAGE_ALIGN:
        yield f"feature {f.name}: page {f.page:#x} is no multiple of {PAGE_ALIGN}"
    if not _power_of_two(f.page_bytes) or not MIN_PAGE_BYTES <= f.page_bytes <= MAX_PAGE_BYTES:
        sizes = f"a power of two from {MIN_PAGE_BYTES} to {MAX_PAGE_BYTES}"
        yield f"feature {f.name}: {f.page_bytes} bytes of page are not {sizes}"
    if f.lines > PLUG_LINES:
        yield f"feature {f.name}: {f.lines} lines, a plug has {PLUG_LINES} at most"
    if f.first_line + f.lines > cards.user_lines:
        yield f"feature {f.name}: its lines go beyond the {cards.user_lines} of a card"
    if f.ports >> cards.stream_ports:
        yield f"feature {f.name}: ports {f.ports:#b}, a card has {cards.stream_ports} stream ports"


def missing_files(cards: Cards, root: Path):
    """What a plug's folder lacks, and what to do about it."""
    for f in cards.features:
        if not f.is_plug:
            continue
        rdl, flist, module = f.file(".rdl"), f.file(".f"), f"{f.folder}/fby_{f.name}.sv"
        plug = f"feature {f.name}"
        if f.registers and not (root / rdl).is_file():
            yield f"{plug}: no file {rdl}; write it with an addrmap {f.name}, or say `registers: false` in its line"
        window = f.file("_window.rdl")
        if f.window and not (root / window).is_file():
            wanted = f"write it with an addrmap {f.name}_window, or say `window: false` in its line"
            yield f"{plug}: no file {window}; {wanted}"
        if not f.window and (root / window).is_file():
            yield f"{plug}: there is {window}, which nobody reads; say `window: true` in its line"
        if not f.registers and (root / rdl).is_file():
            yield f"{plug}: there is {rdl}, which nobody reads; say `registers: true` in its line"
        if not (root / module).is_file():
            yield f"{plug}: no file {module}; write it with the module fby_{f.name} and the ports of its socket"
        if not (root / flist).is_file():
            yield f"{plug}: no file {flist}; write it, a list of source files that ends with {module}"
        elif module not in (root / flist).read_text().split():
            yield f"{plug}: {flist} does not list {module}; add it there"


def _of_front_end(number: int, f: Feature):
    """What is wrong with what a front end asks of the engine; `number` is its place among them."""
    if number >= MAX_FRONT_ENDS:
        yield f"feature {f.name}: a card has {MAX_FRONT_ENDS} front ends at most"
    channels = f.movers == "channels"
    if channels and number > 0:
        yield f"feature {f.name}: `movers: channels` is for the first front end; take another value"
    if not channels and number == 0:
        yield f"feature {f.name}: the first front end has the channels; its line needs `movers: channels`"
    if f.movers.endswith("_stream") and f.within_host:
        yield f"feature {f.name}: with `movers: {f.movers}` it reaches one mover, not that within host memory"
    if f.channel_lines and not channels:
        yield f"feature {f.name}: `channel_lines` goes with `movers: channels` only"
    if f.channel_lines and f.lines:
        yield f"feature {f.name}: it has {f.lines} user lines and `channel_lines`; it is one or the other"


def _of_two(one: Feature, other: Feature):
    """What is wrong with two features in one card; of datapaths it has one."""
    if one.class_name == other.class_name == "datapath":
        return
    if one.page_in == other.page_in and _overlap((one.page, one.page_bytes), (other.page, other.page_bytes)):
        # The interrupts are a page of the block of DMA registers, which is one front end's.
        classes = {one.class_name, other.class_name}
        if one.page_in != "dma_block" or classes != {"platform", "front_end"}:
            yield f"feature {other.name}: its page overlaps that of {one.name}"
    if _overlap((one.first_line, one.lines), (other.first_line, other.lines)):
        yield f"feature {other.name}: it has a line of {one.name}"


def _of_layout(cards: Cards, layout: Layout):
    """What is wrong with a layout: a part beyond its BAR, two in one place, what PCI does not have."""
    name = f"layout {layout.name}"
    for f in cards.features:
        own = f.page_in == "user_pages"
        base = layout.user_offset if own else layout.dma_offset
        if base + f.page + f.page_bytes > (layout.user_bar_bytes if own else layout.dma_bar_bytes):
            yield f"{name}: the page of feature {f.name} goes beyond its BAR"
        if (base + f.page) % max(PAGE_ALIGN, f.page_bytes):
            yield f"{name}: the page of feature {f.name} is at {base + f.page:#x}, no multiple of its size"
    dma_end = max(f.page + f.page_bytes for f in cards.features if f.page_in == "dma_block")
    if layout.dma_bar == layout.user_bar:
        if layout.dma_bar_bytes != layout.user_bar_bytes:
            yield f"{name}: BAR{layout.user_bar} has two sizes"
        if layout.dma_offset + dma_end > layout.user_offset:
            yield f"{name}: the block of DMA registers is not in front of the card's own registers"
    window = (cards.window_base, cards.window_bytes)
    if not _power_of_two(window[1]) or window[0] % window[1]:
        yield f"{name}: the window for programs is at {window[0]:#x}, no multiple of its size"
    if sum(window) > layout.user_bar_bytes:
        yield f"{name}: the window for programs goes beyond its BAR"
    for f in cards.features:
        in_bar = f.page_in == "user_pages" or layout.dma_bar == layout.user_bar
        base = layout.user_offset if f.page_in == "user_pages" else layout.dma_offset
        if in_bar and _overlap((base + f.page, f.page_bytes), window):
            yield f"{name}: the page of feature {f.name} is in the window for programs"
    # A BAR of 64 bits takes the number behind it as well.
    aperture = (layout.aperture_bar, layout.aperture_bar + 1)
    for bar in {layout.user_bar, layout.dma_bar} & set(aperture):
        yield f"{name}: the aperture shares BAR{bar}"
    for bar in {layout.user_bar, layout.dma_bar, aperture[1]}:
        if bar >= BARS:
            yield f"{name}: PCI has no BAR{bar}"
    for what in ("user_bar_bytes", "dma_bar_bytes", "aperture_bar_bytes"):
        if not _power_of_two(vars(layout)[what]):
            yield f"{name}: {what} is no power of two"
    if layout.aperture_bar_bytes < cards.space_bytes:
        yield f"{name}: the aperture does not hold the card address space"
    if layout.aperture_bar_bytes > cards.widest_aperture:
        yield f"{name}: the aperture has more than the {cards.widest_aperture:#x} bytes of the widest"
    if not MIN_VECTORS <= layout.vectors <= MAX_VECTORS:
        yield f"{name}: {layout.vectors} vectors are not {MIN_VECTORS} to {MAX_VECTORS}"
    if layout.answer_cycles < MIN_ANSWER_CYCLES:
        yield f"{name}: {layout.answer_cycles} cycles to an answer are fewer than {MIN_ANSWER_CYCLES}"
    for what in ("pci_vendor", "pci_device", "pci_subsystem_vendor", "pci_subsystem"):
        if vars(layout)[what] > MAX_ID:
            yield f"{name}: {what} has more than 16 bits"


def _of_places(cards: Cards):
    """What is wrong between layouts: software finds one by the ids, or by where the card's own registers begin."""
    begins, ids = {}, {}
    for layout in cards.layouts:
        rival = begins.setdefault((layout.user_bar, layout.user_offset), layout.name)
        if rival != layout.name:
            yield f"layout {layout.name}: its own registers are where layout {rival} has them"
        # The subsystem does not count: a card with another one is taken by vendor and device, when somebody says so.
        rival = ids.setdefault((layout.pci_vendor, layout.pci_device), layout.name)
        if rival != layout.name:
            yield f"layout {layout.name}: it has the vendor and device of layout {rival}"


def _of_builds(cards: Cards):
    """What is wrong with builds: what they name is not there, or is too many."""
    datapaths = {f.name for f in cards.of_class("datapath")}
    layouts = {layout.name for layout in cards.layouts}
    for build in cards.builds:
        if build.datapath not in datapaths:
            yield f"build {build.name}: no datapath is called {build.datapath}"
        fronts = cards.of_class("front_end")
        if not build.front_ends & 1 or build.front_ends >> len(fronts):
            names = ", ".join(f"bit {n} {f.name}" for n, f in enumerate(fronts))
            yield f"build {build.name}: front_ends {build.front_ends:#b} needs bit 0, and has {names}"
        if build.layout not in layouts:
            yield f"build {build.name}: no layout is called {build.layout}"
        for what, count, streams in (
            ("h2c", build.num_h2c, build.h2c_stream),
            ("c2h", build.num_c2h, build.c2h_stream),
        ):
            most = MAX_CHANNELS - cards.own_streams(build, what)
            if not 1 <= count <= most:
                beside = "" if most == MAX_CHANNELS else " beside the stream of a front end"
                yield f"build {build.name}: {count} {what} channels{beside} are not 1 to {most}"
            elif streams >> count:
                yield f"build {build.name}: {what}_stream {streams:#b} names more than {count} channels"
        yield from _of_memory(cards, build)
        writers = build.num_h2c - build.h2c_stream.bit_count()
        if build.shared_path and writers < MIN_SHARERS:
            yield f"build {build.name}: a shared path, but only {writers} h2c channels to write over it"


def _of_memory(cards: Cards, build: Build):
    """What is wrong with the fast memory of a build."""
    takers = [f.name for f in cards.of_class("datapath") if f.memory]
    if build.memory_ports and build.datapath not in takers:
        yield f"build {build.name}: {build.memory_ports} memory_ports, but datapath {build.datapath} has none"
    if build.memory_ports > MAX_MEMORY_PORTS:
        yield f"build {build.name}: {build.memory_ports} memory_ports are more than {MAX_MEMORY_PORTS}"
    if bool(build.memory_ports) != bool(build.memory_port_bytes) or build.memory_port_bytes % MEMORY_ALIGN:
        sizes = f"a multiple of {MEMORY_ALIGN}, and 0 without ports"
        yield f"build {build.name}: {build.memory_port_bytes} memory_port_bytes are not {sizes}"


def _power_of_two(number: int) -> bool:
    return number > 0 and number & (number - 1) == 0


def _overlap(one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Whether two ranges, each a beginning and a length, have something in common."""
    return max(one[0], other[0]) < min(one[0] + one[1], other[0] + other[1])
