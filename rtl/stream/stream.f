// SPDX-License-Identifier: Apache-2.0
-f rtl/common/fby_common.f
rtl/stream/fby_stream_pkg.sv
rtl/stream/fby_stream_rderr.sv
rtl/stream/fby_stream_window.sv
rtl/stream/fby_stream_regs.sv
