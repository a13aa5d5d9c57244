# SPDX-License-Identifier: Apache-2.0
"""guest/build.sh, guest/kernels.sh and guest/debug-kernel.sh in a world of stand-ins: a step that fails or is
killed half-way leaves nothing that a second run takes for done, and no misfit is overlooked."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from stand_ins import program

REPO = Path(__file__).resolve().parents[2]
RELEASE = "6.1.0-9-amd64"
LIMIT_S = 60

# What replaces scripts/debian.sh: packages come from the folder $WORLD. The step named in the file `stop` is killed.
DEBIAN = f"""
stop_at() {{ [ "$(cat "$WORLD/stop" 2>/dev/null)" != "$1" ] || kill -KILL $$; }}
debian_open() {{ rm -rf "$1"; mkdir -p "$1/debs"; debian_options=(-o none); stop_at lists; }}
debian_download() {{ rm -f "$1"/debs/*; stop_at image; cp "$WORLD/image.deb" "$1/debs/"; }}
debian_unpack() {{
    mkdir -p "$2/usr/src/linux-headers-{RELEASE}/include/config"
    stop_at headers
    echo 'include /usr/src/common' > "$2/usr/src/linux-headers-{RELEASE}/Makefile"
    : > "$2/usr/src/linux-headers-{RELEASE}/include/config/auto.conf"
    mkdir -p "$2/usr/lib/linux-kbuild-6.1/scripts/mod"
    echo dispatcher > "$2/usr/lib/linux-kbuild-6.1/scripts/mod/modpost"
    echo program > "$2/usr/lib/linux-kbuild-6.1/scripts/mod/modpost.real-lsb-64"
}}
"""
HOST_PROGRAMS = (
    "bash", "cat", "chmod", "cp", "cut", "dd", "dirname", "find", "flock", "ln", "mkdir", "mv", "rm", "sed",
    "sha256sum", "tail", "tar", "touch", "xz", "yes",
)  # fmt: skip
PROGRAMS = {
    "apt-cache": f"""case " $* " in
  *" show "*) echo 'Depends: linux-image-{RELEASE} (= 1)' ;;
  *) printf '  Depends: linux-headers-6.1-common\\n  Depends: linux-kbuild-6.1\\n' ;;
esac""",
    "dpkg-deb": 'cat "$2"',
    # It says what matters first and then more than a pipe holds: who stops reading there ends it by SIGPIPE.
    "ldd": "echo 'libc.so.6: version GLIBC_2.38 not found'; yes 'libz => /lib/libz' | dd bs=64k count=32 status=none",
    "gcc-12": "exit 0",
    "make": """case "$*" in
  *kernelrelease) echo 6.12.0-debug ;;
  *tinyconfig | *olddefconfig) cp guest/debug.config "$(sed -nE 's/.* O=([^ ]+) .*/\\1/p' <<< " $* ")/.config" ;;
  *bzImage*) [ ! -e "$WORLD/broken" ] || { echo 'drivers/pci: this does not compile'; exit 2; } ;;
  *" M="*) dir="$(sed -nE 's/.* M=([^ ]+) .*/\\1/p' <<< " $* ")"
     [ ! -e "$WORLD/broken" ] || { echo 'modpost: not found'; exit 2; }; touch "$dir/probe.ko" ;;
esac""",
}  # fmt: skip


class World:
    """A repository with the scripts, and a PATH with the stand-ins in front."""

    def __init__(self, root):
        self.root, self.repo = root, root / "repo"
        for name in ("guest/build.sh", "guest/kernels.sh", "guest/debug-kernel.sh"):
            (self.repo / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(REPO / name, self.repo / name)
        (self.repo / "scripts").mkdir()
        (self.repo / "scripts/debian.sh").write_text(DEBIAN)
        (self.repo / "guest/debug.config").write_text("CONFIG_KASAN=y\n")
        program(self.repo / "guest/source.sh", "exit 0")
        program(self.repo / "build/guest/source/scripts/kconfig/merge_config.sh", "exit 0")
        for name, text in PROGRAMS.items():
            program(root / "bin" / name, text)
        loader = self.repo / "build/tools/trixie/usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2"
        program(loader, "exit 0")
        self.kernel = self.repo / "build/guest/kernels/6.1"
        self.path = f"{root / 'bin'}:/usr/bin:/bin"
        self._image()

    def hide_the_host(self):
        """Leaves of the host's programs only those that the scripts name; it may have what a test takes away."""
        for name in HOST_PROGRAMS:
            if not (self.root / "bin" / name).exists():
                (self.root / "bin" / name).symlink_to(shutil.which(name))
        self.path = str(self.root / "bin")

    def _image(self):
        image = self.root / "image"
        for name in (
            f"boot/vmlinuz-{RELEASE}", f"boot/config-{RELEASE}", "lib/modules/x/kernel/drivers/pci/pcie/aer_inject.ko",
        ):  # fmt: skip
            (image / name).parent.mkdir(parents=True, exist_ok=True)
            (image / name).write_text(name)
        subprocess.run(["tar", "-cf", self.root / "image.deb", "-C", image, "./boot", "./lib"], check=True)

    def mark(self, name, text=""):
        (self.root / name).write_text(text)

    def unmark(self, name):
        (self.root / name).unlink()

    def run(self, script, *arguments):
        environment = {**os.environ, "PATH": self.path, "WORLD": str(self.root)}
        return subprocess.run(
            [self.repo / script, *arguments], env=environment, capture_output=True, text=True, timeout=LIMIT_S
        )  # fmt: skip


