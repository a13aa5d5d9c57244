# SPDX-License-Identifier: Apache-2.0
"""What software does with the signal source, and what its stream should say. Offsets and bits are typed here by hand;
samples, times and headers are computed here from their definitions."""

import math
import random
import struct
from dataclasses import dataclass, field

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, ReadOnly, RisingEdge

CONTROL, STATUS, ENABLE, MODE, RATE, TONE, PACKET, ENDPOINT = range(0x00, 0x20, 4)
TIME, START_AT, STOP_AT, SAMPLES = 0x20, 0x28, 0x30, 0x38
PRODUCED, PRODUCED_HI, KEPT, LOST = 0x80, 0x90, 0x94, 0x9C
START, STOP, AT, UNTIL, COUNTED = 1, 2, 4, 8, 16
ARMED, RUNNING, LOSING, HELD, DONE, LATE, OVERRUN = 1, 2, 4, 8, 1 << 8, 1 << 9, 1 << 10
WAVE_TONE, WAVE_RAMP, WAVE_NOISE = 0, 1, 2
STOP_AT_OVERRUN, CHDR = 1 << 8, 1 << 9
EVENTS = ("samples", "kept", "lost", "gaps", "packets", "late", "tx_sent", "tx_missed", "tx_late", "tx_malformed")
HALF = 1 << 31
BEAT = 64


def channels(count):
    """Bits of the mode register."""
    return count - 1 << 4


