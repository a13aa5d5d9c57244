// SPDX-License-Identifier: Apache-2.0
// Card memory as a model, and what it stands behind.
-f rtl/mem/mem.f
rtl/mem/model/fby_mem_model_pkg.sv
rtl/mem/model/fby_mem_model.sv
