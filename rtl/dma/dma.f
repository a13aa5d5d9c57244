# SPDX-License-Identifier: Apache-2.0
# The DMA engine: back end, front ends, interrupts; top: fby_dma.
-f rtl/dma/back/back.f
-f rtl/irq/irq.f
-f regs/gen/front_ends.f
rtl/dma/fby_dma.sv
