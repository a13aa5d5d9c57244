// SPDX-License-Identifier: Apache-2.0
rtl/datapath/msm/fby_fq_pkg.sv
rtl/datapath/msm/fby_delay.sv
rtl/datapath/msm/fby_add_pipe.sv
rtl/datapath/msm/fby_add3_pipe.sv
rtl/datapath/msm/fby_mul_leaf.sv
rtl/datapath/msm/fby_mul_karatsuba.sv
rtl/datapath/msm/fby_mul_sparse.sv
rtl/datapath/msm/fby_fq_digit.sv
rtl/datapath/msm/fby_fq_reduce_round.sv
rtl/datapath/msm/fby_fq_reduce.sv
rtl/datapath/msm/fby_fq_mul_model.sv
rtl/datapath/msm/fby_fq_mul.sv
rtl/datapath/msm/fby_fq_add.sv
rtl/datapath/msm/fby_fq_sub.sv
rtl/datapath/msm/fby_ec_add.sv
