# SPDX-License-Identifier: Apache-2.0
"""Descriptor reader behind cocotbext-axi: any chain in order, nothing behind its end, errors, credits, stops.

The layout of a descriptor is typed here by hand from the product guide, as the second witness beside the register
description.
"""

import os
import random
import struct

import cocotb
import pytest
from bus_models import Memory, ReadModel, reset
from cocotb.clock import Clock
from cocotb.triggers import RisingEdge
from cocotbext.axi import AxiReadBus, AxiSlaveRead
from fby_sim import run_cocotb

QUEUE = int(os.environ.get("QUEUE", "128"))
BASE, SIZE, PAGE = 0x0000_0056_7800_0000, 1 << 18, 4096
STOP, DONE, EOP, STOP_AT_EOP = 1, 2, 16, 32
# What becomes of a descriptor, and the responses that make it so.
OK, MAGIC, DECODE, SLAVE, POISON = range(5)
REFUSALS = {DECODE: 3, SLAVE: 2, POISON: 1}


class Host:
    """Memory with descriptors in it; a hole of it is refused. Remembers what was read."""

    def __init__(self):
        self.data = bytearray(SIZE)
        self.holes, self.reads = [], []

    async def read(self, address, length, **_):
        self.reads.append((address, length))
        if any(low <= address < high for low, high in self.holes):
            raise ValueError("a hole")
        return bytes(self.data[address - BASE : address - BASE + length])

    def put(self, at, control, length, src, dst, following, adjacent):
        word = (0xAD4B << 16) | adjacent << 8 | control
        raw = struct.pack("<IIQQQ", word, length, src, dst, following)
        self.data[at - BASE : at - BASE + 32] = raw


class Mixed(Memory):
    """The host's memory, for the model that mixes the beats of all reads under way."""

    def __init__(self, host):
        self.base, self.data, self.errors = BASE, host.data, {}


