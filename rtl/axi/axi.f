// SPDX-License-Identifier: Apache-2.0
// Buses: their types, and what splits, joins and steadies them.
-f rtl/common/common.f
rtl/axi/fby_axi_pkg.sv
rtl/axi/fby_axis_fifo.sv
rtl/axi/fby_axi_wr_slice.sv
rtl/axi/fby_axi_arb_rd.sv
rtl/axi/fby_axi_arb_wr.sv
rtl/axi/fby_axi_err_rd.sv
rtl/axi/fby_axi_err_wr.sv
rtl/axi/fby_axi_decode.sv
rtl/axi/fby_axi_demux_rd.sv
rtl/axi/fby_axi_demux_wr.sv
rtl/axi/fby_axi_xbar.sv
rtl/axi/fby_axi_quiesce.sv
