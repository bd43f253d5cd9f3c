#include "arrangement/cut/plane_cut.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <compare>

#include "arrangement/cut/local_numbers.h"
#include "arrangement/plane/coverage.h"
#include "arrangement/plane/planar_complex.h"
#include "base/bucket_sort.h"
#include "geometry/exact/predicates.h"

namespace talus {

namespace {

int axisOf(const TriangleMesh& mesh, Index triangle) {
  const auto [a, b, c] = mesh.corners(static_cast<std::size_t>(triangle));
  return projectionAxis(a, b, c);
}

bool isClockwise(const TriangleMesh& mesh, Index triangle, int axis) {
  const auto [a, b, c] = mesh.corners(static_cast<std::size_t>(triangle));
  return orient2d(a, b, c, axis) < 0;
}

// The bits of a number below 2^16, each followed by a free one.
std::uint64_t spread(std::uint64_t bits) {
  bits = (bits | bits << 8) & 0x00ff00ffu;
  bits = (bits | bits << 4) & 0x0f0f0f0fu;
  bits = (bits | bits << 2) & 0x33333333u;
  return (bits | bits << 1) & 0x55555555u;
}

// Points in rounds of random ones, each twice as large as the last one, so that few triangles change with
// each point; those of a round by place, so that the next one is near (N. Amenta, S. Choi, G. Rote,
// "Incremental constructions con BRIO", 2003; along a Z curve).
void shuffle(const PointTable& points, int axis, std::vector<Index>& all) {
  const auto i = static_cast<Eigen::Index>((axis + 1) % 3), j = static_cast<Eigen::Index>((axis + 2) % 3);
  Box box;
  for (const Index p : all) box.extend(points.rounded(p));
  const Vec3 scale = box.sizes().unaryExpr([](double size) { return size > 0 ? 65535 / size : 0; });
  const auto placeOf = [&](Index p) {
    const Vec3 at = (points.rounded(p) - box.min()).cwiseProduct(scale);
    return spread(static_cast<std::uint64_t>(at[i])) | spread(static_cast<std::uint64_t>(at[j])) << 1;
  };
  const auto hashOf = [](Index p) {
    std::uint64_t hash = (static_cast<std::uint64_t>(p) + 1) * 0x9e3779b97f4a7c15u;
    hash ^= hash >> 31;
    return hash * 0xbf58476d1ce4e5b9u;
  };
  struct Keyed {
    int round;
    std::uint64_t place;
    Index point;
    auto operator<=>(const Keyed&) const = default;
  };
  std::vector<Keyed> keyed;
  for (const Index p : all) keyed.push_back({-std::countl_zero(hashOf(p)), placeOf(p), p});
  std::sort(keyed.begin(), keyed.end());
  for (std::size_t k = 0; k < all.size(); ++k) all[k] = keyed[k].point;
}

// A triangle around everything. Its corners are multiples of a power of two that exceeds all coordinates.
std::array<ExactPoint, 3> frameAround(const PointTable& points, const std::vector<Index>& inside, int axis) {
  double greatest = 0;
  for (const Index p : inside) greatest = std::max(greatest, points.rounded(p).cwiseAbs().maxCoeff());
  const double reach = std::ldexp(1.0, std::ilogb(greatest) + 1);
  const auto i = static_cast<Eigen::Index>((axis + 1) % 3), j = static_cast<Eigen::Index>((axis + 2) % 3);
  const auto at = [&](double u, double v) {
    Vec3 p = Vec3::Zero();
    p[i] = u * reach, p[j] = v * reach;
    return ExactPoint::given(p);
  };
  return {at(-4, -2), at(4, -2), at(0, 6)};
}

class PlaneCutter {
 public:
  PlaneCutter(const PointTable& points, std::span<const Index> members, std::span<const PlaneItem> items)
      : points_(points),
        mesh_(points.geometry().mesh()),
        members_(members),
        axis_(axisOf(mesh_, members[0])),
        complex_(points.geometry(), members[0], axis_, beginning(items)) {
    insert(items);
  }

  PlaneCut result() {
    PlaneCut cut;
    findCovers();
    std::vector<FacetCover> covers;
    auto next = covers_.cbegin();
    for (std::size_t t = 0; t < complex_.triangleCount(); ++t) {
      covers.clear();
      for (; next != covers_.cend() && next->facet == static_cast<Index>(t); ++next)
        covers.push_back(next->cover);
      if (!covers.empty()) add(cut, complex_.corners(static_cast<Index>(t)), covers);
    }
    return cut;
  }

