# SPDX-License-Identifier: Apache-2.0
# The DMA engine; top: fby_dma.
-f rtl/dma/dma_back.f
-f rtl/reg/reg.f
rtl/dma/fby_dma_front_pkg.sv
rtl/dma/fby_dma_reg_front.sv
rtl/dma/fby_dma_chan_regs.sv
rtl/dma/fby_dma_perf.sv
rtl/dma/fby_dma_sgdma_regs.sv
rtl/dma/fby_dma_common_regs.sv
rtl/dma/fby_dma_config_regs.sv
rtl/dma/fby_dma_irq.sv
rtl/dma/fby_dma_msix.sv
rtl/dma/fby_dma_ctl.sv
rtl/dma/fby_dma_fetch.sv
rtl/dma/fby_dma_run.sv
rtl/dma/fby_dma_result.sv
rtl/dma/fby_dma_writeback.sv
rtl/dma/fby_dma_mailbox.sv
rtl/dma/fby_dma_events.sv
rtl/dma/fby_dma_read_limit.sv
rtl/dma/fby_dma_chan.sv
rtl/dma/fby_dma_movers.sv
rtl/dma/fby_dma.sv
