// SPDX-License-Identifier: Apache-2.0
// User-level DMA: the front end that programs start transfers with. What it hands to the back end is in fby_dma_pkg.
-f rtl/axi/axi.f
-f rtl/common/common.f
-f rtl/reg/reg.f
rtl/dma/back/fby_dma_pkg.sv
rtl/dma/back/fby_dma_ram.sv
-f rtl/dma/udma/schemes.f
rtl/dma/udma/fby_udma_engine_pkg.sv
rtl/dma/udma/fby_udma_window.sv
rtl/dma/udma/fby_udma_slots.sv
rtl/dma/udma/fby_udma_door.sv
rtl/dma/udma/fby_udma_contexts.sv
rtl/dma/udma/fby_udma_list.sv
rtl/dma/udma/fby_udma_batch.sv
rtl/dma/udma/fby_udma_engine.sv
rtl/dma/udma/fby_udma_regs.sv
rtl/dma/udma/fby_udma.sv
