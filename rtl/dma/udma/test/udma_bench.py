# SPDX-License-Identifier: Apache-2.0
"""Makes accesses to the schemes of user-level DMA, and says what they were told."""

from typing import NamedTuple

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, FallingEdge, ReadOnly

CONTEXTS = 8
ADDR_BITS = 48
KEY_BITS = 60
LOAD, STORE, EXCHANGE = range(3)
SHADOW, CONTEXT_PAGE, PORTAL_PAGE = range(3)
FAIL, OK1, OK2, OK3, MINUS_ONE = 0, 1, 2, 3, 0xFFFF_FFFF
ALL_CONTEXTS = (1 << CONTEXTS) - 1
SCHEMES = (
    "none",
    "shrimp1",
    "shrimp2",
    "flash",
    "shadow_check",
    "shadow",
    "repeat3",
    "repeat4",
    "repeat5",
    "key",
    "portal",
)


class Access(NamedTuple):
    """What a program does."""

    op: int
    space: int = SHADOW
    ctx: int = 0
    addr: int = 0
    data: int = 0
    wide: int = 0


class Start(NamedTuple):
    """A transfer that a scheme starts."""

    ctx: int
    src: int
    dst: int
    size: int
    record: int = 0
    record_addr: int = 0
    cookie: int = 0
    batch: int = 0


class Said(NamedTuple):
    """What came of an access; a store has no answer."""

    answer: int | None
    stray: int = 0
    start: Start | None = None


class Progress(NamedTuple):
    busy: int = 0
    left: int = 0
    failed: int = 1


def load(addr, ctx=0, space=SHADOW):
    return Access(LOAD, space, ctx, addr)


def store(addr, size, ctx=0, space=SHADOW, wide=0):
    return Access(STORE, space, ctx, addr, size, wide)


def exchange(addr, size, ctx=0):
    return Access(EXCHANGE, SHADOW, ctx, addr, size)


def failed(stray=0):
    """What a load is told that starts nothing."""
    return Said(FAIL, stray)


def silent(stray=0):
    """What comes of a store that starts nothing."""
    return Said(None, stray)


class Bench:
    """One access a cycle; each ends between two clock edges, so inputs may be set right after it."""

    def __init__(self, dut):
        self.dut = dut
        self.keys = [0] * CONTEXTS
        self.progress = [Progress()] * CONTEXTS

    async def start(self, scheme):
        dut = self.dut
        for port in (dut.valid, dut.clear, dut.verdict, dut.hook, dut.who, dut.partner):
            port.value = 0
        dut.scheme.value = SCHEMES.index(scheme)
        self.set_keys(self.keys)
        self.set_progress(self.progress)
        dut.rst_i.value = 1
        cocotb.start_soon(Clock(dut.clk_i, 4, units="ns").start())
        await ClockCycles(dut.clk_i, 3)
        await FallingEdge(dut.clk_i)
        dut.rst_i.value = 0
        await self.idle()
        return self

    async def select(self, scheme):
        self.dut.scheme.value = SCHEMES.index(scheme)
        await self.idle()

    def set_keys(self, keys):
        self.keys = list(keys)
        self.dut.keys.value = sum(key << KEY_BITS * at for at, key in enumerate(self.keys))

    def set_progress(self, progress):
        self.progress = list(progress)
        words = [p.busy << 33 | p.left << 1 | p.failed for p in self.progress]
        self.dut.progress.value = sum(word << 34 * at for at, word in enumerate(words))

    async def idle(self, cycles=1):
        """Cycles without an access."""
        self.dut.valid.value = 0
        for _ in range(cycles):
            await FallingEdge(self.dut.clk_i)

    async def clear(self, contexts=ALL_CONTEXTS):
        self.dut.clear.value = contexts
        await self.idle()
        self.dut.clear.value = 0

    async def hook(self):
        self.dut.hook.value = 1
        await self.idle()
        self.dut.hook.value = 0

    async def does(self, access, accept=True):
        """Makes the access, gives the door's verdict on what it starts, and returns what was said."""
        dut = self.dut
        dut.valid.value = 1
        dut.op.value, dut.space.value, dut.ctx.value = access.op, access.space, access.ctx
        dut.addr.value, dut.data.value, dut.wide.value = access.addr, access.data, access.wide
        await ReadOnly()
        answer, refused, stray = int(dut.answer.value), int(dut.refused_answer.value), int(dut.stray.value)
        start = self._start() if dut.start.value else None
        assert start is not None or answer == refused, "an access that starts nothing has two answers"
        await FallingEdge(dut.clk_i)
        dut.valid.value = 0
        if start is not None:
            dut.verdict.value, dut.verdict_ctx.value, dut.verdict_taken.value = 1, start.ctx, int(accept)
            await FallingEdge(dut.clk_i)
            dut.verdict.value = 0
        if access.op == STORE:
            return Said(None, stray, start)
        return Said(answer if accept else refused, stray, start)

    def _start(self):
        dut = self.dut
        ports = (dut.start_ctx, dut.start_src, dut.start_dst, dut.start_size, dut.start_record, dut.start_record_addr)
        return Start(*(int(port.value) for port in (*ports, dut.start_cookie, dut.start_batch)))

    async def expect(self, access, said, accept=True):
        found = await self.does(access, accept)
        assert found == said, f"{access}, accepted {accept}: {found}, expected {said}"
