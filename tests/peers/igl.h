#pragma once

#include <memory>
#include <span>

#include "geometry/mesh/triangle_mesh.h"

namespace talus::peers {

/// The fast winding number of Barill, Dickson, Schmidt, Levin and Jacobson (2018) as libigl ships it, in
/// single precision with an expansion of order 2.
class IglWinding {
 public:
  /// The build runs on one thread.
  explicit IglWinding(const TriangleMesh& mesh);
  ~IglWinding();
  IglWinding(const IglWinding&) = delete;
  IglWinding& operator=(const IglWinding&) = delete;

  /// Thread-safe.
  /// @param separation a cluster is expanded where its distance exceeds this many radii; libigl's own is 2.
  void evaluate(std::span<const Vec3> points, std::span<double> winding, double separation = 2) const;

 private:
  struct Tree;
  std::unique_ptr<Tree> tree_;
};

}  // namespace talus::peers
