// SPDX-License-Identifier: Apache-2.0
// Ports of card memory and their rules, for proofs and benches.
-f rtl/mem/mem.f
rtl/mem/formal/fby_mem_rd_props.sv
rtl/mem/formal/fby_mem_wr_props.sv
