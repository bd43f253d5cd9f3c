#pragma once

#include <cstddef>

namespace talus {

/// A block of 6 × 6 numbers by columns, each with two more numbers, which are 0: whole vectors for SIMD.
struct alignas(64) PaddedBlock {
  static constexpr std::size_t size = 6, stride = 8;
  double values[size * stride] = {};
};

/// c −= a bᵀ by SIMD, for blocks below each other in one column: c[to[n]] −= a[n] bᵀ. The bits are the same
/// for every instruction set with fused multiply-add. About 20 ns per product.
void subtractProducts(const PaddedBlock* a, const PaddedBlock& b, std::size_t count, const std::size_t* to,
                      PaddedBlock* c);

/// a ← a bᵀ for each of some blocks, as subtractProducts().
void multiply(PaddedBlock* a, const PaddedBlock& b, std::size_t count);

}  // namespace talus
