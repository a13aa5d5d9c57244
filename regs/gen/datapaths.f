// SPDX-License-Identifier: Apache-2.0
// Generated from the SystemRDL in regs/ by `python regs/generate.py`; edit the description instead.
// Every datapath of the card table, and the module that holds one of them; top: fby_card_datapath.
-f rtl/datapath/loopback/loopback.f
-f rtl/datapath/sink/sink.f
-f rtl/datapath/source/source.f
-f rtl/datapath/msm/msm.f
regs/gen/fby_card_datapath.sv
