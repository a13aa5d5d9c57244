# SPDX-License-Identifier: Apache-2.0
"""The smallest engine: what is not there reads 0."""

import cocotb
from dma_bench import CARD, COMPLETED, HOST, STOPPED, Bench, Channel, quiet


@cocotb.test()
async def absent_channels_read_zero(dut):
    bench = await Bench(dut).start()
    for target in range(16):
        for channel in range(16):
            base = target << 12 | channel << 8
            value = await bench.read(base)
            present = channel == 0 and (target <= 6 or target in (9, 10))
            assert value == (0x1FC0_0006 | target << 16 if present else 0) or (target == 8), f"{base:#06x}"
            if not present and target != 8:
                await bench.write(base + 4, 0xFFFF_FFFF)
                assert await bench.read(base + 4) == 0
    assert await bench.read(0x8000) == 0
    await bench.write(0x2010, 0xFFFF_FFFF)
    assert await bench.read(0x2010) == 3
    await quiet(bench)


@cocotb.test()
async def both_directions(dut):
    bench = await Bench(dut, 2).start(pauses=True)
    data = bench.fill(bench.host, HOST + 0x10_0003, 10000)
    assert await Channel(bench, "h2c", 0).run([(10000, HOST + 0x10_0003, CARD + 5)]) == (STOPPED | COMPLETED, 1)
    assert await Channel(bench, "c2h", 0).run([(10000, CARD + 5, HOST + 0x20_0001)]) == (STOPPED | COMPLETED, 1)
    assert bench.host.get(HOST + 0x20_0001, 10000) == data
    await quiet(bench)
