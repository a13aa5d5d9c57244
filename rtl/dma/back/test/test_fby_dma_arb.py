# SPDX-License-Identifier: Apache-2.0
"""Four movers on one host and one card port: data, order, fair shares, an error, a port that stands still."""

import random

import cocotb
from bus_models import DECERR, PAGE, Channel, Memory, ReadModel, Requests, Slice, WriteModel, reset
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles
from fby_sim import run_cocotb

HOST, CARD, SIZE = 0x0012_3456_0000_0000, 0x0000_0001_2000_0000, 1 << 18
# Each channel reads and writes a quarter of its own, so that the result does not depend on who is first.
QUARTER = SIZE // 8
OK, HOST_DECODE = 0, 1
WIDTHS = {
    "req_host": 64, "req_card": 64, "req_len": 28, "req_eop": 1, "req_fixed": 1, "req_valid": 1, "req_ready": 1,
    "rsp_cause": 3, "rsp_bad": 64, "rsp_bytes": 28, "rsp_valid": 1, "rsp_ready": 1,
}  # fmt: skip


class Bench:
    """Four channels between two memories."""

    def __init__(self, dut, seed, read=None, write=None):
        self.dut, self.rng = dut, random.Random(seed)
        Slice.shadows.clear()
        self.host, self.card = Memory(HOST, SIZE, self.rng), Memory(CARD, SIZE, self.rng)
        self.models = [
            ReadModel(dut, "host", self.host, self.rng, **(read or {})),
            ReadModel(dut, "card", self.card, self.rng, **(read or {})),
            WriteModel(dut, "host", self.host, self.rng, **(write or {})),
            WriteModel(dut, "card", self.card, self.rng, **(write or {})),
        ]
        self.channels = [Requests(Channel(dut, index, WIDTHS), self.rng, rsp_stall=0.1) for index in range(4)]
        self.moves = [[] for _ in range(4)]

    async def start(self):
        cocotb.start_soon(Clock(self.dut.clk_i, 4, units="ns").start())
        for model in self.models + self.channels:
            cocotb.start_soon(model.run())
        await reset(self.dut)
        self.want = bytearray(self.host.data), bytearray(self.card.data)
        return self

    def put(self, channel, source, target, length):
        """Queues a move within the channel's quarters: sources in the lower half of a memory, targets in the upper."""
        source += channel % 2 * QUARTER
        target += SIZE // 2 + channel % 2 * QUARTER
        host, card = (source, target) if channel < 2 else (target, source)
        self.channels[channel].put(HOST + host, CARD + card, length)
        self.moves[channel].append(length)
        if channel < 2:
            self.want[1][card : card + length] = self.host.data[host : host + length]
        else:
            self.want[0][host : host + length] = self.card.data[card : card + length]


@cocotb.test()
async def all_channels_at_once(dut):
    """Random moves on four channels, everything stalling, returns mixed over all channels."""
    bench = await Bench(
        dut, 1, read={"latency": 15, "mix": True, "ar_stall": 0.2, "r_stall": 0.1},
        write={"latency": 8, "aw_stall": 0.3, "w_stall": 0.2, "b_stall": 0.3},
    ).start()  # fmt: skip
    for _ in range(60):
        for channel in range(4):
            length = bench.rng.choice((0, 1, 64, 100, 1024, bench.rng.randrange(5000)))
            bench.put(channel, bench.rng.randrange(QUARTER - 5000), bench.rng.randrange(QUARTER - 5000), length)
    for channel in bench.channels:
        await channel.wait(60, 60000)
    for channel, moves in zip(bench.channels, bench.moves, strict=True):
        assert channel.responses == [(OK, 0, length, 0) for length in moves]
    assert (bench.host.data, bench.card.data) == bench.want
    await ClockCycles(dut.clk_i, 4)
    assert dut.busy.value == 0


@cocotb.test()
async def fair_shares(dut):
    """Two long transfers each way end within a few bursts of each other, and the ports are full all the time."""
    bench = await Bench(dut, 2).start()
    for channel in range(4):
        bench.put(channel, 0, 0, QUARTER)
    for channel in bench.channels:
        await channel.wait(1, 5000)
    ends = [channel.response_cycles[0] for channel in bench.channels]
    dut._log.info("ends %s", ends)
    assert abs(ends[0] - ends[1]) < 64 and abs(ends[2] - ends[3]) < 64
    for model in bench.models[2:]:
        span = model.beat_cycles[-1] - model.beat_cycles[0] + 1
        dut._log.info("%d beats in %d cycles", len(model.beat_cycles), span)
        assert len(model.beat_cycles) == 2 * QUARTER // 64 and len(model.beat_cycles) >= 0.95 * span
    assert (bench.host.data, bench.card.data) == bench.want


@cocotb.test()
async def error_stays_in_its_channel(dut):
    """A read error of one channel does not touch the others."""
    bench = await Bench(dut, 3, read={"latency": 10, "mix": True}).start()
    bench.host.errors = {0: DECERR}
    before = bytes(bench.card.data[SIZE // 2 : SIZE // 2 + 4 * PAGE])
    for channel in range(1, 4):
        bench.put(channel, 0x55, 0x33, 6 * PAGE)
    bench.channels[0].put(HOST, CARD + SIZE // 2, 4 * PAGE)
    for channel in bench.channels:
        await channel.wait(1, 5000)
    assert bench.channels[0].responses == [(HOST_DECODE, HOST, 0, 0)]
    assert [channel.responses for channel in bench.channels[1:]] == [[(OK, 0, 6 * PAGE, 0)]] * 3
    assert bench.card.data[SIZE // 2 : SIZE // 2 + 4 * PAGE] == before
    assert (bench.host.data, bench.card.data) == bench.want


@cocotb.test()
async def one_port_stands_still(dut):
    """A card that takes no writes stops host to card only; card to host goes on, and all end once it wakes."""
    bench = await Bench(dut, 4, read={"latency": 5}).start()
    bench.models[3].open = False
    for channel in range(4):
        bench.put(channel, 0, 0, QUARTER)
    for channel in bench.channels[2:]:
        await channel.wait(1, 3000)
    assert not bench.channels[0].responses and not bench.channels[1].responses
    assert bench.models[0].refused == 0
    bench.models[3].open = True
    for channel in bench.channels[:2]:
        await channel.wait(1, 3000)
    assert (bench.host.data, bench.card.data) == bench.want


def test_arb():
    ran = run_cocotb(
        "tb_fby_dma_arb", "rtl/dma/back/back.f", "test_fby_dma_arb",
        extra_sources=["rtl/axi/formal/fby_axi_props.sv", "rtl/dma/back/test/tb_fby_dma_arb.sv"],
        brief=True,
    )  # fmt: skip
    assert ran == 4
