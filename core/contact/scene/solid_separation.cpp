#include "contact/scene/solid_separation.h"

#include <algorithm>
#include <array>
#include <utility>

#include "contact/overlap/separating_translation.h"
#include "contact/scene/posed_relation.h"
#include "geometry/exact/intersection.h"
#include "geometry/exact/predicates.h"

namespace talus {

namespace {

ContactBody movedBy(const ContactBody& body, const Translation& translation) {
  ContactBody moved = body;
  moved.pose.position += translation.distance * translation.direction;
  return moved;
}

Vec3 solidNormal(const ContactBody& body, Index triangle) {
  const TriangleMesh& mesh = body.geometry->solid().mesh();
  return body.pose.rotation * unitNormalOf(mesh.corners(static_cast<std::size_t>(triangle)));
}

// How far the extents of two bodies along a direction overlap: then B is free for certain.
double extentAlong(const ContactBody& a, const ContactBody& b, const Vec3& direction) {
  return direction.dot(farthestPoint(a, direction)) - direction.dot(farthestPoint(b, -direction));
}

// Different directions along which B may come free of A.
class EscapeDirections {
 public:
  EscapeDirections(const ContactBody& a, const ContactBody& b) : a_(a), b_(b) {}

  void add(const Vec3& direction) {
    if (!(direction.norm() > 0)) return;
    const Vec3 unit = direction.normalized();
    const bool known = std::any_of(directions_.begin(), directions_.end(),
                                   [&](const Vec3& other) { return other.dot(unit) > 0.999999; });
    if (!known) directions_.push_back(unit);
  }

  // The most frequent normals of faces that meet.
  void addNormals(std::span<const TrianglePair> touching) {
    constexpr std::size_t maximumNormals = 8;
    std::vector<std::pair<std::size_t, Vec3>> normals;
    const auto count = [&](const Vec3& normal) {
      const auto known = std::find_if(normals.begin(), normals.end(),
                                      [&](const auto& other) { return other.second.dot(normal) > 0.9999; });
      if (known != normals.end())
        ++known->first;
      else
        normals.emplace_back(1, normal);
    };
    for (const auto& [ofA, ofB] : touching) {
      count(solidNormal(a_, ofA));
      count(-solidNormal(b_, ofB));
    }
    std::stable_sort(normals.begin(), normals.end(),
                     [](const auto& p, const auto& q) { return p.first > q.first; });
    for (std::size_t i = 0; i < std::min(normals.size(), maximumNormals); ++i) add(normals[i].second);
  }

  void addAxes(const Eigen::Matrix3d& axes) {
    for (int axis = 0; axis < 3; ++axis)
      for (const double sign : {1.0, -1.0}) add(sign * axes.col(axis));
  }

  const std::vector<Vec3>& all() const { return directions_; }

  // That along which boxes tell the shortest way.
  Vec3 shortest() const {
    return *std::min_element(directions_.begin(), directions_.end(), [&](const Vec3& p, const Vec3& q) {
      return extentAlong(a_, b_, p) < extentAlong(a_, b_, q);
    });
  }

