# SPDX-License-Identifier: Apache-2.0
# The schemes of user-level DMA.
regs/gen/fby_regs_pkg.sv
rtl/dma/udma/fby_udma_pkg.sv
rtl/dma/udma/fby_udma_shrimp1.sv
rtl/dma/udma/fby_udma_shrimp2.sv
rtl/dma/udma/fby_udma_flash.sv
rtl/dma/udma/fby_udma_shadow_check.sv
rtl/dma/udma/fby_udma_shadow.sv
rtl/dma/udma/fby_udma_repeat3.sv
rtl/dma/udma/fby_udma_repeat4.sv
rtl/dma/udma/fby_udma_repeat5.sv
rtl/dma/udma/fby_udma_key.sv
rtl/dma/udma/fby_udma_portal.sv
rtl/dma/udma/fby_udma_schemes.sv
