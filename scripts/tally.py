#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Adds up what a test runner says and ends with one line for it: `cargo: 9 passed, 0 failed, 0 skipped`.

    cargo test ... 2>&1 | scripts/tally.py cargo
    pytest ... 2>&1 | scripts/tally.py pytest
    scripts/tally.py cards

What failed is named just before it, so that the end of a log tells. A test that was not run proves nothing, so it is
counted, and red unless EXPECTED_SKIPS has it with its reason. The status is not 0 when something failed, nothing
passed, or another number of tests was skipped than expected.
"""

import re
import subprocess
import sys
from pathlib import Path

REPO = Path(__file__).resolve().parent.parent
# Runner: (number of skipped tests, why they are).
EXPECTED_SKIPS = {"cargo": (0, ""), "pytest": (0, "")}

CARGO = re.compile(
    r"^test result: \w+\. (\d+) passed; (\d+) failed; (\d+) ignored; \d+ measured; (\d+) filtered out", re.MULTILINE
)
CARGO_BEGIN = re.compile(r"^running (\d+) tests?$", re.MULTILINE)
# A test that failed, and a program that ended without saying which one did.
CARGO_FAILED = re.compile(r"^---- (\S.*?) stdout ----$|^(.+: (?:status -?\d+|no end after \d+ s))$", re.MULTILINE)
PYTEST_FAILED = re.compile(r"^(?:FAILED|ERROR) (\S+)", re.MULTILINE)
PYTEST_LAST = re.compile(r"^=* ?((?:\d+ \w+(?:, )?)+) in [\d.]+s", re.MULTILINE)
PYTEST_GOOD, PYTEST_BAD = {"passed"}, {"failed", "error", "errors"}
PYTEST_SKIPPED = {"skipped", "deselected", "xfailed", "xpassed"}


def of_cargo(text):
    """(passed, failed, skipped) over all test binaries; what was begun and has no result has failed."""
    lines = [[int(number) for number in found] for found in CARGO.findall(text)]
    passed, failed, ignored, filtered = (sum(line[i] for line in lines) for i in range(4))
    lost = sum(map(int, CARGO_BEGIN.findall(text))) - passed - failed - ignored
    return passed, failed + max(lost, 0), ignored + filtered


def of_pytest(text):
    """(passed, failed, skipped) by pytest's own last line; a word that is not known counts as failed."""
    found = PYTEST_LAST.findall(text)
    counts = dict(reversed(part.split()) for part in found[-1].split(", ")) if found else {}
    total = {"passed": 0, "failed": 0, "skipped": 0}
    for word, count in counts.items():
        if word in {"warning", "warnings"}:
            continue
        kind = "passed" if word in PYTEST_GOOD else "skipped" if word in PYTEST_SKIPPED else "failed"
        total[kind] += int(count)
    return total["passed"], total["failed"], total["skipped"]


def culprits(runner, text):
    """What has failed, by name, in order and once."""
    found = {"cargo": CARGO_FAILED, "pytest": PYTEST_FAILED}[runner].finditer(text)
    return list(dict.fromkeys(next(filter(None, match.groups())) for match in found))


def verdict(runner, passed, failed, skipped):
    """The closing line, and whether it is a good one."""
    expected, reason = EXPECTED_SKIPS[runner]
    line = f"{runner}: {passed} passed, {failed} failed, {skipped} skipped"
    if skipped != expected:
        line += f" (expected {expected})"
    elif skipped:
        line += f" ({reason})"
    return line, passed > 0 and failed == 0 and skipped == expected


def cards(names, folder):
    """The same for the card builds: every variant of sim/variants.mk has its library."""
    missing = [name for name in names if not (folder / name / f"libfby_{name}.so").is_file()]
    line = f"rtl: {len(names) - len(missing)} of {len(names)} cards built"
    if missing:
        line += f"; missing: {', '.join(missing)}"
    return line, bool(names) and not missing


def main(runner):
    if runner == "cards":
        listed = subprocess.run(["make", "-s", "-C", REPO / "sim", "list"], capture_output=True, text=True, check=True)
        line, good = cards(listed.stdout.split(), REPO / "build/rtl")
    else:
        text = []
        for read in sys.stdin:
            print(read, end="", flush=True)
            text.append(read)
        whole = "".join(text)
        line, good = verdict(runner, *{"cargo": of_cargo, "pytest": of_pytest}[runner](whole))
        for name in culprits(runner, whole):
            print(f"{runner} failed: {name}")
    print(line)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
