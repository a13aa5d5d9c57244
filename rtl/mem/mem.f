// SPDX-License-Identifier: Apache-2.0
// Banks of card memory.
-f rtl/common/common.f
rtl/mem/fby_mem_pkg.sv
rtl/mem/fby_mem_port_rd.sv
rtl/mem/fby_mem_port_wr.sv
rtl/mem/fby_mem_join.sv
rtl/mem/fby_mem_number.sv
rtl/mem/fby_mem_rd.sv
rtl/mem/fby_mem_wr.sv
rtl/mem/fby_mem_bank.sv
