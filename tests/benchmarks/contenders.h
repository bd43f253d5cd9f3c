#pragma once

#include <functional>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "enclosure/interface/enclosure.h"
#include "geometry/mesh/triangle_mesh.h"

namespace talus::bench {

/// Labels points on all threads that the ThreadLimit allows. `winding` is filled by contenders that know it.
using Query =
    std::function<void(std::span<const Vec3> points, std::span<Side> sides, std::span<double> winding)>;

/// A surface, prepared by a contender.
struct Prepared {
  Query query;
  std::size_t bytes = 0;  ///< that it holds, 0 where it does not tell
};

/// A way to classify points: ours or another library's.
struct Contender {
  std::string name;  ///< without slashes
  std::function<Prepared(const TriangleMesh& mesh, const SurfaceKind& kind, int threads)> build;
  bool winding = false;        ///< gives winding numbers
  bool everyTriangle = false;  ///< a query looks at every triangle: it is asked about few points
  std::size_t maximumPoints = std::numeric_limits<std::size_t>::max();  ///< that it is asked about
  bool parallel = true;                                                 ///< may be queried from many threads
};

Contender discreteFunction(MemoryUse memory = MemoryUse::Fast);
Contender rayCrossing(RaySearch search);
Contender solidAngle();
Contender antipodal();
/// Labels at the default accuracy.
Contender fastMultipole(TreeDepth depth);
/// Winding numbers as the method computes them, before any is rounded or decided exactly; labels follow from
/// them.
Contender multipoleNumbers(double accuracy);
Contender cyrusBeck();

/// A contender of ours that is asked about one point at a time, on one thread.
Contender discreteFunctionOneByOne();

/// The other libraries that were found at configure time. Embree comes in several settings.
std::vector<Contender> peerContenders();
/// libigl's fast winding number; none if it was not found.
std::vector<Contender> windingPeers();

}  // namespace talus::bench
