# SPDX-License-Identifier: Apache-2.0
"""A build without memory-mapped channels."""

import cocotb
from copy_bench import CARD_SIDE, HOST_SIDE, NO_PATH, WHOLE, CopyBench
from dma_bench import CARD, HOST


@cocotb.test()
async def only_host_to_host_works(dut):
    bench = await CopyBench(dut, 1).start()
    data = bench.fill(bench.host, HOST + 0x1003, 3000)
    for src, dst in (((HOST_SIDE, HOST), (CARD_SIDE, CARD)), ((CARD_SIDE, CARD), (HOST_SIDE, HOST))):
        assert await bench.copy(src, dst, 64) == (NO_PATH, 0, 0)
    assert await bench.copy((HOST_SIDE, HOST + 0x1003), (HOST_SIDE, HOST + 0x8000), 3000) == (WHOLE, 0, 3000)
    assert bench.host.get(HOST + 0x8000, 3000) == data
