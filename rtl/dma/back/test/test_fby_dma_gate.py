# SPDX-License-Identifier: Apache-2.0
"""Stop gate, as streams and memory see it: what goes on, what is dropped, what closes a packet, what a request is told.

The bench plays the reads before the gate and the realigner behind it, request by request, and keeps its own account of
what has to come out: bytes up to a failure or a stop, then nothing; an open packet closed once; each request answered
once.
"""

import os
import random
from dataclasses import dataclass

import cocotb
import pytest
from bus_models import reset
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, Timer
from fby_sim import run_cocotb

STREAM = os.environ.get("STREAM", "1") == "1"
OKAY, SLVERR, DECERR = 0, 2, 3
CAUSES = {SLVERR: 2, DECERR: 1}


@dataclass
class Chunk:
    """One beat of a request: where it lies, how it came, and what belongs to its request."""

    lo: int
    count: int
    last: bool
    resp: int
    addr: int
    tag: int
    dst: int
    eop: bool


def request(rng, tag, beats, eop=True, bad=None, resp=SLVERR):
    """A request of so many beats; beat number `bad` came with an error."""
    addr = rng.randrange(2**40) * 64
    lo, dst = rng.randrange(64), rng.randrange(64)
    chunks = []
    for beat in range(beats):
        first = lo if beat == 0 else 0
        count = rng.randrange(1, 65 - first) if beat == beats - 1 else 64 - first
        answer = resp if beat == bad else OKAY
        chunks.append(Chunk(first, count, beat == beats - 1, answer, addr + 64 * beat, tag % 16, dst, eop))
    return chunks


class Bench:
    """What is outside the gate, and what it has seen."""

    def __init__(self, dut, rng):
        self.dut, self.rng = dut, rng
        # (lo, bytes, start, dst, flush, last) of each order; (cause, address, bytes) of each answer; tags that failed.
        self.pieces, self.answers, self.fails = [], [], []
        self.cancel = self.failed = 0

    async def start(self, clock=True):
        if clock:
            cocotb.start_soon(Clock(self.dut.clk_i, 4, units="ns").start())
        for signal in (self.dut.chunk_valid, self.dut.cancel, self.dut.failed, self.dut.piece_ready):
            signal.value = 0
        await reset(self.dut)
        await FallingEdge(self.dut.clk_i)

    async def cycle(self, chunk=None, ready=True):
        """One cycle; whether the chunk was used up."""
        dut = self.dut
        dut.chunk_valid.value = int(chunk is not None)
        if chunk is not None:
            dut.chunk_lo.value, dut.chunk_bytes.value, dut.chunk_last.value = chunk.lo, chunk.count, int(chunk.last)
            dut.chunk_resp.value, dut.chunk_addr.value, dut.chunk_tag.value = chunk.resp, chunk.addr, chunk.tag
            dut.dst.value, dut.eop.value = chunk.dst, int(chunk.eop)
        dut.cancel.value, dut.failed.value, dut.piece_ready.value = self.cancel, self.failed, int(ready)
        # Outputs of this cycle, before its edge.
        await Timer(1, units="ns")
        used = chunk is not None and bool(dut.chunk_ready.value.integer)
        if dut.piece_valid.value.integer:
            signals = (dut.piece_lo, dut.piece_bytes, dut.piece_start, dut.piece_dst, dut.piece_flush, dut.piece_last)
            piece = tuple(signal.value.integer for signal in signals)
            assert not (self.cancel and piece[1]), "bytes pass a stop"
            if ready:
                self.pieces.append(piece)
        assert dut.info_valid.value.integer == dut.ctx_pop.value.integer == int(used and chunk.last)
        if dut.info_valid.value.integer:
            info = (dut.info_cause, dut.info_bad_addr, dut.info_bytes)
            self.answers.append(tuple(signal.value.integer for signal in info))
        if dut.fail.value.integer:
            self.fails.append(dut.fail_tag.value.integer)
        await FallingEdge(dut.clk_i)
        return used

    async def feed(self, chunks, stall=0.0):
        """All of the chunks, with pauses on either side; cycles that it took."""
        cycles = 0
        for chunk in chunks:
            while True:
                cycles += 1
                assert cycles < 40 * len(chunks) + 100, "the gate stands still"
                gap = self.rng.random() < stall
                if await self.cycle(None if gap else chunk, self.rng.random() >= stall):
                    break
        return cycles

    async def settle(self):
        for _ in range(3):
            await self.cycle()

    def given(self):
        return sum(piece[1] for piece in self.pieces)


