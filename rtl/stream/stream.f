// SPDX-License-Identifier: Apache-2.0
-f rtl/axi/axi.f
-f rtl/reg/reg.f
rtl/stream/fby_stream_pkg.sv
rtl/stream/fby_stream_port.sv
rtl/stream/fby_stream_close.sv
rtl/stream/fby_stream_pack.sv
rtl/stream/fby_stream_regs.sv
