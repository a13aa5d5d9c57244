// SPDX-License-Identifier: Apache-2.0
// Generated from the SystemRDL in regs/ by `python regs/generate.py`; edit the description instead.
// Every front end of the card table, and the module that holds them; top: fby_dma_front_ends.
-f rtl/dma/back/back.f
-f rtl/dma/xdma/xdma.f
-f rtl/dma/copy/copy.f
-f rtl/dma/udma/udma.f
-f rtl/dma/s2mm/s2mm.f
-f rtl/dma/mm2s/mm2s.f
regs/gen/fby_cards_pkg.sv
regs/gen/fby_dma_front_ends.sv
