# SPDX-License-Identifier: Apache-2.0
"""Host-to-card mover: lengths x alignments x back-pressure, order, errors, streams and rate."""

import os
import random

import cocotb
import pytest
from bus_models import (
    BEAT,
    DECERR,
    PAGE,
    SLVERR,
    Memory,
    ReadModel,
    Requests,
    StreamSink,
    WriteModel,
    reset,
)  # fmt: skip
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, RisingEdge
from cocotbext.axi import AxiRamRead, AxiRamWrite, AxiReadBus, AxiWriteBus
from fby_sim import run_cocotb

HOST, CARD, SIZE = 0x0012_3456_0000_0000, 0x0000_0001_2000_0000, 1 << 18
CARD_WRITE_SLOTS = 16
OK, HOST_DECODE, HOST_SLAVE, CARD_DECODE, CARD_SLAVE = range(5)
# Build parameters of the model under test.
SLOTS, FIFO_BEATS, BURST = (int(os.environ.get(name, "1")) for name in ("SLOTS", "FIFO_BEATS", "BURST"))
LENGTHS = [1, 2, 31, 63, 64, 65, 127, 128, 129, 1000, 1024, 4096, 4097, 5000]


class Bench:
    """A mover between two adversarial memories."""

    def __init__(self, dut, seed, read=None, write=None, requests=None, sink=None):
        self.dut, self.rng = dut, random.Random(seed)
        self.host, self.card = Memory(HOST, SIZE, self.rng), Memory(CARD, SIZE, self.rng)
        self.read = ReadModel(dut, "host", self.host, self.rng, **(read or {}))
        self.write = WriteModel(dut, "card", self.card, self.rng, **(write or {}))
        self.requests = Requests(dut, self.rng, **(requests or {}))
        self.sink = StreamSink(dut, self.rng, **(sink or {}))
        self.before = bytes(self.card.data)

    async def start(self):
        self.tasks = [cocotb.start_soon(Clock(self.dut.clk_i, 4, units="ns").start())]
        for model in (self.read, self.write, self.requests, self.sink):
            self.tasks.append(cocotb.start_soon(model.run()))
        self.dut.cancel.value = 0
        await reset(self.dut)
        return self

    async def stop(self):
        """Ends the models, so that a test can start a bench with other stall rates; nothing is under way."""
        await ClockCycles(self.dut.clk_i, 8)
        assert self.dut.busy.value == 0 and not self.read.pending and not self.write.answers
        for task in self.tasks:
            task.kill()

    def put(self, host, card, length, **flags):
        """Queues a request given by offsets into the two memories."""
        self.requests.put(HOST + host, CARD + card, length, **flags)

    def expect(self, *moves):
        """The card memory is what it was, but for these (host, card, length) moves in order."""
        want = bytearray(self.before)
        for host, card, length in moves:
            want[card : card + length] = self.host.data[host : host + length]
        if want != self.card.data:
            at = next(i for i in range(SIZE) if want[i] != self.card.data[i])
            raise AssertionError(f"card byte {at:#x} is {self.card.data[at]:#x}, expected {want[at]:#x}")


@cocotb.test()
async def sweep_with_third_party_memories(dut):
    """Lengths x both alignments x back-pressure between two cocotbext-axi memories, guard bytes checked."""
    rng = random.Random(1)
    cocotb.start_soon(Clock(dut.clk_i, 4, units="ns").start())
    host = AxiRamRead(AxiReadBus.from_prefix(dut, "host"), dut.clk_i, dut.rst_i, size=2**16)
    card = AxiRamWrite(AxiWriteBus.from_prefix(dut, "card"), dut.clk_i, dut.rst_i, size=2**16)
    requests = Requests(dut, rng)
    cocotb.start_soon(requests.run())
    dut.cancel.value = 0
    await reset(dut)
    host.write(0, rng.randbytes(2**16))
    rate = [0.0]

    def stalls():
        while True:
            yield rng.random() < rate[0]

    for channel in (host.ar_channel, host.r_channel, card.aw_channel, card.w_channel, card.b_channel):
        channel.set_pause_generator(stalls())
    done = 0
    for rate[0] in (0.0, 0.5):
        for length in LENGTHS:
            for lane in (0, 1, 31, 63):
                source = 4096 * rng.randrange(1, 8) - 64 * rng.randrange(4) + lane
                target = 4096 * rng.randrange(1, 8) - 64 * rng.randrange(4) + rng.choice((0, 1, 33, 63))
                guard = rng.randbytes(length + 256)
                card.write(target - 128, guard)
                requests.put(source, target, length)
                done += 1
                await requests.wait(done, 2000 + length)
                assert requests.responses[-1] == (OK, 0, length, 0)
                want = guard[:128] + host.read(source, length) + guard[128 + length :]
                assert card.read(target - 128, length + 256) == want, (source, target, length)


