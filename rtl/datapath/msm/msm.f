// SPDX-License-Identifier: Apache-2.0
// The MSM core with everything below it.
rtl/common/fby_axi_pkg.sv
rtl/common/fby_reg_pkg.sv
regs/gen/fby_regs_pkg.sv
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
rtl/datapath/msm/fby_msm.sv
