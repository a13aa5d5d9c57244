# SPDX-License-Identifier: Apache-2.0
"""The count of LUTs on netlists whose count is known."""

import importlib.util
from pathlib import Path

spec = importlib.util.spec_from_file_location("lut_sites", Path(__file__).parents[1] / "synth" / "lut_sites.py")
lut_sites = importlib.util.module_from_spec(spec)
spec.loader.exec_module(lut_sites)


def lut(inputs, output):
    """A LUT as yosys writes it."""
    ports = {f"I{n}": [bit] for n, bit in enumerate(inputs)} | {"O": [output]}
    return {"type": f"LUT{len(inputs)}", "connections": ports}


def count(*cells):
    return lut_sites.resources({"cells": {f"c{n}": cell for n, cell in enumerate(cells)}})


def carry(selects):
    return {"type": "CARRY4", "connections": {"S": selects, "DI": [1, 1, 1, 1], "CI": ["0"]}}


def shift_register(kind, position, output):
    ports = {f"A{n}": [bit] for n, bit in enumerate(position)} | {"CE": ["1"], "CLK": [1], "D": [2], "Q": [output]}
    return {"type": kind, "connections": ports}


def test_functions_of_the_same_five_inputs_share_a_lut():
    assert count(lut([1, 2, 3, 4, 5], 100), lut([1, 2, 3], 101))["lut"] == 1


def test_functions_of_six_inputs_together_do_not():
    found = count(lut([1, 2, 3], 100), lut([3, 4, 5, 6], 101))
    assert (found["lut_functions"], found["lut"]) == (2, 2)


def test_six_inputs_fill_a_lut():
    assert count(lut([1, 2, 3, 4, 5, 6], 100), lut([1, 2], 101))["lut"] == 2


def test_functions_with_nothing_in_common_are_not_paired():
    assert count(lut([1, 2], 100), lut([3, 4], 101))["lut"] == 2


def test_a_function_is_in_one_pair_only():
    assert count(lut([1, 2], 100), lut([1, 2], 101), lut([1, 2], 102))["lut"] == 2


def test_three_operand_adder_takes_a_lut_for_each_bit():
    """A full adder and the half adder behind it: majority of bit n, and parity of bit n with the majority below."""
    cells, selects = [], []
    for n in range(4):
        a, b, c = 10 * n + 2, 10 * n + 3, 10 * n + 4
        cells += [lut([a, b, c], 1000 + n), lut([a, b, c, 999 + n], 2000 + n)]
        selects.append(2000 + n)
    found = count(*cells, carry(selects))
    assert (found["lut"], found["carry_bits"]) == (4, 4)


def test_carry_bit_without_a_function_takes_its_place():
    assert count(carry([5, 6, 7, "0"]))["lut"] == 3
    assert count(carry([5, 6, 100, "0"]), lut([7, 8], 100))["lut"] == 3


def test_short_shift_registers_pair_where_they_read_the_same_position():
    same = [shift_register("SRL16E", "0101", 100 + n) for n in range(3)]
    other = shift_register("SRL16E", "0111", 200)
    found = count(*same, other)
    assert (found["shift_registers"], found["lut_shift_register"]) == (4, 3)
    assert count(shift_register("SRLC32E", "0101", 100), shift_register("SRLC32E", "0101", 101))["lut"] == 2


def test_other_cells_are_counted_by_kind():
    kinds = ["FDRE", "FDSE", "DSP48E2", "DSP48E2", "RAMB18E2", "RAMB36E2", "URAM288", "RAM64M8"]
    found = count(*({"type": kind, "connections": {}} for kind in kinds))
    assert {name: number for name, number in found.items() if number} == {
        "flip_flop": 2, "dsp48e2": 2, "bram18": 1, "bram36": 1, "uram": 1, "lut_ram": 8, "lut": 8,
    }  # fmt: skip
