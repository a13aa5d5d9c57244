// SPDX-License-Identifier: Apache-2.0
rtl/msm/fby_fq_pkg.sv
rtl/msm/fby_delay.sv
rtl/msm/fby_add_pipe.sv
rtl/msm/fby_add3_pipe.sv
rtl/msm/fby_mul_leaf.sv
rtl/msm/fby_mul_karatsuba.sv
rtl/msm/fby_mul_sparse.sv
rtl/msm/fby_fq_digit.sv
rtl/msm/fby_fq_reduce_round.sv
rtl/msm/fby_fq_reduce.sv
rtl/msm/fby_fq_mul_model.sv
rtl/msm/fby_fq_mul.sv
rtl/msm/fby_fq_add.sv
rtl/msm/fby_fq_sub.sv
rtl/msm/fby_ec_add.sv
