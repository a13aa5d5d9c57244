# SPDX-License-Identifier: Apache-2.0
"""Flowgraphs that cannot begin, are stopped at any moment and run again: each ends, and the next has every sample."""

import subprocess
import sys
import unittest
from pathlib import Path

import numpy as np
from forebay_gr import Capture, Packets
from gnuradio import blocks, gr

CARD = "fast:radio"


def ramp(count, first=0):
    """Samples of a ramp as a flowgraph has them."""
    words = np.arange(first, first + count, dtype=np.uint32) & 0x0FFF_FFFF
    return (words.view(np.int16) / np.float32(32768)).astype(np.float32).view(np.complex64)


def run_program(text):
    """Runs it by itself, since what goes wrong in a thread of the scheduler may end a program."""
    folder = Path(__file__).resolve().parents[1]
    return subprocess.run(
        [sys.executable, "-c", text], cwd=folder, capture_output=True, text=True, timeout=60, check=False
    )


class Ends(unittest.TestCase):
    """However it ends."""

    def test_a_flowgraph_that_is_stopped_at_any_moment_runs_again(self):
        source = Capture(CARD, 10e6, wave="ramp", buffers=8, bytes_=4096)
        for wanted in (0, 1, 900, 5000, 100_000, 0):
            graph, sink = gr.top_block(), blocks.vector_sink_c()
            graph.connect(source, sink)
            graph.start()
            while source.nitems_written(0) < wanted:
                pass
            graph.stop()
            graph.wait()
            data = np.array(sink.data(), np.complex64)
            np.testing.assert_array_equal(data, ramp(len(data)))
            produced, kept, lost = source.account()
            self.assertEqual(produced, kept + lost)
            self.assertGreaterEqual(kept, len(data))

    def test_packets_of_a_burst_end_the_flowgraph(self):
        source = Packets(CARD, 1e6, 100, channels=2, wave="ramp", samples=1000)
        graph, store = gr.top_block(), blocks.message_debug()
        graph.msg_connect(source, "pdus", store, "store")
        for runs in (1, 2):
            graph.start()
            graph.wait()
            self.assertEqual(store.num_messages(), 20 * runs)

    def test_a_start_that_is_over_ends_the_flowgraph_with_its_reason(self):
        program = """
import sys
from forebay_gr import Capture
from gnuradio import blocks, gr
source = Capture("fast:radio", 10e6, wave="ramp", samples=1000, start=1)
graph, sink = gr.top_block(), blocks.vector_sink_c()
graph.connect(source, sink)
try:
    graph.run()
except Exception as error:
    print(error)
print("samples:", len(sink.data()))
"""
        run = run_program(program)
        self.assertIn("nothing was captured", run.stdout + run.stderr)
        self.assertIn("samples: 0", run.stdout, run.stderr)

    def test_errors_end_a_flowgraph_that_sends_with_their_reason(self):
        # Whatever goes wrong: the start, a packet, or what is told of bursts.
        program = """
from unittest import mock
from forebay_gr import Packets, PacketSink, Transmit
from forebay_gr.engines import TransmitEngine
from forebay_gr.library import ForebayError
from gnuradio import blocks, gr
for name in ("start", "send", "event"):
    with mock.patch.object(TransmitEngine, name, side_effect=ForebayError(f"no {name}")):
        graph, source = gr.top_block(), blocks.null_source(gr.sizeof_gr_complex)
        graph.connect(source, Transmit("fast:radio", 1e6))
        graph.run()
        graph, source = gr.top_block(), Packets("fast:radio", 1e6, 100, samples=1000)
        graph.msg_connect(source, "pdus", PacketSink("fast:radio", 1e6), "pdus")
        graph.run()
"""
        run = run_program(program)
        self.assertEqual(run.returncode, 0, run.stderr)
        for block in ("forebay_transmit", "forebay_packet_sink"):
            for name in ("start", "send", "event"):
                self.assertEqual(run.stderr.count(f"{block}: no {name}"), 1, run.stderr)
        self.assertNotIn("Traceback", run.stderr)


if __name__ == "__main__":
    unittest.main()
