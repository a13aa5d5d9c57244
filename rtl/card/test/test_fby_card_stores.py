# SPDX-License-Identifier: Apache-2.0
"""Runs tb_card_stores.py: fby_card with two plugs that take stores whole, each a module and a line of the table."""

import sys
from dataclasses import replace
from pathlib import Path

from fby_sim import REPO, run_cocotb
from flist import read_flist

sys.path.insert(0, str(REPO / "regs"))
import cards
from exporters import cards_sv, fronts_sv

BUILT = Path("build/test/card_stores")
TEST = "rtl/card/test"
# The first front end stays, with its channels; number and kind are nobody's.
RINGER = {"name": "ringer", "kind": 9, "folder": TEST, "stores": True, "registers": False, "first_line": 6, "lines": 2}
TAKER = {"name": "taker", "kind": 9, "folder": TEST, "stores": True, "registers": False}


def table():
    """The card table with two lines of its plugs in the place of all but the first front end."""
    real = cards.load()
    [first, front, *_] = real.of_class("front_end")
    datapath = real.of_class("datapath")[0]
    kept = [*real.of_class("platform"), first]
    return replace(real, features=[*kept, replace(front, **RINGER), replace(datapath, **TAKER)], builds=[])


def file_list():
    """A list of the card with what the changed table generates; its path."""
    changed = table()
    (REPO / BUILT).mkdir(parents=True, exist_ok=True)
    generated = {
        Path(path).name: text
        for path, text in (cards_sv.export([], changed) | fronts_sv.export([], changed)).items()
        if path.endswith(".sv")
    }
    for name, text in generated.items():
        (REPO / BUILT / name).write_text(text)
    sources = []
    for source in read_flist("rtl/card/card.f")[0]:
        path = source.relative_to(REPO)
        # The plugs come before the modules that hold them.
        if path.name == "fby_dma_front_ends.sv":
            sources += [f"{TEST}/store_log.sv", f"{TEST}/fby_ringer.sv"]
        if path.name == "fby_card_datapath.sv":
            sources.append(f"{TEST}/fby_taker.sv")
        if not any(plugs in str(path) for plugs in ("rtl/datapath", "rtl/dma/copy", "rtl/dma/udma")):
            sources.append(str(BUILT / path.name if path.name in generated else path))
    assert sum(source.startswith(str(BUILT)) for source in sources) == len(generated) == 3
    (REPO / BUILT / "card.f").write_text("\n".join([*sources, ""]))
    return str(BUILT / "card.f")


def test_card_stores():
    passed = run_cocotb(
        "tb_fby_card_plug",
        file_list(),
        "tb_card_stores",
        {"Datapath": TAKER["kind"]},
        extra_sources=[f"{TEST}/tb_fby_card_plug.sv"],
        brief=True,
    )
    assert passed == 3
