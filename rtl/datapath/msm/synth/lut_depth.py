# SPDX-License-Identifier: Apache-2.0
"""Longest register-to-register path of a netlist of gates, carry blocks and hard blocks, counted in six-input LUTs.

The open tool's own mapper (ABC) does not run in its WebAssembly build, so this one maps: AND trees are balanced,
then every node gets the cut of at most six leaves with the earliest arrival. Paths are ranked by a model, not by
a device's timing: see the constants.
"""

import re
from collections import defaultdict
from typing import NamedTuple

LUT_INPUTS = 6
CUTS_KEPT = 8
# The model, in picoseconds with a net of moderate length each; it ranks paths and promises nothing.
LUT_PS = 450
CARRY_IN_PS = 200
CARRY_BLOCK_PS = 30
CARRY_OUT_PS = 300

GATES = {"$_AND_", "$_NOT_"}
FLIP_FLOPS = ("FDRE", "FDSE", "FDCE", "FDPE", "SRL", "SRLC32E")
# A read of LUT memory is one more LUT on the way.
LUT_MEMORY = ("RAM32", "RAM64", "RAM128", "RAM256", "RAM512")


class Arrival(NamedTuple):
    """What lies before a signal on its slowest path."""

    ps: int = 0
    luts: int = 0
    carry_bits: int = 0


def net_names(module):
    """The name of each net that says most: as few generated parts as possible, then the shortest."""
    names = {}
    for name, net in module.get("netnames", {}).items():
        rank = (name.count("$"), len(name), name)
        for bit in net["bits"]:
            names[bit] = min(names.get(bit, rank), rank)
    return {bit: name for bit, (_, _, name) in names.items()}


class Netlist:
    """And-inverter graph of one module: literals are 2 * node + inverted, node 0 is the constant 0."""

    def __init__(self, module):
        self.cells = module["cells"]
        self.ports = module["ports"]
        self.names = net_names(module)
        self.driver = {}
        self.literals = {"0": 0, "1": 1, "x": 0}
        self.ands = {}
        self.leaves = {}
        self.nodes = 1
        self.hashed = {}
        for name, cell in self.cells.items():
            for port, bits in cell["connections"].items():
                if cell["port_directions"][port] == "output":
                    for bit in bits:
                        self.driver[bit] = name

    def label(self, name):
        """What a person calls a cell: its own name, or if that was generated the name of what it drives."""
        cell = self.cells[name]
        driven = [self.names[bit] for port, bits in cell["connections"].items()
                  if cell["port_directions"][port] == "output" for bit in bits if bit in self.names]  # fmt: skip
        return driven[0] if name.startswith("$") and driven else name

    def new_node(self):
        self.nodes += 1
        return self.nodes - 1

    def leaf(self, bit):
        node = self.new_node()
        self.leaves[node] = bit
        return 2 * node

    def conjunction(self, a, b):
        a, b = min(a, b), max(a, b)
        if a == 0 or a ^ b == 1:
            return 0
        if a in (1, b):
            return b
        if (a, b) not in self.hashed:
            node = self.new_node()
            self.ands[node] = (a, b)
            self.hashed[(a, b)] = 2 * node
        return self.hashed[(a, b)]

    def literal(self, bit):
        """Literal of a net; gates behind it are taken in on the way, without recursion."""
        pending = [bit]
        while pending:
            at = pending[-1]
            if at in self.literals:
                pending.pop()
                continue
            cell = self.cells.get(self.driver.get(at))
            if cell is None or cell["type"] not in GATES:
                self.literals[at] = self.leaf(at)
                continue
            inputs = [cell["connections"][port][0] for port in ("A", "B") if port in cell["connections"]]
            missing = [i for i in inputs if i not in self.literals]
            if missing:
                pending += missing
                continue
            values = [self.literals[i] for i in inputs]
            self.literals[at] = values[0] ^ 1 if cell["type"] == "$_NOT_" else self.conjunction(*values)
        return self.literals[bit]


def balanced(netlist, roots):
    """The same functions with AND trees of least depth: the new ANDs, and the literal of each old node."""
    fanout = defaultdict(int)
    for a, b in netlist.ands.values():
        fanout[a >> 1] += 1
        fanout[b >> 1] += 1
    for root in roots:
        fanout[root >> 1] += 1
    ands, level, place, hashed = {}, defaultdict(int), {0: 0}, {}

    def join(a, b):
        a, b = min(a, b), max(a, b)
        if a == 0 or a ^ b == 1:
            return 0
        if a in (1, b):
            return b
        if (a, b) not in hashed:
            node = netlist.new_node()
            ands[node] = (a, b)
            level[node] = 1 + max(level[a >> 1], level[b >> 1])
            hashed[(a, b)] = 2 * node
        return hashed[(a, b)]

    def join_all(group):
        """Two halves of at most three each: a half is still a LUT if its members are functions of two inputs."""
        if len(group) == 1:
            return group[0]
        half = (len(group) + 1) // 2
        return join(join_all(group[:half]), join_all(group[half:]))

    for node in sorted(set(netlist.ands) | set(netlist.leaves)):
        if node in netlist.leaves:
            place[node] = 2 * node
            continue
        members, open_literals = [], list(netlist.ands[node])
        while open_literals:
            at = open_literals.pop()
            if at & 1 == 0 and at >> 1 in netlist.ands and fanout[at >> 1] == 1:
                open_literals += netlist.ands[at >> 1]
            else:
                members.append(place[at >> 1] ^ (at & 1))
        members.sort(key=lambda literal: -level[literal >> 1])
        # Six at a time, so that a group is a LUT; the first group takes what does not make up whole ones.
        count = (len(members) - 2) % (LUT_INPUTS - 1) + 2
        while len(members) > 1:
            group = [members.pop() for _ in range(min(count, len(members)))]
            joined = join_all(group)
            at = len(members)
            while at and level[members[at - 1] >> 1] < level[joined >> 1]:
                at -= 1
            members.insert(at, joined)
            count = LUT_INPUTS
        place[node] = members[0]
    return ands, place


