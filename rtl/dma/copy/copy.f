# SPDX-License-Identifier: Apache-2.0
# The front end that copies by physical address. What it hands to the back end is in fby_dma_pkg.
-f rtl/axi/axi.f
-f rtl/reg/reg.f
rtl/dma/back/fby_dma_pkg.sv
rtl/dma/copy/fby_copy_pkg.sv
rtl/dma/copy/fby_copy_check.sv
rtl/dma/copy/fby_copy_regs.sv
rtl/dma/copy/fby_copy_ctl.sv
rtl/dma/copy/fby_copy.sv
