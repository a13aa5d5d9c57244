// SPDX-License-Identifier: Apache-2.0
// Types and events of the MSM core alone, for blocks that only count its events.
rtl/datapath/msm/fby_fq_pkg.sv
rtl/datapath/msm/fby_msm_pkg.sv
