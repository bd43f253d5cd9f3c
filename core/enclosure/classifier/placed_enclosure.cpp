#include "enclosure/classifier/placed_enclosure.h"

#include <algorithm>
#include <limits>
#include <vector>

#include "base/parallel.h"
#include "enclosure/classifier/make_enclosure.h"
#include "geometry/distance/point_distance.h"
#include "geometry/mesh/placed_mesh.h"

namespace talus {

namespace {

// Bound of the error of a point in the body's coordinates: the rounding of both transformations, and the
// deviation of the rotation from an orthogonal matrix.
double roundingOf(const TriangleMesh& mesh, const Pose& pose) {
  constexpr double roundings = 64 * std::numeric_limits<double>::epsilon();
  const Box box = mesh.bounds();
  const double radius = box.min().cwiseAbs().cwiseMax(box.max().cwiseAbs()).norm();
  const double defect = (pose.rotation.transpose() * pose.rotation - Eigen::Matrix3d::Identity()).norm();
  return roundings * (pose.position.norm() / pose.scale + radius) + 4 * defect * radius;
}

}  // namespace

PlacedEnclosure::PlacedEnclosure(const SharedEnclosure& shared, const Pose& pose)
    : shared_(shared), pose_(pose), rounding_(roundingOf(shared.mesh, pose)) {}

// Appends the numbers of the points that must be classified in world coordinates.
Tally PlacedEnclosure::classifyLocal(std::span<const Vec3> points, std::span<Side> sides,
                                     std::span<double> winding, std::vector<std::size_t>& doubtful) const {
  std::vector<Vec3> local;
  local.reserve(points.size());
  for (const Vec3& p : points) local.push_back(pose_.toBody(p));
  const Tally tally = shared_.enclosure.classify(local, sides, winding);
  for (std::size_t i = 0; i < points.size(); ++i)
    if (withinDistance(local[i], rounding_, shared_.triangles, shared_.mesh)) doubtful.push_back(i);
  return tally;
}

void PlacedEnclosure::decide(std::span<const std::size_t> doubtful, std::span<const Vec3> points,
                             std::span<Side> sides, std::span<double> winding) const {
  if (doubtful.empty()) return;
  Context silent;
  const TriangleMesh mesh = placed(shared_.mesh, pose_);
  EnclosureOptions options;
  options.method = Method::Antipodal;  // has the fastest build of the methods without cells
  const auto exact = makeEnclosure(mesh, {.closed = true, .oriented = true}, options, silent);
  for (const std::size_t i : doubtful)
    exact->classify(points.subspan(i, 1), sides.subspan(i, 1), subspanOrEmpty(winding, i, 1));
}

Tally PlacedEnclosure::classify(std::span<const Vec3> points, std::span<Side> sides,
                                std::span<double> winding) const {
  std::vector<std::size_t> doubtful;
  const Tally tally = classifyLocal(points, sides, winding, doubtful);
  decide(doubtful, points, sides, winding);
  return tally;
}

Tally PlacedEnclosure::classifyAll(std::span<const Vec3> points, std::span<Side> sides,
                                   std::span<double> winding, Context& context) const {
  constexpr std::size_t pointsAtATime = 1024;
  struct Part {
    Tally tally;
    std::vector<std::size_t> doubtful;
  };
  std::vector<Part> parts((points.size() + pointsAtATime - 1) / pointsAtATime);
  parallelChunks(points.size(), pointsAtATime, context, [&](std::size_t begin, std::size_t end) {
    Part& part = parts[begin / pointsAtATime];
    const std::size_t count = end - begin;
    part.tally = classifyLocal(points.subspan(begin, count), sides.subspan(begin, count),
                               subspanOrEmpty(winding, begin, count), part.doubtful);
    for (std::size_t& i : part.doubtful) i += begin;
  });
  Tally sum;
  std::vector<std::size_t> doubtful;
  for (const Part& part : parts) {
    sum += part.tally;
    doubtful.insert(doubtful.end(), part.doubtful.begin(), part.doubtful.end());
  }
  decide(doubtful, points, sides, winding);
  return sum;
}

}  // namespace talus
