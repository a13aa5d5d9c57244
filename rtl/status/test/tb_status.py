# SPDX-License-Identifier: Apache-2.0
"""cocotb tests of the status block, with expectations from the register description."""

import random
import sys
from pathlib import Path

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, ReadOnly, RisingEdge

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "regs"))
import model

PAGE = 0x1000
FEATURES = 3
COUNT_MAX = 2**48 - 1
BAD = ("HOST", "CARD", "MMIO")
# What the harness builds in.
BUILD = {
    "CARD_KIND": 0xA5,
    "CHANNELS": 3 | 4 << 4 | 0b0101 << 16 | 0b1010 << 20 | 1 << 24,
    "CLOCK_KHZ": 250_000,
    "MEM_BYTES": 1 << 20,
    "NUM_STREAM_PORTS": 2,
}


def header_words(kind, class_id, version, page, lines, streams, events, following):
    """What its fixed words read; page: (offset, bytes, BAR), lines: (first, count), streams: (H2C, C2H, ports)."""
    return {
        "ID": kind | class_id << 16 | ord("F") << 24,
        "VERSION": version,
        "PAGE_OFFSET": page[0],
        "PAGE_BYTES": page[1],
        "PAGE_BAR": page[2],
        "NEXT": following,
        "LINES": lines[0] | lines[1] << 8,
        "STREAMS": streams[0] | streams[1] << 4 | streams[2] << 8,
        "EVENTS": events,
    }


# The chain that the harness builds in, in its order.
CHAIN = [
    header_words(1, 0, 0x0001_0000, (0, 0x2000, 2), (0, 0), (0, 0, 0), 0, 0x440),
    header_words(0xABCD, 1, 0x1234_5678, (0x89AB_C000, 0x1_0000, 4), (0xFF, 0x80), (0xF, 0x1, 0x02), 64, 0x480),
    header_words(2, 2, 0x0001_0007, (0x1000, 0x1000, 0), (3, 2), (0x6, 0x9, 0x81), 10, 0),
]
LIVE = {"CONTROL": 0, "STATUS": 0, "PROGRESS": 0}


def status_map():
    """offset -> (group name, register) of everything in the status page; base -> by instance name."""
    user = next(m for m in model.load() if m.name == "user")
    registers, bases = {}, {}
    for group in user.groups:
        for place in group.instances:
            if place.base >= PAGE:
                continue
            bases[place.name] = place
            # Beyond the last header there is nothing.
            for n in range(FEATURES if place.name == "feature" else place.count):
                for reg in group.regs:
                    registers[place.base + n * place.stride + reg.offset] = (place.name, reg)
    return registers, bases


REGISTERS, PLACES = status_map()
# Offset of each word within a header.
HEADER = {reg.name: reg.offset for place, reg in REGISTERS.values() if place == "feature"}


def status_offset(name):
    return next(o for o, (place, reg) in REGISTERS.items() if place == "status" and reg.name == name)


def counter_offset(index, clear=False):
    place = PLACES["counter_clear" if clear else "counter"]
    return place.base + place.stride * index


def feature_offset(number, name):
    place = PLACES["feature"]
    return place.base + number * place.stride + HEADER[name]


def bad_offset(kind, clear=False):
    return PLACES["last_bad_clear" if clear else "last_bad"].base + 8 * BAD.index(kind)


