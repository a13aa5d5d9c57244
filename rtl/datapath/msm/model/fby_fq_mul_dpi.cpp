// SPDX-License-Identifier: Apache-2.0
/// Simulation body of fby_fq_mul: Montgomery product in six limbs of 64 bits.
///
/// The result is the integer (a b + m p) / 2^384 with m = -a b / p mod 2^384, and no final
/// subtraction: m is unique, so limb-wise reduction gives exactly what the gates give.
#include <array>
#include <cstdint>
#include <cstring>

namespace {

constexpr int kLimbs = 6;
using Limbs = std::array<std::uint64_t, kLimbs>;
using Wide = unsigned __int128;

/// The modulus, least significant limb first.
constexpr Limbs kModulus = {0x8508c00000000001, 0x170b5d4430000000, 0x1ef3622fba094800,
                            0x1a22d9f300f5138f, 0xc63b05c06ca1493b, 0x01ae3a4617c510ea};
/// -1 / p mod 2^64.
constexpr std::uint64_t kNegInverse = 0x8508bfffffffffff;
static_assert(kModulus[0] * kNegInverse == ~std::uint64_t{0}, "not the negative inverse of p");

Limbs Load(const std::uint32_t* words) {
  Limbs limbs;
  for (int i = 0; i < kLimbs; i++) {
    limbs[i] = words[2 * i] | (std::uint64_t{words[2 * i + 1]} << 32);
  }
  return limbs;
}

/// a b / R for a b < 2^384 * 2^380 or so: the running sum stays below 2^384 + 2^380, that is within
/// the six limbs and the one extra word.
Limbs Multiply(const Limbs& a, const Limbs& b) {
  std::array<std::uint64_t, kLimbs + 1> sum{};
  for (int i = 0; i < kLimbs; i++) {
    Wide carry = 0;
    for (int j = 0; j < kLimbs; j++) {
      carry += Wide{a[j]} * b[i] + sum[j];
      sum[j] = static_cast<std::uint64_t>(carry);
      carry >>= 64;
    }
    const Wide top = carry + sum[kLimbs];

    const std::uint64_t digit = sum[0] * kNegInverse;
    carry = Wide{digit} * kModulus[0] + sum[0];
    carry >>= 64;
    for (int j = 1; j < kLimbs; j++) {
      carry += Wide{digit} * kModulus[j] + sum[j];
      sum[j - 1] = static_cast<std::uint64_t>(carry);
      carry >>= 64;
    }
    carry += top;
    sum[kLimbs - 1] = static_cast<std::uint64_t>(carry);
    sum[kLimbs] = static_cast<std::uint64_t>(carry >> 64);
  }
  Limbs result;
  std::memcpy(result.data(), sum.data(), sizeof(result));
  return result;
}

}  // namespace

/// Imported by rtl/datapath/msm/fby_fq_mul_model.sv: operands and result are 12 words, least significant first.
extern "C" void fby_fq_mul_dpi(const std::uint32_t* a, const std::uint32_t* b, std::uint32_t* r) {
  const Limbs result = Multiply(Load(a), Load(b));
  for (int i = 0; i < kLimbs; i++) {
    r[2 * i] = static_cast<std::uint32_t>(result[i]);
    r[2 * i + 1] = static_cast<std::uint32_t>(result[i] >> 32);
  }
}
