# SPDX-License-Identifier: Apache-2.0
"""GNU Radio blocks on a card with a signal source and a capture engine."""

from .capture import Capture
from .packets import Packets

__all__ = ["Capture", "Packets"]
