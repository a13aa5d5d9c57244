# SPDX-License-Identifier: Apache-2.0
"""Bus models that misbehave within the rules, for benches of several blocks.

cocotbext-axi answers reads in order and never in error; these models return beats of different bursts mixed, answer
in error per page, hold addresses back until data is there, and let a test set every stall rate.
A model samples just before a clock edge and drives for the next cycle.
"""

from collections import deque
from typing import ClassVar

from cocotb.triggers import RisingEdge

BEAT = 64
PAGE = 4096
OKAY, SLVERR, DECERR = 0, 2, 3


def took(noted):
    """All that was noted since it was last asked for."""
    taken = noted[:]
    noted.clear()
    return taken


class Memory:
    """Bytes at a base address; pages of it may answer in error. Errors are kept as {page offset: response}."""

    def __init__(self, base, size, rng):
        self.base = base
        self.data = bytearray(rng.randbytes(size))
        self.errors = {}

    def response(self, addr, length):
        """The response to a burst: the error of its page, if any; outside the memory DECERR."""
        offset = addr - self.base
        if offset < 0 or offset + length > len(self.data):
            return DECERR
        return self.errors.get(offset // PAGE * PAGE, OKAY)


class ReadModel:
    """AXI read slave. `mix` returns beats of all due bursts in random order; bytes not asked for are noise."""

    def __init__(self, dut, prefix, memory, rng, latency=0, mix=False, ar_stall=0.0, r_stall=0.0):
        self.dut, self.memory, self.rng = dut, memory, rng
        self.latency, self.mix, self.ar_stall, self.r_stall = latency, mix, ar_stall, r_stall
        self.pending, self.present, self.cycle = [], None, 0
        self.addresses = []
        self.refused = 0
        self.open = True
        for name in ("arvalid", "arid", "araddr", "arlen", "arbytes", "arready"):
            setattr(self, name, getattr(dut, f"{prefix}_{name}"))
        for name in ("rvalid", "rid", "rdata", "rresp", "rlast", "rready"):
            setattr(self, name, getattr(dut, f"{prefix}_{name}"))
        self.rvalid.value = 0
        self.arready.value = 0

    def _beats(self, addr, beats, length):
        response = self.memory.response(addr, length)
        first = addr // BEAT * BEAT
        noise = bytearray(self.rng.randbytes(beats * BEAT))
        if response == OKAY:
            start = addr - self.memory.base
            noise[addr - first : addr - first + length] = self.memory.data[start : start + length]
        return deque((int.from_bytes(noise[i * BEAT : (i + 1) * BEAT], "little"), response) for i in range(beats))

    def _choose(self):
        due = [burst for burst in self.pending if burst[2] <= self.cycle]
        if not due or self.rng.random() < self.r_stall:
            return None
        return self.rng.choice(due) if self.mix else due[0]

    async def run(self):
        edge = RisingEdge(self.dut.clk_i)
        while True:
            await edge
            self.cycle += 1
            if self.present is not None:
                if self.rready.value.integer:
                    self.present = None
                else:
                    self.refused += 1
            if self.arvalid.value.integer and self.arready.value.integer:
                addr, length = self.araddr.value.integer, self.arbytes.value.integer
                beats = self._beats(addr, self.arlen.value.integer + 1, length)
                self.addresses.append((addr, length))
                self.pending.append((self.arid.value.integer, beats, self.cycle + self.latency))
            if self.present is None:
                self.present = self._choose()
                self._drive()
            self.arready.value = int(self.open and self.rng.random() >= self.ar_stall)

    def _drive(self):
        self.rvalid.value = int(self.present is not None)
        if self.present is not None:
            ident, beats, _ = self.present
            data, response = beats.popleft()
            self.rid.value, self.rdata.value, self.rresp.value = ident, data, response
            self.rlast.value = int(not beats)
            if not beats:
                self.pending.remove(self.present)


class WriteModel:
    """AXI write slave. `data_first` takes no address before its whole data is there."""

    def __init__(self, dut, prefix, memory, rng, latency=0, aw_stall=0.0, w_stall=0.0, b_stall=0.0, data_first=False):
        self.dut, self.memory, self.rng = dut, memory, rng
        self.latency, self.aw_stall, self.w_stall, self.b_stall = latency, aw_stall, w_stall, b_stall
        self.data_first = data_first
        self.addrs, self.bursts, self.open_burst, self.answers = deque(), deque(), [], deque()
        self.cycle, self.answering = 0, False
        self.addresses, self.applied, self.beat_cycles = [], [], []
        self.in_flight, self.open = 0, True
        for name in ("awvalid", "awid", "awaddr", "awlen", "awready", "wvalid", "wdata", "wstrb", "wlast", "wready"):
            setattr(self, name, getattr(dut, f"{prefix}_{name}"))
        for name in ("bvalid", "bid", "bresp", "bready"):
            setattr(self, name, getattr(dut, f"{prefix}_{name}"))
        for signal in (self.awready, self.wready, self.bvalid):
            signal.value = 0

    def _finish(self):
        """Applies a burst whose address and data are both here and schedules its response."""
        ident, addr = self.addrs.popleft()
        beats = self.bursts.popleft()
        length = sum(strb.bit_count() for _, strb in beats)
        response = self.memory.response(addr, length)
        if response == OKAY:
            first = addr // BEAT * BEAT - self.memory.base
            for index, (data, strb) in enumerate(beats):
                raw = data.to_bytes(BEAT, "little")
                for lane in range(BEAT):
                    if strb >> lane & 1:
                        self.memory.data[first + index * BEAT + lane] = raw[lane]
                self.applied.append((addr, bytes(raw[lane] for lane in range(BEAT) if strb >> lane & 1)))
        self.answers.append((ident, response, self.cycle + self.latency))

    async def run(self):
        edge = RisingEdge(self.dut.clk_i)
        while True:
            await edge
            self.cycle += 1
            if self.answering and self.bready.value.integer:
                self.answering = False
            if self.awvalid.value.integer and self.awready.value.integer:
                self.addresses.append(self.awaddr.value.integer)
                self.addrs.append((self.awid.value.integer, self.awaddr.value.integer))
            if self.wvalid.value.integer and self.wready.value.integer:
                self.beat_cycles.append(self.cycle)
                self.open_burst.append((self.wdata.value.integer, self.wstrb.value.integer))
                if self.wlast.value.integer:
                    self.bursts.append(self.open_burst)
                    self.open_burst = []
            while self.addrs and self.bursts:
                self._finish()
            self._drive()

    def _drive(self):
        due = self.answers and self.answers[0][2] <= self.cycle
        if not self.answering and due and self.rng.random() >= self.b_stall:
            ident, response, _ = self.answers.popleft()
            self.bid.value, self.bresp.value = ident, response
            self.answering = True
        self.bvalid.value = int(self.answering)
        wants_address = not self.data_first or len(self.bursts) > len(self.addrs)
        self.awready.value = int(self.open and wants_address and self.rng.random() >= self.aw_stall)
        self.wready.value = int(self.open and self.rng.random() >= self.w_stall)


class Slice:
    """Field `index` of a packed array port; models of several channels write one port through it."""

    shadows: ClassVar[dict[str, int]] = {}

    def __init__(self, signal, index, width):
        self.signal, self.shift, self.mask = signal, index * width, (1 << width) - 1

    @property
    def value(self):
        return self

    @value.setter
    def value(self, value):
        # What was written in this cycle is not yet to be read back, so the port's word is kept here.
        word = self.shadows.get(self.signal._path, 0) & ~(self.mask << self.shift)
        self.shadows[self.signal._path] = word | value << self.shift
        self.signal.value = self.shadows[self.signal._path]

    @property
    def integer(self):
        return self.signal.value.integer >> self.shift & self.mask


class Channel:
    """The request and response ports of one of several movers, by the names that a single mover has."""

    def __init__(self, dut, index, widths):
        self.clk_i = dut.clk_i
        for name, width in widths.items():
            setattr(self, name, Slice(getattr(dut, name), index, width))


class Requests:
    """Hands requests to a mover and collects its responses, each side with its own stall rate."""

    def __init__(self, dut, rng, req_stall=0.0, rsp_stall=0.0, has_eop=False):
        self.dut, self.rng, self.req_stall, self.rsp_stall = dut, rng, req_stall, rsp_stall
        self.has_eop = has_eop
        self.queue, self.responses, self.cycle, self.response_cycles = deque(), [], 0, []
        dut.req_valid.value = 0
        dut.rsp_ready.value = 0

    def put(self, host=0, card=0, length=0, eop=0, fixed=0):
        """Queues one request."""
        self.queue.append((host, card, length, eop, fixed))

    async def run(self):
        dut, edge, valid = self.dut, RisingEdge(self.dut.clk_i), False
        while True:
            await edge
            self.cycle += 1
            if valid and dut.req_ready.value.integer:
                valid = False
            if dut.rsp_valid.value.integer and dut.rsp_ready.value.integer:
                eop = dut.rsp_eop.value.integer if self.has_eop else 0
                self.responses.append(
                    (dut.rsp_cause.value.integer, dut.rsp_bad.value.integer, dut.rsp_bytes.value.integer, eop)
                )
                self.response_cycles.append(self.cycle)
            if not valid and self.queue and self.rng.random() >= self.req_stall:
                dut.req_host.value, dut.req_card.value, dut.req_len.value, dut.req_eop.value, dut.req_fixed.value = (
                    self.queue.popleft()
                )
                valid = True
            dut.req_valid.value = int(valid)
            dut.rsp_ready.value = int(self.rng.random() >= self.rsp_stall)

    async def wait(self, count, cycles):
        """Waits until `count` responses are in; fails after `cycles` cycles."""
        for _ in range(cycles):
            if len(self.responses) >= count:
                return
            await RisingEdge(self.dut.clk_i)
        raise AssertionError(f"{len(self.responses)} of {count} responses after {cycles} cycles")


class StreamSink:
    """Takes stream beats into packets."""

    def __init__(self, dut, rng, stall=0.0):
        self.dut, self.rng, self.stall = dut, rng, stall
        self.packets, self.bytes, self.keeps, self.beats, self.open = [], bytearray(), [], 0, True
        self.cycle, self.beat_cycles = 0, []
        dut.axis_tready.value = 0

    async def run(self):
        dut, edge = self.dut, RisingEdge(self.dut.clk_i)
        while True:
            await edge
            self.cycle += 1
            if dut.axis_tvalid.value.integer and dut.axis_tready.value.integer:
                keep, last = dut.axis_tkeep.value.integer, dut.axis_tlast.value.integer
                assert keep & (keep + 1) == 0, f"keep {keep:#x} has a hole"
                assert last or keep == 2**BEAT - 1, f"keep {keep:#x} before the last beat of a packet"
                self.bytes += dut.axis_tdata.value.integer.to_bytes(BEAT, "little")[: keep.bit_count()]
                self.beat_cycles.append(self.cycle)
                if last:
                    self.packets.append(bytes(self.bytes))
                    self.bytes = bytearray()
            dut.axis_tready.value = int(self.open and self.rng.random() >= self.stall)


class StreamSource:
    """Sends packets as stream beats; lanes that keep leaves out carry noise."""

    def __init__(self, dut, rng, stall=0.0):
        self.dut, self.rng, self.stall = dut, rng, stall
        self.queue = deque()
        dut.axis_tvalid.value = 0

    def put(self, packet, last=True):
        """Queues the beats of a packet; without `last` its length must be a multiple of a beat."""
        for at in range(0, max(len(packet), 1), BEAT):
            part = packet[at : at + BEAT]
            ends = at + BEAT >= len(packet)
            data = int.from_bytes(part + self.rng.randbytes(BEAT - len(part)), "little")
            self.queue.append((data, 2 ** len(part) - 1, int(last and ends)))

    async def run(self):
        dut, edge, valid = self.dut, RisingEdge(self.dut.clk_i), False
        while True:
            await edge
            if valid and dut.axis_tready.value.integer:
                valid = False
            if not valid and self.queue and self.rng.random() >= self.stall:
                dut.axis_tdata.value, dut.axis_tkeep.value, dut.axis_tlast.value = self.queue.popleft()
                valid = True
            dut.axis_tvalid.value = int(valid)


async def reset(dut):
    """Four cycles of reset."""
    dut.rst_i.value = 1
    for _ in range(4):
        await RisingEdge(dut.clk_i)
    dut.rst_i.value = 0
    await RisingEdge(dut.clk_i)
