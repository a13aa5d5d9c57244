# SPDX-License-Identifier: Apache-2.0
"""The blocks that send, in headless flowgraphs, as the same card receives it: every sample, tags, what is told."""

import unittest

import numpy as np
import pmt
from forebay_gr import Capture, Device, Packets, PacketSink, Transmit
from forebay_gr.library import ForebayError
from gnuradio import blocks, gr
from held import Held, until

CARD = "fast:radio"
CLOCK_HZ = 250_000_000
# A sample each 16 cycles.
RATE, CYCLES = 15.625e6, 16
# Far enough ahead for all that is to be sent, in cycles.
AHEAD = 2_500_000


def noise(count, seed=1):
    """Samples that the card has exactly, none of which is silence."""
    words = np.random.default_rng(seed).integers(1, 2**31, count, np.uint32)
    return (words.view(np.int16) / np.float32(32768)).astype(np.float32).view(np.complex64)


def at(cycles):
    """A time as tags have it."""
    seconds, rest = divmod(cycles, CLOCK_HZ)
    return pmt.make_tuple(pmt.from_uint64(seconds), pmt.from_double(rest / CLOCK_HZ))


def tag(offset, key, value=pmt.PMT_T):
    return offset, pmt.intern(key), value


def burst(first, last, time=None):
    """Tags of a burst of the samples from `first` to `last`."""
    tags = [tag(first, "tx_sob"), tag(last, "tx_eob")]
    return tags + ([tag(first, "tx_time", at(time))] if time is not None else [])


def told(store):
    """(event code, what else is told) of each message; times in cycles."""
    found = []
    for number in range(store.num_messages()):
        message = store.get_message(number)
        assert pmt.symbol_to_string(pmt.car(message)) == "forebay_async_msg"
        codes = pmt.dict_ref(pmt.cdr(message), pmt.intern("event_code"), pmt.PMT_NIL)
        assert pmt.length(codes) == 1
        code = pmt.symbol_to_string(pmt.nth(0, codes))
        entries = pmt.to_python(pmt.dict_delete(pmt.cdr(message), pmt.intern("event_code"))) or {}
        if "time_spec" in entries:
            seconds, fraction = entries["time_spec"]
            entries["time_spec"] = seconds * CLOCK_HZ + round(fraction * CLOCK_HZ)
        found.append((code, entries))
    return found


def acked(time=None, channel=0):
    return ("burst_ack", {"channel": channel} | ({"time_spec": time} if time is not None else {}))


class Sending(unittest.TestCase):
    """A device on which a flowgraph sends while another one receives."""

    def setUp(self):
        self.device = Device(CARD)
        self.first = self.device.time() + AHEAD
        self.addCleanup(delattr, self, "device")

    def begin(self, graph, *kept):
        """Starts a flowgraph that ends with the test, however that ends, and has its blocks so long."""
        self.addCleanup(tuple, kept)
        self.addCleanup(graph.wait)
        self.addCleanup(graph.stop)
        graph.start()

    def captured(self, samples):
        """What is on the air from the time on."""
        graph, sink = gr.top_block(), blocks.vector_sink_c()
        source = Capture(self.device, RATE, wave="air", samples=samples, start=self.first)
        graph.connect(source, sink)
        graph.run()
        self.assertEqual(source.account(), (samples, samples, 0))
        return np.array(sink.data(), np.complex64)

    def sent(self, samples, tags, receive, bursts, **how):
        """What is received of so many bursts, what is told of them, and the account."""
        transmit = Transmit(self.device, RATE, **how)
        graph, held, store = gr.top_block(), Held(samples, tags), blocks.message_debug()
        graph.connect(held, transmit)
        graph.msg_connect(transmit, "async_msgs", store, "store")
        self.begin(graph, transmit, held)
        # Time of the card passes behind this.
        until(lambda: transmit.nitems_read(0) == len(samples), "all is written")
        data = self.captured(receive)
        until(lambda: [code for code, _ in told(store)].count("burst_ack") == bursts, f"{bursts} bursts are over")
        held.let_go()
        graph.stop()
        graph.wait()
        return data, told(store), transmit.account()


