#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The structure of a tree in counts, as JSON; with --before of two trees, one beside the other.

| count | of what |
|---|---|
| ports | of each module of `rtl/` and `sim/`: how many modules, the largest, those with more than 24 |
| facts_typed | literals that repeat what today's card table says (`scripts/check_facts.py`) |
| files_naming_msm | source files outside its folders, no tests, that name the datapath MSM (not in comments) |
| driver_circles | groups of driver files that use each other (`scripts/check_circles.py`) |
| tests_by_name, tests_in_table, tests_not_found | RTL files by how their test is found (`scripts/check_tests.py`) |
"""

import argparse
import importlib
import json
import re
import sys
from pathlib import Path

REPO = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(REPO / "scripts"))
CHECKS = ("check_circles", "check_facts", "check_tests", "check_text")
check_circles, check_facts, check_tests, check_text = map(importlib.import_module, CHECKS)

SOURCE = re.compile(r"(rtl|sim|driver|crates)/.*\.(sv|svh|c|h|cpp|rs)$")
# Not the platform's: tests, generated files, and what exists to move one datapath's data.
BESIDE = re.compile(
    r"/(test|tests|formal|synth|model|generated|examples)/|_tests?\.|/tests\.rs$|table\.rs$|^driver/uapi/"
)


def sources(root):
    """{path: text} of the tree's source files."""
    found = {}
    for path in sorted(root.glob("*/**/*")):
        name = str(path.relative_to(root))
        if SOURCE.match(name) and path.is_file():
            found[name] = path.read_text()
    return found


def ports(files):
    """Counts over all modules of the card."""
    modules = {}
    for path, text in files.items():
        if path.endswith(".sv") and not BESIDE.search(path):
            modules |= check_text.ports_of(text)
    largest = max(modules, key=modules.get)
    over = {name: count for name, count in sorted(modules.items()) if count > check_text.MODULE_PORTS}
    return {"modules": len(modules), "largest": {largest: modules[largest]}, f"over_{check_text.MODULE_PORTS}": over}


def naming(files, plug):
    """Paths of files that name a plug which they do not belong to."""
    found = []
    for path, text in files.items():
        if BESIDE.search(path) or plug in path.lower():
            continue
        code = check_facts.without_comments(text.split("#[cfg(test)]\nmod ")[0])
        if re.search(plug, code, re.IGNORECASE):
            found.append(path)
    return found


def counts(root):
    """All counts of one tree."""
    files = sources(root)
    driver = {Path(path).name: text for path, text in files.items() if re.match(r"driver/[^/]+\.[ch]$", path)}
    complaints, ways = check_tests.complaints(root)
    return {
        "ports": ports(files),
        "facts_typed": sum(1 for _ in check_facts.complaints(files, *check_facts.facts())),
        "files_naming_msm": naming(files, "msm"),
        "driver_circles": len(check_circles.circles(check_circles.uses(driver))),
        "tests_by_name": ways["name"],
        "tests_in_table": ways["table"],
        "tests_not_found": sum("has no test" in line for line in complaints),
    }


def main():
    """Prints the counts."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--before", type=Path, help="a tree to compare with")
    arguments = parser.parse_args()
    if arguments.before and not (arguments.before / "rtl").is_dir():
        parser.error(f"{arguments.before} is no tree of this repository: it has no folder rtl")
    result = {"before": counts(arguments.before.resolve())} if arguments.before else {}
    print(json.dumps(result | {"now": counts(REPO)}, indent=1))


if __name__ == "__main__":
    main()
