# SPDX-License-Identifier: Apache-2.0
"""scripts/setup.sh in a world of stand-ins, and what a new user's first steps leave behind."""

import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest
from stand_ins import program

REPO = Path(__file__).resolve().parents[2]
LIMIT_S = 60
NOBODY = 65534
HOST_PROGRAMS = (
    "bash", "cat", "chmod", "chown", "cmp", "cp", "cut", "dirname", "flock", "grep", "head", "mkdir", "mv", "paste",
    "readlink", "rm", "sed", "sh", "sha256sum", "tr",
)  # fmt: skip
# Programs that need only be there.
PRESENT = (
    "make", "busybox", "xz", "bc", "bison", "flex", "sparse", "qemu-system-x86_64", "gcc-12", "gcc-14",
    "chromium-headless-shell",
)  # fmt: skip
PROGRAMS = {
    "cargo": "echo cargo 1.99.0",
    "g++": 'case "$1" in -dumpversion) echo 14 ;; *) cat > /dev/null ;; esac',
    "verilator": "echo Verilator 5.032",
    # A static program is none that it knows.
    "ldd": "exit 1",
    "python3": """if [ "$2" = venv ]; then
  mkdir -p "$3/bin"
  for name in python pip; do
    printf '#!/bin/sh\\n# %s\\n' "$3/bin/python" > "$3/bin/$name"
    chmod +x "$3/bin/$name"
  done
fi""",
    "apt-get": 'echo "$@" >> "$LOG"',
    "id": 'case "$1" in -u) echo 0 ;; *) echo root ;; esac',
} | dict.fromkeys(PRESENT, "")


class World:
    """A repository with the script, and a PATH that has stand-ins and nothing else."""

    def __init__(self, root):
        self.repo, self.bin, self.log = root / "repo", root / "bin", root / "apt.log"
        for name in ("setup.sh", "debian.sh", "requirements.txt"):
            (self.repo / "scripts").mkdir(parents=True, exist_ok=True)
            shutil.copy(REPO / "scripts" / name, self.repo / "scripts" / name)
        shutil.copy(REPO / "Cargo.toml", self.repo)
        for name, text in PROGRAMS.items():
            program(self.bin / name, text)
        for name in HOST_PROGRAMS:
            (self.bin / name).symlink_to(shutil.which(name))

    def setup(self, *first, **options):
        """`first`: folders in front of PATH."""
        path = ":".join(map(str, [*first, self.bin]))
        return subprocess.run(
            [self.repo / "scripts/setup.sh"], env={"PATH": path, "LOG": str(self.log)}, cwd="/",
            capture_output=True, text=True, check=False, timeout=LIMIT_S, **options,
        )  # fmt: skip


@pytest.fixture
def world():
    """Where another user can come too, unlike in pytest's own folders."""
    with tempfile.TemporaryDirectory() as root:
        Path(root).chmod(0o755)
        yield World(Path(root))


def somebody():
    """Options of a process that root's right to write everywhere does not help."""
    return {"user": NOBODY, "group": NOBODY, "extra_groups": []} if os.geteuid() == 0 else {}


def test_a_browser_is_brought_and_may_be_missing(world):
    """Only one test wants it."""
    (world.bin / "chromium-headless-shell").unlink()
    program(world.bin / "apt-get", 'echo "$@" >> "$LOG"; case "$*" in *chromium*) exit 100 ;; esac')
    run = world.setup()
    assert run.returncode == 0, run.stderr
    said = run.stdout.splitlines()
    assert said[0] == "setup: installing chromium-headless-shell, for the test of report pages"
    assert said[1].startswith("setup: no chromium-headless-shell: "), "that it is missing, and what comes of it"
    assert said[2:] == ["setup: creating build/venv", "setup: ready"]
    assert "install -y -qq --no-install-recommends chromium-headless-shell" in world.log.read_text()


def test_it_is_silent_when_all_is_there(world):
    first, second = world.setup(), world.setup()
    assert (first.returncode, first.stdout) == (0, "setup: creating build/venv\nsetup: ready\n"), first.stderr
    assert (second.returncode, second.stdout, second.stderr) == (0, "", "")


def test_a_repository_that_was_moved_gets_python_tools_that_run(world):
    """The first line of each names the place it was installed in."""
    assert world.setup().returncode == 0
    world.repo = world.repo.rename(world.repo.with_name("elsewhere"))
    again = world.setup()
    assert (again.returncode, again.stdout) == (0, "setup: creating build/venv\nsetup: ready\n"), again.stderr


def test_a_repository_reached_by_a_link_is_the_same_one(world):
    assert world.setup().returncode == 0
    link = world.repo.with_name("link")
    link.symlink_to(world.repo)
    world.repo = link
    again = world.setup()
    assert (again.returncode, again.stdout, again.stderr) == (0, "", "")