class Mapper:
    """Arrival of every node by cuts of at most six leaves, the best few kept."""

    def __init__(self, module):
        self.netlist = Netlist(module)
        self.arrivals = {}
        self.cuts = {0: [(Arrival(), ())]}
        self.best = {0: Arrival()}

    def prepare(self):
        """Takes in everything between registers and gives the endpoints: (net, where it ends)."""
        ends = [(bit, f"port {name}") for name, port in self.netlist.ports.items() if port["direction"] == "output"
                for bit in port["bits"]]  # fmt: skip
        for name, cell in self.netlist.cells.items():
            if cell["type"] not in GATES:
                label = self.netlist.label(name)
                ends += [(bit, f"{cell['type']}.{port} of {label}") for port, bits in cell["connections"].items()
                         if cell["port_directions"][port] == "input" and port not in ("C", "CLK", "WCLK")
                         for bit in bits]  # fmt: skip
        roots = [self.netlist.literal(bit) for bit, _ in ends]
        self.ands, self.place = balanced(self.netlist, roots)
        return ends

    def arrival(self, bit):
        """Arrival of a net; what it waits for is worked off first, without recursion."""
        pending = [self.place[self.netlist.literals[bit] >> 1] >> 1]
        root = pending[0]
        while pending:
            at = pending[-1]
            if at in self.best:
                pending.pop()
                continue
            before = self.before(at)
            missing = [node for node in before if node not in self.best]
            if missing:
                pending += missing
            else:
                self.settle(at)
        return self.best[root]

    def before(self, node):
        if node in self.ands:
            return [literal >> 1 for literal in self.ands[node]]
        return [self.place[self.netlist.literals[bit] >> 1] >> 1 for bit in self.comb_inputs(node)]

    def comb_inputs(self, node):
        """Nets that a leaf hangs on without a register between."""
        cell = self.netlist.cells.get(self.netlist.driver.get(self.netlist.leaves[node]))
        if cell is None:
            return []
        if cell["type"] == "CARRY4":
            return [bit for port in ("CI", "CYINIT", "DI", "S") for bit in cell["connections"][port]]
        if cell["type"].startswith(LUT_MEMORY):
            ports = cell["connections"].items()
            return [bit for port, bits in ports if port.startswith(("ADDR", "A", "DPRA")) for bit in bits]
        if cell["type"].startswith(("MUXF", "INV", "LUT")):
            return [bit for port, bits in cell["connections"].items() if port != "O" for bit in bits]
        return []

    def settle(self, node):
        if node in self.ands:
            self.settle_and(node)
            return
        cell = self.netlist.cells.get(self.netlist.driver.get(self.netlist.leaves[node]))
        arrival = Arrival()
        if cell is not None and cell["type"] == "CARRY4":
            arrival = self.carry(cell)
        elif inputs := self.comb_inputs(node):
            latest = max(self.of(bit) for bit in inputs)
            arrival = Arrival(latest.ps + LUT_PS, latest.luts + 1, latest.carry_bits)
        self.best[node] = arrival
        self.cuts[node] = [(arrival, (node,))]

    def of(self, bit):
        return self.best[self.place[self.netlist.literals[bit] >> 1] >> 1]

    def carry(self, cell):
        """Through a carry block: in from the block below, or from its own operands."""
        ports = cell["connections"]
        below = max(self.of(ports["CI"][0]), self.of(ports["CYINIT"][0]))
        if self.netlist.cells.get(self.netlist.driver.get(ports["CI"][0]), {}).get("type") == "CARRY4":
            below = Arrival(below.ps - CARRY_OUT_PS, below.luts, below.carry_bits)
        else:
            below = Arrival(below.ps + CARRY_IN_PS, below.luts, below.carry_bits)
        own = max(self.of(bit) for port in ("DI", "S") for bit in ports[port])
        own = Arrival(own.ps + CARRY_IN_PS, own.luts, own.carry_bits)
        latest = max(below, own)
        return Arrival(latest.ps + CARRY_BLOCK_PS + CARRY_OUT_PS, latest.luts, latest.carry_bits + 4)

    def settle_and(self, node):
        a, b = (literal >> 1 for literal in self.ands[node])
        found = {}
        for _, left in self.cuts[a]:
            for _, right in self.cuts[b]:
                leaves = tuple(sorted({*left, *right}))
                if len(leaves) <= LUT_INPUTS and leaves not in found:
                    latest = max((self.best[leaf] for leaf in leaves), default=Arrival())
                    found[leaves] = Arrival(latest.ps + LUT_PS, latest.luts + 1, latest.carry_bits)
        ranked = sorted(((arrival, leaves) for leaves, arrival in found.items()), key=lambda c: (c[0], len(c[1])))
        self.best[node] = ranked[0][0]
        self.cuts[node] = [*ranked[: CUTS_KEPT - 1], (self.best[node], (node,))]


def longest_paths(module, patterns):
    """(arrival, name of its end) of the slowest path of a module from yosys' JSON, for each pattern of ends wanted."""
    mapper = Mapper(module)
    found = [(mapper.arrival(bit), where) for bit, where in mapper.prepare()]
    return [max(path for path in found if re.search(pattern, path[1])) for pattern in patterns]


def longest_path(module):
    """The slowest path of all."""
    return longest_paths(module, [""])[0]
