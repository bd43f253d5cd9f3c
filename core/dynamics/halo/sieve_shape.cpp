#include "dynamics/halo/sieve_shape.h"

#include <limits>

namespace talus {

namespace {

void append(SieveShape::Coordinates& coordinates, const Vec3& v) {
  for (std::size_t k = 0; k < 3; ++k)
    coordinates[k].push_back(static_cast<float>(v[static_cast<Eigen::Index>(k)]));
}

void pad(std::vector<float>& values, float with) {
  constexpr std::size_t lanes = SieveShape::lanes;
  values.resize((values.size() + lanes - 1) / lanes * lanes, with);
}

}  // namespace

SieveShape::SieveShape(const ConvexBody& body)
    : vertexCount(body.vertices().size()), edgeCount(body.edges().size()), faceCount(body.faces().size()) {
  for (const Vec3& p : body.vertices()) {
    append(vertex, p);
    half = half.cwiseMax(p.cwiseAbs());
  }
  for (const ConvexBody::Edge& edge : body.edges()) {
    append(tail, edge.tail);
    append(direction, edge.direction);
    length.push_back(static_cast<float>(edge.length));
  }
  for (const ConvexBody::Face& face : body.faces()) {
    append(normal, face.normal);
    offset.push_back(static_cast<float>(face.offset));
  }
  for (Coordinates* coordinates : {&vertex, &tail, &direction, &normal})
    for (auto& values : *coordinates) pad(values, values.front());
  pad(length, length.front());
  pad(offset, std::numeric_limits<float>::infinity());
}

}  // namespace talus