class Samples(Sending):
    """The block that sends samples."""

    def test_bursts_are_sent_at_their_times_sample_for_sample(self):
        samples = noise(30_000)
        second = self.first + 40_000 * CYCLES
        tags = burst(0, 19_999, self.first) + burst(20_000, 29_999, second)
        data, messages, account = self.sent(samples, tags, 51_000, 2)
        silence = np.zeros(20_000, np.complex64)
        wanted = np.concatenate([samples[:20_000], silence, samples[20_000:], silence[:1000]])
        np.testing.assert_array_equal(data, wanted)
        self.assertEqual(messages, [acked(self.first), acked(second)])
        self.assertEqual(account, (30_000, 0, 0))

    def test_what_the_card_has_no_value_for_becomes_the_nearest(self):
        inf, nan = np.inf, np.nan
        odd = [2, -2, inf, -inf, nan, 0.5 / 32768, 1.5 / 32768, -1.6 / 32768, -1, 1]
        wanted = [32767, -32768, 32767, -32768, 0, 0, 2, -2, -32768, 32767]
        samples = np.array(odd, np.float32).view(np.complex64)
        data, _, account = self.sent(samples, burst(0, 4, self.first), 5, 1)
        np.testing.assert_array_equal(data.view(np.float32) * 32768, wanted)
        self.assertEqual(account, (5, 0, 0))

    def test_a_burst_of_one_sample_and_one_behind_it_without_a_time(self):
        tags = burst(0, 0, self.first) + burst(1, 1) + burst(2, 9)
        data, messages, account = self.sent(noise(10), tags, 20, 3)
        # Those without a time are sent one behind the other, as soon as they are there.
        np.testing.assert_array_equal(data, np.concatenate([noise(10), np.zeros(10, np.complex64)]))
        self.assertEqual(messages, [acked(self.first), acked(), acked()])
        self.assertEqual(account, (10, 0, 0))

    def test_bursts_of_a_length_are_sent_and_nothing_else(self):
        samples = noise(9000)
        second, third = self.first + 5000 * CYCLES, self.first + 8000 * CYCLES
        length = "packet_len"
        # 1000 samples outside; a burst; 500 outside; one that is cut short by the next one.
        tags = [tag(1000, length, pmt.from_long(3000)), tag(1000, "tx_time", at(self.first))]
        tags += [tag(4500, length, pmt.from_long(2500)), tag(4500, "tx_time", at(second))]
        tags += [tag(6000, length, pmt.from_long(3000)), tag(6000, "tx_time", at(third))]
        data, messages, account = self.sent(samples, tags, 12_000, 3, length_tag=length)
        wanted = np.zeros(12_000, np.complex64)
        wanted[:3000] = samples[1000:4000]
        wanted[5000:6500] = samples[4500:6000]
        wanted[8000:11_000] = samples[6000:]
        np.testing.assert_array_equal(data, wanted)
        gaps = sum(more["samples"] for code, more in messages if code == "tag_gap")
        self.assertEqual(gaps, 1500)
        self.assertEqual([code for code, _ in messages].count("tag_preemption"), 1)
        acks = [message for message in messages if message[0] == "burst_ack"]
        self.assertEqual(acks, [acked(self.first), acked(second), acked(third)])
        self.assertEqual(account, (7500, 0, 0))

    def test_a_time_that_was_said_outside_of_bursts_is_none_of_the_next_one(self):
        length = "packet_len"
        for starts in (False, True):
            self.device = Device(CARD)
            self.first = self.device.time() + AHEAD
            start = self.first if starts else None
            tags = [tag(10, "tx_time", at(self.first + CLOCK_HZ)), tag(20, length, pmt.from_long(30))]
            data, messages, account = self.sent(noise(50), tags, 40, 1, length_tag=length, start=start)
            wanted = np.zeros(40, np.complex64)
            if starts:
                wanted[:30] = noise(50)[20:]
            np.testing.assert_array_equal(data, wanted)
            self.assertIn(acked(start), messages)
            self.assertEqual(account, (30, 0, 0))

    def test_a_flowgraph_without_tags_sends_one_burst_and_ends_it(self):
        transmit = Transmit(self.device, RATE)
        for _ in range(2):
            graph = gr.top_block()
            graph.connect(blocks.vector_source_c(noise(300_000).tolist()), transmit)
            graph.run()
            # More than the ring holds; a sample of silence is its end.
            self.assertEqual(transmit.account(), (300_001, 0, 0))

    def test_a_start_that_was_said_is_that_of_the_first_sample(self):
        data, _, (sent, _, late) = self.sent(noise(5000), [], 5000, 0, start=self.first, packet=100)
        np.testing.assert_array_equal(data, noise(5000))
        self.assertEqual((sent, late), (5001, 0), "it had no end, and got one of a sample of silence, however late")


