#include "enclosure/direct/ray_crossing.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

#include "base/error.h"
#include "enclosure/direct/surface_winding.h"

namespace talus {

namespace {

// SplitMix64 (Steele, Lea and Flood 2014): a counter-based generator, good enough for directions.
std::uint64_t mix(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15U;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31);
}

double uniform(std::uint64_t& state) {  // in [-1, 1)
  state = mix(state);
  return static_cast<double>(state >> 11) * 0x1p-52 - 1.0;
}

Vec3 randomDirection(std::uint64_t state) {
  for (;;) {
    const Vec3 v(uniform(state), uniform(state), uniform(state));
    const double squared = v.squaredNorm();
    if (squared > 1e-4 && squared <= 1) return v / std::sqrt(squared);
  }
}

// Tests whether the segment from a point along a direction intersects a box.
class BoxTest {
 public:
  BoxTest(const Vec3& from, const Vec3& direction)
      : from_(from), inverse_(direction.cwiseInverse()), along_(direction.array() != 0) {}

  // May the segment intersect the box? There are no false negatives: the far parameter is enlarged by more
  // than the rounding errors of differences, inverses and products.
  bool operator()(const Box& box) const {
    constexpr double widening = 1 + 8 * std::numeric_limits<double>::epsilon();
    double near = 0;
    double far = 1;
    for (Eigen::Index axis = 0; axis < 3; ++axis) {
      const double low = box.min()[axis] - from_[axis];
      const double high = box.max()[axis] - from_[axis];
      if (!along_[axis] && (low > 0 || high < 0)) return false;
      if (!std::isfinite(inverse_[axis])) continue;  // the direction's component is too small to decide
      const double s = low * inverse_[axis];
      const double t = high * inverse_[axis];
      near = std::max(near, std::min(s, t));
      far = std::min(far, std::max(s, t) * widening);
    }
    return near <= far;
  }

 private:
  Vec3 from_;
  Vec3 inverse_;
  Eigen::Array<bool, 3, 1> along_;
};

}  // namespace

// One attempt for one point.
struct RayCrossing::Ray {
  Ray(const Vec3& from, const Vec3& to, bool all) : p(from), r(to), direction(to - from), wantWinding(all) {}

  Vec3 p;            // the point
  Vec3 r;            // the ray's end, outside of the bounding box
  Vec3 direction;    // r − p, rounded: only for the box test and windingStep()
  bool wantWinding;  // then the search visits all faces
  int crossings = 0;
  int winding = 0;
  WindingSteps steps;
  OnTriangle feature = OnTriangle::Outside;
  bool degenerate = false;
};

RayCrossing::RayCrossing(const TriangleMesh& mesh, bool oriented, RaySearch search, std::uint64_t seed,
                         RayAim aim)
    : oriented_(oriented),
      search_(search),
      seed_(seed),
      aim_(aim),
      faces_(mesh.properTriangles()),
      bounds_(mesh.bounds()) {
  std::vector<Box> boxes;
  boxes.reserve(faces_.size());
  for (const auto& face : faces_) boxes.push_back(boxOf(face));
  if (search_ == RaySearch::Tree)
    tree_ = BoxTree(boxes);
  else
    boxes_ = std::move(boxes);
  // Long enough to leave the box, and for a random direction with enough digits where coordinates are large.
  const double magnitude = std::max(bounds_.min().cwiseAbs().maxCoeff(), bounds_.max().cwiseAbs().maxCoeff());
  rayLength_ = std::max(4 * bounds_.sizes().maxCoeff(), 1e-6 * magnitude);
}

Vec3 RayCrossing::rayEnd(const Vec3& p, std::uint64_t attempt) const {
  std::uint64_t state = mix(seed_ + attempt);
  for (const double v : p) state = mix(state ^ std::bit_cast<std::uint64_t>(v));
  const Vec3 random = randomDirection(state);
  if (aim_ == RayAim::Random) return p + rayLength_ * random;
  // Tilted at random by up to a tenth, so that each attempt has another ray.
  Eigen::Index axis = 0;
  const Vec3 below = p - bounds_.min();
  const Vec3 above = bounds_.max() - p;
  const double distance = below.cwiseMin(above).minCoeff(&axis);
  Vec3 direction = 0.1 * random;
  direction[axis] = below[axis] < above[axis] ? -1 : 1;
  return p + (distance + 0.01 * rayLength_) * direction;
}

