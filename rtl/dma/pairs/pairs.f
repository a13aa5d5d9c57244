# SPDX-License-Identifier: Apache-2.0
# What front ends have in common that are told where to go by pairs of an address and a length.
-f rtl/axi/axi.f
-f rtl/reg/reg.f
rtl/dma/back/fby_dma_pkg.sv
rtl/dma/pairs/fby_pairs_pkg.sv
rtl/dma/pairs/fby_pairs_queue.sv
rtl/dma/pairs/fby_pairs_run.sv
rtl/dma/pairs/fby_pairs_regs.sv
rtl/dma/pairs/fby_pairs_record.sv
rtl/dma/pairs/fby_pairs_buffer_regs.sv
rtl/dma/pairs/fby_pairs.sv
