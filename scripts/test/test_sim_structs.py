# SPDX-License-Identifier: Apache-2.0
"""The simulator's structs lie where its package says, and a package that no compiler can follow is refused."""

import subprocess

import pytest
import sim_structs

PACKAGE = """
package fby_sim_pkg;
  /// Bytes.
  localparam int unsigned WIDE = 3;

  typedef struct packed {
    logic [7:0]        last;
    /// Seen first.
    logic [8*WIDE-1:0] first;
  } part_t;

  typedef struct packed {
    logic [15:0]     word;
    part_t [WIDE-1:0] part;
  } sim_in_t;
endpackage
"""


def places(struct):
    return [(field.name, field.at) for field in struct.fields]


def test_the_last_field_of_a_packed_struct_is_the_first_in_memory():
    package = sim_structs.read(PACKAGE)
    assert places(package.structs["part"]) == [("first", 0), ("last", 3)]
    assert places(package.structs["sim_in"]) == [("part", 0), ("word", 12)]
    assert (package.structs["sim_in"].size, package.constants) == (14, {"WIDE": (3, ["Bytes."])})
    header, mirror = sim_structs.header(package), sim_structs.mirror(package)
    assert "#define FBY_SIM_WIDE 3u" in header and "pub(crate) const WIDE: usize = 3;" in mirror
    assert "  // Seen first.\n  uint8_t first[3];\n  uint8_t last;\n} fby_sim_part;" in header
    assert "    /// Seen first.\n    pub(crate) first: [u8; 3],\n    pub(crate) last: u8,\n}" in mirror
    assert "  fby_sim_part part[3];\n  uint16_t word;\n} fby_sim_in;" in header
    assert "    pub(crate) part: [Part; 3],\n    pub(crate) word: u16,\n}" in mirror
    assert "    assert!(offset_of!(SimIn, word) == 12);" in mirror


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("logic [7:0]        last", "logic [6:0]        last", "part_t.last is no whole bytes"),
        ("logic [7:0]        last", "logic [15:0]        last", "part_t.last is no whole bytes, or lies at byte 3"),
        ("logic [15:0]     word;", "logic [7:0] more;\n logic [15:0] word;", "sim_in_t has 15 bytes"),
        ("logic [15:0]     word;", "bit word;", "cannot read bit word;"),
    ],
)
def test_what_a_compiler_would_lay_out_otherwise_is_refused(old, new, said):
    assert old in PACKAGE
    with pytest.raises(ValueError, match=said):
        sim_structs.read(PACKAGE.replace(old, new))


def test_a_compiler_refuses_a_member_at_another_place(tmp_path):
    text = sim_structs.header(sim_structs.read(PACKAGE))
    moved = text.replace("  uint8_t first[3];\n  uint8_t last;\n", "  uint8_t last;\n  uint8_t first[3];\n")
    assert moved != text
    for source, good in ((text, True), (moved, False)):
        file = tmp_path / "structs.h"
        file.write_text(source)
        compiler = ["g++", "-std=c++17", "-fsyntax-only", "-x", "c++", str(file)]
        run = subprocess.run(compiler, capture_output=True, text=True, check=False)
        assert (run.returncode == 0) == good, run.stderr
        assert good or "static assertion failed" in run.stderr


def test_what_is_committed_is_what_the_package_says(capsys, monkeypatch):
    monkeypatch.setattr("sys.argv", ["sim_structs.py", "--check"])
    assert sim_structs.main() == 0
    monkeypatch.setattr(sim_structs, "outputs", lambda _: {sim_structs.HEADER: "of another package\n"})
    assert sim_structs.main() == 1
    assert "differs from sim/fby_sim_pkg.sv" in capsys.readouterr().err