 private:
  // The first triangle of the complex; collects all points.
  std::array<ExactPoint, 3> beginning(std::span<const PlaneItem> items) {
    for (const Index t : members_)
      for (const Index corner : mesh_.triangle(static_cast<std::size_t>(t))) meet(corner);
    const auto [a, b, c] = std::array{all_[0], all_[1], all_[2]};
    for (const PlaneItem& item : items) meet(item.from), meet(item.to);
    known_.assign(3, -1);  // the corners of the frame
    if (members_.size() > 1) return frameAround(points_, all_, axis_);
    known_ = {a, b, c};
    for (const Index own : {0, 1, 2}) localOf_[known_[static_cast<std::size_t>(own)]] = own;
    return {points_.at(a), points_.at(b), points_.at(c)};
  }

  // Collects a point, once.
  void meet(Index point) {
    Index& own = localOf_[point];
    if (own != LocalNumbers::none) return;
    own = unplaced;
    all_.push_back(point);
  }

  void insert(std::span<const PlaneItem> items) {
    shuffle(points_, axis_, all_);
    for (const Index p : all_)
      if (Index& own = localOf_[p]; own == unplaced) {
        own = complex_.addPoint(points_.at(p));
        known_.push_back(p);
      }
    if (members_.size() > 1)
      for (const Index t : members_) addOutline(mesh_.triangle(static_cast<std::size_t>(t)));
    for (const PlaneItem& item : items) complex_.addSegment(localOf_[item.from], localOf_[item.to], item.on);
  }

  void addOutline(const std::array<Index, 3>& corners) {
    for (std::size_t k = 0; k < 3; ++k)
      complex_.addSegment(localOf_[corners[k]], localOf_[corners[(k + 1) % 3]], PlanarComplex::outline);
  }

  // Which triangles cover which facets of the complex, by facet, then by triangle.
  void findCovers() {
    const auto signOf = [&](Index t) { return isClockwise(mesh_, t, axis_) ? -1 : 1; };
    if (members_.size() == 1) {
      const FacetCover only{members_[0], signOf(members_[0])};
      for (std::size_t facet = 0; facet < complex_.triangleCount(); ++facet)
        covers_.push_back({static_cast<Index>(facet), only});
      return;
    }
    Coverage coverage(complex_);
    for (const Index t : members_) {
      const auto [a, b, c] = mesh_.triangle(static_cast<std::size_t>(t));
      const FacetCover cover{t, signOf(t)};
      coverage.forEachIn({localOf_[a], localOf_[b], localOf_[c]}, cover.sign < 0, [&](Index facet) {
        covers_.push_back({facet, cover});
      });
    }
    bucketSort(covers_, complex_.triangleCount(),
               [](const Covered& one) { return static_cast<std::size_t>(one.facet); });
  }

  // The number in the result of a point of the complex.
  Index numberOf(PlaneCut& cut, Index own) {
    const auto i = static_cast<std::size_t>(own);
    if (i < known_.size()) return known_[i];
    if (crossings_.empty()) crossings_.assign(complex_.points().size() - known_.size(), 0);
    Index& number = crossings_[i - known_.size()];
    if (number == 0) {
      cut.newPoints.push_back(complex_.point(own));
      number = -static_cast<Index>(cut.newPoints.size());
    }
    return number;
  }

  // Turned so that it faces the same way as the first triangle that covers it.
  void add(PlaneCut& cut, std::array<Index, 3> corners, std::vector<FacetCover>& covers) {
    if (covers[0].sign < 0) {
      std::swap(corners[1], corners[2]);
      for (FacetCover& cover : covers) cover.sign = -cover.sign;
    }
    for (Index& corner : corners) corner = numberOf(cut, corner);
    cut.facets.push_back(corners);
    cut.covers.insert(cut.covers.end(), covers.begin(), covers.end());
    cut.coverEnd.push_back(cut.covers.size());
  }

  static constexpr Index unplaced = -2;

  const PointTable& points_;
  const TriangleMesh& mesh_;
  std::span<const Index> members_;
  int axis_;
  std::vector<Index> all_;        // points of the table
  LocalNumbers localOf_;          // their numbers in the complex
  std::vector<Index> known_;      // the reverse; −1: a corner of the frame
  std::vector<Index> crossings_;  // numbers in the result; 0: none yet
  PlanarComplex complex_;

  struct Covered {
    Index facet;
    FacetCover cover;
    bool operator<(const Covered& other) const {
      return facet != other.facet ? facet < other.facet : cover.triangle < other.cover.triangle;
    }
  };
  std::vector<Covered> covers_;
};

}  // namespace

PlaneCut cutPlane(const PointTable& points, std::span<const Index> members,
                  std::span<const PlaneItem> items) {
  return PlaneCutter(points, members, items).result();
}

}  // namespace talus