class Told(Sending):
    """What does not go well, and what is told of it."""

    def test_a_burst_that_is_late_is_told_once_and_nothing_of_it_is_sent(self):
        count = 500
        over = self.device.time() - count * CYCLES
        self.assertGreater(over, 0)
        tags = burst(0, count - 1, over) + burst(count, 2 * count - 1, self.first)
        data, messages, account = self.sent(noise(2 * count), tags, count, 2, packet=100)
        np.testing.assert_array_equal(data, noise(2 * count)[count:])
        late = ("time_error", {"channel": 0, "time_spec": over})
        self.assertEqual(messages, [late, acked(over), acked(self.first)])
        self.assertEqual(account, (count, 0, count))

    def test_a_hole_is_told_once_and_what_is_behind_it_is_in_its_place(self):
        one, gap, other = 3000, 1234, 4000
        tags = burst(0, one + other - 1, self.first)
        tags.append(tag(one, "tx_time", at(self.first + (one + gap) * CYCLES)))
        samples = noise(one + other)
        data, messages, account = self.sent(samples, tags, one + gap + other, 1)
        wanted = np.concatenate([samples[:one], np.zeros(gap, np.complex64), samples[one:]])
        np.testing.assert_array_equal(data, wanted)
        self.assertEqual(messages, [("underflow", {"channel": 0}), acked(self.first)])
        self.assertEqual(account, (one + other, gap, 0))

    def test_tags_that_are_none_are_told_and_ignored(self):
        wrong = [pmt.from_double(1.5), pmt.make_tuple(pmt.from_uint64(1)), pmt.intern("now")]
        wrong.append(pmt.make_tuple(pmt.from_uint64(1), pmt.from_double(1.5)))
        wrong.append(pmt.make_tuple(pmt.from_long(-1), pmt.from_double(0.5)))
        tags = burst(0, 9999, self.first)
        tags += [tag(1000 * (1 + number), "tx_time", value) for number, value in enumerate(wrong)]
        data, messages, account = self.sent(noise(10_000), tags, 10_000, 1)
        np.testing.assert_array_equal(data, noise(10_000))
        bad = [more["key"] for code, more in messages if code == "bad_tag"]
        self.assertEqual((bad, messages[-1]), (["tx_time"] * 5, acked(self.first)))
        self.assertEqual(account, (10_000, 0, 0))

    def test_lengths_that_are_none_are_told_and_nothing_is_sent(self):
        length = "packet_len"
        values = [pmt.from_long(0), pmt.from_long(-5), pmt.intern("many")]
        tags = [tag(1000 * number, length, value) for number, value in enumerate(values)]
        tags += [tag(3000, length, pmt.from_long(1000)), tag(3000, "tx_time", at(self.first))]
        data, messages, account = self.sent(noise(4000), tags, 1000, 1, length_tag=length)
        np.testing.assert_array_equal(data, noise(4000)[3000:])
        self.assertEqual([code for code, _ in messages].count("bad_tag"), 3)
        gaps = sum(more["samples"] for code, more in messages if code == "tag_gap")
        self.assertEqual((gaps, account), (3000, (1000, 0, 0)))
        self.assertIn(acked(self.first), messages)


