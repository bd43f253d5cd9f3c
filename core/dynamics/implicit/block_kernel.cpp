#include "dynamics/implicit/block_kernel.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "dynamics/implicit/block_kernel.cpp"
#include <hwy/foreach_target.h>
// Highway's headers come after foreach_target.h: this file is compiled once per instruction set.
#include "base/lane_code-inl.h"

HWY_BEFORE_NAMESPACE();
TALUS_BEGIN_LANE_CODE;

constexpr std::size_t size = PaddedBlock::size, stride = PaddedBlock::stride;

// c − a bᵀ, or a bᵀ, in c, which may be a. Of rows as many as a vector has, from one on.
template <bool subtracted>
HWY_INLINE void multiplyRows(const double* a, const double* b, double* c) {
  const hn::CappedTag<double, stride> d;
  const auto a0 = hn::Load(d, a), a1 = hn::Load(d, a + stride), a2 = hn::Load(d, a + 2 * stride),
             a3 = hn::Load(d, a + 3 * stride), a4 = hn::Load(d, a + 4 * stride),
             a5 = hn::Load(d, a + 5 * stride);
  for (std::size_t j = 0; j < size; ++j) {
    const auto of = [&](std::size_t k) { return hn::Set(d, b[k * stride + j]); };
    const auto more = [](const auto& x, const auto& y, const auto& sum) {
      return subtracted ? hn::NegMulAdd(x, y, sum) : hn::MulAdd(x, y, sum);
    };
    auto sum = subtracted ? hn::Load(d, c + j * stride) : hn::Zero(d);
    sum = more(a0, of(0), sum);
    sum = more(a1, of(1), sum);
    sum = more(a2, of(2), sum);
    sum = more(a3, of(3), sum);
    sum = more(a4, of(4), sum);
    sum = more(a5, of(5), sum);
    hn::Store(sum, d, c + j * stride);
  }
}

void subtractHere(const PaddedBlock* a, const PaddedBlock& b, std::size_t count, const std::size_t* to,
                  PaddedBlock* c) {
  const std::size_t lanes = hn::Lanes(hn::CappedTag<double, stride>());
  for (std::size_t n = 0; n < count; ++n)
    for (std::size_t row = 0; row < size; row += lanes)
      multiplyRows<true>(a[n].values + row, b.values, c[to[n]].values + row);
}

void multiplyHere(PaddedBlock* a, const PaddedBlock& b, std::size_t count) {
  const std::size_t lanes = hn::Lanes(hn::CappedTag<double, stride>());
  for (std::size_t n = 0; n < count; ++n)
    for (std::size_t row = 0; row < size; row += lanes)
      multiplyRows<false>(a[n].values + row, b.values, a[n].values + row);
}

TALUS_END_LANE_CODE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace talus {

HWY_EXPORT(subtractHere);
HWY_EXPORT(multiplyHere);

void subtractProducts(const PaddedBlock* a, const PaddedBlock& b, std::size_t count, const std::size_t* to,
                      PaddedBlock* c) {
  HWY_DYNAMIC_DISPATCH(subtractHere)(a, b, count, to, c);
}

void multiply(PaddedBlock* a, const PaddedBlock& b, std::size_t count) {
  HWY_DYNAMIC_DISPATCH(multiplyHere)(a, b, count);
}

}  // namespace talus
#endif
