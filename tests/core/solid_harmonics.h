#pragma once

#include <array>
#include <complex>
#include <cstddef>
#include <cstdlib>
#include <numbers>
#include <span>
#include <vector>

#include "base/types.h"

namespace talus {

inline constexpr double fourPi = 4 * std::numbers::pi;

/// Coefficients C_n^m of an expansion in solid harmonics for 0 ≤ m ≤ n ≤ degree. Those of negative order
/// follow from C_n^{−m} = (−1)^m conj C_n^m, which holds for all expansions of real fields in the convention
/// used here.
class HarmonicExpansion {
 public:
  using Complex = std::complex<double>;

  explicit HarmonicExpansion(int degree = 0) : degree_(degree), c_(count(degree)) {}

  int degree() const { return degree_; }
  /// 0 ≤ m ≤ n ≤ degree.
  Complex& at(int n, int m) { return c_[index(n, m)]; }
  const Complex& at(int n, int m) const { return c_[index(n, m)]; }
  /// Any order; 0 outside of the expansion.
  Complex get(int n, int m) const;

 private:
  static std::size_t count(int degree) { return index(degree + 1, 0); }
  static std::size_t index(int n, int m) {
    const auto row = static_cast<std::size_t>(n);
    return row * (row + 1) / 2 + static_cast<std::size_t>(m);
  }

