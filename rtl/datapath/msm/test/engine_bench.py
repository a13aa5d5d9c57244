# SPDX-License-Identifier: Apache-2.0
"""Drives tb_fby_msm_engine from cocotb: registers, plan, stream files, sums."""

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, FallingEdge
from msm_harness import Harness
from msm_plan import CLASS, CLASSES, ORDER, Pass, Points, affine_of_beats, digit, expected_sum, recode, windows_of

# Typed by hand: the witness for the register description.
CONTROL, STATUS, POINTS, SLOT, MODE, PASSES, COVER = 0x00, 0x04, 0x08, 0x0C, 0x10, 0x14, 0x18
GEOMETRY, BUCKETS, RECORDS, RHO, RECODE, WINDOW, PASS = 0x1C, 0x20, 0x24, 0x40, 0x60, 0x100, 0x200
START, ABORT = 1, 2
BUSY, START_READY, REDUCING, SCALAR_CUT, MEMORY_ERROR = 1, 2, 4, 8, 16
UNIFORM, FOLD, RESIDENT = 1, 2, 4

COUNTERS = [
    "active", "adds", "starve", "hazard", "held", "zero_digits", "reduce", "stall", "pairs", "runs", "passes", "fill",
]  # fmt: skip
POINT_BYTES, SCALAR_BYTES = 144, 32


def beats(data):
    """Bytes as 64-byte beats; what follows the data in its last beat is rubbish, not zero."""
    data += b"\xa5" * (-len(data) % 64)
    return [int.from_bytes(data[at : at + 64], "little") for at in range(0, len(data), 64)]


class Plan:
    """Windows, and which of them each pass has: rows are (pass as in msm_plan, adders, split)."""

    def __init__(self, windows, rows):
        self.windows, self.rows = windows, rows
        # A word has 255 bits below its sign.
        self.cover = min(255, max(window.offset + window.bits for window in windows if window.kind != CLASS))

    def sums(self):
        """Rows of the windows in the order of their sums, with the share of the points, (bank, banks) or None."""
        for made, adders, split in self.rows:
            for adder in range(adders):
                first = made.first + (0 if split else adder * made.count)
                for row in range(first, first + made.count):
                    yield row, (adder, adders) if split else None


def prepared(scalar, number, mode, rho):
    """The residue that the windows are cut out of, and its sign."""
    if mode & UNIFORM:
        scalar = (scalar + (1 + number % CLASSES) * rho) % ORDER
    if mode & FOLD and scalar > (ORDER - 1) // 2:
        return ORDER - scalar, True
    return scalar, False


class Bench(Harness):
    COUNTERS = COUNTERS

    def __init__(self, dut):
        super().__init__(dut)
        self.points = Points()

    async def reset(self):
        dut = self.dut
        for name in (
            "reg_valid", "reg_write", "reg_addr", "reg_wdata", "load", "scalar_beats", "point_beats", "clear",
            "quiesce", "memory_slow", "memory_dead", "memory_error", "memory_error_addr",
        ):  # fmt: skip
            getattr(dut, name + "_i").value = 0
        self.pauses()
        dut.rst_i.value = 1
        cocotb.start_soon(Clock(dut.clk_i, 4, "ns").start())
        await ClockCycles(dut.clk_i, 4)
        await FallingEdge(dut.clk_i)
        dut.rst_i.value = 0
        # The file lives as long as the simulator: forget what an earlier test recorded.
        self.read_out()
        geometry = await self.read(GEOMETRY)
        self.adders, self.latency, self.banks = geometry & 15, geometry >> 4 & 0xFFF, geometry >> 24 & 15
        self.buckets, self.records = await self.read(BUCKETS), await self.read(RECORDS)

    async def write_words(self, addr, value):
        for word in range(8):
            await self.write(addr + 4 * word, value >> (32 * word) & 0xFFFF_FFFF)

    async def describe(self, plan):
        """Writes the plan; only while the core is idle."""
        self.plan = plan
        for row, window in enumerate(plan.windows):
            await self.write(WINDOW + 4 * row, window.word())
        for row, (made, adders, split) in enumerate(plan.rows):
            await self.write(PASS + 4 * row, made.word() | adders << 22 | int(split) << 26)
        await self.write_words(RECODE, recode(plan.windows))
        await self.write(COVER, plan.cover)
        await self.write(PASSES, len(plan.rows))

    async def start(self, count, mode=0, rho=0, slot=0):
        await self.write(POINTS, count)
        await self.write(MODE, mode)
        await self.write(SLOT, slot)
        if mode & UNIFORM:
            await self.write_words(RHO, rho)
        await self.write(CONTROL, START)

    async def feed(self, runs):
        """Loads the streams with runs one after the other, each a list of (k, scalar); what is None is not sent."""
        scalar_beats, point_beats = [], []
        for pairs in runs:
            scalars = [scalar for _, scalar in pairs if scalar is not None]
            scalar_beats += beats(b"".join(scalar.to_bytes(SCALAR_BYTES, "little") for scalar in scalars))
            words = [self.points[k] for k, _ in pairs if k is not None]
            point_beats += beats(b"".join(value.to_bytes(48, "little") for point in words for value in point))
        await self.play(scalar_beats, point_beats)

    def check(self, lines, pairs, mode=0, rho=0):
        """Compares the sums of a run, all of them."""
        plan = self.plan
        order = list(plan.sums())
        assert len(lines) == 3 * len(order), f"{len(lines)} beats for {len(order)} sums"
        entries = [(number, *prepared(scalar, number, mode, rho), k) for number, (k, scalar) in enumerate(pairs)]
        for place, (row, share) in enumerate(order):
            found = affine_of_beats(lines[3 * place : 3 * place + 3])
            mine = entries if share is None else entries[share[0] :: share[1]]
            want = expected_sum(plan.windows[row], mine, plan.windows)
            # Zero bytes are the neutral element.
            assert ((0, 1) if found is None else found) == want, f"sum {place}: window {row}, share {share}"

    async def run(self, pairs, mode=0, rho=0, slot=0, limit=1_000_000):
        """One whole run; checks every sum and returns the counters of this run."""
        await self.idle()
        await self.clear_counters()
        resident = mode & RESIDENT
        await self.feed([[(None if resident else k, scalar) for k, scalar in pairs]])
        await self.start(len(pairs), mode, rho, slot)
        await self.idle(limit)
        packets = self.read_out()
        assert len(packets) == 1, f"{len(packets)} read-outs for one run"
        self.check(packets[0], pairs, mode, rho)
        assert not await self.read(STATUS) & (SCALAR_CUT | MEMORY_ERROR)
        return self.counters()


