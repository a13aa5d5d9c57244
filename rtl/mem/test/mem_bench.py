# SPDX-License-Identifier: Apache-2.0
"""What stands around a bank of card memory in a bench: who reads, who writes, and what the memory does."""

import random

import cocotb
from bus_models import reset
from cocotb.clock import Clock
from cocotb.triggers import RisingEdge

SLICES, WORD, BURST, BEAT_BITS, CAPACITY = 6, 5, 16, 256, 2048
SLICE_BYTES, BASE_BYTES = CAPACITY * 32, 0x2_0000_3000
SLVERR, DECERR = 2, 3
NEVER = 256
RECORD_MASK = (1 << SLICES * BEAT_BITS) - 1
WORD_MASK = ((1 << BEAT_BITS) - 1) << WORD * BEAT_BITS
POINT_MASK = RECORD_MASK ^ WORD_MASK

# Fields of fby_mem_model_pkg::mem_model_cfg_t, the first one on top.
FIELDS = {
    "read_latency": 16, "read_jitter": 16, "write_latency": 16, "beats_per_1024": 16, "refresh_every": 16,
    "refresh_for": 16, "ar_stall": 9, "aw_stall": 9, "w_stall": 9, "error": 1, "error_resp": 2, "error_addr": 34,
}  # fmt: skip
# A memory that hardly keeps anybody waiting.
QUICK = {"read_latency": 4, "write_latency": 3, "beats_per_1024": 3072, "refresh_every": 1}


def pack(settings):
    """The settings of a port as its bits."""
    bits = 0
    for name, width in FIELDS.items():
        assert settings.get(name, 0) < 1 << width, f"{name} has {width} bits"
        bits = bits << width | settings.get(name, 0)
    return bits


def bursts(first, count):
    """How many bursts a run of records takes."""
    return (first + count + BURST - 1) // BURST - first // BURST if count else 0


def address(index, record):
    """Where a slice of a record lies."""
    return BASE_BYTES + index * SLICE_BYTES + 32 * record