class Messages(Sending):
    """The block that sends PDUs."""

    def post(self, sink, samples, **meta):
        entries = pmt.make_dict()
        for key, value in meta.items():
            entries = pmt.dict_add(entries, pmt.intern(key), value)
        pdu = pmt.cons(entries, pmt.init_c32vector(len(samples), samples.tolist()))
        sink.to_basic_block()._post(pmt.intern("pdus"), pdu)

    def test_packets_of_channels_come_back_as_they_went(self):
        channels, count, packet = 3, 5000, 700
        sink = PacketSink(self.device, RATE, packet=packet)
        graph, store = gr.top_block(), blocks.message_debug()
        graph.msg_connect(sink, "async_msgs", store, "store")
        self.begin(graph, sink)
        for channel in range(channels):
            # The first one has the time of its burst; the rest goes on behind it.
            for first, last, more in ((0, 3000, {"tx_time": at(self.first)}), (3000, count, {})):
                meta = {"channel": pmt.from_long(channel), "eob": pmt.from_bool(last == count)}
                self.post(sink, noise(count, channel)[first:last], **meta, **more)
        wrong = [pmt.PMT_T, pmt.cons(pmt.make_dict(), pmt.init_u8vector(1, [1]))]
        for pdu in wrong:
            sink.to_basic_block()._post(pmt.intern("pdus"), pdu)
        self.post(sink, noise(0))
        self.post(sink, noise(10), channel=pmt.from_long(4))
        self.post(sink, noise(10), tx_time=pmt.from_double(1.5))
        # They are taken one behind the other, so all before is written; time of the card passes behind this.
        until(lambda: store.num_messages() == 5, "all is taken")
        whys = [more["why"] for code, more in told(store) if code == "bad_pdu"]
        self.assertEqual([why.split()[0] for why in whys], ["no", "no", "no", "channel", "tx_time"])
        found = self.received(channels, count)
        until(lambda: store.num_messages() == 5 + channels, "each burst is over")
        graph.stop()
        graph.wait()
        for channel in range(channels):
            np.testing.assert_array_equal(found[channel], noise(count, channel))
            self.assertEqual(sink.account(channel), (count, 0, 0))
        acks = sorted(told(store)[5:], key=lambda message: message[1]["channel"])
        self.assertEqual(acks, [acked(self.first, channel) for channel in range(channels)])

    def received(self, channels, count):
        """So many samples of each channel from the time on, by packets."""
        source = Packets(
            self.device, RATE, 500, channels=channels, wave="air", samples=count, start=self.first, bytes_=65536
        )
        graph, store = gr.top_block(), blocks.message_debug()
        graph.msg_connect(source, "pdus", store, "store")
        self.begin(graph, source)
        packets = channels * -(-count // 500)
        until(lambda: store.num_messages() == packets, f"{packets} packets")
        graph.stop()
        graph.wait()
        found = [[] for _ in range(channels)]
        for number in range(packets):
            message = store.get_message(number)
            meta = pmt.to_python(pmt.car(message))
            self.assertEqual(meta["missing"], 0)
            found[meta["endpoint"]].append(np.array(pmt.c32vector_elements(pmt.cdr(message)), np.complex64))
        return [np.concatenate(packets) for packets in found]


class Refused(Sending):
    """What makes no sense."""

    def test_what_there_is_not(self):
        for kind in (Transmit, PacketSink):
            with self.assertRaisesRegex(ForebayError, "paper"):
                kind("paper:radio", RATE)
            with self.assertRaisesRegex(ForebayError, "nearest is 125000000"):
                kind(self.device, 200e6)
            for packet in (0, 4097):
                with self.assertRaisesRegex(ValueError, f"packet {packet}: 1 to 4096"):
                    kind(self.device, RATE, packet=packet)
            with self.assertRaisesRegex(ForebayError, "0 buffers"):
                kind(self.device, RATE, buffers=0)
        for start in (-1, 1.5, 2**64, "now"):
            for kind in (Transmit, Capture, lambda *args, **more: Packets(*args, 100, **more)):
                with self.assertRaisesRegex(ValueError, f"start {start}: 0 to 2"):
                    kind(self.device, RATE, start=start)
        sink = Transmit(self.device, RATE)
        with self.assertRaisesRegex(ForebayError, "sends already"):
            PacketSink(self.device, RATE)
        del sink


if __name__ == "__main__":
    unittest.main()
