# SPDX-License-Identifier: Apache-2.0
# The card builds, once: name, and parameters of fby_card that differ from one build to the next.
# sim/Makefile builds them; rtl/card/test reads the same lines. One `NAME = VALUE...` per line.
# msm-gates is msm-toy with the gates of the multiplier in place of its simulation model.

VARIANTS = loopback loopback-mm loopback-st msm msm-toy msm-gates
GATES = msm-gates

PARAMS_loopback = Kernel=1 NumH2c=4 NumC2h=4 H2cStream=4'b1100 C2hStream=4'b1100 FifoEntries=1024
PARAMS_loopback-mm = Kernel=1 NumH2c=4 NumC2h=4 H2cStream=4'b0000 C2hStream=4'b0000 FifoEntries=64 MemBytes=4194304
PARAMS_loopback-st = Kernel=1 NumH2c=4 NumC2h=4 H2cStream=4'b1111 C2hStream=4'b1111 FifoEntries=1024 MemBytes=4194304
PARAMS_msm      = Kernel=2 NumH2c=2 NumC2h=2 H2cStream=4'b0000 C2hStream=4'b0010 FifoEntries=4096 WindowTable=0
PARAMS_msm-toy  = Kernel=2 NumH2c=2 NumC2h=2 H2cStream=4'b0000 C2hStream=4'b0010 FifoEntries=64 WindowTable=1
PARAMS_msm-gates = Kernel=2 NumH2c=2 NumC2h=2 H2cStream=4'b0000 C2hStream=4'b0010 FifoEntries=64 WindowTable=1
