#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Platform code that names a datapath or a front end; prints each such line and fails on any.

The names are those of the card table, regs/cards.rdl. A plug is named by a module, a package, a path or a constant of
it (`fby_NAME`, `USER_NAME_...`, `user::NAME`, `forebay_NAME_...`), by any identifier that has the name as a part of it
(`u_NAME`, `logic NAME_busy`, `struct NameState`), and in a string; in comments it may be mentioned. Names that are
words of C and Rust as well (`WORDS`) count there when a string is nothing but the name, or a card's (`"fast:NAME"`);
in RTL they count as all others. A file belongs to a plug when a folder of its path, or a part of its name, is the
plug's name. Tests may name whom they test, and generated files are none of the platform's.

Somewhere a program has to list what it was built with. Those files are named below, each with what it lists; one that
names nobody any more must leave the list.
"""

import re
import subprocess
import sys
from pathlib import Path

REPO = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(REPO / "regs"))

# What is platform: everything below these, of these kinds.
PLATFORM = re.compile(
    r"(rtl/(axi|card|common|dma|irq|mem|reg|status|stream)/|sim/|driver/[^/]*$"
    r"|crates/forebay(-bus|-builds|-card-fast|-card-rtl|-faults|-guest|-link|-sim|-trace|-vfio-user|)/src/).*\.(sv|svh|c|h|cpp|rs)$|"
    r"driver/[^/]*\.(c|h)$"
)
TESTS = re.compile(r"/(test|tests|formal)/|[_/]tests?\.|tb_")
# Where a program lists its plugs, and where front ends meet the back end.
LISTS = {
    "crates/forebay-card-fast/src/datapath/mod.rs": "lists the datapaths of the native card",
    "crates/forebay-card-fast/src/front_end/mod.rs": "lists the front ends of the native card",
    "crates/forebay-card-fast/src/words.rs": "makes the identifier word, the same in every block of the map",
    "crates/forebay/src/dma_engine.rs": "says which front end the library knows",
    "crates/forebay/src/in_process/capture/engine.rs": "drives the front end that captures, as a kernel does",
    "crates/forebay/src/in_process/pairs/channel.rs": "drives the registers that both directions have, by one's names",
    "crates/forebay/src/in_process/pairs/owner.rs": "reads what such a front end can do",
    "crates/forebay/src/in_process/pairs/ring.rs": "reads the records of both, which have the name of one",
    "crates/forebay/src/in_process/transmit/engine.rs": "drives the front end that sends, as a kernel does",
    "crates/forebay/src/capture/error.rs": "says what the status of such a front end means",
    "crates/forebay/src/node/stream.rs": "says it of the status that a driver has kept",
    "crates/forebay/src/transmit/air.rs": "tells of the part of a datapath that sends",
    "crates/forebay/src/in_process/doorbell.rs": "starts that front end by one store",
    "crates/forebay/src/in_process/engine/registers.rs": "drives the front end of a card in the same process",
    "crates/forebay/src/in_process/programs/backend.rs": "is a program of the front end whose window programs reach",
    "crates/forebay/src/in_process/programs/mod.rs": "finds that front end",
    "crates/forebay/src/in_process/programs/registers.rs": "does to it what a kernel does",
    "crates/forebay/src/node/family.rs": "tells the nodes of the card vendor's driver, which has that name, from ours",
    "crates/forebay/src/node/failure.rs": "says how to look for them",
    "crates/forebay/src/node/mod.rs": "says how they are called",
    "crates/forebay/src/node/programs/mod.rs": "opens its node",
    "crates/forebay/src/user_queue/reason.rs": "decodes its reasons",
    "crates/forebay/src/user_queue/scheme.rs": "lists its schemes",
    "crates/forebay/src/user_queue/sequence/mod.rs": "says where in its window what is",
    "crates/forebay-card-fast/src/front_end/pairs/mod.rs": "has registers of two front ends, by one's names",
    "crates/forebay-card-fast/src/front_end/pairs/record.rs": "has the record of both, which has the name of one",
    "rtl/dma/pairs/fby_pairs.sv": "says where they begin if nobody says so",
    "rtl/dma/pairs/fby_pairs_buffer_regs.sv": "has further ones of those registers",
    "rtl/dma/pairs/fby_pairs_pkg.sv": "takes sizes from the registers of one of the front ends that pairs are for",
    "rtl/dma/pairs/fby_pairs_regs.sv": "has the registers that these have in common, by the names of one of them",
    "driver/discover.c": "looks for the channels of the front end that the driver has",
    "driver/cap_ring.c": "says which front end captures, and where its registers are",
    "driver/pairs_engine.c": "has registers of two front ends, by one's names",
    "driver/pairs_find.c": "finds those",
    "driver/tx_ring.c": "says which front end transmits, and where its registers are",
}
GENERATED = "Generated from the SystemRDL in regs/"
# Plugs that are called by words of C and Rust, and by such as name who asks for an access in RTL, too.
WORDS, WORDS_OF_RTL = {"copy", "sink", "source"}, {"source"}
# What is called like a plug and is none: a layout, the platform's part of the XDMA map, a module of the back end.
OTHERS = re.compile(
    r"\bLAYOUT_XDMA\b|\blayout::XDMA\b|\bFOREBAY_XDMA_(?:IRQ|MSIX)\w*|\bforebay_regs::xdma::\{?(?=irq|msix|IRQ|MSIX)"
    r"|\bfby_dma_(?:copy|s2mm|mm2s)\b"
)
# An identifier of two words or more has a part for each.
PARTS = re.compile(r"_|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
STRING = re.compile(r'"((?:[^"\\]|\\.)*)"')
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)


def plugs():
    """Names of all datapaths and front ends of the card table."""
    import cards

    return [f.name for f in cards.load().features if f.class_name in ("front_end", "datapath")]


def names(plug):
    """Pattern of an identifier or a path that names the plug."""
    upper = plug.upper()
    # Words of the language of registers: the interrupt block of the XDMA map is the platform's.
    mine = rf"(?!{upper}_(?:IRQ|MSIX))"
    return re.compile(
        rf"\bfby_{plug}(?:_\w+)?\b|\b(?:\w+_)?(?:DATAPATH|FRONT_END|KIND|USER)_{upper}(?:_\w+)?\b|\bFOREBAY_{mine}{upper}_\w+\b"
        rf"|\b{upper}_(?:CHAN|H2C|C2H|SGDMA|CONFIG)\w*\b"
        rf"|\b(?:user|cards|kind|datapath|front_end|features|generated)::(?:{plug}|{upper})\b"
        rf"|\bforebay_{plug}(?:_\w+)?\b|\b{plug}::(?:PLUG|[A-Z]\w+::new)\b"
        rf"|\bforebay_regs::{plug}(?!::\{{?(?:irq|msix|IRQ|MSIX))\b"
    )


def named_in(path, plug, line):
    """How a line of code names the plug, or None."""
    line = OTHERS.sub("", line)
    if found := names(plug).search(line):
        return found.group(0)
    if plug in WORDS and (plug in WORDS_OF_RTL or not path.endswith((".sv", ".svh"))):
        # Of a word that RTL has as well a string says nothing either, unless it is a card's name.
        alone = None if plug in WORDS_OF_RTL else plug
        return next((text for text in STRING.findall(line) if text == alone or text.endswith(f":{plug}")), None)
    words = re.findall(r"[A-Za-z]\w*", line)
    return next((word for word in words if plug in (part.lower() for part in [word, *PARTS.split(word)])), None)


def without_comments(text):
    """The text with its comments blanked, line by line as before."""
    return COMMENT.sub(lambda found: re.sub(r"[^\n]", " ", found.group(0)), text)


def belongs_to(path, plug):
    """Whether the file is the plug's own."""
    return any(plug in re.split(r"[_.-]", part) for part in Path(path).parts)


