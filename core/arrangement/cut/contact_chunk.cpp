#include "arrangement/cut/contact_chunk.h"

#include "arrangement/cut/origin_numbers.h"

namespace talus {

void ContactChunk::add(const TrianglePair& pair, const TriangleContacts& contacts) {
  if (contacts.points.empty()) return;
  for (const PointOrigin& origin : contacts.points) {
    if (origin.kind == PointOrigin::Kind::Given) {
      points_.push_back(origin.features[0]);
    } else {
      origins_.push_back(origin);
      points_.push_back(-static_cast<Index>(origins_.size()));
    }
  }
  pairs_.push_back({pair, contacts.coplanar, contacts.overlap, points_.size()});
}

void ContactChunk::resolve(const std::vector<Index>& planeOf, const ExactGeometry& geometry) {
  OriginNumbers numbers;
  std::vector<Index> numberOf;
  for (PointOrigin& origin : origins_) {
    if (origin.kind == PointOrigin::Kind::EdgePlane)
      origin.features[2] = planeOf[static_cast<std::size_t>(origin.features[2])];
    numberOf.push_back(numbers.numberOf(origin));
  }
  for (const PointOrigin& origin : numbers.origins()) newPoints_.push_back(geometry.point(origin));
  for (Index& point : points_)
    if (point < 0) point = -1 - numberOf[static_cast<std::size_t>(-1 - point)];
  origins_ = {};
}

}  // namespace talus
