// SPDX-License-Identifier: Apache-2.0
// Signal source; top: fby_source.
-f rtl/axi/axi.f
-f rtl/reg/reg.f
-f rtl/common/common.f
rtl/card/fby_card_pkg.sv
rtl/datapath/source/fby_source_pkg.sv
-f rtl/datapath/transmit/transmit.f
rtl/datapath/source/fby_source_command.sv
rtl/datapath/source/fby_source_wave.sv
rtl/datapath/source/fby_source_lane.sv
rtl/datapath/source/fby_source_account.sv
rtl/datapath/source/fby_source_chdr.sv
rtl/datapath/source/fby_source_regs.sv
rtl/datapath/source/fby_source.sv
