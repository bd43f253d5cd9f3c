#include "contact/overlap/exact_overlap.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>

#include "contact/overlap/curve_segments.h"
#include "contact/overlap/inner_surface.h"
#include "geometry/exact/number_triple.h"
#include "geometry/exact/predicates.h"

namespace talus {

namespace {

using WideVector = Triple<WideInteger>;

// numerator / denominator; denominator ≠ 0.
struct WidePoint {
  WideVector numerator;
  WideInteger denominator = 1;
};

struct Fraction {
  WideInteger numerator = 0, denominator = 1;
};

// Of all coordinates of a surface.
int lowestExponentOf(const SurfacePair& pair, bool first) {
  int lowest = std::numeric_limits<int>::max();
  for (std::size_t i = 0; i < pair.surface(first).mesh().pointCount(); ++i)
    for (const double x : pair.point(first, static_cast<Index>(i)))
      lowest = std::min(lowest, lowestExponent(x));
  return lowest;
}

// Sums of fractions. Those of equal denominators are added first: where faces are parallel to the axes, most.
class FractionSum {
 public:
  void add(WideInteger numerator, WideInteger denominator) {
    if (denominator.sign() < 0) {
      numerator = -numerator;
      denominator = -denominator;
    }
    byDenominator_[denominator] += numerator;
  }

  // Pairs of pairs: numbers grow with the depth of the tree only.
  Fraction total() const {
    std::vector<Fraction> terms;
    for (const auto& [denominator, numerator] : byDenominator_)
      if (numerator.sign() != 0) terms.push_back({numerator, denominator});
    while (terms.size() > 1) {
      std::size_t kept = 0;
      for (std::size_t i = 0; i < terms.size(); i += 2)
        terms[kept++] = i + 1 < terms.size() ? sum(terms[i], terms[i + 1]) : terms[i];
      terms.resize(kept);
    }
    return terms.empty() ? Fraction{} : terms.front();
  }

 private:
  static Fraction sum(const Fraction& a, const Fraction& b) {
    return {a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator};
  }

  std::map<WideInteger, WideInteger> byDenominator_;
};

// The six-fold volume of the intersection, in cubes of a unit of which all coordinates are multiples.
class IntersectionVolume {
 public:
  IntersectionVolume(const SurfacePair& pair, const std::vector<Piercing>& piercings)
      : pair_(pair), unit_(std::min(lowestExponentOf(pair, true), lowestExponentOf(pair, false))) {
    for (const Piercing& p : piercings) points_.push_back(pointOf(p));
    for (const CurveSegment& segment : joinPiercings(pair, piercings)) {
      addCone(true, segment.firstTriangle, pointAt(segment.from), pointAt(segment.to));
      addCone(false, segment.secondTriangle, pointAt(segment.to), pointAt(segment.from));
    }
    UnionFind regions(piercings.size() + pair.surface(true).shellPoints().size() +
                      pair.surface(false).shellPoints().size());
    auto next = static_cast<Index>(piercings.size());
    for (const bool first : {true, false})
      addParts(first, InnerSurface(pair, first, piercings, regions, next));
    volume_ = sum_.total();
  }

  bool isPositive() const { return volume_.numerator.sign() > 0; }

  double rounded() const { return nearestDouble(volume_.numerator, 6 * volume_.denominator, 3 * unit_); }

  // Whether it is the volume of one of the solids.
  bool isAllOf(bool first) const {
    const TriangleMesh& mesh = pair_.surface(first).mesh();
    WideInteger whole = 0;
    for (std::size_t t = 0; t < mesh.triangleCount(); ++t) {
      const auto [a, b, c] = corners(first, static_cast<Index>(t));
      whole += dotOf(a, crossOf(b, c));
    }
    return volume_.numerator == whole * volume_.denominator;
  }

 private:
  WideVector vertex(bool first, Index number) const {
    return scaledTriple(pair_.point(first, number), unit_);
  }

