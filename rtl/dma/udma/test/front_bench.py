# SPDX-License-Identifier: Apache-2.0
"""What kernel and programs do with the user-level front end; offsets and numbers are typed by hand."""

import struct

from cocotb.triggers import ClockCycles, RisingEdge
from dma_bench import CARD, HOST, Bench

CAPS, SCHEME, HOOK, WHO, PENDING, ENABLE, BATCH = 0x00, 0x04, 0x08, 0x0C, 0x10, 0x14, 0x18
SLOT, SLOT_ADDR, SLOT_RIGHTS, SLOT_BYTES = 0x20, 0x24, 0x2C, 0x30
SCHEME_DIRECT, DIRECT = 1 << 8, 0x1C
CONTEXT, CONTROL, KEY_LO, KEY_HI, STATUS, BAD_LO, BAD_HI = 0x40, 0x44, 0x48, 0x4C, 0x50, 0x54, 0x58
STARTS, DONE, FAILED, STRAYS, SKIPPED, REFUSED = 0x60, 0x64, 0x68, 0x6C, 0x70, 0x80
NONE, SHRIMP1, SHRIMP2, FLASH, SHADOW_CHECK, SHADOW, REPEAT3, REPEAT4, REPEAT5, KEY, PORTAL = range(11)
# Reasons.
WHOLE, HOST_DECODE, HOST_SLAVE, CARD_DECODE, CARD_SLAVE, HOST_POISON, ABORTED = range(7)
EMPTY, NO_SLOT, UNREADABLE, UNWRITABLE, EXTENT, PATH, FULL, OFF = range(8, 16)
READ, WRITE, IN_CARD = 1, 2, 4
FAIL, OK1, OK2, OK3, MINUS_ONE = 0, 1, 2, 3, 0xFFFF_FFFF
DEPTH, CONTEXTS, SLOTS, PAGE = 8, 8, 256, 4096
# Descriptors of a list at most, and bytes of one.
MOST, ITEM = 128, 32
FRONT, LINE, VECTOR = 2, 5, 21
# The window; the upper one, of which this bench has all offsets behind those of the other; bits of an address in it.
PORTALS, SHADOWS = 0x01_0000, 0x80_0000
UPPER, DIRECT_BITS = 1 << 35, 32
# Where the slots of these tests are: slot n has 4 KiB at n pages behind these.
HOST_SLOTS, CARD_SLOTS = HOST + 0x10_0000, CARD + 0x2_0000


def shadow(ctx, addr):
    """Offset in the window of an address in the shadow of a context."""
    return SHADOWS + (ctx * SLOTS << 12) + addr


def direct(ctx, addr):
    """The same of an address of host memory."""
    return UPPER | ctx << DIRECT_BITS | addr


def at(slot, offset=0):
    """Address of a slot, as programs say it."""
    return slot << 12 | offset


def line(src, dst, size, record=None, cookie=0):
    """A line for the portal."""
    control = 0 if record is None else 1
    return struct.pack("<QQQII24xQ", src, dst, record or 0, size, cookie, control)


def list_line(where, items, record=None, cookie=0):
    """A line that starts a list."""
    return struct.pack("<QQQII24xQ", where, 0, record or 0, items, cookie, 2 | (record is not None))


def item(src, dst, size, record=None, cookie=0):
    """A descriptor of a list."""
    return struct.pack("<QQQII", src, dst, 0 if record is None else 1 << 63 | record, size, cookie)


def of_list(good, first=0, reason=0):
    """What the record of a list says."""
    return good << 16 | first << 8 | reason


