#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/large_array.h"
#include "geometry/mesh/triangle_mesh.h"

namespace talus {

/// The triangles around each point of a mesh of which every point has one closed fan of at least three. Such
/// a mesh is closed, oriented and manifold, and no triangle occurs twice: most meshes are, and this tells it
/// in half of the time of an EdgeTable.
class ClosedFans {
 public:
  /// A triangle at a point: its two other corners, in the triangle's order.
  struct Others {
    Index from, to;
  };

  /// Nothing for any other mesh. @param mesh with merged points. O(triangles); same for all numbers of
  /// threads.
  static std::optional<ClosedFans> of(const TriangleMesh& mesh);

  /// Each triangle ends where the next begins, and the last one where the first begins. Empty for a point
  /// that no triangle uses.
  std::span<const Others> around(Index point) const {
    const auto p = static_cast<std::size_t>(point);
    return {others_.data() + begin_[p], begin_[p + 1] - begin_[p]};
  }

 private:
  ClosedFans() = default;
  bool gather(const TriangleMesh& mesh);
  bool putInTurn();

  std::vector<std::uint32_t> begin_;  // of each point's triangles, with an end marker
  LargeArray<Others> others_;
};

}  // namespace talus
