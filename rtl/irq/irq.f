# SPDX-License-Identifier: Apache-2.0
# Interrupt lines and messages; top: fby_irq.
-f rtl/reg/reg.f
-f rtl/axi/axi.f
rtl/dma/back/fby_dma_pkg.sv
rtl/irq/fby_irq_lines.sv
rtl/irq/fby_irq_table.sv
rtl/irq/fby_irq.sv
