# SPDX-License-Identifier: Apache-2.0
"""The schemes of user-level DMA, typed from the table of decision 0020: what an access is told and what it starts."""

from udma_bench import (
    ADDR_BITS,
    CONTEXT_PAGE,
    CONTEXTS,
    EXCHANGE,
    FAIL,
    LOAD,
    MINUS_ONE,
    OK1,
    OK2,
    OK3,
    PORTAL_PAGE,
    SHADOW,
    STORE,
    Progress,
    Said,
    Start,
)


class World:
    """What schemes are told beside accesses."""

    def __init__(self):
        self.hooks = 0
        self.who = 0
        self.partner = 0
        self.keys = [0] * CONTEXTS
        self.progress = [Progress()] * CONTEXTS


class Scheme:
    """`act` says what an access is told if the door takes a start or refuses it; None: it is none of the scheme's."""

    def __init__(self, world):
        self.world = world
        self.clear(range(CONTEXTS))

    def does(self, access, accept=True):
        said = self.act(access, accept) or Said(FAIL, 1)
        return said._replace(answer=None) if access.op == STORE else said

    def settle(self, start, accept):
        """The door's verdict."""


def started(code, accept, *arguments):
    return Said(code if accept else FAIL, 0, Start(*arguments))


def shadow_word(access):
    """Load, or store of a size."""
    return access.space == SHADOW and access.op in (LOAD, STORE) and not (access.op == STORE and access.wide)


class Shrimp1(Scheme):
    exchange = False

    def clear(self, contexts):
        self.last = {**getattr(self, "last", {}), **dict.fromkeys(contexts, False)}

    def act(self, access, accept):
        if access.space != SHADOW or (access.wide and access.op != LOAD):
            return None
        if access.op == (EXCHANGE if self.exchange else STORE):
            size = access.data % 2**32
            return started(OK1, accept, access.ctx, access.addr, self.world.partner, size)
        if access.op == LOAD and not self.exchange:
            return Said(OK1 if self.last[access.ctx] else FAIL)
        return None

    def settle(self, start, accept):
        self.last[start.ctx] = accept


class Shrimp1WithExchange(Shrimp1):
    exchange = True


class Pair(Scheme):
    """Store at B, load at A. What is latched, by whose it is: one latch, unless `own` makes several."""

    counts_for = staticmethod(lambda access: 0)

    def clear(self, contexts):
        self.latches = {}

    def own(self, access):
        """Which latch an access means."""
        return 0

    def mark(self, access):
        """What a load must have in common with the store."""
        return

    def act(self, access, accept):
        if not shadow_word(access):
            return None
        if access.op == STORE:
            self.latches[self.own(access)] = (access.addr, access.data % 2**32, self.mark(access))
            return Said(None)
        dst, size, mark = self.latches.pop(self.own(access), (None, None, None))
        if dst is None or mark != self.mark(access):
            return Said(FAIL)
        return started(OK1, accept, self.counts_for(access), access.addr, dst, size)


class Shrimp2(Pair):
    def mark(self, access):
        return self.world.hooks


class Flash(Pair):
    def mark(self, access):
        return self.world.who


class ShadowCheck(Pair):
    counts_for = staticmethod(lambda access: access.ctx)

    def clear(self, contexts):
        old = getattr(self, "latches", {})
        self.latches = {at: latch for at, latch in old.items() if latch[2] not in contexts}

    def mark(self, access):
        return access.ctx


class Shadow(Pair):
    counts_for = staticmethod(lambda access: access.ctx)

    def clear(self, contexts):
        self.latches = {at: latch for at, latch in getattr(self, "latches", {}).items() if at not in contexts}

    def own(self, access):
        return access.ctx


