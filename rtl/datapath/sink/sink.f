// SPDX-License-Identifier: Apache-2.0
// Takes streams in steps; top: fby_sink.
-f rtl/axi/axi.f
-f rtl/reg/reg.f
rtl/card/fby_card_pkg.sv
rtl/datapath/sink/fby_sink_regs.sv
rtl/datapath/sink/fby_sink_steps.sv
rtl/datapath/sink/fby_sink.sv
