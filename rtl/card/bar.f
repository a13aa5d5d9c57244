// SPDX-License-Identifier: Apache-2.0
// Card memory, and the bridge from the BARs to it and to the registers; top: fby_card_bar.
-f rtl/axi/axi.f
-f rtl/reg/reg.f
rtl/card/fby_card_pkg.sv
rtl/card/fby_card_mem.sv
rtl/card/fby_card_bar_axi.sv
rtl/card/fby_card_bar.sv
