# SPDX-License-Identifier: Apache-2.0
"""Reads the card table, regs/cards.rdl: features, layouts and builds as plain data, and what they must keep."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import rules
from systemrdl import RDLCompiler
from systemrdl.rdltypes import UserEnum

REGS_DIR = Path(__file__).resolve().parent
ROOT = REGS_DIR.parent
# The classes of features are an enum of the first file, which the table uses; the second has what every card has.
SOURCES = ("user.rdl", "card.rdl", "cards.rdl")

# Structure of a line of each class, and the classes of what is plugged into the platform.
STRUCTURES = {"platform": "feature_s", "front_end": "front_end_s", "datapath": "plug_s"}
PLUGS = ("front_end", "datapath")


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
    # Of plugs only.
    registers: bool = False
    stores: bool = False
    memory: bool = False
    # Of front ends only; `movers` is the name of a member of `movers_e`.
    movers: str = ""
    within_host: bool = False
    words: bool = False
    reads: bool = False
    channel_lines: bool = False
    window: bool = False

    @property
    def is_plug(self) -> bool:
        return self.class_name in PLUGS

    def file(self, suffix: str) -> str:
        """Path of a file of the plug's own, from the root of the repository on."""
        return f"{self.folder}/{self.name}{suffix}"


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
    shared_path: bool
    fifo_entries: int
    mem_bytes: int
    option: int
    memory_ports: int
    memory_port_bytes: int
    gates: bool


@dataclass(frozen=True)
class Cards:
    """The whole table."""

    features: list[Feature]
    layouts: list[Layout]
    builds: list[Build]
    # What every card has: user interrupt lines, stream ports, bytes of the card address space.
    user_lines: int
    stream_ports: int
    space_bytes: int
    # Where the window for programs is in the BAR of the card's own registers.
    window_base: int
    window_bytes: int
    # Bits of an offset in the upper half of an aperture that has a window there.
    upper_window_bits: int

    @property
    def widest_aperture(self) -> int:
        """Bytes of an aperture whose upper half is a window for programs."""
        return 2 << self.upper_window_bits

    def of_class(self, class_name: str) -> list[Feature]:
        return [f for f in self.features if f.class_name == class_name]

    def datapath(self, name: str) -> Feature:
        return next(f for f in self.of_class("datapath") if f.name == name)

    def own_streams(self, build: Build, way: str) -> int:
        """Streams of a direction in a build that belong to a front end and to no channel."""
        fronts = enumerate(self.of_class("front_end"))
        return sum(f.movers == f"{way}_stream" for number, f in fronts if build.front_ends >> number & 1)

    def layout_number(self, name: str) -> int:
        return [layout.name for layout in self.layouts].index(name)


def load() -> Cards:
    """The table, checked."""
    compiler = RDLCompiler()
    for source in SOURCES:
        compiler.compile_file(str(REGS_DIR / source))
    space = compiler.elaborate(top_def_name="card").top
    window = type(space.get_property("window"))
    top = compiler.elaborate(top_def_name="cards").top
    cards = Cards(
        [_feature(line) for line in top.get_property("features")],
        [Layout(**_values(line)) for line in top.get_property("layouts")],
        [Build(**_values(line)) for line in top.get_property("builds")],
        type(space.get_property("constants"))["user_lines"].value,
        space.get_child_by_name("stream_port").n_elements,
        space.size,
        window["program_window_base"].value,
        window["program_window_bytes"].value,
        window["upper_window_bits"].value,
    )
    if wrong := [*rules.complaints(cards), *rules.missing_files(cards, ROOT)]:
        raise DescriptionError("\n".join(f"cards.rdl: {complaint}" for complaint in wrong))
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
    feature = Feature(class_name=values.pop("class_id"), class_id=int(line.class_id.value), **values)
    form, right = line.type_name, STRUCTURES[feature.class_name]
    if form != right:
        raise DescriptionError(
            f"cards.rdl: feature {feature.name}: a line of class {feature.class_name} is a {right}, not a {form}"
        )
    return feature
