#include "dynamics/halo/halo_sieve.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "dynamics/halo/edge_potential.h"

namespace talus {

namespace {

// All faces or vertices are tested up to this number only: beyond it, search along neighbours is faster.
constexpr std::size_t manyFeatures = 256;

// Bound of float rounding relative to the pair's size: some dozen roundings of 6e-8 each, with a margin.
constexpr double floatRounding = 4e-6;

void store(const Vec3& v, float (&to)[3]) {
  for (int k = 0; k < 3; ++k) to[k] = static_cast<float>(v[k]);
}

FloatMap floatMap(const Eigen::Matrix3d& linear, const Vec3& shift) {
  FloatMap map{};
  for (int row = 0; row < 3; ++row) store(linear.row(row), map.linear[row]);
  store(shift, map.shift);
  return map;
}

constexpr FloatBox everywhere() {
  constexpr float far = std::numeric_limits<float>::infinity();
  return {{-far, -far, -far}, {far, far, far}};
}

}  // namespace

void HaloSieve::Parts::makeRoom(const SieveShape& shape) {
  const auto atLeast = [](auto& values, std::size_t size) {
    if (values.size() < size) values.resize(size);
  };
  const std::size_t stride = shape.edgeCount + SieveShape::lanes;
  atLeast(vertices, shape.vertexCount + SieveShape::lanes);
  atLeast(edges, stride);
  atLeast(lines, 7 * stride);
  found.vertices = vertices.data();
  found.edges = edges.data();
  for (std::size_t k = 0; k < 3; ++k) {
    found.edge.tail[k] = lines.data() + k * stride;
    found.edge.direction[k] = lines.data() + (3 + k) * stride;
  }
  found.edge.length = lines.data() + 6 * stride;
}

void HaloSieve::find(const ConvexPair& pair, const SieveShape& a, const SieveShape& b,
                     const ClosestFeatures& closest, double reach, const Allowance& motion) {
  const Pose& pose = pair.pose();
  const double slack = floatRounding * pair.size();
  const double near = reach + motion.way + slack;
  const Vec3& normal = closest.normal;
  const Eigen::Matrix3d toA = pose.scale * pose.rotation;
  const Eigen::Matrix3d toB = pose.rotation.transpose() / pose.scale;

  PartsQuery query{};
  query.shape = &a;
  query.other = &b;
  query.margin = static_cast<float>(0.5 * near);
  store(normal, query.towards);
  query.limit = static_cast<float>(normal.dot(closest.onB) - near);
  query.toOther = floatMap(toB, -(toB * pose.position));
  store(b.half.array() + near / pose.scale, query.half);
  query.askFaces = b.faceCount <= manyFeatures;
  query.near = static_cast<float>(near / pose.scale);
  query.wanted = everywhere();
  parts_[0].makeRoom(a);
  findParts(query, parts_[0].found);

  query.shape = &b;
  query.other = &a;
  store(-(toA.transpose() * normal), query.towards);
  query.limit = static_cast<float>(normal.dot(pose.position - closest.onA) - near);
  query.toOther = floatMap(toA, pose.position);
  store(a.half.array() + near, query.half);
  query.askFaces = a.faceCount <= manyFeatures;
  query.near = static_cast<float>(near);
  query.placeEdges = true;
  query.scale = static_cast<float>(pose.scale);
  query.wanted = parts_[0].found.bounds;
  parts_[1].makeRoom(b);
  findParts(query, parts_[1].found);
  pairEdges(near, 4 * (slack + floatRounding * reach), motion);
}

// Triple products of vectors between the bodies and unit vectors have four times as many roundings as
// coordinates have. By a motion they change as follows: let w be the vector between the tails of edges that
// interact after it, |w| ≤ ℓ + ℓ' + far, m the way and t the turn. w · (u × v) changes by m |u × v| + t (|w|
// + m), which adds t (ℓ + ℓ' + 2 far) to what `far` allows; (w × v) · (u × v) and the length times (u × v)²
// by at most m + t (2 |w| + m + t |w|) and 2 t times the length: together below m + t (5 (ℓ + ℓ') + 4 far).
void HaloSieve::pairEdges(double far, double slack, const Allowance& motion) {
  const FoundParts &a = parts_[0].found, &b = parts_[1].found;
  if (a.edgeCount == 0 || b.edgeCount == 0) {
    parts_[1].found.edgeCount = 0;
    return;
  }
  const std::size_t capacity = a.edgeCount * b.edgeCount + SieveShape::lanes;
  if (pairs_.size() < capacity) pairs_.resize(capacity);
  if (ends_.size() < b.edgeCount) ends_.resize(b.edgeCount);
  const double sine = std::max(0.0, std::sqrt(0.5 * leastSquaredSine) - motion.turn);
  const EdgeReach reach{.far = static_cast<float>(far),
                        .leastSquare = static_cast<float>(sine * sine),
                        .slack = static_cast<float>(slack + 2 * motion.turn * far),
                        .slackOfEnds = static_cast<float>(slack + motion.way + 4 * motion.turn * far),
                        .turn = static_cast<float>(motion.turn)};
  findEdgePairs(a, b, reach, pairs_.data(), ends_.data());
}

AxisGap gapAlong(const Vec3& axis, const SievedBody& a, const SievedBody& b) {
  if (a.sieve->vertexCount > manyFeatures || b.sieve->vertexCount > manyFeatures)
    return {-std::numeric_limits<double>::infinity(), 0};
  // The maximum coordinate of a body in a direction, relative to its position.
  const auto extent = [](const SievedBody& body, const Vec3& direction) {
    const Vec3 own = body.pose->rotation.transpose() * direction;
    float along[3];
    store(own, along);
    return body.pose->scale * (reachAlong(*body.sieve, along) + own.dot(body.body->centre()));
  };
  const Vec3 between = b.pose->position - a.pose->position;
  const double gap = axis.dot(between) - extent(a, axis) - extent(b, -axis);
  const double size = a.pose->scale * a.body->radius() + b.pose->scale * b.body->radius();
  const double error = floatRounding * (size + between.lpNorm<1>());
  return {gap - error, error};
}

FaceBelow faceBelow(const SieveShape& body, const Vec3& x, double reach, double size) {
  if (body.faceCount > manyFeatures) return {};
  const double slack = floatRounding * size;
  float p[3];
  store(x, p);
  const Index face = highestFace(body, p, {static_cast<float>(reach + slack), static_cast<float>(slack)});
  return {face, face == beyondReach};
}

}  // namespace talus
