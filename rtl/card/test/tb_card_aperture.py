# SPDX-License-Identifier: Apache-2.0
"""cocotb tests of the aperture in front of a card address space; the host's side is driven by cocotbext-axi."""

import logging
import random

import cocotb
from bus_models import took
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, Combine, RisingEdge, with_timeout
from cocotbext.axi import AxiBus, AxiMaster, AxiResp
from cocotbext.axi.axi_channels import AxiARTransaction, AxiAWTransaction, AxiWTransaction

MEM_BYTES = 1 << 16
PORT = 0x1000_0000
PORT_BYTES = 0x1000_0000
NOWHERE = 0x7_0000_0000
BEAT = 64
LONGEST = 4096
ALL = (1 << BEAT) - 1
# Bursts with this id are made by hand, past the model's own idea of what is legal.
BY_HAND = 200
CLOCK_NS = 4
WAIT_US = 2000
# A burst made by hand is taken, and answered, in so many cycles.
BY_HAND_CYCLES = 5000


class Bench:
    """The host's master, another one on the card's bus, consumers, and a record of what was signalled."""

    def __init__(self, dut):
        self.dut = dut
        self.host, self.other = (
            AxiMaster(AxiBus.from_prefix(dut, prefix), dut.clk_i, dut.rst_i) for prefix in ("s_axi", "d_axi")
        )
        for master in (self.host, self.other):
            for part in (master.write_if, master.read_if):
                part.log.setLevel(logging.WARNING)
        self.signals = []  # (kind, error, address)
        self.of_ports = [], []  # entries of each stream port
        self.entries = self.of_ports[0]
        self.cycle = 0
        self.held = self.sent = 0
        self.beats = {"r": [], "w": []}  # cycle of every beat
        self.by_hand = []  # responses to bursts made by hand

    async def start(self):
        dut = self.dut
        dut.stall.value = dut.port_ready.value = dut.clear.value = 0
        dut.rst_i.value = 1
        cocotb.start_soon(Clock(dut.clk_i, CLOCK_NS, units="ns").start())
        await ClockCycles(dut.clk_i, 4)
        dut.rst_i.value = 0
        await RisingEdge(dut.clk_i)
        # The models forget what they know of ids in a reset.
        for side in (self.host.write_if, self.host.read_if):
            self._watch_ids(side)
        cocotb.start_soon(self._watch())

    def _watch_ids(self, side):
        known = side.tag_context_manager.put_resp
        side.active_id[BY_HAND] += 1 << 20
        side.tag_context_manager.put_resp = lambda tag, what: (
            self.by_hand.append(what) if tag == BY_HAND else known(tag, what)
        )

    async def _watch(self):
        dut = self.dut
        while True:
            await RisingEdge(dut.clk_i)
            self.cycle += 1
            if dut.wrote.value:
                self.signals.append(("write", int(dut.wrote_error.value), dut.wrote_addr.value.integer))
            if dut.read.value:
                self.signals.append(("read", int(dut.read_error.value), dut.read_addr.value.integer))
            taken = dut.port_valid.value.integer & dut.port_ready.value.integer
            for port, data in enumerate((dut.port0_data, dut.port1_data)):
                if taken >> port & 1:
                    self.of_ports[port].append(data.value.integer.to_bytes(BEAT, "little"))
            if dut.s_axi_rvalid.value and dut.s_axi_rready.value:
                self.beats["r"].append(self.cycle)
            if dut.s_axi_wvalid.value and dut.s_axi_wready.value:
                self.beats["w"].append(self.cycle)
            self.held += int(dut.m_held.value)
            self.sent += int(dut.m_awvalid.value) + int(dut.m_arvalid.value)

    def errors(self):
        return [signal for signal in self.signals if signal[1]]

    async def write(self, address, data):
        answer = await with_timeout(self.host.write(address, data, user=min(len(data), 4096)), WAIT_US, "us")
        return answer.resp

    async def read(self, address, length):
        answer = await with_timeout(self.host.read(address, length, user=min(length, 4096)), WAIT_US, "us")
        return answer.resp, answer.data

    async def _answers(self, count):
        for _ in range(BY_HAND_CYCLES):
            if len(self.by_hand) == count:
                break
            await RisingEdge(self.dut.clk_i)
        assert len(self.by_hand) == count
        answers, self.by_hand = self.by_hand, []
        return answers

    async def send_burst(self, address, beats):
        """A burst of (data, strobes), as it is, which is then under way."""
        await with_timeout(self._send(address, beats), BY_HAND_CYCLES * CLOCK_NS, "ns")

    async def _send(self, address, beats):
        side = self.host.write_if
        aw = AxiAWTransaction(awid=BY_HAND, awaddr=address, awlen=len(beats) - 1, awsize=6, awburst=1)
        await side.aw_channel.send(aw)
        for number, (data, strobes) in enumerate(beats):
            last = int(number + 1 == len(beats))
            await side.w_channel.send(AxiWTransaction(wdata=int.from_bytes(data, "little"), wstrb=strobes, wlast=last))

    async def written(self, count):
        """The responses to so many bursts under way."""
        return [AxiResp(int(answer.bresp)) for answer in await self._answers(count)]

    async def write_burst(self, address, beats):
        """A burst of (data, strobes), as it is; its response."""
        await self.send_burst(address, beats)
        (answer,) = await self.written(1)
        return answer

    async def read_burst(self, address, beats):
        """A burst as it is; response and last of each beat, and whether all data is ones."""
        ar = AxiARTransaction(arid=BY_HAND, araddr=address, arlen=beats - 1, arsize=6, arburst=1)
        await self.host.read_if.ar_channel.send(ar)
        answers = await self._answers(beats)
        ones = all(int(answer.rdata) == (1 << 8 * BEAT) - 1 for answer in answers)
        return [(AxiResp(int(answer.rresp)), int(answer.rlast)) for answer in answers], ones


