// SPDX-License-Identifier: Apache-2.0
// What comes in goes out; top: fby_loopback.
-f rtl/axi/axi.f
-f rtl/reg/reg.f
rtl/card/fby_card_pkg.sv
rtl/datapath/loopback/fby_loopback.sv
