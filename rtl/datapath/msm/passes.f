// SPDX-License-Identifier: Apache-2.0
// Several adders, windows in passes, sums on the card; top: fby_msm_engine.
-f rtl/axi/axi.f
-f rtl/reg/reg.f
rtl/card/fby_card_pkg.sv
-f rtl/datapath/msm/arith.f
-f rtl/mem/mem.f
-f rtl/datapath/msm/prepare.f
rtl/datapath/msm/fby_msm_pkg.sv
rtl/datapath/msm/fby_msm_unpack_scalars.sv
rtl/datapath/msm/fby_msm_unpack_points.sv
rtl/datapath/msm/fby_msm_busy.sv
rtl/datapath/msm/fby_msm_hold.sv
rtl/datapath/msm/fby_msm_ready.sv
rtl/datapath/msm/fby_msm_hazard.sv
rtl/datapath/msm/fby_msm_bucket.sv
rtl/datapath/msm/fby_msm_reduce.sv
rtl/datapath/msm/fby_msm_readout.sv
rtl/datapath/msm/fby_msm_cut.sv
rtl/datapath/msm/fby_msm_lane.sv
rtl/datapath/msm/fby_msm_intake.sv
rtl/datapath/msm/fby_msm_divide.sv
rtl/datapath/msm/fby_msm_store.sv
rtl/datapath/msm/fby_msm_share.sv
rtl/datapath/msm/fby_msm_feed.sv
rtl/datapath/msm/fby_msm_collect.sv
rtl/datapath/msm/fby_msm_passes.sv
rtl/datapath/msm/fby_msm_engine.sv
rtl/datapath/msm/fby_msm_plan.sv
