#include "contact/overlap/exact_overlap.h"

#include <algorithm>
#include <limits>
#include <map>

#include "contact/overlap/curve_segments.h"
#include "contact/overlap/inner_surface.h"
#include "geometry/exact/bounded_word.h"
#include "geometry/exact/number_triple.h"
#include "geometry/exact/predicates.h"

namespace talus {

namespace {

// numerator / denominator; denominator ≠ 0.
template <class Number>
struct PointFraction {
  Triple<Number> numerator;
  Number denominator;
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

// Coordinates as multiples of a power of two, the unit.
class WholeNumbers {
 public:
  using Number = WideInteger;
  using Sum = FractionSum;

  explicit WholeNumbers(const SurfacePair& pair)
      : unit_(std::min(lowestExponentOf(pair, true), lowestExponentOf(pair, false))) {}

  int unit() const { return unit_; }
  Triple<Number> of(const Vec3& p) const { return scaledTriple(p, unit_); }

 private:
  int unit_;  // exponent of the power of two
};

class WordSum {
 public:
  void add(const BoundedWord& numerator, const BoundedWord& denominator) {
    total_ = total_ + numerator / denominator;
  }
  const BoundedWord& total() const { return total_; }

 private:
  BoundedWord total_;
};

// Coordinates as words, relative to the middle of where the solids overlap.
class WordNumbers {
 public:
  using Number = BoundedWord;
  using Sum = WordSum;

  explicit WordNumbers(const SurfacePair& pair) : origin_(pair.zone().center()) {}

  Triple<Number> of(const Vec3& p) const {
    return {Number::difference(p.x(), origin_.x()), Number::difference(p.y(), origin_.y()),
            Number::difference(p.z(), origin_.z())};
  }

 private:
  Vec3 origin_;
};

bool isZero(const WideInteger& x) {
  return x.sign() == 0;
}
bool isZero(const BoundedWord& x) {
  return x.high() == 0 && x.error() == 0;
}

// The six-fold volume of the intersection.
template <class Numbers>
class IntersectionVolume {
  using Number = typename Numbers::Number;
  using Point = PointFraction<Number>;

 public:
  IntersectionVolume(const SurfacePair& pair, const std::vector<Piercing>& piercings)
      : pair_(pair), numbers_(pair) {
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
  }

  auto total() const { return sum_.total(); }

  // That of one of the solids.
  Number whole(bool first) const {
    const TriangleMesh& mesh = pair_.surface(first).mesh();
    Number whole(0);
    for (std::size_t t = 0; t < mesh.triangleCount(); ++t) {
      const auto [a, b, c] = corners(first, static_cast<Index>(t));
      whole = whole + dotOf(a, crossOf(b, c));
    }
    return whole;
  }

  const Numbers& numbers() const { return numbers_; }

 private:
  Triple<Number> vertex(bool first, Index number) const { return numbers_.of(pair_.point(first, number)); }

  std::array<Triple<Number>, 3> corners(bool first, Index triangle) const {
    const auto [a, b, c] = pair_.surface(first).mesh().triangle(static_cast<std::size_t>(triangle));
    return {vertex(first, a), vertex(first, b), vertex(first, c)};
  }

  // Where the edge passes through the triangle's plane; at an end of the edge that lies in it. Never do both
  // lie in it: the shift moves them to the same side.
  Point pointOf(const Piercing& piercing) const {
    const SurfaceCells::Edge& edge =
        pair_.surface(piercing.first).edges()[static_cast<std::size_t>(piercing.edge)];
    const Triple<Number> from = vertex(piercing.first, edge.from),
                         along = differenceOf(vertex(piercing.first, edge.to), from);
    const auto [a, b, c] = corners(!piercing.first, piercing.triangle);
    const Triple<Number> normal = crossOf(differenceOf(b, a), differenceOf(c, a));
    const Number way = dotOf(normal, along), ahead = dotOf(normal, differenceOf(a, from));
    return {{from[0] * way + along[0] * ahead, from[1] * way + along[1] * ahead,
             from[2] * way + along[2] * ahead},
            way};
  }

  const Point& pointAt(Index piercing) const { return points_[static_cast<std::size_t>(piercing)]; }

  // Adds the cone from the origin over the part of a triangle's plane to the left of the line between two
  // points of the plane: see Regions::volumeBeside.
  void addCone(bool first, Index triangle, const Point& from, const Point& to) {
    const auto [a, b, c] = corners(first, triangle);
    const Triple<Number> normal = crossOf(differenceOf(b, a), differenceOf(c, a));
    const Number height = dotOf(normal, a);
    const Number beside = dotOf(normal, crossOf(from.numerator, to.numerator));
    if (!isZero(height) && !isZero(beside))
      sum_.add(height * beside, dotOf(normal, normal) * from.denominator * to.denominator);
  }

  void addParts(bool first, const InnerSurface& inner) {
    for (const InnerSurface::Part& part : inner.parts()) {
      const SurfaceCells::Edge& edge = pair_.surface(first).edges()[static_cast<std::size_t>(part.edge)];
      const Point begin =
          part.beginPiercing < 0 ? Point{vertex(first, edge.from), Number(1)} : pointAt(part.beginPiercing);
      const Point end =
          part.endPiercing < 0 ? Point{vertex(first, edge.to), Number(1)} : pointAt(part.endPiercing);
      addCone(first, edge.left, begin, end);
      addCone(first, edge.right, end, begin);
    }
  }

  const SurfacePair& pair_;
  Numbers numbers_;
  std::vector<Point> points_;
  typename Numbers::Sum sum_;
};

double roundedVolume(const Fraction& sixfold, int unit) {
  return nearestDouble(sixfold.numerator, 6 * sixfold.denominator, 3 * unit);
}

}  // namespace

ExactOverlap exactOverlap(const SurfacePair& pair, const std::vector<Piercing>& piercings) {
  const IntersectionVolume<WholeNumbers> volume(pair, piercings);
  const Fraction total = volume.total();
  if (total.numerator.sign() <= 0) return {};
  const auto isAllOf = [&](bool first) { return total.numerator == volume.whole(first) * total.denominator; };
  return {.positive = true,
          .wholeFirst = isAllOf(true),
          .wholeSecond = isAllOf(false),
          .volume = roundedVolume(total, volume.numbers().unit())};
}

bool overlapExceeds(const SurfacePair& pair, const std::vector<Piercing>& piercings, double volume) {
  const BoundedWord excess =
      IntersectionVolume<WordNumbers>(pair, piercings).total() - BoundedWord(6) * BoundedWord(volume);
  if (const auto sign = excess.sign()) return *sign > 0;
  const IntersectionVolume<WholeNumbers> exact(pair, piercings);
  return roundedVolume(exact.total(), exact.numbers().unit()) > volume;
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
