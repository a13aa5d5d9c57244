# SPDX-License-Identifier: Apache-2.0
"""The guest's suite leaves no test program out, names none that is not there, and its README explains each."""

import re
from pathlib import Path

TESTS = Path(__file__).resolve().parents[2] / "driver/test"
# Built from crates/forebay-library-tests and crates/forebay-c.
FROM_RUST = {"host_library", "host_library_c"}


def programs():
    return {path.stem for path in TESTS.glob("*.c") if not path.stem.startswith("fby_")}


def suite():
    lines = (TESTS / "SUITE").read_text().splitlines()
    return [line.split() for line in lines if line and not line.startswith("#")]


def test_every_program_runs_and_every_line_has_a_program():
    assert {words[0] for words in suite()} == programs() | FROM_RUST


def test_every_program_is_explained():
    rows = [line for line in (TESTS / "README.md").read_text().splitlines() if line.startswith("|")]
    explained = set(re.findall(r"`(\w+)`", "\n".join(row.split("|")[2] for row in rows)))
    assert programs() | FROM_RUST <= explained


def test_every_option_that_a_line_uses_is_described():
    head = "\n".join(line for line in (TESTS / "SUITE").read_text().splitlines() if line.startswith("#"))
    used = {re.split(r"[:@]", word)[0] for words in suite() for word in words[2:]}
    assert used and all(re.search(rf"\b{option}\b", head) for option in used)


def test_the_suite_of_one_layout_is_that_of_the_other():
    """Where a card has its pages is data: whatever runs on the first layout's native loopback runs on the shell's."""

    def on(card):
        return {
            (words[0], *(w for w in words[2:] if w.startswith("module:")))
            for words in suite()
            if card in words[1].split(",")
        }

    # They load the stand-in for the vendor's driver, which asks for as many vectors as the first layout has.
    vendor = {("xdma_vendor",), ("handover",)}
    assert len(on("fast:loopback")) > 50
    assert on("fast:loopback") - vendor == on("fast:loopback-shell")
