#include "geometry/mesh/mesh_part.h"

#include <utility>
#include <vector>

namespace talus {

namespace {

class PartBuilder {
 public:
  PartBuilder(const TriangleMesh& mesh, std::size_t triangles)
      : mesh_(mesh), numberOf_(mesh.pointCount(), -1) {
    for (auto* corners : {&part_.a, &part_.b, &part_.c}) corners->reserve(triangles);
  }

  void add(std::size_t t) {
    const auto [a, b, c] = mesh_.triangle(t);
    const Index first = numberOf(a), second = numberOf(b);
    part_.addTriangle(first, second, numberOf(c));
  }
  TriangleMesh take() { return std::move(part_); }

 private:
  Index numberOf(Index point) {
    Index& number = numberOf_[static_cast<std::size_t>(point)];
    if (number < 0) number = part_.addPoint(mesh_.point(point));
    return number;
  }

  const TriangleMesh& mesh_;
  TriangleMesh part_;
  std::vector<Index> numberOf_;  // of each point of the mesh; −1: not used so far
};

}  // namespace

TriangleMesh partOf(const TriangleMesh& mesh, std::span<const Index> triangles) {
  PartBuilder builder(mesh, triangles.size());
  for (const Index t : triangles) builder.add(static_cast<std::size_t>(t));
  return builder.take();
}

TriangleMesh withoutUnusedPoints(const TriangleMesh& mesh) {
  PartBuilder builder(mesh, mesh.triangleCount());
  for (std::size_t t = 0; t < mesh.triangleCount(); ++t) builder.add(t);
  return builder.take();
}

}  // namespace talus
