# SPDX-License-Identifier: Apache-2.0
"""Interrupts: one message per run, never before what it announces, never lost."""

import cocotb
from cocotb.triggers import ClockCycles
from dma_bench import (
    BUSY,
    CARD,
    COMPLETED,
    COUNT,
    CTL_C,
    D_DONE,
    D_STOP,
    HOST,
    IDLE,
    IEM_C,
    IEM_S,
    LOG_ALL,
    POLL,
    RUN,
    START,
    STAT,
    STAT_RC,
    STOPPED,
    WB_HI,
    WB_LO,
    Bench,
    Channel,
)

DONE = STOPPED | COMPLETED
DATA, WORD = HOST + 0x10_0000, HOST + 0x6_0000
# Channel vectors 0 to 3 for channels H2C 0, H2C 1, C2H 0, C2H 1; user line n gets 4 + n.
CHANNEL_VECTORS, C2H0 = 0x0302_0100, 2


async def interrupts_on(bench):
    """As a driver sets them up."""
    await bench.unmask()
    await bench.write(0x20A0, CHANNEL_VECTORS)
    for i in range(4):
        first = 4 + 4 * i
        await bench.write(0x2080 + 4 * i, first | (first + 1) << 8 | (first + 2) << 16 | (first + 3) << 24)
    await bench.write(0x2014, 0xFFFF_FFFF)


@cocotb.test()
async def one_message_per_run_after_everything(dut):
    """At the message: data there, poll word there, busy 0, count final."""
    bench = await Bench(dut, 1).start(pauses=True)
    await interrupts_on(bench)
    c2h = Channel(bench, "c2h", 0)
    await c2h.write(IEM_S, LOG_ALL)
    await c2h.write(WB_LO, WORD & 0xFFFF_FFFF)
    await c2h.write(WB_HI, WORD >> 32)
    seen = []

    def at_message(vector):
        assert vector == C2H0
        seen.append((bench.host.get(DATA, 5000), bench.host.word(WORD)))

    bench.on_message = at_message
    for _ in range(4):
        data = bench.fill(bench.card, CARD, 5000)
        bench.host.put(DATA, bytes(5000))
        bench.host.put(WORD, bytes(4))
        await c2h.submit(*bench.chain([(4000, CARD, DATA), (1000, CARD + 4000, DATA + 4000)]), START | POLL)
        for _ in range(400):
            await ClockCycles(dut.clk_i, 10)
            if seen:
                break
        assert seen == [(data, 2)]
        assert await bench.read(0x204C) == 1 << C2H0
        # The driver's service routine.
        await c2h.write(IEM_C, LOG_ALL)
        assert await c2h.read(STAT_RC) == DONE
        await c2h.write(CTL_C, RUN)
        assert await c2h.read(COUNT) == 2
        await c2h.write(IEM_S, LOG_ALL)
        await ClockCycles(dut.clk_i, 200)
        assert len(seen) == 1, "no second message"
        assert await bench.read(0x204C) == 0
        seen.clear()
    assert bench.events["message"] == 4


@cocotb.test()
async def cause_still_logged_fires_again(dut):
    bench = await Bench(dut, 2).start()
    await interrupts_on(bench)
    h2c = Channel(bench, "h2c", 0)
    await h2c.write(IEM_S, LOG_ALL)
    await h2c.run([(64, DATA, CARD)])
    await ClockCycles(dut.clk_i, 20)
    assert bench.messages == [0]
    await h2c.write(IEM_C, LOG_ALL)
    await h2c.write(IEM_S, LOG_ALL)
    await ClockCycles(dut.clk_i, 20)
    assert bench.messages == [0, 0]
    # The channel enable does the same.
    await bench.write(0x2018, 1)
    assert await bench.read(0x2044) == 1 and await bench.read(0x204C) == 0
    await bench.write(0x2014, 1)
    await ClockCycles(dut.clk_i, 20)
    assert bench.messages == [0, 0, 0]
    # A disabled cause fires nothing.
    await h2c.read(STAT_RC)
    await h2c.write(IEM_C, LOG_ALL)
    await h2c.run([(64, DATA, CARD)])
    await ClockCycles(dut.clk_i, 20)
    assert bench.messages == [0, 0, 0]


@cocotb.test()
async def intermediate_completion_and_stop_message(dut):
    """COMPLETED in the middle of a chain sends at once; once served, the end sends again."""
    bench = await Bench(dut, 3).start()
    await interrupts_on(bench)
    h2c = Channel(bench, "h2c", 0)
    await h2c.write(IEM_S, LOG_ALL)
    await bench.write(0x6024, 1)
    await h2c.submit(*bench.chain([(64, DATA, CARD)] * 2, every=D_DONE))
    await bench.write(h2c.sgdma + 0x8C, 1)
    await ClockCycles(dut.clk_i, 200)
    assert bench.messages == [0] and await h2c.read(STAT_RC) == BUSY | COMPLETED
    await bench.write(h2c.sgdma + 0x8C, 1)
    await ClockCycles(dut.clk_i, 200)
    assert bench.messages == [0, 0] and await h2c.read(STAT_RC) == DONE
    await bench.write(0x6028, 1)
    # Clearing run mid-chain: one message, idle_stopped.
    await h2c.submit(*bench.chain([(4096, DATA, CARD)] * 30, last=D_STOP))
    await ClockCycles(dut.clk_i, 200)
    await h2c.write(CTL_C, RUN)
    assert await h2c.wait() == IDLE
    await ClockCycles(dut.clk_i, 20)
    assert bench.messages == [0, 0, 0]


