# SPDX-License-Identifier: Apache-2.0
"""The registers: those of the core to the bit, and those beyond it."""

import cocotb
from cocotb.triggers import ClockCycles
from dma_bench import quiet
from pairs_bench import (
    ARMED,
    BUFFERS,
    CAPS,
    ERR_EN,
    HALTED,
    IDLE,
    INT_ERR,
    IOC,
    IOC_EN,
    KEYHOLE,
    MODE,
    NEXT_LENGTH,
    PAIRS,
    RESET,
    RING,
    RING_SIZE,
    RS,
    SEQUENCE,
    THRESHOLD_1,
)
from s2mm_bench import (
    DA,
    DA_MSB,
    DMACR,
    DMASR,
    LENGTH,
    LOST,
    NEXT_DA,
    NEXT_DA_MSB,
    STAMP,
    CaptureBench,
    packet,
)

# After reset: bit 1 of the control register reads 1, the threshold is 1 in both, and the channel is halted.
AFTER_RESET = {DMACR: 1 << 1 | THRESHOLD_1, DMASR: HALTED | THRESHOLD_1, DA: 0, DA_MSB: 0, LENGTH: 0}
BEYOND = {CAPS: 1 | 26 << 8 | PAIRS << 16 | 64 << 24, MODE: 0, ARMED: 0, NEXT_DA: 0, NEXT_DA_MSB: 0, NEXT_LENGTH: 0,
          STAMP: 0, STAMP + 4: 0, LOST: 0, LOST + 4: 0, SEQUENCE: 0, RING: 0, RING + 4: 0, RING_SIZE: 0}  # fmt: skip
# Offsets of the page below 0x60 that this channel has not: those of the other channel, and the reserved ones.
RESERVED = [*range(0x00, 0x30, 4), 0x38, 0x3C, 0x40, 0x44, 0x50, 0x54, 0x5C]


async def as_after_reset(bench):
    for offset, value in (AFTER_RESET | BEYOND).items():
        assert await bench.get(offset) == value, f"{offset:#x}"


@cocotb.test()
async def every_register_begins_as_the_guide_says(dut):
    bench = await CaptureBench(dut, 1).start()
    await as_after_reset(bench)
    await quiet(bench)


@cocotb.test()
async def every_bit_of_a_register_is_kept_or_fixed(dut):
    """All ones and all zeros of what does not run or reset; what is fixed stays as it was."""
    bench = await CaptureBench(dut, 2).start()
    kept = KEYHOLE | IOC_EN | 1 << 13 | ERR_EN | 0xFFFF_0000
    for offset, writable, fixed in (
        (DMACR, kept, 1 << 1), (DA, 0xFFFF_FFFF, 0), (DA_MSB, 0xFFFF_FFFF, 0), (NEXT_DA, 0xFFFF_FFFF, 0),
        (NEXT_DA_MSB, 0xFFFF_FFFF, 0), (MODE, 7, 0), (RING, 0xFFFF_FFE0, 0),
        (RING + 4, 0xFFFF_FFFF, 0), (RING_SIZE, 15, 0),
    ):  # fmt: skip
        for pattern in (0xFFFF_FFFF & ~(RS | RESET), 0, 0xA5A5_A5A4 & ~RESET, 0x5A5A_5A58 & ~RESET):
            value = pattern | (0xFFFF_FFFF & ~writable if offset != DMACR else 0)
            await bench.put(offset, value)
            assert await bench.get(offset) == value & writable | fixed, f"{offset:#x}"
    # The status shows what the control register has of threshold and delay, and cannot be written.
    await bench.put(DMACR, 0xAB42_0000)
    await bench.put(DMASR, 0xFFFF_FFFF)
    assert await bench.get(DMASR) == 0xAB42_0000 | HALTED
    for offset in RESERVED:
        await bench.put(offset, 0xFFFF_FFFF)
        assert await bench.get(offset) == 0, f"{offset:#x}"
    for offset in (CAPS, ARMED, STAMP, STAMP + 4, LOST, LOST + 4, SEQUENCE):
        before = await bench.get(offset)
        await bench.put(offset, 0xFFFF_FFFF, error=1)
        assert await bench.get(offset) == before
    for offset in (0x60, 0x7C, 0x8C, 0x9C, 0xB4, 0xBC, 0xCC, 0xFFC):
        assert await bench.page_access(False, offset) == (1, 0), "nothing is there"
        assert (await bench.page_access(True, offset, 1))[0] == 1
    await bench.reset()
    await as_after_reset(bench)
    await quiet(bench)