class Bench:
    """Register access and event inputs."""

    def __init__(self, dut):
        self.dut = dut
        self.count = PLACES["counter"].count
        self.bits = int(dut.AmountBits.value)

    async def start(self):
        dut = self.dut
        for name in ("reg_valid", "reg_write", "reg_addr", "reg_wdata", "amount", "busy", "waits", "moved"):
            getattr(dut, name).value = 0
        for kind in BAD:
            getattr(dut, f"bad_{kind.lower()}_addr").value = 0
            getattr(dut, f"bad_{kind.lower()}_valid").value = 0
        dut.rst_i.value = 1
        cocotb.start_soon(Clock(dut.clk_i, 4, units="ns").start())
        await ClockCycles(dut.clk_i, 3)
        dut.rst_i.value = 0
        await RisingEdge(dut.clk_i)

    def drive(self, amounts):
        """Sets what the counters add from now on; amounts: index -> amount."""
        word = 0
        for index, amount in amounts.items():
            word |= amount << (index * self.bits)
        self.dut.amount.value = word

    async def access(self, offset, write=None):
        """One register access; returns (data, error)."""
        dut = self.dut
        dut.reg_addr.value = offset
        dut.reg_write.value = int(write is not None)
        dut.reg_wdata.value = write or 0
        dut.reg_valid.value = 1
        for _ in range(8):
            await RisingEdge(dut.clk_i)
            await ReadOnly()
            if dut.reg_ready.value:
                answer = dut.reg_rdata.value.integer, int(dut.reg_error.value)
                await RisingEdge(dut.clk_i)
                dut.reg_valid.value = 0
                return answer
        raise AssertionError(f"register access at {offset:#x} not answered within 8 cycles")

    async def read(self, offset):
        data, error = await self.access(offset)
        assert error == 0, hex(offset)
        return data

    async def read64(self, offset):
        low = await self.read(offset)
        return low | await self.read(offset + 4) << 32

    async def error_at(self, kind, address):
        dut = self.dut
        getattr(dut, f"bad_{kind.lower()}_addr").value = address
        getattr(dut, f"bad_{kind.lower()}_valid").value = 1
        await RisingEdge(dut.clk_i)
        getattr(dut, f"bad_{kind.lower()}_valid").value = 0
        await RisingEdge(dut.clk_i)


async def make_bench(dut):
    bench = Bench(dut)
    await bench.start()
    return bench


