#include "enclosure/multipole/multipole_kernel.h"

#include <cmath>
#include <numbers>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "enclosure/multipole/multipole_kernel.cpp"
#include <hwy/foreach_target.h>
// Highway's headers come after foreach_target.h: this file is compiled once per instruction set.
#include "base/lane_code-inl.h"
#include "base/lane_vector-inl.h"

HWY_BEFORE_NAMESPACE();
TALUS_BEGIN_LANE_CODE;

// Expansions are processed in batches of eight; a vector has all or part of a batch.
constexpr std::size_t batch = 8;
using Tag = hn::CappedTag<double, batch>;
using Lanes = hn::Vec<Tag>;
using Vectors = Vector<Lanes>;

// Coefficients for all orders −n ≤ m ≤ n, of eight expansions at once: 8 real and 8 imaginary parts.
constexpr std::size_t place(int n, int m) {
  return 2 * batch * static_cast<std::size_t>(n * n + n + m);
}
constexpr std::size_t fullSize(int degree) {
  return place(degree + 1, -degree - 1);
}
constexpr std::size_t half(int n, int m) {
  return static_cast<std::size_t>(n * (n + 1) / 2 + m);
}
constexpr std::size_t halfSize(int degree) {
  return half(degree + 1, 0);
}

struct Complex {
  Lanes re, im;
};

HWY_INLINE Lanes set(double value) {
  return hn::Set(Tag(), value);
}
HWY_INLINE Complex load(const double* at) {
  return {hn::Load(Tag(), at), hn::Load(Tag(), at + batch)};
}
HWY_INLINE void store(const Complex& c, double* at) {
  hn::Store(c.re, Tag(), at);
  hn::Store(c.im, Tag(), at + batch);
}
HWY_INLINE Complex times(const Complex& a, const Complex& b) {
  return {hn::MulSub(a.re, b.re, hn::Mul(a.im, b.im)), hn::MulAdd(a.re, b.im, hn::Mul(a.im, b.re))};
}
HWY_INLINE Complex times(const Complex& a, Lanes factor) {
  return {hn::Mul(a.re, factor), hn::Mul(a.im, factor)};
}

// Writes C_n^m and, if m ≠ 0, C_n^{−m} = (−1)^m conj C_n^m.
HWY_INLINE void storeBoth(const Complex& c, int n, int m, double* full) {
  store(c, full + place(n, m));
  if (m == 0) return;
  if (m % 2 == 0)
    store({c.re, hn::Neg(c.im)}, full + place(n, -m));
  else
    store({hn::Neg(c.re), c.im}, full + place(n, -m));
}

// R_n^m(v) for n ≤ degree, one vector of lanes, by the recurrences of the associated Legendre functions in
// Cartesian form (Muth et al. 2006, (14)):
//   R_m^m = (x + iy) / (2m) R_{m−1}^{m−1},   (n + m)(n − m) R_n^m = (2n − 1) z R_{n−1}^m − |v|² R_{n−2}^m.
HWY_INLINE void regular(const Vectors& v, int degree, double* full) {
  const Complex xy{v.x, v.y};
  const Lanes squared = dot(v, v);
  Complex diagonal{set(1), set(0)};
  for (int m = 0; m <= degree; ++m) {
    if (m > 0) diagonal = times(times(diagonal, xy), set(0.5 / m));
    Complex before{set(0), set(0)};
    Complex last = diagonal;
    storeBoth(last, m, m, full);
    for (int n = m + 1; n <= degree; ++n) {
      const Lanes a = hn::Mul(v.z, set((2.0 * n - 1) / double((n + m) * (n - m))));
      const Lanes b = hn::Mul(squared, set(-1.0 / double((n + m) * (n - m))));
      const Complex next{hn::MulAdd(a, last.re, hn::Mul(b, before.re)),
                         hn::MulAdd(a, last.im, hn::Mul(b, before.im))};
      storeBoth(next, n, m, full);
      before = last;
      last = next;
    }
  }
}