@cocotb.test()
async def no_completion_is_lost_while_the_status_is_read(dut):
    """A completion in the very cycle in which the status is read and cleared has an interrupt of its own."""
    bench = await Bench(dut, 9).start()
    await interrupts_on(bench)
    h2c = Channel(bench, "h2c", 0)
    await h2c.write(IEM_S, LOG_ALL)
    await h2c.submit(*bench.chain([(64 + 64 * (i % 5), DATA, CARD) for i in range(300)], every=D_DONE))
    served, status, reads = 0, 0, 0
    while not status & STOPPED:
        for _ in range(400):
            if len(bench.messages) > served:
                break
            await ClockCycles(dut.clk_i, 5)
        assert len(bench.messages) > served, f"no message after {reads} reads, status {await h2c.read(STAT):#x}"
        served = len(bench.messages)
        await ClockCycles(dut.clk_i, bench.rng.randrange(1, 12))
        status = await h2c.read(STAT_RC)
        reads += 1
        assert status & (COMPLETED | STOPPED), "a message without a cause"
    assert await h2c.read(COUNT) == 300 and await h2c.read(STAT) == 0
    # Reads and completions met often enough.
    assert reads > 30


@cocotb.test()
async def a_stop_that_is_overtaken_by_a_start_sends_nothing(dut):
    bench = await Bench(dut, 10).start()
    await interrupts_on(bench)
    h2c = Channel(bench, "h2c", 0)
    await h2c.write(IEM_S, LOG_ALL)
    await h2c.submit(*bench.chain([(4096, DATA, CARD)] * 40))
    await ClockCycles(dut.clk_i, 300)
    await h2c.submit(*bench.chain([(100, DATA, CARD)] * 2))
    assert await h2c.wait() == DONE
    await ClockCycles(dut.clk_i, 20)
    assert bench.messages == [0], "that of the second run only"


@cocotb.test()
async def masked_vector_waits_in_the_pending_bits(dut):
    bench = await Bench(dut, 4).start()
    await interrupts_on(bench)
    # All vectors are masked after reset; the table reads 0 otherwise and keeps what is written.
    await bench.write(0x8000 + 12, 1)
    await bench.write(0x8000, 0xFEE0_0000)
    await bench.write(0x8008, 0x4041)
    assert [await bench.read(0x8000 + 4 * i) for i in range(4)] == [0xFEE0_0000, 0, 0x4041, 1]
    h2c = Channel(bench, "h2c", 0)
    await h2c.write(IEM_S, LOG_ALL)
    await h2c.run([(64, DATA, CARD)])
    await ClockCycles(dut.clk_i, 20)
    assert bench.messages == [] and await bench.read(0x8FE0) == 1 and await bench.read(0x8FE4) == 0
    await bench.write(0x8000 + 12, 0)
    await ClockCycles(dut.clk_i, 5)
    assert bench.messages == [0] and await bench.read(0x8FE0) == 0


@cocotb.test()
async def masks_are_set_after_reset(dut):
    bench = await Bench(dut, 5).start()
    for vector in range(32):
        assert await bench.read(0x8000 + 16 * vector + 12) == 1
        assert await bench.read(0x8000 + 16 * vector) == 0


@cocotb.test()
async def user_interrupt_is_a_level(dut):
    bench = await Bench(dut, 6).start()
    await interrupts_on(bench)
    # The driver's mask is one bit too wide.
    await bench.write(0x2008, 0x1_FFFF)
    assert await bench.read(0x2004) == 0xFFFF
    dut.usr_irq.value = 1 << 5
    await ClockCycles(dut.clk_i, 50)
    assert bench.messages == [9], "one message, however long the line is high"
    assert await bench.read(0x2040) == 1 << 5 and await bench.read(0x2048) == 1 << 5
    await bench.write(0x200C, 1 << 5)
    assert await bench.read(0x2040) == 1 << 5 and await bench.read(0x2048) == 0
    await bench.write(0x2008, 1 << 5)
    await ClockCycles(dut.clk_i, 10)
    assert bench.messages == [9, 9], "enabling with the line still high fires again"
    dut.usr_irq.value = 0
    await ClockCycles(dut.clk_i, 10)
    assert await bench.read(0x2040) == 0
    dut.usr_irq.value = 0x8001
    await ClockCycles(dut.clk_i, 20)
    assert bench.messages == [9, 9, 4, 19]


@cocotb.test()
async def messages_wait_for_a_slow_listener(dut):
    bench = await Bench(dut, 7).start()
    await interrupts_on(bench)
    await bench.write(0x2008, 0xFFFF)
    dut.msix_ready.value = 0
    dut.usr_irq.value = 0xFFFF
    await ClockCycles(dut.clk_i, 30)
    assert bench.messages == []
    dut.msix_ready.value = 1
    await ClockCycles(dut.clk_i, 60)
    assert sorted(bench.messages) == list(range(4, 20))


@cocotb.test()
async def errors_interrupt_too(dut):
    bench = await Bench(dut, 8).start()
    await interrupts_on(bench)
    h2c = Channel(bench, "h2c", 0)
    await h2c.write(IEM_S, LOG_ALL)
    await h2c.submit(HOST + (1 << 30), 0)
    await h2c.wait()
    await ClockCycles(dut.clk_i, 20)
    assert bench.messages == [0] and await h2c.read(STAT) == 1 << 20
