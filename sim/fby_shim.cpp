// SPDX-License-Identifier: Apache-2.0
// Moves values between fby_shim.h's structs and a verilated fby_sim_top. See fby_shim.h for the contract.
#include "fby_shim.h"

#include <verilated.h>
#if VM_TRACE_FST
#include <verilated_fst_c.h>
#endif

#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <exception>
#include <memory>
#include <stdexcept>
#include <string>

#include "Vfby_sim_top.h"

namespace {

// 250 MHz in picoseconds; only waveforms show it.
constexpr uint64_t kHalfPeriodPs = 2000;

}  // namespace

struct fby_sim {
  std::unique_ptr<VerilatedContext> context;
  std::unique_ptr<Vfby_sim_top> top;
#if VM_TRACE_FST
  std::unique_ptr<VerilatedFstC> trace;
#endif
  bool dead = false;
  std::string failure;
  std::string printed;
};

namespace {

// Verilator's report functions know no model, so the one being evaluated is noted here.
thread_local fby_sim *current = nullptr;

// Marks a card as the thread's current one. Verilator's runtime has such a mark as well, which would otherwise
// stay on the last card made, even after its end.
class Scope {
 public:
  explicit Scope(fby_sim *sim) {
    current = sim;
    Verilated::threadContextp(sim->context.get());
  }
  ~Scope() { current = nullptr; }
  Scope(const Scope &) = delete;
  Scope &operator=(const Scope &) = delete;
};

void note(fby_sim *sim, const std::string &what) {
  // The first cause is the one that matters.
  if (!sim->dead) sim->failure = sim->printed + what;
  sim->dead = true;
}

template <std::size_t Words>
void copy_in(VlWide<Words> &port, const uint8_t *bytes) {
  static_assert(Words * 4 == FBY_SIM_DATA_BYTES);
  std::memcpy(port.data(), bytes, FBY_SIM_DATA_BYTES);
}

template <std::size_t Words>
void copy_out(uint8_t *bytes, const VlWide<Words> &port) {
  static_assert(Words * 4 == FBY_SIM_DATA_BYTES);
  std::memcpy(bytes, port.data(), FBY_SIM_DATA_BYTES);
}

void drive_bar(Vfby_sim_top &top, unsigned k, const fby_sim_bar_in &in) {
  top.bar_ar_valid_i[k] = in.ar_valid;
  if (in.ar_valid) {
    top.bar_ar_addr_i[k] = in.ar_addr;
    top.bar_ar_len_i[k] = in.ar_len;
    top.bar_ar_bytes_i[k] = in.ar_bytes;
  }
  top.bar_aw_valid_i[k] = in.aw_valid;
  if (in.aw_valid) {
    top.bar_aw_addr_i[k] = in.aw_addr;
    top.bar_aw_len_i[k] = in.aw_len;
    top.bar_aw_bytes_i[k] = in.aw_bytes;
  }
  top.bar_w_valid_i[k] = in.w_valid;
  if (in.w_valid) {
    top.bar_w_strb_i[k] = in.w_strb;
    top.bar_w_last_i[k] = in.w_last;
    copy_in(top.bar_w_data_i[k], in.w_data);
  }
  top.bar_r_ready_i[k] = in.r_ready;
  top.bar_b_ready_i[k] = in.b_ready;
}

void sample_bar(fby_sim_bar_out &out, unsigned k, const Vfby_sim_top &top) {
  out.ar_ready = top.bar_ar_ready_o[k];
  out.aw_ready = top.bar_aw_ready_o[k];
  out.w_ready = top.bar_w_ready_o[k];
  out.r_valid = top.bar_r_valid_o[k];
  if (out.r_valid) {
    out.r_resp = top.bar_r_resp_o[k];
    out.r_last = top.bar_r_last_o[k];
    copy_out(out.r_data, top.bar_r_data_o[k]);
  }
  out.b_valid = top.bar_b_valid_o[k];
  if (out.b_valid) out.b_resp = top.bar_b_resp_o[k];
}

void drive(Vfby_sim_top &top, const fby_sim_in &in) {
  top.rst_i = in.rst;
  top.rst_card_i = in.rst_card;
  top.host_ar_ready_i = in.host_ar_ready;
  top.host_aw_ready_i = in.host_aw_ready;
  top.host_w_ready_i = in.host_w_ready;
  top.host_r_valid_i = in.host_r_valid;
  if (in.host_r_valid) {
    top.host_r_id_i = in.host_r_id;
    top.host_r_resp_i = in.host_r_resp;
    top.host_r_last_i = in.host_r_last;
    copy_in(top.host_r_data_i, in.host_r_data);
  }
  top.host_b_valid_i = in.host_b_valid;
  if (in.host_b_valid) {
    top.host_b_id_i = in.host_b_id;
    top.host_b_resp_i = in.host_b_resp;
  }
  for (unsigned k = 0; k < FBY_SIM_BARS; ++k) drive_bar(top, k, in.bar[k]);
  top.msix_ready_i = in.msix_ready;
}

void sample(fby_sim_out &out, const Vfby_sim_top &top) {
  out.host_ar_valid = top.host_ar_valid_o;
  if (top.host_ar_valid_o) {
    out.host_ar_id = top.host_ar_id_o;
    out.host_ar_len = top.host_ar_len_o;
    out.host_ar_addr = top.host_ar_addr_o;
    out.host_ar_bytes = top.host_ar_bytes_o;
    out.host_ar_purpose = top.host_ar_purpose_o;
    out.host_ar_source = top.host_ar_source_o;
  }
  out.host_aw_valid = top.host_aw_valid_o;
  if (top.host_aw_valid_o) {
    out.host_aw_id = top.host_aw_id_o;
    out.host_aw_len = top.host_aw_len_o;
    out.host_aw_addr = top.host_aw_addr_o;
    out.host_aw_bytes = top.host_aw_bytes_o;
    out.host_aw_purpose = top.host_aw_purpose_o;
    out.host_aw_source = top.host_aw_source_o;
  }
  out.host_w_valid = top.host_w_valid_o;
  if (top.host_w_valid_o) {
    out.host_w_strb = top.host_w_strb_o;
    out.host_w_last = top.host_w_last_o;
    copy_out(out.host_w_data, top.host_w_data_o);
  }
  out.host_r_ready = top.host_r_ready_o;
  out.host_b_ready = top.host_b_ready_o;
  for (unsigned k = 0; k < FBY_SIM_BARS; ++k) sample_bar(out.bar[k], k, top);
  out.msix_valid = top.msix_valid_o;
  if (top.msix_valid_o) out.msix_vector = top.msix_vector_o;
  out.busy = top.busy_o;
}

void dump(fby_sim &sim) {
#if VM_TRACE_FST
  if (sim.trace) sim.trace->dump(sim.context->time());
#endif
  sim.context->timeInc(kHalfPeriodPs);
}

void open_trace(fby_sim &sim, const char *path) {
#if VM_TRACE_FST
  sim.context->traceEverOn(true);
  sim.trace = std::make_unique<VerilatedFstC>();
  sim.top->trace(sim.trace.get(), 99);
  sim.trace->open(path);
  if (!sim.trace->isOpen()) throw std::runtime_error("waveform file cannot be opened");
#else
  (void)sim;
  (void)path;
  throw std::runtime_error("this library was built without waveforms");
#endif
}

}  // namespace

