# SPDX-License-Identifier: Apache-2.0
"""How a block ends that nobody has told to end."""

import sys

import pmt


def tell(block, error):
    """Says what has ended a block: an error that got into the scheduler would leave the flowgraph waiting for it."""
    print(f"{block.name()}: {error}", file=sys.stderr)


def finish(block):
    """Ends a block without streams, which is over when it is told so."""
    block.to_basic_block()._post(pmt.intern("system"), pmt.cons(pmt.intern("done"), pmt.from_long(1)))
