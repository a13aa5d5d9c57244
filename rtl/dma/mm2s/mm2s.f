# SPDX-License-Identifier: Apache-2.0
# The front end that sends buffers into a stream. What it hands to the back end is in fby_dma_pkg.
-f rtl/dma/pairs/pairs.f
rtl/dma/mm2s/fby_mm2s.sv
