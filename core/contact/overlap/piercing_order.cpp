#include "contact/overlap/piercing_order.h"

#include <algorithm>
#include <array>
#include <limits>

#include "geometry/exact/number_triple.h"

namespace talus {

namespace {

// A piercing and its place on the edge, as a fraction.
struct ExactPlace {
  Index piercing;
  WideInteger numerator, denominator;  // > 0
};

class EdgePlaces {
 public:
  EdgePlaces(const SurfacePair& pair, const std::vector<Piercing>& piercings, std::span<const Index> own) {
    const Piercing& any = piercings[static_cast<std::size_t>(own.front())];
    const SurfaceCells::Edge& edge = pair.surface(any.first).edges()[static_cast<std::size_t>(any.edge)];
    const Vec3 from = pair.point(any.first, edge.from), to = pair.point(any.first, edge.to);
    take(from);
    take(to);
    for (const Index i : own)
      for (const Vec3& corner : triangleOf(pair, piercings, i)) take(corner);
    for (const Index i : own) places_.push_back(placeOf(i, triangleOf(pair, piercings, i), from, to));
    std::stable_sort(places_.begin(), places_.end(), [](const ExactPlace& p, const ExactPlace& q) {
      return p.numerator * q.denominator < q.numerator * p.denominator;
    });
  }

  const std::vector<ExactPlace>& places() const { return places_; }

 private:
  static std::array<Vec3, 3> triangleOf(const SurfacePair& pair, const std::vector<Piercing>& piercings,
                                        Index i) {
    const Piercing& piercing = piercings[static_cast<std::size_t>(i)];
    return pair.corners(!piercing.first, piercing.triangle);
  }

  void take(const Vec3& point) {
    for (const double x : point) unit_ = std::min(unit_, lowestExponent(x));
  }

  // Where the edge passes through the triangle's plane; at its beginning if it lies in the plane.
  ExactPlace placeOf(Index i, const std::array<Vec3, 3>& t, const Vec3& from, const Vec3& to) const {
    const auto difference = [this](const Vec3& p, const Vec3& q) {
      return differenceOf(scaledTriple(p, unit_), scaledTriple(q, unit_));
    };
    const Triple<WideInteger> normal = crossOf(difference(t[1], t[0]), difference(t[2], t[0]));
    const WideInteger whole = dotOf(normal, difference(to, from)),
                      part = dotOf(normal, difference(t[0], from));
    if (whole.sign() == 0) return {i, 0, 1};
    if (whole.sign() < 0) return {i, -part, -whole};
    return {i, part, whole};
  }

  int unit_ = std::numeric_limits<int>::max();
  std::vector<ExactPlace> places_;
};

}  // namespace

void sortAlongEdge(const SurfacePair& pair, const std::vector<Piercing>& piercings, std::span<Index> own) {
  const EdgePlaces sorted(pair, piercings, own);
  for (std::size_t k = 0; k < own.size(); ++k) own[k] = sorted.places()[k].piercing;
}

}  // namespace talus