@cocotb.test()
async def status_follows_a_transfer(dut):
    """Halted falls with RS, idle is 0 before the first transfer and 1 behind each, writing 1 clears its bit."""
    bench = await CaptureBench(dut, 3).start(pauses=True)
    await bench.run()
    assert await bench.get(DMASR) == THRESHOLD_1, "neither halted nor idle"
    for turn in range(3):
        await bench.begin(BUFFERS, 4096)
        assert await bench.get(DMASR) == THRESHOLD_1 and await bench.get(ARMED) == 1
        await bench.source.send(packet(bytes([turn]) * 1000))
        await bench.finished(turn + 1)
        assert await bench.get(DMASR) == THRESHOLD_1 | IDLE | IOC
        assert await bench.get(LENGTH) == 1000 and bench.host.get(BUFFERS, 1000) == bytes([turn]) * 1000
        await bench.put(DMASR, 0)
        assert await bench.get(DMASR) == THRESHOLD_1 | IDLE | IOC, "writing 0 clears nothing"
        await bench.put(DMASR, IOC)
        assert await bench.get(DMASR) == THRESHOLD_1 | IDLE
    await bench.put(DMACR, THRESHOLD_1)
    assert await bench.until(DMASR, HALTED, HALTED) == THRESHOLD_1 | HALTED
    await quiet(bench)


@cocotb.test()
async def a_length_that_begins_nothing_is_counted(dut):
    """While halted, of no bytes, while one is under way; a further pair where there is no room, or no run."""
    bench = await CaptureBench(dut, 4).start()
    refused = 0

    async def is_refused():
        nonlocal refused
        refused += 1
        assert await bench.get(ARMED) >> 16 == refused

    await bench.begin(BUFFERS, 64)
    await is_refused()
    await bench.arm(BUFFERS, 64, error=1)
    await is_refused()
    await bench.run(mode=1)
    await bench.begin(BUFFERS, 0)
    await is_refused()
    await bench.arm(BUFFERS, 0, error=1)
    await is_refused()
    await bench.begin(BUFFERS, 1 << 26)
    await is_refused()
    for place in range(PAIRS):
        await bench.arm(BUFFERS + 4096 * place, 4096)
        assert await bench.get(ARMED) & 0xFF == place + 1
    await bench.arm(BUFFERS, 64, error=1)
    await is_refused()
    await bench.begin(BUFFERS, 64)
    await is_refused()
    data = bench.rng.randbytes(4096 * PAIRS)
    await bench.source.send(packet(data))
    await bench.finished(PAIRS)
    assert bench.host.get(BUFFERS, len(data)) == data and await bench.get(ARMED) == refused << 16
    assert not await bench.get(DMASR) & INT_ERR
    await quiet(bench)


@cocotb.test()
async def what_a_record_needs_stands_while_it_runs(dut):
    bench = await CaptureBench(dut, 5).start()
    await bench.run(mode=5)
    for offset in (MODE, RING, RING + 4, RING_SIZE):
        before = await bench.get(offset)
        await bench.put(offset, ~before & 0xFFFF_FFFF, error=1)
        assert await bench.get(offset) == before
    # What runs may be told to stop, and is at rest then.
    await bench.put(DMACR, 0)
    await bench.until(DMASR, HALTED, HALTED)
    await bench.put(MODE, 0)
    await ClockCycles(dut.clk_i, 4)
    assert await bench.get(MODE) == 0
    await quiet(bench)
