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

// A port is a packed struct that has, bit for bit, the C struct's memory; see fby_sim_pkg.sv.
static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the words of a port begin with their lowest byte");

template <std::size_t Words>
void drive(VlWide<Words> &port, const fby_sim_in &in) {
  static_assert(Words * sizeof(EData) == sizeof in, "fby_sim_structs.h is not of this fby_sim_pkg.sv");
  std::memcpy(port.data(), &in, sizeof in);
}

template <std::size_t Words>
void sample(fby_sim_out &out, const VlWide<Words> &port) {
  static_assert(Words * sizeof(EData) == sizeof out, "fby_sim_structs.h is not of this fby_sim_pkg.sv");
  std::memcpy(&out, port.data(), sizeof out);
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
    drive(top.in_i, *in);
    top.clk_i = 0;
    top.eval();
    dump(*sim);
    top.clk_i = 1;
    top.eval();
    dump(*sim);
    sample(*out, top.out_o);
  } catch (const std::exception &error) {
    note(sim, error.what());
  }
  return sim->dead ? 1 : 0;
}

const char *fby_sim_failure(const fby_sim *sim) { return sim->failure.c_str(); }