def orders(requests):
    """The orders of whole requests, and the answers."""
    pieces, is_open = [], False
    for chunks in requests:
        for chunk in chunks:
            flush = chunk.last and (chunk.eop or not STREAM)
            dst, last = (0, 0) if STREAM else (chunk.dst, int(chunk.last))
            pieces.append((chunk.lo, chunk.count, int(not is_open), dst, int(flush), last))
            is_open = not flush
    return pieces, [(0, 0, sum(chunk.count for chunk in chunks)) for chunks in requests]


@cocotb.test()
async def whole_requests_pass_as_they_are(dut):
    """Every beat in its cycle, packets that go on over requests included."""
    rng = random.Random(1)
    bench = Bench(dut, rng)
    await bench.start()
    requests = [request(rng, tag, rng.randrange(1, 6), eop=rng.random() < 0.5) for tag in range(60)]
    cycles = await bench.feed([chunk for chunks in requests[:30] for chunk in chunks])
    assert cycles == sum(len(chunks) for chunks in requests[:30]), "a bubble"
    await bench.feed([chunk for chunks in requests[30:] for chunk in chunks], stall=0.4)
    assert (bench.pieces, bench.answers) == orders(requests)
    assert bench.fails == []


@cocotb.test()
async def a_failure_ends_a_request_where_it_is(dut):
    """Bytes before it are given and counted, those after it are not; cause and address are the first failure's."""
    rng = random.Random(2)
    for resp in (SLVERR, DECERR):
        for bad in range(4):
            bench = Bench(dut, rng)
            await bench.start(clock=(resp, bad) == (SLVERR, 0))
            chunks = request(rng, 5, 4, bad=bad, resp=resp)
            chunks[3].resp = chunks[3].resp or SLVERR
            behind = request(rng, 6, 2)
            await bench.feed(chunks + behind, stall=0.3)
            await bench.settle()
            before = sum(chunk.count for chunk in chunks[:bad])
            after = 0 if STREAM else sum(chunk.count for chunk in behind)
            assert bench.answers == [(CAUSES[resp], chunks[bad].addr, before), (0, 0, after)]
            assert bench.fails == [5]
            assert bench.given() == before + after
            if STREAM:
                # The packet is closed once, by an order of its own, and only if it had begun.
                assert bench.pieces[bad:] == ([(*bench.pieces[-1][:1], 0, 0, 0, 1, 0)] if bad else [])


@cocotb.test()
async def nothing_follows_a_failure_until_the_run_is_cancelled(dut):
    """A stream has no hole: what comes behind is used up at once, until cancel has risen and fallen."""
    rng = random.Random(3)
    bench = Bench(dut, rng)
    await bench.start()
    await bench.feed(request(rng, 0, 2, bad=1))
    behind = [chunk for tag in range(1, 9) for chunk in request(rng, tag, 3)]
    for chunk in behind if STREAM else []:
        assert await bench.cycle(chunk, ready=False), "what is dropped waits for nobody"
    given = bench.given()
    bench.cancel = 1
    await bench.settle()
    bench.cancel = 0
    fresh = request(rng, 9, 3)
    await bench.feed(fresh)
    assert bench.given() == given + sum(chunk.count for chunk in fresh)
    assert bench.pieces[-3][2] == 1, "a new packet begins afresh"
    assert bench.answers[-1] == (0, 0, sum(chunk.count for chunk in fresh))


