# SPDX-License-Identifier: Apache-2.0
"""Writes the committed register outputs from regs/*.rdl; --check only compares, and fails on a difference."""

from __future__ import annotations

import argparse
import difflib
import sys
from pathlib import Path

import cards
import model
from cards import REGS_DIR
from exporters import c, cards_rust, cards_sv, fronts_sv, markdown, rust, sv

ROOT = REGS_DIR.parent
# Folders that hold nothing but outputs: whatever else lies there is left over from a map that is gone.
FOLDERS = [ROOT / "regs/gen", ROOT / rust.FOLDER]


def outputs() -> dict[Path, str]:
    """Every output file with the text it must have."""
    table = cards.load()
    maps = model.load(table)
    files: dict[Path, str] = {}
    for exporter in (sv, c, rust, markdown, cards_sv, fronts_sv, cards_rust):
        files.update({ROOT / path: text for path, text in exporter.export(maps, table).items()})
    return files


def leftovers(files: dict[Path, str]) -> list[Path]:
    """Files in the output folders that no exporter wrote."""
    return sorted(p for folder in FOLDERS for p in folder.glob("*") if p not in files)


def check(files: dict[Path, str]) -> int:
    """Prints what differs from the committed outputs; returns the number of files that do."""
    wrong = 0
    for path, text in files.items():
        old = path.read_text() if path.exists() else ""
        if old == text:
            continue
        wrong += 1
        name = str(path.relative_to(ROOT))
        diff = difflib.unified_diff(
            old.splitlines(True), text.splitlines(True), f"{name} (committed)", f"{name} (from regs/*.rdl)"
        )
        sys.stdout.writelines(diff)
    for path in leftovers(files):
        wrong += 1
        print(f"{path.relative_to(ROOT)}: no description produces this file")
    return wrong


def write(files: dict[Path, str]) -> None:
    """Writes every output and removes leftovers."""
    for path, text in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    for path in leftovers(files):
        path.unlink()


def main() -> int:
    """Command line entry."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare only, write nothing")
    args = parser.parse_args()
    try:
        files = outputs()
    except cards.DescriptionError as error:
        print(error, file=sys.stderr)
        return 1
    if not args.check:
        write(files)
        return 0
    wrong = check(files)
    if wrong:
        print(
            f"{wrong} register output(s) differ from regs/*.rdl; run: python regs/generate.py",
            file=sys.stderr,
        )
        return 1
    print(f"{len(files)} register outputs are up to date")
    return 0


if __name__ == "__main__":
    sys.exit(main())
