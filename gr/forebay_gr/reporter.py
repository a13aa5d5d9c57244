# SPDX-License-Identifier: Apache-2.0
"""What becomes of what is sent, as messages."""

import threading

import pmt

from .ends import finish, tell
from .library import ForebayError, lib

PORT = pmt.intern("async_msgs")
# What gr-uhd's sink calls what became of bursts.
EVENTS = {
    lib.FOREBAY_EVENT_UNDERRUN: "underflow",
    lib.FOREBAY_EVENT_LATE: "time_error",
    lib.FOREBAY_EVENT_SENT: "burst_ack",
}
# How often it is looked. By the wall's clock, so that no time of a simulated card passes by it.
LOOK_SECONDS = 0.01


class Reporter:
    """Runs a block's transmit engine, and publishes what becomes of its bursts at the port async_msgs."""

    def __init__(self, block, engine, device):
        self._block, self._engine, self._device = block, engine, device
        block.message_port_register_out(PORT)
        self._ends = threading.Event()
        self._thread = None
        # An error has ended it.
        self.failed = False

    def start(self):
        """The flowgraph begins."""
        self.failed = False
        try:
            self._engine.start()
        except ForebayError as error:
            self.fail(error)
            return
        self._ends.clear()
        self._thread = threading.Thread(target=self._run, name="forebay_reporter")
        self._thread.start()

    def stop(self):
        """The flowgraph ends: what was given is sent, as far as that is possible."""
        if self._thread is None:
            return
        self._ends.set()
        self._thread.join()
        self._thread = None
        try:
            if not self._finish():
                self.tell("not_sent")
                self._engine.clear()
        except ForebayError as error:
            self.fail(error)

    def _finish(self):
        """Whether all that was given was sent."""
        try:
            sent = self._engine.stop()
            self._publish()
        except ForebayError as error:
            self.fail(error)
            return False
        return sent

    def fail(self, error):
        """Nothing more is sent, for that reason; the first one is told."""
        if not self.failed:
            self.failed = True
            tell(self._block, error)
            finish(self._block)

    def tell(self, code, **more):
        """Publishes a message as that of gr-uhd's sink: what happened, in a dictionary."""
        entries = pmt.dict_add(pmt.make_dict(), pmt.intern("event_code"), pmt.list1(pmt.intern(code)))
        for key, value in more.items():
            entries = pmt.dict_add(entries, pmt.intern(key), value)
        self._block.message_port_pub(PORT, pmt.cons(pmt.intern("forebay_async_msg"), entries))

    def account(self, channel):
        """(sent, missed, late) samples of a channel since the flowgraph began, as the card counts them."""
        account = self._engine.account(channel)
        return account.sent, account.missed, account.late

    def _run(self):
        try:
            while not self._ends.wait(LOOK_SECONDS):
                self._publish()
        except ForebayError as error:
            self.fail(error)

    def _publish(self):
        while (event := self._engine.event()) is not None:
            more = {}
            if event.has_time:
                seconds, fraction = self._device.seconds(event.time)
                more["time_spec"] = pmt.cons(pmt.from_long(seconds), pmt.from_double(fraction))
            for channel in range(event.channels.bit_length()):
                if event.channels >> channel & 1:
                    self.tell(EVENTS[event.what], channel=pmt.from_long(channel), **more)


def time_of(value, device):
    """The cycle of a time as tags and PDUs have it, a pair of seconds and a fraction; None if it is none."""
    if not pmt.is_tuple(value) or pmt.length(value) != 2:
        return None
    seconds, fraction = (pmt.to_python(pmt.tuple_ref(value, at)) for at in (0, 1))
    if not isinstance(seconds, int) or not isinstance(fraction, float) or not (seconds >= 0 and 0 <= fraction < 1):
        return None
    cycles = device.cycles(seconds, fraction)
    return cycles if cycles < 2**64 else None
