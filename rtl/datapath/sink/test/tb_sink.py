# SPDX-License-Identifier: Apache-2.0
"""cocotb tests of the sink: a model that knows only the promises watches every cycle."""

import random
import sys
from collections import Counter
from pathlib import Path

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, Timer

sys.path.insert(0, str(Path(__file__).resolve().parents[4] / "regs"))
import model

SINK = next(group for m in model.load() for group in m.groups if group.name == "sink")
REG = {reg.name: reg for reg in SINK.regs}
EVENT = {choice.name: choice.value for choice in SINK.events}
# As the harness builds it: two ports, channels 0 and 2; channel 1 is no stream.
STREAMS, PORTS, ABSENT = 5, 2, 3
PRESENT = [k for k in range(STREAMS) if k != ABSENT]
PACKETS = [k for k in PRESENT if k >= PORTS]
FULL_RATE = 1 << 16


def at(name, index=0):
    return REG[name].offset + REG[name].stride * index


class Watch:
    """Adds up what the sink does, cycle by cycle, and complains of what it must not do."""

    def __init__(self):
        self.events = Counter()
        self.taken = Counter()
        self.cycles = self.moved = 0
        self.pairing = [0] * STREAMS
        self.steps = self.mismatched = 0
        self.left = None
        self.ends = []

    def begin(self, pairing):
        """A run begins; from now on the order of entries is known."""
        self.pairing = pairing
        self.left, self.ends = list(pairing), []

    def end(self):
        self.left = None

    def cycle(self, valid, last, ready, quiesced):
        """One cycle, by the streams alone; steps and ends are found again from which entries were taken."""
        self.cycles += 1
        took = [k for k in range(STREAMS) if valid >> k & ready >> k & 1]
        assert ABSENT not in took and not ready >> ABSENT & 1
        if quiesced:
            return
        for k in took:
            assert self.left is not None and self.left[k] > 0, f"stream {k} gave more than its part of a step"
            self.left[k] -= 1
            self.taken[k] += 1
            if k in PACKETS:
                self.ends.append((self.left[k] == 0, last >> k & 1))
        if took and not any(self.left):
            early = any(end for final, end in self.ends if not final)
            final = {end for final, end in self.ends if final}
            self.steps += 1
            self.mismatched += early or len(final) == 2
            self.left, self.ends = list(self.pairing), []


class Bench:
    """Registers by task, streams by a feeder that runs in every cycle."""

    def __init__(self, dut, seed):
        self.dut = dut
        self.rng = random.Random(seed)
        self.watch = Watch()
        # Chance of an entry in a cycle, and of its ending a packet, by stream.
        self.chance = [1.0] * STREAMS
        self.ends = [0.0] * STREAMS

    async def start(self):
        dut = self.dut
        for name in ("quiesce", "reg_valid", "reg_write", "reg_addr", "reg_wdata", "valid", "last"):
            getattr(dut, name).value = 0
        dut.rst_i.value = 1
        cocotb.start_soon(Clock(dut.clk_i, 4, units="ns").start())
        for _ in range(3):
            await FallingEdge(dut.clk_i)
        dut.rst_i.value = 0
        cocotb.start_soon(self.feed())
        await FallingEdge(dut.clk_i)

    async def feed(self):
        """Offers entries, which stay until they are taken, and shows the watch each cycle as it is before its edge."""
        dut, rng = self.dut, self.rng
        valid = last = 0
        while True:
            for k in range(STREAMS):
                if not valid >> k & 1 and rng.random() < self.chance[k]:
                    valid |= 1 << k
                    last = last & ~(1 << k) | (rng.random() < self.ends[k]) << k
            dut.valid.value, dut.last.value = valid, last
            await Timer(1, "ns")
            ready, quiesced = int(dut.ready.value), int(dut.quiesce.value)
            self.watch.cycle(valid, last, ready, quiesced)
            self.watch.moved += int(dut.moved.value)
            word = int(dut.events.value)
            for name, number in EVENT.items():
                self.watch.events[name] += word >> 6 * number & 63
            assert not word >> 6 * len(EVENT), "events without a name"
            assert not dut.gave.value
            assert int(dut.moved.value) == (valid & ready != 0)
            assert dut.busy.value or not dut.moved.value
            await FallingEdge(dut.clk_i)
            valid &= ~ready

    async def access(self, offset, write=None):
        """One access; returns (data, error)."""
        dut = self.dut
        await FallingEdge(dut.clk_i)
        dut.reg_valid.value, dut.reg_write.value = 1, write is not None
        dut.reg_addr.value, dut.reg_wdata.value = offset, write or 0
        await Timer(2, "ns")
        assert dut.reg_ready.value
        answer = int(dut.reg_rdata.value), int(dut.reg_error.value)
        await FallingEdge(dut.clk_i)
        dut.reg_valid.value = 0
        return answer

    async def write(self, offset, value):
        assert (await self.access(offset, value))[1] == 0, hex(offset)

    async def read(self, offset):
        data, error = await self.access(offset)
        assert error == 0, hex(offset)
        return data

    async def begin(self, pairing, steps, rate=FULL_RATE):
        for k in PRESENT:
            await self.write(at("PAIRING", k), pairing[k])
        await self.write(at("STEPS"), steps)
        await self.write(at("RATE"), rate)
        self.watch.begin(pairing)
        self.watch.cycles = 0
        await self.write(at("CONTROL"), 1)

    async def run(self, pairing, steps, rate=FULL_RATE, limit=20_000):
        """One run to its end; the watch of this run alone."""
        self.watch = Watch()
        await self.begin(pairing, steps, rate)
        for _ in range(limit):
            await FallingEdge(self.dut.clk_i)
            await Timer(2, "ns")
            if self.dut.lines.value == 1:
                break
        else:
            raise AssertionError(f"the run is not over after {limit} cycles")
        self.watch.end()
        for _ in range(3):
            await FallingEdge(self.dut.clk_i)
        watch = self.watch
        assert watch.steps == steps == await self.read(at("STEPS_DONE"))
        assert watch.events["STEPS"] == steps
        assert watch.events["MISMATCHED_ENDS"] == watch.mismatched
        assert watch.events["DISCARDED"] == 0
        for k in range(STREAMS):
            assert watch.taken[k] == pairing[k] * steps
            assert watch.events[entries_of(k)] == watch.taken[k]
        assert await self.read(at("STATUS")) == 0
        return watch