@cocotb.test()
async def a_request_that_failed_elsewhere_gives_nothing(dut):
    rng = random.Random(4)
    bench = Bench(dut, rng)
    await bench.start()
    bench.failed = 1 << 7
    await bench.feed(request(rng, 7, 3), stall=0.3)
    assert (bench.given(), bench.answers, bench.fails) == (0, [(0, 0, 0)], [])
    bench.failed = 0
    chunks = request(rng, 8, 3)
    await bench.feed(chunks)
    assert bench.answers[-1] == (0, 0, sum(chunk.count for chunk in chunks))


@cocotb.test()
async def a_stop_in_every_cycle(dut):
    """Three requests, stopped before each of their cycles: told is what was given, and the next run is whole."""
    rng = random.Random(5)
    for cut in range(13):
        bench = Bench(dut, rng)
        await bench.start(clock=cut == 0)
        requests = [request(rng, tag, 4, eop=tag == 2) for tag in range(3)]
        chunks = [chunk for chunks in requests for chunk in chunks]
        await bench.feed(chunks[:cut])
        given, begun = bench.given(), len(bench.pieces)
        assert given == sum(chunk.count for chunk in chunks[:cut])
        bench.cancel = 1
        cycles = await bench.feed(chunks[cut:], stall=0.0)
        assert cycles == max(len(chunks) - cut, 0), "a stop waits for somebody"
        await bench.settle()
        bench.cancel = 0
        assert bench.given() == given
        assert len(bench.answers) == 3 and sum(answer[2] for answer in bench.answers) == given
        assert all(answer[:2] == (0, 0) for answer in bench.answers) and bench.fails == []
        closing = bench.pieces[begun:]
        if STREAM:
            is_open = 0 < cut < len(chunks)
            assert [piece[1:3] + piece[4:5] for piece in closing] == ([(0, 0, 1)] if is_open else [])
        else:
            # The marks follow the bytes, so each beat is an order of none.
            assert [piece[5] for piece in closing] == [int(chunk.last) for chunk in chunks[cut:]]
        fresh = request(rng, 3, 2)
        seen = len(bench.pieces)
        await bench.feed(fresh)
        assert [piece[1:3] for piece in bench.pieces[seen:]] == [(fresh[0].count, 1), (fresh[1].count, 0)]


@cocotb.test()
async def a_stream_that_stands_still_is_no_matter_to_a_stop(dut):
    """Nobody takes the order that closes the packet; all requests are answered, and the order stands until then."""
    rng = random.Random(6)
    bench = Bench(dut, rng)
    await bench.start()
    chunks = request(rng, 0, 5)
    await bench.feed(chunks[:2])
    bench.cancel = 1
    await bench.cycle(None, ready=False)
    for chunk in chunks[2:] if STREAM else []:
        assert await bench.cycle(chunk, ready=False)
    if not STREAM:
        await bench.feed(chunks[2:])
    assert len(bench.answers) == 1
    bench.cancel = 0
    fresh = request(rng, 1, 1)
    for _ in range(5 if STREAM else 0):
        assert not await bench.cycle(fresh[0], ready=False), "a new packet passes the end of the old one"
    await bench.feed(fresh)
    assert bench.pieces[-1][1:3] == (fresh[0].count, 1)
    assert bench.pieces[-2][4] == 1


@pytest.mark.parametrize("stream", [0, 1])
def test_gate(stream):
    ran = run_cocotb(
        "tb_fby_dma_gate", "rtl/dma/back/back.f", "test_fby_dma_gate",
        parameters={"Stream": stream},
        extra_sources=["rtl/dma/back/test/tb_fby_dma_gate.sv"],
        extra_env={"STREAM": str(stream)},
    )  # fmt: skip
    assert ran == 6