  std::array<WideVector, 3> corners(bool first, Index triangle) const {
    const auto [a, b, c] = pair_.surface(first).mesh().triangle(static_cast<std::size_t>(triangle));
    return {vertex(first, a), vertex(first, b), vertex(first, c)};
  }

  // Where the edge passes through the triangle's plane; at an end of the edge that lies in it. Never do both
  // lie in it: the shift moves them to the same side.
  WidePoint pointOf(const Piercing& piercing) const {
    const SurfaceCells::Edge& edge =
        pair_.surface(piercing.first).edges()[static_cast<std::size_t>(piercing.edge)];
    const WideVector from = vertex(piercing.first, edge.from),
                     along = differenceOf(vertex(piercing.first, edge.to), from);
    const auto [a, b, c] = corners(!piercing.first, piercing.triangle);
    const WideVector normal = crossOf(differenceOf(b, a), differenceOf(c, a));
    const WideInteger way = dotOf(normal, along), ahead = dotOf(normal, differenceOf(a, from));
    return {{from[0] * way + along[0] * ahead, from[1] * way + along[1] * ahead,
             from[2] * way + along[2] * ahead},
            way};
  }

  const WidePoint& pointAt(Index piercing) const { return points_[static_cast<std::size_t>(piercing)]; }

  // Adds the cone from the origin over the part of a triangle's plane to the left of the line between two
  // points of the plane: see Regions::volumeBeside.
  void addCone(bool first, Index triangle, const WidePoint& from, const WidePoint& to) {
    const auto [a, b, c] = corners(first, triangle);
    const WideVector normal = crossOf(differenceOf(b, a), differenceOf(c, a));
    const WideInteger height = dotOf(normal, a);
    const WideInteger beside = dotOf(normal, crossOf(from.numerator, to.numerator));
    if (height.sign() != 0 && beside.sign() != 0)
      sum_.add(height * beside, dotOf(normal, normal) * from.denominator * to.denominator);
  }

  void addParts(bool first, const InnerSurface& inner) {
    for (const InnerSurface::Part& part : inner.parts()) {
      const SurfaceCells::Edge& edge = pair_.surface(first).edges()[static_cast<std::size_t>(part.edge)];
      const WidePoint begin =
          part.beginPiercing < 0 ? WidePoint{vertex(first, edge.from)} : pointAt(part.beginPiercing);
      const WidePoint end =
          part.endPiercing < 0 ? WidePoint{vertex(first, edge.to)} : pointAt(part.endPiercing);
      addCone(first, edge.left, begin, end);
      addCone(first, edge.right, end, begin);
    }
  }

  const SurfacePair& pair_;
  int unit_;  // exponent of the power of two
  std::vector<WidePoint> points_;
  FractionSum sum_;
  Fraction volume_;
};

}  // namespace

ExactOverlap exactOverlap(const SurfacePair& pair, const std::vector<Piercing>& piercings) {
  const IntersectionVolume volume(pair, piercings);
  if (!volume.isPositive()) return {};
  return {.positive = true,
          .wholeFirst = volume.isAllOf(true),
          .wholeSecond = volume.isAllOf(false),
          .volume = volume.rounded()};
}

bool piercesStrictly(const std::array<Vec3, 2>& edge, const std::array<Vec3, 3>& triangle) {
  const auto& [p, q] = edge;
  const auto& [a, b, c] = triangle;
  if (orient3d(a, b, c, p) * orient3d(a, b, c, q) >= 0) return false;
  const int turn = orient3d(a, b, p, q);
  return turn != 0 && orient3d(b, c, p, q) == turn && orient3d(c, a, p, q) == turn;
}

bool isStrict(const SurfacePair& pair, const Piercing& piercing) {
  const SurfaceCells::Edge& edge =
      pair.surface(piercing.first).edges()[static_cast<std::size_t>(piercing.edge)];
  return piercesStrictly({pair.point(piercing.first, edge.from), pair.point(piercing.first, edge.to)},
                         pair.corners(!piercing.first, piercing.triangle));
}

}  // namespace talus
