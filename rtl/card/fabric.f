// SPDX-License-Identifier: Apache-2.0
// The buses of the card without what hangs on them.
-f rtl/common/fby_common.f
rtl/card/fby_axi_err.sv
rtl/card/fby_axi_mux.sv
rtl/card/fby_axi_demux.sv
rtl/card/fby_card_mem.sv
rtl/card/fby_card_bar_axi.sv
rtl/card/fby_card_bar.sv