 private:
  const ContactBody& a_;
  const ContactBody& b_;
  std::vector<Vec3> directions_;
};

// The distance of neighbouring numbers of about the size of a body's coordinates in the world.
double unitInLastPlace(const ContactBody& body) {
  return std::numeric_limits<double>::epsilon() *
         (body.pose.position.lpNorm<Eigen::Infinity>() + sizeOf(body));
}

}  // namespace

const std::vector<TrianglePair>& SolidSeparation::near(const ContactBody& a, const ContactBody& b,
                                                       double distance) {
  near_.clear();
  search_.findCandidates(placedSolid(a), placedSolid(b), distance + roundingGap(a, b), near_);
  return near_;
}

double SolidSeparation::along(const ContactBody& a, const ContactBody& b, const Vec3& direction,
                              double estimate, std::span<const Vec3> deep, double limit) {
  ContactBody moved = b;
  const NearTriangles nearAt = [&](const Pose& pose, double distance) {
    moved.pose = pose;
    return std::span<const TrianglePair>(near(a, moved, distance));
  };
  return separatingTranslation(a.geometry->solid(), a.pose, b.geometry->solid(), b.pose, direction, estimate,
                               deep, nearAt, limit);
}

Translation SolidSeparation::least(const ContactBody& a, const ContactBody& b, std::span<const Vec3> others,
                                   std::span<const Vec3> deep, Translation known) {
  constexpr std::size_t maximumPairs = 5000;  // of triangles that meet
  EscapeDirections directions(a, b);
  // Normals and axes first: faces slide on each other exactly along them.
  const std::vector<TrianglePair>& touching = near(a, b, 0);
  const bool few = touching.size() <= maximumPairs;
  directions.addNormals(touching);
  directions.addAxes(Eigen::Matrix3d::Identity());
  directions.addAxes(a.pose.rotation);
  directions.addAxes(b.pose.rotation);
  for (const Vec3& direction : others) directions.add(direction);
  const auto take = [&](const Vec3& direction) {
    const double distance = along(a, b, direction, 0, deep, known.distance);
    if (distance < known.distance) known = {direction, distance};
  };
  if (few)
    for (const Vec3& direction : directions.all()) take(direction);
  else
    take(directions.shortest());
  return few ? refined(a, b, deep, known) : known;
}

// Where the bodies touch last, their common normal is the shortest way beyond the faces there.
Translation SolidSeparation::refined(const ContactBody& a, const ContactBody& b, std::span<const Vec3> deep,
                                     Translation best) {
  constexpr int maximumTurns = 6;
  constexpr double beyond = 1e-6, gain = 1e-9;
  for (int turn = 0; turn < maximumTurns; ++turn) {
    const ContactBody free = movedBy(b, {best.direction, (1 + beyond) * best.distance});
    const Vec3 normal = search_.nearest(placed(a), placed(free)).normal;
    if (!(normal.dot(best.direction) < 1 - gain)) break;
    const double distance = along(a, b, normal, 0, deep, best.distance);
    if (!(distance < (1 - gain) * best.distance)) break;
    best = {normal, distance};
  }
  return best;
}

// Whether two bodies are apart, by triangles among which are all that may touch. Exact, for bodies with their
// points rounded in the world; false if they touch, too.
bool SolidSeparation::areApart(const ContactBody& a, const ContactBody& b,
                               std::span<const TrianglePair> near) {
  const TriangleMesh& ofA = a.geometry->solid().mesh();
  const TriangleMesh& ofB = b.geometry->solid().mesh();
  for (const auto& [s, t] : near) {
    const std::array<Vec3, 3> first = placedTriangle(ofA, a.pose, s), second = placedTriangle(ofB, b.pose, t);
    if (!boxOf(first).intersects(boxOf(second))) continue;
    if (collinear(first[0], first[1], first[2]) || collinear(second[0], second[1], second[2])) continue;
    if (trianglesMeet(first, second)) return false;
  }
  const SurfacePair pair(a.geometry->solid(), a.pose, b.geometry->solid(), b.pose);
  return pair.zone().isEmpty() || !(pair.hasShellInside(true) || pair.hasShellInside(false));
}

Translation SolidSeparation::settled(const ContactBody& a, const ContactBody& b,
                                     const Translation& translation) {
  constexpr double maximumUnits = 4096;
  const double unit = std::max(unitInLastPlace(a), unitInLastPlace(b));
  const auto changed = [&](double units) {
    return Translation{translation.direction, std::max(0.0, translation.distance + units * unit)};
  };
  const std::vector<TrianglePair>& touching = near(a, movedBy(b, translation), maximumUnits * unit);
  for (double units = 0; units <= maximumUnits; units = std::max(1.0, 2 * units))
    if (areApart(a, movedBy(b, changed(units)), touching)) return changed(units);
  if (translation.distance == 0) return translation;
  // It fits at one distance only: there the surfaces touch.
  for (const double units : {0.0, 0.5, -0.5, 1.0, -1.0})
    if (!isOverlap(posedRelation(a, movedBy(b, changed(units))))) return changed(units);
  return translation;
}

}  // namespace talus