# 51 windows of 5 bits: all of them in one pass, 16 buckets each.
FIVES = windows_of([5] * 51)
# 31 windows of a byte, 128 buckets each, and what is left of 253 bits and a carry.
OCTETS = windows_of([8] * 31 + [6], classes=True)
RHO_OF_TESTS = 0x0123_4567_89AB_CDEF_0123_4567_89AB_CDEF_0123_4567_89AB_CDEF_0123_4567_89AB_CDEF


def one_pass(adders):
    """All windows at once: each adder has its share of them."""
    return Plan(FIVES, [(Pass(0, 51 // adders, 4, 4), adders, False)])


def passes_of(adders):
    """The octets, so many at once as fit, and the rest of them in a pass that is split."""
    rows, first = [], 0
    while first + 4 * adders <= 32:
        rows.append((Pass(first, 4, 7, 7), adders, False))
        first += 4 * adders
    if first < 32:
        rows.append((Pass(first, 32 - first, 7, 7), adders, True))
    # The correction: 1,024 buckets of its own.
    rows.append((Pass(32, 1, 10, 10), 1, False))
    return Plan(OCTETS, rows)


async def bench_of(dut, plan=None):
    bench = Bench(dut)
    await bench.reset()
    await bench.idle()
    await bench.describe(plan(bench.adders) if plan else passes_of(bench.adders))
    return bench


def pairs_of(rng, count, scalars=None):
    """Pairs of a few points, and scalars that are given or any."""
    ends = (0, 1, ORDER - 1, ORDER - 2, (ORDER - 1) // 2, (ORDER + 1) // 2, ORDER - RHO_OF_TESTS % ORDER)
    if scalars is None:
        scalars = [rng.choice(ends) if rng.random() < 0.2 else rng.randrange(ORDER) for _ in range(count)]
    return [(rng.randrange(1, 25), scalar) for scalar in scalars]


def kinds(rng, count):
    """Scalars of all kinds that a proof has."""
    hot = [rng.randrange(ORDER) for _ in range(100)]
    return {
        "uniform": [rng.randrange(ORDER) for _ in range(count)],
        "all equal": [rng.randrange(ORDER)] * count,
        "zeros and ones": [rng.randrange(2) if rng.random() < 0.7 else rng.randrange(ORDER) for _ in range(count)],
        "32 bits": [rng.randrange(1 << 32) for _ in range(count)],
        "100 values": [rng.choice(hot) for _ in range(count)],
    }


def check_counters(bench, counters, pairs, mode=0, rho=0):
    """What must be true of the counters of a run whatever its timing was."""
    digits, plan = [], bench.plan
    for row, share in plan.sums():
        for number, (_, scalar) in enumerate(pairs):
            if share is None or number % share[1] == share[0]:
                residue, _ = prepared(scalar, number, mode, rho)
                digits.append(digit(plan.windows[row], number, residue, plan.windows))
    assert counters["pairs"] == len(pairs)
    assert counters["runs"] == 1
    assert counters["passes"] == len(plan.rows)
    assert counters["zero_digits"] == digits.count(0)
    assert counters["adds"] == len(digits) - digits.count(0)
    assert counters["held"] <= counters["adds"]
    passes = sum(adders for _, adders, _ in plan.rows)
    accounted = counters["adds"] + counters["starve"] + counters["hazard"]
    # What is left is an adder that runs empty after its last record.
    assert accounted <= counters["fill"] <= accounted + passes * 2 * bench.latency


async def checked_run(bench, pairs, mode=0, rho=0, **more):
    counters = await bench.run(pairs, mode, rho, **more)
    check_counters(bench, counters, pairs, mode, rho)
    return counters
