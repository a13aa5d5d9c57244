// SPDX-License-Identifier: Apache-2.0
// What comes in goes out; top: fby_loopback.
-f rtl/axi/axi.f
rtl/datapath/loopback/fby_loopback.sv
