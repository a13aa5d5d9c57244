# SPDX-License-Identifier: Apache-2.0
"""bench/flakes.sh in a world of stand-ins: what it records is of what it says, and it leaves nothing running."""

import contextlib
import json
import os
import shutil
import signal
import subprocess
import time
from pathlib import Path

REPO = Path(__file__).resolve().parents[2]
LIMIT_S = 60
WHO = ["-c", "user.name=tests", "-c", "user.email=tests@localhost"]

# One program, no failure.
PASSED = """[{"kernel": "6.12", "failed": 0, "boots": [],
  "programs": [{"name": "a", "card": "c", "dma": "direct", "failed": []}]}]"""
# A guest: notes that it began, and leaves the summary; what is put in its place ends it in another way.
GUEST = """while [ $# -gt 0 ]; do [ "$1" != --summary ] || to=$2; shift; done
echo "$$" >> guests
echo '{summary}' > "$to"
{ends}"""


def program(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/bash\n{text}\n")
    path.chmod(0o755)


def guest(repo, summary=PASSED, ends="exit 0"):
    program(repo / "target/release/forebay", GUEST.format(summary=summary, ends=ends))


def world(root):
    """A repository with the script and a driver, a make that builds nothing, and a guest that passes."""
    repo = root / "repo"
    (repo / "bench/results").mkdir(parents=True)
    shutil.copy(REPO / "bench/flakes.sh", repo / "bench/flakes.sh")
    (repo / "driver").mkdir()
    (repo / "driver/chan.c").write_text("int a;\n")
    (repo / ".gitignore").write_text("/build/\n/target/\n/guests\n")
    program(root / "bin/make", "exit 0")
    for words in (["init", "-q"], ["add", "."], [*WHO, "commit", "-q", "-m", "all"]):
        subprocess.run(["git", *words], cwd=repo, check=True)
    program(repo / "build/venv/bin/python", 'exec python3 "$@"')
    guest(repo)
    return repo


@contextlib.contextmanager
def started(root, *beside):
    path = f"{root / 'bin'}:{os.environ['PATH']}"
    with subprocess.Popen(
        [root / "repo/bench/flakes.sh", "1", "1", *beside], env={**os.environ, "PATH": path},
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True,
    ) as process:  # fmt: skip
        try:
            yield process
        finally:
            for left in alive(process.pid):
                os.kill(left, signal.SIGKILL)


def flakes(root, *beside):
    with started(root, *beside) as process:
        out, _ = process.communicate(timeout=LIMIT_S)
        return process.returncode, out


def recorded(repo):
    return json.loads((repo / "bench/results/guest_flakes.json").read_text())["result"]


def until(held, what):
    limit = time.monotonic() + LIMIT_S
    while not held():
        assert time.monotonic() < limit, what
        time.sleep(0.05)


def alive(session):
    """Processes of a session, which are all that its first one has started and nobody has waited for."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, _, of = stat.read_text().rpartition(")")[2].split()[:4]
        except OSError:
            continue
        if int(of) == session and state != "Z":
            found.append(int(stat.parent.name))
    return found


def test_rounds_of_what_is_not_committed_are_nobody_elses(tmp_path):
    repo = world(tmp_path)
    status, out = flakes(tmp_path)
    assert status == 0, out
    committed = recorded(repo)["commit"]
    (repo / "driver/chan.c").write_text("int b;\n")
    (repo / "guests").unlink()
    status, out = flakes(tmp_path)
    assert status == 0, out
    assert (repo / "guests").exists(), "no round of this driver ran"
    changed = recorded(repo)["commit"]
    assert changed.startswith(f"{committed}-dirty-"), "the driver that ran is no commit's"
    (repo / "driver/new.c").write_text("int c;\n")
    assert flakes(tmp_path)[0] == 0
    assert recorded(repo)["commit"] not in (committed, changed), "a file that git does not know is a change too"


def test_one_that_is_ended_leaves_nothing_running(tmp_path):
    repo = world(tmp_path)
    guest(repo, ends="sleep 1000")
    with started(tmp_path, "touch command; sleep 1000") as process:
        until(lambda: (repo / "guests").exists() and (repo / "command").exists(), "nothing began")
        process.send_signal(signal.SIGTERM)
        process.wait(timeout=LIMIT_S)
        until(lambda: not alive(process.pid), "rounds or commands go on with nobody there")


def test_one_that_is_ended_while_it_starts_something_leaves_nothing_running(tmp_path):
    repo = world(tmp_path)
    script = repo / "bench/flakes.sh"
    begun = '    "$@" &\n'
    assert script.read_text().count(begun) == 1
    script.write_text(script.read_text().replace(begun, f"{begun}    kill -TERM $$\n"))
    with started(tmp_path, "sleep 1000") as process:
        process.wait(timeout=LIMIT_S)
        until(lambda: not alive(process.pid), "what had just begun goes on")


def test_what_failed_outside_of_programs_is_named(tmp_path):
    repo = world(tmp_path)
    boots = '"failed": 1, "boots": [{"logs": "6.12-c-bounce", "failed": ["a did not run"]}]'
    guest(repo, PASSED.replace('"failed": 0, "boots": []', boots), "exit 5")
    status, out = flakes(tmp_path)
    assert status != 0, out
    assert "full-1: 6.12-c-bounce: a did not run" in recorded(repo)["outside"]
    assert recorded(repo)["failed"] == 3, "races on two cards, and a suite"


def test_a_suite_that_was_cut_short_is_no_round(tmp_path):
    repo = world(tmp_path)
    guest(repo, ends="exit 4")
    status, out = flakes(tmp_path)
    assert status != 0, out
    guest(repo)
    status, out = flakes(tmp_path)
    assert status == 0, out
    assert recorded(repo)["rounds"] == {"full": 1, "races-loopback": 1, "races-msm-toy": 1}
    assert len((repo / "guests").read_text().split()) == 2 + 3, "what was cut short did not run again"


def test_a_command_beside_the_rounds_is_waited_for(tmp_path):
    repo = world(tmp_path)
    status, out = flakes(tmp_path, "until [ $(wc -l < guests) -eq 3 ]; do sleep 0.1; done; sleep 3; touch done")
    assert status == 0, out
    assert (repo / "done").exists(), "a record of an hour was cut off"


def test_a_command_beside_the_rounds_that_fails_is_red(tmp_path):
    world(tmp_path)
    status, out = flakes(tmp_path, "true", "echo why; exit 3")
    assert status != 0
    assert "failed: echo why; exit 3" in out
