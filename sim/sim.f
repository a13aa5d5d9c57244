// SPDX-License-Identifier: Apache-2.0
// The card as a simulator's C side sees it; top: fby_sim_top.
-f rtl/card/card.f
-f rtl/mem/model/mem_model.f
sim/fby_sim_pkg.sv
sim/fby_sim_top.sv
