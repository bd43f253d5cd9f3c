#include "enclosure/multipole/solid_harmonics.h"

#include <cstdlib>
#include <numbers>

namespace talus {

namespace {

using Complex = HarmonicExpansion::Complex;

// Σ over all orders of conj(a) b, with the pairs ±m taken together.
double realProduct(const HarmonicExpansion& a, const HarmonicExpansion& b) {
  double sum = 0;
  for (int n = 0; n <= b.degree(); ++n) {
    sum += a.at(n, 0).real() * b.at(n, 0).real();
    for (int m = 1; m <= n; ++m) sum += 2 * (std::conj(a.at(n, m)) * b.at(n, m)).real();
  }
  return sum;
}

// Product with k·v of a polynomial given by its coefficients in the generating function exp(k·x); raises the
// degree n−1 to n.
Complex timesVector(const HarmonicExpansion& in, int n, int m, const Vec3& v) {
  const Complex plus(v.x() / 2, v.y() / 2);
  return v.z() * in.get(n, m) + plus * in.get(n, m - 1) - std::conj(plus) * in.get(n, m + 1);
}

}  // namespace

Complex HarmonicExpansion::get(int n, int m) const {
  if (n < 0 || n > degree_ || std::abs(m) > n) return 0;
  if (m >= 0) return at(n, m);
  const Complex mirrored = std::conj(at(n, -m));
  return m % 2 == 0 ? mirrored : -mirrored;
}

HarmonicExpansion regularHarmonics(const Vec3& x, int degree) {
  HarmonicExpansion r(degree);
  const Complex xy(x.x(), x.y());
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

HarmonicExpansion singularHarmonics(const Vec3& x, int degree) {
  HarmonicExpansion s(degree);
  const Complex xy(x.x(), x.y());
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
void addPanelMoments(const std::array<Vec3, 3>& panel, const Vec3& centre, HarmonicExpansion& moments) {
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

HarmonicExpansion momentsToParent(const HarmonicExpansion& moments, const Vec3& shift) {
  const int degree = moments.degree();
  const HarmonicExpansion r = regularHarmonics(shift, degree);
  HarmonicExpansion parent(degree);
  for (int n = 0; n <= degree; ++n)
    for (int m = 0; m <= n; ++m)
      for (int s = 0; s <= n; ++s)
        for (int t = -s; t <= s; ++t) parent.at(n, m) += r.get(s, t) * moments.get(n - s, m - t);
  return parent;
}

HarmonicExpansion momentsToLocal(const HarmonicExpansion& moments, const Vec3& shift) {
  const int degree = moments.degree();
  const HarmonicExpansion singular = singularHarmonics(shift, 2 * degree);
  HarmonicExpansion local(degree);
  for (int n = 0; n <= degree; ++n)
    for (int m = 0; m <= n; ++m) {
      Complex sum = 0;
      for (int s = 0; s <= degree; ++s)
        for (int t = -s; t <= s; ++t) sum += std::conj(singular.get(n + s, m + t)) * moments.get(s, t);
      local.at(n, m) = n % 2 == 0 ? sum : -sum;
    }
  return local;
}

HarmonicExpansion localToChild(const HarmonicExpansion& local, const Vec3& shift) {
  const int degree = local.degree();
  const HarmonicExpansion r = regularHarmonics(shift, degree);
  HarmonicExpansion child(degree);
  for (int n = 0; n <= degree; ++n)
    for (int m = 0; m <= n; ++m)
      for (int s = n; s <= degree; ++s)
        for (int t = -s; t <= s; ++t) child.at(n, m) += r.get(s - n, t - m) * local.get(s, t);
  return child;
}

double windingOfMoments(const HarmonicExpansion& moments, const Vec3& x) {
  return -realProduct(singularHarmonics(x, moments.degree()), moments) / fourPi;
}

double windingOfLocal(const HarmonicExpansion& local, const Vec3& x) {
  const HarmonicExpansion r = regularHarmonics(x, local.degree());
  double sum = 0;
  for (int n = 0; n <= local.degree(); ++n) {
    sum += local.at(n, 0).real() * r.at(n, 0).real();
    for (int m = 1; m <= n; ++m) sum += 2 * (local.at(n, m) * r.at(n, m)).real();
  }
  return -sum / fourPi;
}

}  // namespace talus
