// SPDX-License-Identifier: Apache-2.0
// The whole card around a datapath that misbehaves; top: fby_card.
-f rtl/axi/axi.f
-f rtl/reg/reg.f
-f rtl/dma/dma.f
-f rtl/stream/stream.f
-f rtl/status/status.f
-f rtl/card/space.f
-f rtl/mem/mem.f
rtl/card/fby_card_access.sv
regs/gen/fby_cards_pkg.sv
rtl/card/fby_card_chain_pkg.sv
rtl/card/fby_card_pages.sv
rtl/card/fby_card_upper.sv
rtl/card/fby_card_events.sv
rtl/card/fby_card_waits.sv
rtl/card/fby_card_status.sv
rtl/card/test/bad_datapath.sv
rtl/card/fby_card.sv