async def bench(dut):
    made = Bench(dut)
    await made.start()
    return made


def rate(cycles):
    return len(cycles) / (cycles[-1] - cycles[0] + 1)


@cocotb.test()
async def any_bytes_in_bursts_of_any_length(dut):
    b = await bench(dut)
    rng = random.Random(3)
    for channel in (b.host.write_if.aw_channel, b.host.write_if.w_channel, b.host.write_if.b_channel,
                    b.host.read_if.ar_channel, b.host.read_if.r_channel):  # fmt: skip
        channel.set_pause_generator(iter(lambda: rng.random() < 0.3, None))
    size = 1 << 14
    image = bytearray(rng.randbytes(size))
    assert await b.write(0, bytes(image)) == AxiResp.OKAY
    for _ in range(80):
        begin = rng.randrange(size)
        data = rng.randbytes(rng.randint(1, min(9000, size - begin)))
        image[begin : begin + len(data)] = data
        assert await b.write(begin, data) == AxiResp.OKAY
        begin = rng.randrange(size)
        length = rng.randint(1, min(5000, size - begin))
        assert await b.read(begin, length) == (AxiResp.OKAY, bytes(image[begin : begin + length]))
    assert b.errors() == []
    assert b.held == 0, "the aperture held up the card's bus"


@cocotb.test()
async def a_beat_per_cycle_each_way(dut):
    """Long bursts one after another: writes, reads, and both at the same time."""
    b = await bench(dut)
    total = MEM_BYTES // 2
    rng = random.Random(4)
    data = rng.randbytes(total)
    for beats in (64, 16, 4):
        b.host.write_if.max_burst_len = b.host.read_if.max_burst_len = beats
        b.beats = {"r": [], "w": []}
        assert await b.write(0, data) == AxiResp.OKAY
        assert await b.read(0, total) == (AxiResp.OKAY, data)
        alone = rate(b.beats["w"]), rate(b.beats["r"])
        b.beats = {"r": [], "w": []}
        both = [cocotb.start_soon(b.write(total, data)), cocotb.start_soon(b.read(0, total))]
        await Combine(*both)
        assert both[0].result() == AxiResp.OKAY and both[1].result() == (AxiResp.OKAY, data)
        together = rate(b.beats["w"]), rate(b.beats["r"])
        dut._log.info(
            "bursts of %d: beats per cycle write %.3f read %.3f alone, %.3f and %.3f together", beats, *alone, *together
        )
        assert min(*alone, *together) >= 0.98, (beats, alone, together)


@cocotb.test()
async def strobes_with_holes_and_none(dut):
    b = await bench(dut)
    rng = random.Random(5)
    image = bytearray(rng.randbytes(LONGEST))
    assert await b.write(0, bytes(image)) == AxiResp.OKAY
    took(b.signals)
    for _ in range(30):
        line = rng.randrange(60)
        beats = []
        for number in range(rng.randint(1, 4)):
            data = rng.randbytes(BEAT)
            strobes = rng.choice([0, rng.getrandbits(BEAT), ALL, 1, 1 << 63, 0xF0F0])
            beats.append((data, strobes))
            for lane in range(BEAT):
                if strobes >> lane & 1:
                    image[(line + number) * BEAT + lane] = data[lane]
        assert await b.write_burst(line * BEAT, beats) == AxiResp.OKAY
        assert took(b.signals) == [("write", 0, line * BEAT)]
    assert await b.read(0, LONGEST) == (AxiResp.OKAY, bytes(image))


