# SPDX-License-Identifier: Apache-2.0
# The engine that the bench of the transmit engine drives.
-f rtl/dma/dma.f
