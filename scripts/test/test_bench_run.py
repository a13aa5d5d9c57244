# SPDX-License-Identifier: Apache-2.0
"""bench/run.sh in a world of stand-ins: what a measurement has found is kept, and is of what is here."""

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
# A suite that says where its logs are.
SUITE = """while [ $# -gt 0 ]; do
  [ "$1" != --summary ] || echo '[{{"boots": [{{"logs": "{logs}"}}]}}]' > "$2"
  shift
done"""


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
    program(root / "bin/make", "exit 0")
    for words in (["init", "-q"], ["add", "."], [*WHO, "commit", "-q", "-m", "the script"]):
        subprocess.run(["git", *words], cwd=repo, check=True)
    program(repo / "build/venv/bin/python", 'exec python3 "$@"')
    return repo


def start(root, *names):
    path = f"{root / 'bin'}:{os.environ['PATH']}"
    return subprocess.Popen(
        [root / "repo/bench/run.sh", *names], env={**os.environ, "PATH": path},
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


def finish(process):
    out, err = process.communicate(timeout=LIMIT_S)
    return subprocess.CompletedProcess(process.args, process.returncode, out, err)


def bench(root, *names):
    with start(root, *names) as process:
        return finish(process)


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
    program(repo / "target/release/forebay", SUITE.format(logs="6.12-fast-loopback"))
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


def test_endurance_is_of_its_own_run(tmp_path):
    """Another guest may hold the folder that the logs usually go to."""
    repo = world(tmp_path)
    old = repo / "build/guest/logs/6.12-fast-loopback/output.log"
    old.parent.mkdir(parents=True)
    old.write_text(ENDURANCE.replace("30242", "11111"))
    own = repo / "build/guest/logs/6.12-fast-loopback-2/output.log"
    own.parent.mkdir(parents=True)
    own.write_text(ENDURANCE)
    program(repo / "target/release/forebay", SUITE.format(logs="6.12-fast-loopback-2"))
    ended = bench(tmp_path, "guest_endurance")
    assert ended.returncode == 0, ended.stderr
    kept = json.loads((repo / "bench/results/guest_endurance.json").read_text())["result"]
    assert any("30242 transfers" in line for line in kept), kept


def test_endurance_that_said_nothing_is_not_recorded(tmp_path):
    repo = world(tmp_path)
    log = repo / "build/guest/logs/6.12-fast-loopback/output.log"
    log.parent.mkdir(parents=True)
    log.write_text("# ---- transfers\n1..0\n# ---- transfers ended with status 0\n")
    program(repo / "target/release/forebay", SUITE.format(logs="6.12-fast-loopback"))
    ended = bench(tmp_path, "guest_endurance")
    assert ended.returncode != 0, (repo / "bench/results/guest_endurance.json").read_text()


def test_a_fuzz_run_that_counted_nothing_is_not_recorded(tmp_path):
    repo = world(tmp_path)
    ended = bench(tmp_path, "fuzz_server")
    assert ended.returncode != 0, (repo / "bench/results/fuzz_server.json").read_text()


def test_what_is_measured_by_name_is_what_is_here(tmp_path):
    """Cards and images of another commit under the name of this one."""
    repo = world(tmp_path)
    card = repo / "build/rtl/loopback/libfby_loopback.so"
    card.parent.mkdir(parents=True)
    card.write_text("of last month")
    program(tmp_path / "bin/make", f"echo 'of today' > {card}")
    program(repo / "target/release/forebay-bench", f'printf \'"%s"\' "$(cat {card})"')
    ended = bench(tmp_path, "rest")
    assert ended.returncode == 0, ended.stderr
    assert json.loads((repo / "bench/results/rest.json").read_text())["result"] == "of today"


def test_two_at_once_build_one_after_the_other(tmp_path):
    repo = world(tmp_path)
    program(tmp_path / "bin/make", "mkdir build/one-builds && sleep 0.5 && rmdir build/one-builds")
    program(repo / "target/release/forebay-bench", "echo '{}'")
    with start(tmp_path, "rest") as one, start(tmp_path, "hostile") as other:
        for process in (one, other):
            done = finish(process)
            assert done.returncode == 0, done.stderr
