# SPDX-License-Identifier: Apache-2.0
"""cocotb tests of the crossbar in front of card memories; both masters are driven by cocotbext-axi."""

import itertools
import logging
import random

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, Combine, RisingEdge, with_timeout
from cocotb.utils import get_sim_time
from cocotbext.axi import AxiBus, AxiMaster, AxiResp

MEM_BYTES = 8192
BASES = (0, 0x10_0000)
NOWHERE = 0x20_0000
CLOCK_NS = 4
WAIT_US = 500


class Bench:
    """Two bus masters and the model of both memories."""

    def __init__(self, dut):
        self.dut = dut
        self.masters = [AxiMaster(AxiBus.from_prefix(dut, f"s{k}_axi"), dut.clk_i, dut.rst_i) for k in range(2)]
        for master in self.masters:
            for part in (master.write_if, master.read_if):
                part.log.setLevel(logging.WARNING)

    async def start(self):
        self.dut.rst_i.value = 1
        cocotb.start_soon(Clock(self.dut.clk_i, CLOCK_NS, units="ns").start())
        await ClockCycles(self.dut.clk_i, 4)
        self.dut.rst_i.value = 0
        await RisingEdge(self.dut.clk_i)

    def hesitate(self, seed):
        """Back-pressure and gaps on every channel of both masters."""
        rng = random.Random(seed)
        for master in self.masters:
            channels = (
                master.write_if.aw_channel,
                master.write_if.w_channel,
                master.write_if.b_channel,
                master.read_if.ar_channel,
                master.read_if.r_channel,
            )
            for channel in channels:
                channel.set_pause_generator(itertools.cycle([rng.random() < 0.4 for _ in range(97)]))


async def bench(dut):
    made = Bench(dut)
    await made.start()
    return made


@cocotb.test()
async def every_byte_of_every_slave_is_where_it_was_written(dut):
    """Random lengths and alignments in both memories, from both masters at once, each in its own half."""
    b = await bench(dut)
    b.hesitate(1)
    half = MEM_BYTES // 2

    async def work(index):
        rng = random.Random(100 + index)
        master = b.masters[index]
        images = [bytearray(half) for _ in BASES]
        for image, base in zip(images, BASES, strict=True):
            await master.write(base + index * half, bytes(image))
        for _ in range(60):
            which = rng.randrange(2)
            length = rng.choice([1, 3, 63, 64, 65, 200, 1000])
            offset = rng.randrange(half - length)
            address = BASES[which] + index * half + offset
            if rng.random() < 0.5:
                data = rng.randbytes(length)
                images[which][offset : offset + length] = data
                answer = await master.write(address, data)
                assert answer.resp == AxiResp.OKAY
            else:
                answer = await master.read(address, length)
                assert answer.resp == AxiResp.OKAY
                assert answer.data == bytes(images[which][offset : offset + length]), hex(address)
        for image, base in zip(images, BASES, strict=True):
            assert (await master.read(base + index * half, half)).data == bytes(image)

    await with_timeout(Combine(*(cocotb.start_soon(work(k)) for k in range(2))), WAIT_US, "us")


@cocotb.test()
async def nobodys_addresses_answer_decerr_and_the_rest_goes_on(dut):
    b = await bench(dut)
    master, other = b.masters
    for address in (NOWHERE, MEM_BYTES, BASES[1] - 64, BASES[1] + MEM_BYTES, 1 << 40):
        write = await with_timeout(master.write(address, bytes(64)), WAIT_US, "us")
        read = await with_timeout(master.read(address, 64), WAIT_US, "us")
        assert write.resp == AxiResp.DECERR, hex(address)
        assert read.resp == AxiResp.DECERR, hex(address)
        assert read.data == b"\xff" * 64
        await with_timeout(other.write(BASES[1], b"still here"), WAIT_US, "us")
        answer = await with_timeout(master.read(BASES[1], 10), WAIT_US, "us")
        assert (answer.resp, answer.data) == (AxiResp.OKAY, b"still here")


@cocotb.test()
async def responses_come_back_in_order_when_slaves_alternate(dut):
    """Many reads in flight, from memory, the other memory and nowhere by turns."""
    b = await bench(dut)
    master = b.masters[0]
    for base, mark in zip(BASES, (b"a", b"b"), strict=True):
        await with_timeout(master.write(base, mark * 512), WAIT_US, "us")
    places = [(BASES[0], b"a"), (BASES[1], b"b"), (NOWHERE, b"\xff")] * 8
    reads = [(cocotb.start_soon(master.read(address, 512)), mark) for address, mark in places]
    for read, mark in reads:
        answer = await with_timeout(read.join(), WAIT_US, "us")
        assert answer.data == mark * 512


@cocotb.test()
async def long_transfers_lose_no_cycle(dut):
    """Back-to-back bursts move a beat per cycle in each direction."""
    b = await bench(dut)
    data = random.Random(5).randbytes(MEM_BYTES)
    beats = MEM_BYTES // 64
    for transfer in (b.masters[0].write(0, data), b.masters[1].read(0, MEM_BYTES)):
        begin = get_sim_time("ns")
        await with_timeout(transfer, WAIT_US, "us")
        cycles = (get_sim_time("ns") - begin) / CLOCK_NS
        assert beats <= cycles <= beats + 16, cycles


@cocotb.test()
async def neither_master_starves_the_other(dut):
    """Several accesses in flight each, so that both want the bus all the time."""
    b = await bench(dut)

    async def keep(access, finished, index):
        while True:
            await access(b.masters[index])
            finished[index] += 1

    for access in (lambda master: master.write(0, bytes(256)), lambda master: master.read(0, 256)):
        finished = [0, 0]
        tasks = [cocotb.start_soon(keep(access, finished, k % 2)) for k in range(8)]
        await ClockCycles(dut.clk_i, 2000)
        for task in tasks:
            task.kill()
        assert min(finished) > 50, finished
        assert abs(finished[0] - finished[1]) <= 4, finished
        await ClockCycles(dut.clk_i, 200)