@cocotb.test()
async def every_lane_pair(dut):
    """All 64 x 64 pairs of lanes with a length that wraps, requests back to back; regions are disjoint."""
    bench = await Bench(dut, 2).start()
    for source in range(64):
        moves = []
        for target in range(64):
            length = bench.rng.choice((3, 64, 70, 150))
            moves.append((bench.rng.randrange(900) * 64 + source, target * 512 + 128 + target, length))
            bench.put(*moves[-1])
        await bench.requests.wait(64 * (source + 1), 4000)
        bench.expect(*moves)
        bench.before = bytes(bench.card.data)
    assert {response[0] for response in bench.requests.responses} == {OK}


@cocotb.test()
async def random_mixed_returns(dut):
    """Random requests with everything stalling and returns of different bursts mixed."""
    for seed, data_first in ((3, False), (4, True)):
        bench = Bench(
            dut, seed,
            read={"latency": 20, "mix": True, "ar_stall": 0.3, "r_stall": 0.2},
            write={"latency": 7, "aw_stall": 0.4, "w_stall": 0.3, "b_stall": 0.4, "data_first": data_first},
            requests={"req_stall": 0.2, "rsp_stall": 0.5},
        )  # fmt: skip
        await bench.start()
        moves = []
        for _ in range(150):
            length = bench.rng.choice((0, 1, 63, 64, 65, 300, 1500, bench.rng.randrange(9000)))
            moves.append((bench.rng.randrange(SIZE - length), bench.rng.randrange(SIZE - length), length))
            bench.put(*moves[-1])
        await bench.requests.wait(150, 60000)
        bench.expect(*moves)
        assert bench.requests.responses == [(OK, 0, move[2], 0) for move in moves]
        assert sum(length for _, length in bench.read.addresses) == sum(move[2] for move in moves)
        await bench.stop()


