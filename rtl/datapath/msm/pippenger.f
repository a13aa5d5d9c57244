// SPDX-License-Identifier: Apache-2.0
// The MSM engine as a datapath; top: fby_pippenger.
-f rtl/axi/axi.f
-f rtl/reg/reg.f
rtl/card/fby_card_pkg.sv
-f rtl/datapath/msm/passes.f
rtl/datapath/msm/fby_pippenger.sv
