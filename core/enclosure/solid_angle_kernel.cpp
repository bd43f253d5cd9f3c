#include "enclosure/solid_angle_kernel.h"

#include <cmath>
#include <numbers>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "enclosure/solid_angle_kernel.cpp"
#include <hwy/foreach_target.h>
// Highway's headers come after foreach_target.h: this file is compiled once per instruction set.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace talus {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Tag = hn::ScalableTag<double>;
using Lanes = hn::Vec<Tag>;

struct Vector {
  Lanes x, y, z;
};

HWY_INLINE Lanes dot(const Vector& a, const Vector& b) {
  return hn::MulAdd(a.x, b.x, hn::MulAdd(a.y, b.y, hn::Mul(a.z, b.z)));
}

HWY_INLINE Lanes determinant(const Vector& a, const Vector& b, const Vector& c) {
  const Lanes x = hn::MulSub(b.y, c.z, hn::Mul(b.z, c.y));
  const Lanes y = hn::MulSub(b.z, c.x, hn::Mul(b.x, c.z));
  const Lanes z = hn::MulSub(b.x, c.y, hn::Mul(b.y, c.x));
  return hn::MulAdd(a.x, x, hn::MulAdd(a.y, y, hn::Mul(a.z, z)));
}

// The running product of unit-like complex numbers and the full turns that its argument has made.
struct Turning {
  Lanes re, im, turns;
};

HWY_INLINE void multiply(Turning& product, Lanes re, Lanes im) {
  const Tag d;
  const Lanes zero = hn::Zero(d);
  const Lanes one = hn::Set(d, 1.0);
  const Lanes newRe = hn::MulSub(product.re, re, hn::Mul(product.im, im));
  const Lanes newIm = hn::MulAdd(product.re, im, hn::Mul(product.im, re));
  const auto wasNegative = hn::Lt(product.im, zero);
  const auto isNegative = hn::Lt(newIm, zero);
  const auto factorNegative = hn::Lt(im, zero);
  // Two arguments in [0, π] whose sum is past π, or two negative ones whose sum is past −π.
  const auto forward = hn::AndNot(hn::Or(wasNegative, factorNegative), isNegative);
  const auto backward = hn::AndNot(isNegative, hn::And(wasNegative, factorNegative));
  product.turns = hn::Add(product.turns, hn::IfThenElseZero(forward, one));
  product.turns = hn::Sub(product.turns, hn::IfThenElseZero(backward, one));
  product.re = newRe;
  product.im = newIm;
}

HWY_INLINE void rescale(Turning& product) {
  const Tag d;
  const Lanes size = hn::Max(hn::Abs(product.re), hn::Abs(product.im));
  const Lanes factor = hn::Div(hn::Set(d, 1.0), hn::Max(size, hn::Set(d, 1e-300)));
  product.re = hn::Mul(product.re, factor);
  product.im = hn::Mul(product.im, factor);
}

HWY_INLINE Vector corner(const SolidAnglePanels& panels, std::size_t t, std::size_t which, const Vector& p) {
  const Tag d;
  return {hn::Sub(hn::Set(d, panels.coordinate[3 * which][t]), p.x),
          hn::Sub(hn::Set(d, panels.coordinate[3 * which + 1][t]), p.y),
          hn::Sub(hn::Set(d, panels.coordinate[3 * which + 2][t]), p.z)};
}

// Lanes(d) points at x, y, z.
void batch(const SolidAnglePanels& panels, const double* x, const double* y, const double* z, double* winding,
           double* uncertainty) {
  const Tag d;
  const Vector p{hn::LoadU(d, x), hn::LoadU(d, y), hn::LoadU(d, z)};
  // Imaginary and real part are each off by less than 1e-14 times the product of the three distances. A point
  // is handed back as uncertain where the sign of the imaginary part is open while the real part is not
  // positive (the angle may jump by a full turn), and where both are so small that rounding turns the
  // argument by more than 1e-7.
  const Lanes signLimit = hn::Set(d, 2e-14);
  const Lanes angleLimit = hn::Set(d, 1e-7);
  Turning product{hn::Set(d, 1.0), hn::Zero(d), hn::Zero(d)};
  auto uncertain = hn::Lt(p.x, p.x);  // no lane
  const std::size_t count = panels.count();
  for (std::size_t t = 0; t < count; ++t) {
    const Vector a = corner(panels, t, 0, p);
    const Vector b = corner(panels, t, 1, p);
    const Vector c = corner(panels, t, 2, p);
    const Lanes la = hn::Sqrt(dot(a, a));
    const Lanes lb = hn::Sqrt(dot(b, b));
    const Lanes lc = hn::Sqrt(dot(c, c));
    const Lanes labc = hn::Mul(hn::Mul(la, lb), lc);
    const Lanes im = determinant(a, b, c);
    const Lanes re =
        hn::Add(labc, hn::MulAdd(dot(a, b), lc, hn::MulAdd(dot(b, c), la, hn::Mul(dot(c, a), lb))));
    const Lanes height = hn::Abs(im);
    const Lanes limit = hn::Mul(labc, angleLimit);
    const auto signOpen = hn::And(hn::Le(height, hn::Mul(labc, signLimit)), hn::Le(re, limit));
    const auto angleOpen = hn::Le(hn::Max(height, hn::Abs(re)), limit);
    uncertain = hn::Or(uncertain, hn::Or(signOpen, angleOpen));
    multiply(product, re, im);
    if (t % 4 == 3) rescale(product);
  }
  HWY_ALIGN double re[hn::MaxLanes(d)];
  HWY_ALIGN double im[hn::MaxLanes(d)];
  HWY_ALIGN double turns[hn::MaxLanes(d)];
  hn::Store(product.re, d, re);
  hn::Store(product.im, d, im);
  hn::Store(product.turns, d, turns);
  for (std::size_t i = 0; i < hn::Lanes(d); ++i)
    winding[i] = turns[i] + std::atan2(im[i], re[i]) / (2 * std::numbers::pi);
  hn::StoreU(hn::IfThenElseZero(uncertain, hn::Set(d, 1.0)), d, uncertainty);
}

void solidAngleWinding(const SolidAnglePanels& panels, const double* x, const double* y, const double* z,
                       std::size_t count, double* winding, unsigned char* uncertain) {
  const Tag d;
  constexpr std::size_t most = hn::MaxLanes(d);
  const std::size_t lanes = hn::Lanes(d);
  for (std::size_t begin = 0; begin < count; begin += lanes) {
    // A short last batch repeats its last point.
    double px[most], py[most], pz[most], w[most], u[most];
    for (std::size_t i = 0; i < lanes; ++i) {
      const std::size_t from = begin + i < count ? begin + i : count - 1;
      px[i] = x[from];
      py[i] = y[from];
      pz[i] = z[from];
    }
    batch(panels, px, py, pz, w, u);
    for (std::size_t i = 0; i < lanes && begin + i < count; ++i) {
      winding[begin + i] = w[i];
      uncertain[begin + i] = u[i] != 0 ? 1 : 0;
    }
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace talus
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace talus {
HWY_EXPORT(solidAngleWinding);

void solidAngleWinding(const SolidAnglePanels& panels, const double* x, const double* y, const double* z,
                       std::size_t count, double* winding, unsigned char* uncertain) {
  HWY_DYNAMIC_DISPATCH(solidAngleWinding)(panels, x, y, z, count, winding, uncertain);
}

}  // namespace talus
#endif
