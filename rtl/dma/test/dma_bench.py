# SPDX-License-Identifier: Apache-2.0
"""What a driver does with the engine, and the two memories around it.

Offsets and bits are typed here by hand from the product guide and the driver, on purpose: they are the second
witness beside the register description that the design is built from.
"""

import random
import struct

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, RisingEdge
from cocotbext.axi import AxiBus, AxiSlave, AxiStreamBus, AxiStreamFrame, AxiStreamSink, AxiStreamSource

HOST, CARD = 0x0000_0012_3400_0000, 0x0010_0000
HOST_SIZE, CARD_SIZE = 1 << 22, 1 << 21
PAGE = 4096

# Channel registers.
ID, CTL, CTL_S, CTL_C, STAT, STAT_RC, COUNT, ALIGN, PARTIAL = 0x00, 0x04, 0x08, 0x0C, 0x40, 0x44, 0x48, 0x4C, 0x50
WB_LO, WB_HI, IEM, IEM_S, IEM_C = 0x88, 0x8C, 0x90, 0x94, 0x98
PERF, CYC_LO, CYC_HI, DAT_LO, DAT_HI = 0xC0, 0xC4, 0xC8, 0xCC, 0xD0
FIRST_LO, FIRST_HI, FIRST_ADJ, CREDITS = 0x80, 0x84, 0x88, 0x8C
# Control and status bits.
RUN = BUSY = 1 << 0
STOPPED, COMPLETED, MAGIC, LENGTH, IDLE = 1 << 1, 1 << 2, 1 << 4, 1 << 5, 1 << 6
READ_ERR, WRITE_ERR, DESC_ERR = 9, 14, 19
NON_INCR, POLL, NO_RESULT = 1 << 25, 1 << 26, 1 << 27
LOG_ALL = 0x00F8_3E1E | 1 << 5 | 1 << 6 | 0x7C000
START = LOG_ALL | RUN
# Descriptor control bits.
D_STOP, D_DONE, D_EOP, D_STOP_AT_EOP = 1, 2, 16, 32
LAST = D_STOP | D_DONE | D_EOP


class Memory:
    """A mapped range behind the bus model; whatever is outside is answered with an error."""

    def __init__(self, base, size):
        self.base, self.data, self.holes = base, bytearray(size), []

    def _at(self, address, length):
        offset = address - self.base
        if offset < 0 or offset + length > len(self.data):
            raise ValueError(f"{address:#x} is not mapped")
        if any(low < address + length and address < high for low, high in self.holes):
            raise ValueError(f"{address:#x} is in a hole")
        return offset

    async def read(self, address, length, **_):
        offset = self._at(address, length)
        return bytes(self.data[offset : offset + length])

    async def write(self, address, data, **_):
        offset = self._at(address, len(data))
        self.data[offset : offset + len(data)] = data

    def get(self, address, length):
        return bytes(self.data[address - self.base : address - self.base + length])

    def put(self, address, data):
        self.data[address - self.base : address - self.base + len(data)] = data

    def word(self, address):
        return struct.unpack("<I", self.get(address, 4))[0]


def descriptor(length, src, dst, following=0, control=0, adjacent=0, magic=0xAD4B):
    """The 32 bytes of a descriptor."""
    return struct.pack("<IIQQQ", magic << 16 | adjacent << 8 | control, length, src, dst, following)


