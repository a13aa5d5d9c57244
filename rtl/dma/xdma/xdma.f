# SPDX-License-Identifier: Apache-2.0
# The front end with the XDMA register map. What it hands to the back end is in fby_dma_pkg.
-f rtl/axi/axi.f
-f rtl/reg/reg.f
rtl/dma/back/fby_dma_pkg.sv
rtl/dma/xdma/fby_xdma_pkg.sv
rtl/dma/xdma/fby_xdma_reg_front.sv
rtl/dma/xdma/fby_xdma_chan_regs.sv
rtl/dma/xdma/fby_xdma_perf.sv
rtl/dma/xdma/fby_xdma_sgdma_regs.sv
rtl/dma/xdma/fby_xdma_common_regs.sv
rtl/dma/xdma/fby_xdma_config_regs.sv
rtl/dma/xdma/fby_xdma_ctl.sv
rtl/dma/xdma/fby_xdma_fetch_size.sv
rtl/dma/xdma/fby_xdma_fetch.sv
rtl/dma/xdma/fby_xdma_doorbell.sv
rtl/dma/xdma/fby_xdma_run.sv
rtl/dma/xdma/fby_xdma_result.sv
rtl/dma/xdma/fby_xdma_writeback.sv
rtl/dma/xdma/fby_xdma_events.sv
rtl/dma/xdma/fby_xdma_chan.sv
rtl/dma/xdma/fby_xdma.sv