@cocotb.test()
async def host_errors(dut):
    """A read error ends its request with cause and address; the bytes before it moved; the next request is whole."""
    bench = await Bench(dut, 5, read={"latency": 10, "mix": True}).start()
    done = 0
    for response, cause in ((DECERR, HOST_DECODE), (SLVERR, HOST_SLAVE)):
        for bad_page in (0, 1, 3):
            bench.host.errors = {0x10000 + bad_page * PAGE: response}
            bench.before = bytes(bench.card.data)
            asked = len(bench.read.addresses)
            bench.put(0x10000 + 5, 0x20000 + 9, 8 * PAGE)
            bench.put(0x4321, 0x8765, 777)
            done += 2
            await bench.requests.wait(done, 6000)
            good = max(bad_page * PAGE - 5, 0)
            bad_addr = HOST + 0x10000 + (bad_page * PAGE or 5)
            assert bench.requests.responses[-2:] == [(cause, bad_addr, good, 0), (OK, 0, 777, 0)]
            bench.expect((0x10005, 0x20009, good), (0x4321, 0x8765, 777))
            # After the error only the reads that were out already and those of the next request.
            bound = bad_page * PAGE // BURST + 2 * SLOTS + 777 // BURST + 4
            assert len(bench.read.addresses) - asked < min(bound, 8 * PAGE // BURST + 777 // BURST + 4)
    bench.host.errors = {}
    await bench.stop()


@cocotb.test()
async def neighbours_share_reads(dut):
    """Requests whose sources follow each other, of any length, are read together: never past a cut, each byte once."""
    for seed, stalls in ((12, {}), (13, {"mix": True, "ar_stall": 0.5, "r_stall": 0.2})):
        bench = await Bench(
            dut, seed, read={"latency": 25, **stalls}, write={"latency": 5}, requests={"rsp_stall": 0.3}
        ).start()
        moves, source, target = [], 0x1007, 0x20000
        for number in range(300):
            length = bench.rng.choice((1, 7, 63, 64, 64, 64, 65, 100, 200, 500))
            # Now and then a gap, and a request of no bytes, which joins nothing.
            source += bench.rng.choice((0, 0, 0, 0, 0, 0, 0, 0, 64, 1)) if number else 0
            if bench.rng.random() < 0.05:
                bench.put(source, target, 0)
                moves.append((source, target, 0))
            bench.put(source, target, length)
            moves.append((source, target, length))
            source, target = source + length, target + length + bench.rng.randrange(3)
        await bench.requests.wait(len(moves), 60000)
        bench.expect(*moves)
        assert bench.requests.responses == [(OK, 0, move[2], 0) for move in moves]
        reads = bench.read.addresses
        assert sum(length for _, length in reads) == sum(move[2] for move in moves)
        assert all(address // BURST == (address + length - 1) // BURST for address, length in reads)
        starts = {HOST + move[0] for move in moves if move[2]}
        joint = sum(any(address < start < address + length for start in starts) for address, length in reads)
        dut._log.info("%d requests in %d reads, %d of them of several", len(moves), len(reads), joint)
        assert joint > 20
        await bench.stop()


@cocotb.test()
async def a_beat_that_fails_in_a_joint_read_is_its_requests(dut):
    """Of the requests that one read asks for, those before the beat and those behind are whole, its own fails."""
    bench = await Bench(dut, 14, read={"latency": 20}).start()
    bad = {}
    beats_of = bench.read._beats

    def beats(addr, count, length):
        first = addr // BEAT * BEAT
        answered = beats_of(addr, count, length)
        return type(answered)((data, bad.get(first + BEAT * at, resp)) for at, (data, resp) in enumerate(answered))

    bench.read._beats = beats
    joint = 0
    for size in (64, 40, 100):
        for failed in range(6):
            asked, done = len(bench.read.addresses), len(bench.requests.responses)
            bench.before = bytes(bench.card.data)
            moves = [(0x3000 + size * number, 0x9000 + 128 * number, size) for number in range(8)]
            # The beat in which the request ends.
            beat = (0x3000 + size * failed + size - 1) // BEAT * BEAT
            bad.clear()
            bad[HOST + beat] = DECERR
            for move in moves:
                bench.put(*move)
            await bench.requests.wait(done + 8, 2000)
            want = []
            for move in moves:
                touched = move[0] // BEAT * BEAT <= beat < move[0] + size
                good = max(beat - move[0], 0)
                # Told is where the request, or what of it goes beyond a burst, begins.
                begin = max(move[0], beat // BURST * BURST)
                want.append((HOST_DECODE, HOST + begin, good, 0) if touched else (OK, 0, size, 0))
            assert bench.requests.responses[done:] == want, (size, failed)
            bench.expect(*((*move[:2], response[2]) for move, response in zip(moves, want, strict=True)))
            joint += len(bench.read.addresses) - asked < 8
    assert joint > 6
    await bench.stop()


@cocotb.test()
async def card_errors(dut):
    """A write error ends its request, counts the bytes before it and stops further bursts."""
    bench = await Bench(dut, 6, read={"latency": 5}, write={"latency": 12, "aw_stall": 0.2}).start()
    done = 0
    for response, cause in ((DECERR, CARD_DECODE), (SLVERR, CARD_SLAVE)):
        for bad_page in (0, 1, 3):
            bench.card.errors = {0x20000 + bad_page * PAGE: response}
            bench.before = bytes(bench.card.data)
            written = len(bench.write.addresses)
            bench.put(0x10000 + 5, 0x20000 + 9, 16 * PAGE)
            bench.put(0x4321, 0x8765, 777)
            done += 2
            await bench.requests.wait(done, 6000)
            good = max(bad_page * PAGE - 9, 0)
            bad_addr = CARD + 0x20000 + (bad_page * PAGE or 9)
            assert bench.requests.responses[-2:] == [(cause, bad_addr, good, 0), (OK, 0, 777, 0)]
            issued = bench.write.addresses[written:]
            assert len(issued) < bad_page * PAGE // BURST + 2 * CARD_WRITE_SLOTS + 777 // BURST + 4
            assert bench.card.data[0x8765 : 0x8765 + 777] == bench.host.data[0x4321 : 0x4321 + 777]
            assert bench.card.data[0x20009 : 0x20009 + good] == bench.host.data[0x10005 : 0x10005 + good]
            assert bench.card.data[0x20000:0x20009] == bench.before[0x20000:0x20009]
    await bench.stop()


@cocotb.test()
async def fixed_card_address(dut):
    """With a standing address every beat goes to the same card beat, in order."""
    bench = await Bench(dut, 7, write={"latency": 3}).start()
    for host, card, length in ((0x1000, 0x40, 1024), (0x1234, 0x80, 300), (0x1001, 0x9C, 200)):
        seen = len(bench.write.applied)
        count = len(bench.requests.responses)
        bench.put(host, card, length, fixed=1)
        await bench.requests.wait(count + 1, 1000)
        assert bench.requests.responses[-1] == (OK, 0, length, 0)
        beats = bench.write.applied[seen:]
        assert {addr // BEAT for addr, _ in beats} == {(CARD + card) // BEAT}
        assert b"".join(part for _, part in beats) == bench.host.data[host : host + length]


@cocotb.test()
async def room_before_read(dut):
    """A card that takes nothing: reads stop at the room there is, returns are never refused, and it recovers."""
    bench = await Bench(dut, 8, read={"latency": 3}).start()
    length = (FIFO_BEATS + 32) * BEAT + 8 * BURST
    # Every length of a first burst, so that the room left over takes every value.
    for done, first in enumerate(range(min(BURST // BEAT, 16))):
        bench.write.open = False
        asked = len(bench.read.addresses)
        bench.put(first * BEAT, 0, length)
        no_room = 0
        for _ in range(2 * length // BEAT):
            await RisingEdge(dut.clk_i)
            no_room += dut.ev_no_room.value.integer
        # The reorder memory, the write buffer of four bursts and the stages between.
        held = sum(count for _, count in bench.read.addresses[asked:])
        assert held <= (FIFO_BEATS + 8) * BEAT + 4 * BURST
        assert no_room > 50 and not bench.read.pending and bench.read.refused == 0
        bench.write.open = True
        await bench.requests.wait(done + 1, 4000)
        bench.expect((first * BEAT, 0, length))


@cocotb.test()
async def room_before_write(dut):
    """Without room on the card nothing of a burst is offered; with room now and then everything arrives."""
    bench = await Bench(dut, 11, read={"latency": 3}, write={"aw_stall": 0.2, "w_stall": 0.2}).start()
    dut.no_room.value = 1
    bench.put(5, 0x2009, 9000)
    for _ in range(500):
        await RisingEdge(dut.clk_i)
        assert not dut.card_awvalid.value.integer and not dut.card_wvalid.value.integer
    for _ in range(20000):
        if bench.requests.responses:
            break
        dut.no_room.value = int(bench.rng.random() < 0.7)
        await RisingEdge(dut.clk_i)
    dut.no_room.value = 0
    assert bench.requests.responses == [(OK, 0, 9000, 0)]
    bench.expect((5, 0x2009, 9000))
    await bench.stop()


@cocotb.test()
async def full_rate(dut):
    """A beat per cycle: 64 KiB in one request, in 4 KiB requests, and unaligned alike."""
    for moves, beats in (
        ([(0, 0, 65536)], 1024),
        ([(PAGE * i, 0x10000 + PAGE * i, PAGE) for i in range(16)], 1024),
        ([(7 + PAGE * i, 0x10000 + PAGE * i, PAGE) for i in range(16)], 1024 + 16),
        ([(0x21, 0x40, 65536)], 1024 + 1),
    ):
        bench = await Bench(dut, 9).start()
        for move in moves:
            bench.put(*move)
        await bench.requests.wait(len(moves), 3000)
        bench.expect(*moves)
        cycles = bench.write.beat_cycles
        span = cycles[-1] - cycles[0] + 1
        dut._log.info("%d requests: %d beats in %d cycles", len(moves), len(cycles), span)
        assert len(cycles) >= 0.95 * span and span <= beats / 0.95
        await bench.stop()


@cocotb.test()
async def full_rate_over_a_long_round_trip(dut):
    """300 cycles of latency and a long reorder memory: still a beat per cycle."""
    bench = await Bench(dut, 10, read={"latency": 300}).start()
    for page in range(32):
        bench.put(PAGE * page, PAGE * page, PAGE)
    await bench.requests.wait(32, 100000)
    bench.expect((0, 0, 32 * PAGE))
    cycles = bench.write.beat_cycles
    span = cycles[-1] - cycles[0] + 1
    dut._log.info("300 cycles of latency: %d beats in %d cycles", len(cycles), span)
    # Without the memory for the round trip the rate is what is in flight per round trip.
    in_flight = min(SLOTS * BURST // BEAT, FIFO_BEATS)
    assert len(cycles) >= 0.95 * span * min(1, in_flight / 320)


@pytest.mark.parametrize(
    ("slots", "beats", "burst"), [(8, 64, 1024), (16, 512, 4096), (4, 8, 256)], ids=["default", "long", "tiny"]
)
def test_memory(slots, beats, burst):
    ran = run_cocotb(
        "tb_fby_dma_h2c", "rtl/dma/back/back.f", "test_fby_dma_h2c",
        parameters={"Stream": "1'b0", "ReadSlots": slots, "FifoBeats": beats, "MaxBurstBytes": burst},
        extra_sources=["rtl/axi/formal/fby_axi_props.sv", "rtl/dma/back/test/tb_fby_dma_h2c.sv"],
        extra_env={"SLOTS": str(slots), "FIFO_BEATS": str(beats), "BURST": str(burst)},
    )  # fmt: skip
    assert ran == 12


def test_stream():
    ran = run_cocotb(
        "tb_fby_dma_h2c", "rtl/dma/back/back.f", "tb_h2c_stream",
        parameters={"Stream": "1'b1"},
        extra_sources=["rtl/axi/formal/fby_axi_props.sv", "rtl/dma/back/test/tb_fby_dma_h2c.sv"],
    )  # fmt: skip
    assert ran == 5