class FrontBench(Bench):
    """The bench of the channels, with the kernel's page, the window, and what contexts count."""

    async def start(self, pauses=False):
        await super().start(pauses)
        await ClockCycles(self.dut.clk_i, 2)
        self.slots = {}
        return self

    # ---- the kernel ----

    async def _reach(self, window, write, offset, data, cycles):
        """(error, value) of one access of a word."""
        dut = self.dut
        await RisingEdge(dut.clk_i)
        dut.reg_front.value, dut.to_window.value, dut.reg_high.value = FRONT, int(window), offset >> 16
        dut.reg_valid.value, dut.reg_write.value = 1, int(write)
        dut.reg_addr.value, dut.reg_wdata.value = offset & 0xFFFF, data
        for _ in range(cycles):
            await RisingEdge(dut.clk_i)
            if dut.reg_ready.value:
                dut.reg_valid.value = 0
                result = int(dut.reg_error.value), int(dut.reg_rdata.value)
                await RisingEdge(dut.clk_i)
                dut.reg_front.value, dut.to_window.value = 0, 0
                return result
        raise AssertionError(f"{offset:#x} did not answer within {cycles} cycles")

    async def register(self, write, offset, data=0):
        return await self._reach(False, write, offset, data, 4)

    async def put(self, offset, value):
        assert (await self.register(True, offset, value))[0] == 0, hex(offset)

    async def get(self, offset):
        error, value = await self.register(False, offset)
        assert error == 0, hex(offset)
        return value

    async def slot(self, number, rights, owner=0, size=PAGE, partner=0, address=None):
        """Registers memory, as a rule that of its number; its bus address."""
        base = CARD_SLOTS if rights & IN_CARD else HOST_SLOTS
        address = base + (number << 12) if address is None else address
        await self.put(SLOT, number)
        await self.put(SLOT_ADDR, address & 0xFFFF_FFFF)
        await self.put(SLOT_ADDR + 4, address >> 32)
        await self.put(SLOT_RIGHTS, rights | owner << 8 | partner << 16)
        await self.put(SLOT_BYTES, size)
        self.slots[number] = address
        return address

    async def turn(self, ctx, on=1, key=None):
        await self.put(CONTEXT, ctx)
        if key is not None:
            await self.put(KEY_LO, key & 0xFFFF_FFFF)
            await self.put(KEY_HI, key >> 32)
        await self.put(CONTROL, on)

    async def of(self, ctx, offset):
        """A register of a context."""
        await self.put(CONTEXT, ctx)
        return await self.get(offset)

    async def bad(self, ctx):
        """(reason, address) of what was refused or failed last."""
        low, high = await self.of(ctx, BAD_LO), await self.get(BAD_HI)
        return high >> 16 & 0xFF, (high & 0xFFFF) << 32 | low

    async def counts(self, ctx):
        """(starts, ended well, failed, strays, refused by reason)."""
        numbers = [await self.of(ctx, register) for register in (STARTS, DONE, FAILED, STRAYS)]
        refused = [await self.get(REFUSED + 4 * i) for i in range(8)]
        return *numbers, {EMPTY + i: count for i, count in enumerate(refused) if count}

    async def rest(self, ctx, cycles=20000):
        """Waits until the context has nothing under way."""
        for _ in range(cycles // 8):
            if not await self.of(ctx, STATUS) & 1:
                return
        raise AssertionError(f"context {ctx} is busy after {cycles} cycles")

    # ---- programs ----

    async def load(self, offset):
        error, value = await self._reach(True, False, offset, 0, 40)
        assert error == 0, hex(offset)
        return value

    async def save(self, offset, value):
        """A store of a word."""
        assert (await self._reach(True, True, offset, value, 40))[0] == 0, hex(offset)

    async def save8(self, offset, value):
        """A store of 8 bytes, as a register bus has it."""
        await self.save(offset, value & 0xFFFF_FFFF)
        await self.save(offset + 4, value >> 32)

    async def save_line(self, offset, data, strobes=(1 << 64) - 1):
        """A line in one store; whether it was answered with an error."""
        dut = self.dut
        await RisingEdge(dut.clk_i)
        dut.to_window.value, dut.reg_high.value = 1, offset >> 16
        dut.store_valid.value, dut.store_addr.value, dut.store_strb.value = 1, offset & 0xFFFF, strobes
        dut.store_data.value = int.from_bytes(data, "little")
        for _ in range(16 * 12):
            await RisingEdge(dut.clk_i)
            if dut.store_ready.value:
                dut.store_valid.value = 0
                error = int(dut.store_error.value)
                await RisingEdge(dut.clk_i)
                dut.to_window.value = 0
                return error
        raise AssertionError(f"a line to {offset:#x} was not taken")

    async def submit(self, ctx, src, dst, size, record=None, cookie=0):
        assert await self.save_line(PORTALS + (ctx << 12), line(src, dst, size, record, cookie)) == 0

    def write_list(self, where, items):
        """Puts descriptors where a slot address is."""
        self.host.put(self.slots[where >> 12] + (where & 0xFFF), b"".join(items))

    async def submit_list(self, ctx, where, items, record=None, cookie=0):
        """Writes a list, and starts it."""
        self.write_list(where, items)
        assert await self.save_line(PORTALS + (ctx << 12), list_line(where, len(items), record, cookie)) == 0

    async def initiate(self, scheme, src, dst, size, ctx=0, key=0, shadow=shadow):
        """The accesses of a scheme; the last answer, or None where there is none."""
        if scheme == SHRIMP1:
            await self.save(shadow(ctx, src), size)
            return await self.load(shadow(ctx, src))
        if scheme in (SHRIMP2, FLASH, SHADOW_CHECK, SHADOW):
            await self.save(shadow(ctx, dst), size)
            return await self.load(shadow(ctx, src))
        if scheme == REPEAT3:
            assert await self.load(shadow(ctx, src)) == OK1
            await self.save(shadow(ctx, dst), size)
            return await self.load(shadow(ctx, src))
        if scheme in (REPEAT4, REPEAT5):
            await self.save(shadow(ctx, dst), size)
            assert await self.load(shadow(ctx, src)) == OK1
            await self.save(shadow(ctx, dst), size)
            if scheme == REPEAT4:
                return await self.load(shadow(ctx, src))
            assert await self.load(shadow(ctx, src)) == OK2
            return await self.load(shadow(ctx, dst))
        if scheme == KEY:
            await self.save8(shadow(ctx, dst & ~7), key << 4 | ctx)
            await self.save8(shadow(ctx, src & ~7), key << 4 | 8 | ctx)
            await self.save(ctx << 12, size)
            return await self.load(ctx << 12)
        assert scheme == PORTAL
        await self.submit(ctx, src, dst, size)
        return None

    def memory_of(self, bus):
        return self.card if CARD <= bus < CARD + (1 << 21) else self.host

    def snapshot(self):
        return bytes(self.host.data), bytes(self.card.data)