// S_n^m(v) for n ≤ degree and |v| = 1, one vector of lanes (Muth et al. 2006, (15)):
//   S_m^m = (2m − 1)(x + iy) S_{m−1}^{m−1},   S_n^m = (2n − 1) z S_{n−1}^m − ((n − 1)² − m²) S_{n−2}^m.
HWY_INLINE void singular(const Vectors& v, int degree, double* full) {
  const Complex xy{v.x, v.y};
  Complex diagonal{set(1), set(0)};
  for (int m = 0; m <= degree; ++m) {
    if (m > 0) diagonal = times(times(diagonal, xy), set(2.0 * m - 1));
    Complex before{set(0), set(0)};
    Complex last = diagonal;
    storeBoth(last, m, m, full);
    for (int n = m + 1; n <= degree; ++n) {
      const Lanes a = hn::Mul(v.z, set(2.0 * n - 1));
      const Lanes b = set(-double((n - 1) * (n - 1) - m * m));
      const Complex next{hn::MulAdd(a, last.re, hn::Mul(b, before.re)),
                         hn::MulAdd(a, last.im, hn::Mul(b, before.im))};
      storeBoth(next, n, m, full);
      before = last;
      last = next;
    }
  }
}

// Eight shifts, as a structure of arrays. Missing ones get the length `missing`.
struct Shifts {
  HWY_ALIGN double x[batch];
  HWY_ALIGN double y[batch];
  HWY_ALIGN double z[batch];
  HWY_ALIGN double radius[batch];

  // Lanes without an expansion repeat the last one: their coefficients are 0, and any other length might
  // overflow.
  explicit Shifts(std::span<const ShiftedExpansion> expansions) {
    for (std::size_t i = 0; i < batch; ++i) {
      const ShiftedExpansion& expansion = expansions[HWY_MIN(i, expansions.size() - 1)];
      x[i] = expansion.shift.x();
      y[i] = expansion.shift.y();
      z[i] = expansion.shift.z();
      radius[i] = expansion.radius;
    }
  }

  Vectors vector(std::size_t lane) const {
    const Tag d;
    return {hn::Load(d, x + lane), hn::Load(d, y + lane), hn::Load(d, z + lane)};
  }
};

HWY_INLINE Vectors scaled(const Vectors& v, Lanes factor) {
  return {hn::Mul(v.x, factor), hn::Mul(v.y, factor), hn::Mul(v.z, factor)};
}

// Puts eight expansions into lanes, degree n multiplied by factor^(n + 1). Missing ones are zero.
void transpose(std::span<const ShiftedExpansion> expansions, int degree, const double* factor, double* full) {
  const std::size_t size = halfSize(degree);
  HWY_ALIGN double re[halfSize(highestDegree) * batch];
  HWY_ALIGN double im[halfSize(highestDegree) * batch];
  for (std::size_t i = 0; i < batch; ++i) {
    const double* from = i < expansions.size() ? expansions[i].coefficients : nullptr;
    for (std::size_t c = 0; c < size; ++c) {
      re[c * batch + i] = from ? from[c] : 0;
      im[c * batch + i] = from ? from[size + c] : 0;
    }
  }
  const Tag d;
  for (std::size_t lane = 0; lane < batch; lane += hn::Lanes(d)) {
    const Lanes step = hn::Load(d, factor + lane);
    Lanes power = step;
    for (int n = 0; n <= degree; ++n, power = hn::Mul(power, step))
      for (int m = 0; m <= n; ++m) {
        const std::size_t c = half(n, m) * batch + lane;
        storeBoth(times({hn::Load(d, re + c), hn::Load(d, im + c)}, power), n, m, full + lane);
      }
  }
}

// The sum of eight lanes, always in the same order.
HWY_INLINE double sumOf(const double* lanes) {
  return ((lanes[0] + lanes[1]) + (lanes[2] + lanes[3])) + ((lanes[4] + lanes[5]) + (lanes[6] + lanes[7]));
}

// Adds the sums over the lanes to an expansion.
void addSums(const double* sums, int degree, double* expansion) {
  const std::size_t size = halfSize(degree);
  for (std::size_t c = 0; c < size; ++c) {
    expansion[c] += sumOf(sums + 2 * batch * c);
    expansion[size + c] += sumOf(sums + 2 * batch * c + batch);
  }
}

