# SPDX-License-Identifier: Apache-2.0
# The DMA engine, back end and front ends; top: fby_dma.
-f rtl/dma/back/back.f
-f rtl/dma/xdma/xdma.f
rtl/dma/fby_dma.sv
