# SPDX-License-Identifier: Apache-2.0
"""A file without a test is found, and so is a table that says what is not so."""

from pathlib import Path

import check_tests
import pytest

TABLE = "# b\n\n| Module | Role | Checked by |\n|---|---|---|\n"
WORLD = {
    "rtl/b/fby_one.sv": "module fby_one; fby_part u_part (); endmodule\n",
    "rtl/b/fby_part.sv": "module fby_part; endmodule\n",
    "rtl/b/fby_b_pkg.sv": "package fby_b_pkg; endpackage\n",
    "rtl/b/test/tb_fby_one.sv": "module tb_fby_one; fby_one u_dut (); endmodule\n",
    "rtl/b/test/test_fby_one.py": 'run_cocotb("tb_fby_one", "rtl/b/b.f")\n',
    "rtl/b/formal/fby_other_proof.sv": "module fby_other_proof; fby_other u_dut (); endmodule\n",
    "rtl/b/README.md": f"{TABLE}| `fby_part` | part | `test/test_fby_one.py` |\n| `fby_b_pkg` | - | by every user |\n",
    "sim/fby_sim_top.sv": "module fby_sim_top; fby_one u_card (); endmodule\n",
    "crates/c/tests/card.rs": "fn card() {}\n",
    "crates/c/README.md": "See `tests/card.rs`.\n",
}


def complaints(root, changes=()):
    """What is said of the world with some files changed, or removed where they are None."""
    for name, text in (WORLD | dict(changes)).items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text) if text is not None else path.unlink(missing_ok=True)
    return check_tests.complaints(root)


def with_row(row):
    return {"rtl/b/README.md": WORLD["rtl/b/README.md"] + row + "\n"}


def test_a_name_and_a_table_are_both_good(tmp_path):
    assert complaints(tmp_path) == ([], {"name": 1, "table": 2})


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        # The test has gone, and with it the table is wrong as well.
        ({"rtl/b/test/test_fby_one.py": None}, "fby_one.sv has no test of its name"),
        ({"rtl/b/README.md": "# b\n"}, "fby_part.sv has no test of its name"),
        # It has the name, and builds something else.
        (
            {"rtl/b/test/tb_fby_one.sv": "module tb_fby_one; fby_part u_dut (); endmodule\n"},
            "fby_one is not below what",
        ),
        # A module is no package: that somebody uses it says nothing.
        ({"rtl/b/README.md": f"{TABLE}| `fby_part` | part | by every user |\n"}, "fby_part.sv has no test of its name"),
        (with_row("| `fby_gone` | nothing | `test/test_fby_one.py` |"), "a row about fby_gone, which is not there"),
        (with_row("| `fby_one` | one | `test/test_fby_two.py` |"), "test/test_fby_two.py, which is no test there is"),
        # A table is the first one or none.
        ({"rtl/b/README.md": f"| Port |\n|---|\n| `x` |\n\n{WORLD['rtl/b/README.md']}"}, "fby_part.sv has no test"),
        # Named in a comment only.
        (
            {"rtl/b/fby_one.sv": "module fby_one; // fby_part\nendmodule\n"},
            "test/test_fby_one.py, which does not build it",
        ),
        ({"crates/c/README.md": "See `tests/gone.rs`.\n"}, "crates/c/README.md: tests/gone.rs does not exist"),
    ],
)
def test_a_planted_fault_is_found(tmp_path, changes, said):
    found, _ = complaints(tmp_path, changes)
    assert any(said in line for line in found), found


def test_a_drawing_is_no_table(tmp_path):
    drawn = WORLD["rtl/b/README.md"].replace("# b\n", "# b\n\n```text\n|   |\n| a |---> b\n```\n")
    assert complaints(tmp_path, {"rtl/b/README.md": drawn}) == ([], {"name": 1, "table": 2})


def test_a_proof_builds_its_top_whatever_else_it_reads(tmp_path):
    other = {
        "rtl/b/fby_other.sv": "module fby_other; endmodule\n",
        "rtl/b/formal/fby_other.sby": "read --top fby_other_proof fby_other.sv fby_part.sv\n",
    }
    assert complaints(tmp_path, other) == ([], {"name": 2, "table": 2})
    wrong = with_row("| `fby_part` | part | `formal/fby_other.sby` |")
    assert "which does not build it" in "".join(complaints(tmp_path, other | wrong)[0])


def test_rust_tests_have_all_of_the_card(tmp_path):
    row = {"rtl/b/README.md": WORLD["rtl/b/README.md"].replace("test/test_fby_one.py", "crates/c/tests/card.rs")}
    assert complaints(tmp_path, row)[0] == []
    assert complaints(tmp_path, row | {"sim/fby_sim_top.sv": "module fby_sim_top; endmodule\n"})[0] != []


def test_nothing_to_check_is_no_success(tmp_path):
    assert check_tests.main(tmp_path) == 1


def test_what_is_here_is_in_order(capsys):
    assert check_tests.main() == 0, capsys.readouterr().out
    assert Path(check_tests.ROOT, "rtl").is_dir()
