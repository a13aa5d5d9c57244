// SPDX-License-Identifier: Apache-2.0
// Transmit part of a radio; top: fby_transmit.
-f rtl/axi/axi.f
-f rtl/reg/reg.f
-f rtl/common/common.f
rtl/datapath/source/fby_source_pkg.sv
rtl/datapath/transmit/fby_transmit_pkg.sv
rtl/datapath/transmit/fby_transmit_ring.sv
rtl/datapath/transmit/fby_transmit_sort.sv
rtl/datapath/transmit/fby_transmit_play.sv
rtl/datapath/transmit/fby_transmit_account.sv
rtl/datapath/transmit/fby_transmit_regs.sv
rtl/datapath/transmit/fby_transmit.sv
