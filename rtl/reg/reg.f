// SPDX-License-Identifier: Apache-2.0
// The register bus, and the registers of the description.
regs/gen/fby_regs_pkg.sv
rtl/reg/fby_reg_pkg.sv
