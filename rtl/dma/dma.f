# SPDX-License-Identifier: Apache-2.0
# The DMA engine: back end, front ends, interrupts; top: fby_dma.
-f rtl/dma/back/back.f
-f rtl/irq/irq.f
-f rtl/dma/xdma/xdma.f
-f rtl/dma/copy/copy.f
regs/gen/fby_cards_pkg.sv
rtl/dma/fby_dma_front_ends.sv
rtl/dma/fby_dma.sv
