# SPDX-License-Identifier: Apache-2.0
"""What software does to send: packets, registers, and what should then be on the air. Offsets, bits and headers are
typed here by hand; what is on the air is computed here from its definition."""

import struct
from dataclasses import dataclass, replace

import cocotb
from cocotb.triggers import ReadOnly, RisingEdge
from cocotbext.axi import AxiStreamBus, AxiStreamFrame, AxiStreamSource
from source_bench import BEAT, SourceBench, stamp_of

TX_CONTROL, TX_STATUS, TX_ENABLE, TX_RATE, TX_ENDPOINT, TX_MALFORMED, TX_DROPPED = range(0x100, 0x11C, 4)
TX_SENT, TX_SENT_HI, TX_MISSED, TX_LATE = 0x140, 0x150, 0x154, 0x15C
TX_LATE_PACKETS, TX_PACKETS, TX_SKIPS = 0x164, 0x168, 0x16C
CLEAR = 1
LATE, UNDERRUN, MALFORMED, SKIP = 1 << 8, 1 << 9, 1 << 10, 1 << 11
LOOP = 1 << 10
CHANNELS = 4
# Beats that a channel holds in this bench, and the longest packet in samples.
HELD_BEATS, MOST = 8, 64
PLAIN, TIMED = 6, 7


@dataclass(frozen=True)
class Packet:
    """A packet to be sent, well-formed unless it is said how it is not."""

    words: tuple
    channel: int = 0
    stamp: int | None = None
    eob: bool = False
    number: int = 0
    # What of the header is not as it should be.
    kind: int | None = None
    length: int | None = None
    more: int = 0

    def line(self):
        """Bytes of the header's beat."""
        kind = self.kind if self.kind is not None else PLAIN if self.stamp is None else TIMED
        length = self.length if self.length is not None else BEAT + 4 * len(self.words)
        header = self.eob << 57 | kind << 53 | self.number << 32 | length << 16 | self.channel
        return struct.pack("<QQ", header ^ self.more, self.stamp or 0).ljust(BEAT, b"\0")

    def bytes(self):
        """All of it, from one beat on up to another."""
        data = struct.pack(f"<{len(self.words)}I", *self.words)
        return self.line() + data.ljust(-(-len(data) // BEAT) * BEAT, b"\xee")


@dataclass(frozen=True)
class Account:
    """What is told of a channel."""

    sent: int = 0
    missed: int = 0
    late: int = 0
    late_packets: int = 0
    packets: int = 0
    skips: int = 0


class TransmitBench(SourceBench):
    """The bench of the source, with a stream from the host, and what was on the air in every cycle."""

    async def start(self):
        self.host = AxiStreamSource(AxiStreamBus.from_prefix(self.dut, "h2c"), self.dut.clk_i, self.dut.rst_i)
        self.host.log.setLevel("ERROR")
        await super().start()
        self.air = {}
        self.number = [0] * CHANNELS
        cocotb.start_soon(self._listen())
        return self

    async def _listen(self):
        """By time: what is on the air of each channel from that moment on."""
        while True:
            await RisingEdge(self.dut.clk_i)
            await ReadOnly()
            word = int(self.dut.air.value)
            # It is seen a cycle later than it is there.
            self.air[int(self.dut.now.value) - 1] = [word >> 32 * c & 0xFFFF_FFFF for c in range(CHANNELS)]

    def fresh(self, samples):
        """So many samples, none of them silence."""
        return tuple(self.rng.randrange(1, 1 << 32) for _ in range(samples))

    async def send(self, *packets):
        """One buffer with these in it, numbered as they should be; as they were sent."""
        numbered = []
        for packet in packets:
            number = (self.number[packet.channel] + packet.number) & 0xFFFF
            self.number[packet.channel] = (number + 1) & 0xFFFF
            numbered.append(replace(packet, number=number))
        await self.give(b"".join(packet.bytes() for packet in numbered))
        return numbered

    async def give(self, data):
        """A buffer of any bytes."""
        await self.host.send(AxiStreamFrame(data))

    async def until(self, time, most=20000):
        for _ in range(most):
            await RisingEdge(self.dut.clk_i)
            await ReadOnly()
            if int(self.dut.now.value) >= time:
                await RisingEdge(self.dut.clk_i)
                return
        raise AssertionError(f"it is not {time} after {most} cycles")

    async def at_rest(self, most=20000):
        """The stream is taken, and nothing is sent any more."""
        await self.host.wait()
        for _ in range(most):
            await RisingEdge(self.dut.clk_i)
            await ReadOnly()
            if not self.dut.busy.value:
                await RisingEdge(self.dut.clk_i)
                return
        raise AssertionError(f"still sends after {most} cycles")

    async def now(self):
        return int(self.dut.now.value)

    async def told(self, channel=0):
        low = await self.get(TX_SENT + 4 * channel)
        sent = low | await self.get(TX_SENT_HI) << 32
        rest = [await self.get(at) for at in (TX_LATE_PACKETS, TX_PACKETS, TX_SKIPS)]
        return Account(sent, await self.get_wide(TX_MISSED), await self.get_wide(TX_LATE), *rest)

    def heard(self, channel, first, last):
        """What was on the air from one time to another."""
        return [self.air[time][channel] for time in range(first, last)]


def on_air(first, words, rate, until):
    """What should be from the first moment of a burst on: each word up to the next moment, then silence."""
    out = []
    for number, word in enumerate(words):
        out += [word] * (stamp_of(first, number + 1, rate) - stamp_of(first, number, rate))
    return (out + [0] * (until - first - len(out)))[: until - first]
