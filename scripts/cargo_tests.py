#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs every crate's tests as `cargo test --workspace --no-fail-fast` does, but as many programs at a time as there
are cores. Some wait for time to pass and some are busy on one core, and cargo runs one after another.

What a program says is printed in one piece when it has ended. The status is 0 when all have passed.
"""

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

REPO = Path(__file__).resolve().parent.parent
# For each program; the longest takes some minutes on two cores.
PROGRAM_SECONDS = 2400


@dataclass(frozen=True)
class Program:
    """A name to tell it by, its command, and the folder that cargo would run it in."""

    name: str
    command: tuple[str, ...]
    folder: Path


def programs(messages):
    """The test programs among cargo's messages (`--message-format=json`), in its order."""
    for line in messages.splitlines():
        message = json.loads(line)
        if message["reason"] != "compiler-artifact" or not message["executable"] or not message["profile"]["test"]:
            continue
        folder = Path(message["manifest_path"]).parent
        name = f"{folder.name} {message['target']['name']}"
        yield Program(name, (message["executable"], "--quiet"), folder)


def run(program):
    """Runs a program to its end, or to that of its time: whether it has passed, and what it said."""
    environment = os.environ | {"CARGO_MANIFEST_DIR": str(program.folder)}
    try:
        ended = subprocess.run(
            program.command, cwd=program.folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, errors="replace", timeout=PROGRAM_SECONDS, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired as late:
        said = (late.stdout or b"").decode(errors="replace")
        return False, f"{said}\n{program.name}: no end after {PROGRAM_SECONDS} s"
    if ended.returncode == 0:
        return True, ended.stdout
    return False, f"{ended.stdout}\n{program.name}: status {ended.returncode}"


def main():
    built = subprocess.run(
        ["cargo", "test", "--workspace", "--no-run", "--quiet", "--message-format=json-render-diagnostics"],
        cwd=REPO, stdout=subprocess.PIPE, text=True, check=False,
    )  # fmt: skip
    if built.returncode != 0:
        return built.returncode
    examples = Program("examples in the documentation", ("cargo", "test", "--workspace", "--doc", "--quiet"), REPO)
    good = True
    with ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        wanted = [*programs(built.stdout), examples]
        for program, (passed, said) in zip(wanted, pool.map(run, wanted), strict=True):
            print(f"--- {program.name}\n{said}", flush=True)
            good &= passed
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