// Verilator's hooks (VL_USER_FINISH, VL_USER_STOP, VL_USER_FATAL, VL_PRINTF): its own versions end the
// process or write to standard output, which belongs to the program around us.

void vl_finish(const char *filename, int linenum, const char *) {
  if (current) note(current, std::string("$finish at ") + filename + ":" + std::to_string(linenum));
}

void vl_stop(const char *filename, int linenum, const char *) {
  if (current) note(current, std::string("stopped at ") + filename + ":" + std::to_string(linenum));
}

void vl_fatal(const char *filename, int linenum, const char *, const char *msg) {
  // The model's own loops do not end after this, so it must not return.
  throw std::runtime_error(std::string(msg) + " at " + filename + ":" + std::to_string(linenum));
}

extern "C" int fby_sim_printf(const char *format, ...) {
  char text[1024];
  va_list args;
  va_start(args, format);
  const int length = std::vsnprintf(text, sizeof text, format, args);
  va_end(args);
  constexpr std::size_t kMostText = 16384;
  if (current && current->printed.size() < kMostText) current->printed += text;
  return length;
}

uint32_t fby_sim_abi_version(void) { return FBY_SIM_ABI_VERSION; }

uint64_t fby_sim_struct_sizes(void) {
  return sizeof(fby_sim_in) | (static_cast<uint64_t>(sizeof(fby_sim_out)) << 32);
}

uint32_t fby_sim_has_waves(void) {
#if VM_TRACE_FST
  return 1;
#else
  return 0;
#endif
}

fby_sim *fby_sim_new(const char *fst_path) {
  try {
    auto sim = std::make_unique<fby_sim>();
    sim->context = std::make_unique<VerilatedContext>();
    const Scope scope(sim.get());
    sim->context->threads(1);
    sim->context->randReset(0);
    sim->top = std::make_unique<Vfby_sim_top>(sim->context.get());
    // The first cycle begins with a falling edge, as all do.
    sim->top->clk_i = 1;
    sim->top->eval();
    if (fst_path) open_trace(*sim, fst_path);
    return sim.release();
  } catch (const std::exception &) {
    return nullptr;
  }
}

void fby_sim_free(fby_sim *sim) {
  if (!sim) return;
  const Scope scope(sim);
  if (!sim->dead) sim->top->final();
#if VM_TRACE_FST
  if (sim->trace) sim->trace->close();
#endif
  delete sim;
}

int32_t fby_sim_cycle(fby_sim *sim, const fby_sim_in *in, fby_sim_out *out) {
  if (sim->dead) return 1;
  const Scope scope(sim);
  Vfby_sim_top &top = *sim->top;
  try {
    drive(top, *in);
    top.clk_i = 0;
    top.eval();
    dump(*sim);
    sample(*out, top);
    top.clk_i = 1;
    top.eval();
    dump(*sim);
  } catch (const std::exception &error) {
    note(sim, error.what());
  }
  return sim->dead ? 1 : 0;
}

const char *fby_sim_failure(const fby_sim *sim) { return sim->failure.c_str(); }
