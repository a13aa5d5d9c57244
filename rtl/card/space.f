// SPDX-License-Identifier: Apache-2.0
// The card address space, and the aperture in front of it; tops: fby_card_space, fby_card_aperture.
-f rtl/axi/axi.f
-f rtl/reg/reg.f
-f rtl/stream/stream.f
rtl/card/fby_card_pkg.sv
rtl/card/fby_card_mem.sv
rtl/card/fby_card_path.sv
rtl/card/fby_card_room.sv
rtl/card/fby_card_space.sv
rtl/card/fby_card_aperture_wr.sv
rtl/card/fby_card_aperture_rd.sv
rtl/card/fby_card_aperture.sv
