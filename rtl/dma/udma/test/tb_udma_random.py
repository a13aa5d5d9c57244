# SPDX-License-Identifier: Apache-2.0
"""Random accesses of all kinds to each scheme, against the model typed from the decision."""

import random

import cocotb
from udma_bench import (
    ADDR_BITS,
    ALL_CONTEXTS,
    CONTEXT_PAGE,
    CONTEXTS,
    EXCHANGE,
    KEY_BITS,
    LOAD,
    PORTAL_PAGE,
    SHADOW,
    STORE,
    Access,
    Bench,
    Progress,
)
from udma_model import MODELS, Shrimp1WithExchange, World

ACCESSES = 2000
# So many of them start, at least: otherwise nothing was tried.
STARTS = 40


class Programs:
    """Makes accesses that often fit each other, and often do not."""

    def __init__(self, scheme, world, rng):
        self.scheme, self.world, self.rng = scheme, world, rng
        near = rng.getrandbits(ADDR_BITS)
        self.addresses = [near, near ^ 1, near ^ 1 << ADDR_BITS - 1, rng.getrandbits(ADDR_BITS)]
        self.queue = []

    def some_ctx(self):
        return self.rng.choice([0, 1, 1, 2, 7])

    def any_access(self):
        rng = self.rng
        op, space = rng.choice([LOAD, STORE, EXCHANGE]), rng.choice([SHADOW, CONTEXT_PAGE, PORTAL_PAGE])
        addr = rng.choice(self.addresses) if space == SHADOW else rng.randrange(0, 4096, 4)
        return Access(op, space, self.some_ctx(), addr, rng.getrandbits(64), rng.getrandbits(1) if op != LOAD else 0)

    def attempt(self):
        """The accesses of one attempt that would start if nothing came between."""
        rng, ctx = self.rng, self.some_ctx()
        src, dst = rng.sample(self.addresses, 2)
        size = rng.getrandbits(32)
        load_src, load_dst = Access(LOAD, SHADOW, ctx, src), Access(LOAD, SHADOW, ctx, dst)
        sized = Access(STORE, SHADOW, ctx, dst, size)
        resized = Access(STORE, SHADOW, ctx, dst, rng.getrandbits(32))
        match self.scheme:
            case "shrimp1":
                op = rng.choice([STORE, EXCHANGE])
                return [Access(op, SHADOW, ctx, src, size), load_dst]
            case "repeat3":
                return [load_src, sized, load_src]
            case "repeat4":
                return [resized, load_src, sized, load_src]
            case "repeat5":
                return [resized, load_src, sized, load_src, load_dst]
            case "key":
                key = self.world.keys[ctx] << 4 | ctx
                page = self.some_ctx()
                passed = [
                    Access(STORE, SHADOW, page, src, key | 8, 1),
                    Access(STORE, SHADOW, page, dst, key, 1),
                    Access(STORE, CONTEXT_PAGE, ctx, rng.randrange(0, 4096, 4), size),
                ]
                rng.shuffle(passed)
                return [*passed, Access(LOAD, CONTEXT_PAGE, ctx)]
            case "portal":
                return self.line(ctx, src, dst, size)
        return [sized, load_src]

    def line(self, ctx, src, dst, size):
        rng, row = self.rng, self.rng.randrange(64) * 64
        words = [src, dst, rng.choice(self.addresses), rng.getrandbits(32) << 32 | size, 0, 0, 0, rng.getrandbits(1)]
        if rng.random() < 0.2:
            # A list, which has no destination.
            words[1], words[7] = rng.choice((0, 0, 0, dst)), words[7] | 2
        if rng.random() < 0.1:
            words[rng.randrange(8)] |= 1 << rng.randrange(64)
        found = []
        for at, word in enumerate(words):
            if rng.random() < 0.5:
                found.append(Access(STORE, PORTAL_PAGE, ctx, row + 8 * at, word, 1))
            else:
                for half in range(2):
                    found.append(Access(STORE, PORTAL_PAGE, ctx, row + 8 * at + 4 * half, word >> 32 * half))
        return found

    def begin(self, attempt):
        """A context's next line comes behind its last one, which it would tear otherwise."""
        mine = [queued for queued in self.queue if queued[0].ctx == attempt[0].ctx]
        if mine and self.scheme == "portal":
            mine[0].extend(attempt)
        else:
            self.queue.append(attempt)

    def next(self):
        """The next access: of one of the attempts under way, seldom of none."""
        rng = self.rng
        if rng.random() < 0.05:
            return self.any_access()
        self.queue = [attempt for attempt in self.queue if attempt]
        if not self.queue or rng.random() < 0.1:
            self.begin(self.attempt())
        # Most go on with the one at hand.
        access = (self.queue[-1] if rng.random() < 0.8 else rng.choice(self.queue)).pop(0)
        if rng.random() < 0.03:
            access = access._replace(addr=access.addr ^ 1 << rng.randrange(ADDR_BITS if access.space == SHADOW else 12))
        if rng.random() < 0.03:
            access = access._replace(ctx=self.some_ctx())
        return access


async def disturb(dut, bench, world, model, rng):
    """Seldom: what the kernel and the engine do between accesses."""
    if rng.random() < 0.02:
        contexts = rng.choice([ALL_CONTEXTS, 1 << rng.randrange(CONTEXTS), rng.getrandbits(CONTEXTS) | 1])
        await bench.clear(contexts)
        model.clear([ctx for ctx in range(CONTEXTS) if contexts >> ctx & 1])
    if rng.random() < 0.05:
        await bench.hook()
        world.hooks += 1
    if rng.random() < 0.1:
        world.who = rng.choice([1, 2, 2**31, 2**31 + 1])
        dut.who.value = world.who
    if rng.random() < 0.02:
        world.keys[rng.randrange(CONTEXTS)] = rng.choice([0, 1, rng.getrandbits(KEY_BITS)])
        bench.set_keys(world.keys)
    if rng.random() < 0.1:
        busy = rng.random() < 0.3
        left = rng.randrange(1, 2**32) if busy else 0
        world.progress[rng.randrange(CONTEXTS)] = Progress(int(busy), left, rng.getrandbits(1))
        bench.set_progress(world.progress)
    world.partner = rng.getrandbits(ADDR_BITS)
    dut.partner.value = world.partner


async def against_the_model(dut, scheme):
    bench, rng, world = await Bench(dut).start(scheme), random.Random(scheme), World()
    with_exchange = scheme == "shrimp1" and dut.Exchange.value
    model = (Shrimp1WithExchange if with_exchange else MODELS[scheme])(world)
    world.keys = [rng.getrandbits(KEY_BITS) for _ in range(CONTEXTS)]
    bench.set_keys(world.keys)
    programs, starts, strays = Programs(scheme, world, rng), 0, 0
    for _ in range(ACCESSES):
        await disturb(dut, bench, world, model, rng)
        access, accept = programs.next(), rng.random() < 0.8
        expected = model.does(access, accept)
        await bench.expect(access, expected, accept)
        if expected.start is not None:
            model.settle(expected.start, accept)
            starts += 1
        strays += expected.stray
    assert starts > STARTS and strays > STARTS, f"{starts} starts, {strays} strays"


@cocotb.test()
async def every_scheme_against_the_model(dut):
    # Only this one looks at whether there is an exchange.
    for scheme in ["shrimp1"] if dut.Exchange.value else MODELS:
        await against_the_model(dut, scheme)