@pytest.fixture
def world(tmp_path):
    return World(tmp_path)


def assert_whole(world):
    kernel = world.kernel
    assert (kernel / "release").read_text().strip() == RELEASE
    assert (kernel / "vmlinuz").read_text() == f"boot/vmlinuz-{RELEASE}"
    assert (kernel / "modules/aer_inject.ko").is_file()
    assert (kernel / ".stamp").is_file()
    headers = (kernel / "build").resolve()
    assert (headers / "Makefile").read_text() == f"include {kernel}/root/usr/src/common\n"
    compiler = (headers / ".kernelvariables").read_text()
    assert compiler.startswith("CC = ") and compiler.strip().endswith("gcc-12")
    assert not list(kernel.parent.glob("*.new"))


def test_a_kernel_that_there_is_not_is_refused_before_anything_is_fetched(world):
    for name in ("source.sh", "kernels.sh"):
        program(world.repo / "guest" / name, 'touch "$WORLD/fetched"')
    run = world.run("guest/build.sh", "6.12", "5.10")
    assert (run.returncode, run.stdout) == (1, "")
    assert run.stderr == "guest: there is no kernel 5.10; there are 6.1, 6.12 and debug\n"
    assert not (world.root / "fetched").exists()


def test_a_kernel_is_fetched_once(world):
    assert world.run("guest/kernels.sh", "6.1").returncode == 0
    assert_whole(world)
    again = world.run("guest/kernels.sh", "6.1")
    assert (again.returncode, again.stdout) == (0, "")


def test_a_build_tool_that_does_not_run_here_is_wrapped_however_much_ldd_says(world):
    assert world.run("guest/kernels.sh", "6.1").returncode == 0
    modpost = world.kernel / "root/usr/lib/linux-kbuild-6.1/scripts/mod/modpost"
    text = modpost.read_text()
    assert "ld-linux" in text and f'"{modpost}.real-lsb-64"' in text


@pytest.mark.parametrize("step", ["lists", "headers", "image"])
def test_what_was_killed_half_way_is_made_whole_by_the_next_run(world, step):
    world.mark("stop", step)
    assert world.run("guest/kernels.sh", "6.1").returncode != 0
    assert not (world.kernel / "release").exists()
    world.unmark("stop")
    assert world.run("guest/kernels.sh", "6.1").returncode == 0
    assert_whole(world)


def test_an_older_kernel_stays_whole_while_a_newer_one_cannot_be_fetched(world):
    assert world.run("guest/kernels.sh", "6.1").returncode == 0
    with (world.repo / "guest/kernels.sh").open("a") as script:
        script.write("# another version of it\n")
    world.mark("stop", "image")
    assert world.run("guest/kernels.sh", "6.1").returncode != 0
    assert (world.kernel / "vmlinuz").read_text() == f"boot/vmlinuz-{RELEASE}"
    assert (world.kernel / "release").is_file()


def test_without_its_compiler_it_stops_and_the_advice_helps(world):
    (world.root / "bin/gcc-12").unlink()
    world.hide_the_host()
    stopped = world.run("guest/kernels.sh", "6.1")
    assert stopped.returncode == 1 and "gcc-12, which is missing" in stopped.stderr
    assert not world.kernel.exists()
    program(world.root / "bin/gcc-12", PROGRAMS["gcc-12"])
    assert world.run("guest/kernels.sh", "6.1").returncode == 0
    assert_whole(world)


def test_a_kernel_is_made_again_when_the_unpacked_tools_are_others(world):
    assert world.run("guest/kernels.sh", "6.1").returncode == 0
    (world.repo / "build/tools/trixie/.packages").write_text("gcc-12\n")
    assert "fetching" in world.run("guest/kernels.sh", "6.1").stdout
    assert world.run("guest/kernels.sh", "6.1").stdout == ""


def test_a_kernel_that_builds_no_module_is_not_taken_as_there(world):
    world.mark("broken")
    first = world.run("guest/kernels.sh", "6.1")
    assert first.returncode == 1 and "modpost: not found" in first.stderr
    assert world.run("guest/kernels.sh", "6.1").returncode == 1
    world.unmark("broken")
    assert world.run("guest/kernels.sh", "6.1").returncode == 0
    assert_whole(world)


def test_a_debug_kernel_whose_build_failed_is_not_taken_as_there(world):
    image = world.repo / "build/guest/kernels/debug/build/arch/x86/boot/bzImage"
    inject = world.repo / "build/guest/kernels/debug/build/drivers/pci/pcie/aer_inject.ko"
    # Those of an earlier build, which `cp` would take.
    for path in (image, inject):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("old")
    world.mark("broken")
    for _ in range(2):
        failed = world.run("guest/debug-kernel.sh")
        assert failed.returncode == 1 and "this does not compile" in failed.stderr
        assert not (world.repo / "build/guest/kernels/debug/release").exists()
    world.unmark("broken")
    done = world.run("guest/debug-kernel.sh")
    assert done.returncode == 0 and "ready: 6.12.0-debug" in done.stdout
    assert world.run("guest/debug-kernel.sh").stdout == ""


def test_a_line_that_the_debug_configuration_refuses_is_named(world):
    make = PROGRAMS["make"].replace("cp guest/debug.config", ": > /dev/null; echo CONFIG_X=y >")
    program(world.root / "bin/make", make)
    refused = world.run("guest/debug-kernel.sh")
    assert refused.returncode == 1 and "CONFIG_KASAN=y" in refused.stderr
