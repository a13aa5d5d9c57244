# SPDX-License-Identifier: Apache-2.0
"""A plug that platform code names is found in every language, and what names none is not taken for one."""

import check_plugs
import pytest

KNOWN = ["loopback", "msm", "sink", "xdma", "copy"]


def of(files, lists=None):
    return list(check_plugs.complaints(files, KNOWN, lists or {}))


@pytest.mark.parametrize(
    ("path", "line", "plug"),
    [
        ("rtl/card/fby_card.sv", "  fby_msm #(", "msm"),
        ("rtl/card/fby_card_events.sv", "  input fby_msm_pkg::msm_events_t msm_i,", "msm"),
        ("rtl/status/fby_status.sv", "  x = USER_SINK_STEPS_OFFSET;", "sink"),
        ("rtl/card/fby_card.sv", "  fby_cards_pkg::DATAPATH_LOOPBACK", "loopback"),
        ("rtl/dma/back/fby_dma_host.sv", "  fby_xdma_chan u_chan (", "xdma"),
        ("rtl/dma/fby_dma.sv", "  fby_copy u_copy (", "copy"),
        ("rtl/irq/fby_irq.sv", "  input logic [fby_cards_pkg::DATAPATH_MSM.line_count-1:0] lines_i,", "msm"),
        ("crates/forebay-guest/src/lib.rs", "use forebay_msm::Point;", "msm"),
        ("sim/fby_sim_top.sv", "  parameter int Kind = USER_STATUS_CARD_KIND_KIND_MSM;", "msm"),
        ("driver/quiesce.c", "\treturn FOREBAY_USER_MSM_CONTROL_ABORT;", "msm"),
        ("driver/chan.c", "\tforebay_xdma_start(chan);", "xdma"),
        ("crates/forebay/src/device.rs", "use forebay_regs::user::msm;", "msm"),
        ("crates/forebay/src/quiesce.rs", "    kind::SINK => 1,", "sink"),
        ("crates/forebay-card-fast/src/card.rs", "use forebay_regs::xdma::chan;", "xdma"),
        ("crates/forebay-card-fast/src/card.rs", "use forebay_msm::Point;", "msm"),
        ("crates/forebay-card-fast/src/datapath/loopback.rs", "use forebay_msm::Point;", "msm"),
        ("rtl/dma/fby_dma.sv", "  fby_front #(.Number(0)) u_xdma (", "xdma"),
        ("rtl/dma/fby_dma.sv", "  if (Fronts[1]) begin : gen_copy", "copy"),
        ("rtl/dma/fby_dma.sv", "  logic copy_line;", "copy"),
        ("rtl/card/fby_card.sv", "  input  logic sink_busy_i,", "sink"),
        ("rtl/card/fby_card.sv", "  typedef struct packed { logic valid; } msm_state_t;", "msm"),
        ("rtl/card/fby_card.sv", '    $error("fby_card: loopback has no port");', "loopback"),
        ("sim/fby_sim_top.sv", "  localparam int unsigned XdmaPage = 3;", "xdma"),
        ("driver/chan.c", '\tpr_warn("the msm is busy\\n");', "msm"),
        ("driver/chan.c", "\tstruct xdma_ring *ring;", "xdma"),
        ("driver/chan.c", '\tif (!strcmp(name, "copy"))', "copy"),
        ("crates/forebay-sim/src/lib.rs", '    open("fast:sink")', "sink"),
        ("crates/forebay/src/device.rs", "struct MsmState;", "msm"),
        ("crates/forebay-card-fast/src/card.rs", "    let xdma = self.fronts[0];", "xdma"),
        ("crates/forebay/src/identity.rs", "use forebay_regs::{card, xdma};", "xdma"),
    ],
)
def test_a_planted_name_is_found(path, line, plug):
    found = of({path: f"one line\n{line}\n"})
    assert len(found) == 1 and found[0].startswith(f"{path}:2: platform code names {plug}: "), found


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("rtl/card/fby_card.sv", "  // as fby_msm does"),
        ("driver/chan.c", "\t/* forebay_xdma_start() */"),
        ("rtl/datapath/msm/fby_msm.sv", "  fby_msm_engine #("),
        ("driver/xdma_ring.c", "\tforebay_xdma_start(chan);"),
        ("crates/forebay-card-fast/src/datapath/msm.rs", "use forebay_regs::user::msm;"),
        ("rtl/card/test/tb_fby_card.sv", "  fby_msm #("),
        ("crates/forebay/src/device.rs", "fn f() {}\n#[cfg(test)]\nmod tests {\n    use forebay_regs::user::msm;\n}"),
        ("crates/forebay-bus/src/host.rs", "mod copy;\n    let sink = copy(&buffer);"),
        ("driver/irq.c", "\tx = FOREBAY_XDMA_IRQ_USER_ENABLE;"),
        ("driver/user_cdev.c", '\tif (copy_from_user(&words, arg, 4)) pr_warn("cannot copy");'),
        ("rtl/card/fby_card.sv", "  parameter int unsigned Layout = fby_cards_pkg::LAYOUT_XDMA,"),
        ("rtl/dma/back/fby_dma_h2c.sv", "  fby_dma_copy #("),
        ("crates/forebay-bus/src/place.rs", "    (&layout::XDMA, 0),"),
        ("crates/forebay-vfio-user/src/irqs.rs", "use forebay_regs::xdma::{MSIX_TABLE, msix_entry};"),
        ("crates/forebay-builds/src/table.rs", '// Generated from the SystemRDL in regs/ by `x`\n    name: "msm",'),
        ("crates/forebay-cli/src/msm.rs", "use forebay_regs::user::msm;"),
    ],
)
def test_what_is_none(path, line):
    assert of({path: line + "\n"}) == []


def test_a_list_may_name_them_and_one_that_does_not_must_go():
    lists = {"rtl/dma/fby_dma.sv": "joins them"}
    assert of({"rtl/dma/fby_dma.sv": "fby_xdma u_xdma ("}, lists) == []
    assert of({"rtl/dma/fby_dma.sv": "nothing"}, lists) == [
        "rtl/dma/fby_dma.sv: names no plug any more; take it out of LISTS"
    ]
    assert of({"rtl/card/fby_card.sv": "nothing"}, lists) == [
        "rtl/dma/fby_dma.sv: is not there any more; take it out of LISTS"
    ]


def test_what_to_do_about_a_name_is_told_once():
    assert check_plugs.advice([]) == []
    assert check_plugs.advice(["rtl/card/fby_card.sv: names no plug any more; take it out of LISTS"]) == []
    [line] = check_plugs.advice(["rtl/card/fby_card.sv:1: platform code names msm: msm"] * 2)
    assert "call the plug otherwise" in line


def test_every_block_of_rtl_that_holds_no_plugs_is_platform():
    blocks = {path.name for path in (check_plugs.REPO / "rtl").iterdir() if path.is_dir()} - {"datapath"}
    assert len(blocks) > 5
    assert {block for block in blocks if not check_plugs.PLATFORM.match(f"rtl/{block}/fby_x.sv")} == set()


def test_names_come_from_the_card_table_and_the_repository_has_none():
    assert set(check_plugs.plugs()) >= set(KNOWN)
    files = check_plugs.tracked()
    assert len(files) > 100
    assert list(check_plugs.complaints(files, check_plugs.plugs())) == []
    planted = files | {
        "rtl/card/fby_card_events.sv": files["rtl/card/fby_card_events.sv"] + "// \nfby_sink u_sink ();\n"
    }
    assert len(list(check_plugs.complaints(planted, check_plugs.plugs()))) == 1
