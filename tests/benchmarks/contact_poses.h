#pragma once

#include <memory>
#include <string>
#include <vector>

#include "contact/search/body_pair.h"
#include "geometry/mesh/triangle_mesh.h"

namespace talus::bench {

/// Two meshes, prepared, in poses with a given gap.
struct BodyPairCase {
  std::string name;
  TriangleMesh meshA, meshB;
  std::shared_ptr<const ContactShape> a, b;
  double gap = 0;

  struct PosePair {
    Pose a, b;
  };
  std::vector<PosePair> poses;
};

/// The pairs of bodies that the targets name, of diameter about 1, in `count` random poses with a gap of
/// 0.005: two spheres of 1 280 triangles, two bumped ones of 1 280 and of 20 480, a sphere over two
/// triangles.
std::vector<BodyPairCase> targetPairs(std::size_t count);
/// Two bumped spheres of so many triangles, likewise.
BodyPairCase bumpedPair(std::int64_t triangles, std::size_t count);
/// Noble and Weinzierl's settings: bodies of so many triangles, and one over a plane of 512 triangles.
std::vector<BodyPairCase> paperPairs(std::int64_t triangles, std::size_t count);
/// Other bodies of about 1 224 triangles: stretched and bumped spheres, boxes, rings, foams.
std::vector<BodyPairCase> variedPairs(std::size_t count);
/// The same with surrogates of another method.
std::shared_ptr<const BodyPairCase> withSurrogates(const BodyPairCase& pair, SurrogateMethod method);

}  // namespace talus::bench
