# SPDX-License-Identifier: Apache-2.0
"""The blocks that receive in headless flowgraphs: every sample, its tags, the gaps, the packets."""

import unittest

import numpy as np
import pmt
from forebay_gr import Capture, Packets
from forebay_gr.library import ForebayError
from gnuradio import blocks, gr
from held import until

CARD = "fast:radio"
CLOCK_HZ = 250_000_000


def ramp(count, first=0, channel=0):
    """Samples of a ramp as a flowgraph has them."""
    words = (np.arange(first, first + count, dtype=np.uint32) & 0x0FFF_FFFF) | np.uint32(channel << 28)
    return (words.view(np.int16) / np.float32(32768)).astype(np.float32).view(np.complex64)


def tags_of(sink):
    """{offset: {key: value}} of the tags that arrived."""
    found = {}
    for tag in sink.tags():
        found.setdefault(tag.offset, {})[pmt.symbol_to_string(tag.key)] = tag.value
    return found


class Samples(unittest.TestCase):
    """The block that gives samples."""

    def run_graph(self, source, *between):
        graph = gr.top_block()
        sink = blocks.vector_sink_c()
        messages = blocks.message_debug()
        graph.connect(source, *between, sink)
        graph.msg_connect(source, "async_msgs", messages, "store")
        graph.run()
        return np.array(sink.data(), np.complex64), tags_of(sink), messages

    def test_a_burst_arrives_sample_for_sample_and_ends_the_flowgraph(self):
        # More than a buffer, and no multiple of one nor of what the scheduler takes at once.
        samples, start = 100_003, 5_000_000
        source = Capture(CARD, 10e6, wave="ramp", samples=samples, start=start)
        data, tags, messages = self.run_graph(source)
        np.testing.assert_array_equal(data, ramp(samples))
        self.assertEqual(sorted(tags), [0, samples - 1])
        self.assertEqual(pmt.to_python(tags[0]["rx_time"]), (0, start / CLOCK_HZ))
        self.assertAlmostEqual(pmt.to_double(tags[0]["rx_rate"]), 10e6, delta=10)
        self.assertEqual(list(tags[samples - 1]), ["rx_eob"])
        self.assertEqual(messages.num_messages(), 0)
        self.assertEqual(source.account(), (samples, samples, 0))

    def test_a_flowgraph_that_runs_again_captures_again(self):
        source = Capture(CARD, 10e6, wave="ramp", samples=5000)
        for _ in range(2):
            data, *_ = self.run_graph(source)
            np.testing.assert_array_equal(data, ramp(5000))

    def test_each_gap_is_told_once_with_what_is_missing(self):
        # By the wall's clock, in front of a block that takes a twentieth of what comes.
        samples = 20_000_000
        source = Capture("paced:radio", 10e6, wave="ramp", samples=samples, buffers=2, bytes_=4096)
        data, tags, messages = self.run_graph(source, blocks.throttle(gr.sizeof_gr_complex, 0.5e6))
        told = [pmt.to_python(pmt.cdr(messages.get_message(at))) for at in range(messages.num_messages())]
        self.assertTrue(told, "it is overloaded")
        self.assertEqual({entry["overflows"] for entry in told}, {1})
        gaps = sorted(offset for offset, keys in tags.items() if "rx_time" in keys)
        began = gaps[:1] == [0] and len(gaps) == len(told) + 1
        self.assertTrue(began or len(gaps) == len(told), f"{len(gaps)} times, {len(told)} gaps")
        pairs = np.rint(data.view(np.float32) * 32768).astype(np.int16)
        words = pairs.view(np.uint32).astype(np.int64)
        missing = np.diff(words, prepend=-1) - 1
        self.assertEqual([int(gap) for gap in missing[missing != 0]], [entry["lost"] for entry in told])
        produced, kept, lost = source.account()
        self.assertEqual((produced, kept, produced - kept), (samples, len(data), lost))
        self.assertGreaterEqual(lost, sum(entry["lost"] for entry in told))


class Messages(unittest.TestCase):
    """The block that gives packets."""

    def test_packets_of_channels_come_apart(self):
        channels, per_channel, packet, endpoint = 3, 10_000, 700, 40
        source = Packets(
            CARD, 1e6, packet, channels=channels, wave="ramp", samples=per_channel, endpoint=endpoint, bytes_=4096
        )
        graph = gr.top_block()
        store = blocks.message_debug()
        graph.msg_connect(source, "pdus", store, "store")
        graph.start()
        wanted = channels * -(-per_channel // packet)
        source._thread.join()
        # What is posted lies in the store's queue, and a flowgraph that is stopped leaves it there.
        until(lambda: store.num_messages() == wanted, f"{wanted} packets")
        graph.stop()
        graph.wait()
        self.assertEqual(store.num_messages(), wanted)
        samples = {endpoint + channel: [] for channel in range(channels)}
        first = None
        for at in range(wanted):
            message = store.get_message(at)
            meta, vector = pmt.to_python(pmt.car(message)), np.array(pmt.c32vector_elements(pmt.cdr(message)))
            before = sum(map(len, samples[meta["endpoint"]]))
            first = meta["time"] if first is None else first
            self.assertEqual(meta["sequence"], len(samples[meta["endpoint"]]))
            self.assertEqual(meta["missing"], 0)
            # A sample every 250 cycles, to a cycle.
            self.assertLessEqual(abs(meta["time"] - first - 250 * before), 1)
            samples[meta["endpoint"]].append(vector)
            self.assertEqual(meta["eob"], before + len(vector) == per_channel)
        for channel in range(channels):
            data = np.concatenate(samples[endpoint + channel]).astype(np.complex64)
            np.testing.assert_array_equal(data, ramp(per_channel, 0, channel))


class Refused(unittest.TestCase):
    """What makes no sense."""

    def test_what_there_is_not(self):
        with self.assertRaisesRegex(ForebayError, "paper"):
            Capture("paper:radio", 1e6)
        with self.assertRaisesRegex(ForebayError, "nearest is 125000000"):
            Capture(CARD, 200e6)
        with self.assertRaisesRegex(ForebayError, "100 bytes"):
            Capture(CARD, 1e6, bytes_=100)
        with self.assertRaisesRegex(ValueError, "square"):
            Capture(CARD, 1e6, wave="square")
        with self.assertRaisesRegex(ValueError, "square"):
            Packets(CARD, 1e6, 100, wave="square")


if __name__ == "__main__":
    unittest.main()
