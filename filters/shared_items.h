#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

#include "base/bytes.h"
#include "base/context.h"
#include "distributed/communicator.h"
#include "geometry/mesh/triangle_mesh.h"

class vtkAlgorithm;

namespace talus::filters {

/// What is computed of each item of a list that all ranks have, such as the blocks of a surface.
struct SharedItem {
  std::function<void(std::size_t n, const Context::Report& report)> compute;
  std::function<void(std::size_t n, ByteWriter& to)> write;
  std::function<void(std::size_t n, ByteReader& from)> read;
};

/// The cost of checks, mass properties or surrogates of a mesh, estimated, ns.
inline std::int64_t costOf(const TriangleMesh& mesh) {
  return 2000 * static_cast<std::int64_t>(mesh.triangleCount());
}

/// Computes all items one after the other. Several ranks divide them, and all of them get all results: the
/// bits of one rank. Collective.
/// @param costs of the items, estimated, ns: equal on all ranks.
/// @throws std::runtime_error with the message of the first item that fails; Cancelled; RankEnded.
void computeShared(std::span<const std::int64_t> costs, const SharedItem& item, vtkAlgorithm& filter,
                   Communicator& ranks);

}  // namespace talus::filters