class Bench:
    """A bank and its six memories; `memory` is what should be in them."""

    def __init__(self, dut, seed):
        self.dut, self.rng = dut, random.Random(seed)
        self.edge = RisingEdge(dut.clk_i)
        self.memory = [0] * CAPACITY
        self.settings = [dict(QUICK) for _ in range(SLICES)]
        # Records that came, whether each was marked as the last, the cycle and the errors that stood then.
        self.got, self.lasts, self.cycles, self.errors = [], [], [], []
        self.out_stall, self.in_stall, self.cycle, self.began = 0.0, 0.0, 0, 0
        self.refused = 0

    async def start(self):
        dut = self.dut
        cocotb.start_soon(Clock(dut.clk_i, 4, units="ns").start())
        reading = ("rd_start", "rd_first", "rd_count", "rd_words", "out_ready", "cancel")
        writing = ("wr_start", "wr_first", "in_valid", "in_point", "in_word", "in_record", "wr_flush")
        for name in (*reading, *writing, "peek_at", "poke", "clear"):
            getattr(dut, name).value = 0
        self.set()
        await reset(dut)
        await self.fill(0, CAPACITY)
        cocotb.start_soon(self._take())
        await self.clear()
        return self

    def set(self, port=None, **settings):
        """Changes settings of one port, or of all."""
        for index in range(SLICES) if port is None else [port]:
            self.settings[index].update(settings)
        self.dut.cfg.value = sum(pack(each) << 160 * index for index, each in enumerate(self.settings))

    def vary(self):
        """Ports of different latencies that vary, and that are not always ready."""
        for port in range(SLICES):
            self.set(port, read_latency=self.rng.randrange(2, 60), read_jitter=self.rng.randrange(40),
                     write_latency=self.rng.randrange(1, 40), beats_per_1024=self.rng.randrange(1200, 3000),
                     refresh_every=self.rng.randrange(200, 400), refresh_for=self.rng.randrange(40),
                     ar_stall=self.rng.randrange(200), aw_stall=self.rng.randrange(200),
                     w_stall=self.rng.randrange(120))  # fmt: skip

    async def pulse(self, signal):
        """High over one clock edge; returns before the next one."""
        signal.value = 1
        await self.edge
        signal.value = 0

    async def clear(self):
        await self.pulse(self.dut.clear)
        await self.edge

    def counts(self, channel):
        """Transfers of a channel, by port, since `clear`."""
        bits = getattr(self.dut, f"{channel}_count").value.integer
        return [bits >> 32 * port & 0xFFFF_FFFF for port in range(SLICES)]

    # ---- memory, past the ports ----

    async def fill(self, first, count):
        """Fresh data in so many records."""
        self.dut.poke.value = 1
        for record in range(first, first + count):
            self.memory[record] = self.rng.getrandbits(SLICES * BEAT_BITS)
            self.dut.poke_at.value, self.dut.poke_record.value = record, self.memory[record]
            await self.edge
        self.dut.poke.value = 0

    async def check_memory(self):
        """Every bit of it is what it should be."""
        for record in range(CAPACITY):
            self.dut.peek_at.value = record
            await self.edge
            found = self.dut.peek_record.value.integer
            differs = found ^ self.memory[record]
            wrong = [k for k in range(SLICES) if differs >> BEAT_BITS * k & (1 << BEAT_BITS) - 1]
            assert not wrong, f"slices {wrong} of record {record} are not what was written"

    # ---- reading ----

    async def _take(self):
        dut, ready = self.dut, False
        while True:
            await self.edge
            self.cycle += 1
            if dut.rd_start.value.integer:
                self.began = self.cycle
            if dut.out_valid.value.integer:
                if ready:
                    self.got.append(dut.out_record.value.integer)
                    self.lasts.append(dut.out_last.value.integer)
                    self.cycles.append(self.cycle)
                    self.errors.append(dut.err_rd.value.integer)
                else:
                    self.refused += 1
            ready = self.out_stall == 0 or self.rng.random() >= self.out_stall
            dut.out_ready.value = int(ready)

    async def ask(self, first, count, words=True):
        """Starts a read; what came before is forgotten."""
        dut = self.dut
        assert dut.rd_idle.value.integer
        self.got, self.lasts, self.cycles, self.errors = [], [], [], []
        dut.rd_first.value, dut.rd_count.value, dut.rd_words.value = first, count, int(words)
        await self.pulse(dut.rd_start)

    async def wait(self, signal, cycles):
        """Until it is high; fails after so many cycles."""
        for _ in range(cycles):
            await self.edge
            if signal.value.integer:
                return
        raise AssertionError(f"{signal._name} is still low after {cycles} cycles")

    def check_records(self, first, count, words=True):
        """All came that were asked for, in order, and only the last is marked."""
        mask = RECORD_MASK if words else POINT_MASK
        assert len(self.got) == count
        assert self.got == [record & mask for record in self.memory[first : first + count]]
        assert self.lasts == [0] * (count - 1) + [1] * min(count, 1)

    async def read(self, first, count, words=True, cycles=60000):
        """One read to its end, which must give all records, by as few bursts as there can be."""
        await self.clear()
        await self.ask(first, count, words)
        await self.wait(self.dut.rd_idle, cycles)
        self.check_records(first, count, words)
        # The counts of a cycle are there in the next.
        await self.edge
        used = [index != WORD or words for index in range(SLICES)]
        assert self.counts("ar") == [bursts(first, count) * use for use in used]
        assert self.counts("r") == [count * use for use in used]

    # ---- writing ----

    async def write(self, beats, flush=True, cycles=60000):
        """Brings (point, word, record) one after the other, and flushes with the last."""
        dut = self.dut
        for index, (point, word, record) in enumerate(beats):
            while self.in_stall and self.rng.random() < self.in_stall:
                await self.edge
            dut.in_valid.value, dut.in_point.value, dut.in_word.value, dut.in_record.value = 1, point, word, record
            last = flush and index == len(beats) - 1
            for _ in range(cycles):
                dut.wr_flush.value = int(last)
                await self.edge
                if dut.in_ready.value.integer:
                    break
            else:
                raise AssertionError(f"beat {index} is not taken")
            dut.in_valid.value = dut.wr_flush.value = 0

    async def begin(self, first):
        assert self.dut.wr_idle.value.integer
        self.dut.wr_first.value = first
        await self.pulse(self.dut.wr_start)

    def place(self, beats, point_at, word_at):
        """What memory should have when these beats are written at these numbers; the numbers after them."""
        for point, word, record in beats:
            if point and point_at < CAPACITY:
                self.memory[point_at] = self.memory[point_at] & WORD_MASK | record & POINT_MASK
                point_at += 1
            if word and word_at < CAPACITY:
                self.memory[word_at] = self.memory[word_at] & POINT_MASK | record & WORD_MASK
                word_at += 1
        return point_at, word_at

    def records(self, count, point=1, word=1):
        return [(point, word, self.rng.getrandbits(SLICES * BEAT_BITS)) for _ in range(count)]
