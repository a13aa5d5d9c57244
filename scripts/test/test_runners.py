# SPDX-License-Identifier: Apache-2.0
"""The runners turn red when nothing ran, and the house rules find what they are for."""

import re
import subprocess
from pathlib import Path

import check_text
import fby_sim
import flist
import prove
import pytest

SCRIPTS = Path(__file__).resolve().parents[1]
TEST_SCRIPT, LINT, PROVE = SCRIPTS / "test.sh", SCRIPTS / "lint.sh", SCRIPTS / "prove.py"


def write_results(folder, cases):
    results, log = folder / "results.xml", folder / "sim.log"
    results.write_text(f"<testsuites><testsuite>{cases}</testsuite></testsuites>")
    log.write_text("log\n")
    return results, log


@pytest.fixture
def repo(tmp_path, monkeypatch):
    for module in (fby_sim, flist, check_text):
        monkeypatch.setattr(module, "REPO", tmp_path)
    return tmp_path


def test_cocotb_run_with_a_pass_counts_it(repo):
    assert fby_sim._check_results(*write_results(repo, '<testcase name="a"/>'), 0) == 1


@pytest.mark.parametrize(
    ("cases", "returncode", "message"),
    [
        ("", 0, "no cocotb test ran"),
        ('<testcase name="a"><skipped/></testcase>', 0, "no cocotb test ran"),
        ('<testcase name="a"/><testcase name="b"><failure/></testcase>', 0, "cocotb tests failed: b"),
        ('<testcase name="a"/>', -6, "ended with status -6"),
        ('<testcase name="a"/>', "time-out after 3 s", "time-out after 3 s"),
    ],
)
def test_cocotb_run_is_red(repo, cases, returncode, message):
    with pytest.raises(AssertionError, match=message):
        fby_sim._check_results(*write_results(repo, cases), returncode)


def test_cocotb_run_without_results_is_red(repo):
    _, log = write_results(repo, "")
    with pytest.raises(AssertionError, match="wrote no results"):
        fby_sim._check_results(repo / "absent.xml", log, 0)


def test_file_lists_nest_and_name_each_source_once(repo):
    for name in ("a.sv", "b.sv"):
        (repo / name).write_text("")
    (repo / "low.f").write_text("// packages\na.sv\n")
    (repo / "top.f").write_text("-f low.f\n-f low.f\n+incdir+inc\nb.sv // last\n")
    sources, includes = flist.read_flist("top.f")
    assert [source.name for source in sources] == ["a.sv", "b.sv"]
    assert repo / "inc" in includes


def test_file_list_with_an_absent_source_names_it(repo):
    (repo / "top.f").write_text("gone.sv\n")
    with pytest.raises(FileNotFoundError, match=r"top.f lists gone.sv"):
        flist.read_flist("top.f")


def test_a_misspelt_block_is_refused():
    command = [PROVE, "common", "comon"]
    run = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert (run.returncode, run.stdout) == (2, "")
    assert "no proof has comon in its path" in run.stderr and " common " in run.stderr


def test_a_misspelt_check_is_refused():
    run = subprocess.run([LINT, "rust_"], capture_output=True, text=True, check=False, timeout=60)
    assert run.returncode == 1
    assert "no check's name starts with rust_" in run.stderr


def test_proof_tasks_are_known_by_their_names():
    text = "[tasks]\nprove_small small\ncover\n# note\nmutant_x:\nattack_y\n\n[options]\nmode prove\n"
    assert [prove.kind_of(task) for task in prove.tasks_of(text)] == ["prove", "cover", "mutant", "attack"]
    assert prove.kind_of("bmc") is None


@pytest.mark.parametrize(
    "line",
    ["path = /" + "home/someone/x", "https://files." + "pythonhosted.org/x", "// TO" + "DO later"],
)
def test_line_rules_find(line):
    assert len(list(check_text.check_lines("f", [line]))) == 1


def test_waiver_needs_a_reason():
    bare, explained = "// verilator lint_off WIDTH", "// verilator lint_off WIDTH -- only the low half"
    assert list(check_text.check_waivers("f", ["x", bare]))
    assert not list(check_text.check_waivers("f", ["x", explained]))
    assert not list(check_text.check_waivers("f", ["// the bus is wider", bare]))


def test_a_waiver_for_a_whole_file_needs_one_too():
    waiver = "#![all" + "ow(dead_code)]"
    assert list(check_text.check_waivers("f", ["x", waiver]))
    assert not list(check_text.check_waivers("f", ["x", waiver[:-2] + ', reason = "generated")]']))


def test_a_misspelt_stage_is_refused():
    """Before anything runs, with the names there are."""
    run = subprocess.run([TEST_SCRIPT, "lint", "lnit"], capture_output=True, text=True, check=False, timeout=60)
    assert run.returncode == 2
    assert "no stage is called lnit" in run.stderr and "gen-check lint rtl" in run.stderr
    assert run.stdout == ""


def test_the_stages_there_are_can_be_named():
    text = TEST_SCRIPT.read_text()
    listed = re.search(r'STAGES="([^"]*)"', text).group(1).split()
    assert listed == re.findall(r"^stage ([\w-]+) ", text, re.MULTILINE)


def test_the_name_of_a_waived_rule_is_no_reason():
    waiver = "import x  # no" + "qa: E402"
    assert list(check_text.check_waivers("f", ["y", waiver]))
    assert list(check_text.check_waivers("f", ["y", waiver + ", F401"]))
    assert not list(check_text.check_waivers("f", ["y", waiver + " -- the path must be set before"]))


@pytest.mark.parametrize("line", ["\tstatic char slots[4][256];", "\tstatic unsigned char bdf[32] = { 0 };"])
def test_text_that_threads_would_share_is_found(line):
    assert len(list(check_text.check_static_text("f", ["{", line]))) == 1


@pytest.mark.parametrize(
    "line", ["static unsigned char out[LEN];", '\tstatic const char text[] = "x";', "\tchar path[256];"]
)
def test_text_of_one_owner_is_left_alone(line):
    assert not list(check_text.check_static_text("f", ["{", line]))


def test_always_length_is_counted():
    block = ["always_ff @(posedge clk_i) begin", *["  x <= y;"] * 10, "end"]
    assert list(check_text.always_blocks(["module m;", *block])) == [(2, 12)]