// The degree-n part of a polynomial, see panelMoments(), for orders −1 ≤ m ≤ n + 2.
struct Row {
  Complex c[highestDegree + 3];
  HWY_INLINE Complex& at(int m) { return c[m + 1]; }
  HWY_INLINE const Complex& at(int m) const { return c[m + 1]; }
  HWY_INLINE void close(int n) {  // orders −1, n + 1 and n + 2
    at(-1) = n >= 1 ? Complex{hn::Neg(at(1).re), at(1).im} : Complex{set(0), set(0)};
    at(n + 1) = {set(0), set(0)};
    at(n + 2) = {set(0), set(0)};
  }
};

// Order m of the product of a row C with k·v: z C^m + (x + iy)/2 C^{m−1} − (x − iy)/2 C^{m+1}.
HWY_INLINE Complex timesVector(const Row& in, int m, const Vectors& v) {
  const Lanes x = hn::Mul(v.x, set(0.5));
  const Lanes y = hn::Mul(v.y, set(0.5));
  const Complex& low = in.at(m - 1);
  const Complex& high = in.at(m + 1);
  const Complex& mid = in.at(m);
  const Lanes re = hn::MulAdd(x, hn::Sub(low.re, high.re), hn::Mul(hn::Neg(y), hn::Add(low.im, high.im)));
  const Lanes im = hn::MulAdd(x, hn::Sub(low.im, high.im), hn::Mul(y, hn::Add(low.re, high.re)));
  return {hn::MulAdd(v.z, mid.re, re), hn::MulAdd(v.z, mid.im, im)};
}

// Moments of one vector of panels with corners a, b, c, added to sums. exp(k·x) = Σ R_n^m u^m for k·k = 0, so
// integrals of exp(k·x) over a panel give those of R. A_n, G_n and H_n are the degree-n parts of exp(k·a), of
// its mean over the edge, and of its mean over the panel's parametrisation; with A_0 = G_0 = 1, H_0 = ½ and
// N = (b − a) × (c − a):
//   M_n = (k·N) H_{n−1},   A_n = (k·a) A_{n−1} / n,   G_n = ((k·b) G_{n−1} + A_n) / (n + 1),
//   H_n = ((k·c) H_{n−1} + G_n) / (n + 2).
HWY_INLINE void panelMoments(int degree, const Vectors& a, const Vectors& b, const Vectors& c, double* sums) {
  const Vectors normal = cross(b - a, c - a);
  Row pa, pg, ph;
  pa.at(0) = {set(1), set(0)};
  pg.at(0) = {set(1), set(0)};
  ph.at(0) = {set(0.5), set(0)};
  for (int n = 1; n <= degree; ++n) {
    pa.close(n - 1);
    pg.close(n - 1);
    ph.close(n - 1);
    Row na, ng, nh;
    const Lanes ia = set(1.0 / n), ig = set(1.0 / (n + 1)), ih = set(1.0 / (n + 2));
    for (int m = 0; m <= n; ++m) {
      double* const sum = sums + 2 * batch * half(n, m);
      const Complex moment = timesVector(ph, m, normal);
      const Complex old = load(sum);
      store({hn::Add(old.re, moment.re), hn::Add(old.im, moment.im)}, sum);
      na.at(m) = times(timesVector(pa, m, a), ia);
      const Complex g = timesVector(pg, m, b);
      ng.at(m) = times(Complex{hn::Add(g.re, na.at(m).re), hn::Add(g.im, na.at(m).im)}, ig);
      const Complex h = timesVector(ph, m, c);
      nh.at(m) = times(Complex{hn::Add(h.re, ng.at(m).re), hn::Add(h.im, ng.at(m).im)}, ih);
    }
    for (int m = 0; m <= n; ++m) {
      pa.at(m) = na.at(m);
      pg.at(m) = ng.at(m);
      ph.at(m) = nh.at(m);
    }
  }
}

