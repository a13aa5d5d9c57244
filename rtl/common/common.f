// SPDX-License-Identifier: Apache-2.0
// What any block may use and that knows no bus.
+incdir+rtl/common
rtl/common/fby_fifo.sv
rtl/common/fby_queue.sv
rtl/common/fby_rr.sv
rtl/common/fby_pulses.sv