class Bench:
    def __init__(self, dut, seed):
        self.dut, self.rng = dut, random.Random(seed)
        self.host = Host()
        # Descriptors taken, addresses that failed, reads begun, credits used.
        self.taken, self.failed, self.asked, self.used = [], [], 0, 0
        # Addresses that came on offer behind a flush.
        self.late = 0
        self.ready = 1.0

    async def start(self, mixed=False):
        dut = self.dut
        cocotb.start_soon(Clock(dut.clk_i, 4, units="ns").start())
        for signal in (dut.start, dut.flush, dut.halt, dut.credit_mode, dut.credits, dut.desc_ready, dut.refusal):
            signal.value = 0
        if mixed:
            self.bus = ReadModel(
                dut, "host", Mixed(self.host), self.rng, latency=40, mix=True, ar_stall=0.2, r_stall=0.1
            )
            cocotb.start_soon(self.bus.run())
        else:
            self.bus = AxiSlaveRead(AxiReadBus.from_prefix(dut, "host"), dut.clk_i, dut.rst_i, target=self.host)
        await reset(dut)
        cocotb.start_soon(self._watch())

    async def _watch(self):
        dut = self.dut
        flushed = held = False
        while True:
            await RisingEdge(dut.clk_i)
            offered = bool(dut.host_arvalid.value.integer)
            self.late += flushed and offered and not held
            held = offered and not dut.asked.value.integer
            flushed = bool(dut.flush.value.integer)
            if dut.desc_valid.value.integer and dut.desc_ready.value.integer:
                signals = (dut.desc_result, dut.desc_marks, dut.desc_len, dut.desc_src, dut.desc_dst)
                self.taken.append(tuple(signal.value.integer for signal in signals))
            if dut.error.value.integer:
                self.failed.append(dut.error_addr.value.integer)
            self.asked += dut.asked.value.integer
            self.used += dut.credits_used.value.integer
            dut.desc_ready.value = int(self.rng.random() < self.ready)

    def chain(self, blocks, truthful=0.5):
        """Puts a chain of blocks, given as (address, count), into memory; what has to come out of it. Inside a block a
        descriptor may say where the next one is and how many follow that, or anything."""
        expected = []
        for index, (at, count) in enumerate(blocks):
            following, beyond = blocks[index + 1] if index + 1 < len(blocks) else (0, 1)
            for place in range(count):
                last = place == count - 1
                stop = STOP if last and index == len(blocks) - 1 else 0
                control = (
                    stop | self.rng.choice([0, DONE]) | self.rng.choice([0, EOP]) | self.rng.choice([0, STOP_AT_EOP])
                )
                length, src, dst = self.rng.randrange(2**28), self.rng.getrandbits(64), self.rng.getrandbits(64)
                if last:
                    link, adjacent = following, beyond - 1
                elif self.rng.random() < truthful:
                    link, adjacent = at + 32 * (place + 1), min(count - place - 2, 63)
                else:
                    link, adjacent = self.rng.getrandbits(64), self.rng.randrange(64)
                self.host.put(at + 32 * place, control, length, src, dst, link, adjacent)
                marks = (control & 3) | (control >> 4 & 3) << 2
                expected.append((OK, marks, length, src, dst))
        return expected

    def blocks(self, count):
        """Blocks that do not overlap, each anywhere in an 8 KiB range of its own."""
        places = self.rng.sample(range(SIZE // 8192), count)
        sizes = [self.rng.choice([1, 2, 3, self.rng.randrange(1, 65), 64]) for _ in places]
        return [
            (BASE + 8192 * place + 32 * self.rng.randrange(256 - size), size)
            for place, size in zip(places, sizes, strict=True)
        ]

    async def go(self, block):
        dut = self.dut
        dut.first_addr.value, dut.first_adjacent.value, dut.start.value = block[0], block[1] - 1, 1
        await RisingEdge(dut.clk_i)
        dut.start.value = 0
        await RisingEdge(dut.clk_i)

    async def give(self, credits_given):
        self.dut.credits.value = credits_given
        await RisingEdge(self.dut.clk_i)
        self.dut.credits.value = 0

    async def until(self, what, limit=4000):
        for _ in range(limit):
            await RisingEdge(self.dut.clk_i)
            if what():
                return
        raise AssertionError(f"nothing after {limit} cycles: {len(self.taken)} descriptors taken")

    def idle(self):
        return bool(self.dut.idle.value.integer)

    async def wait(self, cycles):
        for _ in range(cycles):
            await RisingEdge(self.dut.clk_i)


@cocotb.test()
async def any_chain_comes_out_in_order_and_nothing_behind_it_is_read(dut):
    bench = Bench(dut, 1)
    await bench.start()
    for turn in range(12):
        bench.ready = (1.0, 0.5, 0.1)[turn % 3]
        blocks = bench.blocks(bench.rng.randrange(1, 6))
        bench.taken.clear()
        bench.host.reads.clear()
        expected = bench.chain(blocks)
        await bench.go(blocks[0])
        await bench.until(lambda expected=expected: bench.idle() and len(bench.taken) == len(expected), 8000)
        assert bench.taken == expected
        beats = {address for at, count in blocks for address in range(at // 64 * 64, at + 32 * count, 64)}
        assert {address // 64 * 64 for address, _ in bench.host.reads} == beats
    assert bench.failed == []


@cocotb.test()
async def no_more_are_read_than_the_queue_holds(dut):
    bench = Bench(dut, 2)
    await bench.start()
    bench.ready = 0.0
    await bench.wait(2)
    blocks = [(BASE + 32, 64), (BASE + 16384, 64), (BASE + 32768, 3)]
    expected = bench.chain(blocks)
    await bench.go(blocks[0])
    await bench.wait(600)
    assert len({address // 64 for address, _ in bench.host.reads}) <= QUEUE // 2 + 2
    asked = bench.asked
    await bench.wait(100)
    assert bench.asked == asked, "reads go on though nothing is taken"
    bench.ready = 1.0
    await bench.until(lambda: bench.idle() and len(bench.taken) == len(expected))
    assert bench.taken == expected


@cocotb.test()
async def a_failure_has_the_address_of_its_descriptor_and_ends_the_chain(dut):
    bench = Bench(dut, 3)
    await bench.start()
    bench.ready = 1.0
    for result, refusal in REFUSALS.items():
        for bad in (0, 1, 5):
            dut.refusal.value = refusal
            blocks = [(BASE + PAGE - 32 * bad, bad + 3), (BASE + 65536, 2)]
            expected = bench.chain(blocks)
            bench.host.holes = [(BASE + PAGE, BASE + 2 * PAGE)]
            bench.taken.clear()
            bench.failed.clear()
            await bench.go(blocks[0])
            await bench.until(bench.idle)
            await bench.wait(20)
            assert bench.taken[:bad] == expected[:bad]
            assert [taken[0] for taken in bench.taken[bad:]] == [result]
            assert bench.failed == [BASE + PAGE]


@cocotb.test()
async def what_is_no_descriptor_ends_the_chain(dut):
    bench = Bench(dut, 4)
    await bench.start()
    bench.ready = 1.0
    for bad in (0, 1, 6):
        blocks = [(BASE + 96, 8), (BASE + 65536, 2)]
        expected = bench.chain(blocks)
        bench.host.data[96 + 32 * bad + 2] ^= 0x40
        bench.taken.clear()
        await bench.go(blocks[0])
        await bench.until(bench.idle)
        await bench.wait(20)
        assert bench.taken[:bad] == expected[:bad]
        assert [taken[0] for taken in bench.taken[bad:]] == [MAGIC]
    assert bench.failed == [], "no read has failed"


@cocotb.test()
async def credits_are_what_is_read(dut):
    bench = Bench(dut, 5)
    await bench.start()
    bench.ready = 1.0
    blocks = [(BASE + 64, 10), (BASE + 65536, 10)]
    expected = bench.chain(blocks)
    dut.credit_mode.value = 1
    await bench.go(blocks[0])
    await bench.wait(100)
    assert (bench.asked, bench.taken) == (0, [])
    given = 0
    for left in (1, 3, 9):
        await bench.give(left)
        given += left
        await bench.wait(100)
        assert bench.used == given
        assert bench.taken == expected[:given]
    await bench.give(63)
    await bench.until(lambda: bench.idle() and len(bench.taken) == len(expected))
    assert (bench.taken, bench.used) == (expected, len(expected))
    dut.credit_mode.value = 0


@cocotb.test()
async def a_flush_in_every_cycle(dut):
    """No read is begun behind it, what was asked for runs out, nothing is left, and the next chain is whole."""
    bench = Bench(dut, 6)
    await bench.start()
    for cut in range(60):
        bench.ready = 0.3
        blocks = [(BASE + PAGE - 160, 12), (BASE + 65536 + 32, 40), (BASE + 131072, 1)]
        bench.chain(blocks)
        await bench.go(blocks[0])
        await bench.wait(cut)
        dut.flush.value = 1
        await bench.wait(2)
        await bench.until(bench.idle, 200)
        await bench.wait(2)
        assert not dut.desc_valid.value.integer
        dut.flush.value = 0
        asked = bench.asked
        bench.ready = 1.0
        fresh = [(BASE + 65536 + 32 * cut, 1 + cut % 5)]
        expected = bench.chain(fresh)
        bench.taken.clear()
        await bench.go(fresh[0])
        await bench.until(lambda expected=expected: bench.idle() and len(bench.taken) == len(expected))
        await bench.wait(10)
        assert bench.taken == expected and bench.asked > asked
    assert bench.late == 0, "a read was begun behind a flush"


@cocotb.test()
async def a_halt_keeps_what_is_there_and_reads_no_more(dut):
    bench = Bench(dut, 7)
    await bench.start()
    bench.ready = 1.0
    blocks = [(BASE + 64, 20), (BASE + 65536, 20), (BASE + 131072, 4)]
    expected = bench.chain(blocks)
    await bench.go(blocks[0])
    await bench.until(lambda: len(bench.taken) > 0)
    dut.halt.value = 1
    await bench.wait(100)
    asked, taken = bench.asked, len(bench.taken)
    assert taken < len(expected)
    await bench.wait(100)
    assert (bench.asked, len(bench.taken)) == (asked, taken) and not bench.idle()
    dut.halt.value = 0
    await bench.until(lambda: bench.idle() and len(bench.taken) == len(expected))
    assert bench.taken == expected


@cocotb.test()
async def beats_of_all_reads_under_way_mixed(dut):
    """Several reads are under way at once; whichever is answered first, descriptors come in the order of the chain."""
    bench = Bench(dut, 8)
    await bench.start(mixed=True)
    most = 0
    for turn in range(12):
        bench.ready = (1.0, 0.2)[turn % 2]
        blocks = bench.blocks(bench.rng.randrange(2, 6))
        bench.taken.clear()
        expected = bench.chain(blocks)
        await bench.go(blocks[0])
        for _ in range(40000):
            await RisingEdge(dut.clk_i)
            most = max(most, len(bench.bus.pending))
            if bench.idle() and len(bench.taken) == len(expected):
                break
        assert bench.taken == expected
    # Reads are of a quarter of the queue where a block goes on so far, and none goes further than 64.
    assert most == min(4, max(64 // (QUEUE // 4), 1)) and bench.bus.refused == 0 and bench.failed == []


@cocotb.test()
async def a_stop_before_the_end_of_its_block_is_the_end(dut):
    """What is behind it in the block is not given out, is not followed, and its errors are nobody's."""
    bench = Bench(dut, 9)
    await bench.start(mixed=True)
    bench.ready = 0.5
    for place in range(0, 60, 7):
        at = BASE + 2 * PAGE - 32 * (place + 1)
        expected = bench.chain([(at, 64)])
        control = at + 32 * place - BASE
        bench.host.data[control] |= STOP
        bench.bus.memory.errors = {2 * PAGE: 3}
        bench.bus.addresses.clear()
        bench.taken.clear()
        await bench.go((at, 64))
        await bench.until(lambda place=place: bench.idle() and len(bench.taken) > place)
        await bench.wait(100)
        marks = expected[place][1] | STOP
        assert bench.taken == [*expected[:place], (OK, marks, *expected[place][2:])]
        assert all(at <= address < at + 64 * 32 for address, _ in bench.bus.addresses)
    assert bench.failed == []


@cocotb.test()
async def a_block_reaches_as_far_as_any_of_its_descriptors_says(dut):
    """Descriptors that each say what follows the next one are asked for without waiting for the last of 64."""
    bench = Bench(dut, 10)
    await bench.start(mixed=True)
    bench.bus.mix, bench.bus.ar_stall, bench.bus.r_stall, bench.bus.latency = False, 0, 0, 60
    bench.ready = 1.0
    for count in (64, 65, 200, 1000):
        at = BASE + 2 * PAGE - 64
        expected = bench.chain([(at, count)], truthful=1.0)
        bench.bus.addresses.clear()
        bench.taken.clear()
        began = bench.bus.cycle
        under_way = set()

        def done(expected=expected, under_way=under_way):
            under_way.add(len(bench.bus.pending))
            return bench.idle() and len(bench.taken) == len(expected)

        await bench.go((at, min(count, 64)))
        await bench.until(done, 60000)
        took = bench.bus.cycle - began
        assert bench.taken == expected
        assert sum(length for _, length in bench.bus.addresses) == 32 * count
        dut._log.info("%d descriptors in %d cycles by %d reads", count, took, len(bench.bus.addresses))
        # 64 at a round trip of some 70 cycles and the 64 in which they are taken would be 2.1 cycles each.
        assert QUEUE < 128 or took < 1.4 * count + 120
        # One read comes while others are on their way. Few are small: at the end of a page, and where no more comes.
        assert QUEUE < 128 or count < 1000 or max(under_way) >= 2
        reads = len(bench.bus.addresses)
        assert QUEUE < 128 or reads <= -(-count // 32) + -(-count // 128) + 1, f"{reads} reads of {count} descriptors"
        await bench.wait(5)


@cocotb.test()
async def a_block_that_grows_behind_its_old_end_is_read_by_as_few_reads(dut):
    """Software adds to a list whose last descriptors have already said where it ends: those behind say otherwise."""
    bench = Bench(dut, 11)
    await bench.start(mixed=True)
    bench.bus.mix, bench.bus.ar_stall, bench.bus.r_stall, bench.bus.latency = False, 0, 0, 60
    count, before = 1000, QUEUE + QUEUE // 4
    at = BASE + 2 * PAGE - 64
    expected = bench.chain([(at, count)], truthful=1.0)
    grown = bytes(bench.host.data)
    # As it was: each of the first says how many follow the next one up to the old end, which stops.
    for place in range(before):
        control = at + 32 * place - BASE
        bench.host.data[control + 1] = min(max(before - 2 - place, 0), 63)
    bench.host.data[at + 32 * (before - 1) - BASE] |= STOP
    bench.ready = 0.0
    await bench.wait(2)
    await bench.go((at, 64))
    await bench.wait(40 * 60)
    read = sum(length for _, length in bench.bus.addresses) // 32
    assert read == QUEUE, "as many as find room, some of which tell of the old end"
    assert QUEUE < 128 or bench.host.data[at + 32 * (read - 1) - BASE + 1] < 63
    bench.host.data[:] = grown
    bench.bus.addresses.clear()
    bench.ready = 1.0
    await bench.until(lambda: bench.idle() and len(bench.taken) == len(expected), 60000)
    assert bench.taken == expected
    assert sum(length for _, length in bench.bus.addresses) == 32 * (count - read)
    reads = len(bench.bus.addresses)
    dut._log.info("%d descriptors by %d reads", count - read, reads)
    assert QUEUE < 128 or reads <= -(-(count - read) // 32) + -(-count // 128) + 1, f"{reads} reads"


@pytest.mark.parametrize("queue", [4, 128])
def test_fetch(queue):
    ran = run_cocotb(
        "tb_fby_xdma_fetch", "rtl/dma/dma.f", "test_fby_xdma_fetch",
        parameters={"QueueDescs": queue},
        extra_sources=["rtl/dma/xdma/test/tb_fby_xdma_fetch.sv"],
        extra_env={"QUEUE": str(queue)},
    )  # fmt: skip
    assert ran == 11
