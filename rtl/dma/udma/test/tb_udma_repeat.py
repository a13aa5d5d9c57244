# SPDX-License-Identifier: Apache-2.0
"""The repeated schemes: every transition, every wrong access in every state, every bit of what is compared."""

import cocotb
from udma_bench import (
    ADDR_BITS,
    CONTEXT_PAGE,
    CONTEXTS,
    FAIL,
    LOAD,
    OK1,
    OK2,
    OK3,
    PORTAL_PAGE,
    Bench,
    Said,
    Start,
    exchange,
    failed,
    load,
    silent,
    store,
)

A, B, SIZE, OTHER_SIZE = 0x8123_4567_8ABC, 0x7EDC_BA98_7654, 0x89AB_CDEF, 0x7654_3210


def sequence(scheme, src=A, dst=B, size=SIZE):
    """An undisturbed attempt, [(access, what it is told, its address is compared)]; the size that counts is `size`."""
    first = store(dst, size ^ 0xFFFF_FFFF)
    begun = Start(0, src, dst, size)
    if scheme == "repeat3":
        return [
            (load(src), Said(OK1), False),
            (store(dst, size), silent(), False),
            (load(src), Said(OK2, 0, begun), True),
        ]
    four = [
        (first, silent(), False),
        (load(src), Said(OK1), False),
        (store(dst, size), silent(), True),
    ]
    if scheme == "repeat4":
        return [*four, (load(src), Said(OK2, 0, begun), True)]
    return [*four, (load(src), Said(OK2), True), (load(dst), Said(OK3, 0, begun), True)]


SCHEMES = ("repeat3", "repeat4", "repeat5")


async def walk(bench, steps, accept=True):
    for access, said, _ in steps:
        if said.start is not None and not accept:
            said = said._replace(answer=FAIL)
        await bench.expect(access, said, accept)


async def at_the_start(bench, scheme):
    """An attempt with other addresses works at once: from every state but the first it would not."""
    await walk(bench, sequence(scheme, 0x111, 0x222, 0x333))


def wrong(step):
    """[(access, what it is told, it leads to the start)] for a state that waits for `step`."""
    access, _, compared = step
    there = access.addr
    other_op = store(there, SIZE) if access.op == LOAD else load(there)
    found = [
        (other_op, failed() if other_op.op == LOAD else silent(), True),
        (exchange(there, SIZE), failed(1), True),
        (store(there, SIZE, wide=1), silent(1), True),
    ]
    for space in (CONTEXT_PAGE, PORTAL_PAGE):
        found.append((load(there, space=space), failed(1), False))
        found.append((store(there, SIZE, space=space), silent(1), False))
    if compared:
        for bit in range(ADDR_BITS):
            moved = access._replace(addr=there ^ 1 << bit)
            found.append((moved, failed() if moved.op == LOAD else silent(), True))
    return found


@cocotb.test()
async def every_state_and_every_wrong_access(dut):
    bench = await Bench(dut).start("repeat5")
    for scheme in SCHEMES:
        await bench.select(scheme)
        steps = sequence(scheme)
        await walk(bench, steps)
        for at, step in enumerate(steps):
            for access, said, to_start in wrong(step):
                await walk(bench, steps[:at])
                await bench.expect(access, said)
                if not to_start:
                    await walk(bench, steps[at:])
                await at_the_start(bench, scheme)


@cocotb.test()
async def a_store_that_is_unexpected_is_no_first_access(dut):
    bench = await Bench(dut).start("repeat5")
    for at in (1, 3, 4):
        steps = sequence("repeat5")
        await walk(bench, steps[:at])
        await bench.expect(store(A, SIZE), silent())
        # If it had been taken for one, this would be the second.
        await bench.expect(load(B), failed())
        await at_the_start(bench, "repeat5")


@cocotb.test()
async def a_refused_start_is_told_fail_and_leaves_the_same_state(dut):
    bench = await Bench(dut).start("repeat5")
    for scheme in SCHEMES:
        await bench.select(scheme)
        await walk(bench, sequence(scheme), accept=False)
        await at_the_start(bench, scheme)


@cocotb.test()
async def clear_in_every_state(dut):
    bench = await Bench(dut).start("repeat5")
    for scheme in SCHEMES:
        steps = sequence(scheme)
        for at in range(len(steps) + 1):
            for context in range(CONTEXTS):
                await bench.select(scheme)
                await walk(bench, steps[:at])
                await bench.clear(1 << context)
                await at_the_start(bench, scheme)
            await walk(bench, steps[:at])
            # An access of the cycle of a clear meets the first state, and leaves it.
            dut.clear.value = 1
            await bench.expect(load(A), Said(OK1) if scheme == "repeat3" else failed())
            await bench.expect(store(B, SIZE), silent())
            dut.clear.value = 0
            await at_the_start(bench, scheme)
            await walk(bench, steps[:at])
            await bench.select("portal")
            await bench.select(scheme)
            await at_the_start(bench, scheme)


@cocotb.test()
async def idle_cycles_change_nothing_and_contexts_are_not_looked_at(dut):
    bench = await Bench(dut).start("repeat5")
    for scheme in SCHEMES:
        await bench.select(scheme)
        for at, (access, said, _) in enumerate(sequence(scheme)):
            await bench.idle(at + 1)
            await bench.expect(access._replace(ctx=at + 1), said)


@cocotb.test()
async def every_bit_of_every_argument_arrives(dut):
    bench = await Bench(dut).start("repeat5")
    for scheme in SCHEMES:
        await bench.select(scheme)
        for bit in range(ADDR_BITS):
            await walk(bench, sequence(scheme, 1 << bit, B, 1 << bit % 32))
            await walk(bench, sequence(scheme, A, 1 << bit, 0xFFFF_FFFF ^ 1 << bit % 32))


@cocotb.test()
async def the_figures_of_the_report(dut):
    """Figures 5 and 6: the three access scheme moves C to B, the four access scheme tells the wrong one."""
    bench = await Bench(dut).start("repeat3")
    c, foo = 0xC000, 0xF00
    for access, said in [
        (load(A), Said(OK1)),
        (store(foo, 1), silent()),
        (load(foo), failed()),
        (load(c), Said(OK1)),
        (store(B, SIZE), silent()),
        (load(c), Said(OK2, 0, Start(0, c, B, SIZE))),
        (load(A), Said(OK1)),
    ]:
        await bench.expect(access, said)
    await bench.select("repeat4")
    for access, said in [
        (store(B, OTHER_SIZE), silent()),
        (load(A), Said(OK1)),
        (store(B, SIZE), silent()),
        (load(A), Said(OK2, 0, Start(0, A, B, SIZE))),
        (load(A), failed()),
    ]:
        await bench.expect(access, said)
