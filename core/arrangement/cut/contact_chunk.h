#pragma once

#include <algorithm>
#include <vector>

#include "arrangement/cut/axis_planes.h"
#include "arrangement/cut/triangle_contacts.h"
#include "arrangement/points/point_table.h"

namespace talus {

/// What some pairs of triangles have in common; first by origins of points, then with points that have no
/// numbers in a table yet, so that chunks can be made by several threads.
class ContactChunk {
 public:
  struct Pair {
    TrianglePair triangles;
    bool coplanar, overlap;
    std::size_t end;  ///< of its points
  };

  void add(const TrianglePair& pair, const TriangleContacts& contacts);
  /// Computes the new points, each once. To be called once, after the last add(). @param planeOf of each
  /// triangle one in the same plane.
  void resolve(const std::vector<Index>& planeOf, const ExactGeometry& geometry);

  const std::vector<Pair>& pairs() const { return pairs_; }
  /// Enters the new points in the table. Calls visit(pair, points) with their numbers, each once.
  template <class Visit>
  void forEachPair(PointTable& table, const Visit& visit) const {
    std::vector<Index> tableNumbers, numbers;
    for (const ExactPoint& x : newPoints_) tableNumbers.push_back(table.add(x));
    std::size_t at = 0;
    for (const Pair& pair : pairs_) {
      for (numbers.clear(); at < pair.end; ++at) {
        const Index number =
            points_[at] < 0 ? tableNumbers[static_cast<std::size_t>(-1 - points_[at])] : points_[at];
        if (std::find(numbers.begin(), numbers.end(), number) == numbers.end()) numbers.push_back(number);
      }
      visit(pair, numbers);
    }
  }

 private:
  std::vector<Pair> pairs_;
  std::vector<Index> points_;          // corners of the mesh, or −1 − i for origin i, then new point i
  std::vector<PointOrigin> origins_;   // until resolve()
  std::vector<ExactPoint> newPoints_;  // with different origins, in the order of the pairs
};

}  // namespace talus