RayCrossing::Verdict RayCrossing::meetFace(Ray& ray, std::size_t face) const {
  const auto& f = faces_[face];
  const int sideP = orient3d(f[0], f[1], f[2], ray.p);
  const int sideR = orient3d(f[0], f[1], f[2], ray.r);
  if (sideP == 0) {
    const OnTriangle feature = locateInPlane(ray.p, f[0], f[1], f[2]);
    if (feature != OnTriangle::Outside) {
      ray.feature = ray.feature == OnTriangle::Outside ? feature : std::min(ray.feature, feature);
      if (!ray.wantWinding) return Verdict::Stop;
    }
    if (sideR == 0) return Verdict::Degenerate;
    if (feature != OnTriangle::Outside) ray.steps.add(windingStep(ray.p, f, feature, ray.direction, sideR));
    return Verdict::Continue;
  }
  if (sideR == 0 || sideP == sideR) return Verdict::Continue;  // R lies outside the body, so on no face
  const int v0 = orient3d(ray.p, ray.r, f[0], f[1]);
  const int v1 = orient3d(ray.p, ray.r, f[1], f[2]);
  const int v2 = orient3d(ray.p, ray.r, f[2], f[0]);
  const bool anyPositive = v0 > 0 || v1 > 0 || v2 > 0;
  const bool anyNegative = v0 < 0 || v1 < 0 || v2 < 0;
  if (anyPositive && anyNegative) return Verdict::Continue;
  if (v0 == 0 || v1 == 0 || v2 == 0) return Verdict::Degenerate;
  ++ray.crossings;
  ray.winding += sideP;
  return Verdict::Continue;
}

// @return false if the ray is degenerate and another must be drawn.
bool RayCrossing::shoot(Ray& ray) const {
  const auto visit = [&](std::size_t face) {
    const Verdict verdict = meetFace(ray, face);
    ray.degenerate = verdict == Verdict::Degenerate;
    return verdict == Verdict::Continue;
  };
  const BoxTest near(ray.p, ray.direction);
  if (search_ == RaySearch::Tree) {
    tree_.query(near, [&](Index face) { return visit(static_cast<std::size_t>(face)); });
  } else {
    for (std::size_t face = 0; face < faces_.size(); ++face)
      if (near(boxes_[face]) && !visit(face)) break;
  }
  return !ray.degenerate;
}

RayCrossingResult RayCrossing::locate(const Vec3& p, bool wantWinding, int firstAttempt) const {
  constexpr int maximumRedraws =
      10000;  // a degenerate ray has probability zero; the limit prevents an endless loop on a defect
  RayCrossingResult result;
  if (!bounds_.contains(p)) return result;
  for (result.redraws = firstAttempt; result.redraws < firstAttempt + maximumRedraws; ++result.redraws) {
    Ray ray(p, rayEnd(p, static_cast<std::uint64_t>(result.redraws)), wantWinding);
    if (!shoot(ray)) continue;
    const bool odd = ray.crossings % 2 != 0;
    result.feature = ray.feature;
    if (ray.feature != OnTriangle::Outside) {
      result.side = Side::OnSurface;
      result.winding = oriented_ ? ray.winding + ray.steps.sum() : 0.5;
    } else {
      result.side = odd ? Side::Inside : Side::Outside;
      result.winding = oriented_ ? ray.winding : (odd ? 1 : 0);
    }
    return result;
  }
  throw Error("Ray crossing found only degenerate rays", "10 000 rays from one point",
              "Use the method DiscreteFunction and report this surface as a defect of Talus");
}

Tally RayCrossing::classify(std::span<const Vec3> points, std::span<Side> sides,
                            std::span<double> winding) const {
  Tally tally;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const RayCrossingResult result = locate(points[i], !winding.empty());
    sides[i] = result.side;
    if (!winding.empty()) winding[i] = result.winding;
    tally.redraws += result.redraws;
  }
  return tally;
}

}  // namespace talus
