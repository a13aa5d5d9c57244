// SPDX-License-Identifier: Apache-2.0
// Where the pages of registers lie; top: fby_card_pages.
-f rtl/axi/axi.f
-f rtl/reg/reg.f
regs/gen/fby_cards_pkg.sv
rtl/card/fby_card_pages.sv
