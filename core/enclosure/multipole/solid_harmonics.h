#pragma once

#include <array>
#include <complex>
#include <cstddef>
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

}  // namespace talus
