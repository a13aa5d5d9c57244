# SPDX-License-Identifier: Apache-2.0
"""What tests of flowgraphs that send share: a source that does not end by itself, and a wait for a flowgraph."""

import threading
import time

import numpy as np
from gnuradio import gr

DEADLINE_S = 60


class Held(gr.sync_block):
    """Gives samples with their tags, and does not end before it is let go: a sink that ends waits for what it sends."""

    def __init__(self, samples, tags=()):
        gr.sync_block.__init__(self, "held", in_sig=None, out_sig=[np.complex64])
        self._samples = samples
        self._tags = tags
        self._at = 0
        self._go = threading.Event()

    def start(self):
        """The flowgraph begins."""
        for offset, key, value in self._tags:
            self.add_item_tag(0, offset, key, value)
        return True

    def let_go(self):
        """It may end."""
        self._go.set()

    def work(self, input_items, output_items):
        """What the scheduler calls."""
        if self._at == len(self._samples):
            return -1 if self._go.wait(0.1) else 0
        part = self._samples[self._at : self._at + len(output_items[0])]
        output_items[0][: len(part)] = part
        self._at += len(part)
        return len(part)


def until(holds, what):
    """Waits until something that a flowgraph does in its own threads is so."""
    end = time.monotonic() + DEADLINE_S
    pause = threading.Event()
    while not holds():
        if time.monotonic() > end:
            raise AssertionError(f"it does not come to it: {what}")
        pause.wait(0.005)
