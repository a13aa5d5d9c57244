# SPDX-License-Identifier: Apache-2.0
# The front end that takes a stream into buffers. What it hands to the back end is in fby_dma_pkg.
-f rtl/dma/pairs/pairs.f
rtl/dma/s2mm/fby_s2mm.sv