// Corner `which` of panels [begin, begin + lanes) relative to a centre, scaled. Those from `end` on become
// points, which have no moments.
HWY_INLINE Vectors corner(const PanelArrays<3>& panels, std::size_t which, std::size_t begin, std::size_t end,
                          const Vec3& centre, double factor) {
  const Tag d;
  HWY_ALIGN double v[3][hn::MaxLanes(d)];
  for (std::size_t k = 0; k < 3; ++k)
    for (std::size_t i = 0; i < hn::Lanes(d); ++i) {
      const std::size_t t = begin + i;
      const auto axis = static_cast<Eigen::Index>(k);
      v[k][i] = t < end ? (panels.coordinate[3 * which + k][t] - centre[axis]) * factor : 0;
    }
  return {hn::Load(d, v[0]), hn::Load(d, v[1]), hn::Load(d, v[2])};
}

void gatherPanelMoments(int degree, const PanelArrays<3>& panels, IndexRange range, const Vec3& centre,
                        double radius, double* moments) {
  const Tag d;
  HWY_ALIGN double sums[2 * batch * halfSize(highestDegree)];
  std::fill_n(sums, 2 * batch * halfSize(degree), 0.0);
  const double factor = 1 / radius;
  for (std::size_t begin = range.begin; begin < range.end; begin += batch)
    for (std::size_t lane = 0; lane < batch && begin + lane < range.end; lane += hn::Lanes(d)) {
      const Vectors a = corner(panels, 0, begin + lane, range.end, centre, factor);
      const Vectors b = corner(panels, 1, begin + lane, range.end, centre, factor);
      const Vectors c = corner(panels, 2, begin + lane, range.end, centre, factor);
      panelMoments(degree, a, b, c, sums + lane);
    }
  addSums(sums, degree, moments);
}

// Muth et al. 2006, (23): M_n^m = Σ R_s^t(shift) M_{n−s}^{m−t} over s < n and all t; M_0^0 = 0 for a double
// layer.
void gatherMoments(int degree, std::span<const ShiftedExpansion> children, double radius, double* parent) {
  const Tag d;
  HWY_ALIGN double r[fullSize(highestDegree)];
  HWY_ALIGN double moments[fullSize(highestDegree)];
  HWY_ALIGN double sums[2 * batch * halfSize(highestDegree)];
  for (std::size_t begin = 0; begin < children.size(); begin += batch) {
    const auto some = children.subspan(begin, HWY_MIN(batch, children.size() - begin));
    const Shifts shifts(some);
    HWY_ALIGN double factor[batch];
    for (std::size_t i = 0; i < batch; ++i) factor[i] = shifts.radius[i] / radius;
    transpose(some, degree, factor, moments);
    for (std::size_t lane = 0; lane < batch; lane += hn::Lanes(d)) {
      regular(scaled(shifts.vector(lane), set(1 / radius)), degree, r + lane);
      for (int n = 0; n <= degree; ++n)
        for (int m = 0; m <= n; ++m) {
          Complex sum{set(0), set(0)};
          for (int s = 0; s < n; ++s)
            for (int t = HWY_MAX(-s, m - n + s); t <= HWY_MIN(s, m + n - s); ++t) {
              const Complex term =
                  times(load(r + lane + place(s, t)), load(moments + lane + place(n - s, m - t)));
              sum = {hn::Add(sum.re, term.re), hn::Add(sum.im, term.im)};
            }
          store(sum, sums + lane + 2 * batch * half(n, m));
        }
    }
    addSums(sums, degree, parent);
  }
}

// Σ conj S_{n+s}^{m+t} M_s^t over s ≥ 1 and all t. Four independent sums, to hide the latency of each.
HWY_INLINE Complex convolved(int degree, int n, int m, const double* s, const double* moments) {
  Complex cosine{set(0), set(0)};  // real · real, imaginary · imaginary
  Complex sine{set(0), set(0)};    // real · imaginary, imaginary · real
  for (int k = 1; k <= degree; ++k) {
    const double* a = s + place(n + k, m - k);
    const double* b = moments + place(k, -k);
    for (int t = -k; t <= k; ++t, a += 2 * batch, b += 2 * batch) {
      const Complex x = load(a);
      const Complex y = load(b);
      cosine = {hn::MulAdd(x.re, y.re, cosine.re), hn::MulAdd(x.im, y.im, cosine.im)};
      sine = {hn::MulAdd(x.re, y.im, sine.re), hn::MulAdd(x.im, y.re, sine.im)};
    }
  }
  return {hn::Add(cosine.re, cosine.im), hn::Sub(sine.re, sine.im)};
}