@cocotb.test()
async def every_offset_answers_as_described(dut):
    """Walks the page: reset values, build values, holes read 0 with an error, nothing can be written."""
    bench = await make_bench(dut)
    known = 0
    for offset in range(0, PAGE, 4):
        data, error = await bench.access(offset)
        if offset not in REGISTERS:
            assert (data, error) == (0, 1), hex(offset)
            continue
        known += 1
        place, register = REGISTERS[offset]
        assert error == 0, hex(offset)
        if register.name == "CYCLES_LO":
            assert data > 0
        elif place == "feature":
            header = CHAIN[(offset - PLACES["feature"].base) // PLACES["feature"].stride]
            assert data == (header | LIVE)[register.name], (hex(offset), register.name)
        else:
            expected = register.reset | (BUILD.get(register.name, 0) if place == "status" else 0)
            assert data == expected, (place, register.name)
        if (place, register.name) == ("feature", "CONTROL"):
            continue
        _, error = await bench.access(offset, 0xFFFF_FFFF)
        assert error == 1, (place, register.name)
        if register.name != "CYCLES_LO":
            assert (await bench.access(offset))[0] == data, (place, register.name)
    assert dut.quiesce.value == 0
    assert known == len(REGISTERS) == 9 + 2 * 6 + 2 * 2 * 48 + FEATURES * 12


@cocotb.test()
async def unaligned_access_is_an_error(dut):
    bench = await make_bench(dut)
    for offset in (1, 2, 3, counter_offset(0) + 2):
        assert await bench.access(offset) == (0, 1)


@cocotb.test()
async def each_counter_counts_its_own_events(dut):
    bench = await make_bench(dut)
    for index in range(bench.count):
        bench.drive({index: 1})
        await ClockCycles(dut.clk_i, index + 1)
    bench.drive({})
    await RisingEdge(dut.clk_i)
    for index in range(bench.count):
        assert await bench.read64(counter_offset(index)) == index + 1
        assert await bench.read64(counter_offset(index)) == index + 1, "the plain counter must not clear"


@cocotb.test()
async def amounts_are_added_at_once(dut):
    bench = await make_bench(dut)
    rng = random.Random(1)
    total = [0] * bench.count
    for _ in range(50):
        amounts = {i: rng.randrange(2**bench.bits) for i in range(bench.count)}
        bench.drive(amounts)
        await RisingEdge(dut.clk_i)
        for i, amount in amounts.items():
            total[i] += amount
    bench.drive({})
    await RisingEdge(dut.clk_i)
    for i in range(bench.count):
        assert await bench.read64(counter_offset(i)) == total[i]


@cocotb.test()
async def read_and_clear_loses_no_event(dut):
    """Two counters run on while they are read and cleared; nothing is lost or counted twice."""
    bench = await make_bench(dut)
    rng = random.Random(2)
    sent = [0, 0]
    running = True

    async def events():
        while running:
            amounts = {7: rng.randrange(2), 37: rng.randrange(64)}
            bench.drive(amounts)
            await RisingEdge(dut.clk_i)
            sent[0] += amounts[7]
            sent[1] += amounts[37]
        bench.drive({})

    task = cocotb.start_soon(events())
    seen = [0, 0]
    for _ in range(300):
        for n, index in enumerate((7, 37)):
            seen[n] += await bench.read64(counter_offset(index, clear=True))
        await ClockCycles(dut.clk_i, rng.randrange(1, 5))
    running = False
    await task
    await ClockCycles(dut.clk_i, 2)
    for n, index in enumerate((7, 37)):
        seen[n] += await bench.read64(counter_offset(index, clear=True))
        assert await bench.read64(counter_offset(index)) == 0
    assert seen == sent
    assert sent[0] > 300


@cocotb.test()
async def clear_touches_only_its_own_counter(dut):
    bench = await make_bench(dut)
    bench.drive(dict.fromkeys(range(bench.count), 3))
    await ClockCycles(dut.clk_i, 5)
    bench.drive({})
    await RisingEdge(dut.clk_i)
    assert await bench.read64(counter_offset(20, clear=True)) == 15
    for index in range(bench.count):
        assert await bench.read64(counter_offset(index)) == (0 if index == 20 else 15)


@cocotb.test()
async def counters_stop_at_their_end(dut):
    """The counter is set near its end from outside: counting there would take days."""
    bench = await make_bench(dut)
    near = COUNT_MAX - 70
    dut.u_dut.u_counters.gen_counter[5].count_q.value = near
    await RisingEdge(dut.clk_i)
    assert await bench.read64(counter_offset(5)) == near
    bench.drive({5: 63})
    await RisingEdge(dut.clk_i)
    bench.drive({})
    await RisingEdge(dut.clk_i)
    assert await bench.read64(counter_offset(5)) == COUNT_MAX - 7
    bench.drive({5: 63})
    await ClockCycles(dut.clk_i, 3)
    bench.drive({})
    await RisingEdge(dut.clk_i)
    assert await bench.read64(counter_offset(5)) == COUNT_MAX
    assert await bench.read64(counter_offset(5, clear=True)) == COUNT_MAX
    assert await bench.read64(counter_offset(5)) == 0
    assert await bench.read64(counter_offset(4)) == 0
    assert await bench.read64(counter_offset(6)) == 0


@cocotb.test()
async def low_half_holds_the_high_half(dut):
    """A carry into the upper half between the two reads must not show."""
    bench = await make_bench(dut)
    dut.u_dut.u_counters.gen_counter[9].count_q.value = 0xFFFF_FFFF
    await RisingEdge(dut.clk_i)
    assert await bench.read(counter_offset(9)) == 0xFFFF_FFFF
    bench.drive({9: 1})
    await RisingEdge(dut.clk_i)
    bench.drive({})
    await RisingEdge(dut.clk_i)
    assert await bench.read(counter_offset(9) + 4) == 0
    assert await bench.read64(counter_offset(9)) == 1 << 32


@cocotb.test()
async def last_bad_addresses_are_kept_apart(dut):
    bench = await make_bench(dut)
    addresses = {"HOST": 0x1234_5678_9ABC_DEF0, "CARD": 0x3000_0040, "MMIO": 2 << 36 | 0x7004}
    for kind, address in addresses.items():
        await bench.error_at(kind, 0xDEAD)
        await bench.error_at(kind, address)
    for kind, address in addresses.items():
        assert await bench.read64(bad_offset(kind)) == address
    assert await bench.read64(bad_offset("CARD", clear=True)) == addresses["CARD"]
    assert await bench.read64(bad_offset("HOST")) == addresses["HOST"]
    assert await bench.read64(bad_offset("CARD")) == 0
    assert await bench.read64(bad_offset("MMIO", clear=True)) == addresses["MMIO"]
    assert await bench.read64(bad_offset("MMIO")) == 0


@cocotb.test()
async def error_during_clear_is_kept(dut):
    bench = await make_bench(dut)
    await bench.error_at("HOST", 0x1111)
    dut.bad_host_addr.value = 0x2222
    dut.bad_host_valid.value = 1
    low = await bench.read(bad_offset("HOST", clear=True))
    dut.bad_host_valid.value = 0
    assert low in (0x1111, 0x2222)
    assert await bench.read64(bad_offset("HOST")) == 0x2222


@cocotb.test()
async def the_chain_is_walked_by_next(dut):
    """From the first header on, every header is reached once, in order, and is marked as one."""
    bench = await make_bench(dut)
    offset, seen = PLACES["feature"].base, []
    while True:
        word = {name: await bench.read(offset + at) for name, at in HEADER.items()}
        assert word["ID"] >> 24 == ord("F")
        seen.append(word)
        if not word["NEXT"]:
            break
        assert word["NEXT"] % 64 == 0 and word["NEXT"] > offset
        offset = word["NEXT"]
    assert seen == [header | LIVE for header in CHAIN]


@cocotb.test()
async def quiesce_reaches_its_own_feature(dut):
    """Each bit is set and cleared alone, by its header's CONTROL only; other bits of the word belong to nobody."""
    bench = await make_bench(dut)
    for number in range(FEATURES):
        control = feature_offset(number, "CONTROL")
        for word, level in ((0xFFFF_FFFF, 1), (0xFFFF_FFFE, 0), (1, 1), (0, 0)):
            assert await bench.access(control, word) == (0, 0)
            assert int(dut.quiesce.value) == level << number
            assert await bench.read(control) == level
    for name in CHAIN[0] | LIVE:
        if name != "CONTROL":
            assert (await bench.access(feature_offset(1, name), 1))[1] == 1, name
    assert (await bench.access(feature_offset(FEATURES, "CONTROL"), 1))[1] == 1
    assert dut.quiesce.value == 0
    await bench.access(feature_offset(2, "CONTROL"), 1)
    dut.rst_i.value = 1
    await ClockCycles(dut.clk_i, 2)
    dut.rst_i.value = 0
    assert dut.quiesce.value == 0, "a reset ends it"


@cocotb.test()
async def busy_shows_as_it_is(dut):
    bench = await make_bench(dut)
    for word in (0b001, 0b110, 0b010, 0b101, 0b000):
        dut.busy.value = word
        for number in range(FEATURES):
            assert await bench.read(feature_offset(number, "STATUS")) == word >> number & 1


@cocotb.test()
async def what_is_waited_for_shows_beside_busy(dut):
    """Each feature its own, each stream at its own bit: H2C channels, C2H channels, stream ports."""
    bench = await make_bench(dut)
    rng = random.Random(5)
    for busy in (0b000, 0b101):
        dut.busy.value = busy
        for waits in [1 << bit for bit in range(16 * FEATURES)] + [rng.randrange(1 << 16 * FEATURES)]:
            dut.waits.value = waits
            for number in range(FEATURES):
                own = waits >> 16 * number & 0xFFFF
                expected = own << 8 | busy >> number & 1
                assert await bench.read(feature_offset(number, "STATUS")) == expected, (number, hex(waits))


@cocotb.test()
async def progress_counts_its_own_steps(dut):
    """Every pulse is one step, whatever else happens in its cycle; after its end the count goes on at 0."""
    bench = await make_bench(dut)
    rng = random.Random(3)
    sent = [0] * FEATURES
    for _ in range(200):
        word = rng.randrange(1 << FEATURES)
        dut.moved.value = word
        await RisingEdge(dut.clk_i)
        sent = [count + (word >> n & 1) for n, count in enumerate(sent)]
    dut.moved.value = 0
    await RisingEdge(dut.clk_i)
    for _ in range(2):
        assert [await bench.read(feature_offset(n, "PROGRESS")) for n in range(FEATURES)] == sent
    dut.u_dut.u_features.progress_q.value = 0xFFFF_FFFF << 32
    await RisingEdge(dut.clk_i)
    dut.moved.value = 0b010
    await ClockCycles(dut.clk_i, 2)
    dut.moved.value = 0
    await RisingEdge(dut.clk_i)
    assert await bench.read(feature_offset(1, "PROGRESS")) == 1


@cocotb.test()
async def cycles_run_at_the_clock(dut):
    bench = await make_bench(dut)
    low = status_offset("CYCLES_LO")
    first = await bench.read64(low)
    await ClockCycles(dut.clk_i, 1000)
    second = await bench.read64(low)
    assert 1000 <= second - first <= 1020
    dut.u_dut.cycles_q.value = 0x5_FFFF_FFFF
    await RisingEdge(dut.clk_i)
    third = await bench.read64(low)
    assert third >> 32 in (5, 6)
    assert abs(third - 0x5_FFFF_FFFF) < 20