class Repeat(Scheme):
    """The accesses so far that fit the pattern, and the pattern: (operation, argument, what a load is told)."""

    def clear(self, contexts):
        self.so_far = []

    def act(self, access, accept):
        if access.space != SHADOW:
            return None
        op, name, code = self.pattern[len(self.so_far)]
        arguments = {self.pattern[at][1]: passed.addr for at, passed in enumerate(self.so_far)}
        if not shadow_word(access):
            self.so_far = []
            return None
        if access.op != op or arguments.get(name, access.addr) != access.addr:
            self.so_far = []
            return Said(FAIL)
        self.so_far.append(access)
        if len(self.so_far) < len(self.pattern):
            return Said(code)
        size = [passed.data % 2**32 for passed in self.so_far if passed.op == STORE][-1]
        self.so_far = []
        return started(code, accept, 0, arguments["A"], arguments["B"], size)


class Repeat3(Repeat):
    pattern = ((LOAD, "A", OK1), (STORE, "B", None), (LOAD, "A", OK2))


class Repeat4(Repeat):
    pattern = ((STORE, "B", None), (LOAD, "A", OK1), (STORE, "B", None), (LOAD, "A", OK2))


class Repeat5(Repeat):
    pattern = (*Repeat4.pattern, (LOAD, "B", OK3))


class Key(Scheme):
    def clear(self, contexts):
        self.passed = {**getattr(self, "passed", {}), **{ctx: {} for ctx in contexts}}

    def act(self, access, accept):
        if access.space == SHADOW and access.op == LOAD:
            return Said(FAIL)
        if access.space == SHADOW and access.op == STORE and access.wide:
            ctx, role, key = access.data & 7, access.data >> 3 & 1, access.data >> 4
            if key == 0 or key != self.world.keys[ctx] or self.world.progress[ctx].busy:
                return None
            self.passed[ctx]["src" if role else "dst"] = access.addr
            return Said(None)
        if access.space != CONTEXT_PAGE or access.op == EXCHANGE or (access.op == STORE and access.wide):
            return None
        progress = self.world.progress[access.ctx]
        if access.op == STORE:
            if not progress.busy:
                self.passed[access.ctx]["size"] = access.data % 2**32
            return Said(None)
        if progress.busy:
            return Said(progress.left)
        passed, self.passed[access.ctx] = self.passed[access.ctx], {}
        if len(passed) == 3:
            start = Start(access.ctx, passed["src"], passed["dst"], passed["size"])
            return Said(passed["size"] if accept else MINUS_ONE, 0, start)
        return Said(MINUS_ONE if passed or progress.failed else 0)


class Portal(Scheme):
    """The bytes of each context's line, and where it is."""

    def clear(self, contexts):
        old = getattr(self, "lines", {})
        self.lines = {at: line for at, line in old.items() if at not in contexts}

    def act(self, access, accept):
        if access.space != PORTAL_PAGE or access.op != STORE:
            return None
        length = 8 if access.wide else 4
        begun = self.lines.pop(access.ctx, None)
        page_offset, into = access.addr % 4096, access.addr % 64
        torn = begun is not None and page_offset != begun[0] + len(begun[1])
        if access.addr % length or (into and (torn or begun is None)):
            return None
        base, data = (page_offset, b"") if into == 0 else begun
        data += (access.data % 2 ** (8 * length)).to_bytes(length, "little")
        if len(data) < 64:
            self.lines[access.ctx] = (base, data)
            return Said(None, int(torn))
        return self.whole([int.from_bytes(data[at : at + 8], "little") for at in range(0, 64, 8)], access.ctx)

    def whole(self, words, ctx):
        src, dst, record_addr, size_and_cookie, *rest, flags = words
        if max(src, dst, record_addr) >= 2**ADDR_BITS or any(rest) or flags > 3 or (flags > 1 and dst):
            return None
        size, cookie = size_and_cookie % 2**32, size_and_cookie >> 32
        return Said(None, 0, Start(ctx, src, dst, size, flags & 1, record_addr, cookie, flags >> 1))


MODELS = {
    "shrimp1": Shrimp1,
    "shrimp2": Shrimp2,
    "flash": Flash,
    "shadow_check": ShadowCheck,
    "shadow": Shadow,
    "repeat3": Repeat3,
    "repeat4": Repeat4,
    "repeat5": Repeat5,
    "key": Key,
    "portal": Portal,
}
