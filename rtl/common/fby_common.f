// SPDX-License-Identifier: Apache-2.0
// Everything that several blocks share; packages first.
+incdir+rtl/common
regs/gen/fby_regs_pkg.sv
rtl/common/fby_axi_pkg.sv
rtl/common/fby_reg_pkg.sv
rtl/common/fby_fifo.sv
rtl/common/fby_axis_fifo.sv
rtl/common/fby_axi_wr_slice.sv
