// SPDX-License-Identifier: Apache-2.0
// The whole card with everything below it; top: fby_card.
-f rtl/axi/axi.f
-f rtl/reg/reg.f
-f rtl/dma/dma.f
-f rtl/stream/stream.f
-f rtl/datapath/loopback/loopback.f
-f rtl/datapath/msm/msm.f
-f rtl/status/status.f
-f rtl/card/bar.f
rtl/card/fby_card_room.sv
rtl/card/fby_card_space.sv
rtl/card/fby_card_kernel.sv
rtl/card/fby_card_events.sv
rtl/card/fby_card.sv
