// SPDX-License-Identifier: Apache-2.0
// Scalars to prepared words; top: fby_msm_prepare.
-f rtl/common/common.f
-f rtl/datapath/msm/arith.f
rtl/datapath/msm/fby_msm_word_pkg.sv
rtl/datapath/msm/fby_msm_modadd.sv
rtl/datapath/msm/fby_msm_fold.sv
rtl/datapath/msm/fby_msm_word.sv
rtl/datapath/msm/fby_msm_multiples.sv
rtl/datapath/msm/fby_msm_prepare.sv
