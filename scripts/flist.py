#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Reads RTL file lists (rtl/**/<block>.f), which may include each other any number of times.

Verilator and Yosys would read a file again for each list that names it, so every runner takes the
sources from here: in order, each once. Usage: scripts/flist.py LIST...  prints paths from the root.
"""

import re
import sys
from pathlib import Path

REPO = Path(__file__).resolve().parent.parent


def read_flist(flist):
    """The source files of a list, in order, each once; nested `-f`, `+incdir+` and comments work."""
    sources, includes = [], [REPO / "rtl" / "common"]

    def visit(path):
        for raw in (REPO / path).read_text().splitlines():
            line = re.sub(r"(//|#).*", "", raw).strip()
            if not line:
                continue
            if line.startswith("-f"):
                visit(line[2:].strip())
            elif line.startswith("+incdir+"):
                include = REPO / line.removeprefix("+incdir+")
                if include not in includes:
                    includes.append(include)
            elif REPO / line not in sources:
                sources.append(REPO / line)

    visit(flist)
    for source in sources:
        if not source.is_file():
            raise FileNotFoundError(f"{flist} lists {source.relative_to(REPO)}, which does not exist")
    return sources, includes


def main():
    sources = [source for flist in sys.argv[1:] for source in read_flist(flist)[0]]
    for source in dict.fromkeys(sources):
        print(source.relative_to(REPO))
    return 0 if sources else 1


if __name__ == "__main__":
    sys.exit(main())
