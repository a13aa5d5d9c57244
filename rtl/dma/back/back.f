# SPDX-License-Identifier: Apache-2.0
# DMA back end: requests to bursts to answers; tops: fby_dma_h2c_movers, fby_dma_c2h_movers, fby_dma_status_writer, fby_dma_host.
-f rtl/axi/axi.f
-f rtl/reg/reg.f
rtl/dma/back/fby_dma_pkg.sv
rtl/dma/back/fby_dma_back_pkg.sv
rtl/dma/back/fby_dma_tags.sv
rtl/dma/back/fby_dma_rsp.sv
rtl/dma/back/fby_dma_split.sv
rtl/dma/back/fby_dma_ram.sv
rtl/dma/back/fby_dma_rd.sv
rtl/dma/back/fby_dma_gate.sv
rtl/dma/back/fby_dma_align.sv
rtl/dma/back/fby_dma_src.sv
rtl/dma/back/fby_dma_take_note.sv
rtl/dma/back/fby_dma_take.sv
rtl/dma/back/fby_dma_wr_cut.sv
rtl/dma/back/fby_dma_wr_issue.sv
rtl/dma/back/fby_dma_wr_track.sv
rtl/dma/back/fby_dma_dst.sv
rtl/dma/back/fby_dma_copy.sv
rtl/dma/back/fby_dma_mm2s.sv
rtl/dma/back/fby_dma_s2mm.sv
rtl/dma/back/fby_dma_h2c.sv
rtl/dma/back/fby_dma_h2h.sv
rtl/dma/back/fby_dma_share.sv
rtl/dma/back/fby_dma_shares.sv
rtl/dma/back/fby_dma_pulses.sv
rtl/dma/back/fby_dma_c2h.sv
rtl/dma/back/fby_dma_read_limit.sv
rtl/dma/back/fby_dma_status_writer.sv
rtl/dma/back/fby_dma_h2c_movers.sv
rtl/dma/back/fby_dma_c2h_movers.sv
rtl/dma/back/fby_dma_host.sv
