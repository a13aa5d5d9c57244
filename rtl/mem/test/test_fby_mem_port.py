# SPDX-License-Identifier: Apache-2.0
"""Reader and writer of one port in front of a memory that is not ours: cocotbext-axi's AxiRam, 256 bit wide."""

import itertools
import logging
import random

import cocotb
from bus_models import reset
from cocotb.clock import Clock
from cocotb.triggers import RisingEdge
from cocotbext.axi import AxiBus, AxiRam
from fby_sim import run_cocotb

BASE, BEAT, RECORDS, COUNTS = 0x1000, 32, 2048, (1, 15, 16, 17, 31, 32, 33, 200)


class Bench:
    """The port, its memory, and who uses it."""

    def __init__(self, dut, seed):
        self.dut, self.rng, self.edge = dut, random.Random(seed), RisingEdge(dut.clk_i)
        self.ram = AxiRam(AxiBus.from_prefix(dut, "m_axi"), dut.clk_i, dut.rst_i, size=BASE + RECORDS * BEAT + BASE)
        for part in (self.ram.write_if, self.ram.read_if):
            part.log.setLevel(logging.WARNING)

    async def start(self):
        cocotb.start_soon(Clock(self.dut.clk_i, 4, units="ns").start())
        for name in ("rd_start", "cancel", "out_ready", "wr_start", "wr_flush", "in_valid"):
            getattr(self.dut, name).value = 0
        await reset(self.dut)
        return self

    def hesitate(self, chance):
        """Pauses on every channel, each in a pattern of its own."""
        write, read = self.ram.write_if, self.ram.read_if
        for channel in (write.aw_channel, write.w_channel, write.b_channel, read.ar_channel, read.r_channel):
            channel.set_pause_generator(itertools.cycle([self.rng.random() < chance for _ in range(97)]))

    async def write(self, first, beats):
        dut = self.dut
        for index, data in enumerate(beats):
            dut.in_number.value, dut.in_data.value, dut.in_valid.value = (
                first + index,
                int.from_bytes(data, "little"),
                1,
            )
            dut.wr_flush.value = int(index == len(beats) - 1)
            for _ in range(2000):
                await self.edge
                if dut.in_ready.value.integer:
                    break
            else:
                raise AssertionError(f"beat {index} is not taken")
        dut.in_valid.value = dut.wr_flush.value = 0
        for _ in range(2000):
            await self.edge
            if dut.wr_idle.value.integer:
                return
        raise AssertionError("not idle 2000 cycles after a flush")

    async def read(self, first, count, stall):
        dut, got, ready = self.dut, [], False
        dut.rd_first.value, dut.rd_count.value, dut.rd_start.value = first, count, 1
        await self.edge
        dut.rd_start.value = 0
        for _ in range(20000):
            dut.out_ready.value = int(ready := self.rng.random() >= stall)
            await self.edge
            if ready and dut.out_valid.value.integer:
                got.append(dut.out_data.value.integer.to_bytes(BEAT, "little"))
            if dut.rd_idle.value.integer:
                return got
        raise AssertionError(f"{len(got)} of {count} beats after 20000 cycles")


@cocotb.test()
async def another_memory_has_what_was_written_and_gives_it_back(dut):
    bench = await Bench(dut, 1).start()
    for chance in (0.0, 0.4):
        bench.hesitate(chance)
        for count in COUNTS:
            first = bench.rng.randrange(RECORDS - count)
            around = bench.rng.randbytes((count + 2) * BEAT)
            bench.ram.write(BASE + (first - 1) * BEAT, around)
            beats = [bench.rng.randbytes(BEAT) for _ in range(count)]
            await bench.write(first, beats)
            found = bench.ram.read(BASE + (first - 1) * BEAT, (count + 2) * BEAT)
            assert found == around[:BEAT] + b"".join(beats) + around[-BEAT:], "bytes, or those around them"
            assert await bench.read(first, count, stall=chance) == beats
    assert not dut.rd_error.value.integer and not dut.wr_error.value.integer


@cocotb.test()
async def another_memory_survives_a_cancel(dut):
    bench = await Bench(dut, 2).start()
    bench.hesitate(0.3)
    data = bench.rng.randbytes(RECORDS * BEAT)
    bench.ram.write(BASE, data)
    for wait in range(0, 90, 7):
        dut.rd_first.value, dut.rd_count.value, dut.rd_start.value, dut.out_ready.value = 5, 500, 1, 1
        await bench.edge
        dut.rd_start.value = 0
        for _ in range(wait):
            await bench.edge
        dut.cancel.value = 1
        await bench.edge
        dut.cancel.value = 0
        for _ in range(500):
            await bench.edge
            if dut.rd_idle.value.integer:
                break
        assert dut.rd_idle.value.integer
        got = await bench.read(wait, 40, stall=0.2)
        assert b"".join(got) == data[wait * BEAT : (wait + 40) * BEAT]


def test_another_memory():
    ran = run_cocotb(
        "tb_fby_mem_port",
        "rtl/mem/formal/mem_rules.f",
        "test_fby_mem_port",
        extra_sources=["rtl/mem/test/tb_fby_mem_port.sv"],
        brief=True,
    )
    assert ran == 2