def entries_of(k):
    return f"PORT{k}_ENTRIES" if k < PORTS else f"H2C{k - PORTS}_ENTRIES"


def starve_of(k):
    return f"PORT{k}_STARVE" if k < PORTS else f"H2C{k - PORTS}_STARVE"


async def make_bench(dut, seed=1, chance=(1.0,) * STREAMS):
    bench = Bench(dut, seed)
    bench.chance = list(chance)
    await bench.start()
    return bench


@cocotb.test()
async def registers_are_as_described(dut):
    """Reset values, holes, what is kept, what is refused and changes nothing."""
    bench = await make_bench(dut, chance=(0.0,) * STREAMS)
    known = {at(name, k): reg for name, reg in REG.items() for k in range(reg.count) if reg.count == 1 or k in PRESENT}
    for offset in range(0, 0x400, 4):
        if offset not in known:
            assert await bench.access(offset) == (0, 1), hex(offset)
            assert (await bench.access(offset, 1))[1] == 1, hex(offset)
        else:
            assert await bench.access(offset) == (known[offset].reset, 0), hex(offset)
    for name in ("STATUS", "STEPS_DONE"):
        assert (await bench.access(at(name), 1))[1] == 1
    for offset, value, kept in (
        (at("STEPS"), 0xFFFF_FFFF, 0xFFFF_FFFF),
        (at("RATE"), 0x1_FFFF, FULL_RATE),
        (at("RATE"), 0xABCD, 0xABCD),
        *((at("PAIRING", k), 0x1_0000 + 7 * k, 7 * k) for k in PRESENT),
    ):
        await bench.write(offset, value)
        assert await bench.read(offset) == kept, hex(offset)


@cocotb.test()
async def a_start_that_makes_no_sense_is_refused(dut):
    bench = await make_bench(dut)
    control = at("CONTROL")
    assert (await bench.access(control, 1))[1] == 1, "no steps, nothing paired"
    await bench.write(at("STEPS"), 5)
    assert (await bench.access(control, 1))[1] == 1, "nothing paired"
    await bench.write(at("PAIRING", 0), 1)
    dut.quiesce.value = 1
    assert (await bench.access(control, 1))[1] == 1, "at rest"
    dut.quiesce.value = 0
    await bench.write(at("RATE"), 0)
    bench.watch.begin([1, 0, 0, 0, 0])
    await bench.write(control, 1)
    assert await bench.read(at("STATUS")) == 1
    assert (await bench.access(control, 1))[1] == 1, "a run is on"
    assert (await bench.access(at("PAIRING", 0), 2))[1] == 1, "a run is on"
    await bench.write(control, 0)
    assert dut.busy.value == 1


@cocotb.test()
async def a_step_a_cycle_at_full_rate(dut):
    """Without want, 1:1 takes an entry of each stream in every cycle, and 1:3 three cycles a step."""
    bench = await make_bench(dut)
    watch = await bench.run([1, 1, 0, 0, 0], 500)
    assert 500 <= watch.cycles <= 520 and not any(watch.events[starve_of(k)] for k in PRESENT)
    watch = await bench.run([1, 3, 0, 0, 0], 500)
    assert 1500 <= watch.cycles <= 1520 and not any(watch.events[starve_of(k)] for k in PRESENT)
    assert watch.moved == 1500


