# SPDX-License-Identifier: Apache-2.0
"""The measure of logic depth on netlists whose depth is known."""

import importlib.util
from pathlib import Path

spec = importlib.util.spec_from_file_location("lut_depth", Path(__file__).parents[1] / "synth" / "lut_depth.py")
lut_depth = importlib.util.module_from_spec(spec)
spec.loader.exec_module(lut_depth)


def gate(kind, output, *inputs):
    """A cell as yosys writes it."""
    ports = dict(zip("ABY", [*inputs, output], strict=False)) if len(inputs) == 2 else {"A": inputs[0], "Y": output}
    directions = {port: "output" if port == "Y" else "input" for port in ports}
    return {"type": kind, "port_directions": directions, "connections": {p: [bit] for p, bit in ports.items()}}


def module(inputs, output, cells):
    return {
        "ports": {"i": {"direction": "input", "bits": inputs}, "o": {"direction": "output", "bits": [output]}},
        "cells": {f"c{n}": cell for n, cell in enumerate(cells)},
    }


def and_chain(width):
    """The AND of `width` inputs, written as a chain."""
    cells = [gate("$_AND_", 1000, 1, 2)]
    cells += [gate("$_AND_", 1000 + n, 999 + n, n + 2) for n in range(1, width - 1)]
    return module(list(range(1, width + 1)), 998 + width, cells)


def test_chain_is_counted_as_the_tree_it_can_be():
    for width, luts in ((2, 1), (6, 1), (7, 2), (36, 2), (37, 3), (183, 3)):
        arrival, end = lut_depth.longest_path(and_chain(width))
        assert (arrival.luts, arrival.carry_bits, end) == (luts, 0, "port o"), width


def test_wire_and_inverter_are_no_logic():
    arrival, _ = lut_depth.longest_path(module([1], 2, [gate("$_NOT_", 2, 1)]))
    assert arrival.luts == 0


def test_exclusive_or_of_six_is_one_lut():
    cells, before, at = [], 1, 100
    for n in range(2, 7):
        # a ^ b = ~(a & b) & ~(~a & ~b)
        cells += [gate("$_AND_", at, before, n), gate("$_NOT_", at + 1, before), gate("$_NOT_", at + 2, n)]
        cells += [gate("$_AND_", at + 3, at + 1, at + 2), gate("$_NOT_", at + 4, at), gate("$_NOT_", at + 5, at + 3)]
        cells.append(gate("$_AND_", at + 6, at + 4, at + 5))
        before, at = at + 6, at + 10
    arrival, _ = lut_depth.longest_path(module(list(range(1, 7)), before, cells))
    assert arrival.luts == 1


def test_register_ends_a_path():
    flip_flop = {
        "type": "FDRE",
        "port_directions": {"C": "input", "D": "input", "Q": "output"},
        "connections": {"C": [3], "D": [10], "Q": [11]},
    }
    cells = [gate("$_AND_", 10, 1, 2), flip_flop, gate("$_AND_", 12, 11, 2)]
    arrival, _ = lut_depth.longest_path(module([1, 2, 3], 12, cells))
    assert arrival.luts == 1


def test_end_is_named_by_the_net_behind_it_and_chosen_by_name():
    cells = []
    for n, width in ((0, 40), (1, 3)):
        # A register behind the AND of so many inputs.
        cells += [gate("$_AND_", 1000 + 100 * n, 1, 2)]
        cells += [gate("$_AND_", 1000 + 100 * n + k, 999 + 100 * n + k, k + 2) for k in range(1, width - 1)]
        flip_flop = {"C": [3], "D": [998 + 100 * n + width], "Q": [2000 + n]}
        directions = {"C": "input", "D": "input", "Q": "output"}
        cells.append({"type": "FDRE", "port_directions": directions, "connections": flip_flop})
    netlist = module(list(range(1, 50)), 2000, cells)
    netlist["cells"] = {f"$auto${name}": cell for name, cell in netlist["cells"].items()}
    netlist["netnames"] = {
        "$flatten\\u_space.state_q": {"bits": [2000]},
        "u_space.state_q": {"bits": [2000]},
        "u_other.state_q": {"bits": [2001]},
    }
    (whole, whole_end), (part, part_end) = lut_depth.longest_paths(netlist, ["", r" of u_other\."])
    assert (whole.luts, whole_end) == (3, "FDRE.D of u_space.state_q")
    assert (part.luts, part_end) == (1, "FDRE.D of u_other.state_q")


def carry(below, operands, out):
    connections = {"CI": [below], "CYINIT": ["0"], "DI": operands, "S": operands}
    connections |= {"O": [out + n for n in range(4)], "CO": [out + 4 + n for n in range(4)]}
    directions = {port: "output" if port in ("O", "CO") else "input" for port in connections}
    return {"type": "CARRY4", "port_directions": directions, "connections": connections}


def test_carry_blocks_are_counted_in_bits():
    cells = [carry("0", [1, 2, 3, 4], 100), carry(107, [1, 2, 3, 4], 200), carry(207, [1, 2, 3, 4], 300)]
    arrival, _ = lut_depth.longest_path(module([1, 2, 3, 4], 303, cells))
    assert (arrival.luts, arrival.carry_bits) == (0, 12)
