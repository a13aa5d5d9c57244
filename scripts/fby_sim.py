# SPDX-License-Identifier: Apache-2.0
"""Builds a block with Verilator and runs its cocotb tests; the one runner of every rtl/**/test.

A pytest function calls `run_cocotb` once per build variant. The run is red when the build fails,
when the simulator dies, when any cocotb test fails, and when no cocotb test ran at all.

Models are kept under build/sim and rebuilt only when a source, an include, a parameter, a define
or this file changed; Verilator's own objects are compiled once for all of them. `FOREBAY_WAVES=1` in
the environment writes an FST next to the results.
"""

import fcntl
import hashlib
import json
import os
import re
import shutil
import subprocess
import xml.etree.ElementTree as ET
from pathlib import Path

from flist import read_flist

REPO = Path(__file__).resolve().parent.parent
TOOLS = REPO / "build" / "tools" / "bin"
VENV = REPO / "build" / "venv" / "bin"

# Style and lint are `make lint`'s business; every other warning stops the build, and an elaboration
# `$error` is such a warning.
HARNESS_WARNINGS = ["-Wno-lint", "-Wno-style"]


def fingerprint(paths, facts):
    """A digest of the content of files and of everything else that decides what is built."""
    digest = hashlib.sha256(json.dumps(facts, sort_keys=True, default=str).encode())
    for path in sorted(set(paths)):
        digest.update(str(path).encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _command(toplevel, sources, includes, parameters, defines, waves, optimise, verilator_args):
    import cocotb
    import cocotb.config

    libraries = cocotb.config.libs_dir
    shim = Path(cocotb.__file__).parent / "share" / "lib" / "verilator" / "verilator.cpp"
    return [
        str(TOOLS / "verilator"), "--cc", "--exe", "--build", "-j", "2", "--vpi",
        "--assert", "-DCOCOTB_SIM=1", "--timescale", "1ns/1ps", "--top-module", toplevel,
        "--prefix", "Vtop", "-o", "sim", "-Mdir", "obj", "-CFLAGS", "-std=c++20",
        *(["--trace-fst", "--trace-structs"] if waves else []),
        "-LDFLAGS", f"-Wl,-rpath,{libraries} -L{libraries} -lcocotbvpi_verilator -lsupc++",
        "-MAKEFLAGS", f"CXX={TOOLS / 'g++-sim'} LINK={TOOLS / 'g++-sim'} OPT_FAST={optimise} OPT_GLOBAL=-O2",
        # A model is one file: several are built side by side anyway, and each part would read all headers again.
        "-MAKEFLAGS", "VM_PARALLEL_BUILDS=0",
        *HARNESS_WARNINGS, *verilator_args,
        *(f"-D{define}" for define in defines),
        *(f"-I{include}" for include in includes),
        *(f"-G{name}={value}" for name, value in parameters.items()),
        "public.vlt", str(shim), *map(str, sources),
    ]  # fmt: skip


def _public(toplevel, sources):
    """The configuration that says which signals tests see: those of the top level, named one by one.

    Making all of a design visible keeps the compiler from optimising any of it away. Verilator 5.032 would list genvars
    as well, after it has unrolled them, so they are left out; a word that names no signal does no harm. What a macro
    declares begins with the word it is given.
    """
    text = next(source for source in sources if source.stem == toplevel).read_text()
    names = set(re.findall(r"[a-zA-Z_]\w*", text)) - set(re.findall(r"\bgenvar\s+(\w+)", text))
    names |= {f"{word}_*" for word in re.findall(r"`\w+\((\w+)", text)}
    lines = [f'public_flat_rw -module "{toplevel}" -var "{name}"' for name in sorted(names)]
    return "\n".join(["`verilator_config", *lines, ""])


def _verilator_version():
    return subprocess.run([TOOLS / "verilator", "--version"], capture_output=True, text=True, check=True).stdout


def _flags(log):
    """What decides how Verilator's own sources are compiled, as a build has printed it."""
    return sorted(set(re.findall(r"-DV[ML]_\w+=\w+", log.read_text())))


def _lend_runtime(runtime, obj):
    """Puts Verilator's own objects, compiled for a build before, where the next build makes them; arguments for it."""
    obj.mkdir(exist_ok=True)
    lent = sorted(runtime.glob("*.o")) if (runtime / "flags").exists() else []
    for made in lent:
        shutil.copyfile(made, obj / made.name)
    # They are older than the model's makefile, which make would compile them again for.
    return [word for made in lent for word in ("-MAKEFLAGS", f"-o {made.name}")]


def _keep_runtime(runtime, obj, flags):
    """Keeps what `_lend_runtime` lends, all at once: another runner may look."""
    if runtime.exists():
        return
    made = runtime.with_name(f"{runtime.name}.{os.getpid()}")
    made.mkdir()
    for part in obj.glob("verilated*.o"):
        shutil.copyfile(part, made / part.name)
    (made / "flags").write_text("\n".join(flags))
    try:
        made.rename(runtime)
    except OSError:
        shutil.rmtree(made)


def _compile(directory, command, runtime):
    """Builds in `directory`, with Verilator's own objects of an earlier build if they were made with the same flags."""
    log, obj = directory / "build.log", directory / "obj"
    for lent in (True, False):
        shutil.rmtree(obj, ignore_errors=True)
        more = _lend_runtime(runtime, obj) if lent else []
        with log.open("w") as out:
            status = subprocess.run([*command, *more], cwd=directory, stdout=out, stderr=subprocess.STDOUT, check=False)
        if status.returncode != 0:
            tail = "\n".join(log.read_text().splitlines()[-60:])
            raise AssertionError(f"verilator build failed, see {log.relative_to(REPO)}:\n{tail}")
        flags = _flags(log)
        _keep_runtime(runtime, obj, flags)
        if (runtime / "flags").read_text().splitlines() == flags:
            return


def _build(directory, command, public, digest, runtime):
    """Runs the build when its fingerprint changed; two runners of one model wait for each other."""
    directory.mkdir(parents=True, exist_ok=True)
    stamp = directory / "stamp"
    with (directory / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if stamp.exists() and stamp.read_text() == digest and (directory / "obj" / "sim").exists():
            return
        stamp.unlink(missing_ok=True)
        (directory / "public.vlt").write_text(public)
        _compile(directory, command, runtime)
        stamp.write_text(digest)


def _environment(toplevel, module, module_dirs, testcase, seed, results, extra):
    import find_libpython

    env = dict(os.environ)
    env.update(
        MODULE=module,
        TOPLEVEL=toplevel,
        TOPLEVEL_LANG="verilog",
        COCOTB_RESULTS_FILE=str(results),
        LIBPYTHON_LOC=find_libpython.find_libpython() or "",
        PYTHONPATH=os.pathsep.join([*map(str, module_dirs), env.get("PYTHONPATH", "")]),
        VIRTUAL_ENV=str(VENV.parent),
        PATH=os.pathsep.join([str(VENV), str(TOOLS), env["PATH"]]),
        RANDOM_SEED=str(seed),
        COCOTB_REDUCED_LOG_FMT="1",
        # pytest rewrites assertions of its own process only; cocotb does it for the simulator's.
        COCOTB_PYTEST_ASSERT_REWRITE="1",
    )
    env.pop("PYTEST_CURRENT_TEST", None)
    if testcase:
        env["TESTCASE"] = testcase
    env.update(extra)
    return env


def _check_results(results, log, returncode):
    tail = "\n".join(log.read_text(errors="replace").splitlines()[-80:])
    where = f"see {log.relative_to(REPO)}:\n{tail}"
    if returncode != 0:
        raise AssertionError(f"the simulator ended with status {returncode}, {where}")
    if not results.exists():
        raise AssertionError(f"the simulator wrote no results, {where}")
    cases = list(ET.parse(results).iter("testcase"))
    failed = [case.get("name") for case in cases if case.find("failure") is not None or case.find("error") is not None]
    passed = [case for case in cases if case.find("skipped") is None and case.get("name") not in failed]
    if failed:
        raise AssertionError(f"cocotb tests failed: {', '.join(failed)}, {where}")
    if not passed:
        raise AssertionError(f"no cocotb test ran, {where}")
    return len(passed)


def run_cocotb(
    toplevel,
    flist,
    module,
    parameters=None,
    defines=(),
    extra_sources=(),
    testcase=None,
    seed=1,
    extra_env=None,
    verilator_args=(),
    timeout_seconds=1200,
    brief=False,
):
    """Builds `toplevel` and runs the cocotb tests of `module` on it; returns how many passed.

    `flist` and `extra_sources` are paths relative to the repository root; `module` is the name of a
    Python module beside the extra sources, beside the list (`test/` included) or in `rtl/common/test`.
    `parameters` become `-G`, `defines` become `-D`, `extra_env` reaches the tests' environment. A test
    that touches signals below `toplevel` asks for `--public-flat-rw` in `verilator_args`. A `brief` run takes less time
    than to optimise the model would.
    """
    parameters = dict(parameters or {})
    sources, includes = read_flist(flist)
    includes.append(REPO / "rtl" / "common" / "test")
    sources += [REPO / source for source in extra_sources]
    waves = os.environ.get("FOREBAY_WAVES") == "1"
    optimise = "-O0" if brief else "-O1"
    command = _command(toplevel, sources, includes, parameters, defines, waves, optimise, verilator_args)

    variant = hashlib.sha256(
        json.dumps([parameters, sorted(defines), waves, brief, list(verilator_args)], default=str).encode()
    )
    directory = REPO / "build" / "sim" / f"{toplevel}-{variant.hexdigest()[:8]}"
    headers = [header for include in includes for header in include.glob("*.svh")]
    version = _verilator_version()
    digest = fingerprint([*sources, *headers, Path(__file__)], [command, version])
    # A small model takes less time than these do.
    runtime = f"runtime-{fingerprint([Path(__file__)], [version, waves, list(verilator_args)])[:8]}"
    _build(directory, command, _public(toplevel, sources), digest, REPO / "build" / "sim" / runtime)

    block = (REPO / flist).parent
    module_dirs = [
        REPO / "scripts",
        REPO / "rtl" / "common" / "test",
        block / "test",
        block,
        *{(REPO / source).parent for source in extra_sources},
    ]
    occasion = hashlib.sha256(json.dumps([module, testcase, seed, extra_env], default=str).encode())
    run = directory / f"run-{module}-{occasion.hexdigest()[:8]}"
    run.mkdir(exist_ok=True)
    results, log = run / "results.xml", run / "sim.log"
    results.unlink(missing_ok=True)
    env = _environment(toplevel, module, module_dirs, testcase, seed, results, extra_env or {})
    simulator = [str(directory / "obj" / "sim"), *(["--trace"] if waves else [])]
    with log.open("w") as out:
        try:
            status = subprocess.run(
                simulator,
                cwd=run,
                env=env,
                stdout=out,
                stderr=subprocess.STDOUT,
                timeout=timeout_seconds,
                check=False,
            ).returncode
        except subprocess.TimeoutExpired:
            status = f"time-out after {timeout_seconds} s"
    return _check_results(results, log, status)
