# SPDX-License-Identifier: Apache-2.0
"""Card-to-host mover: lengths x alignments x back-pressure, order, errors, streams and rate."""

import random

import cocotb
import pytest
from bus_models import DECERR, PAGE, SLVERR, Memory, ReadModel, Requests, WriteModel, reset
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles
from cocotbext.axi import AxiRamRead, AxiRamWrite, AxiReadBus, AxiWriteBus
from fby_sim import run_cocotb

HOST, CARD, SIZE = 0x0012_3456_0000_0000, 0x0000_0001_2000_0000, 1 << 18
OK, HOST_DECODE, HOST_SLAVE, CARD_DECODE, CARD_SLAVE = range(5)
LENGTHS = [1, 2, 63, 64, 65, 127, 129, 1000, 1024, 4096, 4097]


class Bench:
    """A mover from a card memory to a host memory, both adversarial."""

    def __init__(self, dut, seed, read=None, write=None, requests=None):
        self.dut, self.rng = dut, random.Random(seed)
        self.host, self.card = Memory(HOST, SIZE, self.rng), Memory(CARD, SIZE, self.rng)
        self.read = ReadModel(dut, "card", self.card, self.rng, **(read or {}))
        self.write = WriteModel(dut, "host", self.host, self.rng, **(write or {}))
        self.requests = Requests(dut, self.rng, has_eop=True, **(requests or {}))
        self.before = bytes(self.host.data)
        self.tasks = []

    async def start(self):
        self.tasks = [cocotb.start_soon(Clock(self.dut.clk_i, 4, units="ns").start())]
        for model in (self.read, self.write, self.requests):
            self.tasks.append(cocotb.start_soon(model.run()))
        await reset(self.dut)
        return self

    async def stop(self):
        """Ends the models, so that a test can start a bench with other stall rates; nothing is under way."""
        await ClockCycles(self.dut.clk_i, 8)
        assert self.dut.busy.value == 0 and not self.read.pending and not self.write.answers
        for task in self.tasks:
            task.kill()

    def put(self, host, card, length, **flags):
        """Queues a request given by offsets into the two memories."""
        self.requests.put(HOST + host, CARD + card, length, **flags)

    def expect(self, *moves):
        """The host memory is what it was, but for these (host, card, length) moves in order."""
        want = bytearray(self.before)
        for host, card, length in moves:
            want[host : host + length] = self.card.data[card : card + length]
        if want != self.host.data:
            at = next(i for i in range(SIZE) if want[i] != self.host.data[i])
            raise AssertionError(f"host byte {at:#x} is {self.host.data[at]:#x}, expected {want[at]:#x}")


@cocotb.test()
async def sweep_with_third_party_memories(dut):
    """Lengths x both alignments x back-pressure between two cocotbext-axi memories, guard bytes checked."""
    rng = random.Random(1)
    cocotb.start_soon(Clock(dut.clk_i, 4, units="ns").start())
    card = AxiRamRead(AxiReadBus.from_prefix(dut, "card"), dut.clk_i, dut.rst_i, size=2**16)
    host = AxiRamWrite(AxiWriteBus.from_prefix(dut, "host"), dut.clk_i, dut.rst_i, size=2**16)
    requests = Requests(dut, rng, has_eop=True)
    cocotb.start_soon(requests.run())
    await reset(dut)
    card.write(0, rng.randbytes(2**16))
    rate = [0.0]

    def stalls():
        while True:
            yield rng.random() < rate[0]

    for channel in (card.ar_channel, card.r_channel, host.aw_channel, host.w_channel, host.b_channel):
        channel.set_pause_generator(stalls())
    done = 0
    for rate[0] in (0.0, 0.5):
        for length in LENGTHS:
            for lane in (0, 1, 31, 63):
                source = 4096 * rng.randrange(1, 8) - 64 * rng.randrange(4) + lane
                target = 4096 * rng.randrange(1, 8) - 64 * rng.randrange(4) + rng.choice((0, 1, 33, 63))
                guard = rng.randbytes(length + 256)
                host.write(target - 128, guard)
                requests.put(target, source, length)
                done += 1
                await requests.wait(done, 2000 + length)
                assert requests.responses[-1] == (OK, 0, length, 0)
                want = guard[:128] + card.read(source, length) + guard[128 + length :]
                assert host.read(target - 128, length + 256) == want, (source, target, length)


@cocotb.test()
async def random_mixed_returns(dut):
    """Random requests with everything stalling and returns of different bursts mixed."""
    for seed, data_first in ((3, False), (4, True)):
        bench = Bench(
            dut, seed,
            read={"latency": 20, "mix": True, "ar_stall": 0.3, "r_stall": 0.2},
            write={"latency": 7, "aw_stall": 0.4, "w_stall": 0.3, "b_stall": 0.4, "data_first": data_first},
            requests={"req_stall": 0.2, "rsp_stall": 0.5},
        )  # fmt: skip
        await bench.start()
        moves = []
        for _ in range(150):
            length = bench.rng.choice((0, 1, 63, 64, 65, 300, 1500, bench.rng.randrange(9000)))
            moves.append((bench.rng.randrange(SIZE - length), bench.rng.randrange(SIZE - length), length))
            bench.put(*moves[-1])
        await bench.requests.wait(150, 60000)
        bench.expect(*moves)
        assert bench.requests.responses == [(OK, 0, move[2], 0) for move in moves]
        await bench.stop()