def without_tests(path, text):
    """Of a Rust file, what stands above its tests."""
    return text.split("#[cfg(test)]\nmod ")[0] if path.endswith(".rs") else text


def complaints(files, known, lists=None):
    """All complaints about the platform files; `files` maps paths to texts, `known` are the plugs' names."""
    lists = LISTS if lists is None else lists
    listing = set()
    for path, text in sorted(files.items()):
        if not PLATFORM.match(path) or TESTS.search(path) or GENERATED in text[:400]:
            continue
        code = without_comments(without_tests(path, text))
        for plug in known:
            if belongs_to(path, plug):
                continue
            for number, line in enumerate(code.splitlines(), 1):
                if not (found := named_in(path, plug, line)):
                    continue
                listing.add(path)
                if path not in lists:
                    yield f"{path}:{number}: platform code names {plug}: {found}"
    for path in sorted(set(lists) - listing):
        gone = "names no plug" if path in files else "is not there"
        yield f"{path}: {gone} any more; take it out of LISTS"


def advice(found):
    """What to do about lines that name a plug: those of a new name are mostly not about the plug at all."""
    if not any("platform code names" in complaint for complaint in found):
        return []
    return [
        "check_plugs: code about a plug belongs into its folder; where such a line means something else, "
        "call the plug otherwise (a word of C or Rust may be one of WORDS)"
    ]


def tracked():
    """Paths of the repository and what is in them."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    output = subprocess.run(command, cwd=REPO, capture_output=True, text=True, check=True).stdout
    paths = [path for path in output.splitlines() if PLATFORM.match(path) and (REPO / path).is_file()]
    return {path: (REPO / path).read_text() for path in paths}


def main():
    """Checks the repository; returns the exit status."""
    files, known = tracked(), plugs()
    if not files or not known:
        print("check_plugs: nothing to check")
        return 1
    found = list(complaints(files, known))
    print("\n".join([*found, *advice(found)]))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
