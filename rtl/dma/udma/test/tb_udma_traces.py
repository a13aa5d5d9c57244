# SPDX-License-Identifier: Apache-2.0
"""Replays vectors/udma-traces.json, which the executable model has written: the same answers, starts and strays."""

import json
from collections import Counter
from pathlib import Path

import cocotb
from udma_bench import (
    ALL_CONTEXTS,
    CONTEXT_PAGE,
    CONTEXTS,
    EXCHANGE,
    LOAD,
    PORTAL_PAGE,
    SCHEMES,
    SHADOW,
    STORE,
    Access,
    Bench,
    Progress,
    Said,
    Start,
)

TRACES = Path(__file__).resolve().parents[4] / "vectors" / "udma-traces.json"
OPS = {"load": LOAD, "store": STORE, "exchange": EXCHANGE}
SPACES = {"shadow": SHADOW, "context": CONTEXT_PAGE, "portal": PORTAL_PAGE}
PAGE_BITS = 12


class Replay:
    """One trace, from empty latches on."""

    def __init__(self, bench, setup):
        self.bench, self.dut = bench, bench.dut
        self.partner = {}
        keys = [0] * CONTEXTS
        if isinstance(setup, dict):
            self.partner = {int(page): partner for page, partner in setup["partner"].items()}
        elif setup:
            for context in setup:
                keys[context["context"]] = context["key"]
        bench.set_keys(keys)
        bench.set_progress([Progress()] * CONTEXTS)
        self.dut.who.value = 0

    def progress(self, context, progress):
        self.bench.set_progress([progress if at == context else old for at, old in enumerate(self.bench.progress)])

    async def step(self, step):
        match step["op"]:
            case "hook":
                await self.bench.hook()
            case "who":
                self.dut.who.value = step["data"]
            case "done":
                self.progress(step["context"], Progress(0, 0, int(step["failed"])))
            case _:
                await self.access(step)

    async def access(self, step):
        access = Access(
            OPS[step["op"]], SPACES[step["space"]], step["context"], step["addr"], step["data"], int(step["wide"])
        )
        page, offset = access.addr >> PAGE_BITS, access.addr % (1 << PAGE_BITS)
        self.dut.partner.value = self.partner.get(page, 0) << PAGE_BITS | offset
        start = step["start"]
        if start is not None:
            start = Start(
                *(int(start[name]) for name in ("context", "src", "dst", "size", "record", "record_addr", "cookie"))
            )
        await self.bench.expect(access, Said(step["answer"], int(step["stray"]), start), step["accept"])
        if start is not None and step["accept"]:
            self.progress(start.ctx, Progress(1, start.size, 0))


@cocotb.test()
async def every_trace(dut):
    """With an exchange those that need one, without it all others."""
    bench, replayed, with_exchange = await Bench(dut).start("none"), Counter(), bool(dut.Exchange.value)
    for trace in json.loads(TRACES.read_text())["traces"]:
        setup = trace.get("setup")
        if with_exchange != (isinstance(setup, dict) and setup["exchange"]):
            continue
        await bench.select(trace["scheme"])
        await bench.clear(ALL_CONTEXTS)
        replay = Replay(bench, setup)
        for at, step in enumerate(trace["steps"]):
            try:
                await replay.step(step)
            except AssertionError as error:
                raise AssertionError(f"{trace['name']}, step {at}: {error}") from error
        replayed[trace["scheme"]] += 1
    assert set(replayed) == ({"shrimp1"} if with_exchange else set(SCHEMES[1:])), replayed