def test_tools_of_another_clone_in_path_are_not_the_systems(world):
    """Its wrappers would be called by ours, and may go, or lead back, any day."""
    first = world.repo
    assert world.setup().returncode == 0
    world.repo = first.with_name("second")
    shutil.copytree(first / "scripts", world.repo / "scripts")
    shutil.copy(REPO / "Cargo.toml", world.repo)
    run = world.setup(first / "build/tools/bin")
    assert run.returncode == 0, run.stderr
    for name in ("verilator", "g++-sim", "qemu-system-x86_64"):
        wrapper = (world.repo / "build/tools/bin" / name).read_text()
        assert f"exec '{world.bin}/{name.removesuffix('-sim')}'" in wrapper, wrapper


def test_what_is_ready_may_lie_where_nobody_writes(world):
    assert world.setup().returncode == 0
    for path in (world.repo, world.repo / "build"):
        path.chmod(0o555)
    run = world.setup(**somebody())
    assert (run.returncode, run.stdout, run.stderr) == (0, "", "")


@pytest.mark.parametrize("closed", [".", "build", "build/.setup-lock"])
def test_a_folder_that_cannot_be_written_is_named_where_something_must_be_made(world, closed):
    if closed != ".":
        (world.repo / "build").mkdir(mode=0o777)
        (world.repo / "build/.setup-lock").touch()
    (world.repo / closed).chmod(0o555)
    run = world.setup(**somebody())
    assert (run.returncode, run.stdout) == (1, "")
    message = f"setup: root cannot write in {world.repo}/build; make the repository writable"
    assert run.stderr.startswith(message) and run.stderr.count("\n") == 1


@pytest.mark.skipif(os.geteuid() != 0, reason="only root brings packages for another user")
def test_what_root_has_begun_the_owner_goes_on_with(world):
    for path in (world.repo, *world.repo.rglob("*")):
        os.chown(path, NOBODY, NOBODY)
    cargo = world.bin / "cargo"
    cargo.rename(cargo.with_suffix(".away"))
    assert world.setup().returncode == 1
    cargo.with_suffix(".away").rename(cargo)
    run = world.setup(**somebody())
    assert (run.returncode, run.stdout) == (0, "setup: creating build/venv\nsetup: ready\n"), run.stderr


@pytest.mark.parametrize("name", ["my work", "a:b"])
def test_a_place_that_make_cannot_take_is_refused(world, name):
    world.repo = world.repo.rename(world.repo.with_name(name))
    run = world.setup()
    assert run.returncode == 1
    assert name in run.stderr and "move the repository" in run.stderr
    assert not (world.repo / "build").exists()


def test_packages_come_although_root_has_no_cargo(world):
    """Rust by rustup is a user's own; root only brings what apt brings."""
    for name in ("cargo", "flex"):
        (world.bin / name).unlink()
    run = world.setup()
    assert run.returncode == 1
    assert "install -y -qq --no-install-recommends flex" in world.log.read_text()

    program(world.bin / "flex", "")
    run = world.setup()
    assert run.returncode == 1
    assert "root has no cargo" in run.stderr and "run it as the user who has it" in run.stderr


def test_a_mirror_that_does_not_answer_is_named(tmp_path):
    """apt itself takes it for one that has no packages, and then names every one of them."""
    apt = shutil.which("apt-get")
    mirror = "[ $1 != indextargets ] || { echo http://127.0.0.1:9/debian; exit; }"
    program(tmp_path / "apt-get", f'{mirror}\nexec {apt} -o Acquire::Retries=0 "$@"')
    script = f'die() {{ echo "$*" >&2; exit 1; }}; . "{REPO}/scripts/debian.sh"; debian_open "{tmp_path}/work" trixie'
    run = subprocess.run(
        ["bash", "-euc", script], env=os.environ | {"PATH": f"{tmp_path}:{os.environ['PATH']}"},
        capture_output=True, text=True, check=False, timeout=LIMIT_S,
    )  # fmt: skip
    assert run.returncode == 1, run.stderr
    assert "could not read the package lists of trixie" in run.stderr


def test_what_documented_commands_write_is_ignored():
    """Otherwise `make lint` complains of a file that the README has made."""
    texts = subprocess.run(["git", "ls-files", "*.md"], cwd=REPO, capture_output=True, text=True, check=True).stdout
    written = set()
    for name in texts.split():
        written |= set(re.findall(r"--(?:out|wave|record) ([\w./-]+\.\w+)", (REPO / name).read_text()))
    assert written
    loose = [
        name for name in sorted(written)
        if subprocess.run(["git", "check-ignore", "--quiet", name], cwd=REPO, check=False).returncode
    ]  # fmt: skip
    assert not loose


def test_what_the_drivers_build_in_its_folder_leaves_is_ignored():
    """As its README builds it; `make lint` would take objects for sources."""
    left = ("chan.o", ".chan.o.cmd", "forebay.ko", "forebay.mod", "forebay.mod.c", "Module.symvers", "modules.order")
    loose = [
        name for name in left
        if subprocess.run(["git", "check-ignore", "--quiet", f"driver/{name}"], cwd=REPO, check=False).returncode
    ]  # fmt: skip
    assert not loose