def of_strobes(data, strobes):
    """The bytes with a strobe, in address order."""
    return bytes(byte for lane, byte in enumerate(data) if strobes >> lane & 1)


def some_strobes(rng):
    return rng.choice([0, rng.getrandbits(BEAT), ALL, ALL, 1, 1 << 63, 0xF0F0, (1 << rng.randrange(BEAT)) - 1])


class Mixed:
    """Bursts with any strobes at any addresses of both stream ports, and of memory between them; consumers are slow."""

    def __init__(self, b, seed):
        self.b = b
        self.rng = random.Random(seed)
        self.sent = [bytearray(), bytearray()]
        self.image = bytearray(LONGEST)

    async def start(self):
        assert await self.b.write(0, bytes(self.image)) == AxiResp.OKAY
        self.consumers = cocotb.start_soon(self._consume())

    async def _consume(self):
        dut = self.b.dut
        while True:
            dut.port_ready.value = self.rng.getrandbits(2)
            await RisingEdge(dut.clk_i)

    def burst(self):
        """The next one: address and beats."""
        rng = self.rng
        beats = [(rng.randbytes(BEAT), some_strobes(rng)) for _ in range(rng.choice([1, 1, 1, 2, 7]))]
        where = rng.randrange(3)
        if where == 2:
            line = rng.randrange(LONGEST // BEAT - len(beats) + 1)
            for number, (data, strobes) in enumerate(beats):
                for lane in range(BEAT):
                    if strobes >> lane & 1:
                        self.image[(line + number) * BEAT + lane] = data[lane]
            return line * BEAT, beats
        for data, strobes in beats:
            self.sent[where] += of_strobes(data, strobes)
        address = PORT + where * PORT_BYTES + BEAT * rng.choice([0, rng.randrange(40), PORT_BYTES // BEAT - len(beats)])
        if address % 4096 // BEAT + len(beats) > 4096 // BEAT:
            address &= ~4095
        return address, beats

    async def check(self):
        """All of it came, in the order it was sent, without a gap; and what makes no entry yet is told."""
        dut = self.b.dut
        await ClockCycles(dut.clk_i, 400)
        self.consumers.kill()
        for sent, entries, held in zip(self.sent, self.b.of_ports, (dut.held0, dut.held1), strict=True):
            whole = len(sent) // BEAT * BEAT
            assert whole > 10 * BEAT
            assert b"".join(entries) == bytes(sent[:whole])
            assert held.value.integer == len(sent) - whole
        assert await self.b.read(0, LONGEST) == (AxiResp.OKAY, bytes(self.image))
        assert self.b.errors() == []


@cocotb.test()
async def a_stream_port_gets_the_bytes_with_a_strobe_and_no_others(dut):
    b = await bench(dut)
    mixed = Mixed(b, 51)
    await mixed.start()
    for _ in range(200):
        assert await b.write_burst(*mixed.burst()) == AxiResp.OKAY
    await mixed.check()


@cocotb.test()
async def bursts_under_way_together_are_packed_each_as_its_own_address_says(dut):
    b = await bench(dut)
    mixed = Mixed(b, 53)
    await mixed.start()
    for _ in range(40):
        count = mixed.rng.randint(2, 12)
        for _ in range(count):
            await b.send_burst(*mixed.burst())
        assert await b.written(count) == [AxiResp.OKAY] * count
    await mixed.check()


@cocotb.test()
async def whatever_pieces_a_line_comes_in_it_is_one_entry(dut):
    """Lines of a program, each flushed whole, by its dwords, by bytes, or in two pieces with holes."""
    b = await bench(dut)
    rng = random.Random(52)
    dut.port_ready.value = 1
    lines = [rng.randbytes(BEAT) for _ in range(8)]
    cuts = [[ALL], [0xF << 4 * n for n in range(16)], [1 << n for n in range(BEAT)], [0xFFFF_FFFF, 0xFFFF_FFFF << 32]]
    for number, line in enumerate(lines):
        for strobes in cuts[number % len(cuts)]:
            assert await b.write_burst(PORT + 64 * number, [(line, strobes)]) == AxiResp.OKAY
    await ClockCycles(dut.clk_i, 60)
    assert b.entries == lines
    assert dut.held0.value.integer == 0


@cocotb.test()
async def a_flush_forgets_what_makes_no_entry_yet(dut):
    b = await bench(dut)
    dut.port_ready.value = 3
    for port in (0, 1):
        assert await b.write_burst(PORT + port * PORT_BYTES, [(b"\x01" * BEAT, 0xFF)]) == AxiResp.OKAY
    assert (dut.held0.value.integer, dut.held1.value.integer) == (8, 8)
    dut.clear.value = 1
    await ClockCycles(dut.clk_i, 2)
    assert (dut.held0.value.integer, dut.held1.value.integer) == (0, 8), "that of the other one stays"
    assert await b.write_burst(PORT, [(b"\x02" * BEAT, 0xFF)]) == AxiResp.OKAY
    assert dut.held0.value.integer == 0, "nor is anything begun meanwhile"
    dut.clear.value = 0
    assert await b.write_burst(PORT, [(b"\x03" * BEAT, ALL)]) == AxiResp.OKAY
    assert await b.write_burst(PORT + PORT_BYTES, [(b"\x04" * BEAT, ALL)]) == AxiResp.OKAY
    await ClockCycles(dut.clk_i, 60)
    assert b.of_ports == ([b"\x03" * BEAT], [b"\x01" * 8 + b"\x04" * 56])
    assert (dut.held0.value.integer, dut.held1.value.integer) == (0, 8)


@cocotb.test()
async def nothing_of_a_refused_write_is_packed(dut):
    """Pieces into a full stream port: all of one goes in, or nothing of it and the host is told."""
    b = await bench(dut)
    depth = int(dut.FifoEntries.value)
    assert await b.write_burst(PORT, [(b"\x01" * BEAT, 0xFF)]) == AxiResp.OKAY
    for _ in range(depth // 16):
        assert await b.write_burst(PORT, [(b"\x02" * BEAT, ALL)] * 16) == AxiResp.OKAY
    assert await b.write_burst(PORT, [(b"\x03" * BEAT, 0xFF00)]) == AxiResp.SLVERR
    assert await b.write_burst(PORT, [(b"\x04" * BEAT, ALL)] * 2) == AxiResp.SLVERR
    assert dut.held0.value.integer == 8
    dut.port_ready.value = 1
    await ClockCycles(dut.clk_i, 2 * depth)
    assert await b.write_burst(PORT, [(b"\x05" * BEAT, ALL >> 8)]) == AxiResp.OKAY
    await ClockCycles(dut.clk_i, 60)
    assert b"".join(b.entries) == b"\x01" * 8 + b"\x02" * depth * BEAT + b"\x05" * 56
    assert dut.held0.value.integer == 0
    assert b.errors() == [("write", 1, PORT)] * 2


@cocotb.test()
async def refused_writes_give_their_place_in_the_store_back(dut):
    """More beats are refused than there is place for, each with patience; and then there is place for long bursts."""
    b = await bench(dut)
    patience, depth = int(dut.TimeoutCycles.value), int(dut.FifoEntries.value)
    assert await b.write(PORT, b"\x01" * depth * BEAT) == AxiResp.OKAY
    longest = LONGEST // BEAT
    for _ in range(int(dut.WriteBeats.value) // longest + 1):
        begin = b.cycle
        assert await b.write_burst(PORT, [(b"\x02" * BEAT, ALL)] * longest) == AxiResp.SLVERR
        assert b.cycle - begin <= patience + longest + 30, b.cycle - begin
    assert await b.write_burst(0, [(b"\x03" * BEAT, ALL)] * longest) == AxiResp.OKAY
    data = random.Random(54).randbytes(4 * LONGEST)
    b.beats["w"].clear()
    assert await b.write(0, data) == AxiResp.OKAY
    assert rate(b.beats["w"]) >= 0.98
    assert await b.read(0, len(data)) == (AxiResp.OKAY, data)
    assert b.errors() == [("write", 1, PORT)] * (int(dut.WriteBeats.value) // longest + 1)


@cocotb.test()
async def addresses_that_have_the_low_bits_of_a_stream_port_are_nobodys(dut):
    b = await bench(dut)
    dut.port_ready.value = 3
    addresses = [PORT + port * PORT_BYTES + (1 << bit) for port in (0, 1) for bit in range(32, 64)]
    for address in addresses:
        assert await b.write_burst(address, [(b"\x01" * BEAT, 0xFF)]) == AxiResp.DECERR
        assert (dut.held0.value.integer, dut.held1.value.integer) == (0, 0), hex(address)
    assert b.errors() == [("write", 1, address) for address in addresses]
    for port in (0, 1):
        assert await b.write_burst(PORT + port * PORT_BYTES, [(b"\x02" * BEAT, ALL)]) == AxiResp.OKAY
    await ClockCycles(dut.clk_i, 60)
    assert b.of_ports == ([b"\x02" * BEAT], [b"\x02" * BEAT])


@cocotb.test()
async def a_burst_across_the_end_does_nothing_at_all(dut):
    b = await bench(dut)
    rng = random.Random(6)
    tail = rng.randbytes(LONGEST)
    assert await b.write(MEM_BYTES - LONGEST, tail) == AxiResp.OKAY
    took(b.signals)
    across = [(MEM_BYTES - BEAT, 2), (MEM_BYTES - LONGEST + BEAT, 64), (MEM_BYTES - LONGEST, 256), (4096 - BEAT, 2)]
    for start, count in across:
        sent = b.sent
        assert await b.write_burst(start, [(b"\xee" * BEAT, ALL)] * count) == AxiResp.DECERR
        assert await b.read_burst(start, count) == ([(AxiResp.DECERR, int(n + 1 == count)) for n in range(count)], True)
        assert took(b.signals) == [("write", 1, start), ("read", 1, start)]
        assert b.sent == sent, "nothing of it goes to the bus"
    assert await b.read(MEM_BYTES - LONGEST, LONGEST) == (AxiResp.OKAY, tail)
    took(b.signals)
    for address in (NOWHERE, MEM_BYTES, PORT - LONGEST):
        assert await b.write(address, bytes(200)) == AxiResp.DECERR
        assert await b.read(address, 200) == (AxiResp.DECERR, b"\xff" * 200)
        assert took(b.signals) == [("write", 1, address), ("read", 1, address)]
    assert (await b.read(PORT, BEAT))[0] == AxiResp.SLVERR


@cocotb.test()
async def a_slow_writer_holds_up_nobody(dut):
    """Its data comes a beat every 40 cycles; the card's bus never waits, and reads go on."""
    b = await bench(dut)
    assert await b.write(0, bytes(LONGEST)) == AxiResp.OKAY
    b.host.write_if.w_channel.set_pause_generator(iter(lambda: b.cycle % 40 != 0, None))
    slow = cocotb.start_soon(b.write(0x2000, b"\x77" * 64 * 20))
    await ClockCycles(dut.clk_i, 100)
    begin = b.cycle
    for _ in range(4):
        assert (await b.read(0, LONGEST))[0] == AxiResp.OKAY
        answer = await with_timeout(b.other.write(0x8000, bytes(LONGEST)), WAIT_US, "us")
        assert answer.resp == AxiResp.OKAY
    assert not slow.done() and b.cycle - begin < 4 * 300
    assert await slow == AxiResp.OKAY
    assert (await b.read(0x2000, 64 * 20))[1] == b"\x77" * 64 * 20
    assert b.held == 0


@cocotb.test()
async def a_slow_reader_holds_up_nobody(dut):
    """It takes nothing; another master reads the same memory at full rate."""
    b = await bench(dut)
    data = random.Random(9).randbytes(LONGEST)
    assert await b.write(0, data) == AxiResp.OKAY
    b.host.read_if.r_channel.pause = True
    slow = [cocotb.start_soon(b.read(0, LONGEST)) for _ in range(6)]
    await ClockCycles(dut.clk_i, 500)
    begin = b.cycle
    for _ in range(4):
        answer = await with_timeout(b.other.read(0, LONGEST), WAIT_US, "us")
        assert (answer.resp, answer.data) == (AxiResp.OKAY, data)
    assert b.cycle - begin < 4 * 100, b.cycle - begin
    assert not any(task.done() for task in slow)
    b.host.read_if.r_channel.pause = False
    for task in slow:
        assert await task == (AxiResp.OKAY, data)
    assert b.errors() == [] and b.held == 0


@cocotb.test()
async def a_full_stream_port_is_refused_in_time_and_forgotten(dut):
    b = await bench(dut)
    patience = int(dut.TimeoutCycles.value)
    depth = int(dut.FifoEntries.value)
    assert await b.write(PORT, b"\x01" * depth * BEAT) == AxiResp.OKAY
    begin = b.cycle
    # The one in front has the patience, memory behind it is written and read after that.
    writes = [cocotb.start_soon(b.write(PORT, b"\x02" * BEAT)), cocotb.start_soon(b.write(0, b"\x03" * LONGEST))]
    await ClockCycles(dut.clk_i, 90)
    read = cocotb.start_soon(b.read(0, LONGEST))
    assert await writes[0] == AxiResp.SLVERR
    assert patience <= b.cycle - begin <= patience + 30, b.cycle - begin
    assert await writes[1] == AxiResp.OKAY
    assert await read == (AxiResp.OKAY, b"\x03" * LONGEST), "reads wait for the writes before them"
    assert b.errors() == [("write", 1, PORT)]
    dut.port_ready.value = 1
    await ClockCycles(dut.clk_i, 2 * depth)
    assert b.entries == [b"\x01" * BEAT] * depth
    assert await b.write(PORT, b"\x04" * BEAT) == AxiResp.OKAY
    await ClockCycles(dut.clk_i, 20)
    assert b.entries[depth:] == [b"\x04" * BEAT]


@cocotb.test()
async def a_bus_that_stands_still_is_given_up(dut):
    """Everything is answered in error while it stands, and when it goes on all is as before."""
    b = await bench(dut)
    patience = int(dut.TimeoutCycles.value)
    assert await b.write(0, b"\x01" * LONGEST) == AxiResp.OKAY
    for _ in range(2):
        dut.stall.value = 1
        begin = b.cycle
        access = [cocotb.start_soon(b.write(BEAT * n, b"\x02" * BEAT)) for n in range(8)]
        access += [cocotb.start_soon(b.read(0x1000 + BEAT * n, BEAT)) for n in range(8)]
        for task in access:
            result = await task
            assert result in (AxiResp.SLVERR, (AxiResp.SLVERR, b"\xff" * BEAT)), result
        waited = b.cycle - begin
        assert patience <= waited <= patience + 120, waited
        begin = b.cycle
        assert await b.write(0, b"\x05" * LONGEST) == AxiResp.SLVERR
        assert await b.read(0, LONGEST) == (AxiResp.SLVERR, b"\xff" * LONGEST)
        assert b.cycle - begin < 200, b.cycle - begin
        dut.stall.value = 0
        await ClockCycles(dut.clk_i, 200)
        assert not dut.busy.value
        errors = len(b.errors())
        for fill in (b"\x06", b"\x07"):
            assert await b.write(0, fill * LONGEST) == AxiResp.OKAY
            assert await b.read(0, LONGEST) == (AxiResp.OKAY, fill * LONGEST)
        assert len(b.errors()) == errors


@cocotb.test()
async def reads_see_the_writes_before_them(dut):
    b = await bench(dut)
    for number in range(60):
        fill = bytes([number])
        length = BEAT * (1 + number % 7)
        write = cocotb.start_soon(b.write(BEAT * number, fill * length))
        # The last beat is taken some cycles before the answer comes.
        wanted = len(b.beats["w"]) + 1 + number % 7
        while len(b.beats["w"]) < wanted:
            await RisingEdge(dut.clk_i)
        assert not write.done()
        assert await b.read(BEAT * number, length) == (AxiResp.OKAY, fill * length)
        assert await write == AxiResp.OKAY


@cocotb.test()
async def room_at_any_moment_around_the_end_of_patience(dut):
    b = await bench(dut)
    patience = int(dut.TimeoutCycles.value)
    depth = int(dut.FifoEntries.value)
    assert await b.write(PORT, b"\x01" * depth * BEAT) == AxiResp.OKAY
    kept = depth
    for early in range(-6, 7):
        task = cocotb.start_soon(b.write(PORT, b"\x02" * BEAT))
        await ClockCycles(dut.clk_i, patience + 6 + early)
        taken = len(b.entries)
        dut.port_ready.value = 1
        while len(b.entries) == taken:
            await RisingEdge(dut.clk_i)
        dut.port_ready.value = 0
        answer = await task
        assert answer in (AxiResp.OKAY, AxiResp.SLVERR)
        await ClockCycles(dut.clk_i, 20)
        kept += answer == AxiResp.OKAY
        # Full again for the next round.
        while await b.write(PORT, b"\x01" * BEAT) == AxiResp.OKAY:
            kept += 1
    dut.port_ready.value = 1
    await ClockCycles(dut.clk_i, 3 * depth)
    assert len(b.entries) == kept