// Muth et al. 2006, (24): L_n^m = (−1)^n Σ conj S_{n+s}^{m+t}(shift) M_s^t. S is taken at the unit shift; the
// powers of its length and of the radii are in `factor` and `power`.
void gatherLocal(int degree, std::span<const ShiftedExpansion> sources, double radius, double* local) {
  const Tag d;
  const int top = radius < 1e-100 ? 0 : degree;
  HWY_ALIGN double s[fullSize(2 * highestDegree)];
  HWY_ALIGN double moments[fullSize(highestDegree)];
  HWY_ALIGN double sums[2 * batch * halfSize(highestDegree)];
  std::fill_n(sums, 2 * batch * halfSize(degree), 0.0);
  for (std::size_t begin = 0; begin < sources.size(); begin += batch) {
    const auto some = sources.subspan(begin, HWY_MIN(batch, sources.size() - begin));
    const Shifts shifts(some);
    HWY_ALIGN double inverse[batch];
    HWY_ALIGN double factor[batch];
    for (std::size_t i = 0; i < batch; ++i) {
      const double squared =
          shifts.x[i] * shifts.x[i] + shifts.y[i] * shifts.y[i] + shifts.z[i] * shifts.z[i];
      inverse[i] = 1 / std::sqrt(squared);
      factor[i] = shifts.radius[i] * inverse[i];
    }
    transpose(some, degree, factor, moments);
    for (std::size_t lane = 0; lane < batch; lane += hn::Lanes(d)) {
      const Lanes shorten = hn::Load(d, inverse + lane);
      singular(scaled(shifts.vector(lane), shorten), degree + top, s + lane);
      const Lanes step = hn::Mul(shorten, set(-radius));
      Lanes power = set(1);
      for (int n = 0; n <= top; ++n, power = hn::Mul(power, step))
        for (int m = 0; m <= n; ++m) {
          double* const sum = sums + lane + 2 * batch * half(n, m);
          const Complex part = times(convolved(degree, n, m, s + lane, moments + lane), power);
          const Complex old = load(sum);
          store({hn::Add(old.re, part.re), hn::Add(old.im, part.im)}, sum);
        }
    }
  }
  addSums(sums, degree, local);
}

// Muth et al. 2006, (25): L_n^m = Σ R_{s−n}^{t−m}(shift) L_s^t over s ≥ n and all t. One parent and one
// child: only the first lane is used.
void passLocal(int degree, const ShiftedExpansion& parent, double radius, double* child) {
  HWY_ALIGN double r[fullSize(highestDegree)];
  HWY_ALIGN double local[fullSize(highestDegree)];
  const Vec3 v = parent.shift / parent.radius;
  regular({set(v.x()), set(v.y()), set(v.z())}, degree, r);
  HWY_ALIGN double ones[batch];
  std::fill_n(ones, batch, 1.0);
  transpose(std::span(&parent, 1), degree, ones, local);
  const std::size_t size = halfSize(degree);
  double power = 1;
  for (int n = 0; n <= degree; ++n, power *= radius / parent.radius)
    for (int m = 0; m <= n; ++m) {
      double re = 0, im = 0;
      for (int s = n; s <= degree; ++s)
        for (int t = HWY_MAX(-s, m - s + n); t <= HWY_MIN(s, m + s - n); ++t) {
          const double* const x = r + place(s - n, t - m);
          const double* const y = local + place(s, t);
          re += x[0] * y[0] - x[batch] * y[batch];
          im += x[0] * y[batch] + x[batch] * y[0];
        }
      child[half(n, m)] = power * re;
      child[size + half(n, m)] = power * im;
    }
}

