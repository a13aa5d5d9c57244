# SPDX-License-Identifier: Apache-2.0
"""A module with too many ports and a crate that does not say where it ends are found."""

from pathlib import Path

import check_text


def module(ports):
    inside = ",\n".join(f"  input  logic [7:0] p{n}_i" for n in range(ports))
    head = "/// One; an input in a comment is none.\nmodule fby_x\n  import fby_axi_pkg::*;\n"
    return f"{head}#(\n  parameter int N = $clog2(8)\n) (\n{inside}\n);\nendmodule\n"


def of(name, text):
    return list(check_text.check_ports(name, Path(name), text.splitlines()))


def test_a_port_too_many_is_found():
    assert of("rtl/x/fby_x.sv", module(24)) == []
    (found,) = of("rtl/x/fby_x.sv", module(25))
    assert found.startswith("rtl/x/fby_x.sv:1: fby_x has 25 ports, the cap is 24")


def test_benches_may_and_the_top_of_a_simulator_may_not():
    assert of("rtl/x/test/tb_fby_x.sv", module(40)) == []
    (found,) = of("sim/fby_sim_top.sv", module(25).replace("fby_x", "fby_sim_top"))
    assert found.startswith("sim/fby_sim_top.sv:1: fby_sim_top has 25 ports")


def test_all_modules_of_the_repository_are_counted():
    counts = {}
    for path in check_text.tracked_files():
        if path.suffix == ".sv" and path.relative_to(check_text.REPO).parts[0] in {"rtl", "sim"}:
            counts |= check_text.ports_of(path.read_text())
    assert counts["fby_dma_h2c"] > 10 and counts["fby_rr"] > 2 and len(counts) > 100
    assert counts["fby_sim_top"] == 3


def test_a_crate_says_what_it_never_knows():
    lines = ["// licence", "//! Moves data;", "//! it never knows what.", "//!", "//! More."]
    assert list(check_text.check_crate("crates/forebay/src/lib.rs", lines)) == []
    silent = ["//! Moves data.", "//!", "//! It is never late."]
    (found,) = check_text.check_crate("crates/forebay/src/lib.rs", silent)
    assert found.startswith("crates/forebay/src/lib.rs:1: the first paragraph")
    assert list(check_text.check_crate("crates/forebay/src/device.rs", silent)) == []


def test_a_word_of_our_own_is_found():
    def found(line):
        return list(check_text.check_words("driver/x.c", [line]))

    for line in ("/* goes to jail */", "fby_mailbox_t", "int bells;", "the stream window", "BAR4_WINDOW"):
        (complaint,) = found(line)
        assert complaint.startswith("driver/x.c:1: house word ") and "the field says" in complaint
    for line in ("doorbell", "its digit window", "labelled", "Campbell", "a window in which it is missed"):
        assert found(line) == []