@cocotb.test()
async def the_rate_holds(dut):
    bench = await make_bench(dut)
    for per_step in (2, 7, 20):
        watch = await bench.run([2, 9 if per_step == 20 else 1, 0, 0, 0], 200, rate=FULL_RATE // per_step + 1)
        # The first step comes at once.
        assert 199 * per_step - 20 <= watch.cycles <= 200 * per_step + 40, per_step
    # Nor is it rounded to whole cycles a step.
    for rate in (FULL_RATE // 3, 24_000, 50_000):
        watch = await bench.run([1, 1, 0, 0, 0], 400, rate=rate)
        cycles = 399 * FULL_RATE // rate
        assert cycles <= watch.cycles <= cycles + 20, rate
    assert not any(watch.events[starve_of(k)] for k in PRESENT)


@cocotb.test()
async def what_was_missed_is_made_up_for_once(dut):
    """After a want of many steps only one step comes early; the rate is no debt."""
    bench = await make_bench(dut, chance=(1.0, 0.0, 1.0, 1.0, 1.0))
    bench.watch = Watch()
    await bench.begin([1, 1, 0, 0, 0], 40, rate=FULL_RATE // 10 + 1)
    for _ in range(500):
        await FallingEdge(dut.clk_i)
    assert bench.watch.taken[0] == 1 and bench.watch.steps == 0
    starved = bench.watch.events["PORT1_STARVE"]
    assert 480 <= starved <= 505
    bench.chance[1] = 1.0
    before = bench.watch.cycles
    while bench.watch.steps < 21:
        await FallingEdge(dut.clk_i)
    assert 185 <= bench.watch.cycles - before <= 205
    assert bench.watch.events["PORT1_STARVE"] <= starved + 2 and bench.watch.events["PORT0_STARVE"] == 0


@cocotb.test()
async def random_runs_count_right(dut):
    """Any pairing, want and ends: the watch finds entries, steps and ends again from the streams alone."""
    bench = await make_bench(dut, 2)
    rng = random.Random(3)
    mismatched = 0
    for _ in range(16):
        pairing = [rng.choice((0, 1, 1, 2, 3, 9)) if k in PRESENT else 0 for k in range(STREAMS)]
        if not any(pairing):
            pairing[4] = 1
        bench.chance = [rng.choice((0.3, 0.6, 1.0)) for _ in range(STREAMS)]
        bench.ends = [rng.choice((0.0, 0.3, 1.0)) for _ in range(STREAMS)]
        watch = await bench.run(pairing, rng.randrange(1, 25), rate=rng.choice((FULL_RATE, 12000, 30000)))
        mismatched += watch.mismatched
        for k in PRESENT:
            if not pairing[k]:
                assert watch.events[starve_of(k)] == 0
    assert mismatched > 20


@cocotb.test()
async def ends_that_match_are_no_mismatch(dut):
    bench = await make_bench(dut)
    bench.ends = [0.0, 0.0, 1.0, 0.0, 1.0]
    assert (await bench.run([1, 0, 1, 0, 1], 50)).mismatched == 0
    assert (await bench.run([1, 0, 1, 0, 2], 50)).mismatched == 50, "an end within a step"
    bench.ends = [0.0, 0.0, 1.0, 0.0, 0.0]
    for _ in range(5):
        await FallingEdge(dut.clk_i)
    assert (await bench.run([1, 0, 1, 0, 1], 50)).mismatched >= 48, "an end of one stream only"
    assert (await bench.run([1, 1, 0, 0, 0], 50)).mismatched == 0, "ports have no packets"


@cocotb.test()
async def quiesce_forgets_the_run_and_drops_what_comes(dut):
    bench = await make_bench(dut)
    bench.chance = [0.5] * STREAMS
    await bench.begin([1, 2, 1, 0, 1], 1000)
    for _ in range(100):
        await FallingEdge(dut.clk_i)
    dut.quiesce.value = 1
    bench.watch.end()
    before = Counter(bench.watch.events)
    for _ in range(100):
        await FallingEdge(dut.clk_i)
    assert bench.watch.events["DISCARDED"] > 100
    for name in EVENT:
        if name != "DISCARDED":
            assert bench.watch.events[name] - before[name] <= 1, name
    assert (await bench.read(at("STATUS")), await bench.read(at("STEPS_DONE"))) == (0, 0)
    bench.chance = [0.0] * STREAMS
    for _ in range(3):
        await FallingEdge(dut.clk_i)
    assert dut.busy.value == 0
    dut.quiesce.value = 0
    for _ in range(20):
        await FallingEdge(dut.clk_i)
    assert dut.busy.value == 0 and dut.lines.value == 0
    bench.chance = [1.0] * STREAMS
    await bench.run([1, 2, 1, 0, 1], 30)