  int degree_;
  std::vector<Complex> c_;
};

// Solid harmonics without the Condon–Shortley phase, as in Muth et al. 2006, (14) and (15), but with R_n^{−m}
// = (−1)^m conj R_n^m; (14) and (15) as printed give the conjugate without the sign, with which (23) to (25)
// do not hold:
//   R_n^m(x) = r^n P_n^m(cos θ) e^{imφ} / (n+m)!,   S_n^m(x) = (n−m)! P_n^m(cos θ) e^{imφ} / r^{n+1},
//   1/|x − y| = Σ conj S_n^m(x) R_n^m(y) for |y| < |x|.

/// R_n^m(x) for n ≤ degree. O(degree²).
HarmonicExpansion regularHarmonics(const Vec3& x, int degree);
/// S_n^m(x) for n ≤ degree, x ≠ 0. O(degree²).
HarmonicExpansion singularHarmonics(const Vec3& x, int degree);

/// Adds the moments ∫ n·∇R_n^m(y − centre) ds of one flat panel with unit normal n (22). They are exact, from
/// a recurrence over the degree instead of quadrature. O(degree²).
void addPanelMoments(const std::array<Vec3, 3>& panel, const Vec3& centre, HarmonicExpansion& moments);

/// Multipole moments about the parent's centre (23). @param shift child − parent. O(degree⁴).
HarmonicExpansion momentsToParent(const HarmonicExpansion& moments, const Vec3& shift);
/// Local coefficients of the field of some moments (24). @param shift target − source centre. O(degree⁴).
HarmonicExpansion momentsToLocal(const HarmonicExpansion& moments, const Vec3& shift);
/// Local coefficients about a child's centre (25). @param shift child − parent. O(degree⁴).
HarmonicExpansion localToChild(const HarmonicExpansion& local, const Vec3& shift);

/// −(1/4π) Σ conj S_n^m(x) M_n^m: winding number due to moments, x relative to their centre. O(degree²).
double windingOfMoments(const HarmonicExpansion& moments, const Vec3& x);
/// −(1/4π) Σ L_n^m R_n^m(x): winding number due to local coefficients, x relative to their centre.
/// O(degree²).
double windingOfLocal(const HarmonicExpansion& local, const Vec3& x);

// Σ over all orders of conj(a) b, with the pairs ±m taken together.
inline double realProduct(const HarmonicExpansion& a, const HarmonicExpansion& b) {
  double sum = 0;
  for (int n = 0; n <= b.degree(); ++n) {
    sum += a.at(n, 0).real() * b.at(n, 0).real();
    for (int m = 1; m <= n; ++m) sum += 2 * (std::conj(a.at(n, m)) * b.at(n, m)).real();
  }
  return sum;
}

// Product with k·v of a polynomial given by its coefficients in the generating function exp(k·x); raises the
// degree n−1 to n.
inline HarmonicExpansion::Complex timesVector(const HarmonicExpansion& in, int n, int m, const Vec3& v) {
  const HarmonicExpansion::Complex plus(v.x() / 2, v.y() / 2);
  return v.z() * in.get(n, m) + plus * in.get(n, m - 1) - std::conj(plus) * in.get(n, m + 1);
}

inline HarmonicExpansion::Complex HarmonicExpansion::get(int n, int m) const {
  if (n < 0 || n > degree_ || std::abs(m) > n) return 0;
  if (m >= 0) return at(n, m);
  const HarmonicExpansion::Complex mirrored = std::conj(at(n, -m));
  return m % 2 == 0 ? mirrored : -mirrored;
}

inline HarmonicExpansion regularHarmonics(const Vec3& x, int degree) {
  HarmonicExpansion r(degree);
  const HarmonicExpansion::Complex xy(x.x(), x.y());
  const double squared = x.squaredNorm();
  r.at(0, 0) = 1;
  for (int m = 0; m <= degree; ++m) {
    if (m > 0) r.at(m, m) = xy / (2.0 * m) * r.at(m - 1, m - 1);
    for (int n = m + 1; n <= degree; ++n)
      r.at(n, m) =
          ((2.0 * n - 1) * x.z() * r.at(n - 1, m) - squared * r.get(n - 2, m)) / double((n + m) * (n - m));
  }
  return r;
}

inline HarmonicExpansion singularHarmonics(const Vec3& x, int degree) {
  HarmonicExpansion s(degree);
  const HarmonicExpansion::Complex xy(x.x(), x.y());
  const double squared = x.squaredNorm();
  s.at(0, 0) = 1 / std::sqrt(squared);
  for (int m = 0; m <= degree; ++m) {
    if (m > 0) s.at(m, m) = (2.0 * m - 1) * xy / squared * s.at(m - 1, m - 1);
    for (int n = m + 1; n <= degree; ++n) {
      const double before = double((n - 1) * (n - 1) - m * m);
      s.at(n, m) = ((2.0 * n - 1) * x.z() * s.at(n - 1, m) - before * s.get(n - 2, m)) / squared;
    }
  }
  return s;
}

// exp(k·x) = Σ R_n^m u^m for k·k = 0, so integrals of exp(k·x) over the panel with corners a, b, c give the
// integrals of R. A_n, G_n and H_n are the degree-n parts of exp(k·a), of its mean over the edge, and of its
// mean over the panel's parametrisation; M_n = (N·k) H_{n−1} with N = (b − a) × (c − a).
inline void addPanelMoments(const std::array<Vec3, 3>& panel, const Vec3& centre,
                            HarmonicExpansion& moments) {
  const int degree = moments.degree();
  const Vec3 a = panel[0] - centre;
  const Vec3 b = panel[1] - centre;
  const Vec3 c = panel[2] - centre;
  const Vec3 normal = (b - a).cross(c - a);
  HarmonicExpansion pa(degree), pg(degree), ph(degree);
  pa.at(0, 0) = 1;
  pg.at(0, 0) = 1;
  ph.at(0, 0) = 0.5;
  for (int n = 1; n <= degree; ++n)
    for (int m = 0; m <= n; ++m) {
      moments.at(n, m) += timesVector(ph, n - 1, m, normal);
      pa.at(n, m) = timesVector(pa, n - 1, m, a) / double(n);
      pg.at(n, m) = (timesVector(pg, n - 1, m, b) + pa.at(n, m)) / double(n + 1);
      ph.at(n, m) = (timesVector(ph, n - 1, m, c) + pg.at(n, m)) / double(n + 2);
    }
}

inline HarmonicExpansion momentsToParent(const HarmonicExpansion& moments, const Vec3& shift) {
  const int degree = moments.degree();
  const HarmonicExpansion r = regularHarmonics(shift, degree);
  HarmonicExpansion parent(degree);
  for (int n = 0; n <= degree; ++n)
    for (int m = 0; m <= n; ++m)
      for (int s = 0; s <= n; ++s)
        for (int t = -s; t <= s; ++t) parent.at(n, m) += r.get(s, t) * moments.get(n - s, m - t);
  return parent;
}

inline HarmonicExpansion momentsToLocal(const HarmonicExpansion& moments, const Vec3& shift) {
  const int degree = moments.degree();
  const HarmonicExpansion singular = singularHarmonics(shift, 2 * degree);
  HarmonicExpansion local(degree);
  for (int n = 0; n <= degree; ++n)
    for (int m = 0; m <= n; ++m) {
      HarmonicExpansion::Complex sum = 0;
      for (int s = 0; s <= degree; ++s)
        for (int t = -s; t <= s; ++t) sum += std::conj(singular.get(n + s, m + t)) * moments.get(s, t);
      local.at(n, m) = n % 2 == 0 ? sum : -sum;
    }
  return local;
}

inline HarmonicExpansion localToChild(const HarmonicExpansion& local, const Vec3& shift) {
  const int degree = local.degree();
  const HarmonicExpansion r = regularHarmonics(shift, degree);
  HarmonicExpansion child(degree);
  for (int n = 0; n <= degree; ++n)
    for (int m = 0; m <= n; ++m)
      for (int s = n; s <= degree; ++s)
        for (int t = -s; t <= s; ++t) child.at(n, m) += r.get(s - n, t - m) * local.get(s, t);
  return child;
}

inline double windingOfMoments(const HarmonicExpansion& moments, const Vec3& x) {
  return -realProduct(singularHarmonics(x, moments.degree()), moments) / fourPi;
}

inline double windingOfLocal(const HarmonicExpansion& local, const Vec3& x) {
  const HarmonicExpansion r = regularHarmonics(x, local.degree());
  double sum = 0;
  for (int n = 0; n <= local.degree(); ++n) {
    sum += local.at(n, 0).real() * r.at(n, 0).real();
    for (int m = 1; m <= n; ++m) sum += 2 * (local.at(n, m) * r.at(n, m)).real();
  }
  return -sum / fourPi;
}

}  // namespace talus
