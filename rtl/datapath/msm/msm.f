// SPDX-License-Identifier: Apache-2.0
// The MSM datapath with everything below it; top: fby_msm.
-f rtl/axi/axi.f
-f rtl/reg/reg.f
rtl/card/fby_card_pkg.sv
-f rtl/datapath/msm/arith.f
rtl/datapath/msm/fby_msm_pkg.sv
rtl/datapath/msm/fby_msm_recode.sv
rtl/datapath/msm/fby_msm_unpack_scalars.sv
rtl/datapath/msm/fby_msm_unpack_points.sv
rtl/datapath/msm/fby_msm_source.sv
rtl/datapath/msm/fby_msm_dispatch.sv
rtl/datapath/msm/fby_msm_busy.sv
rtl/datapath/msm/fby_msm_hold.sv
rtl/datapath/msm/fby_msm_ready.sv
rtl/datapath/msm/fby_msm_hazard.sv
rtl/datapath/msm/fby_msm_bucket.sv
rtl/datapath/msm/fby_msm_drain.sv
rtl/datapath/msm/fby_msm_ctrl.sv
rtl/datapath/msm/fby_msm_regs.sv
rtl/datapath/msm/fby_msm_core.sv
rtl/datapath/msm/fby_msm.sv
