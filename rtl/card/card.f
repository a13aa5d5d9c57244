// SPDX-License-Identifier: Apache-2.0
// The whole card with everything below it; top: fby_card.
-f rtl/common/fby_common.f
-f rtl/dma/dma.f
-f rtl/stream/stream.f
-f rtl/msm/msm.f
-f rtl/status/status.f
rtl/card/fby_card_pkg.sv
rtl/card/fby_axi_err.sv
rtl/card/fby_axi_mux.sv
rtl/card/fby_axi_demux.sv
rtl/card/fby_card_mem.sv
rtl/card/fby_card_bar_axi.sv
rtl/card/fby_card_bar.sv
rtl/card/fby_card_space.sv
rtl/card/fby_loopback.sv
rtl/card/fby_card_kernel.sv
rtl/card/fby_card_events.sv
rtl/card/fby_card.sv
