# SPDX-License-Identifier: Apache-2.0
"""Cocotb tests of the streaming host-to-card mover; test_fby_dma_h2c.py runs them."""

import random

import cocotb
from bus_models import BEAT, DECERR, PAGE, Memory, ReadModel, Requests, StreamSink, reset
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles
from cocotbext.axi import AxiRamRead, AxiReadBus, AxiStreamBus, AxiStreamSink

HOST, SIZE = 0x0012_3456_0000_0000, 1 << 18
OK, HOST_DECODE = 0, 1


class Bench:
    """A streaming mover between a host memory and a stream sink."""

    def __init__(self, dut, seed, read=None, requests=None, sink=None):
        self.dut, self.rng = dut, random.Random(seed)
        self.host = Memory(HOST, SIZE, self.rng)
        self.read = ReadModel(dut, "host", self.host, self.rng, **(read or {}))
        self.requests = Requests(dut, self.rng, **(requests or {}))
        self.sink = StreamSink(dut, self.rng, **(sink or {}))

    async def start(self):
        cocotb.start_soon(Clock(self.dut.clk_i, 4, units="ns").start())
        for model in (self.read, self.requests, self.sink):
            cocotb.start_soon(model.run())
        self.dut.cancel.value = 0
        await reset(self.dut)
        return self

    def put(self, host, length, eop):
        """Queues a request and returns its bytes."""
        self.requests.put(host=HOST + host, length=length, eop=eop)
        return bytes(self.host.data[host : host + length])


@cocotb.test()
async def third_party_sink(dut):
    """Packets of all lengths around a beat between cocotbext-axi's memory and stream sink, both pausing."""
    rng = random.Random(1)
    cocotb.start_soon(Clock(dut.clk_i, 4, units="ns").start())
    host = AxiRamRead(AxiReadBus.from_prefix(dut, "host"), dut.clk_i, dut.rst_i, size=2**16)
    sink = AxiStreamSink(AxiStreamBus.from_prefix(dut, "axis"), dut.clk_i, dut.rst_i)
    requests = Requests(dut, rng)
    cocotb.start_soon(requests.run())
    dut.cancel.value = 0
    await reset(dut)
    host.write(0, rng.randbytes(2**16))

    def stalls():
        while True:
            yield rng.random() < 0.4

    sink.set_pause_generator(stalls())
    host.r_channel.set_pause_generator(stalls())
    for length in (1, 2, 63, 64, 65, 127, 128, 129, 4096, 4097):
        for lane in (0, 1, 62, 63):
            start = 4096 - 64 + lane
            requests.put(host=start, length=length, eop=1)
            frame = await sink.recv()
            assert bytes(frame.tdata) == host.read(start, length)


@cocotb.test()
async def packets_of_many_requests(dut):
    """Requests of any length and alignment join into packets; returns mixed, everything stalls."""
    bench = await Bench(
        dut, 2, read={"latency": 15, "mix": True, "r_stall": 0.2}, requests={"rsp_stall": 0.3}, sink={"stall": 0.3}
    ).start()
    packets, count = [], 0
    for _ in range(60):
        packet = b""
        parts = bench.rng.randrange(1, 6)
        for part in range(parts):
            length = bench.rng.choice((0, 1, 5, 63, 64, 65, 200, 1024, bench.rng.randrange(3000)))
            if part == parts - 1:
                length = max(length, 1)
            packet += bench.put(bench.rng.randrange(SIZE - 3000), length, int(part == parts - 1))
            count += 1
        packets.append(packet)
    await bench.requests.wait(count, 40000)
    await ClockCycles(dut.clk_i, 10)
    assert bench.sink.packets == packets
    assert all(response[0] == OK for response in bench.requests.responses)


@cocotb.test()
async def empty_end_of_packet(dut):
    """A last request of no bytes closes the packet, whether bytes are held, none are, or none ever were."""
    bench = await Bench(dut, 3).start()
    packets = []
    for length in (10, 128):
        packets.append(bench.put(0x100, length, 0) + bench.put(0, 0, 1))
    bench.put(0, 0, 1)
    packets.append(bench.put(0x55, 70, 1))
    await bench.requests.wait(6, 1000)
    await ClockCycles(dut.clk_i, 10)
    assert bench.sink.packets == packets


@cocotb.test()
async def host_error_closes_packet(dut):
    """A read error ends the packet and all behind it; after a cancel the next packet is whole."""
    bench = await Bench(dut, 4, read={"latency": 10}).start()
    for lead, bad in ((PAGE, 1), (0, 0), (2 * PAGE, 2)):
        bench.host.errors = {0x8000 + bad * PAGE: DECERR}
        done = len(bench.requests.responses)
        bench.sink.packets.clear()
        whole = bench.put(0x8000, 6 * PAGE, 1)
        bench.put(0x123, 1000, 1)
        await bench.requests.wait(done + 2, 3000)
        dut.cancel.value = 1
        await ClockCycles(dut.clk_i, 1)
        dut.cancel.value = 0
        after = bench.put(0x321, 1000, 1)
        await bench.requests.wait(done + 3, 3000)
        await ClockCycles(dut.clk_i, 20)
        failed = (HOST_DECODE, HOST + 0x8000 + lead, lead, 0)
        assert bench.requests.responses[done:] == [failed, (OK, 0, 0, 0), (OK, 0, 1000, 0)]
        assert bench.sink.packets == ([whole[:lead]] if lead else []) + [after]


@cocotb.test()
async def full_rate(dut):
    """A beat per cycle through 4 KiB requests, aligned and not; a request that ends inside a beat costs none."""
    bench = await Bench(dut, 5).start()
    for lane in (0, 9):
        bench.sink.beat_cycles.clear()
        done = len(bench.requests.responses)
        for page in range(16):
            bench.put(PAGE * page + lane, PAGE, int(page == 15))
        await bench.requests.wait(done + 16, 3000)
        # The answer says that every byte is given to the stream; the last beats are on their way.
        await ClockCycles(dut.clk_i, 4)
        cycles = bench.sink.beat_cycles
        span = cycles[-1] - cycles[0] + 1
        dut._log.info("lane %d: %d beats in %d cycles", lane, len(cycles), span)
        assert len(cycles) == 16 * PAGE // BEAT
        # Unaligned pages need 65 reads each for 64 beats.
        assert len(cycles) >= 0.95 * span