def stamp_of(first, number, rate):
    """Time of a sample, from its definition."""
    return first + -(-number * (1 << 32) // rate)


def ramp(channel, number):
    return channel << 28 | number & 0xFFF_FFFF


def tone(turns, number):
    """Cosine below, sine above, of the phase in 1024 steps."""
    step = ((turns * number) & 0xFFFF_FFFF) >> 22
    parts = [round(32767 * wave(2 * math.pi * step / 1024)) & 0xFFFF for wave in (math.cos, math.sin)]
    return parts[0] | parts[1] << 16


def noise(channel, count):
    """xorshift of 32 bits with 13, 17, 5."""
    x, out = 0x9E3779B9 + channel, []
    for _ in range(count):
        x ^= x << 13 & 0xFFFF_FFFF
        x ^= x >> 17
        x ^= x << 5 & 0xFFFF_FFFF
        out.append(x)
    return out


@dataclass
class Packet:
    """What came of one packet of the stream."""

    data: bytes = b""
    stamps: list = field(default_factory=list)
    lost: int = 0
    eob: bool = False
    cut: bool = False

    @property
    def words(self):
        return list(struct.unpack(f"<{len(self.data) // 4}I", self.data))


class SourceBench:
    """Clock, registers, and everything that the stream has given."""

    def __init__(self, dut, seed=1):
        self.dut, self.rng = dut, random.Random(seed)
        self.packets, self.open = [], None
        self.ready = lambda: True
        self.events = dict.fromkeys(EVENTS, 0)
        # The time in the cycle in which the last command was taken.
        self.command_at = None

    async def start(self):
        dut = self.dut
        for name in ("reg_valid", "reg_write", "reg_addr", "reg_wdata", "quiesce", "m_ready"):
            getattr(dut, name).value = 0
        dut.rst_i.value = 1
        cocotb.start_soon(Clock(dut.clk_i, 4, units="ns").start())
        await ClockCycles(dut.clk_i, 3)
        dut.rst_i.value = 0
        await RisingEdge(dut.clk_i)
        cocotb.start_soon(self._read())
        cocotb.start_soon(self._count())
        return self

    async def _count(self):
        dut = self.dut
        while True:
            await RisingEdge(dut.clk_i)
            if (
                dut.reg_valid.value
                and not dut.reg_ready.value
                and dut.reg_write.value
                and dut.reg_addr.value == CONTROL
            ):
                self.command_at = int(dut.now.value)
            for number, name in enumerate(EVENTS):
                self.events[name] += int(self.dut.events.value) >> 6 * number & 63
            assert not self.dut.gave.value

    async def _read(self):
        """Takes the stream; what is offered and not taken has to stand."""
        dut, stood = self.dut, None
        while True:
            dut.m_ready.value = int(self.ready())
            await ReadOnly()
            offered = tuple(
                int(line.value)
                for line in (dut.m_data, dut.m_keep, dut.m_last, dut.m_stamp, dut.m_lost, dut.m_eob, dut.m_cut)
            )
            valid, ready = int(dut.m_valid.value), int(dut.m_ready.value)
            assert stood is None or not valid or offered == stood, "a beat changed while it was offered"
            stood = offered if valid and not ready else None
            if valid and ready:
                self._take(*offered)
            await RisingEdge(dut.clk_i)

    def _take(self, data, keep, last, stamp, lost, eob, cut):
        lanes = keep.bit_count()
        assert keep == (1 << lanes) - 1 and lanes and (last or lanes == BEAT), "a hole in a packet"
        if self.open is None:
            self.open = Packet(lost=lost)
        else:
            assert lost == 0, "losses inside a packet"
        self.open.data += data.to_bytes(BEAT, "little")[:lanes]
        self.open.stamps.append(stamp)
        if last:
            self.open.eob, self.open.cut = bool(eob), bool(cut)
            self.packets.append(self.open)
            self.open = None
        else:
            assert not eob and not cut

    async def access(self, write, offset, data=0):
        dut = self.dut
        dut.reg_valid.value, dut.reg_write.value = 1, int(write)
        dut.reg_addr.value, dut.reg_wdata.value = offset, data
        for _ in range(4):
            await RisingEdge(dut.clk_i)
            await ReadOnly()
            if dut.reg_ready.value:
                result = int(dut.reg_error.value), int(dut.reg_rdata.value)
                await RisingEdge(dut.clk_i)
                dut.reg_valid.value = 0
                await RisingEdge(dut.clk_i)
                return result
        raise AssertionError(f"register {offset:#x} did not answer")

    async def put(self, offset, value, error=0):
        assert (await self.access(True, offset, value))[0] == error, f"write of {value:#x} to {offset:#x}"

    async def put_wide(self, offset, value):
        await self.put(offset, value & 0xFFFF_FFFF)
        await self.put(offset + 4, value >> 32)

    async def get(self, offset):
        error, value = await self.access(False, offset)
        assert error == 0, f"read of {offset:#x}"
        return value

    async def get_wide(self, offset):
        return await self.get(offset) | await self.get(offset + 4) << 32

    async def account(self, channel=0):
        """(produced, kept, lost) of a channel."""
        low = await self.get(PRODUCED + 4 * channel)
        produced = low | await self.get(PRODUCED_HI) << 32
        account = produced, await self.get_wide(KEPT), await self.get_wide(LOST)
        assert account[0] == account[1] + account[2], account
        return account

    async def setup(self, mode=0, rate=HALF, packet=0, samples=None, endpoint=0, turns=1 << 26):
        await self.put(MODE, mode)
        await self.put(RATE, rate)
        await self.put(PACKET, packet)
        await self.put(ENDPOINT, endpoint)
        await self.put(TONE, turns)
        if samples is not None:
            await self.put_wide(SAMPLES, samples)

    async def over(self, cycles=20000):
        """Waits until the burst is over; the status, whether or not all of it was taken."""
        for _ in range(cycles // 4):
            status = await self.get(STATUS)
            if not status & (ARMED | RUNNING):
                break
        else:
            raise AssertionError(f"still runs after {cycles} cycles")
        return status & ~HELD

    async def drained(self, cycles=2000):
        """All that was given is taken."""
        for _ in range(cycles):
            await RisingEdge(self.dut.clk_i)
            await ReadOnly()
            if not self.dut.m_valid.value and not self.dut.busy.value and self.open is None:
                await RisingEdge(self.dut.clk_i)
                return
        raise AssertionError("something is left")

    def take_packets(self):
        packets, self.packets = self.packets, []
        return packets
