# SPDX-License-Identifier: Apache-2.0
"""Reads regs/*.rdl and hands out plain data: maps, groups, registers, fields.

The exporters and the register walk tests see only these classes, never the compiler's.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import cards
from cards import REGS_DIR, ROOT, Cards, DescriptionError, Feature
from systemrdl import RDLCompiler
from systemrdl.node import AddrmapNode, FieldNode, MemNode, Node, RegfileNode, RegNode

# In order of appearance in every output. Each entry: source file, the address maps in it.
SOURCES = [
    ("xdma.rdl", ["xdma"]),
    ("interrupts.rdl", ["interrupts"]),
    ("descriptor.rdl", ["desc", "c2h_result", "poll_wb", "batch_desc", "batch_record", "s2mm_record"]),
    ("user.rdl", ["user"]),
    ("card.rdl", ["card"]),
    ("fault.rdl", ["fault"]),
    ("plug.rdl", ["plug"]),
]
# Properties of a map that hold a member of an enum of named numbers.
CONSTANTS = ("constants", "purposes", "under_way", "cut", "window")
# The map that pages of plugs join, and the one that says where the card is on its bus.
USER, CARD = "user", "card"


@dataclass
class Choice:
    """A named value: of a field, or an index of an array."""

    name: str
    value: int
    desc: str


@dataclass
class Field:
    """Bits lsb to lsb+width-1 of a register. reset is None where it depends on the build or on an input."""

    name: str
    lsb: int
    width: int
    desc: str
    access: str
    reset: int | None
    choices: list[Choice] = field(default_factory=list)
    # Class of features whose kinds, of the card table, are the choices.
    kinds_of: str | None = None

    @property
    def msb(self) -> int:
        return self.lsb + self.width - 1

    @property
    def mask(self) -> int:
        return ((1 << self.width) - 1) << self.lsb


@dataclass
class Reg:
    """A 32-bit register at an offset within its group (or map, if it is in no group)."""

    name: str
    offset: int
    title: str
    desc: str
    fields: list[Field]
    count: int = 1
    stride: int = 4
    is_array: bool = False

    @property
    def reset(self) -> int:
        return sum((f.reset or 0) << f.lsb for f in self.fields)

    @property
    def known_mask(self) -> int:
        """Bits whose reset value is the same in every build; undescribed bits read 0."""
        return 0xFFFF_FFFF & ~sum(f.mask for f in self.fields if f.reset is None)


@dataclass
class Instance:
    """A place where a group of registers appears."""

    name: str
    base: int
    count: int
    stride: int
    is_array: bool


@dataclass
class Group:
    """Registers that appear together, once or at several places; or a memory, which has none."""

    name: str
    title: str
    desc: str
    regs: list[Reg]
    size: int
    instances: list[Instance] = field(default_factory=list)
    index_names: list[Choice] = field(default_factory=list)
    events: list[Choice] = field(default_factory=list)


@dataclass
class Map:
    """One address map: either groups or plain registers, and named constants beside them."""

    name: str
    title: str
    desc: str
    size: int
    groups: list[Group]
    regs: list[Reg]
    constants: list[Choice] = field(default_factory=list)


def load(table: Cards | None = None) -> list[Map]:
    """All address maps of the card, with what the card table adds to them."""
    table = table or cards.load()
    maps = [_read_map(_elaborated(REGS_DIR / source, name)) for source, names in SOURCES for name in names]
    windows = [f for f in table.features if f.window]
    maps += [_read_map(_elaborated(ROOT / f.file("_window.rdl"), f"{f.name}_window")) for f in windows]
    for m in maps:
        if m.name == USER:
            _add_kinds(m, table)
            m.groups += [_read_plug(f) for f in table.features if f.registers]
        if m.name == CARD:
            _add_place(m, table)
    return maps


def events(feature: Feature) -> list[Choice]:
    """Events that a feature counts in its own page."""
    return _read_plug(feature).events if feature.registers else []


def _elaborated(path: Path, name: str) -> AddrmapNode:
    compiler = RDLCompiler()
    compiler.compile_file(str(path))
    return compiler.elaborate(top_def_name=name).top


def _add_kinds(m: Map, table: Cards) -> None:
    """Names of the kinds: of a field that holds one, and of all others as constants of the map."""
    shown = set()
    for f in (f for group in m.groups for reg in group.regs for f in reg.fields):
        if f.kinds_of:
            f.choices = [Choice(line.name.upper(), line.kind, line.desc) for line in table.of_class(f.kinds_of)]
            shown.add(f.kinds_of)
    m.constants += [
        Choice(f"{line.class_name}_{line.name}".upper(), line.kind, f"Feature: {line.desc}")
        for line in table.features
        if line.class_name not in shown
    ]


def _add_place(m: Map, table: Cards) -> None:
    """Where a card of the first layout is on its bus, as constants of the map."""
    layout = table.layouts[0]
    faults = next(f for f in table.features if f.name == "faults")
    m.constants += [
        Choice("PCI_VENDOR", layout.pci_vendor, "PCI vendor; that of the XDMA core, whose drivers so bind."),
        Choice("PCI_DEVICE", layout.pci_device, "PCI device; one of those in the stock XDMA driver's table."),
        Choice(
            "PCI_SUBSYSTEM",
            layout.pci_subsystem,
            "PCI subsystem id, with PCI_VENDOR as subsystem vendor: "
            "tells a card with these registers from all others that have the core's ids.",
        ),
        Choice("USER_BAR", layout.user_bar, "Number of the BAR with the card's own registers."),
        Choice("USER_BAR_BYTES", layout.user_bar_bytes, "Size of that BAR."),
        Choice("DMA_BAR", layout.dma_bar, "Number of the BAR with the XDMA block and the table of messages."),
        Choice("DMA_BAR_BYTES", layout.dma_bar_bytes, "Size of that BAR."),
        Choice("APERTURE_BAR", layout.aperture_bar, "Number of the BAR that shows the card address space."),
        Choice(
            "APERTURE_BAR_BYTES",
            layout.aperture_bar_bytes,
            "Size of that BAR: a power of two that holds the card address space.",
        ),
        Choice(
            "FAULT_PAGE", faults.page, "Where the fault-injection page is among the own registers of a simulated card."
        ),
    ]


def _read_plug(feature: Feature) -> Group:
    """The page of a plug as a group of registers, where the card table puts it."""
    node = _elaborated(ROOT / feature.file(".rdl"), feature.name)
    member = node.get_property("events", default=None)
    return Group(
        name=feature.name,
        title=node.get_property("name"),
        desc=_described(node),
        regs=[_read_reg(r) for r in node.registers(unroll=False)],
        size=node.size,
        instances=[Instance(feature.name, feature.page, 1, node.size, False)],
        events=_choices(type(member)) if member is not None else [],
    )


def _described(node: Node) -> str:
    desc = node.get_property("desc")
    if not desc:
        raise DescriptionError(f'{node.get_path()}: no description; add desc = "..."')
    return " ".join(desc.split())


def _access(node: FieldNode) -> str:
    """Software access kind: r, rw, w, then what a read or write does beside that."""
    kind = node.get_property("sw").name
    onread, onwrite = node.get_property("onread"), node.get_property("onwrite")
    if onread is not None and onread.name == "rclr":
        return "rc"
    if onwrite is not None and onwrite.name in ("woset", "woclr"):
        return {"woset": "w1s", "woclr": "w1c"}[onwrite.name]
    if node.get_property("singlepulse"):
        return "pulse"
    return kind


def _choices(enum) -> list[Choice]:
    return [Choice(m.name.upper(), int(m.value), " ".join((m.rdl_desc or "").split())) for m in enum]


def _read_field(node: FieldNode) -> Field:
    encode = node.get_property("encode")
    kinds_of = node.get_property("kinds_of", default=None)
    return Field(
        name=node.inst_name,
        lsb=node.lsb,
        width=node.width,
        desc=_described(node),
        access=_access(node),
        reset=node.get_property("reset"),
        choices=_choices(encode) if encode else [],
        kinds_of=kinds_of.name if kinds_of is not None else None,
    )


def _read_reg(node: RegNode) -> Reg:
    return Reg(
        name=node.inst_name,
        offset=node.raw_address_offset,
        title=node.get_property("name"),
        desc=_described(node),
        fields=[_read_field(f) for f in node.fields()],
        count=node.n_elements,
        stride=node.array_stride if node.is_array else 4,
        is_array=node.is_array,
    )


def _read_group(node: RegfileNode) -> Group:
    # The default covers maps whose source does not define the property at all.
    member = node.get_property("index_names", default=None)
    return Group(
        name=node.type_name,
        title=node.get_property("name"),
        desc=_described(node),
        regs=[_read_reg(r) for r in node.registers(unroll=False)],
        size=node.size,
        index_names=_choices(type(member)) if member is not None else [],
    )


def _read_memory(node: MemNode) -> Group:
    return Group(name=node.type_name, title=node.get_property("name"), desc=_described(node), regs=[], size=node.size)


def _read_map(node: AddrmapNode) -> Map:
    groups: dict[str, Group] = {}
    regs: list[Reg] = []
    for child in node.children(unroll=False):
        if isinstance(child, RegNode):
            regs.append(_read_reg(child))
            continue
        if isinstance(child, MemNode):
            group = groups.setdefault(child.type_name, _read_memory(child))
        elif isinstance(child, RegfileNode):
            group = groups.setdefault(child.type_name, _read_group(child))
        else:
            raise DescriptionError(f"{child.get_path()}: only registers, register files and memories may be here")
        stride = child.array_stride if child.is_array else child.size
        group.instances.append(
            Instance(child.inst_name, child.raw_address_offset, child.n_elements, stride, child.is_array)
        )
    constants = [node.get_property(name, default=None) for name in CONSTANTS]
    return Map(
        name=node.inst_name,
        title=node.get_property("name"),
        desc=_described(node),
        size=node.size,
        groups=list(groups.values()),
        regs=regs,
        constants=[c for member in constants if member is not None for c in _choices(type(member))],
    )