// Σ L_n^m R_n^m(v) over all orders, for a vector of points; the pairs ±m together: 2 Re(L_n^m R_n^m) for m >
// 0. The recurrence is that of regular().
HWY_INLINE Lanes localField(int degree, const double* local, const Vectors& v) {
  const std::size_t size = halfSize(degree);
  const Complex xy{v.x, v.y};
  const Lanes squared = dot(v, v);
  Complex diagonal{set(1), set(0)};
  Lanes sum = set(0);
  for (int m = 0; m <= degree; ++m) {
    if (m > 0) diagonal = times(times(diagonal, xy), set(0.5 / m));
    Complex before{set(0), set(0)};
    Complex last = diagonal;
    Lanes order = set(0);
    for (int n = m; n <= degree; ++n) {
      const std::size_t c = half(n, m);
      order = hn::MulAdd(set(local[c]), last.re, order);
      order = hn::NegMulAdd(set(local[size + c]), last.im, order);
      const double next = 1.0 / double((n + 1 + m) * (n + 1 - m));
      const Lanes a = hn::Mul(v.z, set((2.0 * n + 1) * next));
      const Lanes b = hn::Mul(squared, set(-next));
      const Complex following{hn::MulAdd(a, last.re, hn::Mul(b, before.re)),
                              hn::MulAdd(a, last.im, hn::Mul(b, before.im))};
      before = last;
      last = following;
    }
    sum = hn::MulAdd(order, set(m == 0 ? 1.0 : 2.0), sum);
  }
  return sum;
}

void addLocalWinding(int degree, const double* local, const Vec3& centre, double radius,
                     const VectorArrays& points, IndexRange range, double* winding) {
  const Tag d;
  for (std::size_t begin = range.begin; begin < range.end; begin += hn::Lanes(d)) {
    const std::size_t count = HWY_MIN(hn::Lanes(d), range.end - begin);
    HWY_ALIGN double v[3][hn::MaxLanes(d)];
    for (std::size_t i = 0; i < hn::Lanes(d); ++i) {
      const std::size_t at = begin + HWY_MIN(i, count - 1);
      v[0][i] = (points.x[at] - centre.x()) / radius;
      v[1][i] = (points.y[at] - centre.y()) / radius;
      v[2][i] = (points.z[at] - centre.z()) / radius;
    }
    HWY_ALIGN double field[hn::MaxLanes(d)];
    hn::Store(localField(degree, local, {hn::Load(d, v[0]), hn::Load(d, v[1]), hn::Load(d, v[2])}), d, field);
    for (std::size_t i = 0; i < count; ++i) winding[begin + i] -= field[i] / (4 * std::numbers::pi);
  }
}

TALUS_END_LANE_CODE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace talus {
HWY_EXPORT(gatherPanelMoments);
HWY_EXPORT(gatherMoments);
HWY_EXPORT(gatherLocal);
HWY_EXPORT(passLocal);
HWY_EXPORT(addLocalWinding);

void gatherPanelMoments(int degree, const PanelArrays<3>& panels, IndexRange range, const Vec3& centre,
                        double radius, double* moments) {
  HWY_DYNAMIC_DISPATCH(gatherPanelMoments)(degree, panels, range, centre, radius, moments);
}

void gatherMoments(int degree, std::span<const ShiftedExpansion> children, double radius, double* parent) {
  HWY_DYNAMIC_DISPATCH(gatherMoments)(degree, children, radius, parent);
}

void gatherLocal(int degree, std::span<const ShiftedExpansion> sources, double radius, double* local) {
  HWY_DYNAMIC_DISPATCH(gatherLocal)(degree, sources, radius, local);
}

void passLocal(int degree, const ShiftedExpansion& parent, double radius, double* child) {
  HWY_DYNAMIC_DISPATCH(passLocal)(degree, parent, radius, child);
}

void addLocalWinding(int degree, const double* local, const Vec3& centre, double radius,
                     const VectorArrays& points, IndexRange range, double* winding) {
  HWY_DYNAMIC_DISPATCH(addLocalWinding)(degree, local, centre, radius, points, range, winding);
}

}  // namespace talus
#endif
