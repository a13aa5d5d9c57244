# SPDX-License-Identifier: Apache-2.0
# Generated from the SystemRDL in regs/ by `python regs/generate.py`; edit the description instead.
# The card builds: names, those with the gates of the multipliers, and parameters of fby_card.

VARIANTS = loopback loopback-mm loopback-st loopback-shell loopback-udma loopback-udma-direct loopback-dma radio radio-sg msm msm1 msm-toy msm1-toy msm-gates sink sink-shared
GATES = msm-gates

# DMA, streams, benchmarks of the engine.
PARAMS_loopback = Datapath=1 Layout=0 Fronts=8'b00000011 NumH2c=4 NumC2h=4 H2cStream=4'b1100 C2hStream=4'b1100 SharedPath=1'b0 FifoEntries=1024 MemBytes=67108864 Option=0 NumMemory=0 MemoryBytes=0
# All channels memory-mapped, for scripts of drivers that know only such cards.
PARAMS_loopback-mm = Datapath=1 Layout=0 Fronts=8'b00000011 NumH2c=4 NumC2h=4 H2cStream=4'b0000 C2hStream=4'b0000 SharedPath=1'b0 FifoEntries=64 MemBytes=4194304 Option=0 NumMemory=0 MemoryBytes=0
# All channels streams, for the same.
PARAMS_loopback-st = Datapath=1 Layout=0 Fronts=8'b00000001 NumH2c=4 NumC2h=4 H2cStream=4'b1111 C2hStream=4'b1111 SharedPath=1'b0 FifoEntries=1024 MemBytes=4194304 Option=0 NumMemory=0 MemoryBytes=0
# As loopback, where a cloud card's shell lets it lie on its bus.
PARAMS_loopback-shell = Datapath=1 Layout=1 Fronts=8'b00000011 NumH2c=4 NumC2h=4 H2cStream=4'b1100 C2hStream=4'b1100 SharedPath=1'b0 FifoEntries=1024 MemBytes=67108864 Option=0 NumMemory=0 MemoryBytes=0
# With user-level DMA: every scheme, one at a time.
PARAMS_loopback-udma = Datapath=1 Layout=0 Fronts=8'b00000111 NumH2c=2 NumC2h=2 H2cStream=4'b0010 C2hStream=4'b0010 SharedPath=1'b0 FifoEntries=64 MemBytes=4194304 Option=0 NumMemory=0 MemoryBytes=0
# The same with room for direct shadow addresses of host memory below 4 GiB.
PARAMS_loopback-udma-direct = Datapath=1 Layout=2 Fronts=8'b00000111 NumH2c=2 NumC2h=2 H2cStream=4'b0010 C2hStream=4'b0010 SharedPath=1'b0 FifoEntries=64 MemBytes=4194304 Option=0 NumMemory=0 MemoryBytes=0
# Both channels of an AXI DMA, what is sent comes back.
PARAMS_loopback-dma = Datapath=1 Layout=0 Fronts=8'b00011001 NumH2c=1 NumC2h=1 H2cStream=4'b0000 C2hStream=4'b0000 SharedPath=1'b0 FifoEntries=64 MemBytes=4194304 Option=0 NumMemory=0 MemoryBytes=0
# Samples at a rate, captured into large buffers and sent from them.
PARAMS_radio = Datapath=4 Layout=0 Fronts=8'b00011001 NumH2c=1 NumC2h=1 H2cStream=4'b0000 C2hStream=4'b0000 SharedPath=1'b0 FifoEntries=1024 MemBytes=4194304 Option=0 NumMemory=0 MemoryBytes=0
# The same samples by scatter and gather, to compare with.
PARAMS_radio-sg = Datapath=4 Layout=0 Fronts=8'b00000001 NumH2c=2 NumC2h=2 H2cStream=4'b0010 C2hStream=4'b0010 SharedPath=1'b0 FifoEntries=1024 MemBytes=4194304 Option=0 NumMemory=0 MemoryBytes=0
# The main job: three adders with 32,768 buckets each, memory for 1,572,864 points.
PARAMS_msm = Datapath=5 Layout=0 Fronts=8'b00000001 NumH2c=2 NumC2h=2 H2cStream=4'b0000 C2hStream=4'b0010 SharedPath=1'b0 FifoEntries=4096 MemBytes=67108864 Option=243 NumMemory=18 MemoryBytes=16777216
# One adder with 155,648 buckets, memory for 1,048,576 points.
PARAMS_msm1 = Datapath=5 Layout=0 Fronts=8'b00000001 NumH2c=2 NumC2h=2 H2cStream=4'b0000 C2hStream=4'b0010 SharedPath=1'b0 FifoEntries=4096 MemBytes=67108864 Option=24849 NumMemory=12 MemoryBytes=16777216
# Three adders with 64 buckets each, memory for 3,072 points.
PARAMS_msm-toy = Datapath=5 Layout=0 Fronts=8'b00000001 NumH2c=2 NumC2h=2 H2cStream=4'b0000 C2hStream=4'b0010 SharedPath=1'b0 FifoEntries=64 MemBytes=67108864 Option=99 NumMemory=18 MemoryBytes=32768
# One adder with 64 buckets, without a memory: one pass, all windows at once.
PARAMS_msm1-toy = Datapath=5 Layout=0 Fronts=8'b00000001 NumH2c=2 NumC2h=2 H2cStream=4'b0000 C2hStream=4'b0010 SharedPath=1'b0 FifoEntries=64 MemBytes=67108864 Option=97 NumMemory=0 MemoryBytes=0
# As msm1-toy, with the gates of its seven multipliers: one test that both are the same card.
PARAMS_msm-gates = Datapath=5 Layout=0 Fronts=8'b00000001 NumH2c=2 NumC2h=2 H2cStream=4'b0000 C2hStream=4'b0010 SharedPath=1'b0 FifoEntries=64 MemBytes=67108864 Option=97 NumMemory=0 MemoryBytes=0
# What a consumer of two stream ports and of H2C streams sees.
PARAMS_sink = Datapath=3 Layout=0 Fronts=8'b00000011 NumH2c=4 NumC2h=4 H2cStream=4'b1100 C2hStream=4'b0000 SharedPath=1'b0 FifoEntries=1024 MemBytes=67108864 Option=0 NumMemory=0 MemoryBytes=0
# As sink, with one path for all that is written to the card: what a full stream port holds up where no room is asked for ahead.
PARAMS_sink-shared = Datapath=3 Layout=0 Fronts=8'b00000011 NumH2c=4 NumC2h=4 H2cStream=4'b1100 C2hStream=4'b0000 SharedPath=1'b1 FifoEntries=1024 MemBytes=67108864 Option=0 NumMemory=0 MemoryBytes=0
