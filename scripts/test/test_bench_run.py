# SPDX-License-Identifier: Apache-2.0
"""bench/run.sh in a world of stand-ins: what a measurement has found is not lost."""

import json
import os
import shutil
import subprocess
from pathlib import Path

REPO = Path(__file__).resolve().parents[2]
LIMIT_S = 60
WHO = ["-c", "user.name=tests", "-c", "user.email=tests@localhost"]

FOUND = {"result": "hostile", "bodies": [{"failure": {"why": "lost", "schedule": {"seed": 4711, "steps": []}}}]}
# What driver/test/endurance.c prints, between the marks of forebay-guest.
ENDURANCE = """# ---- endurance
# seed=1
# 30242 transfers, 154159122 bytes, in 9.126 s, 50 processes killed
ok 1 - every one of the 8 places has moved something
ok 2 - no wrong byte
1..2
# ---- endurance ended with status 0
"""


def program(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/bash\n{text}\n")
    path.chmod(0o755)


def world(root):
    """A repository with the script alone in one commit, and a cargo that builds nothing."""
    repo = root / "repo"
    (repo / "bench/results").mkdir(parents=True)
    shutil.copy(REPO / "bench/run.sh", repo / "bench/run.sh")
    program(root / "bin/cargo", "exit 0")
    for words in (["init", "-q"], ["add", "."], [*WHO, "commit", "-q", "-m", "the script"]):
        subprocess.run(["git", *words], cwd=repo, check=True)
    program(repo / "build/venv/bin/python", 'exec python3 "$@"')
    return repo


def bench(root, *names):
    path = f"{root / 'bin'}:{os.environ['PATH']}"
    return subprocess.run(
        [root / "repo/bench/run.sh", *names],
        env={**os.environ, "PATH": path}, capture_output=True, text=True, timeout=LIMIT_S, check=False,
    )  # fmt: skip


def test_a_schedule_that_failed_is_kept(tmp_path):
    repo = world(tmp_path)
    program(repo / "target/release/forebay-bench", f"echo '{json.dumps(FOUND)}'; exit 1")
    ended = bench(tmp_path, "hostile")
    assert ended.returncode != 0
    kept = ended.stdout + ended.stderr + "".join(path.read_text() for path in (repo / "bench/results").iterdir())
    assert "4711" in kept, "the schedule of an hour's run is lost"


def test_endurance_keeps_its_counts(tmp_path):
    repo = world(tmp_path)
    log = repo / "build/guest/logs/6.12-fast-loopback/output.log"
    log.parent.mkdir(parents=True)
    log.write_text(ENDURANCE)
    program(repo / "target/release/forebay", "exit 0")
    ended = bench(tmp_path, "guest_endurance")
    assert ended.returncode == 0, ended.stderr
    kept = json.loads((repo / "bench/results/guest_endurance.json").read_text())["result"]
    assert any("30242 transfers" in line for line in kept), kept
    assert "no wrong byte" in kept


def test_a_result_names_the_commit_that_it_is_of(tmp_path):
    repo = world(tmp_path)
    head = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=repo, capture_output=True, text=True, check=True
    ).stdout.strip()  # fmt: skip
    (repo / ".gitignore").write_text("/build/\n/target/\n")
    program(repo / "target/release/forebay-bench", "echo '{}'")

    def commit():
        ended = bench(tmp_path, "dma_loopback")
        assert ended.returncode == 0, ended.stderr
        return json.loads((repo / "bench/results/dma_loopback.json").read_text())["commit"]

    assert commit() == f"{head}-dirty", "a file is there that is not committed"
    (repo / ".gitignore").unlink()
    (repo / ".git/info/exclude").write_text("/build/\n/target/\n")
    assert commit() == head, "the result itself is no change"


def test_a_suite_with_red_checks_is_recorded_and_one_that_left_nothing_is_not(tmp_path):
    repo = world(tmp_path)
    kept = repo / "bench/results/guest_debug.json"
    summary = repo / "build/guest/suite-debug.json"
    summary.parent.mkdir(parents=True)
    summary.write_text('["of yesterday"]')
    program(tmp_path / "bin/make", "exit 2")
    ended = bench(tmp_path, "guest_debug")
    assert ended.returncode != 0 and "left no" in ended.stderr
    assert not kept.exists()
    program(tmp_path / "bin/make", "echo '[\"of today\"]' > build/guest/suite-debug.json; exit 2")
    ended = bench(tmp_path, "guest_debug")
    assert ended.returncode == 0, ended.stderr
    assert json.loads(kept.read_text())["result"] == ["of today"]
