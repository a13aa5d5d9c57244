# SPDX-License-Identifier: Apache-2.0
"""Cocotb tests of the streaming card-to-host mover; test_fby_dma_c2h.py runs them."""

import random

import cocotb
from bus_models import BEAT, DECERR, PAGE, Memory, Requests, StreamSource, WriteModel, reset
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles
from cocotbext.axi import AxiRamWrite, AxiStreamBus, AxiStreamFrame, AxiStreamSource, AxiWriteBus

HOST, SIZE = 0x0012_3456_0000_0000, 1 << 18
OK, HOST_DECODE = 0, 1


class Bench:
    """A streaming mover between a stream source and a host memory."""

    def __init__(self, dut, seed, write=None, requests=None, source=None):
        self.dut, self.rng = dut, random.Random(seed)
        self.host = Memory(HOST, SIZE, self.rng)
        self.write = WriteModel(dut, "host", self.host, self.rng, **(write or {}))
        self.requests = Requests(dut, self.rng, has_eop=True, **(requests or {}))
        self.source = StreamSource(dut, self.rng, **(source or {}))

    async def start(self):
        cocotb.start_soon(Clock(self.dut.clk_i, 4, units="ns").start())
        for model in (self.write, self.requests, self.source):
            cocotb.start_soon(model.run())
        await reset(self.dut)
        return self


def predict(packets, lengths):
    """What requests of these lengths take from these packets: (bytes, end of packet) of each."""
    taken, packet, at = [], 0, 0
    for length in lengths:
        if length == 0:
            taken.append((b"", 0))
            continue
        if packet == len(packets):
            break
        part = packets[packet][at : at + length]
        at += len(part)
        ends = at == len(packets[packet])
        taken.append((part, int(ends)))
        if ends:
            packet, at = packet + 1, 0
    return taken


@cocotb.test()
async def third_party_source(dut):
    """Packets of lengths around a beat from cocotbext-axi's source into its memory, both pausing, guards checked."""
    rng = random.Random(1)
    cocotb.start_soon(Clock(dut.clk_i, 4, units="ns").start())
    host = AxiRamWrite(AxiWriteBus.from_prefix(dut, "host"), dut.clk_i, dut.rst_i, size=2**16)
    source = AxiStreamSource(AxiStreamBus.from_prefix(dut, "axis"), dut.clk_i, dut.rst_i)
    requests = Requests(dut, rng, has_eop=True)
    cocotb.start_soon(requests.run())
    await reset(dut)

    def stalls():
        while True:
            yield rng.random() < 0.4

    source.set_pause_generator(stalls())
    host.w_channel.set_pause_generator(stalls())
    done = 0
    for length in (1, 2, 63, 64, 65, 127, 128, 129, 4096, 4097):
        for lane in (0, 1, 62, 63):
            data, guard = rng.randbytes(length), rng.randbytes(length + 256)
            target = 8192 - 64 + lane
            host.write(target - 128, guard)
            requests.put(host=target, length=2 * length)
            await source.send(AxiStreamFrame(tdata=data))
            done += 1
            await requests.wait(done, 3000 + length)
            assert requests.responses[-1] == (OK, 0, length, 1)
            assert host.read(target - 128, length + 256) == guard[:128] + data + guard[128 + length :]


@cocotb.test()
async def packets_across_requests(dut):
    """Packets and requests of unrelated lengths: bytes, counts and packet ends are those of the prediction."""
    bench = await Bench(
        dut, 2, write={"latency": 9, "aw_stall": 0.3, "w_stall": 0.3, "b_stall": 0.3},
        requests={"req_stall": 0.1, "rsp_stall": 0.3}, source={"stall": 0.2},
    ).start()  # fmt: skip
    packets = [bench.rng.randbytes(bench.rng.choice((1, 63, 64, 65, 500, 1024, 2500))) for _ in range(60)]
    for packet in packets:
        bench.source.put(packet)
    lengths = [bench.rng.choice((0, 1, 40, 64, 100, 128, 1024, 1500)) for _ in range(3000)]
    taken = predict(packets, lengths)
    expected, want, at = [], bytearray(bench.host.data), 3
    for length, (part, eop) in zip(lengths, taken, strict=False):
        if at + length >= SIZE:
            at = 5
        want[at : at + len(part)] = part
        bench.requests.put(host=HOST + at, length=length)
        expected.append((OK, 0, len(part), eop))
        at += length + bench.rng.randrange(100)
    await bench.requests.wait(len(taken), 60000)
    assert bench.requests.responses == expected
    assert bench.host.data == want
    await ClockCycles(dut.clk_i, 4)
    assert dut.busy.value == 0 and not bench.source.queue


@cocotb.test()
async def empty_packet_and_waiting_request(dut):
    """A beat with keep 0 ends a packet of no bytes; a request without stream data waits and then completes."""
    bench = await Bench(dut, 3).start()
    bench.requests.put(host=HOST + 0x100, length=100)
    bench.requests.put(host=HOST + 0x200, length=0)
    await ClockCycles(dut.clk_i, 100)
    assert not bench.requests.responses and dut.busy.value == 1
    bench.source.put(b"")
    await bench.requests.wait(2, 100)
    assert bench.requests.responses == [(OK, 0, 0, 1), (OK, 0, 0, 0)]


@cocotb.test()
async def host_error(dut):
    """A write error ends the request at once, and those behind it; what it did not take is the next run's."""
    bench = await Bench(dut, 4, write={"latency": 10}).start()
    bench.host.errors = {0x8000: DECERR}
    data = bench.rng.randbytes(64 * 1024)
    bench.source.put(data)
    bench.requests.put(host=HOST + 0x8000 - 128, length=48 * 1024)
    await bench.requests.wait(1, 3000)
    assert bench.requests.responses == [(HOST_DECODE, HOST + 0x8000, 128, 0)]
    assert bench.host.data[0x8000 - 128 : 0x8000] == data[:128]
    bench.requests.put(host=HOST + 0x10000, length=100)
    await bench.requests.wait(2, 3000)
    assert bench.requests.responses[1] == (OK, 0, 0, 0)
    dut.req_first.value = 1
    bench.requests.put(host=HOST + 0x20000 + 1, length=64 * 1024)
    await bench.requests.wait(3, 3000)
    cause, _, count, eop = bench.requests.responses[2]
    assert (cause, eop) == (OK, 1) and count > 48 * 1024
    assert bench.host.data[0x20001 : 0x20001 + count] == data[-count:]


@cocotb.test()
async def full_rate(dut):
    """A beat per cycle through 4 KiB requests."""
    bench = await Bench(dut, 5, write={"latency": 20}).start()
    data = bench.rng.randbytes(16 * PAGE)
    bench.source.put(data)
    for page in range(16):
        bench.requests.put(host=HOST + PAGE * page, length=PAGE)
    await bench.requests.wait(16, 3000)
    assert bench.requests.responses == [(OK, 0, PAGE, int(page == 15)) for page in range(16)]
    assert bench.host.data[: 16 * PAGE] == data
    cycles = bench.write.beat_cycles
    span = cycles[-1] - cycles[0] + 1
    dut._log.info("%d beats in %d cycles", len(cycles), span)
    assert len(cycles) == 16 * PAGE // BEAT and len(cycles) >= 0.95 * span
