# SPDX-License-Identifier: Apache-2.0
"""GNU Radio blocks on a card that receives and sends."""

from .capture import Capture
from .device import Device
from .packet_sink import PacketSink
from .packets import Packets
from .transmit import Transmit

__all__ = ["Capture", "Device", "PacketSink", "Packets", "Transmit"]
