// SPDX-License-Identifier: Apache-2.0
// The register bus, the registers of the description, and the bridge from a BAR to them.
-f rtl/axi/axi.f
regs/gen/fby_regs_pkg.sv
rtl/reg/fby_reg_pkg.sv
rtl/reg/fby_reg_bridge.sv
