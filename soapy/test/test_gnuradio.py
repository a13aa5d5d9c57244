# SPDX-License-Identifier: Apache-2.0
"""GNU Radio's own Soapy source and sink on the module: what they make of a tone, and what of each other."""

import os
import unittest
from pathlib import Path

import numpy as np
import pmt
from cards import CARD
from gnuradio import blocks, gr, soapy
from held import Held, until

RATE = 1e6
# A line of the spectrum, and no simple part of the rate.
TONE_HZ = 504 / 4096 * RATE


def captured(wave, samples):
    """(samples, tags) of a flowgraph that ends by itself."""
    graph = gr.top_block()
    source = soapy.source(f"driver=forebay,card={CARD}", "fc32", 1, "", "bytes=65536,buffers=8", [""], [""])
    source.set_sample_rate(0, RATE)
    source.write_setting("wave", wave)
    source.write_setting("tone_hz", str(TONE_HZ))
    head = blocks.head(gr.sizeof_gr_complex, samples)
    sink = blocks.vector_sink_c()
    graph.connect(source, head, sink)
    graph.run()
    return np.array(sink.data()), sink.tags()


def pairs_of(words):
    """Words of 32 bits as a flowgraph has samples."""
    return words.view(np.int16).astype(np.float32) / 32768


class Flowgraph(unittest.TestCase):
    """Headless flowgraphs."""

    def test_every_sample_of_a_ramp_comes_through(self):
        samples = 200_000
        data, tags = captured("ramp", samples)
        words = np.arange(samples, dtype=np.uint32)
        np.testing.assert_array_equal(data.astype(np.complex64).view(np.float32), pairs_of(words))
        keys = [pmt.symbol_to_string(tag.key) for tag in tags if tag.offset == 0]
        self.assertIn("rx_time", keys)
        self.assertIn("rx_rate", keys)

    def test_a_tone_is_where_it_was_put(self):
        size = 4096
        data, _ = captured("tone", 64 * size)
        window = np.hanning(size)
        power = np.mean(np.abs(np.fft.fft(data.reshape(-1, size) * window)) ** 2, axis=0)
        line = int(np.argmax(power))
        self.assertEqual(line, round(TONE_HZ / RATE * size))
        decibels = 10 * np.log10(power / power.max() + 1e-20)
        # All that is not the line and the width of the window.
        beside = np.abs((np.arange(size) - line + size // 2) % size - size // 2) > 4
        self.assertLess(decibels[beside].max(), -80)
        plotted(decibels)

    def test_a_source_receives_what_a_sink_sends_on_the_same_card(self):
        count, silent = 50_000, 500
        words = np.random.default_rng(5).integers(1, 2**31, count, np.uint32)
        card = f"driver=forebay,card={CARD}"
        sink = soapy.sink(card, "fc32", 1, "", "buffers=64", [""], [""])
        source = soapy.source(card, "fc32", 1, "", "bytes=65536,buffers=16", [""], [""])
        for block in (sink, source):
            block.set_sample_rate(0, RATE)
        first = source.get_hardware_time("") // 4 * 4 + 10_000_000
        sink.write_setting("tx_start_ns", str(first))
        sends, held = gr.top_block(), Held(pairs_of(words).view(np.complex64))
        sends.connect(held, sink)
        sends.start()
        until(lambda: sink.nitems_read(0) == count, "all is written")
        # Here time of the card passes.
        source.write_setting("loop", "true")
        source.write_setting("start_ns", str(first))
        receives, data = gr.top_block(), blocks.vector_sink_c()
        receives.connect(source, blocks.head(gr.sizeof_gr_complex, count + silent), data)
        receives.run()
        held.let_go()
        sends.wait()
        wanted = np.concatenate([pairs_of(words), np.zeros(2 * silent, np.float32)])
        np.testing.assert_array_equal(np.array(data.data(), np.complex64).view(np.float32), wanted)


def plotted(decibels):
    """The spectrum as a picture where FOREBAY_SPECTRUM says."""
    place = os.environ.get("FOREBAY_SPECTRUM")
    if not place:
        return
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    size = len(decibels)
    figure, axes = pyplot.subplots(figsize=(9, 4))
    axes.plot(np.fft.fftshift(np.fft.fftfreq(size, 1 / RATE)) / 1e3, np.fft.fftshift(decibels), linewidth=0.8)
    axes.set_xlabel("frequency, kHz")
    axes.set_ylabel("power, dB below the tone")
    axes.set_title("A tone at 123.05 kHz, captured at 1 MS/s through GNU Radio's Soapy source")
    axes.grid(alpha=0.3)
    figure.tight_layout()
    figure.savefig(Path(place), dpi=100)


if __name__ == "__main__":
    unittest.main()