@cocotb.test()
async def card_errors(dut):
    """A read error on the card ends its request with cause and address; the bytes before it moved."""
    bench = await Bench(dut, 5, read={"latency": 10, "mix": True}).start()
    done = 0
    for response, cause in ((DECERR, CARD_DECODE), (SLVERR, CARD_SLAVE)):
        for page in (0, 1, 3):
            bench.card.errors = {0x10000 + page * PAGE: response}
            bench.before = bytes(bench.host.data)
            bench.put(0x20000 + 9, 0x10000 + 5, 8 * PAGE)
            bench.put(0x8765, 0x4321, 777)
            done += 2
            await bench.requests.wait(done, 6000)
            good = max(page * PAGE - 5, 0)
            bad = CARD + 0x10000 + (page * PAGE or 5)
            assert bench.requests.responses[-2:] == [(cause, bad, good, 0), (OK, 0, 777, 0)]
            bench.expect((0x20009, 0x10005, good), (0x8765, 0x4321, 777))
    await bench.stop()


@cocotb.test()
async def host_errors(dut):
    """A write error on the host ends its request, counts the bytes before it and stops further bursts."""
    bench = await Bench(dut, 6, read={"latency": 5}, write={"latency": 12, "aw_stall": 0.2}).start()
    done = 0
    for response, cause in ((DECERR, HOST_DECODE), (SLVERR, HOST_SLAVE)):
        for page in (0, 1, 3):
            bench.host.errors = {0x20000 + page * PAGE: response}
            written = len(bench.write.addresses)
            bench.put(0x20000 + 9, 0x10000 + 5, 16 * PAGE)
            bench.put(0x8765, 0x4321, 777)
            done += 2
            await bench.requests.wait(done, 6000)
            good = max(page * PAGE - 9, 0)
            bad = HOST + 0x20000 + (page * PAGE or 9)
            assert bench.requests.responses[-2:] == [(cause, bad, good, 0), (OK, 0, 777, 0)]
            assert len(bench.write.addresses) - written < page * 4 + 4 + 2 * 8
            assert bench.host.data[0x8765 : 0x8765 + 777] == bench.card.data[0x4321 : 0x4321 + 777]
            assert bench.host.data[0x20009 : 0x20009 + good] == bench.card.data[0x10005 : 0x10005 + good]
    await bench.stop()


@cocotb.test()
async def buffered_bursts_of_a_failed_request(dut):
    """Bursts that wait in the write buffer when their request fails are dropped; the next request is whole."""
    bench = await Bench(dut, 8, write={"w_stall": 0.8}).start()
    bench.host.errors = {0x20000: SLVERR}
    bench.put(0x20000, 0x10000, 16 * PAGE)
    bench.put(0x8765, 0x4321, 777)
    await bench.requests.wait(2, 6000)
    assert bench.requests.responses == [(HOST_SLAVE, HOST + 0x20000, 0, 0), (OK, 0, 777, 0)]
    failed = [addr for addr in bench.write.addresses if addr >= HOST + 0x20000]
    assert len(failed) <= 3, f"{len(failed)} bursts issued, the first of which failed"
    assert bench.host.data[0x8765 : 0x8765 + 777] == bench.card.data[0x4321 : 0x4321 + 777]
    await bench.stop()


@cocotb.test()
async def fixed_card_address(dut):
    """With a standing address every read beat comes from the same card beat."""
    bench = await Bench(dut, 7).start()
    for host, card, length in ((0x1000, 0x40, 256), (0x1234, 0x9C, 200)):
        bench.before = bytes(bench.host.data)
        count, asked = len(bench.requests.responses), len(bench.read.addresses)
        bench.put(host, card, length, fixed=1)
        await bench.requests.wait(count + 1, 1000)
        beat = card // 64 * 64
        first = min(length, 64 - card % 64)
        want = bytes(bench.card.data[card : card + first])
        while len(want) < length:
            want += bench.card.data[beat : beat + min(64, length - len(want))]
        assert bench.host.data[host : host + length] == want
        assert {addr // 64 * 64 for addr, _ in bench.read.addresses[asked:]} == {CARD + beat}


@cocotb.test()
async def full_rate(dut):
    """A beat per cycle in one request and in 4 KiB requests, with 20 cycles of latency on both sides."""
    for latency in (0, 20):
        for moves in (
            [(0, 0, 65536)],
            [(0x10000 + PAGE * i, PAGE * i, PAGE) for i in range(16)],
            [(0x40, 0x21, 65536)],
        ):
            bench = await Bench(dut, 9, read={"latency": latency}, write={"latency": latency}).start()
            for move in moves:
                bench.put(*move)
            await bench.requests.wait(len(moves), 3000)
            bench.expect(*moves)
            cycles = bench.write.beat_cycles
            span = cycles[-1] - cycles[0] + 1
            dut._log.info("%d requests: %d beats in %d cycles", len(moves), len(cycles), span)
            assert len(cycles) >= 0.95 * span
            await bench.stop()


@pytest.mark.parametrize(("slots", "beats", "burst"), [(8, 64, 1024), (16, 256, 4096)], ids=["default", "long"])
def test_memory(slots, beats, burst):
    ran = run_cocotb(
        "tb_fby_dma_c2h", "rtl/dma/back/back.f", "test_fby_dma_c2h",
        parameters={"Stream": "1'b0", "WriteSlots": slots, "FifoBeats": beats, "MaxBurstBytes": burst},
        extra_sources=["rtl/axi/formal/fby_axi_props.sv", "rtl/dma/back/test/tb_fby_dma_c2h.sv"],
    )  # fmt: skip
    assert ran == 7


def test_stream():
    ran = run_cocotb(
        "tb_fby_dma_c2h", "rtl/dma/back/back.f", "tb_c2h_stream",
        parameters={"Stream": "1'b1"},
        extra_sources=["rtl/axi/formal/fby_axi_props.sv", "rtl/dma/back/test/tb_fby_dma_c2h.sv"],
    )  # fmt: skip
    assert ran == 5