class Bench:
    """Clock, bus models, register access, interrupts."""

    def __init__(self, dut, seed=1):
        self.dut, self.rng = dut, random.Random(seed)
        self.host, self.card = Memory(HOST, HOST_SIZE), Memory(CARD, CARD_SIZE)
        self.messages, self.events, self.bad_host, self.bad_card = [], {}, [], []
        self.on_message = None
        self.cycle = 0
        self.next_table = HOST

    async def start(self, pauses=False):
        dut = self.dut
        for name in (
            "reg_valid", "reg_write", "reg_addr", "reg_wdata", "host_decode", "card_decode", "host_poison", "host_dead",
            "reg_front", "quiesce", "store_valid", "to_window", "reg_high",
        ):  # fmt: skip
            getattr(dut, name).value = 0
        dut.usr_irq.value = 0
        dut.msix_ready.value = 1
        dut.rst_i.value = 1
        cocotb.start_soon(Clock(dut.clk_i, 4, units="ns").start())
        self.host_bus = AxiSlave(AxiBus.from_prefix(dut, "host"), dut.clk_i, dut.rst_i, target=self.host)
        self.card_bus = AxiSlave(AxiBus.from_prefix(dut, "card"), dut.clk_i, dut.rst_i, target=self.card)
        self.source = AxiStreamSource(AxiStreamBus.from_prefix(dut, "c2h"), dut.clk_i, dut.rst_i)
        self.sink = AxiStreamSink(AxiStreamBus.from_prefix(dut, "h2c"), dut.clk_i, dut.rst_i)
        for model in (self.host_bus, self.card_bus):
            for half in (model.write_if, model.read_if):
                half.log.setLevel("ERROR")
        for model in (self.source, self.sink):
            model.log.setLevel("ERROR")
        if pauses:
            self._pause()
        await ClockCycles(dut.clk_i, 5)
        dut.rst_i.value = 0
        await ClockCycles(dut.clk_i, 5)
        cocotb.start_soon(self._watch())
        return self

    def _pause(self):
        """Random back-pressure on every channel of both buses."""

        def flips(chance):
            while True:
                yield self.rng.random() < chance

        for bus in (self.host_bus, self.card_bus):
            for channel in (bus.read_if.ar_channel, bus.read_if.r_channel, bus.write_if.aw_channel,
                            bus.write_if.w_channel, bus.write_if.b_channel):  # fmt: skip
                channel.set_pause_generator(flips(0.3))
        self.source.set_pause_generator(flips(0.3))
        self.sink.set_pause_generator(flips(0.3))

    async def _watch(self):
        dut = self.dut
        names = ["h2c_beat", "c2h_beat", "host_read", "host_write", "desc_done", "host_error", "card_error", "message"]
        pulses = {name: getattr(dut, f"ev_{name}") for name in names}
        self.events = dict.fromkeys(names, 0)
        while True:
            await RisingEdge(dut.clk_i)
            self.cycle += 1
            for name, line in pulses.items():
                self.events[name] += int(line.value)
            if dut.bad_host_valid.value:
                self.bad_host.append(int(dut.bad_host_addr.value))
            if dut.bad_card_valid.value:
                self.bad_card.append(int(dut.bad_card_addr.value))
            if dut.msix_valid.value and dut.msix_ready.value:
                self.messages.append(int(dut.msix_vector.value))
                if self.on_message:
                    self.on_message(self.messages[-1])

    async def _access(self, write, addr, data, error=0):
        dut = self.dut
        await RisingEdge(dut.clk_i)
        dut.reg_valid.value, dut.reg_write.value = 1, int(write)
        dut.reg_addr.value, dut.reg_wdata.value = addr, data
        for _ in range(8):
            await RisingEdge(dut.clk_i)
            if dut.reg_ready.value:
                dut.reg_valid.value = 0
                assert int(dut.reg_error.value) == error
                return int(dut.reg_rdata.value)
        raise AssertionError(f"register {addr:#06x} did not answer within 8 cycles")

    async def write(self, addr, data, error=0):
        await self._access(True, addr, data, error)

    async def store(self, addr, data, strobes=(1 << 64) - 1):
        """A store that is no word; whether it was answered with an error."""
        dut = self.dut
        await RisingEdge(dut.clk_i)
        dut.store_valid.value, dut.store_addr.value, dut.store_strb.value = 1, addr, strobes
        dut.store_data.value = int.from_bytes(data, "little")
        for _ in range(8):
            await RisingEdge(dut.clk_i)
            if dut.store_ready.value:
                dut.store_valid.value = 0
                return int(dut.store_error.value)
        raise AssertionError(f"store to {addr:#06x} was not taken within 8 cycles")

    async def read(self, addr):
        return await self._access(False, addr, 0)

    async def unmask(self, vectors=range(32)):
        for vector in vectors:
            await self.write(0x8000 + 16 * vector + 12, 0)

    def fill(self, memory, address, length):
        data = self.rng.randbytes(length)
        memory.put(address, data)
        return data

    def chain(self, pieces, base=None, adjacent=True, last=LAST, every=0):
        """Writes descriptors for (length, src, dst[, extra control]) pieces; returns (address, adjacent count).

        With adjacent they lie one after the other and say so, up to 64 per block; otherwise each is a block of
        its own on a page of its own.
        """
        if base is None:
            base = self.next_table
            step = 32 * len(pieces) if adjacent else PAGE * len(pieces)
            self.next_table += -(-step // PAGE) * PAGE
        stride = 32 if adjacent else PAGE
        at = [base + stride * i for i in range(len(pieces))]
        for i, (length, src, dst, *extra) in enumerate(pieces):
            control = every | (extra[0] if extra else 0) | (last if i == len(pieces) - 1 else 0)
            # Blocks of 64: descriptor i says how many follow descriptor i + 1 in its block.
            follow = (min(len(pieces), (i + 1) // 64 * 64 + 64) - i - 2) if adjacent and i + 1 < len(pieces) else 0
            following = at[i + 1] if i + 1 < len(pieces) else 0
            self.host.put(at[i], descriptor(length, src, dst, following, control, max(follow, 0)))
        return base, (min(len(pieces), 64) - 1 if adjacent else 0)


class Channel:
    """One channel as a driver sees it."""

    def __init__(self, bench, direction, number):
        self.bench, self.c2h = bench, direction == "c2h"
        self.base = (0x1000 if self.c2h else 0) + 0x100 * number
        self.sgdma = (0x5000 if self.c2h else 0x4000) + 0x100 * number

    async def write(self, offset, value):
        await self.bench.write(self.base + offset, value)

    async def read(self, offset):
        return await self.bench.read(self.base + offset)

    async def submit(self, address, adjacent, control=START):
        """Stops an old run, then starts one at a descriptor."""
        await self.write(CTL, control & ~RUN)
        await self.bench.write(self.sgdma + FIRST_LO, address & 0xFFFF_FFFF)
        await self.bench.write(self.sgdma + FIRST_HI, address >> 32)
        await self.bench.write(self.sgdma + FIRST_ADJ, adjacent)
        await self.write(CTL, control)

    async def wait(self, cycles=20000):
        """Until the engine is idle; the status it ended with."""
        for _ in range(cycles // 8):
            status = await self.read(STAT)
            if not status & BUSY:
                return status
            await ClockCycles(self.bench.dut.clk_i, 6)
        raise AssertionError(f"channel {self.base:#06x} still busy after {cycles} cycles, status {status:#010x}")

    async def run(self, pieces, control=START, cycles=20000, **chain):
        """Runs a chain to its end; (status, completed count)."""
        await self.submit(*self.bench.chain(pieces, **chain), control)
        status = await self.wait(cycles)
        return status, await self.read(COUNT)


async def quiet(bench, cycles=50):
    """The whole engine is idle and stays so."""
    await ClockCycles(bench.dut.clk_i, cycles)
    assert bench.dut.busy.value == 0, "engine busy with nothing to do"


def frame(data):
    return AxiStreamFrame(data)
