// SPDX-License-Identifier: Apache-2.0
// The MSM engine as a datapath; top: fby_msm.
-f rtl/datapath/msm/passes.f
rtl/datapath/msm/fby_msm.sv
