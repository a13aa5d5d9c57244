# SPDX-License-Identifier: Apache-2.0
"""Reads the card table, regs/cards.rdl: features, layouts and builds as plain data, and what they must keep."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from systemrdl import RDLCompiler
from systemrdl.rdltypes import UserEnum

REGS_DIR = Path(__file__).resolve().parent
ROOT = REGS_DIR.parent
# The classes of features are an enum of the first file, which the table uses.
SOURCES = ("user.rdl", "cards.rdl")
PAGE_ALIGN = 4096


class DescriptionError(Exception):
    """Something in an .rdl file breaks a rule of ours; the message names the place."""


@dataclass(frozen=True)
class Feature:
    """A line of the table of features: a part of the platform, a front end or a datapath."""

    name: str
    desc: str
    class_id: int
    class_name: str
    kind: int
    folder: str
    page_in: str
    page: int
    page_bytes: int
    first_line: int
    lines: int
    ports: int

    @property
    def registers(self) -> Path | None:
        """Description of its own registers, if it has one in its folder."""
        path = ROOT / self.folder / f"{self.name}.rdl"
        return path if path.is_file() else None


@dataclass(frozen=True)
class Layout:
    """How a card lies on its bus; sizes and offsets in bytes, the bound in card cycles."""

    name: str
    desc: str
    pci_vendor: int
    pci_device: int
    pci_subsystem_vendor: int
    pci_subsystem: int
    user_bar: int
    user_bar_bytes: int
    user_offset: int
    dma_bar: int
    dma_bar_bytes: int
    dma_offset: int
    aperture_bar: int
    aperture_bar_bytes: int
    vectors: int
    answer_cycles: int

    def numbers(self) -> dict[str, int]:
        """Everything of it but name and description, in the order of the table."""
        return {name: value for name, value in vars(self).items() if name not in ("name", "desc")}


@dataclass(frozen=True)
class Build:
    """A build of the card: parameters of fby_card."""

    name: str
    desc: str
    datapath: str
    layout: str
    front_ends: int
    num_h2c: int
    num_c2h: int
    h2c_stream: int
    c2h_stream: int
    fifo_entries: int
    mem_bytes: int
    option: int
    gates: bool


@dataclass(frozen=True)
class Cards:
    """The whole table."""

    features: list[Feature]
    layouts: list[Layout]
    builds: list[Build]

    def of_class(self, class_name: str) -> list[Feature]:
        return [f for f in self.features if f.class_name == class_name]

    def datapath(self, name: str) -> Feature:
        return next(f for f in self.of_class("datapath") if f.name == name)

    def layout_number(self, name: str) -> int:
        return [layout.name for layout in self.layouts].index(name)


def load() -> Cards:
    """The table, checked."""
    compiler = RDLCompiler()
    for source in SOURCES:
        compiler.compile_file(str(REGS_DIR / source))
    top = compiler.elaborate(top_def_name="cards").top
    cards = Cards(
        [_feature(line) for line in top.get_property("features")],
        [Layout(**_values(line)) for line in top.get_property("layouts")],
        [Build(**_values(line)) for line in top.get_property("builds")],
    )
    for complaint in complaints(cards):
        raise DescriptionError(f"cards.rdl: {complaint}")
    return cards


def _values(line) -> dict:
    """Members of a structure of the compiler's; an enum by its name."""
    values = {}
    for name in line.members:
        value = getattr(line, name)
        values[name] = value.name if isinstance(value, UserEnum) else value
    return values


def _feature(line) -> Feature:
    values = _values(line)
    return Feature(class_name=values.pop("class_id"), class_id=int(line.class_id.value), **values)


def complaints(cards: Cards):
    """What is wrong with a table."""
    for what, lines in (("feature", cards.features), ("layout", cards.layouts), ("build", cards.builds)):
        names = [line.name for line in lines]
        yield from (f"two {what}s are called {name}" for name in sorted(set(names)) if names.count(name) > 1)
        yield from (f"{what} {line.name} has no description" for line in lines if not line.desc)
    kinds = [(f.class_name, f.kind) for f in cards.features]
    for f in cards.features:
        if kinds.count((f.class_name, f.kind)) > 1:
            yield f"feature {f.name}: another one of its class has kind {f.kind}"
        if f.page % PAGE_ALIGN:
            yield f"feature {f.name}: page {f.page:#x} is no multiple of {PAGE_ALIGN}"
    yield from _of_layouts(cards)
    datapaths = {f.name for f in cards.of_class("datapath")}
    layouts = {layout.name for layout in cards.layouts}
    for build in cards.builds:
        if build.datapath not in datapaths:
            yield f"build {build.name}: no datapath is called {build.datapath}"
        if not 1 <= build.front_ends <= len(cards.of_class("front_end")):
            yield f"build {build.name}: {build.front_ends} front ends, there are {len(cards.of_class('front_end'))}"
        if build.layout not in layouts:
            yield f"build {build.name}: no layout is called {build.layout}"


def _of_layouts(cards: Cards):
    """What is wrong with layouts: a part beyond its BAR, or two in one place."""
    user_end = max(f.page + f.page_bytes for f in cards.features if f.page_in == "user_pages")
    dma_end = max(f.page + f.page_bytes for f in cards.features if f.page_in == "dma_block")
    begins = {}
    for layout in cards.layouts:
        if layout.user_offset + user_end > layout.user_bar_bytes:
            yield f"layout {layout.name}: its own registers go beyond their BAR"
        if layout.dma_offset + dma_end > layout.dma_bar_bytes:
            yield f"layout {layout.name}: the block of DMA registers goes beyond its BAR"
        if layout.dma_bar == layout.user_bar:
            if layout.dma_bar_bytes != layout.user_bar_bytes:
                yield f"layout {layout.name}: BAR{layout.user_bar} has two sizes"
            if layout.dma_offset + dma_end > layout.user_offset:
                yield f"layout {layout.name}: the block of DMA registers is not in front of the card's own registers"
        if layout.aperture_bar in (layout.user_bar, layout.dma_bar):
            yield f"layout {layout.name}: the aperture shares BAR{layout.aperture_bar}"
        # Software that has opened a card finds its layout by where its own registers begin.
        rival = begins.setdefault((layout.user_bar, layout.user_offset), layout.name)
        if rival != layout.name:
            yield f"layout {layout.name}: its own registers are where layout {rival} has them"
