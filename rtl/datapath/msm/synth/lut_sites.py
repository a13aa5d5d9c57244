# SPDX-License-Identifier: Apache-2.0
"""Resources of a mapped netlist for UltraScale+, LUTs counted as places in a slice.

A place is a LUT with two outputs: it holds one function of six inputs, or two of at most five inputs together, or one
shift register of 32 bits, or two of 16 that read the same position. The mapper knows only functions, so pairs are made
here; only functions with an input in common are paired, although unlike ones could be. Each bit of a carry chain takes
its place, with a function in it or without.
"""

import re
from collections import Counter, defaultdict

PAIR_INPUTS = 5
# Cells of the device, by what they are. One of our modules is a slice as it is.
GROUPS = {
    "flip_flop": r"FD[RSCP]E(_1)?",
    "carry_bits": r"CARRY4",
    "dsp48e2": r"DSP48E2|fby_mul_slice",
    "bram18": r"RAMB18E2",
    "bram36": r"RAMB36E2",
    "uram": r"URAM288",
}
CARRY_BITS = 4
# LUTs that a RAM of them takes, by its name.
RAM_LUTS = {
    "RAM32M": 4, "RAM32M16": 8, "RAM64M": 4, "RAM64M8": 8,
    "RAM32X1S": 1, "RAM64X1S": 1, "RAM128X1S": 2, "RAM256X1S": 4, "RAM512X1S": 8,
    "RAM32X1D": 2, "RAM64X1D": 2, "RAM128X1D": 4, "RAM256X1D": 8,
}  # fmt: skip
CONSTANTS = ("0", "1", "x", "z")


def lut_functions(cells):
    """Inputs and output of each LUT."""
    found = []
    for cell in cells.values():
        if re.fullmatch(r"LUT[1-6]|INV", cell["type"]):
            ports = cell["connections"]
            inputs = frozenset(bits[0] for name, bits in ports.items() if name != "O")
            found.append((inputs - set(CONSTANTS), ports["O"][0]))
    return found


def pairs(functions):
    """How many pairs of functions fit one LUT together; greedy, most inputs in common first."""
    users = defaultdict(list)
    for index, inputs in enumerate(functions):
        for bit in inputs:
            users[bit].append(index)
    taken, count = set(), 0
    for index in sorted(range(len(functions)), key=lambda i: -len(functions[i])):
        inputs = functions[index]
        if index in taken or len(inputs) > PAIR_INPUTS:
            continue
        # A net with many users would be looked at for each of them, and says little.
        near = Counter(other for bit in inputs if len(users[bit]) < 64 for other in users[bit])
        fitting = [
            (common, -other)
            for other, common in near.items()
            if other != index and other not in taken and len(inputs | functions[other]) <= PAIR_INPUTS
        ]
        if fitting:
            taken |= {index, -max(fitting)[1]}
            count += 1
    return count


def carry_places(cells, outputs):
    """Pairs of nets that select a carry bit: those that are no output of a LUT need a place of their own."""
    return sum(
        1
        for cell in cells.values()
        if cell["type"] == "CARRY4"
        for bit in cell["connections"]["S"]
        if bit not in outputs and bit not in CONSTANTS
    )


def shift_register_places(cells):
    """LUTs of the shift registers: two short ones share a LUT if they have position, clock and enable in common."""
    short = Counter(
        tuple(str(cell["connections"].get(port)) for port in ("A0", "A1", "A2", "A3", "CE", "CLK"))
        for cell in cells.values()
        if cell["type"] == "SRL16E"
    )
    return sum((number + 1) // 2 for number in short.values()) + sum(
        cell["type"] == "SRLC32E" for cell in cells.values()
    )


def resources(module):
    """What a module of yosys' JSON takes, black boxes within it left out."""
    cells = module["cells"]
    types = Counter(cell["type"] for cell in cells.values())
    found = {
        group: sum(number for name, number in types.items() if re.fullmatch(pattern, name))
        for group, pattern in GROUPS.items()
    }
    found["carry_bits"] *= CARRY_BITS
    functions = lut_functions(cells)
    logic = len(functions) - pairs([inputs for inputs, _ in functions])
    logic += carry_places(cells, {output for _, output in functions})
    found |= {
        "lut_functions": len(functions),
        "lut_logic": logic,
        "shift_registers": types["SRL16E"] + types["SRLC32E"],
        "lut_shift_register": shift_register_places(cells),
        "lut_ram": sum(number * RAM_LUTS[name] for name, number in types.items() if re.match(r"RAM\d", name)),
    }
    found["lut"] = found["lut_logic"] + found["lut_shift_register"] + found["lut_ram"]
    return found
